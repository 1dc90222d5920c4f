//! Steps and movements.

use super::tactics::TurnPlan;
use crate::decision::{Act, Advance, Gait, Maneuver, Path, Step};
use crate::scene::Scene;
use crate::state::Posture;
use affray_grid::{Arc, Cell, Facing, Flood};
use affray_kernel::referee::CombatantId;

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

/// The facing towards another combatant; in one hex the own facing.
fn towards(scene: Scene<'_>, who: CombatantId, other: CombatantId) -> Facing {
    let (me, it) = (scene.fighter(who), scene.fighter(other));
    if me.at == it.at { me.facing } else { scene.map().facing_towards(me.at, it.at) }
}

/// Whether a plan is to shoot: from where one stands, since all that is in range can be hit.
fn shoots(scene: Scene<'_>, who: CombatantId, plan: &TurnPlan) -> bool {
    plan.strike.and_then(|strike| scene.mode(who, strike.mode)).is_some_and(|mode| mode.ranged.is_some())
}

/// The longest route that is searched for, in hexes.
const FAR: u16 = 60;

/// A step: to a hex from which the attack can be made, to the feet, or away from a near foe.
pub(super) fn step(scene: Scene<'_>, who: CombatantId, plan: &TurnPlan, before: bool) -> Step {
    let (me, it) = (scene.fighter(who), scene.fighter(plan.foe));
    let legal = |step: Step| scene.judge_step(who, &step).is_ok();
    if plan.afar {
        return keep_away(scene, who, plan, before);
    }
    if !before {
        return Step::Stay;
    }
    let distance = scene.distance(who, plan.foe);
    let attacks = plan.strike.is_some() || matches!(plan.maneuver, Maneuver::Do(Act::Defense(_)));
    if !attacks || shoots(scene, who, plan) || gap(plan.reach, distance) == 0 {
        if me.posture != Posture::Standing && legal(Step::Rise) {
            return Step::Rise;
        }
        let behind = scene.arc_to(who, plan.foe) != Arc::Front && scene.judge_leaving(who).is_ok();
        return if behind { Step::Face(towards(scene, who, plan.foe)) } else { Step::Stay };
    }
    // The nearest to a good distance, of these the one that takes the least turning.
    let mut best = (gap(plan.reach, distance), None);
    for side in around(me.facing) {
        let after = gap(plan.reach, scene.map().distance(me.at.step(side), it.at) as i32);
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
        None => {
            let ahead = towards(scene, who, plan.foe);
            if me.facing != ahead && legal(Step::Face(ahead)) { Step::Face(ahead) } else { Step::Stay }
        }
    }
}

/// Whether a step leads to where an attack of that reach can be made.
pub(super) fn can_step(scene: Scene<'_>, who: CombatantId, foe: CombatantId, reach: u16) -> bool {
    let me = scene.fighter(who);
    around(me.facing).any(|side| {
        gap_at(scene, me.at.step(side), foe, reach) == 0
            && scene.judge_step(who, &Step::To { side, facing: side }).is_ok()
    })
}

/// Whether both steps of a Giant Step lead to where an attack of that reach can be made.
pub(super) fn can_giant_step(scene: Scene<'_>, who: CombatantId, foe: CombatantId, reach: u16) -> bool {
    let me = scene.fighter(who);
    let now = gap_at(scene, me.at, foe, reach);
    // As `step` goes: to the nearest hex, and from there on.
    let legal = |&side: &Facing| scene.judge_step(who, &Step::To { side, facing: side }).is_ok();
    let first = around(me.facing).filter(legal).min_by_key(|&side| gap_at(scene, me.at.step(side), foe, reach));
    let Some(over) = first.map(|side| me.at.step(side)).filter(|&over| gap_at(scene, over, foe, reach) < now) else {
        return false;
    };
    gap_at(scene, over, foe, reach) == 0
        || around(me.facing).map(|side| over.step(side)).any(|to| {
            gap_at(scene, to, foe, reach) == 0
                && scene.judge_ground(over, to).is_ok()
                && scene.inside(to, who).active == 0
        })
}

/// What is missing from a hex to the nearest distance at which an attack on a foe is made.
fn gap_at(scene: Scene<'_>, at: Cell, foe: CombatantId, reach: u16) -> i32 {
    gap(reach, scene.map().distance(at, scene.fighter(foe).at) as i32)
}

/// The step of an archer: with the target in front, then away from near foes.
fn keep_away(scene: Scene<'_>, who: CombatantId, plan: &TurnPlan, before: bool) -> Step {
    let me = scene.fighter(who);
    let nearest = scene.foes(who).min_by_key(|&foe| scene.distance(who, foe));
    let shoots = plan.strike.is_some();
    if before && shoots && scene.arc_to(who, plan.foe) != Arc::Front {
        return Step::Face(towards(scene, who, plan.foe));
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
            Step::To { side, facing: scene.map().facing_towards(to, scene.fighter(plan.foe).at) }
        }
        None => Step::Stay,
    }
}

