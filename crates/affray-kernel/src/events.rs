//! What can happen in a game, by name: so that a case that speaks of no event of the game is told so.

/// A kind of event of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventKind {
    /// Its name in the code: `TurnBegins`.
    pub name: &'static str,
    /// What it states, by name.
    pub fields: &'static [&'static str],
    /// What it means, line by line.
    pub meaning: &'static [&'static str],
}

impl EventKind {
    /// Its name in files: `turn-begins`.
    ///
    /// ```
    /// use affray_kernel::events::EventKind;
    /// let kind = EventKind { name: "MajorWound", fields: &["who"], meaning: &[] };
    /// assert_eq!(kind.spelled(), "major-wound");
    /// ```
    pub fn spelled(&self) -> String {
        let mut spelled = String::new();
        for (at, letter) in self.name.char_indices() {
            if letter.is_uppercase() && at > 0 {
                spelled.push('-');
            }
            spelled.extend(letter.to_lowercase());
        }
        spelled
    }

    /// What it means, on one line.
    pub fn told(&self) -> String {
        self.meaning.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
    }
}

/// A kind of roll of a game that has a target number, or a score shown beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollKind {
    /// Its name, as [`Why::what`](crate::referee::Why::what) says it.
    pub name: &'static str,
    /// What it decides, in a few words.
    pub decides: &'static str,
}

/// Lists the rolls of a game that have a target number or a score beside them, each with what it decides, as `ROLLS`.
///
/// ```
/// affray_kernel::rolls! {
///     "attack" => "an attack of any kind",
/// }
/// assert_eq!(ROLLS[0].name, "attack");
/// ```
#[macro_export]
macro_rules! rolls {
    ($($name:literal => $decides:literal),* $(,)?) => {
        /// Every roll that has a target number or a score beside it.
        pub(crate) const ROLLS: &[$crate::events::RollKind] =
            &[$($crate::events::RollKind { name: $name, decides: $decides }),*];
    };
}

/// Defines the events of a game: an enum whose variants have named fields or none, and `KINDS`, a list of them. The words behind
/// a variant, `Falls { who: CombatantId } => "{who} falls."`, are those of an attribute `said` on it, which a derive reads;
/// `=> "{who} parries." else "{who} fails to parry."` has words for either value of a `bool`; `=> ""` says that it needs none.
///
/// `told_as_declared!()` is the pattern of all variants with words behind them. The function that tells events ends in it and
/// not in `_`: an event that has words neither there nor in an arm of its own does not build.
///
/// ```
/// affray_kernel::events! {
///     /// Something that happened.
///     #[derive(Debug)]
///     pub enum Event {
///         /// A round is over.
///         RoundEnds,
///         /// Somebody fell.
///         Falls { who: u8, far: bool },
///     }
/// }
/// assert_eq!(Event::KINDS[1].name, "Falls");
/// assert_eq!(Event::KINDS[1].fields, ["who", "far"]);
/// assert_eq!(Event::KINDS[0].told(), "A round is over.");
/// ```
#[macro_export]
macro_rules! events {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[doc = $doc:literal])*
                $variant:ident $({ $($(#[$attribute:meta])* $field:ident: $kind:ty),* $(,)? })?
                $(=> $words:literal $(else $otherwise:literal)?)?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $(
                $(#[doc = $doc])*
                $(#[said($words $(, $otherwise)?)])?
                $variant $({ $($(#[$attribute])* $field: $kind),* })?
            ),*
        }
        /// The events whose words stand at their declarations.
        #[allow(unused_macros, reason = "not every game has words that it works out")]
        macro_rules! told_as_declared {
            () => {
                ($($( | $crate::declared!($words, $name::$variant { .. }))?)*)
            };
        }
        #[allow(unused_imports, reason = "not every game has words that it works out")]
        pub(crate) use told_as_declared;

        impl $name {
            /// The kinds of events.
            pub const KINDS: &[$crate::events::EventKind] = &[$(
                $crate::events::EventKind {
                    name: stringify!($variant),
                    fields: &[$($(stringify!($field)),*)?],
                    meaning: &[$($doc),*],
                }
            ),*];
        }
    };
}

/// A pattern, whatever the words.
#[doc(hidden)]
#[macro_export]
macro_rules! declared {
    ($words:literal, $pattern:pat) => {
        $pattern
    };
}
