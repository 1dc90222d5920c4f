//! Questions and answers in words, with the odds of the interesting ones.

use super::{Names, names};
use crate::decision::{
    Act, Advance, After, AllOut, Attack, Choice, Defense, DefenseKind, Form, Free, From, IncomingAttack, Maneuver,
    ManeuverKind, NONE, Question, Ready, Step, Strike, Trade, Trigger,
};
use crate::event::AttackResult;
use crate::policy::Tactician;
use crate::scene::{Scene, Setup};
use crate::sheet::Skill;
use crate::state::Focus;
use crate::strike::attack_result;
use crate::strike::defense::Before;
use affray_3d6::chance::{mean, success};
use affray_3d6::location::Location;
use affray_kernel::referee::{CombatantId, Policy as _};
use affray_kernel::tally::{Sum, Tally};
use affray_session::narrate::{capitalized, cell, count};

/// A question put to a person, in one line.
pub fn prompt(scene: Scene<'_>, question: &Question) -> String {
    let all = names(scene);
    let who = all.of(question.who());
    match *question {
        Question::Maneuver { .. } => format!("{who}: which maneuver?"),
        Question::Step { before: true, .. } => format!("{who}: a step first?"),
        Question::Step { before: false, .. } => format!("{who}: a step now?"),
        Question::Advance { path, .. } => format!("{who}: where to? Points left: {}.", path.left()),
        Question::Finish { any: true, .. } => format!("{who}: which facing at the end?"),
        Question::Finish { any: false, .. } => format!("{who}: which facing at the end, at most one side further?"),
        Question::Feint { .. } => format!("{who}: feint against whom?"),
        Question::Attack { plan, .. } => match plan.from {
            From::Attack => format!("{who}: which attack?"),
            From::AllOut(_) => format!("{who}: which all-out attack?"),
            From::Charge { .. } => format!("{who}: which attack at the end of the charge?"),
        },
        Question::Defend { attack, failed, .. } => {
            let (by, with) = (all.of(attack.by), all.mode(attack.by, attack.mode));
            let again = if failed.is_some() { " again" } else { "" };
            format!("{who}: {by} hits with {with}. Which defense{again}?")
        }
        Question::Second { second, .. } => format!("{who}: strike at {} a second time?", all.of(second.target)),
        Question::Wait { by, .. } => format!("{who}: {} does what you wait for. Act now?", all.of(by)),
        Question::After { rounds: 0, .. } => "After the battle: what next?".to_owned(),
        Question::After { rounds, .. } => format!("{} after the battle: what next?", count(rounds.into(), "round")),
    }
}

/// A choice told to the person who is to make it, with its odds where they are of interest.
pub fn label(scene: Scene<'_>, question: &Question, choice: &Choice) -> String {
    let who = question.who();
    let text = super::choice(scene.setup, who, choice);
    let percent = |score: i32| (100.0 * success(score)).round();
    match (question, choice) {
        (Question::Attack { plan, .. }, Choice::Attack(Attack::One(strike))) if strike.form != Form::BreakFree => {
            let skill = scene.attack_score::<Sum>(who, strike, plan, Trade::None).total();
            let through = chance(scene, question, choice)
                .map_or(String::new(), |through| format!(", {:.0} % to get through", 100.0 * through));
            format!("{text}: {skill}, {} %{through}", percent(skill))
        }
        (Question::Defend { attack, .. }, Choice::Defend(defense)) if defense.kind != DefenseKind::None => {
            let score = scene.defense_score::<Sum>(who, attack, defense, Before::default()).total();
            format!("{text}: {score}, {} %", percent(score))
        }
        (Question::Advance { .. }, Choice::Advance(Advance::Forward(way) | Advance::Sidestep(way))) => {
            format!("{text} (to {})", cell(scene.fighter(who).at.step(*way)))
        }
        _ => text,
    }
}

