//! What is told can be recomputed with a pencil: every injury from its lines, and HP from the injuries.

use affray_conformance::encounters::Stock;
use affray_conformance::load;
use affray_conformance::table::Sitting;
use affray_conformance::told::{Change, Reader, points_go_by_what_is_told};
use affray_files::Source;
use affray_graded::Graded;
use affray_graded::content::ENCOUNTERS;
use affray_graded::decision::{Choice, Defense, Question};
use affray_graded::scene::Scene;
use affray_session::ruleset::Rules as _;
use affray_session::{Command, DiceFrom, LogEntry, Session, Table as _, TallyKind, TallyLine, Terms, Wanted};
use std::collections::HashMap;

/// The total of a sum, worked out from its lines in words alone.
fn by_pencil(tally: &[TallyLine]) -> i32 {
    let mut total: i32 = 0;
    for line in tally {
        let factor = line.words.strip_prefix("x ").and_then(|words| words.split(' ').next());
        let limit = line.words.strip_prefix("at least ").and_then(|words| words.parse().ok());
        total = match (line.does, factor, limit) {
            (TallyKind::Base, _, _) => line.value,
            (TallyKind::Add, _, _) => total + line.value,
            (TallyKind::Becomes, Some("1.5"), _) => total * 3 / 2,
            (TallyKind::Becomes, Some(factor), _) => match factor.strip_suffix('%') {
                Some(percent) => (total * percent.parse::<i32>().expect("a percentage")).div_euclid(100),
                None => total * factor.parse::<i32>().expect("a factor"),
            },
            (TallyKind::Becomes, None, Some(limit)) => total.max(limit),
            (TallyKind::Becomes, None, None) => {
                assert!(line.words.starts_with("most that "), "{line:?}");
                total.min(line.value)
            }
        };
        if line.does == TallyKind::Becomes {
            assert_eq!(total, line.value, "{line:?} in {tally:?}");
        }
    }
    total
}

