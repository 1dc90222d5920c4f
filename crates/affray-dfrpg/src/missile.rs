//! Held spells: what a hand or staff holds until it strikes, flies or fades.
//!
//! Rules `DF-434` to `DF-440`, rulings `DF-R52`, `DF-R57` and `DF-R93`. The mode of a strike with a held
//! spell is 128 plus the hand that holds it.

use crate::Dfrpg;
use crate::attack::{Flight, Outcome};
use crate::damage::Blow;
use crate::decision::{Aim, AllOut, AttackFrom, AttackPlan, Incoming, IncomingKind, NONE, Strike};
use crate::effects::spell_damage;
use crate::event::Event;
use crate::magic::Cast;
use crate::scene::{Fight, Scene};
use crate::sheet::{DamageType, MissileSpell, Skill, Spell, SpellClass, SpellEffect};
use crate::state::HeldSpell;
use affray_core::grid::Arc;
use affray_core::referee::{CombatantId, Referee, Refusal};
use affray_core::tally::{Tally};

/// What a strike's mode is of a held spell: the hand.
pub const fn hand_of_mode(mode: u8) -> Option<u8> {
    if 0x80 <= mode && mode != NONE { Some(mode & 0x7f) } else { None }
}

impl<'a> Scene<'a> {
    /// `DF-437` The spell that a hand holds.
    pub fn held_spell(self, who: CombatantId, hand: u8) -> Option<HeldSpell> {
        self.fighter(who).held.iter().copied().find(|held| held.spell != NONE && held.hand == hand)
    }

    /// The spell that a strike's mode stands for, and what is known of it.
    pub fn held_by_mode(self, who: CombatantId, mode: u8) -> Option<(HeldSpell, &'a Spell)> {
        let held = self.held_spell(who, hand_of_mode(mode)?)?;
        Some((held, self.spell(who, held.spell)?))
    }

    /// How the missile of that mode flies; `None` if it is none.
    pub fn held_missile(self, who: CombatantId, mode: u8) -> Option<MissileSpell> {
        let (_, spell) = self.held_by_mode(who, mode)?;
        // A missile without numbers flies as far as it is thrown, unaimed.
        (spell.class == SpellClass::Missile)
            .then(|| spell.missile.unwrap_or(MissileSpell { acc: 0, half_range: 0, max_range: i16::MAX, bulk: 0 }))
    }

    /// What kind of attack a held spell makes.
    pub fn held_spell_kind(self, who: CombatantId, mode: u8) -> Option<IncomingKind> {
        let (_, spell) = self.held_by_mode(who, mode)?;
        Some(if spell.class == SpellClass::Missile { IncomingKind::MissileSpell } else { IncomingKind::Touch })
    }

    /// The type of damage that a held spell does, if it does any: the locations of `DF-R45` ask for it.
    pub fn held_spell_damage_type(self, who: CombatantId, mode: u8) -> Option<DamageType> {
        match self.held_by_mode(who, mode)?.1.effect {
            SpellEffect::Damage { kind, .. } => Some(kind),
            _ => None,
        }
    }

    /// `DF-R57` What a melee spell strikes with: reach as in [`Mode::reach`](crate::sheet::Mode::reach),
    /// and the skill. A hand has DX or Brawling and reach C, a staff its own modes.
    fn touch(self, who: CombatantId, hand: u8) -> (u16, i32) {
        let sheet = self.sheet(who);
        let item = self.fighter(who).hands.get(hand as usize).copied().unwrap_or(NONE);
        let staff = sheet.modes.iter().filter(|mode| item != NONE && mode.item == Some(item) && !mode.kind.is_ranged());
        staff
            .map(|mode| (mode.reach, i32::from(mode.score - mode.st_short)))
            .reduce(|one, other| (one.0 | other.0, one.1.max(other.1)))
            .unwrap_or_else(|| (1, i32::from(sheet.dx.max(sheet.skill(Skill::Brawling)))))
    }

