//! Movement hex by hex, facing, postures, running, tripping.
//!
//! Rules `GR-055`, `GR-056`, `GR-061`, `GR-078`, `GR-079`, `GR-117`, `GR-143`, `GR-247`; rulings `GR-R27`,
//! `GR-R28`, `GR-R34` to `GR-R36`, `GR-R39` to `GR-R41`, `GR-R79`, `GR-R85`, `GR-R90`, `GR-R118`.

pub mod arcs;
mod stance;
pub mod wait;

use crate::Graded;
use crate::decision::{Choice, Erratic, Gait, Maneuver, ManeuverKind, NONE, Posture, Question, Step, Walk};
use crate::event::{Event, Fall};
use crate::movement::arcs::distance;
use crate::scene::{Fight, Scene};
use crate::sheet::Sheet;
use crate::state::{Flags, LEGS, Marks, OUT};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// `GR-R35` The points of a hex, forward or not.
use affray_3d6::movement::hex_points;

/// `GR-R116` The greatest difference in height between two neighboring hexes that can be walked, in feet.
const STEEPEST: i32 = 3;

/// `GR-R36` The most bodies of one hex.
pub const MOST_BODIES: usize = 4;

/// `GR-R28` Half MV, at least 1.
#[inline]
pub const fn half(mv: u8) -> u8 {
    if mv < 2 { 1 } else { mv / 2 }
}

/// `GR-R28` MV without wounds, from DX, HT and encumbrance, or as the sheet gives it.
pub(crate) fn unhurt_mv<T: Tally>(sheet: &Sheet) -> T {
    let (dx, level, mv) = (sheet.scores[0].dx, i32::from(sheet.encumbrance), i32::from(sheet.mv));
    let quarter = (dx + sheet.ht) / 4;
    if mv != (quarter - level).max(1) {
        return T::base(rule!("GR-R28").named("MV of the sheet"), mv);
    }
    let mut score = T::base(rule!("GR-R28").named("DX"), dx);
    score.add(rule!("GR-R28").named("HT"), sheet.ht);
    score.becomes(rule!("GR-R28").named("a quarter"), quarter);
    score.add(rule!("GR-R28").named("encumbrance"), -level);
    score.at_least(rule!("GR-R28").named("at least 1"), 1);
    score
}

