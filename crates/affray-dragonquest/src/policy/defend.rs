//! Decisions between turns and in turns of others: order, parries, repulses, armor to spare.

use super::odds;
use super::route::{charge_reach, is_pressed, towards};
use crate::decision::{Blow, From, Kind, NONE, Spoil};
use crate::movement::zones::{direction, distance};
use crate::scene::Scene;
use crate::sheet::{Arm, Item, ItemKind};
use crate::state::{Flags, GUARDS, HELPLESS};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// `DQ-108` First or last in an engagement.
pub(super) fn goes_first(scene: Scene<'_>, who: CombatantId) -> bool {
    let fighter = scene.fighter(who);
    // A guard from the last pulse lasts until its own next action, be it a Pass: let them come.
    if fighter.flags.has(Flags::EVADING) {
        return !is_pressed(scene, who);
    }
    if fighter.flags.any(Flags::PRONE.union(Flags::MUST_PASS)) || fighter.spell != NONE {
        return true;
    }
    // The guard of others lasts until theirs. Where the blow is worth more than being first, they begin.
    if !scene.state.fighters.iter().any(|fighter| fighter.flags.any(GUARDS)) {
        return true;
    }
    let guarded = |foe: &CombatantId| odds::guard(scene, *foe) != 0 && scene.apart(who, *foe) == 1;
    let Some(foe) = scene.foes(who).find(guarded) else { return true };
    let blow = Blow { with: scene.prepared_weapon(who), target: foe, kind: Kind::Plain, modifier: 0 };
    let chance = odds::chance(scene, who, blow.with, foe, From::Melee);
    let plain = |more| odds::worth_at(scene, who, &blow, From::Melee, 0.0, chance + more);
    let gain = plain(odds::guard(scene, foe)) - plain(0);
    // Being first saves a blow of his as often as mine stuns him, some one time in eight.
    gain < 0.12 * odds::danger(scene, foe, who)
}

/// `DQ-103` Which side goes first: one's own if it can strike or shoot at once, else the one that has to come.
pub(super) fn first_side(scene: Scene<'_>, who: CombatantId) -> u8 {
    let own = scene.side(who);
    let reaches = |one: CombatantId, foe: CombatantId| {
        let apart = scene.apart(one, foe);
        let breathes = scene.fighter(one).breath == 0
            && scene.sheet(one).breath.is_some_and(|breath| apart <= i32::from(breath.range));
        apart <= charge_reach(scene, one)
            || scene.missiles(one).next().is_some()
            || scene.fighter(one).spell != NONE
            || breathes
    };
    let able = |one: &CombatantId| scene.acts_alone(*one) && scene.side(*one) == own;
    let strikes = scene.state.ids().filter(able).any(|one| scene.foes(one).any(|foe| reaches(one, foe)));
    // A side that could be charged at once goes first.
    let struck = scene
        .state
        .ids()
        .filter(able)
        .any(|one| scene.foes(one).any(|foe| scene.apart(one, foe) <= charge_reach(scene, foe)));
    if strikes || struck {
        return own;
    }
    scene.state.sides.iter().copied().find(|&side| side != own).unwrap_or(own)
}

/// `DQ-413` Whether to parry, and with what: the better the Rank, the likelier the attacker is disarmed; a parry
/// that barely succeeds costs the next action.
pub(super) fn parry(scene: Scene<'_>, who: CombatantId, by: CombatantId, with: Arm) -> Option<Arm> {
    let theirs = scene.arm(by, with);
    let droppable = theirs.is_some_and(|arm| arm.kind == ItemKind::Weapon);
    let his = theirs.map_or(0, Item::rank_or_zero);
    let rank = |item: Arm| scene.arm(who, item).map_or(0, Item::rank_or_zero);
    let arm = scene.parrying_arms(who).max_by_key(|&item| rank(item))?;
    let (barely, disarmed, riposte) = odds::parry(rank(arm) - his);
    let gain = riposte + if droppable { 1.4 * disarmed } else { 0.0 };
    (0.9 * barely < gain).then_some(arm)
}

/// `DQ-220` Whether to keep somebody out: always, but for one who would be glad of it.
pub(super) fn repulses(scene: Scene<'_>, who: CombatantId, by: CombatantId) -> bool {
    let (mine, his) = (odds::grip(scene, who, by), odds::grip(scene, by, who));
    mine < his * 1.5
}

