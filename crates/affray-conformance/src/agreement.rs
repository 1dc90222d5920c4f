//! Simulation, table and odds come to the same: one rules code, whoever reads it.

use crate::load;
use affray_files::value::Value;
use affray_kernel::dice::{Dice, Stream};
use affray_kernel::referee::{CombatantId, DiceSource, Input, Live, Policy, Sampler, Tape, follow, walk_at_most};
use affray_prove::cases::CaseFormat;
use affray_prove::catalog::schema_of;
use affray_session::catalog::FileKind;
use affray_session::ruleset::Rules;
use affray_session::scenario::Scenario;
use affray_sim::Results;

/// The most outcomes of a turn that are walked.
const MOST_LEAVES: u64 = 2_000;
/// So many turns of a fight in which dice fall are walked.
const WALKED: u32 = 12;
/// The seed of the fights.
const SEED: u64 = 11;

/// A stream that writes down what it draws.
struct Noting {
    stream: Stream,
    totals: Vec<i32>,
}

impl DiceSource for Noting {
    fn draw(&mut self, dice: Dice) -> i32 {
        let total = dice.draw(&mut self.stream);
        self.totals.push(total);
        total
    }
}

/// Fights of a simulation, turn by turn, are the same fights at the table, and each of their first turns is among the
/// exact outcomes of the turn, with the probability of its path; the probabilities of all outcomes add up to 1. Turns with
/// more than 2,000 outcomes are not walked, but some turns with dice are. A simulation counts the same ending, from its cache of turns and without it.
///
/// # Panics
/// With what differs.
#[track_caller]
pub fn simulation_table_and_odds_agree<G: Rules>(name: &str, encounter: &Scenario<G>, fights: u64) {
    let fights = crate::often(fights, fights.div_ceil(4));
    let setup = encounter.setup();
    let mut cached = encounter.simulation();
    let mut walked = 0;
    for number in 0..fights {
        let mut state = encounter.start().clone();
        let mut stream = Stream::new(SEED, number);
        let (mut turn, mut with_dice) = (0, 0);
        while G::ending(setup, &state).is_none() {
            turn += 1;
            let at = format!("{name}, fight {number}, turn {turn}");
            let played = one_turn::<G>(&at, setup, &mut state, stream, with_dice < WALKED);
            stream = played.stream;
            with_dice += u32::from(played.rolled);
            walked += u32::from(played.rolled && played.outcomes.is_some());
        }
        let mut expected = Results::default();
        for (how, simulation) in [("cached", &mut cached), ("uncached", &mut encounter.simulation().uncached())] {
            let mut results = Results::default();
            simulation.run(SEED, number..number + 1, &mut results);
            // With a cache this tells who attacked in any fight of the simulator so far.
            results.fates.iter_mut().for_each(|fate| fate.attacked = false);
            let ending = G::ending(setup, &state);
            let winner = ending.and_then(|ending| ending.side).map(usize::from);
            for (side, &wins) in results.wins.iter().enumerate() {
                assert_eq!(wins, u64::from(winner == Some(side)), "{name}, fight {number}, {how}: the winner");
            }
            assert_eq!(results.rounds.0, u64::from(G::rounds(&state)), "{name}, fight {number}, {how}: the rounds");
            for (who, fate) in (0..).map(CombatantId).zip(&results.fates) {
                let there = G::final_status(setup, &state, who);
                let lost = (there.max_hp - there.hp.max(0)).max(0) as u64;
                assert_eq!(
                    (fate.dead, fate.out, fate.fled, fate.hp_lost),
                    (there.dead.into(), there.out.into(), there.fled.into(), lost),
                    "{name}, fight {number}, {how}: {who:?}"
                );
            }
            if expected == Results::default() {
                expected = results;
            } else {
                assert_eq!(expected, results, "{name}, fight {number}: with the cache and without it");
            }
        }
    }
    assert!(walked > 0, "{name}: no turn with dice has as few outcomes as are walked, {MOST_LEAVES}");
}

/// The options of a ruleset with the values that are tried, as the schema of encounters lists them: of a number the least
/// and the greatest. None for a ruleset without options.
///
/// # Panics
/// If the schema says no values of an option.
pub fn options<G: CaseFormat>() -> Vec<(String, Vec<Value>)> {
    let schema = schema_of::<G>(FileKind::Encounter);
    let resolved = |part: &Value| -> Value {
        let name = part["$ref"].as_str().and_then(|name| name.rsplit('/').next());
        name.map_or_else(|| part.clone(), |name| schema["$defs"][name].clone())
    };
    let list = |list: &Value| list.as_array().cloned().unwrap_or_default();
    let options = resolved(&schema["properties"]["options"]);
    let Some(options) = options["properties"].as_object() else { return Vec::new() };
    let values = |(key, option): (&String, &Value)| {
        let option = resolved(option);
        let values = match option["type"].as_str() {
            Some("boolean") => vec![Value::from(false), Value::from(true)],
            Some("integer") if option["enum"].is_null() => vec![option["minimum"].clone(), option["maximum"].clone()],
            Some(_) => list(&option["enum"]),
            None => list(&option["anyOf"]).iter().map(|word| word["const"].clone()).collect(),
        };
        assert!(values.len() >= 2 && !values.contains(&Value::Null), "the values of `{key}`: {option}");
        (key.clone(), values)
    };
    options.iter().map(values).collect()
}

