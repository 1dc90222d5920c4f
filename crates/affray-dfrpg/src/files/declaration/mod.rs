//! What a file declares for one turn, and how it answers the engine's questions.
//!
//! A declaration is written as people say it at the table: one table a turn, with the maneuver, the
//! movement, the attacks, and what the others decide. Every question that the engine asks takes the
//! next entry of its kind; where there is none, the stated default holds.

mod answer;

pub use answer::Script;
pub(super) use answer::{Answer, SPELL_IN_HAND, advance};

use crate::decision::AllOut;
use crate::state::{DefenseFocus, Posture, Reaction, Trigger};
use affray_files::value::{FromValue, ToValue};
use affray_files::{Diagnostic, Path};
use affray_grid::{Cell, Facing};
use affray_prove::cases::OneOrMany;

/// The maneuvers, as files name them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue, ToValue)]
pub enum ManeuverName {
    /// All-Out Attack; `bonus` says which.
    AllOutAttack,
    /// Attack.
    Attack,
    /// All-Out Defense; `focus` says which.
    AllOutDefense,
    /// Move and Attack.
    MoveAndAttack,
    /// Feint; `feint` says at whom.
    Feint,
    /// Aim; `aim` says what at whom.
    Aim,
    /// Move; `path` says where.
    Move,
    /// Change Posture; `posture` says to which.
    ChangePosture,
    /// Concentrate; `cast` says on what.
    Concentrate,
    /// Ready; `ready` says what.
    Ready,
    /// Do Nothing.
    #[default]
    DoNothing,
    /// Wait; `wait` says for what.
    Wait,
}

/// A maneuver with what belongs to it.
#[derive(Debug, Clone, Default, PartialEq, FromValue, ToValue)]
#[value(default)]
pub struct ManeuverTable {
    /// The maneuver. Default: `do-nothing`.
    pub maneuver: ManeuverName,
    /// The one bonus of an All-Out Attack.
    pub bonus: Option<Bonus>,
    /// The choice of an All-Out Defense.
    pub focus: Option<DefenseFocus>,
    /// The posture that a Change Posture leads to.
    pub posture: Option<Posture>,
    /// The side on which the second hex lies afterwards. Default: the engine chooses.
    pub second_hex: Option<Facing>,
    /// What is aimed at whom.
    pub aim: Option<AimDeclared>,
    /// What is cast, or `"think"`, `"go-on"`.
    pub cast: Option<CastFile>,
    /// What is readied.
    pub ready: Option<ReadyFile>,
    /// What is waited for.
    pub wait: Option<WaitFile>,
}

impl ManeuverTable {
    /// What says more of a maneuver that is not chosen, as `aim` without `maneuver = "aim"` does, is an error: nobody means
    /// to do nothing by it.
    ///
    /// # Errors
    /// The key, and the maneuver to which it belongs.
    pub(super) fn has_its_maneuver(&self) -> Result<(), Diagnostic> {
        let details = [
            ("bonus", self.bonus.is_some(), "all-out-attack"),
            ("focus", self.focus.is_some(), "all-out-defense"),
            ("posture", self.posture.is_some(), "change-posture"),
            ("aim", self.aim.is_some(), "aim"),
            ("cast", self.cast.is_some(), "concentrate"),
            ("ready", self.ready.is_some(), "ready"),
            ("wait", self.wait.is_some(), "wait"),
        ];
        match details.into_iter().find(|(_, given, _)| *given) {
            Some((key, _, maneuver)) if self.maneuver == ManeuverName::DoNothing => {
                let wrong = Diagnostic::new(Path::root().key(key), format!("`{key}` is no part of `do-nothing`"));
                Err(wrong.hint(format!("`maneuver = \"{maneuver}\"`")))
            }
            _ => Ok(()),
        }
    }
}

impl Declaration {
    /// Its maneuver.
    pub(super) fn maneuver(&self) -> ManeuverTable {
        ManeuverTable {
            maneuver: self.maneuver.unwrap_or_default(),
            bonus: self.bonus,
            focus: self.focus,
            posture: self.posture,
            second_hex: self.second_hex,
            aim: self.aim.clone(),
            cast: self.cast.clone(),
            ready: self.ready.clone(),
            wait: self.wait.clone(),
        }
    }
}

