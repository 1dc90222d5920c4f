//! The dice of one attack: the attack roll, and on a hit the damage dice.
//!
//! Rules `OB-077` to `OB-079`, `OB-127` to `OB-137`, `OB-195`, `OB-259`. At the table every die is thrown by itself,
//! the damage dice only after the attack hit. For exact odds the dice are one pool, which sums damage over all
//! numbers of criticals.

use crate::Obss;
use crate::dice::pool::{D6, Grade, OpenDice, Rolled, SingleDice};
use crate::event::Event;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Pool, Thrower, Why};

/// The dice of one attack, with the numbers that decide whether damage is rolled.
#[derive(Debug, Clone, Copy)]
pub struct Strike {
    /// The attacker.
    pub who: CombatantId,
    /// The target.
    pub target: CombatantId,
    /// The size of the pool.
    pub pool: u8,
    /// The bonus of the attack.
    pub bonus: i32,
    /// The Defense that it meets.
    pub defense: i32,
    /// `OB-195` `OB-R52` A d4 is added.
    pub precise: bool,
    /// `OB-259` `OB-R73` The attacker is Blinded: half of the hits miss.
    pub blinded: bool,
    /// The damage dice of a hit; none for a touch without damage of its own.
    pub damage: Option<DamageDice>,
}

/// How an attack came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Struck {
    /// It missed.
    Missed,
    /// It missed as a critical failure (`OB-079`).
    Fumbled,
    /// It hit.
    Hit {
        /// With at least one critical (`OB-127`).
        critical: bool,
        /// The sum of the damage dice.
        dice: i32,
    },
}

/// `OB-259` The lowest face of the die with which the hit of a Blinded attacker stands.
const STANDS_FROM: i32 = 4;
/// [`STANDS_FROM`] as the log says it.
const STANDS_IN_WORDS: &str = "a hit stands on 4 to 6";

/// The result of the attack roll alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AttackRoll {
    Missed,
    Fumbled,
    /// With so many criticals.
    Hit(i32),
}

/// `OB-127` `OB-129` `OB-R37` Criticals of a hit by that margin.
///
/// ```
/// use affray_obss::strike::dice::criticals;
/// assert_eq!([7, 8, 15, 16, 24].map(criticals), [0, 1, 1, 2, 3]); // OB-E19
/// assert_eq!(criticals(-3), 0); // three sixes below the Defense
/// ```
pub const fn criticals(margin: i32) -> i32 {
    if margin < 0 { 0 } else { margin / 8 }
}

impl Strike {
    /// `OB-077` `OB-079` Grades an attack roll with that total.
    const fn grade(&self, rolled: Rolled, total: i32) -> AttackRoll {
        match (Rolled { total, ..rolled }).grade(self.defense) {
            Grade::Success | Grade::CriticalSuccess => AttackRoll::Hit(criticals(total - self.defense)),
            Grade::Failure => AttackRoll::Missed,
            Grade::CriticalFailure => AttackRoll::Fumbled,
        }
    }
}

impl Pool<Obss> for Strike {
    type Outcome = Struck;

