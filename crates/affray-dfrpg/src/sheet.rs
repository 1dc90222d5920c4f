//! Character sheets: what a fight never changes about a combatant.
//!
//! A [`Sheet`] is compiled once from its file (see `sheet_file`); every value that can be computed
//! beforehand stands in it, so that a turn only adds modifiers.

use crate::sheet_file::SheetFile;
use affray_core::names::plain;
use affray_core::referee::CombatantId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub use affray_3d6::damage::Damage;

/// `DF-332` What a wound is made by.
pub use affray_3d6::damage::DamageType;

/// `DF-300` A part of the body that can be hit.
pub use affray_3d6::location::Location;

/// What of armor lies over a location, in points of damage resistance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Resistance {
    /// Rigid armor; only this is halved at a chink (`DF-329`).
    pub rigid: u8,
    /// Flexible armor.
    pub flexible: u8,
    /// The creature's own hide.
    pub natural: u8,
}

/// Skills that rules know by name. Weapon skills are among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "each is the name of a skill")]
pub enum Skill {
    #[serde(rename = "Axe/Mace")]
    AxeMace,
    Broadsword,
    Flail,
    Garrote,
    #[serde(rename = "Jitte/Sai")]
    JitteSai,
    Knife,
    Kusari,
    Lance,
    #[serde(rename = "Main-Gauche")]
    MainGauche,
    Polearm,
    Rapier,
    Saber,
    Shortsword,
    Smallsword,
    Spear,
    Staff,
    Tonfa,
    #[serde(rename = "Two-Handed Axe/Mace")]
    TwoHandedAxeMace,
    #[serde(rename = "Two-Handed Flail")]
    TwoHandedFlail,
    #[serde(rename = "Two-Handed Sword")]
    TwoHandedSword,
    Whip,
    Blowpipe,
    Bolas,
    Bow,
    Crossbow,
    Lasso,
    Net,
    Sling,
    #[serde(rename = "Thrown Weapon (Axe/Mace)")]
    ThrownAxeMace,
    #[serde(rename = "Thrown Weapon (Dart)")]
    ThrownDart,
    #[serde(rename = "Thrown Weapon (Harpoon)")]
    ThrownHarpoon,
    #[serde(rename = "Thrown Weapon (Knife)")]
    ThrownKnife,
    #[serde(rename = "Thrown Weapon (Shuriken)")]
    ThrownShuriken,
    #[serde(rename = "Thrown Weapon (Spear)")]
    ThrownSpear,
    #[serde(rename = "Thrown Weapon (Stick)")]
    ThrownStick,
    #[serde(rename = "Innate Attack")]
    InnateAttack,
    Throwing,
    Boxing,
    Brawling,
    Judo,
    Karate,
    #[serde(rename = "Sumo Wrestling")]
    SumoWrestling,
    Wrestling,
    Shield,
    Cloak,
    Acrobatics,
    #[serde(rename = "First Aid")]
    FirstAid,
    Running,
}

