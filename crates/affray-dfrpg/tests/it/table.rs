//! Fights at a table: they are the fights of simulations, and every log leads to where it was written.

use affray_core::dice::Stream;
use affray_core::files::{FileError, Source};
use affray_core::referee::{CombatantId, Input, Need, Policy, Sampler};
use affray_core::ruleset::{Encounter, FateCounts, Playable, Results};
use affray_core::session::{Command, DiceFrom, LogEntry, Pause, Session, Table, Terms, Wanted};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{Choice, Question};
use affray_dfrpg::ruleset::Loaded;
use affray_dfrpg::scene::Setup;
use affray_dfrpg::state::State;
use serde_json::json;

const CLOSE: &str = r#"
ruleset = "dfrpg"
title = "Blade to blade"
round_limit = 6
[[combatant]]
name = "Arn"
side = "A"
sheet = "arn"
at = [0, 0]
facing = "E"
[[combatant]]
name = "Orc"
side = "B"
sheet = "orc"
at = [1, 0]
facing = "W"
[[combatant]]
name = "Wizard"
side = "B"
sheet = "wizard"
at = [4, 0]
facing = "W"
"#;

fn load() -> Loaded {
    let source = Source::new("close.toml", CLOSE);
    Loaded::read(&source, &|name| Err(FileError::whole(name, "there is no such file"))).unwrap()
}

fn terms(seed: u64, number: u64, dice: DiceFrom, by_hand: &[&str]) -> Terms {
    Terms {
        ruleset: "dfrpg".to_owned(),
        title: "Blade to blade".to_owned(),
        seed,
        number,
        dice,
        by_hand: by_hand.iter().map(|&name| name.to_owned()).collect(),
        encounter: Source::new("close.toml", CLOSE),
        beside: Vec::new(),
    }
}

fn session(terms: Terms) -> Session<Dfrpg> {
    let loaded = load();
    loaded.session(terms).unwrap()
}

const ALL: &[&str] = &["Arn", "Orc", "Wizard"];

#[test]
fn without_hands_it_is_the_fight_of_a_simulation() {
    let loaded = load();
    let mut simulated = Results::default();
    loaded.simulate(11, 0..12, &mut simulated);
    let mut told = Results { wins: vec![0; 2], fates: vec![FateCounts::default(); 3], ..Results::default() };
    for number in 0..12 {
        let table = session(terms(11, number, DiceFrom::Drawn, &[]));
        let Pause::Over(ending) = table.pause() else { panic!("{:?}", table.wanted()) };
        match ending.side {
            Some(side) => told.wins[side as usize] += 1,
            None => told.draws += 1,
        }
        told.at_limit += u64::from(ending.at_limit);
        told.rounds.0 += u64::from(Dfrpg::rounds(table.state()));
        for (counts, one) in told.fates.iter_mut().zip(table.standing()) {
            counts.out += u64::from(one.fate.out);
            counts.dead += u64::from(one.fate.dead);
            counts.fled += u64::from(one.fate.fled);
            let lost = (one.fate.max_hp - one.fate.hp.max(0)).max(0) as u64;
            counts.hp_lost += lost;
            counts.hp_lost_squared += lost * lost;
        }
    }
    assert_eq!(
        (told.wins, told.draws, told.at_limit, told.rounds.0, told.fates),
        (simulated.wins, simulated.draws, simulated.at_limit, simulated.rounds.0, simulated.fates)
    );
}

/// Decides what was decided before.
struct Said(std::vec::IntoIter<Choice>);

impl Policy<Dfrpg> for Said {
    fn decide(&mut self, _: &Setup, _: &State, _: &Question) -> Choice {
        self.0.next().unwrap()
    }
}

#[test]
fn drawn_dice_are_those_of_the_sampler() {
    for number in 0..4 {
        let mut table = session(terms(5, number, DiceFrom::Drawn, ALL));
        let mut whims = Stream::new(77, number);
        while let Pause::Need(Need::Choice(_)) = table.pause() {
            let choice = table.options()[whims.below(table.options().len())];
            table.push(Input::Choice { choice, allowed: false }).unwrap();
        }
        let said: Vec<Choice> = table
            .inputs()
            .filter_map(|input| match input {
                Input::Choice { choice, .. } => Some(*choice),
                _ => None,
            })
            .collect();
        let loaded = load();
        let mut state = loaded.start().clone();
        let mut sampler = Sampler::new(Stream::new(5, number), Said(said.into_iter()));
        while Dfrpg::ending(loaded.setup(), &state).is_none() {
            let Ok(()) = Dfrpg::next_turn(loaded.setup(), &mut state, &mut sampler);
        }
        assert_eq!(&state, table.state());
        assert!(sampler.policy.0.next().is_none());
    }
}

