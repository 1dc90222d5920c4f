//! Rule ids: the name under which a ledger states a rule.

use serde::Serialize;

/// The id of one rule of a ledger, such as `DF-045`.
///
/// Code makes one only through a ruleset's `rule!` macro, which fails the build for an id that
/// the ruleset's ledger does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RuleId(&'static str);

impl RuleId {
    /// An id as it stands in a ledger. Meant for generated tables; rules use `rule!`.
    pub const fn new(id: &'static str) -> Self {
        Self(id)
    }

    /// The id as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}
