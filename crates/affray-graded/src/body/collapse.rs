//! What the loss of HP and FP ends in: fatigue, incapacitation, unconsciousness, death.
//!
//! Rules `GR-248`, `GR-250` to `GR-256`; rulings `GR-R90` to `GR-R92`.

use crate::Graded;
use crate::decision::Posture;
use crate::event::{Event, Fall};
use crate::scene::Fight;
use crate::state::{Casting, Flags, STUN};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-248` `GR-251` What follows upon the loss of so many HP: incapacitation, and death rolls.
    pub(crate) fn weaken(&mut self, who: CombatantId, lost: i32) -> Result<(), R::Pause> {
        if lost <= 0 {
            return Ok(());
        }
        self.settle_strength(who);
        self.threaten(who, i32::from(self.state[who].hp) + lost)
    }

    /// `GR-254` `GR-255` `GR-R92` Loses FP by a rule, down to 0.
    pub(crate) fn tire(&mut self, who: CombatantId, rule: RuleId, points: i32) {
        let mut loss = R::Tally::base(rule, points);
        loss.at_most(rule!("GR-R92").named("all FP that are left"), i32::from(self.state[who].fp));
        let lost = loss.total();
        if lost <= 0 {
            return;
        }
        self.referee.show(Why::new(who, rule, "fatigue"), &loss);
        let fighter = &mut self.state[who];
        fighter.fp -= lost as i16;
        let left = i32::from(fighter.fp);
        self.tell(Event::Tires { who, points: lost, left });
        self.settle_strength(who);
    }

    /// `GR-248` `GR-255` `GR-R90` A combatant without HP or FP is incapacitated, and lies, until it has some again.
    pub(crate) fn settle_strength(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        let used_up = fighter.hp <= 0 || fighter.fp <= 0;
        let was = fighter.flags.has(Flags::INCAPACITATED);
        fighter.flags.put(Flags::INCAPACITATED, used_up);
        if used_up && !was {
            self.tell(Event::Incapacitated { who });
            self.fall(who, Fall::Weakness);
        }
    }

    /// `GR-251` to `GR-253` `GR-R91` Death rolls for every step that was crossed: at -HT, and each 5 below.
    fn threaten(&mut self, who: CombatantId, before: i32) -> Result<(), R::Pause> {
        let ht = self.setup.combatants[who.index()].sheet.ht;
        let hp = i32::from(self.state[who].hp);
        if hp > -ht || self.state[who].flags.has(Flags::DEAD) {
            return Ok(());
        }
        if hp <= -5 * ht {
            // GR-253
            self.state[who].flags.set(Flags::DESTROYED);
            self.die(who, true);
            return Ok(());
        }
        let steps = |hp: i32| if hp > -ht { 0 } else { (-ht - hp) / 5 + 1 };
        for step in steps(before)..steps(hp) {
            self.tell(Event::NearsDeath { who, step: -ht - 5 * step });
            let rule = if step == 0 { rule!("GR-251") } else { rule!("GR-252") };
            if !self.rolls(who, rule.named("HT"), "death", ht)? {
                self.die(who, false);
                break;
            }
        }
        Ok(())
    }

    fn die(&mut self, who: CombatantId, destroyed: bool) {
        self.state[who].flags.set(Flags::DEAD);
        self.tell(Event::Dies { who, destroyed });
        self.collapse(who);
    }

    /// Falls unconscious.
    pub(crate) fn lose_consciousness(&mut self, who: CombatantId) {
        if self.state[who].is_up() {
            self.state[who].flags.set(Flags::UNCONSCIOUS);
            self.tell(Event::Unconscious { who });
            self.collapse(who);
        }
    }

    /// A combatant out of the fight lies, and holds, watches and casts nothing.
    fn collapse(&mut self, who: CombatantId) {
        self.let_go(who);
        self.stop_watching(who);
        self.lose_aim(who);
        let fighter = &mut self.state[who];
        fighter.posture = Posture::Lying;
        fighter.casting = Casting::NONE;
        fighter.flags.clear(STUN.union(Flags::STUN_OLD).union(Flags::RETREATING));
    }
}
