//! A moment of a fight, as a value: what is waited for, what could be done, what would come of it.
//!
//! A [`Position`] is what never changes (shared), the state at the start of the turn, and the inputs since. It is cheap to
//! copy, and whoever plans or searches goes on from copies: nothing that is done on one changes another, or the fight
//! that it was taken from. It plays nobody by itself: all dice and all decisions are asked for.
//!
//! ```
//! use affray_kernel::referee::Need;
//! use affray_session::position::Position;
//! use affray_session::ruleset::Rules;
//! use affray_session::Pause;
//!
//! /// Plays on until somebody throws dice: everybody takes the first choice of the list.
//! fn up_to_dice<G: Rules>(mut at: Position<G>) -> Position<G> {
//!     while let Pause::Need(Need::Choice(_)) = at.waits_for() {
//!         let Some(&first) = at.options().first() else { break };
//!         at = at.apply(first).expect("what is listed is legal");
//!     }
//!     at
//! }
//! ```

mod belief;
pub(crate) mod line;
mod moves;
mod reach;

pub(crate) use moves::costs_of;
pub use moves::{Destination, DestinationOf, Goal};
pub use reach::Reach;

use crate::Pause;
use crate::catalog::Odds;
use crate::ruleset::{Change, Rules};
use affray_files::Diagnostic;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{
    CombatantId, DiceSource, Expanded, Found, Game, Input, Live, Need, Nothing, Policy, Record, Refusal, Sampler,
    Source, Step, Stop, Tape, expand, found_after,
};
use affray_kernel::rules::RuleId;
use affray_kernel::turns::Ending;
use serde::Serialize;
use std::cell::Cell as Flag;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Questions of others that are passed over one after another, at the most.
const MOST_OTHERS: usize = 64;

/// What is said where the reason names somebody who is not seen.
pub const UNSEEN: &str = "that cannot be done, for a reason that cannot be seen: ask the game master";

/// Why an input is refused, as faces tell it and programs read it.
///
/// ```
/// use affray_session::position::Denied;
/// let denied = Denied::from("nobody is called `ogr`: there are Orc, Ogre");
/// assert_eq!(denied.place.as_deref(), Some("ogr"));
/// assert_eq!(denied.way_out.as_deref(), Some("there are Orc, Ogre"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Serialize)]
pub struct Denied {
    /// The rule that it breaks, if it breaks one.
    pub rule: Option<RuleId>,
    /// What is wrong, and behind a colon what would be right.
    pub message: String,
    /// What of the input it is about: words of a line, a key of a choice, a path of the state.
    pub place: Option<String>,
    /// What would be right, if anything is known.
    pub way_out: Option<String>,
}

impl Denied {
    /// About that part of the input.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Self {
        Self { place: Some(place.into()), ..self }
    }

    /// About that part of the input, unless another is known.
    #[must_use]
    pub fn within(self, place: &str) -> Self {
        match self.place {
            None if !place.is_empty() => self.at(place),
            _ => self,
        }
    }

    /// With what would be right.
    #[must_use]
    pub fn instead(self, way_out: String) -> Self {
        Self { message: format!("{}: {way_out}", self.message), way_out: Some(way_out), ..self }
    }

    /// With other words, if there is something that they may not say.
    pub(crate) fn said(self, words: impl FnOnce(String) -> String) -> Self {
        let said = words(self.message.clone());
        // What is not said names no rule either.
        if said == self.message { self } else { said.into() }
    }
}

