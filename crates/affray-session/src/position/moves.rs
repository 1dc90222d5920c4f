//! Movements as places to go to, with the way there.

use super::Position;
use crate::choices::Asked;
use crate::ruleset::Rules;
use crate::sorting::sort_by_key;
use affray_grid::{Arc as Side, Cell, Facing};
use affray_kernel::referee::{CombatantId, Game, Input, Record};
use affray_kernel::tally::Lines;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// Moments of a movement that are looked at, at the most.
const MOST_MOMENTS: usize = 6_000;

/// A place at which a movement can end.
#[derive(Debug, Clone, PartialEq)]
pub struct Destination<C, Q> {
    /// The cell.
    pub cell: Cell,
    /// The facing there, if there are facings.
    pub facing: Option<Facing>,
    /// The cells on the way, without the one from which it starts and with the last one.
    pub cells: Vec<Cell>,
    /// The choices that lead there, the last of which ends the movement.
    pub choices: Vec<C>,
    /// The cell after each of them, but for one that only ends the movement.
    pub after: Vec<Cell>,
    /// What others are asked on the way. It leads there if they let it: if they take their default choices.
    pub asks: Vec<Q>,
    /// It is in a cell of a foe.
    pub enters: bool,
    /// What is asked there before the movement ends: it says what is left of it. Empty where nothing is left.
    pub prompt: String,
}

/// A destination of a game.
pub type DestinationOf<G> = Destination<<G as Game>::Choice, <G as Game>::Question>;

/// A way as far as it was found.
struct Trail<G: Game> {
    choices: Vec<G::Choice>,
    after: Vec<Cell>,
    cells: Vec<Cell>,
    asks: Vec<G::Question>,
    enters: bool,
}

/// A moment to which a way leads.
struct Walked<G: Rules> {
    at: Position<G>,
    /// Whether the movement goes on there.
    goes_on: bool,
    trail: Trail<G>,
}

/// Where somebody wants to go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// To a cell.
    Cell(Cell),
    /// As near to somebody as possible, and facing there.
    To(CombatantId),
    /// Beside somebody, as far to the back as possible, and facing there.
    Flank(CombatantId),
    /// As far from somebody as possible.
    Away(CombatantId),
}

impl<G: Game> Trail<G> {
    /// The destination at its end, which a further choice may end.
    fn ends(
        &self,
        (cell, facing): (Cell, Option<Facing>),
        stop: Option<G::Choice>,
        prompt: String,
    ) -> DestinationOf<G> {
        let Self { mut choices, after, cells, asks, enters } = self.clone();
        choices.extend(stop);
        Destination { cell, facing, cells, choices, after, asks, enters, prompt }
    }
}

/// The places to which ways were found, each with the most that was left there. What a person is told stands for it where the
/// game does not say.
#[derive(Debug, Default)]
pub(super) struct Seen(HashMap<Spot, i32>);

/// A place, and what a person is told there where that stands for what is left.
type Spot = (Option<(Cell, Option<Facing>)>, String);

/// A way, and what each step of it costs, by its place among the choices.
type Told<'a, G> = (&'a DestinationOf<G>, Vec<(usize, Lines)>);

impl Seen {
    fn of<G: Rules>(at: &Position<G>, me: CombatantId) -> (Spot, i32) {
        let left = at.question().and_then(G::left);
        let told = |question| G::prompt(&at.setup, &at.state, question);
        let prompt = if left.is_some() { String::new() } else { at.question().map_or_else(String::new, told) };
        ((G::place(&at.setup, &at.state, me), prompt), left.unwrap_or_default())
    }

    /// Whether a way to that place is known after which as much is left.
    pub(super) fn has<G: Rules>(&self, at: &Position<G>, me: CombatantId) -> bool {
        let (key, left) = Self::of(at, me);
        self.0.get(&key).is_some_and(|most| left <= *most)
    }

    /// Takes note of a way to a place; says whether none was known that is as good.
    pub(super) fn is_new<G: Rules>(&mut self, at: &Position<G>, me: CombatantId) -> bool {
        let (key, left) = Self::of(at, me);
        let is_new = self.0.get(&key).is_none_or(|most| *most < left);
        if is_new {
            self.0.insert(key, left);
        }
        is_new
    }
}

impl<G: Game> Clone for Trail<G> {
    fn clone(&self) -> Self {
        let Self { choices, after, cells, asks, enters } = self;
        Self {
            choices: choices.clone(),
            after: after.clone(),
            cells: cells.clone(),
            asks: asks.clone(),
            enters: *enters,
        }
    }
}

