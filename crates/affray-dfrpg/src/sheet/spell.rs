//! Spells as a sheet lists them.

use super::DamageType;
use affray_files::value::{FromValue, ToValue};

pub(super) use affray_3d6::damage::Damage;

/// `1.2` of the ledger: the classes of spells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
pub enum SpellClass {
    /// On one target.
    Regular,
    /// On all within a radius.
    Area,
    /// Held in the hand until it touches.
    Melee,
    /// Held in the hand until it is thrown.
    Missile,
    /// Cast as an active defense.
    Blocking,
    /// Tells something.
    Information,
}

/// What a target rolls against a spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
#[allow(missing_docs, reason = "each is the name of an attribute")]
pub enum ResistedBy {
    St,
    Dx,
    Iq,
    Ht,
    Will,
    Per,
}

/// What a spell does (`DF-R55`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpellEffect {
    /// Damages: fixed dice, or one die per energy where `per_energy`.
    Damage {
        /// The dice; ignored where `per_energy`.
        damage: Damage,
        /// One die for each point of energy.
        per_energy: bool,
        /// The type.
        kind: DamageType,
    },
    /// Heals as many HP as energy is spent, up to this.
    Heal {
        /// The most.
        most: u8,
    },
    /// Puts a condition on the target.
    Condition {
        /// Which.
        condition: SpellCondition,
        /// For how long; 0 until it ends by itself.
        seconds: u16,
    },
    /// Changes a score.
    Modifier {
        /// Which.
        score: SpellScore,
        /// By how much for each point of energy where `per_energy`, else in all.
        by: i8,
        /// See `by`.
        per_energy: bool,
        /// For how long.
        seconds: u16,
    },
    /// Gives damage resistance.
    Resistance {
        /// How much.
        dr: u8,
        /// For how long.
        seconds: u16,
    },
    /// Stops the attack that it is cast against.
    StopAttack,
    /// Tells something.
    Report,
}

/// A condition that a spell can bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
pub enum SpellCondition {
    /// Unconscious until woken; any injury wakes.
    Sleep,
    /// Mentally stunned.
    Stunned,
    /// Cannot see.
    Blind,
    /// Unable to move from the spot.
    Rooted,
}

/// A score that a spell can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
pub enum SpellScore {
    /// DX and every score based on it.
    Dx,
    /// Attack rolls.
    Attack,
    /// Active defenses.
    Defense,
    /// Move.
    Move,
}

/// A spell as its caster knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Spell {
    /// Its name, unique on the sheet.
    pub name: String,
    /// Its class.
    pub class: SpellClass,
    /// The caster's score.
    pub score: i16,
    /// Whether it heals (`DF-433`).
    pub healing: bool,
    /// Base energy; for spells whose energy is chosen the least of it.
    pub cost: u8,
    /// The most energy, where the caster chooses.
    pub most_cost: u8,
    /// Casting time in seconds.
    pub seconds: u16,
    /// What a target resists with.
    pub resisted: Option<ResistedBy>,
    /// Whether it needs concentration while it lasts.
    pub needs_concentration: bool,
    /// Energy to maintain it.
    pub upkeep: u8,
    /// What it does.
    pub effect: SpellEffect,
    /// How a missile flies: accuracy, half-damage range, maximum range, bulk.
    pub missile: Option<MissileSpell>,
}

/// The flight of a missile spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissileSpell {
    /// Accuracy.
    pub acc: i16,
    /// Half-damage range in yards.
    pub half_range: i16,
    /// Maximum range in yards.
    pub max_range: i16,
    /// Bulk.
    pub bulk: i16,
}
