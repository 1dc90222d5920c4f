//! What is done at a table.

use super::log::{LogEntry, LogLine, OddsFor};
use super::roster::Roster;
use super::{Pause, Seat, Session};
use crate::muster::{JOINS, LEAVES, completed};
use crate::orders;
use crate::position::{Denied, Position, UNSEEN};
use crate::ruleset::{Change, Rules};
use crate::secrets::HIDDEN_FROM;
use crate::session::Table;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Input, Need};
use serde_json::Value;

/// What somebody at the table does.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Takes the decision that is due: the number of an option, or words.
    Choose {
        /// The number or the words.
        words: String,
        /// The game master lets it pass against the rules.
        allow: bool,
    },
    /// Says what the dice show that are due: their sum, or each of them.
    Roll {
        /// The sum, or the single dice.
        words: String,
    },
    /// Lays down the sum of the roll that is due, or of an earlier one: see [`Session::force`].
    Force {
        /// The sum.
        total: i32,
        /// The line of the roll.
        line: Option<u64>,
    },
    /// Makes a roll void: see [`Session::void`].
    Void {
        /// The line of the roll; nothing for the last one.
        line: Option<u64>,
    },
    /// Sets a part of the state.
    Set {
        /// Which part, such as `Orc.hp`.
        path: String,
        /// To what.
        value: Value,
    },
    /// Does something unasked.
    Interject {
        /// Who does it.
        who: String,
        /// What.
        words: String,
    },
    /// Takes points from a combatant, or gives them back: what it has is set to so many fewer.
    Hurt {
        /// Whom, by its name or the beginning of it.
        who: String,
        /// How many; fewer than none heal.
        points: i32,
    },
    /// Hides a combatant: its [`hidden_from`](crate::secrets::HIDDEN_FROM) is set.
    Hide {
        /// Whom, by its name or the beginning of it.
        who: String,
        /// From which side, besides those from which it is hidden already; from all others if nothing is named.
        from: Option<String>,
    },
    /// Reveals a combatant to everybody.
    Reveal {
        /// Whom, by its name or the beginning of it.
        who: String,
    },
    /// Has somebody join the fight: see [`muster`](crate::muster).
    Add {
        /// What an encounter says of a combatant. As its sheet it can have the name of one who fights, and go without a name
        /// and without the side of that one.
        combatant: Value,
    },
    /// Takes somebody out of the fight.
    Remove {
        /// Whom, by its name or the beginning of it.
        who: String,
    },
    /// Has everything asked from now on, or no more; a fight that is resumed remembers it.
    Ask {
        /// Everything.
        all: bool,
    },
    /// Sets who is told odds.
    Odds {
        /// Who.
        of: OddsFor,
    },
    /// Writes something down in the log.
    Note {
        /// What.
        note: String,
    },
    /// Takes the last of all this back.
    Undo,
    /// Takes everything of the turn that goes on back: see [`Session::undo_turn`].
    UndoTurn,
    /// Does again what was taken back last.
    Redo,
    /// Has the program throw dice that are due to be typed.
    Draw,
}

impl<G: Rules> Session<G> {
    /// Takes a decision, or several that one line of words says.
    pub(super) fn choose(&mut self, words: &str, allowed: bool) -> Result<(), Denied> {
        let here = self.here();
        if here.question().is_none() {
            return Err(match here.waits_for() {
                Pause::Over(_) => "the fight is over: `undo` takes the last input back",
                _ => "dice are due, no decision",
            }
            .into());
        }
        let words = words.trim();
        let choices = match self.said(words) {
            Ok((_, choices)) => choices,
            Err(_) if allowed && words.parse::<i64>().is_err() => here.say_against_rules(words)?,
            Err(wrong) => return Err(wrong),
        };
        if choices.is_empty() {
            return Err("that is so already: say how it goes on, such as `stop`".into());
        }
        self.take(here, choices, allowed).map(|_| ())
    }

    /// Takes choices that answer what is asked here, as who sits there knows the fight, up to where it comes otherwise than that
    /// one knows, or than it would if others let a way be; says how many were taken.
    pub(super) fn take(&mut self, here: Position<G>, choices: Vec<G::Choice>, allowed: bool) -> Result<usize, Denied> {
        let knows_all = self.knows_all();
        let mut known = Some(here);
        let mut taken = 0;
        for choice in choices {
            if known.as_ref().is_some_and(|at| at.question() != self.position().question()) {
                break;
            }
            let allowed = allowed && self.position().judge(&choice).is_err();
            known = match (self.push(Input::Choice { choice, allowed }), known.map(|at| at.go_by(choice))) {
                (Ok(()), at) if knows_all => at.and_then(Result::ok),
                (Ok(()), at) => at.transpose()?,
                (Err(wrong), _) if knows_all => return Err(wrong),
                (Err(_), _) if taken == 0 => return Err(UNSEEN.into()),
                (Err(_), _) => break,
            };
            taken += 1;
        }
        Ok(taken)
    }

