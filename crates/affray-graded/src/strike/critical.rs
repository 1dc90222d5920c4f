//! The tables of critical misses and critical hits.
//!
//! Rules `GR-212` to `GR-224`; rulings `GR-R102` to `GR-R106`.

use crate::Graded;
use crate::body::location::Location;
use crate::decision::{Blow, Declared, Fist, From, Mode, NONE};
use crate::event::{Event, Fall};
use crate::movement::arcs::distance;
use crate::scene::{D1, D3, Fight};
use crate::sheet::{Item, ItemTraits, Rate, UNARMED};
use crate::state::{Flags, ItemFlags, Lying, Marks};
use crate::strike::damage::Grade;
use affray_files::value::{Schema, ToValue};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::state::Ignored;

/// `GR-220` `GR-221` Rows of the critical hit table that differ. What they multiply is the whole potential
/// damage, before DR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Schema, ToValue)]
pub enum Row {
    /// 3, 18: the torso knocks out, elsewhere three times the damage.
    Knockout,
    /// 4, 13: armor does not count.
    Bypass,
    /// 5, 17: three times the damage.
    Triple,
    /// 6, 16: twice the damage.
    Double,
    /// 7: stunned until a Will roll.
    Stun,
    /// 8, 12: a limb is crippled for six rounds.
    Lame,
    /// 9 to 11.
    Normal,
    /// 14: a limb as in 8, otherwise twice the damage.
    LameOrDouble,
    /// 15: the weapon is dropped, and twice the damage.
    Disarm,
}

/// `GR-220` The row of a roll.
pub const fn row(roll: i32) -> Row {
    match roll {
        3 | 18 => Row::Knockout,
        4 | 13 => Row::Bypass,
        5 | 17 => Row::Triple,
        6 | 16 => Row::Double,
        7 => Row::Stun,
        8 | 12 => Row::Lame,
        14 => Row::LameOrDouble,
        15 => Row::Disarm,
        _ => Row::Normal,
    }
}

/// `GR-212` Rows of the critical miss table that differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Schema, ToValue)]
pub enum Mishap {
    /// 3, 4, 17, 18: the weapon breaks, or is dropped where it cannot (`GR-213`, `GR-R103`).
    Breaks,
    /// 5: hits himself for half.
    HitsSelf,
    /// 6: hits himself for a quarter.
    GrazesSelf,
    /// 5, 6 of a thrust or a shot: nothing (`GR-214`).
    Harmless,
    /// 7, 13: loses balance.
    LosesBalance,
    /// 8, 12: the weapon turns in the hand.
    Turns,
    /// 9 to 11: dropped.
    Drops,
    /// 14: flies away.
    Flies,
    /// 15: strained shoulder.
    Strains,
    /// 16: falls, or loses balance.
    Falls,
}

/// `GR-212` The row of a roll; `GR-R106` for who strikes with fist, foot or teeth.
pub const fn mishap(roll: i32, unarmed: bool) -> Mishap {
    match roll {
        5 => Mishap::HitsSelf,
        6 => Mishap::GrazesSelf,
        7 | 13 => Mishap::LosesBalance,
        15 => Mishap::Strains,
        16 => Mishap::Falls,
        _ if unarmed => Mishap::LosesBalance,
        8 | 12 => Mishap::Turns,
        9..=11 => Mishap::Drops,
        14 => Mishap::Flies,
        _ => Mishap::Breaks,
    }
}

