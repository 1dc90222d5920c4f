//! Damage: from the dice to the points that are lost.
//!
//! Rules `G4-009`, `G4-310` to `G4-328`, rulings `G4-R27`, `G4-R33`, `G4-R34`, `G4-R36`, `G4-R41`, `G4-R47` and `G4-R59`.
//! A [`DamageRoll`] holds the dice and their modifiers, a [`DamageProfile`] the location that is hit with its DR and HP.
//! Together they give the lines of an injury, which `Fight::take_damage` takes off the HP.

use crate::Gurps4;
use crate::event::CriticalHit;
use crate::scene::{Fight, Scene};
use crate::state::Ignored;
use crate::strike::values::{Plan, Strike};
use affray_3d6::damage::{Damage, DamageType, MultipliedBy, Multiplier};
use affray_3d6::location::Location;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// `G4-312` `G4-320` `G4-322` `G4-323` `G4-324` `G4-327` `G4-328` The multipliers on which the family agrees.
use affray_3d6::damage::multiplier as family_multiplier;

/// `G4-327` `G4-328` Limbs and extremities.
use affray_3d6::location::is_limb;

/// `G4-327` `G4-328` The least injury that cripples a location.
use affray_3d6::location::crippling_injury;

/// `G4-312` `G4-314` `G4-320` `G4-322` `G4-323` `G4-324` `G4-325` `G4-327` `G4-328` The wounding multiplier of a type at a
/// location.
pub const fn multiplier(at: Location, kind: DamageType) -> Multiplier {
    match at {
        Location::Groin if kind.is_pointed() => {
            Multiplier { words: "x 3 at the groin", ..family_multiplier(Location::Vitals, kind) }
        }
        _ => family_multiplier(at, kind),
    }
}

/// The line of a wounding multiplier.
const fn multiplier_line(at: Location, multiplier: Multiplier) -> RuleId {
    let rule = match multiplier.by {
        MultipliedBy::Type => rule!("G4-312"),
        MultipliedBy::Neck => rule!("G4-314"),
        MultipliedBy::Skull => rule!("G4-320"),
        MultipliedBy::Eye => rule!("G4-321"),
        MultipliedBy::Face => rule!("G4-322"),
        MultipliedBy::Vitals if matches!(at, Location::Groin) => rule!("G4-325"),
        MultipliedBy::Vitals => rule!("G4-324"),
        MultipliedBy::Limb => rule!("G4-327"),
    };
    rule.named(multiplier.words)
}

/// Damage before its dice are thrown: the dice, and each number that is added to their sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamageRoll {
    /// The dice.
    pub dice: Dice,
    /// The type of the damage.
    pub kind: DamageType,
    /// `G4-031` By ST.
    pub strength: i16,
    /// `G4-031` That is of the swing, and else of the thrust.
    pub swings: bool,
    /// By the weapon.
    pub weapon: i16,
    /// `G4-128` By a Mighty Blow.
    pub mighty: i16,
    /// `G4-132` By an All-Out Attack (Strong).
    pub strong: i16,
    /// `G4-297` By every Slam.
    pub slam: i16,
    /// `G4-297` By the speed of a Slam.
    pub speed: i16,
    /// `G4-301` By the shield of a Shield Rush, for and against.
    pub shield: i16,
    /// `G4-332` By the distance of a collision.
    pub collision: i16,
    /// `G4-R36` The row of the critical hit table.
    pub row: CriticalHit,
    /// `G4-R36` It is at the own leg: half of the damage, without a multiplier.
    pub own_leg: bool,
}

impl DamageRoll {
    /// Dice with an add, of which that much comes of ST and the rest of the weapon.
    pub const fn of(damage: Damage, strength: i16, kind: DamageType) -> Self {
        Self {
            dice: damage.dice,
            kind,
            strength,
            swings: false,
            weapon: damage.add - strength,
            mighty: 0,
            strong: 0,
            slam: 0,
            speed: 0,
            shield: 0,
            collision: 0,
            row: CriticalHit::Normal,
            own_leg: false,
        }
    }

    /// What is added to the sum of the dice, each with its rule: 0 for what does not apply.
    const fn adds(&self) -> [(RuleId, i16); 8] {
        [
            (rule!("G4-031").named(if self.swings { "swing" } else { "thrust" }), self.strength),
            (rule!("G4-310").named("weapon"), self.weapon),
            (rule!("G4-128"), self.mighty),
            (rule!("G4-132"), self.strong),
            (rule!("G4-297"), self.slam),
            (rule!("G4-297").named("speed of the slam"), self.speed),
            (rule!("G4-301"), self.shield),
            (rule!("G4-332"), self.collision),
        ]
    }

