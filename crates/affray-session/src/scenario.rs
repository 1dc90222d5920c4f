//! Encounters that were read.

use crate::orders;
use crate::ruleset::Rules;
use affray_kernel::turns::TurnRules;
use affray_sim::Simulator;

/// An encounter of a ruleset that was read. Every reader is instantiated in the crate that makes one of it,
/// which should be the ruleset's own.
#[derive(Debug, Clone)]
pub struct Scenario<G: TurnRules> {
    title: String,
    setup: G::Setup,
    start: G::State,
}

impl<G: TurnRules> Scenario<G> {
    /// An encounter of that title.
    pub fn new(title: impl Into<String>, setup: G::Setup, start: G::State) -> Self {
        Self { title: title.into(), setup, start }
    }

    /// Its title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What never changes in it.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The state in which it begins.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// Tells opponents what to do: see [`orders`].
    ///
    /// # Errors
    /// What is no order, or that nobody has the name.
    pub fn order(&mut self, line: &str) -> Result<(), String>
    where
        G: Rules,
    {
        orders::give_line::<G>(&self.setup, &mut self.start, line)
    }

    /// What never changes, and the state in which it begins.
    pub fn into_parts(self) -> (G::Setup, G::State) {
        (self.setup, self.start)
    }

    /// Fights it many times.
    pub fn simulation(&self) -> Simulator<'_, G> {
        Simulator::new(&self.setup, &self.start)
    }
}
