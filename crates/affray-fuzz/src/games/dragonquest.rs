//! Random play of `dragonquest`.

use crate::Chance;
use crate::play::{FuzzTarget, Stands, nobody_joins_a_friend};
use affray_conformance::encounters::{Mounts, Stock};
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::{
    Action, Arm, Attack, Blow, Blows, Choice, Kind, Moving, Question, Spoil, Stance, Step, Talent, Task,
};
use affray_dragonquest::scene::{Scene, Setup};
use affray_dragonquest::state::{Bond, Flags, ItemFlags, Lodged, Lying, NONE, State};
use affray_files::sheets::Shelf;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use serde_json::{Value, json};

impl FuzzTarget for DragonQuest {
    fn encounters() -> Shelf {
        affray_dragonquest::content::ENCOUNTERS
    }

    fn more() -> Shelf {
        Shelf(&[("party", include_str!("dragonquest-party.toml"))])
    }

    fn wild(_: &Setup, state: &State, question: &Question, _: &[Choice], chance: &mut Chance) -> Option<Choice> {
        Some(wild(state, question, chance))
    }

    /// As ever, but for who sits on whom and where: that is for those who play to see to.
    fn setting(setup: &Setup, state: &State, chance: &mut Chance) -> Option<(String, Value)> {
        let one = chance.below(setup.combatants.len());
        let fighter = &state.fighters[one];
        let keys =
            ["en", "ft", "stuck", "bleeding", "conditions.stunned", "conditions.prone", "perception", "nonsense"];
        let free = ["at", "facing", "conditions.evading", "conditions.must-pass", "armor_damage"];
        let rides = fighter.mount != NONE || fighter.rider != NONE;
        let key = if rides || chance.once_in(2) { chance.pick(&keys) } else { chance.pick(&free) }?;
        let value = match chance.below(5) {
            0 => json!(chance.small()),
            1 => json!(chance.byte()),
            2 => json!(chance.once_in(2)),
            3 => json!("W"),
            _ => json!([chance.small() % 12, chance.small() % 8]),
        };
        Some((format!("{}.{key}", setup.combatants[one].name), value))
    }

    fn stock() -> Stock<Self> {
        Stock {
            sheets: affray_dragonquest::sheets::SHEETS,
            scenes: &[
                "pulse_limit = 200\nbegun = true",
                "pulse_limit = 200\nbegun = true\n[options]\nshield_arc = true\nfacing_cost = 1",
                "pulse_limit = 200\nbegun = true\n[[side]]\nname = 'south'\nmorale = 50\nspares = true",
            ],
            grounds: &[],
            combatants: &["state = { ft = 5 }", "state = { conditions = { prone = true } }"],
            mounts: Some(Mounts {
                sheets: &["pony", "riding-horse", "warhorse"],
                beasts: &["bear", "giant-rat", "giant-serpent", "ogre", "wolf", "young-dragon"],
                mount: "",
                rider: "mount = 'NAME'",
            }),
            items: &[("aldric", "broadsword"), ("cyra", "dagger"), ("hale", "short sword"), ("garm", "mace")],
            room: |sheet| match sheet {
                "young-dragon" => 9,
                "giant-serpent" => 3,
                _ => 1,
            },
            possible: |setup, before, state| {
                Self::possible(setup, state);
                let all = |state: &State| -> Vec<Stands> {
                    let scene = Scene { setup, state };
                    let stands = state.ids().filter(|&who| state[who].is_present()).flat_map(|who| {
                        let (side, up) = (scene.side(who), state[who].is_up());
                        scene.body(who).into_iter().map(move |cell| Stands { who, cell, side, up })
                    });
                    stands.collect()
                };
                // A rider is where its mount is.
                let mut after = all(state);
                after.retain(|one| state[one.who].mount == NONE);
                nobody_joins_a_friend(&all(before), &after);
            },
            most_at_limit: 100,
        }
    }

