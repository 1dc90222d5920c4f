//! Attacks as they are declared: one table for all kinds.

use super::{Asked, Formed};
use crate::decision::{Aim, Attack, Grapple, NO_MODE, NONE, Strike};
use crate::sheet::{ItemId, Location, ModeKind};
use crate::state::Form;
use affray_files::names::one_of;
use affray_files::value::{FromValue, Reader, Schema, Schemas, ToValue, Value, Writer};
use affray_files::{Diagnostic, Path, error};
use affray_grid::Facing;
use affray_kernel::referee::CombatantId;

/// Kinds of attack.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue, ToValue)]
pub(super) enum AttackKind {
    /// With a weapon, a limb or a held spell.
    #[default]
    Strike,
    /// Shove.
    Shove,
    /// Slam.
    Slam,
    /// Grab the `at` part or the `item`.
    Grab,
    /// Takedown.
    Takedown,
    /// Pin.
    Pin,
    /// Strangle.
    Strangle,
    /// Take the grabbed item.
    Wrest,
    /// Make the foe drop what the grabbed hand holds.
    ForceDrop,
    /// Break free.
    BreakFree,
    /// Help the `target`, a friend, in a takedown or pin.
    Assist,
    /// No attack after all.
    Forgo,
}

impl AttackKind {
    /// The kinds that a Wait can end in, with their forms.
    const FORMS: [(Self, Form); 10] = [
        (Self::Strike, Form::Strike),
        (Self::Shove, Form::Shove),
        (Self::Slam, Form::Slam),
        (Self::Grab, Form::Grab),
        (Self::Takedown, Form::Takedown),
        (Self::Pin, Form::Pin),
        (Self::Strangle, Form::Strangle),
        (Self::Wrest, Form::Wrest),
        (Self::ForceDrop, Form::ForceDrop),
        (Self::BreakFree, Form::BreakFree),
    ];

    /// The form of it in a Wait.
    pub(super) fn waits(self) -> Option<Form> {
        Self::FORMS.into_iter().find(|(kind, _)| *kind == self).map(|(_, form)| form)
    }

    /// The kind of that form.
    pub(super) fn of(form: Form) -> Self {
        Self::FORMS.into_iter().find(|(_, known)| *known == form).map_or(Self::Strike, |(kind, _)| kind)
    }

    /// Whether it uses the hands that hold the foe already.
    const fn is_with_a_hold(self) -> bool {
        matches!(self, Self::Strangle | Self::Pin | Self::Takedown | Self::Wrest | Self::ForceDrop)
    }
}

/// What is done to an item that is struck at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
enum Purpose {
    /// Damage it.
    Damage,
    /// Strike it out of the hand.
    Disarm,
}

/// A part of the body that is aimed at, `chinks` and a part, or `random`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AimWord(pub(super) Aim);

/// A part of the body, written by its name; of `leg` and the like it has to be said which.
fn part(name: &str, reader: &mut Reader<'_>) -> Option<Location> {
    let spelled = name.trim().to_lowercase().replace([' ', '_'], "-");
    let full = if spelled == "chest" { "torso" } else { spelled.as_str() };
    if ["eye", "arm", "hand", "leg", "foot", "wing"].contains(&full) {
        let message = format!("`{name}` could be left {full} or right {full}");
        return reader.wrong(message, format!("`left {full}` or `right {full}`"));
    }
    let found = Location::ALL.into_iter().find(|location| location.name() == full);
    found.or_else(|| reader.wrong(format!("`{name}` is no hit location"), one_of(Location::ALL.map(Location::name))))
}

impl Schema for AimWord {
    fn schema(schemas: &mut Schemas) -> Value {
        String::schema(schemas)
    }
}

impl FromValue for AimWord {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let word = String::read(value, reader)?;
        if word.eq_ignore_ascii_case("random") {
            return Some(Self(Aim::Random));
        }
        Some(Self(match word.strip_prefix("chinks") {
            Some(rest) if rest.trim().is_empty() => Aim::Chinks(Location::Torso),
            Some(rest) => Aim::Chinks(part(rest, reader)?),
            None => Aim::At(part(&word, reader)?),
        }))
    }
}

impl ToValue for AimWord {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        match self.0 {
            Aim::At(location) => location.name().into(),
            Aim::Chinks(location) => format!("chinks {}", location.name()).into(),
            Aim::Random | Aim::Damage(_) | Aim::Disarm(_) => "random".into(),
        }
    }
}

