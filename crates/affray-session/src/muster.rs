//! Who joins a fight that goes on, and who leaves it.
//!
//! What never changes in a fight is read from its encounter. Who joins makes it another encounter, with one combatant more
//! at the end of its list: the [state](crate::ruleset::Words::enlist) grows by one where the turn began in which that
//! happens, and the newcomer is off the map up to the moment at which it [joins](JOINS).

use crate::encounter::{EncounterFile, EncounterFormat, Places, Reading};
use crate::position::line::find;
use crate::ruleset::{Figure, Rules};
use crate::{groups, narrate};
use affray_files::value::{NoNames, from_value, try_value};
use affray_files::{FileError, Source, tree};
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use serde_json::{Map, Value};

/// The key under which somebody is set who joins the fight: to what an encounter says of a combatant, without its name. Who
/// has left the fight comes back by it, at the cell `at`.
pub const JOINS: &str = "joins";

/// The key under which somebody is set who leaves the fight: to `true`.
pub const LEAVES: &str = "leaves";

/// The key of who is to join that has the word from which its name is made, where it has a sheet in place and no name.
const LIKE: &str = "like";

/// Puts a combatant on the map or takes it out of the fight, where that key is meant by it.
pub fn set<G: Rules>(
    setup: &G::Setup,
    state: &mut G::State,
    who: CombatantId,
    key: &str,
    value: &Value,
) -> Option<Result<(), String>> {
    match key {
        JOINS => Some(join::<G>(setup, state, who, value)),
        LEAVES if G::final_status(setup, state, who).fled => {
            Some(Err("that one has left the fight already".to_owned()))
        }
        LEAVES if *value == Value::Bool(true) => {
            G::leave(setup, state, who);
            Some(Ok(()))
        }
        LEAVES => Some(Err(format!("`{LEAVES}` is true; who comes back is set by `{JOINS}`"))),
        _ => None,
    }
}

fn join<G: Rules>(setup: &G::Setup, state: &mut G::State, who: CombatantId, value: &Value) -> Result<(), String> {
    if !G::final_status(setup, state, who).fled {
        return Err("that one is in the fight already".to_owned());
    }
    let at = at(value)?;
    let mut joined = state.clone();
    G::join(setup, &mut joined, who, at);
    let mut cells = G::cells(setup, &joined, who);
    cells.push(at);
    let map = G::map(setup);
    if let Some(cell) = cells.iter().find(|&&cell| map.ground(cell).is_none_or(|ground| ground.impassable)) {
        return Err(format!("nobody can stand on {},{}: name a passable cell of the map", cell.q, cell.r));
    }
    let others = (0..).zip(G::figures(setup)).filter(|(at, _)| *at != who.0);
    for (other, (name, _)) in others {
        let there = G::cells(setup, state, CombatantId(other));
        let is_out = G::final_status(setup, state, CombatantId(other)).out;
        if let Some(cell) = there.into_iter().find(|cell| !is_out && cells.contains(cell)) {
            return Err(format!("{name} stands on {},{}: name a free cell", cell.q, cell.r));
        }
    }
    *state = joined;
    Ok(())
}

/// Where somebody joins the fight.
fn at(value: &Value) -> Result<Cell, String> {
    let cell = value.get("at").and_then(|at| from_value::<Cell>(at, &NoNames, None).ok());
    cell.ok_or_else(|| "say where, as `at 5,2`".to_owned())
}

/// The encounter with further combatants, each as an encounter says it, at the end of its list. Whom it puts where the
/// others began is no matter.
///
/// # Errors
/// What is wrong with them.
pub fn mustered<G: EncounterFormat>(
    encounter: &Source,
    beside: &[Source],
    added: &[Value],
) -> Result<(G::Setup, G::State), String> {
    let told = |error: FileError| {
        let problem = &error.problems()[0];
        let hint = problem.hint.as_ref().map_or(String::new(), |hint| format!(": {hint}"));
        format!("{}{hint}", problem.message)
    };
    let find = |name: &str| {
        let found = beside.iter().find(|source| source.name == name).cloned();
        found.ok_or_else(|| FileError::whole(name, format!("the fight does not hold the file `{name}`")))
    };
    let (mut table, mut places) = (tree(encounter).map_err(told)?, Places::top());
    groups::spread(&mut table, G::LAYOUT, &mut places);
    if let Some(combatants) = table.get_mut("combatant").and_then(Value::as_array_mut) {
        combatants.extend(added.iter().cloned());
    }
    let (file, wrongs) = try_value::<EncounterFile<G>>(&table);
    let mut reading = Reading { limits: wrongs, ..Reading::new(encounter, &places, &find) };
    let Some(file) = file else { return Err(told(reading.wrong_so_far())) };
    let made = file.stage(&mut reading).map_err(told)?;
    if !reading.limits.is_empty() {
        return Err(told(reading.wrong_so_far()));
    }
    Ok(made)
}

