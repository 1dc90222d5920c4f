//! What attacks are worth: a weapon against an enemy, worked out once for a whole round.
//!
//! The unit is the share of what a figure has left. Estimates, not odds: good enough to choose by.

use super::{odds, tactics};
use crate::attack::{Number, Sequence, most_luck};
use crate::decision::{Attack, Maneuver, ManeuverKind, Way};
use crate::scene::Scene;
use crate::sheet::{Item, UNARMED, Weapon};
use crate::state::{Feinted, Flags, NONE};
use affray_core::grid::Cell;
use affray_core::referee::CombatantId;
use affray_core::tally::{Sum, Tally};
use arrayvec::ArrayVec;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Weapons that are thought of at once.
pub(super) const MOST_AIMS: usize = 4;

/// HP that count beside those that are left, so that the nearly dead are not worth everything.
const SPARE: f32 = 4.0;

/// A weapon against an enemy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aim {
    /// The plain attack.
    pub(super) attack: Attack,
    /// Dice beyond three of the first attack of an activation, and of later ones.
    dice: i32,
    later: i32,
    /// What the dice of the first attack have to supply.
    needed: i32,
    /// The bonus that the limit of `OB-153` goes by.
    pub(super) bonus: i32,
    /// What a plain hit and a critical take in points.
    hit: f32,
    mean: f32,
    /// The same in shares of what the target has left.
    plain: f32,
    critical: f32,
    most_luck: u8,
}

/// What somebody's HP are worth a point.
pub(super) fn share(scene: Scene<'_>, who: CombatantId) -> f32 {
    let fighter = scene.fighter(who);
    let left = i32::from(fighter.hp) - i32::from(fighter.nonlethal);
    1.0 / (left.max(1) as f32 + SPARE)
}

impl Aim {
    /// An attack with that weapon, wherever the two stand.
    pub(super) fn new(scene: Scene<'_>, who: CombatantId, target: CombatantId, item: u8, off_hand: bool) -> Self {
        let weapon = scene.sheet(who).weapon(item);
        let by_dex = weapon.versatile && weapon.known && scene.is_better_by_dex(who);
        Self::of(scene, who, weapon, Attack { off_hand, by_dex, ..Attack::melee(target, item) })
    }

    /// That attack.
    pub(super) fn of(scene: Scene<'_>, who: CombatantId, weapon: &Weapon, attack: Attack) -> Self {
        let first = Sequence { number: Number::Of(1), charge: false, braced: false, pair: false };
        let score = scene.attack_score::<Sum>(who, &attack, first);
        let later = if scene.setup.switches.bonus_dice_first_only {
            scene.attack_score::<Sum>(who, &attack, Sequence { number: Number::Of(2), ..first }).dice
        } else {
            score.dice
        };
        let bonus = score.bonus.total();
        let (sheet, target) = (scene.sheet(who), attack.target);
        let fixed = if attack.off_hand { weapon.off_hand_damage } else { weapon.damage };
        let mean = f32::from(weapon.dice.number) * (f32::from(weapon.dice.sides) + 1.0) / 2.0;
        let hit = (mean + f32::from(fixed) - f32::from(scene.sheet(target).reduction)).max(1.0);
        let mut aim = Self {
            attack,
            dice: score.dice,
            later,
            needed: scene.defense::<Sum>(who, &attack).total() - bonus,
            bonus,
            hit,
            mean,
            plain: 0.0,
            critical: 0.0,
            most_luck: most_luck(i32::from(sheet.bab), sheet.ability(scene.attack_ability(&attack))).min(3) as u8,
        };
        aim.fit(scene);
        aim
    }

    /// Weighs its damage against what the target has left now.
    pub(super) fn fit(&mut self, scene: Scene<'_>) {
        let target = self.attack.target;
        let left = f32::from(scene.fighter(target).hp.max(1)) + SPARE;
        // What goes beyond death is lost.
        let plain = self.hit.min(left);
        let share = share(scene, target);
        self.plain = plain * share;
        self.critical = self.mean.min(left - plain).max(self.mean / 4.0) * share;
    }