    /// The dice with the sum of what is added to them.
    pub fn damage(&self) -> Damage {
        Damage { dice: self.dice, add: self.adds().into_iter().map(|(_, add)| add).sum() }
    }

    /// `G4-009` `G4-310` `G4-R36` Basic damage from that sum of the dice, whatever multiplies it worked in.
    pub fn basic<T: Tally>(&self, pips: i32) -> T {
        let highest = self.row == CriticalHit::Maximum;
        let dice = if highest { rule!("G4-R36").named("highest dice") } else { rule!("G4-009") };
        let mut basic = T::base(dice, pips);
        for (rule, add) in self.adds() {
            basic.add(rule, add.into());
        }
        basic.at_least(rule!("G4-310").named("minimum"), if self.kind == DamageType::Crushing { 0 } else { 1 });
        match self.row {
            CriticalHit::Times(2) | CriticalHit::TwiceNoDr => {
                basic.becomes(rule!("G4-R36").named("x 2, critical hit"), 2 * basic.total());
            }
            CriticalHit::Times(times) => {
                basic.becomes(rule!("G4-R36").named("x 3, critical hit"), times * basic.total());
            }
            _ => {}
        }
        if self.own_leg {
            basic.becomes(rule!("G4-R36").named("half, own leg"), basic.total() / 2);
        }
        basic
    }
}

/// The conditions of damage at a location of a body, before the roll.
#[derive(Debug, Clone, Copy)]
pub struct DamageProfile {
    /// Whose body it is.
    pub who: CombatantId,
    /// The location.
    pub at: Location,
    /// The damage.
    pub roll: DamageRoll,
    /// DR of the location.
    pub dr: i32,
    /// `G4-276` `G4-277` The attack went for a weak spot of the armor.
    pub weak_spot: bool,
    /// ST, against knockback.
    pub st: i32,
    /// The maximum of HP.
    pub max_hp: i32,
    /// `G4-R34` The location is crippled already.
    pub is_crippled: bool,
    /// `G4-R68` The location by which the wound is multiplied.
    pub wounded_as: Location,
}

/// An injury, as far as it goes by the damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WoundEffect {
    /// HP lost, the most for a limb worked in.
    pub lost: i32,
    /// `G4-355` It is a Major Wound.
    pub major: bool,
    /// `G4-327` `G4-321` It cripples the part, or blinds the eye.
    pub cripples: bool,
}

/// The result of a damage roll. Rolls with one effect on the body are one outcome of the odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DamageResult {
    /// The injury; `None` if nothing got through.
    pub wound: Option<WoundEffect>,
    /// The sum of the dice.
    pub pips: Ignored<i32>,
    /// Basic damage.
    pub basic: Ignored<i32>,
    /// Damage that got through.
    pub penetrating: Ignored<i32>,
}

impl DamageProfile {
    /// `G4-276` `G4-R36` `G4-311` The DR that counts.
    pub fn resistance<T: Tally>(&self) -> T {
        let mut dr = T::base(rule!("G4-311"), self.dr);
        match self.roll.row {
            CriticalHit::HalfDr => dr.becomes(rule!("G4-R36").named("half, critical hit"), dr.total() / 2),
            CriticalHit::NoDr | CriticalHit::TwiceNoDr => dr.becomes(rule!("G4-R36").named("none, critical hit"), 0),
            _ => {}
        }
        if self.weak_spot {
            dr.becomes(rule!("G4-276").named("half, weak spot of armor"), dr.total() / 2);
        }
        dr
    }

    /// `G4-311` `G4-312` `G4-327` `G4-328` `G4-R33` The injury of that sum of the dice: basic damage, what of it gets through
    /// DR, and the HP lost, line by line from the dice on.
    pub fn injury<T: Tally>(&self, pips: i32) -> (i32, i32, T) {
        let mut injury: T = self.roll.basic(pips);
        let basic = injury.total();
        injury.add(rule!("G4-311"), -self.resistance::<Sum>().total());
        injury.at_least(rule!("G4-311").named("nothing gets through"), 0);
        let penetrating = injury.total();
        if penetrating == 0 {
            return (basic, penetrating, injury);
        }
        let multiplier = multiplier(self.wounded_as, self.roll.kind);
        if !self.roll.own_leg && multiplier.is_told() {
            injury.becomes(multiplier_line(self.wounded_as, multiplier), multiplier.of(penetrating));
        }
        injury.at_least(rule!("G4-R33").named("minimum"), 1);
        if is_limb(self.at)
            && let Some(least) = crippling_injury(self.at, self.max_hp)
        {
            injury.at_most(rule!("G4-327").named("most for that limb"), least);
        }
        (basic, penetrating, injury)
    }

