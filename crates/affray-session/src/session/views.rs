//! What a face sees of a fight: combatants, turns, places, plans, distances.

use super::log::{LogLine, TallyLine};
use crate::narrate::count;
use crate::ruleset::Points;
use affray_grid::{Arc, Cell, Drawing, Facing, Layout, Map};
use affray_kernel::dice::Dice;
use affray_kernel::rules::RuleId;
use affray_kernel::turns::FinalStatus;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Who looks at a fight.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Knows everything and may do everything.
    GameMaster,
    /// Plays these combatants, by their place in the list of all.
    Player(Vec<usize>),
    /// Plays nobody, and knows what everybody may know.
    Spectator,
}

impl Seat {
    /// Whether it may decide for a combatant.
    pub fn plays(&self, who: usize) -> bool {
        match self {
            Self::GameMaster => true,
            Self::Player(figures) => figures.contains(&who),
            Self::Spectator => false,
        }
    }
}

/// Everything that a seat may know of a fight as it is now, but for the [map](MapView), which never changes, and the log.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// Grows with each thing that is done.
    pub revision: u64,
    /// The ruleset.
    pub ruleset: String,
    /// The title of the encounter.
    pub title: String,
    /// The round, from 1.
    pub round: u32,
    /// The turn, from 1.
    pub turn: u32,
    /// The combatants, in the order of the encounter.
    pub figures: Vec<FigureView>,
    /// Their names in the order in which they act.
    pub order: Vec<String>,
    /// What lies on the ground.
    pub ground: Vec<LyingView>,
    /// What will be filled by spells that combatants of this seat are casting.
    pub areas: Vec<AreaView>,
    /// Who is to decide or to throw dice, if anybody is and the seat may know.
    pub asked: Option<String>,
    /// What is waited for, if this seat may see to it.
    pub wanted: Option<Wanted>,
}

/// A combatant, as a seat sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FigureView {
    /// The name.
    pub name: String,
    /// One or two characters that stand for it on the map.
    pub tag: String,
    /// The side.
    pub side: String,
    /// The cells that it covers, its own first; none if it is not on the map.
    pub cells: Vec<Cell>,
    /// Which way it faces, if there are facings.
    pub facing: Option<Facing>,
    /// Its points, as far as they are told.
    pub points: Vec<PointsView>,
    /// Posture, conditions, what it holds, in words.
    pub notes: Vec<String>,
    /// Whether it is dead.
    pub dead: bool,
    /// Whether it is out of the fight.
    pub out: bool,
    /// Whether a person plays it.
    pub by_hand: bool,
    /// Whether the seat plays it.
    pub mine: bool,
    /// The sides that do not see it, for the game master's eyes only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden_from: Vec<String>,
}

/// Points of a combatant, as a seat sees them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PointsView {
    /// What they are called: `HP`.
    pub name: &'static str,
    /// How many there are, if that is told.
    pub now: Option<i32>,
    /// How many there are at the most, if that is told.
    pub max: Option<i32>,
    /// How much of them is left, in words, where numbers are kept secret.
    pub words: Option<&'static str>,
}

impl PointsView {
    /// In numbers.
    pub(super) fn open(points: Points) -> Self {
        Self { name: points.name, now: Some(points.now), max: Some(points.max), words: None }
    }

    /// In words: all of them, more than half, at most half, none left.
    pub(super) fn in_words(points: Points) -> Self {
        let words = match points.now {
            now if points.max <= now => "unhurt",
            now if now <= 0 => "nothing left",
            now if now * 2 <= points.max => "badly hurt",
            _ => "hurt",
        };
        Self { name: points.name, now: None, max: None, words: Some(words) }
    }
}

/// An item on the ground.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LyingView {
    /// Whose it is.
    pub owner: String,
    /// What it is called.
    pub item: String,
    /// Where it lies.
    pub cell: Cell,
}

/// Cells that a spell or a breath fills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AreaView {
    /// Whose it is.
    pub who: String,
    /// What fills it, by its name.
    pub what: String,
    /// The cells.
    pub cells: Vec<Cell>,
    /// Those whom it reaches as they stand, as far as the seat sees them.
    pub inside: Vec<String>,
}

/// What the table waits for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Wanted {
    /// Nothing: the fight is over.
    Nothing {
        /// How it ended.
        text: String,
    },
    /// Dice.
    Roll {
        /// Whose roll it is.
        who: String,
        /// What it decides.
        what: String,
        /// The rule that wants it.
        rule: String,
        /// The dice.
        #[serde(serialize_with = "write_dice")]
        dice: Dice,
        /// The number to roll against.
        target: Option<i32>,
        /// How that number came about.
        tally: Vec<TallyLine>,
        /// Number and explanation in words, as they are said behind the roll; nothing without a number.
        explained: String,
        /// For the game master's eyes only.
        hidden: bool,
    },
    /// A decision.
    Choice {
        /// Whose it is.
        who: String,
        /// The key of the decision, which all its choices have: `maneuver`.
        key: String,
        /// The question.
        prompt: String,
        /// What a person would be shown, by number from 1.
        options: Vec<Offer>,
        /// What one might expect among them, and why it is refused.
        refused: Vec<Refused>,
        /// Whether it goes on with a movement, so that places can be named.
        moves: bool,
        /// Why it is asked although a policy plays this combatant.
        notice: Option<String>,
    },
}