impl std::fmt::Display for Denied {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.rule {
            Some(rule) => write!(f, "[{rule}] {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// A message quotes in backquotes what it is about, and says behind a colon what would be right.
impl From<String> for Denied {
    fn from(message: String) -> Self {
        let (wrong, right) = message.split_once(": ").map_or((&*message, None), |(wrong, right)| (wrong, Some(right)));
        let (place, way_out) = (wrong.split('`').nth(1).map(str::to_owned), right.map(str::to_owned));
        Self { rule: None, message, place, way_out }
    }
}

impl From<&str> for Denied {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

/// What is wrong with a value: each thing with its place, of which the first counts.
impl From<Vec<Diagnostic>> for Denied {
    fn from(wrongs: Vec<Diagnostic>) -> Self {
        let message = wrongs.iter().map(|wrong| format!("{}: {wrong}", wrong.path)).collect::<Vec<_>>().join("; ");
        let first = wrongs.into_iter().next();
        let place = first.as_ref().map(|first| first.path.to_string()).filter(|place| !place.is_empty());
        Self { rule: None, message, place, way_out: first.and_then(|first| first.hint) }
    }
}

impl From<Refusal> for Denied {
    fn from(refusal: Refusal) -> Self {
        Self { rule: Some(refusal.rule), ..Self::from(String::from(refusal.message)) }
    }
}

/// A turn as far as its inputs lead.
pub(crate) struct Played<G: Game> {
    /// The state at the end of the turn or at the pause.
    pub(crate) state: G::State,
    pub(crate) records: Vec<Record<G>>,
    /// The inputs that were used, those that were given and new ones.
    pub(crate) used: Vec<Input<G::Choice, G::Change>>,
    /// Where the turn stopped; `None` if it is over.
    pub(crate) pause: Option<Pause<G>>,
    /// Where among the records the fight was over, and how. It can be set going again after that.
    pub(crate) endings: Vec<(usize, Ending)>,
    /// A choice that a source answered against the rules, and why it is refused.
    pub(crate) refused: Option<(G::Question, G::Choice, Refusal)>,
}

/// Plays a turn from its start with those inputs, and on with a source. With `people` at the table a fight that is over
/// goes on with what comes after a battle; `over` says so meanwhile.
pub(crate) fn play_turn<G: Rules>(
    setup: &G::Setup,
    start: &G::State,
    given: &[Input<G::Choice, Change>],
    source: &mut dyn Source<G>,
    people: bool,
    over: &Flag<bool>,
) -> Result<Played<G>, Denied> {
    let mut state = start.clone();
    let mut tape = Tape::new(given, source);
    // A fight that is over can be set going again; each time that it is not, it is over once more.
    let mut endings = Vec::new();
    let mut ending = G::ending(setup, &state);
    let mut played = Ok(());
    while let Some(end) = ending {
        endings.push((tape.records.len(), end));
        if endings.len() == 1 && people {
            over.set(true);
            played = G::aftermath(setup, &mut state, &mut tape);
            over.set(false);
            if played.is_err() {
                break;
            }
        }
        if !tape.settle_one(setup, &mut state)? {
            break;
        }
        ending = G::ending(setup, &state);
    }
    if played.is_ok() && ending.is_some() && !tape.left().is_empty() {
        return Err("the fight is over".into());
    }
    if played.is_ok() && ending.is_none() {
        played = G::next_turn(setup, &mut state, &mut tape);
    }
    let mut refused = None;
    let pause = match (played, ending) {
        (Ok(()), Some(ending)) => Some(Pause::Over(ending)),
        (Ok(()), None) => {
            tape.settle_delayed(setup, &mut state)?;
            None
        }
        (Err(Stop::Need(need)), _) => Some(Pause::Need(need)),
        (Err(Stop::Misfit { message, .. }), _) => return Err(message.into()),
        (Err(Stop::Refused { question, choice, refusal }), _) => {
            if tape.used.len() < given.len() {
                return Err(refusal.into());
            }
            refused = Some((question, choice, refusal));
            Some(Pause::Need(Need::Choice(question)))
        }
    };
    let (records, used) = (tape.records, tape.used);
    Ok(Played { state, records, used, pause, endings, refused })
}

/// A moment of a fight. See the [module](self).
pub struct Position<G: Rules> {
    setup: Arc<G::Setup>,
    /// The state at the start of the turn.
    start: Arc<G::State>,
    /// What was given since.
    inputs: Vec<Input<G::Choice, Change>>,
    state: G::State,
    pause: Pause<G>,
    /// The side that knows the state so, where the turn cannot be told without those of whom it does not know.
    known_to: Option<u8>,
}

impl<G: Rules> Clone for Position<G> {
    fn clone(&self) -> Self {
        Self {
            setup: Arc::clone(&self.setup),
            start: Arc::clone(&self.start),
            inputs: self.inputs.clone(),
            state: self.state.clone(),
            pause: self.pause.clone(),
            known_to: self.known_to,
        }
    }
}

impl<G: Rules> std::fmt::Debug for Position<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Position").field("inputs", &self.inputs).field("pause", &self.pause).finish_non_exhaustive()
    }
}

/// Two positions are equal if they belong to one encounter, their turns began alike and they took the same inputs.
impl<G: Rules> PartialEq for Position<G> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.setup, &other.setup)
            && self.start == other.start
            && (&self.inputs, self.known_to) == (&other.inputs, other.known_to)
    }
}

