//! What can happen in a fight. Narration is made from these, never the other way round.

use crate::body::location::Location;
use crate::decision::{Blow, Defense, From, Maneuver, Medicine};
use crate::movement::wait::WatchedHexes;
use crate::state::Posture;
use crate::strike::critical::{Mishap, Row};
use crate::strike::damage::Grade;
use crate::strike::defense::Bar;
use affray_files::value::{Schema, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_session::said::Said;

/// Why an attack is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Forgone {
    /// By choice.
    Choice,
    /// No foe can be attacked so.
    Nobody,
    /// `GR-R47` Whoever was waited for is out of reach again.
    Away,
    /// `GR-R47` Whoever waited was felled first.
    Felled,
    /// `GR-R47` Whoever was waited for is down already.
    Down,
    /// The maneuver was cut short on the way, by bad footing or by whoever waited there.
    Stopped,
    /// `GR-078` A charge that does not come into the target's hex.
    Charge,
    /// `GR-099` A slam that does not.
    Slam,
    /// `GR-117` A tackle that does not.
    Tackle,
}

/// Why somebody falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Fall {
    /// `GR-079` Bad footing in a charge.
    Trip,
    /// `GR-102` A slam or tackle that was lost.
    Slam,
    /// `GR-103` A slam or tackle that was won, and no ST roll with it.
    Stumble,
    /// `GR-122` A tackle of one's own.
    Tackle,
    /// `GR-119` A tackle that was dodged.
    Dodged,
    /// `GR-110` Thrown down out of a hold.
    Thrown,
    /// `GR-115` A takedown.
    Takedown,
    /// `GR-R85` A crippled leg or foot.
    Limb,
    /// `GR-246` Knockback.
    Knockback,
    /// `GR-R90` Incapacitated.
    Weakness,
    /// `GR-212` A critical miss.
    Blunder,
    /// `GR-169` A critical failure of a dodge.
    Dodge,
}

impl Fall {
    /// The rule.
    pub const fn rule(self) -> RuleId {
        match self {
            Self::Trip => rule!("GR-079"),
            Self::Slam => rule!("GR-102"),
            Self::Stumble => rule!("GR-103"),
            Self::Tackle => rule!("GR-122"),
            Self::Dodged => rule!("GR-119"),
            Self::Thrown => rule!("GR-110"),
            Self::Takedown => rule!("GR-115"),
            Self::Limb => rule!("GR-R85"),
            Self::Knockback => rule!("GR-246"),
            Self::Weakness => rule!("GR-R90"),
            Self::Blunder => rule!("GR-212"),
            Self::Dodge => rule!("GR-169"),
        }
    }
}

/// Why somebody is stunned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Stun {
    /// `GR-242` A Will roll after a hard blow failed.
    Blow,
    /// `GR-223` A critical hit stuns until a Will roll.
    Critical,
    /// `GR-106` Knocked down by a slam or tackle.
    Slam,
    /// `GR-236` A blow to the brain.
    Brain,
    /// `GR-R76` Frightened.
    Fear,
}

