//! Encounters that do not come with the program: stock sheets, thrown together at random or as somebody met them.
//!
//! Every choice of the game's own policy is legal, and every fight ends.

use affray_kernel::dice::Stream;
use affray_kernel::referee::{Game, Policy, Sampler};
use affray_kernel::turns::TurnRules;
use affray_obss::Obss;
use affray_obss::decision::{Choice, Question};
use affray_obss::files::Scenario;
use affray_obss::policy::Tactician;
use affray_obss::scene::Setup;
use affray_obss::state::State;
use std::fmt::Write as _;

const SHEETS: [&str; 10] = ["arn", "bel", "cor", "dag", "eli", "fen", "gik", "guard", "horse", "javelin"];

/// The policy, with each of its choices judged.
#[derive(Default)]
struct Judged(Tactician);

impl Policy<Obss> for Judged {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let choice = self.0.decide(setup, state, question);
        assert_eq!(Obss::judge(setup, state, question, &choice), Ok(()), "{question:?} -> {choice:?}");
        choice
    }
    fn restart(&mut self) {
        self.0.restart();
    }
}

/// Combatants as an encounter file lists them: side, sheet, square.
fn combatants(all: impl IntoIterator<Item = (u8, &'static str, [i16; 2])>) -> String {
    let mut text = String::new();
    for (number, (side, sheet, [q, r])) in all.into_iter().enumerate() {
        let _ = writeln!(
            text,
            "[[combatant]]\nname = \"{sheet} {number}\"\nside = \"{side}\"\nsheet = \"{sheet}\"\nat = [{q}, {r}]"
        );
    }
    text
}

fn load(name: &str, text: &str) -> Scenario {
    affray_conformance::load(name, &format!("ruleset = \"obss\"\n{text}"))
}

/// Fights an encounter to its end, within the limit of rounds or by it.
fn fight(name: &str, encounter: &Scenario, seed: u64) {
    let mut state = encounter.start().clone();
    let mut referee = Sampler::new(Stream::new(seed, 0), Judged::default());
    let most = encounter.setup().round_limit * (encounter.setup().combatants.len() as u32 + 1);
    for _ in 0..most {
        if Obss::ending(encounter.setup(), &state).is_some() {
            return;
        }
        let Ok(()) = Obss::next_turn(encounter.setup(), &mut state, &mut referee);
    }
    assert!(Obss::ending(encounter.setup(), &state).is_some(), "{name}, seed {seed}: no end");
}

#[test]
fn those_who_carry_little_among_many_things() {
    let all = [
        (0, "arn", [0, 0]),
        (0, "bel", [0, 2]),
        (0, "cor", [0, 4]),
        (0, "fen", [0, 6]),
        (1, "javelin", [6, 0]),
        (1, "guard", [6, 2]),
    ];
    let encounter = load("many things", &combatants(all));
    for seed in 1..=10 {
        fight("many things", &encounter, seed);
    }
}

/// As many on either side, of any sheets, in squares of their own on ground of any kind.
fn random(number: u64, size: usize) -> String {
    let mut stream = Stream::new(16, number);
    let wide = if size > 6 { 30 } else { 16 };
    let high = wide;
    // A Large combatant takes two squares a side: everybody stands in a block of its own.
    let blocks = (wide / 2, high / 2);
    let mut free: Vec<[usize; 2]> = (0..blocks.0).flat_map(|q| (0..blocks.1).map(move |r| [2 * q, 2 * r])).collect();
    let all: Vec<_> = (0..2 * size)
        .map(|at| {
            let [q, r] = free.swap_remove(stream.below(free.len()));
            (u8::from(at >= size), SHEETS[stream.below(SHEETS.len())], [q as i16, r as i16])
        })
        .collect();
    let mut rows = vec![vec!['.'; wide]; high];
    if stream.below(3) != 0 {
        for [q, r] in free {
            let terrain = ['#', ',', ',', 'h', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.'];
            rows[r][q] = terrain[stream.below(terrain.len())];
        }
    }
    let rows: Vec<String> =
        rows.into_iter().map(|row| format!("\"{}\"", row.into_iter().collect::<String>())).collect();
    format!(
        "[map]\nlayout = \"square\"\nlegend = {{ h = {{ elevation = 2 }} }}\nrows = [{}]\n{}",
        rows.join(", "),
        combatants(all)
    )
}

#[test]
fn random_encounters() {
    for number in 0..120 {
        let size = 1 + number as usize % 6;
        let name = format!("random encounter {number}");
        fight(&name, &load(&name, &random(number, size)), number);
    }
}

#[test]
fn twenty_against_twenty() {
    for number in 0..2 {
        let name = format!("twenty against twenty {number}");
        fight(&name, &load(&name, &random(1000 + number, 20)), number);
    }
}
