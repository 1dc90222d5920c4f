//! What a step of a case comes to, compared with what has to come out.

use super::{AskedFile, CaseFormat, Expect, TallyFile};
use affray_files::value::Map;
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Record, Why};
use affray_kernel::tally::{LineKind, Lines, Tally as _};
use affray_session::choices::Asked as _;
use affray_session::encounter::GroundFile;
use affray_session::names;
use serde_json::Value;

/// Says what differs where exactly these items have to lie on the ground.
fn compare_ground<G: CaseFormat>(
    wanted: &[GroundFile],
    setup: &G::Setup,
    state: &G::State,
    differences: &mut Vec<String>,
) {
    let lies = |(owner, item, at): (CombatantId, &str, Cell)| GroundFile {
        owner: names::of::<G>(setup, owner).to_owned(),
        item: item.to_owned(),
        at,
    };
    let found: Vec<GroundFile> = G::ground(setup, state).into_iter().map(lies).collect();
    if found.len() != wanted.len() || wanted.iter().any(|one| !found.contains(one)) {
        let told = |items: &[GroundFile]| {
            let each = items.iter().map(|one| format!("{}'s {} at [{}, {}]", one.owner, one.item, one.at.q, one.at.r));
            if items.is_empty() { String::from("nothing") } else { each.collect::<Vec<_>>().join(", ") }
        };
        differences.push(format!("on the ground is {}, expected {}", told(&found), told(wanted)));
    }
}

/// Says what differs where the order of turns has to be that.
fn compare_order<G: CaseFormat>(wanted: &[String], setup: &G::Setup, state: &G::State, differences: &mut Vec<String>) {
    let found: Vec<&str> = G::order(setup, state).iter().map(|&who| names::of::<G>(setup, who)).collect();
    if found != wanted {
        differences.push(format!("the order is {found:?}, expected {wanted:?}"));
    }
}

/// Says what differs. `due` is the decision that a step ended with, if it was not taken.
pub(super) fn compare<G: CaseFormat>(
    expect: &Expect<G>,
    setup: &G::Setup,
    state: &G::State,
    (records, due): (&[Record<G>], Option<&G::Question>),
    differences: &mut Vec<String>,
) {
    let rolls: Vec<_> = records
        .iter()
        .filter_map(|record| match record {
            Record::Roll(roll) => Some(roll),
            _ => None,
        })
        .collect();
    if let Some(targets) = &expect.targets {
        let found: Vec<i32> = rolls.iter().filter_map(|roll| roll.target_number()).collect();
        if found != *targets {
            let told: Vec<String> = rolls
                .iter()
                .filter_map(|roll| {
                    roll.target.as_ref().map(|lines| format!("{} {} = {lines}", roll.why.what, lines.total()))
                })
                .collect();
            differences.push(format!("targets {found:?}, expected {targets:?}: {}", told.join("; ")));
        }
    }
    let scores: Vec<Score<'_>> = records
        .iter()
        .filter_map(|record| match record {
            Record::Roll(roll) => Some((roll.why, roll.target.as_ref())),
            Record::Score { why, score } => Some((*why, Some(score))),
            _ => None,
        })
        .collect();
    debug_assert!(scores.iter().all(is_known::<G>), "`ROLLS` lists every roll that has a target: {scores:?}");
    for tally in &expect.tally {
        compare_tally::<G>(tally, setup, &scores, differences);
    }
    let events: Vec<Value> = records
        .iter()
        .filter_map(|record| match record {
            Record::Event(event) => Some(G::event_json(setup, event)),
            _ => None,
        })
        .collect();
    debug_assert!(events.iter().all(is_listed::<G>), "`EVENTS` lists every event as it is told: {events:?}");
    let mut from = 0;
    for wanted in &expect.events {
        match events[from..].iter().position(|event| holds_table(event, &wanted.stated)) {
            Some(at) => from += at + 1,
            None => {
                let all: Vec<String> = events.iter().map(ToString::to_string).collect();
                differences.push(format!(
                    "no event {} (after those before it) in:\n    {}",
                    show(&wanted.stated),
                    all.join("\n    ")
                ));
                break;
            }
        }
    }
    for unwanted in &expect.never {
        if let Some(event) = events.iter().find(|event| holds_table(event, &unwanted.stated)) {
            differences.push(format!("the event {event} happened"));
        }
    }
    compare_asked::<G>(expect, setup, (records, due), differences);
    for (name, wanted) in &expect.state {
        match names::combatant::<G>(setup, name) {
            Some(who) => holds(&G::view(setup, state, who), wanted, name, differences),
            None => differences.push(format!("there is no combatant `{name}`, only {}", names::all::<G>(setup))),
        }
    }
    if let Some(wanted) = &expect.ground {
        compare_ground::<G>(wanted, setup, state, differences);
    }
    if let Some(wanted) = &expect.order {
        compare_order::<G>(wanted, setup, state, differences);
    }
    G::compare(&expect.own, setup, state, differences);
    if let Some(wanted) = &expect.overruled {
        let found: Vec<&str> = records
            .iter()
            .filter_map(|record| match record {
                Record::Choice { overruled: Some(rule), .. } => Some(rule.as_str()),
                _ => None,
            })
            .collect();
        if found != *wanted {
            differences.push(format!("overruled {found:?}, expected {wanted:?}"));
        }
    }
}

