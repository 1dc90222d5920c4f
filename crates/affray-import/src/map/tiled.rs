//! Maps of Tiled as JSON: `.tmj`.

use super::{Beside, Kind, LARGEST_SIDE, MOST_LINES, Plan, Pushed};
use crate::json::{Json, Numbers, clean};
use crate::report::Report;
use crate::text::quoted;
use base64::Engine as _;
use serde_json::Value;

/// The bits of a tile's number that say how it is turned.
const TURNED: u32 = 0xf000_0000;

/// Reads a map.
pub(super) fn read(json: &Value, beside: Beside<'_>, report: &mut Report) -> Result<Plan, String> {
    let mut numbers = Numbers::default();
    let [columns, rows] = ["width", "height"].map(|key| numbers.whole(json, key));
    let tile = ["tilewidth", "tileheight"].map(|key| numbers.number(json, key));
    if json.get("infinite").and_then(Value::as_bool) == Some(true) {
        return Err("the map is infinite: switch that off in Tiled (Map, Map Properties) and save it again".to_owned());
    }
    let side = 1..=LARGEST_SIDE as i32;
    if !side.contains(&columns) || !side.contains(&rows) || tile.iter().any(|side| *side < 1.0) {
        return Err(format!("the map is of {columns} x {rows} tiles: 1 to {LARGEST_SIDE} a side are read"));
    }
    let hexes = match json.text("orientation") {
        "hexagonal" if json.text("staggeraxis") == "x" => {
            return Err(
                "columns of this map are staggered: hexes stand in rows here, so set the stagger axis to Y".to_owned()
            );
        }
        "hexagonal" => Some(if json.text("staggerindex") == "even" { Pushed::Even } else { Pushed::Odd }),
        "orthogonal" | "" => None,
        other => return Err(format!("the map is {other}: orthogonal and hexagonal maps are read")),
    };
    let (columns, rows) = (columns as usize, rows as usize);
    let mut plan = Plan {
        size: [columns as f64, rows as f64],
        kinds: vec![String::new()],
        tiles: vec![0; columns * rows],
        columns,
        hexes,
        ..Plan::default()
    };
    let tiles = Tiles::read(json, beside, &mut plan, &mut numbers, report);
    // Rows of hexes overlap.
    let row = if hexes.is_some() {
        (tile[1] + numbers.number(json, "hexsidelength").clamp(0.0, tile[1])) / 2.0
    } else {
        tile[1]
    };
    let measures = Measures { tile, row, down: 0.5 - tile[1] / 2.0 / row };
    let mut unread = Vec::new();
    layers(json.list("layers"), 0, &mut |layer| {
        let name = clean(layer.text("name"));
        match layer.text("type") {
            "tilelayer" => match numbers_of(layer, columns * rows) {
                Ok(gids) => tiles.put(&gids, &mut plan),
                Err(why) => unread.push(format!("the layer {name}: {why}")),
            },
            "objectgroup" => objects(layer, &measures, &mut plan, &mut numbers, &mut unread),
            "imagelayer" => unread.push(format!("the layer {name}: a picture in a file of its own")),
            _ => {}
        }
    });
    for one in unread {
        report.left_out(one);
    }
    if plan.lines.len() > MOST_LINES {
        return Err(format!("the map has {} lines of walls: at most {MOST_LINES} are read", plan.lines.len()));
    }
    match numbers.problem {
        Some(problem) => Err(problem.replace("a character", "a map")),
        None => Ok(plan),
    }
}

/// All layers that can be seen, those of groups too.
fn layers<'a>(list: &'a [Value], deep: usize, each: &mut impl FnMut(&'a Value)) {
    for layer in list.iter().filter(|layer| layer.get("visible").and_then(Value::as_bool) != Some(false)) {
        each(layer);
        if deep < 32 {
            layers(layer.list("layers"), deep + 1, each);
        }
    }
}

