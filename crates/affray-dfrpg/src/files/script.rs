//! What a file declares for one turn, and how it answers the engine's questions.
//!
//! A declaration is written as people say it at the table: one table a turn, with the maneuver, the
//! movement, the attacks, and what the others decide. Every question that the engine asks takes the
//! next entry of its kind; where there is none, the stated default holds.

use super::wire::{find_item, find_mode, find_spell};
use crate::Dfrpg;
use crate::attack_rules::HELD;
use crate::decision::{
    Advance, Aim, AimAt, AllOut, Attack, Cast, Choice, Concentrate, Defense, DefenseKind, FeintAt, Finish, Free,
    Grapple, Maneuver, NO_AREA, NO_MODE, NONE, Question, Ready, Step, Strike, WaitFor,
};
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, ItemKind, Location, ModeKind, Sheet};
use crate::state::{Area, DefenseFocus, Form, HeldSpell, Posture, Reaction, State, Trigger, Waiting};
use affray_core::cases::{self, LeftOver, OneOrMany, Used};
use affray_core::files::{Complaint, Path, wrong};
use affray_core::grid::{Cell, Facing};
use affray_core::names;
use affray_core::referee::CombatantId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The maneuvers, as files name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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
    DoNothing,
    /// Wait; `wait` says for what.
    Wait,
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
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "a table such as { maneuver = \"attack\", attack = { target = \"Orc\" } }"
)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FreeFile {
    /// Without more to say.
    Word(FreeWord),
    /// With more.
    Table(FreeTable),
}

affray_core::forms!(FreeFile, "a free action, as a word or a table" {
    text => Word,
    table => Table,
});

/// Free actions without more to say.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FreeWord {
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum FreeTable {
    /// Drop that item.
    Drop(String),
    /// Let that foe go.
    Release(String),
    /// Draw that item by Fast-Draw into a hand (0 is the main hand).
    FastDraw {
        /// The item.
        item: String,
        /// The hand.
        #[serde(default)]
        hand: u8,
    },
    /// Dissipate the spell that a hand holds.
    Dissipate {
        /// The hand.
        hand: u8,
    },
}

/// A Step: a side, or a table.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum StepFile {
    /// Before the action, to that side; the facing stays.
    To(Facing),
    /// In full.
    Table(StepTable),
}

affray_core::forms!(StepFile, "a side of the hex, or a table" {
    text => To,
    table => Table,
});

/// A Step in full.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
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
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, expecting = "a table such as { facing = \"E\" }")]
pub struct FinishFile {
    /// The last facing.
    pub facing: Option<Facing>,
    /// Crouch.
    pub crouch: bool,
}

/// Kinds of attack other than a strike.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Damage it.
    Damage,
    /// Strike it out of the hand.
    Disarm,
}

/// An attack as it is declared.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, expecting = "a table such as { target = \"Orc\", with = \"axe\" }")]
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
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum HandsFile {
    /// So many.
    Count(u8),
    /// Exactly these.
    These(Vec<u8>),
}

affray_core::forms!(HandsFile, "a number of hands, or a list of them" {
    number => Count,
    list => These,
});

/// A feint as it is declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table such as { target = \"Orc\" }")]
pub struct FeintDeclared {
    /// At whom.
    pub target: String,
    /// The weapon. Default: whatever has the best score.
    pub with: Option<String>,
    /// The game master's modifier, -10 to +10.
    #[serde(default)]
    pub situational: i8,
}

/// An Aim as it is declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table such as { target = \"Orc\", with = \"bow\" }")]
pub struct AimDeclared {
    /// At whom.
    pub target: String,
    /// The weapon. Default: the first ranged mode.
    pub with: Option<String>,
    /// Braced.
    #[serde(default)]
    pub brace: bool,
}

/// What is concentrated on.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CastFile {
    /// `"think"` or `"go-on"`.
    Word(CastWord),
    /// A spell.
    Table(Box<CastTable>),
}

affray_core::forms!(CastFile, "a word or a table" {
    text => Word,
    table => Table,
});

/// Concentration without more to say.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CastWord {
    /// A mental action that is no spell.
    Think,
    /// The spell that was begun goes on.
    GoOn,
}

