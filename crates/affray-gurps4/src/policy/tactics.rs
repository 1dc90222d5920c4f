//! The plan of a turn.

use super::rating::{BlowCache, Matchup, RatedStrike, Target, UsableMode, best_slam, is_armed, is_threatened};
use super::rearm::rearm;
use super::ways::Ways;
use crate::decision::{Act, AllOut, FeintAt, From, Gait, Maneuver, NO_MODE, NONE, Plan, Ready, Strike, Trade};
use crate::derived::LEGS;
use crate::scene::Scene;
use crate::sheet::{ItemId, Mode};
use crate::state::{Flags, Focus, ItemFlags, Posture};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use arrayvec::ArrayVec;

/// The plan of a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct TurnPlan {
    /// Whose turn it is; [`NONE`] for nobody's.
    pub(super) who: u8,
    /// The foe that it is about.
    pub(super) foe: CombatantId,
    /// The maneuver.
    pub(super) maneuver: Maneuver,
    /// The attack, if there is one.
    pub(super) strike: Option<Strike>,
    /// The second of a Rapid Strike.
    pub(super) second: Option<Strike>,
    /// Distances at which it is made, a bit each.
    pub(super) reach: u16,
    /// It is better made from afar.
    pub(super) afar: bool,
    /// The hex of a weapon that it goes for.
    pub(super) fetch: Option<Cell>,
}

impl TurnPlan {
    pub(super) const fn nobody() -> Self {
        Self {
            who: NONE,
            foe: CombatantId(0),
            maneuver: Maneuver::Nothing,
            strike: None,
            second: None,
            reach: 0b10,
            afar: false,
            fetch: None,
        }
    }
}

/// Distances of a slam.
const ADJACENT: u16 = 0b10;
/// The least score of an aimed shot for which a bow is drawn.
const LEAST_SHOT: i32 = 6;
/// What sets those to whom no way leads behind all others.
const GIVEN_UP: i32 = 100_000;
/// What sets those behind others at whom a shot may hit a friend.
const RISK: i32 = 10;
/// What a point of FP has to bring.
const EFFORT: f32 = 0.1;
/// The worth of an attack in the next turn relative to one in this turn.
const LATER: f32 = 0.8;

/// The foe to attack: a near one, one that cannot defend itself well, for a shot one apart from friends; one of those that are `apart`, a bit each, only
/// where it can be shot at or nobody else is left.
pub(super) fn choose_foe(scene: Scene<'_>, who: CombatantId, apart: u64) -> Option<CombatantId> {
    let mut ranged =
        scene.modes(who).filter(|(_, mode)| scene.wields(who, mode.item)).filter_map(|(_, mode)| mode.ranged);
    let shot = ranged.next();
    scene.foes(who).min_by_key(|&foe| {
        let fighter = scene.fighter(foe);
        let helpless = fighter.flags.has(Flags::STUNNED) || fighter.frozen != 0;
        // Stunned below 0 HP it is out of the fight, while others are still in it.
        let easy = if helpless && fighter.hp <= 0 {
            -4
        } else {
            2 * i32::from(helpless) + i32::from(fighter.posture == Posture::Prone) + i32::from(scene.is_wounded(foe))
        };
        // One out of sight has to be gone round to.
        let seen = scene.has_line(who, foe);
        let hidden = i32::from(!seen);
        let beyond = i32::from(apart & 1 << (foe.0 & 63) != 0 && !(shot.is_some() && seen));
        // A shot that misses may hit a friend.
        let far = scene.distance(who, foe);
        let risk = match shot {
            Some(ranged) if far > 1 => scene.friends_endangered(who, foe, ranged.range.into()) as i32,
            _ => 0,
        };
        // The gain of a Feint is for one foe.
        let feint = scene.fighter(who).feint;
        let deceived = i32::from(feint.foe == foe.0 && feint.margin > 2);
        4 * far - 3 * easy - 9 * deceived + 12 * hidden + RISK * risk + GIVEN_UP * beyond
    })
}

/// FP that can be spent without getting tired.
pub(super) fn spare_fp(scene: Scene<'_>, who: CombatantId) -> i16 {
    scene.fighter(who).fp - (scene.sheet(who).fp + 1) / 2
}

/// Whether a mode can be used now, Rapid Recovery worked in: whether it needs that.
pub(super) fn usable(scene: Scene<'_>, who: CombatantId, mode: &Mode) -> Option<bool> {
    let arm = scene.arm(who, mode.item)?;
    if arm.is_natural() {
        return Some(false);
    }
    let state = scene.item_state(who, mode.item);
    if !scene.fighter(who).holds(mode.item) || state.flags.has(ItemFlags::DISABLED) {
        return None;
    }
    if mode.ranged.is_some() && arm.shots != 0 && state.shots == 0 {
        return None;
    }
    let unready = state.flags.has(ItemFlags::UNREADY);
    if unready && (mode.ranged.is_some() || spare_fp(scene, who) < 1) {
        return None;
    }
    Some(unready)
}

