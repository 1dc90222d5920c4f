//! Weapons, armor and shields: the lists, and what hands do with them.

pub mod hands;
pub mod tables;
