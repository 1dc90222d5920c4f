//! After the battle: bleeding, treatment, rest, waking, what becomes of crippled limbs.
//!
//! Rules `GR-257`, `GR-261` to `GR-284`; rulings `GR-R31`, `GR-R90`, `GR-R94`, `GR-R109`, `GR-R110`, `GR-R117`. A fight itself calls none of this:
//! the table does, after its end ([`Fight::aftermath`]). Time is counted in minutes since the end of the battle, and goes by for
//! everybody.

use crate::Graded;
use crate::check::{Check, grade};
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::round::SECONDS;
use crate::scene::{D1, D3, Fight, Scene};
use crate::state::{Flags, Parts, STUN};
use affray_files::value::{FromValue, ToValue};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// What ends with the next own turn at the latest.
const OF_A_TURN: Flags =
    Flags::NO_DEFENSE.union(Flags::BRACED).union(Flags::OFF_BALANCE).union(Flags::RETREATING).union(Flags::SURPRISED);
/// What ends by itself, or by a roll, while rounds go by.
const PASSING: Flags = OF_A_TURN.union(STUN).union(Flags::PANICKED);
/// Minutes of an hour.
const HOUR: u32 = 60;
/// Minutes of a day.
const DAY: u32 = 24 * HOUR;
/// `GR-R110` Minutes between the HT rolls of a knocked out combatant.
const KNOCKED_OUT: u32 = 30;

/// Part 2.19, `GR-D19` What comes next after a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum After {
    /// Nothing: it is over.
    Over,
    /// `GR-268` to `GR-275` Somebody treats a combatant, for a minute for each HP that is missing.
    Treat {
        /// Who does it.
        healer: CombatantId,
        /// Whom.
        patient: CombatantId,
        /// With what.
        with: Medicine,
    },
    /// `GR-257` All rest.
    Rest {
        /// How many minutes, 1 to 1440.
        #[value(range = 1..=1440)]
        minutes: u16,
    },
    /// `GR-276` to `GR-278` All have a day of rest and proper food.
    Day {
        /// The physician who cares for the injured. Default: nobody.
        care: Option<CombatantId>,
    },
    /// `GR-282` to `GR-284` The roll for a crippled part.
    Mend {
        /// Whose part it is.
        who: CombatantId,
        /// The part: `arm-near`, `leg-far` ...
        #[value(named = "part")]
        part: u8,
    },
}

/// What wounds are treated with: `first-aid`, `physician` or `unskilled`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Medicine {
    /// First Aid.
    FirstAid,
    /// Physician.
    Physician,
    /// Neither.
    Unskilled,
}

