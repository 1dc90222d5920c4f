//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! This module has the keys of this ruleset alone; [`affray_prove::cases`] runs the cases.

use super::declaration::{Declaration, Script};
use super::encounter::SurpriseFile;
use super::state_file::{StateFile, view};
use crate::Gurps4;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Lying, Stage, State};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, Source};
use affray_kernel::referee::{CombatantId, Referee};
use affray_prove::cases::{self, Case, CaseFormat, Cases, Expect, Site};
use serde_json::Value;

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

impl CaseFormat for Gurps4 {
    type File = Cases<Self>;
    type Declaration = Declaration;
    type StateFile = StateFile;
    type Gm = GmFile;
    type Expect = Expect<()>;
    type Script<'a> = Script<'a>;

    fn script(said: &Declaration) -> Script<'_> {
        Script::new(said)
    }

    fn scene(file: &Cases<Self>, case: &Case<Self>, at: &Site<'_>) -> Result<(Setup, State), FileError> {
        let (encounter, setup, mut state) = cases::stage(file, case, at)?;
        // The fight is under way: surprise is for its beginning.
        if encounter.own.surprise == SurpriseFile::None {
            state.stage = Stage::Fight;
        }
        Ok((setup, state))
    }

    fn finish(
        file: &Cases<Self>,
        case: &Case<Self>,
        at: &Site<'_>,
        setup: &Setup,
        state: &mut State,
    ) -> Result<(), FileError> {
        cases::complete(file, case, at, setup, state)
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

    fn compare(expect: &Expect<()>, setup: &Setup, state: &State, differences: &mut Vec<String>) {
        let item = |lying: &Lying| setup.combatants[lying.owner.index()].sheet.arms[lying.item as usize].name.as_str();
        cases::compare_ground::<Self>(expect.ground.as_deref(), setup, &state.ground, item, differences);
        cases::compare_order::<Self>(expect.order.as_deref(), setup, &state.order, differences);
    }

    fn read_sheet(source: &Source) -> Result<(), FileError> {
        crate::files::sheet::read(source).map(|_| ())
    }
}
