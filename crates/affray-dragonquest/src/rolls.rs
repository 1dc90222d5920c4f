//! The rolls of the game that have a target, by the names under which cases explain them.

use affray_kernel::events::RollKind;

/// Every roll that has a target number or a score beside it.
#[rustfmt::skip]
pub(crate) const ROLLS: &[RollKind] = &[
    RollKind { name: "break out", decides: "breaking out of close combat" },
    RollKind { name: "cast", decides: "a spell" },
    RollKind { name: "concentration", decides: "casting on when hurt or disturbed" },
    RollKind { name: "handle poison", decides: "putting poison on a blade" },
    RollKind { name: "healing", decides: "a healer's work" },
    RollKind { name: "infection", decides: "whether a wound festers" },
    RollKind { name: "keep footing", decides: "keeping one's feet" },
    RollKind { name: "keep hold", decides: "keeping what one holds" },
    RollKind { name: "keep the seat", decides: "staying in the saddle" },
    RollKind { name: "land", decides: "landing well after a leap" },
    RollKind { name: "misfortune", decides: "keeping clear of what a bad strike brings" },
    RollKind { name: "recover", decides: "recovering from stun" },
    RollKind { name: "repulse", decides: "keeping off who comes into close combat" },
    RollKind { name: "resist", decides: "resisting a spell" },
    RollKind { name: "stay awake", decides: "staying conscious" },
    RollKind { name: "strike", decides: "a strike of any kind" },
    RollKind { name: "surprise", decides: "being surprised" },
    RollKind { name: "trample", decides: "trampling somebody" },
];
