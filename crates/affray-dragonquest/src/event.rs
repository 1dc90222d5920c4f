//! The events of a fight. Words are made from these, never the other way round.

use crate::decision::{Action, Blow, Deed, Spoil, Task};
use crate::sheet::Arm;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use serde::Serialize;

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Serialize)]
    #[serde(tag = "event", rename_all = "kebab-case")]
    #[allow(missing_docs, reason = "fields are named for what they hold: `who` does it or suffers it")]
    pub enum Event {
        /// Surprise was settled: the side that has a free pulse (`DQ-008`).
        Surprise { side: Option<u8> },
        /// A pulse begins.
        PulseBegins { number: u32 },
        /// A pulse is over.
        PulseEnds,
        /// A side rolled for initiative (`DQ-104`).
        SideInitiative { who: CombatantId, total: i32 },
        /// A side's non-engaged figures go first (`DQ-103`).
        SideFirst { side: u8 },
        /// An engagement is resolved (`DQ-102`): its first figure.
        Engagement { who: CombatantId },
        /// The figure of the highest initiative chose to act first or last (`DQ-108`).
        Chooses { who: CombatantId, first: bool },
        /// A turn begins.
        TurnBegins { who: CombatantId },
        /// A turn is over.
        TurnEnds { who: CombatantId },
        /// An action was chosen.
        Acts { who: CombatantId, action: Action },
        /// No action in this pulse (`DQ-407`).
        LosesAction { who: CombatantId },
        /// A hex was entered; `on`: as a step of a way whose end is told.
        Moves { who: CombatantId, to: Cell, on: bool },
        /// A way, or a part of it, has led there.
        Arrives { who: CombatantId, at: Cell },
        /// A figure turned.
        Turns { who: CombatantId, facing: Facing },
        /// A melee zone stopped a movement (`DQ-304`).
        Stopped { who: CombatantId },
        /// An attack is made.
        Attacks { who: CombatantId, blow: Blow },
        /// It missed.
        Misses { who: CombatantId, target: CombatantId },
        /// It hit.
        Hits { who: CombatantId, target: CombatantId, endurance: bool },
        /// A parry (`DQ-414`), and whether it disarms (`DQ-R13`).
        Parries { who: CombatantId, by: CombatantId, result: Parried, disarms: bool },
        /// Damage was done.
        Wounded { who: CombatantId, points: i32, endurance: bool, left: i32 },
        /// Nothing got through.
        Protected { who: CombatantId },
        /// A row of the table of grievous injuries (`DQ-R19`).
        Grievous { who: CombatantId, row: u8 },
        /// The table of grievous injuries has none of the weapon's class for that roll (`DQ-R19`).
        NoInjury { who: CombatantId },
        /// Armor or shield was spoiled (`DQ-507`, `DQ-508`).
        Spoiled { who: CombatantId, what: Spoil },
        /// Stunned (`DQ-520`).
        Stunned { who: CombatantId },
        /// Recovered from stun (`DQ-524`).
        Recovers { who: CombatantId },
        /// Fell unconscious.
        FallsUnconscious { who: CombatantId },
        /// Woke up.
        Wakes { who: CombatantId },
        /// Died (`DQ-517`).
        Dies { who: CombatantId },
        /// Fell prone.
        Falls { who: CombatantId },
        /// Jumped (`DQ-307`).
        Jumps { who: CombatantId, to: Cell, clean: bool },
        /// A multi-hex figure goes over another, and may trample it (`DQ-706`).
        Tramples { who: CombatantId, target: CombatantId },
        /// Mounted (`DQ-721`).
        Mounts { who: CombatantId, mount: CombatantId },
        /// Is no longer in the saddle: by its own will, or thrown (`DQ-R30`).
        LeavesSaddle { who: CombatantId, falls: bool },
        /// The momentum of a charge carries a mount on (`DQ-728`).
        CarriedOn { who: CombatantId },
        /// Stood up.
        StandsUp { who: CombatantId },
        /// Bleeding (`DQ-R19`).
        Bleeds { who: CombatantId, points: i32, left: i32 },
        /// An item left the hand and lies on the ground.
        Drops { who: CombatantId, item: Arm, at: Cell },
        /// An item broke.
        Breaks { who: CombatantId, item: Arm },
        /// The misfortune of a 99 or 100 was avoided (`DQ-406`).
        Avoids { who: CombatantId, with: Arm },
        /// It was not, with what can neither break nor drop: the next pulse's action is lost (`DQ-407`).
        Stumbles { who: CombatantId },
        /// A Pass was used for something.
        Does { who: CombatantId, task: Task },
        /// An action had no effect.
        Wasted { who: CombatantId, deed: Deed },
        /// One who wanted to come to grips is kept out (`DQ-221`).
        Repulses { who: CombatantId, by: CombatantId },
        /// Close combat begins, or somebody joins it (`DQ-219`).
        ComesToGrips { who: CombatantId },
        /// Nobody is left to grapple with (`DQ-R10`).
        LeavesGrips { who: CombatantId },
        /// Breaking out of close combat failed (`DQ-224`).
        StaysIn { who: CombatantId },
        /// Entangled (`DQ-437`).
        Entangled { who: CombatantId },
        /// Free of what entangled it (`DQ-438`).
        Disentangled { who: CombatantId },
        /// Held fast (`DQ-441`).
        Restrained { who: CombatantId, by: CombatantId },
        /// Held no more (`DQ-441`).
        Released { who: CombatantId },
        /// There is no line of fire (`DQ-420`).
        Blocked { who: CombatantId, target: CombatantId },
        /// The line is clear, and nothing is loosed (`DQ-R16`).
        Holds { who: CombatantId },
        /// Something is loosed or thrown.
        Looses { who: CombatantId, blow: Blow },
        /// A missile or a thrown weapon that hit nothing falls (`DQ-421`).
        Lands { who: CombatantId, item: Arm, at: Cell },
        /// A weapon sticks in a figure (`DQ-621`).
        Sticks { who: CombatantId, owner: CombatantId, item: u8 },
        /// The one who handled a poisoned weapon was nicked (`DQ-613`).
        Nicked { who: CombatantId },
        /// Poison got into a body (`DQ-612`).
        Envenomed { who: CombatantId, poison: u8 },
        /// Poison did damage (`DQ-R25`).
        Sickens { who: CombatantId, points: i32, left: i32 },
        /// A spell is cast.
        Casts { who: CombatantId, target: CombatantId, spell: u8 },
        /// It fails.
        Fizzles { who: CombatantId },
        /// Passive resistance succeeded (`DQ-R21`).
        Resists { who: CombatantId },
        /// A prepared spell was lost (`DQ-R20`).
        LosesSpell { who: CombatantId },
        /// A monster breathes (`DQ-R51`).
        Breathes { who: CombatantId },
        /// Infection was checked for after the fight (`DQ-801`).
        Checked { who: CombatantId, infected: bool },
        /// An infection is healed (`DQ-805`).
        Heals { who: CombatantId },
        /// An infection did damage (`DQ-806`).
        Festers { who: CombatantId, points: i32, left: i32 },
        /// It left the map, and the fight (`DQ-R59`).
        LeavesMap { who: CombatantId },
    }
}

/// `DQ-415` to `DQ-417` What a parry came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parried {
    /// Parried, but the next action has to be a Pass.
    Barely,
    /// The attacker is disarmed.
    Disarmed,
    /// Disarmed, and a free attack.
    Riposte,
}
