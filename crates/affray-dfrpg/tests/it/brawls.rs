//! Brawls in which everybody does anything that is listed: every option is legal, nothing panics,
//! and there is always something to choose.

use affray_core::dice::Stream;
use affray_core::files::Source;
use affray_core::referee::{Game, Policy, Sampler};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{Choice, Question};
use affray_dfrpg::files::encounter::load;
use affray_dfrpg::scene::{Fight, Setup};
use affray_dfrpg::state::State;

/// Takes any of the options, as a stream of its own says.
struct Anything {
    stream: Stream,
    options: Vec<Choice>,
}

impl Policy<Dfrpg> for Anything {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        self.options.clear();
        Dfrpg::options(setup, state, question, &mut self.options);
        assert!(!self.options.is_empty(), "nothing to choose: {question:?}");
        assert!(self.options.len() <= 120, "{} options: {question:?}", self.options.len());
        for option in &self.options {
            assert_eq!(Dfrpg::judge(setup, state, question, option), Ok(()), "{question:?} -> {option:?}");
        }
        // Free actions are endless in the hands of chance; most of the time there are none.
        let few = matches!(question, Question::Free { .. }) && self.stream.below(4) != 0;
        let among = if few { 1 } else { self.options.len() };
        self.options[self.stream.below(among)]
    }
}

const SCENE: &str = r#"
ruleset = "dfrpg"
combatant = [
    { name = "Arn", side = "heroes", sheet = "arn", at = [0, 0], facing = "E" },
    { name = "Bo", side = "heroes", sheet = "bo", at = [0, 1], facing = "E" },
    { name = "Cyn", side = "heroes", sheet = "cyn", at = [-2, 1], facing = "E" },
    { name = "Dag", side = "heroes", sheet = "dag", at = [-2, 0], facing = "E", state = { hands = ["crossbow", "crossbow"] } },
    { name = "Orc", side = "raiders", sheet = "orc", at = [1, 0], facing = "W" },
    { name = "Ogre", side = "raiders", sheet = "ogre", at = [2, 0], facing = "W" },
    { name = "Archer", side = "raiders", sheet = "archer", at = [4, 0], facing = "W" },
    { name = "Knight", side = "raiders", sheet = "knight", at = [1, 1], facing = "W" },
    { name = "Bear", side = "raiders", sheet = "bear", at = [2, -1], facing = "W" },
]
[map]
rows = ["..........", ".......#..", "..h......."]
origin = [-4, -1]
open = true
legend = { h = { elevation = 2 } }
"#;

#[test]
fn anything_that_is_listed_can_be_done() {
    let (_, setup, start) =
        load(&Source::new("brawl", SCENE), &|_| unreachable!("stock sheets only")).expect("the scene is sound");
    for number in 0..20 {
        let mut state = start.clone();
        let policy = Anything { stream: Stream::new(1, number), options: Vec::new() };
        let mut referee = Sampler::new(Stream::new(2, number), policy);
        let mut fight = Fight { setup: &setup, state: &mut state, referee: &mut referee };
        let Ok(()) = fight.settle_order();
        for _ in 0..15 {
            for place in 0..fight.state.order.len() {
                let who = fight.state.order[place];
                if fight.state[who].is_conscious() {
                    let Ok(()) = fight.turn(who);
                }
            }
        }
    }
}
