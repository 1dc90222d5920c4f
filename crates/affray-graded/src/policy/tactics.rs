//! The plan of a turn: which maneuver, against whom, with which blow.

use super::archery;
use crate::decision::{Blow, Declared, Erratic, From, Grip, Maneuver, ManeuverKind, NONE, Plan, Posture, Step, Walk};
use crate::movement::half;
use crate::policy::estimate::{ALL, Best};
use crate::policy::worth::worth;
use crate::scene::Scene;
use crate::sheet::{MOST_ITEMS, Traits, UNARMED};
use crate::state::{Flags, ItemFlags, LEGS, STUN};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// Out of reach: the way stays where it is.
const FAR: u8 = u8::MAX;

/// The plan of a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Intent {
    /// Whose plan it is; [`NONE`] for nobody's.
    pub(super) who: u8,
    /// The opponent; [`NONE`] for nobody.
    pub(super) foe: u8,
    /// How near to him the movement goes, in hexes; [`FAR`] for not at all.
    pub(super) near: u8,
    /// The maneuver.
    pub(super) maneuver: Maneuver,
    /// The blow.
    pub(super) blow: Option<Blow>,
    /// The step out of cover.
    pub(super) out: Option<Facing>,
}

impl Default for Intent {
    fn default() -> Self {
        Self { who: NONE, maneuver: Maneuver::Nothing, foe: NONE, blow: None, near: FAR, out: None }
    }
}

/// Conditions that leave no free choice: a guard.
const HINDERED: Flags = Flags::INCAPACITATED.union(Flags::PANICKED);

/// Makes a plan.
pub(super) fn intend(scene: Scene<'_>, who: CombatantId) -> Intent {
    let fighter = scene.fighter(who);
    let plain = Intent { who: who.0, ..Intent::default() };
    let Some(foe) = opponent(scene, who) else { return plain };
    let plain = Intent { foe: foe.0, ..plain };
    if (fighter.flags.any(HINDERED) || fighter.held != 0 || fighter.posture != Posture::Standing)
        && let Some(intent) = hindered(scene, who, plain)
    {
        return intent;
    }
    if let Some(maneuver) = unready(scene, who) {
        return Intent { maneuver, ..plain };
    }
    if fighter.hold.target != NONE
        && let Some(intent) = hold_on(scene, who, plain)
    {
        return intent;
    }
    let apart = scene.apart(who, foe);
    if let Some(shot) = archery::intend(scene, who, foe, plain) {
        return shot;
    }
    melee(scene, who, foe, apart, plain)
}

/// Whom to fight: the nearest foe, and of those as near the one easiest to put down.
fn opponent(scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
    let side = scene.side(who);
    let mut best: Option<(CombatantId, i32)> = None;
    for other in scene.state.ids() {
        let fighter = scene.fighter(other);
        if scene.side(other) == side || !fighter.is_up() {
            continue;
        }
        if scene.state.fighters.len() == 2 {
            return Some(other);
        }
        let apart = scene.apart(who, other) as i32;
        let mut far = apart * 100 + i32::from(fighter.hp).clamp(0, 60);
        if !fighter.is_able() {
            far += 3000;
        }
        // Turning to what lies behind costs.
        if apart <= 2 && !scene.has_in_front(who, other) {
            far += 60;
        }
        if best.is_none_or(|(_, known)| far < known) {
            best = Some((other, far));
        }
    }
    best.map(|(foe, _)| foe)
}

