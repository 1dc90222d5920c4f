//! How a session begins: at an encounter, or at a moment of another one.

use super::log::{LogEntry, LogLine, OddsFor};
use super::roster::Roster;
use super::{Checkpoint, Given, Giver, Pause, Seat, Session, Terms};
use crate::orders;
use crate::position::Denied;
use crate::ruleset::Rules;
use affray_kernel::dice::Stream;
use affray_kernel::turns::Ending;
use std::cell::OnceCell;
use std::sync::Arc;

impl<G: Rules> Session<G> {
    /// Sits down to a fight; it goes on until somebody has to do something.
    ///
    /// # Errors
    /// If nobody has a name that is to be played by hand, or a policy finds no end.
    pub fn new(setup: G::Setup, start: G::State, terms: Terms) -> Result<Self, Denied> {
        Self::sit_down(setup, start, terms, false)
    }

    /// Sits down to a fight that [follows](super::Table::follow) a log: dice that fell otherwise each time are not thrown,
    /// since the log has them.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn to_follow(setup: G::Setup, start: G::State, terms: Terms) -> Result<Self, Denied> {
        Self::sit_down(setup, start, terms, true)
    }

    fn sit_down(setup: G::Setup, mut start: G::State, terms: Terms, follows: bool) -> Result<Self, Denied> {
        for orders in &terms.orders {
            orders::give_line::<G>(&setup, &mut start, orders)?;
        }
        let roster = Arc::new(Roster::new(setup, start.clone(), &terms.by_hand)?);
        let mut session = Self { follows, ..Self::at_turn(roster, Arc::new(start), 0, Arc::new(terms)) };
        session.write(LogLine {
            line: 0,
            round: None,
            turn: None,
            seat: None,
            entry: LogEntry::Header(Box::new(session.terms.header())),
            text: None,
        });
        session.begun()
    }

    /// The moment as who sits there knows it, as a session of its own that begins with the turn that goes on: see
    /// [`Table::moment`](super::Table::moment).
    pub(super) fn at_moment(&self) -> Result<Self, Denied> {
        let here = self.here();
        let (start, inputs) = here.turn();
        let begun = self.turns[self.turns.len() - 1].begun;
        let mut moment = Self {
            is_moment: true,
            sitter: self.sitter.clone(),
            odds_for: self.odds_for,
            asks_all: self.asks_all,
            ..Self::at_turn(Arc::clone(&self.roster), Arc::new(start.clone()), begun, Arc::clone(&self.terms))
        };
        let given = |input| Given { input, by: Giver::Person(0), joined: false, dice: moment.first_dice.clone() };
        moment.inputs = inputs.iter().cloned().map(given).collect();
        let mut moment = moment.begun()?;
        moment.notice.clone_from(&self.notice);
        moment.look_ahead();
        Ok(moment)
    }

    /// At the start of a turn, before anything of it is played.
    fn at_turn(roster: Arc<Roster<G>>, start: Arc<G::State>, begun: u32, terms: Arc<Terms>) -> Self {
        Self {
            rosters: Vec::new(),
            is_moment: false,
            policy: G::Own::default(),
            first_dice: Stream::new(terms.seed, terms.number),
            inputs: Vec::new(),
            done: Vec::new(),
            undone: Vec::new(),
            follows: false,
            seats: vec![String::new()],
            seat: 0,
            sitter: Seat::GameMaster,
            asks_all: true,
            was_asked: None,
            odds_for: OddsFor::default(),
            ahead: None,
            before: Vec::new(),
            commands: false,
            joins: false,
            back: Vec::new(),
            turns: vec![Checkpoint {
                state: Arc::clone(&start),
                roster: Arc::clone(&roster),
                inputs: 0,
                lines: 0,
                begun,
            }],
            state: G::State::clone(&start),
            start,
            pause: Pause::Over(Ending { side: None, at_limit: false }),
            options: Vec::new(),
            words: OnceCell::new(),
            shown_options: OnceCell::new(),
            notice: None,
            lines: Vec::new(),
            kept: Vec::new(),
            written: Vec::new(),
            roster,
            terms,
        }
    }

    /// Plays the inputs that it has.
    fn begun(mut self) -> Result<Self, Denied> {
        self.run().map_err(|denied| denied.to_string())?;
        self.write_from(0, Vec::new(), None, 0);
        Ok(self)
    }
}
