//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! A case sets a scene, says what everybody does and how the dice fall, and states what has to come
//! out. Each play is run by the tape, by the sampler on the same dice and along the walker's path, and
//! the three have to agree.

use super::encounter::{Beside, CombatantFile, EffectFile, EncounterFile, GroundFile, SideFile, below, build};
use super::script::{Declaration, Script};
use super::wire::{StateFile, find_combatant, names_of, view};
use super::{names, wire};
use crate::Dfrpg;
use crate::decision::{Choice, Question};
use crate::injury::Wound;
use crate::scene::{Fight, Scene, Setup};
use crate::sheet::{Damage, DamageType, Location};
use crate::state::State;
use affray_core::dice::{Dice, MOST_DICE};
use affray_core::files::{Complaint, FileError, Path, Source, complain, parse};
use affray_core::grid::{Cell, MapFile};
use affray_core::referee::{
    Follow, Input, Policy, Record, Recorded, Referee, Refusal, Sampler, Source as Inputs, Stop, Tape, Thrown, Why,
    walk_at_most,
};
use affray_core::ruleset::CaseReport;
use affray_core::tally::{LineKind, Lines, Tally};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;

/// The most leaves for which a case is compared with the whole walk.
const MOST_LEAVES: u64 = 20_000;

/// A file of cases. What stands before the cases is the scene that they share.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// The ruleset: `dfrpg`.
    pub ruleset: String,
    /// What the cases are about.
    pub title: Option<String>,
    /// The map that the cases share. Default: an open field.
    #[serde(default)]
    pub map: MapFile,
    /// Sides that they share.
    #[serde(default)]
    pub side: Vec<SideFile>,
    /// Combatants that they share.
    #[serde(default)]
    pub combatant: Vec<CombatantFile>,
    /// The cases.
    pub case: Vec<Case>,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its id: that of the example or invalid input that it carries out, or one of your own.
    pub id: String,
    /// What it shows, in a sentence.
    pub title: Option<String>,
    /// The ids of the rules, rulings, examples and invalid inputs that it proves.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Which of the shared combatants take part, in this order. Default: all.
    #[serde(rename = "with")]
    pub taking_part: Option<Vec<String>>,
    /// Further combatants.
    #[serde(default)]
    pub combatant: Vec<CombatantFile>,
    /// A map of its own.
    pub map: Option<MapFile>,
    /// What is different about the combatants' states, by name.
    #[serde(default)]
    pub state: BTreeMap<String, StateFile>,
    /// Items on the ground.
    #[serde(default)]
    pub ground: Vec<GroundFile>,
    /// Spells that last.
    #[serde(default)]
    pub effect: Vec<EffectFile>,
    /// What happens, one after another.
    #[serde(default)]
    pub play: Vec<Play>,
    /// A whole file that has to be refused: `"encounter"`, `"sheet"` or `"case"`.
    pub invalid: Option<Invalid>,
}

/// A file that has to be refused.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Invalid {
    /// What kind of file.
    pub kind: InvalidKind,
    /// Its text.
    pub text: String,
    /// What the error has to say, each somewhere in it: for example `":3:"` for line 3.
    pub says: Vec<String>,
}

/// The kinds of file that a case can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InvalidKind {
    /// An encounter.
    Encounter,
    /// A sheet.
    Sheet,
    /// A file of cases.
    Case,
}

/// One step of a case: a turn, or something that the game master brings about.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Whose turn it is. Only turns that a case names are taken.
    pub turn: Option<String>,
    /// What the game master brings about instead of a turn.
    pub gm: Option<GmFile>,
    /// States that are set before it, as overrides of the game master: by name.
    #[serde(default)]
    pub set: BTreeMap<String, StateFile>,
    /// What is declared and decided.
    #[serde(default, rename = "do")]
    pub said: Declaration,
    /// The dice, in the order in which they fall: a sum (`11`), single dice (`"4+3"`), `"force 11"` for
    /// a roll that the game master lays down, `"void"` to throw the roll before it again.
    #[serde(default)]
    pub dice: Vec<DieFile>,
    /// The game master allows what the rules refuse.
    #[serde(default)]
    pub allow: bool,
    /// The rule by which it is refused. The state is then as before.
    pub refused: Option<String>,
    /// What has to come out.
    #[serde(default)]
    pub expect: Expect,
}

