//! Opponents against sparring partners: the game's own policy with one fixed plan laid over it.
//!
//! A fixed plan that wins clearly more than half of the fights between two copies of one sheet shows what the policy
//! does wrong. [`rungs`] lists all fights of all rulesets, [`Rung::fight`] fights them, and [`Score`] is what a plan came
//! to, with its interval.

mod sparring;

pub use sparring::{CUNNING, Does, Least, Plan, Sparring};

use affray_files::sheets::{SheetText, Shelf};
use affray_files::{Source, no_files};
use affray_grid::Layout;
use affray_kernel::dice::Stream;
use affray_kernel::referee::Sampler;
use affray_session::encounter::EncounterFormat;
use affray_session::orders;
use affray_session::scenario::Scenario;
use std::sync::Arc;

/// A ruleset whose opponents are measured.
trait Ladder: EncounterFormat<Setup: Send + Sync, State: Send + Sync> {}

impl<G: EncounterFormat<Setup: Send + Sync, State: Send + Sync>> Ladder for G {}

/// The share of fights that a side won, a draw counted as half of one.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Score {
    fights: f64,
    sum: f64,
    squares: f64,
}

impl Score {
    fn count(&mut self, score: f64) {
        self.fights += 1.0;
        self.sum += score;
        self.squares += score * score;
    }

    /// The share, 0 to 1.
    pub fn share(&self) -> f64 {
        self.sum / self.fights
    }

    /// Half the width of the 95 % interval, 0 to 1.
    pub fn margin(&self) -> f64 {
        let variance = (self.squares / self.fights - self.share() * self.share()).max(0.0);
        1.96 * (variance / self.fights).sqrt()
    }
}

/// Where a plan is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// In a mirror: a sheet against itself, 8 cells apart on an open field.
    Mirror(&'static str),
    /// On one side of an encounter.
    Encounter {
        /// The encounter.
        name: &'static str,
        /// The side.
        side: String,
    },
}

/// Fights with a ruleset, a place and a plan.
pub struct Rung {
    /// The ruleset.
    pub ruleset: &'static str,
    /// The place.
    pub place: Place,
    /// The name of the plan; `None` for the game's own policy on both sides.
    pub plan: Option<&'static str>,
    fight: Box<dyn Fn(u64) -> Score + Send + Sync>,
}

impl Rung {
    /// Fights so many fights and says how the side with the plan fared. In a mirror each side has the plan in half of them.
    pub fn fight(&self, fights: u64) -> Score {
        (self.fight)(fights)
    }
}

/// All fights of all rulesets.
pub fn rungs() -> Vec<Rung> {
    let mut all = Vec::new();
    add::<affray_dfrpg::Dfrpg>(affray_dfrpg::content::ENCOUNTERS, &mut all);
    add::<affray_gurps4::Gurps4>(affray_gurps4::content::ENCOUNTERS, &mut all);
    add::<affray_graded::Graded>(affray_graded::content::ENCOUNTERS, &mut all);
    add::<affray_dragonquest::DragonQuest>(affray_dragonquest::content::ENCOUNTERS, &mut all);
    add::<affray_obss::Obss>(affray_obss::content::ENCOUNTERS, &mut all);
    all
}

/// The plans of a ruleset, by name, with what they do.
pub fn plans(ruleset: &str) -> Vec<(&'static str, &'static str)> {
    fn of<G: Ladder>() -> Vec<(&'static str, &'static str)> {
        sparring::plans::<G>().iter().map(|plan| (plan.name, plan.what)).collect()
    }
    match ruleset {
        "dfrpg" => of::<affray_dfrpg::Dfrpg>(),
        "gurps4" => of::<affray_gurps4::Gurps4>(),
        "graded" => of::<affray_graded::Graded>(),
        "dragonquest" => of::<affray_dragonquest::DragonQuest>(),
        "obss" => of::<affray_obss::Obss>(),
        _ => Vec::new(),
    }
}

/// A sheet against itself.
fn mirror<G: Ladder>(sheet: &str) -> Scenario<G> {
    // Games on squares have no facings.
    let [east, west] = if G::LAYOUT == Layout::Hex { [", facing = \"E\"", ", facing = \"W\""] } else { [""; 2] };
    let text = format!(
        "ruleset = \"{}\"\ncombatant = [\n\
         {{ name = \"One\", sheet = \"{sheet}\", at = [0, 0]{east} }},\n\
         {{ name = \"Two\", sheet = \"{sheet}\", at = [8, 0]{west} }},\n]\n",
        G::ID
    );
    Scenario::read(&Source::new(sheet, text), &no_files).unwrap_or_else(|error| panic!("{error}"))
}

fn add<G: Ladder>(encounters: Shelf, all: &mut Vec<Rung>) {
    let plans: Vec<Arc<Plan<G>>> = sparring::plans().into_iter().map(Arc::new).collect();
    for sheet in <G::SheetFile as SheetText>::shelf().names() {
        let scenario = Arc::new(mirror::<G>(sheet));
        // With one foe alone there is nobody to choose.
        let plans = plans.iter().filter(|plan| !matches!(plan.does, Does::Sees(_)));
        for plan in std::iter::once(None).chain(plans.map(Some)) {
            let (scenario, plan) = (Arc::clone(&scenario), plan.cloned());
            let name = plan.as_ref().map(|plan| plan.name);
            let fight = move |fights| {
                let mut score = Score::default();
                for side in [0, 1] {
                    play(&scenario, plan.as_deref(), side, fights / 2, &mut score);
                }
                score
            };
            all.push(Rung { ruleset: G::ID, place: Place::Mirror(sheet), plan: name, fight: Box::new(fight) });
        }
    }
    for &(name, text) in encounters.iter() {
        let scenario: Scenario<G> =
            Scenario::read(&Source::new(name, text), &no_files).unwrap_or_else(|error| panic!("{error}"));
        let scenario = Arc::new(scenario);
        let sides: Vec<String> = G::sides(scenario.setup()).map(str::to_owned).collect();
        for (at, side) in sides.into_iter().enumerate() {
            for plan in std::iter::once(None).chain(plans.iter().map(Some)) {
                let (scenario, plan) = (Arc::clone(&scenario), plan.cloned());
                let name_of_plan = plan.as_ref().map(|plan| plan.name);
                let fight = move |fights| {
                    let mut score = Score::default();
                    play(&scenario, plan.as_deref(), at as u8, fights, &mut score);
                    score
                };
                let place = Place::Encounter { name, side: side.clone() };
                all.push(Rung { ruleset: G::ID, place, plan: name_of_plan, fight: Box::new(fight) });
            }
        }
    }
}

/// Fights so many fights with a plan on one side.
fn play<G: Ladder>(scenario: &Scenario<G>, plan: Option<&Plan<G>>, side: u8, fights: u64, score: &mut Score) {
    let setup = scenario.setup();
    let mut start = scenario.start().clone();
    if let Some(Plan { does: Does::Orders(line), .. }) = plan {
        let whom = G::sides(setup).nth(side.into()).unwrap_or_default();
        orders::give::<G>(setup, &mut start, whom, line).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut state = start.clone();
    let mut policy = Sparring::new(plan, side);
    for number in 0..fights {
        state.clone_from(&start);
        let mut sampler = Sampler::new(Stream::new(1, number), &mut policy);
        let ending = loop {
            if let Some(ending) = G::ending(setup, &state) {
                break ending;
            }
            sampler.policy.begin_turn(setup, &state);
            let Ok(()) = G::next_turn(setup, &mut state, &mut sampler);
        };
        score.count(match ending.side {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == side)),
        });
    }
}
