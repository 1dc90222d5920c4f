//! The canonical form of a state between two turns: facts that no rule reads any more have a fixed value.

use crate::scene::{Combatant, Scene, Setup};
use crate::sheet::{Arm, MOST_ITEMS};
use crate::state::{Dose, Fighter, Flags, Injuries, ItemState, NONE, Stage, State};
use affray_grid::{Cell, Facing};

/// The conditions that are still read when the fight is decided.
const FATE: Flags = Flags::UNCONSCIOUS.union(Flags::DEAD).union(Flags::GONE).union(Flags::WOUNDED).union(Flags::BITTEN);

/// Whether the place of a fight on its field makes no difference: an open map without an edge, whose last hexes nobody
/// can come near.
fn is_boundless(setup: &Setup, state: &State) -> bool {
    // The longest movement of a pulse is a plain move and half an action more.
    let stays = |one: &Combatant| setup.round_limit.saturating_mul(u32::from(one.sheet.tmr) + 3) <= Cell::NEAR as u32;
    setup.map.is_open()
        && setup.map.bounds().is_empty()
        && setup.combatants.iter().all(stays)
        && state.fighters.iter().all(|fighter| fighter.at.is_near())
}

/// Moves everything so that the first figure stands in the middle.
fn recenter(state: &mut State) {
    let Some(Fighter { at: middle, .. }) = state.fighters.first().copied() else { return };
    for fighter in &mut state.fighters {
        fighter.at = fighter.at.seen_from(middle);
    }
    for lying in &mut state.ground {
        lying.at = lying.at.seen_from(middle);
    }
}

/// Puts a state between two turns into its canonical form.
pub(crate) fn canonicalize(setup: &Setup, state: &mut State) {
    if state.stage == Stage::Over {
        return;
    }
    if (Scene { setup, state }).is_decided() {
        return decided(state);
    }
    if state.stage == Stage::Pulse {
        // DQ-R05: engagements are settled when the pulse begins.
        for fighter in &mut state.fighters {
            fighter.engagement = NONE;
        }
    }
    if is_boundless(setup, state) {
        recenter(state);
    }
    // No rule reads the order in which items were dropped.
    state.ground.sort_by_key(|lying| (lying.owner, lying.item));
    for (fighter, one) in state.fighters.iter_mut().zip(&setup.combatants) {
        // DQ-R54: protection is not below 0.
        fighter.armor_damage = fighter.armor_damage.min(one.sheet.armor);
    }
}

/// `DQ-R59` Of a decided fight survival and infection (`DQ-801`) are left.
fn decided(state: &mut State) {
    for fighter in &mut state.fighters {
        fighter.flags.clear(fighter.flags.without(FATE));
        if fighter.flags.has(Flags::DEAD) || !fighter.flags.has(Flags::WOUNDED) {
            fighter.injuries = Injuries::default();
            fighter.flags.clear(Flags::BITTEN);
            fighter.en_lost_otherwise = 0;
        }
        (fighter.at, fighter.facing) = (Cell::new(0, 0), Facing::E);
        fighter.ft = 0;
        (fighter.hands, fighter.items) = ([Arm::NONE; 2], [ItemState::default(); MOST_ITEMS]);
        (fighter.doses, fighter.poisons) = ([Dose::NONE; 2], [0; 3]);
        (fighter.bleeding, fighter.stuck, fighter.armor_damage, fighter.asleep) = (0, 0, 0, 0);
        (fighter.restrains, fighter.mount, fighter.rider, fighter.spell) = (NONE, NONE, NONE, NONE);
        (fighter.breath, fighter.turned, fighter.engagement) = (0, 0, NONE);
    }
    state.ground.clear();
    state.lodged.clear();
    state.sides.clear();
    state.order.clear();
    (state.stage, state.free_pulse, state.winner, state.turn) = (Stage::Pulse, NONE, NONE, 0);
}
