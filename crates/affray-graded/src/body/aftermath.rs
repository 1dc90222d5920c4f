//! After the battle: bleeding, treatment, rest, waking, what becomes of crippled limbs.
//!
//! Rules `GR-257`, `GR-261` to `GR-284`; rulings `GR-R31`, `GR-R94`, `GR-R109`, `GR-R110`.

use crate::Graded;
use crate::check::{Check, grade};
use crate::decision::{Choice, Medicine, Question, Tend};
use crate::event::Event;
use crate::scene::{D1, D3, Fight, Scene};
use crate::state::{Flags, Parts};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// Minutes of an hour.
const HOUR: u32 = 60;
/// Minutes of a day.
const DAY: u32 = 24 * HOUR;
/// `GR-R110` Minutes between the HT rolls of a knocked out combatant.
const KNOCKED_OUT: u32 = 30;
/// The most minutes of rest at once: a day.
pub const MOST_MINUTES: u16 = DAY as u16;

impl Scene<'_> {
    /// HP that are missing.
    fn missing(self, who: CombatantId) -> i32 {
        i32::from(self.sheet(who).hp - self.fighter(who).hp).max(0)
    }

    /// Whether a combatant may do that after the battle.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_tend(self, who: CombatantId, tend: Tend) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        if tend == Tend::Nothing {
            return Ok(());
        }
        if fighter.flags.has(Flags::DEAD) {
            return refuse(rule!("GR-251"), "nothing helps the dead");
        }
        match tend {
            Tend::Nothing => Ok(()),
            Tend::Treat { patient, with } => self.judge_treatment(who, patient, with),
            Tend::Rest { care } => {
                if self.missing(who) == 0 {
                    return refuse(rule!("GR-R109"), "only the injured heal");
                }
                match care {
                    Some(care) if self.sheet(care).physician.is_none() || !self.fighter(care).is_up() => {
                        refuse(rule!("GR-277"), "care takes somebody awake with the Physician skill")
                    }
                    _ => Ok(()),
                }
            }
            Tend::Breathe { minutes } if minutes > MOST_MINUTES => {
                refuse(rule!("GR-257"), "at most a day of rest at once: 1440 minutes")
            }
            Tend::Breathe { .. } => Ok(()),
            Tend::Wake if !fighter.flags.has(Flags::UNCONSCIOUS) => refuse(rule!("GR-279"), "he is awake"),
            Tend::Wake if fighter.flags.has(Flags::COMATOSE) => refuse(rule!("GR-281"), "from a coma nobody wakes so"),
            Tend::Wake => Ok(()),
            Tend::Mend { part } => {
                let Some(&(_, part)) = Parts::NAMES.get(part as usize) else {
                    return Err(Refusal::impossible(rule!("GR-282"), "there is no such part"));
                };
                if !fighter.crippled.has(part) {
                    return refuse(rule!("GR-282"), "that part is not crippled");
                }
                if fighter.settled.has(part) {
                    return refuse(rule!("GR-282"), "one roll for each crippling injury");
                }
                Ok(())
            }
        }
    }

    /// `GR-268` `GR-271` `GR-274` `GR-R109` Whether a combatant may treat a patient so: each kind of treatment helps
    /// once.
    fn judge_treatment(self, who: CombatantId, patient: CombatantId, with: Medicine) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let sheet = self.sheet(who);
        if !self.fighter(who).is_up() {
            return refuse(rule!("GR-R109"), "an unconscious combatant cannot treat anybody");
        }
        if self.fighter(patient).flags.has(Flags::DEAD) {
            return refuse(rule!("GR-251"), "nothing helps the dead");
        }
        match with {
            Medicine::FirstAid if sheet.first_aid.is_none() => {
                return refuse(rule!("GR-274"), "without First Aid the treatment is unskilled");
            }
            Medicine::Physician if sheet.physician.is_none() => {
                return refuse(rule!("GR-274"), "without Physician the treatment is unskilled");
            }
            Medicine::Unskilled if sheet.first_aid.is_some() || sheet.physician.is_some() => {
                return refuse(rule!("GR-274"), "an unskilled treatment is for those without a medical skill");
            }
            _ => {}
        }
        if self.fighter(patient).flags.has(helped(with)) {
            return refuse(first_rule(with), "that has helped this patient once already");
        }
        if self.missing(patient) == 0 {
            return refuse(rule!("GR-R109"), "there is no damage to treat");
        }
        Ok(())
    }

    /// Lists what a person could do after the battle.
    pub fn tend_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        let mut offer = |tend| {
            if self.judge_tend(who, tend).is_ok() {
                into.push(Choice::Tend(tend));
            }
        };
        for patient in self.state.ids() {
            for with in [Medicine::FirstAid, Medicine::Physician, Medicine::Unskilled] {
                offer(Tend::Treat { patient, with });
            }
        }
        offer(Tend::Rest { care: None });
        for care in self.state.ids().filter(|&care| care != who) {
            offer(Tend::Rest { care: Some(care) });
        }
        offer(Tend::Breathe { minutes: 10 });
        offer(Tend::Wake);
        for part in 0..Parts::NAMES.len() as u8 {
            offer(Tend::Mend { part });
        }
        offer(Tend::Nothing);
    }

    /// `GR-R31` What a medical skill, or IQ, loses with the IQ that lost HP halve (`GR-250`; exhaustion does not).
    fn loss_of_wits(self, who: CombatantId) -> i32 {
        let sheet = self.sheet(who);
        if self.fighter(who).hp <= 0 { sheet.scores[0].iq - sheet.scores[1].iq } else { 0 }
    }

    /// `GR-268` `GR-271` `GR-274` What a treatment is rolled on.
    fn treatment_score<T: Tally>(self, who: CombatantId, with: Medicine) -> T {
        let sheet = self.sheet(who);
        let mut score = match with {
            Medicine::FirstAid => T::base(rule!("GR-268").named("First Aid"), sheet.first_aid.unwrap_or(0)),
            Medicine::Physician => T::base(rule!("GR-271").named("Physician"), sheet.physician.unwrap_or(0)),
            Medicine::Unskilled => {
                let mut score = T::base(rule!("GR-274").named("IQ"), sheet.scores[0].iq);
                score.add(rule!("GR-274"), -5);
                score
            }
        };
        score.add(rule!("GR-R31"), -self.loss_of_wits(who));
        score.add(rule!("GR-194"), self.stun_penalty(who));
        score
    }
}

