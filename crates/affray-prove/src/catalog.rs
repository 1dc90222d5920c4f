//! A ruleset for faces, put together.

use crate::cases::{CaseFormat, Cases};
use affray_files::value::{Value, leave_out};
use affray_session::encounter::EncounterFile;

#[doc(hidden)]
pub use affray_files::{FileError, FileResolver, Source, sheets::Shelf};
#[doc(hidden)]
pub use affray_kernel::referee::{CombatantId, Game, Refusal};
#[doc(hidden)]
pub use affray_session::catalog::{CaseReport, DynRules, Encounter, FileKind, Odds, schema};
#[doc(hidden)]
pub use affray_session::ruleset::Change;
#[doc(hidden)]
pub use affray_session::{reference::Reference, scenario::Scenario};

/// The game of a ruleset as the readers of its rules know it, from the usual names in its crate: `Choice` and `Question`
/// of `decision`, `Event` of `event`, `Setup` and `Scene` of `scene`, `State` of `state`, and the functions `judge`,
/// `options` and `free_action` of `judge`. A game master sets states by the keys that files have for them.
///
/// `affray_prove::game!(Mini);`
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "they are the ruleset's own")]
macro_rules! game {
    ($game:ident) => {
        const _: () = {
            use crate::decision::{Choice, Question};
            use crate::event::Event;
            use crate::scene::{Scene, Setup};
            use crate::state::State;
            use $crate::catalog::{Change, CombatantId, Game, Refusal};

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
                    crate::judge::free_action(setup, state, who, choice, tell)
                }

                fn set(setup: &Setup, state: &mut State, change: &Change) -> Result<(), String> {
                    $crate::cases::set_state::<Self>(setup, state, change)
                }
            }
        };
    };
}

/// The JSON Schema of a kind of file of a game.
pub fn schema_of<G: CaseFormat>(kind: FileKind) -> Value {
    let mut schema = schema::<EncounterFile<G>, G::SheetFile, Cases<G>>(kind);
    G::LAYOUT.put_into(&mut schema);
    leave_out(&mut schema, G::FOREIGN_WORDS);
    schema
}

/// The ruleset of a game as faces know it: its id and title, and by their usual names in its crate its
/// ledger, its kinds of file and the texts that come with it.
///
/// `affray_prove::catalog!(Mini, "mini", "A game of two dice");`
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
            fn load(
                &self,
                source: &$crate::catalog::Source,
                beside: $crate::catalog::FileResolver<'_>,
            ) -> Result<Box<dyn $crate::catalog::Encounter>, $crate::catalog::FileError> {
                Ok(Box::new($crate::catalog::Scenario::<$game>::read(source, beside)?))
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
