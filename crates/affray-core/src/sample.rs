//! Many fights in a row: what a simulation runs on one thread.

mod atlas;
mod states;

use crate::dice::Stream;
use crate::gauge::{Gauge, MOST_GAUGES, Values};
use crate::referee::{CombatantId, Policy};
use crate::ruleset::{Ending, Fate, FateCounts, Playable, Results, Simulate};
use arrayvec::ArrayVec;
pub use atlas::Room;
use atlas::{Atlas, Found, Next, Outcome, Player, Stop};
use std::ops::Range;

/// Lengths beyond this are counted together.
const LONGEST: usize = 255;

/// Fights an encounter over and over with the game's own policy, on one thread.
///
/// Each fight has a stream of its own, so that it is the same fight in any company. What was learned of
/// the encounter's turns on the way is kept for further fights: see `atlas`. Memory has a bound.
#[derive(Debug)]
pub struct Simulator<'a, G: Playable> {
    setup: &'a G::Setup,
    start: &'a G::State,
    combatants: usize,
    sides: usize,
    atlas: Option<Atlas<G>>,
    policy: G::Own,
    state: G::State,
    /// Where fights begin, once the start has a place.
    first: Option<First>,
    turns: Turns,
    /// The fights that are under way: their ways are lost.
    lost: Vec<Fight>,
    /// How the latest fight came out, where the atlas does not keep it.
    outcome: Outcome,
    finds_back: bool,
    /// States are remembered at once.
    at_once: bool,
    /// The gauges of the encounter; none where nothing is remembered.
    gauges: &'a [Gauge],
    /// Their values, where the fight has come to a place of the atlas and when it is over.
    values: Values,
    /// Those of them that are somebody's hit points.
    points: ArrayVec<Points, MOST_GAUGES>,
}

/// The first place of the atlas to which not every fight comes alike: the start, or one that is led to by turns in
/// which nothing is rolled.
#[derive(Debug, Clone, Copy)]
struct First {
    place: u32,
    /// The values of the gauges there.
    values: Values,
    /// What was played up to there.
    turns: u64,
    rounds: u32,
}

/// So many fights are under way together: what they need finds room near the processor.
const ABREAST: usize = 64;

/// A fight that is under way.
#[derive(Debug)]
struct Fight {
    stream: Stream,
    /// The values of the gauges, where it stands at a place.
    values: Values,
    /// The place of the atlas at which its turn begins.
    place: u32,
    /// The rounds that are over.
    rounds: u32,
}

/// A gauge that is somebody's hit points.
#[derive(Debug, Clone, Copy)]
struct Points {
    gauge: usize,
    of: CombatantId,
    most: i32,
}

/// How the turns of a simulation were played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Turns {
    /// By memory alone.
    pub remembered: u64,
    /// By the rules, from a state that is remembered.
    pub lost: u64,
    /// By the rules, from a state that is not.
    pub new: u64,
}

/// How a combatant came out of a fight, as it is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Came {
    dead: bool,
    out: bool,
    fled: bool,
    /// HP lost, where no gauge says it.
    lost: u32,
}

impl From<Fate> for Came {
    fn from(fate: Fate) -> Self {
        Self { dead: fate.dead, out: fate.out, fled: fate.fled, lost: lost(fate.max_hp, fate.hp) }
    }
}

/// HP lost of so many, with so many left; who is at 0 or below has lost all.
fn lost(most: i32, left: i32) -> u32 {
    (most - left.max(0)).max(0) as u32
}

/// Where a fight has come to.
#[derive(Clone, Copy)]
enum At {
    /// To a place of the atlas.
    Known(u32),
    /// To the simulator's own state.
    New,
    /// To its end. How it came out is kept in the atlas, or stands in [`Simulator::outcome`].
    Over(Option<u32>),
}

impl At {
    /// The same as what comes after a turn, where the atlas knows it.
    fn known(self) -> Option<Next> {
        match self {
            Self::Known(place) => Some(Next::Place(place)),
            Self::Over(kept) => kept.map(Next::Outcome),
            Self::New => None,
        }
    }
}

impl From<Next> for At {
    fn from(next: Next) -> Self {
        match next {
            Next::Place(place) => Self::Known(place),
            Next::Outcome(outcome) => Self::Over(Some(outcome)),
        }
    }
}

