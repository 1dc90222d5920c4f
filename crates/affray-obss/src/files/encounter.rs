//! The encounter file: options, map, sides, combatants, and the state that they are in.
//!
//! Ledger 1.2 and 1.3. Footprints may neither overlap nor stand on walls (`OB-I40`).

use super::state_file::{StateFile, find_item, fit};
use crate::Obss;
use crate::body::time::{Clock, time_of_day};
use crate::decision::Cover;
use crate::files::sheet::{Compiled, SheetFile};
use crate::options::Options;
use crate::scene::{Combatant, Floor, Light, Scene, Setup};
use crate::sheet::Place;
use crate::state::{Condition, Fighter, Flags, Lying, NONE, State};
use affray_files::value::{FromValue, Reader, Schema, Schemas, Value};
use affray_files::{Diagnostic, Diagnostics, FileError, Path, error};
use affray_grid::{Cell, Ground, Layout, Map, STOCK, Span};
use affray_kernel::referee::CombatantId;
use affray_session::encounter::{Cast, EncounterFile, EncounterFormat, Reading, Stated};
use affray_session::names;

/// The further keys of an encounter (`OB-D01`).
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SceneKeys {
    /// The fight ends as a draw after so many rounds of ten seconds, 1 to 100000. Default: 100.
    #[value(default = 100, range = 1..=100_000)]
    pub round_limit: u32,
    /// The time of day at which it begins, as `"23:00"`. Default: `"12:00"`.
    #[value(default = TimeOfDay(Clock::default().start))]
    pub time: TimeOfDay,
    /// When dawn breaks (`OB-345`). Default: `"06:00"`.
    #[value(default = TimeOfDay(Clock::default().dawn))]
    pub dawn: TimeOfDay,
    /// The optional rules.
    #[value(default)]
    pub options: Options,
    /// Light, cover and other features of squares.
    #[value(default)]
    pub zone: Vec<ZoneFile>,
    /// The order of activations, where it is settled already: everybody with a place in it, once. Without it
    /// initiative is rolled.
    #[value(default)]
    pub order: Vec<String>,
}

/// A time of day: rounds since midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeOfDay(pub u32);

impl Schema for TimeOfDay {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("Hours and minutes.")
    }
}

impl FromValue for TimeOfDay {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let time = time_of_day(&String::read(value, reader)?);
        time.map(Self).or_else(|| reader.wrong("that is no time of day", "hours and minutes: \"06:00\""))
    }
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
    pub light: Option<Light>,
    /// The cover against shots.
    pub cover: Option<Cover>,
    /// Narrow: figures there are squeezed.
    pub narrow: Option<bool>,
    /// Difficult ground.
    pub difficult: Option<bool>,
}

