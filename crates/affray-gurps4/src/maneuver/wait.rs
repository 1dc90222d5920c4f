//! Wait: a trigger, and a maneuver that interrupts.
//!
//! Rule `G4-173`, rulings `G4-R18`, `G4-R61`.

use crate::Gurps4;
use crate::decision::{Act, Choice, ManeuverKind, NONE, Question, Trigger, Wait};
use crate::event::{Event, Lost};
use crate::scene::{Fight, Scene};
use crate::state::Flags;
use affray_kernel::referee::{CombatantId, Referee, Refusal};

/// An act that can trigger a Wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happening {
    /// Entered a hex.
    Moves,
    /// Declared an attack on that figure.
    Attacks(CombatantId),
    /// Declared a maneuver.
    Declares(ManeuverKind),
}

impl Scene<'_> {
    /// `G4-173` `G4-R18` Whether a figure may wait for that.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_wait(self, who: CombatantId, wait: &Wait) -> Result<(), Refusal> {
        let by = match wait.on {
            Trigger::Within { by, .. }
            | Trigger::Attacks { by, .. }
            | Trigger::Enters { by, .. }
            | Trigger::Declares { by, .. } => by,
        };
        let there = |figure: u8| figure == NONE || self.exists(CombatantId(figure));
        let on = if let Trigger::Attacks { on, .. } = wait.on { on } else { NONE };
        if !there(by) || !there(on) {
            return Err(Refusal::impossible(rule!("G4-R18"), "there is no such figure to wait for"));
        }
        if by == who.0 {
            return Err(Refusal::new(rule!("G4-R18"), "a Wait cannot be triggered by the one who waits"));
        }
        // What the maneuver needs besides is looked at when the trigger comes.
        match wait.then {
            Act::Ready(what) => self.judge_ready(who, what),
            Act::Aim { mode, target } => self.judge_aim(who, mode, target),
            Act::Concentrate(task) => self.judge_concentration(task),
            _ => Ok(()),
        }
    }

    /// Waits that a person would be shown: for an enemy in reach.
    pub fn wait_options(self, _: CombatantId, offer: &mut dyn FnMut(Wait)) {
        for hexes in [1, 2] {
            offer(Wait { on: Trigger::Within { by: NONE, hexes }, then: Act::Attack { giant: false } });
        }
        offer(Wait { on: Trigger::Attacks { by: NONE, on: NONE }, then: Act::Attack { giant: false } });
    }

    /// `G4-R18` Whether what somebody did is what a figure waits for.
    fn triggers(self, who: CombatantId, wait: &Wait, by: CombatantId, happening: Happening) -> bool {
        let is = |wanted: u8| wanted == by.0 || wanted == NONE && self.are_foes(who, by);
        match (wait.on, happening) {
            (Trigger::Within { by: wanted, hexes }, Happening::Moves) => {
                is(wanted) && self.distance(who, by) <= i32::from(hexes)
            }
            (Trigger::Enters { by: wanted, at }, Happening::Moves) => is(wanted) && self.fighter(by).at == at,
            (Trigger::Attacks { by, on }, Happening::Attacks(target)) => is(by) && (on == NONE || on == target.0),
            (Trigger::Declares { by, what }, Happening::Declares(kind)) => is(by) && what == kind,
            _ => false,
        }
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-173` Begins to wait.
    pub fn begin_wait(&mut self, who: CombatantId, wait: Wait) {
        self.state[who].wait = Some(wait);
        self.state.waiting |= 1 << (who.0 & 63);
        self.tell(Event::Waits { who });
    }

    /// The Wait is over, one way or another.
    pub fn end_wait(&mut self, who: CombatantId) {
        if self.state[who].wait.take().is_some() {
            self.state.waiting &= !(1 << (who.0 & 63));
        }
    }

    /// `G4-R18` `G4-R61` Carries out the Waits that an act triggers. Whether there were any. Acts of a Wait can trigger
    /// others in turn; a Wait is over before it is carried out, so the recursion ends.
    ///
    /// # Errors
    /// The input that the referee lacks.
    #[inline]
    pub fn checkpoint(&mut self, by: CombatantId, happening: Happening) -> Result<bool, R::Pause> {
        if self.state.waiting == 0 { Ok(false) } else { self.interrupts(by, happening) }
    }

    fn interrupts(&mut self, by: CombatantId, happening: Happening) -> Result<bool, R::Pause> {
        let mut interrupted = false;
        // In turn order, or in that of the encounter before there is one.
        for place in 0..self.state.fighters.len() {
            let who = self.state.order.get(place).copied().unwrap_or(CombatantId(place as u8));
            let Some(wait) = self.state[who].wait else { continue };
            if who == by || !self.can_go_on(who) || !self.scene().triggers(who, &wait, by, happening) {
                continue;
            }
            let question = Question::Wait { who, by };
            if self.ask(question)? != Choice::Wait(true) {
                continue;
            }
            self.end_wait(who);
            interrupted = true;
            if !self.can_go_on(who) {
                continue;
            }
            self.tell(Event::Interrupts { who, by });
            // G4-R18: what is not possible is not done, and the Wait is spent.
            if let Err(refusal) = &self.scene().judge_act(who, &wait.then) {
                self.tell(Event::Wasted { who, second: false, why: Lost::from(refusal) });
                continue;
            }
            self.state[who].flags.set(Flags::INTERRUPTING);
            self.declare(who, wait.then);
            let done = self.carry_out(who, wait.then);
            self.state[who].flags.clear(Flags::INTERRUPTING);
            done?;
        }
        Ok(interrupted)
    }
}
