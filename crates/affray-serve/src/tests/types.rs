//! The types of what the page is sent, as its scripts are checked against them: `page/views.d.ts` is written from values of real fights,
//! so that a field that gets another name fails the check of the page.

use super::*;
use affray_session::{AreaView, Plan, View};
use serde::Serialize;
use serde::de::value::Error;
use serde::ser::{
    Error as _, Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct,
    Serializer,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A type, as far as it was seen.
#[derive(Debug, Clone, Default)]
struct Type {
    /// `string`, `null`, the name of an interface.
    words: BTreeSet<String>,
    list: Option<Box<Type>>,
    tuple: Vec<Type>,
}

impl Type {
    fn word(word: impl Into<String>) -> Self {
        Self { words: BTreeSet::from([word.into()]), ..Self::default() }
    }

    fn join(&mut self, other: Self) {
        self.words.extend(other.words);
        if let Some(list) = other.list {
            self.list.get_or_insert_default().join(*list);
        }
        for (at, one) in other.tuple.into_iter().enumerate() {
            match self.tuple.get_mut(at) {
                Some(known) => known.join(one),
                None => self.tuple.push(one),
            }
        }
    }

    /// As TypeScript writes it.
    fn written(&self) -> String {
        let mut all: Vec<String> = Vec::new();
        if !self.tuple.is_empty() {
            all.push(format!("[{}]", self.tuple.iter().map(Self::written).collect::<Vec<_>>().join(", ")));
        }
        if let Some(list) = &self.list {
            let of = list.written();
            all.push(if of.contains(" | ") { format!("({of})[]") } else { format!("{of}[]") });
        }
        all.extend(self.words.iter().filter(|word| *word != "null").cloned());
        if all.is_empty() {
            // Nothing of it was seen.
            return "any".to_owned();
        }
        all.extend(self.words.get("null").cloned());
        all.join(" | ")
    }
}

/// A struct: how often it was seen, and its fields with how often each of them was.
#[derive(Debug, Default)]
struct Interface {
    seen: usize,
    fields: Vec<(&'static str, usize, Type)>,
}

/// All that were seen: by name, with the word that tells variants apart.
type Interfaces = RefCell<BTreeMap<(String, String), Interface>>;

/// Reads the type of a value from the way in which it is written.
#[derive(Clone, Copy)]
struct Trace<'a>(&'a Interfaces);

/// A value of several parts.
struct Parts<'a> {
    trace: Trace<'a>,
    name: &'static str,
    variant: String,
    fields: Vec<(&'static str, Type)>,
    list: Option<Type>,
    tuple: Vec<Type>,
}

impl<'a> Trace<'a> {
    fn parts(self, name: &'static str) -> Parts<'a> {
        Parts { trace: self, name, variant: String::new(), fields: Vec::new(), list: None, tuple: Vec::new() }
    }
}

macro_rules! words {
    ($($name:ident: $kind:ty => $word:literal,)*) => {
        $(fn $name(self, _: $kind) -> Result<Type, Error> {
            Ok(Type::word($word))
        })*
    };
}

impl<'a> Serializer for Trace<'a> {
    type Ok = Type;
    type Error = Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Impossible<Type, Error>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Impossible<Type, Error>;

    words! {
        serialize_bool: bool => "boolean",
        serialize_i8: i8 => "number",
        serialize_i16: i16 => "number",
        serialize_i32: i32 => "number",
        serialize_i64: i64 => "number",
        serialize_u8: u8 => "number",
        serialize_u16: u16 => "number",
        serialize_u32: u32 => "number",
        serialize_u64: u64 => "number",
        serialize_f32: f32 => "number",
        serialize_f64: f64 => "number",
        serialize_char: char => "string",
        serialize_str: &str => "string",
        serialize_bytes: &[u8] => "never",
    }

    fn serialize_none(self) -> Result<Type, Error> {
        Ok(Type::word("null"))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Type, Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Type, Error> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Type, Error> {
        self.serialize_none()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<Type, Error> {
        Ok(Type::word("string"))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Type, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Type, Error> {
        Err(Error::custom("no such variant is sent"))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        Ok(Parts { list: Some(Type::default()), ..self.parts("") })
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(""))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(""))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        Err(Error::custom("no such variant is sent"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        Ok(self.parts(""))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(name))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        Err(Error::custom("no such variant is sent"))
    }
}

impl SerializeSeq for Parts<'_> {
    type Ok = Type;
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let of = value.serialize(self.trace)?;
        self.list.get_or_insert_default().join(of);
        Ok(())
    }

    fn end(self) -> Result<Type, Error> {
        Ok(Type { list: self.list.map(Box::new), ..Type::default() })
    }
}

impl SerializeTuple for Parts<'_> {
    type Ok = Type;
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let of = value.serialize(self.trace)?;
        self.tuple.push(of);
        Ok(())
    }

    fn end(self) -> Result<Type, Error> {
        Ok(Type { tuple: self.tuple, ..Type::default() })
    }
}

