//! How things stand: the map with its figures, and a line for each of them.

use super::names;
use crate::body::location::Location;
use crate::decision::Posture;
use crate::scene::Scene;
use crate::sheet::Item;
use crate::state::{Flags, ItemFlags, NONE, Parts};
use affray_kernel::referee::CombatantId;
use affray_session::narrate;
use affray_session::ruleset::{Points, Standing};

/// How a combatant stands: its points, and in words its posture, its conditions and what it holds.
pub fn standing(scene: Scene<'_>, who: CombatantId) -> Standing {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let all = names(scene);
    let points = vec![Points::new("HP", fighter.hp, sheet.hp), Points::new("FP", fighter.fp, sheet.fp)];
    if fighter.flags.has(Flags::GONE) {
        return Standing { points, notes: vec!["left the fight".to_owned()] };
    }
    let conditions = [
        (Flags::DEAD, "dead"),
        (Flags::UNCONSCIOUS, "unconscious"),
        (Flags::INCAPACITATED, "incapacitated"),
        (Flags::STUNNED.union(Flags::STUN_WILL), "stunned"),
        (Flags::PANICKED, "panicked"),
        (Flags::SURPRISED, "surprised"),
        (Flags::OFF_BALANCE, "off balance"),
        (Flags::ENTANGLED, "entangled in the shield"),
        (Flags::BRACED, "braced"),
        (Flags::NO_DEFENSE, "without active defense"),
        (Flags::RETREATING, "retreating"),
        (Flags::BLIND_NEAR.union(Flags::BLIND_FAR), "an eye blinded"),
    ];
    let mut notes = narrate::conditions(&conditions, Flags::DEAD, |flags| fighter.flags.any(flags));
    if fighter.posture != Posture::Standing {
        notes.push(fighter.posture.word().to_owned());
    }
    if scene.is_mounted(who) {
        notes.push("mounted".to_owned());
    }
    if fighter.flags.has(Flags::LAME) {
        for ((_, part), at) in Parts::NAMES.iter().zip(Location::LIMBS) {
            if fighter.is_crippled(*part) {
                notes.push(format!("{} crippled", at.words()));
            }
        }
    }
    if fighter.held != 0 {
        notes.push("held".to_owned());
    }
    if fighter.aim.rounds != 0 {
        notes.push(format!("has aimed {}", narrate::count(i64::from(fighter.aim.rounds), "round")));
    }
    let [main, off] = fighter.hands;
    for item in [main, if off == main { NONE } else { off }] {
        if item != NONE {
            let state = fighter.items[item as usize];
            let unloaded = scene.item(who, item).is_some_and(Item::is_crossbow) && !state.flags.has(ItemFlags::LOADED);
            let condition = match state.flags {
                flags if flags.has(ItemFlags::BROKEN) => " (broken)",
                flags if flags.has(ItemFlags::UNREADY) => " (not ready)",
                _ if unloaded => " (not loaded)",
                _ => "",
            };
            notes.push(format!("holds {}{condition}", all.item(who, item)));
        }
    }
    for loot in fighter.loot.into_iter().filter(|loot| loot.owner != NONE) {
        let owner = CombatantId(loot.owner);
        notes.push(format!("has the {} of {}", all.item(owner, loot.item), all.of(owner)));
    }
    Standing { points, notes }
}
