//! The events of a fight. Narration is made from these, never the other way round.

use crate::body::confusion::Behavior;
use crate::decision::{Action, Aim, ManeuverKind};
use crate::dice::check::Tie;
use crate::dice::pool::{Faces, Purpose};
use crate::files::choices::ActForm;
use crate::magic::casting::Distraction;
use crate::sheet::Place;
use crate::state::{Condition, Unable};
use crate::strike::shots::Candidates;
use crate::turn::react::Trigger;
use affray_files::value::{Schema, ToValue};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_session::said::Said;

/// Why an item lies on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Fall {
    /// `OB-038` Its holder lets it fall.
    LetGo,
    /// `OB-257` Its holder goes down.
    Down,
    /// `OB-222` A disarm struck it from the hand.
    Disarmed,
    /// `OB-219` A disarm of its holder's own was bungled.
    Bungled,
    /// `OB-174` It was thrown.
    Thrown,
}

/// Why a hold ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum HoldEnd {
    /// `OB-226` The holder did not keep it up.
    NotKept,
    /// `OB-226` The holder lets go.
    LetGo,
    /// `OB-226` The held one broke free.
    Escape,
    /// `OB-226` `OB-219` The upkeep was bungled.
    Bungled,
    /// `OB-285` One of the two went down or is Helpless.
    Down,
    /// `OB-R66` The two are beyond touch.
    Apart,
    /// `OB-225` Another hold begins.
    Other,
    /// One of the two is gone.
    Gone,
}

