//! The changing part of a fight. Small, without strings, `Clone + Eq + Hash`.

use crate::sheet::{Arm, MOST_ITEMS, Sheet};
use affray_files::value::{ByName, Each, FromValue, Keys, Named, Patch, Switches, ToValue, UpTo, Whole};
pub use affray_grid::Lying;
use affray_grid::{Cell, Facing, Layout};
use affray_kernel::referee::CombatantId;
pub use affray_kernel::state::{Ignored, NONE};
use arrayvec::ArrayVec;

/// The most sides of an encounter.
pub const MOST_SIDES: usize = 8;

affray_kernel::flags! {
    /// Conditions of a figure and what it did in this pulse.
    pub Flags: u32 {
        /// Stunned (`DQ-520`).
        STUNNED = 0,
        /// Unconscious (`DQ-518`, `DQ-445`).
        UNCONSCIOUS = 1,
        /// Dead (`DQ-517`).
        DEAD = 2,
        /// Left the map (`DQ-R59`).
        GONE = 3,
        /// Prone.
        PRONE = 4,
        /// Entangled (`DQ-437`).
        ENTANGLED = 5,
        /// Has made one of the two Passes that disentangle (`DQ-438`).
        HALF_FREE = 6,
        /// Restrained (`DQ-441`).
        RESTRAINED = 7,
        /// Evading (`DQ-206`).
        EVADING = 8,
        /// In a defensive withdrawal (`DQ-210`).
        WITHDRAWING = 9,
        /// Only a Pass in this pulse (`DQ-415`).
        MUST_PASS = 10,
        /// Only a Pass in the next pulse.
        MUST_PASS_NEXT = 11,
        /// No action in this pulse (`DQ-407`).
        LOSE_ACTION = 12,
        /// No action in the next pulse.
        LOSE_ACTION_NEXT = 13,
        /// Acted in this pulse.
        ACTED = 14,
        /// In close combat: shares its hex with an opponent (`DQ-R10`).
        CLOSE = 15,
        /// Hurt by a physical attack in this fight (`DQ-R26`).
        WOUNDED = 16,
        /// Hurt by bite, claws or talons (`DQ-803`).
        BITTEN = 17,
        /// Infected (`DQ-801`).
        INFECTED = 18,
        /// Moved in this pulse.
        MOVED = 19,
        /// Charged in this pulse, so that momentum follows (`DQ-728`).
        MOMENTUM_NEXT = 20,
        /// Carried on by momentum in this pulse.
        MOMENTUM = 21,
        /// Its turn is running.
        ACTING = 22,
        /// Surprised: does nothing in the free pulse (`DQ-008`).
        SURPRISED = 23,
        /// Was trampled in this pulse (`DQ-R57`).
        TRAMPLED = 24,
    }
}

/// `DQ-206` `DQ-210` Guards, which end with the figure's next action, or at once when it is out of action.
pub const GUARDS: Flags = Flags::EVADING.union(Flags::WITHDRAWING);
/// `DQ-411` Cannot act, and has no defense.
pub const HELPLESS: Flags = Flags::UNCONSCIOUS.union(Flags::DEAD).union(Flags::GONE).union(Flags::RESTRAINED);
/// Out of the fight (`DQ-R59`).
pub const OUT: Flags = Flags::UNCONSCIOUS.union(Flags::DEAD).union(Flags::GONE);
/// Conditions without a melee zone (`DQ-R04`).
pub const NO_ZONE: Flags = HELPLESS.union(Flags::STUNNED).union(Flags::PRONE).union(Flags::CLOSE);

affray_kernel::flags! {
    /// `DQ-R19` Grievous injuries that a figure has: the rows of the table, in their order. Equal ones do not add up.
    pub Injuries: u16 {
        /// A deep bleeding puncture.
        PUNCTURE = 0,
        /// A pierced gut.
        GUT = 1,
        /// A tendon of the arm: weapon arm useless.
        TENDON = 2,
        /// A pierced thigh: TMR halved.
        THIGH = 3,
        /// An eye: -10 SC, PC -4.
        EYE = 4,
        /// An open slash.
        SLASH = 5,
        /// A cut in the shield arm: off arm useless.
        SHIELD_ARM = 6,
        /// A cut in the weapon arm: useless.
        WEAPON_ARM = 7,
        /// A cut in the leg: TMR halved.
        LEG = 8,
        /// A slash in the face: -10 SC.
        FACE = 9,
        /// A severed hand: weapon arm useless.
        SEVERED_HAND = 10,
        /// Broken ribs: modAG -3.
        RIBS = 11,
        /// A crushed shoulder: weapon arm useless.
        SHOULDER = 12,
        /// A broken leg: TMR 1.
        BROKEN_LEG = 13,
        /// A concussion: modMD -3.
        CONCUSSION = 14,
        /// A cracked skull.
        SKULL = 15,
    }
}

impl Injuries {
    /// That of a row of the table, counted from 0.
    pub const fn of_row(row: u8) -> Self {
        Self(1 << (row % 16))
    }
    /// All rows.
    pub const ALL: Self = Self(u16::MAX);

