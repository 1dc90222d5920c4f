//! The plan of a turn.

use super::odds::worth;
use crate::decision::{
    Blow, Declared, Erratic, Fist, From, Gait, Maneuver, Mode, NONE, Plan, Posture, Side, Step, Walk,
};
use crate::location::Location;
use crate::movement::half;
use crate::scene::Scene;
use crate::sheet::UNARMED;
use crate::state::{Flags, ItemFlags};
use affray_core::grid::{Cell, Facing};
use affray_core::referee::CombatantId;

/// What somebody means to do with his turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Intent {
    /// Whose plan it is; [`NONE`] for nobody's.
    who: u8,
    /// The manoeuvre.
    pub(super) maneuver: Maneuver,
    /// The opponent; [`NONE`] for nobody.
    foe: u8,
    /// The blow.
    blow: Option<Blow>,
    /// How near the movement goes.
    near: u32,
}

impl Default for Intent {
    fn default() -> Self {
        Self { who: NONE, maneuver: Maneuver::Nothing, foe: NONE, blow: None, near: 1 }
    }
}

/// The nearest foe that can still fight, or else that is up.
pub(super) fn nearest(scene: Scene<'_>, who: CombatantId) -> Option<CombatantId> {
    let key = |&foe: &CombatantId| (!scene.fighter(foe).is_able(), scene.apart(who, foe));
    scene.foes(who).min_by_key(key)
}

/// Makes a plan.
pub(super) fn intend(scene: Scene<'_>, who: CombatantId) -> Intent {
    let fighter = scene.fighter(who);
    let plain = Intent { who: who.0, ..Intent::default() };
    let Some(foe) = nearest(scene, who) else { return plain };
    let plain = Intent { foe: foe.0, ..plain };
    let held_by = (fighter.held != 0).then(|| scene.holders(who).next()).flatten();
    if let Some(holder) = held_by {
        let free = Maneuver::BreakFree { holder };
        if scene.judge_maneuver(who, free).is_ok() {
            return Intent { maneuver: free, ..plain };
        }
    }
    if fighter.flags.any(Flags::INCAPACITATED.and(Flags::PANICKED)) {
        let maneuver = if fighter.flags.has(Flags::PANICKED) {
            Maneuver::Move { erratic: Erratic::None }
        } else {
            Maneuver::MultipleDefense
        };
        let near = 1000;
        let legal = scene.judge_maneuver(who, maneuver).is_ok();
        return Intent { maneuver: if legal { maneuver } else { Maneuver::Nothing }, near, ..plain };
    }
    if fighter.posture == Posture::Lying {
        let up = Maneuver::Position { to: Posture::Standing };
        let kneel = Maneuver::Position { to: Posture::Kneeling };
        if let Some(maneuver) = [up, kneel].into_iter().find(|&one| scene.judge_maneuver(who, one).is_ok()) {
            return Intent { maneuver, ..plain };
        }
    }
    if let Some(maneuver) = unready(scene, who) {
        return Intent { maneuver, ..plain };
    }
    let apart = scene.apart(who, foe);
    if let Some(shot) = shoots(scene, who, foe, apart) {
        return Intent { near: 1000, ..shot };
    }
    let (blow, reach) = best_blow(scene, who, foe);
    let mv = scene.mv(who);
    if apart <= reach + u32::from(half(mv)) {
        let maneuver = if blow.mode.is_unarmed() { Maneuver::Unarmed } else { Maneuver::Attack };
        let steps = if blow.mode.is_unarmed() { 1 } else { u32::from(half(mv)) };
        if apart <= reach + steps && scene.judge_maneuver(who, maneuver).is_ok() {
            return Intent { maneuver, blow: Some(blow), near: reach, ..plain };
        }
    }
    Intent { maneuver: Maneuver::Move { erratic: Erratic::None }, near: reach, ..plain }
}

/// A weapon that lies here, turned in the hand or is unloaded.
fn unready(scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
    let fighter = scene.fighter(who);
    let armed = fighter.hands.iter().any(|&item| {
        fighter.wields(item) && scene.item(who, item).is_some_and(|item| item.is_melee() || item.ranged.is_some())
    });
    for item in fighter.hands {
        if item != NONE && fighter.items[item as usize].flags.has(ItemFlags::UNREADY) {
            return Some(Maneuver::ReadyWeapon { item, hand: 0 });
        }
    }
    if armed {
        return None;
    }
    (0..scene.sheet(who).items.len() as u8)
        .map(|item| Maneuver::ReadyWeapon { item, hand: 0 })
        .find(|&maneuver| scene.judge_maneuver(who, maneuver).is_ok())
}

/// What to do with a bow, while the foe is not close.
fn shoots(scene: Scene<'_>, who: CombatantId, foe: CombatantId, apart: u32) -> Option<Intent> {
    let fighter = scene.fighter(who);
    let with = fighter.hands[0];
    let item = scene.item(who, with)?;
    let ranged = item.ranged.as_ref()?;
    if item.is_thrown() && apart < 2 || !fighter.wields(with) || !scene.has_in_front(who, foe) {
        return None;
    }
    let plain = Intent { who: who.0, foe: foe.0, ..Intent::default() };
    if item.is_crossbow() && !fighter.items[with as usize].flags.has(ItemFlags::LOADED) {
        return Some(Intent { maneuver: Maneuver::Reload { item: with }, ..plain });
    }
    let blow = Blow { with, mode: Mode::Shoot, target: foe, at: None, declared: Declared::default() };
    let plan = Plan { from: From::Missile, only: NONE, with: NONE, number: 0 };
    scene.judge_attack(who, &plan, &blow).ok()?;
    let aimed = scene.aim_of(who, &blow);
    if aimed < 2 && 4 + 4 * aimed as u32 <= apart && ranged.rate != crate::sheet::Rate::Fast {
        let maneuver = Maneuver::Aim { target: Some(foe), hex: scene.fighter(foe).at, with };
        if scene.judge_maneuver(who, maneuver).is_ok() {
            return Some(Intent { maneuver, ..plain });
        }
    }
    Some(Intent { maneuver: Maneuver::Missile { gait: Gait::Step }, blow: Some(blow), ..plain })
}

