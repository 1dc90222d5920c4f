//! Every decision judged, listed, and answered without harm.

use crate::decision::{After, Blow, Choice, Defense, Erratic, Grip, Maneuver, Question, Step};
use crate::maneuver::target_of;
use crate::scene::Scene;
use crate::sheet::UNARMED;
use crate::state::Flags;
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Refusal};

/// Whether a choice answers the question legally.
///
/// # Errors
/// The rule that it breaks.
pub fn judge(scene: Scene<'_>, question: &Question, choice: &Choice) -> Result<(), Refusal> {
    judge_names(scene, question.who(), choice)?;
    match (question, choice) {
        (Question::Posture { who, end: false }, Choice::Rise(to)) => scene.judge_free_posture(*who, false, *to),
        (Question::Posture { who, end: true }, Choice::Drop(to)) => scene.judge_free_posture(*who, true, *to),
        (Question::Maneuver { who }, Choice::Maneuver(maneuver)) => scene.judge_maneuver(*who, *maneuver),
        (Question::Walk { who, walk }, Choice::Step(step)) => scene.judge_walk(*who, walk, *step),
        (Question::Attack { who, plan }, Choice::Attack(Some(blow))) => scene.judge_attack(*who, plan, blow),
        (Question::Defend { who, incoming }, Choice::Defense(defense)) => scene.judge_defense(*who, incoming, *defense),
        (Question::StepBack { who, by }, Choice::StepBack(to)) => scene.judge_step_back(*who, *by, *to),
        (Question::Throw { target, .. }, Choice::Throw(to)) => scene.judge_throw(*target, *to),
        (Question::After { .. }, Choice::After(after)) => scene.judge_after(*after),
        (Question::Attack { .. }, Choice::Attack(None))
        | (Question::ArmInstead { .. }, Choice::Arm(_))
        | (Question::Riposte { .. }, Choice::Riposte(_))
        | (Question::Fire { .. }, Choice::Fire(_))
        | (Question::Intercept { .. }, Choice::Intercept(_)) => Ok(()),
        _ => Err(Refusal::impossible(rule!("GR-R20"), "that is no answer to this question")),
    }
}

/// Whether all combatants and weapons that a choice names are there. What a game master can allow of the
/// rest can be carried out then.
fn judge_names(scene: Scene<'_>, who: CombatantId, choice: &Choice) -> Result<(), Refusal> {
    let figure = |one: CombatantId| {
        let there = one.index() < scene.state.fighters.len();
        if there { Ok(()) } else { Err(Refusal::impossible(rule!("GR-R63"), "there is no such combatant")) }
    };
    let item = |of: CombatantId, item: u8| match scene.item(of, item) {
        Some(_) => Ok(()),
        None => Err(Refusal::impossible(rule!("GR-011"), "there is no such item")),
    };
    match *choice {
        Choice::Maneuver(maneuver) => {
            if let Some(target) = target_of(maneuver) {
                figure(target)?;
            }
            match maneuver {
                Maneuver::Grapple { target, act: Grip::Weapon { item: held, .. } } => item(target, held),
                Maneuver::OpportunityFire { with, .. } | Maneuver::Aim { with, .. } => item(who, with),
                Maneuver::Wait { with, .. } if with != UNARMED => item(who, with),
                Maneuver::Reload(one) | Maneuver::ReadyWeapon { item: one, .. } | Maneuver::ReadyShield(one) => {
                    item(who, one)
                }
                _ => Ok(()),
            }
        }
        Choice::Attack(Some(Blow { with, target, mode, .. })) => {
            figure(target)?;
            if mode.is_unarmed() == (with == UNARMED) {
                if with == UNARMED { Ok(()) } else { item(who, with) }
            } else {
                Err(Refusal::impossible(rule!("GR-011"), "fist, foot and teeth are no item"))
            }
        }
        Choice::Defense(Defense::Parry(with)) if with != UNARMED => item(who, with),
        Choice::After(After::Treat { healer, patient, .. }) => figure(healer).and_then(|()| figure(patient)),
        Choice::After(After::Day { care: Some(who) } | After::Mend { who, .. }) => figure(who),
        Choice::StepBack(cell) | Choice::Throw(cell) if scene.map().ground(cell).is_none() => {
            Err(Refusal::impossible(rule!("GR-R35"), "that is off the map"))
        }
        _ => Ok(()),
    }
}

/// Lists the legal choices that a person would be shown.
pub fn options(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    match *question {
        Question::Posture { who, end } => {
            let able = |to: &crate::decision::Posture| scene.judge_free_posture(who, end, *to).is_ok();
            let choice = if end { Choice::Drop } else { Choice::Rise };
            into.extend(crate::decision::Posture::ALL.into_iter().filter(able).map(choice));
        }
        Question::Maneuver { who } => scene.maneuver_options(who, into),
        Question::Walk { who, walk } => scene.walk_options(who, &walk, into),
        Question::Attack { who, plan } => scene.attack_options(who, &plan, into),
        Question::Defend { who, incoming } => scene.defense_options(who, &incoming, into),
        Question::StepBack { who, by } => into.extend(scene.ways_back(who, by).map(Choice::StepBack)),
        Question::Throw { target, .. } => into.extend(scene.throw_hexes(target).map(Choice::Throw)),
        Question::After { .. } => scene.after_options(into),
        Question::ArmInstead { .. } => into.extend([true, false].map(Choice::Arm)),
        Question::Riposte { .. } => into.extend([true, false].map(Choice::Riposte)),
        Question::Fire { .. } => into.extend([true, false].map(Choice::Fire)),
        Question::Intercept { .. } => into.extend([true, false].map(Choice::Intercept)),
    }
}

/// What one might expect to be listed besides: a table tells of each why it is refused.
pub fn expected(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    if let Question::Defend { who, .. } = *question {
        into.extend(scene.kinds_of_defense(who).map(Choice::Defense));
    }
}

/// The default answer: it changes as little as possible.
pub fn default_choice(scene: Scene<'_>, question: &Question) -> Choice {
    match *question {
        Question::Posture { who, end: false } => Choice::Rise(scene.fighter(who).posture),
        Question::Posture { who, end: true } => Choice::Drop(scene.fighter(who).posture),
        // GR-R76: the panicked can do no less than run.
        Question::Maneuver { who } if scene.judge_inaction(who).is_err() => {
            Choice::Maneuver(Maneuver::Move { erratic: Erratic::None })
        }
        Question::Maneuver { .. } => Choice::Maneuver(Maneuver::Nothing),
        Question::Walk { who, walk } if scene.fighter(who).flags.has(Flags::PANICKED) => {
            let legal = |way: &Facing| scene.judge_walk(who, &walk, Step::To(*way)).is_ok();
            Choice::Step(Facing::HEX.into_iter().find(legal).map_or(Step::Stop, Step::To))
        }
        Question::Walk { .. } => Choice::Step(Step::Stop),
        Question::Attack { .. } => Choice::Attack(None),
        Question::Defend { .. } => Choice::Defense(Defense::None),
        Question::StepBack { who, by } => {
            Choice::StepBack(scene.ways_back(who, by).next().unwrap_or(scene.fighter(who).at))
        }
        Question::Throw { target, .. } => Choice::Throw(scene.fighter(target).at),
        Question::After { .. } => Choice::After(After::Over),
        Question::ArmInstead { .. } => Choice::Arm(false),
        Question::Riposte { .. } => Choice::Riposte(false),
        Question::Fire { .. } => Choice::Fire(false),
        Question::Intercept { .. } => Choice::Intercept(false),
    }
}