impl ManeuverName {
    /// The keys of a declaration that say more of the maneuver itself.
    const fn details(self) -> &'static [&'static str] {
        match self {
            Self::AllOutAttack => &["bonus"],
            Self::AllOutDefense => &["focus"],
            Self::Aim => &["aim"],
            Self::ChangePosture => &["posture", "second_hex"],
            Self::Concentrate => &["cast"],
            Self::Ready => &["ready"],
            Self::Wait => &["wait"],
            Self::Attack | Self::MoveAndAttack | Self::Feint | Self::Move | Self::DoNothing => &[],
        }
    }
}

/// What one combatant does on its turn, and what the others decide meanwhile.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default, expected = "a table such as { maneuver = \"attack\", attack = { target = \"Orc\" } }")]
pub struct Declaration {
    /// Act or do nothing, where a roll to stay conscious is due. Default: `true`, unless the maneuver
    /// is `do-nothing`.
    pub act: Option<bool>,
    /// Free actions before the maneuver, in their order.
    pub free: OneOrMany<FreeFile>,
    /// The maneuver. Default: `do-nothing`.
    pub maneuver: Option<ManeuverName>,
    /// The one bonus of an All-Out Attack: `determined`, `double`, `feint`, `strong` or `ranged`.
    pub bonus: Option<Bonus>,
    /// The choice of an All-Out Defense: `dodge`, `parry`, `block` or `double`.
    pub focus: Option<DefenseFocus>,
    /// The posture that a Change Posture leads to.
    pub posture: Option<Posture>,
    /// The side on which the second hex lies afterwards. Default: the engine chooses.
    pub second_hex: Option<Facing>,
    /// The Step. Default: none.
    pub step: Option<StepFile>,
    /// A full or half move, piece by piece. Default: none. Each piece is a string: `"E"` enters the
    /// hex on that side forward, `"side E"` sidesteps or backs into it, `"turn NE"` turns before the
    /// first hex, `"close E"` and `"side close E"` enter the hex of a foe to stay in it, `"attack"` is
    /// where the attack of a Move and Attack falls.
    pub path: Vec<String>,
    /// The attacks, in their order.
    pub attack: OneOrMany<AttackFile>,
    /// The feint.
    pub feint: Option<FeintDeclared>,
    /// What is aimed at whom.
    pub aim: Option<AimDeclared>,
    /// What is cast, or `"think"`, `"go-on"`.
    pub cast: Option<CastFile>,
    /// What is readied.
    pub ready: Option<ReadyFile>,
    /// What is waited for.
    pub wait: Option<WaitFile>,
    /// The last facing and a crouch at the end, of reactions and the turn in their order. Default: neither changes.
    pub finish: OneOrMany<FinishFile>,
    /// Defenses, in the order in which attacks hit. Default: none.
    pub defend: OneOrMany<DefendFile>,
    /// Whether foes resist being passed, in the order in which they are asked. Default: `true`.
    pub resist_evade: OneOrMany<bool>,
    /// Whether waiters react, in the order in which they are asked. Default: `true`.
    pub react: OneOrMany<bool>,
    /// Whether casters keep their spells when distracted. Default: `true`.
    pub keep: OneOrMany<bool>,
    /// Whether targets resist spells. Default: `true`.
    pub resist: OneOrMany<bool>,
    /// Whether casters pay for lasting spells that are about to end. Default: `false`.
    pub maintain: OneOrMany<bool>,
    /// The hex sides to which those in a blast dive: a side, or `"stay"` to dive on the spot; leave
    /// out for no dive. Default: no dive.
    pub dive: OneOrMany<String>,
    /// The side on which the second hex of a thrown foe lies. Default: the first legal one.
    pub fall: OneOrMany<Facing>,
}

/// `DF-058` The bonuses of an All-Out Attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
pub enum Bonus {
    /// +4 to hit with one melee attack.
    Determined,
    /// Two melee attacks at one foe.
    Double,
    /// A feint and a melee attack.
    Feint,
    /// +2 damage, or +1 per die.
    Strong,
    /// +1 to hit with one ranged attack.
    Ranged,
}

