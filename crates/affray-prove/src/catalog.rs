//! A ruleset for faces, put together.

use crate::cases::{CaseFormat, Cases};
use affray_files::value::Value;
use affray_session::LogLine;
use affray_session::encounter;
#[doc(hidden)]
pub use affray_session::encounter::EncounterFile;

#[doc(hidden)]
pub use affray_files::{FileError, FileResolver, Source, sheets::Shelf};
#[doc(hidden)]
pub use affray_grid::{Cell, Facing, Map};
#[doc(hidden)]
pub use affray_kernel::events::{EventKind, RollKind};
#[doc(hidden)]
pub use affray_kernel::hidden::Hidden;
#[doc(hidden)]
pub use affray_kernel::orders::OrderBook;
#[doc(hidden)]
pub use affray_kernel::referee::{CombatantId, EventSink, Game, Input, Referee, Refusal};
#[doc(hidden)]
pub use affray_kernel::turns::{FinalStatus, SidesLeft, TurnRules};
#[doc(hidden)]
pub use affray_session::catalog::{CaseReport, DynRules, Encounter, FileKind, Odds};
#[doc(hidden)]
pub use affray_session::choices::ChoiceFormat;
#[doc(hidden)]
pub use affray_session::cunning::Cunning;
#[doc(hidden)]
pub use affray_session::muster::mustered;
pub use affray_session::orders::Ordered;
#[doc(hidden)]
pub use affray_session::ruleset::{Change, Standing, Words};
#[doc(hidden)]
pub use affray_session::{reference::Reference, scenario::Scenario};