    /// Those of these that it has.
    pub const fn of(self, of: Self) -> Self {
        Self(self.0 & of.0)
    }

    /// The number of these that it has.
    pub const fn count(self, of: Self) -> i32 {
        (self.0 & of.0).count_ones() as i32
    }
}

/// `DQ-R19` Each of these makes the weapon arm useless.
pub const WEAPON_ARM: Injuries =
    Injuries::TENDON.union(Injuries::WEAPON_ARM).union(Injuries::SEVERED_HAND).union(Injuries::SHOULDER);
/// `DQ-R19` Each of these makes the off arm useless.
pub const OFF_ARM: Injuries = Injuries::SHIELD_ARM;
/// `DQ-R19` Each of these takes 10 off the strike chance of a figure without arms.
pub const ARMS_AND_EYES: Injuries = WEAPON_ARM.union(OFF_ARM).union(Injuries::EYE);

affray_kernel::flags! {
    /// The condition of an item.
    pub ItemFlags: u8 {
        /// Broken (`DQ-404`).
        BROKEN = 0,
        /// Loaded.
        LOADED = 1,
        /// One of the two Passes that load a heavy crossbow is made.
        HALF_LOADED = 2,
        /// Not with its owner any more: on the ground, in or with somebody else, or gone.
        AWAY = 3,
    }
}

/// What can be set of an item; `hands` say whether it is prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Patch)]
#[value(rename = "ItemFile")]
pub struct ItemState {
    /// Its condition.
    #[value(flatten)]
    pub flags: ItemFlags,
    /// Shots left; 255 for as many as one likes.
    pub shots: u8,
}

/// `DQ-611` A dose of poison on a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename = "DoseFile")]
pub struct Dose {
    /// The weapon.
    #[value(named = "own item")]
    pub item: u8,
    /// The poison.
    #[value(named = "poison")]
    pub poison: u8,
    /// Pulses that it stays good, 1 to 4321 (`DQ-615`).
    #[value(range = 1..=4321)]
    pub pulses: u16,
}

impl Dose {
    /// None.
    pub const NONE: Self = Self { item: NONE, poison: NONE, pulses: 0 };
}

/// The changing part of one combatant: at most 128 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Patch)]
pub struct Fighter {
    /// The hex, as `[q, r]`; of a multi-hex figure that of its head.
    pub at: Cell,
    /// The facing; of a multi-hex figure the vertex between this direction and the next (`DQ-701`).
    #[value(form = Layout::Hex)]
    pub facing: Facing,
    /// Current Endurance, 0 to the original (`DQ-004`).
    pub en: u8,
    /// Current Fatigue, 0 to the original.
    pub ft: u8,
    /// What the weapon hand and the off hand have prepared, by name; `""` for nothing, `"Hale's short sword"` for
    /// what is another's. An item that takes both hands stands in both.
    #[value(default = [Arm::NONE; 2], form = Each(Named("held item", "", Arm::NONE)))]
    pub hands: [Arm; 2],
    /// Conditions to set (`true`) or clear (`false`): `stunned`, `prone`, `unconscious`, `evading` ...
    #[value(rename = "conditions", form = Switches::hyphenated("condition"))]
    pub flags: Flags,
    /// Grievous injuries to set or clear: `weapon-arm`, `leg`, `eye` ...
    #[value(form = Switches::hyphenated("injury"))]
    pub injuries: Injuries,
    /// EN lost at the end of each pulse, 0 to 100.
    #[value(range = 0..=100)]
    pub bleeding: u8,
    /// Protection that the armor lost, 0 to 20 (`DQ-507`).
    #[value(range = 0..=20)]
    pub armor_damage: u8,
    /// Pulses until it wakes; 0 for until it is healed.
    pub asleep: u16,
    /// How items are, by name.
    #[value(form = ByName("own item", Keys))]
    pub items: [ItemState; MOST_ITEMS],
    /// The spell that is prepared, by name; `""` for none.
    #[value(default = NONE, form = Named("spell", "", NONE))]
    pub spell: u8,
    /// Pulses until it can breathe again, 0 to 3 (`DQ-R51`).
    #[value(range = 0..=3)]
    pub breath: u8,
    /// Poisons in its body, by name: ends of pulses at which they work still (`DQ-R25`).
    #[value(form = ByName("poison", Whole))]
    pub poisons: [u8; 3],
    /// Poison on its weapons, up to two.
    #[value(default = [Dose::NONE; 2], form = UpTo(Whole, Dose::NONE))]
    pub doses: [Dose; 2],
    /// Taken off modAG by weapons stuck in it (`DQ-621`).
    #[value(skip)]
    pub stuck: u8,
    /// EN lost to other causes than attacks, negative where EN came back (`DQ-R26`,
    /// [`en_lost`](Fighter::en_lost)).
    #[value(skip)]
    pub en_lost_otherwise: i16,
    /// The figure that it restrains; [`NONE`] for none.
    #[value(skip, default = NONE)]
    pub restrains: u8,
    /// Its mount, for a rider; [`NONE`] for none.
    #[value(skip, default = NONE)]
    pub mount: u8,
    /// Its rider, for a mount; [`NONE`] for none.
    #[value(skip, default = NONE)]
    pub rider: u8,
    /// Vertices that a multi-hex figure turned in this pulse (`DQ-R27`).
    #[value(skip)]
    pub turned: u8,
    /// The engagement it belongs to in this pulse, by its lowest figure; [`NONE`] for none (`DQ-R05`).
    #[value(skip, default = NONE)]
    pub engagement: u8,
}