/// A throw as a case writes it.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DieFile {
    /// The sum.
    Sum(i32),
    /// `"4+3"`, `"force 11"` or `"void"`.
    Text(String),
}

/// What a game master brings about.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum GmFile {
    /// The order of turns is settled.
    Order {},
    /// Damage gets through at a location.
    Wound {
        /// Who suffers.
        who: String,
        /// Points that penetrate, 1 to 10000.
        penetrating: u16,
        /// The damage type.
        #[serde(rename = "type")]
        kind: DamageType,
        /// Where. Default: the whole body, as by an area effect.
        at: Option<Location>,
    },
    /// FP are lost.
    Tire {
        /// Who loses them.
        who: String,
        /// How many, 1 to 1000.
        points: u16,
    },
    /// Something bursts (`DF-R66`).
    Blast {
        /// Who brought it about.
        by: String,
        /// The hex of its center.
        center: Cell,
        /// Dice of damage, 1 to 24.
        dice: DiceNumber,
        /// What is added to them.
        #[serde(default)]
        add: i16,
        /// The damage type.
        #[serde(rename = "type")]
        kind: DamageType,
    },
    /// Somebody is pushed away from somebody else (`DF-R25`).
    Push {
        /// Who pushes.
        by: String,
        /// Who is pushed.
        who: String,
        /// How many hexes, 1 to 255.
        hexes: u8,
    },
    /// Somebody falls (`DF-R24`).
    Fall {
        /// Who.
        who: String,
        /// From how many yards, 1 to 255.
        yards: u8,
    },
    /// A roll against fright (`DF-R58`).
    Fright {
        /// Whose.
        who: String,
        /// The scenario's modifier, -10 to +5.
        #[serde(default)]
        modifier: i8,
    },
    /// Something distracts a caster or an aimer.
    Distract {
        /// Whom.
        who: String,
    },
    /// HP are restored.
    Heal {
        /// Whose.
        who: String,
        /// How many, 1 to 1000.
        points: u16,
    },
    /// The battle is over.
    AfterBattle {
        /// Rounds that it lasted. Default: 1.
        #[serde(default = "one_round")]
        rounds: u32,
    },
    /// Time passes: mortal wounds, waking, deep unconsciousness.
    PassTime {
        /// Minutes that passed before since the last turn. Default: 0.
        #[serde(default)]
        since: u32,
        /// How many minutes, 1 to 100000.
        minutes: u32,
    },
    /// Somebody rests.
    Rest {
        /// Who.
        who: String,
        /// How many minutes.
        minutes: u32,
    },
    /// Somebody gives first aid.
    FirstAid {
        /// Who gives it.
        healer: String,
        /// Who gets it.
        patient: String,
    },
    /// Somebody tries to stabilize a mortal wound or deep unconsciousness.
    Stabilize {
        /// Who tries.
        healer: String,
        /// Whom.
        patient: String,
    },
}

fn one_round() -> u32 {
    1
}

/// A number of dice that can be thrown at once, 1 to 24.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(try_from = "u8")]
pub struct DiceNumber(u8);

impl TryFrom<u8> for DiceNumber {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            1..=MOST_DICE => Ok(Self(number)),
            _ => Err(format!("{number} dice are too few or too many: 1 to {MOST_DICE}")),
        }
    }
}

/// What has to come out of a step. All of it is optional.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// The target numbers of all rolls that have one, in their order.
    pub targets: Option<Vec<i32>>,
    /// Single target numbers, explained.
    pub tally: Vec<TallyFile>,
    /// Events that happen in this order, others between them or not. Each is matched by the fields
    /// that it states.
    pub events: Vec<BTreeMap<String, Value>>,
    /// Events that do not happen.
    pub never: Vec<BTreeMap<String, Value>>,
    /// States afterwards, by name: only what is stated is compared.
    pub state: BTreeMap<String, Value>,
    /// Items on the ground afterwards, exactly these.
    pub ground: Option<Vec<GroundFile>>,
    /// The order of turns.
    pub order: Option<Vec<String>>,
    /// The rules that the game master overruled.
    pub overruled: Option<Vec<String>>,
    /// The number of outcomes that the exact walk of this step has at the most.
    pub most_leaves: Option<u64>,
}

