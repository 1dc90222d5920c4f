//! The encounter file: options, what the game master declares, map, sides, combatants, and what they are in
//! the middle of.

use super::state_file::{StateFile, initial};
use crate::Graded;
use crate::decision::Declared;
use crate::files::sheet_file::SheetFile;
use crate::scene::{Combatant, Fear, Options, Setup};
use crate::state::{Flags, Ignored, Stage, State};
use affray_files::sheets::SheetRef;
use affray_files::value::FromValue;
use affray_files::{FileError, FileResolver, Path, Source};
use affray_grid::{Cell, Facing, Layout, Map, MapFile};
use affray_kernel::referee::CombatantId;
use affray_prove::cases::set_states;
use affray_session::encounter::{Places, Reading};

/// An encounter: who fights whom, where, and in what state.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct EncounterFile {
    /// The ruleset: `graded`.
    pub ruleset: String,
    /// A title.
    pub title: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// The fight ends as a draw after so many rounds of three seconds, 1 to 100000. Default: 400.
    pub round_limit: Option<u32>,
    /// Nobody sees farther, in yards, 1 to 1000. Default: 1000.
    pub sight: Option<i64>,
    /// Optional rules.
    #[value(default)]
    pub options: Options,
    /// What the game master declares of the whole scenario.
    #[value(default)]
    pub scenario: Declared,
    /// What frightens, up to 8 sources.
    #[value(default)]
    pub fear: Vec<FearFile>,
    /// The map. Default: an open field.
    #[value(default)]
    pub map: MapFile,
    /// The sides. Those that only combatants name need not be listed.
    #[value(default)]
    pub side: Vec<SideFile>,
    /// The combatants, 1 to 64.
    pub combatant: Vec<CombatantFile>,
}

/// `GR-178` Something frightful.
#[derive(Debug, Clone, PartialEq, Eq, FromValue)]
pub struct FearFile {
    /// What it is.
    pub source: String,
    /// How frightful, -10 to -1.
    pub severity: i64,
    /// Who has to face it. Default: everybody but the combatant that is the source.
    #[value(default)]
    pub victims: Vec<String>,
    /// The combatant that is the source.
    pub from: Option<String>,
    /// Seen at a distance: +1.
    #[value(default)]
    pub at_distance: bool,
    /// Forewarned: +1.
    #[value(default)]
    pub forewarned: bool,
    /// The victim is isolated: -1.
    #[value(default)]
    pub isolated: bool,
    /// A horde, -5 to 0.
    #[value(default)]
    pub horde: i64,
    /// First appears in one's face: -2.
    #[value(default)]
    pub in_face: bool,
    /// Small: +1.
    #[value(default)]
    pub small: bool,
    /// Familiar, 0 to 3.
    #[value(default)]
    pub familiar: i64,
    /// Other victims nearby, -2 to 0.
    #[value(default)]
    pub other_victims: i64,
}

/// A side.
#[derive(Debug, Clone, PartialEq, Eq, FromValue)]
pub struct SideFile {
    /// Its name.
    pub name: String,
}

/// A combatant.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct CombatantFile {
    /// The name, unique in the encounter.
    pub name: String,
    /// The side. Default: a side of its own.
    pub side: Option<String>,
    /// The sheet: the name of one that the program has, a file beside the encounter (ending in `.toml`), or the
    /// sheet itself as a table.
    pub sheet: SheetRef<SheetFile>,
    /// The hex, as `[q, r]`.
    pub at: Cell,
    /// The facing. Default: east.
    pub facing: Option<Facing>,
    /// Surprised: loses its turn of the first round, and does not defend before that of the second.
    #[value(default)]
    pub surprised: bool,
    /// Sits on a mount with that MV, 1 to 60.
    pub mount: Option<i64>,
    /// The state, where it is not fresh.
    #[value(default)]
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
    let root = &Path::root();
    let mut reading = Reading::new(source, places, beside);
    reading.ruleset(&file.ruleset, "graded");
    let round_limit = reading.round_limit("round_limit", file.round_limit, 400);
    let sight = file.sight.unwrap_or(1000);
    reading.check((1..=1000).contains(&sight), root.key("sight"), "out of range", "1 to 1000 yards");
    reading.names(file.combatant.iter().map(|one| one.name.as_str()));
    let map = reading.map(&file.map, Layout::Hex)?;
    check_map(&map, root, &mut reading);
    let mut sides = reading.sides(file.side.iter().map(|side| side.name.as_str()));
    let mut combatants: Vec<Combatant> = Vec::new();
    for (at, one) in file.combatant.iter().enumerate() {
        let path = root.key("combatant").index(at);
        let Some(sheet) = reading.sheet(&one.sheet, &path.key("sheet"))? else { continue };
        reading.stands(&map, one.at, one.facing, &path);
        let mount = one.mount.unwrap_or(0);
        reading.check((0..=60).contains(&mount), path.key("mount"), "out of range", "an MV of 1 to 60");
        let side = sides.of(one.side.as_deref(), &one.name);
        combatants.push(Combatant { name: one.name.clone(), side, sheet, mount: mount.clamp(0, 60) as u8 });
    }
    reading.so_far()?;
    let mut setup = Setup {
        any_declared: !Setup::is_plain(&file.scenario)
            || any(&map, |ground| ground.light != 0 || ground.cover || footing(ground) != 0),
        any_height: any(&map, |ground| ground.elevation != 0),
        any_barrier: any(&map, |ground| ground.impassable || ground.extra_cost_half != 0 || footing(ground) != 0),
        any_screen: any(&map, |ground| ground.is_screen()),
        any_mount: combatants.iter().any(|one| one.mount != 0),
        map,
        combatants,
        sides: sides.0,
        options: file.options,
        scenario: file.scenario,
        sight: sight.clamp(1, 1000) as u32,
        fears: Vec::new(),
        estimates: crate::policy::estimate::Estimates::default(),
        round_limit,
    };
    fears(file, &mut setup, root, &mut reading);
    setup.estimates = crate::policy::estimate::Estimates::new(&setup.combatants, &setup.options);
    let fighters = file.combatant.iter().zip(&setup.combatants).map(|(one, combatant)| {
        let facing = one.facing.and_then(|facing| setup.map.facing(facing)).unwrap_or(Facing::E);
        let mut fighter = initial(&combatant.sheet, one.at, facing);
        fighter.flags.put(Flags::SURPRISED, one.surprised);
        fighter
    });
    let mut state = State {
        fighters: fighters.collect(),
        ground: Vec::new(),
        order: Vec::new(),
        turn: 0,
        stage: Stage::Start,
        heat: false,
        first_round: true,
        watchers: 0,
        holders: 0,
        rounds: Ignored(0),
    };
    let scene = crate::scene::Scene { setup: &setup, state: &state };
    if let Err(refusal) = scene.judge_declared(&file.scenario) {
        reading.wrong(root.key("scenario"), format!("out of range ({})", refusal.rule), refusal.message);
    }
    set_states::<Graded>(&mut reading, file.combatant.iter().map(|one| &one.state), &setup, &mut state);
    reading.so_far()?;
    Ok((setup, state))
}