    fn possible(setup: &Setup, state: &State) {
        let scene = Scene { setup, state };
        for who in state.ids() {
            let (fighter, one) = (&state[who], &setup.combatants[who.index()]);
            let name = &one.name;
            assert!(fighter.en <= one.sheet.en && fighter.ft <= one.sheet.ft, "{name} has more points than the most");
            for &item in fighter.hands.iter().filter(|&&item| item != Arm::NONE) {
                let held = setup.arm(who, item).filter(|_| item.is_item()).map(|item| item.name.as_str());
                assert!(held.is_some(), "{name} holds what is on no sheet");
                assert!(scene.has(who, item), "{name} holds {}, which is elsewhere", held.unwrap_or_default());
            }
            assert!(!fighter.flags.has(Flags::ACTING), "the turn of {name} never ended");
            if fighter.mount != NONE {
                let mount = &state.fighters[fighter.mount as usize];
                assert_eq!(mount.rider, who.0, "{name} sits on a mount that carries another");
                let (seat, back) = ((fighter.at, fighter.facing), (mount.at, mount.facing));
                assert_eq!(seat, back, "{name} is not where the mount is");
            }
            if fighter.restrains != NONE {
                assert!((fighter.restrains as usize) < state.fighters.len(), "{name} restrains nobody who is there");
            }
            // What a person is shown can be shown.
            let _ = <Self as affray_session::ruleset::Rules>::status(scene.setup, state, who);
        }
        for (at, lying) in state.ground.iter().enumerate() {
            let same = |other: &Lying| other.owner == lying.owner && other.item == lying.item;
            assert!(!state.ground[at + 1..].iter().any(same), "an item lies in two places");
            taken_or_lying(state, (lying.owner, lying.item), "lies on the ground");
        }
        for (at, one) in state.lodged.iter().enumerate().filter(|(_, one)| one.bond == Bond::Taken) {
            let same = |other: &Lodged| (other.owner, other.item, other.bond) == (one.owner, one.item, Bond::Taken);
            assert!(!state.lodged[at + 1..].iter().any(same), "two have taken up the same item");
            assert_ne!(one.owner, one.target, "an item is taken up by its owner");
            let of_owner = &state[one.owner].items[usize::from(one.item)];
            assert!(of_owner.flags.has(ItemFlags::AWAY), "what another has taken up is with its owner still");
        }
    }
}

/// Nobody has with him what is somewhere else.
fn taken_or_lying(state: &State, thing: (CombatantId, u8), place: &str) {
    let taken = |one: &Lodged| one.bond == Bond::Taken && (one.owner, one.item) == thing;
    assert!(!state.lodged.iter().any(taken), "what somebody has taken up {place}");
}

/// Something that could be said to a question; now and then to another one.
fn wild(state: &State, question: &Question, chance: &mut Chance) -> Choice {
    match question {
        _ if chance.once_in(40) => Choice::Next(figure(chance)),
        Question::Act { who, .. } => Choice::Act(action(state, *who, chance)),
        Question::Walk { .. } => Choice::Step(match chance.below(5) {
            0 => Step::Stop,
            1 => Step::Turn(facing(chance)),
            2 => Step::Jump { way: facing(chance), hexes: number(chance) },
            _ => Step::To(facing(chance)),
        }),
        Question::Attack { who, .. } => {
            let blows = [(); 3].map(|()| blow(state, *who, chance));
            let count = 2 + chance.below(2);
            match chance.below(4) {
                0 => Choice::Attack(Blows::new(&blows[..count]).map_or(Attack::Forgo, Attack::Several)),
                _ => Choice::Attack(Attack::One(blows[0])),
            }
        }
        Question::Task { who, .. } => Choice::Task(task(state, *who, chance)),
        Question::Parry { who, .. } => Choice::Parry(Some(arm(state, *who, chance))),
        Question::Spare { .. } => Choice::Spoil([Spoil::Armor, Spoil::Shield][chance.below(2)]),
        Question::Face { .. } | Question::FaceAfterCast { .. } => Choice::Face(facing(chance)),
        Question::Away { who } => {
            let from = state.fighters[who.index()].at;
            let near = |by: usize| by as i16 - 2;
            Choice::Away(Cell { q: from.q + near(chance.below(5)), r: from.r + near(chance.below(5)) })
        }
        Question::Talent { .. } => Choice::Talent(Some(Talent { spell: number(chance), target: figure(chance) })),
        Question::FirstSide { .. } => Choice::FirstSide(number(chance)),
        Question::Roller { .. } => Choice::Roller(figure(chance)),
        Question::Next { .. } => Choice::Next(figure(chance)),
        Question::First { .. } => Choice::First(!chance.once_in(3)),
        Question::Repulse { .. } => Choice::Repulse(!chance.once_in(3)),
        Question::Hold { .. } => Choice::Hold(!chance.once_in(3)),
        Question::Loose { .. } => Choice::Loose(!chance.once_in(3)),
        Question::Day { .. } => Choice::Day(!chance.once_in(3)),
    }
}

