//! Values that are declared once, read, written and described.

use super::*;
use crate::{Source, read};
use affray_kernel::referee::CombatantId;
use serde_json::json;
use std::collections::BTreeMap;

/// A posture.
#[derive(Debug, Clone, Copy, Default, PartialEq, FromValue, ToValue)]
enum Posture {
    /// Up.
    #[default]
    StandsUp,
    /// Down.
    Prone,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct ItemId(u8);
crate::named!(ItemId, "item");

/// What somebody does.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
enum Act {
    Nothing,
    Ready(ItemId),
    Trade(Box<Strike>, Box<Strike>),
    Wait {
        /// So long.
        #[value(range = 1..=5)]
        turns: u8,
        by: Option<CombatantId>,
    },
    #[value(skip)]
    #[expect(dead_code, reason = "files do not have it")]
    Secret(u8),
}

/// A blow, or none.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
enum Blow {
    None,
    Both(Box<Strike>, Box<Strike>),
    #[value(table)]
    One(Strike),
}

/// A strike.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
struct Strike {
    target: CombatantId,
    #[value(flatten)]
    weapon: Weapon,
    /// What is struck from the hand.
    #[value(of = target)]
    disarm: Option<ItemId>,
    #[value(default = 3, range = 0..=9)]
    adds: i8,
    #[value(default)]
    posture: Posture,
}

#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
struct Weapon {
    with: ItemId,
    mode: Option<String>,
}

/// A number or a word.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(expected = "a number or a word")]
enum Parry {
    #[value(number)]
    Adds(i8),
    #[value(text)]
    Word(Posture),
}

#[derive(Debug, Clone, Default, PartialEq, FromValue, ToValue)]
#[value(default)]
struct File {
    act: Vec<Act>,
    parry: Option<Parry>,
    #[value(rename = "for", range = 0.5..=2.0)]
    what: Option<f64>,
    #[value(range = 0..=9)]
    by_name: BTreeMap<String, u8>,
    #[value(range = 0..=9)]
    list: Vec<u8>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, FromValue, ToValue)]
#[value(tag = "event", rename_all_fields = "kebab-case")]
enum Event {
    RoundEnds,
    Drops {
        #[value(owner)]
        who: CombatantId,
        the_item: ItemId,
    },
}

