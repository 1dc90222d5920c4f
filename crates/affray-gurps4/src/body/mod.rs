//! Bodies: damage and where it lands, knockback, injury, fatigue.

pub mod damage;
pub mod fatigue;
pub mod injury;
pub mod knockback;
