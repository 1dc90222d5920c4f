//! A whole fight by JSON alone, as a program in any language would play it: what is asked and offered comes as JSON, and what is
//! chosen goes back as the `id` of an offer.
//!
//! `cargo run -p affray-games --example agent -- bridge`

#![allow(clippy::print_stdout, reason = "it shows how the fight goes")]

use affray_files::FileError;
use affray_session::{Command, DiceFrom, Terms};
use serde_json::{Value, to_value};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "duel".to_owned());
    let (ruleset, source) = affray_games::encounter(&name).ok_or("there is no such encounter")?;
    let beside = |name: &str| Err(FileError::whole(name, "there is no such file"));
    let encounter = ruleset.load(&source, &beside)?;
    let mut table = encounter.table(Terms {
        ruleset: ruleset.id().to_owned(),
        title: encounter.title().to_owned(),
        seed: 0,
        number: 0,
        dice: DiceFrom::Fresh,
        by_hand: encounter.figures().into_iter().map(|figure| figure.name).collect(),
        orders: Vec::new(),
        encounter: source,
        beside: Vec::new(),
    })?;
    table.ask_all(false)?;
    loop {
        let view = to_value(table.view())?;
        if std::env::args().any(|word| word == "--show") {
            println!("{view:#}");
        }
        let wanted = &view["wanted"];
        if wanted["is"] == "nothing" || 20 < view["round"].as_u64().unwrap_or_default() {
            println!("round {}: {}", view["round"], wanted["text"]);
            return Ok(());
        }
        let offers = wanted["options"].as_array().map_or(&[][..], Vec::as_slice);
        let figures = view["figures"].as_array().map_or(&[][..], Vec::as_slice);
        let mine = figures.iter().find(|one| one["name"] == view["asked"]).map(|me| &me["side"]);
        let foe = figures.iter().find(|one| one["out"] == false && Some(&one["side"]) != mine);
        // Whoever reaches somebody attacks; whoever does not goes towards a foe; else the first of the list is as good as any.
        let reaches = |offer: &&Value| offer["reaches"] != serde_json::json!([]) || offer["target"].is_string();
        let line = |words: String| Command::Choose { words, allow: false };
        let words = foe.map_or_else(String::new, |foe| format!("to {}", foe["name"].as_str().unwrap_or_default()));
        let said = match offers.iter().find(reaches) {
            Some(offer) => table.decide(std::slice::from_ref(&offer["id"])).map(|_| ()),
            None => table.act(line(words)).or_else(|_| table.act(line("stop".to_owned()))).or_else(|_| {
                let first = offers.first().map_or(Value::Null, |offer| offer["id"].clone());
                table.decide(&[first]).map(|_| ())
            }),
        };
        said?;
    }
}
