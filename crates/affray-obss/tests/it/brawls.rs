//! Brawls in which everybody does anything that is listed: every option is legal, nothing panics,
//! and there is always something to choose.

use affray_core::dice::Stream;
use affray_core::files::Source;
use affray_core::referee::{Game, Policy, Sampler};
use affray_core::ruleset::Playable;
use affray_obss::Obss;
use affray_obss::decision::{Choice, Question};
use affray_obss::files::encounter::load;
use affray_obss::scene::Setup;
use affray_obss::state::State;

/// Takes any of the options, as a stream of its own says.
struct Anything {
    stream: Stream,
    options: Vec<Choice>,
}

impl Policy<Obss> for Anything {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        self.options.clear();
        Obss::options(setup, state, question, &mut self.options);
        assert!(!self.options.is_empty(), "nothing to choose: {question:?}");
        assert!(self.options.len() <= 400, "{} options: {question:?}", self.options.len());
        for option in &self.options {
            assert_eq!(Obss::judge(setup, state, question, option), Ok(()), "{question:?} -> {option:?}");
        }
        self.options[self.stream.below(self.options.len())]
    }
}

const SCENE: &str = r#"
ruleset = "obss"
combatant = [
    { name = "Arn", side = "heroes", sheet = "arn", at = [4, 4] },
    { name = "Bel", side = "heroes", sheet = "bel", at = [2, 3] },
    { name = "Cor", side = "heroes", sheet = "cor", at = [4, 2] },
    { name = "Fen", side = "raiders", sheet = "fen", at = [6, 4] },
    { name = "Dag", side = "raiders", sheet = "dag", at = [7, 1] },
    { name = "Gik", side = "raiders", sheet = "gik", at = [5, 3], state = { conditions = { prone = true, frightened = 2 } } },
    { name = "Horse", side = "raiders", sheet = "horse", at = [8, 4] },
    { name = "Lancer", side = "raiders", sheet = "fen", at = [8, 4], state = { mount = "Horse" } },
    { name = "Nag", side = "heroes", sheet = "horse", at = [0, 4], state = { is_mount = true } },
    { name = "Late", side = "heroes", sheet = "gik", at = [2, 5], state = { arrives = 2, conditions = { deafened = 3 } } },
    { name = "Gak", side = "raiders", sheet = "gik", at = [5, 5], state = { fatigue = 3 } },
]
zone = [
    { rectangle = { from = [0, 0], to = [3, 5] }, light = "dim", cover = "medium" },
    { cells = [[4, 1], [4, 3]], narrow = true },
]
[map]
layout = "square"
rows = ["..........", "..,,......", ".....#....", "....h.....", "..........", ".........."]
legend = { h = { elevation = 2 } }
"#;

#[test]
fn anything_that_is_listed_can_be_done() {
    let (_, setup, start) = load(&Source::new("brawl", SCENE), &|_| unreachable!("stock sheets only"))
        .unwrap_or_else(|error| panic!("{error}"));
    for number in 0..40 {
        let mut state = start.clone();
        let policy = Anything { stream: Stream::new(1, number), options: Vec::new() };
        let mut referee = Sampler::new(Stream::new(2, number), policy);
        for _ in 0..120 {
            if Obss::ending(&setup, &state).is_some() {
                break;
            }
            let Ok(()) = Obss::next_turn(&setup, &mut state, &mut referee);
        }
    }
}
