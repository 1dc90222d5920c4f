//! What to do when engaged: strike, guard, get away, come to grips.

use super::approach::wanted;
use super::needs::{useful_task, worth_of_task};
use super::route::{Aim, Pressure, Router, pressure};
use super::tactics::{Intent, MELEE, is_hurt, others_fight_on, strike, target_of};
use super::{fight, odds, ride};
use crate::decision::{Action, Deed, From, NONE, Plan, Stance, Task};
use crate::scene::Scene;
use crate::sheet::{Arm, ItemKind, Uses};
use crate::state::{Flags, HELPLESS};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// The ratio of an opponent's action to one's own above which one only guards.
const OUTCLASSED: f32 = 1.3;
/// The ratio above which one guards whenever one can.
const HOPELESS: f32 = 3.0;

/// A blow that is worth less than this is as good as none.
const NOTHING: f32 = 0.02;

/// Bare hands are for those who know how: a blow that is worth less waits until there is a weapon.
const BARE: f32 = 0.12;

/// In close combat: grapple, or out of it.
pub(super) fn in_grips(scene: Scene<'_>, who: CombatantId, intent: &mut Intent) {
    let fighter = scene.fighter(who);
    if fighter.flags.has(Flags::MUST_PASS) {
        intent.task = useful_task(scene, who);
        return;
    }
    let Some(foe) = scene.foes(who).find(|&foe| scene.share_hex(who, foe)) else {
        intent.task = useful_task(scene, who);
        return;
    };
    intent.foe = foe;
    let plan = Plan { from: From::Grapple, only: NONE, with: Arm::NONE };
    let best = fight::best(scene, who, &plan, &[]);
    let worth = best.as_ref().map_or(0.0, |one| one.1);
    let danger: f32 =
        scene.foes(who).filter(|&foe| scene.share_hex(who, foe)).map(|foe| odds::danger(scene, foe, who)).sum();
    // The weaker one breaks out if its strength is enough, and by any chance who can do next to nothing.
    if danger > 1.5 * worth {
        let strength = scene.strength::<Sum>(who).total();
        let chance = (strength + 1).clamp(1, 10);
        if (chance >= 5 || worth < NOTHING) && scene.judge_action(who, None, Action::Withdraw(Stance::Break)).is_ok() {
            intent.action = Action::Withdraw(Stance::Break);
            return;
        }
    }
    let task = useful_task(scene, who);
    match best {
        // A dagger in hand is worth a pulse, where fists do next to nothing.
        Some((_, worth)) if worth < 0.03 && matches!(task, Task::Prepare(_) | Task::PickUp(_)) => intent.task = task,
        Some((attack, _)) => {
            intent.action = Action::Grapple;
            intent.foe = target_of(&attack).unwrap_or(foe);
            intent.attack = Some(attack);
        }
        None => intent.task = task,
    }
}

/// Engaged: attack, guard, get away, come to grips.
pub(super) fn in_melee(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    let fighter = scene.fighter(who);
    if !scene.is_single(who) {
        return bulk(scene, router, who, intent);
    }
    let task = useful_task(scene, who);
    let Pressure { sum: pressed, count, worst, dangers } = pressure(scene, who);
    let best = fight::best(scene, who, &MELEE, &dangers);
    if task != Task::Nothing && scene.sheet(who).naturals().next().is_none() {
        let worth = best.as_ref().map_or(0.0, |one| one.1);
        // A weapon within reach that does half as much again makes good for the pulse that it costs.
        if worth < BARE || pressed == 0.0 || worth_of_task(scene, who, task) > 1.5 * worth {
            intent.task = task;
            return;
        }
    }
    if is_hurt(scene, who) && count != 0 && others_fight_on(scene, who) && get_back(scene, router, who, intent) {
        return;
    }
    if best.is_none() && fighter.mount != NONE && ride::wheels(scene, router, who, intent) {
        return;
    }
    let Some((attack, worth)) = best else {
        // The opponent stands behind or beside: turn to him.
        return turn_upon(scene, who, intent);
    };
    let foe = target_of(&attack).unwrap_or(intent.foe);
    if count != 0
        && closes(scene, who, foe, worth)
        && scene.judge_action(who, None, Action::Close { target: foe }).is_ok()
    {
        intent.action = Action::Close { target: foe };
        intent.foe = foe;
        return;
    }
    // Without the guards that either of them has up at the moment, so that never all of them only guard.
    let plain = worth * unguarded(scene, who, foe) / fight::weight(scene, who, foe, fight::most_menace(scene, who));
    let evading = fighter.flags.has(Flags::EVADING);
    // Nor against somebody who guards himself.
    let guarded = worst.is_some_and(|foe| scene.fighter(foe).flags.has(Flags::EVADING));
    // Where friends strike at him too, somebody has to: there one guards in every other pulse at the most.
    let hopeless = pressed > HOPELESS * plain && !worst.is_some_and(|foe| is_shared(scene, who, foe));
    // A guard that is over before he strikes is of no use. The very quick guard themselves after the blow.
    let useful = worst.is_some_and(|foe| guard_lasts(scene, who, foe)) && !evading || hopeless;
    let quick = scene.mod_ag(who) >= 26;
    if !guarded && pressed > OUTCLASSED * plain && useful && !quick && fighter.mount == NONE {
        let parries = fighter.hands.into_iter().any(|item| {
            scene.wields(who, item)
                && scene.arm(who, item).is_some_and(|arm| arm.kind == ItemKind::Weapon && arm.uses.has(Uses::MELEE))
        });
        if parries && worst.is_some() {
            intent.action = Action::Evade;
            intent.foe = worst.unwrap_or(foe);
            return;
        }
    }
    strike(intent, attack);
}

