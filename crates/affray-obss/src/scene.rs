//! A battle: its fixed part and its changing part, side by side.

use crate::decision::Cover;
use crate::options::Options;
use crate::sheet::{Sheet, Size};
use crate::state::{Fighter, Flags, State};
use affray_files::value::FromValue;
use affray_grid::{Cell, Map};
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_kernel::turns::FinalStatus;

/// The fixed part of a fight.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The map.
    pub map: Map,
    /// Each square within the bounds of the map.
    pub floor: Vec<Floor>,
    /// The combatants.
    pub combatants: Vec<Combatant>,
    /// The sides.
    pub sides: Vec<affray_session::encounter::Side>,
    /// The optional rules.
    pub options: Options,
    /// Some square is dim or dark.
    pub has_shadows: bool,
    /// Some square blocks lines.
    pub has_screens: bool,
    /// Some square is narrow.
    pub has_narrow: bool,
    /// Some square gives cover.
    pub has_cover: bool,
    /// Some square is higher than others.
    pub has_heights: bool,
    /// Some sheet has a spell that deafens, so that places in the order can change.
    pub has_deafening: bool,
    /// The fight ends as a draw after so many rounds.
    pub round_limit: u32,
    /// For every item of every sheet, which kind it is of those that others can pick up; [`NONE`] for none.
    ///
    /// [`NONE`]: crate::state::NONE
    pub loot: Vec<Vec<u8>>,
    /// The time of day.
    pub clock: crate::body::time::Clock,
}

/// A combatant: its name, side and sheet.
pub type Combatant = affray_session::encounter::Combatant<Sheet>;

/// Light of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromValue)]
#[allow(missing_docs, reason = "the three degrees of ledger 1.3")]
pub enum Light {
    #[default]
    Bright,
    Dim,
    Dark,
}

/// A square, as this game reads the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Floor {
    /// It cannot be entered.
    pub solid: bool,
    /// A wall: no step cuts its corner.
    pub wall: bool,
    /// No line goes through it: a wall, or an obstacle to sight.
    pub screen: bool,
    /// Difficult (`OB-059`).
    pub difficult: bool,
    /// Narrow (`OB-101`).
    pub narrow: bool,
    /// Its light.
    pub light: Light,
    /// Its cover against shots (`OB-115`).
    pub cover: Cover,
    /// Its height in meters.
    pub elevation: i8,
}

impl Floor {
    /// What it does to those who stand there, in words, each with its rule.
    pub(crate) fn features(&self) -> Vec<(&'static str, RuleId)> {
        let cover = match self.cover {
            Cover::None => None,
            Cover::Light => Some("light cover"),
            Cover::Medium => Some("medium cover"),
            Cover::Complete => Some("complete cover"),
        };
        let (light, of_light) = match self.light {
            Light::Bright => (None, rule!("OB-100")),
            Light::Dim => (Some("dim light"), rule!("OB-100")),
            Light::Dark => (Some("dark"), rule!("OB-105")),
        };
        [
            (self.difficult.then_some("difficult"), rule!("OB-059")),
            (self.narrow.then_some("narrow"), rule!("OB-101")),
            (cover, rule!("OB-115")),
            (light, of_light),
        ]
        .into_iter()
        .filter_map(|(words, rule)| Some((words?, rule)))
        .collect()
    }
}

affray_session::battle!(crate::Obss, Sheet, Fighter);

impl<'a> Scene<'a> {
    /// How a combatant stands.
    pub fn final_status(self, who: CombatantId) -> FinalStatus {
        let fighter = self.fighter(who);
        FinalStatus {
            dead: fighter.flags.has(Flags::DEAD),
            out: !fighter.stands(),
            fled: fighter.flags.has(Flags::GONE) && fighter.arrives == 0,
            hp: fighter.hp.into(),
            max_hp: self.sheet(who).hp.into(),
            ..FinalStatus::default()
        }
    }
    /// The name of a combatant; empty if there is none.
    pub fn name(self, who: CombatantId) -> &'a str {
        self.setup.combatants.get(who.index()).map_or("", |one| one.name.as_str())
    }
    /// The enemies that are on the map.
    pub fn foes(self, who: CombatantId) -> impl Iterator<Item = CombatantId> + use<'a> {
        let side = self.setup.combatants[who.index()].side;
        let all = self.setup.combatants.iter().zip(&self.state.fighters).zip(0u8..);
        all.filter(move |((one, fighter), _)| one.side != side && fighter.is_present()).map(|(_, id)| CombatantId(id))
    }
    /// A square. Off the map it is solid.
    #[inline]
    pub fn floor(self, cell: Cell) -> Floor {
        match self.setup.map.bounds().index(cell) {
            Some(index) => self.setup.floor[index],
            None if self.setup.map.contains(cell) => Floor::default(),
            None => Floor { solid: true, wall: true, screen: true, ..Floor::default() },
        }
    }
    /// `OB-064` The squares that a combatant takes.
    pub fn footprint(self, who: CombatantId) -> Footprint {
        // OB-333: of a rider those of the mount.
        Footprint { at: self.fighter(who).at, side: self.sheet(self.bearer(who)).size.side() }
    }
    /// `OB-065` The distance between two combatants in meters.
    #[inline]
    pub fn distance(self, one: CombatantId, other: CombatantId) -> u16 {
        self.footprint(one).distance(self.footprint(other))
    }
}

/// `OB-064` A square of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Footprint {
    /// The one with the least coordinates.
    pub at: Cell,
    /// How many in a row.
    pub side: u8,
}

impl Footprint {
    /// The footprint of a creature of that size.
    pub const fn of(size: Size, at: Cell) -> Self {
        Self { at, side: size.side() }
    }
    /// `OB-065` The smallest distance between a square of the one and a square of the other; 0 where
    /// they share one.
    #[inline]
    pub fn distance(self, other: Self) -> u16 {
        let gap = |one: i16, side: u8, other: i16, other_side: u8| {
            let (one, other) = (i32::from(one), i32::from(other));
            0.max(other - (one + i32::from(side) - 1)).max(one - (other + i32::from(other_side) - 1))
        };
        let across = gap(self.at.q, self.side, other.at.q, other.side);
        let down = gap(self.at.r, self.side, other.at.r, other.side);
        across.max(down) as u16
    }
    /// Whether the two share a square.
    #[inline]
    pub const fn overlaps(self, other: Self) -> bool {
        const fn meets(one: i16, side: u8, other: i16, other_side: u8) -> bool {
            (one as i32) < other as i32 + other_side as i32 && (other as i32) < one as i32 + side as i32
        }
        meets(self.at.q, self.side, other.at.q, other.side) && meets(self.at.r, self.side, other.at.r, other.side)
    }
    /// Its squares, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let side = i16::from(self.side);
        (0..side).flat_map(move |r| {
            (0..side).map(move |q| Cell { q: self.at.q.saturating_add(q), r: self.at.r.saturating_add(r) })
        })
    }
    /// Whether it covers that square.
    pub fn covers(self, cell: Cell) -> bool {
        self.overlaps(Self { at: cell, side: 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_between_footprints() {
        let print = |q, r, side| Footprint { at: Cell::new(q, r), side };
        assert_eq!(print(0, 0, 1).distance(print(9, 4, 1)), 9, "OB-E42");
        assert_eq!(print(0, 0, 2).distance(print(2, 1, 1)), 1, "OB-E92");
        assert_eq!(print(0, 0, 2).distance(print(-1, 0, 1)), 1, "OB-E92");
        assert_eq!(print(0, 0, 3).distance(print(2, 2, 1)), 0);
    }
}
