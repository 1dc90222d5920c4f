//! How opponents play.
//!
//! An activation's attacks are planned as a whole by estimates (`estimate`, `plan`): how many, with which weapon
//! and how much luck, whether a Precise Strike does more than two plain ones, whether a feint, a trip, a blow at
//! the weapon or a step to where the enemy is flanked comes first, and the worth of a guard. Out of reach it weighs
//! Movement, Run and charge against the danger there. Shooters and casters keep clear of blades, long weapons keep
//! their distance, and spears wait for enemies that have to come. Those who outnumber an escort go past it for its caster,
//! and shooters go a few squares for a better shot. Where no enemy is near, the dying get First Aid.

mod aid;
mod estimate;
mod odds;
pub(crate) mod orders;
mod plan;
pub(crate) mod preferences;
mod spells;
mod tactics;
#[cfg(test)]
mod tests;

use crate::Obss;
use crate::decision::{
    Action, Advance, After, Attack, Choice, Initiative, Order, Path, Push, Question, Reaction, RestBy, Way,
};
use crate::movement::InTheWay;
use crate::scene::{Footprint, Scene, Setup};
use crate::sheet::{Ability, Item, ItemKind, Place, Save};
use crate::state::{Flags, NONE, State};
use crate::turn::react::Trigger;
use affray_grid::{Cell, Facing, Flood, MoveKind, PathStep};
use affray_kernel::referee::{CombatantId, Policy};
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;
use estimate::{EstimateCache, Stand};
use plan::Approach;

/// The game's own policy.
#[derive(Debug, Default)]
pub struct Tactician {
    guide: Guide,
    estimates: EstimateCache,
    /// Room for a look from another square.
    elsewhere: Option<State>,
}

/// From this chance on somebody tries to stand by Acrobatics.
const LIKELY_UP: f32 = 0.4;

/// So many squares aside a shooter looks for a better shot.
const FAR_ASIDE: u8 = 3;

/// The part of the worth of shots that a step costs.
const PER_STEP: f32 = 0.03;

/// Finds ways.
#[derive(Debug, Default)]
struct Guide {
    /// The walker of the path, its target, the target's square, and the square from which it goes on.
    way: Option<(CombatantId, CombatantId, Cell, Cell)>,
    /// The rest of the way that was found, the next step last.
    path: Vec<PathStep>,
    flood: Flood,
}

impl Policy<Obss> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Initiative { who } => {
                let sheet = scene.sheet(who);
                let int = sheet.ability(Ability::Dex) < sheet.ability(Ability::Int);
                Choice::Initiative(Initiative { int, luck: 0 })
            }
            Question::Act { who } => {
                // A way from before this act does not count.
                self.guide.way = None;
                Choice::Act(self.act(scene, who))
            }
            Question::Advance { who, path } => Choice::Advance(self.advance(scene, who, &path)),
            Question::React { who, to, trigger } => Choice::React(react(scene, who, to, trigger)),
            Question::Braced { who, at } => Choice::Braced(braced(scene, who, at)),
            // Straight away, as far as it goes, and after it.
            Question::Push { who, target, most } => {
                Choice::Push(Push { way: scene.straight_away(who, target), squares: most, follow: true })
            }
            Question::Save { who, save, against } => Choice::Save(lucky_save(scene, who, save, against)),
            Question::Rest { who } => {
                let by = if scene.rest_hp(who, RestBy::Cl) > scene.rest_hp(who, RestBy::Bab) {
                    RestBy::Cl
                } else {
                    RestBy::Bab
                };
                Choice::Rest(Some(by).filter(|_| scene.judge_rest(who, Some(by)).is_ok()))
            }
            Question::After { .. } => Choice::After(After::Over),
        }
    }

    fn restart(&mut self) {
        self.guide.way = None;
    }
}

