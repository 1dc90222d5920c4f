//! Holds: how they begin, are kept, escaped and let go.
//!
//! Rules `OB-220`, `OB-225`, `OB-226`, `OB-263`, `OB-264`, ruling `OB-R66`. The effects of a hold stand
//! where they act: in [`score`](crate::strike::score), [`movement`](crate::movement) and [`attack`](crate::strike).
//! A combatant is in one hold at a time.

use crate::Obss;
use crate::decision::{Maneuver, ManeuverKind};
use crate::dice::check::Check;
use crate::dice::pool::Grade;
use crate::event::{Event, HoldEnd};
use crate::scene::{Fight, Scene};
use crate::sheet::Skill;
use crate::state::{Flags, NONE};
use crate::turn::react::Trigger;
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// `OB-220` `OB-225` `OB-324` Free hands: empty, and not busy with a hold.
    pub fn free_hands(self, who: CombatantId) -> usize {
        let fighter = self.fighter(who);
        let empty = fighter.hands.iter().filter(|&&item| item == NONE).count();
        empty.saturating_sub(usize::from(fighter.hold.holds))
    }

    /// `OB-220` `OB-225` Whether a combatant can begin a hold.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_grapple(self, who: CombatantId, target: CombatantId) -> Result<(), Refusal> {
        if self.free_hands(who) == 0 {
            return Err(Refusal::new(rule!("OB-220"), "a hold takes a free hand: drop or sheathe something first"));
        }
        if self.fighter(who).hold.with != NONE || self.fighter(target).hold.with != NONE {
            return Err(Refusal::impossible(rule!("OB-225"), "one of the two is in a hold already"));
        }
        Ok(())
    }

    /// `OB-226` Whether the upkeep of a hold is due and can be paid.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_keep_hold(self, who: CombatantId, luck: u8) -> Result<(), Refusal> {
        self.judge_holder(who)?;
        if self.fighter(who).hold.kept {
            return Err(Refusal::new(rule!("OB-226"), "the hold is kept for this activation"));
        }
        self.judge_price(who, 2)?;
        let part = self.skill_part(who, Skill::Athletics);
        self.judge_luck(rule!("OB-215"), luck, part.trained, part.ability)
    }

    /// `OB-226` Whether a combatant holds another.
    ///
    /// # Errors
    /// If not.
    pub fn judge_holder(self, who: CombatantId) -> Result<(), Refusal> {
        if self.fighter(who).hold.holds {
            return Ok(());
        }
        Err(Refusal::impossible(rule!("OB-226"), "only the holder keeps or ends a hold: break free, if held"))
    }

    /// `OB-226` Whether a combatant can try to escape.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_escape(self, who: CombatantId, acrobatics: bool, luck: u8) -> Result<(), Refusal> {
        let hold = self.fighter(who).hold;
        if hold.with == NONE || hold.holds {
            return Err(Refusal::impossible(rule!("OB-226"), "only a held combatant escapes"));
        }
        self.judge_price(who, 2)?;
        let part = self.skill_part(who, Skill::of_body(acrobatics));
        self.judge_luck(rule!("OB-215"), luck, part.trained, part.ability)
    }

    /// `OB-226` The check of an escape, against the holder.
    pub fn escape_check<T: Tally>(self, who: CombatantId, acrobatics: bool, luck: u8) -> Check<T> {
        let skill = Skill::of_body(acrobatics);
        let holder = CombatantId(self.fighter(who).hold.with);
        let parts = (self.skill_part(who, skill), self.strength_save_part(holder));
        self.opposed(who, holder, parts, self.sheet(who).rank(skill) == 0, luck)
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-225` `OB-219` The result of a Grapple: both Grappled, or the target Pinned; bungled, the target
    /// is the holder.
    pub(crate) fn grapple(&mut self, who: CombatantId, target: CombatantId, grade: Grade) {
        match grade {
            Grade::Success => self.begin_hold(who, target, false),
            Grade::CriticalSuccess => self.begin_hold(who, target, true),
            Grade::CriticalFailure => self.begin_hold(target, who, false),
            Grade::Failure => {}
        }
    }

    /// `OB-225` A combatant holds another, which is Pinned or Grappled.
    fn begin_hold(&mut self, holder: CombatantId, held: CombatantId, pinned: bool) {
        // An older hold of either, as a game master may allow, ends.
        self.end_hold(holder, HoldEnd::Other);
        self.end_hold(held, HoldEnd::Other);
        self.state.begin_hold(holder, held, pinned, true);
        self.tell(Event::Holds { who: holder, target: held, pinned });
    }

    /// `OB-226` The upkeep of a hold: another Grapple check, of which only the extremes matter.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn keep_hold(&mut self, who: CombatantId, luck: u8) -> Result<(), R::Pause> {
        self.pay(who, 2);
        let held = CombatantId(self.state[who].hold.with);
        if !self.scene().exists(held) {
            return Ok(());
        }
        self.state[who].hold.kept = true;
        let again = Maneuver { kind: ManeuverKind::Grapple, target: held, by_dex: false, item: 0, luck };
        let check = self.scene().maneuver_check::<R::Tally>(who, &again);
        let grade = self.check(&check, |grade, _| match grade {
            Grade::Failure => Grade::Success,
            grade => grade,
        })?;
        match grade {
            Grade::CriticalSuccess => {
                let flags = &mut self.state[held].flags;
                flags.clear(Flags::GRAPPLED);
                flags.set(Flags::PINNED);
                self.tell(Event::Holds { who, target: held, pinned: true });
            }
            Grade::CriticalFailure => self.end_hold(who, HoldEnd::Bungled),
            Grade::Success | Grade::Failure => self.tell(Event::HoldStays { who, target: held }),
        }
        self.window_of(held, who, Trigger::Resolved)
    }

    /// `OB-226` An escape: success frees both.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn escape(&mut self, who: CombatantId, acrobatics: bool, luck: u8) -> Result<(), R::Pause> {
        self.pay(who, 2);
        if !self.scene().exists(CombatantId(self.state[who].hold.with)) {
            return Ok(());
        }
        let check = self.scene().escape_check::<R::Tally>(who, acrobatics, luck);
        if self.check(&check, |grade, _| grade.succeeded())? {
            self.end_hold(who, HoldEnd::Escape);
        }
        Ok(())
    }

    /// `OB-226` At the end of the holder's activation a hold that was not kept ends.
    pub(crate) fn let_hold_lapse(&mut self, who: CombatantId) {
        let hold = self.state[who].hold;
        if hold.holds && !hold.kept {
            self.end_hold(who, HoldEnd::NotKept);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Action;
    use crate::state::Hold;
    use crate::testing::{Duel, arn, bel, dag};
    use affray_kernel::tally::Sum;

    fn grapple(target: CombatantId) -> Action {
        Action::Maneuver(Maneuver { kind: ManeuverKind::Grapple, target, by_dex: false, item: 0, luck: 0 })
    }

    fn defense(duel: &Duel, of: usize) -> i32 {
        duel.scene().defense::<Sum>(duel.ids[1 - of], &duel.plain(1 - of)).total()
    }

    /// The ogre without its maul, beside somebody.
    fn ogre(other: crate::files::sheet::Compiled) -> Duel {
        let mut duel = Duel::of(dag(), other);
        let maul = duel.item(0, "war maul");
        duel.state.fighters[0].hands = [NONE; 2];
        duel.state.fighters[0].places[maul as usize] = crate::sheet::Place::Sheathed;
        duel.state.fighters[1].at = affray_grid::Cell::new(2, 0);
        duel
    }

    #[test]
    fn pinned_at_once_and_free_again() {
        for (dice, free) in [(&[6, 5, 6, 3][..], true), (&[5, 6, 4], false)] {
            let mut duel = ogre(arn());
            duel.act(0, grapple(duel.ids[1]), &[5, 6, 3, 4, 2], &[]);
            assert!(duel.state.fighters[1].flags.has(Flags::PINNED), "OB-E70");
            assert!(duel.state.fighters[0].flags.has(Flags::GRAPPLED), "OB-E70");
            assert_eq!((defense(&duel, 1), defense(&duel, 0)), (13, 12), "OB-E60, OB-E94");
            duel.act(1, Action::Escape { acrobatics: false, luck: 0 }, dice, &[]);
            assert_eq!(duel.state.fighters[1].hold == Hold::NONE, free, "OB-E71: {dice:?}");
            assert_eq!(duel.state.fighters[0].flags.has(Flags::GRAPPLED), !free, "OB-E71");
            assert_eq!(duel.state.fighters[1].flags.has(Flags::PINNED), !free, "OB-E71");
        }
    }

    #[test]
    fn three_rounds_in_a_hold() {
        let mut duel = ogre(bel());
        let (ogre, bel) = (duel.ids[0], duel.ids[1]);
        duel.act(0, grapple(bel), &[3, 2, 4, 1], &[]);
        assert_eq!((defense(&duel, 1), defense(&duel, 0)), (13, 12), "OB-E94");
        let bow = duel.item(1, "longbow");
        let maul = duel.item(0, "war maul");
        let judge = |duel: &Duel, who: CombatantId, action: Action| {
            duel.scene().judge_action(who, &action).err().map(|refusal| refusal.rule)
        };
        assert_eq!(judge(&duel, ogre, Action::KeepHold { luck: 0 }), Some(rule!("OB-226")), "it has only begun");
        assert_eq!(judge(&duel, bel, Action::Move), Some(rule!("OB-263")), "OB-I10");
        assert_eq!(judge(&duel, bel, Action::Release), Some(rule!("OB-226")));
        assert_eq!(judge(&duel, ogre, Action::Draw { item: maul, hand: 0 }), Some(rule!("OB-119")), "a hand holds her");
        duel.state.fighters[1].flags.clear(Flags::PRONE);
        let shot = crate::decision::Attack { way: crate::decision::Way::Ranged, ..duel.plain(1) };
        assert_eq!(shot.item, bow);
        assert_eq!(judge(&duel, bel, Action::Attack(shot)), Some(rule!("OB-263")), "OB-I23");
        // Her escape: two dice against a larger one, Acrobatics +7 against 21.
        duel.act(1, Action::Escape { acrobatics: true, luck: 0 }, &[4, 5], &[]);
        assert_ne!(duel.state.fighters[1].hold, Hold::NONE, "OB-E94");
        duel.state.fighters[0].hold.kept = false;
        duel.refresh();
        duel.act(0, Action::KeepHold { luck: 0 }, &[6, 3, 2, 4, 3], &[]);
        assert!(duel.state.fighters[1].flags.has(Flags::PINNED), "OB-E94");
        assert_eq!(defense(&duel, 1), 11, "OB-E94");
        duel.act(1, Action::Escape { acrobatics: true, luck: 0 }, &[6, 5, 4], &[]);
        assert_eq!(duel.state.fighters[1].hold, Hold::NONE, "OB-E94");
    }

    #[test]
    fn holds_that_end_or_turn() {
        let mut duel = ogre(bel());
        duel.act(0, grapple(duel.ids[1]), &[1, 1, 1, 5], &[]);
        assert!(duel.state.fighters[1].hold.holds, "OB-219: the one who was to be held holds");
        duel.end_activation(0);
        assert!(duel.state.fighters[1].hold.holds, "it is the holder's activation that counts");
        duel.state.fighters[1].hold.kept = false;
        duel.end_activation(1);
        assert_eq!(duel.state.fighters[0].hold, Hold::NONE, "OB-226: not kept");
        let mut duel = ogre(bel());
        duel.act(0, grapple(duel.ids[1]), &[3, 2, 4, 1], &[]);
        duel.act(0, Action::Release, &[], &[]);
        assert_eq!(duel.state.fighters[1].hold, Hold::NONE, "OB-226");
        duel.refresh();
        duel.act(0, grapple(duel.ids[1]), &[3, 2, 4, 1], &[]);
        duel.state.fighters[0].hold.kept = false;
        duel.refresh();
        duel.act(0, Action::KeepHold { luck: 0 }, &[1, 1, 1, 5], &[]);
        assert_eq!(duel.state.fighters[1].hold, Hold::NONE, "OB-226: a critical failure frees");
    }
}
