//! The events of a fight. Words are made from these, never the other way round.

use crate::decision::{Action, Blow, Deed, Spoil, Task};
use crate::sheet::{Arm, Class};
use affray_files::value::{Schema, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_session::said::Said;

/// A side, as a place in the list of sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideId(pub u8);
affray_files::named!(SideId, "side");

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Said, Schema, ToValue)]
    #[value(tag = "event")]
    #[allow(missing_docs, reason = "fields are named for what they hold: `who` does it or suffers it")]
    pub enum Event {
        /// Somebody hidden acted against a foe, and is seen from now on.
        Revealed { #[value(owner)] who: CombatantId } => "{who} is seen.",
        /// Surprise was settled: the side that has a free pulse (`DQ-008`).
        Surprise { side: Option<SideId> },
        /// A pulse begins.
        PulseBegins { number: u32 },
        /// The end of a pulse begins, in which somebody bleeds, suffers from poison or wakes.
        PulseCloses,
        /// A pulse is over.
        PulseEnds,
        /// A side rolled for initiative (`DQ-104`): D10 and what its roller adds, which come to the total.
        SideInitiative { #[value(owner)] who: CombatantId, die: i32, added: i32, total: i32 },
        /// Nobody of a side can roll for its initiative, which is D10 alone then (`DQ-R41`).
        NobodyRolls { #[value(named = "side")] side: u8 },
        /// Sides with the same total roll again (`DQ-R39`).
        SidesTie,
        /// A side's non-engaged figures go first, as the side that won the initiative chose (`DQ-103`).
        SideFirst { #[value(named = "side")] side: u8, #[value(named = "side")] by: u8 },
        /// An engagement is resolved (`DQ-102`): its first figure, and whether it is the only one with a turn to come.
        Engagement { #[value(owner)] who: CombatantId, alone: bool },
        /// A stunned figure comes last in its engagement (`DQ-112`).
        ComesLast { #[value(owner)] who: CombatantId },
        /// An opponent has a figure's rear: the figure's initiative is at most one less than the opponent's (`DQ-R40`).
        TakenInRear { #[value(owner)] who: CombatantId, by: CombatantId, most: i32 },
        /// The figure of the highest initiative chose to act first or last (`DQ-108`).
        Chooses { #[value(owner)] who: CombatantId, first: bool } => "{who} acts first, by choice (DQ-108)." else
            "{who} acts last, by choice (DQ-108).",
        /// A turn begins.
        TurnBegins { #[value(owner)] who: CombatantId } => "{who}'s turn.",
        /// A turn is over.
        TurnEnds { #[value(owner)] who: CombatantId },
        /// An action was chosen; `second`: another one in the same pulse (`DQ-353`).
        Acts { #[value(owner)] who: CombatantId, action: Action, second: bool },
        /// No action in this pulse (`DQ-407`).
        LosesAction { #[value(owner)] who: CombatantId },
        /// It is held fast, and has no action (`DQ-R18`).
        IsHeld { #[value(owner)] who: CombatantId },
        /// A hex was entered; `on`: by a jump or a fall from the saddle, which is told by itself.
        Moves { #[value(owner)] who: CombatantId, to: Cell, on: bool },
        /// A way, or a part of it, has led there, for so many movement points so far `of` those that there were.
        Arrives { #[value(owner)] who: CombatantId, at: Cell, spent: i32, of: i32 },
        /// A figure turned.
        Turns { #[value(owner)] who: CombatantId, facing: Facing },
        /// An opponent's melee zone stopped a movement (`DQ-304`).
        Stopped { #[value(owner)] who: CombatantId, by: CombatantId } =>
            "{who} stops in the melee zone of {by} (DQ-304).",
        /// Blows at several targets with one weapon follow (`DQ-427`).
        Sweeps { #[value(owner)] who: CombatantId } => "{who} sweeps at several targets (DQ-427).",
        /// An attack is made.
        Attacks { #[value(owner)] who: CombatantId, blow: Blow },
        /// It missed.
        Misses { #[value(owner)] who: CombatantId, target: CombatantId } => "{who} misses {target}.",
        /// It hit; `within` is the highest roll that goes straight to Endurance, where this one does (`DQ-505`), `grievous` the
        /// highest that may do a grievous injury (`DQ-506`).
        Hits {
            #[value(owner)] who: CombatantId,
            target: CombatantId,
            endurance: bool,
            within: Option<i32>,
            grievous: Option<i32>,
        },
        /// A parry (`DQ-414`) of what the attacker struck with: its D10 with the Ranks, what that comes to, and whether it
        /// disarms (`DQ-R13`).
        Parries {
            #[value(owner)] who: CombatantId,
            by: CombatantId,
            #[value(of = by)] with: Arm,
            total: i32,
            result: Parried,
            disarms: bool,
        },
        /// An attack missed by more than 30, by so many, and the figure evading it can parry (`DQ-413`).
        CanParry { #[value(owner)] who: CombatantId, by: CombatantId, over: i32 },
        /// An attack missed by more than 30, and the figure evading it has no weapon ready to parry with (`DQ-R13`).
        CannotParry { #[value(owner)] who: CombatantId, by: CombatantId } =>
            "{who} has no weapon ready to parry {by} with (DQ-R13).",
        /// A miss by more than 30 could have been parried, and was not (`DQ-413`).
        LetsPass { #[value(owner)] who: CombatantId, by: CombatantId },
        /// Damage was done.
        Wounded { #[value(owner)] who: CombatantId, points: i32, endurance: bool, left: i32 },
        /// Nothing got through.
        Protected { #[value(owner)] who: CombatantId } => "Nothing gets through to {who}.",
        /// A row of the table of grievous injuries (`DQ-R19`); `again`: it had that injury already.
        Grievous { #[value(owner)] who: CombatantId, #[value(named = "injury")] row: u8, again: bool },
        /// The table of grievous injuries has a row for that roll, but not of the weapon's class (`DQ-R19`).
        NoInjury { #[value(owner)] who: CombatantId, #[value(named = "injury")] row: u8, class: Class },
        /// A blow within 5 % of the chance has killed: the dead make no further checks (`DQ-R24`).
        TooLate { #[value(owner)] who: CombatantId },
        /// Armor or shield was spoiled (`DQ-507`, `DQ-508`): the protection that the armor has lost, or the shield.
        Spoiled { #[value(owner)] who: CombatantId, what: Spoil, points: i32, item: Arm },
        /// Stunned (`DQ-520`).
        Stunned { #[value(owner)] who: CombatantId } => "{who} is stunned.",
        /// It is stunned already, and makes no further check (`DQ-R23`).
        StaysStunned { #[value(owner)] who: CombatantId } => "{who} is stunned already: no further check (DQ-R23).",
        /// Recovered from stun (`DQ-524`).
        Recovers { #[value(owner)] who: CombatantId } => "{who} recovers from stun.",
        /// Fell unconscious.
        FallsUnconscious { #[value(owner)] who: CombatantId, through: Faint },
        /// Woke up.
        Wakes { #[value(owner)] who: CombatantId } => "{who} wakes.",
        /// Died (`DQ-517`).
        Dies { #[value(owner)] who: CombatantId } => "{who} dies (DQ-517).",
        /// Fell prone.
        Falls { #[value(owner)] who: CombatantId } => "{who} falls prone (DQ-R44).",
        /// Jumped (`DQ-307`).
        Jumps { #[value(owner)] who: CombatantId, to: Cell, clean: bool } =>
            "{who} jumps to {to}." else "{who} jumps to {to} and stumbles.",
        /// A multi-hex figure goes over another, which is knocked down (`DQ-705`).
        GoesOver { #[value(owner)] who: CombatantId, target: CombatantId } => "{who} goes over {target} (DQ-705).",
        /// It tries to trample it (`DQ-706`).
        Tramples { #[value(owner)] who: CombatantId, target: CombatantId } => "{who} tramples on {target}.",
        /// It comes away from under a multi-hex figure (`DQ-R57`).
        ComesAway { #[value(owner)] who: CombatantId, by: CombatantId } => "{who} comes away from under {by} (DQ-R57).",
        /// Mounted (`DQ-721`).
        Mounts { #[value(owner)] who: CombatantId, mount: CombatantId } => "{who} mounts {mount}.",
        /// Is no longer in the saddle: by its own will, or thrown (`DQ-R30`); `to`: the hex into which it falls, or that of the
        /// mount.
        LeavesSaddle { #[value(owner)] who: CombatantId, falls: bool, to: Cell } =>
            "{who} is thrown from the saddle, to {to} (DQ-R30)." else "{who} is on foot.",
        /// The momentum of a charge carries a mount on (`DQ-728`).
        CarriedOn { #[value(owner)] who: CombatantId } => "The momentum of the charge carries {who} on (DQ-728).",
        /// The momentum of a charge carries a mount nowhere, and is lost (`DQ-R60`).
        LosesMomentum { #[value(owner)] who: CombatantId, cause: Halt },
        /// It goes no further: nobody can enter the hex ahead (`DQ-R30`).
        Barred { #[value(owner)] who: CombatantId },
        /// Stood up.
        StandsUp { #[value(owner)] who: CombatantId } => "{who} stands up.",
        /// Bleeding (`DQ-R19`).
        Bleeds { #[value(owner)] who: CombatantId, points: i32, left: i32 } =>
            "{who} bleeds (DQ-R19): {points} Endurance lost, {left} left.",
        /// A bandage has stopped the bleeding, of so many points a pulse (`DQ-R36`).
        Stanched { #[value(owner)] who: CombatantId, points: i32 } =>
            "{who}'s bleeding of {points} Endurance a pulse is stopped (DQ-R36).",
        /// Of several weapons in hand this one may be dropped now by the stunned (`DQ-521`).
        MayDrop { #[value(owner)] who: CombatantId, item: Arm },
        /// An item left the hand and lies on the ground.
        Drops { #[value(owner)] who: CombatantId, item: Arm, at: Cell, cause: DropCause },
        /// An item broke.
        Breaks { #[value(owner)] who: CombatantId, item: Arm },
        /// The misfortune of a 99 or 100 threatens (`DQ-404`, `DQ-405`): rolls from this number on bring it, 100 that of a drop,
        /// below 99 by a bonus (`DQ-513`).
        Threatens { #[value(owner)] who: CombatantId, with: Arm, from: i32 },
        /// It was avoided (`DQ-406`).
        Avoids { #[value(owner)] who: CombatantId, with: Arm } => "Nothing happens.",
        /// It was not, with what can neither break nor drop: the next pulse's action is lost (`DQ-407`).
        Stumbles { #[value(owner)] who: CombatantId } => "{who} loses balance, and the action of the next pulse (DQ-407).",
        /// Nor was that, where the game master asks no price of it (`DQ-407`).
        NoPenalty { #[value(owner)] who: CombatantId },
        /// A Pass was used for something.
        Does { #[value(owner)] who: CombatantId, task: Task },
        /// An action had no effect: by choice, or because it came to nothing; `why`: what keeps it from any attack.
        Wasted { #[value(owner)] who: CombatantId, deed: Deed, chosen: bool, why: Option<NoAttack> },
        /// One who wanted to come to grips is kept out (`DQ-221`).
        Repulses { #[value(owner)] who: CombatantId, by: CombatantId } => "{who} keeps {by} out; the action is lost (DQ-221).",
        /// Nobody is kept out: the defender cannot try to, or does not.
        LetsIn { #[value(owner)] who: CombatantId, by: CombatantId, cause: LetsInCause },
        /// Close combat begins, or somebody joins it (`DQ-219`).
        ComesToGrips { #[value(owner)] who: CombatantId } => "{who} is in close combat (DQ-R10).",
        /// Nobody is left to grapple with (`DQ-R10`).
        LeavesGrips { #[value(owner)] who: CombatantId } => "{who} is out of close combat (DQ-R10).",
        /// Breaking out of close combat succeeded (`DQ-224`): D10 and the strength, at least 10, or a 10 on the die.
        BreaksOut { #[value(owner)] who: CombatantId, total: i32 },
        /// It failed: D10 and the strength, below 10.
        StaysIn { #[value(owner)] who: CombatantId, total: i32 },
        /// Entangled (`DQ-437`).
        Entangled { #[value(owner)] who: CombatantId } => "{who} is entangled (DQ-437).",
        /// What entangled a figure stays with it (`DQ-R18`).
        StaysWith { #[value(owner)] who: CombatantId, owner: CombatantId, #[value(named = "own item", of = owner)] item: u8 },
        /// One of the two Passes in a row is made that free it (`DQ-438`).
        HalfFree { #[value(owner)] who: CombatantId },
        /// Free of what entangled it (`DQ-438`).
        Disentangled { #[value(owner)] who: CombatantId } => "{who} is free of what entangled it (DQ-438).",
        /// One that helps to restrain somebody has spent its action of this pulse on it (`DQ-442`).
        Helps { #[value(owner)] who: CombatantId, by: CombatantId } =>
            "{who} helps {by}, which takes its action of this pulse (DQ-R18).",
        /// Held fast (`DQ-441`): by one figure, and by those who helped it (`DQ-442`).
        Restrained {
            #[value(owner)] who: CombatantId,
            by: CombatantId,
            helper: Option<CombatantId>,
            second: Option<CombatantId>,
        },
        /// Held no more (`DQ-441`).
        Released { #[value(owner)] who: CombatantId, cause: ReleaseCause },
        /// There is no line of fire (`DQ-420`).
        Blocked { #[value(owner)] who: CombatantId, target: CombatantId } => "{who} has no line of fire to {target} (DQ-420).",
        /// The line is clear, and nothing is loosed (`DQ-R16`).
        Holds { #[value(owner)] who: CombatantId } => "{who} holds fire.",
        /// Something is loosed or thrown at a target so many hexes away.
        Looses { #[value(owner)] who: CombatantId, blow: Blow, hexes: i32 },
        /// One who is not the target is met on the line of fire (`DQ-423`), so many hexes from the firer; `beside`: in the
        /// target's hex.
        InTheWay { #[value(owner)] who: CombatantId, hexes: i32, beside: bool },
        /// A missile or a thrown weapon that hit nothing falls (`DQ-421`), and so does what does not stick, or no longer sticks
        /// in or entangles anybody: then `who` is its owner.
        Lands { #[value(owner)] who: CombatantId, item: Arm, at: Cell, cause: LandCause },
        /// What is thrown but once is gone (`DQ-R31`).
        IsGone { #[value(owner)] who: CombatantId, item: Arm },
        /// A weapon sticks in a figure (`DQ-621`), and hinders it if it lives.
        Sticks {
            #[value(owner)] who: CombatantId,
            owner: CombatantId,
            #[value(named = "own item", of = owner)] item: u8,
            hinders: bool,
        },
        /// The one who handled a poisoned weapon was nicked (`DQ-613`).
        Nicked { #[value(owner)] who: CombatantId } => "{who} is nicked by the poisoned weapon (DQ-613).",
        /// Poison got into a body (`DQ-612`), where it stays to the end of so many pulses, this one among them.
        Envenomed { #[value(owner)] who: CombatantId, #[value(named = "poison")] poison: u8, pulses: u8 },
        /// A weapon has lost its poison: to a wound, with a missile that was loosed, or after six hours (`DQ-615`); `loosed`: the dose went with
        /// a missile (`DQ-R25`).
        Cleaned { #[value(owner)] who: CombatantId, item: Arm, loosed: bool },
        /// A poison has done all that it does (`DQ-R25`).
        WearsOff { #[value(owner)] who: CombatantId, #[value(named = "poison")] poison: u8 },
        /// Poison did damage (`DQ-R25`).
        Sickens { #[value(owner)] who: CombatantId, points: i32, left: i32 } =>
            "Poison takes {points} Endurance from {who} (DQ-R25), {left} left.",
        /// A spell is cast at a target so many hexes away, for `cost` points of Fatigue.
        Casts {
            #[value(owner)] who: CombatantId,
            target: CombatantId,
            #[value(named = "spell")] spell: u8,
            hexes: i32,
            cost: u8,
            left: u8,
        },
        /// It fails.
        Fizzles { #[value(owner)] who: CombatantId } => "Nothing comes of what {who} cast.",
        /// Passive resistance succeeded (`DQ-R21`).
        Resists { #[value(owner)] who: CombatantId } => "{who} resists.",
        /// A prepared spell was lost (`DQ-R20`).
        LosesSpell { #[value(owner)] who: CombatantId } => "{who} loses the spell (DQ-R20).",
        /// A monster breathes (`DQ-R51`).
        Breathes { #[value(owner)] who: CombatantId } => "{who} breathes.",
        /// Infection was checked for after the fight (`DQ-801`).
        Checked { #[value(owner)] who: CombatantId, infected: bool } =>
            "{who}'s wounds are infected." else "{who}'s wounds stay clean.",
        /// An infection is healed (`DQ-805`).
        Heals { #[value(owner)] who: CombatantId } => "{who}'s infection is healed.",
        /// An infection did damage (`DQ-806`).
        Festers { #[value(owner)] who: CombatantId, points: i32, left: i32 } =>
            "The infection takes {points} Endurance from {who} (DQ-806), {left} left.",
        /// It left the map, and the fight (`DQ-R59`).
        LeavesMap { #[value(owner)] who: CombatantId } => "{who} leaves the field (DQ-R59).",
    }
}

/// The cause for which an item leaves the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum DropCause {
    /// By choice (`DQ-R36`).
    Choice,
    /// It is of no use in close combat (`DQ-222`).
    Closing,
    /// A stun, and no hold kept (`DQ-521`).
    Stun,
    /// Dead or unconscious (`DQ-R24`).
    Down,
    /// A roll of 100 (`DQ-405`).
    Misfortune,
    /// A parry (`DQ-416`).
    Parry,
    /// A parry that lets the defender strike back (`DQ-417`).
    Riposte,
    /// A Disarm (`DQ-452`).
    Disarm,
    /// The arm is of no use any more (`DQ-R19`).
    UselessArm,
}

impl DropCause {
    /// The rule by which it is dropped.
    pub const fn rule(self) -> RuleId {
        match self {
            Self::Choice => rule!("DQ-R36"),
            Self::Closing => rule!("DQ-222"),
            Self::Stun => rule!("DQ-521"),
            Self::Down => rule!("DQ-R24"),
            Self::Misfortune => rule!("DQ-405"),
            Self::Parry => rule!("DQ-416"),
            Self::Riposte => rule!("DQ-417"),
            Self::Disarm => rule!("DQ-452"),
            Self::UselessArm => rule!("DQ-R19"),
        }
    }
}

/// The cause for which a missile or an item comes to lie somewhere, other than out of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum LandCause {
    /// The end of its flight (`DQ-421`).
    Spent,
    /// An obstruction ends its flight (`DQ-R16`).
    Obstruction,
    /// The edge of the map ends its flight (`DQ-R16`).
    Edge,
    /// It was thrown and hit, and does not stick (`DQ-R45`).
    Hit,
    /// It broke as it was thrown (`DQ-R16`).
    Broken,
    /// It was stuck, and is taken out (`DQ-R55`).
    TakenOut,
    /// It entangled somebody who is free now (`DQ-R18`).
    Disentangled,
}

impl LandCause {
    /// The rule by which it comes to lie there, and why in words.
    pub const fn reason(self) -> (&'static str, RuleId) {
        match self {
            Self::Spent => ("", rule!("DQ-421")),
            Self::Obstruction => (", before an obstruction", rule!("DQ-R16")),
            Self::Edge => (", at the edge of the map", rule!("DQ-R16")),
            Self::Hit => ("", rule!("DQ-R45")),
            Self::Broken => (", broken", rule!("DQ-R16")),
            Self::TakenOut => ("", rule!("DQ-R55")),
            Self::Disentangled => ("", rule!("DQ-R18")),
        }
    }
}

/// The end of a hold (`DQ-441`, `DQ-R18`), by what becomes of one who holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum ReleaseCause {
    /// A third figure did damage to it (`DQ-441`).
    Hurt,
    /// It is stunned.
    Stunned,
    /// It is unconscious or dead.
    Down,
    /// It is held fast itself.
    Restrained,
    /// It lets go.
    Choice,
    /// It is in another hex, or no longer there.
    Apart,
    /// None of this: the captive is unconscious or dead.
    CaptiveDown,
}

impl ReleaseCause {
    /// The cause in words, and its rule.
    pub const fn reason(self) -> (&'static str, RuleId) {
        match self {
            Self::Hurt => ("one who held it is hurt by another", rule!("DQ-441")),
            Self::Stunned => ("one who held it is stunned", rule!("DQ-R18")),
            Self::Down => ("one who held it is out of action", rule!("DQ-R18")),
            Self::Restrained => ("one who held it is held fast", rule!("DQ-R18")),
            Self::Choice => ("it is let go", rule!("DQ-R18")),
            Self::Apart => ("one who held it is no longer in its hex", rule!("DQ-R18")),
            Self::CaptiveDown => ("it is out of action", rule!("DQ-R24")),
        }
    }
}

/// The cause for which no repulse is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum LetsInCause {
    /// It is surprised (`DQ-008`).
    Surprise,
    /// It does not have the other in its melee zone (`DQ-220`).
    Zone,
    /// It has no Rank with what is ready (`DQ-R10`).
    Rank,
    /// By choice (`DQ-220`).
    Choice,
}

impl LetsInCause {
    /// The cause in words, and its rule.
    pub const fn reason(self) -> (&'static str, RuleId) {
        match self {
            Self::Surprise => ("surprised", rule!("DQ-008")),
            Self::Zone => ("not in its melee zone", rule!("DQ-220")),
            Self::Rank => ("Rank 0 with what is ready", rule!("DQ-R10")),
            Self::Choice => ("by choice", rule!("DQ-220")),
        }
    }
}

/// The cause for which the momentum of a charge is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Halt {
    /// The mount is prone, unconscious or dead (`DQ-R30`).
    Down,
    /// The mount is stunned (`DQ-R30`).
    Stunned,
    /// Rider or mount is in close combat (`DQ-R30`).
    Close,
    /// Rider or mount is entangled or held fast (`DQ-R18`).
    Held,
}

impl Halt {
    /// The cause in words, and its rule.
    pub const fn reason(self) -> (&'static str, RuleId) {
        match self {
            Self::Down => ("it is down", rule!("DQ-R30")),
            Self::Stunned => ("it is stunned", rule!("DQ-R30")),
            Self::Close => ("momentum leads nobody out of close combat", rule!("DQ-R30")),
            Self::Held => ("rider or mount is entangled or held fast", rule!("DQ-R18")),
        }
    }
}

/// The cause for which no attack can be made, that which is nearest to an attack first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Schema, ToValue)]
pub enum NoAttack {
    /// The foe is straight ahead of the mount (`DQ-725`).
    Ahead,
    /// The foe's mount is between (`DQ-726`).
    Across,
    /// No foe is in the same hex (`DQ-223`).
    Hex,
    /// No foe is in the melee zone (`DQ-R04`).
    Zone,
    /// No foe is within range (`DQ-R45`).
    Range,
    /// An engaged figure does not fire (`DQ-R45`).
    Engaged,
    /// The figure is prone (`DQ-R44`).
    Prone,
    /// The target is dead or gone (`DQ-R24`).
    Target,
    /// No weapon for it is prepared and whole (`DQ-R15`).
    Weapon,
}

impl NoAttack {
    /// The cause that the rule of a refusal stands for.
    pub(crate) fn of(rule: RuleId) -> Self {
        let causes = [Self::Ahead, Self::Across, Self::Hex, Self::Zone, Self::Range, Self::Prone, Self::Target];
        causes.into_iter().find(|cause| cause.reason().1 == rule).unwrap_or(Self::Weapon)
    }

    /// The cause in words, and its rule.
    pub const fn reason(self) -> (&'static str, RuleId) {
        match self {
            Self::Ahead => ("the foe is straight ahead of the mount", rule!("DQ-725")),
            Self::Across => ("only a long-hafted weapon reaches the rider from straight ahead", rule!("DQ-726")),
            Self::Hex => ("no foe is in the same hex", rule!("DQ-223")),
            Self::Zone => ("no foe is in the melee zone", rule!("DQ-R04")),
            Self::Range => ("no foe is within range", rule!("DQ-R45")),
            Self::Engaged => ("an engaged figure does not fire", rule!("DQ-R45")),
            Self::Prone => ("a prone figure makes no melee attack", rule!("DQ-R44")),
            Self::Target => ("the target is out of the fight", rule!("DQ-R24")),
            Self::Weapon => ("no weapon for it is prepared and whole", rule!("DQ-R15")),
        }
    }
}

/// The cause of unconsciousness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Faint {
    /// Endurance of 3 or less (`DQ-518`).
    Endurance,
    /// A knockout (`DQ-445`).
    Knockout,
    /// A cracked skull (`DQ-R19`).
    Skull,
    /// Sleep venom (`DQ-R25`).
    Poison,
}

/// `DQ-415` to `DQ-417` What a parry came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Parried {
    /// Parried, but the next action has to be a Pass.
    Barely,
    /// The attacker is disarmed.
    Disarmed,
    /// Disarmed, and a free attack.
    Riposte,
}

affray_kernel::rolls! {
    "break out" => "breaking out of close combat",
    "cast" => "a spell",
    "concentration" => "casting on when hurt or disturbed",
    "defense" => "what is taken off a strike chance",
    "handle poison" => "putting poison on a blade",
    "healing" => "whether an infection is healed, a day after the fight",
    "infection" => "whether a wound festers",
    "initiative" => "who acts first: of a side what is added to the die, of an engaged figure all of it",
    "injury" => "what is lost, from the dice to Fatigue or Endurance",
    "keep footing" => "keeping one's feet",
    "keep hold" => "keeping what one holds",
    "keep the seat" => "staying in the saddle",
    "land" => "landing well after a leap",
    "minutes unconscious" => "how long a knockout lasts",
    "misfortune" => "keeping clear of what a bad strike brings",
    "movement" => "the cost of entering a hex, where it is more than 1",
    "movement points" => "the hexes that an action allows, as its movement begins",
    "parry" => "a parry: the Ranks that are added to the die",
    "recover" => "recovering from stun",
    "repulse" => "keeping off who comes into close combat",
    "resist" => "resisting a spell",
    "stay awake" => "staying conscious",
    "strike" => "a strike of any kind",
    "stun" => "whether one attack stuns: above 0 it does",
    "surprise" => "being surprised",
    "trample" => "trampling somebody",
    "turning" => "the cost of a change of facing, where it has one",
    "unconscious" => "how many minutes a cracked skull takes to wake from",
}

/// The rolls with which somebody attacks or casts a spell.
pub(crate) const ATTACKS: &[&str] = &["breath", "cast", "strike", "trample"];
