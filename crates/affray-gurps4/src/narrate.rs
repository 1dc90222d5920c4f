//! A fight in words: what happened, what is asked, what could be answered, how things stand.
//!
//! Narration is made from records and never the other way round: no rule reads a word of it.

mod choice;
mod event;
mod view;

pub use choice::{label, prompt, typed, unasked};
pub use view::{draw, status};

use crate::check::{Grade, THREE_DICE, grade};
use crate::decision::Choice;
use crate::event::Event;
use crate::scene::{Scene, Setup};
use affray_core::referee::{CombatantId, RollRecord};

/// What the sum of a roll against a number means.
pub(crate) fn verdict(roll: &RollRecord, number: i32) -> String {
    if roll.dice != THREE_DICE {
        return String::new();
    }
    let total = roll.total;
    match grade(number, total) {
        Grade::CriticalSuccess if roll.why.what == "attack" => ", a critical success".to_owned(),
        Grade::CriticalFailure if roll.why.what == "attack" => ", a critical failure".to_owned(),
        result if result.succeeded() && total <= number => format!(", made by {}", number - total),
        result if result.succeeded() => ", made".to_owned(),
        _ if number < total => format!(", failed by {}", total - number),
        _ => ", failed".to_owned(),
    }
}

/// A choice in words.
pub(crate) fn choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
    choice::bare(Names(setup), who, choice)
}

/// An event in words; `None` for what needs none.
pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    event::event(Names(setup), event)
}

/// Names in place of numbers. A number that stands for nothing has no name, but does no harm.
#[derive(Debug, Clone, Copy)]
struct Names<'a>(&'a Setup);

impl<'a> Names<'a> {
    fn of(self, who: CombatantId) -> &'a str {
        self.0.combatants.get(who.index()).map_or("nobody", |one| one.name.as_str())
    }

    fn arm(self, who: CombatantId, arm: u8) -> &'a str {
        let found = self.0.combatants.get(who.index()).and_then(|one| one.sheet.arms.get(arm as usize));
        found.map_or("bare hands", |arm| arm.name.as_str())
    }

    fn mode(self, who: CombatantId, mode: u8) -> String {
        let one = self.0.combatants.get(who.index());
        let Some((sheet, mode)) = one.and_then(|one| Some((&one.sheet, one.sheet.modes.get(mode as usize)?))) else {
            return "the body".to_owned();
        };
        let weapon = sheet.arms.get(mode.item as usize).map_or("", |arm| arm.name.as_str());
        if sheet.modes.iter().filter(|other| other.item == mode.item).count() == 1 {
            weapon.to_owned()
        } else {
            format!("{weapon} ({})", mode.name)
        }
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
