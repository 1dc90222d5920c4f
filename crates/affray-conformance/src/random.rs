//! Random encounters, fought out: what has to hold of fights that nobody wrote beforehand.

use crate::encounters::{SIDES, Stock};
use crate::load;
use affray_files::Source;
use affray_grid::Cell;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Game, Policy, Sampler};
use affray_kernel::referee::{Input, Need};
use affray_session::encounter::EncounterFormat;
use affray_session::scenario::Scenario;
use affray_session::{Command, DiceFrom, Pause, Table as _, Terms};
use affray_sim::Results;
use std::ops::Range;

/// A turn has no more decisions of opponents.
const MOST_DECISIONS: u32 = 10_000;
/// So many fights of an encounter are simulated with the cache of turns and without it.
const SIMULATED: u64 = 3;
/// Decisions after which a fight that somebody joined is looked at no further: it may be one of trolls.
const MOST_WITH_LATECOMERS: u32 = 2_000;
/// So many join an encounter in its middle, at the most.
const MOST_LATE: u32 = 3;
/// The bound on what being listed first is worth, in standard deviations.
const DEVIATIONS: f64 = 4.5;

/// Random encounters that were fought.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fought {
    /// Fights, each of them the first of its seed.
    pub fights: u64,
    /// The numbers of the encounters whose fights the limit of rounds broke off.
    pub at_limit: Vec<u64>,
}

/// The opponent of a ruleset, each of whose choices is judged.
struct Judged<G: EncounterFormat> {
    opponent: G::Own,
    decisions: u32,
}

impl<G: EncounterFormat> Policy<G> for Judged<G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        self.decisions += 1;
        assert!(self.decisions <= MOST_DECISIONS, "a turn without an end: {question:?}");
        let choice = self.opponent.decide(setup, state, question);
        if let Err(refusal) = G::judge(setup, state, question, &choice) {
            panic!("an opponent wants what the rules refuse: {refusal}\n{question:?}\n{choice:?}");
        }
        choice
    }

    fn restart(&mut self) {
        self.decisions = 0;
        self.opponent.restart();
    }
}

/// Fails for a state that can never be after a turn that began with another.
type Possible<G> = fn(&<G as Game>::Setup, &<G as Game>::State, &<G as Game>::State);

/// Prints a text if the proof that holds it fails.
struct Shown<T: AsRef<str>>(T);

impl<T: AsRef<str>> Drop for Shown<T> {
    #[allow(clippy::print_stdout, reason = "a test that fails shows its encounter")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", self.0.as_ref());
        }
    }
}

/// Fights an encounter out with opponents whose choices are judged, looks at the state after each turn, and returns the
/// last one.
fn judged<G: EncounterFormat>(encounter: &Scenario<G>, seed: u64, possible: Possible<G>) -> G::State {
    let (setup, mut state) = (encounter.setup(), encounter.start().clone());
    let opponent = Judged::<G> { opponent: G::Own::default(), decisions: 0 };
    let mut referee = Sampler::new(Stream::new(seed, 0), opponent);
    let most = (G::round_limit(setup) as usize + 2) * (2 * G::figures(setup).len() + 4);
    for turn in 0..most {
        if G::ending(setup, &state).is_some() {
            return state;
        }
        let _shown = Shown(format!("# turn {turn}, after {} rounds", G::rounds(&state)));
        let before = state.clone();
        referee.policy.restart();
        let Ok(()) = G::next_turn(setup, &mut state, &mut referee);
        possible(setup, &before, &state);
    }
    panic!("no end after {most} turns and {} rounds", G::rounds(&state));
}

