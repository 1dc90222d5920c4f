//! Answers in the turns of others: the defense.

use crate::decision::{Defense, IncomingAttack, NONE};
use crate::scene::Scene;
use crate::sheet::UNARMED;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// The best score of a defense against an attack; 0 where there is none.
pub(super) fn score(scene: Scene<'_>, who: CombatantId, incoming: &IncomingAttack) -> i32 {
    let [main, off] = scene.fighter(who).hands;
    let off = if off == main { NONE } else { off };
    [Defense::Dodge, Defense::Block, Defense::Parry(main), Defense::Parry(off), Defense::Parry(UNARMED)]
        .into_iter()
        .filter(|&one| one != Defense::Parry(NONE) && scene.judge_defense(who, incoming, one).is_ok())
        .map(|one| scene.defense_score::<Sum>(who, incoming, one).total())
        .fold(0, i32::max)
}

/// The defense with the best score; those that are counted are kept where a dodge is as good.
pub(super) fn best(scene: Scene<'_>, who: CombatantId, incoming: &IncomingAttack) -> Defense {
    let [main, off] = scene.fighter(who).hands;
    let off = if off == main { NONE } else { off };
    let mut best = (Defense::None, i32::MIN);
    for defense in [Defense::Dodge, Defense::Block, Defense::Parry(main), Defense::Parry(off), Defense::Parry(UNARMED)]
    {
        if defense == Defense::Parry(NONE) {
            continue;
        }
        if scene.judge_defense(who, incoming, defense).is_err() {
            continue;
        }
        let score = scene.defense_score::<Sum>(who, incoming, defense).total();
        // What hardly ever succeeds is worse than nothing: it goes wrong as often.
        if score > best.1 && score > 5 {
            best = (defense, score);
        }
    }
    if scene.judge_defense(who, incoming, Defense::Acrobatic).is_ok() {
        // It takes off 2 less, and fails dearly.
        let score = scene.defense_score::<Sum>(who, incoming, Defense::Acrobatic).total() - 3;
        if score > best.1 {
            best = (Defense::Acrobatic, score);
        }
    }
    best.0
}
