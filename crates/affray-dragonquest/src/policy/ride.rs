//! Riders: charges past opponents, and the ways to where the next charge begins.
//!
//! A charge is a straight line past its target (`DQ-727`), and momentum carries the mount on in the pulse after
//! it (`DQ-728`). So a rider wheels, a pulse before, to a hex and a facing from which such a line leads past
//! somebody, with room for a run and out of the reach of those who could charge first.

use super::fight;
use super::odds;
use super::route::{Router, Way, charge_reach};
use super::tactics::{Intent, nearest};
use crate::decision::{Action, Blow, Deed, From, Kind, NONE, Plan, Stance};
use crate::movement::zones::distance;
use crate::scene::Scene;
use crate::sheet::{Arm, Group};
use crate::state::{Flags, HELPLESS};
use affray_grid::{Cell, Facing, MoveKind};
use affray_kernel::referee::CombatantId;
use arrayvec::ArrayVec;

/// `DQ-727` The number of hexes straight on that lead beside another hex, if any do.
fn past(from: Cell, facing: Facing, to: Cell) -> Option<i32> {
    // The offset, turned so that the facing is E.
    let (mut q, mut r) = (i32::from(to.q - from.q), i32::from(to.r - from.r));
    for _ in 0..facing.index() {
        (q, r) = (-r, q + r);
    }
    match r {
        -1 => Some(q - 1),
        1 => Some(q),
        _ => None,
    }
}

/// `DQ-303` `DQ-727` `DQ-R06` Whether riding straight on from there, for so many movement points, leads past an opponent, with
/// nothing in the way and nobody who stops the charge before.
fn rides_past(scene: Scene<'_>, who: CombatantId, from: Cell, facing: Facing, foe: CombatantId, length: i32) -> bool {
    let Some(hexes) = past(from, facing, scene.fighter(foe).at).filter(|hexes| (1..=length).contains(hexes)) else {
        return false;
    };
    let (mut at, mut left) = (from, length);
    let is_open = (1..=hexes).all(|hex| {
        at = at.step(facing);
        left -= scene.entry_cost(at);
        let is_paid = left >= 0 || hex == 1;
        is_paid && scene.is_free(who, at) && (hex == hexes || !scene.is_held_at(who, at))
    });
    // DQ-725: no part of a larger one is straight ahead where the line ends.
    is_open && !scene.covers(foe, at.step(facing))
}

/// The longest charge that a rider has with what is in hand, and the arm for it.
fn longest(scene: Scene<'_>, who: CombatantId) -> Option<(Arm, i32)> {
    let plan = Plan { from: From::Charge, only: NONE, with: Arm::NONE };
    let arms = fight::arms(scene, who, &plan);
    let able = arms.into_iter().filter(|&with| scene.judge_arm(who, with).is_ok());
    let all = able.filter_map(|with| {
        let pole = scene.arm(who, with)?.group == Group::Pole;
        let hexes = if pole { scene.tmr(who) } else { scene.half_tmr(who) };
        Some((with, scene.allowance(who, Deed::Charge, pole, hexes)))
    });
    all.max_by_key(|one| one.1)
}

/// A rider's turn outside of a melee: a charge, or the way to where one begins.
pub(super) fn ride(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) {
    intent.action = Action::Move;
    let Some((with, length)) = longest(scene, who) else { return };
    let fighter = scene.fighter(who);
    let value = |foe: CombatantId| {
        let blow = Blow { with, target: foe, kind: Kind::Plain, modifier: 0 };
        fight::interest(scene, foe) * odds::worth(scene, who, &blow, From::Charge, 0.0, 0)
    };
    let reached = scene.foes(who).filter(|&foe| rides_past(scene, who, fighter.at, fighter.facing, foe, length));
    let best = reached.map(|foe| (value(foe), foe)).max_by(|one, other| one.0.total_cmp(&other.0));
    if let Some((_, target)) = best {
        let charge = Action::Charge { with, target };
        if scene.judge_action(who, None, charge).is_ok() {
            (intent.action, intent.foe) = (charge, target);
            return;
        }
    }
    if let Some((way, facing, foe)) = router.run_up(scene, who, length) {
        (intent.way, intent.faces, intent.foe) = (way, Some(facing), foe);
    }
}