/// The footing of a ground; 0 for a firm one.
fn footing(ground: &affray_grid::Ground) -> i8 {
    ground.footing.unwrap_or(0)
}

/// Whether some hex of a map is so.
fn any(map: &Map, is: impl Fn(&affray_grid::Ground) -> bool) -> bool {
    map.bounds().cells().any(|cell| map.ground(cell).is_some_and(&is))
}

/// `GR-R77` Light and footing of a map are within their ranges.
fn check_map(map: &Map, root: &Path, reading: &mut Reading<'_>) {
    for cell in map.bounds().cells() {
        let Some(ground) = map.ground(cell) else { continue };
        if ground.light < -9 {
            let message = format!("the hex {},{} is darker than -9 (GR-R77)", cell.q, cell.r);
            return reading.wrong(root.key("map"), message, "`light` is -9 to 0");
        }
        if footing(ground) < -2 {
            let message = format!("the footing of the hex {},{} is worse than -2 (GR-R77)", cell.q, cell.r);
            return reading.wrong(root.key("map"), message, "`footing` is -2 to 0");
        }
    }
}

/// `GR-178` `GR-179` `GR-R76` `GR-R77` What frightens.
fn fears(file: &EncounterFile, setup: &mut Setup, root: &Path, reading: &mut Reading<'_>) {
    let number = file.fear.len();
    reading.check(number <= 8, root.key("fear"), format!("{number} sources of fear"), "at most 8");
    for (at, one) in file.fear.iter().enumerate().take(8) {
        let path = root.key("fear").index(at);
        for (key, value, least, most) in [
            ("severity", one.severity, -10, -1),
            ("horde", one.horde, -5, 0),
            ("familiar", one.familiar, 0, 3),
            ("other_victims", one.other_victims, -2, 0),
        ] {
            let fits = (least..=most).contains(&value);
            reading.check(
                fits,
                path.key(key),
                format!("{value} is out of range (GR-R77)"),
                format!("{least} to {most}"),
            );
        }
        let yes = |on: bool, value: i64| if on { value } else { 0 };
        let circumstances = yes(one.at_distance, 1)
            + yes(one.forewarned, 1)
            + yes(one.isolated, -1)
            + one.horde
            + yes(one.in_face, -2)
            + yes(one.small, 1)
            + one.familiar
            + one.other_victims;
        let find = |name: &String, path: Path, reading: &mut Reading<'_>, setup: &Setup| {
            reading.ok(affray_session::names::known::<Graded>(setup, name, path))
        };
        let from = one.from.as_ref().and_then(|name| find(name, path.key("from"), reading, setup));
        let mut victims = 0u64;
        for (at, name) in one.victims.iter().enumerate() {
            if let Some(who) = find(name, path.key("victims").index(at), reading, setup) {
                victims |= 1 << (who.0 & 63);
            }
        }
        if one.victims.is_empty() {
            for who in (0..setup.combatants.len() as u8).map(CombatantId).filter(|&who| Some(who) != from) {
                victims |= 1 << (who.0 & 63);
            }
        }
        setup.fears.push(Fear {
            source: one.source.clone(),
            severity: one.severity.clamp(-10, -1) as i32,
            circumstances: circumstances.clamp(-20, 20) as i32,
            victims,
            from,
        });
    }
}
