//! Files of cases of a game whose encounters are [`EncounterFile`]s: every key of an encounter can stand at the top of the
//! file, for all its cases, and in a case.

use super::table::{Row, merge};
use super::{CaseFormat, Invalid, Play, Site};
use affray_files::value::{
    FromValue, Map, NoNames, ReadKeys, Reader, SchemaKeys, Schemas, TableSchema, Value, from_value,
};
use affray_files::{FileError, Path, complain, sheets};
use affray_session::encounter::{EncounterFile, EncounterFormat, Places, Reading};
use affray_session::{groups, names};
use std::collections::BTreeMap;
use std::marker::PhantomData;

/// What an encounter says that is no part of a scene.
const NOT_OF_A_SCENE: [&str; 3] = ["ruleset", "title", "description"];

/// The keys of an encounter that make a scene, as they are written.
#[derive(Debug, Clone, PartialEq)]
pub struct SceneTable<G> {
    keys: Map,
    game: PhantomData<fn() -> G>,
}

impl<G: EncounterFormat> SchemaKeys for SceneTable<G> {
    fn schema_keys(table: &mut TableSchema, schemas: &mut Schemas) {
        let mut all = TableSchema::default();
        EncounterFile::<G>::schema_keys(&mut all, schemas);
        table.take_optional(all, &NOT_OF_A_SCENE);
    }
}

impl<G: EncounterFormat> ReadKeys for SceneTable<G> {
    fn keys(keys: &mut Vec<&'static str>) {
        let mut all = Vec::new();
        EncounterFile::<G>::keys(&mut all);
        keys.extend(all.into_iter().filter(|key| !NOT_OF_A_SCENE.contains(key)));
    }
    fn read_keys(table: &Map, _: &mut Reader<'_>) -> Option<Self> {
        let mut keys = Vec::new();
        Self::keys(&mut keys);
        let own = table.iter().filter(|(key, _)| keys.contains(&key.as_str()));
        Some(Self { keys: own.map(|(key, value)| (key.clone(), value.clone())).collect(), game: PhantomData })
    }
}

/// A file of cases. What stands before the cases is the scene that they share.
#[derive(FromValue)]
#[value(no_bounds)]
pub struct Cases<G: CaseFormat> {
    /// The ruleset.
    pub ruleset: String,
    /// What the cases are about.
    pub title: Option<String>,
    /// The scene that they share.
    #[value(flatten)]
    pub scene: SceneTable<G>,
    /// The cases.
    pub case: Vec<Case<G>>,
}

/// One case.
#[derive(FromValue)]
#[value(no_bounds)]
pub struct Case<G: CaseFormat> {
    /// Its id: that of the example or invalid input that it carries out, or one of your own.
    pub id: String,
    /// What it shows, in a sentence.
    pub title: Option<String>,
    /// The ids of the rules, rulings, examples and invalid inputs that it proves.
    #[value(default)]
    pub rules: Vec<String>,
    /// Which of the shared combatants take part, in this order. Default: all.
    pub with: Option<Vec<String>>,
    /// What is different about the combatants' states, by name.
    #[value(default)]
    pub state: BTreeMap<String, G::CombatantState>,
    /// What is different about the scene. Lists are added to those of the file, except for sides.
    #[value(flatten)]
    pub scene: SceneTable<G>,
    /// What is different about the combatants' sheets, by name: tables key by key, everything else as a whole.
    #[value(default)]
    pub sheet: BTreeMap<String, Value>,
    /// What happens, one after another.
    #[value(default)]
    pub play: Vec<Play<G>>,
    /// Rows, each of which is this case with some keys changed. The case alone is not run then.
    #[value(default, rename = "table")]
    pub rows: Vec<Row>,
    /// A whole file that has to be refused: `"encounter"`, `"sheet"` or `"case"`.
    pub invalid: Option<Invalid>,
}

/// The fight of a case: what all cases of the file share and what is different in this one, with the states that the case
/// sets and what rests on them.
///
/// # Errors
/// Everything that is wrong with it.
pub(crate) fn staged<G: CaseFormat>(
    file: &Cases<G>,
    case: &Case<G>,
    at: &Site<'_>,
) -> Result<(G::Setup, G::State), FileError> {
    let (encounter, mut places) = encounter(file, case, at)?;
    let (setup, mut state) = encounter.stage(&mut Reading::new(at.source, &places, at.beside))?;
    G::begin(&encounter, &setup, &mut state);
    at.set::<G>(&at.root.key("state"), &case.state, &setup, &mut state)?;
    // What all states together say is told where the case states them.
    for (nth, one) in encounter.combatant.iter().enumerate() {
        let Some((path, Value::Object(stated))) = at.stated(&one.name) else { continue };
        for key in stated.keys() {
            places.put(Path::root().key("combatant").index(nth).key("state").key(key), path.key(key));
        }
    }
    encounter.complete(&setup, &mut state, &mut Reading::new(at.source, &places, at.beside))?;
    Ok((setup, state))
}

