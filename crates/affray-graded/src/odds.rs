//! What the odds of a step are about: [`affray_prove::odds`] visits its outcomes and adds them up.

use crate::Graded;
use crate::event::Event;
use crate::scene::Setup;
use crate::state::{Flags, ItemFlags, NONE, Posture, STUN, State};
use crate::strike::damage::Grade;
use affray_kernel::referee::CombatantId;
use affray_prove::notes::Said;
use affray_prove::odds::{OddsReport, Run};
use std::borrow::Cow;

affray_prove::notes! {
    pub enum Note of Graded {
        Hits { who: CombatantId, target: CombatantId } => "{who} hits {target}",
        HitsFully { who: CombatantId, target: CombatantId } => "{who} hits {target} in full",
        HitsCritically { who: CombatantId, target: CombatantId } => "{who} hits {target} critically",
        Misses { who: CombatantId, target: CombatantId } => "{who} misses {target}"
            on Event::Misses { who, target, .. },
        Defended { who: CombatantId } => "{who} defends" on Event::Defended { target: who, .. },
        Deceives { who: CombatantId, target: CombatantId } => "{who} deceives {target}",
        Wins { who: CombatantId, target: CombatantId } => "{who} wins against {target}",
        Blunders { who: CombatantId } => "{who} blunders" on Event::CriticalMiss { who, .. },
        Hindered { who: CombatantId } => "{who} can no longer do as declared",
        // From here on: states after the step.
        Wounded { who: CombatantId } => "{who} is hurt",
        Gained { who: CombatantId, what: Condition } => "{who} {what}",
        Breaks { #[value(owner)] who: CombatantId, #[value(named = "item")] what: u8 } => "{who}'s {what} breaks",
        Drops { #[value(owner)] who: CombatantId, #[value(named = "item")] what: u8 } => "{who} drops the {what}",
    }
}

affray_prove::conditions! {
    /// A condition that somebody did not have before.
    pub enum Condition of Graded {
        Lies => "is down",
        Stunned => "is stunned" if STUN,
        Crippled => "has a limb crippled" if Flags::LAME,
        Held => "is held",
        Incapacitated => "is incapacitated" if Flags::INCAPACITATED,
        Unconscious => "falls unconscious" if Flags::UNCONSCIOUS,
        Dead => "dies" if Flags::DEAD,
    }
}

affray_prove::quantities! {
    /// A whole number that a step brings about.
    pub enum Quantity of Graded {
        HitsOn { who: CombatantId, target: CombatantId } above 1 => "hits by {who} on {target}",
        Feint { who: CombatantId, target: CombatantId } => "by what {who} deceives {target}",
        HpLost { who: CombatantId } => "HP lost by {who}",
        FpLost { who: CombatantId } => "FP lost by {who}",
    }
}

/// An item.
impl Said<Graded> for u8 {
    fn said<'a>(&self, setup: &'a Setup, owner: CombatantId) -> Cow<'a, str> {
        crate::words::item(setup, owner, *self).into()
    }
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
            Event::Feints { who, target, amount } => {
                run.number(Quantity::Feint { who, target }, i64::from(amount));
                if amount <= 0 {
                    return;
                }
                Note::Deceives { who, target }
            }
            Event::Contest { who, target, result } if result > 0 => Note::Wins { who, target },
            _ => return run.note_as_declared(event),
        };
        run.note(note);
    }

    fn settle(_: &Setup, start: &State, end: &State, run: &mut Run<Self>) {
        for who in start.ids() {
            compare(run, who, start, end);
        }
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
    for &(condition, flags) in Condition::FLAGS {
        if after.flags.any(flags) && !before.flags.any(flags) {
            run.note(Note::Gained { who, what: condition });
        }
    }
    if after.posture == Posture::Lying && before.posture != Posture::Lying {
        run.note(Note::Gained { who, what: Condition::Lies });
    }
    if after.held != 0 && before.held == 0 {
        run.note(Note::Gained { who, what: Condition::Held });
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
    use affray_prove::notes::InWords;
    use affray_session::scenario::Scenario;

    /// A sheet may write `bastard_sword`; nobody says it so.
    #[test]
    fn items_are_told_as_one_says_them() {
        let text = "ruleset = 'graded'\n[[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [0, 0]\n";
        let scenario: Scenario<Graded> = Scenario::read(&Source::new("arn", text), &no_files).expect("an encounter");
        let (who, what) = (CombatantId(0), 0);
        assert_eq!(Note::Breaks { who, what }.in_words(scenario.setup()), "Arn's bastard sword breaks");
        assert_eq!(Note::Drops { who, what }.in_words(scenario.setup()), "Arn drops the bastard sword");
    }
}
