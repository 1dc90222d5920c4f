//! The ledger of this ruleset, `rules.md`, as the program's reference.
//!
//! The table is made by the build script, together with the places in code and the cases that
//! cite each id. Code cites an id with `rule!`, which is this module's `id` in a `const`.

use affray_core::rules::{self, Reference, RuleId};

include!(concat!(env!("OUT_DIR"), "/ledger.rs"));

/// What this ruleset's rules say, where they are carried out and what proves them.
pub static REFERENCE: Reference = Reference { prefix: PREFIX, entries: ENTRIES };

/// The id of an entry of the ledger. In a `const`, as in `rule!`, an unknown one does not build:
///
/// ```
/// use affray_core::rules::{RuleId, known};
/// const ROLL: RuleId = known(affray_obss::ledger::IDS, "OB-001");
/// ```
///
/// ```compile_fail
/// use affray_core::rules::{RuleId, known};
/// const ROLL: RuleId = known(affray_obss::ledger::IDS, "OB-999");
/// ```
#[allow(dead_code, reason = "only a rule cites, and there may be none yet")]
pub(crate) const fn id(id: &'static str) -> RuleId {
    rules::known(IDS, id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_macro() {
        assert_eq!(rule!("OB-001"), RuleId::new("OB-001"));
        assert_eq!(rule!("OB-R84").as_str(), "OB-R84");
        assert_eq!(rule!("OB-I41").as_str(), "OB-I41");
    }

    #[test]
    #[should_panic(expected = "no such id in the ledger")]
    fn an_unknown_id() {
        id("OB-999");
    }
}