impl From<AllOut> for Bonus {
    fn from(bonus: AllOut) -> Self {
        match bonus {
            AllOut::Determined => Self::Determined,
            AllOut::Double => Self::Double,
            AllOut::Feint => Self::Feint,
            AllOut::Strong => Self::Strong,
            AllOut::Ranged => Self::Ranged,
        }
    }
}

impl From<Bonus> for AllOut {
    fn from(bonus: Bonus) -> Self {
        match bonus {
            Bonus::Determined => Self::Determined,
            Bonus::Double => Self::Double,
            Bonus::Feint => Self::Feint,
            Bonus::Strong => Self::Strong,
            Bonus::Ranged => Self::Ranged,
        }
    }
}

/// A free action. Strings: `"crouch"`, `"rise"`, `"cancel-casting"`, `"leave"`; tables for the rest.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(expected = "a free action, as a word or a table")]
pub enum FreeFile {
    /// Without more to say.
    #[value(text)]
    Word(FreeWord),
    /// With more.
    #[value(table)]
    Table(FreeTable),
}

/// Free actions without more to say.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
pub enum FreeWord {
    /// No more of them.
    Done,
    /// Crouch at the start of the turn.
    Crouch,
    /// Leave a crouch.
    Rise,
    /// Give up what is being cast.
    CancelCasting,
    /// Leave the fight, at the edge of the map or far from all foes.
    Leave,
}

/// Free actions with something to them.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
pub enum FreeTable {
    /// Drop that item, or what a hand holds: `"hand 0"`.
    Drop(String),
    /// Let that foe go.
    Release(String),
    /// Draw that item by Fast-Draw into a hand (0 is the main hand).
    FastDraw {
        /// The item.
        item: String,
        /// The hand.
        #[value(default)]
        hand: u8,
    },
    /// Dissipate the spell that a hand holds.
    Dissipate {
        /// The hand.
        hand: u8,
    },
}

/// A Step: a side, or a table.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(expected = "a side of the hex, or a table")]
pub enum StepFile {
    /// None.
    None,
    /// Before the action, to that side; the facing stays.
    #[value(text)]
    To(Facing),
    /// In full.
    #[value(table)]
    Table(StepTable),
}

/// A Step in full.
#[derive(Debug, Clone, Default, PartialEq, FromValue, ToValue)]
#[value(default)]
pub struct StepTable {
    /// The side to which it goes. Default: no hex.
    pub to: Option<Facing>,
    /// Kneeling or standing in place of the hex.
    pub posture: Option<Posture>,
    /// The facing afterwards. Default: as before.
    pub facing: Option<Facing>,
    /// After the action rather than before it. Default: `false`.
    pub after: bool,
}

/// The end of a turn.
#[derive(Debug, Clone, Default, PartialEq, FromValue, ToValue)]
#[value(default, expected = "a table such as { facing = \"E\" }")]
pub struct FinishFile {
    /// The last facing.
    pub facing: Option<Facing>,
    /// Crouch.
    pub crouch: bool,
}

/// Kinds of attack other than a strike.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue, ToValue)]
pub enum AttackKind {
    /// With a weapon, a limb or a held spell.
    #[default]
    Strike,
    /// Shove.
    Shove,
    /// Slam.
    Slam,
    /// Grab the `at` part or the `item`.
    Grab,
    /// Takedown.
    Takedown,
    /// Pin.
    Pin,
    /// Strangle.
    Strangle,
    /// Take the grabbed item.
    Wrest,
    /// Make the foe drop what the grabbed hand holds.
    ForceDrop,
    /// Break free.
    BreakFree,
    /// Help the `target`, a friend, in a takedown or pin.
    Assist,
    /// No attack after all.
    Forgo,
}

/// What is done to an item that is struck at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
pub enum Purpose {
    /// Damage it.
    Damage,
    /// Strike it out of the hand.
    Disarm,
}

