//! Bows, crossbows and what is thrown: whom to shoot at, where armor is thin, when to aim, when to shoot fast, and
//! what to do while nobody is in sight.

use super::tactics::Intent;
use crate::body::location::Location;
use crate::decision::{Blow, Cover, Declared, Defense, From, Gait, IncomingAttack, Maneuver, Mode, NONE, Plan, Watch};
use crate::movement::arcs::distance;
use crate::policy::estimate::ALL;
use crate::policy::worth::{MISHAP, damages, expect, fumbles};
use crate::scene::Scene;
use crate::sheet::{Item, Ranged, Rate};
use crate::state::{Flags, ItemFlags};
use crate::strike::damage::injury;
use crate::strike::range::range_adjustment;
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// Locations that are worth a called shot.
const CALLED: [Location; 5] = [Location::Vital, Location::Head, Location::Neck, Location::LegNear, Location::ArmNear];

/// The farthest foe that is waited for, in hexes: the archer goes and looks for one farther off.
const WATCHED: u32 = 40;

/// Fewer hexes of a line are not worth watching.
const LEAST_LINE: usize = 4;

/// What a missile weapon in hand is used for, if it is.
///
/// Planned with full scores once a turn: `GR-034`, `GR-043`, `GR-055`, `GR-181`.
pub(super) fn intend(scene: Scene<'_>, who: CombatantId, nearest: CombatantId, plain: Intent) -> Option<Intent> {
    let intent = plan(scene, who, nearest, plain)?;
    scene.judge_maneuver(who, intent.maneuver).is_ok().then_some(intent)
}

fn plan(scene: Scene<'_>, who: CombatantId, nearest: CombatantId, plain: Intent) -> Option<Intent> {
    let fighter = scene.fighter(who);
    let with = fighter.hands[0];
    let item = scene.item(who, with).filter(|_| fighter.wields(with))?;
    let ranged = item.ranged.as_ref()?;
    if fighter.items[with as usize].count == 0 {
        return None;
    }
    let weapon = (with, item, ranged);
    let Some(target) = best_target(scene, who, nearest, weapon, fighter.at) else {
        return step_out(scene, who, nearest, weapon, plain).or_else(|| lurk(scene, who, nearest, plain));
    };
    let Target { foe, ref shot, mark, worth: plain_worth, .. } = target;
    let apart = scene.apart(who, foe);
    if item.is_thrown() && (scene.apart(who, nearest) < 2 || plain_worth < 0 || !is_spare(scene, who, with)) {
        return None;
    }
    let plain = Intent { foe: foe.0, ..plain };
    let safe = is_safe(scene, who);
    let skilled = ranged.is_skilled();
    let blow = Blow { at: (mark.at != Location::Body).then_some(mark.at), ..shot.blow };
    let aims = Maneuver::Aim { target: Some(foe), hex: scene.fighter(foe).at, with };
    if item.is_crossbow() && !fighter.items[with as usize].flags.has(ItemFlags::LOADED) {
        // GR-038: the shot at once costs the defense of the round; loaded in peace it comes a round later, and may be aimed.
        let hasty = shot.worth(&shot.body, -shot.aimed);
        let maneuver = if skilled && (safe || is_worth_haste(scene, who, foe, hasty)) {
            Maneuver::RapidFire
        } else {
            Maneuver::Reload(with)
        };
        return Some(Intent { maneuver, blow: Some(shot.blow), ..plain });
    }
    // A better line, where somebody stands in this one.
    let step = better_stand(scene, who, weapon, &target);
    let one = step.as_ref().map_or(plain_worth, |other| other.worth);
    if skilled && safe && !item.is_crossbow() {
        // Two or three shots at once: the first as it is, the others without aim and one worse.
        let others = shot.worth(&shot.body, -1 - shot.aimed);
        let all = plain_worth + shot.others(From::Rapid) * others;
        if shot.best_aimed(&mark) < all && one < all {
            return Some(Intent { maneuver: Maneuver::RapidFire, blow: Some(blow), ..plain });
        }
    }
    if let Some(other) = step {
        return Some(other.intent(plain));
    }
    let now = plain_worth + shot.others(From::Missile) * shot.worth(&shot.body, -shot.aimed);
    // With a foe about to arrive there is no time to aim.
    if shot.best_aimed(&mark) > now
        && (safe || apart > 2)
        && is_turned(scene, who, foe)
        && scene.judge_maneuver(who, aims).is_ok()
    {
        return Some(Intent { maneuver: aims, ..plain });
    }
    Some(Intent { maneuver: Maneuver::Missile { gait: Gait::Step }, blow: Some(blow), ..plain })
}

