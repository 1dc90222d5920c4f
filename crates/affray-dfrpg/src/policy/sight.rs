//! What a figure sees when it thinks: foes and how well they defend, its own arms, who threatens it.

use super::Tactician;
use super::odds;
use super::ward::may_retreat;
use crate::decision::{Aim, Defense, DefenseKind, Incoming, NONE, Strike};
use crate::magic::missile::{hand_of_mode, is_held_spell};
use crate::scene::Scene;
use crate::sheet::{Damage, DamageType, ItemId, Location, ModeKind, SpellEffect};
use crate::state::{ItemFlags, ItemState, Parts, Posture};
use crate::strike::geometry::Between;
use crate::strike::judge::HELD;
use affray_core::grid::{Arc, Cell, Facing};
use affray_core::referee::CombatantId;

/// A conscious foe.
#[derive(Debug, Clone, Copy)]
pub(super) struct Foe {
    /// Who.
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

/// What one looks like who holds that: see [`Foe`].
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seen {
    /// The hands, the flags of what they hold, and whether it is stunned.
    holds: Option<(u64, u32, bool)>,
    reach: i32,
    shoots: bool,
}

/// What a figure has to attack with, and what that hangs on while nobody holds anybody.
#[derive(Debug, Clone, Default)]
pub(super) struct Stock {
    hangs_on: Option<HangsOn>,
    arms: Vec<Arm>,
}

impl Stock {
    /// None yet, with room for so many arms.
    pub(super) fn with_room(arms: usize) -> Self {
        Self { hangs_on: None, arms: Vec::with_capacity(arms) }
    }
}

/// So many stocks are remembered of each.
pub(super) const STOCKS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq)]
struct HangsOn {
    hands: u64,
    /// Of what each holds the flags, and whether it is loaded.
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
}

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
        let side = scene.setup.combatants[who.index()].side;
        for (index, fighter) in scene.state.fighters.iter().enumerate() {
            if !fighter.is_conscious() {
                continue;
            }
            if scene.setup.combatants[index].side == side {
                self.friends += u8::from(index != who.index());
                continue;
            }
            let id = CombatantId(index as u8);
            let seen = &mut self.seen[index];
            let flags = in_hands(scene, id, |item| item.flags.bits());
            let holds = Some((fighter.hands_packed(), flags, fighter.is_stunned()));
            if seen.holds != holds {
                *seen = Seen { holds, reach: melee_reach(scene, id), shoots: shoots(scene, id) };
            }
            let foe =
                Foe { id, at: fighter.at, near: scene.blow_distance(who, id), reach: seen.reach, shoots: seen.shoots };
            if self.foes.try_push(foe).is_err() {
                break;
            }
        }
        if 1 < self.foes.len() {
            self.foes.sort_unstable_by_key(|foe| (foe.near, foe.id));
        }
    }

    /// Finds what is ready to attack with. Fists and feet count where nothing better is in hand, or in
    /// close combat.
    pub(super) fn take_stock(&mut self, scene: Scene<'_>, who: CombatantId) {
        let fighter = scene.fighter(who);
        let grips = scene.state.fighters.iter().any(|other| other.holds_anybody());
        let spells = fighter.held.iter().any(|held| held.spell != NONE);
        let close = scene.in_close_combat(who) || grips && scene.is_grabbed(who);
        if grips || spells {
            self.use_stock(who, 0);
            self.stock[who.index()][0].hangs_on = None;
            self.take_stock_anew(scene, who, close);
            return;
        }
        let hangs_on = HangsOn {
            hands: fighter.hands_packed(),
            held: in_hands(scene, who, |item| item.flags.bits() | u8::from(matches!(item.shots, 1..128)) << 7),
            useless: (fighter.crippled, fighter.destroyed),
            parried: fighter.parried,
            crawls: fighter.posture == Posture::Crawling,
            close,
        };
        let stocks = &self.stock[who.index()];
        if let Some(slot) = stocks.iter().position(|stock| stock.hangs_on == Some(hangs_on)) {
            self.use_stock(who, slot);
            return;
        }
        // The one that was taken first is given up.
        let slot = stocks.iter().position(|stock| stock.hangs_on.is_none()).unwrap_or(self.oldest_stock);
        self.oldest_stock = (slot + 1) % STOCKS;
        self.use_stock(who, slot);
        self.take_stock_anew(scene, who, close);
        self.stock[who.index()][slot].hangs_on = Some(hangs_on);
    }

    /// Everybody's arms are where they were found, but for those that are looked at.
    fn use_stock(&mut self, who: CombatantId, slot: usize) {
        let wanted = (who.0, slot);
        if self.armed != wanted {
            let (was, before) = self.armed;
            if let Some(stock) = self.stock.get_mut(was as usize) {
                std::mem::swap(&mut self.arms, &mut stock[before].arms);
            }
            std::mem::swap(&mut self.arms, &mut self.stock[who.index()][slot].arms);
            self.armed = wanted;
        }
    }

    fn take_stock_anew(&mut self, scene: Scene<'_>, who: CombatantId, close: bool) {
        self.arms.clear();
        let mut armed = false;
        for (number, mode) in scene.modes(who) {
            let bare = mode.kind.is_unarmed() && mode.item.is_none();
            if bare && armed && !close || !scene.is_mode_ready(who, number) {
                continue;
            }
            let hand = scene.hand_that_strikes(who, number);
            let Some(means) = scene.means(who, number, hand) else { continue };
            let reach =
                if close || scene.fighter(who).posture == Posture::Crawling { means.reach & 1 } else { means.reach };
            if !means.ranged && reach == 0 {
                continue;
            }
            // What only reaches into the own hex leaves one to kick at whoever stands before it.
            armed |= !means.ranged && !bare && 1 < reach;
            // A natural weapon that a beast fights with stands before its fists.
            armed |= bare && number == 0 && 1 < reach;
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
            };
            self.arms.push(arm);
        }
        for hand in 0..4u8 {
            self.take_stock_of_spell(scene, who, hand, close);
        }
    }

    fn take_stock_of_spell(&mut self, scene: Scene<'_>, who: CombatantId, hand: u8, close: bool) {
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
        });
    }

    /// How bad it is to stand there and face so: foes who could strike from the side or from behind, and
    /// how many of them there are. The target of one's own attack counts as well.
    pub(super) fn exposure(&self, scene: Scene<'_>, at: Cell, facing: Facing) -> f32 {
        let map = scene.map();
        let mut sum = 0.0;
        for foe in &self.foes {
            let distance = map.distance(at, foe.at) as i32;
            if 12 < distance {
                continue;
            }
            // Whoever can strike after a Step is a danger now, whoever comes is one soon.
            let weight = if distance <= foe.reach + 1 {
                1.0
            } else if foe.reach == 0 && !foe.shoots {
                0.1
            } else {
                1.0 / (1.0 + distance as f32)
            };
            let side = if at == foe.at { Arc::Front } else { map.arc(at, facing, foe.at) };
            sum += weight
                * match side {
                    Arc::Front => 0.02,
                    Arc::Left | Arc::Right => 0.12,
                    Arc::Rear => 0.45,
                };
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
        let mut best = (f32::INFINITY, facing);
        for sides in [0i8, 1, -1, 2, -2, 3] {
            if turn < sides.unsigned_abs() {
                continue;
            }
            let to = facing.turned(sides);
            let cost = self.exposure(scene, at, to)
                + 0.01 * f32::from(to.sides_to(ahead))
                + 0.001 * f32::from(sides.unsigned_abs());
            if cost + 1e-6 < best.0 {
                best = (cost, to);
            }
        }
        best.1
    }
}

