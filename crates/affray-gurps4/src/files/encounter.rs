//! The encounter file: options, map, sides, combatants, and what they are in the middle of.

use super::state_file::{StateFile, initial};
use crate::Gurps4;
use crate::files::sheet::SheetFile;
use crate::movement::STEEPEST;
use crate::scene::{Combatant, Identity, Options, Scene, Setup, Side, Surprise, Task};
use crate::state::{Ignored, Stage, State};
use affray_core::encounter::{Places, Reading};
use affray_core::files::{FileError, Path, Source};
use affray_core::grid::{Cell, Facing, Ground, Layout, Map, MapFile};
use affray_core::referee::CombatantId;
use affray_core::ruleset::FileResolver;
use affray_core::sheets::SheetRef;
use schemars::JsonSchema;
use serde::Deserialize;

/// An encounter: who fights whom, where, and in what state.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EncounterFile {
    /// The ruleset: `gurps4`.
    pub ruleset: String,
    /// A title.
    pub title: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// The fight ends as a draw after so many rounds of one second, 1 to 100000. Default: 300.
    pub round_limit: Option<u32>,
    /// Nobody is surprised (`none`), the leaders roll (`partial`), or one side is taken completely by surprise
    /// (`{ total = "SIDE" }`). Default: none.
    #[serde(default)]
    pub surprise: SurpriseFile,
    /// Optional rules and what holds for the whole scene.
    #[serde(default)]
    pub options: OptionsFile,
    /// The map. Default: an open field.
    #[serde(default)]
    pub map: MapFile,
    /// Tasks that can be concentrated on.
    #[serde(default)]
    pub task: Vec<TaskFile>,
    /// The sides. Those that only combatants name need not be listed.
    #[serde(default)]
    pub side: Vec<SideFile>,
    /// The combatants, 1 to 64.
    pub combatant: Vec<CombatantFile>,
}

/// Surprise.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SurpriseFile {
    /// Nobody is surprised.
    #[default]
    None,
    /// The leaders roll for it.
    Partial,
    /// That side is taken completely by surprise.
    Total(String),
}

/// Optional rules, and what the game master declares for the whole scene.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionsFile {
    /// The optional attack forms: two weapons, rapid strikes, weak spots of armor, disarming, breaking weapons,
    /// slams, shield rushes. Default: in use.
    pub forms: Option<bool>,
    /// Jumps are made in combat, half as far. Default: yes.
    pub in_combat: Option<bool>,
    /// Darkness of the whole scene, 0 to -9. Default: 0.
    pub darkness: Option<i64>,
}

/// A task that takes concentration.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskFile {
    /// Its name.
    pub name: String,
    /// Turns that it takes, 1 to 200.
    pub turns: i64,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideFile {
    /// Its name.
    pub name: String,
    /// Its leader. Default: the highest IQ, then the first.
    pub leader: Option<String>,
    /// The game master's bonus for initiative, 0 or 1.
    #[serde(default)]
    pub bonus: i64,
}

/// A combatant.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CombatantFile {
    /// The name, unique in the encounter.
    pub name: String,
    /// The side. Default: a side of its own.
    pub side: Option<String>,
    /// It leads its side: at most one of each.
    #[serde(default)]
    pub leader: bool,
    /// The sheet: the name of one that the program has, a file beside the encounter (ending in
    /// `.toml`), or the sheet itself as a table.
    pub sheet: SheetRef<SheetFile>,
    /// The hex, as `[q, r]`.
    pub at: Cell,
    /// The facing. Default: east.
    pub facing: Option<Facing>,
    /// The state, where it is not fresh.
    #[serde(default)]
    pub state: StateFile,
}

