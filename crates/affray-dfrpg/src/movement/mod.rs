//! Tactical movement: what a hex costs, full and half moves, sprints, the last facing.
//!
//! Rules `DF-052`, `DF-064`, `DF-069`, `DF-081` to `DF-084`, `DF-099` to `DF-103` as far as the moving
//! goes, and `DF-110` to `DF-124`; rulings `DF-R08`, `DF-R10`, `DF-R83` and `DF-R100`. A move is asked
//! for hex by hex (`Fight::travel`); the Step is the subject of `step`, passing foes that of `evade`.
//!
//! Points are counted in halves throughout: a forward hex is 2 of them.

pub mod evade;
pub mod fall;
mod judge;
pub mod posture;
pub mod step;

use crate::Dfrpg;
use crate::body::fatigue::half_up;
use crate::decision::{Advance, AttackFrom, AttackPlan, Choice, NONE, Path, Question};
use crate::event::Event;
use crate::scene::Fight;
use crate::sheet::{Level, Skill};
use crate::state::{Fighter, Flags, Motion, Posture};
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::{Sum, Tally};

/// `DF-R100` From so many yards of difference on, an edge between two hexes is a ledge.
pub const LEDGE: i32 = 2;

/// `DF-083` A roll for fatigue after so many seconds of sprinting.
const SPRINT_SECONDS: u8 = 15;

/// `DF-113` `DF-114` `DF-116` `DF-117` What entering a hex costs, in half points.
///
/// ```
/// use affray_dfrpg::movement::hex_cost;
/// use affray_dfrpg::state::Posture;
/// assert_eq!(hex_cost(Posture::Standing, true, 0), 2); // DF-E58
/// assert_eq!(hex_cost(Posture::Standing, false, 0), 4);
/// assert_eq!(hex_cost(Posture::Kneeling, true, 0), 6); // DF-E56
/// assert_eq!(hex_cost(Posture::Crouching, true, 0), 3);
/// assert_eq!(hex_cost(Posture::Standing, true, 1), 3); // a gentle slope
/// ```
#[inline]
pub fn hex_cost(posture: Posture, forward: bool, ground_half: u8) -> i16 {
    hex_price::<Sum>(posture, forward, ground_half, PerPoint::Two).total() as i16
}

/// The unit in which a price is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PerPoint {
    /// Points, where all that makes up the price is whole points.
    One = 1,
    /// Half points.
    Two = 2,
}

/// `DF-113` `DF-114` `DF-116` `DF-117` What entering a hex costs, line by line: forward or not, the posture's surcharge
/// and that of the ground.
#[inline]
fn hex_price<T: Tally>(posture: Posture, forward: bool, ground_half: u8, unit: PerPoint) -> T {
    let way = match (forward, unit) {
        (true, PerPoint::One) => rule!("DF-113").named("for that hex, forward"),
        (true, PerPoint::Two) => rule!("DF-113").named("half points for that hex, forward"),
        (false, PerPoint::One) => rule!("DF-114").named("for that hex, not forward"),
        (false, PerPoint::Two) => rule!("DF-114").named("half points for that hex, not forward"),
    };
    let (posture_words, ground_words) = match unit {
        PerPoint::One => ("posture", "ground"),
        PerPoint::Two => (
            halves(posture_half_points(posture), ["half point for the posture", "half points for the posture"]),
            halves(ground_half.into(), ["half point for the ground", "half points for the ground"]),
        ),
    };
    let per = unit as i32;
    let mut price = T::base(way, per * hex_points(forward));
    price.add(rule!("DF-116").named(posture_words), posture_half_points(posture) * per / 2);
    price.add(rule!("DF-116").named(ground_words), i32::from(ground_half) * per / 2);
    price
}

