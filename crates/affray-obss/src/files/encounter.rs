//! The encounter file: options, map, sides, combatants, and the state that they are in.
//!
//! Ledger 1.2 and 1.3. Footprints may neither overlap nor stand on walls (`OB-I40`).

use super::state_file::{StateFile, find_item};
use crate::Obss;
use crate::body::time::Clock;
use crate::decision::Cover;
use crate::files::sheet::{Compiled, SheetFile};
use crate::options::Options;
use crate::scene::{Combatant, Floor, Footprint, Light, Scene, Setup, Side};
use crate::sheet::Place;
use crate::state::{Condition, Feinted, Fighter, Flags, Hold, Lying, NONE, State};
use affray_files::sheets::SheetRef;
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, FileResolver, Path, Source, complain, error};
use affray_grid::{Cell, Layout, Map, MapFile, Span};
use affray_kernel::referee::CombatantId;
use affray_prove::cases::set_states;
use affray_session::encounter::{GroundFile, Places, Reading, Sides};
use affray_session::names;

/// `OB-D01` An encounter: combatants, sides, map and states.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct EncounterFile {
    /// The ruleset: `obss`.
    pub ruleset: String,
    /// A title.
    pub title: Option<String>,
    /// A description.
    pub description: Option<String>,
    /// The fight ends as a draw after so many rounds of ten seconds, 1 to 100000. Default: 100.
    pub round_limit: Option<u32>,
    /// The time of day at which it begins, as `"23:00"`. Default: `"12:00"`.
    pub time: Option<String>,
    /// When dawn breaks (`OB-345`). Default: `"06:00"`.
    pub dawn: Option<String>,
    /// The optional rules.
    #[value(default)]
    pub options: Options,
    /// The map, of squares. Default: an open field.
    pub map: Option<MapFile>,
    /// Light, cover and other features of squares.
    #[value(default)]
    pub zone: Vec<ZoneFile>,
    /// Items that lie on the ground (`OB-203`).
    #[value(default)]
    pub ground: Vec<GroundFile>,
    /// The order of activations, where it is settled already: everybody with a place in it, once. Without it
    /// initiative is rolled.
    #[value(default)]
    pub order: Vec<String>,
    /// The combatants, 1 to 64.
    pub combatant: Vec<CombatantFile>,
}

/// Some squares and their features. A later zone goes over an earlier one.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ZoneFile {
    /// Single squares.
    #[value(default)]
    pub cells: Vec<Cell>,
    /// A rectangle between two corners.
    pub rectangle: Option<Span>,
    /// The light.
    pub light: Option<LightName>,
    /// The cover against shots.
    pub cover: Option<Cover>,
    /// Narrow: figures there are squeezed.
    pub narrow: Option<bool>,
    /// Difficult ground.
    pub difficult: Option<bool>,
}

/// A degree of light.
#[derive(Debug, Clone, Copy, PartialEq, FromValue)]
#[value(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the three degrees")]
pub enum LightName {
    Bright,
    Dim,
    Dark,
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
    /// The square, as `[column, row]`; of a large creature the upper left one.
    pub at: Cell,
    /// The state, where it is not fresh.
    #[value(default)]
    pub state: StateFile,
}

/// The state of a combatant that nothing has happened to.
pub fn initial(one: &Compiled, at: Cell) -> Fighter {
    let sheet = &one.sheet;
    let mut places = [crate::sheet::Place::Away; crate::sheet::MOST_ITEMS];
    for (place, item) in places.iter_mut().zip(&sheet.items) {
        *place = item.place;
    }
    let mut powers = [0; crate::sheet::MOST_POWERS];
    for (left, power) in powers.iter_mut().zip(&sheet.powers) {
        *left = power.left;
    }
    Fighter {
        flags: Flags::default(),
        at,
        hp: sheet.hp,
        nonlethal: 0,
        max_hp_lost: 0,
        mp: sheet.mp,
        initiative: 0,
        normal: crate::turn::economy::NORMAL_ACTIONS,
        immediate: 1,
        reaction: 1,
        token: 0,
        attacks: 0,
        paid: 0,
        criticals: 0,
        first_aid: 0,
        fatigue: 0,
        rounds: [0; Condition::ALL.len()],
        hands: one.hands,
        places,
        hold: Hold::NONE,
        feints: [Feinted::NONE; 4],
        mounted: NONE,
        is_mount: false,
        braced: NONE,
        arrives: 0,
        powers,
        waited: 0,
    }
}

