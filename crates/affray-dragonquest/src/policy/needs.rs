//! The task of a Pass: weapons, wounds, poison.

use super::odds;
use super::tactics::nearest;
use crate::decision::{NONE, Task};
use crate::scene::Scene;
use crate::sheet::{Arm, Group, HANDS, ItemKind, Traits, Uses};
use crate::state::{Bond, Flags};
use affray_kernel::referee::CombatantId;

/// `DQ-R36` An item of no use in hand: a broken one, or a lance without a horse.
#[inline]
pub(super) fn junk(scene: Scene<'_>, who: CombatantId) -> Option<Arm> {
    let fighter = scene.fighter(who);
    fighter.hands.into_iter().find(|&item| {
        let lance = || scene.arm(who, item).is_some_and(|arm| arm.traits.has(Traits::MOUNTED_ONLY));
        item != Arm::NONE && (scene.is_broken(who, item) || fighter.mount == NONE && lance())
    })
}

/// The worth of the weapon that a task brings into the hands, against the nearest opponent.
pub(super) fn worth_of_task(scene: Scene<'_>, who: CombatantId, task: Task) -> f32 {
    match task {
        Task::PickUp(item) | Task::Prepare(item) => {
            nearest(scene, who).map_or(0.0, |foe| odds::with_arm(scene, who, item, foe))
        }
        _ => 0.0,
    }
}

/// A Pass that helps: standing up, or the best weapon taken up that is at hand, one's own or another's.
pub(super) fn useful_task(scene: Scene<'_>, who: CombatantId) -> Task {
    let fighter = scene.fighter(who);
    if fighter.flags.has(Flags::PRONE) {
        return Task::StandUp;
    }
    let used = if fighter.flags.has(Flags::CLOSE) { Uses::CLOSE } else { Uses::MELEE };
    let is_weapon = |&item: &Arm| {
        scene.arm(who, item).is_some_and(|arm| {
            arm.kind == ItemKind::Weapon
                && arm.uses.has(used)
                && (!arm.traits.has(Traits::MOUNTED_ONLY) || fighter.mount != NONE)
        }) && !scene.is_broken(who, item)
    };
    if fighter.hands.iter().any(is_weapon) {
        return Task::Nothing;
    }
    let worth = |item: Arm| nearest(scene, who).map_or(0.0, |foe| odds::with_arm(scene, who, item, foe));
    // Of others' things only what can be taken in hand at once, and is more than fists.
    let is_found =
        |&item: &Arm| !item.is_anothers() || scene.hands_for(who, item).is_some() && worth(HANDS) < worth(item);
    let lying = scene.lying_here(who).filter(is_weapon).filter(is_found).map(Task::PickUp);
    let stored = scene.items(who).filter(is_weapon).map(Task::Prepare);
    let mut possible = lying.clone().chain(stored).filter(|&task| scene.judge_task(who, task).is_ok());
    if let Some(first) = possible.next() {
        let worth = |task| match task {
            Task::PickUp(item) | Task::Prepare(item) => worth(item),
            _ => 0.0,
        };
        return possible.fold(first, |best, task| if worth(best) < worth(task) { task } else { best });
    }
    // Room for a weapon, where the hands are full of what is of no use.
    let useless = |&item: &Arm| scene.arm(who, item).is_some_and(|arm| arm.shield.is_none());
    let ready = || lying.count() != 0 || scene.items(who).any(|item| is_weapon(&item) && scene.has(who, item));
    match fighter.hands.into_iter().find(useless) {
        Some(item) if scene.is_broken(who, item) || ready() => Task::Store(item),
        _ => Task::Nothing,
    }
}

/// `DQ-R36` A missile weapon taken up again, by empty hands.
pub(super) fn bow_task(scene: Scene<'_>, who: CombatantId) -> Option<Task> {
    if scene.fighter(who).hands != [Arm::NONE; 2] {
        return None;
    }
    let is_bow = |&item: &Arm| {
        scene.arm(who, item).is_some_and(|arm| arm.group == Group::Missile)
            && !scene.is_broken(who, item)
            && scene.item(who, item).is_none_or(|item| item.shots != 0)
    };
    let lying = scene.lying_here(who).filter(is_bow).map(Task::PickUp);
    let stored = scene.items(who).filter(is_bow).map(Task::Prepare);
    lying.chain(stored).find(|&task| scene.judge_task(who, task).is_ok())
}

/// The care of wounds while nobody is near, or of a Pass that serves nothing else.
pub(super) fn care(scene: Scene<'_>, who: CombatantId) -> Task {
    if scene.fighter(who).bleeding != 0 && scene.judge_task(who, Task::Bandage(who)).is_ok() {
        return Task::Bandage(who);
    }
    let bleeds = |&one: &CombatantId| {
        one != who
            && !scene.are_foes(who, one)
            && scene.fighter(one).bleeding != 0
            && !scene.fighter(one).flags.has(Flags::DEAD)
            && scene.judge_task(who, Task::Bandage(one)).is_ok()
    };
    if scene.state.fighters.iter().any(|one| one.bleeding != 0)
        && let Some(friend) = scene.state.ids().find(bleeds)
    {
        return Task::Bandage(friend);
    }
    stuck_weapon(scene, who)
}

/// `DQ-624` A weapon that is stuck in the figure, or in a friend beside it, and whose removal fells nobody.
fn stuck_weapon(scene: Scene<'_>, who: CombatantId) -> Task {
    /// `DQ-518` `DQ-626` The least Endurance with which one stands after the dearest removal, of D10 - 2.
    const SAFE: u8 = 3 + 8 + 1;
    let stuck = scene.state.lodged.iter().filter(|one| one.bond == Bond::Stuck);
    let removals = stuck.filter_map(|one| {
        let fighter = scene.fighter(one.target);
        let helps = fighter.is_up() && !scene.are_foes(who, one.target) && (fighter.ft != 0 || SAFE <= fighter.en);
        helps.then_some(Task::Remove { from: one.target, owner: one.owner, item: one.item })
    });
    let mut possible = removals.filter(|&task| scene.judge_task(who, task).is_ok());
    let own = |task: &Task| matches!(*task, Task::Remove { from, .. } if from == who);
    let first = possible.clone().find(own).or_else(|| possible.next());
    first.unwrap_or(Task::Nothing)
}

/// `DQ-R25` Poisons by their numbers: what takes most Endurance, what puts to sleep, what takes little.
const BEST_FIRST: [u8; 3] = [1, 2, 0];

/// `DQ-611` `DQ-613` A dose on the weapon in hand, by those whom it hardly ever nicks.
pub(super) fn envenom(scene: Scene<'_>, who: CombatantId) -> Task {
    let fighter = scene.fighter(who);
    if !scene.sheet(who).assassin && 3 * scene.mod_md(who) < 90 {
        return Task::Nothing;
    }
    let bare = |&item: &Arm| item != Arm::NONE && !scene.is_poisoned(who, item);
    let tasks = fighter
        .hands
        .into_iter()
        .filter(bare)
        .flat_map(|item| BEST_FIRST.into_iter().map(move |poison| Task::Poison { item, poison }));
    tasks.into_iter().find(|&task| scene.judge_task(who, task).is_ok()).unwrap_or(Task::Nothing)
}
