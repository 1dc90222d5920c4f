//! Whole fights between tacticians: always legal, always over, and open where they are meant to be.

use super::Tactician;
use crate::DragonQuest;
use crate::content::ENCOUNTERS;
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::ruleset::Loaded;
use crate::scene::Setup;
use crate::state::State;
use affray_core::dice::{Dice, Stream};
use affray_core::files::Source;
use affray_core::referee::{Referee, Sampler, Why};
use affray_core::ruleset::{Playable, Results, alone};
use affray_core::tally::{Sum, Tally};

/// Fights so many fights. Whatever the policy answers is judged on the way (a debug assertion of the sampler).
fn fight(name: &str, text: &str, fights: u64) -> Results {
    let loaded = Loaded::read(&Source::new(name, text), &alone).unwrap_or_else(|error| panic!("{error}"));
    let mut results = Results::default();
    loaded.simulation().forgetful().run(7, 0..fights, &mut results);
    results
}

#[test]
fn every_encounter_comes_to_an_end_and_is_open() {
    let mut wrong = String::new();
    for (name, text) in ENCOUNTERS {
        let results = fight(name, text, 100);
        let least = results.wins.iter().min().copied().unwrap_or(0);
        if results.fights < results.at_limit * 25 || 20 * least < results.fights {
            wrong += &format!("{name}: {:?} won, {} at the limit\n", results.wins, results.at_limit);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Two of each kind against two others, on an open field, mounts left out.
fn against(one: &str, other: &str) -> String {
    format!(
        "ruleset = 'dragonquest'\npulse_limit = 1000\n\
        [[combatant]]\nname = 'A'\nside = 'a'\nsheet = '{one}'\nat = [0, 0]\n\
        [[combatant]]\nname = 'B'\nside = 'a'\nsheet = '{one}'\nat = [0, 3]\n\
        [[combatant]]\nname = 'C'\nside = 'c'\nsheet = '{other}'\nat = [12, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'D'\nside = 'c'\nsheet = '{other}'\nat = [11, 3]\nfacing = 'W'\n"
    )
}

#[test]
fn no_fight_of_two_against_two_stalls() {
    for (one, other) in [("aldric", "brakka"), ("hale", "dorn"), ("ketil", "wolf"), ("bear", "garm"), ("elwin", "ogre")]
    {
        let results = fight(one, &against(one, other), 30);
        assert_eq!(results.at_limit, 0, "{one} and {other}");
    }
}

/// A sampler that tells what happens.
struct Watch(Sampler<Stream, Tactician>, String);

impl Referee<DragonQuest> for Watch {
    type Pause = std::convert::Infallible;
    type Tally = Sum;
    fn roll<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        target: Option<&Sum>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, Self::Pause> {
        let Ok((face, shown)) =
            Referee::<DragonQuest>::roll(&mut self.0, why, dice, target, |total| (read(total), total));
        self.1 += &format!("      {} {}: {shown} / {:?}\n", why.who.0, why.what, target.map(Tally::total));
        Ok(face)
    }
    fn ask(&mut self, setup: &Setup, state: &mut State, question: Question) -> Result<Choice, Self::Pause> {
        let Ok(choice) = self.0.ask(setup, state, question);
        self.1 += &format!("  {} -> {choice:?}\n", setup.combatants[question.who().index()].name);
        Ok(choice)
    }
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.1 += &format!("    {:?}\n", event());
    }
}

/// `AFFRAY_WATCH=file:seed:pulses` shows one fight of an encounter file to its end, or the first one from that
/// seed on that goes to the limit of pulses.
#[test]
#[allow(clippy::print_stderr, reason = "asked for by an environment variable")]
fn watch() {
    let Ok(wanted) = std::env::var("AFFRAY_WATCH") else { return };
    let mut words = wanted.split(':');
    let name = words.next().unwrap_or_default();
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
    let (seed, limit) = (number().unwrap_or(0), number());
    let text = std::fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let loaded = Loaded::read(&Source::new(name, text), &alone).unwrap_or_else(|error| panic!("{error}"));
    for seed in seed..seed + if limit.is_some() { 1000 } else { 1 } {
        let mut watch = Watch(Sampler::new(Stream::new(7, seed), Tactician::default()), String::new());
        let mut state = loaded.start().clone();
        while DragonQuest::ending(loaded.setup(), &state).is_none() {
            if limit.is_some_and(|limit| limit <= u64::from(state.pulses.0)) {
                break;
            }
            let Ok(()) = DragonQuest::next_turn(loaded.setup(), &mut state, &mut watch);
        }
        if limit.is_none_or(|limit| limit <= u64::from(state.pulses.0)) {
            let from = watch.1.len().saturating_sub(12_000);
            let all = std::env::var_os("AFFRAY_ALL").is_some();
            eprintln!("seed {seed}\n{}", if all { &watch.1 } else { &watch.1[from..] });
            for (one, fighter) in loaded.setup().combatants.iter().zip(&state.fighters) {
                eprintln!("{}: {fighter:?}", one.name);
            }
            return;
        }
    }
}

/// A broken side runs for the edge of the map; a side that spares takes its opponents alive.
#[test]
fn morale_and_mercy() {
    let text = |keys: &str| {
        let mut text = String::from("ruleset = 'dragonquest'\n[map]\nrows = [\n");
        for _ in 0..12 {
            text += "\"................\",\n";
        }
        text += &format!("]\n[[side]]\nname = 'a'\n{keys}\n[[side]]\nname = 'b'\n");
        for (at, (side, sheet, q, r)) in
            [("a", "garm", 1, 3), ("a", "dorn", 0, 5), ("b", "ketil", 10, 3), ("b", "aldric", 9, 5)]
                .into_iter()
                .enumerate()
        {
            text += &format!(
                "[[combatant]]\nname = 'N{at}'\nside = '{side}'\nsheet = '{sheet}'\nat = [{q}, {r}]\nfacing = '{}'\n",
                if side == "a" { "E" } else { "W" }
            );
        }
        text
    };
    let fled = |results: &Results| results.fates.iter().map(|fate| fate.fled).sum::<u64>();
    let brave = fight("brave", &text(""), 60);
    let broken = fight("broken", &text("morale = 50"), 60);
    assert_eq!(fled(&brave), 0);
    assert!(10 < fled(&broken), "{} fled", fled(&broken));
    let merciful = fight("merciful", &text("spares = true"), 60);
    let dead = |results: &Results| results.fates[2].dead + results.fates[3].dead;
    assert!(4 * dead(&merciful) <= dead(&brave), "{} dead, else {}", dead(&merciful), dead(&brave));
}
