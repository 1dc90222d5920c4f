//! Questions and answers in words, with the odds of the interesting ones.

use super::{Names, cell, names, time};
use crate::body::location::Location;
use crate::decision::{
    After, Blow, Charge, Choice, Defense, Erratic, Fist, Free, From, Gait, Grip, IncomingAttack, Maneuver, Medicine,
    Mode, Posture, Question, Step, Watch,
};
use crate::policy::Tactician;
use crate::scene::{Scene, Setup};
use affray_kernel::referee::{CombatantId, Policy as _};
use affray_kernel::tally::{Sum, Tally};
use affray_session::narrate::capitalized;

/// A question put to a person, in one line.
pub fn prompt(scene: Scene<'_>, question: &Question) -> String {
    let names = names(scene);
    let who = names.of(question.who());
    match *question {
        Question::Posture { end: false, .. } => format!("{who} crouches: rise first?"),
        Question::Posture { end: true, .. } => format!("{who}: stay standing, or drop?"),
        Question::Maneuver { .. } => format!("{who}: which maneuver?"),
        Question::Walk { walk, .. } => format!("{who}: where to? Hexes left: {}.", walk.left),
        Question::Attack { plan, .. } => match plan.from {
            From::Feint | From::ChargeFeint => format!("{who}: feint at whom, and with what?"),
            _ => format!("{who}: which attack?"),
        },
        Question::Defend { incoming, .. } => format!(
            "{who}: {} attacks with {} and would hit by {}. Which defense?",
            names.of(incoming.by),
            names.item(incoming.by, incoming.with),
            incoming.margin
        ),
        Question::StepBack { by, .. } => format!("{who} retreats from {}: to which hex?", names.of(by)),
        Question::ArmInstead { target, .. } => format!("{who}: hit the arm of {} instead?", names.of(target)),
        Question::Riposte { target, .. } => format!("{who}: riposte at {} with the dagger?", names.of(target)),
        Question::Fire { target, .. } => format!("{who} recognizes {}: fire (or hold)?", names.of(target)),
        Question::Intercept { target, .. } => format!("{who}: {} comes. Attack?", names.of(target)),
        Question::Throw { target, .. } => format!("{who}: where does {} fall?", names.of(target)),
        Question::After { minutes: 0, .. } => "After the battle: what next?".to_owned(),
        Question::After { minutes, .. } => format!("{} after the battle: what next?", time(minutes)),
    }
}

/// A choice told to the person who is to make it, with its odds where they are of interest.
pub fn label(scene: Scene<'_>, question: &Question, choice: &Choice) -> String {
    let who = question.who();
    let text = super::choice(scene.setup, who, choice);
    match (question, choice) {
        (Question::Attack { plan, .. }, Choice::Attack(Some(blow))) => {
            let score = scene.attack_score::<Sum>(who, blow, plan).total();
            let (percent, past_pd) = scene.percent_to_hit(who, blow, plan);
            let past = if past_pd { "past" } else { "before" };
            let through = chance(scene, question, choice)
                .map_or(String::new(), |through| format!("; {:.0} % to get through", 100.0 * through));
            format!("{text}: {score} to hit, {percent:.0} % {past} PD{through}")
        }
        (Question::Defend { incoming, .. }, Choice::Defense(defense)) if *defense != Defense::None => {
            let score = scene.defense_score::<Sum>(who, incoming, *defense).total();
            let (stops, blunts) = scene.percent_to_defend(who, incoming, *defense);
            let blunts = if blunts < 0.5 { String::new() } else { format!(", blunts it {blunts:.0} %") };
            format!("{text}: {score}, stops it {stops:.0} %{blunts}")
        }
        (Question::Walk { .. }, Choice::Step(Step::To(way))) => {
            format!("{text} (to {})", cell(scene.fighter(who).at.step(*way)))
        }
        _ => text,
    }
}

/// The chance that a blow gets through, if its target defends as the program would.
pub(crate) fn chance(scene: Scene<'_>, question: &Question, choice: &Choice) -> Option<f64> {
    let (Question::Attack { who, plan }, Choice::Attack(Some(blow))) = (question, choice) else { return None };
    let defends = |incoming: &IncomingAttack| {
        let question = Question::Defend { who: blow.target, incoming: *incoming };
        match Tactician::default().decide(scene.setup, scene.state, &question) {
            Choice::Defense(defense) => defense,
            _ => Defense::None,
        }
    };
    Some(scene.chance_through(*who, blow, plan, defends))
}

