//! Maps and tile sets of Tiled in XML (`.tmx`, `.tsx`), brought into the form of its JSON.

use crate::json::Json;
use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Map, Value, json};

/// The most elements and texts of a file.
const MOST_NODES: u32 = 2_000_000;
/// How deep groups of layers lie within each other.
const DEEPEST: usize = 32;

/// The map or the tile set of a text, whichever of the two forms it has.
pub(super) fn parse(text: &str) -> Result<Value, String> {
    let text = text.trim_start_matches('\u{feff}');
    if !text.trim_start().starts_with('<') {
        return serde_json::from_str(text)
            .map_err(|error| format!("this is no JSON, as maps of map makers are: {error}"));
    }
    // Old maps name the document type of their format.
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| format!("this is no XML, as maps of Tiled are: {error}"))?;
    let root = document.root_element();
    if !["map", "tileset"].contains(&root.tag_name().name()) {
        return Err(format!("this is no map of Tiled: its element is `{}`, not `map`", root.tag_name().name()));
    }
    Ok(element(root, 0))
}

/// An element as the table that stands for it in JSON.
fn element(node: Node<'_, '_>, deep: usize) -> Value {
    let mut all: Map<String, Value> =
        node.attributes().map(|one| (one.name().to_owned(), attribute(one.name(), one.value()))).collect();
    for child in node.children().filter(Node::is_element) {
        let tag = child.tag_name().name();
        let (list, kind) = match tag {
            "layer" => ("layers", "tilelayer"),
            "objectgroup" | "imagelayer" | "group" => ("layers", tag),
            "tileset" | "tile" | "object" | "chunk" => (tag, ""),
            "properties" => {
                all.insert(tag.to_owned(), child.children().filter(Node::is_element).map(property).collect());
                continue;
            }
            "polygon" | "polyline" => {
                all.insert(tag.to_owned(), points(child.attribute("points").unwrap_or_default()));
                continue;
            }
            "point" | "ellipse" | "text" => {
                all.insert(tag.to_owned(), true.into());
                continue;
            }
            // What the data of a layer states of itself stands in the layer.
            "data" if deep < DEEPEST => {
                if let Value::Object(inner) = element(child, deep + 1) {
                    all.extend(inner);
                }
                continue;
            }
            _ => continue,
        };
        if deep >= DEEPEST {
            continue;
        }
        let mut one = element(child, deep + 1);
        if !kind.is_empty() {
            one["type"] = kind.into();
        }
        let list = if list == "layers" { list.to_owned() } else { format!("{list}s") };
        match all.entry(list).or_insert_with(|| json!([])) {
            Value::Array(list) => list.push(one),
            other => *other = json!([one]),
        }
    }
    if ["data", "chunk"].contains(&node.tag_name().name()) {
        data(node, &mut all);
    }
    Value::Object(all)
}

/// The numbers of tiles: elements, numbers with commas, or base64.
fn data(node: Node<'_, '_>, all: &mut Map<String, Value>) {
    let text = node.text().unwrap_or_default().trim();
    let data: Value = if let Some(Value::Array(tiles)) = all.remove("tiles") {
        tiles.iter().map(|tile| tile.text("gid").parse::<u32>().unwrap_or(0)).collect()
    } else if all.contains_key("chunks") {
        return;
    } else if text.contains(',') || text.parse::<u32>().is_ok() {
        text.split(',').map(|gid| gid.trim().parse::<u32>().unwrap_or(0)).collect()
    } else {
        text.into()
    };
    all.insert("data".to_owned(), data);
}

/// An attribute: numbers stay texts, which are read as numbers too.
fn attribute(name: &str, value: &str) -> Value {
    match name {
        "infinite" | "visible" => (value != "0").into(),
        _ => value.into(),
    }
}

fn property(node: Node<'_, '_>) -> Value {
    let value = node.attribute("value").or(node.text()).unwrap_or_default();
    let value = if node.attribute("type") == Some("bool") { Value::from(value == "true") } else { value.into() };
    json!({ "name": node.attribute("name").unwrap_or_default(), "value": value })
}

/// Points, `0,0 12.5,3`.
fn points(text: &str) -> Value {
    text.split_whitespace()
        .map(|one| {
            let (x, y) = one.split_once(',').unwrap_or((one, "0"));
            json!({ "x": x, "y": y })
        })
        .collect()
}
