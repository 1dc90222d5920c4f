//! What `#[value(...)]` and doc comments say.

use crate::structs::keys;
use proc_macro2::TokenStream;
use quote::quote;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Expr, Field, FieldsNamed, Ident, Lit, LitStr, Meta, Path, Type, Variant};

/// How names are spelled in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    AsIs,
    Kebab,
    Snake,
    Lower,
    Upper,
}

impl Spelling {
    fn read(text: &LitStr) -> syn::Result<Self> {
        Ok(match text.value().as_str() {
            "PascalCase" => Self::AsIs,
            "kebab-case" => Self::Kebab,
            "snake_case" => Self::Snake,
            "lowercase" => Self::Lower,
            "UPPERCASE" => Self::Upper,
            _ => {
                return Err(syn::Error::new_spanned(
                    text,
                    "PascalCase, kebab-case, snake_case, lowercase or UPPERCASE",
                ));
            }
        })
    }

    /// A name of the code, `TurnBegins` or `turn_begins`, as files spell it.
    pub(crate) fn of(self, name: &Ident) -> String {
        let name = name.to_string();
        let name = name.strip_prefix("r#").unwrap_or(&name);
        let separated = |separator: char| {
            let mut spelled = String::new();
            for (at, letter) in name.char_indices() {
                if letter.is_uppercase() && at > 0 {
                    spelled.push(separator);
                }
                match letter {
                    '_' => spelled.push(separator),
                    letter => spelled.extend(letter.to_lowercase()),
                }
            }
            spelled
        };
        match self {
            Self::AsIs => name.to_owned(),
            Self::Kebab => separated('-'),
            Self::Snake => separated('_'),
            Self::Lower => name.to_lowercase(),
            Self::Upper => name.to_uppercase(),
        }
    }
}

/// The attributes of a type.
#[derive(Default)]
pub(crate) struct Container {
    pub(crate) default: bool,
    pub(crate) no_bounds: bool,
    pub(crate) tag: Option<String>,
    pub(crate) rename: Option<String>,
    pub(crate) expected: Option<String>,
    pub(crate) words: Option<Path>,
    pub(crate) then: Option<Path>,
    pub(crate) word: Option<String>,
    owner: Option<String>,
    names: Option<Spelling>,
    fields: Option<Spelling>,
}

