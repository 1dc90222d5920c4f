//! The declaration of one activation in a file, and how it answers.
//!
//! A declaration is written as people say it at the table: the actions of the activation in their order, and the
//! decisions of the others meanwhile. Every question takes the next entry of its kind. Where there is none, the default
//! of the declaration holds.

use super::choices::{ActForm, BracedForm, InitiativeForm, ReactForm, SaveForm, answer};
use crate::Obss;
use crate::decision::{Action, Advance, After, Choice, Initiative, Order, Push, Question, Reaction, RestBy};
use crate::scene::{Scene, Setup};
use crate::state::State;
use affray_files::value::{FromValue, Reader, Schema, Schemas, Value};
use affray_files::{Diagnostic, Path};
use affray_kernel::referee::CombatantId;
use affray_prove::cases::{self, LeftOver, OneOrMany, Used};
use affray_session::names;
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// The actions of one combatant in its activation, and the decisions of the others meanwhile.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct Declaration {
    /// The actions, in their order. After the last the activation ends.
    pub act: OneOrMany<Entry<ActForm>>,
    /// Reactions of others in the middle of it, in the order in which they are asked. An entry with `who` waits
    /// until that one is asked, one without is for the next who is asked. Default: they pass.
    pub react: OneOrMany<Entry<ReactForm>>,
    /// The free attacks of weapons that were set against a charge: a table without `target`, or `"pass"`.
    /// Default: a plain one.
    pub braced: OneOrMany<Entry<BracedForm>>,
    /// How Bull Rushes push, `{ way, squares, follow }`. Default: straight away, as far as it goes, without
    /// following.
    pub push: OneOrMany<Entry<Push>>,
    /// Saving throws, in the order in which they are asked for: the dice of luck, or a table with `who` and
    /// `luck`. Default: no luck.
    pub save: OneOrMany<Entry<SaveForm>>,
    /// Rests, by name, with the number that HP come back by: `"bab"` or `"cl"`. Default: none.
    pub rest: BTreeMap<String, RestBy>,
    /// What comes after the battle, one thing after the other: `"round"`, `{ pass-time = { rounds, hours } }`, `"rest"`
    /// or `"over"`. Default: it is over.
    pub after: OneOrMany<Entry<After>>,
    /// How initiative is rolled, by name: `"dex"`, `"int"`, or a table with `int` and `luck`. Default: by
    /// DEX.
    pub initiative: BTreeMap<String, Entry<InitiativeForm>>,
}

/// An entry, which is read again when the fight is known.
pub struct Entry<T> {
    value: Value,
    form: PhantomData<fn() -> T>,
}

impl<T> Clone for Entry<T> {
    fn clone(&self) -> Self {
        Self { value: self.value.clone(), form: PhantomData }
    }
}

impl<T> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T> std::fmt::Debug for Entry<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: Schema> Schema for Entry<T> {
    const IS_LIST: bool = T::IS_LIST;
    fn schema(schemas: &mut Schemas) -> Value {
        T::schema(schemas)
    }
}

impl<T: FromValue> FromValue for Entry<T> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(value, reader).map(|_| Self { value: value.clone(), form: PhantomData })
    }
}

/// A declaration on its way through an activation.
#[derive(Debug, Clone)]
pub struct Script<'a> {
    said: &'a Declaration,
    used: Used,
    /// The action whose path is being walked, counted from 1.
    walking: usize,
    /// The pieces of that path.
    path: Vec<String>,
    /// Steps taken of a piece such as `"4 E"`.
    steps: u16,
}

impl<'a> From<&'a Declaration> for Script<'a> {
    fn from(said: &'a Declaration) -> Self {
        Self { said, used: Used::default(), walking: 0, path: Vec::new(), steps: 0 }
    }
}

impl<'a> Script<'a> {
    /// The next entry of a list; `None` where there is none, or where it is for somebody else than `who`.
    fn next<T>(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        key: &'static str,
        list: &'a [Entry<T>],
    ) -> Result<Option<(&'a Value, Path)>, Diagnostic> {
        let Some((Entry { value, .. }, path)) = self.used.peek(key, list) else { return Ok(None) };
        if let Some(name) = value.get("who").and_then(Value::as_str)
            && names::known::<Obss>(scene.setup, name, path.key("who"))? != who
        {
            return Ok(None);
        }
        self.used.one(key);
        Ok(Some((value, path)))
    }