/// A weapon that shoots, by its number.
type Weapon<'a> = (u8, &'a Item, &'a Ranged);

/// Somebody to shoot at.
struct Target<'a> {
    foe: CombatantId,
    shot: Shot<'a>,
    mark: Mark,
    /// What the shot is worth, in 216ths of a hit point.
    worth: i32,
    /// What it is worth next to shots at others.
    value: i32,
}

/// Whom to shoot at from a hex: whoever the shot takes most from of what is left of him, those before others who can come to blows soon.
fn best_target<'a>(
    scene: Scene<'a>,
    who: CombatantId,
    nearest: CombatantId,
    (with, _, ranged): Weapon<'a>,
    at: Cell,
) -> Option<Target<'a>> {
    if scene.setup.scenario.cover == Cover::Full {
        return None;
    }
    let duel = scene.state.fighters.len() == 2;
    let is_meant = |foe: &CombatantId| *foe == nearest || scene.fighter(*foe).is_able();
    let in_range = |foe: &CombatantId| {
        scene.effective_range(who, *foe) <= ranged.range && scene.is_in_sight(at, scene.fighter(*foe).at)
    };
    let mut best: Option<Target<'a>> = None;
    for foe in scene.foes(who).filter(is_meant).filter(in_range) {
        let mut shot = Shot::new(scene, who, foe, with, ranged);
        shot.score += moved_line(scene, who, foe, ranged, at);
        let (mark, worth) = shot.best();
        let value =
            if duel { worth } else { worth * urgency(scene, who, foe) / i32::from(scene.fighter(foe).hp).max(1) };
        let value = if scene.fighter(foe).is_able() { value.max(0) } else { -1 };
        if best.as_ref().is_none_or(|known| value > known.value) {
            best = Some(Target { foe, shot, mark, worth, value });
        }
    }
    best
}

/// What a shot from another hex has for its line and its range, more than one from where the shooter stands.
fn moved_line(scene: Scene<'_>, who: CombatantId, foe: CombatantId, ranged: &Ranged, at: Cell) -> i32 {
    let (here, to) = (scene.fighter(who).at, scene.fighter(foe).at);
    if here == at {
        return 0;
    }
    let line = |from: Cell| {
        let range = range_adjustment(distance(from, to));
        range + ranged.acc.min(-range).max(0) - 4 * scene.persons_on_line(from, to)
    };
    line(at) - line(here)
}

