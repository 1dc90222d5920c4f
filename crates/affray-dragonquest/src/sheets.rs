//! Sheets that come with the program: the fighters of the ledger's examples, and people and
//! creatures to fill an encounter with.

use crate::sheet::plain;

/// The text of the stock sheet of that name; capitals, blanks and hyphens make no difference.
///
/// ```
/// assert!(affray_dragonquest::sheets::builtin("Aldric").is_some());
/// assert!(affray_dragonquest::sheets::builtin("tarrasque").is_none());
/// ```
pub fn builtin(name: &str) -> Option<&'static str> {
    let name = plain(name);
    BUILTIN.iter().find(|(known, _)| plain(known) == name).map(|(_, text)| *text)
}

/// The names of the stock sheets.
pub fn names() -> impl Iterator<Item = &'static str> {
    BUILTIN.iter().map(|(name, _)| *name)
}

macro_rules! builtin {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../sheets/", $name, ".toml")))),*]
    };
}

/// Names, as files are called, and texts.
static BUILTIN: &[(&str, &str)] = builtin![
    "aldric",
    "brakka",
    "cyra",
    "dorn",
    "elwin",
    "fenn",
    "garm",
    "hale",
    "ketil",
    "giant-rat",
    "wolf",
    "bear",
    "ogre"
];
