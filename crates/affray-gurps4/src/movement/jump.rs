//! Jumps.
//!
//! Rules `G4-152` to `G4-155`, rulings `G4-R15`, `G4-R20`.

use crate::Gurps4;
use crate::decision::{Advance, Choice, Gait, Path, Question};
use crate::event::Event;
use crate::maneuver::wait::Happening;
use crate::scene::{Fight, Scene};
use crate::sheet::Skill;
use crate::state::Posture;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::{Sum, Tally};

/// A run-up of so many hexes is a running start (`G4-155`).
const RUNNING_START: u8 = 2;

/// `G4-152` `G4-153` `G4-155` `G4-R15` The length of a jump in hexes: the better of Move/2 and Jumping/4, twice that with a
/// running start, half of it in combat, and the fraction dropped. Quarters of a hex are counted up to there: half of an
/// odd number of them loses nothing that the last division would keep.
pub fn length<T: Tally>(move_points: i32, jumping: i32, running: bool, in_combat: bool) -> T {
    let jumps = T::base(rule!("G4-152").named("quarters of a hex, Jumping"), jumping);
    let mut length = jumps.or(T::base(rule!("G4-152").named("quarters of a hex, twice Move"), 2 * move_points));
    if running {
        length.becomes(rule!("G4-155").named("x 2, running start"), 2 * length.total());
    }
    if in_combat {
        length.becomes(rule!("G4-153").named("half, in combat"), length.total() / 2);
    }
    length.becomes(rule!("G4-152").named("hexes"), length.total() / 4);
    length
}

impl Scene<'_> {
    /// The length of a jump of this combatant, in hexes.
    pub fn jump_length<T: Tally>(self, who: CombatantId, running: bool) -> T {
        let jumping = i32::from(self.sheet(who).skill(Skill::Jumping));
        length(self.move_points(who), jumping, running, self.setup.options.in_combat)
    }

    /// `G4-R15` Whether the figure can jump at all.
    ///
    /// # Errors
    /// If it gets nowhere.
    pub fn judge_jump_at_all(self, who: CombatantId) -> Result<(), Refusal> {
        self.judge_leaving(who)?;
        let run_up = self.points_of::<Sum>(who, Gait::RunUp).total();
        if self.jump_length::<Sum>(who, run_up >= i32::from(RUNNING_START)).total() < 1 {
            return Err(Refusal::new(rule!("G4-R15"), "it would not get as far as the next hex"));
        }
        Ok(())
    }

    /// `G4-152` `G4-155` Whether the jump leads so far.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_jump(self, who: CombatantId, path: &Path, hexes: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if path.gait != Gait::RunUp {
            return refuse(rule!("G4-152"), "a jump is a maneuver of its own");
        }
        if hexes == 0 || i32::from(hexes) > self.jump_length::<Sum>(who, path.hexes >= RUNNING_START).total() {
            return refuse(rule!("G4-152"), "the jump does not lead so far");
        }
        let fighter = self.fighter(who);
        if fighter.posture == Posture::Prone && path.hexes != 0 {
            return refuse(rule!("G4-104"), "prone it goes one hex a turn, by whatever means");
        }
        let mut to = fighter.at;
        for _ in 0..hexes {
            to = to.step(fighter.facing);
        }
        self.judge_ground(fighter.at, to)?;
        if self.inside(to, who).any {
            return refuse(rule!("G4-R15"), "the hex where it lands has to be free");
        }
        Ok(())
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-155` `G4-R20` A run-up straight ahead, and the jump.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn jump(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let mut path = self.sets_out(who, Gait::RunUp);
        while self.can_go_on(who) && self.scene().judge_leaving(who).is_ok() {
            let question = Question::Advance { who, path };
            let Choice::Advance(advance) = self.ask(question)? else { break };
            match advance {
                Advance::Forward(side) => self.walk(who, &mut path, side, true)?,
                Advance::Jump(hexes) => {
                    let length: R::Tally = self.scene().jump_length(who, path.hexes >= RUNNING_START);
                    self.referee.show(Why::new(who, rule!("G4-152"), "jump"), &length);
                    let (mut to, facing) = (self.state[who].at, self.state[who].facing);
                    for _ in 0..hexes.min(40) {
                        to = to.step(facing);
                    }
                    if self.scene().map().ground(to).is_some() {
                        self.enter(who, to);
                        // G4-R20: a leap is as fast as it is long.
                        let moved = &mut self.state[who].moved;
                        *moved = moved.saturating_add(hexes.saturating_sub(1));
                        self.tell(Event::Jumps { who, to });
                        self.checkpoint(who, Happening::Moves)?;
                    }
                    break;
                }
                Advance::Sidestep(_) | Advance::Turn(_) | Advance::Stop => break,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths() {
        let length = |points, jumping, running, in_combat| length::<Sum>(points, jumping, running, in_combat).total();
        assert_eq!(length(6, 14, false, true), 1, "G4-E24: 1.75");
        assert_eq!(length(6, 14, true, true), 3, "G4-E24: 3.5");
        assert_eq!(length(6, 14, true, false), 7, "G4-E24");
        assert_eq!((length(5, 0, false, true), length(5, 0, true, true)), (1, 2), "G4-E24");
        assert_eq!(length(6, 15, false, true), 1, "G4-R15: 1.875");
    }
}
