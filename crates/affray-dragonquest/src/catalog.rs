//! The ruleset as faces and arena know it.

use crate::DragonQuest;

affray_prove::catalog!(DragonQuest, "dragonquest", "DragonQuest style combat in pulses, with percentile dice");
