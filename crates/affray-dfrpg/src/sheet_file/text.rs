//! The small texts within a sheet file: damage, reach, range, effects of spells.
//!
//! Each function takes any text, and answers with what would be right where it cannot be read.

use crate::sheet::{Damage, DamageType, SpellCondition, SpellEffect, SpellScore};
use affray_core::dice::{Dice, MOST_DICE};

/// Where the dice of a damage come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Basis {
    Thrust,
    Swing,
    Dice(u8),
}

/// A damage before ST is worked in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DamageText {
    pub(super) basis: Basis,
    pub(super) add: i16,
    pub(super) divisor: (u8, u8),
    pub(super) kind: DamageType,
}

const DAMAGE: &str = "write dice or `thr` or `sw`, an add, and a type: `sw+1 cut`, `2d-1 cr`";
const TYPES: &str = "the types are cr, cut, imp, pi-, pi, pi+, pi++, burn, cor, tox and fat";
const DICE: &str = "write 1 to 24 dice and an add from -30 to +30, such as `2d-1`";
const DIVISOR: &str = "an armor divisor is a whole number from 1 to 100, or 0.5, 0.2 or 0.1: `thr+2(2) imp`";
const REACH: &str = "write `C` for the same hex, or hexes from 1 to 15: `1`, `C,1`, `1,2`, `2-4`, `1,2*`";
const RANGE: &str = "write yards from 1 to 10000, half-damage range first: `100`, `70/100`, or times ST: `x0.5/x1`";

/// A whole number, which may have a sign; `None` also beyond five digits.
fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Lower case without blanks, every kind of dash a minus.
fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| if matches!(c, '\u{2212}' | '\u{2013}') { '-' } else { c.to_ascii_lowercase() })
        .collect()
}

fn basis_and_add(text: &str) -> Option<(Basis, i16)> {
    let (basis, rest) = if let Some(rest) = text.strip_prefix("thr") {
        (Basis::Thrust, rest)
    } else if let Some(rest) = text.strip_prefix("sw") {
        (Basis::Swing, rest)
    } else {
        let (dice, rest) = text.split_once('d')?;
        let dice = number(dice).filter(|&n| 1 <= n && n <= i32::from(MOST_DICE))?;
        let rest = rest.strip_prefix('6').unwrap_or(rest);
        (Basis::Dice(dice as u8), rest)
    };
    let add = match rest {
        "" => 0,
        _ if rest.starts_with(['+', '-']) => number(rest).filter(|add| (-30..=30).contains(add))? as i16,
        _ => return None,
    };
    Some((basis, add))
}

/// Dice with adds: `2d-1`.
pub(super) fn dice(text: &str) -> Result<Damage, &'static str> {
    match basis_and_add(&squeezed(text)) {
        Some((Basis::Dice(number), add)) => Ok(Damage { dice: Dice::d6(number), add }),
        _ => Err(DICE),
    }
}

fn divisor(text: &str) -> Option<(u8, u8)> {
    match text {
        "0.5" | ".5" | "1/2" => Some((1, 2)),
        "0.2" | ".2" | "1/5" => Some((1, 5)),
        "0.1" | ".1" | "1/10" => Some((1, 10)),
        _ => number(text).filter(|n| (1..=100).contains(n)).map(|n| (n as u8, 1)),
    }
}

/// The damage of a mode: `thr+2(2) imp`.
pub(super) fn damage(text: &str) -> Result<DamageText, &'static str> {
    let (formula, kind) = text.trim().rsplit_once(char::is_whitespace).ok_or(DAMAGE)?;
    let kind = damage_type(kind)?;
    let formula = squeezed(formula);
    let (formula, divisor) = match formula.split_once('(') {
        None => (formula.as_str(), (1, 1)),
        Some((formula, rest)) => (formula, rest.strip_suffix(')').and_then(divisor).ok_or(DIVISOR)?),
    };
    let (basis, add) = basis_and_add(formula).ok_or(DAMAGE)?;
    Ok(DamageText { basis, add, divisor, kind })
}

fn damage_type(text: &str) -> Result<DamageType, &'static str> {
    let text = squeezed(text);
    DamageType::ALL.into_iter().find(|kind| kind.name() == text).ok_or(TYPES)
}

