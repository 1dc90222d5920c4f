//! The evening's start: what is listed, put together, written, begun, and what must not be.

use super::*;
use crate::start::NotResumed;
use crate::start::{Fights, START, Start, Wish};
use std::path::PathBuf;

/// Begins fights in a folder of its own.
struct Folder(PathBuf);

impl Fights for Folder {
    fn folder(&self) -> &Path {
        &self.0
    }

    fn ask_all(&self) -> bool {
        false
    }

    fn begin(&self, encounter: &Path, wish: &Wish) -> Result<(Box<dyn Table + Send>, Save), String> {
        if wish.dice.as_deref().is_some_and(|dice| dice != "drawn") {
            return Err("there are no such dice".to_owned());
        }
        let name = encounter.file_name().unwrap().to_str().unwrap();
        let (ruleset, source) = match affray_games::encounter(name) {
            Some(found) => found,
            None => {
                let source = affray_files::Source::read(encounter).map_err(|error| error.to_string())?;
                (affray_games::of_source(&source).map_err(|error| error.to_string())?, source)
            }
        };
        let encounter = ruleset.load(&source, &no_files).map_err(|error| error.to_string())?;
        let path = self.0.join(name).with_extension("save.jsonl");
        let file = std::fs::File::create_new(&path).map_err(|error| error.to_string())?;
        let by_hand = encounter.figures().into_iter().map(|figure| figure.name).collect();
        let table = encounter.table(terms(ruleset.id(), &*encounter, by_hand, source));
        Ok((table.map_err(|error| error.to_string())?, Save::new(path, file)))
    }

    fn resume(&self, log: &Path, from_here: bool) -> Result<(Box<dyn Table + Send>, Save), NotResumed> {
        let not = |why: String| NotResumed { why, from_here: false };
        let text = std::fs::read_to_string(log).map_err(|error| not(error.to_string()))?;
        let source = affray_files::Source::new("log", text);
        let (header, lines) = affray_session::read_header(&source).map_err(|error| not(error.to_string()))?;
        let terms = Terms::of(&header);
        let encounter = affray_games::find(&terms.ruleset).unwrap().load(&terms.encounter, &no_files).unwrap();
        let mut table = encounter.table_to_follow(terms).map_err(|error| not(error.to_string()))?;
        match table.follow(&lines) {
            Err(difference) if !from_here => {
                return Err(NotResumed { why: difference.to_string(), from_here: true });
            }
            Err(_) => {
                table.go_on_from_here().unwrap();
                let path = log.with_file_name("from-here.save.jsonl");
                let mut save = Save::new(&path, std::fs::File::create_new(&path).unwrap());
                save.write(table.written()).unwrap();
                return Ok((table, save));
            }
            Ok(_) => {}
        }
        let file = std::fs::OpenOptions::new().read(true).write(true).open(log).unwrap();
        Ok((table, Save::resumed(log, file, &lines).unwrap()))
    }
}

