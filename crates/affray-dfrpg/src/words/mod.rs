//! A fight in words: what happened, what is asked, what could be answered, how things stand.
//!
//! Narration is made from records and never the other way round: no rule reads a word of it.

mod choice;
mod event;
mod look;
mod view;

pub(crate) use choice::choice;
pub(crate) use choice::{MANEUVERS, entry};
pub use choice::{label, prompt};
pub(crate) use event::event;
pub use view::standing;

use crate::Dfrpg;
use crate::check::{Grade, THREE_DICE, grade};
use crate::decision::{Attack, Choice, Concentrate, Maneuver, NONE, Question};
use crate::files::state_file::mode_name;
use crate::magic::price;
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, Sheet, SpellClass};
use crate::state::{Doing, Lying, State};
use affray_grid::{Cell, Drawing};
use affray_kernel::referee::{CombatantId, RollRecord};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally as _};
use affray_kernel::turns::TurnRules as _;
use affray_session::Spent;
use affray_session::choices;
use affray_session::narrate::{cell, count};
use affray_session::preferences::Preference;
use affray_session::ruleset::{Area, RollOutcome, Rules, Threat};

/// Rolls of which a critical result matters.
const CRITICAL: [&str; 12] = [
    "attack",
    "dodge",
    "parry",
    "block",
    "casting",
    "stray attack",
    "grab",
    "shove",
    "slam",
    "Fast-Draw",
    "first aid",
    "mortal wound",
];

/// Rules by which two sides roll against each other. Only score minus roll counts there (`DF-R89`).
const CONTESTS: [RuleId; 10] = [
    rule!("DF-070"),
    rule!("DF-121"),
    rule!("DF-428"),
    rule!("DF-489"),
    rule!("DF-490"),
    rule!("DF-495"),
    rule!("DF-497"),
    rule!("DF-499"),
    rule!("DF-509"),
    rule!("DF-R23"),
];

