//! The worth of a wound: an estimate. The chances are the family's, [`affray_3d6::chance`].
//!
//! What never changes of it is worked out once for each mode of each figure and each foe ([`DamageCache`]); what a blow
//! is worth at the moment is read from there with the target's wounds.

use crate::body::injury::{arm_of, knockdown_score};
use crate::body::location::{self, crippling_injury, multiplier};
use crate::decision::{Aim, AllOut, AttackFrom, AttackPlan};
use crate::movement::posture;
use crate::scene::{Scene, Setup};
use crate::sheet::{Damage, DamageType, ItemId, Location, Sheet};
use crate::state::{Fighter, NONE, Posture};
use crate::strike::damage::{divided, strike_damage};
use affray_3d6::chance::Through;
use affray_3d6::damage::Multiplier;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;
use std::collections::BTreeMap;

/// `DF-002` `DF-003` `DF-005` `DF-006` `DF-224` Chances of rolls, blows and contests.
pub(super) use affray_3d6::chance::{landing, success, wins_contest};

/// `DF-068` The one score that is as good as two defenses, one after the other.
pub(super) fn both(one: i32, other: i32) -> i32 {
    let stops = 1.0 - (1.0 - success(one)) * (1.0 - success(other));
    (one.max(other)..17).find(|&score| success(score) >= stops).unwrap_or(17)
}

/// Aims worth a thought, by the kind of damage.
const BLUNT: [Location; 5] = [Location::Torso, Location::Skull, Location::Neck, Location::Face, Location::RightLeg];
const EDGED: [Location; 5] = [Location::Torso, Location::Neck, Location::RightLeg, Location::Skull, Location::Face];
const POINTED: [Location; 5] = [Location::Torso, Location::Vitals, Location::Skull, Location::Neck, Location::RightEye];
const BURNING: [Location; 4] = [Location::Torso, Location::Vitals, Location::Face, Location::Skull];

/// How many of these there are at the most, with an arm for each hand and chinks.
const MOST: usize = 11;

/// The aims that are worth a thought: each with its modifier to hit, and the worth of a blow there.
pub(super) type Worths = ArrayVec<(Aim, i8, f32), MOST>;

/// The effect of a blow that lands somewhere, as far as it never changes.
#[derive(Debug, Clone, Copy)]
struct WoundProfile {
    aim: Aim,
    at: Location,
    /// The modifier to hit a figure that stands.
    modifier: i8,
    /// Of an arm, the hand that has to hold a weapon; else [`NONE`].
    hand: u8,
    through: Through,
    /// A wound is what gets through times the one by the other.
    up: u8,
    under: u8,
    /// It does next to nothing.
    slight: bool,
    /// It can kill.
    deadly: bool,
    /// Its worth at any time.
    fixed: f32,
    /// Its worth for stunning a target that is not stunned.
    stuns: f32,
    /// The chance that it cripples an arm or a hand.
    cripples: f32,
}

impl WoundProfile {
    /// The effect of that damage there. Its worth is a share of a fighter put out of the fight: the share of HP lost,
    /// and the chances of stun, of crippling, of unconsciousness and death.
    fn new(sheet: &Sheet, resistance: i32, aim: Aim, damage: Damage, kind: DamageType, divisor: (u8, u8)) -> Self {
        let at = place_of(aim).0;
        let max = i32::from(sheet.hp);
        let through = Through::new(damage, divided(resistance, divisor));
        let mean = through.mean();
        let Multiplier { times: up, over: under, .. } = multiplier(location::wounded_as(&sheet.body, at), kind);
        let mut profile = Self {
            aim,
            at,
            modifier: match aim {
                Aim::Chinks(at) => location::chinks_to_hit(at).1 as i8,
                _ => location::to_hit(at).1 as i8,
            },
            hand: NONE,
            through,
            up: up as u8,
            under: under as u8,
            slight: mean < 0.01,
            deadly: false,
            fixed: 0.0,
            stuns: 0.0,
            cripples: 0.0,
        };
        if profile.slight {
            // Nothing but a critical hit would do anything.
            profile.fixed = 0.002 * mean.max(0.1);
            return profile;
        }
        let mut hurt = mean * up as f32 / under as f32;
        let knockdown = |major: bool| success(knockdown_score::<Sum>(sheet, Some(at), major, "HT").total());
        let eye = matches!(at, Location::RightEye | Location::LeftEye);
        match crippling_injury(at, max).filter(|_| !eye) {
            Some(crippling) => {
                hurt = hurt.min(crippling as f32);
                let cripples = through.at_least(profile.points(crippling));
                profile.fixed += cripples * 0.4 * (1.0 - knockdown(false));
                match loss_of(sheet, at) {
                    Some(loss) => profile.fixed += cripples * loss,
                    None => profile.cripples = cripples,
                }
            }
            None => {
                let major = through.at_least(profile.points(max / 2 + 1));
                profile.fixed += 0.55 * major * (1.0 - knockdown(true));
                if location::is_head_blow(at) || at == Location::Vitals {
                    profile.stuns = 0.5 * (through.at_least(1) - major).max(0.0) * (1.0 - knockdown(false));
                }
            }
        }
        profile.deadly = crippling_injury(at, max).is_none() || eye;
        if !sheet.traits.high_pain_threshold {
            profile.fixed += 0.03 * hurt.min(4.0);
        }
        // More than all HP are not worth more.
        profile.fixed += hurt.min(max as f32) / max as f32;
        profile
    }

