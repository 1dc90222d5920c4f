//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! The keys of this ruleset's cases; [`affray_prove::cases`] runs them.

use super::declaration::{Declaration, Script};
use super::state_file::view;
use crate::Obss;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Condition, State};
use affray_files::value::FromValue;
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::tally::Tally as _;
use affray_prove::cases::{CaseFormat, whom};
use serde_json::Value;

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
        #[value(range = 1..=1000)]
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
        #[value(range = 1..=1000)]
        points: u16,
    },
    /// A condition begins.
    Condition {
        /// The combatant.
        who: String,
        /// The condition.
        condition: Condition,
        /// For so many rounds, 1 to 254. Default: until it is removed.
        #[value(range = 1..=254)]
        rounds: Option<u8>,
    },
    /// Time passes outside of combat.
    PassTime {
        /// So many rounds, up to 1000000.
        #[value(default, range = 0..=1_000_000)]
        rounds: u32,
        /// So many hours more, up to 2700.
        #[value(default, range = 0..=2700)]
        hours: u32,
    },
    /// Eight hours of rest, for those that declare it.
    Rest {},
    /// What comes after the battle, as `do.after` declares it.
    Aftermath {},
    /// Points of the maximum of HP are lost.
    Drain {
        /// The combatant.
        who: String,
        /// How many, 1 to 1000.
        #[value(range = 1..=1000)]
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

impl CaseFormat for Obss {
    type Declaration = Declaration;
    type Gm = GmFile;
    type ExpectKeys = ();
    type Script<'a> = Script<'a>;

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
                fight.take_damage(find(who), i32::from(*points), *nonlethal)?;
            }
            GmFile::Heal { who, points } => {
                let points = R::Tally::base(rule!("OB-323").named("points"), i32::from(*points));
                fight.heal_by_magic(find(who), points);
            }
            GmFile::Condition { who, condition, rounds } => {
                fight.bring_condition(find(who), *condition, rounds.unwrap_or(crate::body::life::OPEN));
                fight.unseat_if_down(find(who))?;
            }
            GmFile::PassTime { rounds, hours } => {
                fight.advance_time(hours * crate::body::time::HOUR + rounds)?;
            }
            GmFile::Rest {} => fight.rest()?,
            GmFile::Aftermath {} => fight.aftermath()?,
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
            | GmFile::Rest {}
            | GmFile::Aftermath {} => Vec::new(),
        }
    }

    fn view(setup: &Setup, state: &State, who: CombatantId) -> Value {
        view(Scene { setup, state }, who)
    }
}
