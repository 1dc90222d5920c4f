//! Held spells: what a hand or staff holds until it strikes, flies or fades.
//!
//! Rules `DF-434` to `DF-440`, rulings `DF-R52`, `DF-R57` and `DF-R93`. The mode of a strike with a held
//! spell is 128 plus the hand that holds it.

use crate::Dfrpg;
use crate::decision::{IncomingAttack, IncomingKind, NO_MODE, NONE, Strike};
use crate::event::Event;
use crate::magic::Cast;
use crate::magic::effects::spell_damage;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemId, Level, MissileSpell, Skill, Spell, SpellClass, SpellEffect};
use crate::state::HeldSpell;
use crate::strike::Outcome;
use crate::strike::damage::{Blow, Bonus};
use crate::strike::judge::HELD;
use crate::strike::to_hit::Flight;
use affray_grid::Arc;
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::tally::Tally;

/// Whether a strike's mode stands for a held spell.
#[inline]
pub const fn is_held_spell(mode: u16) -> bool {
    mode >= HELD && mode < NO_MODE
}

/// What a strike's mode is of a held spell: the hand.
pub const fn hand_of_mode(mode: u16) -> Option<u8> {
    if is_held_spell(mode) { Some((mode & !HELD) as u8) } else { None }
}

impl<'a> Scene<'a> {
    /// `DF-437` The spell that a hand holds.
    pub fn held_spell(self, who: CombatantId, hand: u8) -> Option<HeldSpell> {
        self.fighter(who).held.iter().copied().find(|held| held.spell != NONE && held.hand == hand)
    }

    /// The spell that a strike's mode stands for, and what is known of it.
    pub fn held_by_mode(self, who: CombatantId, mode: u16) -> Option<(HeldSpell, &'a Spell)> {
        let held = self.held_spell(who, hand_of_mode(mode)?)?;
        Some((held, self.spell(who, held.spell)?))
    }

    /// How the missile of that mode flies; `None` if it is none.
    pub fn held_missile(self, who: CombatantId, mode: u16) -> Option<MissileSpell> {
        let (_, spell) = self.held_by_mode(who, mode)?;
        // A missile without numbers flies as far as it is thrown, unaimed.
        (spell.class == SpellClass::Missile)
            .then(|| spell.missile.unwrap_or(MissileSpell { acc: 0, half_range: 0, max_range: i16::MAX, bulk: 0 }))
    }

    /// What kind of attack a held spell makes.
    pub fn held_spell_kind(self, who: CombatantId, mode: u16) -> Option<IncomingKind> {
        let (_, spell) = self.held_by_mode(who, mode)?;
        Some(if spell.class == SpellClass::Missile { IncomingKind::MissileSpell } else { IncomingKind::Touch })
    }

    /// `DF-R57` The skill that a melee spell strikes with: DX or Brawling for a hand, that of the staff
    /// for a staff. How far each reaches is judged with all strikes.
    fn touch_skill(self, who: CombatantId, hand: u8) -> Level {
        let sheet = self.sheet(who);
        let item = self.fighter(who).hands.get(hand as usize).copied().unwrap_or(ItemId::NONE);
        let staff = self.modes_of(who, item).filter(|(_, mode)| !mode.kind.is_ranged());
        staff.map(|(_, mode)| mode.level()).reduce(Level::or).unwrap_or_else(|| sheet.best_level(&[Skill::Brawling]))
    }

    /// `DF-434` `DF-435` `DF-R57` The skill with a held spell before the modifiers of the moment, and how its missile
    /// flies if it is one.
    pub(crate) fn held_spell_skill<T: Tally>(self, who: CombatantId, mode: u16) -> (T, Option<Flight>) {
        let sheet = self.sheet(who);
        let Some((held, _)) = self.held_by_mode(who, mode) else { return (T::base(rule!("DF-434"), 0), None) };
        match self.held_missile(who, mode) {
            Some(missile) => {
                let skill = sheet.level(Skill::InnateAttack).or(sheet.level(Skill::Throwing));
                let flight = Flight { acc: missile.acc, bulk: missile.bulk, crossbow: false };
                (skill.tally(rule!("DF-435")), Some(flight))
            }
            None => (self.touch_skill(who, held.hand).tally(rule!("DF-434")), None),
        }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-R52` `DF-R57` A held spell that nothing stopped: the blow that it deals, or its effect, which the target may
    /// resist.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn land_spell(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        critical: bool,
        incoming: &IncomingAttack,
    ) -> Result<Option<Blow>, R::Pause> {
        let setup = self.setup;
        let target = strike.target;
        let Some(held) = hand_of_mode(strike.mode).and_then(|hand| self.scene().held_spell(who, hand)) else {
            return Ok(None);
        };
        let Some(spell) = setup.combatants[who.index()].sheet.spells.get(held.spell as usize) else { return Ok(None) };
        if self.is_resisted_at_touch(who, held.spell, spell, target)? {
            return Ok(None);
        }
        let SpellEffect::Damage { damage, per_energy, kind } = spell.effect else {
            self.apply_spell(who, held.spell, held.energy, 1, target)?;
            return Ok(None);
        };
        let missile = self.scene().held_missile(who, strike.mode);
        let far = missile.is_some_and(|missile| {
            missile.half_range != 0 && i32::from(missile.half_range) < self.scene().distance(who, target)
        });
        self.tell(Event::SpellWorks { who, spell: held.spell, on: target, energy: held.energy });
        Ok(Some(Blow {
            by: who,
            target,
            damage: spell_damage(damage, per_energy, held.energy),
            strength: (rule!("DF-R55"), 0),
            adds: rule!("DF-R55").named("adds"),
            bonus: Bonus::default(),
            kind,
            divisor: (1, 1),
            aim: strike.aim,
            halved: far,
            critical,
            from_behind: incoming.arc == Arc::Rear,
            knocks_back: missile.is_none(),
        }))
    }

    /// `DF-009` `DF-428` `DF-R50` `DF-R57` A held spell that is resisted: spell skill, less what other spells take that
    /// the caster keeps up, against the target's score, rolled when it touches. The casting roll before was against no
    /// target.
    fn is_resisted_at_touch(
        &mut self,
        who: CombatantId,
        number: u8,
        spell: &Spell,
        target: CombatantId,
    ) -> Result<bool, R::Pause> {
        let Some(with) = spell.resisted else { return Ok(false) };
        let mut score = R::Tally::base(rule!("DF-428").named("skill in the spell"), i32::from(spell.score));
        score.add(rule!("DF-361"), -self.scene().shock(who));
        self.scene().add_maintained(&mut score, who);
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

    /// `DF-437` `DF-438` After a strike a missile is gone; a melee spell only if it hit somebody.
    #[inline]
    pub fn spell_after_strike(&mut self, who: CombatantId, strike: &Strike, outcome: Outcome) {
        let Some(hand) = hand_of_mode(strike.mode) else { return };
        let missile = self.scene().held_missile(who, strike.mode).is_some();
        if missile || matches!(outcome, Outcome::Hit | Outcome::Redirected(_)) {
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

    /// `DF-R52` `DF-R93` Missiles grow no more, except the one in the hand `but`; `disturbed` says why.
    pub fn end_enlarging(&mut self, who: CombatantId, but: u8, disturbed: bool) {
        for place in 0..2 {
            let held = self.state[who].held[place];
            if held.spell != NONE && held.seconds != 0 && held.hand != but {
                self.state[who].held[place].seconds = 0;
                if held.seconds < 3 {
                    self.tell(Event::EnlargingEnds { who, spell: held.spell, energy: held.energy, disturbed });
                }
            }
        }
    }
}
