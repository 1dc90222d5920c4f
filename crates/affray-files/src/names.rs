//! Names as files and people write them, looked up without regard to capitals.
//!
//! Whoever names what is not there is told what there is.

use crate::{Diagnostic, Path, suggest};

/// A name without what people leave out or write otherwise: capitals, blanks, hyphens.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The name of a flag, `ALL_OUT`, as files spell it: `all-out`.
pub fn spelled(flag: &str) -> String {
    flag.to_lowercase().replace('_', "-")
}

/// The names of flags as a hint: `one of: ...`.
pub fn one_of_flags<F>(flags: &[(&str, F)]) -> String {
    let names: Vec<String> = flags.iter().map(|(name, _)| spelled(name)).collect();
    one_of(names.iter().map(String::as_str))
}

/// The place in a list of the one of that name, in small or capital letters.
pub fn position<'a>(names: impl IntoIterator<Item = &'a str>, name: &str) -> Option<usize> {
    let name = name.trim();
    names.into_iter().position(|known| known.eq_ignore_ascii_case(name))
}

/// Names as a hint: `one of: ...`.
pub fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    if names.is_empty() { String::from("there are none") } else { format!("one of: {}", names.join(", ")) }
}

/// The place in a list of the one of that name, for the value at `path`.
///
/// # Errors
/// If nothing there has that name: `message`, the name that is nearest, and those that there are.
pub fn find<'a>(
    names: impl IntoIterator<Item = &'a str> + Clone,
    name: &str,
    path: Path,
    message: impl FnOnce() -> String,
) -> Result<usize, Diagnostic> {
    position(names.clone(), name).ok_or_else(|| Diagnostic::new(path, message()).hint(nearest_of(names, name)))
}

/// The nearest of those names in front of a further hint; nothing if none is near.
pub fn did_you_mean<'a>(names: impl IntoIterator<Item = &'a str>, name: &str) -> String {
    suggest(name, names).map_or(String::new(), |near| format!("did you mean `{near}`? "))
}

/// What there is in place of a name that nobody has: the nearest, and all.
pub fn nearest_of<'a>(names: impl IntoIterator<Item = &'a str> + Clone, name: &str) -> String {
    did_you_mean(names.clone(), name) + &one_of(names)
}
