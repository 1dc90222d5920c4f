//! Missed attacks that may hit others.
//!
//! Rules `G4-226`, `G4-227`, ruling `G4-R22`. Blows and shots alone go astray: what is done with the body, or to
//! a weapon, strikes nobody else.

use crate::Gurps4;
use crate::check::{THREE_DICE, succeeded};
use crate::decision::{Form, IncomingAttack, Plan, Strike, Trade};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use affray_3d6::location::Location;
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

/// `G4-226` `G4-D10` The most that a stray roll is made against: the engine rolls in the order of the ruling.
const MOST: i32 = 9;

/// The course of a missed attack.
#[derive(Debug, Clone, Copy)]
struct Course {
    from: Cell,
    at: Cell,
    /// It is ranged, with that range.
    range: Option<i32>,
}

impl Scene<'_> {
    /// `G4-R22` Whether a figure can be hit by an attack at another.
    fn may_be_struck(self, who: CombatantId, target: CombatantId, other: CombatantId) -> bool {
        other != who && other != target && !self.fighter(other).is_down()
    }

    /// `G4-R22` The next figure that a missed attack may hit, after the one named: nearest first, then by number.
    fn next_stray(
        self,
        who: CombatantId,
        target: CombatantId,
        course: &Course,
        after: Option<(i32, CombatantId)>,
    ) -> Option<(i32, CombatantId)> {
        let mut best: Option<(i32, CombatantId)> = None;
        for other in self.state.ids().filter(|&other| self.may_be_struck(who, target, other)) {
            let Some(place) = self.place_on(course, self.fighter(other).at) else { continue };
            let key = (place, other);
            if after.is_none_or(|last| (place, other.0) > (last.0, last.1.0))
                && best.is_none_or(|best| (place, other.0) < (best.0, best.1.0))
            {
                best = Some(key);
            }
        }
        best
    }

    /// `G4-R22` `G4-R21` `G4-R63` `G4-R69` The distance at which an attack passes a hex, if it does: a shot from the shooter on to twice
    /// the distance, a blow up to the target.
    fn place_on(self, course: &Course, cell: Cell) -> Option<i32> {
        let Course { from, at, range } = *course;
        let distance = self.map().distance(from, at) as i32;
        let place = self.map().distance(from, cell) as i32;
        if cell == at {
            return Some(place);
        }
        let farthest = match range {
            Some(range) => (2 * distance).min(range),
            None => distance - 1,
        };
        let too_high = || range.is_none() && self.blow_between(from, cell) > self.blow_between(from, at);
        if place < 1 || place > farthest || too_high() {
            return None;
        }
        // The prolonged line has the points of a line twice as long.
        let beyond = |one: i16, other: i16| {
            (2 * i32::from(other) - i32::from(one)).clamp(i16::MIN.into(), i16::MAX.into()) as i16
        };
        let end = Cell::new(beyond(from.q, at.q), beyond(from.r, at.r));
        let crossed = if cell == end {
            Some(end)
        } else {
            crate::strike::line::between(self.map(), from, end).nth(place as usize - 1)
        };
        // G4-R63: an obstacle that stops looks stops the miss as well.
        (crossed == Some(cell) && self.map().in_sight(from, cell)).then_some(place)
    }

    /// `G4-226` `G4-R22` How many of the own side a shot of that range at a figure may hit, if it misses.
    pub(crate) fn friends_endangered(self, who: CombatantId, target: CombatantId, range: i32) -> usize {
        let course = Course { from: self.fighter(who).at, at: self.fighter(target).at, range: Some(range) };
        let side = self.side(who);
        let friends = self.state.ids().filter(|&other| self.side(other) == side && self.fighter(other).is_up());
        let friends = friends.filter(|&other| self.may_be_struck(who, target, other));
        friends.filter(|&other| self.place_on(&course, self.fighter(other).at).is_some()).count()
    }

    /// `G4-227` `G4-R22` A stray as its victim sees it: from where the attacker is, without the attack's options.
    fn stray_incoming(self, who: CombatantId, strike: &Strike) -> IncomingAttack {
        let plain = Strike::plain(strike.mode, strike.target);
        IncomingAttack { feint: 0, ..self.incoming(who, &plain, Trade::None) }
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-226` `G4-227` `G4-R22` A miss: for each figure that it may hit 9 or the effective skill is rolled against,
    /// whichever is lower, until one is hit.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn miss(&mut self, who: CombatantId, strike: &Strike, plan: &Plan, skill: i32) -> Result<(), R::Pause> {
        if self.state.fighters.len() < 3 || strike.form != Form::Blow {
            return Ok(());
        }
        let range = self.scene().mode(who, strike.mode).and_then(|mode| mode.ranged).map(|ranged| ranged.range.into());
        let course = Course { from: self.state[who].at, at: self.state[strike.target].at, range };
        let mut last = None;
        while let Some(next) = self.scene().next_stray(who, strike.target, &course, last) {
            let other = next.1;
            last = Some(next);
            let mut score = R::Tally::base(rule!("G4-226"), MOST);
            score.at_most(rule!("G4-226").named("skill of the attack"), skill);
            let why = Why::new(who, rule!("G4-226"), "stray");
            let hits = self.referee.check(why, THREE_DICE, &score, |roll, score| succeeded(score, roll))?;
            self.tell(Event::Strays { who, target: other, hits });
            if !hits {
                continue;
            }
            let stray = Strike { target: other, at: Location::Torso, armor: false, ..*strike };
            let incoming = self.scene().stray_incoming(who, &stray);
            let from = self.state[other].at;
            let stopped = self.defend(other, &incoming)?;
            let retreated = self.state[other].at != from;
            if stopped.is_none() {
                self.land_blow(who, &stray, plan, false)?;
            }
            return self.look_at_retreat(other, retreated);
        }
        Ok(())
    }
}
