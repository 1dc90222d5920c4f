//! What is told of a loss is what was lost: the sum of its lines, and the difference of the states.

use affray_conformance::encounters::Stock;
use affray_conformance::load;
use affray_conformance::told::{Change, Reader, points_go_by_what_is_told};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::content::ENCOUNTERS;
use affray_dfrpg::event::Event;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Live, Record, Tape};
use affray_kernel::tally::{LineKind, Lines, Tally as _};
use affray_kernel::turns::TurnRules;
use affray_session::ruleset::Words as _;

/// The points of one combatant as the records leave them.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Points {
    hp: i32,
    fp: i32,
}

/// The total of a score, added up from its lines.
fn total(score: &Lines) -> i32 {
    let sum = score.lines().iter().fold(0, |sum, line| match line.kind {
        LineKind::Add => sum + line.value,
        LineKind::Base | LineKind::Becomes => line.value,
    });
    assert_eq!(sum, score.total(), "{score}");
    sum
}

/// Follows the records of a turn from the points at its start.
fn follow(place: &str, records: &[Record<Dfrpg>], points: &mut [Points]) {
    // The last sum of HP and of FP that was shown and not lost yet, with its owner.
    let (mut injury, mut fatigue) = (None, None);
    for record in records {
        match record {
            Record::Score { why, score } if why.what == "injury" => injury = Some((why.who, total(score))),
            Record::Score { why, score } if why.what == "fatigue" => fatigue = Some((why.who, total(score))),
            Record::Event(Event::Wounded { who, lost, hp, .. }) => {
                assert_eq!(injury.take(), Some((*who, *lost)), "{place}: {record:?}");
                let before = &mut points[who.index()].hp;
                assert_eq!(*before - lost, *hp, "{place}: {before} before {record:?}");
                *before = *hp;
            }
            Record::Event(Event::Tires { who, lost, fp }) => {
                let (whose, sum) = fatigue.take().unwrap_or_else(|| panic!("{place}: no lines for {record:?}"));
                assert!(whose == *who && *lost <= sum, "{place}: {sum} before {record:?}");
                let before = &mut points[who.index()].fp;
                assert_eq!(*before - lost, *fp, "{place}: {before} before {record:?}");
                *before = *fp;
            }
            Record::Event(Event::Healed { who, gained, hp }) => {
                points[who.index()].hp += gained;
                assert_eq!(points[who.index()].hp, *hp, "{place}: {record:?}");
            }
            _ => {}
        }
    }
    assert!(injury.is_none_or(|(_, sum)| sum <= 0), "{place}: {injury:?} was told and not lost");
}

#[test]
fn points_lost_are_the_sum_of_their_lines() {
    let mut lost = 0;
    for (name, text) in ENCOUNTERS {
        let encounter = load::<Dfrpg>(name, text);
        let setup = encounter.setup();
        for seed in 0..20 {
            let mut state = encounter.start().clone();
            let mut live = Live { stream: Stream::new(seed, 0), policy: <Dfrpg as TurnRules>::Own::default() };
            while Dfrpg::ending(setup, &state).is_none() {
                let points = |state: &affray_dfrpg::state::State| -> Vec<Points> {
                    let all = (0..setup.combatants.len() as u8).map(CombatantId);
                    all.map(|who| Points { hp: state[who].hp.into(), fp: state[who].fp.into() }).collect()
                };
                let mut told = points(&state);
                let mut tape = Tape::<Dfrpg, _>::new(&[], &mut live);
                Dfrpg::next_turn(setup, &mut state, &mut tape).unwrap_or_else(|stop| panic!("{name}: {stop:?}"));
                let place = format!("{name}, seed {seed}, round {}", Dfrpg::rounds(&state));
                follow(&place, &tape.records, &mut told);
                assert_eq!(told, points(&state), "{place}");
                let is_loss = |record: &&Record<Dfrpg>| matches!(record, Record::Event(Event::Wounded { .. }));
                lost += tape.records.iter().filter(is_loss).count();
            }
        }
    }
    assert!(lost > 1000, "only {lost} wounds");
}

/// `DF-373` `DF-256` `DF-257` `DF-263` `DF-278` `DF-339` Arn, ST 13, DX 12, HT 12: at 4 of 13 HP his Move 6 and his Dodge 9
/// are halved, shock takes 2 off his skills, stun 4 off his defenses, and the shield gives them 2.
#[test]
fn a_look_at_the_wounded() {
    let arn = "ruleset = 'dfrpg'\n[[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [0, 0]\nfacing = 'E'\n\
        state = { hp = 4, shock = 2, conditions = { stunned = true } }\n";
    affray_conformance::table::look_tells::<Dfrpg>(
        arn,
        &[
            ("ST 13, DX 12, IQ 10, HT 12, Will 10, Per 10; Basic Speed 6", "thrust 1d, swing 2d-1"),
            ("Move: 6 ", ": 3; encumbrance 0"),
            ("Dodge: 6 Basic Speed (DF-256) +3 for a Dodge", " = 3"),
            ("Parry with broadsword: 14 Broadsword", " = 8"),
            ("Block: 13 Shield", " = 7"),
            ("DR: ", "4 torso; 2 skull"),
            (
                "broadsword swing: 14 Broadsword",
                " = 12; 2d cut, reach 1, minimum ST 10, 3 lb, as an object 12 HP and DR 6 (DF-R22)",
            ),
            (
                "broadsword thrust: 14 Broadsword",
                " = 12; 1d+2 imp, reach 1, minimum ST 10, 3 lb, as an object 12 HP and DR 6 (DF-R22)",
            ),
            ("shield: defense bonus 2", ""),
            ("Stunned: does nothing, then rolls HT 12", "(DF-370)"),
            ("Shock: -2 ", "(DF-361)"),
        ],
    );
}

