//! Evading: past foes in their hex, and out of close combat.
//!
//! Rules `DF-120` to `DF-122` and `DF-462`, rulings `DF-R38`, `DF-R95`, `DF-R97` and `DF-R123`.

use crate::Dfrpg;
use crate::check::Contestant;
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::state::Posture;
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::tally::Tally;

/// `DF-120` `DF-R95` What the posture of the foe does to evading it.
#[rustfmt::skip]
pub const fn past(posture: Posture) -> i32 {
    match posture {
        Posture::Standing | Posture::Crouching                   => -5,
        Posture::Kneeling | Posture::Sitting | Posture::Crawling => -2,
        Posture::Prone | Posture::FaceUp                         =>  5,
    }
}

/// `DF-120` What the side from which the foe is passed does, as the foe sees it.
#[rustfmt::skip]
pub const fn approach(arc: Arc) -> i32 {
    match arc {
        Arc::Front            => 0,
        Arc::Left | Arc::Right => 2,
        Arc::Rear             => 5,
    }
}

impl Scene<'_> {
    /// `DF-122` Whether somebody could try to stop a combatant that passes: a foe, conscious, neither
    /// stunned nor pinned.
    pub fn can_resist_evading(self, who: CombatantId, by: CombatantId) -> bool {
        let fighter = self.fighter(who);
        self.are_foes(who, by) && fighter.is_conscious() && !fighter.is_stunned() && !self.is_pinned(who)
    }

    /// `DF-120` `DF-102` `DF-R02` The evader's score: DX, by the foe's posture and the approach.
    pub fn evade_score<T: Tally>(self, who: CombatantId, foe: CombatantId, arc: Arc, hurry: i32) -> T {
        let mut score = T::base(rule!("DF-120").named("DX"), i32::from(self.sheet(who).dx));
        score.add(rule!("DF-120").named("posture of the foe"), past(self.fighter(foe).posture));
        score.add(rule!("DF-120").named("not from its front"), approach(arc));
        score.add(rule!("DF-102"), hurry);
        self.add_dx_modifiers(&mut score, who);
        score
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-120` `DF-121` `DF-122` Passes one foe, which may resist; whether the combatant gets past. A tie is the
    /// evader's.
    fn evade(&mut self, who: CombatantId, foe: CombatantId, arc: Arc, hurry: i32) -> Result<bool, R::Pause> {
        if self.ask(Question::ResistEvade { who: foe, by: who })? != Choice::ResistEvade(true) {
            return Ok(true);
        }
        let score = self.scene().evade_score(who, foe, arc, hurry);
        let mut other = R::Tally::base(rule!("DF-120").named("DX"), i32::from(self.scene().sheet(foe).dx));
        self.scene().add_dx_modifiers(&mut other, foe);
        let evader = Contestant { who, what: "evade", score };
        let stopper = Contestant { who: foe, what: "stop the evader", score: other };
        // Only the winner matters.
        let passes = self.quick_contest(rule!("DF-121"), &evader, &stopper)? >= 0;
        self.tell(if passes { Event::Evades { who, foe } } else { Event::EvadeFails { who, foe } });
        Ok(passes)
    }

    /// `DF-120` `DF-R123` Passes all foes in a hex that were there before the combatant and resist; the approach is judged
    /// from the hex that the combatant came from (`DF-R95`).
    pub(crate) fn evade_in(
        &mut self,
        who: CombatantId,
        met: u64,
        from: Cell,
        to: Cell,
        hurry: i32,
    ) -> Result<bool, R::Pause> {
        if met == 0 {
            return Ok(true);
        }
        for foe in self.state.ids().filter(|foe| met & 1 << foe.index() != 0) {
            let stands = self.scene().occupants(to, who).any(|other| other == foe);
            if stands && !self.scene().are_tied(who, foe) && self.scene().can_resist_evading(foe, who) {
                let fighter = &self.state[foe];
                let arc = self.scene().map().arc(fighter.at, fighter.facing, from);
                if !self.evade(who, foe, arc, hurry)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// `DF-462` Leaves a hex by a side: the foe that controls it in close combat has to be evaded. One's own hex
    /// counts as a foe's front (`DF-R10`). A combatant that drags its foes along leaves none of them.
    pub(crate) fn evade_out(&mut self, who: CombatantId, side: Facing, hurry: i32) -> Result<bool, R::Pause> {
        // Without close combat every side is free.
        if !self.scene().in_close_combat(who) {
            return Ok(true);
        }
        for foe in self.state.ids() {
            let scene = self.scene();
            let guards = scene.guards_of_side(who, side).any(|other| other == foe);
            if guards
                && !scene.are_tied(who, foe)
                && scene.can_resist_evading(foe, who)
                && !self.evade(who, foe, Arc::Front, hurry)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posture_and_approach_add() {
        for (example, posture, arc, expected) in [
            ("DF-E59", Posture::Standing, Arc::Front, -5),
            ("DF-E59", Posture::Standing, Arc::Rear, 0),
            ("DF-R95", Posture::Crouching, Arc::Left, -3),
            ("DF-R95", Posture::Sitting, Arc::Front, -2),
            ("DF-R95", Posture::Crawling, Arc::Right, 0),
            ("DF-120", Posture::FaceUp, Arc::Rear, 10),
        ] {
            assert_eq!(past(posture) + approach(arc), expected, "{example}");
        }
    }
}