impl Tactician {
    fn act(&mut self, scene: Scene<'_>, who: CombatantId) -> Action {
        let fighter = scene.fighter(who);
        if let Some(action) = in_need(scene, who) {
            return action;
        }
        if fighter.normal == 0 && fighter.paid < 3 {
            return spells::best(scene, who).unwrap_or(Action::End);
        }
        if fighter.normal != 0
            && let Some(patient) = aid::patient(scene, who)
        {
            return self.help(scene, who, patient);
        }
        let Some(target) = self.quarry(scene, who, 0) else { return Action::End };
        if fighter.normal == 0 {
            // OB-152: a further attack is free.
            return single(scene, who, target).map_or(Action::End, Action::Attack);
        }
        if let Some(action) = tactics::take_blade(scene, who) {
            return action;
        }
        let pair = self.estimates.pair(scene, who, target);
        let stand = pair.stand(scene, who, target);
        if let Some(back) = tactics::step_back(scene, who, target, stand) {
            return back;
        }
        if let Some(spell) = spells::best(scene, who) {
            return spell;
        }
        let pair = if fighter.rides() {
            if let Some(action) = self.in_the_saddle(scene, who, target, stand) {
                return action;
            }
            self.estimates.pair(scene, who, target)
        } else {
            pair
        };
        if stand.far
            && fighter.normal >= 2
            && fighter.attacks == 0
            && scene.judge_going(who, false).is_ok()
            && vantage(&mut self.elsewhere, scene, who, target, u16::from(scene.sheet(who).move_), 1).is_some()
        {
            return Action::Move;
        }
        if (stand.near && stand.open) || stand.far {
            if let Some(action) = plan::make(pair, scene, who, target) {
                return action;
            }
            if stand.near {
                return Action::End;
            }
        }
        if !strikes(scene, who)
            && !spells::has_magic(scene, who)
            && let Some(arm) = arm(scene, who)
        {
            // OB-201: on the way to the enemy a draw is free.
            let goes = fighter.normal >= 2
                && is_drawn_on_the_way(scene, who, target, arm)
                && scene.judge_going(who, false).is_ok()
                && self.guide.route(scene, who, target).is_some();
            return if goes { Action::Move } else { arm };
        }
        self.come(scene, who, target, stand.far)
    }

    /// The enemy to go for or to strike: a caster who can be struck in this activation; else the best within reach, or the
    /// nearest to which there is a way. `left` meters are left of a move that is going on.
    fn quarry(&mut self, scene: Scene<'_>, who: CombatantId, left: u16) -> Option<CombatantId> {
        let target = tactics::target(scene, who)?;
        let alone = scene.state.fighters.len() == 2 || scene.fighter(who).rides();
        if alone || tactics::shoots(scene, who) || tactics::skirmishes(scene, who) || spells::has_magic(scene, who) {
            return Some(target);
        }
        if let Some(caster) = self.caster_to_strike(scene, who, left) {
            return Some(caster);
        }
        if steps_to(scene, who, target) == 0 || self.guide.leads_there(scene, who, target) {
            return Some(target);
        }
        let mut others: ArrayVec<(u16, i16, CombatantId), 64> = scene
            .foes(who)
            .filter(|&foe| foe != target && tactics::is_worth_fighting(scene, foe))
            .map(|foe| (scene.distance(who, foe), scene.fighter(foe).hp, foe))
            .take(64)
            .collect();
        others.sort_unstable();
        let other = others.into_iter().find(|&(_, _, foe)| self.guide.leads_there(scene, who, foe));
        Some(other.map_or(target, |(_, _, foe)| foe))
    }

