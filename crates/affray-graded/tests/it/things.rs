//! What is told of things is what becomes of them.

use affray_conformance::encounters::Stock;
use affray_conformance::told::{Fate, Thing, ThingReader, things_go_by_what_is_told};
use affray_graded::Graded;
use affray_graded::event::Event;
use affray_graded::scene::Setup;
use affray_graded::state::{ItemFlags, NONE};
use affray_kernel::referee::CombatantId;

/// The name of an item as it is told; `None` for none.
fn name(setup: &Setup, who: CombatantId, item: u8) -> Option<String> {
    let item = setup.combatants.get(who.index())?.sheet.item(item)?;
    Some(item.name.replace('_', " "))
}

/// Who drops, throws, takes, wrests and breaks what in random encounters is told, by name and place, and nothing else moves
/// a thing.
#[test]
fn things_go_by_what_is_told_in_random_encounters() {
    let reader = ThingReader::<Graded> {
        holds: |setup, state, who| {
            let fighter = &state[who];
            let [main, off] = fighter.hands;
            let own =
                [main, if off == main { NONE } else { off }].into_iter().filter_map(|item| name(setup, who, item));
            let loot = fighter.loot.iter().filter_map(|loot| name(setup, CombatantId(loot.owner), loot.item));
            own.chain(loot).collect()
        },
        broken: |setup, state| {
            let all = (0..).map(CombatantId).zip(&state.fighters);
            let broken = all.flat_map(|(who, fighter)| {
                let items = (0..).zip(fighter.items.iter()).filter(|(_, item)| item.flags.has(ItemFlags::BROKEN));
                items.filter_map(move |(item, _)| name(setup, who, item))
            });
            broken.collect()
        },
        things: |setup, event| {
            let (who, owner, item, fate) = match *event {
                Event::Readies { who, item } | Event::Reloads { who, item } => (who, who, item, Fate::Held),
                Event::Drops { who, item, at } => (who, who, item, Fate::Lies(at)),
                Event::DropsLoot { who, target, item, at } => (who, target, item, Fate::Lies(at)),
                Event::LosesOne { who, item, .. } | Event::ThrowsOne { who, item, .. } => (who, who, item, Fate::Away),
                Event::ThrowsLast { who, item, at } => (who, who, item, Fate::Lands(at)),
                Event::Wrests { who, target, item } => (who, target, item, Fate::Wrested(target)),
                Event::Breaks { who, item } => (who, who, item, Fate::Broken),
                _ => return None,
            };
            Some(Thing { who, name: name(setup, owner, item)?, fate })
        },
    };
    let moves = things_go_by_what_is_told(
        &Stock::plain(affray_graded::sheets::SHEETS, &["round_limit = 60"], |_| 1),
        0..120,
        &reader,
    );
    assert!(moves > 60, "{moves} moves of things");
}
