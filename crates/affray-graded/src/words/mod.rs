//! A fight in words: what happened, what is asked, what could be answered, how things stand.
//!
//! Narration is made from records and never the other way round: no rule reads a word of it.

mod choice;
mod event;
mod look;
mod view;

pub(crate) use choice::choice;
pub use choice::{label, prompt};
pub(crate) use event::event;
pub use view::standing;

use crate::Graded;
use crate::check::{critical_failure, fails_critically, margin};
use crate::decision::{Choice, Free, Question};
use crate::movement::arcs::EYES;
use crate::scene::{D3, Scene, Setup};
use crate::sheet::{Item, UNARMED};
use crate::state::{Lying, State};
use affray_3d6::check::CriticalFailure;
use affray_files::value::Variants as _;
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, RollRecord};
use affray_kernel::rules::RuleId;
use affray_kernel::turns::TurnRules as _;
use affray_session::choices;
use affray_session::narrate::{cell, count};
use affray_session::preferences::Preference;
use affray_session::ruleset::{RollOutcome, Rules, Threat};

/// `GR-R07` Rolls of contests: their margins count as they are, without automatic results.
const CONTESTS: [&str; 8] = ["break free", "feint", "grab", "hold", "slam", "tackle", "takedown", "wait"];

/// `GR-R04` Rolls of which a critical failure does more than a plain one.
const CRITICAL_FAILURES: [&str; 9] =
    ["attack", "bleeding", "block", "crippled part", "dodge", "fear", "feint", "parry", "treatment"];

impl Rules for Graded {
    const EYES: i32 = EYES;

    const PATHS: &'static [&'static str] = &["path"];
    const STEP_COST: Option<(&'static str, RuleId)> = Some(("movement", rule!("GR-R35")));
    const ACTS: &'static [&'static str] = &["maneuver"];
    const PREFERENCES: &'static [Preference<Self>] = crate::policy::preferences::PREFERENCES;

    affray_session::rules_by_name!();

    fn prompt_without_numbers(setup: &Setup, state: &State, question: &Question) -> String {
        let Question::Defend { who, incoming, .. } = *question else {
            return prompt(Scene { setup, state }, question);
        };
        let names = Names(setup);
        let (by, with) = (names.of(incoming.by), names.item(incoming.by, incoming.with));
        format!("{}: {by} attacks with {with}. Which defense?", names.of(who))
    }

    fn expected(setup: &Setup, state: &State, question: &Question, into: &mut Vec<Choice>) {
        crate::judge::expected(Scene { setup, state }, question, into);
    }

    fn rank(setup: &Setup, state: &State, who: CombatantId) -> (bool, bool) {
        (Scene { setup, state }.fighter(who).is_up(), false)
    }

    /// What the sum of a roll against a number means.
    fn verdict(roll: &RollRecord, number: i32) -> String {
        if roll.dice != D3 {
            return String::new();
        }
        let plain = number - roll.total;
        let by = if CONTESTS.contains(&roll.why.what) { plain } else { margin(number, roll.total) };
        let critical = critical_failure(number, roll.total).filter(|_| CRITICAL_FAILURES.contains(&roll.why.what));
        let always = match critical {
            Some(CriticalFailure::Eighteen) => ": critical, as any 18 (GR-R04)",
            Some(CriticalFailure::Seventeen) => ": critical, as a 17 on 15 or less (GR-R04)",
            Some(CriticalFailure::ByTen) => ": critical, as any by 10 or more (GR-R04)",
            None if by == plain => "",
            None if by >= 0 => " (3 and 4 always succeed, GR-R03)",
            None => " (17 and 18 always fail, GR-R03)",
        };
        if by < 0 { format!(", failed by {}{always}", -by) } else { format!(", made by {by}{always}") }
    }

    fn outcome(roll: &RollRecord, number: i32) -> Option<RollOutcome> {
        if roll.dice != D3 {
            return None;
        }
        if CONTESTS.contains(&roll.why.what) {
            return Some(RollOutcome { margin: number - roll.total, success: None, critical: false });
        }
        let margin = margin(number, roll.total);
        let critical = CRITICAL_FAILURES.contains(&roll.why.what) && fails_critically(number, roll.total);
        Some(RollOutcome { margin, success: Some(margin >= 0), critical })
    }

    fn ground<'a>(setup: &'a Setup, state: &'a State) -> Vec<(CombatantId, &'a str, Cell)> {
        let item = |lying: &Lying| {
            setup.combatants[lying.owner.index()].sheet.item(lying.item).map_or("", |item| item.name.as_str())
        };
        state.ground.iter().map(|lying| (lying.owner, item(lying), lying.at)).collect()
    }

    fn threat(setup: &Setup, state: &State, who: CombatantId) -> Option<Threat> {
        let scene = Scene { setup, state };
        let ready = (0..).zip(&scene.sheet(who).items).filter(|&(number, _)| scene.fighter(who).wields(number));
        let reach = ready.map(|(_, item)| u32::from(item.reach)).max().unwrap_or(0);
        // Bare hands reach as far as the next hex.
        Some(Threat { reach: reach.max(1), moves: scene.mv(who).into() })
    }

    fn left(question: &Question) -> Option<i32> {
        match question {
            Question::Walk { walk, .. } => Some(walk.left.into()),
            _ => None,
        }
    }

    fn usual(setup: &Setup, state: &State, question: &Question) -> Option<Choice> {
        let is_usual = matches!(question, Question::Posture { end: true, .. });
        is_usual.then(|| Self::default_choice(setup, state, question))
    }

    fn target(choice: &Choice) -> Option<CombatantId> {
        match *choice {
            Choice::Attack(blow) => blow.map(|blow| blow.target),
            _ => None,
        }
    }

    fn free_action_in_words(setup: &Setup, state: &State, who: CombatantId, words: &str) -> Result<Choice, String> {
        match words.trim() {
            words if words.eq_ignore_ascii_case("let go") => Ok(Choice::Free(Free::LetGo)),
            words if words.starts_with("drop ") => {
                choices::typed_pair::<Self>(setup, state, who, ("free", Free::ENTRIES), words)
            }
            _ => Err("type `let go`, or `drop` and the item".to_owned()),
        }
    }
}