    /// What it is worth as the attack of that number, with dice won and points won besides, and its luck.
    #[inline]
    pub(super) fn worth(&self, number: u8, dice: i32, points: i32) -> (f32, u8) {
        let dice = dice + if number <= 1 { self.dice } else { self.later };
        let needed = self.needed + 5 * (i32::from(number) - 1) - points;
        let luck = if self.most_luck == 0 { 0 } else { odds::luck(dice, needed, self.most_luck) };
        (self.of_dice(dice + i32::from(luck), needed + 4 * i32::from(luck)), luck)
    }

    #[inline]
    fn of_dice(&self, dice: i32, needed: i32) -> f32 {
        let (hits, criticals) = odds::hit(dice, needed);
        hits * self.plain + criticals * self.critical
    }

    /// `OB-153` Whether it is legal as the attack of that number.
    pub(super) const fn within_limit(&self, number: u8) -> bool {
        number < 3 || 5 * (number as i32 - 1) <= self.bonus
    }
}

/// The weapons that are ready in somebody's hands or grow on its body; the fists where there are none.
pub(super) fn weapons<'a>(scene: Scene<'a>, who: CombatantId, mut each: impl FnMut(u8, bool, &'a Weapon)) {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let mut any = false;
    // OB-263
    let fits = |weapon: &Weapon| fighter.hold.with == NONE || weapon.light;
    for (item, off_hand) in [(fighter.hands[0], false), (fighter.hands[1], true)] {
        let Some(weapon) = sheet.item(item).and_then(Item::weapon) else { continue };
        let both = fighter.hands[0] == fighter.hands[1];
        let guards = off_hand && (both || fighter.flags.has(Flags::OFF_HAND_GUARD));
        if !guards && (weapon.hands < 2 || both) && fits(weapon) {
            each(item, off_hand, weapon);
            any = true;
        }
    }
    if sheet.natural_reach != 0 {
        for (item, thing) in (0u8..).zip(&sheet.items[..sheet.own as usize]).skip(1) {
            if let Some(weapon) = thing.weapon().filter(|weapon| weapon.natural && fits(weapon)) {
                each(item, false, weapon);
                any = true;
            }
        }
    }
    if !any {
        each(UNARMED, false, sheet.weapon(UNARMED));
    }
}

/// The attacks that somebody could make at an enemy from where it stands.
pub(super) fn aims(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> ArrayVec<Aim, MOST_AIMS> {
    let mut aims = ArrayVec::new();
    let distance = scene.distance(who, target);
    let mut blocked = None;
    let mut is_blocked = || 1 < distance && *blocked.get_or_insert_with(|| scene.is_blocked(who, target));
    weapons(scene, who, |item, off_hand, weapon| {
        if aims.is_full() {
            return;
        }
        let by_dex = weapon.versatile && weapon.known && scene.is_better_by_dex(who);
        let plain = Attack { off_hand, by_dex, ..Attack::melee(target, item) };
        let attack = if weapon.kind.strikes() && distance <= u16::from(weapon.reach) {
            plain
        } else if weapon.kind.flies() && may_fly(scene, who, weapon, distance) {
            Attack { way: Way::Ranged, by_dex: false, ..plain }
        } else {
            return;
        };
        if !is_blocked() {
            aims.push(Aim::of(scene, who, weapon, attack));
        }
    });
    aims
}

/// Whether a weapon is worth shooting or throwing so far: what also strikes is kept unless another follows.
fn may_fly(scene: Scene<'_>, who: CombatantId, weapon: &Weapon, distance: u16) -> bool {
    if weapon.kind.strikes() {
        distance <= u16::from(weapon.range) && (weapon.stays || tactics::has_spare(scene, who))
    } else {
        distance <= 3 * u16::from(weapon.range)
    }
}

/// What estimates about two fighters alone depend on, but for their points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    who: CombatantId,
    target: CombatantId,
    flags: (Flags, Flags),
    places: (Cell, Cell),
    hands: ([u8; 2], [u8; 2]),
    feints: ([Feinted; 4], [Feinted; 4]),
    fatigue: (u8, u8),
    held: u8,
}

