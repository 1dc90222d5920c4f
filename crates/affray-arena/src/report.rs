//! What a simulation says, with how sure it is.

use crate::{Comparison, Simulation};
use affray_files::value::Schema;
use affray_session::catalog::Encounter;
use affray_session::ruleset::Figure;
use serde::Serialize;

/// The level of all intervals.
pub const CONFIDENCE: f64 = 0.95;

/// The quantile of the normal distribution for intervals of that level.
const Z: f64 = 1.959_963_984_540_054;

/// A share of all fights.
///
/// The interval is Wilson's, which stays within 0 and 1 and holds for rare things too.
///
/// ```
/// use affray_arena::Share;
/// let share = Share::of(10, 100);
/// assert_eq!(share.share, 0.1);
/// assert!((share.low - 0.05523).abs() < 1e-5 && (share.high - 0.17437).abs() < 1e-5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Schema, Serialize)]
pub struct Share {
    /// How many.
    pub count: u64,
    /// The share, 0 to 1.
    pub share: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The standard error.
    pub standard_error: f64,
}

impl Share {
    /// So many of all. Of nothing at all, anything is possible.
    pub fn of(count: u64, all: u64) -> Self {
        if all == 0 {
            return Self { count, share: 0.0, low: 0.0, high: 1.0, standard_error: 0.0 };
        }
        let n = all as f64;
        let share = count as f64 / n;
        let square = Z * Z;
        let center = (share + square / (2.0 * n)) / (1.0 + square / n);
        let half = Z / (1.0 + square / n) * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
        Self {
            count,
            share,
            // At the ends the formula gives exactly 0 and 1, which rounding would miss.
            low: if count == 0 { 0.0 } else { (center - half).max(0.0) },
            high: if count == all { 1.0 } else { (center + half).min(1.0) },
            standard_error: (share * (1.0 - share) / n).sqrt(),
        }
    }

    /// Half of the interval.
    pub fn half(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// How the share of wins of a variant differs from that of the encounter as it stands, fight by fight of the same seed.
///
/// The interval is the one of Agresti and Min for matched pairs.
///
/// ```
/// use affray_arena::Difference;
/// let difference = Difference::of(30, 10, 100);
/// assert_eq!(difference.difference, 0.2);
/// assert!((difference.low - 0.0791).abs() < 1e-4 && (difference.high - 0.3131).abs() < 1e-4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Schema, Serialize)]
pub struct Difference {
    /// The difference, -1 to 1.
    pub difference: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Difference {
    /// Of so many fights that only the variant won, and so many that only the other one did, among all.
    pub fn of(more: u64, less: u64, all: u64) -> Self {
        if all == 0 {
            return Self { difference: 0.0, low: -1.0, high: 1.0 };
        }
        let (more, less, n) = (more as f64, less as f64, all as f64);
        let (center, discordant) = ((more - less) / (n + 2.0), more + less + 1.0);
        let half = Z * (discordant - (more - less).powi(2) / (n + 2.0)).sqrt() / (n + 2.0);
        Self { difference: (more - less) / n, low: (center - half).max(-1.0), high: (center + half).min(1.0) }
    }
}

/// A mean over all fights.
#[derive(Debug, Clone, Copy, PartialEq, Schema, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of one fight.
    pub deviation: f64,
    /// The standard error of the mean.
    pub standard_error: f64,
}

impl Mean {
    /// The mean of so many numbers with this sum and sum of squares.
    fn of(sum: u64, squares: u64, number: u64) -> Self {
        if number == 0 {
            return Self { mean: 0.0, deviation: 0.0, standard_error: 0.0 };
        }
        let n = number as f64;
        // Whole numbers up to the end: nothing is lost where two large ones are almost equal.
        let scatter = u128::from(squares) * u128::from(number) - u128::from(sum) * u128::from(sum);
        let variance = if number < 2 { 0.0 } else { scatter as f64 / (n * (n - 1.0)) };
        Self { mean: sum as f64 / n, deviation: variance.sqrt(), standard_error: (variance / n).sqrt() }
    }
}

/// How long fights took, in completed rounds.
#[derive(Debug, Clone, Copy, PartialEq, Schema, Serialize)]
pub struct Rounds {
    /// The mean.
    #[serde(flatten)]
    #[value(flatten)]
    pub mean: Mean,
    /// Half of the fights took no longer.
    pub median: u64,
    /// 95 % of the fights took no longer.
    pub most_of_them: u64,
    /// The longest fight.
    pub longest: u64,
}

/// A side's fortune.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct SideReport {
    /// Its name.
    pub side: String,
    /// Fights that it won.
    pub wins: Share,
}

/// A combatant's fortune.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct CombatantReport {
    /// The name.
    pub combatant: String,
    /// The side.
    pub side: String,
    /// Fights in which it died.
    pub dead: Share,
    /// Fights at whose end it was out: dead, unconscious or fled.
    pub out: Share,
    /// Fights from which it fled.
    pub fled: Share,
    /// HP that it lost; who is at 0 or below has lost all.
    pub hp_lost: Mean,
    /// Whether it attacked or cast a spell in any of the fights.
    pub attacked: bool,
}

