//! The example of a program that plays a whole fight through a moment of it alone.

#[allow(dead_code, reason = "its main is not called here")]
#[path = "../examples/agent.rs"]
mod agent;

#[test]
fn an_agent_plays_a_fight_of_each_ruleset_to_its_end() {
    for encounter in ["troll", "axe-and-shield", "graded-duel", "axe-and-sword", "ogre-hunt"] {
        let view = agent::play(encounter).unwrap_or_else(|wrong| panic!("{encounter}: {wrong}"));
        assert_eq!(view["wanted"]["is"], "nothing", "{encounter}: {view:#}");
        assert!(view["figures"].as_array().unwrap().iter().any(|one| one["out"] == true), "{encounter}: nobody is out");
    }
}
