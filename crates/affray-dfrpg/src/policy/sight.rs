//! The view of a combatant: foes and how well they defend, its own arms, threats.

use super::Tactician;
use super::blows::option_modifier;
use super::odds;
use crate::decision::{Aim, AttackFrom, AttackPlan, Defense, DefenseKind, Grapple, IncomingAttack, NONE, Strike};
use crate::magic::missile::hand_of_mode;
use crate::scene::Scene;
use crate::sheet::{Damage, DamageType, ItemId, Location, Mode, ModeKind, Skill, SpellEffect};
use crate::state::{DefenseFocus, ItemFlags, ItemState, Parts, Posture};
use crate::strike::geometry::AttackGeometry;
use crate::strike::judge::HELD;
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;

/// What it is worth to have a hold on somebody: half way to having it on the ground.
const WORTH_OF_GRIP: f32 = 0.4;

/// Foes farther away than this are no danger yet, in hexes.
const FARTHEST_DANGER: i32 = 12;

/// `DF-R02` The least score of an attack that may be tried.
pub(super) const LEAST_SCORE: i32 = 3;

/// A conscious foe.
#[derive(Debug, Clone, Copy)]
pub(super) struct Foe {
    /// The combatant.
    pub(super) id: CombatantId,
    /// Where.
    pub(super) at: Cell,
    /// How far, by the nearer hexes.
    pub(super) near: i32,
    /// How far it strikes in melee with what it has in hand; 0 if it can do nothing now.
    pub(super) reach: i32,
    /// Whether it can shoot or cast.
    pub(super) shoots: bool,
}

/// The reach of a combatant and whether it shoots, for what it holds: see [`Foe`]. Without this, a fight of four against
/// four takes 13 % more instructions.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SightCache {
    /// The hands, the flags of what they hold, and whether it is stunned.
    holds: Option<(u64, u32, bool)>,
    reach: i32,
    shoots: bool,
}

/// The arms of a combatant, and the state that they depend on while nobody holds anybody. Without this, a fight of four
/// against four takes 7 % more instructions.
#[derive(Debug, Clone, Default)]
pub(super) struct WeaponsCache {
    key: Option<WeaponsKey>,
    arms: Vec<Arm>,
}

