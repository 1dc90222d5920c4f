//! The encounter file: map, sides, combatants, and what they are in the middle of.

use super::wire::{find_item, find_spell, initial};
use crate::Dfrpg;
use crate::scene::{Combatant, Setup, Side};
use crate::sheet::Sheet;
use crate::sheet_file::{SheetFile, compile};
use crate::sheets::{builtin, names as builtin_names};
use crate::state::{Effect, Lying, State, Unread};
use affray_core::files::{Complaint, FileError, Path, Source, complain, parse, suggest};
use affray_core::grid::{Cell, Facing, Layout, MapFile};
use affray_core::names::known;
use affray_core::referee::CombatantId;
pub use affray_core::ruleset::Beside;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// The most combatants of one encounter.
pub const MOST_COMBATANTS: usize = 64;

/// An encounter: who fights whom, where, and in what state.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EncounterFile {
    /// The ruleset: `dfrpg`.
    pub ruleset: String,
    /// A title.
    pub title: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// The fight ends as a draw after so many rounds of one second, 1 to 100000. Default: 300.
    pub round_limit: Option<u32>,
    /// The map. Default: an open field.
    #[serde(default)]
    pub map: MapFile,
    /// The sides. Those that only combatants name need not be listed.
    #[serde(default)]
    pub side: Vec<SideFile>,
    /// The combatants, 1 to 64.
    pub combatant: Vec<CombatantFile>,
    /// Items that lie on the ground.
    #[serde(default)]
    pub ground: Vec<GroundFile>,
    /// Spells that last.
    #[serde(default)]
    pub effect: Vec<EffectFile>,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideFile {
    /// Its name.
    pub name: String,
    /// The percentage of its members that have to be out of the fight before the rest flee, 1 to 100.
    /// Default: 100, they never do.
    pub morale: Option<u8>,
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
    /// The hex, as `[q, r]`.
    pub at: Cell,
    /// The facing. Default: east.
    pub facing: Option<Facing>,
    /// The state, where it is not fresh.
    #[serde(default)]
    pub state: super::wire::StateFile,
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

/// An item on the ground.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GroundFile {
    /// On whose sheet it stands.
    pub owner: String,
    /// The item.
    pub item: String,
    /// Where it lies.
    pub at: Cell,
}

/// A spell that lasts.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EffectFile {
    /// On whom.
    pub on: String,
    /// Who cast it.
    pub by: String,
    /// The spell.
    pub spell: String,
    /// Its energy.
    #[serde(default)]
    pub energy: u8,
    /// The radius of an area. Default: 1.
    pub radius: Option<u8>,
    /// Seconds left. Default: until it ends by itself.
    pub seconds: Option<u16>,
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
    if file.ruleset != "dfrpg" {
        wrongs.push(complaint(
            root.key("ruleset"),
            format!("this is no encounter of `{}`", file.ruleset),
            "ruleset = \"dfrpg\"",
        ));
    }
    let round_limit = file.round_limit.unwrap_or(300);
    if !(1..=100_000).contains(&round_limit) {
        wrongs.push(complaint(root.key("round_limit"), "out of range", "1 to 100000"));
    }
    if file.combatant.is_empty() || MOST_COMBATANTS < file.combatant.len() {
        wrongs.push(complaint(root.key("combatant"), format!("{} combatants", file.combatant.len()), "1 to 64"));
    }
    if file.map.layout != Layout::Hex {
        wrongs.push(complaint(root.key("map").key("layout"), "this game is played on hexes", "layout = \"hex\""));
    }
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
    let mut sides: Vec<Side> = Vec::new();
    for (at, side) in file.side.iter().enumerate() {
        let path = root.key("side").index(at);
        if sides.iter().any(|other| other.name == side.name) {
            wrongs.push(complaint(
                path.key("name"),
                format!("there is a side `{}` already", side.name),
                "every side has a name of its own",
            ));
        }
        let morale = side.morale.unwrap_or(100);
        if !(1..=100).contains(&morale) {
            wrongs.push(complaint(path.key("morale"), "out of range", "1 to 100"));
        }
        sides.push(Side { name: side.name.clone(), morale });
    }
    let mut combatants: Vec<Combatant> = Vec::new();
    for (at, one) in file.combatant.iter().enumerate() {
        let path = root.key("combatant").index(at);
        if one.name.trim().is_empty() || 60 < one.name.chars().count() || one.name.eq_ignore_ascii_case("nobody") {
            wrongs.push(complaint(path.key("name"), "not a name", "1 to 60 characters, and not `nobody`"));
        }
        if combatants.iter().any(|other| other.name.eq_ignore_ascii_case(&one.name)) {
            wrongs.push(complaint(
                path.key("name"),
                format!("there is a combatant `{}` already", one.name),
                "every combatant has a name of its own",
            ));
        }
        let sheet = match read_sheet(&one.sheet, source, &path.key("sheet"), beside) {
            Ok(sheet) => sheet,
            Err(SheetError::Here(complaints)) => {
                wrongs.extend(complaints);
                continue;
            }
            Err(SheetError::Elsewhere(error)) => return Err(error),
        };
        if map.ground(one.at).is_none_or(|ground| ground.impassable) {
            wrongs.push(complaint(path.key("at"), "nobody can stand there", "a passable hex of the map"));
        }
        if one.facing.is_some_and(|facing| map.facing(facing).is_none()) {
            wrongs.push(complaint(path.key("facing"), "hexes have no such side", "E, NE, NW, W, SW, SE or 0 to 5"));
        }
        let name = one.side.clone().unwrap_or_else(|| one.name.clone());
        let side = sides.iter().position(|side| side.name == name).unwrap_or_else(|| {
            sides.push(Side { name, morale: 100 });
            sides.len() - 1
        });
        combatants.push(Combatant { name: one.name.clone(), side: side as u8, sheet });
    }
    if !wrongs.is_empty() {
        return Err(complain(source, wrongs));
    }
    let setup = Setup { map, combatants, sides, round_limit, identity: Arc::default() };
    let mut state = State {
        fighters: file
            .combatant
            .iter()
            .zip(&setup.combatants)
            .map(|(one, combatant)| {
                let facing = one.facing.and_then(|facing| setup.map.facing(facing)).unwrap_or(Facing::E);
                initial(&combatant.sheet, one.at, facing)
            })
            .collect(),
        effects: Vec::new(),
        ground: Vec::new(),
        order: Vec::new(),
        turn: 0,
        this_turn: crate::state::ThisTurn::default(),
        round: Unread(0),
    };
    for (at, one) in file.combatant.iter().enumerate() {
        if let Err(found) = one.state.apply(&setup, &mut state, CombatantId(at as u8)) {
            let path = root.key("combatant").index(at).key("state");
            wrongs.extend(found.into_iter().map(|wrong| wrong.below(&path)));
        }
    }
    if !wrongs.is_empty() {
        return Err(complain(source, wrongs));
    }
    lay_out(&file.ground, &file.effect, &setup, &mut state, source, root)?;
    Ok((setup, state))
}

