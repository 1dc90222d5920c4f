//! A moment of a fight as a side knows it, without the combatants that are hidden from it.

use super::{Position, play_turn};
use crate::Pause;
use crate::ruleset::{Change, Rules};
use affray_kernel::dice::Dice;
use affray_kernel::hidden::Hidden;
use affray_kernel::referee::{
    CombatantId, Game, Input, Need, Nothing, Record, Refusal, RollRecord, Source, Stop, Thrown, Why,
};
use affray_kernel::tally::Lines;
use std::cell::Cell as Flag;
use std::sync::Arc;

impl<G: Rules> Position<G> {
    /// This moment as a side knows it, without the combatants that are hidden from it; nothing if it knows them all.
    ///
    /// It is the turn as it would have been without them: what only they did, or what was rolled only because of them, is left
    /// out. Where that does not lead to the moment, since what they did is the reason of what is asked, the position keeps the
    /// turn as it was, and choices are judged by the state as the side knows it.
    pub fn believed(&self, side: u8) -> Option<Self> {
        let state = G::believed(&self.setup, &self.state, side)?;
        let is_same = |there: &Self| match (&there.pause, &self.pause) {
            (Pause::Need(Need::Choice(one)), Pause::Need(Need::Choice(other))) => one == other,
            (Pause::Need(Need::Roll { why, .. }), Pause::Need(Need::Roll { why: other, .. })) => why == other,
            (Pause::Over(one), Pause::Over(other)) => one == other,
            _ => false,
        };
        Some(self.without_unseen(side).filter(is_same).unwrap_or_else(|| Self {
            state,
            known_to: Some(side),
            ..self.clone()
        }))
    }

    /// The moment to which the turn leads that begins without those whom a side does not know of; nothing if it leads to none.
    fn without_unseen(&self, side: u8) -> Option<Self> {
        let hidden = G::hidden(&self.state);
        let mut start = G::State::clone(&self.start);
        G::hide(&mut start, hidden.clone());
        let mut start = Arc::new(G::believed(&self.setup, &start, side)?);
        let mut records = self.records();
        records.retain(|record| !self.is_of_unseen(record, hidden, side));
        let mut recall = Recall { left: &records };
        let mut inputs: Vec<Input<G::Choice, Change>> = Vec::new();
        loop {
            let source = &mut recall as &mut dyn Source<G>;
            let played = play_turn::<G>(&self.setup, &start, &inputs, source, true, &Flag::new(false)).ok()?;
            let Some(pause) = played.pause else {
                start = Arc::new(played.state);
                inputs.drain(..played.used.len().min(inputs.len()));
                continue;
            };
            inputs = played.used;
            match recall.left.split_first() {
                Some((Record::Set(change), left)) => (inputs.push(Input::Set(change.clone())), recall.left = left),
                Some((&Record::Interjected { who, choice }, left)) => {
                    (inputs.push(Input::Interject { who, choice }), recall.left = left)
                }
                _ => {
                    let (setup, state) = (Arc::clone(&self.setup), played.state);
                    return Some(Self { setup, start, inputs, state, pause, known_to: None });
                }
            };
        }
    }

    /// Whether a record is of no use to those who do not know of somebody: it is no input, or what the game master did to that
    /// one.
    fn is_of_unseen(&self, record: &Record<G>, hidden: &Hidden, side: u8) -> bool {
        match record {
            Record::Event(_) | Record::Score { .. } => true,
            Record::Interjected { who, .. } => hidden.hides(*who, side),
            Record::Set(change) => {
                let name = change.path.split('.').next().unwrap_or_default();
                let who = G::figures(&self.setup).position(|(one, _)| one.eq_ignore_ascii_case(name));
                who.is_some_and(|who| hidden.hides(CombatantId(who as u8), side))
            }
            Record::Roll(_) | Record::Voided(_) | Record::Choice { .. } => false,
        }
    }
}

/// Gives what was recorded to those who ask for it, in its order. What nobody asks for is passed over, up to what the game
/// master set or somebody did unasked.
struct Recall<'a, G: Game> {
    left: &'a [Record<G>],
}

impl<'a, G: Game> Recall<'a, G> {
    /// The next record that answers.
    fn next(&mut self, answers: impl Fn(&Record<G>) -> bool) -> Option<&'a Record<G>> {
        let is_set = |record: &Record<G>| matches!(record, Record::Set(_) | Record::Interjected { .. });
        let at = self.left.iter().position(|record| is_set(record) || answers(record))?;
        let left = &self.left[at..];
        let (found, rest) = left.split_first()?;
        self.left = if is_set(found) { left } else { rest };
        Some(found).filter(|found| !is_set(found))
    }
}

impl<G: Rules> Source<G> for Recall<'_, G> {
    fn roll(&mut self, why: Why, dice: Dice, target: Option<&Lines>) -> Result<Thrown, Stop<G>> {
        let is_it = |roll: &RollRecord| roll.why == why && dice.accepts(roll.total);
        let found = self.next(|record| matches!(record, Record::Roll(roll) if is_it(roll)));
        match found {
            Some(Record::Roll(roll)) => Ok(Thrown { total: roll.total, forced: roll.forced }),
            _ => Nothing.roll(why, dice, target),
        }
    }

    fn choose(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> Result<G::Choice, Stop<G>> {
        let is_it = |asked: &G::Question| asked == question;
        let found = self.next(|record| matches!(record, Record::Choice { question, .. } if is_it(question)));
        match found {
            Some(Record::Choice { choice, .. }) => Ok(*choice),
            _ => Nothing.choose(setup, state, question),
        }
    }

    /// It was done: that it is against the rules now comes from what is not known.
    fn allows(&mut self, _: &Refusal) -> bool {
        true
    }
}