/// The first fight of a seed of an encounter: every choice of an opponent is legal, no state is impossible, the fight
/// ends, it is the first fight of the simulation, with the cache of turns and without it, and its log leads to the same
/// fight. Whether the limit of rounds broke it off.
///
/// # Panics
/// With what does not hold.
#[track_caller]
pub fn fight<G: EncounterFormat>(name: &str, text: &str, seed: u64, possible: Possible<G>) -> bool
where
    G::Setup: Clone,
{
    let encounter: Scenario<G> = load(name, text);
    let last = judged(&encounter, seed, possible);

    let session = || {
        let terms = Terms {
            ruleset: G::ID.to_owned(),
            title: name.to_owned(),
            seed,
            number: 0,
            dice: DiceFrom::Drawn,
            by_hand: Vec::new(),
            orders: Vec::new(),
            encounter: Source::new(name, text),
            beside: Vec::new(),
        };
        load::<G>(name, text).session(terms).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let table = session();
    let Pause::Over(ending) = *table.pause() else { panic!("{name}: the fight stops at {:?}", table.wanted()) };
    assert!(*table.state() == last, "{name}: the fight at the table ends otherwise");
    let mut again = session();
    assert_eq!(again.follow(table.written()), Ok(0), "{name}: the log does not replay");
    assert!(again.written() == table.written(), "{name}: the log replays to another log");

    let mut first = Results::default();
    encounter.simulation().run(seed, 0..1, &mut first);
    assert_eq!(first.at_limit, u64::from(ending.at_limit), "{name}: the simulation ends otherwise");
    assert_eq!(first.rounds.0, u64::from(G::rounds(&last)), "{name}: the rounds of the simulation");
    for (side, &wins) in first.wins.iter().enumerate() {
        assert_eq!(wins, u64::from(ending.side.map(usize::from) == Some(side)), "{name}: the winner of the simulation");
    }
    for (who, fate) in (0..).map(CombatantId).zip(&first.fates) {
        let status = G::final_status(encounter.setup(), &last, who);
        let lost = (status.max_hp - status.hp.max(0)).max(0) as u64;
        let expected = (u64::from(status.dead), u64::from(status.out), u64::from(status.fled), lost);
        assert_eq!((fate.dead, fate.out, fate.fled, fate.hp_lost), expected, "{name}: {who:?} in the simulation");
    }
    let (mut cached, mut by_rules) = (Results::default(), Results::default());
    encounter.simulation().run(seed, 0..SIMULATED, &mut cached);
    encounter.simulation().uncached().run(seed, 0..SIMULATED, &mut by_rules);
    assert_eq!(cached, by_rules, "{name}: with the cache of turns and without it");
    ending.at_limit
}

/// [`fight`] for the random encounters of those numbers.
///
/// # Panics
/// With what does not hold; the encounter is printed.
pub fn encounters<G: EncounterFormat>(stock: &Stock<G>, numbers: Range<u64>) -> Fought
where
    G::Setup: Clone,
{
    let mut fought = Fought::default();
    for number in numbers {
        let text = stock.encounter(number).text();
        let shown = Shown(text);
        let at_limit = fight::<G>(&format!("encounter {number}"), &shown.0, number, stock.possible);
        fought.fights += 1;
        fought.at_limit.extend(at_limit.then_some(number));
    }
    fought
}

/// [`encounters`], few of which end at the limit of rounds.
///
/// # Panics
/// With what does not hold.
pub fn encounters_end<G: EncounterFormat>(stock: &Stock<G>, numbers: Range<u64>)
where
    G::Setup: Clone,
{
    let fought = encounters(stock, numbers);
    // Of few fights one may be such a one.
    let few = fought.at_limit.len() as u64 * 1000 <= (fought.fights * stock.most_at_limit).max(1000);
    assert!(few, "too few fights end by themselves: {fought:?}");
}

/// What it is worth to be listed first, in encounters in which two sides mirror each other: the difference of the points
/// of a side (1 for a victory, 1/2 for a draw) when it is listed first and when it is listed last.
///
/// Each encounter is fought as often with the sides listed either way, each time with other dice, so that whatever else
/// favors a side cancels out.
#[derive(Debug, Clone, Copy, Default)]
pub struct WorthOfBeingFirst {
    encounters: f64,
    sum: f64,
    variance: f64,
}

impl WorthOfBeingFirst {
    /// Fights the mirrored encounter of a number, so often with the sides listed either way.
    pub fn measure<G: EncounterFormat>(&mut self, stock: &Stock<G>, number: u64, fights: u64) {
        let encounter = stock.mirrored(number);
        self.encounters += 1.0;
        for (order, text) in [encounter.text(), encounter.reversed()].iter().enumerate() {
            let (scenario, mut results): (Scenario<G>, _) = (load("mirrored", text), Results::default());
            scenario.simulation().run(2 * number + order as u64, 0..fights, &mut results);
            // Results list sides by the keys of the file, whoever's combatants come first.
            let first = G::sides(scenario.setup()).position(|side| side == SIDES[order]).unwrap_or_default();
            let [wins, losses] = [first, 1 - first].map(|side| results.wins[side] as f64 / fights as f64);
            let mean = wins - losses;
            self.sum += mean / 2.0;
            // The square of 1, -1 or 0 for a fight is 1 or 0. At least that of one fight that ends otherwise, lest
            // encounters with one outcome count as certain.
            let variance = (wins + losses - mean * mean).max(1.0 / fights as f64);
            self.variance += variance / fights as f64 / 4.0;
        }
    }

    /// The mean, and its standard deviation.
    pub fn mean(&self) -> (f64, f64) {
        (self.sum / self.encounters, self.variance.sqrt() / self.encounters)
    }

    /// Fails if it lies farther than 4.5 standard deviations from 0, where chance alone leads once in 150,000 times.
    ///
    /// # Panics
    /// With the mean.
    pub fn is_nothing(&self) {
        let (mean, deviation) = self.mean();
        assert!(mean.abs() <= DEVIATIONS * deviation, "being listed first is worth {mean:.4} +- {deviation:.4} points");
    }
}

/// No side gains by the order in which the sides are listed. Seeds are fixed: the same code always comes to the same.
///
/// # Panics
/// With what it is worth to be listed first.
pub fn the_order_of_listing_favors_nobody<G: EncounterFormat>(stock: &Stock<G>, numbers: Range<u64>, fights: u64) {
    let mut worth = WorthOfBeingFirst::default();
    numbers.for_each(|number| worth.measure(stock, number, fights));
    worth.is_nothing();
}

/// Whom the game master has join random encounters in their middle: opponents play on by the rules, to the end of the fight
/// or as far as it is looked at, and the log with the newcomers replays. Returns how many joined.
///
/// # Panics
/// With what does not hold; the encounter is printed.
pub fn latecomers<G: EncounterFormat>(stock: &Stock<G>, numbers: Range<u64>) -> u64
where
    G::Setup: Clone,
{
    let mut joined = 0;
    for number in numbers {
        let shown = Shown(stock.encounter(number).text());
        let name = format!("encounter {number} with latecomers");
        let encounter: Scenario<G> = load(&name, &shown.0);
        let names: Vec<String> = G::figures(encounter.setup()).map(|(name, _)| name.to_owned()).collect();
        let terms = |by_hand| Terms {
            ruleset: G::ID.to_owned(),
            title: name.clone(),
            seed: number,
            number: 0,
            dice: DiceFrom::Drawn,
            by_hand,
            orders: Vec::new(),
            encounter: Source::new(&name, &shown.0),
            beside: Vec::new(),
        };
        let mut table = encounter.session(terms(names.clone())).unwrap_or_else(|error| panic!("{error}"));
        let (mut chance, mut opponent, mut decisions, mut late) = (Stream::new(31, number), G::Own::default(), 0, 0);
        let mut next = 1 + chance.below(20);
        while let Pause::Need(Need::Choice(question)) = table.pause() {
            let question = *question;
            decisions += 1;
            if decisions > MOST_WITH_LATECOMERS {
                break;
            }
            if decisions as usize == next && late < MOST_LATE {
                next += 1 + chance.below(60);
                let sheet = &names[chance.below(names.len())];
                let middle =
                    G::place(table.setup(), table.state(), CombatantId(0)).map_or_else(Cell::default, |at| at.0);
                let cells = (-4..=4).flat_map(|q| (-4..=4).map(move |r| [middle.q + q, middle.r + r]));
                let add = |at| Command::Add { combatant: serde_json::json!({ "sheet": sheet, "at": at }) };
                if cells.into_iter().any(|at| table.act(add(at)).is_ok()) {
                    (joined, late) = (joined + 1, late + 1);
                    continue;
                }
            }
            opponent.restart();
            let choice = opponent.decide(table.setup(), table.state(), &question);
            let pushed = table.push(Input::Choice { choice, allowed: false });
            assert_eq!(pushed, Ok(()), "{name}: {question:?} -> {choice:?}");
        }
        let is_over = matches!(table.pause(), Pause::Over(_)) || decisions > MOST_WITH_LATECOMERS;
        assert!(is_over, "{name}: it stops at {:?}", table.wanted());
        let again: Scenario<G> = load(&name, &shown.0);
        let mut again = again.session_to_follow(terms(names)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.follow(table.written()), Ok(0), "{name}: the log does not replay");
        assert!(again.written() == table.written(), "{name}: the log replays to another log");
    }
    joined
}
