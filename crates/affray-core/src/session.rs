//! A fight at a table: inputs one by one, undo, saving, replay.

/// A fight that goes on at a table.
pub trait Table {}