/// Whether so many steps bring a figure to a distance at which a mode strikes.
fn within(reach: u16, distance: i32, steps: i32) -> bool {
    let least = (distance - steps).max(0);
    least < 16 && (u32::from(reach) >> least) & ((1 << (distance + steps - least + 1).clamp(0, 17)) - 1) != 0
}

/// What leads to a blow.
#[derive(Debug)]
enum Approach<'a> {
    /// So many steps, at most two.
    Steps(i32),
    /// A movement.
    Move(Gait, &'a mut Ways),
}

/// The best attack with what is at hand that is worth more than `most`, from where it leads.
fn best(matchup: &mut Matchup<'_>, plan: &Plan, mut by: Approach<'_>, most: f32) -> Option<(RatedStrike, u16)> {
    let (scene, who, foe) = (matchup.scene, matchup.who, matchup.target.foe);
    let distance = scene.blow_distance(who, foe);
    // A hex may lead a yard up or down besides.
    let nearer = |hexes: i32| if scene.setup.any_terrain { 2 * hexes } else { hexes };
    let steps = match &by {
        Approach::Steps(_) if !scene.has_line(who, foe) => return None,
        Approach::Steps(steps) => nearer(*steps),
        Approach::Move(..) => nearer(scene.move_points(who)),
    };
    let mut best: Option<(RatedStrike, u16)> = None;
    for number in 0..matchup.melee.len() {
        let usable = matchup.melee[number];
        let reach = usable.reach;
        if !within(reach, distance, steps) {
            continue;
        }
        let Some(mut one) = matchup.best_blow(usable, plan, Trade::None, false) else { continue };
        // A spent point of FP and a weapon that is unready afterwards count a little.
        one.worth *= if usable.recover { 0.9 } else { 1.0 };
        // Ways are looked for last: that takes longest.
        let reaches = |by: &mut Approach<'_>| match by {
            Approach::Steps(_) if within(reach, distance, 0) => true,
            Approach::Steps(1) => super::route::can_step(scene, who, foe, reach),
            Approach::Steps(_) => super::route::can_giant_step(scene, who, foe, reach),
            Approach::Move(gait, ways) => ways.lead_to_blow(scene, who, foe, reach, *gait),
        };
        if one.worth > best.map_or(most, |(best, _)| best.worth) && reaches(&mut by) {
            best = Some((one, reach));
        }
    }
    best
}

/// Extra effort for a blow of a Regular Attack: more damage where it decides, the weapon ready again.
fn with_effort(scene: Scene<'_>, who: CombatantId, more: f32, strike: &mut Strike) {
    let mut spare = spare_fp(scene, who) - i16::from(strike.recover);
    let Some(mode) = scene.mode(who, strike.mode) else { return };
    let unwieldy = scene.arm(who, mode.item).is_some_and(|item| item.unready_after_attack);
    // A weapon that has to be readied after each blow takes all the FP that there are.
    if mode.ranged.is_none() && !unwieldy && spare > 0 && more > EFFORT {
        strike.mighty = true;
        spare -= 1;
    }
    if unwieldy && spare > 0 {
        strike.recover_after = true;
    }
}

/// Plans a turn.
pub(super) fn plan_turn(scene: Scene<'_>, who: CombatantId, cache: &mut BlowCache, ways: &mut Ways) -> TurnPlan {
    let apart = ways.foes_apart(scene, who);
    plan_against(scene, who, apart, cache, ways)
}

