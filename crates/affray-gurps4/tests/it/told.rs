//! The numbers that are told are those that happened.

use affray_conformance::encounters::Stock;
use affray_conformance::told::{Change, Reader, points_go_by_what_is_told};
use affray_gurps4::Gurps4;
use affray_gurps4::content::ENCOUNTERS;
use affray_gurps4::event::Event;
use affray_gurps4::policy::Tactician;
use affray_gurps4::strike::to_hit::speed_range;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Live, Record, RollRecord, Tape};
use affray_kernel::tally::{Lines, Tally};
use affray_kernel::turns::TurnRules;

/// Fights of each encounter.
const FIGHTS: u64 = 25;

/// The last score of that name that was shown of somebody.
fn last<'a>(records: &'a [Record<Gurps4>], who: CombatantId, what: &str) -> &'a Lines {
    let shown = records.iter().rev().find_map(|record| match record {
        Record::Score { why, score } if why.who == who && why.what == what => Some(score),
        _ => None,
    });
    shown.unwrap_or_else(|| panic!("no {what} was shown of {who:?}"))
}

/// `G4-340` `G4-180` HP and FP go from the state before a turn to the state after it by what is told, and every injury is
/// the total of the lines that are shown before it.
#[test]
fn points_go_by_what_is_told_in_shipped_encounters() {
    let (mut injuries, mut efforts, mut knocks) = (0, 0, 0);
    for (name, text) in ENCOUNTERS {
        let loaded = affray_conformance::load::<Gurps4>(name, text);
        for number in 0..FIGHTS {
            let (setup, mut state) = (loaded.setup(), loaded.start().clone());
            let live = Live { stream: Stream::new(17, number), policy: Tactician::default() };
            let mut tape = Tape::<Gurps4, _>::new(&[], live);
            while Gurps4::ending(setup, &state).is_none() {
                let mut points: Vec<(i32, i32)> =
                    state.fighters.iter().map(|fighter| (fighter.hp.into(), fighter.fp.into())).collect();
                if let Err(stop) = Gurps4::next_turn(setup, &mut state, &mut tape) {
                    panic!("{name}, fight {number}: {stop:?}");
                }
                let records = std::mem::take(&mut tape.records);
                for (at, record) in records.iter().enumerate() {
                    let Record::Event(event) = record else { continue };
                    let before = &records[..at];
                    match *event {
                        Event::Injured { who, lost, left, .. } => {
                            let injury = last(before, who, "injury");
                            assert_eq!(injury.total(), lost, "{name}, fight {number}: {injury}");
                            let hp = &mut points[who.index()].0;
                            *hp -= lost;
                            assert_eq!(*hp, left, "{name}, fight {number}: {event:?}");
                            injuries += 1;
                        }
                        Event::Damages { who, points, .. } => {
                            assert_eq!(last(before, who, "weapon damage").total(), points, "{name}, fight {number}");
                        }
                        Event::KnockedBack { who, hexes, of, .. } => {
                            assert!((0..=of).contains(&hexes), "{name}, fight {number}: {event:?}");
                            assert_eq!(last(before, who, "knockback").total(), of, "{name}, fight {number}");
                            knocks += 1;
                        }
                        Event::Tires { who, left, .. } => {
                            let fp = &mut points[who.index()].1;
                            *fp -= 1;
                            assert_eq!(*fp, left, "{name}, fight {number}: {event:?}");
                            efforts += 1;
                        }
                        Event::Heals { who, hp, fp } => {
                            points[who.index()].0 += hp;
                            points[who.index()].1 += fp;
                        }
                        _ => {}
                    }
                }
                let after: Vec<(i32, i32)> =
                    state.fighters.iter().map(|fighter| (fighter.hp.into(), fighter.fp.into())).collect();
                assert_eq!(points, after, "{name}, fight {number}");
            }
        }
    }
    assert!(injuries > 100 && efforts > 100 && knocks > 0, "{injuries} injuries, {efforts} efforts, {knocks} pushes");
}

