//! The changing part of a battle.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataStruct, DeriveInput, Error, Field, GenericArgument, PathArguments, Type};

/// That it is copied in place, and asked for its combatants.
pub(crate) fn state(input: &DeriveInput, data: &DataStruct) -> syn::Result<[TokenStream; 2]> {
    let state = &input.ident;
    let names: Vec<_> = data.fields.iter().map(|field| &field.ident).collect();
    let copies = data.fields.iter().map(|field| {
        let name = &field.ident;
        match element(field) {
            Some(_) => quote!(::affray_kernel::state::refill(&mut self.#name, &source.#name)),
            None => quote!(self.#name.clone_from(&source.#name)),
        }
    });
    let fighters = data.fields.iter().find(|field| field.ident.as_ref().is_some_and(|name| name == "fighters"));
    let Some(fighter) = fighters.and_then(element) else {
        return Err(Error::new_spanned(input, "a state has a list of `fighters`"));
    };
    let copied = quote! {
        impl Clone for #state {
            fn clone(&self) -> Self {
                Self { #(#names: self.#names.clone()),* }
            }
            #[inline]
            fn clone_from(&mut self, source: &Self) {
                #(#copies;)*
            }
        }
    };
    let id = quote!(::affray_kernel::referee::CombatantId);
    let asked = quote! {
        const _: () = assert!(size_of::<#fighter>() <= 128, "the changing part of a combatant has more than 128 bytes");

        impl ::std::ops::Index<#id> for #state {
            type Output = #fighter;
            fn index(&self, who: #id) -> &#fighter {
                &self.fighters[who.index()]
            }
        }
        impl ::std::ops::IndexMut<#id> for #state {
            fn index_mut(&mut self, who: #id) -> &mut #fighter {
                &mut self.fighters[who.index()]
            }
        }
        impl #state {
            /// All combatants.
            pub fn ids(&self) -> impl DoubleEndedIterator<Item = #id> + use<> {
                (0..self.fighters.len() as u8).map(#id)
            }
        }
    };
    Ok([copied, asked])
}

/// The element of a field that is a `Vec`.
fn element(field: &Field) -> Option<&Type> {
    let Type::Path(path) = &field.ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Vec")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(element)) => Some(element),
        _ => None,
    }
}
