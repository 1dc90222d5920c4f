//! The declaration of one turn in a file, and the answers that it gives to the engine's questions.
//!
//! A declaration is written as people say it at the table: one table a turn, with the maneuver, the steps or
//! the movement, the attacks, and what the others decide. Every question that the engine asks takes the next
//! entry of its kind; where there is none, the stated default holds.

use super::state_file::{find_arm, first_mode};
use crate::Gurps4;
use crate::decision::{
    Act, Advance, AllOut, Attack, Choice, Defense, DefenseKind, FeintAt, FeintUse, Form, Maneuver, ManeuverKind, NONE,
    Question, Ready, Situation, Step, Strike, Trigger, Wait,
};
use crate::judge::default_choice;
use crate::scene::{Scene, Setup};
use crate::sheet::Sheet;
use crate::state::{Fighter, Flags, Focus, Posture, State};
use affray_3d6::location::Location;
use affray_files::value::FromValue;
use affray_files::{Diagnostic, Path, error};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Refusal};
use affray_prove::cases::{self, LeftOver, OneOrMany, Used};
use affray_session::names;

/// The declaration of one combatant for its turn, with the decisions of the others meanwhile.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct Declaration {
    /// The maneuver. Default: Do Nothing.
    pub maneuver: OneOrMany<ManeuverFile>,
    /// Steps, as they are asked for: `"E"`, `"E facing NE"`, `"face NE"`, `"rise"` or `"stay"`. Default: stay.
    pub step: OneOrMany<String>,
    /// The movement, piece by piece: `"E"` goes forward, `"sidestep NW"`, `"turn NE"`, `"jump 3"`, `"stop"`.
    pub path: Vec<String>,
    /// The last facing of a movement. Default: as it stands.
    pub finish: OneOrMany<Facing>,
    /// Feints. Default: none is made.
    pub feint: OneOrMany<FeintFile>,
    /// Attacks, as they are asked for. Default: none is made.
    pub attack: OneOrMany<AttackFile>,
    /// Defenses, as they are asked for. Default: none.
    pub defend: OneOrMany<DefenseFile>,
    /// Whether the second of two traded attacks is made. Default: `true`.
    pub second: OneOrMany<bool>,
    /// Whether those whose Wait is triggered use it. Default: `true`.
    pub wait: OneOrMany<bool>,
}

/// A maneuver: a word, or a table for those with more to say.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "a maneuver, as a word or a table")]
pub enum ManeuverFile {
    /// Without more to say.
    #[value(text)]
    Word(ManeuverWord),
    /// With more.
    #[value(table)]
    Table(Box<ManeuverTable>),
}

/// Maneuvers without more to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[allow(missing_docs, reason = "each is the name of a maneuver")]
pub enum ManeuverWord {
    Nothing,
    Attack,
    GiantStep,
    AllOutDetermined,
    AllOutStrong,
    AllOutDouble,
    AllOutFeint,
    SlamDetermined,
    SlamStrong,
    Charge,
    HeroicCharge,
    Feint,
    Jump,
    Move,
}

/// Maneuvers with something to them.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum ManeuverTable {
    /// Draw that item, or make it ready.
    Ready(String),
    /// Reload that weapon.
    Reload(String),
    /// Pick that item up.
    PickUp(String),
    /// Use that item.
    Use(String),
    /// Put that item away.
    Store(String),
    /// Aim.
    Aim {
        /// At whom.
        target: String,
        /// With which weapon. Default: the first ranged one.
        with: Option<String>,
    },
    /// All-Out Defense: `dodge`, `parry`, `block` or `double`.
    Defense(Focus),
    /// Change Posture.
    ChangePosture(Posture),
    /// Concentrate on that task.
    Concentrate(String),
    /// Wait.
    Wait {
        /// What for.
        on: TriggerFile,
        /// What is done then; neither a Wait nor nothing.
        then: Box<ManeuverFile>,
    },
}

