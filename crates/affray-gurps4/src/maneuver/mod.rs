//! Maneuvers other than attacks and movements: Ready, Aim, Concentrate, Feint, Wait.

pub mod aim;
pub mod feint;
pub mod ready;
pub mod values;
pub mod wait;
