//! A fight at a table: inputs one by one, undo, saving, replay.
//!
//! A [`Session`] holds what a fight has been so far as inputs, and runs the turn that is going on again
//! from the state at its start whenever one more input arrives. Whatever is not played by hand is filled
//! in as the sampler would: dice from the stream of that seed and number, decisions by the game's own
//! policy. So a fight without hands is the very fight that a simulation of the same seed has.
//!
//! Faces know it as a [`Table`]: text and JSON only. What goes on is told in lines of a log
//! ([`LogLine`]); a log is the save file, and [`Table::follow`] takes it up again.

mod begin;
mod command;
mod live;
mod log;
mod past;
mod roster;
mod sight;
mod table;
mod views;
mod walks;
mod withdrawn;

pub use command::Command;
pub use log::{
    Decider, DiceFrom, Header, LOG_VERSION, LogEntry, LogLine, LoggedRoll, LoggedText, OddsFor, PROGRAM_VERSION,
    RollFrom, TallyKind, TallyLine, Withdrawal, read_header,
};
pub use table::{Difference, Table};
pub use views::{
    AreaView, CombatantView, FigureView, GroundView, LyingView, MapView, Measure, Offer, Place, Plan, PointsView,
    Reachable, Refused, Seat, Spent, ThreatView, TurnInfo, TurnView, View, Wanted, Way,
};

pub use withdrawn::Withdrawn;

use crate::position::{Denied, Played, Position, Reach, play_turn};
use crate::ruleset::{Change, Rules};
use crate::scenario::Scenario;
use affray_files::Source as Text;
use affray_kernel::dice::Stream;
use affray_kernel::hidden::Hidden;
use affray_kernel::referee::{CombatantId, Game, Input, Need, Policy, Source};
use affray_kernel::turns::Ending;
use live::{Live, fresh};
use log::{Writer, count_turns};
use roster::Roster;
use serde_json::Value;
use sight::kept_at;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;

/// Longer turns than this come from a policy that does not find an end.
const MOST_INPUTS_OF_A_TURN: usize = 20_000;

/// How a fight is played: who by hand, which dice, and what it is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// The id of the ruleset.
    pub ruleset: String,
    /// The title of the encounter.
    pub title: String,
    /// The seed of the dice, where they are drawn from one.
    pub seed: u64,
    /// Which fight of that seed.
    pub number: u64,
    /// Where dice come from.
    pub dice: DiceFrom,
    /// The names of those whom people play.
    pub by_hand: Vec<String>,
    /// What opponents are told to do, besides what the encounter says: `WHO = ORDERS`.
    pub orders: Vec<String>,
    /// The text of the encounter.
    pub encounter: Text,
    /// The texts of the files beside it.
    pub beside: Vec<Text>,
}

impl Terms {
    /// The terms that the first line of a log states.
    pub fn of(header: &Header) -> Self {
        Self {
            ruleset: header.ruleset.clone(),
            title: header.title.clone(),
            seed: header.seed.unwrap_or_default(),
            number: header.number,
            dice: header.dice,
            by_hand: header.by_hand.clone(),
            orders: header.orders.clone().unwrap_or_default(),
            encounter: Text::from(&header.encounter),
            beside: header.beside.iter().map(Text::from).collect(),
        }
    }

    /// The first line of the log of a fight on these terms.
    pub fn header(&self) -> Header {
        Header {
            affray: PROGRAM_VERSION.to_owned(),
            log: LOG_VERSION,
            ruleset: self.ruleset.clone(),
            title: self.title.clone(),
            seed: (self.dice == DiceFrom::Drawn).then_some(self.seed),
            number: self.number,
            dice: self.dice,
            by_hand: self.by_hand.clone(),
            orders: (!self.orders.is_empty()).then(|| self.orders.clone()),
            encounter: LoggedText::from(&self.encounter),
            beside: self.beside.iter().map(LoggedText::from).collect(),
        }
    }
}

/// Who gave an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Giver {
    /// A person, in that one of the seats.
    Person(u8),
    /// The program, as it would again: a policy, or dice of a seed.
    Program,
    /// The program, by dice that fall otherwise each time.
    Fresh,
}

