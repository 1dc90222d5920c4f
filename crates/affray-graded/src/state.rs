//! What a fight changes. Small, without strings, `Clone + Eq + Hash`.

use crate::sheet::MOST_ITEMS;
use affray_files::value::{Anew, ByName, Each, FromValue, Keys, Named, Patch, Switches, ToValue, UpTo, Whole};
pub use affray_grid::Lying;
use affray_grid::{Cell, Facing, Layout, SideOrNone};
use affray_kernel::referee::CombatantId;
pub use affray_kernel::state::{Ignored, NONE};

affray_kernel::flags! {
    /// Conditions of a combatant.
    pub Flags: u32 {
        /// Stunned to the end of the next own turn (`GR-242`).
        STUNNED = 0,
        /// That stun was there when the own turn began (`GR-R25`).
        STUN_OLD = 1,
        /// Stunned until a Will roll succeeds at the end of an own turn (`GR-223`, `GR-R76`).
        STUN_WILL = 2,
        /// Unconscious.
        UNCONSCIOUS = 3,
        /// In a coma (`GR-281`).
        COMATOSE = 4,
        /// Dead.
        DEAD = 5,
        /// The body is destroyed (`GR-253`).
        DESTROYED = 6,
        /// HP or FP are used up (`GR-R90`).
        INCAPACITATED = 7,
        /// Surprised (`GR-R75`).
        SURPRISED = 8,
        /// Off balance until the next own turn (`GR-215`).
        OFF_BALANCE = 9,
        /// Panicked (`GR-R76`).
        PANICKED = 10,
        /// The shield entangles its arm (`GR-163`).
        ENTANGLED = 11,
        /// The eye on the weapon side is blinded (`GR-232`).
        BLIND_NEAR = 12,
        /// The eye on the shield side is blinded.
        BLIND_FAR = 13,
        /// Ran on the last own turn (`GR-R39`).
        RUNNING = 14,
        /// Braced (`GR-137`).
        BRACED = 15,
        /// No active defense until the next own turn (`GR-048`, `GR-062`, `GR-077`).
        NO_DEFENSE = 16,
        /// Retreating, and has not stepped back yet (`GR-R64`).
        RETREATING = 17,
        /// Has some crippled part: guards the rules for them.
        LAME = 18,
        /// Some crippling counts down: guards that.
        TICKING = 19,
        /// Knocked out by a blow: HT rolls wake it (`GR-R110`).
        KNOCKED_OUT = 20,
        /// Bleeding has stopped for good (`GR-265`, `GR-266`).
        STANCHED = 21,
        /// Only a Physician stops the bleeding (`GR-267`).
        NEEDS_PHYSICIAN = 22,
        /// First Aid has helped (`GR-R109`).
        FIRST_AIDED = 23,
        /// A Physician has helped.
        DOCTORED = 24,
        /// A combatant unskilled has helped.
        TENDED = 25,
        /// The timed stun comes from a slam or a blow to the brain: no wound rolls for it again (`GR-R88`).
        SLAMMED = 27,
        /// Lost a limb (`GR-R94`).
        MAIMED = 26,
        /// Left the fight: it is nowhere on the map.
        GONE = 28,
    }
}

/// Out of the fight.
pub const OUT: Flags = Flags::UNCONSCIOUS.union(Flags::DEAD).union(Flags::GONE);
/// Any kind of stun.
pub const STUN: Flags = Flags::STUNNED.union(Flags::STUN_WILL);
/// Conditions that bear upon attack rolls: a guard.
pub const ATTACK_CARES: Flags = STUN.union(Flags::BLIND_NEAR).union(Flags::BLIND_FAR);

