//! The worth of blows: expected values of percentile dice and of the ten-sided die, by arithmetic.
//!
//! The unit is the share of a figure that is put out of the fight.

use crate::decision::{Attack, Blow, From, Kind};
use crate::scene::Scene;
use crate::sheet::{Arm, Class, HANDS, Item, ItemKind, Size, Uses};
use crate::state::{Flags, HELPLESS};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// The worth of a stun beside the points: the figure stands there without a defense.
const STUN: f32 = 0.3;
/// The worth of a fall.
const FALL: f32 = 0.12;
/// The worth of a grievous blow, whose table has a row for its class in one of four.
const GRIEVOUS: f32 = 0.1;

/// The mean of D10 and something added, at least 1, less protection, at least 0.
pub(super) fn mean(added: i32, protection: i32) -> f32 {
    let net = added - protection;
    let more = if net >= 0 {
        return 5.5 + net as f32;
    } else {
        (10 + net).max(0)
    };
    let least = if protection == 0 { (-net).min(10) as f32 / 10.0 } else { 0.0 };
    (more * (more + 1)) as f32 / 20.0 + least
}

/// The chance that D10 and something net added come to at least so many points.
pub(super) fn at_least(net: i32, points: i32) -> f32 {
    (11 + net - points).clamp(0, 10) as f32 / 10.0
}

/// The points that are left to a figure: Fatigue, and Endurance down to unconsciousness.
fn left(scene: Scene<'_>, who: CombatantId) -> (i32, i32) {
    let spare = scene.sheet(who).endurance_to_fall().map_or(0, i32::from);
    let fighter = scene.fighter(who);
    (i32::from(fighter.ft), (i32::from(fighter.en) - spare).max(1))
}

/// `DQ-520` The least points of a hit that stun a figure.
fn stunning_points(scene: Scene<'_>, who: CombatantId) -> i32 {
    (1..i32::from(u8::MAX)).find(|&points| scene.shock::<Sum>(who, points).total() > 0).unwrap_or(u8::MAX.into())
}

/// `DQ-503` to `DQ-506` `DQ-520` The share of the target that a blow takes on average.
pub(super) fn harm(scene: Scene<'_>, target: CombatantId, chance: i32, added: i32, class: Class) -> f32 {
    chance.clamp(1, 98) as f32 / 100.0 * share(scene, target, added, class)
}

/// The share of the target that a hit takes on average.
pub(super) fn share(scene: Scene<'_>, target: CombatantId, added: i32, class: Class) -> f32 {
    let (ft, en) = left(scene, target);
    let whole = (ft + en) as f32;
    let stuns = stunning_points(scene, target);
    let protection = scene.protection(target);
    // Who is stunned already is not stunned again (DQ-R23).
    let stun = if scene.fighter(target).flags.has(Flags::STUNNED) { 0.0 } else { STUN };
    let normal = (mean(added, protection) / whole).min(1.0) + stun * at_least(added - protection, stuns);
    let past = mean(added, 0);
    // Points past Fatigue count for more, as they cannot be made good, and what is left of Endurance is less.
    let deep =
        (1.5 * past / whole).max(if past >= en as f32 { 1.0 } else { 0.0 }).min(1.0) + stun * at_least(added, stuns);
    let grievous = if class == Class::Unclassed { 0.0 } else { 0.05 * GRIEVOUS };
    0.85 * normal + 0.15 * deep + grievous
}

/// `DQ-433` The chance that a figure falls when it has to keep its footing.
fn falls(scene: Scene<'_>, target: CombatantId) -> f32 {
    if scene.fighter(target).flags.has(Flags::PRONE) {
        return 0.0;
    }
    (100 - 3 * scene.mod_ag(target)).clamp(0, 100) as f32 / 100.0
}

/// The chance of a plain blow before its type.
pub(super) fn chance(scene: Scene<'_>, who: CombatantId, with: Arm, target: CombatantId, from: From) -> i32 {
    let blow = Blow { with, target, kind: Kind::Plain, modifier: 0 };
    scene.modified_chance::<Sum>(who, &blow, from, scene.aim_at(who, target)).total()
}

/// The worth of a blow; `danger` is the worth of its target's action to the target. The chance is
/// moved by `more` points, for what the state does not say yet.
pub(super) fn worth(scene: Scene<'_>, who: CombatantId, blow: &Blow, from: From, danger: f32, more: i32) -> f32 {
    let chance = match blow.kind {
        Kind::Plain => chance(scene, who, blow.with, blow.target, from),
        _ => scene.modified_chance::<Sum>(who, blow, from, scene.aim_at(who, blow.target)).total(),
    };
    worth_at(scene, who, blow, from, danger, chance + more)
}