/// The chance that a strike gets through, the first of two, if its target defends as the program would.
pub(crate) fn chance(scene: Scene<'_>, question: &Question, choice: &Choice) -> Option<f64> {
    let (who, Question::Attack { plan, .. }, Choice::Attack(attack)) = (question.who(), question, choice) else {
        return None;
    };
    let (strike, trade) = match attack {
        Attack::One(one) if one.form != Form::BreakFree => (one, Trade::None),
        Attack::Rapid(one, _) => (one, Trade::Rapid),
        _ => return None,
    };
    let score = scene.attack_score::<Sum>(who, strike, plan, trade).total();
    let stopped = stopped(scene, strike.target, &scene.incoming(who, strike, trade));
    Some(mean(|roll| match attack_result(roll, score, strike.telegraphic) {
        AttackResult::Critical => 1.0,
        AttackResult::Hit => 1.0 - stopped,
        AttackResult::Miss | AttackResult::CriticalMiss => 0.0,
    }))
}

/// The chance that an attack which hits is stopped, if its target defends as the program would.
fn stopped(scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack) -> f64 {
    let (mut policy, mut first, mut open) = (Tactician::default(), None::<Defense>, 1.0);
    let tries = if scene.fighter(who).focus == Focus::Double { 2 } else { 1 };
    for _ in 0..tries {
        let question = Question::Defend { who, attack: *attack, failed: first.map(|first| first.kind) };
        let Choice::Defend(mut defense) = policy.decide(scene.setup, scene.state, &question) else { break };
        if defense.kind == DefenseKind::None {
            break;
        }
        // The Retreat of the first defense serves the second as well.
        defense.retreat = first.and_then(|first| first.retreat).or(defense.retreat);
        open *= 1.0 - works(scene, who, attack, &defense);
        first = Some(defense);
    }
    1.0 - open
}

/// The chance that a defense works.
fn works(scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack, defense: &Defense) -> f64 {
    let made = |before: Before| f64::from(success(scene.defense_score::<Sum>(who, attack, defense, before).total()));
    if !defense.acrobatic {
        return made(Before::default());
    }
    // G4-250
    let after = |tumbled: bool| made(Before { acrobatics: Some(tumbled), ..Before::default() });
    let tumbles = f64::from(success(scene.sheet(who).skill(Skill::Acrobatics).into()));
    tumbles * after(true) + (1.0 - tumbles) * after(false)
}

/// A choice in words, which begin with a capital.
pub(crate) fn choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
    capitalized(&in_words(setup, who, choice))
}

fn in_words(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
    let all = Names(setup);
    match *choice {
        Choice::Maneuver(what) => maneuver(all, who, &what),
        Choice::Step(Step::Stay) => "stay".to_owned(),
        Choice::Step(Step::To { side, facing }) => format!("step {} facing {}", side.name(), facing.name()),
        Choice::Step(Step::Face(facing)) => format!("face {}", facing.name()),
        Choice::Step(Step::Rise) => "rise".to_owned(),
        Choice::Advance(Advance::Forward(way)) => format!("go {}", way.name()),
        Choice::Advance(Advance::Sidestep(way)) => format!("sidestep {}", way.name()),
        Choice::Advance(Advance::Turn(facing)) => format!("turn {}", facing.name()),
        Choice::Advance(Advance::Jump(hexes)) => format!("jump {hexes}"),
        Choice::Advance(Advance::Stop) => "stop".to_owned(),
        Choice::Face(facing) => format!("face {}", facing.name()),
        Choice::Feint(None) => "no feint".to_owned(),
        Choice::Feint(Some(feint)) => {
            format!("feint against {} with {}", all.of(feint.target), all.arm(who, feint.with))
        }
        Choice::Attack(Attack::None) => "no attack".to_owned(),
        Choice::Attack(Attack::One(one)) => declared(all, who, &one),
        Choice::Attack(Attack::Dual(one, other)) => {
            format!("both hands: {}, then {}", declared(all, who, &one), declared(all, who, &other))
        }
        Choice::Attack(Attack::Rapid(one, other)) => {
            format!("rapid: {}, then {}", declared(all, who, &one), declared(all, who, &other))
        }
        Choice::Defend(what) => defense(&what),
        Choice::After(After::Over) => "over".to_owned(),
        Choice::After(After::Round) => "round: turns go on up to its end; rest brings nothing back (G4-R48)".to_owned(),
        Choice::Second(true) | Choice::Wait(true) => "yes".to_owned(),
        Choice::Second(false) | Choice::Wait(false) => "no".to_owned(),
        Choice::Free(Free::Drop(item)) => format!("drop {}", all.the(who, item)),
        Choice::Free(Free::Recover(item)) => format!("recover {}", all.the(who, item)),
        Choice::Free(Free::LetGo(target)) => format!("let go of {}", all.of(target)),
    }
}