impl<G: Rules> Position<G> {
    /// Whether the question that is due goes on with a movement.
    pub fn is_moving(&self) -> bool {
        self.question().is_some_and(|question| G::PATHS.contains(&question.key()))
    }

    /// The places at which the movement that goes on can end, each with the shortest way there, nearest first. A way on which
    /// others are asked is found only where no other leads. A way through a cell of a foe, or on which dice are due, is none.
    pub fn destinations(&self) -> Vec<DestinationOf<G>> {
        self.survey().0
    }

    /// The [destinations](Self::destinations), and how many moments of the movement were looked at for them.
    pub fn survey(&self) -> (Vec<DestinationOf<G>>, usize) {
        let Some(me) = self.asked().filter(|_| self.is_moving()) else { return (Vec::new(), 0) };
        let place = |at: &Self| G::place(&at.setup, &at.state, me);
        let foes = self.foes_cells(me);
        let (mut all, mut found) = (Vec::new(), HashSet::new());
        let mut seen = Seen::default();
        seen.is_new(self, me);
        let trail =
            Trail { choices: Vec::new(), after: Vec::new(), cells: Vec::new(), asks: Vec::new(), enters: false };
        let start = Walked { at: self.clone(), goes_on: true, trail };
        // Moments on ways that are free, then those on which others are asked, then those in cells of foes.
        let mut waiting = [VecDeque::from([start]), VecDeque::new(), VecDeque::new()];
        // What does not go anywhere, such as a draw on the way, need not be tried again.
        let mut idle = Vec::new();
        let mut moments = 0;
        while let Some((rank, Walked { at, goes_on, trail })) = next_of(&mut waiting) {
            let (Some(question), Some(here)) = (at.question().copied(), place(&at)) else { continue };
            if !goes_on {
                if found.insert(here) {
                    all.push(trail.ends(here, None, String::new()));
                }
                continue;
            }
            if rank > 0 && !seen.is_new(&at, me) {
                continue;
            }
            moments += 1;
            if moments > MOST_MOMENTS {
                break;
            }
            let stop = G::default_choice(&at.setup, &at.state, &question);
            if at.judge(&stop).is_ok() && found.insert(here) {
                all.push(trail.ends(here, Some(stop), G::prompt(&at.setup, &at.state, &question)));
            }
            // Nobody goes through a foe in one go.
            if trail.enters {
                continue;
            }
            for choice in at.options() {
                if choice == stop || idle.contains(&choice) {
                    continue;
                }
                let Ok(next) = at.apply_legal(choice) else { continue };
                let (next, asked) = next.past_others(me);
                let goes_on = next.asked() == Some(me) && next.is_moving();
                let Some(there) = place(&next).filter(|there| *there != here) else {
                    if goes_on {
                        idle.push(choice);
                    }
                    continue;
                };
                let ends = next.question().is_some() && (next.asked() == Some(me) || !next.is_in_turn_of(self));
                if !goes_on && (!ends || found.contains(&there)) {
                    continue;
                }
                let has_moved = there.0 != here.0;
                let enters = if has_moved { next.is_in(&foes, me) } else { trail.enters };
                let rank = match enters {
                    true => 2,
                    false => usize::from(!trail.asks.is_empty() || !asked.is_empty()),
                };
                // Most steps lead where another way was before.
                if goes_on && if rank == 0 { !seen.is_new(&next, me) } else { seen.has(&next, me) } {
                    continue;
                }
                let mut trail = Trail { enters, ..trail.clone() };
                trail.choices.push(choice);
                trail.after.push(there.0);
                trail.asks.extend(asked);
                if has_moved {
                    trail.cells.push(there.0);
                }
                waiting[rank].push_back(Walked { at: next, goes_on, trail });
            }
        }
        sort_by_key(&mut all, length);
        (all, moments)
    }

    /// What the cells on each of some ways cost, and turns in them, where that is not 1.
    pub fn costs(&self, ways: &[DestinationOf<G>]) -> Vec<Vec<(Cell, Lines)>> {
        let mut longest_first: Vec<usize> = (0..ways.len()).collect();
        sort_by_key(&mut longest_first, |&at| Reverse(ways[at].after.len()));
        let mut costs = vec![Vec::new(); ways.len()];
        // What a way costs is told by any that goes on from its end.
        let mut told: Vec<Told<'_, G>> = Vec::new();
        for at in longest_first {
            let (way, length) = (&ways[at], ways[at].after.len());
            let is_on = |whole: &DestinationOf<G>| whole.choices.get(..length) == way.choices.get(..length);
            let known = told.iter().position(|(whole, _)| is_on(whole)).unwrap_or_else(|| {
                told.push((way, self.costs_of_steps(way)));
                told.len() - 1
            });
            let of_way = told[known].1.iter().filter(|(step, _)| *step < length);
            costs[at] = of_way.map(|(step, score)| (way.after[*step], score.clone())).collect();
        }
        costs
    }