/// The number that a blow adds to the D10 of its damage check.
fn added(scene: Scene<'_>, who: CombatantId, arm: &Item, kind: Kind, ranged: bool) -> i32 {
    let mut sum = Sum::of(0);
    scene.add_damage(&mut sum, who, arm, kind, ranged);
    sum.total()
}

/// The worth of a blow of that chance.
pub(super) fn worth_at(scene: Scene<'_>, who: CombatantId, blow: &Blow, from: From, danger: f32, chance: i32) -> f32 {
    let Some(arm) = scene.arm(who, blow.with) else { return 0.0 };
    let target = blow.target;
    let share = chance.clamp(1, 98) as f32 / 100.0;
    let added = || added(scene, who, arm, blow.kind, from == From::Fire);
    match blow.kind {
        Kind::Plain => harm(scene, target, chance, added(), arm.class),
        Kind::Trip | Kind::Rush => {
            harm(scene, target, chance, added(), arm.class) + share * falls(scene, target) * (FALL + danger)
        }
        Kind::Entangle if scene.fighter(target).flags.has(Flags::ENTANGLED) => 0.0,
        Kind::Entangle => {
            harm(scene, target, chance, added(), arm.class)
                + share * (falls(scene, target) * (FALL + danger) + 0.05 + 1.5 * danger)
        }
        Kind::Knockout => share,
        Kind::Restrain { .. } => 0.6 * share,
        Kind::Disarm { .. } => disarming(chance, danger),
    }
}

/// The worth of disarming somebody at that chance; `danger` is the worth of his action to him.
#[inline]
pub(super) fn disarming(chance: i32, danger: f32) -> f32 {
    chance.clamp(1, 98) as f32 / 100.0 * (0.03 + 1.1 * danger)
}

/// The factor by which a blow of that chance would be worth more without that guard.
#[inline]
pub(super) fn unguarded(chance: i32, guard: i32) -> f32 {
    let chance = chance.clamp(1, 98);
    (chance + guard).min(98) as f32 / chance as f32
}

/// The sum of what the blows of an attack are worth.
pub(super) fn worth_of(scene: Scene<'_>, who: CombatantId, attack: &Attack, from: From, danger: f32) -> f32 {
    match attack {
        Attack::Forgo => 0.0,
        Attack::One(blow) => worth(scene, who, blow, from, danger, 0),
        Attack::Several(blows) => blows.all().iter().map(|blow| worth(scene, who, blow, from, danger, 0)).sum(),
    }
}

/// Conditions in which a figure's next action is worth nothing to it.
pub(super) const UNABLE: Flags =
    HELPLESS.union(Flags::STUNNED).union(Flags::PRONE).union(Flags::LOSE_ACTION).union(Flags::MUST_PASS);

/// The worth of an action of a figure to it: its blow at another, with the weapons in hand, whatever either
/// of them is on guard with.
pub(super) fn danger(scene: Scene<'_>, of: CombatantId, to: CombatantId) -> f32 {
    let fighter = scene.fighter(of);
    let loses_next = fighter.flags.any(Flags::LOSE_ACTION_NEXT.union(Flags::MUST_PASS_NEXT));
    if fighter.flags.any(UNABLE) || loses_next && fighter.flags.has(Flags::ACTED) {
        return 0.0;
    }
    let more = guard(scene, to);
    let plain =
        |with| worth(scene, of, &Blow { with, target: to, kind: Kind::Plain, modifier: 0 }, From::Melee, 0.0, more);
    let sheet = scene.sheet(of);
    let mut sum = 0.0;
    for (hand, item) in fighter.hands.into_iter().enumerate() {
        let known = item != Arm::NONE && !(hand == 1 && fighter.hands[0] == item);
        let is_weapon = || scene.arm(of, item).is_some_and(|arm| arm.kind == ItemKind::Weapon);
        if known && is_weapon() && scene.judge_arm(of, item).is_ok() {
            sum += plain(item);
        }
    }
    for with in sheet.naturals() {
        sum += plain(with);
    }
    if sum == 0.0 && sheet.has_hands && fighter.hands.contains(&Arm::NONE) { plain(HANDS) } else { sum }
}

/// The defense that a guard adds to a figure now.
pub(super) fn guard(scene: Scene<'_>, who: CombatantId) -> i32 {
    let flags = scene.fighter(who).flags;
    if !flags.any(crate::state::GUARDS) || flags.any(HELPLESS.union(Flags::STUNNED)) {
        return 0;
    }
    let evading = if flags.has(Flags::EVADING) { scene.evasion(who) } else { 0 };
    evading + if flags.has(Flags::WITHDRAWING) { 20 } else { 0 }
}

/// `DQ-415` to `DQ-417` What a parry brings, by the difference of Ranks: barely parried, disarmed, riposte, as
/// chances.
pub(super) fn parry(difference: i32) -> (f32, f32, f32) {
    let at_most = |result: i32| (result - difference).clamp(0, 10) as f32 / 10.0;
    let barely = at_most(3);
    let riposte = 1.0 - at_most(7);
    (barely, 1.0 - barely, riposte)
}

