//! The dice of one attack as one pool: the attack roll, and on a hit the damage dice.
//!
//! Rules `OB-077` to `OB-079`, `OB-127` to `OB-137`, `OB-195`, `OB-259`. At the table every die is thrown
//! by itself, the damage dice only after the attack hit. For exact odds the pool knows its own chances:
//! damage sums over all numbers of criticals, so that an attack has some dozens of outcomes.

use crate::Obss;
use crate::event::Event;
use crate::pool::{D6, OpenDice, Rolled, die_of};
use affray_core::dice::Dice;
use affray_core::referee::{CUT, CombatantId, Pool, Pools, Remembered, Thrower, Why};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Damage dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DamageDice {
    /// The dice of the weapon or spell.
    pub dice: Dice,
    /// The least sum that explodes, 0 for never (`OB-131`).
    pub explodes: u8,
}

/// The dice of one attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strike {
    /// Who attacks.
    pub who: CombatantId,
    /// Whom.
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
    /// What is rolled on a hit; none for a touch without damage of its own.
    pub damage: Option<DamageDice>,
    /// What of it makes a difference.
    pub reads: Reads,
}

/// What of a strike makes a difference to whom it is for: exact odds need not tell apart what is read alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reads {
    /// Fewer points on the damage dice are as many.
    pub least: i32,
    /// More are as many.
    pub most: i32,
    /// Whether a hit is critical is read.
    pub criticals: bool,
    /// Whether a miss is a critical failure is read.
    pub fumbles: bool,
}

impl Reads {
    /// Everything.
    pub const ALL: Self = Self { least: 0, most: i32::MAX, criticals: true, fumbles: true };

    /// The code of an outcome that is read like that one.
    fn alike(self, code: u64) -> u64 {
        Strike::code(match Strike::outcome(code) {
            Struck::Fumbled if !self.fumbles => Struck::Missed,
            Struck::Hit { critical, dice } => {
                Struck::Hit { critical: critical && self.criticals, dice: dice.max(self.least).min(self.most).max(0) }
            }
            other => other,
        })
    }
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
        /// What the damage dice show together.
        dice: i32,
    },
}

/// `OB-127` `OB-129` `OB-R37` Criticals of a hit by that margin.
///
/// ```
/// use affray_obss::strike::criticals;
/// assert_eq!([7, 8, 15, 16, 24].map(criticals), [0, 1, 1, 2, 3]); // OB-E19
/// assert_eq!(criticals(-3), 0); // three sixes below the Defense
/// ```
pub const fn criticals(margin: i32) -> i32 {
    if margin < 0 { 0 } else { margin / 8 }
}

impl Strike {
    /// What the dice have to supply.
    const fn needed(&self) -> i32 {
        self.defense - self.bonus
    }

    /// `OB-079` Whether a miss with these dice is a critical failure.
    const fn is_fumble(rolled: Rolled, margin: i32) -> bool {
        rolled.ones || margin <= -8
    }
}

impl DamageDice {
    /// `OB-018` `OB-128` `OB-130` `OB-131` `OB-132` `OB-137` `OB-R39` Throws the base dice, once more if they explode, and
    /// once more for each critical.
    ///
    /// # Errors
    /// What the thrower lacks.
    #[inline]
    pub fn throw<T: Thrower<Obss>>(self, who: CombatantId, criticals: i32, by: &mut T) -> Result<i32, T::Pause> {
        let base = by.throw(Why::new(who, rule!("OB-125"), "damage"), self.dice)?;
        let mut total = base;
        if self.explodes != 0 && i32::from(self.explodes) <= base {
            total += by.throw(Why::new(who, rule!("OB-131"), "damage explosion"), self.dice)?;
        }
        for _ in 0..criticals {
            total += by.throw(Why::new(who, rule!("OB-128"), "critical damage"), self.dice)?;
        }
        Ok(total)
    }

    /// The chances of the sums of the base dice with their explosion, from 0 on.
    fn base(self) -> Vec<f64> {
        let one = self.one();
        let mut chances = vec![0.0; 2 * one.len()];
        for (sum, &chance) in one.iter().enumerate() {
            if self.explodes != 0 && usize::from(self.explodes) <= sum {
                for (more, again) in one.iter().enumerate() {
                    chances[sum + more] += chance * again;
                }
            } else {
                chances[sum] += chance;
            }
        }
        chances
    }

    /// The chances of the sums of one throw, from 0 on.
    fn one(self) -> Vec<f64> {
        let mut chances = vec![0.0; self.dice.highest() as usize + 1];
        for (sum, &ways) in (self.dice.lowest() as usize..).zip(self.dice.weights()) {
            chances[sum] = ways as f64 / self.dice.ways() as f64;
        }
        chances
    }
}

impl Pool<Obss> for DamageDice {
    type Outcome = i32;

    fn throw<T: Thrower<Obss>>(&self, why: Why, by: &mut T) -> Result<i32, T::Pause> {
        (*self).throw(why.who, 0, by)
    }
    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        for (sum, &chance) in self.base().iter().enumerate() {
            if chance != 0.0 {
                each(sum as u64, chance);
            }
        }
    }
    fn outcome(code: u64) -> i32 {
        code as i32
    }
    fn place(&self, why: Why, pools: &mut Pools<Obss>) -> Option<u32> {
        pools.place_of(self, why)
    }
}