/// A spell as it is begun or enlarged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum ReadyFile {
    /// Draw or pick up an item.
    Draw {
        /// The item.
        item: String,
        /// The hand: 0 is the main hand.
        #[serde(default)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table such as { for = \"comes-into-reach\", with = \"axe\" }")]
pub struct WaitFile {
    /// The event.
    #[serde(rename = "for")]
    pub trigger: Trigger,
    /// Whose. Default: any foe's.
    pub foe: Option<String>,
    /// The reaction. Default: an Attack.
    #[serde(default = "attack")]
    pub reaction: Reaction,
    /// The weapon or mode that strikes, or the item to ready. Default: the sheet's first mode.
    pub with: Option<String>,
    /// A location, or `"random"`. Default: `"torso"`.
    pub at: Option<String>,
    /// Levels of Deceptive Attack.
    #[serde(default)]
    pub deceptive: u8,
    /// What kind of attack it is. Default: a strike.
    #[serde(default)]
    pub kind: AttackKind,
    /// A Rapid Strike.
    #[serde(default)]
    pub rapid: bool,
    /// The second mode of a Dual-Weapon Attack.
    pub dual: Option<String>,
    /// The item of the foe that is grabbed.
    pub item: Option<String>,
    /// The watched area of `in-area`.
    pub area: Option<AreaFile>,
    /// Turns for which the same single hex has been watched already.
    #[serde(default)]
    pub seconds: u8,
    /// The crossbow is braced.
    #[serde(default)]
    pub brace: bool,
    /// The movement of the reaction is taken at once.
    #[serde(default)]
    pub move_now: bool,
}

fn attack() -> Reaction {
    Reaction::Attack
}

/// A watched area: one hex, a row of hexes, a line without end or a disc.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table such as { from = [0, 0] }")]
pub struct AreaFile {
    /// Its first hex, or the center of a disc.
    pub from: Cell,
    /// The direction of a row or line.
    pub towards: Option<Facing>,
    /// Hexes of a row, 1 to 127. Default: 1.
    pub hexes: Option<u8>,
    /// A line without end.
    #[serde(default)]
    pub line: bool,
    /// The radius of a disc in hexes, 1 to 100.
    pub radius: Option<u8>,
}

/// A defense: a word or a table.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum DefendFile {
    /// `"dodge"`, `"parry"`, `"block"` or `"none"`, without options.
    Word(DefendWord),
    /// With options.
    Table(Box<DefendTable>),
}

affray_core::forms!(DefendFile, "a defense, as a word or a table" {
    text => Word,
    table => Table,
});

/// The kinds of defense.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
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
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RetreatFile {
    /// Straight away, or not.
    Away(bool),
    /// To that side.
    To(Facing),
}

affray_core::forms!(RetreatFile, "true, false, or a side of the hex" {
    flag => Away,
    text => To,
});

/// A declaration on its way through a turn.
#[derive(Debug, Clone)]
pub struct Script<'a> {
    said: &'a Declaration,
    used: Used,
}

impl<'a> Script<'a> {
    /// Begins with a declaration.
    pub fn new(said: &'a Declaration) -> Self {
        Self { said, used: Used::default() }
    }
}

