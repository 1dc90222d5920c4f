//! A fight in words: events, questions, answers and states.
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

use crate::Gurps4;
use crate::check::{Grade, THREE_DICE, grade, succeeded};
use crate::decision::{Attack, Choice, Free, Question};
use crate::scene::{Scene, Setup};
use crate::sheet::{Item, ItemId};
use crate::state::{Lying, State};
use affray_files::value::Variants as _;
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, RollRecord};
use affray_kernel::rules::RuleId;
use affray_kernel::turns::TurnRules as _;
use affray_session::choices;
use affray_session::preferences::Preference;
use affray_session::ruleset::{RollOutcome, Rules, Threat};

/// The rules whose rolls are sides of a Quick Contest, in which margins count and automatic results do not.
const CONTESTS: [RuleId; 3] = [rule!("G4-122"), rule!("G4-283"), rule!("G4-R43")];

/// `G4-140` What a Telegraphic Attack adds to hit.
const TELEGRAPHIC: i32 = 4;

/// Whether a roll is one to hit with a Telegraphic Attack.
fn is_telegraphic(roll: &RollRecord) -> bool {
    let lines = roll.target.as_ref().map_or(&[][..], |score| score.lines());
    roll.why.what == "attack" && lines.iter().any(|line| line.rule == rule!("G4-140"))
}

/// `G4-141` The number at which a roll is judged to be critical: without the bonus of a Telegraphic Attack.
fn judged(roll: &RollRecord, number: i32) -> i32 {
    if is_telegraphic(roll) { number - TELEGRAPHIC } else { number }
}

/// Whether a roll is critical at a number, one way or the other.
fn is_critical(number: i32, total: i32) -> bool {
    matches!(grade(number, total), Grade::CriticalSuccess | Grade::CriticalFailure)
}

impl Rules for Gurps4 {
    const PATHS: &'static [&'static str] = &["path"];
    const STEP_COST: Option<(&'static str, RuleId)> = Some(("cost", rule!("G4-090")));
    const ACTS: &'static [&'static str] = &["maneuver"];
    const PREFERENCES: &'static [Preference<Self>] = crate::policy::preferences::PREFERENCES;

    affray_session::rules_by_name!();

    fn expected(setup: &Setup, state: &State, question: &Question, into: &mut Vec<Choice>) {
        crate::judge::expected(Scene { setup, state }, question, into);
    }

    /// The result of a roll against a number, with its margin; of an attack, whether it is critical, and where a telegraphic
    /// one is judged otherwise than its number says (`G4-141`).
    fn verdict(roll: &RollRecord, number: i32) -> String {
        if roll.dice != THREE_DICE {
            return String::new();
        }
        let margin = number - roll.total;
        if CONTESTS.contains(&roll.why.rule) {
            return format!(", a margin of {margin}");
        }
        let result = match (succeeded(number, roll.total), margin) {
            (true, 0..) => format!(", made by {margin}"),
            (true, _) => ", made: 3 and 4 always succeed".to_owned(),
            (false, ..0) => format!(", failed by {}", -margin),
            (false, _) => ", failed: 17 and 18 always fail".to_owned(),
        };
        if roll.why.what != "attack" {
            return result;
        }
        let judged = judged(roll, number);
        let critical = match grade(judged, roll.total) {
            Grade::CriticalSuccess => ", a critical hit",
            Grade::CriticalFailure => ", a critical miss",
            _ if is_critical(number, roll.total) => return format!("{result}, not critical at {judged} (G4-141)"),
            _ => return result,
        };
        let judged = if is_critical(number, roll.total) { String::new() } else { format!(" at {judged} (G4-141)") };
        format!("{result}{critical}{judged}")
    }

    fn outcome(roll: &RollRecord, number: i32) -> Option<RollOutcome> {
        if roll.dice != THREE_DICE {
            return None;
        }
        let margin = number - roll.total;
        if CONTESTS.contains(&roll.why.rule) {
            return Some(RollOutcome { margin, success: None, critical: false });
        }
        let critical = roll.why.what == "attack" && is_critical(judged(roll, number), roll.total);
        Some(RollOutcome { margin, success: Some(succeeded(number, roll.total)), critical })
    }

    fn ground<'a>(setup: &'a Setup, state: &'a State) -> Vec<(CombatantId, &'a str, Cell)> {
        let item =
            |lying: &Lying| setup.combatants[lying.owner.index()].sheet.arms[usize::from(lying.item)].name.as_str();
        state.ground.iter().map(|lying| (lying.owner, item(lying), lying.at)).collect()
    }

    fn threat(setup: &Setup, state: &State, who: CombatantId) -> Option<Threat> {
        let scene = Scene { setup, state };
        let ready = scene.arms(who).filter(|&arm| scene.wields(who, arm));
        let reach = ready.filter_map(|arm| scene.arm(who, arm)).map(Item::longest_reach).max().unwrap_or(0);
        Some(Threat { reach, moves: scene.move_points(who) })
    }

    fn left(question: &Question) -> Option<i32> {
        match question {
            Question::Advance { path, .. } => Some(path.left().into()),
            _ => None,
        }
    }

    fn usual(setup: &Setup, state: &State, question: &Question) -> Option<Choice> {
        let is_usual = matches!(question, Question::Step { .. } | Question::Finish { .. });
        is_usual.then(|| Self::default_choice(setup, state, question))
    }

    fn is_helpless(setup: &Setup, state: &State, who: CombatantId) -> bool {
        Scene { setup, state }.must_do_nothing(who)
    }

    fn target(choice: &Choice) -> Option<CombatantId> {
        match *choice {
            Choice::Attack(Attack::One(strike) | Attack::Dual(strike, _) | Attack::Rapid(strike, _)) => {
                Some(strike.target)
            }
            Choice::Feint(feint) => feint.map(|feint| feint.target),
            _ => None,
        }
    }

    fn free_action_in_words(setup: &Setup, state: &State, who: CombatantId, words: &str) -> Result<Choice, String> {
        choices::typed_pair::<Self>(setup, state, who, ("free", Free::ENTRIES), words)
    }
}

