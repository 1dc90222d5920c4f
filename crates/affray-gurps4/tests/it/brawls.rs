//! Fights in which anything happens, and fights by policies.

use affray_conformance::{load, play, random};
use affray_gurps4::Gurps4;
use affray_gurps4::decision::Question;
use affray_gurps4::event::Event;
use affray_gurps4::files::Scenario;
use affray_gurps4::policy::Tactician;
use affray_gurps4::sheet::ItemId;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{Live, Record, Tape};
use affray_kernel::turns::TurnRules as _;
use affray_session::catalog::DynRules as _;

/// Movement goes on for ever in the hands of chance: its first option is the end.
fn rarely(question: &Question) -> bool {
    matches!(question, Question::Advance { .. })
}

#[test]
fn anything_that_is_listed_can_be_done() {
    for (name, text) in Gurps4.encounters() {
        play::anything_that_is_listed_can_be_done::<Gurps4>(&load(name, text), 0..6, 150, 2000, rarely);
    }
}

#[test]
fn fights_end() {
    for (name, text) in Gurps4.encounters() {
        play::fights_end::<Gurps4>(name, &load(name, text), 12, 10);
    }
}

#[test]
fn the_cache_changes_no_fight() {
    for (name, text) in Gurps4.encounters() {
        play::the_cache_changes_no_fight::<Gurps4>(name, &load(name, text), 12);
    }
}

/// What is recorded of a fight of opponents.
fn fought(encounter: &Scenario, number: u64) -> Vec<Record<Gurps4>> {
    let (setup, mut state) = (encounter.setup(), encounter.start().clone());
    let mut tape = Tape::<Gurps4, _>::new(&[], Live { stream: Stream::new(5, number), policy: Tactician::default() });
    while Gurps4::ending(setup, &state).is_none() {
        if let Err(stop) = Gurps4::next_turn(setup, &mut state, &mut tape) {
            panic!("fight {number}: {stop:?}");
        }
    }
    tape.records
}

/// `G4-R65` Two who have lost their own weapons, and a club and a rapier between them.
#[test]
fn the_unarmed_fight_on_with_what_lies_there() {
    let text = "ruleset = 'gurps4'\n\
        [[combatant]]\nname = 'Ana'\nside = 'a'\nsheet = 'ana'\nat = [0, 0]\nfacing = 'E'\n\
        state = { hands = ['', 'shield'], items = { broadsword = { away = true } } }\n\
        [[combatant]]\nname = 'Bor'\nside = 'b'\nsheet = 'bor'\nat = [2, 0]\nfacing = 'W'\n\
        state = { hands = ['', ''], items = { axe = { away = true } } }\n\
        [[combatant]]\nname = 'Ork'\nside = 'a'\nsheet = 'ork'\nat = [-3, 0]\n\
        state = { conditions = { unconscious = true } }\n\
        [[combatant]]\nname = 'Dov'\nside = 'b'\nsheet = 'dov'\nat = [5, 0]\n\
        state = { conditions = { unconscious = true } }\n\
        [[ground]]\nowner = 'Ork'\nitem = 'club'\nat = [0, 0]\n[[ground]]\nowner = 'Dov'\nitem = 'rapier'\nat = [2, 0]\n";
    let loaded = load::<Gurps4>("dropped", text);
    let (mut found, mut blows) = (0, 0);
    for number in 0..20 {
        for record in &fought(&loaded, number) {
            match record {
                Record::Event(Event::PicksUp { item, .. }) => found += usize::from(item.is_anothers()),
                Record::Event(Event::Attacks { strike, .. }) => blows += usize::from(ItemId(strike.mode).is_anothers()),
                _ => {}
            }
        }
    }
    assert!(found >= 40 && blows >= found, "{found} found, {blows} blows with them");
}

/// `G4-R69` A ledge of three yards, with a slope on its other side: opponents go round to each other, and the fight ends.
#[test]
fn heights_are_gone_round() {
    let text = "ruleset = 'gurps4'\nround_limit = 60\n[map]\n\
        rows = ['. . . . . . . .', '. . . H H . . .', '. . . H H . . .', '. . . t . . . .', '. . . s . . . .']\n\
        legend = { s = { elevation = 1 }, t = { elevation = 2 }, H = { elevation = 3 } }\n\
        [[combatant]]\nname = 'Ana'\nside = 'a'\nsheet = 'ana'\nat = [2, 1]\nfacing = 'E'\n\
        [[combatant]]\nname = 'Ork'\nside = 'b'\nsheet = 'ork'\nat = [3, 1]\nfacing = 'W'\n";
    let at_limit = (0..12).filter(|&seed| random::fight::<Gurps4>("a ledge", text, seed, |_, _, _| {})).count();
    assert_eq!(at_limit, 0, "fights on a ledge end");
}

/// `G4-R69` An ork on a pillar, whom nobody reaches: he is shot at, and who has no bow goes for the other ork.
#[test]
fn foes_out_of_reach_are_shot_at_or_given_up() {
    let scene = |sheet: &str| {
        let text = format!(
            "ruleset = 'gurps4'\nround_limit = 100\n[map]\nwidth = 14\nheight = 4\n\
            [[map.area]]\ncells = [[3, 1]]\nelevation = 10\n\
            [[combatant]]\nname = 'Hero'\nside = 'a'\nsheet = '{sheet}'\nat = [2, 1]\nfacing = 'E'\n\
            [[combatant]]\nname = 'High'\nside = 'b'\nsheet = 'ork'\nat = [3, 1]\nfacing = 'W'\n\
            [[combatant]]\nname = 'Low'\nside = 'b'\nsheet = 'ork'\nat = [9, 1]\nfacing = 'W'\n"
        );
        load::<Gurps4>("a pillar", &text)
    };
    let attacks_on = |sheet: &str, target: u8| {
        let loaded = scene(sheet);
        let mut attacks = 0;
        for number in 0..10 {
            let is_it = |record: &Record<Gurps4>| match record {
                Record::Event(Event::Attacks { who, strike }) => who.0 == 0 && strike.target.0 == target,
                _ => false,
            };
            attacks += fought(&loaded, number).iter().filter(|record| is_it(record)).count();
        }
        attacks
    };
    assert_eq!(attacks_on("ana", 1), 0, "a sword does not reach up the pillar");
    assert!(attacks_on("ana", 2) >= 10, "the other ork is struck at in each fight");
    assert!(attacks_on("cai", 1) >= 5, "an archer shoots up the pillar");
}
