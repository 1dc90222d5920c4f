//! Opponents: a policy that plays a sensible fight.
//!
//! A [`Tactician`] answers for whoever is asked. It plans once, at the first question of a turn: the
//! opponent, the weapon, the action. The questions that follow are answered from the plan, which is
//! made anew only where it does not fit any more.

use crate::DragonQuest;
use crate::decision::{Action, Attack, Blow, Choice, Deed, From, Gait, Kind, NONE, Plan, Question, Step, Task, Walk};
use crate::judge::harmless;
use crate::scene::{Scene, Setup};
use crate::sheet::{Group, HANDS, ItemKind, Uses};
use crate::state::{Flags, ItemFlags, State};
use crate::zones::{direction, distance};
use affray_core::grid::{Cell, Facing};
use affray_core::referee::{CombatantId, Policy};
use affray_core::tally::{Sum, Tally};

/// What a figure means to do in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Intent {
    /// Whose it is; [`NONE`] for nobody's.
    who: u8,
    /// The opponent.
    foe: CombatantId,
    /// The weapon.
    with: u8,
    /// The action.
    action: Action,
    /// What a Pass is used for.
    task: Task,
}

/// The policy of this game.
#[derive(Debug, Clone)]
pub struct Tactician {
    intent: Intent,
}

impl Default for Tactician {
    fn default() -> Self {
        let nobody = Intent { who: NONE, foe: CombatantId(0), with: NONE, action: Action::Pass, task: Task::Nothing };
        Self { intent: nobody }
    }
}

impl Policy<DragonQuest> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Act { who, after: None } => {
                self.intent = intend(scene, who);
                Choice::Act(self.intent.action)
            }
            Question::Act { who, after: Some(first) } => Choice::Act(second(scene, who, first)),
            Question::Walk { who, walk } => self.step(scene, who, &walk),
            Question::Attack { who, plan } => self.attack(scene, who, &plan),
            Question::Task { who } => {
                let task = self.intent.task;
                let fits = self.intent.who == who.0 && scene.judge_task(who, task).is_ok();
                Choice::Task(if fits { task } else { useful_task(scene, who) })
            }
            Question::Face { who } => match nearest(scene, who) {
                Some(foe) => Choice::Face(towards(scene.fighter(who).at, scene.fighter(foe).at)),
                None => harmless(scene, question),
            },
            Question::FirstSide { who } => Choice::Side(scene.side(who)),
            Question::Parry { who, .. } => Choice::Parry(scene.parrying_arms(who).next()),
            Question::Repulse { .. } | Question::Loose { .. } => Choice::Yes(true),
            _ => harmless(scene, question),
        }
    }

    fn restart(&mut self) {
        *self = Self::default();
    }
}

/// The opponent that is closest.
fn nearest(scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
    scene.foes(who).min_by_key(|&foe| scene.apart(who, foe))
}

/// The facing from which a hex lies ahead.
fn towards(from: Cell, to: Cell) -> Facing {
    match direction(from, to) {
        Some(way) => Facing::hex(i32::from(way)),
        None => affray_core::grid::Layout::Hex.facing_towards(from, to),
    }
}

/// How much a blow is worth, as chance in percent times its mean damage.
fn worth(scene: Scene<'_>, who: CombatantId, with: u8, foe: CombatantId) -> i32 {
    let Some(arm) = scene.arm(who, with) else { return 0 };
    let blow = Blow { with, target: foe, kind: Kind::Plain, modifier: 0 };
    let chance = scene.modified_chance::<Sum>(who, &blow, From::Melee).total().min(98);
    let damage = i32::from(arm.damage) + if with == HANDS { scene.unarmed_damage(who, 0) } else { 0 };
    // Endurance blows go past armor, so that nothing is hopeless.
    let through = (2 * (damage - scene.protection(foe)) + 11).max(4);
    chance * through
}