impl<G: Rules> Eq for Position<G> {}

impl<G: Rules> Hash for Position<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // The state at the pause tells most of the inputs apart.
        (&self.state, self.inputs.len()).hash(hasher);
    }
}

/// How the fights from a position came out.
#[derive(Debug, Clone, PartialEq)]
pub struct WinChance {
    /// How many were fought to their end.
    pub fights: u32,
    /// How many of them each side won, by its name, in the order of the sides; the others had no winner.
    pub wins: Vec<(String, u32)>,
}

/// What came of a plan.
#[derive(Debug, Clone)]
pub struct Planned<G: Rules> {
    /// Where it leads.
    pub position: Position<G>,
    /// So many of its choices were taken before dice, somebody else's question or a refusal stopped it.
    pub taken: usize,
    /// Why the next choice is refused, if that stopped it.
    pub refused: Option<Denied>,
}

impl<G: Rules> Position<G> {
    /// The position at the start of a fight, or of any turn of it: whatever state no turn is going on in.
    ///
    /// # Errors
    /// If the rules cannot go on from that state.
    pub fn new(setup: Arc<G::Setup>, start: G::State) -> Result<Self, Denied> {
        Self::recorded(setup, Arc::new(start), Vec::new(), None).map(|(position, _)| position)
    }

    /// The position that those inputs lead to, as a side knows it or as it is, and what was recorded on the way since the start
    /// of the turn.
    fn recorded(
        setup: Arc<G::Setup>,
        mut start: Arc<G::State>,
        mut inputs: Vec<Input<G::Choice, Change>>,
        known_to: Option<u8>,
    ) -> Result<(Self, Vec<Record<G>>), Denied> {
        let mut records = Vec::new();
        loop {
            let played = play_turn::<G>(&setup, &start, &inputs, &mut Nothing, true, &Flag::new(false))?;
            records.extend(played.records);
            match played.pause {
                Some(pause) => {
                    let known = known_to.and_then(|side| G::believed(&setup, &played.state, side));
                    let state = known.unwrap_or(played.state);
                    return Ok((Self { setup, start, inputs, state, pause, known_to }, records));
                }
                None => {
                    start = Arc::new(played.state);
                    inputs.drain(..played.used.len());
                }
            }
        }
    }

    /// One that a session stands at.
    pub(crate) fn at(
        setup: Arc<G::Setup>,
        start: Arc<G::State>,
        inputs: Vec<Input<G::Choice, Change>>,
        state: G::State,
        pause: Pause<G>,
    ) -> Self {
        Self { setup, start, inputs, state, pause, known_to: None }
    }

    /// What never changes.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The state at the start of the turn, and what was given since.
    pub(crate) fn turn(&self) -> (&G::State, &[Input<G::Choice, Change>]) {
        (&self.start, &self.inputs)
    }

    /// The state as it is now, in the middle of a turn.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Dice, a decision, or nothing: the fight is over.
    pub fn waits_for(&self) -> &Pause<G> {
        &self.pause
    }

    /// The question that is due, if one is.
    pub fn question(&self) -> Option<&G::Question> {
        match &self.pause {
            Pause::Need(Need::Choice(question)) => Some(question),
            _ => None,
        }
    }