/// The trigger of a Wait. Without a name it is any enemy.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum TriggerFile {
    /// Comes within so many hexes.
    Within {
        /// Who.
        by: Option<String>,
        /// How near.
        hexes: u8,
    },
    /// Declares an attack.
    Attacks {
        /// Who.
        by: Option<String>,
        /// On whom. Default: anybody.
        on: Option<String>,
    },
    /// Enters a hex.
    Enters {
        /// Who.
        by: Option<String>,
        /// Which.
        at: Cell,
    },
    /// Declares a maneuver.
    Declares {
        /// Who.
        by: Option<String>,
        /// Which.
        what: ManeuverKind,
    },
}

/// A Feint.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "\"none\" or a table")]
pub enum FeintFile {
    /// `"none"`.
    #[value(text)]
    Word(NoneWord),
    /// One.
    #[value(table)]
    Table(FeintTable),
}

/// The table of [`FeintFile`].
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct FeintTable {
    /// Against whom.
    pub target: String,
    /// The weapon or cloak. Default: what is in hand first.
    pub with: Option<String>,
}

/// `"none"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum NoneWord {
    /// None.
    None,
}

/// An attack: a table, two of them traded for one, or `"none"`.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "\"none\" or a table")]
pub enum AttackFile {
    /// `"none"`.
    #[value(text)]
    Word(NoneWord),
    /// One for each hand, or two with one weapon.
    #[value(table_with = "dual rapid")]
    Traded(TradedFile),
    /// One.
    #[value(table)]
    Table(Box<StrikeFile>),
}

/// Two attacks for one.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum TradedFile {
    /// A Dual Weapon Attack, the main hand's first.
    Dual(Box<(StrikeFile, StrikeFile)>),
    /// A Rapid Strike.
    Rapid(Box<(StrikeFile, StrikeFile)>),
}

/// An attack as it is declared.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct StrikeFile {
    /// At whom.
    pub target: String,
    /// The weapon. Default: what is in hand first, else a natural weapon.
    pub with: Option<String>,
    /// The mode of the weapon. Default: its first.
    pub mode: Option<String>,
    /// The location. Default: the torso.
    pub at: Option<Location>,
    /// What the attack does. Default: a plain blow.
    pub form: FormFile,
    /// The weapon that is to be struck from the hand or broken. Default: what the target holds first.
    pub item: Option<String>,
    /// What is taken on the skill for a Deceptive Attack or to lead the target: -2, -4 ...
    pub deceptive: i8,
    /// A Telegraphic Attack.
    pub telegraphic: bool,
    /// Attack Armor.
    pub armor: bool,
    /// Mighty Blow.
    pub mighty: bool,
    /// Flurry of Blows.
    pub flurry: bool,
    /// Rapid Recovery before the attack.
    pub recover: bool,
    /// Rapid Recovery after the attack.
    pub recover_after: bool,
    /// What the margin of a Feint is used for. Default: against the defense.
    pub feint: FeintUse,
    /// What the game master says about it.
    pub situation: Situation,
}

/// What an attack does, as files name it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue)]
pub enum FormFile {
    /// A plain blow or shot.
    #[default]
    Blow,
    /// To disarm.
    Disarm,
    /// To break a weapon.
    Break,
    /// A Slam.
    Slam,
    /// A Shield Rush.
    ShieldRush,
    /// A grapple.
    Grapple,
    /// To break free of a grapple.
    BreakFree,
}

/// A defense: a word or a table.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "a defense, as a word or a table")]
pub enum DefenseFile {
    /// Without options.
    #[value(text)]
    Word(DefenseWord),
    /// With options.
    #[value(table)]
    Table(DefenseTable),
}

/// A defense.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue)]
pub enum DefenseWord {
    /// None.
    #[default]
    None,
    /// Dodge.
    Dodge,
    /// Parry with what the main hand holds, or else the off hand.
    Parry,
    /// Parry with what the off hand holds.
    ParryOff,
    /// Block.
    Block,
}

/// A defense with options.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct DefenseTable {
    /// Which.
    pub with: DefenseWord,
    /// A Retreat into the hex on that side.
    pub retreat: Option<Facing>,
    /// An Acrobatic Dodge.
    pub acrobatic: bool,
    /// Dive!
    pub dive: bool,
    /// A Feverish Defense.
    pub feverish: bool,
    /// A roll for Blind Fighting.
    pub blind_fighting: bool,
}

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