/// Reaches as bits, and whether changing them takes a Ready maneuver.
pub(super) fn reach(text: &str) -> Result<(u16, bool), &'static str> {
    let text = squeezed(text);
    let (text, ready) = match text.strip_suffix('*') {
        Some(text) => (text, true),
        None => (text.as_str(), false),
    };
    let hex = |text: &str| match text {
        "c" => Some(0),
        _ => number(text).filter(|n| (1..=15).contains(n)),
    };
    let mut bits = 0;
    for part in text.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to) = (hex(from).ok_or(REACH)?, hex(to).ok_or(REACH)?);
        if to < from {
            return Err(REACH);
        }
        for hexes in from..=to {
            bits |= 1 << hexes;
        }
    }
    Ok((bits, ready))
}

/// Half-damage range, 0 for none, and greatest range.
pub(super) fn range(text: &str, st: i16) -> Result<(i16, i16), &'static str> {
    let text = squeezed(text);
    let yards = |text: &str| {
        let yards = match text.strip_prefix('x') {
            None => number(text)?,
            Some(factor) => {
                let is_decimal = factor.bytes().all(|b| b.is_ascii_digit() || b == b'.');
                if !is_decimal || !factor.bytes().any(|b| b.is_ascii_digit()) {
                    return None;
                }
                let (whole, part) = factor.split_once('.').unwrap_or((factor, ""));
                let whole = if whole.is_empty() { 0 } else { number(whole)? };
                let hundredths = match part.len() {
                    0 => 0,
                    1 => 10 * number(part)?,
                    2 => number(part)?,
                    _ => return None,
                };
                (i32::from(st) * (100 * whole + hundredths) / 100).max(1)
            }
        };
        (1..=10_000).contains(&yards).then_some(yards as i16)
    };
    let (half, most) = match text.split_once('/') {
        None => (0, yards(&text).ok_or(RANGE)?),
        Some((half, most)) => (yards(half).ok_or(RANGE)?, yards(most).ok_or(RANGE)?),
    };
    if half <= most { Ok((half, most)) } else { Err(RANGE) }
}

const PRIMITIVES: &str = "what a spell does is one of damage(2d,burn), damage(per-energy,burn), \
    heal(3), condition(sleep,60), mod(dx,-1,60), mod(dx,-1 per-energy,60), dr(2,60), stop_attack \
    and report";
const CONDITIONS: &str = "the conditions are sleep, stunned, blind and rooted";
const SCORES: &str = "the scores that a spell can change are dx, attack, defense and move";
const SECONDS: &str = "seconds are a whole number from 0 to 36000; 0 until it ends by itself";
const CHANGE: &str = "the change is a whole number from -20 to 20 other than 0";