    fn throw<T: Thrower<Obss>>(&self, why: Why, by: &mut T) -> Result<Struck, T::Pause> {
        let rolled = OpenDice(self.pool).throw(why, by)?;
        let mut total = self.bonus + rolled.total;
        if self.precise {
            // OB-195, OB-R52: no die of the pool.
            total += by.throw(Why::new(self.who, rule!("OB-195"), "precision"), D4, None)?;
        }
        let mut graded = self.grade(rolled, total);
        if let (AttackRoll::Hit(_), true) = (graded, self.blinded) {
            // OB-R73: after the hit; such a miss is no critical failure.
            let luck = by.throw(Why::new(self.who, rule!("OB-259"), STANDS_IN_WORDS), D6, None)?;
            if luck < STANDS_FROM {
                graded = AttackRoll::Missed;
            }
        }
        let hit = matches!(graded, AttackRoll::Hit(_));
        let criticals = if let AttackRoll::Hit(criticals) = graded { criticals } else { 0 };
        by.tell(|| Event::AttackRolled {
            who: self.who,
            target: self.target,
            total,
            defense: self.defense,
            hit,
            criticals,
            fumbled: matches!(graded, AttackRoll::Fumbled),
        });
        Ok(match (graded, self.damage) {
            (AttackRoll::Missed, _) => Struck::Missed,
            (AttackRoll::Fumbled, _) => Struck::Fumbled,
            (AttackRoll::Hit(criticals), None) => Struck::Hit { critical: criticals != 0, dice: 0 },
            (AttackRoll::Hit(criticals), Some(damage)) => {
                let rule = if damage.spell { rule!("OB-310") } else { rule!("OB-125") };
                let why = Why::new(self.who, rule, "damage");
                let dice = DamageDice { criticals, ..damage }.throw(why, by)?;
                Struck::Hit { critical: criticals != 0, dice }
            }
        })
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        let (mut missed, mut fumbled) = (0.0, 0.0);
        // By the number of criticals.
        let mut hits: Vec<f64> = Vec::new();
        let aims = if self.precise { 1..=4 } else { 0..=0 };
        let share = 1.0 / aims.clone().count() as f64;
        OpenDice(self.pool).each_up_to_cut(|rolled, chance| {
            for aim in aims.clone() {
                match self.grade(rolled, self.bonus + rolled.total + aim) {
                    AttackRoll::Missed => missed += chance * share,
                    AttackRoll::Fumbled => fumbled += chance * share,
                    AttackRoll::Hit(criticals) => {
                        let criticals = criticals as usize;
                        hits.resize(hits.len().max(criticals + 1), 0.0);
                        hits[criticals] += chance * share;
                    }
                }
            }
        });
        if self.blinded {
            let stands = f64::from(7 - STANDS_FROM) / 6.0;
            missed += hits.iter().sum::<f64>() * (1.0 - stands);
            hits.iter_mut().for_each(|chance| *chance *= stands);
        }
        // The sums of the damage dice: of a plain hit, of one with a critical, and so on; and over all of these.
        let mut sums = self.damage.map_or(vec![1.0], DamageDice::plain_sums);
        let mut all: [Vec<f64>; 2] = Default::default();
        for (criticals, &chance) in hits.iter().enumerate() {
            if let (Some(damage), 1..) = (self.damage, criticals) {
                sums = damage.with_critical(&sums);
            }
            let all = &mut all[usize::from(criticals != 0)];
            all.resize(all.len().max(sums.len()), 0.0);
            for (sum, weight) in all.iter_mut().zip(&sums) {
                *sum += chance * weight;
            }
        }
        let mut offer = |struck: Struck, chance: f64| {
            if chance != 0.0 {
                each(Self::code(struck), chance);
            }
        };
        offer(Struck::Missed, missed);
        offer(Struck::Fumbled, fumbled);
        for (critical, sums) in [false, true].into_iter().zip(all) {
            for (dice, chance) in (0..).zip(sums) {
                offer(Struck::Hit { critical, dice }, chance);
            }
        }
    }

    fn code(struck: Struck) -> u64 {
        match struck {
            Struck::Missed => 0,
            Struck::Fumbled => 1,
            Struck::Hit { critical, dice } => (dice as u64) << 2 | if critical { 3 } else { 2 },
        }
    }

    fn outcome(code: u64) -> Struck {
        match code & 3 {
            0 => Struck::Missed,
            1 => Struck::Fumbled,
            kind => Struck::Hit { critical: kind == 3, dice: (code >> 2) as i32 },
        }
    }
}

/// One four-sided die.
const D4: Dice = Dice { number: 1, sides: 4 };

/// Damage dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamageDice {
    /// The dice of the weapon or spell.
    pub dice: Dice,
    /// The least sum that explodes, 0 for never (`OB-131`).
    pub explodes: u8,
    /// Criticals of the hit.
    pub criticals: i32,
    /// They are those of a spell (`OB-310`, `OB-319`).
    pub spell: bool,
}

impl DamageDice {
    /// Damage dice of a plain hit.
    pub const fn new(dice: Dice, explodes: u8) -> Self {
        Self { dice, explodes, criticals: 0, spell: false }
    }

    /// `OB-319` Damage dice of a spell, which never explode.
    pub const fn of_spell(dice: Dice) -> Self {
        Self { spell: true, ..Self::new(dice, 0) }
    }

    /// The dice once: those of a spell one by one, those of a weapon as one sum.
    fn throw_once<T: Thrower<Obss>>(self, why: Why, by: &mut T) -> Result<i32, T::Pause> {
        if self.spell { SingleDice(self.dice).throw(why, by) } else { by.throw(why, self.dice, None) }
    }

    /// `OB-131` Whether base dice with that sum explode.
    const fn explode(self, sum: i32) -> bool {
        self.explodes != 0 && sum >= self.explodes as i32
    }

    /// The chances of the sums of one throw, from 0 on.
    fn one(self) -> Vec<f64> {
        let mut chances = vec![0.0; self.dice.highest() as usize + 1];
        for (sum, &ways) in (self.dice.lowest() as usize..).zip(self.dice.weights()) {
            chances[sum] = ways as f64 / self.dice.ways() as f64;
        }
        chances
    }

