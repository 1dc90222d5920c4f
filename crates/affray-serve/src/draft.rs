//! Encounters that are put together on the page: as values, as files, and as the engine judges them.

use affray_files::value::try_value;
use affray_files::{FileError, FileResolver, Problem, Source, complain, tree};
use affray_grid::{Bounds, Cell, Ground, Layout, Map, MapFile, STOCK};
use affray_session::catalog::DynRules;
use affray_session::{DiceFrom, MapView, Terms};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How the first line of a file begins that the page wrote, before the hash of all that follows.
const MADE: &str = "# Put together with `affray serve` ";

/// Characters for ground that no ready-made terrain is.
const GLYPHS: &str = "abcdefghijklmnpqrsuvxyzABCDEFGHIJKLMNOPQRSUVXYZ0123456789";

/// Cells around those who fight, where a map has no cells of its own.
const MARGIN: u16 = 6;

/// How the maps of a ruleset are divided.
pub(crate) fn layout_of(ruleset: &dyn DynRules) -> Layout {
    let starter = tree(&Source::new("starter", ruleset.starter())).unwrap_or_default();
    if starter["map"]["layout"] == "square" { Layout::Square } else { Layout::Hex }
}

/// The ground that can be painted: ready-made terrains, and those of the legend of a draft. Each has its `glyph`, its `entry` in a
/// legend, and its `ground`, nothing for plain one.
pub(crate) fn palette(map: &Value) -> Value {
    let mut all: Vec<(char, Value)> = STOCK.iter().map(|stock| (stock.glyph, stock.name.into())).collect();
    for (glyph, entry) in map["legend"].as_object().into_iter().flatten() {
        let Some(glyph) = glyph.chars().next() else { continue };
        all.retain(|(known, _)| *known != glyph);
        all.push((glyph, entry.clone()));
    }
    let row: String = all.iter().map(|(glyph, _)| glyph).collect();
    let (layout, legend) = (&map["layout"], map.get("legend").cloned().unwrap_or_else(|| json!({})));
    let painted = json!({ "layout": layout, "rows": [row], "legend": legend });
    let seen = built(&painted).map(|map| MapView::of(&map).ground).unwrap_or_default();
    let one = |(at, (glyph, entry)): (usize, (char, Value))| {
        let ground = seen.iter().find(|ground| usize::try_from(ground.cell.q) == Ok(at));
        json!({ "glyph": glyph, "entry": entry, "ground": ground })
    };
    all.into_iter().enumerate().map(one).collect()
}

/// The map of a value in a file; nothing if anything is wrong with it.
fn built(value: &Value) -> Option<Map> {
    let (file, wrongs) = try_value::<MapFile>(value);
    file.filter(|_| wrongs.is_empty())?.build().ok()
}

/// An encounter as the page works at it: the file as it stands, its map as one drawing.
///
/// # Errors
/// If it cannot be read, or its map cannot be drawn in one.
pub(crate) fn draft_of(source: &Source, layout: Layout) -> Result<Value, FileError> {
    let mut draft = tree(source)?;
    let open = json!({ "layout": if layout == Layout::Square { "square" } else { "hex" } });
    let stated = draft.get("map").cloned().unwrap_or(open);
    let (file, wrongs) = try_value::<MapFile>(&stated);
    let Some(file) = file.filter(|_| wrongs.is_empty()) else { return Err(complain(source, wrongs.0)) };
    let map = file.build().map_err(|wrongs| complain(source, wrongs))?;
    let cells = draft["combatant"].as_array().into_iter().flatten().filter_map(|one| {
        let number = |at: usize| one["at"][at].as_i64().and_then(|number| i16::try_from(number).ok());
        Some(Cell::new(number(0)?, number(1)?))
    });
    let cells: Vec<Cell> = cells.collect();
    let drawn = drawn(&map, &cells, stated.get("ground"));
    let whole = drawn.filter(|drawn| {
        built(drawn).is_some_and(|again| {
            map.bounds().cells().chain(cells.iter().copied()).all(|cell| is_same(&map, &again, cell))
        })
    });
    let none = || FileError::whole(&source.name, "its map cannot be drawn here: change the file by hand");
    draft["map"] = whole.ok_or_else(none)?;
    if let Some(picture) = stated.get("picture") {
        draft["map"]["picture"] = picture.clone();
    }
    Ok(draft)
}

