//! The plan of a turn: which maneuver, against whom, with which blow.

use super::ways::{ROUND, gets_within, least, way_into, way_near};
use super::{archery, blows};
use crate::decision::{
    Blow, Declared, Erratic, From, Grip, Maneuver, ManeuverKind, NONE, Plan, Posture, Step, Walk, Watch,
};
use crate::movement::arcs::distance;
use crate::movement::half;
use crate::policy::estimate::{ALL, Best};
use crate::policy::worth::worth;
use crate::scene::Scene;
use crate::sheet::{Item, MOST_ITEMS, Traits, UNARMED};
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
    let intent = plan(scene, who);
    let level = i16::from(scene.sheet(who).encumbrance);
    // GR-254: the last FP are for a blow; doing nothing costs none.
    let spends = !matches!(intent.maneuver, Maneuver::Nothing | Maneuver::BreakFree(_)) && !is_attack(intent.maneuver);
    let spent = level != 0 && scene.fighter(who).fp <= level && scene.fighter(who).is_able();
    let comes = intent.foe != NONE && is_coming(scene, CombatantId(intent.foe));
    if spends && spent && comes && legal(scene, who, Maneuver::Nothing) {
        return Intent { maneuver: Maneuver::Nothing, ..intent };
    }
    intent
}

/// Whether a maneuver goes with an attack, a feint not among them.
const fn is_attack(maneuver: Maneuver) -> bool {
    matches!(
        maneuver,
        Maneuver::Attack
            | Maneuver::AllOut { .. }
            | Maneuver::WildSwing
            | Maneuver::TwoWeapons
            | Maneuver::Charge { .. }
            | Maneuver::Bash
            | Maneuver::Unarmed
            | Maneuver::Slam(_)
            | Maneuver::Tackle(_)
            | Maneuver::Missile { .. }
            | Maneuver::RapidFire
            | Maneuver::PopUp
    )
}

