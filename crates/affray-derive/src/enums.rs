//! Enums: words, tables with one key that names the variant, and values whose kind tells the variant.

use crate::attributes::{Case, Container, Form, Kind, Spelling, docs};
use crate::structs::{describe, fields, keys, list, write_fields};
use crate::{bound, doc_of, home};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataEnum, DeriveInput, Fields, FieldsUnnamed};

/// The one value of a variant without named fields: its only field, or a list of all.
fn payload(fields: &FieldsUnnamed) -> TokenStream {
    let types = fields.unnamed.iter().map(|field| &field.ty);
    if fields.unnamed.len() == 1 { quote!(#(#types)*) } else { quote!((#(#types),*)) }
}

pub(crate) fn schema(input: &DeriveInput, container: &Container, data: &DataEnum) -> syn::Result<TokenStream> {
    let (home, name) = (home(), &input.ident);
    let generics = bound(&input.generics, container, &quote!(#home::Schema));
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let title = container.rename.clone().unwrap_or_else(|| name.to_string());
    let doc = doc_of(input);
    let (cases, _) = Case::all(data, container.variants())?;
    let words = container
        .words
        .as_ref()
        .map(|words| quote!(all.extend(#words.iter().map(|(word, _)| #home::Schemas::word(word, "")));));
    let each: Vec<TokenStream> = cases.iter().map(|case| one_schema(case, container)).collect::<syn::Result<_>>()?;
    let is_list = cases.iter().any(|case| matches!(case.kind, Some(Kind::List)));
    let own_words = cases.iter().filter(|case| matches!(case.variant.fields, Fields::Unit)).map(|case| &case.name);
    let said_words = container.words.as_ref().map(|said| quote!(words.extend(#said.iter().map(|(word, _)| *word));));
    let other_words = cases.iter().filter(|case| matches!(case.kind, Some(Kind::Other))).find_map(|case| {
        let Fields::Unnamed(fields) = &case.variant.fields else { return None };
        let payload = payload(fields);
        Some(quote!(<#payload as #home::Variants>::words(words);))
    });
    let entries = cases.iter().filter(|case| case.kind.is_none()).filter_map(|case| match &case.variant.fields {
        Fields::Unit => None,
        Fields::Named(_) => {
            let name = &case.name;
            Some(quote!((#name, false)))
        }
        Fields::Unnamed(fields) => {
            let (name, form) = (&case.name, Form::of(&fields.unnamed[0]).unwrap_or_default());
            let payload = form.like.as_ref().map_or_else(|| payload(fields), |like| quote!(#like));
            Some(match form.named {
                Some(_) => quote!((#name, false)),
                None => quote!((#name, <#payload as #home::Schema>::IS_LIST)),
            })
        }
    });
    let tagged = container.tag.as_ref().map(|_| tagged_keys(&cases, container)).transpose()?;
    Ok(quote! {
        impl #impl_generics #home::Variants for #name #type_generics #where_clause {
            const ENTRIES: &'static [(&'static str, bool)] = &[#(#entries),*];
            #tagged
            fn words(words: &mut Vec<&'static str>) {
                #(words.push(#own_words);)*
                #said_words
                #other_words
            }
        }
        impl #impl_generics #home::Schema for #name #type_generics #where_clause {
            const IS_LIST: bool = #is_list;
            fn schema(schemas: &mut #home::Schemas) -> #home::Value {
                schemas.variants::<Self>(#title, #doc, |schemas| {
                    #[allow(unused_mut)]
                    let mut all: Vec<#home::Value> = vec![#(#each),*];
                    #words
                    all
                })
            }
        }
    })
}

/// The keys beside the tag, of each variant that has any of its own.
fn tagged_keys(cases: &[Case<'_>], container: &Container) -> syn::Result<TokenStream> {
    let mut pairs = TokenStream::new();
    for case in cases {
        let name = &case.name;
        let keys: Vec<String> = match &case.variant.fields {
            Fields::Unit => continue,
            Fields::Unnamed(fields) => Form::of(&fields.unnamed[0])?.key.iter().map(syn::LitStr::value).collect(),
            Fields::Named(fields) => {
                let keys = container.variant_keys(fields)?;
                keys.into_iter().filter(|key| !key.skip && !key.flatten).map(|key| key.name).collect()
            }
        };
        pairs.extend(quote!((#name, &[#(#keys),*]),));
    }
    Ok(quote!(const TAGGED: &'static [(&'static str, &'static [&'static str])] = &[#pairs];))
}

fn one_schema(case: &Case<'_>, container: &Container) -> syn::Result<TokenStream> {
    let home = home();
    let Case { name, doc, .. } = case;
    if case.kind.is_some() {
        return match &case.variant.fields {
            Fields::Unnamed(fields) => {
                let payload = payload(fields);
                Ok(quote!(<#payload as #home::Schema>::schema(schemas)))
            }
            _ => Err(syn::Error::new_spanned(case.variant, "a variant without a key holds one value")),
        };
    }
    let spelling = container.variant_fields();
    let table = |fields: &Fields, tag: Option<&String>| -> syn::Result<TokenStream> {
        let described = named(fields, spelling)?;
        let tagged = tag.map(|tag| quote!(table.tag(#tag, #name);));
        Ok(quote!({
            let mut table = #home::TableSchema::default();
            {
                let table = &mut table;
                #tagged
                #described
            }
            table
        }))
    };
    if let Some(tag) = &container.tag {
        let table = table(&case.variant.fields, Some(tag))?;
        return Ok(match (&container.word, &case.variant.fields) {
            (Some(_), Fields::Unit) => quote!(#home::Schemas::word(#name, #doc)),
            _ => quote!(#table.made(#doc)),
        });
    }
    Ok(match &case.variant.fields {
        Fields::Unit => quote!(#home::Schemas::word(#name, #doc)),
        Fields::Unnamed(fields) => {
            let form = Form::of(&fields.unnamed[0])?;
            let payload = form.like.as_ref().map_or_else(|| payload(fields), |like| quote!(#like));
            let inner = match &form.named {
                Some(kind) => quote!(#home::Schemas::name_of(#kind)),
                None => quote!(<#payload as #home::Schema>::schema(schemas)),
            };
            quote!({
                let inner = #inner;
                #home::Schemas::entry(#name, #doc, inner)
            })
        }
        fields @ Fields::Named(_) => {
            let table = table(fields, None)?;
            quote!({
                let inner = #table.made("");
                #home::Schemas::entry(#name, #doc, inner)
            })
        }
    })
}

/// Statements that describe the fields of a variant.
fn named(fields: &Fields, spelling: Spelling) -> syn::Result<TokenStream> {
    match fields {
        Fields::Named(fields) => Ok(describe(&keys(fields, spelling)?, false)),
        Fields::Unit => Ok(quote!()),
        Fields::Unnamed(fields) => {
            let (home, payload) = (home(), payload(fields));
            let Some(key) = Form::of(&fields.unnamed[0])?.key else {
                return Ok(quote!(<#payload as #home::SchemaKeys>::schema_keys(table, schemas);));
            };
            let doc = docs(&fields.unnamed[0].attrs);
            Ok(quote! {
                let inner = <#payload as #home::Schema>::schema(schemas);
                table.key(#key, #doc, inner, <#payload as #home::Schema>::IS_OPTIONAL, None);
            })
        }
    }
}

pub(crate) fn read(input: &DeriveInput, container: &Container, data: &DataEnum) -> syn::Result<TokenStream> {
    let (home, name) = (home(), &input.ident);
    let generics = bound(&input.generics, container, &quote!(#home::FromValue));
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let (cases, _) = Case::all(data, container.variants())?;
    let body = match &container.tag {
        Some(tag) => tagged(&cases, container, tag)?,
        None => keyed(&cases, container)?,
    };
    let word = container.word.as_ref().map(|word| {
        quote! {
            if value.is_string() {
                return reader.packed(#word, value, |table, reader| Self::read(table, reader));
            }
        }
    });
    Ok(quote! {
        impl #impl_generics #home::FromValue for #name #type_generics #where_clause {
            fn read(value: &#home::Value, reader: &mut #home::Reader<'_>) -> Option<Self> {
                #word
                #body
            }
        }
    })
}

/// The kind of value tells the variant; else a word, or a table with one key that names it.
fn keyed(cases: &[Case<'_>], container: &Container) -> syn::Result<TokenStream> {
    let home = home();
    let is_word = |case: &&Case<'_>| matches!(case.variant.fields, Fields::Unit);
    let words: Vec<_> = cases.iter().filter(is_word).map(|case| &case.name).collect();
    let entries: Vec<_> =
        cases.iter().filter(|case| !is_word(case) && case.kind.is_none()).map(|case| &case.name).collect();
    let kinds: TokenStream = cases
        .iter()
        .filter_map(|case| {
            let ident = &case.variant.ident;
            let pattern = match case.kind.as_ref()? {
                Kind::Text => quote!(#home::Value::String(word) if ![#(#words),*].contains(&word.as_str())),
                Kind::Number => quote!(#home::Value::Number(_)),
                Kind::Flag => quote!(#home::Value::Bool(_)),
                Kind::List => quote!(#home::Value::Array(_)),
                Kind::Table => {
                    quote!(#home::Value::Object(table) if !#home::Reader::is_entry(table, &[#(#entries),*]))
                }
                Kind::TableWith(keys) => {
                    quote!(#home::Value::Object(table) if [#(#keys),*].iter().any(|key| table.contains_key(*key)))
                }
                Kind::Other => quote!(other if !#home::Reader::is_variant(other, &[#(#words),*], &[#(#entries),*])),
            };
            Some(quote!(#pattern => return #home::FromValue::read(value, reader).map(Self::#ident),))
        })
        .collect();
    let kinds = if kinds.is_empty() {
        quote!()
    } else {
        quote! {
            match value {
                #kinds
                _ => {}
            }
        }
    };
    let arms = cases
        .iter()
        .filter(|case| case.kind.is_none())
        .map(|case| {
            let (ident, name) = (&case.variant.ident, &case.name);
            Ok(match &case.variant.fields {
                Fields::Unit => quote!((#name, _) => Some(Self::#ident),),
                Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                    let form = Form::of(&fields.unnamed[0])?;
                    let ty = &fields.unnamed[0].ty;
                    let read = match (&form.named, &form.like) {
                        (Some(kind), _) => quote!(reader.named(#kind, inner).map(|number| Self::#ident(number as #ty))),
                        (None, Some(like)) => {
                            quote!(<#like as #home::FromValue>::read(inner, reader).map(|it| Self::#ident(it.into())))
                        }
                        (None, None) => quote!(#home::FromValue::read(inner, reader).map(Self::#ident)),
                    };
                    quote!((#name, Some(inner)) => reader.below(#name, |reader| #read),)
                }
                Fields::Unnamed(fields) => {
                    let payload = payload(fields);
                    let parts: Vec<_> = (0..fields.unnamed.len()).map(|at| format_ident!("part{at}")).collect();
                    quote! {
                        (#name, Some(inner)) => reader.below(#name, |reader| {
                            let (#(#parts),*) = <#payload as #home::FromValue>::read(inner, reader)?;
                            Some(Self::#ident(#(#parts),*))
                        }),
                    }
                }
                Fields::Named(named) => {
                    let keys = container.variant_keys(named)?;
                    let (listed, body) = (list(&keys), fields(&keys, false, &quote!(Self::#ident)));
                    quote! {
                        (#name, Some(inner)) => reader.below(#name, |reader| {
                            let mut keys: Vec<&'static str> = Vec::new();
                            {
                                let keys = &mut keys;
                                #listed
                            }
                            let table = reader.keys_of(inner, &keys)?;
                            #body
                        }),
                    }
                }
            })
        })
        .collect::<syn::Result<TokenStream>>()?;
    let expected = match &container.expected {
        Some(expected) => quote!(Some(#expected)),
        None => quote!(None),
    };
    let said = container.words.as_ref().map(|said| {
        quote! {
            if let #home::Value::String(word) = value
                && let Some((_, it)) = #said.iter().find(|(known, _)| known == word)
            {
                return Some(it.clone());
            }
        }
    });
    let all_words = match &container.words {
        Some(said) => quote!(&#said.iter().map(|(word, _)| *word).chain([#(#words),*]).collect::<Vec<&str>>()),
        None => quote!(&[#(#words),*]),
    };
    let has_other = cases.iter().any(|case| matches!(case.kind, Some(Kind::Other)));
    let misspelled = has_other.then(|| {
        quote! {
            if value.is_string() {
                let mut all: Vec<&'static str> = Vec::new();
                <Self as #home::Variants>::words(&mut all);
                if !all.iter().any(|word| value == word) {
                    reader.variant(value, &all, &[#(#entries),*], None)?;
                }
            }
        }
    });
    Ok(quote! {
        #said
        #misspelled
        #kinds
        match reader.variant(value, #all_words, &[#(#entries),*], #expected)? {
            #arms
            _ => None,
        }
    })
}

/// A table that names the variant under a key.
fn tagged(cases: &[Case<'_>], container: &Container, tag: &str) -> syn::Result<TokenStream> {
    let home = home();
    let names = cases.iter().map(|case| &case.name);
    let arms = cases
        .iter()
        .map(|case| {
            let (ident, name) = (&case.variant.ident, &case.name);
            let keys = match &case.variant.fields {
                Fields::Named(fields) => container.variant_keys(fields)?,
                Fields::Unit => Vec::new(),
                Fields::Unnamed(fields) => {
                    let payload = payload(fields);
                    if let Some(key) = Form::of(&fields.unnamed[0])?.key {
                        return Ok(quote! {
                            #name => {
                                let table = reader.keys_of(value, &[#tag, #key])?;
                                let absent = <#payload as #home::FromValue>::absent;
                                reader.key::<#payload>(table, #key, absent).map(Self::#ident)
                            }
                        });
                    }
                    return Ok(quote! {
                        #name => {
                            let mut keys: Vec<&'static str> = vec![#tag];
                            <#payload as #home::ReadKeys>::keys(&mut keys);
                            let table = reader.keys_of(value, &keys)?;
                            <#payload as #home::ReadKeys>::read_keys(table, reader).map(Self::#ident)
                        }
                    });
                }
            };
            let (listed, body) = (list(&keys), fields(&keys, false, &quote!(Self::#ident)));
            Ok(quote! {
                #name => {
                    let mut keys: Vec<&'static str> = vec![#tag];
                    {
                        let keys = &mut keys;
                        #listed
                    }
                    let table = reader.keys_of(value, &keys)?;
                    #body
                }
            })
        })
        .collect::<syn::Result<TokenStream>>()?;
    Ok(quote! {
        match reader.tag(value, #tag, &[#(#names),*])? {
            #arms
            _ => None,
        }
    })
}

pub(crate) fn write(input: &DeriveInput, container: &Container, data: &DataEnum) -> syn::Result<TokenStream> {
    let (home, name) = (home(), &input.ident);
    let generics = bound(&input.generics, container, &quote!(#home::ToValue));
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let (cases, skipped) = Case::all(data, container.variants())?;
    let arms = cases
        .iter()
        .map(|case| {
            let (ident, name) = (&case.variant.ident, &case.name);
            let entry = |inner: TokenStream| match &container.tag {
                Some(tag) => quote!(writer.tagged(#tag, #name, |table, writer| { #inner })),
                None => quote!(writer.entry(#name, |table, writer| { #inner })),
            };
            Ok(match &case.variant.fields {
                Fields::Unit if container.tag.is_some() && container.word.is_none() => {
                    let entry = entry(quote!(let _ = (table, writer);));
                    quote!(Self::#ident => #entry,)
                }
                Fields::Unit => quote!(Self::#ident => #home::Value::from(#name),),
                Fields::Unnamed(_) if case.kind.is_some() => {
                    quote!(Self::#ident(inner) => #home::ToValue::write(inner, writer),)
                }
                Fields::Unnamed(fields) => {
                    if container.tag.is_some() {
                        let entry = entry(match Form::of(&fields.unnamed[0])?.key {
                            Some(key) => quote!(writer.key(table, #key, inner);),
                            None => quote!(#home::WriteKeys::write_keys(inner, table, writer);),
                        });
                        return Ok(quote!(Self::#ident(inner) => #entry,));
                    }
                    let parts: Vec<_> = (0..fields.unnamed.len()).map(|at| format_ident!("part{at}")).collect();
                    let form = Form::of(&fields.unnamed[0])?;
                    let written = if let Some(kind) = &form.named {
                        quote!(writer.named(#kind, usize::from(*part0)))
                    } else if let Some(like) = &form.like {
                        quote!(#home::ToValue::write(&<#like>::from((*part0).clone()), writer))
                    } else if parts.len() == 1 {
                        quote!(#(#home::ToValue::write(#parts, writer))*)
                    } else {
                        quote!(#home::Value::Array(vec![#(#home::ToValue::write(#parts, writer)),*]))
                    };
                    quote!(Self::#ident(#(#parts),*) => {
                        let inner = #written;
                        #home::Writer::pair(#name, inner)
                    })
                }
                Fields::Named(named) => {
                    let keys = container.variant_keys(named)?;
                    let idents = keys.iter().filter(|key| !key.skip).map(|key| key.ident);
                    let entry = entry(write_fields(&keys, false));
                    quote!(Self::#ident { #(#idents,)* .. } => #entry,)
                }
            })
        })
        .collect::<syn::Result<TokenStream>>()?;
    let said = container.words.as_ref().map(|said| {
        quote! {
            if let Some((word, _)) = #said.iter().find(|(_, it)| it == self) {
                return #home::Value::from(*word);
            }
        }
    });
    let others = skipped.iter().map(|variant| {
        let ident = &variant.ident;
        quote!(Self::#ident { .. } => #home::Value::Null,)
    });
    Ok(quote! {
        impl #impl_generics #home::ToValue for #name #type_generics #where_clause {
            fn write(&self, writer: &mut #home::Writer<'_>) -> #home::Value {
                #said
                match self {
                    #arms
                    #(#others)*
                }
            }
        }
    })
}
