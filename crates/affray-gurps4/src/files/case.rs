//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! This module has the keys of this ruleset alone; [`affray_prove::cases`] runs the cases.

use super::encounter::SurpriseFile;
use crate::Gurps4;
use crate::decision::{Choice, Question};
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Fighter, Flags, Stage, State};
use affray_files::value::FromValue;
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_prove::cases::LeftOver;
use affray_session::encounter::EncounterFile;

/// Something that a game master brings about.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum GmFile {
    /// Surprise is settled.
    Surprise {},
    /// The order of turns is settled.
    Order {},
    /// The fight goes on by itself: whatever comes before the next turn, and that turn.
    GoOn {},
    /// What comes after the battle, as `do.after` declares it.
    Aftermath {},
}

affray_prove::case_format! {
    Gurps4, GmFile, ();

    const BY_NAME: &'static [&'static str] = &["step", "path", "finish"];

    fn begin(file: &EncounterFile<Self>, _: &Setup, state: &mut State) {
        // The fight is under way: surprise is for its beginning.
        if file.own.surprise == SurpriseFile::None {
            state.stage = Stage::Fight;
        }
    }

    fn undeclared(setup: &Setup, state: &State, question: &Question) -> Choice {
        super::choices::undeclared(Scene { setup, state }, question)
    }

    /// `G4-062` `G4-063` `G4-127` `G4-130` `G4-396` What is never asked for is not possible.
    fn never_asked(_: &Setup, state: &State, whose: Option<CombatantId>, left: &[LeftOver]) -> Option<Refusal> {
        let is_left = |list: &str| left.iter().find(|one| one.list == list);
        let refuse = |rule, message: &'static str| Some(Refusal::new(rule, message));
        if let Some(left) = is_left("maneuver") {
            let forced = whose.filter(|_| left.used == 0).map(|who| state[who]);
            return match forced {
                Some(fighter) if fighter.frozen != 0 => {
                    refuse(rule!("G4-396"), "a frozen combatant can only do nothing")
                }
                Some(_) => refuse(rule!("G4-063"), "a combatant that is stunned or out can only do nothing"),
                None => refuse(rule!("G4-062"), "one maneuver a turn"),
            };
        }
        if is_left("step").is_some() {
            return refuse(rule!("G4-127"), "one step, before the attack or after it");
        }
        if is_left("attack").is_some() {
            return refuse(rule!("G4-127"), "the maneuver has no further attack");
        }
        if is_left("defend").is_some() {
            let any =
                |held: fn(&Fighter) -> bool| state.ids().filter(|&who| Some(who) != whose).any(|who| held(&state[who]));
            if any(|fighter| fighter.flags.has(Flags::ALL_OUT)) {
                return refuse(rule!("G4-130"), "no active defense after an All-Out Attack");
            }
            if any(|fighter| fighter.frozen != 0) {
                return refuse(rule!("G4-396"), "a frozen combatant cannot defend");
            }
            return refuse(rule!("G4-240"), "there is nothing to defend against");
        }
        None
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// Carries out what a game master brings about.
    pub(crate) fn bring_about(&mut self, gm: &GmFile) -> Result<(), R::Pause> {
        match gm {
            GmFile::Surprise {} => self.settle_surprise(),
            GmFile::Order {} => self.settle_order(),
            GmFile::GoOn {} => self.next_turn(),
            GmFile::Aftermath {} => self.aftermath(),
        }
    }
}
