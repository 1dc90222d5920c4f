//! What to do when not engaged: charge, come nearer, wait.

use super::melee::closes;
use super::needs::{bow_task, care, envenom, useful_task};
use super::route::{Aim, Router, Way, charge_reach};
use super::shoot::shoot;
use super::tactics::{Intent, is_hurt, others_fight_on};
use super::{fight, odds, ride};
use crate::decision::{Action, Deed, From, Kind, NONE, Plan, Step, Task};
use crate::movement::zones::{direction, distance};
use crate::scene::Scene;
use crate::sheet::{Arm, Group, ItemKind, Traits};
use crate::state::{Flags, HELPLESS};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;

/// Not engaged: shoot, charge, come nearer, or hang back.
pub(super) fn at_large(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    let fighter = scene.fighter(who);
    let near = intent.foe;
    let away = scene.apart(who, near);
    let threat = scene
        .foes(who)
        .filter(|&foe| !scene.fighter(foe).flags.any(HELPLESS.union(Flags::STUNNED)))
        .map(|foe| scene.apart(who, foe) - charge_reach(scene, foe))
        .min();
    // Nobody can come before the next pulse.
    let quiet = threat.is_none_or(|room| room > 2);
    if quiet {
        intent.task = care(scene, who);
        if intent.task != Task::Nothing {
            return;
        }
    }
    if shoot(scene, router, who, away, intent) {
        return;
    }
    // Nobody is upon her before the next shot.
    if threat.is_none_or(|room| room > 0)
        && let Some(task) = bow_task(scene, who)
    {
        intent.task = task;
        return;
    }
    let task = useful_task(scene, who);
    if task != Task::Nothing {
        intent.task = task;
        return;
    }
    if quiet && scene.sheet(who).poisons != 0 {
        intent.task = envenom(scene, who);
        if intent.task != Task::Nothing {
            return;
        }
    }
    if is_hurt(scene, who) && others_fight_on(scene, who) && fighter.mount == NONE && scene.is_single(who) {
        intent.action = Action::Evade;
        intent.way = router.way(scene, who, near, scene.half_tmr(who), Aim::Away).unwrap_or_default();
        return;
    }
    if fighter.mount != NONE {
        intent.foe = ride::quarry(scene, who).unwrap_or(near);
        return ride::ride(scene, router, who, intent);
    }
    if !scene.is_single(who) {
        return lumber(scene, router, who, intent);
    }
    if charge(scene, router, who, intent) {
        return;
    }
    approach(scene, router, who, intent);
}

/// A charge at somebody who evades that is worth less than this waits for a pulse.
const WAITS: f32 = 0.12;

