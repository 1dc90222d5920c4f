//! How far an answer hangs on how the sides are played.

use crate::{Comparison, Share, SideDifference, SideReport};
use affray_files::value::Schema;
use affray_session::catalog::Encounter;
use serde::Serialize;

/// Smaller differences are not spoken of.
const SMALLEST: f64 = 0.02;

/// What becomes of the shares of wins where one side is given other orders.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct SpanReport {
    /// The fights of each play.
    pub fights: u64,
    /// By side, from where to where its share of wins goes.
    pub sides: Vec<SideSpan>,
    /// The plays, in each of which one side has other orders.
    pub plays: Vec<PlayReport>,
}

/// From where to where a side's share of wins goes, the encounter as it stands and every play that differs from it taken
/// together: beyond its interval, and by 2 percentage points or more.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct SideSpan {
    /// The side.
    pub side: String,
    /// The lowest share of wins, 0 to 1.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

/// An encounter in which one side has other orders.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct PlayReport {
    /// The side.
    pub side: String,
    /// Its orders: `hold`.
    pub orders: String,
    /// How often each side won.
    pub sides: Vec<SideReport>,
    /// How that differs from the encounter as it stands, in fights with the same dice.
    pub differences: Vec<SideDifference>,
}

impl PlayReport {
    /// Whether the wins of a side differ beyond the interval, and by enough to speak of.
    fn differs(&self, side: &str) -> bool {
        let found = self.differences.iter().find(|one| one.side == side);
        found.is_some_and(|SideDifference { difference: one, .. }| {
            (one.low > 0.0 || one.high < 0.0) && one.difference.abs() >= SMALLEST
        })
    }
}

impl SpanReport {
    /// Of a comparison of an encounter as it stands with plays, each a side and its orders. `sides` has how often each side won as
    /// it stands.
    pub fn new(
        encounter: &dyn Encounter,
        sides: &[SideReport],
        plays: Vec<(String, String)>,
        comparison: &Comparison,
    ) -> Self {
        let names = encounter.sides();
        let came_to = comparison.simulations.iter().zip(&comparison.differences).skip(1);
        let one = |((side, orders), (simulation, differences)): ((String, String), _)| {
            let (simulation, differences): (&crate::Simulation, &Vec<crate::Difference>) = (simulation, differences);
            let results = &simulation.results;
            let wins = |at: usize| Share::of(results.wins.get(at).copied().unwrap_or_default(), results.fights);
            PlayReport {
                side,
                orders,
                sides: names
                    .iter()
                    .enumerate()
                    .map(|(at, side)| SideReport { side: side.clone(), wins: wins(at) })
                    .collect(),
                differences: names
                    .iter()
                    .zip(differences)
                    .map(|(side, &difference)| SideDifference { side: side.clone(), difference })
                    .collect(),
            }
        };
        let plays: Vec<PlayReport> = plays.into_iter().zip(came_to).map(one).collect();
        let span = |stands: &SideReport| {
            let share =
                |play: &PlayReport| play.sides.iter().find(|side| side.side == stands.side).map(|side| side.wins.share);
            let others = plays.iter().filter(|play| play.differs(&stands.side)).filter_map(share);
            let (low, high) = others
                .fold((stands.wins.share, stands.wins.share), |(low, high), share| (low.min(share), high.max(share)));
            SideSpan { side: stands.side.clone(), low, high }
        };
        let fights = comparison.simulations.first().map_or(0, |first| first.results.fights);
        Self { fights, sides: sides.iter().map(span).collect(), plays }
    }

    /// The orders on which a side's share of wins hangs, each once.
    pub fn hangs_on(&self, side: &str) -> Vec<&str> {
        let mut orders: Vec<&str> = Vec::new();
        for play in self.plays.iter().filter(|play| play.differs(side)) {
            if !orders.contains(&play.orders.as_str()) {
                orders.push(&play.orders);
            }
        }
        orders
    }
}
