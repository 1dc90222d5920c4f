//! The worth of a blow: chances and expected wounds from the family's tables.

use super::defend::{has_hand, may_use, rank};
use super::tactics::usable;
use crate::body::damage::multiplier;
use crate::decision::{AllOut, Defense, DefenseKind, Form, From, IncomingAttack, NO_MODE, Plan, Strike, Trade};
use crate::scene::Scene;
use crate::sheet::{Item, ItemKind, ShieldKind};
use crate::state::{Flags, Posture};
use crate::strike::defense::Before;
use crate::strike::strength;
use crate::strike::to_hit::location_modifier;
use affray_3d6::chance::{Landing, Through, critical, landing, lands, success};
use affray_3d6::damage::{Damage, DamageType, Multiplier};
use affray_3d6::location::{Location, crippling_injury, is_limb};
use affray_grid::Arc;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;

/// Reach C alone.
pub(super) const CLOSE: u16 = 0b1;

/// A foe and its best defense, worked out once a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) foe: CombatantId,
    /// `None` for no defense at all.
    pub(super) guard: Option<i32>,
    /// Its best defense against a blow out of its own hex.
    close: Option<i32>,
}

impl Target {
    /// Of an attack with that mode; all that are made in melee are alike.
    pub(super) fn of(scene: Scene<'_>, who: CombatantId, foe: CombatantId, mode: u16) -> Self {
        let distance = scene.blow_distance(who, foe).min(1);
        let guarded = guard(scene, foe, who, mode, distance);
        let goes_close = distance != 0 && mode == NO_MODE && scene.modes(who).any(|(_, mode)| mode.reach == CLOSE);
        let close = if goes_close { guard(scene, foe, who, mode, 0) } else { guarded };
        Self { foe, guard: guarded, close }
    }

    /// Against a blow that strikes at those distances.
    pub(super) const fn against(self, reach: u16) -> Option<i32> {
        if reach == CLOSE { self.close } else { self.guard }
    }
}

/// `G4-R25` The best defense of a figure against a plain attack at a distance; `None` where it has none.
fn guard(scene: Scene<'_>, who: CombatantId, by: CombatantId, mode: u16, distance: i32) -> Option<i32> {
    let flight = if mode == NO_MODE { None } else { scene.flight(by, &Strike::plain(mode, who)) };
    let attack = IncomingAttack {
        by,
        mode,
        form: Form::Blow,
        arc: scene.arc_to(who, by),
        behind: scene.fighter(by).behind & 1 << (who.0 & 63) != 0,
        flight,
        distance: distance as i16,
        deceptive: 0,
        telegraphic: false,
        feint: 0,
        dual: false,
        unaware: flight.is_some() && scene.is_blind(who),
    };
    scene.can_defend(who, &attack).ok()?;
    let steps = attack.flight.is_none() && scene.is_free_to_retreat(who);
    let mut best = (DefenseKind::Dodge, rank(scene, who, DefenseKind::Dodge, steps));
    for kind in [DefenseKind::Parry(0), DefenseKind::Parry(1), DefenseKind::Block] {
        let rank = rank(scene, who, kind, steps);
        if rank > best.1 && has_hand(scene, who, kind) && may_use(scene, who, &attack, kind) {
            best = (kind, rank);
        }
    }
    let retreat = steps.then(|| scene.fighter(who).facing.opposite());
    let defense = Defense { retreat, ..Defense::plain(best.0) };
    Some(scene.defense_score::<Sum>(who, &attack, &defense, Before::default()).total())
}

/// The worth of a critical hit, which does more harm than others, beyond that of one that lands.
const CRITICALS: f32 = 0.6;

/// Locations that opponents consider.
const AIMS: [Location; 9] = [
    Location::Torso,
    Location::Vitals,
    Location::Groin,
    Location::Neck,
    Location::Face,
    Location::Skull,
    Location::RightArm,
    Location::RightLeg,
    Location::RightEye,
];

/// What a critical miss costs.
const FUMBLE: f32 = 0.05;

/// `G4-004` The chance of a critical miss that a low skill adds.
fn fumbles(skill: i32) -> f32 {
    success(16) - success(skill + 9)
}

