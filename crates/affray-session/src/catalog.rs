//! Rulesets as files, command line and server know them.
//!
//! [`DynRules`] and [`Encounter`] are called through a pointer, where that costs nothing that counts; behind them stand
//! [`Rules`].

use crate::narrate;
use crate::position::Denied;
use crate::reference::Reference;
use crate::ruleset::{Figure, Rules};
use crate::scenario::Scenario;
use crate::session::{Table, Terms};
use affray_files::sheets::Shelf;
use affray_files::value::Schema;
use affray_files::{FileError, FileResolver, Source, tree};
use affray_grid::{Cell, Map};
use affray_kernel::orders::Orders;
use affray_kernel::referee::CombatantId;
use affray_sim::{CombatantOutcome, Fought, Results, Simulate, Simulator};
use serde::Serialize;
use serde_json::Value;
use std::ops::Range;

/// The kinds of file for which there is a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// An encounter.
    Encounter,
    /// A sheet.
    Sheet,
    /// A file of cases.
    Case,
    /// A line of a log.
    Log,
}

/// How a case came out.
#[derive(Debug, Clone, PartialEq, Eq, Schema, Serialize)]
pub struct CaseReport {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether it could be read; if not, `differences` says what is wrong.
    pub loads: bool,
    /// What differs; empty if it holds.
    pub differences: Vec<String>,
}

/// A ruleset, as files, command line and server know it.
pub trait DynRules: Send + Sync {
    /// Its id: `dfrpg`.
    fn id(&self) -> &'static str;
    /// What it is, in a line.
    fn title(&self) -> &'static str;
    /// Its ledger.
    fn reference(&self) -> &'static Reference;
    /// The JSON Schema of a kind of file.
    fn schema(&self, kind: FileKind) -> Value;
    /// A commented encounter to start from.
    fn starter(&self) -> &'static str;
    /// The encounters that come with it.
    fn encounters(&self) -> Shelf;
    /// The sheets that come with it.
    fn sheets(&self) -> Shelf;
    /// Its manuals, such as `cases-dfrpg`.
    fn manuals(&self) -> Shelf;
    /// Reads an encounter.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn load(&self, source: &Source, beside: FileResolver<'_>) -> Result<Box<dyn Encounter>, FileError> {
        self.load_tree(source, tree(source)?, beside)
    }
    /// Reads an encounter from its tree of values, in which some may be others than in the text.
    ///
    /// # Errors
    /// Everything that is wrong with it, at its place in the text.
    fn load_tree(
        &self,
        source: &Source,
        tree: Value,
        beside: FileResolver<'_>,
    ) -> Result<Box<dyn Encounter>, FileError>;
    /// Runs the cases of a file. One that cannot be read fails.
    ///
    /// # Errors
    /// Where the file cannot be read, besides its cases.
    fn check(&self, source: &Source, beside: FileResolver<'_>) -> Result<Vec<CaseReport>, FileError>;
    /// The exact outcomes of the one step that each case of a file declares.
    ///
    /// # Errors
    /// Where the file cannot be read, or its step is illegal.
    fn odds(&self, source: &Source, beside: FileResolver<'_>) -> Result<Vec<Odds>, FileError>;
}

/// The exact outcomes of a declared step.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct Odds {
    /// The id of the case, with the row of its table.
    pub id: String,
    /// What was asked, by the case's id and title.
    pub title: String,
    /// How many leaves the walk had.
    pub leaves: u64,
    /// The sum of all chances: 1 within 1e-12.
    pub total: f64,
    /// Whether they are a sample of so many leaves rather than exact: shares are within 2 % of the chance then, 95 times
    /// out of 100. Odds of a file are always exact.
    pub sampled: bool,
    /// Simple chances: `hit`, `critical hit`, `stopped`, `knocked down`, `unconscious`, `dead` …,
    /// each with whom it is about.
    pub chances: Vec<Chance>,
    /// Distributions of whole numbers: `HP lost by Orc`.
    pub distributions: Vec<Distribution>,
}

/// The chance of something.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct Chance {
    /// What it is about, in a word: `hits`.
    pub id: String,
    /// The combatants whom it is about, who does it first.
    pub who: Vec<String>,
    /// The item, spell, part or condition that it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Of what, in words.
    pub of: String,
    /// 0 to 1.
    pub chance: f64,
}

/// The chances of the values of a number.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct Distribution {
    /// What it is about, in a word: `lost`.
    pub id: String,
    /// The combatants whom it is about.
    pub who: Vec<String>,
    /// The item, spell, part or condition that it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// Of what, in words.
    pub of: String,
    /// Value and chance, by rising value.
    pub values: Vec<(i64, f64)>,
    /// The mean, at least.
    pub mean: f64,
    /// The highest value stands for all that are higher, so that the mean is higher too.
    pub open: bool,
}

/// A fight that was fought by policies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fight {
    /// Which fight of its seed, counted from 0.
    pub number: u64,
    /// The side that won, as a place in the list of sides; nothing for a draw.
    pub winner: Option<u8>,
    /// It was broken off at the limit of rounds.
    pub at_limit: bool,
    /// Completed rounds.
    pub rounds: u32,
    /// How each combatant came out.
    pub combatants: Vec<CombatantFight>,
}

