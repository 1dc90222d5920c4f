//! How an activation's Actions are spent in a melee or in shooting: planned as a whole, and of the plan the first
//! act is done; the next plan sees its result.

use super::estimate::{self, Aim, Danger, EstimateCache, Pair};
use super::tactics;
use crate::decision::{Action, Attack, ManeuverKind, Way};
use crate::scene::Scene;
use crate::sheet::{Item, Skill};
use crate::state::{Flags, NONE};
use affray_grid::Facing;
use affray_kernel::referee::CombatantId;

/// Attacks that are planned at once.
const MOST_ATTACKS: usize = 4;

/// The least worth of an attack or of any other use of an Action.
const LEAST: f32 = 0.004;

/// The share of averted damage that counts: the enemy may do something else.
const OF_GUARD: f32 = 0.8;

/// An opening that can fail has to promise so much more than plain attacks.
const MARGIN: f32 = 0.01;

/// The first act of the best way to spend the rest of an activation on an enemy within reach.
pub(super) fn make(pair: &mut Pair, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Action> {
    if pair.aims(scene, who, target).is_empty() {
        return None;
    }
    let mut round = Round::new(pair, scene, who, target);
    if round.left == 0 {
        return None;
    }
    let line = round.line();
    if !line.any {
        return round.guard_action();
    }
    if let Some(opening) = opening(&mut round, line.worth) {
        return Some(opening);
    }
    // OB-149: a blade that does not strike guards, for nothing.
    let own = scene.fighter(who);
    let two = own.hands[1] != own.hands[0] && own.hands[1] != NONE;
    if two && !line.off_hand && !own.flags.has(Flags::OFF_HAND_GUARD) && scene.judge_guard(who).is_ok() {
        return Some(Action::OffHandGuard);
    }
    let Some(first) = line.first else { return round.guard_action() };
    let attack = round.aims()[usize::from(first.aim)].attack;
    Some(Action::Attack(Attack { precise: first.precise, luck: first.luck, ..attack }))
}

/// One attack of a line.
#[derive(Debug, Clone, Copy, Default)]
struct Blow {
    aim: u8,
    precise: bool,
    luck: u8,
}

/// A way to spend the rest of an activation: some attacks, and a guard with the Actions that remain.
#[derive(Debug)]
struct Line {
    worth: f32,
    /// The first of the attacks.
    first: Option<Blow>,
    /// The off hand strikes too.
    off_hand: bool,
    /// Some attack is possible at all.
    any: bool,
}

/// The rest of an activation.
struct Round<'a> {
    scene: Scene<'a>,
    who: CombatantId,
    target: CombatantId,
    /// Normal Actions that can be spent.
    left: u8,
    /// The number of the next attack.
    first: u8,
    pair: &'a mut Pair,
    /// The worth of the first so many plain attacks together: see [`line`](Self::line).
    sums: [f32; MOST_ATTACKS + 1],
    danger: Option<Danger>,
}

/// Normal Actions that a combatant can spend.
fn actions_left(scene: Scene<'_>, who: CombatantId) -> u8 {
    let fighter = scene.fighter(who);
    if fighter.flags.has(Flags::NAUSEATED) {
        // OB-045
        fighter.normal.min(u8::from(!fighter.flags.has(Flags::SPENT)))
    } else {
        fighter.normal
    }
}

/// The worth of so many plain attacks from that number on together, with dice and points won.
fn blows(aims: &[Aim], number: u8, count: u8, dice: i32, points: i32) -> f32 {
    let worths = (number..).take(count as usize).map_while(|number| estimate::best(aims, number, dice, points));
    worths.map(|(_, worth, _)| worth).sum()
}

impl<'a> Round<'a> {
    /// Of a pair whose aims are known.
    fn new(pair: &'a mut Pair, scene: Scene<'a>, who: CombatantId, target: CombatantId) -> Self {
        let first = scene.fighter(who).attacks.saturating_add(1);
        let left = actions_left(scene, who);
        Self { scene, who, target, left, first, pair, sums: [0.0; MOST_ATTACKS + 1], danger: None }
    }

    #[inline]
    fn aims(&self) -> &[Aim] {
        self.pair.known_aims()
    }

    /// The worth of the first so many attacks together with [`EASED`] points more each.
    fn eased(&self, count: u8) -> f32 {
        let worths = (1..).take(count as usize).map_while(|number| estimate::best_planned(self.aims(), number, true));
        worths.map(|(_, worth, _)| worth).sum()
    }

    fn danger(&mut self) -> Danger {
        let Self { scene, who, target, pair, danger, .. } = self;
        *danger.get_or_insert_with(|| pair.danger(*scene, *who, *target))
    }

