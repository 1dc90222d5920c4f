//! The rolls of the game that have a target, by the names under which cases explain them.

use affray_kernel::events::RollKind;

/// Every roll that has a target number or a score beside it.
#[rustfmt::skip]
pub(crate) const ROLLS: &[RollKind] = &[
    RollKind { name: "acrobatic dodge", decides: "an acrobatic dodge" },
    RollKind { name: "attack", decides: "an attack of any kind but those below" },
    RollKind { name: "bleeding", decides: "whether a wound bleeds on" },
    RollKind { name: "block", decides: "a block" },
    RollKind { name: "brace", decides: "bracing oneself against a crushing blow" },
    RollKind { name: "break free", decides: "getting out of a grip" },
    RollKind { name: "care", decides: "a day in the care of a physician" },
    RollKind { name: "consciousness", decides: "staying conscious at 0 HP or below" },
    RollKind { name: "crippled part", decides: "how long a part stays crippled" },
    RollKind { name: "death", decides: "staying alive" },
    RollKind { name: "dodge", decides: "a dodge" },
    RollKind { name: "fear", decides: "keeping one's nerve" },
    RollKind { name: "feint", decides: "a feint" },
    RollKind { name: "grab", decides: "a grab" },
    RollKind { name: "healing", decides: "a day of rest" },
    RollKind { name: "hold", decides: "throwing down, pinning or disarming a held foe" },
    RollKind { name: "keep casting", decides: "casting on when hurt or disturbed" },
    RollKind { name: "keep standing", decides: "keeping one's feet" },
    RollKind { name: "knockout", decides: "staying conscious after a blow" },
    RollKind { name: "panic", decides: "getting over a panic" },
    RollKind { name: "parry", decides: "a parry" },
    RollKind { name: "recognize", decides: "recognizing a combatant" },
    RollKind { name: "riding", decides: "keeping a mount in hand" },
    RollKind { name: "shield", decides: "whether a shield holds" },
    RollKind { name: "slam", decides: "a slam" },
    RollKind { name: "spell", decides: "a spell" },
    RollKind { name: "stun", decides: "staying or getting clear of stun" },
    RollKind { name: "tackle", decides: "a tackle" },
    RollKind { name: "takedown", decides: "a takedown" },
    RollKind { name: "treatment", decides: "treating a patient" },
    RollKind { name: "trip", decides: "keeping one's feet in a charge over bad ground" },
    RollKind { name: "wait", decides: "which of two acts first" },
    RollKind { name: "waking", decides: "waking up" },
];