/// A target number, explained.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TallyFile {
    /// Which roll: its name, such as `attack`, `dodge`, `parry`, `knockdown`.
    #[serde(rename = "for")]
    pub what: String,
    /// Whose.
    pub who: Option<String>,
    /// Which of those rolls, from 0. Default: the first.
    #[serde(default)]
    pub nth: usize,
    /// Its target number.
    pub total: Option<i32>,
    /// Lines of it, by rule: `{ "DF-059" = 4 }`. Others may be there.
    #[serde(default)]
    pub lines: BTreeMap<String, i32>,
    /// Rules that give no line.
    #[serde(default)]
    pub without: Vec<String>,
}

/// Runs every case of a file.
///
/// # Errors
/// Where the file itself cannot be read.
pub fn check(source: &Source, beside: Beside<'_>) -> Result<Vec<CaseReport>, FileError> {
    let file: CaseFile = parse(source)?;
    let mut reports = Vec::new();
    for (at, case) in file.case.iter().enumerate() {
        let differences = match &case.invalid {
            Some(invalid) => refused_file(invalid, beside),
            None => {
                let scene = scene_of(&file, case, source, at, beside)?;
                run(case, scene, source, &Path::root().key("case").index(at))?
            }
        };
        reports.push(CaseReport { id: case.id.clone(), title: case.title.clone().unwrap_or_default(), differences });
    }
    Ok(reports)
}

fn refused_file(invalid: &Invalid, beside: Beside<'_>) -> Vec<String> {
    let source = Source::new("text", invalid.text.clone());
    let error = match invalid.kind {
        InvalidKind::Encounter => super::encounter::load(&source, beside).err(),
        InvalidKind::Sheet => crate::sheet_file::read(&source).err(),
        InvalidKind::Case => check(&source, beside).err(),
    };
    match error {
        None => vec![String::from("the file was accepted")],
        Some(error) => {
            let text = error.to_string();
            invalid
                .says
                .iter()
                .filter(|part| !text.contains(part.as_str()))
                .map(|part| format!("the error does not say `{part}`: {text}"))
                .collect()
        }
    }
}

/// The scene of one case: what all cases of the file share, and what is different here.
pub fn scene_of(
    file: &CaseFile,
    case: &Case,
    source: &Source,
    at: usize,
    beside: Beside<'_>,
) -> Result<(Setup, State), FileError> {
    let root = Path::root().key("case").index(at);
    let mut combatant = Vec::new();
    match &case.taking_part {
        None => combatant.extend(file.combatant.iter().cloned()),
        Some(names) => {
            for (index, name) in names.iter().enumerate() {
                match file.combatant.iter().find(|one| one.name.eq_ignore_ascii_case(name)) {
                    Some(one) => combatant.push(one.clone()),
                    None => {
                        let hint = file.combatant.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
                        let path = root.key("with").index(index);
                        return Err(complain(
                            source,
                            [Complaint::new(path, format!("the file has no combatant `{name}`"))
                                .hint(format!("one of: {hint}"))],
                        ));
                    }
                }
            }
        }
    }
    let (top, shared) = (Path::root(), combatant.len());
    combatant.extend(case.combatant.iter().cloned());
    let encounter = EncounterFile {
        ruleset: file.ruleset.clone(),
        title: None,
        description: None,
        round_limit: None,
        map: case.map.clone().unwrap_or_else(|| file.map.clone()),
        side: file.side.clone(),
        combatant,
        ground: Vec::new(),
        effect: Vec::new(),
    };
    // Complaints about shared parts stand at the top of the file, those about own ones in the case.
    let own = case.map.is_some() || shared == 0 || !case.combatant.is_empty();
    let (setup, mut state) = build(&encounter, source, if own { &root } else { &top }, beside)?;
    for (name, different) in &case.state {
        let path = root.key("state").key(name);
        let Some(who) = find_combatant(&setup, name) else {
            return Err(complain(
                source,
                [Complaint::new(path, format!("there is no combatant `{name}`"))
                    .hint(format!("one of: {}", names_of(&setup)))],
            ));
        };
        different
            .apply(&setup, &mut state, who)
            .map_err(|wrongs| complain(source, wrongs.into_iter().map(|wrong| below(&path, wrong))))?;
    }
    let late =
        EncounterFile { ground: case.ground.clone(), effect: case.effect.clone(), combatant: Vec::new(), ..encounter };
    super::encounter::lay_out(&late, &setup, &mut state, source, &root)?;
    Ok((setup, state))
}

