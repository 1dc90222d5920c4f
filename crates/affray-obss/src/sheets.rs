//! Sheets that come with the program: the fighters of the ledger's examples.

/// The text of the stock sheet of that name; capitals, blanks and hyphens make no difference.
///
/// ```
/// assert!(affray_obss::sheets::builtin("Arn").is_some());
/// assert!(affray_obss::sheets::builtin("tarrasque").is_none());
/// ```
pub fn builtin(name: &str) -> Option<&'static str> {
    let plain = |name: &str| name.to_lowercase().replace([' ', '-', '_'], "");
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
static BUILTIN: &[(&str, &str)] = builtin!["arn", "bel", "cor", "dag", "fen", "gik"];