/// The reach of what a figure can strike with in melee.
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
    /// How well somebody defends against an attack: the best score, a Retreat worked in; `None` for not at
    /// all.
    pub(super) fn guard(&mut self, scene: Scene<'_>, target: CombatantId, attack: &Incoming) -> Option<i32> {
        scene.can_defend(target, attack).ok()?;
        let Some(scores) = self.scores(scene, target, attack) else { return guard(scene, target, attack) };
        let more = i32::from(may_retreat(scene, target, attack));
        let best = scores.parries.into_iter().chain([scores.block]).flatten().max().unwrap_or(i32::MIN);
        let best = (scores.dodge + 3 * more).max(best.saturating_add(more));
        debug_assert_eq!(Some(best), guard(scene, target, attack));
        Some(best)
    }

    /// The same of a foe against that arm, seen from some side.
    pub(super) fn guard_from(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        arm: &Arm,
        target: CombatantId,
        arc: Arc,
        between: &Between,
    ) -> Option<i32> {
        let attack = if arm.is_ranged() || is_held_spell(arm.mode) {
            Incoming { arc, ..scene.incoming_at(who, &arm.strike(target), false, between) }
        } else {
            scene.plainly_incoming(who, arm.mode, arm.hand, target, arc, between.target_closed_in)
        };
        self.guard(scene, target, &attack)
    }

    /// What a foe's blow at somebody is worth to the foe, with its first weapon, where it is worth most: against that
    /// defense, and against none. `known` is the defense against another foe, if it was worked out: foes all
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
        let held = |item| holds_firmly(scene, foe, item);
        let Some((index, mode)) =
            scene.modes(foe).find(|(_, mode)| !mode.kind.is_ranged() && mode.item.is_none_or(held))
        else {
            return [0.0; 2];
        };
        let skill = i32::from(mode.score - mode.st_short) + i32::from(scene.sheet(who).sm) - scene.shock(foe);
        let best = *known.get_or_insert_with(|| {
            let close = scene.in_close_combat(who);
            let attack = scene.plainly_incoming(foe, index, NONE, who, Arc::Front, close);
            self.guard(scene, who, &attack).unwrap_or(3)
        });
        if !scene.state.effects.is_empty() {
            let worth = odds::worth(scene, who, Aim::At(Location::Torso), mode.damage, mode.damage_type, mode.divisor);
            return [Some(best + bonus), None].map(|defense| odds::landing(skill, defense).chance * worth);
        }
        // Where there is no defense it strikes at another place.
        let worths = self.harms.worths(scene, foe, index, who, false);
        [Some(best + bonus), None].map(|defense| {
            let value = |&(_, modifier, worth): &(Aim, i8, f32)| {
                odds::landing(skill + i32::from(modifier), defense).chance * worth
            };
            worths.iter().map(value).fold(0.0, f32::max)
        })
    }
}

