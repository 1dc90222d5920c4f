//! What `fight`, `play` and `replay` have in common: encounters, tables, logs and their text.

use crate::failure::Failure;
use crate::input;
use crate::text::{BAD, FAINT, GOOD, STRONG, fit, styled};
use affray_files::{FileError, Source};
use affray_session::{CombatantView, DiceFrom, LogEntry, LogLine, Table, Terms, Wanted, read_header};
use std::cell::RefCell;
use std::path::Path;

/// How a fight of an encounter is to be played.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wishes {
    pub(crate) seed: u64,
    pub(crate) dice: DiceFrom,
    pub(crate) by_hand: Hands,
}

/// Whom people play.
#[derive(Debug, Clone, Default)]
pub(crate) enum Hands {
    /// Nobody.
    #[default]
    Nobody,
    /// All.
    All,
    /// The side of the first combatant.
    FirstSide,
    /// Those.
    These(Vec<String>),
    /// All of those sides.
    Sides(Vec<String>),
}

/// Sits down to an encounter: a file, `-`, or one that comes with the program.
pub(crate) fn sit_down(path: &Path, wishes: Wishes) -> Result<Box<dyn Table + Send>, Failure> {
    let (ruleset, source) = input::encounter_text(path)?;
    // A log holds every text that the fight is made of.
    let read = RefCell::new(Vec::new());
    let from = input::beside(path);
    let beside = |name: &str| {
        let mut source = from(name)?;
        let found = source.clone();
        source.name = name.to_owned();
        read.borrow_mut().push(source);
        Ok(found)
    };
    let encounter = ruleset.load(&source, &beside)?;
    let figures = encounter.figures();
    let by_hand = match wishes.by_hand {
        Hands::Nobody => Vec::new(),
        Hands::All => figures.iter().map(|figure| figure.name.clone()).collect(),
        Hands::FirstSide => {
            let first = figures.first().map(|figure| figure.side);
            figures.iter().filter(|figure| Some(figure.side) == first).map(|figure| figure.name.clone()).collect()
        }
        Hands::These(names) => names,
        Hands::Sides(wanted) => {
            let sides = encounter.sides();
            if let Some(none) = wanted.iter().find(|name| !sides.iter().any(|side| side.eq_ignore_ascii_case(name))) {
                return Err(Failure::usage(
                    format!("there is no side `{none}`"),
                    format!("one of: {}", sides.join(", ")),
                ));
            }
            let plays = |side: u8| wanted.iter().any(|name| name.eq_ignore_ascii_case(&sides[side as usize]));
            figures.iter().filter(|figure| plays(figure.side)).map(|figure| figure.name.clone()).collect()
        }
    };
    let terms = Terms {
        ruleset: ruleset.id().to_owned(),
        title: encounter.title().to_owned(),
        seed: wishes.seed,
        number: 0,
        dice: wishes.dice,
        by_hand,
        encounter: source,
        beside: read.into_inner(),
    };
    encounter.table(terms).map_err(|message| Failure::Usage(message, None))
}

/// Sits down to the fight of a log, at its start, and returns the lines that the log has.
pub(crate) fn sit_down_again(log: &Source) -> Result<(Box<dyn Table + Send>, Vec<String>), Failure> {
    let (header, lines) = read_header(log)?;
    let terms = Terms::of(&header);
    let ruleset = affray_games::find(&terms.ruleset)
        .ok_or_else(|| FileError::whole(&log.name, format!("there is no ruleset `{}`", terms.ruleset)))?;
    let beside = |name: &str| {
        let found = terms.beside.iter().find(|source| source.name == name).cloned();
        found.ok_or_else(|| FileError::whole(name, "the log does not hold this file"))
    };
    let encounter = ruleset.load(&terms.encounter, &beside)?;
    let table = encounter.table_to_follow(terms).map_err(|message| FileError::whole(&log.name, message))?;
    Ok((table, lines))
}

/// Tells lines of a log: a heading for each round, a paragraph for each turn, and one for what comes before
/// the first turn that it leads to.
#[derive(Debug, Default)]
pub(crate) struct Teller {
    /// The event with which somebody's turn begins.
    turn_begins: &'static str,
    round: Option<u32>,
    turn: Option<u32>,
    said: bool,
    /// A paragraph begins with the next line that is told.
    breaks: bool,
    /// Rolls show the number of their line.
    numbered: bool,
    /// The first and the last line of rolls that have no text of their own: the line that tells them together follows.
    untold: Option<(u64, u64)>,
}