/// A choice that can be taken.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Offer {
    /// The choice itself.
    pub id: Value,
    /// In words, with whom it reaches.
    pub words: String,
    /// What it belongs to among the options: options of one maneuver have one group.
    pub group: String,
    /// At whom it is directed.
    pub target: Option<String>,
    /// Whom it reaches from here.
    pub reaches: Vec<String>,
    /// Whom it reaches after the movement that goes with it.
    pub reaches_after: Vec<String>,
    /// Whether it would have to reach somebody, and nobody was found.
    pub in_vain: bool,
    /// Where it leads at once, if it is a step.
    pub to: Option<(Cell, Option<Facing>)>,
    /// What it takes at once of what there is to spend: `2 Actions`, `1 FP`, and of a step that costs more than others how that
    /// comes about. Nothing if it takes nothing of the kind.
    pub cost: Option<String>,
    /// The same as values, of every step, and what it takes later.
    pub spends: Vec<Spent>,
}

/// Points that a choice takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Spent {
    /// How many.
    pub points: i32,
    /// Of what: `FP`, `Action`, `movement`.
    pub of: String,
    /// Not at once: the energy of a spell once it is cast.
    pub later: bool,
}

impl Spent {
    /// So many of those at once.
    pub(crate) fn now(points: i32, of: &str) -> Self {
        Self { points, of: of.to_owned(), later: false }
    }

    /// So many of those later.
    pub fn later(points: i32, of: &str) -> Self {
        Self { points, of: of.to_owned(), later: true }
    }
}

impl std::fmt::Display for Spent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.of.chars().all(char::is_uppercase) {
            true => write!(f, "{} {}", self.points, self.of)?,
            false => f.write_str(&count(self.points.into(), &self.of))?,
        }
        f.write_str(if self.later { " later" } else { "" })
    }
}

/// A choice that one might expect, and that the rules refuse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// The choice itself, with which a game master can allow it.
    pub id: Value,
    /// The choice in words.
    pub words: String,
    /// At whom it would be directed.
    pub target: Option<String>,
    /// The rule that it breaks.
    pub rule: String,
    /// What is wrong, and what would be right.
    pub message: String,
    /// What would be right, if the message says so.
    pub way_out: Option<String>,
}

/// The map of a fight, which never changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MapView {
    /// `hex` or `square`. The center of the hex q,r lies at q + r/2 across and r × 0.866 down, that of a square at q, r.
    pub layout: &'static str,
    /// Whether plain ground goes on beyond the rows.
    pub open: bool,
    /// The rows of cells: the first cell of each, and how many there are.
    pub rows: Vec<(Cell, u32)>,
    /// The cells that are not plain open ground.
    pub ground: Vec<GroundView>,
}

/// What a cell is like.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GroundView {
    /// The cell.
    pub cell: Cell,
    /// The name of its terrain.
    pub terrain: String,
    /// Its height, in yards or levels.
    pub elevation: i8,
    /// Nobody can enter it.
    pub impassable: bool,
    /// Nobody can see through it.
    pub blocks_sight: bool,
    /// One can see into it, not through it.
    pub obscured: bool,
    /// There is something to hide behind.
    pub cover: bool,
    /// What entering costs beyond an open cell, in half movement points.
    pub extra_cost_half: u8,
    /// Entering wants a roll to stay on one's feet, with this modifier.
    pub footing: Option<i8>,
    /// 0 is good light, -1 to -10 ever deeper darkness.
    pub light: i8,
}

impl MapView {
    /// All of a map.
    pub fn of(map: &Map) -> Self {
        let (bounds, layout) = (map.bounds(), map.layout());
        let plain = affray_grid::Ground::OPEN;
        let cells = bounds.cells().filter_map(|cell| map.ground(cell).map(|ground| (cell, *ground)));
        let ground = cells.filter(|(_, ground)| *ground != plain).map(|(cell, ground)| GroundView {
            cell,
            terrain: map.terrain(&ground).name.clone(),
            elevation: ground.elevation,
            impassable: ground.impassable,
            blocks_sight: ground.blocks_sight,
            obscured: ground.obscured,
            cover: ground.cover,
            extra_cost_half: ground.extra_cost_half,
            footing: ground.footing,
            light: ground.light,
        });
        Self {
            layout: if layout == Layout::Hex { "hex" } else { "square" },
            open: map.is_open(),
            rows: (0..bounds.height).map(|row| (bounds.cell(0, row), bounds.width)).collect(),
            ground: ground.collect(),
        }
    }
}

fn write_dice<S: Serializer>(dice: &Dice, serializer: S) -> Result<S::Ok, S::Error> {
    serde_json::json!({ "number": dice.number, "sides": dice.sides, "text": dice.to_string() }).serialize(serializer)
}

