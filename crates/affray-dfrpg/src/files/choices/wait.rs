//! Waits as they are declared.

use super::attack::{AimWord, AttackKind};
use super::{Asked, Formed, Known, first_mode};
use crate::decision::{Aim, NO_AREA, NO_MODE, NONE, WaitFor};
use crate::files::state_file::{find_item, find_mode};
use crate::sheet::{ItemId, Location, ModeKind};
use crate::state::{Area, Form, Reaction, Trigger, Waiting};
use affray_files::names::one_of;
use affray_files::value::{FromValue, Names as _, Reader, Schema, Schemas, ToValue, Value, Writer};
use affray_files::{Diagnostic, Path, error};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;

/// A Wait as it is declared.
#[derive(FromValue, ToValue)]
#[value(rename = "WaitFile", expected = "a table such as { for = \"comes-into-reach\", with = \"axe\" }")]
pub(super) struct WaitKeys {
    /// The event.
    #[value(rename = "for")]
    trigger: Trigger,
    /// Whose. Default: any foe's.
    #[value(named = "combatant", none)]
    foe: u8,
    /// The reaction. Default: an Attack.
    #[value(default = Reaction::Attack)]
    reaction: Reaction,
    /// The weapon or mode that strikes, or the item to ready. Default: the sheet's first mode.
    with: Option<Tool>,
    /// A location, or `"random"`. Default: `"torso"`.
    at: Option<AimWord>,
    /// Levels of Deceptive Attack.
    #[value(default)]
    deceptive: u8,
    /// What kind of attack it is. Default: a strike.
    #[value(default)]
    kind: AttackKind,
    /// A Rapid Strike.
    #[value(default)]
    rapid: bool,
    /// The second mode of a Dual-Weapon Attack.
    #[value(named = "mode", none)]
    dual: u16,
    /// The item of the foe that is grabbed.
    #[value(of = foe)]
    item: Option<ItemId>,
    /// The watched area of `in-area`.
    area: Option<AreaKeys>,
    /// Turns for which the same single hex has been watched already.
    #[value(default)]
    seconds: u8,
    /// The crossbow is braced.
    #[value(default)]
    brace: bool,
    /// The movement of the reaction is taken at once.
    #[value(default)]
    move_now: bool,
}

/// What a reaction is made with.
enum Tool {
    /// By its name: of a mode, or of an item that is to be readied.
    Called(String),
    /// To attack or feint.
    Mode(u16),
    /// To be readied.
    Item(ItemId),
}

impl Schema for Tool {
    fn schema(schemas: &mut Schemas) -> Value {
        String::schema(schemas)
    }
}

impl FromValue for Tool {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        String::read(value, reader).map(Self::Called)
    }
}

impl ToValue for Tool {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        match self {
            Self::Called(name) => Value::from(name.as_str()),
            Self::Mode(mode) => writer.named("mode", usize::from(*mode)),
            Self::Item(item) => item.write(writer),
        }
    }
}

/// A watched area: one hex, a row of hexes, a line without end or a disc.
#[derive(FromValue, ToValue)]
#[value(rename = "AreaFile", expected = "a table such as { from = [0, 0] }")]
struct AreaKeys {
    /// Its first hex, or the center of a disc.
    from: Cell,
    /// The direction of a row or line.
    towards: Option<Facing>,
    /// Hexes of a row, 1 to 127. Default: 1.
    hexes: Option<u8>,
    /// A line without end.
    #[value(default)]
    line: bool,
    /// The radius of a disc in hexes, 1 to 100.
    radius: Option<u8>,
}

impl AreaKeys {
    fn area(&self) -> Result<Area, Diagnostic> {
        let size = match (self.line, self.radius) {
            (true, None) => 0,
            (false, Some(radius)) if (1..=100).contains(&radius) => 0x80 + radius,
            (false, None) if self.hexes.is_none_or(|hexes| (1..=127).contains(&hexes)) => self.hexes.unwrap_or(1),
            _ => {
                let hint = "one of `hexes` 1 to 127, `line` and `radius` 1 to 100";
                return Err(error(Path::root().key("area"), "no such area", hint));
            }
        };
        Ok(Area { from: self.from, towards: self.towards.unwrap_or(Facing::E), size })
    }

    fn of(area: &Area) -> Self {
        let (hexes, radius) = match area.size {
            0 => (None, None),
            size if size & 0x80 != 0 => (None, Some(size & 0x7f)),
            size => (Some(size), None),
        };
        Self { from: area.from, towards: Some(area.towards), hexes, line: area.size == 0, radius }
    }
}