/// Answers and dice of one step.
struct Feed<'a> {
    script: Script<'a>,
    dice: VecDeque<Die>,
    /// Of the declaration: what went wrong in reading it.
    wrong: Option<wire::Wrong>,
    /// A die that was asked for and not there.
    missing: Option<String>,
    /// The game master allows what the rules refuse.
    allow: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Die {
    Sum(i32),
    Forced(i32),
    Void,
}

fn die(file: &DieFile, path: Path) -> Result<Die, Complaint> {
    let text = match file {
        DieFile::Sum(sum) => return Ok(Die::Sum(*sum)),
        DieFile::Text(text) => text.trim(),
    };
    if text == "void" {
        return Ok(Die::Void);
    }
    let (forced, sum) = match text.strip_prefix("force") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let total: Option<i32> =
        sum.split('+').map(|die| die.trim().parse::<i32>().ok().filter(|&die| (0..=1000).contains(&die))).sum();
    match total {
        Some(total) if forced => Ok(Die::Forced(total)),
        Some(total) => Ok(Die::Sum(total)),
        None => Err(Complaint::new(path, format!("`{text}` is no throw"))
            .hint("a sum such as 11, \"4+3\", \"force 11\" or \"void\"")),
    }
}

/// Policy over a script, for the readers that cannot stop. The tape went the same way before.
struct Follower<'a> {
    script: Script<'a>,
}

impl Policy<Dfrpg> for Follower<'_> {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        self.script
            .answer(setup, state, question)
            .unwrap_or_else(|_| crate::judge::harmless(Scene { setup, state }, question))
    }
    fn restart(&mut self) {
        self.script.restart();
    }
}

impl Inputs<Dfrpg> for Feed<'_> {
    fn roll(&mut self, why: Why, dice: Dice, target: Option<&Lines>) -> Result<Thrown, Stop<Dfrpg>> {
        let need = affray_core::referee::Need::Roll { why, dice, target: target.cloned() };
        match self.dice.pop_front() {
            Some(Die::Sum(total)) if dice.accepts(total) => Ok(Thrown { total, forced: false }),
            Some(Die::Forced(total)) if dice.accepts(total) => Ok(Thrown { total, forced: true }),
            Some(Die::Sum(total) | Die::Forced(total)) => {
                let message = format!("{dice} for {} cannot show {total}", why.what);
                self.missing = Some(message.clone());
                Err(Stop::Misfit { need, message })
            }
            Some(Die::Void) | None => {
                let message = format!("{dice} for {} ({}) is not in the list of dice", why.what, why.rule);
                self.missing = Some(message.clone());
                Err(Stop::Misfit { need, message })
            }
        }
    }

    fn choose(&mut self, setup: &Setup, state: &State, question: &Question) -> Result<Choice, Stop<Dfrpg>> {
        self.script.answer(setup, state, question).map_err(|wrong| {
            let message = format!("{}: {} ({})", wrong.path, wrong.message, wrong.hint);
            self.wrong = Some(wrong);
            Stop::Misfit { need: affray_core::referee::Need::Choice(*question), message }
        })
    }

    fn voids(&mut self) -> bool {
        let voids = self.dice.front() == Some(&Die::Void);
        if voids {
            self.dice.pop_front();
        }
        voids
    }

    fn allows(&mut self, _: &Refusal) -> bool {
        self.allow
    }
}