/// No blow is worth more than this: a foe out of the fight is out of it, however it came to that.
const MOST: f32 = 0.85;

/// The worth of a blow that lands, as a share of a whole fight.
pub(super) fn wound(scene: Scene<'_>, who: CombatantId, at: Location, damage: Damage, kind: DamageType) -> f32 {
    let dr = scene.sheet(who).resistance(at);
    let (max, hp) = (i32::from(scene.sheet(who).hp), i32::from(scene.fighter(who).hp));
    let through = Through::new(damage, dr);
    let Multiplier { times, over, .. } = multiplier(scene.sheet(who).wounded_as(at), kind);
    let points = |injury: i32| (injury * over + times - 1) / times;
    let mut mean = through.mean() * times as f32 / over as f32;
    let major = through.at_least(points(max / 2 + 1));
    let mut worth = 0.0;
    if is_limb(at) {
        let least = crippling_injury(at, max).unwrap_or(max);
        // G4-R34: a crippled limb is not crippled again.
        let cripples = if scene.fighter(who).is_crippled(at) { 0.0 } else { through.at_least(points(least)) };
        mean = mean.min(least as f32);
        // A combatant that cannot hold a weapon or stand has all but lost.
        worth += 0.55 * cripples;
    } else {
        // At 0 it may fall at every turn, at -HP it may die.
        worth += 0.6 * through.at_least(points(hp.max(1))) + 0.4 * through.at_least(points(hp.max(0) + max));
    }
    let fails = |major: bool| {
        let score = scene.knockdown_score::<Sum>(who, at, kind, major);
        score.map_or(0.0, |score| 1.0 - success(score.total()))
    };
    let falls = major * fails(true) + (through.at_least(1) - major).max(0.0) * fails(false);
    // Who is stunned already loses nothing more by that.
    let falls = if scene.fighter(who).flags.has(Flags::STUNNED) { 0.0 } else { 0.7 * falls };
    (worth + mean.min(max as f32) / max as f32 + falls).min(MOST)
}

/// A strike with its worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct RatedStrike {
    pub(super) strike: Strike,
    /// Its worth, the chance to land worked in.
    pub(super) worth: f32,
    /// The chance that it lands.
    pub(super) chance: f32,
    /// The additional worth of a Mighty Blow there, if it lands.
    pub(super) more: f32,
}

/// The inputs of the worth of a blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct BlowKey {
    who: u8,
    foe: u8,
    mode: u16,
    /// With the damage of a Mighty Blow or of an All-Out Attack (Strong).
    strong: bool,
    /// The foe is stunned.
    stunned: bool,
    /// Crippled parts of the foe, a bit each.
    crippled: u16,
    /// HP of the foe, at least 0.
    hp: i16,
}

/// A location to aim at.
#[derive(Debug, Clone, Copy)]
struct AimPoint {
    at: Location,
    modifier: i8,
    /// The worth of a blow there that lands.
    worth: f32,
    /// The additional worth of a Mighty Blow there.
    more: f32,
}

/// Locations worth aiming at, the easiest first.
type AimPoints = ArrayVec<AimPoint, 8>;

/// The number of slots in the cache; a power of two.
const BLOWS: usize = 512;

/// The worth of blows in one encounter, worked out once for each input.
#[derive(Debug, Clone)]
pub(super) struct BlowCache(Vec<(Option<BlowKey>, AimPoints)>);

impl BlowCache {
    /// An empty cache.
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Empties it.
    pub(super) fn clear(&mut self) {
        self.0.clear();
        self.0.resize(BLOWS, (None, AimPoints::new()));
    }