/// The charge that is worth most.
fn charge(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) -> bool {
    let fighter = scene.fighter(who);
    let plan = Plan { from: From::Charge, only: NONE, with: Arm::NONE };
    let arms = fight::arms(scene, who, &plan);
    let mut best: Option<(f32, CombatantId, Arm, i32)> = None;
    for &with in &arms {
        let Some(arm) = scene.arm(who, with) else { continue };
        let rushes = arm.shield.is_some_and(|shield| shield.rush);
        let kind = if rushes { Kind::Rush } else { Kind::Plain };
        if !rushes && (arm.kind == ItemKind::Shield || scene.judge_arm(who, with).is_err()) {
            continue;
        }
        let length = scene.charge_length(who, arm.group == Group::Pole);
        for foe in scene.foes(who) {
            let apart = scene.apart(who, foe);
            if apart < 1 || apart > length + 1 {
                continue;
            }
            let danger = odds::danger(scene, foe, who);
            let blow = crate::decision::Blow { with, target: foe, kind, modifier: 0 };
            // A fallen target strikes back from the ground, if at all.
            let felling = if rushes { danger } else { 0.0 };
            let mut worth = odds::worth(scene, who, &blow, From::Charge, felling, 0);
            worth -= odds::parried(scene, who, with, foe, danger);
            worth += 0.3 * danger;
            worth *= fight::interest(scene, foe);
            worth -= 0.01 * apart as f32;
            if best.is_none_or(|one| worth > one.0) {
                best = Some((worth, foe, with, length));
            }
        }
    }
    // One attempt at the best, one at the nearest.
    let Some((worth, foe, with, length)) = best else { return false };
    // Who evades is let come, for one pulse behind a guard of one's own.
    let waits = worth < WAITS && scene.fighter(foe).flags.has(Flags::EVADING) && !fighter.flags.has(Flags::EVADING);
    if (waits || is_ahead(scene, who, foe)) && scene.judge_action(who, None, Action::Evade).is_ok() {
        (intent.action, intent.foe) = (Action::Evade, foe);
        return true;
    }
    if rush(scene, router, who, foe, worth, intent) {
        return true;
    }
    let long = scene.arm(who, with).is_some_and(|arm| arm.traits.has(Traits::LONG_HAFTED));
    let mount = scene.mount_of(foe).unwrap_or(foe);
    let targets = [foe, intent.foe, mount];
    for (at, target) in targets.into_iter().enumerate() {
        if targets[..at].contains(&target) {
            continue;
        }
        let mut way = |points| {
            let way = router.way(scene, who, target, points, Aim::Strike { long })?;
            (!way.is_empty() && ends_ahead(scene, who, target, &way, length)).then_some(way)
        };
        if let Some(way) = way(length).or_else(|| way(length - i32::from(scene.setup.options.facing_cost))) {
            intent.action = Action::Charge { with, target };
            intent.foe = target;
            intent.way = way;
            return fighter.flags.has(Flags::PRONE) || scene.judge_action(who, None, intent.action).is_ok();
        }
    }
    false
}

/// `DQ-302` `DQ-R46` Whether a charge by that way ends with its target in the melee zone: it lies ahead, or there is a movement
/// point left to turn to it. Whom a melee zone stops turns for nothing (`DQ-305`).
fn ends_ahead(scene: Scene<'_>, who: CombatantId, target: CombatantId, way: &Way, length: i32) -> bool {
    let (fighter, turn) = (scene.fighter(who), i32::from(scene.setup.options.facing_cost));
    let (mut at, mut left) = (fighter.at, length);
    for &side in way.iter().rev() {
        at = at.step(side);
        left -= scene.entry_cost(at);
    }
    let is_ahead = |&cell: &Cell| {
        direction(at, cell).is_some_and(|way| matches!((way + 6 - fighter.facing.index()) % 6, 0 | 1 | 5))
    };
    turn <= left || scene.is_held_at(who, at) || scene.body(target).iter().any(is_ahead)
}