/// A maneuver in words.
pub(super) fn maneuver(all: Names<'_>, who: CombatantId, maneuver: &Maneuver) -> String {
    match maneuver {
        Maneuver::Nothing => "Do Nothing".to_owned(),
        Maneuver::Do(what) => act(all, who, what),
        Maneuver::Wait(wait) => {
            let by = |who: u8| if who == NONE { "an enemy".to_owned() } else { all.of(CombatantId(who)).to_owned() };
            let on = match wait.on {
                Trigger::Within { by: who, hexes } => format!("{} comes within {hexes}", by(who)),
                Trigger::Attacks { by: who, on: NONE } => format!("{} attacks", by(who)),
                Trigger::Attacks { by: who, on } => format!("{} attacks {}", by(who), all.of(CombatantId(on))),
                Trigger::Enters { by: who, at } => format!("{} enters {}", by(who), cell(at)),
                Trigger::Declares { by: who, what } => format!("{} declares {}", by(who), kind_name(what)),
            };
            format!("Wait until {on}, then {}", act(all, who, &wait.then))
        }
    }
}

const fn kind_name(kind: ManeuverKind) -> &'static str {
    match kind {
        ManeuverKind::Nothing => "nothing",
        ManeuverKind::Ready => "a Ready",
        ManeuverKind::Aim => "an Aim",
        ManeuverKind::Feint => "a Feint",
        ManeuverKind::Attack => "an Attack",
        ManeuverKind::AllOutAttack => "an All-Out Attack",
        ManeuverKind::Charge => "a Charge",
        ManeuverKind::ChangePosture => "a Change of Posture",
        ManeuverKind::Jump => "a Jump",
        ManeuverKind::Move => "a Move",
        ManeuverKind::AllOutDefense => "an All-Out Defense",
        ManeuverKind::Concentrate => "concentration",
        ManeuverKind::Wait => "a Wait",
    }
}

fn act(all: Names<'_>, who: CombatantId, act: &Act) -> String {
    match *act {
        Act::Ready(Ready::Item(item)) => format!("Ready {}", all.the(who, item)),
        Act::Ready(Ready::Reload(item)) => format!("Reload {}", all.the(who, item)),
        Act::Ready(Ready::PickUp(item)) => format!("Pick up {}", all.the(who, item)),
        Act::Ready(Ready::Use(item)) => format!("Use {}", all.the(who, item)),
        Act::Ready(Ready::Store(item)) => format!("Store {}", all.the(who, item)),
        Act::Aim { mode, target } => format!("Aim {} at {}", all.mode(who, mode), all.of(target)),
        Act::Feint => "Feint".to_owned(),
        Act::Attack { giant: false } => "Attack".to_owned(),
        Act::Attack { giant: true } => "Attack with a Giant Step".to_owned(),
        Act::AllOut { form, slam } => {
            let form = match form {
                AllOut::Determined => "Determined",
                AllOut::Strong => "Strong",
                AllOut::Double => "Double",
                AllOut::Feint => "Feint",
            };
            if slam { format!("All-Out Slam ({form})") } else { format!("All-Out Attack ({form})") }
        }
        Act::Charge { heroic: false } => "Charge".to_owned(),
        Act::Charge { heroic: true } => "Heroic Charge".to_owned(),
        Act::ChangePosture(posture) => format!("Change Posture to {}", posture.in_words()),
        Act::Jump => "Jump".to_owned(),
        Act::Move => "Move".to_owned(),
        Act::Defense(focus) => {
            let focus = match focus {
                Focus::None => "none",
                Focus::Dodge => "Dodge",
                Focus::Parry => "Parry",
                Focus::Block => "Block",
                Focus::Double => "Double",
            };
            format!("All-Out Defense ({focus})")
        }
        Act::Concentrate(task) => format!("Concentrate on {}", all.task(task)),
    }
}

