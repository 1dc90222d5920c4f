//! Encounters, sheets and cases: what the game adds to the forms that all games share.

use crate::Skirmish;
use crate::state::{Fighter, Scene, Setup, State};
use affray_prove::prelude::*;

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

impl EncounterFormat for Skirmish {
    const ID: &'static str = "skirmish";
    const LAYOUT: Layout = Layout::Hex;
    type SheetFile = SheetFile;
    type CombatantState = Partial<Fighter>;
    type SceneKeys = RoundLimit;
    type SideKeys = ();
    type CombatantKeys = ();

    fn stage(
        file: &EncounterFile<Self>,
        cast: Cast<SheetFile>,
        _: &mut Reading<'_>,
    ) -> Result<(Setup, State), FileError> {
        let Cast { map, sides, combatants } = cast;
        let begins = |at, hp| Fighter { at, hp, ..Fighter::default() };
        let fighters = file.fighters(&combatants, |one, sheet| begins(one.at, sheet.hp));
        let order = crate::turn::order(&combatants);
        let setup = Setup { map, combatants, sides, round_limit: file.own.round_limit };
        Ok((setup, State { fighters, order, ..State::default() }))
    }

    fn fit(setup: &Setup, state: &mut State, who: CombatantId, _: &mut Stated<'_, State>) {
        state[who].hp = state[who].hp.min(setup.combatants[who.index()].sheet.hp);
    }
}

affray_prove::case_format!(Skirmish, wounded: Scene::is_wounded);