/// `DQ-108` `DQ-206` Whether a guard lasts until an opponent's next blow: it comes in this pulse still, or the figure has the
/// initiative in the next one and lets him come.
fn guard_lasts(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    !scene.fighter(foe).flags.has(Flags::ACTED)
        || scene.plain_rank::<Sum>(who).total() > scene.plain_rank::<Sum>(foe).total()
}

/// Whether a friend strikes at an opponent of many hexes too, who can turn to one of them alone.
fn is_shared(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    !scene.is_single(foe)
        && scene.foes(foe).any(|one| {
            one != who
                && scene.faces_figure(one, foe)
                && scene.apart(one, foe) == 1
                && !scene.fighter(one).flags.any(HELPLESS.union(Flags::STUNNED).union(Flags::PRONE))
        })
}

/// The factor by which a blow would be worth more without the guard of its target.
fn unguarded(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> f32 {
    let guard = odds::guard(scene, foe);
    if guard == 0 {
        return 1.0;
    }
    odds::unguarded(odds::chance(scene, who, scene.prepared_weapon(who), foe, From::Melee), guard)
}

/// Whether coming to grips is better than going on as it is.
pub(super) fn closes(scene: Scene<'_>, who: CombatantId, foe: CombatantId, worth: f32) -> bool {
    let sheet = scene.sheet(who);
    let dagger = scene
        .fighter(who)
        .hands
        .into_iter()
        .any(|item| scene.arm(who, item).is_some_and(|arm| arm.uses.has(Uses::CLOSE)) && scene.wields(who, item));
    if !dagger && sheet.naturals().next().is_none() && sheet.unarmed_rank.unwrap_or(0) < 3 {
        return false;
    }
    if scene.fighter(who).mount != NONE || scene.fighter(foe).mount != NONE || !scene.is_single(foe) {
        return false;
    }
    // Within a hex with more of them one is at their mercy.
    let crowd = scene.foes(who).filter(|&one| scene.apart(foe, one) <= 1).count();
    if crowd > 1 {
        return false;
    }
    let (mine, his) = (odds::grip(scene, who, foe), odds::grip(scene, foe, who));
    let now = worth - odds::danger(scene, foe, who);
    let wards = scene.has_melee_zone(foe);
    let repulsed = if wards { scene.repulse_rank(foe).clamp(0, 10) as f32 / 10.0 } else { 0.0 };
    let gain = (mine - his) - now;
    his < mine && gain * (1.0 - repulsed) - repulsed * worth * 0.3 > 0.06
}

/// An opponent is engaged with the figure from where it cannot strike him.
fn turn_upon(scene: Scene<'_>, who: CombatantId, intent: &mut Intent) {
    // The attack's shift comes with a turn, so that the blow is not lost. It is chosen after the turn.
    let held = scene.is_held(who);
    // Who has an opponent ahead and cannot strike has nothing to do it with: a guard is better than no blow.
    let ahead = |foe| super::tactics::lies_ahead(scene, who, foe, scene.fighter(who).facing);
    if held && scene.foes(who).any(ahead) && scene.judge_action(who, None, Action::Evade).is_ok() {
        intent.action = Action::Evade;
        return;
    }
    intent.action = if held { Action::Attack { move_after: false } } else { Action::Pass };
    if !held {
        intent.task = useful_task(scene, who);
    }
}

/// Out of the melee, where others can go on with it.
fn get_back(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) -> bool {
    let defensive = Action::Withdraw(Stance::Defensive);
    let open = Action::Withdraw(Stance::Open);
    if scene.judge_action(who, None, open).is_ok() && scene.fighter(who).mount == NONE {
        intent.action = open;
        let hexes = scene.allowance(who, Deed::Withdraw, false, scene.tmr(who));
        intent.way = router.way(scene, who, intent.foe, hexes, Aim::Away).unwrap_or_default();
        return true;
    }
    if scene.judge_action(who, None, defensive).is_ok() {
        intent.action = defensive;
        return true;
    }
    if scene.judge_action(who, None, Action::Evade).is_ok() {
        intent.action = Action::Evade;
        return true;
    }
    false
}

/// A multi-hex figure in the middle of smaller ones: it strikes, and goes over whom it can on the way.
fn bulk(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    match fight::best(scene, who, &MELEE, &[]) {
        Some((attack, _)) => {
            strike(intent, attack);
            // Its own movement comes first, and may change whom it can reach.
            intent.attack = None;
        }
        // Nobody ahead: it moves on, over whoever is in the way, or turns.
        None if scene.judge_action(who, None, Action::Withdraw(Stance::Open)).is_ok() => {
            intent.action = Action::Withdraw(Stance::Open);
            if let Some(foe) = router.heavy.find(scene, who, scene.tmr(who), None, |foe| wanted(scene, who, foe)) {
                (intent.foe, intent.planned) = (foe, true);
            }
        }
        None => intent.action = Action::Attack { move_after: false },
    }
}