/// Carries one step out with any referee.
pub(crate) fn carry_out<R: Referee<Dfrpg>>(play: &Play, fight: &mut Fight<'_, R>) -> Result<(), R::Pause> {
    if let Some(name) = &play.turn
        && let Some(who) = find_combatant(fight.setup, name)
    {
        return fight.turn(who);
    }
    let setup = fight.setup;
    let find = |name: &str| find_combatant(setup, name);
    match &play.gm {
        None => Ok(()),
        Some(GmFile::Order {}) => fight.settle_order(),
        Some(GmFile::Wound { who, penetrating, kind, at }) => match find(who) {
            Some(who) => {
                fight.wound(&Wound {
                    who,
                    penetrating: i32::from(*penetrating),
                    location: *at,
                    kind: *kind,
                    counts_as_major: false,
                    knockdown_penalty: 0,
                })?;
                fight.settle_distractions()
            }
            None => Ok(()),
        },
        Some(GmFile::Tire { who, points }) => match find(who) {
            Some(who) => fight.lose_fp(who, i32::from(*points)),
            None => Ok(()),
        },
        Some(GmFile::Blast { by, center, dice, add, kind }) => match find(by) {
            Some(by) => fight.blast(by, *center, Damage { dice: Dice::d6(dice.0), add: *add }, *kind),
            None => Ok(()),
        },
        Some(GmFile::Push { by, who, hexes }) => match (find(by), find(who)) {
            (Some(by), Some(who)) => {
                fight.knock_back(by, who, i32::from(*hexes))?;
                fight.settle_distractions()
            }
            _ => Ok(()),
        },
        Some(GmFile::Fall { who, yards }) => match find(who) {
            Some(who) => {
                fight.fall(who, i32::from(*yards))?;
                fight.settle_distractions()
            }
            None => Ok(()),
        },
        Some(GmFile::Fright { who, modifier }) => match find(who) {
            Some(who) => fight.fright(who, i32::from(*modifier)),
            None => Ok(()),
        },
        Some(GmFile::Distract { who }) => match find(who) {
            Some(who) => {
                fight.distract(who);
                fight.settle_distractions()
            }
            None => Ok(()),
        },
        Some(GmFile::Heal { who, points }) => {
            if let Some(who) = find(who) {
                fight.heal(who, i32::from(*points));
            }
            Ok(())
        }
        Some(GmFile::AfterBattle { rounds }) => fight.after_battle(*rounds),
        Some(GmFile::PassTime { since, minutes }) => fight.pass_time(*since, (*minutes).min(100_000)),
        Some(GmFile::Rest { who, minutes }) => {
            if let Some(who) = find(who) {
                fight.rest(who, *minutes);
            }
            Ok(())
        }
        Some(GmFile::FirstAid { healer, patient }) => match (find(healer), find(patient)) {
            (Some(healer), Some(patient)) => fight.first_aid(healer, patient),
            _ => Ok(()),
        },
        Some(GmFile::Stabilize { healer, patient }) => match (find(healer), find(patient)) {
            (Some(healer), Some(patient)) => fight.stabilize(healer, patient),
            _ => Ok(()),
        },
    }
}

/// The combatants that a step names, so that unknown ones are found before it runs.
fn named_in(play: &Play) -> Vec<(&'static str, &str)> {
    let mut names = Vec::new();
    if let Some(name) = &play.turn {
        names.push(("turn", name.as_str()));
    }
    match &play.gm {
        Some(
            GmFile::Wound { who, .. }
            | GmFile::Tire { who, .. }
            | GmFile::Fright { who, .. }
            | GmFile::Distract { who }
            | GmFile::Heal { who, .. }
            | GmFile::Rest { who, .. },
        ) => names.push(("gm", who.as_str())),
        Some(GmFile::FirstAid { healer, patient } | GmFile::Stabilize { healer, patient }) => {
            names.extend([("gm", healer.as_str()), ("gm", patient.as_str())]);
        }
        Some(GmFile::Blast { by, .. }) => names.push(("gm", by.as_str())),
        Some(GmFile::Push { by, who, .. }) => names.extend([("gm", by.as_str()), ("gm", who.as_str())]),
        Some(GmFile::Fall { who, .. }) => names.push(("gm", who.as_str())),
        Some(GmFile::Order {} | GmFile::AfterBattle { .. } | GmFile::PassTime { .. }) | None => {}
    }
    names
}

/// Judges what a step is, and sets the states that it sets beforehand.
///
/// # Errors
/// Names that nobody has, states that cannot be.
pub(crate) fn begin(
    play: &Play,
    setup: &Setup,
    state: &mut State,
    source: &Source,
    path: &Path,
) -> Result<(), FileError> {
    if play.turn.is_some() == play.gm.is_some() {
        return Err(complain(
            source,
            [Complaint::new(path.clone(), "a step is a turn or the game master's").hint("give one of `turn` and `gm`")],
        ));
    }
    for (key, name) in named_in(play) {
        if find_combatant(setup, name).is_none() {
            let hint = format!("one of: {}", names_of(setup));
            return Err(complain(
                source,
                [Complaint::new(path.key(key), format!("there is no combatant `{name}`")).hint(hint)],
            ));
        }
    }
    for (name, set) in &play.set {
        let below_set = path.key("set").key(name);
        let Some(who) = find_combatant(setup, name) else {
            let hint = format!("one of: {}", names_of(setup));
            return Err(complain(
                source,
                [Complaint::new(below_set, format!("there is no combatant `{name}`")).hint(hint)],
            ));
        };
        set.apply(setup, state, who)
            .map_err(|wrongs| complain(source, wrongs.into_iter().map(|wrong| below(&below_set, wrong))))?;
    }
    Ok(())
}

