//! Optional attack forms: two weapons, rapid strikes, disarming, breaking weapons.
//!
//! Rules `G4-270` to `G4-292`, rulings `G4-R26`, `G4-R28` to `G4-R30`. What each costs on the roll to hit stands in
//! `to_hit`.

use crate::Gurps4;
use crate::check::{Contestant, contest};
use crate::damage::Blow;
use crate::decision::{Attack, Choice, NONE, Plan, Question, Strike, Trade};
use crate::event::{CriticalHit, Event};
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemKind, Material};
use crate::state::{ItemFlags, Unread};
use affray_3d6::damage::DamageType;
use affray_3d6::location::Location;
use affray_core::dice::Dice;
use affray_core::grid::Facing;
use affray_core::referee::{CombatantId, Referee, Refusal, Why};
use affray_core::tally::Tally;

/// `G4-289` DR of a weapon.
pub const fn weapon_dr(material: Material) -> i32 {
    match material {
        Material::Wood => 2,
        Material::Mixed => 4,
        Material::Metal => 6,
    }
}

/// `G4-290` `G4-R28` `G4-R33` What damage that got through a weapon's DR does to the weapon.
pub const fn weapon_damage(penetrating: i32, kind: DamageType) -> i32 {
    if penetrating <= 0 {
        return 0;
    }
    let (times, over) = match kind {
        DamageType::SmallPiercing => (1, 10),
        DamageType::Piercing => (1, 5),
        DamageType::LargePiercing => (1, 3),
        DamageType::Impaling | DamageType::HugePiercing => (1, 2),
        DamageType::Cutting => (3, 2),
        _ => (1, 1),
    };
    penetrating * times / over
}

/// `G4-284` to `G4-286` What a contest over a weapon comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disarmed {
    /// It flies out of the hand.
    Flies,
    /// It is unready.
    Unready,
    /// Nothing.
    Kept,
}

/// `G4-284` `G4-285` `G4-286` By the margin of victory as the attacker sees it.
pub const fn disarmed(margin: i32) -> Disarmed {
    match margin {
        1.. => Disarmed::Flies,
        -2..=0 => Disarmed::Unready,
        _ => Disarmed::Kept,
    }
}

impl Scene<'_> {
    /// What holds for either of two traded attacks: made with a weapon, and a margin won by a Feint only once.
    fn judge_pair(self, plan: &Plan, first: &Strike, second: &Strike) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        self.judge_trade(plan)?;
        if first.form.is_bodily() || second.form.is_bodily() {
            return refuse(rule!("G4-R26"), "two attacks for one are made with weapons: no Slam, no grapple");
        }
        if first.target == second.target && second.feint == crate::decision::FeintUse::Skill {
            return refuse(rule!("G4-R12"), "what a Feint won counts for the first attack only");
        }
        Ok(())
    }

    /// `G4-270` `G4-271` `G4-274` `G4-R26` Whether a Dual Weapon Attack may be declared.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_dual(
        self,
        who: CombatantId,
        plan: &Plan,
        first: &Strike,
        second: &Strike,
    ) -> Result<(), Refusal> {
        self.judge_pair(plan, first, second)?;
        for (strike, hand) in [(first, 0), (second, 1)] {
            let Some(mode) = self.mode(who, strike.mode) else {
                return Err(Refusal::impossible(rule!("G4-270"), "there is no such mode"));
            };
            let one_handed =
                self.arm(who, mode.item).is_some_and(|item| item.kind == ItemKind::Weapon && item.hands == 1);
            if !one_handed || self.fighter(who).hands[hand] != mode.item {
                return Err(Refusal::new(
                    rule!("G4-270"),
                    "it takes a one-handed weapon in each hand, the main hand's attack first",
                ));
            }
        }
        let same = first.target == second.target;
        self.judge_strike(who, first, plan, Trade::Dual { off: false, same }, 0)?;
        self.judge_strike(who, second, plan, Trade::Dual { off: true, same }, Self::effort_of(first))
    }

    /// `G4-272` `G4-273` `G4-274` `G4-R26` Whether a Rapid Strike may be declared.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_rapid(
        self,
        who: CombatantId,
        plan: &Plan,
        first: &Strike,
        second: &Strike,
    ) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        self.judge_pair(plan, first, second)?;
        let (Some(one), Some(other)) = (self.mode(who, first.mode), self.mode(who, second.mode)) else {
            return Err(Refusal::impossible(rule!("G4-272"), "there is no such mode"));
        };
        if one.item != other.item || one.ranged.is_some() || other.ranged.is_some() {
            return refuse(rule!("G4-272"), "a Rapid Strike is two melee attacks with one weapon");
        }
        let unwieldy = self.arm(who, one.item).is_some_and(|item| item.unready_after_attack);
        if unwieldy && !second.recover && !first.recover_after {
            return refuse(rule!("G4-R26"), "that weapon needs Rapid Recovery before the second attack");
        }
        self.judge_strike(who, first, plan, Trade::Rapid, 0)?;
        let paid = Self::effort_of(first) + i16::from(first.recover_after);
        self.judge_strike(who, second, plan, Trade::Rapid, paid)
    }

    /// Dual Weapon Attacks that a person would be shown.
    pub(crate) fn dual_options(self, who: CombatantId, target: CombatantId, offer: &mut impl FnMut(Attack)) {
        let [main, off] = self.fighter(who).hands;
        if main == NONE || off == NONE || main == off {
            return;
        }
        let modes = |item: u8| {
            (0..).zip(&self.sheet(who).modes).filter(move |(_, mode)| mode.item == item).map(|(mode, _)| mode)
        };
        for one in modes(main) {
            for other in modes(off) {
                offer(Attack::Dual(Strike::plain(one, target), Strike::plain(other, target)));
            }
        }
    }

    /// `G4-283` `G4-R37` One side of the contest over a weapon: the better of ST and DX, neither lowered by shock.
    fn grip<T: Tally>(self, who: CombatantId, bonus: bool) -> T {
        let mut score = T::base(rule!("G4-283"), self.st_for_contests(who).max(self.sheet(who).dx.into()));
        score.add(rule!("G4-283"), if bonus { 2 } else { 0 });
        score
    }
}

