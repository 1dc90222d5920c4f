//! Hexes, melee and ranged zones, rear, engagement.
//!
//! Rulings `DQ-R03` to `DQ-R05`, for multi-hex figures `DQ-R28`, for riders `DQ-R30`. All of it is
//! read from the state as it is: nothing here is remembered.

use crate::scene::Scene;
use crate::sheet::{Arm, KICK, Uses};
use crate::state::{Flags, NO_ZONE, NONE};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use arrayvec::ArrayVec;

/// The hexes of one figure.
pub type Body = ArrayVec<Cell, 7>;

/// By difference of `q` and `r`, each plus 1: the direction to a neighbor.
const NEIGHBOR: [u8; 9] = [NONE, 3, 4, 2, NONE, 5, 1, 0, NONE];

/// By facing, then as [`NEIGHBOR`]: how many sixths to the left of the facing a neighbor lies.
const TURNS: [[u8; 9]; 8] = {
    let mut turns = [[NONE; 9]; 8];
    let mut facing = 0;
    while facing < 6 {
        let mut at = 0;
        while at < 9 {
            if NEIGHBOR[at] != NONE {
                turns[facing][at] = (NEIGHBOR[at] + 6 - facing as u8) % 6;
            }
            at += 1;
        }
        facing += 1;
    }
    turns
};

/// The place of a neighbor in [`NEIGHBOR`]; of what is farther away, that of none.
#[inline(always)]
fn neighbor(from: Cell, to: Cell) -> usize {
    let (q, r) = (to.q.wrapping_sub(from.q).wrapping_add(1), to.r.wrapping_sub(from.r).wrapping_add(1));
    if (q as u16) < 3 && (r as u16) < 3 { (q * 3 + r) as usize } else { 0 }
}

/// `DQ-R03` The direction from a hex to a neighbor, 0 to 5; `None` if it is none.
#[inline]
pub fn direction(from: Cell, to: Cell) -> Option<u8> {
    let way = NEIGHBOR[neighbor(from, to)];
    if way == NONE { None } else { Some(way) }
}

/// The bearing of a neighboring hex in sixths to the left of a facing, 0 to 5; [`NONE`] for any other hex.
#[inline(always)]
fn bearing(facing: Facing, from: Cell, to: Cell) -> u8 {
    TURNS[usize::from(facing.index() & 7)][neighbor(from, to)]
}

/// `DQ-R03` Hexes between two hexes.
#[inline(always)]
pub fn distance(a: Cell, b: Cell) -> i32 {
    let (q, r) = (i32::from(a.q) - i32::from(b.q), i32::from(a.r) - i32::from(b.r));
    (q.abs() + r.abs() + (q + r).abs()) / 2
}

/// `DQ-R28` The hexes that a figure of that many hexes covers, its head first.
pub fn footprint(head: Cell, facing: Facing, hexes: u8) -> Body {
    let (a, b) = (facing.turned(3), facing.turned(4));
    let mut body = Body::new();
    let steps: &[(u8, u8)] = match hexes {
        2 => &[(0, 0), (1, 0)],
        3 => &[(0, 0), (1, 0), (0, 1)],
        4 => &[(0, 0), (1, 0), (0, 1), (1, 1)],
        7 => &[(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2)],
        _ => &[(0, 0)],
    };
    for &(along_a, along_b) in steps {
        let mut cell = head;
        for _ in 0..along_a {
            cell = cell.step(a);
        }
        for _ in 0..along_b {
            cell = cell.step(b);
        }
        body.push(cell);
    }
    body
}

