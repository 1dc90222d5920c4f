//! What is asked, what is answered, and which answers are legal.

use crate::scene::Scene;
use affray_prove::prelude::*;

/// A decision that is due.
#[derive(Debug, Clone, Copy, PartialEq, Asked, Said)]
#[allow(missing_docs, reason = "`who` is asked, `by` is the one who strikes")]
pub enum Question {
    /// `SK-D01` `SK-03` The movement of a turn.
    #[asked(example = "`stay`, `rise` or a hex such as `[2, 0]`")]
    #[said("{who}: where to?")]
    Move { who: CombatantId },
    /// `SK-D02` `SK-02` The action of a turn.
    #[asked(example = "`nothing`, `guard` or `{ strike = \"Bo\" }`")]
    #[said("{who}: which action?")]
    Act { who: CombatantId },
    /// `SK-D03` `SK-07` A parry?
    #[said("{who}: parry the strike of {by}?")]
    Parry { who: CombatantId, by: CombatantId },
}

/// An answer. In files it is a table with one key, the name of the variant.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, Said, ToValue)]
pub enum Choice {
    /// The movement: `"stay"`, `"rise"`, or a hex such as `[2, 0]`. Default: stay.
    Move(Go),
    /// The action: `"nothing"`, `"guard"` or `{ strike = NAME }`. Default: nothing.
    Act(Act),
    /// Whether a strike is parried. Default: `true`.
    #[said("parry", "no parry")]
    Parry(bool),
}

/// A movement.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, Said, ToValue)]
pub enum Go {
    /// None.
    Stay,
    /// Up from the ground.
    Rise,
    /// To that hex.
    #[value(list)]
    #[said("go to {value}")]
    To(Cell),
}

/// An action.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, Said, ToValue)]
pub enum Act {
    /// None.
    #[said("do nothing")]
    Nothing,
    /// `SK-04` A guard.
    Guard,
    /// `SK-05` A strike at somebody.
    #[said("strike {value}")]
    Strike(CombatantId),
}

/// The answer where none is given.
pub const fn default_choice(_: Scene<'_>, question: &Question) -> Choice {
    match question {
        Question::Move { .. } => Choice::Move(Go::Stay),
        Question::Act { .. } => Choice::Act(Act::Nothing),
        Question::Parry { .. } => Choice::Parry(true),
    }
}

/// `SK-03` `SK-05` Whether a choice answers the question legally.
///
/// # Errors
/// The rule that it breaks.
pub fn judge(scene: Scene<'_>, question: &Question, choice: &Choice) -> Result<(), Refusal> {
    match (question, *choice) {
        (Question::Move { who }, Choice::Move(go)) => match go {
            Go::Stay => Ok(()),
            Go::Rise if scene.state[*who].fallen => Ok(()),
            Go::Rise => Err(Refusal::new(rule!("SK-03"), "only a fallen combatant rises")),
            Go::To(to) if scene.can_reach(*who, to) => Ok(()),
            Go::To(to) if scene.setup.map.ground(to).is_none() => {
                Err(Refusal::impossible(rule!("SK-03"), "that is off the map"))
            }
            Go::To(_) => Err(Refusal::new(rule!("SK-03"), "a free hex within Move, by a way that is free")),
        },
        (Question::Act { who }, Choice::Act(Act::Strike(target))) => {
            if !scene.foes(*who).any(|foe| foe == target) {
                return Err(Refusal::impossible(rule!("SK-05"), "a strike is at a foe who still fights"));
            }
            let distance = scene.setup.map.distance(scene.state[*who].at, scene.state[target].at);
            let reach = scene.sheet(*who).weapon.reach;
            if distance > u32::from(reach) {
                let words = "the foe is {} hexes away, the weapon reaches {}";
                return Err(Refusal::counted(rule!("SK-05"), words, [distance as i32, i32::from(reach)]));
            }
            Ok(())
        }
        (Question::Act { .. }, Choice::Act(_)) | (Question::Parry { .. }, Choice::Parry(_)) => Ok(()),
        _ => Err(Refusal::impossible(rule!("SK-02"), "that answers another question")),
    }
}

/// The legal answers.
pub fn options(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    match *question {
        Question::Move { who } => {
            into.extend([Go::Stay, Go::Rise].map(Choice::Move));
            scene.destinations(who, |cells| into.extend(cells.map(|to| Choice::Move(Go::To(to)))));
        }
        Question::Act { who } => {
            into.extend(scene.foes(who).map(|foe| Choice::Act(Act::Strike(foe))));
            into.extend([Act::Guard, Act::Nothing].map(Choice::Act));
        }
        Question::Parry { .. } => into.extend([true, false].map(Choice::Parry)),
    }
    into.retain(|choice| judge(scene, question, choice).is_ok());
}