fn run(case: &Case, scene: (Setup, State), source: &Source, root: &Path) -> Result<Vec<String>, FileError> {
    let (setup, mut state) = scene;
    let mut differences = Vec::new();
    for (at, play) in case.play.iter().enumerate() {
        let path = root.key("play").index(at);
        begin(play, &setup, &mut state, source, &path)?;
        let dice: VecDeque<Die> = play
            .dice
            .iter()
            .enumerate()
            .map(|(index, file)| die(file, path.key("dice").index(index)))
            .collect::<Result<_, _>>()
            .map_err(|complaint| complain(source, [complaint]))?;
        let label = match (&play.turn, &play.gm) {
            (Some(name), _) => format!("step {} ({name})", at + 1),
            _ => format!("step {} (game master)", at + 1),
        };
        let before = differences.len();
        step(play, &setup, &mut state, dice, source, &path, &mut differences)?;
        for difference in &mut differences[before..] {
            *difference = format!("{label}: {difference}");
        }
        if before < differences.len() {
            // What comes after rests on it.
            break;
        }
    }
    Ok(differences)
}

/// Runs one step and notes what differs.
fn step(
    play: &Play,
    setup: &Setup,
    state: &mut State,
    dice: VecDeque<Die>,
    source: &Source,
    path: &Path,
    differences: &mut Vec<String>,
) -> Result<(), FileError> {
    let start = state.clone();
    let feed = Feed { script: Script::new(&play.said), dice, wrong: None, missing: None, allow: play.allow };
    let mut tape = Tape::new(&[], feed);
    let result = carry_out(play, &mut Fight { setup, state, referee: &mut tape });
    let Tape { source: feed, records, used, .. } = tape;
    if let Some(wrong) = feed.wrong {
        return Err(complain(source, [below(&path.key("do"), wrong)]));
    }
    match (&result, &play.refused) {
        (Err(Stop::Refused { refusal, .. }), Some(rule)) => {
            if refusal.rule.as_str() != rule {
                differences.push(format!("refused by {refusal}, where {rule} was expected"));
            }
            // An illegal answer leaves everything as it was.
            *state = start;
            return Ok(());
        }
        (Err(Stop::Refused { refusal, .. }), None) => {
            differences.push(format!("refused: {refusal}"));
            return Ok(());
        }
        (Ok(()), Some(rule)) => differences.push(format!("not refused, where {rule} was expected")),
        (Err(Stop::Misfit { message, .. }), _) => {
            differences.push(feed.missing.unwrap_or_else(|| message.clone()));
            return Ok(());
        }
        (Err(stop), _) => {
            differences.push(format!("{stop:?}"));
            return Ok(());
        }
        (Ok(()), None) => {}
    }
    if !feed.dice.is_empty() {
        differences.push(format!("{} dice were left over", feed.dice.len()));
    }
    let left = feed.script.left_over();
    if !left.is_empty() {
        differences.push(format!("declared and never asked for: {}", left.join(", ")));
    }
    compare(&play.expect, setup, state, &records, differences);
    if differences.is_empty() && !play.allow {
        agree(play, setup, &start, state, &used, differences);
    }
    Ok(())
}

