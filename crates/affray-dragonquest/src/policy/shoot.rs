//! Bows, crossbows and throws.

use super::odds;
use super::route::{Aim, Router, charge_reach};
use super::tactics::Intent;
use crate::decision::{Action, Attack, From, Moving, NONE, Plan, Task};
use crate::movement::zones::distance;
use crate::scene::Scene;
use crate::sheet::{Arm, Group, ItemKind, Traits, Uses};
use crate::state::{Flags, HELPLESS};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;

/// The weight of a target of shots and spells: by the harm that it can do, and how soon. Whoever can soon be upon somebody
/// comes first, whoever is stunned far off comes last.
pub(super) fn urgency(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> f32 {
    /// The least harmful count for as much of the most harmful.
    const LEAST: f32 = 0.1;
    let most = scene.foes(who).map(|foe| odds::menace(scene, foe, who)).fold(0.0, f32::max);
    let menace = if most > 0.0 { (odds::menace(scene, foe, who) / most).max(LEAST) } else { 1.0 };
    menace * pressing(scene, foe)
}

/// How soon somebody can be upon others.
fn pressing(scene: Scene<'_>, foe: CombatantId) -> f32 {
    let friend = |one: &CombatantId| !scene.fighter(*one).flags.any(HELPLESS);
    let near = scene.foes(foe).filter(friend).map(|one| scene.apart(one, foe)).min().unwrap_or(i32::MAX);
    let is_near = near <= charge_reach(scene, foe) + 1;
    let flags = scene.fighter(foe).flags;
    match is_near {
        _ if flags.any(HELPLESS) => 0.3,
        false if flags.has(Flags::STUNNED) => 0.4,
        false => 0.8,
        true if flags.has(Flags::STUNNED) => 0.8,
        true => 1.2,
    }
}

/// Whether nothing seems to be in the way of a shot: no wall, nobody of one's own, and nobody who has fallen.
pub(super) fn seems_open(scene: Scene<'_>, who: CombatantId, from: Cell, foe: CombatantId) -> bool {
    let to = if scene.is_single(foe) { scene.fighter(foe).at } else { scene.aim_at(who, foe) };
    let whole = distance(from, to);
    let friend = scene.state.ids().any(|one| {
        let is_stopped = one != foe && (!scene.are_foes(who, one) || !scene.fighter(one).is_up());
        one != who && is_stopped && scene.is_there(one) && {
            let at = scene.fighter(one).at;
            at != from
                && at != to
                && distance(from, at) + distance(at, to) == whole
                && scene.map().line(from, to).twins().any(|(cell, twin)| cell == at || twin == Some(at))
        }
    });
    !friend && is_unscreened(scene, from, to)
}

/// `DQ-R22` Whether no wall is in the way of a spell or a shot.
pub(super) fn is_unscreened(scene: Scene<'_>, from: Cell, to: Cell) -> bool {
    !scene.setup.any_screen
        || scene
            .map()
            .line(from, to)
            .with_ends()
            .filter(|&cell| cell != from && cell != to)
            .all(|cell| scene.map().ground(cell).is_some_and(|ground| !ground.blocks_sight && !ground.obscured))
}

/// Fires, loads, turns to a target, throws; puts the bow away when it is time. Whether any of that.
pub(super) fn shoot(scene: Scene<'_>, router: &mut Router, who: CombatantId, away: i32, intent: &mut Intent) -> bool {
    let fighter = scene.fighter(who);
    let ranged = |item: Arm| {
        scene
            .arm(who, item)
            .is_some_and(|arm| arm.kind == ItemKind::Weapon && arm.uses.has(Uses::RANGED) && arm.range > 0)
    };
    if !fighter.hands.into_iter().any(ranged) {
        return false;
    }
    let blow =
        |with: Arm, target| crate::decision::Blow { with, target, kind: crate::decision::Kind::Plain, modifier: 0 };
    let mut best: Option<(f32, Arm, CombatantId)> = None;
    for with in scene.missiles(who) {
        let Some(arm) = scene.arm(who, with) else { continue };
        let missile = arm.group == Group::Missile;
        let other = scene.items(who).any(|item| {
            item != with
                && scene.arm(who, item).is_some_and(|own| own.kind == ItemKind::Weapon && own.uses.has(Uses::MELEE))
                && scene.has(who, item)
                && !scene.is_broken(who, item)
        });
        // The only weapon is not thrown away, nor one with which a charge is as good.
        if !missile && (!other && arm.uses.has(Uses::MELEE) || away < 3) {
            continue;
        }
        for foe in scene.foes(who) {
            let apart = scene.apart(who, foe);
            if apart < 2 || i32::from(arm.range) < apart || scene.fighter(foe).flags.has(Flags::RESTRAINED) {
                continue;
            }
            if !seems_open(scene, who, fighter.at, foe) {
                continue;
            }
            let worth = urgency(scene, who, foe) * odds::worth(scene, who, &blow(with, foe), From::Fire, 0.0, 0);
            // One can only shoot ahead: turning comes with another pulse.
            let ahead = scene.in_ranged_zone(who, scene.aim_at(who, foe));
            let worth = if ahead { worth } else { 0.4 * worth };
            if best.is_none_or(|one| worth > one.0) {
                best = Some((worth, with, foe));
            }
        }
    }
    // A loaded crossbow goes with a step, and a turn.
    if let Some((worth, with, foe)) = best
        && worth > 0.004
    {
        intent.foe = foe;
        let plan = Plan { from: From::Fire, only: NONE, with: Arm::NONE };
        let attack = Attack::One(blow(with, foe));
        let ahead = scene.in_ranged_zone(who, scene.aim_at(who, foe));
        let crossbow = scene.arm(who, with).is_some_and(|arm| arm.traits.has(Traits::CROSSBOW));
        if ahead || crossbow {
            let moving = if ahead { Moving::No } else { Moving::Before };
            let action = Action::Fire { moving };
            if scene.judge_action(who, None, action).is_ok() && scene.judge_attack(who, &plan, &attack).is_ok() {
                intent.action = action;
                intent.attack = Some(attack);
                return true;
            }
        } else if fighter.mount == NONE {
            // A Pass with a turn.
            intent.aims = true;
            return true;
        }
    }
    if away > 3 || is_left_alone(scene, who) {
        let load = fighter.hands.into_iter().filter(|&item| item != Arm::NONE).map(Task::Load);
        if let Some(task) = load.into_iter().find(|&task| scene.judge_task(who, task).is_ok()) {
            intent.task = task;
            return true;
        }
        // With a bow and arrows left one looks for a clear shot.
        let bow = scene.missiles(who).filter_map(|item| scene.arm(who, item)).find(|arm| arm.group == Group::Missile);
        if let Some(bow) = bow
            && fighter.mount == NONE
        {
            let range = i32::from(bow.range);
            if let Some(way) = router.way(scene, who, intent.foe, scene.tmr(who), Aim::Shoot(range))
                && !way.is_empty()
            {
                intent.action = Action::Move;
                intent.way = way;
                return true;
            }
            // With others to do the fighting, he keeps out of it until there is one.
            if is_left_alone(scene, who) {
                intent.action = Action::Move;
                intent.way = router.way(scene, who, intent.foe, scene.tmr(who), Aim::Away).unwrap_or_default();
                return true;
            }
        }
    }
    false
}

/// Whether every opponent who could come at once has somebody else to deal with.
fn is_left_alone(scene: Scene<'_>, who: CombatantId) -> bool {
    let able = |foe: &CombatantId| !scene.fighter(*foe).flags.any(HELPLESS.union(Flags::STUNNED));
    let near = |foe: &CombatantId| scene.apart(who, *foe) <= charge_reach(scene, *foe);
    scene.state.fighters.len() != 2 && scene.foes(who).filter(able).filter(near).all(|foe| scene.is_engaged(foe))
}