/// Plans a turn that is about none of those foes, a bit each, who cannot be struck or hurt, while somebody else is left.
fn plan_against(scene: Scene<'_>, who: CombatantId, apart: u64, cache: &mut BlowCache, ways: &mut Ways) -> TurnPlan {
    let mut intent = TurnPlan { who: who.0, ..TurnPlan::nobody() };
    let Some(foe) = choose_foe(scene, who, apart) else { return intent };
    intent.foe = foe;
    let fighter = scene.fighter(who);
    if fighter.posture == Posture::Prone {
        intent.maneuver = Maneuver::Do(Act::ChangePosture(Posture::Kneel));
        return intent;
    }
    if let Some(shot) = shoot(scene, who, foe, &mut intent, cache) {
        intent.maneuver = shot;
        return intent;
    }
    if let Some(draws) = draw_to_shoot(scene, who, foe, apart) {
        intent.maneuver = draws;
        return intent;
    }
    // No guard ends the fire of an archer: it shoots back, or goes there.
    if is_under_fire(scene, who, foe)
        && let Some(draws) = draw_to_shoot(scene, who, foe, u64::MAX)
    {
        intent.maneuver = draws;
        return intent;
    }
    let lame = fighter.crippled & LEGS != 0;
    let kneels = fighter.posture != Posture::Standing;
    let regular = Plan::of(From::Attack);
    // Rising takes the step.
    let steps = i32::from(scene.judge_leaving(who).is_ok());
    let mut matchup = Matchup::of(scene, who, foe, cache);
    let found = best(&mut matchup, &regular, Approach::Steps(steps), f32::NEG_INFINITY);
    if fighter.grappled_by != NONE && found.is_none_or(|(one, _)| one.chance < 0.35) {
        let holder = CombatantId(fighter.grappled_by);
        intent.foe = holder;
        intent.strike = Some(Strike { form: crate::decision::Form::BreakFree, ..Strike::plain(NO_MODE, holder) });
        intent.maneuver = Maneuver::Do(Act::Attack { giant: false });
        return intent;
    }
    let safe = !is_threatened(scene, who);
    let now = found.map_or(0.0, |(one, _)| one.worth);
    if let Some(weapon) = matchup.better_weapon(now) {
        intent.maneuver = Maneuver::Do(Act::Ready(weapon));
        return intent;
    }
    if steps != 0 && !kneels {
        intent.fetch = matchup.far_weapon(now, ways);
        if intent.fetch.is_some() {
            intent.maneuver = Maneuver::Do(Act::Move);
            return intent;
        }
    }
    if let Some((one, reach)) = &found {
        intent.reach = *reach;
        intent.strike = Some(one.strike);
        intent.maneuver = Maneuver::Do(Act::Attack { giant: false });
        let mut most = one.worth;
        if safe || fighter.hp <= 0 {
            most = all_out(&mut matchup, safe, &(*one, *reach), &mut intent);
        }
        if scene.blow_distance(who, foe) == 1
            && !kneels
            && let Some(slam) = best_slam(scene, who, &matchup.target, &regular, 0)
            && slam.worth > most * 1.15
        {
            intent.reach = ADJACENT;
            intent.strike = Some(slam.strike);
            intent.maneuver = Maneuver::Do(Act::Attack { giant: false });
            return intent;
        }
        if intent.maneuver == Maneuver::Do(Act::Attack { giant: false }) {
            if let Some(pair) = rapid(&mut matchup, &regular, one) {
                intent.strike = Some(pair);
                intent.second = Some(pair);
                return intent;
            }
            if feints(scene, who, &matchup.target, one, *reach) {
                intent.maneuver = Maneuver::Do(Act::Feint);
                return intent;
            }
            if let Some(strike) = intent.strike.as_mut() {
                with_effort(scene, who, one.chance * one.more, strike);
            }
        }
        return intent;
    }
    if force(&mut matchup, safe, steps, &mut intent) {
        return intent;
    }
    if kneels && !lame && scene.judge_posture(who, Posture::Standing).is_ok() {
        intent.maneuver = Maneuver::Do(Act::ChangePosture(Posture::Standing));
        return intent;
    }
    if matchup.hurts_nowhere() {
        // Somebody else can be hurt.
        let mut given_up = apart | 1 << (foe.0 & 63);
        while let Some(other) = choose_foe(scene, who, given_up).filter(|other| given_up & 1 << (other.0 & 63) == 0) {
            if !Matchup::of(scene, who, other, &mut *matchup.cache).hurts_nowhere() {
                return plan_against(scene, who, given_up, matchup.cache, ways);
            }
            given_up |= 1 << (other.0 & 63);
        }
    }
    if apart & 1 << (foe.0 & 63) != 0 {
        // Nobody is left to go to.
        intent.maneuver = rearm(scene, who).unwrap_or(Maneuver::Do(Act::Defense(Focus::Dodge)));
        return intent;
    }
    approach(&mut matchup, safe, &mut intent, ways);
    intent
}

