//! The way: straight ahead where nothing is in between, searched for where something is; and how it is
//! gone hex by hex.

use super::sight::Foe;
use super::{LONGEST_WAY, STAY, Tactician};
use crate::decision::{Advance, Path, Step};
use crate::movement::{LEDGE, hex_cost, turn_cost};
use crate::scene::Scene;
use crate::state::{Flags, Motion};
use affray_grid::{Arc, Cell, Facing, Reached};
use affray_kernel::referee::CombatantId;

/// Stands for a hex that cannot be passed.
const NO_WAY: u8 = u8::MAX;

/// The sides of a hex as turns from one of them: straight ahead first, then the nearest to it.
pub(super) const ASIDE: [i8; 6] = [0, 1, -1, 2, -2, 3];

/// Whether a figure goes into a hex without harm: without a ledge or bad footing.
fn is_safe(scene: Scene<'_>, from: Cell, to: Cell) -> bool {
    scene.map().ground(to).is_some_and(|ground| {
        !ground.impassable && ground.footing.is_none() && scene.map().elevation_difference(from, to).abs() < LEDGE
    })
}

/// Whether it does so on open ground.
fn is_easy(scene: Scene<'_>, from: Cell, to: Cell) -> bool {
    is_safe(scene, from, to) && scene.map().at(to).extra_cost_half <= 1
}

/// A cell with somebody in it when a search began, and what passing costs.
pub(super) type Body = (Cell, u8);

/// Whether somebody else was in a cell when the search began.
fn is_taken(bodies: &[Body], cell: Cell) -> bool {
    bodies.iter().any(|body| body.0 == cell)
}

/// The longest detour that is worth a place behind a foe, in half points.
const LONGEST_DETOUR: i32 = 4;

/// `DF-R24` The deepest ledge that a figure goes over of its own will, in yards.
const DEEPEST_LEAP: i32 = 3;

/// Whether somebody could come to a stand there.
fn is_free(scene: Scene<'_>, cell: Cell, who: CombatantId) -> bool {
    scene.is_free(cell, who)
}

impl Tactician {
    /// Plans the way until a foe is within so many hexes; `false` if there is none. Ends in a foe's hex
    /// for 0.
    pub(super) fn go_near(&mut self, scene: Scene<'_>, who: CombatantId, target: Cell, hexes: i32) -> bool {
        self.plan.way.clear();
        self.plan.gone = 0;
        let (map, at) = (scene.map(), scene.fighter(who).at);
        // Nowhere is nearer than here.
        if map.distance(at, target) as i32 <= hexes.min(1) && hexes != 0 {
            return false;
        }
        self.straight(scene, who, target, hexes) || self.around(scene, who, hexes)
    }

    /// Plans the way into a hex, if nothing much is in between.
    pub(super) fn go_straight(&mut self, scene: Scene<'_>, who: CombatantId, target: Cell) -> bool {
        self.plan.way.clear();
        self.plan.gone = 0;
        self.straight(scene, who, target, 0)
    }

    /// The straight way, with a detour of a hex or two at the most.
    fn straight(&mut self, scene: Scene<'_>, who: CombatantId, target: Cell, hexes: i32) -> bool {
        let (map, fighter) = (scene.map(), scene.fighter(who));
        let (mut at, mut facing, mut before) = (fighter.at, fighter.facing, fighter.at);
        let mut left = map.distance(at, target) as i32;
        let mut detours = 2;
        while hexes < left && self.plan.way.len() < LONGEST_WAY {
            let mut best: Option<(u8, Cell, Facing)> = None;
            // Nearer beats aside, so hexes aside are only looked at where no nearer one is open.
            for aside in [false, true] {
                if best.is_some() || aside && detours == 0 {
                    break;
                }
                let wanted = if aside { left } else { left - 1 };
                for &side in Facing::all(map.layout()) {
                    let to = at.step(side);
                    if map.distance(to, target) as i32 != wanted || aside && to == before {
                        continue;
                    }
                    let last = hexes == 0 && to == target;
                    // Ahead beats a turn.
                    let price = facing.sides_to(side) + if aside { 8 } else { 0 };
                    if best.is_none_or(|(least, ..)| price < least)
                        && is_easy(scene, at, to)
                        && (last || scene.occupant(to, who).is_none())
                    {
                        best = Some((price, to, side));
                    }
                }
            }
            let Some((price, to, side)) = best else {
                self.plan.way.clear();
                return false;
            };
            self.plan.way.push(to);
            (before, at, facing) = (at, to, side);
            if price >= 8 {
                detours -= 1;
            } else {
                left -= 1;
            }
        }
        let sees = hexes <= 1 || map.in_sight(at, target);
        if !sees {
            self.plan.way.clear();
        }
        !self.plan.way.is_empty()
    }

