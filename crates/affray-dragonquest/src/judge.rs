//! Every decision judged, listed, and answered without harm.

use crate::decision::{Action, Arm, Attack, Blow, Choice, Free, Gait, Kind, NONE, Question, Spoil, Step, Task};
use crate::scene::Scene;
use crate::sheet::{HANDS, ItemKind};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Refusal};

/// Whether a choice answers the question legally.
///
/// # Errors
/// The rule that it breaks.
pub fn judge(scene: Scene<'_>, question: &Question, choice: &Choice) -> Result<(), Refusal> {
    judge_names(scene, question.who(), choice)?;
    match (question, choice) {
        (Question::Roller { who }, Choice::Roller(roller)) => judge_roller(scene, *who, *roller),
        (Question::FirstSide { .. }, Choice::FirstSide(side)) => {
            if scene.state.sides.contains(side) {
                Ok(())
            } else {
                Err(Refusal::impossible(rule!("DQ-103"), "that side has no non-engaged figures"))
            }
        }
        (Question::Next { who }, Choice::Next(next)) => scene.judge_next(scene.side(*who), *next),
        (Question::Act { who, after }, Choice::Act(action)) => scene.judge_action(*who, *after, *action),
        // DQ-R36: dropping is free, and goes before the action.
        (Question::Act { who, .. }, Choice::Free(Free::Drop(item))) => scene.judge_drop(*who, *item),
        (Question::Walk { who, walk }, Choice::Step(step)) => scene.judge_walk(*who, walk, *step),
        (Question::Attack { who, plan }, Choice::Attack(attack) | Choice::Riposte(attack)) => {
            scene.judge_attack(*who, plan, attack)
        }
        (Question::Parry { who, .. }, Choice::Parry(Some(with))) => scene.judge_parry(*who, *with),
        (Question::Spare { who }, Choice::Spoil(spoil)) => scene.judge_spoil(*who, *spoil),
        (Question::Task { who, moved }, Choice::Task(task)) => scene.judge_task_after(*who, *task, *moved),
        (Question::Away { who }, Choice::Away(to)) => scene.judge_away(*who, *to),
        (Question::Talent { who }, Choice::Talent(Some(talent))) => scene.judge_talent(*who, *talent),
        (Question::FaceAfterCast { who }, Choice::Face(facing)) => scene.judge_facing_after_cast(*who, *facing),
        (Question::Parry { .. }, Choice::Parry(None))
        | (Question::Talent { .. }, Choice::Talent(None))
        | (Question::First { .. }, Choice::First(_))
        | (Question::Repulse { .. }, Choice::Repulse(_))
        | (Question::Hold { .. }, Choice::Hold(_))
        | (Question::Loose { .. }, Choice::Loose(_))
        | (Question::Day { .. }, Choice::Day(_)) => Ok(()),
        (Question::Face { who }, Choice::Face(facing)) => scene.judge_face(*who, *facing),
        (Question::First { .. }, _) => {
            Err(Refusal::impossible(rule!("DQ-108"), "the highest initiative chooses first or last: yes or no"))
        }
        _ => Err(Refusal::impossible(rule!("DQ-R05"), "that is no answer to this question")),
    }
}

/// Whether all figures and weapons that a choice names are there. What a game master can allow of the
/// rest can be carried out then.
fn judge_names(scene: Scene<'_>, who: CombatantId, choice: &Choice) -> Result<(), Refusal> {
    let figure = |one: CombatantId| {
        let there = one.index() < scene.state.fighters.len();
        if there { Ok(()) } else { Err(Refusal::impossible(rule!("DQ-R24"), "there is no such figure")) }
    };
    let arm = |arm: Arm| match scene.arm(who, arm) {
        Some(_) => Ok(()),
        None => Err(Refusal::impossible(rule!("DQ-R15"), "there is no such weapon")),
    };
    let blow = |blow: &Blow| {
        figure(blow.target)?;
        if let Kind::Restrain { helper, second } = blow.kind {
            [helper, second].into_iter().flatten().try_for_each(figure)?;
        }
        arm(blow.with)
    };
    match choice {
        Choice::Roller(one) | Choice::Next(one) => figure(*one),
        Choice::Act(action) => match *action {
            Action::Charge { with, target } => figure(target).and_then(|()| arm(with)),
            Action::Close { target }
            | Action::ChargeClose { target }
            | Action::Breathe { target }
            | Action::Cast { target } => figure(target),
            _ => Ok(()),
        },
        Choice::Attack(Attack::One(one)) | Choice::Riposte(Attack::One(one)) => blow(one),
        Choice::Attack(Attack::Several(blows)) | Choice::Riposte(Attack::Several(blows)) => {
            blows.all().iter().try_for_each(blow)
        }
        Choice::Parry(Some(with)) => arm(*with),
        Choice::Task(Task::Mount(one) | Task::Bandage(one)) => figure(*one),
        Choice::Task(Task::Remove { from, owner, .. }) => figure(*from).and_then(|()| figure(*owner)),
        Choice::Talent(Some(talent)) => figure(talent.target),
        Choice::Away(cell) if scene.map().ground(*cell).is_none() => {
            Err(Refusal::impossible(rule!("DQ-225"), "that is off the map"))
        }
        _ => Ok(()),
    }
}

