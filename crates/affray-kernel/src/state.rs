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

/// A set of flags that [`flags!`](crate::flags) defines.
pub trait FlagSet: Copy + 'static {
    /// Every flag: its name in small letters, what it means, and itself.
    const FLAGS: &'static [(&'static str, &'static str, Self)];
    /// Whether that one is set.
    fn has(self, flag: Self) -> bool;
    /// Sets or clears that one.
    fn put(&mut self, flag: Self, on: bool);
}

/// A name in small letters.
pub const fn lowercase<const N: usize>(name: &str) -> [u8; N] {
    let mut letters = [0; N];
    let mut at = 0;
    while at < N {
        letters[at] = name.as_bytes()[at].to_ascii_lowercase();
        at += 1;
    }
    letters
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
    ($(#[$doc:meta])* $vis:vis $name:ident: $int:ty { $($(#[doc = $fdoc:literal])* $flag:ident = $bit:expr,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        $vis struct $name($int);
        #[allow(dead_code, reason = "a set of flags has all its verbs, whether or not they are used yet")]
        impl $name {
            $($(#[doc = $fdoc])* pub const $flag: Self = Self(1 << $bit);)*
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
        impl $crate::state::FlagSet for $name {
            const FLAGS: &'static [(&'static str, &'static str, Self)] = &[$((
                {
                    const NAME: &[u8; stringify!($flag).len()] = &$crate::state::lowercase(stringify!($flag));
                    match ::core::str::from_utf8(NAME) { Ok(name) => name, Err(_) => "" }
                },
                concat!($($fdoc),*).trim_ascii(),
                Self::$flag,
            )),*];
            fn has(self, flag: Self) -> bool { self.has(flag) }
            fn put(&mut self, flag: Self, on: bool) { self.put(flag, on); }
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
