//! Questions and answers in words, with the odds of the interesting ones.

use super::event::{aimed, defense, hand_name, maneuver, posture};
use super::{Names, cell, count, names};
use crate::body::location::strays_to_torso;
use crate::check::{Grade, grade};
use crate::decision::{
    Advance, After, Attack, AttackPlan, Choice, Defense, DefenseKind, Free, IncomingAttack, Maneuver, Question, Strike,
};
use crate::policy::Tactician;
use crate::scene::{Scene, Setup};
use crate::sheet::ItemId;
use crate::state::DefenseFocus;
use affray_3d6::chance::mean;
use affray_files::value::Variants as _;
use affray_grid::Arc;
use affray_kernel::referee::{CombatantId, Policy as _};
use affray_kernel::tally::{Sum, Tally};
use affray_session::choices;
use serde_json::{Value, json};

/// A question put to a person, in one line.
pub fn prompt(scene: Scene<'_>, question: &Question) -> String {
    let names = names(scene);
    let who = names.of(question.who());
    match *question {
        Question::Begin { .. } => format!("{who} has to roll to stay conscious in order to act. Act, or do nothing?"),
        Question::Free { .. } => format!("{who}: free actions before the maneuver?"),
        Question::Maneuver { .. } => format!("{who}: which maneuver?"),
        Question::Step { after: false, .. } => format!("{who}: a Step before the action?"),
        Question::Step { after: true, .. } => format!("{who}: a Step after the action?"),
        Question::Advance { path, .. } => {
            let left = f64::from(path.budget - path.spent) / 2.0;
            format!("{who}: where to? Movement points left: {left}.")
        }
        Question::Finish { .. } => format!("{who}: facing at the end of the turn?"),
        Question::Attack { plan, .. } => {
            let more = if plan.more != 0 { " (one more comes after it)" } else { "" };
            let rapid = if plan.rapid { " (Rapid Strike)" } else { "" };
            format!("{who}: which attack?{rapid}{more}")
        }
        Question::Feint { .. } => format!("{who}: feint at whom?"),
        Question::ResistEvade { by, .. } => format!("{who}: {} wants to pass. Stand in the way?", names.of(by)),
        Question::React { to, .. } => format!("{who} waited for this of {}. Act on it?", names.of(to)),
        Question::Defend { attack, failed, .. } => {
            let again = if failed.is_some() { " The first defense failed." } else { "" };
            format!("{who}: {} would hit{}.{again} Which defense?", names.of(attack.by), incoming(&attack))
        }
        Question::Dive { center, .. } => format!("{who}: it is about to burst at {}. Dive for cover?", cell(center)),
        Question::Keep { .. } => format!("{who} is distracted. Roll to keep the spell, or let it go?"),
        Question::ResistSpell { by, .. } => format!("{who}: resist {}'s spell?", names.of(by)),
        Question::Maintain { who: caster, spell, on } => {
            format!("{who}: pay to maintain {} on {}?", names.spell(caster, spell), names.of(on))
        }
        Question::Fall { victim, .. } => format!("{who}: on which side does {} lie?", names.of(victim)),
        Question::After { minutes: 0, .. } => "After the battle: what next?".to_owned(),
        Question::After { minutes, .. } => format!("{} after the battle: what next?", count(minutes.into(), "minute")),
    }
}

fn incoming(attack: &IncomingAttack) -> String {
    let mut text = match attack.arc {
        Arc::Front => String::new(),
        Arc::Left => " from the left".to_owned(),
        Arc::Right => " from the right".to_owned(),
        Arc::Rear => " from behind".to_owned(),
    };
    if attack.deceptive != 0 {
        text += &format!(", deceptively (-{})", attack.deceptive);
    }
    if attack.feint != 0 {
        text += &format!(", after a feint (-{})", attack.feint);
    }
    text
}