    /// The weakest of the enemies with spells to harm whom a combatant can strike before its activation is over, by a way on
    /// which nobody strikes at it. Nobody goes for them where there are not more friends than enemies who fight hand to hand.
    fn caster_to_strike(&mut self, scene: Scene<'_>, who: CombatantId, left: u16) -> Option<CombatantId> {
        let casts = |&foe: &CombatantId| tactics::is_worth_fighting(scene, foe) && spells::can_harm(scene, foe);
        scene.foes(who).find(casts)?;
        // Each of the escort pins one of those who come.
        if tactics::fighters_beside(scene, who, true) <= tactics::fighters_beside(scene, who, false) {
            return None;
        }
        let normal = u16::from(scene.fighter(who).normal);
        let meters = left + u16::from(scene.sheet(who).move_) * normal.saturating_sub(1);
        let from = scene.fighter(who).at;
        let mut best: Option<(i16, CombatantId)> = None;
        for foe in scene.foes(who).filter(casts) {
            let steps = steps_to(scene, who, foe);
            let mut there = steps == 0;
            if !there && normal != 0 && steps <= meters && self.guide.leads_there(scene, who, foe) {
                let path = &self.guide.path;
                there = path.len() <= usize::from(meters)
                    && !tactics::is_struck_on_the_way(scene, who, from, path.iter().rev().map(|step| step.facing));
            }
            let charge = Attack::melee(foe, scene.fighter(who).hands[0]);
            if !there && normal >= 2 && left == 0 && scene.judge_charge(who, &charge).is_ok() {
                let reach = scene.threat_reach(who).max(1);
                let way = scene.charge_way(who, foe, reach, 2 * u16::from(scene.sheet(who).move_));
                there = way.is_some_and(|way| !tactics::is_struck_on_the_way(scene, who, from, way.into_iter()));
            }
            let this = (scene.fighter(foe).hp, foe);
            if there && best.is_none_or(|best| this < best) {
                best = Some(this);
            }
        }
        best.map(|(_, foe)| foe)
    }

    /// `OB-292` First Aid for somebody who is dying, and the way there.
    fn help(&mut self, scene: Scene<'_>, who: CombatantId, patient: CombatantId) -> Action {
        let aid = Action::FirstAid { patient, luck: 0 };
        if scene.judge_action(who, &aid).is_ok() {
            return aid;
        }
        let steps = scene.blow_distance(who, patient).saturating_sub(1);
        if steps == 0 || self.guide.route_within(scene, who, patient, 1).is_none() {
            return guard(scene, who);
        }
        let runs = steps > u16::from(scene.sheet(who).move_) && scene.judge_going(who, true).is_ok();
        match runs {
            true => Action::Run,
            false if scene.judge_going(who, false).is_ok() => Action::Move,
            false => guard(scene, who),
        }
    }

    /// A rider's act, where the mount can do something about the target.
    fn in_the_saddle(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        target: CombatantId,
        stand: Stand,
    ) -> Option<Action> {
        let order = tactics::ride(scene, who, target, |mount| {
            scene.judge_going(mount, false).is_ok() && self.guide.route(scene, mount, target).is_some()
        });
        if stand.near && matches!(order, Some(Action::Order { order: Order::Attack(_), .. })) {
            // It costs the rider nothing.
            return order;
        }
        if stand.near && single(scene, who, target).is_some() {
            return None;
        }
        match plan::approach(&mut self.estimates, scene, who, target, steps_to(scene, who, target)).1 {
            Approach::Charge(attack) => Some(Action::Charge(attack)),
            _ => order,
        }
    }

