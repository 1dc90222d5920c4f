//! Choices as files, logs and people write them, where that is not told by their types; and the names in them.

mod act;
mod attack;
mod react;

pub use act::ActForm;
pub use react::{BracedForm, InitiativeForm, ReactForm, RestForm, SaveForm};

use crate::Obss;
use crate::decision::{Advance, Choice, Push, Question};
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemKind, Sheet, UNARMED};
use crate::state::{NONE, State};
use affray_files::names::{nearest_of, position};
use affray_files::value::{FromValue, Names, Reader, Schema, Schemas, TableSchema, ToValue, Value, Writer, from_value};
use affray_files::{Diagnostic, Path};
use affray_grid::{Facing, Layout};
use affray_kernel::referee::CombatantId;
use affray_session::choices::{Asked as _, ChoiceFormat};

impl ChoiceFormat for Obss {
    fn names<'a>(setup: &'a Setup, state: Option<&'a State>) -> impl Names + 'a {
        Known { setup, state, question: None }
    }
}

/// The answer to a question that stands under its key in a declaration.
///
/// # Errors
/// What is wrong with it, with its place below the entry.
pub fn answer(scene: Scene<'_>, question: &Question, entry: &Value) -> Result<Choice, Diagnostic> {
    let names = Known { setup: scene.setup, state: Some(scene.state), question: Some(*question) };
    let value = Writer::pair(question.key(), entry.clone());
    from_value(&value, &names, Some(question.who())).map_err(|mut wrongs| {
        let first = wrongs.remove(0);
        Diagnostic { path: Path { steps: first.path.steps.get(1..).unwrap_or_default().to_vec() }, ..first }
    })
}

/// What names stand for in a fight, and what is usual in answer to a question.
struct Known<'a> {
    setup: &'a Setup,
    state: Option<&'a State>,
    question: Option<Question>,
}

impl<'a> Known<'a> {
    fn sheet(&self, owner: Option<CombatantId>) -> Option<&'a Sheet> {
        self.setup.combatants.get(owner?.index()).map(|one| &one.sheet)
    }

    fn scene(&self) -> Option<Scene<'a>> {
        self.state.map(|state| Scene { setup: self.setup, state })
    }

    /// The items in the hands of a combatant.
    fn hands(&self, who: Option<CombatantId>) -> [u8; 2] {
        self.state.and_then(|state| state.fighters.get(who?.index())).map_or([NONE; 2], |fighter| fighter.hands)
    }

    /// The combatant that the question is about.
    fn foe(&self) -> Option<CombatantId> {
        match self.question? {
            Question::React { to, .. } => Some(to),
            Question::Braced { at, .. } => Some(at),
            _ => None,
        }
    }
}

