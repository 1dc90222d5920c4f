//! The behavior of the Confused.
//!
//! Rule `OB-258`, ruling `OB-R72`, decision point `OB-D04`.

use crate::Obss;
use crate::decision::{Action, Attack, Path};
use crate::dice::pool::D6;
use crate::event::{Bond, Event};
use crate::movement::{InTheWay, Walked};
use crate::scene::{Fight, Footprint, Scene};
use crate::sheet::UNARMED;
use crate::state::{Flags, NONE};
use affray_files::value::{Schema, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use arrayvec::ArrayVec;

/// A behavior, as the die decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Schema, ToValue)]
pub enum Behavior {
    /// 1: walks straight on in a random direction.
    Wanders,
    /// 2 or 3: does nothing.
    Stares,
    /// 4: hurts itself.
    HurtsItself,
    /// 5: attacks anybody within reach.
    Attacks,
    /// 6: acts as it likes.
    Acts,
}

/// `OB-258` `OB-R72` The table, on a d6.
///
/// ```
/// use affray_obss::body::confusion::{Behavior::*, behavior};
/// assert_eq!([1, 2, 3, 4, 5, 6].map(behavior), [Wanders, Stares, Stares, HurtsItself, Attacks, Acts]);
/// ```
pub const fn behavior(die: i32) -> Behavior {
    match die {
        ..=1 => Behavior::Wanders,
        2 | 3 => Behavior::Stares,
        4 => Behavior::HurtsItself,
        5 => Behavior::Attacks,
        6.. => Behavior::Acts,
    }
}

/// `OB-258` The direction of a d8: 1 is north, and on clockwise.
pub fn direction(die: i32) -> Facing {
    const ROSE: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
    let vector = ROSE[(die - 1).rem_euclid(8) as usize];
    Facing::SQUARE.into_iter().find(|facing| facing.vector() == vector).unwrap_or(Facing::square(0))
}

impl Scene<'_> {
    /// The weapon in hand that the Confused uses: that of the main hand, else of the off hand, else the fists.
    fn confused_weapon(self, who: CombatantId) -> (u8, bool) {
        let hands = self.fighter(who).hands;
        let weapon = |item: u8| item != NONE && self.sheet(who).item(item).is_some_and(|item| item.weapon().is_some());
        match hands {
            [main, _] if weapon(main) => (main, false),
            [_, off] if weapon(off) => (off, true),
            _ => (UNARMED, false),
        }
    }

    /// The attacks of the Confused on anybody within reach, friend or foe.
    fn confused_attacks(self, who: CombatantId) -> ArrayVec<Attack, 64> {
        let (mut item, mut off_hand) = self.confused_weapon(who);
        if !self.sheet(who).weapon(item).kind.strikes() {
            (item, off_hand) = (UNARMED, false);
        }
        let weapon = self.sheet(who).weapon(item);
        let by_dex = weapon.versatile && weapon.known && self.is_better_by_dex(who);
        let others = self.state.ids().filter(|&other| {
            other != who
                && !(self.fighter(who).is_mount && self.are_one_pair(who, other))
                && !self.fighter(other).flags.any(Flags::DEAD.union(Flags::GONE))
        });
        let attacks = others.map(|target| Attack { off_hand, by_dex, ..Attack::melee(target, item) });
        attacks.filter(|attack| self.judge_attack(who, attack).is_ok()).take(64).collect()
    }

    /// How many squares straight on can be walked, so that the last is free.
    fn straight_on(self, who: CombatantId, way: Facing) -> u16 {
        let size = self.sheet(who).size;
        let budget = u16::from(self.sheet(who).move_);
        let (mut at, mut spent, mut steps, mut farthest): (Cell, u16, u16, u16) = (self.fighter(who).at, 0, 0, 0);
        while let Ok((cost, in_the_way)) = self.step_cost(who, at, way) {
            spent += cost;
            if spent > budget || in_the_way == InTheWay::Enemy {
                break;
            }
            at = at.step(way);
            steps += 1;
            if self.in_the_way(who, Footprint::of(size, at)) == InTheWay::Nothing {
                farthest = steps;
            }
        }
        farthest
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-258` Rolls the behavior of a Confused combatant. Says whether it may act as it likes; if not, it has
    /// neither Immediate nor Reaction until its next activation.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn confusion(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        let what = self.referee.throw(Why::new(who, rule!("OB-258"), "confusion"), D6, behavior)?;
        let near = if what == Behavior::Attacks { self.scene().confused_attacks(who) } else { ArrayVec::new() };
        let alone = what == Behavior::Attacks && near.is_empty();
        self.tell(Event::Raves { who, behavior: what, alone });
        if what == Behavior::Acts {
            return Ok(true);
        }
        self.state[who].flags.set(Flags::RAVING);
        match what {
            Behavior::Wanders => self.wander(who)?,
            Behavior::HurtsItself => self.hurt_itself(who)?,
            Behavior::Attacks => self.attack_anybody(who, &near)?,
            Behavior::Stares | Behavior::Acts => {}
        }
        Ok(false)
    }

    fn wander(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let why = Why::new(who, rule!("OB-258"), "direction, clockwise from 1 north");
        let way = direction(self.referee.throw(why, Dice { number: 1, sides: 8 }, |d8| d8)?);
        let held = Flags::GRAPPLED.union(Flags::PINNED);
        let fighter = &self.state[who];
        // OB-R83: a mount does not carry off a rider who is in a hold.
        let carries_held = fighter.is_mount
            && self.state.fighters.get(fighter.mounted as usize).is_some_and(|rider| rider.flags.any(held));
        if carries_held || self.scene().judge_going(who, false).is_err() {
            let why = match fighter.flags {
                _ if carries_held => Bond::Rider,
                flags if flags.has(Flags::PINNED) => Bond::Pinned,
                flags if flags.has(Flags::GRAPPLED) => Bond::Grappled,
                _ if fighter.rides() => Bond::Saddle,
                _ => Bond::Spent,
            };
            self.tell(Event::CannotWander { who, why });
            return Ok(());
        }
        let steps = self.scene().straight_on(who, way);
        self.begin_act(who, Action::Move);
        self.pay(who, 1);
        if steps == 0 {
            self.tell(Event::Stays { who, at: self.state[who].at });
        }
        let mut walked = Walked::default();
        for _ in 0..steps {
            let path = Path::begin(self.state[who].at, u16::MAX, false);
            let (difficulty, _) = self.difficulty_of_step(who, &path, way);
            if self.scene().judge_step(who, &path, way).is_err() || !self.step(who, way)? {
                break;
            }
            self.pay_step(who, difficulty, &mut walked);
        }
        self.show_walk(who, &walked);
        Ok(())
    }

    /// Base weapon damage, without explosion and criticals.
    fn hurt_itself(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let scene = self.scene();
        let (item, off_hand) = scene.confused_weapon(who);
        let attack = Attack { off_hand, ..Attack::melee(who, item) };
        let damage = scene.damage_dice(who, &attack);
        let why = Why::new(who, rule!("OB-258"), "damage");
        let sum = self.referee.throw(why, damage.dice, |sum| sum)?;
        self.strike_wounds(who, &attack, who, sum)
    }

    /// One of the attacks on anybody within reach.
    fn attack_anybody(&mut self, who: CombatantId, near: &[Attack]) -> Result<(), R::Pause> {
        let attack = match *near {
            [] => return Ok(()),
            [only] => only,
            _ => {
                let among = near.iter().map(|attack| attack.target).collect();
                self.tell(Event::Among { who, among, confused: true });
                let why = Why::new(who, rule!("OB-258"), "whom");
                let dice = Dice { number: 1, sides: near.len() as u8 };
                near[self.referee.throw(why, dice, |die| (die - 1) as usize)?]
            }
        };
        self.begin_act(who, Action::Attack(attack));
        self.attack_in_sequence(who, &attack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rose() {
        let names: Vec<&str> = (1..=8).map(|die| direction(die).name()).collect();
        assert_eq!(names, ["N", "NE", "E", "SE", "S", "SW", "W", "NW"], "OB-E63");
    }
}
