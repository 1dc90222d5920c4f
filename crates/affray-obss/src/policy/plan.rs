//! How an activation's Actions are spent in a melee or in shooting: planned as a whole, carried out attack by
//! attack, planned anew where something has changed that the plan relied on.

use super::estimate::{self, Aim, Danger, MOST_AIMS};
use super::{odds, tactics};
use crate::decision::{Action, Attack, Maneuver, ManeuverKind, Way};
use crate::scene::Scene;
use crate::sheet::{Item, Skill};
use crate::state::{Flags, NONE};
use affray_core::grid::{Cell, Facing};
use affray_core::referee::CombatantId;
use affray_core::tally::{Sum, Tally};
use arrayvec::ArrayVec;

/// Attacks that are planned at once.
const MOST_ATTACKS: usize = 4;

/// An attack, or what else an Action is spent on, has to be worth so much.
const LEAST: f32 = 0.004;

/// What a guard averts counts less than what a blow takes: the enemy may do something else.
const OF_GUARD: f32 = 0.8;

/// An opening that can fail has to promise so much more than plain attacks.
const MARGIN: f32 = 0.01;

/// What a plan relies on: its target, and both as they were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Relied {
    flags: (Flags, Flags),
    places: (Cell, Cell),
    hands: [u8; 2],
    normal: u8,
    attacks: u8,
}

/// What attacks change by themselves.
const PASSING: Flags = Flags::ATTACKED.and(Flags::OFF_HAND_ATTACKED).and(Flags::INVISIBLE).and(Flags::ENDS_ON_ATTACK);

impl Relied {
    fn of(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Self {
        let (own, other) = (scene.fighter(who), scene.fighter(target));
        Self {
            flags: (own.flags.without(PASSING), other.flags),
            places: (own.at, other.at),
            hands: own.hands,
            normal: own.normal,
            attacks: own.attacks,
        }
    }
}

/// The attacks that somebody has planned.
#[derive(Debug, Default)]
pub(super) struct Plan {
    running: Option<(CombatantId, CombatantId, Relied)>,
    /// The attacks to come, the next one last.
    attacks: ArrayVec<Attack, MOST_ATTACKS>,
}

impl Plan {
    pub(super) fn forget(&mut self) {
        self.running = None;
    }

