//! What can happen in a fight. Narration is made from these, never the other way round.

use crate::decision::{Aim, AllOut, DefenseKind, IncomingKind, Maneuver};
use crate::sheet::{DamageType, ItemId, Location};
use crate::state::{NONE, Posture};
use crate::strike::critical_miss::Mishap;
use crate::strike::damage::CriticalHit;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use serde::Serialize;

/// Whether an attack is made with none of the modes, as a grab is.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_no_mode(mode: &u16) -> bool {
    *mode == crate::state::NO_MODE
}

/// Whether a number stands for nothing.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_none(number: &u8) -> bool {
    *number == NONE
}

/// Whether an item is none.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_no_item(item: &ItemId) -> bool {
    *item == ItemId::NONE
}

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Serialize)]
    #[serde(tag = "event", rename_all = "kebab-case")]
    #[allow(missing_docs, reason = "fields are named for what they hold: `who` does it or suffers it")]
    pub enum Event {
        /// The order of turns is settled (`DF-051`).
        OrderSettled { first: CombatantId },
        /// A turn begins.
        TurnBegins { who: CombatantId },
        /// A turn is over.
        TurnEnds { who: CombatantId },
        /// A maneuver was chosen.
        Maneuvers { who: CombatantId, maneuver: Maneuver },
        /// A hex was entered.
        Moves { who: CombatantId, to: Cell, facing: Facing },
        /// A combatant turned.
        Turns { who: CombatantId, facing: Facing },
        /// A posture changed.
        Takes { who: CombatantId, posture: Posture },
        /// An attack is declared; `spell` is the held spell that it is made with.
        Attacks {
            who: CombatantId,
            target: CombatantId,
            #[serde(skip_serializing_if = "is_no_mode")]
            mode: u16,
            #[serde(skip_serializing_if = "is_none")]
            spell: u8,
            aim: Aim,
            kind: IncomingKind,
        },
        /// One attack is traded for two (`DF-210`): a Rapid Strike, or a Dual-Weapon Attack.
        Trades { who: CombatantId, dual: bool },
        /// An attack that could have been made is not.
        Forgoes { who: CombatantId },
        /// An attack missed.
        Misses { who: CombatantId, target: CombatantId },
        /// An attack hit, before any defense.
        Hits { who: CombatantId, target: CombatantId, critical: bool },
        /// A miss by one struck the torso instead (`DF-302`).
        StraysToTorso { who: CombatantId },
        /// A critical hit: the row of its table (`DF-R20`, `DF-R21`).
        CriticalHit { who: CombatantId, target: CombatantId, row: CriticalHit },
        /// A critical miss: what the row of its table comes to (`DF-R19`).
        CriticalMiss { who: CombatantId, row: Mishap },
        /// A defense is tried; `item` is what parries, where that is no bare hand.
        Defends {
            who: CombatantId,
            kind: DefenseKind,
            #[serde(skip_serializing_if = "is_no_item")]
            item: ItemId,
        },
        /// An attack was stopped.
        Stopped { who: CombatantId, kind: DefenseKind },
        /// A random location was found (`DF-182`).
        Strikes { target: CombatantId, location: Location },
        /// Damage was done: the basic damage, what resisted and what got through.
        Damaged { who: CombatantId, basic: i32, kind: DamageType, location: Location, resisted: i32, penetrating: i32 },
        /// HP were lost.
        Wounded { who: CombatantId, lost: i32, hp: i32 },
        /// HP were restored.
        Healed { who: CombatantId, gained: i32, hp: i32 },
        /// FP were lost.
        Tires { who: CombatantId, lost: i32, fp: i32 },
        /// FP were restored.
        Rests { who: CombatantId, gained: i32, fp: i32 },
        /// A part is crippled (`DF-371`).
        Crippled { who: CombatantId, location: Location },
        /// A part is destroyed (`DF-374`).
        Destroyed { who: CombatantId, location: Location },
        /// Stunned (`DF-368`, `DF-R67`).
        Stunned { who: CombatantId, mentally: bool },
        /// Recovered from stun.
        Recovers { who: CombatantId },
        /// Fell down.
        Falls { who: CombatantId },
        /// Lost consciousness; where it dies at once, only `dies` is told.
        FallsUnconscious { who: CombatantId },
        /// Came to.
        Wakes { who: CombatantId },
        /// Mortally wounded (`DF-377`).
        MortallyWounded { who: CombatantId },
        /// Stabilized (`DF-R36`).
        Stabilized { who: CombatantId },
        /// Died.
        Dies { who: CombatantId },
        /// The body is destroyed (`DF-379`).
        BodyDestroyed { who: CombatantId },
        /// Dazed (`DF-R21`).
        Dazed { who: CombatantId },
        /// Off balance (`DF-R19`).
        OffBalance { who: CombatantId },
        /// An item left the hand and lies on the ground.
        Drops { who: CombatantId, item: ItemId, at: Cell },
        /// An item broke.
        Breaks { who: CombatantId, item: ItemId },
        /// An item was damaged.
        ItemDamaged { who: CombatantId, item: ItemId, basic: i32, lost: i32 },
        /// An item is not ready any more.
        Unready { who: CombatantId, item: ItemId },
        /// An item is ready.
        Readied { who: CombatantId, item: ItemId },
        /// An item was put away.
        Sheathes { who: CombatantId, item: ItemId },
        /// A shot was loaded, or one step of the reload was made.
        Reloads { who: CombatantId, item: ItemId, done: bool },
        /// A feint worked.
        Feinted { who: CombatantId, foe: CombatantId, penalty: i32 },
        /// A feint did not work.
        FeintFails { who: CombatantId, foe: CombatantId },
        /// A stored feint is wasted (`DF-R06`).
        FeintWasted { who: CombatantId, foe: CombatantId },
        /// Aims.
        Aims { who: CombatantId, target: CombatantId, seconds: u8 },
        /// The aim is lost.
        AimLost { who: CombatantId },
        /// Retreated.
        Retreats { who: CombatantId, to: Cell },
        /// Pulled a foe that retreated back into the hex of their close combat (`DF-R105`).
        PullsBack { who: CombatantId, foe: CombatantId, to: Cell },
        /// Knocked back.
        KnockedBack { who: CombatantId, to: Cell, hexes: i32 },
        /// Passed a foe (`DF-121`).
        Evades { who: CombatantId, foe: CombatantId },
        /// Did not pass, and is in close combat now.
        EvadeFails { who: CombatantId, foe: CombatantId },
        /// Entered close combat (`DF-461`).
        Closes { who: CombatantId },
        /// Left the fight (`DF-R101`).
        Leaves { who: CombatantId },
        /// Fell so many yards, or was thrown against something (`DF-R24`, `DF-R25`).
        FallsFar { who: CombatantId, yards: i32 },
        /// Something burst (`DF-R66`).
        Blast { by: CombatantId, center: Cell },
        /// Dived for cover (`DF-276`).
        Dives { who: CombatantId, to: Cell },
        /// Lost its footing (`DF-124`).
        Slips { who: CombatantId },
        /// A Wait fired.
        Reacts { who: CombatantId, to: CombatantId },
        /// A Wait lapsed (`DF-087`).
        WaitLapses { who: CombatantId },
        /// What was begun cannot go on: an interruption made it illegal (`DF-R07`).
        Interrupted { who: CombatantId },
        /// A blow that missed or was dodged goes at somebody else there (`DF-474`).
        Strays { who: CombatantId, target: CombatantId },
        /// Spent its attack on helping somebody (`DF-472`).
        Assists { who: CombatantId, whom: CombatantId },
        /// Tried something with a hold, or against one.
        Grapples { who: CombatantId, foe: CombatantId, hold: Hold },
        /// Worked at getting out of a pin, for so many seconds by now (`DF-510`).
        Struggles { who: CombatantId, seconds: u8 },
        /// Took a grabbed item out of the hands of a foe (`DF-489`); `item` is as that foe names it.
        Wrests { who: CombatantId, foe: CombatantId, item: ItemId },
        /// Gets no air from now on (`DF-501`).
        Suffocates { who: CombatantId },
        /// A lifted foe was put in the way of an attack (`DF-R35`).
        Shields { who: CombatantId, foe: CombatantId },
        /// Grabbed a foe.
        Grabs { who: CombatantId, foe: CombatantId },
        /// Lost or gave up a grab.
        Releases { who: CombatantId, foe: CombatantId },
        /// Broke free.
        BreaksFree { who: CombatantId, from: CombatantId },
        /// A contest of a grapple had no effect.
        NoEffect { who: CombatantId, foe: CombatantId },
        /// Threw a foe down.
        TakesDown { who: CombatantId, foe: CombatantId },
        /// Pinned a foe.
        Pins { who: CombatantId, foe: CombatantId },
        /// Lifted a foe.
        Lifts { who: CombatantId, foe: CombatantId },
        /// Started casting, with the focus pointed or not (`DF-427`).
        Casts { who: CombatantId, spell: u8, target: u8, pointed: bool },
        /// Baton or staff is pointed at the target for all to see (`DF-427`); [`NONE`] for a
        /// place.
        SpellPointed { who: CombatantId, spell: u8, target: u8 },
        /// One more second of a casting that takes longer.
        Concentrates { who: CombatantId, spell: u8, seconds: u16 },
        /// A held missile grew (`DF-436`).
        SpellEnlarged { who: CombatantId, spell: u8, energy: u8 },
        /// A held missile can grow no more, its caster being disturbed or busy (`DF-R93`).
        EnlargingEnds { who: CombatantId, spell: u8 },
        /// A held spell is gone without effect (`DF-437`).
        SpellDissipates { who: CombatantId, spell: u8 },
        /// A critical failure of a casting, as the table has it (`DF-R53`).
        SpellBackfires { who: CombatantId, spell: u8, how: crate::magic::Backfire },
        /// A spell will go on for another period, paid for.
        Maintains { who: CombatantId, spell: u8 },
        /// Fell asleep by a spell.
        FallsAsleep { who: CombatantId },
        /// A spell took effect on somebody.
        SpellWorks { who: CombatantId, spell: u8, on: CombatantId },
        /// A spell is ready in the hand.
        SpellHeld { who: CombatantId, spell: u8, energy: u8 },
        /// A spell failed.
        SpellFails { who: CombatantId, spell: u8 },
        /// A spell was resisted.
        Resists { who: CombatantId, spell: u8 },
        /// A spell was lost to distraction.
        SpellLost { who: CombatantId, spell: u8 },
        /// A spell's effect is over.
        SpellEnds { on: CombatantId, by: CombatantId, spell: u8 },
        /// The answer of an Information spell is given, the dice hidden (`DF-449`).
        SpellAnswers { who: CombatantId, spell: u8 },
        /// An All-Out Attack, waited for, became a plain Attack (`DF-092`).
        Downgraded { who: CombatantId, from: AllOut },
        /// Left the fight.
        Flees { who: CombatantId },
        /// The fight is over; the winning side, or none.
        Ends { side: Option<u8> },
    }
}

/// What is tried with a hold, or against one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A grab is made with no mode, and no number stands for that.
    #[test]
    fn an_attack_with_the_body_has_no_mode() {
        let (who, target, aim) = (CombatantId(0), CombatantId(1), Aim::At(Location::Torso));
        let told = |mode, kind| {
            let event = Event::Attacks { who, target, mode, spell: NONE, aim, kind };
            serde_json::to_value(event).expect("events can be written")
        };
        assert_eq!(told(crate::state::NO_MODE, IncomingKind::Grab).get("mode"), None);
        assert_eq!(told(0, IncomingKind::Strike)["mode"], 0);
    }
}
