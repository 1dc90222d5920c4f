//! The best blow at a foe as things stand: with what is in hand, in every way, at every place that opponents think of.

use super::defend;
use super::estimate::{ALL, PLACES, melee_modes, points_of};
use super::worth::{MISHAP, damages, expect, fumbles, success};
use crate::body::location::Location;
use crate::decision::{Blow, Declared, Fist, From, IncomingAttack, Mode, NONE, Plan};
use crate::scene::Scene;
use crate::sheet::UNARMED;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally as _};

/// A blow, and what it is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strike {
    /// The blow.
    pub(super) blow: Blow,
    /// Skill, location and PD together.
    pub(super) score: i32,
    /// What it is worth, in thousandths of taking the foe out of the fight.
    pub(super) worth: i32,
    /// How far it reaches, in hexes.
    pub(super) reach: u8,
}

/// How a blow comes: with what, how, how far.
type Way = (u8, Mode, u8);

/// The best blow of a combatant at a foe; nobody is without fists.
pub(super) fn best(scene: Scene<'_>, who: CombatantId, foe: CombatantId, from: From, more: i32) -> Strike {
    let mut found: Option<Strike> = None;
    each_way(scene, who, |way| {
        let strike = at_best(scene, who, foe, from, more, way);
        if found.is_none_or(|known| strike.worth > known.worth) {
            found = Some(strike);
        }
    });
    let blow = Blow { with: UNARMED, mode: Mode::Bite, target: foe, at: None, declared: Declared::default() };
    found.unwrap_or(Strike { blow, score: 0, worth: 0, reach: 0 })
}

/// What is in hand and ready; fist and foot where nothing is.
fn each_way(scene: Scene<'_>, who: CombatantId, mut each: impl FnMut(Way)) {
    let (fighter, sheet) = (scene.fighter(who), scene.sheet(who));
    let [main, off] = fighter.hands;
    let mut armed = false;
    for with in [main, if off == main { NONE } else { off }] {
        let Some(item) = scene.item(who, with).filter(|item| item.is_melee() && fighter.wields(with)) else { continue };
        armed = true;
        for (mode, ..) in melee_modes(item) {
            each((with, mode, item.reach));
        }
    }
    if armed {
        return;
    }
    let skills = [(Fist::Dx, true), (Fist::Boxing, sheet.boxing.is_some()), (Fist::Brawling, sheet.brawling.is_some())];
    for (fist, _) in skills.into_iter().filter(|one| one.1) {
        each((UNARMED, Mode::Punch(fist), 1));
        each((UNARMED, Mode::Kick(fist), 1));
    }
}

/// The best place for such a blow.
fn at_best(
    scene: Scene<'_>,
    who: CombatantId,
    foe: CombatantId,
    from: From,
    more: i32,
    (with, mode, reach): Way,
) -> Strike {
    let other = scene.sheet(foe);
    let side = scene.side_attacked(foe, who);
    let incoming = IncomingAttack { by: who, with, mode, from, margin: 0, at: Location::Body, side };
    let guard = defend::score(scene, foe, &incoming);
    let blow = Blow { with, mode, target: foe, at: None, declared: Declared::default() };
    let plan = Plan { from, only: NONE, with: NONE, number: 0 };
    let skill = scene.attack_score::<Sum>(who, &blow, &plan).total() + more - ride(scene, who, foe, reach);
    let profile = scene.damage_profile::<Sum>(who, &blow, from);
    let (kind, damages) = (profile.kind, damages(profile.potential.total(), profile.cap, profile.kind));
    let left = i32::from(scene.fighter(foe).hp).max(1);
    let mut found: Option<Strike> = None;
    for at in PLACES {
        let called = at != Location::Body;
        let plain = skill + at.penalty(other.closed_helm);
        let score = plain - scene.pd(foe, at, kind, side, false);
        let dr = scene.dr(foe, at, kind, false);
        let harm = damages.map(|damage| points_of(other, left, &scene.setup.options, at, kind, damage - dr));
        let worth = expect(score, guard, harm) / 216;
        // An easy blow is better than a fancy one that is worth little more.
        let worth = if called { worth * 9 / 10 } else { worth } - MISHAP * fumbles(plain) / 216;
        if found.is_none_or(|known| worth > known.worth) {
            let at = called.then_some(at);
            found = Some(Strike { blow: Blow { at, ..blow }, score, worth: worth.min(ALL), reach });
        }
    }
    found.unwrap_or_else(|| unreachable!("there are places"))
}

/// Whether an attack on that number, PD not counted, succeeds more often than it goes badly wrong.
pub(super) fn is_fair(score: i32) -> bool {
    success(score) > fumbles(score)
}

/// `GR-R59` Whether a riposte is fair.
pub(super) fn is_worth_riposte(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> bool {
    let plan = Plan { from: From::Riposte, only: target.0, with: NONE, number: 0 };
    let [_, dagger] = scene.fighter(who).hands;
    let fair = |mode| {
        let blow = Blow { with: dagger, mode, target, at: None, declared: Declared::default() };
        is_fair(scene.attack_score::<Sum>(who, &blow, &plan).total())
    };
    fair(Mode::Impale)
}

/// `GR-191` `GR-192` What the way to a foe takes off a rider's blow, about.
pub(super) fn ride(scene: Scene<'_>, who: CombatantId, foe: CombatantId, reach: u8) -> i32 {
    if !scene.setup.any_mount || !scene.is_mounted(who) || scene.sheet(who).mounted.is_some() {
        return 0;
    }
    let hexes = scene.apart(who, foe).saturating_sub(reach.into()) as i32;
    hexes * (2 * 216 - success(scene.sheet(who).riding)) / 216
}
