//! The state in words: the map with its figures, and a line for each of them.

use super::names;
use crate::scene::Scene;
use crate::sheet::ItemId;
use crate::state::{Flags, NONE, Posture};
use affray_3d6::location::Location;
use affray_kernel::referee::CombatantId;
use affray_session::narrate;
use affray_session::ruleset::{Points, Standing};

/// How a combatant stands: its points, and in words its posture, its conditions and what it holds.
pub fn standing(scene: Scene<'_>, who: CombatantId) -> Standing {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let all = names(scene);
    let mut points = vec![Points::new("HP", fighter.hp, sheet.hp)];
    if sheet.fp != 0 {
        points.push(Points::new("FP", fighter.fp, sheet.fp));
    }
    if fighter.flags.has(Flags::GONE) {
        return Standing { points, notes: vec!["left the fight".to_owned()] };
    }
    let conditions = [
        (Flags::DEAD, "dead"),
        (Flags::UNCONSCIOUS, "unconscious"),
        (Flags::COLLAPSED, "collapsed"),
        (Flags::STUNNED, "stunned"),
        (Flags::BLIND, "blind"),
        (Flags::UNAWARE, "unaware"),
        (Flags::ALL_OUT, "without defense"),
        (Flags::CHARGED, "charging"),
        (Flags::OFF_BALANCE, "off balance"),
    ];
    let mut notes = narrate::conditions(&conditions, Flags::DEAD, |flags| fighter.flags.any(flags));
    match fighter.posture {
        Posture::Standing => {}
        Posture::Crouch => notes.push("crouching".to_owned()),
        Posture::Kneel => notes.push("kneeling".to_owned()),
        Posture::Sit => notes.push("sitting".to_owned()),
        Posture::Prone => notes.push("prone".to_owned()),
    }
    if fighter.frozen != 0 {
        notes.push(format!("frozen for {} turns", fighter.frozen));
    }
    if scene.shock(who) != 0 && fighter.is_up() {
        notes.push(format!("shock -{}", scene.shock(who)));
    }
    for at in Location::ALL.into_iter().filter(|&at| fighter.is_crippled(at)) {
        notes.push(format!("{} crippled", at.in_words()));
    }
    if fighter.grappled_by != NONE {
        notes.push(format!("held by {}", all.of(CombatantId(fighter.grappled_by))));
    }
    if fighter.wait.is_some() {
        notes.push("waiting".to_owned());
    }
    if fighter.aims() {
        notes.push(format!("aims at {} (+{})", all.of(CombatantId(fighter.aim.target)), scene.aim_of(who)));
    }
    if fighter.task != NONE {
        notes.push(format!("concentrates on {}", all.task(fighter.task)));
    }
    let [main, off] = fighter.hands;
    for item in [main, if off == main { ItemId::NONE } else { off }] {
        if item != ItemId::NONE {
            let unready = if scene.wields(who, item) { "" } else { " (not ready)" };
            notes.push(format!("holds {}{unready}", all.arm(who, item)));
        }
    }
    Standing { points, notes }
}
