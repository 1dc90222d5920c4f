//! What a fight changes. Small, without strings, `Clone + Eq + Hash`; only the functions of this
//! file and of the chapters' own writers change it, and each says what it did.

mod doing;
mod packed;

pub use doing::*;

use crate::sheet::{ItemId, Location, MOST_ITEMS};
use affray_files::value::{
    self, FromValue, Named, Patch, Reader, Schema, Schemas, Switches, ToValue, UpTo, Value, Whole, Writer, put,
};
pub use affray_grid::Lying;
use affray_grid::{Cell, Facing, Layout, SideOrNone};
use affray_kernel::referee::CombatantId;
pub use affray_kernel::state::{Ignored, NONE};

/// `DF-150` How a combatant holds itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
pub enum Posture {
    /// On its feet.
    #[default]
    Standing,
    /// Crouching.
    Crouching,
    /// Sitting.
    Sitting,
    /// Kneeling.
    Kneeling,
    /// On all fours.
    Crawling,
    /// Lying, face down.
    Prone,
    /// Lying, face up.
    FaceUp,
}

impl Posture {
    /// Either of the two lying postures.
    pub const fn is_lying(self) -> bool {
        matches!(self, Self::Prone | Self::FaceUp)
    }
    /// Postures in which a foe can be held up (`DF-R114`).
    pub const fn carries(self) -> bool {
        matches!(self, Self::Standing | Self::Crouching | Self::Kneeling)
    }
    /// Postures in which a humanoid takes two hexes (`DF-156`).
    pub const fn is_long(self) -> bool {
        matches!(self, Self::Prone | Self::FaceUp | Self::Crawling)
    }
}

affray_kernel::flags! {
    /// Conditions of a combatant and what it did since its turn began.
    pub Flags: u32 {
        /// Stunned by a blow (`DF-370`): recovers by HT.
        STUNNED = 0,
        /// Mentally stunned or surprised (`DF-R67`): recovers by IQ.
        MENTALLY_STUNNED = 1,
        /// Unconscious (`DF-380`).
        UNCONSCIOUS = 2,
        /// Dead.
        DEAD = 3,
        /// The body is destroyed (`DF-379`).
        DESTROYED = 4,
        /// Mortally wounded (`DF-R36`).
        MORTALLY_WOUNDED = 5,
        /// Dazed by a blow at the head: only Do Nothing on its next turn (`DF-R21`).
        DAZED = 6,
        /// Off balance: -2 to active defenses until its next turn (`DF-R19`).
        OFF_BALANCE = 7,
        /// May not defend until its next turn (`DF-065`).
        ALL_OUT = 8,
        /// Blocked since its turn began (`DF-263`).
        BLOCKED = 9,
        /// Cast a Blocking spell since its turn began (`DF-443`).
        BLOCKING_SPELL = 10,
        /// Its last maneuver was Move and Attack: no Retreat (`DF-103`).
        MOVED_AND_ATTACKED = 11,
        /// Its last maneuver was Move: it may sprint (`DF-082`).
        MOVED = 12,
        /// Used an active defense since its Wait was declared (`DF-092`).
        DEFENDED = 13,
        /// Took the movement of an All-Out Attack while declaring a Wait (`DF-093`).
        WAIT_MOVED = 14,
        /// Entered close combat this turn (`DF-465`).
        INITIATED = 15,
        /// Left the fight.
        FLED = 16,
        /// Failed a Fast-Draw this turn (`DF-R98`).
        FAST_DRAW_FAILED = 17,
        /// Asleep by a spell: any injury wakes (`DF-R56`).
        ASLEEP = 18,
        /// Flees by fright (`DF-R58`).
        FRIGHTENED = 19,
        /// Used its free crouch at the start of the turn.
        CROUCHED = 20,
        /// In deep unconsciousness: the one roll to wake was made (`DF-384`).
        DEEPLY_UNCONSCIOUS = 21,
        /// Stabilised after a mortal wound (`DF-R36`).
        STABILIZED = 22,
        /// Surprised at the start of the fight (`DF-R67`).
        SURPRISED = 23,
        /// Has already had first aid in this fight (`DF-R59`).
        FIRST_AID = 24,
        /// Blind, by a spell or the loss of both eyes.
        BLIND = 25,
        /// Does not resist spells, being willing and aware (`DF-431`).
        WILLING = 26,
        /// Whoever acts began its turn before this combatant or at its side: from its rear it counts as
        /// coming from the side (`DF-R10`).
        SAW_IT_BEGIN = 27,
        /// Aware of nothing: no active defense against anybody (`DF-280`).
        UNAWARE = 28,
        /// Its turn is running.
        ACTING = 29,
        /// Somebody tried to stabilize it within this hour (`DF-R120`).
        TENDED = 30,
        /// Dazed during its own turn: the turn to lose is the next one (`DF-R21`).
        NEWLY_DAZED = 31,
    }
}

