//! Aim, concentration, and what makes a figure lose them.
//!
//! Rules `G4-115` to `G4-119`, `G4-166`, `G4-167`; rulings `G4-R11`, `G4-R17`, `G4-R39` and `G4-R41`.

use crate::Gurps4;
use crate::check::succeeds;
use crate::decision::{Act, AllOut, Maneuver, NONE};
use crate::event::{AimLoss, Event};
use crate::scene::{Fight, Scene};
use crate::sheet::ItemId;
use crate::state::{Aimed, Fighter};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::{Sum, Tally};

/// `G4-116` The bonus of so many Aims with that accuracy.
pub const fn aim_bonus(acc: i32, turns: u8) -> i32 {
    match turns {
        0 => 0,
        1 => acc,
        2 => acc + 1,
        _ => acc + 2,
    }
}

impl Fighter {
    /// Whether it aims at anybody.
    #[inline]
    pub const fn aims(&self) -> bool {
        self.aim.target != NONE
    }
}

impl Scene<'_> {
    /// `G4-115` Whether a figure can aim so.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_aim(self, who: CombatantId, mode: u16, target: CombatantId) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(mode) = self.mode(who, mode) else {
            return Err(Refusal::impossible(rule!("G4-115"), "there is no such mode"));
        };
        if !self.exists(target) || target == who {
            return Err(Refusal::impossible(rule!("G4-115"), "there is no such target"));
        }
        if mode.ranged.is_none() {
            return refuse(rule!("G4-115"), "Aim is for ranged weapons");
        }
        self.judge_weapon(who, mode.item, rule!("G4-115"))?;
        if !self.has_line(who, target) {
            return refuse(rule!("G4-R63"), "the target cannot be seen from here");
        }
        if self.arm(who, mode.item).is_some_and(|item| item.shots != 0) && self.item_state(who, mode.item).shots == 0 {
            return refuse(rule!("G4-115"), "it has to be loaded first");
        }
        Ok(())
    }

    /// Aims that a person would be shown.
    pub fn aim_options(self, who: CombatantId, offer: &mut dyn FnMut(Act)) {
        for (mode, _) in self.modes(who).filter(|(_, mode)| mode.ranged.is_some()) {
            for target in self.foes(who) {
                offer(Act::Aim { mode, target });
            }
        }
    }

    /// `G4-115` `G4-116` The bonus that an aim gives now.
    #[inline]
    pub fn aim_of(self, who: CombatantId) -> i32 {
        if self.fighter(who).aims() { self.aim_tally::<Sum>(who).total() } else { 0 }
    }

    /// `G4-115` `G4-116` The bonus of the aim that it has.
    fn aim_tally<T: Tally>(self, who: CombatantId) -> T {
        let aim = self.fighter(who).aim;
        let acc = self.mode(who, aim.mode).and_then(|mode| mode.ranged).map_or(0, |ranged| ranged.acc.into());
        let mut bonus = T::base(rule!("G4-115").named("Acc"), acc);
        bonus.add(rule!("G4-116"), aim_bonus(acc, aim.turns) - acc);
        bonus
    }

    /// `G4-166` Whether there is such a task.
    ///
    /// # Errors
    /// If there is not.
    pub fn judge_concentration(self, task: u8) -> Result<(), Refusal> {
        if task as usize >= self.setup.tasks.len() {
            return Err(Refusal::impossible(rule!("G4-R17"), "there is no such task to concentrate on"));
        }
        Ok(())
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-115` `G4-116` `G4-119` One Aim.
    pub fn aim(&mut self, who: CombatantId, mode: u16, target: CombatantId) {
        let fighter = &mut self.state[who];
        let same = fighter.aim.mode == mode && fighter.aim.target == target.0;
        let turns = if same { fighter.aim.turns.saturating_add(1).min(3) } else { 1 };
        fighter.aim = Aimed { mode, target: target.0, turns };
        let bonus = self.scene().aim_of(who);
        if turns > 1 {
            let sum: R::Tally = self.scene().aim_tally(who);
            self.referee.show(Why::new(who, rule!("G4-115"), "aim"), &sum);
        }
        self.tell(Event::Aims { who, target, bonus });
    }

    /// `G4-166` `G4-R17` One turn of concentration.
    pub fn concentrate(&mut self, who: CombatantId, task: u8) {
        let Some(needed) = self.setup.tasks.get(task as usize).map(|task| task.turns) else { return };
        let fighter = &mut self.state[who];
        if fighter.task != task {
            fighter.task = task;
            fighter.task_turns = 0;
        }
        fighter.task_turns += 1;
        let left = needed.saturating_sub(fighter.task_turns);
        if left == 0 {
            fighter.task = NONE;
            fighter.task_turns = 0;
            self.tell(Event::CompletesTask { who, task });
        } else {
            self.tell(Event::Concentrates { who, task, left });
        }
    }

    /// `G4-119` `G4-R11` `G4-R17` Gives up aim and concentration where the maneuver does not keep them.
    #[inline]
    pub(crate) fn keep_or_give_up(&mut self, who: CombatantId, maneuver: &Maneuver) {
        let fighter = &self.state[who];
        if fighter.aims() && !keeps_aim(maneuver) {
            self.lose_aim(who, AimLoss::Maneuver);
        }
        if self.state[who].task != NONE && *maneuver != Maneuver::Do(Act::Concentrate(self.state[who].task)) {
            self.lose_task(who);
        }
    }

    /// `G4-117` `G4-119` The aim is gone.
    pub(crate) fn lose_aim(&mut self, who: CombatantId, cause: AimLoss) {
        if self.state[who].aims() {
            self.state[who].aim = Aimed::NONE;
            self.tell(Event::LosesAim { who, cause });
        }
    }

    /// `G4-R11` An aim with a weapon that is no longer in hand, ready and whole ends.
    pub(crate) fn lose_aim_with(&mut self, who: CombatantId, item: ItemId) {
        let scene = self.scene();
        if scene.fighter(who).aims()
            && scene.mode(who, scene.fighter(who).aim.mode).is_some_and(|mode| mode.item == item)
        {
            self.lose_aim(who, AimLoss::Weapon);
        }
    }

    /// `G4-167` The task is lost.
    pub(crate) fn lose_task(&mut self, who: CombatantId) {
        let task = self.state[who].task;
        if task != NONE {
            self.state[who].task = NONE;
            self.state[who].task_turns = 0;
            self.tell(Event::LosesTask { who, task });
        }
    }

    /// `G4-R39` Stun, unconsciousness and the like end whatever one is in the middle of.
    pub(crate) fn give_up_all(&mut self, who: CombatantId) {
        self.lose_aim(who, AimLoss::Out);
        self.lose_task(who);
        self.end_wait(who);
    }

    /// `G4-118` `G4-167` `G4-R41` After an injury: Will for the aim, then for concentration.
    ///
    /// # Errors
    /// The input that the referee lacks.
    #[inline]
    pub(crate) fn distracted(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let fighter = &self.state[who];
        if !fighter.aims() && fighter.task == NONE || !fighter.is_up() {
            return Ok(());
        }
        if fighter.aims() {
            let score = R::Tally::base(rule!("G4-118").named("Will"), self.scene().sheet(who).will.into());
            if !succeeds(self.referee, Why::new(who, rule!("G4-118"), "keep aim"), &score)? {
                self.lose_aim(who, AimLoss::Injury);
            }
        }
        if self.state[who].task != NONE { self.keep_concentration(who) } else { Ok(()) }
    }

    /// `G4-167` Will-3 to keep concentrating.
    pub(crate) fn keep_concentration(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let mut score = R::Tally::base(rule!("G4-167").named("Will"), self.scene().sheet(who).will.into());
        score.add(rule!("G4-167"), -3);
        if !succeeds(self.referee, Why::new(who, rule!("G4-167"), "keep concentration"), &score)? {
            self.lose_task(who);
        }
        Ok(())
    }
}

/// `G4-119` `G4-R11` Whether a maneuver keeps an aim: another Aim, an attack with it, a Wait for such an attack.
const fn keeps_aim(maneuver: &Maneuver) -> bool {
    let act = match maneuver {
        Maneuver::Nothing => return false,
        Maneuver::Do(act) => act,
        Maneuver::Wait(wait) => &wait.then,
    };
    matches!(act, Act::Aim { .. } | Act::Attack { .. } | Act::AllOut { form: AllOut::Determined, .. })
}

#[cfg(test)]
mod tests {
    use super::aim_bonus;

    #[test]
    fn bonuses() {
        let all: Vec<i32> = (0..5).map(|turns| aim_bonus(2, turns)).collect();
        assert_eq!(all, [0, 2, 3, 4, 4], "G4-E42");
    }
}