impl cases::Script<Dfrpg> for Script<'_> {
    fn restart(&mut self) {
        self.used.clear();
    }

    fn left_over(&self) -> Vec<LeftOver> {
        let said = self.said;
        self.used.left_over(&[
            ("free", said.free.len()),
            ("path", said.path.len()),
            ("attack", said.attack.len()),
            ("defend", said.defend.len()),
            ("resist_evade", said.resist_evade.len()),
            ("react", said.react.len()),
            ("keep", said.keep.len()),
            ("resist", said.resist.len()),
            ("maintain", said.maintain.len()),
            ("dive", said.dive.len()),
            ("fall", said.fall.len()),
            ("step", usize::from(said.step.is_some())),
            ("feint", usize::from(said.feint.is_some())),
            ("maneuver", usize::from(said.maneuver.is_some())),
            ("act", usize::from(said.act.is_some())),
            ("bonus", usize::from(said.bonus.is_some())),
            ("focus", usize::from(said.focus.is_some())),
            ("posture", usize::from(said.posture.is_some())),
            ("second_hex", usize::from(said.second_hex.is_some())),
            ("aim", usize::from(said.aim.is_some())),
            ("cast", usize::from(said.cast.is_some())),
            ("ready", usize::from(said.ready.is_some())),
            ("wait", usize::from(said.wait.is_some())),
            ("finish", said.finish.len()),
        ])
    }

    fn answer(&mut self, setup: &Setup, state: &State, question: &Question) -> Result<Choice, Complaint> {
        let scene = Scene { setup, state };
        let ask = Answer { scene, who: question.who(), sheet: scene.sheet(question.who()) };
        let said = self.said;
        let root = Path::root();
        Ok(match *question {
            Question::Begin { .. } => {
                self.used.one("act");
                Choice::Begin(said.act.unwrap_or(!matches!(said.maneuver, None | Some(ManeuverName::DoNothing))))
            }
            Question::Free { .. } => match self.used.next("free", &said.free) {
                Some((free, path)) => Choice::Free(ask.free(free, &path)?),
                None => Choice::Free(Free::Done),
            },
            Question::Maneuver { .. } => {
                self.used.one("maneuver");
                said.maneuver.unwrap_or(ManeuverName::DoNothing).details().iter().for_each(|key| self.used.one(key));
                Choice::Maneuver(ask.maneuver(said)?)
            }
            Question::Step { after, .. } => match &said.step {
                Some(step) if self.used.of("step") == 0 && step.is_after() == after => {
                    self.used.one("step");
                    Choice::Step(Some(ask.step(step)))
                }
                _ => Choice::Step(None),
            },
            Question::Advance { .. } => match self.used.next("path", &said.path) {
                Some((piece, path)) => Choice::Advance(advance(piece, path)?),
                None => Choice::Advance(Advance::Stop),
            },
            Question::Finish { .. } => {
                let finish = self.used.next("finish", &said.finish).map(|(finish, _)| finish.clone());
                let finish = finish.unwrap_or_default();
                Choice::Finish(Finish {
                    facing: finish.facing.unwrap_or(scene.fighter(ask.who).facing),
                    crouch: finish.crouch,
                })
            }
            Question::Attack { .. } => match self.used.next("attack", &said.attack) {
                Some((attack, path)) => Choice::Attack(ask.attack(attack, &path)?),
                None => Choice::Attack(Attack::Forgo),
            },
            Question::Feint { .. } => {
                self.used.one("feint");
                let path = root.key("feint");
                match &said.feint {
                    Some(feint) => Choice::Feint(FeintAt {
                        target: match ask.combatant(&feint.target, path.key("target"))? {
                            // To the engine that is no feint at all.
                            own if own == ask.who => {
                                let what = "[DF-070] nobody feints at himself";
                                return Err(wrong(path.key("target"), what, "name a foe within reach"));
                            }
                            foe => foe,
                        },
                        item: match &feint.with {
                            Some(name) => find_item(scene, ask.who, name, path.key("with"))?,
                            None => ItemId::NONE,
                        },
                        situational: feint.situational,
                    }),
                    None => {
                        return Err(wrong(path, "a feint is asked for", "say at whom: feint = { target = \"...\" }"));
                    }
                }
            }
            Question::ResistEvade { .. } => Choice::Yes(self.used.next_or("resist_evade", &said.resist_evade, true)),
            Question::React { .. } => Choice::Yes(self.used.next_or("react", &said.react, true)),
            Question::Keep { .. } => Choice::Yes(self.used.next_or("keep", &said.keep, true)),
            Question::ResistSpell { .. } => Choice::Yes(self.used.next_or("resist", &said.resist, true)),
            Question::Maintain { .. } => Choice::Yes(self.used.next_or("maintain", &said.maintain, false)),
            Question::Defend { ref attack, .. } => match self.used.next("defend", &said.defend) {
                Some((defend, path)) => Choice::Defend(ask.defend(defend, attack.by, &path)?),
                None => Choice::Defend(Defense::NONE),
            },
            Question::Dive { .. } => match self.used.next("dive", &said.dive) {
                Some((word, _)) if word == "stay" => Choice::Dive(Some(scene.fighter(ask.who).at)),
                Some((word, path)) => Choice::Dive(Some(scene.fighter(ask.who).at.step(side(word, path)?))),
                None => Choice::Dive(None),
            },
            Question::Fall { victim, .. } => {
                let backwards = scene.fighter(victim).facing.opposite();
                Choice::Fall(self.used.next_or("fall", &said.fall, backwards))
            }
        })
    }
}

fn side(word: &str, path: Path) -> Result<Facing, Complaint> {
    Facing::HEX
        .into_iter()
        .find(|side| side.name().eq_ignore_ascii_case(word))
        .ok_or_else(|| wrong(path, format!("`{word}` is no hex side"), "E, NE, NW, W, SW or SE"))
}

fn advance(piece: &str, path: Path) -> Result<Advance, Complaint> {
    let words: Vec<&str> = piece.split_whitespace().collect();
    Ok(match *words.as_slice() {
        ["attack"] => Advance::Attack,
        ["stop"] => Advance::Stop,
        ["turn", to] => Advance::Turn { to: side(to, path)? },
        ["side", to] => Advance::Sidestep { side: side(to, path)?, close: false },
        ["side", "close", to] => Advance::Sidestep { side: side(to, path)?, close: true },
        ["close", to] => Advance::Forward { side: side(to, path)?, close: true },
        [to] => Advance::Forward { side: side(to, path)?, close: false },
        _ => {
            return Err(wrong(
                path,
                format!("`{piece}` is no piece of a move"),
                "a side such as \"E\", \"side E\", \"turn E\", \"close E\", \"attack\" or \"stop\"",
            ));
        }
    })
}

/// A location by its name; `leg` and the like without a side are the right one.
fn location(name: &str, path: &Path) -> Result<Location, Complaint> {
    let spelled = name.trim().to_lowercase().replace([' ', '_'], "-");
    let full = match spelled.as_str() {
        "eye" | "arm" | "hand" | "leg" | "foot" | "wing" => format!("right-{spelled}"),
        "chest" => String::from("torso"),
        _ => spelled,
    };
    serde_json::from_value(serde_json::Value::String(full)).map_err(|_| {
        let names: Vec<String> = Location::ALL.iter().map(location_name).collect();
        wrong(path.clone(), format!("`{name}` is no hit location"), format!("one of: {}", names.join(", ")))
    })
}

