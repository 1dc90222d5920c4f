//! A battle as one looks at it: what never changes and what does, side by side.

use crate::borrowed::Others;
use crate::sheet::Sheet;
use crate::state::{Fighter, Flags, State};
use affray_files::value::FromValue;
use affray_grid::{Arc, Cell, Map};
use affray_kernel::referee::CombatantId;
use affray_kernel::turns::FinalStatus;

/// `G4-R69` Yards up and down that a body bridges.
const BODY: i32 = 2;

/// The setup of a fight, which never changes.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The map.
    pub map: Map,
    /// The combatants.
    pub combatants: Vec<Combatant>,
    /// `G4-R65` Others' things for each of them.
    pub others: Vec<Others>,
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
    /// Something is `large` or `improvised`: guards the look at what is held.
    pub any_awkward: bool,
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

affray_session::battle!(crate::Gurps4, Sheet, Fighter, facing);

impl<'a> Scene<'a> {
    /// How a combatant stands.
    pub fn final_status(self, who: CombatantId) -> FinalStatus {
        let fighter = self.fighter(who);
        FinalStatus {
            dead: fighter.flags.has(Flags::DEAD),
            out: !fighter.is_up(),
            fled: fighter.flags.has(Flags::GONE),
            hp: fighter.hp.into(),
            max_hp: self.sheet(who).hp.into(),
            ..FinalStatus::default()
        }
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
    /// `G4-085` `G4-R69` Yards that a blow has to bridge between two figures, 0 in the same hex.
    #[inline]
    pub fn blow_distance(self, one: CombatantId, other: CombatantId) -> i32 {
        self.blow_between(self.fighter(one).at, self.fighter(other).at)
    }
    /// `G4-R69` In hexes, and in yards of height beyond those that a body bridges.
    #[inline]
    pub(crate) fn blow_between(self, from: Cell, to: Cell) -> i32 {
        let hexes = self.map().distance(from, to) as i32;
        if !self.setup.any_terrain {
            return hexes;
        }
        hexes + (self.map().elevation_difference(from, to).abs() - BODY).max(0)
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
