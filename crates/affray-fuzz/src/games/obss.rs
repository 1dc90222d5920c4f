//! Random play of `obss`.

use crate::Chance;
use crate::play::FuzzTarget;
use affray_conformance::encounters::{HEIGHTS, Mounts, Stock};
use affray_files::sheets::Shelf;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_obss::Obss;
use affray_obss::decision::{
    Action, Advance, After, Aim, Attack, Casting, Choice, Circumstances, Cover, Initiative, Maneuver, ManeuverKind,
    Order, Push, Question, Reaction, RestBy, Way,
};
use affray_obss::scene::{Scene, Setup};
use affray_obss::sheet::Place;
use affray_obss::state::{Condition, Flags, NONE, State};
use serde_json::{Value, json};

impl FuzzTarget for Obss {
    fn encounters() -> Shelf {
        affray_obss::content::ENCOUNTERS
    }

    fn wild(setup: &Setup, _: &State, question: &Question, options: &[Choice], chance: &mut Chance) -> Option<Choice> {
        // Something that is listed keeps the fight going now and then.
        if chance.once_in(3) {
            return chance.pick(options).copied();
        }
        Some(wild(question, setup, chance))
    }

    fn setting(setup: &Setup, _: &State, chance: &mut Chance) -> Option<(String, Value)> {
        let one = chance.pick(&setup.combatants)?;
        let keys = [
            "hp",
            "nonlethal",
            "mp",
            "fatigue",
            "at",
            "hands",
            "normal",
            "conditions.prone",
            "conditions.stunned",
            "conditions.deafened",
            "conditions.invisible",
            "conditions.nonsense",
            "flags.surprised",
            "flags.charged",
            "initiative",
            "attacks",
            "hold",
            "nonsense",
        ];
        let key = chance.pick(&keys).copied().unwrap_or("hp");
        let value = match chance.below(6) {
            0 => json!(chance.small()),
            1 => json!(chance.below(70_000)),
            2 => json!(true),
            3 => json!("nonsense"),
            4 => json!([chance.small(), chance.small()]),
            _ => json!(chance.below(6)),
        };
        Some((format!("{}.{key}", one.name), value))
    }

    fn stock() -> Stock<Self> {
        Stock {
            sheets: affray_obss::sheets::SHEETS,
            scenes: &[
                "round_limit = 100",
                "round_limit = 100\n[options]\nbonus_stacking = 'diminishing'\ndeath_rule = 'double_con'",
                "round_limit = 100\n[options]\ncharge_follow_up = 10\nopportunity = 'feat'",
                "round_limit = 100\n[options]\ncharge_length = 'move'\nattack_limit = 'fourth'\ndrink = 'action'",
            ],
            grounds: HEIGHTS,
            combatants: &["state.arrives = 2", "state.flags.surprised = true", "state.conditions.prone = true"],
            mounts: Some(Mounts { sheets: &["horse"], beasts: &[], mount: "", rider: "state.mount = 'NAME'" }),
            items: &[("arn", "dagger"), ("bel", "short sword"), ("cor", "longsword"), ("javelin", "second javelin")],
            room: |sheet| if sheet == "dag" || sheet == "horse" { 2 } else { 1 },
            possible: |setup, before, state| {
                Self::possible(setup, state);
                let scene = Scene { setup, state };
                // OB-R92: whoever is down or has lost the rider stays where that happened.
                let came = |&who: &CombatantId| {
                    let broken_off = state[who].is_helpless() || before[who].mounted != state[who].mounted;
                    state[who].at != before[who].at && !broken_off
                };
                for who in state.ids().filter(|&who| state[who].is_present()).filter(came) {
                    let others = state.ids().filter(|&other| other != who && state[other].is_present());
                    for other in others.filter(|&other| state[who].mounted != other.0 && !came(&other)) {
                        let apart = !scene.footprint(who).overlaps(scene.footprint(other));
                        assert!(apart, "{who:?} and {other:?} are in one square");
                    }
                }
            },
            most_at_limit: 20,
        }
    }

