//! Checks against a number: skills, saves, opposed checks.
//!
//! Rules `OB-001`, `OB-012`, `OB-014`, `OB-017`, `OB-216`, `OB-218`, `OB-221`, `OB-254`, `OB-262`.

use crate::Obss;
use crate::event::Event;
use crate::maneuver::{Contest, Opposed, contest};
use crate::pool::{Grade, OpenDice, Rolled, pool_size};
use crate::scene::{Fight, Scene};
use crate::sheet::{Ability, Skill};
use crate::state::{Flags, Unread};
use affray_core::referee::{CombatantId, Referee, Refusal, Why};
use affray_core::rules::RuleId;
use affray_core::tally::Tally;

/// A check that is due.
#[derive(Debug, Clone)]
pub struct Check<T> {
    /// Who rolls.
    pub who: CombatantId,
    /// The rule that wants it.
    pub rule: RuleId,
    /// What it decides.
    pub what: &'static str,
    /// The bonus.
    pub bonus: T,
    /// Dice beyond three.
    pub dice: i32,
    /// What has to be reached.
    pub against: i32,
}

impl Scene<'_> {
    /// `OB-262` The ability score that a check or save goes by: DEX counts 2 lower while Entangled.
    pub fn ability_now(self, who: CombatantId, ability: Ability) -> i32 {
        let entangled = ability == Ability::Dex && self.fighter(who).flags.has(Flags::ENTANGLED);
        self.sheet(who).ability(ability) - if entangled { 2 } else { 0 }
    }

    /// A check of a skill as an action: rank and ability, a die less if untrained (`OB-216`) or Frightened
    /// (`OB-254`), and luck.
    pub fn skill_check<T: Tally>(self, who: CombatantId, skill: Skill, luck: u8) -> Check<T> {
        let (rank, ability) = (self.sheet(who).rank(skill), self.ability_now(who, skill.ability()));
        let mut bonus = T::base(rule!("OB-212"), rank);
        bonus.add(rule!("OB-212"), ability);
        bonus.add(rule!("OB-012"), -4 * i32::from(luck));
        let mut dice = i32::from(luck);
        if rank == 0 {
            dice -= 1;
        }
        if self.fighter(who).flags.has(Flags::FRIGHTENED) {
            dice -= 1;
        }
        Check { who, rule: rule!("OB-017"), what: "check", bonus, dice, against: 0 }
    }

    /// `OB-014` The luck of a skill check.
    ///
    /// # Errors
    /// If there are too few points.
    pub fn judge_skill_luck(self, who: CombatantId, skill: Skill, luck: u8) -> Result<(), Refusal> {
        let (rank, ability) = (self.sheet(who).rank(skill), self.ability_now(who, skill.ability()));
        self.judge_luck(rule!("OB-014"), luck, rank, ability)
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-017` Rolls a check; `read` says what of its grade matters.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn check<F: Copy + PartialEq>(
        &mut self,
        check: &Check<R::Tally>,
        read: impl Fn(Grade) -> F,
    ) -> Result<F, R::Pause> {
        let bonus = check.bonus.total();
        self.roll_check(check, true, |rolled| read(rolled.grade(check.against - bonus)))
    }

    /// `OB-211` Rolls an opposed check; `read` says what of it matters.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn oppose<F: Copy + PartialEq>(
        &mut self,
        opposed: &Opposed<R::Tally>,
        read: impl Fn(Contest) -> F,
    ) -> Result<F, R::Pause> {
        self.roll_check(&opposed.check, opposed.tie_wins, |rolled| read(opposed.contest(rolled)))
    }

    fn roll_check<F: Copy + PartialEq>(
        &mut self,
        check: &Check<R::Tally>,
        tie_wins: bool,
        read: impl Fn(Rolled) -> F,
    ) -> Result<F, R::Pause> {
        let (who, against, bonus) = (check.who, check.against, check.bonus.total());
        let dice = OpenDice(pool_size(check.dice));
        let why = Why::new(who, check.rule, check.what);
        let (reading, Unread(rolled)) =
            self.referee.pool(why, &dice, &[&check.bonus], |rolled| (read(rolled), Unread(rolled)))?;
        let success = contest(rolled, against - bonus, tie_wins).grade.succeeded();
        self.tell(Event::Checked { who, total: bonus + rolled.total, against, success });
        Ok(reading)
    }
}
