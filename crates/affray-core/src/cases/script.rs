//! What scripts of every game are made of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One entry, or a list of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// A list.
    Many(Vec<T>),
    /// One.
    One(T),
}

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl<T> OneOrMany<T> {
    /// All of them.
    pub fn as_slice(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.as_slice().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.as_slice().is_empty()
    }

    /// The next one after so many used ones; it counts as used then.
    pub fn next(&self, used: &mut usize) -> Option<&T> {
        let found = self.as_slice().get(*used)?;
        *used += 1;
        Some(found)
    }
}

/// What was declared and never asked for, of lists with their names, how many entries they have and how
/// many were used.
pub fn left_over(lists: &[(&str, usize, usize)]) -> Vec<String> {
    lists
        .iter()
        .filter(|(_, all, used)| used < all)
        .map(|(name, all, used)| format!("{} of {all} in `{name}`", all - used))
        .collect()
}