/// [`simulation_table_and_odds_agree`] on a scene with each value of each of the [`options`] of the ruleset; nothing to do
/// where it has none. The scene states no `options`.
///
/// # Panics
/// With what differs.
pub fn readers_agree_with_each_option<G: CaseFormat>(scene: &str, fights: u64) {
    for (key, values) in options::<G>() {
        for value in values {
            let line = format!("options = {{ {key} = {value} }}");
            simulation_table_and_odds_agree::<G>(&line, &load(&line, &format!("{line}\n{scene}")), fights);
        }
    }
}

/// Every option of the ruleset matters in a scene, which states no `options`: of so many fights not all come out alike with
/// its values.
///
/// # Panics
/// With an option that changes no fight.
pub fn each_option_matters<G: CaseFormat>(scene: &str, fights: u64) {
    for (key, values) in options::<G>() {
        let scenes = values.iter().map(|value| {
            let line = format!("options = {{ {key} = {value} }}");
            load::<G>(&line, &format!("{line}\n{scene}"))
        });
        let scenes: Vec<Scenario<G>> = scenes.collect();
        let mut simulations: Vec<_> = scenes.iter().map(Scenario::simulation).collect();
        let differs = (0..fights).any(|number| {
            let came_out = simulations.iter_mut().map(|simulation| {
                let mut results = Results::default();
                simulation.run(SEED, number..number + 1, &mut results);
                results
            });
            came_out.collect::<Vec<_>>().windows(2).any(|pair| pair[0] != pair[1])
        });
        assert!(differs, "`{key}` changes none of {fights} fights");
    }
}

/// A turn that was played with every reader.
struct Played {
    /// The dice after it.
    stream: Stream,
    /// Whether dice fell.
    rolled: bool,
    /// How many outcomes were walked, if all of them were.
    outcomes: Option<u64>,
}

/// Plays a turn with every reader, and goes on with the state that all of them come to.
#[track_caller]
fn one_turn<G: Rules>(at: &str, setup: &G::Setup, state: &mut G::State, stream: Stream, walks: bool) -> Played {
    let start = state.clone();
    let mut dice = Noting { stream: stream.clone(), totals: Vec::new() };
    let mut policy = G::Own::default();
    let mut sampler = Sampler::new(&mut dice as &mut dyn DiceSource, &mut policy as &mut dyn Policy<G>);
    let Ok(()) = G::next_turn(setup, state, &mut sampler);

    let mut at_table = start.clone();
    let mut tape = Tape::new(&[], Live { stream, policy: G::Own::default() });
    let played = G::next_turn(setup, &mut at_table, &mut tape);
    assert!(played.is_ok(), "{at}: the table stops where the simulation goes on");
    let totals = tape.used.iter().filter_map(|input| match input {
        Input::Roll { total, .. } => Some(*total),
        _ => None,
    });
    assert!(at_table == *state, "{at}: table and simulation come to different states");
    assert_eq!(totals.collect::<Vec<_>>(), dice.totals, "{at}: the dice of table and simulation");

    let mut outcomes = None;
    if walks {
        let mut followed = start.clone();
        let chance = follow::<G>(&dice.totals, G::Own::default(), |walker| {
            let Ok(()) = G::next_turn(setup, &mut followed, walker);
        });
        assert!(followed == *state && chance > 0.0, "{at}: the path of the dice, with probability {chance}");
        let (mut sum, mut found) = (0.0, false);
        outcomes = walk_at_most::<G, _, _>(
            MOST_LEAVES,
            &start,
            &mut start.clone(),
            G::Own::default(),
            (),
            false,
            |state, walker| {
                let Ok(()) = G::next_turn(setup, state, walker);
            },
            |leaf| {
                sum += leaf.chance;
                found |= (leaf.chance - chance).abs() <= 1e-12 * chance && leaf.state == state;
            },
        );
        if let Some(leaves) = outcomes {
            assert!((sum - 1.0).abs() < 1e-12, "{at}: the probabilities of {leaves} outcomes add up to {sum}");
            assert!(found, "{at}: what happened is not among the {leaves} outcomes with its probability {chance}");
        }
    }
    Played { stream: dice.stream, rolled: !dice.totals.is_empty(), outcomes }
}