/// A choice in words, which begin with a capital.
pub(crate) fn choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
    capitalized(&in_words(setup, who, choice))
}

fn in_words(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
    let names = Names(setup);
    match *choice {
        Choice::Rise(posture) | Choice::Drop(posture) => posture.word().to_owned(),
        Choice::Maneuver(what) => maneuver(names, who, what),
        Choice::Step(Step::To(way)) => format!("go {}", way.name()),
        Choice::Step(Step::Face(facing)) => format!("face {}", facing.name()),
        Choice::Step(Step::Stop) => "stop".to_owned(),
        Choice::Attack(None) => "no attack".to_owned(),
        Choice::Attack(Some(one)) => blow(names, who, &one),
        Choice::Defense(defense) => defends(names, who, defense),
        Choice::StepBack(at) | Choice::Throw(at) => format!("to {}", cell(at)),
        Choice::Arm(true) | Choice::Riposte(true) | Choice::Fire(true) | Choice::Intercept(true) => "yes".to_owned(),
        Choice::Arm(false) | Choice::Riposte(false) | Choice::Fire(false) | Choice::Intercept(false) => "no".to_owned(),
        Choice::Free(Free::LetGo) => "let go".to_owned(),
        Choice::Free(Free::Drop(item)) => format!("drop {}", names.item(who, item)),
        Choice::After(what) => after(names, what),
    }
}

/// What is done after the battle, in words.
fn after(names: Names<'_>, after: After) -> String {
    let n = |who| names.of(who);
    match after {
        After::Over => "it is over".to_owned(),
        After::Treat { healer, patient, with: Medicine::FirstAid } => {
            format!("{} gives first aid to {}", n(healer), n(patient))
        }
        After::Treat { healer, patient, with: Medicine::Physician } => {
            format!("{} treats {} as a physician", n(healer), n(patient))
        }
        After::Treat { healer, patient, with: Medicine::Unskilled } => {
            format!("{} treats {} without skill", n(healer), n(patient))
        }
        After::Rest { minutes } => format!("all rest for {}", time(minutes.into())),
        After::Day { care: None } => "all rest for a day".to_owned(),
        After::Day { care: Some(care) } => format!("all rest for a day in the care of {}", n(care)),
        After::Mend { who, part } => {
            let part = Location::LIMBS.get(part as usize).map_or("part", |at| at.words());
            format!("heal {}'s {part}", n(who))
        }
    }
}

/// A defense in words.
pub(super) fn defends(names: Names<'_>, who: CombatantId, defense: Defense) -> String {
    match defense {
        Defense::None => "No defense".to_owned(),
        Defense::Parry(with) => format!("Parry with {}", names.item(who, with)),
        Defense::Block => "Block".to_owned(),
        Defense::Dodge => "Dodge".to_owned(),
        Defense::Acrobatic => "Dodge acrobatically".to_owned(),
    }
}

const fn fist(skill: Fist) -> &'static str {
    match skill {
        Fist::Dx => "",
        Fist::Boxing => " by boxing",
        Fist::Brawling => " by brawling",
    }
}

/// A blow in words.
pub(super) fn blow(names: Names<'_>, who: CombatantId, blow: &Blow) -> String {
    let (target, with) = (names.of(blow.target), names.item(who, blow.with));
    let at = blow.at.map_or(String::new(), |at| format!(" in the {}", at.words()));
    match blow.mode {
        Mode::Crush => format!("Strike {target}{at} with {with}"),
        Mode::Cut => format!("Cut {target}{at} with {with}"),
        Mode::Impale => format!("Thrust at {target}{at} with {with}"),
        Mode::Shoot if names.is_thrown(who, blow.with) => format!("Throw {with} at {target}{at}"),
        Mode::Shoot => format!("Shoot {target}{at} with {with}"),
        Mode::Bash => format!("Bash {target}{at} with {with}"),
        Mode::Punch(skill) => format!("Punch {target}{at}{}", fist(skill)),
        Mode::Kick(skill) => format!("Kick {target}{at}{}", fist(skill)),
        Mode::Bite => format!("Bite {target}{at}"),
    }
}

