//! The encounter file: options, map, sides, combatants, and what they are in the middle of.

use super::state_file::{StateFile, initial};
use crate::DragonQuest;
use crate::action::close_combat::MOST_IN_A_HEX;
use crate::files::sheet_file::SheetFile;
use crate::scene::{Combatant, Options, Scene, Setup, Side, Surprise};
use crate::state::{Ignored, MOST_SIDES, NONE, Stage, State};
use affray_files::sheets::SheetRef;
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, FileResolver, Path, Source, error};
use affray_grid::{Cell, Facing, Layout, MapFile};
use affray_kernel::referee::CombatantId;
use affray_prove::cases::set_states;
use affray_session::encounter::{Places, Reading};
use arrayvec::ArrayVec;

/// An encounter: who fights whom, where, and in what state.
#[derive(Debug, Clone, PartialEq, FromValue)]
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
    #[value(default)]
    pub begun: bool,
    /// Optional rules.
    #[value(default)]
    pub options: OptionsFile,
    /// The map. Default: an open field.
    #[value(default)]
    pub map: MapFile,
    /// The sides. Those that only combatants name need not be listed.
    #[value(default)]
    pub side: Vec<SideFile>,
    /// The combatants, 1 to 64.
    pub combatant: Vec<CombatantFile>,
}

/// Optional rules, and what the game master declares once for all.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
pub struct OptionsFile {
    /// A shield counts only ahead and on its own side.
    #[value(default)]
    pub shield_arc: bool,
    /// Weapons that were declared with a damage bonus get it.
    #[value(default)]
    pub damage_bonus: bool,
    /// Movement points for each change of facing, 0 or 1. Default: 0.
    pub facing_cost: Option<i64>,
    /// What a 99 or 100 costs where no weapon can break or drop. Default: lose-action.
    pub misfit_penalty: Option<Misfit>,
}

/// `DQ-407` What a roll of 99 or 100 costs where nothing can break or drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum Misfit {
    /// Nothing.
    None,
    /// The action of the next pulse.
    LoseAction,
}

/// A side.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SideFile {
    /// Its name.
    pub name: String,
    /// Its leader. Default: its first combatant that is no mount.
    pub leader: Option<String>,
    /// In percent: when so many of its figures are out of the fight, the opponents that the program plays
    /// for it only defend themselves and get away, 1 to 100. Default: 100, never.
    pub morale: Option<i64>,
    /// The opponents that the program plays for it knock out rather than kill.
    #[value(default)]
    pub spares: bool,
}

/// A combatant.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct CombatantFile {
    /// The name, unique in the encounter.
    pub name: String,
    /// The side. Default: a side of its own.
    pub side: Option<String>,
    /// The sheet: the name of one that the program has, a file beside the encounter (ending in
    /// `.toml`), or the sheet itself as a table.
    pub sheet: SheetRef<SheetFile>,
    /// The hex, as `[q, r]`; of a multi-hex figure that of its head.
    pub at: Cell,
    /// The facing. Default: east.
    pub facing: Option<Facing>,
    /// The mount on which it sits, a combatant of its side; `at` and `facing` are then the mount's.
    pub mount: Option<String>,
    /// The state, where it is not fresh.
    #[value(default)]
    pub state: StateFile,
}

/// Builds what an encounter file states. `places` says where the parts of its table stand in the source; `apart` says whether it is
/// looked at who shares a hex, which in a case each step can set anew.
///
/// # Errors
/// Everything that is wrong with it.
pub fn build(
    file: &EncounterFile,
    source: &Source,
    places: &Places,
    beside: FileResolver<'_>,
    apart: bool,
) -> Result<(Setup, State), FileError> {
    let root = &Path::root();
    let mut reading = Reading::new(source, places, beside);
    reading.ruleset(&file.ruleset, "dragonquest");
    let pulse_limit = reading.round_limit("pulse_limit", file.pulse_limit, 300);
    reading.names(file.combatant.iter().map(|one| one.name.as_str()));
    let options = options(&file.options, &root.key("options"), &mut reading.wrongs);
    let map = reading.map(&file.map, Layout::Hex)?;
    // DQ-R06: entering costs 1 to 6, so that at most 5 come on top of an open hex.
    let dear = map.bounds().cells().find(|&cell| map.at(cell).extra_cost_half > 10);
    let message =
        dear.map_or_else(String::new, |cell| format!("the hex {},{} costs more than 6 (DQ-R06)", cell.q, cell.r));
    reading.check(dear.is_none(), root.key("map"), message, "`cost` is what comes on top of 1: 0 to 5");
    let mut sides = reading.sides(file.side.iter().map(|side| side.name.as_str()));
    let mut combatants: Vec<Combatant> = Vec::new();
    for (at, one) in file.combatant.iter().enumerate() {
        let path = root.key("combatant").index(at);
        let Some(mut sheet) = reading.sheet(&one.sheet, &path.key("sheet"))? else { continue };
        sheet.with_bonuses(options.damage_bonus);
        reading.stands(&map, one.at, one.facing, &path);
        let side = sides.of(one.side.as_deref(), &one.name);
        combatants.push(Combatant { name: one.name.clone(), side, sheet });
    }
    reading.check(sides.0.len() <= MOST_SIDES, root.key("side"), format!("{} sides", sides.0.len()), "at most 8");
    reading.so_far()?;
    let sides = leaders(file, root, sides.0, &combatants, &mut reading.wrongs);
    let surprise = surprise(file, root, &sides, &mut reading.wrongs);
    let others = |side: u8| (0u8..).zip(&combatants).filter(move |(_, other)| other.side != side);
    let foes = combatants.iter().map(|one| others(one.side).map(|(at, _)| CombatantId(at)).collect()).collect();
    let setup = Setup {
        foes,
        others: crate::arms::borrowed_items::others(&combatants, options.damage_bonus),
        any_barrier: crate::strike::line::has_barriers(&map),
        any_screen: crate::strike::line::has_screens(&map),
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
        pulses: Ignored(0),
    };
    riders(file, root, &setup, &mut state, &mut reading.wrongs);
    set_states::<DragonQuest>(&mut reading, file.combatant.iter().map(|one| &one.state), &setup, &mut state);
    bodies(root, Scene { setup: &setup, state: &state }, &mut reading.wrongs);
    if apart {
        sharing(root, Scene { setup: &setup, state: &state }, &mut reading.wrongs);
    }
    distances(file, root, Scene { setup: &setup, state: &state }, &mut reading.wrongs);
    reading.so_far()?;
    Ok((setup, state))
}

