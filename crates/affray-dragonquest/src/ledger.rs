//! The ledger of this ruleset, `rules.md`, as the program's reference.
//!
//! The table is made by the build script, together with the places in code and the cases that
//! cite each id. Code cites an id with `rule!`, which is this module's `id` in a `const`.

use affray_core::rules::{self, Reference, RuleId};

include!(concat!(env!("OUT_DIR"), "/ledger.rs"));

/// What this ruleset's rules say, where they are carried out and what proves them.
pub static REFERENCE: Reference = Reference { prefix: PREFIX, entries: ENTRIES };

/// The id of an entry of the ledger. In a `const`, as in `rule!`, an unknown one does not build.
pub(crate) const fn id(id: &'static str) -> RuleId {
    rules::known(IDS, id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_macro() {
        assert_eq!(rule!("DQ-001"), RuleId::new("DQ-001"));
        assert_eq!(rule!("DQ-R40").as_str(), "DQ-R40");
        assert_eq!(rule!("DQ-I44").as_str(), "DQ-I44");
    }
}