impl cases::Script<Gurps4> for Script<'_> {
    fn restart(&mut self) {
        self.used.clear();
    }

    fn left_over(&self) -> Vec<LeftOver> {
        let said = self.said;
        self.used.left_over(&[
            ("maneuver", said.maneuver.len()),
            ("step", said.step.len()),
            ("path", said.path.len()),
            ("finish", said.finish.len()),
            ("feint", said.feint.len()),
            ("attack", said.attack.len()),
            ("defend", said.defend.len()),
            ("second", said.second.len()),
            ("wait", said.wait.len()),
        ])
    }

    /// `G4-062` `G4-063` `G4-127` `G4-130` `G4-396` What is never asked for is not possible.
    fn forbidden(&self, _: &Setup, state: &State, whose: Option<CombatantId>) -> Option<Refusal> {
        let (said, used) = (self.said, &self.used);
        let left = |name: &str, all: usize| used.of(name) < all;
        let refuse = |rule, message: &'static str| Some(Refusal::new(rule, message));
        if left("maneuver", said.maneuver.len()) {
            let forced = whose.filter(|_| used.of("maneuver") == 0).map(|who| state[who]);
            return match forced {
                Some(fighter) if fighter.frozen != 0 => {
                    refuse(rule!("G4-396"), "a frozen combatant can only do nothing")
                }
                Some(_) => refuse(rule!("G4-063"), "a combatant that is stunned or out can only do nothing"),
                None => refuse(rule!("G4-062"), "one maneuver a turn"),
            };
        }
        if left("step", said.step.len()) {
            return refuse(rule!("G4-127"), "one step, before the attack or after it");
        }
        if left("attack", said.attack.len()) {
            return refuse(rule!("G4-127"), "the maneuver has no further attack");
        }
        if left("defend", said.defend.len()) {
            let any =
                |held: fn(&Fighter) -> bool| state.ids().filter(|&who| Some(who) != whose).any(|who| held(&state[who]));
            if any(|fighter| fighter.flags.has(Flags::ALL_OUT)) {
                return refuse(rule!("G4-130"), "no active defense after an All-Out Attack");
            }
            if any(|fighter| fighter.frozen != 0) {
                return refuse(rule!("G4-396"), "a frozen combatant cannot defend");
            }
            return refuse(rule!("G4-240"), "there is nothing to defend against");
        }
        None
    }

    fn answer(&mut self, setup: &Setup, state: &State, question: &Question) -> Result<Choice, Diagnostic> {
        let scene = Scene { setup, state };
        let who = question.who();
        let ask = Answer { scene, who, sheet: scene.sheet(who) };
        let (said, used) = (self.said, &mut self.used);
        let default = || default_choice(scene, question);
        Ok(match *question {
            Question::Maneuver { .. } => match used.next("maneuver", &said.maneuver) {
                Some((maneuver, path)) => Choice::Maneuver(ask.maneuver(maneuver, &path)?),
                None => default(),
            },
            Question::Step { .. } => match used.next("step", &said.step) {
                Some((words, path)) => Choice::Step(step(words, &path)?),
                None => default(),
            },
            Question::Advance { .. } => match used.next("path", &said.path) {
                Some((words, path)) => Choice::Advance(advance(words, &path)?),
                None => default(),
            },
            Question::Finish { .. } => match used.next("finish", &said.finish) {
                Some((&facing, _)) => Choice::Face(facing),
                None => default(),
            },
            Question::Feint { .. } => match used.next("feint", &said.feint) {
                Some((FeintFile::Table(FeintTable { target, with }), path)) => Choice::Feint(Some(FeintAt {
                    with: ask.arm_or_hand(with.as_ref(), &path)?,
                    target: ask.combatant(target, path.key("target"))?,
                })),
                Some((FeintFile::Word(NoneWord::None), _)) | None => Choice::Feint(None),
            },
            Question::Attack { .. } => match used.next("attack", &said.attack) {
                Some((attack, path)) => Choice::Attack(ask.attack(attack, &path)?),
                None => default(),
            },
            Question::Defend { .. } => match used.next("defend", &said.defend) {
                Some((defense, _)) => Choice::Defend(ask.defense(defense)),
                None => default(),
            },
            Question::Second { .. } => Choice::Yes(used.next_or("second", &said.second, true)),
            Question::Wait { .. } => Choice::Yes(used.next_or("wait", &said.wait, true)),
        })
    }
}

