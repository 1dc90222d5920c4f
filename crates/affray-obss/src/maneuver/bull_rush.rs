//! The Bull Rush: direction and length of the push, and the pusher that follows.
//!
//! Rule `OB-224`, ruling `OB-R65`.

use crate::Obss;
use crate::decision::{Choice, Push, Question};
use crate::dice::check::Check;
use crate::dice::pool::Grade;
use crate::event::{Event, HoldEnd};
use crate::movement::InTheWay;
use crate::movement::threat::line_of_fire;
use crate::scene::{Fight, Footprint, Scene};
use crate::state::{Flags, NONE};
use affray_grid::{Cell, Facing, Layout};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

/// `OB-224` `OB-R65` Squares of a push by that margin.
///
/// ```
/// use affray_obss::maneuver::bull_rush::push_length;
/// assert_eq!([6, 1, 0, -3, 9].map(push_length), [3, 1, 1, 1, 4]); // OB-E69
/// ```
pub const fn push_length(margin: i32) -> i32 {
    if margin < 2 { 1 } else { margin / 2 }
}

/// The result of a Bull Rush.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rushed {
    /// No push.
    Nothing,
    /// The target is pushed so many squares at the most.
    Target(u8),
    /// The attacker is.
    Attacker(u8),
}

impl Scene<'_> {
    /// `OB-264` `OB-263` Whether a combatant can push at all.
    ///
    /// # Errors
    /// If it is Pinned.
    pub fn judge_bull_rush(self, who: CombatantId) -> Result<(), Refusal> {
        if self.fighter(who).flags.has(Flags::PINNED) {
            return Err(Refusal::new(rule!("OB-264"), "a Pinned combatant cannot push: escape first"));
        }
        Ok(())
    }

    /// `OB-224` Whether a target can be pushed that way: every step leads away from the pusher.
    ///
    /// # Errors
    /// If not, or farther than the check allows.
    pub fn judge_push(self, who: CombatantId, target: CombatantId, most: u8, push: &Push) -> Result<(), Refusal> {
        if push.way.layout() != Layout::Square {
            return Err(Refusal::impossible(rule!("OB-061"), "squares have eight sides: name one of them"));
        }
        if push.squares == 0 || push.squares > most {
            return Err(Refusal::counted(rule!("OB-224"), "the push is 1 to {} squares long", [i32::from(most)]));
        }
        let (from, side) = (self.footprint(who), self.footprint(target).side);
        let mut at = self.footprint(target).at;
        for _ in 0..push.squares {
            let next = at.step(push.way);
            let away = |at: Cell| (Footprint { at, side }).distance(from);
            if away(next) <= away(at) {
                return Err(Refusal::new(rule!("OB-224"), "every step of a push leads away from the pusher"));
            }
            at = next;
        }
        Ok(())
    }

    /// `OB-224` The direction that leads straight away from another combatant.
    pub fn straight_away(self, from: CombatantId, who: CombatantId) -> Facing {
        let (from, to) = line_of_fire(self.footprint(from), self.footprint(who));
        self.map().facing_towards(from, to)
    }

    /// Lists the pushes that a person would be shown: every direction, the whole way.
    pub fn push_options(self, who: CombatantId, target: CombatantId, most: u8, into: &mut Vec<Choice>) {
        for follow in [false, true] {
            for way in Facing::SQUARE {
                for squares in [most, 1] {
                    let push = Push { way, squares, follow };
                    let known = into.contains(&Choice::Push(push));
                    if !known && self.judge_push(who, target, most, &push).is_ok() {
                        into.push(Choice::Push(push));
                    }
                }
            }
        }
    }

    /// Where a forced step leads, if neither wall nor anybody is in the way.
    fn forced_step(self, who: CombatantId, way: Facing) -> Option<Cell> {
        let from = self.fighter(who).at;
        matches!(self.step_cost(who, from, way), Ok((_, InTheWay::Nothing))).then(|| from.step(way))
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-224` `OB-219` A Bull Rush: asked where to, then pushed; bungled, the attacker is pushed straight
    /// away.
    ///
    /// # Errors
    /// If an input is missing.
    pub(crate) fn bull_rush(
        &mut self,
        who: CombatantId,
        target: CombatantId,
        check: &Check<R::Tally>,
    ) -> Result<(), R::Pause> {
        let scene = Scene { setup: self.setup, state: self.state };
        // OB-R85: it goes as far as the legs that carry the two.
        let legs = |who: CombatantId| scene.sheet(scene.bearer(who)).move_;
        let (target_most, own_most) = (legs(target), legs(who));
        let cap = |margin: i32, most: u8| push_length(margin).min(i32::from(most)) as u8;
        let rushed = self.check(check, |grade, margin| match grade {
            Grade::Success | Grade::CriticalSuccess => Rushed::Target(cap(margin, target_most)),
            Grade::Failure => Rushed::Nothing,
            // With three ones the total can be above the value: then it is one square.
            Grade::CriticalFailure => Rushed::Attacker(cap(-margin, own_most)),
        })?;
        match rushed {
            Rushed::Nothing | Rushed::Target(0) | Rushed::Attacker(0) => {}
            Rushed::Target(most) => {
                let question = Question::Push { who, target, most };
                let push = match self.ask(question)? {
                    Choice::Push(push) => push,
                    _ => Push { way: self.scene().straight_away(who, target), squares: 1, follow: false },
                };
                self.push(target, push, push.follow.then_some(who));
            }
            Rushed::Attacker(squares) => {
                let way = self.scene().straight_away(target, who);
                self.push(who, Push { way, squares, follow: false }, None);
            }
        }
        Ok(())
    }

    /// `OB-224` `OB-238` Pushes a combatant square by square, up to a wall or an occupied square, without
    /// provoking anybody. A follower comes along as long as the way is free.
    fn push(&mut self, who: CombatantId, push: Push, follower: Option<CombatantId>) {
        self.tell(Event::Pushed { who, squares: push.squares });
        let mover = self.scene().bearer(who);
        let mut follower = follower.map(|one| self.scene().bearer(one));
        for _ in 0..push.squares {
            let Some(to) = self.scene().forced_step(mover, push.way) else { break };
            self.put(mover, to);
            follower = follower.filter(|&one| match self.scene().forced_step(one, push.way) {
                Some(to) => {
                    self.put(one, to);
                    true
                }
                None => false,
            });
        }
        self.break_hold_apart(who);
    }

    /// `OB-R66` `OB-R95` A hold does not reach beyond touch.
    pub(crate) fn break_hold_apart(&mut self, who: CombatantId) {
        let with = self.state[who].hold.with;
        if with == NONE {
            return;
        }
        let other = CombatantId(with);
        let scene = self.scene();
        if scene.blow_distance(who, other) > scene.touch_distance(who).max(scene.touch_distance(other)) {
            self.end_hold(who, HoldEnd::Apart);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Action, Maneuver, ManeuverKind};
    use crate::testing::{Duel, arn, bel};

    #[test]
    fn pushing() {
        let cell = Cell::new;
        let east = Facing::SQUARE.into_iter().find(|way| way.vector() == (1, 0)).expect("a way east");
        // Dice; squares that are asked for; then where the two are. Arn has +6 against 12.
        for (dice, push, places) in [
            (&[5, 4, 3][..], Some((3, true)), [cell(3, 0), cell(4, 0)]),
            (&[5, 4, 3], Some((2, false)), [cell(0, 0), cell(3, 0)]),
            // A tie: rank 3 over Fortitude 1.
            (&[2, 4, 1], Some((1, false)), [cell(0, 0), cell(2, 0)]),
            (&[2, 3, 1], None, [cell(0, 0), cell(1, 0)]),
            (&[1, 1, 1], None, [cell(-3, 0), cell(1, 0)]),
        ] {
            let mut duel = Duel::of(arn(), bel());
            let target = duel.ids[1];
            let maneuver = Maneuver { kind: ManeuverKind::BullRush, target, by_dex: false, item: 0, luck: 0 };
            let answers: Vec<Choice> =
                push.map(|(squares, follow)| Choice::Push(Push { way: east, squares, follow })).into_iter().collect();
            duel.act(0, Action::Maneuver(maneuver), dice, &answers);
            assert_eq!([duel.state.fighters[0].at, duel.state.fighters[1].at], places, "OB-E69: {dice:?}");
        }
    }

    #[test]
    fn ways_of_a_push() {
        let duel = Duel::of(arn(), bel());
        let (who, target) = (duel.ids[0], duel.ids[1]);
        let legal: Vec<(i16, i16)> = (Facing::SQUARE.into_iter())
            .filter(|&way| duel.scene().judge_push(who, target, 3, &Push { way, squares: 3, follow: false }).is_ok())
            .map(Facing::vector)
            .collect();
        assert_eq!(legal.len(), 3, "{legal:?}");
        assert!(legal.iter().all(|&(across, _)| across == 1), "{legal:?}");
        let far = Push { way: Facing::SQUARE[0], squares: 4, follow: false };
        assert!(duel.scene().judge_push(who, target, 3, &far).is_err(), "OB-224");
    }
}
