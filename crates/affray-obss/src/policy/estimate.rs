//! The worth of attacks: a weapon against an enemy, worked out once for a whole round.
//!
//! The unit is the share of the HP that a figure has left. Estimates, not odds: good enough to choose by.

use super::{odds, tactics};
use crate::body::life::reduced;
use crate::decision::{Attack, Maneuver, ManeuverKind, Way};
use crate::dice::check::most_luck;
use crate::options::AttackLimit;
use crate::scene::Scene;
use crate::sheet::{Item, UNARMED, Weapon};
use crate::state::{Fighter, Flags, NONE};
use crate::strike::declare::{Number, Sequence};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;

/// Weapons that are thought of at once.
pub(super) const MOST_AIMS: usize = 4;

/// Weapons against an enemy.
pub(super) type Aims = ArrayVec<Aim, MOST_AIMS>;

/// HP that count beside those that are left, so that the nearly dead are not worth everything.
const SPARE: f32 = 4.0;

/// The promise of the dice of an attack.
#[derive(Debug, Clone, Copy, Default)]
struct Chance {
    /// The chance of a hit.
    hits: f32,
    /// Criticals that are to be expected.
    criticals: f32,
    /// The luck that serves best.
    luck: u8,
}

/// A weapon against an enemy.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aim {
    /// The plain attack.
    pub(super) attack: Attack,
    /// Dice beyond three of the first attack of an activation, and of later ones.
    dice: i32,
    later: i32,
    /// The number that the dice of the first attack have to supply.
    needed: i32,
    /// The bonus that the limit of `OB-153` goes by, and that limit.
    pub(super) bonus: i32,
    limit: AttackLimit,
    /// The points that a plain hit and a critical take.
    hit: f32,
    mean: f32,
    /// These points in shares of the HP that the target has left.
    plain: f32,
    critical: f32,
    most_luck: u8,
    /// Chances by number, plain and with [`EASED`] points more, once it is ready.
    chances: [[Chance; 4]; 2],
}

/// The bonus of a feint or of flanking to attacks, and nearly that of the die of a Precise Strike
/// (`OB-195`).
pub(super) const EASED: i32 = 2;

/// The worth of a point of HP.
#[inline]
fn share(fighter: &Fighter) -> f32 {
    let left = i32::from(fighter.hp) - i32::from(fighter.nonlethal);
    1.0 / (left.max(1) as f32 + SPARE)
}

/// The shares of the HP left that a plain hit and a critical take.
#[inline]
fn weigh(hit: f32, mean: f32, fighter: &Fighter) -> (f32, f32) {
    let left = f32::from(fighter.hp.max(1)) + SPARE;
    // Damage beyond death counts nothing.
    let plain = hit.min(left);
    let share = share(fighter);
    (plain * share, mean.min(left - plain).max(mean / 4.0) * share)
}

impl Aim {
    /// An attack with that weapon, wherever the two stand.
    pub(super) fn new(scene: Scene<'_>, who: CombatantId, target: CombatantId, item: u8, off_hand: bool) -> Self {
        let weapon = scene.sheet(who).weapon(item);
        let by_dex = weapon.versatile && weapon.known && scene.is_better_by_dex(who);
        Self::with(scene, who, weapon, Attack { off_hand, by_dex, ..Attack::melee(target, item) })
    }

    /// That attack.
    pub(super) fn with(scene: Scene<'_>, who: CombatantId, weapon: &Weapon, attack: Attack) -> Self {
        let first = Sequence { number: Number::Of(1), charge: false, braced: false, pair: false };
        let score = scene.attack_score::<Sum>(who, &attack, first);
        let later = if scene.setup.options.bonus_dice_first_only {
            scene.attack_score::<Sum>(who, &attack, Sequence { number: Number::Of(2), ..first }).dice.more()
        } else {
            score.dice.more()
        };
        let bonus = score.bonus.total();
        let (sheet, target) = (scene.sheet(who), attack.target);
        let fixed = sheet.damage::<Sum>(weapon, attack.off_hand, 0).total();
        let mean = f32::from(weapon.dice.number) * (f32::from(weapon.dice.sides) + 1.0) / 2.0;
        let basic = mean + fixed as f32;
        // The mean may lie between two totals.
        let costs = |total: f32| reduced(scene.sheet(target), Sum::of(total as i32)).total() as f32;
        let hit = (costs(basic.floor()) + costs(basic.ceil())) / 2.0;
        let (plain, critical) = weigh(hit, mean, scene.fighter(target));
        Self {
            attack,
            dice: score.dice.more(),
            later,
            needed: scene.defense::<Sum>(who, &attack).total() - bonus,
            bonus,
            limit: scene.setup.options.attack_limit,
            hit,
            mean,
            plain,
            critical,
            most_luck: most_luck(i32::from(sheet.bab), sheet.ability(scene.attack_ability(&attack))).clamp(0, 3) as u8,
            chances: [[Chance::default(); 4]; 2],
        }
    }

