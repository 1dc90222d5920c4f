//! The Step: one hex, or down on a knee and up again, and a facing.
//!
//! Rules `DF-053` to `DF-056`, `DF-160` and `DF-161`. The hex or the posture is taken once, wholly before
//! or wholly after the action; the facing goes with it, or alone at the beginning or at the end of the
//! turn. A Step costs no points; footing still has to be kept in the hex that it leads to (`DF-124`).

use crate::Dfrpg;
use crate::decision::{Choice, Question, Step};
use crate::movement::{LEDGE, Went, is_side};
use crate::scene::{Fight, Scene};
use crate::state::{Motion, Posture};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// Whether a Step may be taken like that.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_step(self, who: CombatantId, step: Option<&Step>) -> Result<(), Refusal> {
        let Some(step) = step else { return Ok(()) };
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !is_side(step.facing) || step.hex.is_some_and(|side| !is_side(side)) {
            return Err(Refusal::impossible(rule!("DF-111"), "a hex has six sides: E, NE, NW, W, SW, SE"));
        }
        if step.hex.is_some() && step.posture.is_some() {
            return refuse(rule!("DF-053"), "a Step is one hex, or kneeling or standing up: not both");
        }
        if (step.hex.is_some() || step.posture.is_some()) && fighter.motion.has(Motion::STEPPED) {
            return refuse(rule!("DF-053"), "one Step a turn");
        }
        let sides = fighter.facing.sides_to(step.facing);
        if sides != 0 && fighter.motion.has(Motion::TURNED) {
            return refuse(rule!("DF-055"), "it turned at the beginning of its turn already");
        }
        if fighter.posture == Posture::Sitting && sides > 1 {
            return refuse(rule!("DF-161"), "a sitting figure turns by one side");
        }
        match step.posture {
            None => {}
            Some(Posture::Standing)
                if fighter.posture == Posture::Kneeling && !self.can_take(who, Posture::Standing) =>
            {
                return refuse(rule!("DF-R34"), "with a crippled leg nobody stands");
            }
            Some(Posture::Standing) if fighter.posture == Posture::Kneeling => {}
            Some(Posture::Kneeling) if fighter.posture == Posture::Standing => {}
            Some(_) => {
                return refuse(
                    rule!("DF-160"),
                    "a Step leads from standing to kneeling or back: all else is Change Posture",
                );
            }
        }
        let Some(side) = step.hex else { return Ok(()) };
        let to = fighter.at.step(side);
        if self.map().ground(to).is_none() {
            return Err(Refusal::impossible(rule!("DF-123"), "the map ends there"));
        }
        self.judge_leaving(who)?;
        if self.move_points(who) < 1 {
            return refuse(rule!("DF-026"), "under such a load nobody moves");
        }
        self.judge_ground(fighter.at, to)?;
        if self.occupant(to, who).is_some() && !self.has_foe(to, who) {
            return refuse(rule!("DF-123"), "a friend is in that hex");
        }
        Ok(())
    }

    /// The Steps that a person would be shown.
    pub fn step_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        let fighter = self.fighter(who);
        let stay = Step { hex: None, posture: None, facing: fighter.facing };
        into.push(Choice::Step(None));
        let mut offer = |step: Step| {
            if self.judge_step(who, Some(&step)).is_ok() {
                into.push(Choice::Step(Some(step)));
            }
        };
        for side in Facing::HEX {
            let to = fighter.at.step(side);
            // Over a ledge is legal, and nothing to be offered.
            if -self.map().elevation_difference(fighter.at, to) < LEDGE {
                offer(Step { hex: Some(side), ..stay });
            }
        }
        for posture in [Posture::Kneeling, Posture::Standing] {
            offer(Step { posture: Some(posture), ..stay });
        }
        for turn in [1, -1, 2, -2, 3] {
            offer(Step { facing: fighter.facing.turned(turn), ..stay });
        }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-054` The Step before the action, or after it; whether its hex or posture was taken.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn step(&mut self, who: CombatantId, after: bool) -> Result<bool, R::Pause> {
        let motion = &mut self.state[who].motion;
        motion.put(Motion::TURN_ANY, !motion.has(Motion::TURNED));
        if let Choice::Step(Some(step)) = self.ask(Question::Step { who, after })? {
            self.take_step(who, &step, after)?;
        }
        if after {
            // DF-055: the end of the turn was here, and is not offered again.
            self.state[who].motion.clear(Motion::TURN_ANY);
        }
        Ok(self.state[who].motion.has(Motion::STEPPED))
    }

    /// `DF-054` The Step after the action, unless it was taken before.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn step_after(&mut self, who: CombatantId, stepped: bool) -> Result<(), R::Pause> {
        if !stepped && !self.state[who].motion.has(Motion::STEPPED) && self.can_go_on(who) {
            self.step(who, true)?;
        }
        Ok(())
    }

    /// `DF-053` The Step of a maneuver in which nothing comes before or after it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn step_or_turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.step(who, false)?;
        Ok(())
    }

    /// Takes a Step: what was before the action turns first, what comes after it turns last.
    fn take_step(&mut self, who: CombatantId, step: &Step, after: bool) -> Result<(), R::Pause> {
        if !after {
            self.turn_with_step(who, step.facing);
        }
        if let Some(posture) = step.posture {
            self.state[who].motion.set(Motion::STEPPED);
            let before = self.look_at(who);
            self.take_posture(who, posture);
            self.checkpoint_changes(before)?;
        }
        // Both only where a game master allows it.
        if let Some(side) = step.hex {
            self.state[who].motion.set(Motion::STEPPED);
            if !self.step_into(who, side)? {
                return Ok(());
            }
        }
        if after && self.can_go_on(who) {
            self.turn_with_step(who, step.facing);
        }
        Ok(())
    }

    /// `DF-055` Turns once a turn.
    fn turn_with_step(&mut self, who: CombatantId, facing: Facing) {
        if self.state[who].facing != facing {
            self.turn_to(who, facing);
            self.state[who].motion.set(Motion::TURNED);
            self.state[who].motion.clear(Motion::TURN_ANY);
        }
    }

    /// `DF-053` `DF-056` `DF-462` One hex without points, and what meets the combatant there; whether it can go
    /// on. Into a foe's hex it is close combat (`DF-123`).
    pub(crate) fn step_into(&mut self, who: CombatantId, side: Facing) -> Result<bool, R::Pause> {
        let from = self.state[who].at;
        let to = from.step(side);
        if self.scene().map().ground(to).is_none() {
            return Ok(true);
        }
        if !self.evade_out(who, side, 0)? {
            self.state[who].motion.set(Motion::OVER);
            return Ok(false);
        }
        let company = self.move_with_company(who, to, side, false);
        self.tell_move(who, to, None, company);
        if self.state[who].entered == crate::state::NONE && self.scene().met_a_foe(who) {
            self.enter_close_combat(who, side);
        }
        let before = self.before(who);
        self.keep_ones_feet(who, from, to, 0)?;
        self.company_falls(company, from, to)?;
        self.checkpoint_hex(who, from)?;
        self.checkpoint_company(company, from, to)?;
        Ok(self.after_interruption(who, before) == Went::On)
    }
}