    /// The locations for such a blow.
    fn places(&mut self, scene: Scene<'_>, blow: BlowKey) -> &AimPoints {
        let BlowKey { who, foe, mode, strong, stunned, crippled, hp } = blow;
        let [low, high] = mode.to_le_bytes();
        let [hp_low, hp_high] = hp.to_le_bytes();
        let key = u64::from_le_bytes([who, foe, low, strong.into(), hp_low, hp_high, high, stunned.into()]);
        let slot = ((key ^ u64::from(crippled) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % BLOWS;
        let (known, places) = &mut self.0[slot];
        if *known != Some(blow) {
            (*known, *places) = (Some(blow), aim_points_for(scene, blow));
        }
        places
    }
}

/// The locations worth aiming at: none is harder to hit than another one of equal worth.
fn aim_points_for(scene: Scene<'_>, blow: BlowKey) -> AimPoints {
    let mut places = AimPoints::new();
    let Some(mode) = scene.mode(CombatantId(blow.who), blow.mode) else { return places };
    let foe = CombatantId(blow.foe);
    let stronger = Damage { add: mode.damage.add + strength(mode.damage), ..mode.damage };
    let damage = if blow.strong { stronger } else { mode.damage };
    for at in AIMS {
        // One arm is as good as the other to whoever still has the use of it.
        let crippled = at == Location::RightArm && scene.fighter(foe).is_crippled(at);
        let at = if crippled { Location::LeftArm } else { at };
        let small = matches!(at, Location::Vitals | Location::RightEye);
        if small && !mode.kind.is_pointed() || scene.sheet(foe).lacks(at) {
            continue;
        }
        // An eye is for those who find no other way through the armor.
        if at == Location::RightEye && places.iter().any(|place| place.worth > 0.0) {
            continue;
        }
        let worth = wound(scene, foe, at, damage, mode.kind);
        let modifier = location_modifier(at).0 as i8;
        if places.iter().any(|place| place.modifier >= modifier && place.worth >= worth) {
            continue;
        }
        places.retain(|place| place.modifier > modifier || place.worth > worth);
        let more = if blow.strong { 0.0 } else { wound(scene, foe, at, stronger, mode.kind) - worth };
        places.push(AimPoint { at, modifier, worth, more });
    }
    places
}

/// A mode at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct UsableMode {
    pub(super) mode: u16,
    /// Distances at which it strikes, a bit each; none of a ranged mode.
    pub(super) reach: u16,
    /// It takes Rapid Recovery first.
    pub(super) recover: bool,
    /// With a Mighty Blow.
    pub(super) mighty: bool,
}

impl UsableMode {
    /// A mode that is ready.
    pub(super) const fn ready(mode: u16, reach: u16) -> Self {
        Self { mode, reach, recover: false, mighty: false }
    }
}

/// A combatant against one foe.
#[derive(Debug)]
pub(super) struct Matchup<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) who: CombatantId,
    pub(super) target: Target,
    /// The melee modes that it can use.
    pub(super) melee: ArrayVec<UsableMode, 16>,
    pub(super) cache: &'a mut BlowCache,
}

impl<'a> Matchup<'a> {
    /// Of that foe.
    pub(super) fn of(scene: Scene<'a>, who: CombatantId, foe: CombatantId, cache: &'a mut BlowCache) -> Self {
        let target = Target::of(scene, who, foe, NO_MODE);
        let mut matchup = Self { scene, who, target, melee: ArrayVec::new(), cache };
        for (number, mode) in scene.modes(who) {
            if mode.ranged.is_none()
                && let Some(recover) = usable(scene, who, mode)
            {
                // More than these nobody has in hand.
                let _ = matchup.melee.try_push(UsableMode { recover, ..UsableMode::ready(number, mode.reach) });
            }
        }
        matchup
    }

    /// What the worth of a blow in a mode depends on.
    fn blow(&self, mode: u16, strong: bool) -> BlowKey {
        let foe = self.scene.fighter(self.target.foe);
        BlowKey {
            who: self.who.0,
            foe: self.target.foe.0,
            mode,
            strong,
            stunned: foe.flags.has(Flags::STUNNED),
            crippled: foe.crippled,
            hp: foe.hp.max(0),
        }
    }

    /// Whether a blow or shot in a mode gets through the armor of the foe somewhere, however hard that is to hit.
    pub(super) fn gets_through(&mut self, mode: u16, strong: bool) -> bool {
        let blow = self.blow(mode, strong);
        self.cache.places(self.scene, blow).iter().any(|place| place.worth > 0.0)
    }

