//! The maneuvers of defense: multiple and single foes, bracing, retreating.
//!
//! Rules `GR-130` to `GR-142`; ruling `GR-R64`.

use crate::Graded;
use crate::decision::{Choice, NONE, Question};
use crate::event::Event;
use crate::movement::arcs::distance;
use crate::scene::{Fight, Scene};
use crate::state::{Flags, Marks, Posture};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// `GR-R64` The hexes into which a combatant can step back from an attacker: free, and farther from him.
    pub fn ways_back(self, who: CombatantId, by: CombatantId) -> impl Iterator<Item = Cell> {
        let (at, from) = (self.fighter(who).at, self.fighter(by).at);
        let free = move |to: &Cell| {
            distance(*to, from) > distance(at, from) && self.is_open(at, *to) && self.bodies(*to).next().is_none()
        };
        Facing::HEX.into_iter().map(move |way| at.step(way)).filter(free)
    }

    /// `GR-R64` Whether a combatant may step back there.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_step_back(self, who: CombatantId, by: CombatantId, to: Cell) -> Result<(), Refusal> {
        if self.map().ground(to).is_none_or(|ground| ground.impassable) {
            return Err(Refusal::impossible(rule!("GR-R64"), "nobody can go there"));
        }
        if self.is_ledge(self.fighter(who).at, to) {
            return Err(Refusal::new(rule!("GR-R116"), "that is too high or too deep to step: take another hex"));
        }
        if self.ways_back(who, by).any(|cell| cell == to) {
            Ok(())
        } else {
            Err(Refusal::new(rule!("GR-R64"), "a step back leads into a free hex farther from the attacker"))
        }
    }

    /// `GR-142` `GR-R64` Whether a combatant may retreat.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_retreat(self, who: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        if fighter.flags.any(crate::state::STUN) {
            return Err(Refusal::new(rule!("GR-142"), "a stunned combatant cannot retreat"));
        }
        if fighter.held != 0 || fighter.posture == Posture::Lying {
            return Err(Refusal::new(
                rule!("GR-R64"),
                "a held or lying combatant cannot retreat: break free, or stand up",
            ));
        }
        Ok(())
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-141` `GR-R64` The first attack of the round met in retreat: a step back, and +3 to the defense.
    pub(crate) fn step_back(&mut self, who: CombatantId, by: CombatantId) -> Result<(), R::Pause> {
        self.state[who].flags.clear(Flags::RETREATING);
        if self.scene().judge_retreat(who).is_err() || self.scene().ways_back(who, by).next().is_none() {
            return Ok(());
        }
        let question = Question::StepBack { who, by };
        let Choice::StepBack(to) = self.ask(question)? else { return Ok(()) };
        if to == self.state[who].at {
            return Ok(());
        }
        let fighter = &mut self.state[who];
        fighter.at = to;
        fighter.entered = NONE;
        fighter.marks.set(Marks::STEPPED_BACK);
        self.let_go(who);
        self.tell(Event::StepsBack { who, to });
        self.check_aims(who);
        // GR-R46, GR-R47: a hex is entered, whatever for.
        if self.state.watchers != 0 {
            self.be_watched(who)?;
            // The bonus is for the attack that was stepped back from.
            self.state[who].marks.set(Marks::STEPPED_BACK);
        }
        Ok(())
    }
}
