//! The state of a combatant in files: as it begins, what follows from what is set of it, and what it is compared with.

use crate::Gurps4;
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, Sheet};
use crate::state::{Fighter, Flags, ItemFlags, NONE, State};
use affray_files::plain;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally as _};
use affray_prove::cases::view_of;
use affray_session::encounter::Stated;
use serde_json::{Value, json};

/// The item or natural weapon of a name, an own one or `Ork's club`.
pub fn find_arm(setup: &Setup, who: CombatantId, name: &str) -> Option<ItemId> {
    let own = (0..setup.combatants.get(who.index())?.sheet.arms.len() as u8).map(ItemId::own);
    let called = |arm: &ItemId| setup.arm(who, *arm).is_some_and(|arm| plain(&arm.name) == plain(name));
    own.chain(setup.others_things(who)).find(called)
}

/// The item of a name, an own one or `Ork's club`.
pub fn find_item(setup: &Setup, who: CombatantId, name: &str) -> Option<ItemId> {
    find_arm(setup, who, name).filter(|&item| setup.arm(who, item).is_some_and(|item| !item.is_natural()))
}

/// The first mode with which a weapon shoots or is thrown.
pub fn ranged_mode(setup: &Setup, who: CombatantId, weapon: ItemId) -> Option<u16> {
    setup.modes_of(who, weapon).find(|(_, mode)| mode.ranged.is_some()).map(|(mode, _)| mode)
}

/// A fighter as the fight begins.
pub fn initial(sheet: &Sheet, at: Cell, facing: Facing) -> Fighter {
    let mut fighter = Fighter { at, facing, hp: sheet.hp, fp: sheet.fp, ..Fighter::default() };
    for (number, item) in sheet.arms.iter().take(sheet.items as usize).enumerate() {
        fighter.items[number].shots = item.shots;
        if !item.ready {
            continue;
        }
        let order = if item.off_hand { [1, 0] } else { [0, 1] };
        let mut left = item.hands;
        for hand in order {
            if left != 0 && fighter.hands[hand] == ItemId::NONE {
                fighter.hands[hand] = ItemId::own(number as u8);
                left -= 1;
            }
        }
    }
    fighter
}

/// What the sheet limits, and what follows from the keys that were set.
pub(super) fn fit(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
    let sheet = &setup.combatants[who.index()].sheet;
    let (fighter, least) = (state[who], |most: i16| -10 * most.min(3000));
    stated.within("hp", least(sheet.hp), sheet.hp);
    stated.within("fp", least(sheet.fp), sheet.fp);
    hand_out(setup, state, who, stated);
    let is_ranged = |mode| setup.mode(who, mode).is_some_and(|mode| mode.ranged.is_some());
    if stated.has("aim") && fighter.aims() && (fighter.aim.target == who.0 || !is_ranged(fighter.aim.mode)) {
        stated.wrong("aim", "that cannot be aimed", "a ranged weapon and another figure");
    }
    for (key, is_itself) in [
        ("feint", fighter.feint.foe == who.0),
        ("grappled_by", fighter.grappled_by == who.0),
        ("behind", fighter.behind & 1 << (who.0 & 63) != 0),
    ] {
        if is_itself {
            stated.wrong(key, "that is the figure itself", "another one");
        }
    }
    crate::body::injury::settle_stated(setup, state, who, stated.has("posture"));
    if state[who].flags.any(crate::state::OUT.union(Flags::STUNNED)) {
        state[who].wait = None;
        state.waiting &= !(1 << (who.0 & 63));
    }
    state.any_grapple = state.fighters.iter().any(|fighter| fighter.grappled_by != NONE);
}

/// `G4-R65` Who has what: whatever is put into a hand or given to somebody is nowhere else any more.
fn hand_out(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
    let (before, said) = (stated.before[who].items, state[who]);
    for (item, before) in state[who].items.iter_mut().zip(before) {
        item.with = before.with;
        item.flags.put(ItemFlags::AWAY, before.flags.has(ItemFlags::AWAY));
    }
    if stated.has("hands") {
        for item in said.hands.into_iter().filter(|&item| item != ItemId::NONE) {
            state.give(who, item);
        }
        state[who].hands = said.hands;
    }
    let sheet = &setup.combatants[who.index()].sheet;
    for (number, before) in (0..sheet.items).zip(before) {
        let (item, said) = (ItemId::own(number), said.items[usize::from(number)]);
        match (before.flags.has(ItemFlags::AWAY), said.flags.has(ItemFlags::AWAY)) {
            (false, true) => state.take_away(who, item),
            (true, false) => state.give(who, item),
            _ => {}
        }
        match said.with {
            with if with == before.with => {}
            NONE => state.take_away(who, item),
            with if with == who.0 => stated.wrong("items", "that is the figure itself", "another one"),
            with => state.give(CombatantId(with), ItemId::of(CombatantId(with), who, number)),
        }
        let one = state.item_mut(who, item);
        one.shots = one.shots.min(sheet.arms[usize::from(number)].shots);
    }
}

/// The state of a combatant, and what follows from it.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let sheet = scene.sheet(who);
    let follows = json!({
        "waits": scene.fighter(who).wait.is_some(),
        "move": scene.move_points(who),
        "dodge": scene.dodge_score::<Sum>(who).total(),
        "st": scene.strength::<Sum>(who, rule!("G4-R37")).total(),
        "shock_now": scene.shock(who),
        "encumbrance": sheet.encumbrance,
        "thrust": sheet.thrust.to_string(),
        "swing": sheet.swing.to_string(),
        "speed": f64::from(sheet.speed) / 4.0,
        "lift": f64::from(sheet.lift) / 10.0,
    });
    view_of::<Gurps4>(scene.setup, scene.state, who, &[], follows)
}