    /// The points that have to get through for a wound of so many HP.
    #[inline]
    fn points(&self, hp: i32) -> i32 {
        let (up, under) = (i32::from(self.up), i32::from(self.under));
        let points = hp.max(1) * under + up - 1;
        if up == 1 { points } else { (points as u32 / up as u32) as i32 }
    }

    /// The worth of the blow now.
    #[inline]
    fn worth(&self, sheet: &Sheet, it: &Fighter, wounds: Wounds) -> f32 {
        if self.slight {
            return self.fixed;
        }
        let mut value = self.fixed;
        if !wounds.stunned {
            value += self.stuns;
        }
        // From 0 HP on it can drop each turn; each full negative multiple can be its death.
        value += if wounds.hp > 0 { 0.6 * self.through.at_least(self.points(wounds.hp)) } else { 0.3 };
        if self.deadly {
            value += 0.5 * self.through.at_least(self.points(wounds.deadly));
        }
        if self.cripples != 0.0 {
            value += self.cripples * loss_of_hand(sheet, it, self.at);
        }
        value
    }
}

/// The wounds of a target.
#[derive(Debug, Clone, Copy)]
struct Wounds {
    hp: i32,
    /// The HP whose loss can be its death.
    deadly: i32,
    stunned: bool,
}

impl Wounds {
    fn of(scene: Scene<'_>, who: CombatantId) -> Self {
        let it = scene.fighter(who);
        let (max, hp) = (i32::from(scene.sheet(who).hp), i32::from(it.hp));
        Self { hp, deadly: (hp + (i32::from(it.deaths) + 1) * max).max(1), stunned: it.is_stunned() }
    }
}

/// Where a blow lands that is aimed so, and whether through chinks.
const fn place_of(aim: Aim) -> (Location, bool) {
    match aim {
        Aim::At(at) => (at, false),
        Aim::Chinks(at) => (at, true),
        _ => (Location::Torso, false),
    }
}

/// Whether nothing is left there that could be lost.
fn is_lost(it: &Fighter, at: Location) -> bool {
    it.is_useless(at) && !matches!(at, Location::RightEye | Location::LeftEye)
}

/// The worth of a blow that lands there: see [`WoundProfile`].
pub(super) fn worth(
    scene: Scene<'_>,
    target: CombatantId,
    aim: Aim,
    damage: Damage,
    kind: DamageType,
    divisor: (u8, u8),
) -> f32 {
    let (sheet, it) = (scene.sheet(target), scene.fighter(target));
    let (at, chinks) = place_of(aim);
    if is_lost(it, at) {
        return 0.0;
    }
    let profile = WoundProfile::new(sheet, scene.resistance(target, at, chinks), aim, damage, kind, divisor);
    profile.worth(sheet, it, Wounds::of(scene, target))
}

/// The cost of losing the use of a part; `None` where it depends on what a hand holds.
fn loss_of(sheet: &Sheet, at: Location) -> Option<f32> {
    match at {
        Location::RightLeg | Location::LeftLeg if sheet.body.legs <= 2 => Some(0.55),
        Location::RightFoot | Location::LeftFoot if sheet.body.legs <= 2 => Some(0.35),
        Location::RightArm | Location::LeftArm | Location::RightHand | Location::LeftHand => None,
        _ => Some(0.15),
    }
}

/// The cost of losing the use of an arm or a hand.
fn loss_of_hand(sheet: &Sheet, it: &Fighter, at: Location) -> f32 {
    match crate::body::injury::hand_of(sheet, at).map(|hand| (hand, it.hands[hand as usize & 3])) {
        // A borrowed shield counts as a weapon.
        Some((_, item)) if item != ItemId::NONE && !is_strapped(sheet, item) => 0.6,
        Some((_, item)) if item != ItemId::NONE => 0.25,
        Some((0, _)) => 0.2,
        _ => 0.1,
    }
}