affray_kernel::flags! {
    /// What a combatant did in its round, from the start of its turn to the start of its next one.
    pub Marks: u32 {
        /// Made a thrusting attack (`GR-159`).
        THRUST = 0,
        /// Made a swinging attack (`GR-158`).
        SWING = 1,
        /// Has used its Acrobatic Dodge (`GR-170`).
        ACROBATIC = 2,
        /// Has used an active defense against its single foe, or its first one while retreating (`GR-134`).
        DEFENDED = 3,
        /// A parry of this round used Fencing (`GR-R61`).
        PARRIED_FENCING = 4,
        /// A parry of this round used a quarterstaff.
        PARRIED_STAFF = 5,
        /// A parry of this round used something else.
        PARRIED_OTHER = 6,
        /// Has made the dagger riposte of this round (`GR-R59`).
        RIPOSTED = 7,
        /// Has changed posture for free (`GR-R27`).
        SHIFTED = 8,
        /// Pays fatigue at the end of the round (`GR-R92`).
        TIRING = 9,
        /// The riding roll of this turn was made (`GR-R86`).
        RODE = 10,
        /// ... and failed (`GR-192`).
        RODE_BADLY = 11,
        /// The feint that stands was made on this turn (`GR-072`).
        FEINT_FRESH = 12,
        /// Swerves (`GR-R79`).
        SWERVING = 13,
        /// Evades massively.
        EVADING = 14,
        /// The hex by which it entered its hex was noted on its last turn (`GR-R37`).
        ENTERED_OLD = 15,
        /// Watches with a PER roll (`GR-053`).
        WATCH_PER = 17,
        /// Its turn is running.
        ACTING = 18,
        /// The rest of its turn is lost (`GR-215`).
        TURN_LOST = 19,
        /// Loosed a missile weapon that takes both hands (`GR-R71`).
        LOOSED = 20,
        /// Retreated by a step, so that the defense at hand has +3 (`GR-141`).
        STEPPED_BACK = 21,
        /// Its turn of this round is over: guards the fatigue of later defenses.
        TURN_OVER = 22,
        /// Waited, lost the contest, and attacks after the entrant (`GR-R47`).
        LATE = 23,
    }
}

/// `GR-R23` What a new own round clears.
pub const ROUND_MARKS: Marks = Marks::THRUST
    .union(Marks::SWING)
    .union(Marks::ACROBATIC)
    .union(Marks::DEFENDED)
    .union(Marks::PARRIED_FENCING)
    .union(Marks::PARRIED_STAFF)
    .union(Marks::PARRIED_OTHER)
    .union(Marks::RIPOSTED)
    .union(Marks::SHIFTED)
    .union(Marks::RODE)
    .union(Marks::RODE_BADLY)
    .union(Marks::SWERVING)
    .union(Marks::EVADING)
    .union(Marks::TURN_LOST)
    .union(Marks::LOOSED)
    .union(Marks::STEPPED_BACK)
    .union(Marks::WATCH_PER);

affray_kernel::flags! {
    /// Parts of the body that can be crippled (`GR-230`, `GR-231`); a knee cripples its leg.
    pub Parts: u8 {
        /// The weapon arm.
        ARM_NEAR = 0,
        /// The shield arm.
        ARM_FAR = 1,
        /// The weapon hand.
        HAND_NEAR = 2,
        /// The off hand.
        HAND_FAR = 3,
        /// The leg on the weapon side.
        LEG_NEAR = 4,
        /// The leg on the shield side.
        LEG_FAR = 5,
        /// The foot on the weapon side.
        FOOT_NEAR = 6,
        /// The foot on the shield side.
        FOOT_FAR = 7,
    }
}

/// Both arms.
pub const ARMS: Parts = Parts::ARM_NEAR.union(Parts::ARM_FAR);
/// Legs and feet.
pub const LEGS: Parts = Parts::LEG_NEAR.union(Parts::LEG_FAR).union(Parts::FOOT_NEAR).union(Parts::FOOT_FAR);

affray_kernel::flags! {
    /// How an item is.
    pub ItemFlags: u8 {
        /// Broken.
        BROKEN = 0,
        /// Loaded (crossbows), or drawn (thrown weapons in hand).
        LOADED = 1,
        /// In hand, but has to be readied (`GR-032`, `GR-216`).
        UNREADY = 2,
        /// Not with its owner any more: on the ground or gone.
        AWAY = 3,
    }
}

/// What can be set of an item; `hands` say what is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Patch)]
#[value(rename = "ItemFile")]
pub struct ItemState {
    /// How it is.
    #[value(flatten)]
    pub flags: ItemFlags,
    /// How many are left of what is thrown or loosed; 255 for as many as one likes.
    pub count: u8,
}

/// Postures (`GR-R27`). A lying combatant crawls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
pub enum Posture {
    /// Standing.
    #[default]
    Standing,
    /// Crouching.
    Crouching,
    /// Kneeling.
    Kneeling,
    /// Sitting.
    Sitting,
    /// Lying or crawling.
    Lying,
}