    /// Up to an enemy out of reach, or a guard until it comes.
    fn come(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId, far: bool) -> Action {
        let fighter = scene.fighter(who);
        if let Some(off) = tactics::leave_saddle(scene, who, target) {
            return off;
        }
        let cast = fighter.flags.has(Flags::CAST);
        let done = fighter.attacks != 0 && (far || fighter.normal < 2);
        if done || cast || fighter.rides() || tactics::holds_the_line(scene, who, target) {
            return guard(scene, who);
        }
        let steps = steps_to(scene, who, target);
        if !strikes(scene, who) && spells::has_nothing_more(scene, who, target) {
            return guard(scene, who);
        }
        if !far && tactics::stays_with_friends(scene, who, steps) {
            return guard(scene, who);
        }
        let (worth, approach) =
            if far { (0.0, Approach::Move) } else { plan::approach(&mut self.estimates, scene, who, target, steps) };
        // After an attack another enemy has to be worth more than a guard.
        if fighter.attacks != 0
            && (!matches!(approach, Approach::Move | Approach::Charge(_))
                || worth <= plan::worth_of_total_defense(&mut self.estimates, scene, who, target))
        {
            return guard(scene, who);
        }
        if let Approach::Charge(attack) = approach {
            return Action::Charge(attack);
        }
        let can_go = scene.judge_going(who, false).is_ok();
        let way = if can_go { self.guide.route(scene, who, target) } else { None };
        match approach {
            Approach::Move if steps == 1 && !far => {
                if let Some(way) = way
                    && let Some(slip) = plan::slip_in(scene, who, target, way)
                {
                    return slip;
                }
            }
            Approach::Run if way.is_some() && scene.judge_going(who, true).is_ok() => return Action::Run,
            Approach::Far if fighter.normal < 2 && !tactics::is_pressed(scene, who, target) => {
                return guard(scene, who);
            }
            // With less than two attacks there.
            Approach::Far | Approach::Move
                if (approach == Approach::Far || fighter.normal < 3)
                    && !far
                    && tactics::would_run_ahead(scene, who, target) =>
            {
                return guard(scene, who);
            }
            _ => {}
        }
        // OB-194: out of the reach of several enemies step by step.
        if let Some(way) = way
            && tactics::is_among_blades(scene, who)
            && scene.judge_disengage(who, way).is_ok()
        {
            return Action::Disengage(way);
        }
        // The blows of those whose reach it leaves may cost more than its own are worth.
        let toll = if far { 0.0 } else { estimate::toll(scene, who) };
        if way.is_none() || toll > worth { guard(scene, who) } else { Action::Move }
    }

    fn advance(&mut self, scene: Scene<'_>, who: CombatantId, path: &Path) -> Advance {
        let free = || scene.in_the_way(who, scene.footprint(who)) == InTheWay::Nothing;
        if let Some(patient) = aid::patient(scene, who) {
            let way = self.guide.route_within(scene, who, patient, 1).filter(|_| scene.blow_distance(who, patient) > 1);
            return match way.filter(|&way| path.left() != 0 && scene.judge_step(who, path, way).is_ok()) {
                Some(way) => Advance::Step(way),
                None if free() => Advance::Stop,
                None => out_of_the_square(scene, who, path),
            };
        }
        if !strikes(scene, who)
            && !spells::has_magic(scene, who)
            && let Some((item, hand)) = weapon_to_draw(scene, who)
            && scene.judge_advance(who, path, &Advance::Draw { item, hand }).is_ok()
        {
            return Advance::Draw { item, hand };
        }
        let Some(target) = self.quarry(scene, who, path.left()) else {
            return if free() { Advance::Stop } else { out_of_the_square(scene, who, path) };
        };
        let far = tactics::shoots(scene, who) || tactics::skirmishes(scene, who);
        if far
            && path.steps < FAR_ASIDE
            && free()
            && let Some(way) = vantage(&mut self.elsewhere, scene, who, target, path.left(), 0)
            && scene.judge_step(who, path, way).is_ok()
        {
            return Advance::Step(way);
        }
        let reach = if far && !scene.is_blocked(who, target) {
            u16::from(scene.sheet(who).weapon(scene.fighter(who).hands[0]).range)
        } else {
            scene.threat_reach(who).max(1)
        };
        let near = if far { scene.distance(who, target) } else { scene.blow_distance(who, target) };
        if near <= reach && (near <= 1 || !scene.is_blocked(who, target)) && free() {
            return Advance::Stop;
        }
        if path.left() != 0
            && let Some(way) = self.guide.route(scene, who, target)
            && scene.judge_step(who, path, way).is_ok()
        {
            // Out of this square they would strike: the last step is better taken without provoking anybody.
            if !self.guide.gets_out(scene, who, way, path.left()) && free() {
                return Advance::Stop;
            }
            // Out of the reach of several enemies the last steps are made without provoking any of them.
            if !far
                && path.steps != 0
                && free()
                && scene.fighter(who).normal != 0
                && tactics::is_among_blades(scene, who)
            {
                return Advance::Stop;
            }
            let brink = !far && path.steps != 0 && steps_to(scene, who, target) == 1 && free();
            if brink && scene.fighter(who).normal >= 2 && plan::slip_in(scene, who, target, way).is_some() {
                return Advance::Stop;
            }
            return Advance::Step(way);
        }
        if free() { Advance::Stop } else { out_of_the_square(scene, who, path) }
    }
}

