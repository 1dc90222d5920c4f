//! Simulations that remember turns by the bands of gauges fight the same fights, and know more of them.

use affray_core::dice::Dice;
use affray_core::events::{EventKind, RollKind};
use affray_core::files::{FileError, Source};
use affray_core::gauge::Gauge;
use affray_core::grid::Drawing;
use affray_core::loaded::Loaded;
use affray_core::referee::{CombatantId, Game, Policy, Print, Referee, Refusal, Share, Why};
use affray_core::rules::RuleId;
use affray_core::ruleset::{Beside, Fate, Playable, Results, Standing};
use affray_core::sample::{Simulator, Turns};
use affray_core::tally::Tally;
use serde_json::Value;
use std::hash::Hash as _;

/// Two who take turns: skill 12, less 3 below a third of 30 HP; 1d off. Whoever is at 0 or below rolls against 10
/// and its HP to go on. Whoever makes a roll against twice its HP takes a breath: 5 HP back. Most numbers make a fight of many states.
struct Brawl<const GAUGED: bool, const MEETS: bool>;

const HP: i32 = 30;
const RULE: RuleId = RuleId::new("BRAWL");

struct Setup {
    gauges: Vec<Gauge>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    hp: Vec<i32>,
    out: [bool; 2],
    next: usize,
    rounds: affray_core::state::Unread<u32>,
}

impl affray_core::state::ByCombatant for State {
    type Fighter = i32;
    fn list(&mut self) -> &mut Vec<i32> {
        &mut self.hp
    }
}

#[derive(Default)]
struct Breathes;

impl<const GAUGED: bool, const MEETS: bool> Game for Brawl<GAUGED, MEETS> {
    type Setup = Setup;
    type State = State;
    type Question = CombatantId;
    type Choice = bool;
    type Event = ();
    fn glance(state: &State) -> u64 {
        affray_core::state::glance(state.hp.iter().map(|&hp| hp as u64))
    }
    fn judge(_: &Setup, _: &State, _: &CombatantId, _: &bool) -> Result<(), Refusal> {
        Ok(())
    }
    fn options(_: &Setup, _: &State, _: &CombatantId, into: &mut Vec<bool>) {
        into.extend([true, false]);
    }
    fn set(_: &Setup, _: &mut State, _: &str, _: &Value) -> Result<(), String> {
        Err(String::from("nothing can be set"))
    }
    fn interject(_: &Setup, _: &mut State, _: CombatantId, _: &bool, _: &mut dyn FnMut(())) -> Result<(), Refusal> {
        Err(Refusal::impossible(RULE, "there are no free actions"))
    }
}

/// Takes a breath when badly hurt, by the band of its HP.
impl<const GAUGED: bool, const MEETS: bool> Policy<Brawl<GAUGED, MEETS>> for Breathes {
    fn decide(&mut self, setup: &Setup, state: &State, who: &CombatantId) -> bool {
        setup.gauges[who.index()].coarse(state.hp[who.index()]) < HP / 3
    }
}

impl<const GAUGED: bool, const MEETS: bool> Playable for Brawl<GAUGED, MEETS> {
    type Own = Breathes;

    const EVENTS: &'static [EventKind] = &[];
    const ROLLS: &'static [RollKind] = &[];