/// Builds an encounter.
///
/// # Errors
/// Everything that is wrong with its file.
pub fn load(file: &EncounterFile, source: &Source, beside: FileResolver<'_>) -> Result<(Setup, State), FileError> {
    let root = Path::root();
    let (setup, state) = build(file, source, &Places::top(), beside)?;
    let wrongs = unbound(&setup, &state, |who| root.key("combatant").index(who.index()).key("state"));
    if wrongs.is_empty() { Ok((setup, state)) } else { Err(complain(source, wrongs)) }
}

/// Builds an encounter from its file. `places` says where the parts of its table stand in the source.
///
/// # Errors
/// Everything that is wrong with it.
pub fn build(
    file: &EncounterFile,
    source: &Source,
    places: &Places,
    beside: FileResolver<'_>,
) -> Result<(Setup, State), FileError> {
    let root = &Path::root();
    let mut reading = Reading::new(source, places, beside);
    reading.ruleset(&file.ruleset, "obss");
    let round_limit = reading.round_limit("round_limit", file.round_limit, 100);
    reading.names(file.combatant.iter().map(|one| one.name.as_str()));
    let map = match &file.map {
        Some(map) => reading.map(map, Layout::Square)?,
        None => Map::open(Layout::Square),
    };
    let floor = build_floor(file, &map, root, &mut reading.wrongs);
    let mut time =
        |key: &str, text: &Option<String>, default: u32| match text.as_deref().map(crate::body::time::time_of_day) {
            None => default,
            Some(Some(time)) => time,
            Some(None) => {
                let hint = "hours and minutes: \"06:00\"";
                reading.wrongs.push(error(root.key(key), "that is no time of day", hint));
                default
            }
        };
    let usual = Clock::default();
    let clock = Clock { start: time("time", &file.time, usual.start), dawn: time("dawn", &file.dawn, usual.dawn) };
    let (mut combatants, mut fighters): (Vec<Combatant>, Vec<Fighter>) = (Vec::new(), Vec::new());
    let mut sides = Sides::default();
    for (at, one) in file.combatant.iter().enumerate() {
        let path = root.key("combatant").index(at);
        let Some(compiled) = reading.sheet(&one.sheet, &path.key("sheet"))? else { continue };
        let side = sides.of(one.side.as_deref(), &one.name);
        fighters.push(initial(&compiled, one.at));
        combatants.push(Combatant { name: one.name.clone(), side, sheet: compiled.sheet });
    }
    reading.so_far()?;
    let sides = sides.0.into_iter().map(|name| Side { name }).collect();
    let loot = crate::action::carry::share_items(&mut combatants);
    let setup = Setup {
        loot,
        has_shadows: floor.iter().any(|floor| floor.light != Light::Bright),
        has_screens: floor.iter().any(|floor| floor.screen),
        has_narrow: floor.iter().any(|floor| floor.narrow),
        has_cover: floor.iter().any(|floor| floor.cover != Cover::None),
        has_deafening: combatants
            .iter()
            .flat_map(|one| &one.sheet.spells)
            .any(|spell| matches!(spell.condition, Some((Condition::Deafened, _)))),
        has_heights: floor.iter().any(|floor| floor.elevation != 0),
        map,
        floor,
        combatants,
        sides,
        options: file.options,
        round_limit,
        clock,
    };
    let mut state = State::begin(fighters);
    set_states::<Obss>(&mut reading, file.combatant.iter().map(|one| &one.state), &setup, &mut state);
    reading.wrongs.extend(misplaced(&setup, &state, root));
    reading.wrongs.extend(lay_out(&file.ground, &setup, &mut state, root).err().unwrap_or_default());
    if !file.order.is_empty() {
        reading.wrongs.extend(settle_order(&file.order, &setup, &mut state, root).err());
    }
    reading.so_far()?;
    Ok((setup, state))
}