    /// The cheapest way to within so many hexes of any foe, or as near as one can come.
    fn around(&mut self, scene: Scene<'_>, who: CombatantId, hexes: i32) -> bool {
        let nearest = self.foes.first().map_or(0, |foe| foe.near);
        // A short detour first; the whole field only if there is none.
        for budget in [2 * nearest + 6, 2 * nearest + 14, 4 * nearest + 60] {
            if let Some((cell, facing)) = self.nearest_place(scene, who, hexes, budget.clamp(0, 200) as u16) {
                return self.take_way(cell, facing);
            }
        }
        // As near as it gets, if that is nearer than here.
        let map = scene.map();
        let mut best = (nearest, 0, None);
        for reached in self.flood.reached() {
            if is_taken(&self.bodies, reached.cell) {
                continue;
            }
            let near = self.foes.iter().map(|foe| map.distance(reached.cell, foe.at) as i32).min().unwrap_or(nearest);
            if near < best.0 {
                best = (near, reached.cost, Some((reached.cell, reached.facing)));
            }
        }
        best.2.is_some_and(|(cell, facing)| self.take_way(cell, facing))
    }

    /// The cheapest place within so many hexes of a foe. From the side or from behind is worth a little detour, so the
    /// search goes on until nothing that it reaches yet can be cheaper.
    pub(super) fn nearest_place(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        hexes: i32,
        budget: u16,
    ) -> Option<(Cell, Facing)> {
        let map = scene.map();
        let start = scene.fighter(who).at;
        let mut best: Option<(i32, Cell, Facing)> = None;
        self.spread(scene, who, budget, |foes, bodies, reached| {
            let cost = i32::from(reached.cost);
            if best.is_some_and(|(least, ..)| cost > least + LONGEST_DETOUR) {
                return true;
            }
            for foe in foes {
                let distance = scene.blow_between(reached.cell, foe.at);
                if hexes < distance || distance == 0 && hexes != 0 {
                    continue;
                }
                if reached.cell != start && hexes != 0 && is_taken(bodies, reached.cell) {
                    break;
                }
                if distance > 1 && !map.in_sight(reached.cell, foe.at) {
                    continue;
                }
                let it = scene.fighter(foe.id);
                let arc = if distance == 0 { Arc::Front } else { map.arc(it.at, it.facing, reached.cell) };
                let price = cost
                    - match arc {
                        Arc::Front => 0,
                        Arc::Left | Arc::Right => 2,
                        Arc::Rear => LONGEST_DETOUR,
                    };
                if best.is_none_or(|(least, ..)| price < least) {
                    best = Some((price, reached.cell, reached.facing));
                }
            }
            false
        });
        best.map(|(_, cell, facing)| (cell, facing))
    }

    /// `DF-R100` Plans the way to within so many hexes of a foe that leads down a ledge.
    pub(super) fn leap_down(&mut self, scene: Scene<'_>, who: CombatantId, hexes: i32) -> bool {
        self.plan.leaps = true;
        let place = self.nearest_place(scene, who, hexes, 200);
        self.plan.leaps = false;
        place.is_some_and(|(cell, facing)| self.take_way(cell, facing))
    }

    /// Away from the foes: to where the map can be left, or as far as one can come.
    pub(super) fn go_away(&mut self, scene: Scene<'_>, who: CombatantId) -> bool {
        self.plan.way.clear();
        self.plan.gone = 0;
        let map = scene.map();
        self.look_for_ways_out(scene);
        let here = scene.fighter(who).at;
        // One turn ahead; the whole field only where that leads nowhere.
        let turn = (2 * scene.move_points(who) + 2).clamp(2, 40) as u16;
        for budget in [turn, 200] {
            self.spread(scene, who, budget, |_, _, _| false);
            let price = |cell: Cell| {
                let near = self.foes.iter().map(|foe| map.distance(cell, foe.at) as i32).min().unwrap_or(99);
                3 * self.way_out(scene, cell) - 2 * near.min(12)
            };
            let mut best = (price(here), None);
            for reached in self.flood.reached() {
                if reached.cost == 0 || is_taken(&self.bodies, reached.cell) {
                    continue;
                }
                let price = price(reached.cell);
                if price < best.0 {
                    best = (price, Some((reached.cell, reached.facing)));
                }
            }
            if let Some((cell, facing)) = best.1 {
                return self.take_way(cell, facing);
            }
        }
        false
    }

