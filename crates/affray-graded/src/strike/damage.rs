//! Damage: what a blow could do, how its margin grades that, and what gets through.
//!
//! Rules `GR-001` to `GR-007`, `GR-010`, `GR-012` to `GR-014`, `GR-094` to `GR-098`, `GR-228`, `GR-229`,
//! `GR-234`, `GR-238`; rulings `GR-R14`, `GR-R15`, `GR-R17`, `GR-R53`, `GR-R97`.

use crate::body::location::Location;
use crate::decision::{Blow, Fist, From, Mode};
use crate::scene::{Options, Scene};
use crate::sheet::{DamageType, Sheet, Traits};
use affray_files::value::{Schema, ToValue};
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;

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
    /// `GR-012` By the final margin; `None` below 0 (`GR-R01`).
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
    /// The rule that grades so.
    pub const fn rule(self) -> RuleId {
        match self {
            Self::Critical => rule!("GR-005"),
            Self::Full => rule!("GR-012"),
            _ => rule!("GR-004"),
        }
    }
}

/// `GR-013` `GR-014` `GR-R14` Graded damage: rounded down; what cuts or impales does at least 1.
///
/// ```
/// use affray_graded::strike::damage::{Grade, graded};
/// use affray_graded::sheet::DamageType::*;
/// assert_eq!(graded(10, Grade::Quarter, Cutting), 2); // GR-E04
/// assert_eq!(graded(-3, Grade::Full, Cutting), 1); // GR-E09
/// assert_eq!(graded(0, Grade::Full, Crushing), 0); // GR-E08
/// ```
#[inline]
pub const fn graded(potential: i32, grade: Grade, kind: DamageType) -> i32 {
    let graded = (potential * grade.percent()).div_euclid(100);
    let least = match kind {
        DamageType::Crushing => 0,
        DamageType::Cutting | DamageType::Impaling => 1,
    };
    if graded < least { least } else { graded }
}

/// What can be hurt how: all that injury needs to know of a blow that hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamageProfile {
    /// Potential damage.
    pub potential: i32,
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
    pub fn damage_profile(self, who: CombatantId, blow: &Blow, from: From) -> DamageProfile {
        let sheet = self.sheet(who);
        let halved = usize::from(self.fighter(who).is_halved());
        let extra = match from {
            From::AllOutStrong | From::ChargeStrong => 2,
            _ => 0,
        };
        let plain = |potential: i32| DamageProfile {
            potential: potential + extra,
            kind: blow.mode.kind(),
            cap: NO_CAP,
            narrow: false,
        };
        match blow.mode {
            Mode::Punch(fist) => plain(punch(sheet, halved, fist)),
            Mode::Kick(fist) => plain(kick(sheet, halved, fist)),
            Mode::Bite => plain(-4),
            _ => {
                let Some(item) = sheet.item(blow.with) else { return plain(0) };
                match blow.mode {
                    Mode::Shoot => item.ranged.map_or(plain(0), |ranged| DamageProfile {
                        potential: ranged.damage,
                        kind: ranged.kind,
                        cap: ranged.cap,
                        narrow: ranged.narrow,
                    }),
                    Mode::Bash => plain(item.shield.map_or(0, |shield| shield.bash)),
                    mode => {
                        let damage = mode.column().and_then(|column| item.damage[column]);
                        plain(damage.map_or(0, |damage| i32::from(damage[halved])))
                    }
                }
            }
        }
    }
}

/// `GR-098` `GR-R53` What the skill that was rolled adds.
const fn fist_bonus(sheet: &Sheet, fist: Fist) -> i32 {
    match fist {
        Fist::Dx => 0,
        Fist::Boxing => match sheet.boxing {
            Some(boxing) => boxing / 5,
            None => 0,
        },
        Fist::Brawling => match sheet.brawling {
            Some(brawling) => brawling / 10,
            None => 0,
        },
    }
}

/// `GR-010` `GR-094` `GR-097` Potential damage of a punch.
pub(crate) const fn punch(sheet: &Sheet, halved: usize, fist: Fist) -> i32 {
    let knuckles = if sheet.traits.has(Traits::KNUCKLES) { 1 } else { 0 };
    sheet.scores[halved].thrust - 2 + fist_bonus(sheet, fist) + knuckles
}

/// `GR-095` `GR-097` Potential damage of a kick.
pub(crate) const fn kick(sheet: &Sheet, halved: usize, fist: Fist) -> i32 {
    let boots = if sheet.traits.has(Traits::BOOTS) { 1 } else { 0 };
    sheet.scores[halved].thrust + fist_bonus(sheet, fist) + boots
}

/// `GR-228` `GR-229` `GR-234` `GR-238` `GR-R97` What gets through, multiplied by type and location.
///
/// ```
/// use affray_graded::strike::damage::injury;
/// use affray_graded::{body::location::Location::*, scene::Options, sheet::DamageType::*};
/// let all = Options::default();
/// assert_eq!(injury(7, Cutting, Body, &all), 10); // GR-E05
/// assert_eq!(injury(8, Cutting, Brain, &all), 32); // GR-E86
/// assert_eq!(injury(3, Impaling, Vital, &Options { wound_type: false, ..all }), 6); // GR-E91
/// ```
#[inline]
pub const fn injury(through: i32, kind: DamageType, at: Location, options: &Options) -> i32 {
    if options.location_wounds {
        match (at, kind) {
            (Location::Brain, _) => return through * 4,
            (Location::Vital | Location::Heart, DamageType::Impaling) => {
                return through * if options.wound_type { 3 } else { 2 };
            }
            _ => {}
        }
    }
    match kind {
        DamageType::Cutting if options.wound_type => through * 3 / 2,
        DamageType::Impaling if options.wound_type => through * 2,
        _ => through,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DamageType::*;
    use Location::*;

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
            assert_eq!(injury(graded(potential, grade, kind), kind, Body, &all), lost, "{potential} {grade:?}");
        }
        assert_eq!(graded(12, Grade::Full, Impaling).min(10), 10);
        assert_eq!(graded(12, Grade::Most, Impaling).min(10), 9);
    }
}