    pub(super) fn do_command(&mut self, command: Command) -> Result<(), Denied> {
        match command {
            Command::Choose { words, allow } => self.choose(&words, allow),
            Command::Roll { words } => {
                let Pause::Need(Need::Roll { dice, .. }) = &self.pause else {
                    return Err("no dice are due".into());
                };
                let wrong = match read_throw(*dice, &words) {
                    Ok(total) => return self.push(Input::Roll { total, forced: false }),
                    Err(wrong) => wrong,
                };
                self.throw_all(&words).map_err(|more| more.unwrap_or(wrong))
            }
            Command::Force { total, line } => self.force(total, line),
            Command::Void { line } => self.void(line),
            Command::Set { path, value } => {
                // A name can be the beginning of one here too.
                let named = path.split_once('.').and_then(|(who, part)| {
                    // Orders go to sides too.
                    let is_side = || orders::side_of(self.roster.sides.iter().map(String::as_str), who).is_some();
                    let is_one = || self.roster.names.iter().any(|name| name.eq_ignore_ascii_case(who));
                    let to_side = part == orders::ORDERS && !is_one() && is_side();
                    if to_side { None } else { Some((Table::find(self, who).ok()?, part)) }
                });
                let path = named.map_or(path.clone(), |(who, part)| format!("{}.{part}", self.roster.names[who]));
                self.push(Input::Set(Change { path, value }))
            }
            Command::Interject { who, words } => {
                let who = CombatantId(Table::find(self, &who)? as u8);
                self.is_no_roll_due()?;
                let choice = G::free_action_in_words(&self.roster.setup, self.here().state(), who, &words)?;
                self.push(Input::Interject { who, choice })
            }
            Command::Hurt { who, points } => {
                let who = CombatantId(Table::find(self, &who)? as u8);
                let status = G::final_status(&self.roster.setup, &self.state, who);
                let left = status
                    .hp
                    .saturating_sub(points)
                    .clamp(G::least_points(status.max_hp).min(status.hp), status.max_hp.max(status.hp));
                if left == status.hp {
                    let (name, points) = (self.name(who), G::POINTS.to_uppercase());
                    return Err(format!("{name} has {left} of {} {points}, and that stays so", status.max_hp).into());
                }
                let path = format!("{}.{}", self.name(who), G::POINTS);
                self.push(Input::Set(Change { path, value: left.into() }))
            }
            Command::Hide { who, from } => {
                let who = CombatantId(Table::find(self, &who)? as u8);
                let mut sides = self.sides_without(G::hidden(&self.state), who);
                match from {
                    Some(side) => sides.push(side),
                    None => {
                        let own = usize::from(G::side(&self.roster.setup, who));
                        let others = self.roster.sides.iter().enumerate().filter(|(side, _)| *side != own);
                        sides = others.map(|(_, name)| name.clone()).collect();
                    }
                }
                self.set_hidden(who, &sides)
            }
            Command::Reveal { who } => {
                let who = CombatantId(Table::find(self, &who)? as u8);
                self.set_hidden(who, &[])
            }
            Command::Add { combatant } => {
                self.is_no_roll_due()?;
                let Roster { added, figures, sides, .. } = &*self.roster;
                let (name, value) = completed(&self.terms.encounter, added, figures, sides, &combatant)?;
                self.push(Input::Set(Change { path: format!("{name}.{JOINS}"), value }))
            }
            Command::Remove { who } => {
                self.is_no_roll_due()?;
                let who = CombatantId(Table::find(self, &who)? as u8);
                self.push(Input::Set(Change { path: format!("{}.{LEAVES}", self.name(who)), value: true.into() }))
            }
            Command::Ask { all } => {
                self.set_table(Some(all), None);
                Ok(())
            }
            Command::Odds { of } => {
                self.set_table(None, Some(of));
                Ok(())
            }
            Command::Note { note } => {
                self.note(note);
                Ok(())
            }
            Command::Undo => self.undo_command(),
            Command::UndoTurn => {
                self.before.clear();
                self.undo_turn()
            }
            Command::Redo => {
                for left in (0..self.back.last().copied().unwrap_or(1)).rev() {
                    self.redo()?;
                    if let Some(inputs) = self.back.last_mut() {
                        *inputs = left;
                    }
                }
                self.back.pop();
                Ok(())
            }
            Command::Draw => self.draw_roll(),
        }
    }

