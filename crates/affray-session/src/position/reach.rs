//! Whom an act can be directed at, from here and after the movement that goes with it.

use super::Position;
use super::line::MOVE;
use super::moves::Seen;
use crate::choices::Asked;
use crate::ruleset::Rules;
use crate::sorting::sort_by_key;
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The questions by their key whose answers have a target.
const AIMS: [&str; 2] = ["attack", "feint"];

/// Choices that are tried for one act, at the most.
const MOST_TRIED: usize = 600;

/// Choices that are tried for one act, at the most, as long as no question has come whose answers have a target. Measured in
/// all shipped encounters, it comes within 31 where a step goes before it and within 147 where a path does: the ways
/// nearest to a foe come first.
const MOST_WITHOUT_AIM: usize = 60;

/// The same, where the act goes with a path.
const MOST_WITHOUT_AIM_ON_A_PATH: usize = 250;

/// Names that are listed behind one act, at the most.
const MOST_NAMED: usize = 4;

/// Whom an act can be directed at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reach {
    /// Those within reach of the place in which the combatant stands.
    pub here: Vec<CombatantId>,
    /// Those within reach of other places only, to which a movement leads that goes with the act.
    pub after: Vec<CombatantId>,
    /// Whether such a movement is a path and not a step.
    pub is_path: bool,
    /// Whether a target is asked for anywhere.
    pub aims: bool,
    /// Whether not all ways were tried, since there are too many.
    pub is_cut: bool,
    /// Choices that were tried to find that out.
    pub tried: usize,
}

impl Reach {
    /// Whether a target is asked for, and none was found: there is none unless the search [was cut](Self::is_cut).
    pub fn is_nobody(&self) -> bool {
        self.aims && self.here.is_empty() && self.after.is_empty()
    }

    /// The rank of an act in a list, the least first: what reaches somebody from here, what does so after a movement, a
    /// plain movement, anything else, what reaches nobody.
    fn rank(&self, is_move: bool) -> u8 {
        match () {
            () if !self.here.is_empty() => 0,
            () if !self.after.is_empty() => 1,
            () if self.is_nobody() => 4,
            () if is_move => 2,
            () => 3,
        }
    }

