//! Decisions that a person types, in the words of a declaration.

use super::{CaseFormat, Script as _};
use affray_files::value::{NoNames, from_value};
use affray_files::{FileError, Source, tree};
use toml::{Table, Value};

/// The answer to a question that a declaration gives, as TOML. `example` is what could be typed instead.
///
/// # Errors
/// What is not understood, and what could be typed instead.
pub fn typed<G: CaseFormat>(
    setup: &G::Setup,
    state: &G::State,
    question: &G::Question,
    declaration: &str,
    example: &str,
) -> Result<G::Choice, String> {
    let hint = |message: String| if example.is_empty() { message } else { format!("{message}; type {example}") };
    let wrong = |error: FileError| hint(error.problems()[0].message.clone());
    let tree = tree(&Source::new("", declaration)).map_err(wrong)?;
    let said: G::Declaration = from_value(&tree, &NoNames, None).map_err(|wrongs| hint(wrongs[0].to_string()))?;
    let answer = G::script(&said).answer(setup, state, question);
    answer.map_err(|wrong| if wrong.hint.is_some() { wrong.to_string() } else { hint(wrong.message) })
}

/// The pairs of an inline table, one on each line, as far as TOML needs it: the table is the root.
pub fn flat(words: &str) -> String {
    match toml::from_str::<Table>(&format!("it = {words}")) {
        Ok(mut root) => match root.remove("it") {
            Some(Value::Table(table)) => toml::to_string(&table).unwrap_or_default(),
            _ => String::new(),
        },
        Err(_) => words.to_owned(),
    }
}

/// Words as a TOML value: tables, lists, numbers and strings as they are, bare words as a string.
pub fn value(words: &str) -> String {
    let is_value =
        words.starts_with(['{', '[', '"', '\'']) || words.parse::<f64>().is_ok() || words == "true" || words == "false";
    if is_value { words.to_owned() } else { quoted(words) }
}

/// Words as what is declared against somebody under a key: a table as it is, `none`, or a name alone; one that nobody
/// has is told so.
///
/// ```
/// use affray_prove::cases::target;
/// assert_eq!(target("attack", "Old Orc"), "attack = { target = \"Old Orc\" }");
/// assert_eq!(target("attack", "{ target = \"Orc\" }"), "attack = { target = \"Orc\" }");
/// assert_eq!(target("attack", "None"), "attack = \"none\"");
/// ```
pub fn target(key: &str, words: &str) -> String {
    match words {
        _ if words.starts_with(['{', '[']) => format!("{key} = {words}"),
        _ if words.eq_ignore_ascii_case("none") => format!("{key} = \"none\""),
        _ => format!("{key} = {{ target = {} }}", quoted(words)),
    }
}

/// `yes` and `no`, and other words as [`value`] has them.
pub fn truth(words: &str) -> String {
    match words.to_ascii_lowercase().as_str() {
        "yes" => String::from("true"),
        "no" => String::from("false"),
        _ => value(words),
    }
}

/// Words as a TOML string.
pub fn quoted(words: &str) -> String {
    Value::String(words.to_owned()).to_string()
}
