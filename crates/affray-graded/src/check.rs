//! Success rolls and contests of 3d6. What the family shares is [`affray_3d6::check`].
//!
//! Rulings `GR-R03` to `GR-R08`.

use crate::Graded;
use crate::event::Event;
use crate::scene::{D3, Fight};
use affray_3d6::check::CriticalFailure;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::state::Ignored;
use std::cmp::Ordering;

/// `GR-R03` Whether a roll succeeds.
use affray_3d6::check::succeeded;

/// `GR-R04` What makes a roll a critical failure.
use affray_3d6::check::critical_failure;

/// `GR-R03` Whether a roll succeeds: 3 and 4 always do, 17 and 18 never.
///
/// ```
/// use affray_graded::check::succeeds;
/// assert!(succeeds(10, 10) && succeeds(4, 1) && !succeeds(17, 20));
/// ```
#[inline]
pub const fn succeeds(roll: i32, target: i32) -> bool {
    succeeded(target, roll)
}

/// `GR-R03` By how much a roll succeeds, or fails (below 0).
#[inline]
pub const fn margin(roll: i32, target: i32) -> i32 {
    let plain = target - roll;
    match roll {
        ..=4 if plain < 0 => 0,
        17.. if plain > -1 => -1,
        _ => plain,
    }
}

/// `GR-R04` What makes a roll a critical failure, if it is one; 3 and 4 are none at any number (`GR-R03`).
#[inline]
pub const fn fumble(roll: i32, target: i32) -> Option<CriticalFailure> {
    critical_failure(target, roll)
}

/// `GR-R04` Whether a roll is a critical failure.
///
/// ```
/// use affray_graded::check::is_fumble;
/// assert!(is_fumble(17, 15) && !is_fumble(17, 16) && is_fumble(18, 30)); // GR-E32
/// assert!(is_fumble(15, 5) && !is_fumble(14, 5)); // GR-E33
/// ```
#[inline]
pub const fn is_fumble(roll: i32, target: i32) -> bool {
    fumble(roll, target).is_some()
}

/// `GR-R05` Whether a roll that is no attack is a critical success.
#[inline]
pub const fn is_critical(roll: i32, target: i32) -> bool {
    roll <= 4 || target - roll >= 6 && roll <= 16
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
pub const fn grade(roll: i32, target: i32) -> Check {
    if is_fumble(roll, target) {
        Check::Fumble
    } else if is_critical(roll, target) {
        Check::Critical
    } else if succeeds(roll, target) {
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
            let check = match grade(roll, score) {
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
        assert_eq!(margin(4, 0), 0);
        assert_eq!(margin(17, 20), -1);
        assert_eq!(margin(17, 10), -7);
        assert_eq!(margin(3, 14), 11);
    }

    #[test]
    fn grades() {
        assert_eq!(grade(9, 15), Check::Critical);
        assert_eq!(grade(10, 15), Check::Success);
        assert_eq!(grade(16, 15), Check::Failure);
        assert_eq!(grade(17, 15), Check::Fumble);
        assert_eq!(grade(4, 2), Check::Critical);
    }
}