/// A log that comes to something else by the rules of today says so, stays as it is, and the fight goes on from there in a new file.
#[tokio::test]
async fn a_log_of_other_rules_goes_on_from_where_they_part() {
    let (server, key) = start();
    let folder = server.folder.path();
    let (status, begun) = server.post(&key, "/api/start/begin", r#"{"stock":"duel"}"#).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let master = key_of(&begun);
    for at in 0..6 {
        let view = server.view(&master).await;
        let offers = view["view"]["wanted"]["options"].as_array().unwrap();
        let idle = offers.iter().find(|one| one["words"] == "Do Nothing").unwrap()["id"].clone();
        assert_eq!(server.act(&master, &at.to_string(), json!({ "decide": [idle] })).await.0, StatusCode::OK);
    }
    let close = json!({ "close": begun["table"] }).to_string();
    assert_eq!(server.post(&key, "/api/start/table", close).await.0, StatusCode::OK);
    let path = folder.join("duel.save.jsonl");
    let log = std::fs::read_to_string(&path).unwrap();
    // By the rules of that version the third turn began with another event.
    let third = log.match_indices("turn-begins").nth(2).unwrap().0;
    let other = format!("{}turn-opens{}", &log[..third], &log[third + "turn-begins".len()..]);
    std::fs::write(&path, &other).unwrap();
    let (status, stuck) = server.post(&key, "/api/start/resume", r#"{"file":"duel.save.jsonl"}"#).await;
    assert_eq!((status, &stuck["from_here"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!(true)), "{stuck}");
    let line = other[..third].lines().count() - 1;
    assert!(stuck["error"].as_str().unwrap().contains(&format!("line {line}")), "{stuck}");
    let (status, begun) =
        server.post(&key, "/api/start/resume", r#"{"file":"duel.save.jsonl","from_here":true}"#).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), other, "the old one is kept");
    // The new one holds what both lead to: two turns, and the third begins.
    let new = std::fs::read_to_string(folder.join("from-here.save.jsonl")).unwrap();
    let common: Vec<&str> = log.lines().take(line + 1).collect();
    assert_eq!(new.lines().collect::<Vec<_>>(), common);
    let master = key_of(&begun);
    let view = server.view(&master).await;
    let offers = view["view"]["wanted"]["options"].as_array().unwrap();
    assert_eq!(server.act(&master, "on", json!({ "decide": [offers[0]["id"]] })).await.0, StatusCode::OK);
}

/// A server of the start with one table, at which seats ask as often as they like; and the key of the start.
pub(super) fn with_table() -> (Server, String) {
    let folder = tempfile::tempdir().unwrap();
    let key = format!("{START}.0123456789abcdef");
    let (mut desk, keys) = sit_down(folder.path(), "duel");
    desk.limits = Limits { acts: (1e9, 1e9), questions: (1e9, 1e9) };
    let start = (KeyHash::of(&key), Start::new(Box::new(Folder(folder.path().to_owned()))));
    let hall = Hall::new(Way::to("127.0.0.1:4774".parse().unwrap()), Some(start));
    hall.open(keys.master.split_once('.').unwrap().0.to_owned(), desk).unwrap();
    (Server { router: router(hall), keys, folder }, key)
}

/// A server of the start in this process, and its key.
pub(super) fn start() -> (Server, String) {
    let folder = tempfile::tempdir().unwrap();
    let key = format!("{START}.0123");
    let start = (KeyHash::of(&key), Start::new(Box::new(Folder(folder.path().to_owned()))));
    let hall = Hall::new(Way::to("127.0.0.1:4774".parse().unwrap()), Some(start));
    let nobody = || "nobody".to_owned();
    let keys = Keys { master: nobody(), spectator: nobody(), anna: nobody(), bo: nobody() };
    (Server { router: router(hall), keys, folder }, key)
}

pub(super) fn key_of(begun: &Value) -> String {
    begun["link"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned()
}

#[tokio::test]
async fn fights_are_begun_closed_and_gone_on_with() {
    let (server, key) = start();
    let (status, list) = server.get(&key, "/api/start").await;
    assert_eq!(status, StatusCode::OK, "{list}");
    assert!(list["stock"].as_array().unwrap().iter().any(|one| one["name"] == "duel" && one["title"] == "A duel"));
    assert_eq!(list["rulesets"].as_array().unwrap().len(), 5);
    let (status, begun) = server.post(&key, "/api/start/begin", r#"{"stock":"duel"}"#).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let master = key_of(&begun);
    let revision = server.view(&master).await["revision"].clone();
    let note = json!({ "revision": revision, "id": "a", "command": { "note": "here" } }).to_string();
    assert_eq!(server.post(&master, "/api/act", note).await.0, StatusCode::OK);
    // Another table beside it, at which the first one's key is nobody's.
    let (_, other) = server.post(&key, "/api/start/begin", r#"{"stock":"ogre-hunt"}"#).await;
    let other = key_of(&other);
    assert_eq!(server.view(&other).await["view"]["ruleset"], "obss");
    let swapped = format!("{}.{}", other.split_once('.').unwrap().0, master.split_once('.').unwrap().1);
    assert_eq!(server.get(&swapped, "/api/view").await.0, StatusCode::UNAUTHORIZED);
    let (_, list) = server.get(&key, "/api/start").await;
    assert_eq!(list["tables"].as_array().unwrap().len(), 2);
    let id = begun["table"].as_str().unwrap();
    let (_, again) = server.post(&key, "/api/start/table", json!({ "open": id }).to_string()).await;
    assert_eq!(server.get(&key_of(&again), "/api/seats").await.0, StatusCode::OK);
    let close = json!({ "close": id }).to_string();
    assert_eq!(server.post(&key, "/api/start/table", close.clone()).await.0, StatusCode::OK);
    assert_eq!(server.post(&key, "/api/start/table", close).await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.get(&master, "/api/view").await.0, StatusCode::UNAUTHORIZED);
    // The old links are good once more.
    let (status, resumed) = server.post(&key, "/api/start/resume", r#"{"file":"duel.save.jsonl"}"#).await;
    assert_eq!((status, &resumed["table"]), (StatusCode::OK, &begun["table"]));
    assert_eq!(server.view(&master).await["lines"].as_u64().unwrap(), revision.as_u64().unwrap() + 1);
    let twice = server.post(&key, "/api/start/resume", r#"{"file":"duel.save.jsonl"}"#).await;
    assert_eq!(twice.0, StatusCode::UNPROCESSABLE_ENTITY, "it is open: {}", twice.1);
}

#[tokio::test]
async fn a_fight_is_put_together_and_no_file_of_others_is_touched() {
    let (server, key) = start();
    let folder = server.folder.path();
    let (status, found) = server.get(&key, "/api/start/draft?stock=bridge").await;
    assert_eq!(status, StatusCode::OK, "{found}");
    let mut draft = found["draft"].clone();
    let body = |draft: &Value| json!({ "draft": draft }).to_string();
    let (_, judged) = server.post(&key, "/api/start/judge", body(&draft)).await;
    assert_eq!(judged["figures"].as_array().unwrap().len(), 13, "{judged}");
    draft["combatant"][0]["at"] = json!([10, 0]);
    let (_, judged) = server.post(&key, "/api/start/judge", body(&draft)).await;
    assert_eq!(judged["problems"][0]["at"], json!({ "part": "combatant", "index": 0, "key": "at" }), "{judged}");
    let save = |draft: &Value, file: &str, replace: bool| {
        json!({ "draft": draft, "file": file, "replace": replace }).to_string()
    };
    let wrong = server.post(&key, "/api/start/save", save(&draft, "mine", false)).await;
    assert_eq!(wrong.0, StatusCode::UNPROCESSABLE_ENTITY, "what is wrong is not written");
    draft["combatant"][0]["at"] = json!([7, 7]);
    std::fs::write(folder.join("other.toml"), "mine = true\n").unwrap();
    for (name, replace) in [
        ("other", true),
        ("other.toml", false),
        ("", false),
        (" ", false),
        ("../up", false),
        ("a/b", false),
        ("a\\b", false),
        (".hidden", false),
        ("con", false),
        ("Lpt1", false),
        ("x\u{0}", false),
        (&"x".repeat(61), false),
    ] {
        let told = server.post(&key, "/api/start/save", save(&draft, name, replace)).await;
        assert_eq!(told.0, StatusCode::UNPROCESSABLE_ENTITY, "{name:?}: {}", told.1);
    }
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
    let done = server.post(&key, "/api/start/save", save(&draft, "to night", false)).await;
    assert_eq!(done, (StatusCode::OK, json!({ "file": "to night.toml" })));
    assert_eq!(server.post(&key, "/api/start/save", save(&draft, "to night", false)).await.0.as_u16(), 422);
    draft["title"] = "Another".into();
    assert_eq!(server.post(&key, "/api/start/save", save(&draft, "to night", true)).await.0, StatusCode::OK);
    let (_, list) = server.get(&key, "/api/start").await;
    assert_eq!((&list["own"][0]["title"], &list["own"][0]["made"]), (&json!("Another"), &json!(true)), "{list}");
    // Somebody writes on in it: from then on it is theirs.
    let path = folder.join("to night.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text + "# more\n").unwrap();
    assert_eq!(server.post(&key, "/api/start/save", save(&draft, "to night", true)).await.0.as_u16(), 422);
    let begun = server.post(&key, "/api/start/begin", r#"{"file":"to night.toml"}"#).await;
    assert_eq!(begun.0, StatusCode::OK, "{}", begun.1);
    // A sheet of one's own is offered by the ruleset that can read it, and by no other.
    let sheet = affray_games::find("dfrpg").unwrap().sheets().get("orc").unwrap();
    std::fs::write(folder.join("grub.toml"), sheet).unwrap();
    for (ruleset, offered) in [("dfrpg", json!(["grub.toml"])), ("obss", json!([]))] {
        let (_, stock) = server.get(&key, &format!("/api/start/ruleset?id={ruleset}")).await;
        let own: Value = stock["own"].as_array().unwrap().iter().map(|one| one["sheet"].clone()).collect();
        assert_eq!(own, offered, "{ruleset}");
    }
    draft["combatant"][0]["sheet"] = "grub.toml".into();
    let (_, judged) = server.post(&key, "/api/start/judge", body(&draft)).await;
    assert!(judged["figures"].is_array(), "{judged}");
    // A sheet is a file of the folder, not of the machine.
    draft["combatant"][0]["sheet"] = "../../secret.toml".into();
    let (_, judged) = server.post(&key, "/api/start/judge", body(&draft)).await;
    assert!(judged["problems"][0]["message"].as_str().unwrap().contains("of this folder"), "{judged}");
}

#[tokio::test]
async fn only_the_key_of_the_start_opens_it_and_nothing_malformed_is_a_fault() {
    let (server, key) = start();
    let (_, begun) = server.post(&key, "/api/start/begin", r#"{"stock":"duel"}"#).await;
    let master = key_of(&begun);
    for stranger in [master.as_str(), "start.x", "", "start."] {
        assert_eq!(server.get(stranger, "/api/start").await.0, StatusCode::UNAUTHORIZED);
        let judge = server.post(stranger, "/api/start/judge", r#"{"draft":{}}"#).await;
        assert_eq!(judge.0, StatusCode::UNAUTHORIZED);
        assert_eq!(server.post(stranger, "/api/start/table", r#"{"close":"x"}"#).await.0, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(server.get(&key, "/api/view").await.0, StatusCode::UNAUTHORIZED, "it is no seat of a table");
    let refused = |(status, told): (StatusCode, Value), what: &str| {
        assert!(status.is_client_error(), "{what}: {status} {told}");
        assert!(told["error"].as_str().is_some_and(|error| !error.is_empty()), "{what}: {told}");
    };
    for path in ["judge", "save", "begin", "resume", "table"] {
        for body in [
            "",
            "{",
            "null",
            "[]",
            "{}",
            r#"{"draft":1,"file":2}"#,
            r#"{"draft":{"ruleset":1}}"#,
            r#"{"file":"../x"}"#,
            r#"{"stock":"duel","file":"x"}"#,
            r#"{"stock":"nothing"}"#,
            r#"{"stock":"duel","wish":{"dice":"loaded"}}"#,
            r#"{"draft":[],"file":"x"}"#,
            r#"{"open":"start"}"#,
            r#"{"close":""}"#,
        ] {
            refused(server.post(&key, &format!("/api/start/{path}"), body).await, &format!("{path} {body}"));
        }
    }
    for path in [
        "draft",
        "draft?stock=x",
        "draft?file=x.toml",
        "draft?file=..%2fx.toml",
        "draft?stock=duel&file=x",
        "ruleset",
        "ruleset?id=x",
        "nothing",
    ] {
        refused(server.get(&key, &format!("/api/start/{path}")).await, path);
    }
    // Whatever stands in a draft: it is judged, and nothing more.
    for draft in [
        json!({ "ruleset": "obss" }),
        json!({ "ruleset": "obss", "combatant": 1 }),
        json!({ "ruleset": "obss", "combatant": [[]], "map": "x" }),
        json!({ "ruleset": "obss", "map": { "rows": ["\u{0}", "", 3], "legend": { "": 1, "ab": {} } }, "combatant": [{}] }),
        json!({ "ruleset": "obss", "a]\n[b": 1, "\u{7f}": "\u{7f}\u{1}\"\\", "x": [1, { "y": null }, [null]] }),
        json!({ "ruleset": "obss", "map": { "width": 512, "height": 512 }, "combatant": [{ "name": "A", "sheet": "arn", "at": [0, 0], "count": 64 }] }),
    ] {
        let (status, told) = server.post(&key, "/api/start/judge", json!({ "draft": draft }).to_string()).await;
        assert_eq!(status, StatusCode::OK, "{draft}: {told}");
        assert!(told["problems"].is_array() || told["figures"].is_array(), "{draft}: {told}");
    }
}