impl Remembered<Obss> for DamageDice {
    fn code(sum: i32) -> u64 {
        sum as u64
    }
}

/// What the chances of a strike depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    pool: u8,
    needed: i32,
    precise: bool,
    blinded: bool,
    damage: Option<DamageDice>,
    reads: Reads,
}

/// Codes and chances.
type Outcomes = Rc<[(u64, f64)]>;

thread_local! {
    /// Strikes whose chances were worked out: exact odds ask for the same ones again and again.
    static KNOWN: RefCell<FxHashMap<Key, Outcomes>> = RefCell::new(FxHashMap::default());
}

/// So many strikes are remembered on a thread.
const MOST_KNOWN: usize = 4096;

impl Pool<Obss> for Strike {
    type Outcome = Struck;

    #[inline]
    fn throw<T: Thrower<Obss>>(&self, why: Why, by: &mut T) -> Result<Struck, T::Pause> {
        let rolled = OpenDice(self.pool).roll(|again| by.throw(die_of(why, again), D6))?;
        let mut total = self.bonus + rolled.total;
        if self.precise {
            total += by.throw(Why::new(self.who, rule!("OB-195"), "precision"), Dice { number: 1, sides: 4 })?;
        }
        let margin = total - self.defense;
        let mut hit = !rolled.ones && (rolled.sixes || 0 <= margin);
        let fumble = !hit && Self::is_fumble(rolled, margin);
        if hit && self.blinded {
            // OB-R73: after the hit; such a miss is no critical failure.
            hit = 4 <= by.throw(Why::new(self.who, rule!("OB-259"), "blind luck"), D6)?;
        }
        by.tell(|| Event::AttackRolled { who: self.who, target: self.target, total, defense: self.defense, hit });
        if !hit {
            return Ok(if fumble { Struck::Fumbled } else { Struck::Missed });
        }
        let criticals = criticals(margin);
        let dice = match self.damage {
            Some(damage) => damage.throw(self.who, criticals, by)?,
            None => 0,
        };
        Ok(Struck::Hit { critical: criticals != 0, dice })
    }

    fn outcomes(&self, mut each: impl FnMut(u64, f64)) {
        let known = known(Key {
            pool: self.pool,
            needed: self.needed(),
            precise: self.precise,
            blinded: self.blinded,
            damage: self.damage,
            reads: self.reads,
        });
        for &(code, chance) in known.iter() {
            each(code, chance);
        }
    }

    fn outcome(code: u64) -> Struck {
        match code & 3 {
            0 => Struck::Missed,
            1 => Struck::Fumbled,
            kind => Struck::Hit { critical: kind == 3, dice: (code >> 2) as i32 },
        }
    }

    fn place(&self, why: Why, pools: &mut Pools<Obss>) -> Option<u32> {
        // Only what the dice have to supply makes a difference to them.
        let nobody = CombatantId(0);
        let alike = Self { who: nobody, target: nobody, bonus: 0, defense: self.needed(), reads: Reads::ALL, ..*self };
        pools.place_of(&alike, why)
    }
}

impl Remembered<Obss> for Strike {
    fn code(struck: Struck) -> u64 {
        match struck {
            Struck::Missed => 0,
            Struck::Fumbled => 1,
            Struck::Hit { critical, dice } => (dice as u64) << 2 | if critical { 3 } else { 2 },
        }
    }
}

/// The outcomes of a strike, worked out once.
fn known(key: Key) -> Outcomes {
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&key).cloned()) {
        return known;
    }
    let outcomes = if key.reads == Reads::ALL { work_out(key) } else { merged(key) };
    KNOWN.with_borrow_mut(|known| {
        if MOST_KNOWN <= known.len() {
            known.clear();
        }
        known.insert(key, outcomes.clone());
    });
    outcomes
}

/// The outcomes of a strike, those that are read alike as one.
fn merged(key: Key) -> Outcomes {
    let mut chances: Vec<f64> = Vec::new();
    for &(code, chance) in known(Key { reads: Reads::ALL, ..key }).iter() {
        let alike = key.reads.alike(code) as usize;
        if chances.len() <= alike {
            chances.resize(alike + 1, 0.0);
        }
        chances[alike] += chance;
    }
    (0..).zip(chances).filter(|&(_, chance)| chance != 0.0).collect()
}

