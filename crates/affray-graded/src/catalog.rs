//! The ruleset as faces and arena know it.

use crate::Graded;

affray_prove::catalog!(Graded, "graded", "Damage graded by the margin of success, in rounds of three seconds");