/// `DQ-302` `DQ-407` The options.
fn options(file: &OptionsFile, path: &Path, wrongs: &mut Vec<Diagnostic>) -> Options {
    let facing_cost = file.facing_cost.unwrap_or(0);
    if !(0..=1).contains(&facing_cost) {
        wrongs.push(error(path.key("facing_cost"), "out of range (DQ-302)", "0 or 1"));
    }
    Options {
        shield_arc: file.shield_arc,
        damage_bonus: file.damage_bonus,
        facing_cost: facing_cost.clamp(0, 1) as u8,
        no_misfit_penalty: file.misfit_penalty == Some(Misfit::None),
    }
}

/// `DQ-104` Every side has one leader: the one that is named, else its first combatant that is no mount.
fn leaders(
    file: &EncounterFile,
    root: &Path,
    sides: Vec<String>,
    combatants: &[Combatant],
    wrongs: &mut Vec<Diagnostic>,
) -> Vec<Side> {
    let mut out = Vec::new();
    for (at, name) in sides.into_iter().enumerate() {
        let path = root.key("side").index(at);
        let members = || combatants.iter().enumerate().filter(|(_, one)| one.side as usize == at);
        let named = file.side.get(at).and_then(|side| side.leader.as_deref());
        let leader = match named {
            Some(wanted) => members().find(|(_, one)| one.name.eq_ignore_ascii_case(wanted)),
            None => members().find(|(_, one)| !one.sheet.mount).or_else(|| members().next()),
        };
        if leader.is_none() {
            let hint = "a combatant of that side";
            match named {
                Some(wanted) => wrongs.push(error(path.key("leader"), format!("nobody `{wanted}` is there"), hint)),
                None => wrongs.push(error(path.key("name"), format!("nobody is on the side `{name}`"), hint)),
            }
        }
        let morale = file.side.get(at).and_then(|side| side.morale).unwrap_or(100);
        if !(1..=100).contains(&morale) {
            wrongs.push(error(path.key("morale"), format!("a morale of {morale}"), "1 to 100, in percent"));
        }
        out.push(Side {
            name,
            leader: CombatantId(leader.map_or(0, |(at, _)| at as u8)),
            morale: morale.clamp(1, 100) as u8,
            spares: file.side.get(at).is_some_and(|side| side.spares),
        });
    }
    out
}

/// `DQ-R30` Seats riders on their mounts.
fn riders(file: &EncounterFile, root: &Path, setup: &Setup, state: &mut State, wrongs: &mut Vec<Diagnostic>) {
    for (at, one) in file.combatant.iter().enumerate() {
        let Some(name) = &one.mount else { continue };
        let path = root.key("combatant").index(at).key("mount");
        let rider = CombatantId(at as u8);
        let found = setup.combatants.iter().position(|other| other.name.eq_ignore_ascii_case(name));
        let Some(mount) = found.map(|at| CombatantId(at as u8)) else {
            wrongs.push(error(path, format!("there is no combatant `{name}`"), "a combatant whose sheet is a mount"));
            continue;
        };
        let (sheet, horse) = (&setup.combatants[at].sheet, &setup.combatants[mount.index()]);
        if !horse.sheet.mount || horse.sheet.hexes != 1 || sheet.mount || sheet.hexes != 1 {
            let hint = "a mount of one hex, whose sheet says `mount = true`, and a rider who is none";
            wrongs.push(error(path, format!("`{name}` is no mount for this one"), hint));
        } else if horse.side != setup.combatants[at].side {
            wrongs.push(error(path, format!("`{name}` is on another side"), "a mount of the rider's own side"));
        } else if state[mount].rider != NONE {
            wrongs.push(error(path, format!("`{name}` has a rider already"), "one rider a mount"));
        } else {
            crate::movement::mount::seat(state, rider, mount);
        }
    }
}

