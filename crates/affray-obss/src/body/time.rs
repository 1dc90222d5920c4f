//! Time outside of combat: rounds and hours that pass, rest, dawn.
//!
//! Rules `OB-284`, `OB-288`, `OB-300` to `OB-304`, `OB-340` to `OB-345`, rulings `OB-R78`, `OB-R79`.

use crate::Obss;
use crate::decision::{Choice, Question, RestBy};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{Ability, Save};
use crate::state::{Feinted, Flags, NONE};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::Tally;
use arrayvec::ArrayVec;

/// `OB-021` Seconds of a round.
pub const ROUND_SECONDS: u32 = 10;
/// `OB-340` Rounds of a minute.
pub const MINUTE: u32 = 60 / ROUND_SECONDS;
/// `OB-341` Rounds of a Turn, which is ten minutes.
pub const TURN: u32 = 10 * MINUTE;
/// `OB-342` Rounds of an hour.
pub const HOUR: u32 = 6 * TURN;
/// Rounds of a day.
pub const DAY: u32 = 24 * HOUR;
/// `OB-300` Rounds of a rest.
pub const REST: u32 = 8 * HOUR;

/// `OB-288` The number that the save after an hour at 0 HP has to reach.
const HOUR_DC: i32 = 15;

/// `OB-345` The time of day at which an encounter begins, and that of dawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Rounds since midnight at its beginning.
    pub start: u32,
    /// Rounds from midnight to dawn.
    pub dawn: u32,
}

impl Default for Clock {
    /// It begins at noon, and dawn is at six.
    fn default() -> Self {
        Self { start: 12 * HOUR, dawn: 6 * HOUR }
    }
}

impl Clock {
    /// Whether dawn breaks within so many rounds, the last of them at `end` rounds after the beginning.
    /// A day or more has one dawn at least; more than one matter no more.
    const fn dawn_breaks(self, end: u32, rounds: u32) -> bool {
        // Counted from the dawn before the encounter.
        let end = (end as u64) + (self.start + DAY - self.dawn) as u64;
        end / DAY as u64 != (end - rounds as u64) / DAY as u64
    }

    /// Rounds from `now` rounds after the beginning to the next dawn, 1 to a day.
    const fn until_dawn(self, now: u32) -> u32 {
        let since = ((now as u64) + (self.start + DAY - self.dawn) as u64) % DAY as u64;
        DAY - since as u32
    }
}

/// Reads `"23:00"` as rounds since midnight.
///
/// ```
/// use affray_obss::body::time::{HOUR, time_of_day};
/// assert_eq!(time_of_day("06:00"), Some(6 * HOUR));
/// assert_eq!(time_of_day("23:59").map(|time| time / 6), Some(23 * 60 + 59));
/// assert_eq!(time_of_day("24:00"), None);
/// ```
pub fn time_of_day(text: &str) -> Option<u32> {
    let (hours, minutes) = text.trim().split_once(':')?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && (1..=2).contains(&text.len());
    if !digits(hours) || !digits(minutes) {
        return None;
    }
    let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * HOUR + minutes * MINUTE)
}

impl Scene<'_> {
    /// `OB-301` Whether a combatant can rest.
    ///
    /// # Errors
    /// If HP are 0 or less.
    pub fn judge_rest(self, who: CombatantId, by: Option<RestBy>) -> Result<(), Refusal> {
        if by.is_some() && self.fighter(who).hp <= 0 {
            return Err(Refusal::new(rule!("OB-301"), "resting takes HP above 0: First Aid or healing before"));
        }
        Ok(())
    }

    /// `OB-300` `OB-R78` The HP that a rest restores.
    pub fn rest_hp(self, who: CombatantId, by: RestBy) -> i32 {
        let sheet = self.sheet(who);
        rest_hp(
            sheet.ability(Ability::Con),
            match by {
                RestBy::Bab => i32::from(sheet.bab),
                RestBy::Cl => i32::from(sheet.cl),
            },
        )
    }

    /// `OB-302` The nonlethal damage that an hour takes away.
    pub fn hourly_nonlethal(self, who: CombatantId) -> i32 {
        self.sheet(who).ability(Ability::Con).max(1)
    }

    /// `OB-344` Whether a power has a use left.
    ///
    /// # Errors
    /// If not.
    pub fn judge_power(self, who: CombatantId, power: u8) -> Result<(), Refusal> {
        if power as usize >= self.sheet(who).powers.len() {
            return Err(Refusal::impossible(rule!("OB-344"), "there is no such power"));
        }
        if self.fighter(who).powers[power as usize] == 0 {
            return Err(Refusal::new(rule!("OB-344"), "it has no use left before the next dawn"));
        }
        Ok(())
    }

    /// Rounds since the beginning, in combat and out of it.
    pub(crate) fn now(self) -> u32 {
        self.state.rounds.0.saturating_add(self.state.elapsed)
    }
}

