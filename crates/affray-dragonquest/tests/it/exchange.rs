//! Blows with all that follows: stages, throws that hang on a key and what comes last lose no outcome.

use affray_core::referee::{CombatantId, Policy};
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::{Attack, Blow, Choice, From, Kind, Question};
use affray_dragonquest::scene::{Fight, Scene, Setup};
use affray_dragonquest::state::{Flags, State};
use affray_proof::load;
use affray_proof::ways::nothing_is_lost;

const STRIKER: CombatantId = CombatantId(0);
const TARGET: CombatantId = CombatantId(1);

/// Parries, and strikes back in that way.
#[derive(Clone, Copy)]
struct Parries(Kind);

impl Policy<DragonQuest> for Parries {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Parry { who, .. } => Choice::Parry(scene.parrying_arms(who).next()),
            Question::Attack { who, plan } => Choice::Attack(Attack::One(Blow {
                with: plan.with,
                target: scene.foes(who).next().unwrap_or(who),
                kind: self.0,
                modifier: 0,
            })),
            _ => affray_dragonquest::judge::harmless(scene, question),
        }
    }
}

/// A blow between two of these sheets, the second changed so beforehand: how many leaves its walk has.
fn blow(sheets: [&str; 2], kind: Kind, answer: Kind, prepare: impl Fn(&mut State)) -> u64 {
    let [one, other] = sheets;
    let text = format!(
        "ruleset = 'dragonquest'\nbegun = true\n\
        [[combatant]]\nname = 'One'\nsheet = '{one}'\nat = [0, 0]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Other'\nsheet = '{other}'\nat = [1, 0]\nfacing = 'W'\n"
    );
    let (setup, mut start) = load::<DragonQuest>("scene", &text).into_parts();
    prepare(&mut start);
    let with = Scene { setup: &setup, state: &start }.prepared_weapon(STRIKER);
    let blow = Blow { with, target: TARGET, kind, modifier: 0 };
    let name = format!("{sheets:?}, {kind:?}, {answer:?}");
    nothing_is_lost::<DragonQuest, _>(
        &name,
        &start,
        Parries(answer),
        |state, referee| {
            let Ok(()) = Fight { setup: &setup, state, referee }.strike(STRIKER, &blow, From::Melee);
        },
        |state, referee| {
            let Ok(()) = Fight { setup: &setup, state, referee }.last_strike(STRIKER, &blow, From::Melee);
        },
    )
}

fn evades(state: &mut State) {
    state[TARGET].flags.set(Flags::EVADING);
}

#[test]
fn a_blow_with_riposte_has_few_outcomes() {
    let leaves = blow(["aldric", "brakka"], Kind::Plain, Kind::Plain, evades);
    assert!(leaves <= 340, "{leaves}");
}

#[test]
fn whoever_strikes_whomever_nothing_is_lost() {
    for sheets in [["aldric", "hale"], ["ketil", "garm"], ["wolf", "brakka"], ["brakka", "wolf"], ["hale", "elwin"]] {
        blow(sheets, Kind::Plain, Kind::Plain, evades);
    }
    blow(["aldric", "brakka"], Kind::Plain, Kind::Plain, |_| ());
}

#[test]
fn of_whatever_kind_a_blow_is_nothing_is_lost() {
    for (kind, answer) in [(Kind::Trip, Kind::Plain), (Kind::Knockout, Kind::Plain), (Kind::Plain, Kind::Trip)] {
        blow(["aldric", "brakka"], kind, answer, evades);
    }
}

#[test]
fn however_the_target_is_nothing_is_lost() {
    let pair = ["aldric", "brakka"];
    blow(pair, Kind::Plain, Kind::Plain, |state| {
        evades(state);
        state[TARGET].ft = 0;
        state[TARGET].en = 9;
    });
    blow(pair, Kind::Plain, Kind::Plain, |state| state[TARGET].flags.set(Flags::STUNNED));
    blow(pair, Kind::Plain, Kind::Plain, |state| {
        state[TARGET].en = 4;
        state[TARGET].ft = 3;
        state[TARGET].armor_damage = 2;
    });
}
