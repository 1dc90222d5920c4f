//! The map that every ruleset shares: hexes and squares behind one interface.
//!
//! A [`Map`] never changes in a fight: it says of each [`Cell`] what its [`Ground`] is, which cells
//! are neighbors, how far two are apart, in which [`Arc`] of a figure a cell lies, and what a
//! straight [`Line`] passes. [`MapFile`] is a map as a file states it, [`Flood`] and [`Field`] are
//! the searches, [`draw`] shows a map as text.
//!
//! # Directions
//!
//! East is drawn to the right and the second coordinate, `r`, grows downwards. Directions count
//! counterclockwise from east, so a positive turn is a turn to the left:
//!
//! ```text
//!   hexes, axial (q, r)                        squares, (q, r) = (x, y)
//!
//!     NW 2       NE 1                           NW 3     N 2     NE 1
//!    (0,-1)     (+1,-1)                        (-1,-1)  (0,-1)  (+1,-1)
//!         \     /                                    \    |    /
//!          \   /                                      \   |   /
//!  W 3 ----- o ----- E 0                        W 4 ----- o ----- E 0
//! (-1,0)   /   \   (+1,0)                      (-1,0)   / | \   (+1,0)
//!         /     \                                      /  |  \
//!     SW 4       SE 5                           SW 5     S 6     SE 7
//!    (-1,+1)    (0,+1)                         (-1,+1)  (0,+1)  (+1,+1)
//! ```
//!
//! The hexes of a row touch side by side; each row is half a hex to the right of the one above it
//! when `q` stays the same.
//!
//! # What is absent
//!
//! Prices, moves and penalties: what a step costs or a dark cell takes off a roll is a rule of a
//! game, and each hands its own closure to a search. Who stands where is the battle's state.

mod cell;
mod draw;
mod field;
mod file;
mod flood;
mod ground;
mod line;
mod lying;
mod map;
mod picture;
#[cfg(test)]
mod properties;

pub use cell::{Arc, Cell, Facing, Layout, SideOrNone, arc};
pub use draw::{Drawing, Glyph, draw, draw_region};
pub use field::Field;
pub use file::{AreaFile, Disc, Features, LegendEntry, MapFile, Span, TerrainNames};
pub use flood::{Flood, MoveKind, PathStep, Reached};
pub use ground::{Ground, STOCK, Stock, TerrainKind};
pub use line::{Line, Twins};
pub use lying::Lying;
pub use map::{Bounds, EYE_HEIGHT, LARGEST_SIDE, Map};
pub use picture::{PICTURE_ENDINGS, PictureFile};
