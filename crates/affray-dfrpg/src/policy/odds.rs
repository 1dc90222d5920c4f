//! What a wound is worth: an estimate. The chances are the family's, [`affray_3d6::chance`].

use crate::damage::divided;
use crate::decision::Aim;
use crate::location::{crippling_injury, multiplier};
use crate::scene::Scene;
use crate::sheet::{Damage, DamageType, Location};
use crate::state::NONE;
use affray_3d6::chance::Through;
use affray_core::referee::CombatantId;

/// `DF-002` `DF-003` `DF-005` `DF-006` `DF-224` Chances of rolls, blows and contests.
pub(super) use affray_3d6::chance::{landing, success, wins_contest};

/// What a blow that lands there is worth, as a share of a fighter put out of the fight: the share of HP
/// lost, and the chances of stun, of crippling, of unconsciousness and death.
pub(super) fn worth(
    scene: Scene<'_>,
    target: CombatantId,
    aim: Aim,
    damage: Damage,
    kind: DamageType,
    divisor: (u8, u8),
) -> f32 {
    let (at, chinks) = match aim {
        Aim::At(at) => (at, false),
        Aim::Chinks(at) => (at, true),
        _ => (Location::Torso, false),
    };
    let (sheet, fighter) = (scene.sheet(target), scene.fighter(target));
    if fighter.is_useless(at) && at != Location::RightEye && at != Location::LeftEye {
        return 0.0;
    }
    let (max, now) = (i32::from(sheet.hp), i32::from(fighter.hp));
    let through = Through::new(damage, divided(scene.resistance(target, at, chinks), divisor));
    let mean = through.mean();
    if mean < 0.01 {
        // Nothing but a critical hit would do anything.
        return 0.002 * mean.max(0.1);
    }
    let (up, under) = multiplier(at, kind);
    // The points that have to get through for a wound of so many HP.
    let points = |hp: i32| (hp.max(1) * under + up - 1) / up;
    let mut hurt = mean * up as f32 / under as f32;
    let ht = i32::from(sheet.ht) + if sheet.traits.high_pain_threshold { 3 } else { 0 };
    let mut value = 0.0;
    let eye = matches!(at, Location::RightEye | Location::LeftEye);
    match crippling_injury(at, max).filter(|_| !eye) {
        Some(crippling) => {
            hurt = hurt.min(crippling as f32);
            value += through.at_least(points(crippling)) * (loss_of(scene, target, at) + 0.4 * (1.0 - success(ht)));
        }
        None => {
            let (any, penalty) = match at {
                Location::Skull => (true, 10),
                Location::RightEye | Location::LeftEye => (true, 10),
                Location::Face | Location::Vitals => (true, 5),
                _ => (false, 0),
            };
            let major = through.at_least(points(max / 2 + 1));
            value += 0.55 * major * (1.0 - success(ht - penalty));
            if any && !fighter.is_stunned() {
                value += 0.5 * (through.at_least(1) - major).max(0.0) * (1.0 - success(ht));
            }
        }
    }
    // From 0 HP on it can drop each turn; each full negative multiple can be its death.
    if 0 < now {
        value += 0.6 * through.at_least(points(now));
    } else {
        value += 0.3;
    }
    let deadly = now + (i32::from(fighter.deaths) + 1) * max;
    if crippling_injury(at, max).is_none() || eye {
        value += 0.5 * through.at_least(points(deadly.max(1)));
    }
    if !sheet.traits.high_pain_threshold {
        value += 0.03 * hurt.min(4.0);
    }
    // What does not hurt much more than once does not count more than once.
    value + hurt.min(max as f32) / max as f32
}

/// What losing the use of a part costs a fighter.
fn loss_of(scene: Scene<'_>, target: CombatantId, at: Location) -> f32 {
    let (sheet, fighter) = (scene.sheet(target), scene.fighter(target));
    match at {
        Location::RightLeg | Location::LeftLeg if sheet.body.legs <= 2 => 0.55,
        Location::RightFoot | Location::LeftFoot if sheet.body.legs <= 2 => 0.35,
        Location::RightArm | Location::LeftArm | Location::RightHand | Location::LeftHand => {
            match crate::injury::hand_of(sheet, at).map(|hand| (hand, fighter.hands[hand as usize & 3])) {
                Some((_, item)) if item != NONE && !sheet.items[item as usize].kind.is_strapped() => 0.6,
                Some((_, item)) if item != NONE => 0.25,
                Some((0, _)) => 0.2,
                _ => 0.1,
            }
        }
        _ => 0.15,
    }
}
