//! Plans for a turn, played out from the state in which it begins.

use super::{Follower, Plan, begins};
use crate::position::play_turn;
use crate::ruleset::{Change, Rules};
use affray_kernel::dice::Stream;
use affray_kernel::orders::{OrderBook, Orders, Task, Wits};
use affray_kernel::referee::{CombatantId, DiceSource, Input, Live, Policy, Sampler};
use affray_kernel::turns::SidesLeft;
use std::cell::Cell;
use std::ops::Range;

/// The seed of the dice of all trials.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// The numbers of the dice with which plans are looked at that differ in nothing.
const PROBES: Range<u64> = 0..6;

/// How many of them have to show the turn.
const LOOKS: usize = 2;

/// How often each plan is played out before the better ones are kept, and how many those are.
const STAGES: [(usize, usize); 2] = [(8, 5), (32, 1)];

/// How often the one that is left is compared with the own plan.
const LAST: usize = 160;

/// After so many rounds a trial is valued: where two fight, and where more do.
const ROUNDS: [u32; 2] = [4, 2];

/// Foes who may be hunted, at the most.
const HUNTED: usize = 6;

/// Choices with which a turn may begin, at the most.
const FIRST: usize = 40;

/// What is tried out from one moment for one combatant.
pub(super) struct Trials<'a, G: Rules> {
    setup: &'a G::Setup,
    /// The state at the start of the turn, in which nobody is cunning.
    start: G::State,
    /// The same moment with cunning foes that hold, if there are such: they may find, too, that it pays to let others come.
    patient: Option<G::State>,
    /// What was given since.
    given: &'a [Input<G::Choice, Change>],
    who: CombatantId,
    side: u8,
    policy: &'a mut dyn Policy<G>,
    /// A trial is valued after so many rounds.
    pub(super) rounds: u32,
    /// What comes of the own plan, by the number of the dice.
    own: Vec<f64>,
}

/// A plan, and by how much it was better than the own one.
pub(super) struct Rival<G: Rules> {
    pub(super) plan: Plan<G>,
    sum: f64,
    squares: f64,
    count: f64,
}

impl<G: Rules> Rival<G> {
    const fn new(plan: Plan<G>) -> Self {
        Self { plan, sum: 0.0, squares: 0.0, count: 0.0 }
    }

    /// Two standard errors of the sum.
    fn margin(&self) -> f64 {
        2.0 * (self.squares - self.sum * self.sum / self.count).max(0.0).sqrt()
    }
}

impl<'a, G: Rules> Trials<'a, G> {
    /// From the turn that began in that state and took those inputs, as the one's side believes it; nothing where there is
    /// nobody to fight.
    pub(super) fn new(
        setup: &'a G::Setup,
        start: &G::State,
        given: &'a [Input<G::Choice, Change>],
        who: CombatantId,
        policy: &'a mut dyn Policy<G>,
    ) -> Option<Self> {
        let side = G::side(setup, who);
        let mut start = G::believed(setup, start, side).unwrap_or_else(|| start.clone());
        let (mut book, mut patience, figures) = (OrderBook::NONE, OrderBook::NONE, G::figures(setup).len());
        let mut are_patient = false;
        for one in (0..figures as u8).map(CombatantId) {
            let orders = G::orders(&start).of(one);
            let is_cunning = orders.wits == Wits::Cunning;
            let trained = if is_cunning { Orders { wits: Wits::Trained, ..orders } } else { orders };
            book.give(one, trained);
            let holds = is_cunning && orders.task == Task::Free && G::side(setup, one) != side;
            patience.give(one, if holds { Orders { task: Task::Hold, ..trained } } else { trained });
            are_patient |= holds;
        }
        let patient = are_patient.then(|| {
            let mut patient = start.clone();
            G::command(&mut patient, patience);
            patient
        });
        G::command(&mut start, book);
        let rounds = ROUNDS[usize::from(figures > 2)];
        let fights = G::sides_left(setup, &start) == SidesLeft::Several;
        fights.then(|| Self { setup, start, patient, given, who, side, policy, rounds, own: Vec::new() })
    }

    /// The plan that is better than the own one beyond doubt, if there is one.
    pub(super) fn better(&mut self) -> Option<Plan<G>> {
        let (rivals, done) = self.rivals(1);
        let mut last = Rival::new(rivals.first()?.plan);
        self.compare(&mut last, done..done + LAST);
        (last.sum > last.margin()).then_some(last.plan)
    }

