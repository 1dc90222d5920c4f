//! What is told of things is what becomes of them.

use affray_conformance::encounters::Stock;
use affray_conformance::told::{Fate, Thing, ThingReader, things_go_by_what_is_told};
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::{Spoil, Task};
use affray_dragonquest::event::{Event, LandCause};
use affray_dragonquest::scene::Setup;
use affray_dragonquest::sheet::{Arm, Group};
use affray_dragonquest::state::ItemFlags;
use affray_kernel::referee::CombatantId;

/// The name of an item on the sheet where it stands; `None` for none.
fn name(setup: &Setup, who: CombatantId, item: Arm) -> Option<String> {
    let (owner, number) = item.thing(who)?;
    Some(setup.combatants[owner.index()].sheet.arms[usize::from(number)].name.clone())
}

/// Whether what comes down or sticks is a missile, while the weapon stays in hand.
fn is_missile(setup: &Setup, who: CombatantId, item: Arm) -> bool {
    setup.arm(who, item).is_some_and(|arm| arm.group == Group::Missile)
}

/// Who drops, throws, takes and breaks what in random encounters is told, by name and place, and nothing else moves a thing.
#[test]
fn things_go_by_what_is_told_in_random_encounters() {
    let reader = ThingReader::<DragonQuest> {
        holds: |setup, state, who| {
            let [main, off] = state[who].hands;
            let held = [Some(main), (off != main).then_some(off)].into_iter().flatten();
            held.filter_map(|item| name(setup, who, item)).collect()
        },
        broken: |setup, state| {
            let all = (0..).map(CombatantId).zip(&state.fighters);
            let broken = all.flat_map(|(who, fighter)| {
                let items = (0..).zip(&fighter.items).filter(|(_, item)| item.flags.has(ItemFlags::BROKEN));
                items.filter_map(move |(item, _)| name(setup, who, Arm::own(item)))
            });
            broken.collect()
        },
        things: |setup, event| {
            let (who, item, fate) = match *event {
                Event::Does { who, task: Task::Prepare(item) | Task::PickUp(item) } => (who, item, Fate::Held),
                Event::Does { who, task: Task::Store(item) } | Event::IsGone { who, item } => (who, item, Fate::Away),
                Event::Drops { who, item, at, .. } => (who, item, Fate::Lies(at)),
                Event::Lands { who, item, at, cause } => {
                    let flies = matches!(cause, LandCause::Spent | LandCause::Obstruction | LandCause::Edge);
                    if flies && is_missile(setup, who, item) {
                        return None;
                    }
                    (who, item, Fate::Lands(at))
                }
                Event::Sticks { owner, item, .. } if is_missile(setup, owner, Arm::own(item)) => return None,
                Event::Sticks { owner, item, .. } | Event::StaysWith { owner, item, .. } => {
                    (owner, Arm::own(item), Fate::Away)
                }
                Event::Breaks { who, item } | Event::Spoiled { who, what: Spoil::Shield, item, .. } => {
                    (who, item, Fate::Broken)
                }
                _ => return None,
            };
            Some(Thing { who, name: name(setup, who, item)?, fate })
        },
    };
    let room = |sheet: &str| match sheet {
        "young-dragon" => 9,
        "giant-serpent" => 3,
        _ => 1,
    };
    let moves = things_go_by_what_is_told(
        &Stock::plain(affray_dragonquest::sheets::SHEETS, &["pulse_limit = 60\nbegun = true"], room),
        0..60,
        &reader,
    );
    assert!(moves > 60, "{moves} moves of things");
}
