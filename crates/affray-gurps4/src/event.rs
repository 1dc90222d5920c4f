//! Everything that can happen. An event holds numbers only; names are put in where people or logs read it.

use crate::decision::{Defense, Maneuver, Strike};
use crate::state::Posture;
use affray_3d6::damage::DamageType;
use affray_3d6::location::Location;
use affray_files::value::{Schema, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;

/// `G4-R36` A row of the critical hit tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum CriticalHit {
    /// Nothing more.
    Normal,
    /// Basic damage times that.
    Times(i32),
    /// DR is halved.
    HalfDr,
    /// DR counts as 0.
    NoDr,
    /// DR counts as 0, and basic damage twice.
    TwiceNoDr,
    /// Any injury counts as a Major Wound.
    Major,
    /// All dice show their highest face.
    Maximum,
    /// The target drops a held weapon.
    Drops,
    /// Any injury: prone and stunned without a roll.
    Fells,
    /// Any injury: stunned without a roll.
    Stuns,
}

/// `G4-R36` A row of the critical miss table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum CriticalMiss {
    /// The weapon is disabled.
    Disabled,
    /// It hits its own leg for half the damage.
    HitsOwnLeg,
    /// Off balance.
    OffBalance,
    /// The weapon is dropped.
    Dropped,
    /// The weapon is unready.
    Unready,
    /// The weapon flies ahead.
    Flies,
    /// It falls prone.
    Falls,
}

/// `G4-180` What FP are paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Effort {
    /// `G4-112` Rapid Recovery.
    RapidRecovery,
    /// `G4-128` Mighty Blow.
    MightyBlow,
    /// `G4-147` Heroic Charge.
    HeroicCharge,
    /// `G4-159` Giant Step.
    GiantStep,
    /// `G4-254` Feverish Defense.
    FeverishDefense,
    /// `G4-273` Flurry of Blows.
    FlurryOfBlows,
}

/// The result of a roll to hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum AttackResult {
    /// A critical hit.
    Critical,
    /// A hit.
    Hit,
    /// A miss.
    Miss,
    /// A critical miss.
    CriticalMiss,
}

/// Why a figure is out of the fight for now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Condition {
    /// Stunned.
    Stunned,
    /// Frozen by surprise.
    Frozen,
    /// Unconscious.
    Unconscious,
    /// Collapsed.
    Collapsed,
    /// Dead.
    Dead,
    /// Decapitated.
    Decapitated,
    /// Off balance.
    OffBalance,
}

/// Why an attack meets no active defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Undefended {
    /// None was chosen.
    Choice,
    /// `G4-130` After an All-Out Attack.
    AllOut,
    /// `G4-396` Frozen by surprise.
    Frozen,
    /// `G4-R44` Blind, against a ranged attack.
    Blind,
    /// `G4-240` It does not know of the attack.
    Unaware,
    /// `G4-240` Unconscious, collapsed or dead.
    Out,
}

/// Why an aim is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum AimLoss {
    /// `G4-117` An active defense was used.
    Defense,
    /// `G4-118` The Will roll after an injury failed.
    Injury,
    /// `G4-119` Another maneuver, or no attack made.
    Maneuver,
    /// `G4-119` Stunned or out.
    Out,
}

