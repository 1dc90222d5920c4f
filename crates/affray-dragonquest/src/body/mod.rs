//! What wounds, poison and infection do to a figure.
//!
//! Rules `DQ-501` to `DQ-524`, `DQ-611` to `DQ-615`, `DQ-801` to `DQ-806`.

pub mod damage;
pub mod infection;
pub mod injury;
pub mod poison;