/// An All-Out Attack where nobody is there to make use of it, or nothing is left to lose. The worth of what is chosen.
fn all_out(matchup: &mut Matchup<'_>, safe: bool, plain: &(RatedStrike, u16), intent: &mut TurnPlan) -> f32 {
    let (scene, who) = (matchup.scene, matchup.who);
    let wanted = if safe { 1.1 } else { 1.6 };
    let mut most = plain.0.worth * wanted;
    let mut chosen = plain.0.worth;
    // G4-130: half of the Move, and forward only: enough for a step to a foe in front.
    let foe = matchup.target.foe;
    let goes = scene.judge_leaving(who).is_ok() && scene.move_points(who) >= 4;
    let steps = i32::from(goes && super::rating::in_front(scene, who, foe));
    if steps == 0 && !within(plain.1, scene.blow_distance(who, foe), 0) {
        return chosen;
    }
    let follows = follows(scene, who, foe, plain.1);
    for form in [AllOut::Determined, AllOut::Strong, AllOut::Double] {
        let plan = Plan::of(From::AllOut(form));
        // Each of two blows is a plain one.
        let found = if form == AllOut::Double {
            Some(*plain)
        } else {
            best(matchup, &plan, Approach::Steps(steps), f32::NEG_INFINITY)
        };
        let Some((one, reach)) = found else { continue };
        let unwieldy = scene
            .mode(who, one.strike.mode)
            .and_then(|mode| scene.arm(who, mode.item))
            .is_some_and(|arm| arm.unready_after_attack);
        let worth = one.worth * if form == AllOut::Double && !unwieldy && follows { 1.8 } else { 1.0 };
        if worth > most {
            (most, chosen) = (worth, worth);
            intent.reach = reach;
            intent.strike = Some(one.strike);
            intent.maneuver = Maneuver::Do(Act::AllOut { form, slam: false });
        }
    }
    chosen
}

/// `G4-252` Whether the second of two blows reaches a foe that retreats from the first.
fn follows(scene: Scene<'_>, who: CombatantId, foe: CombatantId, reach: u16) -> bool {
    !scene.is_free_to_retreat(foe) || reach >> (scene.blow_distance(who, foe).clamp(1, 14) + 1) != 0
}

/// The blow that gets through where no plain one does: a Mighty Blow, or, where nobody is there to make use of it or FP are
/// short, an All-Out Attack (Strong).
fn force(matchup: &mut Matchup<'_>, safe: bool, steps: i32, intent: &mut TurnPlan) -> bool {
    let (scene, who, foe) = (matchup.scene, matchup.who, matchup.target.foe);
    let spare = spare_fp(scene, who);
    let mut found = None;
    if !safe {
        matchup.melee.iter_mut().for_each(|usable| usable.mighty = spare > i16::from(usable.recover));
        found = best(matchup, &Plan::of(From::Attack), Approach::Steps(steps), 0.0);
        matchup.melee.iter_mut().for_each(|usable| usable.mighty = false);
    }
    let mut act = Act::Attack { giant: false };
    if found.is_none() {
        let form = AllOut::Strong;
        let steps = steps.min(i32::from(scene.move_points(who) >= 4 && super::rating::in_front(scene, who, foe)));
        found = best(matchup, &Plan::of(From::AllOut(form)), Approach::Steps(steps), 0.0);
        act = Act::AllOut { form, slam: false };
    }
    let Some((one, reach)) = found else { return false };
    intent.reach = reach;
    intent.strike = Some(one.strike);
    intent.maneuver = Maneuver::Do(act);
    true
}

/// A Rapid Strike, if two such blows are worth more than the one: with a Flurry, where there is FP for it. The
/// second parry is worse than the first, so the second blow counts almost whole.
fn rapid(matchup: &mut Matchup<'_>, plan: &Plan, one: &RatedStrike) -> Option<Strike> {
    let (scene, who) = (matchup.scene, matchup.who);
    let mode = scene.mode(who, one.strike.mode)?;
    let skilled = if scene.is_master(who) { 13 } else { 16 };
    if !scene.setup.options.forms || mode.score < skilled || one.strike.recover {
        return None;
    }
    if scene.arm(who, mode.item).is_none_or(|arm| arm.unready_after_attack) {
        return None;
    }
    let usable = *matchup.melee.iter().find(|usable| usable.mode == one.strike.mode)?;
    if !follows(scene, who, matchup.target.foe, usable.reach) {
        return None;
    }
    // The FP of a Flurry may be better spent on a Mighty Blow.
    let mighty = if spare_fp(scene, who) > 0 && one.more > EFFORT { one.chance * one.more } else { 0.0 };
    let mut most = ((one.worth + mighty) * 1.1, None);
    for flurry in [false, true] {
        if flurry && spare_fp(scene, who) < 2 {
            continue;
        }
        let Some(blow) = matchup.best_blow(usable, plan, Trade::Rapid, flurry) else { continue };
        let worth = blow.worth * if flurry { 1.7 } else { 1.9 };
        if worth > most.0 {
            most = (worth, Some(blow.strike));
        }
    }
    most.1
}