/// A rider among opponents none of whom he can strike: away, to where the next charge begins. Whether he can.
pub(super) fn wheels(scene: Scene<'_>, router: &mut Router, who: CombatantId, intent: &mut Intent) -> bool {
    let away = Action::Withdraw(Stance::Open);
    let Some((_, length)) = longest(scene, who) else { return false };
    if scene.judge_action(who, None, away).is_err() {
        return false;
    }
    let Some((way, facing, foe)) = router.run_up(scene, who, length).filter(|one| !one.0.is_empty()) else {
        return false;
    };
    (intent.action, intent.way, intent.faces, intent.foe) = (away, way, Some(facing), foe);
    true
}

impl Router {
    /// The way to a hex, the facing there, and the opponent past whom a charge of that length leads from there.
    fn run_up(&mut self, scene: Scene<'_>, who: CombatantId, length: i32) -> Option<(Way, Facing, CombatantId)> {
        let start = scene.fighter(who).at;
        let points = scene.tmr(who).clamp(0, super::route::LONGEST as i32) as u16;
        let holds = |cell: Cell| scene.is_held_at(who, cell);
        self.flood.cells(scene.map(), start, points, |from, to| {
            if !scene.is_free(who, to) || from != start && holds(from) {
                return None;
            }
            Some(scene.entry_cost(to) as u16)
        });
        /// An opponent, as a charge sees it.
        struct Known {
            foe: CombatantId,
            at: Cell,
            interest: i32,
            /// He could charge from so far, and strike first.
            reach: i32,
        }
        let known = scene.foes(who).take(32).map(|foe| {
            let fighter = scene.fighter(foe);
            let able = !fighter.flags.any(HELPLESS.union(Flags::STUNNED).union(Flags::PRONE)) && !scene.is_engaged(foe);
            let reach = if able { charge_reach(scene, foe) } else { 0 };
            Known { foe, at: fighter.at, interest: (100.0 * fight::interest(scene, foe)) as i32, reach }
        });
        let known: ArrayVec<Known, 32> = known.collect();
        let mut best: Option<(i32, Cell, Facing, CombatantId)> = None;
        for one in self.flood.reached() {
            if one.cell != start && holds(one.cell) {
                continue;
            }
            let exposed = known.iter().filter(|foe| distance(foe.at, one.cell) <= foe.reach).count() as i32;
            for facing in Facing::HEX {
                for foe in &known {
                    let Some(run) = past(one.cell, facing, foe.at).filter(|run| (2..=length).contains(run)) else {
                        continue;
                    };
                    let value = foe.interest + 6 * run.min(6) - 40 * exposed - i32::from(one.cost);
                    if best.is_none_or(|best| value > best.0)
                        && rides_past(scene, who, one.cell, facing, foe.foe, length)
                    {
                        best = Some((value, one.cell, facing, foe.foe));
                    }
                }
            }
        }
        let (_, cell, facing, foe) = best?;
        self.flood.path(cell, Facing::E, &mut self.steps);
        let mut way = Way::new();
        for step in self.steps.iter().rev() {
            if let MoveKind::Forward(side) = step.kind {
                let _ = way.try_push(side);
            }
        }
        Some((way, facing, foe))
    }
}

/// The opponent of a rider without a plan.
pub(super) fn quarry(scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
    let near = |foe: &CombatantId| scene.apart(who, *foe);
    scene.foes(who).filter(|&foe| fight::interest(scene, foe) >= 1.0).min_by_key(near).or_else(|| nearest(scene, who))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `DQ-E83` From (0,0) facing E the lancer rides six hexes to (6,0), beside (7,-1).
    #[test]
    fn lines_past() {
        let from = Cell { q: 0, r: 0 };
        assert_eq!(past(from, Facing::E, Cell { q: 7, r: -1 }), Some(6));
        assert_eq!(past(from, Facing::E, Cell { q: 6, r: 1 }), Some(6));
        assert_eq!(past(from, Facing::E, Cell { q: 6, r: 0 }), None);
        assert_eq!(past(from, Facing::W, Cell { q: -3, r: 1 }), Some(2));
        assert_eq!(past(from, Facing::SE, Cell { q: 1, r: 4 }), Some(4));
    }
}