/// The game of a ruleset, from the usual names in its crate: with its id, its title and the policy of its opponents. It is put
/// together for the readers of its rules, for tables and, by [`catalog!`](crate::catalog!), for faces.
///
/// | module | has |
/// | --- | --- |
/// | `decision` | `Choice` and `Question`, which tells by `who()` who is asked |
/// | `event` | `Event`, `ROLLS`, `ATTACKS` |
/// | `judge` | the functions `judge`, `options` and `default_choice` |
/// | `scene` | `Setup` with `map`, `combatants`, `sides` and `round_limit`; `Scene` with `final_status`; `Fight` with `next_turn`, `turn`, `free_action` and `enlist`; and where [`battle!`](affray_session::battle!) has it otherwise `Scene` with `sides_left`, `Fight` with `join` and `quit` |
/// | `state` | `State`, as [`state!`](affray_session::state!) has it |
/// | `words` | the functions `choice`, `event`, `prompt` and `standing` |
///
/// A game master sets states by the keys that files have for them. A game whose states have a
/// [canonical form](affray_kernel::turns::TurnRules::canonicalize) names the function that brings them into it, and one
/// with rules for what comes [after a battle](affray_kernel::turns::TurnRules::aftermath) the function of `Fight` that
/// carries it out. A game in which a state that is set has [consequences](affray_kernel::referee::Game::tell_consequences) at
/// once names the function that tells them.
///
/// `affray_prove::game!(Mini, "mini", "A game of two dice", policy::Brawler);`
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "they are the ruleset's own")]
macro_rules! game {
    ($game:ident, $id:literal, $title:literal, $policy:ty $(, canonicalize: $canonicalize:path)? $(, aftermath: $aftermath:ident)? $(, consequences: $consequences:path)?) => {
        $crate::catalog!($game, $id, $title);

        const _: () = {
            use crate::decision::{Choice, Question};
            use crate::event::Event;
            use crate::scene::{Fight, Scene, Setup};
            #[allow(unused_imports, reason = "the game may have functions of its own for all of it")]
            use crate::scene::{FightDefaults as _, SceneDefaults as _};
            #[allow(unused_imports, reason = "the game may have functions of its own for all of it")]
            use crate::state::StateDefaults as _;
            use crate::state::State;
            use $crate::catalog::{
                Cell, Change, CombatantId, Cunning, EventKind, EventSink, Facing, FinalStatus, Game, Hidden, Input, Map, Odds, OrderBook, Ordered, Referee,
                Refusal, RollKind, SidesLeft, Standing, TurnRules, Words,
            };

            impl Game for $game {
                type Setup = Setup;
                type State = State;
                type Question = Question;
                type Choice = Choice;
                type Event = Event;
                type Change = Change;

                fn judge(setup: &Setup, state: &State, question: &Question, choice: &Choice) -> Result<(), Refusal> {
                    crate::judge::judge(Scene { setup, state }, question, choice)
                }

                fn options(setup: &Setup, state: &State, question: &Question, into: &mut Vec<Choice>) {
                    crate::judge::options(Scene { setup, state }, question, into);
                }

                fn free_action(
                    setup: &Setup,
                    state: &mut State,
                    who: CombatantId,
                    choice: &Choice,
                    tell: &mut dyn FnMut(Event),
                ) -> Result<(), Refusal> {
                    Fight { setup, state, referee: &mut EventSink(tell) }.free_action(who, choice)
                }

                fn set(setup: &Setup, state: &mut State, change: &Change) -> Result<(), String> {
                    $crate::cases::set_state::<Self>(setup, state, change)
                }
                $(
                    fn tell_consequences(setup: &Setup, before: &State, after: &State, tell: &mut dyn FnMut(Event)) {
                        $consequences(setup, before, after, tell);
                    }
                )?
            }

            impl TurnRules for $game {
                type Own = Cunning<Self, Ordered<$policy>>;
                const ATTACKS: &'static [&'static str] = crate::event::ATTACKS;

                fn figures(setup: &Setup) -> impl ExactSizeIterator<Item = (&str, u8)> + Clone {
                    setup.combatants.iter().map(|one| (one.name.as_str(), one.side))
                }

                fn sides(setup: &Setup) -> impl ExactSizeIterator<Item = &str> {
                    setup.sides.iter().map(|side| side.name.as_str())
                }

                fn default_choice(setup: &Setup, state: &State, question: &Question) -> Choice {
                    crate::judge::default_choice(Scene { setup, state }, question)
                }

                fn next_turn<R: Referee<Self>>(
                    setup: &Setup,
                    state: &mut State,
                    referee: &mut R,
                ) -> Result<(), R::Pause> {
                    Fight { setup, state, referee }.next_turn()
                }

                fn turn<R: Referee<Self>>(
                    setup: &Setup,
                    state: &mut State,
                    referee: &mut R,
                    who: CombatantId,
                ) -> Result<(), R::Pause> {
                    Fight { setup, state, referee }.turn(who)
                }
                $(
                    fn canonicalize(setup: &Setup, state: &mut State) {
                        // Orders name cells of the map.
                        if state.orders.is_empty() {
                            $canonicalize(setup, state);
                        }
                    }
                )?
                $(
                    fn aftermath<R: Referee<Self>>(
                        setup: &Setup,
                        state: &mut State,
                        referee: &mut R,
                    ) -> Result<(), R::Pause> {
                        Fight { setup, state, referee }.$aftermath()
                    }
                )?

                fn sides_left(setup: &Setup, state: &State) -> SidesLeft {
                    Scene { setup, state }.sides_left()
                }

                fn final_status(setup: &Setup, state: &State, who: CombatantId) -> FinalStatus {
                    Scene { setup, state }.final_status(who)
                }

                fn hidden(state: &State) -> &Hidden {
                    &state.hidden
                }

                fn hide(state: &mut State, hidden: Hidden) {
                    state.hidden = hidden;
                }

                fn orders(state: &State) -> &OrderBook {
                    &state.orders
                }

                fn command(state: &mut State, orders: OrderBook) {
                    state.orders = orders;
                }

                fn leave_out(_: &Setup, state: &mut State, who: CombatantId) {
                    state.leave_out(who);
                }

                fn rounds(state: &State) -> u32 {
                    state.rounds.0
                }

                fn round_limit(setup: &Setup) -> u32 {
                    setup.round_limit
                }

                fn asked(question: &Question) -> CombatantId {
                    question.who()
                }
            }

            impl Words for $game {
                const EVENTS: &'static [EventKind] = Event::KINDS;
                const ROLLS: &'static [RollKind] = crate::event::ROLLS;

                fn revealed(who: CombatantId) -> Event {
                    Event::Revealed { who }
                }

                fn describe_choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
                    crate::words::choice(setup, who, choice)
                }

                fn describe_event(setup: &Setup, event: &Event) -> Option<String> {
                    crate::words::event(setup, event)
                }

                fn prompt(setup: &Setup, state: &State, question: &Question) -> String {
                    crate::words::prompt(Scene { setup, state }, question)
                }

                fn standing(setup: &Setup, state: &State, who: CombatantId) -> Standing {
                    crate::words::standing(Scene { setup, state }, who)
                }

                fn map(setup: &Setup) -> &Map {
                    &setup.map
                }

                fn place(setup: &Setup, state: &State, who: CombatantId) -> Option<(Cell, Option<Facing>)> {
                    Scene { setup, state }.place(who)
                }

                fn mustered(
                    encounter: &$crate::catalog::Source,
                    beside: &[$crate::catalog::Source],
                    added: &[$crate::cases::serde_json::Value],
                ) -> Result<(Setup, State), String> {
                    $crate::catalog::mustered::<Self>(encounter, beside, added)
                }

                fn enlist(setup: &Setup, state: &mut State, fresh: &State) {
                    let who = CombatantId(state.fighters.len() as u8);
                    state.fighters.push(fresh[who]);
                    state.hidden.copy(who, &fresh.hidden);
                    state.leave_out(who);
                    Fight { setup, state, referee: &mut EventSink::<Self>(&mut |_| {}) }.enlist(who);
                }

                fn join(setup: &Setup, state: &mut State, who: CombatantId, at: Cell) {
                    Fight { setup, state, referee: &mut EventSink::<Self>(&mut |_| {}) }.join(who, at);
                }

                fn leave(setup: &Setup, state: &mut State, who: CombatantId) {
                    Fight { setup, state, referee: &mut EventSink::<Self>(&mut |_| {}) }.quit(who);
                    state.leave_out(who);
                }

                fn order<'a>(_: &'a Setup, state: &'a State) -> &'a [CombatantId] {
                    &state.order
                }

                fn odds_from(
                    setup: &Setup,
                    start: &State,
                    inputs: &[Input<Choice, Change>],
                    now: &State,
                ) -> Odds {
                    $crate::odds::odds_from::<Self>(setup, start, inputs, now)
                }
            }
        };
    };
}

