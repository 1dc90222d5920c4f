//! A moment of a fight, and the example of a program that plays a whole fight through it alone.

use affray_files::FileError;
use affray_session::{DiceFrom, Table, Terms};
use serde_json::{json, to_value};

#[allow(dead_code, reason = "its main is not called here")]
#[path = "../examples/agent.rs"]
mod agent;

const ENCOUNTERS: [&str; 5] = ["troll", "axe-and-shield", "graded-duel", "axe-and-sword", "ogre-hunt"];

/// A table at which everybody is played by hand, with dice of a seed.
fn table(encounter: &str) -> Box<dyn Table + Send> {
    let (ruleset, source) = affray_games::encounter(encounter).expect("it comes with a ruleset");
    let loaded = ruleset.load(&source, &|name| Err(FileError::whole(name, "there is no such file"))).expect("it loads");
    let by_hand = loaded.figures().into_iter().map(|figure| figure.name).collect();
    let (ruleset, title) = (ruleset.id().to_owned(), loaded.title().to_owned());
    let (dice, orders, beside) = (DiceFrom::Drawn, Vec::new(), Vec::new());
    let terms = Terms { ruleset, title, seed: 3, number: 0, dice, by_hand, orders, encounter: source, beside };
    loaded.table(terms).expect("it begins")
}

#[test]
fn a_moment_is_judged_expanded_and_played_on_beside_the_table() {
    for encounter in ENCOUNTERS {
        let table = table(encounter);
        let before = (to_value(table.view()).unwrap(), table.written().to_vec());
        let mut moment = table.moment().unwrap_or_else(|wrong| panic!("{encounter}: {wrong}"));
        let view = to_value(moment.view()).unwrap();
        assert_eq!(view["wanted"], before.0["wanted"], "{encounter}");
        let offers = view["wanted"]["options"].as_array().expect("somebody decides");
        for offer in offers {
            assert_eq!(moment.judge(&offer["id"]), Ok(()), "{encounter}: {offer}");
        }
        assert!(moment.judge(&json!({ "nonsense": true })).is_err(), "{encounter}");
        let told = moment.written().len() as u64;
        moment.decide(&[offers[0]["id"].clone()]).unwrap_or_else(|wrong| panic!("{encounter}: {wrong}"));
        let since = moment.events_since(told);
        assert!(!since.is_empty() && since.iter().all(|line| line.line >= told), "{encounter}");
        // After the choice, and wherever dice are due then, the chances of all ways add up to 1.
        let ways = moment.expand().unwrap_or_else(|wrong| panic!("{encounter}: {wrong}"));
        let sum: f64 = ways.iter().map(|way| way.chance).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{encounter}: {sum}");
        assert!(ways.iter().all(|way| way.figures.len() == view["figures"].as_array().unwrap().len()), "{encounter}");
        assert_eq!((to_value(table.view()).unwrap(), table.written().to_vec()), before, "{encounter}");
    }
}

#[test]
fn an_agent_plays_a_fight_of_each_ruleset_to_its_end() {
    for encounter in ENCOUNTERS {
        let view = agent::play(encounter).unwrap_or_else(|wrong| panic!("{encounter}: {wrong}"));
        assert_eq!(view["wanted"]["is"], "nothing", "{encounter}: {view:#}");
        assert!(view["figures"].as_array().unwrap().iter().any(|one| one["out"] == true), "{encounter}: nobody is out");
    }
}
