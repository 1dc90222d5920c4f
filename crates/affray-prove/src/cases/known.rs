//! What cases say of events, rolls and decisions, compared with those that there are.
//!
//! An event that does not exist never happens: who forbids it, or misspells it, would prove nothing.

use super::form::Forms;
use super::{CaseFormat, Play};
use affray_files::value::{Map, Value};
use affray_files::{Diagnostic, Path, suggest};
use affray_kernel::events::RollKind;
use affray_session::encounter::schema_of;
use affray_session::names;
use affray_session::sorting::sort_by_key;

/// The events of a game, as a case can state them.
#[derive(Debug)]
pub(super) struct Events {
    /// The schema of an event. Each variant is a table, with the name of the event under `event`.
    schema: Value,
}

impl Events {
    /// Those of a game.
    pub(super) fn of<G: CaseFormat>() -> Self {
        Self { schema: schema_of::<G, G::Event>("Event") }
    }

    fn forms(&self) -> &[Value] {
        self.schema["anyOf"].as_array().map_or(&[], Vec::as_slice)
    }

    fn named(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.forms().iter().filter_map(|form| Some((form["properties"]["event"]["const"].as_str()?, form)))
    }

    /// What is wrong with what is stated of an event: its name, a key, or what stands under it.
    fn wrongs(&self, forms: &Forms<'_>, stated: &Map, path: &Path) -> Vec<Diagnostic> {
        match stated.get("event") {
            Some(Value::String(name)) => match self.named().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
                Some((known, form)) => {
                    let has = |key: &str| form["properties"].get(key).is_some();
                    let unstated = |key: &String| {
                        let all = form["properties"].as_object().into_iter().flat_map(Map::keys).map(String::as_str);
                        let message = format!("the event `{known}` does not state `{key}`");
                        let hint = names::nearest_of(all.filter(|known| *known != "event"), key);
                        Diagnostic::new(path.key(key), message).hint(hint)
                    };
                    let (stated, unknown): (Map, Map) =
                        stated.iter().map(|(key, value)| (key.clone(), value.clone())).partition(|(key, _)| has(key));
                    forms.table(form, &stated, path).into_iter().chain(unknown.keys().map(unstated)).collect()
                }
                None => vec![self.no_event(name, path.key("event"))],
            },
            Some(other) => {
                let message = format!("an event is named by a text, not by {other}");
                vec![Diagnostic::new(path.key("event"), message).hint("such as event = \"moves\"")]
            }
            // Without a name it may be any.
            None => {
                let of_each = self.forms().iter().map(|form| forms.table(form, stated, path));
                let fewest = of_each.min_by_key(Vec::len).unwrap_or_default();
                let complaint = |wrong: Diagnostic| Diagnostic {
                    message: format!("no event has that: {}", wrong.message),
                    ..wrong
                };
                fewest.into_iter().map(complaint).collect()
            }
        }
    }

    /// There is no event of that name: the nearest, or all.
    fn no_event(&self, name: &str, path: Path) -> Diagnostic {
        let mut all: Vec<&str> = self.named().map(|(name, _)| name).collect();
        let hint = match suggest(name, all.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                all.sort_unstable();
                names::one_of(all)
            }
        };
        Diagnostic::new(path, format!("there is no event `{name}`")).hint(hint)
    }
}

/// Rows of a table with the words that can stand under each key of the events of a game: those of names, numbers, texts
/// and sides of a cell are left out.
pub fn event_values<G: CaseFormat>() -> Vec<String> {
    let events = Events::of::<G>();
    let forms = Forms { schema: &events.schema, names: None };
    // Under one key different events may have different values.
    let mut groups: Vec<(&str, Vec<String>, Vec<&str>)> = Vec::new();
    for (event, form) in events.named() {
        let fields = form["properties"].as_object().into_iter().flatten();
        for (key, form) in fields.filter(|(key, form)| *key != "event" && form["$ref"] != "#/$defs/Facing") {
            let told = forms.told(form);
            match groups.iter_mut().find(|(known, words, _)| known == key && *words == told) {
                Some((.., events)) => events.push(event),
                None => groups.push((key, told, vec![event])),
            }
        }
    }
    sort_by_key(&mut groups, |(key, ..)| *key);
    let quoted = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let row = |(key, told, events): &(&str, Vec<String>, Vec<&str>)| {
        let is_alone = groups.iter().filter(|(other, ..)| other == key).count() == 1;
        let of = if is_alone { String::new() } else { format!(" of {}", quoted(events)) };
        let words: Vec<&str> = told.iter().map(String::as_str).collect();
        format!("| `{key}`{of} | {} |", quoted(&words))
    };
    groups.iter().filter(|(_, told, _)| told.len() > 1 || told[0].starts_with('{')).map(row).collect()
}