/// Something that was declared and is not made, by choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Forgone {
    /// The attack of the maneuver.
    Attack,
    /// A further attack of the maneuver.
    FurtherAttack,
    /// The Feint of the maneuver.
    Feint,
}

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Schema, ToValue)]
    #[value(tag = "event")]
    #[allow(missing_docs, reason = "fields are named for what they are; `narrate` says it in words")]
    pub enum Event {
        RoundBegins {
            number: u32,
        },
        TurnBegins {
            #[value(owner)]
            who: CombatantId,
        },
        TurnEnds {
            #[value(owner)]
            who: CombatantId,
        },
        Maneuvers {
            #[value(owner)]
            who: CombatantId,
            maneuver: Maneuver,
            /// Stunned or frozen, where that forces it to do nothing (`G4-063`).
            forced: Option<Condition>,
        },
        /// One FP is paid for an extra effort.
        Tires {
            #[value(owner)]
            who: CombatantId,
            effort: Effort,
            left: i32,
        },
        Moves {
            #[value(owner)]
            who: CombatantId,
            to: Cell,
        },
        Turns {
            #[value(owner)]
            who: CombatantId,
            facing: Facing,
        },
        Jumps {
            #[value(owner)]
            who: CombatantId,
            to: Cell,
        },
        Takes {
            #[value(owner)]
            who: CombatantId,
            posture: Posture,
        },
        /// A Ready did something to an item: what is left to do, 0 for done.
        Readies {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "item")]
            item: u8,
            left: u8,
        },
        Stores {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "item")]
            item: u8,
        },
        PicksUp {
            #[value(owner)]
            who: CombatantId,
            #[value(owner)]
            owner: CombatantId,
            #[value(named = "item")]
            item: u8,
        },
        Uses {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "item")]
            item: u8,
        },
        /// Rapid Recovery.
        Recovers {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "item")]
            item: u8,
        },
        Unreadied {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "item")]
            item: u8,
        },
        Drops {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "item")]
            item: u8,
            at: Cell,
        },
        Disables {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "item")]
            item: u8,
        },
        Destroys {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "item")]
            item: u8,
        },
        Damages {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "item")]
            item: u8,
            points: i32,
            left: i32,
        },
        Aims {
            #[value(owner)]
            who: CombatantId,
            target: CombatantId,
            bonus: i32,
        },
        LosesAim {
            #[value(owner)]
            who: CombatantId,
            cause: AimLoss,
        },
        /// The margin of victory: 0 for a tie, below 0 where the target wins.
        Feints {
            #[value(owner)]
            who: CombatantId,
            target: CombatantId,
            margin: i32,
        },
        Concentrates {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "task")]
            task: u8,
            left: u8,
        },
        LosesTask {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "task")]
            task: u8,
        },
        CompletesTask {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "task")]
            task: u8,
        },
        Waits {
            #[value(owner)]
            who: CombatantId,
        },
        WaitLapses {
            #[value(owner)]
            who: CombatantId,
        },
        Interrupts {
            #[value(owner)]
            who: CombatantId,
            by: CombatantId,
        },
        Attacks {
            #[value(owner)]
            who: CombatantId,
            strike: Strike,
        },
        /// What was declared could no longer be done.
        Wasted {
            #[value(owner)]
            who: CombatantId,
            /// It is the second of two traded attacks (`G4-R26`).
            second: bool,
        },
        Strikes {
            #[value(owner)]
            who: CombatantId,
            target: CombatantId,
            result: AttackResult,
        },
        /// A missed attack threatens somebody else (`G4-226`).
        Strays {
            #[value(owner)]
            who: CombatantId,
            target: CombatantId,
            hits: bool,
        },
        Defends {
            #[value(owner)]
            who: CombatantId,
            by: CombatantId,
            defense: Defense,
            succeeds: bool,
        },
        /// No defense is tried.
        Undefended {
            #[value(owner)]
            who: CombatantId,
            by: CombatantId,
            cause: Undefended,
        },
        CriticalHit {
            #[value(owner)]
            who: CombatantId,
            target: CombatantId,
            row: CriticalHit,
        },
        CriticalMiss {
            #[value(owner)]
            who: CombatantId,
            row: CriticalMiss,
        },
        Damaged {
            #[value(owner)]
            who: CombatantId,
            basic: i32,
            kind: DamageType,
            location: Location,
            resisted: i32,
            penetrating: i32,
        },
        Injured {
            #[value(owner)]
            who: CombatantId,
            lost: i32,
            left: i32,
        },
        Crippled {
            #[value(owner)]
            who: CombatantId,
            location: Location,
        },
        MajorWound {
            #[value(owner)]
            who: CombatantId,
        },
        /// Knocked back so many hexes, of those that the blow gives: something may stop it before.
        KnockedBack {
            #[value(owner)]
            who: CombatantId,
            hexes: i32,
            of: i32,
            to: Cell,
        },
        Collides {
            #[value(owner)]
            who: CombatantId,
            into: Option<CombatantId>,
        },
        Becomes {
            #[value(owner)]
            who: CombatantId,
            condition: Condition,
        },
        SnapsOut {
            #[value(owner)]
            who: CombatantId,
        },
        Wakes {
            #[value(owner)]
            who: CombatantId,
        },
        Grapples {
            #[value(owner)]
            who: CombatantId,
            target: CombatantId,
        },
        Free {
            #[value(owner)]
            who: CombatantId,
        },
        Initiative {
            #[value(owner)]
            who: CombatantId,
            total: i32,
        },
        Surprised {
            #[value(named = "side")]
            side: u8,
        },
        /// Healed by an item.
        Heals {
            #[value(owner)]
            who: CombatantId,
            hp: i32,
            fp: i32,
        },
        /// `G4-252` The step of a Retreat.
        Retreats {
            #[value(owner)]
            who: CombatantId,
            to: Cell,
        },
        /// `G4-124` The margin of a Feint was not used in time.
        FeintLapses {
            #[value(owner)]
            who: CombatantId,
        },
        /// `G4-061` The place in the order of turns, from 1.
        TakesPlace {
            #[value(owner)]
            who: CombatantId,
            place: u32,
        },
        Forgoes {
            #[value(owner)]
            who: CombatantId,
            what: Forgone,
        },
        /// `G4-286` A disarm that comes to nothing.
        KeepsHold {
            #[value(owner)]
            who: CombatantId,
            #[value(named = "item")]
            item: u8,
        },
        /// `G4-R43` It could not break free.
        StaysHeld {
            #[value(owner)]
            who: CombatantId,
            by: CombatantId,
        },
    }
}
