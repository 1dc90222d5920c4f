//! Surprise and initiative before the first round.
//!
//! Rules `G4-390` to `G4-396`, ruling `G4-R40`.

use crate::Gurps4;
use crate::event::Event;
use crate::scene::{Fight, Scene, Surprise};
use crate::sheet::Skill;
use crate::state::Flags;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;
use affray_session::encounter::MOST_COMBATANTS;
use arrayvec::ArrayVec;

impl Scene<'_> {
    /// The figures of a side that take part.
    fn members(self, side: u8) -> impl Iterator<Item = CombatantId> {
        self.state.ids().filter(move |&who| self.side(who) == side && self.fighter(who).is_up())
    }

    /// `G4-390` `G4-R40` The leader of a side: the named one, else the highest IQ, then the lowest id.
    pub fn leader(self, side: u8) -> Option<CombatantId> {
        let named = self.setup.sides.get(side as usize)?.leader.filter(|&who| self.fighter(who).is_up());
        named.or_else(|| self.members(side).min_by_key(|&who| (-self.sheet(who).iq, who.0)))
    }

    /// `G4-390` `G4-391` `G4-R40` The initiative of a side whose leader shows that on the die.
    pub fn initiative<T: Tally>(self, side: u8, leader: CombatantId, die: i32) -> T {
        let sheet = self.sheet(leader);
        let mut score = T::base(rule!("G4-390").named("die"), die);
        if self.has_reflexes(leader) {
            score.add(rule!("G4-391").named("Combat Reflexes"), 2);
        } else if self.members(side).any(|who| self.has_reflexes(who)) {
            score.add(rule!("G4-391").named("Combat Reflexes on the side"), 1);
        }
        let sides = 0..self.setup.sides.len() as u8;
        let cleverest = sides
            .filter(|&other| other != side)
            .filter_map(|other| self.leader(other))
            .all(|other| self.sheet(other).iq < sheet.iq);
        score.add(rule!("G4-391").named("highest IQ"), if cleverest { 1 } else { 0 });
        score.add(rule!("G4-391").named("Tactics"), if sheet.skill(Skill::Tactics) > 0 { 1 } else { 0 });
        score.add(rule!("G4-391").named("game master"), self.setup.sides[side as usize].bonus.into());
        score
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-390` `G4-395` Settles surprise, as the encounter declares it.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub fn settle_surprise(&mut self) -> Result<(), R::Pause> {
        match self.setup.surprise {
            Surprise::None => Ok(()),
            Surprise::Partial => self.partial_surprise(),
            Surprise::Total(side) => self.total_surprise(side),
        }
    }

    /// `G4-390` `G4-391` `G4-392` `G4-R40` The leaders roll; every side below the highest total is stunned.
    fn partial_surprise(&mut self) -> Result<(), R::Pause> {
        let mut totals: ArrayVec<(u8, i32), MOST_COMBATANTS> = ArrayVec::new();
        for side in 0..self.setup.sides.len() as u8 {
            let Some(leader) = self.scene().leader(side) else { continue };
            let why = Why::new(leader, rule!("G4-390"), "initiative");
            let die = self.referee.throw(why, Dice::d6(1), |die| die)?;
            let score: R::Tally = self.scene().initiative(side, leader, die);
            self.referee.show(why, &score);
            let total = score.total();
            self.tell(Event::Initiative { who: leader, total });
            totals.push((side, total));
        }
        let highest = totals.iter().map(|&(_, total)| total).max().unwrap_or(0);
        for (side, _) in totals.into_iter().filter(|&(_, total)| total < highest) {
            self.tell(Event::Surprised { side, below: Some(highest) });
            for who in self.state.ids() {
                if self.scene().side(who) == side && !self.state[who].flags.has(Flags::GONE) {
                    self.stun(who);
                }
            }
        }
        Ok(())
    }

    /// `G4-395` `G4-R40` Every member freezes for as many turns as a die shows; a member with Combat Reflexes is
    /// stunned at once.
    fn total_surprise(&mut self, side: u8) -> Result<(), R::Pause> {
        self.tell(Event::Surprised { side, below: None });
        // In turn order, which is settled later and does not hang on this.
        let mut members: ArrayVec<CombatantId, MOST_COMBATANTS> =
            self.state.ids().filter(|&who| self.scene().side(who) == side).collect();
        members.sort_unstable_by_key(|&who| {
            let sheet = self.scene().sheet(who);
            (-sheet.speed, -sheet.dx, who.0)
        });
        for who in members {
            if !self.state[who].is_up() {
                continue;
            }
            if self.scene().has_reflexes(who) {
                self.stun(who);
                continue;
            }
            let why = Why::new(who, rule!("G4-395"), "freeze");
            let turns = self.referee.throw(why, Dice::d6(1), |die| die)?;
            self.state[who].frozen = turns as u8;
            self.tell(Event::Freezes { who, turns });
        }
        Ok(())
    }
}