/// Whether a Feint now and a blow then is worth more than two blows.
fn feints(scene: Scene<'_>, who: CombatantId, target: &Target, one: &RatedStrike, reach: u16) -> bool {
    let foe = target.foe;
    // Who may fall at the next turn has no time for it.
    if one.chance > 0.2
        || scene.fighter(who).hp <= 0
        || scene.fighter(who).feint.foe == foe.0
        || !within(reach, scene.blow_distance(who, foe), 0)
    {
        return false;
    }
    let Some(mode) = scene.mode(who, one.strike.mode) else { return false };
    if scene.judge_feint(who, &FeintAt { with: mode.item, target: foe }).is_err() {
        return false;
    }
    let theirs = scene.sheet(foe).arms.iter().map(|arm| arm.score).max().unwrap_or(0).max(scene.sheet(foe).dx);
    let margin = i32::from(mode.score - theirs);
    let guard = target.guard;
    let then = affray_3d6::chance::landing(mode.score.into(), guard.map(|guard| (guard - margin).max(0))).chance;
    margin > 2 && then > 2.2 * one.chance
}

/// Nobody in reach of a step: a Giant Step, a slam in a charge, a heroic charge, or nearer.
fn approach(matchup: &mut Matchup<'_>, safe: bool, intent: &mut TurnPlan, ways: &mut Ways) {
    let (scene, who, foe) = (matchup.scene, matchup.who, matchup.target.foe);
    let distance = scene.distance(who, foe);
    let spare = spare_fp(scene, who);
    if scene.judge_leaving(who).is_err() {
        intent.maneuver = rearm(scene, who).unwrap_or(Maneuver::Do(Act::Defense(Focus::Dodge)));
        return;
    }
    let armed = is_armed(scene, who) || scene.modes(who).any(|(_, mode)| usable(scene, who, mode).is_some());
    let in_hand = |item: ItemId| scene.arm(who, item).is_some_and(|arm| !arm.is_shield());
    let empty = !scene.fighter(who).hands.into_iter().any(in_hand);
    if (!armed || empty)
        && let Some(ready) = rearm(scene, who)
    {
        intent.maneuver = ready;
        return;
    }
    let held = scene.fighter(who).hands.into_iter().find(|&item| scene.judge_ready(who, Ready::Item(item)).is_ok());
    if let Some(item) = held {
        intent.maneuver = Maneuver::Do(Act::Ready(Ready::Item(item)));
        return;
    }
    // Whoever waits strikes first at those who come with a blow.
    let waits = scene.state.waiting & 1 << (foe.0 & 63) != 0;
    let mut most = if safe { 0.0 } else { 0.12 };
    if spare > 0
        && !waits
        && let Some((one, reach)) = best(matchup, &Plan::of(From::Attack), Approach::Steps(2), most)
    {
        most = one.worth;
        intent.reach = reach;
        intent.strike = Some(one.strike);
        intent.maneuver = Maneuver::Do(Act::Attack { giant: true });
    }
    let standing = matches!(scene.fighter(who).posture, Posture::Standing | Posture::Crouch);
    if scene.blow_distance(who, foe) == 1
        && let Some(slam) = best_slam(scene, who, &matchup.target, &Plan::of(From::Attack), 0)
        && slam.worth > most
    {
        most = slam.worth;
        intent.reach = ADJACENT;
        intent.strike = Some(slam.strike);
        intent.maneuver = Maneuver::Do(Act::Attack { giant: false });
    }
    let charges = standing && !waits && (2..=scene.move_points(who) + 1).contains(&distance);
    let plan = Plan::of(From::Charge { heroic: false });
    if charges
        && let Some(slam) = best_slam(scene, who, &matchup.target, &plan, (distance - 1).clamp(0, 20) as u8)
        && slam.worth > most
        && ways.lead_to_blow(scene, who, foe, ADJACENT, Gait::Charge)
    {
        most = slam.worth;
        intent.reach = ADJACENT;
        intent.strike = Some(slam.strike);
        intent.maneuver = Maneuver::Do(Act::Charge { heroic: false });
    }
    // Nobody is there to make use of it.
    for form in [AllOut::Determined, AllOut::Strong] {
        let plan = Plan::of(From::AllOut(form));
        if safe && let Some((one, reach)) = best(matchup, &plan, Approach::Move(Gait::AllOut, ways), most) {
            most = one.worth;
            intent.reach = reach;
            intent.strike = Some(one.strike);
            intent.maneuver = Maneuver::Do(Act::AllOut { form, slam: false });
        }
    }
    let plan = Plan::of(From::Charge { heroic: true });
    if spare > 0
        && !waits
        && let Some((one, reach)) = best(matchup, &plan, Approach::Move(Gait::Charge, ways), most)
    {
        intent.reach = reach;
        intent.strike = Some(one.strike);
        intent.maneuver = Maneuver::Do(Act::Charge { heroic: true });
    }
    if intent.strike.is_none() {
        let hopeless = !armed && best_slam(scene, who, &matchup.target, &Plan::of(From::Attack), 0).is_none();
        if hopeless && !safe && has_friend(scene, who) {
            // Others fight for it.
            intent.afar = true;
            intent.maneuver = Maneuver::Do(Act::Defense(Focus::Double));
        } else if scene.blow_distance(who, foe) == 1 && !armed {
            let form = match scene.setup.options.forms {
                true => super::rating::slam_form(scene, who),
                false => crate::decision::Form::Grapple,
            };
            intent.strike = Some(Strike { form, ..Strike::plain(NO_MODE, foe) });
            intent.maneuver = Maneuver::Do(Act::Attack { giant: false });
        } else if !safe
            && is_beaten(scene, who, foe)
            && !is_confined(scene, foe)
            && !is_under_fire(scene, who, foe)
            // Who guards itself does not come.
            && scene.fighter(foe).focus == Focus::None
        {
            intent.afar = true;
            intent.maneuver = Maneuver::Do(Act::Defense(Focus::Double));
        } else if !safe && armed && scene.blow_distance(who, foe) <= 1 {
            // Nothing that it has gets through.
            intent.maneuver = Maneuver::Do(Act::Defense(Focus::Double));
        } else if !safe && armed && distance <= super::rating::longest_reach(scene, foe) + 2 && standing && waits {
            // Into a foe's reach one comes behind a guard.
            intent.maneuver = Maneuver::Do(Act::Defense(Focus::Double));
        } else {
            intent.maneuver = Maneuver::Do(Act::Move);
        }
    }
}