impl Giver {
    /// The name of the seat, of those; nothing for what no seat gave, or a nameless one.
    fn seat(self, seats: &[String]) -> Option<String> {
        let Self::Person(seat) = self else { return None };
        seats.get(usize::from(seat)).filter(|name| !name.is_empty()).cloned()
    }
}

/// One input and how it came.
#[derive(Debug, Clone)]
struct Given<C> {
    input: Input<C, Change>,
    by: Giver,
    /// It came with the one before it, and is taken back with it.
    joined: bool,
    /// The dice to come after it.
    dice: Stream,
}

/// The start of a turn.
#[derive(Debug, Clone)]
struct Checkpoint<G: Rules> {
    state: Arc<G::State>,
    /// Who takes part.
    roster: Arc<Roster<G>>,
    /// Inputs before it.
    inputs: usize,
    /// Lines before it.
    lines: usize,
    /// How many turns of combatants had begun before it.
    begun: u32,
}

/// What a person did, so that it can be undone.
#[derive(Debug, Clone)]
struct Done<C> {
    /// Inputs before it.
    at: usize,
    /// Inputs that it put away.
    dropped: Vec<Given<C>>,
}

/// Why what stood is replaced.
#[derive(Debug, Clone, Copy)]
struct Rewrite {
    by: Withdrawal,
    /// The sum that is laid down.
    total: Option<i32>,
    /// The line of the roll that it is about.
    line: Option<u64>,
}

/// What the fight waits for.
#[derive(Debug, Clone, PartialEq)]
pub enum Pause<G: Game> {
    /// An input.
    Need(Need<G>),
    /// Nothing: it is over. A game master can still set it going again.
    Over(Ending),
}

/// The moment to which usual answers lead, where something else is asked.
#[derive(Debug)]
struct Ahead<G: Rules> {
    answers: Vec<G::Choice>,
    position: Position<G>,
}

/// A fight that goes on.
#[derive(Debug)]
pub struct Session<G: Rules> {
    /// Who takes part at the moment of the pause.
    roster: Arc<Roster<G>>,
    /// Those that were made when somebody joined.
    rosters: Vec<Arc<Roster<G>>>,
    terms: Arc<Terms>,
    /// A [moment](Table::moment) of a fight: all dice and all decisions are asked for.
    is_moment: bool,
    policy: G::Own,
    first_dice: Stream,
    inputs: Vec<Given<G::Choice>>,
    done: Vec<Done<G::Choice>>,
    /// What was taken back last and can be done again, the last of it first to come.
    undone: Vec<Input<G::Choice, Change>>,
    /// A log is followed: fresh dice come from it.
    follows: bool,
    /// The seats from which anything came; the first is nameless.
    seats: Vec<String>,
    /// The one from which something comes now.
    seat: u8,
    /// What that one may know and do.
    sitter: Seat,
    /// Questions with a usual answer are asked like all others.
    asks_all: bool,
    /// What was said of that in the log.
    was_asked: Option<bool>,
    /// Who is told odds.
    odds_for: OddsFor,
    /// What is shown in place of a question with a usual answer.
    ahead: Option<Box<Ahead<G>>>,
    /// How much was done before each command, so that all of one is taken back at once.
    before: Vec<usize>,
    /// A command is carried out, whose inputs belong together.
    commands: bool,
    /// The next input belongs to the one before it.
    joins: bool,
    /// How many inputs each command had that was taken back.
    back: Vec<usize>,
    /// The starts of all turns; the last is that of the turn that goes on.
    turns: Vec<Checkpoint<G>>,
    /// The state at the start of the turn that goes on, with those who join in it.
    start: Arc<G::State>,
    state: G::State,
    pause: Pause<G>,
    options: Vec<G::Choice>,
    /// The words that answer questions, by key, once they were looked for.
    words: OnceCell<Value>,
    /// The options as they are shown, once they were.
    shown_options: OnceCell<Vec<(G::Choice, Reach)>>,
    /// What a policy answered against the rules, so that a person has to decide for it.
    notice: Option<String>,
    /// The lines that hold.
    lines: Vec<LogLine>,
    /// What was kept from whom when each of them was written.
    kept: Vec<Hidden>,
    /// All lines, as they are written.
    written: Vec<String>,
}

