//! The dfrpg ruleset of Affray: tactical combat in the style of Dungeon Fantasy.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].

/// The id of an entry of this ruleset's ledger: `rule!("DF-045")`. An unknown id does not build.
#[allow(unused_macros, reason = "only a rule cites, and there may be none yet")]
macro_rules! rule {
    ($id:literal) => {
        const { $crate::ledger::id($id) }
    };
}

pub mod ledger;
pub mod sheet;