impl Skill {
    /// How many there are.
    pub const COUNT: usize = 48;
    /// All of them, in the order of their numbers: in melee, at range, unarmed, and others.
    pub const ALL: [Self; Self::COUNT] = [
        Self::AxeMace,
        Self::Broadsword,
        Self::Flail,
        Self::Garrote,
        Self::JitteSai,
        Self::Knife,
        Self::Kusari,
        Self::Lance,
        Self::MainGauche,
        Self::Polearm,
        Self::Rapier,
        Self::Saber,
        Self::Shortsword,
        Self::Smallsword,
        Self::Spear,
        Self::Staff,
        Self::Tonfa,
        Self::TwoHandedAxeMace,
        Self::TwoHandedFlail,
        Self::TwoHandedSword,
        Self::Whip,
        Self::Blowpipe,
        Self::Bolas,
        Self::Bow,
        Self::Crossbow,
        Self::Lasso,
        Self::Net,
        Self::Sling,
        Self::ThrownAxeMace,
        Self::ThrownDart,
        Self::ThrownHarpoon,
        Self::ThrownKnife,
        Self::ThrownShuriken,
        Self::ThrownSpear,
        Self::ThrownStick,
        Self::InnateAttack,
        Self::Throwing,
        Self::Boxing,
        Self::Brawling,
        Self::Judo,
        Self::Karate,
        Self::SumoWrestling,
        Self::Wrestling,
        Self::Shield,
        Self::Cloak,
        Self::Acrobatics,
        Self::FirstAid,
        Self::Running,
    ];
    /// Its name, as sheets spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AxeMace => "Axe/Mace",
            Self::Broadsword => "Broadsword",
            Self::Flail => "Flail",
            Self::Garrote => "Garrote",
            Self::JitteSai => "Jitte/Sai",
            Self::Knife => "Knife",
            Self::Kusari => "Kusari",
            Self::Lance => "Lance",
            Self::MainGauche => "Main-Gauche",
            Self::Polearm => "Polearm",
            Self::Rapier => "Rapier",
            Self::Saber => "Saber",
            Self::Shortsword => "Shortsword",
            Self::Smallsword => "Smallsword",
            Self::Spear => "Spear",
            Self::Staff => "Staff",
            Self::Tonfa => "Tonfa",
            Self::TwoHandedAxeMace => "Two-Handed Axe/Mace",
            Self::TwoHandedFlail => "Two-Handed Flail",
            Self::TwoHandedSword => "Two-Handed Sword",
            Self::Whip => "Whip",
            Self::Blowpipe => "Blowpipe",
            Self::Bolas => "Bolas",
            Self::Bow => "Bow",
            Self::Crossbow => "Crossbow",
            Self::Lasso => "Lasso",
            Self::Net => "Net",
            Self::Sling => "Sling",
            Self::ThrownAxeMace => "Thrown Weapon (Axe/Mace)",
            Self::ThrownDart => "Thrown Weapon (Dart)",
            Self::ThrownHarpoon => "Thrown Weapon (Harpoon)",
            Self::ThrownKnife => "Thrown Weapon (Knife)",
            Self::ThrownShuriken => "Thrown Weapon (Shuriken)",
            Self::ThrownSpear => "Thrown Weapon (Spear)",
            Self::ThrownStick => "Thrown Weapon (Stick)",
            Self::InnateAttack => "Innate Attack",
            Self::Throwing => "Throwing",
            Self::Boxing => "Boxing",
            Self::Brawling => "Brawling",
            Self::Judo => "Judo",
            Self::Karate => "Karate",
            Self::SumoWrestling => "Sumo Wrestling",
            Self::Wrestling => "Wrestling",
            Self::Shield => "Shield",
            Self::Cloak => "Cloak",
            Self::Acrobatics => "Acrobatics",
            Self::FirstAid => "First Aid",
            Self::Running => "Running",
        }
    }
    /// The skill of that name; capitals, spaces and punctuation make no difference.
    ///
    /// ```
    /// use affray_dfrpg::sheet::Skill;
    /// assert_eq!(Skill::named("two-handed axe/mace"), Some(Skill::TwoHandedAxeMace));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let name = plain(name);
        Self::ALL.into_iter().find(|skill| plain(skill.name()) == name)
    }
    /// With which skill a weapon of this one is thrown.
    pub const fn thrown(self) -> Self {
        match self {
            Self::AxeMace | Self::TwoHandedAxeMace => Self::ThrownAxeMace,
            Self::Knife | Self::MainGauche => Self::ThrownKnife,
            Self::Spear => Self::ThrownSpear,
            Self::Staff | Self::Tonfa => Self::ThrownStick,
            other => other,
        }
    }
}

/// How good a weapon is made (`DF-R18`, `DF-R19`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Breaks easily.
    Cheap,
    /// As made by any smith.
    #[default]
    Normal,
    /// Fine.
    Fine,
    /// Very fine.
    VeryFine,
}

/// What an object is made of (`DF-R22`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Material {
    /// A sword: damage resistance 6.
    #[default]
    Metal,
    /// An axe with its shaft: 4.
    WoodAndMetal,
    /// A staff, a bow, a shield: 2.
    Wood,
    /// A whip, a cloak; rope, cloth or leather: 1.
    Rope,
}

/// Where an item is when the fight begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Start {
    /// Held in that hand; 0 is the main hand.
    Hand(u8),
    /// Held in hands 0 and 1.
    Both,
    /// Strapped to or wrapped around the arm of that hand: shields and cloaks.
    Arm(u8),
    /// Carried, to be drawn.
    Sheathed,
}