/// `DF-R55` The effect of a spell.
pub(super) fn effect(text: &str) -> Result<SpellEffect, &'static str> {
    let text = squeezed(text);
    let (name, arguments) = match text.split_once('(') {
        None => (text.as_str(), Vec::new()),
        Some((name, rest)) => (name, rest.strip_suffix(')').ok_or(PRIMITIVES)?.split(',').collect()),
    };
    let seconds = |text: &str| match number(text) {
        Some(n) if (0..=36_000).contains(&n) => Ok(n as u16),
        _ => Err(SECONDS),
    };
    let up_to_100 = |text: &str| number(text).filter(|n| (1..=100).contains(n)).map(|n| n as u8);
    match (name, arguments.as_slice()) {
        ("damage", &[amount, kind]) => {
            let per_energy = matches!(amount, "per-energy" | "1dper-energy");
            Ok(SpellEffect::Damage {
                damage: dice(if per_energy { "1d" } else { amount })?,
                per_energy,
                kind: damage_type(kind)?,
            })
        }
        ("heal", &[most]) => {
            Ok(SpellEffect::Heal { most: up_to_100(most).ok_or("a healing is of 1 to 100 points: heal(3)")? })
        }
        ("condition", &[condition, time]) => Ok(SpellEffect::Condition {
            condition: match condition {
                "sleep" => SpellCondition::Sleep,
                "stunned" => SpellCondition::Stunned,
                "blind" => SpellCondition::Blind,
                "rooted" => SpellCondition::Rooted,
                _ => return Err(CONDITIONS),
            },
            seconds: seconds(time)?,
        }),
        ("mod", &[score, by, time]) => {
            let (by, per_energy) = match by.strip_suffix("per-energy") {
                Some(by) => (by, true),
                None => (by, false),
            };
            Ok(SpellEffect::Modifier {
                score: match score {
                    "dx" => SpellScore::Dx,
                    "attack" => SpellScore::Attack,
                    "defense" => SpellScore::Defense,
                    "move" => SpellScore::Move,
                    _ => return Err(SCORES),
                },
                by: number(by).filter(|n| (-20..=20).contains(n) && *n != 0).ok_or(CHANGE)? as i8,
                per_energy,
                seconds: seconds(time)?,
            })
        }
        ("dr", &[dr, time]) => Ok(SpellEffect::Resistance {
            dr: up_to_100(dr).ok_or("the resistance is from 1 to 100: dr(2,60)")?,
            seconds: seconds(time)?,
        }),
        ("stop_attack", []) => Ok(SpellEffect::StopAttack),
        ("report", []) => Ok(SpellEffect::Report),
        _ => Err(PRIMITIVES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damages() {
        let read = |text| damage(text).map(|damage| (damage.basis, damage.add, damage.divisor, damage.kind));
        assert_eq!(read("sw+1 cut"), Ok((Basis::Swing, 1, (1, 1), DamageType::Cutting)));
        assert_eq!(read("Thr + 2 (2) imp"), Ok((Basis::Thrust, 2, (2, 1), DamageType::Impaling)));
        assert_eq!(read("thr imp"), Ok((Basis::Thrust, 0, (1, 1), DamageType::Impaling)));
        assert_eq!(read("2d6\u{2212}1(0.5) pi++"), Ok((Basis::Dice(2), -1, (1, 2), DamageType::HugePiercing)));
        assert_eq!(read("sw+1"), Err(DAMAGE));
        assert_eq!(read("sw1 cut"), Err(DAMAGE));
        assert_eq!(read("sw+1 cuts"), Err(TYPES));
        assert_eq!(read("25d cr"), Err(DAMAGE));
        assert_eq!(read("0d cr"), Err(DAMAGE));
        assert_eq!(read("1d+31 cr"), Err(DAMAGE));
        assert_eq!(read("1d(0.7) cr"), Err(DIVISOR));
        assert_eq!(read("d cr"), Err(DAMAGE));
        assert_eq!(read(""), Err(DAMAGE));
        assert_eq!(dice("3d+2").map(|dice| dice.to_string()), Ok("3d+2".into()));
        assert_eq!(dice("thr"), Err(DICE));
    }

    #[test]
    fn reaches() {
        assert_eq!(reach("C"), Ok((0b1, false)));
        assert_eq!(reach("c, 1"), Ok((0b11, false)));
        assert_eq!(reach("1,2*"), Ok((0b110, true)));
        assert_eq!(reach("2-4"), Ok((0b11100, false)));
        assert_eq!(reach("C-1"), Ok((0b11, false)));
        for wrong in ["", "0", "16", "2-1", "1;2", "*", "1,", "-"] {
            assert_eq!(reach(wrong), Err(REACH), "{wrong}");
        }
    }

    #[test]
    fn ranges() {
        assert_eq!(range("180/240", 10), Ok((180, 240)));
        assert_eq!(range("12", 10), Ok((0, 12)));
        assert_eq!(range("x0.5/x1", 12), Ok((6, 12)));
        assert_eq!(range("x15/x20", 12), Ok((180, 240)));
        assert_eq!(range("x1.25", 11), Ok((0, 13)));
        assert_eq!(range("x0.1", 5), Ok((0, 1)));
        for wrong in ["", "0", "20/10", "10001", "x", "x1.234", "1/2/3", "-3", "x-1"] {
            assert_eq!(range(wrong, 10), Err(RANGE), "{wrong}");
        }
    }

    #[test]
    fn effects() {
        assert_eq!(effect("heal(3)"), Ok(SpellEffect::Heal { most: 3 }));
        assert_eq!(effect("stop_attack"), Ok(SpellEffect::StopAttack));
        assert_eq!(
            effect("mod(dx, -1 per-energy, 60)"),
            Ok(SpellEffect::Modifier { score: SpellScore::Dx, by: -1, per_energy: true, seconds: 60 })
        );
        assert_eq!(effect("teleport"), Err(PRIMITIVES));
        assert_eq!(effect("heal"), Err(PRIMITIVES));
        assert_eq!(effect("damage(2d)"), Err(PRIMITIVES));
        assert_eq!(effect("damage(2x,burn)"), Err(DICE));
        assert_eq!(effect("condition(sad,60)"), Err(CONDITIONS));
        assert_eq!(effect("condition(sleep,60"), Err(PRIMITIVES));
        assert_eq!(effect("mod(iq,-1,60)"), Err(SCORES));
        assert_eq!(effect("dr(2,99999)"), Err(SECONDS));
    }
}
