//! Maps: what becomes of small ones, and what is said of a bad file.

use affray_files::{Source, no_files};
use affray_import::Kind;
use affray_import::map::{Cells, ImportedMap, map};
use std::io::Write as _;

const CELLAR: &str = include_str!("files/cellar.uvtt");
const GLADE: &str = include_str!("files/glade.tmj");
const FORD: &str = include_str!("files/ford.tmx");
const FORD_SET: &str = include_str!("files/ford.tsx");

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
    tells(&cellar, Kind::LeftOut, "1 line of wall that lies off the map: 30,0 to 31,0");
    // Nobody is named: on the larger side of the shut door one begins in the first square and one in the last.
    assert_eq!(cellar.starts.iter().map(|start| start.at).collect::<Vec<_>>(), [[0, 0], [2, 3]]);
    // Two squares for each: the wall is in the middle of its own.
    let fine = map("cellar.uvtt", CELLAR, Cells::Square, 2, &|_| None).expect("it is a map");
    assert_eq!(rows(&fine)[0], ".......#....");
    assert_eq!(rows(&fine).len(), 8);
}

#[test]
fn lines_of_the_map_lie_over_its_cells() {
    // The corner of the map is half a cell before the center of the first one; its own corner is 10,20.
    let ends = |map: &ImportedMap| map.lines.iter().map(|line| (line.kind, line.from, line.to)).collect::<Vec<_>>();
    let cellar = map("cellar.uvtt", CELLAR, Cells::Square, 2, &|_| None).expect("it is a map");
    let near = |[x, y]: [f64; 2], [u, v]: [f64; 2]| (x - u).abs() < 1e-5 && (y - v).abs() < 1e-5;
    let walls = ends(&cellar);
    let has = |kind, from, to| walls.iter().any(|line| line.0 == kind && near(line.1, from) && near(line.2, to));
    assert!(has("wall", [6.5, -0.5], [6.5, 3.5]) && has("door", [6.5, 3.5], [6.5, 5.5]), "{walls:?}");
    // What lies off the map is told, and not drawn.
    assert_eq!(walls.len(), 5);
    // The wall at 3.5 runs through the middle of the fourth column, and between two of twice as many.
    let coarse = map("cellar.uvtt", CELLAR, Cells::Square, 1, &|_| None).expect("it is a map");
    let aside = |map: &ImportedMap| {
        map.report.of(Kind::Changed).find(|line| line.contains("beside the middle")).map(str::to_owned)
    };
    assert_eq!(
        aside(&coarse).as_deref(),
        Some(
            "2 lines of wall that run beside the middle of a cell and take it whole: 0.2,3.2 to 0.8,3.2; 0.8,3.2 to 0.8,3.8"
        )
    );
    assert!(aside(&cellar).is_some_and(|line| line.contains("3.5,0 to 3.5,2; 3.5,3 to 3.5,4")), "{:#?}", cellar.report);
    // Rows of hexes are 0.866 apart: the middle of the second row of tiles, 1.5 rows down, is that of the third one here,
    // since the map has a row of wall before its first.
    let text = GLADE.replacen(
        "{ \"id\": 1, \"name\": \"Ana\"",
        r#"{ "name": "wall", "x": 14, "y": 16, "polyline": [{ "x": 0, "y": 0 }, { "x": 28, "y": 24 }] }, { "name": "Ana""#,
        1,
    );
    let glade = map("glade.tmj", &text, Cells::Hex, 1, &|_| None).expect("it is a map");
    let [(_, from, to)] = ends(&glade)[..] else { panic!("{:?}", glade.lines) };
    let row = 0.75_f64.sqrt();
    assert!(near(from, [0.0, row]) && near(to, [1.0, 2.0 * row]), "{from:?} {to:?}");
}

