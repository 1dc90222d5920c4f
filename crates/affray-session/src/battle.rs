//! A battle as the rules of every game see it: what never changes and what does, side by side.

/// Declares `Scene` and `Fight` of a game from its `Setup` and `State`, which are in scope where it stands. `Scene` is a look
/// at a battle: scores and judgments are its functions. `Fight` is a battle that goes on, a scene with a referee: the
/// rules are its functions. The setup has a `map` and `combatants`, each with a `side` and a `sheet`; the state is a
/// [`state!`](crate::state!) or like one. What `SceneDefaults` and `FightDefaults` say holds where the game has no function
/// of its own by that name.
///
/// `affray_session::battle!(Mini, Sheet, Fighter);`, with the field `facing` of a fighter behind it where there are facings. A
/// fighter that is not on the map says so by `is_present`.
#[macro_export]
macro_rules! battle {
    (@facing $one:ident) => {
        None
    };
    (@facing $one:ident $facing:ident) => {
        Some($one.$facing)
    };
    ($game:ty, $sheet:ty, $fighter:ty $(, $facing:ident)?) => {
        /// A look at a battle: scores and judgments.
        #[derive(Debug, Clone, Copy)]
        pub struct Scene<'a> {
            /// What never changes.
            pub setup: &'a Setup,
            /// What does.
            pub state: &'a State,
        }

        impl<'a> Scene<'a> {
            /// The map.
            #[inline]
            pub fn map(self) -> &'a $crate::battle::Map {
                &self.setup.map
            }
            /// The sheet of a combatant.
            #[inline(always)]
            pub fn sheet(self, who: $crate::battle::CombatantId) -> &'a $sheet {
                &self.setup.combatants[who.index()].sheet
            }
            /// The state of a combatant.
            #[inline(always)]
            pub fn fighter(self, who: $crate::battle::CombatantId) -> &'a $fighter {
                &self.state.fighters[who.index()]
            }
            /// Whether there is such a combatant.
            #[inline]
            pub fn exists(self, who: $crate::battle::CombatantId) -> bool {
                who.index() < self.state.fighters.len()
            }
            /// Where a combatant is and which way it faces, if there are facings; `None` for one that is not on the map.
            pub fn place(
                self,
                who: $crate::battle::CombatantId,
            ) -> Option<($crate::battle::Cell, Option<$crate::battle::Facing>)> {
                let one = self.fighter(who);
                one.is_present().then_some((one.at, $crate::battle!(@facing one $($facing)?)))
            }
            /// The side of a combatant, as a place in the list of sides.
            #[inline(always)]
            pub fn side(self, who: $crate::battle::CombatantId) -> u8 {
                self.setup.combatants[who.index()].side
            }
            /// Whether two combatants are on different sides.
            #[inline]
            pub fn are_foes(self, one: $crate::battle::CombatantId, other: $crate::battle::CombatantId) -> bool {
                self.side(one) != self.side(other)
            }
        }

        /// What a scene says where the game does not: a function of `Scene` with that name takes its place.
        #[allow(dead_code, reason = "the game may say all of it")]
        pub(crate) trait SceneDefaults {
            /// The sides that have anybody left: with one at the most the fight is over.
            fn sides_left(self) -> $crate::battle::SidesLeft;
        }

        impl SceneDefaults for Scene<'_> {
            fn sides_left(self) -> $crate::battle::SidesLeft {
                let left = self.state.ids().filter(|&who| !self.final_status(who).out);
                $crate::battle::SidesLeft::of(left.map(|who| self.side(who)))
            }
        }

        /// What a fight does where the game says nothing else: a function of `Fight` with that name takes its place.
        #[allow(dead_code, reason = "the game may say all of it")]
        pub(crate) trait FightDefaults {
            /// A combatant is on the map, and in the fight.
            fn join(&mut self, who: $crate::battle::CombatantId, at: $crate::battle::Cell);
            /// A combatant is about to leave the fight; what it is in the middle of ends.
            fn quit(&mut self, _: $crate::battle::CombatantId) {}
        }

        impl<R> FightDefaults for Fight<'_, R> {
            fn join(&mut self, who: $crate::battle::CombatantId, at: $crate::battle::Cell) {
                self.state[who].at = at;
            }
        }

        /// A battle that goes on: the one parameter of the rules.
        #[derive(Debug)]
        pub struct Fight<'a, R> {
            /// What never changes.
            pub setup: &'a Setup,
            /// What does.
            pub state: &'a mut State,
            /// Everything that the rules cannot decide by themselves.
            pub referee: &'a mut R,
        }

        impl<R: $crate::battle::Referee<$game>> Fight<'_, R> {
            /// A look at it.
            #[inline]
            pub fn scene(&self) -> Scene<'_> {
                Scene { setup: self.setup, state: self.state }
            }
            /// Asks somebody. Who is hidden and acts against a foe is seen from then on.
            pub fn ask(
                &mut self,
                question: <$game as $crate::battle::Game>::Question,
            ) -> Result<<$game as $crate::battle::Game>::Choice, R::Pause> {
                use $crate::battle::{Rules, TurnRules, Words};
                let choice = self.referee.ask(self.setup, self.state, question)?;
                let who = <$game as TurnRules>::asked(&question);
                if self.state.hidden.hides_anywhere(who)
                    && <$game as Rules>::target(&choice).is_some_and(|target| self.scene().are_foes(who, target))
                {
                    self.state.hidden.hide(who, []);
                    self.tell(<$game as Words>::revealed(who));
                }
                Ok(choice)
            }
            /// Puts a combatant that joins the fight at that place in the order of turns; where that is before whoever's turn
            /// it is, it acts from the next round on.
            #[allow(dead_code, reason = "orders may be settled anew each round")]
            pub(crate) fn enter_order(&mut self, who: $crate::battle::CombatantId, place: usize) {
                self.state.order.insert(place, who);
                if place <= usize::from(self.state.turn) {
                    self.state.turn += 1;
                }
            }
            /// The turn is the next combatant's; behind the last one the round is over.
            #[allow(dead_code, reason = "rounds may end otherwise")]
            pub(crate) fn advance_turn(&mut self) {
                self.state.turn += 1;
                if usize::from(self.state.turn) >= self.state.order.len() {
                    self.state.turn = 0;
                    self.state.rounds.0 += 1;
                }
            }
            /// Tells what happened.
            #[inline]
            pub fn tell(&mut self, event: <$game as $crate::battle::Game>::Event) {
                self.referee.tell(|| event);
            }
        }
    };
}

