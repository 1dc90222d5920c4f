//! What a question says of itself.

use crate::attributes::Spelling;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DataEnum, DeriveInput, Expr, LitStr};

/// `who` of the type, and its `Asked`.
pub(crate) fn asked(input: &DeriveInput, data: &DataEnum) -> syn::Result<[TokenStream; 1]> {
    let name = &input.ident;
    let (mut whose, mut keys, mut examples) = (Vec::new(), Vec::new(), Vec::new());
    for variant in &data.variants {
        let ident = &variant.ident;
        let (mut key, mut example) = (Spelling::Snake.of(ident), quote!("`yes` or `no`"));
        for attribute in variant.attrs.iter().filter(|attribute| attribute.path().is_ident("asked")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("key") {
                    key = meta.value()?.parse::<LitStr>()?.value();
                } else if meta.path.is_ident("example") {
                    let given: Expr = meta.value()?.parse()?;
                    example = quote!(#given);
                } else {
                    return Err(meta.error("`key` or `example`"));
                }
                Ok(())
            })?;
        }
        whose.push(quote!(Self::#ident { who, .. }));
        keys.push(quote!(Self::#ident { .. } => #key));
        examples.push(quote!(Self::#ident { .. } => #example));
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
            fn key(&self) -> &'static str {
                match self {
                    #(#keys,)*
                }
            }
            fn example(&self) -> &'static str {
                match self {
                    #(#examples,)*
                }
            }
        }
    }])
}