/// A choice as it is shown to the person that makes it, with its odds where they are of interest.
pub fn label(scene: Scene<'_>, question: &Question, choice: &Choice) -> String {
    let all = names(scene);
    let who = question.who();
    let text = match choice {
        Choice::Defend(one) => {
            let hands = &scene.fighter(who).hands;
            let item = match one.kind {
                DefenseKind::Parry { hand } => hands.get(hand as usize).copied().unwrap_or(ItemId::NONE),
                _ => ItemId::NONE,
            };
            defend(all, who, one, item)
        }
        choice => super::choice(scene.setup, who, choice),
    };
    match (question, choice) {
        // DF-R72
        (Question::Attack { .. }, Choice::Attack(Attack::Assist(whom))) => {
            let helpers = scene.state.fighters.iter().filter(|fighter| fighter.assists == whom.0).count();
            format!("{text}: {} so far; a takedown counts 1, a pin 2", count(helpers as i64, "helper"))
        }
        (Question::Attack { plan, .. }, Choice::Attack(attack)) => match attack_odds(scene, who, plan, attack) {
            Some(odds) => match self::chance(scene, question, choice) {
                Some(through) => {
                    let first = if matches!(attack, Attack::Strike(_)) { "" } else { "the first " };
                    format!("{text}: {odds}; {first}{:.0} % to get through", 100.0 * through)
                }
                None => format!("{text}: {odds}"),
            },
            None => text,
        },
        (Question::Defend { attack, .. }, Choice::Defend(defense)) => match defense_odds(scene, who, attack, defense) {
            Some(odds) => format!("{text}: {odds}"),
            None => text,
        },
        (Question::Feint { .. }, Choice::Feint(feint)) if feint.target != who => {
            let score = scene.feint_score::<Sum>(who, i32::from(feint.situational)).total();
            format!("{text}: score {score}, in a contest")
        }
        (Question::Free { .. }, Choice::Free(Free::Drop(hand))) => {
            let item = scene.fighter(who).hands.get(*hand as usize).copied().unwrap_or(ItemId::NONE);
            if item == ItemId::NONE { text } else { format!("{text}: {}", all.the_item(who, item)) }
        }
        (Question::Step { .. }, Choice::Step(Some(step))) => match step.hex {
            Some(side) => format!("{text} (to {})", cell(scene.fighter(who).at.step(side))),
            None => text,
        },
        (
            Question::Advance { .. },
            Choice::Advance(Advance::Forward { side, close } | Advance::Sidestep { side, close }),
        ) => {
            let to = scene.fighter(who).at.step(*side);
            let passes = !close && scene.has_foe(to, who);
            format!("{text}{} (to {})", if passes { ", to go on through the hex of a foe" } else { "" }, cell(to))
        }
        _ => text,
    }
}

/// The chance that a strike gets through, the first of two, if its target defends as the program would.
pub(crate) fn chance(scene: Scene<'_>, question: &Question, choice: &Choice) -> Option<f64> {
    let (Question::Attack { who, plan, .. }, Choice::Attack(attack)) = (question, choice) else { return None };
    let (strike, plan, dual) = match attack {
        Attack::Strike(one) => (one, *plan, None),
        Attack::Rapid(one) => (one, AttackPlan { rapid: true, ..*plan }, None),
        Attack::Dual(one, other) => (one, *plan, Some(one.target == other.target)),
        _ => return None,
    };
    let geometry = scene.attack_geometry(*who, strike.target);
    let score = scene.attack_score::<Sum>(*who, strike, &plan, dual.is_some(), &geometry).total();
    let incoming = scene.incoming(*who, strike, dual == Some(true), &geometry);
    let stopped = if strike.unseen { 0.0 } else { stopped(scene, strike.target, &incoming) };
    let strays = strays_to_torso(strike.aim);
    Some(mean(|roll| match grade(score, roll) {
        Grade::CriticalSuccess => 1.0,
        Grade::Success => 1.0 - stopped,
        // DF-R28
        Grade::Failure if strays && roll == score + 1 => 1.0 - stopped,
        Grade::Failure | Grade::CriticalFailure => 0.0,
    }))
}

