//! Steps and movements.

use super::tactics::TurnPlan;
use super::ways::{Goal, Ways};
use crate::decision::{Act, Advance, Gait, Maneuver, Path, Step};
use crate::scene::Scene;
use crate::state::Posture;
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::referee::CombatantId;

/// The nearest of the distances at which an attack is made to one that is given.
pub(super) fn gap(reach: u16, distance: i32) -> i32 {
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
    let distance = scene.blow_distance(who, plan.foe);
    let attacks = plan.strike.is_some() || matches!(plan.maneuver, Maneuver::Do(Act::Defense(_)));
    let behind = scene.arc_to(who, plan.foe) != Arc::Front && scene.judge_leaving(who).is_ok();
    if !attacks || shoots(scene, who, plan) || gap(plan.reach, distance) == 0 {
        // Rising takes the step with which it would turn to the foe.
        if behind && plan.strike.is_some() {
            return Step::Face(towards(scene, who, plan.foe));
        }
        if me.posture != Posture::Standing && legal(Step::Rise) {
            return Step::Rise;
        }
        return if behind { Step::Face(towards(scene, who, plan.foe)) } else { Step::Stay };
    }
    // The nearest to a good distance, of these the one that takes the least turning.
    let mut best = (gap(plan.reach, distance), None);
    for side in around(me.facing) {
        let after = gap_at(scene, me.at.step(side), plan.foe, plan.reach);
        if after < best.0 && !is_anothers(scene, who, it.at, me.at.step(side)) && legal(Step::To { side, facing: side })
        {
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

/// Whether another enemy than the foe stands in a hex: nobody goes to blows with the one out of the hex of the other.
pub(super) fn is_anothers(scene: Scene<'_>, who: CombatantId, foe: Cell, to: Cell) -> bool {
    to != foe && scene.inside(to, who).standing != 0
}

/// Whether a step leads to where an attack of that reach can be made.
pub(super) fn can_step(scene: Scene<'_>, who: CombatantId, foe: CombatantId, reach: u16) -> bool {
    let me = scene.fighter(who);
    around(me.facing).any(|side| {
        gap_at(scene, me.at.step(side), foe, reach) == 0
            && !is_anothers(scene, who, scene.fighter(foe).at, me.at.step(side))
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
    gap(reach, scene.blow_between(at, scene.fighter(foe).at))
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
    // A shot is made from where the target is in sight.
    let sees = |side: Facing| scene.map().in_sight(me.at.step(side), scene.fighter(plan.foe).at);
    let ways = around(me.facing).filter(|&side| apart(side) > now && (!before || !shoots || sees(side)));
    let ways = ways.filter(|&side| scene.judge_step(who, &Step::To { side, facing: side }).is_ok());
    match ways.max_by_key(|&side| apart(side)) {
        Some(side) => {
            let to = me.at.step(side);
            Step::To { side, facing: scene.map().facing_towards(to, scene.fighter(plan.foe).at) }
        }
        None => Step::Stay,
    }
}

/// The next piece of the movement that ends nearest to where the plan is carried out.
pub(super) fn advance(scene: Scene<'_>, who: CombatantId, plan: &TurnPlan, path: &Path, ways: &mut Ways) -> Advance {
    let legal = |advance: &Advance| scene.judge_advance(who, path, advance).is_ok();
    // Who shoots stops where the line is clear, but not in a friend's hex.
    let shoots_here = shoots(scene, who, plan) && scene.has_line(who, plan.foe) && legal(&Advance::Stop);
    if matches!(path.gait, Gait::Slam | Gait::RunUp) || shoots_here {
        return Advance::Stop;
    }
    let strikes = plan.strike.is_some() && plan.fetch.is_none();
    // Without a blow it ends out of the foe's reach after a step, if it comes from beyond and does not lead all the way.
    let (reached, away) = (super::rating::longest_reach(scene, plan.foe) + 2, scene.distance(who, plan.foe));
    let careful = !strikes && plan.maneuver == Maneuver::Do(Act::Move) && scene.move_points(who) > 3;
    let beyond = away > reached || away == reached && path.hexes != 0;
    let aloof = if careful && beyond && plan.fetch.is_none() { reached } else { 0 };
    let (to, reach) = match plan.fetch {
        Some(to) => (to, 0b11),
        None => {
            (scene.fighter(plan.foe).at, if strikes { plan.reach } else { super::rating::nearest_reach(scene, who) })
        }
    };
    // Who would shoot and sees nobody looks for a place to shoot from.
    let sees = plan.afar && !strikes && !scene.has_line(who, plan.foe);
    let piece = ways.next_piece(scene, who, path, &Goal { to, reach, strikes, sees, aloof });
    if let Some(piece) = piece.filter(legal) {
        return piece;
    }
    if legal(&Advance::Stop) {
        return Advance::Stop;
    }
    let me = scene.fighter(who);
    let ahead = [0, 1, -1].map(|turn| Advance::Forward(me.facing.turned(turn)));
    let aside = [2, -2, 3].map(|turn| Advance::Sidestep(me.facing.turned(turn)));
    ahead.into_iter().chain(aside).find(legal).unwrap_or(Advance::Stop)
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
