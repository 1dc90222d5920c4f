//! Random encounters of stock sheets: every choice of an opponent is legal, every fight ends.

use affray_gurps4::Gurps4;
use affray_gurps4::decision::{Choice, Question};
use affray_gurps4::policy::Tactician;
use affray_gurps4::scene::Setup;
use affray_gurps4::sheets::SHEETS;
use affray_gurps4::state::State;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{Game, Policy, Sampler};
use affray_kernel::turns::{Ending, TurnRules};
use affray_session::scenario::Scenario;
use std::fmt::Write;

/// How many encounters are fought.
const ENCOUNTERS: u64 = 300;
/// The map is so many hexes wide and high.
const SIZE: i32 = 14;

/// An opponent all of whose choices are judged.
struct Judged {
    opponent: Tactician,
    encounter: String,
}

impl Policy<Gurps4> for Judged {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let choice = self.opponent.decide(setup, state, question);
        if let Err(refusal) = Gurps4::judge(setup, state, question, &choice) {
            panic!("{refusal}\n{question:?}\n{choice:?}\nin\n{}", self.encounter);
        }
        choice
    }

    fn restart(&mut self) {
        self.opponent.restart();
    }
}

/// An encounter of 1 to 4 against 1 to 4 stock sheets, every other one with walls, rough ground and slopes.
fn encounter(stream: &mut Stream) -> String {
    let sheets: Vec<&str> = SHEETS.names().collect();
    let mut hexes: Vec<(i32, i32)> = (0..SIZE).flat_map(|r| (0..SIZE).map(move |column| (column - r / 2, r))).collect();
    let mut take = |stream: &mut Stream| {
        let at = stream.below(hexes.len());
        let (q, r) = hexes.swap_remove(at);
        format!("[{q}, {r}]")
    };
    let mut text = String::from("ruleset = 'gurps4'\n");
    if stream.below(2) == 0 {
        let _ = writeln!(text, "map = {{ layout = 'hex', width = {SIZE}, height = {SIZE}, area = [");
        for kind in [
            "impassable = true",
            "terrain = 'wall'",
            "cost = 1",
            "footing = -2",
            "elevation = 1",
            "elevation = 3",
            "light = -3",
        ] {
            let cells: Vec<String> = (0..8).map(|_| take(stream)).collect();
            let _ = writeln!(text, "  {{ cells = [{}], {kind} }},", cells.join(", "));
        }
        let _ = writeln!(text, "] }}");
    }
    for side in ["north", "south"] {
        for number in 0..=stream.below(4) {
            let (sheet, at, facing) = (sheets[stream.below(sheets.len())], take(stream), stream.below(6));
            let _ = writeln!(
                text,
                "[[combatant]]\nname = '{sheet} {side} {number}'\nside = '{side}'\nsheet = '{sheet}'\nat = {at}\nfacing = {facing}"
            );
        }
    }
    text
}

/// Fights it out. Nothing but the limit of rounds ends a fight that does not end by itself.
fn fight(encounter: &Scenario<Gurps4>, text: String, stream: Stream) -> Ending {
    let (setup, mut state) = (encounter.setup(), encounter.start().clone());
    let mut sampler = Sampler::new(stream, Judged { opponent: Tactician::default(), encounter: text });
    loop {
        if let Some(ending) = Gurps4::ending(setup, &state) {
            return ending;
        }
        let Ok(()) = Gurps4::next_turn(setup, &mut state, &mut sampler);
    }
}

#[test]
fn opponents_choose_what_is_legal_and_fights_end() {
    let mut at_limit = 0;
    for number in 0..ENCOUNTERS {
        let text = encounter(&mut Stream::new(3, number));
        let loaded = affray_conformance::load::<Gurps4>("encounter", &text);
        at_limit += u64::from(fight(&loaded, text, Stream::new(4, number)).at_limit);
    }
    assert!(at_limit * 100 <= ENCOUNTERS, "{at_limit} of {ENCOUNTERS} fights without an end");
}
