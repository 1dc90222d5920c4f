//! What a file declares for one turn, and how it answers the engine's questions.
//!
//! A declaration is written as people say it at the table: one table a turn, with the action, the
//! movement, the attacks, and what the others decide. Every question that the engine asks takes the
//! next entry of its kind; where there is none, the stated default holds.

use super::state_file::{find_item, find_poison, spelled};
use crate::DragonQuest;
use crate::decision::{
    Action, Arm, Attack, Blow, Blows, Choice, From, Kind, MOST_BLOWS, Moving, NONE, Question, Spoil, Stance, Step,
    Talent, Task,
};
use crate::judge::default_choice;
use crate::scene::{Scene, Setup};
use crate::sheet::Sheet;
use crate::state::{Flags, State};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, Path, error};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Refusal};
use affray_prove::cases::{self, Cells, LeftOver, OneOrMany, Used};
use affray_session::names;

/// What one combatant does on its turn, and what the others decide meanwhile.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct Declaration {
    /// The action; two for those of modAG 26 and more. Default: a Pass, and no second one.
    pub action: OneOrMany<ActionFile>,
    /// The movement, piece by piece. Default: none. Each piece is a string: `"E"` enters the hex on that
    /// side, `"turn NE"` turns, `"jump E 2"` jumps two hexes, `"stop"` ends the movement where another one follows in the same turn.
    pub path: Vec<String>,
    /// The attacks of whose turn it is, in their order. Default: none is made.
    pub attack: OneOrMany<AttackFile>,
    /// The free attacks of ripostes. Default: none is made.
    pub riposte: OneOrMany<AttackFile>,
    /// Facings where a figure may turn without moving. Default: as it stands.
    pub face: OneOrMany<Facing>,
    /// What Passes are used for. Default: nothing.
    pub task: OneOrMany<TaskFile>,
    /// Weapons that parry, or `"none"`, in the order in which it is asked. Default: none.
    pub parry: OneOrMany<String>,
    /// What grievous blows spoil: `"armor"` or `"shield"`. Default: the armor.
    pub spare: OneOrMany<SpoilName>,
    /// Whether those who are closed with try to repulse. Default: `false`.
    pub repulse: OneOrMany<bool>,
    /// Whether restrainers go on holding. Default: `true`.
    pub hold: OneOrMany<bool>,
    /// Hexes to which figures come away. Default: the first legal one.
    pub away: Cells,
    /// Whether the highest initiative of an engagement acts first. Default: `true`.
    pub first: OneOrMany<bool>,
    /// Whether what has a clear line is loosed. Default: `true`.
    pub loose: OneOrMany<bool>,
    /// Talents, or `"none"`: it is asked before the action, and after it if none was used. Default: none.
    pub talent: OneOrMany<TalentFile>,
    /// Which side's non-engaged figures go first, by name. Default: the winner of the roll.
    pub first_side: OneOrMany<String>,
    /// Which figure of a side acts next. Default: the first that can.
    pub next: OneOrMany<String>,
    /// Who rolls in a leader's place. Default: the first that can.
    pub roller: OneOrMany<String>,
}

/// An action: a word, or a table for those with more to say.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "an action, as a word or a table")]
pub enum ActionFile {
    /// Without more to say.
    #[value(text)]
    Word(ActionWord),
    /// With more.
    #[value(table)]
    Table(ActionTable),
}

/// Actions without more to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum ActionWord {
    /// Nothing at all.
    Nothing,
    /// Melee Attack; the movement comes before it.
    Attack,
    /// Melee Attack; the movement comes after it.
    AttackThenMove,
    /// Evade.
    Evade,
    /// Withdraw with a blow.
    WithdrawOffensively,
    /// Withdraw behind a shield.
    WithdrawDefensively,
    /// Withdraw by a normal move.
    Withdraw,
    /// Withdraw out of close combat.
    BreakOut,
    /// Grapple, in close combat.
    Grapple,
    /// Pass; `task` says what for. The movement comes after it.
    Pass,
    /// Pass; the movement comes before the task.
    MoveThenPass,
    /// Fire.
    Fire,
    /// Fire with a loaded crossbow; the movement comes before it.
    MoveThenFire,
    /// Fire with a loaded crossbow; the movement comes after it.
    FireThenMove,
    /// The whole TMR and nothing else.
    Move,
    /// Retreat.
    Retreat,
}

