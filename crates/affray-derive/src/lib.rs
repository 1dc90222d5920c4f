//! Derives for the values of files: `FromValue` reads them, `ToValue` writes them, `Schema` describes them. And for the
//! questions of a game [`macro@Asked`], for what is said of values [`macro@Said`],
//! for the changing part of a battle [`macro@State`], for the parts of it that files set one by one [`macro@Patch`].
//!
//! One declaration of a struct or an enum gives its keys, its defaults, its ranges, its schema and its JSON. The traits
//! and their meaning stand in `affray_files::value`; attributes are written `#[value(...)]`:
//!
//! | on | attribute | meaning |
//! | --- | --- | --- |
//! | a field | `default`, `default = EXPR` | what holds where the key is left out; not written if it is equal |
//! | | `shown` | written even if it is equal to what holds where the key is left out |
//! | | `range = 1..=100` | the least and the greatest number |
//! | | `rule = rule!("DF-001")` | the rule that sets the range, or that tells what is possible: it is cited where that is not kept |
//! | | `rename = "for"` | the key |
//! | | `owner` | a combatant: items named by the fields behind it are that combatant's |
//! | | `mine` | a combatant: the key is left out for the one whose items are named here |
//! | | `of = FIELD` | items named here are those of the combatant in that field |
//! | | `named = "item"` | a number that is written by the name of what it stands for |
//! | | `none` | such a key is left out for the number 255, which stands for nothing |
//! | | `usual` | such a key that is left out means what [`Names::usual`](../affray_files/value/trait.Names.html) says |
//! | | `like = TYPE` | it is read and written as that type, with which it converts |
//! | | `flatten` | the keys of the field's own struct stand in this table |
//! | | `skip` | not in files: the default holds |
//! | | `form = EXPR` | with `Patch`: how it stands in files, a [`Form`](../affray_files/value/trait.Form.html) |
//! | a struct | `default` | every key may be left out; `Self::default()` holds |
//! | a type | `expected = "a number or a word"` | what an error wants in place of another kind of value |
//! | a struct, an enum with a `tag` | `word = "with"` | a text alone is the table that has it under this key |
//! | | `then = FUNCTION` | what is read passes through it |
//! | an enum | `words = TABLE` | a `const` list of words and what each stands for, besides the variants |
//! | | `tag = "event"` | the table of a variant names it under that key |
//! | | `owner = "who"` | the field of that name is an `owner` in every variant |
//! | its only field without a name | `rename = "aim"` | with a `tag`: its key beside the tag |
//! | a variant | `text`, `number`, `flag`, `list`, `table` | it stands for every value of that kind that is no word or key of another variant |
//! | | `other` | it stands for everything that is no word or key of another variant |
//! | | `table_with = "dual rapid"` | it stands for every table with one of these keys |
//! | | `skip` | not in files |
//! | a generic type | `no_bounds` | its parameters need nothing more than the type itself says |
//! | either | `rename_all = "kebab-case"` | how names are spelled: of fields as they are, of variants `kebab-case`, if nothing is said |
//! | | `rename_all_fields = "kebab-case"` | of an enum: how the fields of its variants are spelled |

mod attributes;
mod enums;
mod patch;
mod questions;
mod said;
mod state;
mod structs;

use attributes::{Container, docs};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Generics, parse_quote};

/// Where the traits are.
fn home() -> TokenStream {
    quote!(::affray_files::value)
}

/// Reads the value of a file, and describes it in a schema.
#[proc_macro_derive(FromValue, attributes(value))]
pub fn from_value(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input, |input, container| match &input.data {
        Data::Struct(data) => Ok([structs::schema(input, container, data)?, structs::read(input, container, data)?]),
        Data::Enum(data) => Ok([enums::schema(input, container, data)?, enums::read(input, container, data)?]),
        Data::Union(_) => Err(syn::Error::new_spanned(input, "a union is no value of a file")),
    })
}

/// Describes the value of a file in a schema.
#[proc_macro_derive(Schema, attributes(value))]
pub fn schema(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input, |input, container| match &input.data {
        Data::Struct(data) => Ok([structs::schema(input, container, data)?]),
        Data::Enum(data) => Ok([enums::schema(input, container, data)?]),
        Data::Union(_) => Err(syn::Error::new_spanned(input, "a union is no value of a file")),
    })
}

/// Writes the value as a file has it.
#[proc_macro_derive(ToValue, attributes(value))]
pub fn to_value(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input, |input, container| match &input.data {
        Data::Struct(data) => Ok([structs::write(input, container, data)?]),
        Data::Enum(data) => Ok([enums::write(input, container, data)?]),
        Data::Union(_) => Err(syn::Error::new_spanned(input, "a union is no value of a file")),
    })
}

/// Makes each field of a struct a key that can be changed by itself: `Partial` of it changes some of them. It is described and
/// written besides, and begins with the `default` of each field.
#[proc_macro_derive(Patch, attributes(value))]
pub fn patch(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input, |input, container| match &input.data {
        Data::Struct(data) => patch::patch(input, container, data),
        _ => Err(syn::Error::new_spanned(input, "a struct is changed key by key")),
    })
}

/// Makes an enum the questions of a game: each variant has a field `who`, the combatant that is asked. The key of its
/// answers in a declaration is its own name, `resist_evade` for `ResistEvade`, unless `#[asked(key = EXPR)]` says
/// otherwise; `#[asked(example = EXPR)]` tells what could be typed in answer, yes or no if nothing is said. The fields of
/// the variant are known to both expressions, as references.
#[proc_macro_derive(Asked, attributes(asked))]
pub fn asked(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input, |input, _| match &input.data {
        Data::Enum(data) => questions::asked(input, data),
        _ => Err(syn::Error::new_spanned(input, "questions are the variants of an enum")),
    })
}

/// Gives the variants of an enum the words that stand at them, `#[said("{who} hits {target}.")]`, with the values of their fields
/// in braces, that of a variant with an unnamed field as `{value}`. Two texts are for a variant with a `bool` among its
/// fields: the first where it is true, the second where it is not. A variant without words says its own name if it has no fields,
/// and the value if it holds a single unnamed one; any other says nothing.
#[proc_macro_derive(Said, attributes(said))]
pub fn said(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input, |input, _| match &input.data {
        Data::Enum(data) => said::said(input, data),
        _ => Err(syn::Error::new_spanned(input, "words stand at the variants of an enum")),
    })
}

/// Makes a struct the changing part of a battle. It is cloned into another as that stands, so that no copy allocates once its lists
/// are large enough. It is asked for its `fighters`, a list, by their ids: `state[who]`, and `state.ids()` for all. The changing
/// part of one has at most 128 bytes: a larger one does not build.
#[proc_macro_derive(State)]
pub fn state(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input, |input, _| match &input.data {
        Data::Struct(data) => state::state(input, data),
        _ => Err(syn::Error::new_spanned(input, "a state is a struct")),
    })
}

fn derive<const N: usize>(
    input: proc_macro::TokenStream,
    make: impl FnOnce(&DeriveInput, &Container) -> syn::Result<[TokenStream; N]>,
) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    let made = Container::read(&input.attrs).and_then(|container| make(&input, &container));
    match made {
        Ok(parts) => parts.into_iter().collect::<TokenStream>().into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// The generics of the type, each parameter bound by a trait.
fn bound(generics: &Generics, container: &Container, by: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    if container.no_bounds {
        return generics;
    }
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(#by));
    }
    generics
}

/// The doc comment of the type as an expression.
fn doc_of(input: &DeriveInput) -> String {
    docs(&input.attrs)
}
