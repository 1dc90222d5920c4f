//! What people do at a table, in short.

use affray_kernel::referee::{Input, Need};
use affray_session::encounter::EncounterFormat;
use affray_session::position::Denied;
use affray_session::{Command, Pause, Session, Table as _, Wanted};
use serde_json::Value;

/// The hands of those who sit at a table.
pub trait Hands<G: EncounterFormat> {
    /// Answers the question that is asked.
    ///
    /// # Errors
    /// Why that is no answer.
    fn say(&mut self, words: &str) -> Result<(), Denied>;

    /// Types the roll that is due.
    ///
    /// # Panics
    /// If none is due, or it cannot come out so.
    fn roll(&mut self, words: &str);

    /// Sets a part of the state.
    ///
    /// # Panics
    /// If it cannot be so.
    fn set(&mut self, path: &str, value: Value);

    /// The question that is asked, in words.
    ///
    /// # Panics
    /// If none is.
    fn prompt(&self) -> String;

    /// Plays on, with the default answer to each question and 5 for each roll that is typed, until a question is asked.
    ///
    /// # Panics
    /// If it never is.
    fn play_until(&mut self, is_asked: impl Fn(&G::Question) -> bool);
}

impl<G: EncounterFormat> Hands<G> for Session<G>
where
    G::Setup: Clone,
{
    fn say(&mut self, words: &str) -> Result<(), Denied> {
        self.act(Command::Choose { words: words.to_owned(), allow: false })
    }

    fn roll(&mut self, words: &str) {
        self.act(Command::Roll { words: words.to_owned() }).unwrap_or_else(|wrong| panic!("{words}: {wrong}"));
    }

    fn set(&mut self, path: &str, value: Value) {
        self.act(Command::Set { path: path.to_owned(), value }).unwrap_or_else(|wrong| panic!("{path}: {wrong}"));
    }

    fn prompt(&self) -> String {
        match self.wanted() {
            Wanted::Choice { prompt, .. } => prompt,
            other => panic!("{other:?}"),
        }
    }

    fn play_until(&mut self, is_asked: impl Fn(&G::Question) -> bool) {
        loop {
            match self.pause() {
                Pause::Need(Need::Choice(question)) if is_asked(question) => return,
                Pause::Need(Need::Choice(question)) => {
                    let choice = G::default_choice(self.setup(), self.state(), question);
                    self.push(Input::Choice { choice, allowed: false }).unwrap_or_else(|wrong| panic!("{wrong}"));
                }
                Pause::Need(Need::Roll { .. }) => self.roll("5"),
                Pause::Over(_) => panic!("the question is never asked"),
            }
        }
    }
}
