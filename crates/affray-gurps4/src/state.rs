//! The state of a fight: everything that changes. Small, without strings, `Clone + Eq + Hash`.

use crate::maneuver::values::Wait;
pub use crate::maneuver::values::{Focus, Posture};
use crate::sheet::{ItemId, LOCATIONS, MOST_ITEMS};
use crate::strike::values::NO_MODE;
use affray_3d6::location::Location;
use affray_files::value::{
    ByName, Combatants, Each, Form, FromValue, Keys, Named, OrEmpty, Patch, Reader, Schema, Schemas, Switches, ToValue,
    Value, Writer, put,
};
pub use affray_grid::Lying;
use affray_grid::{Cell, Facing, Layout};
use affray_kernel::referee::CombatantId;
pub use affray_kernel::state::{Ignored, NONE};

affray_kernel::flags! {
    /// Conditions of a figure and what it did since its turn began.
    pub Flags: u32 {
        /// Stunned (`G4-352`).
        STUNNED = 0,
        /// Unconscious (`G4-342`).
        UNCONSCIOUS = 1,
        /// Collapsed for want of FP (`G4-347`).
        COLLAPSED = 2,
        /// Dead (`G4-343`).
        DEAD = 3,
        /// Decapitated (`G4-323`).
        DECAPITATED = 4,
        /// No active defense until the next turn (`G4-130`).
        ALL_OUT = 5,
        /// Neither Parry nor Retreat until the next turn (`G4-145`).
        CHARGED = 6,
        /// Used the one Block of the round (`G4-248`).
        BLOCKED = 7,
        /// Used the one Retreat of the round (`G4-252`).
        RETREATED = 8,
        /// Off balance: -2 on active defenses (`G4-R36`).
        OFF_BALANCE = 9,
        /// Its turn is running.
        ACTING = 10,
        /// Took Do Nothing in this turn.
        IDLE = 11,
        /// Cannot see (`G4-212`, `G4-R44`).
        BLIND = 12,
        /// Knows of no attack (`G4-240`).
        UNAWARE = 13,
        /// The shock of a groin blow counts double up to 8 (`G4-326`), among what ends first.
        GROIN = 14,
        /// A groin blow among the shock that ends later.
        GROIN_LATER = 15,
        /// Carries out a triggered Wait (`G4-173`).
        INTERRUPTING = 16,
        /// Left the fight: it is nowhere on the map.
        GONE = 17,
    }
}

/// Out of the fight.
pub const OUT: Flags = Flags::UNCONSCIOUS.union(Flags::COLLAPSED).union(Flags::DEAD).union(Flags::GONE);
/// Flags that end when the own turn begins (`G4-063`).
pub const OF_THE_ROUND: Flags = Flags::ALL_OUT
    .union(Flags::CHARGED)
    .union(Flags::BLOCKED)
    .union(Flags::RETREATED)
    .union(Flags::OFF_BALANCE)
    .union(Flags::IDLE);

affray_kernel::flags! {
    /// Conditions of an item.
    pub ItemFlags: u8 {
        /// In hand, and not ready (`G4-110`).
        UNREADY = 0,
        /// Disabled for the rest of the battle (`G4-R30`).
        DISABLED = 1,
        /// Not with its owner: on the ground, with somebody else, destroyed or used up.
        AWAY = 2,
    }
}

/// The settable parts of an item's state, kept with its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Patch)]
#[value(rename = "ItemFile")]
pub struct ItemState {
    /// Conditions.
    #[value(flatten)]
    pub flags: ItemFlags,
    /// Who else has it; `""` for nobody (`G4-R65`).
    #[value(default = NONE, form = Named("combatant", "", NONE))]
    pub with: u8,
    /// HP that it lost (`G4-292`).
    pub lost: u8,
    /// Shots loaded.
    pub shots: u8,
    /// Ready turns spent on it so far, 0 to 60 (`G4-111`).
    #[value(range = 0..=60)]
    pub progress: u8,
}

impl ItemState {
    /// It is neither unready nor being readied.
    pub(crate) fn make_ready(&mut self) {
        self.flags.clear(ItemFlags::UNREADY);
        self.progress = 0;
    }
}

/// `G4-119` An aim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename = "AimFile", then = Aimed::or_none)]
pub struct Aimed {
    /// At whom.
    #[value(named = "combatant", none)]
    pub target: u8,
    /// The weapon. Default: the first ranged one.
    #[value(rename = "with", named = "aimed weapon", usual)]
    pub mode: u16,
    /// How many Aims, 1 to 3. Default: 1.
    #[value(default = 1, shown, range = 1..=3)]
    pub turns: u8,
}

impl Aimed {
    /// None.
    pub const NONE: Self = Self { mode: NO_MODE, target: NONE, turns: 0 };