/// The numbers of a layer's tiles.
fn numbers_of(layer: &Value, count: usize) -> Result<Vec<u32>, String> {
    let gids: Vec<u32> = match layer.get("data") {
        Some(Value::Array(list)) => list.iter().map(|gid| gid.as_u64().unwrap_or(0) as u32).collect(),
        Some(Value::String(text)) => {
            if !layer.text("compression").is_empty() {
                return Err("it is compressed: set the tile layer format to CSV or Base64 (uncompressed)".to_owned());
            }
            let bytes = base64::engine::general_purpose::STANDARD.decode(text.trim());
            let bytes = bytes.map_err(|_| "its data is no base64".to_owned())?;
            bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
        }
        _ => return Err("it has no data".to_owned()),
    };
    if gids.len() == count { Ok(gids) } else { Err(format!("it has {} tiles, and the map {count}", gids.len())) }
}

/// The kinds of tiles by their numbers.
struct Tiles(Vec<(u32, usize)>);

impl Tiles {
    fn read(json: &Value, beside: Beside<'_>, plan: &mut Plan, numbers: &mut Numbers, report: &mut Report) -> Self {
        let mut all = Vec::new();
        for set in json.list("tilesets") {
            let first = numbers.whole(set, "firstgid").max(0) as u32;
            let source = set.text("source");
            let read = if source.is_empty() { None } else { beside(source) };
            let read = read.and_then(|text| serde_json::from_str::<Value>(&text).ok());
            if !source.is_empty() && read.is_none() {
                let why = "is not beside the map as JSON (.tsj); embed it in the map, or save it so";
                report.left_out(format!("the tile set {}: it {why}", clean(source)));
            }
            let set = read.as_ref().unwrap_or(set);
            for tile in set.list("tiles") {
                let id = numbers.whole(tile, "id").max(0) as u32;
                if let Some(features) = features(tile, numbers, report) {
                    all.push((first + id, kind(plan, features)));
                }
            }
        }
        Self(all)
    }

    /// A tile of a later layer lies on those before; one of which nothing is said changes nothing.
    fn put(&self, gids: &[u32], plan: &mut Plan) {
        for (gid, tile) in gids.iter().zip(&mut plan.tiles) {
            if let Some((_, kind)) = self.0.iter().find(|(known, _)| *known == gid & !TURNED) {
                *tile = *kind;
            }
        }
    }
}

/// The number of a kind of ground.
fn kind(plan: &mut Plan, features: String) -> usize {
    plan.kinds.iter().position(|known| *known == features).unwrap_or_else(|| {
        plan.kinds.push(features);
        plan.kinds.len() - 1
    })
}

/// What the properties of a tile or an object say of the ground, as the entry of a legend; nothing if they say nothing.
fn features(json: &Value, numbers: &mut Numbers, report: &mut Report) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for property in json.list("properties") {
        let name = property.text("name").to_ascii_lowercase();
        let value = property.get("value").unwrap_or(&Value::Null);
        let holds = value.as_bool() == Some(true);
        let number = numbers.as_whole(value, "value");
        match name.as_str() {
            "blocked" | "wall" if holds => parts.push("terrain = \"wall\"".to_owned()),
            "obstruction" if holds => parts.push("terrain = \"minor obstruction\"".to_owned()),
            "bad_footing" | "footing" if holds || number < 0 => {
                parts.push(format!("footing = {}", if number < 0 { number.max(-10) } else { -2 }));
            }
            "level" | "elevation" if number != 0 => parts.push(format!("elevation = {}", number.clamp(-100, 100))),
            "cover" if holds => parts.push("cover = true".to_owned()),
            "impassable" | "blocks_sight" | "obscured" if holds => parts.push(format!("{name} = true")),
            "terrain" => match value.as_str().filter(|name| affray_grid::Ground::stock(name).is_some()) {
                Some(terrain) => parts.push(format!("terrain = {}", quoted(terrain))),
                None => report.left_out(format!("a property `terrain`: there is no terrain {value}")),
            },
            _ => {}
        }
    }
    // One key once: the first counts.
    let mut keys: Vec<String> = Vec::new();
    parts.retain(|part| {
        let key = part.split(' ').next().unwrap_or_default().to_owned();
        let fresh = !keys.contains(&key);
        keys.push(key);
        fresh
    });
    (!parts.is_empty()).then(|| format!("{{ {} }}", parts.join(", ")))
}

