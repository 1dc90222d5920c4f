//! Fights in which anything happens, and fights by policies.

use affray_conformance::{load, play};
use affray_gurps4::Gurps4;
use affray_gurps4::decision::Question;
use affray_gurps4::event::Event;
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
        let (setup, mut state) = (loaded.setup(), loaded.start().clone());
        let mut tape =
            Tape::<Gurps4, _>::new(&[], Live { stream: Stream::new(5, number), policy: Tactician::default() });
        while Gurps4::ending(setup, &state).is_none() {
            if let Err(stop) = Gurps4::next_turn(setup, &mut state, &mut tape) {
                panic!("fight {number}: {stop:?}");
            }
        }
        for record in &tape.records {
            match record {
                Record::Event(Event::PicksUp { item, .. }) => found += usize::from(item.is_anothers()),
                Record::Event(Event::Attacks { strike, .. }) => blows += usize::from(ItemId(strike.mode).is_anothers()),
                _ => {}
            }
        }
    }
    assert!(found >= 40 && blows >= found, "{found} found, {blows} blows with them");
}