impl Names for Known<'_> {
    fn all(&self, kind: &str, owner: Option<CombatantId>) -> Vec<&str> {
        let sheet = self.sheet(owner);
        match kind {
            "combatant" | "foe" => self.setup.combatants.iter().map(|one| one.name.as_str()).collect(),
            // With the things that others brought into the fight, which stand behind the own ones.
            "thing" | "weapon" => {
                sheet.map_or(Vec::new(), |sheet| sheet.items.iter().map(|item| item.name.as_str()).collect())
            }
            // Bare hands are no item that is anywhere.
            "own item" => sheet.map_or(Vec::new(), |sheet| {
                let items = sheet.items.iter().take(sheet.own as usize).map(|item| item.name.as_str());
                items.enumerate().map(|(item, name)| if item == usize::from(UNARMED) { "" } else { name }).collect()
            }),
            "item" | "held item" => sheet.map_or(Vec::new(), |sheet| {
                sheet.items.iter().take(sheet.own as usize).map(|item| item.name.as_str()).collect()
            }),
            "spell" => sheet.map_or(Vec::new(), |sheet| sheet.spells.iter().map(|spell| spell.name.as_str()).collect()),
            "power" => sheet.map_or(Vec::new(), |sheet| sheet.powers.iter().map(|power| power.name.as_str()).collect()),
            _ => Vec::new(),
        }
    }

    fn name(&self, kind: &str, owner: Option<CombatantId>, number: usize) -> Option<String> {
        let kind = if kind == "held item" { "thing" } else { kind };
        self.all(kind, owner).get(number).map(|name| (*name).to_owned())
    }

    fn find(&self, kind: &str, owner: Option<CombatantId>, name: &str) -> Option<usize> {
        let first = |kind| position(self.all(kind, owner), name);
        let numbered = name.rsplit_once(COPY).and_then(|(name, number)| {
            let number: usize = number.parse().ok()?;
            let all = self.all("thing", owner).into_iter().enumerate();
            let mut copies = all.filter(|(_, known)| known.eq_ignore_ascii_case(name.trim()));
            copies.nth(number.checked_sub(1)?).map(|(item, _)| item)
        });
        let hands = self.hands(owner);
        let is_held = |hand: usize| {
            let held = self.sheet(owner).and_then(|sheet| sheet.item(hands[hand]));
            held.is_some_and(|item| item.name.eq_ignore_ascii_case(name.trim()))
        };
        let held = |order: [usize; 2]| order.into_iter().find(|&hand| is_held(hand));
        let own = self.sheet(owner).map_or(0, |sheet| sheet.own);
        let own_first = |order: [usize; 2]| {
            let own = order.into_iter().find(|&hand| hands[hand] < own && is_held(hand));
            own.or_else(|| held(order)).map(|hand| hands[hand].into())
        };
        match kind {
            "item" | "held item" => numbered.or_else(|| first("thing")),
            // Of several things of a name the one in hand.
            "weapon" => numbered.or_else(|| own_first([0, 1])).or_else(|| first("thing")),
            "off-hand weapon" => numbered.or_else(|| own_first([1, 0])).or_else(|| first("thing")),
            // Only the off hand holds it.
            "off hand" => held([0, 1]).filter(|&hand| hand == 1),
            // A third hand, where none holds it, is refused by the rules.
            "hand" => match numbered {
                Some(item) => Some(hands.iter().position(|&held| usize::from(held) == item).unwrap_or(2)),
                None => first("thing").map(|_| held([0, 1]).unwrap_or(2)),
            },
            "free hand" => {
                let item = numbered.or_else(|| first("thing"))?;
                let is_shield = matches!(self.sheet(owner)?.items[item].kind, ItemKind::Shield { .. });
                let takes = self.scene()?.hands_of(owner?, item as u8);
                Some(usize::from(is_shield || (hands[0] != NONE && takes == 1)))
            }
            _ => first(kind),
        }
    }

    fn usual(&self, kind: &str, owner: Option<CombatantId>) -> Option<usize> {
        let (scene, who) = (self.scene()?, owner?);
        let at_hand = |fits: &dyn Fn(u8) -> bool| {
            scene.weapons_at_hand(who).find(|&(item, _)| fits(item)).map_or(UNARMED, |(item, _)| item)
        };
        let kind_of = |item: u8| scene.sheet(who).weapon(item).kind;
        Some(match (kind, self.question) {
            ("melee weapon", Some(Question::Braced { .. })) if scene.brace_weapon(who).is_some() => {
                scene.brace_weapon(who)?.into()
            }
            ("melee weapon", _) => at_hand(&|item| kind_of(item).strikes()).into(),
            ("ranged weapon", _) => at_hand(&|item| kind_of(item).flies()).into(),
            ("weapon", _) => self.hands(owner)[0].into(),
            ("empty hand", _) => usize::from(self.hands(owner)[0] != NONE),
            ("foe", _) => self.foe()?.index(),
            ("mount", _) => scene.bearer(who).index(),
            ("push way", Some(Question::Push { who, target, .. })) => scene.straight_away(who, target).index().into(),
            ("push squares", Some(Question::Push { most, .. })) => most.into(),
            _ => return None,
        })
    }
}

