//! Strikes and wounds. Rules `SK-05` to `SK-12`.

use crate::Skirmish;
use crate::decision::{Choice, Question};
use crate::event::Event;
use crate::state::{Fight, Scene};
use affray_prove::prelude::*;

/// `SK-06` Whether a roll against a number succeeds: 2 always does, 12 never.
///
/// ```
/// use affray_skirmish::strike::succeeds;
/// assert!(succeeds(8, 8) && !succeeds(9, 8));
/// assert!(succeeds(2, 1) && !succeeds(12, 12)); // SK-E05
/// ```
pub const fn succeeds(roll: i32, number: i32) -> bool {
    roll == 2 || (roll <= number && roll != 12)
}

impl Scene<'_> {
    /// `SK-10` Whether a combatant is wounded.
    pub fn is_wounded(self, who: CombatantId) -> bool {
        2 * self.state[who].hp <= self.sheet(who).hp
    }

    /// `SK-06` The number to hit.
    pub fn to_hit<T: Tally>(self, who: CombatantId, target: CombatantId) -> T {
        T::base(rule!("SK-06"), i32::from(self.sheet(who).skill))
            .plus(rule!("SK-06"), if self.state[who].fallen { -2 } else { 0 })
            .plus(rule!("SK-06"), if self.state[target].fallen { 2 } else { 0 })
            .plus(rule!("SK-10"), if self.is_wounded(who) { -1 } else { 0 })
    }

    /// `SK-07` The number to parry.
    pub fn parry<T: Tally>(self, who: CombatantId) -> T {
        T::base(rule!("SK-07"), i32::from(self.sheet(who).skill) - 2)
            .plus(rule!("SK-06"), if self.state[who].fallen { -2 } else { 0 })
            .plus(rule!("SK-10"), if self.is_wounded(who) { -1 } else { 0 })
            .plus(rule!("SK-04"), if self.state[who].guards { 2 } else { 0 })
    }
}

impl<R: Referee<Skirmish>> Fight<'_, R> {
    /// `SK-06` `SK-07` `SK-08` A strike: to hit, parry, damage.
    pub fn strike(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        let number: R::Tally = self.scene().to_hit(who, target);
        let why = Why::new(who, rule!("SK-06"), "strike");
        let hits = self.referee.check(why, Dice::d6(2), &number, succeeds)?;
        self.tell(Event::Strikes { who, target, hits });
        if !hits || self.parries(target, who)? {
            return Ok(());
        }
        let sheet = self.scene().sheet(who);
        let (dice, adds) = (sheet.weapon.dice, i32::from(sheet.weapon.adds));
        let armor = i32::from(self.scene().sheet(target).armor);
        let why = Why::new(who, rule!("SK-08"), "damage");
        let damage = self.referee.throw(why, Dice::d6(dice), |roll| (roll + adds - armor).max(0))?;
        self.wound(target, damage as i16)
    }

    /// `SK-07` `SK-R01` Whether the target parries. The game master may have changed the fight while it was asked.
    fn parries(&mut self, who: CombatantId, by: CombatantId) -> Result<bool, R::Pause> {
        if self.state[who].parried {
            return Ok(false);
        }
        let answer = self.ask(Question::Parry { who, by })?;
        if answer != Choice::Parry(true) || !self.state[who].is_up() {
            return Ok(false);
        }
        self.state[who].parried = true;
        let number: R::Tally = self.scene().parry(who);
        let why = Why::new(who, rule!("SK-07"), "parry");
        let succeeds = self.referee.check(why, Dice::d6(2), &number, succeeds)?;
        self.tell(Event::Parries { who, succeeds });
        Ok(succeeds)
    }

    /// `SK-09` `SK-11` `SK-12` A wound: HP are lost; who loses many may fall, who has none left is out.
    pub fn wound(&mut self, who: CombatantId, lost: i16) -> Result<(), R::Pause> {
        if lost == 0 {
            return Ok(());
        }
        self.state[who].hp -= lost;
        self.tell(Event::Wounded { who, lost, left: self.state[who].hp });
        if !self.state[who].is_up() {
            self.tell(Event::Out { who });
        } else if 2 * lost >= self.scene().sheet(who).hp && !self.state[who].fallen {
            let number = R::Tally::base(rule!("SK-11"), i32::from(self.scene().sheet(who).toughness));
            let why = Why::new(who, rule!("SK-11"), "knockdown");
            if !self.referee.check(why, Dice::d6(2), &number, succeeds)? {
                self.state[who].fallen = true;
                self.tell(Event::Falls { who });
            }
        }
        Ok(())
    }
}
