//! Character sheets: what a fight never changes about a combatant.
//!
//! A [`Sheet`] is compiled once from its file (see `files::sheet`); every value that can be computed
//! beforehand stands in it, so that a turn only adds modifiers.

mod item;
mod skill;
mod spell;

pub use item::*;
pub use skill::Skill;
pub use spell::*;

use crate::files::sheet::SheetFile;
use affray_files::plain;
use std::sync::Arc;

pub use affray_3d6::attributes::Level;
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
    /// `DF-R125` What the sheet adds to every Parry besides.
    pub parry_bonus: i16,
    /// `DF-R125` Points of darkness that take nothing from its attacks.
    pub dark_sight: i16,
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
    /// `DF-R131` Other locations that it lacks, a bit each.
    pub lacks: u32,
    /// Occupies two hexes while lying or crawling (`DF-156`).
    pub humanoid: bool,
}

/// A character or creature, compiled.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// What kind of combatant it is; a combatant has a name of its own.
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
    /// `DF-R135` Whether it takes hold of others with its whole body, having no hands and a skill for it.
    pub fn grips_with_body(&self) -> bool {
        let skills = [Skill::Judo, Skill::SumoWrestling, Skill::Wrestling];
        self.body.hands == 0 && skills.iter().any(|&skill| self.is_trained(skill))
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
    /// The best of DX and of those of the skills that were learned.
    pub fn best_level(&self, skills: &[Skill]) -> Level {
        let (skill, score) = self.best_of(skills);
        Level { score, name: skill.map_or("DX", Skill::name) }
    }
    /// A skill with its score, its default worked in.
    pub fn level(&self, skill: Skill) -> Level {
        Level { score: self.skill(skill), name: skill.name() }
    }
    /// DX with its score.
    pub const fn dx_level(&self) -> Level {
        Level { score: self.dx, name: "DX" }
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