/// The side on which an attacker from above lands, or `in` for the hex of the target.
#[derive(FromValue, ToValue)]
enum Landing {
    /// In the hex of the target.
    In,
    /// On that side of it.
    #[value(text)]
    Side(super::Side),
}

/// An attack as it is declared.
#[derive(FromValue, ToValue)]
#[value(rename = "AttackFile", expected = "a table such as { target = \"Orc\", with = \"axe\" }")]
pub(super) struct AttackKeys {
    /// Default: a strike.
    #[value(default)]
    kind: AttackKind,
    /// At whom.
    target: Option<CombatantId>,
    /// The weapon, its mode as `"weapon mode"`, `"punch"`, `"kick"`, `"bite"`, or the name of a held
    /// spell. Default: the sheet's first mode.
    #[value(named = "attack", none)]
    with: u16,
    /// The hand or foot of an unarmed strike: 0 is the main one. Default: the first free hand.
    hand: Option<u8>,
    /// A location, `"chinks torso"` (or another location), or `"random"`. Default: `"torso"`.
    at: Option<AimWord>,
    /// An item of the target to strike at, or to grab.
    #[value(of = target)]
    item: Option<ItemId>,
    /// What to do to the item: has to be said.
    purpose: Option<Purpose>,
    /// Levels of Deceptive Attack, 0 to 20.
    #[value(default)]
    deceptive: u8,
    /// The first strike of a Rapid Strike; the next entry is its second.
    #[value(default)]
    rapid: bool,
    /// The second strike of a Dual-Weapon Attack: this entry is the first.
    dual: Option<Box<Self>>,
    /// How many hands a grab, shove or strangling uses, or exactly which: `[0, 1]`. Default: all that
    /// are free; for a strangling all that hold.
    hands: Option<Hands>,
    /// The game master's modifier, -10 to +10.
    #[value(default)]
    situational: i8,
    /// Speed of the attacker's mount or vehicle, 0 to 100 yards a second.
    #[value(default)]
    mount_speed: u8,
    /// The target cannot perceive the attack.
    #[value(default)]
    unseen: bool,
    /// Attack from above: the side of the target's hex on which the attacker lands, or `"in"` for in it.
    drop: Option<Landing>,
}

/// Hands, by number or one by one.
#[derive(FromValue, ToValue)]
#[value(rename = "HandsFile", expected = "a number of hands, or a list of them")]
enum Hands {
    /// So many.
    #[value(number)]
    Count(u8),
    /// Exactly these.
    #[value(list)]
    These(Vec<u8>),
}

impl Hands {
    /// As bits; by number the first so many of these.
    fn bits(&self, free: u8) -> u8 {
        match self {
            Self::These(hands) => {
                hands.iter().fold(0, |bits, &hand| bits | 1u8.checked_shl(u32::from(hand)).unwrap_or(0))
            }
            Self::Count(count) => {
                // More than are free stays more, to be refused.
                let is_free = |hand: &u8| free & (1 << hand) != 0;
                let in_order = (0..4).filter(is_free).chain((0..8).filter(|hand| *hand > 3 || !is_free(hand)));
                in_order.take(usize::from(*count)).fold(0, |bits, hand| bits | 1 << hand)
            }
        }
    }
}

impl AttackKeys {
    /// An attack of that kind.
    fn of(kind: AttackKind, target: CombatantId, situational: i8) -> Self {
        Self {
            kind,
            target: Some(target),
            with: NO_MODE,
            hand: None,
            at: None,
            item: None,
            purpose: None,
            deceptive: 0,
            rapid: false,
            dual: None,
            hands: None,
            situational,
            mount_speed: 0,
            unseen: false,
            drop: None,
        }
    }

    fn close(kind: AttackKind, with: Grapple) -> Self {
        let hands = (0..8).filter(|hand| with.hands & 1 << hand != 0).collect();
        Self { hands: Some(Hands::These(hands)), ..Self::of(kind, with.target, with.situational) }
    }

    fn strike(strike: &Strike) -> Self {
        let (item, purpose) = match strike.aim {
            Aim::Damage(item) => (Some(item), Some(Purpose::Damage)),
            Aim::Disarm(item) => (Some(item), Some(Purpose::Disarm)),
            Aim::At(_) | Aim::Chinks(_) | Aim::Random => (None, None),
        };
        Self {
            with: strike.mode,
            hand: (strike.hand != NONE).then_some(strike.hand),
            at: item.is_none().then_some(AimWord(strike.aim)),
            item,
            purpose,
            deceptive: strike.deceptive,
            mount_speed: strike.mount_speed,
            unseen: strike.unseen,
            drop: strike.drop.map(|side| match side {
                NONE => Landing::In,
                side => Landing::Side(super::Side(Facing::hex(side.into()))),
            }),
            ..Self::of(AttackKind::Strike, strike.target, strike.situational)
        }
    }

