//! What is concentrated on, as it is declared.

use super::{Asked, Formed};
use crate::decision::{Cast, Concentrate, NONE};
use affray_files::value::{FromValue, ToValue};
use affray_files::{Diagnostic, Path, error};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;

/// What is concentrated on: `"think"`, `"go-on"` or a spell.
#[derive(FromValue, ToValue)]
#[value(rename = "CastFile", expected = "a word or a table")]
pub(super) enum CastForm {
    /// A mental action that is no spell.
    Think,
    /// The spell that was begun goes on.
    GoOn,
    /// A spell.
    #[value(table)]
    Spell(Box<CastKeys>),
}

/// A spell as it is begun or enlarged.
#[derive(FromValue, ToValue)]
pub(super) struct CastKeys {
    /// The spell. Default: the one that is held or was begun, to enlarge it or to go on with it.
    #[value(named = "spell", none)]
    spell: u8,
    /// On whom.
    #[value(named = "combatant", none)]
    target: u8,
    /// Energy, where the caster chooses it. Default: the spell's least.
    energy: Option<u8>,
    /// How much of it is paid in HP.
    #[value(default)]
    hp: u8,
    /// Point with baton or staff.
    #[value(default)]
    point: bool,
    /// Enlarge the missile that is held already by `energy`.
    #[value(default)]
    enlarge: bool,
    /// Go on with the spell that was begun, at another `target` or `center`.
    #[value(default)]
    go_on: bool,
    /// The hand that holds a missile or melee spell: 0 is the main hand. Default: the first free one.
    hand: Option<u8>,
    /// The center of an area.
    center: Option<Cell>,
    /// The radius of an area in hexes, of a search in tiles. Default: 1.
    radius: Option<u16>,
    /// Known things that a search ignores.
    #[value(default)]
    ignoring: u8,
    /// The game master's modifier, -10 to +10.
    #[value(default)]
    situational: i8,
}

impl CastKeys {
    /// Nothing is said.
    const NOTHING: Self = Self {
        spell: NONE,
        target: NONE,
        energy: None,
        hp: 0,
        point: false,
        enlarge: false,
        go_on: false,
        hand: None,
        center: None,
        radius: None,
        ignoring: 0,
        situational: 0,
    };
}

impl Formed for Concentrate {
    type Form = CastForm;
    const UNKNOWN: Self = Self::Think;

    fn made(form: CastForm, asked: Asked<'_>) -> Result<Self, Diagnostic> {
        let Asked { scene, who } = asked;
        let cast = match form {
            CastForm::Think => return Ok(Self::Think),
            CastForm::GoOn => return Ok(Self::GoOn),
            CastForm::Spell(cast) => cast,
        };
        if cast.enlarge {
            let is_meant = |spell: u8| spell != NONE && (cast.spell == NONE || spell == cast.spell);
            let held = scene.fighter(who).held.iter().find(|held| is_meant(held.spell));
            let hand = cast.hand.or(held.map(|held| held.hand)).unwrap_or(0);
            return Ok(Self::Enlarge { hand, energy: cast.energy.unwrap_or(1) });
        }
        let cell = cast.center.unwrap_or(scene.fighter(who).at);
        if cast.go_on {
            return Ok(Self::GoOnAt { target: cast.target, cell });
        }
        let Some(known) = scene.sheet(who).spells.get(usize::from(cast.spell)) else {
            return Err(error(Path::root(), "a casting names its spell", "cast = { spell = \"...\" }"));
        };
        Ok(Self::Cast(Cast {
            spell: cast.spell,
            target: cast.target,
            energy: cast.energy.unwrap_or(known.cost),
            hp: cast.hp,
            point: cast.point,
            hand: cast.hand.unwrap_or(asked.free_hand()),
            cell,
            radius: cast.radius.unwrap_or(1),
            ignoring: cast.ignoring,
            situational: cast.situational,
        }))
    }

    fn form(&self, _: CombatantId) -> CastForm {
        CastForm::Spell(Box::new(match *self {
            Self::Think => return CastForm::Think,
            Self::GoOn => return CastForm::GoOn,
            Self::Cast(cast) => CastKeys {
                spell: cast.spell,
                target: cast.target,
                energy: Some(cast.energy),
                hp: cast.hp,
                point: cast.point,
                hand: Some(cast.hand),
                center: Some(cast.cell),
                radius: Some(cast.radius),
                ignoring: cast.ignoring,
                situational: cast.situational,
                ..CastKeys::NOTHING
            },
            Self::GoOnAt { target, cell } => CastKeys { go_on: true, target, center: Some(cell), ..CastKeys::NOTHING },
            Self::Enlarge { hand, energy } => {
                CastKeys { enlarge: true, hand: Some(hand), energy: Some(energy), ..CastKeys::NOTHING }
            }
        }))
    }
}

super::formed!(Concentrate);
