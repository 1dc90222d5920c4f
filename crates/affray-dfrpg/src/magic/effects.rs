//! What spells do to their targets, at once and for as long as they last.
//!
//! Rule `DF-344`, rulings `DF-R50`, `DF-R55` and `DF-R56`.
//!
//! Time: a second of a lasting effect is over at the end of each turn of its caster, so an area ends
//! for all within it at once and is paid for once. If the caster cannot act any more (unconscious,
//! asleep, dead, gone), the seconds are those of the affected combatant, and a spell that needs
//! concentration ends. Of one spell only the strongest casting counts.

use crate::Dfrpg;
use crate::body::injury::Wound;
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::magic::cost_reduction;
use crate::scene::{Fight, Scene};
use crate::sheet::{Damage, DamageType, Location, Spell, SpellClass, SpellCondition, SpellEffect, SpellScore};
use crate::state::{Effect, Flags};
use crate::strike::damage::Protection;
use affray_kernel::dice::{Dice, MOST_DICE};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::{Sum, Tally};

/// `DF-R55` For how many seconds an effect lasts; 0 for one that is over at once or ends by itself.
pub const fn duration(effect: &SpellEffect) -> u16 {
    match *effect {
        SpellEffect::Condition { seconds, .. }
        | SpellEffect::Modifier { seconds, .. }
        | SpellEffect::Resistance { seconds, .. } => seconds,
        _ => 0,
    }
}

/// `DF-R52` `DF-R55` The dice of a spell that damages: fixed, or one for each point of energy.
pub fn spell_damage(damage: Damage, per_energy: bool, energy: u8) -> Damage {
    if per_energy { Damage { dice: Dice::d6(energy.clamp(1, MOST_DICE)), add: 0 } } else { damage }
}