/// How a combatant stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CombatantView {
    /// The name.
    pub name: String,
    /// The side.
    pub side: String,
    /// Whether a person plays it.
    pub by_hand: bool,
    /// In one line.
    pub text: String,
    /// Its conditions, with what each does and what ends it, a line each.
    pub conditions: Vec<String>,
    /// In numbers.
    pub fate: FinalStatus,
}

/// A turn of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TurnInfo {
    /// Its number, from 1.
    pub number: u32,
    /// The round, from 1.
    pub round: u32,
}

/// A turn as one looks back on it.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnView {
    /// Which.
    pub turn: TurnInfo,
    /// The map at its start.
    pub map: Drawing,
    /// The combatants at its start.
    pub standing: Vec<CombatantView>,
    /// What happened in it.
    pub lines: Vec<LogLine>,
}

/// Where a movement can end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reachable {
    /// The rule by which a cell costs 1; nothing where cells have no price.
    pub each: Option<RuleId>,
    /// The places, nearest first.
    pub places: Vec<Place>,
}

/// A place at which a movement can end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The cell.
    pub cell: Cell,
    /// The facing there, if there are facings.
    pub facing: Option<Facing>,
    /// The cells on the way, with the last one.
    pub way: Vec<Cell>,
    /// What cells on the way cost, and turns in them, where that is not 1: the cell, and how the sum comes about.
    pub costs: Vec<(Cell, String)>,
    /// What the whole way costs; nothing where cells have no price.
    pub cost: Option<i32>,
    /// What others are asked on the way: it leads there if they let it.
    pub asks: Vec<String>,
    /// What is asked there before the movement ends, which says what is left of it; empty where nothing is.
    pub prompt: String,
}

/// What words would do.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plan {
    /// The decisions that are not the usual ones, in words.
    pub choices: Vec<String>,
    /// The cells on the way, with the last one.
    pub way: Vec<Cell>,
    /// What cells on the way cost, and turns in them, where that is not 1: the cell, and how the sum comes about.
    pub costs: Vec<(Cell, String)>,
    /// What spells and breaths among them fill.
    pub areas: Vec<AreaView>,
    /// What others are asked on the way: it leads there if they let it.
    pub asks: Vec<String>,
    /// Where it ends: the cell, and the facing if there are facings.
    pub end: Option<(Cell, Option<Facing>)>,
    /// What is waited for then.
    pub next: Wanted,
}

/// A way from a moment to the next decision or the end of the turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Way {
    /// How likely its dice are, 0 to 1.
    pub chance: f64,
    /// Who decides then; nobody at the end of the turn.
    pub asked: Option<String>,
    /// The combatants as they are then.
    pub figures: Vec<FigureView>,
}

/// Where a combatant is a threat as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ThreatView {
    /// The name.
    pub who: String,
    /// Cells to the farthest that it strikes, if that is told.
    pub reach: Option<u32>,
    /// What a whole movement of it has, in movement points or cells, if that is told.
    pub moves: Option<i32>,
    /// The cells within reach, or next to it, that lie before it; all of them in games without facings.
    pub front: Vec<Cell>,
    /// Those beside it.
    pub sides: Vec<Cell>,
    /// Those behind it.
    pub rear: Vec<Cell>,
}

/// How two combatants are to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// Where the first is.
    pub from: Cell,
    /// Where the other is.
    pub to: Cell,
    /// Cells from one to the other, between those of their cells that are nearest to each other.
    pub distance: u32,
    /// The length as the game measures it: `7 yards`, `7 hexes (35 feet)`.
    pub length: String,
    /// How much higher the ground of the other is, in the map's units.
    pub higher: i32,
    /// Whether the ground lets one see the other.
    pub in_sight: bool,
    /// In which arc of the first the other is, and the other way round, if there are facings.
    pub arcs: Option<(Arc, Arc)>,
    /// What hangs on it for shots of the first at the other, a line each.
    pub shots: Vec<String>,
}

impl Measure {
    /// The measure in words, of two who have those names.
    pub fn told(&self, one: &str, other: &str) -> String {
        let (from, to) = (self.from, self.to);
        let height = match self.higher {
            0 => "on the same height".to_owned(),
            up if up > 0 => format!("{other} stands {up} higher"),
            down => format!("{other} stands {} lower", -down),
        };
        let sight = if self.in_sight { "in sight of each other" } else { "the ground hides one from the other" };
        let told =
            format!("{one} {},{} to {other} {},{}: {}, {height}, {sight}.", from.q, from.r, to.q, to.r, self.length);
        let side = |arc: Arc| match arc {
            Arc::Front => "in front of",
            side if side.is_side() => "beside",
            _ => "behind",
        };
        let sides = self
            .arcs
            .map(|(there, back)| format!("{other} is {} {one}; {one} is {} {other}.", side(there), side(back)));
        let shots = self.shots.iter().map(|line| format!("{line}."));
        [told].into_iter().chain(sides).chain(shots).collect::<Vec<_>>().join("\n")
    }
}