/// A maneuver in words.
pub(super) fn maneuver(names: Names<'_>, who: CombatantId, maneuver: Maneuver) -> String {
    let item = |item| names.item(who, item);
    let hands = |both: bool| if both { " with both hands" } else { "" };
    match maneuver {
        Maneuver::Nothing => "Do nothing".to_owned(),
        Maneuver::Missile { gait: Gait::Step } => "Missile Attack".to_owned(),
        Maneuver::Missile { gait: Gait::Walk } => "Missile Attack, walking".to_owned(),
        Maneuver::Missile { gait: Gait::Run } => "Missile Attack, running".to_owned(),
        Maneuver::RapidFire => "Rapid Fire".to_owned(),
        Maneuver::PopUp => "Pop up and shoot".to_owned(),
        Maneuver::OpportunityFire { watch, per, with } => {
            let careful = if per { ", if recognized" } else { "" };
            let what = match watch {
                Watch::Hex(at) => format!("hex {}", cell(at)),
                Watch::Line(way) => format!("the line to the {}", way.name()),
                _ => "the forward hexes".to_owned(),
            };
            format!("Watch {what} with {}{careful}", item(with))
        }
        Maneuver::Aim { target: Some(target), with, .. } => format!("Aim {} at {}", item(with), names.of(target)),
        Maneuver::Aim { target: None, hex, with } => format!("Aim {} at hex {}", item(with), cell(hex)),
        Maneuver::Reload(what) if names.is_thrown(who, what) => format!("Draw {}", item(what)),
        Maneuver::Reload(what) => format!("Reload {}", item(what)),
        Maneuver::Attack => "Attack".to_owned(),
        Maneuver::AllOut { strong: false } => "All-Out Attack at +4".to_owned(),
        Maneuver::AllOut { strong: true } => "All-Out Attack with +2 damage".to_owned(),
        Maneuver::WildSwing => "Wild Swing".to_owned(),
        Maneuver::TwoWeapons => "Attack with two weapons".to_owned(),
        Maneuver::Feint => "Feint".to_owned(),
        Maneuver::Charge { target, how } => {
            let how = match how {
                Charge::Attack => "",
                Charge::Strong => " for damage",
                Charge::AttackAndSlam => " with a slam",
                Charge::FeintAndSlam => " with a feint and a slam",
            };
            format!("Charge {}{how}", names.of(target))
        }
        Maneuver::Bash => "Bash with the shield".to_owned(),
        Maneuver::Wait { with, .. } => format!("Wait with {}", item(with)),
        Maneuver::ReadyWeapon { item: what, hand: 1 } => format!("Ready {} in the off hand", item(what)),
        Maneuver::ReadyWeapon { item: what, .. } => format!("Ready {}", item(what)),
        Maneuver::ReadyShield(what) => format!("Ready {}", item(what)),
        Maneuver::Unarmed => "Attack unarmed".to_owned(),
        Maneuver::Slam(target) => format!("Slam into {}", names.of(target)),
        Maneuver::Grapple { target, act } => {
            let target_name = names.of(target);
            match act {
                Grip::Arm { both } => format!("Grab the arm of {target_name}{}", hands(both)),
                Grip::Weapon { item, both } => {
                    format!("Grab the {} of {target_name}{}", names.item(target, item), hands(both))
                }
                Grip::Fall => format!("Force {target_name} to fall"),
                Grip::Take => format!("Take the weapon of {target_name}"),
                Grip::Pin { both } => format!("Pin {target_name}{}", hands(both)),
            }
        }
        Maneuver::Takedown(target) => format!("Take {} down", names.of(target)),
        Maneuver::Tackle(target) => format!("Tackle {}", names.of(target)),
        Maneuver::BreakFree(holder) => format!("Break free of {}", names.of(holder)),
        Maneuver::MultipleDefense => "Defend against many".to_owned(),
        Maneuver::SingleDefense(foe) => format!("Defend against {}", names.of(foe)),
        Maneuver::Brace => "Brace for impact".to_owned(),
        Maneuver::Retreat => "Retreat".to_owned(),
        Maneuver::Move { erratic: Erratic::None } => "Move".to_owned(),
        Maneuver::Move { erratic: Erratic::Swerving } => "Move, swerving".to_owned(),
        Maneuver::Move { erratic: Erratic::Evading } => "Move, evading".to_owned(),
        Maneuver::Position(Posture::Standing) => "Stand up".to_owned(),
        Maneuver::Position(to) => format!("Change position to {}", to.word()),
        Maneuver::Cast { spell, target } => format!("Cast {} on {}", names.spell(who, spell), names.of(target)),
    }
}
