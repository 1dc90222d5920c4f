//! Who stands face to face with his only opponent, both with one ordinary weapon: what most turns of duels are.
//!
//! Nothing is weighed here otherwise than in [`tactics`](super::tactics) and [`fight`](super::fight); what cannot
//! come into question in such a duel is left out. Which encounters are such duels is known when they are read.

use super::odds;
use super::tactics::{BARE, HOPELESS, Intent, OUTCLASSED, useful_task};
use crate::decision::{Action, Attack, Blow, From, Kind, NONE, Plan, Task};
use crate::scene::{Scene, Setup};
use crate::sheet::{Arm, HANDS, Item, ItemKind, Sheet, Traits, Uses};
use crate::state::{Flags, GUARDS, HELPLESS, Injuries, ItemFlags, State};
use crate::zones::{direction, distance};
use affray_core::grid::{Cell, Facing};
use affray_core::referee::CombatantId;
use affray_core::tally::{Sum, Tally};

/// What is known of a duel of two figures that have nothing but ordinary weapons for melee before it begins.
#[derive(Debug, Clone)]
pub struct Duel {
    /// By figure and arm: what it does to the other one.
    arms: [[Known; HANDS.index() + 1]; 2],
}

/// What one knows of an arm before it is used against the other.
#[derive(Debug, Clone, Default)]
struct Known {
    /// The chance to hit him face to face, nobody being hurt or hampered.
    chance: i32,
    /// The share of him that a hit takes, by the Endurance that he has left, then by the Fatigue.
    shares: Vec<f32>,
    /// How many Fatigues are told apart.
    fatigues: usize,
}

impl Known {
    fn new(setup: &Setup, state: &State, who: CombatantId, with: Arm) -> Self {
        let foe = other(who);
        let Some(item) =
            setup.arm(who, with).filter(|item| item.kind == ItemKind::Unarmed || item.uses.has(Uses::MELEE))
        else {
            return Self::default();
        };
        let mut state = state.clone();
        for (one, at, facing) in [(who, 0, Facing::E), (foe, 1, Facing::W)] {
            let fighter = &mut state[one];
            (fighter.at, fighter.facing) = (Cell { q: at, r: 0 }, facing);
            (fighter.flags, fighter.injuries, fighter.stuck) = (Flags::default(), Injuries::default(), 0);
            (fighter.hands, fighter.armor_damage) = ([Arm::NONE; 2], 0);
        }
        state[who].hands[0] = if with.is_item() { with } else { Arm::NONE };
        let blow = Blow { with, target: foe, kind: Kind::Plain, modifier: 0 };
        let scene = Scene { setup, state: &state };
        let chance = scene.modified_chance::<Sum>(who, &blow, From::Melee).total();
        let damage = scene.damage_of_kind(who, item, Kind::Plain);
        let (en, ft) = (scene.sheet(foe).en, scene.sheet(foe).ft);
        let mut shares = Vec::with_capacity((usize::from(en) + 1) * (usize::from(ft) + 1));
        for en in 0..=en {
            for ft in 0..=ft {
                (state[foe].en, state[foe].ft) = (en, ft);
                shares.push(odds::share(Scene { setup, state: &state }, foe, damage, item.class));
            }
        }
        Self { chance, shares, fatigues: usize::from(ft) + 1 }
    }
}

impl Duel {
    /// What is known of an encounter; `None` if it is no such duel.
    pub(crate) fn new(setup: &Setup, state: &State) -> Option<Box<Self>> {
        let [one, other] = &setup.combatants[..] else { return None };
        let plain = setup.sides.len() == 2
            && one.side != other.side
            && setup.sides.iter().all(|side| side.morale == 100 && !side.spares)
            && setup.combatants.iter().all(|one| is_ordinary(&one.sheet));
        plain.then(|| {
            let arms = |who| std::array::from_fn(|with| Known::new(setup, state, CombatantId(who), Arm(with as u16)));
            Box::new(Self { arms: [arms(0), arms(1)] })
        })
    }