/// A map of one row of squares, with lines across at those places and starting places of two sides.
fn hall(walls: &[f64], sheets: [&str; 2], places: [u32; 2]) -> String {
    let line = |x: &f64| {
        format!(
            r#"{{ "id": 1, "name": "wall", "x": {}, "y": 0, "polyline": [{{ "x": 0, "y": 0 }}, {{ "x": 0, "y": 20 }}] }}"#,
            x * 10.0
        )
    };
    let one = |at: usize| {
        let (name, sheet, x) = (["Ana", "Bo"][at], sheets[at], places[at] * 10 + 5);
        let sheet = format!(r#"[{{ "name": "sheet", "value": "{sheet}" }}]"#);
        format!(
            r#"{{ "id": {}, "name": "{name}", "type": "{name}s", "x": {x}, "y": 5, "properties": {sheet} }}"#,
            7 + at
        )
    };
    let all: Vec<String> = walls.iter().map(line).chain([one(0), one(1)]).collect();
    format!(
        r#"{{ "tilewidth": 10, "tileheight": 10, "width": 8, "height": 2, "layers": [{{ "type": "objectgroup", "name": "who", "objects": [{}] }}] }}"#,
        all.join(", ")
    )
}

#[test]
fn who_cannot_come_to_a_foe_is_told_with_the_object_of_the_map() {
    let read = |text: &str| map("hall.tmj", text, Cells::Square, 1, &|_| None).expect("it is a map");
    let parted = read(&hall(&[3.5], ["", ""], [0, 6]));
    assert_eq!(rows(&parted), ["...#....", "...#...."]);
    tells(
        &parted,
        Kind::Note,
        "Ana (object 7 of the layer who) begins at 0,0, from where no way leads to anybody of another side",
    );
    tells(&parted, Kind::Note, "close off its 6 cells");
    tells(&parted, Kind::Note, "Bo (object 8 of the layer who) begins at 6,0, from where no way leads");
    let open = read(&hall(&[], ["", ""], [0, 6]));
    assert_eq!(open.report.of(Kind::Note).count(), 0, "{:#?}", open.report);
    // On a wall, and in a place that is taken.
    let beside = read(&hall(&[3.5], ["", ""], [3, 4]));
    tells(&beside, Kind::Changed, "Ana (object 7 of the layer who) begins at 2,0, for its place 3,0 is wall");
    let taken = read(&hall(&[], ["", ""], [4, 4]));
    tells(&taken, Kind::Changed, "Bo (object 8 of the layer who) begins at 3,0, for its place 4,0 is taken");
}

#[test]
fn ways_that_whole_cells_close_are_told() {
    // Walls at 3 and 4 leave a way of one square between them, and take the cells at their right.
    let text = r#"{ "resolution": { "map_size": { "x": 8, "y": 3 } }, "line_of_sight": [
        [{ "x": 0, "y": 1 }, { "x": 8, "y": 1 }], [{ "x": 0, "y": 2 }, { "x": 3, "y": 2 }], [{ "x": 4, "y": 2 }, { "x": 8, "y": 2 }]] }"#;
    let read = |each| map("way.uvtt", text, Cells::Square, each, &|_| None).expect("it is a map");
    assert_eq!(rows(&read(1)), ["........", "########", "###.####"]);
    // The way is left nowhere, and the room in the south at the gap alone.
    tells(&read(1), Kind::Note, "places that walls fill, since a wall takes whole cells: at ");
    assert!(!read(2).report.of(Kind::Note).any(|line| line.contains("that walls")), "{:#?}", read(2).report);
    // A doorway of half a square is none for cells of one, and is one for cells of a quarter.
    let gap = r#"{ "resolution": { "map_size": { "x": 8, "y": 4 } }, "line_of_sight": [
        [{ "x": 0, "y": 2.5 }, { "x": 3.3, "y": 2.5 }], [{ "x": 3.8, "y": 2.5 }, { "x": 8, "y": 2.5 }]] }"#;
    let read = |each| map("gap.uvtt", gap, Cells::Square, each, &|_| None).expect("it is a map");
    assert_eq!(rows(&read(1))[2], "########");
    let note = read(1).report.of(Kind::Note).next().map(str::to_owned).unwrap_or_default();
    assert!(
        note.starts_with("ways that walls close, since a wall takes whole cells: at 3.") && note.contains(",2."),
        "{note}"
    );
    assert_eq!(read(4).report.of(Kind::Note).count(), 0, "{:#?}", read(4).report);
    // A wall without a gap closes nothing that was open.
    let whole = gap.replace("3.3", "3.8");
    assert_eq!(
        map("gap.uvtt", &whole, Cells::Square, 1, &|_| None).expect("it is a map").report.of(Kind::Note).count(),
        0
    );
    let full = r#"{ "resolution": { "map_size": { "x": 2, "y": 1 } }, "line_of_sight": [[{ "x": 0, "y": 0.5 }, { "x": 2, "y": 0.5 }]] }"#;
    let error = map("full.uvtt", full, Cells::Square, 1, &|_| None).expect_err("nobody can stand there").to_string();
    assert!(error.contains("full.uvtt: walls leave 0 cells where somebody could stand"), "{error}");
}

