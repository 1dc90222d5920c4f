//! Movement, hex by hex.
//!
//! Rules `DQ-301` to `DQ-308`, `DQ-314`; rulings `DQ-R06`, `DQ-R07`, `DQ-R42`, `DQ-R43`. What is different
//! about multi-hex figures stands in [`large`], about riders in [`mount`].

pub mod large;
pub mod mount;
pub mod zones;

use crate::DragonQuest;
use crate::decision::{Choice, Gait, NONE, Question, Step, Walk};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::state::Flags;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally as _;

impl Scene<'_> {
    /// `DQ-R06` The cost of entering a hex, 1 to 6.
    pub fn entry_cost(self, cell: Cell) -> i32 {
        ((3 + i32::from(self.map().at(cell).extra_cost_half)) / 2).clamp(1, 6)
    }

    /// `DQ-R03` The rear hexes of a single-hex figure.
    pub fn rear_hexes(self, who: CombatantId) -> impl Iterator<Item = Cell> {
        let fighter = self.fighter(who);
        [2, 3, 4].into_iter().map(move |turn| fighter.at.step(fighter.facing.turned(turn)))
    }

    /// `DQ-305` Whether a piece of a movement is legal: who was stopped may turn still.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_walk(self, who: CombatantId, walk: &Walk, step: Step) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        match step {
            Step::Stop if self.owes_a_step(who, walk) => {
                refuse(rule!("DQ-207"), "one withdraws by moving into a rear hex")
            }
            Step::Stop => {
                // DQ-R10: friends who fought in one hex may share it until they move. DQ-R57: from under a
                // multi-hex figure others come away.
                if walk.hexes == 0 || self.is_free(who, fighter.at) || !self.is_single(who) {
                    Ok(())
                } else {
                    refuse(rule!("DQ-R06"), "nobody can stay in an occupied hex: go on")
                }
            }
            Step::Turn(_) if self.judge_ride(who).is_err() => self.judge_ride(who),
            Step::Turn(facing) => match walk.gait {
                Gait::Straight => {
                    let rule = if walk.rule == rule!("DQ-311") { rule!("DQ-312") } else { rule!("DQ-203") };
                    refuse(rule, "no change of facing during this movement")
                }
                Gait::Back => refuse(rule!("DQ-207"), "a withdrawal keeps the facing"),
                Gait::Retreat => refuse(rule!("DQ-314"), "a retreat keeps the facing"),
                Gait::Ride => refuse(rule!("DQ-727"), "a mounted charge is a straight line without a turn"),
                Gait::Shift if walk.turned => refuse(rule!("DQ-R43"), "one change of facing goes with the shift"),
                _ if !self.is_single(who) => self.judge_pivot(who, walk, facing),
                Gait::Free if self.setup.options.facing_cost != 0 && !self.is_free(who, fighter.at) => {
                    refuse(rule!("DQ-R06"), "on out of the friend's hex first: turning costs movement")
                }
                Gait::Free if !walk.stopped && walk.left < self.setup.options.facing_cost => {
                    refuse(rule!("DQ-302"), "no movement point is left for a change of facing")
                }
                Gait::Free | Gait::Shift | Gait::Pivot => Ok(()),
            },
            Step::To(way) => self.judge_hex(who, walk, way),
            Step::Jump { way, hexes } => self.judge_jump(who, walk, way, hexes),
        }
    }

    /// `DQ-207` Whether a withdrawal has still to be made: the hex behind is what it consists of.
    fn owes_a_step(self, who: CombatantId, walk: &Walk) -> bool {
        walk.gait == Gait::Back && walk.hexes == 0 && self.first_back(who, walk).is_some()
    }

    /// The first way into a rear hex that is open to one who withdraws.
    pub(crate) fn first_back(self, who: CombatantId, walk: &Walk) -> Option<Facing> {
        let facing = self.fighter(who).facing;
        [3, 2, 4].into_iter().map(|turn| facing.turned(turn)).find(|&way| self.judge_hex(who, walk, way).is_ok())
    }

    /// `DQ-R59` Whether a figure could go over the edge of the map, and out of the fight, in a movement that is
    /// free to go anywhere.
    fn can_leave(self, who: CombatantId, walk: &Walk) -> bool {
        walk.gait == Gait::Free && walk.left != 0 && self.is_single(who) && !self.map().is_open()
    }

    /// `DQ-301` `DQ-303` `DQ-304` Whether a figure may go on into the next hex that way.
    fn judge_hex(self, who: CombatantId, walk: &Walk, way: Facing) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let to = fighter.at.step(way);
        if self.map().ground(to).is_none() && !self.can_leave(who, walk) {
            return Err(Refusal::impossible(rule!("DQ-R06"), "that is off the map"));
        }
        if fighter.flags.has(Flags::ENTANGLED) {
            return refuse(rule!("DQ-R18"), "an entangled figure stays in its hex");
        }
        if walk.stopped {
            return refuse(rule!("DQ-304"), "an opponent's melee zone ends the movement; turning is possible");
        }
        self.judge_ride(who)?;
        if self.map().ground(to).is_none() {
            return Ok(());
        }
        if walk.gait == Gait::Pivot {
            return refuse(rule!("DQ-202"), "the movement came before the attack");
        }
        if !self.is_passable(to) {
            return refuse(rule!("DQ-R06"), "that hex is impassable");
        }
        let cost = self.entry_cost(to);
        // DQ-303: the first hex can always be covered. Who means to close in with somebody (DQ-311) has to keep
        // enough for the hex of that one.
        let first = walk.hexes == 0 && walk.left != 0 && walk.rule != rule!("DQ-311");
        if cost > i32::from(walk.left) && !first {
            return refuse(walk.rule, "there are not enough movement points left");
        }
        if !self.is_single(who) {
            return self.judge_head(who, walk, way);
        }
        let turn = (way.index() + 6 - fighter.facing.index()) % 6;
        match walk.gait {
            Gait::Ride if turn != 0 => {
                return refuse(rule!("DQ-727"), "a mounted charge goes straight ahead");
            }
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
                    return refuse(rule!("DQ-R43"), "a shift ends in a front hex of an opponent that held the figure");
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

    /// `DQ-306` `DQ-R07` Whether a figure may jump: 1 to 3 hexes in a straight line, in a plain move or a charge,
    /// at a point a hex whatever the ground. It can cross what nobody could enter, but no opponent and no
    /// melee zone, which would stop it (`DQ-304`), and it lands in a free hex.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn judge_jump(self, who: CombatantId, walk: &Walk, way: Facing, hexes: u8) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !walk.may_jump || !self.is_single(who) {
            return refuse(rule!("DQ-R07"), "one jumps in a plain move or a charge, on one hex");
        }
        if !(1..=3).contains(&hexes) {
            return refuse(rule!("DQ-R07"), "a jump is one of 1 to 3 hexes");
        }
        if fighter.flags.any(Flags::ENTANGLED.union(Flags::PRONE)) {
            return refuse(rule!("DQ-R18"), "a prone or entangled figure does not jump");
        }
        if walk.stopped {
            return refuse(rule!("DQ-304"), "an opponent's melee zone ends the movement; turning is possible");
        }
        self.judge_ride(who)?;
        if walk.gait == Gait::Ride && way != fighter.facing {
            return refuse(rule!("DQ-727"), "a mounted charge goes straight ahead");
        }
        if walk.left < hexes {
            return refuse(rule!("DQ-306"), "a jump costs a movement point for each hex");
        }
        let mut cell = fighter.at;
        for _ in 1..hexes {
            cell = cell.step(way);
            let Some(ground) = self.map().ground(cell) else {
                return Err(Refusal::impossible(rule!("DQ-R06"), "that is off the map"));
            };
            if ground.impassable && ground.blocks_sight {
                return refuse(rule!("DQ-R06"), "a wall stands in the way");
            }
            if self.at(cell).any(|other| self.are_foes(who, other)) {
                return refuse(rule!("DQ-R06"), "an opponent stands in the way");
            }
            if self.is_held_at(who, cell) {
                return refuse(rule!("DQ-304"), "the jump would cross an opponent's melee zone: it ends there");
            }
        }
        let to = cell.step(way);
        if self.map().ground(to).is_none() {
            return Err(Refusal::impossible(rule!("DQ-R06"), "that is off the map"));
        }
        if self.is_free(who, to) { Ok(()) } else { refuse(rule!("DQ-R06"), "one lands in a free hex") }
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
        for way in Facing::HEX.into_iter().filter(|_| walk.may_jump) {
            for hexes in 1..=3 {
                let jump = Step::Jump { way, hexes };
                if self.judge_walk(who, walk, jump).is_ok() {
                    into.push(Choice::Step(jump));
                }
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
    /// `DQ-301` A movement of at most so many points, by the rule that says how many, asked for piece by piece. The
    /// points that are left.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn walk(
        &mut self,
        who: CombatantId,
        gait: Gait,
        rule: RuleId,
        hexes: R::Tally,
        may_jump: bool,
    ) -> Result<u8, R::Pause> {
        let mut walk = Walk::begin(gait, rule, hexes.total(), self.state[who].at, may_jump);
        let why = Why::new(who, rule, "movement points");
        // Shown once the figure goes anywhere.
        let mut points = Some(hexes);
        let of = walk.left.into();
        // Where it was told to be last: a way is told by where it leads.
        let mut told = self.state[who].at;
        for _ in 0..MOST_PIECES {
            let question = Question::Walk { who, walk };
            let step = match self.ask(question)? {
                Choice::Step(step) => step,
                _ => Step::Stop,
            };
            match step {
                Step::Stop => break,
                Step::Turn(facing) if !self.scene().is_single(who) => {
                    if let Some(points) = points.take() {
                        self.referee.show(why, &points);
                    }
                    self.arrive(who, &mut told, walk.left, of);
                    walk.turned = true;
                    self.pivot(who, &mut walk, facing)?;
                }
                Step::Turn(facing) => {
                    self.arrive(who, &mut told, walk.left, of);
                    let cost = if walk.stopped || gait == Gait::Shift { 0 } else { self.setup.options.facing_cost };
                    if self.setup.options.facing_cost != 0 {
                        let rule = if gait == Gait::Shift {
                            rule!("DQ-R43").named("change of facing with a shift")
                        } else if walk.stopped {
                            rule!("DQ-305").named("change of facing after a stop")
                        } else {
                            rule!("DQ-302").named("change of facing")
                        };
                        let cost = R::Tally::base(rule, cost.into());
                        self.referee.show(Why::new(who, rule, "turning"), &cost);
                    }
                    walk.left = walk.left.saturating_sub(cost);
                    walk.turned = true;
                    self.turn_to(who, facing);
                }
                Step::Jump { way, hexes } => {
                    if let Some(points) = points.take() {
                        self.referee.show(why, &points);
                    }
                    self.arrive(who, &mut told, walk.left, of);
                    let goes_on = self.jump(who, &mut walk, way, hexes)?;
                    told = self.state[who].at;
                    if !goes_on {
                        break;
                    }
                }
                Step::To(way) => {
                    let from = self.state[who].at;
                    let to = from.step(way);
                    if self.scene().map().ground(to).is_none() {
                        if self.scene().can_leave(who, &walk) {
                            self.arrive(who, &mut told, walk.left, of);
                            self.leave(who);
                        }
                        break;
                    }
                    if let Some(points) = points.take() {
                        self.referee.show(why, &points);
                    }
                    let before = if self.scene().is_single(who) { None } else { Some(self.scene().body(who)) };
                    walk.hexes = walk.hexes.saturating_add(1);
                    self.put(who, to);
                    self.tell(Event::Moves { who, to, on: false });
                    walk.left = walk.left.saturating_sub(self.pay_entry(who, to));
                    if let Some(before) = before {
                        if self.scene().meets(who, &before) {
                            self.arrive(who, &mut told, walk.left, of);
                        }
                        self.overrun(who, &before)?;
                        if !walk.stopped && self.scene().is_held(who) {
                            walk.stopped = true;
                            self.arrive(who, &mut told, walk.left, of);
                            self.tell_stopped(who);
                        }
                        if !self.can_go_on(who) {
                            break;
                        }
                        continue;
                    }
                    walk.safe = if gait == Gait::Back { from } else { walk.safe };
                    let scene = self.scene();
                    if gait != Gait::Back && scene.is_free(who, to) {
                        walk.safe = to;
                    }
                    if gait != Gait::Shift && self.scene().is_held(who) {
                        walk.stopped = true;
                        self.arrive(who, &mut told, walk.left, of);
                        self.tell_stopped(who);
                    }
                }
            }
        }
        self.arrive(who, &mut told, walk.left, of);
        if !self.scene().is_single(who) {
            self.clear_from_under(who, None)?;
            return Ok(walk.left);
        }
        // Nobody stays in a friend's hex, even where it was allowed against the rules.
        let at = self.state[who].at;
        if at != walk.safe && !self.scene().is_free(who, at) && self.scene().is_free(who, walk.safe) {
            self.enter(who, walk.safe);
        }
        Ok(walk.left)
    }

    /// `DQ-304` Tells whose melee zone stops a figure where it stands.
    fn tell_stopped(&mut self, who: CombatantId) {
        let scene = self.scene();
        let at = scene.fighter(who).at;
        let by = scene.foes(who).find(|&foe| scene.holds(foe, who, at));
        if let Some(by) = by {
            self.tell(Event::Stopped { who, by });
        }
    }

    /// `DQ-301` `DQ-R06` The cost of entering a hex, which is shown where it is more than that of flat ground.
    pub(crate) fn pay_entry(&mut self, who: CombatantId, to: Cell) -> u8 {
        let mut cost = R::Tally::base(rule!("DQ-301").named("hex"), 1);
        cost.add(rule!("DQ-R06").named("difficult ground"), self.scene().entry_cost(to) - 1);
        if cost.total() > 1 {
            self.referee.show(Why::new(who, rule!("DQ-R06"), "movement"), &cost);
        }
        cost.total() as u8
    }

    /// `DQ-306` `DQ-307` A jump: a bad landing leaves the jumper prone, and the movement is over. A rider's is
    /// that of the mount.
    fn jump(&mut self, who: CombatantId, walk: &mut Walk, way: Facing, hexes: u8) -> Result<bool, R::Pause> {
        let to = (0..hexes.min(3)).fold(self.state[who].at, |cell, _| cell.step(way));
        if self.scene().map().ground(to).is_none() {
            return Ok(false);
        }
        walk.left = walk.left.saturating_sub(hexes);
        walk.hexes = walk.hexes.saturating_add(hexes);
        let jumper = self.scene().mount_of(who).unwrap_or(who);
        let target: R::Tally = self.scene().thrice_ag(jumper, rule!("DQ-307"));
        self.put(who, to);
        self.tell(Event::Moves { who, to, on: true });
        let clean = self.succeeds(jumper, rule!("DQ-307"), "land", &target)?;
        self.tell(Event::Jumps { who: jumper, to, clean });
        if self.scene().is_free(who, to) {
            walk.safe = to;
        }
        if !clean {
            self.fall(jumper);
            self.settle_seats()?;
            return Ok(false);
        }
        if self.scene().is_held(who) {
            walk.stopped = true;
            self.tell_stopped(who);
        }
        Ok(true)
    }

    /// `DQ-R59` A figure goes over the edge of the map, with its mount or its rider, and is out of the fight.
    fn leave(&mut self, who: CombatantId) {
        let fighter = self.state[who];
        for one in [who.0, fighter.mount, fighter.rider] {
            if one != NONE {
                self.state[CombatantId(one)].flags.set(Flags::GONE);
                self.tell(Event::LeavesMap { who: CombatantId(one) });
            }
        }
    }

    /// Puts a figure into a hex, with its mount or its rider, and tells it.
    pub fn enter(&mut self, who: CombatantId, to: Cell) {
        self.put(who, to);
        self.tell(Event::Moves { who, to, on: false });
    }

    /// Puts a figure into a hex, with its mount or its rider.
    pub(crate) fn put(&mut self, who: CombatantId, to: Cell) {
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
    }

    /// Tells where a way has led, if it is not where the figure was `told` to be, and how many of its points are spent.
    pub(crate) fn arrive(&mut self, who: CombatantId, told: &mut Cell, left: u8, of: i32) {
        let at = self.state[who].at;
        if std::mem::replace(told, at) != at {
            self.tell(Event::Arrives { who, at, spent: of - i32::from(left), of });
        }
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
    /// The referee's pause.
    pub fn face(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if let Choice::Face(facing) = self.ask(Question::Face { who })? {
            self.turn_to(who, facing);
        }
        Ok(())
    }
}