impl Rules for Dfrpg {
    const PATHS: &'static [&'static str] = &["path"];
    const STEP_COST: Option<(&'static str, RuleId)> = Some(("movement points", rule!("DF-113")));
    const ACTS: &'static [&'static str] = &["maneuver"];
    const PREFERENCES: &'static [Preference<Self>] = crate::policy::preferences::PREFERENCES;

    affray_session::rules_by_name!();

    /// `DF-378` Nobody lives with fewer.
    fn least_points(most: i32) -> i32 {
        1 - 5 * most
    }

    fn expected(setup: &Setup, state: &State, question: &Question, into: &mut Vec<Choice>) {
        crate::judge::expected(Scene { setup, state }, question, into);
    }

    /// `DF-432` A spell that is begun or goes on.
    fn area(setup: &Setup, state: &State, who: CombatantId, choice: &Choice) -> Option<Area> {
        let scene = Scene { setup, state };
        match choice {
            Choice::Maneuver(Maneuver::Concentrate(Concentrate::Cast(cast))) => {
                area(scene, who, cast.spell, cast.cell, u8::try_from(cast.radius).ok()?)
            }
            Choice::Maneuver(Maneuver::Concentrate(Concentrate::GoOn)) => area_of_casting(scene, who),
            Choice::Maneuver(Maneuver::Concentrate(Concentrate::GoOnAt { cell, .. })) => {
                let Doing::Casting(casting) = scene.fighter(who).doing else { return None };
                area(scene, who, casting.spell, *cell, casting.radius)
            }
            _ => None,
        }
    }

    fn areas(setup: &Setup, state: &State) -> Vec<Area> {
        let scene = Scene { setup, state };
        state.ids().filter_map(|who| area_of_casting(scene, who)).collect()
    }

    fn prompt_without_numbers(setup: &Setup, state: &State, question: &Question) -> String {
        let mut question = *question;
        if let Question::Defend { attack, .. } = &mut question {
            (attack.deceptive, attack.feint) = (0, 0);
        }
        prompt(Scene { setup, state }, &question)
    }

    /// `DF-410` What the encumbrance of each costs at the end of the battle.
    fn due_after_battle(setup: &Setup, state: &State) -> Vec<String> {
        let scene = Scene { setup, state };
        let tires = |who| {
            let fp = scene.battle_fatigue(who);
            let name = &setup.combatants[CombatantId::index(who)].name;
            (fp > 0).then(|| format!("After the battle {name} loses {fp} FP for its encumbrance (DF-410)."))
        };
        state.ids().filter_map(tires).collect()
    }

    fn draw(setup: &Setup, state: &State) -> Drawing {
        view::draw(Scene { setup, state })
    }

    fn flees(_: &Setup) -> bool {
        true
    }

    /// What the sum of a roll against a number means.
    fn verdict(roll: &RollRecord, number: i32) -> String {
        match roll {
            _ if roll.dice != THREE_DICE => String::new(),
            _ if CONTESTS.contains(&roll.why.rule) => result_in_contest(number, roll.total),
            _ => result(roll.why.what, number, roll.total),
        }
    }

    fn outcome(roll: &RollRecord, number: i32) -> Option<RollOutcome> {
        if roll.dice != THREE_DICE {
            return None;
        }
        let (margin, grade) = (number - roll.total, grade(number, roll.total));
        if CONTESTS.contains(&roll.why.rule) {
            return Some(RollOutcome { margin, success: None, critical: false });
        }
        // Of a roll that worsens by its margin only a critical failure is worse still.
        let critical = match grade {
            Grade::CriticalSuccess => CRITICAL.contains(&roll.why.what),
            Grade::CriticalFailure => CRITICAL.contains(&roll.why.what) || far(roll.why.what).is_some(),
            Grade::Success | Grade::Failure => false,
        };
        Some(RollOutcome { margin, success: Some(grade.succeeded()), critical })
    }

    /// `DF-R50` The energy of a spell, of which what is not paid in HP takes FP once it is cast.
    fn spends_later(setup: &Setup, _: &State, who: CombatantId, choice: &Choice) -> Option<Spent> {
        let Choice::Maneuver(Maneuver::Concentrate(Concentrate::Cast(cast))) = choice else { return None };
        let spell = setup.combatants[who.index()].sheet.spells.get(usize::from(cast.spell))?;
        let radius = u8::try_from(cast.radius).unwrap_or(u8::MAX);
        let fp = price::<Sum>(spell, cast.energy, radius).total() - i32::from(cast.hp);
        (fp > 0).then(|| Spent::later(fp, "FP"))
    }

    /// With the height of the ground, where there is one: blows and sight go by it (`DF-R107`, `DF-R62`).
    fn describe_place(setup: &Setup, state: &State, who: CombatantId) -> Option<String> {
        let scene = Scene { setup, state };
        let fighter = scene.fighter(who);
        if !fighter.is_present() {
            return None;
        }
        let second = fighter.second_cell().map_or(String::new(), |second| format!(" and {}", cell(second)));
        let height = match scene.map().ground(fighter.at).map_or(0, |ground| ground.elevation) {
            0 => String::new(),
            height => format!(", height {height}"),
        };
        Some(format!("at {}{second} facing {}{height}", cell(fighter.at), fighter.facing.name()))
    }

    fn cells(setup: &Setup, state: &State, who: CombatantId) -> Vec<Cell> {
        let fighter = Scene { setup, state }.fighter(who);
        if fighter.is_present() { [fighter.at].into_iter().chain(fighter.second_cell()).collect() } else { Vec::new() }
    }

    fn ground<'a>(setup: &'a Setup, state: &'a State) -> Vec<(CombatantId, &'a str, Cell)> {
        let item = |lying: &Lying| setup.combatants[lying.owner.index()].sheet.items[lying.item as usize].name.as_str();
        state.ground.iter().map(|lying| (lying.owner, item(lying), lying.at)).collect()
    }

    fn threat(setup: &Setup, state: &State, who: CombatantId) -> Option<Threat> {
        let scene = Scene { setup, state };
        let items = scene.sheet(who).own_items().chain(scene.taken(who));
        let ready = items.filter(|&item| scene.is_ready(who, item)).map(|item| scene.reach_of(who, item));
        let bare = scene.sheet(who).modes.iter().filter(|mode| mode.item.is_none() && !mode.kind.is_ranged());
        let reach = ready.chain(bare.map(|mode| mode.reach)).fold(0, |all, reach| all | reach);
        Some(Threat { reach: reach.checked_ilog2().unwrap_or(0), moves: scene.move_points(who) })
    }

    fn left(question: &Question) -> Option<i32> {
        match question {
            Question::Advance { path, .. } => Some(i32::from(path.budget) - i32::from(path.spent)),
            _ => None,
        }
    }

    fn usual(setup: &Setup, state: &State, question: &Question) -> Option<Choice> {
        let is_usual = matches!(question, Question::Free { .. } | Question::Step { .. } | Question::Finish { .. });
        is_usual.then(|| Self::default_choice(setup, state, question))
    }

    fn target(choice: &Choice) -> Option<CombatantId> {
        match choice {
            Choice::Attack(Attack::Strike(strike) | Attack::Rapid(strike) | Attack::Dual(strike, _)) => {
                Some(strike.target)
            }
            Choice::Attack(attack) => attack.at_close().map(|close| close.target),
            Choice::Feint(feint) => Some(feint.target),
            Choice::Maneuver(Maneuver::Concentrate(Concentrate::Cast(cast))) => {
                Some(CombatantId(cast.target)).filter(|target| target.0 != NONE)
            }
            _ => None,
        }
    }

    fn typed(setup: &Setup, state: &State, question: &Question, words: &str) -> Result<Choice, String> {
        let words = words.trim();
        choices::typed_entry::<Self>(setup, state, question, words, entry(question, words))
    }

    fn free_action_in_words(setup: &Setup, state: &State, who: CombatantId, words: &str) -> Result<Choice, String> {
        Self::typed(setup, state, &Question::Free { who }, words)
    }
}

