//! Two attacks for one: a Dual Weapon Attack, a Rapid Strike.
//!
//! Rules `G4-270` to `G4-274`, rulings `G4-R12` and `G4-R26`. What each costs on the roll to hit stands in
//! [`to_hit`](crate::strike::to_hit).

use crate::Gurps4;
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemId, ItemKind};
use crate::strike::values::{Attack, FeintUse, Plan, Strike, Trade};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// `G4-R12` `G4-R26` Whether two attacks can be traded for one: made with weapons, and a Feint's margin only once.
    fn judge_pair(self, plan: &Plan, first: &Strike, second: &Strike) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        self.judge_trade(plan)?;
        if first.form.is_bodily() || second.form.is_bodily() {
            return refuse(rule!("G4-R26"), "two attacks for one are made with weapons: no Slam, no grapple");
        }
        if first.target == second.target && second.feint == FeintUse::Skill {
            return refuse(rule!("G4-R12"), "the margin of a Feint counts for the first attack only");
        }
        Ok(())
    }

    /// `G4-270` `G4-271` `G4-274` `G4-R26` Whether a Dual Weapon Attack may be declared.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_dual(self, who: CombatantId, plan: &Plan, pair: [&Strike; 2]) -> Result<(), Refusal> {
        let [first, second] = pair;
        self.judge_pair(plan, first, second)?;
        for (strike, hand) in [(first, 0), (second, 1)] {
            let Some(mode) = self.mode(who, strike.mode) else {
                return Err(Refusal::impossible(rule!("G4-270"), "there is no such mode"));
            };
            let one_handed =
                self.arm(who, mode.item).is_some_and(|item| item.kind == ItemKind::Weapon && item.hands == 1);
            if !one_handed || self.fighter(who).hands[hand] != mode.item {
                return Err(Refusal::new(
                    rule!("G4-270"),
                    "it takes a one-handed weapon in each hand, the main hand's attack first",
                ));
            }
        }
        let same = first.target == second.target;
        self.judge_strike(who, first, plan, Trade::Dual { off: false, same }, 0)?;
        self.judge_strike(who, second, plan, Trade::Dual { off: true, same }, first.effort())
    }

    /// `G4-272` `G4-273` `G4-274` `G4-R26` Whether a Rapid Strike may be declared.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_rapid(self, who: CombatantId, plan: &Plan, pair: [&Strike; 2]) -> Result<(), Refusal> {
        let [first, second] = pair;
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        self.judge_pair(plan, first, second)?;
        let (Some(one), Some(other)) = (self.mode(who, first.mode), self.mode(who, second.mode)) else {
            return Err(Refusal::impossible(rule!("G4-272"), "there is no such mode"));
        };
        if one.item != other.item || one.ranged.is_some() || other.ranged.is_some() {
            return refuse(rule!("G4-272"), "a Rapid Strike is two melee attacks with one weapon");
        }
        let unwieldy = self.arm(who, one.item).is_some_and(|item| item.unready_after_attack);
        if unwieldy && !second.recover && !first.recover_after {
            return refuse(rule!("G4-R26"), "that weapon needs Rapid Recovery before the second attack");
        }
        self.judge_strike(who, first, plan, Trade::Rapid, 0)?;
        let paid = first.effort() + i16::from(first.recover_after);
        self.judge_strike(who, second, plan, Trade::Rapid, paid)
    }

    /// Dual Weapon Attacks that a person would be shown.
    pub(crate) fn dual_options(self, who: CombatantId, target: CombatantId, offer: &mut impl FnMut(Attack)) {
        let [main, off] = self.fighter(who).hands;
        if main == ItemId::NONE || off == ItemId::NONE || main == off {
            return;
        }
        let modes = |item| self.setup.modes_of(who, item).map(|(mode, _)| mode);
        for one in modes(main) {
            for other in modes(off) {
                offer(Attack::Dual(Strike::plain(one, target), Strike::plain(other, target)));
            }
        }
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-180` `G4-270` `G4-272` `G4-R26` Two attacks declared together and paid for together, carried out one after
    /// the other. The second may be dropped, and is lost where it is no longer possible.
    pub(crate) fn traded(
        &mut self,
        who: CombatantId,
        plan: &Plan,
        [(first, one), (second, other)]: [(&Strike, Trade); 2],
    ) -> Result<(), R::Pause> {
        self.recover_before(who, first);
        self.pay_for(who, first);
        self.pay_for(who, second);
        self.strike(who, first, plan, one)?;
        if !self.can_go_on(who) {
            return Ok(());
        }
        let possible = {
            let scene = self.scene();
            let free = scene.judge_effort(who, second.recover.into());
            scene.judge_paid(who, second, plan, other).and(free)
        };
        if let Err(refusal) = &possible {
            self.tell(Event::Wasted { who, second: true, why: self.scene().why_lost(who, second, refusal) });
            return Ok(());
        }
        let question = Question::Second { who, second: *second };
        if self.ask(question)? == Choice::Second(false) {
            return Ok(());
        }
        self.recover_before(who, second);
        self.strike(who, second, plan, other)
    }
}
