//! Success rolls: 3d, at or below a target number.
//!
//! Rules `G4-001` to `G4-009`, rulings `G4-R02` and `G4-R42`. They are the family's: see
//! [`affray_3d6::check`].

pub use affray_3d6::check::{Contestant, THREE_DICE};

/// `G4-001` `G4-002` `G4-003` `G4-004` Grades a roll against a target number.
pub use affray_3d6::check::{Grade, grade};

/// `G4-001` `G4-007` A success roll of which only success matters.
pub use affray_3d6::check::succeeds;

/// `G4-002` `G4-241` `G4-R42` Whether a roll succeeds at all.
pub use affray_3d6::check::succeeded;

/// `G4-006` `G4-R02` The margin of victory of a Quick Contest, seen by the first.
pub use affray_3d6::check::margin_of_victory;

/// `G4-006` `G4-R02` A Quick Contest: its margin, what its margin is read as, or whether the first wins it.
pub use affray_3d6::check::{contest, quick_contest, wins_contest};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn criticals() {
        #[track_caller]
        fn case(example: &str, score: i32, roll: i32, expected: Grade) {
            assert_eq!(grade(score, roll), expected, "{example}: score {score}, roll {roll}");
        }
        case("G4-E01", 15, 15, Grade::Success);
        case("G4-E01", 15, 16, Grade::Failure);
        case("G4-E02", 14, 5, Grade::Success);
        case("G4-E02", 15, 5, Grade::CriticalSuccess);
        case("G4-E02", 15, 6, Grade::Success);
        case("G4-E02", 16, 6, Grade::CriticalSuccess);
        case("G4-E02", 3, 4, Grade::CriticalSuccess);
        case("G4-E02", 25, 7, Grade::Success);
        case("G4-E03", 15, 17, Grade::CriticalFailure);
        case("G4-E03", 16, 17, Grade::Failure);
        case("G4-E03", 5, 15, Grade::CriticalFailure);
        case("G4-E03", 5, 14, Grade::Failure);
        case("G4-E03", 30, 18, Grade::CriticalFailure);
        assert_eq!(margin_of_victory(12, 14, 10, 15), 3, "G4-E04");
        assert_eq!(margin_of_victory(12, 12, 10, 10), 0, "G4-E04");
    }
}