    /// The most promising plans besides the own one, the best first, and how many dice chose them; none where it is not that
    /// one's turn.
    pub(super) fn rivals(&mut self, least: usize) -> (Vec<Rival<G>>, usize) {
        let mut rivals: Vec<Rival<G>> = self.plans().into_iter().map(Rival::new).collect();
        let mut done = 0;
        for (many, kept) in STAGES {
            rivals.iter_mut().for_each(|rival| self.compare(rival, done..done + many));
            done += many;
            rivals.sort_by(|one, other| other.sum.total_cmp(&one.sum));
            rivals.truncate(kept.max(least));
        }
        (rivals, done)
    }

    /// The plans that can be tried besides the own one, none of which comes to the same as another.
    fn plans(&mut self) -> Vec<Plan<G>> {
        let (mut numbers, mut own, mut options) = (Vec::new(), Vec::new(), Vec::new());
        for number in PROBES {
            let seen = self.look(Plan::Own, number);
            if !seen.options.is_empty() {
                (options, numbers) = (seen.options, [numbers, vec![number]].concat());
                own.push(seen.made);
            }
            if numbers.len() == LOOKS {
                break;
            }
        }
        let mut plans = Vec::new();
        if G::orders(&self.start).of(self.who).task == Task::Free {
            plans.extend([Task::Advance, Task::Hold].map(Plan::Task));
            let foes = (0..)
                .map(CombatantId)
                .zip(G::figures(self.setup))
                .filter(|(foe, (_, of))| *of != self.side && !G::final_status(self.setup, &self.start, *foe).out);
            plans.extend(foes.map(|(foe, _)| Plan::Task(Task::Hunt(foe))).take(HUNTED));
        }
        plans.extend(G::PREFERENCES.iter().map(Plan::Prefers));
        plans.extend(options.into_iter().take(FIRST).map(Plan::First));
        let mut known = vec![own];
        plans.retain(|plan| {
            let made: Vec<_> = numbers.iter().map(|&number| self.look(*plan, number).made).collect();
            let is_new = !known.contains(&made);
            known.push(made);
            is_new
        });
        plans
    }

    /// What somebody with a plan decides in the turn, with those dice.
    pub(super) fn look(&mut self, plan: Plan<G>, number: u64) -> Seen<G> {
        let mut stream = Stream::new(SEED, number);
        let follower = Follower { who: self.who, plan, acted: false };
        let mut trial =
            Trial { policy: self.policy, follower, seen: Some(Seen { made: Vec::new(), options: Vec::new() }) };
        first_turn(self.setup, &self.start, self.given, &mut stream, &mut trial);
        trial.seen.unwrap_or_else(|| unreachable!("it was put there"))
    }

    /// Plays a plan out with so many dice.
    fn compare(&mut self, rival: &mut Rival<G>, numbers: Range<usize>) {
        for number in numbers {
            while self.own.len() <= number {
                let own = self.worth(Plan::Own, self.own.len());
                self.own.push(own);
            }
            let more = self.worth(rival.plan, number) - self.own[number];
            rival.sum += more;
            rival.squares += more * more;
            rival.count += 1.0;
        }
    }

    /// What a plan is worth with those dice. Where foes may be as patient, every other trial has them hold, and then it is
    /// worth less than a lost fight that nobody is hurt: a fight in which both sides let the other come has no end.
    fn worth(&mut self, plan: Plan<G>, number: usize) -> f64 {
        match self.patient.clone().filter(|_| number % 2 == 1) {
            None => {
                let (state, _) = self.play(plan, number);
                value::<G>(self.setup, &state, self.side)
            }
            Some(patient) => {
                let (state, _) = self.play_from(&patient, plan, number);
                let status = |of: &G::State, who| G::final_status(self.setup, of, who);
                let mut all = (0..G::figures(self.setup).len() as u8).map(CombatantId);
                let is_idle = all.all(|who| status(&patient, who) == status(&state, who));
                if is_idle { -1.0 } else { value::<G>(self.setup, &state, self.side) }
            }
        }
    }