impl Container {
    pub(crate) fn read(attrs: &[Attribute]) -> syn::Result<Self> {
        let mut found = Self::default();
        each(attrs, |meta| {
            if meta.path.is_ident("default") {
                found.default = true;
            } else if meta.path.is_ident("no_bounds") {
                found.no_bounds = true;
            } else if meta.path.is_ident("words") {
                found.words = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("word") {
                found.word = Some(text(&meta)?.value());
            } else if meta.path.is_ident("owner") {
                found.owner = Some(text(&meta)?.value());
            } else if meta.path.is_ident("then") {
                found.then = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("tag") {
                found.tag = Some(text(&meta)?.value());
            } else if meta.path.is_ident("rename") {
                found.rename = Some(text(&meta)?.value());
            } else if meta.path.is_ident("expected") {
                found.expected = Some(text(&meta)?.value());
            } else if meta.path.is_ident("rename_all") {
                found.names = Some(Spelling::read(&text(&meta)?)?);
            } else if meta.path.is_ident("rename_all_fields") {
                found.fields = Some(Spelling::read(&text(&meta)?)?);
            } else {
                return Err(meta.error("no attribute of a type"));
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// How the fields of a struct are spelled.
    pub(crate) fn fields(&self) -> Spelling {
        self.names.unwrap_or(Spelling::AsIs)
    }

    /// How the variants of an enum are spelled.
    pub(crate) fn variants(&self) -> Spelling {
        self.names.unwrap_or(Spelling::Kebab)
    }

    /// How the fields of the variants of an enum are spelled.
    pub(crate) fn variant_fields(&self) -> Spelling {
        self.fields.unwrap_or(Spelling::AsIs)
    }

    /// The fields of a variant of an enum.
    pub(crate) fn variant_keys<'a>(&self, fields: &'a FieldsNamed) -> syn::Result<Vec<Key<'a>>> {
        let mut keys = keys(fields, self.variant_fields())?;
        for key in &mut keys {
            key.owner |= self.owner.as_ref().is_some_and(|owner| key.ident == owner);
        }
        Ok(keys)
    }
}

/// What holds where a key is left out.
#[derive(Default)]
pub(crate) enum Absent {
    /// Nothing: it has to be there.
    #[default]
    Wrong,
    /// `Default::default()`.
    Default,
    /// That.
    Is(Box<Expr>),
}

/// A field with its attributes.
pub(crate) struct Key<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) absent: Absent,
    pub(crate) range: Option<(Box<Expr>, Box<Expr>)>,
    pub(crate) rule: Option<Box<Expr>>,
    pub(crate) owner: bool,
    pub(crate) of: Option<Ident>,
    pub(crate) flatten: bool,
    pub(crate) skip: bool,
    pub(crate) shown: bool,
    pub(crate) form: Form,
    /// The form of a field that is changed by itself.
    pub(crate) expr: Option<Box<Expr>>,
}

/// How a value is written that is not written as its type is.
#[derive(Default)]
pub(crate) struct Form {
    /// By the name of what it is the number of.
    pub(crate) named: Option<LitStr>,
    /// The key is left out for no number at all.
    pub(crate) none: bool,
    /// A key that is left out means what is usual.
    pub(crate) usual: bool,
    /// The key is left out for the one whose items are named here.
    pub(crate) mine: bool,
    /// As another type.
    pub(crate) like: Option<Box<Type>>,
    /// Of a field without a name in an enum with a tag: the key beside the tag.
    pub(crate) key: Option<LitStr>,
}

impl Form {
    /// Reads an attribute of it; whether it is one.
    fn take(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<bool> {
        if meta.path.is_ident("named") {
            self.named = Some(text(meta)?);
        } else if meta.path.is_ident("none") {
            self.none = true;
        } else if meta.path.is_ident("mine") {
            self.mine = true;
        } else if meta.path.is_ident("usual") {
            self.usual = true;
        } else if meta.path.is_ident("like") {
            self.like = Some(Box::new(meta.value()?.parse()?));
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// That of a field without a name.
    pub(crate) fn of(field: &Field) -> syn::Result<Self> {
        let mut form = Self::default();
        each(&field.attrs, |meta| {
            if meta.path.is_ident("rename") {
                form.key = Some(text(&meta)?);
                return Ok(());
            }
            match form.take(&meta)? {
                true => Ok(()),
                false => Err(meta.error("no attribute of a field without a name")),
            }
        })?;
        Ok(form)
    }
}

impl<'a> Key<'a> {
    pub(crate) fn read(field: &'a Field, spelling: Spelling) -> syn::Result<Self> {
        let Some(ident) = &field.ident else {
            return Err(syn::Error::new_spanned(field, "fields have names"));
        };
        let mut key = Self {
            ident,
            ty: &field.ty,
            name: spelling.of(ident),
            doc: docs(&field.attrs),
            absent: Absent::Wrong,
            range: None,
            rule: None,
            owner: false,
            of: None,
            flatten: false,
            skip: false,
            shown: false,
            form: Form::default(),
            expr: None,
        };
        each(&field.attrs, |meta| {
            if key.form.take(&meta)? {
                return Ok(());
            }
            if meta.path.is_ident("default") {
                key.absent = if meta.input.peek(syn::Token![=]) {
                    Absent::Is(Box::new(meta.value()?.parse()?))
                } else {
                    Absent::Default
                };
            } else if meta.path.is_ident("range") {
                let range: syn::ExprRange = meta.value()?.parse()?;
                let (Some(start), Some(end)) = (range.start.clone(), range.end.clone()) else {
                    return Err(syn::Error::new_spanned(range, "a range with both ends, such as 1..=100"));
                };
                key.range = Some((start, end));
            } else if meta.path.is_ident("rule") {
                key.rule = Some(Box::new(meta.value()?.parse()?));
            } else if meta.path.is_ident("rename") {
                key.name = text(&meta)?.value();
            } else if meta.path.is_ident("owner") {
                key.owner = true;
            } else if meta.path.is_ident("of") {
                key.of = Some(meta.value()?.parse()?);
            } else if meta.path.is_ident("shown") {
                key.shown = true;
            } else if meta.path.is_ident("form") {
                key.expr = Some(Box::new(meta.value()?.parse()?));
            } else if meta.path.is_ident("flatten") {
                key.flatten = true;
            } else if meta.path.is_ident("skip") {
                key.skip = true;
            } else {
                return Err(meta.error("no attribute of a field"));
            }
            Ok(())
        })?;
        Ok(key)
    }

    /// The limits of its number, as an expression of type `Option<(f64, f64)>`.
    pub(crate) fn limits(&self) -> TokenStream {
        match &self.range {
            Some((least, most)) => quote!(Some(((#least) as f64, (#most) as f64))),
            None => quote!(None),
        }
    }
}

/// A variant with its attributes.
pub(crate) struct Case<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) name: String,
    pub(crate) doc: String,
    /// The kind of value of a variant without a key.
    pub(crate) kind: Option<Kind>,
}

/// A kind of value.
pub(crate) enum Kind {
    Text,
    Number,
    Flag,
    List,
    Table,
    TableWith(Vec<String>),
    /// Whatever no other variant is.
    Other,
}

impl<'a> Case<'a> {
    /// All variants that files have.
    pub(crate) fn all(data: &'a syn::DataEnum, spelling: Spelling) -> syn::Result<(Vec<Self>, Vec<&'a Variant>)> {
        let (mut cases, mut skipped) = (Vec::new(), Vec::new());
        for variant in &data.variants {
            let mut case = Self { variant, name: spelling.of(&variant.ident), doc: docs(&variant.attrs), kind: None };
            let mut skip = false;
            each(&variant.attrs, |meta| {
                for (word, kind) in [
                    ("text", Kind::Text),
                    ("number", Kind::Number),
                    ("flag", Kind::Flag),
                    ("list", Kind::List),
                    ("table", Kind::Table),
                    ("other", Kind::Other),
                ] {
                    if meta.path.is_ident(word) {
                        case.kind = Some(kind);
                        return Ok(());
                    }
                }
                if meta.path.is_ident("table_with") {
                    let keys = text(&meta)?.value().split_whitespace().map(str::to_owned).collect();
                    case.kind = Some(Kind::TableWith(keys));
                } else if meta.path.is_ident("rename") {
                    case.name = text(&meta)?.value();
                } else if meta.path.is_ident("skip") {
                    skip = true;
                } else {
                    return Err(meta.error("no attribute of a variant"));
                }
                Ok(())
            })?;
            if skip {
                skipped.push(variant);
            } else {
                cases.push(case);
            }
        }
        Ok((cases, skipped))
    }
}

/// A doc comment as one text.
pub(crate) fn docs(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join(" ").trim().to_owned()
}

fn each(attrs: &[Attribute], mut take: impl FnMut(ParseNestedMeta<'_>) -> syn::Result<()>) -> syn::Result<()> {
    for attribute in attrs.iter().filter(|attribute| attribute.path().is_ident("value")) {
        attribute.parse_nested_meta(&mut take)?;
    }
    Ok(())
}

fn text(meta: &ParseNestedMeta<'_>) -> syn::Result<LitStr> {
    meta.value()?.parse()
}
