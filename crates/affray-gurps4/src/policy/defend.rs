//! Answers to attacks.

use super::tactics::spare_fp;
use crate::decision::{Defense, DefenseKind, Incoming, NONE};
use crate::defense::Before;
use crate::scene::Scene;
use crate::sheet::Skill;
use crate::state::Posture;
use affray_3d6::chance::{Through, success};
use affray_3d6::location::Location;
use affray_core::referee::CombatantId;
use affray_core::tally::{Sum, Tally};

/// The defense with the best score, away from the attacker where there is room; a point of FP more where the
/// blow would decide.
pub(super) fn defend(scene: Scene<'_>, who: CombatantId, attack: &Incoming, failed: Option<DefenseKind>) -> Defense {
    let back = if failed.is_none() && attack.flight.is_none() { scene.ways_back(who, attack).next() } else { None };
    let mut best = (Defense::NONE, i32::MIN);
    let fighter = scene.fighter(who);
    for kind in [DefenseKind::Block, DefenseKind::Dodge, DefenseKind::Parry(0), DefenseKind::Parry(1)] {
        if kind == DefenseKind::Parry(1)
            && (fighter.hands[1] == fighter.hands[0] || fighter.hands[1] == NONE && fighter.hands[0] != NONE)
        {
            continue;
        }
        let plain = Defense::plain(kind);
        if scene.judge_defense(who, attack, failed, &plain).is_err() {
            continue;
        }
        let mut defense = Defense { retreat: back, ..plain };
        if kind == DefenseKind::Dodge && 13 <= scene.sheet(who).skill(Skill::Acrobatics) {
            defense.acrobatic = true;
        }
        let before = Before { acrobatics: defense.acrobatic.then_some(true), felt: false };
        let score = scene.defense_score::<Sum>(who, attack, &defense, before).total() - i32::from(defense.acrobatic);
        // A slam may break what parries it.
        let score = score - if attack.form.is_slam() && matches!(kind, DefenseKind::Parry(_)) { 2 } else { 0 };
        if best.1 < score {
            best = (defense, score);
        }
    }
    let (mut defense, score) = best;
    if defense.kind == DefenseKind::None {
        return defense;
    }
    if scene.judge_effort(who, 1).is_ok() && decides(scene, who, attack) {
        let gain = success(score + 2) - success(score);
        if (if 0 < spare_fp(scene, who) { 0.15 } else { 0.22 }) < gain {
            defense.feverish = true;
        }
    }
    if scene.judge_defense(who, attack, failed, &defense).is_ok() { defense } else { Defense::plain(defense.kind) }
}

/// Whether the attack would all but end the fight for its target.
fn decides(scene: Scene<'_>, who: CombatantId, attack: &Incoming) -> bool {
    let Some(mode) = scene.mode(attack.by, attack.mode) else {
        return attack.form.is_slam() && scene.fighter(who).posture == Posture::Standing;
    };
    if attack.form.held().is_some() {
        return true;
    }
    let (times, over) = crate::damage::multiplier(Location::Torso, mode.kind);
    let through = Through::new(mode.damage, scene.sheet(who).resistance(Location::Torso));
    let mean = through.mean() * times as f32 / over as f32;
    let (hp, max) = (f32::from(scene.fighter(who).hp), f32::from(scene.sheet(who).hp));
    max / 2.0 < mean || 0.0 < hp && hp <= mean
}
