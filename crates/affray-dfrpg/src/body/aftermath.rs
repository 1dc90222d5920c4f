//! After the battle: fatigue, waking, mortal wounds, first aid, rest.
//!
//! Rules `DF-380` to `DF-384`, `DF-410`, `DF-416` and `DF-417`, rulings `DF-R36`, `DF-R37`, `DF-R41`,
//! `DF-R43`, `DF-R59` and `DF-R127` (`DF-D15`). A fight itself calls none of this: the table does, after its end
//! ([`Fight::aftermath`]). Time is counted in minutes since the last turn.

use crate::Dfrpg;
use crate::check::Grade;
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{Skill, SpellCondition};
use crate::state::{Feinted, Flags};
use crate::strike::damage::CriticalHit;
use affray_files::value::{FromValue, ToValue};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// Minutes of first aid (`DF-R59`).
const FIRST_AID: u32 = 10;
/// Minutes between the rolls of a mortally wounded combatant (`DF-R36`).
const MORTAL: u32 = 30;
/// Minutes of unconsciousness with HP left (`DF-381`).
const SHORT: u32 = 15;
/// Minutes between rolls to wake without HP (`DF-382`), and between tries to stabilize somebody
/// (`DF-R37`).
const HOUR: u32 = 60;
/// Minutes before the one roll to wake far below 0, and between the rolls to live on (`DF-383`,
/// `DF-384`).
const HALF_DAY: u32 = 12 * HOUR;

/// `DF-416` `DF-417` Minutes of rest that bring one FP back.
///
/// ```
/// use affray_dfrpg::{body::aftermath::minutes_per_fp, sheet::Traits};
/// assert_eq!(minutes_per_fp(&Traits::default()), 10); // DF-E71
/// assert_eq!(minutes_per_fp(&Traits { fit: true, ..Traits::default() }), 5);
/// ```
pub const fn minutes_per_fp(traits: &crate::sheet::Traits) -> u32 {
    if rests_fast(traits) { 5 } else { 10 }
}

/// `DF-417` Whether a combatant recovers FP faster than others.
pub(crate) const fn rests_fast(traits: &crate::sheet::Traits) -> bool {
    traits.fit || traits.recover_energy
}

/// `DF-D15` What comes next after a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum After {
    /// Nothing: it is over.
    Over,
    /// `DF-R59` Somebody gives first aid, for ten minutes.
    FirstAid {
        /// Who gives it.
        healer: CombatantId,
        /// Who gets it.
        patient: CombatantId,
    },
    /// `DF-R37` Somebody tries to stabilize a mortal wound or deep unconsciousness.
    Stabilize {
        /// Who tries.
        healer: CombatantId,
        /// Whom.
        patient: CombatantId,
    },
    /// `DF-416` All rest, conscious or not, while time passes.
    Rest {
        /// How many minutes, 1 to 100000.
        #[value(range = 1..=100_000)]
        minutes: u32,
    },
    /// Time passes without rest.
    PassTime {
        /// How many minutes, 1 to 100000.
        #[value(range = 1..=100_000)]
        minutes: u32,
    },
}

