//! Weapons that are not in hand: brought under control, drawn, picked up, or given up.

use super::Tactician;
use super::odds::landing;
use super::route::side_to;
use super::sight::Foe;
use crate::decision::{Maneuver, Ready};
use crate::magic::missile::is_held_spell;
use crate::scene::Scene;
use crate::sheet::{Item, ItemId, ItemKind, ModeKind};
use crate::state::{ItemFlags, Place};
use crate::strike::ranged::speed_range;
use crate::turn::ready::RELOADING;
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;

/// The defense that most blows meet.
pub(super) const USUAL_DEFENSE: i32 = 10;

/// The farthest that a combatant goes back for a weapon of its own, in hexes.
const FARTHEST_FETCH: i32 = 6;

/// The farthest that it goes back for one with a foe beside it, in hexes.
const FARTHEST_WATCHED: i32 = 2;

/// The least score of an aimed shot for which a bow is drawn.
const LEAST_SHOT: i32 = 6;

/// The farthest that a combatant goes for a weapon of somebody else, in hexes.
const FARTHEST_BORROW: i32 = 2;

impl Tactician {
    /// A weapon back under control, into the hand, or off the ground.
    pub(super) fn rearm(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let near = self.foes.first().map_or(99, |foe| foe.near);
        let is_shield = |item: ItemId| scene.item(who, item).is_some_and(|item| item.kind.is_strapped());
        // A shield to bash with is not the weapon that it goes with.
        let armed =
            self.arms.iter().any(|arm| arm.item != ItemId::NONE && !is_shield(arm.item) || is_held_spell(arm.mode))
                || sheet.modes.first().is_some_and(|mode| mode.item.is_none());
        let bashes = self.arms.iter().any(|arm| arm.item != ItemId::NONE);
        let legal = |ready: Ready| {
            let ready = Maneuver::Ready(ready);
            scene.judge_maneuver(who, &ready).is_ok().then_some(ready)
        };
        let items = scene.items(who);
        // A shield is brought back under control in a quiet moment, a weapon at once.
        for item in items.clone().filter(|&item| fighter.hands.contains(&item)) {
            let shield = is_shield(item);
            if scene.item_state(who, item).flags.has(ItemFlags::UNREADY)
                && (shield && near > 2 || !shield && !armed)
                && let Some(ready) = legal(Ready::Regain(item))
            {
                return Some(ready);
            }
        }
        if let Some(ready) = self.draw_to_shoot(scene, who) {
            return Some(ready);
        }
        let grapples = self.is_grappler(scene, who);
        if armed || grapples && near == 0 {
            return None;
        }
        // Who can cast at foes that are not near yet needs nothing in hand.
        if near > 2 && self.spell(scene, who).is_some() {
            return None;
        }
        // Whoever grips better than it would strike leaves the weapon where it is.
        let grips = i32::from(scene.grappling_skill(who).score);
        let serves = |item: ItemId| {
            !grapples || scene.modes_of(who, item).any(|(_, mode)| grips <= i32::from(mode.score - mode.st_short) + 2)
        };
        let hand = scene.free_hands(who).trailing_zeros() as u8;
        let best = items
            .filter(|&item| {
                let state = scene.item_state(who, item);
                scene.item(who, item).is_some_and(|item| matches!(item.kind, ItemKind::Melee | ItemKind::Ranged))
                    && state.place != Place::Held
                    && !state.flags.has(ItemFlags::BROKEN)
                    && serves(item)
            })
            .filter_map(|item| {
                let score = scene
                    .modes_of(who, item)
                    // At a distance rather a missile weapon, but not a mere knife to throw.
                    .filter(|(_, mode)| !(near <= 4 && mode.kind.is_ranged()))
                    .map(|(_, mode)| (mode.kind == ModeKind::Missile, mode.score + i16::from(mode.damage.dice.number)))
                    .max()?;
                Some((score, legal(Ready::Draw { item, hand })?))
            })
            .max_by_key(|(score, _)| *score);
        if let Some((_, ready)) = best {
            return Some(ready);
        }
        if scene.state.ground.is_empty() {
            return None;
        }
        // The weapon lies a few hexes off, or another one is at hand.
        let distance = |at: Cell| scene.map().distance(fighter.at, at) as i32;
        let lying = scene.state.ground.iter().map(|lying| (ItemId::of(who, lying.owner, lying.item), lying.at));
        let free = scene.free_hands(who).count_ones();
        let usable = lying.filter(|&(item, _)| {
            scene.item(who, item).is_some_and(|thing| u32::from(thing.hands) <= free)
                && !scene.item_state(who, item).flags.has(ItemFlags::BROKEN)
                && scene.modes_of(who, item).next().is_some()
                && serves(item)
        });
        let own =
            usable.clone().filter(|(item, _)| !item.is_anothers()).map(|(_, at)| at).min_by_key(|&at| distance(at));
        let own = own.filter(|&at| self.goes_back_for(scene, who, at));
        let near_own = own.is_some_and(|at| distance(at) <= FARTHEST_BORROW);
        let others = if near_own || bashes || !sheet.spells.is_empty() {
            None
        } else {
            let others = usable.filter(|&(item, at)| item.is_anothers() && distance(at) <= FARTHEST_BORROW);
            self.best_of_others(scene, who, others)
        };
        match others {
            Some((item, at)) if fighter.occupies(at) => return legal(Ready::Draw { item, hand }),
            _ => {}
        }
        let at = own.or_else(|| others.map(|(_, at)| at).filter(|&at| scene.is_free(at, who)))?;
        if let Some(attack) = self.strikes_on_the_way(scene, who, at) {
            return Some(attack);
        }
        if scene.judge_maneuver(who, &Maneuver::Move).is_err() || bashes && near <= 2 {
            return None;
        }
        (self.go_straight(scene, who, at) && self.plan.way.last() == Some(&at)).then_some(Maneuver::Move)
    }