/// What keeps a Confused one where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Bond {
    /// `OB-263` It is Grappled.
    Grappled,
    /// `OB-264` It is Pinned.
    Pinned,
    /// `OB-R83` It bears a rider who is in a hold.
    Rider,
    /// `OB-333` It sits on a mount.
    Saddle,
    /// `OB-046` It has no Action left.
    Spent,
}

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Said, Schema, ToValue)]
    #[value(tag = "event")]
    #[allow(missing_docs, reason = "fields are named for what they hold: `who` does it or suffers it")]
    pub enum Event {
        /// Somebody hidden acted against a foe, and is seen from now on.
        Revealed { who: CombatantId } => "{who} is seen.",
        /// Initiative was rolled (`OB-022`).
        Initiative { who: CombatantId, total: i32 } => "{who} has initiative {total}.",
        /// Somebody's place in the order, with the chosen ability and BAB, which settle ties (`OB-024`).
        Place { who: CombatantId, place: u8, total: i32, int: bool, ability: i32, bab: i32 },
        /// The order of activations is settled.
        OrderSettled { first: CombatantId } => "{first} is first.",
        /// The fastest leads by 8 or by 16 (`OB-026`, `OB-027`).
        CriticalInitiative { who: CombatantId, lead: i32, action: bool },
        /// An activation begins, perhaps of one that cannot act.
        Activation { who: CombatantId, unable: Option<Unable> },
        /// An activation is over.
        ActivationEnds { who: CombatantId },
        /// An action is declared and paid for.
        Acts { #[value(owner)] who: CombatantId, #[value(like = ActForm)] action: Action },
        /// A square was entered.
        Moves { who: CombatantId, to: Cell } => "{who} goes to {to}.",
        /// A move ends where its mover was stopped, perhaps in an occupied square (`OB-239`, `OB-R92`), or as a mount lost its
        /// rider (`OB-R83`).
        BreaksOff { who: CombatantId, occupied: bool, unseated: bool },
        /// A charge ends without an attack (`OB-242`).
        ChargeStops { who: CombatantId },
        /// An attack is declared, with its own price in Actions, if it has one, and of a shot or throw the meters to the target
        /// (`OB-160`).
        Attacks {
            #[value(owner)] who: CombatantId,
            target: CombatantId,
            #[value(named = "thing")] item: u8,
            reaction: bool,
            price: Option<u8>,
            meters: Option<u16>,
        },
        /// Creatures in the line of fire cover the target of a shot (`OB-170`).
        InTheLine { who: CombatantId, target: CombatantId, by: Candidates },
        /// The dice of a pool fell, each one by itself: so many, and behind them the chain of each six (`OB-016`). Only
        /// readers that throw every die hear of it.
        Thrown { who: CombatantId, dice: u8, faces: Faces, total: i32 },
        /// The dice of a spell or a potion fell, more than one. Only readers that throw every die hear of it.
        Shows { who: CombatantId, purpose: Purpose, dice: u8, sides: u8, faces: Faces, total: i32 },
        /// Its dice fell. Only readers that throw every die hear of it.
        AttackRolled {
            who: CombatantId,
            target: CombatantId,
            total: i32,
            defense: i32,
            hit: bool,
            criticals: i32,
            fumbled: bool,
        },
        /// A check fell against a number.
        Checked { who: CombatantId, total: i32, against: i32, success: bool, critical: bool, tie: Option<Tie> },
        /// An attack missed.
        Misses { who: CombatantId, target: CombatantId },
        /// An attack hit.
        Hits { who: CombatantId, target: CombatantId, critical: bool },
        /// HP were lost.
        Wounded { who: CombatantId, lost: i32, hp: i32 } => "{who} loses {lost} HP: {hp} left.",
        /// Nonlethal damage was taken.
        Bruised { who: CombatantId, lost: i32, nonlethal: i32, hp: i32 },
        /// HP were restored.
        Healed { who: CombatantId, gained: i32, hp: i32 } => "{who} regains {gained} HP: {hp} now.",
        /// The part of a mount without a rider passes at the end of the round (`OB-R83`).
        PassesRiderless { who: CombatantId },
        /// A dying creature loses a point in each of so many rounds (`OB-284`).
        Bleeds { who: CombatantId, rounds: u32, hp: i32 },
        /// Unconsciousness at 0 HP (`OB-281`), or by nonlethal damage (`OB-139`).
        Faints { who: CombatantId, hp: i32 },
        /// A condition begins, perhaps for so many activations of its own (`OB-268`); the level of Fatigued, which can rise
        /// (`OB-253`).
        Gets { who: CombatantId, condition: Condition, rounds: Option<u8>, level: Option<u8> },
        /// A condition ends.
        Loses { who: CombatantId, condition: Condition },
        /// HP below 0.
        Dying { who: CombatantId },
        /// Dead: HP are at the line of death or below.
        Dies { who: CombatantId, line: i32 },
        /// An item falls to the ground, for a reason.
        Drops { #[value(owner)] who: CombatantId, #[value(named = "thing")] item: u8, at: Cell, why: Fall },
        /// An item comes into a hand, from where it was: `away` is the ground (`OB-200`, `OB-202`, `OB-203`).
        Takes { #[value(owner)] who: CombatantId, #[value(named = "thing")] item: u8, price: u8, from: Place },
        /// An item is put away.
        Stows { #[value(owner)] who: CombatantId, #[value(named = "thing")] item: u8, price: u8 },
        /// A combatant acts in the middle of another's act.
        Reacts { who: CombatantId, to: CombatantId, trigger: Trigger },
        /// A weapon is set against a charge (`OB-240`).
        Sets { #[value(owner)] who: CombatantId, against: CombatantId, #[value(named = "thing")] item: u8 },
        /// A special maneuver begins.
        Maneuvers { who: CombatantId, target: CombatantId, maneuver: ManeuverKind },
        /// The item of the target that a Disarm is for (`OB-222`).
        Disarms { who: CombatantId, #[value(owner)] target: CombatantId, #[value(named = "thing")] item: u8 },
        /// A combatant is easier to hit for another, until so many activations of the feinter end (`OB-223`).
        Feinted { who: CombatantId, by: CombatantId, ends: u8 },
        /// A Bull Rush pushes a combatant so many squares, or until something is in the way (`OB-224`).
        Pushed { who: CombatantId, squares: u8 },
        /// A combatant holds another (`OB-225`).
        Holds { who: CombatantId, target: CombatantId, pinned: bool },
        /// A hold is over, for a reason.
        HoldEnds { who: CombatantId, target: CombatantId, why: HoldEnd },
        /// The upkeep of a hold changes nothing (`OB-226`).
        HoldStays { who: CombatantId, target: CombatantId } => "{who} keeps {target} held (OB-226).",
        /// A combatant is overrun (`OB-227`), for an Action or for nothing after the first (`OB-228`).
        Overruns { who: CombatantId, target: CombatantId, free: bool } =>
            "{who} tries to run over {target} (no Action, OB-228)." else "{who} tries to run over {target} (1 Action, OB-227).",
        /// A failed Overrun ends the Movement (`OB-229`), perhaps back in the last free square.
        OverrunEnds { who: CombatantId, back: bool } =>
            "{who}'s Movement ends in the last free square (OB-229)." else "{who}'s Movement ends here (OB-229).",
        /// A move of no square.
        Stays { who: CombatantId, at: Cell } => "{who} stays at {at}.",
        /// A charge of its rider takes both of a mount's Actions and opens it too (`OB-338`).
        CarriesCharge { who: CombatantId } => "{who} charges with its rider: 2 Actions of its own, and -4 Defense too (OB-338, OB-189).",
        /// A spell that turns against its caster takes the Actions that are left (`OB-317`).
        ForfeitsActions { who: CombatantId, actions: u8 },
        /// A combatant mounts (`OB-206`).
        Mounts { who: CombatantId, mount: CombatantId } => "{who} mounts {mount} (2 Actions).",
        /// The Action of an Overrun comes back (`OB-230`).
        ActionReturns { who: CombatantId },
        /// The rest of the round's budget is lost (`OB-199`).
        LosesActions { who: CombatantId },
        /// A rider is on foot again, by will or by a fall, with a Ride check or without one (`OB-334`, `OB-R85`).
        Dismounts { who: CombatantId, mount: CombatantId, falls: bool, checked: bool },
        /// Those among whom a die decides whom a shot that goes astray hits (`OB-172`), or whom a Confused one attacks
        /// (`OB-258`), in the order of its faces.
        Among { who: CombatantId, among: Candidates, confused: bool },
        /// A shot goes astray, to one of those whom it could hit (`OB-172`).
        Strays { who: CombatantId, target: CombatantId, among: Candidates },
        /// A combatant joins the fight (`OB-023`).
        Arrives { who: CombatantId, at: Cell },
        /// A spell is declared and paid for (`OB-310`).
        Casts { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, aim: Aim, cost: i32, mp: i32 },
        /// It works.
        SpellWorks { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8 },
        /// It comes to nothing: the Magic Check failed, or the caster went down.
        SpellFails { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, critical: bool },
        /// A caster is Distracted: a Magic Check decides (`OB-315`).
        Distracted { who: CombatantId, by: Distraction },
        /// A magic point of a spell comes back (`OB-317`).
        MagicReturns { who: CombatantId, mp: i32 },
        /// A saving throw was made or failed; the Helpless fail some without a roll (`OB-250`).
        Saves { who: CombatantId, success: bool, rolled: bool },
        /// A potion in hand is drunk.
        Drinks { #[value(owner)] who: CombatantId, to: CombatantId, #[value(named = "thing")] item: u8 },
        /// An item is picked up.
        PicksUp { #[value(owner)] who: CombatantId, #[value(named = "thing")] item: u8 },
        /// First Aid was given.
        Treats { who: CombatantId, patient: CombatantId, success: bool },
        /// The die decides the behavior of the Confused, for whom there may be nobody within reach (`OB-258`).
        Raves { who: CombatantId, behavior: Behavior, alone: bool },
        /// A Confused one does not wander, and why (`OB-258`).
        CannotWander { who: CombatantId, why: Bond },
        /// A power is used (`OB-344`).
        UsesPower { #[value(owner)] who: CombatantId, #[value(named = "power")] power: u8 },
        /// So much nonlethal damage goes by in an hour (`OB-302`), or is healed by magic (`OB-297`).
        Recovers { who: CombatantId, points: i32, nonlethal: i32, healed: bool },
        /// A combatant has rested for eight hours.
        Rests { who: CombatantId },
        /// The maximum of HP sinks or rises again (`OB-304`).
        MaxHpChanges { who: CombatantId, by: i32 },
        /// Dawn breaks (`OB-345`).
        Dawn {} => "Dawn breaks.",
        /// Time passed outside of combat.
        TimePasses { rounds: u32 },
        /// A round is over.
        RoundEnds { round: u32 },
    }
}

affray_kernel::rolls! {
    "attack" => "an attack of any kind",
    "damage" => "the damage of a blow",
    "Defense" => "the Defense that an attack has to reach",
    "DC" => "the number that a check has to reach",
    "dice" => "how many dice a roll takes, where they are not three",
    "First Aid" => "first aid",
    "healing" => "the HP that come back: dice and what is added to them, up to the maximum",
    "hour at 0 HP" => "an hour at 0 HP",
    "initiative" => "initiative",
    "injury" => "the damage that is taken: dice and what is added to them, less the reduction",
    "last step" => "the meters that a square costs, where they are more than 1",
    "Magic Check" => "casting a spell",
    "maneuver" => "a combat maneuver",
    "save" => "saving oneself from a spell",
    "save DC" => "the number that saves against a spell have to reach",
    "stand up" => "standing up next to a foe",
    "stay mounted" => "staying in the saddle",
    "value" => "the number that a maneuver against somebody has to exceed",
    "whole move" => "the meters of a move of several squares, where one of them is difficult",
}

/// The rolls with which somebody attacks or casts a spell.
pub(crate) const ATTACKS: &[&str] = &["attack", "Magic Check", "maneuver", "spell damage"];
