//! The readers of one rules code agree: sampler with and without its cache of turns, tape, walker and expander.

use affray_kernel::dice::{Dice, Stream};
use affray_kernel::referee::{
    CombatantId, Found, Game, Input, Live, Nothing, Policy, Pool, Record, Referee, Refusal, Step, Tape, Thrower, Why,
    expand, follow, walk,
};
use affray_kernel::rules::RuleId;
use affray_kernel::state::Ignored;
use affray_kernel::tally::Tally;
use affray_kernel::turns::{FinalStatus, SidesLeft, TurnRules};
use affray_sim::{Results, Simulator, Turns};
use std::collections::HashMap;

/// Two who take turns: skill 12, less 3 below a third of their HP; 1d off. Whoever
/// is at 0 or below rolls against 10 and half its HP to go on. Whoever makes a roll against twice its HP takes a
/// breath: 1d HP back, and a further die after each six.
#[derive(Debug, Clone, PartialEq)]
struct Brawl;

const HP: i32 = 12;
const RULE: RuleId = RuleId::new("BRAWL");

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    hp: Vec<i32>,
    out: [bool; 2],
    next: usize,
    rounds: Ignored<u32>,
}

impl Game for Brawl {
    type Setup = ();
    type State = State;
    type Question = CombatantId;
    type Choice = bool;
    type Event = i32;
    type Change = ();
    fn judge((): &(), _: &State, _: &CombatantId, _: &bool) -> Result<(), Refusal> {
        Ok(())
    }
    fn options((): &(), _: &State, _: &CombatantId, into: &mut Vec<bool>) {
        into.extend([true, false]);
    }
    fn set((): &(), _: &mut State, (): &()) -> Result<(), String> {
        Err(String::from("nothing can be set"))
    }
    fn free_action((): &(), _: &mut State, _: CombatantId, _: &bool, _: &mut dyn FnMut(i32)) -> Result<(), Refusal> {
        Err(Refusal::impossible(RULE, "there are no free actions"))
    }
}

/// Takes a breath when badly hurt.
#[derive(Default)]
struct Breathes;

impl Policy<Brawl> for Breathes {
    fn decide(&mut self, (): &(), state: &State, who: &CombatantId) -> bool {
        state.hp[who.index()] < HP / 3
    }
}

/// A die, and a further one after each six, up to four.
#[derive(Debug, Clone)]
struct Exploding;

const MOST_DICE: i32 = 4;

impl Pool<Brawl> for Exploding {
    type Outcome = i32;

    fn throw<T: Thrower<Brawl>>(&self, why: Why, by: &mut T) -> Result<i32, T::Pause> {
        let mut sum = 0;
        for _ in 0..MOST_DICE {
            let die = by.throw(why, Dice::d6(1), None)?;
            sum += die;
            if die < 6 {
                break;
            }
        }
        Ok(sum)
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        for dice in 1..=MOST_DICE {
            let sixes = 6 * (dice - 1);
            for die in 1..=if dice == MOST_DICE { 6 } else { 5 } {
                each((sixes + die) as u64, 6f64.powi(-dice));
            }
        }
    }

    fn outcome(code: u64) -> i32 {
        code as i32
    }

    fn code(sum: i32) -> u64 {
        sum as u64
    }
}

impl TurnRules for Brawl {
    type Own = Breathes;
    const ATTACKS: &'static [&'static str] = &["strike"];

    fn next_turn<R: Referee<Self>>((): &(), state: &mut State, referee: &mut R) -> Result<(), R::Pause> {
        let (who, foe) = (state.next, 1 - state.next);
        let why = |what| Why::new(CombatantId(who as u8), RULE, what);
        state.next = foe;
        state.rounds.0 += u32::from(foe == 0);
        if state.hp[who] <= 0 {
            let number = R::Tally::base(RULE, 10 + state.hp[who] / 2);
            if !referee.check(why("to go on"), Dice::d6(3), &number, |roll, number| roll <= number)? {
                state.out[who] = true;
                return Ok(());
            }
        }
        if referee.ask(&(), state, CombatantId(who as u8))? {
            let number = R::Tally::base(RULE, 2 * state.hp[who] + 1);
            if referee.check(why("breath"), Dice::d6(3), &number, |roll, number| roll <= number)? {
                let gained = referee.pool(why("gained"), &Exploding, &[], |sum| sum)?;
                state.hp[who] = (state.hp[who] + gained).min(HP);
                return Ok(());
            }
        }
        let skill = R::Tally::base(RULE, if state.hp[who] < HP / 3 { 9 } else { 12 });
        if referee.check(why("attack"), Dice::d6(3), &skill, |roll, skill| roll <= skill)? {
            let lost = referee.throw(why("damage"), Dice::d6(1), |pips| pips)?;
            referee.tell(|| lost);
            state.hp[foe] = (state.hp[foe] - lost).max(-HP);
        }
        Ok(())
    }

    fn turn<R: Referee<Self>>(
        setup: &(),
        state: &mut State,
        referee: &mut R,
        who: CombatantId,
    ) -> Result<(), R::Pause> {
        state.next = who.index();
        Self::next_turn(setup, state, referee)
    }

    fn sides_left((): &(), state: &State) -> SidesLeft {
        SidesLeft::of((0..2).filter(|&who| !state.out[who as usize]))
    }

    fn final_status((): &(), state: &State, who: CombatantId) -> FinalStatus {
        let out = state.out[who.index()];
        FinalStatus { out, hp: state.hp[who.index()], max_hp: HP, ..FinalStatus::default() }
    }

    fn rounds(state: &State) -> u32 {
        state.rounds.0
    }

    fn round_limit((): &()) -> u32 {
        60
    }

    fn figures((): &()) -> impl ExactSizeIterator<Item = (&str, u8)> + Clone {
        [("One", 0), ("Two", 1)].into_iter()
    }

    fn sides((): &()) -> impl ExactSizeIterator<Item = &str> {
        ["one", "two"].into_iter()
    }

    fn default_choice((): &(), _: &State, _: &CombatantId) -> bool {
        false
    }

    fn asked(who: &CombatantId) -> CombatantId {
        *who
    }
}

