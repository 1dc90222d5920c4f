//! What a face sees of a fight: combatants, turns, places, plans, distances.

use super::Wanted;
use super::log::LogLine;
use affray_grid::{Arc, Cell, Drawing, Facing};
use affray_kernel::turns::FinalStatus;
use serde::Serialize;

/// How a combatant stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CombatantView {
    /// The name.
    pub name: String,
    /// The side.
    pub side: String,
    /// Whether a person plays it.
    pub by_hand: bool,
    /// In one line.
    pub text: String,
    /// In numbers.
    pub fate: FinalStatus,
}

/// A turn of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TurnInfo {
    /// Its number, from 1.
    pub number: u32,
    /// The round, from 1.
    pub round: u32,
}

/// A turn as one looks back on it.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnView {
    /// Which.
    pub turn: TurnInfo,
    /// The map at its start.
    pub map: Drawing,
    /// The combatants at its start.
    pub standing: Vec<CombatantView>,
    /// What happened in it.
    pub lines: Vec<LogLine>,
}

/// A place at which a movement can end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The cell.
    pub cell: Cell,
    /// The facing there, if there are facings.
    pub facing: Option<Facing>,
    /// The cells on the way, with the last one.
    pub way: Vec<Cell>,
    /// What is asked there before the movement ends, which says what is left of it; empty where nothing is.
    pub prompt: String,
}

/// What words would do.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The decisions that are not the usual ones, in words.
    pub choices: Vec<String>,
    /// The cells on the way, with the last one.
    pub way: Vec<Cell>,
    /// Where it ends: the cell, and the facing if there are facings.
    pub end: Option<(Cell, Option<Facing>)>,
    /// What is waited for then.
    pub next: Wanted,
}

/// How two combatants are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Where the first is.
    pub from: Cell,
    /// Where the other is.
    pub to: Cell,
    /// Cells from one to the other.
    pub distance: u32,
    /// How much higher the ground of the other is, in the map's units.
    pub higher: i32,
    /// Whether the ground lets one see the other.
    pub in_sight: bool,
    /// In which arc of the first the other is, and the other way round, if there are facings.
    pub arcs: Option<(Arc, Arc)>,
}