/// Whether a charge would lead a figure alone into a company: others who are able stand by the target, and of its own side
/// somebody who comes on is not near enough yet to charge anybody, and nobody fights.
fn is_ahead(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> bool {
    let able = |one: CombatantId| {
        scene.fighter(one).is_up()
            && !scene.fighter(one).flags.any(HELPLESS.union(Flags::STUNNED).union(Flags::PRONE))
            && scene.is_armed(one)
    };
    if !scene.foes(who).any(|foe| foe != target && able(foe) && scene.apart(foe, target) <= 2) {
        return false;
    }
    let mut comes = false;
    for one in scene.state.ids().filter(|&one| one != who && !scene.are_foes(who, one) && able(one)) {
        let away = scene.foes(one).map(|foe| scene.apart(one, foe)).min().unwrap_or(i32::MAX);
        let reach = charge_reach(scene, one);
        if away <= reach || scene.is_engaged(one) {
            return false;
        }
        comes |= away <= reach + 3 && scene.is_single(one) && !shoots(scene, one);
    }
    comes
}

/// `DQ-311` A charge right into somebody's hex, by those who are better at grappling than he is.
fn rush(
    scene: Scene<'_>,
    router: &mut Router,
    who: CombatantId,
    foe: CombatantId,
    worth: f32,
    intent: &mut Intent,
) -> bool {
    let action = Action::ChargeClose { target: foe };
    if !closes(scene, who, foe, worth) || scene.judge_action(who, None, action).is_err() {
        return false;
    }
    let near = scene.half_tmr(who) - scene.entry_cost(scene.entry(who, foe));
    let way = if scene.apart(who, foe) == 1 {
        Some(Way::new())
    } else {
        router.way(scene, who, foe, near, Aim::Strike { long: true }).filter(|way| !way.is_empty())
    };
    let mut at = scene.fighter(who).at;
    let mut cost = |way: &Way| -> i32 {
        let step = |&side: &Facing| {
            at = at.step(side);
            scene.entry_cost(at)
        };
        way.iter().rev().map(step).sum()
    };
    let Some(way) = way.filter(|way| cost(way) <= near.max(0)) else { return false };
    (intent.action, intent.foe, intent.way) = (action, foe, way);
    true
}

/// Nearer, but not into the reach of a charge if that can be had; through it behind a guard.
fn approach(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    let foe = pick(scene, who).unwrap_or(intent.foe);
    intent.foe = foe;
    let away = scene.apart(who, foe);
    // With archers behind, and none over there, it is for the others to come.
    if charge_reach(scene, who) < away && is_covered(scene, who) {
        let wary = away <= charge_reach(scene, foe) + 1;
        (intent.action, intent.aims) = (if wary { Action::Evade } else { Action::Pass }, true);
        return;
    }
    let able =
        !scene.fighter(foe).flags.any(HELPLESS.union(Flags::STUNNED).union(Flags::PRONE)) && !scene.is_engaged(foe);
    let shoots = scene.missiles(foe).any(|item| scene.arm(foe, item).is_some_and(|arm| arm.group == Group::Missile));
    let his = charge_reach(scene, foe);
    let own = charge_reach(scene, who);
    let wary =
        able && !shoots && scene.is_armed(foe) && scene.sheet(foe).hexes == 1 && scene.fighter(foe).mount == NONE;
    // The figure with the longer charge waits for the other to come.
    if wary && away > his + 1 {
        intent.action = Action::Move;
        intent.way = router.way(scene, who, foe, scene.tmr(who), Aim::Until(his + 1)).unwrap_or_default();
        return;
    }
    if wary && own < away && away <= his + 1 {
        let hexes = scene.allowance(who, Deed::Evade, false, scene.half_tmr(who));
        if let Some(way) = router.way(scene, who, foe, hexes, Aim::Near)
            && !way.is_empty()
        {
            intent.action = Action::Evade;
            intent.way = way;
            return;
        }
    }
    intent.action = Action::Move;
    // Next to a monster or a rider one comes with a blow: from as far as a charge leads, if he does not come himself.
    let aim = if able && !wary && !shoots { Aim::Until(if breathes(scene, foe) { own } else { 2 }) } else { Aim::Near };
    intent.way = router.way(scene, who, foe, scene.tmr(who), aim).unwrap_or_default();
}

/// Whether a figure shoots or casts for as long as it is let.
fn shoots(scene: Scene<'_>, who: CombatantId) -> bool {
    let missile = |item: Arm| scene.arm(who, item).is_some_and(|arm| arm.group == Group::Missile);
    !scene.fighter(who).flags.any(HELPLESS.union(Flags::STUNNED)) && scene.missiles(who).any(missile)
}

/// Whether it is for the opponents to come: a friend shoots, and no opponent shoots, casts or breathes fire, somebody of
/// them is able to come, and nobody of the side is in the thick of it yet.
fn is_covered(scene: Scene<'_>, who: CombatantId) -> bool {
    let mut covered = false;
    for one in scene.state.ids().filter(|&one| one != who && !scene.are_foes(who, one)) {
        if scene.fighter(one).is_up() {
            if scene.is_engaged(one) {
                return false;
            }
            covered |= shoots(scene, one);
        }
    }
    let comes = |foe: CombatantId| !scene.fighter(foe).flags.any(HELPLESS.union(Flags::STUNNED)) && scene.is_armed(foe);
    let waits = |foe| !shoots(scene, foe) && !breathes(scene, foe) && !casts(scene, foe);
    covered && scene.foes(who).any(comes) && scene.foes(who).all(waits)
}

/// Whether a figure has a spell for afar, and the Fatigue for it.
fn casts(scene: Scene<'_>, who: CombatantId) -> bool {
    let fighter = scene.fighter(who);
    !fighter.flags.any(HELPLESS.union(Flags::STUNNED))
        && scene.sheet(who).spells.iter().any(|spell| !spell.talent && spell.range > 1 && spell.cost <= fighter.ft)
}

/// Whether a figure has a breath to use before long: from it one keeps apart from one's friends, and does not wait.
pub(super) fn breathes(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.sheet(who).breath.is_some() && !scene.fighter(who).flags.any(HELPLESS)
}

/// The best opponent to approach: near, hardly occupied, nearly done for, or dangerous from afar.
fn pick(scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
    if scene.state.fighters.len() == 2 {
        return None;
    }
    let score = |foe: CombatantId| {
        let fighter = scene.fighter(foe);
        let mut score = -10 * scene.apart(who, foe) - i32::from(fighter.ft + fighter.en) / 4;
        if fight::interest(scene, foe) < 1.0 {
            score -= 100;
        }
        if fighter.spell != NONE || scene.missiles(foe).next().is_some() {
            score += 15;
        }
        let busy = scene.state.ids().filter(|&one| !scene.are_foes(who, one) && scene.apart(one, foe) == 1).count();
        score - 6 * busy.saturating_sub(1) as i32
    };
    scene.foes(who).max_by_key(|&foe| score(foe))
}

/// Multi-hex figures: a charge that arrives, else on towards an opponent by the way that there is.
fn lumber(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    let plan = Plan { from: From::Charge, only: NONE, with: Arm::NONE };
    for with in fight::arms(scene, who, &plan) {
        let Some(arm) = scene.arm(who, with) else { continue };
        let length = scene.charge_length(who, arm.group == Group::Pole);
        let Some(foe) = router.heavy.find(scene, who, length, Some(length), |foe| wanted(scene, who, foe)) else {
            continue;
        };
        let charge = Action::Charge { with, target: foe };
        if scene.judge_action(who, None, charge).is_ok() {
            (intent.action, intent.foe, intent.planned) = (charge, foe, true);
            return;
        }
    }
    if let Some(foe) = router.heavy.find(scene, who, scene.tmr(who), None, |foe| wanted(scene, who, foe)) {
        (intent.action, intent.foe, intent.planned) = (Action::Move, foe, true);
        keep_off(scene, router, who);
    }
}

/// Who has a breath ready stops where he can use it in the next pulse, rather than among his opponents, where he
/// cannot.
fn keep_off(scene: Scene<'_>, router: &mut Router, who: CombatantId) {
    /// From farther away than this few can charge.
    const OFF: i32 = 4;
    let fighter = scene.fighter(who);
    let Some(breath) = scene.sheet(who).breath.filter(|_| fighter.breath <= 1) else { return };
    let nearest = |cell: Cell| scene.foes(who).map(|foe| distance(cell, scene.fighter(foe).at)).min().unwrap_or(0);
    let mut at = fighter.at;
    let mut stays = |step: &Step| {
        if let Step::To(way) = *step {
            at = at.step(way);
        }
        i32::from(breath.range) < nearest(at) || nearest(at) >= OFF
    };
    // The next step is the last of the list.
    let kept = router.heavy.steps.iter().rev().take_while(|&step| stays(step)).count();
    let over = router.heavy.steps.len() - kept;
    router.heavy.steps.drain(..over);
}

/// Whether a multi-hex figure goes for an opponent: a dangerous one, while there are any.
pub(super) fn wanted(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    fight::interest(scene, foe) >= 1.0 || scene.foes(who).all(|foe| fight::interest(scene, foe) < 1.0)
}