    /// Reaches of a held melee spell as bits; 0 for a missile or nothing.
    pub fn held_spell_reach(self, who: CombatantId, mode: u8) -> u16 {
        match self.held_by_mode(who, mode) {
            Some((held, spell)) if spell.class == SpellClass::Melee => self.touch(who, held.hand).0,
            _ => 0,
        }
    }

    /// `DF-434` `DF-435` `DF-R57` The score of a strike with a held spell.
    pub fn held_spell_score<T: Tally>(self, who: CombatantId, strike: &Strike, plan: &AttackPlan, dual: bool) -> T {
        let sheet = self.sheet(who);
        let Some((held, _)) = self.held_by_mode(who, strike.mode) else { return T::base(rule!("DF-434"), 0) };
        let missile = self.held_missile(who, strike.mode);
        let mut score = match missile {
            Some(_) => T::base(rule!("DF-435"), i32::from(sheet.skill(Skill::InnateAttack).max(sheet.skill(Skill::Throwing)))),
            None => T::base(rule!("DF-434"), self.touch(who, held.hand).1),
        };
        self.add_strike_modifiers(&mut score, who, strike, plan, dual, missile.is_some());
        let item = self.fighter(who).hands.get(held.hand as usize).copied().unwrap_or(NONE);
        let two_handed = sheet.items.get(item as usize).is_some_and(|item| item.hands == 2);
        if held.hand != 0 && !two_handed && !sheet.traits.ambidexterity {
            score.add(if dual { rule!("DF-215") } else { rule!("DF-035") }, -4);
        }
        if let Some(missile) = missile {
            let flight = Flight { acc: missile.acc, bulk: missile.bulk, crossbow: false };
            self.add_flight_modifiers(&mut score, who, strike, plan, flight);
        }
        self.cap_move_and_attack(&mut score, plan, missile.is_some());
        score
    }