/// A maneuver, by a word or a table.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
#[value(words = MANEUVERS)]
enum Maneuver {
    #[value(skip)]
    Attack {
        strong: bool,
    },
    Draw(#[value(named = "item")] u8),
    Face(#[value(like = Sides)] u16),
    Watch {
        #[value(named = "combatant", none)]
        who: u8,
        #[value(named = "item", usual)]
        with: u8,
    },
    #[value(other)]
    Stand(Posture),
}

const MANEUVERS: &[(&str, Maneuver)] =
    &[("attack", Maneuver::Attack { strong: false }), ("strong-attack", Maneuver::Attack { strong: true })];

/// Halves of a turn.
#[derive(FromValue, ToValue)]
struct Sides(u16);
impl From<Sides> for u16 {
    fn from(sides: Sides) -> Self {
        sides.0 * 2
    }
}
impl From<u16> for Sides {
    fn from(halves: u16) -> Self {
        Self(halves / 2)
    }
}

#[test]
fn values_in_another_form() {
    round_trip(json!("attack"), Maneuver::Attack { strong: false });
    round_trip(json!("strong-attack"), Maneuver::Attack { strong: true });
    round_trip(json!("prone"), Maneuver::Stand(Posture::Prone));
    round_trip(json!({ "draw": "shield" }), Maneuver::Draw(1));
    round_trip(json!({ "face": 2 }), Maneuver::Face(4));
    round_trip(json!({ "watch": { "who": "Old Bo", "with": "axe" } }), Maneuver::Watch { who: 1, with: 0 });
    round_trip(json!({ "watch": { "with": "axe" } }), Maneuver::Watch { who: 255, with: 0 });
    let wrong = from_value::<Maneuver>(&json!("prnoe"), &Two, Some(ARN)).unwrap_err();
    assert_eq!(wrong[0].to_string(), "`prnoe` is not known here (did you mean `prone`?)");
    let usual = from_value::<Maneuver>(&json!({ "watch": {} }), &Two, Some(ARN));
    assert_eq!(usual, Ok(Maneuver::Watch { who: 255, with: 1 }));
}

struct Two;
impl Names for Two {
    fn all(&self, kind: &str, owner: Option<CombatantId>) -> Vec<&str> {
        match (kind, owner) {
            ("combatant", _) => vec!["Arn", "Old Bo"],
            ("item", Some(CombatantId(0))) => vec!["axe", "shield"],
            ("item", Some(CombatantId(1))) => vec!["spear"],
            _ => vec![],
        }
    }
    fn usual(&self, kind: &str, owner: Option<CombatantId>) -> Option<usize> {
        (kind == "item" && owner == Some(ARN)).then_some(1)
    }
}

const ARN: CombatantId = CombatantId(0);
const BO: CombatantId = CombatantId(1);

#[track_caller]
fn round_trip<T: FromValue + ToValue + PartialEq + std::fmt::Debug>(value: Value, it: T) {
    assert_eq!(from_value::<T>(&value, &Two, Some(ARN)).unwrap(), it);
    assert_eq!(to_value(&it, &Two, Some(ARN)), value);
}

#[test]
fn what_is_written_is_read() {
    let plain = |disarm| Strike {
        target: BO,
        weapon: Weapon { with: ItemId(1), mode: None },
        disarm,
        adds: 3,
        posture: Posture::StandsUp,
    };
    round_trip(json!("nothing"), Act::Nothing);
    round_trip(json!({ "ready": "axe" }), Act::Ready(ItemId(0)));
    round_trip(json!({ "wait": { "turns": 2, "by": "Old Bo" } }), Act::Wait { turns: 2, by: Some(BO) });
    round_trip(json!({ "target": "Old Bo", "with": "shield" }), plain(None));
    round_trip(json!({ "target": "Old Bo", "with": "shield", "disarm": "spear" }), plain(Some(ItemId(0))));
    let strike = json!({ "target": "Old Bo", "with": "shield" });
    round_trip(json!({ "trade": [strike, strike] }), Act::Trade(Box::new(plain(None)), Box::new(plain(None))));
    round_trip(json!("none"), Blow::None);
    round_trip(strike.clone(), Blow::One(plain(None)));
    round_trip(json!({ "both": [strike, strike] }), Blow::Both(Box::new(plain(None)), Box::new(plain(None))));
    assert_eq!(Blow::ENTRIES, [("both", true)]);
    round_trip(json!({ "event": "round-ends" }), Event::RoundEnds);
    round_trip(
        json!({ "event": "drops", "who": "Old Bo", "the-item": "spear" }),
        Event::Drops { who: BO, the_item: ItemId(0) },
    );
    round_trip(
        json!({ "act": ["nothing"], "parry": -2, "for": 1.5 }),
        File { act: vec![Act::Nothing], parry: Some(Parry::Adds(-2)), what: Some(1.5), ..File::default() },
    );
    round_trip(json!({ "parry": "prone" }), File { parry: Some(Parry::Word(Posture::Prone)), ..File::default() });
}

#[test]
fn names_that_are_not_there() {
    let wrongs = |value: Value| {
        let wrongs = from_value::<Strike>(&value, &Two, Some(ARN)).unwrap_err();
        wrongs.iter().map(|wrong| format!("{}: {wrong}", wrong.path)).collect::<Vec<_>>()
    };
    assert_eq!(
        wrongs(json!({ "target": "Bo", "with": "sheild" })),
        [
            "target: there is no combatant `Bo` (one of: Arn, Old Bo)",
            "with: there is no item `sheild` (did you mean `shield`? one of: axe, shield)",
        ]
    );
    assert_eq!(
        wrongs(json!({ "target": "Old Bo", "with": "axe", "disarm": "axe" })),
        ["disarm: there is no item `axe` (one of: spear)"]
    );
}

affray_kernel::flags! {
    /// How it is.
    Mood: u8 {
        /// It is glad.
        GLAD = 0,
        /// It is half asleep.
        HALF_ASLEEP = 1,
    }
}

/// An item.
#[derive(Debug, Clone, Copy, PartialEq, Patch)]
struct Thing {
    /// How it is.
    #[value(flatten)]
    mood: Mood,
    /// Shots left.
    shots: u8,
}

/// How somebody is.
#[derive(Debug, Clone, Copy, PartialEq, Patch)]
struct Somebody {
    /// Points, -9 to 9.
    #[value(default = 7, range = -9..=9)]
    hp: i8,
    #[value(form = Switches::hyphenated("mood"))]
    mood: Mood,
    #[value(form = ByName("item", Keys))]
    items: [Thing; 2],
    #[value(default = [255; 2], form = UpTo(Named("combatant", "nobody", 255), 255))]
    foes: [u8; 2],
    #[value(default = 255, form = Named("item", "", 255))]
    hand: u8,
    #[value(skip)]
    secret: u8,
}

#[test]
fn keys_that_are_given_change_theirs_alone() {
    let patched = |value: Value, it: &mut Somebody| {
        let keys: Partial<Somebody> = from_value(&value, &NoNames, None).unwrap();
        keys.patch(it, &Two, Some(ARN)).iter().map(|wrong| format!("{}: {wrong}", wrong.path)).collect::<Vec<_>>()
    };
    let mut it = Somebody { secret: 3, ..Somebody::default() };
    let all = json!({
        "hp": 7, "mood": { "glad": false, "half-asleep": false }, "foes": [], "hand": "",
        "items": { "axe": { "glad": false, "half_asleep": false, "shots": 0 },
            "shield": { "glad": false, "half_asleep": false, "shots": 0 } },
    });
    assert_eq!(to_value(&it, &Two, Some(ARN)), all);
    let some = json!({ "items": { "shield": { "half_asleep": true } }, "mood": { "glad": true }, "foes": ["old bo"] });
    assert!(patched(some, &mut it).is_empty());
    let mut items = [Thing::default(); 2];
    items[1].mood.set(Mood::HALF_ASLEEP);
    assert_eq!(it, Somebody { secret: 3, mood: Mood::GLAD, items, foes: [1, 255], ..Somebody::default() });
    assert!(patched(json!({ "hand": "shield", "mood": { "glad": false }, "foes": [] }), &mut it).is_empty());
    assert_eq!(it, Somebody { secret: 3, items, hand: 1, ..Somebody::default() });
    // What is written can be read.
    assert!(patched(to_value(&it, &Two, Some(ARN)), &mut it.clone()).is_empty());
    let wrong = json!({ "items": { "axe": { "shots": 1 }, "bow": {} }, "foes": ["Bo"] });
    assert_eq!(
        patched(wrong, &mut it),
        [
            "items.bow: there is no item `bow` (one of: axe, shield)",
            "foes[0]: there is no combatant `Bo` (one of: Arn, Old Bo)",
        ]
    );
    let refused = |value: Value| from_value::<Partial<Somebody>>(&value, &NoNames, None).unwrap_err()[0].to_string();
    assert_eq!(refused(json!({ "mood": { "sad": true } })), "there is no mood `sad` (one of: glad, half-asleep)");
    assert_eq!(refused(json!({ "hp": 10 })), "10 is out of range (-9 to 9)");
    assert_eq!(
        refused(json!({ "secret": 1 })),
        "unknown field `secret` (expected `hp`, `mood`, `items`, `foes` or `hand`)"
    );
    assert_eq!(refused(json!({ "foes": ["a", "b", "c"] })), "a list of 3 (at most 2)");
    let schema = schema_of::<Partial<Somebody>>("Somebody");
    assert_eq!(
        schema["properties"]["hp"],
        json!({ "type": "integer", "description": "Points, -9 to 9.", "minimum": -9, "maximum": 9 })
    );
    let shown = &schema["$defs"]["Thing"]["properties"];
    assert_eq!(shown["half_asleep"], json!({ "type": "boolean", "description": "It is half asleep." }));
}

#[test]
fn everything_wrong_is_told_at_its_place() {
    #[track_caller]
    fn refused(text: &str, expected: &[&str]) {
        let error = read::<File>(&Source::new("f.toml", text)).unwrap_err();
        assert_eq!(error.to_string().lines().collect::<Vec<_>>(), expected, "{text}");
    }
    refused(
        "act = ['nothng', { redy = 'axe' }, { wait = { turns = 6 } }, 3]\nfor = 3\npary = 1\n",
        &[
            "f.toml:1:8: `nothng` is not known here (did you mean `nothing`?)",
            "f.toml:1:20: `redy` is not known here (did you mean `ready`?)",
            "f.toml:1:55: 6 is out of range (1 to 5)",
            "f.toml:1:62: expected a word or a table, found the number 3",
            "f.toml:2:7: 3 is out of range (0.5 to 2)",
            "f.toml:3:1: unknown field `pary` (did you mean `parry`?)",
        ],
    );
    refused("act = ['ready']", &["f.toml:1:8: `ready` has to say more (a table, { ready = ... })"]);
    refused("act = [{ wait = {} }]", &["f.toml:1:17: missing field `turns`"]);
    refused("act = [{ wait = { turns = 300 } }]", &["f.toml:1:27: 300 is out of range (1 to 5)"]);
    refused("parry = 300", &["f.toml:1:9: 300 is out of range (-128 to 127)"]);
    refused(
        "by_name = { a = 7, b = -1 }\nlist = [0, 10, 2000]",
        &[
            "f.toml:1:24: -1 is out of range (0 to 9)",
            "f.toml:2:12: 10 is out of range (0 to 9)",
            "f.toml:2:16: 2000 is out of range (0 to 9)",
        ],
    );
    refused("parry = []", &["f.toml:1:9: expected a number or a word, found a list"]);
    refused("parry = 2026-01-01", &["f.toml:1:9: a date has no place here: 2026-01-01"]);
    refused("parry = inf", &["f.toml:1:9: `inf` is no number that can be used here"]);
    refused("for = 'x'", &["f.toml:1:7: expected a number, found the text \"x\""]);
}

#[test]
fn the_limit_stands_for_a_number_beyond_it() {
    let (made, wrongs) = try_value::<File>(&json!({ "for": 3, "list": [300, -2] }));
    assert_eq!(made, Some(File { what: Some(2.0), list: vec![9, 0], ..File::default() }));
    assert_eq!(wrongs.len(), 3);
}

#[test]
fn a_schema_has_docs_and_limits() {
    let schema = schema_of::<File>("File");
    assert_eq!(schema["properties"]["for"], json!({ "type": "number", "minimum": 0.5, "maximum": 2 }));
    assert_eq!(schema["properties"]["act"]["items"], json!({ "$ref": "#/$defs/Act" }));
    assert_eq!(schema["additionalProperties"], json!(false));
    let act = &schema["$defs"]["Act"];
    assert_eq!(act["description"], "What somebody does.");
    assert_eq!(act["anyOf"][0], json!({ "type": "string", "const": "nothing" }));
    let wait = &act["anyOf"][3]["properties"]["wait"];
    assert_eq!(wait["required"], json!(["turns"]));
    assert_eq!(wait["properties"]["turns"]["description"], "So long.");
    assert_eq!(wait["properties"]["turns"]["maximum"], 5);
    assert_eq!(schema["$defs"]["Posture"]["anyOf"][0]["description"], "Up.");
    assert_eq!(schema["$defs"]["Strike"]["required"], json!(["target", "with"]));
}