/// An item by its name; of several that have it one of that kind.
fn item(kind: &str, value: &Value, reader: &mut Reader<'_>) -> Option<u8> {
    let name = String::read(value, reader)?;
    let (names, owner) = (reader.names(), reader.owner());
    names.find(kind, owner, &name).map(|item| item as u8).or_else(|| {
        let own = names.all("item", owner);
        reader.wrong(format!("there is no item `{name}`"), nearest_of(own, &name))
    })
}

/// Stands between the name of things and the number of one, where there are several of the name.
const COPY: &str = " #";

/// The name of an item. Of several of that name all but the first are numbered: `longsword #2`.
fn item_name(item: u8, writer: &Writer<'_>) -> Value {
    let name = |item: u8| writer.named("thing", item.into());
    let copies = (0..item).filter(|&other| name(other) == name(item)).count();
    match (name(item), copies) {
        (Value::String(name), 1..) => Value::from(format!("{name}{COPY}{}", copies + 1)),
        (name, _) => name,
    }
}

/// A direction on squares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side(pub Facing);

impl Schema for Side {
    fn schema(schemas: &mut Schemas) -> Value {
        Facing::schema(schemas)
    }
}

impl FromValue for Side {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let way = Facing::read(value, reader)?;
        Some(Self(way.on(Layout::Square).unwrap_or(way)))
    }
}

impl ToValue for Side {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        self.0.write(writer)
    }
}

/// A hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue, ToValue)]
#[allow(missing_docs, reason = "the two hands")]
pub enum Hand {
    Main,
    Off,
}

impl From<Hand> for u8 {
    fn from(hand: Hand) -> Self {
        Self::from(hand == Hand::Off)
    }
}

impl From<u8> for Hand {
    fn from(hand: u8) -> Self {
        if hand == 0 { Self::Main } else { Self::Off }
    }
}

impl Schema for Advance {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("A side such as \"E\", \"draw ITEM\", \"sheathe ITEM\", \"overrun E\" or \"stop\".")
    }
}

impl FromValue for Advance {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let text = String::read(value, reader)?;
        let hint = "`E`, `4 NE`, `draw ITEM`, `draw ITEM off`, `sheathe ITEM`, `overrun E` or `overrun E acrobatics`";
        let side = |name: &str| {
            let name = name.trim();
            Facing::SQUARE.into_iter().find(|facing| facing.name().eq_ignore_ascii_case(name))
        };
        let trimmed = text.trim();
        if let Some(rest) = trimmed.strip_prefix("draw ") {
            let (name, hand) = match (rest.strip_suffix(" off"), rest.strip_suffix(" main")) {
                (Some(name), _) => (name, Some(Hand::Off)),
                (_, Some(name)) => (name, Some(Hand::Main)),
                _ => (rest, None),
            };
            let item = item("item", &Value::from(name), reader)?;
            let free = || reader.names().find("free hand", reader.owner(), name).unwrap_or(0) as u8;
            return Some(Self::Draw { item, hand: hand.map_or_else(free, u8::from) });
        }
        if let Some(name) = trimmed.strip_prefix("sheathe ") {
            return Held::read(&Value::from(name), reader).map(|held| Self::Sheathe { hand: held.0 });
        }
        let found = if let Some(over) = trimmed.strip_prefix("overrun ") {
            let (over, luck) = match over.split_once(" luck ") {
                Some((over, luck)) => (over, luck.trim().parse().ok()),
                None => (over, Some(0)),
            };
            let (way, acrobatics) = match over.strip_suffix(" acrobatics") {
                Some(way) => (way, true),
                None => (over.strip_suffix(" athletics").unwrap_or(over), false),
            };
            side(way).zip(luck).map(|(way, luck)| Self::Overrun { way, acrobatics, luck })
        } else if trimmed == "stop" {
            Some(Self::Stop)
        } else {
            side(trimmed).map(Self::Step)
        };
        found.or_else(|| reader.wrong(format!("`{text}` is no piece of a path"), hint))
    }
}

