//! The encounter file: options, what the game master declares, map, sides, combatants, and what they are in
//! the middle of.

use super::state_file::{find_item, fit, initial};
use crate::Graded;
use crate::decision::Declared;
use crate::files::sheet_file::SheetFile;
use crate::policy::estimate::Estimates;
use crate::scene::{Combatant, Fear, Options, Scene, Setup};
use crate::sheet::{Sheet, UNARMED};
use crate::state::{Fighter, Flags, ItemFlags, Lying, NONE, State};
use affray_files::value::{FromValue, Partial};
use affray_files::{FileError, Path};
use affray_grid::{Cell, Layout, Map};
use affray_kernel::referee::CombatantId;
use affray_session::encounter::{Cast, EncounterFile, EncounterFormat, Reading, Stated};
use affray_session::names;

/// The further keys of an encounter.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SceneKeys {
    /// The fight ends as a draw after so many rounds of three seconds, 1 to 100000. Default: 400.
    #[value(default = 400, range = 1..=100_000)]
    pub round_limit: u32,
    /// Nobody sees farther, in yards, 1 to 1000 (`GR-R63`). Default: 1000.
    #[value(default = 1000, range = 1..=1000)]
    pub sight: u32,
    /// Optional rules.
    #[value(default)]
    pub options: Options,
    /// What the game master declares of the whole scenario.
    #[value(default)]
    pub scenario: Declared,
    /// What frightens, up to 8 sources.
    #[value(default)]
    pub fear: Vec<FearFile>,
}

/// `GR-178` Something frightful.
#[derive(Debug, Clone, PartialEq, Eq, FromValue)]
pub struct FearFile {
    /// What it is.
    pub source: String,
    /// How frightful, -10 to -1.
    #[value(range = -10..=-1, rule = rule!("GR-R77"))]
    pub severity: i8,
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
    #[value(default, range = -5..=0, rule = rule!("GR-R77"))]
    pub horde: i8,
    /// First appears in one's face: -2.
    #[value(default)]
    pub in_face: bool,
    /// Small: +1.
    #[value(default)]
    pub small: bool,
    /// Familiar, 0 to 3.
    #[value(default, range = 0..=3, rule = rule!("GR-R77"))]
    pub familiar: i8,
    /// Other victims nearby, -2 to 0.
    #[value(default, range = -2..=0, rule = rule!("GR-R77"))]
    pub other_victims: i8,
}

/// The further keys of a combatant.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct CombatantKeys {
    /// Surprised: loses its turn of the first round, and does not defend before that of the second.
    #[value(default)]
    pub surprised: bool,
    /// Sits on a mount with that MV, 1 to 60.
    #[value(range = 1..=60)]
    pub mount: Option<u8>,
}

impl EncounterFormat for Graded {
    const ID: &'static str = "graded";
    const LAYOUT: Layout = Layout::Hex;
    type SheetFile = SheetFile;
    type CombatantState = Partial<Fighter>;
    type SceneKeys = SceneKeys;
    type SideKeys = ();
    type CombatantKeys = CombatantKeys;

    fn stage(
        file: &EncounterFile<Self>,
        cast: Cast<Sheet>,
        reading: &mut Reading<'_>,
    ) -> Result<(Setup, State), FileError> {
        let Cast { map, sides, combatants } = cast;
        let SceneKeys { round_limit, sight, options, scenario, .. } = file.own;
        check_map(&map, reading);
        let combatants = combatants.into_iter().zip(&file.combatant).map(|(one, keys)| Combatant {
            name: one.name,
            side: one.side,
            sheet: one.sheet,
            mount: keys.own.mount.unwrap_or(0),
        });
        let combatants: Vec<Combatant> = combatants.collect();
        let mut setup = Setup {
            any_declared: !Setup::is_plain(&scenario)
                || any(&map, |ground| ground.light != 0 || ground.cover || footing(ground) != 0),
            any_height: any(&map, |ground| ground.elevation != 0),
            any_barrier: any(&map, |ground| ground.impassable || ground.extra_cost_half != 0 || footing(ground) != 0),
            any_screen: any(&map, |ground| ground.is_screen()),
            any_mount: combatants.iter().any(|one| one.mount != 0),
            map,
            estimates: Estimates::new(&combatants, &options),
            combatants,
            sides,
            options,
            scenario,
            sight,
            fears: Vec::new(),
            round_limit,
        };
        fears(&file.own.fear, &mut setup, reading);
        let fighters = file.combatant.iter().zip(&setup.combatants).map(|(one, combatant)| {
            let mut fighter = initial(&combatant.sheet, one.at, one.faces(&setup.map));
            fighter.flags.put(Flags::SURPRISED, one.own.surprised);
            fighter
        });
        let state = State { fighters: fighters.collect(), first_round: true, ..State::default() };
        if let Err(refusal) = (Scene { setup: &setup, state: &state }).judge_declared(&scenario) {
            let path = Path::root().key("scenario");
            reading.wrong(path, format!("out of range ({})", refusal.rule), refusal.message);
        }
        Ok((setup, state))
    }

    fn fit(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
        fit(setup, state, who, stated);
    }

    fn lay(setup: &Setup, state: &mut State, owner: CombatantId, item: &str, at: Cell) -> bool {
        let found = find_item(&setup.combatants[owner.index()].sheet, item).filter(|&item| item != UNARMED);
        let Some(item) = found else { return false };
        let fighter = &mut state[owner];
        fighter.items[item as usize].flags.set(ItemFlags::AWAY);
        for hand in fighter.hands.iter_mut().filter(|hand| **hand == item) {
            *hand = NONE;
        }
        state.ground.push(Lying { owner, item, at });
        true
    }
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
fn check_map(map: &Map, reading: &mut Reading<'_>) {
    for cell in map.bounds().cells() {
        let Some(ground) = map.ground(cell) else { continue };
        if ground.light < -9 {
            let message = format!("the hex {},{} is darker than -9 (GR-R77)", cell.q, cell.r);
            return reading.wrong(Path::root().key("map"), message, "`light` is -9 to 0");
        }
        if footing(ground) < -2 {
            let message = format!("the footing of the hex {},{} is worse than -2 (GR-R77)", cell.q, cell.r);
            return reading.wrong(Path::root().key("map"), message, "`footing` is -2 to 0");
        }
    }
}

/// `GR-178` `GR-179` `GR-R76` What frightens.
fn fears(files: &[FearFile], setup: &mut Setup, reading: &mut Reading<'_>) {
    let root = Path::root().key("fear");
    reading.check(files.len() <= 8, root.clone(), format!("{} sources of fear", files.len()), "at most 8");
    for (at, one) in files.iter().enumerate() {
        let path = root.index(at);
        let yes = |on: bool, value: i8| if on { value } else { 0 };
        let circumstances = [
            yes(one.at_distance, 1),
            yes(one.forewarned, 1),
            yes(one.isolated, -1),
            one.horde,
            yes(one.in_face, -2),
            yes(one.small, 1),
            one.familiar,
            one.other_victims,
        ];
        let mut find = |name: &String, path: Path| reading.ok(names::known::<Graded>(setup, name, path));
        let from = one.from.as_ref().and_then(|name| find(name, path.key("from")));
        let mut victims = 0u64;
        for (at, name) in one.victims.iter().enumerate() {
            if let Some(who) = find(name, path.key("victims").index(at)) {
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
            severity: one.severity.into(),
            circumstances,
            victims,
            from,
        });
    }
}
