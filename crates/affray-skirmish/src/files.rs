//! Encounters, sheets and cases: what the game adds to the forms that all games share.

use crate::Skirmish;
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Fighter, State};
use affray_files::FileError;
use affray_files::value::{FromValue, Partial, Value, to_value};
use affray_grid::{Cell, Layout};
use affray_kernel::referee::{CombatantId, Referee};
use affray_prove::cases::Cases;
use affray_session::choices::ChoiceFormat;
use affray_session::encounter::{Cast, EncounterFormat, Reading};
use affray_session::names::Roster;

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

affray_files::sheet_text!(SheetFile => SheetFile, |file: &SheetFile| Ok(file.clone()));

/// The further keys of an encounter.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SceneKeys {
    /// The fight ends as a draw after so many rounds, 1 to 1000. Default: 100.
    #[value(default = 100, range = 1..=1000)]
    pub round_limit: u32,
}

impl EncounterFormat for Skirmish {
    const ID: &'static str = "skirmish";
    const LAYOUT: Layout = Layout::Hex;
    type SheetFile = SheetFile;
    type CombatantState = Partial<Fighter>;
    type SceneKeys = SceneKeys;
    type SideKeys = ();
    type CombatantKeys = ();

    fn stage(file: &EncounterFile, cast: Cast<SheetFile>, _: &mut Reading<'_>) -> Result<(Setup, State), FileError> {
        let Cast { map, sides, combatants } = cast;
        let fighter = |at: Cell, hp| Fighter { at, hp, ..Fighter::default() };
        let fighters = file.combatant.iter().zip(&combatants).map(|(one, who)| fighter(one.at, who.sheet.hp)).collect();
        let order = crate::turn::order(&combatants);
        let setup = Setup { map, combatants, sides, round_limit: file.own.round_limit };
        Ok((setup, State { fighters, order, ..State::default() }))
    }

    fn fit(setup: &Setup, state: &mut State, who: CombatantId) {
        state[who].hp = state[who].hp.min(setup.combatants[who.index()].sheet.hp);
    }
}

impl ChoiceFormat for Skirmish {}

affray_prove::case_format!(Skirmish, GmFile, (););

/// What a game master brings about.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum GmFile {
    /// The next turn.
    Next,
}

impl<R: Referee<Skirmish>> Fight<'_, R> {
    /// Carries out what a game master brings about.
    pub(crate) fn bring_about(&mut self, _: &GmFile) -> Result<(), R::Pause> {
        self.next_turn()
    }
}

/// The state of a combatant, and what follows from it.
pub(crate) fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let mut view = to_value(scene.fighter(who), &Roster::<Skirmish>(scene.setup), Some(who));
    view["wounded"] = scene.is_wounded(who).into();
    view
}
