//! Who takes part in a fight: what never changes, and what follows from it.

use super::Terms;
use crate::muster::JOINS;
use crate::position::play_turn;
use crate::ruleset::{Change, Figure, Rules};
use affray_kernel::referee::{Game, Input, Nothing};
use serde_json::Value;
use std::cell::Cell;
use std::sync::Arc;

/// Who takes part from some turn on.
pub(super) struct Roster<G: Rules> {
    pub(super) setup: Arc<G::Setup>,
    pub(super) figures: Vec<Figure>,
    pub(super) names: Vec<String>,
    pub(super) sides: Vec<String>,
    /// By combatant: played by a person.
    pub(super) hands: Vec<bool>,
    /// Who joined the encounter, as it would say them.
    pub(super) added: Vec<Value>,
    /// The state in which it would begin with them.
    fresh: G::State,
}

/// A roster with those who join, and the state at the start of the turn grown by them.
type Joined<G> = (Arc<Roster<G>>, <G as Game>::State);

impl<G: Rules> std::fmt::Debug for Roster<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Roster").field("names", &self.names).finish_non_exhaustive()
    }
}

impl<G: Rules> Roster<G> {
    /// Of an encounter.
    ///
    /// # Errors
    /// If nobody has a name that is to be played by hand.
    pub(super) fn new(setup: G::Setup, start: G::State, by_hand: &[String]) -> Result<Self, String> {
        let mut made = Self::of(setup, start, Vec::new());
        for wanted in by_hand {
            match made.names.iter().position(|name| name.eq_ignore_ascii_case(wanted)) {
                Some(at) => made.hands[at] = true,
                None => return Err(format!("nobody is called `{wanted}`: there are {}", made.names.join(", "))),
            }
        }
        Ok(made)
    }

    fn of(setup: G::Setup, fresh: G::State, added: Vec<Value>) -> Self {
        let figures: Vec<Figure> = Figure::all::<G>(&setup);
        let names: Vec<String> = figures.iter().map(|figure| figure.name.clone()).collect();
        Self {
            sides: G::sides(&setup).map(str::to_owned).collect(),
            hands: vec![false; names.len()],
            setup: Arc::new(setup),
            figures,
            names,
            added,
            fresh,
        }
    }

    /// The name of somebody new who joins by a change.
    fn newcomer<'c>(&self, change: &'c Change) -> Option<&'c str> {
        let (name, key) = change.path.split_once('.')?;
        (key == JOINS && !self.names.iter().any(|known| known.eq_ignore_ascii_case(name))).then_some(name)
    }

    /// The roster with those who join newly by the inputs of a turn, and the state at its start grown by them, who are off the
    /// map in it; nothing if nobody does. Inputs can be left over for the next turn. `known` are rosters that were made before.
    ///
    /// # Errors
    /// Why somebody cannot join.
    pub(super) fn joined(
        self: &Arc<Self>,
        inputs: &[Input<G::Choice, Change>],
        state: &G::State,
        terms: &Terms,
        known: &mut Vec<Arc<Self>>,
    ) -> Result<Option<Joined<G>>, String> {
        let (mut roster, mut grown) = (Arc::clone(self), None);
        for (at, input) in inputs.iter().enumerate() {
            let Input::Set(change) = input else { continue };
            let Some(name) = roster.newcomer(change) else { continue };
            let start = grown.as_ref().unwrap_or(state);
            let up_to = play_turn::<G>(&roster.setup, start, &inputs[..at], &mut Nothing, true, &Cell::new(false));
            if at != 0 && up_to.map_err(|denied| denied.to_string())?.pause.is_none() {
                break;
            }
            let mut added = roster.added.clone();
            let mut one = change.value.clone();
            one["name"] = name.into();
            added.push(one);
            let next = match known.iter().find(|one| one.added == added) {
                Some(next) => Arc::clone(next),
                None => {
                    let (setup, fresh) = G::mustered(&terms.encounter, &terms.beside, &added)?;
                    let mut next = Self::of(setup, fresh, added);
                    // Who plays all of a side plays whoever joins it.
                    let side = next.figures.last().map(|figure| figure.side);
                    let mates = roster.figures.iter().zip(&roster.hands).filter(|(mate, _)| Some(mate.side) == side);
                    let mut hands: Vec<bool> = mates.map(|(_, &hand)| hand).collect();
                    hands.dedup();
                    let by_hand = hands == [true];
                    next.hands = roster.hands.iter().copied().chain([by_hand]).collect();
                    let next = Arc::new(next);
                    known.push(Arc::clone(&next));
                    next
                }
            };
            let state = grown.get_or_insert_with(|| state.clone());
            G::enlist(&next.setup, state, &next.fresh);
            roster = next;
        }
        Ok(grown.map(|grown| (roster, grown)))
    }
}
