//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! The keys of this ruleset's cases; [`affray_prove::cases`] runs them.

use super::answers::Script;
use super::declaration::Declaration;
use super::encounter::{CombatantFile, EncounterFile, ZoneFile, build, lay_out, unbound};
use super::state_file::{StateFile, view};
use crate::Obss;
use crate::files::sheet::SheetFile;
use crate::options::Options;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Condition, Lying, State};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, FileError, Path, Source, complain};
use affray_grid::MapFile;
use affray_kernel::referee::{CombatantId, Referee};
use affray_prove::cases::{self, CaseFormat, Site, whom};
use affray_session::encounter::GroundFile;
use serde_json::Value;

affray_prove::case_files! {
    game Obss, "obss";
    file {
        /// The optional rules that the cases share.
        #[value(default)]
        pub options: Options,
        /// The map that the cases share. Default: an open field.
        pub map: Option<MapFile>,
        /// Light, cover and other features of its squares.
        #[value(default)]
        pub zone: Vec<ZoneFile>,
        /// Combatants that they share.
        #[value(default)]
        pub combatant: Vec<CombatantFile>,
    }
    case {
        /// Optional rules of its own.
        pub options: Option<Options>,
        /// Further combatants.
        #[value(default)]
        pub combatant: Vec<CombatantFile>,
        /// A map of its own.
        pub map: Option<MapFile>,
        /// Zones of its own, on top of the shared ones; in place of them with a map of its own.
        #[value(default)]
        pub zone: Vec<ZoneFile>,
        /// Items on the ground.
        #[value(default)]
        pub ground: Vec<GroundFile>,
        /// The time of day, as in an encounter.
        pub time: Option<String>,
        /// When dawn breaks, as in an encounter.
        pub dawn: Option<String>,
    }
    expect {
        /// Items on the ground afterwards, exactly these.
        pub ground: Option<Vec<GroundFile>>,
        /// The order of activations.
        pub order: Option<Vec<String>>,
    }
}

/// An act of the game master.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum GmFile {
    /// Initiative is rolled by everybody, in the order of the encounter.
    Initiative {},
    /// The round ends and the next begins.
    EndRound {},
    /// The next in the order takes its turn; after the last the round ends.
    Next {},
    /// A combatant takes damage that is reduced already.
    Wound {
        /// The combatant.
        who: String,
        /// How much, 1 to 1000.
        points: u16,
        /// Nonlethal.
        #[value(default)]
        nonlethal: bool,
    },
    /// Magical healing.
    Heal {
        /// The combatant.
        who: String,
        /// How much, 1 to 1000.
        points: u16,
    },
    /// A condition begins.
    Condition {
        /// The combatant.
        who: String,
        /// The condition.
        condition: Condition,
        /// For so many rounds, 1 to 254. Default: until it is removed.
        #[value(default)]
        rounds: u8,
    },
    /// Time passes outside of combat.
    PassTime {
        /// So many rounds, up to 1000000.
        #[value(default)]
        rounds: u32,
        /// So many hours more.
        #[value(default)]
        hours: u32,
    },
    /// Eight hours of rest, for those that declare it.
    Rest {},
    /// Points of the maximum of HP are lost.
    Drain {
        /// The combatant.
        who: String,
        /// How many, 1 to 1000.
        points: u16,
    },
    /// A condition ends.
    Cure {
        /// The combatant.
        who: String,
        /// The condition.
        condition: Condition,
    },
}

/// The encounter of a case's scene.
fn encounter(file: &CaseFile, case: &Case, combatant: Vec<CombatantFile>) -> EncounterFile {
    let shared = if case.map.is_some() { &[][..] } else { &file.zone[..] };
    EncounterFile {
        ruleset: file.ruleset.clone(),
        title: None,
        description: None,
        round_limit: None,
        time: case.time.clone(),
        dawn: case.dawn.clone(),
        options: case.options.unwrap_or(file.options),
        map: case.map.clone().or_else(|| file.map.clone()),
        zone: shared.iter().chain(&case.zone).cloned().collect(),
        ground: Vec::new(),
        order: Vec::new(),
        combatant,
    }
}

