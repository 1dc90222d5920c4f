//! What somebody could do with its turn, for people who ask.

use super::trials::{Rival, Trials};
use super::{Plan, begins};
use crate::position::{Denied, Position};
use crate::ruleset::Rules;
use affray_kernel::orders::Task;
use affray_kernel::referee::CombatantId;
use serde::Serialize;

/// Plans that are suggested, at the most.
const SUGGESTED: usize = 3;

/// Fights of each plan.
const FIGHTS: usize = 100;

/// A plan for a turn, and what would come of it if everybody decided as the program does from there on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Suggestion {
    /// The plan in words.
    pub plan: String,
    /// The share of fights that the side won, a draw counted as half of one, 0 to 1.
    pub chance: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
    /// What it costs and gains.
    pub why: String,
}

impl std::fmt::Display for Suggestion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { plan, chance, margin, why } = self;
        write!(f, "{:>3.0}% (± {:.0})  {plan}\n    {why}", 100.0 * chance, 100.0 * margin)
    }
}

impl<G: Rules> Position<G> {
    /// The best plans for what somebody is asked to do with its turn, the best first, as its side knows the fight: always the
    /// same ones for one position.
    ///
    /// # Errors
    /// If nobody is asked for that here, or there is nobody to fight.
    pub fn suggest(&self) -> Result<Vec<Suggestion>, Denied> {
        self.is_battle()?;
        let asked = self.question().filter(|question| begins::<G>(question)).map(G::asked);
        let who = asked.ok_or("plans are compared where somebody decides what to do with its turn")?;
        let believed = self.believed(G::side(self.setup(), who));
        let (start, given) = believed.as_ref().unwrap_or(self).turn();
        let mut policy = G::Own::default();
        let trials = Trials::new(self.setup(), start, given, who, &mut policy);
        let mut trials = trials.ok_or("there is nobody to fight")?;
        let (rivals, done) = trials.rivals(SUGGESTED);
        let plans = std::iter::once(Plan::Own).chain(rivals.iter().map(|Rival { plan, .. }| *plan));
        Ok(best(plans.map(|plan| suggested(self, who, &mut trials, plan, done)).collect()))
    }
}

/// The best of them, the best one first.
fn best(mut all: Vec<Suggestion>) -> Vec<Suggestion> {
    all.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    all.truncate(SUGGESTED);
    all
}

/// What comes of a plan, with dice from that number on.
fn suggested<G: Rules>(
    here: &Position<G>,
    who: CombatantId,
    trials: &mut Trials<'_, G>,
    plan: Plan<G>,
    first: usize,
) -> Suggestion {
    let (setup, side) = (here.setup(), G::side(here.setup(), who));
    let (mut won, mut squares, mut lost) = (0.0, 0.0, [(0, 0); 2]);
    for number in first..first + FIGHTS {
        let (mut state, mut stream) = trials.play(plan, number);
        for (one, (_, of)) in (0..).map(CombatantId).zip(G::figures(setup)) {
            let [before, after] = [here.state(), &state].map(|state| G::final_status(setup, state, one));
            let (points, fighters) = &mut lost[usize::from(of != side)];
            *points += before.hp + before.reserve - after.hp - after.reserve;
            *fighters += i32::from(after.out) - i32::from(before.out);
        }
        trials.go_on(&mut state, &mut stream, G::round_limit(setup));
        let score = match G::ending(setup, &state).and_then(|ending| ending.side) {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == side)),
        };
        won += score;
        squares += score * score;
    }
    let fights = FIGHTS as f64;
    let chance = won / fights;
    let margin = 1.96 * ((squares / fights - chance * chance).max(0.0) / fights).sqrt();
    let has_reserve = G::final_status(setup, here.state(), who).max_reserve > 0;
    let first = G::standing(setup, here.state(), who).points.first().map_or("points", |points| points.name);
    let points = if has_reserve { "points" } else { first };
    let told = |(lost, fighters): (i32, i32)| {
        format!("{:.1} {points} and {:.1} fighters", f64::from(lost) / fights, f64::from(fighters) / fights)
    };
    let why =
        format!("in {} rounds it costs the own side {}, the others {}", trials.rounds, told(lost[0]), told(lost[1]));
    Suggestion { plan: in_words(here, who, trials, plan), chance, margin, why }
}

/// A plan in words: with what the turn begins, and what it is besides.
fn in_words<G: Rules>(here: &Position<G>, who: CombatantId, trials: &mut Trials<'_, G>, plan: Plan<G>) -> String {
    let setup = here.setup();
    let first = trials.look(plan, 0).made.first().map(|first| G::describe_choice(setup, who, first));
    let besides = match plan {
        Plan::Own => Some("as the program would play".to_owned()),
        Plan::First(_) => None,
        Plan::Prefers(preference) => Some(preference.what.to_owned()),
        Plan::Task(Task::Advance) => Some("go for the foes".to_owned()),
        Plan::Task(Task::Hunt(foe)) => Some(format!("fight {} alone", crate::names::of::<G>(setup, foe))),
        Plan::Task(_) => Some("stay here".to_owned()),
    };
    first.into_iter().chain(besides).collect::<Vec<_>>().join("; ")
}