/// The encounter of a case's scene, and where its parts stand in the file.
fn encounter<G: CaseFormat>(
    file: &Cases<G>,
    case: &Case<G>,
    at: &Site<'_>,
) -> Result<(EncounterFile<G>, Places), FileError> {
    let mut places = Places::within(&at.places);
    let mut table = Map::new();
    table.insert("ruleset".into(), file.ruleset.as_str().into());
    let list = |scene: &SceneTable<G>, key: &str| match scene.keys.get(key) {
        Some(Value::Array(list)) => list.clone(),
        _ => Vec::new(),
    };
    let has_a_map = case.scene.keys.contains_key("map");
    let mut keys = Vec::new();
    SceneTable::<G>::keys(&mut keys);
    for key in keys.into_iter().filter(|key| !["combatant", "side"].contains(key)) {
        let (shared, own) = (file.scene.keys.get(key), case.scene.keys.get(key));
        let shared = shared.filter(|_| !(has_a_map && G::OF_THE_MAP.contains(&key)));
        match (shared, own) {
            (Some(Value::Array(shared)), Some(Value::Array(own))) => {
                places.pick(key, shared.len(), &at.root, 0..own.len());
                table.insert(key.into(), shared.iter().chain(own).cloned().collect());
            }
            (_, Some(own)) => {
                places.put(Path::root().key(key), at.root.key(key));
                table.insert(key.into(), own.clone());
            }
            (Some(shared), None) => {
                table.insert(key.into(), shared.clone());
            }
            (None, None) => {}
        }
    }
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let name = |one: &Value| text(one, "name");
    let (shared, own) = (list(&file.scene, "combatant"), list(&case.scene, "combatant"));
    let mut combatants = at.cast(&shared, case.with.as_deref(), &own, name, &mut places)?;
    for (nth, one) in combatants.iter_mut().enumerate() {
        // Where the case has it stand, if it says so.
        let Some((path, stated)) = at.stated(&name(one)) else { continue };
        if let (Some(there), Value::Object(one)) = (stated.get("at"), one) {
            one.insert("at".into(), there.clone());
            places.put(Path::root().key("combatant").index(nth).key("at"), path.key("at"));
        }
    }
    for (name_of, change) in &case.sheet {
        let path = at.root.key("sheet").key(name_of);
        let names: Vec<String> = combatants.iter().map(name).collect();
        let none = || format!("there is no combatant `{name_of}`");
        let nth = names::find(names.iter().map(String::as_str), name_of, path.clone(), none)
            .map_err(|wrong| at.complain([wrong]))?;
        if !change.is_object() {
            return Err(at.wrong(path, format!("expected a table, found {change}"), "keys of a sheet"));
        }
        let here = Path::root().key("combatant").index(nth).key("sheet");
        let Some(sheet) = combatants[nth].get_mut("sheet") else { continue };
        if let Some(named) = sheet.as_str()
            && let Some(text) = sheets::text_of::<G::SheetFile>(named, at.beside)?
        {
            *sheet = affray_files::tree(&text)?;
            places.put(here.clone(), path.clone());
        }
        if sheet.is_object() {
            merge(sheet, change, &here, &path, &mut places);
        }
    }
    let taken: Vec<String> =
        combatants.iter().map(|one| if one.get("side").is_some() { text(one, "side") } else { name(one) }).collect();
    let own = case.scene.keys.contains_key("side").then(|| list(&case.scene, "side"));
    let taken = taken.iter().map(String::as_str);
    let sides = at.sides(&list(&file.scene, "side"), own.as_deref(), name, taken, &mut places);
    table.insert("side".into(), Value::Array(sides));
    table.insert("combatant".into(), Value::Array(combatants));
    let mut table = Value::Object(table);
    let crowded = groups::spread(&mut table, G::LAYOUT, &mut places);
    if !crowded.is_empty() {
        return Err(complain(at.source, crowded.into_iter().map(|one| places.place(one))));
    }
    let encounter = from_value(&table, &NoNames, None)
        .map_err(|wrongs| complain(at.source, wrongs.into_iter().map(|one| places.place(one))))?;
    Ok((encounter, places))
}