/// `DQ-R28` Every hex of a multi-hex figure is on the map, passable, and its own.
fn bodies(root: &Path, scene: Scene<'_>, wrongs: &mut Vec<Diagnostic>) {
    for who in scene.state.ids().filter(|&who| !scene.is_single(who) && scene.fighter(who).is_up()) {
        let free = |&cell: &Cell| scene.is_free(who, cell);
        if !scene.body(who).iter().all(free) {
            let path = root.key("combatant").index(who.index()).key("at");
            let hint = "the head's hex and a facing for which the rest of it has room (DQ-R28)";
            wrongs.push(error(path, "part of it is where nobody can stand, or somebody stands", hint));
        }
    }
}

/// `DQ-R06` `DQ-R10` Who shares a hex as the fight begins: rider and mount, and those who are in close combat there,
/// at most four, with an opponent among them.
fn sharing(root: &Path, scene: Scene<'_>, wrongs: &mut Vec<Diagnostic>) {
    for who in scene.state.ids().filter(|&who| scene.is_single(who) && scene.fighter(who).is_up()) {
        let fighter = scene.fighter(who);
        let at: Vec<_> = scene.at(fighter.at).filter(|&one| scene.is_single(one)).collect();
        let partner = |one: CombatantId| one == who || one.0 == fighter.mount || one.0 == fighter.rider;
        // Said once of each hex.
        let Some(&other) = at.iter().find(|&&one| !partner(one)).filter(|&&other| who < other) else { continue };
        let path = root.key("combatant").index(who.index()).key("at");
        let grips = at.iter().all(|&one| scene.in_close_combat(one)) && at.iter().any(|&one| scene.are_foes(who, one));
        if !grips {
            let name = &scene.setup.combatants[other.index()].name;
            let hint = "a hex each, but for opponents in close combat: `state.conditions.close = true` for all of them";
            wrongs.push(error(path, format!("`{name}` stands in that hex too (DQ-R06)"), hint));
        } else if MOST_IN_A_HEX < at.len() {
            wrongs.push(error(path, format!("{} figures are in one hex (DQ-R10)", at.len()), "at most 4"));
        }
    }
}

/// `DQ-005` `DQ-R01` Surprise as it is declared.
fn surprise(file: &EncounterFile, root: &Path, sides: &[Side], wrongs: &mut Vec<Diagnostic>) -> Surprise {
    let path = root.key("surprise");
    match file.surprise.as_deref() {
        None | Some("none") => Surprise::None,
        Some(_) if file.begun => {
            wrongs.push(error(path, "a fight that is under way has no surprise any more", "leave one of both out"));
            Surprise::None
        }
        Some("roll") if sides.len() != 2 => {
            wrongs.push(error(path, "two sides roll for surprise (DQ-R01)", "name the side, or none"));
            Surprise::None
        }
        Some("roll") => Surprise::Roll,
        Some(name) => match sides.iter().position(|side| side.name == name) {
            Some(side) => Surprise::By(side as u8),
            None => {
                let names = sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>().join(", ");
                let message = format!("there is no side `{name}` (DQ-005)");
                wrongs.push(error(path, message, format!("none, roll, or one of: {names}")));
                Surprise::None
            }
        },
    }
}

/// `DQ-006` `DQ-007` `DQ-R02` The distance at which the fight begins. Where surprise is rolled for, both
/// hold.
fn distances(file: &EncounterFile, root: &Path, scene: Scene<'_>, wrongs: &mut Vec<Diagnostic>) {
    if file.begun {
        return;
    }
    let pairs = scene.state.ids().flat_map(|one| scene.foes(one).map(move |other| (one, other)));
    let Some((closest, who)) = pairs.map(|(one, other)| (scene.apart(one, other), one)).min() else { return };
    let path = root.key("combatant").index(who.index()).key("at");
    let surprised = scene.setup.surprise != Surprise::None;
    if closest < 8 && !matches!(scene.setup.surprise, Surprise::By(_)) {
        let hint = "8 hexes or more, or `begun = true` for a fight that is under way";
        wrongs.push(error(path, format!("the sides are {closest} hexes apart without surprise (DQ-006)"), hint));
    } else if surprised && closest > 8 {
        let hint = "8 hexes or fewer";
        wrongs.push(error(path, format!("the sides are {closest} hexes apart with surprise (DQ-007)"), hint));
    }
}
