//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! What is said here is what only this ruleset's cases hold; [`affray_core::cases`] runs them.

use super::encounter::{CombatantFile, EncounterFile, OptionsFile, SideFile, SurpriseFile, TaskFile, build};
use super::script::{Declaration, Script};
use super::wire::{StateFile, find_arm, view};
use crate::Gurps4;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Lying, Stage, State};
use affray_core::cases::{self, Provable, Site};
use affray_core::encounter::{GroundFile, Places};
use affray_core::files::{Complaint, FileError, Path, Source, complain};
use affray_core::grid::MapFile;
use affray_core::names;
use affray_core::referee::{CombatantId, Referee};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

affray_core::case_files! {
    game Gurps4, "gurps4";
    file {
        /// The map that the cases share. Default: an open field.
        #[serde(default)]
        pub map: MapFile,
        /// Options that they share.
        #[serde(default)]
        pub options: OptionsFile,
        /// Tasks that they share.
        #[serde(default)]
        pub task: Vec<TaskFile>,
        /// Sides that they share.
        #[serde(default)]
        pub side: Vec<SideFile>,
        /// Combatants that they share.
        #[serde(default)]
        pub combatant: Vec<CombatantFile>,
    }
    case {
        /// Further combatants.
        #[serde(default)]
        pub combatant: Vec<CombatantFile>,
        /// Sides of its own, in place of the shared ones.
        pub side: Option<Vec<SideFile>>,
        /// A map of its own.
        pub map: Option<MapFile>,
        /// Options of its own.
        pub options: Option<OptionsFile>,
        /// Surprise. Default: none.
        #[serde(default)]
        pub surprise: SurpriseFile,
        /// Items on the ground.
        #[serde(default)]
        pub ground: Vec<GroundFile>,
    }
    expect {
        /// Items on the ground afterwards, exactly these.
        pub ground: Option<Vec<GroundFile>>,
        /// The order of turns.
        pub order: Option<Vec<String>>,
    }
}

/// What a game master brings about.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum GmFile {
    /// Surprise is settled.
    Surprise {},
    /// The order of turns is settled.
    Order {},
    /// The fight goes on by itself: whatever comes before the next turn, and that turn.
    GoOn {},
}

/// What an encounter of the same scene would hold.
fn encounter(file: &CaseFile, case: &Case, combatant: Vec<CombatantFile>, places: &mut Places) -> EncounterFile {
    let named = |side: &SideFile| {
        combatant.iter().any(|one| one.side.as_ref().unwrap_or(&one.name).eq_ignore_ascii_case(&side.name))
    };
    let side = case.side.clone().unwrap_or_else(|| {
        let (taken, shared) =
            file.side.iter().enumerate().filter(|(_, side)| named(side)).unzip::<_, _, Vec<_>, Vec<_>>();
        places.pick("side", 0, &Path::root(), taken);
        shared.into_iter().cloned().collect()
    });
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

impl Provable for Gurps4 {
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
        let mut places = at.places(&[
            ("surprise", true),
            ("options", case.options.is_some()),
            ("map", case.map.is_some()),
            ("side", case.side.is_some()),
        ]);
        let combatants =
            at.cast(&file.combatant, case.with.as_deref(), &case.combatant, |one| &one.name, &mut places)?;
        let (setup, mut state) = build(&encounter(file, case, combatants, &mut places), at.source, &places, at.beside)?;
        if case.surprise == SurpriseFile::None {
            state.stage = Stage::Fight;
        }
        Ok((setup, state))
    }

    fn finish(case: &Case, at: &Site<'_>, setup: &Setup, state: &mut State) -> Result<(), FileError> {
        for (index, lying) in case.ground.iter().enumerate() {
            let path = at.root.key("ground").index(index);
            let here = |complaint| complain(at.source, [complaint]);
            let owner = names::known::<Self>(setup, &lying.owner, path.key("owner")).map_err(here)?;
            let sheet = &setup.combatants[owner.index()].sheet;
            let Some(item) = find_arm(sheet, &lying.item).filter(|&item| item < sheet.items) else {
                let message = format!("there is no item `{}`", lying.item);
                return Err(at.wrong(path.key("item"), message, "an item of the sheet"));
            };
            crate::hands::put_down(state, owner, item, lying.at);
        }
        Ok(())
    }

    fn apply(file: &StateFile, setup: &Setup, state: &mut State, who: CombatantId) -> Result<(), Vec<Complaint>> {
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
        crate::sheet_file::read(source).map(|_| ())
    }
}
