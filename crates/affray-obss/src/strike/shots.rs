//! Shots past and into others: cover by creatures, shots that go astray.
//!
//! Rules `OB-170` to `OB-173`, rulings `OB-R35`, `OB-R49`.

use crate::Obss;
use crate::decision::{Attack, Cover};
use crate::event::Event;
use crate::movement::threat::line_of_fire;
use crate::scene::{Fight, Scene};
use crate::sheet::Size;
use crate::state::Flags;
use affray_files::value::{Schema, Schemas, ToValue, Value, Writer};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use arrayvec::ArrayVec;

/// Those whom a shot that goes astray can hit (`OB-172`): a bit for each, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidates(u64);

impl Candidates {
    /// In the order of the encounter, by which the die counts them.
    pub fn iter(self) -> impl Iterator<Item = CombatantId> {
        (0..u64::BITS as u8).filter(move |at| self.0 >> at & 1 != 0).map(CombatantId)
    }
}

impl FromIterator<CombatantId> for Candidates {
    fn from_iter<I: IntoIterator<Item = CombatantId>>(all: I) -> Self {
        Self(all.into_iter().fold(0, |found, who| found | 1 << (who.0 & 63)))
    }
}

impl Schema for Candidates {
    fn schema(schemas: &mut Schemas) -> Value {
        Vec::<CombatantId>::schema(schemas)
    }
}

impl ToValue for Candidates {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.iter().collect::<Vec<_>>().write(writer)
    }
}

/// Creatures in a line of fire, each with the cover that it counts for.
type InTheLine = ArrayVec<(CombatantId, i32), 64>;

/// `OB-170` The cover that a creature of that size in the line of fire counts for a target: nothing if smaller, 1 if as
/// large, and 1 more for each step of size.
pub(crate) fn counts_as_cover(size: Size, target: Size) -> i32 {
    (1 + size.above(target)).max(0)
}

/// `OB-170` `OB-R35` The cover that creatures in the line of fire give together.
pub(crate) const fn cover_of(count: i32) -> Cover {
    match count {
        ..=0 => Cover::None,
        1 => Cover::Light,
        2 => Cover::Medium,
        3.. => Cover::Complete,
    }
}