/// In an occupied square: any way out.
fn out_of_the_square(scene: Scene<'_>, who: CombatantId, path: &Path) -> Advance {
    let out = Facing::SQUARE.into_iter().find(|&way| scene.judge_step(who, path, way).is_ok());
    out.map_or(Advance::Stop, Advance::Step)
}

/// The way to a square nearby from which shots are worth more than from here, with so many Actions fewer: where the
/// best shot from here is too far for the weapon, or has others in its line.
fn vantage(
    elsewhere: &mut Option<State>,
    scene: Scene<'_>,
    who: CombatantId,
    target: CombatantId,
    meters: u16,
    price: u8,
) -> Option<Facing> {
    let shots = scene.fighter(who).normal;
    if shots <= price || scene.is_threatened(who) || !tactics::has_poor_shot(scene, who, target) {
        return None;
    }
    let here = tactics::worth_of_shots(scene, who, shots);
    let from = scene.fighter(who).at;
    let elsewhere = elsewhere.get_or_insert_with(|| scene.state.clone());
    elsewhere.clone_from(scene.state);
    let mut best: Option<(f32, Facing)> = None;
    for way in Facing::SQUARE {
        let (mut at, mut spent) = (from, 0);
        for steps in 1..=FAR_ASIDE {
            let Ok((cost, InTheWay::Nothing)) = scene.step_cost(who, at, way) else { break };
            (at, spent) = (at.step(way), spent + cost);
            if spent > meters {
                break;
            }
            elsewhere[who].at = at;
            let there = Scene { state: elsewhere, ..scene };
            if there.is_threatened(who) {
                continue;
            }
            let worth = tactics::worth_of_shots(there, who, shots - price);
            // Nearer squares come first, so that each step brings the best one nearer.
            let score = worth * (1.0 - PER_STEP * f32::from(steps));
            if worth > here * 1.1 && best.is_none_or(|(most, _)| score > most) {
                best = Some((score, way));
            }
        }
    }
    best.map(|(_, way)| way)
}

