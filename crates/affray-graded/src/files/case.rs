//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! What is said here is what only this ruleset's cases hold; [`affray_prove::cases`] runs them.

use super::declaration::{Declaration, Script};
use super::encounter::{CombatantFile, EncounterFile, FearFile, SideFile, build};
use super::state_file::{StateFile, find_item, view};
use crate::Graded;
use crate::decision::Declared;
use crate::scene::{Fight, Options, Scene, Setup};
use crate::sheet::UNARMED;
use crate::state::{ItemFlags, Lying, NONE, State};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, Source};
use affray_grid::MapFile;
use affray_kernel::referee::{CombatantId, Referee};
use affray_prove::cases::{self, CaseFormat, Site};
use affray_session::encounter::GroundFile;
use serde_json::Value;

affray_prove::case_files! {
    game Graded, "graded";
    file {
        /// The map that the cases share. Default: an open field.
        #[value(default)]
        pub map: MapFile,
        /// Optional rules that they share.
        #[value(default)]
        pub options: Options,
        /// What the game master declares for all of them.
        #[value(default)]
        pub scenario: Declared,
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
        /// A map of its own.
        pub map: Option<MapFile>,
        /// Optional rules of its own.
        pub options: Option<Options>,
        /// What the game master declares for this case.
        pub scenario: Option<Declared>,
        /// What frightens.
        #[value(default)]
        pub fear: Vec<FearFile>,
        /// How far one sees.
        pub sight: Option<i64>,
        /// Items on the ground.
        #[value(default)]
        pub ground: Vec<GroundFile>,
    }
    expect {
        /// Items on the ground afterwards, exactly these.
        pub ground: Option<Vec<GroundFile>>,
        /// The order of the round.
        pub order: Option<Vec<String>>,
        /// Rounds that are over.
        pub rounds: Option<u32>,
    }
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

/// What an encounter of the same scene would hold.
fn encounter(file: &CaseFile, case: &Case, combatant: Vec<CombatantFile>) -> EncounterFile {
    EncounterFile {
        ruleset: file.ruleset.clone(),
        title: None,
        description: None,
        round_limit: None,
        sight: case.sight,
        options: case.options.unwrap_or(file.options),
        scenario: case.scenario.unwrap_or(file.scenario),
        fear: case.fear.clone(),
        map: case.map.clone().unwrap_or_else(|| file.map.clone()),
        side: file.side.clone(),
        combatant,
    }
}

impl CaseFormat for Graded {
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
            ("sight", case.sight.is_some()),
            ("options", case.options.is_some()),
            ("scenario", case.scenario.is_some()),
            ("fear", true),
            ("map", case.map.is_some()),
        ]);
        let combatants =
            at.cast(&file.combatant, case.with.as_deref(), &case.combatant, |one| one.name.clone(), &mut places)?;
        let (setup, mut state) = build(&encounter(file, case, combatants), at.source, &places, at.beside)?;
        // The fight is under way: surprise is for the first round.
        state.stage = crate::state::Stage::Round;
        state.order = state.ids().collect();
        Ok((setup, state))
    }

    fn finish(_: &CaseFile, case: &Case, at: &Site<'_>, setup: &Setup, state: &mut State) -> Result<(), FileError> {
        let find = |owner: CombatantId, item: &str| {
            let sheet = &setup.combatants[owner.index()].sheet;
            find_item(sheet, item).filter(|&item| item != UNARMED)
        };
        for (owner, item, there) in at.ground::<Self, _>(&case.ground, setup, find)? {
            let fighter = &mut state[owner];
            fighter.items[item as usize].flags.set(ItemFlags::AWAY);
            for hand in fighter.hands.iter_mut().filter(|hand| **hand == item) {
                *hand = NONE;
            }
            state.ground.push(Lying { owner, item, at: there });
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

    fn compare(expect: &Expect, setup: &Setup, state: &State, differences: &mut Vec<String>) {
        let item = |lying: &Lying| {
            setup.combatants[lying.owner.index()].sheet.item(lying.item).map_or("", |item| item.name.as_str())
        };
        cases::compare_ground::<Self>(expect.ground.as_deref(), setup, &state.ground, item, differences);
        cases::compare_order::<Self>(expect.order.as_deref(), setup, &state.order, differences);
        if let Some(wanted) = expect.rounds
            && state.rounds.0 != wanted
        {
            differences.push(format!("{} rounds are over, expected {wanted}", state.rounds.0));
        }
    }

    fn read_sheet(source: &Source) -> Result<(), FileError> {
        crate::files::sheet_file::read(source).map(|_| ())
    }
}