/// Says what differs in the decisions that were asked for.
fn compare_asked<G: CaseFormat>(
    expect: &Expect<G>,
    setup: &G::Setup,
    (records, due): (&[Record<G>], Option<&G::Question>),
    differences: &mut Vec<String>,
) {
    if expect.asked.is_empty() && expect.not_asked.is_empty() {
        return;
    }
    let questions = records.iter().filter_map(|record| match record {
        Record::Choice { question, .. } => Some(question),
        _ => None,
    });
    let asked: Vec<(&str, &str)> =
        questions.chain(due).map(|question| (question.key(), names::of::<G>(setup, G::asked(question)))).collect();
    let is = |wanted: &AskedFile<G>, (key, who): (&str, &str)| {
        wanted.question.as_ref().is_none_or(|wanted| wanted.key == key)
            && wanted.who.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(who))
    };
    let told = |wanted: &AskedFile<G>| {
        let who = wanted.who.as_deref().unwrap_or("anybody");
        wanted
            .question
            .as_ref()
            .map_or_else(|| format!("{who} for anything"), |wanted| format!("{who} for `{}`", wanted.key))
    };
    let all = || match asked.as_slice() {
        [] => String::from("nothing was asked"),
        _ => {
            let each: Vec<String> = asked.iter().map(|(key, who)| format!("{who} for `{key}`")).collect();
            format!("asked were, in this order: {}", each.join(", "))
        }
    };
    let mut from = 0;
    for wanted in &expect.asked {
        match asked[from..].iter().position(|one| is(wanted, *one)) {
            Some(at) => from += at + 1,
            None => {
                differences.push(format!("nobody asked {} (after those before it): {}", told(wanted), all()));
                break;
            }
        }
    }
    for unwanted in &expect.not_asked {
        if asked.iter().any(|one| is(unwanted, *one)) {
            differences.push(format!("{} was asked: {}", told(unwanted), all()));
        }
    }
}

/// A roll or a score that a roll is measured by, with the number if there is one.
type Score<'a> = (Why, Option<&'a Lines>);

