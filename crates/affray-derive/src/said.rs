//! The words of a value, which stand at its declaration.

use crate::attributes::Spelling;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{DataEnum, DeriveInput, Field, Fields, Ident, LitStr, Token, Type, Variant};

/// Its `Said`.
pub(crate) fn said(input: &DeriveInput, data: &DataEnum) -> syn::Result<[TokenStream; 1]> {
    let (name, home) = (&input.ident, quote!(::affray_session::said));
    let (mut arms, mut types) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        arms.extend(arm(variant, &mut types)?);
    }
    Ok([quote! {
        impl<G: #home::TurnRules> #home::Said<G> for #name
        where
            #(#types: #home::Said<G>,)*
        {
            fn said<'a>(&self, setup: &'a G::Setup, owner: #home::CombatantId) -> ::std::borrow::Cow<'a, str> {
                match self {
                    #(#arms)*
                    #[allow(unreachable_patterns, reason = "all have words, or some have none")]
                    _ => "".into(),
                }
            }
        }
    }])
}

/// The arm of a variant, if it has words; the types of what they say are added to `types`.
fn arm<'a>(variant: &'a Variant, types: &mut Vec<&'a Type>) -> syn::Result<Option<TokenStream>> {
    let ident = &variant.ident;
    let words = variant.attrs.iter().find(|attribute| attribute.path().is_ident("said"));
    let words = words.map(|one| one.parse_args_with(Punctuated::<LitStr, Token![,]>::parse_terminated)).transpose()?;
    let Some(words) = words else {
        if let Fields::Unit = variant.fields {
            let name = Spelling::Kebab.of(ident).replace('-', " ");
            return Ok(Some(quote!(Self::#ident => #name.into(),)));
        }
        // A lone value speaks for itself.
        let (Fields::Unnamed(fields), 1) = (&variant.fields, variant.fields.len()) else { return Ok(None) };
        types.extend(fields.unnamed.iter().map(|field| &field.ty));
        return Ok(Some(quote!(Self::#ident(value) => ::affray_session::said::Said::<G>::said(value, setup, owner),)));
    };
    let name_of = |field: &Field| field.ident.clone().unwrap_or_else(|| format_ident!("value"));
    let all: Vec<(Ident, &Type)> = variant.fields.iter().map(|field| (name_of(field), &field.ty)).collect();
    let flags: Vec<&Ident> =
        all.iter().filter(|(_, kind)| quote!(#kind).to_string() == "bool").map(|(name, _)| name).collect();
    let mut said = |words: &LitStr| {
        let text = words.value();
        let fields: Vec<_> = all.iter().filter(|(name, _)| text.contains(&format!("{{{name}}}"))).collect();
        if fields.is_empty() {
            return quote!(#words.into());
        }
        types.extend(fields.iter().map(|(_, kind)| *kind));
        let names: Vec<_> = fields.iter().map(|(name, _)| name).collect();
        quote! {{
            let owner = None #(.or(::affray_session::said::Said::<G>::owner(#names)))*.unwrap_or(owner);
            #(let #names = ::affray_session::said::Said::<G>::said(#names, setup, owner);)*
            format!(#words).into()
        }}
    };
    let said = match (&Vec::from_iter(&words)[..], &flags[..]) {
        ([words], _) => said(words),
        ([words, otherwise], [flag]) => {
            let (words, otherwise) = (said(words), said(otherwise));
            quote!(if *#flag { #words } else { #otherwise })
        }
        _ => {
            let wanted = "one text, or two where one field is a `bool`: for true and for false";
            return Err(syn::Error::new_spanned(variant, wanted));
        }
    };
    let names = all.iter().map(|(name, _)| name);
    let pattern = match &variant.fields {
        Fields::Unit => quote!(),
        Fields::Named(_) => quote!({ #(#names),* }),
        Fields::Unnamed(_) => quote!((#(#names),*)),
    };
    Ok(Some(quote!(#[allow(unused_variables)] Self::#ident #pattern => #said,)))
}
