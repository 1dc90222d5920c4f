//! Ranged attacks: speed and range, the size row of a combatant's height, half damage.
//!
//! Rules `DF-235` to `DF-242`, rulings `DF-R11`, `DF-R14` and `DF-R62`.

use crate::Dfrpg;
use crate::decision::Strike;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::state::Flags;
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

/// `DF-236` The modifier for a sum of yards of range and yards per second of speed, from 0 down.
pub use affray_3d6::ranged::speed_range;

/// `DF-R11` A combatant's own height in half yards, for `DF-155`.
pub const fn height_half_yards(sm: i16) -> i32 {
    match sm {
        ..=-2 => 2,
        -1 => 3,
        0 => 4,
        1 => 6,
        2 => 10,
        3 => 14,
        4 => 20,
        5 => 30,
        6 => 40,
        7 => 60,
        8 => 100,
        9 => 140,
        _ => 200,
    }
}

impl Scene<'_> {
    /// `DF-084` `DF-237` The speed that counts against shots at a combatant.
    pub fn speed_of(self, who: CombatantId) -> i32 {
        i32::from(self.fighter(who).moved)
    }

    /// `DF-235` `DF-237` `DF-238` `DF-R14` The yards of range and speed that are looked up once for a shot.
    pub(crate) fn range_and_speed<T: Tally>(self, strike: &Strike, distance: i32) -> T {
        let mut yards = T::base(rule!("DF-235").named("yards"), distance);
        yards.add(rule!("DF-237").named("moved by the target"), self.speed_of(strike.target));
        yards.add(rule!("DF-238").named("moved by the own mount"), i32::from(strike.mount_speed));
        yards
    }

    /// `DF-R62` Hexes with combatants that stand or kneel on the straight line of a shot, ends excluded.
    pub fn figures_between(self, shooter: CombatantId, target: CombatantId) -> i32 {
        if !self.state.ids().any(|other| self.stands_between(other, shooter, target)) {
            return 0;
        }
        let (from, to) = self.nearest_hexes(shooter, target);
        let is_taken = |cell| {
            let mut all = self.state.ids();
            all.any(|other| self.fighter(other).occupies(cell) && self.stands_between(other, shooter, target))
        };
        self.map().line(from, to).filter(|&cell| is_taken(cell)).count() as i32
    }

    /// `DF-R62` Whether a combatant stands or kneels on the straight line of a shot, ends excluded, and hampers it there.
    pub fn stands_between(self, who: CombatantId, shooter: CombatantId, target: CombatantId) -> bool {
        let (from, to) = self.nearest_hexes(shooter, target);
        who != shooter && who != target && self.hampers_shot(who, from, to)
    }

    /// `DF-R62` Whether anybody would stand on the line of a shot from a hex.
    pub fn is_line_taken(self, shooter: CombatantId, from: Cell, target: CombatantId) -> bool {
        let to = self.fighter(target).at;
        self.state.ids().any(|who| who != shooter && who != target && self.hampers_shot(who, from, to))
    }

    /// `DF-R62` Whether a combatant stands or kneels on a straight line, ends excluded.
    fn hampers_shot(self, who: CombatantId, from: Cell, to: Cell) -> bool {
        let it = self.fighter(who);
        if !self.setup.options.figures_in_line || !it.is_present() || it.flags.has(Flags::DEAD) || it.posture.is_long()
        {
            return false;
        }
        let map = self.map();
        // Whoever stands far from the line needs no search along it.
        map.distance(from, it.at) + map.distance(it.at, to) <= map.distance(from, to) + 3
            && map.line(from, to).any(|cell| it.occupies(cell))
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-187` `DF-235` `DF-237` `DF-238` `DF-R14` `DF-R62` Shows the yards for which a shot has its modifier of speed and range,
    /// and tells who is in its way or in that of a long weapon.
    pub(crate) fn show_range(&mut self, who: CombatantId, strike: &Strike, distance: i32) {
        let scene = self.scene();
        let flies = match scene.mode(who, strike.mode) {
            Some(mode) => mode.kind.is_ranged(),
            None => scene.held_missile(who, strike.mode).is_some(),
        };
        if !flies {
            for other in self.state.ids().filter(|_| distance > 1) {
                if self.scene().is_reached_past(other, who, strike.target) {
                    self.tell(Event::ReachedPast { who: other, by: who });
                }
            }
            return;
        }
        let yards: R::Tally = scene.range_and_speed(strike, distance);
        if speed_range(yards.total()) != 0 {
            self.referee.show(Why::new(who, rule!("DF-236"), "speed and range"), &yards);
        }
        for other in self.state.ids() {
            if self.scene().stands_between(other, who, strike.target) {
                self.tell(Event::StandsBetween { who: other, shooter: who });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_and_range_add_up_before_the_table() {
        for (example, yards, expected) in [
            ("DF-E34", 14, -5),
            ("DF-E34", 8, -4),
            ("DF-E34", 2, 0),
            ("DF-E34", 200, -12),
            ("DF-E35", 181, -12),
            ("DF-E32", 30, -7),
            ("DF-236", 150, -11),
            ("DF-236", 151, -12),
            ("DF-236", 300, -13),
            ("DF-236", 500, -14),
            ("DF-236", 1000, -16),
            ("DF-236", 0, 0),
        ] {
            assert_eq!(speed_range(yards), expected, "{example}: {yards} yards");
        }
    }
}
