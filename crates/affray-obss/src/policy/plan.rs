//! How an activation's Actions are spent in a melee or in shooting: planned as a whole, and of the plan the first
//! act is done; the next plan sees what came of it.

use super::estimate::{self, Aim, Danger, Known, MOST_AIMS};
use super::tactics;
use crate::decision::{Action, Attack, ManeuverKind, Way};
use crate::scene::Scene;
use crate::sheet::{Item, Skill};
use crate::state::{Flags, NONE};
use affray_core::grid::Facing;
use affray_core::referee::CombatantId;
use arrayvec::ArrayVec;

/// Attacks that are planned at once.
const MOST_ATTACKS: usize = 4;

/// An attack, or what else an Action is spent on, has to be worth so much.
const LEAST: f32 = 0.004;

/// What a guard averts counts less than what a blow takes: the enemy may do something else.
const OF_GUARD: f32 = 0.8;

/// An opening that can fail has to promise so much more than plain attacks.
const MARGIN: f32 = 0.01;

/// What to do about an enemy within reach: of the best way to spend what is left the first act. It goes by the
/// state alone, so that whoever comes to a state in another way does the same there.
pub(super) fn make(known: &mut Known, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Action> {
    let aims = known.aims(scene, who, target);
    if aims.is_empty() {
        return None;
    }
    let mut round = Round::new(known, scene, who, target, &aims);
    if round.left == 0 || estimate::best(round.aims, round.first, 0, 0).is_none() {
        return round.guard_action();
    }
    let line = round.line();
    if let Some(opening) = opening(&mut round, line.worth) {
        return Some(opening);
    }
    // OB-149: a blade that does not strike guards, for nothing.
    let own = scene.fighter(who);
    let two = own.hands[1] != own.hands[0] && own.hands[1] != NONE;
    let strikes = || line.blows.iter().any(|blow| round.aims[blow.aim as usize].attack.off_hand);
    if two && !own.flags.has(Flags::OFF_HAND_GUARD) && scene.judge_guard(who).is_ok() && !strikes() {
        return Some(Action::OffHandGuard);
    }
    let Some(first) = line.blows.first() else { return round.guard_action() };
    let attack = round.aims[first.aim as usize].attack;
    Some(Action::Attack(Attack { precise: first.precise, luck: first.luck, ..attack }))
}

/// One attack of a line.
#[derive(Debug, Clone, Copy)]
struct Blow {
    aim: u8,
    precise: bool,
    luck: u8,
}

/// A way to spend what is left of an activation: some attacks, and a guard with the rest.
#[derive(Debug, Clone)]
struct Line {
    worth: f32,
    blows: ArrayVec<Blow, MOST_ATTACKS>,
}

/// What can be done in the rest of an activation.
pub(super) struct Round<'a> {
    scene: Scene<'a>,
    who: CombatantId,
    target: CombatantId,
    aims: &'a [Aim],
    /// Normal Actions that can be spent.
    pub(super) left: u8,
    /// The number of the next attack.
    first: u8,
    known: &'a mut Known,
    /// What the first so many plain attacks are worth together: see [`line`](Self::line).
    sums: [f32; MOST_ATTACKS + 1],
    danger: Option<Danger>,
    /// Dice won or lost by all attacks.
    dice: i32,
}

impl<'a> Round<'a> {
    pub(super) fn new(
        known: &'a mut Known,
        scene: Scene<'a>,
        who: CombatantId,
        target: CombatantId,
        aims: &'a [Aim],
    ) -> Self {
        let fighter = scene.fighter(who);
        let left = match fighter.flags.has(Flags::NAUSEATED) {
            // OB-045
            true => fighter.normal.min(u8::from(!fighter.flags.has(Flags::SPENT))),
            false => fighter.normal,
        };
        let first = fighter.attacks.saturating_add(1);
        Self { scene, who, target, aims, left, first, known, sums: [0.0; MOST_ATTACKS + 1], danger: None, dice: 0 }
    }

    pub(super) fn danger(&mut self) -> Danger {
        let Self { scene, who, target, .. } = *self;
        *self.danger.get_or_insert_with(|| self.known.danger(scene, who, target))
    }

    /// What a guard for so many Actions is worth.
    fn guard(&mut self, left: u8) -> f32 {
        if left == 0 {
            return 0.0;
        }
        let flags = self.scene.fighter(self.who).flags;
        let (prepared, total) = (!flags.has(Flags::PREPARED), !flags.has(Flags::TOTAL_DEFENSE) && 2 <= left);
        let danger = self.danger();
        OF_GUARD
            * if total {
                danger.four + if prepared && 3 <= left { danger.one } else { 0.0 }
            } else if prepared {
                danger.one
            } else {
                0.0
            }
    }

    /// The guard that suits what is left.
    fn guard_action(&self) -> Option<Action> {
        let flags = self.scene.fighter(self.who).flags;
        if 2 <= self.left && !flags.has(Flags::TOTAL_DEFENSE) {
            Some(Action::TotalDefense)
        } else if 1 <= self.left && !flags.has(Flags::PREPARED) {
            Some(Action::PreparedDefense)
        } else {
            None
        }
    }

