//! What the odds of a step are about: [`affray_prove::odds`] visits its outcomes and adds them up.

use crate::Graded;
use crate::event::Event;
use crate::scene::Setup;
use crate::state::{Flags, ItemFlags, NONE, Posture, STUN, State};
use crate::strike::damage::Grade;
use affray_files::value::ToValue;
use affray_kernel::referee::CombatantId;
use affray_prove::odds::{Heading, OddsReport, Run};

/// Something that comes about or not. The order is that in which people are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id")]
#[allow(missing_docs, reason = "variants are named for what they are; `told` says it in words")]
pub enum Note {
    Hits {
        who: CombatantId,
        target: CombatantId,
    },
    HitsFully {
        who: CombatantId,
        target: CombatantId,
    },
    HitsCritically {
        who: CombatantId,
        target: CombatantId,
    },
    Misses {
        who: CombatantId,
        target: CombatantId,
    },
    Defended {
        who: CombatantId,
    },
    Deceives {
        who: CombatantId,
        target: CombatantId,
    },
    Wins {
        who: CombatantId,
        target: CombatantId,
    },
    Blunders {
        who: CombatantId,
    },
    Hindered {
        who: CombatantId,
    },
    // From here on: states after the step.
    Wounded {
        who: CombatantId,
    },
    Gained {
        who: CombatantId,
        what: Condition,
    },
    Breaks {
        #[value(owner)]
        who: CombatantId,
        #[value(named = "item")]
        what: u8,
    },
    Drops {
        #[value(owner)]
        who: CombatantId,
        #[value(named = "item")]
        what: u8,
    },
}

/// A condition that a combatant did not have before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[allow(missing_docs, reason = "variants are named for what they are; `CONDITIONS` says it in words")]
pub enum Condition {
    Lies,
    Stunned,
    Crippled,
    Held,
    Incapacitated,
    Unconscious,
    Dead,
}

/// The conditions in words.
const CONDITIONS: [(Condition, &str); 7] = [
    (Condition::Lies, "is down"),
    (Condition::Stunned, "is stunned"),
    (Condition::Crippled, "has a limb crippled"),
    (Condition::Held, "is held"),
    (Condition::Incapacitated, "is incapacitated"),
    (Condition::Unconscious, "falls unconscious"),
    (Condition::Dead, "dies"),
];

/// A whole number that a step brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id")]
#[allow(missing_docs, reason = "variants are named for what they are; `heading` says it in words")]
pub enum Quantity {
    HitsOn { who: CombatantId, target: CombatantId },
    Feint { who: CombatantId, target: CombatantId },
    HpLost { who: CombatantId },
    FpLost { who: CombatantId },
}

impl OddsReport for Graded {
    type Note = Note;
    type Quantity = Quantity;
    type Open = ();

    fn hear(event: &Event, run: &mut Run<Self>) {
        let note = match *event {
            Event::Hits { who, target, grade, .. } => {
                run.number(Quantity::HitsOn { who, target }, 1);
                if grade >= Grade::Full {
                    run.note(Note::HitsFully { who, target });
                }
                if grade == Grade::Critical {
                    run.note(Note::HitsCritically { who, target });
                }
                Note::Hits { who, target }
            }
            Event::Misses { who, target, .. } => Note::Misses { who, target },
            Event::Defended { target, .. } => Note::Defended { who: target },
            Event::Feints { who, target, amount } => {
                run.number(Quantity::Feint { who, target }, i64::from(amount));
                if amount <= 0 {
                    return;
                }
                Note::Deceives { who, target }
            }
            Event::Contest { who, target, result } if result > 0 => Note::Wins { who, target },
            Event::CriticalMiss { who, .. } => Note::Blunders { who },
            _ => return,
        };
        run.note(note);
    }

    fn settle(_: &Setup, start: &State, end: &State, run: &mut Run<Self>) {
        for who in start.ids() {
            compare(run, who, start, end);
        }
    }

    fn hindered(who: CombatantId) -> Note {
        Note::Hindered { who }
    }

