//! Grapples: being held, and getting free.
//!
//! Rule `G4-215`, ruling `G4-R43`.

use crate::Gurps4;
use crate::check::{Contestant, wins_contest};
use crate::decision::NONE;
use crate::event::Event;
use crate::scene::Fight;
use crate::state::Flags;
use affray_kernel::referee::{CombatantId, Referee};

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-R43` The target of a grapple that hit is held.
    pub(crate) fn grapples(&mut self, who: CombatantId, target: CombatantId) {
        self.state[target].grappled_by = who.0;
        self.state.any_grapple = true;
        self.tell(Event::Grapples { who, target });
    }

    /// `G4-R43` A held figure is free.
    pub(crate) fn release(&mut self, target: CombatantId) {
        self.state[target].grappled_by = NONE;
        self.state.any_grapple = self.state.fighters.iter().any(|fighter| fighter.grappled_by != NONE);
        self.tell(Event::Free { who: target });
    }

    /// `G4-R43` Everybody whom a figure holds is free.
    pub(crate) fn release_all(&mut self, who: CombatantId) {
        if self.state.any_grapple {
            for target in self.state.ids() {
                if self.state[target].grappled_by == who.0 {
                    self.release(target);
                }
            }
        }
    }

    /// `G4-R43` `G4-R69` A grapple ends where the two are more than one hex apart, or the holder is stunned or out.
    pub(crate) fn settle_grapples(&mut self) {
        for target in self.state.ids() {
            let holder = CombatantId(self.state[target].grappled_by);
            if holder.0 == NONE {
                continue;
            }
            let fighter = &self.state[holder];
            if !fighter.is_up() || fighter.flags.has(Flags::STUNNED) || self.scene().blow_distance(holder, target) > 1 {
                self.release(target);
            }
        }
    }

    /// `G4-R43` `G4-006` `G4-R37` A Quick Contest of ST to break free.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn break_free(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let holder = CombatantId(self.state[who].grappled_by);
        if holder.0 == NONE {
            return Ok(());
        }
        let scene = self.scene();
        let side = |one: CombatantId| Contestant {
            who: one,
            what: "strength",
            score: scene.strength::<R::Tally>(one, rule!("G4-R43")),
        };
        let (mine, theirs) = (side(who), side(holder));
        if wins_contest(self.referee, rule!("G4-R43"), &mine, &theirs)? {
            self.release(who);
        } else {
            self.tell(Event::StaysHeld { who, by: holder });
        }
        Ok(())
    }
}
