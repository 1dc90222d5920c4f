//! Success rolls and contests of 3d6. What the family shares is [`affray_3d6::check`].
//!
//! Rulings `GR-R03` to `GR-R08`.

use crate::Graded;
use crate::event::Event;
use crate::scene::{D3, Fight};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::state::Ignored;
use std::cmp::Ordering;

/// `GR-R03` Whether a roll succeeds: 3 and 4 always do, 17 and 18 never.
///
/// ```
/// use affray_graded::check::succeeded;
/// assert!(succeeded(10, 10) && succeeded(1, 4) && !succeeded(20, 17));
/// ```
pub use affray_3d6::check::succeeded;

/// `GR-R04` What makes a roll a critical failure, if it is one; 3 and 4 are none at any number (`GR-R03`).
pub use affray_3d6::check::critical_failure;

/// `GR-R04` Whether a roll is a critical failure.
///
/// ```
/// use affray_graded::check::fails_critically;
/// assert!(fails_critically(15, 17) && !fails_critically(16, 17) && fails_critically(30, 18)); // GR-E32
/// assert!(fails_critically(5, 15) && !fails_critically(5, 14)); // GR-E33
/// ```
pub use affray_3d6::check::fails_critically;

/// `GR-R03` By how much a roll succeeds, or fails (below 0).
#[inline]
pub const fn margin(score: i32, roll: i32) -> i32 {
    let plain = score - roll;
    match roll {
        ..=4 if plain < 0 => 0,
        17.. if plain > -1 => -1,
        _ => plain,
    }
}

/// `GR-R05` Whether a roll that is no attack is a critical success.
#[inline]
pub const fn is_critical(score: i32, roll: i32) -> bool {
    roll <= 4 || score - roll >= 6 && roll <= 16
}

/// What a success roll comes to where criticals count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// Critical success.
    Critical,
    /// Success.
    Success,
    /// Failure.
    Failure,
    /// Critical failure.
    Fumble,
}

/// Grades a success roll.
pub const fn grade(score: i32, roll: i32) -> Check {
    if fails_critically(score, roll) {
        Check::Fumble
    } else if is_critical(score, roll) {
        Check::Critical
    } else if succeeded(score, roll) {
        Check::Success
    } else {
        Check::Failure
    }
}

/// How the actor of a contest rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActorRoll {
    /// Score less roll (`GR-R07`).
    pub margin: i32,
    /// Critical success, plain, or critical failure.
    pub check: Check,
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-R07` A contest: both roll, the actor first, and the margins are compared. `read` says what the rule wants to
    /// know of the actor's roll and the foe's margin. That, and by how much the actor won; below 0 if he lost.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn contest<F: Copy + PartialEq>(
        &mut self,
        (who, own): (CombatantId, &R::Tally),
        (target, other): (CombatantId, &R::Tally),
        rule: RuleId,
        what: &'static str,
        read: impl Fn(ActorRoll, i32) -> F,
    ) -> Result<(F, i32), R::Pause> {
        let actor = self.referee.check(Why::new(who, rule, what), D3, own, |roll, score| {
            let check = match grade(score, roll) {
                Check::Failure => Check::Success,
                check => check,
            };
            ActorRoll { margin: score - roll, check }
        })?;
        let both = |roll, score| (read(actor, score - roll), Ignored(actor.margin - (score - roll)));
        let (reading, Ignored(by)) = self.referee.check(Why::new(target, rule, what), D3, other, both)?;
        Ok((reading, by))
    }

    /// `GR-R07` `GR-R08` A contest of which all that counts is who wins it: `Greater` for the actor, `Less` for the other,
    /// `Equal` for nobody.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn plain_contest(
        &mut self,
        actor: (CombatantId, &R::Tally),
        other: (CombatantId, &R::Tally),
        rule: RuleId,
        what: &'static str,
    ) -> Result<Ordering, R::Pause> {
        let (winner, result) = self.contest(actor, other, rule, what, |own, foe| own.margin.cmp(&foe))?;
        self.tell(Event::Contest { who: actor.0, target: other.0, result });
        Ok(winner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `GR-E31` `GR-E32`
    #[test]
    fn margins() {
        assert_eq!(margin(0, 4), 0);
        assert_eq!(margin(20, 17), -1);
        assert_eq!(margin(10, 17), -7);
        assert_eq!(margin(14, 3), 11);
    }

    #[test]
    fn grades() {
        assert_eq!(grade(15, 9), Check::Critical);
        assert_eq!(grade(15, 10), Check::Success);
        assert_eq!(grade(15, 16), Check::Failure);
        assert_eq!(grade(15, 17), Check::Fumble);
        assert_eq!(grade(2, 4), Check::Critical);
    }
}
