//! Shooting and throwing: now, or after aiming or loading.

use super::Tactician;
use super::odds::landing;
use super::rearm::USUAL_DEFENSE;
use super::sight::guard;
use crate::decision::{AimAt, AllOut, AttackFrom, AttackPlan, Maneuver, Ready, Step};
use crate::magic::missile::is_held_spell;
use crate::scene::Scene;
use crate::sheet::{Item, ItemId, ItemKind, ModeKind};
use crate::state::{Doing, Place};
use affray_grid::{Arc, Cell};
use affray_kernel::referee::CombatantId;

impl Tactician {
    /// Shooting and throwing: now, or after aiming or loading. Value for each turn.
    pub(super) fn shot(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<(f32, Maneuver)> {
        let fighter = scene.fighter(who);
        let nearest = *self.foes.first()?;
        let missile = |&item: &ItemId| {
            let is_missile = |thing: &Item| thing.kind == ItemKind::Ranged && thing.shots != 0;
            fighter.hands.contains(&item) && scene.item(who, item).is_some_and(is_missile)
        };
        let shooter = scene.items(who).find(missile);
        let holds_spell = self.arms.iter().any(|arm| arm.is_ranged() && is_held_spell(arm.mode));
        let throws = self.arms.iter().any(|arm| arm.is_ranged());
        if shooter.is_none() && !holds_spell && !throws {
            return None;
        }
        // Weapons are thrown before the fight, not in it.
        if shooter.is_none() && !holds_spell && nearest.near < 3 {
            return None;
        }
        let plan = AttackPlan::of(AttackFrom::Attack);
        let Some(mut blow) = self.best_blow(scene, who, &plan, true, true) else {
            return self.make_ready_to_shoot(scene, who, shooter, nearest.near);
        };
        // An aim that was taken is not given up for a slightly better target.
        if let Doing::Aiming(aim) = fighter.doing
            && aim.target != blow.target.0
            && let Some(aimed) = self.best_blow(scene, who, &AttackPlan { only: aim.target, ..plan }, true, true)
            && blow.value < 1.6 * aimed.value
        {
            blow = aimed;
        }
        let arm = self.arms[blow.arm];
        self.plan.target = blow.target.0;
        let between = scene.figures_between(who, blow.target);
        if between > 0
            && self.plan.before.is_none()
            && let Some(step) = self.step_aside(scene, who, blow.target)
        {
            let geometry = scene.attack_geometry(who, blow.target);
            let attack = scene.incoming(who, &arm.strike(blow.target), false, &geometry);
            let defense = guard(scene, blow.target, &attack);
            // DF-R62: -4 for each of them.
            blow = self.aimed(scene, blow.target, blow.arm, blow.skill + 4 * between, defense, plan.from);
            self.plan.before = Some(step);
        }
        let thrown = scene.mode(who, arm.mode).is_some_and(|mode| mode.kind == ModeKind::Thrown);
        let it = scene.fighter(blow.target);
        let front = scene.arc_to(who, blow.target) == Arc::Front;
        let tool = scene.item(who, arm.item);
        let reload = tool.filter(|_| !thrown).map_or(0.0, |tool| f32::from(tool.reload));
        if thrown {
            // After throwing the only weapon one fights on with bare hands.
            let spares = self.arms.iter().filter(|other| other.item != ItemId::NONE && other.item != arm.item).count()
                + scene
                    .items(who)
                    .filter(|&item| {
                        scene.item_state(who, item).place == Place::Sheathed
                            && scene.item(who, item).is_some_and(|item| item.kind != ItemKind::Gear)
                    })
                    .count();
            if spares == 0 || nearest.near < 3 || blow.value < 0.12 {
                return None;
            }
        }
        let now = blow.value / (1.0 + reload);
        let aimed = match fighter.doing {
            Doing::Aiming(aim) if aim.mode == arm.mode && aim.target == blow.target.0 => aim.seconds,
            _ => 0,
        };
        let bonus = match aimed {
            0 => arm.acc,
            1 | 2 => 1,
            _ => 0,
        };
        let coming = nearest.near <= 2 || nearest.near <= 5 && !nearest.shoots;
        let geometry = scene.attack_geometry(who, blow.target);
        let defense = guard(scene, blow.target, &scene.incoming(who, &arm.strike(blow.target), false, &geometry));
        let better = self.aimed(scene, blow.target, blow.arm, blow.skill + bonus, defense, plan.from).value;
        let aim = AimAt {
            mode: arm.mode,
            target: blow.target,
            brace: tool.is_some_and(|tool| tool.crossbow)
                && scene.map().at(fighter.at).cover
                && self.plan.before.is_none(),
        };
        let later = better / (2.0 + reload);
        if bonus > 0 && !coming && front && now < later && scene.judge_maneuver(who, &Maneuver::Aim(aim)).is_ok() {
            return Some((later.max(0.02), Maneuver::Aim(aim)));
        }
        // A shot that hardly ever hits is no reason to stay here.
        if blow.value < 0.015 && !it.is_stunned() && nearest.near > 3 && shooter.is_none() {
            return None;
        }
        let safe = self.foes.iter().all(|foe| foe.near > 8 && (!foe.shoots || foe.near > 25));
        if safe && front && aimed == 0 {
            return Some((blow.value.max(0.02), Maneuver::AllOutAttack(AllOut::Ranged)));
        }
        if !front {
            let facing = scene.map().facing_towards(fighter.at, it.at);
            // Whoever gets up turns as well; a Step aside faces the target already.
            let step = self.plan.before.unwrap_or(Step { hex: None, posture: None, facing });
            self.plan.before = Some(if step.hex.is_none() { Step { facing, ..step } } else { step });
        }
        Some((blow.value.max(0.02), Maneuver::Attack))
    }

    /// A Step to where nobody stands on the line of a shot, if there is one that leads no nearer to foes who strike.
    fn step_aside(&self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Step> {
        let (map, fighter, it) = (scene.map(), scene.fighter(who), scene.fighter(target));
        if scene.judge_leaving(who).is_err() {
            return None;
        }
        let is_near = |cell: Cell| {
            self.foes.iter().any(|foe| foe.reach > 0 && map.distance(cell, foe.at) as i32 <= foe.reach + 1)
        };
        let ahead = map.facing_towards(fighter.at, it.at);
        super::route::ASIDE.map(|turn| ahead.turned(turn)).into_iter().find_map(|side| {
            let to = fighter.at.step(side);
            let clear = (!is_near(to) || is_near(fighter.at))
                && map.in_sight(to, it.at)
                && !scene.is_line_taken(who, to, target);
            let seen = map.arc(to, fighter.facing, it.at) == Arc::Front;
            let facing = if seen { fighter.facing } else { map.facing_towards(to, it.at) };
            if clear { Self::step_to(scene, who, side, facing) } else { None }
        })
    }

    /// The Step straight away from a foe, or nearly so.
    fn step_away(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> Option<Step> {
        let (map, fighter, from) = (scene.map(), scene.fighter(who), scene.fighter(foe).at);
        if from == fighter.at || scene.judge_leaving(who).is_err() {
            return None;
        }
        let back = map.facing_towards(from, fighter.at);
        super::route::ASIDE.into_iter().take(3).map(|turn| back.turned(turn)).find_map(|side| {
            let to = fighter.at.step(side);
            let farther = map.distance(fighter.at, from) < map.distance(to, from);
            if farther { Self::step_to(scene, who, side, map.facing_towards(to, from)) } else { None }
        })
    }

    /// Without a target for now: load, or go where one can see one.
    fn make_ready_to_shoot(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        shooter: Option<ItemId>,
        near: i32,
    ) -> Option<(f32, Maneuver)> {
        let item = shooter?;
        let (thing, state) = (scene.item(who, item)?, scene.item_state(who, item));
        let empty = state.shots == 0 || state.shots >= 128;
        let reload = Maneuver::Ready(Ready::Reload(item));
        if empty && (near > 2 || thing.reload <= 1) && scene.judge_maneuver(who, &reload).is_ok() {
            return Some((0.08, reload));
        }
        // With a foe at the throat too, where that brings more than what else there is; back a hex, if there is one.
        if empty && scene.judge_maneuver(who, &reload).is_ok() {
            let foe = self.foes.first()?.id;
            let shots = scene.modes_of(who, item).filter(|(_, mode)| mode.kind == ModeKind::Missile);
            let mut worth = 0.0f32;
            for (number, mode) in shots {
                let lands = landing(i32::from(mode.score - mode.st_short), Some(USUAL_DEFENSE)).chance;
                worth = worth.max(lands * self.damage_cache.worth(scene, who, number, foe));
            }
            if self.plan.before.is_none() {
                self.plan.before = Self::step_away(scene, who, foe);
            }
            return Some((worth / (1.0 + f32::from(thing.reload)), reload));
        }
        if empty || near <= 2 || scene.judge_maneuver(who, &Maneuver::Move).is_err() {
            return None;
        }
        let range = self.arms.iter().filter(|arm| arm.is_ranged()).map(|arm| arm.range).max().unwrap_or(10);
        self.go_to_shoot(scene, who, range.min(15)).then_some((0.03, Maneuver::Move))
    }
}