    /// Refuses keys that do not belong to that kind of attack.
    fn judge(&self, is_second: bool, path: &Path) -> Result<(), Diagnostic> {
        let strike = self.kind == AttackKind::Strike;
        let grab = self.kind == AttackKind::Grab;
        let alone = matches!(self.kind, AttackKind::Forgo | AttackKind::Assist);
        let of_strikes = "that is said of strikes alone";
        let keys = [
            ("kind", is_second && !strike, "both strikes of a Dual-Weapon Attack are strikes"),
            ("dual", is_second && self.dual.is_some(), "a Dual-Weapon Attack has two strikes"),
            (
                "rapid",
                self.rapid && (is_second || self.dual.is_some()),
                "[DF-211] a strike is of one trade, not of both",
            ),
            ("with", !strike && self.with != NO_MODE, of_strikes),
            ("hand", !strike && self.hand.is_some(), of_strikes),
            ("at", !strike && !grab && self.at.is_some(), "that is said of strikes and grabs alone"),
            ("at", self.item.is_some() && self.at.is_some(), "it is either a part of the body or an item"),
            ("item", !strike && !grab && self.item.is_some(), "that is said of strikes and grabs alone"),
            ("purpose", !strike && self.purpose.is_some(), of_strikes),
            ("purpose", self.purpose.is_some() && self.item.is_none(), "it says what is done to an `item`"),
            ("deceptive", !strike && self.deceptive != 0, of_strikes),
            ("rapid", !strike && self.rapid, of_strikes),
            ("dual", !strike && self.dual.is_some(), of_strikes),
            ("hands", (strike || alone) && self.hands.is_some(), "a strike takes `hand`, and grapples `hands`"),
            ("situational", alone && self.situational != 0, "nothing is rolled for that"),
            ("mount_speed", !strike && self.mount_speed != 0, of_strikes),
            ("unseen", !strike && self.unseen, of_strikes),
            ("drop", !strike && self.drop.is_some(), of_strikes),
        ];
        match keys.into_iter().find(|&(_, wrong, _)| wrong) {
            Some((key, _, hint)) => Err(error(path.key(key), format!("`{key}` does nothing here"), hint)),
            None => Ok(()),
        }
    }

    fn target(&self, path: &Path) -> Result<CombatantId, Diagnostic> {
        self.target.ok_or_else(|| error(path.clone(), "missing field `target`", "target = \"...\""))
    }

    /// The strike that it states.
    fn one_strike(&self, Asked { scene, who }: Asked<'_>, path: &Path) -> Result<Strike, Diagnostic> {
        let target = self.target(path)?;
        let mode = if self.with == NO_MODE { 0 } else { self.with };
        let (kind, is_of_body) =
            scene.mode(who, mode).map_or((None, false), |mode| (Some(mode.kind), mode.item.is_none()));
        let hand = match self.hand {
            Some(_) if !is_of_body => {
                let hint = "a weapon strikes with the hand that holds it; fists and feet are chosen";
                return Err(error(path.key("hand"), "`hand` does nothing here", hint));
            }
            Some(hand) => hand,
            None if kind == Some(ModeKind::Punch) => Asked { scene, who }.free_hand(),
            None => NONE,
        };
        let aim = match (self.item, self.purpose) {
            (Some(item), Some(Purpose::Damage)) => Aim::Damage(item),
            (Some(item), Some(Purpose::Disarm)) => Aim::Disarm(item),
            (Some(_), None) => {
                let what = "[DF-184] say what the blow at the item is for";
                return Err(error(path.key("purpose"), what, "purpose = \"damage\" or \"disarm\""));
            }
            (None, _) => self.at.map_or(Aim::At(Location::Torso), |AimWord(aim)| aim),
        };
        let drop = self.drop.as_ref().map(|landing| match landing {
            Landing::In => NONE,
            Landing::Side(super::Side(side)) => side.index(),
        });
        let Self { deceptive, situational, mount_speed, unseen, .. } = *self;
        Ok(Strike { mode, hand, target, aim, deceptive, situational, mount_speed, unseen, drop })
    }

