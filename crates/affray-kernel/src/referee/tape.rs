//! The tape: recorded inputs, every record kept, and a stop where the tape ends.

use super::pool::AtReferee;
use super::{CombatantId, Game, Policy, Pool, Referee, Refusal, Why};
use crate::dice::{Dice, Stream};
use crate::rules::RuleId;
use crate::tally::{Lines, Tally};
use serde::Serialize;

/// One input of a fight: all that is not in its encounter and its rules. `C` is a [`Game::Choice`], `S` a
/// [`Game::Change`].
#[derive(Debug, Clone, PartialEq)]
pub enum Input<C, S> {
    /// The sum that dice showed. `forced` marks one that the game master laid down.
    Roll {
        /// The sum.
        total: i32,
        /// Laid down instead of thrown.
        forced: bool,
    },
    /// A decision. `allowed` marks one that the game master lets pass against the rules.
    Choice {
        /// What was decided.
        choice: C,
        /// Not judged.
        allowed: bool,
    },
    /// The roll before this is void and is thrown again.
    Void,
    /// Somebody does something unasked, at the next decision or turn.
    Interject {
        /// Who.
        who: CombatantId,
        /// What.
        choice: C,
    },
    /// A part of the state is set, at the next decision or turn.
    Set(S),
}

/// A roll as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RollRecord {
    /// Whose it is, under which rule and what for.
    #[serde(flatten)]
    pub why: Why,
    /// What was thrown.
    pub dice: Dice,
    /// How the target number came about, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Lines>,
    /// The sum.
    pub total: i32,
    /// Laid down by the game master instead of thrown.
    pub forced: bool,
}

/// One line of what happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Record<G: Game> {
    /// Dice were thrown.
    Roll(RollRecord),
    /// A roll that the game master made void.
    Voided(RollRecord),
    /// A score that a roll is measured by.
    Score {
        /// Whose, under which rule and what for.
        why: Why,
        /// How it came about.
        score: Lines,
    },
    /// A decision was taken.
    Choice {
        /// What was asked.
        question: G::Question,
        /// What was decided.
        choice: G::Choice,
        /// If it was allowed against a rule: which.
        overruled: Option<RuleId>,
    },
    /// Somebody did something unasked.
    Interjected {
        /// Who.
        who: CombatantId,
        /// What.
        choice: G::Choice,
    },
    /// The game master set a part of the state.
    Set(G::Change),
    /// Something happened.
    Event(G::Event),
}

/// What a tape lacks to go on.
#[derive(Debug, Clone, PartialEq)]
pub enum Need<G: Game> {
    /// A roll.
    Roll {
        /// Whose, and what for.
        why: Why,
        /// Of which dice.
        dice: Dice,
        /// Against what.
        target: Option<Lines>,
    },
    /// A decision.
    Choice(G::Question),
}

/// Why a tape stopped.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop<G: Game> {
    /// It ended: this is wanted next.
    Need(Need<G>),
    /// A choice was refused.
    Refused {
        /// What was asked.
        question: G::Question,
        /// What was answered.
        choice: G::Choice,
        /// Why that is refused.
        refusal: Refusal,
    },
    /// An input does not fit what is wanted: a decision where dice are due, a face that the dice
    /// do not have.
    Misfit {
        /// What was wanted.
        need: Need<G>,
        /// What is wrong with the input.
        message: String,
    },
}