impl Start {
    /// The hands that it takes, as bits.
    pub const fn hands(self) -> u8 {
        match self {
            Self::Hand(hand) | Self::Arm(hand) => 1 << hand,
            Self::Both => 0b11,
            Self::Sheathed => 0,
        }
    }
}

/// What an item is to the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ItemKind {
    /// Strikes in melee (and may be thrown).
    Melee,
    /// Shoots, or is only thrown.
    Ranged,
    /// A shield, strapped to an arm.
    Shield,
    /// A cloak, wrapped around an arm.
    Cloak,
    /// Anything else that is carried.
    Gear,
}

impl ItemKind {
    /// Strapped to an arm: it stays there whatever the hand lets go (`DF-R33`).
    pub const fn is_strapped(self) -> bool {
        matches!(self, Self::Shield | Self::Cloak)
    }
}

/// An item as a figure names it: one of its own by its place in [`Sheet::items`], or one of another's sheet
/// (`DF-R116`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(pub u16);

/// The first number of what is another's.
pub(crate) const ANOTHERS: u16 = 256;

impl ItemId {
    /// No item.
    pub const NONE: Self = Self(u8::MAX as u16);

    /// An item of one's own sheet.
    #[inline]
    pub const fn own(item: u8) -> Self {
        Self(item as u16)
    }

    /// An item of somebody's sheet, as `who` names it.
    #[inline]
    pub const fn of(who: CombatantId, owner: CombatantId, item: u8) -> Self {
        if who.0 == owner.0 {
            return Self::own(item);
        }
        Self(ANOTHERS + MOST_ITEMS as u16 * owner.0 as u16 + item as u16)
    }

    /// Whose item it is, and which one on that sheet; `None` for none.
    #[inline]
    pub const fn thing(self, who: CombatantId) -> Option<(CombatantId, u8)> {
        match self.0 {
            own if own < Self::NONE.0 => Some((who, own as u8)),
            other if other < ANOTHERS => None,
            other => {
                let number = other - ANOTHERS;
                // More than that is no combatant's number either.
                let owner = number / MOST_ITEMS as u16;
                let owner = if owner < 255 { owner as u8 } else { 255 };
                Some((CombatantId(owner), (number % MOST_ITEMS as u16) as u8))
            }
        }
    }

    /// As a place in [`Sheet::items`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is an item of another's sheet.
    #[inline]
    pub const fn is_anothers(self) -> bool {
        ANOTHERS <= self.0
    }
}

/// The most modes of one item.
pub(crate) const MOST_MODES: usize = 8;

/// One thing that is carried and can be held.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its name on the sheet, unique there.
    pub name: String,
    /// What it is.
    pub kind: ItemKind,
    /// Hands that it takes, 1 or 2.
    pub hands: u8,
    /// Weight in tenths of a pound, rounded to the nearest (a half up).
    pub weight: i32,
    /// How good it is.
    pub quality: Quality,
    /// Fencing weapon, `F`.
    pub fencing: bool,
    /// Unbalanced weapon, `U`.
    pub unbalanced: bool,
    /// Unready after each attack, unless its wielder is strong enough (`DF-R13`; already decided).
    pub unwieldy: bool,
    /// The parry modifier; `None` for what cannot parry.
    pub parry: Option<i16>,
    /// The skill score with which it parries or blocks, minimum ST counted.
    pub score: i16,
    /// That skill.
    pub skill: Skill,
    /// Defense bonus of a shield or cloak.
    pub db: i16,
    /// Changing the reach for which it is held takes a Ready maneuver.
    pub reach_needs_ready: bool,
    /// Modifiers that an opponent has to parry or to block it, 0 to -4.
    pub parryable: i16,
    /// See `parryable`.
    pub blockable: i16,
    /// Shots that it holds, for missile weapons; 0 for what needs none.
    pub shots: u8,
    /// Ready maneuvers that a reload takes.
    pub reload: u8,
    /// Can be braced (`DF-077`).
    pub crossbow: bool,
    /// Distance penalty of spells that it cancels: baton 1, staff 2 (`DF-425`, `DF-426`).
    pub spell_focus: u8,
    /// Hit points as an object (`DF-R22`).
    pub hp: i16,
    /// Damage resistance as an object.
    pub dr: i16,
    /// Fast-Draw score for this kind of item, if trained (`DF-R98`).
    pub fast_draw: Option<i16>,
    /// Weapon Master counts for it.
    pub mastered: bool,
    /// Where it is when the fight begins.
    pub start: Start,
}