    /// `G4-355` `G4-R34` `G4-R36` `G4-R59` The result of that sum of the dice.
    pub fn result(&self, pips: i32) -> DamageResult {
        let (basic, penetrating, injury) = self.injury::<Sum>(pips);
        let lost = injury.total();
        let cripples = !self.is_crippled && crippling_injury(self.at, self.max_hp).is_some_and(|least| lost >= least);
        let major = self.roll.row == CriticalHit::Major || cripples || 2 * lost > self.max_hp;
        DamageResult {
            wound: (penetrating > 0).then_some(WoundEffect { lost, major, cripples }),
            pips: Ignored(pips),
            basic: Ignored(basic),
            penetrating: Ignored(penetrating),
        }
    }

    /// `G4-330` The damage that pushes the target by one hex: 2 less than ST, at least 1.
    fn damage_per_hex<T: Tally>(&self) -> T {
        let mut damage = T::base(rule!("G4-330").named("ST"), self.st);
        damage.becomes(rule!("G4-330").named("2 less than ST"), self.st - 2);
        damage.at_least(rule!("G4-330").named("at least"), 1);
        damage
    }

    /// `G4-330` `G4-R50` The hexes of knockback: by crushing damage always, by cutting damage only where nothing
    /// got through.
    pub fn knockback<T: Tally>(&self, result: &DamageResult) -> T {
        let mut hexes = T::base(rule!("G4-330").named("basic damage"), result.basic.0);
        let pushes = match self.roll.kind {
            DamageType::Crushing => true,
            DamageType::Cutting => result.wound.is_none(),
            _ => false,
        };
        let times = if pushes { result.basic.0 / self.damage_per_hex::<Sum>().total() } else { 0 };
        hexes.becomes(rule!("G4-330").named("divided by the damage for a hex"), times);
        hexes
    }
}

