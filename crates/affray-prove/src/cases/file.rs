//! What all files of cases hold, whatever the game.

use super::{CaseFormat, DieFile};
use affray_files::value::FromValue;
use serde_json::Value;
use std::collections::BTreeMap;

/// A file of cases. What stands before the cases is the scene that they share.
pub trait CaseFile<G: CaseFormat>: FromValue {
    /// A case of it.
    type Case: CaseTable<G>;
    /// Its cases.
    fn cases(&self) -> &[Self::Case];
}

/// One case.
pub trait CaseTable<G: CaseFormat> {
    /// What every case holds.
    fn parts(&self) -> CaseParts<'_, G>;
}

/// What every case holds.
#[derive(Debug)]
pub struct CaseParts<'a, G: CaseFormat> {
    /// Its id.
    pub id: &'a str,
    /// What it shows.
    pub title: Option<&'a str>,
    /// The ids of what it proves.
    pub rules: &'a [String],
    /// What is different about the combatants' states.
    pub state: &'a BTreeMap<String, G::StateFile>,
    /// What happens.
    pub play: &'a [Play<G>],
    /// A whole file that has to be refused.
    pub invalid: Option<&'a Invalid>,
}

/// What has to come out of a step.
pub trait ExpectTable {
    /// What can be expected of every game.
    fn parts(&self) -> ExpectParts<'_>;
}

/// What can be expected of every game.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "each is a field of an `Expect`, which `case_files!` makes and documents")]
pub struct ExpectParts<'a> {
    pub targets: Option<&'a [i32]>,
    pub tally: &'a [TallyFile],
    pub events: &'a [BTreeMap<String, Value>],
    pub never: &'a [BTreeMap<String, Value>],
    pub state: &'a BTreeMap<String, Value>,
    pub overruled: Option<&'a [String]>,
    pub most_leaves: Option<u64>,
}

/// Makes the types of a ruleset's files of cases: `CaseFile`, `Case` and `Expect`, with what all files
/// of cases hold and what only this ruleset's do.
///
/// ```ignore
/// affray_prove::case_files! {
///     game Dfrpg, "dfrpg";
///     file {
///         /// The map that the cases share. Default: an open field.
///         #[value(default)]
///         pub map: MapFile,
///     }
///     case {
///         /// A map of its own.
///         pub map: Option<MapFile>,
///     }
///     expect {
///         /// The order of turns.
///         pub order: Option<Vec<String>>,
///     }
/// }
/// ```
#[macro_export]
macro_rules! case_files {
    (
        game $game:ty, $id:literal;
        file { $($file:tt)* }
        case { $($case:tt)* }
        expect { $($expect:tt)* }
    ) => {
        /// A file of cases. What stands before the cases is the scene that they share.
        #[derive(Debug, Clone, PartialEq, $crate::cases::FromValue)]
        pub struct CaseFile {
            #[doc = concat!("The ruleset: `", $id, "`.")]
            pub ruleset: String,
            /// What the cases are about.
            pub title: Option<String>,
            $($file)*
            /// The cases.
            pub case: Vec<Case>,
        }

        /// One case.
        #[derive(Debug, Clone, PartialEq, $crate::cases::FromValue)]
        pub struct Case {
            /// Its id: that of the example or invalid input that it carries out, or one of your own.
            pub id: String,
            /// What it shows, in a sentence.
            pub title: Option<String>,
            /// The ids of the rules, rulings, examples and invalid inputs that it proves.
            #[value(default)]
            pub rules: Vec<String>,
            /// Which of the shared combatants take part, in this order. Default: all.
            pub with: Option<Vec<String>>,
            /// What is different about the combatants' states, by name.
            #[value(default)]
            pub state: ::std::collections::BTreeMap<String, <$game as $crate::cases::CaseFormat>::StateFile>,
            $($case)*
            /// What happens, one after another.
            #[value(default)]
            pub play: Vec<$crate::cases::Play<$game>>,
            /// A whole file that has to be refused: `"encounter"`, `"sheet"` or `"case"`.
            pub invalid: Option<$crate::cases::Invalid>,
        }

        /// What has to come out of a step. All of it is optional.
        #[derive(Debug, Clone, Default, PartialEq, $crate::cases::FromValue)]
        #[value(default)]
        pub struct Expect {
            /// The target numbers of all rolls that have one, in their order.
            pub targets: Option<Vec<i32>>,
            /// Single target numbers, explained.
            pub tally: Vec<$crate::cases::TallyFile>,
            /// Events that happen in this order, others between them or not. Each is matched by the fields
            /// that it states.
            pub events: Vec<::std::collections::BTreeMap<String, $crate::cases::serde_json::Value>>,
            /// Events that do not happen.
            pub never: Vec<::std::collections::BTreeMap<String, $crate::cases::serde_json::Value>>,
            /// States afterwards, by name: only what is stated is compared.
            pub state: ::std::collections::BTreeMap<String, $crate::cases::serde_json::Value>,
            $($expect)*
            /// The rules that the game master overruled.
            pub overruled: Option<Vec<String>>,
            /// The number of outcomes that the exact walk of this step has at the most.
            pub most_leaves: Option<u64>,
        }

        impl $crate::cases::CaseFile<$game> for CaseFile {
            type Case = Case;
            fn cases(&self) -> &[Case] {
                &self.case
            }
        }

        impl $crate::cases::CaseTable<$game> for Case {
            fn parts(&self) -> $crate::cases::CaseParts<'_, $game> {
                $crate::cases::CaseParts {
                    id: &self.id,
                    title: self.title.as_deref(),
                    rules: &self.rules,
                    state: &self.state,
                    play: &self.play,
                    invalid: self.invalid.as_ref(),
                }
            }
        }

        impl $crate::cases::ExpectTable for Expect {
            fn parts(&self) -> $crate::cases::ExpectParts<'_> {
                $crate::cases::ExpectParts {
                    targets: self.targets.as_deref(),
                    tally: &self.tally,
                    events: &self.events,
                    never: &self.never,
                    state: &self.state,
                    overruled: self.overruled.as_deref(),
                    most_leaves: self.most_leaves,
                }
            }
        }
    };
}

/// One step of a case: a turn, or something that the game master brings about.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(no_bounds)]
pub struct Play<G: CaseFormat> {
    /// Whose turn it is. Only turns that a case names are taken.
    pub turn: Option<String>,
    /// What the game master brings about instead of a turn.
    pub gm: Option<G::Gm>,
    /// States that are set before it, as overrides of the game master: by name.
    #[value(default)]
    pub set: BTreeMap<String, G::StateFile>,
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
    pub expect: G::Expect,
}

/// A file that has to be refused.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct Invalid {
    /// What kind of file.
    pub kind: InvalidKind,
    /// Its text.
    pub text: String,
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

/// A target number, explained.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct TallyFile {
    /// Which roll: its name, such as `attack`, `dodge`, `parry`, `knockdown`.
    #[value(rename = "for")]
    pub what: String,
    /// Whose.
    pub who: Option<String>,
    /// Which of those rolls, from 0. Default: the first.
    #[value(default)]
    pub nth: usize,
    /// Its target number.
    pub total: Option<i32>,
    /// Lines of it, by rule: `{ "DF-059" = 4 }`. Others may be there.
    #[value(default)]
    pub lines: BTreeMap<String, i32>,
    /// Rules that give no line.
    #[value(default)]
    pub without: Vec<String>,
}
