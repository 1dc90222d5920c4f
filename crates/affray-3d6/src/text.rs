//! The small texts of a sheet: damage, reach, range, attributes.
//!
//! Each function that reads takes any text, and answers with what would be right where it cannot be read.

use crate::attributes::with_adds;
use crate::damage::{Damage, DamageType};
use affray_kernel::dice::{Dice, MOST_DICE};

/// The attributes of a sheet in one line: ST, DX, IQ, HT, Will and Per, Basic Speed in quarters, the Size Modifier, thrusting
/// and swinging damage.
pub fn attributes(scores: [i16; 6], speed_quarters: i16, sm: i16, [thrust, swing]: [Damage; 2]) -> String {
    let [st, dx, iq, ht, will, per] = scores;
    let speed = f64::from(speed_quarters) / 4.0;
    format!(
        "ST {st}, DX {dx}, IQ {iq}, HT {ht}, Will {will}, Per {per}; Basic Speed {speed}, SM {sm:+}, thrust {thrust}, swing {swing}"
    )
}

/// Where the dice of a damage come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Thrusting damage of the wielder's ST.
    Thrust,
    /// Swinging damage of the wielder's ST.
    Swing,
    /// So many dice, whoever wields it.
    Dice(u8),
}

/// A damage before ST is worked in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamageText {
    /// The dice.
    pub basis: Basis,
    /// What is added.
    pub add: i16,
    /// The armor divisor, as a fraction.
    pub divisor: (u8, u8),
    /// The type.
    pub kind: DamageType,
}

impl DamageText {
    /// What ST has of the adds of the damage, in hands that thrust and swing so hard.
    pub const fn by_strength(&self, thrust: Damage, swing: Damage) -> i16 {
        match self.basis {
            Basis::Thrust => thrust.add,
            Basis::Swing => swing.add,
            Basis::Dice(_) => 0,
        }
    }
    /// The damage in hands that thrust and swing so hard.
    pub const fn of(&self, thrust: Damage, swing: Damage) -> Damage {
        let basic = match self.basis {
            Basis::Thrust => thrust,
            Basis::Swing => swing,
            Basis::Dice(number) => Damage { dice: Dice::d6(number), add: 0 },
        };
        with_adds(basic, self.add)
    }
}

const DAMAGE: &str = "write dice or `thr` or `sw`, an add, and a type: `sw+1 cut`, `2d-1 cr`";
const TYPES: &str = "the types are cr, cut, imp, pi-, pi, pi+, pi++, burn, cor, tox and fat";
/// What dice with adds look like.
pub const DICE: &str = "write 1 to 24 dice and an add from -30 to +30, such as `2d-1`";
const DIVISOR: &str = "an armor divisor is a whole number from 1 to 100, or 0.5, 0.2 or 0.1: `thr+2(2) imp`";
const REACH: &str = "write `C` for the same hex, or hexes from 1 to 15: `1`, `C,1`, `1,2`, `2-4`, `1,2*`";
const RANGE: &str = "write yards from 1 to 10000, half-damage range first: `100`, `70/100`, or times ST: `x0.5/x1`";

/// A whole number, which may have a sign; `None` also beyond five digits.
pub fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Lower case without blanks, every kind of dash a minus.
pub fn squeezed(text: &str) -> String {
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
        let dice = number(dice).filter(|n| (1..=i32::from(MOST_DICE)).contains(n))?;
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
///
/// # Errors
/// What would be right.
pub fn dice(text: &str) -> Result<Damage, &'static str> {
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
///
/// # Errors
/// What would be right.
pub fn damage(text: &str) -> Result<DamageText, &'static str> {
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

/// A damage type.
///
/// # Errors
/// Which ones there are.
pub fn damage_type(text: &str) -> Result<DamageType, &'static str> {
    let text = squeezed(text);
    DamageType::ALL.into_iter().find(|kind| kind.name() == text).ok_or(TYPES)
}

/// Reaches as bits, and whether changing them takes a Ready maneuver.
///
/// # Errors
/// What would be right.
pub fn reach(text: &str) -> Result<(u16, bool), &'static str> {
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

/// Reaches from their bits, as sheets write them: `C, 1`.
///
/// ```
/// assert_eq!(affray_3d6::text::reach_in_words(0b1011), "C, 1, 3");
/// ```
pub fn reach_in_words(bits: u16) -> String {
    let hexes = (0..16).filter(|hexes| bits & 1 << hexes != 0);
    hexes.map(|hexes| if hexes == 0 { "C".to_owned() } else { hexes.to_string() }).collect::<Vec<_>>().join(", ")
}

/// Half-damage range, 0 for none, and greatest range.
///
/// # Errors
/// What would be right.
pub fn range(text: &str, st: i16) -> Result<(i16, i16), &'static str> {
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
}