impl ToValue for Advance {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        let name = |item: u8| item_name(item, writer).as_str().unwrap_or_default().to_owned();
        Value::from(match *self {
            Self::Step(way) => way.name().to_owned(),
            Self::Draw { item, hand } => format!("draw {} {}", name(item), if hand == 0 { "main" } else { "off" }),
            Self::Sheathe { hand } => format!("sheathe {}", hand_name(hand)),
            Self::Stop => "stop".to_owned(),
            Self::Overrun { way, acrobatics, luck } => {
                let skill = if acrobatics { "acrobatics" } else { "athletics" };
                format!(
                    "overrun {} {skill}{}",
                    way.name(),
                    if luck == 0 { String::new() } else { format!(" luck {luck}") }
                )
            }
        })
    }
}

/// The hand that holds an item: `"main hand"`, `"off hand"`, or the item's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held(pub u8);

/// A hand as a choice names it.
fn hand_name(hand: u8) -> &'static str {
    if hand == 0 { "main hand" } else { "off hand" }
}

impl Schema for Held {
    fn schema(_: &mut Schemas) -> Value {
        Schemas::text("The name of an item in hand, \"main hand\" or \"off hand\".")
    }
}

impl FromValue for Held {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        match value.as_str() {
            Some("main hand") => Some(Self(0)),
            Some("off hand") => Some(Self(1)),
            _ => item("hand", value, reader).map(Self),
        }
    }
}

impl ToValue for Held {
    fn write(&self, _: &mut Writer<'_>) -> Value {
        Value::from(hand_name(self.0))
    }
}

impl Schema for Push {
    fn schema(schemas: &mut Schemas) -> Value {
        schemas.define::<Self>("Push", |schemas| {
            let mut table = TableSchema::default();
            let way = Facing::schema(schemas);
            table.key("way", "The direction. Default: straight away.", way, true, None);
            let (squares, follow) = (u8::schema(schemas), bool::schema(schemas));
            table.key("squares", "Squares. Default: as many as there are.", squares, true, None);
            table.key("follow", "The pusher follows.", follow, true, None);
            table.made("How a Bull Rush pushes.")
        })
    }
}

impl FromValue for Push {
    fn read(value: &Value, reader: &mut Reader<'_>) -> Option<Self> {
        let table = reader.keys_of(value, &["way", "squares", "follow"])?;
        let usual = |reader: &Reader<'_>, kind| reader.names().usual(kind, reader.owner()).unwrap_or(0);
        let (away, most) = (usual(reader, "push way"), usual(reader, "push squares"));
        let way: Side = reader.key(table, "way", || Facing::SQUARE.get(away).copied().map(Side))?;
        let squares = reader.key(table, "squares", || Some(most as u8))?;
        Some(Self { way: way.0, squares, follow: reader.key(table, "follow", || Some(false))? })
    }
}

