//! Opponents: a policy that plays a sensible fight.
//!
//! A [`Tactician`] answers every question, with the same decisions that people use. The worth of a blow is arithmetic on
//! percentile chances (`odds`). `tactics` chooses the action: `melee` when engaged, `approach` when not, `shoot` from
//! afar, `ride` on horseback, `magic` for spells and breath, `needs` for a Pass; `fight` chooses the attack. `route`
//! finds the way, `heavy` that of multi-hex figures. `defend` answers questions in the turns of others and between
//! turns.
//!
//! The plan of a turn is made at its first question: action, opponent, attack, way. The questions that follow are
//! answered from the plan, and anew only where it does not fit any more. Nothing is remembered from one turn to the
//! next, so that a fight that is taken up in the middle goes on as it would have gone.
//!
//! The rules of thumb:
//! * The target is the opponent that can be hurt most for his danger; helpless ones can wait.
//! * A figure with a longer charge lets the other come, one with a shorter charge comes behind a guard.
//! * A clearly outclassed figure guards in every other pulse, and strikes last in those between, as the guard lasts
//!   until then. The opponent has to be clearly more dangerous for that, so that never all sides only guard. No guard is
//!   taken that ends before his next blow; the very quick strike first and guard themselves then.
//! * Who evades is let come for a pulse, and nobody charges alone into a company while a friend is a pulse behind.
//! * A badly hurt figure leaves the fight to others as long as there are any.
//! * A side with archers, against a side without archers and casters, lets the others come until somebody of it fights.
//!   Nobody waits for a breath of fire, and friends do not stand in a row for it; a breather stays where it can breathe again.
//! * Riders wheel to a charge that leads past somebody, and ride through.
//! * A better grappler comes to grips, at a run if nobody stops it.
//! * Archers and unarmed figures keep out of melees. Shots and spells go to whom can do most harm, in a melee those who can
//!   do next to none come last.
//! * Useless items are dropped. Poison is for figures that it hardly ever nicks.
//! * They knock out (`DQ-443`) where that is worth most; a side that says `spares` does so wherever it can.
//! * A creature that has nothing to fight with keeps out of the way, and leaves the map when nobody else of its side is left.
//! * A side with a `morale` runs for the edge of the map once that share of it is out of the fight.

mod approach;
mod defend;
mod fight;
mod heavy;
mod magic;
mod melee;
mod needs;
mod odds;
pub(crate) mod orders;
pub(crate) mod preferences;
mod ride;
mod route;
mod shoot;
mod tactics;
#[cfg(test)]
mod tests;

use crate::DragonQuest;
use crate::decision::{Action, Attack, Choice, Free, From, Gait, Plan, Question, Stance, Step, Task, Walk};
use crate::judge::default_choice;
use crate::movement::zones::distance;
use crate::scene::{Scene, Setup};
use crate::state::{Flags, NONE, State};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Policy};
use route::{Router, is_reached, towards};
use tactics::{Intent, nearest};

/// The policy of this game.
#[derive(Debug, Clone)]
pub struct Tactician {
    intent: Intent,
    router: Router,
}

impl Default for Tactician {
    fn default() -> Self {
        Self { intent: Intent::nobody(), router: Router::default() }
    }
}