/// An attack as it is declared.
#[derive(Debug, Clone, Default, PartialEq, FromValue, ToValue)]
#[value(default, expected = "a table such as { target = \"Orc\", with = \"axe\" }")]
pub struct AttackFile {
    /// Default: a strike.
    pub kind: AttackKind,
    /// At whom.
    pub target: String,
    /// The weapon, its mode as `"weapon mode"`, `"punch"`, `"kick"`, `"bite"`, or the name of a held
    /// spell. Default: the sheet's first mode.
    pub with: Option<String>,
    /// The hand or foot of an unarmed strike: 0 is the main one. Default: the first free hand.
    pub hand: Option<u8>,
    /// A location, `"chinks torso"` (or another location), or `"random"`. Default: `"torso"`.
    pub at: Option<String>,
    /// An item of the target to strike at, or to grab.
    pub item: Option<String>,
    /// What to do to the item: has to be said.
    pub purpose: Option<Purpose>,
    /// Levels of Deceptive Attack, 0 to 20.
    pub deceptive: u8,
    /// The first strike of a Rapid Strike; the next entry is its second.
    pub rapid: bool,
    /// The second strike of a Dual-Weapon Attack: this entry is the first.
    pub dual: Option<Box<AttackFile>>,
    /// How many hands a grab, shove or strangling uses, or exactly which: `[0, 1]`. Default: all that
    /// are free; for a strangling all that hold.
    pub hands: Option<HandsFile>,
    /// The game master's modifier, -10 to +10.
    pub situational: i8,
    /// Speed of the attacker's mount or vehicle, 0 to 100 yards a second.
    pub mount_speed: u8,
    /// The target cannot perceive the attack.
    pub unseen: bool,
    /// Attack from above: the side of the target's hex on which the attacker lands, or `"in"` for in it.
    pub drop: Option<String>,
}

/// Hands, by number or one by one.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(expected = "a number of hands, or a list of them")]
pub enum HandsFile {
    /// So many.
    #[value(number)]
    Count(u8),
    /// Exactly these.
    #[value(list)]
    These(Vec<u8>),
}

/// A feint as it is declared.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(expected = "a table such as { target = \"Orc\" }")]
pub struct FeintDeclared {
    /// At whom.
    pub target: String,
    /// The weapon. Default: whatever has the best score.
    pub with: Option<String>,
    /// The game master's modifier, -10 to +10.
    #[value(default)]
    pub situational: i8,
}

/// An Aim as it is declared.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(expected = "a table such as { target = \"Orc\", with = \"bow\" }")]
pub struct AimDeclared {
    /// At whom.
    pub target: String,
    /// The weapon. Default: the first ranged mode.
    pub with: Option<String>,
    /// Braced.
    #[value(default)]
    pub brace: bool,
}

/// What is concentrated on.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(expected = "a word or a table")]
pub enum CastFile {
    /// `"think"` or `"go-on"`.
    #[value(text)]
    Word(CastWord),
    /// A spell.
    #[value(table)]
    Table(Box<CastTable>),
}

/// Concentration without more to say.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
pub enum CastWord {
    /// A mental action that is no spell.
    Think,
    /// The spell that was begun goes on.
    GoOn,
}

/// A spell as it is begun or enlarged.
#[derive(Debug, Clone, Default, PartialEq, FromValue, ToValue)]
#[value(default)]
pub struct CastTable {
    /// The spell. Default: the one that is held or was begun, to enlarge it or to go on with it.
    pub spell: Option<String>,
    /// On whom.
    pub target: Option<String>,
    /// Energy, where the caster chooses it. Default: the spell's least.
    pub energy: Option<u8>,
    /// How much of it is paid in HP.
    pub hp: u8,
    /// Point with baton or staff.
    pub point: bool,
    /// Enlarge the missile that is held already by `energy`.
    pub enlarge: bool,
    /// Go on with the spell that was begun, at another `target` or `center`.
    pub go_on: bool,
    /// The hand that holds a missile or melee spell: 0 is the main hand. Default: the first free one.
    pub hand: Option<u8>,
    /// The center of an area.
    pub center: Option<Cell>,
    /// The radius of an area in hexes, of a search in tiles. Default: 1.
    pub radius: Option<u16>,
    /// Known things that a search ignores.
    pub ignoring: u8,
    /// The game master's modifier, -10 to +10.
    pub situational: i8,
}