impl<'a, G: Playable> Simulator<'a, G> {
    /// A simulator of an encounter with so many combatants and sides.
    pub fn new(setup: &'a G::Setup, start: &'a G::State, combatants: usize, sides: usize) -> Self {
        let gauges = G::gauges(setup);
        let gauges = &gauges[..gauges.len().min(MOST_GAUGES)];
        let points = gauges.iter().enumerate().filter_map(|(gauge, one)| {
            one.points_of().map(|of| Points { gauge, of, most: G::fate(setup, start, of).max_hp })
        });
        Self {
            finds_back: G::finds_back(setup),
            at_once: G::remembers_at_once(setup),
            gauges,
            values: Values::default(),
            points: points.collect(),
            setup,
            start,
            combatants,
            sides,
            atlas: Some(Atlas::new(G::room(setup))),
            policy: G::Own::default(),
            state: start.clone(),
            first: None,
            turns: Turns::default(),
            lost: Vec::new(),
            outcome: Outcome { ending: Ending { side: None, at_limit: false }, fates: Vec::with_capacity(combatants) },
        }
    }

    /// How the turns so far were played.
    pub fn turns(&self) -> Turns {
        self.turns
    }

    /// How much is remembered by now.
    pub fn used(&self) -> Room {
        self.atlas.as_ref().map_or(Room { places: 0, words: 0 }, Atlas::used)
    }

    /// One that plays every turn by the rules and remembers none. It fights the same fights, more slowly.
    #[must_use]
    pub fn forgetful(self) -> Self {
        Self { atlas: None, first: None, gauges: &[], points: ArrayVec::new(), ..self }
    }

    /// One that remembers no more than that. It fights the same fights.
    #[must_use]
    pub fn with_room(self, room: Room) -> Self {
        // What the policy remembers of places is of the old ones.
        Self { atlas: Some(Atlas::new(room)), first: None, policy: G::Own::default(), ..self }
    }

    /// Fights those fights of a seed and adds up what they came to.
    ///
    /// Some are under way together, each up to a turn that is not known. What is needed to play these turns is read for
    /// all of them at once, so that the processor does not wait for it at each, and the rules play them in a row.
    pub fn run(&mut self, seed: u64, mut numbers: Range<u64>, into: &mut Results) {
        into.wins.resize(self.sides, 0);
        into.fates.resize(self.combatants, FateCounts::default());
        into.lengths.resize(LONGEST + 1, 0);
        let limit = G::round_limit(self.setup);
        let mut lost = std::mem::take(&mut self.lost);
        loop {
            while lost.len() < ABREAST
                && let Some(number) = numbers.next()
            {
                let (at, rounds) = self.set_out(limit);
                let mut fight = Fight { stream: Stream::new(seed, number), values: self.values, place: 0, rounds };
                if self.goes_on(at, &mut fight, limit, into) {
                    lost.push(fight);
                }
            }
            if lost.is_empty() {
                break;
            }
            if let Some(atlas) = &self.atlas {
                for fight in &lost {
                    atlas.look_ahead(fight.place);
                    self.policy.look_ahead(fight.place);
                }
            }
            // The rules for all of them in a row, then the map for all of them in a row.
            lost.retain_mut(|fight| match self.find_way(fight) {
                At::Known(place) => {
                    fight.place = place;
                    true
                }
                at => self.goes_on(at, fight, limit, into),
            });
            lost.retain_mut(|fight| self.goes_on(At::Known(fight.place), fight, limit, into));
        }
        self.lost = lost;
    }

    /// Leads a fight on until its way is lost; `false` if it comes to its end before, and is counted.
    fn goes_on(&mut self, mut at: At, fight: &mut Fight, limit: u32, into: &mut Results) -> bool {
        loop {
            at = match (at, &self.atlas) {
                (At::Known(place), Some(atlas)) => {
                    let Fight { stream, values, rounds, .. } = fight;
                    let way = atlas.follow(place, (*rounds, limit), stream, self.gauges, values);
                    (fight.place, fight.rounds) = (way.place, way.rounds);
                    self.turns.remembered += way.turns;
                    match way.stop {
                        Stop::Outcome(outcome) => At::Over(Some(outcome)),
                        Stop::Lost => return true,
                        Stop::Limit => {
                            atlas.copy_state(way.place, &mut self.state);
                            self.values = fight.values;
                            self.put_gauges_back();
                            self.stop()
                        }
                    }
                }
                (At::Over(kept), _) => {
                    self.count(kept, fight, into);
                    return false;
                }
                _ => {
                    let next = if fight.rounds < limit { self.play_new(fight) } else { self.stop() };
                    fight.values = self.values;
                    next
                }
            };
        }
    }

    /// Counts a fight that is over. How it came out is kept in the atlas, or stands in [`Self::outcome`].
    fn count(&self, kept: Option<u32>, fight: &Fight, into: &mut Results) {
        let outcome = match (kept, &self.atlas) {
            (Some(at), Some(atlas)) => atlas.outcome(at),
            _ => &self.outcome,
        };
        into.count(outcome, u64::from(fight.rounds));
        for points in &self.points {
            let left = i32::from(fight.values.get(points.gauge));
            into.fates[points.of.index()].lose(lost(points.most, left));
        }
    }