impl<G: Rules> Session<G> {
    /// The seat from which something comes now.
    fn giver(&self) -> Giver {
        Giver::Person(self.seat)
    }

    /// Says who sits there from now on; without a name nobody in particular.
    fn sit(&mut self, name: &str, seat: Seat) {
        self.sitter = seat;
        let known = self.seats.iter().position(|seat| seat == name);
        let known = known.unwrap_or_else(|| {
            self.seats.push(name.to_owned());
            self.seats.len() - 1
        });
        // Beyond 255 seats the nameless one stands for the rest.
        self.seat = u8::try_from(known).unwrap_or(0);
    }

    /// What never changes.
    pub fn setup(&self) -> &G::Setup {
        &self.roster.setup
    }
    /// The state at the moment of the pause, in the middle of a turn.
    pub fn state(&self) -> &G::State {
        &self.state
    }
    /// The fight as it is now, as a value of its own.
    pub fn position(&self) -> Position<G> {
        let turn = &self.turns[self.turns.len() - 1];
        let inputs = self.inputs[turn.inputs..].iter().map(|given| given.input.clone()).collect();
        let (setup, start) = (Arc::clone(&self.roster.setup), Arc::clone(&self.start));
        Position::at(setup, start, inputs, self.state.clone(), self.pause.clone())
    }
    /// The moment that who sits there is shown, as far as it knows: this one, or the one to which usual answers lead, which
    /// come first.
    fn shown(&self) -> (Vec<G::Choice>, Position<G>) {
        match (self.known(), self.ahead.as_deref()) {
            (Some(known), _) => match (self.asks_all || self.notice.is_some(), ahead_of(&known)) {
                (false, Ok(Some(ahead))) => (ahead.answers, ahead.position),
                _ => (Vec::new(), known),
            },
            (None, Some(Ahead { answers, position })) => (answers.clone(), position.clone()),
            (None, None) => (Vec::new(), self.position()),
        }
    }
    /// The fight as it is now, as far as who sits there knows.
    fn here(&self) -> Position<G> {
        self.known().unwrap_or_else(|| self.position())
    }
    /// The fight as who sits there knows it, if it is not as it is.
    fn known(&self) -> Option<Position<G>> {
        if self.knows_all() {
            return None;
        }
        self.position().believed(self.side_of_sitter()?)
    }
    /// The choices that a person is shown who knows everything, in their order, each with whom it reaches.
    fn shown_options(&self) -> &[(G::Choice, Reach)] {
        self.shown_options.get_or_init(|| match self.ahead.as_deref() {
            Some(ahead) => ahead.position.ranked(self.tells_odds()),
            None => self.position().ranked(self.tells_odds()),
        })
    }
    /// Looks past questions with a usual answer; says the answer if nothing else is asked after it in this turn.
    fn look_ahead(&mut self) -> Option<G::Choice> {
        self.ahead = None;
        self.shown_options.take();
        if self.asks_all || self.notice.is_some() {
            return None;
        }
        match ahead_of(&self.position()) {
            Ok(ahead) => {
                self.ahead = ahead.map(Box::new);
                None
            }
            Err(usual) => Some(usual),
        }
    }
    /// Gives usual answers where nothing else is asked, so that a person is asked what matters.
    fn answer_usual(&mut self) -> Result<(), Denied> {
        while let Some(choice) = self.look_ahead() {
            self.push_by(Input::Choice { choice, allowed: false }, self.giver())?;
        }
        Ok(())
    }
    /// What is waited for.
    pub fn pause(&self) -> &Pause<G> {
        &self.pause
    }
    /// All inputs so far.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = &Input<G::Choice, Change>> {
        self.inputs.iter().map(|given| &given.input)
    }
    /// The choices that a person is shown, where one is asked.
    pub fn options(&self) -> &[G::Choice] {
        &self.options
    }

    /// Takes an input of a person and goes on as far as that leads.
    ///
    /// # Errors
    /// Why it is refused; everything is then as it was.
    pub fn push(&mut self, input: Input<G::Choice, Change>) -> Result<(), Denied> {
        self.push_by(input, self.giver())?;
        self.undone.clear();
        Ok(())
    }

    /// Throws the dice that are due and that would be typed.
    ///
    /// # Errors
    /// If no dice are due.
    pub fn draw_roll(&mut self) -> Result<(), Denied> {
        let Pause::Need(Need::Roll { dice, .. }) = &self.pause else { return Err("no dice are due".into()) };
        let total = fresh(*dice)?;
        self.push_by(Input::Roll { total, forced: false }, Giver::Fresh)?;
        self.undone.clear();
        Ok(())
    }

    fn push_by(&mut self, input: Input<G::Choice, Change>, by: Giver) -> Result<(), Denied> {
        if matches!(input, Input::Void) {
            return self.void(None);
        }
        if let Input::Set(change) = &input {
            // Judged at once, although it takes effect at the next decision.
            let one = std::slice::from_ref(&input);
            let joined = self.roster.joined(one, &self.state, &self.terms, &mut self.rosters)?;
            let joined = joined.unwrap_or_else(|| (Arc::clone(&self.roster), self.state.clone()));
            let (roster, mut state) = joined;
            G::set(&roster.setup, &mut state, change).map_err(|wrong| Denied::from(wrong).at(&change.path))?;
        }
        if let (Pause::Over(_), Input::Roll { .. } | Input::Choice { .. }) = (&self.pause, &input) {
            return Err("the fight is over".into());
        }
        let at = self.inputs.len();
        let dice = self.dice().clone();
        // What the program threw by itself is no act of a person, which could be taken back.
        let act = match &self.pause {
            Pause::Need(Need::Roll { why, .. }) => matches!(by, Giver::Person(_)) || self.is_typed(why.who),
            _ => true,
        };
        self.inputs.push(Given { input, by, joined: self.joins, dice });
        self.go_on(at)?;
        self.joins |= self.commands;
        if act {
            self.done.push(Done { at, dropped: Vec::new() });
        }
        Ok(())
    }

    /// Runs on with the inputs from `at` on, which are new.
    fn go_on(&mut self, at: usize) -> Result<(), Denied> {
        let lines = self.turns[self.turns.len() - 1].lines;
        let old = self.lines[lines..].to_vec();
        if let Err(error) = self.run() {
            self.inputs.truncate(at);
            return Err(error);
        }
        self.write_from(lines, old, None, 0);
        Ok(())
    }

    fn dice_from(&self) -> DiceFrom {
        if self.is_moment { DiceFrom::Typed } else { self.terms.dice }
    }

    /// Whether the dice of a combatant are typed.
    fn is_typed(&self, who: CombatantId) -> bool {
        match self.dice_from() {
            DiceFrom::Typed => true,
            DiceFrom::TypedOwn => self.roster.hands.get(who.index()).copied().unwrap_or(false),
            DiceFrom::Drawn | DiceFrom::Fresh => false,
        }
    }

    /// Takes the last thing back that a person did, with all that followed from it.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub fn undo(&mut self) -> Result<(), Denied> {
        let Some(done) = self.done.pop() else {
            return Err("there is nothing to take back".into());
        };
        let why = Rewrite { by: Withdrawal::Undo, total: None, line: None };
        let input = self.inputs[done.at].input.clone();
        let is_plain = done.dropped.is_empty();
        if let Err(error) = self.rewrite(done.at, done.at, done.dropped.clone(), why) {
            self.done.push(done);
            return Err(error);
        }
        if is_plain {
            self.undone.push(input);
        } else {
            self.undone.clear();
        }
        Ok(())
    }

    /// Takes everything back that a person did in the turn that goes on, or in the last one in which somebody did
    /// anything.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub fn undo_turn(&mut self) -> Result<(), Denied> {
        self.undo()?;
        while self.done.last().is_some_and(|done| self.turns[self.turns.len() - 1].inputs <= done.at) {
            self.undo()?;
        }
        Ok(())
    }

    /// Does again what was taken back last. Dice that have no seed fall anew.
    ///
    /// # Errors
    /// If nothing was taken back, or it is refused now.
    pub fn redo(&mut self) -> Result<(), Denied> {
        let Some(input) = self.undone.last().cloned() else {
            return Err("there is nothing to do again".into());
        };
        self.push_by(input, self.giver())?;
        self.undone.pop();
        Ok(())
    }

    /// Makes a roll void, the last one unless another is named by its line, with all that followed from
    /// it. It is thrown again.
    ///
    /// # Errors
    /// If there is no such roll.
    pub fn void(&mut self, line: Option<u64>) -> Result<(), Denied> {
        let at = self.find_roll(line)?;
        let dropped = self.inputs[at + 1..].to_vec();
        let dice = self.inputs[at].dice.clone();
        let void = Given { input: Input::Void, by: self.giver(), joined: false, dice };
        let why = Rewrite { by: Withdrawal::Void, total: None, line: self.line_of_roll(at) };
        self.rewrite(at + 1, at, vec![void], why)?;
        self.undone.clear();
        self.done.push(Done { at: at + 1, dropped });
        Ok(())
    }

    /// Lays the sum of a roll down: of the one that is due, or else of the last one, or of the one on that
    /// line, with all that followed from it.
    ///
    /// # Errors
    /// If there is no such roll, or its dice cannot show that.
    pub fn force(&mut self, total: i32, line: Option<u64>) -> Result<(), Denied> {
        if let (None, Pause::Need(Need::Roll { .. })) = (line, &self.pause) {
            return self.push(Input::Roll { total, forced: true });
        }
        let at = self.find_roll(line)?;
        let dropped = self.inputs[at..].to_vec();
        let dice = self.dice_before(at).clone();
        let forced = Given { input: Input::Roll { total, forced: true }, by: self.giver(), joined: false, dice };
        let why = Rewrite { by: Withdrawal::Force, total: Some(total), line: self.line_of_roll(at) };
        self.rewrite(at, at, vec![forced], why)?;
        self.undone.clear();
        self.done.push(Done { at, dropped });
        Ok(())
    }

    /// The place among the inputs of the roll on that line, or of the last roll.
    fn find_roll(&self, line: Option<u64>) -> Result<usize, Denied> {
        let is_roll = |at: &usize| self.is_roll(*at);
        let Some(line) = line else {
            return (0..self.inputs.len()).rev().find(is_roll).ok_or_else(|| "nothing was rolled yet".into());
        };
        let wanted = self
            .lines
            .iter()
            .filter(|one| matches!(one.entry, LogEntry::Roll(_)))
            .position(|one| one.line == line)
            .ok_or_else(|| format!("line {line} is no roll that stands"))?;
        (0..self.inputs.len())
            .filter(is_roll)
            .nth(wanted)
            .ok_or_else(|| format!("line {line} is no roll that stands").into())
    }

    /// Whether that input is a roll that stands.
    fn is_roll(&self, at: usize) -> bool {
        matches!(self.inputs[at].input, Input::Roll { .. })
            && !matches!(self.inputs.get(at + 1), Some(Given { input: Input::Void, .. }))
    }

    /// The line on which a roll stands.
    fn line_of_roll(&self, at: usize) -> Option<u64> {
        let before = (0..at).filter(|&at| self.is_roll(at)).count();
        self.lines.iter().filter(|line| matches!(line.entry, LogEntry::Roll(_))).nth(before).map(|line| line.line)
    }

    /// The dice to come.
    fn dice(&self) -> &Stream {
        self.dice_before(self.inputs.len())
    }

    fn dice_before(&self, at: usize) -> &Stream {
        match at.checked_sub(1) {
            Some(before) => &self.inputs[before].dice,
            None => &self.first_dice,
        }
    }

    /// Puts other inputs in place of those from `at` on, goes back to the turn of the input `turn_of` and
    /// on from there.
    fn rewrite(&mut self, at: usize, turn_of: usize, new: Vec<Given<G::Choice>>, why: Rewrite) -> Result<(), Denied> {
        let turn = self.turns.iter().rposition(|turn| turn.inputs <= turn_of).unwrap_or(0);
        let later = self.turns.split_off(turn + 1);
        let lines = self.turns[turn].lines;
        let (old, old_kept) = (self.lines[lines..].to_vec(), self.kept[lines..].to_vec());
        let dropped = self.inputs.split_off(at);
        self.inputs.extend(new);
        let kept = &self.inputs[self.turns[turn].inputs..];
        let rolls = kept.iter().filter(|given| matches!(given.input, Input::Roll { .. })).count();
        self.policy.restart();
        if let Err(error) = self.run() {
            self.inputs.truncate(at);
            self.inputs.extend(dropped);
            self.turns.truncate(turn + 1);
            self.turns.extend(later);
            self.lines.truncate(lines);
            self.lines.extend(old);
            self.kept.truncate(lines);
            self.kept.extend(old_kept);
            return Err(error);
        }
        self.write_from(lines, old, Some(why), rolls);
        Ok(())
    }

    /// Runs the turn that goes on from its start, and all that follow, up to the next pause.
    ///
    /// # Errors
    /// Why an input is refused. Nothing changes then, as long as only the last input is new.
    fn run(&mut self) -> Result<(), Denied> {
        loop {
            let turn = &self.turns[self.turns.len() - 1];
            let (first, begun, from) = (turn.inputs, turn.begun, turn.lines);
            let (mut start, mut roster) = (Arc::clone(&turn.state), Arc::clone(&turn.roster));
            let given: Vec<Input<G::Choice, Change>> =
                self.inputs[first..].iter().map(|given| given.input.clone()).collect();
            // Who joins in this turn is there from its start, off the map; what is left over of the inputs is the next turn's.
            if let Some((joined, grown)) = roster.joined(&given, &start, &self.terms, &mut self.rosters)? {
                (start, roster) = (Arc::new(grown), joined);
            }
            self.policy.turn_begins(&roster.setup, &start);
            let over = Cell::new(false);
            let mut live = Live {
                from: self.dice_from(),
                follows: self.follows,
                hands: if self.is_moment { &[true; 256] } else { &roster.hands },
                over: &over,
                dice: self.inputs.last().map_or(&self.first_dice, |given| &given.dice).clone(),
                policy: &mut self.policy,
                after: Vec::new(),
            };
            let round = G::rounds(&start) + 1;
            let people = self.is_moment || roster.hands.contains(&true);
            let source = &mut live as &mut dyn Source<G>;
            let played = play_turn::<G>(&roster.setup, &start, &given, source, people, &over)?;
            let Played { state, records, used, pause, endings, refused } = played;
            let notice = refused.map(|(question, choice, refusal)| {
                let label = G::describe_choice(&roster.setup, G::asked(&question), &choice);
                format!("The policy wants what the rules refuse ({label}): {refusal}")
            });
            let after = live.after;
            // What is left over of the inputs belongs to the next turn.
            let through = first + used.len();
            for (input, (dice, by)) in used.into_iter().skip(given.len()).zip(after) {
                self.inputs.push(Given { input, by, joined: false, dice });
            }
            let writer = Writer::<G> { setup: &roster.setup, names: &roster.names, seats: &self.seats, round };
            let used = self.inputs[first..through].iter().map(|given| (&given.input, given.by, given.joined));
            let (mut lines, mut kept) = (writer.lines(&records, used), kept_at::<G>(&roster.setup, &start, &records));
            for (at, ending) in endings.into_iter().rev() {
                lines.insert(at, writer.ending(&ending, &roster.sides, round - 1));
                kept.insert(at, Hidden::default());
            }
            self.lines.truncate(from);
            let begun = count_turns(&mut lines, begun, self.lines.last(), G::TURN_BEGINS);
            self.lines.append(&mut lines);
            self.kept.truncate(from);
            self.kept.append(&mut kept);
            let Some(pause) = pause else {
                self.turns.push(Checkpoint {
                    state: Arc::new(state),
                    roster,
                    inputs: through,
                    lines: self.lines.len(),
                    begun,
                });
                continue;
            };
            self.options.clear();
            self.shown_options.take();
            if let Pause::Need(Need::Choice(question)) = &pause {
                G::options(&roster.setup, &state, question, &mut self.options);
            }
            (self.start, self.state, self.roster) = (start, state, roster);
            self.pause = pause;
            self.notice = notice;
            return Ok(());
        }
    }

    /// Numbers the lines from `from` on, where they differ from the old ones, and writes them down. Where something is
    /// replaced, only the first `rolls` of the rolls are old: the others fell anew, even if they fell alike.
    fn write_from(&mut self, from: usize, old: Vec<LogLine>, why: Option<Rewrite>, mut rolls: usize) {
        let mut same = |(new, old): &(&LogLine, &LogLine)| {
            if why.is_some() && matches!(new.entry, LogEntry::Roll(_) | LogEntry::Voided(_)) {
                let Some(left) = rolls.checked_sub(1) else { return false };
                rolls = left;
            }
            let named = why.is_some_and(|why| why.line == Some(old.line));
            new.entry == old.entry && new.text == old.text && new.turn == old.turn && new.seat == old.seat && !named
        };
        let mut common = self.lines[from..].iter().zip(&old).take_while(|pair| same(pair)).count();
        if why.is_some() && common == old.len() {
            // Even what changes nothing is an input, and has to stand in the log.
            common = common.saturating_sub(1);
        }
        for (line, old) in self.lines[from..].iter_mut().zip(&old).take(common) {
            line.line = old.line;
        }
        if let Some(withdrawn) = old.get(common) {
            let (by, total) = why.map_or((Withdrawal::Undo, None), |why| (why.by, why.total));
            let text = match by {
                Withdrawal::Undo => "The last input is taken back.",
                Withdrawal::Void => "The game master makes a roll void.",
                Withdrawal::Force => "The game master lays a roll down.",
            };
            let line = self.written.len() as u64;
            let entry = LogEntry::Withdrawn { to: withdrawn.line, by, total };
            let seat = self.giver().seat(&self.seats);
            self.write(LogLine { line, round: None, turn: None, seat, entry, text: Some(text.to_owned()) });
        }
        for at in from + common..self.lines.len() {
            self.lines[at].line = self.written.len() as u64;
            let line = self.lines[at].clone();
            self.write(line);
        }
    }

    fn write(&mut self, line: LogLine) {
        // A line is numbers, texts and JSON values: it can always be written.
        self.written.push(line.to_json());
    }
}

