//! Where a movement leads: a search over hexes and facings at what each costs, so that a charge is planned only where it
//! comes to a blow.

use super::rating::{CLOSE, longest_reach, nearest_reach};
use super::route::{gap, is_anothers};
use crate::decision::{Advance, Gait, Path};
use crate::movement::Occupants;
use crate::scene::Scene;
use crate::state::Posture;
use affray_3d6::movement::last_turn_below_half;
use affray_grid::{Arc, Cell, Facing, Flood, MoveKind, PathStep, Reached};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// The longest way round what is blocked that is searched for, in hexes.
const FAR: u16 = 60;
/// What is lost by ending where no way leads on.
const NO_WAY: i32 = 200;

/// Where somebody wants to go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    /// The hex that distances are measured to.
    pub(super) to: Cell,
    /// Distances to it that are good, a bit each.
    pub(super) reach: u16,
    /// The hex has to be in front and in sight at the end, for a blow.
    pub(super) strikes: bool,
    /// A place from which the hex is in sight is good, at whatever distance.
    pub(super) sees: bool,
    /// Short of a good distance the movement ends no nearer than this.
    pub(super) aloof: i32,
}

/// The best end of a movement.
#[derive(Debug, Clone, Copy)]
struct End {
    cell: Cell,
    facing: Facing,
    /// What is missing to what is wanted, in hexes.
    off: i32,
}

/// Searches with buffers that are kept.
#[derive(Debug, Clone)]
pub(super) struct Ways {
    /// Over hexes and facings.
    flood: Flood,
    /// From the goal, round what is blocked.
    round: Flood,
    steps: Vec<PathStep>,
    /// Hexes in which somebody is.
    occupied: Vec<Cell>,
}

impl Ways {
    pub(super) fn new() -> Self {
        Self { flood: Flood::new(), round: Flood::new(), steps: Vec::new(), occupied: Vec::new() }
    }

    /// Whether a movement that begins now comes to where a blow of that reach can be struck at a foe.
    pub(super) fn lead_to_blow(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        foe: CombatantId,
        reach: u16,
        gait: Gait,
    ) -> bool {
        let path = Path::of(gait, scene.points_of::<Sum>(who, gait).total());
        let goal = Goal { to: scene.fighter(foe).at, reach, strikes: true, sees: false, aloof: 0 };
        self.best_end(scene, who, &path, &goal).is_some_and(|end| end.off == 0)
    }

    /// The foes whom a figure cannot strike, a bit each: no way leads to where its weapons reach them.
    pub(super) fn foes_apart(&mut self, scene: Scene<'_>, who: CombatantId) -> u64 {
        if !scene.setup.any_barrier {
            return 0;
        }
        // What strikes in its own hex alone goes there.
        let close = nearest_reach(scene, who) == CLOSE;
        let (map, reach) = (scene.map(), if close { 0 } else { longest_reach(scene, who) });
        self.explore(scene, who);
        let near = |at: Cell, foe: CombatantId| {
            let to = scene.fighter(foe).at;
            scene.blow_between(at, to) <= reach && map.in_sight(at, to)
        };
        // Farther ways than those searched for may lead to foes far away.
        let apart = |&foe: &CombatantId| {
            2 * scene.distance(who, foe) <= i32::from(FAR)
                && !self.round.reached().iter().any(|one| near(one.cell, foe))
        };
        scene.foes(who).filter(apart).fold(0, |all, foe| all | 1 << (foe.0 & 63))
    }

    /// Whether a way leads to where a figure lays hands on what lies in a hex.
    pub(super) fn lead_to_item(&mut self, scene: Scene<'_>, who: CombatantId, at: Cell) -> bool {
        if !scene.setup.any_barrier {
            return true;
        }
        self.explore(scene, who);
        self.round.reached().iter().any(|one| scene.blow_between(one.cell, at) <= 1)
    }

    /// Looks where ways lead from a figure, whoever stands there.
    fn explore(&mut self, scene: Scene<'_>, who: CombatantId) {
        let ground = |from, to| scene.judge_ground(from, to).is_ok().then_some(1);
        self.round.cells(scene.map(), scene.fighter(who).at, FAR, ground);
    }

    /// The next piece of the movement that ends best; a stop where that is here.
    pub(super) fn next_piece(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        path: &Path,
        goal: &Goal,
    ) -> Option<Advance> {
        let End { cell, facing, .. } = self.best_end(scene, who, path, goal)?;
        self.flood.path(cell, facing, &mut self.steps);
        let Some(first) = self.steps.first() else { return Some(Advance::Stop) };
        Some(match first.kind {
            MoveKind::Forward(side) => Advance::Forward(side),
            MoveKind::Sidestep(side) => Advance::Sidestep(side),
            MoveKind::Turn(_) => {
                let turns = self.steps.iter().take_while(|step| matches!(step.kind, MoveKind::Turn(_)));
                Advance::Turn(turns.last().map_or(first.facing, |step| step.facing))
            }
        })
    }

