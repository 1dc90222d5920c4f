//! What a blow is worth: chances and expected wounds from the family's tables.

use crate::damage::multiplier;
use crate::decision::{DefenseKind, From, Incoming, NONE, Plan, Strike, Trade};
use crate::defense::Before;
use crate::scene::Scene;
use crate::state::{Flags, Posture};
use crate::to_hit::location_modifier;
use affray_3d6::chance::{Through, landing, lands, success};
use affray_3d6::damage::{Damage, DamageType};
use affray_3d6::location::{Location, crippling_injury, is_limb};
use affray_core::grid::Arc;
use affray_core::referee::CombatantId;
use affray_core::tally::{Sum, Tally};

/// A foe, and how well it would defend itself; that is worked out once a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) foe: CombatantId,
    /// `None` for no defense at all.
    pub(super) guard: Option<i32>,
}

impl Mark {
    /// Of an attack with that mode; all that are made in melee are alike.
    pub(super) fn of(scene: Scene<'_>, who: CombatantId, foe: CombatantId, mode: u8) -> Self {
        Self { foe, guard: guard(scene, foe, who, mode) }
    }
}

/// The best defense of a figure against a plain attack; `None` where it has none.
fn guard(scene: Scene<'_>, who: CombatantId, by: CombatantId, mode: u8) -> Option<i32> {
    let strike = Strike::plain(mode, by);
    let flight = scene.flight(by, &strike);
    let attack = Incoming {
        by,
        mode,
        form: strike.form,
        arc: scene.arc_to(who, by),
        behind: scene.fighter(by).moved == 0,
        flight,
        distance: 1,
        deceptive: 0,
        telegraphic: false,
        feint: 0,
        dual: false,
        unaware: flight.is_some() && scene.is_blind(who),
    };
    scene.can_defend(who, &attack).ok()?;
    let mut best = scene
        .defense_score::<Sum>(who, &attack, &crate::decision::Defense::plain(DefenseKind::Dodge), Before::default())
        .total();
    for kind in [DefenseKind::Parry(0), DefenseKind::Block] {
        let defense = crate::decision::Defense::plain(kind);
        if scene.judge_defense(who, &attack, None, &defense).is_ok() {
            best = best.max(scene.defense_score::<Sum>(who, &attack, &defense, Before::default()).total());
        }
    }
    let fighter = scene.fighter(who);
    let retreats = flight.is_none()
        && !fighter.flags.any(Flags::RETREATED.and(Flags::CHARGED).and(Flags::STUNNED))
        && fighter.grappled_by == NONE
        && matches!(fighter.posture, Posture::Standing | Posture::Crouch);
    Some(best + i32::from(retreats))
}

/// Where a blow is worth aiming, besides the torso.
const AIMS: [Location; 7] = [
    Location::Torso,
    Location::Vitals,
    Location::Neck,
    Location::Face,
    Location::Skull,
    Location::RightArm,
    Location::RightLeg,
];

/// What a wound is worth, as a share of a whole fight, if the blow lands.
pub(super) fn wound(
    scene: Scene<'_>,
    who: CombatantId,
    at: Location,
    damage: Damage,
    kind: DamageType,
    dr: i32,
) -> f32 {
    let (max, hp) = (i32::from(scene.sheet(who).hp), i32::from(scene.fighter(who).hp));
    let through = Through::new(damage, dr);
    let (times, over) = multiplier(at, kind);
    let points = |injury: i32| (injury * over + times - 1) / times;
    let mut mean = through.mean() * times as f32 / over as f32;
    let major = through.at_least(points(max / 2 + 1));
    let mut worth = 0.0;
    if is_limb(at) {
        let least = crippling_injury(at, max).unwrap_or(max);
        let cripples = through.at_least(points(least));
        mean = mean.min(least as f32);
        // Who cannot hold or stand has all but lost.
        worth += 0.55 * cripples;
    } else {
        // At 0 it may fall at every turn, at -HP it may die.
        worth += 0.6 * through.at_least(points(hp.max(1))) + 0.4 * through.at_least(points(hp.max(0) + max));
    }
    let modifier = scene.knockdown(who, at, kind, false);
    let ht = i32::from(scene.sheet(who).ht);
    let fails = |modifier: i32| 1.0 - success(ht + modifier);
    let falls = match modifier {
        Some(light) => {
            let heavy = scene.knockdown(who, at, kind, true).unwrap_or(light);
            major * fails(heavy) + (through.at_least(1) - major).max(0.0) * fails(light)
        }
        None => major * fails(0),
    };
    worth + mean.min(max as f32) / max as f32 + 0.7 * falls
}

/// A blow that was thought of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thought {
    pub(super) strike: Strike,
    /// What it is worth, the chance to land worked in.
    pub(super) worth: f32,
    /// The chance that it lands.
    pub(super) chance: f32,
}