/// Builds what an encounter file states. `places` says where the parts of its table stand in the source.
///
/// # Errors
/// Everything that is wrong with it.
pub fn build(
    file: &EncounterFile,
    source: &Source,
    places: &Places,
    beside: FileResolver<'_>,
) -> Result<(Setup, State), FileError> {
    let mut reading = Reading::new(source, places, beside);
    reading.ruleset(&file.ruleset, "gurps4");
    let round_limit = reading.round_limit("round_limit", file.round_limit, 300);
    reading.names(file.combatant.iter().map(|one| one.name.as_str()));
    let options = options(&mut reading, &file.options);
    let tasks = tasks(&mut reading, &file.task);
    let map = reading.map(&file.map, Layout::Hex)?;
    terrain(&mut reading, &map);
    let mut sides = reading.sides(file.side.iter().map(|side| side.name.as_str()));
    let mut combatants: Vec<Combatant> = Vec::new();
    for (at, one) in file.combatant.iter().enumerate() {
        let path = Path::root().key("combatant").index(at);
        let Some(sheet) = reading.sheet(&one.sheet, &path.key("sheet"))? else { continue };
        reading.stands(&map, one.at, one.facing, &path);
        let side = sides.of(one.side.as_deref(), &one.name);
        combatants.push(Combatant { name: one.name.clone(), side, sheet });
    }
    reading.so_far()?;
    let sides = leaders(&mut reading, file, sides.0, &combatants);
    let surprise = surprise(&mut reading, &file.surprise, &sides);
    let plain = |cell: Cell| {
        let ground = map.at(cell);
        ground.elevation == 0 && ground.footing.is_none() && ground.light == 0 && ground.extra_cost_half == 0
    };
    let steep = |cell: Cell| map.neighbors(cell).any(|(_, next)| map.elevation_difference(cell, next).abs() > STEEPEST);
    let setup = Setup {
        any_terrain: !map.bounds().cells().all(plain),
        any_barrier: map.bounds().cells().any(|cell| map.at(cell).impassable || steep(cell)),
        identity: Identity::default(),
        map,
        combatants,
        sides,
        options,
        surprise,
        round_limit,
        tasks,
    };
    let fighters = file.combatant.iter().zip(&setup.combatants).map(|(one, combatant)| {
        let facing = one.facing.and_then(|facing| setup.map.facing(facing)).unwrap_or(Facing::E);
        initial(&combatant.sheet, one.at, facing)
    });
    let mut state = State {
        fighters: fighters.collect(),
        ground: Vec::new(),
        order: Vec::new(),
        turn: 0,
        stage: Stage::Start,
        waiting: 0,
        any_grapple: false,
        rounds: Ignored(0),
    };
    reading.states::<Gurps4>(file.combatant.iter().map(|one| &one.state), &setup, &mut state);
    sharing(&mut reading, Scene { setup: &setup, state: &state });
    reading.so_far()?;
    Ok((setup, state))
}

/// `G4-R05` Friends stand in hexes of their own as the fight begins.
fn sharing(reading: &mut Reading<'_>, scene: Scene<'_>) {
    for who in scene.state.ids() {
        let fighter = scene.fighter(who);
        let friend = scene.state.ids().take_while(|&other| other != who).find(|&other| {
            let shares = scene.side(other) == scene.side(who) && scene.fighter(other).at == fighter.at;
            shares && !scene.fighter(other).is_dead() && !fighter.is_dead()
        });
        if let Some(friend) = friend {
            let path = Path::root().key("combatant").index(who.index()).key("at");
            let name = &scene.setup.combatants[friend.index()].name;
            reading.wrong(path, format!("`{name}` of the same side stands in that hex (G4-R05)"), "a hex of its own");
        }
    }
}

/// `G4-211` `G4-R45` `G4-R51` The options.
fn options(reading: &mut Reading<'_>, file: &OptionsFile) -> Options {
    let darkness = file.darkness.unwrap_or(0);
    let path = Path::root().key("options").key("darkness");
    let hint = "0 to -9; total darkness is the condition `blind`";
    reading.check((-9..=0).contains(&darkness), path, format!("a darkness of {darkness} (G4-211)"), hint);
    Options {
        forms: file.forms.unwrap_or(true),
        in_combat: file.in_combat.unwrap_or(true),
        darkness: darkness.clamp(-9, 0) as i8,
    }
}

