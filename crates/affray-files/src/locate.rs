//! From a path, or from a name that a message speaks of, to its place in the text.

use super::explain::Unknown;
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

/// The place of an unknown name, given the place that the deserializer knows: often the table
/// around the name, because some of serde's forms are buffered before they are read.
pub(super) fn of_unknown(
    root: &Spanned<DeTable<'_>>,
    unknown: Unknown<'_>,
    known: &Range<usize>,
) -> Option<Range<usize>> {
    let mut found = None;
    if *known == root.span() || known.is_empty() {
        search(root.get_ref(), unknown, &mut found);
    } else {
        find(root.get_ref(), unknown, known, &mut found);
    }
    found
}

/// Searches the table that has this very span, wherever it is.
fn find(table: &DeTable<'_>, unknown: Unknown<'_>, known: &Range<usize>, found: &mut Option<Range<usize>>) {
    for (key, value) in table {
        if key.span() == *known {
            *found = Some(known.clone());
        } else {
            find_in_value(value, unknown, known, found);
        }
        if found.is_some() {
            return;
        }
    }
}

fn find_in_value(
    value: &Spanned<DeValue<'_>>,
    unknown: Unknown<'_>,
    known: &Range<usize>,
    found: &mut Option<Range<usize>>,
) {
    if value.span() == *known {
        search_value(value, unknown, found);
    }
    match value.get_ref() {
        _ if found.is_some() => {}
        DeValue::Table(table) => find(table, unknown, known, found),
        DeValue::Array(values) => {
            for value in values {
                find_in_value(value, unknown, known, found);
            }
        }
        _ => {}
    }
}

/// Searches a table for the name, its own keys and values before those further down.
fn search(table: &DeTable<'_>, unknown: Unknown<'_>, found: &mut Option<Range<usize>>) {
    let own = table.iter().find_map(|(key, value)| match unknown {
        Unknown::Field(name) => (key.get_ref() == name).then(|| key.span()),
        Unknown::Variant(name) => (value.get_ref().as_str() == Some(name)).then(|| value.span()),
    });
    *found = found.take().or(own);
    for (_, value) in table {
        if found.is_none() {
            search_value(value, unknown, found);
        }
    }
}

fn search_value(value: &Spanned<DeValue<'_>>, unknown: Unknown<'_>, found: &mut Option<Range<usize>>) {
    match (value.get_ref(), unknown) {
        _ if found.is_some() => {}
        (DeValue::String(text), Unknown::Variant(name)) if text == name => *found = Some(value.span()),
        (DeValue::Table(table), _) => search(table, unknown, found),
        (DeValue::Array(values), _) => {
            for value in values {
                search_value(value, unknown, found);
            }
        }
        _ => {}
    }
}
