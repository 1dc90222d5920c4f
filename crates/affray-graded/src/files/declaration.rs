//! What a file declares for one turn, and how it answers the engine's questions.
//!
//! A declaration is written as people say it at the table: one table a turn, with the maneuver, the
//! movement, the attacks, and what the others decide. Every question that the engine asks takes the next
//! entry of its kind; where there is none, the stated default holds.

use super::state_file::{find_item, spelled};
use crate::Graded;
use crate::body::location::Location;
use crate::decision::{
    Blow, Charge, Choice, Cover, Declared, Defense, Erratic, Fist, From, Gait, Grip, Maneuver, Medicine, Mode, NONE,
    Plan, Posture, Question, Step, Tend, Watch,
};
use crate::judge::default_choice;
use crate::scene::{Scene, Setup};
use crate::sheet::{Sheet, UNARMED};
use crate::state::{Parts, State};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, Path, error};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_prove::cases::{self, Cells, LeftOver, OneOrMany, Used};
use affray_session::names;

/// What one combatant does on its turn, and what the others decide meanwhile.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct Declaration {
    /// A free rise from a crouch when the turn begins. Default: none.
    pub rise: OneOrMany<Posture>,
    /// The maneuver. Default: nothing.
    pub maneuver: OneOrMany<ManeuverFile>,
    /// The movement, piece by piece. Default: none. Each piece is a string: `"E"` enters the hex on that side,
    /// `"face NE"` ends the movement with that facing, `"stop"` ends it where another one follows.
    pub path: Vec<String>,
    /// The attacks and feints, in the order in which they are asked for. Default: none is made.
    pub attack: OneOrMany<AttackFile>,
    /// The defenses: `"parry"`, `"parry dagger"`, `"parry bare hands"`, `"block"`, `"dodge"`, `"acrobatic"` or
    /// `"none"`. Default: none.
    pub defend: OneOrMany<String>,
    /// The hexes into which those who retreat step back. Default: the first that is free.
    pub step_back: Cells,
    /// Whether the arm is hit after a failed bare-handed parry. Default: `false`.
    pub arm: OneOrMany<bool>,
    /// Whether fencers riposte with the dagger. Default: `false`.
    pub riposte: OneOrMany<bool>,
    /// Whether who watches with a PER roll fires. Default: `true`.
    pub fire: OneOrMany<bool>,
    /// Whether who waits attacks. Default: `true`.
    pub intercept: OneOrMany<bool>,
    /// Hexes into which those who are taken down fall. Default: where they are.
    pub throw: Cells,
    /// A free drop to another posture when the turn ends. Default: none.
    pub drop: OneOrMany<Posture>,
    /// What is done after the battle. Default: nothing.
    pub tend: OneOrMany<TendFile>,
}

/// What can be done after the battle.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum TendFile {
    /// Treats that one with First Aid.
    FirstAid(String),
    /// Treats that one as a Physician.
    Physician(String),
    /// Treats that one without either skill.
    Unskilled(String),
    /// A day of rest and proper food.
    Day {
        /// The physician who cares for him. Default: nobody.
        care: Option<String>,
    },
    /// So many minutes of rest, 0 to 1440.
    Minutes(u16),
    /// Lies unconscious until he may wake.
    Wake {},
    /// The roll for a crippled part: `arm-near`, `leg-far` ...
    Mend(String),
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
    Table(ManeuverTable),
}

/// Maneuvers without more to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum ManeuverWord {
    /// Do Nothing.
    Nothing,
    /// Missile Attack after a step.
    Missile,
    /// Missile Attack, walking.
    MissileWalking,
    /// Missile Attack, running.
    MissileRunning,
    /// Ranged Rapid Attack.
    RapidFire,
    /// Pop-Up Attack.
    PopUp,
    /// Attack.
    Attack,
    /// All Out Attack at +4.
    AllOut,
    /// All Out Attack with +2 damage.
    AllOutStrong,
    /// Wild Swing.
    WildSwing,
    /// Two-Weapon Attack.
    TwoWeapons,
    /// Feint.
    Feint,
    /// Shield Bash.
    Bash,
    /// Unarmed Attack.
    Unarmed,
    /// Multiple Foe Defense.
    MultipleDefense,
    /// Brace For Impact.
    Brace,
    /// Retreat.
    Retreat,
    /// Move.
    Move,
    /// Move, swerving from side to side.
    Swerve,
    /// Move, evading massively.
    Evade,
}