/// A hex side by its name.
fn side(word: &str, path: &Path) -> Result<Facing, Diagnostic> {
    Facing::HEX
        .into_iter()
        .find(|side| side.name().eq_ignore_ascii_case(word))
        .ok_or_else(|| error(path.clone(), format!("`{word}` is no hex side"), "E, NE, NW, W, SW or SE"))
}

/// A step.
fn step(words: &str, path: &Path) -> Result<Step, Diagnostic> {
    let split: Vec<&str> = words.split_whitespace().collect();
    Ok(match *split.as_slice() {
        ["stay"] => Step::Stay,
        ["rise"] => Step::Rise,
        ["face", to] => Step::Face(side(to, path)?),
        [way] => Step::To { side: side(way, path)?, facing: side(way, path)? },
        [way, "facing", to] => Step::To { side: side(way, path)?, facing: side(to, path)? },
        _ => {
            let hint = "a side such as \"E\", \"E facing NE\", \"face NE\", \"rise\" or \"stay\"";
            return Err(error(path.clone(), format!("`{words}` is no step"), hint));
        }
    })
}

/// A piece of a movement.
fn advance(words: &str, path: &Path) -> Result<Advance, Diagnostic> {
    let split: Vec<&str> = words.split_whitespace().collect();
    Ok(match *split.as_slice() {
        ["stop"] => Advance::Stop,
        ["turn", to] => Advance::Turn(side(to, path)?),
        ["sidestep", way] => Advance::Sidestep(side(way, path)?),
        ["jump", hexes] => match hexes.parse() {
            Ok(hexes) => Advance::Jump(hexes),
            Err(_) => return Err(error(path.clone(), format!("`{hexes}` is no number of hexes"), "1, 2 ...")),
        },
        [way] => Advance::Forward(side(way, path)?),
        _ => {
            let hint = "a side such as \"E\", \"sidestep NW\", \"turn E\", \"jump 2\" or \"stop\"";
            return Err(error(path.clone(), format!("`{words}` is no piece of a movement"), hint));
        }
    })
}

/// Whose declaration is resolved.
struct Answer<'a> {
    scene: Scene<'a>,
    who: CombatantId,
    sheet: &'a Sheet,
}