    /// Looks up the chances of the first attacks once for all.
    fn make_ready(&mut self) {
        self.chances = [0, EASED].map(|points| {
            [1, 2, 3, 4].map(|number| chance_of(self.dice_of(number), self.needed_by(number, points), self.most_luck))
        });
    }

    /// Weighs its damage against the HP that the target has left now.
    #[inline]
    pub(super) fn fit(&mut self, scene: Scene<'_>) {
        (self.plain, self.critical) = weigh(self.hit, self.mean, scene.fighter(self.attack.target));
    }

    const fn dice_of(&self, number: u8) -> i32 {
        if number <= 1 { self.dice } else { self.later }
    }

    const fn needed_by(&self, number: u8, points: i32) -> i32 {
        self.needed + 5 * (number as i32 - 1) - points
    }

    /// Its worth as the attack of that number, with dice won and points won besides, and its luck.
    pub(super) fn worth(&self, number: u8, dice: i32, points: i32) -> (f32, u8) {
        self.of(&chance_of(dice + self.dice_of(number), self.needed_by(number, points), self.most_luck))
    }

    /// The worth of an aim that is ready, plain or with [`EASED`] points more, and its luck.
    #[inline]
    pub(super) fn planned(&self, number: u8, eased: bool) -> (f32, u8) {
        match self.chances[usize::from(eased)].get(usize::from(number).wrapping_sub(1)) {
            Some(chance) => self.of(chance),
            None => self.worth(number, 0, if eased { EASED } else { 0 }),
        }
    }

    #[inline]
    fn of(&self, chance: &Chance) -> (f32, u8) {
        (chance.hits * self.plain + chance.criticals * self.critical, chance.luck)
    }

    /// Whether the attack of that number is likely to take so many HP by a plain hit.
    pub(super) fn fells(&self, number: u8, hp: i16) -> bool {
        let chance = chance_of(self.dice_of(number), self.needed_by(number, 0), self.most_luck);
        self.hit >= f32::from(hp) && chance.hits > 0.5
    }

    /// `OB-153` Whether it is legal as the attack of that number.
    #[inline]
    pub(super) const fn within_limit(&self, number: u8) -> bool {
        self.limit.allows(number, self.bonus - 5 * (number as i32 - 1))
    }
}

/// The promise of dice where luck may be bought.
fn chance_of(dice: i32, needed: i32, most_luck: u8) -> Chance {
    let luck = if most_luck == 0 { 0 } else { odds::luck(dice, needed, most_luck) };
    let (hits, criticals) = odds::hit(dice + i32::from(luck), needed + 4 * i32::from(luck));
    Chance { hits, criticals, luck }
}

/// The weapons in hand and the natural ones; the fists where there are none.
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

