//! Random play: legal choices, illegal ones, ones that the game master allows, faces that dice do not
//! have, states that are set. Whatever comes, nothing panics, every refusal leaves the state as it was,
//! every turn replays, and no state is impossible.

use crate::Chance;
use affray_conformance::encounters::Stock;
use affray_conformance::random::{self, Fought, WorthOfBeingFirst};
use affray_files::sheets::Shelf;
use affray_files::{Source as File, no_files};
use affray_grid::Cell;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Need, Nothing, Refusal, Source, Stop, Tape, Thrown, Why};
use affray_kernel::tally::Lines;
use affray_prove::cases::CaseFormat;
use affray_session::ruleset::Change;
use affray_session::scenario::Scenario;
use serde_json::{Value, json};
use std::ops::Range;

/// Turns of one random fight at the most.
const TURNS: u32 = 60;

/// A game that can be played at random: what its ruleset supplies for that.
pub trait FuzzTarget: CaseFormat {
    /// The encounters that are played.
    fn encounters() -> Shelf;

    /// Further ones, which were made for it.
    fn more() -> Shelf {
        Shelf(&[])
    }

    /// Any choice of the right shape for the question, legal or not, or now and then of a wrong one. By
    /// default a listed one with other numbers, words and parts in it.
    fn wild(
        setup: &Self::Setup,
        state: &Self::State,
        question: &Self::Question,
        options: &[Self::Choice],
        chance: &mut Chance,
    ) -> Option<Self::Choice> {
        let who = Self::asked(question);
        let mut choice = Self::choice_json(setup, who, chance.pick(options)?);
        let parts: Vec<Value> = options.iter().take(16).map(|one| Self::choice_json(setup, who, one)).collect();
        disturb(&mut choice, &parts, chance);
        Self::read_choice(setup, state, who, &choice).ok()
    }

    /// A part of the state and a value for it, sensible or not. By default any part that can be seen.
    fn setting(setup: &Self::Setup, state: &Self::State, chance: &mut Chance) -> Option<(String, Value)> {
        let who = chance.below(Self::figures(setup).len());
        let (name, _) = Self::figures(setup).nth(who)?;
        let mut value = Self::view(setup, state, CombatantId(who as u8));
        let mut path = name.to_owned();
        while let Value::Object(table) = &value {
            let (key, inner) = table.iter().nth(chance.below(table.len()))?;
            path = format!("{path}.{key}");
            value = inner.clone();
        }
        disturb(&mut value, &[], chance);
        Some((path, value))
    }

    /// Fails for what can never be, whatever was allowed.
    fn possible(setup: &Self::Setup, state: &Self::State);

    /// What its random encounters are made of. Their states are judged more strictly: nobody stands where the rules let
    /// nobody stand.
    fn stock() -> Stock<Self>;
}

/// Somebody on the map, and whether it is up.
pub(crate) struct Stands {
    pub(crate) who: CombatantId,
    pub(crate) cell: Cell,
    pub(crate) side: u8,
    pub(crate) up: bool,
}

/// Fails if somebody went into the cell of a friend that was up and stayed there, unless a foe is or was in it too: close
/// combat can bring friends together, and so can somebody that comes to.
///
/// # Panics
/// With both of them.
pub(crate) fn nobody_joins_a_friend(before: &[Stands], after: &[Stands]) {
    let was = |one: &Stands| before.iter().find(|past| past.who == one.who && past.cell == one.cell);
    for mover in after.iter().filter(|one| one.up && was(one).is_none()) {
        let inside = || after.iter().filter(|other| other.cell == mover.cell && other.who != mover.who);
        let is_foe_there = |other: &Stands| other.cell == mover.cell && other.side != mover.side;
        if before.iter().chain(after).any(is_foe_there) {
            continue;
        }
        let friend = inside().find(|friend| friend.up && was(friend).is_some_and(|past| past.up));
        if let Some(friend) = friend {
            panic!("{:?} went into the cell of {:?}: {:?}", mover.who, friend.who, mover.cell);
        }
    }
}

/// Puts other numbers and words into some places, and other parts of the same key.
fn disturb(value: &mut Value, parts: &[Value], chance: &mut Chance) {
    match value {
        Value::Number(_) if chance.once_in(2) => {
            *value = if chance.once_in(3) { json!(chance.small()) } else { json!(chance.byte()) };
        }
        Value::Bool(on) if chance.once_in(2) => *on = !*on,
        Value::String(_) if chance.once_in(8) => *value = json!("nonsense"),
        Value::Null if chance.once_in(4) => *value = json!(chance.byte()),
        Value::Array(list) => list.iter_mut().for_each(|inner| disturb(inner, parts, chance)),
        Value::Object(table) => {
            for (key, inner) in table.iter_mut() {
                if chance.once_in(4)
                    && let Some(other) = chance.pick(parts).and_then(|part| find(part, key))
                {
                    inner.clone_from(other);
                }
                disturb(inner, parts, chance);
            }
        }
        _ => {}
    }
}

/// What stands under a key, however deep.
fn find<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(table) => table.get(key).or_else(|| table.values().find_map(|inner| find(inner, key))),
        Value::Array(list) => list.iter().find_map(|inner| find(inner, key)),
        _ => None,
    }
}

/// Inputs that come from chance.
struct Chaos<'a, G: FuzzTarget> {
    chance: &'a mut Chance,
    options: Vec<G::Choice>,
    inputs: &'a mut u64,
    /// Whether wild choices are tried at all in this turn.
    wild: bool,
    allowing: bool,
}

