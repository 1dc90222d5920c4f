//! The ruleset as faces and arena know it.

use crate::Dfrpg;

affray_prove::catalog!(Dfrpg, "dfrpg", "Dungeon Fantasy style tactical combat");
