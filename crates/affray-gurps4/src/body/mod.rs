//! Bodies: damage and where it lands, knockback, injury, fatigue.

pub mod aftermath;
pub mod damage;
pub mod fatigue;
pub mod injury;
pub mod knockback;