impl CaseFormat for Obss {
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
            ("time", case.time.is_some()),
            ("dawn", case.dawn.is_some()),
            ("options", case.options.is_some()),
            ("map", case.map.is_some()),
        ]);
        let shared = if case.map.is_some() { 0 } else { file.zone.len() };
        places.pick("zone", shared, &at.root, 0..case.zone.len());
        let mut combatants =
            at.cast(&file.combatant, case.with.as_deref(), &case.combatant, |one| one.name.clone(), &mut places)?;
        for (nth, one) in combatants.iter_mut().enumerate() {
            // Where the case has it stand, if it says so.
            let own = case.state.iter().find(|(name, _)| name.eq_ignore_ascii_case(&one.name));
            if let Some((name, there)) = own.and_then(|(name, state)| Some((name, state.at?))) {
                one.at = there;
                let of_table = Path::root().key("combatant").index(nth).key("at");
                places.put(of_table, at.root.key("state").key(name).key("at"));
            }
        }
        build(&encounter(file, case, combatants), at.source, &places, at.beside)
    }

    fn finish(_: &CaseFile, case: &Case, at: &Site<'_>, setup: &Setup, state: &mut State) -> Result<(), FileError> {
        lay_out(&case.ground, setup, state, &at.root).map_err(|complaints| complain(at.source, complaints))?;
        let of = |who: CombatantId| setup.combatants[who.index()].name.clone();
        let wrongs = unbound(setup, state, |who| at.root.key("state").key(of(who)));
        if wrongs.is_empty() { Ok(()) } else { Err(complain(at.source, wrongs)) }
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
        Fight { setup, state, referee }.activation(who)
    }

    fn bring_about<R: Referee<Self>>(
        gm: &GmFile,
        setup: &Setup,
        state: &mut State,
        referee: &mut R,
    ) -> Result<(), R::Pause> {
        let mut fight = Fight { setup, state, referee };
        let find = |name: &str| whom::<Self>(setup, name);
        match gm {
            GmFile::Initiative {} => fight.roll_initiative()?,
            GmFile::EndRound {} => fight.end_round()?,
            GmFile::Next {} => fight.next_turn()?,
            GmFile::Wound { who, points, nonlethal } => {
                fight.take_damage(find(who), i32::from(*points).min(1000), *nonlethal)?;
            }
            GmFile::Heal { who, points } => fight.heal_by_magic(find(who), i32::from(*points).min(1000)),
            GmFile::Condition { who, condition, rounds } => {
                let rounds = if *rounds == 0 { crate::body::life::OPEN } else { *rounds };
                fight.bring_condition(find(who), *condition, rounds);
                fight.unseat_if_down(find(who))?;
            }
            GmFile::PassTime { rounds, hours } => {
                let rounds = hours.saturating_mul(crate::body::time::HOUR).saturating_add(*rounds);
                fight.advance_time(rounds.min(1_000_000))?;
            }
            GmFile::Rest {} => fight.rest()?,
            GmFile::Drain { who, points } => fight.lose_max_hp(find(who), i32::from(*points))?,
            GmFile::Cure { who, condition } => fight.end_condition(find(who), *condition),
        }
        Ok(())
    }

    fn named_in(gm: &GmFile) -> Vec<&str> {
        match gm {
            GmFile::Wound { who, .. }
            | GmFile::Heal { who, .. }
            | GmFile::Drain { who, .. }
            | GmFile::Condition { who, .. }
            | GmFile::Cure { who, .. } => vec![who],
            GmFile::Initiative {}
            | GmFile::EndRound {}
            | GmFile::Next {}
            | GmFile::PassTime { .. }
            | GmFile::Rest {} => Vec::new(),
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
    }

    fn read_sheet(source: &Source) -> Result<(), FileError> {
        affray_files::sheets::read::<SheetFile>(source).map(|_| ())
    }
}
