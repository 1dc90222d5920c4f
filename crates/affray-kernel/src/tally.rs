//! Tallies: how a target number came about.
//!
//! A rule computes a score once, generic over [`Tally`]: at the table it keeps every line with
//! its rule, in a simulation it is a bare sum.

use crate::rules::RuleId;
use serde::Serialize;

/// A number that is built from a base and modifiers.
pub trait Tally: Clone {
    /// Begins with a base value.
    fn base(rule: RuleId, value: i32) -> Self;
    /// Adds a modifier. A modifier of 0 leaves no line.
    fn add(&mut self, rule: RuleId, modifier: i32);
    /// This score with a modifier more. A modifier of 0 leaves no line.
    #[must_use]
    fn plus(mut self, rule: RuleId, modifier: i32) -> Self {
        self.add(rule, modifier);
        self
    }
    /// Replaces the total so far, as a halving does.
    fn becomes(&mut self, rule: RuleId, value: i32);
    /// The total.
    fn total(&self) -> i32;

    /// The greater of two; of equals the first.
    #[must_use]
    fn or(self, other: Self) -> Self {
        if self.total() < other.total() { other } else { self }
    }
    /// Limits the total from above.
    fn at_most(&mut self, rule: RuleId, limit: i32) {
        if limit < self.total() {
            self.becomes(rule, limit);
        }
    }
    /// Limits the total from below.
    fn at_least(&mut self, rule: RuleId, limit: i32) {
        if self.total() < limit {
            self.becomes(rule, limit);
        }
    }
}

/// The tally of a simulation: only the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum(i32);

impl Sum {
    /// A total that was worked out before.
    pub const fn of(total: i32) -> Self {
        Self(total)
    }
}

impl Tally for Sum {
    #[inline]
    fn base(_: RuleId, value: i32) -> Self {
        Self(value)
    }
    #[inline]
    fn add(&mut self, _: RuleId, modifier: i32) {
        self.0 += modifier;
    }
    #[inline]
    fn becomes(&mut self, _: RuleId, value: i32) {
        self.0 = value;
    }
    #[inline]
    fn total(&self) -> i32 {
        self.0
    }
}

/// How a line of a tally acts on the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// The base value.
    Base,
    /// A modifier that is added.
    Add,
    /// The total is replaced by the value.
    Becomes,
}

/// One line of an explained tally: amount, words and rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The rule that gave the line.
    pub rule: RuleId,
    /// How it acts.
    #[serde(rename = "is")]
    pub kind: LineKind,
    /// Its value.
    pub value: i32,
}

/// The tally of the table: every line with its rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Lines(Vec<Line>);

impl Lines {
    /// The lines in the order in which the rules gave them; the first is the base.
    pub fn lines(&self) -> &[Line] {
        &self.0
    }
}

impl Tally for Lines {
    fn base(rule: RuleId, value: i32) -> Self {
        Self(vec![Line { rule, kind: LineKind::Base, value }])
    }
    fn add(&mut self, rule: RuleId, modifier: i32) {
        if modifier != 0 {
            self.0.push(Line { rule, kind: LineKind::Add, value: modifier });
        }
    }
    fn becomes(&mut self, rule: RuleId, value: i32) {
        self.0.push(Line { rule, kind: LineKind::Becomes, value });
    }
    fn total(&self) -> i32 {
        self.0.iter().fold(0, |total, line| match line.kind {
            LineKind::Add => total + line.value,
            LineKind::Base | LineKind::Becomes => line.value,
        })
    }
}

/// `16 Rapier (DF-002) -5 neck (DF-179)`, and `, limit (DF-100): 9` for a total that a rule replaced.
impl std::fmt::Display for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for Line { rule, kind, value } in &self.0 {
            let words = rule.words();
            let space = if words.is_empty() { "" } else { " " };
            match kind {
                LineKind::Base => write!(f, "{value}{space}{words} ({rule})")?,
                LineKind::Add => write!(f, " {value:+}{space}{words} ({rule})")?,
                LineKind::Becomes => write!(f, ",{space}{words} ({rule}): {value}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build<T: Tally>() -> T {
        let mut tally = T::base(RuleId::new("A").named("skill"), 14);
        tally.add(RuleId::new("B").named("neck"), -4);
        tally.add(RuleId::new("C"), 0);
        tally.at_most(RuleId::new("D").named("limit"), 9);
        tally.at_least(RuleId::new("E"), 3);
        tally
    }

    #[test]
    fn the_same_code_sums_and_explains() {
        assert_eq!(build::<Sum>().total(), 9);
        assert_eq!(build::<Lines>().total(), 9);
        assert_eq!(build::<Lines>().to_string(), "14 skill (A) -4 neck (B), limit (D): 9");
    }
}
