//! Maps: what becomes of small ones, and what is said of a bad file.

use affray_import::Kind;
use affray_import::map::{Cells, ImportedMap, map};

const CELLAR: &str = include_str!("files/cellar.uvtt");
const GLADE: &str = include_str!("files/glade.tmj");

/// The drawing of a map, without its blanks.
#[track_caller]
fn rows(map: &ImportedMap) -> Vec<String> {
    let tree = affray_files::tree(&affray_files::Source::new("map.toml", map.text.clone()));
    let tree = tree.unwrap_or_else(|error| panic!("{error}\n{}", map.text));
    let rows = tree["map"]["rows"].as_array().cloned().unwrap_or_default();
    rows.iter().map(|row| row.as_str().unwrap_or_default().replace(' ', "")).collect()
}

#[track_caller]
fn tells(map: &ImportedMap, kind: Kind, piece: &str) {
    assert!(map.report.of(kind).any(|line| line.contains(piece)), "no `{piece}` in {:#?}", map.report);
}

#[test]
fn walls_and_doors_on_squares() {
    let cellar = map("cellar.uvtt", CELLAR, Cells::Square, 1, &|_| None).expect("it is a map");
    // The wall runs through the fourth column, its door stands in the third row.
    assert_eq!(rows(&cellar), ["...#..", "...#..", "...D..", "O..#.."]);
    assert!(
        cellar.text.contains("layout = \"square\"\n")
            && cellar.text.contains("D = { terrain = \"wall\", name = \"shut door\" }\n"),
        "{}",
        cellar.text
    );
    let picture = cellar.picture.as_ref().expect("it has one");
    assert_eq!((picture.ending, picture.bytes.len()), ("png", 70));
    tells(&cellar, Kind::LeftOut, "1 light:");
    tells(&cellar, Kind::LeftOut, "1 line of wall that lies off the map");
    // Nobody is named: one begins in the first free square and one in the last.
    assert_eq!(cellar.starts.iter().map(|start| start.at).collect::<Vec<_>>(), [[0, 0], [5, 3]]);
    // Two squares for each: the wall is in the middle of its own.
    let fine = map("cellar.uvtt", CELLAR, Cells::Square, 2, &|_| None).expect("it is a map");
    assert_eq!(rows(&fine)[0], ".......#....");
    assert_eq!(rows(&fine).len(), 8);
}

#[test]
fn a_slanting_wall_has_no_gaps() {
    let text = r#"{ "resolution": { "map_size": { "x": 3, "y": 3 } }, "line_of_sight": [[{ "x": 0, "y": 0 }, { "x": 3, "y": 3 }]] }"#;
    assert_eq!(rows(&map("a.uvtt", text, Cells::Square, 1, &|_| None).expect("it is a map")), ["##.", ".##", "..#"]);
}

#[test]
fn walls_on_hexes() {
    let cellar = map("cellar.uvtt", CELLAR, Cells::Hex, 1, &|_| None).expect("it is a map");
    // Rows of hexes are 0.866 apart: the fifth has its center at 3.96 of 4. In the pushed rows the wall at 3.5 runs between two
    // hexes, whose centers lie at 3 and 4: the right one is wall.
    let drawn = rows(&cellar);
    assert_eq!((drawn.len(), drawn[0].as_str()), (5, "...#.."));
    for row in &drawn {
        assert!(row.contains('#') || row.contains('D'), "{drawn:?}");
    }
    assert!(!cellar.text.contains("layout"), "{}", cellar.text);
}

