//! The Feint and how long it lasts.
//!
//! Rule `OB-223`. Each feint is kept by the feinter, whichever of the two it made easier to hit.

use crate::Obss;
use crate::dice::pool::Grade;
use crate::event::Event;
use crate::scene::Fight;
use crate::state::{Feinted, Fighter, NONE};
use affray_kernel::referee::{CombatantId, Referee};

impl Fighter {
    /// Notes a feint. Those that are still open stand first; where there is no room, the one that ends
    /// first makes way.
    pub fn note_feint(&mut self, feint: Feinted) {
        let same = |other: &Feinted| other.whom == feint.whom && other.by == feint.by;
        let place = (self.feints.iter().position(same))
            .or_else(|| self.feints.iter().position(|other| other.whom == NONE))
            .unwrap_or_else(|| {
                let soonest = |&place: &usize| self.feints[place].ends;
                (0..self.feints.len()).min_by_key(soonest).unwrap_or(0)
            });
        self.feints[place] = Feinted { ends: feint.ends.max(self.ends_of(place, &feint)), ..feint };
    }

    /// How long the feint in a place lasts if it is the same.
    fn ends_of(&self, place: usize, feint: &Feinted) -> u8 {
        let old = &self.feints[place];
        if old.whom == feint.whom && old.by == feint.by { old.ends } else { 0 }
    }

    /// `OB-223` Counts the feints of a feinter down at the end of its activation.
    #[inline]
    pub fn expire_feints(&mut self) {
        if self.feints[0].whom == NONE {
            return;
        }
        let mut kept = [Feinted::NONE; 4];
        let mut count = 0;
        for feint in self.feints {
            if feint.whom != NONE && feint.ends > 1 {
                kept[count] = Feinted { ends: feint.ends - 1, ..feint };
                count += 1;
            }
        }
        self.feints = kept;
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-223` `OB-219` The target is easier to hit for the feinter until the end of this activation;
    /// bungled, the feinter for the target until the end of the next.
    pub(crate) fn feint(&mut self, who: CombatantId, target: CombatantId, grade: Grade) {
        let (whom, by, ends) = match grade {
            Grade::Success | Grade::CriticalSuccess => (target, who, 1),
            Grade::CriticalFailure => (who, target, 2),
            Grade::Failure => return,
        };
        self.state[who].note_feint(Feinted { whom: whom.0, by: by.0, ends });
        self.tell(Event::Feinted { who: whom, by, ends });
    }
}

#[cfg(test)]
mod tests {
    use crate::decision::{Action, Maneuver, ManeuverKind};
    use crate::testing::{Duel, arn, bel};
    use affray_kernel::tally::{Sum, Tally};

    fn defense(duel: &Duel, of: usize) -> i32 {
        duel.scene().defense::<Sum>(duel.ids[1 - of], &duel.plain(1 - of)).total()
    }

    #[test]
    fn a_feint_and_its_backfire() {
        let feint = |duel: &Duel, who: usize| {
            let target = duel.ids[1 - who];
            Action::Maneuver(Maneuver { kind: ManeuverKind::Feint, target, by_dex: false, item: 0, luck: 0 })
        };
        // Bel's short sword is out: the bow does not feint.
        let mut duel = Duel::of(bel(), arn());
        let sword = duel.item(0, "short sword");
        duel.state.fighters[0].hands = [sword, crate::state::NONE];
        duel.act(0, feint(&duel, 0), &[3, 4, 2], &[]);
        assert_eq!(defense(&duel, 1), 15, "OB-E68");
        assert_eq!(defense(&duel, 0), 15, "her own is as it was");
        duel.state.fighters[0].expire_feints();
        assert_eq!(defense(&duel, 1), 17, "OB-223: until the end of the activation");
        duel.act(0, feint(&duel, 0), &[1, 1, 1], &[]);
        assert_eq!(defense(&duel, 0), 13, "OB-219");
        assert_eq!(defense(&duel, 1), 17);
        // FileResolver a feint that ends sooner it goes on.
        duel.act(0, feint(&duel, 0), &[3, 4, 2], &[]);
        duel.state.fighters[0].expire_feints();
        assert_eq!((defense(&duel, 0), defense(&duel, 1)), (13, 17), "OB-223: the next activation too");
        duel.state.fighters[0].expire_feints();
        assert_eq!(defense(&duel, 0), 15);
    }
}
