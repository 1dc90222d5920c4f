//! What orders mean in this game.

use super::sight::has_missiles;
use crate::Dfrpg;
use crate::decision::{Advance, Aim, Attack, Choice, Maneuver, Question, Strike, WaitFor};
use crate::scene::Scene;
use crate::sheet::{Location, SpellEffect};
use crate::state::{DefenseFocus, Reaction, Trigger, Waiting};
use affray_grid::Cell;
use affray_kernel::orders;
use affray_kernel::referee::CombatantId;

/// Whether a maneuver goes for the foes.
pub(crate) const fn goes(choice: &Choice) -> bool {
    matches!(choice, Choice::Maneuver(Maneuver::Move | Maneuver::MoveAndAttack | Maneuver::AllOutAttack(_)))
}

/// `DF-085` A Wait for whoever comes, with the weapon of the longest reach; without one two defenses.
pub(crate) fn stays(scene: Scene<'_>, question: &Question) -> Option<Choice> {
    let Question::Maneuver { who } = *question else { return None };
    let ready = scene
        .modes(who)
        .filter(|&(number, mode)| !mode.kind.is_ranged() && mode.reach > 1 && scene.is_mode_ready(who, number));
    // Of equals the first, and what is held before fists.
    let mode = ready.min_by_key(|(_, mode)| (mode.item.is_none(), mode.reach.leading_zeros()));
    let wait = mode.map(|(number, _)| {
        let contract = Waiting::plain(Trigger::ComesIntoReach, Reaction::Attack, number);
        Maneuver::Wait(WaitFor { contract, move_now: false })
    });
    let guards = [DefenseFocus::Double, DefenseFocus::Dodge].map(Maneuver::AllOutDefense);
    wait.into_iter().chain(guards).find(|maneuver| scene.judge_maneuver(who, maneuver).is_ok()).map(Choice::Maneuver)
}

/// A Move in the place of another maneuver, once on the feet.
pub(crate) const fn walk(question: &Question, choice: &Choice) -> Option<Choice> {
    match (question, choice) {
        (_, Choice::Maneuver(Maneuver::ChangePosture { .. })) => None,
        (Question::Maneuver { .. }, _) => Some(Choice::Maneuver(Maneuver::Move)),
        _ => None,
    }
}

/// The hex to which a piece of a move leads.
pub(crate) fn step_to(scene: Scene<'_>, who: CombatantId, choice: &Choice) -> Option<Cell> {
    match *choice {
        Choice::Advance(Advance::Forward { side, close: false } | Advance::Sidestep { side, close: false }) => {
            Some(scene.fighter(who).at.step(side))
        }
        _ => None,
    }
}

/// Whether a combatant has a missile weapon in hand, or the strength for spells that do harm.
pub(crate) fn shoots(scene: Scene<'_>, who: CombatantId) -> bool {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let harms = || sheet.spells.iter().any(|spell| matches!(spell.effect, SpellEffect::Damage { .. }));
    has_missiles(scene, who) || 3 * i32::from(fighter.fp) > i32::from(sheet.fp) && harms()
}

/// A plain blow at the torso.
pub(crate) fn plain(choice: &Choice) -> Choice {
    let blow = |strike: Strike| Strike { aim: Aim::At(Location::Torso), deceptive: 0, ..strike };
    match *choice {
        Choice::Maneuver(Maneuver::Feint) => Choice::Maneuver(Maneuver::Attack),
        Choice::Attack(Attack::Strike(strike) | Attack::Rapid(strike)) => Choice::Attack(Attack::Strike(blow(strike))),
        choice => choice,
    }
}

/// Whether a combatant has orders to get away.
pub(super) fn gets_away(scene: Scene<'_>, who: CombatantId) -> bool {
    orders::gets_away::<Dfrpg>(scene.setup, scene.state, who)
}
