//! The fight as it was when a line of the log was told.

use super::{Pause, Session, TurnInfo, TurnView, View};
use crate::position::{Played, play_turn};
use crate::ruleset::{Change, Rules};
use affray_kernel::referee::{Input, Need, Nothing};
use std::cell::Cell;
use std::sync::Arc;

impl<G: Rules> Session<G> {
    /// The turns up to now.
    pub(super) fn turn_infos(&self) -> Vec<TurnInfo> {
        let mut turns: Vec<TurnInfo> = Vec::new();
        for line in &self.lines {
            if let (Some(number), Some(round)) = (line.turn, line.round)
                && turns.last().is_none_or(|last| last.number != number)
            {
                turns.push(TurnInfo { number, round });
            }
        }
        turns
    }

    /// A turn as one looks back on it, with what came outside of any turn: what comes between two turns belongs to the first of them
    /// in its round, and to the second in the next one.
    pub(super) fn turn_again(&self, number: u32) -> Option<TurnView> {
        let turns = self.turn_infos();
        let at = turns.iter().position(|turn| turn.number == number)?;
        let from = if at == 0 { 0 } else { self.begin_of(number)? };
        let to = turns.get(at + 1).and_then(|next| self.begin_of(next.number)).unwrap_or(self.lines.len());
        let start = self.turns.iter().rfind(|start| start.begun < number)?;
        Some(TurnView {
            turn: turns[at],
            map: G::draw(&start.roster.setup, &start.state),
            standing: self.standing_in(&start.roster, &start.state),
            lines: self.lines[from..to].to_vec(),
        })
    }

    /// The first line of a turn, or of what comes before it in its round.
    fn begin_of(&self, turn: u32) -> Option<usize> {
        let own = self.lines.iter().position(|line| line.turn == Some(turn))?;
        let before = self.lines[..own].iter().rposition(|line| line.turn.is_some()).unwrap_or(0);
        let round = self.lines[before].round;
        (before..own).find(|&at| self.lines[at].round != round).or(Some(own))
    }

    /// What who sits there may know of the fight as it was when that line was told; nothing if the line does not hold.
    ///
    /// A line is told between two inputs of its turn: it is shown with all that follows from the first of them.
    pub(super) fn seen_at(&self, line: u64) -> Option<View> {
        let at = self.lines.binary_search_by_key(&line, |one| one.line).ok()?;
        let turn = self.turns.iter().rposition(|turn| turn.lines <= at)?;
        let (start, end) = (&self.turns[turn], self.turns.get(turn + 1).map_or(self.inputs.len(), |next| next.inputs));
        let given: Vec<Input<G::Choice, Change>> =
            self.inputs[start.inputs..end].iter().map(|given| given.input.clone()).collect();
        let (mut begun, mut roster) = (Arc::clone(&start.state), Arc::clone(&start.roster));
        if let Some((joined, grown)) = roster.joined(&given, &begun, &self.terms, &mut self.rosters.clone()).ok()? {
            (begun, roster) = (Arc::new(grown), joined);
        }
        let people = roster.hands.contains(&true);
        let up_to = |count: usize| {
            play_turn::<G>(&roster.setup, &begun, &given[..count], &mut Nothing, people, &Cell::new(false)).ok()
        };
        let told = |played: &Played<G>| start.lines + played.records.len() + played.endings.len();
        // The fewest inputs after which the line is told.
        let (mut least, mut most) = (0, given.len());
        while least < most {
            let middle = (least + most) / 2;
            match at < told(&up_to(middle)?) {
                true => most = middle,
                false => least = middle + 1,
            }
        }
        let Played { state, pause, .. } = up_to(least)?;
        let asked = match pause {
            Some(Pause::Need(Need::Choice(question))) => Some(G::asked(&question)),
            Some(Pause::Need(Need::Roll { why, .. })) => Some(why.who),
            Some(Pause::Over(_)) | None => None,
        };
        let of = self.side_of_sitter().and_then(|side| G::believed(&roster.setup, &state, side));
        let (figures, order, ground) = self.seen_in(&roster, G::hidden(&state), of.as_ref().unwrap_or(&state));
        let asked = asked.filter(|&who| self.sees(G::hidden(&state), who));
        Some(View {
            revision: line,
            ruleset: self.terms.ruleset.clone(),
            title: self.terms.title.clone(),
            round: self.lines[at].round.unwrap_or(1),
            turn: self.lines[at].turn.unwrap_or(1),
            figures,
            order,
            ground,
            areas: self.areas_in(&roster.setup, of.as_ref().unwrap_or(&state)),
            asked: asked.map(|who| self.name(who)),
            wanted: None,
        })
    }
}
