//! Multi-hex figures: how their heads go ahead, how they turn, whom they overrun and trample.
//!
//! Rules `DQ-701` to `DQ-706`; rulings `DQ-R27`, `DQ-R28`, `DQ-R57`, `DQ-R64`. A multi-hex figure is where its head
//! is; the rest of it follows from the vertex that it faces ([`footprint`]). Its zones stand in
//! [`zones`](crate::movement::zones).

use crate::DragonQuest;
use crate::decision::{Gait, NONE, Walk};
use crate::event::Event;
use crate::movement::zones::{Body, distance, footprint};
use crate::scene::{Fight, Scene};
use crate::state::Flags;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::{Sum, Tally};

/// `DQ-703` `DQ-R27` The cost of turning after so many vertices in the same pulse: 1 for every full pair.
pub fn turning_cost(before: u8, more: u8) -> u8 {
    turning_score::<Sum>(before, more).total() as u8
}

/// [`turning_cost`], line by line.
fn turning_score<T: Tally>(before: u8, more: u8) -> T {
    let vertices = i32::from(before) + i32::from(more);
    let mut cost = T::base(rule!("DQ-R27").named("vertices turned in the pulse"), vertices);
    cost.becomes(rule!("DQ-703").named("1 for every 2"), vertices / 2);
    cost.add(rule!("DQ-R27").named("paid before"), -i32::from(before / 2));
    cost
}

/// The greatest distance of a place for a figure that comes out from under another.
const FARTHEST: i16 = 6;

impl Scene<'_> {
    /// `DQ-702` Whether the head of a multi-hex figure may go on into the next hex that way.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_head(self, who: CombatantId, walk: &Walk, way: Facing) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let turn = (way.index() + 6 - fighter.facing.index()) % 6;
        if turn > 1 || matches!(walk.gait, Gait::Back | Gait::Retreat) {
            return Err(Refusal::new(rule!("DQ-702"), "the head goes into one of its two front hexes"));
        }
        let to = fighter.at.step(way);
        if walk.gait == Gait::Shift
            && !self.foes(who).any(|foe| self.holds(foe, who, fighter.at) && self.holds(foe, who, to))
        {
            let message = "a shift ends in a front hex of an opponent that held the figure";
            return Err(Refusal::new(rule!("DQ-R43"), message));
        }
        self.judge_room(who, to, fighter.facing, true, None)
    }

    /// `DQ-702` `DQ-701` Whether a hex is one of the two that the head of a multi-hex figure can go into next.
    pub(crate) fn is_next_head(self, who: CombatantId, cell: Cell) -> bool {
        let fighter = self.fighter(who);
        [fighter.facing, fighter.facing.turned(1)].into_iter().any(|way| fighter.at.step(way) == cell)
    }

    /// `DQ-702` `DQ-705` `DQ-R57` Whether a multi-hex figure can come to grips with an opponent by putting its head
    /// into that hex: ahead of it, and with room for the rest, over smaller ones or not.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_heavy_entry(self, who: CombatantId, target: CombatantId, into: Cell) -> Result<(), Refusal> {
        if !self.is_next_head(who, into) {
            return Err(Refusal::new(rule!("DQ-702"), "the head goes into one of its two front hexes"));
        }
        self.judge_room(who, into, self.fighter(who).facing, true, Some((target, into)))
    }

    /// `DQ-703` `DQ-704` Whether a multi-hex figure may turn about its head in the course of a movement.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_pivot(self, who: CombatantId, walk: &Walk, facing: Facing) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let cost = turning_cost(fighter.turned, fighter.facing.sides_to(facing));
        if !walk.stopped && walk.gait != Gait::Shift && walk.left < cost {
            return Err(Refusal::new(rule!("DQ-703"), "turning by two vertices costs a movement point"));
        }
        self.judge_room(who, fighter.at, facing, true, None)
    }

    /// `DQ-R28` Whether a multi-hex figure has room with its head there: the map lets it in, and any figure that
    /// stands there can be overrun. With whom it comes to grips, and where, is in nobody's way.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn judge_room(
        self,
        who: CombatantId,
        head: Cell,
        facing: Facing,
        overrun: bool,
        grips: Option<(CombatantId, Cell)>,
    ) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let now = self.body(who);
        for cell in footprint(head, facing, self.sheet(who).hexes) {
            if now.contains(&cell) {
                continue;
            }
            if self.map().ground(cell).is_none() {
                return Err(Refusal::impossible(rule!("DQ-R06"), "part of it would be off the map"));
            }
            if !self.is_passable(cell) {
                return refuse(rule!("DQ-R06"), "part of it would be in an impassable hex");
            }
            if grips.is_some_and(|(_, into)| into == cell) {
                continue;
            }
            for other in self.at(cell).filter(|&other| other != who && grips.is_none_or(|(target, _)| other != target))
            {
                if !self.are_foes(who, other) {
                    return refuse(rule!("DQ-R06"), "a friend stands in the way");
                }
                if !self.is_single(other) {
                    return refuse(rule!("DQ-705"), "only single-hex figures are overrun");
                }
                if !overrun {
                    return refuse(rule!("DQ-R28"), "there is no room to turn");
                }
            }
        }
        Ok(())
    }

    /// `DQ-R10` `DQ-R28` Whether a figure may face that way without moving: a multi-hex one needs room for it.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_face(self, who: CombatantId, facing: Facing) -> Result<(), Refusal> {
        if self.is_single(who) { Ok(()) } else { self.judge_room(who, self.fighter(who).at, facing, false, None) }
    }

    /// `DQ-706` `DQ-R57` The chance of trampling: 40, unranked, with the modifier of a prone target and less
    /// its defense.
    pub(crate) fn trample_chance<T: Tally>(self, who: CombatantId, defense: i32) -> T {
        let mut score = T::base(rule!("DQ-706"), 40);
        score.add(rule!("DQ-R14").named("prone target"), 10);
        self.add_injuries(&mut score, who);
        score.add(rule!("DQ-412"), -defense);
        score.at_least(rule!("DQ-R14").named("at least 1"), 1);
        score
    }

    /// `DQ-R57` The nearest free hex beyond those next to a figure.
    fn nearest_free(self, who: CombatantId) -> Option<Cell> {
        let at = self.fighter(who).at;
        let around = (-FARTHEST..=FARTHEST).flat_map(|q| {
            (-FARTHEST..=FARTHEST).map(move |r| Cell { q: at.q.wrapping_add(q), r: at.r.wrapping_add(r) })
        });
        around.filter(|&cell| self.is_free(who, cell)).min_by_key(|&cell| distance(at, cell))
    }
}