affray_kernel::flags! {
    /// What a combatant's own turn has come to, as far as it moved. Cleared when the turn ends.
    pub Motion: u8 {
        /// Took the hex or the posture of its Step (`DF-053`).
        STEPPED = 0,
        /// Turned with its Step (`DF-055`).
        TURNED = 1,
        /// Moved more than a Step: no crouch at the end (`DF-158`).
        FAR = 2,
        /// May turn to any facing at the end (`DF-055`, `DF-118`).
        TURN_ANY = 3,
        /// May turn by one side at the end (`DF-118`).
        TURN_ONE = 4,
        /// A foe ended the turn (`DF-121`).
        OVER = 5,
    }
}

affray_kernel::flags! {
    /// How an item is.
    pub ItemFlags: u8 {
        /// Held, but not under control: a Ready maneuver is due (`DF-034`, `DF-R13`, `DF-R19`).
        UNREADY = 0,
        /// Broken.
        BROKEN = 1,
        /// Held at its long reach rather than its short one, where changing takes a Ready (`DF-106`).
        LONG_REACH = 2,
    }
}

/// Where an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
pub enum Place {
    /// In one hand or in two: see [`Fighter::hands`]. A shield or cloak that stands in `hands` is
    /// strapped to that arm.
    Held,
    /// Carried, to be drawn.
    Sheathed,
    /// On the ground, with somebody else, or elsewhere away from its owner: see [`State::ground`] and
    /// [`State::taken`].
    #[default]
    Away,
}

/// What changes about an item.
#[derive(Debug, Clone, Copy, Eq, Default)]
pub struct ItemState {
    /// Where it is.
    pub place: Place,
    /// How it is.
    pub flags: ItemFlags,
    /// Hit points that it lost as an object.
    pub wear: u8,
    /// Shots left; while it is being reloaded, 128 plus the Ready maneuvers already spent.
    pub shots: u8,
}

/// A set of the parts of the body that can be crippled: eyes, limbs, extremities, wings, tail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Parts(u16);

impl Parts {
    /// All of them as bits.
    pub const fn bits(self) -> u16 {
        self.0
    }
    const fn bit(location: Location) -> u16 {
        // The first of them is the right eye; what stands before it cannot be crippled.
        (1u32 << location as u32 >> Location::RightEye as u32) as u16
    }
    /// Whether it is in the set.
    pub const fn has(self, location: Location) -> bool {
        self.0 & Self::bit(location) != 0
    }
    /// Puts it in.
    pub fn insert(&mut self, location: Location) {
        self.0 |= Self::bit(location);
    }
    /// Takes it out.
    pub fn remove(&mut self, location: Location) {
        self.0 &= !Self::bit(location);
    }
    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// What is in it.
    pub fn iter(self) -> impl Iterator<Item = Location> {
        Location::ALL.into_iter().filter(move |location| self.has(*location))
    }
}

/// Parts as a list of those that can be crippled.
struct PartList;

impl value::Form<Parts> for PartList {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        Vec::<Location>::schema(schemas)
    }
    fn patch(&self, field: Option<&mut Parts>, value: &Value, reader: &mut Reader<'_>) {
        let Some(list) = Vec::<Location>::read(value, reader) else { return };
        let mut parts = Parts::default();
        for (at, part) in list.into_iter().enumerate() {
            match crate::body::location::crippling_injury(part, 10) {
                Some(_) => parts.insert(part),
                None => {
                    let hint = "eyes, arms, hands, legs, feet, wings and tail can";
                    let _ = reader.entry(at, |reader| reader.wrong::<()>("that part cannot be crippled", hint));
                }
            }
        }
        put(field, Some(parts));
    }
    fn write(&self, field: &Parts, _: &mut Writer<'_>) -> Value {
        field.iter().map(Location::name).collect()
    }
}

/// Hands, a bit each, as a list of their numbers.
struct HandList;

