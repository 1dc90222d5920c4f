//! The fight as it was when a line of the log was told.

use super::{Pause, Session, View};
use crate::position::{Played, play_turn};
use crate::ruleset::{Change, Rules};
use affray_kernel::referee::{Input, Need, Nothing};
use std::cell::Cell;
use std::sync::Arc;

impl<G: Rules> Session<G> {
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
