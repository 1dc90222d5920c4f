//! The ruleset as it is played, and encounters that were read.
//!
//! Every reader is instantiated here, so that the rules are compiled once, in their own crate.

use crate::DragonQuest;
use crate::decision::{Choice, Free, Question};
use crate::event::Event;
use crate::policy::Tactician;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Flags, Stage, State};
use affray_files::value::Variants;
use affray_grid::Drawing;
use affray_kernel::events::{EventKind, RollKind};
use affray_kernel::referee::{CombatantId, Referee, RollRecord};
use affray_kernel::tally::Lines;
use affray_kernel::turns::{FinalStatus, SidesLeft, TurnRules};
use affray_session::choices;
use affray_session::narrate::explained;
use affray_session::ruleset::Rules;

impl TurnRules for DragonQuest {
    type Own = Tactician;

    fn figures(setup: &Setup) -> impl ExactSizeIterator<Item = (&str, u8)> + Clone {
        setup.combatants.iter().map(|one| (one.name.as_str(), one.side))
    }

    fn sides(setup: &Setup) -> impl ExactSizeIterator<Item = &str> {
        setup.sides.iter().map(|side| side.name.as_str())
    }

    fn default_choice(setup: &Setup, state: &State, question: &Question) -> Choice {
        crate::judge::default_choice(Scene { setup, state }, question)
    }

    fn next_turn<R: Referee<Self>>(setup: &Setup, state: &mut State, referee: &mut R) -> Result<(), R::Pause> {
        Fight { setup, state, referee }.next_turn()
    }

    fn canonicalize(setup: &Setup, state: &mut State) {
        crate::canonical::canonicalize(setup, state);
    }

    /// `DQ-R59` The fight is over when at most one side has somebody left.
    fn sides_left(setup: &Setup, state: &State) -> SidesLeft {
        if state.stage != Stage::Over {
            return SidesLeft::Several;
        }
        let last = setup.combatants.iter().zip(&state.fighters).find(|(_, fighter)| fighter.is_up());
        last.map_or(SidesLeft::Nobody, |(one, _)| SidesLeft::Only(one.side))
    }

    fn final_status(setup: &Setup, state: &State, who: CombatantId) -> FinalStatus {
        let (fighter, sheet) = (&state[who], &setup.combatants[who.index()].sheet);
        FinalStatus {
            dead: fighter.flags.has(Flags::DEAD),
            out: !fighter.is_up(),
            fled: fighter.flags.has(Flags::GONE),
            hp: i32::from(fighter.en),
            max_hp: i32::from(sheet.en),
        }
    }

    fn rounds(state: &State) -> u32 {
        state.pulses.0
    }

    fn round_limit(setup: &Setup) -> u32 {
        setup.pulse_limit
    }

    fn asked(question: &Question) -> CombatantId {
        question.who()
    }
}

impl Rules for DragonQuest {
    const EVENTS: &'static [EventKind] = Event::KINDS;
    const ROLLS: &'static [RollKind] = crate::rolls::ROLLS;

    fn verdict(roll: &RollRecord, number: i32) -> String {
        crate::words::verdict(roll, number)
    }

    fn describe_score(score: &Lines) -> String {
        explained(score)
    }

    fn describe_choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
        crate::words::choice(setup, who, choice)
    }

    fn describe_event(setup: &Setup, event: &Event) -> Option<String> {
        crate::words::event(setup, event)
    }

    fn prompt(setup: &Setup, state: &State, question: &Question) -> String {
        crate::words::prompt(Scene { setup, state }, question)
    }

    fn label(setup: &Setup, state: &State, question: &Question, choice: &Choice) -> String {
        crate::words::label(Scene { setup, state }, question, choice)
    }

    /// An attack can be typed with the game master's modifier: `Brakka +10` (`DQ-R14`).
    fn typed(setup: &Setup, state: &State, question: &Question, words: &str) -> Result<Choice, String> {
        let typed = |words| choices::typed::<Self>(setup, state, question, words);
        match (question, words.trim().rsplit_once(' ')) {
            (Question::Attack { .. }, Some((front, number))) if number.starts_with(['+', '-']) => {
                let modifier = number.parse().map_err(|_| "a modifier is from -50 to +50".to_owned())?;
                Ok(typed(front)?.modified(modifier))
            }
            (Question::Walk { .. }, _) => typed(words.trim().strip_prefix("go ").unwrap_or(words)),
            _ => typed(words),
        }
    }

    fn free_action_in_words(setup: &Setup, state: &State, who: CombatantId, words: &str) -> Result<Choice, String> {
        choices::typed_pair::<Self>(setup, state, who, ("free", Free::ENTRIES), words)
    }

    fn draw(setup: &Setup, state: &State) -> Drawing {
        crate::words::draw(Scene { setup, state })
    }

    fn status(setup: &Setup, state: &State, who: CombatantId) -> String {
        crate::words::status(Scene { setup, state }, who)
    }
}

/// An encounter of this ruleset that was read.
pub type Scenario = affray_session::scenario::Scenario<DragonQuest>;

#[cfg(test)]
mod tests {
    use super::*;
    use affray_files::no_files;
    use affray_sim::Results;

    /// Whatever a policy answers is judged on the way (a debug assertion of the sampler).
    #[test]
    fn every_stock_sheet_fights_every_other_to_an_end() {
        let armed = |name: &&str| !matches!(*name, "pony" | "riding-horse");
        for one in crate::sheets::SHEETS.names().filter(armed) {
            for other in crate::sheets::SHEETS.names().filter(armed) {
                let text = format!(
                    "ruleset = 'dragonquest'\npulse_limit = 2000\n\
                    [[combatant]]\nname = 'A'\nside = 'a'\nsheet = '{one}'\nat = [0, 0]\n\
                    [[combatant]]\nname = 'B'\nside = 'a'\nsheet = '{other}'\nat = [0, 5]\n\
                    [[combatant]]\nname = 'C'\nside = 'c'\nsheet = '{other}'\nat = [12, 0]\nfacing = 'W'\n\
                    [[combatant]]\nname = 'D'\nside = 'c'\nsheet = '{one}'\nat = [10, 5]\nfacing = 'W'\n"
                );
                let source = affray_files::Source::new(format!("{one} and {other}"), text);
                let loaded = Scenario::read(&source, &no_files).unwrap_or_else(|error| panic!("{error}"));
                let mut results = Results::default();
                loaded.simulation().uncached().run(1, 0..8, &mut results);
                assert_eq!((results.fights, results.at_limit), (8, 0), "{one} and {other}");
            }
        }
    }
}