/// Where inputs come from once the recorded ones are used up.
pub trait Source<G: Game> {
    /// The sum of a throw.
    ///
    /// # Errors
    /// If there is none (yet).
    fn roll(&mut self, why: Why, dice: Dice, target: Option<&Lines>) -> Result<Thrown, Stop<G>>;
    /// A decision.
    ///
    /// # Errors
    /// If there is none (yet).
    fn choose(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> Result<G::Choice, Stop<G>>;
    /// Whether the throw that was just given is void and to be thrown again.
    fn voids(&mut self) -> bool {
        false
    }
    /// Whether a choice is allowed that a rule refuses.
    fn allows(&mut self, refusal: &Refusal) -> bool {
        let _ = refusal;
        false
    }
}

impl<G: Game, S: Source<G> + ?Sized> Source<G> for &mut S {
    fn roll(&mut self, why: Why, dice: Dice, target: Option<&Lines>) -> Result<Thrown, Stop<G>> {
        (**self).roll(why, dice, target)
    }
    fn choose(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> Result<G::Choice, Stop<G>> {
        (**self).choose(setup, state, question)
    }
    fn voids(&mut self) -> bool {
        (**self).voids()
    }
    fn allows(&mut self, refusal: &Refusal) -> bool {
        (**self).allows(refusal)
    }
}

/// What dice showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thrown {
    /// The sum.
    pub total: i32,
    /// Laid down by the game master instead of thrown.
    pub forced: bool,
}

impl Thrown {
    /// A sum that fell.
    pub const fn fell(total: i32) -> Self {
        Self { total, forced: false }
    }
}

/// Nothing comes after the recorded inputs: the tape stops there.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;

impl<G: Game> Source<G> for Nothing {
    fn roll(&mut self, why: Why, dice: Dice, target: Option<&Lines>) -> Result<Thrown, Stop<G>> {
        Err(Stop::Need(Need::Roll { why, dice, target: target.cloned() }))
    }
    fn choose(&mut self, _: &G::Setup, _: &G::State, question: &G::Question) -> Result<G::Choice, Stop<G>> {
        Err(Stop::Need(Need::Choice(*question)))
    }
}

/// A fight that plays itself on: a stream and a policy, exactly as the sampler has them.
#[derive(Debug)]
pub struct Live<P> {
    /// The dice.
    pub stream: Stream,
    /// Who decides.
    pub policy: P,
}

impl<G: Game, P: Policy<G>> Source<G> for Live<P> {
    fn roll(&mut self, _: Why, dice: Dice, _: Option<&Lines>) -> Result<Thrown, Stop<G>> {
        Ok(Thrown::fell(dice.draw(&mut self.stream)))
    }
    fn choose(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> Result<G::Choice, Stop<G>> {
        Ok(self.policy.decide(setup, state, question))
    }
}

/// Follows inputs, then a source; keeps what happened.
#[derive(Debug)]
pub struct Tape<'a, G: Game, S> {
    left: &'a [Input<G::Choice, G::Change>],
    /// Settings that came where a roll was due: they take effect at the next decision.
    delayed: Vec<G::Change>,
    /// Where further inputs come from.
    pub source: S,
    /// What happened so far.
    pub records: Vec<Record<G>>,
    /// The inputs that were used, recorded and new: feed them to another tape to get the same.
    pub used: Vec<Input<G::Choice, G::Change>>,
}

impl<'a, G: Game, S: Source<G>> Tape<'a, G, S> {
    /// A tape with those inputs, and a source for what comes after them.
    pub fn new(inputs: &'a [Input<G::Choice, G::Change>], source: S) -> Self {
        Self { left: inputs, delayed: Vec::new(), source, records: Vec::new(), used: Vec::new() }
    }

    /// The inputs that are not used yet.
    pub fn left(&self) -> &'a [Input<G::Choice, G::Change>] {
        self.left
    }

    /// Applies the settings and carries out the interjections that wait at this point of the tape.
    /// Every question does it, and so should whoever runs one turn after another.
    ///
    /// # Errors
    /// If a setting names what is not there, or a rule forbids what somebody does unasked.
    pub fn settle(&mut self, setup: &G::Setup, state: &mut G::State) -> Result<(), String> {
        self.settle_delayed(setup, state)?;
        while self.settle_one(setup, state)? {}
        Ok(())
    }

    /// Applies the next input if it is a setting or an interjection; says whether it was.
    ///
    /// # Errors
    /// As [`settle`](Self::settle).
    pub fn settle_one(&mut self, setup: &G::Setup, state: &mut G::State) -> Result<bool, String> {
        let Some((input, left)) = self.left.split_first() else { return Ok(false) };
        match input {
            Input::Set(change) => {
                let before = state.clone();
                G::set(setup, state, change)?;
                self.records.push(Record::Set(change.clone()));
                self.tell_consequences(setup, &before, state);
            }
            &Input::Interject { who, choice } => {
                // What it brings about is told after it, so its place is kept.
                let place = self.records.len();
                let records = &mut self.records;
                let mut tell = |event| records.push(Record::Event(event));
                G::free_action(setup, state, who, &choice, &mut tell).map_err(|refusal| refusal.to_string())?;
                self.records.insert(place, Record::Interjected { who, choice });
            }
            _ => return Ok(false),
        }
        self.left = left;
        self.used.push(input.clone());
        Ok(true)
    }

