//! Maps of Tiled, in the form of its JSON: `.tmj`, and `.tmx` by way of `xml`.

use super::{Beside, Kind, LARGEST_SIDE, MOST_LINES, Plan, Pushed, Start, xml};
use crate::json::{Json, Numbers, clean};
use crate::report::Report;
use crate::text::quoted;
use base64::Engine as _;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;

/// The bits of a tile's number that say how it is turned.
const TURNED: u32 = 0xf000_0000;

/// Reads a map.
pub(super) fn read(json: &Value, beside: Beside<'_>, report: &mut Report) -> Result<Plan, String> {
    let mut numbers = Numbers::default();
    let tile = ["tilewidth", "tileheight"].map(|key| numbers.number(json, key));
    let Frame { origin, columns, rows } = Frame::read(json, &mut numbers);
    if let Some(problem) = &numbers.problem {
        return Err(problem.replace("a character", "a map"));
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
        "hexagonal" if (json.text("staggerindex") == "even") == (origin[1] % 2 == 0) => Some(Pushed::Even),
        "hexagonal" => Some(Pushed::Odd),
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
    let corner = [f64::from(-origin[0]), f64::from(-origin[1]) + 0.5 - tile[1] / 2.0 / row];
    let measures = Measures { tile, row, corner };
    let mut unread = Vec::new();
    let mut is_drawn = false;
    layers(json.list("layers"), 0, &mut |layer| {
        let name = match clean(layer.text("name")) {
            name if name.is_empty() => "without a name".to_owned(),
            name => name,
        };
        match layer.text("type") {
            "tilelayer" => match numbers_of(layer, origin, &plan, &mut numbers) {
                Ok(gids) => {
                    is_drawn |= gids.iter().any(|gid| *gid != 0);
                    tiles.put(&gids, &mut plan);
                }
                Err(why) => unread.push(format!("the layer {name}: {why}")),
            },
            "objectgroup" => objects(layer, &measures, &tiles, &mut plan, &mut numbers, &mut unread),
            "imagelayer" => unread.push(format!("the layer {name}: a picture in a file of its own")),
            _ => {}
        }
    });
    if is_drawn && tiles.0.is_empty() {
        let known = "`blocked`, `terrain`, `bad_footing`, `level`, `cover`";
        unread.push(format!("what the tiles are: none of them has a property that is read here, such as {known}"));
    }
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

/// The part of the plane that a map covers, in tiles.
struct Frame {
    /// Its first column and row: 0 unless the map is infinite.
    origin: [i32; 2],
    columns: i32,
    rows: i32,
}

impl Frame {
    /// The frame that a map states; that of all its chunks for an infinite one.
    fn read(json: &Value, numbers: &mut Numbers) -> Self {
        let mut corners: Option<[i32; 4]> = None;
        let mut add = |[x, y, width, height]: [i32; 4]| {
            let [left, top, right, bottom] = corners.unwrap_or([x, y, x, y]);
            corners = Some([left.min(x), top.min(y), right.max(x + width), bottom.max(y + height)]);
        };
        layers(json.list("layers"), 0, &mut |layer| {
            let chunks = layer.list("chunks").iter();
            chunks.for_each(|chunk| add(["x", "y", "width", "height"].map(|key| numbers.whole(chunk, key))));
        });
        let stated = ["width", "height"].map(|key| numbers.whole(json, key));
        let [left, top, right, bottom] = corners.unwrap_or([0, 0, stated[0], stated[1]]);
        Self { origin: [left, top], columns: right - left, rows: bottom - top }
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

/// The numbers of a layer's tiles, for each tile of the plan.
fn numbers_of(layer: &Value, origin: [i32; 2], plan: &Plan, numbers: &mut Numbers) -> Result<Vec<u32>, String> {
    let chunks = layer.list("chunks");
    if layer.get("chunks").is_none() {
        return gids_of(layer, layer, plan.tiles.len());
    }
    let mut all = vec![0; plan.tiles.len()];
    for chunk in chunks {
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|key| numbers.whole(chunk, key));
        let (left, top) = ((x - origin[0]) as usize, (y - origin[1]) as usize);
        let gids = gids_of(layer, chunk, width.max(0) as usize * height.max(0) as usize)?;
        for (line, gids) in gids.chunks(width.max(1) as usize).enumerate() {
            let at = (top + line) * plan.columns + left;
            all[at..at + gids.len()].copy_from_slice(gids);
        }
    }
    Ok(all)
}

/// The numbers of the tiles of a layer or of one of its chunks, whose data is as the layer says.
fn gids_of(layer: &Value, part: &Value, count: usize) -> Result<Vec<u32>, String> {
    let gids: Vec<u32> = match part.get("data") {
        Some(Value::Array(list)) => list.iter().map(|gid| gid.as_u64().unwrap_or(0) as u32).collect(),
        Some(Value::String(text)) => {
            let bytes = base64::engine::general_purpose::STANDARD.decode(text.trim());
            let bytes = bytes.map_err(|_| "its data is no base64".to_owned())?;
            let bytes = unpacked(&bytes, layer.text("compression"), count * 4)?;
            bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
        }
        _ => return Err("it has no data".to_owned()),
    };
    match gids.len() {
        found if found == count => Ok(gids),
        found if found > count => Err(format!("it has more tiles than the map, which has {count}")),
        found => Err(format!("it has {found} tiles, and the map {count}")),
    }
}

/// Data without its compression: as much as is wanted, and a tile more if there is any.
fn unpacked(bytes: &[u8], compression: &str, wanted: usize) -> Result<Vec<u8>, String> {
    /// The largest window of zstd that is set aside: far more than the largest layer takes.
    const WINDOW: u64 = 8 << 20;
    let damaged = |_| format!("its data is damaged: it is no {compression}");
    let mut reader: Box<dyn Read + '_> = match compression {
        "" => Box::new(bytes),
        "zlib" => Box::new(flate2::read::ZlibDecoder::new(bytes)),
        "gzip" => Box::new(flate2::read::GzDecoder::new(bytes)),
        "zstd" => Box::new(
            ruzstd::decoding::StreamingDecoder::new_with_max_window_size(bytes, WINDOW)
                .map_err(|_| damaged(std::io::ErrorKind::InvalidData.into()))?,
        ),
        other => return Err(format!("it is compressed by {}: zlib, gzip and zstd are read", clean(other))),
    };
    let mut out = Vec::new();
    reader.by_ref().take(wanted as u64 + 4).read_to_end(&mut out).map_err(damaged)?;
    Ok(out)
}

/// The kinds of tiles by their numbers.
struct Tiles(BTreeMap<u32, usize>);

impl Tiles {
    fn read(json: &Value, beside: Beside<'_>, plan: &mut Plan, numbers: &mut Numbers, report: &mut Report) -> Self {
        let mut all = BTreeMap::new();
        for set in json.list("tilesets") {
            let first = numbers.whole(set, "firstgid").max(0) as u32;
            let source = set.text("source");
            let read = if source.is_empty() { None } else { beside(source) };
            let read = read.map(|text| xml::parse(&text));
            if !source.is_empty() && read.is_none() {
                let why = "it is not beside the map, so that its tiles are plain ground";
                report.left_out(format!("the tile set {}: {why}", clean(source)));
                plan.missing.push(clean(source));
            }
            if let Some(Err(why)) = &read {
                report.left_out(format!("the tile set {}: {why}", clean(source)));
            }
            let read = read.and_then(Result::ok);
            let set = read.as_ref().unwrap_or(set);
            for tile in set.list("tiles") {
                let id = numbers.whole(tile, "id").max(0) as u32;
                if let Some(features) = features(tile, numbers, report) {
                    all.entry(first + id).or_insert(kind(plan, features));
                }
            }
        }
        Self(all)
    }

    /// A tile of a later layer lies on those before; one of which nothing is said changes nothing.
    fn put(&self, gids: &[u32], plan: &mut Plan) {
        for (gid, tile) in gids.iter().zip(&mut plan.tiles) {
            if let Some(kind) = self.kind(*gid) {
                *tile = kind;
            }
        }
    }

    /// The kind of a tile of which something is said.
    fn kind(&self, gid: u32) -> Option<usize> {
        self.0.get(&(gid & !TURNED)).copied()
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
            "blocked" | "wall" | "collides" | "solid" if holds => parts.push("terrain = \"wall\"".to_owned()),
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
    /// What is added to a column and a row, so that the first tile is the first of the plan, and the center of a tile lies in the
    /// middle between two rows.
    corner: [f64; 2],
}

/// Objects: places where somebody begins, areas of ground, walls and doors.
fn objects(
    layer: &Value,
    measures: &Measures,
    tiles: &Tiles,
    plan: &mut Plan,
    numbers: &mut Numbers,
    unread: &mut Vec<String>,
) {
    let Measures { tile, row, corner: [right, down] } = *measures;
    let group = clean(layer.text("name"));
    let (mut nameless, mut others) = (0, 0);
    for object in layer.list("objects") {
        let mut place = |x: &Value| [numbers.number(x, "x") / tile[0], numbers.number(x, "y") / row];
        let [x, y] = place(object);
        let mut corner = [x + right, y + down];
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
        let size = size.map(|side| side.max(0.0));
        let gid = object.get("gid").map(|_| tile_number(object));
        // A tile stands on its lower left corner.
        if gid.is_some() {
            corner[1] -= size[1];
        }
        let property = |key: &str| {
            let found = object.list("properties").iter().find(|one| one.text("name").eq_ignore_ascii_case(key));
            clean(found.map_or("", |one| one.text("value")))
        };
        let word = format!("{kind_of} {name} {group}").to_ascii_lowercase();
        let is_area = size.iter().all(|side| *side > 0.0);
        let says = |known| word.split(|c: char| !c.is_alphanumeric()).any(|one| one.starts_with(known));
        let is_wall = says("wall") || says("collision");
        let stated = features(object, numbers, &mut Report::default());
        let stated = stated.or_else(|| (is_wall && is_area).then(|| "{ terrain = \"wall\" }".to_owned()));
        let stated = stated.map(|text| kind(plan, text)).or_else(|| gid.and_then(|gid| tiles.kind(gid)));
        if !points.is_empty() {
            // A line with another name is somebody's way, or the edge of a pond.
            if !(is_wall || says("door") || name.is_empty() && kind_of.is_empty()) {
                others += 1;
                continue;
            }
            let kind = if says("door") { Kind::Door } else { Kind::Wall };
            plan.lines.extend(points.windows(2).map(|two| (kind, two[0], two[1])));
            if object.get("polygon").is_some() && points.len() > 2 {
                plan.lines.push((kind, points[points.len() - 1], points[0]));
            }
        } else if is_area && gid.is_none() && says("door") {
            // A door lies along the middle of its area.
            let [x, y] = corner;
            let [wide, high] = size;
            let (from, to) = match wide >= high {
                true => ([x, y + high / 2.0], [x + wide, y + high / 2.0]),
                false => ([x + wide / 2.0, y], [x + wide / 2.0, y + high]),
            };
            plan.lines.push((Kind::Door, from, to));
        } else if let Some(kind) = stated {
            let (columns, hexes) = (plan.columns, plan.hexes);
            for (at, tile) in plan.tiles.iter_mut().enumerate() {
                let (column, line) = (at % columns, at / columns);
                let center = [column as f64 + 0.5 + push(hexes, line), line as f64 + 0.5];
                if (0..2).all(|axis| (corner[axis]..=corner[axis] + size[axis]).contains(&center[axis])) {
                    *tile = kind;
                }
            }
        } else if object.get("text").is_none() {
            let side = property("side");
            let side = if side.is_empty() { clean(kind_of) } else { side };
            let side = if side.is_empty() && !name.is_empty() { name.clone() } else { side };
            let sheet = property("sheet");
            if [&name, &side, &sheet].iter().all(|text| text.is_empty()) {
                nameless += 1;
                continue;
            }
            let center = [corner[0] + size[0] / 2.0, corner[1] + size[1] / 2.0];
            let id = clean(&object.get("id").map_or(String::new(), |id| id.to_string().replace('"', "")));
            let which = format!("object {id}").trim_end().to_owned();
            let object = if group.is_empty() { which } else { format!("{which} of the layer {group}") };
            plan.starts.push((Start { name, side, sheet, at: [0, 0], object }, center));
            if plan.starts.len() > 64 {
                plan.starts.pop();
                unread.push("places beyond the 64th where somebody begins".to_owned());
                return;
            }
        }
    }
    let why = [
        (nameless, "object", "without a name, a class or a property that is read here"),
        (others, "line", "whose name or class says neither wall nor door"),
    ];
    for (number, what, why) in why.into_iter().filter(|(number, ..)| *number > 0) {
        let s = if number == 1 { "" } else { "s" };
        unread.push(format!("the layer {group}: {number} {what}{s} {why}"));
    }
}

/// The number of the tile of an object.
fn tile_number(object: &Value) -> u32 {
    let gid = object.get("gid");
    let number = gid.and_then(Value::as_u64).or_else(|| gid.and_then(Value::as_str).and_then(|text| text.parse().ok()));
    number.unwrap_or(0) as u32
}

/// How far a row of tiles is pushed to the right.
pub(super) fn push(hexes: Option<Pushed>, row: usize) -> f64 {
    match hexes {
        Some(Pushed::Odd) if row % 2 == 1 => 0.5,
        Some(Pushed::Even) if row.is_multiple_of(2) => 0.5,
        _ => 0.0,
    }
}