/// A strike as it is chosen: `disarm Dov of rapier with broadsword (swing)`.
fn declared(all: Names<'_>, who: CombatantId, strike: &Strike) -> String {
    let verb = match strike.form {
        Form::Blow => "attack",
        Form::Disarm(_) => "disarm",
        Form::Break(_) => "break",
        Form::Slam => "slam into",
        Form::ShieldRush => "rush",
        Form::Grapple => "grapple",
        Form::BreakFree => "break free of",
    };
    format!("{verb} {}", object(all, who, strike))
}

/// A strike in words, after the name of whose it is.
pub(super) fn strike(all: Names<'_>, who: CombatantId, strike: &Strike) -> String {
    let verb = match strike.form {
        Form::Blow => "attacks",
        Form::Disarm(_) => "tries to disarm",
        Form::Break(_) => "tries to break",
        Form::Slam => "slams into",
        Form::ShieldRush => "rushes",
        Form::Grapple => "tries to grapple",
        Form::BreakFree => "tries to break free of",
    };
    format!("{verb} {}", object(all, who, strike))
}

/// Whom a strike is meant for, with what it is made, and its options.
fn object(all: Names<'_>, who: CombatantId, strike: &Strike) -> String {
    let target = all.of(strike.target);
    let with = all.mode(who, strike.mode);
    let mut text = match strike.form {
        Form::Blow if strike.at == Location::Torso => format!("{target} with {with}"),
        Form::Blow => format!("{target} at the {} with {with}", strike.at.in_words()),
        Form::Disarm(item) => format!("{target} of {} with {with}", all.arm(strike.target, item)),
        Form::Break(item) => format!("{} with {with}", all.whose(strike.target, item)),
        Form::ShieldRush => format!("{target} with the shield"),
        Form::Slam | Form::Grapple | Form::BreakFree => target.to_owned(),
    };
    for (is, word) in [
        (strike.telegraphic, "telegraphic"),
        (strike.armor, "at a weak spot"),
        (strike.mighty, "mighty blow"),
        (strike.flurry, "flurry"),
        (strike.recover || strike.recover_after, "rapid recovery"),
    ] {
        if is {
            text += &format!(", {word}");
        }
    }
    if strike.deceptive != 0 {
        let ranged = all.is_ranged(who, strike.mode);
        text += &format!(", {} {}", if ranged { "leading" } else { "deceptive" }, strike.deceptive);
    }
    text
}

/// A defense in words.
fn defense(defense: &Defense) -> String {
    let mut text = match defense.kind {
        DefenseKind::None => "no defense".to_owned(),
        DefenseKind::Dodge => "dodge".to_owned(),
        DefenseKind::Parry(0) => "parry".to_owned(),
        DefenseKind::Parry(_) => "parry with the off hand".to_owned(),
        DefenseKind::Block => "block".to_owned(),
    };
    if let Some(side) = defense.retreat {
        text += &format!(", retreating {}", side.name());
    }
    for (is, word) in [
        (defense.acrobatic, "acrobatic"),
        (defense.dive, "diving"),
        (defense.feverish, "feverish"),
        (defense.blind_fighting, "by blind fighting"),
    ] {
        if is {
            text += &format!(", {word}");
        }
    }
    text
}