impl EncounterFormat for Obss {
    const ID: &'static str = "obss";
    const LAYOUT: Layout = Layout::Square;
    const OF_THE_MAP: &'static [&'static str] = &["zone"];
    type SheetFile = SheetFile;
    type CombatantState = StateFile;
    type SceneKeys = SceneKeys;
    type SideKeys = ();
    type CombatantKeys = ();

    fn stage(
        file: &EncounterFile<Self>,
        cast: Cast<Compiled>,
        reading: &mut Reading<'_>,
    ) -> Result<(Setup, State), FileError> {
        let Cast { mut map, sides, combatants } = cast;
        let SceneKeys { round_limit, time, dawn, options, zone, order: _ } = &file.own;
        for (at, one) in file.combatant.iter().enumerate() {
            let path = Path::root().key("combatant").index(at).key("facing");
            reading.check(one.facing.is_none(), path, "there is no facing in this game", "leave it out");
        }
        for (at, side) in sides.iter().enumerate() {
            let path = Path::root().key("side").index(at).key("name");
            let is_taken = combatants.iter().any(|one| usize::from(one.side) == at);
            reading.check(is_taken, path, format!("nobody is on the side `{}`", side.name), "a combatant of that side");
        }
        let floor = build_floor(zone, &map, &mut reading.wrongs);
        name_squares(&mut map, &floor);
        let state = State::begin(file.fighters(&combatants, |one, sheet| initial(sheet, one.at)));
        let compiled = |one: affray_session::encounter::Combatant<Compiled>| Combatant {
            name: one.name,
            side: one.side,
            sheet: one.sheet.sheet,
        };
        let mut combatants: Vec<Combatant> = combatants.into_iter().map(compiled).collect();
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
            options: *options,
            round_limit: *round_limit,
            clock: Clock { start: time.0, dawn: dawn.0 },
        };
        Ok((setup, state))
    }

    fn lay(setup: &Setup, state: &mut State, owner: CombatantId, item: &str, at: Cell) -> bool {
        let sheet = &setup.combatants[owner.index()].sheet;
        let Ok(item) = find_item(sheet, item, Path::root()) else { return false };
        state[owner].put_away(item, Place::Away);
        // An item of an owner that is down by its HP lies there already: the file moves it.
        state.ground.retain(|other| (other.owner, other.item) != (owner, item));
        state.ground.push(Lying { owner, item, at });
        true
    }

    fn fit(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
        fit(setup, state, who, stated);
    }

    fn complete(file: &EncounterFile<Self>, setup: &Setup, state: &mut State, reading: &mut Reading<'_>) {
        reading.wrongs.extend(misplaced(setup, state));
        reading.wrongs.extend(unbound(setup, state));
        if !file.own.order.is_empty() {
            reading.wrongs.extend(settle_order(&file.own.order, setup, state).err());
        }
    }
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
    Fighter { at, hp: sheet.hp, mp: sheet.mp, hands: one.hands, places, powers, ..Fighter::default() }
}

/// `OB-024` Settles the order of activations, as if initiative had been rolled.
fn settle_order(order: &[String], setup: &Setup, state: &mut State) -> Result<(), Diagnostic> {
    let path = Path::root().key("order");
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
fn misplaced(setup: &Setup, state: &State) -> Vec<Diagnostic> {
    let scene = Scene { setup, state };
    let mut wrongs = Vec::new();
    for who in state.ids() {
        let path = || Path::root().key("combatant").index(who.index()).key("at");
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
/// side, holds within touch distance with a free hand.
fn unbound(setup: &Setup, state: &State) -> Vec<Diagnostic> {
    let path = |who: CombatantId| Path::root().key("combatant").index(who.index()).key("state");
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
                (scene.blow_distance(who, held), scene.touch_distance(who).max(scene.touch_distance(held)));
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

/// Names the squares by what they do, so that drawings and legends tell it.
fn name_squares(map: &mut Map, floor: &[Floor]) {
    for (cell, square) in map.bounds().cells().zip(floor) {
        let ground = map.at(cell);
        if ground.impassable {
            continue;
        }
        let plain = plain_floor(ground);
        let features = square.features();
        if features.is_empty() {
            continue;
        }
        let terrain = &map.terrain(&ground).name;
        let base = (terrain != STOCK[0].name).then(|| terrain.clone());
        let name: Vec<String> = base.into_iter().chain(features.into_iter().map(|one| one.0.to_owned())).collect();
        let name = name.join(", ");
        // A zone or light has a sign of its own; plain terrain keeps its.
        if *square == (Floor { light: Light::Bright, ..plain }) {
            map.explain_ground(cell, &name);
        } else {
            map.name_ground(cell, &name);
        }
    }
}

/// A square without any zone.
fn plain_floor(ground: Ground) -> Floor {
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
}

/// The squares of a map: light of -1 to -9 is dim, -10 dark; squares that cost more to enter are
/// difficult; cover is light, unless a zone says more.
fn build_floor(zones: &[ZoneFile], map: &Map, wrongs: &mut Diagnostics) -> Vec<Floor> {
    let bounds = map.bounds();
    let mut floor: Vec<Floor> = bounds.cells().map(|cell| plain_floor(map.at(cell))).collect();
    for (at, zone) in zones.iter().enumerate() {
        let path = Path::root().key("zone").index(at);
        let mut change = |cell: Cell| {
            let Some(index) = bounds.index(cell) else { return false };
            let square = &mut floor[index];
            square.light = zone.light.unwrap_or(square.light);
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
            if !bounds.contains(Cell { q: left, r: top }) || !bounds.contains(Cell { q: right, r: bottom }) {
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