    /// An act in words with whom it reaches: `Attack (Vela)`, `Attack (after a step: Vela)`, `Attack (nobody in reach)`,
    /// and `nobody found in reach` where not all ways were tried. Whom the act itself names is not named again.
    pub fn label<'n>(&self, act: String, name: impl Fn(CombatantId) -> &'n str) -> String {
        match (self.words(&act, name), act.strip_suffix(')')) {
            (None, _) => act,
            (Some(words), Some(open)) => format!("{open}; {words})"),
            (Some(words), None) => format!("{act} ({words})"),
        }
    }

    fn words<'n>(&self, act: &str, name: impl Fn(CombatantId) -> &'n str) -> Option<String> {
        if self.is_nobody() {
            return Some(String::from(if self.is_cut { "nobody found in reach" } else { "nobody in reach" }));
        }
        let listed = |all: &[CombatantId]| {
            let mut names: Vec<&str> = all.iter().map(|&who| name(who)).filter(|name| !act.contains(name)).collect();
            let more = names.len().saturating_sub(MOST_NAMED);
            names.truncate(MOST_NAMED);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            (!names.is_empty()).then(|| names.join(", ") + &more)
        };
        let moved = if self.is_path { "after moving" } else { "after a step" };
        let parts: Vec<String> = listed(&self.here)
            .into_iter()
            .chain(listed(&self.after).map(|names| format!("{moved}: {names}")))
            .collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

impl<G: Rules> Position<G> {
    /// Whom a choice can be directed at: the targets of the question to which it leads, if it leads to one of
    /// those at somebody, from here and after each step or path without dice that is asked about before.
    pub fn reach(&self, choice: G::Choice) -> Reach {
        let mut reach = Reach::default();
        if let Some(target) = G::target(&choice) {
            (reach.aims, reach.here) = (true, vec![target]);
            return reach;
        }
        let (Some(me), Ok(first)) = (self.asked(), self.apply(choice)) else { return reach };
        let place = |at: &Self| G::place(&at.setup, &at.state, me);
        let mut foes = self.meant(me, &choice);
        let start = place(&first);
        let mut seen = Seen::default();
        // By how far it is to a foe, of several the one that was found first.
        let mut waiting = BTreeMap::from([((0, 0), first)]);
        while let Some((_, at)) = waiting.pop_first() {
            let Some(question) = at.question().filter(|_| at.asked() == Some(me) && at.is_in_turn_of(self)) else {
                continue;
            };
            let (is_aim, is_path) = (AIMS.contains(&question.key()), at.is_moving());
            if !is_aim && !is_path && at.usual().is_none() {
                continue;
            }
            if !seen.is_new(&at, me) {
                continue;
            }
            reach.is_path |= is_path;
            reach.aims |= is_aim;
            let mut options = at.options();
            if is_aim {
                let list = if place(&at) == start { &mut reach.here } else { &mut reach.after };
                for target in options.iter().filter_map(G::target) {
                    if target != me && !list.contains(&target) {
                        list.push(target);
                    }
                }
                foes.retain(|foe| !reach.here.contains(foe) && !reach.after.contains(foe));
                if foes.is_empty() {
                    break;
                }
            }
            let stay = G::default_choice(&at.setup, &at.state, question);
            if is_aim {
                // An attack, with a movement or without, may come behind a feint.
                options.clear();
                let next = at.apply(stay).ok();
                let goes_on =
                    |question: &G::Question| AIMS.contains(&question.key()) || G::PATHS.contains(&question.key());
                if !next.as_ref().and_then(Self::question).is_some_and(goes_on) {
                    continue;
                }
            }
            options.retain(|choice| *choice != stay);
            for choice in std::iter::once(stay).chain(options) {
                reach.tried += 1;
                let most = match (reach.aims, reach.is_path) {
                    (true, _) => MOST_TRIED,
                    (false, true) => MOST_WITHOUT_AIM_ON_A_PATH,
                    (false, false) => MOST_WITHOUT_AIM,
                };
                if reach.tried > most {
                    reach.is_cut = true;
                    break;
                }
                let applied = if choice == stay { at.apply(choice) } else { at.apply_legal(choice) };
                let Ok(next) = applied else { continue };
                let there = place(&next);
                // Whoever has not moved comes first, then what is nearest to a foe.
                let way = match there.filter(|_| there != start) {
                    Some((cell, _)) => 1 + foes.iter().filter_map(|&foe| self.distance(cell, foe)).min().unwrap_or(0),
                    None => 0,
                };
                waiting.insert((way, reach.tried), next);
            }
        }
        reach.after.retain(|who| !reach.here.contains(who));
        reach
    }

    /// The foes whom an act can end at: the one whom it names as its target, or else all of them.
    fn meant(&self, me: CombatantId, act: &G::Choice) -> Vec<CombatantId> {
        let mut foes = self.foes(me);
        let json = G::choice_json(&self.setup, me, act);
        if let Some(target) = target_in(&json) {
            let is_target =
                |who: &CombatantId| G::figures(&self.setup).nth(who.index()).is_some_and(|(name, _)| name == target);
            if foes.iter().any(is_target) {
                foes.retain(is_target);
            }
        }
        foes
    }

    /// Whether it is asked at whom something is directed, and it can be directed at nobody.
    pub(crate) fn aims_at_nobody(&self) -> bool {
        let is_aim = self.question().is_some_and(|question| AIMS.contains(&question.key()));
        is_aim && !self.options().iter().filter_map(G::target).any(|target| Some(target) != self.asked())
    }

    /// Whether one of the choices is a step from which somebody can be reached.
    pub(crate) fn steps_into_reach(&self) -> bool {
        self.options().into_iter().any(|choice| self.is_step(choice) && !self.reach(choice).here.is_empty())
    }

    /// Whether a choice leads to another place at once.
    pub(super) fn is_step(&self, choice: G::Choice) -> bool {
        let place = |at: &Self| self.asked().and_then(|who| G::place(&at.setup, &at.state, who));
        self.apply(choice).is_ok_and(|next| next.is_in_turn_of(self) && place(&next) != place(self))
    }

    fn distance(&self, from: Cell, to: CombatantId) -> Option<u32> {
        G::place(&self.setup, &self.state, to).map(|(to, _)| G::map(&self.setup).distance(from, to))
    }

    /// The options by what matters first, each with whom it reaches, where it is asked what somebody does with its turn, or
    /// for a step before that.
    pub fn ranked(&self, with_odds: bool) -> Vec<(G::Choice, Reach)> {
        let mut options = self.options();
        // Where something is kept from anybody, an order by chances would tell it.
        if let Some(question) = self.question().filter(|_| with_odds && G::hidden(&self.state).is_nothing()) {
            let through = |choice: &G::Choice| G::chance(&self.setup, &self.state, question, choice).unwrap_or(-1.0);
            sort_by_key(&mut options, |choice| Reverse((through(choice) * 1e6) as i64));
        }
        let is_act = self.question().is_some_and(|question| G::ACTS.contains(&question.key()));
        // A step before an attack is told by whom it reaches.
        let is_step = || self.usual().is_some() && !self.is_moving() && options.iter().any(|&one| self.is_step(one));
        let Some(me) = self.asked().filter(|_| is_act || is_step()) else {
            return options.into_iter().map(|choice| (choice, Reach::default())).collect();
        };
        let options = options.into_iter();
        let is_move = |choice: &G::Choice| {
            G::describe_choice(&self.setup, me, choice).to_lowercase().split(',').next() == Some(MOVE)
        };
        let mut all: Vec<_> = options.map(|choice| (choice, self.reach(choice))).collect();
        sort_by_key(&mut all, |(choice, reach)| reach.rank(is_move(choice)));
        all
    }
}

/// The target that an act names, in the JSON form of choices.
fn target_in(act: &Value) -> Option<&str> {
    let table = act.as_object()?;
    table.get("target").and_then(Value::as_str).or_else(|| table.values().find_map(target_in))
}