impl Scene<'_> {
    /// Whether a figure covers one hex.
    #[inline(always)]
    pub fn is_single(self, who: CombatantId) -> bool {
        self.sheet(who).hexes == 1
    }

    /// The hexes of a figure, its head first.
    pub fn body(self, who: CombatantId) -> Body {
        let fighter = self.fighter(who);
        footprint(fighter.at, fighter.facing, self.sheet(who).hexes)
    }

    /// Whether a figure covers a hex.
    #[inline]
    pub fn covers(self, who: CombatantId, cell: Cell) -> bool {
        if self.is_single(who) { self.fighter(who).at == cell } else { self.body(who).contains(&cell) }
    }

    /// `DQ-R02` The smallest distance between hexes of two figures.
    #[inline(always)]
    pub fn apart(self, one: CombatantId, other: CombatantId) -> i32 {
        if self.is_single(one) && self.is_single(other) {
            return distance(self.fighter(one).at, self.fighter(other).at);
        }
        let (one, other) = (self.body(one), self.body(other));
        let all = one.iter().flat_map(|&a| other.iter().map(move |&b| distance(a, b)));
        all.min().unwrap_or(i32::MAX)
    }

    /// `DQ-R10` Whether two figures share a hex.
    #[inline(always)]
    pub fn share_hex(self, one: CombatantId, other: CombatantId) -> bool {
        self.apart(one, other) == 0
    }

    /// The figures in a hex, without the dead and the unconscious, who are in nobody's way.
    pub fn at(self, cell: Cell) -> impl Iterator<Item = CombatantId> {
        self.state.ids().filter(move |&who| self.fighter(who).is_up() && self.covers(who, cell))
    }

    /// Whether nobody stands in a hex of the map, but perhaps `who`, its mount or its rider.
    pub fn is_free(self, who: CombatantId, cell: Cell) -> bool {
        let fighter = self.fighter(who);
        self.is_passable(cell)
            && self.at(cell).all(|other| other == who || other.0 == fighter.mount || other.0 == fighter.rider)
    }

    /// `DQ-R06` Whether the map lets anybody into a hex.
    pub fn is_passable(self, cell: Cell) -> bool {
        self.map().ground(cell).is_some_and(|ground| !ground.impassable)
    }

    /// `DQ-R04` Whether a figure has something to threaten with: a prepared, whole weapon for melee, a
    /// natural attack, bare hands, or a kick.
    #[inline]
    pub fn is_armed(self, who: CombatantId) -> bool {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let mut weapon = false;
        for (hand, &item) in fighter.hands.iter().enumerate() {
            if let Some(arm) = self.arm(who, item)
                && arm.kind == crate::sheet::ItemKind::Weapon
                && !(hand == 1 && fighter.hands[0] == item)
            {
                if arm.uses.has(Uses::MELEE) && !self.is_broken(who, item) {
                    return true;
                }
                weapon = true;
            }
        }
        sheet.has_naturals() || !weapon && self.has_free_hand(who) || self.can_kick(who)
    }

    /// `DQ-606` Whether a figure can kick.
    pub fn can_kick(self, who: CombatantId) -> bool {
        self.arm(who, KICK).is_some_and(|kick| kick.rank.is_some_and(|rank| rank >= 3))
    }

    /// `DQ-R58` Whether a hand is empty and of use.
    pub fn has_free_hand(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        self.sheet(who).has_hands && (0..2).any(|hand| fighter.hands[hand] == Arm::NONE && fighter.has_use_of(hand))
    }

    /// `DQ-R04` Whether a figure has a melee zone.
    #[inline]
    pub fn has_melee_zone(self, who: CombatantId) -> bool {
        !self.fighter(who).flags.any(NO_ZONE) && self.is_armed(who)
    }

    /// `DQ-R04` `DQ-R28` `DQ-R30` Whether a hex is one of those that the melee zone of a figure consists
    /// of, had it one.
    #[inline(always)]
    pub fn faces(self, who: CombatantId, cell: Cell) -> bool {
        let fighter = self.fighter(who);
        let turn = bearing(fighter.facing, fighter.at, cell);
        if fighter.mount != NONE {
            matches!(turn, 1 | 5)
        } else if self.is_single(who) {
            matches!(turn, 0 | 1 | 5)
        } else {
            matches!(turn, 0 | 1 | 2 | 5)
        }
    }

    /// Whether some hex of another figure is one of those that the melee zone of a figure consists of, had it one.
    #[inline]
    pub fn faces_figure(self, who: CombatantId, other: CombatantId) -> bool {
        if self.is_single(other) {
            return self.faces(who, self.fighter(other).at);
        }
        self.body(other).iter().any(|&cell| self.faces(who, cell))
    }

    /// Whether a hex lies in the melee zone of a figure.
    #[inline]
    pub fn in_zone(self, of: CombatantId, cell: Cell) -> bool {
        self.faces(of, cell) && self.has_melee_zone(of)
    }

    /// `DQ-R05` Whether `of` has `who` in its melee zone.
    #[inline]
    pub fn threatens(self, of: CombatantId, who: CombatantId) -> bool {
        if self.is_single(who) {
            return self.in_zone(of, self.fighter(who).at);
        }
        self.has_melee_zone(of) && self.faces_figure(of, who)
    }

    /// `DQ-R28` Whether a figure, standing at `cell` with its head, is held by the melee zone of an
    /// opponent: single-hex figures do not hold a multi-hex monster.
    #[inline]
    pub fn holds(self, of: CombatantId, who: CombatantId, cell: Cell) -> bool {
        (self.is_single(who) || !self.is_single(of)) && self.in_zone(of, cell)
    }

    /// Whether an opponent's melee zone holds a figure where it stands.
    pub fn is_held(self, who: CombatantId) -> bool {
        self.is_held_at(who, self.fighter(who).at)
    }

    /// Whether it would be held at `cell`.
    #[inline]
    pub fn is_held_at(self, who: CombatantId, cell: Cell) -> bool {
        self.foes(who).any(|foe| self.holds(foe, who, cell))
    }

    /// `DQ-R05` Whether two hostile figures are engaged.
    #[inline]
    pub fn are_engaged(self, one: CombatantId, other: CombatantId) -> bool {
        match self.apart(one, other) {
            0 => true,
            1 => self.threatens(one, other) || self.threatens(other, one),
            _ => false,
        }
    }

    /// `DQ-R05` Whether a figure is engaged with anybody.
    pub fn is_engaged(self, who: CombatantId) -> bool {
        let engaged = |who| self.foes(who).any(|foe| self.are_engaged(who, foe));
        // DQ-R30: rider and mount stand and fall together.
        let mount = self.fighter(who).mount;
        engaged(who) || mount != NONE && engaged(CombatantId(mount))
    }

    /// `DQ-R10` Whether a figure shares its hex with an opponent.
    #[inline]
    pub fn in_close_combat(self, who: CombatantId) -> bool {
        self.fighter(who).flags.has(Flags::CLOSE)
    }

    /// `DQ-R03` `DQ-R28` `DQ-R48` Whether `by` stands in a rear hex of `who`, a multi-hex figure with its head, or with
    /// any part of it where it tramples (`DQ-R57`). In close combat there is no rear.
    #[inline(always)]
    pub fn is_behind(self, by: CombatantId, who: CombatantId) -> bool {
        if self.in_close_combat(who) {
            return false;
        }
        let (fighter, from) = (self.fighter(who), self.fighter(by).at);
        if self.is_single(who) {
            let is_rear = |cell| matches!(bearing(fighter.facing, fighter.at, cell), 2..=4);
            let over = !self.is_single(by) && self.covers(by, fighter.at);
            return is_rear(from) || over && self.body(by).into_iter().any(is_rear);
        }
        let body = self.body(who);
        !body.contains(&from) && body.iter().any(|&part| matches!(bearing(fighter.facing, part, from), 3 | 4))
    }

    /// `DQ-R04` `DQ-R28` Whether a hex lies in the ranged zone of a figure: the cone ahead of it.
    pub fn in_ranged_zone(self, who: CombatantId, cell: Cell) -> bool {
        let fighter = self.fighter(who);
        let cone = |facing: Facing| {
            let (mut q, mut r) = (cell.q - fighter.at.q, cell.r - fighter.at.r);
            for _ in 0..facing.index() {
                (q, r) = (-r, q + r);
            }
            (q, r) != (0, 0) && 0.max(-r) <= q
        };
        cone(fighter.facing) || !self.is_single(who) && cone(fighter.facing.turned(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORIGIN: Cell = Cell { q: 0, r: 0 };

    #[test]
    fn directions() {
        for way in Facing::HEX {
            assert_eq!(direction(ORIGIN, ORIGIN.step(way)), Some(way.index()), "{way}");
        }
        assert_eq!(direction(ORIGIN, Cell { q: 1, r: 1 }), None);
        assert_eq!(direction(ORIGIN, Cell { q: 2, r: 0 }), None);
        assert_eq!(direction(ORIGIN, ORIGIN), None);
        assert_eq!(distance(ORIGIN, Cell { q: 3, r: -1 }), 3);
        assert_eq!(distance(ORIGIN, Cell { q: 3, r: 1 }), 4);
    }

    /// `DQ-E71` The serpent at (0,0) facing vertex 0 covers (0,0), (-1,0), (-1,1).
    #[test]
    fn footprints() {
        let cells: Vec<(i16, i16)> = footprint(ORIGIN, Facing::E, 3).iter().map(|cell| (cell.q, cell.r)).collect();
        assert_eq!(cells, [(0, 0), (-1, 0), (-1, 1)]);
        assert_eq!(footprint(ORIGIN, Facing::NE, 7).len(), 7);
    }
}