/// The name of a location, as files spell it.
pub fn location_name(location: &Location) -> String {
    serde_json::to_value(location).ok().and_then(|name| name.as_str().map(String::from)).unwrap_or_default()
}

impl StepFile {
    fn is_after(&self) -> bool {
        matches!(self, Self::Table(StepTable { after: true, .. }))
    }
}

/// The first mode of such a kind, else the first of all.
fn first_mode(scene: Scene<'_>, who: CombatantId, is_wanted: impl Fn(ModeKind) -> bool) -> u16 {
    scene.modes(who).find(|(_, mode)| is_wanted(mode.kind)).map_or(0, |(mode, _)| mode)
}

impl WaitFile {
    /// The contract that it states.
    pub(super) fn resolve(&self, scene: Scene<'_>, who: CombatantId, path: Path) -> Result<Waiting, Complaint> {
        let setup = scene.setup;
        let foe = match &self.foe {
            None => NONE,
            Some(name) => names::known::<Dfrpg>(setup, name, path.key("foe"))?.0,
        };
        let mode = match (&self.with, self.reaction) {
            (Some(name), Reaction::Ready) => find_item(scene, who, name, path.key("with"))?.0,
            (Some(name), _) => find_mode(scene, who, name, path.key("with"))?,
            (None, Reaction::Ready) => {
                return Err(wrong(path.key("with"), "which item is to be readied?", "name it in `with`"));
            }
            (None, _) if self.trigger == Trigger::Charges => first_mode(scene, who, |kind| kind == ModeKind::Thrust),
            (None, _) if self.trigger == Trigger::InArea => first_mode(scene, who, ModeKind::is_ranged),
            (None, _) => 0,
        };
        let at = match self.at.as_deref() {
            Some("random") => NONE,
            Some(name) => location(name, &path.key("at"))? as u8,
            None => Location::Torso as u8,
        };
        let area = match &self.area {
            None => NO_AREA,
            Some(area) => Area {
                from: area.from,
                towards: area.towards.unwrap_or(Facing::E),
                size: match (area.line, area.radius) {
                    (true, None) => 0,
                    (false, Some(radius)) if (1..=100).contains(&radius) => 0x80 + radius,
                    (false, None) if area.hexes.is_none_or(|hexes| (1..=127).contains(&hexes)) => {
                        area.hexes.unwrap_or(1)
                    }
                    _ => {
                        return Err(wrong(
                            path.key("area"),
                            "no such area",
                            "one of `hexes` 1 to 127, `line` and `radius` 1 to 100",
                        ));
                    }
                },
            },
        };
        let (form, other) = self.form(scene, who, foe, &path)?;
        Ok(Waiting {
            trigger: self.trigger,
            foe,
            reaction: self.reaction,
            mode,
            location: at,
            deceptive: self.deceptive,
            form,
            other,
            seconds: self.seconds,
            braced: self.brace,
            moved: false,
            area,
        })
    }
}

impl WaitFile {
    /// How its attack is made, and what that names besides.
    fn form(&self, scene: Scene<'_>, who: CombatantId, foe: u8, path: &Path) -> Result<(Form, u16), Complaint> {
        let plain = |form| Ok((form, NO_MODE));
        match self.kind {
            AttackKind::Strike => match &self.dual {
                Some(name) => Ok((Form::Dual, find_mode(scene, who, name, path.key("dual"))?)),
                None => plain(if self.rapid { Form::Rapid } else { Form::Strike }),
            },
            AttackKind::Grab => match &self.item {
                Some(name) => {
                    if scene.state.fighters.len() <= foe as usize {
                        let hint = "name the foe whose item it is in `foe`";
                        return Err(wrong(path.key("item"), "whose item is to be grabbed?", hint));
                    }
                    Ok((Form::Grab, find_item(scene, CombatantId(foe), name, path.key("item"))?.0))
                }
                None => plain(Form::Grab),
            },
            AttackKind::Shove => plain(Form::Shove),
            AttackKind::Slam => plain(Form::Slam),
            AttackKind::Takedown => plain(Form::Takedown),
            AttackKind::Pin => plain(Form::Pin),
            AttackKind::Strangle => plain(Form::Strangle),
            AttackKind::Wrest => plain(Form::Wrest),
            AttackKind::ForceDrop => plain(Form::ForceDrop),
            AttackKind::BreakFree => plain(Form::BreakFree),
            AttackKind::Assist | AttackKind::Forgo => {
                let hint = "strike, shove, slam, grab, takedown, pin, strangle, wrest, force-drop or break-free";
                Err(wrong(path.key("kind"), "a Wait ends in an attack of one's own", hint))
            }
        }
    }
}