    /// Whom it is at in close combat, and with which hands.
    fn grapple(&self, Asked { scene, who }: Asked<'_>) -> Result<Grapple, Diagnostic> {
        let target = self.target(&Path::root())?;
        let hands = if self.kind.is_with_a_hold() {
            let holds = scene.fighter(who).grabs.iter().filter(|grab| grab.victim == target.0);
            holds.fold(0, |bits, grab| bits | grab.hands)
        } else if matches!(self.kind, AttackKind::Grab) {
            scene.free_grips(who)
        } else {
            scene.free_hands(who)
        };
        let hands = self.hands.as_ref().map_or(hands, |said| said.bits(hands));
        Ok(Grapple { target, hands, situational: self.situational })
    }

    /// The part of the body that is grabbed.
    fn grabbed(&self) -> Result<Location, Diagnostic> {
        match self.at {
            None => Ok(Location::Torso),
            Some(AimWord(Aim::At(part))) => Ok(part),
            Some(_) => {
                let hint = one_of(Location::ALL.map(Location::name));
                Err(error(Path::root().key("at"), "that is no hit location", hint))
            }
        }
    }
}

impl Formed for Attack {
    type Form = Box<AttackKeys>;
    const UNKNOWN: Self = Self::Forgo;
    const NONE: Option<fn(CombatantId) -> Self> = Some(|_| Self::Forgo);

    fn made(form: Box<AttackKeys>, asked: Asked<'_>) -> Result<Self, Diagnostic> {
        let root = Path::root();
        form.judge(false, &root)?;
        let close = |make: fn(Grapple) -> Self| form.grapple(asked).map(make);
        match form.kind {
            AttackKind::Forgo => Ok(Self::Forgo),
            AttackKind::Strike => {
                let first = form.one_strike(asked, &root)?;
                Ok(match &form.dual {
                    Some(second) => {
                        let path = root.key("dual");
                        second.judge(true, &path)?;
                        Self::Dual(first, second.one_strike(asked, &path)?)
                    }
                    None if form.rapid => Self::Rapid(first),
                    None => Self::Strike(first),
                })
            }
            AttackKind::Grab => Ok(match form.item {
                Some(item) => Self::GrabItem(form.grapple(asked)?, item),
                None => Self::Grab(form.grapple(asked)?, form.grabbed()?),
            }),
            AttackKind::Shove => close(Self::Shove),
            AttackKind::Slam => close(Self::Slam),
            AttackKind::Takedown => close(Self::Takedown),
            AttackKind::Pin => close(Self::Pin),
            AttackKind::Strangle => close(Self::Strangle),
            AttackKind::Wrest => close(Self::Wrest),
            AttackKind::ForceDrop => close(Self::ForceDrop),
            AttackKind::BreakFree => close(Self::BreakFree),
            AttackKind::Assist => Ok(Self::Assist(form.target(&root)?)),
        }
    }

    fn form(&self, who: CombatantId) -> Box<AttackKeys> {
        let close = AttackKeys::close;
        Box::new(match *self {
            Self::Forgo => AttackKeys::of(AttackKind::Forgo, who, 0),
            Self::Strike(one) => AttackKeys::strike(&one),
            Self::Rapid(one) => AttackKeys { rapid: true, ..AttackKeys::strike(&one) },
            Self::Dual(one, other) => {
                AttackKeys { dual: Some(Box::new(AttackKeys::strike(&other))), ..AttackKeys::strike(&one) }
            }
            Self::Grab(with, part) => AttackKeys { at: Some(AimWord(Aim::At(part))), ..close(AttackKind::Grab, with) },
            Self::GrabItem(with, item) => AttackKeys { item: Some(item), ..close(AttackKind::Grab, with) },
            Self::Shove(with) => close(AttackKind::Shove, with),
            Self::Slam(with) => close(AttackKind::Slam, with),
            Self::Takedown(with) => close(AttackKind::Takedown, with),
            Self::Pin(with) => close(AttackKind::Pin, with),
            Self::Strangle(with) => close(AttackKind::Strangle, with),
            Self::Wrest(with) => close(AttackKind::Wrest, with),
            Self::ForceDrop(with) => close(AttackKind::ForceDrop, with),
            Self::BreakFree(with) => close(AttackKind::BreakFree, with),
            Self::Assist(friend) => AttackKeys::of(AttackKind::Assist, friend, 0),
        })
    }
}

super::formed!(Attack);
