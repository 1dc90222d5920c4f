//! The encounter file: options, map, sides, combatants, and what they are in the middle of.

use super::state_file::{StateFile, find_item, fit, initial};
use crate::DragonQuest;
use crate::action::close_combat::MOST_IN_A_HEX;
use crate::files::sheet_file::SheetFile;
use crate::scene::{Combatant, Options, Scene, Setup, Side, Surprise};
use crate::sheet::Sheet;
use crate::state::{Lying, MOST_SIDES, NONE, Stage, State};
use affray_files::value::FromValue;
use affray_files::{Diagnostics, FileError, Path};
use affray_grid::{Cell, Layout, Map};
use affray_kernel::referee::CombatantId;
use affray_session::encounter::{self, Cast, CombatantFile, EncounterFile, EncounterFormat, Reading, Stated};

/// The further keys of an encounter.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SceneKeys {
    /// The fight ends as a draw after so many pulses of five seconds, 1 to 100000. Default: 300.
    #[value(default = 300, range = 1..=100_000)]
    pub pulse_limit: u32,
    /// `none`, `roll`, or the name of the side that surprises the others. Default: none.
    pub surprise: Option<SurpriseFile>,
    /// The fight is under way already: no surprise, and no distance is asked for. So it is in a case that does not state
    /// its surprise.
    #[value(default)]
    pub begun: bool,
    /// Optional rules, and what the game master declares once for all.
    #[value(default)]
    pub options: Options,
}

/// Surprise.
#[derive(Debug, Clone, PartialEq, Eq, FromValue)]
#[value(expected = "none, roll, or the name of a side")]
pub enum SurpriseFile {
    /// Nobody is surprised.
    None,
    /// The sides roll for it.
    Roll,
    /// That side surprises the others.
    #[value(text)]
    By(String),
}

/// The further keys of a side.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SideKeys {
    /// Its leader. Default: its first combatant that is no mount.
    pub leader: Option<String>,
    /// In percent: when so many of its figures are out of the fight, the opponents that the program plays
    /// for it only defend themselves and get away, 1 to 100. Default: 100, never.
    #[value(default = 100, range = 1..=100)]
    pub morale: u8,
    /// The opponents that the program plays for it knock out rather than kill.
    #[value(default)]
    pub spares: bool,
}

/// The further keys of a combatant.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct CombatantKeys {
    /// The mount on which it sits, a combatant of its side; `at` and `facing` are then the mount's.
    pub mount: Option<String>,
}

impl EncounterFormat for DragonQuest {
    const ID: &'static str = "dragonquest";
    const LAYOUT: Layout = Layout::Hex;
    type SheetFile = SheetFile;
    type CombatantState = StateFile;
    type SceneKeys = SceneKeys;
    type SideKeys = SideKeys;
    type CombatantKeys = CombatantKeys;

    fn stage(
        file: &EncounterFile<Self>,
        cast: Cast<Sheet>,
        reading: &mut Reading<'_>,
    ) -> Result<(Setup, State), FileError> {
        let Cast { map, sides, mut combatants } = cast;
        let SceneKeys { pulse_limit, options, begun, .. } = file.own;
        costs(&map, reading);
        reading.check(
            sides.len() <= MOST_SIDES,
            Path::root().key("side"),
            format!("{} sides", sides.len()),
            format!("at most {MOST_SIDES}"),
        );
        reading.so_far()?;
        for one in &mut combatants {
            one.sheet.with_bonuses(options.damage_bonus);
        }
        let sides = leaders(file, sides, &combatants, reading);
        let surprise = surprise(&file.own, &sides, reading);
        let others = |side: u8| (0u8..).zip(&combatants).filter(move |(_, other)| other.side != side);
        let foes = combatants.iter().map(|one| others(one.side).map(|(at, _)| CombatantId(at)).collect()).collect();
        let setup = Setup {
            foes,
            others: crate::arms::borrowed_items::others(&combatants, options.damage_bonus),
            any_barrier: crate::strike::line::has_barriers(&map),
            any_screen: crate::strike::line::has_screens(&map),
            assumes_clear_lines: false,
            map,
            combatants,
            sides,
            options,
            surprise,
            round_limit: pulse_limit,
        };
        let begins = |one: &CombatantFile<Self>, sheet: &Sheet| initial(sheet, one.at, one.faces(&setup.map));
        let fighters = file.fighters(&setup.combatants, begins);
        let stage = if begun { Stage::Pulse } else { Stage::Start };
        let mut state = State { fighters, stage, free_pulse: NONE, winner: NONE, ..State::default() };
        riders(file, &setup, &mut state, reading);
        Ok((setup, state))
    }

