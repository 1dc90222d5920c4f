//! Values that may be written in several forms: a word, a number, a list or a table.
//!
//! The form is told by the kind of value alone, so that an error is that of the form that was meant, at its
//! place: an unknown key of a table, say, rather than a table that is none of the forms.

use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess};

/// A table of which the first key has been looked at.
#[doc(hidden)]
#[derive(Debug)]
pub struct Looked<A> {
    /// That key, until it is read again.
    first: Option<String>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> Looked<A> {
    /// Looks at the first key: the table as if nobody had, and whether it is one of these.
    ///
    /// # Errors
    /// Those of the table.
    pub fn at(mut rest: A, keys: &[&str]) -> Result<(Self, bool), A::Error> {
        let first: Option<String> = rest.next_key()?;
        let is_one = first.as_deref().is_some_and(|first| keys.contains(&first));
        Ok((Self { first, rest }, is_one))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Looked<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(first) => seed.deserialize(first.into_deserializer()).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
}

/// Reads an enum whose variants are forms of one value. `text`, `number`, `flag`, `list` and `table` say which
/// kind of value is which variant; `table ["key"]` is a table that begins with that key, and stands before the
/// other `table`.
///
/// ```
/// use serde::Deserialize;
/// #[derive(Debug, PartialEq, Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Aimed { at: String }
/// #[derive(Debug, PartialEq)]
/// enum Blow { Plain(String), Aimed(Aimed) }
/// affray_files::forms!(Blow, "a name or a table" { text => Plain, table => Aimed });
/// #[derive(Debug, Deserialize)]
/// struct File { blow: Blow }
/// let file: File = toml::from_str("blow = { at = 'Orc' }")?;
/// assert_eq!(file.blow, Blow::Aimed(Aimed { at: "Orc".into() }));
/// let error = toml::from_str::<File>("blow = { att = 'Orc' }").unwrap_err();
/// assert!(error.message().starts_with("unknown field `att`"));
/// # Ok::<(), toml::de::Error>(())
/// ```
#[macro_export]
macro_rules! forms {
    ($name:ident $(<$inner:ident>)?, $expected:literal {
        $($kind:ident $([$($key:literal),+])? => $variant:ident),+ $(,)?
    }) => {
        impl<'de $(, $inner: serde::Deserialize<'de>)?> serde::Deserialize<'de> for $name $(<$inner>)? {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Forms<T>(std::marker::PhantomData<T>);
                impl<'de $(, $inner: serde::Deserialize<'de>)?> serde::de::Visitor<'de>
                    for Forms<$name $(<$inner>)?>
                {
                    type Value = $name $(<$inner>)?;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expected)
                    }
                    $crate::form_visits!{$([$kind $variant $($($key)+)?])+}
                }
                deserializer.deserialize_any(Forms(std::marker::PhantomData))
            }
        }
    };
}

/// The visits of [`forms!`](crate::forms), one kind of value after another.
#[doc(hidden)]
#[macro_export]
macro_rules! form_visits {
    () => {};
    ([text $variant:ident] $($rest:tt)*) => {
        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
            serde::Deserialize::deserialize(serde::de::value::StrDeserializer::new(text)).map(Self::Value::$variant)
        }
        $crate::form_visits!{$($rest)*}
    };
    ([number $variant:ident] $($rest:tt)*) => {
        fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Self::Value, E> {
            serde::Deserialize::deserialize(serde::de::value::I64Deserializer::new(number)).map(Self::Value::$variant)
        }
        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Self::Value, E> {
            serde::Deserialize::deserialize(serde::de::value::U64Deserializer::new(number)).map(Self::Value::$variant)
        }
        $crate::form_visits!{$($rest)*}
    };
    ([flag $variant:ident] $($rest:tt)*) => {
        fn visit_bool<E: serde::de::Error>(self, flag: bool) -> Result<Self::Value, E> {
            serde::Deserialize::deserialize(serde::de::value::BoolDeserializer::new(flag)).map(Self::Value::$variant)
        }
        $crate::form_visits!{$($rest)*}
    };
    ([list $variant:ident] $($rest:tt)*) => {
        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
            serde::Deserialize::deserialize(serde::de::value::SeqAccessDeserializer::new(list)).map(Self::Value::$variant)
        }
        $crate::form_visits!{$($rest)*}
    };
    ([table $variant:ident] $($rest:tt)*) => {
        fn visit_map<A: serde::de::MapAccess<'de>>(self, table: A) -> Result<Self::Value, A::Error> {
            serde::Deserialize::deserialize(serde::de::value::MapAccessDeserializer::new(table)).map(Self::Value::$variant)
        }
        $crate::form_visits!{$($rest)*}
    };
    ([table $keyed:ident $($key:literal)+] [table $variant:ident] $($rest:tt)*) => {
        fn visit_map<A: serde::de::MapAccess<'de>>(self, table: A) -> Result<Self::Value, A::Error> {
            let (table, is_keyed) = $crate::Looked::at(table, &[$($key),+])?;
            let table = serde::de::value::MapAccessDeserializer::new(table);
            if is_keyed {
                serde::Deserialize::deserialize(table).map(Self::Value::$keyed)
            } else {
                serde::Deserialize::deserialize(table).map(Self::Value::$variant)
            }
        }
        $crate::form_visits!{$($rest)*}
    };
}