impl Posture {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Standing, Self::Crouching, Self::Kneeling, Self::Sitting, Self::Lying];
    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Standing => "standing",
            Self::Crouching => "crouching",
            Self::Kneeling => "kneeling",
            Self::Sitting => "sitting",
            Self::Lying => "lying",
        }
    }
}

/// `GR-055` What is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Patch)]
#[value(rename = "AimFile")]
pub struct Aim {
    /// At whom; `""` for a hex or nothing.
    #[value(default = NONE, form = Named("combatant", "", NONE))]
    pub target: u8,
    /// At which hex, where nobody is aimed at.
    pub hex: Cell,
    /// With what.
    #[value(rename = "with", default = NONE, form = Named("own item", "", NONE))]
    pub item: u8,
    /// Rounds so far, 0 to 4; 0 for no aim.
    #[value(range = 0..=4)]
    pub rounds: u8,
}

impl Aim {
    /// None.
    pub const NONE: Self = Self { target: NONE, hex: Cell::new(0, 0), rounds: 0, item: NONE };
}

/// `GR-051` `GR-085` What is watched until the own next turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ToValue)]
pub enum Watch {
    /// Nothing.
    #[default]
    None,
    /// Wait: these hexes of the forward arc, a bit each (see [`wait`](crate::movement::wait)).
    Reach(u16),
    /// Opportunity Fire into one hex.
    Hex(Cell),
    /// Opportunity Fire into the three forward hexes.
    Forward,
    /// Opportunity Fire along the line of hexes in that direction.
    Line(Facing),
}

/// `GR-R54` What a holder holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Patch)]
#[value(rename = "HoldFile")]
pub struct Hold {
    /// Whom; `""` for nobody.
    #[value(default = NONE, form = Named("combatant", "", NONE))]
    pub target: u8,
    /// The weapon that is held; `""` for the weapon arm.
    #[value(rename = "weapon", of = target, default = NONE, form = Named("own item", "", NONE))]
    pub item: u8,
    /// With which hands: 1 the weapon hand, 2 the off hand, 3 both.
    #[value(range = 1..=3)]
    pub hands: u8,
    /// It pins.
    pub pins: bool,
}

impl Hold {
    /// None.
    pub const NONE: Self = Self { target: NONE, item: NONE, hands: 0, pins: false };
}

/// `GR-R54` A weapon that was wrested away, in the hand that gripped it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Loot {
    /// Whose it is; [`NONE`] for none.
    pub owner: u8,
    /// Which, by its number on the owner's sheet.
    pub item: u8,
}

impl Loot {
    /// None.
    pub const NONE: Self = Self { owner: NONE, item: NONE };
}

/// `GR-R33` A spell that lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(rename = "LastingFile")]
pub struct Lasting {
    /// Whose spell.
    #[value(named = "combatant")]
    pub by: u8,
    /// Which.
    #[value(of = by, named = "spell")]
    pub spell: u8,
    /// Rounds left.
    pub rounds: u8,
}

impl Lasting {
    /// None.
    pub const NONE: Self = Self { by: NONE, spell: NONE, rounds: 0 };
}

/// `GR-072` A feint of the latest turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Patch)]
#[value(rename = "FeintFile")]
pub struct Feint {
    /// Against whom; `""` for nobody.
    #[value(rename = "target", default = NONE, form = Named("combatant", "", NONE))]
    pub foe: u8,
    /// What it takes off his defenses, -1 to 20: below 0 after a critical failure.
    #[value(range = -1..=20)]
    pub amount: i8,
}

impl Feint {
    /// None.
    pub const NONE: Self = Self { foe: NONE, amount: 0 };
}

/// A casting under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Patch)]
#[value(rename = "CastingFile")]
pub struct Casting {
    /// Which spell; `""` for none.
    #[value(default = NONE, form = Named("spell", "", NONE))]
    pub spell: u8,
    /// On whom.
    #[value(default = NONE, form = Named("combatant", "", NONE))]
    pub target: u8,
    /// Turns so far.
    pub turns: u8,
}

impl Casting {
    /// None.
    pub const NONE: Self = Self { spell: NONE, target: NONE, turns: 0 };
}