/// The measures of tiles, in the pixels of the map.
struct Measures {
    /// The width of a tile, and its height.
    tile: [f64; 2],
    /// The distance between rows.
    row: f64,
    /// What is added to a row, so that the center of a tile lies in the middle between two rows.
    down: f64,
}

/// Objects: places where somebody begins, rectangles of ground, lines that are walls.
fn objects(layer: &Value, measures: &Measures, plan: &mut Plan, numbers: &mut Numbers, unread: &mut Vec<String>) {
    let Measures { tile, row, down } = *measures;
    let group = clean(layer.text("name"));
    for object in layer.list("objects") {
        let mut place = |x: &Value| [numbers.number(x, "x") / tile[0], numbers.number(x, "y") / row];
        let [x, y] = place(object);
        let corner = [x, y + down];
        let points: Vec<[f64; 2]> = ["polyline", "polygon"]
            .iter()
            .flat_map(|key| object.list(key))
            .map(|point| {
                let [x, y] = place(point);
                [corner[0] + x, corner[1] + y]
            })
            .collect();
        let name = clean(object.text("name"));
        let kind_of =
            [object.text("type"), object.text("class")].into_iter().find(|text| !text.is_empty()).unwrap_or_default();
        let size = [numbers.number(object, "width") / tile[0], numbers.number(object, "height") / row];
        let property = |key: &str| {
            let found = object.list("properties").iter().find(|one| one.text("name").eq_ignore_ascii_case(key));
            clean(found.map_or("", |one| one.text("value")))
        };
        let word = format!("{kind_of} {name} {group}").to_ascii_lowercase();
        if !points.is_empty() {
            let kind = if word.contains("door") { Kind::Door } else { Kind::Wall };
            plan.lines.extend(points.windows(2).map(|two| (kind, two[0], two[1])));
            if object.get("polygon").is_some() && points.len() > 2 {
                plan.lines.push((kind, points[points.len() - 1], points[0]));
            }
        } else if let Some(text) = features(object, numbers, &mut Report::default()) {
            let kind = kind(plan, text);
            let (columns, hexes) = (plan.columns, plan.hexes);
            for (at, tile) in plan.tiles.iter_mut().enumerate() {
                let (column, line) = (at % columns, at / columns);
                let center = [column as f64 + 0.5 + push(hexes, line), line as f64 + 0.5];
                if (0..2).all(|axis| (corner[axis]..=corner[axis] + size[axis].max(0.0)).contains(&center[axis])) {
                    *tile = kind;
                }
            }
        } else if object.get("text").is_none() {
            let side = property("side");
            let side = if side.is_empty() { clean(kind_of) } else { side };
            let side = if side.is_empty() && !name.is_empty() { name.clone() } else { side };
            let center = [corner[0] + size[0] / 2.0, corner[1] + size[1] / 2.0];
            plan.starts.push((name, side, property("sheet"), center));
            if plan.starts.len() > 64 {
                plan.starts.pop();
                unread.push("places beyond the 64th where somebody begins".to_owned());
                return;
            }
        }
    }
}

/// How far a row of tiles is pushed to the right.
pub(super) fn push(hexes: Option<Pushed>, row: usize) -> f64 {
    match hexes {
        Some(Pushed::Odd) if row % 2 == 1 => 0.5,
        Some(Pushed::Even) if row.is_multiple_of(2) => 0.5,
        _ => 0.0,
    }
}
