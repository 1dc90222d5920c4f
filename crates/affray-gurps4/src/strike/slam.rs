//! Slams and shield rushes, and parries against them.
//!
//! Rules `G4-295` to `G4-301`, rulings `G4-R31` and `G4-R32`.

use crate::Gurps4;
use crate::body::damage::DamageRoll;
use crate::body::knockback::away;
use crate::check::succeeds;
use crate::decision::{Advance, AllOut, Choice, Form, From, Gait, IncomingAttack, Path, Plan, Question, Strike};
use crate::derived::basic_lift;
use crate::event::{CriticalHit, Event};
use crate::maneuver::wait::Happening;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemKind, ShieldKind};
use crate::state::Posture;
use affray_3d6::damage::DamageType;
use affray_3d6::location::Location;
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::tally::{Sum, Tally};

/// `G4-297` The modifier for a speed, of which the damage is the opposite.
use affray_3d6::ranged::speed_range;

/// `G4-297` The damage of a body that thrusts so hard, thrown into another at that speed in hexes.
pub const fn slam_damage(thrust: DamageRoll, hexes: u8) -> DamageRoll {
    let each = -speed_range(hexes as i32) as i16;
    DamageRoll { slam: -2, speed: each * thrust.dice.number as i16, ..thrust }
}

/// `G4-299` The fall after a slam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feet {
    /// Both rolled the same: nothing.
    Level,
    /// The target rolls DX or falls.
    TargetRolls,
    /// The target falls.
    TargetFalls,
    /// The slammer rolls DX or falls.
    SlammerRolls,
    /// The slammer falls.
    SlammerFalls,
}

/// `G4-299` Compares the damage that both rolled, before DR.
pub const fn feet(slammer: i32, target: i32) -> Feet {
    if slammer == target {
        Feet::Level
    } else if slammer >= 2 * target {
        Feet::TargetFalls
    } else if slammer > target {
        Feet::TargetRolls
    } else if target >= 2 * slammer {
        Feet::SlammerFalls
    } else {
        Feet::SlammerRolls
    }
}

/// `G4-R31` The highest face of the die that breaks a weapon which parried so much more than its own weight, both in
/// hundredths of a pound: 6 and more for all; `None` where no face does.
pub fn breaks_on<T: Tally>(attack: i32, weapon: i32) -> Option<T> {
    if weapon <= 0 {
        return Some(T::base(rule!("G4-R31").named("highest die that breaks it, without any weight"), 6));
    }
    let ratio = attack / weapon;
    if ratio < 3 {
        return None;
    }
    let mut face = T::base(rule!("G4-R31").named("highest die that breaks it, at 3 times its weight"), 2);
    face.add(rule!("G4-R31").named("for each further time its weight"), ratio - 3);
    Some(face)
}

