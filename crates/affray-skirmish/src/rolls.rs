//! The rolls that have a target number.

affray_kernel::rolls! {
    "strike" => "a strike",
    "parry" => "a parry",
    "knockdown" => "staying up after a heavy wound",
}

/// The rolls with which somebody attacks.
pub(crate) const ATTACKS: &[&str] = &["strike"];