/// What is readied.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
pub enum ReadyFile {
    /// Draw or pick up an item.
    Draw {
        /// The item.
        item: String,
        /// The hand: 0 is the main hand.
        #[value(default)]
        hand: u8,
    },
    /// Get an item under control.
    Regain(String),
    /// Hold a weapon for its other reach.
    Reach(String),
    /// One step of reloading.
    Reload(String),
    /// Put an item away.
    Sheathe(String),
    /// Take an item into another hand.
    Shift {
        /// The item.
        item: String,
        /// The hand.
        hand: u8,
    },
    /// Get rid of a shield in close combat.
    DitchShield(String),
    /// Lift a grabbed foe.
    Lift(String),
    /// Something that the map does not know, such as a door.
    Other(String),
}

/// A Wait as it is declared.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(expected = "a table such as { for = \"comes-into-reach\", with = \"axe\" }")]
pub struct WaitFile {
    /// The event.
    #[value(rename = "for")]
    pub trigger: Trigger,
    /// Whose. Default: any foe's.
    pub foe: Option<String>,
    /// The reaction. Default: an Attack.
    #[value(default = attack())]
    pub reaction: Reaction,
    /// The weapon or mode that strikes, or the item to ready. Default: the sheet's first mode.
    pub with: Option<String>,
    /// A location, or `"random"`. Default: `"torso"`.
    pub at: Option<String>,
    /// Levels of Deceptive Attack.
    #[value(default)]
    pub deceptive: u8,
    /// What kind of attack it is. Default: a strike.
    #[value(default)]
    pub kind: AttackKind,
    /// A Rapid Strike.
    #[value(default)]
    pub rapid: bool,
    /// The second mode of a Dual-Weapon Attack.
    pub dual: Option<String>,
    /// The item of the foe that is grabbed.
    pub item: Option<String>,
    /// The watched area of `in-area`.
    pub area: Option<AreaFile>,
    /// Turns for which the same single hex has been watched already.
    #[value(default)]
    pub seconds: u8,
    /// The crossbow is braced.
    #[value(default)]
    pub brace: bool,
    /// The movement of the reaction is taken at once.
    #[value(default)]
    pub move_now: bool,
}

fn attack() -> Reaction {
    Reaction::Attack
}

/// A watched area: one hex, a row of hexes, a line without end or a disc.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(expected = "a table such as { from = [0, 0] }")]
pub struct AreaFile {
    /// Its first hex, or the center of a disc.
    pub from: Cell,
    /// The direction of a row or line.
    pub towards: Option<Facing>,
    /// Hexes of a row, 1 to 127. Default: 1.
    pub hexes: Option<u8>,
    /// A line without end.
    #[value(default)]
    pub line: bool,
    /// The radius of a disc in hexes, 1 to 100.
    pub radius: Option<u8>,
}

/// A defense: a word or a table.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(expected = "a defense, as a word or a table")]
pub enum DefendFile {
    /// `"dodge"`, `"parry"`, `"block"` or `"none"`, without options.
    #[value(text)]
    Word(DefendWord),
    /// With options.
    #[value(table)]
    Table(Box<DefendTable>),
}

/// The kinds of defense.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue, ToValue)]
pub enum DefendWord {
    /// None.
    #[default]
    None,
    /// Dodge.
    Dodge,
    /// Parry.
    Parry,
    /// Block.
    Block,
    /// Block with a lifted foe.
    BlockWithFoe,
    /// A Blocking spell.
    Spell,
}

/// A defense with options.
#[derive(Debug, Clone, Default, PartialEq, FromValue, ToValue)]
#[value(default)]
pub struct DefendTable {
    /// Who defends, as a check: the case fails if somebody else is asked.
    pub who: Option<String>,
    /// How.
    pub with: DefendWord,
    /// The parrying weapon. Default: the first hand that can parry.
    pub weapon: Option<String>,
    /// The parrying hand: 0 is the main hand.
    pub hand: Option<u8>,
    /// The Blocking spell.
    pub spell: Option<String>,
    /// Retreat: the side, or `true` for straight away from the attacker.
    pub retreat: Option<RetreatFile>,
    /// Acrobatic Dodge.
    pub acrobatic: bool,
    /// Dodge and Drop.
    pub drop: bool,
    /// The game master's modifier, -10 to +10.
    pub situational: i8,
}

/// Where a Retreat leads.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
#[value(expected = "true, false, or a side of the hex")]
pub enum RetreatFile {
    /// Straight away, or not.
    #[value(flag)]
    Away(bool),
    /// To that side.
    #[value(text)]
    To(Facing),
}