/// Whether no way leads out of a figure's hex, so that it follows nobody.
fn is_confined(scene: Scene<'_>, who: CombatantId) -> bool {
    let at = scene.fighter(who).at;
    scene.setup.any_barrier && Facing::HEX.into_iter().all(|side| scene.judge_ground(at, at.step(side)).is_err())
}

/// Whether somebody else of its side is still in the fight.
fn has_friend(scene: Scene<'_>, who: CombatantId) -> bool {
    let side = scene.side(who);
    scene.state.ids().any(|other| other != who && scene.side(other) == side && scene.fighter(other).is_up())
}

/// Whether a figure that had better stay away from a foe is shot at by it from beyond the reach of blows.
fn is_under_fire(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    let distance = scene.distance(who, foe);
    let shoots = |ranged: crate::sheet::Ranged| distance <= i32::from(ranged.range);
    is_beaten(scene, who, foe)
        && distance > super::rating::longest_reach(scene, foe) + 1
        && scene.has_line(who, foe)
        && scene.modes(foe).any(|(_, mode)| mode.ranged.is_some_and(shoots) && scene.wields(foe, mode.item))
}

/// Whether a figure that cannot strike now had better stay away from a foe: without its weapons, or nearly out of the fight.
fn is_beaten(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    let (fighter, other) = (scene.fighter(who), scene.fighter(foe));
    let armed = |who: CombatantId| {
        let mut modes =
            scene.modes(who).filter(|(_, mode)| scene.arm(who, mode.item).is_some_and(|arm| !arm.is_natural()));
        modes.any(|(_, mode)| usable(scene, who, mode).is_some())
    };
    let disarmed = scene.sheet(who).items != 0 && !armed(who) && armed(foe);
    disarmed || fighter.hp < other.hp && 3 * fighter.hp <= scene.sheet(who).hp
}

