//! Structs whose fields are changed one by one, each in its form.

use crate::attributes::{Absent, Container, Key};
use crate::structs::keys;
use crate::{doc_of, home};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataStruct, DeriveInput, Fields};

/// Its schema, its JSON, and how a part of its keys changes it.
pub(crate) fn patch(input: &DeriveInput, container: &Container, data: &DataStruct) -> syn::Result<[TokenStream; 1]> {
    let Fields::Named(fields) = &data.fields else {
        return Err(syn::Error::new_spanned(&input.ident, "a struct with named fields"));
    };
    let (home, name, doc) = (home(), &input.ident, doc_of(input));
    let title = container.rename.clone().unwrap_or_else(|| name.to_string());
    let keys = keys(fields, container.fields())?;
    let begins = keys.iter().map(|key| {
        let ident = key.ident;
        match &key.absent {
            Absent::Is(value) => quote!(#ident: #value),
            _ => quote!(#ident: Default::default()),
        }
    });
    let [mut described, mut listed, mut patched, mut written] = std::array::from_fn(|_| TokenStream::new());
    for key in keys.iter().filter(|key| !key.skip) {
        let Key { ty, ident, name, doc, .. } = key;
        let field = quote!(it.as_mut().map(|it| &mut it.#ident));
        if key.flatten {
            let patch = quote!(<#ty as #home::Patch>);
            described.extend(quote!(#patch::patched_schema(table, schemas);));
            listed.extend(quote!(#patch::patched_keys(keys);));
            patched.extend(quote!(#patch::patch_keys(#field, table, reader);));
            written.extend(quote!(#patch::write_patched(&self.#ident, table, writer);));
            continue;
        }
        let form = match (&key.expr, &key.form.like) {
            (Some(form), _) => quote!(#form),
            (None, Some(like)) => quote!(#home::As::<#like>(::std::marker::PhantomData)),
            (None, None) => quote!(#home::Whole),
        };
        let (of_type, limits) = (quote!(#home::Form::<#ty>), key.limits());
        described.extend(quote! {
            let inner = #of_type::schema(&#form, schemas);
            table.key(#name, #doc, inner, true, #limits);
        });
        listed.extend(quote!(keys.push(#name);));
        let mut read = quote!({
            #of_type::patch(&#form, #field, value, reader);
            None::<()>
        });
        if let Some((least, most)) = &key.range {
            let rule = key.rule.as_ref().map_or_else(|| quote!(None), |rule| quote!(Some(#rule.as_str())));
            read = quote!(reader.within((#least) as f64, (#most) as f64, #rule, |reader| #read));
        }
        let (own_read, own_written) = match &key.of {
            Some(owner) => {
                (quote!(if let Some(it) = &it { reader.own(&it.#owner); }), quote!(writer.own(&self.#owner);))
            }
            None => (quote!(), quote!()),
        };
        patched.extend(quote! {
            if let Some(value) = table.get(#name).filter(|value| !value.is_null()) {
                let around = reader.owner();
                #own_read
                let _ = reader.below(#name, |reader| #read);
                reader.set_owner(around);
            }
        });
        written.extend(quote! {
            let around = writer.owner();
            #own_written
            let value = #of_type::write(&#form, &self.#ident, writer);
            writer.set_owner(around);
            table.insert(String::from(#name), value);
        });
    }
    Ok([quote! {
        impl Default for #name {
            fn default() -> Self {
                Self { #(#begins),* }
            }
        }
        impl #home::Patch for #name {
            fn patched_schema(table: &mut #home::TableSchema, schemas: &mut #home::Schemas) {
                #described
            }
            fn patched_keys(keys: &mut Vec<&'static str>) {
                #listed
            }
            fn patch_keys(mut it: Option<&mut Self>, table: &#home::Map, reader: &mut #home::Reader<'_>) {
                #patched
            }
            fn write_patched(&self, table: &mut #home::Map, writer: &mut #home::Writer<'_>) {
                #written
            }
        }
        impl #home::Schema for #name {
            fn schema(schemas: &mut #home::Schemas) -> #home::Value {
                schemas.table::<#home::Partial<Self>>(#title, #doc)
            }
        }
        impl #home::ToValue for #name {
            fn write(&self, writer: &mut #home::Writer<'_>) -> #home::Value {
                let mut table = #home::Map::new();
                #home::Patch::write_patched(self, &mut table, writer);
                #home::Value::Object(table)
            }
        }
    }])
}
