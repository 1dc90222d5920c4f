//! What cases say of events and rolls, compared with what events and rolls there are.
//!
//! An event that does not exist never happens: who forbids it, or misspells it, would prove nothing.

use super::{CaseFormat, Cases, Play};
use affray_files::{Diagnostic, Path, suggest};
use affray_kernel::events::{EventKind, RollKind};
use affray_session::names;
use serde_json::Value;
use std::collections::BTreeMap;

/// Everything that a file says of events and rolls that the game does not have, and of what events do not state.
pub(super) fn unknown_kinds<G: CaseFormat>(file: &Cases<G>) -> Vec<Diagnostic> {
    let mut wrongs = Vec::new();
    for (index, case) in file.case.iter().enumerate() {
        let path = Path::root().key("case").index(index);
        for (event, path) in case.play.iter().enumerate().flat_map(|(step, play)| events_of(play, step, &path)) {
            wrongs.extend(unknown_event(G::EVENTS, event, &path));
        }
        for (step, play) in case.play.iter().enumerate() {
            let path = path.key("play").index(step).key("expect").key("tally");
            let named = play.expect.tally.iter().enumerate();
            wrongs
                .extend(named.filter_map(|(at, tally)| unknown_roll(G::ROLLS, &tally.what, path.index(at).key("for"))));
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

/// Everything that a case says of combatants in events who are not there.
pub(super) fn unknown_names<G: CaseFormat>(plays: &[Play<G>], setup: &G::Setup, root: &Path) -> Vec<Diagnostic> {
    let events = plays.iter().enumerate().flat_map(|(step, play)| events_of(play, step, root));
    let named = events.filter_map(|(event, path)| Some((event.get("who")?.as_str()?, path.key("who"))));
    named.filter_map(|(name, path)| names::known::<G>(setup, name, path).err()).collect()
}

/// The events of which a step speaks, each with its place.
fn events_of<'a, G: CaseFormat>(
    play: &'a Play<G>,
    step: usize,
    root: &Path,
) -> impl Iterator<Item = (&'a BTreeMap<String, Value>, Path)> {
    let expect = &play.expect;
    let path = root.key("play").index(step).key("expect");
    [("events", &expect.events), ("never", &expect.never)].into_iter().flat_map(move |(key, events)| {
        let path = path.key(key);
        events.iter().enumerate().map(move |(at, event)| (event, path.index(at)))
    })
}

/// What is wrong with what is said of an event: its name, or what it states.
fn unknown_event(kinds: &[EventKind], event: &BTreeMap<String, Value>, path: &Path) -> Vec<Diagnostic> {
    let kind = match event.get("event") {
        None => None,
        Some(Value::String(name)) => match kinds.iter().find(|kind| kind.spelled().eq_ignore_ascii_case(name)) {
            Some(kind) => Some(kind),
            None => return vec![no_event(kinds, name, path.key("event"))],
        },
        Some(other) => {
            let message = format!("an event is named by a text, not by {other}");
            return vec![Diagnostic::new(path.key("event"), message).hint("such as event = \"moves\"")];
        }
    };
    let states = |field: &str| match kind {
        Some(kind) => kind.fields.contains(&field),
        // Without a name it may be any.
        None => kinds.iter().any(|kind| kind.fields.contains(&field)),
    };
    let unknown = event.keys().filter(|field| *field != "event" && !states(field));
    let complaint = |field: &String| {
        let Some(kind) = kind else {
            return Diagnostic::new(path.key(field), format!("no event states `{field}`"));
        };
        let fields = names::one_of(kind.fields.iter().copied());
        let near = suggest(field, kind.fields.iter().copied()).map(|near| format!("did you mean `{near}`? "));
        Diagnostic::new(path.key(field), format!("the event `{}` does not state `{field}`", kind.spelled()))
            .hint(near.unwrap_or_default() + &fields)
    };
    unknown.map(complaint).collect()
}

/// There is no event of that name: the nearest, or all.
fn no_event(kinds: &[EventKind], name: &str, path: Path) -> Diagnostic {
    let spelled: Vec<String> = kinds.iter().map(EventKind::spelled).collect();
    let all = || spelled.iter().map(String::as_str);
    let hint = match suggest(name, all()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let mut all: Vec<&str> = all().collect();
            all.sort_unstable();
            names::one_of(all)
        }
    };
    Diagnostic::new(path, format!("there is no event `{name}`")).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const KINDS: &[EventKind] = &[
        EventKind { name: "TurnBegins", fields: &["who"], meaning: &[] },
        EventKind { name: "Drops", fields: &["who", "item"], meaning: &[] },
        EventKind { name: "Ends", fields: &[], meaning: &[] },
    ];

    fn wrongs(event: &Value) -> Vec<String> {
        let event: BTreeMap<String, Value> = serde_json::from_value(event.clone()).unwrap();
        let told = |complaint: Diagnostic| format!("{}: {complaint}", complaint.path);
        unknown_event(KINDS, &event, &Path::root().key("never").index(0)).into_iter().map(told).collect()
    }

    #[test]
    fn events_that_there_are() {
        for event in [
            json!({"event": "turn-begins", "who": "Arn"}),
            json!({"event": "Drops", "item": "axe"}),
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
            wrongs(&json!({"event": "drops", "itm": "axe"})),
            ["never[0].itm: the event `drops` does not state `itm` (did you mean `item`? one of: who, item)"]
        );
        assert_eq!(wrongs(&json!({"whom": "Arn"})), ["never[0].whom: no event states `whom`"]);
        assert_eq!(
            wrongs(&json!({"event": 3})),
            ["never[0].event: an event is named by a text, not by 3 (such as event = \"moves\")"]
        );
    }
}
