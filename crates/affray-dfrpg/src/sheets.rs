//! Sheets that come with the program: the fighters of the ledger's examples, and people and
//! creatures to fill an encounter with.

/// The text of the stock sheet of that name; capitals, blanks and hyphens make no difference.
///
/// ```
/// assert!(affray_dfrpg::sheets::builtin("Giant Spider").is_some());
/// assert!(affray_dfrpg::sheets::builtin("tarrasque").is_none());
/// ```
pub fn builtin(name: &str) -> Option<&'static str> {
    let name = crate::sheet::plain(name);
    let mut all = BUILTIN.iter();
    all.find(|(known, _)| crate::sheet::plain(known) == name).map(|(_, text)| *text)
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
    "arn",
    "bo",
    "cyn",
    "dag",
    "ogre",
    "orc",
    "archer",
    "bandit",
    "bear",
    "crossbowman",
    "cultist",
    "gargoyle",
    "giant-spider",
    "goblin",
    "guard",
    "hobgoblin",
    "knight",
    "peasant",
    "skeleton",
    "spearman",
    "swashbuckler",
    "troll",
    "wizard",
    "wolf",
];