/// `DF-033` The minimum ST of a weapon is told whether it is met or not: 10 by Tom and 8 by Tim.
#[test]
fn a_look_at_a_weapon_that_takes_strength() {
    for (st, told) in [(10, "minimum ST 10, 1 lb"), (8, "minimum ST 10, -2 for lack of ST (DF-033), 1 lb")] {
        let text = format!(
            "ruleset = 'dfrpg'\n[[combatant]]\nname = 'Tom'\nat = [0, 0]\nfacing = 'E'\n\
            sheet = {{ name = 'Tom', st = {st}, dx = 12, iq = 10, ht = 11, skills = {{ Knife = 12 }}, weapon = [{{ name = 'knife', \
            skill = 'Knife', weight = 1, min_st = 10, modes = [{{ kind = 'thrust', damage = 'thr imp', reach = 'C' }}] }}] }}\n"
        );
        let end = format!(" imp, reach C, {told}, as an object 8 HP and DR 6 (DF-R22)");
        affray_conformance::table::look_tells::<Dfrpg>(&text, &[("knife thrust: 12 Knife (DF-002)", &end)]);
    }
}

/// `DF-235` `DF-236` `DF-R62` Beyond 20 yards and up to 30 shots are at -7, and a figure on the line takes 4 more.
#[test]
fn a_measure_for_shots() {
    affray_conformance::table::look_tells::<Dfrpg>(
        "ruleset = 'dfrpg'\n\
        [[combatant]]\nname = 'Dag'\nside = 'a'\nsheet = 'dag'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Orc'\nside = 'b'\nsheet = 'orc'\nat = [21, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'Bo'\nside = 'b'\nsheet = 'bo'\nat = [9, 0]\nfacing = 'W'\n",
        &[
            ("Speed and range: -7 to shots (DF-236): 21 yards (DF-235)", ""),
            ("On the line: 1 hex with a figure, -4 each (DF-R62)", ""),
        ],
    );
}

/// Every change of HP and FP of random encounters is told, with its number and its sum.
#[test]
fn points_go_by_what_is_told_in_random_encounters() {
    let reader = Reader::<Dfrpg> {
        points: |state, who| vec![state[who].hp.into(), state[who].fp.into()],
        changes: |event| {
            Some(match *event {
                Event::Wounded { who, lost, hp, .. } => Change::lost(who, 0, lost, hp, Some("injury")),
                Event::Healed { who, gained, hp } => Change::gained(who, 0, gained, hp),
                Event::Tires { who, lost, fp } => Change::lost(who, 1, lost, fp, None),
                Event::Rests { who, gained, fp, .. } => Change::gained(who, 1, gained, fp),
                _ => return None,
            })
        },
    };
    let changes = points_go_by_what_is_told(
        &Stock::plain(affray_dfrpg::sheets::SHEETS, &["round_limit = 60"], |_| 1),
        0..60,
        &reader,
    );
    assert!(changes > 300, "{changes} changes");
}

/// `DF-378` Death without a roll is told with the wound that reaches -5 x HP, here -65, and with no other.
#[test]
fn death_without_a_roll() {
    let text = "ruleset = 'dfrpg'\n\
        [[combatant]]\nname = 'Arn'\nside = 'a'\nsheet = 'arn'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Bo'\nside = 'b'\nsheet = 'bo'\nat = [1, 0]\nfacing = 'W'\n";
    let encounter = load::<Dfrpg>("wounds", text);
    let told = |lost, hp| {
        let event = Event::Wounded { who: CombatantId(0), lost, hp, shock: 0, blow: true, push: false };
        Dfrpg::describe_event(encounter.setup(), &event).expect("a wound is told")
    };
    let dead = " At -5 x HP or below there is no roll: dead (DF-378).";
    assert_eq!(told(3, -64), "Arn loses 3 HP and has -64.");
    assert_eq!(told(3, -65), format!("Arn loses 3 HP and has -65.{dead}"));
    assert_eq!(told(1, -66), "Arn loses 1 HP and has -66.");
}

/// `DF-416` `DF-417` Rest is told by the rule of the combatant: ten minutes for 1 FP, five with Fit.
#[test]
fn rest() {
    let text = "ruleset = 'dfrpg'\n\
        [[combatant]]\nname = 'Arn'\nside = 'a'\nsheet = 'arn'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Runner'\nside = 'b'\nat = [1, 0]\nfacing = 'W'\n\
        sheet = { name = 'Runner', st = 10, dx = 10, iq = 10, ht = 10, traits = ['Fit'] }\n";
    let encounter = load::<Dfrpg>("rest", text);
    let told = |who, each| {
        let event = Event::Rests { who: CombatantId(who), gained: 1, each, fp: 9 };
        Dfrpg::describe_event(encounter.setup(), &event).expect("rest is told")
    };
    assert_eq!(told(0, 10), "Arn gains 1 FP by rest, 1 in 10 minutes (DF-416), and has 9.");
    assert_eq!(told(1, 5), "Runner gains 1 FP by rest, 1 in 5 minutes (DF-417), and has 9.");
}
