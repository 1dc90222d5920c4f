//! Checks against a number: skills, saves, opposed checks; and Trust to Luck.
//!
//! Rules `OB-001`, `OB-012` to `OB-014`, `OB-017`, `OB-211`, `OB-213`, `OB-216` to `OB-218`, `OB-254`, `OB-262`.

use crate::Obss;
use crate::dice::pool::{Grade, OpenDice, PoolDice, Rolled, pool_size};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{Ability, Skill};
use crate::state::{Flags, Ignored};
use affray_files::value::{Schema, ToValue};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// A check that is due.
#[derive(Debug, Clone)]
pub struct Check<T> {
    /// The one who rolls, the rule that wants it, and its name, such as `save`.
    pub why: Why,
    /// The bonus.
    pub bonus: T,
    /// The dice.
    pub dice: PoolDice<T>,
    /// The number to reach.
    pub against: T,
    /// The combatant whose number that is, of an opposed check the other one; `None` where it was shown before.
    pub whose: Option<CombatantId>,
    /// `OB-213` What settles an equal total of an opposed check; of others it is a success.
    pub tie: Option<Tie>,
    /// `OB-218` Critical results have an effect.
    pub graded: bool,
}

/// `OB-213` `OB-R60` What settles an equal total of an opposed check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub struct Tie {
    /// Training of the one who rolls and of the other: rank, BAB or base save.
    pub training: [i32; 2],
    /// The abilities of the two.
    pub ability: [i32; 2],
}

impl Tie {
    /// `OB-213` `OB-R60` Whether an equal total is a success: the better trained wins, then the higher ability, then the
    /// defender.
    ///
    /// ```
    /// use affray_obss::dice::check::Tie;
    /// assert!(Tie { training: [5, 4], ability: [3, 3] }.wins()); // OB-E67: BAB 5 over BAB 4
    /// assert!(!Tie { training: [3, 5], ability: [3, 6] }.wins()); // OB-E71
    /// assert!(Tie { training: [3, 3], ability: [4, 2] }.wins());
    /// assert!(!Tie { training: [3, 3], ability: [2, 2] }.wins());
    /// ```
    pub const fn wins(self) -> bool {
        let ([trained, of_other], [able, as_able]) = (self.training, self.ability);
        trained > of_other || trained == of_other && able > as_able
    }
}

impl<T: Tally> Check<T> {
    /// `OB-213` `OB-217` `OB-218` `OB-R27` The grade of these dice, and their margin: negative below the number.
    pub fn grade(&self, rolled: Rolled) -> (Grade, i32) {
        let needed = self.against.total() - self.bonus.total();
        let margin = rolled.total - needed;
        match rolled.grade(needed) {
            Grade::Success if margin == 0 && !self.tie_wins() => (Grade::Failure, margin),
            grade => (grade, margin),
        }
    }

    /// `OB-213` Whether an equal total is a success.
    pub fn tie_wins(&self) -> bool {
        self.tie.is_none_or(Tie::wins)
    }

    /// The least sum of the dice that is a success.
    pub fn needed(&self) -> i32 {
        self.against.total() - self.bonus.total() + i32::from(!self.tie_wins())
    }

    /// The name of the number to reach.
    fn goal(&self) -> &'static str {
        if self.tie.is_some() { "value" } else { "DC" }
    }
}