impl value::Form<u8> for HandList {
    fn schema(&self, schemas: &mut Schemas) -> Value {
        Vec::<u8>::schema(schemas)
    }
    fn patch(&self, field: Option<&mut u8>, value: &Value, reader: &mut Reader<'_>) {
        let bit = |hand: u8| 1u8.checked_shl(hand.into()).unwrap_or_default();
        put(field, Vec::<u8>::read(value, reader).map(|all| all.into_iter().fold(0, |bits, hand| bits | bit(hand))));
    }
    fn write(&self, field: &u8, _: &mut Writer<'_>) -> Value {
        (0..8u8).filter(|bit| field & (1 << bit) != 0).collect()
    }
}

/// The changing part of one combatant: at most 128 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Patch)]
pub struct Fighter {
    /// Hit points; may be negative. -10000 to the HP of the sheet.
    pub hp: i16,
    /// Fatigue points; may be negative. -10000 to the FP of the sheet.
    pub fp: i16,
    /// The hex, as `[q, r]`.
    pub at: Cell,
    /// The facing: `"E"`, `"NE"`, `"NW"`, `"W"`, `"SW"`, `"SE"` or 0 to 5 in that order.
    #[value(form = Layout::Hex)]
    pub facing: Facing,
    /// The posture.
    pub posture: Posture,
    /// The side on which the second hex of a lying or crawling combatant is; `"none"` for one hex only (`DF-156`).
    #[value(rename = "second_hex", default = NONE, like = SideOrNone)]
    pub second: u8,
    /// Conditions to set (`true`) or clear (`false`), by name: see the list in the documentation.
    #[value(rename = "conditions", form = Switches { what: "condition", hyphens: false, but: 0 })]
    pub flags: Flags,
    /// Crippled parts.
    #[value(form = PartList)]
    pub crippled: Parts,
    /// Destroyed parts.
    #[value(form = PartList)]
    pub destroyed: Parts,
    /// Negative multiples of HP for which the death roll was already made, 0 to 4 (`DF-376`).
    #[value(rename = "death_rolls", range = 0..=4)]
    pub deaths: u8,
    /// The choice of an All-Out Defense that still holds.
    #[value(rename = "all_out_defense")]
    pub focus: DefenseFocus,
    /// Hands that attacked in a Move and Attack: 0 is the main hand (`DF-103`).
    #[value(form = HandList)]
    pub busy_hands: u8,
    /// Retreated from this foe since the own turn began; `"nobody"` for not (`DF-273`).
    #[value(rename = "retreated_from", default = NONE, form = Named("combatant", "nobody", NONE))]
    pub retreated: u8,
    /// Dodged and dropped against this foe since the own turn began; `"nobody"` for not (`DF-275`).
    #[value(rename = "dropped_from", default = NONE, form = Named("combatant", "nobody", NONE))]
    pub dropped: u8,
    /// Hexes moved by a full or half move on the last turn, 0 to 255 (`DF-237`).
    pub moved: u8,
    /// Seconds sprinted in this encounter since the last roll for fatigue (`DF-R08`).
    pub sprinted: u8,
    /// Turns of fright left, or seconds spent on a longer task such as breaking a pin.
    pub countdown: u8,
    /// Whom it helps in a takedown or pin this second; `"nobody"` for none (`DF-472`).
    #[value(default = NONE, form = Named("combatant", "nobody", NONE))]
    pub assists: u8,
    /// The hex side by which it came into a foe's hex; `"none"` if it did not (`DF-461`).
    // It is [`RETREATED_OUT`](crate::grapple::close::RETREATED_OUT) while a foe may follow through (`DF-471`).
    #[value(rename = "entered_by", default = NONE, like = SideOrNone)]
    pub entered: u8,
    /// How many were in close combat there before it: 1 for the first to come in.
    pub entered_as: u8,
    /// Spells that it holds ready, at most two.
    #[value(rename = "held_spells", default = [HeldSpell::NONE; 2], form = UpTo(Whole, HeldSpell::NONE))]
    pub held: [HeldSpell; 2],
    /// HP lost since the last end of a turn, for shock (`DF-361`).
    #[value(skip)]
    pub shock: u8,
    /// HP lost to crushing wounds of a male groin since then, which count double (`DF-363`).
    #[value(skip)]
    pub shock_groin: u8,
    /// HP lost during its own turn: counts as shock until the end of the next one.
    #[value(skip)]
    pub shock_later: u8,
    /// HP lost during its own turn to wounds of the groin.
    #[value(skip)]
    pub shock_groin_later: u8,
    /// Parries since its turn began, by hand (`DF-258`).
    #[value(skip)]
    pub parries: [u8; 4],
    /// Unbalanced items attacked with since its turn began, as bits (`DF-262`): see [`Fighter::bit`].
    #[value(skip)]
    pub attacked: u16,
    /// Unbalanced items parried with since its turn began, as bits.
    #[value(skip)]
    pub parried: u16,
    /// What its own turn has come to so far.
    #[value(skip)]
    pub motion: Motion,
    /// What a Retreat leads to once the attack is over: 1 plus the yards that it falls, up to 40, plus 41 for
    /// each side from E to the one by which it went; 0 for none.
    #[value(skip)]
    pub retreat_fall: u8,
    /// What each hand holds; [`ItemId::NONE`] for nothing. A two-handed item stands in both.
    #[value(skip, default = [ItemId::NONE; 4])]
    pub hands: [ItemId; 4],
    /// The items of its sheet, wherever they are.
    #[value(skip)]
    pub items: [ItemState; MOST_ITEMS],
    /// What it is in the middle of.
    #[value(skip)]
    pub doing: Doing,
    /// Its feints.
    #[value(skip, default = [Feinted::NOBODY; 2])]
    pub feints: [Feinted; 2],
    /// Its grabs.
    #[value(skip, default = [Grabbed::NOBODY; 2])]
    pub grabs: [Grabbed; 2],
}

