//! What scripts of every game are made of.

use crate::files::Path;
use crate::grid::Cell;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// One entry, or a list of them.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// A list.
    Many(Vec<T>),
    /// One.
    One(T),
}

crate::forms!(OneOrMany<T>, "one entry, or a list of them" {
    list => Many,
    text => One,
    number => One,
    flag => One,
    table => One,
});

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl<T> std::ops::Deref for OneOrMany<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

/// One cell, or a list of them. A cell is a list itself, so what is in it tells which it is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Cells(pub OneOrMany<Cell>);

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a cell such as [2, 0], or a list of cells")]
        enum Read {
            Many(Vec<Cell>),
            One(Cell),
        }
        Ok(Self(match Read::deserialize(deserializer)? {
            Read::Many(many) => OneOrMany::Many(many),
            Read::One(one) => OneOrMany::One(one),
        }))
    }
}

impl std::ops::Deref for Cells {
    type Target = [Cell];
    fn deref(&self) -> &[Cell] {
        &self.0
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

    /// What was declared and never asked for, of lists with their names and how many entries they have:
    /// `1 of 2 in `defend``.
    pub fn left_over(&self, lists: &[(&'static str, usize)]) -> Vec<String> {
        let left = lists.iter().map(|&(name, all)| (name, all, self.of(name)));
        left.filter(|(_, all, used)| used < all)
            .map(|(name, all, used)| format!("{} of {all} in `{name}`", all - used))
            .collect()
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