/// Maneuvers with something to them.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum ManeuverTable {
    /// All Out Charge.
    Charge {
        /// At whom.
        target: String,
        /// How. Default: one attack at -1.
        how: Option<Charge>,
    },
    /// Aim.
    Aim {
        /// At whom.
        target: Option<String>,
        /// At which hex, where nobody is aimed at.
        hex: Option<Cell>,
        /// With what. Default: what the weapon hand holds.
        with: Option<String>,
    },
    /// Opportunity Fire into one hex, along a line, or else into the three forward hexes.
    OpportunityFire {
        /// The hex.
        #[value(default)]
        hex: Cells,
        /// The direction of the line.
        line: Option<Facing>,
        /// With a PER roll.
        #[value(default)]
        per: bool,
        /// With what. Default: what the weapon hand holds.
        with: Option<String>,
    },
    /// Wait.
    Wait {
        /// The hexes. Default: all that can be watched.
        #[value(default)]
        hexes: Vec<Cell>,
        /// With what. Default: what the weapon hand holds.
        with: Option<String>,
    },
    /// Reload, or draw another thrown weapon.
    Reload(String),
    /// Ready Weapon.
    ReadyWeapon {
        /// Which.
        item: String,
        /// In the off hand.
        #[value(default)]
        off_hand: bool,
    },
    /// Ready Shield.
    ReadyShield(String),
    /// Slam.
    Slam(String),
    /// Flying Tackle.
    Tackle(String),
    /// Takedown.
    Takedown(String),
    /// Break Free of that one.
    BreakFree(String),
    /// Single Foe Defense against that one.
    SingleDefense(String),
    /// Grapple.
    Grapple {
        /// Whom.
        target: String,
        /// What for. Default: the arm.
        #[value(default, rename = "for")]
        act: GripWord,
        /// The weapon to grab. Default: what the target's weapon hand holds.
        weapon: Option<String>,
        /// With both hands.
        #[value(default)]
        both: bool,
    },
    /// Change Position.
    Position(Posture),
    /// Cast.
    Cast {
        /// Which spell.
        spell: String,
        /// On whom. Default: oneself.
        target: Option<String>,
    },
}

/// What a Grapple is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue)]
pub enum GripWord {
    /// To grab the weapon arm.
    #[default]
    Arm,
    /// To grab a weapon.
    Weapon,
    /// To force the target to fall.
    Fall,
    /// To take the weapon.
    Take,
    /// To pin.
    Pin,
}

/// An attack: a table, or `"none"`.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "\"none\" or a table")]
pub enum AttackFile {
    /// `"none"`.
    #[value(text)]
    Word(NoAttack),
    /// One.
    #[value(table)]
    Table(Box<AttackTable>),
}

/// No attack after all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum NoAttack {
    /// None.
    None,
}

/// How a blow is struck, as files say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum ModeWord {
    /// A swing that crushes.
    Crush,
    /// A swing that cuts.
    Cut,
    /// A thrust.
    Impale,
    /// Thrown or shot.
    Shoot,
    /// With the shield.
    Bash,
    /// With the fist.
    Punch,
    /// With the foot.
    Kick,
    /// With the teeth.
    Bite,
}

