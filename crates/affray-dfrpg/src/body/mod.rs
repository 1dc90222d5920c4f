//! The body: hit locations, injury, fatigue, fright, and what follows a fight.
//!
//! Rules `DF-300` to `DF-308` and `DF-332` to `DF-417`.

pub mod aftermath;
pub mod fatigue;
pub mod fright;
pub mod injury;
pub mod location;
