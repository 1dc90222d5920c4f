//! What `fight`, `play` and `replay` have in common: encounters, tables, logs and their text.

use crate::failure::Failure;
use crate::input::{self, Inputs};
use crate::text::{BAD, FAINT, GOOD, STRONG, cut, fit, styled, width};
use affray_files::{FileError, Source, tree};
use affray_session::position::Denied;
use affray_session::typed::whom;
use affray_session::{CombatantView, DiceFrom, LogEntry, LogLine, Table, Terms, Wanted, read_header};
use serde_json::Value;
use std::cell::RefCell;
use std::path::Path;

/// How a fight of an encounter is to be played.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wishes {
    pub(crate) seed: u64,
    pub(crate) dice: DiceFrom,
    pub(crate) by_hand: Hands,
    /// What opponents are told to do.
    pub(crate) orders: Vec<String>,
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

/// Sits down to an encounter: a file, `-`, or one that comes with the program. The files that it is made of are added to
/// the inputs.
pub(crate) fn sit_down(path: &Path, inputs: &Inputs, wishes: Wishes) -> Result<Box<dyn Table + Send>, Failure> {
    let (ruleset, source) = input::encounter_text(path)?;
    inputs.add_picture(&tree(&source)?);
    // A log holds every text that the fight is made of.
    let read = RefCell::new(Vec::new());
    let beside = |name: &str| {
        let mut source = inputs.beside(name)?;
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
        Hands::These(wanted) => {
            let names: Vec<&str> = figures.iter().map(|figure| figure.name.as_str()).collect();
            let find = |wanted: &String| match whom(&names, wanted) {
                Ok(at) => Ok(names[at].to_owned()),
                Err(wrong) => Err(Failure::Usage(wrong.to_string(), None)),
            };
            wanted.iter().map(find).collect::<Result<_, _>>()?
        }
        Hands::Sides(wanted) => {
            let sides = encounter.sides();
            let names: Vec<&str> = sides.iter().map(String::as_str).collect();
            let found: Result<Vec<usize>, Denied> = wanted.iter().map(|name| whom(&names, name)).collect();
            let found = found.map_err(|wrong| Failure::Usage(wrong.to_string(), None))?;
            let plays = |side: u8| found.contains(&usize::from(side));
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
        orders: wishes.orders,
        encounter: source,
        beside: read.into_inner(),
    };
    encounter.table(terms).map_err(|wrong| Failure::Usage(wrong.to_string(), None))
}

/// Sits down to the fight of a log, at its start, and returns the lines that the log has.
pub(crate) fn sit_down_again(log: &Source) -> Result<(Box<dyn Table + Send>, Vec<String>), Failure> {
    let (header, lines) = read_header(log)?;
    Ok((sit_down_at_start(Terms::of(&header), &log.name)?, lines))
}

/// Sits down to a fight at its start: of those who are played by hand no input was taken yet.
pub(crate) fn sit_down_at_start(terms: Terms, name: &str) -> Result<Box<dyn Table + Send>, Failure> {
    let ruleset = affray_games::find(&terms.ruleset)
        .ok_or_else(|| FileError::whole(name, format!("there is no ruleset `{}`", terms.ruleset)))?;
    let beside = |name: &str| {
        let found = terms.beside.iter().find(|source| source.name == name).cloned();
        found.ok_or_else(|| FileError::whole(name, "the log does not hold this file"))
    };
    let encounter = ruleset.load(&terms.encounter, &beside)?;
    Ok(encounter.table_to_follow(terms).map_err(|message| FileError::whole(name, message.to_string()))?)
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
    /// A heading was told last, with the gap behind it.
    headed: bool,
    /// The game tells its rounds by itself: what comes after the last of them is none.
    tells_rounds: bool,
    /// The game has pulses: what comes between two turns is a paragraph of its own.
    pulses: bool,
    /// Rolls show the number of their line.
    numbered: bool,
    /// The first and the last line of rolls that have no text of their own: the line that tells them together follows.
    untold: Option<(u64, u64)>,
    /// Steps of somebody, that are told as one walk once something else is.
    walk: Option<Walk>,
}

/// Steps that follow each other.
#[derive(Debug)]
struct Walk {
    who: Value,
    /// The line of the last one, as it is told.
    line: LogLine,
    /// The cells on the way to it.
    by: Vec<String>,
}

impl Walk {
    /// A step that a line tells; nothing for other lines.
    fn step(line: &LogLine) -> Option<Self> {
        let LogEntry::Event { event } = &line.entry else { return None };
        let is_step = event["event"] == "moves" && line.text.is_some();
        is_step.then(|| Self { who: event["who"].clone(), line: line.clone(), by: Vec::new() })
    }

    /// The cell to which the last step leads, as the text has it.
    fn to(&self) -> String {
        let LogEntry::Event { event } = &self.line.entry else { return String::new() };
        format!("{},{}", event["to"][0], event["to"][1])
    }

    /// Goes on with a further step of the same turn.
    fn go_on(&mut self, step: &Self) -> bool {
        let goes_on = self.who == step.who && self.line.turn == step.line.turn;
        if goes_on {
            self.by.push(self.to());
            self.line = step.line.clone();
        }
        goes_on
    }

    /// The line that tells it.
    fn told(self) -> LogLine {
        let (to, by) = (self.to(), self.by.join(" "));
        let told = |text: String| if by.is_empty() { text } else { text.replacen(&to, &format!("{to} by {by}"), 1) };
        LogLine { text: self.line.text.map(told), ..self.line }
    }
}

impl Teller {
    /// One for the fight at that table.
    pub(crate) fn new(table: &dyn Table) -> Self {
        // Pulses have headings of their own, and lines between the turns of a pulse.
        let pulses = table.round_name() == "pulse";
        Self { turn_begins: table.turn_begins(), tells_rounds: pulses, pulses, ..Self::default() }
    }

    /// One that numbers rolls, so that somebody can name them.
    pub(crate) fn numbered(table: &dyn Table) -> Self {
        Self { numbered: true, ..Self::new(table) }
    }

    /// The text of some lines.
    pub(crate) fn tell_all<'l>(&mut self, lines: impl IntoIterator<Item = &'l LogLine>) -> String {
        let mut out: String = lines.into_iter().map(|line| self.tell(line)).collect();
        out += &self.end_walk();
        out
    }

    /// The text of one line; steps are told with what follows them, or by [`end_walk`](Self::end_walk).
    fn tell(&mut self, line: &LogLine) -> String {
        let Some(step) = Walk::step(line) else {
            // What is not told ends no walk.
            let ends = line.text.is_some() || matches!(line.entry, LogEntry::Roll(_));
            let walk = if ends { self.end_walk() } else { String::new() };
            return walk + &self.tell_line(line).unwrap_or_default();
        };
        if self.walk.as_mut().is_some_and(|walk| walk.go_on(&step)) {
            return String::new();
        }
        let told = self.end_walk();
        self.walk = Some(step);
        told
    }

    /// The text of steps that were not told yet.
    fn end_walk(&mut self) -> String {
        let walk = self.walk.take();
        walk.and_then(|walk| self.tell_line(&walk.told())).unwrap_or_default()
    }

    fn tell_line(&mut self, line: &LogLine) -> Option<String> {
        if matches!(&line.entry, LogEntry::Event { event } if event["event"] == self.turn_begins) {
            self.breaks = true;
        }
        if self.pulses
            && matches!(&line.entry, LogEntry::Event { event } if ["turn-ends", "pulse-closes"].iter().any(|one| event["event"] == *one))
        {
            self.breaks = true;
        }
        if matches!(line.entry, LogEntry::Roll(_)) && line.text.is_none() && self.numbered {
            let first = self.untold.map_or(line.line, |(first, _)| first);
            self.untold = Some((first, line.line));
        }
        let text = line.text.as_deref()?;
        let mut out = String::new();
        // A game that tells its rounds or pulses by itself has them as headings, that of a free pulse too.
        let begins = ["round-begins", "pulse-begins"];
        let is_told =
            matches!(&line.entry, LogEntry::Event { event } if begins.iter().any(|one| event["event"] == *one));
        let is_next = line.round.is_some() && line.round != self.round;
        if (is_told || is_next) && !matches!(line.entry, LogEntry::Ending { .. }) {
            self.round = line.round;
            let gap = if self.said { "\n" } else { "" };
            self.tells_rounds |= is_told;
            if is_told || !self.tells_rounds {
                let heading = if is_told { text.to_owned() } else { format!("Round {}", line.round.unwrap_or(1)) };
                out += &format!("{gap}{}\n", styled(STRONG, heading));
            }
            // What comes before the first turn of a round begins a paragraph.
            self.breaks = true;
            if is_told {
                (self.said, self.turn, self.headed) = (true, line.turn, true);
                return Some(out + "\n");
            }
        }
        if line.turn.is_some() && line.turn != self.turn {
            self.turn = line.turn;
            self.breaks = true;
        }
        let breaks = std::mem::take(&mut self.breaks);
        if !std::mem::take(&mut self.headed) && breaks {
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
            LogEntry::Set { .. } | LogEntry::Withdrawn { .. } | LogEntry::Table { .. } => {
                format!("  {}\n", styled(FAINT, text))
            }
            LogEntry::Ending { .. } => format!("{}\n", styled(STRONG, text)),
            LogEntry::Event { event } if event["event"] == "takes-place" => format!("  {text}{numbers}\n"),
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

/// How much is told of each who fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// All, and the side.
    All,
    /// What a line of the terminal has room for.
    Line,
    /// Letters, name and hit points, several on a line.
    Name,
}

/// The combatants in the order in which they act. `tag` has their letters as their side has them, by its place among all sides.
pub(crate) fn ordered(table: &dyn Table, tag: impl Fn(&str, usize) -> String, detail: Detail) -> String {
    let mut all = table.standing();
    let mut sides: Vec<String> = Vec::new();
    for one in &mut all {
        let side = sides.iter().position(|side| *side == one.side).unwrap_or_else(|| {
            sides.push(one.side.clone());
            sides.len() - 1
        });
        if let Some((letters, rest)) = one.text.split_once(' ') {
            one.text = format!("{} {rest}", tag(letters, side));
        }
        match detail {
            Detail::All => {}
            // The mark, and a blank before and behind it.
            Detail::Line => one.text = cut(&one.text, 3),
            Detail::Name => one.text.truncate(one.text.find([',', ';']).unwrap_or(one.text.len())),
        }
    }
    let mut order = table.order();
    let others: Vec<usize> = (0..all.len()).filter(|at| !order.contains(at)).collect();
    order.extend(others);
    let asked = match table.wanted() {
        Wanted::Roll { who, .. } | Wanted::Choice { who, .. } => who,
        Wanted::Nothing { .. } => String::new(),
    };
    let room = width();
    let (mut out, mut column) = (String::new(), 0);
    for one in order.into_iter().filter_map(|at| all.get(at)) {
        let mark = if one.name == asked { ">" } else { " " };
        let told = told(one);
        match detail {
            Detail::All => {
                out += &format!("{mark} {told} {}\n", styled(FAINT, format!("({})", one.side)));
                for condition in &one.conditions {
                    out += &format!("      {}\n", styled(FAINT, condition));
                }
            }
            Detail::Line => out += &format!("{mark} {told}\n"),
            Detail::Name => {
                let length = one.text.chars().count() + 4;
                if column != 0 {
                    let breaks = room < column + length;
                    out += if breaks { "\n" } else { "  " };
                    column = if breaks { 0 } else { column };
                }
                out += &format!("{mark} {told}");
                column += length;
            }
        }
    }
    if column != 0 {
        out += "\n";
    }
    fit(&out)
}

/// The combatants, one on each line, by side.
pub(crate) fn standing(table: &dyn Table) -> String {
    told_by_side(&table.standing())
}

/// Combatants as they stood at some moment, one on each line, by side.
pub(crate) fn told_by_side(all: &[CombatantView]) -> String {
    let mut out = String::new();
    let mut sides: Vec<&str> = Vec::new();
    for one in all {
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
