//! Movement, hex by hex.
//!
//! Rules `DQ-301` to `DQ-308`, `DQ-314`; rulings `DQ-R06`, `DQ-R07`, `DQ-R42`, `DQ-R43`.

use crate::DragonQuest;
use crate::decision::{Choice, Gait, NONE, Question, Step, Walk};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::state::Flags;
use affray_core::grid::{Cell, Facing};
use affray_core::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// `DQ-R06` What entering a hex costs, 1 to 6.
    pub fn entry_cost(self, cell: Cell) -> i32 {
        ((3 + i32::from(self.map().at(cell).extra_cost_half)) / 2).clamp(1, 6)
    }

    /// `DQ-R03` The rear hexes of a single-hex figure.
    pub fn rear_hexes(self, who: CombatantId) -> impl Iterator<Item = Cell> {
        let fighter = self.fighter(who);
        [2, 3, 4].into_iter().map(move |turn| fighter.at.step(fighter.facing.turned(turn)))
    }

    /// Whether a piece of a movement is legal.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_walk(self, who: CombatantId, walk: &Walk, step: Step) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        match step {
            Step::Stop => {
                // DQ-R10: friends who fought in one hex may share it until they move.
                if walk.hexes == 0 || self.is_free(who, fighter.at) {
                    Ok(())
                } else {
                    refuse(rule!("DQ-R06"), "nobody can stay in an occupied hex: go on")
                }
            }
            Step::Turn(_) => match walk.gait {
                Gait::Straight => refuse(rule!("DQ-203"), "no change of facing during this movement"),
                Gait::Back => refuse(rule!("DQ-207"), "a withdrawal keeps the facing"),
                Gait::Retreat => refuse(rule!("DQ-314"), "a retreat keeps the facing"),
                Gait::Free if self.setup.options.facing_cost != 0 && !self.is_free(who, fighter.at) => {
                    refuse(rule!("DQ-R06"), "on out of the friend's hex first: turning costs movement")
                }
                Gait::Free if !walk.stopped && walk.left < self.setup.options.facing_cost => {
                    refuse(rule!("DQ-302"), "no movement point is left for a change of facing")
                }
                Gait::Shift if walk.turned => refuse(rule!("DQ-R43"), "one change of facing goes with the shift"),
                Gait::Free | Gait::Shift => Ok(()),
            },
            Step::To(way) => self.judge_hex(who, walk, way),
        }
    }

    /// Whether a figure may go on into the next hex that way.
    fn judge_hex(self, who: CombatantId, walk: &Walk, way: Facing) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let to = fighter.at.step(way);
        if self.map().ground(to).is_none() {
            return Err(Refusal::impossible(rule!("DQ-R06"), "that is off the map"));
        }
        if fighter.flags.has(Flags::ENTANGLED) {
            return refuse(rule!("DQ-R18"), "an entangled figure stays in its hex");
        }
        if walk.stopped {
            return refuse(rule!("DQ-304"), "who enters an opponent's melee zone stops there; turning is possible");
        }
        if !self.is_passable(to) {
            return refuse(rule!("DQ-R06"), "that hex is impassable");
        }
        let cost = self.entry_cost(to);
        // DQ-303: the first hex can always be covered.
        if i32::from(walk.left) < cost && (walk.hexes != 0 || walk.left == 0) {
            return refuse(rule!("DQ-301"), "there are not enough movement points left");
        }
        let turn = (way.index() + 6 - fighter.facing.index()) % 6;
        match walk.gait {
            Gait::Back if walk.hexes == 0 && !matches!(turn, 2..=4) => {
                return refuse(rule!("DQ-207"), "one withdraws into a rear hex");
            }
            Gait::Back if walk.hexes != 0 && fighter.at != walk.safe.step(way) => {
                return refuse(rule!("DQ-R42"), "the second hex of a withdrawal lies straight on");
            }
            Gait::Retreat if turn != 3 => return refuse(rule!("DQ-314"), "one retreats straight back"),
            Gait::Shift => {
                let stays = self.foes(who).any(|foe| self.holds(foe, who, fighter.at) && self.holds(foe, who, to));
                if !stays {
                    return refuse(rule!("DQ-R43"), "a shift ends in a front hex of an opponent who held the figure");
                }
            }
            _ => {}
        }
        let partner = |other: CombatantId| other.0 == fighter.mount || other.0 == fighter.rider;
        let mut others = self.at(to).filter(|&other| other != who && !partner(other)).peekable();
        if others.peek().is_some() {
            if others.any(|other| self.are_foes(who, other)) {
                return refuse(rule!("DQ-R06"), "an opponent stands there");
            }
            // DQ-R06: through a friend's hex, not into it: a free hex has to be within reach behind it.
            let left = i32::from(walk.left) - cost;
            let beyond = |way: &Facing| {
                let next = to.step(*way);
                self.is_free(who, next) && self.entry_cost(next) <= left
            };
            if !matches!(walk.gait, Gait::Free | Gait::Straight)
                || !Facing::HEX.iter().any(beyond)
                || self.is_held_at(who, to)
            {
                return refuse(rule!("DQ-R06"), "a friend stands there, and the movement would end with him");
            }
        }
        Ok(())
    }

    /// Lists the pieces of movement that a person would be shown.
    pub fn walk_options(self, who: CombatantId, walk: &Walk, into: &mut Vec<Choice>) {
        for way in Facing::HEX {
            if self.judge_walk(who, walk, Step::To(way)).is_ok() {
                into.push(Choice::Step(Step::To(way)));
            }
        }
        for facing in Facing::HEX {
            if facing != self.fighter(who).facing && self.judge_walk(who, walk, Step::Turn(facing)).is_ok() {
                into.push(Choice::Step(Step::Turn(facing)));
            }
        }
        if self.judge_walk(who, walk, Step::Stop).is_ok() {
            into.push(Choice::Step(Step::Stop));
        }
    }
}

