//! The body: hit locations, what protects them, wounds and their effects, fear, and what comes after the battle.

pub mod aftermath;
pub mod armor;
mod collapse;
mod fear;
pub mod injury;
pub mod location;