impl Row {
    /// `GR-220` `GR-221` What the row does at a location, as a row: some do something else to limbs or the torso.
    #[must_use]
    pub const fn at(self, at: Location) -> Self {
        match self {
            Self::Knockout if !at.is_torso() => Self::Triple,
            Self::Lame if at.limb().is_none() => Self::Normal,
            Self::LameOrDouble if at.limb().is_none() => Self::Double,
            row => row,
        }
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-220` Rolls on the critical hit table: what the row does at a location ([`Row::at`]).
    pub(crate) fn critical_hit(&mut self, who: CombatantId, at: Location) -> Result<Row, R::Pause> {
        let why = Why::new(who, rule!("GR-220"), "critical hit");
        let read = |roll| {
            let row = row(roll);
            (row.at(at), Ignored(row))
        };
        let (does, Ignored(row)) = self.referee.throw(why, D3, read)?;
        self.tell(Event::CriticalHit { who, row, at });
        Ok(does)
    }

    /// `GR-212` A critical miss with an item, in a mode, or of a parry with it (`GR-154`).
    pub(crate) fn critical_miss(&mut self, who: CombatantId, with: u8, mode: Option<Mode>) -> Result<(), R::Pause> {
        let unarmed = with == UNARMED;
        let why = Why::new(who, rule!("GR-212"), "critical miss");
        let rolled = self.referee.throw(why, D3, |roll| mishap(roll, unarmed))?;
        let setup = self.setup;
        let item = setup.combatants[who.index()].sheet.item(with);
        let ranged = mode == Some(Mode::Shoot);
        let traits = item.map_or(ItemTraits::NONE, |item| item.traits);
        let several = ranged && self.throws_one_of_several(who, with);
        let strikes = self.striking_oneself(who, with, mode);
        let mishap = match rolled {
            // Of several that are thrown it is the one in hand.
            Mishap::Breaks | Mishap::Flies if several => Mishap::Drops,
            // GR-R103: what cannot break is dropped.
            // GR-213
            Mishap::Breaks if traits.has(ItemTraits::SOLID) => Mishap::Drops,
            Mishap::Flies if item.is_some_and(Item::is_missile) => Mishap::Drops,
            Mishap::HitsSelf | Mishap::GrazesSelf if strikes.is_none() => Mishap::Harmless,
            Mishap::Falls if ranged => Mishap::LosesBalance,
            rolled => rolled,
        };
        self.tell(Event::CriticalMiss { who, mishap });
        match (mishap, strikes) {
            (Mishap::Drops, _) if several => self.lose_one(who, with),
            (Mishap::Drops, _) => self.drop_fragile(who, with, traits)?,
            (Mishap::Breaks, _) => self.break_item(who, with),
            (Mishap::HitsSelf, Some(mode)) => self.hit_self(who, with, mode, Grade::Half)?,
            (Mishap::GrazesSelf, Some(mode)) => self.hit_self(who, with, mode, Grade::Quarter)?,
            (Mishap::HitsSelf | Mishap::GrazesSelf | Mishap::Harmless, _) => {}
            (Mishap::LosesBalance, _) => self.lose_balance(who),
            (Mishap::Turns, _) => self.make_unready(who, with),
            (Mishap::Flies, _) => self.fling(who, with)?,
            (Mishap::Strains, _) => self.strain(who, with),
            (Mishap::Falls, _) => self.fall(who, Fall::Blunder),
        }
        Ok(())
    }

    /// `GR-217` `GR-R104` Something is dropped; if it is fragile it may break.
    fn drop_fragile(&mut self, who: CombatantId, with: u8, traits: ItemTraits) -> Result<(), R::Pause> {
        if traits.has(ItemTraits::FRAGILE) && self.state[who].holds(with) {
            let why = Why::new(who, rule!("GR-217"), "fragile");
            if self.referee.throw(why, D1, |face| face <= 3)? {
                self.break_item(who, with);
            }
        }
        self.drop_item(who, with);
        Ok(())
    }

    /// Whether a bungled throw was of one of several.
    fn throws_one_of_several(&self, who: CombatantId, with: u8) -> bool {
        let item = self.setup.combatants[who.index()].sheet.item(with);
        item.is_some_and(Item::is_thrown) && self.state[who].items[with as usize].count >= 2
    }

    /// The one of several that was bungled is gone, the others are at hand.
    fn lose_one(&mut self, who: CombatantId, with: u8) {
        let count = &mut self.state[who].items[with as usize].count;
        if *count != NONE {
            *count -= 1;
        }
        let left = *count;
        let ranged = self.setup.combatants[who.index()].sheet.item(with).and_then(|item| item.ranged);
        if ranged.is_some_and(|ranged| ranged.rate != Rate::Fast) {
            self.empty_hand(who, with);
        }
        self.tell(Event::LosesOne { who, item: with, left });
    }

    /// `GR-215` Loses balance.
    pub(crate) fn lose_balance(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        fighter.flags.set(Flags::OFF_BALANCE);
        if fighter.marks.has(Marks::ACTING) {
            fighter.marks.set(Marks::TURN_LOST);
        }
        // No more actions: what was waited for neither.
        self.stop_watching(who);
        self.tell(Event::OffBalance { who });
    }

    /// `GR-214` `GR-R102` The swing that hits oneself, the one that was tried or that the parrying weapon has; no thrust, no
    /// shot.
    fn striking_oneself(&self, who: CombatantId, with: u8, mode: Option<Mode>) -> Option<Mode> {
        let item = self.setup.combatants[who.index()].sheet.item(with);
        let swings = |mode: &Mode| item.is_some_and(|item| mode.column().is_some_and(|at| item.damage[at].is_some()));
        let mode = match mode {
            Some(mode) => mode,
            None if item.is_none() => Mode::Punch(Fist::Dx),
            None => [Mode::Crush, Mode::Cut].into_iter().find(swings)?,
        };
        (!matches!(mode, Mode::Impale | Mode::Shoot)).then_some(mode)
    }

    /// `GR-214` `GR-R102` Hits his own near leg, without a margin.
    fn hit_self(&mut self, who: CombatantId, with: u8, mode: Mode, grade: Grade) -> Result<(), R::Pause> {
        let at = Location::LegNear;
        let blow = Blow { with, mode, target: who, at: Some(at), declared: Declared::default() };
        let mut profile = self.scene().damage_profile::<R::Tally>(who, &blow, From::Attack);
        if mode == Mode::Bite {
            self.bite(who, &mut profile.potential)?;
        }
        self.wound(who, who, profile, grade, None, at)
    }

    /// `GR-218` `GR-R105` A weapon flies away: so far, in that direction, up to a wall.
    fn fling(&mut self, who: CombatantId, with: u8) -> Result<(), R::Pause> {
        let why = Why::new(who, rule!("GR-218"), "distance").scatter();
        let far = self.referee.throw(why, D1, |face| face)?;
        let why = Why::new(who, rule!("GR-R105"), "direction").scatter();
        let way = self.referee.throw(why, D1, |face| face)?;
        let fighter = &self.state[who];
        // Directions count counterclockwise; 1 is the front, and the table counts clockwise.
        let way: Facing = fighter.facing.turned(1 - way as i8);
        let mut at = fighter.at;
        let start = at;
        while (distance(start, at) as i32) < far {
            let next = at.step(way);
            if self.setup.map.ground(next).is_none_or(|ground| ground.impassable) {
                break;
            }
            at = next;
        }
        if self.state[who].holds(with) {
            self.state.part_with(who, with);
            self.state.ground.push(Lying { owner: who, item: with, at });
            self.tell(Event::Drops { who, item: with, at });
        }
        Ok(())
    }

    /// `GR-219` `GR-R106` A strained shoulder: the arm that struck is crippled for 600 rounds.
    fn strain(&mut self, who: CombatantId, with: u8) {
        let far = self.state[who].hands[1] == with && self.state[who].hands[0] != with && with != UNARMED;
        let fighter = &mut self.state[who];
        fighter.strained[usize::from(far)] = STRAINED;
        fighter.flags.set(Flags::LAME.union(Flags::TICKING));
        let at = if far { Location::ArmFar } else { Location::ArmNear };
        self.tell(Event::Crippled { who, at, rounds: Some(STRAINED), points: None });
        self.drop_from_hand(who, usize::from(far));
        if self.state[who].hold.hands & if far { 2 } else { 1 } != 0 {
            self.let_go(who);
        }
    }

    /// `GR-032` `GR-216` A weapon has to be readied.
    pub(crate) fn make_unready(&mut self, who: CombatantId, item: u8) {
        if self.state[who].holds(item) {
            self.state[who].items[item as usize].flags.set(ItemFlags::UNREADY);
            self.tell(Event::Unready { who, item });
        }
    }

    /// Breaks something: it stays in hand, and is good for nothing.
    pub(crate) fn break_item(&mut self, who: CombatantId, item: u8) {
        if item != NONE && item != UNARMED && self.state[who].holds(item) {
            self.state[who].items[item as usize].flags.set(ItemFlags::BROKEN);
            self.tell(Event::Breaks { who, item });
        }
    }
}

/// `GR-219` `GR-026` 30 minutes are 600 rounds.
pub const STRAINED: u16 = 600;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_tables() {
        assert_eq!(row(3), Row::Knockout);
        assert_eq!(
            [4, 13, 5, 17, 6, 16].map(row),
            [Row::Bypass, Row::Bypass, Row::Triple, Row::Triple, Row::Double, Row::Double]
        );
        assert_eq!(
            [7, 8, 12, 9, 14, 15].map(row),
            [Row::Stun, Row::Lame, Row::Lame, Row::Normal, Row::LameOrDouble, Row::Disarm]
        );
        assert_eq!([3, 4, 17, 18].map(|roll| mishap(roll, false)), [Mishap::Breaks; 4]);
        assert_eq!([3, 8, 10, 14, 18].map(|roll| mishap(roll, true)), [Mishap::LosesBalance; 5]);
        assert_eq!(STRAINED, 30 * 60 / crate::round::SECONDS as u16); // GR-E100
    }
}
