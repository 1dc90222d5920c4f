//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! What is said here is what only this ruleset's cases hold; [`affray_prove::cases`] runs them.

use super::choices::{Script, undeclared};
use crate::Dfrpg;
use crate::body::injury::Wound;
use crate::decision::{Choice, Maneuver, Question};
use crate::scene::{Fight, Scene, Setup};
use crate::sheet::{Damage, DamageType, Location};
use crate::state::{Disturbed, State};
use affray_files::value::{FromValue, Variants as _};
use affray_grid::Cell;
use affray_kernel::dice::{Dice, MOST_DICE};
use affray_kernel::referee::Referee;
use affray_kernel::tally::Tally;
use affray_prove::cases::{Declaration, whom};

/// What a game master brings about.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum GmFile {
    /// The order of turns is settled.
    Order {},
    /// Damage gets through at a location.
    Wound {
        /// Who suffers.
        who: String,
        /// Points that penetrate, 1 to 10000.
        #[value(range = 1..=10_000)]
        penetrating: u16,
        /// The damage type.
        #[value(rename = "type")]
        kind: DamageType,
        /// Where. Default: the whole body, as by an area effect.
        at: Option<Location>,
    },
    /// FP are lost.
    Tire {
        /// Who loses them.
        who: String,
        /// How many, 0 to 1000.
        #[value(range = 0..=1000)]
        points: u16,
    },
    /// Something bursts (`DF-R66`).
    Blast {
        /// Who brought it about.
        by: String,
        /// The hex of its center.
        center: Cell,
        /// Dice of damage, 1 to 24.
        #[value(range = 1..=MOST_DICE)]
        dice: u8,
        /// What is added to them.
        #[value(default)]
        add: i16,
        /// The damage type.
        #[value(rename = "type")]
        kind: DamageType,
    },
    /// Somebody is pushed away from somebody else (`DF-R25`).
    Push {
        /// Who pushes.
        by: String,
        /// Who is pushed.
        who: String,
        /// How many hexes, 1 to 255.
        #[value(range = 1..=255)]
        hexes: u8,
    },
    /// Somebody falls (`DF-R24`).
    Fall {
        /// Who.
        who: String,
        /// From how many yards, 1 to 255.
        #[value(range = 1..=255)]
        yards: u8,
    },
    /// A roll against fright (`DF-R58`).
    Fright {
        /// Whose.
        who: String,
        /// The scenario's modifier, -10 to +5.
        #[value(default, range = -10..=5)]
        modifier: i8,
    },
    /// Something distracts a caster or an aimer.
    Distract {
        /// Whom.
        who: String,
    },
    /// HP are restored.
    Heal {
        /// Whose.
        who: String,
        /// How many, 1 to 1000.
        #[value(range = 1..=1000)]
        points: u16,
    },
    /// The battle is over.
    AfterBattle {
        /// Rounds that it lasted. Default: 1.
        #[value(default = 1)]
        rounds: u32,
    },
    /// Time passes: mortal wounds, waking, deep unconsciousness.
    PassTime {
        /// Minutes that passed before since the last turn. Default: 0.
        #[value(default)]
        since: u32,
        /// How many minutes, 1 to 100000.
        #[value(range = 1..=100_000)]
        minutes: u32,
    },
    /// Somebody rests.
    Rest {
        /// Who.
        who: String,
        /// Minutes of rest that went before since the last turn. Default: 0.
        #[value(default)]
        since: u32,
        /// How many minutes.
        minutes: u32,
    },
    /// Somebody gives first aid.
    FirstAid {
        /// Who gives it.
        healer: String,
        /// Who gets it.
        patient: String,
    },
    /// Somebody tries to stabilize a mortal wound or deep unconsciousness.
    Stabilize {
        /// Who tries.
        healer: String,
        /// Whom.
        patient: String,
    },
}

affray_prove::case_format! {
    Dfrpg, GmFile, (), Declaration<Self>, Script<'a>;

    const FLAT: (&'static str, &'static [(&'static str, &'static [&'static str])]) = ("maneuver", Maneuver::TAGGED);

    fn undeclared(setup: &Setup, state: &State, question: &Question) -> Choice {
        undeclared(Scene { setup, state }, question)
    }

    fn named_in(gm: &GmFile) -> Vec<&str> {
        match gm {
            GmFile::Wound { who, .. }
            | GmFile::Tire { who, .. }
            | GmFile::Fall { who, .. }
            | GmFile::Fright { who, .. }
            | GmFile::Distract { who }
            | GmFile::Heal { who, .. }
            | GmFile::Rest { who, .. } => vec![who],
            GmFile::FirstAid { healer, patient } | GmFile::Stabilize { healer, patient } => vec![healer, patient],
            GmFile::Blast { by, .. } => vec![by],
            GmFile::Push { by, who, .. } => vec![by, who],
            GmFile::Order {} | GmFile::AfterBattle { .. } | GmFile::PassTime { .. } => Vec::new(),
        }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// Carries out what a game master brings about.
    pub(crate) fn bring_about(&mut self, gm: &GmFile) -> Result<(), R::Pause> {
        let setup = self.setup;
        let find = |name: &str| whom::<Dfrpg>(setup, name);
        match gm {
            GmFile::Order {} => self.settle_order(),
            GmFile::Wound { who, penetrating, kind, at } => {
                let penetrating = R::Tally::base(rule!("DF-360").named("penetrating damage"), i32::from(*penetrating));
                self.wound(&Wound::new(find(who), *at, *kind), penetrating)?;
                self.settle_distractions()
            }
            GmFile::Tire { who, points } => {
                self.lose_fp(find(who), &R::Tally::base(rule!("DF-411").named("FP lost"), i32::from(*points)))
            }
            GmFile::Blast { by, center, dice, add, kind } => {
                self.blast(find(by), *center, Damage { dice: Dice::d6(*dice), add: *add }, *kind)
            }
            GmFile::Push { by, who, hexes } => {
                let before = self.look_at(find(who));
                self.knock_back(find(by), before.who, i32::from(*hexes), (0, false))?;
                self.settle_distractions()?;
                self.checkpoint_changes(before).map(|_| ())
            }
            GmFile::Fall { who, yards } => {
                self.fall(find(who), i32::from(*yards))?;
                self.settle_distractions()
            }
            GmFile::Fright { who, modifier } => self.fright(find(who), i32::from(*modifier)),
            GmFile::Distract { who } => {
                self.distract(find(who), Disturbed::Distracted);
                self.settle_distractions()
            }
            GmFile::Heal { who, points } => {
                self.heal(find(who), i32::from(*points));
                Ok(())
            }
            GmFile::AfterBattle { rounds } => self.after_battle(*rounds),
            GmFile::PassTime { since, minutes } => self.pass_time(*since, *minutes),
            GmFile::Rest { who, since, minutes } => {
                self.rest(find(who), *since, *minutes);
                Ok(())
            }
            GmFile::FirstAid { healer, patient } => self.first_aid(find(healer), find(patient)),
            GmFile::Stabilize { healer, patient } => self.stabilize(find(healer), find(patient)),
        }
    }
}