/// What kind of attack a mode is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ModeKind {
    /// With a weapon in hand, swung.
    Swing,
    /// With a weapon in hand, thrust.
    Thrust,
    /// Shot from a weapon.
    Missile,
    /// The weapon itself is thrown.
    Thrown,
    /// Unarmed, with a hand.
    Punch,
    /// Unarmed, with a foot.
    Kick,
    /// With teeth or horns, or with the whole body.
    Bite,
    /// With a tail.
    Tail,
}

impl ModeKind {
    /// Whether range rules hold instead of reach.
    pub const fn is_ranged(self) -> bool {
        matches!(self, Self::Missile | Self::Thrown)
    }
    /// Whether no weapon is used.
    pub const fn is_unarmed(self) -> bool {
        matches!(self, Self::Punch | Self::Kick | Self::Bite | Self::Tail)
    }
}

/// One way of attacking, with every number of the sheet worked in.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// Its name, such as `swing`; with the item's name unique on the sheet.
    pub name: String,
    /// The item that is used; none for unarmed attacks.
    pub item: Option<ItemId>,
    /// What kind of attack it is.
    pub kind: ModeKind,
    /// The skill that is used.
    pub skill: Skill,
    /// The score before any modifier of the moment; minimum ST and a kick's -2 are not in it.
    pub score: i16,
    /// Points of ST below the weapon's minimum (`DF-033`): subtracted from the score.
    pub st_short: i16,
    /// Damage, ST worked in.
    pub damage: Damage,
    /// Its type.
    pub damage_type: DamageType,
    /// Reaches as bits: bit 0 for C, bit 1 for one hex and so on. 0 for ranged modes.
    pub reach: u16,
    /// Armor divisor as a fraction: 2 is (2, 1), one half is (1, 2).
    pub divisor: (u8, u8),
    /// Accuracy.
    pub acc: i16,
    /// Half-damage range in yards, 0 for none.
    pub half_range: i16,
    /// Maximum range in yards.
    pub max_range: i16,
    /// Bulk, 0 to -12.
    pub bulk: i16,
}

/// Advantages that the rules ask about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traits {
    /// High Pain Threshold.
    pub high_pain_threshold: bool,
    /// No off-hand penalty.
    pub ambidexterity: bool,
    /// Trained by a Master.
    pub trained_by_a_master: bool,
    /// Rests in half the time.
    pub fit: bool,
    /// Rests in half the time.
    pub recover_energy: bool,
    /// Levels of Magery, 0 to 6.
    pub magery: u8,
    /// A bonus to every active defense, 0 to 3; [`Sheet::dodge`] contains it already.
    pub defense_bonus: i16,
    /// Not alive, such as a golem: with an IQ below 6 the limit of `DF-429` does not protect it.
    pub unliving: bool,
}

/// What the body is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    /// For the groin.
    pub male: bool,
    /// Legs: 0, 2, 3 or more.
    pub legs: u8,
    /// Arms with hands, 0 to 4; hand 0 is the main hand.
    pub hands: u8,
    /// Left-handed: the main hand is the left one.
    pub left_handed: bool,
    /// Has wings.
    pub wings: bool,
    /// Has a tail.
    pub tail: bool,
    /// The tail is useful (`DF-305`).
    pub tail_useful: bool,
    /// Occupies two hexes while lying or crawling (`DF-156`).
    pub humanoid: bool,
}

/// `1.2` of the ledger: the classes of spells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpellClass {
    /// On one target.
    Regular,
    /// On all within a radius.
    Area,
    /// Held in the hand until it touches.
    Melee,
    /// Held in the hand until it is thrown.
    Missile,
    /// Cast as an active defense.
    Blocking,
    /// Tells something.
    Information,
}

/// What a target rolls against a spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "each is the name of an attribute")]
pub enum ResistedBy {
    St,
    Dx,
    Iq,
    Ht,
    Will,
    Per,
}

