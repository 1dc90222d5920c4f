//! Every decision of the game: what is asked, and what may be answered.
//!
//! The order in which the engine asks is part 4 of the ledger. Bigger choices are made of small ones,
//! maneuver first. Each chapter judges its own answers; `judge` brings them together.

use affray_files::value::{FromValue, OrNone, ToValue};
use affray_grid::Facing;
use affray_kernel::referee::CombatantId;
use affray_session::choices::Asked;

pub use crate::body::aftermath::After;
pub use crate::maneuver::values::{
    Act, Advance, FeintAt, Free, Gait, Maneuver, ManeuverKind, Path, Ready, Step, Trigger, Wait,
};
pub use crate::strike::values::{
    AllOut, Attack, Defense, DefenseKind, FeintUse, Form, From, IncomingAttack, NO_MODE, NONE, Plan, Situation, Strike,
    Trade,
};

/// A decision that is due.
#[derive(Debug, Clone, Copy, PartialEq, Asked)]
pub enum Question {
    /// `G4-062` `G4-D04` The maneuver.
    #[asked(example = "`attack`, `charge`, `{ ready = \"axe\" }`")]
    Maneuver {
        /// Whose turn it is.
        who: CombatantId,
    },
    /// `G4-097` `G4-D05` A step.
    #[asked(example = "`E`, `E facing NE`, `face NE`, `rise` or `stay`")]
    Step {
        /// The one who may step.
        who: CombatantId,
        /// Before what the maneuver is about, or after it.
        before: bool,
    },
    /// `G4-090` `G4-D05` The next piece of a movement.
    #[asked(key = "path", example = "`E`, `sidestep NW`, `turn NE`, `stop`")]
    Advance {
        /// The one who moves.
        who: CombatantId,
        /// The movement so far.
        path: Path,
    },
    /// `G4-095` `G4-096` `G4-D11` The last facing of a movement.
    #[asked(example = "a side such as `NE`")]
    Finish {
        /// The one who moved.
        who: CombatantId,
        /// Any facing, or one side at the most.
        any: bool,
    },
    /// `G4-122` A Feint.
    #[asked(example = "`{ target = \"Ork\" }`, the name of a target or `none`")]
    Feint {
        /// The feinter.
        who: CombatantId,
    },
    /// `G4-D07` An attack, declared with all its options.
    #[asked(example = "`{ target = \"Ork\", at = \"neck\", deceptive = -2 }`, the name of a target or `none`")]
    Attack {
        /// The attacker.
        who: CombatantId,
        /// The attack that the maneuver allows.
        plan: Plan,
    },
    /// `G4-240` `G4-D09` A defense.
    #[asked(example = "`dodge`, `parry`, `block`, `none` or `{ with = \"parry\", retreat = \"W\" }`")]
    Defend {
        /// The defender.
        who: CombatantId,
        /// The attack.
        attack: IncomingAttack,
        /// The defense that failed already (`G4-163`).
        failed: Option<DefenseKind>,
    },
    /// `G4-R26` The second of two traded attacks: make it?
    Second {
        /// The attacker.
        who: CombatantId,
        /// As it was declared.
        second: Strike,
    },
    /// `G4-R18` `G4-D06` The trigger of a Wait has come: use it now?
    Wait {
        /// The one who waits.
        who: CombatantId,
        /// The one who triggered the Wait.
        by: CombatantId,
    },
    /// `G4-R70` `G4-D13` The battle is over: what comes next?
    #[asked(example = "`round`, `over`")]
    After {
        /// Somebody who is up.
        who: CombatantId,
        /// Rounds since its end.
        rounds: u32,
    },
}

/// An answer to a question. In files it is a table with one key, the name of the variant.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
pub enum Choice {
    /// The maneuver. Default: Do Nothing.
    Maneuver(Maneuver),
    /// Steps, as they are asked for: `"E"`, `"E facing NE"`, `"face NE"`, `"rise"` or `"stay"`. Default: stay.
    Step(Step),
    /// The movement, piece by piece: `"E"` goes forward, `"sidestep NW"`, `"turn NE"`, `"jump 3"`, `"stop"`.
    #[value(rename = "path")]
    Advance(Advance),
    /// The last facing of a movement. Default: as it stands.
    #[value(rename = "finish")]
    Face(Facing),
    /// Feints: `"none"`, or a table. Default: none is made.
    Feint(#[value(like = OrNone<FeintAt>)] Option<FeintAt>),
    /// Attacks, as they are asked for. Default: none is made.
    Attack(Attack),
    /// Defenses, as they are asked for. Default: none.
    Defend(Defense),
    /// Whether the second of two traded attacks is made. Default: `true`.
    Second(bool),
    /// Whether a triggered Wait is used. Default: `true`.
    Wait(bool),
    /// What comes after the battle (`gm = { aftermath = {} }`), one thing or a list: `"round"` (its turns up to its end)
    /// or `"over"`. Default: it is over.
    After(After),
    /// Something done unasked, in the own turn.
    Free(Free),
}
