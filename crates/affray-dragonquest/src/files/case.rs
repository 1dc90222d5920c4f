//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! What is said here is what only this ruleset's cases hold; [`affray_prove::cases`] runs them.

use super::declaration::{Declaration, Script};
use super::encounter::{CombatantFile, EncounterFile, OptionsFile, SideFile, build};
use super::state_file::{StateFile, find_item, view};
use crate::DragonQuest;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Lying, Stage, State};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, Source};
use affray_grid::MapFile;
use affray_kernel::referee::{CombatantId, Referee};
use affray_prove::cases::{self, CaseFormat, Site, whom};
use affray_session::encounter::GroundFile;
use serde_json::Value;

affray_prove::case_files! {
    game DragonQuest, "dragonquest";
    file {
        /// The map that the cases share. Default: an open field.
        #[value(default)]
        pub map: MapFile,
        /// Optional rules that they share.
        #[value(default)]
        pub options: OptionsFile,
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
        /// Optional rules of its own.
        pub options: Option<OptionsFile>,
        /// `none`, `roll` or the side that surprises the others; with it, the fight has not begun yet, and
        /// the distance of the sides is looked at. Without it, the fight is under way.
        pub surprise: Option<String>,
        /// Items on the ground.
        #[value(default)]
        pub ground: Vec<GroundFile>,
    }
    expect {
        /// Items on the ground afterwards, exactly these.
        pub ground: Option<Vec<GroundFile>>,
        /// The order of the engagement that is resolved.
        pub order: Option<Vec<String>>,
        /// The sides with non-engaged figures, in their order: by initiative until the winner has chosen.
        pub sides: Option<Vec<String>>,
        /// Pulses that are over.
        pub pulses: Option<u32>,
    }
}

/// What a game master brings about.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum GmFile {
    /// Surprise is settled.
    Surprise {},
    /// A pulse begins: who is engaged is noted, and the non-engaged sides roll for initiative.
    Initiative {},
    /// The next engagement's order is settled.
    Engagement {},
    /// The winner of the initiative chooses which side's non-engaged figures go first.
    Sides {},
    /// The fight goes on by itself: whatever comes before the next turn, and that turn.
    GoOn {},
    /// The pulse ends: bleeding, poison, wake-ups, counters.
    EndPulse {},
    /// The fight is over: infection is rolled for.
    AfterBattle {},
    /// A day passes for one who is infected.
    DayOfHealing {
        /// Who.
        who: String,
    },
}

/// What an encounter of the same scene would hold.
fn encounter(file: &CaseFile, case: &Case, combatant: Vec<CombatantFile>, side: Vec<SideFile>) -> EncounterFile {
    EncounterFile {
        ruleset: file.ruleset.clone(),
        title: None,
        description: None,
        pulse_limit: None,
        surprise: case.surprise.clone(),
        begun: case.surprise.is_none(),
        options: case.options.as_ref().unwrap_or(&file.options).clone(),
        map: case.map.clone().unwrap_or_else(|| file.map.clone()),
        side,
        combatant,
    }
}

impl CaseFormat for DragonQuest {
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
            ("surprise", case.surprise.is_some()),
            ("options", case.options.is_some()),
            ("map", case.map.is_some()),
        ]);
        let combatants =
            at.cast(&file.combatant, case.with.as_deref(), &case.combatant, |one| one.name.clone(), &mut places)?;
        let taken = combatants.iter().map(|one| one.side.as_ref().unwrap_or(&one.name).as_str());
        let sides = at.sides(&file.side, case.side.as_deref(), |side| side.name.clone(), taken, &mut places);
        build(&encounter(file, case, combatants, sides), at.source, &places, at.beside, false)
    }

    fn finish(_: &CaseFile, case: &Case, at: &Site<'_>, setup: &Setup, state: &mut State) -> Result<(), FileError> {
        let find = |owner: CombatantId, item: &str| find_item(&setup.combatants[owner.index()].sheet, item);
        for (owner, item, there) in at.ground::<Self, _>(&case.ground, setup, find)? {
            state.take_away(owner, item);
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
            GmFile::Surprise {} => fight.settle_surprise(),
            GmFile::Initiative {} => fight.begin_pulse(),
            GmFile::Engagement {} => {
                fight.state.stage = if fight.next_engagement()? { Stage::Engaged } else { Stage::Engagements };
                Ok(())
            }
            GmFile::Sides {} => {
                fight.state.stage = Stage::Sides;
                fight.state.turn = 0;
                fight.choose_first_side()
            }
            GmFile::GoOn {} => fight.next_turn(),
            GmFile::EndPulse {} => fight.end_pulse(),
            GmFile::AfterBattle {} => fight.after_battle(),
            GmFile::DayOfHealing { who } => fight.day_of_healing(whom::<Self>(setup, who)),
        }
    }

    fn named_in(gm: &GmFile) -> Vec<&str> {
        match gm {
            GmFile::Surprise {}
            | GmFile::Initiative {}
            | GmFile::Engagement {}
            | GmFile::Sides {}
            | GmFile::GoOn {}
            | GmFile::EndPulse {}
            | GmFile::AfterBattle {} => Vec::new(),
            GmFile::DayOfHealing { who } => vec![who],
        }
    }

    fn view(setup: &Setup, state: &State, who: CombatantId) -> Value {
        view(Scene { setup, state }, who)
    }

    fn compare(expect: &Expect, setup: &Setup, state: &State, differences: &mut Vec<String>) {
        let item = |lying: &Lying| setup.combatants[lying.owner.index()].sheet.arms[lying.item as usize].name.as_str();
        cases::compare_ground::<Self>(expect.ground.as_deref(), setup, &state.ground, item, differences);
        cases::compare_order::<Self>(expect.order.as_deref(), setup, &state.order, differences);
        if let Some(wanted) = &expect.sides {
            let found: Vec<&str> = state.sides.iter().map(|&side| setup.sides[side as usize].name.as_str()).collect();
            if found != *wanted {
                differences.push(format!("the sides are {found:?}, expected {wanted:?}"));
            }
        }
        if let Some(wanted) = expect.pulses
            && state.pulses.0 != wanted
        {
            differences.push(format!("{} pulses are over, expected {wanted}", state.pulses.0));
        }
    }

    fn read_sheet(source: &Source) -> Result<(), FileError> {
        crate::files::sheet_file::read(source).map(|_| ())
    }
}