    fn lay(setup: &Setup, state: &mut State, owner: CombatantId, item: &str, at: Cell) -> bool {
        let found = find_item(&setup.combatants[owner.index()].sheet, item);
        if let Some(item) = found {
            state.take_away(owner, item);
            state.ground.push(Lying { owner, item, at });
        }
        found.is_some()
    }

    fn fit(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
        fit(setup, state, who, stated);
    }

    fn inspect(setup: &Setup, state: &State, reading: &mut Reading<'_>) {
        reading.wrongs.extend(sharing(Scene { setup, state }).0);
    }

    fn complete(_: &EncounterFile<Self>, setup: &Setup, state: &mut State, reading: &mut Reading<'_>) {
        bodies(Scene { setup, state }, reading);
        if state.stage == Stage::Start {
            distances(Scene { setup, state }, reading);
        }
    }
}

/// `DQ-301` `DQ-R06` The ground is flat, and entering a hex costs 1 to 6, so that at most 5 come on top of an open one.
fn costs(map: &Map, reading: &mut Reading<'_>) {
    if let Some(cell) = map.bounds().cells().find(|&cell| map.at(cell).elevation != 0) {
        let message = format!("the hex {},{} lies higher or lower than others (DQ-301)", cell.q, cell.r);
        reading.wrong(Path::root().key("map"), message, "flat ground; `impassable` for a cliff, `cost` for a slope");
    }
    if let Some(cell) = map.bounds().cells().find(|&cell| map.at(cell).extra_cost_half > 10) {
        let message = format!("the hex {},{} costs more than 6 (DQ-R06)", cell.q, cell.r);
        reading.wrong(Path::root().key("map"), message, "`cost` is what comes on top of 1: 0 to 5");
    }
}

/// `DQ-104` Every side has one leader: the one that is named, else its first combatant that is no mount.
fn leaders(
    file: &EncounterFile<DragonQuest>,
    sides: Vec<encounter::Side>,
    combatants: &[Combatant],
    reading: &mut Reading<'_>,
) -> Vec<Side> {
    let mut out = Vec::new();
    for (at, encounter::Side { name }) in sides.into_iter().enumerate() {
        let path = Path::root().key("side").index(at);
        let listed = file.side.get(at).map(|side| &side.own);
        let members = || combatants.iter().enumerate().filter(|(_, one)| one.side as usize == at);
        let named = listed.and_then(|side| side.leader.as_deref());
        let leader = match named {
            Some(wanted) => members().find(|(_, one)| one.name.eq_ignore_ascii_case(wanted)),
            None => members().find(|(_, one)| !one.sheet.mount).or_else(|| members().next()),
        };
        if leader.is_none() {
            let hint = "a combatant of that side";
            match named {
                Some(wanted) => reading.wrong(path.key("leader"), format!("nobody `{wanted}` is there"), hint),
                None => reading.wrong(path.key("name"), format!("nobody is on the side `{name}`"), hint),
            }
        }
        out.push(Side {
            name,
            leader: CombatantId(leader.map_or(0, |(at, _)| at as u8)),
            morale: listed.map_or(100, |side| side.morale),
            spares: listed.is_some_and(|side| side.spares),
        });
    }
    out
}

/// `DQ-R30` Seats riders on their mounts.
fn riders(file: &EncounterFile<DragonQuest>, setup: &Setup, state: &mut State, reading: &mut Reading<'_>) {
    for (at, one) in file.combatant.iter().enumerate() {
        let Some(name) = &one.own.mount else { continue };
        let path = Path::root().key("combatant").index(at).key("mount");
        let rider = CombatantId(at as u8);
        let found = setup.combatants.iter().position(|other| other.name.eq_ignore_ascii_case(name));
        let Some(mount) = found.map(|at| CombatantId(at as u8)) else {
            reading.wrong(path, format!("there is no combatant `{name}`"), "a combatant whose sheet is a mount");
            continue;
        };
        let (sheet, horse) = (&setup.combatants[at].sheet, &setup.combatants[mount.index()]);
        if !horse.sheet.mount || horse.sheet.hexes != 1 || sheet.mount || sheet.hexes != 1 {
            let hint = "a mount of one hex, whose sheet says `mount = true`, and a rider who is none";
            reading.wrong(path, format!("`{name}` is no mount for this one"), hint);
        } else if horse.side != setup.combatants[at].side {
            reading.wrong(path, format!("`{name}` is on another side"), "a mount of the rider's own side");
        } else if state[mount].rider != NONE {
            reading.wrong(path, format!("`{name}` has a rider already"), "one rider a mount");
        } else {
            crate::movement::mount::seat(state, rider, mount);
        }
    }
}