    /// That no dice are due: what is done then waits for them.
    fn is_no_roll_due(&self) -> Result<(), Denied> {
        match &self.pause {
            Pause::Need(Need::Roll { .. }) => Err("dice are due first".into()),
            _ => Ok(()),
        }
    }

    pub(super) fn set_hidden(&mut self, who: CombatantId, from: &[String]) -> Result<(), Denied> {
        let path = format!("{}.{HIDDEN_FROM}", self.name(who));
        self.push(Input::Set(Change { path, value: from.into() }))
    }

    /// Takes the faces of several rolls that come one after another, as the dice of a pool do: all of them or none.
    ///
    /// # Errors
    /// Which face is wrong, or that fewer are due before anything else; nothing where they are no faces of several rolls.
    fn throw_all(&mut self, words: &str) -> Result<(), Option<Denied>> {
        let faces = numbers(words).filter(|faces| faces.len() > 1).ok_or(None)?;
        let (mut at, mut totals, mut left) = (self.position(), Vec::new(), &faces[..]);
        while !left.is_empty() {
            let due = match at.waits_for() {
                Pause::Need(Need::Roll { dice, why, .. }) if self.is_typed(why.who) => Some(*dice),
                _ => None,
            };
            let Some(dice) = due else {
                let (typed, taken) = (faces.len(), faces.len() - left.len());
                let wrong = format!("{typed} dice were typed, and none of them is taken: {taken} are due here");
                return Err(Some(wrong.into()));
            };
            let (these, others) = left.split_at(usize::from(dice.number).min(left.len()));
            let shown = dice.shown(these).map_err(|wrong| format!("{dice} {wrong}").into());
            let total = shown.map_err(|wrong| Some(wrong).filter(|_| !totals.is_empty() || dice.number == 1))?;
            totals.push(total);
            at = at.roll(total).map_err(Some)?;
            left = others;
        }
        totals.into_iter().try_for_each(|total| self.push(Input::Roll { total, forced: false })).map_err(Some)
    }

    /// How many dice of the pool are due one after another, if each shows its lowest face; 0 where a roll is due by itself.
    pub(super) fn dice_of_pool(&self) -> usize {
        let (mut at, mut count) = (self.position(), 0);
        let Pause::Need(Need::Roll { why: first, .. }) = self.pause.clone() else { return 0 };
        loop {
            match at.waits_for() {
                Pause::Need(Need::Roll { dice, why, .. })
                    if why.pooled && (why.who, why.what) == (first.who, first.what) =>
                {
                    let lowest = dice.lowest();
                    let Ok(next) = at.roll(lowest) else { return count };
                    (at, count) = (next, count + 1);
                }
                _ => return count,
            }
        }
    }

    /// Does something, and gives the usual answers that follow.
    pub(super) fn do_and_go_on(&mut self, command: Command) -> Result<(), Denied> {
        let goes_back = matches!(command, Command::Undo | Command::UndoTurn);
        let before = self.done.len();
        (self.commands, self.joins) = (true, false);
        let done = self.do_command(command);
        if goes_back {
            let mut again = 0;
            // What is asked now is what was asked before.
            while done.is_ok() && self.look_ahead().is_some() {
                if self.done.is_empty() {
                    // Before anything that is asked, the fight begins again as it began.
                    again = self.answer_usual_first()?;
                    break;
                }
                self.undo()?;
            }
            if self.done.len() + again < before {
                self.back.push(before - self.done.len() - again);
            }
            (self.commands, self.joins) = (false, false);
            return done;
        }
        let done = done.and_then(|()| self.answer_usual());
        (self.commands, self.joins) = (false, false);
        if before < self.done.len() {
            self.before.push(before);
        }
        self.forget_what_was_taken_back();
        done
    }

    /// Only an input that was carried out clears what can be done again.
    pub(super) fn forget_what_was_taken_back(&mut self) {
        if self.undone.is_empty() {
            self.back.clear();
        }
    }

    /// Gives the usual answers before anything that is asked: they belong to the beginning, which nobody takes back. Says how
    /// many of them had been taken back.
    pub(super) fn answer_usual_first(&mut self) -> Result<usize, Denied> {
        let (from, mut again) = (self.inputs.len(), 0);
        self.answer_usual()?;
        self.done.clear();
        for given in &self.inputs[from.min(self.inputs.len())..] {
            if self.undone.last() == Some(&given.input) {
                self.undone.pop();
                again += 1;
            }
        }
        Ok(again)
    }

