//! A fight in words: what happened, what is asked, what could be answered, how things stand.
//!
//! Narration is made from records and never the other way round: no rule reads a word of it.

mod choice;
mod event;
mod view;

pub use choice::{label, prompt, typed, unasked};
pub use view::{draw, status};

use crate::DragonQuest;
use crate::scene::{D100, Scene, Setup};
use affray_core::grid::Cell;
use affray_core::referee::{CombatantId, Record, RollRecord};

/// A record told to people, in one line; `None` for what needs no words.
pub fn narrate(setup: &Setup, record: &Record<DragonQuest>) -> Option<String> {
    let names = Names(setup);
    match record {
        Record::Roll(roll) => Some(format!("{}.", names.roll(roll))),
        Record::Voided(roll) => Some(format!("{}: void, to be thrown again.", names.roll(roll))),
        Record::Score { why, score } => Some(format!("{}, {}: {score}.", names.of(why.who), why.what)),
        Record::Choice { question, choice, overruled } => overruled.map(|rule| {
            let who = names.of(question.who());
            format!("The game master allows {who} against {rule}: {}.", choice::bare(names, question.who(), choice))
        }),
        Record::Interjected { who, choice } => {
            Some(format!("{}, unasked: {}.", names.of(*who), choice::bare(names, *who, choice)))
        }
        Record::Set { path, value } => Some(format!("The game master sets {path} to {value}.")),
        Record::Event(event) => event::event(names, event),
    }
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
        found.map_or("something", |arm| arm.name.as_str())
    }

    fn spell(self, who: CombatantId, spell: u8) -> &'a str {
        let found = self.0.combatants.get(who.index()).and_then(|one| one.sheet.spells.get(spell as usize));
        found.map_or("something", |spell| spell.name.as_str())
    }

    fn poison(self, poison: u8) -> &'static str {
        crate::poison::NAMES.get(poison as usize).copied().unwrap_or("poison")
    }

    fn side(self, side: u8) -> &'a str {
        self.0.sides.get(side as usize).map_or("nobody", |side| side.name.as_str())
    }

    fn roll(self, roll: &RollRecord) -> String {
        let who = self.of(roll.why.who);
        let what = roll.why.what;
        if roll.why.hidden {
            return format!("{who}, {what} ({}): the game master rolls in secret", roll.why.rule);
        }
        let forced = if roll.forced { ", laid down by the game master" } else { "" };
        let total = roll.total;
        match &roll.target {
            None => format!("{who}, {what} ({}): {} for {total}{forced}", roll.why.rule, roll.dice),
            Some(target) => {
                let number = roll.target_number().unwrap_or_default();
                let explained =
                    if target.lines().len() == 1 { target.to_string() } else { format!("{target} = {number}") };
                let result = match roll.dice {
                    D100 if total <= number && total < 99 => ", made",
                    D100 => ", failed",
                    _ => "",
                };
                format!("{who}, {what}: {explained}; rolled {total}{forced}{result}")
            }
        }
    }
}

fn cell(cell: Cell) -> String {
    format!("{},{}", cell.q, cell.r)
}

/// `Scene` is what most of this module gets.
fn names(scene: Scene<'_>) -> Names<'_> {
    Names(scene.setup)
}
