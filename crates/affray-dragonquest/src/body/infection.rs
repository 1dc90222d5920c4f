//! After the fight: infection, and the days that follow.
//!
//! Rules `DQ-801` to `DQ-806`, rulings `DQ-R26`, `DQ-R59`. A fight that has come to its end rolls for infection
//! as its last turn; the days of healing that follow are the table's ([`Fight::aftermath`]).

use crate::DragonQuest;
use crate::body::damage::{Cause, Pool};
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::scene::{D100, Fight, Scene};
use crate::state::{Flags, NONE, Stage};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// `DQ-R59` Whether at most one side has somebody left.
    pub fn is_decided(self) -> bool {
        let mut left = NONE;
        for who in (0..self.state.fighters.len() as u8).map(CombatantId) {
            if self.fighter(who).is_up() {
                let side = self.side(who);
                if left != NONE && left != side {
                    return false;
                }
                left = side;
            }
        }
        true
    }

    /// `DQ-801` to `DQ-804` `DQ-R26` The chance that a wounded figure is infected.
    pub fn infection_chance<T: Tally>(self, who: CombatantId) -> T {
        let lost = i32::from(self.fighter(who).en_lost(self.sheet(who)));
        let mut chance = T::base(rule!("DQ-801"), 10);
        chance.add(rule!("DQ-802").named("Endurance was lost"), if lost == 0 { 0 } else { 20 });
        chance.add(rule!("DQ-802").named("points of Endurance lost"), lost);
        let bites = self.fighter(who).flags.has(Flags::BITTEN);
        chance.add(rule!("DQ-803"), if bites { 20 } else { 0 });
        chance.add(rule!("DQ-804"), self.infection_of_injuries(who));
        chance.at_most(rule!("DQ-R26").named("at most 100"), 100);
        chance
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-805` `DQ-R59` `DQ-D20` Plays what comes after a battle: the infection checks, if the fight did not come to them, and as many days
    /// of healing as the table wants, while anybody is infected.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn aftermath(&mut self) -> Result<(), R::Pause> {
        if self.state.stage != Stage::Over {
            self.after_battle()?;
        }
        let mut days = 0;
        while let Some(who) = self.state.ids().find(|&who| self.state[who].is_infected()) {
            if self.ask(Question::Day { who, days })? != Choice::Day(true) {
                break;
            }
            days += 1;
            for who in self.state.ids() {
                if self.state[who].is_infected() {
                    self.day_of_healing(who)?;
                }
            }
        }
        Ok(())
    }

    /// `DQ-801` `DQ-R59` `DQ-D20` The fight is over: every wounded figure that lives checks for infection, ids ascending.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn after_battle(&mut self) -> Result<(), R::Pause> {
        for who in self.state.ids() {
            let flags = self.state[who].flags;
            if !flags.has(Flags::WOUNDED) || flags.has(Flags::DEAD) {
                continue;
            }
            let chance = self.scene().infection_chance::<R::Tally>(who);
            let infected = self.succeeds(who, rule!("DQ-801"), "infection", &chance)?;
            self.state[who].flags.put(Flags::INFECTED, infected);
            self.tell(Event::Checked { who, infected });
        }
        self.state.stage = Stage::Over;
        Ok(())
    }

    /// `DQ-805` `DQ-806` `DQ-R26` A day passes for one who is infected: a roll strictly under the original
    /// Endurance heals it, else it does D10-5, at least 1, to Endurance.
    fn day_of_healing(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let target = R::Tally::base(rule!("DQ-805").named("original Endurance"), i32::from(self.scene().sheet(who).en));
        let why = Why::new(who, rule!("DQ-805"), "healing");
        if self.referee.check(why, D100, &target, |roll, target| roll < target)? {
            self.state[who].flags.clear(Flags::INFECTED);
            self.tell(Event::Heals { who });
            return Ok(());
        }
        let why = Why::new(who, rule!("DQ-806"), "infection");
        let points = self.check_points(why, rule!("DQ-806"), -5)?;
        self.lose(who, Pool::Endurance, points, Cause::Infection);
        self.settle_endurance(who);
        Ok(())
    }
}