/// How urgent it is to fell a foe: more if he can come to blows in his next turn, and if it is with the shooter himself.
fn urgency(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> i32 {
    let reach = scene.sheet(foe).items.iter().map(|item| u32::from(item.reach)).fold(1, u32::max);
    let comes = u32::from(scene.mv(foe)) + reach;
    let side = scene.side(who);
    let mut friends = scene.state.ids().filter(|&one| scene.side(one) == side && scene.fighter(one).is_able());
    if scene.apart(who, foe) <= comes {
        16
    } else if friends.any(|one| scene.apart(one, foe) <= comes) || super::orders::shoots(scene, foe) {
        13
    } else {
        10
    }
}

/// The hexes that a step of a shot leads to.
fn stands(scene: Scene<'_>, who: CombatantId) -> impl Iterator<Item = (Facing, Cell)> {
    let fighter = scene.fighter(who);
    let most = scene.allowance(who, Maneuver::Missile { gait: Gait::Step });
    Facing::HEX.into_iter().filter_map(move |way| {
        let at = fighter.at.step(way);
        let (cost, _) = scene.step_cost(fighter.at, fighter.facing, way)?;
        (cost <= most && scene.bodies(at).next().is_none()).then_some((way, at))
    })
}

/// A shot after a step.
struct Stepped {
    way: Facing,
    blow: Blow,
    worth: i32,
    value: i32,
}

impl Stepped {
    fn intent(&self, plain: Intent) -> Intent {
        let maneuver = Maneuver::Missile { gait: Gait::Step };
        Intent { maneuver, foe: self.blow.target.0, blow: Some(self.blow), out: Some(self.way), ..plain }
    }
}

/// The best shot after a step.
fn best_step(scene: Scene<'_>, who: CombatantId, nearest: CombatantId, weapon: Weapon<'_>) -> Option<Stepped> {
    let mut best: Option<Stepped> = None;
    for (way, at) in stands(scene, who) {
        let Some(target) = best_target(scene, who, nearest, weapon, at) else { continue };
        if best.as_ref().is_none_or(|known| target.value > known.value) {
            let place = (target.mark.at != Location::Body).then_some(target.mark.at);
            let blow = Blow { at: place, ..target.shot.blow };
            best = Some(Stepped { way, blow, worth: target.worth, value: target.value });
        }
    }
    best
}

/// A step that makes a much better shot possible, where somebody stands in the line.
fn better_stand(scene: Scene<'_>, who: CombatantId, weapon: Weapon<'_>, target: &Target<'_>) -> Option<Stepped> {
    if scene.persons_between(who, target.foe) == 0 || scene.fighter(who).aim.rounds != 0 {
        return None;
    }
    best_step(scene, who, target.foe, weapon).filter(|other| 4 * other.value > 5 * target.value)
}

/// Nobody is in sight: a step to where somebody is, unless it is better to come out of cover and go back.
fn step_out(
    scene: Scene<'_>,
    who: CombatantId,
    nearest: CombatantId,
    weapon: Weapon<'_>,
    plain: Intent,
) -> Option<Intent> {
    let shot_at = scene.foes(who).any(|foe| super::orders::shoots(scene, foe) && scene.fighter(foe).is_able());
    if !scene.setup.any_screen || shot_at || !scene.is_loaded(who, weapon.0) || weapon.1.is_thrown() {
        return None;
    }
    best_step(scene, who, nearest, weapon).map(|stepped| stepped.intent(plain))
}

/// `GR-038` Whether a shot at once, worth so much, is worth the defense of the round.
fn is_worth_haste(scene: Scene<'_>, who: CombatantId, foe: CombatantId, shot: i32) -> bool {
    let left = i32::from(scene.fighter(foe).hp).max(1);
    let worth = (shot * ALL / 216 / left).min(ALL);
    let [(harm, open), (more_harm, more_open)] = super::tactics::exposure(scene, who, foe);
    let cost = (open - harm) * (ALL - worth) / ALL + more_open - more_harm;
    2 * cost < worth
}

/// Whether a foe is in front, or the shooter can turn.
fn is_turned(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    scene.has_in_front(who, foe) || scene.fighter(who).held == 0
}

/// Whether a weapon can be thrown without being missed: there are several, or another one for melee.
fn is_spare(scene: Scene<'_>, who: CombatantId, with: u8) -> bool {
    let items = &scene.fighter(who).items;
    let other = |(number, item): (usize, &Item)| {
        number != with as usize && item.is_melee() && !items[number].flags.any(ItemFlags::AWAY.union(ItemFlags::BROKEN))
    };
    items[with as usize].count > 1 || scene.sheet(who).items.iter().enumerate().any(other)
}

/// Whether nobody can come to blows before the next own turn, so that a round without defense is cheap.
fn is_safe(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.foes(who).filter(|&foe| scene.fighter(foe).is_able()).all(|foe| {
        let reach = scene.sheet(foe).items.iter().map(|item| u32::from(item.reach)).fold(1, u32::max);
        scene.apart(who, foe) > u32::from(scene.mv(foe)) + 1 + reach
    })
}

/// Whether so much of a line can be seen that somebody may come into it.
fn is_worth_watching(scene: Scene<'_>, who: CombatantId, way: Facing) -> bool {
    let mut at = scene.fighter(who).at;
    (0..LEAST_LINE).all(|_| {
        at = at.step(way);
        scene.sees_hex(who, at) && scene.map().ground(at).is_some_and(|ground| !ground.impassable)
    })
}

/// Nobody can be shot at: step out of cover for a shot, or watch where they have to come.
fn lurk(scene: Scene<'_>, who: CombatantId, nearest: CombatantId, plain: Intent) -> Option<Intent> {
    let fighter = scene.fighter(who);
    let with = fighter.hands[0];
    let load = Maneuver::Reload(with);
    if !scene.is_loaded(who, with) && scene.judge_maneuver(who, load).is_ok() {
        return Some(Intent { maneuver: load, ..plain });
    }
    // What is good in the hand waits for nobody.
    let item = scene.item(who, with).filter(|item| !item.is_melee())?;
    watches(scene, who, nearest, item, plain).or_else(|| holds(scene, who, plain))
}

/// A step out of cover for a shot, or an eye on where they have to come.
fn watches(scene: Scene<'_>, who: CombatantId, nearest: CombatantId, item: &Item, plain: Intent) -> Option<Intent> {
    let fighter = scene.fighter(who);
    let with = fighter.hands[0];
    if !scene.setup.any_screen {
        return None;
    }
    let range = item.ranged.as_ref().map_or(0, |ranged| ranged.range);
    let to = scene.fighter(nearest).at;
    let map = scene.map();
    let outside = |way: Facing| {
        let at = fighter.at.step(way);
        scene.step_cost(fighter.at, fighter.facing, way).is_some_and(|(cost, turns)| cost <= 1 && turns)
            && map.in_sight_at(at, crate::movement::arcs::EYES, to, crate::movement::arcs::EYES)
            && scene.bodies(at).next().is_none()
            && crate::movement::arcs::towards(at, way, to).is_some_and(|there| there.sides_to(way) <= 1)
    };
    let blow = Blow { with, mode: Mode::Shoot, target: nearest, at: None, declared: Declared::default() };
    if scene.apart(who, nearest) < range
        && let Some(way) = Facing::HEX.into_iter().find(|&way| outside(way))
        && scene.judge_maneuver(who, Maneuver::PopUp).is_ok()
    {
        return Some(Intent { maneuver: Maneuver::PopUp, blow: Some(blow), out: Some(way), ..plain });
    }
    // An archer who does not come himself would be waited for in vain.
    let comes = scene.mv(nearest) != 0
        && scene.fighter(nearest).is_able()
        && !scene.fighter(nearest).flags.has(Flags::PANICKED)
        && !scene
            .fighter(nearest)
            .hands
            .into_iter()
            .any(|item| scene.item(nearest, item).is_some_and(|item| item.ranged.is_some() && !item.is_melee()));
    let way = crate::movement::arcs::towards(fighter.at, fighter.facing, to)?;
    // GR-053: only where a friend may come into the line.
    let on_line = |at: Cell| (1..=WATCHED).any(|far| (0..far).fold(fighter.at, |cell, _| cell.step(way)) == at);
    let may_cross = |one: CombatantId| {
        let at = scene.fighter(one).at;
        on_line(at) || Facing::HEX.into_iter().any(|way| on_line(at.step(way)))
    };
    let is_friend = |one: CombatantId| one != who && !scene.are_foes(who, one) && scene.fighter(one).is_up();
    let friends = scene.state.ids().any(|one| is_friend(one) && may_cross(one));
    let watch = Maneuver::OpportunityFire { watch: Watch::Line(way), per: friends, with };
    if comes
        && scene.apart(who, nearest) <= WATCHED
        && is_worth_watching(scene, who, way)
        && scene.judge_maneuver(who, watch).is_ok()
    {
        return Some(Intent { maneuver: watch, ..plain });
    }
    None
}

/// Foes who come to blows are waited for where one stands: those who neither shoot nor stood still on their last turn.
fn holds(scene: Scene<'_>, who: CombatantId, plain: Intent) -> Option<Intent> {
    let maneuver = Maneuver::MultipleDefense;
    scene.foes(who).any(|foe| super::tactics::is_coming(scene, foe)).then_some(Intent { maneuver, ..plain })
}

/// A location that is shot at.
#[derive(Clone, Copy)]
struct Mark {
    at: Location,
    /// What the location takes off the score, below 0.
    penalty: i32,
    /// What its PD takes off besides.
    pd: i32,
    /// What a hit of each grade does there.
    harm: [i32; 5],
}

/// A shot that is weighed.
struct Shot<'a> {
    scene: Scene<'a>,
    ranged: &'a Ranged,
    blow: Blow,
    /// The score of an uncalled shot.
    score: i32,
    /// What aim adds to it already.
    aimed: i32,
    /// Rounds of aim behind it.
    rounds: i32,
    /// The target's dodge or block.
    defense: i32,
    incoming: IncomingAttack,
    /// An uncalled one.
    body: Mark,
}

