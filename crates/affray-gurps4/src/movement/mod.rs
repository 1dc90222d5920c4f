//! Movement: points, steps, who may stand where.
//!
//! Rules `G4-080`, `G4-083`, `G4-084`, `G4-090` to `G4-098`, `G4-104`, `G4-130`, `G4-158`, `G4-159`; rulings
//! `G4-R05`, `G4-R06`, `G4-R07`, `G4-R16`, `G4-R46` and `G4-R64`.

pub mod jump;
pub mod posture;

use crate::Gurps4;
use crate::decision::{Advance, Choice, Gait, NONE, Path, Question, Step};
use crate::derived::half_up;
use crate::event::Event;
use crate::maneuver::wait::Happening;
use crate::scene::{Fight, Scene};
use crate::state::Posture;
use affray_grid::{Cell, Facing, Layout};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::{Sum, Tally};

/// `G4-091` `G4-094` The points of a hex, forward or not.
use affray_3d6::movement::hex_points;

/// `G4-095` `G4-096` How far a combatant may turn at the end of a move.
use affray_3d6::movement::last_turn_below_half;

/// `G4-R64` The greatest difference in height between two neighboring hexes that can be walked, in yards.
pub(crate) const STEEPEST: i32 = 1;

/// `G4-080` Whether that is one of the six sides of a hex.
///
/// # Errors
/// If it is not.
pub(crate) fn judge_side(side: Facing) -> Result<(), Refusal> {
    if side.layout() == Layout::Hex && side.index() < 6 {
        return Ok(());
    }
    Err(Refusal::impossible(rule!("G4-080"), "a hex has six sides: E, NE, NW, W, SW, SE"))
}

impl Gait {
    /// `G4-130` `G4-145` Whether an attack follows, with or without any movement.
    const fn leads_to_attack(self) -> bool {
        matches!(self, Self::AllOut | Self::Charge)
    }
}

impl Path {
    /// A movement of so many points.
    pub const fn of(gait: Gait, points: i32) -> Self {
        Self { gait, budget: points as i16, spent: 0, hexes: 0 }
    }
    /// Points left.
    pub const fn left(&self) -> i16 {
        self.budget - self.spent
    }
}

/// A hex and a facing.
#[derive(Debug, Clone, Copy)]
struct Standpoint {
    at: Cell,
    facing: Facing,
}

/// The occupants of a hex, as they matter to a combatant that wants to enter it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Occupants {
    /// Somebody of the own side who is not dead.
    pub(crate) ally: bool,
    /// Enemies that are conscious and not prone.
    pub(crate) standing: u8,
    /// Figures that still act.
    pub(crate) active: u8,
    /// Anybody at all.
    pub(crate) any: bool,
}