    /// The chance of a plain blow at the other one.
    fn chance(&self, scene: Scene<'_>, who: CombatantId, with: Arm) -> i32 {
        const SPECIAL: Flags = HELPLESS.and(GUARDS).and(Flags::STUNNED).and(Flags::PRONE).and(Flags::CLOSE);
        let foe = other(who);
        let (fighter, opponent) = (scene.fighter(who), scene.fighter(foe));
        if fighter.injuries.is_empty()
            && opponent.injuries.is_empty()
            && opponent.stuck == 0
            && !opponent.flags.any(SPECIAL)
            && !fighter.flags.has(Flags::ENTANGLED)
            && fighter.hands[0] == with
            && scene.faces(foe, fighter.at)
        {
            return self.arms[who.index()][with.index()].chance;
        }
        let blow = Blow { with, target: foe, kind: Kind::Plain, modifier: 0 };
        scene.modified_chance::<Sum>(who, &blow, From::Melee).total()
    }

    /// The share of the other one that a plain blow of that chance takes on average.
    fn harm(&self, scene: Scene<'_>, who: CombatantId, with: Arm, chance: i32) -> f32 {
        let target = scene.fighter(other(who));
        let arm = &self.arms[who.index()][with.index()];
        let (en, ft) = (usize::from(target.en), usize::from(target.ft));
        if target.armor_damage == 0
            && ft < arm.fatigues
            && let Some(share) = arm.shares.get(en * arm.fatigues + ft)
        {
            return chance.clamp(1, 98) as f32 / 100.0 * share;
        }
        let Some(item) = scene.arm(who, with) else { return 0.0 };
        odds::harm(scene, other(who), chance, scene.damage_of_kind(who, item, Kind::Plain), item.class)
    }
}

/// Whether there is nothing but ordinary weapons for melee to a figure.
fn is_ordinary(sheet: &Sheet) -> bool {
    let ordinary = |item: &Item| {
        let odd = Traits::TRIPS.and(Traits::ENTANGLES).and(Traits::MOUNTED_ONLY);
        !item.uses.has(Uses::CLOSE) && !item.traits.any(odd)
    };
    sheet.hexes == 1
        && !sheet.mount
        && sheet.has_hands
        && sheet.arms.iter().all(|arm| arm.shield.is_none())
        && !sheet.has_naturals()
        && sheet.arms[..sheet.items as usize].iter().all(ordinary)
        && sheet.spells.is_empty()
        && sheet.breath.is_none()
        && sheet.unarmed_rank.unwrap_or(0) < 3
}

/// The other one of a duel.
#[inline]
pub(super) const fn other(who: CombatantId) -> CombatantId {
    CombatantId(1 - who.0)
}

/// The weapon of one who has a whole one for melee in his weapon hand, and no other.
fn weapon(scene: Scene<'_>, who: CombatantId) -> Option<Arm> {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let [main, off] = fighter.hands;
    let item = sheet.arms.get(main.index()).filter(|item| item.kind == ItemKind::Weapon)?;
    let broken = fighter.items.get(main.index())?.flags.has(ItemFlags::BROKEN);
    (item.uses.has(Uses::MELEE) && !broken && (off == Arm::NONE || off == main)).then_some(main)
}

/// What keeps a figure from fighting as usual.
const HAMPERED: Flags = Flags::CLOSE.and(Flags::MUST_PASS).and(Flags::PRONE).and(Flags::ENTANGLED);

/// The plan of a turn: to strike, or to guard. `false` where that is not all that comes into question.
pub(super) fn intend(duel: &Duel, scene: Scene<'_>, who: CombatantId, intent: &mut Intent) -> bool {
    let foe = other(who);
    let (fighter, opponent) = (scene.fighter(who), scene.fighter(foe));
    if fighter.flags.any(HAMPERED)
        || fighter.restrains != NONE
        || opponent.flags.any(HELPLESS)
        || distance(fighter.at, opponent.at) != 1
        || !scene.faces(who, opponent.at)
    {
        return false;
    }
    let Some(with) = weapon(scene, who) else { return unarmed(duel, scene, who, intent) };
    let danger = duel.danger(scene, foe);
    let pressed = scene.threatens(foe, who);
    let chance = duel.chance(scene, who, with);
    let mut blow = Blow { with, target: foe, kind: Kind::Plain, modifier: 0 };
    let mut worth = duel.harm(scene, who, with, chance);
    let held = opponent.hands[0];
    if scene.arm(foe, held).is_some_and(|arm| arm.kind == ItemKind::Weapon) {
        let disarms = odds::disarming(chance - 20, danger);
        if worth < disarms {
            (blow.kind, worth) = (Kind::Disarm { held }, disarms);
        }
    }
    intent.foe = foe;
    // Not against somebody who guards himself, and not always.
    if pressed && !opponent.flags.has(Flags::EVADING) {
        // Without the guards that either of them has up at the moment, so that never both only guard.
        let guard = odds::guard(scene, foe);
        let plain = if guard == 0 { worth } else { worth * odds::unguarded(chance, guard) };
        if OUTCLASSED * plain < danger && (!fighter.flags.has(Flags::EVADING) || HOPELESS * plain < danger) {
            intent.action = Action::Evade;
            return true;
        }
    }
    intent.action = Action::Attack { move_after: false };
    intent.attack = Some(Attack::One(blow));
    true
}

