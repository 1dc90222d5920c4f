//! Random play of `dfrpg`.

use crate::Chance;
use crate::play::{FuzzTarget, Stands, nobody_joins_a_friend};
use affray_conformance::encounters::{HEIGHTS, Stock};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{
    Advance, After, Aim, AimAt, AllOut, Anything, Attack, Cast, Choice, Concentrate, Defense, DefenseKind, FeintAt,
    Finish, Free, Grapple, Maneuver, NONE, Question, Ready, Step, Strike, WaitFor,
};
use affray_dfrpg::scene::{Scene, Setup};
use affray_dfrpg::sheet::{ItemId, Location};
use affray_dfrpg::state::{DefenseFocus, Flags, Form, Place, Posture, Reaction, State, Taken, Trigger, Waiting};
use affray_files::sheets::Shelf;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use serde_json::{Value, json};

impl FuzzTarget for Dfrpg {
    fn encounters() -> Shelf {
        affray_dfrpg::content::ENCOUNTERS
    }

    fn wild(setup: &Setup, state: &State, question: &Question, _: &[Choice], chance: &mut Chance) -> Option<Choice> {
        Some(wild(question, Scene { setup, state }, chance))
    }

    fn setting(setup: &Setup, _: &State, chance: &mut Chance) -> Option<(String, Value)> {
        let one = chance.pick(&setup.combatants)?;
        let keys = [
            "hp",
            "fp",
            "posture",
            "shock",
            "conditions.stunned",
            "conditions.unconscious",
            "at",
            "hands",
            "moved",
            "nonsense",
            "aim",
        ];
        let key = chance.pick(&keys).copied().unwrap_or("hp");
        let value = match chance.below(6) {
            0 => json!(chance.small()),
            1 => json!(chance.below(70_000)),
            2 => json!(true),
            3 => json!("kneeling"),
            4 => json!([chance.small(), chance.small()]),
            _ => json!(false),
        };
        // A game master may well give more points than the most; then that is no bound any more.
        let points = key == "hp" || key == "fp";
        let value = if points { json!(chance.below(12) as i32 - 6) } else { value };
        Some((format!("{}.{key}", one.name), value))
    }

    fn stock() -> Stock<Self> {
        Stock {
            sheets: affray_dfrpg::sheets::SHEETS,
            scenes: &[
                "round_limit = 200",
                "round_limit = 200\n[[side]]\nname = 'south'\nmorale = 50",
                "round_limit = 200\n[options]\nlying_retreat = false\nfigures_in_line = false",
            ],
            grounds: HEIGHTS,
            combatants: &["state = { posture = 'kneeling' }", "state = { conditions = { surprised = true } }"],
            mounts: None,
            items: &[
                ("arn", "broadsword"),
                ("bo", "rapier"),
                ("orc", "axe"),
                ("knight", "dagger"),
                ("goblin", "sling"),
            ],
            room: |_| 1,
            possible: |setup, before, state| {
                Self::possible(setup, state);
                let all = |state: &State| -> Vec<Stands> {
                    let stands = |who: CombatantId| {
                        let (cell, side, up) =
                            (state[who].at, setup.combatants[who.index()].side, state[who].is_conscious());
                        Stands { who, cell, side, up }
                    };
                    state.ids().filter(|&who| state[who].is_present()).map(stands).collect()
                };
                nobody_joins_a_friend(&all(before), &all(state));
            },
            most_at_limit: 100,
        }
    }