/// Actions with something to them.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum ActionTable {
    /// Charge.
    Charge {
        /// At whom.
        target: String,
        /// The weapon. Default: what is in hand first, else a natural attack, else bare hands.
        with: Option<String>,
    },
    /// Close and Grapple.
    Close {
        /// Whose hex is entered.
        target: String,
    },
    /// Charge and Close.
    ChargeClose {
        /// Whose hex is entered.
        target: String,
    },
    /// Fire, with a monster's breath.
    Breathe {
        /// Through whose hex.
        target: String,
    },
    /// Cast the spell that is prepared.
    Cast {
        /// At whom.
        target: String,
    },
}

/// A Talent, or `"none"`.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "\"none\" or a table")]
pub enum TalentFile {
    /// `"none"`.
    #[value(text)]
    Word(NoAttack),
    /// One.
    #[value(table)]
    Table(TalentTable),
}

/// The table of [`TalentFile`].
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct TalentTable {
    /// Its name.
    pub spell: String,
    /// At whom.
    pub target: String,
}

/// An attack: a table, several blows of one attack as a table with `blows`, or `"none"`.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "\"none\" or a table")]
pub enum AttackFile {
    /// `"none"`.
    #[value(text)]
    Word(NoAttack),
    /// Several blows of one attack: one with each of two weapons, one at each target of a sweep, one with
    /// each natural attack.
    #[value(table_with = "blows")]
    Several(SeveralFile),
    /// One blow.
    #[value(table)]
    Table(Box<AttackTable>),
}

/// Several blows of one attack, 2 to 4.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SeveralFile {
    /// The blows, in their order.
    pub blows: Vec<AttackTable>,
}

/// No attack after all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum NoAttack {
    /// None.
    None,
}

/// An attack as it is declared.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct AttackTable {
    /// At whom.
    pub target: String,
    /// The weapon, `"bare hands"`, `"kick"` or a natural attack; what is another's as `"Hale's short sword"`. Default:
    /// what is in hand first, else a natural attack, else bare hands.
    pub with: Option<String>,
    /// The attack type. Default: a plain attack.
    pub kind: KindName,
    /// Who helps to restrain, up to two.
    pub helpers: Vec<String>,
    /// What the target is to be disarmed of.
    pub item: Option<String>,
    /// The game master's modifier, -50 to +50.
    pub modifier: i8,
}

/// The attack types, as files name them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue)]
pub enum KindName {
    /// A plain attack.
    #[default]
    Plain,
    /// To make the target fall.
    Trip,
    /// With net, whip or bola.
    Entangle,
    /// To hold the target fast; `helpers` says with whom.
    Restrain,
    /// To knock the target unconscious.
    Knockout,
    /// With a shield.
    Rush,
    /// To make the target drop the `item`.
    Disarm,
}

/// What a Pass is used for: a word or a table.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "a task, as a word or a table")]
pub enum TaskFile {
    /// Without more to say.
    #[value(text)]
    Word(TaskWord),
    /// With more.
    #[value(table)]
    Table(TaskTable),
}

/// Tasks without more to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum TaskWord {
    /// Nothing.
    Nothing,
    /// Stand up.
    StandUp,
    /// Crawl.
    Crawl,
    /// Lie down.
    LieDown,
    /// Dismount.
    Dismount,
    /// One of the two Passes that disentangle.
    Disentangle,
}