impl Scene<'_> {
    /// The ability score that a check or save goes by, less what [entanglement](Self::entanglement) takes.
    pub fn ability_now(self, who: CombatantId, ability: Ability) -> i32 {
        self.sheet(who).ability(ability) + self.entanglement(who, ability)
    }

    /// `OB-262` The points that an ability counts less in checks and saves: -2 for DEX while Entangled.
    pub fn entanglement(self, who: CombatantId, ability: Ability) -> i32 {
        if ability == Ability::Dex && self.fighter(who).flags.has(Flags::ENTANGLED) { -2 } else { 0 }
    }

    /// A check of a skill against a number: rank and ability, a die less if untrained (`OB-216`), and luck. As an
    /// action it takes a die less if Frightened (`OB-254`) too.
    pub fn skill_check<T: Tally>(self, why: Why, skill: Skill, luck: u8, against: T) -> Check<T> {
        let who = why.who;
        let (rank, ability) = (self.sheet(who).rank(skill), skill.ability());
        let mut bonus = T::base(why.rule.named(skill.name()), rank);
        bonus.add(why.rule.named(ability.name()), self.sheet(who).ability(ability));
        bonus.add(rule!("OB-262"), self.entanglement(who, ability));
        bonus.add(rule!("OB-012"), -4 * i32::from(luck));
        let mut dice = PoolDice::three();
        dice.add(rule!("OB-012"), luck.into());
        dice.add(rule!("OB-216"), if rank == 0 { -1 } else { 0 });
        Check { why, bonus, dice, against, whose: Some(who), tie: None, graded: false }
    }

    /// `OB-254` The die that a Frightened combatant lacks in a check that is an action.
    pub fn fright_dice(self, who: CombatantId) -> i32 {
        if self.fighter(who).flags.has(Flags::FRIGHTENED) { -1 } else { 0 }
    }

    /// `OB-012` `OB-013` `OB-014` `OB-R09` `OB-R10` The dice that Trust to Luck may buy: one for each 4 points
    /// of training and ability.
    ///
    /// # Errors
    /// If there are too few points.
    pub fn judge_luck(self, rule: RuleId, luck: u8, training: i32, ability: i32) -> Result<(), Refusal> {
        let most = most_luck(training, ability);
        if i32::from(luck) > most {
            return Err(Refusal::counted(rule, "Trust to Luck buys at most {} dice here", [most]));
        }
        Ok(())
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

/// `OB-013` `OB-014` The most dice that points of training and ability buy.
///
/// ```
/// use affray_obss::dice::check::most_luck;
/// assert_eq!(most_luck(5, 3), 2); // OB-E16: the list bonus does not count
/// assert_eq!(most_luck(1, -3), 0);
/// ```
pub const fn most_luck(training: i32, ability: i32) -> i32 {
    let points = training + ability;
    if points < 0 { 0 } else { points / 4 }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-010` `OB-011` The number of dice of a pool; shown where it is not the usual three.
    pub(crate) fn show_dice(&mut self, who: CombatantId, dice: &PoolDice<R::Tally>) -> u8 {
        if let Some(size) = dice.explained() {
            self.referee.show(Why::new(who, rule!("OB-010"), "dice"), &size);
        }
        pool_size(dice.more())
    }

    /// `OB-017` `OB-211` Rolls a check. `read` makes a reading of its grade and margin.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn check<F: Copy + PartialEq>(
        &mut self,
        check: &Check<R::Tally>,
        read: impl Fn(Grade, i32) -> F,
    ) -> Result<F, R::Pause> {
        let Why { who, rule, .. } = check.why;
        let against = check.against.total();
        let dice = OpenDice(self.show_dice(who, &check.dice));
        if let Some(whose) = check.whose {
            self.referee.show(Why::new(whose, rule, check.goal()), &check.against);
        }
        let (reading, Ignored(rolled)) = self.referee.pool(check.why, &dice, &[&check.bonus], |rolled| {
            let (grade, margin) = check.grade(rolled);
            (read(grade, margin), Ignored(rolled))
        })?;
        let total = check.bonus.total() + rolled.total;
        let grade = check.grade(rolled).0;
        let critical = check.graded && matches!(grade, Grade::CriticalSuccess | Grade::CriticalFailure);
        let tie = check.tie.filter(|_| total == against);
        self.tell(Event::Checked { who, total, against, success: grade.succeeded(), critical, tie });
        Ok(reading)
    }
}