    /// Applies only those settings that were given while a roll was due. Whoever keeps an exact account of
    /// where each input took effect calls it at the end of a turn.
    ///
    /// # Errors
    /// If a setting names what is not there.
    pub fn settle_delayed(&mut self, setup: &G::Setup, state: &mut G::State) -> Result<(), String> {
        for change in std::mem::take(&mut self.delayed) {
            let before = state.clone();
            G::set(setup, state, &change)?;
            self.tell_consequences(setup, &before, state);
        }
        Ok(())
    }

    /// Records what follows at once from a state that was set.
    fn tell_consequences(&mut self, setup: &G::Setup, before: &G::State, after: &G::State) {
        let records = &mut self.records;
        G::tell_consequences(setup, before, after, &mut |event| records.push(Record::Event(event)));
    }

    /// The sum of the next roll, from the inputs or the source; it is recorded.
    fn next_total(&mut self, why: Why, dice: Dice, target: Option<&Lines>) -> Result<i32, Stop<G>> {
        loop {
            while let Some((input @ Input::Set(change), left)) = self.left.split_first() {
                self.delayed.push(change.clone());
                self.records.push(Record::Set(change.clone()));
                self.used.push(input.clone());
                self.left = left;
            }
            let mut live = false;
            let Thrown { total, forced } = match self.left.split_first() {
                Some((&Input::Roll { total, forced }, left)) if dice.accepts(total) => {
                    self.left = left;
                    Thrown { total, forced }
                }
                Some((input, _)) => {
                    let message = match input {
                        Input::Roll { total, .. } => {
                            format!("{dice} cannot show {total}: give {} to {}", dice.lowest(), dice.highest())
                        }
                        _ => format!("a roll of {dice} for {} is due before anything else", why.what),
                    };
                    return Err(Stop::Misfit { need: Need::Roll { why, dice, target: target.cloned() }, message });
                }
                None => {
                    live = true;
                    self.source.roll(why, dice, target)?
                }
            };
            self.used.push(Input::Roll { total, forced });
            let roll = RollRecord { why, dice, target: target.cloned(), total, forced };
            let recorded = matches!(self.left.first(), Some(Input::Void));
            if recorded || (live && self.source.voids()) {
                if recorded {
                    self.left = &self.left[1..];
                }
                self.used.push(Input::Void);
                self.records.push(Record::Voided(roll));
                continue;
            }
            self.records.push(Record::Roll(roll));
            return Ok(total);
        }
    }
}

impl<G: Game, S: Source<G>> Referee<G> for Tape<'_, G, S> {
    type Pause = Stop<G>;
    type Tally = Lines;

    fn roll<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        target: Option<&Lines>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Stop<G>> {
        self.next_total(why, dice, target).map(read)
    }

    fn pool<P: Pool<G>, F: Copy + PartialEq>(
        &mut self,
        why: Why,
        pool: &P,
        targets: &[&Lines],
        read: impl Fn(P::Outcome) -> F,
    ) -> Result<F, Stop<G>> {
        pool.throw(why, &mut AtReferee { referee: self, targets }).map(read)
    }

    fn ask(&mut self, setup: &G::Setup, state: &mut G::State, question: G::Question) -> Result<G::Choice, Stop<G>> {
        let misfit = |message: String| Stop::Misfit { need: Need::Choice(question), message };
        self.settle(setup, state).map_err(misfit)?;
        let (choice, mut allowed) = match self.left.split_first() {
            Some((&Input::Choice { choice, allowed }, left)) => {
                self.left = left;
                (choice, allowed)
            }
            Some(_) => return Err(misfit(String::from("a decision is due, no dice"))),
            None => (self.source.choose(setup, state, &question)?, false),
        };
        let overruled = match G::judge(setup, state, &question, &choice) {
            Ok(()) => None,
            Err(refusal) if !refusal.impossible && (allowed || self.source.allows(&refusal)) => {
                allowed = true;
                Some(refusal.rule)
            }
            Err(refusal) => {
                return Err(Stop::Refused { question, choice, refusal });
            }
        };
        self.used.push(Input::Choice { choice, allowed });
        self.records.push(Record::Choice { question, choice, overruled });
        Ok(choice)
    }

    fn show(&mut self, why: Why, score: &Lines) {
        self.records.push(Record::Score { why, score: score.clone() });
    }

    fn tell(&mut self, event: impl FnOnce() -> G::Event) {
        self.records.push(Record::Event(event()));
    }
}

impl RollRecord {
    /// The target number, if there is one.
    pub fn target_number(&self) -> Option<i32> {
        self.target.as_ref().map(Tally::total)
    }
}