impl Scene<'_> {
    /// `G4-295` `G4-301` `G4-R32` `G4-R69` Whether a Slam or Shield Rush may be declared.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_slam(self, who: CombatantId, strike: &Strike, plan: &Plan) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if matches!(plan.from, From::AllOut(AllOut::Double | AllOut::Feint)) {
            return refuse(rule!("G4-295"), "a Slam goes with an All-Out Attack (Determined or Strong)");
        }
        if !matches!(self.fighter(who).posture, Posture::Standing | Posture::Crouch) {
            return refuse(rule!("G4-295"), "a Slam is made standing or crouching: rise first");
        }
        if self.distance(who, strike.target) != 1 || self.arc_to(who, strike.target) != Arc::Front {
            return refuse(rule!("G4-295"), "a Slam ends next to its target, which has to be in front");
        }
        if self.blow_distance(who, strike.target) != 1 {
            return Err(self.too_high(who, strike.target));
        }
        if strike.at != Location::Torso || strike.armor {
            return refuse(rule!("G4-R32"), "a Slam has no choice of location");
        }
        if strike.form == Form::ShieldRush && self.rushing_shield(who).is_none() {
            return refuse(rule!("G4-301"), "a Shield Rush takes a shield in hand, no buckler and no cloak");
        }
        Ok(())
    }

    /// `G4-301` DB of the shield that can be rushed with.
    fn rushing_shield(self, who: CombatantId) -> Option<i16> {
        let (item, _) = self.shield(who)?;
        self.arm(who, item).filter(|item| item.kind == ItemKind::Shield(ShieldKind::Shield)).map(|item| item.db)
    }

    /// `G4-031` A figure's thrust.
    pub(crate) fn thrust(self, who: CombatantId) -> DamageRoll {
        let thrust = self.sheet(who).thrust;
        DamageRoll::of(thrust, thrust.add, DamageType::Crushing)
    }

    /// `G4-297` `G4-301` `G4-R32` The damage of slammer and target.
    pub(crate) fn slam_damages(self, who: CombatantId, strike: &Strike, plan: &Plan) -> (DamageRoll, DamageRoll) {
        let hexes = self.fighter(who).moved;
        let mut mine = slam_damage(self.damage_of(who, strike, plan), hexes);
        let mut theirs = slam_damage(self.thrust(strike.target), hexes);
        if strike.form == Form::ShieldRush {
            let db = self.rushing_shield(who).unwrap_or(0);
            mine.shield = db;
            theirs.shield = -db;
        }
        (mine, theirs)
    }

    /// `G4-296` `G4-R31` `G4-R37` Whether that hand can parry a body as heavy as that: ST pounds against the own Basic
    /// Lift, twice that for what is held in both hands.
    ///
    /// # Errors
    /// If it is too heavy.
    pub(crate) fn judge_heavy_parry(self, who: CombatantId, attack: &IncomingAttack, hand: u8) -> Result<(), Refusal> {
        let weight = 10 * i32::from(self.sheet(attack.by).st);
        let lift = basic_lift(self.strength::<Sum>(who, rule!("G4-R31")).total() as i16);
        let item = self.fighter(who).hands[hand as usize & 1];
        let hands = self.arm(who, item).map_or(1, |item| i32::from(item.hands.max(1)));
        if weight > lift * hands {
            return Err(Refusal::new(rule!("G4-R31"), "that is too heavy to be parried: dodge or block"));
        }
        Ok(())
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-297` `G4-298` `G4-299` `G4-R32` `G4-R41` A Slam that hit: both roll, the slammer first, and suffer the other's
    /// result; whoever rolled lower may fall.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn slam(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        plan: &Plan,
        critical: bool,
    ) -> Result<(), R::Pause> {
        let target = strike.target;
        let (mine, theirs) = self.scene().slam_damages(who, strike, plan);
        let mine = self.after_critical(who, target, Location::Torso, critical, mine)?;
        let slammed = self.scene().damage_profile(target, Location::Torso, mine);
        let (to_target, basic) = self.throw_damage(who, rule!("G4-297"), &mine, |pips| {
            let result = slammed.result(pips);
            (result, result.basic.0)
        })?;
        let slammer = self.scene().damage_profile(who, Location::Torso, theirs);
        let (to_slammer, feet) = self.throw_damage(target, rule!("G4-297"), &theirs, |pips| {
            let result = slammer.result(pips);
            (result, feet(basic, result.basic.0))
        })?;
        self.take_damage(&slammed, &to_target)?;
        self.take_damage(&slammer, &to_slammer)?;
        if mine.row == CriticalHit::Drops {
            self.drop_weapon(target);
        }
        match feet {
            Feet::Level => {}
            Feet::TargetRolls => self.stays_up(target)?,
            Feet::SlammerRolls => self.stays_up(who)?,
            Feet::TargetFalls => self.is_bowled_over(target, basic),
            Feet::SlammerFalls => self.is_bowled_over(who, to_slammer.basic.0),
        }
        for (hurt, result) in [(target, to_target), (who, to_slammer)] {
            if result.wound.is_some() {
                self.distracted(hurt)?;
            }
        }
        Ok(())
    }

    /// `G4-299` Falls without a roll, by damage that is at least twice what it rolled itself.
    fn is_bowled_over(&mut self, who: CombatantId, damage: i32) {
        if self.state[who].posture != Posture::Prone {
            let words = "damage, at least twice what it did itself: falls without a roll";
            let damage = R::Tally::base(rule!("G4-299").named(words), damage);
            self.referee.show(Why::new(who, rule!("G4-299"), "stay up"), &damage);
        }
        self.take_posture(who, Posture::Prone);
    }

    /// `G4-299` `G4-R38` DX to stay up, which shock does not lower.
    fn stays_up(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if !self.scene().can_fall(who) {
            return Ok(());
        }
        let score = R::Tally::base(rule!("G4-299").named("DX"), self.scene().sheet(who).dx.into());
        if !succeeds(self.referee, Why::new(who, rule!("G4-299"), "stay up"), &score)? {
            self.take_posture(who, Posture::Prone);
        }
        Ok(())
    }

    /// `G4-300` `G4-R32` A Slam that was dodged: the slammer goes on in a straight line through the hex in which the target
    /// stood, at least 2 more as far as its points go, and further if it likes.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn slam_past(
        &mut self,
        who: CombatantId,
        target: CombatantId,
        stood: Cell,
        plan: &Plan,
    ) -> Result<(), R::Pause> {
        // G4-R32: a Regular Attack has no movement left.
        if plan.from == From::Attack || !self.can_go_on(who) {
            return Ok(());
        }
        let side = away(self.state[who].at, stood, self.state[who].facing);
        let (hexes, before): (R::Tally, _) = self.scene().run_on(who, target, side, plan.left);
        self.referee.show(Why::new(who, rule!("G4-300"), "run on"), &hexes);
        if let Some(at) = before {
            let other = self.scene().in_the_way(who, at);
            self.tell(Event::StopsShort { who, at, other });
        }
        let forced = hexes.total() as i16;
        let mut path = Path { gait: Gait::Slam, budget: plan.left, spent: 0, hexes: 0 };
        while path.spent < forced {
            if !self.run(who, &mut path, side)? {
                return Ok(());
            }
        }
        // Where it can go on beyond that it may.
        while forced > 0 && path.left() > 0 {
            let question = Question::Advance { who, path };
            let choice = self.ask(question)?;
            if choice != Choice::Advance(Advance::Forward(side)) || !self.run(who, &mut path, side)? {
                break;
            }
        }
        Ok(())
    }

    /// One hex of it, for one point. Whether it can go on.
    fn run(&mut self, who: CombatantId, path: &mut Path, side: Facing) -> Result<bool, R::Pause> {
        let to = self.state[who].at.step(side);
        path.spent += 1;
        path.hexes = path.hexes.saturating_add(1);
        self.face(who, side);
        self.goes_into(who, to, true);
        self.checkpoint(who, Happening::Moves)?;
        Ok(self.can_go_on(who) && self.state[who].posture != Posture::Prone)
    }

    /// `G4-R31` The risk of a weapon that parries a body: the parry holds anyway.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn risk_weapon(&mut self, who: CombatantId, attack: &IncomingAttack, hand: u8) -> Result<(), R::Pause> {
        let item = self.state[who].hands[hand as usize & 1];
        let Some(weapon) = self.scene().item(who, item) else { return Ok(()) };
        let weight = 100 * i32::from(self.scene().sheet(attack.by).st);
        let Some(face) = breaks_on::<R::Tally>(weight, weapon.weight) else { return Ok(()) };
        let (pounds, weight, times) = (weight / 100, weapon.weight, weight / weapon.weight.max(1));
        self.tell(Event::ParriesBody { who, item, pounds, weight, times });
        let why = Why::new(who, rule!("G4-R31"), "break");
        self.referee.show(why, &face);
        let upto = face.total();
        if self.referee.throw(why, Dice::d6(1), |die| die <= upto)? {
            self.disable(who, item);
        } else {
            self.tell(Event::Holds { who, item });
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// `G4-300` `G4-R32` The least points that a dodged Slam goes on: through the target's hex and 2 beyond; less
    /// where the points end or something is in the way, and never into an occupied hex. With them the hex before which
    /// it stops short.
    fn run_on<T: Tally>(self, who: CombatantId, target: CombatantId, side: Facing, points: i16) -> (T, Option<Cell>) {
        let (passed, mut at) = (self.fighter(target).at, self.fighter(who).at);
        let apart = self.distance(who, target);
        // The target stands next to the slammer, or retreated straight away from it or aside.
        let ahead = (0..apart).fold(at, |at, _| at.step(side)) == passed;
        let (through, hex) = match (ahead, apart) {
            (true, 1) => (1, "through the target's hex"),
            (true, _) => (apart, "through the hex to which the target retreated"),
            (false, _) => (1, "through the hex that the target left"),
        };
        let mut hexes = T::base(rule!("G4-300").named(hex), through);
        hexes.add(rule!("G4-300").named("beyond it"), 2);
        hexes.at_most(rule!("G4-300").named("points left"), points.into());
        let (mut last, mut before) = (0, None);
        for cost in 1..=hexes.total() {
            let from = at;
            at = from.step(side);
            let open = self.judge_ground(from, at).is_ok();
            if open && at == passed {
                continue;
            }
            if !open || self.in_the_way(who, at).is_some() {
                before = Some(at);
                break;
            }
            last = cost;
        }
        hexes.at_most(rule!("G4-R32").named("before what is blocked or occupied"), last);
        (hexes, before)
    }

    /// `G4-300` `G4-R32` Whether a slammer may run on into the hex ahead.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub(crate) fn judge_run(self, who: CombatantId, path: &Path, side: Facing, forward: bool) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !forward || self.fighter(who).facing != side {
            return refuse(rule!("G4-R32"), "on through a Slam that was dodged it goes straight ahead");
        }
        if path.left() < 1 {
            return refuse(rule!("G4-090"), "no points are left: stop here");
        }
        let from = self.fighter(who).at;
        let to = from.step(side);
        if self.judge_ground(from, to).is_err() || self.in_the_way(who, to).is_some() {
            return refuse(rule!("G4-R32"), "that hex is blocked or occupied: stop here");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slams() {
        let slam = |st, hexes| {
            let thrust = crate::derived::thrust(st);
            slam_damage(DamageRoll::of(thrust, thrust.add, DamageType::Crushing), hexes).damage()
        };
        // G4-E82, G4-E86.
        assert_eq!(slam(15, 5).to_string(), "1d+1");
        assert_eq!(slam(13, 5).to_string(), "1d");
        assert_eq!(slam(13, 3).to_string(), "1d-1");
        for (hexes, bonus) in [(0, 0), (2, 0), (3, 1), (4, 2), (5, 2), (6, 3), (8, 4), (11, 5), (16, 6), (21, 7)] {
            // ST 21 thrusts with 2d.
            assert_eq!(slam(21, hexes).add, -2 + 2 * bonus, "G4-297: {hexes} hexes");
        }
    }

    #[test]
    fn who_falls() {
        for (rule, mine, theirs, expected) in [
            ("G4-E82", 6, 2, Feet::TargetFalls),
            ("G4-E83", 6, 4, Feet::TargetRolls),
            ("G4-E83", 6, 6, Feet::Level),
            ("G4-299", 3, 5, Feet::SlammerRolls),
            ("G4-299", 2, 4, Feet::SlammerFalls),
            ("G4-299", 0, 0, Feet::Level),
            ("G4-299", 1, 0, Feet::TargetFalls),
        ] {
            assert_eq!(feet(mine, theirs), expected, "{rule}: {mine} and {theirs}");
        }
    }

    #[test]
    fn heavy_parries() {
        let breaks_on = |attack, weapon| breaks_on::<Sum>(attack, weapon).map(|face| face.total());
        assert_eq!(breaks_on(1500, 275), Some(4), "G4-E85");
        assert_eq!(breaks_on(2000, 275), Some(6), "G4-E85");
        assert_eq!(breaks_on(1200, 300), Some(3), "G4-R31: four times its weight");
        assert_eq!(breaks_on(1200, 401), None, "G4-R31: less than three times");
    }
}