/// Lays items on the ground.
///
/// # Errors
/// Unknown names.
pub(super) fn lay_out(
    ground: &[GroundFile],
    setup: &Setup,
    state: &mut State,
    root: &Path,
) -> Result<(), Vec<Diagnostic>> {
    let lies = |one: &GroundFile, path: Path| {
        let owner = names::known::<Obss>(setup, &one.owner, path.key("owner"))?;
        let item = find_item(&setup.combatants[owner.index()].sheet, &one.item, path.key("item"))?;
        Ok(Lying { owner, item, at: one.at })
    };
    let mut wrongs = Vec::new();
    for (at, one) in ground.iter().enumerate() {
        match lies(one, root.key("ground").index(at)) {
            Ok(lying) => {
                let fighter = &mut state[lying.owner];
                fighter.put_away(lying.item, Place::Away);
                // An item of an owner that is down by its HP lies there already: the file moves it.
                state.ground.retain(|other| (other.owner, other.item) != (lying.owner, lying.item));
                state.ground.push(lying);
            }
            Err(complaint) => wrongs.push(complaint),
        }
    }
    if wrongs.is_empty() { Ok(()) } else { Err(wrongs) }
}

/// `OB-024` Settles the order of activations, as if initiative had been rolled.
fn settle_order(order: &[String], setup: &Setup, state: &mut State, root: &Path) -> Result<(), Diagnostic> {
    let path = root.key("order");
    let mut places: Vec<CombatantId> = Vec::new();
    for (at, name) in order.iter().enumerate() {
        let who = names::known::<Obss>(setup, name, path.index(at))?;
        if places.contains(&who) {
            return Err(error(path.index(at), format!("{name} has a place already"), "everybody once"));
        }
        if state[who].is_mount || !state[who].is_present() {
            let hint = "combatants on the map; a mount acts with its rider";
            return Err(error(path.index(at), format!("{name} has no place in the order"), hint));
        }
        places.push(who);
    }
    let acts = |who: &CombatantId| !state[*who].is_mount && state[*who].is_present();
    if let Some(missing) = state.ids().find(|who| acts(who) && !places.contains(who)) {
        let name = &setup.combatants[missing.index()].name;
        return Err(error(path, format!("{name} has no place"), "everybody on the map, apart from mounts"));
    }
    // Totals that fit the order, for later arrivals.
    for (lower, &who) in places.iter().rev().enumerate() {
        state[who].initiative = state[who].initiative.max(lower as i16 + 1);
    }
    for pair in (1..places.len()).rev() {
        let (later, earlier) = (state[places[pair]].initiative, &mut state[places[pair - 1]].initiative);
        *earlier = (*earlier).max(later + 1);
    }
    state.order = places;
    Ok(())
}

/// `OB-064` Everybody stands on squares of its own that can be entered.
fn misplaced(setup: &Setup, state: &State, root: &Path) -> Vec<Diagnostic> {
    let scene = Scene { setup, state };
    let mut wrongs = Vec::new();
    for who in state.ids() {
        let path = || root.key("combatant").index(who.index()).key("at");
        let place = scene.footprint(who);
        if let Some(cell) = place.cells().find(|&cell| scene.floor(cell).solid) {
            let message = format!("{} cannot stand on {},{}", scene.name(who), cell.q, cell.r);
            wrongs.push(error(path(), message, "squares of the map that can be entered"));
        }
        let over = |other: &CombatantId| {
            let fighter = scene.fighter(*other);
            fighter.mounted != who.0 && scene.footprint(*other).distance(place) == 0
        };
        if let Some(other) = state.ids().take(who.index()).find(over) {
            let message = format!("{} and {} stand on the same square", scene.name(other), scene.name(who));
            wrongs.push(error(path(), message, "squares of its own"));
        }
    }
    wrongs
}