impl Guide {
    /// The next step towards a square from which the weapon in hand reaches the target.
    fn route(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Facing> {
        self.route_within(scene, who, target, scene.threat_reach(who).max(1))
    }

    /// Whether a way leads to where the weapon in hand reaches the target, or as far as ways are looked for.
    fn leads_there(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> bool {
        let (from, goal) = (scene.fighter(who).at, scene.footprint(target));
        let size = scene.sheet(who).size;
        let now = scene.blow_between(Footprint::of(size, from), goal);
        if now == 0 {
            return false;
        }
        let reach = scene.threat_reach(who).max(1).min(now - 1).max(1);
        if self.find(scene, who, target, reach).is_none() {
            return false;
        }
        self.way = Some((who, target, goal.at, from));
        let enough = now.saturating_sub(4 * u16::from(scene.sheet(who).move_)).max(reach);
        self.path.first().is_some_and(|end| scene.blow_between(Footprint::of(size, end.cell), goal) <= enough)
    }

    /// The next step towards a square that is so near to the target.
    fn route_within(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId, reach: u16) -> Option<Facing> {
        let size = scene.sheet(who).size;
        let (from, goal) = (scene.fighter(who).at, scene.footprint(target));
        let now = scene.blow_between(Footprint::of(size, from), goal);
        if now == 0 {
            return None;
        }
        // Within reach behind a wall: nearer.
        let reach = reach.min(now - 1).max(1);
        // The way that was found before, as long as it leads there.
        let others = scene.state.fighters.len() > 2;
        if self.way != Some((who, target, goal.at, from))
            || self.path.last().is_none_or(|step| others && is_blocked(scene, who, from, step.facing))
        {
            self.find(scene, who, target, reach)?;
        }
        let step = self.path.pop()?;
        self.way = Some((who, target, goal.at, step.cell));
        let is_foe = scene.setup.combatants[who.index()].side != scene.setup.combatants[target.index()].side;
        if others && is_foe && self.path.is_empty() && scene.blow_between(Footprint::of(size, step.cell), goal) == reach
        {
            return Some(tactics::flanking_step(scene, who, target, step.facing));
        }
        Some(step.facing)
    }

    /// Whether the way that was found leads out of whatever squares it passes with so many meters.
    fn gets_out(&self, scene: Scene<'_>, who: CombatantId, way: Facing, mut left: u16) -> bool {
        if scene.state.fighters.len() == 2 {
            return true;
        }
        let (mut at, size) = (scene.fighter(who).at, scene.sheet(who).size);
        for step in std::iter::once(way).chain(self.path.iter().rev().map(|step| step.facing)) {
            let Ok((cost, there)) = scene.step_cost(who, at, step) else { return false };
            if left < cost {
                return false;
            }
            (at, left) = (at.step(step), left - cost);
            if there == InTheWay::Nothing {
                return true;
            }
        }
        scene.in_the_way(who, Footprint::of(size, at)) == InTheWay::Nothing
    }

    /// A way to within reach of the target: straight on, or a little aside, if all of that is free, else the cheapest.
    fn find(&mut self, scene: Scene<'_>, who: CombatantId, target: CombatantId, reach: u16) -> Option<()> {
        let size = scene.sheet(who).size;
        let (from, goal) = (scene.fighter(who).at, scene.footprint(target));
        let now = scene.blow_between(Footprint::of(size, from), goal);
        let Self { flood, path, .. } = self;
        path.clear();
        // The way beyond two Runs is looked for later.
        let (mut at, mut left) = (from, now);
        let enough = now.saturating_sub(4 * u16::from(scene.sheet(who).move_)).max(reach);
        while left > enough {
            let straight = scene.map().facing_towards(at, goal.at);
            let ahead = Facing::SQUARE.into_iter().position(|one| one == straight)?;
            let ways = [ahead, ahead + 1, ahead + 7].map(|at| Facing::SQUARE[at % 8]);
            let closer = |way: &Facing| {
                scene.blow_between(Footprint::of(size, at.step(*way)), goal) < left
                    && matches!(scene.step_cost(who, at, *way), Ok((1, InTheWay::Nothing)))
            };
            let Some(way) = ways.into_iter().find(closer) else { break };
            at = at.step(way);
            left = scene.blow_between(Footprint::of(size, at), goal);
            path.push(PathStep { kind: MoveKind::Forward(way), cell: at, facing: way, cost: 0 });
        }
        // Out of an occupied square a way is looked for, however near the target is.
        let stays = path.is_empty() && scene.in_the_way(who, Footprint::of(size, from)) != InTheWay::Nothing;
        if left <= enough && !stays {
            path.reverse();
            return Some(());
        }
        let crowd = scene.crowd(who);
        let free = |cell| crowd.in_the_way(Footprint::of(size, cell)) == InTheWay::Nothing;
        let budget = 2 * now + 24;
        let cost = |from, to| scene.passing_cost(who, &crowd, from, to);
        let there = |cell| scene.blow_between(Footprint::of(size, cell), goal);
        let found = flood.cells_until(scene.map(), from, budget, cost, |at| there(at.cell) <= reach && free(at.cell));
        let end = match found {
            Some(end) => end,
            None => {
                let reached = flood.reached().iter().filter(|reached| free(reached.cell));
                *reached.min_by_key(|reached| (there(reached.cell).max(reach), reached.cost))?
            }
        };
        flood.path(end.cell, end.facing, path);
        path.reverse();
        Some(())
    }
}

/// Whether a step of a way cannot be made any more.
fn is_blocked(scene: Scene<'_>, who: CombatantId, from: Cell, way: Facing) -> bool {
    matches!(scene.step_cost(who, from, way), Ok((_, InTheWay::Enemy)) | Err(_))
}

/// Squares up to where the weapon in hand reaches an enemy.
fn steps_to(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> u16 {
    scene.blow_distance(who, target).saturating_sub(scene.threat_reach(who).max(1))
}

/// Before any fighting: out of a hold, up from the ground, a potion for the badly hurt.
fn in_need(scene: Scene<'_>, who: CombatantId) -> Option<Action> {
    let fighter = scene.fighter(who);
    if fighter.hold.with != NONE
        && let Some(action) = tactics::in_hold(scene, who)
    {
        return Some(action);
    }
    if fighter.flags.has(Flags::PRONE)
        && let Some(up) = stand(scene, who)
    {
        return Some(up);
    }
    if scene.sheet(who).has_quick && fighter.has_immediate() && is_hurt(scene, who) {
        let potion = (0..2).find(|&hand| scene.judge_drink(who, hand).is_ok());
        return potion.map(|hand| Action::Drink { hand }).or_else(|| potion_from_belt(scene, who));
    }
    None
}

/// A potion that can still be drunk in this round, from the belt into a free hand.
fn potion_from_belt(scene: Scene<'_>, who: CombatantId) -> Option<Action> {
    let fighter = scene.fighter(who);
    let things = (0u8..).zip(&scene.sheet(who).items[..scene.sheet(who).own as usize]);
    let mut potions = things
        .filter(|(item, thing)| matches!(thing.kind, ItemKind::Potion(_)) && fighter.place(*item) == Some(Place::Belt));
    potions.find_map(|(item, _)| {
        let take = |hand| Action::TakeFromBelt { item, hand };
        [1, 0].map(take).into_iter().find(|action| scene.judge_action(who, action).is_ok())
    })
}

/// Half dead, a potion in hand is worth more than anything else.
fn is_hurt(scene: Scene<'_>, who: CombatantId) -> bool {
    2 * i32::from(scene.fighter(who).hp) <= scene.max_hp(who)
}

/// Whether a weapon that strikes or shoots is at hand.
fn strikes(scene: Scene<'_>, who: CombatantId) -> bool {
    scene.weapons_at_hand(who).any(|(item, _)| item != crate::sheet::UNARMED)
}

/// The one plain attack that serves best now.
fn single(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<Attack> {
    let aims = estimate::aims(scene, who, target);
    let (at, worth, luck) = estimate::best(&aims, scene.fighter(who).attacks.saturating_add(1), 0, 0)?;
    (worth > 0.0).then(|| Attack { luck, ..aims[at].attack })
}

/// The cheapest way to get up.
fn stand(scene: Scene<'_>, who: CombatantId) -> Option<Action> {
    let by_acrobatics = Action::StandByAcrobatics { luck: 0 };
    let check = scene.stand_check::<Sum>(who, 0);
    if scene.judge_action(who, &by_acrobatics).is_ok() && odds::reach(check.dice.more(), check.needed()) > LIKELY_UP {
        return Some(by_acrobatics);
    }
    scene.judge_stand(who).is_ok().then_some(Action::Stand)
}

fn guard(scene: Scene<'_>, who: CombatantId) -> Action {
    let able = |total| scene.judge_stance(who, total).is_ok();
    if able(true) {
        Action::TotalDefense
    } else if able(false) {
        Action::PreparedDefense
    } else {
        Action::End
    }
}

/// A sheathed weapon for an empty hand.
fn weapon_to_draw(scene: Scene<'_>, who: CombatantId) -> Option<(u8, u8)> {
    let mut found = None;
    scene.drawable(who, |item, hand| {
        if found.is_none() && scene.sheet(who).items[item as usize].weapon().is_some() {
            found = Some((item, hand));
        }
    });
    found
}

/// Whether a weapon is drawn only to go on with it: drawn here, it would not reach the enemy.
fn is_drawn_on_the_way(scene: Scene<'_>, who: CombatantId, target: CombatantId, arm: Action) -> bool {
    let Action::Draw { item, .. } = arm else { return false };
    let weapon = scene.sheet(who).weapon(item);
    let reach = if weapon.kind.flies() { weapon.range.max(weapon.reach) } else { weapon.reach };
    scene.distance(who, target) > u16::from(reach)
}

/// A weapon for empty hands: a sheathed one, or one at the feet.
fn arm(scene: Scene<'_>, who: CombatantId) -> Option<Action> {
    let found = weapon_to_draw(scene, who).map(|(item, hand)| Action::Draw { item, hand });
    let at = scene.fighter(who).at;
    let lying = || {
        let mut here = scene.state.ground.iter().filter(|thing| thing.at == at && thing.owner == who);
        let armed = |item: u8| scene.sheet(who).item(item).and_then(Item::weapon).is_some();
        here.find(|thing| armed(thing.item)).map(|thing| Action::PickUp { owner: who, thing: thing.item, hand: 0 })
    };
    found.or_else(lying).filter(|action| scene.judge_action(who, action).is_ok())
}

fn react(scene: Scene<'_>, who: CombatantId, to: CombatantId, trigger: Trigger) -> Reaction {
    let reaction = match trigger {
        Trigger::Leaves | Trigger::Shoots | Trigger::Casts => best_blow(scene, who, to).map(Reaction::Strike),
        Trigger::Charges => scene.brace_weapon(who).map(|item| Reaction::Set { item }),
        Trigger::Resolved => {
            let check = scene.stand_check::<Sum>(who, 0);
            let up = scene.may_stand_by_acrobatics(who) && odds::reach(check.dice.more(), check.needed()) > LIKELY_UP;
            let hurt = is_hurt(scene, who);
            let potion = (0..2).find(|&hand| hurt && scene.judge_drink_out_of_turn(who, hand).is_ok());
            let drink = potion.map(|hand| Reaction::Drink { hand });
            let up = up.then_some(Reaction::StandByAcrobatics { luck: 0 });
            drink.or(up).or_else(|| spells::quick(scene, who).map(Reaction::Cast))
        }
    };
    reaction.filter(|reaction| scene.judge_reaction(who, to, trigger, reaction).is_ok()).unwrap_or(Reaction::Pass)
}

/// The best melee attack out of turn.
fn best_blow(scene: Scene<'_>, who: CombatantId, at: CombatantId) -> Option<Attack> {
    let aims = estimate::aims(scene, who, at);
    let melee: ArrayVec<_, { estimate::MOST_AIMS }> =
        aims.into_iter().filter(|aim| aim.attack.way == Way::Melee).collect();
    let (best, _, luck) = estimate::best(&melee, 1, 0, 0)?;
    Some(Attack { luck, ..melee[best].attack })
}

/// The luck with which a save is likeliest to succeed: only the desperate gain by it.
fn lucky_save(scene: Scene<'_>, who: CombatantId, save: Save, against: i32) -> u8 {
    let needed = against - scene.save_bonus::<Sum>(who, save, 0).total();
    let chance = |luck: u8| odds::reach(i32::from(luck), needed + 4 * i32::from(luck));
    let mut best = 0;
    for luck in (1..8).take_while(|&luck| scene.judge_save(who, save, luck).is_ok()) {
        if chance(luck) > chance(best) {
            best = luck;
        }
    }
    best
}

fn braced(scene: Scene<'_>, who: CombatantId, at: CombatantId) -> Option<Attack> {
    let item = scene.brace_weapon(who)?;
    let off_hand = scene.fighter(who).hands[0] != item;
    let attack = Attack { off_hand, ..Attack::melee(at, item) };
    scene.judge_braced(who, at, Some(&attack)).is_ok().then_some(attack)
}
