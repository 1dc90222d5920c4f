//! Items in hands and on the ground, one's own and those of others.

pub mod borrowed;
pub mod hands;
