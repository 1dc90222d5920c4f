//! A moment of a fight and the example of a program that plays a whole fight through it alone; errors and costs as values.

use affray_files::FileError;
use affray_session::position::Denied;
use affray_session::{Command, DiceFrom, Table, Terms};
use serde_json::{Value, json, to_value};

#[allow(dead_code, reason = "its main is not called here")]
#[path = "../examples/agent.rs"]
mod agent;

const ENCOUNTERS: [&str; 5] = ["troll", "axe-and-shield", "graded-duel", "axe-and-sword", "ogre-hunt"];

/// A table at which everybody is played by hand, with dice of a seed.
fn table(encounter: &str) -> Box<dyn Table + Send> {
    table_of(encounter, |_| true)
}

/// A table at which those sides are played by hand.
fn table_of(encounter: &str, is_played: impl Fn(u8) -> bool) -> Box<dyn Table + Send> {
    let (ruleset, source) = affray_games::encounter(encounter).expect("it comes with a ruleset");
    let loaded = ruleset.load(&source, &|name| Err(FileError::whole(name, "there is no such file"))).expect("it loads");
    let figures = loaded.figures().into_iter().filter(|figure| is_played(figure.side));
    let by_hand = figures.map(|figure| figure.name).collect();
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

/// Whatever is asked of a table that cannot be, the error says as values what it is about and what would be right.
#[test]
fn errors_have_place_and_way_out() {
    for encounter in ENCOUNTERS {
        let mut table = table(encounter);
        let offers = to_value(table.view()).unwrap()["wanted"]["options"].clone();
        let key = offers[0]["id"].as_object().and_then(|id| id.keys().next().cloned()).expect("a table with one key");
        let path = format!("{}.xyzzy", table.standing()[0].name);
        let words = || "xyzzy".to_owned();
        let mut act = |command| table.act(command).expect_err("it cannot be done");
        let mut all: Vec<(&str, Denied)> = vec![
            ("act", act(Command::Choose { words: words(), allow: false })),
            ("hurt", act(Command::Hurt { who: words(), points: 1 })),
            ("set", act(Command::Set { path: path.clone(), value: json!(1) })),
        ];
        all.push(("plan", table.plan("xyzzy", false).expect_err("no words")));
        all.push(("odds", table.odds("xyzzy").expect_err("no words")));
        all.push(("reachable", table.reachable("xyzzy").expect_err("no words")));
        all.push(("find", table.find("xyzzy").expect_err("nobody")));
        all.push(("judge", table.judge(&json!({ &key: { "xyzzy": 1 } })).expect_err("no choice")));
        for (what, denied) in all {
            let told = to_value(&denied).unwrap();
            let place = told["place"].as_str().unwrap_or_else(|| panic!("{encounter}, {what}: {told}"));
            match what {
                "set" => assert_eq!(place, path, "{encounter}: {told}"),
                "judge" => assert!(place.starts_with(&key), "{encounter}: {told}"),
                _ => assert_eq!(place, "xyzzy", "{encounter}, {what}: {told}"),
            }
            // Names and paths have a list of those that there are.
            let has_list = ["find", "hurt", "set"].contains(&what);
            assert!(told["way_out"].is_string() || !has_list, "{encounter}, {what}: {told}");
            assert_eq!((&told["rule"], &told["message"]), (&Value::Null, &denied.to_string().into()), "{what}");
        }
    }
    // What a rule refuses has its id and, as a place, the line.
    let refused = table("axe-and-shield").plan("to bor; attack bor", false).expect_err("they are too far apart");
    assert_eq!(refused.rule.map(|rule| rule.to_string()).as_deref(), Some("G4-085"));
    assert!(refused.place.is_some() && refused.way_out.is_some(), "{refused:?}");
}

/// Options say what they take, as values.
#[test]
fn options_have_their_costs() {
    // What the first of the first side who decides is offered.
    let spends = |encounter: &str, words: &str| -> Value {
        let mut table = table_of(encounter, |side| side == 0);
        table.ask_all(false).expect("it can be set");
        let view = to_value(table.view()).unwrap();
        let offers = view["wanted"]["options"].as_array().cloned().unwrap_or_default();
        let offer = offers.iter().find(|offer| offer["words"].as_str().is_some_and(|all| all.starts_with(words)));
        offer.unwrap_or_else(|| panic!("{encounter}: `{words}` is not offered: {offers:?}"))["spends"].clone()
    };
    let spent = |points: i32, of: &str, later: bool| json!([{ "points": points, "of": of, "later": later }]);
    // G4-159: a Giant Step costs 1 FP.
    assert_eq!(spends("party-and-raiders", "Attack with a Giant Step"), spent(1, "FP", false));
    // DF-R56 and DF-R50: lull costs 4, one less with a skill of 15.
    assert_eq!(spends("mage-and-escorts", "Concentrate, to cast lull on Prior"), spent(3, "FP", true));
    // OB-195: a Precise Strike takes two Actions.
    assert_eq!(spends("guarded-caster", "Precise strike"), spent(2, "Action", false));
    for encounter in ENCOUNTERS {
        let mut table = table(encounter);
        table.ask_all(false).expect("it can be set");
        let Ok(reachable) = table.reachable("") else { continue };
        assert!(reachable.each.is_some() && !reachable.places.is_empty(), "{encounter}");
        for place in reachable.places.iter().filter(|place| place.costs.is_empty()) {
            assert_eq!(place.cost, Some(place.way.len() as i32), "{encounter}: {place:?}");
        }
    }
}