    /// Whether no blow with what is in hand gets through, not even a mighty one.
    pub(super) fn hurts_nowhere(&mut self) -> bool {
        let modes: ArrayVec<u16, 16> = self.melee.iter().map(|usable| usable.mode).collect();
        !modes.is_empty()
            && !modes.into_iter().any(|mode| self.gets_through(mode, false) || self.gets_through(mode, true))
    }

    /// The best way to make a plain strike, wherever it may be aimed.
    pub(super) fn best_blow(
        &mut self,
        usable: UsableMode,
        plan: &Plan,
        trade: Trade,
        flurry: bool,
    ) -> Option<RatedStrike> {
        let (scene, who, foe) = (self.scene, self.who, self.target.foe);
        let ranged = scene.mode(who, usable.mode)?.ranged.is_some();
        let plain =
            Strike { flurry, recover: usable.recover, mighty: usable.mighty, ..Strike::plain(usable.mode, foe) };
        // G4-139: no Charge is deceptive, not even a heroic one.
        let charges = matches!(plan.from, From::Charge { .. });
        let telegraphs = !ranged && !charges && plan.from != From::AllOut(AllOut::Feint);
        let feint = scene.fighter(who).feint;
        let margin = if feint.foe == foe.0 { i32::from(feint.margin) } else { 0 };
        let guard = self.target.against(usable.reach).map(|guard| guard - margin);
        let skill = scene.attack_score::<Sum>(who, &plain, plan, trade).total();
        let strong = usable.mighty || plan.from == From::AllOut(AllOut::Strong);
        // What a telegraph gives away.
        let unstopped = guard.map_or(1.0, |guard| 1.0 - success(guard + 2));
        let mut best = (0.0, 0.0, None, 0, false);
        let blow = self.blow(usable.mode, strong);
        for place in self.cache.places(scene, blow) {
            let skill = skill + i32::from(place.modifier);
            if skill < 2 {
                break;
            }
            if place.worth <= best.0 {
                continue;
            }
            let straight = if charges {
                Landing { chance: if skill < 3 { 0.0 } else { lands(skill, guard) }, levels: 0 }
            } else {
                landing(skill, guard.map(|guard| guard.max(0)))
            };
            // What deception costs of critical hits, which do more harm than others.
            let deceptive = 2 * i32::from(straight.levels);
            let plainly = if skill < 3 { 0.0 } else { lands(skill, guard) };
            let gains = straight.chance - plainly > CRITICALS * (critical(skill) - critical(skill - deceptive));
            let (mut chance, mut levels, mut open) =
                if gains { (straight.chance, straight.levels, false) } else { (plainly, 0, false) };
            if telegraphs && skill < 16 {
                // G4-141: the bonus makes no hit critical.
                let (hit, sure) = (success(skill + 4), critical(skill));
                let openly = if guard.is_some() { sure + (hit - sure) * unstopped } else { hit };
                if openly > chance + 0.01 {
                    (chance, levels, open) = (openly, 0, true);
                }
            }
            // G4-141: a telegraph does not change what is a critical miss.
            let risk = fumbles(skill - 2 * i32::from(levels));
            let worth = chance * place.worth - FUMBLE * risk;
            if worth > best.0 {
                best = (worth, chance, Some(*place), levels, open);
            }
        }
        let (worth, chance, place, levels, telegraphic) = best;
        let place = place?;
        let strike = Strike { at: place.at, deceptive: -2 * levels as i8, telegraphic, ..plain };
        Some(RatedStrike { strike, worth, chance, more: place.more })
    }
}

/// The shield with which a figure rushes (`G4-301`).
fn rushing(scene: Scene<'_>, who: CombatantId) -> Option<&Item> {
    let shield = scene.shield(who).and_then(|(item, _)| scene.arm(who, item));
    shield.filter(|item| item.kind == ItemKind::Shield(ShieldKind::Shield))
}

/// A Shield Rush, or without a shield a Slam.
pub(super) fn slam_form(scene: Scene<'_>, who: CombatantId) -> Form {
    if rushing(scene, who).is_some() { Form::ShieldRush } else { Form::Slam }
}

