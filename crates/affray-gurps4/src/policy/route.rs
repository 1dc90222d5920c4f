//! Steps and movements.

use super::tactics::TurnPlan;
use crate::decision::{Act, Advance, Gait, Maneuver, Path, Step};
use crate::scene::Scene;
use crate::state::Posture;
use affray_core::grid::{Arc, Cell, Facing, Field};
use affray_core::referee::CombatantId;

/// The nearest of the distances at which an attack is made to one that is given.
fn gap(reach: u16, distance: i32) -> i32 {
    if !(0..16).contains(&distance) {
        return if reach == 0 { distance } else { distance - reach.ilog2() as i32 };
    }
    let (below, above) = (reach & ((2 << distance) - 1) as u16, reach >> distance);
    let nearer = if below == 0 { distance } else { distance - below.ilog2() as i32 };
    let farther = if above == 0 { i32::MAX } else { above.trailing_zeros() as i32 };
    if below == 0 && above != 0 { farther } else { nearer.min(farther) }
}

/// The sides of a hex, the one ahead first: as a figure sees them, whichever way it faces.
pub(super) fn around(ahead: Facing) -> impl Iterator<Item = Facing> {
    [0, 1, -1, 2, -2, 3].into_iter().map(move |turn| ahead.turned(turn))
}

/// The longest route that is searched for, in hexes.
const FAR: u16 = 60;

/// A step: to a hex from which the attack can be made, to the feet, or away from a near foe.
pub(super) fn step(scene: Scene<'_>, who: CombatantId, intent: &TurnPlan, before: bool) -> Step {
    let (me, it) = (scene.fighter(who), scene.fighter(intent.foe));
    let legal = |step: Step| scene.judge_step(who, &step).is_ok();
    let towards = if me.at == it.at { me.facing } else { scene.map().facing_towards(me.at, it.at) };
    let distance = scene.distance(who, intent.foe);
    if intent.afar {
        return keep_away(scene, who, intent, before, towards);
    }
    if !before {
        return Step::Stay;
    }
    let attacks = intent.strike.is_some();
    if !attacks || gap(intent.reach, distance) == 0 {
        if me.posture != Posture::Standing && legal(Step::Rise) {
            return Step::Rise;
        }
        if scene.arc_to(who, intent.foe) != Arc::Front && legal(Step::Face(towards)) {
            return Step::Face(towards);
        }
        return Step::Stay;
    }
    // The nearest to a good distance, of these the one that takes the least turning.
    let mut best = (gap(intent.reach, distance), None);
    for side in around(me.facing) {
        let after = gap(intent.reach, scene.map().distance(me.at.step(side), it.at) as i32);
        if after < best.0 && legal(Step::To { side, facing: side }) {
            best = (after, Some(side));
            if after == 0 {
                break;
            }
        }
    }
    match best.1 {
        Some(side) => {
            let to = me.at.step(side);
            Step::To { side, facing: if to == it.at { side } else { scene.map().facing_towards(to, it.at) } }
        }
        _ if me.facing != towards && legal(Step::Face(towards)) => Step::Face(towards),
        _ => Step::Stay,
    }
}

/// The step of an archer: with the target in front, then away from near foes.
fn keep_away(scene: Scene<'_>, who: CombatantId, intent: &TurnPlan, before: bool, towards: Facing) -> Step {
    let me = scene.fighter(who);
    let nearest = scene.foes(who).min_by_key(|&foe| scene.distance(who, foe));
    let shoots = intent.strike.is_some();
    if before && shoots && scene.arc_to(who, intent.foe) != Arc::Front {
        return Step::Face(towards);
    }
    let Some(near) = nearest.filter(|&near| scene.distance(who, near) <= 2) else { return Step::Stay };
    let from = scene.fighter(near).at;
    let apart = |side: Facing| scene.map().distance(me.at.step(side), from);
    let now = scene.map().distance(me.at, from);
    let ways = around(me.facing)
        .filter(|&side| apart(side) > now && scene.judge_step(who, &Step::To { side, facing: side }).is_ok());
    match ways.max_by_key(|&side| apart(side)) {
        Some(side) => {
            let to = me.at.step(side);
            Step::To { side, facing: scene.map().facing_towards(to, scene.fighter(intent.foe).at) }
        }
        None => Step::Stay,
    }
}

/// The next piece of a movement towards a hex from which the attack can be made. From an ally's hex, in which a
/// movement cannot end, it leads on to the next best hex.
pub(super) fn advance(
    scene: Scene<'_>,
    who: CombatantId,
    intent: &TurnPlan,
    path: &Path,
    field: &mut Field,
) -> Advance {
    if matches!(path.gait, Gait::Slam | Gait::RunUp) {
        return Advance::Stop;
    }
    let legal = |advance: Advance| scene.judge_advance(who, path, &advance).is_ok();
    let wanted = towards_foe(scene, who, intent, path, field);
    if legal(wanted) {
        return wanted;
    }
    let (me, it) = (scene.fighter(who), scene.fighter(intent.foe));
    let ahead = [0, 1, -1].map(|turn| me.facing.turned(turn));
    let aside = [2, -2, 3].map(|turn| me.facing.turned(turn));
    let pieces = ahead.map(|side| (side, Advance::Forward(side))).into_iter();
    let pieces = pieces.chain(aside.map(|side| (side, Advance::Sidestep(side))));
    let reach = if intent.strike.is_some() { intent.reach } else { 0b10 };
    let out = pieces
        .filter(|&(_, piece)| legal(piece))
        .min_by_key(|&(side, _)| gap(reach, scene.map().distance(me.at.step(side), it.at) as i32));
    out.map_or(Advance::Stop, |(_, piece)| piece)
}

