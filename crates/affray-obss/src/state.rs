//! The changing part of a fight: small, without strings, `Clone + Eq + Hash`; only the functions of this file
//! and of the chapters' own writers change it.

use crate::sheet::{MOST_ITEMS, MOST_POWERS, Place};
use crate::turn::economy::NORMAL_ACTIONS;
use affray_files::value::{ByName, Each, FromValue, Named, Patch, Schema, Switches, ToValue, UpTo, Whole};
use affray_grid::Cell;
pub use affray_grid::Lying;
use affray_kernel::hidden::Hidden;
use affray_kernel::interrupt::Interrupts;
use affray_kernel::orders::OrderBook;
use affray_kernel::referee::CombatantId;
pub use affray_kernel::state::{Ignored, NONE};
use std::hash::{Hash, Hasher};

/// `OB-251` A condition that lasts for rounds or until it is removed. Grappled and Pinned follow from a
/// [`Hold`], Dying and death from HP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, FromValue, ToValue)]
#[value(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the conditions of OB-251")]
pub enum Condition {
    Prone,
    Fatigued,
    Distracted,
    Frightened,
    Confused,
    Paralyzed,
    Unconscious,
    Blinded,
    Deafened,
    Nauseated,
    Entangled,
    Stunned,
    Invisible,
}

impl Condition {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 13] = [
        Self::Prone,
        Self::Fatigued,
        Self::Distracted,
        Self::Frightened,
        Self::Confused,
        Self::Paralyzed,
        Self::Unconscious,
        Self::Blinded,
        Self::Deafened,
        Self::Nauseated,
        Self::Entangled,
        Self::Stunned,
        Self::Invisible,
    ];

    /// The flag that says that it holds.
    #[inline]
    pub const fn flag(self) -> Flags {
        Flags(1 << self as u32)
    }
}

affray_kernel::flags! {
    /// The lowest bits are the conditions.
    pub Flags: u64 {
        /// Lies (`OB-252`).
        PRONE = 0,
        /// Tired, at the level of [`Fighter::fatigue`] (`OB-253`).
        FATIGUED = 1,
        /// Distracted by something that lasts (`OB-255`).
        DISTRACTED = 2,
        /// Frightened (`OB-254`).
        FRIGHTENED = 3,
        /// Confused (`OB-258`).
        CONFUSED = 4,
        /// Paralyzed (`OB-256`).
        PARALYZED = 5,
        /// Unconscious, by HP of 0 or less, nonlethal damage or otherwise (`OB-257`).
        UNCONSCIOUS = 6,
        /// Blinded (`OB-259`).
        BLINDED = 7,
        /// Deafened (`OB-260`).
        DEAFENED = 8,
        /// Nauseated (`OB-261`).
        NAUSEATED = 9,
        /// Entangled (`OB-262`).
        ENTANGLED = 10,
        /// Stunned (`OB-265`).
        STUNNED = 11,
        /// Invisible (`OB-267`).
        INVISIBLE = 12,
        /// Dead (`OB-283`).
        DEAD = 16,
        /// HP below 0 (`OB-282`).
        DYING = 17,
        /// Surprised, until the end of the first round (`OB-031`).
        SURPRISED = 18,
        /// In a hold, as holder or held (`OB-263`).
        GRAPPLED = 19,
        /// Pinned (`OB-264`).
        PINNED = 20,
        /// Left the map, or has not come yet.
        GONE = 21,
        /// Its initiative is the lower for its being Deafened (`OB-025`).
        DEAF_COUNTED = 22,
        /// Ran since its activation began (`OB-058`).
        RAN = 23,
        /// Charged since its activation began (`OB-189`).
        CHARGED = 24,
        /// Prepared Defense (`OB-191`).
        PREPARED = 25,
        /// Total Defense (`OB-192`).
        TOTAL_DEFENSE = 26,
        /// The off-hand weapon guards (`OB-149`).
        OFF_HAND_GUARD = 27,
        /// Attacked with the off hand in this activation (`OB-149`).
        OFF_HAND_ATTACKED = 28,
        /// The Low Level Option was taken in this activation (`OB-155`).
        LOW_PAIR = 29,
        /// A weapon attack was made in this activation (`OB-255`).
        ATTACKED = 30,
        /// A spell of level 1 or more was cast in this activation (`OB-313`).
        CAST = 31,
        /// Its activation is running.
        ACTING = 32,
        /// Invisibility ends with its own next attack (`OB-267`).
        ENDS_ON_ATTACK = 33,
        /// Confused and not itself until its next activation: no Immediates, no Reactions (`OB-258`).
        RAVING = 34,
        /// Spent a Normal Action this round, which counts for the Nauseated (`OB-045`).
        SPENT = 35,
        /// Drew or sheathed during this move (`OB-201`).
        DREW = 36,
        /// Chose INT for initiative (`OB-022`).
        INT_INITIATIVE = 37,
        /// A mount whose part of the rider's activation is over: once a round (`OB-331`).
        RIDDEN = 38,
        /// Unconscious by a spell or otherwise, whatever its HP (`OB-268`).
        ASLEEP = 39,
    }
}

