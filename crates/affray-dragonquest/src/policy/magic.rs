//! Spells, Talents and breath: when they are worth a turn.

use super::needs::useful_task;
use super::odds;
use super::route::{Aim, Router};
use super::shoot::{is_unscreened, seems_open, urgency};
use super::tactics::{Intent, MELEE};
use crate::decision::{Action, Deed, NONE, Talent, Task};
use crate::scene::Scene;
use crate::sheet::{Class, Resist, Spell};
use crate::state::{Flags, HELPLESS};
use affray_kernel::referee::CombatantId;

/// The worth of a spell against a target.
fn worth(scene: Scene<'_>, spell: &Spell, target: CombatantId) -> f32 {
    let fighter = scene.fighter(target);
    if fighter.flags.has(Flags::RESTRAINED) {
        return 0.0;
    }
    let resisted = match spell.resist {
        Resist::None => 0.0,
        Resist::Halves => 0.5 * f32::from(scene.sheet(target).resistance.min(100)) / 100.0,
        Resist::Negates => f32::from(scene.sheet(target).resistance.min(100)) / 100.0,
    };
    // As much as a blow that never misses, past armor if it is pure magic.
    let damage = spell.damage.map_or(0.0, |added| {
        let added = i32::from(added) + if spell.magical { scene.protection(target) } else { 0 };
        odds::harm(scene, target, 98, added, Class::Unclassed)
    });
    let stun = if spell.stuns && !fighter.flags.has(Flags::STUNNED) { 0.3 } else { 0.0 };
    f32::from(spell.chance.min(100)) / 100.0 * (1.0 - resisted) * (damage + stun)
}

/// The best target of a spell within its range.
fn best_target(scene: Scene<'_>, who: CombatantId, spell: &Spell) -> Option<(f32, CombatantId)> {
    let reach = |foe: &CombatantId| {
        scene.apart(who, *foe) <= i32::from(spell.range)
            && (scene.share_hex(who, *foe)
                || scene.in_ranged_zone(who, scene.aim_at(who, *foe))
                    && is_unscreened(scene, scene.fighter(who).at, scene.aim_at(who, *foe)))
    };
    let all = scene.foes(who).filter(reach).map(|foe| (urgency(scene, who, foe) * worth(scene, spell, foe), foe));
    all.max_by(|one, other| one.0.total_cmp(&other.0)).filter(|one| one.0 > 0.01)
}

/// A turn of magic or breath. Whether it is one.
pub(super) fn intend(
    scene: Scene<'_>,
    router: &mut Router,
    who: CombatantId,
    engaged: bool,
    intent: &mut Intent,
) -> bool {
    let sheet = scene.sheet(who);
    if sheet.breath.is_some() && breathe(scene, who, intent) {
        return true;
    }
    if sheet.spells.is_empty() {
        return false;
    }
    let fighter = scene.fighter(who);
    if fighter.spell != NONE
        && let Some(spell) = sheet.spells.get(fighter.spell as usize)
    {
        if let Some((_, foe)) = best_target(scene, who, spell)
            && scene.judge_action(who, None, Action::Cast { target: foe }).is_ok()
        {
            intent.action = Action::Cast { target: foe };
            intent.foe = foe;
            return true;
        }
        // Held ready, while it turns to somebody, or walks to where it reaches him: a Pass keeps it.
        if engaged || fighter.ft < spell.cost || fighter.mount != NONE || !scene.is_single(who) {
            return false;
        }
        let hexes = scene.allowance(who, Deed::Pass, false, 2);
        let reach = |&foe: &CombatantId| scene.apart(who, foe) <= i32::from(spell.range);
        let ready = scene.foes(who).filter(reach).find(|&foe| is_unscreened(scene, fighter.at, scene.aim_at(who, foe)));
        intent.aims = true;
        if let Some(foe) = ready {
            intent.foe = foe;
        } else {
            let aim = Aim::Shoot(i32::from(spell.range));
            let way = router.way(scene, who, intent.foe, hexes, aim);
            let way = way.or_else(|| router.way(scene, who, intent.foe, hexes, Aim::Near));
            intent.way = way.unwrap_or_default();
        }
        return true;
    }
    // With a sword at one's throat the next thing is not a spell.
    if engaged && scene.foes(who).any(|foe| scene.threatens(foe, who)) && useful_task(scene, who) == Task::Nothing {
        let armed = super::fight::best(scene, who, &MELEE, &[]);
        if armed.is_some_and(|one| one.1 > 0.05) {
            return false;
        }
    }
    let mut best: Option<(f32, u8)> = None;
    for (at, spell) in sheet.spells.iter().enumerate() {
        if spell.talent || fighter.ft < spell.cost || scene.judge_task(who, Task::Spell(at as u8)).is_err() {
            continue;
        }
        let near = |foe: &CombatantId| scene.apart(who, *foe) <= i32::from(spell.range) + 4;
        let most = scene.foes(who).filter(near).map(|foe| worth(scene, spell, foe)).fold(0.0, f32::max);
        // Fatigue that is spent is Fatigue that does not take blows.
        let most = most - f32::from(spell.cost) * 0.004;
        if most > 0.02 && best.is_none_or(|one| most > one.0) {
            best = Some((most, at as u8));
        }
    }
    let Some((_, spell)) = best else { return false };
    intent.task = Task::Spell(spell);
    true
}

/// `DQ-R51` A breath, where it meets opponents and none of its own.
fn breathe(scene: Scene<'_>, who: CombatantId, intent: &mut Intent) -> bool {
    let Some(breath) = scene.sheet(who).breath else { return false };
    if scene.fighter(who).breath != 0 || 2 + i32::from(breath.damage) < 0 {
        return false;
    }
    let able = |foe: &CombatantId| {
        !scene.fighter(*foe).flags.any(HELPLESS)
            && scene.in_ranged_zone(who, scene.aim_at(who, *foe))
            && seems_open(scene, who, scene.fighter(who).at, *foe)
            && scene.judge_action(who, None, Action::Breathe { target: *foe }).is_ok()
    };
    let value = |foe: CombatantId| {
        odds::harm(scene, foe, 70, i32::from(breath.damage) + scene.protection(foe), Class::Unclassed)
    };
    // All others on that line are met too.
    let row = |foe: CombatantId| {
        let met = scene.along_line(who, scene.aim_at(who, foe), i32::from(breath.range));
        met.iter().filter(|one| scene.are_foes(who, one.0)).map(|one| value(one.0)).sum::<f32>()
    };
    let all = scene.foes(who).filter(able).map(|foe| (row(foe), foe));
    let Some((_, foe)) = all.max_by(|one, other| one.0.total_cmp(&other.0)) else { return false };
    intent.action = Action::Breathe { target: foe };
    intent.foe = foe;
    true
}

/// `DQ-356` The Talent to use beside the action.
pub(super) fn talent(scene: Scene<'_>, who: CombatantId) -> Option<Talent> {
    let mut best: Option<(f32, Talent)> = None;
    for (at, spell) in scene.sheet(who).spells.iter().enumerate() {
        if !spell.talent {
            continue;
        }
        if let Some((worth, target)) = best_target(scene, who, spell)
            && best.as_ref().is_none_or(|one| worth > one.0)
        {
            let talent = Talent { spell: at as u8, target };
            if scene.judge_talent(who, talent).is_ok() {
                best = Some((worth, talent));
            }
        }
    }
    best.map(|one| one.1)
}