/// Names in place of numbers. A number that stands for nothing has no name, but does no harm.
#[derive(Debug, Clone, Copy)]
struct Names<'a>(&'a Setup);

impl<'a> Names<'a> {
    fn of(self, who: CombatantId) -> &'a str {
        self.at(who.0)
    }

    fn at(self, who: u8) -> &'a str {
        self.0.combatants.get(who as usize).map_or("nobody", |one| one.name.as_str())
    }

    fn sheet(self, who: CombatantId) -> Option<&'a Sheet> {
        self.0.combatants.get(who.index()).map(|one| &one.sheet)
    }

    /// The bare name of an item: `rapier`, or `Bo's rapier` for what is another's.
    fn item(self, who: CombatantId, item: ItemId) -> &'a str {
        let found = self.sheet(who).and_then(|_| self.0.item(who, item));
        found.map_or("something", |item| item.name.as_str())
    }

    /// An item within a sentence about who has it: `the rapier`, `Bo's rapier`.
    fn the_item(self, who: CombatantId, item: ItemId) -> String {
        let name = self.item(who, item);
        if item.is_anothers() { name.to_owned() } else { format!("the {name}") }
    }

    /// An item of which nothing was said yet: `Arn's rapier`, or `Bo's rapier`.
    fn whose_item(self, who: CombatantId, item: ItemId) -> String {
        let name = self.item(who, item);
        if item.is_anothers() { name.to_owned() } else { format!("{} {name}", event::own_of(self.of(who))) }
    }

    fn spell(self, who: CombatantId, spell: u8) -> &'a str {
        let found = self.sheet(who).and_then(|sheet| sheet.spells.get(spell as usize));
        found.map_or("a spell", |spell| spell.name.as_str())
    }

    /// A mode: `broadsword swing`, `punch`, or a held spell.
    fn mode(self, who: CombatantId, mode: u16) -> String {
        match self.sheet(who).and_then(|_| self.0.mode(who, mode)) {
            Some(_) => mode_name(self.0, who, mode),
            None => "a held spell".to_owned(),
        }
    }
}

/// How a roll of 3d came out against a number.
fn result(what: &str, number: i32, total: i32) -> String {
    let grade = grade(number, total);
    let margin = number - total;
    let by = if grade.succeeded() == (margin >= 0) { format!(" by {}", margin.abs()) } else { String::new() };
    let (far, rule) = far(what).unwrap_or((i32::MAX, rule!("DF-001")));
    match grade {
        Grade::Failure | Grade::CriticalFailure if margin <= -far => format!(", failed{by}: {far} or more ({rule})"),
        Grade::CriticalFailure if far != i32::MAX => format!(", a critical failure ({rule})"),
        Grade::CriticalSuccess if CRITICAL.contains(&what) => ", a critical success".to_owned(),
        Grade::CriticalFailure if CRITICAL.contains(&what) => ", a critical failure".to_owned(),
        Grade::CriticalSuccess | Grade::Success => format!(", made{by}"),
        Grade::Failure | Grade::CriticalFailure => format!(", failed{by}"),
    }
}

