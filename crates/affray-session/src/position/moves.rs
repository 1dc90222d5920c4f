//! Movements as places to go to, with the way there.

use super::Position;
use crate::choices::Asked;
use crate::ruleset::Rules;
use affray_grid::{Arc as Side, Cell, Facing};
use affray_kernel::referee::{CombatantId, Input, Record};
use affray_kernel::tally::Lines;
use std::collections::{HashSet, VecDeque};

/// Moments of a movement that are looked at, at the most.
const MOST_MOMENTS: usize = 6_000;

/// A place at which a movement can end.
#[derive(Debug, Clone, PartialEq)]
pub struct Destination<C> {
    /// The cell.
    pub cell: Cell,
    /// The facing there, if there are facings.
    pub facing: Option<Facing>,
    /// The cells on the way, without the one from which it starts and with the last one.
    pub cells: Vec<Cell>,
    /// What cells on the way cost, and turns in them, where that is not 1.
    pub costs: Vec<(Cell, Lines)>,
    /// The choices that lead there, the last of which ends the movement.
    pub choices: Vec<C>,
    /// What is asked there before the movement ends: it says what is left of it. Empty where nothing is left.
    pub prompt: String,
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

impl<G: Rules> Position<G> {
    /// Whether the question that is due goes on with a movement.
    pub fn is_moving(&self) -> bool {
        self.question().is_some_and(|question| G::PATHS.contains(&question.key()))
    }

    /// The places at which the movement that goes on can end, each with the shortest way there, nearest first. A way on
    /// which dice are due or somebody else is asked is none.
    pub fn destinations(&self) -> Vec<Destination<G::Choice>> {
        let Some(me) = self.asked().filter(|_| self.is_moving()) else { return Vec::new() };
        let place = |at: &Self| G::place(&at.setup, &at.state, me);
        let (mut all, mut found) = (Vec::new(), HashSet::new());
        // Two ways to a place are as good if as much is left of the movement, which is what a person is told.
        let prompt =
            |at: &Self| at.question().map_or_else(String::new, |question| G::prompt(&at.setup, &at.state, question));
        let mut seen: HashSet<_> = place(self).map(|here| (here, prompt(self))).into_iter().collect();
        // What was recorded before a moment is recorded again with each choice after it.
        let told = self.records().len();
        let mut queue = VecDeque::from([(self.clone(), prompt(self), Vec::new(), Vec::new(), Vec::new(), told)]);
        let mut moments = 0;
        while let Some((at, left, choices, cells, costs, told)) = queue.pop_front() {
            let (Some(question), Some(here)) = (at.question().copied(), place(&at)) else { continue };
            moments += 1;
            if moments > MOST_MOMENTS {
                break;
            }
            let stop = G::default_choice(&at.setup, &at.state, &question);
            if at.judge(&stop).is_ok() && found.insert(here) {
                let mut choices = Vec::clone(&choices);
                choices.push(stop);
                let (cell, facing) = here;
                let (cells, costs) = (Vec::clone(&cells), Vec::clone(&costs));
                all.push(Destination { cell, facing, cells, costs, choices, prompt: left });
            }
            for choice in at.options() {
                if choice == stop {
                    continue;
                }
                // Most steps lead where another way was before.
                if let Some((state, question)) = at.glimpse(choice)
                    && G::asked(&question) == me
                    && let Some(there) = G::place(&at.setup, &state, me)
                    && seen.contains(&(there, G::prompt(&at.setup, &state, &question)))
                {
                    continue;
                }
                let Ok((next, records)) = at.recorded_with(Input::Choice { choice, allowed: false }) else { continue };
                let Some(there) = place(&next).filter(|there| *there != here) else { continue };
                let (mut choices, mut cells, mut costs) =
                    (Vec::clone(&choices), Vec::clone(&cells), Vec::clone(&costs));
                choices.push(choice);
                costs.extend(costs_of::<G>(me, &records[told..]).map(|score| (there.0, score.clone())));
                if there.0 != here.0 {
                    cells.push(there.0);
                }
                if next.asked() == Some(me) && next.is_moving() {
                    let left = prompt(&next);
                    if seen.insert((there, left.clone())) {
                        queue.push_back((next, left, choices, cells, costs, records.len()));
                    }
                } else if (next.asked() == Some(me) || !next.is_in_turn_of(self))
                    && next.question().is_some()
                    && found.insert(there)
                {
                    let (cell, facing) = there;
                    all.push(Destination { cell, facing, cells, costs, choices, prompt: String::new() });
                }
            }
        }
        all.sort_by_key(length);
        all
    }

    /// The choices of a walk to the best of some destinations: the last of them turn the way that is wanted, or else
    /// towards the nearest foe, where the rules give that away.
    pub fn walk(&self, all: &[Destination<G::Choice>], goal: Goal, facing: Option<Facing>) -> Option<Vec<G::Choice>> {
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
    pub fn best(
        &self,
        all: &[Destination<G::Choice>],
        goal: Goal,
        facing: Option<Facing>,
    ) -> Option<Destination<G::Choice>> {
        let map = G::map(&self.setup);
        let place = |who| G::place(&self.setup, &self.state, who);
        let fits = |one: &&Destination<G::Choice>| facing.is_none_or(|facing| one.facing == Some(facing));
        // Facing towards a cell costs least, sideways more.
        let turned =
            |one: &Destination<G::Choice>, to: Cell| match one.facing.map(|facing| map.arc(one.cell, facing, to)) {
                None | Some(Side::Front) => 0,
                Some(side) if side.is_side() => 1,
                Some(_) => 2,
            };
        let all = all.iter().filter(fits);
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
                all.filter(|one| map.adjacent(one.cell, to))
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

/// How long a way is: cells first, then everything that is decided on it.
fn length<C>(one: &Destination<C>) -> (usize, usize) {
    (one.cells.len(), one.choices.len())
}
