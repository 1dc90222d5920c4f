//! The encounter file: map, sides, combatants, and what they are in the middle of.

use super::state_file::{find_own_item, find_spell, initial};
use crate::Dfrpg;
use crate::files::sheet::SheetFile;
use crate::scene::{Combatant, Scene, Setup, Side};
use crate::sheet::ItemId;
use crate::state::{Effect, Grabbed, Ignored, Lying, State};
use crate::symmetry::Symmetry;
use affray_files::sheets::SheetRef;
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, FileResolver, Path, Source, complain};
use affray_grid::{Cell, Facing, Layout, MapFile};
use affray_kernel::referee::CombatantId;
use affray_prove::cases::set_states;
use affray_session::encounter::{GroundFile, Places, Reading};
use affray_session::names::known;

/// An encounter: the combatants, their places and their states.
#[derive(Debug, Clone, PartialEq, FromValue)]
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
    #[value(default)]
    pub map: MapFile,
    /// The sides. Those that only combatants name need not be listed.
    #[value(default)]
    pub side: Vec<SideFile>,
    /// The combatants, 1 to 64.
    pub combatant: Vec<CombatantFile>,
    /// Items that lie on the ground.
    #[value(default)]
    pub ground: Vec<GroundFile>,
    /// Spells that last.
    #[value(default)]
    pub effect: Vec<EffectFile>,
}

/// A side.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SideFile {
    /// Its name.
    pub name: String,
    /// The percentage of its members that have to be out of the fight before the rest flee, 1 to 100.
    /// Default: 100, they never do.
    pub morale: Option<u8>,
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
    /// The hex, as `[q, r]`.
    pub at: Cell,
    /// The facing. Default: east.
    pub facing: Option<Facing>,
    /// The state, where it is not fresh.
    #[value(default)]
    pub state: super::state_file::StateFile,
}

/// A spell that lasts.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct EffectFile {
    /// On whom.
    pub on: String,
    /// Who cast it.
    pub by: String,
    /// The spell.
    pub spell: String,
    /// Its energy.
    #[value(default)]
    pub energy: u8,
    /// The radius of an area. Default: 1.
    pub radius: Option<u8>,
    /// Seconds left. Default: until it ends by itself.
    pub seconds: Option<u16>,
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
    reading.ruleset(&file.ruleset, "dfrpg");
    let round_limit = reading.round_limit("round_limit", file.round_limit, 300);
    reading.names(file.combatant.iter().map(|one| one.name.as_str()));
    let map = reading.map(&file.map, Layout::Hex)?;
    let mut names = reading.sides(file.side.iter().map(|side| side.name.as_str()));
    for (at, side) in file.side.iter().enumerate() {
        let path = root.key("side").index(at).key("morale");
        reading.check((1..=100).contains(&side.morale.unwrap_or(100)), path, "out of range", "1 to 100");
    }
    let mut combatants: Vec<Combatant> = Vec::new();
    for (at, one) in file.combatant.iter().enumerate() {
        let path = root.key("combatant").index(at);
        let Some(sheet) = reading.sheet(&one.sheet, &path.key("sheet"))? else { continue };
        reading.stands(&map, one.at, one.facing, &path);
        let side = names.of(one.side.as_deref(), &one.name);
        combatants.push(Combatant { name: one.name.clone(), side, sheet });
    }
    reading.so_far()?;
    let morale = |name: &str| file.side.iter().find(|side| side.name == name).and_then(|side| side.morale);
    let sides = names.0.into_iter().map(|name| Side { morale: morale(&name).unwrap_or(100), name }).collect();
    let cells = file.combatant.iter().map(|one| one.at);
    let symmetry = Symmetry::of(&map, &combatants, cells);
    let others = crate::items::borrowed::others(&combatants);
    let setup = Setup { map, combatants: combatants.into(), sides, round_limit, others, symmetry };
    let mut state = State {
        fighters: file
            .combatant
            .iter()
            .zip(&*setup.combatants)
            .map(|(one, combatant)| {
                let facing = one.facing.and_then(|facing| setup.map.facing(facing)).unwrap_or(Facing::E);
                initial(&combatant.sheet, one.at, facing)
            })
            .collect(),
        effects: Vec::new(),
        ground: Vec::new(),
        taken: Vec::new(),
        order: Vec::new(),
        turn: 0,
        this_turn: crate::state::ThisTurn::default(),
        round: Ignored(0),
    };
    set_states::<Dfrpg>(&mut reading, file.combatant.iter().map(|one| &one.state), &setup, &mut state);
    reading.so_far()?;
    check_places(Scene { setup: &setup, state: &state }, &mut reading, root);
    reading.so_far()?;
    lay_out(&file.ground, &file.effect, &setup, &mut state, source, root)?;
    Ok((setup, state))
}

/// What only all states together say: a second hex that is free, grabs of who is in the same hex, with hands
/// that hold nothing else.
fn check_places(scene: Scene<'_>, reading: &mut Reading<'_>, root: &Path) {
    for who in scene.state.ids() {
        let path = root.key("combatant").index(who.index()).key("state");
        let fighter = scene.fighter(who);
        if fighter.second_cell().is_some_and(|cell| !scene.is_free(cell, who)) {
            let hint = "another side, or \"none\" where no neighboring hex is free";
            reading.wrong(path.key("second_hex"), "that hex is taken, or nobody can lie there", hint);
        }
        for (at, grab) in scene.holds(who) {
            let path = path.key("grabs").index(at);
            if !scene.share_hex(who, CombatantId(grab.victim)) {
                reading.wrong(path.key("victim"), "that one is in another hex", "who grabs shares a hex with the foe");
            }
            let lies = scene.fighter(CombatantId(grab.victim)).posture.is_lying();
            if grab.how & Grabbed::PINNED != 0 && !lies {
                reading.wrong(
                    path.key("pinned"),
                    "that one is not down",
                    "give the victim the posture prone or face-up",
                );
            }
            let full = (0..4).any(|hand| grab.hands & 1 << hand != 0 && fighter.hands[hand] != ItemId::NONE);
            if full {
                let hint = "empty that hand in `hands`, or grab with another one";
                reading.wrong(path.key("hands"), "that hand holds something else", hint);
            }
        }
    }
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
                let item = ItemId::own(lying.item);
                state[lying.owner].empty_of(item);
                state.place_item(lying.owner, item, crate::state::Place::Away);
                state.pick_up(lying.owner, item);
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

fn lying(setup: &Setup, one: &GroundFile, path: &Path) -> Result<Lying, Diagnostic> {
    let owner = known::<Dfrpg>(setup, &one.owner, path.key("owner"))?;
    let item = find_own_item(&setup.combatants[owner.index()].sheet, &one.item, path.key("item"))?;
    Ok(Lying { owner, item, at: one.at })
}

fn lasting(setup: &Setup, one: &EffectFile, path: &Path) -> Result<Effect, Diagnostic> {
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