    /// What comes of a plan after some rounds with those dice, and the dice to come.
    pub(super) fn play(&mut self, plan: Plan<G>, number: usize) -> (G::State, Stream) {
        self.play_from(&self.start.clone(), plan, number)
    }

    fn play_from(&mut self, start: &G::State, plan: Plan<G>, number: usize) -> (G::State, Stream) {
        let mut stream = Stream::new(SEED, PROBES.end + number as u64);
        let follower = Follower { who: self.who, plan, acted: false };
        let mut trial = Trial { policy: self.policy, follower, seen: None };
        let mut state = first_turn(self.setup, start, self.given, &mut stream, &mut trial);
        let end = G::rounds(start) + self.rounds;
        // The dice may have given the first turn to somebody else.
        while !trial.follower.acted && goes_on::<G>(self.setup, &state, end) {
            turn(self.setup, &mut state, &mut stream, &mut trial);
        }
        self.go_on(&mut state, &mut stream, end);
        (state, stream)
    }

    /// Plays on up to the end of the fight or of that round.
    pub(super) fn go_on(&mut self, state: &mut G::State, stream: &mut Stream, end: u32) {
        while goes_on::<G>(self.setup, state, end) {
            turn(self.setup, state, stream, self.policy);
        }
    }
}

fn goes_on<G: Rules>(setup: &G::Setup, state: &G::State, end: u32) -> bool {
    G::rounds(state) < end && G::sides_left(setup, state) == SidesLeft::Several
}

/// Plays a turn.
fn turn<G: Rules>(setup: &G::Setup, state: &mut G::State, stream: &mut Stream, policy: &mut dyn Policy<G>) {
    policy.restart();
    let dice: &mut dyn DiceSource = stream;
    let Ok(()) = G::next_turn(setup, state, &mut Sampler::new(dice, policy));
}

/// The state after a turn that took those inputs; where they do not lead to its end, the one in which it began.
fn first_turn<G: Rules>(
    setup: &G::Setup,
    start: &G::State,
    given: &[Input<G::Choice, Change>],
    stream: &mut Stream,
    policy: &mut dyn Policy<G>,
) -> G::State {
    let mut state = start.clone();
    if given.is_empty() {
        turn(setup, &mut state, stream, policy);
        return state;
    }
    policy.restart();
    let mut live = Live { stream: stream.clone(), policy };
    if let Ok(played) = play_turn::<G>(setup, start, given, &mut live, false, &Cell::new(false))
        && played.pause.is_none()
    {
        (state, *stream) = (played.state, live.stream);
    }
    state
}

/// What somebody decided in a turn.
pub(super) struct Seen<G: Rules> {
    /// All that it decided.
    pub(super) made: Vec<G::Choice>,
    /// What it could have decided to do with the turn.
    options: Vec<G::Choice>,
}

/// A policy in which one follows a plan.
struct Trial<'a, G: Rules> {
    policy: &'a mut dyn Policy<G>,
    follower: Follower<G>,
    /// What that one decides, if it is looked at.
    seen: Option<Seen<G>>,
}

impl<G: Rules> Policy<G> for Trial<'_, G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        let is_first = !self.follower.acted && begins::<G>(question);
        let choice = self.follower.decide(self.policy, setup, state, question);
        if let Some(seen) = self.seen.as_mut().filter(|_| G::asked(question) == self.follower.who) {
            if is_first {
                G::options(setup, state, question, &mut seen.options);
            }
            seen.made.push(choice);
        }
        choice
    }
    fn restart(&mut self) {
        self.policy.restart();
    }
}

/// What a state is worth to a side, 0 to 1: by how many of both sides are in the fight, and with how many of their points.
fn value<G: Rules>(setup: &G::Setup, state: &G::State, side: u8) -> f64 {
    let mut left = [(0.0, 0.0); 2];
    for (who, (_, of)) in (0..).map(CombatantId).zip(G::figures(setup)) {
        let status = G::final_status(setup, state, who);
        let (now, all) = &mut left[usize::from(of != side)];
        *all += 1.0;
        if !status.out {
            *now += 0.5 + 0.5 * f64::from(status.points_left().max(0)) / 1000.0;
        }
    }
    let [own, foes] = left.map(|(now, all): (f64, f64)| if all > 0.0 { (now / all).powi(2) } else { 0.0 });
    if own + foes > 0.0 { own / (own + foes) } else { 0.5 }
}