/// The maneuver of a turn in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
#[allow(missing_docs, reason = "named as the table of maneuvers (`GR-R34`) has them")]
pub enum ManeuverKind {
    #[default]
    Nothing,
    Missile,
    RapidFire,
    PopUp,
    OpportunityFire,
    Aim,
    Reload,
    Attack,
    AllOut,
    WildSwing,
    TwoWeapons,
    Feint,
    Charge,
    Bash,
    Wait,
    ReadyWeapon,
    ReadyShield,
    Unarmed,
    Slam,
    Grapple,
    Takedown,
    Tackle,
    BreakFree,
    MultipleDefense,
    SingleDefense,
    Brace,
    Retreat,
    Move,
    Position,
    Cast,
}

/// Distinct foes parried that are told apart (`GR-R58`).
pub const MOST_PARRIED: usize = 6;

/// What can be set of a combatant's state. Everything that is left out stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Patch)]
#[value(rename = "StateFile")]
pub struct Fighter {
    /// The hex, as `[q, r]`.
    pub at: Cell,
    /// The facing.
    #[value(form = Layout::Hex)]
    pub facing: Facing,
    /// The posture.
    pub posture: Posture,
    /// Hit points, -1000 to the most.
    pub hp: i16,
    /// Fatigue points, 0 to the most.
    pub fp: i16,
    /// What the weapon hand and the off hand hold, by name; `""` for nothing. What takes both stands in both.
    #[value(default = [NONE; 2], form = Each(Named("own item", "", NONE)))]
    pub hands: [u8; 2],
    /// Conditions to set (`true`) or clear (`false`): `stunned`, `unconscious`, `running`, `braced` ...
    #[value(rename = "conditions", form = Switches::hyphenated("condition"))]
    pub flags: Flags,
    /// What it did in its round, to set or clear: `thrust`, `swing`, `acrobatic`, `swerving` ...
    #[value(form = Switches::hyphenated("mark"))]
    pub marks: Marks,
    /// Parts crippled for the battle, to set or clear: `arm-near`, `leg-far` ...
    #[value(form = Switches::hyphenated("part"))]
    pub crippled: Parts,
    /// Crippled parts whose roll to heal was made, to set or clear (`GR-282`).
    #[value(form = Switches::hyphenated("part"))]
    pub settled: Parts,
    /// Parts crippled for so many rounds, 0 to 255 (`GR-224`).
    #[value(form = ByName("part", Whole))]
    pub lamed: [u8; 8],
    /// Rounds left of strained shoulders: weapon arm, shield arm (`GR-219`).
    pub strained: [u16; 2],
    /// How items are, by name.
    #[value(form = ByName("own item", Keys))]
    pub items: [ItemState; MOST_ITEMS],
    /// The maneuver of its latest turn.
    #[value(rename = "deed")]
    pub maneuver: ManeuverKind,
    /// The foe of its Single Foe Defense; `""` for none.
    #[value(default = NONE, form = Named("combatant", "", NONE))]
    pub foe: u8,
    /// Parries of this round.
    pub parries: u8,
    /// Blocks of this round.
    pub blocks: u8,
    /// Foes parried this round, in their order, up to 6.
    #[value(default = [NONE; MOST_PARRIED], form = UpTo(Named("combatant", "", NONE), NONE))]
    pub parried: [u8; MOST_PARRIED],
    /// What it attacked with on its latest turn; `""` for nothing (`GR-029`).
    #[value(default = NONE, form = Named("item", "", NONE))]
    pub struck: u8,
    /// Aim; rounds 0 for none.
    #[value(form = Anew(&["target", "hex"]))]
    pub aim: Aim,
    /// A feint of its latest turn; the amount 0 for none.
    #[value(form = Anew(&["target"]))]
    pub feint: Feint,
    /// Whom it holds.
    #[value(form = Anew(&["target"]))]
    pub hold: Hold,
    /// Hexes moved on its latest turn.
    pub moved: u8,
    /// Where its latest turn began (`GR-121`).
    pub from: Cell,
    /// The side of its hex by which it entered it of late; `"none"` for none (`GR-R37`).
    #[value(default = NONE, like = SideOrNone)]
    pub entered: u8,
    /// HP lost in the battle (`GR-R94`).
    pub taken: u16,
    /// Rounds in a row that it has been readying its shield (`GR-089`).
    pub readying: u8,
    /// Own turns until it may try again to break free of a two-handed pin (`GR-R56`).
    pub pause: u8,
    /// Spells that last on it, up to 2.
    #[value(default = [Lasting::NONE; 2], form = UpTo(Whole, Lasting::NONE))]
    pub spells: [Lasting; 2],
    /// The spell that it is casting, and for how many turns so far.
    #[value(form = Anew(&["spell"]))]
    pub casting: Casting,
    /// The maneuver before the latest.
    #[value(skip)]
    pub last: ManeuverKind,
    /// The arm attacked with on the turn before.
    #[value(skip, default = NONE)]
    pub struck_last: u8,
    /// What is watched.
    #[value(skip)]
    pub watch: Watch,
    /// What it waits or aims to fire with.
    #[value(skip, default = NONE)]
    pub watch_with: u8,
    /// How many hold it.
    #[value(skip)]
    pub held: u8,
    /// What it wrested away, by hand.
    #[value(skip, default = [Loot::NONE; 2])]
    pub loot: [Loot; 2],
    /// Sources of fear that it need not face again, a bit each (`GR-R76`).
    #[value(skip)]
    pub faced: u8,
    /// Its rank among those who tie for initiative (`GR-R19`).
    #[value(skip)]
    pub tie: u8,
}