/// What a blow does to a weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Dent {
    /// HP lost in all, up to what destroys it.
    lost: u8,
    /// HP lost by this blow.
    points: Unread<i32>,
}

impl Scene<'_> {
    /// `G4-289` `G4-290` `G4-292` What so much basic damage does to a weapon, after that row of the critical hit table.
    fn dent(self, owner: CombatantId, held: u8, row: CriticalHit, basic: i32, kind: DamageType) -> Option<Dent> {
        let item = self.item(owner, held)?;
        let dr = weapon_dr(item.material);
        let dr = if row == CriticalHit::HalfDr { dr / 2 } else { dr };
        let times = if let CriticalHit::Times(times) = row { times } else { 1 };
        let points = weapon_damage(basic * times - dr, kind);
        let before = i32::from(self.fighter(owner).items[held as usize].lost);
        let lost = (before + points).min((2 * i32::from(item.hp)).max(before)).min(255) as u8;
        Some(Dent { lost, points: Unread(points) })
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-180` `G4-270` `G4-272` `G4-R26` Two attacks declared together and paid for together, carried out one after
    /// the other. The second may be dropped, and is lost where it is no longer possible.
    pub(crate) fn traded(
        &mut self,
        who: CombatantId,
        plan: &Plan,
        [(first, one), (second, other)]: [(&Strike, Trade); 2],
    ) -> Result<(), R::Pause> {
        self.recover_before(who, first);
        self.pay(who, Scene::paid_at_once(first) + Scene::paid_at_once(second));
        self.strike(who, first, plan, one)?;
        if !self.can_go_on(who) {
            return Ok(());
        }
        let possible = {
            let scene = self.scene();
            let free = scene.judge_effort(who, second.recover.into());
            scene.judge_paid(who, second, plan, other).and(free).is_ok()
        };
        if !possible {
            self.tell(Event::Wasted { who });
            return Ok(());
        }
        let question = Question::Second { who, second: *second };
        if self.referee.ask(self.setup, self.state, question)? == Choice::Yes(false) {
            return Ok(());
        }
        self.recover_before(who, second);
        self.strike(who, second, plan, other)
    }

    /// `G4-283` to `G4-286` `G4-006` A disarm that hit: a Quick Contest over the weapon.
    pub(crate) fn disarm(&mut self, who: CombatantId, strike: &Strike, held: u8) -> Result<(), R::Pause> {
        let (scene, target) = (self.scene(), strike.target);
        let Some(item) = scene.item(target, held).filter(|_| scene.fighter(target).holds(held)) else { return Ok(()) };
        let apt = scene.mode(who, strike.mode).and_then(|mode| scene.arm(who, mode.item));
        let mine = scene.grip::<R::Tally>(who, apt.is_some_and(|weapon| weapon.disarm_bonus));
        let theirs = scene.grip::<R::Tally>(target, 1 < item.hands);
        let one = Contestant { who, what: "disarm", score: mine };
        let other = Contestant { who: target, what: "keep hold", score: theirs };
        match contest(self.referee, rule!("G4-283"), &one, &other, disarmed)? {
            Disarmed::Kept => Ok(()),
            Disarmed::Unready => {
                self.unready(target, held);
                Ok(())
            }
            Disarmed::Flies => self.flies_away(target, held),
        }
    }

    /// `G4-284` It lands in the next hex of a random direction; before a blocked hex and at the edge of the map it
    /// falls where it was held.
    fn flies_away(&mut self, who: CombatantId, item: u8) -> Result<(), R::Pause> {
        let why = Why::new(who, rule!("G4-284"), "where it lands").scatter();
        let side = self.referee.throw(why, Dice::d6(1), |die| Facing::hex(die - 1))?;
        let here = self.state[who].at;
        let open = self.setup.map.ground(here.step(side)).is_some_and(|ground| !ground.impassable);
        self.drop_item(who, item, if open { here.step(side) } else { here });
        Ok(())
    }

    /// `G4-288` to `G4-292` `G4-R28` `G4-R30` A blow at a weapon that hit. Of the critical hit table what concerns
    /// damage, DR and the grip counts.
    pub(crate) fn break_weapon(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &Plan,
        held: u8,
        critical: bool,
    ) -> Result<(), R::Pause> {
        let target = strike.target;
        let Some(item) = self.scene().item(target, held).filter(|_| self.state[target].holds(held)) else {
            return Ok(());
        };
        let (max, before) = (i32::from(item.hp), i32::from(self.state[target].items[held as usize].lost));
        let (damage, kind) = self.scene().damage_of(who, strike, plan);
        let blow = Blow { by: who, target, damage, kind, at: Location::Torso, weak_spot: false, critical };
        let read = |scene: Scene<'_>, row, basic| scene.dent(target, held, row, basic, kind);
        let (row, Some(dent)) = self.roll_damage(rule!("G4-310"), &blow, read)? else { return Ok(()) };
        self.state[target].items[held as usize].lost = dent.lost;
        self.tell(Event::Damages {
            who: target,
            item: held,
            points: dent.points.0,
            left: max - before - dent.points.0,
        });
        match max - i32::from(dent.lost) {
            left if left <= -max => self.destroy(target, held),
            ..=0 => self.disable(target, held),
            _ => {}
        }
        if row == CriticalHit::Drops {
            self.drop_weapon(target);
        }
        Ok(())
    }

    /// `G4-292` `G4-R30` A weapon is destroyed: it is gone.
    fn destroy(&mut self, who: CombatantId, item: u8) {
        let fighter = &mut self.state[who];
        fighter.let_go_of(item);
        let state = &mut fighter.items[item as usize];
        state.flags.set(ItemFlags::DISABLED.and(ItemFlags::AWAY));
        state.make_ready();
        self.tell(Event::Destroys { who, item });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weapons_take_damage() {
        use DamageType::*;
        for (kind, expected) in [
            (SmallPiercing, 0),
            (Piercing, 1),
            (LargePiercing, 3),
            (Impaling, 4),
            (HugePiercing, 4),
            (Crushing, 9),
            (Corrosion, 9),
            (Burning, 9),
            (Cutting, 13),
        ] {
            assert_eq!(weapon_damage(9, kind), expected, "G4-E80: {kind:?}");
        }
        assert_eq!(weapon_damage(-3, Cutting), 0);
    }

    #[test]
    fn contests_over_weapons() {
        // G4-E77.
        assert_eq!(disarmed(1), Disarmed::Flies);
        assert_eq!(disarmed(0), Disarmed::Unready);
        assert_eq!(disarmed(-2), Disarmed::Unready);
        assert_eq!(disarmed(-3), Disarmed::Kept);
    }
}