/// A fight of a shipped encounter that plays itself.
fn fight(name: &str, text: &str, number: u64) -> Session<Graded> {
    let terms = Terms {
        ruleset: "graded".to_owned(),
        title: name.to_owned(),
        seed: 3,
        number,
        dice: DiceFrom::Drawn,
        by_hand: Vec::new(),
        orders: Vec::new(),
        encounter: Source::new(name, text),
        beside: Vec::new(),
    };
    load::<Graded>(name, text).session(terms).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn hp_are_lost_as_injuries_are_told() {
    let (mut wounds, mut protected) = (0, 0);
    for (name, text) in ENCOUNTERS {
        for number in 0..25 {
            let fight = fight(name, text, number);
            let combatants = &fight.setup().combatants;
            let mut hp: HashMap<&str, i32> =
                combatants.iter().map(|one| (one.name.as_str(), one.sheet.hp.into())).collect();
            // The injury that was told last, and whose.
            let mut told: Option<(String, i32)> = None;
            for line in fight.lines() {
                match &line.entry {
                    LogEntry::Score(score) if score.what == "injury" => {
                        assert_eq!(by_pencil(&score.tally), score.score, "{score:?}");
                        assert_eq!(told.replace((score.who.clone(), score.score)), None);
                    }
                    LogEntry::Event { event } if event["event"] == "wounded" => {
                        let (who, lost) = told.take().expect("an injury is told before the wound");
                        assert_eq!((event["who"].as_str(), event["points"].as_i64()), (Some(&*who), Some(lost.into())));
                        let left = hp.get_mut(&*who).expect("a combatant");
                        *left -= lost;
                        assert_eq!(event["left"].as_i64(), Some((*left).into()));
                        wounds += 1;
                    }
                    LogEntry::Event { event } if event["event"] == "protected" => {
                        assert_eq!(told.take().map(|(_, lost)| lost), Some(0));
                        protected += 1;
                    }
                    _ => {}
                }
            }
            assert_eq!(told, None);
            for (one, fighter) in combatants.iter().zip(&fight.state().fighters) {
                assert_eq!(hp[one.name.as_str()], i32::from(fighter.hp), "{name}, fight {number}: {}", one.name);
            }
        }
    }
    assert!(wounds > 500 && protected > 20, "{wounds} wounds, {protected} hits that armor stopped");
}

/// `GR-144` `GR-155` `GR-164` `GR-204` `GR-247` `GR-194` Bryn, DX 13, HT 10, encumbrance 1: at 3 HP her MV 4, a quarter of 23 less 1, and her Dodge 5
/// are halved, and stun takes 4 off each defense.
#[test]
fn a_look_at_the_wounded() {
    let bryn = "ruleset = 'graded'\n[[combatant]]\nname = 'Bryn'\nsheet = 'bryn'\nat = [0, 0]\nfacing = 'E'\n\
        state = { hp = 3, conditions = { stunned = true } }\n";
    affray_conformance::table::look_tells::<Graded>(
        bryn,
        &[
            ("ST 10, DX 13, IQ 11, ", "HT 10, Will 11; thrust 4, swing 6"),
            ("Initiative: 13 DX", "+10 HT (GR-R19) = 23"),
            ("MV: 13 DX (GR-R28) +10 HT (GR-R28), a quarter (GR-R28): 5 -1 encumbrance", ": 2; encumbrance 1 (29 lb)"),
            ("Dodge: 13 DX", " = -2"),
            ("Parry with shortsword: 13 ", " = 2"),
            ("Block: 13 shield", " = 9"),
            ("Armor: PD 2, DR 2 body", "none elsewhere"),
            ("shortsword (cut): 13 ", "6 swing (GR-002), cutting, reach 1"),
            ("shortsword (thrust): 13 ", "4 thrust (GR-003), impaling, reach 1"),
            ("medium shield: PD 3 through the shield hex; bash 13 ", "crushing"),
            ("Stunned: -4 to the end of its next turn", "(GR-242)"),
        ],
    );
}

/// `GR-206` `GR-207` `GR-R82` Beyond 10 yards and up to 20 shots are at -3, for a person on the line at -4, for light cover at -2.
#[test]
fn a_measure_for_shots() {
    affray_conformance::table::look_tells::<Graded>(
        "ruleset = 'graded'\n\
        [[combatant]]\nname = 'Bryn'\nside = 'a'\nsheet = 'bryn'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Gar'\nside = 'b'\nsheet = 'gar'\nat = [11, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'Third'\nside = 'b'\nsheet = 'gar'\nat = [5, 0]\nfacing = 'W'\n[[map.area]]\ncells = [[11, 0]]\ncover = true\n",
        &[
            ("Range: -3 to shots (GR-206): 11 yards (GR-R78)", ""),
            ("On the line: 1 person, -4 each (GR-R82)", ""),
            ("Cover where the target stands: -2 to shots (GR-207)", ""),
        ],
    );
}

/// Every change of HP and FP of random encounters is told, with its number and its sum.
#[test]
fn points_go_by_what_is_told_in_random_encounters() {
    use affray_graded::event::Event;
    let reader = Reader::<Graded> {
        points: |state, who| vec![state[who].hp.into(), state[who].fp.into()],
        changes: |event| {
            Some(match *event {
                Event::Wounded { who, points, left, .. } => Change::lost(who, 0, points, left, Some("injury")),
                Event::Heals { who, points, left } => Change::gained(who, 0, points, left),
                Event::Tires { who, points, left } => Change::lost(who, 1, points, left, None),
                Event::Rests { who, points, left } => Change::gained(who, 1, points, left),
                _ => return None,
            })
        },
    };
    let changes = points_go_by_what_is_told(
        &Stock::plain(affray_graded::sheets::SHEETS, &["round_limit = 60"], |_| 1),
        0..60,
        &reader,
    );
    assert!(changes > 300, "{changes} changes");
}

/// A defender is told of each parry, Block and Dodge: as an option, or why not.
#[test]
fn defenses_are_listed_or_refused_with_the_reason() {
    let text = ENCOUNTERS.get("graded-duel").expect("it is shipped");
    let sitting = Sitting { ruleset: "graded", text, names: &["Arn", "Bryn"] };
    let (mut asked, mut parries) = (0, 0);
    for seed in 0..6 {
        let mut table = sitting.session::<Graded>(seed, 0, DiceFrom::Drawn, sitting.names);
        for _ in 0..60 {
            let Wanted::Choice { options, refused, .. } = table.wanted() else { break };
            let at = table.position();
            if let Some(Question::Defend { who, .. }) = at.question() {
                asked += 1;
                let scene = Scene { setup: at.setup(), state: at.state() };
                for defense in scene.kinds_of_defense(*who) {
                    let id = Graded::choice_json(at.setup(), *who, &Choice::Defense(defense));
                    let why = refused.iter().find(|one| one.id == id);
                    assert!(why.is_some() != options.iter().any(|one| one.id == id), "{id} in {refused:?}");
                    assert!(why.is_none_or(|why| why.rule.starts_with("GR-") && !why.message.is_empty()), "{why:?}");
                    parries += u32::from(why.is_some() && matches!(defense, Defense::Parry(_)));
                }
            }
            table.act(Command::Choose { words: "1".to_owned(), allow: false }).expect("it is listed");
        }
    }
    assert!(asked > 5 && parries > 0, "{asked} questions, {parries} parries");
}
