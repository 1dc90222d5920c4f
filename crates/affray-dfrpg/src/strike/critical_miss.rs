//! Critical misses: the table and what each of its rows does.
//!
//! Rules `DF-197` and `DF-283`, ruling `DF-R19`. A critical miss, a parry that fails critically and
//! a melee attack against which a defense succeeds critically all lead to [`Fight::critical_miss`].
//! Of the critical tables none names a single item out of several: what is dropped is the weapon that
//! was used, or everything held, so the owner has nothing to choose here (`DF-D10`).

use crate::Dfrpg;
use crate::body::injury::{Wound, arm_of};
use crate::decision::{AttackPlan, IncomingAttack, NO_MODE, NONE, Strike};
use crate::event::{Event, Unreadied};
use crate::scene::{Fight, Scene};
use crate::sheet::{DamageType, ItemId, Location, ModeKind, Quality};
use crate::state::{Doing, Flags, ItemFlags};
use crate::strike::damage::{Blow, Bonus, CriticalHit, Protection};
use affray_files::value::{Schema, ToValue};
use affray_grid::Facing;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

/// `DF-R19` A row of the critical miss table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Mishap {
    /// Nothing that would change anything.
    Nothing,
    /// The weapon breaks.
    Breaks,
    /// The weapon would be dropped, and breaks since it is cheap.
    CheapBreaks,
    /// The weapon is fine, and breaks if a second roll says so too; else it is dropped.
    MayBreak,
    /// The weapon hits a leg of who holds it.
    OwnLeg,
    /// Off balance.
    OffBalance,
    /// The weapon is dropped.
    Drops,
    /// The weapon turned in the hand.
    Turned,
    /// The weapon flies away.
    Flies,
    /// Falls down.
    Prone,
    /// The limb that was used is hurt.
    HurtsLimb,
}

/// `DF-R19` The column for weapons.
pub const fn armed(roll: i32) -> Mishap {
    match roll {
        ..=4 | 17.. => Mishap::Breaks,
        5..=6 => Mishap::OwnLeg,
        7..=8 => Mishap::OffBalance,
        9..=11 => Mishap::Drops,
        12..=13 => Mishap::Turned,
        14..=15 => Mishap::Flies,
        16 => Mishap::Prone,
    }
}

/// `DF-R19` The column for bare hands, feet and teeth.
pub const fn unarmed(roll: i32) -> Mishap {
    match roll {
        ..=4 | 17.. => Mishap::HurtsLimb,
        5..=6 | 14..=16 => Mishap::Prone,
        _ => Mishap::OffBalance,
    }
}

/// What a critical miss is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// An item that is held, or was just thrown.
    Item {
        /// Which.
        item: ItemId,
        /// The mode whose swing hits the own leg, and what the maneuver adds to it; none for a thrust, a throw, a shot or
        /// a thing that does not swing at all.
        swing: Option<(u16, Bonus)>,
    },
    /// A bare hand.
    Hand(u8),
    /// A foot: 1 for the left one.
    Foot(u8),
    /// A tail.
    Tail,
    /// Teeth, or the whole body.
    Body,
}

