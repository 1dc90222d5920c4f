//! Damage: what a blow could do, how its margin grades that, and what gets through.
//!
//! Rules `GR-001` to `GR-007`, `GR-010`, `GR-012` to `GR-014`, `GR-094` to `GR-098`, `GR-228`, `GR-229`,
//! `GR-234`, `GR-238`; rulings `GR-R14`, `GR-R15`, `GR-R17`, `GR-R53`, `GR-R97`.

use crate::body::location::Location;
use crate::decision::{Blow, Fist, From, Mode};
use crate::gear::tables::Base;
use crate::scene::{Options, Scene};
use crate::sheet::{DamageType, Ranged, Sheet, Shield, Traits};
use affray_files::value::{Schema, ToValue};
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// `GR-012` How well an attack succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Schema, ToValue)]
pub enum Grade {
    /// By 0: a quarter.
    Quarter,
    /// By 1: half.
    Half,
    /// By 2: three quarters.
    Most,
    /// By 3 to 5: all.
    Full,
    /// By 6 or more: a critical hit (`GR-005`).
    Critical,
}

impl Grade {
    /// `GR-012` `GR-005` By the final margin; `None` below 0 (`GR-R01`).
    ///
    /// ```
    /// use affray_graded::strike::damage::Grade;
    /// assert_eq!([-1, 0, 2, 5, 6].map(Grade::of).map(|g| g.map(Grade::percent)),
    ///            [None, Some(25), Some(75), Some(100), Some(100)]);
    /// ```
    #[inline]
    pub const fn of(margin: i32) -> Option<Self> {
        Some(match margin {
            ..=-1 => return None,
            0 => Self::Quarter,
            1 => Self::Half,
            2 => Self::Most,
            3..=5 => Self::Full,
            6.. => Self::Critical,
        })
    }
    /// Percent of the potential damage.
    pub const fn percent(self) -> i32 {
        match self {
            Self::Quarter => 25,
            Self::Half => 50,
            Self::Most => 75,
            Self::Full | Self::Critical => 100,
        }
    }
    /// The least margin of the grade.
    pub const fn margin(self) -> i32 {
        match self {
            Self::Quarter => 0,
            Self::Half => 1,
            Self::Most => 2,
            Self::Full => 3,
            Self::Critical => 6,
        }
    }
}

/// `GR-004` `GR-012` `GR-013` `GR-014` `GR-R14` Graded damage: rounded down; what cuts or impales does at least 1.
///
/// ```
/// use affray_graded::strike::damage::{Grade, graded};
/// use affray_graded::sheet::DamageType::*;
/// use affray_kernel::tally::Sum;
/// assert_eq!(graded(Sum::of(10), Grade::Quarter, Cutting), Sum::of(2)); // GR-E04
/// assert_eq!(graded(Sum::of(-3), Grade::Full, Cutting), Sum::of(1)); // GR-E09
/// assert_eq!(graded(Sum::of(0), Grade::Full, Crushing), Sum::of(0)); // GR-E08
/// ```
#[inline]
pub fn graded<T: Tally>(potential: T, grade: Grade, kind: DamageType) -> T {
    graded_by(rule!("GR-004"), potential, grade, kind)
}

/// [Graded](graded) damage, by the rule that gives the fraction.
pub(crate) fn graded_by<T: Tally>(rule: RuleId, potential: T, grade: Grade, kind: DamageType) -> T {
    let mut damage = potential;
    let weak = match grade {
        Grade::Quarter => Some("x 25%"),
        Grade::Half => Some("x 50%"),
        Grade::Most => Some("x 75%"),
        Grade::Full | Grade::Critical => None,
    };
    if let Some(words) = weak {
        damage.becomes(rule.named(words), (damage.total() * grade.percent()).div_euclid(100));
    }
    match kind {
        DamageType::Crushing => damage.at_least(rule!("GR-014").named("at least 0"), 0),
        DamageType::Cutting | DamageType::Impaling => damage.at_least(rule!("GR-014").named("at least 1"), 1),
    }
    damage
}