impl SerializeTupleStruct for Parts<'_> {
    type Ok = Type;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        SerializeTuple::serialize_element(self, value)
    }

    fn end(self) -> Result<Type, Error> {
        SerializeTuple::end(self)
    }
}

/// What a ruleset writes in a form of its own is passed on as it is.
impl SerializeMap for Parts<'_> {
    type Ok = Type;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
        Ok(())
    }

    fn end(self) -> Result<Type, Error> {
        Ok(Type::word("Json"))
    }
}

impl SerializeStruct for Parts<'_> {
    type Ok = Type;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        if key == "is" {
            let told = json!(value);
            self.variant = told.as_str().unwrap_or_default().to_owned();
            self.fields.push((key, Type::word(told.to_string())));
            return Ok(());
        }
        let of = value.serialize(self.trace)?;
        self.fields.push((key, of));
        Ok(())
    }

    fn end(self) -> Result<Type, Error> {
        let mut all = self.trace.0.borrow_mut();
        let one = all.entry((self.name.to_owned(), self.variant)).or_default();
        one.seen += 1;
        for (key, of) in self.fields {
            match one.fields.iter_mut().find(|(known, ..)| *known == key) {
                Some((_, seen, known)) => {
                    *seen += 1;
                    known.join(of);
                }
                None => one.fields.push((key, 1, of)),
            }
        }
        Ok(Type::word(self.name))
    }
}

/// All of them, as a file of TypeScript.
fn written(all: &BTreeMap<(String, String), Interface>) -> String {
    let mut out = "// Types of what the server sends. Written by the test `types` of affray-serve from its own types: do not edit.\n\n\
                   /** What a ruleset writes in a form of its own. */\nexport type Json = any;\n"
        .to_owned();
    let mut variants: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for ((name, variant), one) in all {
        let mut letters = variant.chars();
        let own = letters.next().map(|first| format!("{name}{}{}", first.to_uppercase(), letters.as_str()));
        if let Some(own) = &own {
            variants.entry(name).or_default().push(own.clone());
        }
        writeln!(out, "\nexport interface {} {{", own.as_ref().unwrap_or(name)).unwrap();
        for (key, seen, of) in &one.fields {
            writeln!(out, "  {key}{}: {};", if *seen < one.seen { "?" } else { "" }, of.written()).unwrap();
        }
        out.push_str("}\n");
    }
    for (name, all) in variants {
        writeln!(out, "\nexport type {name} = {};", all.join(" | ")).unwrap();
    }
    out
}