/// The best way to make a plain strike, wherever it may be aimed.
pub(super) fn best_blow(
    scene: Scene<'_>,
    who: CombatantId,
    mark: &Mark,
    plain: Strike,
    plan: &Plan,
    trade: Trade,
) -> Option<Thought> {
    let foe = mark.foe;
    let ranged = scene.mode(who, plain.mode)?.ranged.is_some();
    let skill = scene.attack_score::<Sum>(who, &plain, plan, trade).total();
    // G4-139: no Charge is deceptive, not even a heroic one.
    let charges = matches!(plan.from, From::Charge { .. });
    let feint = scene.fighter(who).feint;
    let margin = if feint.foe == foe.0 { i32::from(feint.margin) } else { 0 };
    let guard = mark.guard.map(|guard| guard - margin);
    let (damage, kind) = scene.damage_of(who, &plain, plan);
    let telegraphs =
        !ranged && !charges && !matches!(plan.from, From::Charge { .. } | From::AllOut(crate::decision::AllOut::Feint));
    let mut best: Option<Thought> = None;
    for at in AIMS {
        if at == Location::Vitals && !kind.is_pointed() {
            continue;
        }
        let skill = skill + location_modifier(at);
        if skill + 4 < 6 {
            continue;
        }
        let dr = scene.sheet(foe).resistance(at);
        let value = wound(scene, foe, at, damage, kind, dr);
        if value <= best.map_or(0.0, |best| best.worth) {
            continue;
        }
        let straight = match (charges, guard) {
            (true, guard) => {
                affray_3d6::chance::Landing { chance: if skill < 3 { 0.0 } else { lands(skill, guard) }, levels: 0 }
            }
            (false, guard) => landing(skill, guard.map(|guard| guard.max(0))),
        };
        let mut one = (straight.chance, Strike { at, deceptive: -2 * straight.levels as i8, ..plain });
        if telegraphs {
            let open = lands(skill + 4, guard.map(|guard| guard + 2));
            if one.0 + 0.01 < open {
                one = (open, Strike { at, telegraphic: true, ..plain });
            }
        }
        let worth = one.0 * value;
        if best.is_none_or(|best| best.worth < worth) {
            best = Some(Thought { strike: one.1, worth, chance: one.0 });
        }
    }
    best
}

/// What a slam is worth: few wounds, but who lies can hardly strike back here.
pub(super) fn best_slam(scene: Scene<'_>, who: CombatantId, mark: &Mark, plan: &Plan, hexes: u8) -> Option<Thought> {
    let foe = mark.foe;
    use crate::decision::Form;
    if !scene.setup.options.forms || scene.fighter(foe).posture == Posture::Prone {
        return None;
    }
    let rush = scene
        .shield(who)
        .and_then(|(item, _)| scene.arm(who, item))
        .filter(|item| item.kind == crate::sheet::ItemKind::Shield(crate::sheet::ShieldKind::Shield));
    let form = if rush.is_some() { Form::ShieldRush } else { Form::Slam };
    let strike = Strike { form, ..Strike::plain(NONE, foe) };
    let skill = scene.attack_score::<Sum>(who, &strike, plan, Trade::None).total();
    let guard = mark.guard;
    let charge = matches!(plan.from, From::Charge { .. });
    let landing = if charge {
        affray_3d6::chance::Landing { chance: if skill < 3 { 0.0 } else { lands(skill, guard) }, levels: 0 }
    } else {
        landing(skill, guard)
    };
    let db = rush.map_or(0, |item| item.db);
    let mut mine = crate::slam::slam_damage(scene.damage_of(who, &strike, plan).0, hexes);
    let mut theirs = crate::slam::slam_damage(scene.sheet(foe).thrust, hexes);
    mine.add += db;
    theirs.add -= db;
    let mean = |damage: Damage| (3.5 * f32::from(damage.dice.number) + f32::from(damage.add)).max(0.3);
    let ratio = mean(mine) / mean(theirs);
    let stays = success(scene.sheet(foe).dx.into());
    let falls = match ratio {
        2.0.. => 0.75,
        1.2..2.0 => 0.35 + 0.35 * (1.0 - stays),
        0.8..1.2 => 0.2,
        _ => 0.0,
    };
    let risk = if ratio < 0.8 { 0.5 } else { 0.1 };
    let kind = DamageType::Crushing;
    let hurts = wound(scene, foe, Location::Torso, mine, kind, scene.sheet(foe).resistance(Location::Torso));
    let hurt = wound(scene, who, Location::Torso, theirs, kind, scene.sheet(who).resistance(Location::Torso));
    let worth = landing.chance * (hurts + 0.7 * falls - hurt - risk);
    (0.0 < worth).then_some(Thought {
        strike: Strike { deceptive: -2 * landing.levels as i8, ..strike },
        worth,
        chance: landing.chance,
    })
}

/// Whether a figure could strike, if it came near.
pub(super) fn is_armed(scene: Scene<'_>, who: CombatantId) -> bool {
    let fighter = scene.fighter(who);
    scene.sheet(who).modes.iter().any(|mode| {
        let natural = scene.arm(who, mode.item).is_some_and(|arm| arm.is_natural());
        natural || fighter.wields(mode.item)
    })
}

/// Whether any foe may strike at a figure before its next turn.
pub(super) fn is_threatened(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.foes(who).any(|foe| {
        let fighter = scene.fighter(foe);
        if fighter.flags.has(Flags::STUNNED) || fighter.frozen != 0 || !is_armed(scene, foe) {
            return false;
        }
        let distance = scene.distance(who, foe);
        let shoots = scene.sheet(foe).modes.iter().any(|mode| mode.ranged.is_some() && fighter.wields(mode.item));
        if shoots {
            return true;
        }
        if fighter.posture == Posture::Prone {
            return distance == 0;
        }
        distance <= scene.move_points(foe) + 2
    })
}

/// Whether the foe is in front, where blows go.
pub(super) fn in_front(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    scene.arc_to(who, foe) == Arc::Front
}