/// Where a round is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Stage {
    /// The battle has not begun: ties are to be rolled off.
    #[default]
    Start,
    /// A round is on.
    Round,
    /// The fight is over.
    Over,
}

affray_session::state! {
    /// A battle.
    #[derive(Debug, Default, PartialEq, Eq, Hash)]
    pub struct State of Fighter {
        /// Items on the ground.
        pub ground: Vec<Lying>,
        /// Where the round is.
        pub stage: Stage,
        /// An attack was made: the heat of battle (`GR-R76`).
        pub heat: bool,
        /// The first round is on: the surprised lose their turn (`GR-R75`).
        pub first_round: bool,
        /// How many watch something: guards the interrupts.
        pub watchers: u8,
        /// How many hold a combatant: guards the rules for holds.
        pub holders: u8,
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
    /// Whether it is conscious and alive.
    #[inline]
    pub fn is_up(&self) -> bool {
        !self.flags.any(OUT)
    }
    /// Whether it can still fight: up, and neither HP nor FP are used up.
    #[inline]
    pub fn is_able(&self) -> bool {
        !self.flags.any(OUT.union(Flags::INCAPACITATED))
    }
    /// `GR-R90` `GR-250` `GR-256` Whether its scores are halved.
    #[inline]
    pub fn is_halved(&self) -> bool {
        self.flags.has(Flags::INCAPACITATED)
    }
    /// Whether it has that item in a hand.
    pub fn holds(&self, item: u8) -> bool {
        item != NONE && self.hands.contains(&item)
    }
    /// `GR-029` Whether it attacked with that item on the turn before this one, which has begun.
    pub fn struck_last_is(&self, item: u8) -> bool {
        self.struck_last == item
    }
    /// Whether that item is in hand, whole and ready.
    #[inline]
    pub fn wields(&self, item: u8) -> bool {
        self.holds(item)
            && !self.items[item as usize % MOST_ITEMS].flags.any(ItemFlags::BROKEN.union(ItemFlags::UNREADY))
    }
    /// Whether that part is crippled, for the battle or for some rounds.
    pub fn is_crippled(&self, parts: Parts) -> bool {
        if !self.flags.has(Flags::LAME) {
            return false;
        }
        Parts::NAMES.iter().enumerate().any(|(at, &(_, part))| {
            let strained = at < 2 && self.strained[at] != 0;
            parts.has(part) && (self.crippled.has(part) || self.lamed[at] != 0 || strained)
        })
    }
    /// `GR-R84` `GR-R85` Whether a hand can hold something: 0 the weapon hand, 1 the off hand.
    pub fn has_use_of(&self, hand: usize) -> bool {
        let parts =
            if hand == 0 { Parts::ARM_NEAR.union(Parts::HAND_NEAR) } else { Parts::ARM_FAR.union(Parts::HAND_FAR) };
        !(self.is_crippled(parts) || hand == 1 && self.flags.has(Flags::ENTANGLED))
    }
    /// Whether a hand is free to grab: usable, empty and not gripping.
    pub fn is_free(&self, hand: usize) -> bool {
        self.hands[hand] == NONE
            && self.has_use_of(hand)
            && self.hold.hands & (1 << hand) == 0
            && self.loot[hand].owner == NONE
    }
}