#[test]
fn sheets_that_are_nowhere_are_told_with_the_object_of_the_map() {
    let dfrpg = affray_games::find("dfrpg").expect("there is such a ruleset");
    let mut hall =
        map("hall.tmj", &hall(&[], ["orcc", "bo.toml"], [0, 6]), Cells::Hex, 1, &|_| None).expect("it is a map");
    let first = dfrpg.sheets().names().next().expect("it has sheets");
    let beside = |name: &str| if name == "bo.toml" { Ok(Source::new(name, "")) } else { no_files(name) };
    hall.check_sheets("dfrpg", dfrpg.sheets(), &beside);
    let told = format!(
        "the sheet `orcc` of Ana (object 7 of the layer who): dfrpg has none of that name, the nearest is `orc`; the sheet `{first}` stands in for it"
    );
    tells(&hall, Kind::LeftOut, &told);
    let (_, below) = hall.around("dfrpg", first, "hall");
    assert!(below.contains(&format!("sheet = \"{first}\"")) && below.contains("sheet = \"bo.toml\""), "{below}");
    hall.check_sheets("dfrpg", dfrpg.sheets(), &no_files);
    tells(
        &hall,
        Kind::LeftOut,
        "the sheet `bo.toml` of Bo (object 8 of the layer who): there is no such file beside the encounter",
    );
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
    assert_eq!(lost.missing, ["ground.tsj"]);
}

#[test]
fn a_map_in_xml_with_its_tile_set() {
    let set = |name: &str| (name == "tiles/ford.tsx").then(|| FORD_SET.to_owned());
    let ford = map("ford.tmx", FORD, Cells::Square, 1, &set).expect("it is a map");
    // The brook runs down the fourth column; the door lies in the wall across, the line of wall on the north, and a tile that is an
    // object stands on its lower left corner, in the fourth row.
    let drawn = ["...a.###", "...a....", "#D#a.###", "...a...c", "...a..cc", "...a..cc"];
    assert_eq!(rows(&ford), drawn);
    assert!(ford.text.contains("a = { terrain = \"shallow water\" }\nc = { elevation = 2 }\n"), "{}", ford.text);
    let starts: Vec<_> = ford.starts.iter().map(|start| (start.name.as_str(), start.side.as_str(), start.at)).collect();
    assert_eq!(starts, [("Ana", "north", [0, 0]), ("Bo", "south", [0, 5])]);
    tells(&ford, Kind::LeftOut, "1 line whose name or class says neither wall nor door");
    tells(&ford, Kind::LeftOut, "1 object without a name");
    assert!(ford.missing.is_empty());
    // Without the set its tiles are plain ground, and that is told.
    let lost = map("ford.tmx", FORD, Cells::Square, 1, &|_| None).expect("it is a map");
    assert_eq!(lost.missing, ["tiles/ford.tsx"]);
    tells(&lost, Kind::LeftOut, "the tile set tiles/ford.tsx: it is not beside the map");
    tells(&lost, Kind::LeftOut, "what the tiles are");
    let bad = map("ford.tmx", FORD, Cells::Square, 1, &|_| Some("<tileset".to_owned())).expect("it is a map");
    tells(&bad, Kind::LeftOut, "the tile set tiles/ford.tsx: this is no XML");
}

