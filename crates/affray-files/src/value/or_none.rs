//! A table, or the word `none`.

use super::{FromValue, ToValue};

/// The form of an [`Option`] whose key cannot be left out: an entry of a list, say. A field has it by
/// `#[value(like = OrNone<T>)]`.
#[derive(FromValue, ToValue)]
#[value(expected = "\"none\" or a table")]
pub enum OrNone<T> {
    /// None.
    None,
    /// One.
    #[value(table)]
    Some(T),
}

impl<T> From<Option<T>> for OrNone<T> {
    fn from(it: Option<T>) -> Self {
        it.map_or(Self::None, Self::Some)
    }
}

impl<T> From<OrNone<T>> for Option<T> {
    fn from(form: OrNone<T>) -> Self {
        match form {
            OrNone::None => None,
            OrNone::Some(it) => Some(it),
        }
    }
}
