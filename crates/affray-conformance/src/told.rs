//! What is told of points and things is what becomes of them: the events and the words of random encounters against the
//! states before and after each turn.

use crate::encounters::Stock;
use crate::load;
use affray_files::sheets::Shelf;
use affray_grid::Cell;
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

/// What an event tells of a thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thing {
    /// The one who has it, or had it.
    pub who: CombatantId,
    /// Its name.
    pub name: String,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is in hand: drawn, picked up.
    Held,
    /// It comes to lie there, out of the hands of the one who had it.
    Lies(Cell),
    /// It was thrown or stuck somewhere, and comes to lie there.
    Lands(Cell),
    /// It is in hand, out of the hands of that one.
    Wrested(CombatantId),
    /// It is put away, used up or gone.
    Away,
    /// It is broken.
    Broken,
}

/// How a ruleset's test reads points in states and events.
#[derive(Debug)]
pub struct Reader<G: EncounterFormat> {
    /// The points of a combatant, in a fixed order.
    pub points: fn(&G::State, CombatantId) -> Vec<i32>,
    /// The changes of points that an event tells.
    pub changes: fn(&G::Event) -> Option<Change>,
}

/// How a ruleset's test reads things in states and events.
#[derive(Debug)]
pub struct ThingReader<G: EncounterFormat> {
    /// The names of what a combatant holds, once each.
    pub holds: fn(&G::Setup, &G::State, CombatantId) -> Vec<String>,
    /// The names of all that is broken.
    pub broken: fn(&G::Setup, &G::State) -> Vec<String>,
    /// What an event tells of a thing.
    pub things: fn(&G::Setup, &G::Event) -> Option<Thing>,
}

/// Where things are at some time.
struct Whereabouts {
    /// What each combatant holds.
    held: Vec<Vec<String>>,
    ground: Vec<(String, Cell)>,
    broken: Vec<String>,
}

impl Whereabouts {
    fn of<G: EncounterFormat>(reader: &ThingReader<G>, setup: &G::Setup, state: &G::State) -> Self {
        let all = (0..G::figures(setup).len() as u8).map(CombatantId);
        Self {
            held: all.map(|who| (reader.holds)(setup, state, who)).collect(),
            // Texts have names in words, lists may spell them with `_`.
            ground: G::ground(setup, state).into_iter().map(|(_, name, at)| (name.replace('_', " "), at)).collect(),
            broken: (reader.broken)(setup, state),
        }
    }

    fn holds(&self, who: CombatantId, name: &str) -> bool {
        self.held[who.index()].iter().any(|held| held == name)
    }
}

/// What of one list is not in another, of equal things as many as there are more.
fn beyond<T: PartialEq + Clone>(list: &[T], other: &[T]) -> Vec<T> {
    let mut left = other.to_vec();
    let is_new = |one: &&T| match left.iter().position(|known| known == *one) {
        Some(at) => {
            left.swap_remove(at);
            false
        }
        None => true,
    };
    list.iter().filter(is_new).cloned().collect()
}

/// Who dropped, took, wrested and broke what: what is told of things in a turn leads from where they were to where they are,
/// and nothing changes its place untold.
fn compare(place: &str, before: &Whereabouts, after: &Whereabouts, told: &[Thing]) {
    for (at, Thing { who, name, fate }) in told.iter().enumerate() {
        let (earlier, later) = (&told[..at], &told[at + 1..]);
        let had = |by: CombatantId| {
            before.holds(by, name)
                || earlier
                    .iter()
                    .any(|one| one.who == by && one.name == *name && matches!(one.fate, Fate::Held | Fate::Wrested(_)))
        };
        let is_last = later.iter().all(|one| one.name != *name || one.fate == Fate::Broken);
        match *fate {
            Fate::Lies(cell) | Fate::Lands(cell) => {
                let flew = matches!(fate, Fate::Lands(_));
                assert!(flew || had(*who), "{place}: {who:?} loses {name} and did not hold it");
                let lies = after.ground.iter().any(|lying| lying.0 == *name && lying.1 == cell);
                assert!(!is_last || lies, "{place}: {name} is told to lie at {cell:?} and does not");
            }
            Fate::Wrested(from) => {
                assert!(had(from), "{place}: {from:?} loses {name} and did not hold it");
                assert!(!is_last || after.holds(*who, name), "{place}: {who:?} wrests {name} and does not hold it");
            }
            Fate::Held => {
                assert!(!is_last || after.holds(*who, name), "{place}: {who:?} takes {name} and does not hold it");
            }
            Fate::Away => {}
            Fate::Broken => {
                assert!(after.broken.contains(name), "{place}: {name} is told to break and is whole");
            }
        }
    }
    let tells = |name: &str, fits: &dyn Fn(&Thing) -> bool| told.iter().any(|one| one.name == name && fits(one));
    for (name, cell) in beyond(&after.ground, &before.ground) {
        assert!(
            tells(&name, &|one| [Fate::Lies(cell), Fate::Lands(cell)].contains(&one.fate)),
            "{place}: {name} lies at {cell:?}, and nobody says so"
        );
    }
    for (name, cell) in beyond(&before.ground, &after.ground) {
        let taken = |one: &Thing| matches!(one.fate, Fate::Held | Fate::Lies(_));
        assert!(tells(&name, &taken), "{place}: {name} is gone from {cell:?}, and nobody says so");
    }
    for name in beyond(&after.broken, &before.broken) {
        assert!(tells(&name, &|one| one.fate == Fate::Broken), "{place}: {name} is broken, and nobody says so");
    }
    for who in (0..before.held.len() as u8).map(CombatantId) {
        let (held, holds) = (&before.held[who.index()], &after.held[who.index()]);
        for name in beyond(holds, held) {
            let gets = |one: &Thing| one.who == who && matches!(one.fate, Fate::Held | Fate::Wrested(_));
            assert!(tells(&name, &gets), "{place}: {who:?} holds {name}, and nobody says so");
        }
        for name in beyond(held, holds) {
            let loses = |one: &Thing| match one.fate {
                Fate::Wrested(from) => from == who,
                Fate::Held => false,
                Fate::Lies(_) | Fate::Broken => one.who == who,
                Fate::Lands(_) | Fate::Away => true,
            };
            assert!(tells(&name, &loses), "{place}: {who:?} no longer holds {name}, and nobody says so");
        }
    }
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

/// A turn of a fight: its place in words, the state before it and after it, and what was recorded.
struct Turn<'a, G: EncounterFormat> {
    place: String,
    setup: &'a G::Setup,
    before: &'a G::State,
    after: &'a G::State,
    records: Vec<Record<G>>,
}

