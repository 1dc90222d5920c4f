//! Which spell an opponent casts: by the damage, the hindrance or the healing that is to be expected of it.

use super::odds;
use crate::decision::{Action, Casting};
use crate::scene::Scene;
use crate::sheet::{Spell, SpellCost, SpellMode};
use crate::state::Flags;
use crate::strike::declare::Sequence;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// The worth of a condition on an enemy beside damage.
const HINDRANCE: f32 = 3.0;

/// The worth of a friend's death beside the damage.
const DEATH: f32 = 8.0;

/// Friends in an area count more than enemies.
const FRIEND: f32 = -2.0;

/// Whether a combatant has spells and magic points left.
pub(super) fn has_magic(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.fighter(who).mp != 0 && !scene.sheet(who).spells.is_empty()
}

/// Whether a combatant can harm others by a spell of level 1 or higher yet.
pub(super) fn can_harm(scene: Scene<'_>, who: CombatantId) -> bool {
    let mp = i32::from(scene.fighter(who).mp);
    scene.sheet(who).spells.iter().any(|spell| !spell.helps() && (1..=mp).contains(&i32::from(spell.level)))
}

/// Whether all harmful spells of a caster reach the target already, so that coming nearer gains nothing.
pub(super) fn has_nothing_more(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> bool {
    let harms = scene.sheet(who).spells.iter().filter(|spell| !spell.helps());
    has_magic(scene, who)
        && harms.map(|spell| u16::from(spell.range)).max().unwrap_or(u16::MAX) >= scene.distance(who, target)
}

/// The spell that is worth most now, if any is worth its Actions.
pub(super) fn best(scene: Scene<'_>, who: CombatantId) -> Option<Action> {
    of(scene, who, true).map(Action::Cast)
}

/// The spell for the Immediate that is worth most out of turn, if any is worth it.
pub(super) fn quick(scene: Scene<'_>, who: CombatantId) -> Option<Casting> {
    of(scene, who, false)
}

fn of(scene: Scene<'_>, who: CombatantId, own: bool) -> Option<Casting> {
    if !has_magic(scene, who) {
        return None;
    }
    let fighter = scene.fighter(who);
    let normal = if own { fighter.normal } else { 0 };
    let mut best: Option<(f32, Casting)> = None;
    for (number, spell) in (0..).zip(&scene.sheet(who).spells) {
        let (affordable, price) = match spell.cost {
            SpellCost::Actions(price) => (price <= normal, f32::from(price)),
            SpellCost::Immediate => (fighter.has_immediate(), 0.5),
        };
        if !affordable {
            continue;
        }
        scene.castings_of(who, number, |casting| {
            // An Action has to bring half a point.
            let worth = worth(scene, who, &casting, spell, own);
            let more = best.is_none_or(|(most, _)| worth / price > most);
            if worth / price > 0.5 && more && scene.judge_cast(who, &casting, own).is_ok() {
                best = Some((worth / price, casting));
            }
        });
    }
    best.map(|(_, casting)| casting)
}

fn worth(scene: Scene<'_>, who: CombatantId, casting: &Casting, spell: &Spell, own: bool) -> f32 {
    let works = if spell.level != 0 && scene.is_distracted(who) {
        let check = scene.magic_check::<Sum>(who, spell);
        odds::reach(check.dice.more(), check.against.total())
    } else {
        1.0
    };
    let dice = spell.dice.map_or(0.0, |dice| f32::from(dice.number) * (f32::from(dice.sides) + 1.0) / 2.0);
    let mean = dice + scene.spell_plus(who, spell) as f32;
    let on = |target: CombatantId| -> f32 {
        let fighter = scene.fighter(target);
        if spell.mode == SpellMode::Heal {
            let missing = scene.max_hp(target) - i32::from(fighter.hp);
            // The half healthy can wait; the dying cannot.
            return match (fighter.hp, 2 * i32::from(fighter.hp) < scene.max_hp(target)) {
                (..=0, _) => 12.0,
                (_, true) => mean.min(missing as f32),
                _ => 0.0,
            };
        }
        if !fighter.stands() {
            // An enemy that is down is no danger; such a friend can still be helped.
            return if scene.are_foes(who, target) || mean <= 0.0 { 0.0 } else { mean + DEATH };
        }
        let hindered = match spell.condition {
            Some((condition, _)) if !fighter.has(condition) => HINDRANCE,
            _ => 0.0,
        };
        if spell.helps() {
            return hindered;
        }
        let lost = mean.min(f32::from(fighter.hp.max(1)) + 3.0);
        match spell.mode {
            SpellMode::Attack | SpellMode::TouchAttack => {
                let attack = scene.spell_attack(casting, spell, target);
                let sequence = if own { scene.next_in_sequence(who, &attack) } else { Sequence::REACTION };
                let score = scene.spell_score::<Sum>(who, casting, spell, sequence);
                let defense = scene.defense::<Sum>(who, &attack).total();
                odds::reach(score.dice.more(), defense - score.bonus.total()) * (lost + hindered)
            }
            SpellMode::SaveHalf | SpellMode::SaveNegates => {
                let needed =
                    scene.spell_dc::<Sum>(who).total() - scene.save_bonus::<Sum>(target, spell.save, 0).total();
                let saved = if fighter.is_helpless() { 0.0 } else { odds::reach(0, needed) };
                let half = if spell.mode == SpellMode::SaveHalf { lost / 2.0 } else { 0.0 };
                saved * half + (1.0 - saved) * (lost + hindered)
            }
            SpellMode::Auto => lost + hindered,
            SpellMode::Heal => 0.0,
        }
    };
    let mut sum = 0.0;
    for target in scene.affected(casting, spell) {
        let for_whom = scene.are_foes(who, target) != spell.helps();
        sum += on(target) * if for_whom { 1.0 } else { FRIEND };
    }
    // A caught caster cannot step back while a spell takes the Actions.
    let caught = scene.fighter(who).flags.any(Flags::GRAPPLED.union(Flags::PINNED));
    works * sum * if caught { 0.9 } else { 1.0 }
}