/// The layer of the glade with its data in base64, compressed as it says.
fn packed(bytes: &[u8], compression: &str) -> String {
    use base64::Engine as _;
    let data = base64::engine::general_purpose::STANDARD.encode(bytes);
    let data = format!("\"compression\": \"{compression}\", \"encoding\": \"base64\", \"data\": \"{data}\"");
    GLADE.replacen("\"data\": [2, 1, 1, 1, 1, 2147483651, 3, 1, 1, 1, 4, 2]", &data, 1)
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes).and_then(|()| out.finish()).expect("memory takes all")
}

#[test]
fn compressed_layers() {
    let gids = [2, 1, 1, 1, 1, 2_147_483_651, 3, 1, 1, 1, 4, 2_u32];
    let bytes: Vec<u8> = gids.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let gzip = gzip.write_all(&bytes).and_then(|()| gzip.finish()).expect("memory takes all");
    let zstd = ruzstd::encoding::compress_to_vec(bytes.as_slice(), ruzstd::encoding::CompressionLevel::Fastest);
    let read = |bytes: &[u8], how| map("a.tmj", &packed(bytes, how), Cells::Hex, 1, &|_| None).expect("it is a map");
    for (how, data) in [("", &bytes), ("zlib", &zlib(&bytes)), ("gzip", &gzip), ("zstd", &zstd)] {
        assert_eq!(rows(&read(data, how)), ["####", "#...", ".bb.", "..c#"], "{how}");
        // What is cut off or is something else is told, and the rest of the map is read.
        let cut = read(&data[..data.len() - 7], how);
        assert!(cut.report.of(Kind::LeftOut).any(|line| line.starts_with("the layer ground: it")), "{:?}", cut.report);
        assert_eq!(cut.starts.len(), 2);
    }
    tells(&read(b"neither", "zstd"), Kind::LeftOut, "its data is damaged: it is no zstd");
    tells(&read(&bytes, "lzma"), Kind::LeftOut, "it is compressed by lzma: zlib, gzip and zstd are read");
    // A little that would become much is not unpacked.
    let bomb = zlib(&zlib(&vec![0; 256 << 20]));
    assert!(bomb.len() < 4096, "{}", bomb.len());
    tells(&read(&zlib(&vec![0; 256 << 20]), "zlib"), Kind::LeftOut, "it has more tiles than the map, which has 12");
}

#[test]
fn chunks_of_an_infinite_map() {
    let chunk = |x: i32, data: &str| format!(r#"{{ "x": {x}, "y": -2, "width": 2, "height": 2, "data": [{data}] }}"#);
    let text = format!(
        r#"{{ "tilewidth": 10, "tileheight": 10, "infinite": true, "width": 30, "height": 20,
        "tilesets": [{{ "firstgid": 1, "tiles": [{{ "id": 0, "properties": [{{ "name": "blocked", "value": true }}] }}] }}],
        "layers": [{{ "type": "tilelayer", "name": "a", "chunks": [{}, {}] }},
        {{ "type": "objectgroup", "name": "who", "objects": [{{ "name": "Ana", "x": 15, "y": -5 }}] }}] }}"#,
        chunk(-2, "1, 0, 0, 0"),
        chunk(0, "0, 1, 0, 0")
    );
    let map = map("a.tmj", &text, Cells::Square, 1, &|_| None).expect("it is a map");
    assert_eq!(rows(&map), ["#..#", "...."]);
    assert_eq!(map.starts[0].at, [3, 1]);
}

