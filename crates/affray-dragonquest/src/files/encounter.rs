//! The encounter file: options, map, sides, combatants, and what they are in the middle of.

use super::wire::{StateFile, initial};
use crate::scene::{Combatant, Options, Scene, Setup, Side, Surprise};
use crate::sheet::Sheet;
use crate::sheet_file::{SheetFile, compile};
use crate::sheets::{builtin, names as builtin_names};
use crate::state::{MOST_SIDES, NONE, Stage, State, Unread};
use affray_core::files::{Complaint, FileError, Path, Source, complain, parse};
use affray_core::grid::{Cell, Facing, Layout, MapFile};
use affray_core::referee::CombatantId;
use affray_core::ruleset::Beside;
use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::Deserialize;

/// The most combatants of one encounter.
pub const MOST_COMBATANTS: usize = 64;

/// An encounter: who fights whom, where, and in what state.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EncounterFile {
    /// The ruleset: `dragonquest`.
    pub ruleset: String,
    /// A title.
    pub title: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// The fight ends as a draw after so many pulses of five seconds, 1 to 100000. Default: 300.
    pub pulse_limit: Option<u32>,
    /// `none`, `roll`, or the name of the side that surprises the others. Default: none.
    pub surprise: Option<String>,
    /// The fight is under way already: no surprise, and no distance is asked for.
    #[serde(default)]
    pub begun: bool,
    /// Optional rules.
    #[serde(default)]
    pub options: OptionsFile,
    /// The map. Default: an open field.
    #[serde(default)]
    pub map: MapFile,
    /// The sides. Those that only combatants name need not be listed.
    #[serde(default)]
    pub side: Vec<SideFile>,
    /// The combatants, 1 to 64.
    pub combatant: Vec<CombatantFile>,
}

/// Optional rules, and what the game master declares once for all.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionsFile {
    /// A shield counts only ahead and on its own side.
    #[serde(default)]
    pub shield_arc: bool,
    /// Weapons that were declared with a damage bonus get it.
    #[serde(default)]
    pub damage_bonus: bool,
    /// Movement points for each change of facing, 0 or 1. Default: 0.
    pub facing_cost: Option<i64>,
    /// What a 99 or 100 costs where no weapon can break or drop. Default: lose-action.
    pub misfit_penalty: Option<Misfit>,
}

/// `DQ-407` What a roll of 99 or 100 costs where nothing can break or drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Misfit {
    /// Nothing.
    None,
    /// The action of the next pulse.
    LoseAction,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideFile {
    /// Its name.
    pub name: String,
    /// Its leader. Default: its first combatant.
    pub leader: Option<String>,
}

/// A combatant.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatantFile {
    /// The name, unique in the encounter.
    pub name: String,
    /// The side. Default: a side of its own.
    pub side: Option<String>,
    /// The sheet: the name of one that the program has, a file beside the encounter (ending in
    /// `.toml`), or the sheet itself as a table.
    pub sheet: SheetRef,
    /// The hex, as `[q, r]`; of a multi-hex figure that of its head.
    pub at: Cell,
    /// The facing. Default: east.
    pub facing: Option<Facing>,
    /// The state, where it is not fresh.
    #[serde(default)]
    pub state: StateFile,
}

/// A sheet, by name or in place.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SheetRef {
    /// By name.
    Named(String),
    /// In place.
    Here(Box<SheetFile>),
}

/// Reads an encounter.
///
/// # Errors
/// Everything that is wrong with it, with file, line and column.
pub fn load(source: &Source, beside: Beside<'_>) -> Result<(EncounterFile, Setup, State), FileError> {
    let file: EncounterFile = parse(source)?;
    let (setup, state) = build(&file, source, &Path::root(), beside)?;
    Ok((file, setup, state))
}

fn complaint(path: Path, message: impl Into<String>, hint: impl Into<String>) -> Complaint {
    Complaint::new(path, message.into()).hint(hint.into())
}