    /// What the first so many plain attacks are worth together, where all have so many points more.
    pub(super) fn blows(&self, number: u8, count: u8, points: i32) -> f32 {
        let worths =
            (number..).take(count as usize).map_while(|number| estimate::best(self.aims, number, self.dice, points));
        worths.map(|(_, worth, _)| worth).sum()
    }

    /// Whether there are attacks for all that is left, and the last of them is worth more than any guard.
    fn needs_no_guard(&self) -> bool {
        let last = self.first + self.left - 1;
        let most = || OF_GUARD * estimate::most_averted(self.scene, self.who, self.target);
        // Alone with the target: others would make a guard worth more.
        self.left <= 1 && self.aims.is_empty()
            || self.scene.state.fighters.len() == 2
                && self.left != 0
                && estimate::best(self.aims, last, self.dice, 0).is_some_and(|(_, worth, _)| most() < worth)
    }

    /// The best line: so many plain attacks, one of them perhaps a Precise Strike, and a guard with the rest.
    fn line(&mut self) -> Line {
        let left = self.left;
        let guards = if self.needs_no_guard() { [0.0; 4] } else { [0.0, self.guard(1), self.guard(2), self.guard(3)] };
        let guard = |left: u8| guards[usize::from(left.min(3))];
        let mut line = Line { worth: guard(left).max(LEAST), blows: ArrayVec::new() };
        let mut blows: ArrayVec<Blow, MOST_ATTACKS> = ArrayVec::new();
        let (mut sum, mut count) = (0.0, 0);
        // Where a Precise Strike gains most over a plain attack.
        let mut strike: Option<(f32, usize, Blow)> = None;
        for (at, number) in (self.first..).take((left as usize).min(MOST_ATTACKS)).enumerate() {
            let Some((aim, worth, luck)) = estimate::best(self.aims, number, self.dice, 0) else { break };
            let blow = Blow { aim: aim as u8, precise: false, luck };
            blows.push(blow);
            sum += worth;
            // What follows is worth as much, if nothing follows.
            self.sums[at + 1..].fill(sum);
            let one = at as u8 + 1;
            let plain = sum + guard(left - one);
            if line.worth < plain {
                (line.worth, count) = (plain, one);
                line.blows.clear();
            }
            if left == one {
                break;
            }
            if self.aims[aim].attack.way == Way::Melee {
                // OB-195: a d4 more, 2.5 points.
                let (precise, luck) = self.aims[aim].worth(number, self.dice, 2);
                if strike.is_none_or(|(most, ..)| most < precise - worth) {
                    strike = Some((precise - worth, at, Blow { precise: true, luck, ..blow }));
                }
            }
            if let Some((gain, at, blow)) = strike {
                let with = sum + gain + guard(left - one - 1);
                if line.worth < with {
                    (line.worth, count) = (with, one);
                    line.blows.clear();
                    line.blows.extend(blows[..at].iter().copied());
                    line.blows.push(blow);
                }
            }
        }
        // The plain attacks behind those that stand.
        let known = line.blows.len();
        line.blows.extend(blows.iter().copied().take(usize::from(count)).skip(known));
        line
    }
}