/// The sampler on the same dice, and the walker, have to come to the same state.
fn agree(
    play: &Play,
    setup: &Setup,
    start: &State,
    end: &State,
    used: &[Input<Choice>],
    differences: &mut Vec<String>,
) {
    let mut totals: Vec<i32> = Vec::new();
    for input in used {
        match input {
            Input::Roll { total, .. } => totals.push(*total),
            Input::Void => {
                totals.pop();
            }
            _ => {}
        }
    }
    let mut state = start.clone();
    let mut sampler = Sampler::new(Recorded::new(&totals), Follower { script: Script::new(&play.said) });
    let Ok(()) = carry_out(play, &mut Fight { setup, state: &mut state, referee: &mut sampler });
    if state != *end || sampler.dice.ran_out || !sampler.dice.left().is_empty() {
        differences.push(String::from("the sampler does not come to the state of the tape"));
    }
    let mut state = start.clone();
    let mut follow = Follow::new(&totals, Follower { script: Script::new(&play.said) });
    let result: Result<(), Infallible> = carry_out(play, &mut Fight { setup, state: &mut state, referee: &mut follow });
    let Ok(()) = result;
    if state != *end || follow.chance <= 0.0 {
        differences.push(String::from("the walker's path does not come to the state of the tape"));
    }
    let (mut sum, mut found) = (0.0f64, false);
    let mut scratch = start.clone();
    let leaves = walk_at_most::<Dfrpg, _, _>(
        MOST_LEAVES,
        start,
        &mut scratch,
        Follower { script: Script::new(&play.said) },
        (),
        false,
        |state, walker| {
            let Ok(()) = carry_out(play, &mut Fight { setup, state, referee: walker });
        },
        |leaf| {
            sum += leaf.chance;
            found |= (leaf.chance - follow.chance).abs() <= 1e-12 * follow.chance && leaf.state == end;
        },
    );
    if let Some(leaves) = leaves {
        if 1e-12 < (sum - 1.0).abs() {
            differences.push(format!("the chances of the {leaves} outcomes sum up to {sum}"));
        }
        if !found {
            differences.push(format!(
                "what happened is not among the walker's {leaves} outcomes with its chance {}",
                follow.chance
            ));
        }
    }
    if let Some(most) = play.expect.most_leaves
        && leaves.is_none_or(|leaves| most < leaves)
    {
        differences.push(format!(
            "the walk has {} outcomes, more than {most}",
            leaves.map_or(String::from("over 20000"), |leaves| leaves.to_string())
        ));
    }
}

fn compare(expect: &Expect, setup: &Setup, state: &State, records: &[Record<Dfrpg>], differences: &mut Vec<String>) {
    let rolls: Vec<_> = records
        .iter()
        .filter_map(|record| match record {
            Record::Roll(roll) => Some(roll),
            _ => None,
        })
        .collect();
    if let Some(targets) = &expect.targets {
        let found: Vec<i32> = rolls.iter().filter_map(|roll| roll.target_number()).collect();
        if found != *targets {
            let told: Vec<String> = rolls
                .iter()
                .filter_map(|roll| {
                    roll.target.as_ref().map(|lines| format!("{} {} = {lines}", roll.why.what, lines.total()))
                })
                .collect();
            differences.push(format!("targets {found:?}, expected {targets:?}: {}", told.join("; ")));
        }
    }
    for tally in &expect.tally {
        compare_tally(tally, setup, &rolls, differences);
    }
    let events: Vec<Value> = records
        .iter()
        .filter_map(|record| match record {
            Record::Event(event) => Some(names::event(setup, event)),
            _ => None,
        })
        .collect();
    let mut from = 0;
    for wanted in &expect.events {
        match events[from..].iter().position(|event| holds_table(event, wanted)) {
            Some(at) => from += at + 1,
            None => {
                let all: Vec<String> = events.iter().map(ToString::to_string).collect();
                differences.push(format!(
                    "no event {} (after those before it) in:\n    {}",
                    show(wanted),
                    all.join("\n    ")
                ));
                break;
            }
        }
    }
    for unwanted in &expect.never {
        if let Some(event) = events.iter().find(|event| holds_table(event, unwanted)) {
            differences.push(format!("the event {event} happened"));
        }
    }
    for (name, wanted) in &expect.state {
        match find_combatant(setup, name) {
            Some(who) => holds(&view(Scene { setup, state }, who), wanted, name, differences),
            None => differences.push(format!("there is no combatant `{name}`, only {}", names_of(setup))),
        }
    }
    if let Some(wanted) = &expect.ground {
        let found: Vec<GroundFile> = state
            .ground
            .iter()
            .map(|lying| {
                let owner = &setup.combatants[lying.owner.index()];
                GroundFile {
                    owner: owner.name.clone(),
                    item: owner.sheet.items[lying.item as usize].name.clone(),
                    at: lying.at,
                }
            })
            .collect();
        if found.len() != wanted.len() || wanted.iter().any(|one| !found.contains(one)) {
            differences.push(format!("on the ground {found:?}, expected {wanted:?}"));
        }
    }
    if let Some(wanted) = &expect.order {
        let found: Vec<&str> = state.order.iter().map(|who| setup.combatants[who.index()].name.as_str()).collect();
        if found != *wanted {
            differences.push(format!("the order is {found:?}, expected {wanted:?}"));
        }
    }
    if let Some(wanted) = &expect.overruled {
        let found: Vec<&str> = records
            .iter()
            .filter_map(|record| match record {
                Record::Choice { overruled: Some(rule), .. } => Some(rule.as_str()),
                _ => None,
            })
            .collect();
        if found != *wanted {
            differences.push(format!("overruled {found:?}, expected {wanted:?}"));
        }
    }
}