/// Fights the random encounters of those numbers turn by turn, and looks at each turn.
fn each_turn<G: EncounterFormat>(stock: &Stock<G>, numbers: Range<u64>, mut look: impl FnMut(&Turn<'_, G>)) {
    for number in numbers {
        let encounter: Scenario<G> = load(&format!("encounter {number}"), &stock.encounter(number).text());
        let (setup, mut state) = (encounter.setup(), encounter.start().clone());
        let mut live = Live { stream: Stream::new(23, number), policy: G::Own::default() };
        while G::ending(setup, &state).is_none() {
            let before = state.clone();
            let mut tape = Tape::<G, _>::new(&[], &mut live);
            G::next_turn(setup, &mut state, &mut tape)
                .unwrap_or_else(|stop| panic!("encounter {number} stops: {stop:?}"));
            let place = format!("encounter {number}, round {}", G::rounds(&state));
            look(&Turn { place, setup, before: &before, after: &state, records: tape.records });
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
    each_turn(stock, numbers, |turn| changes += points_of_a_turn(turn, reader));
    changes
}

/// [`points_go_by_what_is_told`] for one turn.
fn points_of_a_turn<G: EncounterFormat>(turn: &Turn<'_, G>, reader: &Reader<G>) -> u32
where
    G::Event: Debug,
{
    let &Turn { ref place, setup, before, after, ref records } = turn;
    let all = || (0..G::figures(setup).len() as u8).map(CombatantId);
    let points = |state: &G::State| all().map(|who| (reader.points)(state, who)).collect::<Vec<_>>();
    let (mut changes, mut told) = (0, points(before));
    // The last sum of each name, with its owner.
    let mut sums: Vec<(&str, CombatantId, i32)> = Vec::new();
    for record in records {
        match record {
            Record::Roll(roll) => {
                let _ = roll.target.as_ref().map(|target| add_up(place, target));
                if let Some(text) = G::narrate(setup, record)
                    && !roll.why.hidden
                    && !roll.why.pooled
                {
                    assert!(has(&text, roll.total), "{place}: {} is not in `{text}`", roll.total);
                }
            }
            Record::Score { why, score } => {
                let sum = add_up(place, score);
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
                let text = G::narrate(setup, record).unwrap_or_else(|| panic!("{place}: no words for {event:?}"));
                for number in [Some(by.abs()), left].into_iter().flatten() {
                    assert!(has(&text, number), "{place}: {number} is not in `{text}`");
                }
            }
            _ => {}
        }
    }
    assert_eq!(told, points(after), "{place}: as told, and as the state has it");
    changes
}

/// Fights the random encounters of those numbers turn by turn. What an event tells of a thing (who dropped, took, wrested or
/// broke it, and where it lies) leads from where it was before the turn to where it is then, and stands in its words by name
/// and cell; nothing else moves or breaks a thing. Returns how often something was told.
///
/// # Panics
/// With what is told wrongly.
pub fn things_go_by_what_is_told<G: EncounterFormat>(
    stock: &Stock<G>,
    numbers: Range<u64>,
    reader: &ThingReader<G>,
) -> usize {
    let mut moves = 0;
    each_turn(stock, numbers, |turn| {
        let &Turn { ref place, setup, before, after, ref records } = turn;
        let mut told = Vec::new();
        for record in records {
            let Record::Event(event) = record else { continue };
            let Some(thing) = (reader.things)(setup, event) else { continue };
            let text = G::narrate(setup, record).unwrap_or_default();
            let cell = match thing.fate {
                Fate::Lies(cell) | Fate::Lands(cell) => format!("{},{}", cell.q, cell.r),
                _ => String::new(),
            };
            let named = text.contains(&thing.name) && text.contains(&cell);
            let silent = matches!(thing.fate, Fate::Held | Fate::Away) && text.is_empty();
            assert!(named || silent, "{place}: {thing:?} is told as `{text}`");
            told.push(thing);
        }
        moves += told.len();
        let [before, after] = [before, after].map(|state| Whereabouts::of(reader, setup, state));
        compare(place, &before, &after, &told);
    });
    moves
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
