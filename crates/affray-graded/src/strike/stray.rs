//! Missiles that were dodged and fly on.
//!
//! Rules `GR-258` to `GR-260`; ruling `GR-R93`.

use crate::Graded;
use crate::decision::{Blow, Declared, From, NONE, Plan};
use crate::event::Event;
use crate::movement::arcs::towards;
use crate::scene::{Fight, Scene};
use crate::state::Flags;
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::tally::Tally;

/// `GR-260` The base skill for the hex on the line, and for those beside it.
const SKILLS: [i32; 2] = [12, 9];

impl Scene<'_> {
    /// `GR-260` `GR-R93` What a stray missile is rolled on: the base skill of the hex, with the light, the cover and posture
    /// and the erratic movement of whoever is there. Nothing of the shooter counts any more, nor how far he shot.
    pub(crate) fn stray_score<T: Tally>(self, blow: &Blow, plan: &Plan) -> T {
        let beside = plan.number != 0;
        let rule = rule!("GR-260").named(if beside { "beside the line of flight" } else { "on the line of flight" });
        let mut score = T::base(rule, SKILLS[usize::from(beside)]);
        score.add(rule!("GR-177"), self.darkness(blow));
        score.add(rule!("GR-211"), self.setup.scenario.obstruction.into());
        self.add_cover(&mut score, None, blow);
        score
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-258` `GR-259` `GR-R93` `GR-D15` A missile that was dodged flies on through the hex behind the target, then
    /// the ones to the left and right of that, to the first one whom it hits.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn stray(&mut self, who: CombatantId, blow: &Blow) -> Result<(), R::Pause> {
        if !self.setup.options.stray_missiles {
            return Ok(());
        }
        let (shooter, dodger) = (self.state[who], self.state[blow.target]);
        // Shot in the same hex, it flies on ahead.
        let flight = towards(dodger.at, dodger.facing, shooter.at).map_or(shooter.facing, |way| way.opposite());
        // Directions count counterclockwise: one more is the left.
        for (number, turn) in [0, 1, -1].into_iter().enumerate() {
            let hex = dodger.at.step(flight.turned(turn));
            for target in self.state.ids() {
                let body = &self.state[target];
                if body.at != hex || target == who || body.flags.has(Flags::DEAD) {
                    continue;
                }
                self.tell(Event::Strays { who, target });
                let blow = Blow { target, at: None, declared: Declared::default(), ..*blow };
                let plan = Plan { from: From::Stray, only: NONE, with: NONE, number: number as u8 };
                if self.strike(who, &blow, &plan)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
