//! What orders mean in this game.

use super::tactics::nearest;
use crate::DragonQuest;
use crate::decision::{Action, Attack, Blow, Choice, Kind, Question, Step};
use crate::scene::Scene;
use crate::sheet::Group;
use affray_grid::Cell;
use affray_kernel::orders;
use affray_kernel::referee::CombatantId;

/// Whether an action goes for the foes.
pub(crate) const fn goes(choice: &Choice) -> bool {
    matches!(
        choice,
        Choice::Act(
            Action::Move | Action::MoveThenPass | Action::Evade | Action::Charge { .. } | Action::ChargeClose { .. }
        )
    )
}

/// A guard where a charge can come, else a Pass.
pub(crate) fn stays(scene: Scene<'_>, question: &Question) -> Option<Choice> {
    let Question::Act { who, after: None } = *question else { return None };
    let near = nearest(scene, who)?;
    let wary = scene.apart(who, near) <= super::route::charge_reach(scene, near) + 1;
    let all = if wary { [Action::Evade, Action::Pass] } else { [Action::Pass, Action::Evade] };
    all.into_iter().find(|&action| scene.judge_action(who, None, action).is_ok()).map(Choice::Act)
}

/// A Move in the place of another action.
pub(crate) const fn walk(question: &Question, choice: &Choice) -> Option<Choice> {
    match (question, choice) {
        (
            Question::Act { after: None, .. },
            Choice::Act(Action::Move | Action::Pass | Action::Evade | Action::Charge { .. }),
        ) => Some(Choice::Act(Action::Move)),
        _ => None,
    }
}

/// The hex to which a step leads.
pub(crate) fn step_to(scene: Scene<'_>, who: CombatantId, choice: &Choice) -> Option<Cell> {
    match *choice {
        Choice::Step(Step::To(way)) => Some(scene.fighter(who).at.step(way)),
        _ => None,
    }
}

/// Whether a figure has a missile weapon in hand.
pub(crate) fn shoots(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.missiles(who).any(|item| scene.arm(who, item).is_some_and(|arm| arm.group == Group::Missile))
}

/// A plain strike.
pub(crate) const fn plain(choice: &Choice) -> Choice {
    match *choice {
        Choice::Attack(Attack::One(blow)) => Choice::Attack(Attack::One(Blow { kind: Kind::Plain, ..blow })),
        choice => choice,
    }
}

/// Whether a figure has orders to get away.
pub(super) fn gets_away(scene: Scene<'_>, who: CombatantId) -> bool {
    orders::gets_away::<DragonQuest>(scene.setup, scene.state, who)
}
