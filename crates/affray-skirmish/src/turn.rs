//! Turns: their order, movement, guard. Rules `SK-01` to `SK-04`.

use crate::Skirmish;
use crate::decision::{Act, Choice, Go, Question};
use crate::event::Event;
use crate::files::SheetFile;
use crate::state::{Fight, Scene};
use affray_prove::prelude::*;

/// `SK-01` The order of turns: by Speed, highest first; equals in the order of the encounter.
pub fn order(combatants: &[Combatant<SheetFile>]) -> Vec<CombatantId> {
    in_order(combatants, |sheet| -sheet.speed)
}

impl<R: Referee<Skirmish>> Fight<'_, R> {
    /// `SK-01` `SK-02` The next turn, and the end of the round behind the last. Who is out has no turn.
    pub fn next_turn(&mut self) -> Result<(), R::Pause> {
        let who = self.state.order[usize::from(self.state.turn)];
        if self.state[who].is_up() {
            self.turn(who)?;
        }
        self.advance_turn();
        Ok(())
    }

    /// `SK-01` Who joins the fight has its place in the order.
    pub fn enlist(&mut self, who: CombatantId) {
        let place = order(&self.setup.combatants).iter().position(|&other| other == who);
        self.enter_order(who, place.unwrap_or_default());
    }

    /// `SK-02` A turn: a movement, then an action.
    pub fn turn(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        self.tell(Event::TurnBegins { who });
        (self.state[who].guards, self.state[who].parried) = (false, false);
        // SK-02: after each question it may be out, by the game master.
        let go = self.ask(Question::Move { who })?;
        if !self.state[who].is_up() {
            return Ok(());
        }
        if let Choice::Move(go) = go {
            self.go(who, go);
        }
        match self.ask(Question::Act { who })? {
            _ if !self.state[who].is_up() => {}
            Choice::Act(Act::Strike(target)) => self.strike(who, target)?,
            Choice::Act(Act::Guard) => self.guard(who),
            _ => {}
        }
        Ok(())
    }

    /// `SK-02` A turn is a movement and an action: nothing is done besides.
    pub(crate) fn free_action(&mut self, _: CombatantId, _: &Choice) -> Result<(), Refusal> {
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
        let moves = if me.fallen { 0 } else { self.sheet(who).moves };
        Flood::with_kept(|flood| {
            flood.cells(map, me.at, moves.into(), |_, to| free(to).then_some(1));
            read(&mut flood.reached().iter().map(|reached| reached.cell).filter(|&cell| cell != me.at))
        })
    }
}
