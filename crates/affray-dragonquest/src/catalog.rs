//! The ruleset as faces and arena know it.

use crate::DragonQuest;

affray_core::catalog!(DragonQuest, "dragonquest", "DragonQuest style combat in pulses, with percentile dice");
