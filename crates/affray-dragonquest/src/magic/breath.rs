//! A monster's breath: everybody on one line, magical damage, a Passive Resistance each.
//!
//! Rules `DQ-510`, `DQ-511`, ruling `DQ-R51`.

use crate::DragonQuest;
use crate::body::damage::Damage;
use crate::event::Event;
use crate::magic::magic_points;
use crate::movement::zones::distance;
use crate::scene::{D10, Fight, Scene};
use crate::state::Flags;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};

/// `DQ-R51` A breath, and two pulses without one.
const EVERY: u8 = 3;

impl Scene<'_> {
    /// `DQ-R51` Whether a monster can breathe along a line through a figure's hex.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_breath(self, who: CombatantId, target: CombatantId) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(breath) = self.sheet(who).breath else {
            return Err(Refusal::impossible(rule!("DQ-R51"), "it has no breath to fight with"));
        };
        if target.index() >= self.state.fighters.len() || target == who {
            return Err(Refusal::impossible(rule!("DQ-R51"), "there is no such target"));
        }
        if self.fighter(who).breath != 0 {
            return refuse(rule!("DQ-R51"), "it breathes every third pulse, no more often");
        }
        if !self.are_foes(who, target) || self.fighter(target).flags.any(Flags::DEAD.union(Flags::GONE)) {
            return refuse(rule!("DQ-R24"), "it breathes at an opponent");
        }
        if distance(self.fighter(who).at, self.aim_at(who, target)) > i32::from(breath.range) {
            return refuse(rule!("DQ-R51"), "the target is beyond the reach of the breath");
        }
        Ok(())
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// `DQ-510` `DQ-511` `DQ-R51` The breath: one damage check, then for everybody on the line, nearest first, a
    /// resistance that halves it. Without a line of fire the action is spent, and the breath is not.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn breathe(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        let scene = self.scene();
        let Some(breath) = scene.sheet(who).breath else { return Ok(()) };
        let to = scene.aim_at(who, target);
        if !scene.has_line(who, to) {
            self.tell(Event::Blocked { who, target });
            return Ok(());
        }
        let met = scene.along_line(who, to, i32::from(breath.range));
        self.state[who].breath = EVERY;
        self.tell(Event::Breathes { who });
        let roll = self.referee.throw(Why::new(who, rule!("DQ-510"), "breath"), D10, |roll| roll)?;
        for (one, _) in met {
            let halved = self.resists(one)?.then_some(rule!("DQ-511"));
            let points = magic_points(roll, rule!("DQ-R51"), breath.damage.into(), halved);
            self.hurt(who, one, Damage::magic(points))?;
            self.distract(one)?;
        }
        self.settle_seats()
    }
}