    fn possible(setup: &Setup, state: &State) {
        for (at, fighter) in state.fighters.iter().enumerate() {
            let sheet = &setup.combatants[at].sheet;
            assert!(fighter.hp <= sheet.hp, "more HP than the most");
            assert!(fighter.fp <= sheet.fp && -sheet.fp <= fighter.fp, "FP out of range");
            let (who, scene) = (CombatantId(at as u8), Scene { setup, state });
            for &item in fighter.hands.iter().filter(|&&item| item != ItemId::NONE) {
                assert!(setup.item(who, item).is_some(), "a hand holds what is on no sheet");
                let has = scene.items(who).any(|one| one == item);
                assert!(has, "a hand holds what is another's and was not taken");
                assert_eq!(scene.item_state(who, item).place, Place::Held, "a hand holds what is elsewhere");
            }
            for (item, held) in fighter.items.iter().enumerate().take(sheet.items.len()) {
                let in_hand = fighter.hands.contains(&ItemId::own(item as u8));
                assert_eq!(held.place == Place::Held, in_hand, "{} is held by no hand", sheet.items[item].name);
                let lies = state.ground.iter().any(|lying| lying.owner.index() == at && lying.item as usize == item);
                assert!(
                    !lies || held.place == Place::Away,
                    "{} lies on the ground and is not away",
                    sheet.items[item].name
                );
            }
            if fighter.flags.has(Flags::DEAD) {
                assert!(!fighter.is_conscious());
            }
            assert!(!fighter.flags.has(Flags::ACTING), "a turn never ended");
            for grab in &fighter.grabs {
                assert!(grab.victim == NONE || (grab.victim as usize) < state.fighters.len());
                assert!(grab.victim == NONE || grab.hands != 0, "a grab without a hand");
            }
        }
        for (at, one) in state.taken.iter().enumerate() {
            let thing = (one.owner, one.item);
            let same = |other: &Taken| (other.owner, other.item) == thing;
            assert!(!state.taken[at + 1..].iter().any(same), "two have taken the same item");
            assert_ne!(one.owner, one.by, "an item was taken from oneself");
            assert_eq!(state[one.owner].items[usize::from(one.item)].place, Place::Away, "its owner has it as well");
            let lies = state.ground.iter().any(|lying| (lying.owner, lying.item) == thing);
            assert!(!lies, "what somebody took lies on the ground");
        }
    }
}

/// Any choice of the right shape for the question, or now and then of a wrong one.
fn wild(question: &Question, scene: Scene<'_>, chance: &mut Chance) -> Choice {
    if chance.once_in(40) {
        return Choice::React(true);
    }
    let (setup, me) = (scene.setup, question.who());
    match question {
        Question::Begin { .. } => Choice::Begin(chance.once_in(2)),
        Question::Free { .. } => Choice::Free(match chance.below(9) {
            0 => Free::Drop(chance.byte()),
            1 => Free::Release(who(setup, chance)),
            2 => Free::Rise,
            3 => Free::Crouch,
            4 => Free::FastDraw { item: item(scene, me, chance), hand: chance.byte() },
            5 => Free::CancelCasting,
            6 => Free::Dissipate { hand: chance.byte() },
            _ => Free::Done,
        }),
        Question::Maneuver { .. } => Choice::Maneuver(maneuver(scene, me, chance)),
        Question::Step { .. } => Choice::Step(chance.once_in(2).then(|| Step {
            hex: chance.once_in(2).then(|| facing(chance)),
            posture: chance.once_in(3).then(|| posture(chance)),
            facing: facing(chance),
        })),
        Question::Advance { .. } => Choice::Advance(match chance.below(5) {
            0 => Advance::Sidestep { side: facing(chance), close: chance.once_in(3) },
            1 => Advance::Turn { to: facing(chance) },
            2 => Advance::Attack,
            3 => Advance::Stop,
            _ => Advance::Forward { side: facing(chance), close: chance.once_in(3) },
        }),
        Question::Finish { .. } => Choice::Finish(Finish { facing: facing(chance), crouch: chance.once_in(3) }),
        Question::Attack { .. } => Choice::Attack(match chance.below(16) {
            0 => Attack::Forgo,
            1 => Attack::Rapid(strike(scene, me, chance)),
            2 => Attack::Dual(strike(scene, me, chance), strike(scene, me, chance)),
            3 => Attack::Shove(grapple(setup, chance)),
            4 => Attack::Slam(grapple(setup, chance)),
            5 => Attack::Grab(grapple(setup, chance), location(chance)),
            6 => {
                let with = grapple(setup, chance);
                Attack::GrabItem(with, item(scene, with.target, chance))
            }
            7 => Attack::Takedown(grapple(setup, chance)),
            8 => Attack::Pin(grapple(setup, chance)),
            9 => Attack::Strangle(grapple(setup, chance)),
            10 => Attack::Wrest(grapple(setup, chance)),
            11 => Attack::ForceDrop(grapple(setup, chance)),
            12 => Attack::BreakFree(grapple(setup, chance)),
            13 => Attack::Assist(who(setup, chance)),
            _ => Attack::Strike(strike(scene, me, chance)),
        }),
        Question::Feint { .. } => Choice::Feint(FeintAt {
            target: who(setup, chance),
            item: item(scene, me, chance),
            situational: chance.small(),
        }),
        Question::Defend { .. } => Choice::Defend(Defense {
            kind: match chance.below(6) {
                0 => DefenseKind::None,
                1 => DefenseKind::Parry { hand: chance.byte() },
                2 => DefenseKind::Block,
                3 => DefenseKind::BlockWithFoe,
                4 => DefenseKind::Spell { spell: chance.byte() },
                _ => DefenseKind::Dodge,
            },
            retreat: chance.once_in(3).then(|| facing(chance)),
            acrobatic: chance.once_in(3),
            drop: chance.once_in(4),
            situational: chance.small(),
        }),
        Question::After { .. } => Choice::After(After::Over),
        Question::Dive { .. } => Choice::Dive(chance.once_in(2).then(|| cell(chance))),
        Question::Fall { .. } => Choice::Fall(facing(chance)),
        Question::ResistEvade { .. } => Choice::ResistEvade(chance.once_in(2)),
        Question::React { .. } => Choice::React(chance.once_in(2)),
        Question::Keep { .. } => Choice::Keep(chance.once_in(2)),
        Question::ResistSpell { .. } => Choice::Resist(chance.once_in(2)),
        Question::Maintain { .. } => Choice::Maintain(chance.once_in(2)),
    }
}