/// `G4-204` Every shot has the modifier of the yards that are shown before it, those of the target's movement included.
#[test]
fn shots_go_by_the_range_that_is_told() {
    let (name, text) = ENCOUNTERS.iter().find(|(name, _)| name.contains("arrows")).expect("there are archers");
    let loaded = affray_conformance::load::<Gurps4>(name, text);
    let mut shots = 0;
    for number in 0..FIGHTS {
        let (setup, mut state) = (loaded.setup(), loaded.start().clone());
        let mut tape =
            Tape::<Gurps4, _>::new(&[], Live { stream: Stream::new(23, number), policy: Tactician::default() });
        while Gurps4::ending(setup, &state).is_none() {
            if let Err(stop) = Gurps4::next_turn(setup, &mut state, &mut tape) {
                panic!("{name}, fight {number}: {stop:?}");
            }
            let records = std::mem::take(&mut tape.records);
            for (at, record) in records.iter().enumerate() {
                let Record::Roll(RollRecord { why, target: Some(score), .. }) = record else { continue };
                let line = |id| score.lines().iter().find(|line| line.rule.as_str() == id);
                if line("G4-201").is_none() {
                    continue;
                }
                let yards = last(&records[..at], why.who, "range").total();
                assert_eq!(line("G4-204").map_or(0, |line| line.value), speed_range(yards), "{yards} yards: {score}");
                shots += 1;
            }
        }
    }
    assert!(shots > 100, "{shots} shots");
}

/// `G4-341` `G4-028` `G4-029` `G4-030` `G4-350` `G4-352` Ana, ST 13, DX 13, HT 12: at 6 of 13 HP her Move 6 and her Dodge 9
/// are halved, shock takes 2 off her skills, stun 4 off her defenses, and the shield gives them 2.
#[test]
fn a_look_at_the_wounded() {
    let ana = "ruleset = 'gurps4'\n[[combatant]]\nname = 'Ana'\nsheet = 'ana'\nat = [0, 0]\nfacing = 'E'\n\
        state = { hp = 6, shock = 2, conditions = { stunned = true } }\n";
    affray_conformance::table::look_tells::<Gurps4>(
        ana,
        &[
            ("ST 13, DX 13, IQ 10, HT 12, Will 10, Per 10; Basic Speed 6.25", "thrust 1d, swing 2d-1"),
            ("Move: 6 ", ": 3; encumbrance 0 (load 3 lb, Basic Lift 34 lb, G4-026)"),
            ("Dodge: 6 Basic Speed without its fraction (G4-028) +3", " = 3"),
            ("Parry with broadsword: 15 ", " = 8"),
            ("Block: 14 ", " = 8"),
            ("DR: ", "4 torso, skull; 2 groin, arms, hands, legs, feet; 1 neck"),
            ("broadsword (swing): 15 Broadsword", " = 13; 2d cut, reach 1, 3 lb, metal, 12 of 12 HP"),
            ("broadsword (thrust): 15 Broadsword", " = 13; 1d+2 imp, reach 1, 3 lb, metal, 12 of 12 HP"),
            ("shield: ", "defense bonus 2, Shield 14"),
            ("Stunned: does nothing, then rolls to snap out", "10 IQ (G4-353)"),
            ("Shock: -2 ", "(G4-350)"),
        ],
    );
}