/// An arm: something of one's own, or what lies or is somewhere of all that is whosesoever.
fn arm(state: &State, who: CombatantId, chance: &mut Chance) -> Arm {
    let lying = state.ground.iter().map(|lying| (lying.owner, lying.item));
    let things: Vec<(CombatantId, u8)> = lying.chain(state.lodged.iter().map(|one| (one.owner, one.item))).collect();
    match chance.below(4) {
        0 | 1 if !things.is_empty() => {
            let (owner, item) = things[chance.below(things.len())];
            Arm::of(who, owner, item)
        }
        2 => Arm([16, 17, 24, 25, 527, 528, 999, u16::MAX][chance.below(8)]),
        _ => Arm::own(number(chance)),
    }
}

/// An arm, a spell, a side, an item: some of which are mostly there.
fn number(chance: &mut Chance) -> u8 {
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 255][chance.below(12)]
}

fn figure(chance: &mut Chance) -> CombatantId {
    CombatantId([0, 1, 2, 3, 4, 5, 6, 200][chance.below(8)])
}

fn facing(chance: &mut Chance) -> Facing {
    Facing::HEX[chance.below(6)]
}

fn blow(state: &State, who: CombatantId, chance: &mut Chance) -> Blow {
    let (with, target) = (arm(state, who, chance), figure(chance));
    let some = |figure: CombatantId| figure.0.is_multiple_of(2).then_some(figure);
    let kind = match chance.below(8) {
        0 => Kind::Trip,
        1 => Kind::Entangle,
        2 => Kind::Restrain { helper: some(figure(chance)), second: some(figure(chance)) },
        3 => Kind::Knockout,
        4 => Kind::Rush,
        5 => Kind::Disarm { held: arm(state, target, chance) },
        _ => Kind::Plain,
    };
    Blow { with, target, kind, modifier: [0, 0, 50, 100, -100][chance.below(5)] }
}

fn action(state: &State, who: CombatantId, chance: &mut Chance) -> Action {
    match chance.below(16) {
        0 => Action::Nothing,
        1 => Action::Attack { move_after: chance.once_in(2) },
        2 => Action::Evade,
        3 => Action::Withdraw([Stance::Offensive, Stance::Defensive, Stance::Open, Stance::Break][chance.below(4)]),
        4 => Action::Pass,
        5 => Action::Move,
        6 => Action::Charge { with: arm(state, who, chance), target: figure(chance) },
        7 => Action::Retreat,
        8 => Action::Grapple,
        9 => Action::Close { target: figure(chance) },
        10 => Action::ChargeClose { target: figure(chance) },
        11 | 12 => Action::Fire { moving: [Moving::No, Moving::Before, Moving::After][chance.below(3)] },
        13 => Action::Breathe { target: figure(chance) },
        _ => Action::Cast { target: figure(chance) },
    }
}

fn task(state: &State, who: CombatantId, chance: &mut Chance) -> Task {
    let item = arm(state, who, chance);
    match chance.below(16) {
        0 => Task::Nothing,
        1 => Task::Prepare(item),
        2 => Task::Store(item),
        3 => Task::PickUp(item),
        4 => Task::StandUp,
        5 => Task::Crawl,
        6 => Task::LieDown,
        7 => Task::Mount(figure(chance)),
        8 => Task::Dismount,
        9 => Task::Disentangle,
        10 => Task::Load(item),
        11 => Task::Poison { item, poison: number(chance) },
        12 => Task::Remove { from: figure(chance), owner: figure(chance), item: number(chance) },
        13 => Task::Bandage(figure(chance)),
        _ => Task::Spell(number(chance)),
    }
}
