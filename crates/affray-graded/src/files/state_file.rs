//! The state of a combatant in files: as it begins, what follows from what is set of it, and what it is compared with.

use crate::Graded;
use crate::scene::{Scene, Setup};
use crate::sheet::{MOST_ITEMS, Sheet, UNARMED};
use crate::state::{Feint, Fighter, Flags, Hold, ItemFlags, Loot, Lying, NONE, Parts, Posture, State};
use affray_files::plain;
use affray_files::value::written;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_prove::cases::view_of;
use affray_session::encounter::Stated;
use serde_json::{Value, json};

/// The item of a name; `bare hands` for none of them.
pub fn find_item(sheet: &Sheet, name: &str) -> Option<u8> {
    if matches!(plain(name).as_str(), "barehands" | "barehand") {
        return Some(UNARMED);
    }
    sheet.items.iter().position(|item| plain(&item.name) == plain(name)).map(|at| at as u8)
}

/// `GR-R24` A fighter as the fight begins: all of its defense is before it.
pub fn initial(sheet: &Sheet, at: Cell, facing: Facing) -> Fighter {
    let mut fighter = Fighter { at, from: at, facing, hp: sheet.hp, fp: sheet.fp, ..Fighter::default() };
    for (number, item) in sheet.items.iter().take(MOST_ITEMS).enumerate() {
        fighter.items[number].count = item.count.unwrap_or(NONE);
        fighter.items[number].flags.set(ItemFlags::LOADED);
        match item.drawn {
            2 => fighter.hands = [number as u8; 2],
            hand @ (0 | 1) => fighter.hands[hand as usize] = number as u8,
            _ => {}
        }
    }
    fighter
}

/// What the sheet limits, and what follows from the keys that were set.
pub(super) fn fit(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
    let sheet = &setup.combatants[who.index()].sheet;
    stated.within("hp", -1000, sheet.hp);
    stated.within("fp", 0, sheet.fp);
    let fighter = &mut state[who];
    if stated.has("at") {
        if setup.map.ground(fighter.at).is_none_or(|ground| ground.impassable) {
            stated.wrong("at", "nobody can stand there", "a passable hex of the map");
        }
        if !stated.has("from") {
            fighter.from = fighter.at;
        }
    }
    for (key, lacks, missing) in [
        ("aim", fighter.aim.rounds != 0 && fighter.aim.item == NONE, "with"),
        ("hold", fighter.hold.target != NONE && fighter.hold.hands == 0, "hands"),
        ("casting", fighter.casting.spell != NONE && fighter.casting.target == NONE, "target"),
    ] {
        if stated.has(key) && lacks {
            stated.wrong(key, format!("missing field `{missing}`"), "");
        }
    }
    if fighter.feint.amount == 0 {
        fighter.feint = Feint::NONE;
    }
    let held = fighter.hands;
    if stated.has("hands") {
        hand_out(state, who, held);
    }
    let before = stated.before[who].hold.target;
    if stated.has("hold") {
        if before != NONE {
            let before = &mut state[CombatantId(before)].held;
            *before = before.saturating_sub(1);
            state.holders = state.holders.saturating_sub(1);
        }
        let Hold { target, .. } = state[who].hold;
        if target == who.0 {
            state[who].hold = Hold::NONE;
        } else if target != NONE {
            let held = &mut state[CombatantId(target)].held;
            *held = held.saturating_add(1);
            state.holders = state.holders.saturating_add(1);
        }
    }
    let fighter = &mut state[who];
    fighter.flags.put(Flags::TICKING, fighter.lamed != [0; 8] || fighter.strained != [0; 2]);
    let lame = fighter.flags.has(Flags::TICKING) || fighter.crippled != Parts::default();
    fighter.flags.put(Flags::LAME, lame);
    fighter.flags.put(Flags::INCAPACITATED, fighter.hp <= 0 || fighter.fp <= 0);
    let is_out = fighter.flags.any(Flags::INCAPACITATED.union(Flags::UNCONSCIOUS).union(Flags::DEAD));
    if is_out && !stated.has("posture") {
        fighter.posture = Posture::Lying;
    }
}

/// What is put into hands is nowhere else any more.
fn hand_out(state: &mut State, who: CombatantId, held: [u8; 2]) {
    for item in held.into_iter().filter(|&item| item != NONE) {
        state[who].items[item as usize].flags.clear(ItemFlags::AWAY);
    }
    state.ground.retain(|lying| !(lying.owner == who && held.contains(&lying.item)));
    // Nor is it in the hand that wrested it away; what is in this one's hands makes room.
    for other in &mut state.fighters {
        for loot in other.loot.iter_mut().filter(|loot| loot.owner == who.0 && held.contains(&loot.item)) {
            *loot = Loot::NONE;
        }
    }
    let at = state[who].at;
    for (hand, item) in held.into_iter().enumerate() {
        let loot = state[who].loot[hand];
        if item != NONE && loot.owner != NONE {
            state.ground.push(Lying { owner: CombatantId(loot.owner), item: loot.item, at });
            state[who].loot[hand] = Loot::NONE;
        }
    }
}

/// The state of a combatant, and what follows from it.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let (sheet, fighter, scores) = (scene.sheet(who), scene.fighter(who), scene.scores(who));
    let follows = json!({
        "watch": written(&fighter.watch),
        "held": fighter.held,
        "wrested": fighter.loot.map(|loot| {
            let owner = scene.setup.combatants.get(loot.owner as usize);
            owner.and_then(|one| one.sheet.item(loot.item)).map_or("", |item| item.name.as_str())
        }),
        "faced": fighter.faced,
        // What follows from the state and the sheet.
        "st": scores.st,
        "dx": scores.dx,
        "thrust": scores.thrust,
        "swing": scores.swing,
        "mv": scene.mv(who),
        "encumbrance": sheet.encumbrance,
        "initiative": scores.initiative,
    });
    view_of::<Graded>(scene.setup, scene.state, who, &[], follows)
}