fn facing(chance: &mut Chance) -> Facing {
    Facing::hex(chance.below(6) as i32)
}

fn who(setup: &Setup, chance: &mut Chance) -> CombatantId {
    // One beyond the last, sometimes: it has to be refused.
    let beyond = usize::from(chance.once_in(10));
    CombatantId(chance.below(setup.combatants.len() + beyond) as u8)
}

/// An item as somebody names it: one of its own, or what lies or is with another than its owner.
fn item(scene: Scene<'_>, who: CombatantId, chance: &mut Chance) -> ItemId {
    let lying = scene.state.ground.iter().map(|lying| (lying.owner, lying.item));
    let things: Vec<_> = lying.chain(scene.state.taken.iter().map(|one| (one.owner, one.item))).collect();
    match chance.below(6) {
        0..3 if !things.is_empty() => {
            let (owner, item) = things[chance.below(things.len())];
            ItemId::of(who, owner, item)
        }
        3 => ItemId(256 + chance.below(600) as u16),
        4 => ItemId(u16::MAX),
        _ => ItemId(chance.byte().into()),
    }
}

/// A mode: one of its own, or of something that is another's.
fn mode(scene: Scene<'_>, who: CombatantId, chance: &mut Chance) -> u16 {
    let item = item(scene, who, chance);
    match chance.below(3) {
        0 if item.is_anothers() => scene.modes_of(who, item).next().map_or(u16::MAX, |(mode, _)| mode),
        1 => 256 + chance.below(5000) as u16,
        _ => chance.byte().into(),
    }
}

fn location(chance: &mut Chance) -> Location {
    chance.pick(&Location::ALL).copied().unwrap_or(Location::Torso)
}

fn posture(chance: &mut Chance) -> Posture {
    use Posture::{Crawling, Crouching, FaceUp, Kneeling, Prone, Sitting, Standing};
    chance.pick(&[Standing, Crouching, Sitting, Kneeling, Crawling, Prone, FaceUp]).copied().unwrap_or_default()
}

fn strike(scene: Scene<'_>, me: CombatantId, chance: &mut Chance) -> Strike {
    let target = who(scene.setup, chance);
    Strike {
        mode: mode(scene, me, chance),
        hand: chance.byte(),
        target,
        aim: match chance.below(5) {
            0 => Aim::Chinks(location(chance)),
            1 => Aim::Random,
            2 => Aim::Damage(item(scene, target, chance)),
            3 => Aim::Disarm(item(scene, target, chance)),
            _ => Aim::At(location(chance)),
        },
        deceptive: chance.byte(),
        situational: chance.small(),
        mount_speed: chance.byte(),
        unseen: chance.once_in(4),
        drop: chance.once_in(6).then(|| chance.byte()),
    }
}

fn grapple(setup: &Setup, chance: &mut Chance) -> Grapple {
    Grapple { target: who(setup, chance), hands: chance.byte(), situational: chance.small() }
}

