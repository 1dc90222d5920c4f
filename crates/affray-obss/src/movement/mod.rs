//! Movement on squares: Movement, Run, Disengage, difficult ground, occupied squares.
//!
//! Rules `OB-050` to `OB-064`, `OB-194`, `OB-201`, `OB-207`, `OB-238`, `OB-239`. Charges, reach and mounts
//! have files of their own.

pub mod charge;
pub mod mount;
pub mod threat;

use crate::Obss;
use crate::decision::{Advance, Choice, Path, Question, place};
use crate::event::Event;
use crate::scene::{Fight, Footprint, Scene};
use crate::sheet::Size;
use crate::state::{Flags, NONE};
use crate::turn::react::Trigger;
use affray_grid::{Cell, Facing, Flood, Layout, PathStep};
use affray_kernel::referee::{CombatantId, Referee, Refusal, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;
use std::cell::RefCell;

/// A search and room for a path. On every thread its buffers are kept, so that a search that was warm once
/// allocates nothing.
pub(crate) fn searching<T>(search: impl FnOnce(&mut Flood, &mut Vec<PathStep>) -> T) -> T {
    thread_local! {
        static SEARCH: RefCell<(Flood, Vec<PathStep>)> = RefCell::new((Flood::new(), Vec::new()));
    }
    SEARCH.with(|kept| match kept.try_borrow_mut() {
        Ok(mut kept) => {
            let (flood, path) = &mut *kept;
            search(flood, path)
        }
        // A search within a search.
        Err(_) => search(&mut Flood::new(), &mut Vec::new()),
    })
}

/// An obstacle to a footprint; of several the last one counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InTheWay {
    /// Nothing.
    Nothing,
    /// `OB-063` An ally: it can be passed, but its square is no place to stop.
    Ally,
    /// `OB-063` A body, which is difficult too.
    Body,
    /// `OB-063` A living enemy.
    Enemy,
}

/// `OB-R93` The greatest difference in height that a step overcomes, in meters.
const STEEPEST: u32 = 1;

/// The obstacles to a mover.
#[derive(Debug)]
pub(crate) struct Crowd(ArrayVec<(Footprint, InTheWay), 64>);

impl Crowd {
    /// `OB-063` The worst obstacle in the way of a footprint.
    pub(crate) fn in_the_way(&self, there: Footprint) -> InTheWay {
        let obstacles = self.0.iter().filter(|(place, _)| place.overlaps(there)).map(|&(_, obstacle)| obstacle);
        obstacles.max().unwrap_or(InTheWay::Nothing)
    }
}

/// `OB-059` `OB-060` `OB-061` The price of a step in meters, straight or diagonal: 1, and 1 more if it is difficult, for
/// whatever reason.
pub(crate) fn step_price<T: Tally>(difficulty: Option<RuleId>) -> T {
    let square = T::base(rule!("OB-061").named("square"), 1);
    match difficulty {
        Some(reason) => square.plus(reason, 1),
        None => square,
    }
}

/// The [price](step_price) of a step as a number.
pub(crate) fn step_cost(difficulty: Option<RuleId>) -> u16 {
    step_price::<Sum>(difficulty).total() as u16
}

/// What a move took so far: its squares, and the difficult ones among them by their reasons.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    squares: i32,
    difficult: ArrayVec<(RuleId, i32), 8>,
}

impl Walked {
    fn enter(&mut self, difficulty: Option<RuleId>) {
        self.squares += 1;
        let Some(reason) = difficulty else { return };
        match self.difficult.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, squares)) => *squares += 1,
            None => _ = self.difficult.try_push((reason, 1)),
        }
    }

    /// `OB-059` `OB-061` The meters of the whole move.
    fn price<T: Tally>(&self) -> T {
        let squares = T::base(rule!("OB-061").named("squares"), self.squares);
        self.difficult.iter().fold(squares, |sum, &(reason, squares)| sum.plus(reason, squares))
    }
}