/// Whether an item is a shield or cloak of that sheet.
fn is_strapped(sheet: &Sheet, item: ItemId) -> bool {
    sheet.items.get(item.index()).is_some_and(|item| item.kind.is_strapped())
}

/// A blow of some kind at somebody, wherever it lands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Striking {
    /// Its damage.
    pub(super) damage: Damage,
    /// The type.
    pub(super) kind: DamageType,
    /// The divisor of armor.
    pub(super) divisor: (u8, u8),
    /// Whether it is an area attack.
    pub(super) area: bool,
}

/// The effects of such a blow at all places that are worth a thought. `resistance` is the DR of a place.
fn wound_profiles(
    sheet: &Sheet,
    blow: Striking,
    resistance: impl Fn(Location, bool) -> i32,
    mut add: impl FnMut(WoundProfile),
) {
    let profile = |aim: Aim| {
        let (at, chinks) = place_of(aim);
        WoundProfile::new(sheet, resistance(at, chinks), aim, blow.damage, blow.kind, blow.divisor)
    };
    let places: &[Location] = match blow.kind {
        kind if kind.is_pointed() => &POINTED,
        DamageType::Cutting => &EDGED,
        DamageType::Burning => &BURNING,
        _ => &BLUNT,
    };
    let burns_all = blow.area && blow.kind == DamageType::Burning;
    let may = |at: Location| location::has(&sheet.body, at) && !(burns_all && at == Location::Vitals);
    for &at in places.iter().filter(|&&at| may(at)) {
        // Of two legs the one with less armor.
        let bare = at == Location::RightLeg && resistance(Location::LeftLeg, false) < resistance(at, false);
        add(profile(Aim::At(if bare { Location::LeftLeg } else { at })));
    }
    // The arm with the weapon.
    for hand in 0..if sheet.body.legs <= 2 { sheet.body.hands.min(4) } else { 0 } {
        let at = arm_of(sheet, hand);
        if location::has(&sheet.body, at) {
            add(WoundProfile { hand, ..profile(Aim::At(at)) });
        }
    }
    if sheet.armor[Location::Torso as usize].rigid >= 3 && blow.kind.is_pointed() {
        add(profile(Aim::Chinks(Location::Torso)));
        if location::has(&sheet.body, Location::Vitals) {
            add(profile(Aim::Chinks(Location::Vitals)));
        }
    }
}

/// The worth of these blows at a target in its present state.
fn worths_of<'a>(scene: Scene<'_>, target: CombatantId, profiles: impl Iterator<Item = &'a WoundProfile>) -> Worths {
    let (sheet, it) = (scene.sheet(target), scene.fighter(target));
    let wounds = Wounds::of(scene, target);
    let armed = |item: ItemId| scene.item(target, item).is_some_and(|item| !item.kind.is_strapped());
    let first = (0..sheet.body.hands.min(4)).find(|&hand| armed(it.hands[hand as usize])).unwrap_or(NONE);
    let bent = !matches!(it.posture, Posture::Standing | Posture::Prone | Posture::FaceUp);
    let maimed = it.is_maimed();
    let mut worths = Worths::new();
    for profile in profiles {
        if profile.hand != NONE && profile.hand != first {
            continue;
        }
        if maimed && (it.destroyed.has(profile.at) || is_lost(it, profile.at)) {
            continue;
        }
        let worth = profile.worth(sheet, it, wounds);
        let mut modifier = profile.modifier;
        if bent && matches!(profile.aim, Aim::At(_)) {
            let to = |at| posture::target_modifier(it.posture, at);
            modifier += (to(profile.at) - to(Location::Torso)) as i8;
        }
        let _ = worths.try_push((profile.aim, modifier, worth));
    }
    worths
}

/// The wounds of blows in every mode at every foe, worked out once an encounter.
#[derive(Debug, Clone)]
pub(super) struct DamageCache {
    all: Vec<WoundProfile>,
    /// By striker: for each mode and target, plain or strong, where in the list they are and how many.
    rows: Vec<Vec<(u32, u8)>>,
    /// Likewise for modes with somebody else's weapons, by striker, mode and target, plain or strong.
    others: BTreeMap<(u8, u16, u8, bool), (u32, u8)>,
    /// The worth of blows, by the place in the list and the state of the target; a slot holds the latest that
    /// fell to it. Without it, a fight of four against four takes 8 % more instructions, a duel 20 %.
    latest: Vec<(u32, u128, Worths)>,
}

/// The place of a slot with nothing in it.
const NOWHERE: u32 = u32::MAX;

/// The number of slots for the worth of blows, as a power of two.
const SLOTS: u32 = 10;

impl Default for DamageCache {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            rows: Vec::new(),
            others: BTreeMap::new(),
            latest: vec![(NOWHERE, 0, Worths::new()); 1 << SLOTS],
        }
    }
}