/// The ranged mode to use: of what is in hand the first, else of those of the body whose range is enough the one that
/// does most here; with a weapon for blows in hand as well, or of the body, if it does more than a blow.
fn ranged_mode(scene: Scene<'_>, who: CombatantId, foe: CombatantId, cache: &mut BlowCache) -> Option<u16> {
    let ranged = || scene.modes(who).filter_map(|(number, mode)| Some((number, mode, mode.ranged?)));
    let in_hand =
        |item: ItemId| scene.fighter(who).holds(item) && !scene.item_state(who, item).flags.has(ItemFlags::DISABLED);
    let held = ranged().find(|(_, mode, _)| in_hand(mode.item)).map(|(number, ..)| number);
    let blade = |mode: &Mode| mode.ranged.is_none() && in_hand(mode.item);
    if held.is_some() && !scene.modes(who).any(|(_, mode)| blade(mode)) {
        return held;
    }
    let distance = scene.distance(who, foe);
    let reaches = |range: i16| distance <= i32::from(range) && scene.has_line(who, foe);
    let plan = Plan::of(From::Attack);
    let mut most: Option<(f32, u16)> = held.map(|number| (0.0, number));
    for (number, mode, ranged) in ranged().filter(|(number, ..)| held.is_none_or(|held| held == *number)) {
        let loaded =
            scene.arm(who, mode.item).is_some_and(|arm| arm.shots == 0) || scene.item_state(who, mode.item).shots != 0;
        if !scene.wields(who, mode.item) || !loaded || !reaches(ranged.range) {
            continue;
        }
        let target = Target::of(scene, who, foe, number);
        let mut matchup = Matchup { scene, who, target, melee: ArrayVec::new(), cache };
        let usable = UsableMode::ready(number, 0);
        let worth = matchup.best_blow(usable, &plan, Trade::None, false).map_or(0.0, |one| one.worth);
        if most.is_none_or(|(known, _)| known < worth) {
            most = Some((worth, number));
        }
    }
    let (worth, number) = most?;
    let steps = i32::from(scene.judge_leaving(who).is_ok());
    let blow = best(&mut Matchup::of(scene, who, foe, cache), &plan, Approach::Steps(steps), f32::NEG_INFINITY);
    blow.is_none_or(|(blow, _)| blow.worth < worth).then_some(number)
}

/// Whether a figure would rather shoot with what is sheathed, and so what it does for that: all foes are farther than
/// they come while it draws, and what it holds strikes in melee alone.
fn draw_to_shoot(scene: Scene<'_>, who: CombatantId, foe: CombatantId, apart: u64) -> Option<Maneuver> {
    let fighter = scene.fighter(who);
    let bow = scene.modes(who).filter(|(number, mode)| {
        let plain = Strike::plain(*number, foe);
        let skill =
            || scene.attack_score::<affray_kernel::tally::Sum>(who, &plain, &Plan::of(From::Attack), Trade::None);
        let loaded =
            scene.arm(who, mode.item).is_some_and(|arm| arm.shots == 0) || scene.item_state(who, mode.item).shots != 0;
        !fighter.holds(mode.item)
            && loaded
            && scene.has(who, mode.item)
            && !scene.item_state(who, mode.item).flags.has(ItemFlags::DISABLED)
            && mode.ranged.is_some_and(|ranged| {
                ranged.flight != crate::sheet::Flight::Thrown
                    && scene.distance(who, foe) <= i32::from(ranged.range)
                    && affray_kernel::tally::Tally::total(&skill()) + i32::from(ranged.acc) >= LEAST_SHOT
            })
    });
    let bow = bow.max_by_key(|(_, mode)| (mode.score, std::cmp::Reverse(mode.item)))?.1.item;
    let draw = Ready::Item(bow);
    let draws = scene.judge_ready(who, draw).is_ok();
    let is_shield = |item: ItemId| scene.arm(who, item).is_some_and(|arm| arm.is_shield());
    // A shield stays on its arm.
    if fighter.hands.into_iter().any(is_shield) && scene.arm(who, bow).is_none_or(|arm| arm.hands == 2) {
        return None;
    }
    let held = fighter.hands.into_iter().filter(|&item| !is_shield(item));
    let mut put_away = held.map(Ready::Store).filter(|&it| scene.judge_ready(who, it).is_ok());
    let what = if draws { draw } else { put_away.next()? };
    // A turn for each hand that is emptied, one for the draw, one for the shot.
    let turns = 2 + if draws { 0 } else { 1 + i32::from(put_away.next().is_some()) };
    let far = |other: CombatantId| {
        apart & 1 << (other.0 & 63) != 0 || scene.distance(who, other) > turns * scene.move_points(other).max(1) + 2
    };
    scene.foes(who).all(far).then_some(Maneuver::Do(Act::Ready(what)))
}