/// `G4-R65` Ana, ST 13 and DX 13, with an ork's club in hand and no skill for it; Dov's dagger is put away. A parry is half
/// of 8 and 3, and the shield's 2.
#[test]
fn a_look_at_one_who_has_others_things() {
    let ana = "ruleset = 'gurps4'\n[[combatant]]\nname = 'Ana'\nsheet = 'ana'\nat = [0, 0]\nfacing = 'E'\n\
        state = { hands = [\"Ork's club\", 'shield'] }\n\
        [[combatant]]\nname = 'Ork'\nsheet = 'ork'\nat = [1, 0]\n\
        [[combatant]]\nname = 'Dov'\nsheet = 'dov'\nat = [3, 0]\nstate = { items = { dagger = { with = 'Ana' } } }\n";
    affray_conformance::table::look_tells::<Gurps4>(
        ana,
        &[
            ("Parry with Ork's club: 13 DX (G4-029) -5 untrained (G4-R65), half", " = 9"),
            ("broadsword (swing): 15 Broadsword (G4-200); 2d cut", "(not in hand)"),
            (
                "Ork's club (swing): 13 DX (G4-200) -5 untrained (G4-R65) = 8; 2d+1 cr, reach 1",
                ", 3 lb, wood, 12 of 12 HP",
            ),
            (
                "Dov's dagger (stab): 13 DX (G4-200) -5 untrained",
                "; 1d-2 imp, reach C, 1, fencing weapon, 1 lb, metal, 8 of 8 HP (not in hand)",
            ),
        ],
    );
}

/// `G4-026` `G4-216` `G4-219` `G4-291` What numbers depend on: load 60 lb is above 2 x 24 lb, ST 11 swings with 1d+1, and
/// a stool of 5 lb has 14 HP.
#[test]
fn a_look_at_gear() {
    let pack = "ruleset = 'gurps4'\n[[combatant]]\nname = 'Pack'\nat = [0, 0]\nfacing = 'E'\n\
        [combatant.sheet]\nname = 'Pack'\nst = 11\nload = 60\nmain_hand = 'left'\nmale = true\ndark_sight = 3\n\
        skills = { Chair = 13, Shield = 12 }\n\
        [[combatant.sheet.weapon]]\nname = 'stool'\nskill = 'Chair'\nimprovised = -2\ndisarm_bonus = true\nweight = 5\n\
        material = 'wood'\nmode = [{ name = 'bash', damage = 'sw+1 cr', reach = '1' }]\n\
        [combatant.sheet.shield]\ndb = 2\nlarge = true\n";
    affray_conformance::table::look_tells::<Gurps4>(
        pack,
        &[
            ("Move: ", "; encumbrance 2 (load 60 lb, Basic Lift 24 lb, G4-026)"),
            ("stool (bash): 13 Chair (G4-200)", " = 9; 1d+2 cr, reach 1, made to disarm, 5 lb, wood, 14 of 14 HP"),
            ("shield: defense bonus 2, Shield 12", ", large: -2 to attacks (G4-216)"),
            ("Skills and traits: ", "male, left-handed, sight in the dark 3 (G4-R66)"),
        ],
    );
}

/// `G4-204` `G4-218` From 16 to 20 yards shots are at -6, and an enemy on the line takes 4 more.
#[test]
fn a_measure_for_shots() {
    affray_conformance::table::look_tells::<Gurps4>(
        "ruleset = 'gurps4'\n\
        [[combatant]]\nname = 'Cai'\nside = 'a'\nsheet = 'cai'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Ork'\nside = 'b'\nsheet = 'ork'\nat = [18, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'Bor'\nside = 'b'\nsheet = 'bor'\nat = [9, 0]\nfacing = 'W'\n",
        &[
            ("Range and speed: -6 to shots (G4-204): 18 distance in yards (G4-204)", ""),
            ("Enemies on the line: -4 to shots (G4-218)", ""),
        ],
    );
}

/// Every change of HP and FP of random encounters is told, with its number and its sum.
#[test]
fn points_go_by_what_is_told_in_random_encounters() {
    let reader = Reader::<Gurps4> {
        points: |state, who| vec![state[who].hp.into(), state[who].fp.into()],
        changes: |event| {
            Some(match *event {
                Event::Injured { who, lost, left, .. } => Change::lost(who, 0, lost, left, Some("injury")),
                Event::Tires { who, left, .. } => Change::lost(who, 1, 1, left, None),
                _ => return None,
            })
        },
    };
    let changes = points_go_by_what_is_told(
        &Stock::plain(affray_gurps4::sheets::SHEETS, &["round_limit = 60"], |_| 1),
        0..60,
        &reader,
    );
    assert!(changes > 300, "{changes} changes");
}