impl WaitKeys {
    /// The mode that reacts, or the item that is readied.
    fn tool(&self, Asked { scene, who }: Asked<'_>) -> Result<u16, Diagnostic> {
        let path = Path::root().key("with");
        let (kind, found) = match (&self.with, self.reaction) {
            (Some(Tool::Mode(mode) | Tool::Item(ItemId(mode))), _) => return Ok(*mode),
            (Some(Tool::Called(name)), Reaction::Ready) => ("item", find_item(scene, who, name).map(|item| item.0)),
            (Some(Tool::Called(name)), _) => ("mode", find_mode(scene, who, name)),
            (None, Reaction::Ready) => {
                return Err(error(path, "which item is to be readied?", "name it in `with`"));
            }
            (None, _) => {
                return Ok(match self.trigger {
                    Trigger::Charges => first_mode(scene, who, |kind| kind == ModeKind::Thrust),
                    Trigger::InArea => first_mode(scene, who, ModeKind::is_ranged),
                    _ => 0,
                });
            }
        };
        let Some(Tool::Called(name)) = &self.with else { return Ok(0) };
        let known = Known { setup: scene.setup, state: Some(scene.state) };
        let wrong = || error(path, format!("there is no {kind} `{name}`"), known.hint(kind, Some(who), name));
        found.ok_or_else(wrong)
    }

    /// How its attack is made, and what that names besides.
    fn made_as(&self) -> Result<(Form, u16), Diagnostic> {
        let path = Path::root();
        let Some(form) = self.kind.waits() else {
            let hint = "strike, shove, slam, grab, takedown, pin, strangle, wrest, force-drop or break-free";
            return Err(error(path.key("kind"), "a Wait ends in an attack of one's own", hint));
        };
        Ok(match (form, self.item) {
            (Form::Strike, _) if self.dual != NO_MODE => (Form::Dual, self.dual),
            (Form::Strike, _) if self.rapid => (Form::Rapid, NO_MODE),
            (Form::Grab, Some(_)) if self.foe == NONE => {
                let hint = "name the foe whose item it is in `foe`";
                return Err(error(path.key("item"), "whose item is to be grabbed?", hint));
            }
            (Form::Grab, Some(item)) => (Form::Grab, item.0),
            (form, _) => (form, NO_MODE),
        })
    }
}

impl Formed for WaitFor {
    type Form = Box<WaitKeys>;
    const UNKNOWN: Self = Self { contract: Waiting::NOTHING, move_now: false };

    fn made(form: Box<WaitKeys>, asked: Asked<'_>) -> Result<Self, Diagnostic> {
        let mode = form.tool(asked)?;
        let location = match form.at {
            None => Location::Torso as u8,
            Some(AimWord(Aim::At(location))) => location as u8,
            Some(AimWord(Aim::Random)) => NONE,
            Some(_) => {
                let hint = one_of(Location::ALL.map(Location::name));
                return Err(error(Path::root().key("at"), "that is no hit location", hint));
            }
        };
        let area = form.area.as_ref().map_or(Ok(NO_AREA), AreaKeys::area)?;
        let (made, other) = form.made_as()?;
        let contract = Waiting {
            trigger: form.trigger,
            foe: form.foe,
            reaction: form.reaction,
            mode,
            location,
            deceptive: form.deceptive,
            form: made,
            other,
            seconds: form.seconds,
            braced: form.brace,
            moved: false,
            area,
        };
        Ok(Self { contract, move_now: form.move_now })
    }

    fn form(&self, _: CombatantId) -> Box<WaitKeys> {
        let contract = &self.contract;
        let grabs_item = contract.form == Form::Grab && contract.other != NO_MODE;
        Box::new(WaitKeys {
            trigger: contract.trigger,
            foe: contract.foe,
            reaction: contract.reaction,
            with: Some(match contract.reaction {
                Reaction::Ready => Tool::Item(ItemId(contract.mode)),
                _ => Tool::Mode(contract.mode),
            }),
            at: Some(AimWord(Location::ALL.get(usize::from(contract.location)).copied().map_or(Aim::Random, Aim::At))),
            deceptive: contract.deceptive,
            kind: AttackKind::of(contract.form),
            rapid: contract.form == Form::Rapid,
            dual: if contract.form == Form::Dual { contract.other } else { NO_MODE },
            item: grabs_item.then_some(ItemId(contract.other)),
            area: (contract.area != NO_AREA).then(|| AreaKeys::of(&contract.area)),
            seconds: contract.seconds,
            brace: contract.braced,
            move_now: self.move_now,
        })
    }
}

super::formed!(WaitFor);
