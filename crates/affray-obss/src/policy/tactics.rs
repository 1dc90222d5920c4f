//! Opponents beside striking: they get out of holds, step back to where a weapon serves, keep a line of
//! spears, ride.

use super::estimate::Stand;
use super::{estimate, odds, single, spells};
use crate::decision::{Action, Cover, Order, Way};
use crate::movement::InTheWay;
use crate::scene::{Footprint, Scene};
use crate::sheet::{Item, Place};
use crate::state::NONE;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::Sum;

/// Whether the main hand holds a launcher.
pub(super) fn shoots(scene: Scene<'_>, who: CombatantId) -> bool {
    let weapon = scene.sheet(who).item(scene.fighter(who).hands[0]).and_then(Item::weapon);
    weapon.is_some_and(|weapon| weapon.kind.flies() && !weapon.kind.strikes())
}

/// Whether the main hand holds a weapon to throw, with another one to follow.
pub(super) fn skirmishes(scene: Scene<'_>, who: CombatantId) -> bool {
    let weapon = scene.sheet(who).item(scene.fighter(who).hands[0]).and_then(Item::weapon);
    weapon.is_some_and(|weapon| weapon.kind.flies() && weapon.kind.strikes()) && has_spare(scene, who)
}

/// Whether the main hand holds a long weapon.
pub(super) fn is_long(scene: Scene<'_>, who: CombatantId) -> bool {
    let weapon = scene.sheet(who).item(scene.fighter(who).hands[0]).and_then(Item::weapon);
    weapon.is_some_and(|weapon| weapon.long)
}

/// Out of a hold: the held one tries the better of two skills, a holder lets go.
pub(super) fn in_hold(scene: Scene<'_>, who: CombatantId) -> Option<Action> {
    let fighter = scene.fighter(who);
    if fighter.hold.holds {
        return Some(Action::Release);
    }
    let chance = |acrobatics: bool| {
        let check = scene.escape_check::<Sum>(who, acrobatics, 0);
        odds::reach(check.dice.more(), check.needed())
    };
    let acrobatics = chance(true) > chance(false);
    let escape = Action::Escape { acrobatics, luck: 0 };
    scene.judge_action(who, &escape).is_ok().then_some(escape)
}

/// A step back before anything else is done: of shooters, throwers and casters out of all threats, of a long weapon
/// to the distance at which it serves.
pub(super) fn step_back(scene: Scene<'_>, who: CombatantId, target: CombatantId, stand: Stand) -> Option<Action> {
    let fighter = scene.fighter(who);
    if fighter.attacks != 0 || fighter.normal < 3 {
        return None;
    }
    let far = stand.far || spells::has_magic(scene, who);
    if !(if far { scene.is_threatened(who) } else { stand.too_close }) {
        return None;
    }
    let side = scene.footprint(who).side;
    let clear = |way: &Facing| {
        let there = Footprint { at: fighter.at.step(*way), side };
        let clear_of = |foe: CombatantId| {
            !scene.fighter(foe).is_able() || scene.blow_between(scene.footprint(foe), there) > scene.threat_reach(foe)
        };
        let served = far || scene.blow_between(scene.footprint(target), there) == 2;
        served && scene.foes(who).all(clear_of)
    };
    let mut ways = Facing::SQUARE.into_iter().filter(|way| scene.judge_disengage(who, *way).is_ok());
    ways.find(clear).map(Action::Disengage)
}

/// An archer with an enemy at arm's length, who cannot step back: the bow down, and another weapon out.
pub(super) fn take_blade(scene: Scene<'_>, who: CombatantId) -> Option<Action> {
    let fighter = scene.fighter(who);
    if fighter.attacks != 0 || fighter.normal < 2 || fighter.rides() {
        return None;
    }
    let pressed = scene.foes(who).any(|foe| scene.blow_distance(who, foe) <= 1 && scene.may_strike_out(foe, who));
    if !pressed {
        return None;
    }
    if shoots(scene, who) && has_spare(scene, who) {
        let away = |way: &Facing| {
            let there = Footprint { at: fighter.at.step(*way), side: scene.footprint(who).side };
            let clear = |foe: CombatantId| scene.blow_between(scene.footprint(foe), there) > scene.threat_reach(foe);
            scene.judge_disengage(who, *way).is_ok()
                && scene.foes(who).filter(|&foe| scene.fighter(foe).is_able()).all(clear)
        };
        let drop = Action::Drop { hand: 0 };
        let may = scene.judge_action(who, &drop).is_ok() && !Facing::SQUARE.iter().any(away);
        return may.then_some(drop);
    }
    let empty = fighter.hands[0] == NONE && scene.sheet(who).natural_reach == 0;
    if empty { super::arm(scene, who) } else { None }
}

