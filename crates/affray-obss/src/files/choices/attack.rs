//! Attacks, in the own activation and out of turn.

use super::{item, item_name};
use crate::decision::{Attack, Circumstances, Way};
use crate::sheet::UNARMED;
use affray_files::value::{
    FromValue, Map, ReadKeys, Reader, Schema, SchemaKeys, Schemas, TableSchema, ToValue, Value, WriteKeys, Writer,
};
use affray_kernel::referee::CombatantId;

/// An attack: the target's name, or a table.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
#[value(word = "target", expected = "the name of a combatant, or a table")]
pub struct AttackForm {
    /// The target.
    target: CombatantId,
    #[value(flatten)]
    blow: Blow,
}

/// An attack out of turn: the name of a weapon, or a table.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
#[value(word = "with", expected = "the name of a weapon, or a table")]
pub struct StrikeForm {
    /// The target. Default: the one that is reacted to.
    #[value(named = "foe", usual)]
    target: u8,
    #[value(flatten)]
    blow: Blow,
}

/// An attack without its target.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
struct Blow {
    #[value(flatten)]
    weapon: WeaponKeys,
    /// By DEX, with a versatile weapon.
    #[value(default)]
    by_dex: bool,
    /// For nonlethal damage.
    #[value(default)]
    nonlethal: bool,
    /// It only has to touch.
    #[value(default)]
    touch: bool,
    /// The first of a pair under the Low Level Option.
    #[value(default)]
    pair: bool,
    /// Dice bought by Trust to Luck.
    #[value(default)]
    luck: u8,
    #[value(flatten)]
    circumstances: Circumstances,
}

impl Blow {
    fn at(self, target: CombatantId) -> Attack {
        let Self { weapon: WeaponKeys { item, off_hand, ranged }, by_dex, nonlethal, touch, pair, luck, circumstances } =
            self;
        let way = if ranged { Way::Ranged } else { Way::Melee };
        Attack { target, item, off_hand, way, by_dex, nonlethal, touch, precise: false, pair, luck, circumstances }
    }
}

impl From<Attack> for Blow {
    fn from(attack: Attack) -> Self {
        let Attack { item, off_hand, way, by_dex, nonlethal, touch, pair, luck, circumstances, .. } = attack;
        let weapon = WeaponKeys { item, off_hand, ranged: way == Way::Ranged };
        Self { weapon, by_dex, nonlethal, touch, pair, luck, circumstances }
    }
}

impl From<AttackForm> for Attack {
    fn from(form: AttackForm) -> Self {
        form.blow.at(form.target)
    }
}

impl From<Attack> for AttackForm {
    fn from(attack: Attack) -> Self {
        Self { target: attack.target, blow: attack.into() }
    }
}

impl From<StrikeForm> for Attack {
    fn from(form: StrikeForm) -> Self {
        form.blow.at(CombatantId(form.target))
    }
}

impl From<Attack> for StrikeForm {
    fn from(attack: Attack) -> Self {
        Self { target: attack.target.0, blow: attack.into() }
    }
}

/// The weapon of an attack.
#[derive(Debug, Clone, Copy, PartialEq)]
struct WeaponKeys {
    item: u8,
    off_hand: bool,
    ranged: bool,
}

impl SchemaKeys for WeaponKeys {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        let with = "The weapon, or `\"unarmed\"`. Default: the first in hand that can do it.";
        table.key("with", with, Schemas::name_of("weapon"), true, None);
        let off_hand = bool::schema(schemas);
        table.key("off_hand", "With the off hand. Default: if only that holds it.", off_hand, true, None);
        let ranged = bool::schema(schemas);
        table.key("ranged", "A shot or throw.", ranged, true, None);
    }
}

impl ReadKeys for WeaponKeys {
    fn keys(keys: &mut Vec<&'static str>) {
        keys.extend(["with", "off_hand", "ranged"]);
    }

    fn read_keys(table: &Map, reader: &mut Reader<'_>) -> Option<Self> {
        let ranged = reader.key(table, "ranged", || Some(false))?;
        let off_hand: Option<bool> = reader.key(table, "off_hand", || Some(None))?;
        let (names, owner) = (reader.names(), reader.owner());
        let item = match table.get("with") {
            None | Some(Value::Null) => {
                let usual = names.usual(if ranged { "ranged weapon" } else { "melee weapon" }, owner);
                usual.map_or(UNARMED, |item| item as u8)
            }
            Some(with) => {
                let kind = if off_hand == Some(true) { "off-hand weapon" } else { "weapon" };
                reader.below("with", |reader| item(kind, with, reader))?
            }
        };
        let only_off = || {
            let all = names.all("thing", owner);
            all.get(usize::from(item)).is_some_and(|name| names.find("off hand", owner, name).is_some())
        };
        Some(Self { item, off_hand: off_hand.unwrap_or_else(|| item != UNARMED && only_off()), ranged })
    }
}

impl WriteKeys for WeaponKeys {
    fn write_keys(&self, table: &mut Map, writer: &mut Writer<'_>) {
        table.insert("with".into(), item_name(self.item, writer));
        for (key, holds) in [("off_hand", self.off_hand), ("ranged", self.ranged)] {
            if holds {
                table.insert(key.into(), true.into());
            }
        }
    }
}

/// A shot or throw: an attack that is `ranged` without a word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shot(pub(super) AttackForm);

impl Schema for Shot {
    fn schema(schemas: &mut Schemas) -> Value {
        AttackForm::schema(schemas)
    }
}

impl FromValue for Shot {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let mut table = match value {
            Value::String(_) => Map::from_iter([("target".to_owned(), value.clone())]),
            Value::Object(table) => table.clone(),
            _ => return AttackForm::read(value, reader).map(Self),
        };
        table.insert("ranged".into(), true.into());
        AttackForm::read(&Value::Object(table), reader).map(Self)
    }
}

impl ToValue for Shot {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.0.write(writer)
    }
}
