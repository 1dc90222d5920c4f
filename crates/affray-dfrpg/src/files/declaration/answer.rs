//! A declaration answers the questions of a turn: each takes the next entry of its kind.

use super::{
    AttackFile, AttackKind, CastFile, CastTable, CastWord, Declaration, DefendFile, DefendTable, DefendWord,
    FeintDeclared, FinishFile, FreeFile, FreeTable, FreeWord, HandsFile, ManeuverName, ManeuverTable, Purpose,
    ReadyFile, RetreatFile, StepFile, StepTable, WaitFile,
};
use crate::Dfrpg;
use crate::decision::{
    Advance, After, Aim, AimAt, Attack, Cast, Choice, Concentrate, Defense, DefenseKind, FeintAt, Finish, Free,
    Grapple, Maneuver, NO_AREA, NO_MODE, NONE, Question, Ready, Step, Strike, WaitFor,
};
use crate::files::state_file::{find_item, find_mode, find_spell};
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, ItemKind, Location, ModeKind, Sheet};
use crate::state::{Area, Form, HeldSpell, Reaction, State, Trigger, Waiting};
use crate::strike::judge::HELD;
use affray_files::{Diagnostic, Path, error};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_prove::cases::{self, LeftOver, Used};
use affray_session::names;

/// A declaration on its way through a turn.
#[derive(Debug, Clone)]
pub struct Script<'a> {
    said: &'a Declaration,
    used: Used,
}

impl<'a> From<&'a Declaration> for Script<'a> {
    fn from(said: &'a Declaration) -> Self {
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

    fn answer(&mut self, setup: &Setup, state: &State, question: &Question) -> Result<Choice, Diagnostic> {
        let scene = Scene { setup, state };
        let ask = Answer::new(scene, question.who());
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
                Choice::Maneuver(ask.maneuver(&said.maneuver())?)
            }
            Question::Step { after, .. } => match &said.step {
                Some(step) if self.used.of("step") == 0 && step.is_after() == after => {
                    self.used.one("step");
                    Choice::Step(ask.step(step))
                }
                _ => Choice::Step(None),
            },
            Question::Advance { .. } => match self.used.next("path", &said.path) {
                Some((piece, path)) => Choice::Advance(advance(piece, path)?),
                None => Choice::Advance(Advance::Stop),
            },
            Question::Finish { .. } => {
                let finish = self.used.next("finish", &said.finish).map(|(finish, _)| finish.clone());
                Choice::Finish(ask.finish(&finish.unwrap_or_default()))
            }
            Question::Attack { .. } => match self.used.next("attack", &said.attack) {
                Some((attack, path)) => Choice::Attack(ask.attack(attack, &path)?),
                None => Choice::Attack(Attack::Forgo),
            },
            Question::Feint { .. } => {
                self.used.one("feint");
                let path = root.key("feint");
                match &said.feint {
                    Some(feint) => Choice::Feint(ask.feint(feint, &path)?),
                    None => {
                        return Err(error(path, "a feint is asked for", "say at whom: feint = { target = \"...\" }"));
                    }
                }
            }
            Question::ResistEvade { .. } => {
                Choice::ResistEvade(self.used.next_or("resist_evade", &said.resist_evade, true))
            }
            Question::React { .. } => Choice::React(self.used.next_or("react", &said.react, true)),
            Question::Keep { .. } => Choice::Keep(self.used.next_or("keep", &said.keep, true)),
            Question::ResistSpell { .. } => Choice::Resist(self.used.next_or("resist", &said.resist, true)),
            Question::Maintain { .. } => Choice::Maintain(self.used.next_or("maintain", &said.maintain, false)),
            Question::Defend { ref attack, .. } => match self.used.next("defend", &said.defend) {
                Some((defend, path)) => Choice::Defend(ask.defend(defend, Some(attack.by), &path)?),
                None => Choice::Defend(Defense::NONE),
            },
            Question::Dive { .. } => match self.used.next("dive", &said.dive) {
                Some((word, path)) => Choice::Dive(Some(ask.dive(word, path)?)),
                None => Choice::Dive(None),
            },
            Question::Fall { victim, .. } => {
                let backwards = scene.fighter(victim).facing.opposite();
                Choice::Fall(self.used.next_or("fall", &said.fall, backwards))
            }
            // No turn asks for it.
            Question::After { .. } => Choice::After(After::Over),
        })
    }
}

