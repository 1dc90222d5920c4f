//! What has to come out of a step.

use super::CaseFormat;
use affray_files::value::{FromValue, Map, Reader, Schema, Schemas, Value, Variants};
use affray_session::encounter::GroundFile;
use affray_session::names::nearest_of;
use serde_json::json;
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// What has to come out of a step. All of it is optional.
#[derive(Debug, FromValue)]
#[value(default, no_bounds)]
pub struct Expect<G: CaseFormat> {
    /// The target numbers of all rolls that have one, in their order.
    pub targets: Option<Vec<i32>>,
    /// Single target numbers, explained.
    pub tally: Vec<TallyFile>,
    /// Events that happen in this order, others between them or not. Each is matched by the fields that it states.
    pub events: Vec<EventFile<G>>,
    /// Events that do not happen.
    pub never: Vec<EventFile<G>>,
    /// Decisions that are asked for in this order, others between them or not.
    pub asked: Vec<AskedFile<G>>,
    /// Decisions that are not asked for.
    pub not_asked: Vec<AskedFile<G>>,
    /// States afterwards, by name: only what is stated is compared.
    pub state: BTreeMap<String, Value>,
    /// Items on the ground afterwards, exactly these.
    pub ground: Option<Vec<GroundFile>>,
    /// The order of turns.
    pub order: Option<Vec<String>>,
    /// The rules that the game master overruled.
    pub overruled: Option<Vec<String>>,
    /// The number of outcomes that the exact walk of this step has at the most.
    pub most_leaves: Option<u64>,
    /// What the game adds.
    #[value(flatten)]
    pub own: G::ExpectKeys,
}

impl<G: CaseFormat> Default for Expect<G> {
    fn default() -> Self {
        Self {
            targets: None,
            tally: Vec::new(),
            events: Vec::new(),
            never: Vec::new(),
            asked: Vec::new(),
            not_asked: Vec::new(),
            state: BTreeMap::new(),
            ground: None,
            order: None,
            overruled: None,
            most_leaves: None,
            own: G::ExpectKeys::default(),
        }
    }
}

/// A target number, explained.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct TallyFile {
    /// Which roll: its name, such as `attack`, `dodge`, `parry`, `knockdown`.
    #[value(rename = "for")]
    pub what: String,
    /// Whose.
    pub who: Option<String>,
    /// Which of those rolls, from 0. Default: the first.
    #[value(default)]
    pub nth: usize,
    /// Its target number.
    pub total: Option<i32>,
    /// Lines of it, by rule: `{ "RULE" = 4 }`. Others may be there.
    #[value(default)]
    pub lines: BTreeMap<String, i32>,
    /// Rules that give no line.
    #[value(default)]
    pub without: Vec<String>,
}

/// A decision that somebody is asked for: `"defend"`, `{ question = "defend", who = "Ork" }`, or `{ who = "Ork" }` for
/// any decision of Ork.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(word = "question", no_bounds)]
pub struct AskedFile<G: CaseFormat> {
    /// The decision, by the key that it has in `do`. Default: any.
    pub question: Option<QuestionKey<G>>,
    /// Who is asked. Default: anybody.
    pub who: Option<String>,
}

/// The key of a decision in `do`.
#[derive(Debug, Clone, PartialEq)]
pub struct QuestionKey<G> {
    /// The key.
    pub key: &'static str,
    game: PhantomData<fn() -> G>,
}

/// The keys of all decisions of a game.
fn questions<G: CaseFormat>() -> impl Iterator<Item = &'static str> + Clone {
    <G::Choice as Variants>::ENTRIES.iter().map(|(key, _)| *key)
}

impl<G: CaseFormat> Schema for QuestionKey<G> {
    fn schema(schemas: &mut Schemas) -> Value {
        schemas.variants::<Self>("QuestionKey", "A decision, by the key that it has in `do`.", |_| {
            questions::<G>().map(|key| Schemas::word(key, "")).collect()
        })
    }
}

impl<G: CaseFormat> FromValue for QuestionKey<G> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::String(word) = value else { return reader.expected("the key of a decision in quotes", value) };
        match questions::<G>().find(|key| key == word) {
            Some(key) => Some(Self { key, game: PhantomData }),
            None => reader.wrong(format!("no decision is called `{word}`"), nearest_of(questions::<G>(), word)),
        }
    }
}

/// An event, by as much of it as is stated: `{ event = "strikes", who = "Ana" }`.
#[derive(Debug, Clone, PartialEq)]
pub struct EventFile<G> {
    /// What is stated.
    pub stated: Map,
    game: PhantomData<fn() -> G>,
}

impl<G: CaseFormat> Schema for EventFile<G> {
    fn schema(schemas: &mut Schemas) -> Value {
        let event = G::Event::schema(schemas);
        schemas.variants::<Self>("EventFile", "An event, by as much of it as is stated.", |schemas| {
            let mut events = schemas.variants_of(&event);
            for table in events.iter_mut().filter_map(Value::as_object_mut) {
                table.remove("required");
            }
            // A case may state a variant with keys by its name alone, and a table by some of its keys.
            let keys = events.iter_mut().filter_map(|event| event["properties"].as_object_mut()).flatten();
            for (_, form) in keys.filter(|(key, _)| *key != "event") {
                *form = json!({ "anyOf": [form.take(), { "type": "string" }, { "type": "object" }] });
            }
            events
        })
    }
}

impl<G: CaseFormat> FromValue for EventFile<G> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        match value {
            Value::Object(stated) => Some(Self { stated: stated.clone(), game: PhantomData }),
            _ => reader.expected("a table such as { event = \"...\" }", value),
        }
    }
}
