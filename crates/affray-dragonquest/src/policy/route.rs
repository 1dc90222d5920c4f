//! Ways: the hexes within reach, and the best of them.

use super::approach::breathes;
use super::fight::Danger;
use super::odds;
use super::shoot::seems_open;
use crate::movement::zones::{direction, distance};
use crate::scene::Scene;
use crate::sheet::{Arm, Group};
use crate::state::{Flags, HELPLESS, NONE};
use affray_grid::{Cell, Facing, Field, Flood, Layout, MoveKind, PathStep};
use affray_kernel::referee::CombatantId;
use arrayvec::ArrayVec;

/// The longest way of one turn.
pub(super) const LONGEST: usize = 32;
/// A way, the first hex last.
pub(super) type Way = ArrayVec<Facing, LONGEST>;

/// Farther than this no way round is looked for.
const FAR: u16 = 40;

/// The buffers of the searches; they grow with the first use.
#[derive(Debug, Clone, Default)]
pub(super) struct Router {
    pub(super) flood: Flood,
    field: Field,
    pub(super) steps: Vec<PathStep>,
    taken: Vec<Cell>,
    zones: Vec<Cell>,
    pub(super) heavy: super::heavy::Heavy,
}

/// The aim of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// A hex next to the target, from which it can be struck: with a long haft or not (`DQ-726`).
    Strike { long: bool },
    /// As near as may be.
    Near,
    /// Not nearer than so many hexes, but as near as that.
    Until(i32),
    /// As far from all opponents as may be.
    Away,
    /// Where some opponent can be shot at from that many hexes at the most, and none is close.
    Shoot(i32),
}

/// The facing from which a hex lies ahead.
pub(super) fn towards(from: Cell, to: Cell) -> Facing {
    match direction(from, to) {
        Some(way) => Facing::hex(i32::from(way)),
        None => Layout::Hex.facing_towards(from, to),
    }
}

/// The hexes within which a figure can charge another: that far it moves, and one more.
pub(super) fn charge_reach(scene: Scene<'_>, who: CombatantId) -> i32 {
    let hands = scene.fighter(who).hands;
    let pole = hands
        .into_iter()
        .any(|item| item != Arm::NONE && scene.arm(who, item).is_some_and(|arm| arm.group == Group::Pole));
    1 + if pole { scene.tmr(who) } else { scene.half_tmr(who) }
}

impl Router {
    /// The best way of at most so many points; empty to stay. `None` if the aim cannot be reached.
    pub(super) fn way(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        target: CombatantId,
        points: i32,
        aim: Aim,
    ) -> Option<Way> {
        let points = points.clamp(0, LONGEST as i32) as u16;
        let start = scene.fighter(who).at;
        let goal = scene.fighter(target).at;
        let closed = scene.setup.any_barrier && !matches!(aim, Aim::Away | Aim::Shoot(_));
        if closed {
            self.field.run(scene.map(), &[goal], FAR, |cell| scene.is_passable(cell));
        }
        let spreads = breathes(scene, target);
        if !spreads && let Some(way) = straight(scene, who, goal, points, aim) {
            return Some(way);
        }
        self.look(scene, who);
        let (taken, zones) = (&self.taken, &self.zones);
        self.flood.cells(scene.map(), start, points, |from, to| {
            if !scene.is_passable(to) || taken.contains(&to) || from != start && zones.contains(&from) {
                return None;
            }
            let cost = scene.entry_cost(to) as u16;
            Some(if from == start { cost.min(points) } else { cost })
        });
        let body = scene.body(target);
        let in_row = |cell: Cell| if spreads { in_a_row(scene, who, target, cell) } else { 0 };
        let value = |cell: Cell, cost: u16| -> Option<i32> {
            let away = if closed {
                self.field.distance(cell).map_or(i32::from(FAR) + distance(cell, goal), i32::from)
            } else {
                distance(cell, goal)
            };
            let zones = || zones.iter().filter(|&&held| held == cell).count() as i32;
            let value = match aim {
                Aim::Strike { long } => {
                    let near = body.iter().any(|&part| distance(cell, part) == 1);
                    let other = scene.fighter(target);
                    let across = !long && other.mount != NONE && cell == goal.step(other.facing);
                    if !near || cell == start || across {
                        return None;
                    }
                    let rear = !scene.in_zone(target, cell)
                        && !scene.fighter(target).flags.any(HELPLESS.union(Flags::STUNNED));
                    100 * i32::from(rear) - 60 * zones() - 30 * in_row(cell)
                }
                Aim::Near => -100 * away - 20 * zones() - 60 * in_row(cell),
                Aim::Until(least) => {
                    -100 * (away - least).abs() - if away < least { 150 } else { 0 } - 110 * in_row(cell)
                }
                Aim::Shoot(range) => {
                    let within = |foe: CombatantId| distance(cell, scene.fighter(foe).at);
                    let nearest = scene.foes(who).map(within).min().unwrap_or(0);
                    let open = |&foe: &CombatantId| within(foe) <= range && seems_open(scene, who, cell, foe);
                    if nearest < 3 || !scene.foes(who).any(|foe| open(&foe)) {
                        return None;
                    }
                    // Beside the others, who come on: not one hex out of their way again and again.
                    let clear = scene.foes(who).any(|foe| open(&foe) && is_aside(scene, who, cell, foe));
                    50 * nearest.min(6) - 40 * i32::from(cost) + if clear { 250 } else { 0 }
                }
                Aim::Away => {
                    let nearest = scene.foes(who).map(|foe| distance(cell, scene.fighter(foe).at)).min().unwrap_or(0);
                    100 * nearest - 300 * zones()
                }
            };
            Some(value - i32::from(cost))
        };
        let reached = self.flood.reached().iter();
        let best = reached.filter_map(|one| Some((value(one.cell, one.cost)?, one.cell))).max_by_key(|one| one.0)?;
        self.flood.path(best.1, Facing::E, &mut self.steps);
        let mut way = Way::new();
        for step in self.steps.iter().rev() {
            if let MoveKind::Forward(side) = step.kind {
                let _ = way.try_push(side);
            }
        }
        Some(way)
    }
}

