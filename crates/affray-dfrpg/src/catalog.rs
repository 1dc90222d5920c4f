//! The ruleset as faces and arena know it.

use crate::Dfrpg;

affray_core::catalog!(Dfrpg, "dfrpg", "Dungeon Fantasy style tactical combat");