/// What can be hurt how: all that injury needs to know of a blow that hit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamageProfile<T> {
    /// Potential damage.
    pub potential: T,
    /// Its type.
    pub kind: DamageType,
    /// `GR-006` The most that a hit does that is not critical.
    pub cap: i32,
    /// `GR-233` A narrow missile.
    pub narrow: bool,
}

/// No bound.
pub const NO_CAP: i32 = 30_000;

impl Scene<'_> {
    /// `GR-001` `GR-063` `GR-081` The potential damage of a blow. A bite's die comes on top (`GR-096`).
    pub fn damage_profile<T: Tally>(self, who: CombatantId, blow: &Blow, from: From) -> DamageProfile<T> {
        let sheet = self.sheet(who);
        let halved = usize::from(self.fighter(who).is_halved());
        let item = sheet.item(blow.with);
        let ranged = item.and_then(|item| item.ranged).filter(|_| blow.mode == Mode::Shoot);
        let mut potential = match blow.mode {
            Mode::Punch(fist) => punch(sheet, halved, fist),
            Mode::Kick(fist) => kick(sheet, halved, fist),
            Mode::Bite => T::base(rule!("GR-096"), 0),
            Mode::Shoot => ranged.map_or_else(|| T::base(rule!("GR-011"), 0), |ranged| shot(sheet, &ranged)),
            Mode::Bash => {
                let shield = item.and_then(|item| item.shield);
                shield.map_or_else(|| T::base(rule!("GR-082"), 0), |shield| bash(sheet, halved, &shield))
            }
            mode => {
                let damage = mode.column().zip(item).and_then(|(column, item)| item.damage[column]);
                let scores = &sheet.scores[halved];
                let (rule, strength) = match mode {
                    Mode::Impale => (rule!("GR-003").named("thrust"), scores.thrust),
                    _ => (rule!("GR-002").named("swing"), scores.swing),
                };
                let mut potential = T::base(rule, strength);
                potential.add(rule!("GR-011"), damage.map_or(0, |damage| i32::from(damage[halved])) - strength);
                potential
            }
        };
        match from {
            From::AllOutStrong => potential.add(rule!("GR-063"), 2),
            From::ChargeStrong => potential.add(rule!("GR-081"), 2),
            _ => {}
        }
        DamageProfile {
            potential,
            kind: ranged.map_or(blow.mode.kind(), |ranged| ranged.kind),
            cap: ranged.map_or(NO_CAP, |ranged| ranged.cap),
            narrow: ranged.is_some_and(|ranged| ranged.narrow),
        }
    }
}

/// `GR-009` Potential damage of what is thrown or shot.
fn shot<T: Tally>(sheet: &Sheet, ranged: &Ranged) -> T {
    let (words, strength) = match ranged.rests_on {
        Base::Thrust => ("thrust", sheet.scores[0].thrust),
        Base::Swing => ("swing", sheet.scores[0].swing),
    };
    let mut potential = T::base(rule!("GR-009").named(words), strength);
    potential.add(rule!("GR-011"), ranged.damage - strength);
    potential
}

/// `GR-082` `GR-084` Potential damage of a bash.
fn bash<T: Tally>(sheet: &Sheet, halved: usize, shield: &Shield) -> T {
    let mut potential = T::base(rule!("GR-082").named("thrust"), sheet.scores[halved].thrust);
    potential.add(rule!("GR-082").named("shield"), shield.bash);
    potential.add(rule!("GR-084"), i32::from(shield.spiked));
    potential
}

/// `GR-098` `GR-R53` Adds what the skill that was rolled adds.
fn add_skill<T: Tally>(potential: &mut T, sheet: &Sheet, fist: Fist) {
    match fist {
        Fist::Dx => {}
        Fist::Boxing => potential.add(rule!("GR-098").named("Boxing"), sheet.boxing.unwrap_or(0) / 5),
        Fist::Brawling => potential.add(rule!("GR-098").named("Brawling"), sheet.brawling.unwrap_or(0) / 10),
    }
}