impl Router {
    /// Notes the hexes of all others, and those of the melee zones that hold a figure, one for each opponent.
    fn look(&mut self, scene: Scene<'_>, who: CombatantId) {
        let fighter = scene.fighter(who);
        let own = [who.0, fighter.mount, fighter.rider];
        self.taken.clear();
        for other in scene.state.ids().filter(|one| !own.contains(&one.0) && scene.fighter(*one).is_up()) {
            self.taken.extend(scene.body(other));
        }
        self.zones.clear();
        for foe in scene.foes(who).filter(|&foe| scene.has_melee_zone(foe)) {
            let around = Facing::HEX.into_iter().map(|way| scene.fighter(foe).at.step(way));
            self.zones.extend(around.filter(|&cell| scene.holds(foe, who, cell)));
        }
    }

    /// The way towards the nearest edge of the map, and over it if that is within reach.
    pub(super) fn out(&mut self, scene: Scene<'_>, who: CombatantId, points: i32) -> (Way, Option<Facing>) {
        let start = scene.fighter(who).at;
        let points = points.clamp(0, LONGEST as i32 - 1) as u16;
        self.look(scene, who);
        let (taken, zones) = (&self.taken, &self.zones);
        let holds = |cell: Cell| zones.contains(&cell);
        self.flood.cells(scene.map(), start, points, |from, to| {
            let open = scene.is_passable(to) && !taken.contains(&to) && (from == start || !holds(from));
            open.then(|| scene.entry_cost(to) as u16)
        });
        // Steps to the edge along straight lines.
        let edge = |cell: Cell| {
            let steps = Facing::HEX.into_iter().map(|way| {
                let mut at = cell;
                let steps = (1..=i32::from(FAR)).find(|_| {
                    at = at.step(way);
                    scene.map().ground(at).is_none()
                });
                (steps.unwrap_or(i32::from(FAR) + 1), way)
            });
            steps.min_by_key(|one| one.0).unwrap_or((i32::from(FAR), Facing::E))
        };
        let value = |cell: Cell, cost: u16| {
            let (steps, _) = edge(cell);
            let stopped = cell != start && holds(cell);
            let over = steps == 1 && cost < points && !stopped;
            (over, -steps - if stopped { 5 } else { 0 }, -i32::from(cost))
        };
        let reached = self.flood.reached().iter();
        let Some(best) = reached.max_by_key(|one| value(one.cell, one.cost)).copied() else {
            return Default::default();
        };
        let mut way = Way::new();
        self.flood.path(best.cell, Facing::E, &mut self.steps);
        for step in self.steps.iter().rev() {
            if let MoveKind::Forward(side) = step.kind {
                let _ = way.try_push(side);
            }
        }
        let leaves = value(best.cell, best.cost).0.then(|| edge(best.cell).1);
        (way, leaves)
    }
}