    /// What the steps of a way cost, each by its place among the choices, where that is not 1.
    fn costs_of_steps(&self, way: &DestinationOf<G>) -> Vec<(usize, Lines)> {
        let (Some(me), Some((name, _)), Some((&last, ahead))) = (self.asked(), G::STEP_COST, way.choices.split_last())
        else {
            return Vec::new();
        };
        let given = |choice: &G::Choice| Input::Choice { choice: *choice, allowed: false };
        let mut inputs = match way.asks.is_empty() {
            true => self.inputs.iter().cloned().chain(ahead.iter().map(given)).collect(),
            false => self.plan(ahead).position.inputs,
        };
        inputs.push(given(&last));
        let recorded = Self::recorded(Arc::clone(&self.setup), Arc::clone(&self.start), inputs, None);
        let before = self.inputs.iter().filter(|input| matches!(input, Input::Choice { .. })).count();
        let (mut choices, mut steps, mut costs) = (0, 0, Vec::new());
        for record in recorded.map_or_else(|_| Vec::new(), |(_, records)| records) {
            match record {
                Record::Choice { question, .. } => {
                    choices += 1;
                    steps += usize::from(before < choices && G::asked(&question) == me);
                }
                Record::Score { why, score } if why.who == me && why.what == name && steps != 0 => {
                    costs.push((steps - 1, score));
                }
                _ => {}
            }
        }
        costs
    }

    /// The choices of a walk to the best of some destinations: the last of them turn the way that is wanted, or else
    /// towards the nearest foe, where the rules give that away.
    pub fn walk(&self, all: &[DestinationOf<G>], goal: Goal, facing: Option<Facing>) -> Option<Vec<G::Choice>> {
        let me = self.asked()?;
        let found = self.best(all, goal, facing).or_else(|| self.best(all, goal, None))?;
        let mut choices = found.choices;
        if !found.prompt.is_empty() && self.goes_on_after(&choices[..choices.len() - 1], found.cell) {
            choices.pop();
            return Some(choices);
        }
        let there = self.plan(&choices).position;
        let place = |at: &Self| G::place(&at.setup, &at.state, me);
        let map = G::map(&self.setup);
        let towards = match goal {
            Goal::To(who) | Goal::Flank(who) => G::place(&self.setup, &self.state, who).map(|(cell, _)| cell),
            Goal::Cell(_) | Goal::Away(_) => self.nearest_foe(me, found.cell),
        };
        let is_right = |at: &Self| match (place(at).and_then(|(_, facing)| facing), facing, towards) {
            (Some(is), Some(wanted), _) => is == wanted,
            (Some(is), None, Some(foe)) => map.arc(found.cell, is, foe) == Side::Front,
            _ => true,
        };
        if is_right(&there) {
            return Some(choices);
        }
        if there.asked() == Some(me) && there.is_in_turn_of(self) && there.usual().is_some() {
            let turns = |option: &G::Choice| {
                there
                    .apply(*option)
                    .is_ok_and(|next| place(&next).map(|it| it.0) == Some(found.cell) && is_right(&next))
            };
            if let Some(turn) = there.options().into_iter().find(turns) {
                choices.push(turn);
                return Some(choices);
            }
        }
        facing.is_none().then_some(choices)
    }

    /// Whether something else than the end of a movement can follow those choices of it, such as the blow of a Move and Attack.
    fn goes_on_after(&self, choices: &[G::Choice], cell: Cell) -> bool {
        let there = self.plan(choices).position;
        let Some(me) = there.asked().filter(|_| there.is_moving()) else { return false };
        let stop = there.question().map(|question| G::default_choice(&self.setup, there.state(), question));
        let leads_on = |choice: G::Choice| {
            let stays = |next: &Self| G::place(&self.setup, next.state(), me).is_some_and(|(at, _)| at == cell);
            let asks = |next: &Self| next.asked() == Some(me) && next.is_in_turn_of(self) && !next.is_moving();
            there.apply(choice).is_ok_and(|next| stays(&next) && asks(&next) && next.usual().is_none())
        };
        there.options().into_iter().filter(|choice| Some(*choice) != stop).any(leads_on)
    }