/// The JSON Schema of a kind of file of a game.
pub fn schema_of<G: CaseFormat>(kind: FileKind) -> Value {
    match kind {
        FileKind::Encounter => encounter::schema_of::<G, EncounterFile<G>>("Encounter"),
        FileKind::Sheet => encounter::schema_of::<G, G::SheetFile>("Sheet"),
        FileKind::Case => encounter::schema_of::<G, Cases<G>>("Cases"),
        FileKind::Log => encounter::schema_of::<G, LogLine>("Log line"),
    }
}

/// The ruleset of a game as faces know it: its id and title, and by their usual names in its crate its
/// ledger, its kinds of file and the texts that come with it. [`game!`](crate::game!) has it.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "they are the ruleset's own")]
macro_rules! catalog {
    ($game:ident, $id:literal, $title:literal) => {
        impl $crate::catalog::DynRules for $game {
            fn id(&self) -> &'static str {
                $id
            }
            fn title(&self) -> &'static str {
                $title
            }
            fn reference(&self) -> &'static $crate::catalog::Reference {
                &crate::ledger::REFERENCE
            }
            fn schema(&self, kind: $crate::catalog::FileKind) -> $crate::cases::serde_json::Value {
                $crate::catalog::schema_of::<$game>(kind)
            }
            fn starter(&self) -> &'static str {
                crate::content::STARTER
            }
            fn encounters(&self) -> $crate::catalog::Shelf {
                crate::content::ENCOUNTERS
            }
            fn sheets(&self) -> $crate::catalog::Shelf {
                crate::sheets::SHEETS
            }
            fn manuals(&self) -> $crate::catalog::Shelf {
                crate::content::MANUALS
            }
            fn load_tree(
                &self,
                source: &$crate::catalog::Source,
                tree: $crate::cases::serde_json::Value,
                beside: $crate::catalog::FileResolver<'_>,
            ) -> Result<Box<dyn $crate::catalog::Encounter>, $crate::catalog::FileError> {
                Ok(Box::new($crate::catalog::EncounterFile::<$game>::load_tree(source, tree, beside)?))
            }
            fn check(
                &self,
                source: &$crate::catalog::Source,
                beside: $crate::catalog::FileResolver<'_>,
            ) -> Result<Vec<$crate::catalog::CaseReport>, $crate::catalog::FileError> {
                $crate::cases::check::<$game>(source, beside, Some(self.reference()))
            }
            fn odds(
                &self,
                source: &$crate::catalog::Source,
                beside: $crate::catalog::FileResolver<'_>,
            ) -> Result<Vec<$crate::catalog::Odds>, $crate::catalog::FileError> {
                $crate::odds::odds::<$game>(source, beside)
            }
        }
    };
}