/// A lasting effect of a spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Effect {
    /// On whom.
    pub on: CombatantId,
    /// By whom.
    pub by: CombatantId,
    /// The spell, by its number on the caster's sheet.
    pub spell: u8,
    /// The strength chosen.
    pub energy: u8,
    /// The radius of an area, 1 for a single target: what it costs to maintain is times this.
    pub radius: u8,
    /// Seconds left; [`Effect::LASTING`] until it ends by itself.
    pub seconds: u16,
}

impl Effect {
    /// Stands for the seconds of an effect without a term.
    pub const LASTING: u16 = u16::MAX;
    /// Stands for the seconds of a spell that its caster has forgotten (`DF-R53`): it is on the caster
    /// and by the caster, and does nothing else.
    pub const FORGOTTEN: u16 = u16::MAX - 1;
}

/// `DF-R116` Something that is with somebody whose it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Taken {
    /// With whom, in hand or not; which of the two stands in [`Fighter::hands`].
    pub by: CombatantId,
    /// Whose sheet it stands on.
    pub owner: CombatantId,
    /// The item there.
    pub item: u8,
}

/// What the running turn has been so far; the default between turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ThisTurn {
    /// Where the combatant stood when its turn began: for `DF-R10` and `DF-R64`.
    pub began_at: Cell,
    /// Its maneuver can attack in melee or pass a foe, so that coming closer is a charge (`DF-095`).
    pub charges: bool,
    /// It named Do Nothing to avoid the rolls to stay conscious (`DF-R42`).
    pub idle: bool,
    /// The combatant that the running reaction reacts to, and that cannot interrupt it (`DF-R07`); [`NONE`] without
    /// one.
    pub reacting_to: u8,
}

impl Default for ThisTurn {
    fn default() -> Self {
        Self { began_at: Cell { q: 0, r: 0 }, charges: false, idle: false, reacting_to: NONE }
    }
}

affray_session::state! {
    /// A battle.
    #[derive(Debug, Default, PartialEq, Eq, Hash)]
    pub struct State of Fighter {
        /// Lasting effects.
        pub effects: Vec<Effect>,
        /// Items on the ground.
        pub ground: Vec<Lying>,
        /// Items that others took from the ground or out of their owners' hands, by owner and item.
        pub taken: Vec<Taken>,
        /// What the running turn has been so far.
        pub this_turn: ThisTurn,
    }
}

impl State {
    /// Takes a combatant off the map, as though it had left the fight: what those know who do not see it.
    pub fn leave_out(&mut self, who: CombatantId) {
        self[who].flags.set(Flags::FLED);
    }
}