    /// `DF-054` An Attack with what the body has, after the Step onto a weapon in the next hex.
    fn strikes_on_the_way(&mut self, scene: Scene<'_>, who: CombatantId, at: Cell) -> Option<Maneuver> {
        let foe = *self.foes.first()?;
        if self.plan.before.is_some() || !self.strikes_from(scene, at, foe.at) {
            return None;
        }
        let side = side_to(scene.fighter(who).at, at)?;
        let step = Self::step_to(scene, who, side, scene.map().facing_towards(at, foe.at))?;
        (self.plan.before, self.plan.target) = (Some(step), foe.id.0);
        Some(Maneuver::Attack)
    }

    /// A bow or gun in place of what strikes in melee alone, or the hand emptied for it, where all foes are farther than they
    /// come meanwhile, or nobody comes to anybody. A shield stays on its arm.
    fn draw_to_shoot(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let nearest = *self.foes.first().filter(|_| self.arms.iter().all(|arm| !arm.is_ranged()))?;
        let is_shield = |item: ItemId| scene.item(who, item).is_some_and(|item| item.kind.is_strapped());
        let bears_shield = fighter.hands.into_iter().any(is_shield);
        let bow = sheet.own_items().filter(|&item| {
            let state = scene.item_state(who, item);
            scene.item(who, item).is_some_and(|thing| thing.shots != 0 && !(bears_shield && thing.hands == 2))
                && state.place == Place::Sheathed
                && (1..RELOADING).contains(&state.shots)
                && !state.flags.has(ItemFlags::BROKEN)
        });
        let aimed = |item: ItemId| {
            let shots = scene.modes_of(who, item).filter(|(_, mode)| mode.kind == ModeKind::Missile);
            let shots = shots.filter(|(_, mode)| nearest.near <= i32::from(mode.max_range));
            shots.map(|(_, mode)| i32::from(mode.score - mode.st_short + mode.acc) + speed_range(nearest.near)).max()
        };
        let (_, item) =
            bow.filter_map(|item| Some((aimed(item)?, item))).max().filter(|(score, _)| *score >= LEAST_SHOT)?;
        let legal = |ready: Ready| {
            let ready = Maneuver::Ready(ready);
            scene.judge_maneuver(who, &ready).is_ok().then_some(ready)
        };
        let hand = scene.free_hands(who).trailing_zeros() as u8;
        let draws = legal(Ready::Draw { item, hand });
        let held = fighter.hands.into_iter().filter(|&item| item != ItemId::NONE && !is_shield(item));
        let mut put_away = held.filter_map(|item| legal(Ready::Sheathe(item)));
        let (ready, more) = match draws {
            Some(draw) => (draw, 0),
            None => (put_away.next()?, 1 + i32::from(put_away.next().is_some())),
        };
        // A turn for each hand that is emptied, one for the draw, one for the shot.
        let far = |foe: &Foe| foe.near > (2 + more) * i32::from(scene.sheet(foe.id).mv).max(1) + 2;
        (self.foes.iter().all(far) || self.is_cut_off(scene, who)).then_some(ready)
    }

    /// Whether a combatant without a weapon goes back for its own that lies in a hex, or gives it up: only a few hexes,
    /// and no more than two to a weapon with a foe beside it who can strike.
    fn goes_back_for(&self, scene: Scene<'_>, who: CombatantId, at: Cell) -> bool {
        let distance = |from: Cell| scene.map().distance(from, at) as i32;
        let own = distance(scene.fighter(who).at);
        let is_watched = self.foes.iter().any(|foe| foe.reach > 0 && distance(foe.at) <= 1);
        (1..=if is_watched { FARTHEST_WATCHED } else { FARTHEST_FETCH }).contains(&own) && scene.is_free(at, who)
    }

    /// `DF-R116` Of others' weapons that lie about, the one that helps most: where one stands rather than a few hexes
    /// off, and none that does less to the nearest foe than bare hands do.
    fn best_of_others(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        lying: impl Iterator<Item = (ItemId, Cell)>,
    ) -> Option<(ItemId, Cell)> {
        let foe = self.foes.first()?.id;
        let free = scene.free_hands(who).count_ones();
        let mut worth = |mode: u16| {
            let skill = scene.mode(who, mode).map_or(0, |mode| i32::from(mode.score - mode.st_short));
            landing(skill, Some(USUAL_DEFENSE)).chance * self.damage_cache.worth(scene, who, mode, foe)
        };
        let bare = self.arms.iter().map(|arm| worth(arm.mode)).fold(0.0, f32::max);
        let mut best = None;
        for (item, at) in lying {
            let is_blade = |thing: &Item| thing.kind == ItemKind::Melee && u32::from(thing.hands) <= free;
            if !scene.item(who, item).is_some_and(is_blade) {
                continue;
            }
            let blows = scene.modes_of(who, item).filter(|(_, mode)| !mode.kind.is_ranged());
            let blow = blows.map(|(mode, _)| worth(mode)).fold(0.0, f32::max);
            let rank = (scene.fighter(who).occupies(at), blow);
            // It costs a turn or two, and parries besides.
            if 1.2 * bare < blow && best.is_none_or(|(known, _, _)| known < rank) {
                best = Some((rank, item, at));
            }
        }
        best.map(|(_, item, at)| (item, at))
    }
}
