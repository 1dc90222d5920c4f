//! The rolls of the game that have a target, by the names under which cases explain them.

use affray_kernel::events::RollKind;

/// Every roll that has a target number or a score beside it.
#[rustfmt::skip]
pub(crate) const ROLLS: &[RollKind] = &[
    RollKind { name: "acrobatics", decides: "an acrobatic dodge" },
    RollKind { name: "attack", decides: "an attack of any kind" },
    RollKind { name: "balance", decides: "keeping one's feet after knockback" },
    RollKind { name: "blind fighting", decides: "sensing an attacker that is not seen" },
    RollKind { name: "block", decides: "a block" },
    RollKind { name: "death", decides: "staying alive below -HP" },
    RollKind { name: "disarm", decides: "striking a weapon from a hand" },
    RollKind { name: "dodge", decides: "a dodge" },
    RollKind { name: "feint", decides: "a feint" },
    RollKind { name: "keep aim", decides: "aiming on when hurt or disturbed" },
    RollKind { name: "keep concentration", decides: "concentrating on when hurt or disturbed" },
    RollKind { name: "keep hold", decides: "keeping hold of a weapon against disarming" },
    RollKind { name: "knockdown", decides: "staying up and unstunned after a blow" },
    RollKind { name: "parry", decides: "a parry" },
    RollKind { name: "see through", decides: "seeing through a feint" },
    RollKind { name: "snap out", decides: "recovering from stun" },
    RollKind { name: "stay awake", decides: "staying conscious at 0 HP or below" },
    RollKind { name: "stay up", decides: "staying up after a slam or shove" },
    RollKind { name: "stray", decides: "hitting another one in the way" },
    RollKind { name: "strength", decides: "either side of a contest of strength" },
    RollKind { name: "will", decides: "Will, where fatigue could end it" },
];