/// The possible attacks at an enemy from the own square.
pub(super) fn aims(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Aims {
    let mut aims = Aims::new();
    let (distance, near) = (scene.distance(who, target), scene.blow_distance(who, target));
    let mut blocked = None;
    let mut is_blocked = || distance > 1 && *blocked.get_or_insert_with(|| scene.is_blocked(who, target));
    weapons(scene, who, |item, off_hand, weapon| {
        if aims.is_full() {
            return;
        }
        let by_dex = weapon.versatile && weapon.known && scene.is_better_by_dex(who);
        let plain = Attack { off_hand, by_dex, ..Attack::melee(target, item) };
        let attack = if weapon.kind.strikes() && near <= u16::from(weapon.reach) {
            plain
        } else if weapon.kind.flies() && may_fly(scene, who, weapon, distance) {
            Attack { way: Way::Ranged, by_dex: false, ..plain }
        } else {
            return;
        };
        if !is_blocked() {
            aims.push(Aim::with(scene, who, weapon, attack));
        }
    });
    aims
}

/// Whether a weapon is worth shooting or throwing so far: the last melee weapon is not thrown.
fn may_fly(scene: Scene<'_>, who: CombatantId, weapon: &Weapon, distance: u16) -> bool {
    if weapon.kind.strikes() {
        distance <= u16::from(weapon.range) && (weapon.stays || tactics::has_spare(scene, who))
    } else {
        distance <= 3 * u16::from(weapon.range)
    }
}

/// The inputs of estimates about two fighters alone, apart from their points: conditions, places, hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key([u64; 4]);

/// Flags that no estimate goes by.
const PASSING: Flags = Flags::ATTACKED
    .union(Flags::OFF_HAND_ATTACKED)
    .union(Flags::ACTING)
    .union(Flags::SPENT)
    .union(Flags::INT_INITIATIVE)
    .union(Flags::DEAF_COUNTED);

impl Key {
    /// `None` where a third combatant or an open feint can make a difference.
    #[inline]
    fn of(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Self> {
        let [one, two] = &scene.state.fighters[..] else { return None };
        let (own, other) = if who.0 == 0 { (one, two) } else { (two, one) };
        // Of feints those that are open stand first.
        if own.feints[0].whom & other.feints[0].whom != NONE || who == target {
            return None;
        }
        let half = |cell: Cell| u64::from(cell.q as u16) << 16 | u64::from(cell.r as u16);
        let hands = [who.0, own.hands[0], own.hands[1], other.hands[0], other.hands[1], own.hold.with];
        let [a, b, c, d, e, f] = hands;
        let small = u64::from_le_bytes([a, b, c, d, e, f, own.fatigue, other.fatigue]);
        let flags = [own.flags.without(PASSING).bits(), other.flags.without(PASSING).bits()];
        Some(Self([flags[0], flags[1], half(own.at) << 32 | half(other.at), small]))
    }

    #[inline]
    fn slot(&self) -> usize {
        let [a, b, c, d] = self.0;
        let mixed = (a ^ b.rotate_left(23) ^ c.rotate_left(7) ^ d.rotate_left(41)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (u64::BITS - SLOTS.ilog2())) as usize
    }
}

/// So many of a kind are kept; a power of two.
const SLOTS: usize = 256;

/// Estimates that were made before, by their keys.
#[derive(Debug)]
struct Slots<T> {
    /// The place by hash, from 1 on; 0 for none.
    index: Vec<u16>,
    entries: Vec<(Key, T)>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { index: Vec::new(), entries: Vec::new() }
    }
}

impl<T> Slots<T> {
    /// The estimate of a key; made, if it is not known.
    #[inline]
    fn of(&mut self, key: Key, make: impl FnOnce() -> T) -> &mut T {
        let slot = key.slot();
        let known = self.index.get(slot).map_or(0, |&place| usize::from(place));
        match self.entries.get(known.wrapping_sub(1)) {
            Some((other, _)) if *other == key => &mut self.entries[known - 1].1,
            _ => self.keep(slot, key, make()),
        }
    }

    #[cold]
    fn keep(&mut self, slot: usize, key: Key, value: T) -> &mut T {
        if self.index.is_empty() {
            self.index.resize(SLOTS, 0);
            self.entries.reserve_exact(SLOTS);
        }
        let place = &mut self.index[slot];
        if *place == 0 {
            self.entries.push((key, value));
            *place = self.entries.len() as u16;
        } else {
            self.entries[usize::from(*place) - 1] = (key, value);
        }
        let place = usize::from(*place) - 1;
        &mut self.entries[place].1
    }
}

/// Estimates about an enemy: each part is made once, when it is asked for.
#[derive(Debug, Default)]
pub(super) struct Pair {
    stand: Option<Stand>,
    aims: Option<Aims>,
    threats: Option<ArrayVec<Threat, MOST_THREATS>>,
    /// No enemy is near: the target has to come, and may come to others.
    remote: bool,
    maneuvers: Option<[(f32, f32); 3]>,
    /// It goes by more than the key: whether to throw a weapon, by the other weapons that could be drawn.
    fleeting: bool,
}

/// How two stand to each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    /// The enemy is where the weapon in hand reaches.
    pub(super) near: bool,
    /// No wall is between them, or they are next to each other.
    pub(super) open: bool,
    /// The weapon in hand is for shooting, or to be thrown.
    pub(super) far: bool,
    /// The enemy is closer than a long weapon wants it.
    pub(super) too_close: bool,
}

/// Estimates about the way to an enemy out of reach.
#[derive(Debug)]
pub(super) struct Coming {
    /// The attacks there.
    pub(super) aims: Aims,
    /// The blow of a weapon that could be set against a charge.
    pub(super) met: Option<Aim>,
    /// Whether there is a way for a charge, once that was asked.
    pub(super) way: Option<bool>,
}

