//! The small texts within a sheet file: damage, reach, range, effects of spells.
//!
//! Each function takes any text, and answers with what would be right where it cannot be read. All but
//! spells is the family's.

use crate::sheet::{SpellCondition, SpellEffect, SpellScore};
use affray_3d6::text::{damage_type, number, squeezed};

pub(super) use affray_3d6::text::{damage, dice, range, reach};

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
    use affray_3d6::text::DICE;

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