    fn load(_: &Source, _: Beside<'_>) -> Result<Loaded<Self>, FileError> {
        let gauge = |who: u8| Gauge::new(-60..=HP, [1, HP / 3]).of_points(CombatantId(who));
        let start = State { hp: vec![HP; 2], out: [false; 2], next: 0, rounds: affray_core::state::Unread(0) };
        Ok(Loaded::new("A brawl", Setup { gauges: vec![gauge(0), gauge(1)] }, start))
    }
    fn gauges(setup: &Setup) -> &[Gauge] {
        if GAUGED { &setup.gauges } else { &[] }
    }
    fn gauge(state: &State, at: usize) -> i32 {
        state.hp[at]
    }
    fn set_gauge(state: &mut State, at: usize, value: i32) {
        state.hp[at] = value;
    }
    fn next_turn<R: Referee<Self>>(setup: &Setup, state: &mut State, referee: &mut R) -> Result<(), R::Pause> {
        let (who, foe) = (state.next, 1 - state.next);
        let why = |what| Why::new(CombatantId(who as u8), RULE, what);
        state.next = foe;
        state.rounds.0 += u32::from(foe == 0);
        if state.hp[who] <= 0 {
            // How far below 0 makes the number, so it is read.
            referee.reads(who);
            let number = R::Tally::base(RULE, 10 + state.hp[who] / 2);
            if !referee.check(why("to go on"), Dice::d6(3), &number, |roll, number| roll <= number)? {
                state.out[who] = true;
                return Ok(());
            }
        }
        if referee.ask(setup, state, CombatantId(who as u8))? && {
            let number = R::Tally::base(RULE, 2 * state.hp[who] + 1);
            referee.check_by(why("breath"), Dice::d6(3), &number, Share { gauge: who, per: 2, rest: 1 })?
        } {
            referee.changes(who, 5);
            state.hp[who] = (state.hp[who] + 5).min(HP);
            return Ok(());
        }
        if MEETS {
            // How it came to strike makes no difference, nor what of a band it has left.
            let known = Some(|print: &mut Print| who.hash(print));
            referee.goes_by(true, known);
            referee.ways_meet(|print, is_last| {
                assert!(is_last);
                let bands = [0, 1].map(|who| setup.gauges[who].band(state.hp[who]));
                (bands, state.out).hash(print);
            })?;
        }
        let skill = R::Tally::base(RULE, if state.hp[who] < HP / 3 { 9 } else { 12 });
        if referee.check(why("attack"), Dice::d6(3), &skill, |roll, skill| roll <= skill)? {
            // A six throws the foe back too.
            let read = |pips: i32| (pips, pips == 6);
            let (lost, hard) =
                referee.throw_for(why("damage"), Dice::d6(1), foe, read, |&(lost, hard)| (hard, -lost))?;
            state.hp[foe] -= lost;
            if hard && referee.throw(why("balance"), Dice::d6(1), |pips| pips < 3)? {
                referee.changes(foe, -2);
                state.hp[foe] -= 2;
            }
        }
        Ok(())
    }
    fn standing(_: &Setup, state: &State) -> Standing {
        Standing::of((0..2).filter(|&who| !state.out[who as usize]))
    }
    fn fate(_: &Setup, state: &State, who: CombatantId) -> Fate {
        let out = state.out[who.index()];
        Fate { dead: false, out, fled: false, hp: state.hp[who.index()], max_hp: HP }
    }
    fn rounds(state: &State) -> u32 {
        state.rounds.0
    }
    fn round_limit(_: &Setup) -> u32 {
        60
    }
    fn figures(_: &Setup) -> impl ExactSizeIterator<Item = (&str, u8)> + Clone {
        [("One", 0), ("Two", 1)].into_iter()
    }
    fn sides(_: &Setup) -> impl ExactSizeIterator<Item = &str> {
        ["one", "two"].into_iter()
    }
    fn harmless(_: &Setup, _: &State, _: &CombatantId) -> bool {
        false
    }
    fn told_choice(_: &Setup, _: CombatantId, choice: &bool) -> String {
        choice.to_string()
    }
    fn told_event(_: &Setup, (): &()) -> Option<String> {
        None
    }
    fn event_json(_: &Setup, (): &()) -> Value {
        Value::Null
    }
    fn prompt(_: &Setup, _: &State, _: &CombatantId) -> String {
        String::from("A breath?")
    }
    fn asked(who: &CombatantId) -> CombatantId {
        *who
    }
    fn label(_: &Setup, _: &State, _: &CombatantId, choice: &bool) -> String {
        choice.to_string()
    }
    fn typed(_: &Setup, _: &State, _: &CombatantId, words: &str) -> Result<bool, String> {
        words.parse().map_err(|_| String::from("true or false"))
    }
    fn unasked(_: &Setup, _: &State, _: CombatantId, _: &str) -> Result<bool, String> {
        Err(String::from("there are no free actions"))
    }
    fn draw(_: &Setup, _: &State) -> Drawing {
        Drawing::instead("")
    }
    fn status(_: &Setup, state: &State, who: CombatantId) -> String {
        state.hp[who.index()].to_string()
    }
}

fn brawl<const GAUGED: bool, const MEETS: bool>() -> Loaded<Brawl<GAUGED, MEETS>> {
    let nothing = Source::new("brawl", "");
    Loaded::read(&nothing, &affray_core::ruleset::alone).unwrap_or_else(|error| panic!("{error}"))
}

fn fought<G: Playable>(mut simulator: Simulator<'_, G>) -> (Results, Turns) {
    let mut results = Results::default();
    simulator.run(3, 0..20_000, &mut results);
    (results, simulator.turns())
}

#[test]
fn a_simulation_knows_turns_by_bands() {
    let (by_rules, _) = fought(brawl::<true, false>().simulation().forgetful());
    let (by_bands, banded) = fought(brawl::<true, false>().simulation());
    let (by_points, pointed) = fought(brawl::<false, false>().simulation());
    assert_eq!(by_rules, by_bands, "HP lost among them");
    assert_eq!(by_rules, by_points);
    assert!(by_rules.fates[0].hp_lost > 0);
    let played = |turns: Turns| turns.lost + turns.new;
    let all = |turns: Turns| played(turns) + turns.remembered;
    assert_eq!(all(banded), all(pointed));
    assert!(10 * played(banded) < played(pointed), "{banded:?}, {pointed:?}");
}

#[test]
fn ways_that_meet_go_on_as_one() {
    let (by_rules, _) = fought(brawl::<true, true>().simulation().forgetful());
    let (apart, divided) = fought(brawl::<true, false>().simulation());
    let (met, one) = fought(brawl::<true, true>().simulation());
    assert_eq!(by_rules, apart, "dice are the same");
    assert_eq!(by_rules, met);
    let played = |turns: Turns| turns.lost + turns.new;
    assert!(played(one) < played(divided), "{one:?}, {divided:?}");
}