impl Scene<'_> {
    /// Hexes a round as things stand, before the maneuver.
    pub fn mv(self, who: CombatantId) -> u8 {
        self.mv_score::<Sum>(who).total() as u8
    }

    /// `GR-R28` `GR-247` `GR-R35` How MV comes about as things stand.
    pub(crate) fn mv_score<T: Tally>(self, who: CombatantId) -> T {
        let fighter = self.fighter(who);
        let combatant = &self.setup.combatants[who.index()];
        if self.is_mounted(who) {
            return T::base(rule!("GR-R86").named("MV of the mount"), combatant.mount.into());
        }
        let mut mv: T = unhurt_mv(&combatant.sheet);
        // GR-R90: a combatant without HP crawls, and this does not halve its scores once more.
        if (1..=3).contains(&fighter.hp) {
            mv.becomes(rule!("GR-247").named("halved at 1 to 3 HP"), mv.total() / 2);
        }
        let rule = rule!("GR-R35").named(fighter.posture.word());
        match fighter.posture {
            Posture::Standing => {}
            Posture::Crouching => mv.becomes(rule, mv.total() / 2),
            Posture::Kneeling | Posture::Sitting => mv.becomes(rule, 0),
            Posture::Lying => mv.at_most(rule, 1),
        }
        mv
    }

    /// `GR-R86` Whether a combatant is in the saddle: who is down is out of it until he stands again.
    #[inline]
    pub(crate) fn is_mounted(self, who: CombatantId) -> bool {
        self.setup.combatants[who.index()].mount != 0 && self.fighter(who).posture == Posture::Standing
    }

    /// How the hexes of a movement come about, for one that MV decides.
    fn walk_score<T: Tally>(self, who: CombatantId, walk: &Walk) -> Option<T> {
        let mut hexes: T = self.mv_score(who);
        let (mv, most) = (hexes.total(), i32::from(walk.most));
        match walk.maneuver {
            ManeuverKind::Move => hexes.add(walk_rule(walk).named("running"), most - mv),
            ManeuverKind::Tackle => hexes.add(walk_rule(walk).named("tackle"), most - mv),
            ManeuverKind::Charge | ManeuverKind::Slam | ManeuverKind::WildSwing => {}
            ManeuverKind::Aim | ManeuverKind::Attack | ManeuverKind::AllOut | ManeuverKind::TwoWeapons
                if most != mv =>
            {
                hexes.becomes(walk_rule(walk).named("half for this maneuver"), most);
            }
            ManeuverKind::Missile if most > 1 && most != mv => {
                hexes.becomes(walk_rule(walk).named("half for this maneuver"), most);
            }
            _ => return None,
        }
        Some(hexes)
    }

    /// `GR-R34` Movement points that a maneuver gives.
    pub fn allowance(self, who: CombatantId, maneuver: Maneuver) -> u8 {
        let fighter = self.fighter(who);
        if fighter.held != 0 {
            return 0;
        }
        let mv = self.mv(who);
        if mv == 0 {
            return 0;
        }
        let lying = fighter.posture == Posture::Lying;
        match maneuver {
            Maneuver::Missile { gait: Gait::Step } | Maneuver::Reload(_) => 1,
            Maneuver::Missile { gait: Gait::Walk } => half(mv),
            Maneuver::Missile { gait: Gait::Run } => mv,
            // GR-056: aiming on, nobody moves.
            Maneuver::Aim { .. } if fighter.last == ManeuverKind::Aim && fighter.aim.rounds != 0 => 0,
            Maneuver::Aim { .. } | Maneuver::Attack | Maneuver::AllOut { .. } | Maneuver::TwoWeapons => half(mv),
            Maneuver::WildSwing | Maneuver::Charge { .. } | Maneuver::Slam(_) => mv,
            Maneuver::Tackle(_) => mv + 1,
            // GR-143, GR-R39: running on.
            Maneuver::Move { .. } => mv + u8::from(fighter.flags.has(Flags::RUNNING) && !lying),
            Maneuver::PopUp
            | Maneuver::Feint
            | Maneuver::Bash
            | Maneuver::Wait { .. }
            | Maneuver::ReadyWeapon { .. }
            | Maneuver::Unarmed
            | Maneuver::SingleDefense(_)
            | Maneuver::Brace => 1,
            _ => 0,
        }
    }

    /// `GR-R35` What the step of a combatant from its hex to that side costs, and whether it turns it; `None`
    /// for where nobody can go.
    #[inline]
    pub fn step_cost(self, at: Cell, facing: Facing, way: Facing) -> Option<(u8, bool)> {
        let (cost, forward) = self.step_points::<Sum>(at, facing, way)?;
        Some((cost.total() as u8, forward))
    }

    /// How the cost of such a step comes about, and whether it turns.
    #[inline]
    fn step_points<T: Tally>(self, at: Cell, facing: Facing, way: Facing) -> Option<(T, bool)> {
        let ground = self.map().ground(at.step(way))?;
        if ground.impassable || self.is_ledge(at, at.step(way)) {
            return None;
        }
        let forward = facing.sides_to(way) <= 1;
        let words = if forward { "for a forward hex" } else { "for a side or rear hex" };
        let mut cost = T::base(rule!("GR-R35").named(words), hex_points(forward));
        cost.add(rule!("GR-R35").named("ground"), ground.extra_cost_half.div_ceil(2).into());
        Some((cost, forward))
    }

    /// `GR-R116` Whether the ground between two neighboring hexes is too steep for anybody.
    #[inline]
    pub(crate) fn is_ledge(self, from: Cell, to: Cell) -> bool {
        self.setup.any_height && self.map().elevation_difference(from, to).abs() > STEEPEST
    }

    /// `GR-R116` Whether the ground lets somebody out of a hex into a neighboring one.
    pub(crate) fn is_open(self, from: Cell, to: Cell) -> bool {
        self.map().ground(to).is_some_and(|ground| !ground.impassable) && !self.is_ledge(from, to)
    }

    /// `GR-R36` Whether an enemy who is still up is in a hex.
    pub fn has_foe(self, who: CombatantId, at: Cell) -> bool {
        let side = self.side(who);
        self.state.ids().any(|other| {
            let fighter = self.fighter(other);
            fighter.at == at && self.side(other) != side && fighter.is_up()
        })
    }

    /// `GR-R36` Whether a friend who is still up is in a hex.
    pub fn has_friend(self, who: CombatantId, at: Cell) -> bool {
        let side = self.side(who);
        self.state.ids().any(|other| {
            let fighter = self.fighter(other);
            other != who && fighter.at == at && self.side(other) == side && fighter.is_up()
        })
    }

    /// `GR-R36` Whether a movement of that maneuver may end in an enemy's hex.
    pub const fn may_close(kind: ManeuverKind) -> bool {
        matches!(
            kind,
            ManeuverKind::Move
                | ManeuverKind::Attack
                | ManeuverKind::AllOut
                | ManeuverKind::Unarmed
                | ManeuverKind::Slam
                | ManeuverKind::Charge
                | ManeuverKind::Tackle
        )
    }

    /// `GR-R35` `GR-R36` Whether a combatant may go on so.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_walk(self, who: CombatantId, walk: &Walk, step: Step) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        match step {
            Step::To(way) => {
                let to = fighter.at.step(way);
                if self.is_ledge(fighter.at, to) {
                    return refuse(rule!("GR-R116"), "that is too high or too deep to walk: go round it");
                }
                let Some((cost, forward)) = self.step_cost(fighter.at, fighter.facing, way) else {
                    return Err(Refusal::impossible(rule!("GR-R35"), "nobody can go there"));
                };
                if walk.over {
                    return refuse(rule!("GR-R36"), "an enemy's hex is the last of a path");
                }
                // GR-129: slipping away goes in any direction.
                if cost > walk.left && !(walk.maneuver == ManeuverKind::BreakFree && walk.hexes == 0) {
                    return refuse(walk_rule(walk), "that is farther than this maneuver goes");
                }
                self.judge_entering(who, walk.maneuver, fighter.at, to)?;
                let there = if forward { way } else { fighter.facing };
                if self.is_passed(who, to)
                    && !self.leads_on(who, walk.maneuver, to, there, walk.left.saturating_sub(cost))
                {
                    return refuse(rule!("GR-R36"), "a friend's hex is passed, not shared");
                }
                Ok(())
            }
            Step::Face(_) | Step::Stop
                if walk.hexes != 0
                    && self.is_passed(who, fighter.at)
                    && Facing::HEX.into_iter().any(|way| self.judge_walk(who, walk, Step::To(way)).is_ok()) =>
            {
                refuse(rule!("GR-R36"), "a friend's hex is passed, not shared")
            }
            Step::Face(_) | Step::Stop
                if walk.target != NONE
                    && self.fighter(CombatantId(walk.target)).at != fighter.at
                    && Facing::HEX.into_iter().any(|way| self.judge_walk(who, walk, Step::To(way)).is_ok()) =>
            {
                refuse(enter_rule(walk.maneuver), "the path ends in the target's hex")
            }
            Step::Face(_) | Step::Stop
                if fighter.flags.has(Flags::PANICKED)
                    && Facing::HEX.into_iter().any(|way| self.judge_walk(who, walk, Step::To(way)).is_ok()) =>
            {
                refuse(rule!("GR-R76"), "a panicked combatant runs as far as he can")
            }
            Step::Stop => Ok(()),
            Step::Face(facing) => {
                if facing == fighter.facing {
                    return Ok(());
                }
                if fighter.held != 0 {
                    return refuse(rule!("GR-R35"), "a held combatant cannot turn");
                }
                let spent = walk.most - walk.left.min(walk.most);
                let near = facing.sides_to(Facing::hex(i32::from(walk.last))) <= 1;
                if spent > walk.half && !near {
                    return refuse(rule!("GR-R35"), "after more than half MV one turns by one hex side at most");
                }
                Ok(())
            }
        }
    }

    /// `GR-R36` Whether a hex is a friend's, with no enemy in it whom one could close with.
    fn is_passed(self, who: CombatantId, at: Cell) -> bool {
        self.has_friend(who, at) && !self.has_foe(who, at)
    }

    /// `GR-R36` `GR-R76` `GR-R79` Whether a path of that maneuver may lead from a hex into a neighboring one, whatever it
    /// costs.
    fn judge_entering(self, who: CombatantId, maneuver: ManeuverKind, from: Cell, to: Cell) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.has_foe(who, to) && !Self::may_close(maneuver) {
            return refuse(rule!("GR-R36"), "this maneuver does not lead into an enemy's hex");
        }
        if self.bodies(to).filter(|&one| one != who).count() >= MOST_BODIES {
            return refuse(rule!("GR-R36"), "four bodies fill a hex");
        }
        if self.progress_limit(who).is_some_and(|limit| distance(fighter.from, to) > u32::from(limit)) {
            return refuse(rule!("GR-R79"), "a swerving or evading combatant makes little progress");
        }
        if fighter.flags.has(Flags::PANICKED) && !self.is_flight(who, from, to) {
            return refuse(rule!("GR-R76"), "a panicked combatant runs away from what frightens him");
        }
        Ok(())
    }

    /// `GR-R36` Whether a path that has come to a friend's hex, with so many points left, can end somewhere else.
    fn leads_on(self, who: CombatantId, maneuver: ManeuverKind, at: Cell, facing: Facing, left: u8) -> bool {
        Facing::HEX.into_iter().any(|way| {
            let to = at.step(way);
            let Some((cost, forward)) = self.step_cost(at, facing, way).filter(|&(cost, _)| cost <= left) else {
                return false;
            };
            let facing = if forward { way } else { facing };
            self.judge_entering(who, maneuver, at, to).is_ok()
                && (!self.is_passed(who, to) || self.leads_on(who, maneuver, to, facing, left - cost))
        })
    }

    /// `GR-R79` Hexes of progress that erratic movement allows.
    fn progress_limit(self, who: CombatantId) -> Option<u8> {
        let marks = self.fighter(who).marks;
        if marks.has(Marks::EVADING) {
            Some(1)
        } else if marks.has(Marks::SWERVING) {
            Some(half(self.mv(who)))
        } else {
            None
        }
    }

    /// Lists what a person could do next in a movement.
    pub fn walk_options(self, who: CombatantId, walk: &Walk, into: &mut Vec<Choice>) {
        let steps = Facing::HEX.into_iter().map(Step::To);
        let faces = Facing::HEX.into_iter().filter(|&facing| facing != self.fighter(who).facing).map(Step::Face);
        let all = steps.chain([Step::Stop]).chain(faces);
        into.extend(all.filter(|&step| self.judge_walk(who, walk, step).is_ok()).map(Choice::Step));
    }

    /// `GR-R27` `GR-R85` Whether a posture can be taken.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_posture(self, who: CombatantId, to: Posture) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let upright = matches!(to, Posture::Standing | Posture::Crouching);
        if upright && fighter.is_crippled(LEGS) {
            return Err(Refusal::new(rule!("GR-R85"), "with a crippled leg one kneels at best"));
        }
        if to != Posture::Lying && fighter.flags.has(Flags::INCAPACITATED) {
            return Err(Refusal::new(rule!("GR-R90"), "an incapacitated combatant lies"));
        }
        Ok(())
    }

    /// `GR-R27` Whether a posture can be taken for free, when the turn begins or ends.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_free_posture(self, who: CombatantId, end: bool, to: Posture) -> Result<(), Refusal> {
        let now = self.fighter(who).posture;
        if to == now {
            return Ok(());
        }
        let allowed = if end { now == Posture::Standing } else { now == Posture::Crouching && to == Posture::Standing };
        if !allowed || self.fighter(who).marks.has(Marks::SHIFTED) {
            let message = "free is up from a crouch when the turn begins, or down from standing when it ends, once";
            return Err(Refusal::new(rule!("GR-R27"), message));
        }
        self.judge_posture(who, to)
    }
}

