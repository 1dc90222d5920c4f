//! Decisions of others, and those outside of activations.

use super::Held;
use super::act::CastForm;
use super::attack::StrikeForm;
use crate::decision::{Attack, Initiative, Reaction, RestBy};
use crate::state::NONE;
use affray_files::value::{FromValue, Reader, Schema, Schemas, ToValue, Value, Writer};
use affray_kernel::referee::CombatantId;

/// A reaction: `"pass"`, `"strike"`, `"acrobatics"`, or a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReactForm(Reaction);

/// A reaction in full. Without anything to do it is to pass.
#[derive(FromValue, ToValue)]
#[value(rename = "React")]
struct ReactKeys {
    /// The one who reacts. Default: the next who is asked.
    who: Option<CombatantId>,
    /// An opportunity attack: the weapon, or a table.
    strike: Option<StrikeForm>,
    /// Set that weapon against the charge.
    #[value(named = "weapon", none)]
    set: u8,
    /// Stand up by Acrobatics.
    #[value(default)]
    acrobatics: bool,
    /// Dice bought by Trust to Luck for the Acrobatics.
    #[value(default)]
    luck: u8,
    /// Drink that potion, which is in hand.
    drink: Option<Held>,
    /// Cast a spell that costs the Immediate.
    cast: Option<CastForm>,
}

/// Reactions without more to say.
const REACTIONS: [&str; 3] = ["pass", "strike", "acrobatics"];

impl Schema for ReactForm {
    fn schema(schemas: &mut Schemas) -> Value {
        let table = ReactKeys::schema(schemas);
        let words = REACTIONS.map(|word| Schemas::word(word, ""));
        serde_json::json!({ "anyOf": words.into_iter().chain([table]).collect::<Vec<_>>() })
    }
}

impl FromValue for ReactForm {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let keys = if value.is_object() {
            ReactKeys::read(value, reader)?
        } else {
            let word = reader.variant(value, &REACTIONS, &[], Some("a reaction, as a word or a table"))?.0;
            let keys = match word {
                "strike" => serde_json::json!({ "strike": {} }),
                "acrobatics" => serde_json::json!({ "acrobatics": true }),
                _ => serde_json::json!({}),
            };
            ReactKeys::read(&keys, reader)?
        };
        Some(Self(match keys {
            ReactKeys { strike: Some(strike), .. } => Reaction::Strike(strike.into()),
            ReactKeys { set, .. } if set != NONE => Reaction::Set { item: set },
            ReactKeys { drink: Some(Held(hand)), .. } => Reaction::Drink { hand },
            ReactKeys { cast: Some(cast), .. } => Reaction::Cast(cast.0),
            ReactKeys { acrobatics: true, luck, .. } => Reaction::StandByAcrobatics { luck },
            _ => Reaction::Pass,
        }))
    }
}

impl ToValue for ReactForm {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        let pass =
            ReactKeys { who: None, strike: None, set: NONE, acrobatics: false, luck: 0, drink: None, cast: None };
        let keys = match self.0 {
            Reaction::Pass => return Value::from("pass"),
            Reaction::Strike(attack) => ReactKeys { strike: Some(attack.into()), ..pass },
            Reaction::StandByAcrobatics { luck } => ReactKeys { acrobatics: true, luck, ..pass },
            Reaction::Set { item } => ReactKeys { set: item, ..pass },
            Reaction::Drink { hand } => ReactKeys { drink: Some(Held(hand)), ..pass },
            Reaction::Cast(casting) => ReactKeys { cast: Some(CastForm(casting)), ..pass },
        };
        keys.write(writer)
    }
}

impl From<ReactForm> for Reaction {
    fn from(form: ReactForm) -> Self {
        form.0
    }
}

impl From<Reaction> for ReactForm {
    fn from(reaction: Reaction) -> Self {
        Self(reaction)
    }
}

/// The free attack of a weapon that was set: `"pass"`, the name of a weapon, or a table.
#[derive(FromValue, ToValue)]
pub enum BracedForm {
    /// None.
    Pass,
    /// With that weapon.
    #[value(text)]
    With(StrikeForm),
    /// In full.
    #[value(table)]
    Table(StrikeForm),
}

impl From<BracedForm> for Option<Attack> {
    fn from(form: BracedForm) -> Self {
        match form {
            BracedForm::Pass => None,
            BracedForm::With(form) | BracedForm::Table(form) => Some(form.into()),
        }
    }
}

impl From<Option<Attack>> for BracedForm {
    fn from(attack: Option<Attack>) -> Self {
        attack.map_or(Self::Pass, |attack| Self::Table(attack.into()))
    }
}

/// How initiative is rolled: `"dex"`, `"int"`, or a table (`OB-I39`: no others).
#[derive(FromValue, ToValue)]
#[value(expected = "\"dex\", \"int\", or a table")]
pub enum InitiativeForm {
    /// By DEX.
    Dex,
    /// By INT.
    Int,
    /// In full.
    #[value(table)]
    Table(Initiative),
}

impl From<InitiativeForm> for Initiative {
    fn from(form: InitiativeForm) -> Self {
        match form {
            InitiativeForm::Dex => Self::default(),
            InitiativeForm::Int => Self { int: true, luck: 0 },
            InitiativeForm::Table(initiative) => initiative,
        }
    }
}

impl From<Initiative> for InitiativeForm {
    fn from(initiative: Initiative) -> Self {
        match initiative {
            Initiative { int: false, luck: 0 } => Self::Dex,
            Initiative { int: true, luck: 0 } => Self::Int,
            other => Self::Table(other),
        }
    }
}

/// A saving throw: dice of luck for the next one, or a table that says whose it is.
#[derive(FromValue, ToValue)]
#[value(expected = "a number of dice, or a table")]
pub enum SaveForm {
    /// With that many dice of luck, for the next save.
    #[value(number)]
    Luck(u8),
    /// Of one.
    #[value(table)]
    Of(SaveKeys),
}

/// The keys of a saving throw.
#[derive(FromValue, ToValue)]
#[value(rename = "Save")]
pub struct SaveKeys {
    /// The one who saves.
    who: CombatantId,
    /// Dice bought by Trust to Luck.
    luck: u8,
}

impl From<SaveForm> for u8 {
    fn from(form: SaveForm) -> Self {
        match form {
            SaveForm::Luck(luck) => luck,
            SaveForm::Of(SaveKeys { luck, .. }) => luck,
        }
    }
}

impl From<u8> for SaveForm {
    fn from(luck: u8) -> Self {
        Self::Luck(luck)
    }
}

/// A rest, or none.
#[derive(FromValue, ToValue)]
pub enum RestForm {
    /// No rest.
    None,
    /// CON and BAB.
    Bab,
    /// CON and CL.
    Cl,
}

impl From<RestForm> for Option<RestBy> {
    fn from(form: RestForm) -> Self {
        match form {
            RestForm::None => None,
            RestForm::Bab => Some(RestBy::Bab),
            RestForm::Cl => Some(RestBy::Cl),
        }
    }
}

impl From<Option<RestBy>> for RestForm {
    fn from(by: Option<RestBy>) -> Self {
        match by {
            None => Self::None,
            Some(RestBy::Bab) => Self::Bab,
            Some(RestBy::Cl) => Self::Cl,
        }
    }
}