/// More pieces than this are no movement, whatever a game master allows.
const MOST_PIECES: u8 = 200;

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-301` A movement of at most so many points, asked for piece by piece.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn walk(&mut self, who: CombatantId, gait: Gait, hexes: i32, may_jump: bool) -> Result<(), R::Pause> {
        self.walk_on(who, Walk::begin(gait, hexes, self.state[who].at, may_jump))
    }

    /// A movement that has begun, asked for piece by piece to its end.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn walk_on(&mut self, who: CombatantId, mut walk: Walk) -> Result<(), R::Pause> {
        let gait = walk.gait;
        for _ in 0..MOST_PIECES {
            let question = Question::Walk { who, walk };
            let step = match self.referee.ask(self.setup, self.state, question)? {
                Choice::Step(step) => step,
                _ => Step::Stop,
            };
            match step {
                Step::Stop => break,
                Step::Turn(facing) => {
                    let cost = if walk.stopped || gait == Gait::Shift { 0 } else { self.setup.options.facing_cost };
                    walk.left = walk.left.saturating_sub(cost);
                    walk.turned = true;
                    self.turn_to(who, facing);
                }
                Step::To(way) => {
                    let from = self.state[who].at;
                    let to = from.step(way);
                    if self.scene().map().ground(to).is_none() {
                        break;
                    }
                    walk.left = walk.left.saturating_sub(self.scene().entry_cost(to) as u8);
                    walk.hexes = walk.hexes.saturating_add(1);
                    self.enter(who, to);
                    walk.safe = if gait == Gait::Back { from } else { walk.safe };
                    let scene = self.scene();
                    if gait != Gait::Back && scene.is_free(who, to) {
                        walk.safe = to;
                    }
                    if gait != Gait::Shift && self.scene().is_held(who) {
                        walk.stopped = true;
                        self.tell(Event::Stopped { who });
                    }
                }
            }
        }
        // Nobody stays in a friend's hex, even where it was allowed against the rules.
        if !self.scene().is_free(who, self.state[who].at) && self.scene().is_free(who, walk.safe) {
            self.enter(who, walk.safe);
        }
        Ok(())
    }

    /// Puts a figure into a hex, with its mount or its rider.
    pub fn enter(&mut self, who: CombatantId, to: Cell) {
        let fighter = &mut self.state[who];
        fighter.at = to;
        fighter.flags.set(Flags::MOVED);
        for partner in [fighter.mount, fighter.rider] {
            if partner != NONE {
                let partner = &mut self.state[CombatantId(partner)];
                partner.at = to;
                partner.flags.set(Flags::MOVED);
            }
        }
        self.tell(Event::Moves { who, to });
    }

    /// Turns a figure, with its mount or its rider.
    pub fn turn_to(&mut self, who: CombatantId, facing: Facing) {
        if self.state[who].facing == facing {
            return;
        }
        self.state[who].facing = facing;
        for partner in [self.state[who].mount, self.state[who].rider] {
            if partner != NONE {
                self.state[CombatantId(partner)].facing = facing;
            }
        }
        self.tell(Event::Turns { who, facing });
    }

    /// A change of facing without movement.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn face(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if let Choice::Face(facing) = self.referee.ask(self.setup, self.state, Question::Face { who })? {
            self.turn_to(who, facing);
        }
        Ok(())
    }
}
