//! What one would expect among the options and the rules refuse is listed with its rule and its reason.

use super::*;

/// A table at which the game master decides by words, up to that question.
fn up_to(encounter: &str, words: &[&str], key: &str) -> Value {
    let mut table = table(encounter);
    for words in words {
        let command = affray_session::Command::Choose { words: (*words).to_owned(), allow: false };
        table.act(command).unwrap_or_else(|denied| panic!("{encounter}, {words}: {denied}"));
    }
    for _ in 0..200 {
        let wanted = json!(table.wanted());
        if wanted["key"] == key {
            return wanted;
        }
        let first = wanted["options"][0]["id"].clone();
        table.decide(&[first]).unwrap();
    }
    panic!("{encounter} never comes to {key}");
}

/// The reason for which something of the kind is refused.
#[track_caller]
fn refusal(wanted: &Value, words: &str) -> (String, String) {
    let all = wanted["refused"].as_array().unwrap();
    let found = all.iter().find(|one| one["words"].as_str().is_some_and(|told| told.starts_with(words)));
    let found = found.unwrap_or_else(|| panic!("{words} is not among {all:#?}"));
    let text = |key: &str| found[key].as_str().unwrap().to_owned();
    (text("rule"), text("message"))
}

/// Brand and Vela stand six hexes apart, without a bow.
#[test]
fn dfrpg_lists_what_it_refuses() {
    let maneuvers = up_to("duel", &[], "maneuver");
    assert_eq!(refusal(&maneuvers, "All-Out Attack (Ranged").0, "DF-058");
    let attacks = up_to("duel", &["attack"], "attack");
    let (rule, message) = refusal(&attacks, "Attack Sergeant Brand's torso with rapier thrust");
    assert!(rule == "DF-172" && message.contains(": come nearer"), "{rule}: {message}");
}

/// Dov, who is first, fences with rapier and dagger; Ana stands four hexes off.
#[test]
fn gurps4_lists_what_it_refuses() {
    let attacks = up_to("sword-and-rapier", &["attack"], "attack");
    let all = attacks["refused"].as_array().unwrap();
    assert!(all.iter().any(|one| one["target"] == "Ana" && one["rule"] != ""), "{attacks:#?}");
}

/// Every ruleset refuses something that one might expect in the course of a fight, each with a rule and a reason.
#[test]
fn every_ruleset_lists_what_it_refuses() {
    for encounter in ["duel", "sword-and-rapier", "graded-duel", "axe-and-sword", "ogre-hunt"] {
        let (mut table, mut asked, mut listed) = (table(encounter), 0, 0);
        for at in 0..60 {
            let wanted = json!(table.wanted());
            let Some(options) = wanted["options"].as_array().filter(|all| !all.is_empty()) else { break };
            asked += 1;
            for one in wanted["refused"].as_array().unwrap() {
                assert!(["rule", "message", "words"].iter().all(|key| one[key] != ""), "{encounter}: {one}");
                listed += 1;
            }
            table.decide(&[options[at * 7 % options.len()]["id"].clone()]).unwrap();
        }
        assert!(listed > 0, "{encounter}: nothing in {asked} questions");
    }
}
