//! The rolls of the game that have a target, by the names under which cases explain them.

use affray_kernel::events::RollKind;

/// Every roll that has a target number or a score beside it.
#[rustfmt::skip]
pub(crate) const ROLLS: &[RollKind] = &[
    RollKind { name: "attack", decides: "an attack of any kind" },
    RollKind { name: "damage", decides: "the damage of a blow" },
    RollKind { name: "Defense", decides: "the Defense that an attack has to reach" },
    RollKind { name: "dice", decides: "how many dice an attack or a spell takes" },
    RollKind { name: "First Aid", decides: "first aid" },
    RollKind { name: "hour at 0 HP", decides: "an hour at 0 HP" },
    RollKind { name: "initiative", decides: "initiative" },
    RollKind { name: "Magic Check", decides: "casting a spell" },
    RollKind { name: "maneuver", decides: "a combat maneuver" },
    RollKind { name: "save", decides: "saving oneself from a spell" },
    RollKind { name: "stand up", decides: "standing up next to a foe" },
    RollKind { name: "stay mounted", decides: "staying in the saddle" },
];
