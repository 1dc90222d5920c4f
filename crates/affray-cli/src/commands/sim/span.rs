//! How far the answer hangs on what the sides are told to do.

use super::{Args, Load, progress};
use crate::failure::Failure;
use affray_arena::{Report, Settings, SpanReport, compare};
use affray_session::catalog::Encounter;
use std::sync::atomic::AtomicBool;

/// Fights of each play.
const FIGHTS: u64 = 400;

/// The orders that are tried.
const ORDERS: [&str; 2] = ["advance", "hold"];

/// Encounters with more sides are not looked at.
const MOST_SIDES: usize = 4;

/// Fights an encounter with each side told to advance and to hold that has no orders of its own; nothing where there is no such
/// side.
pub(super) fn span(
    args: &Args,
    load: &Load<'_>,
    encounter: &dyn Encounter,
    report: &Report,
    settings: &Settings,
    stop: &AtomicBool,
) -> Result<Option<SpanReport>, Failure> {
    let sides = encounter.sides();
    if args.no_span || report.fights == 0 || !report.complete || sides.len() > MOST_SIDES {
        return Ok(None);
    }
    let figures = encounter.figures();
    let ordered = encounter.has_orders();
    let commanded: Vec<u8> = figures.iter().zip(ordered).filter(|(_, has)| *has).map(|(one, _)| one.side).collect();
    let (mut plays, mut encounters) = (Vec::new(), Vec::new());
    for (at, side) in (0..).zip(&sides).filter(|(at, _)| !commanded.contains(at)) {
        for orders in ORDERS {
            let mut play = load.encounter(&args.orders)?;
            let members = figures.iter().filter(|figure| figure.side == at);
            // Nobody whose name has a `=` can be told anything in a line.
            if members.map(|one| play.order(&format!("{}={orders}", one.name))).all(|told| told.is_ok()) {
                plays.push((side.clone(), orders.to_owned()));
                encounters.push(play);
            }
        }
    }
    if plays.is_empty() {
        return Ok(None);
    }
    let all: Vec<&dyn Encounter> = std::iter::once(encounter).chain(encounters.iter().map(|one| &**one)).collect();
    let settings = Settings { fights: report.fights.min(FIGHTS), within: None, ..*settings };
    let progress = progress(&settings, all.len() as u64);
    let comparison = compare(&all, &settings, &|fights| progress.inc(fights), stop, &mut |_, _| {});
    progress.finish_and_clear();
    let comparison = comparison.map_err(|message| Failure::Usage(message, None))?;
    // Who interrupts it does without it.
    let complete = comparison.simulations.iter().all(affray_arena::Simulation::is_complete);
    Ok(complete.then(|| SpanReport::new(encounter, &report.sides, plays, &comparison)))
}
