//! What orders mean in this game.

use super::{guard, spells, tactics};
use crate::decision::{Action, Advance, Attack, Choice, Question};
use crate::scene::Scene;
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;

/// Whether an action goes for the enemies.
pub(crate) const fn goes(choice: &Choice) -> bool {
    matches!(choice, Choice::Act(Action::Move | Action::Run | Action::Charge(_)))
}

/// A guard with the Actions that are left.
pub(crate) fn stays(scene: Scene<'_>, question: &Question) -> Option<Choice> {
    let Question::Act { who } = *question else { return None };
    Some(Choice::Act(guard(scene, who)))
}

/// Movement in the place of another action.
pub(crate) const fn walk(question: &Question, choice: &Choice) -> Option<Choice> {
    match (question, choice) {
        (_, Choice::Act(Action::Stand | Action::StandByAcrobatics { .. } | Action::Escape { .. })) => None,
        (Question::Act { .. }, _) => Some(Choice::Act(Action::Move)),
        _ => None,
    }
}

/// The square to which a step leads.
pub(crate) fn step_to(scene: Scene<'_>, who: CombatantId, choice: &Choice) -> Option<Cell> {
    match *choice {
        Choice::Advance(Advance::Step(way)) => Some(scene.fighter(who).at.step(way)),
        _ => None,
    }
}

/// Whether a combatant has a launcher in hand, or magic.
pub(crate) fn shoots(scene: Scene<'_>, who: CombatantId) -> bool {
    tactics::shoots(scene, who)
        || spells::has_magic(scene, who) && scene.sheet(who).spells.iter().any(|spell| !spell.helps())
}

/// An attack without a Precise Strike, and without luck.
pub(crate) const fn plain(choice: &Choice) -> Choice {
    match *choice {
        Choice::Act(Action::Attack(attack)) => {
            Choice::Act(Action::Attack(Attack { precise: false, luck: 0, ..attack }))
        }
        Choice::Act(Action::Charge(attack)) => {
            Choice::Act(Action::Charge(Attack { precise: false, luck: 0, ..attack }))
        }
        choice => choice,
    }
}
