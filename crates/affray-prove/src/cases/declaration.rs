//! Declarations of a game whose choices have one form: a key for each kind of decision, with one entry or a list of them.

use super::script::is_many;
use super::{CaseFormat, LeftOver, Script, Used};
use affray_files::value::{FromValue, NoNames, Reader, Schema, Schemas, TableSchema, Value, Variants, Writer};
use affray_files::{Diagnostic, Path};
use affray_kernel::referee::CombatantId;
use affray_session::choices::{Asked as _, ChoiceFormat, read_answer};
use std::marker::PhantomData;

/// What a combatant does on its turn, and what the others decide meanwhile. Each question that is asked takes the next
/// entry of its kind; where there is none, the stated default holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration<G> {
    lists: Vec<(&'static str, Vec<Value>)>,
    game: PhantomData<fn() -> G>,
}

impl<G> Default for Declaration<G> {
    fn default() -> Self {
        Self { lists: Vec::new(), game: PhantomData }
    }
}

impl<G: ChoiceFormat> Schema for Declaration<G> {
    fn schema(schemas: &mut Schemas) -> Value {
        // The schema of a choice lists tables with one key each.
        let choice = G::Choice::schema(schemas);
        let mut table = TableSchema::default();
        for variant in schemas.variants_of(&choice) {
            let Some((key, entry)) = variant["properties"].as_object().and_then(|keys| keys.iter().next()) else {
                continue;
            };
            let doc = variant["description"].as_str().unwrap_or_default();
            let forms = serde_json::json!({ "anyOf": [entry, { "type": "array", "items": entry }] });
            table.key(key, doc, forms, true, None);
        }
        table.made("What a combatant does on its turn, and what the others decide meanwhile.")
    }
}

impl<G: ChoiceFormat> FromValue for Declaration<G> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let entries = <G::Choice as Variants>::ENTRIES;
        let keys: Vec<&str> = entries.iter().map(|(key, _)| *key).collect();
        let table = reader.keys_of(value, &keys)?;
        let mut lists = Vec::new();
        for &(key, is_list) in entries {
            let list = match table.get(key) {
                None | Some(Value::Null) => continue,
                Some(Value::Array(list)) if is_many(list, is_list) => list.clone(),
                Some(one) => vec![one.clone()],
            };
            let are_many = table.get(key).and_then(Value::as_array).is_some_and(|array| *array == list);
            for (at, entry) in list.iter().enumerate() {
                let pair = Writer::pair(key, entry.clone());
                let Err(wrongs) = affray_files::value::from_value::<G::Choice>(&pair, &NoNames, Some(CombatantId(0)))
                else {
                    continue;
                };
                for wrong in wrongs {
                    let below = wrong.path.steps.get(1..).unwrap_or_default().to_vec();
                    let place = if are_many { Path::root().key(key).index(at) } else { Path::root().key(key) };
                    reader.note::<()>(Diagnostic { path: place.join(&Path { steps: below }), ..wrong });
                }
            }
            lists.push((key, list));
        }
        Some(Self { lists, game: PhantomData })
    }
}

impl<G> Declaration<G> {
    /// The entries under a key.
    pub fn entries(&self, key: &str) -> &[Value] {
        self.lists.iter().find(|(known, _)| *known == key).map_or(&[], |(_, list)| list)
    }
}

/// A [`Declaration`] on its way through a step.
#[derive(Debug, Clone)]
pub struct ChoiceScript<'a, G> {
    said: &'a Declaration<G>,
    used: Used,
}

impl<'a, G> From<&'a Declaration<G>> for ChoiceScript<'a, G> {
    fn from(said: &'a Declaration<G>) -> Self {
        Self { said, used: Used::default() }
    }
}

impl<'a, G> ChoiceScript<'a, G> {
    /// The next entry under a key and its place; it counts as used then.
    pub fn next(&mut self, key: &'static str) -> Option<(&'a Value, Path)> {
        self.used.next(key, self.said.entries(key))
    }
}

impl<G: CaseFormat> Script<G> for ChoiceScript<'_, G> {
    fn answer(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> Result<G::Choice, Diagnostic> {
        let Some((entry, path)) = self.next(question.key()) else {
            return Ok(G::undeclared(setup, state, question));
        };
        read_answer::<G>(setup, state, question, entry).map_err(|wrong| wrong.below(&path))
    }

    fn left_over(&self) -> Vec<LeftOver> {
        let all: Vec<(&'static str, usize)> = self.said.lists.iter().map(|(key, list)| (*key, list.len())).collect();
        self.used.left_over(&all)
    }

    fn restart(&mut self) {
        self.used.clear();
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
