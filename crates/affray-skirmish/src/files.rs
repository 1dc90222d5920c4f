//! Encounters, sheets and cases: what the game adds to the forms that all games share.

use crate::Skirmish;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Fighter, State};
use affray_files::sheets::{SheetText, Shelf};
use affray_files::value::{FromValue, Names, Value, to_value};
use affray_files::{Diagnostic, FileError, Path};
use affray_grid::{Cell, Layout};
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::state::Ignored;
use affray_prove::cases::{CaseFormat, Cases, ChoiceScript, Declaration};
use affray_session::choices::ChoiceFormat;
use affray_session::encounter::{Cast, EncounterFormat, Reading};

/// A file of cases.
pub type CaseFile = Cases<Skirmish>;
/// An encounter file.
pub type EncounterFile = affray_session::encounter::EncounterFile<Skirmish>;

/// A combatant that never changes: the sheet is what the rules read.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SheetFile {
    /// What it is called.
    pub name: String,
    /// What strikes and parries are rolled against, 1 to 12.
    #[value(range = 1..=12)]
    pub skill: i8,
    /// Who is faster acts first, 1 to 12.
    #[value(range = 1..=12)]
    pub speed: i8,
    /// Hexes a turn, 0 to 12.
    #[value(rename = "move", range = 0..=12)]
    pub moves: u8,
    /// What a knockdown is rolled against, 1 to 12.
    #[value(range = 1..=12)]
    pub toughness: i8,
    /// HP, 1 to 100.
    #[value(range = 1..=100)]
    pub hp: i16,
    /// What is taken off damage, 0 to 10. Default: 0.
    #[value(default, range = 0..=10)]
    pub armor: i8,
    /// The weapon.
    pub weapon: Weapon,
}

/// A weapon.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// Dice of damage, 1 to 4. Default: 1.
    #[value(default = 1, range = 1..=4)]
    pub dice: u8,
    /// What is added to them, -3 to 10. Default: 0.
    #[value(default, range = -3..=10)]
    pub adds: i8,
    /// How many hexes away it strikes, 1 to 3. Default: 1.
    #[value(default = 1, range = 1..=3)]
    pub reach: u8,
}

impl SheetText for SheetFile {
    type Sheet = Self;
    fn shelf() -> Shelf {
        crate::sheets::SHEETS
    }
    fn compile(&self) -> Result<Self, Vec<Diagnostic>> {
        Ok(self.clone())
    }
}

/// The further keys of an encounter.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SceneKeys {
    /// The fight ends as a draw after so many rounds, 1 to 1000. Default: 100.
    #[value(default = 100, range = 1..=1000)]
    pub round_limit: u32,
}

/// The state of a combatant: keys that are left out leave it as it is.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
#[value(default)]
pub struct StateFile {
    /// The hex.
    pub at: Option<Cell>,
    /// HP left, -100 to 100.
    #[value(range = -100..=100)]
    pub hp: Option<i16>,
    /// It lies.
    pub fallen: Option<bool>,
    /// It guards.
    pub guards: Option<bool>,
    /// It parried since its turn.
    pub parried: Option<bool>,
}

impl EncounterFormat for Skirmish {
    const ID: &'static str = "skirmish";
    const LAYOUT: Layout = Layout::Hex;
    type SheetFile = SheetFile;
    type CombatantState = StateFile;
    type SceneKeys = SceneKeys;
    type SideKeys = ();
    type CombatantKeys = ();

    fn stage(file: &EncounterFile, cast: Cast<SheetFile>, _: &mut Reading<'_>) -> Result<(Setup, State), FileError> {
        let Cast { map, sides, combatants } = cast;
        let fighter = |at: Cell, hp| Fighter { at, hp, fallen: false, guards: false, parried: false };
        let fighters = file.combatant.iter().zip(&combatants).map(|(one, who)| fighter(one.at, who.sheet.hp)).collect();
        let round_limit = file.own.round_limit;
        let mut setup = Setup { map, combatants, sides, order: Vec::new(), round_limit };
        setup.order = crate::turn::order(&setup);
        let hidden = affray_kernel::hidden::Hidden::default();
        let orders = affray_kernel::orders::OrderBook::default();
        Ok((setup, State { fighters, turn: 0, rounds: Ignored(0), hidden, orders }))
    }

    fn set_state(file: &StateFile, setup: &Setup, state: &mut State, who: CombatantId) -> Result<(), Vec<Diagnostic>> {
        if file.at.is_some_and(|at| setup.map.ground(at).is_none()) {
            return Err(vec![Diagnostic::new(Path::root().key("at"), "that is off the map").hint("a hex of the map")]);
        }
        let me = &mut state[who];
        *me = Fighter {
            at: file.at.unwrap_or(me.at),
            hp: file.hp.unwrap_or(me.hp).min(setup.sheet(who).hp),
            fallen: file.fallen.unwrap_or(me.fallen),
            guards: file.guards.unwrap_or(me.guards),
            parried: file.parried.unwrap_or(me.parried),
        };
        Ok(())
    }

    fn lay(_: &Setup, _: &mut State, _: CombatantId, _: &str, _: Cell) -> bool {
        false
    }
}

impl ChoiceFormat for Skirmish {
    fn names<'a>(setup: &'a Setup, _: Option<&'a State>) -> impl Names + 'a {
        setup
    }
}

impl Names for &Setup {
    fn all(&self, kind: &str, _: Option<CombatantId>) -> Vec<&str> {
        let names = self.combatants.iter().map(|one| one.name.as_str());
        if kind == "combatant" { names.collect() } else { Vec::new() }
    }
}

impl CaseFormat for Skirmish {
    type Declaration = Declaration<Self>;
    type Gm = Value;
    type ExpectKeys = ();
    type Script<'a> = ChoiceScript<'a, Self>;

    fn bring_about<R: Referee<Self>>(
        _: &Value,
        setup: &Setup,
        state: &mut State,
        referee: &mut R,
    ) -> Result<(), R::Pause> {
        Fight { setup, state, referee }.next_turn()
    }

    fn view(setup: &Setup, state: &State, who: CombatantId) -> Value {
        let mut view = to_value(&state[who], &setup, Some(who));
        view["wounded"] = Scene { setup, state }.is_wounded(who).into();
        view
    }
}
