//! What never changes in a fight, and what does.

use crate::Skirmish;
use crate::event::Event;
use crate::files::SheetFile;
use affray_files::value::{FromValue, ToValue};
use affray_grid::{Cell, Map};
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::state::{Ignored, refill};

/// What never changes.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The map.
    pub map: Map,
    /// The combatants.
    pub combatants: Vec<affray_session::encounter::Combatant<SheetFile>>,
    /// The names of the sides.
    pub sides: Vec<String>,
    /// `SK-01` The order of turns.
    pub order: Vec<CombatantId>,
    /// The fight ends as a draw after so many rounds.
    pub round_limit: u32,
}

impl Setup {
    /// The sheet of a combatant.
    pub fn sheet(&self, who: CombatantId) -> &SheetFile {
        &self.combatants[who.index()].sheet
    }
}

/// The changing part of a combatant. Its keys in files are those of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub struct Fighter {
    /// The hex.
    pub at: Cell,
    /// HP left.
    pub hp: i16,
    /// `SK-11` It lies.
    pub fallen: bool,
    /// `SK-04` It guards.
    pub guards: bool,
    /// `SK-07` It parried since its turn.
    pub parried: bool,
}

impl Fighter {
    /// `SK-12` Whether it still fights.
    pub const fn is_up(&self) -> bool {
        self.hp > 0
    }
}

/// Everything that changes.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The combatants, in the order of the encounter.
    pub fighters: Vec<Fighter>,
    /// The next turn, as a place in the order.
    pub turn: u8,
    /// Completed rounds. No rule reads them.
    pub rounds: Ignored<u32>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { fighters: self.fighters.clone(), turn: self.turn, rounds: self.rounds }
    }
    /// Copies into the list that stands: a simulated turn allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        refill(&mut self.fighters, &source.fighters);
        (self.turn, self.rounds) = (source.turn, source.rounds);
    }
}

affray_kernel::by_combatant!(State, fighters: Fighter);

/// A look at a battle: scores and judgments.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// What never changes.
    pub setup: &'a Setup,
    /// What does.
    pub state: &'a State,
}

impl<'a> Scene<'a> {
    /// Foes of a combatant that still fight.
    pub fn foes(self, who: CombatantId) -> impl Iterator<Item = CombatantId> + 'a {
        let side = |who: CombatantId| self.setup.combatants[who.index()].side;
        self.state.ids().filter(move |&other| side(other) != side(who) && self.state[other].is_up())
    }
}

/// A battle that goes on: the rules are its functions.
#[derive(Debug)]
pub struct Fight<'a, R> {
    /// What never changes.
    pub setup: &'a Setup,
    /// What does.
    pub state: &'a mut State,
    /// Everything that the rules cannot decide by themselves.
    pub referee: &'a mut R,
}

impl<R: Referee<Skirmish>> Fight<'_, R> {
    /// A look at it.
    pub fn scene(&self) -> Scene<'_> {
        Scene { setup: self.setup, state: self.state }
    }
    /// Tells what happened.
    pub fn tell(&mut self, event: Event) {
        self.referee.tell(|| event);
    }
}