/// How well somebody defends against an attack: see [`Tactician::guard`].
fn guard(scene: Scene<'_>, target: CombatantId, attack: &Incoming) -> Option<i32> {
    scene.can_defend(target, attack).ok()?;
    let fighter = scene.fighter(target);
    let retreats = may_retreat(scene, target, attack);
    let common = scene.defense_in_common(target, attack);
    let score = |kind: DefenseKind| scene.defense_with(target, attack, &Defense::plain(kind), common);
    let mut best = score(DefenseKind::Dodge) + if retreats { 3 } else { 0 };
    let more = i32::from(retreats);
    if scene.has_shields(target) && scene.judge_block(target, attack, false).is_ok() {
        best = best.max(score(DefenseKind::Block) + more);
    }
    if !attack.missile {
        for hand in 0..scene.sheet(target).body.hands.min(4) {
            let item = fighter.hands[hand as usize];
            let again = item != ItemId::NONE && fighter.hands[..hand as usize].contains(&item);
            let strapped = scene.item(target, item).is_some_and(|item| item.kind.is_strapped());
            if again || strapped {
                continue;
            }
            // Whether it may be done is dearer to know than how good it is.
            let score = score(DefenseKind::Parry { hand }) + more;
            if best < score && scene.judge_parry(target, attack, hand, false).is_ok() {
                best = score;
            }
        }
    }
    Some(best)
}