/// How a combatant came out of one fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CombatantFight {
    /// Whether it is dead, out or fled, and the HP that it lost.
    pub outcome: CombatantOutcome,
    /// Whether it attacked or cast a spell.
    pub attacked: bool,
    /// Where it is or lies at the end; nothing for one that is not on the map any more.
    pub at: Option<Cell>,
}

/// An encounter that was read.
pub trait Encounter: Send + Sync {
    /// Its title.
    fn title(&self) -> &str;
    /// The combatants.
    fn figures(&self) -> Vec<Figure>;
    /// The sides.
    fn sides(&self) -> Vec<String>;
    /// Tells opponents what to do, a side or one of them: `Cult = hold`.
    ///
    /// # Errors
    /// What is no order, or that nobody has the name.
    fn order(&mut self, line: &str) -> Result<(), Denied>;
    /// Whether each combatant has orders, of its own or of its side.
    fn has_orders(&self) -> Vec<bool>;
    /// Something that fights it many times, on one thread.
    fn simulator(&self) -> Box<dyn Simulate + Send + '_>;
    /// Fights those fights of a seed with policies and adds up what they came to.
    fn simulate(&self, seed: u64, numbers: Range<u64>, into: &mut Results) {
        self.simulator().run(seed, numbers, into);
    }
    /// Fights those fights of a seed with policies, adds up what they came to, and shows each of them. They are the same fights
    /// as those of [`simulate`](Self::simulate), each turn of them played by the rules.
    fn fights(&self, seed: u64, numbers: Range<u64>, into: &mut Results, each: &mut dyn FnMut(Fight));
    /// The map.
    fn map(&self) -> &Map;
    /// Where each combatant begins; nothing for one that is not on the map.
    fn places(&self) -> Vec<Option<Cell>>;
    /// The letters by which each combatant is told on maps, no two alike.
    fn tags(&self) -> Vec<String>;
    /// A table at which it is played on those terms; the fight goes on until somebody has to do something.
    ///
    /// # Errors
    /// If nobody has a name that is to be played by hand, or a policy finds no end.
    fn table(&self, terms: Terms) -> Result<Box<dyn Table + Send>, Denied>;
    /// A table at which a log of it is [followed](Table::follow).
    ///
    /// # Errors
    /// As [`table`](Self::table).
    fn table_to_follow(&self, terms: Terms) -> Result<Box<dyn Table + Send>, Denied>;
}

impl<G: Rules> Encounter for Scenario<G>
where
    G::Setup: Clone,
    for<'a> Simulator<'a, G>: Send,
{
    fn title(&self) -> &str {
        self.title()
    }
    fn figures(&self) -> Vec<Figure> {
        Figure::all::<G>(self.setup())
    }
    fn sides(&self) -> Vec<String> {
        G::sides(self.setup()).map(str::to_owned).collect()
    }
    fn order(&mut self, line: &str) -> Result<(), Denied> {
        Ok(self.order(line)?)
    }
    fn has_orders(&self) -> Vec<bool> {
        let orders = G::orders(self.start());
        let all = (0..G::figures(self.setup()).len() as u8).map(CombatantId);
        all.map(|who| orders.of(who) != Orders::default()).collect()
    }
    fn simulator(&self) -> Box<dyn Simulate + Send + '_> {
        Box::new(self.simulation())
    }
    fn fights(&self, seed: u64, numbers: Range<u64>, into: &mut Results, each: &mut dyn FnMut(Fight)) {
        self.simulation().run_each(seed, numbers, into, |fought: Fought<'_, G::State>| {
            let combatants = (0..).map(CombatantId).zip(fought.fates).zip(fought.attacked);
            let combatants = combatants.map(|((who, &outcome), &attacked)| CombatantFight {
                outcome,
                attacked,
                at: G::place(self.setup(), fought.state, who).map(|(cell, _)| cell),
            });
            each(Fight {
                number: fought.number,
                winner: fought.ending.side,
                at_limit: fought.ending.at_limit,
                rounds: fought.rounds,
                combatants: combatants.collect(),
            });
        });
    }
    fn map(&self) -> &Map {
        G::map(self.setup())
    }
    fn places(&self) -> Vec<Option<Cell>> {
        let all = (0..G::figures(self.setup()).len() as u8).map(CombatantId);
        all.map(|who| G::place(self.setup(), self.start(), who).map(|(cell, _)| cell)).collect()
    }
    fn tags(&self) -> Vec<String> {
        narrate::tags::<G>(self.setup())
    }
    fn table(&self, terms: Terms) -> Result<Box<dyn Table + Send>, Denied> {
        Ok(Box::new(self.session(terms)?))
    }
    fn table_to_follow(&self, terms: Terms) -> Result<Box<dyn Table + Send>, Denied> {
        Ok(Box::new(self.session_to_follow(terms)?))
    }
}