/// The next piece of a movement towards a hex from which the attack can be made. From an ally's hex, in which a
/// movement cannot end, it leads on to the next best hex.
pub(super) fn advance(scene: Scene<'_>, who: CombatantId, plan: &TurnPlan, path: &Path, flood: &mut Flood) -> Advance {
    if matches!(path.gait, Gait::Slam | Gait::RunUp) {
        return Advance::Stop;
    }
    let legal = |advance: Advance| scene.judge_advance(who, path, &advance).is_ok();
    if let Some(piece) = towards_foe(scene, who, plan, path, flood) {
        return piece;
    }
    if legal(Advance::Stop) {
        return Advance::Stop;
    }
    let (me, it) = (scene.fighter(who), scene.fighter(plan.foe));
    let ahead = [0, 1, -1].map(|turn| me.facing.turned(turn));
    let aside = [2, -2, 3].map(|turn| me.facing.turned(turn));
    let pieces = ahead.map(|side| (side, Advance::Forward(side))).into_iter();
    let pieces = pieces.chain(aside.map(|side| (side, Advance::Sidestep(side))));
    let reach = if plan.strike.is_some() { plan.reach } else { 0b10 };
    let out = pieces
        .filter(|&(_, piece)| legal(piece))
        .min_by_key(|&(side, _)| gap(reach, scene.map().distance(me.at.step(side), it.at) as i32));
    out.map_or(Advance::Stop, |(_, piece)| piece)
}

/// The next legal piece of a movement towards the foe; `None` where none leads nearer.
fn towards_foe(scene: Scene<'_>, who: CombatantId, plan: &TurnPlan, path: &Path, flood: &mut Flood) -> Option<Advance> {
    let (me, it) = (scene.fighter(who), scene.fighter(plan.foe));
    let legal = |advance: Advance| scene.judge_advance(who, path, &advance).is_ok();
    let distance = scene.distance(who, plan.foe);
    let wanted = if plan.strike.is_some() { plan.reach } else { 0b10 };
    // A plain Move ends out of the foe's reach after a step, if it does not lead all the way.
    let careful = plan.maneuver == Maneuver::Do(Act::Move)
        && path.hexes != 0
        && scene.move_points(who) > 3
        && distance == super::rating::longest_reach(scene, plan.foe) + 2;
    let there = shoots(scene, who, plan) || gap(wanted, distance) == 0;
    if (there || careful) && legal(Advance::Stop) {
        let behind = there && scene.arc_to(who, plan.foe) != Arc::Front;
        let turn = behind.then(|| Advance::Turn(towards(scene, who, plan.foe)));
        return turn.filter(|&turn| legal(turn)).or(Some(Advance::Stop));
    }
    let way = if scene.setup.any_barrier { round(scene, who, it.at, flood) } else { None };
    if let Some(side) = way {
        return Some(into_hex(scene, who, side)).filter(|&piece| legal(piece));
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
        return Some(nearer);
    }
    let turn = towards(scene, who, plan.foe);
    if me.facing.sides_to(turn) > 1 && legal(Advance::Turn(turn)) {
        return Some(Advance::Turn(turn));
    }
    nearest(aside, now, lands, legal).or_else(|| {
        // Round an occupied hex.
        let round = ahead.into_iter().chain(aside).filter(|piece| path.hexes == 0 && lands(piece) <= now);
        round.filter(|&piece| legal(piece)).min_by_key(lands)
    })
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

/// The way round what is blocked, searched for from where it leads.
fn round(scene: Scene<'_>, who: CombatantId, to: Cell, flood: &mut Flood) -> Option<Facing> {
    let at = scene.fighter(who).at;
    flood.cells(scene.map(), to, FAR, |nearer, cell| {
        let open = scene.judge_ground(cell, nearer).is_ok() && (cell == at || scene.inside(cell, who).standing == 0);
        open.then_some(1)
    });
    let left =
        |side: &Facing| flood.cost(at.step(*side), *side).filter(|_| scene.judge_ground(at, at.step(*side)).is_ok());
    Facing::HEX.into_iter().filter(|side| left(side).is_some()).min_by_key(left)
}

/// The piece of a movement into the hex on that side, or the turn before it where that is cheaper.
fn into_hex(scene: Scene<'_>, who: CombatantId, side: Facing) -> Advance {
    match scene.fighter(who).facing.sides_to(side) {
        ..2 => Advance::Forward(side),
        2 => Advance::Sidestep(side),
        _ => Advance::Turn(side),
    }
}

/// The last facing of a movement: towards the foe.
pub(super) fn last_facing(scene: Scene<'_>, who: CombatantId, plan: &TurnPlan, any: bool) -> Facing {
    let (facing, wanted) = (scene.fighter(who).facing, towards(scene, who, plan.foe));
    if any { wanted } else { facing.turned(facing.turn_to(wanted).clamp(-1, 1)) }
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