    fn possible(setup: &Setup, state: &State) {
        let scene = Scene { setup, state };
        assert!(state.interrupts.are_possible(), "a window was never closed");
        for (at, fighter) in state.fighters.iter().enumerate() {
            let (who, sheet) = (CombatantId(at as u8), &setup.combatants[at].sheet);
            for &item in &fighter.hands {
                assert!(item == NONE || (item as usize) < sheet.items.len(), "a hand holds what is not on the sheet");
            }
            for (item, thing) in (0u8..sheet.own).zip(&sheet.items).skip(1) {
                let grown = thing.weapon().is_some_and(|weapon| weapon.natural);
                let (held, place) = (fighter.holds(item), fighter.places[item as usize]);
                let lying = state.ground.iter().filter(|one| one.owner == who && one.item == item).count();
                assert!(grown || !held || place == Place::Held, "{} is held and {place:?}", thing.name);
                assert!(lying <= 1, "{} lies there {lying} times", thing.name);
                assert!(lying == 0 || place == Place::Away, "{} lies on the ground and is {place:?}", thing.name);
            }
            assert!(!fighter.flags.has(Flags::ACTING), "an activation never ended");
            assert!(fighter.fatigue <= 3, "too tired");
            for condition in Condition::ALL {
                let left = fighter.rounds[condition as usize];
                assert!(!fighter.has(condition) || left != 0, "{condition:?} for no round");
            }
            if let Some(other) = state.fighters.get(fighter.hold.with as usize) {
                assert_eq!(other.hold.with as usize, at, "a hold of one");
                assert!(fighter.hold.holds != other.hold.holds, "both hold, or neither");
            } else {
                assert_eq!(fighter.hold.with, NONE, "a hold with nobody");
            }
            if let Some(other) = state.fighters.get(fighter.mounted as usize) {
                assert_eq!(other.mounted as usize, at, "a mount without its rider");
                assert_eq!(other.at, fighter.at, "rider and mount are apart");
            }
            // What nobody can come back from.
            if fighter.flags.has(Flags::DEAD) {
                assert!(fighter.is_helpless() && scene.judge_able(who).is_err(), "the dead act");
            }
        }
        for (at, &who) in state.order.iter().enumerate() {
            assert!(!state.order[..at].contains(&who), "two places in the order");
        }
    }
}

fn who(setup: &Setup, chance: &mut Chance) -> CombatantId {
    // One beyond the last, sometimes: it has to be refused.
    let beyond = usize::from(chance.once_in(10));
    CombatantId(chance.below(setup.combatants.len() + beyond) as u8)
}

fn facing(chance: &mut Chance) -> Facing {
    if chance.once_in(30) {
        return Facing::hex(chance.below(6) as i32);
    }
    chance.pick(&Facing::SQUARE).copied().unwrap_or(Facing::N)
}

fn hand(chance: &mut Chance) -> u8 {
    if chance.once_in(20) { chance.byte() } else { chance.below(2) as u8 }
}

/// An item, mostly one that there may be.
fn item(chance: &mut Chance) -> u8 {
    if chance.once_in(10) { chance.byte() } else { chance.below(6) as u8 }
}

fn luck(chance: &mut Chance) -> u8 {
    if chance.once_in(20) { chance.byte() } else { chance.below(4).saturating_sub(2) as u8 }
}

fn circumstances(chance: &mut Chance) -> Circumstances {
    if !chance.once_in(5) {
        return Circumstances::default();
    }
    let covers = [Cover::None, Cover::Light, Cover::Medium, Cover::Complete];
    Circumstances {
        from_behind: chance.once_in(2),
        cover: chance.pick(&covers).copied().filter(|_| chance.once_in(2)),
        ar: chance.small(),
        dice: chance.small(),
        def: chance.small(),
    }
}

fn attack(setup: &Setup, chance: &mut Chance) -> Attack {
    Attack {
        off_hand: chance.once_in(4),
        way: if chance.once_in(3) { Way::Ranged } else { Way::Melee },
        by_dex: chance.once_in(5),
        nonlethal: chance.once_in(6),
        touch: chance.once_in(8),
        precise: chance.once_in(4),
        pair: chance.once_in(8),
        luck: luck(chance),
        circumstances: circumstances(chance),
        ..Attack::melee(who(setup, chance), item(chance))
    }
}

fn casting(setup: &Setup, chance: &mut Chance) -> Casting {
    let aim = if chance.once_in(2) { Aim::Whom(who(setup, chance)) } else { Aim::At(cell(chance)) };
    Casting { spell: chance.below(7) as u8, aim, luck: luck(chance), circumstances: circumstances(chance) }
}

fn cell(chance: &mut Chance) -> Cell {
    Cell::new(i16::from(chance.small()), i16::from(chance.small()))
}

