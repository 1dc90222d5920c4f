//! What can happen.

use affray_prove::prelude::*;

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Said, Schema, ToValue)]
    #[value(tag = "event")]
    #[allow(missing_docs, reason = "fields are named for what they are")]
    pub enum Event {
        Revealed { who: CombatantId } => "{who} is seen.",
        TurnBegins { who: CombatantId } => "{who}'s turn.",
        Moves { who: CombatantId, to: Cell } => "{who} goes to {to}.",
        Rises { who: CombatantId } => "{who} rises.",
        Guards { who: CombatantId } => "{who} guards.",
        Strikes { who: CombatantId, target: CombatantId, hits: bool } => "{who} hits {target}." else "{who} misses {target}.",
        Parries { who: CombatantId, succeeds: bool } => "{who} parries." else "{who} fails to parry.",
        Wounded { who: CombatantId, lost: i16, left: i16 } => "{who} loses {lost} HP, {left} left.",
        Falls { who: CombatantId } => "{who} falls.",
        Out { who: CombatantId } => "{who} is out.",
    }
}

affray_kernel::rolls! {
    "strike" => "a strike",
    "parry" => "a parry",
    "knockdown" => "staying up after a heavy wound",
}

/// The rolls with which somebody attacks.
pub(crate) const ATTACKS: &[&str] = &["strike"];