/// An attack as it is declared.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct AttackTable {
    /// At whom.
    pub target: String,
    /// With what. Default: what the maneuver wants, or the hands hold.
    pub with: Option<String>,
    /// How. Default: the first way in which that can be used.
    pub mode: Option<ModeWord>,
    /// The skill of fist or foot. Default: DX.
    pub skill: Fist,
    /// The called location. Default: none.
    pub at: Option<Location>,
    /// Cannot hear, -4 to 0.
    pub hearing: i8,
    /// Darkness, -9 to 0.
    pub darkness: i8,
    /// Footing, -2 to 0.
    pub footing: i8,
    /// Obstruction, -5 to 0.
    pub obstruction: i8,
    /// The target's erratic movement: 0 none to 4.
    pub erratic: u8,
    /// Cover of the target.
    pub cover: Cover,
    /// Persons in the line besides those on the map, 0 to 9.
    pub persons: u8,
    /// The target's speed in miles an hour, 0 to 3000.
    pub speed: u16,
    /// An unfamiliar weapon.
    pub unfamiliar: bool,
    /// The target is not aware of it.
    pub unaware: bool,
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

impl cases::Script<Graded> for Script<'_> {
    fn restart(&mut self) {
        self.used.clear();
    }

    fn left_over(&self) -> Vec<LeftOver> {
        let said = self.said;
        self.used.left_over(&[
            ("rise", said.rise.len()),
            ("maneuver", said.maneuver.len()),
            ("path", said.path.len()),
            ("attack", said.attack.len()),
            ("defend", said.defend.len()),
            ("step_back", said.step_back.len()),
            ("arm", said.arm.len()),
            ("riposte", said.riposte.len()),
            ("fire", said.fire.len()),
            ("intercept", said.intercept.len()),
            ("throw", said.throw.len()),
            ("drop", said.drop.len()),
            ("tend", said.tend.len()),
        ])
    }

    fn answer(&mut self, setup: &Setup, state: &State, question: &Question) -> Result<Choice, Diagnostic> {
        let scene = Scene { setup, state };
        let who = question.who();
        let ask = Answer { scene, who, sheet: scene.sheet(who) };
        let (said, used) = (self.said, &mut self.used);
        let default = || default_choice(scene, question);
        Ok(match *question {
            Question::Posture { end, .. } => {
                let (key, list) = if end { ("drop", &said.drop) } else { ("rise", &said.rise) };
                used.next(key, list).map_or_else(default, |(posture, _)| Choice::Posture(*posture))
            }
            Question::Maneuver { .. } => match used.next("maneuver", &said.maneuver) {
                Some((maneuver, path)) => Choice::Maneuver(ask.maneuver(maneuver, &path)?),
                None => default(),
            },
            Question::Walk { .. } => match used.next("path", &said.path) {
                Some((piece, path)) => Choice::Step(step(piece, path)?),
                None => Choice::Step(Step::Stop),
            },
            Question::Attack { plan, .. } => match used.next("attack", &said.attack) {
                Some((attack, path)) => Choice::Attack(ask.attack(attack, &plan, &path)?),
                None => default(),
            },
            Question::Defend { .. } => match used.next("defend", &said.defend) {
                Some((words, path)) => Choice::Defense(ask.defense(words, path)?),
                None => default(),
            },
            Question::StepBack { .. } => {
                used.next("step_back", &said.step_back).map_or_else(default, |(cell, _)| Choice::Hex(*cell))
            }
            Question::ArmInstead { .. } => Choice::Yes(used.next_or("arm", &said.arm, false)),
            Question::Riposte { .. } => Choice::Yes(used.next_or("riposte", &said.riposte, false)),
            Question::Fire { .. } => Choice::Yes(used.next_or("fire", &said.fire, true)),
            Question::Intercept { .. } => Choice::Yes(used.next_or("intercept", &said.intercept, true)),
            Question::Throw { .. } => {
                used.next("throw", &said.throw).map_or_else(default, |(cell, _)| Choice::Hex(*cell))
            }
            Question::Aftermath { .. } => match used.next("tend", &said.tend) {
                Some((tend, path)) => Choice::Tend(ask.tend(tend, &path)?),
                None => default(),
            },
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

/// A piece of a movement.
fn step(piece: &str, path: Path) -> Result<Step, Diagnostic> {
    let words: Vec<&str> = piece.split_whitespace().collect();
    Ok(match *words.as_slice() {
        ["stop"] => Step::Stop,
        ["face", to] => Step::Face(side(to, &path)?),
        [to] => Step::To(side(to, &path)?),
        _ => {
            let hint = "a side such as \"E\", \"face E\" or \"stop\"";
            return Err(error(path, format!("`{piece}` is no piece of a movement"), hint));
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
        names::known::<Graded>(self.scene.setup, name, path)
    }

    fn item_of(&self, sheet: &Sheet, name: &str, path: Path) -> Result<u8, Diagnostic> {
        find_item(sheet, name).ok_or_else(|| {
            let all = sheet.items.iter().map(|item| item.name.as_str());
            error(path, format!("{} has no `{name}`", sheet.name), names::one_of(all))
        })
    }

    fn item(&self, name: &str, path: Path) -> Result<u8, Diagnostic> {
        self.item_of(self.sheet, name, path)
    }

    /// The item of that name, or else what the weapon hand holds, or else none.
    fn item_or_hand(&self, name: Option<&String>, path: &Path) -> Result<u8, Diagnostic> {
        let [main, off] = self.scene.fighter(self.who).hands;
        match name {
            Some(name) => self.item(name, path.key("with")),
            None => Ok([main, off].into_iter().find(|&item| item != NONE).unwrap_or(UNARMED)),
        }
    }

    fn tend(&self, file: &TendFile, path: &Path) -> Result<Tend, Diagnostic> {
        let treat = |name: &String, key: &str, with: Medicine| {
            Ok(Tend::Treat { patient: self.combatant(name, path.key(key))?, with })
        };
        match file {
            TendFile::FirstAid(name) => treat(name, "first-aid", Medicine::FirstAid),
            TendFile::Physician(name) => treat(name, "physician", Medicine::Physician),
            TendFile::Unskilled(name) => treat(name, "unskilled", Medicine::Unskilled),
            TendFile::Day { care } => {
                let path = path.key("day").key("care");
                let care = care.as_ref().map(|name| self.combatant(name, path)).transpose()?;
                Ok(Tend::Rest { care })
            }
            TendFile::Minutes(minutes) => Ok(Tend::Breathe { minutes: *minutes }),
            TendFile::Wake {} => Ok(Tend::Wake),
            TendFile::Mend(name) => {
                let place = Parts::NAMES.iter().position(|(part, _)| spelled(part) == *name);
                let hint = "arm-near, arm-far, hand-near, hand-far, leg-near, leg-far, foot-near or foot-far";
                let part = place.ok_or_else(|| error(path.key("mend"), format!("there is no part `{name}`"), hint))?;
                Ok(Tend::Mend { part: part as u8 })
            }
        }
    }

    fn maneuver(&self, file: &ManeuverFile, path: &Path) -> Result<Maneuver, Diagnostic> {
        let table = match file {
            ManeuverFile::Word(word) => return Ok(plain(*word)),
            ManeuverFile::Table(table) => table,
        };
        Ok(match table {
            ManeuverTable::Charge { target, how } => Maneuver::Charge {
                target: self.combatant(target, path.key("charge").key("target"))?,
                how: how.unwrap_or(Charge::Attack),
            },
            ManeuverTable::Aim { target, hex, with } => {
                let path = path.key("aim");
                let target = target.as_ref().map(|name| self.combatant(name, path.key("target"))).transpose()?;
                let hex = hex.unwrap_or_default();
                Maneuver::Aim { target, hex, with: self.item_or_hand(with.as_ref(), &path)? }
            }
            ManeuverTable::OpportunityFire { hex, line, per, with } => {
                let path = path.key("opportunity-fire");
                // What is neither one hex nor one line is refused (GR-052).
                let watch = match (&**hex, line) {
                    ([hex], None) => Watch::Hex(*hex),
                    ([], Some(line)) => Watch::Line(*line),
                    ([], None) => Watch::Forward,
                    _ => Watch::None,
                };
                Maneuver::OpportunityFire { watch, per: *per, with: self.item_or_hand(with.as_ref(), &path)? }
            }
            ManeuverTable::Wait { hexes, with } => {
                let path = path.key("wait");
                let mut bits = if hexes.is_empty() { crate::movement::wait::ALL } else { 0 };
                for (at, &hex) in hexes.iter().enumerate() {
                    bits |= self.scene.watch_bit(self.who, hex).ok_or_else(|| {
                        let hint = "hexes in reach, in the forward arc (GR-R47)";
                        error(path.key("hexes").index(at), format!("{},{} cannot be watched", hex.q, hex.r), hint)
                    })?;
                }
                Maneuver::Wait { hexes: bits, with: self.item_or_hand(with.as_ref(), &path)? }
            }
            ManeuverTable::Reload(item) => Maneuver::Reload { item: self.item(item, path.key("reload"))? },
            ManeuverTable::ReadyWeapon { item, off_hand } => Maneuver::ReadyWeapon {
                item: self.item(item, path.key("ready-weapon").key("item"))?,
                hand: u8::from(*off_hand),
            },
            ManeuverTable::ReadyShield(item) => {
                Maneuver::ReadyShield { item: self.item(item, path.key("ready-shield"))? }
            }
            ManeuverTable::Slam(target) => Maneuver::Slam { target: self.combatant(target, path.key("slam"))? },
            ManeuverTable::Tackle(target) => Maneuver::Tackle { target: self.combatant(target, path.key("tackle"))? },
            ManeuverTable::Takedown(target) => {
                Maneuver::Takedown { target: self.combatant(target, path.key("takedown"))? }
            }
            ManeuverTable::BreakFree(holder) => {
                Maneuver::BreakFree { holder: self.combatant(holder, path.key("break-free"))? }
            }
            ManeuverTable::SingleDefense(foe) => {
                Maneuver::SingleDefense { foe: self.combatant(foe, path.key("single-defense"))? }
            }
            ManeuverTable::Grapple { target, act, weapon, both } => {
                let path = path.key("grapple");
                let target = self.combatant(target, path.key("target"))?;
                let both = *both;
                let act = match act {
                    GripWord::Arm => Grip::Arm { both },
                    GripWord::Fall => Grip::Fall,
                    GripWord::Take => Grip::Take,
                    GripWord::Pin => Grip::Pin { both },
                    GripWord::Weapon => {
                        let held = self.scene.fighter(target).hands[0];
                        let item = match weapon {
                            Some(name) => self.item_of(self.scene.sheet(target), name, path.key("weapon"))?,
                            None => held,
                        };
                        Grip::Weapon { item, both }
                    }
                };
                Maneuver::Grapple { target, act }
            }
            ManeuverTable::Position(to) => Maneuver::Position { to: *to },
            ManeuverTable::Cast { spell, target } => {
                let path = path.key("cast");
                let spells = self.sheet.spells.iter().map(|spell| spell.name.as_str());
                let message = || format!("{} has no spell `{spell}`", self.sheet.name);
                let spell = names::find(spells, spell, path.key("spell"), message)? as u8;
                let target = match target {
                    Some(target) => self.combatant(target, path.key("target"))?,
                    None => self.who,
                };
                Maneuver::Cast { spell, target }
            }
        })
    }

    fn attack(&self, file: &AttackFile, plan: &Plan, path: &Path) -> Result<Option<Blow>, Diagnostic> {
        let AttackFile::Table(file) = file else { return Ok(None) };
        let target = self.combatant(&file.target, path.key("target"))?;
        let mode = file.mode.map(|mode| match mode {
            ModeWord::Crush => Mode::Crush,
            ModeWord::Cut => Mode::Cut,
            ModeWord::Impale => Mode::Impale,
            ModeWord::Shoot => Mode::Shoot,
            ModeWord::Bash => Mode::Bash,
            ModeWord::Punch => Mode::Punch(file.skill),
            ModeWord::Kick => Mode::Kick(file.skill),
            ModeWord::Bite => Mode::Bite,
        });
        let with = match (&file.with, mode) {
            (Some(name), _) => self.item(name, path.key("with"))?,
            (None, Some(mode)) if mode.is_unarmed() => UNARMED,
            (None, Some(Mode::Bash)) => self.scene.ready_shield(self.who).unwrap_or(NONE),
            (None, _) if plan.with != NONE => plan.with,
            (None, None) if plan.from == From::Bash => self.scene.ready_shield(self.who).unwrap_or(NONE),
            (None, None) if plan.from == From::Unarmed => UNARMED,
            (None, _) => self.item_or_hand(None, path)?,
        };
        let mode = mode.unwrap_or_else(|| self.first_mode(with, plan, file.skill));
        let declared = Declared {
            hearing: file.hearing,
            darkness: file.darkness,
            footing: file.footing,
            obstruction: file.obstruction,
            erratic: file.erratic,
            cover: file.cover,
            persons: file.persons,
            speed: file.speed,
            unfamiliar: file.unfamiliar,
            unaware: file.unaware,
        };
        Ok(Some(Blow { with, mode, target, at: file.at, declared }))
    }

    /// The first way in which something can be used under a plan.
    fn first_mode(&self, with: u8, plan: &Plan, fist: Fist) -> Mode {
        let item = self.sheet.item(with);
        if plan.from.is_ranged() {
            return Mode::Shoot;
        }
        if plan.from == From::Bash || item.is_some_and(|item| item.shield.is_some()) {
            return Mode::Bash;
        }
        let Some(item) = item else { return Mode::Punch(fist) };
        let modes = [Mode::Crush, Mode::Cut, Mode::Impale];
        let able = |mode: &Mode| mode.column().is_some_and(|column| item.damage[column].is_some());
        modes.into_iter().find(able).unwrap_or(Mode::Crush)
    }

    fn defense(&self, words: &str, path: Path) -> Result<Defense, Diagnostic> {
        let [main, off] = self.scene.fighter(self.who).hands;
        let parries = |item: u8| self.sheet.item(item).is_some_and(|item| item.parry.is_some());
        Ok(match words.trim() {
            "none" => Defense::None,
            "block" => Defense::Block,
            "dodge" => Defense::Dodge,
            "acrobatic" => Defense::Acrobatic,
            "parry" => Defense::Parry([main, off].into_iter().find(|&item| parries(item)).unwrap_or(UNARMED)),
            words => match words.strip_prefix("parry ") {
                Some(name) => Defense::Parry(self.item(name.trim(), path)?),
                None => {
                    let hint = "parry, parry and an item, block, dodge, acrobatic or none";
                    return Err(error(path, format!("`{words}` is no defense"), hint));
                }
            },
        })
    }
}

/// A maneuver without more to say.
const fn plain(word: ManeuverWord) -> Maneuver {
    match word {
        ManeuverWord::Nothing => Maneuver::Nothing,
        ManeuverWord::Missile => Maneuver::Missile { gait: Gait::Step },
        ManeuverWord::MissileWalking => Maneuver::Missile { gait: Gait::Walk },
        ManeuverWord::MissileRunning => Maneuver::Missile { gait: Gait::Run },
        ManeuverWord::RapidFire => Maneuver::RapidFire,
        ManeuverWord::PopUp => Maneuver::PopUp,
        ManeuverWord::Attack => Maneuver::Attack,
        ManeuverWord::AllOut => Maneuver::AllOut { strong: false },
        ManeuverWord::AllOutStrong => Maneuver::AllOut { strong: true },
        ManeuverWord::WildSwing => Maneuver::WildSwing,
        ManeuverWord::TwoWeapons => Maneuver::TwoWeapons,
        ManeuverWord::Feint => Maneuver::Feint,
        ManeuverWord::Bash => Maneuver::Bash,
        ManeuverWord::Unarmed => Maneuver::Unarmed,
        ManeuverWord::MultipleDefense => Maneuver::MultipleDefense,
        ManeuverWord::Brace => Maneuver::Brace,
        ManeuverWord::Retreat => Maneuver::Retreat,
        ManeuverWord::Move => Maneuver::Move { erratic: Erratic::None },
        ManeuverWord::Swerve => Maneuver::Move { erratic: Erratic::Swerving },
        ManeuverWord::Evade => Maneuver::Move { erratic: Erratic::Evading },
    }
}
