//! Reading: the place of what is read, and everything that is wrong so far.

use super::form::kind_word;
use super::{FromValue, Map, Names, NoNames, Owner, ReadKeys, Value};
use crate::explain::choice;
use crate::{Diagnostic, Diagnostics, Path, PathStep};
use affray_kernel::referee::CombatantId;
use std::fmt::Display;

/// What is read, by its place, with everything that is wrong so far.
pub struct Reader<'a> {
    path: Path,
    wrongs: Diagnostics,
    names: &'a dyn Names,
    owner: Option<CombatantId>,
    limits: Option<Limits>,
    /// How many numbers were beyond their limits; `None` where that was told before.
    beyond: Option<usize>,
    any_text: bool,
}

/// The limits of the numbers that are read, and the rule that sets them.
#[derive(Clone, Copy)]
struct Limits {
    least: f64,
    most: f64,
    rule: Option<&'static str>,
}

/// Makes a type of a value.
///
/// # Errors
/// Everything that is wrong with it, each with its place below the value.
pub fn from_value<T: FromValue>(
    value: &Value,
    names: &dyn Names,
    owner: Option<CombatantId>,
) -> Result<T, Vec<Diagnostic>> {
    let mut reader = Reader::new(names, owner);
    let made = T::read(value, &mut reader);
    reader.end(made)
}

/// Makes a type of a value as far as that can be done, and says everything that is wrong with it, each with its place below
/// the value. Where a number is beyond its limits, what is made has the limit.
pub fn try_value<T: FromValue>(value: &Value) -> (Option<T>, Diagnostics) {
    let mut reader = Reader::default();
    let made = T::read(value, &mut reader);
    if made.is_none() && reader.wrongs.is_empty() {
        reader.wrong::<()>("this cannot be read", "");
    }
    (made, reader.wrongs)
}

impl Default for Reader<'_> {
    fn default() -> Self {
        Self::new(&NoNames, None)
    }
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("path", &self.path).field("wrongs", &self.wrongs).finish_non_exhaustive()
    }
}

impl<'a> Reader<'a> {
    /// Begins to read what has those names; items without a further word are the owner's.
    pub fn new(names: &'a dyn Names, owner: Option<CombatantId>) -> Self {
        Self {
            path: Path::root(),
            wrongs: Diagnostics::default(),
            names,
            owner,
            limits: None,
            beyond: Some(0),
            any_text: false,
        }
    }

    /// Reads what a program wrote: texts may have any characters.
    #[must_use]
    pub fn of_any_text(self) -> Self {
        Self { any_text: true, ..self }
    }

    /// Reads a text without the characters that are refused, which a terminal would obey.
    pub(super) fn text(&mut self, value: &Value, wanted: &str, refused: impl Fn(char) -> bool) -> Option<String> {
        let Some(text) = value.as_str() else { return self.expected("a text in quotes", value) };
        match text.chars().find(|one| refused(*one)).filter(|_| !self.any_text) {
            Some(found) => self.wrong(format!("the control character {} in a text", found.escape_debug()), wanted),
            None => Some(text.to_owned()),
        }
    }

    /// What was made, if nothing was wrong.
    ///
    /// # Errors
    /// Everything that was.
    pub fn end<T>(self, made: Option<T>) -> Result<T, Vec<Diagnostic>> {
        match made {
            Some(made) if self.wrongs.is_empty() => Ok(made),
            None if self.wrongs.is_empty() => Err(vec![Diagnostic::new(self.path, "this cannot be read")]),
            _ => Err(self.wrongs.0),
        }
    }