/// The flag of a patient who was treated so.
const fn helped(with: Medicine) -> Flags {
    match with {
        Medicine::FirstAid => Flags::FIRST_AIDED,
        Medicine::Physician => Flags::DOCTORED,
        Medicine::Unskilled => Flags::TENDED,
    }
}

/// The rule by which a treatment helps.
const fn first_rule(with: Medicine) -> RuleId {
    match with {
        Medicine::FirstAid => rule!("GR-268"),
        Medicine::Physician => rule!("GR-271"),
        Medicine::Unskilled => rule!("GR-274"),
    }
}

/// `GR-279` `GR-R110` Minutes until the unconscious may wake, by HP; whether a blow knocked him out.
fn minutes_to_wake(hp: i32, knocked_out: bool) -> u32 {
    match hp {
        ..=-1 => hp.unsigned_abs() * HOUR,
        _ if knocked_out => KNOCKED_OUT,
        _ => HOUR,
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-261` `GR-262` `GR-263` `GR-264` `GR-265` A minute after the battle for a combatant who bleeds.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn bleed(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let fighter = &self.state[who];
        let stopped = fighter.flags.any(Flags::STANCHED.union(Flags::DEAD));
        if !self.setup.options.bleeding || fighter.taken == 0 || stopped {
            return Ok(());
        }
        let mut ht = R::Tally::base(rule!("GR-261").named("HT"), self.setup.combatants[who.index()].sheet.ht);
        ht.add(rule!("GR-262"), -i32::from(fighter.taken / 5));
        match self.referee.check(Why::new(who, rule!("GR-261"), "bleeding"), D3, &ht, grade)? {
            // GR-265: it stops for good.
            Check::Critical => {
                self.stanch(who);
                Ok(())
            }
            Check::Success => Ok(()),
            Check::Failure => self.suffer(who, rule!("GR-263").named("failure"), 1),
            Check::Fumble => self.suffer(who, rule!("GR-264").named("critical failure"), 2),
        }
    }

    /// The wounds of a combatant bleed no more.
    fn stanch(&mut self, who: CombatantId) {
        if self.setup.options.bleeding && !self.state[who].flags.has(Flags::STANCHED) {
            self.state[who].flags.set(Flags::STANCHED);
            self.tell(Event::Stanched { who });
        }
    }

    /// `GR-252` HP are lost after the battle, with the death rolls that follow.
    fn suffer(&mut self, who: CombatantId, rule: RuleId, points: i32) -> Result<(), R::Pause> {
        let loss = R::Tally::base(rule, -points);
        self.referee.show(Why::new(who, rule, "recovery"), &loss);
        self.state[who].hp -= points as i16;
        let left = i32::from(self.state[who].hp);
        self.tell(Event::Heals { who, points: -points, left });
        self.weaken(who, points)
    }

    /// `GR-R109` HP come back, up to the maximum.
    fn heal(&mut self, who: CombatantId, rule: RuleId, points: i32) {
        let mut gain = R::Tally::base(rule, points);
        gain.at_most(rule!("GR-R109").named("all HP that are missing"), self.scene().missing(who));
        let points = gain.total();
        if points <= 0 {
            return;
        }
        self.referee.show(Why::new(who, rule, "recovery"), &gain);
        self.state[who].hp += points as i16;
        let left = i32::from(self.state[who].hp);
        self.tell(Event::Heals { who, points, left });
        self.settle_strength(who);
    }

    /// Part 2.19: a combatant does something after the battle.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn aftermath(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let question = Question::Aftermath { who };
        let Choice::Tend(tend) = self.referee.ask(self.setup, self.state, question)? else { return Ok(()) };
        match tend {
            Tend::Nothing => Ok(()),
            Tend::Treat { patient, with } => self.treat(who, patient, with),
            Tend::Rest { care } => self.rest(who, care),
            Tend::Breathe { minutes } => {
                self.breathe(who, minutes);
                Ok(())
            }
            Tend::Wake => self.wake(who),
            Tend::Mend { part } => self.mend(who, part),
        }
    }

    /// `GR-266` to `GR-275`, `GR-269` `GR-270` `GR-272` `GR-273` `GR-275` among them, `GR-R109` Treats a combatant: a minute for each HP that is missing, then the roll.
    fn treat(&mut self, who: CombatantId, patient: CombatantId, with: Medicine) -> Result<(), R::Pause> {
        // GR-270, GR-273: counted when it begins.
        let minutes = self.scene().missing(patient) as u32;
        self.tell(Event::Passes { who: patient, minutes });
        for _ in 0..minutes {
            self.bleed(patient)?;
        }
        if self.state[patient].flags.has(Flags::DEAD) || !self.state[who].is_up() {
            return Ok(());
        }
        let score: R::Tally = self.scene().treatment_score(who, with);
        let rule = first_rule(with);
        let check = self.referee.check(Why::new(who, rule, "treatment"), D3, &score, grade)?;
        match check {
            Check::Failure => return Ok(()),
            Check::Fumble if with == Medicine::Unskilled => {
                return self.suffer(patient, rule!("GR-275").named("critical failure"), 1);
            }
            Check::Fumble => return Ok(()),
            Check::Success | Check::Critical => {}
        }
        let skilled = with == Medicine::Physician
            || with == Medicine::FirstAid && !self.state[patient].flags.has(Flags::NEEDS_PHYSICIAN);
        // GR-266, GR-267
        if skilled {
            self.stanch(patient);
        }
        // Where the game master lets it be tried again, it helps no more.
        if self.state[patient].flags.has(helped(with)) {
            return Ok(());
        }
        let (rule, points) = match (with, check) {
            (Medicine::FirstAid, Check::Critical) => (rule!("GR-269").named("First Aid, critical success"), 2),
            (Medicine::FirstAid, _) => (rule!("GR-268").named("First Aid"), 1),
            (Medicine::Physician, Check::Critical) => (rule!("GR-272").named("Physician, critical success"), 3),
            (Medicine::Physician, _) => {
                let die = |face| if face <= 3 { 1 } else { 2 };
                let points = self.referee.throw(Why::new(who, rule!("GR-271"), "HP"), D1, die)?;
                (rule!("GR-271").named("a third of the die, rounded up"), points)
            }
            (Medicine::Unskilled, _) => (rule!("GR-274"), 1),
        };
        self.state[patient].flags.set(helped(with));
        self.heal(patient, rule, points);
        Ok(())
    }

    /// `GR-276` to `GR-278` A day of rest and proper food, perhaps in the care of a physician.
    fn rest(&mut self, who: CombatantId, care: Option<CombatantId>) -> Result<(), R::Pause> {
        self.tell(Event::Passes { who, minutes: DAY });
        self.regain(who, DAY);
        let mut ht = R::Tally::base(rule!("GR-276").named("HT"), self.setup.combatants[who.index()].sheet.ht);
        if let Some(care) = care {
            let mut skill =
                R::Tally::base(rule!("GR-277").named("Physician"), self.scene().sheet(care).physician.unwrap_or(0));
            skill.add(rule!("GR-R31"), -self.scene().loss_of_wits(care));
            skill.add(rule!("GR-194"), self.scene().stun_penalty(care));
            match self.referee.check(Why::new(care, rule!("GR-277"), "care"), D3, &skill, grade)? {
                Check::Critical => ht.add(rule!("GR-278"), 2),
                Check::Success => ht.add(rule!("GR-277"), 1),
                Check::Failure | Check::Fumble => {}
            }
        }
        if self.succeeds(who, rule!("GR-276"), "healing", &ht)? {
            self.heal(who, rule!("GR-276").named("a day of rest"), 1);
        }
        Ok(())
    }

    /// Minutes of rest.
    fn breathe(&mut self, who: CombatantId, minutes: u16) {
        self.tell(Event::Passes { who, minutes: u32::from(minutes) });
        self.regain(who, u32::from(minutes));
    }

    /// `GR-257` `GR-R92` A FP for each minute of rest, a day of it and unconsciousness among them.
    fn regain(&mut self, who: CombatantId, minutes: u32) {
        let most = i32::from(self.setup.combatants[who.index()].sheet.fp);
        let before = i32::from(self.state[who].fp);
        let mut gain = R::Tally::base(rule!("GR-257").named("minutes of rest"), minutes as i32);
        gain.at_most(rule!("GR-R92").named("all FP that are missing"), most - before);
        let points = gain.total();
        if points > 0 {
            self.referee.show(Why::new(who, rule!("GR-257"), "recovery"), &gain);
            let left = before + points;
            self.state[who].fp = left as i16;
            self.tell(Event::Rests { who, points, left });
            self.settle_strength(who);
        }
    }

    /// `GR-279` to `GR-281` `GR-R110` The unconscious lies until he wakes, or may wake.
    fn wake(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let ht = self.setup.combatants[who.index()].sheet.ht;
        let fighter = &self.state[who];
        let hp = i32::from(fighter.hp);
        let knocked_out = fighter.flags.has(Flags::KNOCKED_OUT) && hp >= 0;
        let minutes = minutes_to_wake(hp, knocked_out);
        self.tell(Event::Passes { who, minutes });
        self.regain(who, minutes);
        let wakes = if knocked_out {
            self.rolls(who, rule!("GR-R110").named("HT"), "waking", ht)?
        } else if hp < -ht {
            // GR-280: without modifiers.
            self.rolls(who, rule!("GR-280").named("HT"), "waking", ht)?
        } else {
            true
        };
        if wakes {
            self.state[who].flags.clear(Flags::UNCONSCIOUS.union(Flags::KNOCKED_OUT).union(Flags::COMATOSE));
            self.tell(Event::Wakes { who });
        } else if !knocked_out {
            self.state[who].flags.set(Flags::COMATOSE);
            self.tell(Event::Coma { who });
        }
        Ok(())
    }

    /// `GR-282` `GR-283` `GR-284` What becomes of a crippled part: it heals, it takes months more, or it never does.
    fn mend(&mut self, who: CombatantId, part: u8) -> Result<(), R::Pause> {
        let Some(&(_, flag)) = Parts::NAMES.get(part as usize) else { return Ok(()) };
        let ht = R::Tally::base(rule!("GR-282").named("HT"), self.setup.combatants[who.index()].sheet.ht);
        let months = match self.referee.check(Why::new(who, rule!("GR-282"), "crippled part"), D3, &ht, grade)? {
            Check::Critical | Check::Success => Some(0),
            Check::Failure => {
                Some(self.referee.throw(Why::new(who, rule!("GR-283"), "months"), D1, |face| face as u8)?)
            }
            Check::Fumble => None,
        };
        let fighter = &mut self.state[who];
        fighter.settled.set(flag);
        if months == Some(0) {
            fighter.crippled.clear(flag);
            let lame = fighter.flags.has(Flags::TICKING) || fighter.crippled != Parts::default();
            fighter.flags.put(Flags::LAME, lame);
        }
        self.tell(Event::Mends { who, months });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `GR-E97` `GR-R110`
    #[test]
    fn waking_takes_time() {
        for (hp, knocked_out, minutes) in
            [(-4, false, 240), (-10, true, 600), (-11, false, 660), (0, false, 60), (0, true, 30)]
        {
            assert_eq!(minutes_to_wake(hp, knocked_out), minutes, "{hp}");
        }
    }
}