/// The next piece of a movement on an open way towards the foe.
fn towards_foe(scene: Scene<'_>, who: CombatantId, intent: &TurnPlan, path: &Path, field: &mut Field) -> Advance {
    let (me, it) = (scene.fighter(who), scene.fighter(intent.foe));
    let legal = |advance: Advance| scene.judge_advance(who, path, &advance).is_ok();
    let distance = scene.distance(who, intent.foe);
    let wanted = if intent.strike.is_some() { intent.reach } else { 0b10 };
    // A plain Move ends out of the foe's reach, if it does not lead all the way.
    let careful =
        intent.maneuver == Maneuver::Do(Act::Move) && distance == 3 && path.hexes != 0 && scene.move_points(who) > 3;
    if (gap(wanted, distance) == 0 || careful) && legal(Advance::Stop) {
        return if gap(wanted, distance) == 0 && scene.arc_to(who, intent.foe) != Arc::Front {
            let turn = Advance::Turn(scene.map().facing_towards(me.at, it.at));
            if me.at != it.at && legal(turn) { turn } else { Advance::Stop }
        } else {
            Advance::Stop
        };
    }
    let way = if scene.setup.any_barrier { round(scene, who, it.at, field) } else { None };
    if let Some(side) = way {
        return go(scene, who, path, side);
    }
    let off = |at: Cell| gap(wanted, scene.map().distance(at, it.at) as i32);
    let now = off(me.at);
    let ahead = [0, 1, -1].map(|turn| Advance::Forward(me.facing.turned(turn)));
    let aside = [2, -2, 3].map(|turn| Advance::Sidestep(me.facing.turned(turn)));
    let lands = |advance: &Advance| match *advance {
        Advance::Forward(side) | Advance::Sidestep(side) => off(me.at.step(side)),
        _ => now,
    };
    if let Some(nearer) = nearest(ahead, now, lands, legal) {
        return nearer;
    }
    let towards = if me.at == it.at { me.facing } else { scene.map().facing_towards(me.at, it.at) };
    if me.facing.sides_to(towards) > 1 && legal(Advance::Turn(towards)) {
        return Advance::Turn(towards);
    }
    if let Some(nearer) = nearest(aside, now, lands, legal) {
        return nearer;
    }
    // Round an occupied hex.
    if path.hexes == 0 {
        let round = ahead.into_iter().chain(aside).filter(|&one| legal(one)).min_by_key(lands);
        return round.filter(|one| lands(one) <= now).unwrap_or(Advance::Stop);
    }
    Advance::Stop
}

/// The piece of a movement that leads nearest, if it leads nearer than now.
fn nearest(
    pieces: [Advance; 3],
    now: i32,
    lands: impl Fn(&Advance) -> i32,
    legal: impl Fn(Advance) -> bool,
) -> Option<Advance> {
    let mut best = (now, None);
    for one in pieces {
        let off = lands(&one);
        if off < best.0 && legal(one) {
            best = (off, Some(one));
        }
    }
    best.1
}

/// The way round what is blocked.
fn round(scene: Scene<'_>, who: CombatantId, to: Cell, field: &mut Field) -> Option<Facing> {
    let map = scene.map();
    field.run(map, &[to], FAR, |cell| {
        map.ground(cell).is_some_and(|ground| !ground.impassable)
            && (cell == scene.fighter(who).at || scene.inside(cell, who).standing == 0)
    });
    field.downhill(map, scene.fighter(who).at)
}

/// Into the hex on that side, turning first where that is cheaper.
fn go(scene: Scene<'_>, who: CombatantId, path: &Path, side: Facing) -> Advance {
    let legal = |advance: Advance| scene.judge_advance(who, path, &advance).is_ok();
    let turn = scene.fighter(who).facing.sides_to(side);
    let wanted = match turn {
        ..2 => Advance::Forward(side),
        2 => Advance::Sidestep(side),
        _ => Advance::Turn(side),
    };
    if legal(wanted) { wanted } else { Advance::Stop }
}

/// The last facing of a movement: towards the foe.
pub(super) fn last_facing(scene: Scene<'_>, who: CombatantId, intent: &TurnPlan, any: bool) -> Facing {
    let (me, it) = (scene.fighter(who), scene.fighter(intent.foe));
    if me.at == it.at {
        return me.facing;
    }
    let wanted = scene.map().facing_towards(me.at, it.at);
    if any { wanted } else { me.facing.turned(me.facing.turn_to(wanted).clamp(-1, 1)) }
}

#[cfg(test)]
mod tests {
    use super::gap;

    #[test]
    fn gaps() {
        for (reach, distance, expected) in [
            (0b10, 1, 0),
            (0b10, 0, 1),
            (0b10, 4, 3),
            (0b1100, 0, 2),
            (0b1001, 2, 1),
            (0b1001, 1, 1),
            (0, 5, 5),
            (0b11, 30, 29),
        ] {
            assert_eq!(gap(reach, distance), expected, "{reach:b} at {distance}");
        }
    }
}
