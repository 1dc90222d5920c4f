//! Several combatants of one kind: `count = 5` of a `[[combatant]]`.

use crate::encounter::{MOST_COMBATANTS, Places};
use affray_files::value::{NoNames, Value, from_value};
use affray_files::{Diagnostic, Path};
use affray_grid::{Cell, Layout, MapFile};
use std::collections::VecDeque;

/// Cells that are looked at for a place to stand.
const MOST_CELLS: usize = 4096;

/// Puts as many combatants as it says in the place of each that has a `count` of 2 or more. They are named `NAME 1`,
/// `NAME 2` and so on; the first stands where the file says, each of the others in the free cell that is reached from there by
/// the fewest steps, of equal ones the first counterclockwise from east. Where nobody says a side, NAME is theirs.
///
/// What cannot be read is left for whoever reads the encounter. In `places` each combatant stands where the file has it.
pub fn spread(encounter: &mut Value, layout: Layout, places: &mut Places) -> Vec<Diagnostic> {
    let is_group = |one: &Value| number_of(one).is_some();
    if !encounter.get("combatant").and_then(Value::as_array).is_some_and(|all| all.iter().any(is_group)) {
        return Vec::new();
    }
    let open = MapFile { layout, ..MapFile::default() };
    let map = match encounter.get("map") {
        Some(map) => from_value::<MapFile>(map, &NoNames, None).ok().and_then(|map| map.build().ok()),
        None => open.build().ok(),
    };
    let (Some(map), Some(Value::Array(combatants))) = (map, encounter.get_mut("combatant")) else { return Vec::new() };
    let at = |one: &Value| from_value::<Cell>(one.get("at")?, &NoNames, None).ok();
    let mut taken: Vec<Cell> = combatants.iter().filter_map(at).collect();
    let (mut all, mut sources, mut wrongs) = (Vec::new(), Vec::new(), Vec::new());
    for (source, one) in std::mem::take(combatants).into_iter().enumerate() {
        let name = one.get("name").and_then(Value::as_str).map(str::to_owned);
        let (Some(number), Some(start), Some(name)) = (number_of(&one), at(&one), name) else {
            all.push(one);
            sources.push(source);
            continue;
        };
        let mut reached = VecDeque::from([start]);
        let mut seen = vec![start];
        for nth in 1..=number {
            let mut one = one.clone();
            if nth > 1 {
                let found = std::iter::from_fn(|| {
                    let cell = reached.pop_front()?;
                    for (_, next) in map.neighbors(cell).collect::<Vec<_>>() {
                        let is_open = map.ground(next).is_some_and(|ground| !ground.impassable);
                        if is_open && seen.len() < MOST_CELLS && !seen.contains(&next) {
                            seen.push(next);
                            reached.push_back(next);
                        }
                    }
                    Some(cell)
                })
                .find(|cell| !taken.contains(cell));
                let Some(cell) = found else {
                    let path = Path::root().key("combatant").index(source).key("count");
                    let message = format!("there is no room around [{}, {}] for {number}", start.q, start.r);
                    wrongs
                        .push(Diagnostic::new(path, message).hint("fewer, or a place with more free cells around it"));
                    break;
                };
                taken.push(cell);
                one["at"] = serde_json::json!([cell.q, cell.r]);
            }
            if let Value::Object(table) = &mut one {
                table.remove("count");
                table.insert("name".into(), format!("{name} {nth}").into());
                table.entry("side").or_insert_with(|| name.as_str().into());
            }
            all.push(one);
            sources.push(source);
        }
    }
    *combatants = all;
    places.renumber("combatant", &sources);
    wrongs
}

/// How many of a combatant there are, if it is more than one.
fn number_of(combatant: &Value) -> Option<u64> {
    combatant.get("count").and_then(Value::as_u64).filter(|number| (2..=MOST_COMBATANTS as u64).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The name of a combatant and where it stands.
    type Stands = (String, [i64; 2]);

    fn spread_out(combatants: &Value, map: Option<Value>) -> (Vec<Stands>, Places, Vec<Diagnostic>) {
        let mut encounter = json!({ "combatant": combatants });
        if let Some(map) = map {
            encounter["map"] = map;
        }
        let mut places = Places::top();
        let wrongs = spread(&mut encounter, Layout::Hex, &mut places);
        let one = |one: &Value| {
            let at = |nth: usize| one["at"][nth].as_i64().expect("a number");
            (one["name"].as_str().expect("a name").to_owned(), [at(0), at(1)])
        };
        (encounter["combatant"].as_array().expect("a list").iter().map(one).collect(), places, wrongs)
    }

    #[test]
    fn the_nearest_free_cells() {
        let group = json!([
            { "name": "Arn", "at": [1, 0] },
            { "name": "Goblin", "count": 4, "at": [0, 0] },
            { "name": "Ork", "count": 1, "at": [0, -1] },
        ]);
        let (found, places, wrongs) = spread_out(&group, None);
        // East is Arn's; northeast, northwest and west follow; north of it [0, -1] is northwest of [0, 0] on hexes.
        let expected = [
            ("Arn", [1, 0]),
            ("Goblin 1", [0, 0]),
            ("Goblin 2", [1, -1]),
            ("Goblin 3", [-1, 0]),
            ("Goblin 4", [-1, 1]),
            ("Ork", [0, -1]),
        ];
        assert_eq!(found, expected.map(|(name, at)| (name.to_owned(), at)));
        assert_eq!(wrongs, []);
        let place = |nth: usize| places.of(Path::root().key("combatant").index(nth).key("sheet")).to_string();
        assert_eq!([place(0), place(3), place(5)], ["combatant[0].sheet", "combatant[1].sheet", "combatant[2].sheet"]);
    }

    #[test]
    fn walls_bound_the_room() {
        let group = json!([{ "name": "Rat", "count": 3, "at": [0, 0] }]);
        let (found, _, wrongs) = spread_out(&group, Some(json!({ "rows": [". . # . . ."] })));
        assert_eq!(found.len(), 2);
        assert_eq!(wrongs[0].path.to_string(), "combatant[0].count");
        assert_eq!(wrongs[0].message, "there is no room around [0, 0] for 3");
    }
}
