//! The order of turns, and the rounds of a fight.
//!
//! Rule `DF-051`, ruling `DF-R01`.

use crate::Dfrpg;
use crate::check::THREE_DICE;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::state::Flags;
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::turns::SidesLeft;

/// So many times a tie is rolled for; after that, which has a chance below 1e-18, the order of the
/// encounter stands. Exact walks need an end.
const MOST_REROLLS: u8 = 20;

impl Scene<'_> {
    /// `DF-051` What the order of turns goes by before any die: Basic Speed, then DX.
    fn speed_and_dx(self, who: CombatantId) -> (i16, i16) {
        let sheet = self.sheet(who);
        (sheet.speed_quarters, sheet.dx)
    }

    /// The sides that can still fight.
    pub fn sides_left(self) -> SidesLeft {
        let all = self.setup.combatants.iter().zip(&self.state.fighters);
        SidesLeft::of(all.filter(|(_, fighter)| fighter.is_conscious()).map(|(one, _)| one.side))
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-R01` `DF-D01` Settles the order of turns: ties of Basic Speed and DX are settled by one 3d roll
    /// each, the higher first, and ties of that again.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn settle_order(&mut self) -> Result<(), R::Pause> {
        self.state.order.clear();
        for who in self.state.ids() {
            if !self.state[who].flags.has(Flags::FLED) {
                self.state.order.push(who);
            }
        }
        let setup = self.setup;
        let key = |who: CombatantId| {
            let sheet = &setup.combatants[who.index()].sheet;
            (sheet.speed_quarters, sheet.dx)
        };
        self.state.order.sort_by(|&one, &other| key(other).cmp(&key(one)).then(one.cmp(&other)));
        let mut from = 0;
        while from < self.state.order.len() {
            let first = self.scene().speed_and_dx(self.state.order[from]);
            let mut to = from + 1;
            while to < self.state.order.len() && self.scene().speed_and_dx(self.state.order[to]) == first {
                to += 1;
            }
            self.break_ties(from, to, MOST_REROLLS)?;
            from = to;
        }
        self.state.turn = 0;
        for at in 0..self.state.order.len() {
            let who = self.state.order[at];
            self.tell(Event::TakesPlace { who, place: at as u32 + 1 });
        }
        if let Some(&first) = self.state.order.first() {
            self.tell(Event::OrderSettled { first });
        }
        Ok(())
    }

    /// `DF-051` Who joins the fight gets its place in the order, behind its equals; where that place is before whoever's turn
    /// it is, it acts from the next round on.
    pub fn enlist(&mut self, who: CombatantId) {
        if self.state.order.is_empty() {
            return;
        }
        let scene = self.scene();
        let faster = |&other: &CombatantId| scene.speed_and_dx(who) <= scene.speed_and_dx(other);
        let place = scene.state.order.partition_point(faster);
        self.enter_order(who, place);
    }

    /// It is on the map, and in the fight.
    pub fn join(&mut self, who: CombatantId, at: Cell) {
        self.state[who].at = at;
        self.state[who].flags.clear(Flags::FLED);
        if !self.state.order.contains(&who) {
            self.enlist(who);
        }
    }

    /// `DF-R101` What it was in the middle of ends, and so do holds; lasting spells run on.
    pub fn quit(&mut self, who: CombatantId) {
        self.release_all(who);
        for other in self.state.ids() {
            self.release(other, who);
        }
        self.give_up_what_lasts(who);
        self.state[who].flags.set(Flags::FLED);
        self.settle_close_combat();
    }

    fn break_ties(&mut self, from: usize, to: usize, rerolls: u8) -> Result<(), R::Pause> {
        if to - from < 2 || rerolls == 0 {
            return Ok(());
        }
        // One roll each; ties roll again.
        let mut rolls = [0i32; 256];
        let what = if rerolls == MOST_REROLLS { "order" } else { "order, tied" };
        for at in from..to {
            let who = self.state.order[at];
            rolls[who.index()] = self.referee.throw(Why::new(who, rule!("DF-R01"), what), THREE_DICE, |roll| roll)?;
        }
        self.state.order[from..to]
            .sort_by(|one, other| rolls[other.index()].cmp(&rolls[one.index()]).then(one.cmp(other)));
        let mut first = from;
        while first < to {
            let roll = rolls[self.state.order[first].index()];
            let mut last = first + 1;
            while last < to && rolls[self.state.order[last].index()] == roll {
                last += 1;
            }
            self.break_ties(first, last, rerolls - 1)?;
            first = last;
        }
        Ok(())
    }

    /// `DF-051` The next turn of the fight. Completes the round where the
    /// order is through.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn next_turn(&mut self) -> Result<(), R::Pause> {
        if self.state.order.is_empty() {
            self.settle_order()?;
        }
        let Some(&who) = self.state.order.get(self.state.turn as usize) else {
            return Ok(());
        };
        self.turn(who)?;
        self.advance_turn();
        Ok(())
    }
}
