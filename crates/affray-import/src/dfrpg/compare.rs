//! What the sheet comes to beside what the editor has computed.

use super::ROOM;
use super::body::words;
use crate::arms::{ArmMode, Arms};
use crate::compare::{self, ONE_PARRY, RANGE, UNKNOWN};
use crate::gcs::Character;
use crate::report::Report;
use crate::traits;
use affray_dfrpg::sheet::{Location, Mode, ModeKind, Sheet, Skill};
use affray_files::plain;

/// A Parry of the body is one of its hands.
const NO_HANDS: &str = "a body without hands parries nothing (DF-257)";

pub(super) fn compare(one: &Character, sheet: &Sheet, report: &mut Report) {
    let Sheet { hp, fp, st, dx, iq, ht, will, per, .. } = *sheet;
    compare::scores(one, [hp, fp, st, dx, iq, ht, will, per], sheet.speed_quarters, report);
    let shield = sheet.items.iter().find(|item| item.kind.is_strapped());
    let db = shield.map_or(0, |shield| i32::from(shield.db));
    let arms = Arms::choose(one, &ROOM, &mut Report::default());
    let in_words = arms.shield.as_ref().map_or(0, |shield| shield.weapon.db_in_situations);
    compare::movement(one, sheet.mv.into(), i32::from(sheet.dodge) + db, in_words, report);
    let adds = i32::from(sheet.traits.defense_bonus) + db;
    for arm in arms.held.iter().chain(&arms.natural) {
        for mode in &arm.modes {
            let told = format!("{} ({})", arm.name, mode.name);
            let Some(known) = sheet.modes.iter().find(|known| is(sheet, known, &arm.name, mode)) else { continue };
            let foot = if known.kind == ModeKind::Kick { 2 } else { 0 };
            report.compare(
                &format!("level of {told}"),
                mode.usage.level,
                i32::from(known.score - known.st_short) - foot,
                RANGE,
            );
            let dice = format!("{} {}", known.damage, known.damage_type.name());
            report.compare(
                &format!("damage of {told}"),
                format!("{} {}", mode.wound.formula(), mode.wound.kind),
                dice,
                UNKNOWN,
            );
            let Some(parry) = mode.usage.parry else { continue };
            let item = known.item.and_then(|item| sheet.items.get(item.index()));
            let of = |skill: i16| 3 + i32::from(skill).div_euclid(2) + adds + i32::from(sheet.traits.parry_bonus);
            if item.is_none() && sheet.body.hands == 0 {
                report.compare(&format!("Parry of {told}"), parry.to_string(), "none".to_owned(), NO_HANDS);
                continue;
            }
            let (score, why) = match item {
                Some(item) => (of(item.score) + i32::from(item.parry.unwrap_or(0)), ONE_PARRY),
                None => {
                    let bare = sheet.best_level(&[Skill::Boxing, Skill::Brawling, Skill::Karate]).score.max(sheet.dx);
                    // The file's is that of another skill, or of DX.
                    let all = [Skill::Boxing, Skill::Brawling, Skill::Karate].map(|skill| sheet.skill(skill));
                    let other = all.into_iter().chain([sheet.dx, mode.usage.level as i16]).any(|one| of(one) == parry);
                    (of(bare), if other { "bare hands parry by the best skill (DF-257)" } else { UNKNOWN })
                }
            };
            let why = compare::why_defense(parry, score, in_words, why);
            report.compare(&format!("Parry of {told}"), parry, score, why);
        }
    }
    if let (Some(shield), Some(arm)) = (shield, &arms.shield) {
        let block = arm.weapon.usages.iter().filter_map(|usage| usage.block).next().unwrap_or(0);
        let own = 3 + i32::from(shield.score).div_euclid(2) + adds;
        let why = compare::why_defense(block, own, in_words, UNKNOWN);
        report.compare(&format!("Block of {}", arm.name), block, own, why);
    }
    for part in &one.body {
        let at = match words(part) {
            Some("torso") => Location::Torso,
            Some("vitals") => Location::Vitals,
            Some("groin") => Location::Groin,
            Some("neck") => Location::Neck,
            Some("face") => Location::Face,
            Some("skull") => Location::Skull,
            Some("eyes") => Location::RightEye,
            Some("hands") => Location::RightHand,
            Some("feet") => Location::RightFoot,
            Some("wings") => Location::RightWing,
            Some("tail") => Location::Tail,
            Some("right-arm" | "arms") => Location::RightArm,
            Some("left-arm") => Location::LeftArm,
            Some("right-leg" | "legs") => Location::RightLeg,
            Some("left-leg") => Location::LeftLeg,
            _ => continue,
        };
        let over = sheet.armor[at as usize];
        let bone = if at == Location::Skull { 2 } else { 0 };
        let own = i32::from(over.rigid) + i32::from(over.flexible) + i32::from(over.natural) + bone;
        let why = match at {
            Location::RightEye if traits::eye_dr(one) > 0 => compare::MEMBRANE,
            Location::Vitals => "armor of the torso covers the vitals",
            Location::Skull => "2 points of bone are a rule of the game (DF-339)",
            _ => "the sheet has the least of such parts",
        };
        report.compare(&format!("DR of {}", part.name), part.dr, own, why);
    }
}

/// Whether a mode of the sheet is that use.
fn is(sheet: &Sheet, known: &Mode, arm: &str, mode: &ArmMode<'_>) -> bool {
    match known.item.and_then(|item| sheet.items.get(item.index())) {
        Some(item) => item.name == arm && plain(&known.name) == plain(&mode.name),
        None => known.name == arm,
    }
}