/// `OB-300` CON times BAB or CL, at least that BAB or CL, at least 1.
///
/// ```
/// use affray_obss::body::time::rest_hp;
/// assert_eq!([(2, 5), (-1, 1), (0, 6)].map(|(con, by)| rest_hp(con, by)), [10, 1, 6]); // OB-E80
/// ```
pub const fn rest_hp(con: i32, by: i32) -> i32 {
    let product = con * by;
    let restored = if product < by { by } else { product };
    if restored < 1 { 1 } else { restored }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-343` Time passes outside of combat: the dying bleed, hours are counted, dawns break, each in its
    /// time. Conditions that last for rounds run out. Those with a bit in `late` bleed besides for the round that was
    /// broken off (`OB-R94`).
    ///
    /// # Errors
    /// If an input is missing.
    pub fn advance_time(&mut self, rounds: u32, mut late: u64) -> Result<(), R::Pause> {
        let mut left = rounds;
        while left != 0 {
            let step = self.calm_rounds(left);
            left -= step;
            self.state.elapsed = self.state.elapsed.saturating_add(step);
            // Before anybody's hour, for nobody bleeds that long.
            for who in self.state.ids() {
                self.bleed(who, step.saturating_add((late >> (who.0 & 63) & 1) as u32));
            }
            late = 0;
            for who in self.state.ids() {
                self.wait_out(who, step);
                self.grow_older(who, step)?;
            }
            self.pass_dawn(step);
        }
        self.tell(Event::TimePasses { rounds });
        Ok(())
    }

    /// Rounds until something happens to anybody, at most so many.
    fn calm_rounds(&self, most: u32) -> u32 {
        let mut least = most.min(self.setup.clock.until_dawn(self.scene().now()));
        for fighter in &self.state.fighters {
            if fighter.flags.any(Flags::DEAD.union(Flags::GONE)) {
                continue;
            }
            if fighter.hp == 0 || fighter.nonlethal != 0 {
                least = least.min(HOUR.saturating_sub(u32::from(fighter.waited)).max(1));
            }
        }
        least
    }

    /// `OB-288` `OB-302` The effect of some rounds on the health of a combatant that does not bleed.
    fn grow_older(&mut self, who: CombatantId, rounds: u32) -> Result<(), R::Pause> {
        let fighter = &mut self.state[who];
        if fighter.flags.any(Flags::DEAD.union(Flags::GONE).union(Flags::DYING)) {
            return Ok(());
        }
        if fighter.hp != 0 && fighter.nonlethal == 0 {
            return Ok(());
        }
        fighter.waited = fighter.waited.saturating_add(rounds as u16);
        if u32::from(fighter.waited) < HOUR {
            return Ok(());
        }
        fighter.waited = 0;
        if fighter.nonlethal != 0 {
            let less = self.scene().hourly_nonlethal(who) as i16;
            let fighter = &mut self.state[who];
            let points = i32::from(less.min(fighter.nonlethal));
            fighter.nonlethal = (fighter.nonlethal - less).max(0);
            let nonlethal = i32::from(fighter.nonlethal);
            self.tell(Event::Recovers { who, points, nonlethal, healed: false });
            self.wake(who);
        }
        if self.state[who].hp == 0 {
            self.hour_at_zero(who)?;
        }
        Ok(())
    }

    /// `OB-288` An hour at 0 HP: a Fortitude save decides which way it goes.
    fn hour_at_zero(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let why = Why::new(who, rule!("OB-288"), "hour at 0 HP");
        let hp = if self.roll_save(why, Save::Fort, R::Tally::base(why.rule, HOUR_DC), Some(who))? { 1 } else { -1 };
        self.set_hp(who, hp);
        Ok(())
    }

    /// `OB-268` `OB-R87` Conditions that last for rounds, where no activations count them.
    pub(super) fn wait_out(&mut self, who: CombatantId, rounds: u32) {
        // Everything that lasts until the next activation is over too.
        let fighter = &mut self.state[who];
        fighter.flags.clear(Flags::UNTIL_ACTIVATION.union(Flags::WITHIN_ACTIVATION));
        (fighter.attacks, fighter.paid, fighter.braced) = (0, 0, NONE);
        fighter.feints = [Feinted::NONE; 4];
        self.count_down(who, rounds);
    }

    /// `OB-344` `OB-345` Reports a dawn within the last rounds; powers and items regain their uses.
    pub fn pass_dawn(&mut self, rounds: u32) {
        if !self.setup.clock.dawn_breaks(self.scene().now(), rounds) {
            return;
        }
        self.tell(Event::Dawn {});
        let setup = self.setup;
        for (fighter, one) in self.state.fighters.iter_mut().zip(&setup.combatants) {
            for (left, power) in fighter.powers.iter_mut().zip(&one.sheet.powers) {
                *left = power.most;
            }
        }
    }

    /// `OB-344` Uses a power.
    pub fn use_power(&mut self, who: CombatantId, power: u8) {
        if let Some(left) = self.state[who].powers.get_mut(power as usize) {
            *left = left.saturating_sub(1);
        }
        self.tell(Event::UsesPower { who, power });
    }

    /// `OB-343` Eight hours in which everybody may rest; `late` as in [`Self::advance_time`].
    ///
    /// # Errors
    /// If an input is missing.
    pub fn rest(&mut self, late: u64) -> Result<(), R::Pause> {
        let mut resting: ArrayVec<(CombatantId, RestBy), 64> = ArrayVec::new();
        for who in self.state.ids() {
            if self.state[who].flags.any(Flags::DEAD.union(Flags::GONE)) {
                continue;
            }
            let answer = self.ask(Question::Rest { who })?;
            if let Choice::Rest(Some(by)) = answer
                && !resting.is_full()
            {
                resting.push((who, by));
            }
        }
        self.advance_time(REST, late)?;
        for (who, by) in resting {
            // OB-301: during all of it.
            if self.state[who].hp > 0 {
                self.recover(who, by)?;
            }
        }
        Ok(())
    }

    /// `OB-300` `OB-303` `OB-304` `OB-290` `OB-R79` The effects of a rest.
    fn recover(&mut self, who: CombatantId, by: RestBy) -> Result<(), R::Pause> {
        let sheet = self.scene().sheet(who);
        let (con, factor, times, least) = match by {
            RestBy::Bab => (sheet.ability(Ability::Con), sheet.bab, "x BAB", "at least BAB, and 1"),
            RestBy::Cl => (sheet.ability(Ability::Con), sheet.cl, "x caster level", "at least caster level, and 1"),
        };
        let mut restored = R::Tally::base(rule!("OB-300").named("CON"), con);
        restored.becomes(rule!("OB-300").named(times), con * i32::from(factor));
        restored.at_least(rule!("OB-R78").named(least), self.scene().rest_hp(who, by));
        self.regain(who, rule!("OB-300"), restored);
        let lost = i32::from(self.state[who].max_hp_lost);
        if lost != 0 {
            let con = self.scene().sheet(who).ability(Ability::Con);
            let why = Why::new(who, rule!("OB-304"), "maximum of HP");
            let shown = self.referee.throw(why, Dice { number: 1, sides: 4 }, |d4| d4)?;
            let mut back = R::Tally::base(rule!("OB-304").named("dice"), shown);
            back.add(rule!("OB-304").named("CON"), con);
            back.at_least(rule!("OB-304").named("at least 1"), 1);
            back.at_most(rule!("OB-304").named("at most what was lost"), lost);
            self.referee.show(Why::new(who, rule!("OB-304"), "healing"), &back);
            let back = back.total();
            self.state[who].max_hp_lost -= back as i16;
            self.tell(Event::MaxHpChanges { who, by: back });
        }
        let fighter = &mut self.state[who];
        fighter.mp = self.setup.combatants[who.index()].sheet.mp;
        fighter.first_aid = 0;
        self.wake(who);
        self.tell(Event::Rests { who });
        Ok(())
    }

    /// `OB-304` `OB-339` Loses points of the maximum of HP, and as many HP.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn lose_max_hp(&mut self, who: CombatantId, points: i32) -> Result<(), R::Pause> {
        let points = points.clamp(0, self.scene().max_hp(who).max(0));
        let fighter = &mut self.state[who];
        fighter.max_hp_lost += points as i16;
        fighter.hp = fighter.hp.saturating_sub(points as i16);
        fighter.waited = 0;
        self.tell(Event::MaxHpChanges { who, by: -points });
        self.settle_health(who);
        self.unseat_if_down(who)
    }

    /// Brings HP to a number that is no wound: First Aid, an hour that passes.
    pub fn set_hp(&mut self, who: CombatantId, hp: i32) {
        let fighter = &mut self.state[who];
        let before = i32::from(fighter.hp);
        fighter.hp = hp as i16;
        fighter.waited = 0;
        if hp < before {
            self.tell(Event::Wounded { who, lost: before - hp, hp });
        } else {
            self.tell(Event::Healed { who, gained: hp - before, hp });
        }
        self.settle_health(who);
        self.wake(who);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dawns() {
        let clock = Clock { start: 23 * HOUR, dawn: 6 * HOUR };
        assert_eq!(clock.until_dawn(0), 7 * HOUR, "OB-E101");
        assert_eq!(clock.until_dawn(7 * HOUR), DAY);
        assert!(!clock.dawn_breaks(7 * HOUR - 1, HOUR));
        assert!(clock.dawn_breaks(7 * HOUR, 1));
        assert!(!clock.dawn_breaks(7 * HOUR + 1, 1));
        assert!(clock.dawn_breaks(DAY, DAY), "in any day there is one");
        let clock = Clock { start: 6 * HOUR, dawn: 6 * HOUR };
        assert!(!clock.dawn_breaks(1, 1), "that dawn was before");
    }
}