fn start() -> State {
    State { hp: vec![HP; 2], out: [false; 2], next: 0, rounds: Ignored(0) }
}

fn fought(mut simulator: Simulator<'_, Brawl>) -> (Results, Turns) {
    let mut results = Results::default();
    simulator.run(3, 0..20_000, &mut results);
    (results, simulator.turns())
}

#[test]
fn cached_turns_make_the_same_fights() {
    let (by_rules, played) = fought(Simulator::new(&(), &start()).uncached());
    let (from_cache, cached) = fought(Simulator::new(&(), &start()));
    assert_eq!(by_rules, from_cache);
    assert_eq!(played.played, cached.played + cached.cached);
    assert!(10 * cached.played < played.played, "{cached:?}");
}

/// What a turn from a state comes to, by the walker: each state with its probability.
fn walked(start: &State) -> HashMap<State, f64> {
    let mut ends: HashMap<State, f64> = HashMap::new();
    let run = |state: &mut State, walker: &mut affray_kernel::referee::Walker<'_, Brawl>| {
        let Ok(()) = Brawl::next_turn(&(), state, walker);
    };
    walk::<Brawl, _, _>(start, &mut start.clone(), Breathes, (), false, run, |leaf| {
        *ends.entry(leaf.state.clone()).or_default() += leaf.chance;
    });
    ends
}

#[test]
fn the_expander_finds_what_the_walker_finds() {
    for hp in [HP, 3, -4] {
        let start = State { hp: vec![hp, HP], ..start() };
        let mut ends: HashMap<State, f64> = HashMap::new();
        let run = |state: &mut State, expander: &mut affray_kernel::referee::Expander<'_, Brawl>| {
            Brawl::next_turn(&(), state, expander)
        };
        // Up to the decisions, and from each of them with the policy's answer to the end.
        let mut open = vec![(Vec::new(), 1.0)];
        while let Some((given, before)) = open.pop() {
            let (mut sum, mut decided) = (0.0, Vec::new());
            let fits = expand::<Brawl>(&start, &mut start.clone(), &given, false, run, |way| {
                sum += way.chance;
                let steps: Vec<Step<bool>> = given.iter().chain(way.steps).copied().collect();
                match way.found {
                    Found::End => *ends.entry(way.state.clone()).or_default() += before * way.chance,
                    Found::Question(who) => {
                        let choice = Breathes.decide(&(), way.state, &who);
                        decided.push(([steps, vec![Step::Choice(choice)]].concat(), before * way.chance));
                    }
                }
            });
            assert_eq!(fits, Ok(()));
            assert!((sum - 1.0).abs() < 1e-12, "{sum}");
            open.append(&mut decided);
        }
        let walked = walked(&start);
        assert_eq!(ends.len(), walked.len());
        let differs = walked.iter().find(|&(state, chance)| (ends[state] - chance).abs() > 1e-15);
        assert_eq!(differs, None);
        assert_eq!(
            expand::<Brawl>(&start, &mut start.clone(), &[Step::Pool(3)], false, run, |_| {}),
            Err(0),
            "the first thing is no pool"
        );
    }
}

#[test]
fn a_tape_is_among_the_outcomes_and_replays() {
    for seed in 0..200 {
        let start = State { hp: vec![3, HP], ..start() };
        let mut state = start.clone();
        let mut tape = Tape::new(&[], Live { stream: Stream::new(seed, 0), policy: Breathes });
        assert_eq!(Brawl::next_turn(&(), &mut state, &mut tape), Ok(()));
        let (used, mut again) = (tape.used, start.clone());
        let mut replay = Tape::new(&used, Nothing);
        assert_eq!(Brawl::next_turn(&(), &mut again, &mut replay), Ok(()));
        assert_eq!((&again, &replay.records), (&state, &tape.records));
        let totals: Vec<i32> = used
            .iter()
            .filter_map(|input| match input {
                Input::Roll { total, .. } => Some(*total),
                _ => None,
            })
            .collect();
        let mut followed = start.clone();
        let chance = follow::<Brawl>(&totals, Breathes, |walker| {
            let Ok(()) = Brawl::next_turn(&(), &mut followed, walker);
        });
        assert_eq!(followed, state);
        assert!(chance > 0.0 && chance <= walked(&start)[&state] + 1e-15);
        // The dice of the pool may be given to the expander one by one.
        let steps: Vec<Step<bool>> = used
            .iter()
            .filter_map(|input| match input {
                Input::Roll { total, .. } => Some(Step::Roll(*total)),
                Input::Choice { choice, .. } => Some(Step::Choice(*choice)),
                _ => None,
            })
            .collect();
        let run = |state: &mut State, expander: &mut affray_kernel::referee::Expander<'_, Brawl>| {
            Brawl::next_turn(&(), state, expander)
        };
        let mut ways = 0;
        let fits = expand::<Brawl>(&start, &mut start.clone(), &steps, false, run, |way| {
            ways += 1;
            assert_eq!((way.chance, way.found, way.state), (1.0, Found::End, &state));
        });
        assert_eq!((fits, ways), (Ok(()), 1));
        let told = tape.records.iter().filter(|record| matches!(record, Record::Event(_))).count();
        assert!(told <= 1);
    }
}