impl Scene<'_> {
    /// What an attack in that mode is made with; `bonus` is what the maneuver adds to its damage.
    fn tool(self, who: CombatantId, mode: u16, hand: u8, bonus: Bonus) -> Tool {
        if mode == NO_MODE {
            return if hand == NONE { Tool::Body } else { Tool::Hand(hand) };
        }
        let Some(used) = self.mode(who, mode) else {
            // A held spell: in the staff, or in the bare hand.
            let hand = (mode & 0x03) as u8;
            let item = self.fighter(who).hands[hand as usize];
            return if item == ItemId::NONE { Tool::Hand(hand) } else { Tool::Item { item, swing: None } };
        };
        match (used.item, used.kind) {
            (Some(item), kind) => Tool::Item { item, swing: (kind == ModeKind::Swing).then_some((mode, bonus)) },
            (None, ModeKind::Punch) => Tool::Hand(if hand == NONE { 0 } else { hand }),
            (None, ModeKind::Kick) => Tool::Foot(if hand == NONE { 0 } else { hand }),
            (None, ModeKind::Tail) => Tool::Tail,
            (None, _) => Tool::Body,
        }
    }

    /// What a parry with that hand is made with: the first swing of its weapon is what could hit the
    /// own leg.
    fn parrying_tool(self, who: CombatantId, hand: u8) -> Tool {
        let item = self.fighter(who).hands[hand as usize & 3];
        if item == ItemId::NONE {
            return Tool::Hand(hand);
        }
        let mut modes = self.modes_of(who, item);
        let swing = modes.find(|(_, mode)| mode.kind == ModeKind::Swing).map(|(mode, _)| (mode, Bonus::default()));
        Tool::Item { item, swing }
    }

    /// `DF-R19` The effect of a row for that combatant and that weapon: a cheap weapon breaks where another one is
    /// dropped, a thrust does not hit the own leg, a strapped item is not dropped, a lying combatant does not fall.
    fn mishap(self, who: CombatantId, tool: Tool, row: Mishap) -> Mishap {
        let Tool::Item { item, swing } = tool else {
            return match row {
                Mishap::Prone if self.fighter(who).posture.is_lying() => Mishap::Nothing,
                row => row,
            };
        };
        let Some(thing) = self.item(who, item) else { return Mishap::Nothing };
        let row = if row == Mishap::OwnLeg && swing.is_none() { Mishap::Drops } else { row };
        match row {
            Mishap::Breaks | Mishap::Drops if self.item_state(who, item).flags.has(ItemFlags::BROKEN) => {
                Mishap::Nothing
            }
            Mishap::Breaks if matches!(thing.quality, Quality::Fine | Quality::VeryFine) => Mishap::MayBreak,
            Mishap::Drops if thing.quality == Quality::Cheap => Mishap::CheapBreaks,
            Mishap::Drops | Mishap::Flies if thing.kind.is_strapped() => Mishap::Turned,
            // A thrown weapon is in no hand.
            Mishap::Turned if self.hand_with(who, item).is_none() => Mishap::Nothing,
            Mishap::Prone if self.fighter(who).posture.is_lying() => Mishap::Nothing,
            row => row,
        }
    }

    /// `DF-R19` Whether a combatant lost the rest of its turn by being off balance.
    #[inline]
    pub fn has_lost_turn(self, who: CombatantId) -> bool {
        self.fighter(who).flags.has(Flags::OFF_BALANCE.union(Flags::ACTING))
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-197` A strike missed critically.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn critical_miss_of(&mut self, who: CombatantId, strike: &Strike, plan: &AttackPlan) -> Result<(), R::Pause> {
        let bonus = self.scene().mode(who, strike.mode).map_or(Bonus::default(), |mode| Bonus::of(plan, mode));
        let tool = self.scene().tool(who, strike.mode, strike.hand, bonus);
        self.critical_miss(who, tool)
    }

    /// `DF-283` A defense against a melee attack succeeded critically: its attacker is in trouble.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn critical_miss_by_defense(&mut self, attack: &IncomingAttack) -> Result<(), R::Pause> {
        let tool = self.scene().tool(attack.by, attack.mode, attack.hand, Bonus::default());
        self.critical_miss(attack.by, tool)
    }

    /// `DF-283` A parry failed critically.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn critical_miss_of_parry(&mut self, who: CombatantId, hand: u8) -> Result<(), R::Pause> {
        let tool = self.scene().parrying_tool(who, hand);
        self.critical_miss(who, tool)
    }

    /// `DF-R19` `DF-R110` Rolls on the critical miss table and carries its row out.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn critical_miss(&mut self, who: CombatantId, tool: Tool) -> Result<(), R::Pause> {
        let why = Why::new(who, rule!("DF-R19"), "critical miss");
        let scene = Scene { setup: self.setup, state: self.state };
        let mishap = self.referee.throw(why, Dice::d6(3), |roll| {
            let row = if matches!(tool, Tool::Item { .. }) { armed(roll) } else { unarmed(roll) };
            scene.mishap(who, tool, row)
        })?;
        self.tell(Event::CriticalMiss { who, row: mishap });
        match (mishap, tool) {
            (Mishap::Breaks | Mishap::CheapBreaks, Tool::Item { item, .. }) => self.break_item(who, item),
            (Mishap::MayBreak, Tool::Item { item, .. }) => self.fine_weapon_may_break(who, item)?,
            (Mishap::OwnLeg, Tool::Item { swing: Some((mode, bonus)), .. }) => self.hit_own_leg(who, mode, bonus)?,
            (Mishap::OffBalance, _) => {
                self.state[who].flags.set(Flags::OFF_BALANCE);
                self.tell(Event::OffBalance { who });
                // DF-R110: what is waited for is the rest of the turn, which is lost.
                if matches!(self.state[who].doing, Doing::Waiting(_)) {
                    self.give_up_what_lasts(who);
                }
            }
            (Mishap::Drops, Tool::Item { item, .. }) => self.put_on_ground(who, item, self.state[who].at),
            (Mishap::Turned, Tool::Item { item, .. }) => {
                self.state.set_item(who, item, ItemFlags::UNREADY);
                self.tell(Event::Unready { who, item, why: Unreadied::Turned });
            }
            (Mishap::Flies, Tool::Item { item, .. }) => self.weapon_flies(who, item)?,
            (Mishap::Prone, _) => self.fall_prone(who),
            (Mishap::HurtsLimb, tool) => self.hurt_limb(who, tool)?,
            _ => {}
        }
        Ok(())
    }

    /// `DF-R19` A fine weapon breaks only on a second roll that says so too, else it is dropped.
    fn fine_weapon_may_break(&mut self, who: CombatantId, item: ItemId) -> Result<(), R::Pause> {
        let Some(thing) = self.scene().item(who, item) else { return Ok(()) };
        let strapped = thing.kind.is_strapped();
        let why = Why::new(who, rule!("DF-R19"), "critical miss, again");
        if self.referee.throw(why, Dice::d6(3), |roll| armed(roll) == Mishap::Breaks)? {
            self.break_item(who, item);
        } else if strapped {
            self.state.set_item(who, item, ItemFlags::UNREADY);
            self.tell(Event::Unready { who, item, why: Unreadied::Turned });
        } else {
            self.put_on_ground(who, item, self.state[who].at);
        }
        Ok(())
    }

    /// `DF-R19` Half the rolled damage at a leg of one's own; the damage is rolled before the side (`DF-011`).
    fn hit_own_leg(&mut self, who: CombatantId, mode: u16, bonus: Bonus) -> Result<(), R::Pause> {
        let why = Why::new(who, rule!("DF-R19"), "damage to its own leg");
        let Some(mode) = self.scene().mode(who, mode) else { return Ok(()) };
        let blow = Blow::plain(who, who, mode, bonus);
        let basic = |pips| {
            let mut basic: R::Tally = blow.basic(CriticalHit::Normal, pips);
            basic.becomes(rule!("DF-R19").named("half"), basic.total() / 2);
            basic
        };
        let pips = self.throw_damage(why, blow.damage.dice, CriticalHit::Normal, |_, pips| basic(pips).total())?;
        let why = Why::new(who, rule!("DF-R19"), "side");
        let leg = self.referee.throw(why, Dice::d6(1), |die| match die {
            ..=3 => Location::RightLeg,
            _ => Location::LeftLeg,
        })?;
        let at = self.scene().present(who, leg);
        let wound = Wound::new(who, Some(at), blow.kind);
        let protection = Protection { divisor: blow.divisor, ..Protection::PLAIN };
        let (damage, injury) = self.scene().damage_result(basic(pips), &protection, &wound);
        self.take_damage(&damage, &injury, None)
    }

    /// `DF-R19` The weapon flies 1d hexes in a random direction; the edge of the map or a wall stops it.
    fn weapon_flies(&mut self, who: CombatantId, item: ItemId) -> Result<(), R::Pause> {
        let rule = rule!("DF-R19");
        let hexes = self.referee.throw(Why::new(who, rule, "distance").scatter(), Dice::d6(1), |die| die)?;
        let side = self.referee.throw(Why::new(who, rule, "direction").scatter(), Dice::d6(1), |die| die - 1)?;
        let mut at = self.state[who].at;
        for _ in 0..hexes {
            let next = at.step(Facing::hex(side));
            if !self.scene().can_lie_at(next) {
                break;
            }
            at = next;
        }
        self.put_on_ground(who, item, at);
        Ok(())
    }

    /// `DF-R19` 1d-3, at least 1, to the limb that was used; DR does not count. Teeth are no limb, so
    /// that no location makes it worse.
    fn hurt_limb(&mut self, who: CombatantId, tool: Tool) -> Result<(), R::Pause> {
        let scene = self.scene();
        let limb = match tool {
            Tool::Hand(hand) => arm_of(scene.sheet(who), hand),
            Tool::Foot(foot) => {
                let legs = [Location::RightLeg, Location::LeftLeg];
                let leg = legs[usize::from(foot == 1)];
                if scene.fighter(who).is_useless(leg) { legs[usize::from(foot != 1)] } else { leg }
            }
            Tool::Tail => Location::Tail,
            Tool::Item { .. } | Tool::Body => Location::Torso,
        };
        let limb = scene.present(who, limb);
        self.tell(Event::Strikes { target: who, location: limb });
        let why = Why::new(who, rule!("DF-R19"), "injury");
        // Crushing is not multiplied at any of these.
        let hurt = |die| {
            let mut score = R::Tally::base(rule!("DF-R19").named("rolled"), die);
            score.add(rule!("DF-R19").named("of the 1d-3"), -3);
            score.at_least(rule!("DF-R19").named("at least"), 1);
            score
        };
        let die = self.throw_damage(why, Dice::d6(1), CriticalHit::Normal, |_, die| hurt(die).total())?;
        self.wound(&Wound::new(who, Some(limb), DamageType::Crushing), hurt(die))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_both_columns() {
        use Mishap::{Breaks, Drops, Flies, HurtsLimb, OffBalance, OwnLeg, Prone, Turned};
        #[rustfmt::skip]
        let rows = [
            (3, Breaks, HurtsLimb), (4, Breaks, HurtsLimb), (5, OwnLeg, Prone), (6, OwnLeg, Prone),
            (7, OffBalance, OffBalance), (8, OffBalance, OffBalance), (9, Drops, OffBalance),
            (10, Drops, OffBalance), (11, Drops, OffBalance), (12, Turned, OffBalance),
            (13, Turned, OffBalance), (14, Flies, Prone), (15, Flies, Prone), (16, Prone, Prone),
            (17, Breaks, HurtsLimb), (18, Breaks, HurtsLimb),
        ];
        for (roll, with_weapon, bare) in rows {
            assert_eq!((armed(roll), unarmed(roll)), (with_weapon, bare), "DF-R19: {roll}");
        }
    }
}
