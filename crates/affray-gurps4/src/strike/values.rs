//! Attacks and defenses as they are declared: plain values.

use crate::event::Effort;
use crate::files::choices::{FormKeys, ModeKeys};
use crate::sheet::{Flight, ItemId};
use affray_3d6::location::Location;
use affray_files::value::{FromValue, ToValue};
use affray_grid::{Arc, Facing};
use affray_kernel::referee::CombatantId;

pub use affray_kernel::state::NONE;

/// The mode of what is done with the body.
pub const NO_MODE: u16 = NONE as u16;

/// `G4-131` to `G4-134` Which All-Out Attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum AllOut {
    /// A bonus to hit.
    Determined,
    /// A bonus to damage.
    Strong,
    /// Two attacks.
    Double,
    /// A Feint and an attack.
    Feint,
}

/// The maneuver of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum From {
    /// A Regular Attack.
    Attack,
    /// An All-Out Attack.
    AllOut(AllOut),
    /// A Charge Attack.
    Charge {
        /// Heroic (`G4-147`).
        heroic: bool,
    },
}

/// The attacks that a maneuver allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The maneuver.
    pub from: From,
    /// Attacks that follow this one.
    pub more: u8,
    /// One was traded already in this turn (`G4-274`).
    pub traded: bool,
    /// It has to be a Slam or Shield Rush, as full Move was used for it.
    pub slam: bool,
    /// Points of movement left, for who goes on after a Slam (`G4-300`).
    pub left: i16,
}

impl Plan {
    /// One attack of that maneuver.
    pub const fn of(from: From) -> Self {
        Self { from, more: 0, traded: false, slam: false, left: 0 }
    }
}

/// An attack as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
pub enum Attack {
    /// None after all.
    None,
    /// One.
    #[value(table)]
    One(Strike),
    /// One with each hand, the main hand's first (`G4-270`).
    Dual(Strike, Strike),
    /// Two with one weapon (`G4-272`).
    Rapid(Strike, Strike),
}

/// `G4-R26` The trade that an attack is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Trade {
    /// A plain attack.
    #[default]
    None,
    /// A Dual Weapon Attack with the main hand, or with the off hand.
    Dual {
        /// The off hand.
        off: bool,
        /// Both go for the same target (`G4-271`).
        same: bool,
    },
    /// A Rapid Strike.
    Rapid,
}

/// The form of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Form {
    /// A plain blow or shot.
    #[default]
    Blow,
    /// To disarm of that item (`G4-280`).
    Disarm(ItemId),
    /// To break that item (`G4-288`).
    Break(ItemId),
    /// A Slam (`G4-295`).
    Slam,
    /// A Shield Rush (`G4-301`).
    ShieldRush,
    /// A grapple (`G4-R43`).
    Grapple,
    /// To break free of a grapple (`G4-R43`).
    BreakFree,
}

impl Form {
    /// Whether a body is thrown at the target instead of a weapon.
    pub const fn is_slam(self) -> bool {
        matches!(self, Self::Slam | Self::ShieldRush)
    }
    /// Whether no weapon is used.
    pub const fn is_bodily(self) -> bool {
        matches!(self, Self::Slam | Self::ShieldRush | Self::Grapple | Self::BreakFree)
    }
    /// Whether it goes for what the target holds.
    pub const fn held(self) -> Option<ItemId> {
        match self {
            Self::Disarm(item) | Self::Break(item) => Some(item),
            _ => None,
        }
    }
}

/// `G4-123` The use of a Feint's margin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
pub enum FeintUse {
    /// Against the target's defense.
    #[default]
    Defense,
    /// For the roll to hit.
    Skill,
}

/// `G4-D08` The modifiers that the game master declares for one attack (`G4-R51`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, FromValue, ToValue)]
#[value(default)]
pub struct Situation {
    /// `G4-209` 0, or -2 to -4.
    pub distraction: i8,
    /// `G4-210` The target's cover: 0, or -2 to -4.
    pub cover: i8,
    /// `G4-211` 0 to -9, on top of none; what the scene says holds where it is worse.
    pub darkness: i8,
    /// `G4-213` The shooter is behind cover.
    pub behind_cover: bool,
    /// `G4-223` Anything else, -10 to 10.
    pub other: i8,
    /// `G4-240` The target does not know of it.
    pub unaware: bool,
}

