//! What the files of a ruleset need nearly always: `use affray_prove::prelude::*;`.

pub use crate::odds::{OddsReport, Run};
pub use affray_files::FileError;
pub use affray_files::value::{FromValue, Partial, Patch, Schema, ToValue, Value, to_value};
pub use affray_grid::{Cell, Flood, Layout};
pub use affray_kernel::dice::Dice;
pub use affray_kernel::referee::{CombatantId, Policy, Referee, Refusal, RollRecord, Why};
pub use affray_kernel::rule;
pub use affray_kernel::tally::Tally;
pub use affray_kernel::turns::FinalStatus;
pub use affray_session::choices::{Asked, ChoiceFormat};
pub use affray_session::encounter::{
    Cast, Combatant, EncounterFile, EncounterFormat, Reading, RoundLimit, Stated, in_order,
};
pub use affray_session::names::Roster;
pub use affray_session::ruleset::{Points, Rules, Standing};
pub use affray_session::said::Said;