/// The worth of a slam: few wounds, but a prone foe can hardly strike back.
pub(super) fn best_slam(
    scene: Scene<'_>,
    who: CombatantId,
    target: &Target,
    plan: &Plan,
    hexes: u8,
) -> Option<RatedStrike> {
    let foe = target.foe;
    if !scene.setup.options.forms || scene.fighter(foe).posture == Posture::Prone {
        return None;
    }
    let rush = rushing(scene, who);
    let form = slam_form(scene, who);
    let strike = Strike { form, ..Strike::plain(NO_MODE, foe) };
    let skill = scene.attack_score::<Sum>(who, &strike, plan, Trade::None).total();
    let guard = target.guard;
    let charge = matches!(plan.from, From::Charge { .. });
    let landing = if charge {
        Landing { chance: if skill < 3 { 0.0 } else { lands(skill, guard) }, levels: 0 }
    } else {
        landing(skill, guard)
    };
    let db = rush.map_or(0, |item| item.db);
    let mut mine = crate::strike::slam::slam_damage(scene.damage_of(who, &strike, plan), hexes).damage();
    let mut theirs = crate::strike::slam::slam_damage(scene.thrust(foe), hexes).damage();
    mine.add += db;
    theirs.add -= db;
    let mean = |damage: Damage| (3.5 * f32::from(damage.dice.number) + f32::from(damage.add)).max(0.3);
    let ratio = mean(mine) / mean(theirs);
    let stays = success(scene.sheet(foe).dx.into());
    let falls = match ratio {
        2.0.. => 0.75,
        1.2..2.0 => 0.35 + 0.35 * (1.0 - stays),
        0.8..1.2 => 0.2,
        _ => 0.0,
    };
    let risk = if ratio < 0.8 { 0.5 } else { 0.1 };
    let kind = DamageType::Crushing;
    let hurts = wound(scene, foe, Location::Torso, mine, kind);
    let hurt = wound(scene, who, Location::Torso, theirs, kind);
    let worth = landing.chance * (hurts + 0.7 * falls - hurt - risk);
    (worth > 0.0).then_some(RatedStrike {
        strike: Strike { deceptive: -2 * landing.levels as i8, ..strike },
        worth,
        chance: landing.chance,
        more: 0.0,
    })
}

/// Whether a figure could strike, if it came near.
pub(super) fn is_armed(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.modes(who).any(|(_, mode)| scene.wields(who, mode.item))
}

/// How far a figure strikes in melee, in hexes; at least 1.
pub(super) fn longest_reach(scene: Scene<'_>, who: CombatantId) -> i32 {
    let melee = scene.modes(who).filter(|(_, mode)| mode.ranged.is_none() && usable(scene, who, mode).is_some());
    melee.fold(2, |reach, (_, mode)| reach | mode.reach).ilog2() as i32
}

/// The distance to which a figure goes for its blows, as a bit: into the hex of the foe where all of them have reach C.
pub(super) fn nearest_reach(scene: Scene<'_>, who: CombatantId) -> u16 {
    let melee = scene.modes(who).filter(|(_, mode)| mode.ranged.is_none() && usable(scene, who, mode).is_some());
    if melee.fold(0, |reach, (_, mode)| reach | mode.reach) == CLOSE { CLOSE } else { 0b10 }
}

/// Whether any foe may strike at a figure before its next turn.
pub(super) fn is_threatened(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.foes(who).any(|foe| {
        let fighter = scene.fighter(foe);
        // A weapon that is unready can be ready again before it strikes.
        let armed = || scene.modes(foe).any(|(_, mode)| usable(scene, foe, mode).is_some());
        if fighter.flags.has(Flags::STUNNED) || fighter.frozen != 0 || !armed() {
            return false;
        }
        let distance = scene.distance(who, foe);
        let shoots = scene.modes(foe).any(|(_, mode)| {
            mode.ranged.is_some_and(|ranged| distance <= i32::from(ranged.range)) && scene.wields(foe, mode.item)
        });
        if shoots {
            return true;
        }
        if fighter.posture == Posture::Prone {
            return distance == 0;
        }
        distance <= scene.move_points(foe) + 2
    })
}

/// Whether the foe is in front, where blows go.
pub(super) fn in_front(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    scene.arc_to(who, foe) == Arc::Front
}