/// The rule that says how far a maneuver goes.
const fn walk_rule(walk: &Walk) -> RuleId {
    match walk.maneuver {
        ManeuverKind::Attack => rule!("GR-061"),
        ManeuverKind::AllOut => rule!("GR-062"),
        ManeuverKind::Missile if walk.most <= 1 => rule!("GR-041"),
        ManeuverKind::Missile => rule!("GR-R41"),
        ManeuverKind::RapidFire => rule!("GR-043"),
        ManeuverKind::PopUp => rule!("GR-R45"),
        ManeuverKind::Aim if walk.most == 0 => rule!("GR-056"),
        ManeuverKind::Aim => rule!("GR-055"),
        ManeuverKind::Unarmed => rule!("GR-090"),
        ManeuverKind::Grapple => rule!("GR-107"),
        ManeuverKind::Takedown => rule!("GR-112"),
        ManeuverKind::Tackle => rule!("GR-117"),
        ManeuverKind::BreakFree => rule!("GR-129"),
        ManeuverKind::MultipleDefense => rule!("GR-130"),
        ManeuverKind::SingleDefense => rule!("GR-133"),
        ManeuverKind::Brace => rule!("GR-137"),
        ManeuverKind::Retreat => rule!("GR-R64"),
        ManeuverKind::Move => rule!("GR-143"),
        _ => rule!("GR-R34"),
    }
}