fn maneuver(setup: &Setup, chance: &mut Chance) -> Maneuver {
    use ManeuverKind::{BullRush, Disarm, Feint, Grapple, Trip};
    let kind = chance.pick(&[Disarm, Feint, BullRush, Grapple, Trip]).copied().unwrap_or(Trip);
    Maneuver { kind, target: who(setup, chance), by_dex: chance.once_in(2), item: item(chance), luck: luck(chance) }
}

fn action(setup: &Setup, chance: &mut Chance) -> Action {
    match chance.below(34) {
        0 => Action::End,
        1 | 2 => Action::Move,
        3 => Action::Run,
        4 | 5 => Action::Charge(attack(setup, chance)),
        6 => Action::PreparedDefense,
        7 => Action::TotalDefense,
        8 => Action::Disengage(facing(chance)),
        9 => Action::Stand,
        10 => Action::StandByAcrobatics { luck: luck(chance) },
        11 => Action::Draw { item: item(chance), hand: hand(chance) },
        12 => Action::Sheathe { hand: hand(chance) },
        13 => Action::Drop { hand: hand(chance) },
        14 => Action::OffHandGuard,
        15..19 => Action::Maneuver(maneuver(setup, chance)),
        19 => Action::KeepHold { luck: luck(chance) },
        20 => Action::Escape { acrobatics: chance.once_in(2), luck: luck(chance) },
        21 => Action::Release,
        22 => Action::DropProne,
        23 => Action::Mount { mount: who(setup, chance) },
        24 => Action::Dismount { to: cell(chance) },
        25 => Action::Order {
            mount: who(setup, chance),
            order: match chance.below(4) {
                0 => Order::Move,
                1 => Order::Run,
                2 => Order::Attack(attack(setup, chance)),
                _ => Order::Disengage(facing(chance)),
            },
        },
        26 => Action::Cast(casting(setup, chance)),
        27 => Action::Search { item: item(chance), hand: hand(chance) },
        28 => Action::TakeFromBelt { item: item(chance), hand: hand(chance) },
        29 => Action::PickUp { owner: who(setup, chance), thing: item(chance), hand: hand(chance) },
        30 => Action::Drink { hand: hand(chance) },
        31 => Action::GiveDrink { hand: hand(chance), to: who(setup, chance) },
        32 => Action::FirstAid { patient: who(setup, chance), luck: luck(chance) },
        _ => Action::Attack(attack(setup, chance)),
    }
}

/// Any choice of the right shape for the question, or now and then of a wrong one.
fn wild(question: &Question, setup: &Setup, chance: &mut Chance) -> Choice {
    if chance.once_in(40) {
        return Choice::Save(chance.byte());
    }
    match question {
        Question::Initiative { .. } => Choice::Initiative(Initiative { int: chance.once_in(2), luck: luck(chance) }),
        Question::Act { .. } => Choice::Act(action(setup, chance)),
        Question::Advance { .. } => Choice::Advance(match chance.below(12) {
            0 => Advance::Stop,
            1 => Advance::Draw { item: item(chance), hand: hand(chance) },
            2 => Advance::Sheathe { hand: hand(chance) },
            3 => Advance::Overrun { way: facing(chance), acrobatics: chance.once_in(2), luck: luck(chance) },
            _ => Advance::Step(facing(chance)),
        }),
        Question::React { .. } => Choice::React(match chance.below(7) {
            0 => Reaction::Pass,
            1 => Reaction::StandByAcrobatics { luck: luck(chance) },
            2 => Reaction::Set { item: item(chance) },
            3 => Reaction::Drink { hand: hand(chance) },
            4 => Reaction::Cast(casting(setup, chance)),
            _ => Reaction::Strike(attack(setup, chance)),
        }),
        Question::Braced { .. } => Choice::Braced(chance.once_in(4).then(|| attack(setup, chance))),
        Question::Push { .. } => {
            let squares = if chance.once_in(10) { chance.byte() } else { chance.below(5) as u8 };
            Choice::Push(Push { way: facing(chance), squares, follow: chance.once_in(2) })
        }
        Question::Save { .. } => Choice::Save(luck(chance)),
        Question::After { .. } => Choice::After(After::Over),
        Question::Rest { .. } => {
            let all = [None, Some(RestBy::Bab), Some(RestBy::Cl)];
            Choice::Rest(chance.pick(&all).copied().flatten())
        }
    }
}