/// `GR-010` `GR-094` `GR-097` Potential damage of a punch.
pub(crate) fn punch<T: Tally>(sheet: &Sheet, halved: usize, fist: Fist) -> T {
    let mut potential = T::base(rule!("GR-094").named("thrust"), sheet.scores[halved].thrust);
    potential.add(rule!("GR-094").named("punch"), -2);
    add_skill(&mut potential, sheet, fist);
    potential.add(rule!("GR-097").named("brass knuckles"), i32::from(sheet.traits.has(Traits::KNUCKLES)));
    potential
}

/// `GR-095` `GR-097` Potential damage of a kick.
pub(crate) fn kick<T: Tally>(sheet: &Sheet, halved: usize, fist: Fist) -> T {
    let mut potential = T::base(rule!("GR-095").named("thrust"), sheet.scores[halved].thrust);
    add_skill(&mut potential, sheet, fist);
    potential.add(rule!("GR-097").named("heavy boots"), i32::from(sheet.traits.has(Traits::BOOTS)));
    potential
}

/// `GR-228` `GR-229` `GR-234` `GR-238` `GR-R97` What gets through, multiplied by type and location.
///
/// ```
/// use affray_graded::strike::damage::injury;
/// use affray_graded::{body::location::Location::*, scene::Options, sheet::DamageType::*};
/// use affray_kernel::tally::Sum;
/// let all = Options::default();
/// assert_eq!(injury(Sum::of(7), Cutting, Body, &all), Sum::of(10)); // GR-E05
/// assert_eq!(injury(Sum::of(8), Cutting, Brain, &all), Sum::of(32)); // GR-E86
/// assert_eq!(injury(Sum::of(3), Impaling, Vital, &Options { wound_type: false, ..all }), Sum::of(6)); // GR-E91
/// ```
#[inline]
pub fn injury<T: Tally>(through: T, kind: DamageType, at: Location, options: &Options) -> T {
    let mut points = through;
    let (rule, halves) = match (at, kind) {
        (Location::Brain, _) if options.location_wounds => (rule!("GR-234").named("x 4 brain"), 8),
        (Location::Vital | Location::Heart, DamageType::Impaling) if options.location_wounds => {
            let rule = if at == Location::Heart { rule!("GR-R97") } else { rule!("GR-238") };
            if options.wound_type { (rule.named("x 3 impaled"), 6) } else { (rule.named("x 2 impaled"), 4) }
        }
        (_, DamageType::Cutting) if options.wound_type => (rule!("GR-228").named("x 1.5 cutting"), 3),
        (_, DamageType::Impaling) if options.wound_type => (rule!("GR-229").named("x 2 impaling"), 4),
        _ => return points,
    };
    if points.total() > 0 {
        points.becomes(rule, points.total() * halves / 2);
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use DamageType::*;
    use Location::*;
    use affray_kernel::tally::Sum;

    /// `GR-E02` to `GR-E05`, `GR-E11`, `GR-E12`
    #[test]
    fn full_and_weak_hits() {
        let all = Options::default();
        for (potential, grade, kind, lost) in [
            (10, Grade::Full, Cutting, 15),
            (6, Grade::Full, Impaling, 12),
            (10, Grade::Half, Cutting, 7),
            (6, Grade::Half, Impaling, 6),
            (10, Grade::Quarter, Cutting, 3),
            (6, Grade::Quarter, Impaling, 2),
            (10, Grade::Most, Cutting, 10),
            (6, Grade::Most, Impaling, 8),
            (12, Grade::Half, Cutting, 9),
        ] {
            let damage = graded(Sum::of(potential), grade, kind);
            assert_eq!(injury(damage, kind, Body, &all).total(), lost, "{potential} {grade:?}");
        }
    }
}
