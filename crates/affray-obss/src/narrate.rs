//! A fight in words: what happened, what is asked, what could be answered, how things stand.
//!
//! Narration is made from records and never the other way round: no rule reads a word of it.

mod choice;
mod event;
mod view;

pub use choice::{label, prompt, typed, unasked};
pub use view::{draw, status};

use crate::Obss;
use crate::decision::ManeuverKind;
use crate::scene::Setup;
use affray_core::grid::Cell;
use affray_core::referee::{CombatantId, Record, RollRecord};
use affray_core::tally::{Lines, Tally as _};

/// A record told to people, in one line; `None` for what needs no words.
pub fn narrate(setup: &Setup, record: &Record<Obss>) -> Option<String> {
    let names = Names(setup);
    match record {
        Record::Roll(roll) => Some(format!("{}.", names.roll(roll))),
        Record::Voided(roll) => Some(format!("{}: void, to be thrown again.", names.roll(roll))),
        Record::Score { why, score } => Some(format!("{}, {}: {}.", names.of(why.who), why.what, explained(score))),
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

/// A maneuver in words.
const fn maneuver_name(kind: ManeuverKind) -> &'static str {
    match kind {
        ManeuverKind::Disarm => "disarm",
        ManeuverKind::Feint => "feint",
        ManeuverKind::BullRush => "bull rush",
        ManeuverKind::Grapple => "grapple",
        ManeuverKind::Trip => "trip",
    }
}

/// Names in place of numbers. A number that stands for nothing has no name, but does no harm.
#[derive(Debug, Clone, Copy)]
struct Names<'a>(&'a Setup);

impl<'a> Names<'a> {
    fn of(self, who: CombatantId) -> &'a str {
        self.0.combatants.get(who.index()).map_or("nobody", |one| one.name.as_str())
    }

    fn item(self, who: CombatantId, item: u8) -> &'a str {
        let sheet = self.0.combatants.get(who.index()).map(|one| &one.sheet);
        sheet.and_then(|sheet| sheet.item(item)).map_or("something", |item| item.name.as_str())
    }

    fn spell(self, who: CombatantId, spell: u8) -> &'a str {
        let sheet = self.0.combatants.get(who.index()).map(|one| &one.sheet);
        sheet.and_then(|sheet| sheet.spells.get(spell as usize)).map_or("something", |spell| spell.name.as_str())
    }

    fn power(self, who: CombatantId, power: u8) -> &'a str {
        let sheet = self.0.combatants.get(who.index()).map(|one| &one.sheet);
        sheet.and_then(|sheet| sheet.powers.get(power as usize)).map_or("something", |power| power.name.as_str())
    }

    fn roll(self, roll: &RollRecord) -> String {
        let who = self.of(roll.why.who);
        let what = roll.why.what;
        let forced = if roll.forced { ", laid down by the game master" } else { "" };
        let total = roll.total;
        match &roll.target {
            // The further dice of a pool and plain dice.
            None => format!("{who}, {what} ({}): {} shows {total}{forced}", roll.why.rule, roll.dice),
            Some(bonus) => {
                format!("{who}, {what}: bonus {}; {} shows {total}{forced}", explained(bonus), roll.dice)
            }
        }
    }
}

/// `5 (OB-072) +3 (OB-070) = 8`, or `12 (OB-110)` where nothing modifies it.
fn explained(score: &Lines) -> String {
    match score.lines() {
        [_] => score.to_string(),
        _ => format!("{score} = {}", score.total()),
    }
}

fn cell(cell: Cell) -> String {
    format!("{},{}", cell.q, cell.r)
}
