//! Where a movement leads: a search over hexes and facings at what each costs, so that a charge is planned only where it
//! comes to a blow.

use super::route::{gap, is_anothers};
use crate::decision::{Advance, Gait, Path};
use crate::movement::Occupants;
use crate::scene::Scene;
use crate::state::Posture;
use affray_3d6::movement::last_turn_below_half;
use affray_grid::{Arc, Cell, Facing, Flood, MoveKind, PathStep};
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
        let (map, reach) = (scene.map(), super::rating::longest_reach(scene, who));
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
            self.round.cells(map, goal.to, FAR, |nearer, cell| scene.judge_ground(cell, nearer).is_ok().then_some(1));
        }
        self.occupied.clear();
        self.occupied.extend(scene.state.fighters.iter().map(|one| one.at));
        let far = map.distance(me.at, goal.to) as i32;
        // Nothing leads nearer that goes farther aside than this.
        let aside = if barrier { i32::from(points) } else { 3 };
        // No end is better than the one that all points would lead to, straight ahead.
        let (nearest, farthest) = ((far - i32::from(points)).max(0), far + i32::from(points));
        let least = (nearest..=farthest).map(|far| gap(goal.reach, far)).min().unwrap_or(0);
        // A small search comes first: straight ahead to what is far away, few points to what is near. What it finds is kept
        // if it is as good as can be. The whole search alone made a fight of eight take four times as long.
        let (straight, few) = match least {
            0 => (aside, points.min(u16::try_from(gap(goal.reach, far)).unwrap_or(0) + 2)),
            _ => (0, points),
        };
        self.search(scene, who, few, far + straight, goal);
        match self.best_found(scene, who, path, goal) {
            Some(end) if end.off <= least => Some(end),
            _ => {
                self.search(scene, who, points, far + aside, goal);
                self.best_found(scene, who, path, goal)
            }
        }
    }

    /// Looks where so many points lead, over hexes from which the way to the goal is no longer than `most`.
    fn search(&mut self, scene: Scene<'_>, who: CombatantId, points: u16, most: i32, goal: &Goal) {
        let (map, me) = (scene.map(), scene.fighter(who));
        let occupied = &self.occupied;
        self.flood.run(map, me.at, me.facing, points, |from, _, kind, to| {
            let forward = match kind {
                MoveKind::Turn(_) => None,
                MoveKind::Forward(_) => Some(true),
                MoveKind::Sidestep(_) => Some(false),
            };
            if forward.is_some() && map.distance(me.at, to) as i32 + map.distance(to, goal.to) as i32 > most {
                return None;
            }
            if from != me.at && inside(scene, occupied, from, who).standing != 0 {
                return None;
            }
            let Some(forward) = forward else { return Some(1) };
            scene.judge_ground(from, to).ok()?;
            let inside = inside(scene, occupied, to, who);
            // A friend's hex is passed through.
            if inside.standing != 0 && inside.judge_end().is_err() {
                return None;
            }
            Some(scene.hex_cost::<Sum>(who, &inside, forward, to).total() as u16)
        });
    }

    /// The best end among those that were found.
    fn best_found(&self, scene: Scene<'_>, who: CombatantId, path: &Path, goal: &Goal) -> Option<End> {
        let (map, me) = (scene.map(), scene.fighter(who));
        let barrier = scene.setup.any_barrier;
        let full = scene.move_points(who);
        let missing = |cell: Cell| {
            if goal.sees && map.in_sight(cell, goal.to) {
                return 0;
            }
            let far = map.distance(cell, goal.to) as i32;
            let off = gap(goal.reach, scene.blow_between(cell, goal.to));
            let off = if off != 0 && far < goal.aloof { off + 2 * (goal.aloof - far) } else { off };
            if !barrier || off == 0 && map.in_sight(cell, goal.to) {
                return off;
            }
            let way = self.round.cost(cell, Facing::HEX[0]).map_or(NO_WAY, i32::from);
            off.max(way - far + off.max(1))
        };
        let mut best: Option<End> = None;
        for one in self.flood.reached() {
            let mut off = missing(one.cell);
            if best.is_some_and(|best| best.off <= off) {
                continue;
            }
            if (one.cell != me.at || path.hexes != 0)
                && inside(scene, &self.occupied, one.cell, who).judge_end().is_err()
                || one.cell != me.at && is_anothers(scene, who, goal.to, one.cell)
            {
                continue;
            }
            if goal.strikes && off == 0 {
                let spent = i32::from(path.spent) + i32::from(one.cost);
                let any = last_turn_below_half(full, spent) == 6;
                let turns = if any { -2..=3 } else { -1..=1 };
                let faces = |turn: i32| map.arc(one.cell, one.facing.turned(turn as i8), goal.to) == Arc::Front;
                if !map.in_sight(one.cell, goal.to) || !turns.into_iter().any(faces) {
                    off = 1;
                }
            }
            if best.is_none_or(|best| off < best.off) {
                best = Some(End { cell: one.cell, facing: one.facing, off });
                if off == 0 {
                    break;
                }
            }
        }
        best
    }
}

/// The occupants of a hex: most hexes are empty.
fn inside(scene: Scene<'_>, occupied: &[Cell], cell: Cell, who: CombatantId) -> Occupants {
    if occupied.contains(&cell) { scene.inside(cell, who) } else { Occupants::default() }
}