impl Answer<'_> {
    fn combatant(&self, name: &str, path: Path) -> Result<CombatantId, Diagnostic> {
        names::known::<Gurps4>(self.scene.setup, name, path)
    }

    /// The one who triggers it; [`NONE`] for any enemy.
    fn anybody(&self, name: Option<&String>, path: Path) -> Result<u8, Diagnostic> {
        name.map_or(Ok(NONE), |name| Ok(self.combatant(name, path)?.0))
    }

    fn arm(&self, name: &str, path: Path) -> Result<u8, Diagnostic> {
        find_arm(self.sheet, name).ok_or_else(|| {
            let all = self.sheet.arms.iter().map(|arm| arm.name.as_str());
            error(path, format!("{} has no `{name}`", self.sheet.name), names::one_of(all))
        })
    }

    /// The arm of that name, or else the weapon in hand, or else the first natural weapon.
    fn arm_or_hand(&self, name: Option<&String>, path: &Path) -> Result<u8, Diagnostic> {
        if let Some(name) = name {
            return self.arm(name, path.key("with"));
        }
        let natural = (0..).zip(&self.sheet.arms).find(|(_, arm)| arm.is_natural()).map(|(arm, _)| arm);
        Ok(self.scene.weapon_in_hand(self.who).or(natural).unwrap_or(0))
    }

    fn maneuver(&self, file: &ManeuverFile, path: &Path) -> Result<Maneuver, Diagnostic> {
        let all_out = |form, slam| Maneuver::Do(Act::AllOut { form, slam });
        let table = match file {
            ManeuverFile::Word(word) => {
                return Ok(match word {
                    ManeuverWord::Nothing => Maneuver::Nothing,
                    ManeuverWord::Attack => Maneuver::Do(Act::Attack { giant: false }),
                    ManeuverWord::GiantStep => Maneuver::Do(Act::Attack { giant: true }),
                    ManeuverWord::AllOutDetermined => all_out(AllOut::Determined, false),
                    ManeuverWord::AllOutStrong => all_out(AllOut::Strong, false),
                    ManeuverWord::AllOutDouble => all_out(AllOut::Double, false),
                    ManeuverWord::AllOutFeint => all_out(AllOut::Feint, false),
                    ManeuverWord::SlamDetermined => all_out(AllOut::Determined, true),
                    ManeuverWord::SlamStrong => all_out(AllOut::Strong, true),
                    ManeuverWord::Charge => Maneuver::Do(Act::Charge { heroic: false }),
                    ManeuverWord::HeroicCharge => Maneuver::Do(Act::Charge { heroic: true }),
                    ManeuverWord::Feint => Maneuver::Do(Act::Feint),
                    ManeuverWord::Jump => Maneuver::Do(Act::Jump),
                    ManeuverWord::Move => Maneuver::Do(Act::Move),
                });
            }
            ManeuverFile::Table(table) => &**table,
        };
        Ok(Maneuver::Do(match table {
            ManeuverTable::Ready(name) => Act::Ready(Ready::Item(self.arm(name, path.key("ready"))?)),
            ManeuverTable::Reload(name) => Act::Ready(Ready::Reload(self.arm(name, path.key("reload"))?)),
            ManeuverTable::PickUp(name) => {
                Act::Ready(Ready::PickUp { owner: self.who, item: self.arm(name, path.key("pick-up"))? })
            }
            ManeuverTable::Use(name) => Act::Ready(Ready::Use(self.arm(name, path.key("use"))?)),
            ManeuverTable::Store(name) => Act::Ready(Ready::Store(self.arm(name, path.key("store"))?)),
            ManeuverTable::Aim { target, with } => {
                let path = path.key("aim");
                let arm = match with {
                    Some(name) => Some(self.arm(name, path.key("with"))?),
                    None => None,
                };
                let mode = self.sheet.modes.iter().position(|mode| match arm {
                    Some(arm) => {
                        mode.item == arm && (mode.ranged.is_some() || self.sheet.arms[arm as usize].reach != 0)
                    }
                    None => mode.ranged.is_some(),
                });
                Act::Aim {
                    mode: mode.map_or(NONE, |mode| mode as u8),
                    target: self.combatant(target, path.key("target"))?,
                }
            }
            ManeuverTable::Defense(focus) => Act::Defense(*focus),
            ManeuverTable::ChangePosture(posture) => Act::ChangePosture(*posture),
            ManeuverTable::Concentrate(name) => {
                let tasks = self.scene.setup.tasks.iter().map(|task| task.name.as_str());
                let path = path.key("concentrate");
                Act::Concentrate(names::find(tasks, name, path, || format!("there is no task `{name}`"))? as u8)
            }
            ManeuverTable::Wait { on, then } => {
                let path = path.key("wait");
                let Maneuver::Do(then) = self.maneuver(then, &path.key("then"))? else {
                    let hint = "any maneuver but Wait and nothing (G4-R18)";
                    return Err(error(path.key("then"), "a Wait cannot lead to another Wait or to Do Nothing", hint));
                };
                return Ok(Maneuver::Wait(Wait { on: self.trigger(on, &path.key("on"))?, then }));
            }
        }))
    }

    fn trigger(&self, file: &TriggerFile, path: &Path) -> Result<Trigger, Diagnostic> {
        let who = |name: &Option<String>, key: &str| self.anybody(name.as_ref(), path.key(key));
        Ok(match file {
            TriggerFile::Within { by, hexes } => Trigger::Within { by: who(by, "by")?, hexes: *hexes },
            TriggerFile::Attacks { by, on } => Trigger::Attacks { by: who(by, "by")?, on: who(on, "on")? },
            TriggerFile::Enters { by, at } => Trigger::Enters { by: who(by, "by")?, at: *at },
            TriggerFile::Declares { by, what } => Trigger::Declares { by: who(by, "by")?, what: *what },
        })
    }

    fn attack(&self, file: &AttackFile, path: &Path) -> Result<Attack, Diagnostic> {
        let two = |pair: &(StrikeFile, StrikeFile), path: &Path| {
            Ok::<_, Diagnostic>((self.strike(&pair.0, &path.index(0))?, self.strike(&pair.1, &path.index(1))?))
        };
        Ok(match file {
            AttackFile::Word(NoneWord::None) => Attack::None,
            AttackFile::Table(strike) => Attack::One(self.strike(strike, path)?),
            AttackFile::Traded(TradedFile::Dual(pair)) => {
                let (first, second) = two(pair, &path.key("dual"))?;
                Attack::Dual(first, second)
            }
            AttackFile::Traded(TradedFile::Rapid(pair)) => {
                let (first, second) = two(pair, &path.key("rapid"))?;
                Attack::Rapid(first, second)
            }
        })
    }

    fn strike(&self, file: &StrikeFile, path: &Path) -> Result<Strike, Diagnostic> {
        let target = self.combatant(&file.target, path.key("target"))?;
        let held = || -> Result<u8, Diagnostic> {
            let sheet = self.scene.sheet(target);
            match &file.item {
                Some(name) => find_arm(sheet, name).ok_or_else(|| {
                    let all = sheet.arms.iter().map(|arm| arm.name.as_str());
                    error(path.key("item"), format!("{} has no `{name}`", sheet.name), names::one_of(all))
                }),
                None => Ok(self.scene.weapon_in_hand(target).unwrap_or(0)),
            }
        };
        let form = match file.form {
            FormFile::Blow => Form::Blow,
            FormFile::Disarm => Form::Disarm(held()?),
            FormFile::Break => Form::Break(held()?),
            FormFile::Slam => Form::Slam,
            FormFile::ShieldRush => Form::ShieldRush,
            FormFile::Grapple => Form::Grapple,
            FormFile::BreakFree => Form::BreakFree,
        };
        let mode = if form.is_bodily() {
            NONE
        } else {
            let arm = self.arm_or_hand(file.with.as_ref(), path)?;
            match &file.mode {
                Some(name) => {
                    let modes = (0..).zip(&self.sheet.modes).filter(|(_, mode)| mode.item == arm);
                    let found = modes.clone().find(|(_, mode)| mode.name.eq_ignore_ascii_case(name));
                    found.map(|(mode, _)| mode).ok_or_else(|| {
                        let all = modes.map(|(_, mode)| mode.name.as_str());
                        error(path.key("mode"), format!("there is no mode `{name}`"), names::one_of(all))
                    })?
                }
                None => first_mode(self.sheet, arm).unwrap_or(NONE),
            }
        };
        Ok(Strike {
            at: file.at.unwrap_or(Location::Torso),
            form,
            deceptive: file.deceptive,
            telegraphic: file.telegraphic,
            armor: file.armor,
            mighty: file.mighty,
            flurry: file.flurry,
            recover: file.recover,
            recover_after: file.recover_after,
            feint: file.feint,
            situation: file.situation,
            ..Strike::plain(mode, target)
        })
    }

    fn defense(&self, file: &DefenseFile) -> Defense {
        let (word, table) = match file {
            DefenseFile::Word(word) => (*word, DefenseTable::default()),
            DefenseFile::Table(table) => (table.with, table.clone()),
        };
        let parries = |hand: usize| {
            let item = self.scene.fighter(self.who).hands[hand];
            self.scene.arm(self.who, item).is_none_or(|item| item.parry.is_some())
        };
        let kind = match word {
            DefenseWord::None => DefenseKind::None,
            DefenseWord::Dodge => DefenseKind::Dodge,
            DefenseWord::Parry => DefenseKind::Parry(u8::from(!parries(0) && parries(1))),
            DefenseWord::ParryOff => DefenseKind::Parry(1),
            DefenseWord::Block => DefenseKind::Block,
        };
        let DefenseTable { retreat, acrobatic, dive, feverish, blind_fighting, .. } = table;
        Defense { kind, retreat, acrobatic, dive, feverish, blind_fighting }
    }
}
