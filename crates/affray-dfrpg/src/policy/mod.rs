//! Opponents: a policy that plays a sensible fight.
//!
//! A [`Tactician`] answers for every combatant, with the same decisions that people use. It looks one
//! exchange ahead: chances are exact for their scores, the worth of a wound is an estimate (`odds`).
//! `sight` lists foes and arms at the start of a turn, `tactics` chooses the maneuver, `approach` those without a foe in
//! reach, `rearm` the way to a weapon, `shoot` the shot, `blows` the attack, `route` the way, `defend` the defense;
//! `spells` and `grips` are for casters and grapplers.
//!
//! It plans once a turn and hands the plan out piece by piece; where a plan does not fit any more, it
//! thinks again. No plan outlasts its turn, so that a fight that is taken up in the middle goes on as it would have
//! gone. The caches hold nothing but what the rules say of a state; each names what it saves.

mod approach;
mod blows;
mod defend;
mod grips;
mod odds;
pub(crate) mod orders;
pub(crate) mod preferences;
mod rearm;
mod route;
mod shoot;
mod sight;
mod spells;
mod tactics;
#[cfg(test)]
mod tests;

use crate::Dfrpg;
use crate::decision::{
    Advance, After, Attack, AttackFrom, Choice, Defense, FeintAt, Finish, Free, Maneuver, NONE, Question, Step, Strike,
};
use crate::judge::{default_choice, judge, options};
use crate::scene::{Combatant, Scene, Setup};
use crate::sheet::ItemId;
use crate::state::{Posture, State};
use affray_grid::{Cell, Facing, Field, Flood, PathStep};
use affray_kernel::referee::{CombatantId, Policy};
use arrayvec::ArrayVec;
use odds::DamageCache;
use route::Body;
use sight::{Arm, Foe, SightCache, WeaponsCache};
use std::sync::Arc;

/// The longest way that is planned at once, in hexes.
const LONGEST_WAY: usize = 64;

/// The plan of a combatant for its turn.
#[derive(Debug, Clone)]
struct Plan {
    /// The combatant; [`NONE`] without a plan.
    who: u8,
    /// The Step before the action.
    before: Option<Step>,
    /// The hexes to go through, the next one first.
    way: ArrayVec<Cell, LONGEST_WAY>,
    /// How many of them were gone.
    gone: usize,
    /// The target of the attack; [`NONE`] for the best one.
    target: u8,
    /// The attack as it was thought out with the maneuver.
    attack: Option<(AttackFrom, Attack)>,
    /// Where the figure and its target were when the attack was thought out, where it is made from there:
    /// it is legal as long as they are.
    sure: Option<(Cell, Cell)>,
    /// The blow that was struck last, and how its target was then.
    again: Option<(Strike, i16, Posture)>,
    /// Whether to enter the last hex of the way in order to grapple.
    closes: bool,
    /// Whether a way may lead down a ledge.
    leaps: bool,
}

impl Plan {
    const fn nobody() -> Self {
        Self {
            who: NONE,
            before: None,
            way: ArrayVec::new_const(),
            gone: 0,
            target: NONE,
            attack: None,
            sure: None,
            again: None,
            closes: false,
            leaps: false,
        }
    }

    /// Drops the plan, without a copy of the long way.
    fn clear(&mut self) {
        (self.who, self.target, self.gone) = (NONE, NONE, 0);
        (self.before, self.attack, self.sure, self.again) = (None, None, None, None);
        self.closes = false;
        self.way.clear();
    }
}

/// The ruleset's own policy: plays every combatant sensibly.
#[derive(Debug, Clone)]
pub struct Tactician {
    plan: Plan,
    /// The conscious foes of the combatant that acts, the nearest first.
    foes: ArrayVec<Foe, 64>,
    /// Whether the answer that is being given was judged already.
    judged: bool,
    /// Whether nothing has changed since foes and friends were listed.
    looked: bool,
    /// Whether nothing has changed since the arms were listed.
    knows_arms: bool,
    /// The combatant for which foes and friends were listed.
    looker: u8,
    /// Conscious friends.
    friends: u8,
    /// All members of the own side, and how many of them are out of the fight.
    members: u32,
    lost: u32,
    /// The arms that it can attack with.
    arms: Vec<Arm>,
    /// Whose arms they are.
    armed: u8,
    flood: Flood,
    /// How far it is to where the map can be left.
    ways_out: Field,
    /// Whether that was measured.
    knows_ways_out: bool,
    /// The figures in the way of a search, and the cost of passing.
    bodies: ArrayVec<Body, 128>,
    steps: Vec<PathStep>,
    listed: Vec<Choice>,
    damage_cache: DamageCache,
    /// By combatant.
    sight_cache: Vec<SightCache>,
    /// By combatant.
    weapons_cache: Vec<WeaponsCache>,
    /// The combatants of the encounter that the caches belong to.
    encounter: Arc<[Combatant]>,
    /// Answers that the rules refused, and that were replaced by others.
    refused: u64,
}

