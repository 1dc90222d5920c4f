//! Ways to a foe: whether so many movement points lead to blows with him, and by which step.

use crate::movement::arcs::distance;
use crate::scene::Scene;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;

/// Whether a blow of that reach gets from one cell to another: it is near enough, in sight and not too high or low.
fn gets_at(scene: Scene<'_>, at: Cell, to: Cell, reach: u32) -> bool {
    distance(at, to) <= reach && scene.is_in_sight(at, to) && scene.reaches_over(at, to, reach)
}

/// Whether a combatant comes so near to a foe with so many movement points, step by step as he goes, that a blow of that reach
/// gets at him from there.
pub(super) fn gets_within(scene: Scene<'_>, who: CombatantId, foe: CombatantId, reach: u32, points: u8) -> bool {
    let (fighter, to) = (scene.fighter(who), scene.fighter(foe).at);
    let (mut at, mut facing, mut left) = (fighter.at, fighter.facing, points);
    let round = || points <= ROUND && way_near(scene, who, (fighter.at, fighter.facing), to, reach, points).is_some();
    loop {
        let now = distance(at, to);
        if now <= reach {
            return gets_at(scene, at, to, reach) || round();
        }
        if now - reach > u32::from(left) {
            return false;
        }
        let near = |way: Facing| distance(at.step(way), to);
        let key = |way: Facing| (near(way), facing.sides_to(way));
        let step = |way: Facing| {
            let (cost, forward) = scene.step_cost(at, facing, way)?;
            (near(way) < now && cost <= left && !scene.has_friend(who, at.step(way))).then_some((cost, forward, way))
        };
        let Some((cost, forward, way)) = least(key, step) else { return round() };
        (at, left) = (at.step(way), left - cost);
        if forward {
            facing = way;
        }
    }
}

/// Farther than this, in movement points, opponents look for no way round those who stand in between.
pub(super) const ROUND: u8 = 4;

/// The first step of a way to within reach of a cell with so many movement points, round those who stand there.
pub(super) fn way_near(
    scene: Scene<'_>,
    who: CombatantId,
    from: (Cell, Facing),
    to: Cell,
    reach: u32,
    points: u8,
) -> Option<Facing> {
    let (at, facing) = from;
    let leads = |way: Facing| {
        let next = at.step(way);
        let (cost, forward) = scene.step_cost(at, facing, way).filter(|one| one.0 <= points)?;
        let (now, left) = (distance(next, to), points - cost);
        if now > reach + u32::from(left) || scene.has_foe(who, next) {
            return None;
        }
        if !scene.has_friend(who, next) && gets_at(scene, next, to, reach) {
            return Some(way);
        }
        let turned = if forward { way } else { facing };
        way_near(scene, who, (next, turned), to, reach, left).map(|_| way)
    };
    least(|way| (distance(at.step(way), to), facing.sides_to(way)), leads)
}

/// Of the directions that do, the one with the least key, and what it does: `does` is asked only of those with a lesser
/// key than was found before.
pub(super) fn least<K: Ord, V>(key: impl Fn(Facing) -> K, does: impl Fn(Facing) -> Option<V>) -> Option<V> {
    let mut best: Option<(K, V)> = None;
    for way in Facing::HEX {
        let key = key(way);
        if best.as_ref().is_none_or(|(known, _)| key < *known)
            && let Some(value) = does(way)
        {
            best = Some((key, value));
        }
    }
    best.map(|(_, value)| value)
}

/// The first step of a way into a foe's hex with so many movement points, each step of it nearer to the foe.
pub(super) fn way_into(scene: Scene<'_>, who: CombatantId, foe: CombatantId, points: u8) -> Option<Facing> {
    let (fighter, to) = (scene.fighter(who), scene.fighter(foe).at);
    let has_room = scene.bodies(to).count() < crate::movement::MOST_BODIES;
    if has_room { way_on(scene, (fighter.at, fighter.facing), to, points) } else { None }
}

fn way_on(scene: Scene<'_>, (at, facing): (Cell, Facing), to: Cell, points: u8) -> Option<Facing> {
    let now = distance(at, to);
    let leads = |way: Facing| {
        let next = at.step(way);
        let (cost, forward) = scene.step_cost(at, facing, way).filter(|one| one.0 <= points)?;
        let free = next == to || !scene.bodies(next).any(|one| scene.fighter(one).is_up());
        if distance(next, to) >= now || !free || scene.is_ledge(at, next) {
            return None;
        }
        let turned = if forward { way } else { facing };
        (next == to || way_on(scene, (next, turned), to, points - cost).is_some()).then_some(way)
    };
    least(|way| facing.sides_to(way), leads)
}
