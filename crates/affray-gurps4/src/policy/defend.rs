//! Answers to attacks.

use super::route::around;
use super::tactics::spare_fp;
use crate::decision::{Defense, DefenseKind, IncomingAttack};
use crate::derived::is_low;
use crate::scene::Scene;
use crate::sheet::{ItemId, Skill};
use crate::strike::defense::Before;
use affray_3d6::chance::success;
use affray_grid::Facing;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// A Feverish Defense has to gain so much.
const FEVERISH: f32 = 0.05;

/// The rank of a kind of defense against any attack, whose modifiers are the same for every kind.
pub(super) fn rank(scene: Scene<'_>, who: CombatantId, kind: DefenseKind, retreats: bool) -> i32 {
    let retreat = if retreats { scene.retreat_bonus(who, kind) } else { 0 };
    scene.base_defense::<Sum>(who, kind, retreats).total() + retreat
}

/// Whether a hand parries by itself: what is in both hands does as one, of two bare hands each does.
pub(super) fn has_hand(scene: Scene<'_>, who: CombatantId, kind: DefenseKind) -> bool {
    let [main, off] = scene.fighter(who).hands;
    kind != DefenseKind::Parry(1) || (off == main) == (off == ItemId::NONE)
}

/// Whether a kind of defense may be tried by somebody who can defend at all.
pub(super) fn may_use(scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack, kind: DefenseKind) -> bool {
    match kind {
        DefenseKind::None | DefenseKind::Dodge => true,
        DefenseKind::Parry(hand) => scene.judge_parry(who, attack, hand).is_ok(),
        DefenseKind::Block => scene.judge_block(who, attack).is_ok(),
    }
}

/// The defense with the best score, away from the attacker where there is room; with a point of FP more while there
/// are any to spare, if it gains by it.
pub(super) fn defend(
    scene: Scene<'_>,
    who: CombatantId,
    attack: &IncomingAttack,
    failed: Option<DefenseKind>,
) -> Defense {
    if scene.can_defend(who, attack).is_err() {
        return Defense::NONE;
    }
    let back = if failed.is_none() && attack.flight.is_none() { way_back(scene, who, attack) } else { None };
    let mut best = (Defense::NONE, 0, i32::MIN);
    let fighter = scene.fighter(who);
    for kind in [DefenseKind::Block, DefenseKind::Dodge, DefenseKind::Parry(0), DefenseKind::Parry(1)] {
        if !has_hand(scene, who, kind) {
            continue;
        }
        if failed.is_some_and(|first| std::mem::discriminant(&first) == std::mem::discriminant(&kind)) {
            continue;
        }
        let acrobatic = kind == DefenseKind::Dodge && scene.sheet(who).skill(Skill::Acrobatics) >= 13;
        let options = match kind {
            DefenseKind::Dodge if acrobatic => 1,
            // A slam may break the weapon that parries it.
            DefenseKind::Parry(hand)
                if attack.form.is_slam() && fighter.hands[usize::from(hand & 1)] != ItemId::NONE =>
            {
                -2
            }
            _ => 0,
        };
        let rank = rank(scene, who, kind, back.is_some()) + options;
        if rank > best.2 && may_use(scene, who, attack, kind) {
            best = (Defense { retreat: back, acrobatic, ..Defense::plain(kind) }, options, rank);
        }
    }
    let (mut defense, options, _) = best;
    let score = scene.defense_score::<Sum>(who, attack, &defense, Before::default()).total() + options;
    // FP left over are of no use to a fallen combatant: one that is nearly out of the fight keeps none.
    let nearly_out = 3 * fighter.hp <= scene.sheet(who).hp;
    let spare = if nearly_out { fighter.fp - 1 } else { spare_fp(scene, who) };
    // G4-346: the point with which FP fall below half of them halves the Dodge that it is paid for.
    let (fp, max) = (fighter.fp.into(), scene.sheet(who).fp.into());
    let tires = defense.kind == DefenseKind::Dodge && !is_low(fp, max) && is_low(fp - 1, max);
    defense.feverish =
        defense.kind != DefenseKind::None && spare > 0 && !tires && success(score + 2) - success(score) > FEVERISH;
    defense
}

/// The way straight back, or else the next best.
fn way_back(scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack) -> Option<Facing> {
    if !scene.is_free_to_retreat(who) {
        return None;
    }
    let (me, by) = (scene.fighter(who), scene.fighter(attack.by));
    let away = if me.at == by.at { by.facing } else { scene.map().facing_towards(by.at, me.at) };
    around(away).find(|&side| scene.judge_retreat(who, attack, false, side).is_ok())
}