impl Policy<DragonQuest> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Act { who, after: None } => {
                if let Some(item) = needs::junk(scene, who) {
                    return Choice::Free(Free::Drop(item));
                }
                tactics::intend(scene, &mut self.router, who, &mut self.intent);
                // The rider of a mount that cannot move waits, or frees it.
                if scene.judge_ride(who).is_err() && scene.judge_action(who, None, self.intent.action).is_err() {
                    let task = if scene.entangled(who).is_some() { Task::Disentangle } else { Task::Nothing };
                    (self.intent.action, self.intent.task) = (Action::Pass, task);
                }
                match (self.intent.action, self.intent.task) {
                    // Nobody stows a bow with a sword at his throat, or before long.
                    (Action::Pass, Task::Store(item)) if scene.is_engaged(who) || is_reached(scene, who) => {
                        Choice::Free(Free::Drop(item))
                    }
                    (action, _) => Choice::Act(action),
                }
            }
            Question::Act { who, after: Some(first) } => {
                let action = tactics::second(scene, who, first);
                self.intent = Intent { who: who.0, action, ..Intent::nobody() };
                self.intent.foe = nearest(scene, who).unwrap_or(who);
                Choice::Act(action)
            }
            Question::Walk { who, walk } => {
                let step = self.step(scene, who, &walk);
                self.intent.moved |= step != Step::Stop;
                Choice::Step(step)
            }
            Question::Attack { who, plan } => Choice::Attack(self.attack(scene, who, &plan)),
            Question::Task { who, .. } => {
                // Whom the momentum of a charge carries on is asked for nothing else.
                let planned = self.intent.who == who.0
                    && matches!(self.intent.action, Action::Pass | Action::MoveThenPass)
                    && !scene.mount_of(who).is_some_and(|mount| scene.fighter(mount).flags.has(Flags::MOMENTUM));
                let task = if planned { self.intent.task } else { needs::useful_task(scene, who) };
                // A Pass for nothing else goes to stuck weapons and bleeding wounds.
                let task = if task == Task::Nothing { needs::care(scene, who) } else { task };
                let fits = scene.judge_task(who, task).is_ok();
                Choice::Task(if fits { task } else { Task::Nothing })
            }
            Question::Face { who } => match defend::facing(scene, who) {
                Some(facing) if scene.is_single(who) => Choice::Face(facing),
                _ => default_choice(scene, question),
            },
            Question::FaceAfterCast { who } => match defend::facing(scene, who) {
                Some(facing) if scene.judge_facing_after_cast(who, facing).is_ok() && scene.is_single(who) => {
                    Choice::Face(facing)
                }
                _ => default_choice(scene, question),
            },
            Question::FirstSide { who } => Choice::FirstSide(defend::first_side(scene, who)),
            Question::First { who } => Choice::First(defend::goes_first(scene, who)),
            Question::Next { who } => Choice::Next(defend::next(scene, who)),
            Question::Roller { who } => Choice::Roller(defend::roller(scene, who)),
            Question::Parry { who, by, with } => Choice::Parry(defend::parry(scene, who, by, with)),
            Question::Repulse { who, by } => Choice::Repulse(defend::repulses(scene, who, by)),
            Question::Hold { who } => Choice::Hold(defend::holds_on(scene, who)),
            Question::Spare { who } => Choice::Spoil(defend::spoil(scene, who)),
            Question::Loose { who, blow } => Choice::Loose(defend::looses(scene, who, &blow)),
            Question::Talent { who } => Choice::Talent(magic::talent(scene, who)),
            Question::Day { .. } => default_choice(scene, question),
            Question::Away { who } => {
                defend::away(scene, who).map_or_else(|| default_choice(scene, question), Choice::Away)
            }
        }
    }

    fn restart(&mut self) {
        self.intent.begin(NONE);
    }
}

impl Tactician {
    /// The opponent of the plan, or else the nearest.
    fn foe(&self, scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
        let foe = self.intent.foe;
        let planned = self.intent.who == who.0 && foe != who && scene.are_foes(who, foe) && scene.fighter(foe).is_up();
        if planned { Some(foe) } else { nearest(scene, who) }
    }