/// The plan of a combatant who is down, held, panicked or incapacitated.
fn hindered(scene: Scene<'_>, who: CombatantId, plain: Intent) -> Option<Intent> {
    let fighter = scene.fighter(who);
    let legal = |maneuver: Maneuver| scene.judge_maneuver(who, maneuver).is_ok();
    if fighter.flags.has(Flags::PANICKED) {
        let maneuver = Maneuver::Move { erratic: Erratic::None };
        return Some(Intent { maneuver: if legal(maneuver) { maneuver } else { Maneuver::Nothing }, ..plain });
    }
    if fighter.held != 0
        && let Some(holder) = scene.holders(who).next()
    {
        let free = Maneuver::BreakFree(holder);
        let pinned = scene.is_pinned(who);
        // A free arm strikes first; a pinned combatant, or one held by the arm, gets away.
        if legal(free) && (pinned || scene.is_grabbed(who, fighter.hands[0])) {
            return Some(Intent { maneuver: free, ..plain });
        }
        if pinned {
            return Some(plain);
        }
    }
    if fighter.flags.has(Flags::INCAPACITATED) {
        let maneuver = Maneuver::MultipleDefense;
        return Some(Intent { maneuver: if legal(maneuver) { maneuver } else { Maneuver::Nothing }, ..plain });
    }
    match fighter.posture {
        Posture::Standing => None,
        // Without legs to stand on one crawls to a foe out of reach; shooters stay where they are.
        Posture::Lying if fighter.is_crippled(LEGS) && is_out_of_reach(scene, who, plain.foe) => {
            let maneuver = Maneuver::Move { erratic: Erratic::None };
            legal(maneuver).then_some(Intent { maneuver, near: 1, ..plain })
        }
        _ => {
            let up = [Posture::Standing, Posture::Kneeling].map(Maneuver::Position);
            let maneuver = up.into_iter().find(|&one| legal(one))?;
            // Kneeling is the best that a crippled leg allows: one fights on from there.
            Some(Intent { maneuver, ..plain })
        }
    }
}

/// Whether a combatant can neither strike nor shoot at a foe from where he is.
fn is_out_of_reach(scene: Scene<'_>, who: CombatantId, foe: u8) -> bool {
    let foe = CombatantId(foe);
    let (fighter, apart) = (scene.fighter(who), scene.apart(who, foe));
    let reaches = |&with: &u8| {
        scene.item(who, with).is_some_and(|item| {
            apart <= u32::from(item.reach) || item.ranged.is_some() && !item.is_melee() && scene.sees(who, foe)
        })
    };
    apart > 1 && !fighter.hands.iter().any(reaches)
}

/// A weapon that turned in the hand, lies here or is in its sheath.
fn unready(scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
    let fighter = scene.fighter(who);
    let [main, off] = fighter.hands;
    // GR-163: an arm that the shield entangles.
    let shield = Maneuver::ReadyShield(off);
    if fighter.flags.has(Flags::ENTANGLED) && legal(scene, who, shield) {
        return Some(shield);
    }
    let is_weapon = |item: u8| scene.item(who, item).is_some_and(|item| item.is_melee() || item.ranged.is_some());
    if main != NONE && fighter.wields(main) && is_weapon(main) {
        return None;
    }
    let turned = Maneuver::ReadyWeapon { item: main, hand: 0 };
    if main != NONE && fighter.items[main as usize].flags.has(ItemFlags::UNREADY) && legal(scene, who, turned) {
        return Some(turned);
    }
    if off != NONE && off != main && fighter.wields(off) && is_weapon(off) {
        return None;
    }
    (0..scene.sheet(who).items.len() as u8)
        .flat_map(|item| [0, 1].map(|hand| Maneuver::ReadyWeapon { item, hand }))
        .find(|&maneuver| legal(scene, who, maneuver))
}

/// What to do with a held foe: down with him, then pin him; or take his weapon.
fn hold_on(scene: Scene<'_>, who: CombatantId, plain: Intent) -> Option<Intent> {
    let hold = scene.fighter(who).hold;
    let target = CombatantId(hold.target);
    if !scene.fighter(target).is_able() {
        return None;
    }
    let lies = scene.fighter(target).posture == Posture::Lying;
    let both = scene.fighter(who).hands == [NONE; 2];
    let wanted = [
        Maneuver::Grapple { target, act: Grip::Pin { both } },
        Maneuver::Grapple { target, act: Grip::Take },
        Maneuver::Takedown(target),
        Maneuver::Grapple { target, act: Grip::Fall },
    ];
    let fits = |maneuver: &Maneuver| match maneuver {
        Maneuver::Grapple { act: Grip::Pin { .. }, .. } => lies && !hold.pins,
        Maneuver::Takedown(_) | Maneuver::Grapple { act: Grip::Fall, .. } => !lies,
        _ => !lies && scene.fighter(target).hands[0] != NONE,
    };
    let maneuver = wanted.into_iter().filter(fits).find(|&one| scene.judge_maneuver(who, one).is_ok())?;
    Some(Intent { foe: target.0, maneuver, ..plain })
}

