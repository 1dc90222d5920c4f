//! The attacks of a maneuver: single strikes, Rapid Strike, Dual-Weapon Attack, and attacks with the body.
//!
//! Rules `DF-060`, `DF-066` and `DF-210` to `DF-221`.

use crate::Dfrpg;
use crate::decision::{AllOut, Attack, AttackFrom, AttackPlan, Choice, NONE, Question};
use crate::event::{Event, Forgone};
use crate::scene::{Fight, Scene};
use crate::sheet::Mode;
use crate::state::Flags;
use affray_kernel::referee::{CombatantId, Referee};

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-066` `DF-221` Asks for an attack and carries it out; trades and doubles ask again.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn attack(&mut self, who: CombatantId, mut plan: AttackPlan) -> Result<(), R::Pause> {
        let was_off_balance = self.state[who].flags.has(Flags::OFF_BALANCE);
        loop {
            // DF-R19: off balance, the rest of the turn or reaction is lost.
            let off_balance = self.state[who].flags.has(Flags::OFF_BALANCE) && !was_off_balance;
            if off_balance || !self.can_go_on(who) {
                return Ok(());
            }
            let Choice::Attack(attack) = self.ask(Question::Attack { who, plan })? else {
                return Ok(());
            };
            let target = match attack {
                Attack::Strike(strike) => {
                    self.strike(who, &strike, &plan, None)?;
                    strike.target
                }
                _ => match self.carry_out(who, &attack, &mut plan)? {
                    Some(target) => target,
                    None => return Ok(()),
                },
            };
            if let Attack::Rapid(first) = attack
                && !plan.rapid
            {
                // DF-219: the second strike, with the same weapon.
                let mut second = AttackPlan { rapid: true, traded: true, mode: first.mode, hand: first.hand, ..plan };
                if matches!(plan.from, AttackFrom::AllOut(AllOut::Double)) {
                    second.only = target.0;
                }
                second.more = 0;
                self.attack(who, second)?;
                plan.traded = true;
            } else if let Attack::Dual(..) = attack {
                plan.traded = true;
            }
            if plan.more == 0 {
                return Ok(());
            }
            // DF-060: both attacks at the same single foe.
            plan.more -= 1;
            plan.only = target.0;
        }
    }

    /// Tells that an attack is not made, and why.
    pub(crate) fn forgo(&mut self, who: CombatantId, plan: &AttackPlan, second: bool) {
        let scene = Scene { setup: self.setup, state: self.state };
        self.referee.tell(|| {
            let mut options = Vec::new();
            scene.attack_options(who, plan, &mut options);
            let is_foe = |foe: CombatantId| plan.only == NONE || plan.only == foe.0;
            let fights = |foe: CombatantId| scene.fighter(foe).is_conscious() && scene.fighter(foe).is_present();
            let mut foes = scene.state.ids().filter(|&foe| scene.are_foes(who, foe) && is_foe(foe));
            // What a beast fights with is in no hand.
            let is_ready = |(number, mode): (u16, &Mode)| {
                (mode.item.is_some() || !mode.is_unarmed) && scene.is_mode_ready(who, number)
            };
            let why = match () {
                () if !foes.any(fights) => Forgone::FoeIsOut,
                () if options.iter().any(|one| *one != Choice::Attack(Attack::Forgo)) => Forgone::Choice,
                () if !scene.modes(who).any(is_ready) => Forgone::NotReady,
                () => Forgone::NoTarget,
            };
            Event::Forgoes { who, second, why }
        });
    }

    /// Carries an attack of any form out; the foe it was at, or `None` if there was none.
    pub(crate) fn carry_out(
        &mut self,
        who: CombatantId,
        attack: &Attack,
        plan: &mut AttackPlan,
    ) -> Result<Option<CombatantId>, R::Pause> {
        match *attack {
            Attack::Forgo => {
                let doubled = plan.from == AttackFrom::AllOut(AllOut::Double) && plan.more == 0;
                self.forgo(who, plan, doubled || plan.rapid);
                Ok(None)
            }
            Attack::Strike(strike) => {
                self.strike(who, &strike, plan, None)?;
                Ok(Some(strike.target))
            }
            Attack::Rapid(strike) => {
                if !plan.rapid {
                    self.tell(Event::Trades { who, dual: false });
                }
                let plan = AttackPlan { rapid: true, ..*plan };
                self.strike(who, &strike, &plan, None)?;
                Ok(Some(strike.target))
            }
            Attack::Dual(first, second) => {
                self.tell(Event::Trades { who, dual: true });
                // DF-218: each strike is resolved completely before the next.
                let one_foe = first.target == second.target;
                let was_legal = self.scene().judge_strike(who, &second, plan, true).is_ok();
                self.strike(who, &first, plan, Some(one_foe))?;
                // DF-R07: the first strike, or what others did about it, can have put the second out of reach;
                // DF-R19: off balance, the rest is lost.
                let lost = self.state[who].flags.has(Flags::OFF_BALANCE) || !self.can_go_on(who);
                if !lost && (!was_legal || self.scene().judge_strike(who, &second, plan, true).is_ok()) {
                    self.strike(who, &second, plan, Some(one_foe))?;
                } else {
                    self.tell(Event::Interrupted { who });
                }
                Ok(Some(first.target))
            }
            _ => self.close_attack(who, attack, plan),
        }
    }
}
