//! From a path to its place in the text.

use super::path::{Path, PathStep};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The place of a value, or of the nearest thing above it that is there.
pub(super) fn of_path(text: &str, root: &DeTable<'_>, path: &Path) -> Range<usize> {
    enum At<'d, 'i> {
        Table(&'d DeTable<'i>),
        Value(&'d Spanned<DeValue<'i>>),
    }
    let mut at = At::Table(root);
    let mut place = 0..0;
    for step in &path.steps {
        let table = match &at {
            At::Table(table) => Some(*table),
            At::Value(value) => value.get_ref().as_table(),
        };
        match step {
            PathStep::Name(key) => {
                if let Some((key, _)) = table.and_then(|table| table.get_key_value(key.as_str())) {
                    place = key.span();
                }
                break;
            }
            PathStep::Key(key) => {
                let Some((key, value)) = table.and_then(|table| table.get_key_value(key.as_str())) else {
                    break;
                };
                place = of_value(text, key.span(), value);
                at = At::Value(value);
            }
            PathStep::Index(index) => {
                let At::Value(value) = &at else { break };
                let Some(entry) = value.get_ref().as_array().and_then(|array| array.get(*index)) else {
                    break;
                };
                place = of_value(text, place, entry);
                at = At::Value(entry);
            }
        }
    }
    place
}

/// The place to show for a value: its text; for a table its header; else the key that names it.
fn of_value(text: &str, key: Range<usize>, value: &Spanned<DeValue<'_>>) -> Range<usize> {
    let span = value.span();
    let written = text.get(span.clone()).unwrap_or_default();
    match value.get_ref() {
        DeValue::Table(_) if !written.starts_with(['[', '{']) => key,
        _ if written.is_empty() => key,
        _ => span,
    }
}