fn compare_tally(
    tally: &TallyFile,
    setup: &Setup,
    rolls: &[&affray_core::referee::RollRecord],
    differences: &mut Vec<String>,
) {
    let matching = rolls.iter().filter(|roll| {
        roll.why.what == tally.what
            && tally
                .who
                .as_ref()
                .is_none_or(|name| setup.combatants[roll.why.who.index()].name.eq_ignore_ascii_case(name))
            && roll.target.is_some()
    });
    let Some(lines) = matching.clone().nth(tally.nth).and_then(|roll| roll.target.as_ref()) else {
        let all: Vec<&str> = rolls.iter().map(|roll| roll.why.what).collect();
        differences.push(format!("no roll number {} for `{}` among {all:?}", tally.nth, tally.what));
        return;
    };
    if tally.total.is_some_and(|total| total != lines.total()) {
        differences.push(format!(
            "{} against {} = {lines}, expected {}",
            tally.what,
            lines.total(),
            tally.total.unwrap_or_default()
        ));
    }
    for (rule, value) in &tally.lines {
        let found: i32 = lines.lines().iter().filter(|line| line.rule.as_str() == rule).map(|line| line.value).sum();
        if found != *value {
            differences.push(format!("{}: {rule} gives {found}, expected {value}, in {lines}", tally.what));
        }
    }
    for rule in &tally.without {
        if lines.lines().iter().any(|line| line.rule.as_str() == rule && line.kind != LineKind::Base) {
            differences.push(format!("{}: {rule} gives a line in {lines}", tally.what));
        }
    }
}

fn show(table: &BTreeMap<String, Value>) -> String {
    table.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

fn holds_table(found: &Value, wanted: &BTreeMap<String, Value>) -> bool {
    wanted.iter().all(|(key, value)| found.get(key).is_some_and(|found| same(found, value)))
}

/// Whether a value holds what is stated: tables by the keys that they state, all else exactly.
fn same(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::Object(found), Value::Object(wanted)) => {
            wanted.iter().all(|(key, value)| found.get(key).is_some_and(|found| same(found, value)))
        }
        (Value::Array(found), Value::Array(wanted)) => {
            found.len() == wanted.len() && found.iter().zip(wanted).all(|(found, wanted)| same(found, wanted))
        }
        (Value::Number(found), Value::Number(wanted)) => found.as_f64() == wanted.as_f64(),
        (Value::String(found), Value::String(wanted)) => found.eq_ignore_ascii_case(wanted),
        // TOML has no null: an empty table stands for nothing.
        (Value::Null, Value::Object(wanted)) => wanted.is_empty(),
        (Value::Null, Value::String(wanted)) => wanted == "none",
        (found, wanted) => found == wanted,
    }
}

fn holds(found: &Value, wanted: &Value, path: &str, differences: &mut Vec<String>) {
    match wanted {
        Value::Object(table) => {
            for (key, value) in table {
                let path = format!("{path}.{key}");
                match found.get(key) {
                    None => differences.push(format!("there is no `{path}`")),
                    Some(inner) if value.is_object() && inner.is_object() => holds(inner, value, &path, differences),
                    Some(inner) if same(inner, value) => {}
                    Some(inner) => differences.push(format!("{path} is {inner}, expected {value}")),
                }
            }
        }
        other => differences.push(format!("{path} has to be a table, not {other}")),
    }
}