impl Scene<'_> {
    /// `OB-063` `OB-R19` The obstacle that another combatant is to a mover. Its mount or rider is none.
    fn obstacle(self, who: CombatantId, other: CombatantId) -> InTheWay {
        let fighter = self.fighter(other);
        if other == who || !fighter.is_present() || fighter.mounted == who.0 {
            InTheWay::Nothing
        } else if fighter.is_helpless() {
            InTheWay::Body
        } else if self.are_foes(who, other) {
            InTheWay::Enemy
        } else {
            InTheWay::Ally
        }
    }

    /// `OB-063` The combatants in the way of a footprint; of several the worst.
    pub fn in_the_way(self, who: CombatantId, there: Footprint) -> InTheWay {
        // Even the largest combatant overlaps only from here.
        let more = Size::LARGEST - 1;
        let (q, r) = (there.at.q.saturating_sub(i16::from(more)), there.at.r.saturating_sub(i16::from(more)));
        let around = Footprint { at: Cell { q, r }, side: there.side + more };
        let in_the_way =
            |other: &CombatantId| around.covers(self.fighter(*other).at) && self.footprint(*other).overlaps(there);
        let obstacles = self.state.ids().filter(in_the_way).map(|other| self.obstacle(who, other));
        obstacles.max().unwrap_or(InTheWay::Nothing)
    }

    /// The obstacles to a mover on the whole map, for a search of many squares.
    pub(crate) fn crowd(self, who: CombatantId) -> Crowd {
        let obstacles = self.state.ids().map(|other| (self.footprint(other), self.obstacle(who, other)));
        Crowd(obstacles.filter(|&(_, obstacle)| obstacle != InTheWay::Nothing).take(64).collect())
    }

    /// The price of a step in meters, or the rule that forbids it.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn step_cost(self, who: CombatantId, from: Cell, way: Facing) -> Result<(u16, InTheWay), Refusal> {
        self.step_cost_among(who, from, way, |there| self.in_the_way(who, there))
    }

    /// The [price](step_price) of a step in meters among obstacles that are known.
    pub(crate) fn step_cost_among(
        self,
        who: CombatantId,
        from: Cell,
        way: Facing,
        in_the_way: impl Fn(Footprint) -> InTheWay,
    ) -> Result<(u16, InTheWay), Refusal> {
        let (difficulty, there) = self.difficulty_among(who, from, way, in_the_way)?;
        Ok((step_cost(difficulty), there))
    }

    /// The [reason](Self::difficulty_among) for which a step is difficult.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(crate) fn difficulty(
        self,
        who: CombatantId,
        from: Cell,
        way: Facing,
    ) -> Result<(Option<RuleId>, InTheWay), Refusal> {
        self.difficulty_among(who, from, way, |there| self.in_the_way(who, there))
    }

    /// `OB-R93` The height of the highest square of a footprint, in meters.
    fn top(self, place: Footprint) -> i32 {
        place.cells().map(|cell| i32::from(self.floor(cell).elevation)).max().unwrap_or(0)
    }

    /// `OB-193` `OB-207` The state of a mover for which every square is difficult.
    fn own_difficulty(self, who: CombatantId) -> Option<RuleId> {
        let flags = self.fighter(who).flags;
        if flags.has(Flags::PRONE) {
            Some(rule!("OB-207").named("crawling"))
        } else {
            flags.has(Flags::TOTAL_DEFENSE).then_some(rule!("OB-193").named("Total Defense"))
        }
    }

    /// `OB-059` `OB-060` `OB-062` `OB-064` `OB-R18` `OB-R93` The reason for which a step among such obstacles is
    /// difficult, or the rule that forbids it. Of several reasons, which count once, the first of these: the mover's own
    /// state, the ground, a body.
    fn difficulty_among(
        self,
        who: CombatantId,
        from: Cell,
        way: Facing,
        in_the_way: impl Fn(Footprint) -> InTheWay,
    ) -> Result<(Option<RuleId>, InTheWay), Refusal> {
        let size = self.sheet(who).size;
        let to = from.step(way);
        let there = Footprint::of(size, to);
        let before = Footprint::of(size, from);
        let mut difficult_ground = false;
        let mut enter = |cell: Cell| {
            let floor = self.floor(cell);
            difficult_ground |= floor.difficult;
            if floor.solid {
                let refusal = Refusal::counted(rule!("OB-064"), "nobody can enter {},{}", place(cell));
                return Err(refusal.made_impossible());
            }
            Ok(())
        };
        if there.side == 1 {
            enter(to)?;
        } else {
            there.cells().filter(|&cell| !before.covers(cell)).try_for_each(&mut enter)?;
        }
        if self.setup.has_heights && self.top(there).abs_diff(self.top(before)) > STEEPEST {
            return Err(Refusal::new(rule!("OB-R93"), "that is too high or too deep to walk: go round it"));
        }
        // OB-062: both squares past which a diagonal step cuts.
        let (across, down) = way.vector();
        if across != 0 && down != 0 {
            let is_wall = |at: Cell| match there.side {
                1 => self.floor(at).wall,
                _ => Footprint::of(size, at).cells().any(|cell| self.floor(cell).wall),
            };
            if is_wall(Cell { q: to.q, r: from.r }) || is_wall(Cell { q: from.q, r: to.r }) {
                return Err(Refusal::new(rule!("OB-062"), "a diagonal step does not cut the corner of a wall"));
            }
        }
        let way = in_the_way(there);
        // OB-064: a body that the figure stood on already is no square that it newly covers.
        let body = |cell| in_the_way(Footprint { at: cell, side: 1 }) >= InTheWay::Body;
        let own = self.own_difficulty(who);
        let difficulty = if own.is_some() {
            own
        } else if difficult_ground {
            Some(rule!("OB-059").named("difficult ground"))
        } else if way == InTheWay::Body
            && (there.side == 1 || there.cells().filter(|&cell| !before.covers(cell)).any(body))
        {
            Some(rule!("OB-063").named("body"))
        } else {
            None
        };
        Ok((difficulty, way))
    }

    /// `OB-051` `OB-054` `OB-063` Whether a step of a move is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_step(self, who: CombatantId, path: &Path, way: Facing) -> Result<(), Refusal> {
        if way.layout() != Layout::Square {
            return Err(Refusal::impossible(rule!("OB-061"), "squares have eight sides: name one of them"));
        }
        let from = self.fighter(who).at;
        let (cost, in_the_way) = self.step_cost(who, from, way)?;
        let left = path.left();
        // OB-227: over enemies that were overrun already.
        if in_the_way == InTheWay::Enemy && path.passed != 0 {
            return self.judge_step_over(who, path, way);
        }
        if left < cost {
            let numbers = [i32::from(cost), i32::from(left)];
            let rule = if path.run { rule!("OB-054") } else { rule!("OB-051") };
            return Err(Refusal::counted(rule, "that costs {} m, and {} m are left", numbers));
        }
        match in_the_way {
            InTheWay::Nothing => Ok(()),
            InTheWay::Enemy => Err(Refusal::new(rule!("OB-063"), "an enemy is in the way: go round, or Overrun")),
            InTheWay::Ally | InTheWay::Body => {
                if self.can_get_out(who, from.step(way), left - cost) {
                    Ok(())
                } else {
                    Err(Refusal::new(rule!("OB-063"), "there is no way out of that occupied square any more"))
                }
            }
        }
    }

    /// `OB-227` Whether a step leads only over enemies that were overrun.
    fn judge_step_over(self, who: CombatantId, path: &Path, way: Facing) -> Result<(), Refusal> {
        let from = self.fighter(who).at;
        let foes = self.foes_at(who, Footprint::of(self.sheet(who).size, from.step(way)));
        let (cost, left) = (self.overrun_cost(who, from, way)?, path.left());
        if foes & !path.passed != 0 {
            return Err(Refusal::new(rule!("OB-063"), "an enemy is in the way: go round, or Overrun"));
        }
        if left < cost || !self.can_get_beyond(who, from.step(way), left - cost, Some(path.passed)) {
            return Err(Refusal::new(rule!("OB-227"), "there is no way out beyond any more"));
        }
        Ok(())
    }

    /// `OB-063` Whether a free square can still be reached from an occupied one.
    fn can_get_out(self, who: CombatantId, from: Cell, left: u16) -> bool {
        let size = self.sheet(who).size;
        let crowd = self.crowd(who);
        let free = |cell| crowd.in_the_way(Footprint::of(size, cell)) == InTheWay::Nothing;
        searching(|flood, _| {
            flood.cells(self.map(), from, left, |from, to| self.passing_cost(who, &crowd, from, to));
            flood.reached().iter().any(|reached| free(reached.cell))
        })
    }

    /// The price of a step past allies and bodies in a crowd; `None` where there is none.
    pub(crate) fn passing_cost(self, who: CombatantId, crowd: &Crowd, from: Cell, to: Cell) -> Option<u16> {
        let way = self.map().facing_towards(from, to);
        match self.step_cost_among(who, from, way, |there| crowd.in_the_way(there)) {
            Ok((_, InTheWay::Enemy)) | Err(_) => None,
            Ok((cost, _)) => Some(cost),
        }
    }

    /// `OB-186` `OB-207` `OB-263` `OB-264` `OB-333` Whether a combatant can go at all.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_going(self, who: CombatantId, run: bool) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        if fighter.flags.has(Flags::PINNED) {
            return Err(Refusal::new(rule!("OB-264"), "a Pinned combatant cannot move: escape first"));
        }
        if fighter.flags.has(Flags::GRAPPLED) {
            return Err(Refusal::new(rule!("OB-263"), "a Grappled combatant cannot move: escape first"));
        }
        if run && fighter.flags.has(Flags::PRONE) {
            return Err(Refusal::new(rule!("OB-207"), "a Prone combatant can only crawl: use Movement"));
        }
        if fighter.mounted != NONE && !fighter.is_mount {
            return Err(Refusal::new(rule!("OB-333"), "a rider goes where the mount goes: order it"));
        }
        self.judge_price(who, 1)
    }

    /// Whether an answer to [`Question::Advance`] is legal.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_advance(self, who: CombatantId, path: &Path, advance: &Advance) -> Result<(), Refusal> {
        match *advance {
            Advance::Step(way) => self.judge_step(who, path, way),
            Advance::Draw { item, hand } => {
                // A missing target or item is refused first, as no game master can allow it.
                self.judge_draw(who, item, hand)?;
                self.judge_once_drawn(who)
            }
            Advance::Sheathe { hand } => {
                self.judge_sheathe(who, hand)?;
                self.judge_once_drawn(who)
            }
            Advance::Overrun { way, acrobatics, luck } => self.judge_overrun(who, path, way, acrobatics, luck),
            Advance::Stop => {
                if self.in_the_way(who, self.footprint(who)) != InTheWay::Nothing {
                    return Err(Refusal::new(rule!("OB-063"), "a move does not end in an occupied square"));
                }
                Ok(())
            }
        }
    }

    /// `OB-201` `OB-R54` One draw or sheathe a move.
    fn judge_once_drawn(self, who: CombatantId) -> Result<(), Refusal> {
        if self.fighter(who).flags.has(Flags::DREW) {
            return Err(Refusal::new(rule!("OB-201"), "one thing is drawn or sheathed in a move"));
        }
        Ok(())
    }

    /// Lists the answers to [`Question::Advance`].
    pub fn advance_options(self, who: CombatantId, path: &Path, into: &mut Vec<Choice>) {
        let mut offer = |advance: Advance| {
            if self.judge_advance(who, path, &advance).is_ok() {
                into.push(Choice::Advance(advance));
            }
        };
        offer(Advance::Stop);
        for way in Facing::SQUARE {
            offer(Advance::Step(way));
            for acrobatics in [false, true] {
                offer(Advance::Overrun { way, acrobatics, luck: 0 });
            }
        }
        for hand in 0..2 {
            offer(Advance::Sheathe { hand });
        }
        self.drawable(who, |item, hand| offer(Advance::Draw { item, hand }));
    }

    /// `OB-194` Whether a combatant can disengage that way.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_disengage(self, who: CombatantId, way: Facing) -> Result<(), Refusal> {
        self.judge_going(who, false)?;
        if way.layout() != Layout::Square {
            return Err(Refusal::impossible(rule!("OB-061"), "squares have eight sides: name one of them"));
        }
        let (cost, in_the_way) = self.step_cost(who, self.fighter(who).at, way)?;
        if cost != 1 {
            return Err(Refusal::new(rule!("OB-194"), "Disengage goes into a square that costs 1 m"));
        }
        if in_the_way != InTheWay::Nothing {
            return Err(Refusal::new(rule!("OB-063"), "that square is occupied"));
        }
        Ok(())
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-051` `OB-052` `OB-053` `OB-054` `OB-058` `OB-R17` `OB-050` A Movement or a Run, square by square.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn go(&mut self, who: CombatantId, run: bool) -> Result<(), R::Pause> {
        self.pay(who, 1);
        let base = u16::from(self.scene().sheet(who).move_);
        let fighter = &mut self.state[who];
        fighter.flags.clear(Flags::DREW);
        if run {
            // OB-055 to OB-058: the penalties of one Run are those of several.
            fighter.flags.set(Flags::RAN);
        }
        let from = fighter.at;
        let mut path = Path::begin(from, if run { 2 * base } else { base }, run);
        let (mut stopped, mut walked) = (false, Walked::default());
        loop {
            let question = Question::Advance { who, path };
            let Choice::Advance(advance) = self.ask(question)? else {
                break;
            };
            match advance {
                Advance::Stop => {
                    stopped = true;
                    break;
                }
                Advance::Draw { item, hand } => {
                    self.state[who].flags.set(Flags::DREW);
                    self.take_in_hand(who, item, hand, 0);
                }
                Advance::Sheathe { hand } => {
                    self.state[who].flags.set(Flags::DREW);
                    self.sheathe(who, hand, 0);
                }
                Advance::Step(way) => {
                    // A step that only a game master allows has its price too.
                    let (difficulty, free) = self.difficulty_of_step(who, &path, way);
                    if !self.step(who, way)? {
                        break;
                    }
                    let cost = self.pay_step(who, difficulty, &mut walked);
                    if free {
                        path.free = self.state[who].at;
                    }
                    path.spent = path.spent.saturating_add(cost);
                    path.steps = path.steps.saturating_add(1);
                }
                Advance::Overrun { way, acrobatics, luck } => {
                    if !self.overrun(who, (&mut path, &mut walked), way, acrobatics, luck)? {
                        break;
                    }
                }
            }
        }
        self.state[who].flags.clear(Flags::DREW);
        self.show_walk(who, &walked);
        if stopped && path.steps == 0 {
            self.tell(Event::Stays { who, at: from });
        }
        Ok(())
    }

    /// The price of the step that was made last, in meters; shown where the step is difficult.
    pub(crate) fn pay_step(&mut self, who: CombatantId, difficulty: Option<RuleId>, walked: &mut Walked) -> u16 {
        if difficulty.is_some() {
            let meters: R::Tally = step_price(difficulty);
            self.referee.show(Why::new(who, rule!("OB-059"), "last step"), &meters);
        }
        walked.enter(difficulty);
        step_cost(difficulty)
    }

    /// Shows the meters of a whole move of several squares, some of them difficult.
    pub(crate) fn show_walk(&mut self, who: CombatantId, walked: &Walked) {
        if walked.squares > 1 && !walked.difficult.is_empty() {
            self.referee.show(Why::new(who, rule!("OB-051"), "whole move"), &walked.price::<R::Tally>());
        }
    }

    /// The reason for which a step is difficult, over enemies that were overrun too, and whether it leads into a free
    /// square (`OB-229`).
    pub(crate) fn difficulty_of_step(&self, who: CombatantId, path: &Path, way: Facing) -> (Option<RuleId>, bool) {
        let (scene, from) = (self.scene(), self.state[who].at);
        match scene.difficulty(who, from, way) {
            Ok((plain, InTheWay::Enemy)) if path.passed != 0 => {
                (plain.or_else(|| scene.overrun_difficulty(who, from, way)), false)
            }
            Ok((difficulty, there)) => (difficulty, there == InTheWay::Nothing),
            Err(_) => (None, true),
        }
    }

    /// `OB-238` `OB-239` `OB-R83` `OB-R92` A voluntary step, with the attacks that it provokes. Says whether the mover
    /// can go on.
    ///
    /// # Errors
    /// If an input is missing.
    pub fn step(&mut self, who: CombatantId, way: Facing) -> Result<bool, R::Pause> {
        let rider = self.state[who].mounted;
        self.window(who, Trigger::Leaves)?;
        // OB-R83: a mount that loses its rider there stays.
        let unseated = self.state[who].mounted != rider;
        // The blow falls in the square that is left; a mover that goes down stays there.
        if unseated || !self.state[who].is_able() || self.state[who].flags.any(Flags::GRAPPLED.union(Flags::PINNED)) {
            let occupied = self.scene().in_the_way(who, self.scene().footprint(who)) != InTheWay::Nothing;
            self.tell(Event::BreaksOff { who, occupied, unseated });
            return Ok(false);
        }
        let to = self.state[who].at.step(way);
        self.put(who, to);
        Ok(true)
    }

    /// Puts a combatant, with its mount or rider, on a square.
    pub fn put(&mut self, who: CombatantId, to: Cell) {
        self.state[who].at = to;
        let mounted = self.state[who].mounted;
        if let Some(other) = self.state.fighters.get_mut(mounted as usize) {
            other.at = to;
        }
        self.tell(Event::Moves { who, to });
    }

    /// `OB-194` One square without provoking anybody.
    pub fn disengage(&mut self, who: CombatantId, way: Facing) {
        self.pay(who, 1);
        let to = self.state[who].at.step(way);
        self.put(who, to);
    }
}
