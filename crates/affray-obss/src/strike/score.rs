//! The sums of an attack: its bonus, its dice, and the Defense that it meets.
//!
//! The words are those of the ledger (`OB-R57`). Sections E, F and G of it: rules `OB-070` to `OB-120`, `OB-160` to
//! `OB-164`. All functions are generic over the tally: at the table every line keeps its rule.

use crate::decision::{Attack, Way};
use crate::dice::pool::PoolDice;
use crate::options::Stacking;
use crate::scene::{Light, Scene};
use crate::sheet::{Ability, Size, Weapon};
use crate::state::{Flags, NONE};
use crate::strike::declare::{Number, Sequence};
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;
use arrayvec::ArrayVec;

/// The bonus of an attack and the dice that its pool has more or less than three.
#[derive(Debug, Clone)]
pub struct Score<T> {
    /// The bonus.
    pub bonus: T,
    /// The dice.
    pub dice: PoolDice<T>,
}

/// A situational bonus of the attacker (`OB-085`).
#[derive(Debug, Clone, Copy)]
enum Bonus {
    /// +2.
    Two,
    /// +1d6.
    Die,
}

/// The bonuses that hold: at most one of each row of `OB-085`.
type Bonuses = ArrayVec<(RuleId, Bonus), 8>;

impl Scene<'_> {
    /// The ability that an attack goes by (`OB-070`, `OB-071`, `OB-080`).
    pub fn attack_ability(self, attack: &Attack) -> Ability {
        if attack.way == Way::Ranged || attack.by_dex { Ability::Dex } else { Ability::Str }
    }

    /// `OB-070` `OB-071` The bonus of an attack roll and the size of its pool, with everything that the
    /// ledger's sections E and F know of.
    #[inline]
    pub fn attack_score<T: Tally>(self, who: CombatantId, attack: &Attack, sequence: Sequence) -> Score<T> {
        let weapon = self.sheet(who).weapon(attack.item);
        let mut bonus = self.plain_bonus::<T>(who, attack);
        let mut dice = PoolDice::three();
        self.situation(who, attack, weapon, sequence, &mut bonus, &mut dice);
        self.sequence_penalty(attack, weapon, sequence, &mut bonus);
        // OB-012, OB-013: points for dice.
        let luck = i32::from(attack.luck);
        bonus.add(rule!("OB-012"), -4 * luck);
        dice.add(rule!("OB-012"), luck);
        Score { bonus, dice }
    }

    /// `OB-070` to `OB-075` `OB-080` The bonus of an attack roll before its circumstances.
    #[inline]
    pub(crate) fn plain_bonus<T: Tally>(self, who: CombatantId, attack: &Attack) -> T {
        let sheet = self.sheet(who);
        let weapon = sheet.weapon(attack.item);
        let ability = self.attack_ability(attack);
        let formula = match attack.way {
            Way::Ranged => rule!("OB-071"),
            Way::Melee if attack.by_dex => rule!("OB-080"),
            Way::Melee => rule!("OB-070"),
        };
        let mut bonus = T::base(rule!("OB-072"), i32::from(sheet.bab));
        bonus.add(formula.named(ability.name()), sheet.ability(ability));
        bonus.add(rule!("OB-073"), i32::from(weapon.list_ar));
        bonus.add(rule!("OB-074"), i32::from(sheet.skill_ar));
        bonus.add(rule!("OB-075"), i32::from(weapon.magic));
        bonus
    }

    /// `OB-101` `OB-R32` Whether any part of a figure is in a narrow square. Tiny and Small ones are never
    /// squeezed.
    pub fn is_squeezed(self, who: CombatantId) -> bool {
        self.setup.has_narrow
            && self.sheet(who).size >= Size::Medium
            && self.footprint(who).cells().any(|cell| self.floor(cell).narrow)
    }

    /// `OB-076` `OB-085` `OB-093` `OB-101` `OB-103` `OB-R32` The plain circumstances and the dice of section F, and
    /// those of ranged attacks.
    #[inline]
    pub(crate) fn situation<T: Tally>(
        self,
        who: CombatantId,
        attack: &Attack,
        weapon: &Weapon,
        sequence: Sequence,
        bonus: &mut T,
        dice: &mut PoolDice<T>,
    ) {
        let (fighter, target) = (self.fighter(who), self.fighter(attack.target));
        let melee = attack.way == Way::Melee;
        let mut bonuses = Bonuses::new();
        // OB-089, OB-092, OB-093: behind and flanking together are one bonus.
        if attack.circumstances.from_behind {
            bonuses.push((rule!("OB-092"), Bonus::Two));
        } else if melee && self.is_flanked(attack.target, who) {
            bonuses.push((rule!("OB-089"), Bonus::Two));
        }
        if let Some(rule) = self.higher_ground(who, attack.target) {
            bonuses.push((rule, Bonus::Two));
        }
        if fighter.flags.has(Flags::INVISIBLE) {
            bonuses.push((rule!("OB-094"), Bonus::Die));
        }
        if sequence.charge {
            bonuses.push((rule!("OB-095"), Bonus::Die));
        }
        if target.is_helpless() {
            bonuses.push((rule!("OB-096"), Bonus::Die));
        }
        if attack.touch {
            bonuses.push((rule!("OB-097"), Bonus::Die));
        }
        if !bonuses.is_empty() {
            self.add_bonuses(&bonuses, sequence, bonus, dice);
        }
        if fighter.flags.any(Flags::CHANGES_ATTACKS) {
            self.own_penalties(who, attack, bonus, dice);
        }
        if self.setup.has_shadows {
            self.light_penalties(who, attack.target, bonus, dice);
        } else if target.flags.has(Flags::INVISIBLE) {
            dice.add(rule!("OB-104"), -1);
        }
        if self.is_squeezed(who) {
            dice.add(rule!("OB-101"), -1);
        }
        // OB-084
        if !weapon.known {
            dice.add(rule!("OB-103"), -1);
        }
        if sequence.braced {
            dice.add(rule!("OB-241"), -1);
        }
        // OB-107
        if melee && weapon.long && self.blow_distance(who, attack.target) < 2 {
            bonus.add(rule!("OB-107"), -4);
        }
        // OB-108, OB-082
        if attack.nonlethal && !weapon.nonlethal {
            bonus.add(rule!("OB-108"), -4);
        }
        // Only weapons have a range here: section J is not about spells.
        if !melee && weapon.range != 0 {
            self.ranged_penalties(who, attack, weapon, bonus, dice);
        }
        // OB-109
        bonus.add(rule!("OB-109"), i32::from(attack.circumstances.ar));
        dice.add(rule!("OB-109"), i32::from(attack.circumstances.dice));
    }

    /// `OB-087` `OB-088` `OB-R20` `OB-R21` Adds the bonuses that hold: in full, or the largest in full and 1
    /// for each other.
    fn add_bonuses<T: Tally>(self, bonuses: &Bonuses, sequence: Sequence, bonus: &mut T, dice: &mut PoolDice<T>) {
        let options = &self.setup.options;
        let counts = |kind: Bonus| {
            let later = matches!(sequence.number, Number::Of(number) if number > 1);
            !(matches!(kind, Bonus::Die) && options.bonus_dice_first_only && later)
        };
        let largest = match options.bonus_stacking {
            Stacking::Full => None,
            Stacking::Diminishing => {
                let holding = || bonuses.iter().enumerate().filter(|(_, (_, kind))| counts(*kind));
                holding().find(|(_, (_, kind))| matches!(kind, Bonus::Die)).or_else(|| holding().next())
            }
        };
        for (at, &(rule, kind)) in bonuses.iter().enumerate() {
            if !counts(kind) {
                continue;
            }
            match (largest, kind) {
                (Some((largest, _)), _) if largest != at => bonus.add(rule, 1),
                (_, Bonus::Two) => bonus.add(rule, 2),
                (_, Bonus::Die) => dice.add(rule, 1),
            }
        }
    }

    /// `OB-086` `OB-R74` The penalties of the attacker's own conditions: `OB-098`, `OB-099`, `OB-102`, `OB-262`,
    /// `OB-263`, and the Run of `OB-055`.
    pub(crate) fn own_penalties<T: Tally>(
        self,
        who: CombatantId,
        attack: &Attack,
        bonus: &mut T,
        dice: &mut PoolDice<T>,
    ) {
        let fighter = self.fighter(who);
        if attack.way == Way::Melee && fighter.flags.has(Flags::PRONE) {
            bonus.add(rule!("OB-098"), -4);
        }
        bonus.add(rule!("OB-099"), -self.fatigue_penalty(who));
        if fighter.flags.has(Flags::ENTANGLED) {
            bonus.add(rule!("OB-262"), -2);
        }
        if fighter.flags.has(Flags::FRIGHTENED) {
            dice.add(rule!("OB-102"), -1);
        }
        if fighter.flags.has(Flags::RAN) {
            dice.add(rule!("OB-055"), -1);
        }
        // Against anyone but the partner of the hold.
        if fighter.hold.with != NONE && fighter.hold.with != attack.target.0 {
            dice.add(rule!("OB-263"), -1);
        }
    }

    /// `OB-253` `OB-R41` The penalty of a level of fatigue to attack rolls and Defense.
    pub fn fatigue_penalty(self, who: CombatantId) -> i32 {
        let fighter = self.fighter(who);
        match (fighter.flags.has(Flags::FATIGUED), fighter.fatigue) {
            (false, _) => 0,
            (true, 3) => self.setup.options.fatigue3.get(),
            (true, level) => i32::from(level),
        }
    }

    /// `OB-100` `OB-104` `OB-105` `OB-106` `OB-R34` Dim light, darkness and targets that cannot be seen. A
    /// target with both reasons is unseen once.
    fn light_penalties<T: Tally>(self, who: CombatantId, target: CombatantId, bonus: &mut T, dice: &mut PoolDice<T>) {
        let sheet = self.sheet(who);
        // A large figure is as light as its lightest square.
        let light = self.footprint(target).cells().map(|cell| self.floor(cell).light).min_by_key(|light| *light as u8);
        let dark = light == Some(Light::Dark) && !sheet.darkvision;
        if self.fighter(target).flags.has(Flags::INVISIBLE) {
            dice.add(rule!("OB-104"), -1);
        } else if dark {
            dice.add(rule!("OB-105"), -1);
        }
        if light == Some(Light::Dim) && !sheet.darkvision && !sheet.low_light {
            bonus.add(rule!("OB-100"), -1);
        }
    }

    /// `OB-091` `OB-336` `OB-R31` `OB-R88` The rule by which the attacker is higher: it stands so, by the two squares
    /// between which the line runs, or it sits on a mount.
    pub fn higher_ground(self, who: CombatantId, target: CombatantId) -> Option<RuleId> {
        let (one, other) = (self.fighter(who), self.fighter(target));
        let difference = if self.setup.has_heights {
            let (from, to) = crate::movement::threat::line_of_fire(self.footprint(who), self.footprint(target));
            i32::from(self.floor(from).elevation) - i32::from(self.floor(to).elevation)
        } else {
            0
        };
        // OB-336: a mount counts as not mounted, with a rider too.
        match difference {
            1.. => Some(rule!("OB-091")),
            0 if one.rides() && !other.rides() => Some(rule!("OB-336")),
            _ => None,
        }
    }

    /// `OB-160` `OB-162` `OB-163` `OB-164` The penalties of distance, threat and a fight around the target.
    fn ranged_penalties<T: Tally>(
        self,
        who: CombatantId,
        attack: &Attack,
        weapon: &Weapon,
        bonus: &mut T,
        dice: &mut PoolDice<T>,
    ) {
        let increment = increment_penalty(self.distance(who, attack.target), weapon.range);
        let far = if increment < -6 { "over twice its range" } else { "over its range" };
        bonus.add(rule!("OB-160").named(far), increment);
        if self.is_threatened(who) {
            dice.add(rule!("OB-162"), -1);
        }
        if self.is_engaged(attack.target, who) {
            bonus.add(rule!("OB-163"), -2);
        }
    }

    /// `OB-145` `OB-148` `OB-155` The penalty of the number in the sequence.
    pub(crate) fn sequence_penalty<T: Tally>(
        self,
        attack: &Attack,
        weapon: &Weapon,
        sequence: Sequence,
        bonus: &mut T,
    ) {
        // OB-148: every attack with an off-hand weapon that is not light.
        if attack.off_hand && !weapon.light {
            bonus.add(rule!("OB-148"), -3);
        }
        match sequence.number {
            Number::Free => {}
            Number::Of(_) if sequence.pair => bonus.add(rule!("OB-155"), -4),
            Number::Of(_) => bonus.add(rule!("OB-145"), -sequence.penalty()),
        }
    }

    /// `OB-153` `OB-R47` The bonus that the limit from the third attack on goes by: without luck, dice and
    /// the penalty of the number itself.
    pub fn bonus_for_limit<T: Tally>(self, who: CombatantId, attack: &Attack, sequence: Sequence) -> i32 {
        let plain = Attack { luck: 0, ..*attack };
        self.attack_score::<T>(who, &plain, sequence).bonus.total() + sequence.penalty()
    }
}

/// `OB-160` The penalty of a range increment.
///
/// ```
/// use affray_obss::strike::score::increment_penalty;
/// // OB-E51
/// for (distance, penalty) in [(20, 0), (21, -6), (40, -6), (41, -12), (60, -12)] {
///     assert_eq!(increment_penalty(distance, 20), penalty);
/// }
/// ```
pub const fn increment_penalty(distance: u16, range: u8) -> i32 {
    let range = range as u16;
    if distance <= range {
        0
    } else if distance <= 2 * range {
        -6
    } else {
        -12
    }
}
