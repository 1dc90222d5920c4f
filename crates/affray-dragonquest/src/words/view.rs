//! The situation: the map with its figures, and a line for each of them.

use super::names;
use crate::scene::Scene;
use crate::sheet::Arm;
use crate::state::{Flags, Injuries, OFF_ARM, Stage, WEAPON_ARM};
use crate::strike::chance::PER_INJURY;
use affray_kernel::referee::CombatantId;
use affray_session::narrate;
use affray_session::ruleset::{Points, Standing};

/// How a combatant stands: its points, and in words its posture, its conditions and what it holds.
pub fn standing(scene: Scene<'_>, who: CombatantId) -> Standing {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let all = names(scene);
    let points = vec![Points::new("EN", fighter.en, sheet.en), Points::new("FT", fighter.ft, sheet.ft)];
    let conditions = [
        (Flags::DEAD, "dead"),
        (Flags::UNCONSCIOUS, "unconscious"),
        (Flags::GONE, "left the fight"),
        (Flags::STUNNED, "stunned"),
        (Flags::PRONE, "prone"),
        (Flags::ENTANGLED, "entangled"),
        (Flags::RESTRAINED, "restrained"),
        (Flags::CLOSE, "in close combat"),
        (Flags::EVADING, "evading"),
        (Flags::WITHDRAWING, "withdrawing behind the shield"),
        (Flags::MUST_PASS.union(Flags::MUST_PASS_NEXT), "has to pass"),
        (Flags::LOSE_ACTION.union(Flags::LOSE_ACTION_NEXT), "loses its action"),
    ];
    let mut notes = narrate::conditions(&conditions, Flags::DEAD, |flags| fighter.flags.any(flags));
    // DQ-R19: figures without the part of the body are hindered all the same.
    let (arm, off_arm, eye, face) = if sheet.has_hands {
        (WEAPON_ARM, OFF_ARM, Injuries::EYE, Injuries::FACE)
    } else {
        let none = Injuries::default();
        notes.extend(scene.names_of_weakening(who).map(|name| format!("{name}: -{PER_INJURY} to strike")));
        (none, none, none, none)
    };
    for (injury, word) in [
        (arm, "weapon arm useless"),
        (off_arm, "off arm useless"),
        (Injuries::THIGH.union(Injuries::LEG), "lame: TMR halved"),
        (Injuries::BROKEN_LEG, "lame: TMR 1"),
        (eye, "an eye lost"),
        (face, "a slash in the face"),
        (Injuries::RIBS, "ribs broken"),
        (Injuries::CONCUSSION, "a concussion"),
    ] {
        if fighter.injuries.any(injury) {
            notes.push(word.to_owned());
        }
    }
    if fighter.bleeding != 0 && scene.state.stage != Stage::Over {
        notes.push(format!("bleeds {} a pulse", fighter.bleeding));
    }
    if fighter.poisons != [0; 3] {
        notes.push("poisoned".to_owned());
    }
    if fighter.stuck != 0 && !fighter.flags.has(Flags::DEAD) {
        notes.push(format!("modAG -{} by stuck weapons", fighter.stuck));
    }
    if let Some(spell) = sheet.spells.get(fighter.spell as usize) {
        notes.push(format!("has {} ready", spell.name));
    }
    if fighter.armor_damage != 0 {
        notes.push(format!("armor -{}", fighter.armor_damage));
    }
    let [main, off] = fighter.hands;
    for item in [main, if off == main { Arm::NONE } else { off }] {
        if item != Arm::NONE {
            let broken = if scene.is_broken(who, item) { "broken " } else { "" };
            notes.push(format!("holds {broken}{}", all.arm(who, item)));
        }
    }
    for item in scene.taken(who).filter(|&item| !fighter.holds(item)) {
        notes.push(format!("has {}", all.arm(who, item)));
    }
    Standing { points, notes }
}
