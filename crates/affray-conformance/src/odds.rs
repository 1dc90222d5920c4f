//! Exact odds against chances that were worked out by hand.

use affray_files::{Source, no_files};
use affray_prove::odds::{OddsReport, odds};
use affray_session::catalog::Odds;

/// The odds of a case behind the text of a scene.
///
/// # Errors
/// What is wrong with it.
///
/// # Panics
/// If programs cannot tell two of them apart.
pub fn of<G: OddsReport>(scene: &str, case: &str) -> Result<Odds, String> {
    let source = Source::new("a.toml", format!("{scene}\n{case}"));
    let odds = odds::<G>(&source, &no_files).map_err(|error| error.to_string())?.remove(0);
    crate::shipped::odds_have_ids(&odds);
    Ok(odds)
}

/// Something has that chance; what is not listed has none.
///
/// # Panics
/// If it has another.
#[track_caller]
pub fn chance(odds: &Odds, of: &str, expected: f64) {
    let found = odds.chances.iter().find(|one| one.of == of).map_or(0.0, |one| one.chance);
    assert!((found - expected).abs() < 1e-12, "{of}: {found}, not {expected}; {odds:#?}");
}