impl Default for Tactician {
    fn default() -> Self {
        Self {
            plan: Plan::nobody(),
            foes: ArrayVec::new(),
            judged: false,
            looked: false,
            knows_arms: false,
            looker: NONE,
            friends: 0,
            members: 0,
            lost: 0,
            arms: Vec::new(),
            armed: NONE,
            flood: Flood::new(),
            ways_out: Field::new(),
            knows_ways_out: false,
            bodies: ArrayVec::new(),
            steps: Vec::new(),
            listed: Vec::new(),
            damage_cache: DamageCache::default(),
            sight_cache: Vec::new(),
            weapons_cache: Vec::new(),
            encounter: Arc::new([]),
            refused: 0,
        }
    }
}

impl Policy<Dfrpg> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        if !Arc::ptr_eq(&self.encounter, &setup.combatants) {
            self.begin_encounter(setup);
        }
        let scene = Scene { setup, state };
        let choice = self.answer(scene, question);
        // Between the last free action and the maneuver nothing happens.
        self.looked = matches!(choice, Choice::Free(Free::Done));
        self.knows_arms &= self.looked;
        // A mere yes, or a choice that was judged already, is not judged again.
        let judged = std::mem::take(&mut self.judged)
            || matches!(
                question,
                Question::Begin { .. }
                    | Question::React { .. }
                    | Question::ResistEvade { .. }
                    | Question::Keep { .. }
                    | Question::Defend { .. }
                    | Question::Finish { .. }
            )
            || matches!(
                choice,
                Choice::Free(DONE)
                    | Choice::Step(None)
                    | Choice::Maneuver(NOTHING | Maneuver::Attack)
                    | Choice::Attack(Attack::Forgo)
            );
        if judged && !cfg!(debug_assertions) {
            return choice;
        }
        match judge(scene, question, &choice) {
            Ok(()) => choice,
            Err(refusal) => {
                let planned = matches!(question, Question::Advance { .. });
                if cfg!(test) && !planned && std::env::var_os("AFFRAY_REFUSED").is_some() {
                    panic!("{question:?}\n{choice:?}\n{refusal}");
                }
                self.instead(scene, question)
            }
        }
    }

    fn restart(&mut self) {
        self.plan.clear();
    }
}

impl Tactician {
    /// How many of its answers the rules refused so far: each was replaced by a harmless one.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// Empties the caches for another encounter.
    fn begin_encounter(&mut self, setup: &Setup) {
        self.encounter = Arc::clone(&setup.combatants);
        self.damage_cache.begin(setup);
        let combatants = &setup.combatants;
        self.sight_cache.clear();
        self.sight_cache.resize(combatants.len(), SightCache::default());
        let most = |one: &Combatant| one.sheet.modes.len() + 4;
        self.weapons_cache.clear();
        self.weapons_cache.extend(combatants.iter().map(|one| WeaponsCache::with_capacity(most(one))));
        self.arms.clear();
        self.arms.reserve(combatants.iter().map(most).max().unwrap_or(0));
        self.armed = NONE;
        self.knows_ways_out = false;
    }

    /// A legal answer in the place of one that was refused.
    fn instead(&mut self, scene: Scene<'_>, question: &Question) -> Choice {
        if let Question::Advance { who, path } = question {
            // The way was planned from afar; where it turns out too dear the move is over.
            return Choice::Advance(Self::out_of_here(scene, *who, path));
        }
        self.refused += 1;
        let choice = default_choice(scene, question);
        if judge(scene, question, &choice).is_ok() {
            return choice;
        }
        self.listed.clear();
        options(scene, question, &mut self.listed);
        self.listed.first().copied().unwrap_or(choice)
    }

    fn answer(&mut self, scene: Scene<'_>, question: &Question) -> Choice {
        match *question {
            Question::Begin { who } => {
                self.plan.clear();
                Choice::Begin(self.begins(scene, who))
            }
            Question::Free { who } => {
                self.plan.clear();
                Choice::Free(self.free(scene, who))
            }
            Question::Maneuver { who } => Choice::Maneuver(self.maneuver(scene, who)),
            Question::Step { who, after } => {
                // A Step with a Wait is no reason to give up the plan of whose turn it is.
                if scene.fighter(who).flags.has(crate::state::Flags::ACTING) {
                    self.see_to_plan(scene, who);
                }
                Choice::Step(match after {
                    true => self.step_after(scene, who),
                    false if self.plan.who == who.0 => self.plan.before.take(),
                    false => None,
                })
            }
            Question::Advance { who, path } => {
                self.see_to_plan(scene, who);
                Choice::Advance(self.advance(scene, who, &path))
            }
            Question::Finish { who, turn, .. } => Choice::Finish(self.finish(scene, who, turn)),
            Question::Attack { who, plan } => Choice::Attack(self.attack(scene, who, &plan)),
            Question::Feint { who, only } => Choice::Feint(self.feint(scene, who, only)),
            Question::Defend { who, attack, failed } => Choice::Defend(self.defend(scene, who, &attack, failed)),
            Question::Dive { who, center } => Choice::Dive(Self::dive(scene, who, center)),
            Question::Maintain { who, spell, on } => Choice::Maintain(Self::maintains(scene, who, spell, on)),
            Question::ResistEvade { .. } => Choice::ResistEvade(true),
            Question::React { .. } => Choice::React(true),
            Question::Keep { .. } => Choice::Keep(true),
            Question::ResistSpell { .. } => Choice::Resist(true),
            Question::Fall { who, victim } => Choice::Fall(Self::fall(scene, who, victim)),
            Question::After { .. } => Choice::After(After::Over),
        }
    }