    /// Whether this is a moment of the same turn.
    pub fn is_in_turn_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.start, &other.start)
    }

    /// Who has to decide, if a decision is due.
    pub fn asked(&self) -> Option<CombatantId> {
        self.question().map(G::asked)
    }

    /// The legal choices that a person would be shown.
    pub fn options(&self) -> Vec<G::Choice> {
        let mut options = Vec::new();
        if let Some(question) = self.question() {
            G::options(&self.setup, &self.state, question, &mut options);
        }
        options
    }

    /// The one sensible answer to the question that is due, if it is one that nearly always has it.
    pub fn usual(&self) -> Option<G::Choice> {
        let question = self.question()?;
        let choice = G::usual(&self.setup, &self.state, question)?;
        self.judge(&choice).is_ok().then_some(choice)
    }

    /// Whether a choice answers the question that is due legally.
    ///
    /// # Errors
    /// The rule that it breaks, and what would be right.
    pub fn judge(&self, choice: &G::Choice) -> Result<(), Denied> {
        let Some(question) = self.question() else { return Err("no decision is due".into()) };
        Ok(G::judge(&self.setup, &self.state, question, choice)?)
    }

    /// The position after that choice.
    ///
    /// # Errors
    /// If no decision is due, or why the choice is refused.
    pub fn apply(&self, choice: G::Choice) -> Result<Self, Denied> {
        self.judge(&choice)?;
        self.apply_legal(choice)
    }

    /// The position after a choice that is known to be legal, as those are that are listed.
    fn apply_legal(&self, choice: G::Choice) -> Result<Self, Denied> {
        match self.glimpse(choice) {
            Some(next) => Ok(next),
            None => self.with(Input::Choice { choice, allowed: false }),
        }
    }

    /// The position in which that one is asked again, if what others are asked before that in this turn comes to nothing: if they
    /// take their default choices. With what they are asked; this position without any where it does not lead there.
    pub(crate) fn past_others(self, me: CombatantId) -> (Self, Vec<G::Question>) {
        let is_other = |at: &Self| at.is_in_turn_of(&self) && at.asked().is_some_and(|who| who != me);
        let (mut asks, mut at) = (Vec::new(), None::<Self>);
        while let Some(now) = Some(at.as_ref().unwrap_or(&self)).filter(|now| is_other(now)) {
            let Some(&question) = now.question().filter(|_| asks.len() < MOST_OTHERS) else { break };
            let Ok(next) = now.apply(G::default_choice(&now.setup, &now.state, &question)) else { break };
            asks.push(question);
            at = Some(next);
        }
        match at.filter(|at| at.is_in_turn_of(&self) && at.asked() == Some(me)) {
            Some(at) => (at, asks),
            None => (self, Vec::new()),
        }
    }

    /// The position after that choice, and what was recorded since the start of this turn.
    pub(crate) fn apply_recorded(&self, choice: G::Choice) -> Result<(Self, Vec<Record<G>>), Denied> {
        self.judge(&choice)?;
        self.recorded_with(Input::Choice { choice, allowed: false })
    }

    /// What was recorded since the start of this turn.
    pub(crate) fn records(&self) -> Vec<Record<G>> {
        let (setup, start) = (Arc::clone(&self.setup), Arc::clone(&self.start));
        let now = Self::recorded(setup, start, self.inputs.clone(), self.known_to);
        now.map_or_else(|_| Vec::new(), |(_, records)| records)
    }

    /// The position after dice showed that sum.
    ///
    /// # Errors
    /// If no dice are due, or they cannot show it.
    pub fn roll(&self, total: i32) -> Result<Self, Denied> {
        let Pause::Need(Need::Roll { .. }) = &self.pause else { return Err("no dice are due".into()) };
        self.with(Input::Roll { total, forced: false })
    }

    pub(crate) fn with(&self, input: Input<G::Choice, Change>) -> Result<Self, Denied> {
        self.recorded_with(input).map(|(position, _)| position)
    }

    /// The position after an input, and what was recorded since the start of the turn.
    fn recorded_with(&self, input: Input<G::Choice, Change>) -> Result<(Self, Vec<Record<G>>), Denied> {
        let mut inputs = self.inputs.clone();
        inputs.push(input);
        Self::recorded(Arc::clone(&self.setup), Arc::clone(&self.start), inputs, self.known_to)
    }

    /// Takes choices one after another, up to the first dice or somebody else's question. Questions with a
    /// [usual](Self::usual) answer that refuse the next choice are answered so. On a way others are taken to let it be.
    pub fn plan(&self, choices: &[G::Choice]) -> Planned<G> {
        let me = self.asked();
        let (mut position, mut taken) = (self.clone(), 0);
        while let Some(&choice) = choices.get(taken) {
            if me.is_none() || position.asked() != me {
                break;
            }
            match (position.go_by(choice), position.usual()) {
                (Ok(next), _) => {
                    position = next;
                    taken += 1;
                }
                (Err(refused), Some(usual)) => match position.apply(usual) {
                    Ok(next) => position = next,
                    Err(_) => return Planned { position, taken, refused: Some(refused) },
                },
                (Err(refused), None) => return Planned { position, taken, refused: Some(refused) },
            }
        }
        Planned { position, taken, refused: None }
    }

    /// The position after that choice; on a way the one in which who goes is asked again, where
    /// [others let it be](Self::past_others).
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    pub(crate) fn go_by(&self, choice: G::Choice) -> Result<Self, Denied> {
        let next = self.apply(choice)?;
        Ok(match self.asked().filter(|_| self.is_moving()) {
            Some(me) => next.past_others(me).0,
            None => next,
        })
    }

    /// What others are asked, in words, each thing once.
    pub(crate) fn told_of(&self, asks: &[G::Question]) -> Vec<String> {
        let mut told: Vec<String> = Vec::new();
        for question in asks {
            let words = G::prompt_without_numbers(&self.setup, &self.state, question);
            if !told.contains(&words) {
                told.push(words);
            }
        }
        told
    }

    /// The outcomes of choices that are taken one after another, up to the end of this turn, if everybody decides like the
    /// opponents from there on: exact, or a sample where they are too many.
    ///
    /// # Errors
    /// Why a choice is refused, that dice are due or somebody else is asked between them, or that the battle is over.
    pub fn odds(&self, choices: &[G::Choice]) -> Result<Odds, Denied> {
        self.is_battle()?;
        let (mut at, mut inputs) = (self.clone(), self.inputs.clone());
        for &choice in choices {
            if !at.is_in_turn_of(self) || at.asked() != self.asked() {
                return Err("that is not decided in one go".into());
            }
            at = at.apply(choice)?;
            inputs.push(Input::Choice { choice, allowed: false });
        }
        Ok(G::odds_from(&self.setup, &self.start, &inputs, &self.state))
    }

    /// How fights from here come out if everybody decides like the opponents: the same fights for the same seed.
    pub fn win_chance(&self, seed: u64, fights: u32) -> WinChance {
        let wins = G::sides(&self.setup).map(|side| (side.to_owned(), 0)).collect();
        let mut chance = WinChance { fights: 0, wins };
        for number in 0..fights {
            let stream = Stream::new(seed, number.into());
            let Some(ending) = G::ending(&self.setup, &self.start).or_else(|| self.fight_on(stream)) else { continue };
            chance.fights += 1;
            if let Some(side) = ending.side {
                chance.wins[side as usize].1 += 1;
            }
        }
        chance
    }

    /// How a fight from here ends with those dice; nothing if a policy wants what the rules refuse in the turn that goes on.
    fn fight_on(&self, stream: Stream) -> Option<Ending> {
        // The turn that goes on, from its inputs; all further ones as a simulation has them.
        let mut live = Live { stream, policy: G::Own::default() };
        live.policy.restart();
        live.policy.turn_begins(&self.setup, &self.start);
        let played =
            play_turn::<G>(&self.setup, &self.start, &self.inputs, &mut live, false, &Flag::new(false)).ok()?;
        let (None, mut state) = (played.pause, played.state) else { return None };
        let Live { mut stream, mut policy } = live;
        loop {
            if let Some(ending) = G::ending(&self.setup, &state) {
                return Some(ending);
            }
            policy.restart();
            policy.turn_begins(&self.setup, &state);
            let (dice, policy): (&mut dyn DiceSource, &mut dyn Policy<G>) = (&mut stream, &mut policy);
            let Ok(()) = G::next_turn(&self.setup, &mut state, &mut Sampler::new(dice, policy));
        }
    }

    /// That the battle is over, where it is: what is decided after it is no part of a turn. Or that the turn cannot be told to
    /// those who are asked.
    pub(crate) fn is_battle(&self) -> Result<(), Denied> {
        if self.known_to.is_some() {
            return Err(UNSEEN.into());
        }
        match G::ending(&self.setup, &self.start) {
            Some(_) => Err("the battle is over: there are no odds of what comes after it".into()),
            None => Ok(()),
        }
    }

    /// Visits every way from here to the next decision or the end of the turn, with its probability; the probabilities add
    /// up to 1. Searches stand on it.
    ///
    /// # Errors
    /// If the battle is over, or something was set or done unasked since the turn began: then only a position after it can
    /// be expanded.
    pub fn expand(&self, mut each: impl FnMut(Expanded<'_, G>)) -> Result<(), Denied> {
        self.is_battle()?;
        let steps =
            self.steps().ok_or("something was set since the turn began: this is expanded from the next turn on")?;
        let expanded = self.expand_after(&steps, &mut each);
        expanded.map_err(|_| Denied::from("the inputs of this turn do not lead here"))
    }

    /// What was given since the start of the turn, as steps through it; nothing if something was set or done unasked.
    fn steps(&self) -> Option<Vec<Step<G::Choice>>> {
        let mut steps = Vec::new();
        for (at, input) in self.inputs.iter().enumerate() {
            match input {
                Input::Choice { choice, .. } => steps.push(Step::Choice(*choice)),
                Input::Roll { .. } if matches!(self.inputs.get(at + 1), Some(Input::Void)) => {}
                Input::Roll { total, .. } => steps.push(Step::Roll(*total)),
                Input::Void => {}
                Input::Set(_) | Input::Interject { .. } => return None,
            }
        }
        Some(steps)
    }

    /// Visits every way from those steps of the turn on.
    fn expand_after(&self, steps: &[Step<G::Choice>], each: &mut impl FnMut(Expanded<'_, G>)) -> Result<(), usize> {
        let mut scratch = G::State::clone(&self.start);
        let run = |state: &mut G::State, expander: &mut affray_kernel::referee::Expander<'_, G>| {
            G::next_turn(&self.setup, state, expander)
        };
        expand(&*self.start, &mut scratch, steps, false, run, each)
    }

    /// The position after a legal choice where it leads to a decision without dice: found without what is told on the way, and so
    /// in a fraction of the time. Nothing where it does not, or where something was set or done unasked in this turn.
    fn glimpse(&self, choice: G::Choice) -> Option<Self> {
        self.is_battle().ok()?;
        let (mut start, mut steps, mut inputs) = (Arc::clone(&self.start), self.steps()?, self.inputs.clone());
        steps.push(Step::Choice(choice));
        inputs.push(Input::Choice { choice, allowed: false });
        loop {
            let mut state = G::State::clone(&start);
            match found_after::<G>(&mut state, &steps, |state, expander| G::next_turn(&self.setup, state, expander))? {
                Found::Question(question) => {
                    let (setup, pause) = (Arc::clone(&self.setup), Pause::Need(Need::Choice(question)));
                    return Some(Self { setup, start, inputs, state, pause, known_to: None });
                }
                Found::End if G::ending(&self.setup, &state).is_some() => return None,
                Found::End => {
                    start = Arc::new(state);
                    steps.clear();
                    inputs.clear();
                }
            }
        }
    }
}