/// The state of a target as far as the worth of a blow depends on it.
#[inline]
fn target_key(scene: Scene<'_>, target: CombatantId) -> u128 {
    let it = scene.fighter(target);
    u128::from(it.hp as u16)
        | u128::from(it.crippled.bits()) << 16
        | u128::from(it.destroyed.bits()) << 32
        | u128::from(it.deaths) << 48
        | (it.posture as u128) << 56
        | u128::from(it.is_stunned()) << 63
        | u128::from(it.hands_packed()) << 64
}

/// With more figures than that, rows are made when they are needed.
const FEW: usize = 16;

impl DamageCache {
    /// Starts anew for an encounter.
    pub(super) fn begin(&mut self, setup: &Setup) {
        self.all.clear();
        self.others.clear();
        self.latest.iter_mut().for_each(|(at, ..)| *at = NOWHERE);
        self.rows.clear();
        self.rows.resize(setup.combatants.len(), Vec::new());
        if setup.combatants.len() > FEW {
            return;
        }
        for (who, one) in (0..).map(CombatantId).zip(&*setup.combatants) {
            for mode in 0..one.sheet.modes.len() as u16 {
                for (target, other) in (0..).map(CombatantId).zip(&*setup.combatants) {
                    for from in [AttackFrom::Attack, AttackFrom::AllOut(AllOut::Strong)] {
                        if one.side != other.side {
                            self.range(setup, who, mode, target, from);
                        }
                    }
                }
            }
        }
    }

    /// The place in the list of the blows in a mode at a target, in an attack of a maneuver.
    fn range(
        &mut self,
        setup: &Setup,
        who: CombatantId,
        mode: u16,
        target: CombatantId,
        from: AttackFrom,
    ) -> std::ops::Range<usize> {
        let strong = from == AttackFrom::AllOut(AllOut::Strong);
        let (striker, sheet) = (&setup.combatants[who.index()].sheet, &setup.combatants[target.index()].sheet);
        let count = setup.combatants.len();
        let known = if usize::from(mode) < striker.modes.len() {
            let row = &mut self.rows[who.index()];
            if row.is_empty() {
                row.resize(striker.modes.len() * count * 2, (0, 0));
            }
            &mut row[(usize::from(mode) * count + target.index()) * 2 + usize::from(strong)]
        } else {
            self.others.entry((who.0, mode, target.0, strong)).or_default()
        };
        if known.1 == 0
            && let Some(mode) = setup.mode(who, mode)
        {
            let damage = strike_damage(mode, &AttackPlan::of(from));
            let blow = Striking { damage, kind: mode.damage_type, divisor: mode.divisor, area: mode.area };
            let first = self.all.len();
            wound_profiles(
                sheet,
                blow,
                |at, chinks| crate::strike::damage::worn(sheet, at, chinks),
                |profile| self.all.push(profile),
            );
            *known = (first as u32, (self.all.len() - first) as u8);
        }
        known.0 as usize..known.0 as usize + known.1 as usize
    }

    /// The worth of blows in a mode at a target without protecting spells, in an attack of a maneuver.
    pub(super) fn worths(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        mode: u16,
        target: CombatantId,
        from: AttackFrom,
    ) -> &Worths {
        let range = self.range(scene.setup, who, mode, target, from);
        let (at, key) = (range.start as u32, target_key(scene, target));
        let mixed = (key as u64 ^ (key >> 64) as u64 ^ u64::from(at) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = &mut self.latest[(mixed >> (64 - SLOTS)) as usize];
        if (slot.0, slot.1) != (at, key) {
            *slot = (at, key, worths_of(scene, target, self.all[range].iter()));
        }
        &slot.2
    }

    /// The worth of a plain blow in a mode at the torso of a target without protecting spells.
    pub(super) fn worth(&mut self, scene: Scene<'_>, who: CombatantId, mode: u16, target: CombatantId) -> f32 {
        let first = self.range(scene.setup, who, mode, target, AttackFrom::Attack).start;
        let (sheet, it) = (scene.sheet(target), scene.fighter(target));
        self.all[first].worth(sheet, it, Wounds::of(scene, target))
    }
}

/// The worth of such blows at a target, spells worked in.
pub(super) fn worths(scene: Scene<'_>, target: CombatantId, blow: Striking) -> Worths {
    let mut profiles: ArrayVec<WoundProfile, 16> = ArrayVec::new();
    let resistance = |at, chinks| scene.resistance(target, at, chinks);
    wound_profiles(scene.sheet(target), blow, resistance, |profile| {
        let _ = profiles.try_push(profile);
    });
    worths_of(scene, target, profiles.iter())
}