/// How the spell is called that a hand holds.
pub(in crate::files) const SPELL_IN_HAND: &str = "spell in hand ";

/// The number behind a word.
fn numbered(name: &str, word: &str) -> Option<u8> {
    name.strip_prefix(word)?.parse().ok()
}

pub(in crate::files) fn side(word: &str, path: Path) -> Result<Facing, Diagnostic> {
    Facing::HEX
        .into_iter()
        .find(|side| side.name().eq_ignore_ascii_case(word))
        .ok_or_else(|| error(path, format!("`{word}` is no hex side"), "E, NE, NW, W, SW or SE"))
}

pub(in crate::files) fn advance(piece: &str, path: Path) -> Result<Advance, Diagnostic> {
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
            return Err(error(
                path,
                format!("`{piece}` is no piece of a move"),
                "a side such as \"E\", \"side E\", \"turn E\", \"close E\", \"attack\" or \"stop\"",
            ));
        }
    })
}

/// A location by its name; of `leg` and the like it has to be said which.
fn location(name: &str, path: &Path) -> Result<Location, Diagnostic> {
    let spelled = name.trim().to_lowercase().replace([' ', '_'], "-");
    let full = if spelled == "chest" { "torso" } else { spelled.as_str() };
    if ["eye", "arm", "hand", "leg", "foot", "wing"].contains(&full) {
        let message = format!("`{name}` could be left {full} or right {full}");
        return Err(error(path.clone(), message, format!("`left {full}` or `right {full}`")));
    }
    Location::ALL.into_iter().find(|location| location.name() == full).ok_or_else(|| {
        let message = format!("`{name}` is no hit location");
        error(path.clone(), message, names::one_of(Location::ALL.map(Location::name)))
    })
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
    pub(in crate::files) fn resolve(
        &self,
        scene: Scene<'_>,
        who: CombatantId,
        path: Path,
    ) -> Result<Waiting, Diagnostic> {
        let setup = scene.setup;
        let foe = match &self.foe {
            None => NONE,
            Some(name) => names::known_in::<Dfrpg>(setup, scene.state, name, path.key("foe"))?.0,
        };
        let mode = match (&self.with, self.reaction) {
            (Some(name), Reaction::Ready) => find_item(scene, who, name, path.key("with"))?.0,
            (Some(name), _) => find_mode(scene, who, name, path.key("with"))?,
            (None, Reaction::Ready) => {
                return Err(error(path.key("with"), "which item is to be readied?", "name it in `with`"));
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
                        return Err(error(
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
    fn form(&self, scene: Scene<'_>, who: CombatantId, foe: u8, path: &Path) -> Result<(Form, u16), Diagnostic> {
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
                        return Err(error(path.key("item"), "whose item is to be grabbed?", hint));
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
                Err(error(path.key("kind"), "a Wait ends in an attack of one's own", hint))
            }
        }
    }
}

/// Turns names into what the engine knows, at the moment of the question.
pub(in crate::files) struct Answer<'a> {
    pub(in crate::files) scene: Scene<'a>,
    who: CombatantId,
    sheet: &'a Sheet,
}

impl<'a> Answer<'a> {
    /// What somebody names in a fight.
    pub(in crate::files) fn new(scene: Scene<'a>, who: CombatantId) -> Self {
        Self { scene, who, sheet: scene.sheet(who) }
    }

    fn combatant(&self, name: &str, path: Path) -> Result<CombatantId, Diagnostic> {
        names::known_in::<Dfrpg>(self.scene.setup, self.scene.state, name, path)
    }

    fn item(&self, name: &str, path: Path) -> Result<ItemId, Diagnostic> {
        find_item(self.scene, self.who, name, path)
    }

    pub(in crate::files) fn free(&self, free: &FreeFile, path: &Path) -> Result<Free, Diagnostic> {
        Ok(match free {
            FreeFile::Word(FreeWord::Done) => Free::Done,
            FreeFile::Word(FreeWord::Crouch) => Free::Crouch,
            FreeFile::Word(FreeWord::Rise) => Free::Rise,
            FreeFile::Word(FreeWord::CancelCasting) => Free::CancelCasting,
            FreeFile::Word(FreeWord::Leave) => Free::Leave,
            FreeFile::Table(FreeTable::Drop(name)) => {
                let held = self.scene.fighter(self.who).held.iter().find(|held| {
                    let spell = self.sheet.spells.get(held.spell as usize);
                    spell.is_some_and(|spell| spell.name.eq_ignore_ascii_case(name))
                });
                let hand = match (held, numbered(name, "hand ")) {
                    (Some(held), _) => Some(held.hand),
                    (None, Some(hand)) => Some(hand),
                    (None, None) => {
                        let item = self.item(name, path.key("drop"))?;
                        self.scene.hand_with(self.who, item)
                    }
                };
                Free::Drop(
                    hand.ok_or_else(|| error(path.key("drop"), format!("no hand holds {name}"), "name what is held"))?,
                )
            }
            FreeFile::Table(FreeTable::Release(name)) => Free::Release(self.combatant(name, path.key("release"))?),
            FreeFile::Table(FreeTable::FastDraw { item, hand }) => {
                Free::FastDraw { item: self.item(item, path.key("item"))?, hand: *hand }
            }
            FreeFile::Table(FreeTable::Dissipate { hand }) => Free::Dissipate { hand: *hand },
        })
    }

    pub(in crate::files) fn maneuver(&self, said: &ManeuverTable) -> Result<Maneuver, Diagnostic> {
        let root = Path::root();
        let wanted = |key: &str, hint: &str| error(root.key(key), format!("the maneuver needs `{key}`"), hint);
        Ok(match said.maneuver {
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

    fn cast(&self, cast: &CastTable) -> Result<Concentrate, Diagnostic> {
        let path = Path::root().key("cast");
        let spell = match &cast.spell {
            Some(name) => Some(find_spell(self.sheet, name, path.key("spell"))?),
            None => None,
        };
        if cast.enlarge {
            let is_meant = |held: &&HeldSpell| held.spell != NONE && spell.is_none_or(|spell| held.spell == spell);
            let held = self.scene.fighter(self.who).held.iter().find(is_meant);
            return Ok(Concentrate::Enlarge {
                hand: cast.hand.or(held.map(|held| held.hand)).unwrap_or(0),
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
            return Err(error(path, "a casting names its spell", "cast = { spell = \"...\" }"));
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

    fn ready(&self, ready: &ReadyFile) -> Result<Ready, Diagnostic> {
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

    pub(in crate::files) fn step(&self, step: &StepFile) -> Option<Step> {
        let facing = self.scene.fighter(self.who).facing;
        Some(match step {
            StepFile::None => return None,
            StepFile::To(side) => Step { hex: Some(*side), posture: None, facing },
            StepFile::Table(step) => {
                Step { hex: step.to, posture: step.posture, facing: step.facing.unwrap_or(facing) }
            }
        })
    }

    pub(in crate::files) fn finish(&self, finish: &FinishFile) -> Finish {
        let facing = finish.facing.unwrap_or(self.scene.fighter(self.who).facing);
        Finish { facing, crouch: finish.crouch }
    }

    pub(in crate::files) fn feint(&self, feint: &FeintDeclared, path: &Path) -> Result<FeintAt, Diagnostic> {
        Ok(FeintAt {
            target: match self.combatant(&feint.target, path.key("target"))? {
                // To the engine that is no feint at all.
                own if own == self.who => {
                    let what = "[DF-070] nobody feints at himself";
                    return Err(error(path.key("target"), what, "name a foe within reach"));
                }
                foe => foe,
            },
            item: match &feint.with {
                Some(name) => find_item(self.scene, self.who, name, path.key("with"))?,
                None => ItemId::NONE,
            },
            situational: feint.situational,
        })
    }

    /// The hex of a dive: a side, or `stay` for the own one.
    pub(in crate::files) fn dive(&self, word: &str, path: Path) -> Result<Cell, Diagnostic> {
        let at = self.scene.fighter(self.who).at;
        if word == "stay" { Ok(at) } else { Ok(at.step(side(word, path)?)) }
    }

    /// A mode by its name, or a held spell as 128 plus its hand.
    fn mode(&self, name: &str, path: Path) -> Result<u16, Diagnostic> {
        if let Some(spell) = self.sheet.spells.iter().position(|spell| spell.name.eq_ignore_ascii_case(name)) {
            let held = self.scene.fighter(self.who).held.iter().find(|held| held.spell == spell as u8);
            return held
                .map(|held| HELD | u16::from(held.hand))
                .ok_or_else(|| error(path, format!("{name} is not held"), "cast it first"));
        }
        if let Some(hand) = numbered(name, SPELL_IN_HAND) {
            return Ok(HELD | u16::from(hand));
        }
        find_mode(self.scene, self.who, name, path)
    }

    /// Refuses keys that do not belong to that kind of attack.
    fn judge_keys(said: &AttackFile, is_second: bool, path: &Path) -> Result<(), Diagnostic> {
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
            Some((key, _, hint)) => Err(error(path.key(key), format!("`{key}` does nothing here"), hint)),
            None => Ok(()),
        }
    }

    fn strike(&self, said: &AttackFile, path: &Path) -> Result<Strike, Diagnostic> {
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
                return Err(error(path.key("hand"), "`hand` does nothing here", hint));
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
                return Err(error(
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

    pub(in crate::files) fn attack(&self, said: &AttackFile, path: &Path) -> Result<Attack, Diagnostic> {
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

    pub(in crate::files) fn defend(
        &self,
        said: &DefendFile,
        by: Option<CombatantId>,
        path: &Path,
    ) -> Result<Defense, Diagnostic> {
        let plain = DefendTable::default();
        let (with, table) = match said {
            DefendFile::Word(word) => (*word, &plain),
            DefendFile::Table(table) => (table.with, &**table),
        };
        if let Some(name) = &table.who {
            let who = self.combatant(name, path.key("who"))?;
            if who != self.who {
                let asked = &self.scene.setup.combatants[self.who.index()].name;
                return Err(error(
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
                    .ok_or_else(|| error(path.key("spell"), "which Blocking spell?", "name it in `spell`"))?;
                DefenseKind::Spell { spell: find_spell(self.sheet, name, path.key("spell"))? }
            }
            DefendWord::Parry => DefenseKind::Parry { hand: self.parrying_hand(table, path)? },
        };
        let retreat = match table.retreat {
            None | Some(RetreatFile::Away(false)) => None,
            Some(RetreatFile::To(side)) => Some(side),
            Some(RetreatFile::Away(true)) => Some(self.scene.straight_back(self.who, by.unwrap_or(self.who))),
        };
        Ok(Defense { kind, retreat, acrobatic: table.acrobatic, drop: table.drop, situational: table.situational })
    }

    /// Who answers.
    pub(in crate::files) const fn who(&self) -> CombatantId {
        self.who
    }

    fn parrying_hand(&self, table: &DefendTable, path: &Path) -> Result<u8, Diagnostic> {
        let fighter = self.scene.fighter(self.who);
        if let Some(hand) = table.hand {
            return Ok(hand);
        }
        if let Some(name) = &table.weapon {
            let item = self.item(name, path.key("weapon"))?;
            return self
                .scene
                .hand_with(self.who, item)
                .ok_or_else(|| error(path.key("weapon"), format!("no hand holds {name}"), "name what is held"));
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

fn aim(word: &str, path: &Path) -> Result<Aim, Diagnostic> {
    if word.eq_ignore_ascii_case("random") {
        return Ok(Aim::Random);
    }
    match word.strip_prefix("chinks") {
        Some(rest) if rest.trim().is_empty() => Ok(Aim::Chinks(Location::Torso)),
        Some(rest) => Ok(Aim::Chinks(location(rest, path)?)),
        None => Ok(Aim::At(location(word, path)?)),
    }
}