impl Flags {
    /// `OB-250` The flags of the Helpless.
    pub const HELPLESS: Self = Self(Self::PARALYZED.0 | Self::UNCONSCIOUS.0 | Self::DYING.0 | Self::DEAD.0);
    /// `OB-044` The flags that take all actions.
    pub const UNABLE: Self = Self(Self::HELPLESS.0 | Self::STUNNED.0 | Self::SURPRISED.0 | Self::GONE.0);
    /// Flags that end with the next activation.
    pub const UNTIL_ACTIVATION: Self = Self(
        Self::RAN.0
            | Self::CHARGED.0
            | Self::PREPARED.0
            | Self::TOTAL_DEFENSE.0
            | Self::OFF_HAND_GUARD.0
            | Self::RAVING.0,
    );
    /// `OB-R86` Stances for the own Defense, which end with being Helpless.
    pub const GUARDS: Self = Self(Self::PREPARED.0 | Self::TOTAL_DEFENSE.0 | Self::OFF_HAND_GUARD.0);
    /// Flags that end with the activation.
    pub const WITHIN_ACTIVATION: Self =
        Self(Self::OFF_HAND_ATTACKED.0 | Self::LOW_PAIR.0 | Self::ATTACKED.0 | Self::CAST.0);
    /// Flags that change the attack rolls of their bearer.
    pub const CHANGES_ATTACKS: Self = Self(
        Self::PRONE.0
            | Self::FATIGUED.0
            | Self::FRIGHTENED.0
            | Self::ENTANGLED.0
            | Self::INVISIBLE.0
            | Self::GRAPPLED.0
            | Self::PINNED.0
            | Self::RAN.0,
    );
    /// Flags that change the Defense of their bearer.
    pub const CHANGES_DEFENSE: Self = Self(
        Self::HELPLESS.0
            | Self::PRONE.0
            | Self::FATIGUED.0
            | Self::ENTANGLED.0
            | Self::GRAPPLED.0
            | Self::PINNED.0
            | Self::STUNNED.0
            | Self::SURPRISED.0
            | Self::RAN.0
            | Self::CHARGED.0
            | Self::PREPARED.0
            | Self::TOTAL_DEFENSE.0
            | Self::OFF_HAND_GUARD.0,
    );
}

/// `OB-223` The effect of a feint: its target, or after a bungle the feinter, is easier to hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename = "FeintFile")]
pub struct Feinted {
    /// The combatant that is easier to hit.
    #[value(named = "combatant")]
    pub whom: u8,
    /// The combatant that it is easier to hit for.
    #[value(named = "combatant")]
    pub by: u8,
    /// Ends of the feinter's activations that it lasts, 1 or 2. Default: 1.
    #[value(default = 1, shown, range = 1..=2)]
    pub ends: u8,
}

impl Feinted {
    /// No feint.
    pub const NONE: Self = Self { whom: NONE, by: NONE, ends: 0 };
}

/// `OB-225` A hold, from the side of one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hold {
    /// The other one; [`NONE`] for no hold.
    pub with: u8,
    /// This one is the holder.
    pub holds: bool,
    /// The holder has paid for it in this activation, or has just begun it (`OB-226`).
    pub kept: bool,
}

