//! Legal answers, and the options that a person is shown. Each chapter judges its own answers.

use crate::decision::{After, Attack, Choice, Defense, DefenseKind, Maneuver, Question, Step, Strike};
use crate::scene::Scene;
use affray_grid::Facing;
use affray_kernel::referee::Refusal;

/// Whether a choice answers the question legally.
///
/// # Errors
/// The rule that it breaks.
pub fn judge(scene: Scene<'_>, question: &Question, choice: &Choice) -> Result<(), Refusal> {
    match (question, choice) {
        (Question::Maneuver { who }, Choice::Maneuver(maneuver)) => scene.judge_maneuver(*who, maneuver),
        (Question::Step { who, .. }, Choice::Step(step)) => scene.judge_step(*who, step),
        (Question::Advance { who, path }, Choice::Advance(advance)) => scene.judge_advance(*who, path, advance),
        (Question::Finish { who, any }, Choice::Face(facing)) => scene.judge_finish(*who, *any, *facing),
        (Question::Feint { .. }, Choice::Feint(None)) => Ok(()),
        (Question::Feint { who }, Choice::Feint(Some(feint))) => scene.judge_feint(*who, feint),
        (Question::Attack { who, plan }, Choice::Attack(attack)) => scene.judge_attack(*who, plan, attack),
        (Question::Defend { who, attack, failed }, Choice::Defend(defense)) => {
            scene.judge_defense(*who, attack, *failed, defense)
        }
        (Question::Second { .. }, Choice::Second(_))
        | (Question::Wait { .. }, Choice::Wait(_))
        | (Question::After { .. }, Choice::After(_)) => Ok(()),
        _ => Err(Refusal::impossible(rule!("G4-062"), "that is no answer to this question")),
    }
}

/// Lists the options that a person is shown.
pub fn options(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    match *question {
        Question::Maneuver { who } => scene.maneuver_options(who, into),
        Question::Step { who, .. } => scene.step_options(who, into),
        Question::Advance { who, path } => scene.advance_options(who, &path, into),
        Question::Finish { who, any } => {
            let possible = Facing::HEX.into_iter().filter(|&facing| scene.judge_finish(who, any, facing).is_ok());
            into.extend(possible.map(Choice::Face));
        }
        Question::Feint { who } => scene.feint_options(who, into),
        Question::Attack { who, plan } => scene.attack_options(who, &plan, into),
        Question::Defend { who, attack, failed } => scene.defense_options(who, &attack, failed, into),
        Question::Second { .. } => into.extend([true, false].map(Choice::Second)),
        Question::Wait { .. } => into.extend([true, false].map(Choice::Wait)),
        Question::After { .. } => into.extend([After::Over, After::Round].map(Choice::After)),
    }
}

/// Adds answers that a person might expect, whether they are legal or not: maneuvers that need nothing, a blow at each foe with
/// each weapon in hand, each active defense.
pub fn expected(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    let foes = |who| scene.state.ids().filter(move |&foe| scene.are_foes(who, foe) && scene.fighter(foe).is_up());
    match *question {
        Question::Maneuver { .. } => {
            into.extend(scene.everybodys().map(|act| Choice::Maneuver(Maneuver::Do(act))));
        }
        Question::Attack { who, .. } => {
            let all = foes(who).flat_map(|foe| scene.modes(who).map(move |(mode, _)| Strike::plain(mode, foe)));
            into.extend(all.map(|strike| Choice::Attack(Attack::One(strike))));
        }
        Question::Defend { who, attack, .. } => {
            let retreat = Some(scene.straight_back(who, attack.by));
            for kind in [DefenseKind::Dodge, DefenseKind::Block, DefenseKind::Parry(0), DefenseKind::Parry(1)] {
                let plain = Defense::plain(kind);
                into.extend([plain, Defense { retreat, ..plain }].map(Choice::Defend));
            }
        }
        _ => {}
    }
}

/// The default answer, which changes nothing.
pub fn default_choice(scene: Scene<'_>, question: &Question) -> Choice {
    match *question {
        Question::Maneuver { .. } => Choice::Maneuver(Maneuver::Nothing),
        Question::Step { .. } => Choice::Step(Step::Stay),
        Question::Advance { .. } => Choice::Advance(crate::decision::Advance::Stop),
        Question::Finish { who, .. } => Choice::Face(scene.fighter(who).facing),
        Question::Feint { .. } => Choice::Feint(None),
        Question::Attack { .. } => Choice::Attack(Attack::None),
        Question::Defend { .. } => Choice::Defend(Defense::NONE),
        Question::Second { .. } => Choice::Second(true),
        Question::Wait { .. } => Choice::Wait(false),
        Question::After { .. } => Choice::After(After::Over),
    }
}