impl<'a> Shot<'a> {
    fn new(scene: Scene<'a>, who: CombatantId, foe: CombatantId, with: u8, ranged: &'a Ranged) -> Self {
        let blow = Blow { with, mode: Mode::Shoot, target: foe, at: None, declared: Declared::default() };
        let plan = Plan { from: From::Missile, only: NONE, with: NONE, number: 0 };
        let rounds = scene.aim_of(who, &blow);
        let side = scene.side_attacked(foe, who);
        let incoming = IncomingAttack {
            by: who,
            with,
            mode: Mode::Shoot,
            from: From::Missile,
            margin: 0,
            at: Location::Body,
            side,
        };
        let defense = [Defense::Dodge, Defense::Block]
            .into_iter()
            .filter(|&one| scene.judge_defense(foe, &incoming, one).is_ok())
            .map(|one| scene.defense_score::<Sum>(foe, &incoming, one).total())
            .fold(0, i32::max);
        let score = scene.attack_score::<Sum>(who, &blow, &plan).total();
        let body = Mark { at: Location::Body, penalty: 0, pd: 0, harm: [0; 5] };
        let aimed = Scene::aim_bonus(ranged, rounds);
        let shot = Self { scene, ranged, blow, score, aimed, rounds, defense, incoming, body };
        Self { body: shot.aimed_at(Location::Body), ..shot }
    }

