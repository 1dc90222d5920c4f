//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! The keys of this ruleset's cases; [`affray_prove::cases`] runs them.

use super::declaration::{Declaration, Script};
use crate::Obss;
use crate::scene::Fight;
use crate::state::Condition;
use affray_files::value::FromValue;
use affray_kernel::referee::Referee;
use affray_kernel::tally::Tally as _;
use affray_prove::cases::whom;

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

affray_prove::case_format! {
    Obss, GmFile, (), Declaration, Script<'a>;

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
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// Carries out what a game master brings about.
    pub(crate) fn bring_about(&mut self, gm: &GmFile) -> Result<(), R::Pause> {
        let setup = self.setup;
        let find = |name: &str| whom::<Obss>(setup, name);
        match gm {
            GmFile::Initiative {} => self.roll_initiative()?,
            GmFile::EndRound {} => self.end_round()?,
            GmFile::Next {} => self.next_turn()?,
            GmFile::Wound { who, points, nonlethal } => {
                self.take_damage(find(who), i32::from(*points), *nonlethal)?;
            }
            GmFile::Heal { who, points } => {
                let points = R::Tally::base(rule!("OB-323").named("points"), i32::from(*points));
                self.heal_by_magic(find(who), points);
            }
            GmFile::Condition { who, condition, rounds } => {
                self.bring_condition(find(who), *condition, rounds.unwrap_or(crate::body::life::OPEN));
                self.unseat_if_down(find(who))?;
            }
            GmFile::PassTime { rounds, hours } => {
                self.advance_time(hours * crate::body::time::HOUR + rounds, 0)?;
            }
            GmFile::Rest {} => self.rest(0)?,
            GmFile::Aftermath {} => self.aftermath()?,
            GmFile::Drain { who, points } => self.lose_max_hp(find(who), i32::from(*points))?,
            GmFile::Cure { who, condition } => self.end_condition(find(who), *condition),
        }
        Ok(())
    }
}