/// Whether the shot of a shooter at its target is beyond the first range of its weapon (`OB-160`), or passes others (`OB-170`), or
/// there is none for a wall (`OB-171`).
pub(super) fn has_poor_shot(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> bool {
    let weapon = scene.sheet(who).weapon(scene.fighter(who).hands[0]);
    let distance = scene.distance(who, target);
    let hampered = scene.is_blocked(who, target) || scene.covers_against(who, target).1 != Cover::None;
    let too_far = distance > u16::from(weapon.range) && distance <= 3 * u16::from(weapon.range);
    too_far || hampered && distance <= u16::from(weapon.range)
}

/// The worth of so many shots at the enemy at whom they are worth most.
pub(super) fn worth_of_shots(scene: Scene<'_>, who: CombatantId, shots: u8) -> f32 {
    let at = |foe: CombatantId| {
        let aims = estimate::aims(scene, who, foe);
        (1..=shots).map_while(|number| estimate::best(&aims, number, 0, 0)).map(|(_, worth, _)| worth).sum()
    };
    scene.foes(who).filter(|&foe| is_worth_fighting(scene, foe)).map(at).fold(0.0, f32::max)
}

/// Whether several enemies would strike at a combatant that goes on without disengaging.
pub(super) fn is_among_blades(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.state.fighters.len() > 3 && scene.foes(who).filter(|&foe| scene.may_strike_out(foe, who)).take(2).count() > 1
}

/// Whether a combatant with a weapon that can be set waits for enemies: none of them shoots, casts, waits with such a
/// weapon, or fights a friend already.
pub(super) fn holds_the_line(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> bool {
    scene.brace_weapon(who).is_some()
        && scene.blow_distance(who, target) >= 3
        && scene
            .foes(who)
            .filter(|&foe| scene.fighter(foe).stands())
            .all(|foe| !shoots(scene, foe) && scene.brace_weapon(foe).is_none() && !spells::has_magic(scene, foe))
        && !scene.state.ids().any(|one| {
            one != who && !scene.are_foes(one, who) && scene.fighter(one).stands() && scene.is_threatened(one)
        })
}

/// Whether a combatant keeps near friends that shoot or cast: as long as no enemy does, the enemies have to come.
pub(super) fn stays_with_friends(scene: Scene<'_>, who: CombatantId, steps: u16) -> bool {
    if scene.state.fighters.len() == 2 || steps <= u16::from(scene.sheet(who).move_) {
        return false;
    }
    let from_afar = |one: CombatantId| {
        scene.fighter(one).stands() && (shoots(scene, one) || skirmishes(scene, one) || spells::has_magic(scene, one))
    };
    scene.state.ids().any(|one| one != who && !scene.are_foes(one, who) && from_afar(one))
        && !scene.foes(who).any(from_afar)
}

/// Off a mount that cannot go or fight any more, towards the enemy.
pub(super) fn leave_saddle(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Action> {
    if !scene.fighter(who).rides() || scene.fighter(scene.bearer(who)).is_able() {
        return None;
    }
    let (mount, size) = (scene.footprint(who), scene.sheet(who).size);
    let goal = scene.footprint(target);
    let around = Footprint {
        at: Cell { q: mount.at.q.saturating_sub(1), r: mount.at.r.saturating_sub(1) },
        side: mount.side.saturating_add(2),
    };
    around
        .cells()
        .filter(|&to| scene.judge_action(who, &Action::Dismount { to }).is_ok())
        .min_by_key(|&to| Footprint::of(size, to).distance(goal))
        .map(|to| Action::Dismount { to })
}

/// The order of a rider to the mount: to the enemy, and strike.
pub(super) fn ride(
    scene: Scene<'_>,
    who: CombatantId,
    target: CombatantId,
    route: impl FnOnce(CombatantId) -> bool,
) -> Option<Action> {
    let mount = scene.bearer(who);
    if mount == who || scene.fighter(mount).normal == 0 || !scene.fighter(mount).is_able() {
        return None;
    }
    let order = |order: Order| Action::Order { mount, order };
    let near = scene.blow_distance(who, target) <= scene.threat_reach(who).max(1);
    let action = if near {
        single(scene, mount, target)
            .filter(|attack| attack.way == Way::Melee)
            .map(|attack| order(Order::Attack(attack)))?
    } else if route(mount) {
        order(Order::Move)
    } else {
        return None;
    };
    scene.judge_action(who, &action).is_ok().then_some(action)
}

/// The enemy to fight: the best target of an attack within reach, else the nearest enemy that still stands.
pub(super) fn target(scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
    let stands = |foe: CombatantId| is_worth_fighting(scene, foe);
    if scene.state.fighters.len() == 2 {
        let other = CombatantId(u8::from(who.0 == 0));
        return (scene.are_foes(who, other) && stands(other)).then_some(other);
    }
    let reach = if shoots(scene, who) {
        u16::MAX
    } else if skirmishes(scene, who) {
        u16::from(scene.sheet(who).weapon(scene.fighter(who).hands[0]).range)
    } else {
        scene.threat_reach(who).max(1)
    };
    let far = shoots(scene, who) || skirmishes(scene, who);
    let apart = |foe: CombatantId| if far { scene.distance(who, foe) } else { scene.blow_distance(who, foe) };
    let within = || scene.foes(who).filter(|&foe| stands(foe) && apart(foe) <= reach);
    let mut best: Option<(f32, CombatantId)> = None;
    if within().take(2).count() > 1 {
        for foe in within() {
            let aims = estimate::aims(scene, who, foe);
            let worth = estimate::best(&aims, 1, 0, 0).map_or(0.0, |(_, worth, _)| worth);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, foe));
            }
        }
    }
    match best {
        Some((worth, foe)) if worth > 0.0 => Some(foe),
        _ => nearest(scene, who),
    }
}