/// Does one thing or other, whether it makes sense or not.
fn whim(table: &Session<Dfrpg>, whims: &mut Stream) -> Command {
    match whims.below(24) {
        0 => Command::Undo,
        1 => Command::Void { line: None },
        2 => Command::Force { total: 3 + whims.below(16) as i32, line: None },
        3 => Command::Set { path: "Orc.hp".to_owned(), value: json!(whims.below(30) as i64 - 10) },
        4 => Command::Set { path: "Orc.nonsense".to_owned(), value: json!(1) },
        5 => Command::Interject { who: "Arn".to_owned(), words: "rise".to_owned() },
        6 => {
            let rolls: Vec<u64> = table
                .lines()
                .iter()
                .filter_map(|line| matches!(line.entry, LogEntry::Roll(_)).then_some(line.line))
                .collect();
            match rolls.len() {
                0 => Command::Undo,
                many => Command::Void { line: Some(rolls[whims.below(many)]) },
            }
        }
        7 => Command::Choose { words: "{ nonsense = 1 }".to_owned(), allow: false },
        8 => Command::Roll { words: "1000".to_owned() },
        9 => Command::Choose { words: "{ target = \"Wizard\", with = \"kick\" }".to_owned(), allow: true },
        _ => match table.wanted() {
            Wanted::Roll { dice, .. } => {
                let faces: Vec<String> =
                    (0..dice.number).map(|_| (1 + whims.below(dice.sides.into())).to_string()).collect();
                Command::Roll { words: faces.join(" ") }
            }
            Wanted::Choice { options, .. } if !options.is_empty() => {
                Command::Choose { words: (1 + whims.below(options.len())).to_string(), allow: false }
            }
            Wanted::Choice { .. } => Command::Choose { words: "none".to_owned(), allow: false },
            Wanted::Nothing { .. } => Command::Undo,
        },
    }
}

#[test]
fn every_log_leads_to_where_it_was_written() {
    for seed in 0..12 {
        let dice = if seed % 2 == 0 { DiceFrom::Typed } else { DiceFrom::Drawn };
        let hands = if seed % 3 == 0 { &ALL[..1] } else { ALL };
        let mut table = session(terms(seed, 0, dice, hands));
        let mut whims = Stream::new(seed, 99);
        let mut refused = 0;
        for _ in 0..150 {
            let before = (table.written().len(), table.state().clone(), table.wanted());
            let command = whim(&table, &mut whims);
            if table.act(command.clone()).is_err() {
                refused += 1;
                let after = (table.written().len(), table.state().clone(), table.wanted());
                assert_eq!(before, after, "{command:?} was refused");
            }
            for (at, line) in table.written().iter().enumerate() {
                assert!(line.starts_with(&format!("{{\"line\":{at},")), "{line}");
            }
        }
        assert!(0 < refused);
        let mut again = session(terms(seed, 0, dice, hands));
        assert_eq!(again.follow(table.written()), Ok(0), "seed {seed}");
        assert_eq!(again.written(), table.written());
        assert_eq!(again.lines(), table.lines());
        assert_eq!((again.state(), again.wanted()), (table.state(), table.wanted()));
        // A crash can cut a log off behind any line.
        let cut = 1 + whims.below(table.written().len());
        let mut resumed = session(terms(seed, 0, dice, hands));
        let missing = resumed.follow(&table.written()[..cut]).unwrap();
        assert_eq!(resumed.written().len(), cut + missing);
        // An edited line is found.
        let mut edited = table.written().to_vec();
        let at = whims.below(edited.len());
        edited[at].push(' ');
        assert!(session(terms(seed, 0, dice, hands)).follow(&edited).is_err());
    }
}

#[test]
fn undo_takes_back_one_input_at_a_time() {
    let mut table = session(terms(3, 0, DiceFrom::Drawn, ALL));
    let mut whims = Stream::new(4, 4);
    let mut past = Vec::new();
    for _ in 0..60 {
        let now = (table.lines().len(), table.state().clone(), table.wanted());
        let command = whim(&table, &mut whims);
        if !matches!(command, Command::Undo) && table.act(command).is_ok() {
            past.push(now);
        }
    }
    assert!(20 < past.len());
    while let Some(before) = past.pop() {
        table.undo().unwrap();
        assert_eq!((table.lines().len(), table.state().clone(), table.wanted()), before);
    }
    assert!(table.undo().is_err());
}

#[test]
fn a_game_master_overrules() {
    let mut table = session(terms(3, 0, DiceFrom::Typed, ALL));
    let say =
        |table: &mut Session<Dfrpg>, words: &str| table.act(Command::Choose { words: words.to_owned(), allow: false });
    let first = Dfrpg::asked(match table.pause() {
        Pause::Need(Need::Choice(question)) => question,
        other => panic!("{other:?}"),
    });
    let foe = if first == CombatantId(0) { "Orc" } else { "Arn" };
    say(&mut table, "done").unwrap();
    say(&mut table, "attack").unwrap();
    say(&mut table, "none").unwrap();
    let blow = format!("{{ target = \"{foe}\", at = \"torso\", deceptive = 9 }}");
    let refusal = say(&mut table, &blow).unwrap_err();
    assert!(refusal.contains("DF-"), "{refusal}");
    table.act(Command::Choose { words: blow, allow: true }).unwrap();
    let overruled = |line: &affray_core::session::LogLine| {
        matches!(&line.entry, LogEntry::Choice { overruled: Some(_), .. }) && line.text.is_some()
    };
    assert!(table.lines().iter().any(overruled));
    // While dice are due a setting waits for the next decision, but stands in the log at once.
    table.act(Command::Set { path: format!("{foe}.hp"), value: json!(3) }).unwrap();
    assert!(matches!(table.lines().last().unwrap().entry, LogEntry::Set { .. }));
    assert!(table.act(Command::Roll { words: "4 3".to_owned() }).is_err());
    table.act(Command::Force { total: 3, line: None }).unwrap();
    table.act(Command::Void { line: None }).unwrap();
    assert!(matches!(table.wanted(), Wanted::Roll { .. }));
    table.undo().unwrap();
    let mut again = session(terms(3, 0, DiceFrom::Typed, ALL));
    assert_eq!(again.follow(table.written()), Ok(0));
}
