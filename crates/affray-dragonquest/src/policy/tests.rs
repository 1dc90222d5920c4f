//! Whole fights between tacticians: always legal, always over, and open where they are meant to be.

use super::Tactician;
use super::route::{Aim, Router};
use super::tactics::MELEE;
use crate::DragonQuest;
use crate::content::ENCOUNTERS;
use crate::decision::{Action, Arm, Attack, Blow, Choice, Free, From, Kind, NONE, Plan, Question, Stance, Task};
use crate::files::Scenario;
use crate::movement::zones::distance;
use crate::scene::Scene;
use crate::state::{Flags, Lying};
use affray_files::{Source, no_files};
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Policy};
use affray_sim::Results;

/// Fights so many fights. Whatever the policy answers is judged on the way (a debug assertion of the sampler).
fn fight(name: &str, text: &str, fights: u64) -> Results {
    let loaded = Scenario::read(&Source::new(name, text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut results = Results::default();
    loaded.simulation().uncached().run(7, 0..fights, &mut results);
    results
}

#[test]
fn every_encounter_comes_to_an_end_and_is_open() {
    let mut wrong = String::new();
    for (name, text) in ENCOUNTERS {
        let results = fight(name, text, 100);
        let least = results.wins.iter().min().copied().unwrap_or(0);
        if results.fights < results.at_limit * 25 || 20 * least < results.fights {
            wrong += &format!("{name}: {:?} won, {} at the limit\n", results.wins, results.at_limit);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Two of each kind against two others, on an open field, mounts left out.
fn against(one: &str, other: &str) -> String {
    format!(
        "ruleset = 'dragonquest'\npulse_limit = 1000\n\
        [[combatant]]\nname = 'A'\nside = 'a'\nsheet = '{one}'\nat = [0, 0]\n\
        [[combatant]]\nname = 'B'\nside = 'a'\nsheet = '{one}'\nat = [0, 3]\n\
        [[combatant]]\nname = 'C'\nside = 'c'\nsheet = '{other}'\nat = [12, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'D'\nside = 'c'\nsheet = '{other}'\nat = [11, 3]\nfacing = 'W'\n"
    )
}

#[test]
fn no_fight_of_two_against_two_stalls() {
    for (one, other) in [("aldric", "brakka"), ("hale", "dorn"), ("ketil", "wolf"), ("bear", "garm"), ("elwin", "ogre")]
    {
        let results = fight(one, &against(one, other), 30);
        assert_eq!(results.at_limit, 0, "{one} and {other}");
    }
}

/// The tactician's answer to the first question of an encounter.
fn acts(combatants: &str) -> Choice {
    let text = format!("ruleset = 'dragonquest'\nbegun = true\n{combatants}");
    let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    Tactician::default().decide(loaded.setup(), loaded.start(), &Question::Act { who: CombatantId(0), after: None })
}

fn one(name: &str, side: char, sheet: &str, q: i16, more: &str) -> String {
    format!("[[combatant]]\nname = '{name}'\nside = '{side}'\nsheet = '{sheet}'\nat = [{q}, 0]\n{more}\n")
}

#[test]
fn what_is_of_no_use_is_dropped() {
    let drops = |item| Choice::Free(Free::Drop(crate::sheet::Arm::own(item)));
    let dorn = one("Dorn", 'b', "dorn", 1, "facing = 'W'");
    // A lance without a horse, a broken axe, a bow with a spear at one's throat.
    assert_eq!(acts(&(one("Rolf", 'a', "rolf", 0, "") + &dorn)), drops(0));
    let broken = "state.items.'battle axe'.broken = true";
    assert_eq!(acts(&(one("Brakka", 'a', "brakka", 0, broken) + &dorn)), drops(0));
    assert_eq!(acts(&(one("Cyra", 'a', "cyra", 0, "") + &dorn)), drops(0));
}

/// `DQ-R62` An unarmed figure takes up the best weapon within reach, its own or another's, and strikes with it.
#[test]
fn what_lies_there_is_taken_up() {
    let text = one("Brakka", 'a', "brakka", 0, "state.hands = ['', '']\nstate.items.'battle axe'.away = true")
        + &one("Dorn", 'b', "dorn", 1, "facing = 'W'\nstate.conditions.prone = true")
        + &one("Ketil", 'b', "ketil", -9, "")
        + &one("Elwin", 'b', "elwin", -12, "");
    let text = format!("ruleset = 'dragonquest'\nbegun = true\n{text}");
    let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let (setup, [brakka, _, ketil, elwin]) = (loaded.setup(), [0, 1, 2, 3].map(CombatantId));
    let mut policy = Tactician::default();
    let mut taken_up = |lying: &[CombatantId]| {
        let mut state = loaded.start().clone();
        for &owner in lying {
            state.take_away(owner, 0);
            state.ground.push(Lying { owner, item: 0, at: state[brakka].at });
        }
        let act = policy.decide(setup, &state, &Question::Act { who: brakka, after: None });
        match act {
            Choice::Act(Action::Pass) => policy.decide(setup, &state, &Question::Task { who: brakka, moved: false }),
            other => other,
        }
    };
    let (dagger, sword) = (Arm::of(brakka, elwin, 0), Arm::of(brakka, ketil, 0));
    assert_eq!(taken_up(&[elwin]), Choice::Task(Task::PickUp(dagger)));
    assert_eq!(taken_up(&[elwin, ketil]), Choice::Task(Task::PickUp(sword)));
    let mut state = loaded.start().clone();
    state.give(brakka, sword);
    state[brakka].hands = [sword; 2];
    let act = policy.decide(setup, &state, &Question::Act { who: brakka, after: None });
    assert_eq!(act, Choice::Act(Action::Attack { move_after: false }));
    let attack = policy.decide(setup, &state, &Question::Attack { who: brakka, plan: MELEE });
    assert!(matches!(attack, Choice::Attack(Attack::One(Blow { with, .. })) if with == sword), "{attack:?}");
}

#[test]
fn archers_keep_their_bows() {
    // Aldric stands in the line to Dorn, who is busy with him.
    let scene = one("Cyra", 'a', "cyra", -2, "") + &one("Aldric", 'a', "aldric", 0, "");
    let answer = acts(&(scene + &one("Dorn", 'b', "dorn", 1, "facing = 'W'")));
    assert_eq!(answer, Choice::Act(Action::Move));
}

/// With an archer behind one waits for who has to come, but not for who breathes fire; and one does not come in a row.
#[test]
fn nobody_waits_for_a_dragon() {
    let behind = one("Aldric", 'a', "aldric", 0, "") + &one("Cyra", 'a', "cyra", -2, "");
    assert_eq!(acts(&(behind.clone() + &one("Dorn", 'b', "dorn", 12, "facing = 'W'"))), Choice::Act(Action::Pass));
    let dragon = one("Dragon", 'b', "young-dragon", 12, "facing = 'W'");
    assert_eq!(acts(&(behind.clone() + &dragon)), Choice::Act(Action::Move));
    // Straight ahead of Aldric, between him and the dragon, stands Garm.
    let text = format!("ruleset = 'dragonquest'\nbegun = true\n{behind}{dragon}{}", one("Garm", 'a', "garm", 7, ""));
    let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let scene = Scene { setup: loaded.setup(), state: loaded.start() };
    let (aldric, dragon) = (CombatantId(0), CombatantId(2));
    let way = Router::default().way(scene, aldric, dragon, 5, Aim::Until(3)).unwrap_or_default();
    let end = way.iter().rev().fold(Cell { q: 0, r: 0 }, |at, &side| at.step(side));
    // One hex aside costs one of nearness: 8 in place of 7.
    assert!(end.r != 0 && distance(end, Cell { q: 12, r: 0 }) == 8, "{end:?}");
}

/// Who waits for opponents to come helps a friend whom they have come to, and waits neither for a caster nor for those who
/// cannot come.
#[test]
fn nobody_waits_beside_a_fight() {
    let behind = one("Aldric", 'a', "aldric", 0, "") + &one("Cyra", 'a', "cyra", -2, "");
    let goes = |others: &str| acts(&(behind.clone() + others)) != Choice::Act(Action::Pass);
    let dorn = |more: &str| one("Dorn", 'b', "dorn", 12, &format!("facing = 'W'\n{more}"));
    assert!(!goes(&dorn("")));
    assert!(goes(&(dorn("") + &one("Garm", 'a', "garm", 11, ""))));
    assert!(goes(&(dorn("") + &one("Elwin", 'b', "elwin", 13, "facing = 'W'"))));
    assert!(goes(&dorn("state.conditions.stunned = true")));
}

/// The answers of the first combatant to its first question, in a state that was changed.
fn acts_in(text: &str, change: impl FnOnce(&mut crate::state::State)) -> Vec<Choice> {
    let text = format!("ruleset = 'dragonquest'\nbegun = true\n{text}");
    let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    change(&mut state);
    let (mut policy, who) = (Tactician::default(), CombatantId(0));
    let mut asks = |question| policy.decide(loaded.setup(), &state, &question);
    let act = asks(Question::Act { who, after: None });
    vec![act, asks(Question::Task { who, moved: false })]
}

/// `DQ-108` Garm, at the end of his Fatigue, is no match for a bear, and evades a blow that is still to come in this pulse. The
/// bear, of a higher IV than Garm's 8 + 5 + 1, has struck already, and would let him strike first in the next.
#[test]
fn a_guard_that_ends_before_the_blow_is_not_taken() {
    let text = one("Garm", 'a', "garm", 0, "state.ft = 3") + &one("Bear", 'b', "bear", 1, "facing = 'W'");
    let bear = CombatantId(1);
    assert_eq!(acts_in(&text, |_| {})[0], Choice::Act(Action::Evade));
    let struck = acts_in(&text, |state| state[bear].flags.set(Flags::ACTED));
    assert_eq!(struck[0], Choice::Act(Action::Attack { move_after: false }));
}

/// `DQ-353` Fenn, AG 26, strikes and evades in one pulse.
#[test]
fn the_very_quick_strike_before_they_evade() {
    let text = one("Fenn", 'a', "fenn", 0, "state.ft = 3") + &one("Ogre", 'b', "ogre", 1, "facing = 'W'");
    let text = format!("ruleset = 'dragonquest'\nbegun = true\n{text}");
    let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let (mut policy, who) = (Tactician::default(), CombatantId(0));
    let mut asks = |after| policy.decide(loaded.setup(), loaded.start(), &Question::Act { who, after });
    let attack = Action::Attack { move_after: false };
    assert_eq!(asks(None), Choice::Act(attack));
    assert_eq!(asks(Some(attack.deed())), Choice::Act(Action::Evade));
}

/// `DQ-413` Dorn does not run into the guard of Ketil (Rank 4): he lets him come for a pulse.
#[test]
fn who_evades_is_let_come() {
    let ketil = |more: &str| one("Ketil", 'b', "ketil", 4, &format!("facing = 'W'\n{more}"));
    let dorn = one("Dorn", 'a', "dorn", 0, "");
    let charges = |choice: &Choice| matches!(choice, Choice::Act(Action::Charge { .. }));
    let (who, foe) = (CombatantId(0), CombatantId(1));
    let text = dorn + &ketil("");
    assert!(charges(&acts_in(&text, |_| {})[0]));
    assert_eq!(acts_in(&text, |state| state[foe].flags.set(Flags::EVADING))[0], Choice::Act(Action::Evade));
    let both = |state: &mut crate::state::State| {
        state[foe].flags.set(Flags::EVADING);
        state[who].flags.set(Flags::EVADING);
    };
    assert!(charges(&acts_in(&text, both)[0]));
}

/// A charge at one of three does not go ahead of a friend who is a pulse behind.
#[test]
fn nobody_charges_alone_into_a_company() {
    let foes = one("Dorn", 'b', "dorn", 3, "facing = 'W'")
        + "[[combatant]]\nname = 'Ede'\nside = 'b'\nsheet = 'dorn'\nat = [3, 1]\nfacing = 'W'\n";
    let text = |q| one("Aldric", 'a', "aldric", 0, "") + &foes + &one("Hale", 'a', "hale", q, "");
    let charges = |q| matches!(acts(&text(q)), Choice::Act(Action::Charge { .. }));
    assert!(!charges(-2));
    // One who is far off is not waited for.
    assert!(charges(-9));
}

/// An ogre is worth an arrow more than a rat that is closer.
#[test]
fn archers_shoot_at_whom_they_have_to_fear() {
    let text = String::from("ruleset = 'dragonquest'\nbegun = true\n")
        + &one("Cyra", 'a', "cyra", 0, "")
        + &one("Rat", 'b', "giant rat", 5, "facing = 'W'")
        + "[[combatant]]\nname = 'Ogre'\nside = 'b'\nsheet = 'ogre'\nat = [6, -3]\nfacing = 'W'\n";
    let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let (mut policy, cyra) = (Tactician::default(), CombatantId(0));
    policy.decide(loaded.setup(), loaded.start(), &Question::Act { who: cyra, after: None });
    let plan = Plan { from: From::Fire, only: NONE, with: Arm::NONE };
    let shot = policy.decide(loaded.setup(), loaded.start(), &Question::Attack { who: cyra, plan });
    assert!(matches!(shot, Choice::Attack(Attack::One(Blow { target: CombatantId(2), .. }))), "{shot:?}");
}

/// `DQ-R36` A dropped bow is taken up while nobody is near, a club even by one who strikes hard with his fists, and whom
/// momentum carries on takes up what lies where it stops.
#[test]
fn what_lies_at_ones_feet_is_taken_up() {
    let dorn = |q| one("Dorn", 'b', "dorn", q, "facing = 'W'");
    let dropped = |state: &mut crate::state::State| {
        let who = CombatantId(0);
        let (item, at) = (state[who].hands[0], state[who].at);
        crate::arms::hands::part_with(state, who, item);
        state.ground.push(Lying { owner: who, item: 0, at });
    };
    let (pass, taken) = (Choice::Act(Action::Pass), Choice::Task(Task::PickUp(Arm::own(0))));
    assert_eq!(acts_in(&(one("Cyra", 'a', "cyra", 0, "") + &dorn(9)), dropped), [pass, taken]);
    assert_ne!(acts_in(&(one("Cyra", 'a', "cyra", 0, "") + &dorn(5)), dropped)[1], taken);
    assert_eq!(acts_in(&(one("Ogre", 'a', "ogre", 0, "") + &dorn(1)), dropped), [pass, taken]);
    let text = one("Rolf", 'a', "rolf", 0, "mount = 'Horse'\n") + &one("Horse", 'a', "warhorse", 0, "") + &dorn(9);
    let text = format!("ruleset = 'dragonquest'\nbegun = true\n{text}");
    let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    state[CombatantId(1)].flags.set(Flags::MOMENTUM);
    dropped(&mut state);
    let asked = Question::Task { who: CombatantId(0), moved: false };
    assert_eq!(Tactician::default().decide(loaded.setup(), &state, &asked), taken);
}

/// `DQ-R22` No body is in the way of a spell.
#[test]
fn spells_go_past_those_who_stand_in_the_line() {
    let text = one("Elwin", 'a', "elwin", 0, "")
        + &one("Garm", 'a', "garm", 3, "")
        + &one("Dorn", 'b', "dorn", 9, "facing = 'W'");
    let act = acts_in(&text, |state| state[CombatantId(0)].spell = 0);
    assert_eq!(act[0], Choice::Act(Action::Cast { target: CombatantId(2) }));
}

/// `DQ-226` Nobody wrestles with a warhorse: a 10 on the die leads out of its reach.
#[test]
fn hopeless_wrestlers_break_out() {
    let text = one("Dorn", 'a', "dorn", 0, "state.hands = ['', '']\nstate.conditions.close = true")
        + &one("Horse", 'b', "warhorse", 0, "facing = 'W'\nstate.conditions.close = true")
        + &one("Ede", 'a', "dorn", -2, "");
    assert_eq!(acts(&text), Choice::Act(Action::Withdraw(Stance::Break)));
}

#[test]
fn ponies_keep_away() {
    let answer = acts(&(one("Pony", 'a', "pony", 0, "") + &one("Dorn", 'b', "dorn", 3, "facing = 'W'")));
    assert_eq!(answer, Choice::Act(Action::Move));
}

#[test]
fn no_arrow_goes_where_somebody_lies() {
    let shoots = |lying: &str| {
        let fallen = one("Ketil", 'b', "ketil", 2, &format!("facing = 'W'\n{lying}"));
        let foe = one("Dorn", 'b', "dorn", 12, "facing = 'W'");
        let friend = "[[combatant]]\nname = 'Hale'\nside = 'a'\nsheet = 'hale'\nat = [8, 3]\n";
        acts(&(one("Cyra", 'a', "cyra", 0, "") + friend + &fallen + &foe))
    };
    let fires = |choice: Choice| matches!(choice, Choice::Act(Action::Fire { .. }));
    assert!(fires(shoots("state.conditions.dead = true")));
    // DQ-423: whoever lies unconscious on the line is met by what flies along it.
    let lies = shoots("state.conditions.unconscious = true");
    assert!(!fires(lies), "{lies:?}");
}

#[test]
fn archers_shoot_at_whoever_comes() {
    // The other one is stunned and far off; Ketil can be upon Cyra in a pulse.
    let text = String::from("ruleset = 'dragonquest'\nbegun = true\n")
        + &one("Cyra", 'a', "cyra", 0, "")
        + &one("Ketil", 'b', "ketil", 5, "facing = 'W'")
        + "[[combatant]]\nname = 'Other'\nside = 'b'\nsheet = 'ketil'\nat = [12, 1]\nfacing = 'W'\nstate.conditions.stunned = true\n";
    let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let (mut policy, cyra) = (Tactician::default(), CombatantId(0));
    let act = policy.decide(loaded.setup(), loaded.start(), &Question::Act { who: cyra, after: None });
    assert!(matches!(act, Choice::Act(Action::Fire { .. })), "{act:?}");
    let plan = Plan { from: From::Fire, only: NONE, with: Arm::NONE };
    let shot = policy.decide(loaded.setup(), loaded.start(), &Question::Attack { who: cyra, plan });
    assert!(matches!(shot, Choice::Attack(Attack::One(Blow { target: CombatantId(1), .. }))), "{shot:?}");
}

/// Nobody can catch one, so that it would keep away for ever.
#[test]
fn a_pony_that_is_left_alone_leaves_the_map() {
    let text = "ruleset = 'dragonquest'\nbegun = true\npulse_limit = 60\n[map]\nlayout = 'hex'\nwidth = 14\nheight = 10\n\
        [[combatant]]\nname = 'Pony'\nside = 'a'\nsheet = 'pony'\nat = [3, 4]\n\
        [[combatant]]\nname = 'Garm'\nside = 'b'\nsheet = 'garm'\nat = [9, 4]\nfacing = 'W'\n";
    let results = fight("pony", text, 20);
    assert_eq!((results.at_limit, &results.wins[..]), (0, &[0, 20][..]));
}

#[test]
fn riders_wait_for_their_mounts() {
    // He cannot charge, nor ride away; what entangles the horse he can take off.
    let act_and_task_of = |condition: &str, rolf: &str| {
        let horse = format!("[combatant.state]\nconditions.{condition} = true\n");
        let text = one("Rolf", 'a', "rolf", 0, &format!("mount = 'Horse'\n{rolf}"))
            + &one("Horse", 'a', "warhorse", 0, &horse)
            + &one("Dorn", 'b', "dorn", 9, "facing = 'W'\n");
        let text = format!("ruleset = 'dragonquest'\nbegun = true\n{text}");
        let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
        let (mut policy, rolf) = (Tactician::default(), CombatantId(0));
        let mut asks = |question| policy.decide(loaded.setup(), loaded.start(), &question);
        (asks(Question::Act { who: rolf, after: None }), asks(Question::Task { who: rolf, moved: false }))
    };
    let act_and_task = |condition| act_and_task_of(condition, "");
    let pass = Choice::Act(Action::Pass);
    assert_eq!(act_and_task("lose-action"), (pass, Choice::Task(Task::Nothing)));
    assert_eq!(act_and_task("entangled"), (pass, Choice::Task(Task::Disentangle)));
    // DQ-R36: the pulse goes to his wounds, and to a spear in him, unless taking it out (D10 - 2) could fell him (DQ-518).
    let waits = |rolf: &str| act_and_task_of("lose-action", rolf).1;
    assert_eq!(waits("state.bleeding = 2"), Choice::Task(Task::Bandage(CombatantId(0))));
    let stuck = "state.stuck = [{ owner = 'Dorn', item = 'spear' }]\n";
    let taken_out = Choice::Task(Task::Remove { from: CombatantId(0), owner: CombatantId(2), item: 0 });
    assert_eq!(waits(stuck), taken_out);
    assert_eq!(waits(&format!("{stuck}state.ft = 0\nstate.en = 12")), taken_out);
    assert_eq!(waits(&format!("{stuck}state.ft = 0\nstate.en = 11")), Choice::Task(Task::Nothing));
}

/// `DQ-443` Cyra, who should take her opponents alive, has 40 + 18 + 4 - 23 less 15 % to knock Hale out, and where he evades
/// (`DQ-R12`) 39 - 20 less 15: that is no chance to try it.
#[test]
fn nobody_is_knocked_out_by_chance() {
    let kind = |evading: bool| {
        let text = format!(
            "ruleset = 'dragonquest'\nbegun = true\n[[side]]\nname = 'a'\nspares = true\n[[side]]\nname = 'b'\n{}{}",
            one("Cyra", 'a', "cyra", 0, "state.hands = ['dagger', '']"),
            one("Hale", 'b', "hale", 1, &format!("facing = 'W'\nstate.conditions.evading = {evading}"))
        );
        let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
        let scene = Scene { setup: loaded.setup(), state: loaded.start() };
        let chance = super::odds::chance(scene, CombatantId(0), Arm::own(1), CombatantId(1), From::Melee);
        let attack = Tactician::default().decide(
            loaded.setup(),
            loaded.start(),
            &Question::Attack { who: CombatantId(0), plan: MELEE },
        );
        let Choice::Attack(Attack::One(blow)) = attack else { panic!("{attack:?}") };
        (chance, blow.kind)
    };
    assert_eq!(kind(false), (39, Kind::Knockout));
    assert_eq!(kind(true), (19, Kind::Plain));
}

/// `DQ-R12` Without the use of his arms Hale cannot strike at Dorn, who stands ahead of him: he evades.
#[test]
fn who_cannot_strike_is_on_guard() {
    let hurt = "state.hands = ['', '']\nstate.injuries = { weapon-arm = true, shield-arm = true }";
    let answer = acts(&(one("Hale", 'a', "hale", 0, hurt) + &one("Dorn", 'b', "dorn", 1, "facing = 'W'")));
    assert_eq!(answer, Choice::Act(Action::Evade));
}

/// `DQ-309` Whoever is made to charge ends the charge with the face to the one beside him, not to the two who are farther off.
#[test]
fn a_charge_ends_with_the_face_to_its_target() {
    let at = |name: &str, q: i16, r: i16| {
        format!("[[combatant]]\nname = '{name}'\nside = 'b'\nsheet = 'dorn'\nat = [{q}, {r}]\nfacing = 'W'\n")
    };
    let text =
        one("Aldric", 'a', "aldric", 0, "facing = 'E'") + &at("One", -1, 0) + &at("Two", 1, 0) + &at("Three", 1, -1);
    let text = format!("ruleset = 'dragonquest'\nbegun = true\n{text}");
    let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let who = CombatantId(0);
    let turn = |rule| {
        let mut walk = crate::decision::Walk::begin(crate::decision::Gait::Free, rule, 2, Cell { q: 0, r: 0 }, true);
        walk.stopped = true;
        Tactician::default().decide(loaded.setup(), loaded.start(), &Question::Walk { who, walk })
    };
    let west = Choice::Step(crate::decision::Step::Turn(affray_grid::Facing::hex(3)));
    assert_ne!(turn(rule!("DQ-211")), west);
    assert_eq!(turn(rule!("DQ-309")), west);
}

/// `DQ-310` `DQ-R06` Six hexes lead Rolf past Dorn, 8 movement points with two of difficult ground among them, all that the warhorse
/// has: then he charges. With a third they would be 9.
#[test]
fn a_rider_charges_no_farther_than_the_ground_lets_him() {
    let charges = |rough: &str| {
        let map = format!("map = {{ open = true, area = [{{ cells = [{rough}], cost = 1 }}] }}\n");
        let text = map
            + &one("Rolf", 'a', "rolf", 0, "mount = 'Horse'\n")
            + &one("Horse", 'a', "warhorse", 0, "")
            + "[[combatant]]\nname = 'Dorn'\nside = 'b'\nsheet = 'dorn'\nat = [7, -1]\nfacing = 'W'\n";
        matches!(acts(&text), Choice::Act(Action::Charge { .. }))
    };
    assert!(charges("[3, 0], [4, 0]"));
    assert!(!charges("[2, 0], [3, 0], [4, 0]"));
}

#[test]
fn charges_at_riders_end_beside_the_horse() {
    // Straight ahead of it no sword reaches him (DQ-726).
    let horse = "facing = 'W'\n";
    let text = one("Aldric", 'a', "aldric", 0, "")
        + &one("Horse", 'b', "riding horse", 3, horse)
        + &one("Rolf", 'b', "rolf", 3, "mount = 'Horse'\nfacing = 'W'");
    let text = format!("ruleset = 'dragonquest'\nbegun = true\n{text}");
    let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let scene = Scene { setup: loaded.setup(), state: loaded.start() };
    let ends = |long| {
        let way = Router::default().way(scene, CombatantId(0), CombatantId(2), 3, Aim::Strike { long });
        way.unwrap_or_default().iter().rev().fold(Cell { q: 0, r: 0 }, |at, &side| at.step(side))
    };
    assert_ne!(ends(false), Cell { q: 2, r: 0 });
    assert_eq!(distance(ends(false), Cell { q: 3, r: 0 }), 1);
    assert_eq!(distance(ends(true), Cell { q: 3, r: 0 }), 1);
}

/// See [`affray_conformance::watch`].
#[test]
fn watch() {
    affray_conformance::watch::<DragonQuest>();
}

/// A broken side runs for the edge of the map; a side that spares takes its opponents alive.
#[test]
fn morale_and_mercy() {
    let text = |keys: &str| {
        let mut text = String::from("ruleset = 'dragonquest'\n[map]\nrows = [\n");
        for _ in 0..12 {
            text += "\"................\",\n";
        }
        text += &format!("]\n[[side]]\nname = 'a'\n{keys}\n[[side]]\nname = 'b'\n");
        for (at, (side, sheet, q, r)) in
            [("a", "garm", 1, 3), ("a", "dorn", 0, 5), ("b", "ketil", 10, 3), ("b", "aldric", 9, 5)]
                .into_iter()
                .enumerate()
        {
            text += &format!(
                "[[combatant]]\nname = 'N{at}'\nside = '{side}'\nsheet = '{sheet}'\nat = [{q}, {r}]\nfacing = '{}'\n",
                if side == "a" { "E" } else { "W" }
            );
        }
        text
    };
    let fled = |results: &Results| results.fates.iter().map(|fate| fate.fled).sum::<u64>();
    let brave = fight("brave", &text(""), 60);
    let broken = fight("broken", &text("morale = 50"), 60);
    assert_eq!(fled(&brave), 0);
    assert!(fled(&broken) > 5, "{} fled", fled(&broken));
    let merciful = fight("merciful", &text("spares = true"), 60);
    let dead = |results: &Results| results.fates[2].dead + results.fates[3].dead;
    assert!(4 * dead(&merciful) <= dead(&brave), "{} dead, else {}", dead(&merciful), dead(&brave));
}