    /// Measures the ways to the edge of the map, once an encounter: round walls, whoever stands there.
    fn look_for_ways_out(&mut self, scene: Scene<'_>) {
        let map = scene.map();
        if map.is_open() || std::mem::replace(&mut self.knows_ways_out, true) {
            return;
        }
        let is_open = |cell: Cell| map.ground(cell).is_some_and(|ground| !ground.impassable);
        let leads_out = |cell: Cell| Facing::all(map.layout()).iter().any(|&side| !map.contains(cell.step(side)));
        let exits: Vec<Cell> = map.bounds().cells().filter(|&cell| leads_out(cell) && is_open(cell)).collect();
        self.ways_out.run(map, &exits, u16::MAX, is_open);
    }

    /// How many hexes it is to where one can leave the map; 0 on an open map, and where no way leads out.
    fn way_out(&self, scene: Scene<'_>, cell: Cell) -> i32 {
        if scene.map().is_open() { 0 } else { self.ways_out.distance(cell).map_or(0, i32::from) }
    }

    /// Searches the cells around, by what they cost to enter, until one of them ends the search; friends and bodies can
    /// be passed.
    fn spread(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        budget: u16,
        mut ends: impl FnMut(&[Foe], &[Body], Reached) -> bool,
    ) {
        let map = scene.map();
        let start = scene.fighter(who).at;
        self.bodies.clear();
        for other in scene.state.ids() {
            let fighter = scene.fighter(other);
            if other == who || !fighter.is_present() || fighter.flags.has(Flags::DEAD) {
                continue;
            }
            let cost = match (fighter.is_conscious(), scene.are_foes(who, other)) {
                (true, true) if !self.plan.closes => NO_WAY,
                (true, _) => 8,
                (false, _) => 4,
            };
            for cell in [Some(fighter.at), fighter.second_cell()].into_iter().flatten() {
                let _ = self.bodies.try_push((cell, cost));
            }
        }
        let (foes, bodies, leaps) = (&self.foes, &self.bodies, self.plan.leaps);
        // Most cells have nobody in them, and one look at a few bits tells that.
        let bit = |cell: Cell| 1u64 << ((i32::from(cell.q) + 8 * i32::from(cell.r)) & 63);
        let taken = bodies.iter().fold(0, |taken, body| taken | bit(body.0));
        let price = |from: Cell, to: Cell| {
            let ground = map.ground(to)?;
            let down = i32::from(map.at(from).elevation) - i32::from(ground.elevation);
            if ground.impassable || down <= -LEDGE || if leaps { DEEPEST_LEAP < down } else { LEDGE <= down } {
                return None;
            }
            let mut cost = 2 + u16::from(ground.extra_cost_half);
            if let Some(footing) = ground.footing {
                cost += 3 + u16::from(footing.unsigned_abs());
            }
            for body in if taken & bit(to) == 0 { &[][..] } else { bodies } {
                if body.0 == to {
                    if body.1 == NO_WAY {
                        return None;
                    }
                    cost += u16::from(body.1);
                }
            }
            Some(cost)
        };
        self.flood.cells_until(map, start, budget, price, |reached| ends(foes, bodies, reached));
    }

    fn take_way(&mut self, cell: Cell, facing: Facing) -> bool {
        self.flood.path(cell, facing, &mut self.steps);
        self.plan.way.clear();
        self.plan.gone = 0;
        for step in &self.steps {
            if self.plan.way.try_push(step.cell).is_err() {
                break;
            }
        }
        !self.plan.way.is_empty()
    }

    /// Whether friends or bodies are in the way so close together that so many half points lead nowhere.
    pub(super) fn is_held_up(&self, scene: Scene<'_>, who: CombatantId, points: i32) -> bool {
        let mut left = points;
        for &cell in &self.plan.way {
            left -= i32::from(hex_cost(scene.fighter(who).posture, true, scene.map().at(cell).extra_cost_half));
            if scene.occupant(cell, who).is_none() {
                return false;
            }
            if left <= 0 {
                return true;
            }
        }
        false
    }