/// What attacks change by themselves, and no attack goes by.
const PASSING: Flags = Flags::ATTACKED.and(Flags::OFF_HAND_ATTACKED).and(Flags::SPENT);

/// Estimates that were made before. Between two who are alone they hold as long as their key is the same, in
/// other fights too; where there are others, each of them can make a difference.
#[derive(Debug, Default)]
pub(super) struct Known {
    aims: Slots<ArrayVec<Aim, MOST_AIMS>>,
    threats: Slots<Aim>,
    maneuvers: Slots<[(f32, f32); 3]>,
}

/// Estimates by a hash of their key.
#[derive(Debug)]
struct Slots<T>(Vec<Option<(Key, T)>>);

/// So many of a kind are kept; a power of two.
const SLOTS: usize = 128;

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Slots<T> {
    /// The estimate of a key; made, if it is not known.
    #[inline]
    fn of(&mut self, key: Key, make: impl FnOnce() -> T) -> &mut T {
        let mut hasher = FxHasher::default();
        (key.who, key.flags, key.hands, key.places).hash(&mut hasher);
        if self.0.is_empty() {
            self.0.resize_with(SLOTS, || None);
        }
        let slot = &mut self.0[hasher.finish() as usize % SLOTS];
        if slot.as_ref().is_none_or(|(known, _)| *known != key) {
            *slot = Some((key, make()));
        }
        match slot {
            Some((_, value)) => value,
            None => unreachable!("it was made"),
        }
    }
}