fn compare_tally<G: CaseFormat>(
    tally: &TallyFile,
    setup: &G::Setup,
    scores: &[Score<'_>],
    differences: &mut Vec<String>,
) {
    let mut matching = scores.iter().filter_map(|&(why, lines)| {
        let whose = names::of::<G>(setup, why.who);
        let right = why.what == tally.what && tally.who.as_ref().is_none_or(|name| whose.eq_ignore_ascii_case(name));
        lines.filter(|_| right)
    });
    let Some(lines) = matching.nth(tally.nth) else {
        let all: Vec<&str> = scores.iter().map(|(why, _)| why.what).collect();
        differences.push(format!("no roll number {} for `{}` among {all:?}", tally.nth, tally.what));
        return;
    };
    if tally.total.is_some_and(|total| total != lines.total()) {
        differences.push(format!(
            "{} against {} = {lines}, expected {}",
            tally.what,
            lines.total(),
            tally.total.unwrap_or_default()
        ));
    }
    for (rule, value) in &tally.lines {
        let found: i32 = lines.lines().iter().filter(|line| line.rule.as_str() == rule).map(|line| line.value).sum();
        if found != *value {
            differences.push(format!("{}: {rule} gives {found}, expected {value}, in {lines}", tally.what));
        }
    }
    for rule in &tally.without {
        if lines.lines().iter().any(|line| line.rule.as_str() == rule && line.kind != LineKind::Base) {
            differences.push(format!("{}: {rule} gives a line in {lines}", tally.what));
        }
    }
}

/// Whether a roll is among those that the game lists, if it has a target.
fn is_known<G: CaseFormat>((why, lines): &Score<'_>) -> bool {
    lines.is_none() || G::ROLLS.iter().any(|kind| kind.name == why.what)
}

/// Whether an event that happened is among those that the game lists.
fn is_listed<G: CaseFormat>(event: &Value) -> bool {
    let kind = G::EVENTS.iter().find(|kind| event["event"] == kind.spelled().as_str());
    let fields = event.as_object().map(|table| table.keys().filter(|key| *key != "event"));
    kind.zip(fields).is_some_and(|(kind, mut fields)| fields.all(|field| kind.fields.contains(&field.as_str())))
}

fn show(table: &Map) -> String {
    table.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

/// Whether a table holds what is stated. A key that it leaves out is nothing.
fn holds_table(found: &Value, wanted: &Map) -> bool {
    wanted.iter().all(|(key, value)| same(found.get(key).unwrap_or(&Value::Null), value))
}

/// Whether a value holds what is stated: tables by the keys that they state, or by their only key; all else exactly.
fn same(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::Object(found), Value::Object(wanted)) => {
            wanted.iter().all(|(key, value)| found.get(key).is_some_and(|found| same(found, value)))
        }
        (Value::Array(found), Value::Array(wanted)) => {
            found.len() == wanted.len() && found.iter().zip(wanted).all(|(found, wanted)| same(found, wanted))
        }
        (Value::Number(found), Value::Number(wanted)) => found.as_f64() == wanted.as_f64(),
        (Value::String(found), Value::String(wanted)) => {
            found.eq_ignore_ascii_case(wanted) || found.is_empty() && wanted == "none"
        }
        // What is a kind with something to it can be stated by the kind alone.
        (Value::Object(found), Value::String(wanted)) => {
            found.len() == 1 && found.keys().all(|key| key.eq_ignore_ascii_case(wanted))
        }
        // TOML has no null: an empty table stands for nothing.
        (Value::Null, Value::Object(wanted)) => wanted.is_empty(),
        (Value::Null, Value::String(wanted)) => wanted == "none",
        (found, wanted) => found == wanted,
    }
}

fn holds(found: &Value, wanted: &Value, path: &str, differences: &mut Vec<String>) {
    match wanted {
        Value::Object(table) => {
            for (key, value) in table {
                let path = format!("{path}.{key}");
                match found.get(key) {
                    None => {
                        let known = found.as_object().into_iter().flatten().map(|(key, _)| key.as_str());
                        differences.push(format!("there is no `{path}`: {}", names::nearest_of(known, key)));
                    }
                    Some(inner) if value.is_object() && inner.is_object() => holds(inner, value, &path, differences),
                    Some(inner) if same(inner, value) => {}
                    Some(inner) => differences.push(format!("{path} is {inner}, expected {value}")),
                }
            }
        }
        other => differences.push(format!("{path} has to be a table, not {other}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_state_does_not_have_is_answered_with_what_it_has() {
        let mut differences = Vec::new();
        holds(&json!({ "fp": 9, "shock": 2 }), &json!({ "shok": 2, "fp": 9 }), "Arn", &mut differences);
        assert_eq!(differences, ["there is no `Arn.shok`: did you mean `shock`? one of: fp, shock"]);
    }
}