#[test]
fn tiles_on_hexes() {
    let glade = map("glade.tmj", GLADE, Cells::Hex, 1, &|_| None).expect("it is a map");
    // The even rows stand to the right, so that a row of wall goes before them.
    assert_eq!(rows(&glade), ["####", "#...", ".bb.", "..c#"].map(|row| row.to_owned()));
    assert!(
        glade.text.contains("b = { terrain = \"shallow water\", footing = -2 }\nc = { elevation = 2 }\n"),
        "{}",
        glade.text
    );
    let starts: Vec<_> =
        glade.starts.iter().map(|start| (start.name.as_str(), start.side.as_str(), start.sheet.as_str())).collect();
    assert_eq!(starts, [("Ana", "ford", ""), ("Ork", "road", "ork")]);
    // Tiles are hexes themselves: `--cells` does nothing, and on squares each is one.
    assert_eq!(rows(&map("glade.tmj", GLADE, Cells::Hex, 4, &|_| None).expect("it is a map")).len(), 4);
    assert_eq!(rows(&map("glade.tmj", GLADE, Cells::Square, 1, &|_| None).expect("it is a map")).len(), 3);
}

#[test]
fn a_tile_set_of_its_own_is_read_from_beside() {
    let tree: serde_json::Value = serde_json::from_str(GLADE).expect("it is JSON");
    let set = tree["tilesets"][0].to_string();
    let text = GLADE.replacen(
        "\"firstgid\": 1, \"name\": \"ground\", \"tiles\"",
        "\"firstgid\": 1, \"source\": \"ground.tsj\", \"ignored\"",
        1,
    );
    let whole = map("glade.tmj", &text, Cells::Hex, 1, &|name| (name == "ground.tsj").then(|| set.clone()))
        .expect("it is a map");
    assert_eq!(rows(&whole), ["####", "#...", ".bb.", "..c#"]);
    let lost = map("glade.tmj", &text, Cells::Hex, 1, &|_| None).expect("it is a map");
    tells(&lost, Kind::LeftOut, "the tile set ground.tsj");
}

#[test]
fn bad_maps_are_one_clear_error() {
    #[track_caller]
    fn case(text: &str, says: &str) {
        let error = map("bad.uvtt", text, Cells::Hex, 1, &|_| None).expect_err("it is bad").to_string();
        assert!(error.starts_with("bad.uvtt: ") && error.contains(says) && error.lines().count() == 1, "{error}");
    }
    case("", "this is no JSON");
    case("{}", "this is no map");
    case("{ \"resolution\": { \"map_size\": { \"x\": 0, \"y\": 3 } } }", "0 x 3 squares");
    case("{ \"resolution\": { \"map_size\": { \"x\": 1e300, \"y\": 3 } } }", "beyond what a map has");
    case("{ \"resolution\": { \"map_size\": { \"x\": 9000, \"y\": 3 } } }", "9000 x 3 squares");
    case("{ \"resolution\": { \"map_size\": { \"x\": 9, \"y\": NaN } } }", "this is no JSON");
    let tiled =
        |text: &str| format!("{{ \"tilewidth\": 32, \"tileheight\": 32, \"width\": 2, \"height\": 2, {text} }}");
    case(&tiled("\"infinite\": true"), "the map is infinite");
    case(&tiled("\"orientation\": \"isometric\""), "isometric");
    case(&tiled("\"orientation\": \"hexagonal\", \"staggeraxis\": \"x\""), "stagger axis");
    case(&tiled("\"width\": 999999"), "999999 x 2 tiles");
    case(&" ".repeat(affray_import::map::MAX_BYTES + 1), "the largest map that is read");
    let large = CELLAR.replace("\"x\": 6, \"y\": 4", "\"x\": 400, \"y\": 400");
    assert!(
        map("large.uvtt", &large, Cells::Square, 2, &|_| None)
            .expect_err("it is too large")
            .to_string()
            .contains("give fewer `--cells`")
    );
}

#[test]
fn a_picture_that_is_none_is_told() {
    for (image, says) in [("iVBO", "neither PNG"), ("?", "no base64"), ("", "the file has none")] {
        let text =
            format!("{{ \"resolution\": {{ \"map_size\": {{ \"x\": 2, \"y\": 2 }} }}, \"image\": \"{image}\" }}");
        let map = map("a.uvtt", &text, Cells::Square, 1, &|_| None).expect("it is a map");
        tells(&map, Kind::LeftOut, says);
    }
}