    /// Where a fight begins, and the rounds before: where it can be, behind the turns that all of them have in common.
    fn set_out(&mut self, limit: u32) -> (At, u32) {
        let rounds = G::rounds(self.start);
        if let Some(first) = &mut self.first {
            while let Some((next, more)) = self.atlas.as_ref().and_then(|atlas| atlas.leads_on(first.place))
                && rounds + first.rounds + more < limit
            {
                (first.place, first.rounds, first.turns) = (next, first.rounds + more, first.turns + 1);
            }
            self.values = first.values;
            self.turns.remembered += first.turns;
            return (At::Known(first.place), rounds + first.rounds);
        }
        self.state.clone_from(self.start);
        if let Some(ending) = self.over() {
            return (At::Over(self.come_out(ending)), rounds);
        }
        self.set_gauges_aside();
        self.first = self
            .atlas
            .as_mut()
            .and_then(|atlas| atlas.place_of(&mut self.state, self.at_once))
            .map(|place| First { place, values: self.values, turns: 0, rounds: 0 });
        self.put_gauges_back();
        (At::New, rounds)
    }

    /// Stops a fight after the last round.
    fn stop(&mut self) -> At {
        At::Over(self.come_out(Ending { side: None, at_limit: true }))
    }

    /// Leads a fight that was lost through its turn.
    fn find_way(&mut self, fight: &mut Fight) -> At {
        let Some(atlas) = &self.atlas else { unreachable!("only on the atlas a way is lost") };
        // Another one may have found it meanwhile.
        match atlas.follow_turn(fight.place, &mut fight.stream, self.gauges, &mut fight.values) {
            Some((next, more)) => {
                self.turns.remembered += 1;
                fight.rounds += more;
                next.into()
            }
            None => {
                let at = self.play_from(fight);
                fight.values = self.values;
                at
            }
        }
    }

    /// Plays a turn from a place on by the rules, and draws it on the map.
    fn play_from(&mut self, fight: &mut Fight) -> At {
        let Some(atlas) = &mut self.atlas else { unreachable!("only the atlas has places") };
        self.turns.lost += 1;
        atlas.copy_state(fight.place, &mut self.state);
        put_back::<G>(self.gauges, &fight.values, &mut self.state);
        let before = G::rounds(&self.state);
        self.policy.restart();
        self.policy.begin_at(fight.place);
        let chart = Some(atlas.explore(fight.place, self.gauges, fight.values));
        let mut player = Player { stream: &mut fight.stream, policy: &mut self.policy, chart, found: None };
        if let Err(Found) = G::next_part(self.setup, &mut self.state, &mut player) {
            // The rest of the turn was known, and nothing is left to be played or noted.
            let (Some((next, more)), Some(chart)) = (player.found, player.chart) else {
                unreachable!("it was found on a chart")
            };
            self.values = chart.values();
            fight.rounds += more;
            return next.into();
        }
        debug_assert!(
            player.chart.as_ref().is_none_or(|chart| chart.agrees(&self.state)),
            "a gauge changed without a word"
        );
        let last = player.chart.and_then(|chart| chart.last());
        let more = G::rounds(&self.state) - before;
        fight.rounds += more;
        let at = self.arrive();
        if let (Some(last), Some(next), Some(atlas)) = (last, at.known(), &mut self.atlas) {
            atlas.note_end(last, next, more);
        }
        at
    }

    /// Plays a turn from the simulator's own state on by the rules.
    fn play_new(&mut self, fight: &mut Fight) -> At {
        self.turns.new += 1;
        let before = G::rounds(&self.state);
        self.policy.restart();
        let mut player = Player { stream: &mut fight.stream, policy: &mut self.policy, chart: None, found: None };
        let played = G::next_part(self.setup, &mut self.state, &mut player);
        debug_assert_eq!(played, Ok(()), "nothing is found without a chart");
        fight.rounds += G::rounds(&self.state) - before;
        if self.finds_back {
            self.arrive()
        } else if self.ends() {
            At::Over(None)
        } else {
            At::New
        }
    }

    /// Where a turn has led that was played into the simulator's own state.
    fn arrive(&mut self) -> At {
        if let Some(ending) = self.over() {
            return At::Over(self.come_out(ending));
        }
        if self.atlas.is_some() {
            G::simplify(self.setup, &mut self.state);
            self.set_gauges_aside();
        }
        let Some(atlas) = &mut self.atlas else { return At::New };
        match atlas.place_of(&mut self.state, self.at_once) {
            Some(place) => At::Known(place),
            None => {
                self.put_gauges_back();
                At::New
            }
        }
    }

