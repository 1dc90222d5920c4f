//! What the states of all rulesets are made of: lists of combatants, sets of flags, and what no rule reads.

/// Stands for 'none' where a small number is an index.
pub const NONE: u8 = u8::MAX;

/// Copies a list of a state into the room of another's: of one encounter they are mostly as long, or empty.
#[inline]
pub fn refill<T: Copy>(into: &mut Vec<T>, from: &[T]) {
    if into.len() == from.len() {
        // Not a call for nothing.
        if !from.is_empty() {
            into.copy_from_slice(from);
        }
    } else {
        into.clear();
        if !from.is_empty() {
            into.extend_from_slice(from);
        }
    }
}

/// Lets the state of a fight be copied into another: into its lists as they stand, so that no copy allocates once they
/// are large enough. Lists, others that are cloned, and values are named, each field once.
///
/// ```
/// #[derive(Debug, PartialEq)]
/// struct State {
///     order: Vec<u8>,
///     turn: u8,
/// }
/// affray_kernel::copied_in_place!(State { lists: [order], values: [turn] });
/// let mut copy = State { order: vec![1, 2], turn: 0 };
/// copy.clone_from(&State { order: vec![2, 1], turn: 1 });
/// assert_eq!(copy, State { order: vec![2, 1], turn: 1 });
/// ```
#[macro_export]
macro_rules! copied_in_place {
    ($state:ident {
        lists: [$($list:ident),* $(,)?],
        $(others: [$($other:ident),* $(,)?],)?
        values: [$($value:ident),* $(,)?] $(,)?
    }) => {
        impl Clone for $state {
            fn clone(&self) -> Self {
                Self { $($list: self.$list.clone(),)* $($($other: self.$other.clone(),)*)? $($value: self.$value,)* }
            }
            #[inline]
            fn clone_from(&mut self, source: &Self) {
                $($crate::state::refill(&mut self.$list, &source.$list);)*
                $($(self.$other.clone_from(&source.$other);)*)?
                $(self.$value = source.$value;)*
            }
        }
    };
}

/// Defines a set of flags, one bit each, small and `Copy`.
///
/// ```
/// affray_kernel::flags! {
///     /// How it is.
///     pub Mood: u8 {
///         /// It is glad.
///         GLAD = 0,
///         /// It is tired.
///         TIRED = 1,
///     }
/// }
/// let mut mood = Mood::default();
/// mood.set(Mood::TIRED);
/// assert!(mood.has(Mood::TIRED) && mood.any(Mood::TIRED.union(Mood::GLAD)) && !mood.has(Mood::GLAD));
/// assert_eq!(Mood::NAMES[1].0, "TIRED");
/// ```
#[macro_export]
macro_rules! flags {
    ($(#[$doc:meta])* $vis:vis $name:ident: $int:ty { $($(#[$fdoc:meta])* $flag:ident = $bit:expr,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        $vis struct $name($int);
        #[allow(dead_code, reason = "a set of flags has all its verbs, whether or not they are used yet")]
        impl $name {
            $($(#[$fdoc])* pub const $flag: Self = Self(1 << $bit);)*
            /// Every flag with its name, as files spell it.
            pub const NAMES: &[(&str, Self)] = &[$((stringify!($flag), Self::$flag)),*];
            /// All of them as bits.
            #[inline]
            pub const fn bits(self) -> $int { self.0 }
            /// Whether all of these are set.
            #[inline]
            pub const fn has(self, flags: Self) -> bool { self.0 & flags.0 == flags.0 }
            /// Whether any of these is set.
            #[inline]
            pub const fn any(self, flags: Self) -> bool { self.0 & flags.0 != 0 }
            /// Whether none is set.
            pub const fn is_empty(self) -> bool { self.0 == 0 }
            /// Sets these.
            pub const fn set(&mut self, flags: Self) { self.0 |= flags.0; }
            /// Clears these.
            pub const fn clear(&mut self, flags: Self) { self.0 &= !flags.0; }
            /// Sets or clears these.
            pub const fn put(&mut self, flags: Self, on: bool) { if on { self.set(flags) } else { self.clear(flags) } }
            /// Both sets together.
            pub const fn union(self, other: Self) -> Self { Self(self.0 | other.0) }
            /// These but for those.
            #[must_use]
            pub const fn without(self, flags: Self) -> Self { Self(self.0 & !flags.0) }
        }
    };
}

/// Something that no rule reads: equal to any other, and hashed as nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ignored<T>(pub T);
impl<T> PartialEq for Ignored<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<T> Eq for Ignored<T> {}
impl<T> std::hash::Hash for Ignored<T> {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// Lets a state be asked for its combatants by their ids: `state[who]`, and `state.ids()` for all. The changing part of one has
/// at most 128 bytes: a larger one does not build.
///
/// ```
/// use affray_kernel::referee::CombatantId;
/// struct State {
///     fighters: Vec<u8>,
/// }
/// affray_kernel::by_combatant!(State, fighters: u8);
/// let state = State { fighters: vec![7, 8] };
/// assert_eq!(state.ids().map(|who| state[who]).collect::<Vec<_>>(), [7, 8]);
/// assert_eq!(state[CombatantId(1)], 8);
/// ```
#[macro_export]
macro_rules! by_combatant {
    ($state:ty, $fighters:ident: $fighter:ty) => {
        const _: () = assert!(size_of::<$fighter>() <= 128, "the changing part of a combatant has more than 128 bytes");

        impl std::ops::Index<$crate::referee::CombatantId> for $state {
            type Output = $fighter;
            fn index(&self, who: $crate::referee::CombatantId) -> &$fighter {
                &self.$fighters[who.index()]
            }
        }
        impl std::ops::IndexMut<$crate::referee::CombatantId> for $state {
            fn index_mut(&mut self, who: $crate::referee::CombatantId) -> &mut $fighter {
                &mut self.$fighters[who.index()]
            }
        }
        impl $state {
            /// All combatants.
            pub fn ids(&self) -> impl DoubleEndedIterator<Item = $crate::referee::CombatantId> + use<> {
                (0..self.$fighters.len() as u8).map($crate::referee::CombatantId)
            }
        }
    };
}
