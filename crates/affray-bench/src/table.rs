//! How fast a table answers: options, plans and odds of a fight of four against four, and copies of its positions.

use crate::{Bound, Figure, median, seconds};
use affray_files::Source;
use affray_session::encounter::EncounterFormat;
use affray_session::scenario::Scenario;
use affray_session::{Command, DiceFrom, Table as _, Terms, Wanted};

/// Decisions at which it is asked.
const DECISIONS: usize = 60;

/// Options of each decision whose odds are asked for, from the first of the list to the last.
const OPTIONS: usize = 8;

/// Copies that are made of each position.
const COPIES: u32 = 10_000;

/// The longest that a person waits for an answer, in milliseconds.
const PATIENCE_MS: f64 = 50.0;

/// How often the fight is played: the quickest of its answers counts, so that what else the machine does is not taken for the
/// program.
const TIMES: u32 = 3;

/// The longest of all answers at a table, if everybody takes the first of the list; the middle one of copies.
pub(crate) fn measure<G: EncounterFormat>(ruleset: &'static str, group: &Scenario<G>, odds_ms: f64) -> Vec<Figure>
where
    G::Setup: Clone,
{
    let terms = Terms {
        ruleset: ruleset.to_owned(),
        title: String::new(),
        seed: 1,
        number: 0,
        dice: DiceFrom::Drawn,
        by_hand: G::figures(group.setup()).map(|(name, _)| name.to_owned()).collect(),
        orders: Vec::new(),
        encounter: Source::new("group", ""),
        beside: Vec::new(),
    };
    let answers: Vec<_> = (0..TIMES).map(|_| answers(group, terms.clone())).collect();
    let worst = |part: usize| {
        let quickest = |at: usize| answers.iter().map(|run| run[part][at]).fold(f64::INFINITY, f64::min);
        (0..answers[0][part].len()).map(quickest).fold(0.0, f64::max)
    };
    let figure = |what, value, unit, bound| Figure { ruleset, what, value, unit, bound: Some(Bound::AtMost(bound)) };
    vec![
        figure("at a table, options: the longest", worst(0), "ms", PATIENCE_MS),
        figure("at a table, a plan: the longest", worst(1), "ms", PATIENCE_MS),
        figure("at a table, where a movement can go: the longest", worst(2), "ms", PATIENCE_MS),
        figure("at a table, odds: the longest", worst(3), "ms", odds_ms),
        figure("at a table, a copy of a position", median(answers[0][4].clone()), "us", 2.0),
    ]
}

/// What each decision of a fight takes: options, a plan, where a movement can go and odds in milliseconds, a copy in microseconds.
fn answers<G: EncounterFormat>(group: &Scenario<G>, terms: Terms) -> [Vec<f64>; 5]
where
    G::Setup: Clone,
{
    let mut session = group.session(terms).unwrap_or_else(|error| panic!("{error}"));
    session.ask_all(false).unwrap_or_else(|error| panic!("{error}"));
    let [mut options, mut plan, mut move_to, mut odds, mut copies] = [const { Vec::new() }; 5];
    for _ in 0..DECISIONS {
        let mut wanted = None;
        options.push(1e3 * seconds(|| wanted = Some(session.wanted())));
        let Some(Wanted::Choice { options, .. }) = &wanted else { break };
        plan.push(1e3 * seconds(|| session.plan("1", false)));
        move_to.push(1e3 * seconds(|| session.reachable("")));
        let asked = options.len().min(OPTIONS);
        for number in (0..asked).map(|number| number * options.len() / asked + 1) {
            odds.push(1e3 * seconds(|| session.odds(&number.to_string())));
        }
        let position = session.position();
        copies.push(
            1e6 * seconds(|| (0..COPIES).for_each(|_| drop(std::hint::black_box(position.clone()))))
                / f64::from(COPIES),
        );
        let first = Command::Choose { words: "1".to_owned(), allow: false };
        session.act(first).unwrap_or_else(|error| panic!("{error}"));
    }
    [options, plan, move_to, odds, copies]
}
