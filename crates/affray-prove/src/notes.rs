//! The subjects of odds in words. A ruleset declares each of them once, with its fields and its words, by
//! [`notes!`](crate::notes!), [`quantities!`](crate::quantities!) and [`conditions!`](crate::conditions!).

use affray_kernel::referee::CombatantId;
use affray_kernel::turns::TurnRules;
pub use affray_session::said::Said;

#[doc(hidden)]
pub use affray_files::value::ToValue;
#[doc(hidden)]
pub use affray_kernel::referee::{CombatantId as Who, Game};

/// A subject of odds.
pub trait InWords<G: TurnRules> {
    /// In words.
    fn in_words(&self, setup: &G::Setup) -> String;

    /// Whether it is worth telling, if it came to so much at the most.
    fn is_told(&self, most: i64) -> bool {
        let _ = most;
        true
    }
}

/// What comes about in a step or not, as [`notes!`](crate::notes!) declares it.
pub trait Notes<G: Game>: Sized {
    /// That a combatant could no longer do as declared.
    fn hindered(who: CombatantId) -> Self;

    /// What an event says by itself.
    fn of(event: &G::Event) -> Option<Self>;
}

/// Declares what comes about in a step or not, as `Note`, in the order in which people are told. One of them is `Hindered`.
/// Behind each stand its words, with the values of its fields in braces, or in parentheses a function of the setup and of
/// the fields that says it. Where an event says it by itself, the event follows, with the fields under their names here.
///
/// ```ignore
/// affray_prove::notes! {
///     pub enum Note of Mini {
///         Hits { who: CombatantId, target: CombatantId } => "{who} hits {target}" on Event::Hits { who, on: target, .. },
///         Hindered { who: CombatantId } => "{who} can no longer do as declared",
///         Drops { who: CombatantId, what: ItemId } => (drops),
///     }
/// }
/// ```
#[macro_export]
macro_rules! notes {
    (@of $event:ident, $name:ident { $(
        $(#[doc = $doc:literal])*
        $variant:ident { $($(#[$attribute:meta])* $field:ident: $kind:ty),* $(,)? } => $words:tt $(on $said:pat)?
    ),* $(,)? }) => {
        $($crate::notes!(@one $event, ($name::$variant { $($field),* }) $($said)?);)*
    };
    (@one $event:ident, ($note:expr)) => {};
    (@one $event:ident, ($note:expr) $said:pat) => {
        if let $said = *$event {
            return Some($note);
        }
    };
    ($(#[$meta:meta])* pub enum $name:ident of $game:ident { $($all:tt)* }) => {
        $crate::quantities! {
            /// Something that comes about or not. The order is that in which people are told.
            $(#[$meta])*
            pub enum $name of $game { $($all)* }
        }

        impl $crate::notes::Notes<$game> for $name {
            fn hindered(who: $crate::notes::Who) -> Self {
                Self::Hindered { who }
            }

            fn of(event: &<$game as $crate::notes::Game>::Event) -> Option<Self> {
                $crate::notes!(@of event, $name { $($all)* });
                None
            }
        }
    };
}

/// Declares the whole numbers that a step brings about, as [`notes!`](crate::notes!) declares what comes about.
/// `above 1` before the words: it is told only where it can be more than that.
#[macro_export]
macro_rules! quantities {
    (@words $game:ident, $setup:ident, $owner:ident, $words:literal, $($field:ident),*) => {{
        $(let $field = $crate::notes::Said::<$game>::said($field, $setup, $owner);)*
        format!($words)
    }};
    (@words $game:ident, $setup:ident, $owner:ident, ($function:path), $($field:ident),*) => {
        $function($setup, $(*$field),*)
    };
    (
        $(#[$meta:meta])*
        pub enum $name:ident of $game:ident {
            $(
                $(#[doc = $doc:literal])*
                $variant:ident { $($(#[$attribute:meta])* $field:ident: $kind:ty),* $(,)? } $(above $least:literal)? => $words:tt
                $(on $said:pat)?
            ),* $(,)?
        }
    ) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, $crate::notes::ToValue)]
        #[value(tag = "id")]
        $(#[$meta])*
        #[allow(missing_docs, reason = "variants are named for what they are, and have words")]
        pub enum $name {
            $($(#[doc = $doc])* $variant { $($(#[$attribute])* $field: $kind),* }),*
        }

        impl $crate::notes::InWords<$game> for $name {
            #[allow(unused_variables, reason = "not every field is said")]
            fn in_words(&self, setup: &<$game as $crate::notes::Game>::Setup) -> String {
                match self {
                    $(Self::$variant { $($field),* } => {
                        let owner = None$(.or($crate::notes::Said::<$game>::owner($field)))*.unwrap_or($crate::notes::Who(0));
                        $crate::quantities!(@words $game, setup, owner, $words, $($field),*)
                    })*
                }
            }

            #[allow(unused_variables, clippy::match_single_binding, reason = "most are told whatever they come to")]
            fn is_told(&self, most: i64) -> bool {
                match self {
                    $($(Self::$variant { .. } => most > $least,)?)*
                    _ => true,
                }
            }
        }
    };
}

/// Declares conditions or the like, each with the words that people are told behind a name, and with the flags of the crate's
/// `state` that stand for it, where there are any; `FLAGS` lists those.
///
/// ```ignore
/// affray_prove::conditions! {
///     /// A condition that somebody did not have before.
///     pub enum Condition of Mini {
///         Prone => "falls",
///         Dead => "dies" if Flags::DEAD,
///     }
/// }
/// ```
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "they are the ruleset's own")]
macro_rules! conditions {
    (
        $(#[$meta:meta])*
        pub enum $name:ident of $game:ident { $($variant:ident => $words:literal $(if $flags:expr)?),* $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, $crate::notes::ToValue)]
        #[allow(missing_docs, reason = "variants are named for what they are, and have words")]
        pub enum $name {
            $($variant),*
        }

        impl $name {
            /// Those that are flags.
            #[allow(dead_code, reason = "not all are flags")]
            const FLAGS: &[(Self, crate::state::Flags)] = &[$($((Self::$variant, $flags),)?)*];
        }

        impl $crate::notes::Said<$game> for $name {
            fn said<'a>(
                &self,
                _: &'a <$game as $crate::notes::Game>::Setup,
                _: $crate::notes::Who,
            ) -> std::borrow::Cow<'a, str> {
                match self {
                    $(Self::$variant => $words.into()),*
                }
            }
        }
    };
}
