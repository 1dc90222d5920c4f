//! What is told of points is what becomes of them: the events and the words of random encounters against the states before
//! and after each turn.

use crate::encounters::Stock;
use crate::load;
use affray_files::sheets::Shelf;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Live, Record, Tape};
use affray_kernel::tally::{LineKind, Lines, Tally as _};
use affray_session::encounter::EncounterFormat;
use affray_session::scenario::Scenario;
use std::fmt::Debug;
use std::ops::Range;

/// What an event tells of somebody's points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Whose they are.
    pub who: CombatantId,
    /// Their place among the points of a combatant.
    pub points: usize,
    /// How many more there are; negative for fewer.
    pub by: i32,
    /// How many there are then, if that is told.
    pub left: Option<i32>,
    /// The name of the sum that is shown before it and comes to as many.
    pub sum: Option<&'static str>,
}

impl Change {
    /// So many points lost, of which so many are left, as the sum of that name told before.
    pub const fn lost(who: CombatantId, points: usize, lost: i32, left: i32, sum: Option<&'static str>) -> Self {
        Self { who, points, by: -lost, left: Some(left), sum }
    }

    /// So many points gained, and so many there are now.
    pub const fn gained(who: CombatantId, points: usize, gained: i32, now: i32) -> Self {
        Self { who, points, by: gained, left: Some(now), sum: None }
    }
}

/// How a ruleset's test reads states and events.
#[derive(Debug)]
pub struct Reader<G: EncounterFormat> {
    /// The points of a combatant, in a fixed order.
    pub points: fn(&G::State, CombatantId) -> Vec<i32>,
    /// The changes of points that an event tells.
    pub changes: fn(&G::Event) -> Option<Change>,
}

impl<G: EncounterFormat> Stock<G> {
    /// Sheets alone, on any ground.
    pub const fn plain(sheets: Shelf, scenes: &'static [&'static str], room: fn(&str) -> usize) -> Self {
        Self {
            sheets,
            scenes,
            grounds: &[],
            combatants: &[],
            mounts: None,
            items: &[],
            room,
            possible: |_, _, _| {},
            most_at_limit: 1000,
        }
    }
}

/// Fights the random encounters of those numbers turn by turn. Each line of a sum has words and a rule, and the lines add up;
/// each change of points that an event tells leads from the points before it to those after it, comes to the sum before it,
/// and stands in its words; nothing else changes points. Returns how many changes there were.
///
/// # Panics
/// With what is told wrongly.
pub fn points_go_by_what_is_told<G: EncounterFormat>(stock: &Stock<G>, numbers: Range<u64>, reader: &Reader<G>) -> u32
where
    G::Event: Debug,
{
    let mut changes = 0;
    for number in numbers {
        let encounter: Scenario<G> = load(&format!("encounter {number}"), &stock.encounter(number).text());
        let (setup, mut state) = (encounter.setup(), encounter.start().clone());
        let all = || (0..G::figures(setup).len() as u8).map(CombatantId);
        let points = |state: &G::State| all().map(|who| (reader.points)(state, who)).collect::<Vec<_>>();
        let mut live = Live { stream: Stream::new(23, number), policy: G::Own::default() };
        while G::ending(setup, &state).is_none() {
            let mut told = points(&state);
            let mut tape = Tape::<G, _>::new(&[], &mut live);
            G::next_turn(setup, &mut state, &mut tape)
                .unwrap_or_else(|stop| panic!("encounter {number} stops: {stop:?}"));
            let place = format!("encounter {number}, round {}", G::rounds(&state));
            // The last sum of each name, with its owner.
            let mut sums: Vec<(&str, CombatantId, i32)> = Vec::new();
            for record in &tape.records {
                match record {
                    Record::Roll(roll) => {
                        let _ = roll.target.as_ref().map(|target| add_up(&place, target));
                        if let Some(text) = G::narrate(setup, record)
                            && !roll.why.hidden
                            && !roll.why.pooled
                        {
                            assert!(has(&text, roll.total), "{place}: {} is not in `{text}`", roll.total);
                        }
                    }
                    Record::Score { why, score } => {
                        let sum = add_up(&place, score);
                        sums.retain(|one| (one.0, one.1) != (why.what, why.who));
                        sums.push((why.what, why.who, sum));
                    }
                    Record::Event(event) => {
                        let Some(change) = (reader.changes)(event) else { continue };
                        changes += 1;
                        let Change { who, points, by, left, sum } = change;
                        let now = &mut told[who.index()][points];
                        *now += by;
                        assert!(left.is_none_or(|left| left == *now), "{place}: {now} after {event:?}");
                        if let Some(sum) = sum {
                            let last = sums.iter().position(|one| (one.0, one.1) == (sum, who));
                            let last = last.map(|at| sums.swap_remove(at).2);
                            assert_eq!(last, Some(by.abs()), "{place}: the {sum} before {event:?}");
                        }
                        let text =
                            G::narrate(setup, record).unwrap_or_else(|| panic!("{place}: no words for {event:?}"));
                        for number in [Some(by.abs()), left].into_iter().flatten() {
                            assert!(has(&text, number), "{place}: {number} is not in `{text}`");
                        }
                    }
                    _ => {}
                }
            }
            assert_eq!(told, points(&state), "{place}: as told, and as the state has it");
        }
    }
    changes
}

/// The total of a sum, added up from its lines, each of which has words and a rule.
fn add_up(place: &str, score: &Lines) -> i32 {
    let sum = score.lines().iter().fold(0, |sum, line| {
        assert!(
            !line.rule.as_str().is_empty() && !line.rule.words().is_empty(),
            "{place}: a line without words: {score}"
        );
        match line.kind {
            LineKind::Add => sum + line.value,
            LineKind::Base | LineKind::Becomes => line.value,
        }
    });
    assert_eq!(sum, score.total(), "{place}: {score}");
    sum
}

/// Whether a number stands in a text.
fn has(text: &str, number: i32) -> bool {
    let parts = text.split(|letter: char| !letter.is_ascii_digit() && letter != '-');
    parts.filter_map(|part| part.parse::<i32>().ok()).any(|found| found == number)
}