fn cell(chance: &mut Chance) -> Cell {
    Cell::new(i16::from(chance.small()), i16::from(chance.small()))
}

fn waiting(scene: Scene<'_>, me: CombatantId, chance: &mut Chance) -> Waiting {
    use Trigger::{Attacks, AttacksMe, Casts, Charges, ComesIntoReach, GoesDown, InArea, IsWounded, Moves, Prepares};
    let triggers = [ComesIntoReach, Moves, Charges, InArea, AttacksMe, Attacks, Casts, Prepares, GoesDown, IsWounded];
    let reactions = [
        Reaction::Attack,
        Reaction::Determined,
        Reaction::DoubleAttack,
        Reaction::FeintAttack,
        Reaction::Strong,
        Reaction::AllOutRanged,
        Reaction::Feint,
        Reaction::Ready,
    ];
    let forms = [
        Form::Strike,
        Form::Rapid,
        Form::Dual,
        Form::Shove,
        Form::Slam,
        Form::Grab,
        Form::Takedown,
        Form::Pin,
        Form::Strangle,
        Form::Wrest,
        Form::ForceDrop,
        Form::BreakFree,
    ];
    Waiting {
        trigger: chance.pick(&triggers).copied().unwrap_or(Moves),
        foe: chance.byte(),
        reaction: chance.pick(&reactions).copied().unwrap_or(Reaction::Attack),
        mode: mode(scene, me, chance),
        location: chance.byte(),
        deceptive: chance.byte(),
        form: chance.pick(&forms).copied().unwrap_or_default(),
        other: mode(scene, me, chance),
        seconds: chance.byte(),
        braced: chance.once_in(2),
        moved: false,
        area: affray_dfrpg::state::Area { from: cell(chance), towards: facing(chance), size: chance.byte() },
    }
}

fn maneuver(scene: Scene<'_>, me: CombatantId, chance: &mut Chance) -> Maneuver {
    let setup = scene.setup;
    let all_out = [AllOut::Determined, AllOut::Double, AllOut::Feint, AllOut::Strong, AllOut::Ranged];
    let focus =
        [DefenseFocus::None, DefenseFocus::Dodge, DefenseFocus::Parry, DefenseFocus::Block, DefenseFocus::Double];
    match chance.below(12) {
        0 => Maneuver::AllOutAttack(chance.pick(&all_out).copied().unwrap_or(AllOut::Double)),
        1 => Maneuver::Attack,
        2 => Maneuver::AllOutDefense(chance.pick(&focus).copied().unwrap_or_default()),
        3 => Maneuver::MoveAndAttack,
        4 => Maneuver::Feint,
        5 => {
            Maneuver::Aim(AimAt { mode: mode(scene, me, chance), target: who(setup, chance), brace: chance.once_in(2) })
        }
        6 => Maneuver::Move,
        7 => Maneuver::ChangePosture { to: posture(chance), second: chance.byte() },
        8 => Maneuver::Concentrate(match chance.below(4) {
            0 => Concentrate::Think,
            1 => Concentrate::GoOn,
            2 => Concentrate::Enlarge { hand: chance.byte(), energy: chance.byte() },
            _ => Concentrate::Cast(Cast {
                spell: chance.byte(),
                target: chance.byte(),
                energy: chance.byte(),
                hp: chance.byte(),
                point: chance.once_in(2),
                hand: chance.byte(),
                cell: cell(chance),
                radius: u16::from(chance.byte()) * u16::from(chance.byte()),
                ignoring: chance.byte(),
                situational: chance.small(),
            }),
        }),
        9 => Maneuver::Ready(match chance.below(9) {
            0 => Ready::Draw { item: item(scene, me, chance), hand: chance.byte() },
            1 => Ready::Regain(item(scene, me, chance)),
            2 => Ready::Reach(item(scene, me, chance)),
            3 => Ready::Reload(item(scene, me, chance)),
            4 => Ready::Sheathe(item(scene, me, chance)),
            5 => Ready::Shift { item: item(scene, me, chance), hand: chance.byte() },
            6 => Ready::DitchShield(item(scene, me, chance)),
            7 => Ready::Lift(who(setup, chance)),
            _ => Ready::Other(Anything),
        }),
        10 => Maneuver::DoNothing,
        _ => Maneuver::Wait(WaitFor { contract: waiting(scene, me, chance), move_now: chance.once_in(2) }),
    }
}