/// What serves better than to attack at once: a feint, a trip, a disarming blow, a step to where the target is
/// flanked.
fn opening(round: &mut Round<'_>, plain: f32) -> Option<Action> {
    let (scene, who, target) = (round.scene, round.who, round.target);
    let (own, other) = (scene.fighter(who), scene.fighter(target));
    if own.attacks != 0 || round.left < 2 || own.flags.has(Flags::NAUSEATED) || round.aims.is_empty() {
        return None;
    }
    let melee = round.aims.iter().all(|aim| aim.attack.way == Way::Melee);
    if !melee || other.is_helpless() {
        return None;
    }
    let mut best: Option<(f32, Action)> = None;
    let mut offer = |worth: f32, action: Action| {
        if plain + MARGIN < worth && best.is_none_or(|(most, _)| most < worth) {
            best = Some((worth, action));
        }
    };
    let left = round.left;
    // What attacks are worth, and what a point gained for all of them adds.
    let all = round.sums[usize::from(left.min(4))];
    let each = all / f32::from(left);
    let slope = 0.5 * (round.blows(1, left, 2) - all) / f32::from(left);
    // The first attacks are worth more than the later ones, the limit of the third apart.
    let one_less = round.sums[usize::from(left.min(4)) - 1];
    if 2 < scene.state.fighters.len()
        && let Some(way) = tactics::step_to_flank(scene, who, target)
    {
        // The ally gains by it too, and both in rounds to come.
        let gained = 2.0 * slope * f32::from(left - 1);
        offer(one_less + 2.5 * gained, Action::Disengage(way));
    }
    let skilled = |skill: Skill| scene.sheet(who).rank(skill) != 0;
    let near = scene.distance(who, target) <= scene.touch_distance(who);
    let can_feint = own.feints[0].whom == NONE && skilled(Skill::Bluff);
    let can_lie = near && !other.flags.any(Flags::PRONE.and(Flags::STUNNED)) && skilled(Skill::Athletics);
    let holds = other.hands[0] != NONE && scene.sheet(target).natural_reach == 0;
    if !can_feint && !can_lie && !holds {
        return chosen(scene, who, best);
    }
    let [feint, trip, disarm] = round.known.maneuvers(scene, who, target);
    let act = |kind| Action::Maneuver(estimate::maneuver(scene, who, target, kind));
    if can_feint {
        let gained = 2.0 * slope * f32::from(left - 1);
        offer(one_less + (feint.0 - feint.1) * gained, act(ManeuverKind::Feint));
    }
    let two_less = round.sums[usize::from(left.min(4)) - 2];
    let danger = round.danger();
    if can_lie {
        let helps = |ally: &CombatantId| *ally != who && !scene.are_foes(*ally, who) && scene.threatens(*ally, target);
        let helpers = if scene.state.fighters.len() == 2 { 0 } else { scene.state.ids().filter(helps).count() };
        // It has to get up, and until then is open to everybody.
        let open = 4.0 * slope * (f32::from(left - 2) + 2.0 * helpers as f32);
        let lost = danger.attack + danger.four;
        offer(two_less + trip.0 * (open + danger.attack) - trip.1 * lost, act(ManeuverKind::Trip));
    }
    if holds && each < danger.attack {
        let weapon = scene.sheet(target).item(other.hands[0]).and_then(Item::weapon);
        if weapon.is_some_and(|weapon| !weapon.natural) {
            // It takes up the weapon again, or draws another.
            offer(two_less + (disarm.0 - disarm.1) * danger.attack, act(ManeuverKind::Disarm));
        }
    }
    chosen(scene, who, best)
}

/// The best of what was offered, if it is legal.
fn chosen(scene: Scene<'_>, who: CombatantId, best: Option<(f32, Action)>) -> Option<Action> {
    let (_, action) = best?;
    scene.judge_action(who, &action).is_ok().then_some(action)
}

/// How to come to an enemy who is out of reach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Approach {
    /// By a charge with that attack.
    Charge(Attack),
    /// By a Movement, to attack with what is left.
    Move,
    /// By a Run, likewise.
    Run,
    /// Not within this activation.
    Far,
}

/// The best of the ways to an enemy so many steps out of reach of a weapon, by what can be done there.
pub(super) fn approach(
    known: &mut Known,
    scene: Scene<'_>,
    who: CombatantId,
    target: CombatantId,
    steps: u16,
) -> Approach {
    let mut aims: ArrayVec<Aim, MOST_AIMS> = ArrayVec::new();
    estimate::weapons(scene, who, |item, off_hand, weapon| {
        if weapon.kind.strikes() && !aims.is_full() {
            aims.push(Aim::new(scene, who, target, item, off_hand));
        }
    });
    let Some(first) = aims.first().copied() else { return Approach::Far };
    let move_ = u16::from(scene.sheet(scene.bearer(who)).move_);
    let mut round = Round::new(known, scene, who, target, &aims);
    let (left, number) = (round.left, round.first);
    let mut best = (LEAST, Approach::Far);
    let mut offer = |worth: f32, approach: Approach| {
        if best.0 < worth {
            best = (worth, approach);
        }
    };
    if 2 <= left && steps <= move_ {
        offer(round.blows(number, left - 1, 0), Approach::Move);
    }
    if 2 <= left && steps <= 2 * move_ {
        let open = round.danger().four;
        if move_ < steps {
            round.dice = -1;
            offer(round.blows(number, left - 1, 0) - open, Approach::Run);
            round.dice = 0;
        }
        let charge = Attack { luck: first.worth(number, 1, 0).1, ..first.attack };
        let met = match scene.brace_weapon(target) {
            Some(item) if scene.fighter(target).can_react() => {
                Aim::new(scene, target, who, item, scene.fighter(target).hands[0] != item).worth(1, -1, 0).0
            }
            _ => 0.0,
        };
        let worth = first.worth(number, 1, 0).0 + round.blows(number + 1, left - 2, 0) - open - met;
        if best.0 < worth && scene.judge_charge(who, &charge).is_ok() {
            best = (worth, Approach::Charge(charge));
        }
    }
    best.1
}

/// Which way leads right up to an enemy who is one square out of reach, where whoever threatens the way would
/// strike at plain movement.
pub(super) fn slip_in(scene: Scene<'_>, who: CombatantId, target: CombatantId, way: Facing) -> Option<Action> {
    let threatened = scene.foes(who).any(|foe| scene.may_strike_out(foe, who));
    let fits = threatened && scene.judge_disengage(who, way).is_ok() && scene.fighter(target).stands();
    fits.then_some(Action::Disengage(way))
}