    fn told(setup: &Setup, note: Note) -> String {
        let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
        let item = |who, item| crate::words::item(setup, who, item);
        match note {
            Note::Hits { who, target } => format!("{} hits {}", name(who), name(target)),
            Note::HitsFully { who, target } => format!("{} hits {} in full", name(who), name(target)),
            Note::HitsCritically { who, target } => format!("{} hits {} critically", name(who), name(target)),
            Note::Misses { who, target } => format!("{} misses {}", name(who), name(target)),
            Note::Defended { who } => format!("{} defends", name(who)),
            Note::Deceives { who, target } => format!("{} deceives {}", name(who), name(target)),
            Note::Wins { who, target } => format!("{} wins against {}", name(who), name(target)),
            Note::Blunders { who } => format!("{} blunders", name(who)),
            Note::Hindered { who } => format!("{} can no longer do as declared", name(who)),
            Note::Wounded { who } => format!("{} is hurt", name(who)),
            Note::Gained { who, what: condition } => {
                let words = CONDITIONS.iter().find(|(one, _)| *one == condition).map_or("", |(_, words)| words);
                format!("{} {words}", name(who))
            }
            Note::Breaks { who, what } => format!("{}'s {} breaks", name(who), item(who, what)),
            Note::Drops { who, what } => format!("{} drops the {}", name(who), item(who, what)),
        }
    }

    fn heading(setup: &Setup, quantity: Quantity, _: i64, most: i64) -> Option<Heading> {
        // One hit or none is what the chances say already.
        if matches!(quantity, Quantity::HitsOn { .. }) && most <= 1 {
            return None;
        }
        let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
        Some(Heading::of(match quantity {
            Quantity::HitsOn { who, target } => format!("hits by {} on {}", name(who), name(target)),
            Quantity::Feint { who, target } => format!("by what {} deceives {}", name(who), name(target)),
            Quantity::HpLost { who } => format!("HP lost by {}", name(who)),
            Quantity::FpLost { who } => format!("FP lost by {}", name(who)),
        }))
    }
}

/// Notes the state in which a combatant is left.
fn compare(run: &mut Run<Graded>, who: CombatantId, start: &State, end: &State) {
    let (before, after) = (&start[who], &end[who]);
    run.number(Quantity::HpLost { who }, i64::from(before.hp) - i64::from(after.hp));
    run.number(Quantity::FpLost { who }, i64::from(before.fp) - i64::from(after.fp));
    if after.hp < before.hp {
        run.note(Note::Wounded { who });
    }
    let gained = |flags: Flags| after.flags.any(flags) && !before.flags.any(flags);
    for (condition, is) in [
        (Condition::Lies, after.posture == Posture::Lying && before.posture != Posture::Lying),
        (Condition::Stunned, gained(STUN)),
        (Condition::Crippled, gained(Flags::LAME)),
        (Condition::Held, after.held != 0 && before.held == 0),
        (Condition::Incapacitated, gained(Flags::INCAPACITATED)),
        (Condition::Unconscious, gained(Flags::UNCONSCIOUS)),
        (Condition::Dead, gained(Flags::DEAD)),
    ] {
        if is {
            run.note(Note::Gained { who, what: condition });
        }
    }
    for (number, (one, other)) in before.items.iter().zip(&after.items).enumerate() {
        let number = number as u8;
        if other.flags.has(ItemFlags::BROKEN) && !one.flags.has(ItemFlags::BROKEN) {
            run.note(Note::Breaks { who, what: number });
        }
    }
    for item in before.hands {
        if item != NONE && !after.holds(item) {
            run.note(Note::Drops { who, what: item });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_files::{Source, no_files};
    use affray_session::scenario::Scenario;

    /// A sheet may write `bastard_sword`; nobody says it so.
    #[test]
    fn items_are_told_as_one_says_them() {
        let text = "ruleset = 'graded'\n[[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [0, 0]\n";
        let scenario: Scenario<Graded> = Scenario::read(&Source::new("arn", text), &no_files).expect("an encounter");
        let (who, what) = (CombatantId(0), 0);
        assert_eq!(Graded::told(scenario.setup(), Note::Breaks { who, what }), "Arn's bastard sword breaks");
        assert_eq!(Graded::told(scenario.setup(), Note::Drops { who, what }), "Arn drops the bastard sword");
    }
}