/// What a spell does (`DF-R55`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpellEffect {
    /// Damages: fixed dice, or one die per energy where `per_energy`.
    Damage {
        /// The dice; ignored where `per_energy`.
        damage: Damage,
        /// One die for each point of energy.
        per_energy: bool,
        /// The type.
        kind: DamageType,
    },
    /// Heals as many HP as energy is spent, up to this.
    Heal {
        /// The most.
        most: u8,
    },
    /// Puts a condition on the target.
    Condition {
        /// Which.
        condition: SpellCondition,
        /// For how long; 0 until it ends by itself.
        seconds: u16,
    },
    /// Changes a score.
    Modifier {
        /// Which.
        score: SpellScore,
        /// By how much for each point of energy where `per_energy`, else in all.
        by: i8,
        /// See `by`.
        per_energy: bool,
        /// For how long.
        seconds: u16,
    },
    /// Gives damage resistance.
    Resistance {
        /// How much.
        dr: u8,
        /// For how long.
        seconds: u16,
    },
    /// Stops the attack that it is cast against.
    StopAttack,
    /// Tells something.
    Report,
}

/// A condition that a spell can bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpellCondition {
    /// Unconscious until woken; any injury wakes.
    Sleep,
    /// Mentally stunned.
    Stunned,
    /// Cannot see.
    Blind,
    /// Unable to move from the spot.
    Rooted,
}

/// A score that a spell can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpellScore {
    /// DX and every score based on it.
    Dx,
    /// Attack rolls.
    Attack,
    /// Active defenses.
    Defense,
    /// Move.
    Move,
}

/// A spell as its caster knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Spell {
    /// Its name, unique on the sheet.
    pub name: String,
    /// Its class.
    pub class: SpellClass,
    /// The caster's score.
    pub score: i16,
    /// Whether it heals (`DF-433`).
    pub healing: bool,
    /// Base energy; for spells whose energy is chosen the least of it.
    pub cost: u8,
    /// The most energy, where the caster chooses.
    pub most_cost: u8,
    /// Casting time in seconds.
    pub seconds: u16,
    /// What a target resists with.
    pub resisted: Option<ResistedBy>,
    /// Whether it needs concentration while it lasts.
    pub needs_concentration: bool,
    /// Energy to maintain it.
    pub upkeep: u8,
    /// What it does.
    pub effect: SpellEffect,
    /// How a missile flies: accuracy, half-damage range, maximum range, bulk.
    pub missile: Option<MissileSpell>,
}

/// The flight of a missile spell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissileSpell {
    /// Accuracy.
    pub acc: i16,
    /// Half-damage range in yards.
    pub half_range: i16,
    /// Maximum range in yards.
    pub max_range: i16,
    /// Bulk.
    pub bulk: i16,
}

/// A character or creature, compiled.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// What kind of figure it is; a combatant has a name of its own.
    pub name: String,
    /// Primary attributes (`DF-020`).
    pub st: i16,
    /// See `st`.
    pub dx: i16,
    /// See `st`.
    pub iq: i16,
    /// See `st`.
    pub ht: i16,
    /// Secondary ones (`DF-021`).
    pub will: i16,
    /// See `will`.
    pub per: i16,
    /// Maximum hit points.
    pub hp: i16,
    /// Maximum fatigue points.
    pub fp: i16,
    /// Basic Speed in quarters (`DF-022`).
    pub speed_quarters: i16,
    /// Basic Move (`DF-023`).
    pub basic_move: i16,
    /// Basic Lift in whole pounds (`DF-024`), down.
    pub basic_lift: i32,
    /// Basic Lift in tenths of a pound, which below ten pounds is exact.
    pub basic_lift_tenths: i32,
    /// Load in tenths of a pound.
    pub load: i32,
    /// Encumbrance level, 0 to 4; 5 beyond ten times Basic Lift (`DF-025`).
    pub encumbrance: i16,
    /// Move under that load (`DF-026`).
    pub mv: i16,
    /// Dodge under that load (`DF-027`), before halvings.
    pub dodge: i16,
    /// Size modifier.
    pub sm: i16,
    /// Thrusting damage (`DF-028`).
    pub thrust: Damage,
    /// Swinging damage.
    pub swing: Damage,
    /// Scores of all skills, by [`Skill`], defaults worked in (`DF-R80`).
    pub skills: [i16; Skill::COUNT],
    /// Which of them are trained, as bits.
    pub trained: u64,
    /// Advantages.
    pub traits: Traits,
    /// The body.
    pub body: Body,
    /// Armor, by [`Location`].
    pub armor: [Resistance; Location::COUNT],
    /// What is carried and can be held, at most [`MOST_ITEMS`].
    pub items: Vec<Item>,
    /// Which of that are shields and cloaks, as bits.
    pub shields: u8,
    /// All ways of attacking, the default one first.
    pub modes: Vec<Mode>,
    /// Spells.
    pub spells: Vec<Spell>,
    /// What it was made of: what its things are in somebody else's hands is worked out from there (`DF-R116`).
    pub file: Arc<SheetFile>,
}