/// All outcomes of a strike. Numbers of criticals beyond which there is less than [`CUT`] in all count as
/// the highest that stays.
fn work_out(key: Key) -> Outcomes {
    let (mut missed, mut fumbled) = (0.0, 0.0);
    let mut hits: Vec<f64> = Vec::new();
    let aims: &[i32] = if key.precise { &[1, 2, 3, 4] } else { &[0] };
    OpenDice(key.pool).each(|rolled, chance| {
        for aim in aims {
            let chance = chance / aims.len() as f64;
            let margin = rolled.total + aim - key.needed;
            if rolled.ones || (!rolled.sixes && margin < 0) {
                *(if Strike::is_fumble(rolled, margin) { &mut fumbled } else { &mut missed }) += chance;
                continue;
            }
            let criticals = criticals(margin) as usize;
            if hits.len() <= criticals {
                hits.resize(criticals + 1, 0.0);
            }
            hits[criticals] += chance;
        }
    });
    if key.blinded {
        for hit in &mut hits {
            *hit /= 2.0;
            missed += *hit;
        }
    }
    while let [.., before, last] = &mut hits[..]
        && *last < CUT / 2.0
    {
        // The tail falls off faster than by halves: all that is moved has less than twice this chance.
        *before += *last;
        hits.pop();
    }
    let mut outcomes = vec![(0, missed), (1, fumbled)];
    match key.damage {
        None => {
            let plain = hits.first().copied().unwrap_or(0.0);
            outcomes.extend([(2, plain), (3, hits.iter().skip(1).sum())]);
        }
        Some(damage) => {
            let one = damage.one();
            let mut sums = damage.base();
            let mut critical: Vec<f64> = Vec::new();
            for (criticals, &chance) in hits.iter().enumerate() {
                if criticals != 0 {
                    let mut next = vec![0.0; sums.len() + one.len() - 1];
                    for (sum, weight) in sums.iter().enumerate() {
                        for (more, again) in one.iter().enumerate() {
                            next[sum + more] += weight * again;
                        }
                    }
                    sums = next;
                    critical.resize(critical.len().max(sums.len()), 0.0);
                }
                for (sum, weight) in sums.iter().enumerate() {
                    if criticals == 0 {
                        outcomes.push(((sum as u64) << 2 | 2, weight * chance));
                    } else {
                        critical[sum] += weight * chance;
                    }
                }
            }
            outcomes.extend(critical.iter().enumerate().map(|(sum, &chance)| ((sum as u64) << 2 | 3, chance)));
        }
    }
    outcomes.retain(|&(_, chance)| chance != 0.0);
    outcomes.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(pool: u8, needed: i32) -> Key {
        let damage = Some(DamageDice { dice: Dice { number: 1, sides: 8 }, explodes: 8 });
        Key { pool, needed, precise: false, blinded: false, damage, reads: Reads::ALL }
    }

    fn chance(key: Key, what: impl Fn(Struck) -> bool) -> f64 {
        work_out(key).iter().filter(|&&(code, _)| what(Strike::outcome(code))).map(|&(_, chance)| chance).sum()
    }

    #[test]
    fn chances_of_hits_and_criticals() {
        let hits = |struck| matches!(struck, Struck::Hit { .. });
        let critical = |struck| matches!(struck, Struck::Hit { critical: true, .. });
        #[track_caller]
        fn case(example: &str, chance: f64, expected: f64) {
            assert!((chance - expected).abs() < 1e-12, "{example}: {chance} for {expected}");
        }
        case("OB-E17", chance(key(3, 8), hits), 337.0 / 432.0);
        case("OB-E18", chance(key(3, 8), critical), 305.0 / 1296.0);
        case("OB-259", chance(Key { blinded: true, ..key(3, 8) }, hits), 337.0 / 864.0);
        for needed in [-5, 0, 8, 23, 40] {
            case("all", chance(key(3, needed), |_| true), 1.0);
        }
        // OB-019: the average over four numbers that are needed.
        let precise = chance(Key { precise: true, ..key(3, 8) }, hits);
        let average: f64 = (4..8).map(|needed| chance(key(3, needed), hits)).sum::<f64>() / 4.0;
        case("OB-195", precise, average);
    }

    #[test]
    fn what_is_read_alike_is_one() {
        let reads = Reads { least: 3, most: 10, criticals: false, fumbles: false };
        let outcomes = merged(Key { reads, ..key(3, 8) });
        // A miss, and 3 to 10 points; an 8 is thrown on, and 8 points are none of them unless critical.
        assert_eq!(outcomes.len(), 9);
        let hits = |struck| matches!(struck, Struck::Hit { dice: 3, .. });
        let few = |struck| matches!(struck, Struck::Hit { dice: ..=3, .. });
        let merged: f64 =
            outcomes.iter().filter(|(code, _)| hits(Strike::outcome(*code))).map(|(_, chance)| chance).sum();
        assert!((merged - chance(key(3, 8), few)).abs() < 1e-15);
        let all: f64 = outcomes.iter().map(|(_, chance)| chance).sum();
        assert!((all - 1.0).abs() < 1e-12);
    }

    #[test]
    fn damage_explodes_once() {
        let d8 = DamageDice { dice: Dice { number: 1, sides: 8 }, explodes: 8 };
        let base = d8.base();
        assert_eq!(base[8], 0.0, "an 8 is thrown on");
        assert!((base[16] - 1.0 / 64.0).abs() < 1e-15);
        let mean: f64 = base.iter().enumerate().map(|(sum, chance)| sum as f64 * chance).sum();
        // 4.5, and another 4.5 in one of eight cases.
        assert!((mean - 4.5 * 1.125).abs() < 1e-12);
    }
}