    /// `G4-090` to `G4-096` `G4-R05` The end that comes nearest to what is wanted, of equal ones the cheapest.
    fn best_end(&mut self, scene: Scene<'_>, who: CombatantId, path: &Path, goal: &Goal) -> Option<End> {
        let (map, me) = (scene.map(), scene.fighter(who));
        let points = u16::try_from(path.left()).unwrap_or(0);
        if me.posture == Posture::Prone {
            return None;
        }
        let barrier = scene.setup.any_barrier;
        if barrier {
            // Blows go down into a pit and up onto a ledge to which no step leads.
            let reach = longest_reach(scene, who);
            let struck = |from: Cell| scene.blow_between(from, goal.to) <= reach && map.in_sight(from, goal.to);
            let leads = |nearer, cell| scene.judge_ground(cell, nearer).is_ok() || struck(cell);
            self.round.cells(map, goal.to, FAR, |nearer, cell| leads(nearer, cell).then_some(1));
        }
        self.occupied.clear();
        self.occupied.extend(scene.state.fighters.iter().map(|one| one.at));
        let far = map.distance(me.at, goal.to) as i32;
        // Nothing leads nearer that goes farther aside than this.
        let aside = if barrier { i32::from(points) } else { 3 };
        // No end is better than the one that all points would lead to, straight ahead.
        let (nearest, farthest) = ((far - i32::from(points)).max(0), far + i32::from(points));
        let least = if goal.sees { 0 } else { (nearest..=farthest).map(|far| gap(goal.reach, far)).min().unwrap_or(0) };
        // What is far away is searched for straight ahead first, and what that finds is kept if it is as good as can be.
        // The whole search alone made a fight of eight take four times as long.
        let Self { flood, round, occupied, .. } = self;
        let ends = Ends { scene, who, path, goal, round, occupied, least };
        let straight = if least == 0 { None } else { ends.search(flood, points, far) };
        straight.filter(|end| end.off <= least).or_else(|| ends.search(flood, points, far + aside))
    }
}

/// Where a movement could end, with what is known of the moment.
struct Ends<'a> {
    scene: Scene<'a>,
    who: CombatantId,
    path: &'a Path,
    goal: &'a Goal,
    round: &'a Flood,
    occupied: &'a [Cell],
    /// No end has less missing than that.
    least: i32,
}

impl Ends<'_> {
    /// Looks where so many points lead, over hexes from which the way to the goal is no longer than `most`: the end at
    /// which least is missing, of equal ones the cheapest.
    fn search(&self, flood: &mut Flood, points: u16, most: i32) -> Option<End> {
        let Self { scene, who, goal, .. } = *self;
        let (map, me) = (scene.map(), scene.fighter(who));
        let mut best: Option<End> = None;
        // Whether the hex that was asked about last leads on.
        let mut leads_on = (me.at, true);
        let cost = |from: Cell, _, kind: MoveKind, to: Cell| {
            let forward = match kind {
                MoveKind::Turn(_) => None,
                MoveKind::Forward(_) => Some(true),
                MoveKind::Sidestep(_) => Some(false),
            };
            if forward.is_some() && map.distance(me.at, to) as i32 + map.distance(to, goal.to) as i32 > most {
                return None;
            }
            if leads_on.0 != from {
                leads_on = (from, from == me.at || self.inside(from).standing == 0);
            }
            if !leads_on.1 {
                return None;
            }
            let Some(forward) = forward else { return Some(1) };
            scene.judge_ground(from, to).ok()?;
            let inside = self.inside(to);
            // A friend's hex is passed through.
            if inside.standing != 0 && inside.judge_end().is_err() {
                return None;
            }
            Some(scene.hex_cost::<Sum>(who, &inside, forward, to).total() as u16)
        };
        flood.run_until(map, me.at, me.facing, points, cost, |one| {
            let found = self.off(one, best.map_or(i32::MAX, |best| best.off));
            if let Some(off) = found {
                best = Some(End { cell: one.cell, facing: one.facing, off });
            }
            found.is_some_and(|off| off <= self.least)
        });
        best
    }

    /// What is missing to the goal at that end, if the movement can end there and that is less than `most`.
    fn off(&self, one: Reached, most: i32) -> Option<i32> {
        let Self { scene, who, goal, .. } = *self;
        let (map, me) = (scene.map(), scene.fighter(who));
        let off = self.missing(one.cell);
        if off >= most
            || (one.cell != me.at || self.path.hexes != 0) && self.inside(one.cell).judge_end().is_err()
            || one.cell != me.at && is_anothers(scene, who, goal.to, one.cell)
        {
            return None;
        }
        if !goal.strikes || off != 0 {
            return Some(off);
        }
        let spent = i32::from(self.path.spent) + i32::from(one.cost);
        let any = last_turn_below_half(scene.move_points(who), spent) == 6;
        let turns = if any { -2..=3 } else { -1..=1 };
        let faces = |turn: i32| map.arc(one.cell, one.facing.turned(turn as i8), goal.to) == Arc::Front;
        let strikes = map.in_sight(one.cell, goal.to) && turns.into_iter().any(faces);
        let off = i32::from(!strikes);
        (off < most).then_some(off)
    }

    /// How far that hex is from where the goal wants one to be, round what is blocked.
    fn missing(&self, cell: Cell) -> i32 {
        let (map, goal) = (self.scene.map(), self.goal);
        let barrier = self.scene.setup.any_barrier;
        if goal.sees && map.in_sight(cell, goal.to) {
            return 0;
        }
        let far = map.distance(cell, goal.to) as i32;
        let off = gap(goal.reach, self.scene.blow_between(cell, goal.to));
        let off = if off != 0 && far < goal.aloof { off + 2 * (goal.aloof - far) } else { off };
        if !barrier || off == 0 && map.in_sight(cell, goal.to) {
            return off;
        }
        let way = self.round.cost(cell, Facing::HEX[0]).map_or(NO_WAY, i32::from);
        off.max(way - far + off.max(1))
    }

    /// The occupants of a hex: most hexes are empty.
    fn inside(&self, cell: Cell) -> Occupants {
        if self.occupied.contains(&cell) { self.scene.inside(cell, self.who) } else { Occupants::default() }
    }
}