/// The most items that one sheet can list.
pub const MOST_ITEMS: usize = 8;

/// The most spells that one sheet can list.
pub const MOST_SPELLS: usize = 32;

impl Sheet {
    /// The score of a skill, its default worked in.
    pub fn skill(&self, skill: Skill) -> i16 {
        self.skills[skill as usize]
    }
    /// Whether the skill was learned.
    pub fn is_trained(&self, skill: Skill) -> bool {
        self.trained & (1 << skill as u64) != 0
    }
    /// The best of DX and of those of the skills that were learned, with the skill that it is; DX
    /// only if no skill is as good.
    pub fn best_of(&self, skills: &[Skill]) -> (Option<Skill>, i16) {
        let learned = skills.iter().filter(|&&skill| self.is_trained(skill));
        learned.fold((None, self.dx), |best, &skill| {
            let score = self.skill(skill);
            let is_better = best.1 < score || best.0.is_none() && best.1 == score;
            if is_better { (Some(skill), score) } else { best }
        })
    }
    /// `DF-R15` With what a bare hand parries best, and the skill score of it.
    pub fn unarmed_parry(&self) -> (Option<Skill>, i16) {
        self.best_of(&[Skill::Karate, Skill::Judo, Skill::Boxing, Skill::Brawling])
    }
    /// `DF-485` With what a foe is grabbed best.
    pub fn grappling(&self) -> (Option<Skill>, i16) {
        self.best_of(&[Skill::Judo, Skill::SumoWrestling, Skill::Wrestling])
    }
    /// `DF-070` The best score in a feint's contest without a weapon: unarmed skills, Cloak and
    /// Shield. Whether a cloak or shield is at hand is not asked, nor is any weapon counted.
    pub fn feint(&self) -> (Option<Skill>, i16) {
        self.best_of(&[Skill::Boxing, Skill::Brawling, Skill::Karate, Skill::Cloak, Skill::Shield])
    }
    /// An own item, by its name.
    pub fn item_named(&self, name: &str) -> Option<ItemId> {
        let name = plain(name);
        let at = self.items.iter().position(|item| plain(&item.name) == name)?;
        u8::try_from(at).ok().map(ItemId::own)
    }
    /// Its own items.
    #[inline]
    pub fn own_items(&self) -> impl DoubleEndedIterator<Item = ItemId> + ExactSizeIterator + Clone + use<> {
        (0..self.items.len() as u8).map(ItemId::own)
    }
    /// The own item of a mode.
    fn item_of(&self, mode: &Mode) -> Option<&Item> {
        self.items.get(mode.item?.index())
    }
    /// The places of the modes that a name means: `broadsword swing`, `broadsword` for all of its
    /// modes, or the name of an attack without an item.
    pub fn modes_named<'a>(&'a self, name: &str) -> impl Iterator<Item = u16> + use<'a> {
        let name = plain(name);
        let matches = move |mode: &Mode| match self.item_of(mode) {
            None => plain(&mode.name) == name,
            Some(item) => {
                let item = plain(&item.name);
                item == name || item + &plain(&mode.name) == name
            }
        };
        let modes = self.modes.iter().enumerate();
        modes.filter(move |(_, mode)| matches(mode)).map(|(at, _)| at as u16)
    }
    /// The place of a spell, by its name.
    pub fn spell_named(&self, name: &str) -> Option<u8> {
        let name = plain(name);
        let at = self.spells.iter().position(|spell| plain(&spell.name) == name)?;
        u8::try_from(at).ok()
    }
    /// What is in each hand when the fight begins.
    pub fn hands_at_start(&self) -> [ItemId; 4] {
        let mut hands = [ItemId::NONE; 4];
        for (at, item) in self.items.iter().enumerate() {
            for (hand, held) in hands.iter_mut().enumerate() {
                if item.start.hands() & (1 << hand) != 0 {
                    *held = ItemId::own(at as u8);
                }
            }
        }
        hands
    }
}