/// The best weapon in hand against an opponent.
fn best_arm(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> Option<(u8, i32)> {
    let hands = scene.fighter(who).hands;
    let natural = scene.sheet(who).naturals();
    let arms = hands.into_iter().filter(|&item| item != NONE).chain([HANDS]).chain(natural);
    arms.filter(|&with| scene.judge_arm(who, with).is_ok())
        .map(|with| (with, worth(scene, who, with, foe)))
        .max_by_key(|one| one.1)
}

/// A Pass that helps: standing up, a weapon taken up.
fn useful_task(scene: Scene<'_>, who: CombatantId) -> Task {
    let fighter = scene.fighter(who);
    if fighter.flags.has(Flags::PRONE) {
        return Task::StandUp;
    }
    let sheet = scene.sheet(who);
    let used = if fighter.flags.has(Flags::CLOSE) { Uses::CLOSE } else { Uses::MELEE };
    let is_weapon = |item: u8| {
        let arm = &sheet.arms[item as usize];
        let broken = fighter.items[item as usize].flags.has(ItemFlags::BROKEN);
        arm.kind == ItemKind::Weapon && arm.uses.has(used) && !broken
    };
    let weapons = || (0..sheet.items).filter(|&item| is_weapon(item));
    if weapons().any(|item| fighter.holds(item)) {
        return Task::Nothing;
    }
    let tasks = weapons().map(Task::PickUp).chain(weapons().map(Task::Prepare));
    let mut possible = tasks.filter(|&task| scene.judge_task(who, task).is_ok());
    if let Some(task) = possible.next() {
        return task;
    }
    // Room for a weapon, where the hands are full of what is of no use.
    let ready = weapons().any(|item| !fighter.items[item as usize].flags.has(ItemFlags::AWAY));
    let useless =
        fighter.hands.into_iter().find(|&item| item < sheet.items && sheet.arms[item as usize].shield.is_none());
    match useless {
        Some(item) if ready || fighter.items[item as usize].flags.has(ItemFlags::BROKEN) => Task::Store(item),
        _ => Task::Nothing,
    }
}

/// The plan of a turn.
fn intend(scene: Scene<'_>, who: CombatantId) -> Intent {
    let fighter = scene.fighter(who);
    let pass = |foe, task| Intent { who: who.0, foe, with: NONE, action: Action::Pass, task };
    let Some(close) = nearest(scene, who) else { return pass(who, Task::Nothing) };
    let task = if fighter.flags.has(Flags::ENTANGLED) { Task::Disentangle } else { useful_task(scene, who) };
    if fighter.flags.has(Flags::CLOSE) && fighter.restrains == NONE && !fighter.flags.has(Flags::MUST_PASS) {
        let here = scene.foes(who).filter(|&foe| scene.share_hex(who, foe));
        let open = here.filter_map(|foe| Some((foe, best_arm(scene, who, foe)?)));
        return match open.max_by_key(|one| one.1.1) {
            Some((foe, (with, _))) => Intent { who: who.0, foe, with, action: Action::Grapple, task },
            None => pass(close, task),
        };
    }
    if fighter.restrains != NONE {
        return pass(close, Task::Nothing);
    }
    if fighter.flags.has(Flags::MUST_PASS) || task != Task::Nothing {
        return pass(close, task);
    }
    let near = |foe: &CombatantId| scene.apart(who, *foe) == 1;
    let open = scene.foes(who).filter(near).filter_map(|foe| Some((foe, best_arm(scene, who, foe)?)));
    if let Some((foe, (with, _))) = open.max_by_key(|one| one.1.1)
        && scene.is_engaged(who)
    {
        return Intent { who: who.0, foe, with, action: Action::Attack { move_after: false }, task };
    }
    if scene.is_engaged(who) || fighter.flags.has(Flags::ENTANGLED) {
        return pass(close, task);
    }
    let Some((with, _)) = best_arm(scene, who, close) else {
        return Intent { who: who.0, foe: close, with: NONE, action: Action::Move, task };
    };
    let pole = scene.arm(who, with).is_some_and(|arm| arm.group == Group::Pole);
    let length = if pole { scene.tmr(who) } else { scene.half_tmr(who) };
    let way = scene.apart(who, close) - 1;
    let charges = match scene.mount_of(who) {
        Some(_) => can_ride_past(scene, who, close, length),
        None => (1..=length).contains(&way),
    };
    let action = if charges { Action::Charge { with, target: close } } else { Action::Move };
    Intent { who: who.0, foe: close, with, action, task }
}

/// The second action of the very quick: a guard, if there is somebody to guard against.
fn second(scene: Scene<'_>, who: CombatantId, first: Deed) -> Action {
    let guards = scene.judge_action(who, Some(first), Action::Evade).is_ok();
    if guards && scene.is_engaged(who) { Action::Evade } else { Action::Nothing }
}

/// The next piece of the movement of a multi-hex figure: head on towards the opponent, over whoever is in
/// the way, until he is in its melee zone.
fn lumber(scene: Scene<'_>, who: CombatantId, walk: &Walk, foe: CombatantId) -> Step {
    let fighter = scene.fighter(who);
    let to = scene.fighter(foe).at;
    if scene.body(foe).iter().any(|&cell| scene.faces(who, cell)) {
        return Step::Stop;
    }
    let legal = |step: &Step| scene.judge_walk(who, walk, *step).is_ok();
    let now = distance(fighter.at, to);
    let closer = |way: &Facing| distance(fighter.at.step(*way), to) < now;
    let on = [fighter.facing, fighter.facing.turned(1)].into_iter().filter(closer).map(Step::To).find(legal);
    if let Some(on) = on {
        return on;
    }
    let ahead = towards(fighter.at, to);
    let turns = [ahead, ahead.turned(-1)].into_iter().filter(|&facing| facing != fighter.facing);
    // Once in a movement: it could turn for ever.
    turns.filter(|_| !walk.turned).map(Step::Turn).find(legal).unwrap_or(Step::Stop)
}

/// `DQ-727` Whether riding straight on for so many hexes leads past an opponent.
fn can_ride_past(scene: Scene<'_>, who: CombatantId, foe: CombatantId, length: i32) -> bool {
    let fighter = scene.fighter(who);
    let to = scene.fighter(foe).at;
    let beside = [fighter.facing.turned(1), fighter.facing.turned(-1)];
    let mut at = fighter.at;
    for _ in 0..length {
        at = at.step(fighter.facing);
        if !scene.is_free(who, at) {
            return false;
        }
        if beside.iter().any(|&way| at.step(way) == to) {
            return true;
        }
        if scene.is_held_at(who, at) {
            return false;
        }
    }
    false
}

impl Tactician {
    /// Who the plan is about, or else the nearest.
    fn foe(&self, scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
        let planned = self.intent.who == who.0 && scene.fighter(self.intent.foe).is_up() && self.intent.foe != who;
        if planned { Some(self.intent.foe) } else { nearest(scene, who) }
    }

    /// The next piece of a movement: towards the opponent, facing him at the end.
    fn step(&mut self, scene: Scene<'_>, who: CombatantId, walk: &Walk) -> Choice {
        let fighter = scene.fighter(who);
        let Some(foe) = self.foe(scene, who) else { return Choice::Step(Step::Stop) };
        let to = scene.fighter(foe).at;
        let turn = || {
            let straight = towards(fighter.at, to);
            // DQ-725: a rider strikes beside the mount's head.
            let ahead = if fighter.mount == NONE { straight } else { straight.turned(1) };
            let fits = !scene.faces(who, to) || distance(fighter.at, to) != 1 && fighter.facing != ahead;
            fits.then_some(Step::Turn(ahead)).filter(|&step| scene.judge_walk(who, walk, step).is_ok())
        };
        if !scene.is_single(who) {
            return Choice::Step(lumber(scene, who, walk, foe));
        }
        if walk.gait == Gait::Ride {
            let on = Step::To(fighter.facing);
            let there = scene.faces(who, to) || scene.judge_walk(who, walk, on).is_err();
            return Choice::Step(if there { Step::Stop } else { on });
        }
        if walk.gait == Gait::Back {
            let away = Facing::HEX.into_iter().filter(|&way| scene.judge_walk(who, walk, Step::To(way)).is_ok());
            let best = away.max_by_key(|&way| distance(fighter.at.step(way), to));
            return Choice::Step(best.filter(|_| walk.hexes == 0).map_or(Step::Stop, Step::To));
        }
        let coming = matches!(self.intent.action, Action::Move | Action::Charge { .. }) && self.intent.who == who.0;
        if coming && 1 < distance(fighter.at, to) && !walk.stopped && walk.left != 0 {
            let ahead = towards(fighter.at, to);
            let closer = [0, 1, -1, 2, -2]
                .into_iter()
                .map(|turn| ahead.turned(turn))
                .filter(|&way| scene.judge_walk(who, walk, Step::To(way)).is_ok());
            let now = distance(fighter.at, to);
            if let Some(way) = closer.min_by_key(|&way| distance(fighter.at.step(way), to))
                && (distance(fighter.at.step(way), to) < now || walk.hexes == 0)
            {
                return Choice::Step(Step::To(way));
            }
        }
        if !scene.is_free(who, fighter.at) {
            // In a friend's hex: out of it, by whichever way leads closest.
            let free = |way: &Facing| {
                scene.is_free(who, fighter.at.step(*way)) && scene.judge_walk(who, walk, Step::To(*way)).is_ok()
            };
            let out = Facing::HEX.into_iter().filter(free).min_by_key(|&way| distance(fighter.at.step(way), to));
            return Choice::Step(out.map_or(Step::Stop, Step::To));
        }
        Choice::Step(turn().unwrap_or(Step::Stop))
    }

    /// The attack that was planned, or else the best one from here.
    fn attack(&mut self, scene: Scene<'_>, who: CombatantId, plan: &Plan) -> Choice {
        let legal = |with, target| {
            let attack = Attack::One(Blow { with, target, kind: Kind::Plain, modifier: 0 });
            scene.judge_attack(who, plan, &attack).is_ok().then_some(attack)
        };
        if self.intent.who == who.0
            && let Some(attack) = legal(self.intent.with, self.intent.foe)
            && plan.from != From::Riposte
        {
            return Choice::Attack(attack);
        }
        let near = scene.foes(who).filter(|&foe| scene.apart(who, foe) <= 1);
        let arm = |foe| if plan.with == NONE { best_arm(scene, who, foe).map(|one| one.0) } else { Some(plan.with) };
        let all = near.filter_map(|foe| arm(foe).map(|with| (with, foe)));
        let best = all.filter_map(|(with, foe)| Some((worth(scene, who, with, foe), legal(with, foe)?)));
        Choice::Attack(best.max_by_key(|one| one.0).map_or(Attack::Forgo, |one| one.1))
    }
}