/// The maneuver of an archer: shoot, aim, load. `None` without a ranged weapon in hand or of the body.
fn shoot(
    scene: Scene<'_>,
    who: CombatantId,
    foe: CombatantId,
    intent: &mut TurnPlan,
    cache: &mut BlowCache,
) -> Option<Maneuver> {
    let fighter = scene.fighter(who);
    let number = ranged_mode(scene, who, foe, cache)?;
    let mode = scene.mode(who, number)?;
    let ranged = mode.ranged?;
    let nearest = scene.foes(who).map(|other| scene.distance(who, other)).min().unwrap_or(u8::MAX.into());
    // An aim is not given up for a foe that has come a little nearer.
    let held = CombatantId(fighter.aim.target);
    let foe =
        if fighter.aims() && nearest > 2 && scene.exists(held) && scene.fighter(held).is_up() { held } else { foe };
    intent.foe = foe;
    let distance = scene.distance(who, foe);
    let (item, state) = (scene.arm(who, mode.item)?, scene.item_state(who, mode.item));
    // What is thrown is better kept in hand where it strikes as well.
    if ranged.flight == crate::sheet::Flight::Thrown && item.reach != 0 && scene.blow_distance(who, foe) <= 2 {
        return None;
    }
    intent.afar = !item.is_natural();
    intent.reach = u16::MAX;
    if state.flags.has(ItemFlags::UNREADY) {
        return Some(Maneuver::Do(Act::Ready(Ready::Item(mode.item))));
    }
    if item.shots != 0 && state.shots == 0 {
        return Some(Maneuver::Do(Act::Ready(Ready::Reload(mode.item))));
    }
    if distance > i32::from(ranged.range) || !scene.has_line(who, foe) {
        return Some(Maneuver::Do(Act::Move));
    }
    let safe = !is_threatened(scene, who);
    let plan = if safe { Plan::of(From::AllOut(AllOut::Determined)) } else { Plan::of(From::Attack) };
    let target = Target::of(scene, who, foe, number);
    let mut matchup = Matchup { scene, who, target, melee: ArrayVec::new(), cache };
    let usable = UsableMode::ready(number, 0);
    let mut one = matchup.best_blow(usable, &plan, Trade::None, false);
    let (chosen, mut foe, mut target) = (foe, foe, target);
    if one.is_none() && !matchup.gets_through(number, false) {
        // Whoever it cannot hurt is left alone while somebody else can be hurt.
        for other in scene.foes(who).filter(|&other| other != chosen && scene.has_line(who, other)) {
            if scene.distance(who, other) > i32::from(ranged.range) {
                continue;
            }
            matchup.target = Target::of(scene, who, other, number);
            let found = matchup.best_blow(usable, &plan, Trade::None, false);
            if found.is_some_and(|found| found.worth > one.map_or(0.0, |one| one.worth)) {
                (one, foe, target) = (found, other, matchup.target);
            }
        }
        (matchup.target, intent.foe) = (target, foe);
    }
    let aimed = fighter.aim.target == foe.0 && fighter.aim.mode == number;
    let turns = if aimed { fighter.aim.turns } else { 0 };
    // An Aim costs a turn, and the next shot gains by it.
    let (chance, worth) = one.map_or((0.0, 0.0), |one| (one.chance, one.worth));
    let bonus = match turns {
        0 => i32::from(ranged.acc),
        1 | 2 => 1,
        _ => 0,
    };
    if bonus != 0 && nearest > 2 {
        let skill = scene.attack_score::<affray_kernel::tally::Sum>(
            who,
            &Strike::plain(number, foe),
            &plan,
            crate::decision::Trade::None,
        );
        let skill = affray_kernel::tally::Tally::total(&skill);
        let guard = target.guard;
        let at = one.map_or(0, |one| crate::strike::to_hit::location_modifier(one.strike.at).0);
        let then = affray_3d6::chance::landing(skill + at + bonus, guard).chance;
        let tries = worth <= 0.0 && skill + bonus > 2 && matchup.gets_through(number, false);
        if tries || chance < LATER * then * if item.shots == 1 { 0.9 } else { 0.55 } {
            return Some(Maneuver::Do(Act::Aim { mode: number, target: foe }));
        }
    }
    let one = one?;
    intent.strike = Some(one.strike);
    Some(Maneuver::Do(if safe {
        Act::AllOut { form: AllOut::Determined, slam: false }
    } else {
        Act::Attack { giant: false }
    }))
}

/// The best attack from where a figure stands, at whomever.
pub(super) fn from_here(scene: Scene<'_>, who: CombatantId, plan: &Plan, cache: &mut BlowCache) -> Option<Strike> {
    let mut best: Option<RatedStrike> = None;
    for foe in scene.foes(who) {
        for (number, mode) in scene.modes(who) {
            let near = mode.ranged.is_some() || within(mode.reach, scene.blow_distance(who, foe), 0);
            let Some(recover) = usable(scene, who, mode).filter(|_| near && !plan.slam) else { continue };
            let target = Target::of(scene, who, foe, number);
            let mut matchup = Matchup { scene, who, target, melee: ArrayVec::new(), cache };
            let usable = UsableMode { recover, ..UsableMode::ready(number, mode.reach) };
            let Some(one) = matchup.best_blow(usable, plan, Trade::None, false) else { continue };
            let legal = scene.judge_attack(who, plan, &crate::decision::Attack::One(one.strike)).is_ok();
            if legal && best.is_none_or(|best| one.worth > best.worth) {
                best = Some(one);
            }
        }
    }
    best.map(|best| best.strike)
}