/// Everything that a case says of events, rolls and those who are asked that cannot be in its fight.
pub(super) fn unknown<G: CaseFormat>(
    plays: &[Play<G>],
    events: &Events,
    setup: &G::Setup,
    root: &Path,
) -> Vec<Diagnostic> {
    let known = G::names(setup, None);
    let forms = Forms { schema: &events.schema, names: Some((&known, G::figures(setup).len())) };
    let mut wrongs = Vec::new();
    for (step, play) in plays.iter().enumerate() {
        let (path, expect) = (root.key("play").index(step).key("expect"), &play.expect);
        for (key, stated) in [("events", &expect.events), ("never", &expect.never)] {
            for (at, event) in stated.iter().enumerate() {
                wrongs.extend(events.wrongs(&forms, &event.stated, &path.key(key).index(at)));
            }
        }
        for (at, tally) in expect.tally.iter().enumerate() {
            let path = path.key("tally").index(at);
            wrongs.extend(unknown_roll(G::ROLLS, &tally.what, path.key("for")));
            wrongs.extend(tally.who.iter().filter_map(|who| names::known::<G>(setup, who, path.key("who")).err()));
        }
        for (key, asked) in [("asked", &expect.asked), ("not_asked", &expect.not_asked)] {
            for (at, one) in asked.iter().enumerate() {
                let path = path.key(key).index(at).key("who");
                wrongs.extend(one.who.iter().filter_map(|who| names::known::<G>(setup, who, path.clone()).err()));
            }
        }
    }
    wrongs
}

/// What is wrong with the name of a roll.
fn unknown_roll(kinds: &[RollKind], name: &str, path: Path) -> Option<Diagnostic> {
    let names = || kinds.iter().map(|kind| kind.name);
    if names().any(|known| known == name) {
        return None;
    }
    let near = suggest(name, names()).map_or_else(|| names::one_of(names()), |near| format!("did you mean `{near}`?"));
    Some(Diagnostic::new(path, format!("no roll is called `{name}`")).hint(near))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(affray_files::value::Schema)]
    #[value(tag = "event")]
    #[allow(dead_code, reason = "only its form counts")]
    enum Event {
        TurnBegins { who: String },
        Drops { who: String, item: Option<u8> },
        Ends,
    }

    fn wrongs(event: &Value) -> Vec<String> {
        let events = Events { schema: affray_files::value::schema_of::<Event>("Event") };
        let forms = Forms { schema: &events.schema, names: None };
        let told = |complaint: Diagnostic| format!("{}: {complaint}", complaint.path);
        let path = Path::root().key("never").index(0);
        events.wrongs(&forms, event.as_object().unwrap(), &path).into_iter().map(told).collect()
    }

    #[test]
    fn events_that_there_are() {
        for event in [
            json!({"event": "turn-begins", "who": "Arn"}),
            json!({"event": "Drops", "item": 3}),
            json!({"event": "drops", "item": "none"}),
            json!({"event": "ends"}),
            json!({"who": "Arn"}),
        ] {
            assert_eq!(wrongs(&event), [""; 0], "{event}");
        }
    }

    #[test]
    fn rolls_that_there_are() {
        let kinds = ["attack", "keep hold"].map(|name| RollKind { name, decides: "" });
        let told = |name| unknown_roll(&kinds, name, Path::root().key("for")).map(|complaint| complaint.to_string());
        assert_eq!(told("keep hold"), None);
        assert_eq!(told("atack").as_deref(), Some("no roll is called `atack` (did you mean `attack`?)"));
        assert_eq!(told("xyzzy").as_deref(), Some("no roll is called `xyzzy` (one of: attack, keep hold)"));
    }

    #[test]
    fn the_nearest_name_or_all() {
        assert_eq!(
            wrongs(&json!({"event": "turn-begin", "who": "Arn"})),
            ["never[0].event: there is no event `turn-begin` (did you mean `turn-begins`?)"]
        );
        assert_eq!(
            wrongs(&json!({"event": "explodes"})),
            ["never[0].event: there is no event `explodes` (one of: drops, ends, turn-begins)"]
        );
    }

    #[test]
    fn what_an_event_does_not_state() {
        assert_eq!(
            wrongs(&json!({"event": "drops", "itm": 3})),
            ["never[0].itm: the event `drops` does not state `itm` (did you mean `item`? one of: who, item)"]
        );
        assert_eq!(
            wrongs(&json!({"event": "drops", "item": "axe"})),
            ["never[0].item: `axe` cannot be here (one of: a whole number)"]
        );
        assert_eq!(
            wrongs(&json!({"whom": "Arn"})),
            ["never[0].whom: no event has that: there is no `whom` here (did you mean `who`? one of: event, who)"]
        );
        assert_eq!(
            wrongs(&json!({"event": 3})),
            ["never[0].event: an event is named by a text, not by 3 (such as event = \"moves\")"]
        );
    }
}