impl Scene<'_> {
    /// `DQ-705` Whether an opponent stands in that hex who is knocked down if a multi-hex figure covers it.
    fn is_overrun(self, who: CombatantId, other: CombatantId, cell: Cell) -> bool {
        let fighter = self.fighter(other);
        self.are_foes(who, other)
            && fighter.at == cell
            && self.is_single(other)
            && !fighter.flags.any(Flags::DEAD.union(Flags::GONE).union(Flags::TRAMPLED))
    }

    /// Whether anybody stands in a hex that a figure did not cover before.
    pub(crate) fn meets(self, who: CombatantId, before: &Body) -> bool {
        let fresh = |cell: &Cell| !before.contains(cell);
        self.body(who)
            .into_iter()
            .filter(fresh)
            .any(|cell| self.state.ids().any(|other| self.is_overrun(who, other, cell)))
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-705` `DQ-R57` `DQ-R64` Every figure in a hex that was not covered before is knocked down and
    /// trampled, once in a pulse, in the order of the hexes.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn overrun(&mut self, who: CombatantId, before: &Body) -> Result<(), R::Pause> {
        for cell in self.scene().body(who) {
            if before.contains(&cell) {
                continue;
            }
            // DQ-R64: riders before mounts, whatever the order of the encounter.
            for rides in [true, false] {
                for other in self.state.ids() {
                    if (self.state[other].mount != NONE) != rides || !self.scene().is_overrun(who, other, cell) {
                        continue;
                    }
                    self.state[other].flags.set(Flags::TRAMPLED);
                    self.tell(Event::GoesOver { who, target: other });
                    self.fall(other);
                    // DQ-R30: a rider may have been thrown clear of it.
                    if self.scene().covers(who, self.state[other].at) {
                        self.trample(who, other)?;
                    }
                    self.settle_seats()?;
                }
            }
        }
        Ok(())
    }

    /// `DQ-705` `DQ-706` `DQ-R57` A multi-hex figure puts its head into the hex of somebody with whom it comes to grips:
    /// over him and all others that it covers then. Whether he is still there to be grappled.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn enter_over(&mut self, who: CombatantId, target: CombatantId, into: Cell) -> Result<bool, R::Pause> {
        let scene = self.scene();
        let before = scene.body(who);
        // However much a game master allows, nothing leaves the map.
        let cells = footprint(into, scene.fighter(who).facing, scene.sheet(who).hexes);
        if cells.iter().any(|&cell| scene.map().ground(cell).is_none()) {
            return Ok(false);
        }
        self.enter(who, into);
        self.overrun(who, &before)?;
        self.clear_from_under(who, Some(target))?;
        Ok(self.state[target].is_up())
    }

    /// `DQ-R57` Those over whom a figure has come to stand come away, prone, but for one with whom it comes to grips.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn clear_from_under(&mut self, who: CombatantId, but: Option<CombatantId>) -> Result<(), R::Pause> {
        for other in self.state.ids().filter(|&other| but != Some(other)) {
            let scene = self.scene();
            if !scene.are_foes(who, other)
                || !scene.fighter(other).is_up()
                || !scene.is_single(other)
                || scene.in_close_combat(other)
                || !scene.covers(who, scene.fighter(other).at)
            {
                continue;
            }
            let to = if scene.ways_out(other).next().is_none() {
                scene.nearest_free(other)
            } else {
                self.choose_way_out(other)?
            };
            self.tell(Event::ComesAway { who: other, by: who });
            if let Some(to) = to {
                self.enter(other, to);
            }
            self.fall(other);
        }
        Ok(())
    }

    /// A multi-hex figure turns, and overruns whom it comes over.
    ///
    /// # Errors
    /// The referee's pause.
    pub(crate) fn pivot(&mut self, who: CombatantId, walk: &mut Walk, facing: Facing) -> Result<(), R::Pause> {
        let scene = self.scene();
        let before = scene.body(who);
        // However much a game master allows, nothing leaves the map.
        let cells = footprint(scene.fighter(who).at, facing, scene.sheet(who).hexes);
        if cells.iter().any(|&cell| scene.map().ground(cell).is_none()) {
            return Ok(());
        }
        let fighter = &self.state[who];
        let vertices = fighter.facing.sides_to(facing);
        let cost: R::Tally = turning_score(fighter.turned, vertices);
        if !walk.stopped && walk.gait != Gait::Shift && cost.total() > 0 {
            self.referee.show(Why::new(who, rule!("DQ-703"), "turning"), &cost);
            walk.left = walk.left.saturating_sub(cost.total() as u8);
        }
        let fighter = &mut self.state[who];
        fighter.turned = fighter.turned.saturating_add(vertices).min(100);
        self.turn_to(who, facing);
        self.overrun(who, &before)
    }
}

#[cfg(test)]
mod tests {
    use super::{turning_cost, turning_score};
    use affray_kernel::tally::Lines;
    use affray_session::narrate::explained;

    /// `DQ-E71` One vertex is free, two cost 1, three 1, four 2.
    #[test]
    fn vertices() {
        assert_eq!([1, 2, 3, 4].map(|vertices| turning_cost(0, vertices)), [0, 1, 1, 2]);
        // One after another they are counted together.
        assert_eq!(turning_cost(0, 1) + turning_cost(1, 1), 1);
        assert_eq!(turning_cost(3, 1), 1);
    }

    /// `DQ-703` `DQ-R27` Three vertices cost 1; two more in the same pulse make five, which cost 2, 1 of it paid before.
    #[test]
    fn turning_is_paid_once() {
        let told = |before, more| explained(&turning_score::<Lines>(before, more));
        let five = "5 vertices turned in the pulse (DQ-R27), 1 for every 2 (DQ-703): 2 -1 paid before (DQ-R27) = 1";
        assert_eq!(told(3, 2), five);
        assert_eq!(told(0, 3), "3 vertices turned in the pulse (DQ-R27), 1 for every 2 (DQ-703): 1");
    }
}