/// Whether a cell is the same on two maps, which may number their terrains otherwise.
fn is_same(one: &Map, other: &Map, cell: Cell) -> bool {
    match (one.ground(cell), other.ground(cell)) {
        (Some(a), Some(b)) => {
            one.terrain(a).name == other.terrain(b).name && Ground { terrain: 0, ..*a } == Ground { terrain: 0, ..*b }
        }
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// A map as one drawing with its legend.
fn drawn(map: &Map, figures: &[Cell], plain: Option<&Value>) -> Option<Value> {
    let layout = map.layout();
    let bounds = match map.bounds() {
        bounds if bounds.is_empty() => {
            Bounds::around(layout, figures.iter().copied().chain([Cell::new(0, 0)]), MARGIN)?
        }
        bounds => bounds,
    };
    let mut glyphs: BTreeMap<String, (char, Value)> = BTreeMap::new();
    let mut free = GLYPHS.chars().filter(|glyph| STOCK.iter().all(|stock| stock.glyph != *glyph));
    let mut rows = Vec::new();
    for row in 0..bounds.height {
        let mut text = String::new();
        for column in 0..bounds.width {
            let ground = map.at(bounds.cell(column, row));
            let stock = STOCK.get(usize::from(ground.terrain));
            if let Some(stock) = stock.filter(|stock| plain.is_none() && stock.ground == ground) {
                text.push(stock.glyph);
                continue;
            }
            let entry = features(map, ground, plain.is_some());
            let key = entry.to_string();
            if !glyphs.contains_key(&key) {
                glyphs.insert(key.clone(), (free.next()?, entry));
            }
            text.push(glyphs[&key].0);
        }
        rows.push(text);
    }
    let mut drawn = json!({ "layout": if layout == Layout::Square { "square" } else { "hex" } });
    if bounds.origin != Cell::new(0, 0) {
        drawn["origin"] = json!([bounds.origin.q, bounds.origin.r]);
    }
    if map.is_open() {
        drawn["open"] = true.into();
    }
    if let Some(plain) = plain {
        drawn["ground"] = plain.clone();
    }
    drawn["rows"] = rows.into();
    if !glyphs.is_empty() {
        let mut legend: Vec<(char, Value)> = glyphs.into_values().collect();
        legend.sort_by_key(|(glyph, _)| *glyph);
        drawn["legend"] = legend.into_iter().map(|(glyph, entry)| (glyph.to_string(), entry)).collect();
    }
    Some(drawn)
}

/// What a cell is like, as a legend has it: the terrain, and how it differs from that; with `all` whatever it is.
fn features(map: &Map, ground: Ground, all: bool) -> Value {
    let stock = STOCK.get(usize::from(ground.terrain));
    let base = stock.map_or(Ground::OPEN, |stock| stock.ground);
    let mut entry = json!({ "terrain": stock.map_or("open", |stock| stock.name) });
    if stock.is_none() {
        entry["name"] = map.terrain(&ground).name.as_str().into();
    }
    let cost = |ground: Ground| json!(f64::from(ground.extra_cost_half) / 2.0);
    let values = |ground: Ground| {
        [
            ("cost", cost(ground)),
            ("elevation", ground.elevation.into()),
            ("impassable", ground.impassable.into()),
            ("blocks_sight", ground.blocks_sight.into()),
            ("obscured", ground.obscured.into()),
            ("cover", ground.cover.into()),
            ("cover_dr", ground.cover_dr.into()),
            ("footing", ground.footing.into()),
            ("light", ground.light.into()),
        ]
    };
    for ((key, value), (_, known)) in values(ground).into_iter().zip(values(base)) {
        if (all || value != known) && !value.is_null() {
            entry[key] = value;
        }
    }
    entry
}

/// A draft as a file. What is nothing in it is left out.
///
/// # Errors
/// If it is no table of lists and tables that a file could hold.
pub(crate) fn written(draft: &Value) -> Result<String, String> {
    let table = draft.as_object().ok_or("an encounter is a table")?;
    let is_table = |value: &Value| value.is_object();
    let is_list = |value: &Value| value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(is_table));
    let mut text = String::new();
    pairs(&mut text, table.iter().filter(|(_, value)| !is_table(value) && !is_list(value)));
    for (key, value) in table {
        if let Some(table) = value.as_object() {
            let _ = write!(text, "\n[{}]\n", name(key));
            let below = |value: &Value| is_table(value) && key == "map";
            pairs(&mut text, table.iter().filter(|(_, value)| !below(value)));
            for (inner, value) in table.iter().filter(|(_, value)| below(value)) {
                let _ = write!(text, "\n[{}.{}]\n", name(key), name(inner));
                pairs(&mut text, value.as_object().into_iter().flatten());
            }
        }
        for one in value.as_array().filter(|_| is_list(value)).into_iter().flatten() {
            let _ = write!(text, "\n[[{}]]\n", name(key));
            pairs(&mut text, one.as_object().into_iter().flatten());
        }
    }
    let text = text.trim_start().to_owned();
    Ok(format!("{MADE}{}\n{text}", hash(&text)))
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes())[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the page wrote a file, and nobody changed it since.
pub(crate) fn is_made_here(text: &str) -> bool {
    let Some((first, rest)) = text.split_once('\n') else { return false };
    first.strip_prefix(MADE).is_some_and(|known| known == hash(rest))
}

fn pairs<'a>(text: &mut String, all: impl IntoIterator<Item = (&'a String, &'a Value)>) {
    for (key, value) in all {
        match value {
            Value::Null => {}
            // A drawing is looked at.
            Value::Array(rows) if key == "rows" => {
                let _ = writeln!(text, "rows = [");
                for row in rows {
                    let _ = writeln!(text, "    {},", inline(row));
                }
                let _ = writeln!(text, "]");
            }
            value => {
                let _ = writeln!(text, "{} = {}", name(key), inline(value));
            }
        }
    }
}

/// A key.
fn name(key: &str) -> String {
    let is_bare = !key.is_empty() && key.chars().all(|one| one.is_ascii_alphanumeric() || one == '_' || one == '-');
    if is_bare { key.to_owned() } else { inline(&key.into()) }
}

/// A value on one line.
fn inline(value: &Value) -> String {
    match value {
        // TOML has the escapes of JSON, and wants one more.
        Value::String(_) => value.to_string().replace('\u{7f}', "\\u007f"),
        Value::Array(list) => {
            let list: Vec<String> = list.iter().filter(|one| !one.is_null()).map(inline).collect();
            format!("[{}]", list.join(", "))
        }
        Value::Object(table) => {
            let table = table.iter().filter(|(_, value)| !value.is_null());
            let table: Vec<String> = table.map(|(key, value)| format!("{} = {}", name(key), inline(value))).collect();
            if table.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", table.join(", ")) }
        }
        value => value.to_string(),
    }
}

/// What the engine says of an encounter: how it begins, or what is wrong with it, each with its place on the page.
pub(crate) fn judged(ruleset: &dyn DynRules, source: &Source, beside: FileResolver<'_>) -> Value {
    let encounter = match ruleset.load(source, beside) {
        Ok(encounter) => encounter,
        Err(error) => return problems(source, &error),
    };
    let terms = Terms {
        ruleset: ruleset.id().to_owned(),
        title: encounter.title().to_owned(),
        seed: 0,
        number: 0,
        dice: DiceFrom::Drawn,
        by_hand: encounter.figures().into_iter().map(|figure| figure.name).collect(),
        orders: Vec::new(),
        encounter: source.clone(),
        beside: Vec::new(),
    };
    match encounter.table(terms) {
        Ok(table) => {
            let view = table.view();
            json!({ "figures": view.figures, "sides": encounter.sides(), "map": table.map() })
        }
        Err(message) => json!({ "problems": [{ "message": message }] }),
    }
}

fn problems(source: &Source, error: &FileError) -> Value {
    let here = error.name() == source.name;
    let one = |problem: &Problem| {
        let place = problem.place.filter(|_| here).map(|place| place_of(&source.text, place.line));
        let file = (!here).then(|| error.name());
        json!({ "message": problem.message, "hint": problem.hint, "at": place, "file": file })
    };
    json!({ "problems": error.problems().iter().map(one).collect::<Vec<_>>() })
}

/// Of which entry a line of a file is a part: the table or list, the place in that list, and the key.
fn place_of(text: &str, line: usize) -> Value {
    let (mut part, mut counts) = (String::new(), BTreeMap::new());
    for line in text.lines().take(line) {
        if let Some(list) = line.strip_prefix("[[").and_then(|line| line.strip_suffix("]]")) {
            part = list.to_owned();
            *counts.entry(part.clone()).or_insert(0) += 1;
        } else if let Some(table) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            part = table.to_owned();
        }
    }
    let key = text.lines().nth(line.saturating_sub(1)).and_then(|line| line.split_once(" = ")).map(|(key, _)| key);
    let index = counts.get(&part).map(|count: &usize| count - 1);
    json!({ "part": part, "index": index, "key": key })
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_files::no_files;

    /// What comes with the program can be taken as a draft, written and read, and begins the same.
    #[test]
    fn an_encounter_that_is_written_again_begins_the_same() {
        for name in affray_games::encounters() {
            let (ruleset, source) = affray_games::encounter(name).unwrap();
            let draft = draft_of(&source, layout_of(ruleset)).unwrap();
            let text = written(&draft).unwrap();
            assert!(is_made_here(&text), "{name}");
            assert!(!is_made_here(&text.replacen("title", "titel", 1)), "somebody changed {name}");
            let (one, other) =
                (judged(ruleset, &source, &no_files), judged(ruleset, &Source::new(name, text), &no_files));
            assert!(one["figures"].is_array(), "{name}: {one}");
            assert_eq!(one["figures"], other["figures"], "{name}");
            assert_eq!(one["sides"], other["sides"], "{name}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let ruleset = affray_games::find("dfrpg").unwrap();
        let draft = json!({
            "ruleset": "dfrpg",
            "title": "A \"wall\"",
            "map": { "rows": ["..#", "..."] },
            "combatant": [
                { "name": "A", "sheet": "orc", "at": [0, 0], "side": null },
                { "name": "B", "sheet": "orcc", "at": [1, 0] },
                { "name": "C", "sheet": "orc", "at": [2, 0], "facing": "N" },
            ],
        });
        let source = Source::new("the encounter", written(&draft).unwrap());
        let told = judged(ruleset, &source, &no_files);
        let at = |index: usize| &told["problems"][index]["at"];
        assert_eq!(at(0), &json!({ "part": "combatant", "index": 1, "key": "sheet" }), "{told}");
        assert_eq!(at(1)["index"], 2, "{told}");
        assert!(written(&json!([])).is_err());
    }
}
