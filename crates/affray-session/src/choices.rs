//! The one form of a choice: in cases, in logs, typed by people, and for programs.
//!
//! A choice is a table with one key, which names the kind of decision: `{ "attack": { "target": "Orc", "with": "axe" } }`.
//! The key is that of a declaration in a case; what stands under it is an entry there. [`write()`] and [`read()`] are each
//! other's inverse; what may be left out is filled in from the state of the fight.

use crate::names;
use crate::position::Denied;
use crate::ruleset::Rules;
pub use affray_derive::Asked;
use affray_files::names::one_of;
use affray_files::value::{FromValue, Names, Schema, ToValue, Value, Variants, Writer, from_value, to_value};
use affray_files::{Diagnostic, Path, Source, suggest, tree};
use affray_kernel::hidden::Hidden;
use affray_kernel::referee::CombatantId;
use affray_kernel::turns::TurnRules;
use std::any::Any;

/// Words of which a list can be told whole.
const MOST_LISTED: usize = 12;

/// Words that are told of a longer one.
const NEAREST_LISTED: usize = 4;

/// A question that says of itself how it is answered: [`macro@Asked`] derives it.
pub trait Asked {
    /// The key of the answers in a declaration.
    fn key(&self) -> &'static str;

    /// What could be typed in answer, for whoever typed something else.
    fn example(&self) -> &'static str;
}

/// A game whose choices and events are written by name.
pub trait ChoiceFormat: TurnRules<Question: Asked, Choice: FromValue + ToValue + Variants + Schema> {
    /// What names stand for in a fight. Without a state nothing can be left out of a choice. A game in whose choices only
    /// combatants and sides have names leaves it as it is.
    fn names<'a>(setup: &'a Self::Setup, state: Option<&'a Self::State>) -> impl Names + 'a {
        let _ = state;
        names::Roster::<Self>(setup)
    }

    /// Puts into the entry of an answer what its question says of keys that are left out: the weapon of a riposte.
    fn fill_in(setup: &Self::Setup, state: &Self::State, question: &Self::Question, entry: &mut Value) {
        let _ = (setup, state, question, entry);
    }
}

/// A choice as a value.
pub fn write<G: ChoiceFormat>(setup: &G::Setup, who: CombatantId, choice: &G::Choice) -> Value {
    to_value(choice, &G::names(setup, None), Some(who))
}

/// A choice from its value.
///
/// # Errors
/// What is wrong with it, each thing with its place below the value.
pub fn read<G: ChoiceFormat>(
    setup: &G::Setup,
    state: &G::State,
    who: CombatantId,
    value: &Value,
) -> Result<G::Choice, Vec<Diagnostic>> {
    from_value(value, &Seen { names: G::names(setup, Some(state)), hidden: G::hidden(state) }, Some(who))
}

/// Names without those of combatants who are unknown in a state.
struct Seen<'a, N> {
    names: N,
    hidden: &'a Hidden,
}

impl<N: Names> Seen<'_, N> {
    fn is_unknown(&self, kind: &str, number: usize) -> bool {
        ["combatant", "foe"].contains(&kind)
            && u8::try_from(number).is_ok_and(|who| self.hidden.is_unknown(CombatantId(who)))
    }
}

impl<N: Names> Names for Seen<'_, N> {
    fn all(&self, kind: &str, owner: Option<CombatantId>) -> Vec<&str> {
        let all = self.names.all(kind, owner);
        if self.hidden.is_nothing() {
            return all;
        }
        // Items of others have the names of their owners.
        let figures = self.names.all("combatant", None).into_iter().enumerate();
        let unknown: Vec<&str> =
            figures.filter(|(number, _)| self.is_unknown("combatant", *number)).map(|(_, name)| name).collect();
        all.into_iter().map(|name| if unknown.iter().any(|one| name.contains(one)) { "" } else { name }).collect()
    }

    fn name(&self, kind: &str, owner: Option<CombatantId>, number: usize) -> Option<String> {
        self.names.name(kind, owner, number)
    }

    fn find(&self, kind: &str, owner: Option<CombatantId>, name: &str) -> Option<usize> {
        self.names.find(kind, owner, name).filter(|&number| !self.is_unknown(kind, number))
    }

    fn usual(&self, kind: &str, owner: Option<CombatantId>) -> Option<usize> {
        self.names.usual(kind, owner)
    }

    fn fight(&self) -> Option<(&dyn Any, Option<&dyn Any>)> {
        self.names.fight()
    }
}

/// A choice from its value.
///
/// # Errors
/// What is wrong with it, with its place.
pub fn read_told<G: ChoiceFormat>(
    setup: &G::Setup,
    state: &G::State,
    who: CombatantId,
    value: &Value,
) -> Result<G::Choice, Denied> {
    read::<G>(setup, state, who, value).map_err(Denied::from)
}

/// A choice from the entry of a declaration.
///
/// # Errors
/// What is wrong with it, with its place below the entry.
pub fn read_entry<G: ChoiceFormat>(
    setup: &G::Setup,
    state: &G::State,
    who: CombatantId,
    key: &str,
    entry: &Value,
) -> Result<G::Choice, Diagnostic> {
    read::<G>(setup, state, who, &Writer::pair(key, entry.clone())).map_err(|wrongs| {
        let first = wrongs.into_iter().next().unwrap_or_else(|| Diagnostic::new(Path::root(), "this cannot be read"));
        let steps = first.path.steps.get(1..).unwrap_or_default().to_vec();
        Diagnostic { path: Path { steps }, ..first }
    })
}