    /// The cells of the foes of a combatant that are not out of the fight.
    pub(super) fn foes_cells(&self, me: CombatantId) -> Vec<Cell> {
        self.foes(me).into_iter().flat_map(|foe| G::cells(&self.setup, &self.state, foe)).collect()
    }

    /// Whether a combatant is in one of those cells.
    pub(super) fn is_in(&self, cells: &[Cell], who: CombatantId) -> bool {
        G::cells(&self.setup, &self.state, who).iter().any(|cell| cells.contains(cell))
    }

    /// The foes of a combatant that are not out of the fight.
    pub(super) fn foes(&self, me: CombatantId) -> Vec<CombatantId> {
        let sides: Vec<u8> = G::figures(&self.setup).map(|(_, side)| side).collect();
        let is_foe = |who: &CombatantId| {
            sides[who.index()] != sides[me.index()] && !G::final_status(&self.setup, &self.state, *who).out
        };
        (0..sides.len() as u8).map(CombatantId).filter(is_foe).collect()
    }

    /// The cell of the foe nearest to a cell.
    fn nearest_foe(&self, me: CombatantId, to: Cell) -> Option<Cell> {
        let foes = self.foes(me).into_iter();
        let cells = foes.filter_map(|who| G::place(&self.setup, &self.state, who)).map(|(cell, _)| cell);
        cells.min_by_key(|&cell| G::map(&self.setup).distance(to, cell))
    }

    /// The best of some destinations for a goal.
    pub fn best(&self, all: &[DestinationOf<G>], goal: Goal, facing: Option<Facing>) -> Option<DestinationOf<G>> {
        let map = G::map(&self.setup);
        let place = |who| G::place(&self.setup, &self.state, who);
        let fits = |one: &&DestinationOf<G>| facing.is_none_or(|facing| one.facing == Some(facing));
        // Facing towards a cell costs least, sideways more.
        let turned =
            |one: &DestinationOf<G>, to: Cell| one.facing.map_or(0, |facing| turned(map.arc(one.cell, facing, to)));
        // Into a cell of a foe goes only who names it.
        let is_asked = |one: &&DestinationOf<G>| !one.enters || goal == Goal::Cell(one.cell);
        let all = all.iter().filter(fits).filter(is_asked);
        let best = match goal {
            Goal::Cell(cell) => all.filter(|one| one.cell == cell).min_by_key(|one| length(one)),
            Goal::To(who) => {
                let (to, _) = place(who)?;
                all.filter(|one| one.cell != to)
                    .min_by_key(|one| (map.distance(one.cell, to), turned(one, to), length(one)))
            }
            Goal::Flank(who) => {
                let (to, faces) = place(who)?;
                let side = |cell: Cell| match faces.map(|facing| map.arc(to, facing, cell)) {
                    None => 0,
                    Some(Side::Front) => 2,
                    Some(side) if side.is_side() => 1,
                    Some(_) => 0,
                };
                all.filter(|one| map.adjacent(one.cell, to) && side(one.cell) < 2)
                    .min_by_key(|one| (side(one.cell), turned(one, to), length(one)))
            }
            Goal::Away(who) => {
                let (from, _) = place(who)?;
                all.min_by_key(|one| (u32::MAX - map.distance(one.cell, from), turned(one, from), length(one)))
            }
        };
        best.cloned()
    }
}

/// What somebody's steps cost among records, where that is told.
pub(crate) fn costs_of<G: Rules>(who: CombatantId, records: &[Record<G>]) -> impl Iterator<Item = &Lines> {
    let cost = G::STEP_COST.map(|(name, _)| name);
    records.iter().filter_map(move |record| match record {
        Record::Score { why, score } if why.who == who && Some(why.what) == cost => Some(score),
        _ => None,
    })
}

/// The next of those that wait, and the number of the queue in which it does; no queue is begun before those ahead of it are empty.
fn next_of<T>(waiting: &mut [VecDeque<T>; 3]) -> Option<(usize, T)> {
    waiting.iter_mut().enumerate().find_map(|(rank, queue)| Some((rank, queue.pop_front()?)))
}

/// How far somebody has turned away from what lies on that side.
pub(super) fn turned(side: Side) -> usize {
    match side {
        Side::Front => 0,
        side if side.is_side() => 1,
        _ => 2,
    }
}

/// How long a way is: cells first, then everything that is decided on it.
fn length<C, Q>(one: &Destination<C, Q>) -> (usize, usize) {
    (one.cells.len(), one.choices.len())
}
