//! The ruleset as faces and arena know it.

use crate::Obss;

affray_prove::catalog!(Obss, "obss", "Fantasy combat with exploding dice, on squares");