/// The rule that wants the target's hex entered.
const fn enter_rule(kind: ManeuverKind) -> RuleId {
    match kind {
        ManeuverKind::Slam => rule!("GR-099"),
        ManeuverKind::Tackle => rule!("GR-117"),
        _ => rule!("GR-078"),
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-R35` The movement of a maneuver, hex by hex, with what it sets off. Whether the turn goes on.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn walk(&mut self, who: CombatantId, maneuver: Maneuver, target: u8) -> Result<bool, R::Pause> {
        let points = self.scene().allowance(who, maneuver);
        self.walk_points(who, maneuver.kind(), points, target)
    }

    /// A movement of so many points.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn walk_points(
        &mut self,
        who: CombatantId,
        kind: ManeuverKind,
        points: u8,
        target: u8,
    ) -> Result<bool, R::Pause> {
        if points == 0 && self.state[who].held != 0 {
            return Ok(true);
        }
        let mut walk = self.begin_walk(who, kind, points, target);
        self.go_on(who, &mut walk)
    }

    /// A movement of so many points that is about to begin.
    pub(crate) fn begin_walk(&mut self, who: CombatantId, kind: ManeuverKind, points: u8, target: u8) -> Walk {
        Walk {
            maneuver: kind,
            left: points,
            most: points,
            hexes: 0,
            half: half(self.scene().mv(who)),
            last: self.state[who].facing.index(),
            target,
            over: false,
        }
    }

    /// Goes on with a movement, until it stops for now or is over; then no points are left. Whether the turn
    /// goes on.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn go_on(&mut self, who: CombatantId, walk: &mut Walk) -> Result<bool, R::Pause> {
        let on = loop {
            let question = Question::Walk { who, walk: *walk };
            let Choice::Step(step) = self.ask(question)? else { break true };
            match step {
                Step::Stop => break true,
                Step::Face(facing) => {
                    self.turn_to(who, facing);
                    walk.left = 0;
                    break true;
                }
                Step::To(way) => {
                    let fighter = &self.state[who];
                    let step = self.scene().step_points::<R::Tally>(fighter.at, fighter.facing, way);
                    let Some((cost, forward)) = step else { break true };
                    self.show_hexes(who, walk, cost.total() as u8);
                    if cost.total() != 1 {
                        self.referee.show(Why::new(who, rule!("GR-R35"), "movement"), &cost);
                    }
                    walk.left = walk.left.saturating_sub(cost.total() as u8);
                    walk.hexes = walk.hexes.saturating_add(1);
                    walk.last = way.index();
                    let moved = &mut self.state[who].moved;
                    *moved = moved.saturating_add(1);
                    self.enter(who, way, forward);
                    let mv = self.scene().mv(who);
                    if !self.arrive(who, walk.maneuver)? {
                        break false;
                    }
                    self.slow_down(who, walk, mv);
                    walk.over = self.scene().has_foe(who, self.state[who].at);
                    if walk.hexes > 60 {
                        break true;
                    }
                }
            }
        };
        Ok(on && !self.is_stopped(who))
    }

    /// `GR-R118` A wound on the way has changed MV: the movement has as many hexes as MV gives it now, less those that are
    /// spent.
    fn slow_down(&mut self, who: CombatantId, walk: &mut Walk, before: u8) {
        let mv = self.scene().mv(who);
        if mv == before || walk.left == 0 {
            return;
        }
        let spent = walk.most.saturating_sub(walk.left);
        let is_half = match walk.maneuver {
            ManeuverKind::Aim | ManeuverKind::Attack | ManeuverKind::AllOut | ManeuverKind::TwoWeapons => true,
            ManeuverKind::Missile => walk.most == half(before),
            _ => false,
        };
        walk.most = if is_half { half(mv) } else { (walk.most + mv).saturating_sub(before) };
        walk.left = walk.most.saturating_sub(spent);
        walk.half = half(mv);
        if let Some(mut hexes) = self.scene().walk_score::<R::Tally>(who, walk) {
            hexes.add(rule!("GR-R118").named("spent already"), -i32::from(spent));
            hexes.at_least(rule!("GR-R118").named("none left"), 0);
            self.referee.show(Why::new(who, rule!("GR-R118"), "MV"), &hexes);
        }
    }

    /// Tells how many hexes a movement has, where the MV of the sheet does not say it: before its first step where
    /// wounds, posture or a mount change MV, and before the step that goes beyond it.
    fn show_hexes(&mut self, who: CombatantId, walk: &Walk, cost: u8) {
        let (scene, own) = (self.scene(), self.scene().sheet(who).mv);
        let spent = walk.most.saturating_sub(walk.left);
        let is_due =
            if scene.mv(who) == own { spent <= own && spent.saturating_add(cost) > own } else { walk.hexes == 0 };
        if let Some(hexes) = scene.walk_score::<R::Tally>(who, walk).filter(|_| is_due) {
            self.referee.show(Why::new(who, rule!("GR-R28"), "MV"), &hexes);
        }
    }

    /// `GR-104` `GR-D16` What is left of a movement that led into a foe's hex, once he is slammed critically.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn keep_moving(&mut self, who: CombatantId, walk: &Walk) -> Result<(), R::Pause> {
        let mut walk = Walk { target: NONE, over: false, ..*walk };
        if walk.left != 0 && self.state[who].held == 0 && !self.is_stopped(who) {
            self.go_on(who, &mut walk)?;
        }
        Ok(())
    }

    /// Whether a turn cannot go on: the combatant is down, out, or has lost the rest of it.
    pub(crate) fn is_stopped(&self, who: CombatantId) -> bool {
        let fighter = &self.state[who];
        fighter.flags.any(OUT.union(Flags::INCAPACITATED)) || fighter.marks.has(Marks::TURN_LOST)
    }

    /// Goes into the next hex that way.
    pub(crate) fn enter(&mut self, who: CombatantId, way: Facing, turns: bool) {
        let to = self.state[who].at.step(way);
        let close = self.scene().has_foe(who, to);
        if self.state.holders != 0 {
            self.let_go(who);
        }
        let fighter = &mut self.state[who];
        fighter.at = to;
        if turns {
            fighter.facing = way;
        }
        fighter.entered = if close { way.opposite().index() } else { NONE };
        fighter.marks.clear(Marks::ENTERED_OLD);
        self.tell(Event::Moves { who, to });
        self.check_aims(who);
    }

    /// What the hex just entered sets off: a trip, and those who watch it. Whether the movement goes on.
    pub(crate) fn arrive(&mut self, who: CombatantId, kind: ManeuverKind) -> Result<bool, R::Pause> {
        if kind == ManeuverKind::Charge && self.setup.any_barrier && self.trips(who)? {
            return Ok(false);
        }
        if self.state.watchers != 0 {
            let before = self.state[who].posture;
            self.be_watched(who)?;
            return Ok(!self.is_stopped(who) && self.state[who].posture == before);
        }
        Ok(true)
    }

    /// `GR-079` `GR-R40` Bad footing in the path of a charge: a DX roll, once, or down. Whether it trips.
    fn trips(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        let bad = self.setup.map.ground(self.state[who].at).and_then(|ground| ground.footing);
        if bad.is_none_or(|footing| footing == 0) || self.state[who].marks.has(Marks::SHIFTED) {
            return Ok(false);
        }
        // One roll, at the first bad hex: a charger has no free posture left.
        self.state[who].marks.set(Marks::SHIFTED);
        let dx = self.dexterity(who, rule!("GR-079").named("DX"));
        if self.succeeds(who, rule!("GR-079"), "trip", &dx)? {
            return Ok(false);
        }
        self.fall(who, Fall::Trip);
        self.state[who].marks.set(Marks::TURN_LOST);
        Ok(true)
    }

    /// `GR-R87` DX as it is rolled on by that rule: less for the stunned.
    pub(crate) fn dexterity(&self, who: CombatantId, rule: RuleId) -> R::Tally {
        let mut dx = self.scene().attribute::<R::Tally>(who, rule, |scores| scores.dx);
        dx.add(rule!("GR-194"), self.scene().stun_penalty(who));
        dx
    }

    /// `GR-R87` ST as it is rolled on by that rule.
    pub(crate) fn strength(&self, who: CombatantId, rule: RuleId) -> R::Tally {
        let mut st = self.scene().attribute::<R::Tally>(who, rule, |scores| scores.st);
        st.add(rule!("GR-194"), self.scene().stun_penalty(who));
        st
    }

    /// Turns.
    pub(crate) fn turn_to(&mut self, who: CombatantId, facing: Facing) {
        if self.state[who].facing != facing {
            self.state[who].facing = facing;
            self.tell(Event::Turns { who, facing });
        }
    }

    /// Takes a posture.
    pub(crate) fn take_posture(&mut self, who: CombatantId, posture: Posture) {
        if self.state[who].posture != posture {
            self.state[who].posture = posture;
            self.tell(Event::Takes { who, posture });
        }
    }

    /// Falls to the ground. Aim is lost (`GR-R42`).
    pub(crate) fn fall(&mut self, who: CombatantId, why: Fall) {
        self.lose_aim(who);
        if self.state[who].posture != Posture::Lying {
            self.state[who].posture = Posture::Lying;
            self.tell(Event::Falls { who, why });
        }
    }

    /// `GR-R27` A free change of posture, where there is a choice.
    pub(crate) fn offer_posture(&mut self, who: CombatantId, end: bool) -> Result<(), R::Pause> {
        let wanted = if end { Posture::Standing } else { Posture::Crouching };
        if self.state[who].posture != wanted || self.state[who].marks.has(Marks::SHIFTED) {
            return Ok(());
        }
        let question = Question::Posture { who, end };
        if let Choice::Rise(posture) | Choice::Drop(posture) = self.ask(question)?
            && posture != self.state[who].posture
        {
            self.state[who].marks.set(Marks::SHIFTED);
            self.take_posture(who, posture);
        }
        Ok(())
    }

    /// `GR-R79` Declares erratic movement.
    pub(crate) fn declare_erratic(&mut self, who: CombatantId, erratic: Erratic) {
        let marks = &mut self.state[who].marks;
        marks.put(Marks::SWERVING, erratic == Erratic::Swerving);
        marks.put(Marks::EVADING, erratic == Erratic::Evading);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_mv() {
        assert_eq!([0, 1, 2, 5, 6].map(half), [1, 1, 1, 2, 3]);
    }
}
