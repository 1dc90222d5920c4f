//! The encounter file: options, map, sides, combatants, and what they are in the middle of.

use super::state_file::{find_item, fit, initial};
use crate::Gurps4;
use crate::files::sheet::SheetFile;
use crate::movement::STEEPEST;
use crate::scene::{Combatant, Identity, Options, Scene, Setup, Side, Surprise, Task};
use crate::sheet::{ItemId, Sheet};
use crate::state::{Fighter, State};
use affray_files::value::{FromValue, Partial, Value};
use affray_files::{FileError, Path};
use affray_grid::{Cell, Ground, Layout, Map};
use affray_kernel::referee::CombatantId;
use affray_session::encounter::{self, Cast, CombatantFile, EncounterFile, EncounterFormat, Reading, Stated};

/// The further keys of an encounter.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SceneKeys {
    /// The fight ends as a draw after so many rounds of one second, 1 to 100000. Default: 300.
    #[value(default = 300, range = 1..=100_000)]
    pub round_limit: u32,
    /// Nobody is surprised (`none`), the leaders roll (`partial`), or one side is taken completely by surprise
    /// (`{ total = "SIDE" }`). Default: none.
    #[value(default)]
    pub surprise: SurpriseFile,
    /// Optional rules and what holds for the whole scene.
    #[value(default)]
    pub options: Options,
    /// Tasks that can be concentrated on.
    #[value(default)]
    pub task: Vec<Task>,
}

/// Surprise.
#[derive(Debug, Clone, Default, PartialEq, Eq, FromValue)]
pub enum SurpriseFile {
    /// Nobody is surprised.
    #[default]
    None,
    /// The leaders roll for it.
    Partial,
    /// That side is taken completely by surprise.
    Total(String),
}

/// The further keys of a side.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SideKeys {
    /// Its leader. Default: the highest IQ, then the first.
    pub leader: Option<String>,
    /// The game master's bonus for initiative, 0 or 1.
    #[value(default, range = 0..=1, rule = rule!("G4-R40"))]
    pub bonus: u8,
}

/// The further keys of a combatant.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct CombatantKeys {
    /// It leads its side: at most one of each.
    #[value(default)]
    pub leader: bool,
}

impl EncounterFormat for Gurps4 {
    const ID: &'static str = "gurps4";
    const LAYOUT: Layout = Layout::Hex;
    const FOREIGN_WORDS: &'static [(&'static str, &'static [&'static str])] =
        &[("Location", &["right-wing", "left-wing", "tail"])];
    type SheetFile = SheetFile;
    type CombatantState = Partial<Fighter>;
    type SceneKeys = SceneKeys;
    type SideKeys = SideKeys;
    type CombatantKeys = CombatantKeys;

    fn stage(
        file: &EncounterFile<Self>,
        cast: Cast<Sheet>,
        reading: &mut Reading<'_>,
    ) -> Result<(Setup, State), FileError> {
        let Cast { map, sides, combatants } = cast;
        terrain(reading, &map);
        tasks(reading, &file.own.task);
        let sides = leaders(reading, file, sides, &combatants);
        let surprise = surprise(reading, &file.own.surprise, &sides);
        let plain = |cell: Cell| {
            let ground = map.at(cell);
            ground.elevation == 0 && ground.footing.is_none() && ground.light == 0 && ground.extra_cost_half == 0
        };
        let steep =
            |cell: Cell| map.neighbors(cell).any(|(_, next)| map.elevation_difference(cell, next).abs() > STEEPEST);
        let setup = Setup {
            any_terrain: !map.bounds().cells().all(plain),
            any_awkward: combatants.iter().any(|one| one.sheet.arms.iter().any(|arm| arm.large || arm.improvised != 0)),
            any_barrier: map.bounds().cells().any(|cell| map.at(cell).impassable || steep(cell)),
            identity: Identity::default(),
            map,
            others: crate::borrowed::others(&combatants),
            combatants,
            sides,
            options: file.own.options,
            surprise,
            round_limit: file.own.round_limit,
            tasks: file.own.task.clone(),
        };
        let begins = |one: &CombatantFile<Self>, sheet: &Sheet| initial(sheet, one.at, one.faces(&setup.map));
        let fighters = file.fighters(&setup.combatants, begins);
        Ok((setup, State { fighters, ..State::default() }))
    }

    fn lay(setup: &Setup, state: &mut State, owner: CombatantId, item: &str, at: Cell) -> bool {
        let found = find_item(setup, owner, item).filter(|item| !item.is_anothers());
        if let Some(item) = found {
            crate::maneuver::ready::put_down(state, owner, item, at);
        }
        found.is_some()
    }

    fn fit(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
        fit(setup, state, who, stated);
    }

    fn inspect(setup: &Setup, state: &State, reading: &mut Reading<'_>) {
        sharing(reading, Scene { setup, state });
    }

    fn complete(file: &EncounterFile<Self>, setup: &Setup, state: &mut State, reading: &mut Reading<'_>) {
        in_one_place(reading, file, Scene { setup, state });
    }
}

/// `G4-R65` What is put into hands is with nobody else.
fn in_one_place(reading: &mut Reading<'_>, file: &EncounterFile<Gurps4>, scene: Scene<'_>) {
    for (who, one) in scene.state.ids().zip(&file.combatant) {
        for name in
            one.state.keys().get("hands").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
        {
            let Some(item) = find_item(scene.setup, who, name) else { continue };
            let to = |other| ItemId::of(other, item.owner(who), item.number());
            let Some(other) = scene.state.ids().find(|&other| other != who && scene.has(other, to(other))) else {
                continue;
            };
            let path = Path::root().key("combatant").index(who.index()).key("state").key("hands");
            let message = format!("`{}` has `{name}` as well (G4-R65)", scene.setup.combatants[other.index()].name);
            reading.wrong(path, message, "every item in one place");
        }
    }
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

/// `G4-R17` The tasks.
fn tasks(reading: &mut Reading<'_>, tasks: &[Task]) {
    reading.check(tasks.len() <= 100, Path::root().key("task"), format!("{} tasks", tasks.len()), "at most 100");
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
fn leaders(
    reading: &mut Reading<'_>,
    file: &EncounterFile<Gurps4>,
    sides: Vec<encounter::Side>,
    combatants: &[Combatant],
) -> Vec<Side> {
    let root = Path::root();
    let mut out = Vec::new();
    for (at, encounter::Side { name }) in sides.into_iter().enumerate() {
        let members = || (0..).zip(combatants).filter(|(_, one)| one.side as usize == at);
        let path = root.key("side").index(at);
        let mut leader = None;
        if let Some(wanted) = file.side.get(at).and_then(|side| side.own.leader.as_deref()) {
            leader = members().find(|(_, one)| one.name.eq_ignore_ascii_case(wanted)).map(|(who, _)| CombatantId(who));
            let message = format!("nobody `{wanted}` is on that side");
            reading.check(leader.is_some(), path.key("leader"), message, "a combatant of that side");
        }
        for (who, _) in members().filter(|(who, _)| file.combatant[*who as usize].own.leader) {
            let hint = "one leader a side";
            let twice = leader.is_some_and(|other| other != CombatantId(who));
            let path = root.key("combatant").index(who.into()).key("leader");
            reading.check(!twice, path, format!("`{name}` has a leader already"), hint);
            leader = Some(CombatantId(who));
        }
        let bonus = file.side.get(at).map_or(0, |side| side.own.bonus);
        if members().next().is_none() {
            reading.wrong(path.key("name"), format!("nobody is on the side `{name}`"), "a combatant of that side");
        }
        out.push(Side { name, leader, bonus });
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