    /// The next piece of a movement: along the way that was planned, facing the opponent at the end.
    fn step(&mut self, scene: Scene<'_>, who: CombatantId, walk: &Walk) -> Step {
        let Some(foe) = self.foe(scene, who) else {
            // DQ-207: the blow of an offensive withdrawal may have felled the last one; the step is owed still.
            return if walk.gait == Gait::Back && walk.hexes == 0 {
                scene.first_back(who, walk).map_or(Step::Stop, Step::To)
            } else {
                Step::Stop
            };
        };
        let legal = |step: Step| scene.judge_walk(who, walk, step).is_ok();
        // A blow from where one stands, or a guard.
        let stays = matches!(walk.gait, Gait::Shift | Gait::Straight);
        if stays && self.intent.attack.is_some() && scene.is_single(who) && scene.faces_figure(who, foe) {
            return Step::Stop;
        }
        if !scene.is_single(who) {
            return self.lumber(scene, who, walk, foe);
        }
        let fighter = scene.fighter(who);
        let to = scene.fighter(foe).at;
        match walk.gait {
            Gait::Ride => {
                let on = Step::To(fighter.facing);
                return if scene.faces(who, to) || !legal(on) { Step::Stop } else { on };
            }
            Gait::Back | Gait::Retreat => {
                let away = Facing::HEX.into_iter().filter(|&way| legal(Step::To(way)));
                let best = away.max_by_key(|&way| distance(fighter.at.step(way), to));
                return best.filter(|_| walk.hexes == 0).map_or(Step::Stop, Step::To);
            }
            _ => {}
        }
        let own = self.intent.who == who.0;
        let rushes = matches!(self.intent.action, Action::ChargeClose { .. });
        if own && !walk.stopped && walk.left != 0 && (walk.gait == Gait::Free || walk.gait == Gait::Straight && rushes)
        {
            if let Some(&way) = self.intent.way.last() {
                if legal(Step::To(way)) {
                    self.intent.way.pop();
                    return Step::To(way);
                }
                self.intent.way.clear();
            } else if let Some(way) = self.intent.leaves.take()
                && legal(Step::To(way))
            {
                return Step::To(way);
            }
        }
        if own
            && walk.gait == Gait::Free
            && let Some(facing) = self.intent.faces
            && scene.is_free(who, fighter.at)
        {
            let turn = Step::Turn(facing);
            return if facing != fighter.facing && legal(turn) { turn } else { Step::Stop };
        }
        // A rider has no way of hexes planned: straight on, as near as the mount comes.
        if own && fighter.mount != NONE && self.intent.action == Action::Move && !walk.stopped && walk.left != 0 {
            let ahead = towards(fighter.at, to);
            let now = distance(fighter.at, to);
            let closer = [0, 1, -1]
                .into_iter()
                .map(|turn| ahead.turned(turn))
                .find(|&way| distance(fighter.at.step(way), to) < now && legal(Step::To(way)));
            if let Some(way) = closer.filter(|_| now > 3) {
                return Step::To(way);
            }
        }
        if !scene.is_free(who, fighter.at) {
            // In a friend's hex: out of it, by whichever way leads closest.
            let free = |way: &Facing| scene.is_free(who, fighter.at.step(*way)) && legal(Step::To(*way));
            let out = Facing::HEX.into_iter().filter(free).min_by_key(|&way| distance(fighter.at.step(way), to));
            if let Some(way) = out {
                return Step::To(way);
            }
            if walk.hexes != 0 {
                return Step::Stop;
            }
        }
        self.turn(scene, who, walk, foe).filter(|&step| legal(step)).unwrap_or(Step::Stop)
    }

    /// The turn at the end of a movement: to whom one strikes next, else so that most of them lie ahead.
    fn turn(&self, scene: Scene<'_>, who: CombatantId, walk: &Walk, foe: CombatantId) -> Option<Step> {
        let fighter = scene.fighter(who);
        let strikes = matches!(self.intent.action, Action::Charge { .. } | Action::Attack { .. } | Action::Fire { .. });
        // Somebody may be told to charge whose plan was another.
        let charges = walk.rule == rule!("DQ-309") || walk.rule == rule!("DQ-310");
        if charges || self.intent.who == who.0 && strikes {
            if tactics::lies_ahead(scene, who, foe, fighter.facing) {
                return None;
            }
            let facing = tactics::facing_at(scene, who, foe);
            return (facing != fighter.facing).then_some(Step::Turn(facing));
        }
        // An archer or caster turns to the target of the next shot or spell.
        let aims = self.intent.who == who.0 && self.intent.aims;
        let facing = if aims { tactics::facing_at(scene, who, foe) } else { defend::facing(scene, who)? };
        (facing != fighter.facing).then_some(Step::Turn(facing))
    }

