//! A game that is played turn by turn, and how its fights end.

use crate::hidden::Hidden;
use crate::orders::OrderBook;
use crate::referee::{CombatantId, Game, Policy, Referee};
use serde::Serialize;

/// A game that is played turn by turn. Simulations need no more of it.
pub trait TurnRules: Game {
    /// The game's own policy. It remembers nothing from one turn to the next: what it decides hangs on
    /// the state and on what it planned since the turn began.
    type Own: Policy<Self> + Default + Send;

    /// The rolls, by the names that [`Why::what`](crate::referee::Why::what) has, with which somebody attacks or casts a spell. A
    /// simulation tells by them who never did.
    const ATTACKS: &'static [&'static str];

    /// The combatants: name and side, as a place in the list of sides.
    fn figures(setup: &Self::Setup) -> impl ExactSizeIterator<Item = (&str, u8)> + Clone;

    /// The names of the sides.
    fn sides(setup: &Self::Setup) -> impl ExactSizeIterator<Item = &str>;

    /// An answer that changes nothing, for whoever has none.
    fn default_choice(setup: &Self::Setup, state: &Self::State, question: &Self::Question) -> Self::Choice;

    /// Carries the next turn out.
    ///
    /// # Errors
    /// What the referee lacks.
    fn next_turn<R: Referee<Self>>(
        setup: &Self::Setup,
        state: &mut Self::State,
        referee: &mut R,
    ) -> Result<(), R::Pause>;

    /// Carries a turn of that combatant out, whoever's turn it would be.
    ///
    /// # Errors
    /// What the referee lacks.
    fn turn<R: Referee<Self>>(
        setup: &Self::Setup,
        state: &mut Self::State,
        referee: &mut R,
        who: CombatantId,
    ) -> Result<(), R::Pause>;

    /// Plays what comes after the battle, once it is over: asks what the table wants next, such as first aid, rest or the
    /// passing of time, and carries it out, until the answer is that it is over. Only a table with somebody who plays
    /// by hand calls it, and there people decide for everybody. A game without rules for it asks nothing.
    ///
    /// # Errors
    /// What the referee lacks.
    fn aftermath<R: Referee<Self>>(
        setup: &Self::Setup,
        state: &mut Self::State,
        referee: &mut R,
    ) -> Result<(), R::Pause> {
        let _ = (setup, state, referee);
        Ok(())
    }

    /// Puts a state between two turns into the form that stands for all that are as good: those from which the
    /// same dice lead to the same fight, as one open field is like another from wherever it is looked at. Rounds
    /// stay as they are. Only the cache of turns asks for it: the fewer states there are, the more of its turns come
    /// again. It may rest only on facts that the rules make irrelevant.
    fn canonicalize(setup: &Self::Setup, state: &mut Self::State) {
        let _ = (setup, state);
    }

    /// Which sides still have somebody who fights.
    fn sides_left(setup: &Self::Setup, state: &Self::State) -> SidesLeft;

    /// How the fight ended, if it has.
    fn ending(setup: &Self::Setup, state: &Self::State) -> Option<Ending> {
        match Self::sides_left(setup, state) {
            SidesLeft::Nobody => Some(Ending { side: None, at_limit: false }),
            SidesLeft::Only(side) => Some(Ending { side: Some(side), at_limit: false }),
            SidesLeft::Several => {
                (Self::round_limit(setup) <= Self::rounds(state)).then_some(Ending { side: None, at_limit: true })
            }
        }
    }

    /// How one combatant stands.
    fn final_status(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> FinalStatus;

    /// What is kept from whom.
    fn hidden(state: &Self::State) -> &Hidden {
        let _ = state;
        const { &Hidden::NOTHING }
    }

    /// Sets what is kept from whom; a game in which nobody can be hidden does nothing.
    fn hide(state: &mut Self::State, hidden: Hidden) {
        let _ = (state, hidden);
    }

    /// What combatants are told to do.
    fn orders(state: &Self::State) -> &OrderBook {
        let _ = state;
        const { &OrderBook::NONE }
    }

    /// Sets what combatants are told to do; a game whose opponents take no orders does nothing.
    fn command(state: &mut Self::State, orders: OrderBook) {
        let _ = (state, orders);
    }

    /// Takes a combatant off the map, as though it had left the fight: what those know who do not see it.
    fn leave_out(setup: &Self::Setup, state: &mut Self::State, who: CombatantId) {
        let _ = (setup, state, who);
    }

    /// The side of a combatant, as a place in the list of sides.
    fn side(setup: &Self::Setup, who: CombatantId) -> u8 {
        Self::figures(setup).nth(who.index()).map_or(u8::MAX, |(_, side)| side)
    }

    /// The state as a side knows it, without the combatants that are hidden from it; nothing if it knows them all.
    fn believed(setup: &Self::Setup, state: &Self::State, side: u8) -> Option<Self::State> {
        let mut hidden = Self::hidden(state).clone();
        let ids = (0..Self::figures(setup).len() as u8).map(CombatantId);
        let mut believed = None;
        for who in ids.filter(|&who| Self::hidden(state).hides(who, side)) {
            Self::leave_out(setup, believed.get_or_insert_with(|| state.clone()), who);
            hidden.forget(who);
        }
        if let Some(believed) = &mut believed {
            Self::hide(believed, hidden);
        }
        believed
    }

    /// Completed rounds. No rule reads them, and they take no part in the equality of states: two
    /// battles that stand alike go on alike.
    fn rounds(state: &Self::State) -> u32;

    /// After so many rounds a fight ends as a draw.
    fn round_limit(setup: &Self::Setup) -> u32;

    /// Who is asked.
    fn asked(question: &Self::Question) -> CombatantId;
}

/// Which sides have anybody who still fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SidesLeft {
    /// None.
    Nobody,
    /// Only this one.
    Only(u8),
    /// Two or more: the fight goes on.
    Several,
}

impl SidesLeft {
    /// Of the sides of all who still fight.
    pub fn of(sides: impl IntoIterator<Item = u8>) -> Self {
        let mut sides = sides.into_iter();
        let Some(first) = sides.next() else { return Self::Nobody };
        if sides.all(|side| side == first) { Self::Only(first) } else { Self::Several }
    }
}

/// How a fight ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Ending {
    /// The side that won, as a place in the list of sides; `None` for a draw.
    pub side: Option<u8>,
    /// It was broken off at the limit of rounds.
    pub at_limit: bool,
}

/// How a combatant came out of a fight.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct FinalStatus {
    /// Dead.
    pub dead: bool,
    /// Out of the fight: dead, unconscious or fled.
    pub out: bool,
    /// Left the fight.
    pub fled: bool,
    /// Hit points left.
    pub hp: i32,
    /// Hit points at the most.
    pub max_hp: i32,
    /// Points that blows take before hit points, such as Fatigue in DragonQuest; 0 in other games.
    #[serde(skip)]
    pub reserve: i32,
    /// Such points at the most.
    #[serde(skip)]
    pub max_reserve: i32,
}

impl FinalStatus {
    /// What is left of all points that blows take, in thousandths; below 0 where hit points are.
    pub fn points_left(&self) -> i32 {
        1000 * (self.hp + self.reserve) / (self.max_hp + self.max_reserve).max(1)
    }
}