impl<G: FuzzTarget> Source<G> for Chaos<'_, G> {
    fn roll(&mut self, why: Why, dice: Dice, target: Option<&Lines>) -> Result<Thrown, Stop<G>> {
        *self.inputs += 1;
        if self.wild && self.chance.once_in(400) {
            let message = String::from("a face that the dice do not have");
            return Err(Stop::Misfit { need: Need::Roll { why, dice, target: target.cloned() }, message });
        }
        // Flat over the sums, so that criticals are common.
        let total = dice.lowest() + self.chance.below((dice.highest() - dice.lowest() + 1) as usize) as i32;
        Ok(Thrown { total, forced: self.chance.once_in(50) })
    }

    fn choose(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> Result<G::Choice, Stop<G>> {
        *self.inputs += 1;
        self.options.clear();
        G::options(setup, state, question, &mut self.options);
        if self.wild
            && self.chance.once_in(3)
            && let Some(choice) = G::wild(setup, state, question, &self.options, self.chance)
        {
            return Ok(choice);
        }
        for option in &self.options {
            assert_eq!(G::judge(setup, state, question, option), Ok(()), "{question:?} lists {option:?}");
        }
        let choice = self.chance.pick(&self.options).copied();
        Ok(choice.unwrap_or_else(|| G::default_choice(setup, state, question)))
    }

    fn voids(&mut self) -> bool {
        self.chance.once_in(300)
    }

    fn allows(&mut self, _: &Refusal) -> bool {
        self.allowing && self.chance.once_in(2)
    }
}

/// Something that can be played at random.
pub trait Target {
    /// The id of the ruleset.
    fn id(&self) -> &'static str;
    /// One random fight. Returns how many inputs it took.
    fn one(&self, chance: &mut Chance) -> u64;
    /// The text of the random encounter of a number.
    fn encounter(&self, number: u64) -> String;
    /// Fights the random encounters of those numbers: [`random::encounters`].
    fn encounters(&self, numbers: Range<u64>) -> Fought;
    /// Fights them, few of which end at the limit of rounds: [`random::encounters_end`].
    fn encounters_end(&self, numbers: Range<u64>);
    /// Fights a kept encounter with the first seeds: [`random::fight`].
    fn fight(&self, name: &str, text: &str, seeds: Range<u64>);
    /// Has the game master add some to those encounters: [`random::latecomers`].
    fn latecomers(&self, numbers: Range<u64>) -> u64;
    /// Fights the mirrored encounter of a number so often with the sides listed either way.
    fn measure(&self, worth: &mut WorthOfBeingFirst, number: u64, fights: u64);
}

/// The encounters of a game, read.
pub struct Of<G: FuzzTarget> {
    id: &'static str,
    encounters: Vec<Scenario<G>>,
}

impl<G: FuzzTarget> Of<G> {
    /// All that come with it.
    ///
    /// # Panics
    /// If one of them cannot be read.
    pub fn new(id: &'static str) -> Self {
        let read = |(name, text): &(&str, &str)| {
            Scenario::read(&File::new(*name, *text), &no_files).unwrap_or_else(|error| panic!("{error}"))
        };
        Self { id, encounters: G::encounters().iter().chain(G::more()).map(read).collect() }
    }
}

impl<G: FuzzTarget<Setup: Clone>> Target for Of<G> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn encounters(&self, numbers: Range<u64>) -> Fought {
        random::encounters(&G::stock(), numbers)
    }

    fn encounter(&self, number: u64) -> String {
        G::stock().encounter(number).text()
    }

    fn encounters_end(&self, numbers: Range<u64>) {
        random::encounters_end(&G::stock(), numbers);
    }

    fn fight(&self, name: &str, text: &str, seeds: Range<u64>) {
        for seed in seeds {
            random::fight::<G>(name, text, seed, G::stock().possible);
        }
    }

    fn latecomers(&self, numbers: Range<u64>) -> u64 {
        random::latecomers(&G::stock(), numbers)
    }

    fn measure(&self, worth: &mut WorthOfBeingFirst, number: u64, fights: u64) {
        worth.measure(&G::stock(), number, fights);
    }

    fn one(&self, chance: &mut Chance) -> u64 {
        let at = chance.below(self.encounters.len());
        let setup = self.encounters[at].setup();
        let mut state = self.encounters[at].start().clone();
        let mut inputs = 0;
        for turn in 0..TURNS {
            if G::ending(setup, &state).is_some() {
                break;
            }
            let before = state.clone();
            // A wild turn can end in a refusal at any point; then it is played again tamely.
            for wild in [chance.once_in(2), false] {
                let allowing = chance.once_in(2);
                let chaos = Chaos::<G> { chance, options: Vec::new(), inputs: &mut inputs, wild, allowing };
                let mut tape = Tape::new(&[], chaos);
                match G::next_turn(setup, &mut state, &mut tape) {
                    Ok(()) => {
                        let used = tape.used;
                        let mut again = before.clone();
                        let mut replay = Tape::new(&used, Nothing);
                        if let Err(stop) = G::next_turn(setup, &mut again, &mut replay) {
                            panic!("turn {turn} does not replay: {stop:?}");
                        }
                        assert_eq!(again, state, "turn {turn} replays to another state");
                        assert!(replay.left().is_empty());
                        break;
                    }
                    Err(_) => state = before.clone(),
                }
            }
            G::possible(setup, &state);
            if chance.once_in(20)
                && let Some((path, value)) = G::setting(setup, &state, chance)
            {
                let before = state.clone();
                if G::set(setup, &mut state, &Change { path, value }).is_err() {
                    assert_eq!(before, state, "a refused setting changed the state");
                }
            }
        }
        inputs
    }
}