/// Turns names into what the engine knows, at the moment of the question.
struct Answer<'a> {
    scene: Scene<'a>,
    who: CombatantId,
    sheet: &'a Sheet,
}

impl Answer<'_> {
    fn combatant(&self, name: &str, path: Path) -> Result<CombatantId, Complaint> {
        names::known::<Dfrpg>(self.scene.setup, name, path)
    }

    fn item(&self, name: &str, path: Path) -> Result<ItemId, Complaint> {
        find_item(self.scene, self.who, name, path)
    }

    fn free(&self, free: &FreeFile, path: &Path) -> Result<Free, Complaint> {
        Ok(match free {
            FreeFile::Word(FreeWord::Crouch) => Free::Crouch,
            FreeFile::Word(FreeWord::Rise) => Free::Rise,
            FreeFile::Word(FreeWord::CancelCasting) => Free::CancelCasting,
            FreeFile::Word(FreeWord::Leave) => Free::Leave,
            FreeFile::Table(FreeTable::Drop(name)) => {
                let held = self.scene.fighter(self.who).held.iter().find(|held| {
                    let spell = self.sheet.spells.get(held.spell as usize);
                    spell.is_some_and(|spell| spell.name.eq_ignore_ascii_case(name))
                });
                let hand = match held {
                    Some(held) => Some(held.hand),
                    None => {
                        let item = self.item(name, path.key("drop"))?;
                        self.scene.hand_with(self.who, item)
                    }
                };
                Free::Drop(
                    hand.ok_or_else(|| wrong(path.key("drop"), format!("no hand holds {name}"), "name what is held"))?,
                )
            }
            FreeFile::Table(FreeTable::Release(name)) => Free::Release(self.combatant(name, path.key("release"))?),
            FreeFile::Table(FreeTable::FastDraw { item, hand }) => {
                Free::FastDraw { item: self.item(item, path.key("item"))?, hand: *hand }
            }
            FreeFile::Table(FreeTable::Dissipate { hand }) => Free::Dissipate { hand: *hand },
        })
    }

    fn maneuver(&self, said: &Declaration) -> Result<Maneuver, Complaint> {
        let root = Path::root();
        let wanted = |key: &str, hint: &str| wrong(root.key(key), format!("the maneuver needs `{key}`"), hint);
        Ok(match said.maneuver.unwrap_or(ManeuverName::DoNothing) {
            ManeuverName::AllOutAttack => Maneuver::AllOutAttack(
                said.bonus.ok_or_else(|| wanted("bonus", "determined, double, feint, strong or ranged"))?.into(),
            ),
            ManeuverName::Attack => Maneuver::Attack,
            ManeuverName::AllOutDefense => {
                Maneuver::AllOutDefense(said.focus.ok_or_else(|| wanted("focus", "dodge, parry, block or double"))?)
            }
            ManeuverName::MoveAndAttack => Maneuver::MoveAndAttack,
            ManeuverName::Feint => Maneuver::Feint,
            ManeuverName::Aim => {
                let aim = said.aim.as_ref().ok_or_else(|| wanted("aim", "aim = { target = \"...\" }"))?;
                Maneuver::Aim(AimAt {
                    mode: match &aim.with {
                        Some(name) => self.mode(name, root.key("aim").key("with"))?,
                        None => first_mode(self.scene, self.who, ModeKind::is_ranged),
                    },
                    target: self.combatant(&aim.target, root.key("aim").key("target"))?,
                    brace: aim.brace,
                })
            }
            ManeuverName::Move => Maneuver::Move,
            ManeuverName::ChangePosture => Maneuver::ChangePosture {
                to: said.posture.ok_or_else(|| wanted("posture", "the posture to take"))?,
                second: said.second_hex.map_or(NONE, Facing::index),
            },
            ManeuverName::Concentrate => {
                match said.cast.as_ref().ok_or_else(|| wanted("cast", "\"think\", \"go-on\" or a table"))? {
                    CastFile::Word(CastWord::Think) => Maneuver::Concentrate(Concentrate::Think),
                    CastFile::Word(CastWord::GoOn) => Maneuver::Concentrate(Concentrate::GoOn),
                    CastFile::Table(cast) => Maneuver::Concentrate(self.cast(cast)?),
                }
            }
            ManeuverName::Ready => {
                Maneuver::Ready(self.ready(said.ready.as_ref().ok_or_else(|| wanted("ready", "what to ready"))?)?)
            }
            ManeuverName::DoNothing => Maneuver::DoNothing,
            ManeuverName::Wait => {
                let wait = said.wait.as_ref().ok_or_else(|| wanted("wait", "wait = { for = \"...\" }"))?;
                Maneuver::Wait(WaitFor {
                    contract: wait.resolve(self.scene, self.who, root.key("wait"))?,
                    move_now: wait.move_now,
                })
            }
        })
    }

    fn cast(&self, cast: &CastTable) -> Result<Concentrate, Complaint> {
        let path = Path::root().key("cast");
        let spell = match &cast.spell {
            Some(name) => Some(find_spell(self.sheet, name, path.key("spell"))?),
            None => None,
        };
        if cast.enlarge {
            let is_meant = |held: &&HeldSpell| held.spell != NONE && spell.is_none_or(|spell| held.spell == spell);
            let held = self.scene.fighter(self.who).held.iter().find(is_meant);
            return Ok(Concentrate::Enlarge {
                hand: held.map_or(cast.hand.unwrap_or(0), |held| held.hand),
                energy: cast.energy.unwrap_or(1),
            });
        }
        let target = match &cast.target {
            Some(name) => self.combatant(name, path.key("target"))?.0,
            None => NONE,
        };
        if cast.go_on {
            let cell = cast.center.unwrap_or(self.scene.fighter(self.who).at);
            return Ok(Concentrate::GoOnAt { target, cell });
        }
        let Some(spell) = spell else {
            return Err(wrong(path, "a casting names its spell", "cast = { spell = \"...\" }"));
        };
        let known = &self.sheet.spells[spell as usize];
        let free = self.scene.free_hands(self.who);
        Ok(Concentrate::Cast(Cast {
            spell,
            target,
            energy: cast.energy.unwrap_or(known.cost),
            hp: cast.hp,
            point: cast.point,
            hand: cast.hand.unwrap_or(if free == 0 { 0 } else { free.trailing_zeros() as u8 }),
            cell: cast.center.unwrap_or(self.scene.fighter(self.who).at),
            radius: cast.radius.unwrap_or(1),
            ignoring: cast.ignoring,
            situational: cast.situational,
        }))
    }

    fn ready(&self, ready: &ReadyFile) -> Result<Ready, Complaint> {
        let path = Path::root().key("ready");
        let item = |name: &String, key: &str| self.item(name, path.key(key));
        Ok(match ready {
            ReadyFile::Draw { item: name, hand } => Ready::Draw { item: item(name, "draw")?, hand: *hand },
            ReadyFile::Regain(name) => Ready::Regain { item: item(name, "regain")? },
            ReadyFile::Reach(name) => Ready::Reach { item: item(name, "reach")? },
            ReadyFile::Reload(name) => Ready::Reload { item: item(name, "reload")? },
            ReadyFile::Sheathe(name) => Ready::Sheathe { item: item(name, "sheathe")? },
            ReadyFile::Shift { item: name, hand } => Ready::Shift { item: item(name, "shift")?, hand: *hand },
            ReadyFile::DitchShield(name) => Ready::DitchShield { item: item(name, "ditch-shield")? },
            ReadyFile::Lift(name) => Ready::Lift { victim: self.combatant(name, path.key("lift"))? },
            ReadyFile::Other(_) => Ready::Other,
        })
    }

    fn step(&self, step: &StepFile) -> Step {
        let facing = self.scene.fighter(self.who).facing;
        match step {
            StepFile::To(side) => Step { hex: Some(*side), posture: None, facing },
            StepFile::Table(step) => {
                Step { hex: step.to, posture: step.posture, facing: step.facing.unwrap_or(facing) }
            }
        }
    }

    /// A mode by its name, or a held spell as 128 plus its hand.
    fn mode(&self, name: &str, path: Path) -> Result<u16, Complaint> {
        if let Some(spell) = self.sheet.spells.iter().position(|spell| spell.name.eq_ignore_ascii_case(name)) {
            let held = self.scene.fighter(self.who).held.iter().find(|held| held.spell == spell as u8);
            return held
                .map(|held| HELD | u16::from(held.hand))
                .ok_or_else(|| wrong(path, format!("{name} is not held"), "cast it first"));
        }
        find_mode(self.scene, self.who, name, path)
    }

    /// What an attack says that nobody asks of its kind.
    fn judge_keys(said: &AttackFile, is_second: bool, path: &Path) -> Result<(), Complaint> {
        let strike = said.kind == AttackKind::Strike;
        let grab = said.kind == AttackKind::Grab;
        let alone = matches!(said.kind, AttackKind::Forgo | AttackKind::Assist);
        let of_strikes = "that is said of strikes alone";
        let keys = [
            ("kind", is_second && !strike, "both strikes of a Dual-Weapon Attack are strikes"),
            ("dual", is_second && said.dual.is_some(), "a Dual-Weapon Attack has two strikes"),
            (
                "rapid",
                said.rapid && (is_second || said.dual.is_some()),
                "[DF-211] a strike is of one trade, not of both",
            ),
            ("with", !strike && said.with.is_some(), of_strikes),
            ("hand", !strike && said.hand.is_some(), of_strikes),
            ("at", !strike && !grab && said.at.is_some(), "that is said of strikes and grabs alone"),
            ("at", said.item.is_some() && said.at.is_some(), "it is either a part of the body or an item"),
            ("item", !strike && !grab && said.item.is_some(), "that is said of strikes and grabs alone"),
            ("purpose", !strike && said.purpose.is_some(), of_strikes),
            ("purpose", said.purpose.is_some() && said.item.is_none(), "it says what is done to an `item`"),
            ("deceptive", !strike && said.deceptive != 0, of_strikes),
            ("rapid", !strike && said.rapid, of_strikes),
            ("dual", !strike && said.dual.is_some(), of_strikes),
            ("hands", (strike || alone) && said.hands.is_some(), "a strike takes `hand`, and grapples `hands`"),
            ("situational", alone && said.situational != 0, "nothing is rolled for that"),
            ("mount_speed", !strike && said.mount_speed != 0, of_strikes),
            ("unseen", !strike && said.unseen, of_strikes),
            ("drop", !strike && said.drop.is_some(), of_strikes),
        ];
        match keys.into_iter().find(|&(_, wrong, _)| wrong) {
            Some((key, _, hint)) => Err(wrong(path.key(key), format!("`{key}` does nothing here"), hint)),
            None => Ok(()),
        }
    }

    fn strike(&self, said: &AttackFile, path: &Path) -> Result<Strike, Complaint> {
        let target = self.combatant(&said.target, path.key("target"))?;
        let mode = match &said.with {
            Some(name) => self.mode(name, path.key("with"))?,
            None => 0,
        };
        let unarmed = self.scene.mode(self.who, mode).is_some_and(|mode| mode.kind == ModeKind::Punch);
        let free = self.scene.free_hands(self.who);
        let of_body = self.scene.mode(self.who, mode).is_some_and(|mode| mode.item.is_none());
        let hand = match said.hand {
            Some(_) if !of_body => {
                let hint = "a weapon strikes with the hand that holds it; fists and feet are chosen";
                return Err(wrong(path.key("hand"), "`hand` does nothing here", hint));
            }
            Some(hand) => hand,
            None if unarmed && free != 0 => free.trailing_zeros() as u8,
            None if unarmed => 0,
            None => NONE,
        };
        let aim = match (&said.item, said.purpose) {
            (Some(name), Some(purpose)) => {
                let item = find_item(self.scene, target, name, path.key("item"))?;
                match purpose {
                    Purpose::Damage => Aim::Damage(item),
                    Purpose::Disarm => Aim::Disarm(item),
                }
            }
            (Some(_), None) => {
                return Err(wrong(
                    path.key("purpose"),
                    "[DF-184] say what the blow at the item is for",
                    "purpose = \"damage\" or \"disarm\"",
                ));
            }
            (None, _) => aim(said.at.as_deref().unwrap_or("torso"), &path.key("at"))?,
        };
        let drop = match said.drop.as_deref() {
            None => None,
            Some("in") => Some(NONE),
            Some(word) => Some(side(word, path.key("drop"))?.index()),
        };
        Ok(Strike {
            mode,
            hand,
            target,
            aim,
            deceptive: said.deceptive,
            situational: said.situational,
            mount_speed: said.mount_speed,
            unseen: said.unseen,
            drop,
        })
    }

    fn hands(&self, hands: Option<&HandsFile>, default: u8) -> u8 {
        match hands {
            None => default,
            Some(HandsFile::These(hands)) => {
                hands.iter().fold(0, |bits, &hand| bits | 1u8.checked_shl(u32::from(hand)).unwrap_or(0))
            }
            Some(HandsFile::Count(count)) => {
                // The first so many that are free; more than are free stays more, to be refused.
                let free: Vec<u8> = (0..4).filter(|&hand| default & (1 << hand) != 0).collect();
                let mut bits = free.iter().take(usize::from(*count)).fold(0, |bits, &hand| bits | 1 << hand);
                let mut missing = usize::from(*count).saturating_sub(free.len());
                for hand in 0..8 {
                    if missing != 0 && bits & (1 << hand) == 0 {
                        bits |= 1 << hand;
                        missing -= 1;
                    }
                }
                bits
            }
        }
    }

    fn attack(&self, said: &AttackFile, path: &Path) -> Result<Attack, Complaint> {
        Self::judge_keys(said, false, path)?;
        if said.kind == AttackKind::Forgo {
            return Ok(Attack::Forgo);
        }
        if said.kind == AttackKind::Strike {
            let first = self.strike(said, path)?;
            return Ok(match &said.dual {
                Some(second) => {
                    let path = path.key("dual");
                    Self::judge_keys(second, true, &path)?;
                    Attack::Dual(first, self.strike(second, &path)?)
                }
                None if said.rapid => Attack::Rapid(first),
                None => Attack::Strike(first),
            });
        }
        let target = self.combatant(&said.target, path.key("target"))?;
        let holding = self
            .scene
            .fighter(self.who)
            .grabs
            .iter()
            .filter(|grab| grab.victim == target.0)
            .fold(0, |bits, grab| bits | grab.hands);
        let default = match said.kind {
            AttackKind::Strangle
            | AttackKind::Pin
            | AttackKind::Takedown
            | AttackKind::Wrest
            | AttackKind::ForceDrop => holding,
            _ => self.scene.free_hands(self.who),
        };
        let grapple =
            Grapple { target, hands: self.hands(said.hands.as_ref(), default), situational: said.situational };
        Ok(match said.kind {
            AttackKind::Strike | AttackKind::Forgo => Attack::Forgo,
            AttackKind::Shove => Attack::Shove(grapple),
            AttackKind::Slam => Attack::Slam(grapple),
            AttackKind::Grab => match &said.item {
                Some(name) => Attack::GrabItem(grapple, find_item(self.scene, target, name, path.key("item"))?),
                None => Attack::Grab(grapple, location(said.at.as_deref().unwrap_or("torso"), &path.key("at"))?),
            },
            AttackKind::Takedown => Attack::Takedown(grapple),
            AttackKind::Pin => Attack::Pin(grapple),
            AttackKind::Strangle => Attack::Strangle(grapple),
            AttackKind::Wrest => Attack::Wrest(grapple),
            AttackKind::ForceDrop => Attack::ForceDrop(grapple),
            AttackKind::BreakFree => Attack::BreakFree(grapple),
            AttackKind::Assist => Attack::Assist(target),
        })
    }

    fn defend(&self, said: &DefendFile, by: CombatantId, path: &Path) -> Result<Defense, Complaint> {
        let plain = DefendTable::default();
        let (with, table) = match said {
            DefendFile::Word(word) => (*word, &plain),
            DefendFile::Table(table) => (table.with, &**table),
        };
        if let Some(name) = &table.who {
            let who = self.combatant(name, path.key("who"))?;
            if who != self.who {
                let asked = &self.scene.setup.combatants[self.who.index()].name;
                return Err(wrong(
                    path.key("who"),
                    format!("it is {asked} who is asked to defend"),
                    "list defenses in the order of the attacks",
                ));
            }
        }
        let kind = match with {
            DefendWord::None => DefenseKind::None,
            DefendWord::Dodge => DefenseKind::Dodge,
            DefendWord::Block => DefenseKind::Block,
            DefendWord::BlockWithFoe => DefenseKind::BlockWithFoe,
            DefendWord::Spell => {
                let name = table
                    .spell
                    .as_ref()
                    .ok_or_else(|| wrong(path.key("spell"), "which Blocking spell?", "name it in `spell`"))?;
                DefenseKind::Spell { spell: find_spell(self.sheet, name, path.key("spell"))? }
            }
            DefendWord::Parry => DefenseKind::Parry { hand: self.parrying_hand(table, path)? },
        };
        let me = self.scene.fighter(self.who);
        let retreat = match table.retreat {
            None | Some(RetreatFile::Away(false)) => None,
            Some(RetreatFile::To(side)) => Some(side),
            Some(RetreatFile::Away(true)) => {
                let from = self.scene.fighter(by).at;
                Some(if from == me.at { me.facing.opposite() } else { self.scene.map().facing_towards(from, me.at) })
            }
        };
        Ok(Defense { kind, retreat, acrobatic: table.acrobatic, drop: table.drop, situational: table.situational })
    }

    fn parrying_hand(&self, table: &DefendTable, path: &Path) -> Result<u8, Complaint> {
        let fighter = self.scene.fighter(self.who);
        if let Some(hand) = table.hand {
            return Ok(hand);
        }
        if let Some(name) = &table.weapon {
            let item = self.item(name, path.key("weapon"))?;
            return self
                .scene
                .hand_with(self.who, item)
                .ok_or_else(|| wrong(path.key("weapon"), format!("no hand holds {name}"), "name what is held"));
        }
        let hands = 0..self.sheet.body.hands.min(4);
        let parries = |hand: &u8| {
            self.scene
                .item(self.who, fighter.hands[*hand as usize])
                .is_some_and(|item| item.parry.is_some() && !matches!(item.kind, ItemKind::Shield | ItemKind::Cloak))
        };
        Ok(hands
            .clone()
            .find(parries)
            .or_else(|| hands.clone().find(|&hand| fighter.hands[hand as usize] == ItemId::NONE))
            .unwrap_or(0))
    }
}

fn aim(word: &str, path: &Path) -> Result<Aim, Complaint> {
    if word.eq_ignore_ascii_case("random") {
        return Ok(Aim::Random);
    }
    match word.strip_prefix("chinks") {
        Some(rest) if rest.trim().is_empty() => Ok(Aim::Chinks(Location::Torso)),
        Some(rest) => Ok(Aim::Chinks(location(rest, path)?)),
        None => Ok(Aim::At(location(word, path)?)),
    }
}
