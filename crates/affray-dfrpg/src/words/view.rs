//! How things stand: the map with its combatants, and a line for each of them.

use super::names;
use crate::Dfrpg;
use crate::scene::Scene;
use crate::sheet::ItemId;
use crate::state::{Doing, Flags, ItemFlags, NONE};
use affray_grid::{Cell, Drawing, Glyph};
use affray_kernel::referee::CombatantId;
use affray_session::narrate::{self, tags};
use affray_session::ruleset::{Points, Standing};

/// The map around the combatants: their positions and facings. A lying combatant takes two hexes; one that is
/// out of the fight is marked with `×` instead of an arrow.
pub(super) fn draw(scene: Scene<'_>) -> Drawing {
    let tags = tags::<Dfrpg>(scene.setup);
    let present: Vec<CombatantId> = scene.state.ids().filter(|&who| scene.fighter(who).is_present()).collect();
    let mut cells: Vec<Cell> = Vec::new();
    for &who in &present {
        cells.push(scene.fighter(who).at);
        cells.extend(scene.fighter(who).second_cell());
    }
    cells.extend(scene.state.ground.iter().map(|lying| lying.at));
    // Active combatants are drawn over those out of the fight.
    let on_top = |at: Cell| {
        let here = |who: &&CombatantId| scene.fighter(**who).at == at;
        present.iter().filter(here).max_by_key(|who| scene.fighter(**who).is_conscious())
    };
    narrate::draw(scene.map(), &cells, |at| {
        if let Some(&who) = on_top(at) {
            let fighter = scene.fighter(who);
            let tag = &tags[who.index()];
            let beside = |other: &&CombatantId| {
                **other != who && scene.fighter(**other).at == at && scene.fighter(**other).is_conscious()
            };
            return Some(if let Some(other) = present.iter().find(beside) {
                Glyph::new(&format!("{tag}+{}", tags[other.index()]))
            } else {
                narrate::figure(tag, Some(fighter.facing), fighter.is_conscious())
            });
        }
        let lies = present.iter().find(|who| scene.fighter(**who).second_cell() == Some(at));
        if let Some(who) = lies {
            return Some(Glyph::new(&format!("{}_", tags[who.index()])));
        }
        scene.state.ground.iter().any(|lying| lying.at == at).then(|| Glyph::new("/"))
    })
}

/// How a combatant stands: its points, and in words its posture, its conditions and what it holds.
pub fn standing(scene: Scene<'_>, who: CombatantId) -> Standing {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let all = names(scene);
    let mut points = vec![Points::new("HP", fighter.hp, sheet.hp)];
    if sheet.fp != 0 {
        points.push(Points::new("FP", fighter.fp, sheet.fp));
    }
    if fighter.flags.has(Flags::FLED) {
        return Standing { points, notes: vec!["left the fight".to_owned()] };
    }
    let mut notes = vec![super::event::posture(fighter.posture).to_owned()];
    let conditions = [
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
    ];
    notes.extend(narrate::conditions(&conditions, Flags::DEAD, |flags| fighter.flags.has(flags)));
    if fighter.flags.has(Flags::DEAD) {
        notes.remove(0);
        return Standing { points, notes };
    }
    // The counters of a turn do not matter out of the fight.
    let acts = fighter.is_conscious();
    let shock = if acts { scene.shock(who) } else { 0 };
    if shock != 0 {
        notes.push(format!("shock -{}", shock.abs()));
    }
    let crippled = fighter.crippled.iter().filter(|&part| !fighter.destroyed.has(part));
    notes.extend(crippled.map(|part| format!("{} crippled", part.in_words())));
    notes.extend(fighter.destroyed.iter().map(|part| format!("{} destroyed", part.in_words())));
    if acts {
        for (flags, word) in [(Flags::ALL_OUT, "no defense (All-Out Attack)"), (Flags::BLOCKED, "has blocked")] {
            if fighter.flags.has(flags) {
                notes.push(word.to_owned());
            }
        }
        let parries: u32 = fighter.parries.iter().map(|&parries| u32::from(parries)).sum();
        if parries != 0 {
            notes.push(format!("parried {parries}×"));
        }
    }
    let mut held: Vec<String> = Vec::new();
    for (hand, &item) in fighter.hands.iter().enumerate() {
        if item != ItemId::NONE && !fighter.hands[..hand].contains(&item) {
            let (name, flags) = (all.item(who, item), scene.item_state(who, item).flags);
            held.push(match (flags.has(ItemFlags::BROKEN), flags.has(ItemFlags::UNREADY)) {
                (true, _) => format!("{name} (broken)"),
                (false, true) => format!("{name} (not ready)"),
                (false, false) => name.to_owned(),
            });
        }
    }
    if !held.is_empty() {
        notes.push(format!("holds {}", held.join(" and ")));
    }
    let carried = scene.taken(who).filter(|item| !fighter.hands.contains(item));
    notes.extend(carried.map(|item| format!("has {}", all.item(who, item))));
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
    Standing { points, notes }
}
