//! What scripts of every game are made of.

use affray_files::Path;
use affray_files::value::{FromValue, Reader, Schema, Schemas, Value};
use affray_grid::Cell;
use serde_json::json;

/// One entry, or a list of them.
#[derive(Debug, Clone, PartialEq)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<T: Schema> Schema for OneOrMany<T> {
    const IS_OPTIONAL: bool = true;
    fn schema(schemas: &mut Schemas) -> Value {
        let one = T::schema(schemas);
        json!({ "anyOf": [one, { "type": "array", "items": one }] })
    }
}

impl<T: FromValue> FromValue for OneOrMany<T> {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let is_many = matches!(value, Value::Array(list) if is_many(list, T::IS_LIST));
        if is_many {
            FromValue::read(value, reader).map(Self)
        } else {
            T::read(value, reader).map(|one| Self(vec![one]))
        }
    }
}

/// Whether a list holds many entries. Of what can be a list itself, a list of lists or of words is many.
pub(super) fn is_many(list: &[Value], is_list: bool) -> bool {
    !is_list || list.first().is_none_or(|first| first.is_array() || first.is_string())
}

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> std::ops::Deref for OneOrMany<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.0
    }
}

/// One cell, or a list of them.
pub type Cells = OneOrMany<Cell>;

/// What is left of a list of a declaration. It displays as ``1 of 2 in `defend` ``.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOver {
    /// The list.
    pub list: &'static str,
    /// Entries that were asked for.
    pub used: usize,
    /// All its entries.
    pub all: usize,
    /// Whose entries they are, of a list that is parted by name.
    pub whose: Option<String>,
    /// The table that holds the list, seen from the declaration.
    pub below: Path,
}

impl LeftOver {
    /// The place of the first entry that is left.
    pub fn path(&self) -> Path {
        let list = self.below.key(self.list);
        self.whose.as_ref().map_or(list.clone(), |name| list.key(name)).index(self.used)
    }

    /// Of this list the fewest entries that another run has left, too; whether there still are some.
    pub(crate) fn is_left_by(&mut self, run: &[Self]) -> bool {
        let same = run.iter().find(|other| other.list == self.list && other.whose == self.whose);
        self.used = same.map_or(self.used, |other| self.used.max(other.used));
        same.is_some()
    }
}

impl std::fmt::Display for LeftOver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {} in `{}`", self.all.saturating_sub(self.used), self.all, self.list)?;
        self.whose.as_ref().map_or(Ok(()), |name| write!(f, " of {name}"))
    }
}

/// How far each list of a declaration has been used, by its name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Used(Vec<(&'static str, usize)>);

impl Used {
    /// How many entries of a list were used.
    pub fn of(&self, list: &str) -> usize {
        self.0.iter().find(|(name, _)| *name == list).map_or(0, |(_, used)| *used)
    }

    /// One more entry of a list is used.
    pub fn one(&mut self, list: &'static str) {
        match self.0.iter_mut().find(|(name, _)| *name == list) {
            Some((_, used)) => *used += 1,
            None => self.0.push((list, 1)),
        }
    }

    /// The next entry of a list and its place; it counts as used then.
    pub fn next<'a, T>(&mut self, name: &'static str, list: &'a [T]) -> Option<(&'a T, Path)> {
        let found = self.peek(name, list)?;
        self.one(name);
        Some(found)
    }

    /// The next entry of a list and its place; it does not count as used yet.
    pub fn peek<'a, T>(&self, name: &'static str, list: &'a [T]) -> Option<(&'a T, Path)> {
        let at = self.of(name);
        Some((list.get(at)?, Path::root().key(name).index(at)))
    }

    /// The next entry of a list, or what holds where there is none.
    pub fn next_or<T: Copy>(&mut self, name: &'static str, list: &[T], default: T) -> T {
        self.next(name, list).map_or(default, |(entry, _)| *entry)
    }

    /// What was declared and never asked for, of lists with their names and how many entries they have.
    pub fn left_over(&self, lists: &[(&'static str, usize)]) -> Vec<LeftOver> {
        let all = lists.iter().map(|&(list, all)| {
            let used = self.of(list);
            LeftOver { list, used, all, whose: None, below: Path::root() }
        });
        all.filter(|left| left.used < left.all).collect()
    }

    /// Forgets what was used of a list.
    pub fn forget(&mut self, list: &str) {
        self.0.retain(|(name, _)| *name != list);
    }

    /// Forgets what was used.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_entries_that_any_run_has_left() {
        let of = |list, used| LeftOver { list, used, all: 3, whose: None, below: Path::root() };
        let left = |mut one: LeftOver, run: LeftOver| one.is_left_by(&[run]).then(|| one.to_string());
        assert_eq!(left(of("defend", 1), of("defend", 1)).as_deref(), Some("2 of 3 in `defend`"));
        assert_eq!(left(of("defend", 1), of("defend", 2)).as_deref(), Some("1 of 3 in `defend`"));
        assert_eq!(left(of("defend", 2), of("defend", 1)).as_deref(), Some("1 of 3 in `defend`"));
        assert_eq!(left(of("defend", 2), of("attack", 0)), None);
        assert_eq!(of("defend", 2).path().to_string(), "defend[2]");
        let named = |name: &str| LeftOver { whose: Some(name.to_owned()), ..of("path", 1) };
        assert_eq!(named("Ana").path().to_string(), "path.Ana[1]");
        assert_eq!(left(named("Ana"), named("Ana")).as_deref(), Some("2 of 3 in `path` of Ana"));
        assert_eq!(left(named("Ana"), named("Ork")), None);
    }
}