impl Hold {
    /// No hold.
    pub const NONE: Self = Self { with: NONE, holds: false, kept: false };
}

/// The changing part of a combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Patch)]
pub struct Fighter {
    /// Hit points; may be negative. -2000 to 1000.
    #[value(range = -2000..=1000)]
    pub hp: i16,
    /// Nonlethal damage, 0 to 2000 (`OB-139`).
    #[value(range = 0..=2000)]
    pub nonlethal: i16,
    /// Lost of the maximum of HP, 0 to 1000 (`OB-304`).
    #[value(range = 0..=1000)]
    pub max_hp_lost: i16,
    /// Magic points, 0 to 200.
    #[value(range = 0..=200)]
    pub mp: i16,
    /// The square, as `[column, row]`; of a large one the square with the least coordinates.
    pub at: Cell,
    /// The total of initiative, -50 to 1000. A fight rolls it when it begins, whatever stands here.
    #[value(range = -50..=1000)]
    pub initiative: i16,
    /// Normal Actions left, 0 to 4.
    #[value(default = NORMAL_ACTIONS, range = 0..=4)]
    pub normal: u8,
    /// Immediates left, 0 to 2.
    #[value(default = 1, range = 0..=2)]
    pub immediate: u8,
    /// Reactions left, 0 to 2.
    #[value(default = 1, range = 0..=2)]
    pub reaction: u8,
    /// Extra tokens of Critical Initiative left, 0 or 1, good for either of these (`OB-026`).
    #[value(range = 0..=1)]
    pub token: u8,
    /// Attack rolls of the activation, 0 to 50 (`OB-150`).
    #[value(range = 0..=50)]
    pub attacks: u8,
    /// Attacks that were paid with one Action, 0 to 50 (`OB-152`).
    #[value(range = 0..=50)]
    pub paid: u8,
    /// Critical hits suffered this round, 0 to 50 (`OB-316`).
    #[value(range = 0..=50)]
    pub criticals: u8,
    /// First Aid attempts on it, 0 to 100 (`OB-290`).
    #[value(range = 0..=100)]
    pub first_aid: u8,
    /// The level of Fatigued, 0 to 3.
    #[value(range = 0..=3)]
    pub fatigue: u8,
    /// Rounds outside of combat since its health last changed, 0 to 359 (`OB-288`, `OB-302`).
    #[value(range = 0..=359)]
    pub waited: u16,
    /// Uses left of powers, by name.
    #[value(form = ByName("power", Whole))]
    pub powers: [u8; MOST_POWERS],
    /// Other flags, by name: `surprised`, `ran`, `charged`, `prepared`, `total_defense` ...
    #[value(form = Switches { what: "flag", hyphens: false, but: Condition::ALL.len() })]
    pub flags: Flags,
    /// The item in each hand, main hand first: its name, or `""`. A two-handed weapon stands in both.
    #[value(default = [NONE; 2], form = Each(Named("held item", "", NONE)))]
    pub hands: [u8; 2],
    /// It is a mount, ridden or not: it acts with its rider.
    pub is_mount: bool,
    /// Feints that were made, in the place of those that stand. At most 4.
    #[value(default = [Feinted::NONE; 4], form = UpTo(Whole, Feinted::NONE))]
    pub feints: [Feinted; 4],
    /// It comes after so many rounds, 1 to 250, and acts from the round after that on; 0 if it is there (`OB-023`).
    #[value(range = 0..=250)]
    pub arrives: u8,
    /// Where single items are: sheathed, belt, pack or away.
    #[value(rename = "items", default = [Place::Away; MOST_ITEMS], form = ByName("own item", Whole))]
    pub places: [Place; MOST_ITEMS],
    /// Rounds left of each condition; 255 lasts until it is removed. Read only where its flag is set.
    #[value(skip)]
    pub rounds: [u8; Condition::ALL.len()],
    /// Its hold.
    #[value(skip, default = Hold::NONE)]
    pub hold: Hold,
    /// Its mount, or its rider; [`NONE`] for none.
    #[value(skip, default = NONE)]
    pub mounted: u8,
    /// The charger that it has set a weapon against (`OB-240`); [`NONE`] for none.
    #[value(skip, default = NONE)]
    pub braced: u8,
}