/// The best plain blow at a foe, and its reach.
fn best_blow(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> (Blow, u32) {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let punch = Mode::Punch(if sheet.boxing.is_some() { Fist::Boxing } else { Fist::Dx });
    let mut best = (Blow { with: UNARMED, mode: punch, target: foe, at: None, declared: Declared::default() }, 1, -1);
    let mut before = NONE;
    for with in fighter.hands {
        if with == NONE || with == before || !fighter.wields(with) {
            continue;
        }
        before = with;
        let Some(item) = sheet.item(with).filter(|item| item.is_melee()) else { continue };
        for mode in [Mode::Crush, Mode::Cut, Mode::Impale] {
            let Some(damage) = mode.column().and_then(|column| item.damage[column]) else { continue };
            let kind = mode.kind();
            let pd = scene.pd(foe, Location::Body, kind, Side::Front, false);
            let dr = scene.dr(foe, Location::Body, kind, false);
            let damage =
                crate::damage::injury((i32::from(damage[0]) - dr).max(0), kind, Location::Body, &scene.setup.options);
            let value = worth(item.base - pd, 0) * damage;
            if best.2 < value {
                best = (
                    Blow { with, mode, target: foe, at: None, declared: Declared::default() },
                    u32::from(item.reach),
                    value,
                );
            }
        }
    }
    (best.0, best.1)
}

impl Intent {
    /// The next piece of a movement: towards the foe until near enough, then facing him.
    pub(super) fn step(&mut self, scene: Scene<'_>, who: CombatantId, walk: &Walk) -> Step {
        if self.who != who.0 || self.foe == NONE {
            return Step::Stop;
        }
        let fighter = scene.fighter(who);
        let to = scene.fighter(CombatantId(self.foe)).at;
        if fighter.flags.has(Flags::PANICKED) {
            let legal = |way: &Facing| scene.judge_walk(who, walk, Step::To(*way)).is_ok();
            let far = |way: &Facing| {
                (crate::arcs::distance(fighter.at.step(*way), to), fighter.facing.opposite().sides_to(*way))
            };
            return Facing::HEX.into_iter().filter(legal).max_by_key(far).map_or(Step::Stop, Step::To);
        }
        let now = crate::arcs::distance(fighter.at, to);
        let goal = if walk.target != NONE { 0 } else { self.near };
        if goal < now && walk.left != 0 && goal != 1000 {
            let near = |way: &Facing| crate::arcs::distance(fighter.at.step(*way), to);
            let fits = |way: &Facing| {
                near(way) < now
                    && scene.judge_walk(who, walk, Step::To(*way)).is_ok()
                    && !scene.has_friend(who, fighter.at.step(*way))
            };
            let best =
                Facing::HEX.into_iter().filter(fits).min_by_key(|way| (near(way), fighter.facing.sides_to(*way)));
            if let Some(way) = best {
                return Step::To(way);
            }
        }
        self.face(scene, who, walk, to)
    }

    /// The facing at the end.
    fn face(&self, scene: Scene<'_>, who: CombatantId, walk: &Walk, to: Cell) -> Step {
        let fighter = scene.fighter(who);
        if walk.hexes != 0 && scene.judge_walk(who, walk, Step::Stop).is_err() {
            // Out of where nobody can stay.
            let legal = |way: &Facing| scene.judge_walk(who, walk, Step::To(*way)).is_ok();
            if let Some(way) = Facing::HEX.into_iter().find(legal) {
                return Step::To(way);
            }
        }
        let Some(way) = crate::arcs::towards(fighter.at, fighter.facing, to) else { return Step::Stop };
        if way == fighter.facing {
            return Step::Stop;
        }
        let turns = [way, fighter.facing.turned(fighter.facing.turn_to(way).signum())];
        turns.into_iter().map(Step::Face).find(|&step| scene.judge_walk(who, walk, step).is_ok()).unwrap_or(Step::Stop)
    }

    /// The blow that was planned, or else the best one from here.
    pub(super) fn attack(&mut self, scene: Scene<'_>, who: CombatantId, plan: &Plan) -> Option<Blow> {
        if self.who == who.0
            && let Some(blow) = self.blow.take()
            && scene.judge_attack(who, plan, &blow).is_ok()
        {
            return Some(blow);
        }
        let mut best: Option<(Blow, i32)> = None;
        for foe in scene.foes(who) {
            if plan.only != NONE && plan.only != foe.0 {
                continue;
            }
            scene.each_mode(who, plan, |with, mode| {
                let blow = Blow { with, mode, target: foe, at: None, declared: Declared::default() };
                if scene.judge_attack(who, plan, &blow).is_err() {
                    return;
                }
                use affray_core::tally::{Sum, Tally};
                let force = scene.force(who, &blow, plan.from);
                let pd = scene.pd(foe, Location::Body, force.kind, Side::Front, false);
                let score = scene.attack_score::<Sum>(who, &blow, plan).total() - pd;
                let value = worth(score, 0) * force.potential.max(0);
                if best.is_none_or(|(_, known)| known < value) {
                    best = Some((blow, value));
                }
            });
        }
        best.map(|(blow, _)| blow)
    }
}