    /// What a shot at a location meets and does there.
    fn aimed_at(&self, at: Location) -> Mark {
        let (scene, foe, ranged) = (self.scene, self.blow.target, self.ranged);
        let penalty = at.penalty(scene.sheet(foe).closed_helm);
        let pd = scene.pd(foe, at, ranged.kind, self.incoming.side, false);
        let dr = scene.dr(foe, at, ranged.kind, false);
        let left = i32::from(scene.fighter(foe).hp).max(1);
        let limb = at.crippling_damage(scene.sheet(foe).ht);
        // More than it takes to fell a combatant is worth little.
        let most = limb.unwrap_or(i32::MAX).min(left + left / 4);
        let harm = damages(ranged.damage, ranged.cap, ranged.kind).map(|damage| {
            let through = Sum::of((damage - dr).max(0));
            let harm = injury(through, ranged.kind, at, &scene.setup.options).total();
            // Heads are knocked out, legs fall.
            let more = if harm > 0 && (at.is_head() || at.limb().is_some()) { 1 } else { 0 };
            harm.min(most) + more
        });
        Mark { at, penalty, pd, harm }
    }

    /// What a shot at such a mark is worth, so much easier than an uncalled one now.
    fn worth(&self, mark: &Mark, easier: i32) -> i32 {
        let score = self.score + easier + mark.penalty;
        let left = i32::from(self.scene.fighter(self.blow.target).hp).max(1);
        // GR-212: a critical miss costs what it costs in melee.
        expect(score - mark.pd, self.defense, mark.harm) - MISHAP * fumbles(score) * left / ALL
    }

    /// The best location for a shot, and its worth.
    fn best(&self) -> (Mark, i32) {
        let mut best = (self.body, self.worth(&self.body, 0));
        for at in CALLED {
            let mark = self.aimed_at(at);
            let worth = self.worth(&mark, 0);
            if worth > best.1 {
                best = (mark, worth);
            }
        }
        best
    }

    /// How many further shots a maneuver has after the first.
    fn others(&self, from: From) -> i32 {
        let left = i32::from(self.scene.fighter(self.incoming.by).items[self.blow.with as usize].count);
        let shots = match (from, self.ranged.rate) {
            (From::Rapid, Rate::Fast) => 2,
            (From::Rapid, Rate::Normal) if !self.ranged.thrown => 1,
            (From::Missile, Rate::Fast) if self.ranged.is_skilled() => 1,
            _ => 0,
        };
        shots.min(left - 1)
    }

    /// What the best shot after some more rounds of aim is worth, at the body or there, for each of these rounds.
    fn best_aimed(&self, mark: &Mark) -> i32 {
        let snap = if self.rounds == 0 && !self.ranged.is_skilled() { 3 } else { 0 };
        (1..=3)
            .map(|more| {
                let gain = Scene::aim_bonus(self.ranged, self.rounds + more) - self.aimed + snap;
                let plain = self.worth(&self.body, gain);
                let best = if mark.at == Location::Body { plain } else { plain.max(self.worth(mark, gain)) };
                best / (more + 1)
            })
            .fold(0, i32::max)
    }
}
