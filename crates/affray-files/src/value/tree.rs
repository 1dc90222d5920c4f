//! TOML as a tree of values.

use super::{FromValue, Reader, Value};
use crate::{FileError, Source, complain, limits};
use serde_json::{Map, Number};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// Reads a TOML text.
///
/// # Errors
/// Every fault of the text as TOML, or everything in it that does not fit, with its place and what would be right.
pub fn read<T: FromValue>(source: &Source) -> Result<T, FileError> {
    let tree = tree(source)?;
    let mut reader = Reader::default();
    let made = T::read(&tree, &mut reader);
    reader.end(made).map_err(|wrongs| complain(source, wrongs))
}

/// The tree of values of a TOML text.
///
/// # Errors
/// Every fault of the text as TOML, and values that are not of this format: dates, and numbers that are too large.
pub fn tree(source: &Source) -> Result<Value, FileError> {
    let Source { name, text } = source;
    if let Some(message) = limits::size(text.len()) {
        return Err(FileError::whole(name, message));
    }
    if let Some((start, message)) = limits::excess(text) {
        return Err(FileError::new(name, text, [(Some(start..start + 1), message, None)]));
    }
    let (root, faults) = DeTable::parse_recoverable(text);
    if !faults.is_empty() {
        let faults = faults.iter().map(|fault| (Some(fault.span().unwrap_or(0..0)), fault.message().to_owned(), None));
        return Err(FileError::new(name, text, faults));
    }
    let mut wrongs = Vec::new();
    let tree = table(root.get_ref(), &mut wrongs);
    if wrongs.is_empty() {
        Ok(tree)
    } else {
        Err(FileError::new(name, text, wrongs.into_iter().map(|(span, message)| (Some(span), message, None))))
    }
}

fn table(table: &DeTable<'_>, wrongs: &mut Vec<(Range<usize>, String)>) -> Value {
    let entry = |(key, inner): (&toml::Spanned<std::borrow::Cow<'_, str>>, &toml::Spanned<DeValue<'_>>)| {
        (key.get_ref().clone().into_owned(), value(inner, wrongs))
    };
    Value::Object(table.iter().map(entry).collect::<Map<_, _>>())
}

fn value(spanned: &toml::Spanned<DeValue<'_>>, wrongs: &mut Vec<(Range<usize>, String)>) -> Value {
    let mut wrong = |message: String| {
        wrongs.push((spanned.span(), message));
        Value::Null
    };
    match spanned.get_ref() {
        DeValue::String(text) => Value::String(text.clone().into_owned()),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(integer) => Value::from(integer),
            Err(_) => wrong(format!("the number {} is too large", integer.as_str())),
        },
        DeValue::Float(float) => match float.as_str().parse::<f64>().ok().and_then(Number::from_f64) {
            Some(number) => Value::Number(number),
            None => wrong(format!("`{}` is no number that can be used here", float.as_str())),
        },
        DeValue::Datetime(date) => wrong(format!("a date has no place here: {date}")),
        DeValue::Array(list) => Value::Array(list.iter().map(|inner| value(inner, wrongs)).collect()),
        DeValue::Table(inner) => table(inner, wrongs),
    }
}
