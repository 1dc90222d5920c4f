//! What can happen in a fight. Narration is made from these, never the other way round.

use crate::decision::{Aim, AllOut, DefenseKind, IncomingKind, Maneuver};
use crate::sheet::{DamageType, ItemId, Location};
use crate::state::{Posture, Trigger};
use crate::strike::critical_miss::Mishap;
use crate::strike::damage::CriticalHit;
use crate::strike::defense::NoDefense;
use affray_files::value::{Schema, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Refusal};
use affray_session::said::Said;

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Said, Schema, ToValue)]
    #[value(tag = "event")]
    #[allow(missing_docs, reason = "fields are named for what they hold: `who` does it or suffers it")]
    pub enum Event {
        /// Somebody hidden acted against a foe, and is seen from now on.
        Revealed { #[value(owner)] who: CombatantId } => "{who} is seen.",
        /// A place in the order of turns, from 1 (`DF-051`).
        TakesPlace { #[value(owner)] who: CombatantId, place: u32 },
        /// The order of turns is settled (`DF-051`).
        OrderSettled { first: CombatantId } => "The order of turns is settled: {first} is first.",
        /// A turn begins.
        TurnBegins { #[value(owner)] who: CombatantId },
        /// The second of somebody who has no turn passes, and something happens in it (`DF-R102`).
        SecondPasses { #[value(owner)] who: CombatantId } => "A second passes for {who}, who has no turn (DF-R102).",
        /// A turn is over.
        TurnEnds { #[value(owner)] who: CombatantId },
        /// A maneuver was chosen.
        Maneuvers { #[value(owner)] who: CombatantId, maneuver: Maneuver },
        /// A hex was entered; `second` is the second hex of a body that lies or crawls (`DF-156`), `left` the half points of
        /// movement that are left where it was paid with some (`DF-110`).
        Moves { #[value(owner)] who: CombatantId, to: Cell, facing: Facing, second: Option<Cell>, left: Option<i32> },
        /// Taken along by the one that it is tied to by a hold (`DF-504`).
        Dragged { #[value(owner)] who: CombatantId, to: Cell } => "{who} is dragged along to {to} (DF-504).",
        /// A combatant turned.
        Turns { #[value(owner)] who: CombatantId, facing: Facing },
        /// A posture changed; `second` is the second hex of a body that lies or crawls (`DF-156`).
        Takes { #[value(owner)] who: CombatantId, posture: Posture, second: Option<Cell> },
        /// An attack is declared; `spell` is the held spell that it is made with.
        Attacks {
            #[value(owner)]
            who: CombatantId,
            target: CombatantId,
            #[value(named = "mode", none)]
            mode: u16,
            #[value(named = "spell", none)]
            spell: u8,
            #[value(of = target)]
            aim: Aim,
            kind: IncomingKind,
        },
        /// One attack is traded for two (`DF-210`): a Rapid Strike, or a Dual-Weapon Attack.
        Trades { #[value(owner)] who: CombatantId, dual: bool } =>
            "{who} makes a Dual-Weapon Attack." else "{who} makes a Rapid Strike.",
        /// An attack is not made, the second one of two or any.
        Forgoes { #[value(owner)] who: CombatantId, second: bool, why: Forgone },
        /// An attack missed.
        Misses { #[value(owner)] who: CombatantId, target: CombatantId } => "{who} misses {target}.",
        /// An attack hit, before any defense.
        Hits { #[value(owner)] who: CombatantId, target: CombatantId, critical: bool } =>
            "{who} hits {target} critically." else "{who} would hit {target}.",
        /// A miss by one struck the torso instead (`DF-302`).
        StraysToTorso { #[value(owner)] who: CombatantId } =>
            "{who} strikes the torso instead, by a miss of 1 (DF-302).",
        /// A critical hit: the row of its table (`DF-R20`, `DF-R21`).
        CriticalHit { #[value(owner)] who: CombatantId, target: CombatantId, row: CriticalHit },
        /// A critical miss: what the row of its table comes to (`DF-R19`).
        CriticalMiss { #[value(owner)] who: CombatantId, row: Mishap },
        /// A defense is tried; `item` is what parries, where that is no bare hand.
        Defends {
            #[value(owner)]
            who: CombatantId,
            kind: DefenseKind,
            item: ItemId,
        },
        /// Nothing can be tried against an attack that hit, and why not.
        Undefended { #[value(owner)] who: CombatantId, why: NoDefense },
        /// Something could be tried against an attack that hit, and is not.
        Declines { #[value(owner)] who: CombatantId } => "{who} tries no defense, by choice.",
        /// A critical success or failure of a defense has its consequences, for who attacked or for who defends (`DF-283`);
        /// `lies` is a fall of somebody who lies already.
        Backlash { #[value(owner)] who: CombatantId, failed: bool, lies: bool },
        /// An attack was stopped.
        Stopped { #[value(owner)] who: CombatantId, kind: DefenseKind },
        /// A random location was found (`DF-182`).
        Strikes { target: CombatantId, location: Location },
        /// Damage was done: the basic damage, what resisted and what got through.
        Damaged { #[value(owner)] who: CombatantId, basic: i32, kind: DamageType, location: Location, resisted: i32, penetrating: i32 },
        /// HP were lost; `shock` is the penalty that there is then (`DF-361`), after the `push` of the same blow where it
        /// pushes (`DF-R25`). Without a `blow` there is none (`DF-R91`).
        Wounded { #[value(owner)] who: CombatantId, lost: i32, hp: i32, shock: i32, blow: bool, push: bool },
        /// HP were restored.
        Healed { #[value(owner)] who: CombatantId, gained: i32, hp: i32 } => "{who} gains {gained} HP and has {hp}.",
        /// FP were lost.
        Tires { #[value(owner)] who: CombatantId, lost: i32, fp: i32 },
        /// FP were restored by rest, one in `each` minutes (`DF-416`, `DF-417`).
        Rests { #[value(owner)] who: CombatantId, gained: i32, each: u32, fp: i32 },
        /// Minutes that have passed since the battle.
        Passes { minutes: u32 },
        /// Gives first aid for ten minutes (`DF-R59`).
        GivesFirstAid { #[value(owner)] who: CombatantId, patient: CombatantId },
        /// Tries to stabilize somebody (`DF-R37`).
        TriesToStabilize { #[value(owner)] who: CombatantId, patient: CombatantId } => "{who} tries to stabilize {patient}.",
        /// First aid, or the try to stabilize, was of no use.
        AidFails { #[value(owner)] who: CombatantId, patient: CombatantId } => "It does {patient} no good.",
        /// A part is crippled (`DF-371`); of one that is destroyed at once, only that is told.
        Crippled { #[value(owner)] who: CombatantId, location: Location },
        /// A part is destroyed (`DF-374`).
        Destroyed { #[value(owner)] who: CombatantId, location: Location },
        /// Stunned (`DF-368`, `DF-R67`).
        Stunned { #[value(owner)] who: CombatantId, mentally: bool } =>
            "{who} is mentally stunned." else "{who} is stunned.",
        /// Recovered from stun.
        Recovers { #[value(owner)] who: CombatantId } => "{who} recovers from stun.",
        /// Fell down; `second` is the second hex of the body (`DF-R12`).
        Falls { #[value(owner)] who: CombatantId, second: Option<Cell> },
        /// Lost consciousness; where it dies at once, only `dies` is told.
        FallsUnconscious { #[value(owner)] who: CombatantId } => "{who} falls unconscious.",
        /// Came to.
        Wakes { #[value(owner)] who: CombatantId } => "{who} comes to.",
        /// Mortally wounded (`DF-377`).
        MortallyWounded { #[value(owner)] who: CombatantId } => "{who} is mortally wounded (DF-377).",
        /// Stabilized (`DF-R36`).
        Stabilized { #[value(owner)] who: CombatantId } => "{who} is stabilized.",
        /// Died.
        Dies { #[value(owner)] who: CombatantId } => "{who} dies.",
        /// The body is destroyed (`DF-379`).
        BodyDestroyed { #[value(owner)] who: CombatantId } => "Nothing is left of {who} (DF-379).",
        /// Dazed (`DF-R21`).
        Dazed { #[value(owner)] who: CombatantId } => "{who} is dazed (DF-R21).",
        /// Off balance (`DF-R19`).
        OffBalance { #[value(owner)] who: CombatantId } => "{who} is off balance (DF-R19).",
        /// A second of sprinting, the how many-th since the last roll for fatigue (`DF-082`, `DF-083`).
        Sprints { #[value(owner)] who: CombatantId, seconds: u8 },
        /// A weapon was thrown, and lies there from now on (`DF-R92`).
        Throws { #[value(owner)] who: CombatantId, item: ItemId, at: Cell },
        /// An item left the hand and lies on the ground.
        Drops { #[value(owner)] who: CombatantId, item: ItemId, at: Cell },
        /// A parry of something at least three times as heavy may break the item: on a die of that or less (`DF-R18`).
        MayBreak { #[value(owner)] who: CombatantId, item: ItemId, foe: CombatantId, #[value(of = foe)] by: ItemId, on: i32 },
        /// An item that might have broken holds.
        Holds { #[value(owner)] who: CombatantId, item: ItemId },
        /// An item broke.
        Breaks { #[value(owner)] who: CombatantId, item: ItemId },
        /// An item was damaged.
        ItemDamaged { #[value(owner)] who: CombatantId, item: ItemId, basic: i32, lost: i32 },
        /// An item is not ready any more, and why.
        Unready { #[value(owner)] who: CombatantId, item: ItemId, why: Unreadied },
        /// An item is ready.
        Readied { #[value(owner)] who: CombatantId, item: ItemId },
        /// An item was put away.
        Sheathes { #[value(owner)] who: CombatantId, item: ItemId },
        /// A shot was loaded, or one step of the reload was made: with so many Readies of as many as it takes (`DF-242`).
        Reloads { #[value(owner)] who: CombatantId, item: ItemId, done: bool, spent: u8, of: u8 },
        /// A feint worked.
        Feinted { #[value(owner)] who: CombatantId, foe: CombatantId, penalty: i32 },
        /// A feint did not work.
        FeintFails { #[value(owner)] who: CombatantId, foe: CombatantId },
        /// A stored feint is wasted (`DF-R06`).
        FeintWasted { #[value(owner)] who: CombatantId, foe: CombatantId },
        /// Aims.
        Aims { #[value(owner)] who: CombatantId, target: CombatantId, seconds: u8 },
        /// The aim is lost.
        AimLost { #[value(owner)] who: CombatantId } => "{who} loses the aim (DF-075).",
        /// Retreated; `second` is the second hex of a body that lies or crawls (`DF-156`).
        Retreats { #[value(owner)] who: CombatantId, to: Cell, second: Option<Cell> },
        /// Pulled a foe that retreated back into the hex of their close combat (`DF-R105`).
        PullsBack { #[value(owner)] who: CombatantId, foe: CombatantId, to: Cell } => "{who} pulls {foe} back to {to} (DF-R105).",
        /// Knocked back; `second` is the second hex of a body that lies or crawls (`DF-156`).
        KnockedBack { #[value(owner)] who: CombatantId, to: Cell, hexes: i32, second: Option<Cell> },
        /// What was pushed stops at a hex: somebody is there, or the ground lets nobody in (`DF-R25`).
        StopsAt { #[value(owner)] who: CombatantId, at: Cell, by: Option<CombatantId> },
        /// Passed a foe (`DF-121`).
        Evades { #[value(owner)] who: CombatantId, foe: CombatantId } => "{who} slips past {foe}.",
        /// Did not pass, and is in close combat now.
        EvadeFails { #[value(owner)] who: CombatantId, foe: CombatantId } => "{who} does not get past {foe}.",
        /// Entered close combat (`DF-461`).
        Closes { #[value(owner)] who: CombatantId } => "{who} enters close combat (DF-461).",
        /// Left the fight (`DF-R101`), when so many of its side were out.
        Leaves { #[value(owner)] who: CombatantId, out: u32 },
        /// Fell so many yards, or was thrown against something (`DF-R24`, `DF-R25`).
        FallsFar { #[value(owner)] who: CombatantId, yards: i32 },
        /// Something burst (`DF-R66`).
        Blast { #[value(owner)] by: CombatantId, center: Cell } => "It bursts at {center}.",
        /// Dived for cover (`DF-276`).
        Dives { #[value(owner)] who: CombatantId, to: Cell } => "{who} dives for cover at {to}.",
        /// Lost its footing (`DF-124`).
        Slips { #[value(owner)] who: CombatantId } => "{who} loses its footing.",
        /// A slam comes to blows: the damage of either before DR says who falls (`DF-R26`).
        Clashes { #[value(owner)] who: CombatantId, foe: CombatantId, damage: i32, answer: i32 },
        /// A Wait fired, by what it was for.
        Reacts { #[value(owner)] who: CombatantId, to: CombatantId, trigger: Trigger },
        /// A Wait lapsed (`DF-087`).
        WaitLapses { #[value(owner)] who: CombatantId },
        /// A reaction is lost: what was declared is not possible (`DF-089`).
        ReactionLost { #[value(owner)] who: CombatantId, why: Lost },
        /// What was begun cannot go on: an interruption made it illegal (`DF-R07`).
        Interrupted { #[value(owner)] who: CombatantId } => "{who} cannot go on with what it began (DF-R07).",
        /// A blow that missed or was dodged goes at somebody else there (`DF-474`).
        Strays { #[value(owner)] who: CombatantId, target: CombatantId } => "The blow goes on at {target}; a critical failure is a plain miss there (DF-R117).",
        /// One of those among whom a die draws, by its number (`DF-R87`, `DF-R53`).
        MayBeStruck { #[value(owner)] who: CombatantId, place: u32 } => "{who} may be struck next: if the die shows {place} (DF-R87).",
        /// Spent its attack on helping somebody (`DF-472`).
        Assists { #[value(owner)] who: CombatantId, whom: CombatantId } => "{who} helps {whom}.",
        /// Tried something with a hold, or against one.
        Grapples { #[value(owner)] who: CombatantId, foe: CombatantId, hold: Hold },
        /// Worked at getting out of a pin, for so many seconds by now (`DF-510`).
        Struggles { #[value(owner)] who: CombatantId, seconds: u8 },
        /// Took a grabbed item out of the hands of a foe (`DF-489`); `item` is as that foe names it.
        Wrests { #[value(owner)] who: CombatantId, foe: CombatantId, #[value(of = foe)] item: ItemId },
        /// Gets no air from now on (`DF-501`).
        Suffocates { #[value(owner)] who: CombatantId } => "{who} gets no air (DF-501).",
        /// Stands or kneels on the line of a shot that is coming (`DF-R62`).
        StandsBetween { #[value(owner)] who: CombatantId, shooter: CombatantId } =>
            "{who} stands in the way of {shooter}'s shot.",
        /// Is in the way of a long weapon of a foe that reaches past it (`DF-187`).
        ReachedPast { #[value(owner)] who: CombatantId, by: CombatantId } => "{who} is in the way of {by}'s weapon.",
        /// A lifted foe was put in the way of an attack (`DF-R35`).
        Shields { #[value(owner)] who: CombatantId, foe: CombatantId } => "{who} holds {foe} in the way.",
        /// Has a hold on a part of a foe, or on an item that it holds, with so many hands.
        Grabs { #[value(owner)] who: CombatantId, foe: CombatantId, part: Option<Location>, #[value(of = foe)] item: ItemId, hands: u32 },
        /// Lost or gave up a grab.
        Releases { #[value(owner)] who: CombatantId, foe: CombatantId } => "{who} holds {foe} no more.",
        /// Broke free.
        BreaksFree { #[value(owner)] who: CombatantId, from: CombatantId } => "{who} breaks free of {from}.",
        /// A Regular Contest ended without a winner (`DF-R03`).
        IsDraw { #[value(owner)] who: CombatantId, foe: CombatantId } => "No winner after 20 exchanges (DF-R03).",
        /// A contest of a grapple had no effect.
        NoEffect { #[value(owner)] who: CombatantId, foe: CombatantId } => "{who} gets nowhere with {foe}.",
        /// Threw a foe down.
        TakesDown { #[value(owner)] who: CombatantId, foe: CombatantId } => "{who} throws {foe} down.",
        /// Pinned a foe.
        Pins { #[value(owner)] who: CombatantId, foe: CombatantId } => "{who} pins {foe}.",
        /// Lifted a foe.
        Lifts { #[value(owner)] who: CombatantId, foe: CombatantId } => "{who} lifts {foe}.",
        /// Started casting, with the focus pointed or not (`DF-427`).
        Casts { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, #[value(named = "combatant")] target: u8, pointed: bool },
        /// Baton or staff is pointed at the target for all to see (`DF-427`); [`NONE`] for a
        /// place.
        SpellPointed { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, #[value(named = "combatant")] target: u8 },
        /// One more second of a casting that takes longer.
        Concentrates { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, seconds: u16 },
        /// A held missile grew (`DF-436`).
        SpellEnlarged { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, energy: u8 },
        /// A held missile can grow no more: its caster was disturbed (`DF-R93`) or let a second pass without enlarging it
        /// (`DF-R52`).
        EnlargingEnds { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, energy: u8, disturbed: bool },
        /// A held spell is gone without effect (`DF-437`).
        SpellDissipates { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8 },
        /// A critical failure of a casting, as the table has it (`DF-R53`).
        SpellBackfires { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, how: crate::magic::Backfire },
        /// A spell will go on for another period, paid for.
        Maintains { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8 },
        /// Fell asleep by a spell.
        FallsAsleep { #[value(owner)] who: CombatantId } => "{who} falls asleep.",
        /// A spell took effect on somebody, with so much energy.
        SpellWorks { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, on: CombatantId, energy: u8 },
        /// A spell is ready in the hand.
        SpellHeld { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8, energy: u8 },
        /// A spell failed.
        SpellFails { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8 },
        /// A spell was resisted.
        Resists { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8 } => "{who} resists.",
        /// A spell was lost to distraction.
        SpellLost { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8 },
        /// A spell's effect is over.
        SpellEnds { on: CombatantId, #[value(owner)] by: CombatantId, #[value(named = "spell")] spell: u8 },
        /// The answer of an Information spell is given, the dice hidden (`DF-449`).
        SpellAnswers { #[value(owner)] who: CombatantId, #[value(named = "spell")] spell: u8 },
        /// An All-Out Attack, waited for, became a plain Attack (`DF-092`).
        Downgraded { #[value(owner)] who: CombatantId, from: AllOut },
    }
}

/// Why a reaction is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Lost {
    /// `DF-173` The foe is not in the front arc.
    Facing,
    /// `DF-172` The foe is out of reach.
    Distance,
    /// `DF-034` The weapon is not ready.
    Weapon,
    /// `DF-262` The unbalanced weapon parried.
    Parried,
    /// `DF-242` Nothing is loaded.
    Unloaded,
    /// `DF-R48` No hand is free.
    Hands,
    /// `DF-002` The effective skill is too low.
    Skill,
    /// `DF-089` Something else.
    Other,
}

impl From<&Refusal> for Lost {
    fn from(refusal: &Refusal) -> Self {
        match refusal.rule.as_str() {
            "DF-173" => Self::Facing,
            "DF-172" | "DF-070" | "DF-485" | "DF-507" | "DF-R26" => Self::Distance,
            "DF-034" | "DF-058" => Self::Weapon,
            "DF-262" => Self::Parried,
            "DF-242" => Self::Unloaded,
            "DF-228" | "DF-R48" => Self::Hands,
            "DF-002" | "DF-224" => Self::Skill,
            _ => Self::Other,
        }
    }
}

/// Why an attack is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Forgone {
    /// By choice.
    Choice,
    /// The foe is out of the fight.
    FoeIsOut,
    /// `DF-034` Nothing in hand is ready to attack with, and the body reaches nobody.
    NotReady,
    /// No foe can be attacked so from there.
    NoTarget,
}

/// Why an item is not ready any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Unreadied {
    /// `DF-R19` It turned in the hand.
    Turned,
    /// `DF-283` A Block failed critically.
    Block,
    /// `DF-R13` It is unwieldy, and was attacked with.
    Unwieldy,
    /// `DF-R33` Its owner fell unconscious.
    Unconscious,
}

/// What is tried with a hold, or against one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Hold {
    /// `DF-495`
    Takedown,
    /// `DF-497`
    Pin,
    /// `DF-499`
    Strangle,
    /// `DF-489`
    Wrest,
    /// `DF-490`
    ForceDrop,
    /// `DF-509`
    BreakFree,
}

affray_kernel::rolls! {
    "acrobatics" => "an acrobatic dodge",
    "against the feint" => "what a feint is rolled against",
    "attack" => "an attack of any kind but those below",
    "balance" => "keeping one's feet after knockback",
    "block" => "a block",
    "block, not tried" => "a block that was possible against an attack that is not defended against",
    "break free" => "getting out of a grip",
    "casting" => "a spell",
    "concentration" => "going on casting when disturbed",
    "damage for a hex of knockback" => "how much damage pushes by one hex",
    "damage to an item" => "the HP that an item loses",
    "death" => "staying alive below -HP",
    "disarm" => "striking a weapon from a hand",
    "dive for cover" => "diving away from a blast",
    "dodge" => "a dodge",
    "dodge, not tried" => "a dodge that was possible against an attack that is not defended against",
    "evade" => "getting past a foe",
    "Fast-Draw" => "drawing in no time",
    "fatigue" => "FP lost",
    "feint" => "a feint",
    "first aid" => "first aid",
    "footing" => "keeping one's feet on treacherous ground",
    "free hands" => "the free hands of both sides of a pin",
    "fright" => "standing firm in the face of a horror",
    "grab" => "a grab",
    "HP gained" => "HP by first aid",
    "hold" => "what breaking free is rolled against",
    "hold fast" => "what wresting is rolled against",
    "hold together" => "an object that could break",
    "injury" => "HP lost, from the dice to the points",
    "keep hold" => "what disarming is rolled against",
    "keep the aim" => "aiming on when disturbed",
    "knockback" => "hexes by which a blow pushes",
    "knockdown" => "staying up and unstunned after a blow",
    "lack of ST" => "points of ST below the minimum of a weapon, each -1 to hit with it",
    "live on" => "each day in deep unconsciousness",
    "mortal wound" => "living on with a mortal wound",
    "move" => "points of a full or half move",
    "movement points" => "points for the hex just entered, where they are not one; half points where a half is among them",
    "parry" => "a parry",
    "parry, not tried" => "a parry that was possible against an attack that is not defended against",
    "pin" => "a pin",
    "ready an item" => "handling an item in close combat or in a grip",
    "recover" => "recovering from stun, by HT",
    "recover (IQ)" => "recovering from mental stun, by IQ",
    "resist" => "resisting a spell",
    "resist strangling" => "what strangling is rolled against",
    "resist the pin" => "what a pin is rolled against",
    "resist the takedown" => "what a takedown is rolled against",
    "shock" => "shock, where it is not the HP just lost: capped, scaled, doubled, or with what there is of it before",
    "shots left" => "shots left in a weapon that holds more than one, after a shot",
    "shove" => "a shove",
    "slam" => "a slam",
    "speed and range" => "yards for which a shot has its modifier of speed and range",
    "sprint" => "not tiring from sprinting",
    "stabilize" => "stabilizing a mortal wound or deep unconsciousness",
    "stay conscious" => "staying conscious at 0 HP or below",
    "stay conscious (Will)" => "staying conscious at 0 FP or below",
    "stay up" => "staying up after a slam",
    "stop the evader" => "what evading is rolled against",
    "strangle" => "strangling",
    "stray attack" => "hitting another one in the way",
    "takedown" => "a takedown",
    "turning" => "movement points for turning before the first hex",
    "wake" => "waking up",
    "wrest" => "taking a held item, or making a held arm drop one",
}

/// The rolls with which somebody attacks or casts a spell.
pub(crate) const ATTACKS: &[&str] =
    &["attack", "casting", "grab", "pin", "shove", "slam", "strangle", "takedown", "wrest"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::NONE;
    use affray_files::value::{NoNames, to_value};

    /// A grab is made with no mode, and no number stands for that.
    #[test]
    fn an_attack_with_the_body_has_no_mode() {
        let (who, target, aim) = (CombatantId(0), CombatantId(1), Aim::At(Location::Torso));
        let told = |mode, kind| {
            let event = Event::Attacks { who, target, mode, spell: NONE, aim, kind };
            to_value(&event, &NoNames, None)
        };
        assert_eq!(told(crate::state::NO_MODE, IncomingKind::Grab).get("mode"), None);
        assert_eq!(told(0, IncomingKind::Strike)["mode"], "nothing");
    }
}