fn legal(scene: Scene<'_>, who: CombatantId, maneuver: Maneuver) -> bool {
    scene.judge_maneuver(who, maneuver).is_ok()
}

/// The best arm in hand against a combatant, from the estimates.
fn arm(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> (u8, Best) {
    let fighter = scene.fighter(who);
    let pair = scene.setup.estimates.pair(who.index(), foe.index());
    let value = |best: &Best| worth(i32::from(best.score), 8) * i32::from(best.points);
    let bare = pair.blows[UNARMED as usize];
    let mut found = (UNARMED, bare.unwrap_or(NOTHING), -1);
    let mut before = NONE;
    for with in fighter.hands {
        if with == NONE || with == before || with as usize >= MOST_ITEMS {
            continue;
        }
        before = with;
        if let Some(best) = pair.blows[with as usize]
            && fighter.wields(with)
            && value(&best) > found.2
        {
            found = (with, best, value(&best));
        }
    }
    (found.0, found.1)
}

/// Stands for no blow at all.
const NOTHING: Best = Best { mode: crate::decision::Mode::Bite, at: None, score: 0, points: 1, reach: 0 };

/// The defense of a combatant as it is now; 0 where there is none.
fn guard(scene: Scene<'_>, who: CombatantId) -> i32 {
    const NOT: Flags = Flags::NO_DEFENSE.union(Flags::UNCONSCIOUS).union(Flags::SURPRISED);
    let fighter = scene.fighter(who);
    if fighter.flags.any(NOT) {
        return 0;
    }
    let mut guard = scene.setup.estimates.guard(who.index());
    if fighter.flags.any(STUN) {
        guard -= 4;
    }
    match fighter.posture {
        Posture::Standing | Posture::Crouching | Posture::Sitting => guard,
        Posture::Kneeling => guard - 2,
        Posture::Lying => guard - 3,
    }
}

/// What one blow of a combatant at another is worth, with so much on its score, against that defense.
fn value(best: &Best, more: i32, guard: i32) -> i32 {
    worth(i32::from(best.score) + more, guard) * i32::from(best.points) / 216
}

/// Blow against blow: close in, wait, strike, go all out, feint, guard, slam.
fn melee(scene: Scene<'_>, who: CombatantId, foe: CombatantId, apart: u32, plain: Intent) -> Intent {
    let fighter = scene.fighter(who);
    let other = scene.fighter(foe);
    let (with, best) = arm(scene, who, foe);
    let blow = Blow { with, mode: best.mode, target: foe, at: best.at, declared: Declared::default() };
    let mv = scene.mv(who);
    let reach = u32::from(best.reach);
    let steps = if best.mode.is_unarmed() { 1 } else { half(mv) };
    let steps = if mv == 0 { 0 } else { steps };
    if !gets_within(scene, who, foe, reach, steps) || fighter.flags.has(Flags::SURPRISED) {
        return close_in(scene, who, foe, apart, with, best, plain);
    }
    let (_, threat) = arm(scene, foe, who);
    let slow = scene.item(who, with).map_or(0, |item| if fighter.struck_last_is(with) { item.slow } else { 0 });
    let stunned = scene.stun_penalty(who);
    let more = stunned - slow;
    let guarded = guard(scene, foe);
    let strike = value(&best, more, guarded);
    let near = best.reach.max(1);
    let basic = if best.mode.is_unarmed() { Maneuver::Unarmed } else { Maneuver::Attack };
    let plain = Intent { near, blow: Some(blow), ..plain };
    let mut choice = (strike, Intent { maneuver: basic, ..plain });
    let armed = other.is_able() && other.posture == Posture::Standing && !other.flags.any(STUN);
    let mine = guard(scene, who);
    // What the foe does to us in his turn, guarded and not.
    let (harm, open) = if armed { (value(&threat, 0, mine), value(&threat, 4, 0)) } else { (0, 0) };
    let crowd = scene.state.fighters.len() > 2 && foes_at(scene, who) > 1;
    let open = if crowd { 2 * open } else { open };
    // GR-062: what the open side costs against what +4 brings; a blow that ends it costs nothing.
    if with != UNARMED || best.mode.is_unarmed() {
        let all_out = value(&best, more + 4, guarded);
        let cost = (open - harm) * (ALL - all_out).max(0) / ALL;
        if all_out - cost > choice.0 {
            choice = (all_out - cost, Intent { maneuver: Maneuver::AllOut { strong: false }, ..plain });
        }
    }
    // GR-029, GR-133: a slow weapon rests behind a guard where that saves more than the blow brings, but not before a foe
    // without defense.
    if slow != 0 && armed && !crowd && guarded != 0 {
        let rested = value(&best, stunned, guarded);
        let kept = harm - value(&threat, 0, mine + 4);
        if strike < kept + (rested - strike) {
            choice = (kept + rested - strike, Intent { maneuver: Maneuver::SingleDefense(foe), ..plain });
        }
    }
    // GR-072: a feint first, against a foe who is hard to hit and easy to deceive.
    if armed && guarded >= 10 && fighter.feint.foe == NONE && !crowd && with != UNARMED {
        let skill = i32::from(best.score);
        let edge = scene.item(who, with).map_or(0, |item| item.base) - deceived_at(scene, foe);
        let fooled = value(&best, more, guarded - edge.max(0) - 1);
        if edge >= 2 && fooled > 2 * strike + 15 && skill > 6 {
            choice = (fooled - strike, Intent { maneuver: Maneuver::Feint, ..plain });
        }
    }
    // Badly hurt and beset: defend first.
    if armed && fighter.hp <= 4 && harm > strike * 3 {
        let maneuver = if crowd { Maneuver::MultipleDefense } else { Maneuver::SingleDefense(foe) };
        choice = (0, Intent { maneuver, ..plain });
    }
    if best.mode.is_unarmed()
        && armed
        && let Some(body) = wrestle(scene, who, foe, apart, strike, plain)
    {
        return body;
    }
    let two = scene.sheet(who).traits.has(Traits::AMBIDEXTERITY);
    if two && choice.1.maneuver == Maneuver::Attack && legal(scene, who, Maneuver::TwoWeapons) {
        choice.1.maneuver = Maneuver::TwoWeapons;
        choice.1.blow = None;
    }
    if legal(scene, who, choice.1.maneuver) { choice.1 } else { Intent { maneuver: basic, ..plain } }
}

/// `GR-R48` What a combatant sets against a feint, about.
fn deceived_at(scene: Scene<'_>, who: CombatantId) -> i32 {
    let sheet = scene.sheet(who);
    let hands = scene.fighter(who).hands;
    let armed = hands.into_iter().filter_map(|with| scene.item(who, with)).map(|item| item.skill);
    armed.fold(sheet.scores[0].dx, i32::max)
}

/// How many foes that can strike stand next to a combatant.
fn foes_at(scene: Scene<'_>, who: CombatantId) -> usize {
    scene.foes(who).filter(|&foe| scene.apart(who, foe) <= 1 && scene.fighter(foe).is_able()).count()
}

/// Whether a combatant comes so near to a foe with so many movement points, step by step as he goes.
fn gets_within(scene: Scene<'_>, who: CombatantId, foe: CombatantId, reach: u32, points: u8) -> bool {
    let (fighter, to) = (scene.fighter(who), scene.fighter(foe).at);
    let (mut at, mut facing, mut left) = (fighter.at, fighter.facing, points);
    loop {
        let now = crate::movement::arcs::distance(at, to);
        if now <= reach {
            return true;
        }
        if now - reach > u32::from(left) {
            return false;
        }
        let near = |way: Facing| crate::movement::arcs::distance(at.step(way), to);
        let key = |way: Facing| (near(way), facing.sides_to(way));
        let step = |way: Facing| {
            let (cost, forward) = scene.step_cost(at, facing, way)?;
            (near(way) < now && cost <= left && !scene.has_friend(who, at.step(way))).then_some((cost, forward, way))
        };
        let Some((cost, forward, way)) = least(key, step) else { return false };
        (at, left) = (at.step(way), left - cost);
        if forward {
            facing = way;
        }
    }
}

/// Of the directions that do, the one with the least key, and what it does: `does` is asked only of those with a lesser
/// key than was found before.
fn least<K: Ord, V>(key: impl Fn(Facing) -> K, does: impl Fn(Facing) -> Option<V>) -> Option<V> {
    let mut best: Option<(K, V)> = None;
    for way in Facing::HEX {
        let key = key(way);
        if best.as_ref().is_none_or(|(known, _)| key < *known)
            && let Some(value) = does(way)
        {
            best = Some((key, value));
        }
    }
    best.map(|(_, value)| value)
}

/// The first step of a way into a foe's hex with so many movement points, each step of it nearer to the foe.
fn way_into(scene: Scene<'_>, who: CombatantId, foe: CombatantId, points: u8) -> Option<Facing> {
    let (fighter, to) = (scene.fighter(who), scene.fighter(foe).at);
    let has_room = scene.bodies(to).count() < crate::movement::MOST_BODIES;
    if has_room { way_on(scene, (fighter.at, fighter.facing), to, points) } else { None }
}

fn way_on(scene: Scene<'_>, (at, facing): (Cell, Facing), to: Cell, points: u8) -> Option<Facing> {
    let now = crate::movement::arcs::distance(at, to);
    let leads = |way: Facing| {
        let next = at.step(way);
        let (cost, forward) = scene.step_cost(at, facing, way).filter(|one| one.0 <= points)?;
        let free = next == to || !scene.bodies(next).any(|one| scene.fighter(one).is_up());
        if crate::movement::arcs::distance(next, to) >= now || !free || scene.is_ledge(at, next) {
            return None;
        }
        let turned = if forward { way } else { facing };
        (next == to || way_on(scene, (next, turned), to, points - cost).is_some()).then_some(way)
    };
    least(|way| facing.sides_to(way), leads)
}

/// `GR-099` `GR-107` `GR-117` Body against body, for unarmed combatants: a strong and quick one brings an
/// armed foe down rather than trade blows.
fn wrestle(
    scene: Scene<'_>,
    who: CombatantId,
    foe: CombatantId,
    apart: u32,
    strike: i32,
    plain: Intent,
) -> Option<Intent> {
    let fighter = scene.fighter(who);
    let (own, other) = (scene.scores(who), scene.scores(foe));
    let boxing = scene.boxing_tenth(who);
    // About a fifth of all contests turn for each two points of difference.
    let odds = |edge: i32| (500 + 90 * edge).clamp(50, 950);
    let candidates = [
        (Maneuver::Slam(foe), odds(own.dx + boxing - other.dx), apart != 0),
        (Maneuver::Tackle(foe), odds(own.st + 2 - other.st) * 9 / 10, apart != 0),
        (
            Maneuver::Grapple { target: foe, act: Grip::Arm { both: true } },
            odds(own.dx + 3 + boxing - other.dx) * 8 / 10,
            apart == 0 && fighter.hold.target == NONE,
        ),
    ];
    // Down and stunned is worth a third of the way, as is going down oneself.
    let gain = |odds: i32| (2 * odds - ALL) / 3;
    let best = candidates.into_iter().filter(|one| one.2).max_by_key(|one| one.1)?;
    let rushes = apart != 0;
    (gain(best.1) > strike
        && legal(scene, who, best.0)
        && (!rushes || way_into(scene, who, foe, scene.allowance(who, best.0)).is_some()))
    .then_some(Intent { maneuver: best.0, near: 0, blow: None, ..plain })
}

/// Out of reach: towards the foe; with the longer weapon, let him come.
fn close_in(
    scene: Scene<'_>,
    who: CombatantId,
    foe: CombatantId,
    apart: u32,
    with: u8,
    best: Best,
    plain: Intent,
) -> Intent {
    let (_, threat) = arm(scene, foe, who);
    let comes = u32::from(half(scene.mv(foe))) + u32::from(threat.reach);
    let outshot = is_outshot(scene, who);
    let wait = Maneuver::Wait { hexes: crate::movement::wait::ALL, with };
    let archer =
        scene.fighter(foe).hands.into_iter().any(|item| scene.item(foe, item).is_some_and(|one| one.is_missile()));
    if threat.reach < best.reach
        && apart <= comes + 1
        && !archer
        && !outshot
        && scene.fighter(foe).is_able()
        && legal(scene, who, wait)
    {
        return Intent { maneuver: wait, ..plain };
    }
    let crawl = Maneuver::Position(Posture::Lying);
    if scene.mv(who) == 0 && is_out_of_reach(scene, who, foe.0) && legal(scene, who, crawl) {
        return Intent { maneuver: crawl, ..plain };
    }
    let near = best.reach.max(1);
    // GR-077: who is shot at by those who wait comes to blows, whatever it costs.
    let charge = Maneuver::Charge { target: foe, how: crate::decision::Charge::Attack };
    if outshot
        && !best.mode.is_unarmed()
        && legal(scene, who, charge)
        && way_into(scene, who, foe, scene.allowance(who, charge)).is_some()
    {
        let blow = Blow { with, mode: best.mode, target: foe, at: None, declared: Declared::default() };
        return Intent { maneuver: charge, near: 0, blow: Some(blow), ..plain };
    }
    // Not into the reach of a foe without a blow: up to it, then step by step with the weapon ready or behind a guard.
    if !archer && scene.fighter(foe).is_able() {
        if apart > comes + 1 {
            let maneuver = Maneuver::Move { erratic: Erratic::None };
            return Intent { maneuver, near: near.max((comes + 1).min(200) as u8), ..plain };
        }
        let guard = Maneuver::SingleDefense(foe);
        let order = if best.mode.is_unarmed() { [wait, guard] } else { [guard, wait] };
        if let Some(maneuver) = order.into_iter().find(|&maneuver| legal(scene, who, maneuver)) {
            return Intent { maneuver, near, ..plain };
        }
    }
    Intent { maneuver: Maneuver::Move { erratic: Erratic::None }, near, ..plain }
}

/// Those of the own side who are up.
fn friends(scene: Scene<'_>, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    let side = scene.side(who);
    scene.state.ids().filter(move |&one| one != who && scene.side(one) == side && scene.fighter(one).is_up())
}

/// Whether the foes have missiles, and nobody of the own side has.
fn is_outshot(scene: Scene<'_>, who: CombatantId) -> bool {
    let shoots = |one: CombatantId| super::orders::shoots(scene, one) && scene.fighter(one).is_able();
    scene.foes(who).any(shoots) && !friends(scene, who).chain([who]).any(shoots)
}

impl Intent {
    /// The next piece of a movement: towards the foe until near enough, then facing him.
    pub(super) fn step(&mut self, scene: Scene<'_>, who: CombatantId, walk: &Walk) -> Step {
        let fighter = scene.fighter(who);
        if self.who != who.0 || self.foe == NONE || self.foe as usize >= scene.state.fighters.len() {
            return out_of_it(scene, who, walk).unwrap_or(Step::Stop);
        }
        // GR-129: an armed combatant slips out of close combat backwards, so that the foe stays in front.
        if walk.maneuver == ManeuverKind::BreakFree && walk.hexes == 0 && fighter.hands != [NONE; 2] {
            let legal = |way: &Facing| scene.judge_walk(who, walk, Step::To(*way)).is_ok();
            let back = |way: &Facing| fighter.facing.opposite().sides_to(*way);
            if let Some(way) = Facing::HEX.into_iter().filter(legal).min_by_key(back) {
                return Step::To(way);
            }
        }
        let to = scene.fighter(CombatantId(self.foe)).at;
        if fighter.flags.has(Flags::PANICKED) {
            return self.flee(scene, who, walk, to);
        }
        if let Some(way) = self.out.take()
            && scene.judge_walk(who, walk, Step::To(way)).is_ok()
        {
            return Step::To(way);
        }
        if walk.target != NONE
            && let Some(way) = way_into(scene, who, CombatantId(walk.target), walk.left)
            && scene.judge_walk(who, walk, Step::To(way)).is_ok()
        {
            return Step::To(way);
        }
        let now = crate::movement::arcs::distance(fighter.at, to);
        let goal = if walk.target != NONE { 0 } else { u32::from(self.near) };
        if self.near != FAR && now > goal && walk.left != 0 {
            let near = |way: Facing| crate::movement::arcs::distance(fighter.at.step(way), to);
            let fits = |way: Facing| {
                let cell = fighter.at.step(way);
                let fits = near(way) <= now
                    && !scene.has_friend(who, cell)
                    && (near(way) < now || !scene.has_foe(who, cell))
                    && scene.judge_walk(who, walk, Step::To(way)).is_ok();
                fits.then_some(way)
            };
            // Sideways only once: it could go round and round.
            if let Some(way) = least(|way| (near(way), fighter.facing.sides_to(way)), fits)
                && (near(way) < now || walk.hexes < 2)
            {
                return Step::To(way);
            }
        }
        self.face(scene, who, walk, to)
    }

    /// Away from the foe, as far as it goes.
    fn flee(&self, scene: Scene<'_>, who: CombatantId, walk: &Walk, from: Cell) -> Step {
        let fighter = scene.fighter(who);
        let legal = |way: &Facing| scene.judge_walk(who, walk, Step::To(*way)).is_ok();
        let far = |way: &Facing| {
            (crate::movement::arcs::distance(fighter.at.step(*way), from), fighter.facing.opposite().sides_to(*way))
        };
        Facing::HEX.into_iter().filter(legal).max_by_key(far).map_or(Step::Stop, Step::To)
    }

    /// The facing at the end.
    fn face(&self, scene: Scene<'_>, who: CombatantId, walk: &Walk, to: Cell) -> Step {
        let fighter = scene.fighter(who);
        if let Some(step) = out_of_it(scene, who, walk) {
            return step;
        }
        let Some(way) = crate::movement::arcs::towards(fighter.at, fighter.facing, to) else { return Step::Stop };
        if way == fighter.facing {
            return Step::Stop;
        }
        let turns = [way, fighter.facing.turned(fighter.facing.turn_to(way).signum())];
        turns.into_iter().map(Step::Face).find(|&step| scene.judge_walk(who, walk, step).is_ok()).unwrap_or(Step::Stop)
    }

    /// The blow that was planned, or else the best one from here.
    pub(super) fn attack(&mut self, scene: Scene<'_>, who: CombatantId, plan: &Plan) -> Option<Blow> {
        if self.who == who.0
            && plan.from != From::Riposte
            && let Some(mut blow) = self.blow
        {
            if matches!(plan.from, From::Rapid) && plan.number != 0 {
                blow.at = None;
            }
            if scene.judge_attack(who, plan, &blow).is_ok() {
                return Some(blow);
            }
        }
        best_from_here(scene, who, plan)
    }
}

/// Out of where nobody can stay.
fn out_of_it(scene: Scene<'_>, who: CombatantId, walk: &Walk) -> Option<Step> {
    if walk.hexes == 0 && walk.target == NONE || scene.judge_walk(who, walk, Step::Stop).is_ok() {
        return None;
    }
    let legal = |way: &Facing| scene.judge_walk(who, walk, Step::To(*way)).is_ok();
    // A rush goes on towards its target.
    let to = scene.state.fighters.get(walk.target as usize).map(|target| target.at);
    let far = |way: &Facing| to.map_or(0, |to| crate::movement::arcs::distance(scene.fighter(who).at.step(*way), to));
    Facing::HEX.into_iter().filter(legal).min_by_key(far).map(Step::To)
}

/// The best plain blow at anybody, where no plan fits.
fn best_from_here(scene: Scene<'_>, who: CombatantId, plan: &Plan) -> Option<Blow> {
    let mut best: Option<(Blow, i32)> = None;
    for foe in scene.foes(who) {
        if plan.only != NONE && plan.only != foe.0 {
            continue;
        }
        scene.each_mode(who, plan, |with, mode| {
            let blow = Blow { with, mode, target: foe, at: None, declared: Declared::default() };
            if plan.with != NONE && plan.with != with || scene.judge_attack(who, plan, &blow).is_err() {
                return;
            }
            let profile = scene.damage_profile::<Sum>(who, &blow, plan.from);
            let place = crate::body::location::Location::Body;
            let pd = scene.pd(foe, place, profile.kind, crate::decision::Side::Front, false);
            let score = scene.attack_score::<Sum>(who, &blow, plan).total() - pd;
            let through = profile.potential.total() - scene.dr(foe, place, profile.kind, false);
            let value = worth(score, 0) * through.max(1);
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((blow, value));
            }
        });
    }
    best.map(|(blow, _)| blow)
}