/// The way in which an item is with a figure that is not its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bond {
    /// It is stuck in him (`DQ-621`).
    Stuck,
    /// It entangles him (`DQ-R18`).
    Entangles,
    /// He has taken it up (`DQ-R62`); whether he has it in hand stands in [`Fighter::hands`].
    Taken,
}

/// An item with a figure that is not its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lodged {
    /// The figure.
    pub target: CombatantId,
    /// The owner.
    pub owner: CombatantId,
    /// The item; of a missile weapon that is stuck, one of its missiles.
    pub item: u8,
    /// The way.
    pub bond: Bond,
}

/// `DQ-101` The stage of a pulse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Stage {
    /// The surprise roll, where one is due (`DQ-R01`).
    #[default]
    Start,
    /// The pulse begins: initiative of the non-engaged sides is due.
    Pulse,
    /// Between two engagements: the next one's initiative is due.
    Engagements,
    /// An engagement is being resolved, in [`State::order`].
    Engaged,
    /// The non-engaged act, side by side.
    Sides,
    /// All have acted: the end of the pulse is due.
    End,
    /// The fight is over, and infection was rolled for (`DQ-R59`).
    Over,
}

affray_session::state! {
    /// A battle.
    #[derive(Debug, Default, PartialEq, Eq, Hash)]
    pub struct State of Fighter {
        /// Items on the ground.
        pub ground: Vec<Lying>,
        /// Items with other figures than their owners.
        pub lodged: Vec<Lodged>,
        /// The stage of the pulse.
        pub stage: Stage,
        /// The free pulse of this side is on (`DQ-008`); [`NONE`] otherwise.
        pub free_pulse: u8,
        /// The sides in the order in which their non-engaged figures act; by initiative until that is
        /// chosen.
        pub sides: ArrayVec<u8, MOST_SIDES>,
        /// The side that won the initiative and still has to choose; [`NONE`] for none (`DQ-103`).
        pub winner: u8,
    }
}

impl State {
    /// Takes a combatant off the map, as though it had left the fight: what those know who do not see it.
    pub fn leave_out(&mut self, who: CombatantId) {
        self[who].flags.set(Flags::GONE);
    }
}

impl Fighter {
    /// Whether it is still in the fight: alive, conscious and on the map (`DQ-R59`).
    #[inline]
    pub fn is_up(&self) -> bool {
        !self.flags.any(OUT)
    }
    /// Whether it is still on the map.
    pub fn is_present(&self) -> bool {
        !self.flags.has(Flags::GONE)
    }
    /// Takes that item out of its hands.
    #[inline]
    pub(crate) fn empty_of(&mut self, item: Arm) {
        for hand in &mut self.hands {
            if *hand == item {
                *hand = Arm::NONE;
            }
        }
    }
    /// Whether it has that item prepared.
    pub fn holds(&self, item: Arm) -> bool {
        item != Arm::NONE && (self.hands[0] == item || self.hands[1] == item)
    }
    /// Whether the end of a pulse does anything to it: it bleeds, is poisoned or asleep, or a dose on its weapons
    /// grows old.
    pub fn has_something_to_come(&self) -> bool {
        let [one, other] = &self.doses;
        self.bleeding != 0 || self.asleep != 0 || self.poisons != [0; 3] || one.item != NONE || other.item != NONE
    }
    /// Whether something of this is told at the end of the pulse: bleeding, poison, or that it wakes.
    pub fn has_something_to_tell(&self) -> bool {
        !self.flags.has(Flags::DEAD) && (self.bleeding != 0 || self.asleep == 1 || self.poisons != [0; 3])
    }
    /// `DQ-805` Whether an infection goes on.
    pub fn is_infected(&self) -> bool {
        self.flags.has(Flags::INFECTED) && !self.flags.has(Flags::DEAD)
    }
    /// `DQ-R26` EN lost to attacks.
    pub fn en_lost(&self, sheet: &Sheet) -> u8 {
        let gone = i16::from(sheet.en) - i16::from(self.en);
        (gone - self.en_lost_otherwise).clamp(0, u8::MAX.into()) as u8
    }
    /// Sets the EN lost to attacks, with what Endurance there is.
    pub(crate) fn set_en_lost(&mut self, sheet: &Sheet, lost: u8) {
        self.en_lost_otherwise = i16::from(sheet.en) - i16::from(self.en) - i16::from(lost);
    }
    /// Whether a hand can hold something: 0 the weapon hand, 1 the off hand.
    pub fn has_use_of(&self, hand: usize) -> bool {
        !self.injuries.any(if hand == 0 { WEAPON_ARM } else { OFF_ARM })
    }
}