    /// The worth of a guard for 0 to 3 Actions.
    fn guards(&mut self) -> [f32; 4] {
        let flags = self.scene.fighter(self.who).flags;
        let (prepared, total) = (flags.has(Flags::PREPARED), flags.has(Flags::TOTAL_DEFENSE));
        if prepared && (total || self.left < 2) {
            return [0.0; 4];
        }
        // OB-192: a foe that guards out of its own reach waits, and nobody has to be on guard against it.
        let waits = |foe| {
            let fighter = self.scene.fighter(foe);
            let reach = self.scene.threat_reach(foe).max(1);
            !fighter.is_able()
                || fighter.flags.has(Flags::TOTAL_DEFENSE) && self.scene.blow_distance(foe, self.who) > reach
        };
        if self.scene.foes(self.who).all(waits) {
            return [0.0; 4];
        }
        let danger = self.danger();
        let share = OF_GUARD * self.pair.share_of_danger(self.scene, self.who);
        let one = if prepared { 0.0 } else { share * danger.one };
        let four = share * danger.four;
        if total { [0.0, one, one, one] } else { [0.0, one, four, four + one] }
    }

    /// Whether the first attack is likely to fell the target, by a plain hit.
    fn fells(&self) -> bool {
        let first = estimate::best_planned(self.aims(), self.first, false);
        first.is_some_and(|(aim, ..)| self.aims()[aim].fells(self.first, self.scene.fighter(self.target).hp))
    }

    /// The guard for the Actions that are left.
    fn guard_action(&self) -> Option<Action> {
        let flags = self.scene.fighter(self.who).flags;
        if self.left >= 2 && !flags.has(Flags::TOTAL_DEFENSE) {
            Some(Action::TotalDefense)
        } else if self.left >= 1 && !flags.has(Flags::PREPARED) {
            Some(Action::PreparedDefense)
        } else {
            None
        }
    }

    /// The best line: so many plain attacks, one of them perhaps a Precise Strike, and a guard with the rest.
    fn line(&mut self) -> Line {
        let left = self.left;
        let guards = self.guards();
        let guard = |left: u8| guards[usize::from(left.min(3))];
        let mut worth = guard(left).max(LEAST);
        let mut blows = [Blow::default(); MOST_ATTACKS];
        // The attacks of the best line so far, and which of them is a Precise Strike.
        let (mut count, mut precise) = (0, None);
        let (mut sum, mut known) = (0.0, 0);
        // Where a Precise Strike gains most over a plain attack.
        let mut strike: Option<(f32, usize, u8)> = None;
        for (at, number) in (self.first..).take((left as usize).min(MOST_ATTACKS)).enumerate() {
            let Some((aim, plain, luck)) = estimate::best_planned(self.aims(), number, false) else { break };
            blows[at] = Blow { aim: aim as u8, precise: false, luck };
            sum += plain;
            known = at + 1;
            self.sums[known] = sum;
            let rest = left - known as u8;
            let with_guard = sum + guard(rest);
            if with_guard > worth {
                (worth, count, precise) = (with_guard, known, None);
            }
            if rest == 0 {
                break;
            }
            let aim = &self.aims()[aim];
            if aim.attack.way == Way::Melee {
                // OB-195: a d4 more, 2.5 points.
                let (with_die, luck) = aim.planned(number, true);
                if strike.is_none_or(|(most, ..)| with_die - plain > most) {
                    strike = Some((with_die - plain, at, luck));
                }
            }
            if let Some((gain, which, luck)) = strike {
                let with = sum + gain + guard(rest - 1);
                if with > worth {
                    (worth, count, precise) = (with, known, Some((which, luck)));
                }
            }
        }
        // Attacks that cannot follow add nothing.
        for sums in &mut self.sums[known + 1..] {
            *sums = sum;
        }
        let blows = &mut blows[..count];
        if let Some((which, luck)) = precise {
            (blows[which].precise, blows[which].luck) = (true, luck);
        }
        let off_hand = blows.iter().any(|blow| self.aims()[usize::from(blow.aim)].attack.off_hand);
        Line { worth, first: blows.first().copied(), off_hand, any: known != 0 }
    }
}

/// An opening that serves better than an attack at once: a feint, a trip, a disarming blow, a step to where the
/// target is flanked.
fn opening(round: &mut Round<'_>, plain: f32) -> Option<Action> {
    let (scene, who, target) = (round.scene, round.who, round.target);
    let (own, other) = (scene.fighter(who), scene.fighter(target));
    if own.attacks != 0 || round.left < 2 || own.flags.has(Flags::NAUSEATED) {
        return None;
    }
    let melee = round.aims().iter().all(|aim| aim.attack.way == Way::Melee);
    if !melee || other.is_helpless() {
        return None;
    }
    let mut best: Option<(f32, Action)> = None;
    let mut offer = |worth: f32, action: Action| {
        if worth > plain + MARGIN && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, action));
        }
    };
    let left = round.left;
    // The worth of the attacks, and of a point gained for all of them.
    let all = round.sums[usize::from(left.min(4))];
    let each = all / f32::from(left);
    let slope = 0.5 * (round.eased(left) - all) / f32::from(left);
    // The first attacks are worth more than the later ones, the limit of the third apart.
    let one_less = round.sums[usize::from(left.min(4)) - 1];
    if scene.state.fighters.len() > 2
        && let Some(way) = tactics::step_to_flank(scene, who, target)
    {
        // The ally gains by it too, and both in rounds to come.
        let gained = 2.0 * slope * f32::from(left - 1);
        offer(one_less + 2.5 * gained, Action::Disengage(way));
    }
    let skilled = |skill: Skill| scene.sheet(who).rank(skill) != 0;
    let near = scene.blow_distance(who, target) <= scene.touch_distance(who);
    let can_feint = own.feints[0].whom == NONE && skilled(Skill::Bluff);
    let can_lie = near && !other.flags.any(Flags::PRONE.union(Flags::STUNNED)) && skilled(Skill::Athletics);
    let holds = other.hands[0] != NONE && scene.sheet(target).natural_reach == 0;
    if !can_feint && !can_lie && !holds {
        return chosen(scene, who, best);
    }
    // Who falls at the first blow needs no opening.
    if round.fells() {
        return chosen(scene, who, best);
    }
    let [feint, trip, disarm] = round.pair.maneuvers(scene, who, target);
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
        let stays = 1.0 - estimate::springs_up(scene, target);
        offer(two_less + trip.0 * stays * (open + danger.attack) - trip.1 * lost, act(ManeuverKind::Trip));
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