impl Teller {
    /// One for the fight at that table.
    pub(crate) fn new(table: &dyn Table) -> Self {
        Self { turn_begins: table.turn_begins(), ..Self::default() }
    }

    /// One that numbers rolls, so that somebody can name them.
    pub(crate) fn numbered(table: &dyn Table) -> Self {
        Self { numbered: true, ..Self::new(table) }
    }

    /// The text of one line, if it has any.
    pub(crate) fn tell(&mut self, line: &LogLine) -> Option<String> {
        if matches!(&line.entry, LogEntry::Event { event } if event["event"] == self.turn_begins) {
            self.breaks = true;
        }
        if matches!(line.entry, LogEntry::Roll(_)) && line.text.is_none() && self.numbered {
            let first = self.untold.map_or(line.line, |(first, _)| first);
            self.untold = Some((first, line.line));
        }
        let text = line.text.as_deref()?;
        let mut out = String::new();
        if line.round.is_some() && line.round != self.round && !matches!(line.entry, LogEntry::Ending { .. }) {
            self.round = line.round;
            let gap = if self.said { "\n" } else { "" };
            out += &format!("{gap}{}\n", styled(STRONG, format!("Round {}", line.round.unwrap_or(1))));
        }
        if line.turn.is_some() && line.turn != self.turn {
            self.turn = line.turn;
            self.breaks = true;
        }
        let breaks = std::mem::take(&mut self.breaks);
        if breaks {
            out += "\n";
        }
        self.said = true;
        let numbers = self.untold.take().map_or(String::new(), |(first, last)| {
            let last = if first == last { String::new() } else { format!(" to #{last}") };
            styled(FAINT, format!(" #{first}{last}"))
        });
        out += &match &line.entry {
            LogEntry::Roll(_) if self.numbered => {
                format!("    {} {}\n", faint_rules(text), styled(FAINT, format!("#{}", line.line)))
            }
            LogEntry::Roll(_) | LogEntry::Voided(_) | LogEntry::Score(_) => format!("    {}\n", faint_rules(text)),
            LogEntry::Set { .. } | LogEntry::Withdrawn { .. } => format!("  {}\n", styled(FAINT, text)),
            LogEntry::Ending { .. } => format!("{}\n", styled(STRONG, text)),
            _ if breaks => format!("{}\n", styled(STRONG, text)),
            _ => format!("  {text}{numbers}\n"),
        };
        Some(fit(&out))
    }
}

/// Rule ids stand back.
fn faint_rules(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('(') {
        let Some((inside, after)) = inside.split_once(')') else { break };
        out += before;
        out += &styled(FAINT, format!("({inside})"));
        rest = after;
    }
    out + rest
}

/// A combatant in one line: bright, alarming where half of the points are lost, faint where it is out.
fn told(one: &CombatantView) -> String {
    let style = match (one.fate.out, 2 * one.fate.hp < one.fate.max_hp) {
        (true, _) => FAINT,
        (false, true) => BAD,
        (false, false) => GOOD,
    };
    styled(style, &one.text)
}

/// The combatants in the order in which they act, one on each line.
pub(crate) fn ordered(table: &dyn Table) -> String {
    let all = table.standing();
    let mut order = table.order();
    let others: Vec<usize> = (0..all.len()).filter(|at| !order.contains(at)).collect();
    order.extend(others);
    let asked = match table.wanted() {
        Wanted::Roll { who, .. } | Wanted::Choice { who, .. } => who,
        Wanted::Nothing { .. } => String::new(),
    };
    let mut out = String::new();
    for one in order.into_iter().filter_map(|at| all.get(at)) {
        let mark = if one.name == asked { ">" } else { " " };
        out += &format!("{mark} {} {}\n", told(one), styled(FAINT, format!("({})", one.side)));
    }
    fit(&out)
}

/// The combatants, one on each line, by side.
pub(crate) fn standing(table: &dyn Table) -> String {
    let mut out = String::new();
    let all = table.standing();
    let mut sides: Vec<&str> = Vec::new();
    for one in &all {
        if !sides.contains(&one.side.as_str()) {
            sides.push(&one.side);
        }
    }
    for side in sides {
        out += &format!("{}\n", styled(FAINT, side));
        for one in all.iter().filter(|one| one.side == side) {
            out += &format!("  {}\n", told(one));
        }
    }
    fit(&out)
}