/// Builds what an encounter file states. `root` is where its table stands in the source.
///
/// # Errors
/// Everything that is wrong with it.
pub fn build(
    file: &EncounterFile,
    source: &Source,
    root: &Path,
    beside: Beside<'_>,
) -> Result<(Setup, State), FileError> {
    let mut wrongs: Vec<Complaint> = Vec::new();
    if file.ruleset != "dragonquest" {
        let message = format!("this is no encounter of `{}`", file.ruleset);
        wrongs.push(complaint(root.key("ruleset"), message, "ruleset = \"dragonquest\""));
    }
    let pulse_limit = file.pulse_limit.unwrap_or(300);
    if !(1..=100_000).contains(&pulse_limit) {
        wrongs.push(complaint(root.key("pulse_limit"), "out of range", "1 to 100000"));
    }
    if file.combatant.is_empty() || MOST_COMBATANTS < file.combatant.len() {
        wrongs.push(complaint(root.key("combatant"), format!("{} combatants", file.combatant.len()), "1 to 64"));
    }
    if file.map.layout != Layout::Hex {
        wrongs.push(complaint(root.key("map").key("layout"), "this game is played on hexes", "layout = \"hex\""));
    }
    let options = options(&file.options, &root.key("options"), &mut wrongs);
    let map = file.map.build().map_err(|complaints| {
        complain(
            source,
            complaints.into_iter().map(|one| {
                let path = one.path.iter().fold(root.clone(), |path, step| match step.parse::<usize>() {
                    Ok(index) => path.index(index),
                    Err(_) => path.key(step),
                });
                complaint(path, one.message, one.hint)
            }),
        )
    })?;
    let mut sides: Vec<String> = Vec::new();
    for (at, side) in file.side.iter().enumerate() {
        if sides.contains(&side.name) {
            let message = format!("there is a side `{}` already", side.name);
            wrongs.push(complaint(root.key("side").index(at).key("name"), message, "every side has a name of its own"));
        }
        sides.push(side.name.clone());
    }
    let mut combatants: Vec<Combatant> = Vec::new();
    for (at, one) in file.combatant.iter().enumerate() {
        let path = root.key("combatant").index(at);
        if one.name.trim().is_empty() || 60 < one.name.chars().count() || one.name.eq_ignore_ascii_case("nobody") {
            wrongs.push(complaint(path.key("name"), "not a name", "1 to 60 characters, and not `nobody`"));
        }
        if combatants.iter().any(|other| other.name.eq_ignore_ascii_case(&one.name)) {
            let message = format!("there is a combatant `{}` already", one.name);
            wrongs.push(complaint(path.key("name"), message, "every combatant has a name of its own"));
        }
        let mut sheet = match read_sheet(&one.sheet, &path.key("sheet"), beside) {
            Ok(sheet) => sheet,
            Err(SheetError::Here(complaints)) => {
                wrongs.extend(complaints);
                continue;
            }
            Err(SheetError::Elsewhere(error)) => return Err(error),
        };
        sheet.with_bonuses(options.damage_bonus);
        if map.ground(one.at).is_none_or(|ground| ground.impassable) {
            wrongs.push(complaint(path.key("at"), "nobody can stand there", "a passable hex of the map"));
        }
        if one.facing.is_some_and(|facing| map.facing(facing).is_none()) {
            wrongs.push(complaint(path.key("facing"), "hexes have no such side", "E, NE, NW, W, SW, SE or 0 to 5"));
        }
        let name = one.side.clone().unwrap_or_else(|| one.name.clone());
        let side = sides.iter().position(|side| *side == name).unwrap_or_else(|| {
            sides.push(name);
            sides.len() - 1
        });
        combatants.push(Combatant { name: one.name.clone(), side: side as u8, sheet });
    }
    if MOST_SIDES < sides.len() {
        wrongs.push(complaint(root.key("side"), format!("{} sides", sides.len()), "at most 8"));
    }
    if !wrongs.is_empty() {
        return Err(complain(source, wrongs));
    }
    let sides = leaders(file, root, sides, &combatants, &mut wrongs);
    let surprise = surprise(file, root, &sides, &mut wrongs);
    let setup = Setup {
        any_large: combatants.iter().any(|one| 1 < one.sheet.hexes),
        any_mount: combatants.iter().any(|one| one.sheet.mount),
        map,
        combatants,
        sides,
        options,
        surprise,
        pulse_limit,
    };
    let fighters = file.combatant.iter().zip(&setup.combatants).map(|(one, combatant)| {
        let facing = one.facing.and_then(|facing| setup.map.facing(facing)).unwrap_or(Facing::E);
        initial(&combatant.sheet, one.at, facing)
    });
    let mut state = State {
        fighters: fighters.collect(),
        ground: Vec::new(),
        lodged: Vec::new(),
        stage: Stage::Start,
        free_pulse: NONE,
        sides: ArrayVec::new(),
        winner: NONE,
        order: Vec::new(),
        turn: 0,
        pulses: Unread(0),
    };
    for (at, one) in file.combatant.iter().enumerate() {
        let path = root.key("combatant").index(at).key("state");
        if let Err(found) = one.state.apply(&setup, &mut state, CombatantId(at as u8)) {
            wrongs.extend(found.into_iter().map(|one| Complaint { path: path.join(&one.path), ..one }));
        }
    }
    distances(file, root, Scene { setup: &setup, state: &state }, &mut wrongs);
    if wrongs.is_empty() { Ok((setup, state)) } else { Err(complain(source, wrongs)) }
}

/// `DQ-302` `DQ-407` The options.
fn options(file: &OptionsFile, path: &Path, wrongs: &mut Vec<Complaint>) -> Options {
    let facing_cost = file.facing_cost.unwrap_or(0);
    if !(0..=1).contains(&facing_cost) {
        wrongs.push(complaint(path.key("facing_cost"), "out of range (DQ-302)", "0 or 1"));
    }
    Options {
        shield_arc: file.shield_arc,
        damage_bonus: file.damage_bonus,
        facing_cost: facing_cost.clamp(0, 1) as u8,
        no_misfit_penalty: file.misfit_penalty == Some(Misfit::None),
    }
}

