//! Encounters that were read.

use crate::files::{FileError, Source};
use crate::ruleset::{Encounter, Figure, FileResolver, Rules, Simulate};
use crate::sample::Simulator;
use crate::session::{Session, Table, Terms};

/// An encounter of a ruleset that was read. Every reader is instantiated in the crate that makes one of it,
/// which should be the ruleset's own.
#[derive(Debug, Clone)]
pub struct Scenario<G: Rules> {
    title: String,
    setup: G::Setup,
    start: G::State,
}

impl<G: Rules> Scenario<G> {
    /// An encounter of that title.
    pub fn new(title: impl Into<String>, setup: G::Setup, start: G::State) -> Self {
        Self { title: title.into(), setup, start }
    }

    /// Reads an encounter.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(source: &Source, beside: FileResolver<'_>) -> Result<Self, FileError> {
        G::load(source, beside)
    }

    /// What never changes in it.
    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// The state in which it begins.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// What never changes, and the state in which it begins.
    pub fn into_parts(self) -> (G::Setup, G::State) {
        (self.setup, self.start)
    }

    /// Fights it many times.
    pub fn simulation(&self) -> Simulator<'_, G> {
        let (combatants, sides) = (G::figures(&self.setup).len(), G::sides(&self.setup).len());
        Simulator::new(&self.setup, &self.start, combatants, sides)
    }
}

impl<G: Rules> Scenario<G>
where
    G::Setup: Clone,
{
    /// A table at which it is played on those terms.
    ///
    /// # Errors
    /// If nobody has a name that is to be played by hand, or a policy finds no end.
    pub fn session(&self, terms: Terms) -> Result<Session<G>, String> {
        Session::new(self.setup.clone(), self.start.clone(), terms)
    }
}

impl<G: Rules> Encounter for Scenario<G>
where
    G::Setup: Clone + Send + Sync,
    G::State: Send + Sync,
    Session<G>: Send,
    for<'a> Simulator<'a, G>: Send,
{
    fn title(&self) -> &str {
        &self.title
    }
    fn figures(&self) -> Vec<Figure> {
        Figure::all::<G>(&self.setup)
    }
    fn sides(&self) -> Vec<String> {
        G::sides(&self.setup).map(str::to_owned).collect()
    }
    fn simulator(&self) -> Box<dyn Simulate + Send + '_> {
        Box::new(self.simulation())
    }
    fn table(&self, terms: Terms) -> Result<Box<dyn Table + Send>, String> {
        Ok(Box::new(self.session(terms)?))
    }
}