/// The straight way on an open field, where nobody is in it and nobody's zone stops it before its end: what most
/// approaches are.
fn straight(scene: Scene<'_>, who: CombatantId, goal: Cell, points: u16, aim: Aim) -> Option<Way> {
    let start = scene.fighter(who).at;
    let away = distance(start, goal);
    let wanted = match aim {
        Aim::Until(least) => away - least,
        Aim::Near => away - 1,
        _ => return None,
    };
    let steps = wanted.min(i32::from(points));
    if steps <= 0 || scene.setup.any_barrier {
        return None;
    }
    let alone = scene.state.fighters.len() == 2;
    let mut way = Way::new();
    let mut at = start;
    for _ in 0..steps {
        let side = towards(at, goal);
        at = at.step(side);
        scene.map().ground(at)?;
        if !alone && (!scene.is_free(who, at) || scene.is_held_at(who, at)) {
            return None;
        }
        way.push(side);
    }
    way.reverse();
    Some(way)
}

/// The number of friends in one line with a figure at `cell`, seen from an opponent who breathes fire.
fn in_a_row(scene: Scene<'_>, who: CombatantId, foe: CombatantId, cell: Cell) -> i32 {
    let from = scene.fighter(foe).at;
    let reach = scene.sheet(foe).breath.map_or(0, |breath| i32::from(breath.range));
    let meets =
        |to: Cell, at: Cell| scene.map().line(from, to).twins().any(|(one, twin)| one == at || twin == Some(at));
    let friends = scene.foes(foe).filter(|&one| one != who).map(|one| scene.fighter(one).at);
    friends.filter(|&at| distance(cell, at) < reach && (meets(cell, at) || meets(at, cell))).count() as i32
}

/// Whether nobody of one's own side is next to the line from a hex to an opponent, but for those who are next to either end.
fn is_aside(scene: Scene<'_>, who: CombatantId, from: Cell, foe: CombatantId) -> bool {
    let to = scene.fighter(foe).at;
    scene.state.ids().filter(|&one| one != who && !scene.are_foes(who, one) && scene.fighter(one).is_up()).all(|one| {
        let at = scene.fighter(one).at;
        let beyond = distance(from, at) + distance(at, to) > distance(from, to) + 1;
        beyond || distance(at, to) <= 1 || distance(at, from) <= 1
    })
}

/// The opponents who have a figure in their zones.
#[derive(Debug, Default)]
pub(super) struct Pressure {
    /// The worth of their actions against it, each divided by the number of its possible targets, added up.
    pub sum: f32,
    /// Their number.
    pub count: u8,
    /// The one whose action is worth most.
    pub worst: Option<CombatantId>,
    /// The worth of an action of each.
    pub dangers: ArrayVec<Danger, 8>,
}

/// The pressure on a figure.
pub(super) fn pressure(scene: Scene<'_>, who: CombatantId) -> Pressure {
    let (mut pressure, mut most) = (Pressure::default(), 0.0);
    for foe in scene.foes(who) {
        if scene.apart(who, foe) > 1 || !scene.threatens(foe, who) {
            continue;
        }
        let danger = odds::danger(scene, foe, who);
        let others = if scene.state.fighters.len() == 2 {
            1
        } else {
            scene.foes(foe).filter(|&one| scene.apart(one, foe) <= 1 && scene.threatens(foe, one)).count().max(1)
        };
        pressure.sum += danger / others as f32;
        pressure.count += 1;
        let _ = pressure.dangers.try_push((foe, danger));
        if pressure.worst.is_none() || most < danger {
            (most, pressure.worst) = (danger, Some(foe));
        }
    }
    pressure
}

/// Whether an opponent who is able to can charge a figure where it is.
pub(super) fn is_reached(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.foes(who).any(|foe| {
        !scene.fighter(foe).flags.any(HELPLESS.union(Flags::STUNNED))
            && scene.apart(who, foe) <= charge_reach(scene, foe)
    })
}

/// Whether any opponent has a figure in his zone.
pub(super) fn is_pressed(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.foes(who).any(|foe| scene.apart(who, foe) <= 1 && scene.threatens(foe, who))
}