/// Numbers as one word.
#[inline]
fn packed<const N: usize>(numbers: [u8; N]) -> u64 {
    numbers.into_iter().fold(0, |word, number| word << 8 | u64::from(number))
}

impl Hash for Fighter {
    /// Hashes the fields in which states of a fight mostly differ: a hash of all takes several times as long.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [hp, nonlethal] = [self.hp, self.nonlethal].map(|points| u64::from(points as u16));
        let [q, r] = [self.at.q, self.at.r].map(|place| u64::from(place as u16));
        state.write_u64(self.flags.bits());
        state.write_u64(hp << 48 | nonlethal << 32 | q << 16 | r);
        let counts =
            [self.hands[0], self.hands[1], self.token, self.immediate, self.reaction, self.normal, self.braced];
        state.write_u64(packed(counts) << 8 ^ u64::from(self.mp as u16));
    }
}

/// `OB-044` Why somebody has no actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
#[value(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the conditions of those names")]
pub enum Unable {
    Dying,
    Unconscious,
    Paralyzed,
    Stunned,
    Surprised,
}

impl Fighter {
    /// `OB-250` Whether it is Helpless.
    #[inline]
    pub const fn is_helpless(&self) -> bool {
        self.flags.any(Flags::HELPLESS)
    }
    /// `OB-044` Whether it can act at all.
    #[inline]
    pub const fn is_able(&self) -> bool {
        !self.flags.any(Flags::UNABLE)
    }
    /// `OB-044` Why it cannot act.
    pub fn unable(&self) -> Option<Unable> {
        let reasons = [
            (Flags::DYING, Unable::Dying),
            (Flags::UNCONSCIOUS, Unable::Unconscious),
            (Flags::PARALYZED, Unable::Paralyzed),
            (Flags::STUNNED, Unable::Stunned),
            (Flags::SURPRISED, Unable::Surprised),
        ];
        reasons.into_iter().find(|(flag, _)| self.flags.has(*flag)).map(|(_, reason)| reason)
    }
    /// Whether it is still on the map, dead or alive.
    #[inline]
    pub const fn is_present(&self) -> bool {
        !self.flags.has(Flags::GONE)
    }
    /// `OB-139` `OB-280` Whether its HP let it be conscious.
    #[inline]
    pub const fn has_strength(&self) -> bool {
        self.hp > 0 && self.nonlethal < self.hp
    }
    /// Whether it may still fight, which decides the winner. The stunned and the paralyzed may again.
    pub const fn stands(&self) -> bool {
        !self.flags.any(Flags::UNCONSCIOUS.union(Flags::DYING).union(Flags::DEAD).union(Flags::GONE))
    }
    /// Where an item of its own is. `None` for things that others brought into the fight: they are in hand or
    /// elsewhere.
    #[inline]
    pub fn place(&self, item: u8) -> Option<Place> {
        self.places.get(item as usize).copied()
    }
    /// Notes where an item is, if it is one of its own.
    pub fn put(&mut self, item: u8, at: Place) {
        if let Some(place) = self.places.get_mut(item as usize) {
            *place = at;
        }
    }
    /// Takes an item out of the hands and notes where it is instead.
    pub fn put_away(&mut self, item: u8, at: Place) {
        for hand in &mut self.hands {
            if *hand == item {
                *hand = NONE;
            }
        }
        self.put(item, at);
    }
    /// Whether it holds that item.
    pub const fn holds(&self, item: u8) -> bool {
        self.hands[0] == item || self.hands[1] == item
    }
    /// Whether a condition is upon it.
    pub const fn has(&self, condition: Condition) -> bool {
        self.flags.has(condition.flag())
    }
    /// Whether a Reaction is left (`OB-037`, `OB-026`).
    #[inline]
    pub const fn can_react(&self) -> bool {
        self.reaction + self.token != 0 && !self.flags.any(Flags::UNABLE.union(Flags::RAVING))
    }
    /// Whether an Immediate is left (`OB-036`, `OB-026`).
    #[inline]
    pub const fn has_immediate(&self) -> bool {
        self.immediate + self.token != 0 && !self.flags.any(Flags::UNABLE.union(Flags::RAVING))
    }
}