    /// The place of what is read.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What names stand for.
    pub fn names(&self) -> &'a dyn Names {
        self.names
    }

    /// Whose the items are that are named here.
    pub fn owner(&self) -> Option<CombatantId> {
        self.owner
    }

    /// Says whose the items are that are named from here on.
    pub fn set_owner(&mut self, owner: Option<CombatantId>) {
        self.owner = owner;
    }

    /// The items that are named from here on are those of that combatant; nothing changes where that is nobody.
    pub fn own(&mut self, owner: &impl Owner) {
        self.owner = owner.owner().or(self.owner);
    }

    /// Notes that something is wrong with the value that is read. It is `None`, for the end of a function.
    pub fn wrong<T>(&mut self, message: impl Into<String>, hint: impl Into<String>) -> Option<T> {
        self.wrongs.add(self.path.clone(), message, hint);
        None
    }

    /// Notes a diagnostic whose place is below the value that is read.
    pub fn note<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.wrongs.push(diagnostic.below(&self.path));
        None
    }

    /// What was found; otherwise what is wrong is noted.
    pub fn ok<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        match result {
            Ok(found) => Some(found),
            Err(diagnostic) => self.note(diagnostic),
        }
    }

    /// Notes that another kind of value is wanted.
    pub fn expected<T>(&mut self, wanted: &str, found: &Value) -> Option<T> {
        self.put(format!("expected {wanted}, found {}", in_words(found)));
        None
    }

    /// Notes what is wrong with the value that is read.
    fn put(&mut self, message: String) {
        self.wrongs.push(Diagnostic::new(self.path.clone(), message));
    }

    /// Reads what stands under a key.
    pub fn below<T>(&mut self, key: &str, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.enter(key);
        let made = read(self);
        self.leave();
        made
    }

    /// Goes to what stands under a key.
    #[inline(never)]
    fn enter(&mut self, key: &str) {
        self.path.steps.push(PathStep::Key(key.to_owned()));
    }

    /// Goes back to what holds it.
    #[inline(never)]
    fn leave(&mut self) {
        self.path.steps.pop();
    }

    /// Reads a key itself.
    pub fn name<T: FromValue>(&mut self, key: &str) -> Option<T> {
        self.path.steps.push(PathStep::Name(key.to_owned()));
        let made = T::read(&Value::from(key), self);
        self.leave();
        made
    }

    /// Reads an entry of a list.
    pub fn entry<T>(&mut self, index: usize, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.path.steps.push(PathStep::Index(index));
        let made = read(self);
        self.leave();
        made
    }

    /// Reads a table of which all keys are known.
    pub fn table<T: ReadKeys>(&mut self, value: &Value) -> Option<T> {
        if !value.is_object() {
            return self.expected(T::EXPECTED, value);
        }
        let mut keys = Vec::new();
        T::keys(&mut keys);
        let table = self.keys_of(value, &keys)?;
        T::read_keys(table, self)
    }

    /// Reads a value as the table that has it under that key. What is wrong with it is told of the value.
    pub fn unpacked<T: ReadKeys>(&mut self, key: &str, value: &Value) -> Option<T> {
        self.packed(key, value, |table, reader| T::read_keys(table.as_object()?, reader))
    }

    /// Reads a value as the table that has it under that key, by that function.
    pub fn packed<T>(
        &mut self,
        key: &str,
        value: &Value,
        read: impl FnOnce(&Value, &mut Self) -> Option<T>,
    ) -> Option<T> {
        let table = Value::Object(Map::from_iter([(key.to_owned(), value.clone())]));
        let from = self.wrongs.len();
        let made = read(&table, self);
        let depth = self.path.steps.len();
        for wrong in &mut self.wrongs[from..] {
            wrong.path.steps.truncate(depth);
        }
        made
    }

    /// The table that the value has to be; keys that are not among these are noted.
    pub fn keys_of<'v>(&mut self, value: &'v Value, keys: &[&str]) -> Option<&'v Map> {
        let Value::Object(table) = value else { return self.expected("a table", value) };
        for key in table.keys().filter(|key| !keys.contains(&key.as_str())) {
            let mut path = self.path.clone();
            path.steps.push(PathStep::Name(key.clone()));
            let hint = choice(key, keys).unwrap_or_else(|| String::from("no field is expected here"));
            self.wrongs.add(path, format!("unknown field `{key}`"), hint);
        }
        Some(table)
    }

    /// Reads the value of a key; where it is left out, what `absent` says.
    pub fn key<T: FromValue>(&mut self, table: &Map, key: &str, absent: impl FnOnce() -> Option<T>) -> Option<T> {
        match table.get(key) {
            None | Some(Value::Null) => absent().or_else(|| self.missing(key)),
            Some(value) => self.below(key, |reader| T::read(value, reader)),
        }
    }

    /// Notes that a key is not there.
    pub fn missing<T>(&mut self, key: &str) -> Option<T> {
        self.put(format!("missing field `{key}`"));
        None
    }

    /// Reads numbers that have limits, both of which they may be. Of a number beyond them that is noted, with the rule
    /// that sets them, and the limit stands for it.
    pub fn within<T>(
        &mut self,
        least: f64,
        most: f64,
        rule: Option<&'static str>,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let outer = self.limits.replace(Limits { least, most, rule });
        let made = read(self);
        self.limits = outer;
        made
    }

    /// The limit that stands for a number beyond it, of which that is noted.
    pub fn beyond(&mut self, number: f64, written: &dyn Display) -> Option<f64> {
        let Limits { least, most, rule } = self.limits?;
        if (least..=most).contains(&number) {
            return None;
        }
        if let Some(so_far) = &mut self.beyond {
            *so_far += 1;
            let rule = rule.map_or(String::new(), |rule| format!(" ({rule})"));
            self.wrong::<()>(format!("{written} is out of range{rule}"), format!("{least} to {most}"));
        }
        Some(number.clamp(least, most))
    }

    /// Reads again what was read before: numbers beyond their limits were told then.
    #[must_use]
    pub(super) fn again(self) -> Self {
        Self { beyond: None, ..self }
    }

    /// How many things are wrong so far, besides numbers for which their limit stands.
    pub(super) fn unread_so_far(&self) -> usize {
        self.wrongs.len() - self.beyond.unwrap_or(0)
    }

    /// Whether a value is one of these words, or a table with one of these as its only key.
    pub fn is_variant(value: &Value, words: &[&str], entries: &[&str]) -> bool {
        match value {
            Value::String(word) => words.contains(&word.as_str()),
            Value::Object(table) => Self::is_entry(table, entries),
            _ => false,
        }
    }

    /// Whether a table has one of these as its only key.
    pub fn is_entry(table: &Map, entries: &[&str]) -> bool {
        table.len() == 1 && table.keys().all(|key| entries.contains(&key.as_str()))
    }

    /// Cites a rule in everything that was noted since there were so many things wrong.
    pub fn cite(&mut self, since: usize, rule: &str) {
        for wrong in &mut self.wrongs[since..] {
            wrong.message = format!("{} ({rule})", wrong.message);
        }
    }

    /// How many things are wrong so far.
    pub fn wrong_so_far(&self) -> usize {
        self.wrongs.len()
    }

    /// The variant that a value names: one of the words, or a table with one of the entries as its only key.
    pub fn variant<'v>(
        &mut self,
        value: &'v Value,
        words: &[&str],
        entries: &[&str],
        expected: Option<&str>,
    ) -> Option<(&'v str, Option<&'v Value>)> {
        let wanted = expected.unwrap_or(match (words, entries) {
            (_, []) => "a text in quotes",
            ([], _) => "a table",
            _ => "a word or a table",
        });
        match value {
            Value::String(word) if words.contains(&word.as_str()) => Some((word, None)),
            Value::String(word) if entries.contains(&word.as_str()) => {
                self.wrong(format!("`{word}` has to say more"), format!("a table, {{ {word} = ... }}"))
            }
            Value::String(_) if words.is_empty() => self.expected(wanted, value),
            Value::String(word) => {
                let all: Vec<&str> = words.iter().chain(entries).copied().collect();
                let hint = choice(word, &all).unwrap_or_else(|| String::from(wanted));
                self.wrong(format!("`{word}` is not known here"), hint)
            }
            Value::Object(table) if !entries.is_empty() => {
                let mut pairs = table.iter();
                match (pairs.next(), pairs.next()) {
                    (Some((key, inner)), None) if entries.contains(&key.as_str()) => Some((key, Some(inner))),
                    (Some((key, _)), None) => {
                        let path = self.path.key(key);
                        let hint = choice(key, entries).unwrap_or_else(|| String::from("no field is expected here"));
                        let name = PathStep::Name(key.clone());
                        let path =
                            Path { steps: path.steps[..path.steps.len() - 1].iter().cloned().chain([name]).collect() };
                        self.wrongs.add(path, format!("`{key}` is not known here"), hint);
                        None
                    }
                    _ => self.wrong("exactly one key belongs here", choice("", entries).unwrap_or_default()),
                }
            }
            _ => self.expected(wanted, value),
        }
    }

    /// The variant that a table names under its tag.
    pub fn tag<'v>(&mut self, value: &'v Value, tag: &str, variants: &[&str]) -> Option<&'v str> {
        let Value::Object(table) = value else { return self.expected("a table", value) };
        match table.get(tag) {
            None => self.missing(tag),
            Some(Value::String(name)) if variants.contains(&name.as_str()) => Some(name),
            Some(Value::String(name)) => {
                let hint = choice(name, variants).unwrap_or_default();
                self.below(tag, |reader| reader.wrong(format!("`{name}` is not known here"), hint))
            }
            Some(other) => self.below(tag, |reader| reader.expected("a text in quotes", other)),
        }
    }

    /// The number of what a key names; where it is left out, what is usual, or 255 for nothing.
    pub fn named_key(&mut self, table: &Map, key: &str, kind: &str, usual: bool, none: bool) -> Option<usize> {
        match table.get(key) {
            Some(value) if !value.is_null() => self.below(key, |reader| reader.named(kind, value)),
            _ => {
                let usual = if usual { self.names.usual(kind, self.owner) } else { None };
                usual.or(none.then_some(usize::from(u8::MAX))).or_else(|| self.missing(key))
            }
        }
    }

    /// The number of what is named, among those of its kind.
    pub fn named(&mut self, kind: &str, value: &Value) -> Option<usize> {
        let Value::String(name) = value else { return self.expected("a name in quotes", value) };
        self.names.find(kind, self.owner, name).or_else(|| {
            self.wrong(format!("there is no {} `{name}`", kind_word(kind)), self.names.hint(kind, self.owner, name))
        })
    }
}

/// A value as an error speaks of it.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => String::from("nothing"),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) if text.chars().count() > 200 => {
            format!("the text {:?}...", text.chars().take(200).collect::<String>())
        }
        Value::String(text) => format!("the text {text:?}"),
        Value::Array(_) => String::from("a list"),
        Value::Object(_) => String::from("a table"),
    }
}