impl<G: Rules> Scenario<G>
where
    G::Setup: Clone,
{
    /// A table at which it is played on those terms.
    ///
    /// # Errors
    /// If nobody has a name that is to be played by hand, or a policy finds no end.
    pub fn session(&self, terms: Terms) -> Result<Session<G>, Denied> {
        Session::new(self.setup().clone(), self.start().clone(), terms)
    }

    /// A table at which a log of it is followed.
    ///
    /// # Errors
    /// As [`session`](Self::session).
    pub fn session_to_follow(&self, terms: Terms) -> Result<Session<G>, Denied> {
        Session::to_follow(self.setup().clone(), self.start().clone(), terms)
    }
}

/// The moment to which the usual answers to what is due lead, if something else is asked there; nothing if there is no
/// usual answer.
///
/// # Errors
/// The usual answer, if nothing else is asked after it in this turn.
fn ahead_of<G: Rules>(here: &Position<G>) -> Result<Option<Ahead<G>>, G::Choice> {
    let (Some(me), Some(usual)) = (here.asked(), here.usual()) else { return Ok(None) };
    let (mut at, mut answers, mut passed) = (here.clone(), Vec::new(), Vec::new());
    while at.asked() == Some(me) && at.is_in_turn_of(here) {
        let Some(usual) = at.usual() else {
            // Where nobody can be struck at without a step, the step is what matters.
            let step = if at.aims_at_nobody() { passed.iter().position(Position::steps_into_reach) } else { None };
            return Ok(match step {
                None => Some(Ahead { answers, position: at }),
                Some(0) => None,
                Some(number) => {
                    answers.truncate(number);
                    Some(Ahead { answers, position: passed.swap_remove(number) })
                }
            });
        };
        let Ok(next) = at.apply(usual) else { return Ok(None) };
        passed.push(std::mem::replace(&mut at, next));
        answers.push(usual);
    }
    Err(usual)
}
