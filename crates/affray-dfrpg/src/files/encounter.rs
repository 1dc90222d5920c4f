//! The encounter file: map, sides, combatants, and what they are in the middle of.

use super::state_file::{StateFile, find_own_item, fit, initial};
use crate::Dfrpg;
use crate::files::sheet::SheetFile;
use crate::magic::casting::MOST_RADIUS;
use crate::scene::{Options, Scene, Setup, Side};
use crate::sheet::{ItemId, Sheet, SpellClass};
use crate::state::{Effect, Grabbed, Lying, State};
use crate::symmetry::Symmetry;
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, Path};
use affray_grid::{Cell, Layout};
use affray_kernel::referee::CombatantId;
use affray_session::encounter::{Cast, CombatantFile, EncounterFile, EncounterFormat, Reading, Stated};
use affray_session::names::{self, known};
use std::ops::RangeInclusive;

/// The further keys of an encounter.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SceneKeys {
    /// The fight ends as a draw after so many rounds of one second, 1 to 100000. Default: 300.
    #[value(default = 300, range = 1..=100_000)]
    pub round_limit: u32,
    /// How it is read what the source leaves open.
    #[value(default)]
    pub options: Options,
    /// Spells that last.
    #[value(default)]
    pub effect: Vec<EffectFile>,
}

/// The further keys of a side.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SideKeys {
    /// The percentage of its members that have to be out of the fight before the rest flee, 1 to 100.
    /// Default: 100, they never do.
    #[value(default = 100, range = 1..=100)]
    pub morale: u8,
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
    /// The radius of an area, 1 to 50; of a search its penalty for the range, 0 to 2. Default: 1.
    #[value(default = 1)]
    pub radius: u8,
    /// Seconds left. Default: until it ends by itself.
    #[value(default = u16::MAX)]
    pub seconds: u16,
}

impl EncounterFormat for Dfrpg {
    const ID: &'static str = "dfrpg";
    const LAYOUT: Layout = Layout::Hex;
    type SheetFile = SheetFile;
    type CombatantState = StateFile;
    type SceneKeys = SceneKeys;
    type SideKeys = SideKeys;
    type CombatantKeys = ();

    fn stage(file: &EncounterFile<Self>, cast: Cast<Sheet>, _: &mut Reading<'_>) -> Result<(Setup, State), FileError> {
        let Cast { map, sides, combatants } = cast;
        let morale = |at: usize| file.side.get(at).map_or(100, |side| side.own.morale);
        let sides =
            sides.into_iter().enumerate().map(|(at, side)| Side { name: side.name, morale: morale(at) }).collect();
        let setup = Setup {
            symmetry: Symmetry::of(&map, &combatants, file.combatant.iter().map(|one| one.at)),
            others: crate::items::borrowed::others(&combatants),
            round_limit: file.own.round_limit,
            options: file.own.options,
            map,
            combatants: combatants.into(),
            sides,
        };
        let begins = |one: &CombatantFile<Self>, sheet: &Sheet| initial(sheet, one.at, one.faces(&setup.map));
        let fighters = file.fighters(&setup.combatants, begins);
        Ok((setup, State { fighters, ..State::default() }))
    }

    fn fit(setup: &Setup, state: &mut State, who: CombatantId, stated: &mut Stated<'_, State>) {
        fit(setup, state, who, stated);
    }

    fn lay(setup: &Setup, state: &mut State, owner: CombatantId, item: &str, at: Cell) -> bool {
        let sheet = &setup.combatants[owner.index()].sheet;
        let Some(number) = find_own_item(sheet, item) else { return false };
        let item = ItemId::own(number);
        state[owner].empty_of(item);
        state.place_item(owner, item, crate::state::Place::Away);
        state.pick_up(owner, item);
        state.ground.push(Lying { owner, item: number, at });
        true
    }

    fn complete(file: &EncounterFile<Self>, setup: &Setup, state: &mut State, reading: &mut Reading<'_>) {
        check_places(Scene { setup, state }, reading, &Path::root());
        for (at, one) in file.own.effect.iter().enumerate() {
            let path = Path::root().key("effect").index(at);
            let Some(effect) = reading.ok(lasting(setup, one, &path)) else { continue };
            let class = setup.combatants[effect.by.index()].sheet.spells[usize::from(effect.spell)].class;
            let (range, wrong) = radii(class);
            let hint = format!("{} to {}", range.start(), range.end());
            reading.check(range.contains(&effect.radius), path.key("radius"), wrong, hint);
            state.effects.push(effect);
        }
    }
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

/// `DF-448` `DF-R50` The radius that a spell of that class can have, and what any other is.
const fn radii(class: SpellClass) -> (RangeInclusive<u8>, &'static str) {
    match class {
        SpellClass::Area => (1..=MOST_RADIUS as u8, "no area of a spell has that radius"),
        SpellClass::Information => (0..=2, "a search has a penalty for its range, no radius"),
        _ => (0..=1, "a spell on somebody has no radius"),
    }
}

fn lasting(setup: &Setup, one: &EffectFile, path: &Path) -> Result<Effect, Diagnostic> {
    let (on, by) = (known::<Dfrpg>(setup, &one.on, path.key("on"))?, known::<Dfrpg>(setup, &one.by, path.key("by"))?);
    let spells = setup.combatants[by.index()].sheet.spells.iter().map(|spell| spell.name.as_str());
    let wrong = || format!("there is no spell `{}`", one.spell);
    let spell = names::find(spells, &one.spell, path.key("spell"), wrong)? as u8;
    Ok(Effect { on, by, spell, energy: one.energy, radius: one.radius, seconds: one.seconds })
}
