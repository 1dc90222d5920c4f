//! What a question says of itself.

use crate::attributes::Spelling;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataEnum, DeriveInput, Expr};

/// `who` of the type, and its `Asked`.
pub(crate) fn asked(input: &DeriveInput, data: &DataEnum) -> syn::Result<[TokenStream; 1]> {
    let name = &input.ident;
    let (mut whose, mut keys, mut examples) = (Vec::new(), Vec::new(), Vec::new());
    for variant in &data.variants {
        let ident = &variant.ident;
        let own = Spelling::Snake.of(ident);
        let (mut key, mut example) = (quote!(#own), quote!("`yes` or `no`"));
        for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("asked")) {
            attribute.parse_nested_meta(|meta| {
                let text = match &meta.path {
                    path if path.is_ident("key") => &mut key,
                    path if path.is_ident("example") => &mut example,
                    _ => return Err(meta.error("`key` or `example`")),
                };
                let given: Expr = meta.value()?.parse()?;
                *text = quote!(#given);
                Ok(())
            })?;
        }
        let fields = variant.fields.iter().map(|field| &field.ident);
        let pattern = quote!(Self::#ident { #(#fields),* });
        whose.push(quote!(Self::#ident { who, .. }));
        keys.push(quote!(#pattern => #key));
        examples.push(quote!(#pattern => #example));
    }
    Ok([quote! {
        impl #name {
            /// The combatant that is asked.
            pub const fn who(&self) -> ::affray_kernel::referee::CombatantId {
                match *self {
                    #(#whose)|* => who,
                }
            }
        }
        impl ::affray_session::choices::Asked for #name {
            #[allow(unused_variables)]
            fn key(&self) -> &'static str {
                match self {
                    #(#keys,)*
                }
            }
            #[allow(unused_variables)]
            fn example(&self) -> &'static str {
                match self {
                    #(#examples,)*
                }
            }
        }
    }])
}