    /// Makes a plan where somebody else chose the maneuver, or a turn is taken up in the middle.
    fn see_to_plan(&mut self, scene: Scene<'_>, who: CombatantId) {
        if self.plan.who != who.0 {
            self.maneuver(scene, who);
            // The maneuver may be another one: the parts of the plan for it alone are dropped.
            self.plan.before = None;
            self.plan.sure = None;
            self.judged = false;
        }
    }

    /// The last facing: the one from which the fewest foes are at the side or behind.
    fn finish(&mut self, scene: Scene<'_>, who: CombatantId, turn: u8) -> Finish {
        self.look(scene, who);
        let fighter = scene.fighter(who);
        Finish { facing: self.best_facing(scene, fighter.at, fighter.facing, turn), crouch: false }
    }

    /// A Step that is still left after the action: only the facing, or up from the knees.
    fn step_after(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<Step> {
        self.look(scene, who);
        let fighter = scene.fighter(who);
        let turned = fighter.motion.has(crate::state::Motion::TURNED);
        let sides = match fighter.posture {
            _ if turned => 0,
            crate::state::Posture::Sitting => 1,
            _ => 6,
        };
        let facing = self.best_facing(scene, fighter.at, fighter.facing, sides);
        let stepped = fighter.motion.has(crate::state::Motion::STEPPED);
        let rises = !stepped
            && fighter.posture == crate::state::Posture::Kneeling
            && scene.can_take(who, crate::state::Posture::Standing);
        let posture = rises.then_some(crate::state::Posture::Standing);
        let step = Step { hex: None, posture, facing };
        if let Some(back) = (!stepped && posture.is_none()).then(|| self.step_back(scene, who, step)).flatten() {
            return Some(back);
        }
        (facing != fighter.facing || posture.is_some()).then_some(step)
    }

    /// The foe of a feint.
    fn feint(&mut self, scene: Scene<'_>, who: CombatantId, only: u8) -> FeintAt {
        let at = |target| FeintAt { target, item: ItemId::NONE, situational: 0 };
        let wanted = if only != NONE {
            only
        } else if self.plan.who == who.0 {
            self.plan.target
        } else {
            NONE
        };
        if wanted != NONE && scene.judge_feint(who, only, &at(CombatantId(wanted))).is_ok() {
            return at(CombatantId(wanted));
        }
        self.look(scene, who);
        let foe = self.foes.iter().map(|foe| foe.id).find(|&foe| scene.judge_feint(who, only, &at(foe)).is_ok());
        at(foe.unwrap_or(who))
    }

    /// `DF-276` Farther away, if there is a way.
    fn dive(scene: Scene<'_>, who: CombatantId, center: Cell) -> Option<Cell> {
        let at = scene.fighter(who).at;
        scene
            .map()
            .neighbors(at)
            .map(|(_, to)| to)
            .filter(|&to| scene.judge_dive(who, center, Some(to)).is_ok())
            .max_by_key(|&to| (scene.map().at(to).cover, scene.map().distance(center, to)))
    }

    /// `DF-496` The side to which a foe falls: away from the winner's friends.
    fn fall(scene: Scene<'_>, who: CombatantId, victim: CombatantId) -> Facing {
        let free = |side: &Facing| scene.has_room_to_lie(victim, *side);
        let ahead = scene.fighter(who).facing;
        [0, 1, -1, 2, -2, 3].map(|turn| ahead.turned(turn)).into_iter().find(free).unwrap_or(ahead.opposite())
    }
}

/// A blow or defense of which nothing is known.
const NO_DEFENSE: Defense = Defense::NONE;

/// Nothing at all, for a move.
const STAY: Advance = Advance::Stop;

/// Nothing more to do for free.
const DONE: Free = Free::Done;

/// The maneuver where nothing helps.
const NOTHING: Maneuver = Maneuver::DoNothing;
