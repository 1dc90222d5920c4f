//! How things stand: the map with its figures, and a line for each of them.

use super::{cell, names, place};
use crate::scene::Scene;
use crate::state::{Doing, Flags, NONE};
use affray_core::grid::{Bounds, Cell, Glyph, draw_region};
use affray_core::referee::CombatantId;

/// Hexes around the figures that are drawn.
const MARGIN: u16 = 2;

/// Wider or higher parts of a map are not drawn.
const LARGEST: u32 = 60;

/// The letters for each figure: its initial, with a number where others have the same.
pub(super) fn tags(scene: Scene<'_>) -> Vec<String> {
    let initial = |who: usize| {
        let name = &scene.setup.combatants[who].name;
        name.chars().next().unwrap_or('?').to_uppercase().next().unwrap_or('?')
    };
    let all = 0..scene.setup.combatants.len();
    all.clone()
        .map(|who| {
            let letter = initial(who);
            let same = || all.clone().filter(|&other| initial(other) == letter);
            if same().count() == 1 {
                return letter.to_string();
            }
            // `Orc 12` is O12 only where it has room: numbers go from 1 within the letter.
            let number = same().take_while(|&other| other != who).count() + 1;
            if number < 10 { format!("{letter}{number}") } else { format!("{}", number % 100) }
        })
        .collect()
}

/// The map around the figures: who stands where and faces whither. Whoever lies takes two hexes; who is
/// out of the fight is marked with `×` instead of an arrow.
pub fn draw(scene: Scene<'_>) -> String {
    let map = scene.map();
    let tags = tags(scene);
    let present: Vec<CombatantId> = scene.state.ids().filter(|&who| scene.fighter(who).is_present()).collect();
    let mut cells: Vec<Cell> = Vec::new();
    for &who in &present {
        cells.push(scene.fighter(who).at);
        cells.extend(scene.fighter(who).second_cell());
    }
    cells.extend(scene.state.ground.iter().map(|lying| lying.at));
    let Some(bounds) = Bounds::around(map.layout(), cells.iter().copied(), MARGIN) else {
        return "Nobody is on the map.\n".to_owned();
    };
    if LARGEST < bounds.width || LARGEST < bounds.height {
        return "The figures are too far apart to draw them.\n".to_owned();
    }
    // Those who still fight are drawn over those who do not.
    let on_top = |at: Cell| {
        let here = |who: &&CombatantId| scene.fighter(**who).at == at;
        present.iter().filter(here).max_by_key(|who| scene.fighter(**who).is_conscious())
    };
    draw_region(map, bounds, |at| {
        if let Some(&who) = on_top(at) {
            let fighter = scene.fighter(who);
            let tag = &tags[who.index()];
            return Some(if fighter.is_conscious() {
                Glyph::figure(tag, fighter.facing)
            } else {
                Glyph::new(&format!("{tag}×"))
            });
        }
        let lies = present.iter().find(|who| scene.fighter(**who).second_cell() == Some(at));
        if let Some(who) = lies {
            return Some(Glyph::new(&format!("{}_", tags[who.index()])));
        }
        scene.state.ground.iter().any(|lying| lying.at == at).then(|| Glyph::new("/"))
    })
}

/// A combatant in one line: its letter on the map, points, place, posture, conditions, what it holds.
pub fn status(scene: Scene<'_>, who: CombatantId) -> String {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let all = names(scene);
    let mut text = format!("{} {}", tags(scene)[who.index()], all.of(who));
    text += &format!(": HP {}/{}, FP {}/{}", fighter.hp, sheet.hp, fighter.fp, sheet.fp);
    if fighter.flags.has(Flags::FLED) {
        return text + "; left the fight";
    }
    text += &format!(", at {} facing {}", cell(fighter.at), fighter.facing.name());
    let mut notes = vec![super::event::posture(fighter.posture).to_owned()];
    for (flags, word) in [
        (Flags::DESTROYED, "destroyed"),
        (Flags::DEAD, "dead"),
        (Flags::UNCONSCIOUS, "unconscious"),
        (Flags::ASLEEP, "asleep"),
        (Flags::MORTALLY_WOUNDED, "mortally wounded"),
        (Flags::STUNNED, "stunned"),
        (Flags::MENTALLY_STUNNED, "mentally stunned"),
        (Flags::DAZED, "dazed"),
        (Flags::OFF_BALANCE, "off balance"),
        (Flags::FRIGHTENED, "frightened"),
        (Flags::BLIND, "blind"),
        (Flags::ALL_OUT, "no defense (All-Out Attack)"),
        (Flags::BLOCKED, "has blocked"),
    ] {
        if fighter.flags.has(flags) {
            notes.push(word.to_owned());
        }
    }
    if fighter.flags.has(Flags::DEAD) {
        return format!("{text}; {}", notes[1..].join(", "));
    }
    let shock = scene.shock(who);
    if shock != 0 {
        notes.push(format!("shock -{}", shock.abs()));
    }
    notes.extend(fighter.crippled.iter().map(|part| format!("{} crippled", place(part))));
    notes.extend(fighter.destroyed.iter().map(|part| format!("{} destroyed", place(part))));
    let parries: u8 = fighter.parries.iter().sum();
    if parries != 0 {
        notes.push(format!("parried {parries}×"));
    }
    let mut held: Vec<&str> = Vec::new();
    for (hand, &item) in fighter.hands.iter().enumerate() {
        if item != NONE && !fighter.hands[..hand].contains(&item) {
            held.push(all.item(who, item));
        }
    }
    if !held.is_empty() {
        notes.push(format!("holds {}", held.join(" and ")));
    }
    notes.extend(
        fighter
            .held
            .iter()
            .filter(|held| held.spell != NONE)
            .map(|held| format!("holds {} ready", all.spell(who, held.spell))),
    );
    match fighter.doing {
        Doing::Nothing => {}
        Doing::Aiming(aim) => notes.push(format!("aims at {} ({} s)", all.at(aim.target), aim.seconds)),
        Doing::Casting(casting) => {
            notes.push(format!("casts {} ({} s)", all.spell(who, casting.spell), casting.seconds));
        }
        Doing::Waiting(_) => notes.push("waits".to_owned()),
    }
    for grab in fighter.grabs.iter().filter(|grab| grab.victim != NONE) {
        notes.push(format!("holds on to {}", all.at(grab.victim)));
    }
    for effect in scene.state.effects.iter().filter(|effect| effect.on == who) {
        notes.push(format!("under {}", all.spell(effect.by, effect.spell)));
    }
    format!("{text}; {}", notes.join(", "))
}