/// Estimates that were made before. Between two who are alone they hold as long as their key is the same, in
/// other fights too; where there are others, each of them can make a difference.
#[derive(Debug, Default)]
pub(super) struct EstimateCache {
    pairs: Slots<Pair>,
    comings: Slots<Coming>,
    /// Estimates of a fight of more than two, made anew each time.
    pair: Pair,
    coming: Option<Coming>,
}

impl EstimateCache {
    /// Estimates about an enemy.
    #[inline]
    pub(super) fn pair(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> &mut Pair {
        match Key::of(scene, who, target) {
            Some(key) => {
                let pair = self.pairs.of(key, || Pair::new(scene, who));
                if pair.fleeting {
                    *pair = Pair { fleeting: true, ..Pair::default() };
                }
                pair
            }
            None => {
                self.pair = Pair::default();
                &mut self.pair
            }
        }
    }

    /// Estimates about the way to an enemy.
    pub(super) fn coming(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> &mut Coming {
        match Key::of(scene, who, target) {
            Some(key) => {
                let coming = self.comings.of(key, || Coming::new(scene, who, target));
                coming.fit(scene);
                coming
            }
            None => self.coming.insert(Coming::new(scene, who, target)),
        }
    }
}

impl Coming {
    fn new(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Self {
        let mut aims = Aims::new();
        weapons(scene, who, |item, off_hand, weapon| {
            if weapon.kind.strikes() && !aims.is_full() {
                aims.push(Aim::new(scene, who, target, item, off_hand));
            }
        });
        let met = scene
            .brace_weapon(target)
            .map(|item| Aim::new(scene, target, who, item, scene.fighter(target).hands[0] != item));
        Self { aims, met, way: None }
    }

    fn fit(&mut self, scene: Scene<'_>) {
        self.aims.iter_mut().chain(&mut self.met).for_each(|aim| aim.fit(scene));
    }
}

impl Pair {
    fn new(scene: Scene<'_>, who: CombatantId) -> Self {
        let mut fleeting = false;
        weapons(scene, who, |_, _, weapon| fleeting |= weapon.kind.flies() && weapon.kind.strikes());
        Self { fleeting, ..Self::default() }
    }

    /// How the two stand.
    #[inline]
    pub(super) fn stand(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Stand {
        *self.stand.get_or_insert_with(|| {
            let distance = scene.blow_distance(who, target);
            Stand {
                near: distance <= scene.threat_reach(who).max(1),
                open: distance <= 1 || !scene.is_blocked(who, target),
                far: tactics::shoots(scene, who) || tactics::skirmishes(scene, who),
                too_close: distance < 2 && tactics::is_long(scene, who),
            }
        })
    }

    /// [`aims`], weighed against the HP that the target has left now.
    #[inline]
    pub(super) fn aims(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> &[Aim] {
        let aims = self.aims.get_or_insert_with(|| {
            let mut aims = aims(scene, who, target);
            aims.iter_mut().for_each(Aim::make_ready);
            aims
        });
        aims.iter_mut().for_each(|aim| aim.fit(scene));
        aims
    }

    /// The aims that were asked for last.
    #[inline]
    pub(super) fn known_aims(&self) -> &[Aim] {
        self.aims.as_deref().unwrap_or_default()
    }

    /// The danger from near enemies, and from the target.
    pub(super) fn danger(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Danger {
        let threats = self.threats.get_or_insert_with(|| {
            let able = |foe: CombatantId| scene.fighter(foe).is_able();
            let near = |foe: CombatantId| scene.blow_distance(who, foe) <= scene.threat_reach(foe).max(1);
            let threat = |foe: CombatantId| Threat::of(&threat(scene, foe, who));
            let mut threats = ArrayVec::new();
            if scene.state.fighters.len() > 2 {
                threats.extend(scene.foes(who).filter(|&foe| able(foe) && near(foe)).take(MOST_THREATS).map(threat));
            }
            self.remote = threats.is_empty();
            if threats.is_empty() && able(target) {
                threats.push(threat(target));
            }
            threats
        });
        let mut danger = Danger::default();
        for threat in threats {
            danger.add(threat, scene.fighter(who));
        }
        danger
    }

    /// The share of the danger that a guard averts: of a far enemy, which may turn on any of several, an even share.
    pub(super) fn share_of_danger(&self, scene: Scene<'_>, who: CombatantId) -> f32 {
        if !self.remote || scene.state.fighters.len() == 2 {
            return 1.0;
        }
        let friend = |one: &CombatantId| {
            let fighter = scene.fighter(*one);
            !fighter.is_mount && fighter.stands() && !scene.are_foes(*one, who)
        };
        1.0 / scene.state.ids().filter(friend).count().max(1) as f32
    }

    /// The chances of a feint, a trip and a blow at the weapon in the main hand: to succeed, and to turn against
    /// their maker.
    pub(super) fn maneuvers(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> [(f32, f32); 3] {
        *self.maneuvers.get_or_insert_with(|| {
            [ManeuverKind::Feint, ManeuverKind::Trip, ManeuverKind::Disarm].map(|kind| {
                let check = scene.maneuver_check::<Sum>(who, &maneuver(scene, who, target, kind));
                let needed = check.needed();
                (odds::reach(check.dice.more(), needed), 1.0 - odds::reach(check.dice.more(), needed - 8))
            })
        })
    }
}

/// `OB-243` The chance that somebody who is tripped is up again at once, for the Immediate.
pub(super) fn springs_up(scene: Scene<'_>, who: CombatantId) -> f32 {
    let check = scene.stand_check::<Sum>(who, 0);
    let chance = odds::reach(check.dice.more(), check.needed());
    if scene.fighter(who).has_immediate() && chance > super::LIKELY_UP { chance } else { 0.0 }
}

/// The worth of the blows that leaving the reach of enemies would provoke.
pub(super) fn toll(scene: Scene<'_>, who: CombatantId) -> f32 {
    let strikers = scene.foes(who).filter(|&foe| scene.may_strike_out(foe, who));
    strikers.map(|foe| threat(scene, foe, who).worth(1, 0, 0).0).sum()
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
            if best.is_none_or(|(_, most, _)| worth > most) {
                best = Some((at, worth, luck));
            }
        }
    }
    best
}

/// The best of several that are ready, with [`EASED`] points more or without.
#[inline]
pub(super) fn best_planned(aims: &[Aim], number: u8, eased: bool) -> Option<(usize, f32, u8)> {
    let mut best: Option<(usize, f32, u8)> = None;
    for (at, aim) in aims.iter().enumerate() {
        if aim.within_limit(number) {
            let (worth, luck) = aim.planned(number, eased);
            if best.is_none_or(|(_, most, _)| worth > most) {
                best = Some((at, worth, luck));
            }
        }
    }
    best
}

/// The danger from enemies.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Danger {
    /// The damage that a point of Defense averts in a round.
    pub(super) one: f32,
    /// The damage that four points avert.
    pub(super) four: f32,
    /// The damage of one of the later attacks of an enemy in a round.
    pub(super) attack: f32,
}

/// The danger from two attacks of an enemy, as hits and criticals.
#[derive(Debug, Clone, Copy)]
struct Threat {
    /// The points that a plain hit and a critical take.
    hit: f32,
    mean: f32,
    /// The part that a point of Defense averts.
    one: (f32, f32),
    /// The part that four avert.
    four: (f32, f32),
    /// The second attack.
    second: (f32, f32),
}

impl Threat {
    fn of(aim: &Aim) -> Self {
        let second = |points: i32| odds::hit(aim.later, aim.needed + 5 + points);
        let both = |points: i32| {
            let (one, other) = (odds::hit(aim.dice, aim.needed + points), second(points));
            (one.0 + other.0, one.1 + other.1)
        };
        let averts = |points: i32| (both(0).0 - both(points).0, both(0).1 - both(points).1);
        Self { hit: aim.hit, mean: aim.mean, one: averts(1), four: averts(4), second: second(0) }
    }
}

impl Danger {
    /// Adds the danger from an enemy.
    #[inline]
    fn add(&mut self, threat: &Threat, own: &Fighter) {
        let (plain, critical) = weigh(threat.hit, threat.mean, own);
        let points = |(hits, criticals): (f32, f32)| hits * plain + criticals * critical;
        self.one += points(threat.one);
        self.four += points(threat.four);
        self.attack = self.attack.max(points(threat.second));
    }
}

/// An enemy's attack with its weapon in hand, at any distance.
fn threat(scene: Scene<'_>, foe: CombatantId, who: CombatantId) -> Aim {
    let (item, off_hand) = main_weapon(scene, foe);
    let weapon = scene.sheet(foe).weapon(item);
    if weapon.kind.strikes() {
        Aim::new(scene, foe, who, item, off_hand)
    } else {
        Aim::with(scene, foe, weapon, Attack { off_hand, way: Way::Ranged, ..Attack::melee(who, item) })
    }
}

/// The first weapon of a combatant.
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

/// The most enemies that count for a guard.
const MOST_THREATS: usize = 3;
