//! A whole fight played through a moment of it alone, in JSON: `cargo run -p affray-games --example agent -- troll`

use affray_files::FileError;
use affray_grid::{Arc, Cell};
use affray_session::{Command, DiceFrom, Place, Table, Terms};
use serde_json::{Value, from_value, to_value};

/// How the fight ends.
pub(crate) fn play(name: &str) -> Result<Value, Box<dyn std::error::Error>> {
    let (ruleset, source) = affray_games::encounter(name).ok_or("there is no such encounter")?;
    let encounter = ruleset.load(&source, &|name| Err(FileError::whole(name, "there is no such file")))?;
    let table = encounter.table(Terms {
        ruleset: ruleset.id().to_owned(),
        title: encounter.title().to_owned(),
        seed: 0,
        number: 0,
        dice: DiceFrom::Typed,
        by_hand: encounter.figures().into_iter().map(|figure| figure.name).collect(),
        orders: Vec::new(),
        encounter: source,
        beside: Vec::new(),
    })?;
    let mut at = table.moment()?;
    at.ask_all(false)?;
    loop {
        let view = to_value(at.view())?;
        match view["wanted"]["is"].as_str() {
            Some("roll") => at.act(Command::Draw)?,
            Some("choice") => decide(&mut *at, &view)?,
            _ => return Ok(view),
        }
    }
}

/// Whoever reaches somebody attacks, whoever moves goes to the nearest foe, and else the first of the list is as good as any.
fn decide(at: &mut dyn Table, view: &Value) -> Result<(), Box<dyn std::error::Error>> {
    let (wanted, figures) = (&view["wanted"], view["figures"].as_array().ok_or("no figures")?);
    let offers = wanted["options"].as_array().ok_or("no options")?;
    let mine = figures.iter().find(|one| one["name"] == view["asked"]).map(|me| &me["side"]);
    let foes = figures.iter().filter(|one| one["out"] == false && Some(&one["side"]) != mine);
    let cells: Vec<Cell> = foes.filter_map(|foe| from_value(foe["cells"][0].clone()).ok()).collect();
    let turned = |place: &Place, foe| place.facing.is_some_and(|to| at.field().arc(place.cell, to, foe) != Arc::Front);
    let far = |place: &Place| cells.iter().map(|&foe| (at.field().distance(place.cell, foe), turned(place, foe))).min();
    let nearest = || at.reachable("").ok()?.places.into_iter().min_by_key(far);
    let reaches = |offer: &&Value| offer["reaches"] != serde_json::json!([]) || offer["target"].is_string();
    let attacks = |offer: &&Value| reaches(offer) && offer["group"] == "attack";
    let first = offers.first().ok_or("nothing is offered")?["id"].clone();
    let choices = match offers.iter().find(attacks).or_else(|| offers.iter().find(reaches)) {
        Some(offer) => vec![offer["id"].clone()],
        None => nearest().map_or(Ok(vec![first]), |place| at.way_to(place.cell, place.facing))?,
    };
    at.decide(&choices)?;
    Ok(())
}

#[allow(clippy::print_stdout, reason = "it tells how the fight ended")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{}", play(&std::env::args().nth(1).unwrap_or_else(|| "troll".to_owned()))?["wanted"]["text"]);
    Ok(())
}
