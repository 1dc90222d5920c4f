//! Structs: tables with named keys, and wrappers of one value.

use crate::attributes::{Absent, Container, Key, Spelling};
use crate::{bound, doc_of, home};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataStruct, DeriveInput, Fields, FieldsNamed, Type};

/// What a struct is made of.
enum Shape<'a> {
    Table(Vec<Key<'a>>),
    Wrapper(&'a Type),
}

fn shape<'a>(input: &DeriveInput, container: &Container, data: &'a DataStruct) -> syn::Result<Shape<'a>> {
    match &data.fields {
        Fields::Named(fields) => Ok(Shape::Table(keys(fields, container.fields())?)),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Ok(Shape::Wrapper(&fields.unnamed[0].ty)),
        _ => Err(syn::Error::new_spanned(&input.ident, "named fields, or one without a name")),
    }
}

/// The keys of a table.
pub(crate) fn keys(fields: &FieldsNamed, spelling: Spelling) -> syn::Result<Vec<Key<'_>>> {
    fields.named.iter().map(|field| Key::read(field, spelling)).collect()
}

pub(crate) fn schema(input: &DeriveInput, container: &Container, data: &DataStruct) -> syn::Result<TokenStream> {
    let (home, name) = (home(), &input.ident);
    let generics = bound(&input.generics, container, &quote!(#home::Schema));
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let title = container.rename.clone().unwrap_or_else(|| name.to_string());
    let doc = doc_of(input);
    Ok(match shape(input, container, data)? {
        Shape::Wrapper(inner) => quote! {
            impl #impl_generics #home::Schema for #name #type_generics #where_clause {
                const IS_LIST: bool = <#inner as #home::Schema>::IS_LIST;
                fn schema(schemas: &mut #home::Schemas) -> #home::Value {
                    <#inner as #home::Schema>::schema(schemas)
                }
            }
        },
        Shape::Table(keys) => {
            let described = describe(&keys, container.default);
            let made = match &container.word {
                Some(word) => quote!(schemas.table_or_word::<Self>(#title, #doc, #word)),
                None => quote!(schemas.table::<Self>(#title, #doc)),
            };
            quote! {
                impl #impl_generics #home::SchemaKeys for #name #type_generics #where_clause {
                    fn schema_keys(table: &mut #home::TableSchema, schemas: &mut #home::Schemas) {
                        #described
                    }
                }
                impl #impl_generics #home::Schema for #name #type_generics #where_clause {
                    fn schema(schemas: &mut #home::Schemas) -> #home::Value {
                        #made
                    }
                }
            }
        }
    })
}

/// Statements that put keys into `table`.
pub(crate) fn describe(keys: &[Key<'_>], all_default: bool) -> TokenStream {
    let home = home();
    keys.iter()
        .filter(|key| !key.skip)
        .map(|key| {
            let Key { name, doc, .. } = key;
            let ty = key.form.like.as_deref().unwrap_or(key.ty);
            if let Some(kind) = &key.form.named {
                let optional = all_default || !matches!(key.absent, Absent::Wrong) || key.form.none || key.form.usual;
                return quote!(table.key(#name, #doc, #home::Schemas::name_of(#kind), #optional, None););
            }
            if key.flatten {
                return quote!(<#ty as #home::SchemaKeys>::schema_keys(table, schemas););
            }
            let limits = key.limits();
            let optional = all_default || !matches!(key.absent, Absent::Wrong) || key.form.mine;
            quote! {
                let inner = <#ty as #home::Schema>::schema(schemas);
                table.key(#name, #doc, inner, #optional || <#ty as #home::Schema>::IS_OPTIONAL, #limits);
            }
        })
        .collect()
}

pub(crate) fn read(input: &DeriveInput, container: &Container, data: &DataStruct) -> syn::Result<TokenStream> {
    let (home, name) = (home(), &input.ident);
    let generics = bound(&input.generics, container, &quote!(#home::FromValue));
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    Ok(match shape(input, container, data)? {
        Shape::Wrapper(_) => quote! {
            impl #impl_generics #home::FromValue for #name #type_generics #where_clause {
                fn read(value: &#home::Value, reader: &mut #home::Reader<'_>) -> Option<Self> {
                    #home::FromValue::read(value, reader).map(Self)
                }
            }
        },
        Shape::Table(keys) => {
            let (listed, body) = (list(&keys), fields(&keys, container.default, &quote!(Self)));
            let body = match &container.then {
                Some(then) => quote!((|| #body)().map(#then)),
                None => body,
            };
            let word = container.word.as_ref().map(|word| {
                quote! {
                    if value.is_string() {
                        return reader.unpacked::<Self>(#word, value);
                    }
                }
            });
            let expected = container.expected.as_ref().map(|it| quote!(const EXPECTED: &'static str = #it;));
            quote! {
                impl #impl_generics #home::ReadKeys for #name #type_generics #where_clause {
                    #expected
                    fn keys(keys: &mut Vec<&'static str>) {
                        #listed
                    }
                    fn read_keys(table: &#home::Map, reader: &mut #home::Reader<'_>) -> Option<Self> {
                        #body
                    }
                }
                impl #impl_generics #home::FromValue for #name #type_generics #where_clause {
                    fn read(value: &#home::Value, reader: &mut #home::Reader<'_>) -> Option<Self> {
                        #word
                        reader.table::<Self>(value)
                    }
                }
            }
        }
    })
}

/// Statements that put the names of keys into `keys`.
pub(crate) fn list(keys: &[Key<'_>]) -> TokenStream {
    let home = home();
    keys.iter()
        .filter(|key| !key.skip)
        .map(|key| {
            let (name, ty) = (&key.name, key.form.like.as_deref().unwrap_or(key.ty));
            if key.flatten { quote!(<#ty as #home::ReadKeys>::keys(keys);) } else { quote!(keys.push(#name);) }
        })
        .collect()
}

/// An expression that reads keys of `table` with `reader` and makes an `Option` of them.
pub(crate) fn fields(keys: &[Key<'_>], all_default: bool, made: &TokenStream) -> TokenStream {
    let home = home();
    let default = all_default.then(|| quote!(let default = <Self as Default>::default();));
    let reads: TokenStream = keys
        .iter()
        .map(|key| {
            let Key { ident, ty, name, .. } = key;
            if key.skip {
                return match &key.absent {
                    Absent::Is(value) => quote!(let #ident: Option<#ty> = Some(#value);),
                    _ if all_default => quote!(let #ident: Option<#ty> = Some(default.#ident);),
                    _ => quote!(let #ident: Option<#ty> = Some(Default::default());),
                };
            }
            let like = key.form.like.as_deref();
            let seen = like.unwrap_or(ty);
            let read = if let Some(kind) = &key.form.named {
                let (usual, none) = (key.form.usual, key.form.none);
                quote!(reader.named_key(table, #name, #kind, #usual, #none).map(|number| number as #seen))
            } else if key.flatten {
                quote!(<#seen as #home::ReadKeys>::read_keys(table, reader))
            } else if key.form.mine {
                quote!({
                    let mine = reader.owner();
                    reader.key::<#seen>(table, #name, || mine)
                })
            } else {
                let absent = match &key.absent {
                    Absent::Is(value) if like.is_some() => quote!(Some(<#seen>::from(#value))),
                    Absent::Is(value) => quote!(Some(#value)),
                    Absent::Default => quote!(Some(Default::default())),
                    Absent::Wrong if all_default => quote!(Some(default.#ident)),
                    Absent::Wrong => quote!(<#seen as #home::FromValue>::absent()),
                };
                quote!(reader.key::<#seen>(table, #name, || #absent))
            };
            let read = if like.is_some() { quote!(#read.map(<#ty>::from)) } else { read };
            let read = match &key.of {
                Some(owner) => quote!({
                    let outer = reader.owner();
                    if let Some(owner) = &#owner { reader.own(owner); }
                    let read = #read;
                    reader.set_owner(outer);
                    read
                }),
                None => read,
            };
            let read = match (&key.range, &key.rule) {
                (Some((least, most)), rule) => {
                    let rule = match rule {
                        Some(rule) => quote!(Some(#rule.as_str())),
                        None => quote!(None),
                    };
                    quote!(reader.within((#least) as f64, (#most) as f64, #rule, |reader| #read))
                }
                (None, Some(rule)) => quote!({
                    let since = reader.wrong_so_far();
                    let read = #read;
                    reader.cite(since, #rule.as_str());
                    read
                }),
                (None, None) => read,
            };
            let own = key.owner.then(|| quote!(if let Some(owner) = &#ident { reader.own(owner); }));
            quote! {
                let #ident: Option<#ty> = #read;
                #own
            }
        })
        .collect();
    let idents = keys.iter().map(|key| key.ident);
    quote! {{
        #default
        let around = reader.owner();
        #reads
        reader.set_owner(around);
        Some(#made { #(#idents: #idents?),* })
    }}
}

pub(crate) fn write(input: &DeriveInput, container: &Container, data: &DataStruct) -> syn::Result<TokenStream> {
    let (home, name) = (home(), &input.ident);
    let generics = bound(&input.generics, container, &quote!(#home::ToValue));
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    Ok(match shape(input, container, data)? {
        Shape::Wrapper(_) => quote! {
            impl #impl_generics #home::ToValue for #name #type_generics #where_clause {
                fn write(&self, writer: &mut #home::Writer<'_>) -> #home::Value {
                    #home::ToValue::write(&self.0, writer)
                }
            }
        },
        Shape::Table(keys) => {
            let idents = keys.iter().map(|key| key.ident);
            let body = write_fields(&keys, container.default);
            let written = match &container.word {
                Some(word) => quote!(writer.packed(#word, self)),
                None => quote!(writer.table(self)),
            };
            quote! {
                impl #impl_generics #home::WriteKeys for #name #type_generics #where_clause {
                    fn write_keys(&self, table: &mut #home::Map, writer: &mut #home::Writer<'_>) {
                        #[allow(unused_variables)]
                        let Self { #(#idents),* } = self;
                        #body
                    }
                }
                impl #impl_generics #home::ToValue for #name #type_generics #where_clause {
                    fn write(&self, writer: &mut #home::Writer<'_>) -> #home::Value {
                        #written
                    }
                }
            }
        }
    })
}

/// Statements that put fields, which are in scope by reference, into `table` with `writer`.
pub(crate) fn write_fields(keys: &[Key<'_>], all_default: bool) -> TokenStream {
    let home = home();
    let default = all_default.then(|| quote!(let default = <Self as Default>::default();));
    let writes: TokenStream = keys
        .iter()
        .filter(|key| !key.skip)
        .map(|key| {
            let Key { ident, ty, name, .. } = key;
            let own = key.owner.then(|| quote!(writer.own(#ident);));
            let like = key.form.like.as_deref();
            let seen = like.unwrap_or(ty);
            let value = match like {
                Some(like) => quote!(&<#like>::from((*#ident).clone())),
                None => quote!(#ident),
            };
            let write = if let Some(kind) = &key.form.named {
                let none = key.form.none;
                quote!(writer.named_key(table, #name, #kind, usize::from(*#ident), #none);)
            } else if key.flatten {
                quote!(<#seen as #home::WriteKeys>::write_keys(#value, table, writer);)
            } else {
                quote!(writer.key(table, #name, #value);)
            };
            let write = match &key.of {
                Some(owner) => quote! {
                    let outer = writer.owner();
                    writer.own(#owner);
                    #write
                    writer.set_owner(outer);
                },
                None => write,
            };
            let write = match &key.absent {
                _ if key.flatten || key.shown => write,
                Absent::Is(value) => quote!(if *#ident != #value { #write }),
                Absent::Default => quote!(if *#ident != <#ty as Default>::default() { #write }),
                Absent::Wrong if all_default => quote!(if *#ident != default.#ident { #write }),
                Absent::Wrong if key.form.mine => quote!(if Some(*#ident) != writer.owner() { #write }),
                Absent::Wrong => write,
            };
            quote!(#write #own)
        })
        .collect();
    quote! {
        #default
        let around = writer.owner();
        #writes
        writer.set_owner(around);
    }
}