    /// The next attack of the plan, if it still stands.
    #[inline]
    pub(super) fn next(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<Action> {
        let (own, target, relied) = self.running?;
        if own != who || relied != Relied::of(scene, who, target) {
            return None;
        }
        let attack = self.attacks.pop()?;
        // OB-153: helpers may have gone.
        if 2 <= relied.attacks && scene.judge_limit(who, &attack, scene.next_in_sequence(who, &attack)).is_err() {
            return None;
        }
        self.rely(scene, who, &attack);
        Some(Action::Attack(attack))
    }

    /// Notes how things will be after an attack.
    fn rely(&mut self, scene: Scene<'_>, who: CombatantId, attack: &Attack) {
        let mut relied = Relied::of(scene, who, attack.target);
        relied.normal = relied.normal.saturating_sub(if attack.precise { 2 } else { 1 });
        relied.attacks += 1;
        self.running = Some((who, attack.target, relied));
    }

    /// Plans what to do about an enemy within reach; what is to be done first.
    pub(super) fn make(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Action> {
        self.forget();
        let aims = estimate::aims(scene, who, target);
        let mut round = Round::new(scene, who, target, &aims);
        let plain = round.work_out(round.left, 0);
        if let Some(opening) = opening(&round, plain.worth) {
            return Some(opening);
        }
        self.take(&round, &plain)
    }

    /// Takes a line of a round for the plan, and its first attack or its guard.
    fn take(&mut self, round: &Round<'_>, line: &Line) -> Option<Action> {
        self.attacks.clear();
        for blow in line.blows.iter().rev() {
            let aim = &round.aims[blow.aim as usize];
            self.attacks.push(Attack { precise: blow.precise, luck: blow.luck, ..aim.attack });
        }
        let Some(first) = self.attacks.pop() else { return round.guard_action() };
        self.rely(round.scene, round.who, &first);
        Some(Action::Attack(first))
    }
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
    danger: Option<Danger>,
    /// Dice won or lost by all attacks.
    dice: i32,
}

impl<'a> Round<'a> {
    pub(super) fn new(scene: Scene<'a>, who: CombatantId, target: CombatantId, aims: &'a [Aim]) -> Self {
        let fighter = scene.fighter(who);
        let left = match fighter.flags.has(Flags::NAUSEATED) {
            // OB-045
            true => fighter.normal.min(u8::from(!fighter.flags.has(Flags::NAUSEA_SPENT))),
            false => fighter.normal,
        };
        let first = fighter.attacks.saturating_add(1);
        Self { scene, who, target, aims, left, first, danger: None, dice: 0 }
    }

    /// The same with dice won or lost by all attacks.
    pub(super) fn with_dice(self, dice: i32) -> Self {
        Self { dice, ..self }
    }

    pub(super) fn danger(&mut self) -> Danger {
        *self.danger.get_or_insert_with(|| estimate::danger(self.scene, self.who, self.target))
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

    /// The best line for so many Actions, where all attacks have so many points more.
    fn work_out(&mut self, left: u8, points: i32) -> Line {
        self.after(left, self.first, points)
    }

    /// What so many Actions are worth from an attack of that number on.
    pub(super) fn worth(&mut self, left: u8, number: u8, points: i32) -> f32 {
        self.after(left, number, points).worth
    }

    fn after(&mut self, left: u8, first: u8, points: i32) -> Line {
        // Attacks by their place from here on: plain ones and Precise Strikes.
        let mut plain: ArrayVec<(f32, Blow), MOST_ATTACKS> = ArrayVec::new();
        let mut precise: ArrayVec<(f32, Blow), MOST_ATTACKS> = ArrayVec::new();
        for number in (first..).take((left as usize).min(MOST_ATTACKS)) {
            let Some((aim, worth, luck)) = estimate::best(self.aims, number, self.dice, points) else { break };
            plain.push((worth, Blow { aim: aim as u8, precise: false, luck }));
            // OB-195: a d4 more, 2.5 points.
            let strike = estimate::best(self.aims, number, self.dice, points + 2)
                .filter(|&(aim, ..)| self.aims[aim].attack.way == Way::Melee);
            let strike = strike.map_or((0.0, 0, 0), |(aim, worth, luck)| (worth, aim as u8, luck));
            precise.push((strike.0, Blow { aim: strike.1, precise: true, luck: strike.2 }));
        }
        let guards: [f32; 4] = std::array::from_fn(|left| self.guard(left as u8));
        let guard = |left: u8| guards[(left as usize).min(3)];
        let mut line = Line { worth: guard(left), blows: ArrayVec::new() };
        // Which attacks of a line are Precise Strikes, as bits: at most two of four Actions.
        for number in 1..=plain.len() {
            for strikes in [0u8, 1, 2, 3] {
                let count = strikes.count_ones() as u8;
                let price = number as u8 + count;
                if left < price || number < 2 && 1 < strikes {
                    continue;
                }
                let of = |at: usize| if strikes >> at & 1 == 1 { precise[at] } else { plain[at] };
                let worth = (0..number).map(|at| of(at).0).sum::<f32>() + guard(left - price);
                if line.worth < worth {
                    line.worth = worth;
                    line.blows = (0..number).map(|at| of(at).1).collect();
                }
            }
        }
        line.worth = line.worth.max(LEAST);
        line
    }
}

/// What serves better than to attack at once: a feint, a trip, a disarming blow, a step to where the target is
/// flanked.
fn opening(round: &Round<'_>, plain: f32) -> Option<Action> {
    let (scene, who, target) = (round.scene, round.who, round.target);
    let (own, other) = (scene.fighter(who), scene.fighter(target));
    if own.attacks != 0 || round.left < 2 || own.flags.has(Flags::NAUSEATED) || round.aims.is_empty() {
        return None;
    }
    let melee = round.aims.iter().all(|aim| aim.attack.way == Way::Melee);
    if !melee || other.is_helpless() {
        return None;
    }
    let mut round = Round { aims: round.aims, danger: round.danger, ..*round };
    let mut best: Option<(f32, Action)> = None;
    let mut offer = |worth: f32, action: Action| {
        if plain + MARGIN < worth && best.is_none_or(|(most, _)| most < worth) {
            best = Some((worth, action));
        }
    };
    let left = round.left;
    if 2 < scene.state.fighters.len()
        && let Some(way) = tactics::step_to_flank(scene, who, target)
    {
        let (flanked, not) = (round.worth(left - 1, 1, 2), round.worth(left - 1, 1, 0));
        // The ally gains by it too, and both in rounds to come.
        offer(flanked + 1.5 * (flanked - not), Action::Disengage(way));
    }
    let maneuver = |kind, item| Maneuver { kind, target, by_dex: scene.is_better_by_dex(who), item, luck: 0 };
    // How likely the maneuver is to succeed, and to turn against its maker.
    let chances = |maneuver: &Maneuver| {
        let opposed = scene.maneuver_check::<Sum>(who, maneuver);
        let needed = opposed.check.against - opposed.check.bonus.total() + i32::from(!opposed.tie_wins);
        (odds::reach(opposed.check.dice, needed), 1.0 - odds::reach(opposed.check.dice, needed - 8))
    };
    if own.feints[0].whom == NONE {
        let feint = maneuver(ManeuverKind::Feint, 0);
        let (works, fails) = chances(&feint);
        if 0.25 < works {
            let (open, not) = (round.worth(left - 1, 1, 2), round.worth(left - 1, 1, 0));
            offer(works * open + (1.0 - works) * not - fails * 2.0 * round.danger().one, Action::Maneuver(feint));
        }
    }
    let near = scene.distance(who, target) <= scene.touch_distance(who);
    if near && !other.flags.any(Flags::PRONE.and(Flags::STUNNED)) && scene.sheet(who).rank(Skill::Athletics) != 0 {
        let trip = maneuver(ManeuverKind::Trip, 0);
        let (works, fails) = chances(&trip);
        if 0.3 < works {
            let allies = scene
                .state
                .ids()
                .filter(|&ally| ally != who && !scene.are_foes(ally, who) && scene.threatens(ally, target));
            let (down, not) = (round.worth(left - 2, 1, 4), round.worth(left - 2, 1, 0));
            // It has to get up, and until then is open to everybody.
            let open = round.worth(2, 1, 4) - round.worth(2, 1, 0);
            let gained = round.danger().attack + open * allies.count() as f32;
            let lost = round.danger().attack + round.danger().four;
            offer(works * (down + gained) + (1.0 - works) * not - fails * lost, Action::Maneuver(trip));
        }
    }
    if other.hands[0] != NONE
        && scene.sheet(target).natural_reach == 0
        && scene.sheet(target).item(other.hands[0]).and_then(Item::weapon).is_some_and(|weapon| !weapon.natural)
    {
        let disarm = maneuver(ManeuverKind::Disarm, other.hands[0]);
        let (works, fails) = chances(&disarm);
        if 0.5 < works && scene.judge_maneuver(who, &disarm).is_ok() {
            let rest = round.worth(left - 2, 1, 0);
            // It takes up the weapon again, or draws another.
            offer(rest + (works - fails) * round.danger().attack, Action::Maneuver(disarm));
        }
    }
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
pub(super) fn approach(scene: Scene<'_>, who: CombatantId, target: CombatantId, steps: u16) -> Approach {
    let mut aims: ArrayVec<Aim, MOST_AIMS> = ArrayVec::new();
    estimate::weapons(scene, who, |item, off_hand, weapon| {
        if weapon.kind.strikes() && !aims.is_full() {
            aims.push(Aim::new(scene, who, target, item, off_hand));
        }
    });
    let Some(first) = aims.first().copied() else { return Approach::Far };
    let move_ = u16::from(scene.sheet(scene.bearer(who)).move_);
    let mut round = Round::new(scene, who, target, &aims);
    let (left, number) = (round.left, round.first);
    let mut best = (LEAST, Approach::Far);
    let mut offer = |worth: f32, approach: Approach| {
        if best.0 < worth {
            best = (worth, approach);
        }
    };
    if 2 <= left && steps <= move_ {
        offer(round.worth(left - 1, number, 0), Approach::Move);
    }
    if 2 <= left && steps <= 2 * move_ {
        let open = round.danger().four;
        if move_ < steps {
            let mut run = Round { danger: round.danger, ..Round::new(scene, who, target, &aims) }.with_dice(-1);
            offer(run.worth(left - 1, number, 0) - open, Approach::Run);
        }
        let charge = Attack { luck: first.worth(number, 1, 0).1, ..first.attack };
        let met = match scene.brace_weapon(target) {
            Some(item) if scene.fighter(target).can_react() => {
                Aim::new(scene, target, who, item, scene.fighter(target).hands[0] != item).worth(1, -1, 0).0
            }
            _ => 0.0,
        };
        let worth = first.worth(number, 1, 0).0 + round.worth(left - 2, number + 1, 0) - open - met;
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