/// `DQ-R28` Every hex of a multi-hex figure is on the map, passable, and its own.
fn bodies(scene: Scene<'_>, reading: &mut Reading<'_>) {
    for who in scene.state.ids().filter(|&who| !scene.is_single(who) && scene.fighter(who).is_up()) {
        let free = |&cell: &Cell| scene.is_free(who, cell);
        if !scene.body(who).iter().all(free) {
            let path = Path::root().key("combatant").index(who.index()).key("at");
            let hint = "the head's hex and a facing for which the rest of it has room (DQ-R28)";
            reading.wrong(path, "part of it is where nobody can stand, or somebody stands", hint);
        }
    }
}

/// `DQ-R06` `DQ-R10` Who shares a hex as the fight begins: rider and mount, and those who are in close combat there,
/// at most four, with an opponent among them.
fn sharing(scene: Scene<'_>) -> Diagnostics {
    let mut wrongs = Diagnostics::default();
    for who in scene.state.ids().filter(|&who| scene.is_single(who) && scene.fighter(who).is_up()) {
        let fighter = scene.fighter(who);
        let at: Vec<_> = scene.at(fighter.at).filter(|&one| scene.is_single(one)).collect();
        let partner = |one: CombatantId| one == who || one.0 == fighter.mount || one.0 == fighter.rider;
        // Said once of each hex.
        let Some(&other) = at.iter().find(|&&one| !partner(one)).filter(|&&other| who < other) else { continue };
        let path = Path::root().key("combatant").index(who.index()).key("at");
        let grips = at.iter().all(|&one| scene.in_close_combat(one)) && at.iter().any(|&one| scene.are_foes(who, one));
        if !grips {
            let name = &scene.setup.combatants[other.index()].name;
            let hint = "a hex each, but for opponents in close combat: `state.conditions.close = true` for all of them";
            wrongs.add(path, format!("`{name}` stands in that hex too (DQ-R06)"), hint);
        } else if at.len() > MOST_IN_A_HEX {
            wrongs.add(path, format!("{} figures are in one hex (DQ-R10)", at.len()), "at most 4");
        }
    }
    wrongs
}

/// `DQ-005` `DQ-R01` Surprise as it is declared.
fn surprise(keys: &SceneKeys, sides: &[Side], reading: &mut Reading<'_>) -> Surprise {
    let path = Path::root().key("surprise");
    match &keys.surprise {
        None | Some(SurpriseFile::None) => return Surprise::None,
        Some(_) if keys.begun => {
            reading.wrong(path, "a fight that is under way has no surprise any more", "leave one of both out");
        }
        Some(SurpriseFile::Roll) if sides.len() != 2 => {
            reading.wrong(path, "two sides roll for surprise (DQ-R01)", "name the side, or none");
        }
        Some(SurpriseFile::Roll) => return Surprise::Roll,
        Some(SurpriseFile::By(name)) => match sides.iter().position(|side| side.name == *name) {
            Some(side) => return Surprise::By(side as u8),
            None => {
                let names = sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>().join(", ");
                let message = format!("there is no side `{name}` (DQ-005)");
                reading.wrong(path, message, format!("none, roll, or one of: {names}"));
            }
        },
    }
    Surprise::None
}

/// `DQ-006` `DQ-007` `DQ-R02` The distance at which the fight begins. Where surprise is rolled for, both
/// hold.
fn distances(scene: Scene<'_>, reading: &mut Reading<'_>) {
    let pairs = scene.state.ids().flat_map(|one| scene.foes(one).map(move |other| (one, other)));
    let Some((closest, who)) = pairs.map(|(one, other)| (scene.apart(one, other), one)).min() else { return };
    let path = Path::root().key("combatant").index(who.index()).key("at");
    let surprised = scene.setup.surprise != Surprise::None;
    if closest < 8 && !matches!(scene.setup.surprise, Surprise::By(_)) {
        let hint = "8 hexes or more, or `begun = true` for a fight that is under way";
        reading.wrong(path, format!("the sides are {closest} hexes apart without surprise (DQ-006)"), hint);
    } else if surprised && closest > 8 {
        let hint = "8 hexes or fewer";
        reading.wrong(path, format!("the sides are {closest} hexes apart with surprise (DQ-007)"), hint);
    }
}