impl Scene<'_> {
    /// `G4-311` `G4-R47` The conditions of damage at a location of a body.
    pub fn damage_profile(self, who: CombatantId, at: Location, roll: DamageRoll) -> DamageProfile {
        let sheet = self.sheet(who);
        DamageProfile {
            who,
            at,
            roll,
            dr: sheet.resistance(at),
            weak_spot: false,
            st: sheet.st.into(),
            max_hp: sheet.hp.into(),
            is_crippled: self.fighter(who).is_crippled(at),
            wounded_as: sheet.wounded_as(at),
        }
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-009` `G4-R36` Throws the dice of damage. A row of the critical table can give the highest sum without a roll.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn throw_damage<F: Copy + PartialEq>(
        &mut self,
        by: CombatantId,
        rule: RuleId,
        roll: &DamageRoll,
        read: impl Fn(i32) -> F,
    ) -> Result<F, R::Pause> {
        if roll.row == CriticalHit::Maximum {
            return Ok(read(roll.dice.highest()));
        }
        self.referee.throw(Why::new(by, rule, "damage"), roll.dice, read)
    }

    /// `G4-276` `G4-277` `G4-R41` A blow or shot that nothing stopped: critical table, damage, wound, knockback, Will.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn land_blow(
        &mut self,
        by: CombatantId,
        strike: &Strike,
        plan: &Plan,
        critical: bool,
    ) -> Result<(), R::Pause> {
        let (who, at) = (strike.target, strike.at);
        let roll = self.scene().damage_of(by, strike, plan);
        let roll = self.after_critical(by, who, at, critical, roll)?;
        let profile = DamageProfile { weak_spot: strike.armor, ..self.scene().damage_profile(who, at, roll) };
        let (result, knockback) = self.throw_damage(by, rule!("G4-310"), &roll, |pips| {
            let result = profile.result(pips);
            (result, profile.knockback::<Sum>(&result).total())
        })?;
        self.take_damage(&profile, &result)?;
        if roll.row == CriticalHit::Drops {
            self.drop_weapon(who);
        }
        if knockback > 0 && !self.state[who].is_dead() {
            let each: R::Tally = profile.damage_per_hex();
            self.referee.show(Why::new(who, rule!("G4-330"), "damage for a hex of knockback"), &each);
            let hexes: R::Tally = profile.knockback(&result);
            self.referee.show(Why::new(who, rule!("G4-330"), "knockback"), &hexes);
            self.knock_back(by, who, knockback)?;
        }
        if result.wound.is_some() { self.distracted(who) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_kernel::tally::Lines;

    #[test]
    fn injuries() {
        let lost = |penetrating: i32, at: Location, kind: DamageType| {
            let damage = Damage { dice: Dice::d6(1), add: 0 };
            let profile = DamageProfile {
                who: CombatantId(0),
                at,
                roll: DamageRoll::of(damage, 0, kind),
                dr: 2,
                weak_spot: false,
                st: 10,
                max_hp: 10,
                is_crippled: false,
                wounded_as: at,
            };
            profile.result(penetrating + 2).wound.map_or(0, |wound| wound.lost)
        };
        assert_eq!(lost(1, Location::Torso, DamageType::SmallPiercing), 1, "G4-E32");
        assert_eq!(lost(3, Location::Torso, DamageType::SmallPiercing), 1, "G4-E32");
        assert_eq!(lost(4, Location::Torso, DamageType::SmallPiercing), 2, "G4-E32");
        assert_eq!(lost(3, Location::Torso, DamageType::Cutting), 4, "G4-E32");
        assert_eq!(lost(0, Location::Skull, DamageType::Cutting), 0);
    }

    #[test]
    fn knockbacks() {
        // Ten points on the dice against one ST after the other.
        for (example, st, expected) in [
            ("G4-E97", 13, "10 basic damage (G4-330), divided by the damage for a hex (G4-330): 0"),
            ("G4-E97", 12, "10 basic damage (G4-330), divided by the damage for a hex (G4-330): 1"),
            ("G4-330: not less than 1", 2, "10 basic damage (G4-330), divided by the damage for a hex (G4-330): 10"),
        ] {
            let damage = Damage { dice: Dice::d6(2), add: 0 };
            let profile = DamageProfile {
                who: CombatantId(0),
                at: Location::Torso,
                roll: DamageRoll::of(damage, 0, DamageType::Crushing),
                dr: 2,
                weak_spot: false,
                st,
                max_hp: 10,
                is_crippled: false,
                wounded_as: Location::Torso,
            };
            assert_eq!(profile.knockback::<Lines>(&profile.result(10)).to_string(), expected, "{example}: ST {st}");
        }
    }

    #[test]
    fn multipliers() {
        use DamageType::*;
        for (rule, at, kind, expected) in [
            ("G4-312", Location::Torso, Cutting, (3, 2)),
            ("G4-312", Location::Torso, Burning, (1, 1)),
            ("G4-320", Location::Skull, SmallPiercing, (4, 1)),
            ("G4-321", Location::LeftEye, Crushing, (4, 1)),
            ("G4-322", Location::Face, Corrosion, (3, 2)),
            ("G4-322", Location::Face, Impaling, (2, 1)),
            ("G4-323", Location::Neck, Crushing, (3, 2)),
            ("G4-323", Location::Neck, Cutting, (2, 1)),
            ("G4-324", Location::Vitals, SmallPiercing, (3, 1)),
            ("G4-325", Location::Groin, Impaling, (3, 1)),
            ("G4-325", Location::Groin, Cutting, (3, 2)),
            ("G4-327", Location::RightArm, Impaling, (1, 1)),
            ("G4-328", Location::LeftFoot, Cutting, (3, 2)),
        ] {
            let Multiplier { times, over, .. } = multiplier(at, kind);
            assert_eq!((times, over), expected, "{rule}: {kind:?} at {at:?}");
        }
    }

    #[test]
    fn an_injury_line_by_line() {
        // G4-E75: 1d-1 shows 6 against the torso of Ana, whose DR of 4 counts half.
        let roll = DamageRoll::of(Damage { dice: Dice::d6(1), add: -1 }, 0, DamageType::Impaling);
        let profile = DamageProfile {
            who: CombatantId(0),
            at: Location::Torso,
            roll,
            dr: 4,
            weak_spot: true,
            st: 13,
            max_hp: 13,
            is_crippled: false,
            wounded_as: Location::Torso,
        };
        assert_eq!(
            profile.injury::<Lines>(6).2.to_string(),
            "6 on the dice (G4-009) -1 weapon (G4-310) -2 DR (G4-311), x 2 impaling (G4-312): 6"
        );
        assert_eq!(profile.resistance::<Lines>().to_string(), "4 DR (G4-311), half, weak spot of armor (G4-276): 2");
        // G4-E113: 10 before DR 1, at a leg of 15 HP.
        let roll = DamageRoll { row: CriticalHit::Times(2), ..roll };
        let leg = Location::RightLeg;
        let profile = DamageProfile { at: leg, wounded_as: leg, roll, dr: 1, weak_spot: false, max_hp: 15, ..profile };
        assert_eq!(
            profile.injury::<Lines>(6).2.to_string(),
            "6 on the dice (G4-009) -1 weapon (G4-310), x 2, critical hit (G4-R36): 10 -1 DR (G4-311), \
             x 1 at a limb (G4-327): 9, most for that limb (G4-327): 8"
        );
    }
}