    /// Half points that the planned way costs from where the figure stands, turning first worked in; how it faces at the
    /// end; and whether it goes forward all the way.
    pub(super) fn price_of_way(&self, scene: Scene<'_>, who: CombatantId) -> (i32, Facing, bool) {
        let fighter = scene.fighter(who);
        let (mut at, mut facing) = (fighter.at, fighter.facing);
        let (mut price, mut ahead) = (0, true);
        for (index, &cell) in self.plan.way.iter().enumerate() {
            let Some(side) = side_to(at, cell) else { break };
            let turn = facing.sides_to(side);
            if index == 0 && turn > 1 {
                price += i32::from(turn_cost(turn - 1));
                facing = side;
            }
            let forward = facing.sides_to(side) <= 1;
            price += i32::from(hex_cost(fighter.posture, forward, scene.map().at(cell).extra_cost_half));
            if forward {
                facing = side;
            }
            ahead &= forward;
            at = cell;
        }
        (price, facing, ahead)
    }

    /// The next piece of a move.
    pub(super) fn advance(&mut self, scene: Scene<'_>, who: CombatantId, path: &Path) -> Advance {
        let fighter = scene.fighter(who);
        let strike_now = |this: &mut Self| {
            this.look(scene, who);
            this.find_arms(scene, who);
            let plan = crate::decision::AttackPlan {
                straight: path.straight,
                ..crate::decision::AttackPlan::of(crate::decision::AttackFrom::MoveAndAttack)
            };
            this.best_blow(scene, who, &plan, false, false).is_some()
                || this.best_blow(scene, who, &plan, true, false).is_some()
        };
        while self.plan.way.get(self.plan.gone) == Some(&fighter.at) {
            self.plan.gone += 1;
        }
        let next = self.plan.way.get(self.plan.gone).copied();
        let piece = next.and_then(|cell| self.piece(scene, who, path, cell)).unwrap_or(STAY);
        if piece == STAY && path.may_attack && strike_now(self) {
            return Advance::Attack;
        }
        if piece != STAY || path.hexes == 0 || scene.occupant(fighter.at, who).is_none() {
            return piece;
        }
        Self::out_of_here(scene, who, path)
    }

    /// `DF-123` Out of the hex of a friend, where the way that was planned does not lead on any more.
    pub(super) fn out_of_here(scene: Scene<'_>, who: CombatantId, path: &Path) -> Advance {
        let fighter = scene.fighter(who);
        if scene.judge_advance(who, path, &STAY).is_ok() {
            return STAY;
        }
        let pieces = Facing::HEX
            .into_iter()
            .flat_map(|side| [Advance::Forward { side, close: false }, Advance::Sidestep { side, close: false }]);
        let legal = |piece: &Advance| scene.judge_advance(who, path, piece).is_ok();
        let empty = |piece: &Advance| match *piece {
            Advance::Forward { side, .. } | Advance::Sidestep { side, .. } => scene.is_free(fighter.at.step(side), who),
            _ => false,
        };
        pieces.clone().filter(legal).find(empty).or_else(|| pieces.clone().find(legal)).unwrap_or(STAY)
    }

    /// Whether the points suffice to get through the hexes of friends and bodies ahead, and out again.
    fn gets_through(&self, scene: Scene<'_>, who: CombatantId, path: &Path) -> bool {
        let fighter = scene.fighter(who);
        let (mut at, mut facing, mut left) = (fighter.at, fighter.facing, path.left());
        for &cell in &self.plan.way[self.plan.gone..] {
            let Some(side) = side_to(at, cell) else { return false };
            let forward = facing.sides_to(side) <= 1;
            if !forward && path.forward_only {
                return false;
            }
            left -= hex_cost(fighter.posture, forward, scene.map().at(cell).extra_cost_half);
            if left < if path.sprint && !forward { 2 } else { 0 } {
                return false;
            }
            if scene.occupant(cell, who).is_none() || self.plan.closes && self.plan.way.last() == Some(&cell) {
                return true;
            }
            if forward {
                facing = side;
            }
            at = cell;
        }
        false
    }