/// How narrow the intervals were to be.
#[derive(Debug, Clone, Copy, PartialEq, Schema, Serialize)]
pub struct Within {
    /// Half of the interval of each side's wins, as it was asked for.
    pub asked: f64,
    /// Half of the widest of them, as it is.
    pub reached: f64,
}

/// What a simulation says.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct Report {
    /// The encounter's title.
    pub title: String,
    /// The seed.
    pub seed: u64,
    /// The fights that were fought.
    pub fights: u64,
    /// The fights that were wanted.
    pub wanted: u64,
    /// Whether that is all of them, or the intervals are as narrow as asked.
    pub complete: bool,
    /// How narrow the intervals were to be, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<Within>,
    /// How often each side won.
    pub sides: Vec<SideReport>,
    /// Fights that nobody won.
    pub draws: Share,
    /// Fights among them that were broken off at the limit of rounds.
    pub at_limit: Share,
    /// How long the fights took.
    pub rounds: Rounds,
    /// How each combatant came out.
    pub combatants: Vec<CombatantReport>,
    /// The combatants that neither attacked nor cast a spell in any fight.
    pub never_attacked: Vec<String>,
}

/// A variant of an encounter.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct VariantReport {
    /// In what it differs: `Arn.sheet=knight`.
    pub variant: String,
    /// What its fights say.
    #[serde(flatten)]
    #[value(flatten)]
    pub report: Report,
    /// How the wins of each side differ from those in the encounter as it stands.
    pub differences: Vec<SideDifference>,
}

impl VariantReport {
    /// The reports of variants by name, the encounter as it stands among them as the first.
    pub fn all<'a>(
        variants: impl IntoIterator<Item = (&'a str, &'a dyn Encounter)>,
        comparison: &Comparison,
    ) -> Vec<Self> {
        let came_to = comparison.simulations.iter().zip(&comparison.differences);
        let mut first = Vec::new();
        let one = |((name, encounter), (simulation, differences)): ((&str, &dyn Encounter), _)| {
            let (simulation, differences): (&Simulation, &Vec<Difference>) = (simulation, differences);
            let sides = encounter.sides();
            if first.is_empty() {
                first.clone_from(&sides);
            }
            let is_there = |(side, _): &(&String, &Difference)| sides.contains(side);
            let differences = first.iter().zip(differences).filter(is_there);
            Self {
                variant: name.to_owned(),
                report: Report::new(encounter, simulation),
                differences: differences
                    .map(|(side, &difference)| SideDifference { side: side.clone(), difference })
                    .collect(),
            }
        };
        variants.into_iter().zip(came_to).map(one).collect()
    }
}

/// How the wins of a side differ in a variant.
#[derive(Debug, Clone, PartialEq, Schema, Serialize)]
pub struct SideDifference {
    /// The side.
    pub side: String,
    /// The difference of its shares of wins.
    #[serde(flatten)]
    #[value(flatten)]
    pub difference: Difference,
}