    /// The next piece of the movement of a multi-hex figure: head on towards the opponent, over whoever is
    /// in the way, until he is in its melee zone; on over smaller ones, if others are left to be struck.
    fn lumber(&mut self, scene: Scene<'_>, who: CombatantId, walk: &Walk, foe: CombatantId) -> Step {
        let fighter = scene.fighter(who);
        let legal = |step: &Step| scene.judge_walk(who, walk, *step).is_ok();
        let in_front = |facing: Facing, head: affray_grid::Cell, foe: CombatantId| {
            scene.body(foe).iter().any(|&cell| heavy::in_front(head, facing, cell))
        };
        let now_ahead = scene.foes(who).any(|foe| in_front(fighter.facing, fighter.at, foe));
        let attacks = matches!(self.intent.action, Action::Attack { .. });
        if walk.gait != Gait::Pivot && (now_ahead && attacks || self.intent.action == Action::Withdraw(Stance::Open)) {
            // Over somebody who stands and is able, with somebody else ahead then.
            let over = |&way: &Facing| {
                let head = fighter.at.step(way);
                let tramples = scene.at(head).any(|one| {
                    scene.are_foes(who, one)
                        && !scene
                            .fighter(one)
                            .flags
                            .any(crate::state::Flags::PRONE.union(crate::state::Flags::TRAMPLED))
                });
                let left =
                    scene.foes(who).any(|foe| scene.fighter(foe).at != head && in_front(fighter.facing, head, foe));
                tramples && left && legal(&Step::To(way))
            };
            if let Some(way) = [fighter.facing, fighter.facing.turned(1)].into_iter().find(over) {
                return Step::To(way);
            }
        }
        // The way that was planned; whoever has none stays.
        if walk.gait == Gait::Free {
            let next =
                if self.intent.planned && self.intent.who == who.0 { self.router.heavy.steps.pop() } else { None };
            if next.is_some() || !now_ahead {
                let turn = || {
                    let ahead = towards(fighter.at, scene.fighter(foe).at);
                    let blind =
                        !walk.turned && ahead != fighter.facing && !scene.in_ranged_zone(who, scene.fighter(foe).at);
                    blind.then_some(Step::Turn(ahead))
                };
                return next.or_else(turn).filter(legal).unwrap_or(Step::Stop);
            }
        }
        if now_ahead && (attacks || scene.body(foe).iter().any(|&cell| scene.faces(who, cell))) {
            return Step::Stop;
        }
        let to = scene.fighter(foe).at;
        let now = distance(fighter.at, to);
        let closer = |way: &Facing| distance(fighter.at.step(*way), to) < now;
        let on = [fighter.facing, fighter.facing.turned(1)].into_iter().filter(closer).map(Step::To).find(legal);
        if let Some(on) = on {
            return on;
        }
        let ahead = towards(fighter.at, to);
        // Once in a movement: it could turn for ever.
        if walk.turned {
            return Step::Stop;
        }
        let turns = [ahead, ahead.turned(-1)].into_iter().filter(|&facing| facing != fighter.facing);
        turns.map(Step::Turn).find(legal).unwrap_or(Step::Stop)
    }

    /// The attack that was planned, or else the best one from here.
    fn attack(&mut self, scene: Scene<'_>, who: CombatantId, plan: &Plan) -> Attack {
        if self.intent.who == who.0
            && !matches!(plan.from, From::Riposte)
            && let Some(attack) = self.intent.attack.take()
            // It was judged where it was planned; a movement may have changed that.
            && (!self.intent.moved && plan.from == From::Melee || scene.judge_attack(who, plan, &attack).is_ok())
        {
            return attack;
        }
        fight::best(scene, who, plan, &[]).map_or(Attack::Forgo, |one| one.0)
    }
}