    /// The chances of the sums of a plain hit, from 0 on.
    fn plain_sums(self) -> Vec<f64> {
        let one = self.one();
        let mut sums = vec![0.0; 2 * one.len() - 1];
        for (sum, &chance) in one.iter().enumerate() {
            if self.explode(sum as i32) {
                for (more, again) in one.iter().enumerate() {
                    sums[sum + more] += chance * again;
                }
            } else {
                sums[sum] += chance;
            }
        }
        sums
    }

    /// The chances of the sums with one critical more.
    fn with_critical(self, sums: &[f64]) -> Vec<f64> {
        let one = self.one();
        let mut more = vec![0.0; sums.len() + one.len() - 1];
        for (sum, chance) in sums.iter().enumerate() {
            for (again, weight) in one.iter().enumerate() {
                more[sum + again] += chance * weight;
            }
        }
        more
    }
}

impl Pool<Obss> for DamageDice {
    type Outcome = i32;

    /// `OB-018` `OB-128` `OB-130` `OB-131` `OB-132` `OB-137` `OB-R39` Throws the base dice, once more if they
    /// explode, and once more for each critical.
    fn throw<T: Thrower<Obss>>(&self, why: Why, by: &mut T) -> Result<i32, T::Pause> {
        let mut total = self.throw_once(why, by)?;
        if self.explode(total) {
            total += by.throw(Why::new(why.who, rule!("OB-131"), "damage explosion"), self.dice, None)?;
        }
        for _ in 0..self.criticals {
            let rule = if self.spell { rule!("OB-319") } else { rule!("OB-128") };
            total += self.throw_once(Why::new(why.who, rule, "critical damage"), by)?;
        }
        Ok(total)
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        let sums = (0..self.criticals).fold(self.plain_sums(), |sums, _| self.with_critical(&sums));
        for (sum, chance) in (0..).zip(sums) {
            if chance != 0.0 {
                each(sum, chance);
            }
        }
    }

    fn code(sum: i32) -> u64 {
        sum as u64
    }

    fn outcome(code: u64) -> i32 {
        code as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strike(pool: u8, needed: i32) -> Strike {
        let (who, target) = (CombatantId(0), CombatantId(1));
        let damage = Some(DamageDice::new(Dice { number: 1, sides: 8 }, 8));
        Strike { who, target, pool, bonus: 9, defense: 9 + needed, precise: false, blinded: false, damage }
    }

    fn chance(strike: Strike, what: impl Fn(Struck) -> bool) -> f64 {
        let mut sum = 0.0;
        strike.outcomes(|code, chance| sum += if what(Strike::outcome(code)) { chance } else { 0.0 });
        sum
    }

    #[test]
    fn chances_of_hits_and_criticals() {
        let hits = |struck| matches!(struck, Struck::Hit { .. });
        let critical = |struck| matches!(struck, Struck::Hit { critical: true, .. });
        #[track_caller]
        fn case(example: &str, chance: f64, expected: f64) {
            assert!((chance - expected).abs() < 1e-12, "{example}: {chance} for {expected}");
        }
        case("OB-E17", chance(strike(3, 8), hits), 337.0 / 432.0);
        case("OB-E18", chance(strike(3, 8), critical), 305.0 / 1296.0);
        case("OB-259", chance(Strike { blinded: true, ..strike(3, 8) }, hits), 337.0 / 864.0);
        for needed in [-5, 0, 8, 23, 40] {
            case("all", chance(strike(3, needed), |_| true), 1.0);
        }
        // OB-019: the average over four numbers that are needed.
        let precise = chance(Strike { precise: true, ..strike(3, 8) }, hits);
        let average: f64 = (4..8).map(|needed| chance(strike(3, needed), hits)).sum::<f64>() / 4.0;
        case("OB-195", precise, average);
    }

    #[test]
    fn damage_explodes_once() {
        let d8 = DamageDice::new(Dice { number: 1, sides: 8 }, 8);
        let sums = d8.plain_sums();
        assert_eq!(sums[8], 0.0, "an 8 is thrown on");
        assert!((sums[16] - 1.0 / 64.0).abs() < 1e-15);
        let mean = |sums: &[f64]| sums.iter().enumerate().map(|(sum, chance)| sum as f64 * chance).sum::<f64>();
        // 4.5, and another 4.5 in one of eight cases.
        assert!((mean(&sums) - 4.5 * 1.125).abs() < 1e-12);
        let critical = d8.with_critical(&d8.with_critical(&sums));
        assert!((mean(&critical) - 4.5 * 3.125).abs() < 1e-12);
    }
}