impl ToValue for Push {
    fn write(&self, writer: &mut Writer<'_>) -> Value {
        serde_json::json!({ "way": self.way.write(writer), "squares": self.squares, "follow": self.follow })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::{Action, Attack, Order, Reaction};
    use crate::sheet::Place;
    use crate::testing::{Duel, arn, fen, horse};
    use affray_session::choices::{read, write};

    #[test]
    fn directions_are_read_as_they_were_written() {
        let duel = Duel::of(arn(), fen());
        for way in Facing::SQUARE {
            let push = Push { way, squares: 1, follow: true };
            for choice in [Choice::Act(Action::Disengage(way)), Choice::Advance(Advance::Step(way)), Choice::Push(push)]
            {
                let value = write::<Obss>(&duel.setup, duel.ids[0], &choice);
                assert_eq!(read::<Obss>(&duel.setup, &duel.state, duel.ids[0], &value), Ok(choice), "{value}");
            }
        }
    }

    #[test]
    fn an_action_has_the_form_of_a_declaration() {
        let duel = Duel::of(arn(), fen());
        let (arn, sword) = (duel.ids[0], duel.state.fighters[0].hands[0]);
        let act = |value: Value| answer(duel.scene(), &Question::Act { who: arn }, &value);
        let plain = duel.plain(0);
        for (value, action) in [
            (serde_json::json!({ "attack": "Other" }), Action::Attack(plain)),
            (serde_json::json!({ "precise-strike": "Other" }), Action::Attack(Attack { precise: true, ..plain })),
            (
                serde_json::json!({ "charge": { "target": "Other", "with": "unarmed", "luck": 1 } }),
                Action::Charge(Attack { luck: 1, ..Attack::melee(plain.target, UNARMED) }),
            ),
            (serde_json::json!("acrobatics"), Action::StandByAcrobatics { luck: 0 }),
            (serde_json::json!({ "move": ["E", "2 NE"] }), Action::Move),
            (serde_json::json!({ "drop": "longsword" }), Action::Drop { hand: 0 }),
            (serde_json::json!({ "drop": "off hand" }), Action::Drop { hand: 1 }),
            (serde_json::json!({ "escape": "acrobatics" }), Action::Escape { acrobatics: true, luck: 0 }),
        ] {
            assert_eq!(act(value.clone()), Ok(Choice::Act(action)), "{value}");
        }
        assert_eq!(
            write::<Obss>(&duel.setup, arn, &Choice::Act(Action::Attack(plain))),
            serde_json::json!({ "act": { "attack": { "target": "Other", "with": "longsword" } } })
        );
        assert_eq!(
            act(serde_json::json!({ "attack": { "with": "longsword" } })).unwrap_err().path.to_string(),
            "attack"
        );
        assert_ne!(sword, NONE);
    }

    #[test]
    fn a_reaction_is_at_the_one_that_it_answers() {
        let duel = Duel::of(arn(), fen());
        let trigger = crate::turn::react::Trigger::Leaves;
        let question = Question::React { who: duel.ids[0], to: duel.ids[1], trigger };
        let strike = Ok(Choice::React(Reaction::Strike(duel.plain(0))));
        for value in [
            serde_json::json!("strike"),
            serde_json::json!({ "strike": "longsword" }),
            serde_json::json!({ "strike": { "target": "Other", "with": "longsword" } }),
        ] {
            assert_eq!(answer(duel.scene(), &question, &value), strike, "{value}");
        }
    }

    #[test]
    fn of_several_things_of_a_name_each_is_told_apart() {
        let mut duel = Duel::of(arn(), fen());
        duel.setup.loot = crate::action::carry::share_items(&mut duel.setup.combatants);
        let (who, sheet) = (duel.ids[0], &duel.setup.combatants[0].sheet);
        let all: Vec<u8> =
            (0..).zip(&sheet.items).filter(|(_, item)| item.name == "longsword").map(|(at, _)| at).collect();
        assert_eq!(all.len(), 3, "its own, and one for each hand");
        for &item in &all {
            let choice = Choice::Act(Action::Draw { item, hand: 1 });
            let value = write::<Obss>(&duel.setup, who, &choice);
            assert_eq!(read::<Obss>(&duel.setup, &duel.state, who, &value), Ok(choice), "{value}");
        }
        // One of another's in the main hand, the own one in the off hand.
        duel.state.fighters[0].hands = [all[1], all[0]];
        for (hand, off_hand) in [(0, false), (1, true)] {
            let attack = Attack { off_hand, ..Attack::melee(duel.ids[1], all[1 - hand]) };
            let choice = Choice::Act(Action::Attack(attack));
            let value = write::<Obss>(&duel.setup, who, &choice);
            assert_eq!(read::<Obss>(&duel.setup, &duel.state, who, &value), Ok(choice), "{value}");
        }
    }

    #[test]
    fn the_mount_acts_with_what_it_has() {
        let mut duel = Duel::of(arn(), horse());
        let [rider, mount] = duel.ids;
        duel.state.pair(rider, mount);
        duel.state.fighters[1].places[1] = Place::Held;
        let order = Order::Attack(Attack::melee(rider, 1));
        let choice = Choice::Act(Action::Order { mount, order });
        let value = write::<Obss>(&duel.setup, rider, &choice);
        assert_eq!(read::<Obss>(&duel.setup, &duel.state, rider, &value), Ok(choice), "{value}");
    }
}
