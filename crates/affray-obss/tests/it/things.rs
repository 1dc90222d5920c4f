//! What is told of things is what becomes of them.

use affray_conformance::encounters::Stock;
use affray_conformance::told::{Fate, Thing, ThingReader, things_go_by_what_is_told};
use affray_kernel::referee::CombatantId;
use affray_obss::Obss;
use affray_obss::event::Event;
use affray_obss::scene::Setup;
use affray_obss::state::NONE;

/// The name of an item on the sheet of whoever has it; `None` for none and for bare hands.
fn name(setup: &Setup, who: CombatantId, item: u8) -> Option<String> {
    setup.combatants[who.index()].sheet.item(item).map(|item| item.name.clone())
}

/// Who drops, throws, takes and drinks what in random encounters is told, by name and place, and nothing else moves a thing.
#[test]
fn things_go_by_what_is_told_in_random_encounters() {
    let reader = ThingReader::<Obss> {
        holds: |setup, state, who| {
            let [main, off] = state[who].hands;
            let held = [Some(main), (off != main).then_some(off)].into_iter().flatten();
            held.filter(|&item| item != NONE).filter_map(|item| name(setup, who, item)).collect()
        },
        // Nothing breaks in this game.
        broken: |_, _| Vec::new(),
        things: |setup, event| {
            let (who, item, fate) = match *event {
                Event::Takes { who, item, .. } => (who, item, Fate::Held),
                Event::Stows { who, item, .. } | Event::Drinks { who, item, .. } => (who, item, Fate::Away),
                Event::Drops { who, item, at, .. } => (who, item, Fate::Lies(at)),
                _ => return None,
            };
            Some(Thing { who, name: name(setup, who, item)?, fate })
        },
    };
    let moves = things_go_by_what_is_told(
        &Stock::plain(affray_obss::sheets::SHEETS, &["round_limit = 60"], |sheet| {
            if sheet == "dag" || sheet == "horse" { 2 } else { 1 }
        }),
        0..60,
        &reader,
    );
    assert!(moves > 60, "{moves} moves of things");
}