/// What an encounter would say of somebody who is to join: the sheet of one who is in the fight, or of that name, with the
/// name and the side that are left out.
///
/// # Errors
/// What is missing, and what would be right.
pub(crate) fn completed(
    encounter: &Source,
    added: &[Value],
    figures: &[Figure],
    sides: &[String],
    wish: &Value,
) -> Result<(String, Value), String> {
    let mut table = wish.as_object().cloned().ok_or("who joins is a table, as in an encounter")?;
    let text = |table: &Map<String, Value>, key: &str| table.get(key).and_then(Value::as_str).map(str::to_owned);
    let named = text(&table, "name");
    if let Some(name) = &named
        && figures.iter().any(|figure| figure.name.eq_ignore_ascii_case(name))
    {
        // It may come back; whether it can is judged there.
        table.remove("name");
        return Ok((name.clone(), table.into()));
    }
    at(&table.clone().into())?;
    let wanted = text(&table, "sheet");
    if wanted.is_none() && !table.get("sheet").is_some_and(Value::is_object) {
        return Err("say whose sheet it has: `add orc at 5,2`".to_owned());
    }
    let kin = wanted.as_deref().and_then(|wanted| kin(encounter, added, figures, wanted));
    let word = wanted.clone().or_else(|| text(&table, LIKE));
    let stem = match (&kin, word) {
        (Some((stem, ..)), _) => stem.clone(),
        (None, Some(word)) => narrate::capitalized(word.trim_end_matches(".toml")),
        (None, None) => "Newcomer".to_owned(),
    };
    table.remove(LIKE);
    if let Some((_, sheet, _)) = &kin {
        table.insert("sheet".to_owned(), sheet.clone());
    }
    let name = named.unwrap_or_else(|| free_name(&stem, figures));
    if name.contains('.') {
        return Err(format!("`{name}` is not a name: leave the point out"));
    }
    let side = match (text(&table, "side"), kin) {
        (Some(side), _) => known_side(&side, sides)?,
        (None, Some((_, _, side))) => sides[usize::from(side)].clone(),
        (None, None) => return Err(format!("say on which side, as `side {}`: {}", sides[0], sides.join(", "))),
    };
    table.insert("side".to_owned(), side.into());
    table.remove("name");
    Ok((name, table.into()))
}

/// A side by its name or the beginning of it; one in quotes can be new.
fn known_side(wanted: &str, sides: &[String]) -> Result<String, String> {
    let plain = wanted.trim_matches('"');
    let is_new = plain != wanted && !plain.is_empty();
    let names: Vec<&str> = sides.iter().map(String::as_str).collect();
    match find(&names, &[], plain) {
        Some(Ok(side)) => Ok(sides[side].clone()),
        _ if is_new => Ok(plain.to_owned()),
        Some(Err(wrong)) => Err(wrong.to_string()),
        None => Err(format!("there is no side `{plain}`: {}; a new one stands in quotes", sides.join(", "))),
    }
}

/// One of the encounter or of those who joined it, by its name or the beginning of it: its name without a number, its sheet,
/// its side.
fn kin(encounter: &Source, added: &[Value], figures: &[Figure], wanted: &str) -> Option<(String, Value, u8)> {
    let table = tree(encounter).ok()?;
    let listed = table.get("combatant").and_then(Value::as_array).into_iter().flatten();
    let all: Vec<&Value> = listed.chain(added).collect();
    let name = |one: &Value| one.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let wanted = wanted.to_lowercase();
    let is = |one: &&&Value| {
        let name = name(one).to_lowercase();
        name == wanted || stem_of(&name) == wanted
    };
    let begins = |one: &&&Value| name(one).to_lowercase().starts_with(&wanted);
    let one = all.iter().find(is).or_else(|| all.iter().find(begins))?;
    // Those of a group have numbers behind its name.
    let of_kin = |figure: &&Figure| figure.name == name(one) || stem_of(&figure.name) == name(one);
    let side = figures.iter().find(of_kin)?.side;
    let stem = stem_of(&name(one)).to_owned();
    Some((stem, one.get("sheet")?.clone(), side))
}

/// A name without the number behind it.
fn stem_of(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((stem, number)) if number.parse::<u32>().is_ok() => stem,
        _ => name,
    }
}

/// A name that nobody has: the word itself, or with the next number behind it.
fn free_name(stem: &str, figures: &[Figure]) -> String {
    let is_kin = |figure: &&Figure| stem_of(&figure.name).eq_ignore_ascii_case(stem);
    let number = |figure: &Figure| figure.name.rsplit_once(' ').and_then(|(_, number)| number.parse::<u32>().ok());
    match figures.iter().filter(is_kin).map(|figure| number(figure).unwrap_or(1)).max() {
        Some(last) => format!("{stem} {}", last + 1),
        None => stem.to_owned(),
    }
}

/// What somebody says who wants a combatant to join: its sheet, and behind words `at`, `side`, `as` and `facing` the rest.
///
/// # Errors
/// What cannot be understood.
pub(crate) fn wish(words: &str) -> Result<Value, &'static str> {
    const HOW: &str =
        "type `add`, whose sheet, and where: `add orc at 5,2`, `add orc at 5,2 side raiders as Orc 3 facing E`";
    let mut table = Map::new();
    let mut key = "sheet";
    let mut parts: Vec<(&str, Vec<&str>)> = vec![(key, Vec::new())];
    for word in words.split_whitespace() {
        match word.to_ascii_lowercase().as_str() {
            "at" | "to" => key = "at",
            "side" => key = "side",
            "as" => key = "name",
            "facing" => key = "facing",
            _ => {
                if let Some((_, words)) = parts.last_mut() {
                    words.push(word);
                }
                continue;
            }
        }
        parts.push((key, Vec::new()));
    }
    for (key, words) in parts {
        let said = words.join(" ");
        let value = match key {
            "at" => {
                let mut numbers = said.split([',', ' ']).filter(|word| !word.is_empty()).map(str::parse::<i32>);
                match (numbers.next(), numbers.next(), numbers.next()) {
                    (Some(Ok(q)), Some(Ok(r)), None) => serde_json::json!([q, r]),
                    _ => return Err(HOW),
                }
            }
            // A side in quotes can be new.
            "side" => said.clone().into(),
            "facing" => said.to_ascii_uppercase().into(),
            _ => said.trim_matches('"').into(),
        };
        if said.is_empty() || table.insert(key.to_owned(), value).is_some() {
            return Err(HOW);
        }
    }
    Ok(table.into())
}