/// Lays items on the ground and lets spells last, as the file says.
///
/// # Errors
/// Names that nobody has.
pub(super) fn lay_out(
    ground: &[GroundFile],
    effects: &[EffectFile],
    setup: &Setup,
    state: &mut State,
    source: &Source,
    root: &Path,
) -> Result<(), FileError> {
    let mut wrongs = Vec::new();
    for (at, one) in ground.iter().enumerate() {
        let path = root.key("ground").index(at);
        match lying(setup, one, &path) {
            Ok(lying) => {
                let fighter = &mut state[lying.owner];
                for hand in &mut fighter.hands {
                    if *hand == lying.item {
                        *hand = crate::decision::NONE;
                    }
                }
                fighter.items[lying.item as usize].place = crate::state::Place::Away;
                state.ground.push(lying);
            }
            Err(wrong) => wrongs.push(wrong),
        }
    }
    for (at, one) in effects.iter().enumerate() {
        match lasting(setup, one, &root.key("effect").index(at)) {
            Ok(effect) => state.effects.push(effect),
            Err(wrong) => wrongs.push(wrong),
        }
    }
    if wrongs.is_empty() { Ok(()) } else { Err(complain(source, wrongs)) }
}

fn lying(setup: &Setup, one: &GroundFile, path: &Path) -> Result<Lying, Complaint> {
    let owner = known::<Dfrpg>(setup, &one.owner, path.key("owner"))?;
    let item = find_item(&setup.combatants[owner.index()].sheet, &one.item, path.key("item"))?;
    Ok(Lying { owner, item, at: one.at })
}

fn lasting(setup: &Setup, one: &EffectFile, path: &Path) -> Result<Effect, Complaint> {
    let (on, by) = (known::<Dfrpg>(setup, &one.on, path.key("on"))?, known::<Dfrpg>(setup, &one.by, path.key("by"))?);
    let spell = find_spell(&setup.combatants[by.index()].sheet, &one.spell, path.key("spell"))?;
    Ok(Effect {
        on,
        by,
        spell,
        energy: one.energy,
        radius: one.radius.unwrap_or(1),
        seconds: one.seconds.unwrap_or(u16::MAX),
    })
}

enum SheetError {
    Here(Vec<Complaint>),
    Elsewhere(FileError),
}

fn read_sheet(sheet: &SheetRef, source: &Source, path: &Path, beside: Beside<'_>) -> Result<Sheet, SheetError> {
    let _ = source;
    match sheet {
        SheetRef::Here(file) => compile(file).map_err(|complaints| {
            SheetError::Here(
                complaints
                    .into_iter()
                    .map(|one| complaint(path.join(&one.path), one.message, one.hint.unwrap_or_default()))
                    .collect(),
            )
        }),
        SheetRef::Named(name) if name.ends_with(".toml") => {
            let text = beside(name).map_err(SheetError::Elsewhere)?;
            let file: SheetFile = parse(&text).map_err(SheetError::Elsewhere)?;
            compile(&file).map_err(|complaints| SheetError::Elsewhere(complain(&text, complaints)))
        }
        SheetRef::Named(name) => {
            let Some(text) = builtin(name) else {
                let near =
                    suggest(name, builtin_names()).map_or(String::new(), |near| format!("did you mean `{near}`? "));
                let names: Vec<&str> = builtin_names().collect();
                return Err(SheetError::Here(vec![complaint(
                    path.clone(),
                    format!("the program has no sheet `{name}`"),
                    format!("{near}a file ending in `.toml`, or one of: {}", names.join(", ")),
                )]));
            };
            let text = Source::new(format!("{name} (built in)"), text);
            let file: SheetFile = parse(&text).map_err(SheetError::Elsewhere)?;
            compile(&file).map_err(|complaints| SheetError::Elsewhere(complain(&text, complaints)))
        }
    }
}