impl Fighter {
    /// Whether it can take a maneuver at all: neither dead nor unconscious nor gone.
    #[inline]
    pub fn is_conscious(&self) -> bool {
        !self.flags.any(Flags::UNCONSCIOUS.union(Flags::DEAD).union(Flags::FLED).union(Flags::ASLEEP))
    }
    /// Whether it is still on the map.
    #[inline]
    pub fn is_present(&self) -> bool {
        !self.flags.any(Flags::FLED.union(Flags::DESTROYED))
    }
    /// Stunned in body or mind.
    #[inline]
    pub fn is_stunned(&self) -> bool {
        self.flags.any(Flags::STUNNED.union(Flags::MENTALLY_STUNNED))
    }
    /// What the hands hold, packed.
    #[inline]
    pub fn hands_packed(&self) -> u64 {
        let [ItemId(h0), ItemId(h1), ItemId(h2), ItemId(h3)] = self.hands;
        u64::from(h0) | u64::from(h1) << 16 | u64::from(h2) << 32 | u64::from(h3) << 48
    }
    /// An item that it holds, in a byte: an own one by its number, another's as [`MOST_ITEMS`] plus the first hand
    /// that holds it; [`NONE`] for any other.
    #[inline]
    pub fn in_byte(&self, item: ItemId) -> u8 {
        if item.is_anothers() {
            return (8..).zip(&self.hands).find(|&(_, &held)| held == item).map_or(NONE, |(hand, _)| hand);
        }
        item.0 as u8
    }
    /// The item that such a byte means.
    #[inline]
    pub fn of_byte(&self, byte: u8) -> ItemId {
        match byte {
            0..8 => ItemId::own(byte),
            8..12 if self.hands[byte as usize - 8].is_anothers() => self.hands[byte as usize - 8],
            _ => ItemId::NONE,
        }
    }
    /// The bit of an item that it holds in [`Self::attacked`] and [`Self::parried`].
    #[inline]
    pub fn bit(&self, item: ItemId) -> u16 {
        1u16.checked_shl(self.in_byte(item).into()).unwrap_or(0)
    }
    /// The items of such bits.
    pub fn of_bits(&self, bits: u16) -> impl Iterator<Item = ItemId> {
        (0..12).filter(move |byte| bits >> byte & 1 != 0).map(|byte| self.of_byte(byte))
    }
    /// Takes an item out of its hands.
    #[inline]
    pub(crate) fn empty_of(&mut self, item: ItemId) {
        if item.is_anothers() {
            self.forget_blows_with(item);
        }
        for hand in &mut self.hands {
            if *hand == item {
                *hand = ItemId::NONE;
            }
        }
    }
    /// What another's weapon did in that hand is nothing to the next one that comes into it.
    #[cold]
    fn forget_blows_with(&mut self, item: ItemId) {
        let (byte, bit) = (self.in_byte(item), self.bit(item));
        self.attacked &= !bit;
        self.parried &= !bit;
        for feint in self.feints.iter_mut().filter(|feint| feint.item == byte) {
            feint.item = NONE;
        }
    }
    /// Whether it has taken hold of anybody or anything.
    #[inline]
    pub const fn holds_anybody(&self) -> bool {
        self.grabs[0].victim != NONE || self.grabs[1].victim != NONE
    }
    /// Whether it holds a spell ready.
    #[inline]
    pub const fn holds_spell(&self) -> bool {
        self.held[0].spell != NONE || self.held[1].spell != NONE
    }
    /// Whether any part of it is crippled or destroyed.
    #[inline]
    pub const fn is_maimed(&self) -> bool {
        !(self.crippled.is_empty() && self.destroyed.is_empty())
    }
    /// Whether a part is crippled or destroyed.
    pub fn is_useless(&self, location: Location) -> bool {
        self.crippled.has(location) || self.destroyed.has(location)
    }
    /// Whether two combatants can touch each other's hexes at all: a cheap test before an exact one.
    #[inline]
    pub fn is_near(&self, other: &Self) -> bool {
        self.at == other.at
            || (self.second != NONE || other.second != NONE)
                && (self.at.q - other.at.q).unsigned_abs() <= 2
                && (self.at.r - other.at.r).unsigned_abs() <= 2
    }
    /// Whether two combatants have a hex in common.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.at == other.at
            || self.second != NONE && self.second_cell().is_some_and(|cell| other.occupies(cell))
            || other.second != NONE && other.second_cell() == Some(self.at)
    }
    /// The second hex, of a combatant that lies or crawls.
    #[inline]
    pub fn second_cell(&self) -> Option<Cell> {
        (self.second != NONE).then(|| self.at.step(Facing::hex(i32::from(self.second))))
    }
    /// Whether it occupies that hex.
    #[inline]
    pub fn occupies(&self, cell: Cell) -> bool {
        self.at == cell || self.second != NONE && self.second_cell() == Some(cell)
    }
}
