use super::*;
use affray_files::value::{NoNames, from_value};

fn read(text: &str) -> MapFile {
    affray_files::read(&affray_files::Source::new("map.toml", text)).unwrap()
}

#[track_caller]
fn map(text: &str) -> Map {
    read(text).build().unwrap()
}

#[test]
fn nothing_stated_is_an_open_field() {
    assert_eq!(map(""), Map::default());
    assert_eq!(map("layout = 'square'"), Map::open(Layout::Square));
    let dark = map("ground = { light = -4 }\nwidth = 2\nheight = 2\nopen = true");
    assert_eq!(dark.at(Cell::new(0, 0)).light, -4);
    assert_eq!(dark.at(Cell::new(-900, 0)).light, -4);
    assert!(!map("width = 2\nheight = 2").is_open());
}

#[test]
fn a_drawing_with_a_legend() {
    let map = map(r##"
        ground = { light = -2 }
        rows = ["# b s", "~ . ."]
        [legend]
        b = { terrain = "rubble", name = "bones", footing = -3, cover_dr = 4 }
        s = ["stairs", "gentle slope"]
    "##);
    assert_eq!((map.width(), map.height(), map.is_open()), (3, 2, false));
    let cell = Cell::new;
    let bones = map.at(cell(1, 0));
    assert_eq!(
        Ground { terrain: 0, ..bones },
        Ground { extra_cost_half: 2, footing: Some(-3), cover: true, cover_dr: 4, light: -2, ..Ground::OPEN }
    );
    assert_eq!((map.terrain(&bones).name.as_str(), map.terrain(&bones).glyph), ("bones", 'b'));
    let stairs = map.at(cell(2, 0));
    assert_eq!((stairs.extra_cost_half, stairs.light), (3, -2));
    assert_eq!(map.terrain(&stairs).name, "stairs, gentle slope");
    assert!(map.at(cell(0, 0)).blocks_sight && map.at(cell(0, 0)).impassable);
    assert_eq!(map.at(cell(0, 1)).extra_cost_half, 2);
    assert!(!map.contains(cell(-1, 1)));
}

#[test]
fn areas_by_their_shapes() {
    let map = map(r##"
        width = 9
        height = 9
        [[area]]
        rectangle = { from = [2, 2], to = [1, 4] }
        elevation = 2
        [[area]]
        line = { from = [0, 0], to = [4, 0] }
        terrain = "wall"
        [[area]]
        disc = { center = [3, 6], radius = 1 }
        cost = 1.5
        [[area]]
        cells = [[2, 2]]
        terrain = "pit"
        name = "well"
        glyph = "@"
    "##);
    let cell = Cell::new;
    let those = |of: fn(&Ground) -> bool| -> Vec<Cell> {
        map.bounds().cells().filter(|&cell| of(map.ground(cell).unwrap())).collect()
    };
    // Centers from 6/2 to 6/2 across: (2,2) and (1,4) stand in one column; row 3 lies between.
    assert_eq!(those(|ground| ground.elevation == 2), [cell(1, 4)]);
    assert_eq!(map.at(cell(2, 2)).elevation, 0); // a pit of 2 on a hill of 2
    assert_eq!(map.terrain(&map.at(cell(2, 2))).glyph, '@');
    assert_eq!(those(|ground| ground.impassable), (0..5).map(|q| cell(q, 0)).collect::<Vec<_>>());
    assert_eq!(those(|ground| ground.extra_cost_half == 3).len(), 7);
    let squares: Vec<Cell> = rectangle(Layout::Square, Span { from: cell(1, 1), to: cell(0, 2) }).collect();
    assert_eq!(squares, [cell(0, 1), cell(1, 1), cell(0, 2), cell(1, 2)]);
    let hexes: Vec<Cell> = rectangle(Layout::Hex, Span { from: cell(0, 0), to: cell(1, 2) }).collect();
    assert_eq!(
        hexes,
        [cell(0, 0), cell(1, 0), cell(2, 0), cell(0, 1), cell(1, 1), cell(-1, 2), cell(0, 2), cell(1, 2)]
    );
}

#[test]
fn an_open_map_grows_to_its_areas() {
    let map = map("[[area]]\ncells = [[5, -3], [-2, 4]]\nterrain = 'wall'");
    assert!(map.is_open());
    assert!(map.at(Cell::new(5, -3)).impassable && map.at(Cell::new(-2, 4)).impassable);
    assert_eq!(map.at(Cell::new(5, -2)), Ground::OPEN);
    // A drawing keeps its place when the array grows upwards by an odd number of rows.
    let drawn =
        read("open = true\nrows = ['##', '~~', '##']\n[[area]]\ncells = [[0, -1]]\nelevation = 1").build().unwrap();
    assert_eq!(drawn.at(Cell::new(1, 1)).extra_cost_half, 2);
    assert!(drawn.at(Cell::new(-1, 2)).impassable && !drawn.at(Cell::new(1, 2)).impassable);
}

#[test]
fn each_mistake_is_told_with_its_place() {
    #[track_caller]
    fn case(text: &str, expected: &str) {
        // What the keys themselves allow is known before the map is built.
        let tree = affray_files::tree(&affray_files::Source::new("map.toml", text)).unwrap_or_default();
        let complaints = match from_value::<MapFile>(&tree, &NoNames, None) {
            Ok(file) => file.build().unwrap_err(),
            Err(wrongs) => wrongs.into_iter().map(|one| one.below(&Path::root().key("map"))).collect(),
        };
        let told: Vec<String> = complaints.iter().map(|one| format!("{}: {}", one.path, one.message)).collect();
        assert_eq!(told.join("; "), expected);
        assert!(complaints.iter().all(|one| one.hint.is_some()));
    }
    case("rows = ['x']\n[legend]\nx = { footing = 1 }", "map.legend.x.footing: 1 is out of range");
    case("rows = ['.']\n[legend]\nx = { cost = 0.7 }", "map.legend.x.cost: 0.7 is no movement cost");
    case("rows = ['.']\n[legend]\nx = 'lava'", "map.legend.x: there is no terrain \"lava\"");
    case("rows = ['.']\n[legend]\nxy = 'wall'", "map.legend.xy: \"xy\" is not one visible character");
    case(
        "rows = ['..', '.?.']",
        "map.rows[1]: '?' is not in the legend; map.rows[1]: this row has 3 cells, the first has 2",
    );
    case("width = 3\nrows = ['..']", "map.width: is 3, but the drawing has 2");
    case("width = 513\nheight = 0", "map.width: 513 is out of range; map.height: 0 is out of range");
    case("width = 3", "map.height: is missing");
    case("open = false", "map: a map without an edge needs `open`, one with an edge needs a size");
    case("origin = [5000, 0]", "map.origin: (5000,0) is too far out");
    let two = "width = 2\nheight = 2\n[[area]]\n";
    case(&format!("{two}cells = [[0, 0], [2, 0]]\ncost = 1"), "map.area[0].cells[1]: (2,0) is not on the map");
    let wrongs = read(&format!("{two}cells = [[2, 1], [0, 2]]\ncost = 1")).build().unwrap_err();
    let hints: Vec<&str> = wrongs.iter().filter_map(|wrong| wrong.hint.as_deref()).collect();
    assert_eq!(hints, ["its row goes from (0,1) to (1,1)", "the map is 2 by 2 cells from (0,0)"]);
    case(&format!("{two}cells = [[0, 0]]"), "map.area[0]: says nothing of its cells");
    case(&format!("{two}cover_dr = 51"), "map.area[0].cover_dr: 51 is out of range");
    case(
        &format!("{two}disc = {{ center = [0, 0], radius = -1 }}\ncost = 1"),
        "map.area[0].disc.radius: -1 is out of range",
    );
    case("[[area]]\ncells = [[0, 0], [600, 0]]\ncost = 1", "map.area: the areas spread over 601 by 1 cells");
}

#[test]
fn unknown_keys_are_refused_where_they_stand() {
    let refused = |text: &str| {
        affray_files::read::<MapFile>(&affray_files::Source::new("map.toml", text)).unwrap_err().to_string()
    };
    let error = refused("rows = ['x']\n[legend]\nx = { fooding = -1 }");
    assert!(error.contains(":3:") && error.contains("fooding"), "{error}");
    assert!(refused("[[area]]\nfooting = -1\ncell = [0, 0]").contains(":3:"));
    assert!(refused("[legend]\nx = 3").contains("a terrain name, a list of terrain names or a table"));
    assert!(refused("hexes = true").contains("hexes"));
}

#[test]
fn the_schema_names_the_terrains() {
    let schema = affray_files::value::schema_of::<MapFile>("map").to_string();
    assert!(schema.contains("treacherous ground") && schema.contains("\"additionalProperties\":false"));
}
