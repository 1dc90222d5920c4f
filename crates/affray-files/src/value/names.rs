//! What names stand for.

use crate::names::nearest_of;
use crate::plain;
use affray_kernel::referee::CombatantId;
use std::any::Any;

/// What there is in a fight, by name.
pub trait Names {
    /// The names of everything of that kind, in the order of their numbers: of the combatants (`"combatant"`), or of the
    /// items (`"item"`) of that owner.
    fn all(&self, kind: &str, owner: Option<CombatantId>) -> Vec<&str>;

    /// The name of the thing of that kind and number.
    fn name(&self, kind: &str, owner: Option<CombatantId>, number: usize) -> Option<String> {
        self.all(kind, owner).get(number).map(|name| (*name).to_owned())
    }

    /// The number of the thing of that kind and name. Capitals, blanks and hyphens make no difference.
    fn find(&self, kind: &str, owner: Option<CombatantId>, name: &str) -> Option<usize> {
        let all = self.all(kind, owner);
        let exact = all.iter().position(|known| known.eq_ignore_ascii_case(name.trim()));
        exact.or_else(|| all.iter().position(|known| plain(known) == plain(name)))
    }

    /// What there is in place of a name that nothing of that kind has.
    fn hint(&self, kind: &str, owner: Option<CombatantId>, name: &str) -> String {
        let all = self.all(kind, owner).into_iter();
        nearest_of(all.filter(|known| !known.is_empty()), name)
    }

    /// What a key means that is left out, of things for which the state of the fight has an answer: the weapon in hand.
    fn usual(&self, kind: &str, owner: Option<CombatantId>) -> Option<usize> {
        let _ = (kind, owner);
        None
    }

    /// The setup of the fight and its state, for a value in which more is left out than names tell.
    fn fight(&self) -> Option<(&dyn Any, Option<&dyn Any>)> {
        None
    }
}

/// Nothing has a name yet: every name is taken as it is, and stands for the first of its kind. A file is looked through
/// so before its fight is known.
#[derive(Debug, Clone, Copy)]
pub struct NoNames;

impl Names for NoNames {
    fn all(&self, _: &str, _: Option<CombatantId>) -> Vec<&str> {
        Vec::new()
    }
    fn find(&self, _: &str, _: Option<CombatantId>, _: &str) -> Option<usize> {
        Some(0)
    }
    fn usual(&self, _: &str, _: Option<CombatantId>) -> Option<usize> {
        Some(0)
    }
}

/// What says whose the items are that are named beside it.
pub trait Owner {
    /// Whose.
    fn owner(&self) -> Option<CombatantId>;
}

impl Owner for CombatantId {
    fn owner(&self) -> Option<CombatantId> {
        Some(*self)
    }
}

impl Owner for u8 {
    fn owner(&self) -> Option<CombatantId> {
        Some(CombatantId(*self))
    }
}

impl<T: Owner> Owner for Option<T> {
    fn owner(&self) -> Option<CombatantId> {
        self.as_ref().and_then(Owner::owner)
    }
}

/// Declares that a number is written by the name of what it stands for.
///
/// ```
/// /// An item, by its place on the sheet of its owner.
/// #[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// pub struct ItemId(pub u8);
/// affray_files::named!(ItemId, "item");
/// ```
#[macro_export]
macro_rules! named {
    ($name:ty, $kind:literal) => {
        impl $crate::value::Schema for $name {
            fn schema(_: &mut $crate::value::Schemas) -> $crate::value::Value {
                $crate::value::Schemas::name_of($kind)
            }
        }
        impl $crate::value::FromValue for $name {
            fn read(value: &$crate::value::Value, reader: &mut $crate::value::Reader<'_>) -> Option<Self> {
                reader.named($kind, value).map(|number| Self(number as _))
            }
        }
        impl $crate::value::ToValue for $name {
            fn write(&self, writer: &mut $crate::value::Writer<'_>) -> $crate::value::Value {
                writer.named($kind, usize::from(self.0))
            }
        }
    };
}

/// Declares that a type of keys is a value in another form, so that a field can be `#[value(like = ModeKeys, flatten)]`.
///
/// `affray_files::keys_of!(ModeKeys, u16);`
#[macro_export]
macro_rules! keys_of {
    ($keys:ident, $value:ty) => {
        impl From<$value> for $keys {
            fn from(value: $value) -> Self {
                Self(value)
            }
        }

        impl From<$keys> for $value {
            fn from(keys: $keys) -> Self {
                keys.0
            }
        }
    };
}

crate::named!(CombatantId, "combatant");