    /// Takes the values of the gauges out of the simulator's own state, which is then one for all of their bands.
    fn set_gauges_aside(&mut self) {
        for (at, gauge) in self.gauges.iter().enumerate() {
            let now = G::gauge(&self.state, at);
            self.values.set(at, gauge.clamp(now) as i16);
            let stands_for_it = gauge.coarse(now);
            if now != stands_for_it {
                G::set_gauge(&mut self.state, at, stands_for_it);
            }
        }
    }

    /// Puts the values of the gauges back into the simulator's own state.
    fn put_gauges_back(&mut self) {
        put_back::<G>(self.gauges, &self.values, &mut self.state);
    }

    /// Whether the fight is over in the simulator's own state. How it came out is not kept, as nothing leads there.
    fn ends(&mut self) -> bool {
        let ending = self.over();
        if let Some(ending) = ending {
            self.write_down(ending);
        }
        ending.is_some()
    }

    /// How the fight is over in the simulator's own state, but for its limit.
    fn over(&self) -> Option<Ending> {
        if !G::is_between_turns(&self.state) {
            return None;
        }
        G::ending(self.setup, &self.state).filter(|ending| !ending.at_limit)
    }

    /// Writes down how a fight came out that ended in the simulator's own state; where the atlas keeps
    /// it, if it does.
    fn come_out(&mut self, ending: Ending) -> Option<u32> {
        self.write_down(ending);
        self.atlas.as_mut().filter(|atlas| atlas.has_room()).map(|atlas| atlas.keep_outcome(&self.outcome))
    }
}

impl<G: Playable> Simulator<'_, G> {
    /// Writes down how a fight came out that ended in the simulator's own state.
    fn write_down(&mut self, ending: Ending) {
        self.outcome.ending = ending;
        self.outcome.fates.clear();
        for who in 0..self.combatants {
            self.outcome.fates.push(G::fate(self.setup, &self.state, CombatantId(who as u8)).into());
        }
        for points in &self.points {
            // The gauge says it, fight by fight.
            self.outcome.fates[points.of.index()].lost = 0;
            let left = G::gauge(&self.state, points.gauge);
            self.values.set(points.gauge, self.gauges[points.gauge].clamp(left) as i16);
        }
    }
}

/// Puts the values of gauges into a state.
fn put_back<G: Playable>(gauges: &[Gauge], values: &Values, state: &mut G::State) {
    for at in 0..gauges.len() {
        G::set_gauge(state, at, i32::from(values.get(at)));
    }
}

impl<G: Playable> Simulate for Simulator<'_, G>
where
    G::Setup: Sync,
    G::State: Send + Sync,
{
    fn run(&mut self, seed: u64, numbers: Range<u64>, into: &mut Results) {
        Simulator::run(self, seed, numbers, into);
    }
}

impl FateCounts {
    /// Counts HP that were lost in a fight.
    fn lose(&mut self, points: u32) {
        let lost = u64::from(points);
        self.hp_lost += lost;
        self.hp_lost_squared += lost * lost;
    }
}

impl Results {
    fn count(&mut self, outcome: &Outcome, rounds: u64) {
        self.fights += 1;
        match outcome.ending.side.and_then(|side| self.wins.get_mut(side as usize)) {
            Some(wins) => *wins += 1,
            None => self.draws += 1,
        }
        self.at_limit += u64::from(outcome.ending.at_limit);
        self.rounds.0 += rounds;
        self.rounds.1 += rounds * rounds;
        self.rounds.2 = self.rounds.2.max(rounds);
        self.lengths[(rounds as usize).min(LONGEST)] += 1;
        for (counts, came) in self.fates.iter_mut().zip(&outcome.fates) {
            counts.dead += u64::from(came.dead);
            counts.out += u64::from(came.out);
            counts.fled += u64::from(came.fled);
            counts.lose(came.lost);
        }
    }

    /// Adds the results of further fights of the same encounter.
    pub fn add(&mut self, other: &Self) {
        fn sum(into: &mut Vec<u64>, other: &[u64]) {
            into.resize(into.len().max(other.len()), 0);
            for (into, other) in into.iter_mut().zip(other) {
                *into += other;
            }
        }
        self.fights += other.fights;
        sum(&mut self.wins, &other.wins);
        self.draws += other.draws;
        self.at_limit += other.at_limit;
        self.rounds.0 += other.rounds.0;
        self.rounds.1 += other.rounds.1;
        self.rounds.2 = self.rounds.2.max(other.rounds.2);
        sum(&mut self.lengths, &other.lengths);
        self.fates.resize(self.fates.len().max(other.fates.len()), FateCounts::default());
        for (into, other) in self.fates.iter_mut().zip(&other.fates) {
            into.dead += other.dead;
            into.out += other.out;
            into.fled += other.fled;
            into.hp_lost += other.hp_lost;
            into.hp_lost_squared += other.hp_lost_squared;
        }
    }
}
