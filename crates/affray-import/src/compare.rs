//! What a sheet comes to beside what the editor has computed, and the reasons for which it may be another number.

use crate::gcs::Character;
use crate::report::Report;

/// What is said of a sheet without any way to strike.
pub(crate) const NO_ATTACK: &str = "it has no attack: nothing that it holds and no part of its body became one, so that it can but grab and run into others; give it a `[[natural]]` below the block";
/// What does not fit a sheet.
pub(crate) const RANGE: &str = "it is out of the range of a sheet";
/// One thing has one Parry.
pub(crate) const ONE_PARRY: &str = "a weapon parries alike in all its uses";
/// The trait says more than the file adds up.
pub(crate) const MEMBRANE: &str = "a Nictitating Membrane, which the file adds to nothing";
/// The shield says more than the file adds up.
pub(crate) const IN_WORDS: &str = "the shield's bonus, which the file has in words alone";
/// A reason that there is not.
pub(crate) const UNKNOWN: &str = "for no reason that is known";

/// Compares attributes and points.
pub(crate) fn scores(one: &Character, sheet: [i16; 8], quarters: i16, report: &mut Report) {
    let [st, dx, iq, ht] = one.scores;
    let file =
        [one.hp.unwrap_or(st), one.fp.unwrap_or(ht), st, dx, iq, ht, one.will.unwrap_or(iq), one.per.unwrap_or(iq)];
    for (at, name) in ["HP", "FP", "ST", "DX", "IQ", "HT", "Will", "Per"].into_iter().enumerate() {
        if name != "FP" || one.fp.is_some() {
            let why = if file[at] < 1 || file[at] > 40 { RANGE } else { UNKNOWN };
            report.compare(name, file[at], sheet[at].into(), why);
        }
    }
    if let Some(speed) = one.speed {
        let why = if (0.5..=50.0).contains(&speed) && (speed * 4.0).fract() == 0.0 { UNKNOWN } else { RANGE };
        report.compare("Basic Speed", speed, f64::from(quarters) / 4.0, why);
    }
}

/// Why a defense is another one: the part of the shield's bonus that the file has in words, or another reason.
pub(crate) fn why_defense(file: i32, sheet: i32, in_words: i32, otherwise: &str) -> &str {
    if in_words != 0 && sheet - in_words == file { IN_WORDS } else { otherwise }
}

/// Compares Move and Dodge under the load, the defense bonus of the shield included.
pub(crate) fn movement(one: &Character, walks: i32, dodge: i32, in_words: i32, report: &mut Report) {
    let level = one.encumbrance().min(4);
    let left = |most: Option<i32>, lost: i32| most.is_some_and(|most| 3 * (most - lost) < most.max(1));
    let halved = left(one.hp, one.lost_hp) || left(one.fp, one.lost_fp);
    let why = if halved { "it was saved with less than a third of its HP or FP, which halves it" } else { UNKNOWN };
    report.compare("Move", one.moves[level], walks, why);
    report.compare("Dodge", one.dodges[level], dodge, why_defense(one.dodges[level], dodge, in_words, why));
}
