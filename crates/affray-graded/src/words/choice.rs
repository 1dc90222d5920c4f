//! Questions and answers in words, with the odds of the interesting ones.

use super::{Names, cell, names, time};
use crate::body::location::Location;
use crate::decision::{
    After, Blow, Charge, Choice, Defense, Erratic, Fist, Free, From, Gait, Grip, Maneuver, Medicine, Mode, Posture,
    Question, Step, Watch,
};
use crate::scene::{Scene, Setup};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

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
            format!("{text}: {score} to hit, {percent:.0} % {} PD", if past_pd { "past" } else { "before" })
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

/// A choice in words.
pub(crate) fn choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
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
        Defense::None => "no defense".to_owned(),
        Defense::Parry(with) => format!("parry with {}", names.item(who, with)),
        Defense::Block => "block".to_owned(),
        Defense::Dodge => "dodge".to_owned(),
        Defense::Acrobatic => "dodge acrobatically".to_owned(),
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
        Mode::Crush => format!("strike {target}{at} with {with}"),
        Mode::Cut => format!("cut {target}{at} with {with}"),
        Mode::Impale => format!("thrust at {target}{at} with {with}"),
        Mode::Shoot if names.is_thrown(who, blow.with) => format!("throw {with} at {target}{at}"),
        Mode::Shoot => format!("shoot {target}{at} with {with}"),
        Mode::Bash => format!("bash {target}{at} with {with}"),
        Mode::Punch(skill) => format!("punch {target}{at}{}", fist(skill)),
        Mode::Kick(skill) => format!("kick {target}{at}{}", fist(skill)),
        Mode::Bite => format!("bite {target}{at}"),
    }
}

/// A maneuver in words.
pub(super) fn maneuver(names: Names<'_>, who: CombatantId, maneuver: Maneuver) -> String {
    let item = |item| names.item(who, item);
    let hands = |both: bool| if both { " with both hands" } else { "" };
    match maneuver {
        Maneuver::Nothing => "do nothing".to_owned(),
        Maneuver::Missile { gait: Gait::Step } => "missile attack".to_owned(),
        Maneuver::Missile { gait: Gait::Walk } => "missile attack, walking".to_owned(),
        Maneuver::Missile { gait: Gait::Run } => "missile attack, running".to_owned(),
        Maneuver::RapidFire => "rapid fire".to_owned(),
        Maneuver::PopUp => "pop up and shoot".to_owned(),
        Maneuver::OpportunityFire { watch, per, with } => {
            let careful = if per { ", if recognized" } else { "" };
            let what = match watch {
                Watch::Hex(at) => format!("hex {}", cell(at)),
                Watch::Line(way) => format!("the line to the {}", way.name()),
                _ => "the forward hexes".to_owned(),
            };
            format!("watch {what} with {}{careful}", item(with))
        }
        Maneuver::Aim { target: Some(target), with, .. } => format!("aim {} at {}", item(with), names.of(target)),
        Maneuver::Aim { target: None, hex, with } => format!("aim {} at hex {}", item(with), cell(hex)),
        Maneuver::Reload(what) if names.is_thrown(who, what) => format!("draw {}", item(what)),
        Maneuver::Reload(what) => format!("reload {}", item(what)),
        Maneuver::Attack => "attack".to_owned(),
        Maneuver::AllOut { strong: false } => "all-out attack at +4".to_owned(),
        Maneuver::AllOut { strong: true } => "all-out attack with +2 damage".to_owned(),
        Maneuver::WildSwing => "wild swing".to_owned(),
        Maneuver::TwoWeapons => "attack with two weapons".to_owned(),
        Maneuver::Feint => "feint".to_owned(),
        Maneuver::Charge { target, how } => {
            let how = match how {
                Charge::Attack => "",
                Charge::Strong => " for damage",
                Charge::AttackAndSlam => " with a slam",
                Charge::FeintAndSlam => " with a feint and a slam",
            };
            format!("charge {}{how}", names.of(target))
        }
        Maneuver::Bash => "bash with the shield".to_owned(),
        Maneuver::Wait { with, .. } => format!("wait with {}", item(with)),
        Maneuver::ReadyWeapon { item: what, hand: 1 } => format!("ready {} in the off hand", item(what)),
        Maneuver::ReadyWeapon { item: what, .. } => format!("ready {}", item(what)),
        Maneuver::ReadyShield(what) => format!("ready {}", item(what)),
        Maneuver::Unarmed => "attack unarmed".to_owned(),
        Maneuver::Slam(target) => format!("slam into {}", names.of(target)),
        Maneuver::Grapple { target, act } => {
            let target_name = names.of(target);
            match act {
                Grip::Arm { both } => format!("grab the arm of {target_name}{}", hands(both)),
                Grip::Weapon { item, both } => {
                    format!("grab the {} of {target_name}{}", names.item(target, item), hands(both))
                }
                Grip::Fall => format!("force {target_name} to fall"),
                Grip::Take => format!("take the weapon of {target_name}"),
                Grip::Pin { both } => format!("pin {target_name}{}", hands(both)),
            }
        }
        Maneuver::Takedown(target) => format!("take {} down", names.of(target)),
        Maneuver::Tackle(target) => format!("tackle {}", names.of(target)),
        Maneuver::BreakFree(holder) => format!("break free of {}", names.of(holder)),
        Maneuver::MultipleDefense => "defend against many".to_owned(),
        Maneuver::SingleDefense(foe) => format!("defend against {}", names.of(foe)),
        Maneuver::Brace => "brace for impact".to_owned(),
        Maneuver::Retreat => "retreat".to_owned(),
        Maneuver::Move { erratic: Erratic::None } => "move".to_owned(),
        Maneuver::Move { erratic: Erratic::Swerving } => "move, swerving".to_owned(),
        Maneuver::Move { erratic: Erratic::Evading } => "move, evading".to_owned(),
        Maneuver::Position(Posture::Standing) => "stand up".to_owned(),
        Maneuver::Position(to) => format!("change position to {}", to.word()),
        Maneuver::Cast { spell, target } => format!("cast {} on {}", names.spell(who, spell), names.of(target)),
    }
}
