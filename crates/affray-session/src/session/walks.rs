//! What words would do, and where movements can go, as who sits there knows the fight.

use super::table::DECISION;
use super::{Place, Plan, Reachable, Session, Wanted};
use crate::narrate;
use crate::position::line::MOVE;
use crate::position::{Denied, DestinationOf, Goal, Position, costs_of};
use crate::ruleset::Rules;
use affray_grid::{Cell, Facing};
use affray_kernel::tally::{Lines, Tally as _};
use serde_json::Value;

impl<G: Rules> Session<G> {
    /// The moment in which the movement that goes on is asked for, or the one that words begin, and the choices that lead there.
    fn moving(&self, words: &str) -> Result<(Vec<G::Choice>, Position<G>), Denied> {
        self.may(&DECISION)?;
        let (mut here, mut before) = (self.here(), Vec::new());
        let is_moving = self.shown().1.is_moving();
        let words = if words.is_empty() && !is_moving { MOVE } else { words };
        if !words.is_empty() {
            before = here.say(words).map_err(|denied| self.answered(words, denied))?;
            here = here.plan(&before).position;
        }
        while let Some(usual) = here.usual().filter(|_| !here.is_moving()) {
            here = here.apply(usual)?;
            before.push(usual);
        }
        if !here.is_moving() {
            return Err("nobody moves now: name the decision with which a movement begins, such as `reach move`".into());
        }
        Ok((before, here))
    }

    /// What words would do.
    pub(super) fn planned(&self, words: &str, all: bool) -> Result<Plan, Denied> {
        self.may(&DECISION)?;
        let (here, choices) = self.said(words).map_err(|wrong| self.answered(words, wrong))?;
        let Some(me) = here.asked() else { return Err("no decision is due".into()) };
        let place = |at: &Position<G>| G::place(&self.roster.setup, at.state(), me);
        let (mut at, mut told, mut way, mut costs) = (here.clone(), Vec::new(), Vec::new(), Vec::new());
        let (mut end, mut known) = (place(&here), here.records().len());
        let (mut asks, mut areas) = (Vec::new(), Vec::new());
        for choice in choices {
            if at.asked() != Some(me) || !at.is_in_turn_of(&here) {
                break;
            }
            if at.usual() != Some(choice) {
                told.push(G::describe_choice(&self.roster.setup, me, &choice));
            }
            let is_way = at.is_moving();
            let (next, records) = at.apply_recorded(choice).map_err(|denied| self.said_to(denied))?;
            areas.extend(G::area(&self.roster.setup, at.state(), me, &choice).map(|area| self.area(area)));
            // On a way others are taken to let it be; what they are asked is told.
            let (next, asked) = if is_way { next.past_others(me) } else { (next, Vec::new()) };
            let records = if asked.is_empty() { records } else { next.records() };
            asks.extend(asked);
            let there = place(&next);
            if let Some((cell, _)) = there {
                if end.is_some_and(|(before, _)| before != cell) {
                    way.push(cell);
                }
                let new = costs_of::<G>(me, &records[known..]);
                costs.extend(new.map(|score| (cell, narrate::explained(score))));
            }
            (at, end, known) = (next, there, records.len());
        }
        while let Some(usual) = at.usual().filter(|_| !all && at.asked() == Some(me) && at.is_in_turn_of(&here)) {
            at = at.apply(usual)?;
        }
        let next = match at.is_in_turn_of(&here) {
            true => self.wanted_at(&at, &at.ranked(self.tells_odds())),
            false => Wanted::Nothing { text: "the turn is over".to_owned() },
        };
        let asks = here.told_of(&asks);
        Ok(Plan { choices: told, way, costs, areas, asks, end, next })
    }

    /// Where the movement that goes on, or that words begin, can end.
    pub(super) fn places(&self, words: &str) -> Result<Reachable, Denied> {
        let (_, here) = self.moving(words)?;
        let all = here.destinations();
        let costs = here.costs(&all);
        let place = |(one, costs): (DestinationOf<G>, Vec<(Cell, Lines)>)| {
            let plain = one.cells.iter().filter(|cell| costs.iter().all(|(dear, _)| dear != *cell)).count();
            let dear: i32 = costs.iter().map(|(_, score)| score.total()).sum();
            let cost = G::STEP_COST.map(|_| plain as i32 + dear);
            let costs = costs.iter().map(|(cell, score)| (*cell, narrate::explained(score))).collect();
            let asks = here.told_of(&one.asks);
            Place { cell: one.cell, facing: one.facing, way: one.cells, costs, cost, asks, prompt: one.prompt }
        };
        let places = all.into_iter().zip(costs).map(place).collect();
        Ok(Reachable { each: G::STEP_COST.map(|(_, rule)| rule), places })
    }

    /// The choices that lead a movement to a place that can be reached.
    pub(super) fn way(&self, cell: Cell, facing: Option<Facing>) -> Result<Vec<Value>, Denied> {
        let (mut choices, here) = self.moving("")?;
        let found = here.best(&here.destinations(), Goal::Cell(cell), facing);
        choices.extend(found.ok_or_else(|| format!("{},{} cannot be reached", cell.q, cell.r))?.choices);
        let me = here.asked().ok_or("no decision is due")?;
        Ok(choices.iter().map(|choice| G::choice_json(&self.roster.setup, me, choice)).collect())
    }
}
