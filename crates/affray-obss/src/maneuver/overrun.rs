//! The Overrun: over enemies in the middle of a Movement.
//!
//! Rules `OB-227` to `OB-230`, ruling `OB-R67`.

use crate::Obss;
use crate::decision::{Path, place};
use crate::dice::check::Check;
use crate::dice::pool::Grade;
use crate::event::Event;
use crate::movement::{InTheWay, Walked, searching, step_cost};
use crate::scene::{Fight, Footprint, Scene};
use crate::sheet::Skill;
use crate::turn::react::Trigger;
use affray_grid::{Cell, Facing, Layout};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// The living enemies that stand where a footprint would be, one bit each.
    pub fn foes_at(self, who: CombatantId, there: Footprint) -> u64 {
        let mut found = 0;
        for foe in self.foes(who) {
            if !self.fighter(foe).is_helpless() && self.footprint(foe).distance(there) == 0 {
                found |= 1 << (foe.0 & 63);
            }
        }
        found
    }

    /// `OB-227` The reason for which a step over enemies is difficult on open ground: enemies, unless all of them are two
    /// sizes smaller.
    pub(crate) fn overrun_difficulty(self, who: CombatantId, from: Cell, way: Facing) -> Option<RuleId> {
        let size = self.sheet(who).size;
        let there = Footprint::of(size, from.step(way));
        let stands = |foe: CombatantId| !self.fighter(foe).is_helpless() && self.footprint(foe).distance(there) == 0;
        let large = self.foes(who).any(|foe| stands(foe) && size.above(self.sheet(foe).size) < 2);
        large.then_some(rule!("OB-227").named("enemy"))
    }

    /// The price of a step over enemies in meters.
    ///
    /// # Errors
    /// If there is no such step at all.
    pub fn overrun_cost(self, who: CombatantId, from: Cell, way: Facing) -> Result<u16, Refusal> {
        let (plain, _) = self.difficulty(who, from, way)?;
        Ok(step_cost(plain.or_else(|| self.overrun_difficulty(who, from, way))))
    }

    /// `OB-227` `OB-228` Whether a combatant can overrun the enemies in the next square.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_overrun(
        self,
        who: CombatantId,
        path: &Path,
        way: Facing,
        acrobatics: bool,
        luck: u8,
    ) -> Result<(), Refusal> {
        if way.layout() != Layout::Square {
            return Err(Refusal::impossible(rule!("OB-061"), "squares have eight sides: name one of them"));
        }
        let from = self.fighter(who).at;
        let foes = self.foes_at(who, Footprint::of(self.sheet(who).size, from.step(way)));
        if foes & !path.passed == 0 {
            return Err(Refusal::impossible(rule!("OB-227"), "no enemy stands there: make a plain step"));
        }
        if path.run {
            return Err(Refusal::new(rule!("OB-227"), "an Overrun is a part of a Movement, not of a Run"));
        }
        if !path.overruns {
            self.judge_price(who, 1)?;
        }
        let cost = self.overrun_cost(who, from, way)?;
        let left = path.left();
        if left < cost || !self.can_get_beyond(who, from.step(way), left - cost, None) {
            let [q, r] = place(from.step(way));
            let words = "{} m do not lead over {},{} to a free square beyond";
            return Err(Refusal::counted(rule!("OB-227"), words, [i32::from(left), q, r]));
        }
        let part = self.skill_part(who, Skill::of_body(acrobatics));
        self.judge_luck(rule!("OB-215"), luck, part.trained, part.ability)
    }

    /// `OB-227` `OB-063` Whether a free square can be reached from an occupied one: over enemies too, or
    /// only over those that were overrun.
    pub fn can_get_beyond(self, who: CombatantId, from: Cell, left: u16, passed: Option<u64>) -> bool {
        let size = self.sheet(who).size;
        let free = |cell| self.in_the_way(who, Footprint::of(size, cell)) == InTheWay::Nothing;
        searching(|flood, _| {
            flood.cells(self.map(), from, left, |from, to| {
                let way = self.map().facing_towards(from, to);
                let cost = self.overrun_cost(who, from, way).ok()?;
                let foes = self.foes_at(who, Footprint::of(size, to));
                passed.is_none_or(|passed| foes & !passed == 0).then_some(cost)
            });
            flood.reached().iter().any(|reached| free(reached.cell))
        })
    }

    /// `OB-227` `OB-228` The check against one enemy: 2 harder for each that was overrun before.
    pub fn overrun_check<T: Tally>(
        self,
        who: CombatantId,
        target: CombatantId,
        acrobatics: bool,
        luck: u8,
        before: u32,
    ) -> Check<T> {
        let skill = Skill::of_body(acrobatics);
        let parts = (self.skill_part(who, skill), self.reflex_part(target));
        let mut check = self.opposed::<T>(who, target, parts, self.sheet(who).rank(skill) == 0, luck);
        check.against.add(rule!("OB-228"), 2 * before as i32);
        check
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-227` `OB-228` `OB-229` `OB-230` `OB-R67` A step over the enemies in the next square. Says whether the move
    /// goes on.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn overrun(
        &mut self,
        who: CombatantId,
        (path, walked): (&mut Path, &mut Walked),
        way: Facing,
        acrobatics: bool,
        luck: u8,
    ) -> Result<bool, R::Pause> {
        let mut free = path.overruns;
        if !free {
            self.pay(who, 1);
            path.overruns = true;
        }
        let scene = self.scene();
        let from = scene.fighter(who).at;
        // A step that only a game master allows has its price too.
        let plain = scene.difficulty(who, from, way).map_or(None, |(difficulty, _)| difficulty);
        let difficulty = plain.or_else(|| scene.overrun_difficulty(who, from, way));
        let there = Footprint::of(scene.sheet(who).size, from.step(way));
        let foes = scene.foes_at(who, there) & !path.passed;
        for target in self.state.ids().filter(|foe| foes >> (foe.0 & 63) & 1 != 0) {
            self.tell(Event::Overruns { who, target, free });
            free = true;
            let before = path.passed.count_ones();
            let check = self.scene().overrun_check::<R::Tally>(who, target, acrobatics, luck, before);
            let grade = self.check(&check, |grade, _| grade)?;
            match grade {
                Grade::Success => {}
                // OB-230
                // One Action was paid for all of them (OB-228), so that one comes back.
                Grade::CriticalSuccess => {
                    if !path.refunded {
                        path.refunded = true;
                        self.state[who].normal += 1;
                        self.tell(Event::ActionReturns { who });
                    }
                }
                Grade::Failure | Grade::CriticalFailure => {
                    // OB-229: in the last free square.
                    let back = self.scene().in_the_way(who, self.scene().footprint(who)) != InTheWay::Nothing;
                    self.tell(Event::OverrunEnds { who, back });
                    if back {
                        self.put(who, path.free);
                    }
                    if grade == Grade::CriticalFailure {
                        self.fall(who)?;
                    }
                }
            }
            self.window_of(target, who, Trigger::Resolved)?;
            if !grade.succeeded() {
                return Ok(false);
            }
            path.passed |= 1 << (target.0 & 63);
        }
        if !self.step(who, way)? {
            return Ok(false);
        }
        path.spent = path.spent.saturating_add(self.pay_step(who, difficulty, walked));
        path.steps = path.steps.saturating_add(1);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Action, Advance, Choice};
    use crate::state::Flags;
    use crate::testing::{Duel, arn, bel, gik};

    fn east() -> Facing {
        Facing::SQUARE.into_iter().find(|way| way.vector() == (1, 0)).expect("a way east")
    }

    #[test]
    fn over_two_goblins() {
        let (step, over) = (
            Choice::Advance(Advance::Step(east())),
            Choice::Advance(Advance::Overrun { way: east(), acrobatics: true, luck: 0 }),
        );
        let way = [step, step, step, over, step, over, step, Choice::Advance(Advance::Stop)];
        // Acrobatics 4 + 3 with four dice against 14, a tie that rank 4 wins over 2; then against 16.
        for (dice, at, actions) in [
            (&[2, 2, 3, 1, 4, 2, 2, 1][..], 5, 1),
            (&[2, 2, 3, 1, 4, 2, 3, 1], 7, 1),
            // 8 above the value: the Action of the Overrun comes back.
            (&[5, 5, 5, 1, 4, 2, 2, 1], 5, 2),
            (&[1, 1, 1, 5], 3, 1),
        ] {
            let mut duel = Duel::of(bel(), gik()).and(gik());
            duel.state.fighters[1].at = Cell::new(4, 0);
            duel.state.fighters[2].at = Cell::new(6, 0);
            // No opportunity attacks.
            for goblin in &mut duel.state.fighters[1..] {
                goblin.reaction = 0;
            }
            duel.act(0, Action::Move, dice, &way);
            assert_eq!(duel.state.fighters[0].at, Cell::new(at, 0), "OB-E73: {dice:?}");
            assert_eq!(duel.state.fighters[0].normal, actions, "OB-E73: {dice:?}");
            assert_eq!(duel.state.fighters[0].flags.has(Flags::PRONE), dice[..3] == [1, 1, 1], "OB-229");
        }
    }

    #[test]
    fn what_is_no_overrun() {
        let mut duel = Duel::of(arn(), bel());
        let who = duel.ids[0];
        let over = |duel: &Duel, path: &Path| {
            let advance = Advance::Overrun { way: east(), acrobatics: false, luck: 0 };
            duel.scene().judge_advance(who, path, &advance).err().map(|refusal| refusal.rule)
        };
        let here = Cell::new(0, 0);
        assert_eq!(over(&duel, &Path::begin(here, 9, false)), None);
        assert_eq!(over(&duel, &Path::begin(here, 18, true)), Some(rule!("OB-227")), "OB-I32: no Movement");
        assert_eq!(over(&duel, &Path::begin(here, 2, false)), Some(rule!("OB-227")), "OB-I32: ends in the square");
        assert_eq!(over(&duel, &Path::begin(here, 3, false)), None, "2 m and 1 m");
        duel.state.fighters[0].normal = 0;
        assert_eq!(over(&duel, &Path::begin(here, 9, false)), Some(rule!("OB-046")));
        let step = duel.scene().judge_step(who, &Path::begin(here, 9, false), east());
        assert_eq!(step.err().map(|refusal| refusal.rule), Some(rule!("OB-063")), "OB-I12");
    }
}
