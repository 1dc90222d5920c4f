//! Aim: seconds of taking aim at one target, for the accuracy of the weapon.
//!
//! Rules `DF-075` to `DF-080`. What the aim adds to the shot stands with the other modifiers of
//! [`Scene::add_flight_modifiers`]; what loses it, in [`concentration`](crate::magic::concentration) and in
//! [`Fight::keep_or_give_up`].

use crate::Dfrpg;
use crate::decision::{AimAt, NONE};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::state::{Aimed, Doing, Fighter, Flags, Trigger};
use affray_grid::Arc;
use affray_kernel::referee::{CombatantId, Referee, Refusal};

/// `DF-076` Turns of Aim that count.
pub const MOST_TURNS: u8 = 3;

impl Scene<'_> {
    /// `DF-075` `DF-077` Whether a combatant can aim that at them.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_aim(self, who: CombatantId, aim: &AimAt) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if self.state.fighters.len() <= aim.target.index()
            || aim.target == who
            || !self.fighter(aim.target).is_present()
        {
            return Err(Refusal::impossible(rule!("DF-075"), "an aim needs a target that is there"));
        }
        let Some(means) = self.means(who, aim.mode, NONE) else {
            return Err(Refusal::impossible(
                rule!("DF-075"),
                "there is no such attack mode, and no spell in that hand",
            ));
        };
        if !means.ranged {
            return refuse(rule!("DF-075"), "only ranged weapons and missile spells can be aimed");
        }
        self.judge_means(who, &means).map_err(|refusal| match refusal.rule {
            rule if rule == rule!("DF-034") => Refusal { rule: rule!("DF-075"), ..refusal },
            _ => refusal,
        })?;
        if self.fighter(who).flags.has(Flags::BLIND) {
            return refuse(rule!("DF-R109"), "who is blind sees nothing to aim at");
        }
        if self.arc_to(who, aim.target) != Arc::Front {
            return refuse(rule!("DF-173"), "the target is not in front: turn first");
        }
        let (from, to) = self.nearest_hexes(who, aim.target);
        if !self.map().in_sight(from, to) {
            return refuse(rule!("DF-075"), "the target is out of sight");
        }
        let crossbow = means.item.and_then(|item| self.item(who, item)).is_some_and(|item| item.crossbow);
        if aim.brace && !crossbow {
            return refuse(rule!("DF-077"), "only a crossbow can be braced");
        }
        Ok(())
    }

    /// Turns for which exactly that has been aimed so far.
    fn aimed_turns(self, who: CombatantId, aim: &AimAt) -> u8 {
        match self.fighter(who).doing {
            Doing::Aiming(aimed) if aimed.mode == aim.mode && aimed.target == aim.target.0 => aimed.seconds,
            _ => 0,
        }
    }
}

impl Fighter {
    /// `DF-077` `DF-R115` A crossbow rests on nothing any more once its owner moves, is moved or falls.
    pub(crate) const fn lose_brace(&mut self) {
        match &mut self.doing {
            Doing::Aiming(aim) => aim.braced = false,
            Doing::Waiting(wait) => wait.braced = false,
            Doing::Nothing | Doing::Casting(_) => {}
        }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-075` `DF-080` Carries Aim out: a Step, unless the weapon is braced, and a turn of aiming.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn aim(&mut self, who: CombatantId, aim: AimAt) -> Result<(), R::Pause> {
        self.checkpoint(who, Trigger::Prepares)?;
        // DF-077: a brace forbids movement, so the Step is not even offered.
        let stepped = if aim.brace { true } else { self.can_go_on(who) && self.step(who, false)? };
        if self.can_go_on(who) {
            self.take_aim(who, &aim);
        }
        if aim.brace { Ok(()) } else { self.step_if_able(who, stepped) }
    }

    /// `DF-076` `DF-077` `DF-R121` One more turn of Aim at the same target, or the first.
    fn take_aim(&mut self, who: CombatantId, aim: &AimAt) {
        let seconds = self.scene().aimed_turns(who, aim);
        let braced_so_far = match self.state[who].doing {
            Doing::Aiming(aimed) if seconds > 0 => aimed.braced,
            _ => true,
        };
        let seconds = (seconds + 1).min(MOST_TURNS);
        self.state[who].doing =
            Doing::Aiming(Aimed { mode: aim.mode, target: aim.target.0, seconds, braced: aim.brace && braced_so_far });
        self.tell(Event::Aims { who, target: aim.target, seconds });
    }
}