affray_session::state! {
    /// A battle.
    #[derive(Debug, PartialEq, Eq)]
    pub struct State of Fighter {
        /// Items on the ground.
        pub ground: Vec<Lying>,
        /// The first round is running: its extras and surprise lapse at its end.
        pub first_round: bool,
        /// The act under way, and the combatants that were asked about it.
        pub interrupts: Interrupts,
        /// Rounds that passed outside of combat (`OB-343`).
        pub elapsed: u32,
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fighters.iter().for_each(|fighter| fighter.hash(state));
        let order = self.order.iter().fold(0u64, |word, who| word.rotate_left(7) ^ u64::from(who.0));
        let rest = [self.turn, u8::from(self.first_round), self.ground.len() as u8];
        state.write_u64(order ^ packed(rest) << 32);
    }
}

impl State {
    /// Takes a combatant off the map, as though it had left the fight: what those know who do not see it.
    pub fn leave_out(&mut self, who: CombatantId) {
        self[who].flags.set(Flags::GONE);
    }
}

impl State {
    /// `OB-225` `OB-R43` Puts two combatants into a hold. The held one is Pinned or Grappled.
    pub fn begin_hold(&mut self, holder: CombatantId, held: CombatantId, pinned: bool, kept: bool) {
        self[holder].hold = Hold { with: held.0, holds: true, kept };
        self[held].hold = Hold { with: holder.0, holds: false, kept: false };
        self[holder].flags.set(Flags::GRAPPLED);
        self[held].flags.set(if pinned { Flags::PINNED } else { Flags::GRAPPLED });
    }

    /// Ends the hold of a combatant, on both sides. Returns the other one.
    pub fn end_hold(&mut self, who: CombatantId) -> Option<CombatantId> {
        let other = CombatantId(self[who].hold.with);
        for one in [who, other] {
            if let Some(fighter) = self.fighters.get_mut(one.index()) {
                fighter.hold = Hold::NONE;
                fighter.flags.clear(Flags::GRAPPLED.union(Flags::PINNED));
            }
        }
        (other.0 != NONE).then_some(other)
    }

    /// `OB-333` Puts a rider on a mount.
    pub fn pair(&mut self, rider: CombatantId, mount: CombatantId) {
        let at = self[mount].at;
        (self[mount].mounted, self[mount].is_mount) = (rider.0, true);
        (self[rider].mounted, self[rider].is_mount, self[rider].at) = (mount.0, false, at);
    }

    /// Parts rider and mount. Returns the other one.
    pub fn part(&mut self, who: CombatantId) -> Option<CombatantId> {
        let other = CombatantId(self[who].mounted);
        self[who].mounted = NONE;
        self.fighters.get_mut(other.index())?.mounted = NONE;
        Some(other)
    }

    /// `OB-236` The combatant at that place of the order in which windows are offered: by initiative, then those
    /// without a place in it, such as mounts.
    pub fn in_order(&self, place: usize) -> Option<CombatantId> {
        self.order.get(place).copied().or_else(|| {
            let mut others = self.ids().filter(|who| !self.order.contains(who));
            others.nth(place - self.order.len())
        })
    }

    /// The state in which a fight begins, before initiative.
    pub fn begin(fighters: Vec<Fighter>) -> Self {
        Self {
            hidden: Hidden::default(),
            orders: OrderBook::default(),
            fighters,
            ground: Vec::new(),
            order: Vec::new(),
            turn: 0,
            first_round: true,
            interrupts: Interrupts::default(),
            elapsed: 0,
            rounds: Ignored(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_the_lowest_flags() {
        for (number, condition) in Condition::ALL.into_iter().enumerate() {
            assert_eq!(condition as usize, number);
            assert_eq!(Flags::NAMES[number].1, condition.flag());
        }
    }
}