impl Occupants {
    /// `G4-083` `G4-R05` Whether a step or movement may end beside them.
    ///
    /// # Errors
    /// The occupants that forbid it.
    pub(crate) fn judge_end(&self) -> Result<(), Refusal> {
        if self.ally {
            return Err(Refusal::new(rule!("G4-R05"), "a movement cannot end in the hex of an ally"));
        }
        if self.active > 1 || self.standing > 1 {
            return Err(Refusal::new(rule!("G4-R05"), "at most two figures that fight share a hex"));
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// `G4-083` The occupants of a hex, a combatant itself left out.
    pub(crate) fn inside(self, at: Cell, who: CombatantId) -> Occupants {
        let mut inside = Occupants::default();
        for (place, fighter) in self.state.fighters.iter().enumerate() {
            let other = CombatantId(place as u8);
            if fighter.at != at || other == who {
                continue;
            }
            inside.any = true;
            inside.active += u8::from(fighter.is_up());
            if self.side(other) == self.side(who) {
                inside.ally |= !fighter.is_dead();
            } else {
                inside.standing += u8::from(!fighter.is_down());
            }
        }
        inside
    }

    /// `G4-083` Whether a figure shares its hex with an enemy that is up.
    pub fn in_close_combat(self, who: CombatantId) -> bool {
        let at = self.fighter(who).at;
        self.state.fighters.iter().filter(|other| other.at == at).nth(1).is_some()
            && self.foes(who).any(|foe| self.fighter(foe).at == at)
    }

    /// `G4-R43` Whether a figure can leave its hex at all.
    ///
    /// # Errors
    /// If it is grappled.
    #[inline]
    pub fn judge_leaving(self, who: CombatantId) -> Result<(), Refusal> {
        if self.fighter(who).grappled_by != NONE {
            return Err(Refusal::new(rule!("G4-R43"), "a grappled combatant cannot move or step: break free first"));
        }
        Ok(())
    }

    /// `G4-090` `G4-130` `G4-145` `G4-155` `G4-158` `G4-295` The points of a movement: all of Move, or half of it,
    /// rounded up.
    pub(crate) fn points_of<T: Tally>(self, who: CombatantId, gait: Gait) -> T {
        let mut points: T = self.move_score(who);
        match gait {
            Gait::AllOut => points.becomes(rule!("G4-130").named("half, All-Out Attack"), half_up(points.total())),
            Gait::RunUp => points.becomes(rule!("G4-155").named("half, run-up"), half_up(points.total())),
            Gait::Move | Gait::Charge | Gait::Slam => {}
        }
        points
    }

    /// `G4-084` `G4-R64` Whether the ground lets a figure go from one hex into another.
    ///
    /// # Errors
    /// What is in the way.
    pub(crate) fn judge_ground(self, from: Cell, to: Cell) -> Result<(), Refusal> {
        match self.map().ground(to) {
            None => Err(Refusal::impossible(rule!("G4-084"), "the map ends there")),
            Some(ground) if ground.impassable => Err(Refusal::new(rule!("G4-084"), "that hex is blocked: go round it")),
            Some(_) if self.map().elevation_difference(from, to).abs() > STEEPEST => {
                Err(Refusal::new(rule!("G4-R64"), "that is too high or too deep to walk: go round it"))
            }
            Some(_) => Ok(()),
        }
    }

    /// `G4-091` `G4-093` `G4-094` `G4-104` `G4-R05` The points that a hex costs to enter, its occupants worked in.
    pub(crate) fn hex_cost<T: Tally>(self, who: CombatantId, inside: &Occupants, forward: bool, to: Cell) -> T {
        if self.fighter(who).posture == Posture::Prone {
            return T::base(rule!("G4-104"), 1);
        }
        let rock = self.setup.any_terrain && self.map().at(to).extra_cost_half != 0;
        // G4-R05: a standing enemy is closed with, a prone one is in the way.
        let body = inside.any && inside.standing == 0;
        let rule = if forward { rule!("G4-091").named("forward") } else { rule!("G4-094").named("side or back hex") };
        let mut cost = T::base(rule, hex_points(forward));
        cost.add(
            rule!("G4-093").named(if rock { "rough ground" } else { "somebody in the way" }),
            i32::from(rock || body),
        );
        cost
    }

    /// Whether a hex can be entered next.
    fn judge_hex(self, who: CombatantId, path: &Path, side: Facing, forward: bool) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        judge_side(side)?;
        let to = fighter.at.step(side);
        self.judge_leaving(who)?;
        let turn = fighter.facing.sides_to(side);
        if path.gait == Gait::Slam {
            return self.judge_run(who, path, side, forward);
        }
        if path.gait == Gait::RunUp && (turn != 0 || !forward) {
            return refuse(rule!("G4-155"), "the run-up of a jump goes straight ahead");
        }
        if forward && turn > 1 {
            return refuse(rule!("G4-091"), "forward leads into one of the three front hexes: turn first, or sidestep");
        }
        if !forward && turn < 2 {
            return refuse(rule!("G4-094"), "that hex is in front: go forward");
        }
        self.judge_ground(fighter.at, to)?;
        if path.hexes != 0 && self.inside(fighter.at, who).standing != 0 {
            return refuse(rule!("G4-R05"), "a movement into an enemy's hex ends there");
        }
        let inside = self.inside(to, who);
        let cost = self.hex_cost::<Sum>(who, &inside, forward, to).total() as i16;
        if fighter.posture == Posture::Prone {
            if path.hexes != 0 {
                return refuse(rule!("G4-104"), "one hex a turn while prone");
            }
            return inside.judge_end();
        }
        if path.left() < cost {
            return refuse(rule!("G4-090"), "too few points are left for that hex: stop here");
        }
        match inside.judge_end() {
            Err(_) if inside.standing == 0 => {
                let there = Standpoint { at: to, facing: if forward { side } else { fighter.facing } };
                if !self.leads_on(who, path.gait, there, path.left() - cost) {
                    return refuse(rule!("G4-R05"), "the points do not suffice to leave that ally's hex again");
                }
                Ok(())
            }
            end => end,
        }
    }

    /// `G4-R05` Whether a movement that has come so far, with so many points left, can still end somewhere else.
    fn leads_on(self, who: CombatantId, gait: Gait, Standpoint { at, facing }: Standpoint, left: i16) -> bool {
        Facing::HEX.into_iter().any(|side| {
            // G4-155
            if gait == Gait::RunUp && side != facing {
                return false;
            }
            let (to, forward) = (at.step(side), facing.sides_to(side) < 2);
            let inside = self.inside(to, who);
            let left = left - self.hex_cost::<Sum>(who, &inside, forward, to).total() as i16;
            if left < 0 || self.judge_ground(at, to).is_err() {
                return false;
            }
            let there = Standpoint { at: to, facing: if forward { side } else { facing } };
            inside.judge_end().is_ok() || inside.standing == 0 && self.leads_on(who, gait, there, left)
        })
    }

    /// `G4-090` to `G4-094` Whether a movement may take that piece next.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_advance(self, who: CombatantId, path: &Path, advance: &Advance) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        match *advance {
            Advance::Forward(side) => self.judge_hex(who, path, side, true),
            Advance::Sidestep(side) => self.judge_hex(who, path, side, false),
            Advance::Turn(to) => {
                judge_side(to)?;
                if path.gait == Gait::RunUp {
                    return refuse(rule!("G4-155"), "the run-up of a jump goes straight ahead");
                }
                if path.gait == Gait::Slam {
                    return refuse(rule!("G4-R32"), "on through a Slam that was dodged it goes straight ahead");
                }
                let sides = fighter.facing.sides_to(to);
                if sides == 0 {
                    return refuse(rule!("G4-092"), "it faces there already");
                }
                if path.left() < i16::from(sides) {
                    return refuse(rule!("G4-092"), "a point for each side turned: too few are left");
                }
                let turned = Standpoint { at: fighter.at, facing: to };
                if path.hexes != 0
                    && self.inside(fighter.at, who).ally
                    && !self.leads_on(who, path.gait, turned, path.left() - i16::from(sides))
                {
                    return refuse(
                        rule!("G4-R05"),
                        "the points do not suffice to turn in that ally's hex and leave it",
                    );
                }
                Ok(())
            }
            Advance::Jump(hexes) => self.judge_jump(who, path, hexes),
            Advance::Stop => {
                let here = Standpoint { at: fighter.at, facing: fighter.facing };
                if path.hexes != 0
                    && fighter.posture != Posture::Prone
                    && self.inside(fighter.at, who).ally
                    && self.leads_on(who, path.gait, here, path.left())
                {
                    return refuse(rule!("G4-R05"), "a movement does not end in an ally's hex: go on");
                }
                Ok(())
            }
        }
    }

    /// The pieces of a movement that a person would be shown.
    pub fn advance_options(self, who: CombatantId, path: &Path, into: &mut Vec<Choice>) {
        let fighter = self.fighter(who);
        let mut offer = |advance: Advance| {
            if self.judge_advance(who, path, &advance).is_ok() {
                into.push(Choice::Advance(advance));
            }
        };
        offer(Advance::Stop);
        for turn in [0, 1, -1] {
            offer(Advance::Forward(fighter.facing.turned(turn)));
        }
        for turn in [2, -2, 3] {
            offer(Advance::Sidestep(fighter.facing.turned(turn)));
        }
        for turn in [1, -1, 2, -2, 3] {
            offer(Advance::Turn(fighter.facing.turned(turn)));
        }
        if path.gait == Gait::RunUp {
            for hexes in 1..=20 {
                offer(Advance::Jump(hexes));
            }
        }
    }

    /// `G4-097` `G4-103` `G4-104` `G4-R07` Whether a step may be taken.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_step(self, who: CombatantId, step: &Step) -> Result<(), Refusal> {
        match *step {
            Step::Stay => Ok(()),
            Step::Face(facing) => {
                judge_side(facing)?;
                self.judge_leaving(who)
            }
            Step::Rise => {
                self.judge_leaving(who)?;
                self.judge_rise(who)
            }
            Step::To { side, facing } => {
                judge_side(side)?;
                judge_side(facing)?;
                self.judge_leaving(who)?;
                let fighter = self.fighter(who);
                if fighter.posture == Posture::Prone && fighter.moved != 0 {
                    return Err(Refusal::new(rule!("G4-104"), "one hex a turn while prone"));
                }
                let to = fighter.at.step(side);
                self.judge_ground(fighter.at, to)?;
                self.inside(to, who).judge_end()
            }
        }
    }

    /// The steps that a person would be shown: into each hex, with the facing that looks at the nearest foe.
    pub fn step_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        let fighter = self.fighter(who);
        let foe = self.foes(who).min_by_key(|&foe| self.distance(who, foe));
        let mut offer = |step: Step| {
            if self.judge_step(who, &step).is_ok() {
                into.push(Choice::Step(step));
            }
        };
        offer(Step::Stay);
        offer(Step::Rise);
        for side in Facing::HEX {
            let to = fighter.at.step(side);
            let ahead = foe.map(|foe| self.fighter(foe).at).filter(|&at| at != to);
            let facing = ahead.map_or(fighter.facing, |at| self.map().facing_towards(to, at));
            offer(Step::To { side, facing });
        }
        for facing in Facing::HEX.into_iter().filter(|&facing| facing != fighter.facing) {
            offer(Step::Face(facing));
        }
    }

    /// `G4-095` `G4-096` Whether the last facing may be that.
    ///
    /// # Errors
    /// If it is too far.
    pub fn judge_finish(self, who: CombatantId, any: bool, to: Facing) -> Result<(), Refusal> {
        judge_side(to)?;
        if !any && self.fighter(who).facing.sides_to(to) > 1 {
            return Err(Refusal::new(
                rule!("G4-096"),
                "one hex side at the most, once half of the points were used: turn before half of them are",
            ));
        }
        Ok(())
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-097` `G4-127` `G4-159` `G4-R16` Up to so many steps, before or after what the maneuver is about. How many
    /// are left.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn steps(&mut self, who: CombatantId, left: u8, before: bool) -> Result<u8, R::Pause> {
        let mut left = left;
        while left != 0 && self.can_go_on(who) && self.scene().judge_leaving(who).is_ok() {
            let Choice::Step(step) = self.ask(Question::Step { who, before })? else {
                break;
            };
            match step {
                Step::Stay => break,
                Step::Face(facing) => self.face(who, facing),
                Step::Rise => self.take_posture(who, Posture::Standing),
                Step::To { side, facing } => {
                    self.enter(who, self.state[who].at.step(side));
                    self.face(who, facing);
                    self.checkpoint(who, Happening::Moves)?;
                }
            }
            left -= 1;
        }
        Ok(left)
    }

    /// Turns a figure.
    pub fn face(&mut self, who: CombatantId, facing: Facing) {
        if self.state[who].facing != facing && judge_side(facing).is_ok() {
            self.state[who].facing = facing;
            self.tell(Event::Turns { who, facing });
        }
    }

    /// `G4-098` `G4-R20` A figure enters a hex by its own movement.
    pub fn enter(&mut self, who: CombatantId, to: Cell) {
        self.goes_into(who, to, false);
    }

    /// Moves somebody into the next hex; `through`: to run on through it (`G4-300`).
    pub(crate) fn goes_into(&mut self, who: CombatantId, to: Cell, through: bool) {
        if self.scene().map().ground(to).is_none() {
            return;
        }
        let fighter = &mut self.state[who];
        fighter.at = to;
        fighter.moved = fighter.moved.saturating_add(1);
        let facing = fighter.facing;
        self.tell(Event::Moves { who, to, facing });
        let other = self.scene().foes(who).find(|&foe| self.state[foe].at == to);
        if let Some(other) = other {
            self.tell(Event::Enters { who, other, through });
        }
        if self.state.any_grapple {
            self.settle_grapples();
        }
    }

    /// `G4-090` to `G4-098` `G4-158` Moves hex by hex, and lets the combatant choose its last facing.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn travel(&mut self, who: CombatantId, gait: Gait) -> Result<Path, R::Pause> {
        let mut path = self.sets_out(who, gait);
        while self.can_go_on(who) && self.scene().judge_leaving(who).is_ok() {
            let question = Question::Advance { who, path };
            let Choice::Advance(advance) = self.ask(question)? else { break };
            match advance {
                Advance::Forward(side) => self.walk(who, &mut path, side, true)?,
                Advance::Sidestep(side) => self.walk(who, &mut path, side, false)?,
                Advance::Turn(to) => {
                    let sides = i32::from(self.state[who].facing.sides_to(to));
                    let cost = R::Tally::base(
                        rule!("G4-092").named(if sides == 1 { "side turned" } else { "sides turned" }),
                        sides,
                    );
                    self.spend(who, &mut path, cost.total());
                    self.face(who, to);
                    // A turn of one side too: it reads as a last facing does, which costs nothing.
                    self.referee.show(Why::new(who, rule!("G4-090"), "cost"), &cost);
                }
                Advance::Jump(_) | Advance::Stop => break,
            }
        }
        if path.spent != i16::from(path.hexes) {
            let mut left = R::Tally::base(rule!("G4-090").named("points"), path.budget.into());
            left.add(rule!("G4-090").named("used"), -i32::from(path.spent));
            left.at_least(rule!("G4-R46").named("none, the limit sank on the way"), 0);
            self.referee.show(Why::new(who, rule!("G4-090"), "points left"), &left);
        }
        if self.can_go_on(who) {
            let any = last_turn_below_half(self.scene().move_points(who), path.spent.into()) == 6;
            if let Choice::Face(facing) = self.ask(Question::Finish { who, any })? {
                self.face(who, facing);
            }
        }
        Ok(path)
    }

    /// `G4-090` A movement before its first hex. Its points are shown at once where the maneuver is a movement.
    pub(crate) fn sets_out(&mut self, who: CombatantId, gait: Gait) -> Path {
        let points: R::Tally = self.scene().points_of(who, gait);
        if !gait.leads_to_attack() {
            self.referee.show(Why::new(who, rule!("G4-090"), "move"), &points);
        }
        Path::of(gait, points.total())
    }

    /// `G4-090` Points of a movement are used. The points of a movement before an attack are shown when the first is used.
    fn spend(&mut self, who: CombatantId, path: &mut Path, points: i32) {
        if path.spent == 0 && path.gait.leads_to_attack() {
            let points: R::Tally = self.scene().points_of(who, path.gait);
            self.referee.show(Why::new(who, rule!("G4-090"), "move"), &points);
        }
        path.spent = path.spent.saturating_add(points as i16);
    }

    /// `G4-090` What the hex or the turn cost that was told last, where it is not one point.
    fn show_cost(&mut self, who: CombatantId, cost: &R::Tally) {
        if cost.total() != 1 {
            self.referee.show(Why::new(who, rule!("G4-090"), "cost"), cost);
        }
    }

    /// `G4-091` `G4-094` `G4-R46` One hex of a movement. What others do meanwhile may cost points.
    pub(crate) fn walk(
        &mut self,
        who: CombatantId,
        path: &mut Path,
        side: Facing,
        forward: bool,
    ) -> Result<(), R::Pause> {
        let to = self.state[who].at.step(side);
        let inside = self.scene().inside(to, who);
        let cost: R::Tally = self.scene().hex_cost(who, &inside, forward, to);
        self.spend(who, path, cost.total());
        path.hexes = path.hexes.saturating_add(1);
        if forward {
            self.state[who].facing = side;
        }
        self.enter(who, to);
        self.show_cost(who, &cost);
        if self.checkpoint(who, Happening::Moves)? {
            let points: R::Tally = self.scene().points_of(who, path.gait);
            if points.total() < path.budget.into() {
                self.referee.show(Why::new(who, rule!("G4-090"), "move"), &points);
                path.budget = points.total() as i16;
            }
        }
        Ok(())
    }
}
