//! What is told of things is what becomes of them.

use affray_conformance::encounters::Stock;
use affray_conformance::told::{Fate, Thing, ThingReader, things_go_by_what_is_told};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::event::Event;
use affray_dfrpg::scene::Setup;
use affray_dfrpg::sheet::ItemId;
use affray_dfrpg::state::ItemFlags;
use affray_kernel::referee::CombatantId;

/// The name of an item on the sheet where it stands; `None` for none.
fn name(setup: &Setup, who: CombatantId, item: ItemId) -> Option<String> {
    let (owner, number) = item.thing(who)?;
    Some(setup.combatants[owner.index()].sheet.items[usize::from(number)].name.clone())
}

/// Who drops, takes, wrests and breaks what in random encounters is told, by name and place, and nothing else moves a thing.
#[test]
fn things_go_by_what_is_told_in_random_encounters() {
    let reader = ThingReader::<Dfrpg> {
        holds: |setup, state, who| {
            let hands = state[who].hands;
            let first = |&at: &usize| !hands[..at].contains(&hands[at]);
            (0..hands.len()).filter(first).filter_map(|at| name(setup, who, hands[at])).collect()
        },
        broken: |setup, state| {
            let all = (0..).map(CombatantId).zip(&state.fighters);
            let broken = all.flat_map(|(who, fighter)| {
                let items = (0..).zip(fighter.items.iter()).filter(|(_, item)| item.flags.has(ItemFlags::BROKEN));
                items.filter_map(move |(item, _)| name(setup, who, ItemId::own(item)))
            });
            broken.collect()
        },
        things: |setup, event| {
            let (who, by, item, fate) = match *event {
                Event::Readied { who, item } => (who, who, item, Fate::Held),
                Event::Sheathes { who, item } => (who, who, item, Fate::Away),
                Event::Drops { who, item, at } | Event::Throws { who, item, at } => (who, who, item, Fate::Lies(at)),
                Event::Wrests { who, foe, item } => (who, foe, item, Fate::Wrested(foe)),
                Event::Breaks { who, item } => (who, who, item, Fate::Broken),
                _ => return None,
            };
            Some(Thing { who, name: name(setup, by, item)?, fate })
        },
    };
    let moves = things_go_by_what_is_told(
        &Stock::plain(affray_dfrpg::sheets::SHEETS, &["round_limit = 60"], |_| 1),
        0..60,
        &reader,
    );
    assert!(moves > 60, "{moves} moves of things");
}