/// Names in place of numbers. A number that stands for nothing has no name, but does no harm.
#[derive(Debug, Clone, Copy)]
struct Names<'a>(&'a Setup);

impl<'a> Names<'a> {
    fn of(self, who: CombatantId) -> &'a str {
        self.0.combatants.get(who.index()).map_or("nobody", |one| one.name.as_str())
    }

    fn arm(self, who: CombatantId, arm: ItemId) -> &'a str {
        self.0.arm(who, arm).map_or("bare hands", |arm| arm.name.as_str())
    }

    /// An item within a sentence about who has it: `the axe`, or `Ork's club`.
    fn the(self, who: CombatantId, arm: ItemId) -> String {
        let name = self.arm(who, arm);
        if arm.is_anothers() || arm == ItemId::NONE { name.to_owned() } else { format!("the {name}") }
    }

    /// `Ana's axe`, or `Ork's club` that Ana has.
    fn whose(self, who: CombatantId, item: ItemId) -> String {
        let name = self.arm(who, item);
        if item.is_anothers() { name.to_owned() } else { format!("{}'s {name}", self.of(who)) }
    }

    fn mode(self, who: CombatantId, mode: u16) -> String {
        let Some(mode) = self.0.mode(who, mode) else { return "the body".to_owned() };
        let weapon = self.0.arm(who, mode.item).map_or("", |arm| arm.name.as_str());
        if self.0.modes_of(who, mode.item).count() == 1 {
            weapon.to_owned()
        } else {
            format!("{weapon} ({})", mode.name)
        }
    }

    fn is_ranged(self, who: CombatantId, mode: u16) -> bool {
        self.0.mode(who, mode).is_some_and(|mode| mode.ranged.is_some())
    }

    fn task(self, task: u8) -> &'a str {
        self.0.tasks.get(task as usize).map_or("nothing", |task| task.name.as_str())
    }

    fn side(self, side: u8) -> &'a str {
        self.0.sides.get(side as usize).map_or("nobody", |side| side.name.as_str())
    }
}

/// `Scene` is what most of this module gets.
fn names(scene: Scene<'_>) -> Names<'_> {
    Names(scene.setup)
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_kernel::referee::Why;
    use affray_kernel::tally::{Lines, Tally};

    #[test]
    fn rolls_are_told_with_their_margins() {
        #[track_caller]
        fn case(rule: RuleId, number: i32, total: i32, expected: &str) {
            let why = Why::new(CombatantId(0), rule, "check");
            let roll = RollRecord { why, dice: THREE_DICE, target: None, total, forced: false };
            assert_eq!(Gurps4::verdict(&roll, number), expected, "{total} against {number}");
        }
        let plain = rule!("G4-001");
        case(plain, 15, 11, ", made by 4");
        case(plain, 15, 15, ", made by 0");
        case(plain, 15, 16, ", failed by 1");
        case(plain, 19, 6, ", made by 13");
        case(plain, 19, 17, ", failed: 17 and 18 always fail");
        case(plain, 2, 4, ", made: 3 and 4 always succeed");
        case(rule!("G4-122"), 19, 17, ", a margin of 2");
        case(rule!("G4-283"), 10, 14, ", a margin of -4");
    }

    /// `G4-E38` Ork, 12 + 4: criticals are judged with 12.
    #[test]
    fn a_telegraphic_roll_says_where_it_is_judged_otherwise() {
        let why = Why::new(CombatantId(0), rule!("G4-001"), "attack");
        let mut score = Lines::base(rule!("G4-200"), 12);
        score.add(rule!("G4-140"), 4);
        for (total, expected) in [
            (4, ", made by 12, a critical hit"),
            (6, ", made by 10, not critical at 12 (G4-141)"),
            (7, ", made by 9"),
            (16, ", made by 0"),
            (17, ", failed by 1, a critical miss at 12 (G4-141)"),
            (18, ", failed by 2, a critical miss"),
        ] {
            let roll = RollRecord { why, dice: THREE_DICE, target: Some(score.clone()), total, forced: false };
            assert_eq!(Gurps4::verdict(&roll, 16), expected, "{total}");
        }
    }
}