    /// How to go into the next hex of the way.
    fn piece(&self, scene: Scene<'_>, who: CombatantId, path: &Path, cell: Cell) -> Option<Advance> {
        let fighter = scene.fighter(who);
        let side = side_to(fighter.at, cell)?;
        let turn = fighter.facing.sides_to(side);
        let foe = scene.has_foe(cell, who);
        let close = foe && self.plan.closes && self.plan.gone + 1 == self.plan.way.len();
        let last = self.plan.gone + 1 == self.plan.way.len();
        let passes = !close && scene.occupant(cell, who).is_some();
        if passes && turn <= 1 && !self.gets_through(scene, who, path) {
            return None;
        }
        if turn <= 1 {
            return Some(Advance::Forward { side, close });
        }
        let extra = scene.map().at(cell).extra_cost_half;
        let turning = turn_cost(turn - 1) + hex_cost(fighter.posture, true, extra);
        // A single hex aside is as cheap with the eyes on the foe.
        let aside = last || path.hexes != 0;
        if path.hexes == 0 && (!aside || path.forward_only) && turning <= path.left() {
            let sides = fighter.facing.turn_to(side);
            return Some(Advance::Turn { to: fighter.facing.turned(sides - sides.signum()) });
        }
        if path.forward_only || passes && !self.gets_through(scene, who, path) {
            return None;
        }
        Some(Advance::Sidestep { side, close })
    }

    /// `DF-054` A Step back after a blow, for a weapon that outreaches the foes around.
    pub(super) fn step_back(&mut self, scene: Scene<'_>, who: CombatantId, stay: Step) -> Option<Step> {
        let fighter = scene.fighter(who);
        let nearest = *self.foes.first()?;
        let far = scene.map().distance(fighter.at, nearest.at) as i32;
        let mine = fighter.flags.has(Flags::ACTING) && !fighter.motion.has(Motion::TURNED);
        if !mine || nearest.reach + 1 < far || far == 0 {
            return None;
        }
        self.find_arms(scene, who);
        let longest = self.arms.iter().filter(|arm| !arm.is_ranged()).map(|arm| arm.longest()).max()?;
        // Worth it where the foe has to come again, and the weapon still reaches.
        if longest <= nearest.reach || longest <= far {
            return None;
        }
        let map = scene.map();
        let now = self.exposure(scene, fighter.at, stay.facing);
        let mut best: Option<(f32, Step)> = None;
        let back = map.facing_towards(nearest.at, fighter.at);
        for side in ASIDE.map(|turn| back.turned(turn)) {
            let to = fighter.at.step(side);
            if map.distance(to, nearest.at) as i32 <= far || !is_safe(scene, fighter.at, to) || !is_free(scene, to, who)
            {
                continue;
            }
            let facing = self.best_facing(scene, to, fighter.facing, 6);
            let cost = self.exposure(scene, to, facing);
            let step = Step { hex: Some(side), posture: None, facing };
            if cost < now && best.is_none_or(|(least, _)| cost < least) && scene.judge_step(who, Some(&step)).is_ok() {
                best = Some((cost, step));
            }
        }
        best.map(|(_, step)| step)
    }

    /// `DF-056` Whether a figure can step into a hex next to it without harm: whatever the ground costs.
    pub(super) fn can_step(scene: Scene<'_>, who: CombatantId, to: Cell) -> bool {
        is_safe(scene, scene.fighter(who).at, to) && scene.occupant(to, who).is_none()
    }

    /// The Step to a side, facing so there, if it leads to where one can [step](Self::can_step) and is legal.
    pub(super) fn step_to(scene: Scene<'_>, who: CombatantId, side: Facing, facing: Facing) -> Option<Step> {
        let step = Step { hex: Some(side), posture: None, facing };
        let open = Self::can_step(scene, who, scene.fighter(who).at.step(side));
        (open && scene.judge_step(who, Some(&step)).is_ok()).then_some(step)
    }

    /// Whether a Step leads to a place to strike a foe from: a free hex, or the foe's own, where nobody else is.
    pub(super) fn can_step_to(scene: Scene<'_>, who: CombatantId, to: Cell, foe: CombatantId) -> bool {
        let closes = || scene.fighter(foe).at == to && scene.occupants(to, who).all(|other| other == foe);
        is_safe(scene, scene.fighter(who).at, to) && (scene.occupant(to, who).is_none() || closes())
    }
}

/// The side of a cell on which another lies next to it.
pub(super) fn side_to(from: Cell, to: Cell) -> Option<Facing> {
    Facing::HEX.into_iter().find(|&side| from.step(side) == to)
}

impl Tactician {
    /// To where a foe can be shot at.
    pub(super) fn go_to_shoot(&mut self, scene: Scene<'_>, who: CombatantId, hexes: i32) -> bool {
        self.plan.way.clear();
        self.plan.gone = 0;
        self.around(scene, who, hexes.max(2))
    }
}