impl Report {
    /// Makes a report of a simulation of that encounter.
    pub fn new(encounter: &dyn Encounter, simulation: &Simulation) -> Self {
        let results = &simulation.results;
        let share = |count| Share::of(count, results.fights);
        let sides = encounter.sides();
        // Without a single fight the lists are empty.
        let wins = |at: usize| results.wins.get(at).copied().unwrap_or_default();
        let fate = |at: usize| results.fates.get(at).copied().unwrap_or_default();
        let figures = encounter.figures();
        let idle = |(at, _): &(usize, &Figure)| results.fights > 0 && !fate(*at).attacked;
        Self {
            title: encounter.title().to_owned(),
            seed: simulation.seed,
            fights: results.fights,
            wanted: simulation.wanted,
            complete: simulation.is_complete(),
            within: simulation.within.map(|asked| Within { asked, reached: simulation.reached() }),
            sides: (sides.iter().enumerate())
                .map(|(at, side)| SideReport { side: side.clone(), wins: share(wins(at)) })
                .collect(),
            draws: share(results.draws),
            at_limit: share(results.at_limit),
            rounds: Rounds {
                mean: Mean::of(results.rounds.0, results.rounds.1, results.fights),
                median: quantile(&results.lengths, results.fights, 50, results.rounds.2),
                most_of_them: quantile(&results.lengths, results.fights, 95, results.rounds.2),
                longest: results.rounds.2,
            },
            never_attacked: (figures.iter().enumerate()).filter(idle).map(|(_, figure)| figure.name.clone()).collect(),
            combatants: (figures.into_iter().enumerate())
                .map(|(at, figure)| {
                    let fate = fate(at);
                    CombatantReport {
                        combatant: figure.name,
                        side: sides.get(usize::from(figure.side)).cloned().unwrap_or_default(),
                        dead: share(fate.dead),
                        out: share(fate.out),
                        fled: share(fate.fled),
                        hp_lost: Mean::of(fate.hp_lost, fate.hp_lost_squared, results.fights),
                        attacked: fate.attacked,
                    }
                })
                .collect(),
        }
    }
}

/// The least number of rounds within which so many percent of all fights ended. The last of the
/// `lengths` holds all longer fights: there only the longest is known.
fn quantile(lengths: &[u64], fights: u64, percent: u64, longest: u64) -> u64 {
    let enough = (fights * percent).div_ceil(100);
    let mut so_far = 0;
    for (rounds, fights) in (0..).zip(lengths) {
        so_far += fights;
        if enough <= so_far {
            return if rounds + 1 == lengths.len() as u64 { longest } else { rounds };
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_after_wilson() {
        // Worked by hand: z^2 = 3.8415; (0.5 + 0.0192) / 1.0384 -+ 1.96 / 1.0384 * sqrt(.0025 + .000096).
        let half = Share::of(50, 100);
        assert!((half.low - 0.40383).abs() < 1e-5, "{half:?}");
        assert!((half.high - 0.59617).abs() < 1e-5, "{half:?}");
        assert!((half.standard_error - 0.05).abs() < 1e-12);
        // Never seen in 10: up to z^2 / (10 + z^2).
        let never = Share::of(0, 10);
        assert_eq!(never.low, 0.0);
        assert!((never.high - 3.841_458 / 13.841_458).abs() < 1e-6, "{never:?}");
        assert_eq!(Share::of(10, 10).high, 1.0);
        assert_eq!((Share::of(0, 0).low, Share::of(0, 0).high), (0.0, 1.0));
    }

    #[test]
    fn means_and_their_errors() {
        // 2, 4, 4, 6: mean 4, variance 8 / 3.
        let mean = Mean::of(16, 72, 4);
        assert_eq!(mean.mean, 4.0);
        assert!((mean.deviation - (8.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!((mean.standard_error - (2.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::of(7, 49, 1).standard_error, 0.0);
        assert_eq!(Mean::of(0, 0, 0).mean, 0.0);
    }

    #[test]
    fn quantiles_of_lengths() {
        // Fights of 1, 1, 3 and two of more than 3 rounds, the longest 90.
        let lengths = [0, 2, 0, 1, 2];
        assert_eq!(quantile(&lengths, 5, 20, 90), 1);
        assert_eq!(quantile(&lengths, 5, 50, 90), 3);
        assert_eq!(quantile(&lengths, 5, 95, 90), 90);
        assert_eq!(quantile(&[], 0, 50, 0), 0);
    }
}