/// `DQ-507` `DQ-508` The piece to spoil: the shield if it helps less than the armor.
pub(super) fn spoil(scene: Scene<'_>, who: CombatantId) -> Spoil {
    let shield = scene
        .shields(who)
        .into_iter()
        .map(|(item, _)| scene.arm(who, item).map_or(0, |arm| i32::from(arm.defense)))
        .max();
    let armor = i32::from(scene.sheet(who).armor.saturating_sub(scene.fighter(who).armor_damage));
    match shield {
        None => Spoil::Armor,
        Some(_) if scene.sheet(who).armor == 0 => Spoil::Shield,
        // Two points of armor stop about as much as 12 % less of a chance to be hit.
        Some(defense) if defense < 6 * armor.min(2) => Spoil::Shield,
        Some(_) => Spoil::Armor,
    }
}

/// `DQ-R18` Whether to go on holding somebody: while a friend is at hand to make use of it.
pub(super) fn holds_on(scene: Scene<'_>, who: CombatantId) -> bool {
    let held = scene.fighter(who).restrains;
    held != NONE && super::fight::helper_near(scene, who, CombatantId(held))
}

/// The hex to come away to: clear of opponents, and of their zones.
pub(super) fn away(scene: Scene<'_>, who: CombatantId) -> Option<Cell> {
    let near = |cell: Cell| scene.foes(who).filter(|&foe| distance(scene.fighter(foe).at, cell) <= 1).count();
    scene.ways_out(who).min_by_key(|&cell| near(cell))
}

/// The way to face where one may: so that most of those who are near lie ahead, the most dangerous above all.
pub(super) fn facing(scene: Scene<'_>, who: CombatantId) -> Option<Facing> {
    let fighter = scene.fighter(who);
    let rides = fighter.mount != NONE;
    // The only opponent beside oneself: straight at him.
    if !rides
        && let [only] = scene.setup.foes[who.index()][..]
        && let Some(way) = direction(fighter.at, scene.fighter(only).at)
    {
        return scene.fighter(only).is_up().then(|| Facing::hex(i32::from(way)));
    }
    let mut values = [0i32; 6];
    let mut any = false;
    for foe in scene.foes(who) {
        any = true;
        let other = scene.fighter(foe);
        let (at, away) = (other.at, distance(fighter.at, other.at));
        let able = !other.flags.any(HELPLESS.union(Flags::STUNNED));
        let weight = if able { 40 } else { 10 } / away.max(1);
        if weight == 0 {
            continue;
        }
        // Straight ahead counts a bit more than beside that.
        let ahead = usize::from(towards(fighter.at, at).index());
        values[ahead] += if rides { 0 } else { weight * 2 } + weight / 8;
        values[(ahead + 1) % 6] += weight * 2;
        values[(ahead + 5) % 6] += weight * 2;
    }
    let value = |facing: Facing| values[usize::from(facing.index())] * 2 + i32::from(facing == fighter.facing);
    any.then(|| Facing::HEX.into_iter().max_by_key(|&facing| value(facing))).flatten()
}

/// `DQ-R39` The next figure of a side: archers and casters, then the nearest to an opponent.
pub(super) fn next(scene: Scene<'_>, first: CombatantId) -> CombatantId {
    let side = scene.side(first);
    let key = |who: CombatantId| {
        let shoots = scene.fighter(who).spell != NONE || scene.missiles(who).next().is_some();
        let near = scene.foes(who).map(|foe| scene.apart(who, foe)).min().unwrap_or(0);
        (!shoots, near)
    };
    let able = scene.state.ids().filter(|&who| scene.judge_next(side, who).is_ok());
    able.min_by_key(|&who| key(who)).unwrap_or(first)
}

/// `DQ-105` The substitute of the leader: the figure of the best perception.
pub(super) fn roller(scene: Scene<'_>, who: CombatantId) -> CombatantId {
    let able = scene.state.ids().filter(|&one| !scene.are_foes(who, one) && scene.can_roll_for_side(one));
    able.max_by_key(|&one| (!scene.sheet(one).mount, scene.perception(one))).unwrap_or(who)
}

/// `DQ-R16` Whether to loose a shot whose line turned out clear: not where a friend is likelier to be hit first.
pub(super) fn looses(scene: Scene<'_>, who: CombatantId, blow: &Blow) -> bool {
    let to = scene.aim_at(who, blow.target);
    let friend = |one: CombatantId, cell: Cell| {
        !scene.are_foes(who, one)
            && scene.modified_chance::<Sum>(who, &Blow { target: one, ..*blow }, From::Fire, cell).total() > 15
    };
    let met = scene.on_line(who, blow.target, to);
    !met.iter().take_while(|one| one.0 != blow.target).any(|&(one, cell)| friend(one, cell))
}
