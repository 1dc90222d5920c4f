//! The optional rules and the rulings that an encounter may choose between (ledger 1.2).

use affray_files::value::{FromValue, Reader, Schemas, Value};

/// The options of an encounter. The default of each is that of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(default)]
pub struct Options {
    /// `OB-283` `OB-R50` Where death begins: `half_con` at -(10 + CON/2), `double_con` at -(10 + 2 CON).
    pub death_rule: DeathRule,
    /// `OB-253` `OB-R41` The penalty of Fatigued 3: 3 or 4.
    pub fatigue3: Fatigue3,
    /// `OB-087` `OB-R20` Whether several situational bonuses count in `full`, or but 1 for each after the
    /// largest (`diminishing`).
    pub bonus_stacking: Stacking,
    /// `OB-088` `OB-R21` Whether situational bonus dice are for the first attack roll of an activation only.
    pub bonus_dice_first_only: bool,
    /// `OB-156` `OB-R48` The step of the attack that follows a charge: 5 or 10.
    pub charge_follow_up: FollowUp,
    /// `OB-187` `OB-R48` How long a charge may be: as a `run`, twice the move, or as a `move`.
    pub charge_length: ChargeLength,
    /// `OB-153` `OB-R47` What limits the attacks of an activation from the third on: the `bonus` that is left after their
    /// penalty, or nothing up to the `fourth`, which is the last.
    pub attack_limit: AttackLimit,
    /// `OB-155` Whether the Low Level Option may be chosen.
    pub low_level_pair: bool,
    /// `OB-237` `OB-R33` Opportunity attacks for `all`, or for those with the `feat`.
    pub opportunity: Opportunity,
    /// `OB-204` `OB-R55` What drinking a potion costs: the `immediate`, or an `action`.
    pub drink: DrinkCost,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            death_rule: DeathRule::HalfCon,
            fatigue3: Fatigue3(3),
            bonus_stacking: Stacking::Full,
            bonus_dice_first_only: false,
            charge_follow_up: FollowUp(5),
            charge_length: ChargeLength::Run,
            attack_limit: AttackLimit::Bonus,
            low_level_pair: true,
            opportunity: Opportunity::All,
            drink: DrinkCost::Immediate,
        }
    }
}

/// Where death begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "snake_case")]
#[allow(missing_docs, reason = "see Options")]
pub enum DeathRule {
    HalfCon,
    DoubleCon,
}

/// How bonuses combine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "snake_case")]
#[allow(missing_docs, reason = "see Options")]
pub enum Stacking {
    Full,
    Diminishing,
}

/// The combatants that make opportunity attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "snake_case")]
#[allow(missing_docs, reason = "see Options")]
pub enum Opportunity {
    All,
    Feat,
}

/// The most steps of a charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "snake_case")]
#[allow(missing_docs, reason = "see Options")]
pub enum ChargeLength {
    Run,
    Move,
}

/// The limit of attacks from the third on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "snake_case")]
#[allow(missing_docs, reason = "see Options")]
pub enum AttackLimit {
    Bonus,
    Fourth,
}

impl AttackLimit {
    /// `OB-153` `OB-R47` Whether an attack of that number is allowed, with that bonus less its penalty.
    pub const fn allows(self, number: u8, left: i32) -> bool {
        number < 3
            || match self {
                Self::Bonus => left >= 0,
                Self::Fourth => number <= 4,
            }
    }
}

/// The price of a drink.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(rename_all = "snake_case")]
#[allow(missing_docs, reason = "see Options")]
pub enum DrinkCost {
    Immediate,
    Action,
}

/// A number that is one of two.
macro_rules! either {
    ($(#[$doc:meta])* $name:ident, $one:literal, $other:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name(u8);

        impl affray_files::value::Schema for $name {
            fn schema(_: &mut Schemas) -> Value {
                serde_json::json!({ "type": "integer", "enum": [$one, $other] })
            }
        }

        impl FromValue for $name {
            fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
                match value.as_u64() {
                    Some($one) => Some(Self($one)),
                    Some($other) => Some(Self($other)),
                    _ => reader.expected(concat!($one, " or ", $other), value),
                }
            }
        }

        impl $name {
            /// The number.
            pub const fn get(self) -> i32 {
                self.0 as i32
            }
        }
    };
}

either! {
    /// The penalty of Fatigued 3.
    Fatigue3, 3, 4
}
either! {
    /// The step of the attack that follows a charge.
    FollowUp, 5, 10
}