/// The word for one half point, or that for more.
const fn halves(number: i32, [one, more]: [&'static str; 2]) -> &'static str {
    if number == 1 { one } else { more }
}

/// `DF-115` The price of a turn by so many sides before the first hex.
#[inline]
fn turn_price<T: Tally>(sides: u8, unit: PerPoint) -> T {
    T::base(rule!("DF-115").named("for the sides turned"), i32::from(sides) * unit as i32)
}

/// Half points that a turn by so many sides [costs](turn_price) before the first hex.
pub(crate) fn turn_cost(sides: u8) -> i16 {
    turn_price::<Sum>(sides, PerPoint::Two).total() as i16
}

/// `DF-116` The surcharge of a posture, in half points.
const fn posture_half_points(posture: Posture) -> i32 {
    match posture {
        Posture::Crouching => 1,
        Posture::Kneeling | Posture::Crawling => 4,
        // DF-119: a lying combatant pays with its whole budget, whatever the price.
        Posture::Standing | Posture::Sitting | Posture::Prone | Posture::FaceUp => 0,
    }
}

/// `DF-116` The unit for the price of a hex: points, unless a half is among what makes it up.
const fn unit_of(posture: Posture, ground_half: u8) -> PerPoint {
    let halves = posture_half_points(posture) % 2 != 0 || !ground_half.is_multiple_of(2);
    if halves { PerPoint::Two } else { PerPoint::One }
}

/// `DF-113` `DF-114` The points of a hex, forward or not.
use affray_3d6::movement::hex_points;

/// `DF-118` How far a combatant may turn at the end of a move: 6 for any facing, 1 for one side. Half the
/// budget left is enough.
pub use affray_3d6::movement::last_turn;

/// How a piece of a move ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Went {
    /// The move can go on.
    On,
    /// The move is over, the turn is not.
    Halted,
    /// The mover lies on the ground: the move and what should come of it are over.
    Fell,
    /// A foe ended the turn (`DF-121`).
    TurnOver,
}

/// `DF-R123` A mover's encounter with the foes that were in its present hex before it.
#[derive(Debug, Clone, Copy, Default)]
struct Meeting {
    /// The side by which it came to them; `None` if the hex was free of foes.
    came: Option<Facing>,
    /// It got past them and may leave the hex by any side.
    passing: bool,
}

impl Path {
    /// A move of that many points.
    pub const fn of(points: i32) -> Self {
        Self {
            budget: 2 * points as i16,
            spent: 0,
            hexes: 0,
            forward_only: false,
            sprint: false,
            may_attack: false,
            hurried: false,
            straight: 0,
        }
    }

    /// Half points left.
    pub const fn left(&self) -> i16 {
        self.budget - self.spent
    }

    /// `DF-082` `DF-110` Half points left as they are told: the extra point of a sprint counts only once it is used.
    const fn left_unsprinted(&self) -> i16 {
        self.final_budget() - self.spent
    }

    /// `DF-082` Whether the extra point of a sprint was used.
    pub const fn sprinted(&self) -> bool {
        self.sprint && self.budget - 2 < self.spent
    }

    /// The budget that counts for the last facing: the extra point of a sprint only if it was used.
    const fn final_budget(&self) -> i16 {
        if self.sprint && !self.sprinted() { self.budget - 2 } else { self.budget }
    }
}

/// Whether a facing is one of the six sides of a hex.
pub(crate) const fn is_side(facing: Facing) -> bool {
    matches!(facing.layout(), affray_grid::Layout::Hex)
}

/// `DF-R10` The combatants that had the acting one in front or at the side when it began, as bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Noted([u64; 4]);

/// What a mover was like before others could interrupt it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Before {
    lying: bool,
    grips: usize,
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-R10` Notes the combatants that have this one in front or at the side, in case it goes round them. Called
    /// when a turn or a reaction begins.
    pub fn note_where_from(&mut self, who: CombatantId) {
        for other in self.state.ids() {
            let seen = other != who && self.scene().arc_to(other, who) != Arc::Rear;
            self.state[other].flags.put(Flags::SAW_IT_BEGIN, seen);
        }
    }

    /// `DF-R10` Who was noted, to be put back by [`Self::note_again`] after a reaction.
    pub(crate) fn noted(&self) -> Noted {
        let mut noted = [0; 4];
        for who in self.state.ids() {
            let bit = u64::from(self.state[who].flags.has(Flags::SAW_IT_BEGIN));
            noted[who.index() / 64] |= bit << (who.index() % 64);
        }
        Noted(noted)
    }

    /// See [`Self::noted`].
    pub(crate) fn note_again(&mut self, noted: Noted) {
        for who in self.state.ids() {
            let seen = noted.0[who.index() / 64] >> (who.index() % 64) & 1 != 0;
            self.state[who].flags.put(Flags::SAW_IT_BEGIN, seen);
        }
    }

    pub(crate) fn before(&self, who: CombatantId) -> Before {
        Before { lying: self.state[who].posture.is_lying(), grips: self.scene().grips_on(who).count() }
    }

    /// `DF-R07` What an interruption left of a movement: knocked out, stunned, thrown down or grabbed it is
    /// over.
    pub(crate) fn after_interruption(&self, who: CombatantId, before: Before) -> Went {
        if !before.lying && self.state[who].posture.is_lying() {
            Went::Fell
        } else if !self.can_go_on(who) || before.grips < self.scene().grips_on(who).count() {
            Went::Halted
        } else {
            Went::On
        }
    }

    /// Turns a combatant.
    pub fn turn_to(&mut self, who: CombatantId, facing: Facing) {
        if self.state[who].facing != facing && is_side(facing) {
            self.state[who].facing = facing;
            self.tell(Event::Turns { who, facing });
        }
    }

    /// `DF-081` `DF-082` `DF-083` Move: full movement, or a sprint after a turn of moving.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn full_move(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let mut points: R::Tally = self.scene().move_score(who);
        let sprint = self.scene().may_sprint(who);
        points.add(rule!("DF-082").named("if it is a sprint, forward only"), i32::from(sprint));
        self.state[who].flags.set(Flags::MOVED);
        let path = self.travel(who, Path { sprint, ..Path::of(points.total()) }, &points)?;
        if path.sprinted() {
            self.count_sprint(who)?;
        }
        Ok(())
    }

    /// `DF-083` `DF-R08` Counts a sprinted second, whenever in the encounter; after each 15 of them the
    /// better of HT and Running, or 1 FP.
    fn count_sprint(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let sprinted = (self.state[who].sprinted + 1) % SPRINT_SECONDS;
        self.state[who].sprinted = sprinted;
        let seconds = if sprinted == 0 { SPRINT_SECONDS } else { sprinted };
        self.tell(Event::Sprints { who, seconds });
        if sprinted == 0 && self.state[who].is_conscious() {
            let sheet = self.scene().sheet(who);
            let best = Level { score: sheet.ht, name: "HT" }.or(sheet.level(Skill::Running));
            let score: R::Tally = best.tally(rule!("DF-083"));
            if !self.succeeds(who, rule!("DF-083"), "sprint", &score)? {
                self.lose_fp(who, &R::Tally::base(rule!("DF-083"), 1))?;
            }
        }
        Ok(())
    }

    /// `DF-052` `DF-064` `DF-069` A half move: half of the points, rounded up. Forward hexes in one straight
    /// line at its end, for a slam (`DF-R26`).
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn half_move(&mut self, who: CombatantId, forward_only: bool) -> Result<u8, R::Pause> {
        let mut points: R::Tally = self.scene().move_score(who);
        // An All-Out Attack goes forward only.
        let rule = if forward_only { rule!("DF-064") } else { rule!("DF-069") };
        points.becomes(rule.named("half"), half_up(points.total()));
        let path = Path { forward_only, ..Path::of(points.total()) };
        Ok(self.travel(who, path, &points)?.straight)
    }

    /// `DF-099` `DF-100` `DF-101` `DF-102` Move and Attack: a full move with one attack at any point of it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn move_and_attack(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let points: R::Tally = self.scene().move_score(who);
        let path = Path { may_attack: true, hurried: true, ..Path::of(points.total()) };
        let path = self.travel(who, path, &points)?;
        if path.may_attack && self.can_go_on(who) {
            self.forgo(who, &AttackPlan::of(AttackFrom::MoveAndAttack), false);
        }
        Ok(())
    }

    /// `DF-110` to `DF-124` A full or half move, asked for piece by piece. Its points are shown with the first hex.
    fn travel(&mut self, who: CombatantId, mut path: Path, points: &R::Tally) -> Result<Path, R::Pause> {
        let mut meeting = Meeting::default();
        let mut over = false;
        loop {
            let moves = !over && self.scene().can_advance(who, &path);
            if !moves && !path.may_attack {
                break;
            }
            if over {
                // Only the attack is left: no hex can be paid any more.
                path.spent = path.budget;
            }
            let Choice::Advance(advance) = self.ask(Question::Advance { who, path })? else {
                break;
            };
            if path.hexes == 0 && path.spent == 0 && !matches!(advance, Advance::Stop | Advance::Attack) {
                self.referee.show(Why::new(who, rule!("DF-110"), "move"), points);
            }
            let (side, forward, close) = match advance {
                Advance::Stop => break,
                Advance::Turn { to } => {
                    let sides = self.state[who].facing.sides_to(to);
                    if sides == 0 || !is_side(to) {
                        break;
                    }
                    self.referee.show(Why::new(who, rule!("DF-115"), "turning"), &turn_price(sides, PerPoint::One));
                    path.spent = (path.spent + turn_cost(sides)).min(path.budget);
                    path.straight = 0;
                    self.turn_to(who, to);
                    continue;
                }
                Advance::Attack => {
                    path.may_attack = false;
                    let before = self.before(who);
                    let plan = AttackPlan { straight: path.straight, ..AttackPlan::of(AttackFrom::MoveAndAttack) };
                    self.attack(who, plan)?;
                    if self.after_interruption(who, before) != Went::On {
                        break;
                    }
                    continue;
                }
                Advance::Forward { side, close } => (side, true, close),
                Advance::Sidestep { side, close } => (side, false, close),
            };
            if self.scene().map().ground(self.state[who].at.step(side)).is_none() || !is_side(side) {
                break;
            }
            match self.enter(who, &mut path, side, forward, close, &mut meeting)? {
                Went::On => {}
                Went::Halted if self.can_go_on(who) => over = true,
                Went::Halted => break,
                Went::Fell => break,
                Went::TurnOver => {
                    self.state[who].motion.set(Motion::OVER);
                    break;
                }
            }
        }
        self.end_of_move(who, &path, meeting.came);
        Ok(path)
    }

    /// `DF-118` `DF-123` `DF-158` `DF-R123` What a move leaves: the right to a last turn, and close combat where it
    /// ended in a foe's hex.
    fn end_of_move(&mut self, who: CombatantId, path: &Path, came: Option<Facing>) {
        if let Some(side) = came
            && self.state[who].entered == NONE
            && self.scene().met_a_foe(who)
        {
            self.enter_close_combat(who, side);
        }
        let motion = &mut self.state[who].motion;
        if path.hexes > 1 {
            motion.set(Motion::FAR);
        }
        let any = last_turn(path.final_budget().into(), path.spent.into()) == 6;
        motion.put(Motion::TURN_ANY, any);
        motion.put(Motion::TURN_ONE, !any);
        if self.state[who].posture == Posture::Sitting && path.spent != 0 {
            // DF-161: by one side, and that it did.
            self.state[who].motion.clear(Motion::TURN_ANY.union(Motion::TURN_ONE));
        }
    }

    /// One hex of a full or half move, with everything that meets the mover there.
    fn enter(
        &mut self,
        who: CombatantId,
        path: &mut Path,
        side: Facing,
        forward: bool,
        close: bool,
        meeting: &mut Meeting,
    ) -> Result<Went, R::Pause> {
        let from = self.state[who].at;
        let to = from.step(side);
        let hurry = if path.hurried { -2 } else { 0 };
        if !meeting.passing && !self.evade_out(who, side, hurry)? {
            return Ok(Went::TurnOver);
        }
        // DF-R123: foes that come later do not count.
        let met = self.scene().foes_in(to, who);
        let cost: R::Tally = self.scene().cost(who, path, forward, to);
        // A point for a hex is what everybody expects.
        let price: Option<R::Tally> = (cost.total() != 2).then(|| self.scene().cost_told(who, path, forward, to));
        path.spent = (path.spent + cost.total() as i16).min(path.budget);
        path.hexes = path.hexes.saturating_add(1);
        if !forward && path.sprint {
            path.sprint = false;
            path.budget -= 2;
        }
        path.straight = match forward {
            false => 0,
            true if self.state[who].facing == side => path.straight.saturating_add(1),
            true => 1,
        };
        if forward {
            self.state[who].facing = side;
        }
        let company = self.move_with_company(who, to, side, forward);
        *meeting = Meeting { came: (met != 0).then_some(side), passing: false };
        let fighter = &mut self.state[who];
        fighter.moved = fighter.moved.saturating_add(1);
        self.tell_move(who, to, Some(path.left_unsprinted().into()), company);
        if let Some(price) = price {
            self.referee.show(Why::new(who, rule!("DF-110"), "movement points"), &price);
        }
        let before = self.before(who);
        self.keep_ones_feet(who, from, to, hurry)?;
        self.company_falls(company, from, to)?;
        self.checkpoint_hex(who, from)?;
        self.checkpoint_company(company, from, to)?;
        let went = self.after_interruption(who, before);
        if self.state[who].at != to || went == Went::Fell {
            // DF-R26: pushed or drawn aside, or fallen, its run begins anew.
            path.straight = 0;
        }
        if self.state[who].at != to {
            return Ok(went);
        }
        if went != Went::On {
            return Ok(went);
        }
        if close && self.scene().foes_in(to, who) & met != 0 {
            self.enter_close_combat(who, side);
            return Ok(Went::Halted);
        }
        if !self.evade_in(who, met, from, to, hurry)? {
            self.enter_close_combat(who, side);
            return Ok(Went::TurnOver);
        }
        meeting.passing = self.scene().in_close_combat(who) && self.scene().foes_in(to, who) & !met == 0;
        Ok(Went::On)
    }

    /// The effects of the ground in a hex that is entered (`DF-R100`, `DF-124`).
    pub(crate) fn keep_ones_feet(
        &mut self,
        who: CombatantId,
        from: Cell,
        to: Cell,
        hurry: i32,
    ) -> Result<(), R::Pause> {
        let before = self.look_at(who);
        self.fall_over_ledge(who, from, to)?;
        self.footing(who, hurry)?;
        self.settle_distractions()?;
        self.checkpoint_changes(before)?;
        Ok(())
    }

    /// `DF-124` `DF-102` The roll that treacherous footing wants: DX, or prone on the spot.
    pub(crate) fn footing(&mut self, who: CombatantId, hurry: i32) -> Result<(), R::Pause> {
        let Some(footing) = self.scene().map().at(self.state[who].at).footing else { return Ok(()) };
        if self.state[who].posture.is_lying() || !self.state[who].is_conscious() {
            return Ok(());
        }
        let mut score = R::Tally::base(rule!("DF-124").named("DX"), i32::from(self.scene().sheet(who).dx));
        score.add(rule!("DF-124").named("footing"), i32::from(footing));
        score.add(rule!("DF-102"), hurry);
        self.scene().add_dx_modifiers(&mut score, who);
        if !self.succeeds(who, rule!("DF-124"), "footing", &score)? {
            self.tell(Event::Slips { who });
            self.fall_prone(who);
        }
        Ok(())
    }

    /// `DF-504` `DF-506` Moves a combatant into the next hex, and with it those that it holds and that hold it; these,
    /// as bits.
    pub(crate) fn move_with_company(&mut self, who: CombatantId, to: Cell, side: Facing, forward: bool) -> u64 {
        // Hardly anybody holds anybody.
        let grips = self.state.fighters.iter().any(Fighter::holds_anybody);
        let mut others = 0;
        for other in self.state.ids().filter(|_| grips) {
            if other != who && self.scene().are_tied(who, other) {
                let fighter = &mut self.state[other];
                fighter.at = to;
                self.trail(other, side, false);
                others |= 1 << other.index();
            }
        }
        let company =
            grips && (self.scene().held_foes(who).next().is_some() || self.scene().grips_on(who).next().is_some());
        let entered = (self.state[who].entered, self.state[who].entered_as);
        self.relocate(who, to);
        if company {
            // Who is dragged along is in the same close combat as before.
            (self.state[who].entered, self.state[who].entered_as) = entered;
        }
        self.trail(who, side, forward);
        others
    }

    /// Tells that a hex was entered, with the half points that are left where it was paid for, and who was dragged along;
    /// `company` has them as bits.
    pub(crate) fn tell_move(&mut self, who: CombatantId, to: Cell, left: Option<i32>, company: u64) {
        let fighter = &self.state[who];
        let (facing, second) = (fighter.facing, fighter.second_cell());
        self.tell(Event::Moves { who, to, facing, second, left });
        self.tell_dragged(company, to);
    }

    /// Tells who was dragged along to a hex (`DF-504`); `company` has them as bits.
    pub(crate) fn tell_dragged(&mut self, company: u64, to: Cell) {
        // Hardly anybody drags anybody.
        if company != 0 {
            for who in self.state.ids().filter(|who| company & 1 << who.index() != 0) {
                self.tell(Event::Dragged { who, to });
            }
        }
    }

    /// `DF-R07` Who is dragged along enters a hex like anybody.
    pub(crate) fn checkpoint_company(&mut self, company: u64, from: Cell, to: Cell) -> Result<(), R::Pause> {
        // Hardly anybody drags anybody.
        if company == 0 {
            return Ok(());
        }
        for other in self.state.ids().filter(|other| company & 1 << other.index() != 0) {
            if self.state[other].at == to {
                self.checkpoint_hex(other, from)?;
            }
        }
        Ok(())
    }

    /// `DF-156` Lets the second hex of a long combatant follow: it keeps its side where that is free, and
    /// trails into the hex just left otherwise, or when it crawls forward.
    pub(crate) fn trail(&mut self, who: CombatantId, side: Facing, forward: bool) {
        let fighter = &self.state[who];
        if fighter.second == NONE {
            return;
        }
        let keeps = fighter.at.step(Facing::hex(i32::from(fighter.second)));
        if forward || !self.scene().is_free(keeps, who) {
            self.state[who].second = side.opposite().index();
        }
    }

    /// Puts a combatant into another hex. It leaves its close combat (`DF-461`), those that
    /// stay divide the sides anew (`DF-R38`), and a grab out of reach is over.
    pub(crate) fn relocate(&mut self, who: CombatantId, to: Cell) {
        let from = self.state[who].at;
        if from == to {
            return;
        }
        let fighter = &mut self.state[who];
        fighter.at = to;
        fighter.lose_brace();
        (fighter.entered, fighter.entered_as) = (NONE, 0);
        self.divide_sides(from);
        for other in self.state.ids() {
            if self.state[other].holds_anybody() {
                self.let_go_parted(other);
            }
        }
    }

    /// `DF-R38` Sides of a hex are divided anew when all but two have left: the later one of the two counts as
    /// the one that entered. Where no foes are left, no side is controlled.
    fn divide_sides(&mut self, cell: Cell) {
        let nobody = CombatantId(NONE);
        let mut stay = self.scene().occupants(cell, nobody);
        let pair = [stay.next(), stay.next()];
        let more = stay.next().is_some();
        drop(stay);
        if more {
            return;
        }
        let [Some(one), other] = pair else { return };
        let Some(other) = other.filter(|&other| self.scene().are_foes(one, other)) else {
            for who in pair.into_iter().flatten() {
                (self.state[who].entered, self.state[who].entered_as) = (NONE, 0);
            }
            return;
        };
        let later = if self.state[one].entered_as < self.state[other].entered_as { other } else { one };
        let earlier = if later == one { other } else { one };
        (self.state[earlier].entered, self.state[earlier].entered_as) = (NONE, 0);
        if self.state[later].entered != NONE {
            self.state[later].entered_as = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_facing() {
        for (example, budget, spent, expected) in [
            ("DF-E56", 10, 6, 1),
            ("DF-E57", 12, 6, 6),
            ("DF-E57", 12, 7, 1),
            ("DF-E97", 12, 10, 1),
            ("DF-118", 12, 0, 6),
            ("DF-118", 0, 0, 1),
        ] {
            assert_eq!(last_turn(budget, spent), expected, "{example}: {spent} of {budget}");
        }
    }

    #[test]
    fn the_extra_point_of_a_sprint() {
        let path = |spent| Path { sprint: true, budget: 14, spent, ..Path::of(6) };
        assert!(!path(12).sprinted(), "DF-082: six hexes are a Move");
        assert!(path(14).sprinted(), "DF-E97");
        assert_eq!(last_turn(path(6).final_budget().into(), 6), 6);
    }

    #[test]
    fn costs_add() {
        for (example, posture, forward, ground, expected) in [
            ("DF-E58", Posture::Standing, true, 0, 2),
            ("DF-E58", Posture::Standing, false, 0, 4),
            ("DF-E56", Posture::Kneeling, true, 0, 6),
            ("DF-E56", Posture::Crouching, true, 0, 3),
            ("DF-E97", Posture::Standing, true, 2, 4),
            ("DF-117", Posture::Crawling, false, 3, 11),
            ("DF-117", Posture::Crouching, true, 1, 4),
        ] {
            assert_eq!(hex_cost(posture, forward, ground), expected, "{example}");
        }
    }
}
