//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! What is said here is what only this ruleset's cases hold; [`affray_prove::cases`] runs them.

use super::declaration::{Declaration, Script};
use super::state_file::{StateFile, view};
use crate::Graded;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Lying, Stage, State};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, Source};
use affray_kernel::referee::{CombatantId, Referee};
use affray_prove::cases::{self, Case, CaseFormat, Cases, Expect, Site};
use serde_json::Value;

/// What has to come out of a step besides what every game has.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct ExpectKeys {
    /// Rounds that are over.
    pub rounds: Option<u32>,
}

/// What a game master brings about.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum GmFile {
    /// Ties for initiative are rolled off, and a round begins.
    Begin {},
    /// The fight goes on by itself: whatever comes before the next turn, and that turn.
    GoOn {},
    /// The round ends: fatigue.
    EndRound {},
    /// After the battle, a minute goes by for a combatant who bleeds.
    Bleed {
        /// Who.
        who: String,
    },
    /// After the battle, a combatant does something: what, `do.tend` says.
    Aftermath {
        /// Who.
        who: String,
    },
}

impl CaseFormat for Graded {
    type File = Cases<Self>;
    type Declaration = Declaration;
    type StateFile = StateFile;
    type Gm = GmFile;
    type Expect = Expect<ExpectKeys>;
    type Script<'a> = Script<'a>;

    fn script(said: &Declaration) -> Script<'_> {
        Script::new(said)
    }

    fn scene(file: &Cases<Self>, case: &Case<Self>, at: &Site<'_>) -> Result<(Setup, State), FileError> {
        let (_, setup, mut state) = cases::stage(file, case, at)?;
        // The fight is under way: surprise is for the first round.
        state.stage = Stage::Round;
        state.order = state.ids().collect();
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
            GmFile::Begin {} => {
                fight.roll_off()?;
                fight.begin_round();
                Ok(())
            }
            GmFile::GoOn {} => fight.next_turn(),
            GmFile::EndRound {} => {
                fight.end_round();
                Ok(())
            }
            GmFile::Bleed { who } => fight.bleed(cases::whom::<Self>(setup, who)),
            GmFile::Aftermath { who } => fight.aftermath(cases::whom::<Self>(setup, who)),
        }
    }

    fn named_in(gm: &GmFile) -> Vec<&str> {
        match gm {
            GmFile::Begin {} | GmFile::GoOn {} | GmFile::EndRound {} => Vec::new(),
            GmFile::Bleed { who } | GmFile::Aftermath { who } => vec![who],
        }
    }

    fn view(setup: &Setup, state: &State, who: CombatantId) -> Value {
        view(Scene { setup, state }, who)
    }

    fn compare(expect: &Expect<ExpectKeys>, setup: &Setup, state: &State, differences: &mut Vec<String>) {
        let item = |lying: &Lying| {
            setup.combatants[lying.owner.index()].sheet.item(lying.item).map_or("", |item| item.name.as_str())
        };
        cases::compare_ground::<Self>(expect.ground.as_deref(), setup, &state.ground, item, differences);
        cases::compare_order::<Self>(expect.order.as_deref(), setup, &state.order, differences);
        if let Some(wanted) = expect.own.rounds
            && state.rounds.0 != wanted
        {
            differences.push(format!("{} rounds are over, expected {wanted}", state.rounds.0));
        }
    }

    fn read_sheet(source: &Source) -> Result<(), FileError> {
        crate::files::sheet_file::read(source).map(|_| ())
    }
}