impl Scene<'_> {
    /// `OB-170` The creatures in the line of fire that give cover, each with its count. The dead give none.
    fn in_the_line(self, shooter: CombatantId, target: CombatantId) -> InTheLine {
        let (from, to) = line_of_fire(self.footprint(shooter), self.footprint(target));
        let around = |one: i16, other: i16, at: i16, side: u8| {
            at <= one.max(other) && at.saturating_add(i16::from(side)) > one.min(other)
        };
        let mut near = ArrayVec::<_, 64>::new();
        for other in self.state.ids() {
            let fighter = self.fighter(other);
            if other == shooter || other == target || !fighter.is_present() || fighter.flags.has(Flags::DEAD) {
                continue;
            }
            if self.are_one_pair(other, shooter) || self.are_one_pair(other, target) {
                continue;
            }
            let (place, counts) =
                (self.footprint(other), counts_as_cover(self.sheet(other).size, self.sheet(target).size));
            let close = around(from.q, to.q, place.at.q, place.side) && around(from.r, to.r, place.at.r, place.side);
            if close && counts != 0 && !near.is_full() {
                near.push((other, place, counts));
            }
        }
        let mut found = InTheLine::new();
        if !near.is_empty() {
            for cell in self.map().line(from, to) {
                near.retain(|&mut (other, place, counts)| {
                    let covered = place.covers(cell);
                    if covered {
                        found.push((other, counts));
                    }
                    !covered
                });
            }
        }
        found
    }

    /// `OB-170` `OB-R35` The cover that creatures in the line of fire give.
    pub fn cover_by_creatures(self, shooter: CombatantId, target: CombatantId) -> Cover {
        cover_of(self.in_the_line(shooter, target).iter().map(|(_, counts)| counts).sum())
    }

    /// `OB-170` Those in the line of fire, where they are what covers the target of an attack.
    pub(crate) fn cover_givers(self, who: CombatantId, attack: &Attack) -> Option<Candidates> {
        let by_creatures = self.state.fighters.len() > 2 && self.best_cover(who, attack).1 == rule!("OB-170");
        let line = || self.in_the_line(who, attack.target);
        by_creatures.then(|| line().iter().map(|&(who, _)| who).collect())
    }

    /// `OB-172` The possible targets of a shot that goes astray: creatures that gave cover, and those next to the
    /// target.
    pub fn stray_targets(self, shooter: CombatantId, target: CombatantId) -> Candidates {
        let mut found: u64 = 0;
        for (who, _) in self.in_the_line(shooter, target) {
            found |= 1 << (who.0 & 63);
        }
        for other in self.state.ids() {
            let fighter = self.fighter(other);
            let there = other != shooter && other != target && fighter.is_present() && !fighter.flags.has(Flags::DEAD);
            if there && self.distance(other, target) <= 1 {
                found |= 1 << (other.0 & 63);
            }
        }
        Candidates(found)
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-170` Tells who is in the line of fire, if that counts.
    pub(crate) fn tell_line(&mut self, who: CombatantId, attack: &Attack) {
        let scene = Scene { setup: self.setup, state: self.state };
        self.referee.tell(|| Event::InTheLine {
            who,
            target: attack.target,
            by: scene.cover_givers(who, attack).unwrap_or(Candidates(0)),
        });
    }

    /// `OB-172` `OB-173` `OB-R49` A critical failure of a shot into a fight: it hits another combatant, without a
    /// roll and without criticals.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn go_astray(&mut self, who: CombatantId, attack: &Attack) -> Result<(), R::Pause> {
        if !self.scene().is_engaged(attack.target, who) {
            return Ok(());
        }
        let candidates = self.scene().stray_targets(who, attack.target);
        let number = candidates.iter().count() as u8;
        let which = match number {
            0 => return Ok(()),
            1 => 1,
            sides => {
                self.tell(Event::Among { who, among: candidates, confused: false });
                let why = Why::new(who, rule!("OB-172"), "stray shot");
                self.referee.throw(why, Dice { number: 1, sides }, |shown| shown)?
            }
        };
        let Some(target) = candidates.iter().take(which.max(1) as usize).last() else { return Ok(()) };
        self.tell(Event::Strays { who, target, among: candidates });
        if attack.touch {
            return Ok(());
        }
        let damage = self.scene().damage_dice(who, attack);
        let why = Why::new(who, rule!("OB-173"), "stray damage");
        let dice = self.referee.pool(why, &damage, &[], |sum| sum)?;
        self.strike_wounds(who, attack, target, dice)?;
        self.hold_the_saddle(target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Action, Way};
    use crate::sheet::Size;
    use crate::testing::{Duel, arn, bel, gik};
    use affray_grid::Cell;
    use affray_kernel::tally::{Sum, Tally};

    #[test]
    fn cover_by_size_and_number() {
        use Size::*;
        let cases: &[(Size, &[Size], i32)] = &[
            (Medium, &[Medium], 2),
            (Medium, &[Medium, Medium], 4),
            (Medium, &[Medium; 3], 8),
            (Medium, &[Medium; 5], 8),
            (Medium, &[Large], 4),
            (Medium, &[Small], 0),
            (Small, &[Large], 8),
            (Large, &[Medium, Medium], 0),
        ];
        for &(target, between, bonus) in cases {
            let mut duel = Duel::of(bel(), arn());
            duel.state.fighters[1].at = Cell::new(15, 0);
            duel.setup.combatants[1].sheet.size = target;
            for (at, &size) in between.iter().enumerate() {
                duel = duel.and(arn());
                duel.state.fighters[2 + at].at = Cell::new(2 + 2 * at as i16, 0);
                duel.setup.combatants[2 + at].sheet.size = size;
            }
            let cover = duel.scene().cover_by_creatures(duel.ids[0], duel.ids[1]);
            assert_eq!(cover.bonus(), bonus, "OB-E53: {target:?} behind {between:?}");
        }
    }

    #[test]
    fn a_stray_shot() {
        // Bel shoots past Arn, her friend, at Gik who fights him.
        for (dice, lost) in [(&[2, 1, 3][..], 0), (&[2, 1, 2, 8, 3], 11)] {
            let mut duel = Duel::of(bel(), gik()).and_beside_first(arn());
            duel.state.fighters[1].at = Cell::new(10, 0);
            duel.state.fighters[2].at = Cell::new(9, 0);
            let shot = Attack { way: Way::Ranged, ..duel.plain(0) };
            assert_eq!(duel.bonus(0, &shot).0, 6, "OB-E54");
            assert_eq!(duel.scene().defense::<Sum>(duel.ids[0], &shot).total(), 18, "OB-E54");
            duel.act(0, Action::Attack(shot), dice, &[]);
            assert_eq!(30 - duel.state.fighters[2].hp, lost, "OB-E54: {dice:?}");
        }
    }

    #[test]
    fn one_of_several() {
        let mut duel = Duel::of(bel(), gik()).and_beside_first(arn()).and(gik());
        duel.state.fighters[1].at = Cell::new(10, 0);
        duel.state.fighters[2].at = Cell::new(9, 0);
        duel.state.fighters[3].at = Cell::new(11, 1);
        let shot = Attack { way: Way::Ranged, ..duel.plain(0) };
        // Three ones; of Arn and the other goblin the second; d8 4.
        duel.act(0, Action::Attack(shot), &[1, 1, 1, 2, 4], &[]);
        assert_eq!((duel.state.fighters[2].hp, duel.state.fighters[3].hp), (30, 3), "OB-172, OB-173");
        // Not into a fight: a plain miss.
        duel.state.fighters[2].at = Cell::new(5, 5);
        duel.refresh();
        duel.act(0, Action::Attack(shot), &[1, 1, 1], &[]);
        assert_eq!(duel.state.fighters[3].hp, 3, "OB-E99");
    }
}