impl Known {
    fn key(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Key> {
        if scene.state.fighters.len() != 2 {
            return None;
        }
        let (own, other) = (scene.fighter(who), scene.fighter(target));
        Some(Key {
            who,
            target,
            flags: (own.flags.without(PASSING), other.flags.without(PASSING)),
            places: (own.at, other.at),
            hands: (own.hands, other.hands),
            feints: (own.feints, other.feints),
            fatigue: (own.fatigue, other.fatigue),
            held: own.hold.with,
        })
    }

    /// [`aims`].
    pub(super) fn aims(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> ArrayVec<Aim, MOST_AIMS> {
        let Some(key) = Self::key(scene, who, target) else { return aims(scene, who, target) };
        let known = self.aims.of(key, || aims(scene, who, target));
        known.iter_mut().for_each(|aim| aim.fit(scene));
        known.clone()
    }

    /// What the enemies near somebody threaten to do; of those that are farther the target alone.
    pub(super) fn danger(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Danger {
        let mut danger = Danger::default();
        if let Some(key) = Self::key(scene, target, who) {
            if scene.fighter(target).is_able() {
                let aim = self.threats.of(key, || threat(scene, target, who));
                aim.fit(scene);
                danger.add(aim);
            }
            return danger;
        }
        let near = |foe: CombatantId| scene.distance(who, foe) <= scene.threat_reach(foe).max(1);
        let mut count = 0;
        for foe in scene.foes(who).filter(|&foe| scene.fighter(foe).is_able() && near(foe)).take(MOST_THREATS) {
            danger.add(&threat(scene, foe, who));
            count += 1;
        }
        if count == 0 && scene.fighter(target).is_able() {
            danger.add(&threat(scene, target, who));
        }
        danger
    }

    /// The chances of a feint, a trip and a blow at the weapon in the main hand: to succeed, and to turn against
    /// their maker.
    pub(super) fn maneuvers(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> [(f32, f32); 3] {
        let make = || {
            [ManeuverKind::Feint, ManeuverKind::Trip, ManeuverKind::Disarm].map(|kind| {
                let opposed = scene.maneuver_check::<Sum>(who, &maneuver(scene, who, target, kind));
                let needed = opposed.check.against - opposed.check.bonus.total() + i32::from(!opposed.tie_wins);
                (odds::reach(opposed.check.dice, needed), 1.0 - odds::reach(opposed.check.dice, needed - 8))
            })
        };
        match Self::key(scene, who, target) {
            Some(key) => *self.maneuvers.of(key, make),
            None => make(),
        }
    }
}

/// A maneuver as a policy would make it.
pub(super) fn maneuver(scene: Scene<'_>, who: CombatantId, target: CombatantId, kind: ManeuverKind) -> Maneuver {
    let item = if kind == ManeuverKind::Disarm { scene.fighter(target).hands[0] } else { 0 };
    Maneuver { kind, target, by_dex: scene.is_better_by_dex(who), item, luck: 0 }
}

/// The best of several for the attack of a number: which, its worth and its luck.
pub(super) fn best(aims: &[Aim], number: u8, dice: i32, points: i32) -> Option<(usize, f32, u8)> {
    let mut best: Option<(usize, f32, u8)> = None;
    for (at, aim) in aims.iter().enumerate() {
        if aim.within_limit(number) {
            let (worth, luck) = aim.worth(number, dice, points);
            if best.is_none_or(|(_, most, _)| most < worth) {
                best = Some((at, worth, luck));
            }
        }
    }
    best
}

/// What enemies threaten to do to somebody.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Danger {
    /// What a point of Defense averts in a round.
    pub(super) one: f32,
    /// What four points avert.
    pub(super) four: f32,
    /// What one attack of an enemy takes, of the later ones of its round.
    pub(super) attack: f32,
}

impl Danger {
    /// Adds what an enemy's two attacks threaten.
    fn add(&mut self, aim: &Aim) {
        let against = |points: i32| {
            let second = aim.of_dice(aim.later, aim.needed + 5 + points);
            (aim.of_dice(aim.dice, aim.needed + points) + second, second)
        };
        let (plain, second) = against(0);
        self.one += plain - against(1).0;
        self.four += plain - against(4).0;
        self.attack = self.attack.max(second);
    }
}

/// An enemy's attack with what it has in hand, wherever the two stand.
fn threat(scene: Scene<'_>, foe: CombatantId, who: CombatantId) -> Aim {
    let (item, off_hand) = main_weapon(scene, foe);
    let weapon = scene.sheet(foe).weapon(item);
    if weapon.kind.strikes() {
        Aim::new(scene, foe, who, item, off_hand)
    } else {
        Aim::of(scene, foe, weapon, Attack { off_hand, way: Way::Ranged, ..Attack::melee(who, item) })
    }
}

/// The weapon that somebody would strike with first.
fn main_weapon(scene: Scene<'_>, who: CombatantId) -> (u8, bool) {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    if sheet.item(fighter.hands[0]).and_then(Item::weapon).is_some() {
        return (fighter.hands[0], false);
    }
    let mut first = None;
    weapons(scene, who, |item, off_hand, _| {
        first.get_or_insert((item, off_hand));
    });
    first.unwrap_or((UNARMED, false))
}

/// Enemies that are thought of when somebody guards.
const MOST_THREATS: usize = 3;

/// More than a point of Defense can avert: a bound that is quickly had.
pub(super) fn most_averted(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> f32 {
    // No number is shown by three dice or more with a higher chance.
    const HIGHEST: f32 = 0.13;
    let (sheet, (item, off_hand)) = (scene.sheet(target), main_weapon(scene, target));
    let weapon = sheet.weapon(item);
    let fixed = if off_hand { weapon.off_hand_damage } else { weapon.damage };
    let mean = f32::from(weapon.dice.number) * (f32::from(weapon.dice.sides) + 1.0) / 2.0;
    2.0 * HIGHEST * (2.0 * mean + f32::from(fixed.max(0))) * share(scene, who)
}