fn plan(scene: Scene<'_>, who: CombatantId) -> Intent {
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
    if let Some(maneuver) = cast(scene, who) {
        return Intent { maneuver, ..plain };
    }
    if let Some(shot) = archery::intend(scene, who, foe, plain) {
        return shot;
    }
    strikes(scene, who, foe, plain).unwrap_or_else(|| close_in(scene, who, foe, plain))
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
        Posture::Lying
            if fighter.is_crippled(LEGS)
                && is_out_of_reach(scene, who, plain.foe)
                && !is_coming(scene, CombatantId(plain.foe)) =>
        {
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

/// Whether a foe comes to blows by himself: he moved on his last turn, and does not shoot.
pub(super) fn is_coming(scene: Scene<'_>, foe: CombatantId) -> bool {
    let fighter = scene.fighter(foe);
    let moves = fighter.moved != 0 || scene.state.first_round;
    fighter.is_able() && moves && scene.mv(foe) != 0 && !super::orders::shoots(scene, foe)
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

/// `GR-R33` A spell on oneself before anybody comes, and the rest of a casting.
fn cast(scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
    let (fighter, sheet) = (scene.fighter(who), scene.sheet(who));
    let turns_left = |spell: u8| {
        let turns = sheet.spells[spell as usize].turns;
        if fighter.casting.spell == spell { turns.saturating_sub(fighter.casting.turns) } else { turns }
    };
    let lasts = |spell: u8| fighter.spells.iter().any(|one| one.by == who.0 && one.spell == spell);
    let is_in_time = |spell: u8| {
        scene.foes(who).filter(|&foe| scene.fighter(foe).is_able()).all(|foe| {
            let (_, threat) = arm(scene, foe, who);
            let comes = u32::from(scene.mv(foe)) * u32::from(turns_left(spell)) + u32::from(threat.reach);
            scene.apart(who, foe) > comes || fighter.casting.spell == spell && scene.apart(who, foe) > 2
        })
    };
    (0..sheet.spells.len() as u8)
        .filter(|&spell| !lasts(spell) && is_in_time(spell))
        .map(|spell| Maneuver::Cast { spell, target: who })
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

/// Which foe to strike of those who can be reached, and how; `None` where nobody can.
fn strikes(scene: Scene<'_>, who: CombatantId, foe: CombatantId, plain: Intent) -> Option<Intent> {
    if scene.fighter(who).flags.has(Flags::SURPRISED) {
        return None;
    }
    if scene.state.fighters.len() == 2 {
        return melee(scene, who, foe, plain).map(|(_, intent)| intent);
    }
    let far = u32::from(half(scene.mv(who))) + 2;
    let able = |other: &CombatantId| scene.fighter(*other).is_able() && scene.apart(who, *other) <= far;
    let others = scene.foes(who).filter(able).filter(|&other| other != foe);
    let all = std::iter::once(foe).chain(others);
    let best = all.filter_map(|other| melee(scene, who, other, Intent { foe: other.0, ..plain }));
    best.reduce(|one, other| if other.0 > one.0 { other } else { one }).map(|(_, intent)| intent)
}

/// What the foes who can come do to a combatant before its next turn: the one it strikes, guarded and not, and the others.
pub(super) fn exposure(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> [(i32, i32); 2] {
    let mine = guard(scene, who);
    let mut all = [(0, 0); 2];
    for other in scene.foes(who) {
        let fighter = scene.fighter(other);
        let armed = fighter.is_able() && fighter.posture == Posture::Standing && !fighter.flags.any(STUN);
        let (_, threat) = arm(scene, other, who);
        let comes = u32::from(half(scene.mv(other))) + u32::from(threat.reach);
        if !armed || other != foe && scene.apart(who, other) > comes {
            continue;
        }
        let (harm, open) = (value(&threat, 0, mine), value(&threat, 4, 0));
        let place = usize::from(other != foe);
        all[place].0 += harm;
        all[place].1 += open;
    }
    all
}

/// So near a blow of that reach comes to a foe: one hex to whom something hides.
fn reach_to(scene: Scene<'_>, who: CombatantId, foe: CombatantId, reach: u8) -> u8 {
    let hidden = scene.apart(who, foe) <= u32::from(reach) && !scene.sees(who, foe);
    if hidden { reach.min(1) } else { reach }
}

/// Whether a combatant waits for whoever comes into its reach, and another who strikes so far is not there yet.
fn meets(scene: Scene<'_>, who: CombatantId, comes: CombatantId, reach: u32) -> bool {
    let fighter = scene.fighter(who);
    let watched = scene.item(who, fighter.watch_with).map_or(1, |item| u32::from(item.reach));
    let apart = scene.apart(who, comes);
    fighter.is_able() && matches!(fighter.watch, Watch::Reach(_)) && apart > watched && reach <= watched
}

/// Blow against blow: strike, go all out, rest, feint, guard, slam; and what that is worth.
fn melee(scene: Scene<'_>, who: CombatantId, foe: CombatantId, plain: Intent) -> Option<(i32, Intent)> {
    let fighter = scene.fighter(who);
    let other = scene.fighter(foe);
    let apart = scene.apart(who, foe);
    let with = fighter.hands.into_iter().find(|&with| scene.item(who, with).is_some_and(Item::is_melee));
    let slow = with.and_then(|with| scene.item(who, with).filter(|_| fighter.struck_last_is(with)));
    let slow = slow.map_or(0, |item| item.slow);
    let best = blows::best(scene, who, foe, From::Attack, 0);
    let unarmed = best.blow.mode.is_unarmed();
    let mv = scene.mv(who);
    let near = reach_to(scene, who, foe, best.reach);
    let reach = u32::from(near);
    let steps = if mv == 0 {
        0
    } else if unarmed {
        1
    } else {
        half(mv)
    };
    if !gets_within(scene, who, foe, reach, steps) {
        return None;
    }
    let strike = best.worth;
    let guarded = guard(scene, foe);
    let near = near.max(1);
    let basic = if unarmed { Maneuver::Unarmed } else { Maneuver::Attack };
    let [(harm, open), (more_harm, more_open)] = exposure(scene, who, foe);
    // GR-085: who waits strikes those who come, and again on his turn. Unless he hardly hurts, or others strike as well, one
    // comes up to his reach with the weapon ready, and into it behind a guard.
    let met = more_harm == 0 && meets(scene, foe, who, reach);
    if met && !unarmed && 2 * harm > strike {
        let wait = Maneuver::Wait { hexes: crate::movement::wait::ALL, with: best.blow.with };
        let (maneuver, near) = if apart <= reach + 1 { (Maneuver::SingleDefense(foe), near) } else { (wait, near + 1) };
        if legal(scene, who, maneuver) {
            return Some((strike - 2 * harm, Intent { maneuver, near, ..plain }));
        }
    }
    let plain = Intent { near, blow: Some(best.blow), ..plain };
    let mut choice = (strike, Intent { maneuver: basic, ..plain });
    let armed = other.is_able() && other.posture == Posture::Standing && !other.flags.any(STUN);
    let crowd = scene.state.fighters.len() > 2 && foes_at(scene, who) > 1;
    // GR-062: what the open side costs against what +4 brings; a blow that ends it costs nothing, unless he waits for it.
    // Other foes may strike others.
    let all_out = blows::best(scene, who, foe, From::AllOut, 0);
    let twice = if met { ALL } else { 0 };
    let cost = (open - harm) * (ALL - all_out.worth + twice) / ALL + (more_open - more_harm) / 4;
    if all_out.worth - cost > choice.0 {
        let intent = Intent { maneuver: Maneuver::AllOut { strong: false }, blow: Some(all_out.blow), ..plain };
        choice = (all_out.worth - cost, Intent { near: all_out.reach.max(1), ..intent });
    }
    // GR-029, GR-133: a slow weapon rests behind a guard where that saves more than the blow brings, but not before a foe
    // without defense.
    if slow != 0 && armed && !crowd && guarded != 0 {
        let rested = blows::best(scene, who, foe, From::Attack, slow).worth;
        let (_, threat) = arm(scene, foe, who);
        let kept = harm - value(&threat, 0, guard(scene, who) + 4);
        if strike < kept + (rested - strike) && choice.0 < kept + (rested - strike) {
            choice = (kept + rested - strike, Intent { maneuver: Maneuver::SingleDefense(foe), ..plain });
        }
    }
    // GR-072: a feint first, against a foe who is hard to hit and easy to deceive.
    if armed && guarded >= 10 && fighter.feint.foe == NONE && !crowd && !unarmed && apart <= reach + 1 {
        let edge = scene.item(who, best.blow.with).map_or(0, |item| item.base) - deceived_at(scene, foe);
        let fooled = blows::best(scene, who, foe, From::Attack, edge.max(0)).worth;
        if edge >= 2 && fooled > 2 * strike + 15 && best.score > 6 {
            choice = (fooled - strike, Intent { maneuver: Maneuver::Feint, ..plain });
        }
    }
    // Badly hurt and beset: defend first.
    if armed && fighter.hp <= 4 && harm + more_harm > strike * 3 && choice.0 < strike * 2 {
        let maneuver = if crowd { Maneuver::MultipleDefense } else { Maneuver::SingleDefense(foe) };
        choice = (0, Intent { maneuver, ..plain });
    }
    // GR-212: a blow that rather costs the weapon is not struck at a foe who strikes; a guard is kept instead.
    if choice.0 < 0 && armed && crate::movement::wait::attacks(other.maneuver) {
        let maneuver = if crowd { Maneuver::MultipleDefense } else { Maneuver::SingleDefense(foe) };
        choice = (0, Intent { maneuver, ..plain });
    }
    if unarmed
        && armed
        && let Some(body) = wrestle(scene, who, foe, apart, strike, plain)
    {
        return Some((choice.0.max(strike), body));
    }
    let two = scene.sheet(who).traits.has(Traits::AMBIDEXTERITY);
    if two && choice.1.maneuver == Maneuver::Attack && legal(scene, who, Maneuver::TwoWeapons) {
        choice.1.maneuver = Maneuver::TwoWeapons;
        choice.1.blow = None;
    }
    if legal(scene, who, choice.1.maneuver) {
        Some(choice)
    } else {
        Some((strike, Intent { maneuver: basic, ..plain }))
    }
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
fn close_in(scene: Scene<'_>, who: CombatantId, foe: CombatantId, plain: Intent) -> Intent {
    let (apart, best) = (scene.apart(who, foe), blows::best(scene, who, foe, From::Attack, 0));
    let (with, unarmed) = (best.blow.with, best.blow.mode.is_unarmed());
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
    if scene.mv(who) == 0 && is_out_of_reach(scene, who, foe.0) {
        let maneuver = if is_coming(scene, foe) { wait } else { crawl };
        if legal(scene, who, maneuver) {
            return Intent { maneuver, ..plain };
        }
    }
    let near = reach_to(scene, who, foe, best.reach).max(1);
    // GR-077: who is shot at by those who wait comes to blows, whatever it costs.
    let charge = Maneuver::Charge { target: foe, how: crate::decision::Charge::Attack };
    if outshot
        && !unarmed
        && legal(scene, who, charge)
        && way_into(scene, who, foe, scene.allowance(who, charge)).is_some()
        && is_fair_charge(scene, who, foe, &best.blow)
    {
        let blow = Blow { at: None, ..best.blow };
        return Intent { maneuver: charge, near: 0, blow: Some(blow), ..plain };
    }
    // Not into the reach of a foe without a blow: up to it, then step by step with the weapon ready or behind a guard.
    if !archer && scene.fighter(foe).is_able() {
        if apart > comes + 1 {
            let maneuver = Maneuver::Move { erratic: Erratic::None };
            return Intent { maneuver, near: near.max((comes + 1).min(200) as u8), ..plain };
        }
        // What slows the way makes a target of whoever keeps to single hexes under fire.
        let (fighter, to) = (scene.fighter(who), scene.fighter(foe).at);
        let nearer = |way: Facing| {
            let cost = scene.step_cost(fighter.at, fighter.facing, way);
            distance(fighter.at.step(way), to) < apart && cost.is_some_and(|(cost, _)| cost <= 1)
        };
        if outshot && apart > u32::from(near) && !Facing::HEX.into_iter().any(nearer) {
            return Intent { maneuver: Maneuver::Move { erratic: Erratic::None }, near, ..plain };
        }
        let guard = Maneuver::SingleDefense(foe);
        // GR-085, GR-029: a wait with a slow weapon, or with a blow that misses more often than not, saves less than a guard.
        let slow = scene.item(who, with).is_some_and(|item| item.slow != 0);
        let wait_first = unarmed || !slow && best.score >= 10;
        let order = if wait_first { [wait, guard] } else { [guard, wait] };
        if let Some(maneuver) = order.into_iter().find(|&maneuver| legal(scene, who, maneuver)) {
            return Intent { maneuver, near, ..plain };
        }
    }
    Intent { maneuver: Maneuver::Move { erratic: Erratic::None }, near, ..plain }
}

/// `GR-081` `GR-191` Whether the blow of a charge is fair, with what the way takes off it for a rider.
fn is_fair_charge(scene: Scene<'_>, who: CombatantId, foe: CombatantId, blow: &Blow) -> bool {
    let plan = Plan { from: From::Charge, only: foe.0, with: NONE, number: 0 };
    let blow = Blow { at: None, ..*blow };
    blows::is_fair(scene.attack_score::<Sum>(who, &blow, &plan).total() - blows::ride(scene, who, foe, 0))
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
        let now = distance(fighter.at, to);
        let goal = if walk.target != NONE { 0 } else { u32::from(self.near) };
        // GR-R36: a friend's hex is no place to stay in.
        let passes = walk.hexes != 0 && scene.has_friend(who, fighter.at);
        if self.near != FAR && (now > goal || passes) && walk.left != 0 {
            let round = |points| way_near(scene, who, (fighter.at, fighter.facing), to, goal, points);
            if walk.left <= ROUND
                && goal != 0
                && let Some(way) = round(walk.left)
                && scene.judge_walk(who, walk, Step::To(way)).is_ok()
            {
                return Step::To(way);
            }
            let near = |way: Facing| distance(fighter.at.step(way), to);
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
        let far = |way: &Facing| (distance(fighter.at.step(*way), from), fighter.facing.opposite().sides_to(*way));
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
    let far = |way: &Facing| to.map_or(0, |to| distance(scene.fighter(who).at.step(*way), to));
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
