//! Values in words. What is said of a value stands at its declaration where it can: [`macro@Said`] derives it.

use crate::names;
use crate::narrate::cell;
pub use affray_derive::Said;
use affray_grid::Cell;
use std::borrow::Cow;

#[doc(hidden)]
pub use affray_kernel::referee::CombatantId;
#[doc(hidden)]
pub use affray_kernel::turns::TurnRules;

/// A value that stands in a sentence.
pub trait Said<G: TurnRules> {
    /// The combatant whose items or spells the other values of the sentence are, if this is a combatant.
    fn owner(&self) -> Option<CombatantId> {
        None
    }

    /// In words. Items and spells are those of `owner`.
    fn said<'a>(&self, setup: &'a G::Setup, owner: CombatantId) -> Cow<'a, str>;
}

impl<G: TurnRules> Said<G> for CombatantId {
    fn owner(&self) -> Option<CombatantId> {
        Some(*self)
    }

    fn said<'a>(&self, setup: &'a G::Setup, _: CombatantId) -> Cow<'a, str> {
        names::of::<G>(setup, *self).into()
    }
}

impl<G: TurnRules> Said<G> for Cell {
    fn said<'a>(&self, _: &'a G::Setup, _: CombatantId) -> Cow<'a, str> {
        cell(*self).into()
    }
}

/// Numbers. What a byte stands for is the game's own.
macro_rules! number {
    ($($number:ty)*) => {
        $(impl<G: TurnRules> Said<G> for $number {
            fn said<'a>(&self, _: &'a G::Setup, _: CombatantId) -> Cow<'a, str> {
                self.to_string().into()
            }
        })*
    };
}

number!(i16 i32 u16 u32);

/// The functions `choice`, `event` and `prompt` of a ruleset's `words`, where all choices, events and questions have their words
/// at their declarations.
///
/// `affray_session::words_as_declared!(Mini);`
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "they are the ruleset's own")]
macro_rules! words_as_declared {
    ($game:ty) => {
        pub(crate) fn choice(
            setup: &crate::scene::Setup,
            who: $crate::said::CombatantId,
            choice: &crate::decision::Choice,
        ) -> String {
            $crate::narrate::capitalized(&$crate::said::Said::<$game>::said(choice, setup, who))
        }

        pub(crate) fn event(setup: &crate::scene::Setup, event: &crate::event::Event) -> Option<String> {
            use crate::event::{Event, told_as_declared};
            match event {
                told_as_declared!() => $crate::said::event::<$game>(setup, event),
            }
        }

        pub(crate) fn prompt(scene: crate::scene::Scene<'_>, question: &crate::decision::Question) -> String {
            $crate::said::Said::<$game>::said(question, scene.setup, question.who()).into()
        }
    };
}

/// What is declared to be said of an event; `None` for what needs no words.
pub fn event<G: TurnRules>(setup: &G::Setup, event: &impl Said<G>) -> Option<String> {
    let words = event.said(setup, CombatantId(0));
    (!words.is_empty()).then(|| words.into_owned())
}