impl WeaponsCache {
    /// An empty one, with room for so many arms.
    pub(super) fn with_capacity(arms: usize) -> Self {
        Self { key: None, arms: Vec::with_capacity(arms) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct WeaponsKey {
    hands: u64,
    /// The flags of what each hand holds, and whether it is loaded.
    held: u32,
    useless: (Parts, Parts),
    parried: u16,
    crawls: bool,
    close: bool,
}

/// Something of what each hand holds, a byte each; 0 for an empty hand.
pub(super) fn in_hands(scene: Scene<'_>, who: CombatantId, read: impl Fn(&ItemState) -> u8) -> u32 {
    let mut bytes = 0;
    for (hand, &item) in (0..).zip(&scene.fighter(who).hands) {
        if item != ItemId::NONE {
            bytes |= u32::from(read(&scene.item_state(who, item))) << (8 * hand);
        }
    }
    bytes
}

/// Something to attack with, ready.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arm {
    /// The mode, or 128 plus the hand with a spell.
    pub(super) mode: u16,
    /// The hand of an unarmed strike.
    pub(super) hand: u8,
    /// The item; [`ItemId::NONE`] for the body or a spell.
    pub(super) item: ItemId,
    /// Reaches as bits; 0 for ranged arms.
    pub(super) reach: u16,
    /// The farthest that it shoots; 0 for melee.
    pub(super) range: i32,
    /// Accuracy.
    pub(super) acc: i32,
    /// Its damage.
    pub(super) damage: Damage,
    /// Its type.
    pub(super) kind: DamageType,
    /// The divisor of armor.
    pub(super) divisor: (u8, u8),
    /// Whether it is an area attack.
    pub(super) area: bool,
    /// `DF-227` What a miss costs: of a kick, the chance to fall times the cost of lying there.
    pub(super) miss: f32,
}

/// The cost of a fall after a kick.
const COST_OF_FALL: f32 = 0.25;

impl Arm {
    /// Whether range rules hold.
    pub(super) const fn is_ranged(&self) -> bool {
        self.range != 0
    }
    /// Whether it strikes at that distance.
    pub(super) const fn reaches(&self, distance: i32) -> bool {
        if self.range != 0 { distance <= self.range } else { distance < 16 && self.reach & (1 << distance) != 0 }
    }
    /// The longest reach in melee.
    pub(super) const fn longest(&self) -> i32 {
        if self.reach == 0 { 0 } else { self.reach.ilog2() as i32 }
    }
    /// The blow in its plain form.
    pub(super) const fn strike(&self, target: CombatantId) -> Strike {
        Strike { hand: self.hand, ..Strike::plain(self.mode, target) }
    }
}

impl Tactician {
    /// Looks at the field with the eyes of a combatant.
    pub(super) fn look(&mut self, scene: Scene<'_>, who: CombatantId) {
        self.foes.clear();
        self.friends = 0;
        self.looker = who.0;
        (self.members, self.lost) = (0, 0);
        let side = scene.setup.combatants[who.index()].side;
        for (index, fighter) in scene.state.fighters.iter().enumerate() {
            let is_own = scene.setup.combatants[index].side == side;
            self.members += u32::from(is_own);
            if !fighter.is_conscious() {
                self.lost += u32::from(is_own);
                continue;
            }
            if is_own {
                self.friends += u8::from(index != who.index());
                continue;
            }
            let id = CombatantId(index as u8);
            let seen = &mut self.sight_cache[index];
            let flags = in_hands(scene, id, |item| item.flags.bits());
            let holds = Some((fighter.hands_packed(), flags, fighter.is_stunned()));
            if seen.holds != holds {
                *seen = SightCache { holds, reach: melee_reach(scene, id), shoots: shoots(scene, id) };
            }
            let foe =
                Foe { id, at: fighter.at, near: scene.blow_distance(who, id), reach: seen.reach, shoots: seen.shoots };
            // Of more foes than that, the first ones are enough to think about.
            let _ = self.foes.try_push(foe);
        }
        if self.foes.len() > 1 {
            self.foes.sort_unstable_by_key(|foe| (foe.near, foe.id));
        }
    }

    /// Finds what is ready to attack with. Fists and feet count where nothing better is in hand, or in
    /// close combat.
    pub(super) fn find_arms(&mut self, scene: Scene<'_>, who: CombatantId) {
        let fighter = scene.fighter(who);
        let grips = scene.state.fighters.iter().any(|other| other.holds_anybody());
        let spells = fighter.held.iter().any(|held| held.spell != NONE);
        let close = scene.in_close_combat(who) || grips && scene.is_grabbed(who);
        self.armed = who.0;
        if grips || spells {
            self.list_arms(scene, who, close);
            return;
        }
        let key = Some(WeaponsKey {
            hands: fighter.hands_packed(),
            held: in_hands(scene, who, |item| item.flags.bits() | u8::from(matches!(item.shots, 1..128)) << 7),
            useless: (fighter.crippled, fighter.destroyed),
            parried: fighter.parried,
            crawls: fighter.posture == Posture::Crawling,
            close,
        });
        if self.weapons_cache[who.index()].key == key {
            self.arms.clone_from(&self.weapons_cache[who.index()].arms);
            return;
        }
        self.list_arms(scene, who, close);
        let cache = &mut self.weapons_cache[who.index()];
        cache.key = key;
        cache.arms.clone_from(&self.arms);
    }

    fn list_arms(&mut self, scene: Scene<'_>, who: CombatantId, close: bool) {
        self.arms.clear();
        let mut armed = false;
        let balance = COST_OF_FALL * (1.0 - odds::success(scene.sheet(who).dx.into()));
        for (number, mode) in scene.modes(who) {
            let bare = mode.kind.is_unarmed() && mode.item.is_none();
            if bare && armed && !close || !scene.is_mode_ready(who, number) {
                continue;
            }
            if bare && self.bites_for_want_of_better(scene, who, mode) {
                continue;
            }
            let hand = scene.hand_that_strikes(who, number);
            let Some(means) = scene.means(who, number, hand) else { continue };
            let reach =
                if close || scene.fighter(who).posture == Posture::Crawling { means.reach & 1 } else { means.reach };
            if !means.ranged && reach == 0 {
                continue;
            }
            // An arm that only reaches into the own hex leaves one to kick at a foe in the next one, and so does one with
            // which no blow is allowed.
            let plan = AttackPlan::of(AttackFrom::Attack);
            let hand_and_skill =
                option_modifier(scene, who, &Strike::plain(number, who), &plan) + i32::from(mode.score - mode.st_short);
            armed |= !means.ranged && !bare && reach > 1 && hand_and_skill >= LEAST_SCORE;
            // A natural weapon that a beast fights with stands before its fists.
            armed |= bare && number == 0 && reach > 1;
            let arm = Arm {
                mode: number,
                hand,
                item: mode.item.unwrap_or(ItemId::NONE),
                reach: if means.ranged { 0 } else { reach },
                range: if means.ranged { means.max_range } else { 0 },
                acc: i32::from(mode.acc),
                damage: mode.damage,
                kind: mode.damage_type,
                divisor: mode.divisor,
                area: mode.area,
                miss: if mode.kind == ModeKind::Kick { balance } else { 0.0 },
            };
            self.arms.push(arm);
        }
        for hand in 0..4u8 {
            self.list_held_spell(scene, who, hand, close);
        }
    }

    /// Whether a mode is the bite of a person with blunt teeth, who has something else to strike with that does as much.
    fn bites_for_want_of_better(&self, scene: Scene<'_>, who: CombatantId, mode: &Mode) -> bool {
        let mean = |damage: Damage| 7 * i32::from(damage.dice.number) + 2 * i32::from(damage.add);
        mode.kind == ModeKind::Bite
            && mode.damage_type == DamageType::Crushing
            && scene.sheet(who).body.humanoid
            && self.arms.iter().any(|arm| !arm.is_ranged() && mean(mode.damage) <= mean(arm.damage))
    }

    fn list_held_spell(&mut self, scene: Scene<'_>, who: CombatantId, hand: u8, close: bool) {
        let mode = HELD | u16::from(hand);
        let Some((held, spell)) = scene.held_by_mode(who, mode) else { return };
        let Some(means) = scene.means(who, mode, NONE) else { return };
        let SpellEffect::Damage { damage, per_energy, kind } = spell.effect else { return };
        if scene.judge_means(who, &means).is_err() || hand_of_mode(mode).is_none() {
            return;
        }
        let reach = if close { means.reach & 1 } else { means.reach };
        self.arms.push(Arm {
            mode,
            hand: NONE,
            item: ItemId::NONE,
            reach: if means.ranged { 0 } else { reach },
            range: if means.ranged { means.max_range } else { 0 },
            acc: spell.missile.map_or(0, |missile| i32::from(missile.acc)),
            damage: crate::magic::effects::spell_damage(damage, per_energy, held.energy),
            kind,
            divisor: (1, 1),
            area: false,
            miss: 0.0,
        });
    }

    /// How bad it is to stand there and face so: foes who could strike from the side or from behind, and
    /// how many of them there are. The target of one's own attack counts as well.
    pub(super) fn exposure(&self, scene: Scene<'_>, at: Cell, facing: Facing) -> f32 {
        let mut sum = 0.0;
        for foe in &self.foes {
            sum += danger(scene, foe, at) * share(scene, at, facing, foe);
        }
        sum
    }

    /// The best facing within so many sides of the present one. Of equals the one straight at the
    /// nearest foe, then the present one.
    pub(super) fn best_facing(&self, scene: Scene<'_>, at: Cell, facing: Facing, turn: u8) -> Facing {
        if turn == 0 || self.foes.is_empty() {
            return facing;
        }
        let nearest = self.foes.iter().min_by_key(|foe| scene.map().distance(at, foe.at)).map_or(at, |foe| foe.at);
        let ahead = if nearest == at { facing } else { scene.map().facing_towards(at, nearest) };
        // With all foes in front and the nearest straight ahead no other facing is better.
        if ahead == facing
            && self.foes.iter().all(|foe| at == foe.at || scene.map().arc(at, facing, foe.at) == Arc::Front)
        {
            return facing;
        }
        let turns = [0i8, 1, -1, 2, -2, 3].map(|sides| (sides.unsigned_abs(), facing.turned(sides)));
        let mut exposures = [0.0; 6];
        for foe in &self.foes {
            let danger = danger(scene, foe, at);
            for (exposure, (sides, to)) in exposures.iter_mut().zip(turns) {
                if sides <= turn {
                    *exposure += danger * share(scene, at, to, foe);
                }
            }
        }
        let mut best = (f32::INFINITY, facing);
        for (exposure, (sides, to)) in exposures.into_iter().zip(turns) {
            let cost = exposure + 0.01 * f32::from(to.sides_to(ahead)) + 0.001 * f32::from(sides);
            if sides <= turn && cost + 1e-6 < best.0 {
                best = (cost, to);
            }
        }
        best.1
    }
}

/// The danger of a foe to a combatant in a hex.
fn danger(scene: Scene<'_>, foe: &Foe, at: Cell) -> f32 {
    let distance = scene.map().distance(at, foe.at) as i32;
    // A foe that can strike after a Step is a danger now, one that comes is a danger soon.
    if distance > FARTHEST_DANGER {
        0.0
    } else if distance <= foe.reach + 1 {
        1.0
    } else if foe.reach == 0 && !foe.shoots {
        0.1
    } else {
        1.0 / (1.0 + distance as f32)
    }
}

/// The share of that danger with a facing.
fn share(scene: Scene<'_>, at: Cell, facing: Facing, foe: &Foe) -> f32 {
    match if at == foe.at { Arc::Front } else { scene.map().arc(at, facing, foe.at) } {
        Arc::Front => 0.02,
        Arc::Left | Arc::Right => 0.12,
        Arc::Rear => 0.45,
    }
}

/// The longest reach of a combatant in melee.
pub(super) fn melee_reach(scene: Scene<'_>, who: CombatantId) -> i32 {
    let fighter = scene.fighter(who);
    if fighter.is_stunned() {
        return 0;
    }
    let held = |item| holds_firmly(scene, who, item);
    let reach = scene
        .modes(who)
        .filter(|(_, mode)| !mode.kind.is_ranged() && mode.item.is_none_or(held))
        .fold(1, |reach, (_, mode)| reach | mode.reach);
    reach.ilog2().max(1) as i32
}

/// `DF-R02` Whether the score in a mode is enough for a blow at a foe in the next hex.
pub(super) fn may_strike(scene: Scene<'_>, who: CombatantId, mode: u16, foe: CombatantId, from: AttackFrom) -> bool {
    let geometry = AttackGeometry { distance: 1, closed_in: false, ..scene.attack_geometry(who, foe) };
    let (strike, plan) = (Strike::plain(mode, foe), AttackPlan::of(from));
    scene.attack_score::<Sum>(who, &strike, &plan, false, &geometry).total() >= LEAST_SCORE
}

/// Whether a figure has an item in hand, whole and under control.
fn holds_firmly(scene: Scene<'_>, who: CombatantId, item: ItemId) -> bool {
    scene.fighter(who).hands.contains(&item)
        && !scene.item_state(who, item).flags.any(ItemFlags::UNREADY.union(ItemFlags::BROKEN))
}

/// Whether a figure can strike from afar: a missile weapon in hand, or spells.
pub(super) fn shoots(scene: Scene<'_>, who: CombatantId) -> bool {
    !scene.sheet(who).spells.is_empty() || has_missiles(scene, who)
}

/// Whether a figure has a missile weapon in hand.
pub(super) fn has_missiles(scene: Scene<'_>, who: CombatantId) -> bool {
    let fighter = scene.fighter(who);
    let in_hand = |item: ItemId| fighter.hands.contains(&item);
    scene.modes(who).any(|(_, mode)| mode.kind == ModeKind::Missile && mode.item.is_some_and(in_hand))
}

impl Tactician {
    /// What a foe's blow or grab at somebody is worth to the foe, with its first weapon or, without one, with whatever serves
    /// best, where it is worth most: against that defense, and against none. `known` is the defense against another foe, if it was worked out: foes all
    /// round meet much the same one.
    pub(super) fn threat(
        &mut self,
        scene: Scene<'_>,
        foe: CombatantId,
        who: CombatantId,
        bonus: i32,
        known: &mut Option<i32>,
    ) -> [f32; 2] {
        if scene.fighter(foe).is_stunned() {
            return [0.0; 2];
        }
        let mut most = [0.0f32; 2];
        for (index, mode) in scene.modes(foe) {
            if mode.kind.is_ranged() || !mode.item.is_none_or(|item| holds_firmly(scene, foe, item)) {
                continue;
            }
            let by = self.threat_by(scene, foe, who, bonus, known, index, mode);
            most = [most[0].max(by[0]), most[1].max(by[1])];
            // A weapon in hand stands before all that the body can do.
            if mode.item.is_some() {
                break;
            }
        }
        let by = self.threat_of_grip(scene, foe, who, known.map(|known| known + bonus));
        [most[0].max(by[0]), most[1].max(by[1])]
    }

    /// What the grab of a foe that is trained for it and has a hand free is worth to the foe.
    fn threat_of_grip(&self, scene: Scene<'_>, foe: CombatantId, who: CombatantId, known: Option<i32>) -> [f32; 2] {
        let hands = scene.free_grips(foe);
        let skills = [Skill::Judo, Skill::SumoWrestling, Skill::Wrestling];
        if hands == 0 || !skills.iter().any(|&skill| scene.sheet(foe).is_trained(skill)) {
            return [0.0; 2];
        }
        let with = Grapple { target: who, hands, situational: 0 };
        let plan = AttackPlan::of(AttackFrom::Attack);
        let skill = scene.grab_score::<Sum>(foe, &with, Some(Location::Torso), &plan).total();
        [known.or(Some(10)), None].map(|defense| odds::landing(skill, defense).chance * WORTH_OF_GRIP)
    }

    /// What a foe's blow in that mode at somebody is worth to the foe: see [`Self::threat`].
    #[allow(clippy::too_many_arguments, reason = "a blow with all that was found out about it")]
    fn threat_by(
        &mut self,
        scene: Scene<'_>,
        foe: CombatantId,
        who: CombatantId,
        bonus: i32,
        known: &mut Option<i32>,
        index: u16,
        mode: &Mode,
    ) -> [f32; 2] {
        let strike = Strike::plain(index, who);
        let geometry = AttackGeometry { arc: Arc::Front, ..scene.attack_geometry(foe, who) };
        let plan = AttackPlan::of(AttackFrom::Attack);
        let skill = scene.attack_score::<Sum>(foe, &strike, &plan, false, &geometry).total();
        let best = *known
            .get_or_insert_with(|| guard(scene, who, &scene.incoming(foe, &strike, false, &geometry)).unwrap_or(3));
        if !scene.state.effects.is_empty() {
            let worth = odds::worth(scene, who, Aim::At(Location::Torso), mode.damage, mode.damage_type, mode.divisor);
            return [Some(best + bonus), None].map(|defense| odds::landing(skill, defense).chance * worth);
        }
        // Where there is no defense it strikes at another place.
        let worths = self.damage_cache.worths(scene, foe, index, who, AttackFrom::Attack);
        [Some(best + bonus), None].map(|defense| {
            let value = |&(_, modifier, worth): &(Aim, i8, f32)| {
                odds::landing(skill + i32::from(modifier), defense).chance * worth
            };
            worths.iter().map(value).fold(0.0, f32::max)
        })
    }
}

/// The best defense score of a target against an attack, a Retreat worked in wherever one could be made from; `None`
/// for no defense.
pub(super) fn guard(scene: Scene<'_>, target: CombatantId, attack: &IncomingAttack) -> Option<i32> {
    scene.can_defend(target, attack).ok()?;
    let retreats = !attack.ranged && !attack.close && scene.can_retreat(target).is_ok();
    let retreat = retreats.then(|| scene.fighter(target).facing.opposite());
    let defender = scene.defender(target, attack);
    let score = |kind| {
        let defense = Defense { retreat, ..Defense::plain(kind) };
        (scene.defense_score::<Sum>(&defender, attack, &defense).total(), kind)
    };
    let mut offers: ArrayVec<(i32, DefenseKind), 8> = scene.body_defenses(target).into_iter().map(score).collect();
    let twice = scene.fighter(target).focus == DefenseFocus::Double;
    let mut first: Option<(i32, DefenseKind)> = None;
    // The best first: most of the time it is legal.
    while let Some(best) = (0..offers.len()).max_by_key(|&at| offers[at].0) {
        let (score, kind) = offers.swap_remove(best);
        let failed = first.map(|(_, kind)| kind);
        if scene.judge_defense(target, attack, failed, &Defense::plain(kind)).is_ok() {
            match first {
                None if twice => first = Some((score, kind)),
                None => return Some(score),
                Some((known, _)) => return Some(odds::both(known, score)),
            }
        }
    }
    first.map(|(score, _)| score)
}

/// The best defense score of a foe against an arm that strikes from some side of it.
pub(super) fn guard_from(
    scene: Scene<'_>,
    who: CombatantId,
    arm: &Arm,
    target: CombatantId,
    arc: Arc,
    geometry: &AttackGeometry,
) -> Option<i32> {
    let geometry = AttackGeometry { arc, ..*geometry };
    guard(scene, target, &scene.incoming(who, &arm.strike(target), false, &geometry))
}
