//! The fixed plans of each ruleset.

mod dfrpg;
mod dragonquest;
mod graded;
mod gurps4;
mod obss;

use crate::sparring::{Does, Plan};
use affray_session::ruleset::Rules;

/// A plan that answers otherwise.
const fn answers<G: Rules>(
    name: &'static str,
    what: &'static str,
    answer: fn(&crate::View<'_, G>, G::Choice) -> G::Choice,
) -> Plan<G> {
    Plan { name, what, does: Does::Answers(answer) }
}

/// A plan that orders are.
const fn ordered<G: Rules>(name: &'static str, what: &'static str, orders: &'static str) -> Plan<G> {
    Plan { name, what, does: Does::Orders(orders) }
}

/// The foe who is nearest.
const fn nearest<G: Rules>() -> Plan<G> {
    Plan {
        name: "nearest",
        what: "fights the nearest foe, whoever else is there",
        does: Does::Sees(|view, foe| view.distance(foe)),
    }
}

/// The foe with the fewest points left.
const fn weakest<G: Rules>() -> Plan<G> {
    Plan {
        name: "weakest",
        what: "fights the foe with the fewest points left, wherever it is",
        does: Does::Sees(|view, foe| 100 * view.points(foe) + view.distance(foe)),
    }
}

/// The foe with the most points.
const fn strongest<G: Rules>() -> Plan<G> {
    Plan {
        name: "strongest",
        what: "fights the foe with the most points, wherever it is",
        does: Does::Sees(|view, foe| -100 * view.max_points(foe) + view.distance(foe)),
    }
}
