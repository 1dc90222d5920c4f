//! Conditions: how they begin, last and end.
//!
//! Rules `OB-250` to `OB-268`. The effects of each stand where they act: in
//! [`score`](crate::strike::score), [`economy`](crate::turn::economy) and the chapters of the acts that they forbid.

use crate::Obss;
use crate::body::life::OPEN;
use crate::event::{Event, HoldEnd};
use crate::scene::Fight;
use crate::state::{Condition, Flags};
use affray_kernel::referee::{CombatantId, Referee};

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-268` Begins a condition that lasts for so many rounds; the longer of two counts.
    pub fn bring_condition(&mut self, who: CombatantId, condition: Condition, rounds: u8) {
        let fighter = &mut self.state[who];
        // The activation in which it begins does not count.
        let rounds =
            if rounds != OPEN && fighter.flags.has(Flags::ACTING) { (rounds + 1).min(OPEN - 1) } else { rounds };
        let had = fighter.has(condition);
        // Unconscious by HP alone is no sleep yet.
        let lasts = had && (condition != Condition::Unconscious || fighter.flags.has(Flags::ASLEEP));
        let left = &mut fighter.rounds[condition as usize];
        *left = if lasts { rounds.max(*left) } else { rounds };
        fighter.flags.set(condition.flag());
        if condition == Condition::Unconscious {
            fighter.flags.set(Flags::ASLEEP);
        }
        if had {
            // OB-253: more fatigue raises the level.
            if condition == Condition::Fatigued && fighter.fatigue < 3 {
                fighter.fatigue += 1;
                self.tell_condition(who, condition);
            }
            return;
        }
        if condition == Condition::Fatigued {
            // OB-253: fatigue begins at the first level.
            fighter.fatigue = fighter.fatigue.max(1);
        }
        self.tell_condition(who, condition);
        match condition {
            // OB-251, OB-256.
            // OB-044: the rest of the budget is lost.
            Condition::Stunned => self.lose_actions(who),
            Condition::Paralyzed => {
                self.lose_actions(who);
                self.state[who].flags.clear(Flags::GUARDS);
                self.end_hold_if_unable(who);
            }
            Condition::Unconscious => self.go_down(who),
            _ => {}
        }
    }

    /// Tells of a condition that begins or grows worse.
    fn tell_condition(&mut self, who: CombatantId, condition: Condition) {
        let fighter = &self.state[who];
        let rounds = Some(fighter.rounds[condition as usize]).filter(|&rounds| rounds != OPEN);
        let level = Some(fighter.fatigue).filter(|_| condition == Condition::Fatigued);
        self.tell(Event::Gets { who, condition, rounds, level });
    }

    /// Ends the hold of a Helpless holder.
    fn end_hold_if_unable(&mut self, who: CombatantId) {
        if self.state[who].is_helpless() && self.state[who].hold.holds {
            self.end_hold(who, HoldEnd::Down);
        }
    }

    /// Ends a condition.
    pub fn end_condition(&mut self, who: CombatantId, condition: Condition) {
        let fighter = &mut self.state[who];
        if condition == Condition::Unconscious {
            fighter.flags.clear(Flags::ASLEEP);
            if !fighter.has_strength() {
                // Sleep or not, it is down (OB-139, OB-281).
                fighter.rounds[condition as usize] = OPEN;
                return;
            }
        }
        if fighter.has(condition) {
            fighter.flags.clear(condition.flag());
            fighter.rounds[condition as usize] = 0;
            match condition {
                Condition::Fatigued => fighter.fatigue = 0,
                Condition::Confused => fighter.flags.clear(Flags::RAVING),
                _ => {}
            }
            // What ends for the dead needs no words.
            if !self.state[who].flags.has(Flags::DEAD) {
                self.tell(Event::Loses { who, condition });
            }
        }
    }

    /// `OB-268` Takes so many rounds off each condition that lasts for rounds: one at the end of an activation.
    pub fn count_down(&mut self, who: CombatantId, rounds: u32) {
        const ANY: Flags = {
            let mut all = Condition::Prone.flag();
            let mut at = 1;
            while at < Condition::ALL.len() {
                all = all.union(Condition::ALL[at].flag());
                at += 1;
            }
            all
        };
        if !self.state[who].flags.any(ANY) {
            return;
        }
        for condition in Condition::ALL {
            let fighter = &mut self.state[who];
            let left = &mut fighter.rounds[condition as usize];
            if !fighter.flags.has(condition.flag()) || *left == OPEN {
                continue;
            }
            *left = u32::from(*left).saturating_sub(rounds) as u8;
            if *left == 0 {
                self.end_condition(who, condition);
            }
        }
    }
}