impl Stun {
    /// The rule.
    pub const fn rule(self) -> RuleId {
        match self {
            Self::Blow => rule!("GR-242"),
            Self::Critical => rule!("GR-223"),
            Self::Slam => rule!("GR-106"),
            Self::Brain => rule!("GR-236"),
            Self::Fear => rule!("GR-R76"),
        }
    }
}

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Said, Schema, ToValue)]
    #[value(tag = "event")]
    #[allow(missing_docs, reason = "fields are named for what they hold: `who` does it or suffers it")]
    pub enum Event {
        /// Somebody hidden acted against a foe, and is seen from now on.
        Revealed { #[value(owner)] who: CombatantId } => "{who} is seen.",
        /// An attack, feint or rush of the maneuver is not made.
        Forgoes { #[value(owner)] who: CombatantId, reason: Forgone },
        /// A round begins.
        RoundBegins { number: u32 },
        /// A round is over.
        RoundEnds,
        /// A turn begins.
        TurnBegins { #[value(owner)] who: CombatantId } => "{who}'s turn.",
        /// A turn is over.
        TurnEnds { #[value(owner)] who: CombatantId },
        /// The turn is lost to surprise (`GR-R75`).
        Surprised { #[value(owner)] who: CombatantId } => "{who} is surprised and loses the turn (GR-R75).",
        /// A maneuver was chosen.
        Maneuvers { #[value(owner)] who: CombatantId, maneuver: Maneuver },
        /// A hex was entered.
        Moves { #[value(owner)] who: CombatantId, to: Cell } => "{who} moves to {to}.",
        /// Turned.
        Turns { #[value(owner)] who: CombatantId, facing: Facing },
        /// Took a posture.
        Takes { #[value(owner)] who: CombatantId, posture: Posture },
        /// Tripped or was made to fall.
        Falls { #[value(owner)] who: CombatantId, why: Fall },
        /// An attack is made.
        Attacks { #[value(owner)] who: CombatantId, from: From, blow: Blow },
        /// It missed: by that PD, which turned a roll that had succeeded; 0 where the roll itself failed.
        Misses { #[value(owner)] who: CombatantId, target: CombatantId, pd: i8 },
        /// It succeeded by so much after that PD (`GR-R01`), at that location.
        Succeeds { #[value(owner)] who: CombatantId, target: CombatantId, margin: i32, pd: i8, at: Location },
        /// There was no active defense to be had, and why.
        Undefended { #[value(owner)] who: CombatantId, why: Bar },
        /// There was an active defense to be had, and none was tried (`GR-R09`).
        Declines { #[value(owner)] who: CombatantId },
        /// A defense was tried: whether it succeeded, or failed critically.
        Defends { #[value(owner)] who: CombatantId, by: CombatantId, defense: Defense, success: bool, critical: bool },
        /// The attack was defended (`GR-R01`).
        Defended { #[value(owner)] who: CombatantId, target: CombatantId } => "{who} does not get through to {target}.",
        /// The attack hit with that grade.
        Hits { #[value(owner)] who: CombatantId, target: CombatantId, grade: Grade, at: Location },
        /// A row of the critical hit table (`GR-220`), for a hit at that location.
        CriticalHit { #[value(owner)] who: CombatantId, row: Row, at: Location },
        /// A row of the critical miss table (`GR-212`).
        CriticalMiss { #[value(owner)] who: CombatantId, mishap: Mishap },
        /// HP were lost.
        Wounded { #[value(owner)] who: CombatantId, points: i32, left: i32, at: Location },
        /// Nothing got through.
        Protected { #[value(owner)] who: CombatantId } => "Nothing gets through to {who}.",
        /// A part was crippled; for so many rounds, or for the battle (`None`) by so many points of one blow.
        Crippled { #[value(owner)] who: CombatantId, at: Location, rounds: Option<u16>, points: Option<i32> },
        /// A part that was crippled for a time can be used again (`GR-219`, `GR-224`).
        Usable { #[value(owner)] who: CombatantId, at: Location },
        /// An eye was blinded.
        Blinded { #[value(owner)] who: CombatantId, at: Location },
        /// Stunned.
        Stunned { #[value(owner)] who: CombatantId, why: Stun },
        /// A stun that asks for no roll stands already (`GR-R88`).
        StaysStunned { #[value(owner)] who: CombatantId } => "{who} is stunned already and rolls no Will (GR-R88).",
        /// Lies already, and cannot be knocked down (`GR-R50`).
        LiesAlready { #[value(owner)] who: CombatantId } => "{who} lies already: no fall and no stun (GR-R50).",
        /// Won a slam critically: neither a ST roll nor a fall, and the movement may go on (`GR-104`).
        SlamsOn { #[value(owner)] who: CombatantId } =>
            "{who} wins critically (GR-104): no ST roll, no fall, and it may move on.",
        /// Recovered from stun, or from panic; by a Will roll (`GR-223`), or with the time (`GR-242`).
        Recovers { #[value(owner)] who: CombatantId, panic: bool, will: bool },
        /// HP or FP used up (`GR-R90`).
        Incapacitated { #[value(owner)] who: CombatantId },
        /// Fell unconscious.
        Unconscious { #[value(owner)] who: CombatantId } => "{who} falls unconscious.",
        /// Lost so many HP that they are at that step or below it, which takes a roll to live through (`GR-R91`).
        NearsDeath { #[value(owner)] who: CombatantId, step: i32 },
        /// Died.
        Dies { #[value(owner)] who: CombatantId, destroyed: bool } => "{who} is destroyed (GR-253)." else "{who} dies.",
        /// Is struck in the attacker's own hex, and driven the way that one faces (`GR-R99`).
        DrivenAhead { #[value(owner)] who: CombatantId, by: CombatantId } =>
            "{who} is driven the way {by} faces: they stand in one hex (GR-R99).",
        /// Was driven back so far, to that hex.
        DrivenBack { #[value(owner)] who: CombatantId, hexes: u8, to: Cell },
        /// Was not driven back as far as the blow would have done: an obstacle stopped it so many hexes short (`GR-R99`).
        DrivenAgainst { #[value(owner)] who: CombatantId, hexes: u8, at: Cell, by: Option<CombatantId> },
        /// Lost balance (`GR-215`).
        OffBalance { #[value(owner)] who: CombatantId } => "{who} is off balance until the next turn (GR-215).",
        /// A weapon or shield broke.
        Breaks { #[value(owner)] who: CombatantId, #[value(named = "item")] item: u8 },
        /// Something fell to the ground there.
        Drops { #[value(owner)] who: CombatantId, #[value(named = "item")] item: u8, at: Cell },
        /// Let something fall to the ground there that was wrested from its owner.
        DropsLoot { #[value(owner)] who: CombatantId, target: CombatantId, #[value(named = "item", of = target)] item: u8, at: Cell },
        /// Lost one of several thrown weapons, of which so many are left.
        LosesOne { #[value(owner)] who: CombatantId, #[value(named = "item")] item: u8, left: u8 },
        /// Threw one of several thrown weapons: so many are left, none of them in hand unless they are thrown fast (`GR-R44`).
        ThrowsOne { #[value(owner)] who: CombatantId, #[value(named = "item")] item: u8, left: u8, in_hand: bool },
        /// Threw the last one, which comes to lie there.
        ThrowsLast { #[value(owner)] who: CombatantId, #[value(named = "item")] item: u8, at: Cell },
        /// A weapon has to be readied (`GR-032`, `GR-216`).
        Unready { #[value(owner)] who: CombatantId, #[value(named = "item")] item: u8 },
        /// Something was readied or picked up.
        Readies { #[value(owner)] who: CombatantId, #[value(named = "item")] item: u8 },
        /// A weapon was loaded or drawn.
        Reloads { #[value(owner)] who: CombatantId, #[value(named = "item")] item: u8 },
        /// The shield entangles its arm (`GR-163`).
        Entangled { #[value(owner)] who: CombatantId } => "The shield entangles {who}'s arm (GR-163).",
        /// A feint came to this (`GR-072`); below 0 after a critical failure.
        Feints { #[value(owner)] who: CombatantId, target: CombatantId, amount: i32 },
        /// Aims for so many rounds.
        Aims { #[value(owner)] who: CombatantId, rounds: u8 },
        /// Does not recognize who enters (`GR-053`).
        Mistakes { #[value(owner)] who: CombatantId, target: CombatantId } => "{who} does not recognize {target}.",
        /// Recognizes who enters, and holds fire (`GR-R46`).
        HoldsFire { #[value(owner)] who: CombatantId, target: CombatantId } =>
            "{who} recognizes {target} and holds fire.",
        /// Waits for foes who enter these hexes (`GR-085`, `GR-R47`), from that hex and facing so.
        Watches { #[value(owner)] who: CombatantId, hex: Cell, facing: Facing, hexes: WatchedHexes },
        /// A combatant comes where this one watches.
        Interrupts { #[value(owner)] who: CombatantId, target: CombatantId } => "{target} comes where {who} watches.",
        /// A contest was won by a combatant by so much, or lost (below 0), or tied.
        Contest { #[value(owner)] who: CombatantId, target: CombatantId, result: i32 },
        /// Holds a combatant.
        Grabs { #[value(owner)] who: CombatantId, target: CombatantId } => "{who} holds {target}.",
        /// Won a tackle by so much that it would hold the foe, and has no hand for it (`GR-123`, `GR-R54`).
        HasNoGrip { #[value(owner)] who: CombatantId, target: CombatantId } =>
            "{who} has no free hand and does not hold {target} (GR-123, GR-R54).",
        /// Pins a combatant.
        Pins { #[value(owner)] who: CombatantId, target: CombatantId } => "{who} pins {target}.",
        /// Is pinned with both hands, and may try to break free in so many turns (`GR-128`, `GR-R56`).
        MustWait { #[value(owner)] who: CombatantId, turns: u8 },
        /// Lets go, or lost the grip.
        LetsGo { #[value(owner)] who: CombatantId, target: CombatantId } => "{who} no longer holds {target}.",
        /// Wrested something away.
        Wrests { #[value(owner)] who: CombatantId, target: CombatantId, #[value(named = "item", of = target)] item: u8 },
        /// Stands on the line of a shot that is coming (`GR-R82`).
        StandsBetween { #[value(owner)] who: CombatantId, shooter: CombatantId } =>
            "{who} stands in the way of {shooter}'s shot (GR-R82).",
        /// A missile goes on towards another combatant (`GR-258`).
        Strays { #[value(owner)] who: CombatantId, target: CombatantId } => "The missile flies on towards {target}.",
        /// Stepped back (`GR-R64`).
        StepsBack { #[value(owner)] who: CombatantId, to: Cell } => "{who} steps back to {to}.",
        /// A turn of casting that is not the last one (`GR-R33`): its number, of so many.
        Casts { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, turn: u8, of: u8 },
        /// A spell works (`GR-R33`).
        Enchants { #[value(owner)] who: CombatantId, target: CombatantId, #[value(named = "spell")] spell: u8 },
        /// A spell on a combatant has run out (`GR-R33`).
        Fades { #[value(owner)] who: CombatantId, target: CombatantId, #[value(named = "spell")] spell: u8 },
        /// A spell failed.
        SpellFails { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8 },
        /// A casting was broken off (`GR-198`).
        CastingLost { #[value(owner)] who: CombatantId } => "{who} loses the casting (GR-R33).",
        /// Sees that source as the turn begins, and has not held its ground before it yet (`GR-R76`).
        FacesFear { #[value(owner)] who: CombatantId, #[value(named = "fear")] source: u8 },
        /// Was frightened (`GR-R76`), by that source.
        Frightened { #[value(owner)] who: CombatantId, panic: bool, #[value(named = "fear")] source: u8 },
        /// So many minutes went by after the battle.
        Passes { minutes: u32 },
        /// A minute after the battle begins in which somebody rolls: its number.
        Minute { number: u32 } => "Minute {number} after the battle.",
        /// A treatment begins that takes so many minutes (`GR-R109`).
        Treats { #[value(owner)] who: CombatantId, patient: CombatantId, with: Medicine, minutes: u32 },
        /// A treatment is over: whether its roll succeeded.
        Treated { #[value(owner)] who: CombatantId, patient: CombatantId, success: bool },
        /// A treatment comes to nothing: the healer is out, or the patient beyond help (`GR-R109`).
        TreatmentLost { #[value(owner)] who: CombatantId, patient: CombatantId } =>
            "The treatment of {patient} by {who} comes to nothing: one of them is out of it (GR-R90, GR-R109).",
        /// FP were recovered.
        Rests { #[value(owner)] who: CombatantId, points: i32, left: i32 } =>
            "{who} recovers {points} FP and has {left}.",
        /// FP were lost.
        Tires { #[value(owner)] who: CombatantId, points: i32, left: i32 } => "{who} loses {points} FP and has {left}.",
        /// HP were restored, or lost for want of care (below 0).
        Heals { #[value(owner)] who: CombatantId, points: i32, left: i32 },
        /// Bleeding stopped for good.
        Stanched { #[value(owner)] who: CombatantId } => "{who}'s wounds no longer bleed.",
        /// Woke, so many minutes after the battle, with so many HP (`GR-279`, `GR-280`); or from a knockout (`GR-R110`).
        Wakes { #[value(owner)] who: CombatantId, minutes: u32, hp: i32, knocked_out: bool },
        /// Fell into a coma (`GR-281`).
        Coma { #[value(owner)] who: CombatantId } => "{who} falls into a coma.",
        /// A crippling heals in so many further months; `None` for never (`GR-282` to `GR-284`).
        Mends { #[value(owner)] who: CombatantId, months: Option<u8> },
        /// The fight is over.
        Over => "The fight is over.",
    }
}

affray_kernel::rolls! {
    "acrobatic dodge" => "an acrobatic dodge",
    "attack" => "an attack of any kind but those below",
    "bleeding" => "whether a wound bleeds on",
    "block" => "a block",
    "brace" => "bracing oneself against a crushing blow",
    "break free" => "getting out of a grip",
    "care" => "a day in the care of a physician",
    "consciousness" => "staying conscious at 0 HP or below",
    "crippled part" => "how long a part stays crippled",
    "death" => "staying alive",
    "dodge" => "a dodge",
    "fatigue" => "no roll: the FP that a round in arms or a spell costs",
    "fear" => "keeping one's nerve",
    "feint" => "a feint",
    "grab" => "a grab",
    "healing" => "a day of rest",
    "hold" => "throwing down, pinning or disarming a held foe",
    "initiative" => "no roll: by what the combatants act in a round",
    "injury" => "no roll: the HP that a hit costs, from the potential damage on",
    "keep casting" => "casting on when hurt or disturbed",
    "keep standing" => "keeping one's feet",
    "knockback" => "no roll: how many yards a blow drives back",
    "knockout" => "staying conscious after a blow",
    "loss" => "no roll: the HP that are lost after the battle (below 0)",
    "margin" => "no roll: the margin of an attack after passive defense, and after an active one",
    "movement" => "no roll: the cost of a step that costs more than 1",
    "MV" => "no roll: the hexes of a movement, where wounds, posture, a mount or running change them",
    "panic" => "getting over a panic",
    "parry" => "a parry",
    "range" => "no roll: the yards of a shot up or down a slope",
    "recognize" => "recognizing a combatant",
    "recovery" => "no roll: the HP or FP that come back after the battle",
    "riding" => "keeping a mount in hand",
    "shield" => "whether a shield holds",
    "slam" => "a slam",
    "spell" => "a spell",
    "stun" => "staying or getting clear of stun",
    "tackle" => "a tackle",
    "takedown" => "a takedown",
    "treatment" => "treating a patient",
    "tie" => "no roll: PER, by which those act who have the same initiative and DX",
    "trip" => "keeping one's feet in a charge over bad ground",
    "wait" => "which of two acts first",
    "waking" => "waking up",
}

/// The rolls with which somebody attacks or casts a spell.
pub(crate) const ATTACKS: &[&str] = &["attack", "grab", "hold", "slam", "spell", "tackle", "takedown"];