/// The chance that an attack which hits is stopped, if its target defends as the program would.
fn stopped(scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack) -> f64 {
    if scene.can_defend(who, attack).is_err() {
        return 0.0;
    }
    let (mut policy, mut failed, mut open) = (Tactician::default(), None, 1.0);
    let tries = if scene.fighter(who).focus == DefenseFocus::Double { 2 } else { 1 };
    for _ in 0..tries {
        let question = Question::Defend { who, attack: *attack, failed };
        let Choice::Defend(defense) = policy.decide(scene.setup, scene.state, &question) else { break };
        open *= 1.0 - works(scene, who, attack, &defense);
        failed = Some(defense.kind);
    }
    1.0 - open
}

/// The chance that a defense works.
fn works(scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack, defense: &Defense) -> f64 {
    let Some(score) = defense_target(scene, who, attack, defense) else { return 0.0 };
    let made = |score: i32| super::chance(score) / 100.0;
    if !defense.acrobatic {
        return made(score);
    }
    let tumbles = made(scene.acrobatics_score::<Sum>(who).total());
    tumbles * made(score + 2) + (1.0 - tumbles) * made(score - 2)
}

fn percent(score: i32) -> String {
    format!("{:.0} %", super::chance(score))
}

fn attack_odds(scene: Scene<'_>, who: CombatantId, plan: &AttackPlan, attack: &Attack) -> Option<String> {
    let hit = |score: i32| format!("{} to hit (skill {score})", percent(score));
    let strike = |strike: &Strike, plan: &AttackPlan, dual: bool| {
        let geometry = scene.attack_geometry(who, strike.target);
        let to_hit = hit(scene.attack_score::<Sum>(who, strike, plan, dual, &geometry).total());
        match (scene.strike_damage(who, strike.mode, plan), scene.mode(who, strike.mode)) {
            (Some(damage), Some(mode)) => format!("{to_hit}, {damage} {}", mode.damage_type.name()),
            _ => to_hit,
        }
    };
    Some(match attack {
        Attack::Strike(one) => strike(one, plan, false),
        Attack::Rapid(one) => strike(one, &AttackPlan { rapid: true, ..*plan }, false),
        Attack::Dual(one, other) => format!("{}; {}", strike(one, plan, true), strike(other, plan, true)),
        Attack::Shove(with) => hit(scene.shove_score::<Sum>(who, with, plan).total()),
        Attack::Slam(with) => hit(scene.slam_score::<Sum>(who, with, plan).total()),
        Attack::Grab(with, part) => hit(scene.grab_score::<Sum>(who, with, Some(*part), plan).total()),
        Attack::GrabItem(with, _) => hit(scene.grab_score::<Sum>(who, with, None, plan).total()),
        _ => return None,
    })
}

/// The score of a defense, before the roll for an Acrobatic Dodge; nothing for no defense.
fn defense_target(scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack, defense: &Defense) -> Option<i32> {
    Some(match defense.kind {
        DefenseKind::None => return None,
        DefenseKind::Spell { spell } => {
            scene.blocking_spell_score::<Sum>(who, spell, attack, i32::from(defense.situational)).total()
        }
        _ => scene.defense_score::<Sum>(&scene.defender(who, attack), attack, defense).total(),
    })
}

fn defense_odds(scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack, defense: &Defense) -> Option<String> {
    let score = defense_target(scene, who, attack, defense)?;
    Some(if defense.acrobatic {
        // DF-269: +2 or -2 by a roll that comes first.
        format!("{} (score {}) or {} (score {})", percent(score + 2), score + 2, percent(score - 2), score - 2)
    } else {
        format!("{} (score {score})", percent(score))
    })
}

