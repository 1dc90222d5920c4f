//! Declarations of a game whose choices have one form: a key for each kind of decision, with one entry or a list of them.

use super::script::is_many;
use super::{CaseFormat, LeftOver, Script};
use affray_files::value::{FromValue, Map, NoNames, Reader, Schema, Schemas, TableSchema, Value, Variants, Writer};
use affray_files::{Diagnostic, Path, PathStep};
use affray_kernel::referee::CombatantId;
use affray_session::choices::{Asked as _, read_answer};
use affray_session::names;
use std::marker::PhantomData;

/// What a combatant does on its turn, and what the others decide meanwhile. Each question that is asked takes the next
/// entry of its kind; where there is none, the stated default holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration<G> {
    lists: Vec<List>,
    game: PhantomData<fn() -> G>,
}

/// The entries for one kind of decision.
#[derive(Debug, Clone, PartialEq)]
struct List {
    key: &'static str,
    /// Whose they are; `None` for whoever is asked.
    whose: Option<String>,
    entries: Vec<Value>,
}

impl<G> Default for Declaration<G> {
    fn default() -> Self {
        Self { lists: Vec::new(), game: PhantomData }
    }
}

impl<G: CaseFormat> Schema for Declaration<G> {
    fn schema(schemas: &mut Schemas) -> Value {
        // The schema of a choice lists tables with one key each.
        let choice = G::Choice::schema(schemas);
        let mut table = TableSchema::default();
        for variant in schemas.variants_of(&choice) {
            let Some((key, entry)) = variant["properties"].as_object().and_then(|keys| keys.iter().next()) else {
                continue;
            };
            let doc = variant["description"].as_str().unwrap_or_default();
            if key == G::FLAT.0 {
                for variant in schemas.variants_of(entry) {
                    let beside = variant["properties"].as_object().into_iter().flatten();
                    for (key, form) in beside.filter(|(key, _)| is_beside::<G>(key)) {
                        table.key(key, "", form.clone(), true, None);
                    }
                }
                let words = G::FLAT.1.iter().map(|(word, _)| Schemas::word(word, ""));
                let forms: Vec<Value> = std::iter::once(entry.clone()).chain(words).collect();
                table.key(key, doc, serde_json::json!({ "anyOf": forms }), true, None);
                continue;
            }
            let mut forms = vec![entry.clone(), serde_json::json!({ "type": "array", "items": entry })];
            if G::BY_NAME.contains(&key.as_str()) {
                forms.push(serde_json::json!({ "type": "object", "additionalProperties": { "anyOf": forms } }));
            }
            table.key(key, doc, serde_json::json!({ "anyOf": forms }), true, None);
        }
        table.made("What a combatant does on its turn, and what the others decide meanwhile.")
    }
}

impl<G: CaseFormat> FromValue for Declaration<G> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let entries = <G::Choice as Variants>::ENTRIES;
        let beside = || G::FLAT.1.iter().flat_map(|(_, keys)| *keys).copied();
        let keys: Vec<&str> = entries.iter().map(|(key, _)| *key).chain(beside()).collect();
        let table = reader.keys_of(value, &keys)?;
        let mut lists = Vec::new();
        for &(key, is_list) in entries {
            let path = Path::root().key(key);
            match table.get(key) {
                None | Some(Value::Null) => {}
                Some(value) if key == G::FLAT.0 => {
                    let value = whole::<G>(value, table);
                    read_entry::<G>(key, &value, &path, reader);
                    lists.push(List { key, whose: None, entries: vec![value] });
                }
                Some(Value::Object(parts)) if G::BY_NAME.contains(&key) => {
                    for (name, value) in parts {
                        let entries = read_list::<G>(key, is_list, value, &path.key(name), reader);
                        lists.push(List { key, whose: Some(name.clone()), entries });
                    }
                }
                Some(value) => {
                    let entries = read_list::<G>(key, is_list, value, &path, reader);
                    lists.push(List { key, whose: None, entries });
                }
            }
        }
        // What stands beside a word to which it does not belong is never asked for.
        let word = table.get(G::FLAT.0).and_then(Value::as_str).unwrap_or_default();
        let left = beside().filter(|key| !keys_beside::<G>(word).contains(key));
        let entry = |key| table.get(key).filter(|value| !value.is_null()).cloned();
        let left = left.filter_map(|key| Some(List { key, whose: None, entries: vec![entry(key)?] }));
        lists.extend(left);
        Some(Self { lists, game: PhantomData })
    }
}

/// The keys that belong to that word of the entry that stands in the declaration itself.
fn keys_beside<G: CaseFormat>(word: &str) -> &'static [&'static str] {
    G::FLAT.1.iter().find(|(known, _)| *known == word).map_or(&[], |(_, keys)| keys)
}

/// Whether it is a key of the entry that stands in the declaration itself.
fn is_beside<G: CaseFormat>(key: &str) -> bool {
    G::FLAT.1.iter().any(|(_, keys)| keys.contains(&key))
}

