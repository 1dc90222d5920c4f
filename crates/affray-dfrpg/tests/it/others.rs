//! `DF-R116`: fights in which what is another's is picked up and fought with.

use affray_conformance::table::{self, Sitting};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::Question;
use affray_dfrpg::policy::Tactician;
use affray_kernel::dice::Stream;
use affray_kernel::referee::Sampler;
use affray_kernel::turns::TurnRules;
use affray_session::Command;
use serde_json::json;

/// Each stands over the other's weapon, with bare hands.
const SWAPPED: &str = r#"
ruleset = "dfrpg"
combatant = [
    { name = "Arn", side = "A", sheet = "arn", at = [0, 0], facing = "E", state = { hands = ["", "shield"] } },
    { name = "Orc", side = "B", sheet = "orc", at = [2, 0], facing = "W" },
]
ground = [{ owner = "Orc", item = "axe", at = [0, 0] }, { owner = "Arn", item = "broadsword", at = [2, 0] }]
"#;

/// Bare hands among the weapons of the fallen.
const BATTLEFIELD: &str = r#"
ruleset = "dfrpg"
round_limit = 60
combatant = [
    { name = "Arn", side = "A", sheet = "arn", at = [0, 0], facing = "E", state = { hands = ["", ""] } },
    { name = "Bo", side = "A", sheet = "bo", at = [0, 1], facing = "E", state = { hands = ["", ""], items = { rapier.place = "away", main-gauche.place = "away" } } },
    { name = "Dag", side = "A", sheet = "dag", at = [-2, 1], facing = "E" },
    { name = "Spearman", side = "A", sheet = "spearman", at = [-9, 1], state = { conditions = { dead = true } } },
    { name = "Orc", side = "B", sheet = "orc", at = [3, 0], facing = "W" },
    { name = "Guard", side = "B", sheet = "guard", at = [3, 1], facing = "W", state = { hands = ["", ""], items = { spear.place = "away" } } },
    { name = "Ogre", side = "B", sheet = "ogre", at = [4, 0], facing = "W" },
]
ground = [
    { owner = "Spearman", item = "long spear", at = [0, 0] },
    { owner = "Guard", item = "shortsword", at = [0, 1] },
    { owner = "Arn", item = "broadsword", at = [3, 1] },
    { owner = "Arn", item = "shield", at = [3, 1] },
    { owner = "Orc", item = "axe", at = [1, 0] },
]
"#;

const SITTING: Sitting<'_> =
    Sitting { ruleset: "dfrpg", text: BATTLEFIELD, names: &["Arn", "Bo", "Dag", "Spearman", "Orc", "Guard", "Ogre"] };

#[test]
fn who_is_disarmed_takes_what_is_at_hand() {
    for (text, takers) in [(SWAPPED, &["Arn", "Orc"][..]), (BATTLEFIELD, &["Arn", "Bo", "Guard"][..])] {
        let encounter = affray_conformance::load::<Dfrpg>("others", text);
        let setup = encounter.setup();
        let mut taken = vec![0; setup.combatants.len()];
        for number in 0..50 {
            let mut state = encounter.start().clone();
            let mut sampler = Sampler::new(Stream::new(5, number), Tactician::default());
            let mut has = vec![false; taken.len()];
            while Dfrpg::ending(setup, &state).is_none() {
                let Ok(()) = Dfrpg::next_turn(setup, &mut state, &mut sampler);
                state.taken.iter().for_each(|one| has[one.by.index()] = true);
            }
            taken.iter_mut().zip(has).for_each(|(count, has)| *count += u64::from(has));
            assert_eq!(sampler.policy.refused(), 0, "answers that the rules refuse");
        }
        for (one, count) in setup.combatants.iter().zip(taken).filter(|(one, _)| takers.contains(&one.name.as_str())) {
            assert!(count > 25, "{} took what is another's in {count} of 50 fights", one.name);
        }
    }
}

#[test]
fn the_cache_changes_no_fight() {
    for (name, text, fights) in [("swapped weapons", SWAPPED, 2000), ("battlefield", BATTLEFIELD, 40)] {
        let encounter = affray_conformance::load::<Dfrpg>(name, text);
        affray_conformance::play::the_cache_changes_no_fight(name, &encounter, fights);
        affray_conformance::play::fights_end(name, &encounter, 100, 4);
    }
}

#[test]
fn anything_that_is_listed_can_be_done() {
    let rarely = |question: &Question| matches!(question, Question::Free { .. });
    let brawl = affray_conformance::load::<Dfrpg>("battlefield", BATTLEFIELD);
    affray_conformance::play::anything_that_is_listed_can_be_done(&brawl, 0..20, 150, 120, rarely);
}

#[test]
fn a_table_is_exact() {
    let set = |path: &str, value| Command::Set { path: path.to_owned(), value };
    let mut whims = Vec::new();
    for _ in 0..8 {
        whims.extend([
            set("Bo.hands", json!(["Arn's broadsword", "Orc's axe"])),
            set("Arn.hands", json!(["broadsword", ""])),
            set("Guard.taken", json!([{ "owner": "Arn", "item": "shield" }])),
            set("Guard.taken", json!([{ "owner": "Arn", "item": "no such thing" }])),
            set("Orc.hands", json!(["axe", "Spearman's long spear"])),
            set("Ogre.taken", json!([])),
            Command::Interject { who: "Bo".to_owned(), words: "drop = \"Arn's broadsword\"".to_owned() },
        ]);
    }
    table::holds::<Dfrpg>(&SITTING, &whims);
}