    fn act(&mut self, scene: Scene<'_>, question: &Question) -> Result<Choice, Diagnostic> {
        (self.walking, self.steps, self.path) = (0, 0, Vec::new());
        let Some((Entry { value, .. }, path)) = self.used.next("act", &self.said.act) else {
            return Ok(Choice::Act(Action::End));
        };
        let choice = answer(scene, question, value).map_err(|wrong| wrong.below(&path))?;
        if let Choice::Act(Action::Move | Action::Run | Action::Order { order: Order::Move | Order::Run, .. }) = choice
        {
            // The path of the action is walked from now on.
            self.walking = self.used.of("act");
            self.used.forget("move");
            let pieces = value.as_object().and_then(|table| table.values().next());
            self.path = match pieces {
                Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
                Some(Value::String(piece)) => vec![piece.clone()],
                _ => Vec::new(),
            };
        }
        Ok(choice)
    }

    fn advance(&mut self, scene: Scene<'_>, question: &Question) -> Result<Choice, Diagnostic> {
        let Some((text, path)) = self.used.peek("move", &self.path) else { return Ok(Choice::Advance(Advance::Stop)) };
        let path = Path::root().key("act").index(self.walking.saturating_sub(1)).join(&path);
        let (steps, piece) = match text.trim().split_once(' ') {
            Some((steps, way)) => match steps.parse().ok().filter(|steps| (1..=200).contains(steps)) {
                Some(steps) => (steps, way),
                None => (1, text.trim()),
            },
            None => (1, text.trim()),
        };
        let choice = answer(scene, question, &Value::from(piece)).map_err(|wrong| wrong.below(&path))?;
        self.steps += 1;
        if self.steps >= steps {
            self.used.one("move");
            self.steps = 0;
        }
        Ok(choice)
    }

    /// What is said of a combatant, by name.
    fn of<'t, T>(
        &mut self,
        setup: &Setup,
        who: CombatantId,
        key: &'static str,
        table: &'t BTreeMap<String, T>,
    ) -> Result<Option<(&'t T, Path)>, Diagnostic> {
        let mut found = None;
        for (name, said) in table {
            let path = Path::root().key(key).key(name);
            if names::known::<Obss>(setup, name, path.clone())? == who {
                found = Some((said, path));
            }
        }
        if found.is_some() {
            self.used.one(key);
        }
        Ok(found)
    }
}

impl cases::Script<Obss> for Script<'_> {
    fn answer(&mut self, setup: &Setup, state: &State, question: &Question) -> Result<Choice, Diagnostic> {
        let (scene, said, who) = (Scene { setup, state }, self.said, question.who());
        let entry = match *question {
            Question::Act { .. } => return self.act(scene, question),
            Question::Advance { .. } => return self.advance(scene, question),
            Question::Rest { .. } => {
                return Ok(Choice::Rest(self.of(setup, who, "rest", &said.rest)?.map(|(by, _)| *by)));
            }
            Question::Initiative { .. } => {
                let found = self.of(setup, who, "initiative", &said.initiative)?;
                found.map(|(Entry { value, .. }, path)| (value, path))
            }
            Question::React { .. } => self.next(scene, who, "react", &said.react)?,
            Question::Braced { .. } => self.next(scene, who, "braced", &said.braced)?,
            Question::Push { .. } => self.next(scene, who, "push", &said.push)?,
            Question::Save { .. } => self.next(scene, who, "save", &said.save)?,
            Question::After { .. } => self.next(scene, who, "after", &said.after)?,
        };
        match (entry, question) {
            (Some((value, path)), _) => answer(scene, question, value).map_err(|wrong| wrong.below(&path)),
            (None, Question::React { .. }) => Ok(Choice::React(Reaction::Pass)),
            (None, Question::Save { .. }) => Ok(Choice::Save(0)),
            (None, Question::After { .. }) => Ok(Choice::After(After::Over)),
            (None, Question::Initiative { .. }) => Ok(Choice::Initiative(Initiative::default())),
            // A plain free attack, a push straight away.
            (None, _) => answer(scene, question, &serde_json::json!({})),
        }
    }

    fn left_over(&self) -> Vec<LeftOver> {
        let mut left = self.used.left_over(&[
            ("act", self.said.act.len()),
            ("move", self.path.len()),
            ("react", self.said.react.len()),
            ("braced", self.said.braced.len()),
            ("push", self.said.push.len()),
            ("save", self.said.save.len()),
            ("rest", self.said.rest.len()),
            ("after", self.said.after.len()),
            ("initiative", self.said.initiative.len()),
        ]);
        if let Some(path) = left.iter_mut().find(|left| left.list == "move") {
            path.below = Path::root().key("act").index(self.walking.saturating_sub(1));
        }
        left
    }

    fn restart(&mut self) {
        *self = self.said.into();
    }
}
