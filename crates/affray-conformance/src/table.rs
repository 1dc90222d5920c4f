//! Fights at a table: they are the fights of simulations, and every log leads to where it was written.

use crate::often;
use affray_files::Source;
use affray_grid::Cell;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Input, Need, Policy, Sampler};
use affray_session::encounter::EncounterFormat;
use affray_session::scenario::Scenario;
use affray_session::{Command, DiceFrom, LogEntry, LogLine, Pause, Seat, Session, Table as _, Terms, Wanted};
use affray_sim::{OutcomeCounts, Results};
use std::collections::HashSet;

/// A scene of a ruleset that is played at a table.
#[derive(Debug, Clone)]
pub struct Sitting<'a> {
    /// The id of the ruleset.
    pub ruleset: &'a str,
    /// The encounter.
    pub text: &'a str,
    /// Its combatants.
    pub names: &'a [&'a str],
}

impl Sitting<'_> {
    /// The terms of a fight at it.
    pub fn terms(&self, seed: u64, number: u64, dice: DiceFrom, by_hand: &[&str]) -> Terms {
        Terms {
            ruleset: self.ruleset.to_owned(),
            title: "A sitting".to_owned(),
            seed,
            number,
            dice,
            by_hand: by_hand.iter().map(|&name| name.to_owned()).collect(),
            orders: Vec::new(),
            encounter: Source::new("sitting.toml", self.text),
            beside: Vec::new(),
        }
    }

    /// The encounter.
    ///
    /// # Panics
    /// If it cannot be read.
    pub fn load<G: EncounterFormat>(&self) -> Scenario<G> {
        crate::load("sitting.toml", self.text)
    }

    /// A fight at it.
    ///
    /// # Panics
    /// If it cannot begin.
    pub fn session<G: EncounterFormat>(&self, seed: u64, number: u64, dice: DiceFrom, by_hand: &[&str]) -> Session<G>
    where
        G::Setup: Clone,
    {
        self.load::<G>().session(self.terms(seed, number, dice, by_hand)).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// All that has to hold of fights at a table. `own` are commands that the game knows of, sensible or not.
///
/// # Panics
/// With what is wrong.
pub fn holds<G: EncounterFormat>(sitting: &Sitting<'_>, own: &[Command])
where
    G::Setup: Clone,
{
    without_hands_it_is_the_fight_of_a_simulation::<G>(sitting, often(12, 3));
    drawn_dice_are_those_of_the_sampler::<G>(sitting, often(4, 1));
    every_log_leads_to_where_it_was_written::<G>(sitting, own, often(8, 1));
    undo_takes_back_one_input_at_a_time::<G>(sitting, own);
    dice_that_are_taken_back_fall_anew::<G>(sitting);
    seats_see_what_is_theirs::<G>(sitting);
    who_joins_and_leaves_is_part_of_the_log::<G>(sitting);
    crate::secrets::holds::<G>(sitting);
    crate::position::holds::<G>(sitting);
}

/// Without anybody played by hand it is the fight of a simulation.
///
/// # Panics
/// If it is not.
pub fn without_hands_it_is_the_fight_of_a_simulation<G: EncounterFormat>(sitting: &Sitting<'_>, fights: u64)
where
    G::Setup: Clone,
{
    let loaded = sitting.load::<G>();
    let mut simulated = Results::default();
    loaded.simulation().run(11, 0..fights, &mut simulated);
    let mut told = Results {
        wins: vec![0; simulated.wins.len()],
        fates: vec![OutcomeCounts::default(); simulated.fates.len()],
        ..Results::default()
    };
    for number in 0..fights {
        let table = sitting.session::<G>(11, number, DiceFrom::Drawn, &[]);
        let Pause::Over(ending) = table.pause() else { panic!("{:?}", table.wanted()) };
        match ending.side {
            Some(side) => told.wins[side as usize] += 1,
            None => told.draws += 1,
        }
        told.at_limit += u64::from(ending.at_limit);
        told.rounds.0 += u64::from(G::rounds(table.state()));
        let attack = |line: &LogLine| match &line.entry {
            LogEntry::Roll(roll) if G::ATTACKS.contains(&roll.what.as_str()) => Some(roll.who.clone()),
            _ => None,
        };
        let attackers: HashSet<String> = table.lines().iter().filter_map(attack).collect();
        for (counts, one) in told.fates.iter_mut().zip(table.standing()) {
            counts.attacked |= attackers.contains(&one.name);
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

/// Somebody can join a fight and leave it at any decision: undo takes it back, the log leads there, and the fight goes on.
///
/// # Panics
/// If it is otherwise.
pub fn who_joins_and_leaves_is_part_of_the_log<G: EncounterFormat>(sitting: &Sitting<'_>)
where
    G::Setup: Clone,
{
    for seed in 0..3 {
        let mut table = sitting.session::<G>(seed, 0, DiceFrom::Drawn, sitting.names);
        let (mut joined, mut left) = (0, 0);
        for step in seed..40 + seed {
            let before = (table.state().clone(), table.standing().len());
            if matches!(table.wanted(), Wanted::Nothing { .. }) && joined != 0 {
                break;
            }
            let done = match step % 10 {
                3 => {
                    let around =
                        G::place(table.setup(), table.state(), CombatantId(0)).map_or_else(Cell::default, |at| at.0);
                    let cells = (-3..=3).flat_map(|q| (-3..=3).map(move |r| Cell { q: around.q + q, r: around.r + r }));
                    let add = |cell: Cell| Command::Add {
                        combatant: serde_json::json!({ "sheet": sitting.names[0], "at": [cell.q, cell.r] }),
                    };
                    let mut tried = Vec::new();
                    for cell in cells {
                        tried.push(table.act(add(cell)));
                        if tried.last() == Some(&Ok(())) {
                            break;
                        }
                    }
                    assert!(tried.contains(&Ok(())), "seed {seed}, step {step}: nobody can join anywhere: {tried:?}");
                    joined += 1;
                    assert_eq!(table.standing().len(), before.1 + 1);
                    true
                }
                7 if joined != left => {
                    left += 1;
                    let who = table.standing().pop().expect("somebody fights").name;
                    let done = table.act(Command::Remove { who });
                    assert_eq!(done, Ok(()));
                    assert!(table.standing()[before.1 - 1].fate.fled);
                    true
                }
                _ => table.act(Command::Choose { words: "1".to_owned(), allow: false }).is_ok(),
            };
            if done && step % 10 % 4 == 3 {
                table.act(Command::Undo).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!((table.state().clone(), table.standing().len()), before, "seed {seed}, step {step}");
                table.act(Command::Redo).unwrap_or_else(|error| panic!("{error}"));
            }
        }
        assert_ne!(joined, 0);
        let terms = sitting.terms(seed, 0, DiceFrom::Drawn, sitting.names);
        let mut again = sitting.load::<G>().session_to_follow(terms).unwrap_or_else(|error| panic!("{error}"));
        again.follow(table.written()).unwrap_or_else(|difference| panic!("seed {seed}: {difference:?}"));
        assert_eq!(again.state(), table.state());
        assert_eq!(again.standing(), table.standing());
        // It is a fight like any other.
        assert_eq!(table.win_chance(seed, 1).wins.len(), G::sides(table.setup()).len());
    }
}

/// Decides what was decided before.
struct Said<G: EncounterFormat>(std::vec::IntoIter<G::Choice>);

impl<G: EncounterFormat> Policy<G> for Said<G> {
    fn decide(&mut self, _: &G::Setup, _: &G::State, _: &G::Question) -> G::Choice {
        self.0.next().expect("as many decisions as before")
    }
}

/// Dice that are drawn at a table are those that the sampler draws.
///
/// # Panics
/// If they are not.
pub fn drawn_dice_are_those_of_the_sampler<G: EncounterFormat>(sitting: &Sitting<'_>, fights: u64)
where
    G::Setup: Clone,
{
    for number in 0..fights {
        let mut table = sitting.session::<G>(5, number, DiceFrom::Drawn, sitting.names);
        let mut whims = Stream::new(77, number);
        while let Pause::Need(Need::Choice(_)) = table.pause() {
            let choice = table.options()[whims.below(table.options().len())];
            table.push(Input::Choice { choice, allowed: false }).expect("it is listed");
        }
        let said: Vec<G::Choice> = table
            .inputs()
            .filter_map(|input| match input {
                Input::Choice { choice, .. } => Some(*choice),
                _ => None,
            })
            .collect();
        let loaded = sitting.load::<G>();
        let mut state = loaded.start().clone();
        let mut sampler = Sampler::new(Stream::new(5, number), Said::<G>(said.into_iter()));
        while G::ending(loaded.setup(), &state).is_none() {
            let Ok(()) = G::next_turn(loaded.setup(), &mut state, &mut sampler);
        }
        // A table with somebody who plays by hand goes on after the battle.
        if !sitting.names.is_empty() {
            let Ok(()) = G::aftermath(loaded.setup(), &mut state, &mut sampler);
        }
        assert_eq!(&state, table.state());
        assert!(sampler.policy.0.next().is_none());
    }
}

/// Does one thing or other, whether it makes sense or not: one of those that the game knows of, or any.
fn whim<G: EncounterFormat>(table: &Session<G>, own: &[Command], whims: &mut Stream) -> Command {
    match whims.below(28) {
        0 => Command::Undo,
        24 => Command::Redo,
        25 => Command::Draw,
        26 if whims.below(4) == 0 => Command::UndoTurn,
        26 => Command::Note { note: "a note".to_owned() },
        27 => {
            let all = table.standing();
            Command::Hurt { who: all[whims.below(all.len())].name.clone(), points: 1 }
        }
        1 => Command::Void { line: None },
        2 => Command::Force { total: 3 + whims.below(16) as i32, line: None },
        3 => Command::Set { path: "nobody.nonsense".to_owned(), value: 1.into() },
        4 => {
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
        5 => Command::Choose { words: "{ nonsense = 1 }".to_owned(), allow: false },
        6 => Command::Roll { words: "1000".to_owned() },
        7..=9 if !own.is_empty() => own[whims.below(own.len())].clone(),
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

/// Whatever is done at a table, what is refused changes nothing, and the log leads to the same table,
/// even if it was cut off; one that was edited is found out. `own` are commands that the game knows of,
/// sensible or not.
///
/// # Panics
/// With what is wrong.
pub fn every_log_leads_to_where_it_was_written<G: EncounterFormat>(sitting: &Sitting<'_>, own: &[Command], fights: u64)
where
    G::Setup: Clone,
{
    for seed in 0..fights {
        let dice = [DiceFrom::Typed, DiceFrom::Drawn, DiceFrom::Fresh, DiceFrom::TypedOwn][seed as usize % 4];
        let asks_all = (seed ^ (seed / 4)) % 2 == 0;
        let again = || {
            let hands = if seed % 3 == 0 { &sitting.names[..1] } else { sitting.names };
            let terms = sitting.terms(seed, 0, dice, hands);
            sitting.load::<G>().session_to_follow(terms).unwrap_or_else(|error| panic!("{error}"))
        };
        let hands = if seed % 3 == 0 { &sitting.names[..1] } else { sitting.names };
        let mut table = sitting.session::<G>(seed, 0, dice, hands);
        table.ask_all(asks_all).expect("usual answers are legal");
        let mut whims = Stream::new(seed, 99);
        let mut refused = 0;
        for _ in 0..80 {
            let before = (table.written().len(), table.state().clone(), table.wanted());
            table.sit(["", "Ann", "game master"][whims.below(3)], Seat::GameMaster);
            if let Wanted::Choice { options, .. } = &before.2
                && !options.is_empty()
                && whims.below(4) == 0
            {
                let offer = &options[whims.below(options.len())];
                assert_eq!(table.decide(std::slice::from_ref(&offer.id)), Ok(1), "{}", offer.words);
                continue;
            }
            let command = whim(&table, own, &mut whims);
            if table.act(command.clone()).is_err() {
                refused += 1;
                let after = (table.written().len(), table.state().clone(), table.wanted());
                assert_eq!(before, after, "{command:?} was refused");
            }
            for (at, line) in table.written().iter().enumerate() {
                assert!(line.starts_with(&format!("{{\"line\":{at},")), "{line}");
            }
        }
        assert!(refused > 0);
        for at in 0..sitting.names.len() {
            assert!(table.look(at).iter().all(|line| !line.is_empty() && !line.contains('\n')));
        }
        // A crash can cut a log off behind any line.
        let cut = 1 + whims.below(table.written().len());
        let mut resumed = again();
        let missing = resumed.follow(&table.written()[..cut]).expect("a log that was cut off");
        assert_eq!(resumed.written().len(), cut + missing);
        let mut edited = again();
        let mut again = again();
        assert_eq!(again.follow(table.written()), Ok(0), "seed {seed}");
        again.ask_all(asks_all).expect("usual answers are legal");
        assert_eq!(again.written(), table.written());
        assert_eq!(again.lines(), table.lines());
        assert_eq!((again.state(), again.wanted()), (table.state(), table.wanted()));
        // An edited line is found.
        let mut wrong = table.written().to_vec();
        let at = whims.below(wrong.len());
        wrong[at].push(' ');
        assert!(edited.follow(&wrong).is_err());
    }
}

/// What seats see: whoever is asked has the options and what is refused with its rule, the others have neither; each figure
/// stands on the map where the rules have it; a plan of several choices is taken as far as dice or somebody else's question.
///
/// # Panics
/// With what is wrong.
pub fn seats_see_what_is_theirs<G: EncounterFormat>(sitting: &Sitting<'_>)
where
    G::Setup: Clone,
{
    let mut table = sitting.session::<G>(5, 0, DiceFrom::Drawn, sitting.names);
    let mut whims = Stream::new(6, 6);
    let (mut told, map) = (0, table.map());
    for _ in 0..often(60, 20) {
        table.sit("", Seat::Spectator);
        let none = table.view();
        table.sit("", Seat::GameMaster);
        let all = table.view();
        assert_eq!(all.wanted.as_ref(), Some(&table.wanted()));
        assert_eq!((&all.figures[0].name, all.figures.len()), (&none.figures[0].name, none.figures.len()));
        let Some(asked) = all.asked.clone() else { break };
        assert_eq!(none.wanted, None);
        let at = all.figures.iter().position(|one| one.name == asked).expect("somebody of the fight is asked");
        table.sit("", Seat::Player(vec![at + 1]));
        assert_eq!(table.view().wanted, None);
        table.sit("", Seat::Player(vec![at]));
        assert_eq!(table.view().wanted, all.wanted);
        for (at, figure) in all.figures.iter().enumerate() {
            let place = G::place(table.setup(), table.state(), CombatantId(at as u8));
            assert_eq!(figure.cells.first().copied(), place.map(|(cell, _)| cell));
            let is_there = |cell: &affray_grid::Cell| {
                let in_row = |(first, width): &(affray_grid::Cell, u32)| {
                    first.r == cell.r && (first.q..first.q + *width as i16).contains(&cell.q)
                };
                map.open || map.rows.iter().any(in_row)
            };
            assert!(figure.out || figure.cells.iter().all(is_there), "{figure:?}");
            assert!(figure.points.iter().all(|points| points.now <= points.max), "{figure:?}");
        }
        let Some(Wanted::Choice { options, refused, .. }) = all.wanted else { break };
        for one in &refused {
            assert!(!one.message.is_empty() && !one.rule.is_empty(), "{one:?}");
            assert!(options.iter().all(|offer| offer.words != one.words), "{one:?} is offered");
        }
        told += refused.len();
        if options.is_empty() {
            table.act(Command::Choose { words: "none".to_owned(), allow: false }).expect("nothing is always an answer");
            continue;
        }
        let offer = &options[whims.below(options.len())];
        let plan = [offer.id.clone(), serde_json::json!({ "nonsense": 1 })];
        assert_eq!(table.decide(&plan), Ok(1), "{offer:?}");
    }
    assert!(told > 0, "nothing was ever refused");
    let before = table.written().len();
    assert!(table.decide(&[serde_json::json!({ "nonsense": 1 })]).is_err());
    assert_eq!(table.written().len(), before);
}

/// Undo takes back one input at a time, to the very state before it.
///
/// # Panics
/// If it does not.
pub fn undo_takes_back_one_input_at_a_time<G: EncounterFormat>(sitting: &Sitting<'_>, own: &[Command])
where
    G::Setup: Clone,
{
    let mut table = sitting.session::<G>(3, 0, DiceFrom::Drawn, sitting.names);
    let mut whims = Stream::new(4, 4);
    let mut past = Vec::new();
    for _ in 0..often(60, 30) {
        let now = (table.lines().len(), table.state().clone(), table.wanted());
        let command = whim(&table, own, &mut whims);
        let is_input = !matches!(command, Command::Undo | Command::UndoTurn | Command::Redo | Command::Note { .. });
        if is_input && table.act(command).is_ok() {
            past.push(now);
        }
    }
    assert!(past.len() > often(20, 8) as usize);
    while let Some(before) = past.pop() {
        table.undo().expect("something was done");
        assert_eq!((table.lines().len(), table.state().clone(), table.wanted()), before);
    }
    assert!(table.undo().is_err());
}

/// Dice of the operating system that are taken back fall anew; those of a seed fall as before.
///
/// # Panics
/// If they do not.
pub fn dice_that_are_taken_back_fall_anew<G: EncounterFormat>(sitting: &Sitting<'_>)
where
    G::Setup: Clone,
{
    for dice in [DiceFrom::Fresh, DiceFrom::Drawn] {
        let mut table = sitting.session::<G>(8, 0, dice, sitting.names);
        let mut policy = G::Own::default();
        let rolls = |table: &Session<G>| -> Vec<i32> {
            let totals = table.lines().iter().filter_map(|line| match &line.entry {
                LogEntry::Roll(roll) => Some(roll.total),
                _ => None,
            });
            totals.collect()
        };
        let mut fell = HashSet::new();
        for _ in 0..200 {
            let before = rolls(&table).len();
            let &Pause::Need(Need::Choice(question)) = table.pause() else { break };
            policy.restart();
            let choice = policy.decide(table.setup(), table.state(), &question);
            table.push(Input::Choice { choice, allowed: false }).expect("it is legal");
            if before == rolls(&table).len() {
                continue;
            }
            for _ in 0..40 {
                fell.insert(rolls(&table)[before..].to_vec());
                table.undo().expect("something was done");
                table.redo().expect("it was legal");
            }
            break;
        }
        // Forty throws of a die that fall alike have a chance of 6 to the power of -39.
        let expected = if dice == DiceFrom::Fresh { 2..=41 } else { 1..=1 };
        assert!(expected.contains(&fell.len()), "{dice:?}: {fell:?}");
    }
}

/// What [`Rules::look`](affray_session::ruleset::Rules::look) says of the first combatant of an encounter, and, if there is a
/// second, what [`Rules::measured`](affray_session::ruleset::Rules::measured) says of shots at it: for each pair there is one line
/// that begins and ends so.
///
/// # Panics
/// If there is none, or several, with all the lines.
#[track_caller]
pub fn look_tells<G: EncounterFormat>(encounter: &str, expected: &[(&str, &str)]) {
    let loaded = crate::load::<G>("look.toml", encounter);
    let mut lines = G::look(loaded.setup(), loaded.start(), CombatantId(0));
    if G::figures(loaded.setup()).len() > 1 {
        lines.extend(G::measured(loaded.setup(), loaded.start(), CombatantId(0), CombatantId(1)));
    }
    for (begin, end) in expected {
        let found = lines.iter().filter(|line| line.starts_with(begin) && line.ends_with(end)).count();
        assert_eq!(found, 1, "`{begin} ... {end}` in:\n{}", lines.join("\n"));
    }
}