    /// Writes something down in the log; nothing else changes.
    pub fn note(&mut self, note: String) {
        let line = self.written.len() as u64;
        let text = Some(format!("Note: {note}"));
        let seat = self.giver().seat(&self.seats);
        self.write(LogLine { line, round: None, turn: None, seat, entry: LogEntry::Note { note }, text });
    }

    /// Sets what holds at the table, and writes it into the log.
    pub(super) fn set_table(&mut self, ask_all: Option<bool>, odds: Option<OddsFor>) {
        if let Some(all) = ask_all {
            (self.asks_all, self.was_asked) = (all, Some(all));
        }
        self.odds_for = odds.unwrap_or(self.odds_for);
        let text = match (ask_all, odds) {
            (Some(true), _) => "Everything is asked from now on.",
            (Some(false), _) => "What has a usual answer is not asked any more.",
            (None, Some(OddsFor::Open)) => "Odds are open to everybody from now on.",
            (None, Some(OddsFor::Off)) => "No odds are told from now on.",
            (None, _) => "Odds are told to whoever decides from now on.",
        };
        self.shown_options.take();
        let line = self.written.len() as u64;
        let seat = self.giver().seat(&self.seats);
        let entry = LogEntry::Table { ask_all, odds };
        self.write(LogLine { line, round: None, turn: None, seat, entry, text: Some(text.to_owned()) });
    }

    /// Whether who sits there may do something.
    pub(super) fn may(&self, command: &Command) -> Result<(), Denied> {
        let mine = match &self.sitter {
            Seat::GameMaster => return Ok(()),
            _ if self.is_in_secret() => return Err("the game master throws these dice".into()),
            Seat::Spectator => return Err("whoever looks on does nothing".into()),
            Seat::Player(mine) => mine,
        };
        let asked = || match self.asked() {
            None => Err("nothing is waited for".into()),
            Some(who) if mine.contains(&who.index()) => Ok(()),
            Some(who) if self.sees(G::hidden(&self.state), who) => {
                Err(format!("{} is asked, not you", self.name(who)).into())
            }
            Some(_) => Err("somebody else is asked, not you".into()),
        };
        match command {
            Command::Choose { allow: false, .. } | Command::Roll { .. } | Command::Draw => asked(),
            Command::Note { .. } => Ok(()),
            Command::Interject { who, .. } if Table::find(self, who).is_ok_and(|who| mine.contains(&who)) => Ok(()),
            Command::Undo | Command::Redo if self.goes_back_freely() => Ok(()),
            Command::Undo | Command::Redo | Command::UndoTurn => {
                Err("dice fell since, or somebody else did something: ask the game master to take it back".into())
            }
            _ => Err("only the game master may do that".into()),
        }
    }

    /// Whether what was done last came from this seat, and no dice fell after it.
    pub(super) fn goes_back_freely(&self) -> bool {
        let last = self.done.last().map_or(0, |done| done.at);
        let since = self.inputs.get(last..).unwrap_or_default();
        let mut own = since.iter().take(1).map(|given| given.by == self.giver());
        own.next().unwrap_or(!self.undone.is_empty())
            && !since.iter().any(|given| matches!(given.input, Input::Roll { .. }))
    }

    /// Takes all inputs of the last command back.
    pub(super) fn undo_command(&mut self) -> Result<(), Denied> {
        let before = self.before.pop();
        loop {
            self.undo()?;
            if before.is_none_or(|before| self.done.len() <= before) {
                return Ok(());
            }
        }
    }
}

/// Numbers as they are typed in one line; nothing if there is anything else.
fn numbers(words: &str) -> Option<Vec<i32>> {
    words.split([' ', '+', ',', '\t']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
}

/// What dice show, as their sum or one by one.
fn read_throw(dice: Dice, words: &str) -> Result<i32, Denied> {
    let count = usize::from(dice.number);
    match numbers(words).as_deref() {
        Some(faces) if faces.len() == 1 || faces.len() == count => {
            dice.shown(faces).map_err(|wrong| format!("{dice} {wrong}").into())
        }
        _ if count == 1 => Err(format!("type what the die shows, 1 to {}", dice.sides).into()),
        _ => {
            let example = vec!["4"; count].join(" ");
            Err(format!("type the sum of the {count} dice, or each of them: `{example}`").into())
        }
    }
}
