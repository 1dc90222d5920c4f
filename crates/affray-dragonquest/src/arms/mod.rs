//! Weapons, shields and hands: what a figure holds, what sticks in it, and whose it is.
//!
//! Rules `DQ-601` to `DQ-603`, `DQ-621` to `DQ-626`; rulings `DQ-R31` to `DQ-R33`, `DQ-R62`.

pub mod borrowed_items;
pub mod hands;
pub mod stuck;
pub mod tables;
