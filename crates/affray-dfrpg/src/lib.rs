//! The dfrpg ruleset of Affray: tactical combat in the style of Dungeon Fantasy.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].

/// The id of an entry of this ruleset's ledger: `rule!("DF-050")`. An unknown id does not build,
/// not even in a generic function that nobody calls: a `const` item, unlike a `const` block, is
/// always evaluated.
#[allow(unused_macros, reason = "only a rule cites, and there may be none yet")]
macro_rules! rule {
    ($id:literal) => {{
        const ID: ::affray_core::rules::RuleId = $crate::ledger::id($id);
        ID
    }};
}

pub mod ledger;
pub mod sheet;