/// Whether an enemy is one to fight: it stands, and is no mount without a rider.
pub(super) fn is_worth_fighting(scene: Scene<'_>, foe: CombatantId) -> bool {
    let fighter = scene.fighter(foe);
    fighter.stands() && (!fighter.is_mount || fighter.mounted != NONE)
}

/// The enemy to go for: the nearest that still stands; of several one that a friend fights already, then the one
/// with the fewest HP.
pub(super) fn nearest(scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
    let is_fought = |foe: CombatantId| {
        scene.state.fighters.len() > 4
            && scene.state.ids().any(|ally| {
                ally != who
                    && !scene.are_foes(ally, who)
                    && scene.fighter(ally).is_able()
                    && scene.blow_distance(ally, foe) <= 1
            })
    };
    let mut best: Option<(u16, i16, CombatantId)> = None;
    for foe in scene.foes(who).filter(|&foe| is_worth_fighting(scene, foe)) {
        let distance = scene.distance(who, foe);
        // A friend's enemy counts as a meter nearer.
        if best.is_none_or(|(least, ..)| distance.saturating_sub(1) <= least) {
            let distance = distance.saturating_sub(u16::from(is_fought(foe)));
            let this = (distance, scene.fighter(foe).hp, foe);
            best = Some(best.map_or(this, |best| best.min(this)));
        }
    }
    best.map(|(_, _, foe)| foe)
}