/// The entry that stands in the declaration itself: a word with the keys that belong to it.
fn whole<G: CaseFormat>(entry: &Value, declared: &Map) -> Value {
    let keys = keys_beside::<G>(entry.as_str().unwrap_or_default());
    if keys.is_empty() {
        return entry.clone();
    }
    let beside = keys.iter().filter_map(|key| Some(((*key).to_owned(), declared.get(*key)?.clone())));
    Value::Object(beside.chain([(G::FLAT.0.to_owned(), entry.clone())]).collect())
}

/// What is wrong with an entry, at its place in the declaration.
fn placed<G: CaseFormat>(wrong: Diagnostic, key: &str, path: &Path) -> Diagnostic {
    match wrong.path.steps.first() {
        Some(PathStep::Key(step) | PathStep::Name(step)) if key == G::FLAT.0 && is_beside::<G>(step) => wrong,
        _ => wrong.below(path),
    }
}

/// Notes what is wrong with an entry, as far as that can be said before the fight is known.
fn read_entry<G: CaseFormat>(key: &str, entry: &Value, path: &Path, reader: &mut Reader<'_>) {
    let pair = Writer::pair(key, entry.clone());
    let read = affray_files::value::from_value::<G::Choice>(&pair, &NoNames, Some(CombatantId(0)));
    for wrong in read.err().into_iter().flatten() {
        let below = Path { steps: wrong.path.steps.get(1..).unwrap_or_default().to_vec() };
        reader.note::<()>(placed::<G>(Diagnostic { path: below, ..wrong }, key, path));
    }
}

/// The entries of one kind of decision: one, or a list of them.
fn read_list<G: CaseFormat>(
    key: &'static str,
    is_list: bool,
    value: &Value,
    path: &Path,
    reader: &mut Reader<'_>,
) -> Vec<Value> {
    let (list, are_many) = match value {
        Value::Array(list) if is_many(list, is_list) => (list.clone(), true),
        one => (vec![one.clone()], false),
    };
    for (at, entry) in list.iter().enumerate() {
        let place = if are_many { path.index(at) } else { path.clone() };
        read_entry::<G>(key, entry, &place, reader);
    }
    list
}

impl<G> Declaration<G> {
    /// The entries under a key, for whoever is asked.
    pub fn entries(&self, key: &str) -> &[Value] {
        let found = self.lists.iter().find(|list| list.key == key && list.whose.is_none());
        found.map_or(&[], |list| &list.entries)
    }
}

/// A [`Declaration`] on its way through a step.
#[derive(Debug, Clone)]
pub struct ChoiceScript<'a, G> {
    said: &'a Declaration<G>,
    /// How many entries of each list were used.
    used: Vec<usize>,
}

impl<'a, G> From<&'a Declaration<G>> for ChoiceScript<'a, G> {
    fn from(said: &'a Declaration<G>) -> Self {
        Self { said, used: vec![0; said.lists.len()] }
    }
}

impl<'a, G> ChoiceScript<'a, G> {
    /// The next entry under a key for somebody of that name, and its place; it counts as used then.
    pub fn next(&mut self, key: &'static str, name: &str) -> Option<(&'a Value, Path)> {
        let (at, found) = self.find(key, name)?;
        self.used[at] += 1;
        Some(found)
    }

    /// The next entry under a key for somebody of that name; it does not count as used yet.
    pub fn peek(&self, key: &'static str, name: &str) -> Option<&'a Value> {
        self.find(key, name).map(|(_, (entry, _))| entry)
    }

    /// The next entry under a key for somebody of that name, its place and that of its list.
    fn find(&self, key: &'static str, name: &str) -> Option<(usize, (&'a Value, Path))> {
        let is_due =
            |list: &List| list.key == key && list.whose.as_ref().is_none_or(|whose| whose.eq_ignore_ascii_case(name));
        let at = self.said.lists.iter().position(is_due)?;
        let (list, used) = (&self.said.lists[at], self.used[at]);
        let entry = list.entries.get(used)?;
        let path = Path::root().key(key);
        let path = list.whose.as_ref().map_or(path.clone(), |name| path.key(name)).index(used);
        Some((at, (entry, path)))
    }
}

impl<G: CaseFormat> Script<G> for ChoiceScript<'_, G> {
    fn answer(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> Result<G::Choice, Diagnostic> {
        let name = names::of::<G>(setup, G::asked(question));
        let Some((entry, path)) = self.next(question.key(), name) else {
            return Ok(G::undeclared(setup, state, question));
        };
        read_answer::<G>(setup, state, question, entry).map_err(|wrong| placed::<G>(wrong, question.key(), &path))
    }

    fn left_over(&self) -> Vec<LeftOver> {
        let all = self.said.lists.iter().zip(&self.used).map(|(List { key, whose, entries }, &used)| LeftOver {
            list: key,
            used,
            all: entries.len(),
            whose: whose.clone(),
            below: Path::root(),
        });
        all.filter(|left| left.used < left.all).collect()
    }

    fn restart(&mut self) {
        self.used.fill(0);
    }

    fn forbidden(
        &self,
        setup: &G::Setup,
        state: &G::State,
        whose: Option<CombatantId>,
    ) -> Option<affray_kernel::referee::Refusal> {
        G::never_asked(setup, state, whose, &self.left_over())
    }
}
