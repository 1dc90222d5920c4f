//! Weapons that are better than what is in hand: drawn, picked up, gone for.

use super::rating::{Matchup, UsableMode, is_armed};
use super::ways::Ways;
use crate::decision::{Act, From, Maneuver, Plan, Ready, Trade};
use crate::scene::Scene;
use crate::sheet::ItemId;
use crate::state::ItemFlags;
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;

/// `G4-008` The least skill with which a weapon is picked up: with less it can strike at nobody.
const LEAST_SKILL: i16 = 3;
/// So many times as much a blow has to be worth with a weapon for which a blow of now is given up.
const MUCH_BETTER: f32 = 1.6;
/// And so many times as much where there is none to give up.
const BETTER: f32 = 1.15;

/// The maneuver of a combatant without a usable weapon in hand; who has one on the body takes only its own.
pub(super) fn rearm(scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
    let fighter = scene.fighter(who);
    let fights = |item: &ItemId| {
        scene.item(who, *item).is_some_and(|arm| arm.reach != 0 || arm.ranged)
            && !scene.item_state(who, *item).flags.has(ItemFlags::DISABLED)
    };
    let own = || (0..scene.sheet(who).items).map(ItemId::own);
    let items = || own().chain(scene.borrowed(who)).filter(fights);
    // Of what lies there the best.
    let worth = |item: &ItemId| scene.arm(who, *item).map_or(0, |arm| arm.score);
    let bare = !is_armed(scene, who);
    let takes = |item: &ItemId| fights(item) && worth(item) >= LEAST_SKILL && (bare || !item.is_anothers());
    let found = scene.lying_here(who).filter(takes);
    let found = found.filter(|&item| scene.judge_ready(who, Ready::PickUp(item)).is_ok()).max_by_key(worth);
    let ready = items().map(Ready::Item).chain(items().map(Ready::Reload)).chain(found.map(Ready::PickUp));
    if let Some(what) = ready.into_iter().find(|&what| scene.judge_ready(who, what).is_ok()) {
        return Some(Maneuver::Do(Act::Ready(what)));
    }
    // A broken weapon in the way of another.
    let broken = fighter.hands.into_iter().find(|&item| scene.item_state(who, item).flags.has(ItemFlags::DISABLED))?;
    let other = items().any(|item| !fighter.holds(item) && scene.has(who, item));
    other.then_some(Maneuver::Do(Act::Ready(Ready::Store(broken))))
}

impl Matchup<'_> {
    /// The worth of the best blow with a weapon, were it in hand; 0 for what strikes at nobody.
    fn with(&mut self, item: ItemId) -> f32 {
        let (scene, who) = (self.scene, self.who);
        let Some(arm) = scene.arm(who, item) else { return 0.0 };
        if arm.reach == 0 || arm.score < LEAST_SKILL || scene.item_state(who, item).flags.has(ItemFlags::DISABLED) {
            return 0.0;
        }
        let melee = scene.setup.modes_of(who, item).filter(|(_, mode)| mode.ranged.is_none());
        let plan = Plan::of(From::Attack);
        let worth =
            melee.filter_map(|(mode, of)| self.best_blow(UsableMode::ready(mode, of.reach), &plan, Trade::None, false));
        worth.map(|one| one.worth).fold(0.0, f32::max)
    }

    /// The worth of the best blow with what is in hand, were the foe in its reach.
    fn as_armed(&mut self) -> f32 {
        let plan = Plan::of(From::Attack);
        let all = self.melee.clone();
        let worth = all.into_iter().filter_map(|usable| self.best_blow(usable, &plan, Trade::None, false));
        worth.map(|one| one.worth).fold(0.0, f32::max)
    }

    /// Whether a weapon may be taken up: its own, or any for who holds none.
    fn may_take(&self, item: ItemId) -> bool {
        !item.is_anothers() || !is_armed(self.scene, self.who)
    }

    /// `G4-110` `G4-R10` The Ready that puts a weapon into a hand that is free for it, or makes one in hand ready again, if
    /// blows with it are worth much more than with what is there; `now`: that of the blow that is given up for it.
    pub(super) fn better_weapon(&mut self, now: f32) -> Option<Ready> {
        let (scene, who) = (self.scene, self.who);
        let own = (0..scene.sheet(who).items).map(ItemId::own);
        // What is in hand and ready cannot be readied.
        let carried = own.chain(scene.borrowed(who)).map(Ready::Item);
        let lying = scene.lying_here(who).filter(|&item| self.may_take(item)).map(Ready::PickUp);
        let can = |what: &Ready| scene.judge_ready(who, *what).is_ok();
        let all: arrayvec::ArrayVec<Ready, 32> = carried.chain(lying).filter(can).take(32).collect();
        if all.is_empty() {
            return None;
        }
        let (mut most, mut best) = (self.wanted(now), None);
        for what in all {
            let (Ready::Item(item) | Ready::PickUp(item)) = what else { continue };
            let worth = self.with(item);
            if worth > most {
                (most, best) = (worth, Some(what));
            }
        }
        best
    }

    /// The hex of a weapon of its own on the ground that one Move leads to, if it is worth that much more; who can strike
    /// with nothing goes farther for it.
    pub(super) fn far_weapon(&mut self, now: f32, ways: &mut Ways) -> Option<Cell> {
        let (scene, who) = (self.scene, self.who);
        let at = scene.fighter(who).at;
        if scene.state.ground.is_empty() {
            return None;
        }
        let (mut most, mut best) = (self.wanted(now), None);
        let moves = if most > 0.0 { 1 } else { 3 };
        for lying in &scene.state.ground {
            let away = scene.map().distance(at, lying.at) as i32;
            let item = ItemId::of(who, lying.owner, lying.item);
            if away <= 1 || away > moves * scene.move_points(who) + 1 || item.is_anothers() {
                continue;
            }
            let free = scene.item(who, item).and_then(|item| scene.hands_for(who, item)).is_some();
            let worth = if free { self.with(item) } else { 0.0 };
            if worth > most && ways.lead_to_item(scene, who, lying.at) {
                (most, best) = (worth, Some(lying.at));
            }
        }
        best
    }

    /// What a blow with another weapon has to be worth.
    fn wanted(&mut self, now: f32) -> f32 {
        let armed = self.as_armed();
        if now > 0.0 { MUCH_BETTER * armed.max(now) } else { BETTER * armed }
    }
}
