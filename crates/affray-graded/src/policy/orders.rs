//! What orders mean in this game.

use crate::decision::{Blow, Choice, Erratic, Maneuver, NONE, Question, Step};
use crate::scene::Scene;
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;

/// Whether a maneuver goes for the foes.
pub(crate) const fn goes(choice: &Choice) -> bool {
    // A blow at who is not near yet takes a movement too.
    matches!(
        choice,
        Choice::Maneuver(
            Maneuver::Move { .. }
                | Maneuver::Charge { .. }
                | Maneuver::Attack
                | Maneuver::AllOut { .. }
                | Maneuver::WildSwing
                | Maneuver::TwoWeapons
                | Maneuver::Feint
                | Maneuver::Bash
                | Maneuver::Unarmed
                | Maneuver::Slam(_)
                | Maneuver::Tackle(_)
                | Maneuver::SingleDefense(_)
        )
    )
}

/// A wait for whoever comes; without a weapon a guard.
pub(crate) fn stays(scene: Scene<'_>, question: &Question) -> Option<Choice> {
    let Question::Maneuver { who } = *question else { return None };
    let with = scene.fighter(who).hands[0];
    let wait = (with != NONE).then_some(Maneuver::Wait { hexes: crate::movement::wait::ALL, with });
    wait.into_iter()
        .chain([Maneuver::MultipleDefense, Maneuver::Nothing])
        .find(|&maneuver| scene.judge_maneuver(who, maneuver).is_ok())
        .map(Choice::Maneuver)
}

/// A move in the place of another maneuver, once on the feet.
pub(crate) const fn walk(question: &Question, choice: &Choice) -> Option<Choice> {
    match (question, choice) {
        (_, Choice::Maneuver(Maneuver::Position(_) | Maneuver::BreakFree(_))) => None,
        (Question::Maneuver { .. }, _) => Some(Choice::Maneuver(Maneuver::Move { erratic: Erratic::None })),
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

/// Whether a combatant has a weapon in hand that shoots, and something to shoot.
pub(crate) fn shoots(scene: Scene<'_>, who: CombatantId) -> bool {
    let fighter = scene.fighter(who);
    let with = fighter.hands[0];
    scene.item(who, with).is_some_and(|item| {
        item.ranged.is_some() && !item.is_thrown() && fighter.wields(with) && fighter.items[with as usize].count != 0
    })
}

/// A blow without a called location.
pub(crate) fn plain(choice: &Choice) -> Choice {
    match *choice {
        Choice::Maneuver(Maneuver::Feint) => Choice::Maneuver(Maneuver::Attack),
        Choice::Attack(Some(blow)) => Choice::Attack(Some(Blow { at: None, ..blow })),
        choice => choice,
    }
}