#[test]
fn bad_maps_are_one_clear_error() {
    #[track_caller]
    fn case(text: &str, says: &str) {
        let error = map("bad.uvtt", text, Cells::Hex, 1, &|_| None).expect_err("it is bad").to_string();
        assert!(error.starts_with("bad.uvtt: ") && error.contains(says) && error.lines().count() == 1, "{error}");
    }
    case("", "this is no JSON");
    case("<", "this is no XML");
    case("<svg/>", "its element is `svg`");
    case("<tileset/>", "this is no map");
    case("<map tilewidth='8' tileheight='8' width='0' height='1'/>", "0 x 1 tiles");
    case(&"<map>".repeat(100_000), "this is no XML");
    let entities: String =
        (1..9).map(|n| format!("<!ENTITY e{n} '&e{0};&e{0};&e{0};&e{0};&e{0};&e{0};'>", n - 1)).collect();
    case(&format!("<!DOCTYPE map [<!ENTITY e0 'x'>{entities}]><map>&e8;</map>"), "this is no XML");
    case("{}", "this is no map");
    case("{ \"resolution\": { \"map_size\": { \"x\": 0, \"y\": 3 } } }", "0 x 3 squares");
    case("{ \"resolution\": { \"map_size\": { \"x\": 1e300, \"y\": 3 } } }", "beyond what a map has");
    case("{ \"resolution\": { \"map_size\": { \"x\": 9000, \"y\": 3 } } }", "9000 x 3 squares");
    case("{ \"resolution\": { \"map_size\": { \"x\": 9, \"y\": NaN } } }", "this is no JSON");
    let tiled =
        |text: &str| format!("{{ \"tilewidth\": 32, \"tileheight\": 32, \"width\": 2, \"height\": 2, {text} }}");
    let far = r#"{ "x": 9000, "y": 0, "width": 1, "height": 1, "data": [0] }"#;
    let near = far.replace("9000", "0");
    case(&tiled(&format!(r#""layers": [{{ "type": "tilelayer", "chunks": [{far}, {near}] }}]"#)), "9001 x 1 tiles");
    case(&tiled("\"orientation\": \"isometric\""), "isometric");
    case(&tiled("\"orientation\": \"hexagonal\", \"staggeraxis\": \"x\""), "stagger axis");
    case(&tiled("\"width\": 999999"), "999999 x 2 tiles");
    case(&tiled("\"width\": 1000000000"), "a number at `width` is beyond what a map has");
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
fn what_is_odd_or_off_the_map_is_told() {
    let with = |more: &str| {
        let text = format!("{{ \"resolution\": {{ \"map_size\": {{ \"x\": 2, \"y\": 2 }} }}, {more} }}");
        map("a.uvtt", &text, Cells::Square, 1, &|_| None).expect("it is a map")
    };
    tells(&with("\"line_of_sight\": \"none\""), Kind::LeftOut, "`line_of_sight`: it is no list");
    tells(&with("\"portals\": [{ \"closed\": true }]"), Kind::LeftOut, "a door without two ends");
    let long = with("\"line_of_sight\": [[{ \"x\": -9, \"y\": 0.5 }, { \"x\": 1.5, \"y\": 0.5 }]]");
    tells(&long, Kind::Changed, "1 line of wall that goes beyond the map: cut off at its edge");
    assert_eq!(rows(&long), ["##", ".."]);
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

#[test]
fn a_dark_map_is_bright_around_its_lights() {
    let dark = CELLAR.replacen('{', "{ \"environment\": { \"ambient_light\": \"ff202020\" },", 1);
    // 0x20 of 0xff is an eighth. The light of 4 squares stands at 2,2.
    let cellar = map("cellar.uvtt", &dark, Cells::Square, 2, &|_| None).expect("it is a map");
    let areas = "[[map.area]]\nrectangle = { from = [0, 0], to = [11, 7] }\nlight = -8\n\n\
                 [[map.area]]\ndisc = { center = [4, 4], radius = 8 }\nlight = 0\n";
    assert!(cellar.text.ends_with(areas), "{}", cellar.text);
    tells(&cellar, Kind::Changed, "1 light: light -8 everywhere, and 0 within the range of each");
    // On hexes the rows that are pushed reach half a hex farther.
    let hexes = map("cellar.uvtt", &dark, Cells::Hex, 1, &|_| None).expect("it is a map");
    assert!(hexes.text.contains("rectangle = { from = [0, 0], to = [3, 4] }"), "{}", hexes.text);
    assert!(hexes.text.contains("rectangle = { from = [5, 1], to = [4, 3] }"), "{}", hexes.text);
    for ruleset in affray_games::all() {
        let map = if ruleset.id() == "obss" { &cellar } else { &hexes };
        let text = format!("ruleset = '{}'\n{}", ruleset.id(), map.text);
        let error = ruleset.load(&Source::new("dark.toml", text), &no_files).err().map(|error| error.to_string());
        // Nobody fights there yet, and that is all that is wrong.
        assert!(error.as_ref().is_none_or(|error| !error.contains("light")), "{}: {error:?}", ruleset.id());
    }
}
