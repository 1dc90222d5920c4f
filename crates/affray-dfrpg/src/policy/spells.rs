//! Casting: the spell, its subject, its energy.

use super::Tactician;
use super::odds::{self, landing, success, wins_contest};
use super::tactics::danger_of;
use crate::decision::{Aim, Cast, Concentrate, Maneuver, NONE};
use crate::magic::casting::energy_range;
use crate::magic::{casting_seconds, is_harmful, price};
use crate::scene::Scene;
use crate::sheet::{Location, ResistedBy, Skill, Spell, SpellClass, SpellCondition, SpellEffect, SpellScore};
use crate::state::{Casting, Disturbed, Doing};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// A spell that could be begun.
#[derive(Debug, Clone, Copy)]
struct Idea {
    value: f32,
    cast: Cast,
}

impl Tactician {
    /// The best thing to do with magic, and its value for each turn that it takes.
    pub(super) fn spell(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<(f32, Maneuver)> {
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        if sheet.spells.is_empty() {
            return None;
        }
        let legal = |what: Concentrate| {
            let maneuver = Maneuver::Concentrate(what);
            scene.judge_maneuver(who, &maneuver).is_ok().then_some(maneuver)
        };
        let near = self.foes.first().map_or(99, |foe| foe.near);
        if let Doing::Casting(casting) = fighter.doing {
            let target_out = (casting.target as usize) < scene.state.fighters.len()
                && !scene.fighter(CombatantId(casting.target)).is_conscious();
            if !target_out && let Some(go_on) = legal(Concentrate::GoOn) {
                return Some((2.0, go_on));
            }
        }
        // A missile in the hand grows while nobody is near.
        for held in fighter.held.iter().filter(|held| held.spell != NONE && held.seconds != 0 && held.seconds < 3) {
            let spare = i32::from(fighter.fp) - i32::from(sheet.fp) / 3;
            let energy = i32::from(sheet.traits.magery).min(spare);
            if near > 4
                && energy > 0
                && let Some(enlarge) = legal(Concentrate::Enlarge { hand: held.hand, energy: energy as u8 })
            {
                return Some((1.0, enlarge));
            }
        }
        if fighter.held.iter().any(|held| held.spell != NONE) {
            return None; // To be thrown, or to be brought to somebody.
        }
        let mut best: Option<Idea> = None;
        for (index, spell) in sheet.spells.iter().enumerate() {
            if scene.is_forgotten(who, index as u8) {
                continue;
            }
            if let Some(idea) = self.idea(scene, who, index as u8, spell)
                && best.is_none_or(|best| best.value < idea.value)
            {
                best = Some(idea);
            }
        }
        let idea = best.filter(|idea| idea.value > 0.03)?;
        Some((idea.value, legal(Concentrate::Cast(idea.cast))?))
    }

    /// Whether to drop a baton in the main hand, whose help is one point, for a missile that the off hand throws at -4.
    pub(super) fn frees_hand_for_spell(&mut self, scene: Scene<'_>, who: CombatantId) -> bool {
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let is_baton = || {
            let item = fighter.hands[0];
            let held_once = fighter.hands.iter().filter(|&&held| held == item).count() == 1;
            held_once && scene.item(who, item).is_some_and(|item| item.spell_focus == 1)
        };
        let is_time = self.foes.first().is_none_or(|foe| foe.near > 4);
        !sheet.spells.is_empty()
            && !sheet.traits.ambidexterity
            && is_time
            && is_baton()
            && matches!(
                self.spell(scene, who),
                Some((_, Maneuver::Concentrate(Concentrate::Cast(cast)))) if cast.hand == 1
            )
            && scene.judge_free(who, &crate::decision::Free::Drop(0)).is_ok()
    }

    /// The best use of one spell now.
    fn idea(&self, scene: Scene<'_>, who: CombatantId, index: u8, spell: &Spell) -> Option<Idea> {
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let (least, most) = energy_range(spell, sheet.traits.magery);
        let near = self.foes.first().map_or(99, |foe| foe.near);
        let point = matches!(spell.class, SpellClass::Regular | SpellClass::Area) && scene.spell_focus(who) != 0;
        let cast = Cast {
            spell: index,
            target: NONE,
            energy: least,
            hp: 0,
            point,
            hand: NONE,
            cell: fighter.at,
            radius: 1,
            ignoring: 0,
            situational: 0,
        };
        // Below a third of the FP everything gets harder: only for what matters.
        let affordable = |cost: i32, value: f32| {
            let left = i32::from(fighter.fp) - cost;
            left >= 1 && (3 * left >= i32::from(sheet.fp) || value > 0.3)
        };
        let turns = f32::from(casting_seconds(spell).max(1));
        let idea = match (spell.class, spell.effect) {
            (SpellClass::Blocking | SpellClass::Information, _) => None,
            (SpellClass::Missile, SpellEffect::Damage { per_energy, damage, kind }) => {
                let hand =
                    (0..sheet.body.hands.min(4)).find(|&hand| scene.judge_holding_hand(who, spell, hand).is_ok())?;
                let target = self
                    .foes
                    .iter()
                    .find(|foe| foe.near <= spell.missile.map_or(0, |missile| i32::from(missile.max_range)))?;
                // Three seconds of it, where there is time.
                let seconds = if near <= 4 {
                    1
                } else if near <= 9 {
                    2
                } else {
                    3
                };
                let dice = crate::magic::effects::spell_damage(damage, per_energy, (most * seconds).min(24));
                // DF-035: from the off hand it is thrown at -4.
                let off_hand = !hand.is_multiple_of(2) && !sheet.traits.ambidexterity;
                let skill = i32::from(sheet.skill(Skill::InnateAttack).max(sheet.skill(Skill::Throwing)))
                    + crate::strike::ranged::speed_range(target.near)
                    + if off_hand { -4 } else { 0 };
                let dodge = scene.halved(target.id, i32::from(scene.sheet(target.id).dodge));
                let worth = odds::worth(scene, target.id, Aim::At(Location::Torso), dice, kind, (1, 1));
                let value = success(i32::from(spell.score)) * landing(skill, Some(dodge)).chance * worth
                    / (1.0 + f32::from(seconds));
                Some(Idea { value, cast: Cast { energy: most, hand, ..cast } })
            }
            (SpellClass::Melee, SpellEffect::Damage { per_energy, damage, kind }) => {
                let hand =
                    (0..sheet.body.hands.min(4)).find(|&hand| scene.judge_holding_hand(who, spell, hand).is_ok())?;
                let target = self.foes.first().filter(|foe| foe.near <= 4)?;
                let dice = crate::magic::effects::spell_damage(damage, per_energy, most);
                let worth = odds::worth(scene, target.id, Aim::At(Location::Torso), dice, kind, (1, 1));
                let value = success(i32::from(spell.score)) * 0.3 * worth / 2.0;
                Some(Idea { value, cast: Cast { energy: most, hand, ..cast } })
            }
            (SpellClass::Regular, SpellEffect::Heal { most: heals }) => {
                self.healing(scene, who, spell, Cast { energy: most.min(heals).max(least), ..cast })
            }
            (SpellClass::Regular, effect) if is_harmful(&effect) => {
                let mut best: Option<Idea> = None;
                for foe in self.foes.iter().take(6) {
                    let energy = if matches!(effect, SpellEffect::Modifier { .. }) { most } else { least };
                    let cast = Cast { target: foe.id.0, energy, ..cast };
                    let value = self.harm(scene, who, spell, &cast, foe.id);
                    // A near foe is more urgent.
                    let value = value * (1.0 - 0.02 * foe.near.min(20) as f32);
                    if best.is_none_or(|best| best.value < value) {
                        best = Some(Idea { value, cast });
                    }
                }
                best
            }
            (SpellClass::Regular, effect) => self.blessing(scene, who, spell, &effect, cast, near),
            (SpellClass::Area, effect) if is_harmful(&effect) => self.area(scene, who, spell, cast),
            _ => None,
        }?;
        let cost = price::<Sum>(spell, idea.cast.energy, idea.cast.radius.min(50) as u8).total();
        let value = idea.value / turns;
        affordable(cost, value).then_some(Idea { value, ..idea })
    }

    fn casting(cast: &Cast) -> Casting {
        Casting {
            spell: cast.spell,
            seconds: 0,
            target: cast.target,
            energy: cast.energy,
            pointed: cast.point,
            hp: 0,
            cell: cast.cell,
            radius: cast.radius.min(50) as u8,
            hand: cast.hand,
            ignoring: 0,
            situational: 0,
            disturbed: Disturbed::Not,
        }
    }

    /// The chance that a spell works on somebody.
    fn works(scene: Scene<'_>, who: CombatantId, spell: &Spell, cast: &Cast, target: CombatantId) -> f32 {
        let score = scene.casting_score::<Sum>(who, &Self::casting(cast)).total();
        if score < 3 {
            return 0.0;
        }
        match spell.resisted {
            None => success(score),
            Some(with) => success(score) * wins_contest(score, resistance(scene, target, with)).max(0.02),
        }
    }

    /// The worth of a harmful spell on a foe.
    fn harm(&self, scene: Scene<'_>, who: CombatantId, spell: &Spell, cast: &Cast, foe: CombatantId) -> f32 {
        let it = scene.fighter(foe);
        let worth = match spell.effect {
            SpellEffect::Damage { damage, per_energy, kind } => {
                let dice = crate::magic::effects::spell_damage(damage, per_energy, cast.energy);
                odds::worth(scene, foe, Aim::At(Location::Torso), dice, kind, (1, 1))
            }
            SpellEffect::Condition { condition, .. } => match condition {
                _ if scene.is_under(foe, condition) => 0.0,
                SpellCondition::Sleep => 1.1,
                SpellCondition::Stunned if it.is_stunned() => 0.0,
                SpellCondition::Stunned => 0.6,
                SpellCondition::Blind => 0.6,
                SpellCondition::Rooted => 0.2,
            },
            SpellEffect::Modifier { by, per_energy, score, .. } if !is_affected(scene, foe, spell) => {
                let points = f32::from(by).abs() * if per_energy { f32::from(cast.energy) } else { 1.0 };
                points * if score == SpellScore::Move { 0.03 } else { 0.08 }
            }
            _ => 0.0,
        };
        if worth == 0.0 { 0.0 } else { worth * danger_of(scene, foe) * Self::works(scene, who, spell, cast, foe) }
    }

    /// Healing for the friend, or oneself, most in need of it.
    fn healing(&self, scene: Scene<'_>, who: CombatantId, spell: &Spell, cast: Cast) -> Option<Idea> {
        let mut best: Option<Idea> = None;
        for friend in scene.state.ids() {
            let (sheet, fighter) = (scene.sheet(friend), scene.fighter(friend));
            if scene.are_foes(who, friend) || !fighter.is_conscious() || sheet.hp < 2 * fighter.hp {
                continue;
            }
            let cast = Cast { target: friend.0, ..cast };
            let points = i16::from(cast.energy).min(sheet.hp - fighter.hp);
            let urgent = if fighter.hp <= 0 && fighter.hp + points > 0 { 0.3 } else { 0.0 };
            let value =
                (f32::from(points) / f32::from(sheet.hp) + urgent) * Self::works(scene, who, spell, &cast, friend);
            if best.is_none_or(|best| best.value < value) {
                best = Some(Idea { value, cast });
            }
        }
        best
    }

    /// A lasting help for oneself or a friend in the fight.
    fn blessing(
        &self,
        scene: Scene<'_>,
        who: CombatantId,
        spell: &Spell,
        effect: &SpellEffect,
        cast: Cast,
        near: i32,
    ) -> Option<Idea> {
        let worth = match *effect {
            SpellEffect::Resistance { dr, .. } => 0.05 * f32::from(dr.min(6)),
            SpellEffect::Modifier { by, .. } => 0.05 * f32::from(by.clamp(0, 6)),
            _ => return None,
        };
        let mut best: Option<Idea> = None;
        for friend in scene.state.ids() {
            if scene.are_foes(who, friend) || !scene.fighter(friend).is_conscious() || is_affected(scene, friend, spell)
            {
                continue;
            }
            let cast = Cast { target: friend.0, ..cast };
            let fights = self.foes.iter().any(|foe| scene.distance(friend, foe.id) <= 8);
            let mine = friend == who && near <= 12;
            let share = if friend == who {
                if mine { 0.6 } else { 0.3 }
            } else if fights {
                1.0
            } else {
                0.4
            };
            let value = worth * share * Self::works(scene, who, spell, &Cast { target: friend.0, ..cast }, friend);
            if best.is_none_or(|best| best.value < value) {
                best = Some(Idea { value, cast });
            }
        }
        best
    }

    /// An area around a foe that holds as many foes and as few friends as possible.
    fn area(&self, scene: Scene<'_>, who: CombatantId, spell: &Spell, cast: Cast) -> Option<Idea> {
        let mut best: Option<Idea> = None;
        for center in self.foes.iter().take(6) {
            for radius in 1..=3u16 {
                let cast = Cast { cell: center.at, radius, ..cast };
                let score = scene.casting_score::<Sum>(who, &Self::casting(&cast)).total();
                let value = self.area_value(scene, who, spell, &cast, center.at, score) / f32::from(radius).sqrt();
                if best.is_none_or(|best| best.value < value) {
                    best = Some(Idea { value, cast });
                }
            }
        }
        best
    }

    fn area_value(
        &self,
        scene: Scene<'_>,
        who: CombatantId,
        spell: &Spell,
        cast: &Cast,
        center: Cell,
        score: i32,
    ) -> f32 {
        let mut sum = 0.0;
        for other in scene.state.ids() {
            let fighter = scene.fighter(other);
            if !fighter.is_conscious()
                || i32::from(cast.radius) <= scene.map().distance(center, fighter.at) as i32
                || is_affected(scene, other, spell)
            {
                continue;
            }
            let worth = match spell.effect {
                SpellEffect::Damage { damage, per_energy, kind } => odds::worth(
                    scene,
                    other,
                    Aim::At(Location::Torso),
                    crate::magic::effects::spell_damage(damage, per_energy, cast.energy),
                    kind,
                    (1, 1),
                ),
                SpellEffect::Condition { .. } => 0.6,
                SpellEffect::Modifier { by, .. } => 0.05 * f32::from(by).abs(),
                _ => 0.0,
            };
            let chance = spell.resisted.map_or(1.0, |with| wins_contest(score, resistance(scene, other, with)));
            sum += if scene.are_foes(who, other) { worth * chance } else { -1.5 * worth * chance };
        }
        sum * success(score)
    }

    /// Whether to pay for a spell that is about to end: while it helps or hurts somebody who fights, and
    /// there is strength for it.
    pub(super) fn maintains(scene: Scene<'_>, who: CombatantId, spell: u8, on: CombatantId) -> bool {
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let Some(known) = sheet.spells.get(spell as usize) else { return false };
        scene.fighter(on).is_conscious() && 2 * (fighter.fp - i16::from(known.upkeep)) > sheet.fp
    }
}

fn resistance(scene: Scene<'_>, target: CombatantId, with: ResistedBy) -> i32 {
    scene.resistance_score::<Sum>(target, with).total()
}

/// Whether a combatant is under that spell already, by any caster: a second casting adds nothing.
fn is_affected(scene: Scene<'_>, on: CombatantId, spell: &Spell) -> bool {
    scene.spells_on(on).any(|(known, _)| known.name == spell.name)
}