/// Declares the changing part of a battle, `State`, with the changing part of a combatant: a struct of what all games have
/// (the `fighters`, the `order` of turns with the next `turn` in it, `rounds`, what is `hidden` and which `orders` there are)
/// and of the game's own fields. It is copied without allocating, and asked for its combatants by their ids:
/// [`State`](macro@State) says how.
///
/// ```
/// use affray_kernel::referee::CombatantId;
/// #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
/// pub struct Fighter {
///     at: affray_grid::Cell,
///     hp: i16,
/// }
/// affray_session::state! {
///     /// Everything that changes.
///     #[derive(Debug, Default, PartialEq, Eq, Hash)]
///     pub struct State of Fighter {
///         /// Where the tide stands.
///         pub tide: u16,
///     }
/// }
/// let fighters = [7, 8].map(|hp| Fighter { hp, ..Fighter::default() }).to_vec();
/// let state = State { fighters, tide: 3, ..State::default() };
/// assert_eq!(state.ids().map(|who| state[who].hp).collect::<Vec<_>>(), [7, 8]);
/// let mut copy = State::default();
/// copy.clone_from(&state);
/// assert_eq!((copy[CombatantId(1)].hp, copy.tide), (8, 3));
/// ```
#[macro_export]
macro_rules! state {
    ($(#[$meta:meta])* pub struct $state:ident of $fighter:ty { $($own:tt)* }) => {
        $(#[$meta])*
        #[derive($crate::battle::State)]
        pub struct $state {
            /// The combatants, in the order of the encounter.
            pub fighters: Vec<$fighter>,
            /// The order of turns.
            pub order: Vec<$crate::battle::CombatantId>,
            /// The next turn, as a place in the order.
            pub turn: u8,
            $($own)*
            /// Completed rounds. No rule reads them.
            pub rounds: $crate::battle::Ignored<u32>,
            /// What is kept from whom.
            pub hidden: $crate::battle::Hidden,
            /// What combatants are told to do.
            pub orders: $crate::battle::OrderBook,
        }

        /// What a state does where the game says nothing else: a function of the state with that name takes its place.
        #[allow(dead_code, reason = "the game may say all of it")]
        pub(crate) trait StateDefaults {
            /// Takes a combatant off the map, as though it had left the fight: what those know who do not see it.
            fn leave_out(&mut self, who: $crate::battle::CombatantId);
        }

        impl StateDefaults for $state {
            fn leave_out(&mut self, who: $crate::battle::CombatantId) {
                self[who].at = $crate::battle::Cell::NOWHERE;
            }
        }
    };
}

pub use affray_derive::State;

#[doc(hidden)]
pub use crate::ruleset::{Rules, Words};
#[doc(hidden)]
pub use affray_grid::{Cell, Facing, Map};
#[doc(hidden)]
pub use affray_kernel::hidden::Hidden;
#[doc(hidden)]
pub use affray_kernel::orders::OrderBook;
#[doc(hidden)]
pub use affray_kernel::referee::{CombatantId, Game, Referee};
#[doc(hidden)]
pub use affray_kernel::state::Ignored;
#[doc(hidden)]
pub use affray_kernel::turns::{SidesLeft, TurnRules};