/// `DQ-413` `DQ-414` What a blow costs on average because its target may parry it; `danger` is the worth of the target's
/// action to the target.
pub(super) fn parried(scene: Scene<'_>, who: CombatantId, with: Arm, target: CombatantId, danger: f32) -> f32 {
    if !scene.fighter(target).flags.has(Flags::EVADING) {
        return 0.0;
    }
    let rank = |who, item| scene.arm(who, item).map_or(0, Item::rank_or_zero);
    let Some(best) = scene.parrying_arms(target).map(|item| rank(target, item)).max() else { return 0.0 };
    let wide = (70 - chance(scene, who, with, target, From::Charge)).clamp(0, 99) as f32 / 100.0;
    let (barely, disarmed, riposte) = parry(best - rank(who, with));
    let own = with_arm(scene, who, with, target);
    wide * (1.1 * disarmed * own + (riposte - barely) * danger)
}

/// The harm that a figure does with what it has in hand, by spells or by its breath, wherever it is.
pub(super) fn menace(scene: Scene<'_>, of: CombatantId, to: CombatantId) -> f32 {
    let (fighter, sheet) = (scene.fighter(of), scene.sheet(of));
    let mut most: f32 = sheet.naturals().map(|with| with_arm(scene, of, with, to)).sum();
    for item in fighter.hands {
        if scene.arm(of, item).is_some_and(|arm| arm.kind == ItemKind::Weapon) && scene.wields(of, item) {
            most = most.max(with_arm(scene, of, item, to));
        }
    }
    for spell in sheet.spells.iter().filter(|spell| spell.cost <= fighter.ft) {
        let added =
            spell.damage.map_or(0, |added| i32::from(added) + if spell.magical { scene.protection(to) } else { 0 });
        most = most.max(harm(scene, to, spell.chance.into(), added, Class::Unclassed));
    }
    if let Some(breath) = sheet.breath {
        most = most.max(harm(scene, to, 98, i32::from(breath.damage) + scene.protection(to), Class::Unclassed));
    }
    if sheet.has_hands { most.max(with_arm(scene, of, HANDS, to)) } else { most }
}

/// The harm of a blow with an arm to a figure that has nothing but its agility against it.
pub(super) fn with_arm(scene: Scene<'_>, of: CombatantId, with: Arm, to: CombatantId) -> f32 {
    let defense = if scene.fighter(to).flags.any(HELPLESS.union(Flags::STUNNED)) { 0 } else { scene.mod_ag(to) };
    let Some(arm) = scene.arm(of, with) else { return 0.0 };
    let chance = scene.strike_chance::<Sum>(of, with, None).total() - scene.injury_penalty(of) - defense;
    harm(scene, to, chance, added(scene, of, arm, Kind::Plain, false), arm.class)
}

/// The harm of one figure to another in close combat.
pub(super) fn grip(scene: Scene<'_>, of: CombatantId, to: CombatantId) -> f32 {
    let (fighter, sheet) = (scene.fighter(of), scene.sheet(of));
    let plain = |with: Arm| with_arm(scene, of, with, to);
    let mut best: f32 = 0.0;
    for item in fighter.hands {
        if scene.arm(of, item).is_some_and(|arm| arm.uses.has(Uses::CLOSE)) && scene.wields(of, item) {
            best = best.max(plain(item));
        }
    }
    best = best.max(sheet.naturals().map(plain).sum());
    if sheet.has_hands { best.max(plain(HANDS)) } else { best }
}

/// `DQ-446` Whether a figure is small enough to be knocked out.
pub(super) fn can_be_knocked_out(scene: Scene<'_>, target: CombatantId) -> bool {
    scene.sheet(target).size <= Size::Human
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_the_die() {
        assert_eq!(mean(4, 0), 9.5);
        // D10-2 against nothing: 1, 1, 1, 2, .. 8.
        assert!((mean(-2, 0) - 3.8).abs() < 1e-5);
        // D10+2 against 6: 1 to 6 on rolls of 5 to 10.
        assert!((mean(2, 6) - 2.1).abs() < 1e-5);
        assert_eq!(at_least(4, 7), 0.8);
        assert_eq!(at_least(0, 11), 0.0);
    }

    #[test]
    fn parries_by_rank() {
        let (barely, disarmed, riposte) = parry(0);
        assert!((barely - 0.3).abs() < 1e-6 && (disarmed - 0.7).abs() < 1e-6 && (riposte - 0.3).abs() < 1e-6);
        assert_eq!(parry(-7), (1.0, 0.0, 0.0));
        assert_eq!(parry(7), (0.0, 1.0, 1.0));
    }
}