impl Scene<'_> {
    /// `DF-381` `DF-382` `DF-383` `DF-R41` How long an unconscious combatant lies before it wakes or rolls
    /// to wake, in minutes; `None` where it cannot wake as it is: dead, mortally wounded, without any
    /// FP, or with its one roll behind it. Exactly 0 HP is in the hourly band.
    pub fn minutes_to_wake(self, who: CombatantId) -> Option<u32> {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let (hp, max) = (i32::from(fighter.hp), i32::from(sheet.hp));
        let kept = Flags::DEAD.union(Flags::MORTALLY_WOUNDED);
        if !fighter.flags.has(Flags::UNCONSCIOUS) || fighter.flags.any(kept) || self.is_out_of_breath(who) {
            return None;
        }
        match hp {
            1.. => Some(SHORT),
            _ if -max < hp => Some(HOUR),
            _ if fighter.flags.has(Flags::DEEPLY_UNCONSCIOUS) => None,
            _ => Some(HALF_DAY),
        }
    }

    /// `DF-415` `DF-R130` Whether a combatant lies at its negative maximum of FP.
    fn is_out_of_breath(self, who: CombatantId) -> bool {
        self.is_spent(who) && self.fighter(who).fp <= -self.sheet(who).fp
    }

    /// `DF-383` `DF-415` Whether a combatant has no use of its one roll to wake: at -1 x HP or below, and out of
    /// breath.
    fn is_beyond_waking(self, who: CombatantId) -> bool {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let kept = Flags::DEAD.union(Flags::MORTALLY_WOUNDED);
        fighter.flags.has(Flags::UNCONSCIOUS)
            && !fighter.flags.any(kept)
            && fighter.hp <= -sheet.hp
            && self.is_out_of_breath(who)
    }

    /// `DF-384` `DF-R37` Whether a combatant will die without treatment: it made its one roll to wake far
    /// below 0, and not stabilized.
    pub fn is_failing(self, who: CombatantId) -> bool {
        let fighter = self.fighter(who);
        fighter.flags.has(Flags::DEEPLY_UNCONSCIOUS) && !fighter.flags.any(Flags::DEAD.union(Flags::STABILIZED))
    }

    /// `DF-R59` `DF-R80` First Aid, by default from IQ.
    fn first_aid_score<T: Tally>(self, healer: CombatantId, rule: RuleId) -> T {
        let (sheet, skill) = (self.sheet(healer), self.sheet(healer).level(Skill::FirstAid));
        if sheet.is_trained(Skill::FirstAid) {
            return skill.tally(rule);
        }
        let mut score = T::base(rule!("DF-R80").named("IQ"), i32::from(sheet.iq));
        let default = i32::from(skill.score) - score.total();
        score.add(rule!("DF-R80").named("First Aid, untrained"), default);
        score
    }

    /// `DF-410` FP that the end of a battle costs somebody for its encumbrance, if it went on for a round: 0 for the dead.
    fn encumbrance_cost(self, who: CombatantId) -> i32 {
        // Beyond extra-heavy there is no level any more.
        let level = i32::from(self.sheet(who).encumbrance.clamp(0, 4));
        if self.fighter(who).flags.has(Flags::DEAD) { 0 } else { level }
    }

    /// `DF-410` `DF-R43` FP that the end of this battle costs somebody: none within the first round.
    pub(crate) fn battle_fatigue(self, who: CombatantId) -> i32 {
        if self.state.rounds.0 == 0 { 0 } else { self.encumbrance_cost(who) }
    }

    /// `DF-R37` `DF-R59` Whether that can come next after a battle.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_after(self, after: After) -> Result<(), Refusal> {
        match after {
            After::FirstAid { healer, patient } => self.judge_first_aid(healer, patient),
            After::Stabilize { healer, patient } => self.judge_stabilizing(healer, patient),
            After::Over | After::Rest { .. } | After::PassTime { .. } => Ok(()),
        }
    }

    /// What a person would be shown after a battle: treatment among friends that can do good, and times.
    pub fn after_options(self, into: &mut Vec<Choice>) {
        into.push(Choice::After(After::Over));
        for patient in self.state.ids() {
            let is_hurt = self.fighter(patient).hp < self.sheet(patient).hp;
            for healer in self.state.ids().filter(|&healer| !self.are_foes(healer, patient)) {
                for after in [After::FirstAid { healer, patient }, After::Stabilize { healer, patient }] {
                    let helps = is_hurt || matches!(after, After::Stabilize { .. });
                    if helps && self.fighter(healer).is_present() && self.judge_after(after).is_ok() {
                        into.push(Choice::After(after));
                    }
                }
            }
        }
        into.extend([10, HOUR].map(|minutes| Choice::After(After::Rest { minutes })));
        into.extend([SHORT, HOUR, HALF_DAY].map(|minutes| Choice::After(After::PassTime { minutes })));
    }

    /// `DF-R59` Whether somebody can give first aid to somebody.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_first_aid(self, healer: CombatantId, patient: CombatantId) -> Result<(), Refusal> {
        let refuse = |message: &'static str| Err(Refusal::new(rule!("DF-R59"), message));
        if !self.fighter(healer).is_conscious() {
            return refuse("who is not conscious gives no first aid");
        }
        if self.fighter(patient).flags.has(Flags::DEAD) {
            return refuse("first aid does not help the dead");
        }
        if self.fighter(patient).flags.has(Flags::FIRST_AID) {
            return refuse("one try of first aid after each fight, and this figure had it");
        }
        Ok(())
    }

    /// `DF-R37` `DF-R120` Whether somebody can try to stabilize somebody.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_stabilizing(self, healer: CombatantId, patient: CombatantId) -> Result<(), Refusal> {
        let refuse = |message: &'static str| Err(Refusal::new(rule!("DF-R37"), message));
        if !self.fighter(healer).is_conscious() {
            return refuse("who is not conscious gives no first aid");
        }
        if !self.fighter(patient).flags.has(Flags::MORTALLY_WOUNDED) && !self.is_failing(patient) {
            return refuse("only a mortal wound or deep unconsciousness is stabilized: give first aid");
        }
        if self.fighter(patient).flags.has(Flags::TENDED) {
            return Err(Refusal::new(rule!("DF-R120"), "one try in each hour, and this one had it: let time pass"));
        }
        Ok(())
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-410` `DF-416` `DF-R37` `DF-R43` `DF-R59` Plays what comes after a battle, as the table wants it, until it is
    /// over.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn aftermath(&mut self) -> Result<(), R::Pause> {
        self.after_battle(self.state.rounds.0)?;
        let (mut since, mut rested) = (0, 0_u32);
        loop {
            let there = |who: &CombatantId| self.state[*who].is_present() && self.state[*who].is_conscious();
            let who = self.state.ids().find(there).unwrap_or(CombatantId(0));
            let question = Question::After { who, minutes: since };
            let Choice::After(after) = self.ask(question)? else { return Ok(()) };
            let minutes = match after {
                After::Over => return Ok(()),
                After::FirstAid { healer, patient } => {
                    self.first_aid(healer, patient)?;
                    FIRST_AID
                }
                After::Stabilize { healer, patient } => {
                    self.stabilize(healer, patient)?;
                    continue;
                }
                After::Rest { minutes } => {
                    for who in self.state.ids() {
                        if self.state[who].is_present() {
                            self.rest(who, rested, minutes);
                        }
                    }
                    rested = rested.saturating_add(minutes);
                    minutes
                }
                After::PassTime { minutes } => minutes,
            };
            self.pass_time(since, minutes)?;
            since = since.saturating_add(minutes);
        }
    }

    /// `DF-410` `DF-R43` `DF-R127` A fight of that many completed rounds is over, and all that a turn ends: after at least one
    /// round, everybody in it, conscious or not, loses FP by its encumbrance.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn after_battle(&mut self, rounds: u32) -> Result<(), R::Pause> {
        for who in self.state.ids() {
            self.comes_to_rest(who);
        }
        for who in self.state.ids().filter(|_| rounds != 0) {
            let level = self.scene().encumbrance_cost(who);
            if level > 0 {
                self.lose_fp(who, &R::Tally::base(rule!("DF-410").named("encumbrance"), level))?;
            }
        }
        Ok(())
    }

    /// `DF-R127` The seconds after the last turn bring what the ends of turns would have brought.
    fn comes_to_rest(&mut self, who: CombatantId) {
        // DF-R55: a stun that a spell brings for a stated time lasts that time.
        let spellbound = self.scene().is_under(who, SpellCondition::Stunned);
        let fighter = &mut self.state[who];
        fighter.count_anew();
        (fighter.shock, fighter.shock_groin) = (0, 0);
        (fighter.shock_later, fighter.shock_groin_later) = (0, 0);
        fighter.feints = [Feinted::NOBODY; 2];
        let passing = Flags::DAZED.union(Flags::NEWLY_DAZED).union(Flags::FRIGHTENED).union(Flags::SURPRISED);
        fighter.flags.clear(passing.union(Flags::ACTING));
        let stunned = Flags::STUNNED.union(Flags::MENTALLY_STUNNED);
        if fighter.flags.any(stunned) && !spellbound {
            fighter.flags.clear(stunned);
            fighter.countdown = 0;
            self.tell(Event::Recovers { who });
        }
        self.give_up_what_lasts(who);
    }

    /// Lets time pass: spells run out (`DF-R127`), mortal wounds, waking, deep unconsciousness. `since` says how many minutes
    /// went by before, so that an hour in four parts is an hour.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn pass_time(&mut self, since: u32, minutes: u32) -> Result<(), R::Pause> {
        self.spells_run_out(minutes.saturating_mul(60));
        let end = since.saturating_add(minutes);
        // Nothing happens between quarters of an hour.
        let (mut now, mut told) = (since - since % SHORT, since);
        while end - now >= SHORT {
            now += SHORT;
            for who in self.state.ids() {
                if self.is_due(who, now) && told != now {
                    told = now;
                    self.tell(Event::Passes { minutes: now });
                }
                self.quarter_passes(who, now)?;
            }
        }
        if told != end {
            self.tell(Event::Passes { minutes: end });
        }
        Ok(())
    }

    /// Whether a quarter of an hour brings somebody what is told.
    fn is_due(&self, who: CombatantId, now: u32) -> bool {
        let (fighter, scene) = (&self.state[who], self.scene());
        let wakes = || scene.minutes_to_wake(who).is_some_and(|minutes| now.is_multiple_of(minutes));
        fighter.flags.has(Flags::MORTALLY_WOUNDED) && now.is_multiple_of(MORTAL)
            || if scene.is_failing(who) { now.is_multiple_of(HALF_DAY) } else { wakes() }
    }

    /// What a quarter of an hour brings to somebody.
    fn quarter_passes(&mut self, who: CombatantId, now: u32) -> Result<(), R::Pause> {
        // DF-R120
        if now.is_multiple_of(HOUR) {
            self.state[who].flags.clear(Flags::TENDED);
        }
        if self.state[who].flags.has(Flags::MORTALLY_WOUNDED) && now.is_multiple_of(MORTAL) {
            self.mortal_wound_roll(who)?;
        }
        if self.scene().is_failing(who) {
            if now.is_multiple_of(HALF_DAY) {
                self.live_on(who)?;
            }
        } else if self.scene().minutes_to_wake(who).is_some_and(|minutes| now.is_multiple_of(minutes)) {
            self.wake(who)?;
        } else if now.is_multiple_of(HALF_DAY) && self.scene().is_beyond_waking(who) {
            self.state[who].flags.set(Flags::DEEPLY_UNCONSCIOUS);
        }
        Ok(())
    }

    /// `DF-381` `DF-382` `DF-383` The time that [`Scene::minutes_to_wake`] names is over: an unconscious
    /// combatant wakes, or rolls HT for it. Nothing happens to a combatant that cannot wake.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn wake(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let ht = i32::from(self.scene().sheet(who).ht);
        let wakes = match self.scene().minutes_to_wake(who) {
            None => return Ok(()),
            Some(SHORT) => true,
            Some(HOUR) => {
                self.succeeds(who, rule!("DF-382"), "wake", &R::Tally::base(rule!("DF-382").named("HT"), ht))?
            }
            Some(_) => {
                // DF-384: whether awake or not.
                self.state[who].flags.set(Flags::DEEPLY_UNCONSCIOUS);
                self.succeeds(who, rule!("DF-383"), "wake", &R::Tally::base(rule!("DF-383").named("HT"), ht))?
            }
        };
        if wakes {
            self.state[who].flags.clear(Flags::UNCONSCIOUS);
            self.tell(Event::Wakes { who });
        }
        Ok(())
    }

    /// `DF-384` Twelve more hours far below 0 and without treatment: HT, or die.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn live_on(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let score = R::Tally::base(rule!("DF-384").named("HT"), i32::from(self.scene().sheet(who).ht));
        if !self.succeeds(who, rule!("DF-384"), "live on", &score)? {
            self.die(who);
        }
        Ok(())
    }

    /// `DF-416` `DF-417` Rest of so many minutes. `since` says how many minutes of rest went before since the last turn,
    /// so that ten minutes in two parts are ten minutes.
    pub fn rest(&mut self, who: CombatantId, since: u32, minutes: u32) {
        let sheet = self.scene().sheet(who);
        let max = i32::from(sheet.fp);
        let each = minutes_per_fp(&sheet.traits);
        let points = i32::try_from(since.saturating_add(minutes) / each - since / each).unwrap_or(i32::MAX);
        let fighter = &mut self.state[who];
        let gained = points.min(max - i32::from(fighter.fp));
        if gained <= 0 || fighter.flags.has(Flags::DEAD) {
            return;
        }
        fighter.fp += gained as i16;
        let fp = i32::from(fighter.fp);
        self.tell(Event::Rests { who, gained, each, fp });
    }

    /// `DF-R59` First aid, once after each fight; its ten minutes are passed by whoever asks for it. Nothing happens
    /// where [`Scene::judge_first_aid`] refuses it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn first_aid(&mut self, healer: CombatantId, patient: CombatantId) -> Result<(), R::Pause> {
        if self.scene().judge_first_aid(healer, patient).is_err() {
            return Ok(());
        }
        self.state[patient].flags.set(Flags::FIRST_AID);
        self.tell(Event::GivesFirstAid { who: healer, patient });
        let rule = rule!("DF-R59");
        let score: R::Tally = self.scene().first_aid_score(healer, rule);
        match self.check(healer, rule, "first aid", &score)? {
            Grade::CriticalSuccess => {
                self.heal(patient, 5);
            }
            Grade::Success => {
                let missing = i32::from(self.scene().sheet(patient).hp - self.state[patient].hp);
                let why = Why::new(healer, rule, "healing");
                let healed = |die| {
                    let mut points = R::Tally::base(rule.named("rolled"), die);
                    points.add(rule.named("of the 1d-2"), -2);
                    points.at_least(rule.named("at least"), 1);
                    points.at_most(rule.named("all that is missing"), missing);
                    points
                };
                let die = self.throw_damage(why, Dice::d6(1), CriticalHit::Normal, |_, die| healed(die).total())?;
                self.referee.show(Why::new(patient, rule, "HP gained"), &healed(die));
                self.heal(patient, healed(die).total());
            }
            Grade::Failure => self.tell(Event::AidFails { who: healer, patient }),
            Grade::CriticalFailure => {
                // No blow: no shock and no knockdown.
                self.lose_hp(patient, &R::Tally::base(rule.named("critical failure"), 1), None);
                self.death_rolls(patient)?;
            }
        }
        Ok(())
    }

    /// `DF-R37` `DF-R120` First aid at -4, once an hour, for a mortal wound or deep unconsciousness. Nothing
    /// happens where [`Scene::judge_stabilizing`] refuses it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn stabilize(&mut self, healer: CombatantId, patient: CombatantId) -> Result<(), R::Pause> {
        if self.scene().judge_stabilizing(healer, patient).is_err() {
            return Ok(());
        }
        self.state[patient].flags.set(Flags::TENDED);
        self.tell(Event::TriesToStabilize { who: healer, patient });
        let rule = rule!("DF-R37");
        let mut score: R::Tally = self.scene().first_aid_score(healer, rule);
        score.add(rule.named("stabilizing"), -4);
        if self.succeeds(healer, rule, "stabilize", &score)? {
            self.become_stable(patient);
        } else {
            self.tell(Event::AidFails { who: healer, patient });
        }
        Ok(())
    }
}
