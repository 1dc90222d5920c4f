//! A battle as one looks at it: what never changes and what does, side by side.

use crate::Gurps4;
use crate::event::Event;
use crate::sheet::{Item, Mode, Sheet};
use crate::state::{Fighter, State};
use affray_files::value::FromValue;
use affray_grid::{Arc, Map};
use affray_kernel::referee::{CombatantId, Referee};

/// The setup of a fight, which never changes.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The map.
    pub map: Map,
    /// The combatants.
    pub combatants: Vec<Combatant>,
    /// The sides.
    pub sides: Vec<Side>,
    /// Optional rules and what holds for the whole scene.
    pub options: Options,
    /// Whether and how anybody is surprised.
    pub surprise: Surprise,
    /// The fight ends as a draw after so many rounds.
    pub round_limit: u32,
    /// Tasks that can be concentrated on.
    pub tasks: Vec<Task>,
    /// Some hex is not plain level ground: guards what the ground does.
    pub any_terrain: bool,
    /// Some hex cannot be entered, from some side or at all: guards the search for ways round.
    pub any_barrier: bool,
    /// Tells this encounter from others to whoever remembers something of it; copies are the same.
    pub identity: Identity,
}

/// The identity of an encounter.
pub type Identity = std::sync::Arc<()>;

/// One who fights.
pub type Combatant = affray_session::encounter::Combatant<Sheet>;

/// One party of a fight.
#[derive(Debug, Clone)]
pub struct Side {
    /// The name.
    pub name: String,
    /// Its leader, by whom initiative is rolled (`G4-390`).
    pub leader: Option<CombatantId>,
    /// `G4-391` The game master's bonus, 0 or 1.
    pub bonus: u8,
}

/// `G4-R17` A task that takes concentration.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// Turns that it takes, 1 to 200.
    #[value(range = 1..=200)]
    pub turns: u8,
}

/// `G4-D01` Optional rules, and what the game master declares for the whole scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(default)]
pub struct Options {
    /// `G4-R45` The optional attack forms: two weapons, rapid strikes, weak spots of armor, disarming,
    /// breaking weapons, slams, shield rushes. Default: in use.
    pub forms: bool,
    /// Jumps are made in combat, half as far (`G4-153`). Default: yes.
    pub in_combat: bool,
    /// Darkness of the whole scene, 0 to -9 (`G4-211`); total darkness is the condition `blind`. Default: 0.
    #[value(range = -9..=0, rule = rule!("G4-211"))]
    pub darkness: i8,
}

impl Default for Options {
    fn default() -> Self {
        Self { forms: true, in_combat: true, darkness: 0 }
    }
}

/// `G4-390` `G4-395` Surprise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surprise {
    /// Nobody is surprised.
    #[default]
    None,
    /// The leaders roll for it.
    Partial,
    /// That side is taken completely by surprise.
    Total(u8),
}

/// A look at a battle.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The setup, which never changes.
    pub setup: &'a Setup,
    /// The state.
    pub state: &'a State,
}

impl<'a> Scene<'a> {
    /// The sheet of a combatant.
    #[inline]
    pub fn sheet(self, who: CombatantId) -> &'a Sheet {
        &self.setup.combatants[who.index()].sheet
    }
    /// The state of a combatant.
    #[inline]
    pub fn fighter(self, who: CombatantId) -> &'a Fighter {
        &self.state.fighters[who.index()]
    }
    /// Whether there is such a combatant.
    #[inline]
    pub fn exists(self, who: CombatantId) -> bool {
        who.index() < self.state.fighters.len()
    }
    /// The side of a combatant.
    #[inline]
    pub fn side(self, who: CombatantId) -> u8 {
        self.setup.combatants[who.index()].side
    }
    /// The map.
    #[inline]
    pub fn map(self) -> &'a Map {
        &self.setup.map
    }
    /// Something that a combatant holds, carries or strikes with.
    #[inline]
    pub fn arm(self, who: CombatantId, arm: u8) -> Option<&'a Item> {
        self.sheet(who).arms.get(arm as usize)
    }
    /// A way to strike.
    #[inline]
    pub fn mode(self, who: CombatantId, mode: u8) -> Option<&'a Mode> {
        self.sheet(who).modes.get(mode as usize)
    }
    /// Whether two combatants are on different sides.
    #[inline]
    pub fn are_foes(self, one: CombatantId, other: CombatantId) -> bool {
        self.side(one) != self.side(other)
    }
    /// The opponents of a combatant that still fight.
    pub fn foes(self, who: CombatantId) -> impl DoubleEndedIterator<Item = CombatantId> + use<'a> {
        let side = self.side(who);
        self.state.ids().filter(move |&other| self.side(other) != side && self.fighter(other).is_up())
    }
    /// `G4-080` Yards between two figures, 0 in the same hex.
    #[inline]
    pub fn distance(self, one: CombatantId, other: CombatantId) -> i32 {
        self.map().distance(self.fighter(one).at, self.fighter(other).at) as i32
    }
    /// `G4-R63` Whether nothing stands between two figures that stops looks, shots and blows.
    #[inline]
    pub fn has_line(self, one: CombatantId, other: CombatantId) -> bool {
        self.map().in_sight(self.fighter(one).at, self.fighter(other).at)
    }
    /// `G4-081` `G4-082` `G4-R04` The arc of a figure in which another stands; the same hex is in front.
    #[inline]
    pub fn arc_to(self, who: CombatantId, other: CombatantId) -> Arc {
        let me = self.fighter(who);
        self.map().arc(me.at, me.facing, self.fighter(other).at)
    }
}

/// A battle that goes on: the rules' one parameter.
#[derive(Debug)]
pub struct Fight<'a, R> {
    /// The setup, which never changes.
    pub setup: &'a Setup,
    /// The state.
    pub state: &'a mut State,
    /// Everything the rules cannot decide by themselves.
    pub referee: &'a mut R,
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// A look at it.
    #[inline]
    pub fn scene(&self) -> Scene<'_> {
        Scene { setup: self.setup, state: self.state }
    }
    /// Reports an event.
    #[inline]
    pub fn tell(&mut self, event: Event) {
        self.referee.tell(|| event);
    }
}
