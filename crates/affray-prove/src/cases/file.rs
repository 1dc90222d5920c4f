//! The steps of a case.

use super::{CaseFormat, DieFile, Expect};
use affray_files::value::{FromValue, Prose};
use std::collections::BTreeMap;

/// One step of a case: a turn, or something that the game master brings about.
#[derive(FromValue)]
#[value(no_bounds)]
pub struct Play<G: CaseFormat> {
    /// Whose turn it is. Only turns that a case names are taken.
    pub turn: Option<String>,
    /// What the game master brings about instead of a turn.
    pub gm: Option<G::Gm>,
    /// States that are set before it, as overrides of the game master: by name.
    #[value(default)]
    pub set: BTreeMap<String, G::CombatantState>,
    /// What is declared and decided.
    #[value(default, rename = "do")]
    pub said: G::Declaration,
    /// The dice, in the order in which they fall: a sum (`11`), single dice (`"4+3"`), `"force 11"` for
    /// a roll that the game master lays down, `"void"` to throw the roll before it again.
    #[value(default)]
    pub dice: Vec<DieFile>,
    /// The game master allows what the rules refuse.
    #[value(default)]
    pub allow: bool,
    /// The rule by which it is refused. The state is then as before.
    pub refused: Option<String>,
    /// What has to come out.
    #[value(default)]
    pub expect: Expect<G>,
}

/// A file that has to be refused.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct Invalid {
    /// What kind of file.
    pub kind: InvalidKind,
    /// Its text.
    pub text: Prose,
    /// What the error has to say, each somewhere in it: for example `":3:"` for line 3.
    pub says: Vec<String>,
}

/// The kinds of file that a case can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "lowercase")]
pub enum InvalidKind {
    /// An encounter.
    Encounter,
    /// A sheet.
    Sheet,
    /// A file of cases.
    Case,
}