/// Whether a further Movement would bring a combatant alone before several enemies: all friends who fight hand to hand
/// would be more than a Movement behind.
pub(super) fn would_run_ahead(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> bool {
    let moves = u16::from(scene.sheet(who).move_);
    let mine = scene.distance(who, target).saturating_sub(moves);
    let is_fighter = |one: CombatantId| {
        let fighter = scene.fighter(one);
        fighter.stands() && fighter.is_able() && !fighter.is_mount
    };
    let mut friends = scene
        .state
        .ids()
        .filter(|&one| one != who && !scene.are_foes(one, who) && is_fighter(one))
        .filter(|&one| !shoots(scene, one) && !skirmishes(scene, one) && !spells::has_magic(scene, one))
        .peekable();
    friends.peek().is_some()
        && scene.foes(who).filter(|&foe| is_fighter(foe)).take(2).count() > 1
        && friends.all(|one| scene.distance(one, target) > mine + moves)
}

/// Whether an enemy could strike at a combatant that leaves a square of that way (`OB-238`).
pub(super) fn is_struck_on_the_way(
    scene: Scene<'_>,
    who: CombatantId,
    from: Cell,
    way: impl Iterator<Item = Facing>,
) -> bool {
    let (mut at, side) = (from, scene.footprint(who).side);
    for step in way {
        let here = Footprint { at, side };
        let strikes = |foe: CombatantId| {
            scene.fighter(foe).is_able()
                && scene.has_opportunities(foe)
                && scene.blow_between(scene.footprint(foe), here) <= scene.threat_reach(foe)
        };
        if scene.foes(who).any(strikes) {
            return true;
        }
        at = at.step(step);
    }
    false
}

/// Those who can fight hand to hand on the side of a combatant, or against it, apart from shooters and casters.
pub(super) fn fighters_beside(scene: Scene<'_>, who: CombatantId, friends: bool) -> usize {
    let counts = |&one: &CombatantId| {
        let fighter = scene.fighter(one);
        let fights = fighter.stands() && fighter.is_able() && !fighter.is_mount;
        fights && scene.are_foes(one, who) != friends && !shoots(scene, one) && !spells::has_magic(scene, one)
    };
    scene.state.ids().filter(counts).count()
}

/// Whether standing off only serves the enemy: one of them shoots or casts, or there is nothing to gain by
/// letting them come.
pub(super) fn is_pressed(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> bool {
    let farther = 2 * u16::from(scene.sheet(target).move_) + scene.threat_reach(target);
    let goes = u16::from(scene.sheet(who).move_);
    farther + goes < scene.distance(who, target)
        || scene.foes(who).any(|foe| {
            scene.fighter(foe).stands()
                && (shoots(scene, foe) || skirmishes(scene, foe) || spells::has_magic(scene, foe))
        })
}

/// The one square aside from which an enemy at arm's length is flanked, if that is not so already.
pub(super) fn step_to_flank(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Facing> {
    let fighter = scene.fighter(who);
    let helper = |ally: &CombatantId| {
        *ally != who && *ally != target && !scene.are_foes(*ally, who) && scene.threatens(*ally, target)
    };
    if fighter.rides() || !scene.state.ids().any(|ally| helper(&ally)) || scene.is_flanked(target, who) {
        return None;
    }
    let (side, goal) = (scene.footprint(who).side, scene.footprint(target));
    let most = scene.threat_reach(who).max(1);
    Facing::SQUARE.into_iter().find(|&way| {
        let there = Footprint { at: fighter.at.step(way), side };
        (1..=most).contains(&scene.blow_between(there, goal))
            && scene
                .state
                .ids()
                .any(|ally| helper(&ally) && crate::strike::flank::is_between(there, goal, scene.footprint(ally)))
            && scene.judge_disengage(who, way).is_ok()
    })
}

/// The last step to within reach, with a flank of the target where there is one.
pub(super) fn flanking_step(scene: Scene<'_>, who: CombatantId, target: CombatantId, way: Facing) -> Facing {
    let (from, side) = (scene.fighter(who).at, scene.footprint(who).side);
    let goal = scene.footprint(target);
    let Some(at) = Facing::SQUARE.into_iter().position(|one| one == way) else { return way };
    let near = scene.blow_between(Footprint { at: from.step(way), side }, goal);
    [at, at + 1, at + 7]
        .map(|at| Facing::SQUARE[at % 8])
        .into_iter()
        .find(|&way| {
            let there = Footprint { at: from.step(way), side };
            scene.blow_between(there, goal) == near
                && matches!(scene.step_cost(who, from, way), Ok((1, InTheWay::Nothing)))
                && scene.state.ids().any(|ally| {
                    ally != who
                        && !scene.are_foes(ally, who)
                        && scene.threatens(ally, target)
                        && crate::strike::flank::is_between(there, goal, scene.footprint(ally))
                })
        })
        .unwrap_or(way)
}

/// Whether a combatant could draw another weapon after throwing this one.
pub(super) fn has_spare(scene: Scene<'_>, who: CombatantId) -> bool {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let other = fighter.hands[1] != NONE && fighter.hands[1] != fighter.hands[0];
    let armed = |item: u8| sheet.item(item).and_then(Item::weapon).is_some_and(|weapon| weapon.kind.strikes());
    let sheathed = (1..sheet.own).any(|item| fighter.place(item) == Some(Place::Sheathed) && armed(item));
    sheathed || (other && armed(fighter.hands[1]))
}
