//! Turns: their order, movement, guard. Rules `SK-01` to `SK-04`.

use crate::Skirmish;
use crate::decision::{Act, Choice, Go, Question};
use crate::event::Event;
use crate::files::SheetFile;
use crate::scene::{Fight, Scene};
use affray_grid::{Cell, Flood};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_session::encounter::Combatant;
use std::cell::RefCell;

/// `SK-01` The order of turns: by Speed, highest first; equals in the order of the encounter.
pub fn order(combatants: &[Combatant<SheetFile>]) -> Vec<CombatantId> {
    let mut order: Vec<CombatantId> = (0..combatants.len() as u8).map(CombatantId).collect();
    order.sort_by_key(|&who| -combatants[who.index()].sheet.speed);
    order
}

impl<R: Referee<Skirmish>> Fight<'_, R> {
    /// `SK-01` `SK-02` The next turn, and the end of the round behind the last. Who is out has no turn.
    pub fn next_turn(&mut self) -> Result<(), R::Pause> {
        let who = self.state.order[usize::from(self.state.turn)];
        if self.state[who].is_up() {
            self.turn(who)?;
        }
        self.state.turn += 1;
        if usize::from(self.state.turn) == self.state.order.len() {
            self.state.turn = 0;
            self.state.rounds.0 += 1;
        }
        Ok(())
    }

    /// `SK-01` Who joins the fight has its place in the order; where that is before whoever's turn it is, it acts from the
    /// next round on.
    pub fn enlist(&mut self, who: CombatantId) {
        self.state.order = order(&self.setup.combatants);
        let place = self.state.order.iter().position(|&other| other == who);
        if place.is_some_and(|place| place <= usize::from(self.state.turn)) {
            self.state.turn += 1;
        }
    }

    /// It is on the map, and in the fight.
    pub fn join(&mut self, who: CombatantId, at: Cell) {
        self.state[who].at = at;
    }

    /// Nobody is in the middle of anything that would have to end.
    pub fn quit(&mut self, _: CombatantId) {}

    /// `SK-02` A turn: a movement, then an action.
    pub fn turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.tell(Event::TurnBegins { who });
        (self.state[who].guards, self.state[who].parried) = (false, false);
        if let Choice::Move(go) = self.ask(Question::Move { who })? {
            self.go(who, go);
        }
        if !self.state[who].is_up() {
            return Ok(());
        }
        match self.ask(Question::Act { who })? {
            Choice::Act(Act::Strike(target)) => self.strike(who, target),
            Choice::Act(Act::Guard) => {
                self.guard(who);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// `SK-02` A turn is a movement and an action: nothing is done besides.
    ///
    /// # Errors
    /// Always.
    pub fn free_action(&mut self, _: CombatantId, _: &Choice) -> Result<(), Refusal> {
        Err(Refusal::impossible(rule!("SK-02"), "a turn is a movement and an action: nothing is done besides"))
    }

    /// `SK-03` The movement.
    fn go(&mut self, who: CombatantId, go: Go) {
        match go {
            Go::Stay => {}
            Go::Rise => {
                self.state[who].fallen = false;
                self.tell(Event::Rises { who });
            }
            Go::To(to) => {
                self.state[who].at = to;
                self.tell(Event::Moves { who, to });
            }
        }
    }

    /// `SK-04` A guard lasts until the next turn.
    fn guard(&mut self, who: CombatantId) {
        self.state[who].guards = true;
        self.tell(Event::Guards { who });
    }
}

thread_local! {
    /// The buffers of a search, so that turns of a simulation allocate nothing.
    static SEARCH: RefCell<Flood> = RefCell::new(Flood::new());
}

impl Scene<'_> {
    /// `SK-03` Whether a combatant can move to a hex.
    pub fn can_reach(self, who: CombatantId, to: Cell) -> bool {
        self.destinations(who, |mut cells| Iterator::any(&mut cells, |cell| cell == to))
    }

    /// `SK-03` Reads the hexes that a combatant can move to.
    pub fn destinations<T>(self, who: CombatantId, read: impl FnOnce(&mut dyn Iterator<Item = Cell>) -> T) -> T {
        let (map, me) = (&self.setup.map, self.state[who]);
        let free = |cell: Cell| {
            let stands = self.state.fighters.iter().any(|other| other.is_up() && other.at == cell);
            !stands && !map.at(cell).impassable
        };
        if me.fallen {
            return read(&mut std::iter::empty());
        }
        SEARCH.with_borrow_mut(|flood| {
            flood.cells(map, me.at, self.sheet(who).moves.into(), |_, to| free(to).then_some(1));
            read(&mut flood.reached().iter().map(|reached| reached.cell).filter(|&cell| cell != me.at))
        })
    }
}
