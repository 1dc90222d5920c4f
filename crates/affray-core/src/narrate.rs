//! A fight in words, as far as it is told the same in every game.
//!
//! What a game says for itself stands in [`Rules`]: [`describe_choice`](Rules::describe_choice),
//! [`describe_event`](Rules::describe_event), [`verdict`](Rules::verdict).

use crate::grid::{Bounds, Cell, Drawing, Glyph, Map, draw_region};
use crate::names;
use crate::referee::{Record, RollRecord};
use crate::ruleset::Rules;
use crate::tally::{Lines, Tally as _};

/// Cells around the figures that are drawn.
const MARGIN: u16 = 2;

/// Wider or higher parts of a map are not drawn.
const LARGEST: u32 = 60;

/// A record told to people, in one line; `None` for what needs no words.
pub fn record<G: Rules>(setup: &G::Setup, record: &Record<G>) -> Option<String> {
    Some(match record {
        Record::Roll(roll) => format!("{}.", G::describe_roll(setup, roll)),
        Record::Voided(roll) => format!("{}: void, to be thrown again.", G::describe_roll(setup, roll)),
        Record::Score { why, score } => {
            format!("{}, {}: {}.", names::of::<G>(setup, why.who), why.what, G::describe_score(score))
        }
        Record::Choice { question, choice, overruled } => {
            let who = G::asked(question);
            let (name, told) = (names::of::<G>(setup, who), G::describe_choice(setup, who, choice));
            format!("The game master allows {name} against {}: {told}.", (*overruled)?)
        }
        Record::Interjected { who, choice } => {
            format!("{}, unasked: {}.", names::of::<G>(setup, *who), G::describe_choice(setup, *who, choice))
        }
        Record::Set { path, value } => format!("The game master sets {path} to {value}."),
        Record::Event(event) => return G::describe_event(setup, event),
    })
}

/// A roll in words, without a full stop: whose it is, its target explained, what fell, and what that means.
pub fn roll<G: Rules>(setup: &G::Setup, roll: &RollRecord) -> String {
    let (who, what, rule) = (names::of::<G>(setup, roll.why.who), roll.why.what, roll.why.rule);
    if roll.why.hidden {
        return format!("{who}, {what} ({rule}): the game master rolls in secret");
    }
    let (total, forced) = (roll.total, forced(roll));
    match &roll.target {
        None => format!("{who}, {what} ({rule}): {} for {total}{forced}", roll.dice),
        Some(target) => {
            let verdict = G::verdict(roll, target.total());
            format!("{who}, {what}: {}; rolled {total}{forced}{verdict}", explained(target))
        }
    }
}

/// Whether a game master laid a roll down, said behind its sum.
pub fn forced(roll: &RollRecord) -> &'static str {
    if roll.forced { ", laid down by the game master" } else { "" }
}

/// `14 (DF-002) -5 (DF-179) = 9`, or `12 (DF-002)` where nothing modifies it.
pub fn explained(score: &Lines) -> String {
    match score.lines() {
        [_] => score.to_string(),
        _ => format!("{score} = {}", score.total()),
    }
}

/// `9: 14 (DF-002) -5 (DF-179)`, or `12 (DF-002)` where nothing modifies it.
pub fn number_first(score: &Lines) -> String {
    match score.lines() {
        [_] => score.to_string(),
        _ => format!("{}: {score}", score.total()),
    }
}

/// A cell, as people type it.
pub fn cell(cell: Cell) -> String {
    format!("{},{}", cell.q, cell.r)
}

/// A thing of which there is one or more.
pub fn count(number: i64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// The letters for each figure on a map: its initial, with a number where others have the same.
pub fn tags<G: Rules>(setup: &G::Setup) -> Vec<String> {
    let initial = |name: &str| name.chars().next().unwrap_or('?').to_uppercase().next().unwrap_or('?');
    let initials: Vec<char> = G::figures(setup).map(|(name, _)| initial(name)).collect();
    let tag = |(at, letter): (usize, &char)| {
        let same = |all: &[char]| all.iter().filter(|other| *other == letter).count();
        if same(&initials) == 1 {
            return letter.to_string();
        }
        let number = same(&initials[..at]) + 1;
        if number < 10 { format!("{letter}{number}") } else { format!("{}", number % 100) }
    };
    initials.iter().enumerate().map(tag).collect()
}

/// The map around some cells. What stands in one is drawn by `glyph`, and the ground where that is nothing.
pub fn draw(map: &Map, cells: &[Cell], glyph: impl FnMut(Cell) -> Option<Glyph>) -> Drawing {
    let Some(bounds) = Bounds::around(map.layout(), cells.iter().copied(), MARGIN) else {
        return Drawing::instead("Nobody is on the map.\n");
    };
    if LARGEST < bounds.width || LARGEST < bounds.height {
        return Drawing::instead("The figures are too far apart to draw them.\n");
    }
    draw_region(map, bounds, glyph)
}