/// `OB-206` `OB-220` `OB-R66` `OB-R85` Bonds between combatants are possible: riders on standing mounts of their own
/// side, holds within touch distance with a free hand. `path` is where the state of one of them is stated.
pub(super) fn unbound(setup: &Setup, state: &State, path: impl Fn(CombatantId) -> Path) -> Vec<Diagnostic> {
    let scene = Scene { setup, state };
    let mut wrongs = Vec::new();
    for who in state.ids().filter(|&who| state[who].is_present()) {
        let (fighter, name) = (&state[who], scene.name(who));
        if fighter.rides() {
            let mount = scene.bearer(who);
            let path = || path(who).key("mount");
            if scene.are_foes(who, mount) {
                let message = format!("{} is of another side than {name}", scene.name(mount));
                wrongs.push(error(path(), message, "a mount of the rider's side"));
            }
            let down = [who, mount].into_iter().find(|&one| state[one].flags.has(Flags::PRONE));
            if let Some(down) = down.or_else(|| fighter.is_helpless().then_some(who)) {
                let message = format!("{name} rides, and {} is down", scene.name(down));
                wrongs.push(error(
                    path(),
                    message,
                    "a Prone combatant cannot ride, and a Prone mount cannot be ridden",
                ));
            }
        }
        if fighter.hold.holds {
            let held = CombatantId(fighter.hold.with);
            let path = || path(who).key("hold");
            let (distance, touch) =
                (scene.distance(who, held), scene.touch_distance(who).max(scene.touch_distance(held)));
            if distance > touch {
                let message = format!("{name} cannot hold {} over {distance} m", scene.name(held));
                wrongs.push(error(path(), message, format!("at most {touch} m")));
            }
            if !fighter.hands.contains(&NONE) {
                let message = format!("{name} has no hand for a hold");
                wrongs.push(error(path(), message, "an empty hand: hands = [\"...\", \"\"]"));
            }
        }
    }
    wrongs
}

/// The squares of a map: light of -1 to -9 is dim, -10 dark; squares that cost more to enter are
/// difficult; cover is light, unless a zone says more.
fn build_floor(file: &EncounterFile, map: &Map, root: &Path, wrongs: &mut Vec<Diagnostic>) -> Vec<Floor> {
    let bounds = map.bounds();
    let mut floor: Vec<Floor> = bounds
        .cells()
        .map(|cell| {
            let ground = map.at(cell);
            Floor {
                solid: ground.impassable,
                wall: ground.blocks_sight,
                screen: ground.is_screen(),
                difficult: ground.extra_cost_half != 0,
                narrow: false,
                light: match ground.light {
                    0.. => Light::Bright,
                    -9..0 => Light::Dim,
                    _ => Light::Dark,
                },
                cover: if ground.cover { Cover::Light } else { Cover::None },
                elevation: ground.elevation,
            }
        })
        .collect();
    for (at, zone) in file.zone.iter().enumerate() {
        let path = root.key("zone").index(at);
        let mut change = |cell: Cell| {
            let Some(index) = bounds.index(cell) else { return false };
            let square = &mut floor[index];
            match zone.light {
                Some(LightName::Bright) => square.light = Light::Bright,
                Some(LightName::Dim) => square.light = Light::Dim,
                Some(LightName::Dark) => square.light = Light::Dark,
                None => {}
            }
            square.cover = zone.cover.unwrap_or(square.cover);
            square.narrow = zone.narrow.unwrap_or(square.narrow);
            square.difficult = zone.difficult.unwrap_or(square.difficult);
            true
        };
        for (place, &cell) in zone.cells.iter().enumerate() {
            if !change(cell) {
                let hint = "a square of the drawing: give the map a size";
                wrongs.push(error(path.key("cells").index(place), "that is not on the map", hint));
            }
        }
        if let Some(Span { from, to }) = zone.rectangle {
            let (left, right) = (from.q.min(to.q), from.q.max(to.q));
            let (top, bottom) = (from.r.min(to.r), from.r.max(to.r));
            let corners = Footprint { at: Cell { q: left, r: top }, side: 1 };
            if !bounds.contains(corners.at) || !bounds.contains(Cell { q: right, r: bottom }) {
                let hint = "corners within the drawing: give the map a size";
                wrongs.push(error(path.key("rectangle"), "that is not on the map", hint));
                continue;
            }
            for r in top..=bottom {
                for q in left..=right {
                    change(Cell { q, r });
                }
            }
        }
    }
    floor
}