/// Moments of a fight: everything that is sent of them.
fn look(trace: Trace<'_>, encounter: &str, dice: DiceFrom) {
    let (ruleset, source) = affray_games::encounter(encounter).unwrap();
    let encounter = ruleset.load(&source, &no_files).unwrap();
    let by_hand = encounter.figures().into_iter().map(|figure| figure.name).collect();
    let terms = Terms { dice, ..terms(ruleset.id(), &*encounter, by_hand, source) };
    let mut table = encounter.table(terms).unwrap();
    table.map().serialize(trace).unwrap();
    for at in 0..32 {
        table.sit("", affray_session::Seat::GameMaster);
        let view = table.view();
        view.serialize(trace).unwrap();
        match at % 8 {
            0 => drop(table.threat(0).map(|threat| threat.serialize(trace).unwrap())),
            1 => drop(table.reachable("").map(|found| found.serialize(trace).unwrap())),
            // Those of what takes dice take long: a choice without any has the same type.
            2 if at < 8 && dice == DiceFrom::Typed => drop(table.odds("1").map(|odds| odds.serialize(trace).unwrap())),
            3 => {
                // Bands in place of numbers, and somebody hidden.
                let who = view.figures[0].name.clone();
                let set =
                    |key: &str, value: Value| affray_session::Command::Set { path: format!("{who}.{key}"), value };
                table.act(set("secrecy", json!("bands"))).unwrap();
                table.sit("", affray_session::Seat::Spectator);
                table.view().serialize(trace).unwrap();
                table.threat(0).unwrap().serialize(trace).unwrap();
                table.sit("", affray_session::Seat::GameMaster);
                table.act(affray_session::Command::Hide { who: who.clone(), from: None }).unwrap();
                table.view().serialize(trace).unwrap();
                table.act(affray_session::Command::Undo).unwrap();
                table.act(affray_session::Command::Undo).unwrap();
            }
            _ => drop(table.plan("1", false).map(|plan| plan.serialize(trace).unwrap())),
        }
        let done = match view.wanted {
            Some(Wanted::Choice { options, .. }) if !options.is_empty() => {
                table.decide(&[options[at * 7 % options.len()].id.clone()]).map(|_| ())
            }
            Some(Wanted::Roll { dice, .. }) => {
                let middle = i32::from(dice.number) * (i32::from(dice.sides) + 1) / 2;
                table.act(affray_session::Command::Roll { words: format!("sum {middle}") })
            }
            _ => break,
        };
        let _ = done;
    }
}

#[test]
fn the_types_of_the_page_are_those_of_the_server() {
    let seen = Interfaces::default();
    for (encounter, dice) in [
        ("bridge", DiceFrom::Drawn),
        ("duel", DiceFrom::Typed),
        ("sword-and-rapier", DiceFrom::Typed),
        ("graded-duel", DiceFrom::Drawn),
        ("axe-and-sword", DiceFrom::Drawn),
        ("ogre-hunt", DiceFrom::Drawn),
    ] {
        look(Trace(&seen), encounter, dice);
    }
    let over = Wanted::Nothing { text: String::new() };
    over.serialize(Trace(&seen)).unwrap();
    // No fight above has come to a spell that fills an area.
    let cell = affray_grid::Cell { q: 0, r: 0 };
    let area = || AreaView { who: String::new(), what: String::new(), cells: vec![cell], inside: vec![String::new()] };
    let plan = Plan {
        choices: vec![],
        way: vec![],
        costs: vec![],
        areas: vec![area()],
        asks: vec!["Orc may break into it".to_owned()],
        end: Some((cell, None)),
        next: over,
    };
    plan.serialize(Trace(&seen)).unwrap();
    let (ruleset, source) = affray_games::encounter("duel").unwrap();
    let encounter = ruleset.load(&source, &no_files).unwrap();
    let by_hand = encounter.figures().into_iter().map(|figure| figure.name).collect();
    let table = encounter.table(terms(ruleset.id(), &*encounter, by_hand, source)).unwrap();
    View { areas: vec![area()], ..table.view() }.serialize(Trace(&seen)).unwrap();
    let text = written(&seen.borrow());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/views.d.ts");
    if std::fs::read_to_string(&path).unwrap_or_default() != text {
        std::fs::write(&path, &text).unwrap();
        panic!(
            "{} is written anew: `npm run types` in e2e/ says what of the page does not fit any more",
            path.display()
        );
    }
}