/// A choice in words, without odds.
pub(crate) fn choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
    let names = Names(setup);
    match choice {
        Choice::Begin(true) => "Act".to_owned(),
        Choice::Begin(false) => "Do nothing".to_owned(),
        Choice::ResistEvade(yes)
        | Choice::React(yes)
        | Choice::Keep(yes)
        | Choice::Resist(yes)
        | Choice::Maintain(yes) => if *yes { "Yes" } else { "No" }.to_owned(),
        Choice::Free(free) => match *free {
            Free::Done => "No more free actions".to_owned(),
            Free::Drop(hand) => format!("Drop what {} holds", hand_name(hand)),
            Free::Release(foe) => format!("Let go of {}", names.of(foe)),
            Free::Rise => "Leave the crouch".to_owned(),
            Free::Crouch => "Crouch".to_owned(),
            Free::Leave => "Leave the fight".to_owned(),
            Free::FastDraw { item, hand } => {
                format!("Fast-Draw {} into {}", names.the_item(who, item), hand_name(hand))
            }
            Free::CancelCasting => "Give up the spell that is being cast".to_owned(),
            Free::Dissipate { hand } => format!("Dissipate the spell in {}", hand_name(hand)),
        },
        Choice::Maneuver(what) => maneuver(names, who, what),
        Choice::Step(None) => "No Step".to_owned(),
        Choice::Step(Some(step)) => {
            let mut parts = Vec::new();
            parts.extend(step.hex.map(|side| format!("Step {}", side.name())));
            parts.extend(step.posture.map(|to| format!("Step: {}", posture(to))));
            if parts.is_empty() {
                return format!("Turn to face {}", step.facing.name());
            }
            format!("{}, facing {}", parts.join(", "), step.facing.name())
        }
        Choice::Advance(advance) => match *advance {
            Advance::Forward { side, close } => format!("Forward {}{}", side.name(), stay(close)),
            Advance::Sidestep { side, close } => format!("Sideways or back {}{}", side.name(), stay(close)),
            Advance::Turn { to } => format!("Turn to face {}", to.name()),
            Advance::Attack => "Attack now".to_owned(),
            Advance::Stop => "Stop here".to_owned(),
        },
        Choice::Finish(finish) => {
            let crouch = if finish.crouch { ", crouching" } else { "" };
            format!("Face {}{crouch}", finish.facing.name())
        }
        Choice::Attack(attack) => self::attack(names, who, attack),
        Choice::Feint(feint) if feint.target == who => "No feint".to_owned(),
        Choice::Feint(feint) => {
            let armed = feint.item != ItemId::NONE;
            let with = if armed { format!(" with {}", names.the_item(who, feint.item)) } else { String::new() };
            format!("Feint at {}{with}", names.of(feint.target))
        }
        Choice::Defend(defend) => self::defend(names, who, defend, ItemId::NONE),
        Choice::Dive(None) => "No dive".to_owned(),
        Choice::Dive(Some(to)) => format!("Dive to {}", cell(*to)),
        Choice::Fall(side) => format!("To the side {}", side.name()),
        Choice::After(After::Over) => "It is over".to_owned(),
        Choice::After(After::FirstAid { healer, patient }) => {
            format!("{} gives {} first aid", names.of(*healer), names.of(*patient))
        }
        Choice::After(After::Stabilize { healer, patient }) => {
            format!("{} tries to stabilize {}", names.of(*healer), names.of(*patient))
        }
        Choice::After(After::Rest { minutes }) => format!("All rest for {}", count((*minutes).into(), "minute")),
        Choice::After(After::PassTime { minutes }) => format!("Let {} pass", count((*minutes).into(), "minute")),
    }
}

/// A defense with its options; `item` is what parries, where that is known.
fn defend(names: Names<'_>, who: CombatantId, defend: &Defense, item: ItemId) -> String {
    let mut text = match defend.kind {
        DefenseKind::None => "No defense".to_owned(),
        kind => {
            let kind = defense(names, who, kind, item);
            kind[..1].to_uppercase() + &kind[1..]
        }
    };
    if let Some(side) = defend.retreat {
        text += &format!(", retreating {}", side.name());
    }
    if defend.acrobatic {
        text += ", acrobatically";
    }
    if defend.drop {
        text += ", dropping";
    }
    text + &situational(defend.situational)
}

fn stay(close: bool) -> &'static str {
    if close { ", to stay in the hex of a foe" } else { "" }
}

fn situational(modifier: i8) -> String {
    if modifier == 0 { String::new() } else { format!(", {modifier:+} by the game master") }
}