/// The answer to a question from the entry of a declaration.
///
/// # Errors
/// What is wrong with it, with its place below the entry.
pub fn read_answer<G: Rules>(
    setup: &G::Setup,
    state: &G::State,
    question: &G::Question,
    entry: &Value,
) -> Result<G::Choice, Diagnostic> {
    let mut entry = entry.clone();
    G::fill_in(setup, state, question, &mut entry);
    read_entry::<G>(setup, state, G::asked(question), question.key(), &entry)
}

/// An answer typed in words: those of an option that is listed, a name for what has a `target`, or an entry as a file has
/// it, in which a single word needs no quotes.
///
/// # Errors
/// What could be typed instead.
pub fn typed<G: Rules>(
    setup: &G::Setup,
    state: &G::State,
    question: &G::Question,
    words: &str,
) -> Result<G::Choice, String> {
    let words = words.trim();
    typed_entry::<G>(setup, state, question, words, entry(words))
}

/// An answer typed in words: those of an option that is listed, a name for what has a `target`, or the entry that they
/// stand for.
///
/// # Errors
/// What could be typed instead.
pub fn typed_entry<G: Rules>(
    setup: &G::Setup,
    state: &G::State,
    question: &G::Question,
    words: &str,
    entry: Value,
) -> Result<G::Choice, String> {
    let who = G::asked(question);
    let mut options = Vec::new();
    G::options(setup, state, question, &mut options);
    let listed = options.iter().find(|option| G::describe_choice(setup, who, option).eq_ignore_ascii_case(words));
    if let Some(choice) = listed {
        return Ok(*choice);
    }
    let mut wrong = match read_answer::<G>(setup, state, question, &entry) {
        Ok(choice) => return Ok(choice),
        Err(wrong) => wrong,
    };
    if entry.is_string() {
        match read_answer::<G>(setup, state, question, &Writer::pair("target", entry)) {
            Ok(choice) => return Ok(choice),
            // Where a target can stand, the name is what is wrong.
            Err(other) if other.path == Path::root().key("target") => wrong = other,
            Err(_) => {}
        }
    }
    wrong.hint = wrong.hint.map(|hint| shortened(&hint, words, question.example()));
    Err(if wrong.hint.is_some() { wrong.to_string() } else { format!("{wrong}; type {}", question.example()) })
}

/// A hint that lists many words has those of them that are nearest to what was typed.
fn shortened(hint: &str, typed: &str, example: &str) -> String {
    let Some((before, list)) = hint.split_once("one of: ") else { return hint.to_owned() };
    let all: Vec<&str> = list.split(", ").collect();
    if all.len() <= MOST_LISTED {
        return hint.to_owned();
    }
    let last = typed.split([' ', '=']).next_back().unwrap_or_default().to_lowercase();
    let same = |word: &str| word.chars().zip(last.chars()).take_while(|(one, other)| one == other).count();
    let mut nearest = all.clone();
    nearest.sort_by_key(|word| std::cmp::Reverse(word.split('-').map(same).max()));
    nearest.truncate(NEAREST_LISTED);
    let nearest = nearest.join(", ");
    format!("{before}{nearest} or another of {}, which Tab lists; type {example}", all.len())
}

/// Something done unasked, typed as a key and its entry: `drop axe`. Choices of this kind stand under `kind`.
///
/// # Errors
/// What could be typed instead.
pub fn typed_pair<G: ChoiceFormat>(
    setup: &G::Setup,
    state: &G::State,
    who: CombatantId,
    (kind, keys): (&str, &[(&str, bool)]),
    words: &str,
) -> Result<G::Choice, String> {
    let words = words.trim();
    let keys = || keys.iter().map(|(key, _)| *key);
    let found = keys().find_map(|key| {
        let spoken = key.replace('-', " ");
        let rest = words.strip_prefix(&spoken)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| (key, rest.trim()))
    });
    let Some((key, rest)) = found else {
        let spoken: Vec<String> = keys().map(|key| key.replace('-', " ")).collect();
        let first = words.split(' ').next().unwrap_or_default();
        let near = suggest(first, spoken.iter().map(String::as_str)).map(|near| format!("did you mean `{near}`? "));
        return Err(near.unwrap_or_default() + &one_of(spoken.iter().map(String::as_str)));
    };
    read_entry::<G>(setup, state, who, kind, &Writer::pair(key, entry(rest))).map_err(|wrong| wrong.to_string())
}

/// Words as a value: tables, lists, numbers and texts in quotes as a file has them, `yes` and `no`, `true` and `false`,
/// and other words as a text.
pub fn entry(words: &str) -> Value {
    match words.to_ascii_lowercase().as_str() {
        "yes" | "true" => return Value::Bool(true),
        "no" | "false" => return Value::Bool(false),
        _ => {}
    }
    let is_written = words.starts_with(['{', '[', '"', '\'']) || words.parse::<f64>().is_ok();
    let read = is_written.then(|| tree(&Source::new("", format!("it = {words}"))).ok()).flatten();
    read.and_then(|tree| tree.get("it").cloned()).unwrap_or_else(|| Value::from(words))
}
