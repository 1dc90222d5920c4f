//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! This module has the keys of this ruleset alone; [`affray_prove::cases`] runs the cases.

use super::declaration::{Declaration, Script};
use super::encounter::{CombatantFile, EncounterFile, OptionsFile, SideFile, SurpriseFile, TaskFile, build};
use super::state_file::{StateFile, find_arm, view};
use crate::Gurps4;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Lying, Stage, State};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, Source};
use affray_grid::MapFile;
use affray_kernel::referee::{CombatantId, Referee};
use affray_prove::cases::{self, CaseFormat, Site};
use affray_session::encounter::GroundFile;
use serde_json::Value;

affray_prove::case_files! {
    game Gurps4, "gurps4";
    file {
        /// The map that the cases share. Default: an open field.
        #[value(default)]
        pub map: MapFile,
        /// Options that they share.
        #[value(default)]
        pub options: OptionsFile,
        /// Tasks that they share.
        #[value(default)]
        pub task: Vec<TaskFile>,
        /// Sides that they share.
        #[value(default)]
        pub side: Vec<SideFile>,
        /// Combatants that they share.
        #[value(default)]
        pub combatant: Vec<CombatantFile>,
    }
    case {
        /// Further combatants.
        #[value(default)]
        pub combatant: Vec<CombatantFile>,
        /// Sides of its own, in place of the shared ones.
        pub side: Option<Vec<SideFile>>,
        /// A map of its own.
        pub map: Option<MapFile>,
        /// Options of its own.
        pub options: Option<OptionsFile>,
        /// Surprise. Default: none.
        #[value(default)]
        pub surprise: SurpriseFile,
        /// Items on the ground.
        #[value(default)]
        pub ground: Vec<GroundFile>,
    }
    expect {
        /// Items on the ground afterwards, exactly these.
        pub ground: Option<Vec<GroundFile>>,
        /// The order of turns.
        pub order: Option<Vec<String>>,
    }
}

/// Something that a game master brings about.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum GmFile {
    /// Surprise is settled.
    Surprise {},
    /// The order of turns is settled.
    Order {},
    /// The fight goes on by itself: whatever comes before the next turn, and that turn.
    GoOn {},
}

/// The encounter file of a case's scene.
fn encounter(file: &CaseFile, case: &Case, combatant: Vec<CombatantFile>, side: Vec<SideFile>) -> EncounterFile {
    EncounterFile {
        ruleset: file.ruleset.clone(),
        title: None,
        description: None,
        round_limit: None,
        surprise: case.surprise.clone(),
        options: case.options.as_ref().unwrap_or(&file.options).clone(),
        map: case.map.clone().unwrap_or_else(|| file.map.clone()),
        task: file.task.clone(),
        side,
        combatant,
    }
}

impl CaseFormat for Gurps4 {
    type File = CaseFile;
    type Declaration = Declaration;
    type StateFile = StateFile;
    type Gm = GmFile;
    type Expect = Expect;
    type Script<'a> = Script<'a>;

    fn script(said: &Declaration) -> Script<'_> {
        Script::new(said)
    }

    fn scene(file: &CaseFile, case: &Case, at: &Site<'_>) -> Result<(Setup, State), FileError> {
        let mut places =
            at.places(&[("surprise", true), ("options", case.options.is_some()), ("map", case.map.is_some())]);
        let combatants =
            at.cast(&file.combatant, case.with.as_deref(), &case.combatant, |one| &one.name, &mut places)?;
        let taken = combatants.iter().map(|one| one.side.as_ref().unwrap_or(&one.name).as_str());
        let sides = at.sides(&file.side, case.side.as_deref(), |side| &side.name, taken, &mut places);
        let (setup, mut state) = build(&encounter(file, case, combatants, sides), at.source, &places, at.beside)?;
        if case.surprise == SurpriseFile::None {
            state.stage = Stage::Fight;
        }
        Ok((setup, state))
    }

    fn finish(case: &Case, at: &Site<'_>, setup: &Setup, state: &mut State) -> Result<(), FileError> {
        let find = |owner: CombatantId, item: &str| {
            let sheet = &setup.combatants[owner.index()].sheet;
            find_arm(sheet, item).filter(|&item| item < sheet.items)
        };
        for (owner, item, there) in at.ground::<Self, _>(&case.ground, setup, find)? {
            crate::maneuver::ready::put_down(state, owner, item, there);
        }
        Ok(())
    }

    fn apply(file: &StateFile, setup: &Setup, state: &mut State, who: CombatantId) -> Result<(), Vec<Diagnostic>> {
        file.apply(setup, state, who)
    }

    fn turn<R: Referee<Self>>(
        setup: &Setup,
        state: &mut State,
        referee: &mut R,
        who: CombatantId,
    ) -> Result<(), R::Pause> {
        Fight { setup, state, referee }.turn(who)
    }

    fn bring_about<R: Referee<Self>>(
        gm: &GmFile,
        setup: &Setup,
        state: &mut State,
        referee: &mut R,
    ) -> Result<(), R::Pause> {
        let mut fight = Fight { setup, state, referee };
        match gm {
            GmFile::Surprise {} => fight.settle_surprise(),
            GmFile::Order {} => fight.settle_order(),
            GmFile::GoOn {} => fight.next_turn(),
        }
    }

    fn named_in(_: &GmFile) -> Vec<&str> {
        Vec::new()
    }

    fn view(setup: &Setup, state: &State, who: CombatantId) -> Value {
        view(Scene { setup, state }, who)
    }

    fn compare(expect: &Expect, setup: &Setup, state: &State, differences: &mut Vec<String>) {
        let item = |lying: &Lying| setup.combatants[lying.owner.index()].sheet.arms[lying.item as usize].name.as_str();
        cases::compare_ground::<Self>(expect.ground.as_deref(), setup, &state.ground, item, differences);
        cases::compare_order::<Self>(expect.order.as_deref(), setup, &state.order, differences);
    }

    fn read_sheet(source: &Source) -> Result<(), FileError> {
        crate::files::sheet::read(source).map(|_| ())
    }
}