    fn or_none(self) -> Self {
        if self.target == NONE { Self::NONE } else { self }
    }
}

/// `G4-124` The gain of a Feint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename = "FeintFile", then = Feinted::or_none)]
pub struct Feinted {
    /// Against whom.
    #[value(rename = "target", named = "combatant", none)]
    pub foe: u8,
    /// By how much, 0 to 30.
    #[value(default, shown, range = 0..=30)]
    pub margin: u8,
    /// It was gained in the turn that runs, so it outlasts that turn.
    #[value(skip)]
    pub fresh: bool,
}

impl Feinted {
    /// None.
    pub const NONE: Self = Self { foe: NONE, margin: 0, fresh: false };

    fn or_none(self) -> Self {
        if self.foe == NONE { Self::NONE } else { self }
    }
}

/// Parts that are crippled, a bit for each location, as a list.
struct Parts;

impl Form<u16> for Parts {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        Vec::<Location>::schema(schemas)
    }
    fn patch(&self, field: Option<&mut u16>, value: &Value, reader: &mut Reader<'_>) {
        let read = Vec::<Location>::read(value, reader);
        if let Some(at) = read.iter().flatten().find(|at| **at as usize >= LOCATIONS) {
            return reader
                .wrong(format!("`{}` is no location here", at.name()), "an arm, a leg, an eye")
                .unwrap_or_default();
        }
        put(field, read.map(|all| all.into_iter().fold(0, |bits, at| bits | at.bit() as u16)));
    }
    fn write(&self, field: &u16, _: &mut Writer<'_>) -> Value {
        Location::ALL.iter().filter(|at| u32::from(*field) & at.bit() != 0).map(|at| at.name()).collect()
    }
}

/// The settable parts of a combatant's state. A key that is left out changes nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Patch)]
#[value(rename = "StateFile")]
pub struct Fighter {
    /// The hex, as `[q, r]`.
    pub at: Cell,
    /// The facing.
    #[value(form = Layout::Hex)]
    pub facing: Facing,
    /// The posture.
    pub posture: Posture,
    /// Current HP, up to the maximum.
    pub hp: i16,
    /// Current FP, up to the maximum.
    pub fp: i16,
    /// What the main hand and the off hand hold, by name; `Ork's club` for what is another's, `""` for nothing.
    #[value(default = [ItemId::NONE; 2], form = Each(Named("held item", "", ItemId::NONE)))]
    pub hands: [ItemId; 2],
    /// Conditions to set (`true`) or clear (`false`): `stunned`, `all-out`, `charged`, `blind` ...
    #[value(rename = "conditions", form = Switches::hyphenated("condition"))]
    pub flags: Flags,
    /// How items of its sheet are, by name.
    #[value(form = ByName("own item", Keys))]
    pub items: [ItemState; MOST_ITEMS],
    /// Parries since its turn began, by hand, 0 to 20 (`G4-247`).
    #[value(range = 0..=20)]
    pub parries: [u8; 2],
    /// What an All-Out Defense gives it (`G4-162`).
    pub focus: Focus,
    /// What it aims at; `{}` for nothing.
    #[value(default = Aimed::NONE, form = OrEmpty(Aimed::NONE))]
    pub aim: Aimed,
    /// What it gained by a Feint; `{}` for nothing.
    #[value(default = Feinted::NONE, form = OrEmpty(Feinted::NONE))]
    pub feint: Feinted,
    /// The task that it concentrates on, by name; `""` for none (`G4-166`).
    #[value(default = NONE, form = Named("task", "", NONE))]
    pub task: u8,
    /// Turns spent on the task, 0 to 200.
    #[value(range = 0..=200)]
    pub task_turns: u8,
    /// Its Wait (`G4-173`).
    #[value(skip)]
    pub wait: Option<Wait>,
    /// Hexes entered since its turn began, and the length of a jump (`G4-R20`).
    pub moved: u8,
    /// HP lost that count as shock to the end of its next or running turn, 0 to 8 (`G4-350`).
    #[value(range = 0..=8)]
    pub shock: u8,
    /// HP lost in its own turn, which count one turn longer (`G4-R38`).
    #[value(skip)]
    pub shock_later: u8,
    /// Own turns spent stunned, 0 to 30 (`G4-353`).
    #[value(range = 0..=30)]
    pub stunned: u8,
    /// Own turns that it is still frozen, 0 to 6 (`G4-396`).
    #[value(range = 0..=6)]
    pub frozen: u8,
    /// Crippled parts and blinded eyes, exactly these.
    #[value(form = Parts)]
    pub crippled: u16,
    /// The deepest multiple of HP below zero for which it rolled, 0 to 4 (`G4-R35`).
    #[value(range = 0..=4)]
    pub deaths: u8,
    /// Who grapples it; `""` for nobody (`G4-R43`).
    #[value(default = NONE, form = Named("combatant", "", NONE))]
    pub grappled_by: u8,
    /// In whose back hexes its turn began (`G4-244`).
    #[value(form = Combatants)]
    pub behind: u64,
}