/// `DQ-104` Every side has one leader: the one that is named, else its first combatant.
fn leaders(
    file: &EncounterFile,
    root: &Path,
    sides: Vec<String>,
    combatants: &[Combatant],
    wrongs: &mut Vec<Complaint>,
) -> Vec<Side> {
    let mut out = Vec::new();
    for (at, name) in sides.into_iter().enumerate() {
        let path = root.key("side").index(at);
        let members = || combatants.iter().enumerate().filter(|(_, one)| one.side as usize == at);
        let named = file.side.get(at).and_then(|side| side.leader.as_deref());
        let leader = match named {
            Some(wanted) => members().find(|(_, one)| one.name.eq_ignore_ascii_case(wanted)),
            None => members().next(),
        };
        if leader.is_none() {
            let hint = "a combatant of that side";
            match named {
                Some(wanted) => wrongs.push(complaint(path.key("leader"), format!("nobody `{wanted}` is there"), hint)),
                None => wrongs.push(complaint(path.key("name"), format!("nobody is on the side `{name}`"), hint)),
            }
        }
        out.push(Side { name, leader: CombatantId(leader.map_or(0, |(at, _)| at as u8)) });
    }
    out
}

/// `DQ-005` `DQ-R01` Surprise as it is declared.
fn surprise(file: &EncounterFile, root: &Path, sides: &[Side], wrongs: &mut Vec<Complaint>) -> Surprise {
    let path = root.key("surprise");
    match file.surprise.as_deref() {
        None | Some("none") => Surprise::None,
        Some(_) if file.begun => {
            wrongs.push(complaint(path, "a fight that is under way has no surprise any more", "leave one of both out"));
            Surprise::None
        }
        Some("roll") if sides.len() != 2 => {
            wrongs.push(complaint(path, "two sides roll for surprise (DQ-R01)", "name the side, or none"));
            Surprise::None
        }
        Some("roll") => Surprise::Roll,
        Some(name) => match sides.iter().position(|side| side.name == name) {
            Some(side) => Surprise::By(side as u8),
            None => {
                let names = sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>().join(", ");
                let message = format!("there is no side `{name}` (DQ-005)");
                wrongs.push(complaint(path, message, format!("none, roll, or one of: {names}")));
                Surprise::None
            }
        },
    }
}

/// `DQ-006` `DQ-007` `DQ-R02` The distance at which the fight begins. Where surprise is rolled for, both
/// hold.
fn distances(file: &EncounterFile, root: &Path, scene: Scene<'_>, wrongs: &mut Vec<Complaint>) {
    if file.begun {
        return;
    }
    let pairs = scene.state.ids().flat_map(|one| scene.foes(one).map(move |other| (one, other)));
    let Some((closest, who)) = pairs.map(|(one, other)| (scene.apart(one, other), one)).min() else { return };
    let path = root.key("combatant").index(who.index()).key("at");
    let surprised = scene.setup.surprise != Surprise::None;
    if closest < 8 && !matches!(scene.setup.surprise, Surprise::By(_)) {
        let hint = "8 hexes or more, or `begun = true` for a fight that is under way";
        wrongs.push(complaint(path, format!("the sides are {closest} hexes apart without surprise (DQ-006)"), hint));
    } else if surprised && 8 < closest {
        let hint = "8 hexes or fewer";
        wrongs.push(complaint(path, format!("the sides are {closest} hexes apart with surprise (DQ-007)"), hint));
    }
}

enum SheetError {
    Here(Vec<Complaint>),
    Elsewhere(FileError),
}

fn read_sheet(sheet: &SheetRef, path: &Path, beside: Beside<'_>) -> Result<Sheet, SheetError> {
    let elsewhere = |text: &Source| {
        let file: SheetFile = parse(text).map_err(SheetError::Elsewhere)?;
        compile(&file).map_err(|complaints| SheetError::Elsewhere(complain(text, complaints)))
    };
    match sheet {
        SheetRef::Here(file) => compile(file).map_err(|complaints| {
            let below = |one: Complaint| Complaint { path: path.join(&one.path), ..one };
            SheetError::Here(complaints.into_iter().map(below).collect())
        }),
        SheetRef::Named(name) if name.ends_with(".toml") => elsewhere(&beside(name).map_err(SheetError::Elsewhere)?),
        SheetRef::Named(name) => match builtin(name) {
            Some(text) => elsewhere(&Source::new(format!("{name} (built in)"), text)),
            None => {
                let one = Complaint::new(path.clone(), format!("the program has no sheet `{name}`"))
                    .did_you_mean(name, builtin_names());
                let names: Vec<&str> = builtin_names().collect();
                let list = format!("a file ending in `.toml`, or one of: {}", names.join(", "));
                let hint = one.hint.as_ref().map_or(list.clone(), |near| format!("{near} {list}"));
                Err(SheetError::Here(vec![one.hint(hint)]))
            }
        },
    }
}
