//! The ruleset as faces and arena know it.

use crate::Gurps4;

affray_prove::catalog!(Gurps4, "gurps4", "GURPS 4th edition style combat in seconds, with 3d6");
