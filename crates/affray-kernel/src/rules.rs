//! Rule ids.
//!
//! A ruleset's ledger states each rule under an id. Code cites one by [`rule!`](crate::rule), which knows the
//! ids of the ledger when it is compiled; what the ledger says is no part of the rules.

use serde::Serialize;

/// The id of one rule of a ledger, such as `DF-045`, with the words of a line that the rule gives in a sum.
///
/// Code makes one only through a ruleset's `rule!` macro, which fails the build for an id that
/// the ruleset's ledger does not have. Two are equal if they are of the same rule, whatever their words.
#[derive(Debug, Clone, Copy)]
pub struct RuleId {
    id: &'static str,
    words: &'static str,
}

impl RuleId {
    /// An id as it stands in a ledger, without words. Meant for generated tables; rules use `rule!`.
    pub const fn new(id: &'static str) -> Self {
        Self { id, words: "" }
    }

    /// This rule, whose line in a sum is told in these words: the name of a skill, of an attribute, of one of
    /// several things that the rule counts.
    pub const fn named(self, words: &'static str) -> Self {
        Self { id: self.id, words }
    }

    /// The id as text.
    pub const fn as_str(self) -> &'static str {
        self.id
    }

    /// In which words a line of the rule is told, those of the ledger unless it was [named](Self::named) otherwise;
    /// empty if the ledger has none.
    pub const fn words(self) -> &'static str {
        self.words
    }
}

impl PartialEq for RuleId {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for RuleId {}

impl PartialOrd for RuleId {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RuleId {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.id.cmp(other.id)
    }
}

impl std::hash::Hash for RuleId {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl Serialize for RuleId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// The place of an id in a list of ids and words that is sorted by id, if it is there. Usable in a `const`.
pub const fn position(sorted: &[(&str, &str)], id: &str) -> Option<usize> {
    let (mut low, mut high) = (0, sorted.len());
    while low < high {
        let middle = low + (high - low) / 2;
        match compare(sorted[middle].0.as_bytes(), id.as_bytes()) {
            std::cmp::Ordering::Equal => return Some(middle),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

const fn compare(a: &[u8], b: &[u8]) -> std::cmp::Ordering {
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return if a[at] < b[at] { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater };
        }
        at += 1;
    }
    if a.len() == b.len() {
        std::cmp::Ordering::Equal
    } else if a.len() < b.len() {
        std::cmp::Ordering::Less
    } else {
        std::cmp::Ordering::Greater
    }
}

/// An id of a sorted list of ids and words, with its words; what a ruleset's `rule!` stands on.
///
/// ```
/// use affray_kernel::rules::{RuleId, known};
/// const NECK: RuleId = known(&[("XY-001", "neck"), ("XY-002", "eye")], "XY-001");
/// assert_eq!(NECK.words(), "neck");
/// ```
///
/// In a `const` an id that the list lacks does not compile:
///
/// ```compile_fail
/// use affray_kernel::rules::{RuleId, known};
/// const NECK: RuleId = known(&[("XY-001", "neck"), ("XY-002", "eye")], "XY-003");
/// ```
///
/// # Panics
/// If the list lacks the id.
pub const fn known(sorted: &[(&'static str, &'static str)], id: &'static str) -> RuleId {
    match position(sorted, id) {
        Some(at) => RuleId { id, words: sorted[at].1 },
        None => panic!("no such id in the ledger: see rules.md of this ruleset for the ids that there are"),
    }
}

/// The id of an entry of the ruleset's ledger: `rule!("DF-050")`, in a crate with a module `ledger` made by
/// `ledger!`. An unknown id does not build, not even in a generic function that nobody
/// calls: a `const` item, unlike a `const` block, is always evaluated.
///
/// ```
/// # fn main() { assert_eq!(of_a_rule().as_str(), "XY-001") }
/// mod ledger {
///     pub const fn id(id: &'static str) -> affray_kernel::rules::RuleId {
///         affray_kernel::rules::known(&[("XY-001", "neck")], id)
///     }
/// }
/// fn of_a_rule() -> affray_kernel::rules::RuleId {
///     affray_kernel::rule!("XY-001")
/// }
/// ```
///
/// ```compile_fail
/// # fn main() {}
/// mod ledger {
///     pub const fn id(id: &'static str) -> affray_kernel::rules::RuleId {
///         affray_kernel::rules::known(&[("XY-001", "neck")], id)
///     }
/// }
/// fn of_a_rule<T>() -> affray_kernel::rules::RuleId {
///     affray_kernel::rule!("XY-002")
/// }
/// ```
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "the ledger is that of the crate that cites")]
macro_rules! rule {
    ($id:literal) => {{
        const ID: $crate::rules::RuleId = crate::ledger::id($id);
        ID
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_a_sorted_list() {
        let ids = ["A-1", "A-10", "A-2", "B"].map(|id| (id, ""));
        for (index, (id, _)) in ids.iter().enumerate() {
            assert_eq!(position(&ids, id), Some(index), "{id}");
        }
        for id in ["", "A", "A-11", "A-3", "C"] {
            assert_eq!(position(&ids, id), None, "{id}");
        }
        assert_eq!(position(&[], "A"), None);
    }

    #[test]
    #[should_panic(expected = "no such id in the ledger")]
    fn an_unknown_id() {
        known(&[("A-1", "")], "A-2");
    }
}