/// The plan of one whose hands are bare: to take up a weapon, or to make do without. Of kicks these know nothing.
fn unarmed(duel: &Duel, scene: Scene<'_>, who: CombatantId, intent: &mut Intent) -> bool {
    let foe = other(who);
    let (fighter, opponent) = (scene.fighter(who), scene.fighter(foe));
    let armed = |&item: &Arm| {
        scene.arm(who, item).is_some_and(|arm| arm.kind == ItemKind::Weapon && arm.uses.has(Uses::MELEE))
            && scene.wields(who, item)
    };
    if fighter.hands.iter().any(armed) || !scene.has_free_hand(who) {
        return false;
    }
    let danger = duel.danger(scene, foe);
    let mut blow = Blow { with: HANDS, target: foe, kind: Kind::Plain, modifier: 0 };
    let chance = scene.modified_chance::<Sum>(who, &blow, From::Melee).total();
    let mut worth = duel.harm(scene, who, HANDS, chance);
    let mut offer = |kind, chance| {
        let other = odds::worth_at(scene, who, &Blow { kind, ..blow }, From::Melee, danger, chance);
        if worth < other {
            (blow.kind, worth) = (kind, other);
        }
    };
    if odds::can_be_knocked_out(scene, foe) {
        offer(Kind::Knockout, chance - 15);
    }
    let held = opponent.hands[0];
    if scene.arm(foe, held).is_some_and(|arm| arm.kind == ItemKind::Weapon) {
        offer(Kind::Disarm { held }, chance - 20);
    }
    intent.foe = foe;
    let task = useful_task(scene, who);
    if task != Task::Nothing && (worth < BARE || danger == 0.0 || !scene.threatens(foe, who)) {
        intent.task = task;
        return true;
    }
    intent.action = Action::Attack { move_after: false };
    intent.attack = Some(Attack::One(blow));
    true
}

impl Duel {
    /// What an action of a figure is worth to it.
    pub(super) fn danger(&self, scene: Scene<'_>, of: CombatantId) -> f32 {
        if scene.fighter(of).flags.any(odds::UNABLE) {
            return 0.0;
        }
        let Some(with) = weapon(scene, of) else { return odds::danger(scene, of, other(of)) };
        let chance = self.chance(scene, of, with) + odds::guard(scene, other(of));
        self.harm(scene, of, with, chance)
    }
}

/// The blow of a riposte at one who has no weapon in his hand any more: there is nothing else to do to him.
pub(super) fn riposte(scene: Scene<'_>, who: CombatantId, plan: &Plan) -> Option<Attack> {
    let foe = other(who);
    let (fighter, opponent) = (scene.fighter(who), scene.fighter(foe));
    let with = weapon(scene, who)?;
    let held = scene.arm(foe, opponent.hands[0]);
    let plain = plan.only == foe.0
        && plan.with == with
        && !fighter.flags.any(HAMPERED)
        && !opponent.flags.any(HELPLESS)
        && held.is_none_or(|arm| arm.kind != ItemKind::Weapon)
        && scene.faces(who, opponent.at);
    plain.then_some(Attack::One(Blow { with, target: foe, kind: Kind::Plain, modifier: 0 }))
}

/// Whether one who may shift or turn beside his opponent stands as he would: face to face with him.
pub(super) fn stands_well(scene: Scene<'_>, who: CombatantId) -> bool {
    let (fighter, opponent) = (scene.fighter(who), scene.fighter(other(who)));
    opponent.is_up() && direction(fighter.at, opponent.at) == Some(fighter.facing.index())
}