/// `DF-369` `DF-377` By how much a roll has to fail for something worse.
fn far(what: &str) -> Option<(i32, RuleId)> {
    match what {
        "knockdown" => Some((5, rule!("DF-369"))),
        "death" => Some((3, rule!("DF-377"))),
        _ => None,
    }
}

/// `DF-R89` How a roll of a contest came out against a number: by its margin, whatever fell.
fn result_in_contest(number: i32, total: i32) -> String {
    let margin = number - total;
    let made = if margin < 0 { "failed" } else { "made" };
    let automatic = matches!(total, 3 | 4 | 17 | 18) && grade(number, total).succeeded() != (margin >= 0);
    let rule = if automatic { format!(" ({})", rule!("DF-R89")) } else { String::new() };
    format!(", {made} by {}{rule}", margin.abs())
}

/// The area of the spell that a combatant is casting.
fn area_of_casting(scene: Scene<'_>, who: CombatantId) -> Option<Area> {
    let Doing::Casting(casting) = scene.fighter(who).doing else { return None };
    area(scene, who, casting.spell, casting.cell, casting.radius)
}

/// `DF-432` What an Area spell fills: the center alone with a radius of 1.
fn area(scene: Scene<'_>, who: CombatantId, spell: u8, center: Cell, radius: u8) -> Option<Area> {
    let spell = scene.spell(who, spell).filter(|spell| spell.class == SpellClass::Area)?;
    let inside = |&one: &CombatantId| scene.fighter(one).is_present() && scene.is_in_area(one, center, radius);
    Some(Area {
        who,
        what: spell.name.clone(),
        cells: scene.map().within(center, u16::from(radius.max(1) - 1)).collect(),
        inside: scene.state.ids().filter(inside).collect(),
    })
}

/// The chance of a success roll, in percent.
fn chance(score: i32) -> f64 {
    let ways: u64 = (3..=18)
        .zip(THREE_DICE.weights())
        .filter(|&(roll, _)| grade(score, roll).succeeded())
        .map(|(_, ways)| ways)
        .sum();
    ways as f64 * 100.0 / THREE_DICE.ways() as f64
}

/// A name without its reading: `Scene` is what most of this module gets.
fn names(scene: Scene<'_>) -> Names<'_> {
    Names(scene.setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_the_dice() {
        assert_eq!(chance(10), 50.0);
        assert_eq!(chance(2), 4.0 * 100.0 / 216.0, "3 and 4 always succeed (DF-005)");
        assert_eq!(chance(30), 212.0 * 100.0 / 216.0, "17 and 18 never do (DF-005)");
    }

    #[test]
    fn results_of_rolls() {
        assert_eq!(result("dodge", 9, 9), ", made by 0");
        assert_eq!(result("dodge", 9, 4), ", a critical success");
        assert_eq!(result("knockdown", 12, 14), ", failed by 2");
        assert_eq!(result("dodge", 18, 17), ", failed", "DF-005");
        assert_eq!(result("knockdown", 12, 17), ", failed by 5: 5 or more (DF-369)");
        assert_eq!(result("knockdown", 14, 18), ", a critical failure (DF-369)", "only by 4, but out all the same");
        assert_eq!(result("death", 12, 14), ", failed by 2", "a mortal wound");
        assert_eq!(result("death", 12, 15), ", failed by 3: 3 or more (DF-377)");
    }

    #[test]
    fn results_of_contests() {
        assert_eq!(result_in_contest(9, 4), ", made by 5");
        assert_eq!(result_in_contest(32, 18), ", made by 14 (DF-R89)");
        assert_eq!(result_in_contest(17, 17), ", made by 0 (DF-R89)");
        assert_eq!(result_in_contest(14, 17), ", failed by 3");
        assert_eq!(result_in_contest(1, 3), ", failed by 2 (DF-R89)");
    }
}