impl<'a> Scene<'a> {
    /// The spell of a lasting effect; `None` for one that is only forgotten.
    fn spell_of(self, effect: &Effect) -> Option<&'a Spell> {
        if effect.seconds == Effect::FORGOTTEN { None } else { self.spell(effect.by, effect.spell) }
    }

    /// The spells that somebody is under, with their energy.
    pub(crate) fn spells_on(self, who: CombatantId) -> impl Iterator<Item = (&'a Spell, u8)> {
        self.state
            .effects
            .iter()
            .filter(move |effect| effect.on == who)
            .filter_map(move |effect| Some((self.spell_of(effect)?, effect.energy)))
    }

    /// `DF-R132` What spells do to DX.
    #[inline]
    pub fn spells_on_dx(self, who: CombatantId) -> i32 {
        let mut change = Sum::of(0);
        self.add_spell_effects(&mut change, who, SpellScore::Dx);
        change.total()
    }

    /// `DF-R55` Adds what spells change about a score. A changed DX counts for DX and the rolls based on
    /// it; what it does to active defenses is the affair of `DF-R132`.
    #[inline]
    pub fn add_spell_effects<T: Tally>(self, score: &mut T, who: CombatantId, of: SpellScore) {
        if !self.state.effects.is_empty() {
            self.add_spells_on(score, who, of);
        }
    }

    fn add_spells_on<T: Tally>(self, score: &mut T, who: CombatantId, of: SpellScore) {
        for (spell, energy) in self.spells_on(who) {
            if let SpellEffect::Modifier { score: changed, by, per_energy, .. } = spell.effect
                && changed == of
            {
                score.add(rule!("DF-R55"), i32::from(by) * if per_energy { i32::from(energy) } else { 1 });
            }
        }
    }

    /// `DF-R55` Damage resistance that spells give.
    #[inline]
    pub fn spell_resistance(self, who: CombatantId) -> i32 {
        if self.state.effects.is_empty() { 0 } else { self.resistance_of_spells(who) }
    }

    fn resistance_of_spells(self, who: CombatantId) -> i32 {
        self.spells_on(who)
            .map(|(spell, _)| match spell.effect {
                SpellEffect::Resistance { dr, .. } => i32::from(dr),
                _ => 0,
            })
            .sum()
    }

    /// `DF-R55` Whether a spell keeps somebody in a condition.
    pub fn is_under(self, who: CombatantId, wanted: SpellCondition) -> bool {
        self.spells_on(who)
            .any(|(spell, _)| matches!(spell.effect, SpellEffect::Condition { condition, .. } if condition == wanted))
    }

    /// `DF-R55` Whether a spell keeps somebody from leaving the hex.
    pub fn is_rooted(self, who: CombatantId) -> bool {
        self.is_under(who, SpellCondition::Rooted)
    }

    /// Whether the clock of a caster's spells is still the caster's own.
    fn keeps_time(self, who: CombatantId) -> bool {
        self.fighter(who).is_conscious() && self.fighter(who).is_present()
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-R55` A spell takes effect on its target, past all resistance.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn apply_spell(
        &mut self,
        by: CombatantId,
        spell: u8,
        energy: u8,
        radius: u8,
        on: CombatantId,
    ) -> Result<(), R::Pause> {
        let setup = self.setup;
        let Some(known) = setup.combatants[by.index()].sheet.spells.get(spell as usize) else { return Ok(()) };
        self.tell(Event::SpellWorks { who: by, spell, on, energy });
        let effect = Effect { on, by, spell, energy, radius, seconds: 0 };
        match known.effect {
            SpellEffect::Damage { damage, per_energy, kind } => {
                self.damage_whole_body(by, on, spell_damage(damage, per_energy, energy), kind, 0)?
            }
            SpellEffect::Heal { most } => {
                self.heal(on, i32::from(energy.min(most)));
            }
            SpellEffect::Condition { condition, seconds } => {
                // A stun without a term ends by the roll of DF-R67.
                if condition != SpellCondition::Stunned || seconds != 0 {
                    self.add_effect(effect, seconds);
                }
                match condition {
                    SpellCondition::Sleep => self.fall_asleep(on),
                    SpellCondition::Stunned => self.stun_mentally(on),
                    SpellCondition::Blind => self.state[on].flags.set(Flags::BLIND),
                    SpellCondition::Rooted => {}
                }
            }
            SpellEffect::Modifier { seconds, .. } | SpellEffect::Resistance { seconds, .. } => {
                self.add_effect(effect, seconds)
            }
            SpellEffect::StopAttack => {}
            SpellEffect::Report => self.tell(Event::SpellAnswers { who: by, spell }),
        }
        Ok(())
    }

    /// Notes a lasting effect. Of the same spell on the same combatant the stronger one stays.
    fn add_effect(&mut self, effect: Effect, seconds: u16) {
        let setup = self.setup;
        let name = |effect: &Effect| {
            setup.combatants[effect.by.index()].sheet.spells.get(effect.spell as usize).map(|spell| spell.name.as_str())
        };
        let seconds = match seconds {
            0 => Effect::LASTING,
            // The turn in which it is cast does not count: its end comes at once.
            _ if self.state[effect.by].flags.has(Flags::ACTING) => seconds.saturating_add(1).min(Effect::FORGOTTEN - 1),
            _ => seconds.min(Effect::FORGOTTEN - 1),
        };
        let new = Effect { seconds, ..effect };
        let same = |old: &&mut Effect| old.on == new.on && old.seconds != Effect::FORGOTTEN && name(old) == name(&new);
        match self.state.effects.iter_mut().find(same) {
            Some(old) if old.energy <= new.energy => *old = new,
            Some(_) => {}
            None => self.state.effects.push(new),
        }
    }

    /// `DF-344` Damage to the body as a whole: the DR of the torso and of `cover`, no location.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn damage_whole_body(
        &mut self,
        by: CombatantId,
        who: CombatantId,
        damage: Damage,
        kind: DamageType,
        cover: i32,
    ) -> Result<(), R::Pause> {
        let protection = Protection { cover, ..Protection::PLAIN };
        let why = Why::new(by, rule!("DF-R55"), "damage");
        self.damage_by_dice(why, damage, &protection, &Wound::new(who, None, kind))
    }

    /// `DF-R56` Sleeps by a spell: as unconscious, but any injury wakes. It changes nothing for an unconscious
    /// combatant.
    fn fall_asleep(&mut self, who: CombatantId) {
        if !self.state[who].is_conscious() {
            return;
        }
        self.state[who].flags.set(Flags::ASLEEP);
        self.tell(Event::FallsAsleep { who });
        self.give_up_what_lasts(who);
        self.fall_prone(who);
        self.drop_everything(who, true);
        self.release_all(who);
    }

    /// `DF-R53` `DF-R55` Stuns in mind; what the combatant was in the middle of is over (`DF-422`). Who is out notices
    /// nothing.
    pub fn stun_mentally(&mut self, who: CombatantId) {
        if !self.state[who].is_conscious() {
            return;
        }
        self.state[who].forget_struggle();
        self.state[who].flags.set(Flags::MENTALLY_STUNNED);
        self.tell(Event::Stunned { who, mentally: true });
        self.give_up_what_lasts(who);
    }

    /// `DF-R56` Any injury wakes a combatant that sleeps by a spell.
    pub fn wake_from_spell(&mut self, who: CombatantId) {
        if !self.state[who].flags.has(Flags::ASLEEP) {
            return;
        }
        self.state[who].flags.clear(Flags::ASLEEP);
        let setup = self.setup;
        self.state.effects.retain(|effect| {
            let sleep = effect.seconds != Effect::FORGOTTEN
                && setup.combatants[effect.by.index()].sheet.spells.get(effect.spell as usize).is_some_and(|spell| {
                    matches!(spell.effect, SpellEffect::Condition { condition: SpellCondition::Sleep, .. })
                });
            !(effect.on == who && sleep)
        });
        self.tell(Event::Wakes { who });
    }

    /// `DF-R55` The end of somebody's turn: a second of the effects that run by that clock is over.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn spells_run_on(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let mut place = 0;
        while let Some(&effect) = self.state.effects.get(place) {
            let scene = self.scene();
            let keeps_time = scene.keeps_time(effect.by);
            let clock = if keeps_time { effect.by } else { effect.on };
            let concentrates = scene.spell_of(&effect).is_some_and(|spell| spell.needs_concentration);
            if effect.seconds == Effect::FORGOTTEN || clock != who {
                place += 1;
            } else if concentrates && !keeps_time {
                self.end_effect(place);
            } else if effect.seconds == Effect::LASTING {
                place += 1;
            } else if effect.seconds > 1 {
                self.state.effects[place].seconds -= 1;
                place += 1;
            } else if self.maintains(&effect)? {
                self.renew(place);
                place += 1;
            } else {
                self.end_all(place);
            }
        }
        Ok(())
    }

    /// `DF-R127` So many seconds pass in which nobody takes turns or pays for spells.
    pub(crate) fn spells_run_out(&mut self, seconds: u32) {
        let mut place = 0;
        while let Some(effect) = self.state.effects.get_mut(place) {
            match effect.seconds {
                Effect::LASTING | Effect::FORGOTTEN => place += 1,
                left if u32::from(left) <= seconds => self.end_effect(place),
                left => {
                    effect.seconds = left - seconds as u16;
                    place += 1;
                }
            }
        }
    }

    /// `DF-R50` Whether the caster pays for another period of a spell. No roll is needed; skill makes it
    /// cheaper as it does the casting.
    fn maintains(&mut self, effect: &Effect) -> Result<bool, R::Pause> {
        let who = effect.by;
        let Some(spell) = self.scene().spell_of(effect) else { return Ok(false) };
        if spell.upkeep == 0 || !self.scene().keeps_time(who) {
            return Ok(false);
        }
        let full = i32::from(spell.upkeep) * i32::from(effect.radius.max(1));
        let price = (full - cost_reduction(i32::from(spell.score))).max(0);
        if self.ask(Question::Maintain { who, spell: effect.spell, on: effect.on })? != Choice::Maintain(true) {
            return Ok(false);
        }
        self.tell(Event::Maintains { who, spell: effect.spell });
        self.lose_fp(who, &R::Tally::base(rule!("DF-R50").named("upkeep"), price))?;
        Ok(true)
    }

    /// Another period for an effect; for an area, for all in it whose effect ends in the same second.
    fn renew(&mut self, place: usize) {
        let Some(&effect) = self.state.effects.get(place) else { return };
        let Some(spell) = self.scene().spell_of(&effect) else { return };
        let (again, area) = (duration(&spell.effect), spell.class == SpellClass::Area);
        self.state.effects[place].seconds = again.min(Effect::FORGOTTEN - 1);
        for other in &mut self.state.effects[place + 1..] {
            if area && other.by == effect.by && other.spell == effect.spell && other.seconds == effect.seconds {
                // Its own second is still to be counted.
                other.seconds = again.saturating_add(1).min(Effect::FORGOTTEN - 1);
            }
        }
    }

    /// Ends an effect; of an area, for all in it whose effect ends in the same second.
    fn end_all(&mut self, place: usize) {
        let Some(&effect) = self.state.effects.get(place) else { return };
        let area = self.scene().spell_of(&effect).is_some_and(|spell| spell.class == SpellClass::Area);
        self.end_effect(place);
        let mut next = place;
        while let Some(other) = self.state.effects.get(next) {
            if area && other.by == effect.by && other.spell == effect.spell && other.seconds == effect.seconds {
                self.end_effect(next);
            } else {
                next += 1;
            }
        }
    }

    /// Takes one effect off.
    fn end_effect(&mut self, place: usize) {
        let Effect { on, by, spell, .. } = self.state.effects.remove(place);
        self.tell(Event::SpellEnds { on, by, spell });
        let scene = self.scene();
        let Some(SpellEffect::Condition { condition, .. }) = scene.spell(by, spell).map(|spell| spell.effect) else {
            return;
        };
        if scene.is_under(on, condition) {
            return;
        }
        let fighter = &mut self.state[on];
        match condition {
            SpellCondition::Sleep => {
                if fighter.flags.has(Flags::ASLEEP) {
                    fighter.flags.clear(Flags::ASLEEP);
                    self.tell(Event::Wakes { who: on });
                }
            }
            SpellCondition::Stunned => {
                if fighter.flags.has(Flags::MENTALLY_STUNNED) {
                    fighter.flags.clear(Flags::MENTALLY_STUNNED);
                    self.tell(Event::Recovers { who: on });
                }
            }
            SpellCondition::Blind => {
                let eyeless = fighter.is_useless(Location::RightEye) && fighter.is_useless(Location::LeftEye);
                fighter.flags.put(Flags::BLIND, eyeless);
            }
            SpellCondition::Rooted => {}
        }
    }
}
