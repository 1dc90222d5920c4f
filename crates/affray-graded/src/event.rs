//! What can happen in a fight. Narration is made from these, never the other way round.

use crate::body::location::Location;
use crate::decision::{Blow, Defense, From, Maneuver};
use crate::state::Posture;
use crate::strike::critical::{Mishap, Row};
use crate::strike::damage::Grade;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use serde::Serialize;

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Serialize)]
    #[serde(tag = "event", rename_all = "kebab-case")]
    #[allow(missing_docs, reason = "fields are named for what they hold: `who` does it or suffers it")]
    pub enum Event {
        /// A round begins.
        RoundBegins { number: u32 },
        /// A round is over.
        RoundEnds,
        /// A turn begins.
        TurnBegins { who: CombatantId },
        /// A turn is over.
        TurnEnds { who: CombatantId },
        /// The turn is lost to surprise (`GR-R75`).
        Surprised { who: CombatantId },
        /// A maneuver was chosen.
        Maneuvers { who: CombatantId, maneuver: Maneuver },
        /// A hex was entered.
        Moves { who: CombatantId, to: Cell },
        /// Turned.
        Turns { who: CombatantId, facing: Facing },
        /// Took a posture.
        Takes { who: CombatantId, posture: Posture },
        /// Tripped or was made to fall.
        Falls { who: CombatantId },
        /// An attack is made.
        Attacks { who: CombatantId, from: From, blow: Blow },
        /// It missed: by that PD, which turned a roll that had succeeded; 0 where the roll itself failed.
        Misses { who: CombatantId, target: CombatantId, pd: i8 },
        /// It succeeded by so much after that PD (`GR-R01`), at that location.
        Succeeds { who: CombatantId, target: CombatantId, margin: i32, pd: i8, at: Location },
        /// A defense was tried: whether it succeeded.
        Defends { who: CombatantId, by: CombatantId, defense: Defense, success: bool },
        /// The attack was defended (`GR-R01`).
        Defended { who: CombatantId, target: CombatantId },
        /// The attack hit with that grade.
        Hits { who: CombatantId, target: CombatantId, grade: Grade, at: Location },
        /// A row of the critical hit table (`GR-220`), for a hit at that location.
        CriticalHit { who: CombatantId, row: Row, at: Location },
        /// A row of the critical miss table (`GR-212`).
        CriticalMiss { who: CombatantId, mishap: Mishap },
        /// HP were lost.
        Wounded { who: CombatantId, points: i32, left: i32, at: Location },
        /// Nothing got through.
        Protected { who: CombatantId },
        /// A part was crippled; for so many rounds, or for the battle (`None`).
        Crippled { who: CombatantId, at: Location, rounds: Option<u16> },
        /// An eye was blinded.
        Blinded { who: CombatantId, at: Location },
        /// Stunned.
        Stunned { who: CombatantId },
        /// Recovered from stun or panic.
        Recovers { who: CombatantId },
        /// HP or FP used up (`GR-R90`).
        Incapacitated { who: CombatantId },
        /// Fell unconscious.
        Unconscious { who: CombatantId },
        /// Died.
        Dies { who: CombatantId, destroyed: bool },
        /// Was driven back.
        DrivenBack { who: CombatantId, hexes: u8 },
        /// Was not driven back as far as the blow would have done: an obstacle stopped it so many hexes short (`GR-R99`).
        DrivenAgainst { who: CombatantId, hexes: u8 },
        /// Lost balance (`GR-215`).
        OffBalance { who: CombatantId },
        /// A weapon or shield broke.
        Breaks { who: CombatantId, item: u8 },
        /// Something fell to the ground there.
        Drops { who: CombatantId, item: u8, at: Cell },
        /// A weapon has to be readied (`GR-032`, `GR-216`).
        Unready { who: CombatantId, item: u8 },
        /// Something was readied or picked up.
        Readies { who: CombatantId, item: u8 },
        /// A weapon was loaded or drawn.
        Reloads { who: CombatantId, item: u8 },
        /// The shield entangles its arm (`GR-163`).
        Entangled { who: CombatantId },
        /// A feint came to this (`GR-072`); below 0 after a critical failure.
        Feints { who: CombatantId, target: CombatantId, amount: i32 },
        /// Aims for so many rounds.
        Aims { who: CombatantId, rounds: u8 },
        /// Does not recognize who enters (`GR-053`).
        Mistakes { who: CombatantId, target: CombatantId },
        /// Interrupts a combatant's movement.
        Interrupts { who: CombatantId, target: CombatantId },
        /// A contest was won by a combatant by so much, or lost (below 0), or tied.
        Contest { who: CombatantId, target: CombatantId, result: i32 },
        /// Holds a combatant.
        Grabs { who: CombatantId, target: CombatantId },
        /// Pins a combatant.
        Pins { who: CombatantId, target: CombatantId },
        /// Lets go, or lost the grip.
        LetsGo { who: CombatantId, target: CombatantId },
        /// Wrested something away.
        Wrests { who: CombatantId, target: CombatantId, item: u8 },
        /// A missile goes on towards another combatant (`GR-258`).
        Strays { who: CombatantId, target: CombatantId },
        /// Stepped back (`GR-R64`).
        StepsBack { who: CombatantId, to: Cell },
        /// A spell works (`GR-R33`).
        Enchants { who: CombatantId, target: CombatantId, spell: u8 },
        /// A spell failed.
        SpellFails { who: CombatantId, spell: u8 },
        /// A casting was broken off (`GR-198`).
        CastingLost { who: CombatantId },
        /// Was frightened (`GR-R76`).
        Frightened { who: CombatantId, panic: bool },
        /// So many minutes went by for a combatant.
        Passes { who: CombatantId, minutes: u32 },
        /// FP were recovered.
        Rests { who: CombatantId, points: i32, left: i32 },
        /// FP were lost.
        Tires { who: CombatantId, points: i32, left: i32 },
        /// HP were restored, or lost for want of care (below 0).
        Heals { who: CombatantId, points: i32, left: i32 },
        /// Bleeding stopped for good.
        Stanched { who: CombatantId },
        /// Woke.
        Wakes { who: CombatantId },
        /// Fell into a coma (`GR-281`).
        Coma { who: CombatantId },
        /// A crippling heals in so many further months; `None` for never (`GR-282` to `GR-284`).
        Mends { who: CombatantId, months: Option<u8> },
        /// The fight is over.
        Over,
    }
}