/// Tasks with something to them.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum TaskTable {
    /// Prepare that item.
    Prepare(String),
    /// Store that item.
    Store(String),
    /// Pick up that item, which may be another's: `"Hale's short sword"`.
    PickUp(String),
    /// Load that crossbow.
    Load(String),
    /// Put poison on a weapon.
    Poison {
        /// The weapon.
        item: String,
        /// The poison.
        with: String,
    },
    /// Remove a stuck weapon.
    Remove {
        /// From whom. Default: oneself.
        from: Option<String>,
        /// Whose weapon it is.
        owner: String,
        /// The weapon, or the one that loosed it.
        item: String,
    },
    /// Bandage that figure.
    Bandage(String),
    /// Prepare that spell.
    Spell(String),
    /// Mount that one.
    Mount(String),
}

/// What a grievous blow spoils.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum SpoilName {
    /// The armor.
    Armor,
    /// The shield.
    Shield,
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

impl cases::Script<DragonQuest> for Script<'_> {
    fn restart(&mut self) {
        self.used.clear();
    }

    fn left_over(&self) -> Vec<LeftOver> {
        let said = self.said;
        self.used.left_over(&[
            ("action", said.action.len()),
            ("path", said.path.len()),
            ("attack", said.attack.len()),
            ("riposte", said.riposte.len()),
            ("face", said.face.len()),
            ("task", said.task.len()),
            ("parry", said.parry.len()),
            ("spare", said.spare.len()),
            ("repulse", said.repulse.len()),
            ("hold", said.hold.len()),
            ("away", said.away.len()),
            ("loose", said.loose.len()),
            ("talent", said.talent.len()),
            ("first", said.first.len()),
            ("first_side", said.first_side.len()),
            ("next", said.next.len()),
            ("roller", said.roller.len()),
        ])
    }

    /// `DQ-202` `DQ-315` `DQ-353` `DQ-354` `DQ-413` `DQ-728` An action too many, a movement after the blow that one made
    /// before it too, a turn after a spell where there is none, a parry where none is offered.
    fn forbidden(&self, setup: &Setup, state: &State, whose: Option<CombatantId>) -> Option<Refusal> {
        let scene = Scene { setup, state };
        let who = whose?;
        let ask = Answer { scene, who, sheet: scene.sheet(who) };
        let action = |at: usize| {
            let file = self.said.action.get(at)?;
            ask.action(file, &Path::root()).ok()
        };
        let acted = self.used.of("action");
        let left = acted < self.said.action.len() || self.used.of("path") < self.said.path.len();
        let mount = scene.fighter(who).mount;
        if left && mount != NONE && scene.fighter(CombatantId(mount)).flags.has(Flags::MOMENTUM) {
            return Some(Refusal::new(rule!("DQ-728"), "momentum carries the mount on: the rider passes"));
        }
        if let Some(further) = action(acted) {
            let first = acted.checked_sub(1).and_then(action).map(Action::deed);
            return scene.judge_action(who, first, further).err();
        }
        if self.used.of("path") < self.said.path.len() && matches!(action(0), Some(Action::Attack { .. })) {
            let message = "one moves before the blow or after it, not both";
            return Some(Refusal::new(rule!("DQ-202"), message));
        }
        if self.used.of("face") < self.said.face.len() && matches!(action(0), Some(Action::Cast { .. })) {
            let message = "a figure that is not engaged neither moves nor turns when casting";
            return Some(Refusal::new(rule!("DQ-315"), message));
        }
        if let Some((parry, _)) = self.used.peek("parry", &self.said.parry)
            && let Some(AttackFile::Table(attack)) = self.said.attack.first()
        {
            let target = ask.combatant(&attack.target, Path::root()).ok()?;
            let own = Answer { scene, who: target, sheet: scene.sheet(target) };
            let with = own.arm(parry, Path::root()).ok()?;
            let message = "a parry is offered where the roll is 31 or more above the chance";
            return Some(scene.judge_parry(target, with).err().unwrap_or(Refusal::new(rule!("DQ-413"), message)));
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
            Question::Roller { .. } => match used.next("roller", &said.roller) {
                Some((name, path)) => Choice::Figure(ask.combatant(name, path)?),
                None => default(),
            },
            Question::FirstSide { .. } => match used.next("first_side", &said.first_side) {
                Some((name, path)) => Choice::Side(ask.side(name, path)?),
                None => default(),
            },
            Question::First { .. } => Choice::Yes(used.next_or("first", &said.first, true)),
            Question::Next { .. } => match used.next("next", &said.next) {
                Some((name, path)) => Choice::Figure(ask.combatant(name, path)?),
                None => default(),
            },
            Question::Act { .. } => match used.next("action", &said.action) {
                Some((action, path)) => Choice::Act(ask.action(action, &path)?),
                None => default(),
            },
            Question::Walk { .. } => match used.next("path", &said.path) {
                Some((piece, path)) => Choice::Step(step(piece, path)?),
                None => Choice::Step(Step::Stop),
            },
            Question::Attack { plan, .. } => {
                let next = match plan.from {
                    From::Riposte => used.next("riposte", &said.riposte),
                    _ => used.next("attack", &said.attack),
                };
                match next {
                    Some((attack, path)) => Choice::Attack(ask.attack(attack, &path)?),
                    None => default(),
                }
            }
            Question::Repulse { .. } => Choice::Yes(used.next_or("repulse", &said.repulse, false)),
            Question::Parry { .. } => match used.next("parry", &said.parry) {
                Some((name, path)) if name != "none" => Choice::Parry(Some(ask.arm(name, path)?)),
                _ => Choice::Parry(None),
            },
            Question::Spare { .. } => match used.next_or("spare", &said.spare, SpoilName::Armor) {
                SpoilName::Shield => Choice::Spoil(Spoil::Shield),
                SpoilName::Armor => Choice::Spoil(Spoil::Armor),
            },
            Question::Task { .. } => match used.next("task", &said.task) {
                Some((task, path)) => Choice::Task(ask.task(task, path)?),
                None => default(),
            },
            Question::Loose { .. } => Choice::Yes(used.next_or("loose", &said.loose, true)),
            Question::Talent { .. } => match used.next("talent", &said.talent) {
                Some((TalentFile::Table(TalentTable { spell, target }), path)) => Choice::Talent(Some(Talent {
                    spell: ask.spell(spell, path.key("spell"))?,
                    target: ask.combatant(target, path.key("target"))?,
                })),
                Some((TalentFile::Word(NoAttack::None), _)) | None => Choice::Talent(None),
            },
            Question::Face { .. } | Question::FaceAfterCast { .. } => match used.next("face", &said.face) {
                Some((&facing, _)) => Choice::Face(facing),
                None => default(),
            },
            Question::Hold { .. } => Choice::Yes(used.next_or("hold", &said.hold, true)),
            Question::Away { .. } => match used.next("away", &said.away) {
                Some((&cell, _)) => Choice::Hex(cell),
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
        ["turn", to] => Step::Turn(side(to, &path)?),
        ["jump", to, hexes] => match hexes.parse() {
            Ok(hexes) => Step::Jump { way: side(to, &path)?, hexes },
            Err(_) => return Err(error(path, format!("`{hexes}` is no number of hexes"), "1 to 3")),
        },
        [to] => Step::To(side(to, &path)?),
        _ => {
            let hint = "a side such as \"E\", \"turn E\", \"jump E 2\" or \"stop\"";
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
        names::known::<DragonQuest>(self.scene.setup, name, path)
    }

    fn side(&self, name: &str, path: Path) -> Result<u8, Diagnostic> {
        let sides = self.scene.setup.sides.iter().map(|side| side.name.as_str());
        names::find(sides, name, path, || format!("there is no side `{name}`")).map(|at| at as u8)
    }

    fn arm(&self, name: &str, path: Path) -> Result<Arm, Diagnostic> {
        self.scene.find_arm(self.who, name).ok_or_else(|| {
            let named = |arm: Arm| self.scene.arm(self.who, arm).map(|arm| arm.name.as_str());
            let others = self.scene.lying_here(self.who).filter(|arm| arm.is_anothers());
            let all = self.scene.arms(self.who).chain(others).filter_map(named);
            error(path, format!("{} has no `{name}`", self.sheet.name), names::one_of(all))
        })
    }

    fn spell(&self, name: &str, path: Path) -> Result<u8, Diagnostic> {
        let spells = self.sheet.spells.iter().map(|spell| spell.name.as_str());
        names::find(spells, name, path, || format!("{} has no spell `{name}`", self.sheet.name)).map(|at| at as u8)
    }

    /// The arm of that name, or else what is in hand.
    fn arm_or_hand(&self, name: Option<&String>, path: &Path) -> Result<Arm, Diagnostic> {
        match name {
            Some(name) => self.arm(name, path.key("with")),
            None => Ok(self.scene.prepared_weapon(self.who)),
        }
    }

    fn action(&self, action: &ActionFile, path: &Path) -> Result<Action, Diagnostic> {
        Ok(match action {
            ActionFile::Word(word) => match word {
                ActionWord::Nothing => Action::Nothing,
                ActionWord::Attack => Action::Attack { move_after: false },
                ActionWord::AttackThenMove => Action::Attack { move_after: true },
                ActionWord::Evade => Action::Evade,
                ActionWord::WithdrawOffensively => Action::Withdraw(Stance::Offensive),
                ActionWord::WithdrawDefensively => Action::Withdraw(Stance::Defensive),
                ActionWord::Withdraw => Action::Withdraw(Stance::Open),
                ActionWord::BreakOut => Action::Withdraw(Stance::Break),
                ActionWord::Grapple => Action::Grapple,
                ActionWord::Pass => Action::Pass,
                ActionWord::MoveThenPass => Action::MoveThenPass,
                ActionWord::Fire => Action::Fire { moving: Moving::No },
                ActionWord::MoveThenFire => Action::Fire { moving: Moving::Before },
                ActionWord::FireThenMove => Action::Fire { moving: Moving::After },
                ActionWord::Move => Action::Move,
                ActionWord::Retreat => Action::Retreat,
            },
            ActionFile::Table(ActionTable::Charge { target, with }) => {
                let path = path.key("charge");
                Action::Charge {
                    with: self.arm_or_hand(with.as_ref(), &path)?,
                    target: self.combatant(target, path.key("target"))?,
                }
            }
            ActionFile::Table(ActionTable::Close { target }) => {
                Action::Close { target: self.combatant(target, path.key("close").key("target"))? }
            }
            ActionFile::Table(ActionTable::ChargeClose { target }) => {
                Action::ChargeClose { target: self.combatant(target, path.key("charge-close").key("target"))? }
            }
            ActionFile::Table(ActionTable::Breathe { target }) => {
                Action::Breathe { target: self.combatant(target, path.key("breathe").key("target"))? }
            }
            ActionFile::Table(ActionTable::Cast { target }) => {
                Action::Cast { target: self.combatant(target, path.key("cast").key("target"))? }
            }
        })
    }

    fn attack(&self, attack: &AttackFile, path: &Path) -> Result<Attack, Diagnostic> {
        match attack {
            AttackFile::Word(NoAttack::None) => Ok(Attack::Forgo),
            AttackFile::Table(attack) => Ok(Attack::One(self.blow(attack, path)?)),
            AttackFile::Several(several) => {
                let path = path.key("blows");
                let blows = several.blows.iter().enumerate().map(|(at, blow)| self.blow(blow, &path.index(at)));
                let blows: Vec<Blow> = blows.collect::<Result<_, _>>()?;
                Blows::new(&blows).map(Attack::Several).ok_or_else(|| {
                    error(path, format!("{} blows", blows.len()), format!("several are 2 to {MOST_BLOWS}"))
                })
            }
        }
    }

    fn blow(&self, attack: &AttackTable, path: &Path) -> Result<Blow, Diagnostic> {
        let target = self.combatant(&attack.target, path.key("target"))?;
        let helper = |at: usize| match attack.helpers.get(at) {
            Some(name) => self.combatant(name, path.key("helpers").index(at)).map(Some),
            None => Ok(None),
        };
        let kind = match attack.kind {
            KindName::Plain => Kind::Plain,
            KindName::Trip => Kind::Trip,
            KindName::Entangle => Kind::Entangle,
            KindName::Restrain => Kind::Restrain { helper: helper(0)?, second: helper(1)? },
            KindName::Knockout => Kind::Knockout,
            KindName::Rush => Kind::Rush,
            KindName::Disarm => {
                let Some(name) = &attack.item else {
                    return Err(error(path.key("item"), "of what is the target disarmed?", "name it in `item`"));
                };
                let of = Answer { scene: self.scene, who: target, sheet: self.scene.sheet(target) };
                Kind::Disarm { held: of.arm(name, path.key("item"))? }
            }
        };
        let with = match (attack.kind, &attack.with) {
            // A rush is made with the shield.
            (KindName::Rush, None) => self.scene.shields(self.who).first().map_or(Arm::NONE, |one| one.0),
            (_, with) => self.arm_or_hand(with.as_ref(), path)?,
        };
        Ok(Blow { with, target, kind, modifier: attack.modifier })
    }

    fn task(&self, task: &TaskFile, path: Path) -> Result<Task, Diagnostic> {
        Ok(match task {
            TaskFile::Word(TaskWord::Nothing) => Task::Nothing,
            TaskFile::Word(TaskWord::StandUp) => Task::StandUp,
            TaskFile::Word(TaskWord::Crawl) => Task::Crawl,
            TaskFile::Word(TaskWord::LieDown) => Task::LieDown,
            TaskFile::Word(TaskWord::Disentangle) => Task::Disentangle,
            TaskFile::Table(TaskTable::Prepare(item)) => Task::Prepare(self.arm(item, path)?),
            TaskFile::Table(TaskTable::Store(item)) => Task::Store(self.arm(item, path)?),
            TaskFile::Word(TaskWord::Dismount) => Task::Dismount,
            TaskFile::Table(TaskTable::Mount(mount)) => Task::Mount(self.combatant(mount, path)?),
            TaskFile::Table(TaskTable::PickUp(item)) => Task::PickUp(self.arm(item, path)?),
            TaskFile::Table(TaskTable::Load(item)) => Task::Load(self.arm(item, path)?),
            TaskFile::Table(TaskTable::Poison { item, with }) => {
                let path = path.key("poison");
                Task::Poison {
                    item: self.arm(item, path.key("item"))?,
                    poison: find_poison(with).map_err(|hint| error(path.key("with"), "no such poison", hint))?,
                }
            }
            TaskFile::Table(TaskTable::Remove { from, owner, item }) => {
                let path = path.key("remove");
                let from = match from {
                    Some(from) => self.combatant(from, path.key("from"))?,
                    None => self.who,
                };
                let owner = self.combatant(owner, path.key("owner"))?;
                let sheet = self.scene.sheet(owner);
                let item = find_item(sheet, item).ok_or_else(|| {
                    let all = sheet.arms.iter().take(usize::from(sheet.items)).map(|arm| arm.name.as_str());
                    error(path.key("item"), format!("{} has no `{item}`", sheet.name), names::one_of(all))
                })?;
                Task::Remove { from, owner, item }
            }
            TaskFile::Table(TaskTable::Bandage(patient)) => Task::Bandage(self.combatant(patient, path)?),
            TaskFile::Table(TaskTable::Spell(spell)) => Task::Spell(self.spell(spell, path)?),
        })
    }
}

/// The names of flags that are set, as files spell them: what cases compare.
pub(super) fn set_flags<F: Copy>(names: &[(&str, F)], has: impl Fn(F) -> bool) -> serde_json::Value {
    names.iter().map(|&(name, flag)| (spelled(name), serde_json::Value::Bool(has(flag)))).collect()
}

/// An index as an option.
pub(super) const fn some(index: u8) -> Option<u8> {
    if index == NONE { None } else { Some(index) }
}
