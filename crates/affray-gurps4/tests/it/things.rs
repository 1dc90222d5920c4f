//! What is told of things is what becomes of them.

use affray_conformance::encounters::Stock;
use affray_conformance::told::{Fate, Thing, ThingReader, things_go_by_what_is_told};
use affray_gurps4::Gurps4;
use affray_gurps4::event::Event;
use affray_gurps4::scene::Setup;
use affray_gurps4::sheet::ItemId;
use affray_gurps4::state::ItemFlags;
use affray_kernel::referee::CombatantId;

/// The name of an item on the sheet where it stands.
fn name(setup: &Setup, who: CombatantId, item: ItemId) -> String {
    setup.combatants[item.owner(who).index()].sheet.arms[usize::from(item.number())].name.clone()
}

/// Who drops, takes and breaks what in random encounters is told, by name and place, and nothing else moves a thing.
#[test]
fn things_go_by_what_is_told_in_random_encounters() {
    let reader = ThingReader::<Gurps4> {
        holds: |setup, state, who| {
            let [main, off] = state[who].hands;
            let held = [Some(main), (off != main).then_some(off)].into_iter().flatten();
            held.filter(|&item| item != ItemId::NONE).map(|item| name(setup, who, item)).collect()
        },
        broken: |setup, state| {
            let all = (0..).map(CombatantId).zip(&state.fighters);
            let broken = all.flat_map(|(who, fighter)| {
                let items = (0..).zip(&fighter.items).filter(|(_, item)| item.flags.has(ItemFlags::DISABLED));
                items.map(move |(item, _)| name(setup, who, ItemId::own(item)))
            });
            broken.collect()
        },
        things: |setup, event| {
            let (who, item, fate) = match *event {
                Event::Readies { who, item, left: 0 } | Event::PicksUp { who, item } => (who, item, Fate::Held),
                Event::Stores { who, item } | Event::Uses { who, item } => (who, item, Fate::Away),
                Event::Drops { who, item, at } => (who, item, Fate::Lies(at)),
                Event::Disables { who, item } | Event::Destroys { who, item } => (who, item, Fate::Broken),
                _ => return None,
            };
            Some(Thing { who, name: name(setup, who, item), fate })
        },
    };
    let moves = things_go_by_what_is_told(
        &Stock::plain(affray_gurps4::sheets::SHEETS, &["round_limit = 60"], |_| 1),
        0..60,
        &reader,
    );
    assert!(moves > 60, "{moves} moves of things");
}