/// `G4-R17` The tasks.
fn tasks(reading: &mut Reading<'_>, files: &[TaskFile]) -> Vec<Task> {
    let path = Path::root().key("task");
    reading.check(files.len() <= 100, path.clone(), format!("{} tasks", files.len()), "at most 100");
    let mut tasks = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let path = path.index(at);
        let turns = file.turns;
        reading.check((1..=200).contains(&turns), path.key("turns"), format!("{turns} turns"), "1 to 200");
        tasks.push(Task { name: file.name.clone(), turns: turns.clamp(1, 200) as u8 });
    }
    tasks
}

/// `G4-084` `G4-093` `G4-211` Hexes are open, obstructed or blocked: nothing costs more than one point extra, and
/// darkness ends at -9.
fn terrain(reading: &mut Reading<'_>, map: &Map) {
    let path = Path::root().key("map");
    let dear = |ground: &Ground| !ground.impassable && !matches!(ground.extra_cost_half, 0 | 2);
    let find = |wanted: &dyn Fn(&Ground) -> bool| map.bounds().cells().find(|&cell| wanted(&map.at(cell)));
    if let Some(cell) = find(&dear) {
        let message = format!("the hex {},{} costs neither 0 nor 1 more (G4-093)", cell.q, cell.r);
        reading.wrong(path.clone(), message, "an obstruction has `cost = 1`");
    }
    if let Some(cell) = find(&|ground| ground.light < -9) {
        let message = format!("the hex {},{} is darker than -9 (G4-211)", cell.q, cell.r);
        reading.wrong(path, message, "`light` is 0 to -9 in this game");
    }
}

/// `G4-390` `G4-R40` The sides and their leaders.
fn leaders(reading: &mut Reading<'_>, file: &EncounterFile, sides: Vec<String>, combatants: &[Combatant]) -> Vec<Side> {
    let root = Path::root();
    let mut out = Vec::new();
    for (at, name) in sides.into_iter().enumerate() {
        let members = || (0..).zip(combatants).filter(|(_, one)| one.side as usize == at);
        let path = root.key("side").index(at);
        let mut leader = None;
        if let Some(wanted) = file.side.get(at).and_then(|side| side.leader.as_deref()) {
            leader = members().find(|(_, one)| one.name.eq_ignore_ascii_case(wanted)).map(|(who, _)| CombatantId(who));
            let message = format!("nobody `{wanted}` is on that side");
            reading.check(leader.is_some(), path.key("leader"), message, "a combatant of that side");
        }
        for (who, _) in members().filter(|(who, _)| file.combatant[*who as usize].leader) {
            let hint = "one leader a side";
            let twice = leader.is_some_and(|other| other != CombatantId(who));
            let path = root.key("combatant").index(who.into()).key("leader");
            reading.check(!twice, path, format!("`{name}` has a leader already"), hint);
            leader = Some(CombatantId(who));
        }
        let bonus = file.side.get(at).map_or(0, |side| side.bonus);
        let message = format!("a bonus of {bonus} (G4-R40)");
        reading.check((0..=1).contains(&bonus), path.key("bonus"), message, "0 or 1");
        if members().next().is_none() {
            reading.wrong(path.key("name"), format!("nobody is on the side `{name}`"), "a combatant of that side");
        }
        out.push(Side { name, leader, bonus: bonus.clamp(0, 1) as u8 });
    }
    out
}

/// `G4-390` `G4-395` Surprise as it is declared.
fn surprise(reading: &mut Reading<'_>, file: &SurpriseFile, sides: &[Side]) -> Surprise {
    match file {
        SurpriseFile::None => Surprise::None,
        SurpriseFile::Partial => Surprise::Partial,
        SurpriseFile::Total(name) => match sides.iter().position(|side| side.name.eq_ignore_ascii_case(name)) {
            Some(side) => Surprise::Total(side as u8),
            None => {
                let all: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
                let path = Path::root().key("surprise");
                reading.wrong(path, format!("there is no side `{name}`"), format!("one of: {}", all.join(", ")));
                Surprise::None
            }
        },
    }
}