    /// `DF-434` to `DF-440` Whether a strike with a held spell is possible. What holds of every strike
    /// (locations, deception, the score) is judged with strikes.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_held_strike(self, who: CombatantId, strike: &Strike, plan: &AttackPlan) -> Result<(), Refusal> {
        let refuse = |rule, message: &str| Err(Refusal::new(rule, message));
        let Some((_, spell)) = self.held_by_mode(who, strike.mode) else {
            return Err(Refusal::impossible(rule!("DF-437"), "that hand holds no spell"));
        };
        if self.setup.combatants.len() <= strike.target.index() {
            return Err(Refusal::impossible(rule!("DF-170"), "there is no such target"));
        }
        if matches!(strike.aim, Aim::Damage(_) | Aim::Disarm(_)) {
            return refuse(rule!("DF-434"), "a spell strikes a figure, not an item");
        }
        if plan.rapid {
            return refuse(rule!("DF-220"), "a held spell strikes once: no Rapid Strike");
        }
        if self.arc_to(who, strike.target) != Arc::Front {
            return refuse(rule!("DF-173"), "the target has to be in the front arc: turn first");
        }
        let distance = self.distance(who, strike.target);
        match self.held_missile(who, strike.mode) {
            Some(missile) => {
                if i32::from(missile.max_range) < distance {
                    return refuse(rule!("DF-235"), "the target is beyond the spell's maximum range");
                }
                if matches!(plan.from, AttackFrom::AllOut(bonus) if bonus != AllOut::Ranged) {
                    return refuse(rule!("DF-R65"), "an All-Out Attack with a missile has the bonus for ranged attacks");
                }
            }
            None => {
                if spell.class != SpellClass::Melee || self.held_spell_reach(who, strike.mode) & (1u16.checked_shl(distance as u32).unwrap_or(0)) == 0 {
                    return refuse(rule!("DF-R57"), "a hand touches in the same hex, a staff at its reach: go nearer");
                }
                if plan.from == AttackFrom::AllOut(AllOut::Ranged) {
                    return refuse(rule!("DF-058"), "that bonus is for ranged attacks");
                }
            }
        }
        Ok(())
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-R52` `DF-R57` A held spell that nothing stopped: its damage, or its effect, which the target
    /// may resist.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn land_spell(&mut self, who: CombatantId, strike: &Strike, aim: Aim, critical: bool, incoming: &Incoming) -> Result<(), R::Pause> {
        let setup = self.setup;
        let target = strike.target;
        let Some(held) = hand_of_mode(strike.mode).and_then(|hand| self.scene().held_spell(who, hand)) else { return Ok(()) };
        let Some(spell) = setup.combatants[who.index()].sheet.spells.get(held.spell as usize) else { return Ok(()) };
        if self.is_resisted_at_touch(who, held.spell, spell, target)? {
            return Ok(());
        }
        let SpellEffect::Damage { damage, per_energy, kind } = spell.effect else {
            return self.apply_spell(who, held.spell, held.energy, 1, target);
        };
        let missile = self.scene().held_missile(who, strike.mode);
        let far = missile.is_some_and(|missile| {
            missile.half_range != 0 && i32::from(missile.half_range) < self.scene().distance(who, target)
        });
        self.tell(Event::SpellWorks { who, spell: held.spell, on: target });
        self.strike_home(&Blow {
            by: who,
            target,
            damage: spell_damage(damage, per_energy, held.energy),
            kind,
            divisor: (1, 1),
            aim,
            halved: far,
            critical,
            from_behind: incoming.arc == Arc::Rear,
            knocks_back: missile.is_none(),
        })
    }

    /// `DF-009` `DF-428` `DF-R57` A held spell that is resisted: spell skill against the target's score,
    /// rolled when it touches. The casting roll before was against no target.
    fn is_resisted_at_touch(&mut self, who: CombatantId, number: u8, spell: &Spell, target: CombatantId) -> Result<bool, R::Pause> {
        let Some(with) = spell.resisted else { return Ok(false) };
        let mut score = R::Tally::base(rule!("DF-428"), i32::from(spell.score));
        score.add(rule!("DF-361"), -self.scene().shock(who));
        if let Some(limit) = self.scene().limit_against(spell, target.0) {
            score.at_most(rule!("DF-429"), limit);
        }
        let margins = self.scene().margins_against(target, with);
        match self.casting_roll(who, spell, &score, Some(margins))? {
            Cast::Critical => Ok(false),
            Cast::Success(margin) => self.resists(who, number, with, target, margin),
            Cast::Failure | Cast::CriticalFailure => {
                self.tell(Event::Resists { who: target, spell: number });
                Ok(true)
            }
        }
    }

    /// `DF-437` `DF-438` After a strike a missile is gone; a melee spell only if it hit.
    pub fn spell_after_strike(&mut self, who: CombatantId, strike: &Strike, outcome: Outcome) {
        let Some(hand) = hand_of_mode(strike.mode) else { return };
        let missile = self.scene().held_missile(who, strike.mode).is_some();
        if missile || outcome == Outcome::Hit {
            self.release_spell(who, hand);
        }
    }

    /// The hand holds no spell any more.
    fn release_spell(&mut self, who: CombatantId, hand: u8) -> Option<u8> {
        let place = self.state[who].held.iter_mut().find(|held| held.spell != NONE && held.hand == hand)?;
        Some(std::mem::replace(place, HeldSpell::NONE).spell)
    }

    /// `DF-437` A held spell fades: willingly, or because the hand or staff lost hold of it.
    pub fn dissipate(&mut self, who: CombatantId, hand: u8) {
        if let Some(spell) = self.release_spell(who, hand) {
            self.tell(Event::SpellDissipates { who, spell });
        }
    }

    /// `DF-R52` `DF-R93` Missiles grow no more, except the one in the hand `but`.
    pub fn end_enlarging(&mut self, who: CombatantId, but: u8) {
        for place in 0..2 {
            let held = self.state[who].held[place];
            if held.spell != NONE && held.seconds != 0 && held.hand != but {
                self.state[who].held[place].seconds = 0;
                if held.seconds < 3 {
                    self.tell(Event::EnlargingEnds { who, spell: held.spell });
                }
            }
        }
    }
}