fn judge_roller(scene: Scene<'_>, who: CombatantId, roller: CombatantId) -> Result<(), Refusal> {
    if roller.index() >= scene.state.fighters.len() || scene.are_foes(who, roller) {
        return Err(Refusal::impossible(rule!("DQ-105"), "a figure of the side rolls"));
    }
    if !scene.can_roll_for_side(roller) {
        return Err(Refusal::new(
            rule!("DQ-105"),
            "a free figure rolls: conscious, not stunned, not engaged, and no mount",
        ));
    }
    Ok(())
}

/// Lists the legal choices that a person would be shown.
pub fn options(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    match *question {
        Question::Roller { who } => {
            let able = scene.state.ids().filter(|&one| judge_roller(scene, who, one).is_ok());
            into.extend(able.map(Choice::Roller));
        }
        Question::FirstSide { .. } => into.extend(scene.state.sides.iter().map(|&side| Choice::FirstSide(side))),
        Question::Next { who } => {
            let able = scene.state.ids().filter(|&one| scene.judge_next(scene.side(who), one).is_ok());
            into.extend(able.map(Choice::Next));
        }
        Question::First { .. } => into.extend([true, false].map(Choice::First)),
        Question::Repulse { .. } => into.extend([true, false].map(Choice::Repulse)),
        Question::Hold { .. } => into.extend([true, false].map(Choice::Hold)),
        Question::Loose { .. } => into.extend([true, false].map(Choice::Loose)),
        Question::Day { .. } => into.extend([true, false].map(Choice::Day)),
        Question::Act { who, after } => scene.action_options(who, after, into),
        Question::Walk { who, walk } => scene.walk_options(who, &walk, into),
        Question::Attack { who, plan } => scene.attack_options(who, &plan, into),
        Question::Parry { who, .. } => {
            into.extend(scene.parrying_arms(who).map(|with| Choice::Parry(Some(with))));
            into.push(Choice::Parry(None));
        }
        Question::Spare { who } => {
            let both = [Spoil::Armor, Spoil::Shield];
            into.extend(both.into_iter().filter(|&what| scene.judge_spoil(who, what).is_ok()).map(Choice::Spoil));
        }
        Question::Task { who, moved } => scene.task_options(who, moved, into),
        Question::Face { who } => {
            let possible = Facing::HEX.into_iter().filter(|&facing| scene.judge_face(who, facing).is_ok());
            into.extend(possible.map(Choice::Face));
        }
        Question::Away { who } => into.extend(scene.ways_out(who).map(Choice::Away)),
        Question::FaceAfterCast { who } => {
            let able = |facing: &Facing| scene.judge_facing_after_cast(who, *facing).is_ok();
            into.extend(Facing::HEX.into_iter().filter(able).map(Choice::Face));
        }
        Question::Talent { who } => scene.talent_options(who, into),
    }
}

/// Adds answers that a person might expect, whether they are legal or not: a parry with each weapon, shield and hand.
pub fn expected(scene: Scene<'_>, question: &Question, into: &mut Vec<Choice>) {
    if let Question::Parry { who, .. } = *question {
        let (sheet, kind) = (scene.sheet(who), |arm| scene.arm(who, arm).map(|item| item.kind));
        let items = sheet.own_items().chain(scene.taken(who));
        let guards =
            items.filter(|&arm| matches!(kind(arm), Some(ItemKind::Weapon | ItemKind::Shield)) && scene.has(who, arm));
        into.extend(guards.chain(sheet.has_hands.then_some(HANDS)).map(|arm| Choice::Parry(Some(arm))));
    }
}

/// The default answer to a question.
pub fn default_choice(scene: Scene<'_>, question: &Question) -> Choice {
    match *question {
        Question::Roller { who } => Choice::Roller(who),
        Question::Next { who } => Choice::Next(who),
        Question::FirstSide { .. } => Choice::FirstSide(scene.state.sides.first().copied().unwrap_or(NONE)),
        Question::First { .. } => Choice::First(true),
        Question::Hold { .. } => Choice::Hold(true),
        Question::Act { after: None, .. } => Choice::Act(Action::Pass),
        Question::Act { after: Some(_), .. } => Choice::Act(Action::Nothing),
        // DQ-207: a withdrawal has to be made.
        Question::Walk { who, walk } if walk.gait == Gait::Back && walk.hexes == 0 => {
            Choice::Step(scene.first_back(who, &walk).map_or(Step::Stop, Step::To))
        }
        Question::Walk { .. } => Choice::Step(Step::Stop),
        Question::Attack { .. } => Choice::Attack(Attack::Forgo),
        Question::Repulse { .. } => Choice::Repulse(false),
        Question::Loose { .. } => Choice::Loose(false),
        Question::Day { .. } => Choice::Day(false),
        Question::Parry { .. } => Choice::Parry(None),
        Question::Spare { .. } => Choice::Spoil(Spoil::Armor),
        Question::Task { .. } => Choice::Task(Task::Nothing),
        Question::Talent { .. } => Choice::Talent(None),
        Question::Face { who } | Question::FaceAfterCast { who } => Choice::Face(scene.fighter(who).facing),
        Question::Away { who } => Choice::Away(scene.ways_out(who).next().unwrap_or(scene.fighter(who).at)),
    }
}