/// The best offer, if it is legal.
fn chosen(scene: Scene<'_>, who: CombatantId, best: Option<(f32, Action)>) -> Option<Action> {
    let (_, action) = best?;
    scene.judge_action(who, &action).is_ok().then_some(action)
}

/// A way to an enemy out of reach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Approach {
    /// By a charge with that attack.
    Charge(Attack),
    /// By a Movement, to attack with the rest of the Actions.
    Move,
    /// By a Run, to attack with the rest of the Actions.
    Run,
    /// Not within this activation.
    Far,
}

/// The best way to an enemy so many steps out of reach of a weapon, by the attacks that can follow, and its worth.
pub(super) fn approach(
    estimates: &mut EstimateCache,
    scene: Scene<'_>,
    who: CombatantId,
    target: CombatantId,
    steps: u16,
) -> (f32, Approach) {
    let own = scene.fighter(who);
    let (left, number) = (actions_left(scene, who), own.attacks.saturating_add(1));
    let move_ = u16::from(scene.sheet(scene.bearer(who)).move_);
    if left < 2 || steps > 2 * move_ {
        return (0.0, Approach::Far);
    }
    // The cost of the worse Defense of a Run or a charge.
    let danger = estimates.pair(scene, who, target).danger(scene, who, target);
    let open = danger.four;
    // Enemies beside the target with long weapons strike at a charge on its last step.
    let lined = |foe: &CombatantId| {
        *foe != target
            && scene.threat_reach(*foe) >= 2
            && scene.blow_distance(*foe, target) <= 1
            && scene.has_opportunities(*foe)
    };
    let lined = if scene.state.fighters.len() == 2 { 0 } else { scene.foes(who).filter(lined).count() };
    let lined = lined as f32 * danger.attack;
    let coming = estimates.coming(scene, who, target);
    let Some(first) = coming.aims.first().copied() else { return (0.0, Approach::Far) };
    let mut best = (LEAST, Approach::Far);
    let mut offer = |worth: f32, approach: Approach| {
        if worth > best.0 {
            best = (worth, approach);
        }
    };
    if steps <= move_ {
        offer(blows(&coming.aims, number, left - 1, 0, 0), Approach::Move);
    } else {
        offer(blows(&coming.aims, number, left - 1, -1, 0) - open, Approach::Run);
    }
    let (blow, luck) = first.worth(number, 1, 0);
    let met = match &coming.met {
        Some(met) if scene.fighter(target).can_react() => met.worth(1, -1, 0).0,
        _ => 0.0,
    };
    let worth = blow + blows(&coming.aims, number + 1, left - 2, 0, 0) - open - met - lined;
    let charge = Attack { luck, ..first.attack };
    if worth > best.0
        && scene.judge_charge_but_way(who, &charge).is_ok()
        && *coming.way.get_or_insert_with(|| scene.has_charge_way(who, &charge))
    {
        best = (worth, Approach::Charge(charge));
    }
    best
}

/// The worth of a Total Defense against the target, and whoever else is near.
pub(super) fn worth_of_total_defense(
    estimates: &mut EstimateCache,
    scene: Scene<'_>,
    who: CombatantId,
    target: CombatantId,
) -> f32 {
    let pair = estimates.pair(scene, who, target);
    let danger = pair.danger(scene, who, target);
    OF_GUARD * pair.share_of_danger(scene, who) * danger.four
}

/// The way right up to an enemy one square out of reach, where enemies that threaten the way would
/// strike at plain movement.
pub(super) fn slip_in(scene: Scene<'_>, who: CombatantId, target: CombatantId, way: Facing) -> Option<Action> {
    let threatened = scene.foes(who).any(|foe| scene.may_strike_out(foe, who));
    let fits = threatened && scene.judge_disengage(who, way).is_ok() && scene.fighter(target).stands();
    fits.then_some(Action::Disengage(way))
}
