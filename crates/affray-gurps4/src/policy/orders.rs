//! What orders mean in this game.

use super::tactics::usable;
use crate::decision::{Act, Advance, Attack, Choice, Maneuver, NONE, Question, Strike, Trigger, Wait};
use crate::scene::Scene;
use crate::sheet::Flight;
use crate::state::Focus;
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;

/// Whether a maneuver goes for the foes.
pub(crate) const fn goes(choice: &Choice) -> bool {
    matches!(
        choice,
        Choice::Maneuver(Maneuver::Do(
            Act::Move | Act::Charge { .. } | Act::AllOut { .. } | Act::Attack { giant: true }
        ))
    )
}

/// `G4-R18` A Wait for whoever comes within reach; without a weapon two defenses.
pub(crate) fn stays(scene: Scene<'_>, question: &Question) -> Option<Choice> {
    let Question::Maneuver { who } = *question else { return None };
    let melee = scene.modes(who).filter(|(_, mode)| mode.ranged.is_none() && usable(scene, who, mode).is_some());
    let reach = melee.fold(0, |reach, (_, mode)| reach | mode.reach);
    let hexes = reach.checked_ilog2().unwrap_or(0) as u8;
    let then = Act::Attack { giant: false };
    let wait = Maneuver::Wait(Wait { on: Trigger::Within { by: NONE, hexes: hexes.max(1) }, then });
    let guards = [Focus::Double, Focus::Dodge].map(|focus| Maneuver::Do(Act::Defense(focus)));
    let all = (reach != 0).then_some(wait).into_iter().chain(guards);
    all.map(Choice::Maneuver).find(|choice| crate::judge::judge(scene, question, choice).is_ok())
}

/// A Move in the place of another maneuver, once on the feet.
pub(crate) const fn walk(question: &Question, choice: &Choice) -> Option<Choice> {
    match (question, choice) {
        (_, Choice::Maneuver(Maneuver::Do(Act::ChangePosture(_)))) => None,
        (Question::Maneuver { .. }, _) => Some(Choice::Maneuver(Maneuver::Do(Act::Move))),
        _ => None,
    }
}

/// The hex to which a piece of a movement leads.
pub(crate) fn step_to(scene: Scene<'_>, who: CombatantId, choice: &Choice) -> Option<Cell> {
    match *choice {
        Choice::Advance(Advance::Forward(side) | Advance::Sidestep(side)) => Some(scene.fighter(who).at.step(side)),
        _ => None,
    }
}

/// Whether a combatant has a weapon in hand that shoots.
pub(crate) fn shoots(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.modes(who).any(|(_, mode)| {
        mode.ranged.is_some_and(|ranged| ranged.flight != Flight::Thrown) && scene.wields(who, mode.item)
    })
}

/// A plain blow at the torso.
pub(crate) fn plain(choice: &Choice) -> Choice {
    match *choice {
        Choice::Maneuver(Maneuver::Do(Act::Feint)) => Choice::Maneuver(Maneuver::Do(Act::Attack { giant: false })),
        Choice::Attack(Attack::One(strike) | Attack::Rapid(strike, _)) => Choice::Attack(Attack::One(Strike {
            form: strike.form,
            recover: strike.recover,
            situation: strike.situation,
            ..Strike::plain(strike.mode, strike.target)
        })),
        choice => choice,
    }
}