/// Names in place of numbers. A number that stands for nothing has no name, but does no harm.
#[derive(Debug, Clone, Copy)]
struct Names<'a>(&'a Setup);

impl<'a> Names<'a> {
    fn of(self, who: CombatantId) -> &'a str {
        self.0.combatants.get(who.index()).map_or("nobody", |one| one.name.as_str())
    }

    /// An item as one says it: files may write `medium_shield`.
    fn item(self, who: CombatantId, item: u8) -> String {
        if item == UNARMED {
            return "bare hands".to_owned();
        }
        let found = self.0.combatants.get(who.index()).and_then(|one| one.sheet.item(item));
        found.map_or("something".to_owned(), |item| item.name.replace('_', " "))
    }

    /// Whether an item is thrown itself.
    fn is_thrown(self, who: CombatantId, item: u8) -> bool {
        let found = self.0.combatants.get(who.index()).and_then(|one| one.sheet.item(item));
        found.is_some_and(Item::is_thrown)
    }

    fn spell(self, who: CombatantId, spell: u8) -> &'a str {
        let found = self.0.combatants.get(who.index()).and_then(|one| one.sheet.spells.get(spell as usize));
        found.map_or("something", |spell| spell.name.as_str())
    }
}

/// So many minutes in days, hours and minutes: `1 day, 2 hours, 5 minutes`.
fn time(minutes: u32) -> String {
    let parts = [(minutes / 1440, "day"), (minutes / 60 % 24, "hour"), (minutes % 60, "minute")];
    let told: Vec<String> = parts.iter().filter(|part| part.0 != 0).map(|&(n, unit)| count(n.into(), unit)).collect();
    if told.is_empty() { count(0, "minute") } else { told.join(", ") }
}

/// An item as one says it.
pub(crate) fn item(setup: &Setup, who: CombatantId, item: u8) -> String {
    Names(setup).item(who, item)
}

/// `Scene` is what most of this module gets.
fn names(scene: Scene<'_>) -> Names<'_> {
    Names(scene.setup)
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_kernel::referee::Why;

    /// `GR-R03` `GR-R07` A 17 always fails, but not in a contest.
    #[test]
    fn margins_are_told_as_they_count() {
        let told = |rule, what, total, number| {
            let why = Why::new(CombatantId(0), rule, what);
            Graded::verdict(&RollRecord { why, dice: D3, target: None, total, forced: false }, number)
        };
        assert_eq!(told(rule!("GR-R01"), "attack", 17, 20), ", failed by 1 (17 and 18 always fail, GR-R03)");
        assert_eq!(told(rule!("GR-125"), "break free", 17, 20), ", made by 3");
        assert_eq!(told(rule!("GR-R01"), "attack", 4, 2), ", made by 0 (3 and 4 always succeed, GR-R03)");
        assert_eq!(told(rule!("GR-R01"), "attack", 17, 16), ", failed by 1");
        assert_eq!(told(rule!("GR-100"), "slam", 4, 2), ", failed by 2");
        assert_eq!(told(rule!("GR-R01"), "attack", 17, 15), ", failed by 2: critical, as a 17 on 15 or less (GR-R04)");
        assert_eq!(told(rule!("GR-168"), "dodge", 15, 5), ", failed by 10: critical, as any by 10 or more (GR-R04)");
        assert_eq!(told(rule!("GR-168"), "dodge", 18, 30), ", failed by 1: critical, as any 18 (GR-R04)");
        assert_eq!(told(rule!("GR-168"), "dodge", 14, 5), ", failed by 9");
        assert!(CRITICAL_FAILURES.iter().all(|name| crate::event::ROLLS.iter().any(|roll| roll.name == *name)));
        assert!(CONTESTS.iter().all(|name| crate::event::ROLLS.iter().any(|roll| roll.name == *name)));
    }
}
