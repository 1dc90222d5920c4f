//! Whoever answers at random among what is listed plays by the rules: every question lists something,
//! whatever is listed is legal, and no fight gets stuck.

use affray_core::dice::Stream;
use affray_core::files::{FileError, Source};
use affray_core::referee::{Game, Policy, Sampler};
use affray_core::ruleset::Playable;
use affray_dragonquest::DragonQuest;
use affray_dragonquest::decision::{Choice, Question};
use affray_dragonquest::ruleset::Loaded;
use affray_dragonquest::scene::Setup;
use affray_dragonquest::state::State;

/// Pulses of one fight at the most.
const PULSES: u32 = 40;

/// Answers at random.
struct Anything {
    stream: Stream,
    options: Vec<Choice>,
}

impl Policy<DragonQuest> for Anything {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        self.options.clear();
        DragonQuest::options(setup, state, question, &mut self.options);
        let all = || {
            let one = |at: usize| format!("{}: {:?}", setup.combatants[at].sheet.name, state.fighters[at]);
            (0..state.fighters.len()).map(one).collect::<Vec<_>>().join("\n")
        };
        assert!(!self.options.is_empty(), "nothing is listed for {question:?}\n{}", all());
        for option in &self.options {
            assert_eq!(
                DragonQuest::judge(setup, state, question, option),
                Ok(()),
                "{question:?} lists {option:?}\n{}",
                all()
            );
        }
        self.options[self.stream.below(self.options.len())]
    }
}

fn fight(sheets: [&str; 4], number: u64) {
    let none = |name: &str| -> Result<Source, FileError> { Err(FileError::whole(name, "there is none")) };
    let [a, b, c, d] = sheets;
    let text = format!(
        "ruleset = 'dragonquest'\nbegun = true\npulse_limit = {PULSES}\n\
        [[combatant]]\nname = 'A'\nside = 'a'\nsheet = '{a}'\nat = [0, 0]\n\
        [[combatant]]\nname = 'B'\nside = 'a'\nsheet = '{b}'\nat = [0, 5]\n\
        [[combatant]]\nname = 'C'\nside = 'c'\nsheet = '{c}'\nat = [5, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'D'\nside = 'c'\nsheet = '{d}'\nat = [5, 5]\nfacing = 'W'\n"
    );
    let source = Source::new(format!("{sheets:?}"), text);
    play(&Loaded::read(&source, &none).unwrap_or_else(|error| panic!("{error}")), number);
}

fn play(loaded: &Loaded, number: u64) {
    let mut state = loaded.start().clone();
    let policy = Anything { stream: Stream::new(7, number), options: Vec::new() };
    let mut sampler = Sampler::new(Stream::new(8, number), policy);
    while DragonQuest::ending(loaded.setup(), &state).is_none() {
        let Ok(()) = DragonQuest::next_turn(loaded.setup(), &mut state, &mut sampler);
    }
}

#[test]
fn what_is_listed_is_legal_and_leads_on() {
    let names: Vec<&str> = affray_dragonquest::sheets::SHEETS.names().collect();
    for number in 0..60 {
        let pick = |step: usize| names[(number * (2 * step + 1) + step) % names.len()];
        fight([pick(0), pick(1), pick(2), pick(3)], number as u64);
    }
    // Those who wrestle, entangle and sweep, again and again.
    for number in 1000..1020 {
        fight(["garm", "ketil", "hale", "fenn"], number);
    }
    // Archers, casters, poisoners and a monster that breathes.
    let party = crate::allowed::party();
    for number in 2000..2020 {
        play(&party, number);
    }
}