impl Scene<'_> {
    /// HP that are missing.
    fn missing(self, who: CombatantId) -> i32 {
        i32::from(self.sheet(who).hp - self.fighter(who).hp).max(0)
    }

    /// Whether that can come next after the battle.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_after(self, after: After) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        match after {
            After::Over | After::Rest { .. } | After::Day { care: None } => Ok(()),
            After::Treat { healer, patient, with } => self.judge_treatment(healer, patient, with),
            After::Day { care: Some(care) } => {
                if self.sheet(care).physician.is_none() || !self.fighter(care).is_up() {
                    return refuse(rule!("GR-277"), "care takes somebody awake with the Physician skill");
                }
                if !self.fighter(care).is_able() {
                    return refuse(rule!("GR-R90"), "an incapacitated combatant cannot care for anybody");
                }
                Ok(())
            }
            After::Mend { who, part } => {
                let fighter = self.fighter(who);
                let Some(&(_, part)) = Parts::NAMES.get(part as usize) else {
                    return Err(Refusal::impossible(rule!("GR-282"), "there is no such part"));
                };
                if fighter.flags.any(Flags::DEAD.union(Flags::GONE)) {
                    return refuse(rule!("GR-251"), "nothing helps the dead");
                }
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
        if !self.fighter(who).is_able() {
            return refuse(rule!("GR-R90"), "an incapacitated combatant cannot treat anybody");
        }
        if self.fighter(patient).flags.any(Flags::DEAD.union(Flags::GONE)) {
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

    /// What a person would be shown after the battle: treatment among friends, times, and rolls for crippled parts.
    pub fn after_options(self, into: &mut Vec<Choice>) {
        let mut offer = |after| {
            if self.judge_after(after).is_ok() {
                into.push(Choice::After(after));
            }
        };
        offer(After::Over);
        for patient in self.state.ids() {
            for healer in self.state.ids().filter(|&healer| !self.are_foes(healer, patient)) {
                for with in [Medicine::FirstAid, Medicine::Physician, Medicine::Unskilled] {
                    offer(After::Treat { healer, patient, with });
                }
            }
        }
        for minutes in [10, HOUR as u16] {
            offer(After::Rest { minutes });
        }
        offer(After::Day { care: None });
        for care in self.state.ids() {
            offer(After::Day { care: Some(care) });
        }
        for who in self.state.ids() {
            for part in 0..Parts::NAMES.len() as u8 {
                offer(After::Mend { who, part });
            }
        }
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
    /// Part 2.19, `GR-D19` Plays what comes after a battle, as the table wants it, until it is over.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn aftermath(&mut self) -> Result<(), R::Pause> {
        let mut minutes = 0;
        loop {
            let who = self.state.ids().find(|&who| self.state[who].is_up()).unwrap_or(CombatantId(0));
            let question = Question::After { who, minutes };
            let Choice::After(after) = self.ask(question)? else { return Ok(()) };
            match after {
                After::Over => return Ok(()),
                After::Treat { healer, patient, with } => self.treat(&mut minutes, healer, patient, with)?,
                After::Rest { minutes: rest } => self.rest(&mut minutes, rest.into())?,
                After::Day { care } => self.day(&mut minutes, care)?,
                After::Mend { who, part } => self.mend(who, part)?,
            }
        }
    }

    /// `GR-261` `GR-279` `GR-R110` Time goes by from that minute after the battle on: the wounded bleed, the unconscious
    /// wake.
    fn pass(&mut self, now: &mut u32, minutes: u32) -> Result<(), R::Pause> {
        self.tell(Event::Passes { minutes });
        for _ in 0..minutes {
            *now = now.saturating_add(1);
            if self.state.ids().any(|who| self.is_eventful(who, *now)) {
                self.tell(Event::Minute { number: *now });
            }
            for who in self.state.ids() {
                self.live_through(who, *now)?;
            }
            for who in self.state.ids() {
                self.bleed(who)?;
            }
            // All times of waking are multiples of the shortest.
            if now.is_multiple_of(KNOCKED_OUT) {
                for who in self.state.ids() {
                    self.wake(who, *now)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a combatant without HP still has to stay awake in that minute after the battle (`GR-249`, `GR-R117`).
    fn faints(&self, who: CombatantId, now: u32) -> bool {
        let hp = self.state[who].hp;
        hp <= 0 && now < minutes_to_wake(hp.into(), false)
    }

    /// Whether a combatant rolls in that minute after the battle, or wakes at its end.
    fn is_eventful(&self, who: CombatantId, now: u32) -> bool {
        let fighter = &self.state[who];
        let rolls = self.faints(who, now) || fighter.flags.any(Flags::STUN_WILL.union(Flags::PANICKED));
        fighter.is_up() && rolls || self.bleeds(who) || now.is_multiple_of(KNOCKED_OUT) && self.may_wake(who, now)
    }

    /// `GR-R117` The rounds of a minute after the battle: what a turn ends is over, and what it rolls for is rolled.
    fn live_through(&mut self, who: CombatantId, now: u32) -> Result<(), R::Pause> {
        for _ in 0..60 / SECONDS {
            let faints = self.faints(who, now);
            let fighter = &mut self.state[who];
            let settled = !faints && !fighter.flags.any(PASSING.union(Flags::TICKING));
            if !fighter.is_up() || settled {
                break;
            }
            fighter.flags.clear(OF_A_TURN);
            fighter.flags.put(Flags::STUN_OLD, fighter.flags.has(Flags::STUNNED));
            if faints && !self.stays_awake(who)? {
                break;
            }
            self.overcome_panic(who)?;
            self.end_stuns(who)?;
            self.tick(who);
        }
        Ok(())
    }

    /// `GR-261` `GR-265` Whether a combatant bleeds.
    fn bleeds(&self, who: CombatantId) -> bool {
        let fighter = &self.state[who];
        let stopped = fighter.flags.any(Flags::STANCHED.union(Flags::DEAD));
        self.setup.options.bleeding && fighter.taken != 0 && !stopped
    }

    /// `GR-261` `GR-262` `GR-263` `GR-264` `GR-265` A minute after the battle for a combatant who bleeds.
    fn bleed(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if !self.bleeds(who) {
            return Ok(());
        }
        let taken = self.state[who].taken;
        let mut ht = R::Tally::base(rule!("GR-261").named("HT"), self.setup.combatants[who.index()].sheet.ht);
        ht.add(rule!("GR-262"), -i32::from(taken / 5));
        match self
            .referee
            .check(Why::new(who, rule!("GR-261"), "bleeding"), D3, &ht, |roll, score| grade(score, roll))?
        {
            // GR-265: it stops for good.
            Check::Critical => {
                self.stanch(who);
                Ok(())
            }
            Check::Success => Ok(()),
            Check::Failure => self.suffer(who, rule!("GR-263").named("bleeding"), 1),
            Check::Fumble => self.suffer(who, rule!("GR-264").named("bleeding, critical failure"), 2),
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
        self.referee.show(Why::new(who, rule, "loss"), &loss);
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

    /// `GR-266` to `GR-275`, `GR-269` `GR-270` `GR-272` `GR-273` `GR-275` among them, `GR-R109` Treats a combatant: a
    /// minute for each HP that is missing, then the roll.
    fn treat(&mut self, now: &mut u32, who: CombatantId, patient: CombatantId, with: Medicine) -> Result<(), R::Pause> {
        // GR-270, GR-273: counted when it begins.
        let minutes = self.scene().missing(patient) as u32;
        self.tell(Event::Treats { who, patient, with, minutes });
        self.pass(now, minutes)?;
        if self.state[patient].flags.any(Flags::DEAD.union(Flags::GONE)) || !self.state[who].is_up() {
            self.tell(Event::TreatmentLost { who, patient });
            return Ok(());
        }
        let score: R::Tally = self.scene().treatment_score(who, with);
        let rule = first_rule(with);
        let check =
            self.referee.check(Why::new(who, rule, "treatment"), D3, &score, |roll, score| grade(score, roll))?;
        self.tell(Event::Treated { who, patient, success: matches!(check, Check::Success | Check::Critical) });
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

    /// `GR-257` All rest for so many minutes.
    fn rest(&mut self, now: &mut u32, minutes: u32) -> Result<(), R::Pause> {
        self.pass(now, minutes)?;
        for who in self.state.ids() {
            self.regain(who, minutes);
        }
        Ok(())
    }

    /// `GR-276` to `GR-278` A day of rest and proper food for all, perhaps in the care of a physician.
    fn day(&mut self, now: &mut u32, care: Option<CombatantId>) -> Result<(), R::Pause> {
        self.rest(now, DAY)?;
        for who in self.state.ids() {
            // GR-R109: only the injured heal.
            if self.scene().missing(who) != 0 && !self.state[who].flags.any(Flags::DEAD.union(Flags::GONE)) {
                self.heal_in_a_day(who, care)?;
            }
        }
        Ok(())
    }

    /// `GR-276` to `GR-278` What a day of rest brings to an injured combatant.
    fn heal_in_a_day(&mut self, who: CombatantId, care: Option<CombatantId>) -> Result<(), R::Pause> {
        let mut ht = R::Tally::base(rule!("GR-276").named("HT"), self.setup.combatants[who.index()].sheet.ht);
        if let Some(care) = care.filter(|&care| self.state[care].is_up()) {
            let mut skill =
                R::Tally::base(rule!("GR-277").named("Physician"), self.scene().sheet(care).physician.unwrap_or(0));
            skill.add(rule!("GR-R31"), -self.scene().loss_of_wits(care));
            skill.add(rule!("GR-194"), self.scene().stun_penalty(care));
            match self
                .referee
                .check(Why::new(care, rule!("GR-277"), "care"), D3, &skill, |roll, score| grade(score, roll))?
            {
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

    /// `GR-257` `GR-R92` A FP for each minute of rest, a day of it and unconsciousness among them.
    fn regain(&mut self, who: CombatantId, minutes: u32) {
        if self.state[who].flags.any(Flags::DEAD.union(Flags::GONE)) {
            return;
        }
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

    /// Whether a knockout keeps a combatant unconscious, and not his HP (`GR-R110`).
    fn is_knocked_out(&self, who: CombatantId) -> bool {
        self.state[who].flags.has(Flags::KNOCKED_OUT) && self.state[who].hp >= 0
    }

    /// `GR-279` `GR-R110` Whether an unconscious combatant may wake so many minutes after the battle.
    fn may_wake(&self, who: CombatantId, now: u32) -> bool {
        let fighter = &self.state[who];
        let lies = fighter.flags.has(Flags::UNCONSCIOUS) && !fighter.flags.any(Flags::DEAD.union(Flags::COMATOSE));
        lies && now >= minutes_to_wake(fighter.hp.into(), self.is_knocked_out(who))
    }

    /// `GR-279` to `GR-281` `GR-R110` An unconscious combatant wakes, or rolls for it, if enough minutes are over since the
    /// battle.
    fn wake(&mut self, who: CombatantId, now: u32) -> Result<(), R::Pause> {
        let ht = self.setup.combatants[who.index()].sheet.ht;
        if !self.may_wake(who, now) {
            return Ok(());
        }
        let (hp, knocked_out) = (i32::from(self.state[who].hp), self.is_knocked_out(who));
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
            self.tell(Event::Wakes { who, minutes: now, hp, knocked_out });
        } else if !knocked_out {
            // GR-281
            self.state[who].flags.set(Flags::COMATOSE);
            self.tell(Event::Coma { who });
        }
        Ok(())
    }

    /// `GR-282` `GR-283` `GR-284` What becomes of a crippled part: it heals, it takes months more, or it never does.
    fn mend(&mut self, who: CombatantId, part: u8) -> Result<(), R::Pause> {
        let Some(&(_, flag)) = Parts::NAMES.get(part as usize) else { return Ok(()) };
        let ht = R::Tally::base(rule!("GR-282").named("HT"), self.setup.combatants[who.index()].sheet.ht);
        let months =
            match self
                .referee
                .check(Why::new(who, rule!("GR-282"), "crippled part"), D3, &ht, |roll, score| grade(score, roll))?
            {
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