fn attack(names: Names<'_>, who: CombatantId, attack: &Attack) -> String {
    let strike = |strike: &Strike| {
        let (it, whose) = aimed(names, strike.target, strike.aim);
        let mut text = format!("{whose}{it} with {}", names.mode(who, strike.mode));
        if strike.deceptive != 0 {
            text += &format!(", deceptive {}", strike.deceptive);
        }
        text + &situational(strike.situational)
    };
    let at = |target: CombatantId| names.of(target);
    match attack {
        Attack::Forgo => "No attack".to_owned(),
        Attack::Strike(one) => format!("Attack {}", strike(one)),
        Attack::Rapid(one) => format!("Rapid Strike, first {}", strike(one)),
        Attack::Dual(one, other) => format!("Dual-Weapon Attack: {} and {}", strike(one), strike(other)),
        Attack::Shove(with) => format!("Shove {}", at(with.target)),
        Attack::Slam(with) => format!("Slam into {}", at(with.target)),
        Attack::Grab(with, part) => format!("Grab {}'s {}", at(with.target), part.in_words()),
        Attack::GrabItem(with, item) => format!("Grab {}", names.whose_item(with.target, *item)),
        Attack::Takedown(with) => format!("Throw {} down", at(with.target)),
        Attack::Pin(with) => format!("Pin {}", at(with.target)),
        Attack::Strangle(with) => format!("Strangle {}", at(with.target)),
        Attack::Wrest(with) => format!("Take the grabbed item from {}", at(with.target)),
        Attack::ForceDrop(with) => format!("Make {} drop what the grabbed hand holds", at(with.target)),
        Attack::BreakFree(with) => format!("Break free of {}", at(with.target)),
        Attack::Assist(friend) => format!("Help {}", at(*friend)),
    }
}

/// Words as an entry of a declaration: `no` where that answers, a maneuver with what belongs to it.
pub(crate) fn entry(question: &Question, words: &str) -> Value {
    let words = words.trim();
    let no = matches!(words.to_ascii_lowercase().as_str(), "none" | "no" | "done" | "forgo" | "stay here");
    let idle = matches!(words.to_ascii_lowercase().as_str(), "do-nothing" | "do nothing" | "nothing");
    match question {
        Question::Maneuver { .. } if idle => Value::from("do-nothing"),
        Question::Maneuver { .. } => maneuver_words(words),
        Question::Begin { .. } if idle => Value::from(false),
        Question::Begin { .. } if words.eq_ignore_ascii_case("act") => Value::from(true),
        Question::Finish { .. } if no => json!({}),
        Question::Finish { .. } if !words.starts_with('{') => json!({ "facing": choices::entry(words) }),
        _ if !no => choices::entry(words),
        Question::Free { .. } => Value::from("done"),
        Question::After { .. } => Value::from("over"),
        Question::Advance { .. } => Value::from("stop"),
        Question::Step { .. }
        | Question::Attack { .. }
        | Question::Feint { .. }
        | Question::Defend { .. }
        | Question::Dive { .. } => Value::from("none"),
        _ => Value::from(false),
    }
}

/// The maneuvers as they can be typed.
pub(crate) const MANEUVERS: &str = "`attack`, `all-out-attack determined`, `all-out-defense parry`, `move-and-attack`, `move`, \
     `feint`, `aim { target = \"Orc\", with = \"longbow\" }`, `change-posture kneeling`, `concentrate { spell = \"…\" }`, \
     `ready { draw = { item = \"…\" } }`, `wait { for = \"comes-into-reach\" }` or `do-nothing`";

/// A maneuver and what belongs to it, `aim { target = "Orc" }`, as a table.
fn maneuver_words(words: &str) -> Value {
    let (name, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let rest = rest.trim().trim_start_matches('(').trim_end_matches(')');
    let keys = Maneuver::TAGGED.iter().find(|(known, _)| *known == name);
    let Some(key) = keys.and_then(|(_, keys)| keys.first()) else { return choices::entry(words) };
    if rest.is_empty() {
        return choices::entry(words);
    }
    json!({ "maneuver": name, *key: choices::entry(rest) })
}