impl Fighter {
    /// In a few words, for hashing: all but what hardly ever differs alone.
    fn words(&self) -> [u64; 9] {
        let Self {
            at,
            facing,
            posture,
            hp,
            fp,
            flags,
            hands,
            items,
            parries,
            focus,
            aim,
            feint,
            task,
            task_turns,
            wait,
            moved,
            shock,
            shock_later,
            stunned,
            frozen,
            crippled,
            deaths,
            grappled_by,
            behind,
        } = *self;
        let bytes = u64::from_le_bytes;
        let [then, on] = wait.map_or([0; 2], |wait| wait.words());
        [
            u64::from(at.q as u16)
                | u64::from(at.r as u16) << 16
                | u64::from(hp as u16) << 32
                | u64::from(fp as u16) << 48,
            u64::from(flags.0)
                | u64::from(facing.index()) << 32
                | u64::from(posture as u8) << 40
                | u64::from(crippled) << 48,
            bytes(items.map(|item| item.flags.0)),
            bytes(items.map(|item| item.shots)),
            bytes([hands[0].number(), hands[1].number(), parries[0], parries[1], focus as u8, task, task_turns, moved]),
            bytes([aim.mode as u8, aim.target, aim.turns, feint.foe, feint.margin, u8::from(feint.fresh), deaths, 0])
                ^ behind.rotate_left(29),
            bytes([
                shock,
                shock_later,
                stunned,
                frozen,
                grappled_by,
                (hands[0].0 >> 8) as u8,
                (hands[1].0 >> 8) as u8,
                0,
            ]),
            then,
            on,
        ]
    }
}

impl std::hash::Hash for Fighter {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        for word in self.words() {
            hasher.write_u64(word);
        }
    }
}

/// The stage of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Stage {
    /// Before the first turn: surprise and the order are still to be settled.
    #[default]
    Start,
    /// Turns are taken.
    Fight,
}

affray_session::state! {
    /// A battle.
    #[derive(Debug, Default, PartialEq, Eq, Hash)]
    pub struct State of Fighter {
        /// Items on the ground.
        pub ground: Vec<Lying>,
        /// The stage of the fight.
        pub stage: Stage,
        /// The combatants that wait, a bit each: guards the search for triggers.
        pub waiting: u64,
        /// Somebody is grappled: guards the rules for that.
        pub any_grapple: bool,
    }
}

impl State {
    /// Takes a combatant off the map, as though it had left the fight: what those know who do not see it.
    pub fn leave_out(&mut self, who: CombatantId) {
        // Nobody meets it there.
        self[who].at = Cell::NOWHERE;
        self[who].flags.set(Flags::GONE);
    }
}

impl Fighter {
    /// Whether it is still on the map.
    #[inline]
    pub const fn is_present(&self) -> bool {
        !self.flags.has(Flags::GONE)
    }
    /// `G4-063` Clears what ends when the own turn begins.
    #[inline]
    pub(crate) fn begin_round(&mut self) {
        self.parries = [0; 2];
        self.focus = Focus::None;
        self.moved = 0;
        self.flags.clear(OF_THE_ROUND);
    }
    /// Whether it still fights: alive and conscious.
    #[inline]
    pub const fn is_up(&self) -> bool {
        !self.flags.any(OUT)
    }
    /// `G4-060` Whether it has no turn any more: it is dead, or has left the fight.
    #[inline]
    pub const fn is_dead(&self) -> bool {
        self.flags.any(Flags::DEAD.union(Flags::GONE))
    }
    /// Whether it has that item in a hand.
    #[inline]
    pub const fn holds(&self, item: ItemId) -> bool {
        item.0 != ItemId::NONE.0 && (self.hands[0].0 == item.0 || self.hands[1].0 == item.0)
    }
    /// Empties the hands that hold an item.
    pub(crate) fn let_go_of(&mut self, item: ItemId) {
        for hand in self.hands.iter_mut().filter(|hand| **hand == item) {
            *hand = ItemId::NONE;
        }
    }
    /// Whether a part is crippled, or an eye blinded.
    #[inline]
    pub const fn is_crippled(&self, at: Location) -> bool {
        self.crippled as u32 & at.bit() != 0
    }
    /// Whether it lies, or is out of the fight.
    #[inline]
    pub const fn is_down(&self) -> bool {
        matches!(self.posture, Posture::Prone) || !self.is_up()
    }
}