/// One attack as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
#[value(then = Strike::settled)]
pub struct Strike {
    /// The target.
    pub target: CombatantId,
    /// The mode; [`NO_MODE`] for what is done with the body.
    #[value(flatten, like = ModeKeys)]
    pub mode: u16,
    /// The location. Default: the torso.
    #[value(default = Location::Torso)]
    pub at: Location,
    /// Its form. Default: a plain blow.
    #[value(flatten, like = FormKeys, of = target)]
    pub form: Form,
    /// `G4-137` Taken on the skill for a Deceptive Attack or to lead the target: 0, -2, -4 and so on.
    #[value(default)]
    pub deceptive: i8,
    /// `G4-140` A Telegraphic Attack.
    #[value(default)]
    pub telegraphic: bool,
    /// `G4-276` Attack Armor.
    #[value(default)]
    pub armor: bool,
    /// `G4-128` Mighty Blow.
    #[value(default)]
    pub mighty: bool,
    /// `G4-273` Flurry of Blows.
    #[value(default)]
    pub flurry: bool,
    /// `G4-112` Rapid Recovery before the attack.
    #[value(default)]
    pub recover: bool,
    /// `G4-112` Rapid Recovery after the attack.
    #[value(default)]
    pub recover_after: bool,
    /// `G4-123` The use of a Feint's margin. Default: against the defense.
    #[value(default)]
    pub feint: FeintUse,
    /// Modifiers that the game master declares.
    #[value(default)]
    pub situation: Situation,
}

impl Strike {
    /// A plain attack at the torso.
    pub fn plain(mode: u16, target: CombatantId) -> Self {
        Self {
            mode,
            target,
            at: Location::Torso,
            form: Form::Blow,
            deceptive: 0,
            telegraphic: false,
            armor: false,
            mighty: false,
            flurry: false,
            recover: false,
            recover_after: false,
            feint: FeintUse::Defense,
            situation: Situation::default(),
        }
    }
    /// What is done with the body has no mode.
    const fn settled(self) -> Self {
        Self { mode: if self.form.is_bodily() { NO_MODE } else { self.mode }, ..self }
    }
    /// `G4-R13` FP that its extra efforts cost: each attack pays for its own.
    pub(crate) fn effort(&self) -> i16 {
        self.paid_at_once().count() as i16 + i16::from(self.recover)
    }
    /// `G4-128` `G4-180` `G4-273` Extra efforts that are paid for when the attack is declared. Rapid Recovery is paid for
    /// when it is made.
    pub(crate) fn paid_at_once(&self) -> impl Iterator<Item = Effort> + use<> {
        let efforts = [(self.mighty, Effort::MightyBlow), (self.flurry, Effort::FlurryOfBlows)];
        efforts.into_iter().filter(|(made, _)| *made).map(|(_, effort)| effort)
    }
}

/// An attack as its target sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IncomingAttack {
    /// The attacker.
    pub by: CombatantId,
    /// With which mode; [`NO_MODE`] for the body.
    pub mode: u16,
    /// Its form.
    pub form: Form,
    /// From where.
    pub arc: Arc,
    /// The attacker was there when its turn began (`G4-244`).
    pub behind: bool,
    /// Its flight, if it is ranged.
    pub flight: Option<Flight>,
    /// Yards.
    pub distance: i16,
    /// The penalty of Deceptive Attack or Lead (`G4-137`).
    pub deceptive: i8,
    /// The bonus against a Telegraphic Attack (`G4-140`).
    pub telegraphic: bool,
    /// The penalty of a Feint (`G4-123`).
    pub feint: u8,
    /// Both weapons of a Dual Weapon Attack come at it (`G4-271`).
    pub dual: bool,
    /// It does not know of it.
    pub unaware: bool,
}

/// `G4-240` An active defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DefenseKind {
    /// None.
    None,
    /// Dodge.
    Dodge,
    /// Parry with what that hand holds, or with the hand: 0 the main hand, 1 the off hand.
    Parry(u8),
    /// Block.
    Block,
}

/// A defense as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(word = "with")]
pub struct Defense {
    /// Which: `dodge`, `parry`, `parry-main`, `parry-off`, `block` or `none`. Default: none.
    #[value(rename = "with", default = DefenseKind::None)]
    pub kind: DefenseKind,
    /// `G4-252` A Retreat into the hex on that side.
    pub retreat: Option<Facing>,
    /// `G4-250` An Acrobatic Dodge.
    #[value(default)]
    pub acrobatic: bool,
    /// `G4-251` Dive!
    #[value(default)]
    pub dive: bool,
    /// `G4-254` A Feverish Defense.
    #[value(default)]
    pub feverish: bool,
    /// `G4-244` A roll for Blind Fighting first.
    #[value(default)]
    pub blind_fighting: bool,
}

impl Defense {
    /// No defense.
    pub const NONE: Self = Self::plain(DefenseKind::None);
    /// A defense without options.
    pub const fn plain(kind: DefenseKind) -> Self {
        Self { kind, retreat: None, acrobatic: false, dive: false, feverish: false, blind_fighting: false }
    }
}
