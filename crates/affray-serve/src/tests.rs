//! What can be asked over HTTP and over sockets, and what must not happen then.

use crate::desk::{Desk, Limits};
use crate::hall::Hall;
use crate::http::router;
use crate::links::Way;
use crate::seats::{KeyHash, Kind, Seats};
use affray_files::{Source, no_files};
use affray_session::catalog::Encounter;
use affray_session::{DiceFrom, Save, Table, Terms, Wanted};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use std::path::Path;
use tower::ServiceExt as _;

mod asides;
mod bring;
mod fuzz;
mod load;
mod past;
mod refusals;
mod start;
mod together;
mod types;
mod unseen;
mod way;

/// The hashes of the keys of a table.
pub(crate) struct Hashes {
    pub(crate) master: KeyHash,
    pub(crate) spectator: KeyHash,
}

/// The keys of a table at which Anna plays the first figure and Bo the second.
#[derive(Clone)]
struct Keys {
    master: String,
    spectator: String,
    anna: String,
    bo: String,
}

fn table(encounter: &str) -> Box<dyn Table + Send> {
    let (ruleset, source) = affray_games::encounter(encounter).unwrap();
    let encounter = ruleset.load(&source, &no_files).unwrap();
    let by_hand = encounter.figures().into_iter().map(|figure| figure.name).collect();
    encounter.table(terms(ruleset.id(), &*encounter, by_hand, source)).unwrap()
}

fn terms(ruleset: &str, encounter: &dyn Encounter, by_hand: Vec<String>, source: Source) -> Terms {
    Terms {
        ruleset: ruleset.to_owned(),
        title: encounter.title().to_owned(),
        seed: 7,
        number: 0,
        dice: DiceFrom::Drawn,
        by_hand,
        orders: Vec::new(),
        encounter: source,
        beside: Vec::new(),
    }
}

fn sit_down(folder: &Path, encounter: &str) -> (Desk, Keys) {
    let table = table(encounter);
    let path = folder.join("fight.save.jsonl");
    let save = Save::new(&path, std::fs::File::create(&path).unwrap());
    let mut seats = Seats::of(&path, false).unwrap();
    let figure = |at: usize| vec![table.standing()[at].name.clone()];
    let keys = Keys {
        master: seats.let_in("Game master", Kind::Master, &[]).unwrap(),
        spectator: seats.let_in("Spectators", Kind::Spectator, &[]).unwrap(),
        anna: seats.let_in("Anna", Kind::Player, &figure(0)).unwrap(),
        bo: seats.let_in("Bo", Kind::Player, &figure(1)).unwrap(),
    };
    let way = Way::to("127.0.0.1:4774".parse().unwrap());
    (Desk::new(table, save, seats, way).unwrap(), keys)
}

pub(crate) fn desk(folder: &Path, encounter: &str) -> (Desk, Hashes) {
    let (desk, keys) = sit_down(folder, encounter);
    (desk, Hashes { master: KeyHash::of(&keys.master), spectator: KeyHash::of(&keys.spectator) })
}

/// From where seats other than the game master's count.
const BEGUN: u64 = 1_000_000;

/// A server in this process.
struct Server {
    router: Router,
    keys: Keys,
    folder: tempfile::TempDir,
}

impl Server {
    fn new(encounter: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (mut desk, keys) = sit_down(folder.path(), encounter);
        desk.begun = BEGUN;
        desk.limits = Limits { acts: (1e9, 1e9), questions: (1e9, 1e9) };
        let hall = Hall::new(Way::to("127.0.0.1:4774".parse().unwrap()), None);
        hall.open(keys.master.split_once('.').unwrap().0.to_owned(), desk).unwrap();
        Self { router: router(hall), keys, folder }
    }

    /// The seats as they are read where the fight goes on.
    fn seats(&self) -> Seats {
        Seats::of(&self.folder.path().join("fight.save.jsonl"), true).unwrap()
    }

    async fn send(&self, request: Request<Body>) -> (StatusCode, Value) {
        let answer = self.router.clone().oneshot(request).await.unwrap();
        for header in ["content-security-policy", "x-content-type-options", "referrer-policy"] {
            assert!(answer.headers().contains_key(header), "{header}");
        }
        let status = answer.status();
        let bytes = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    async fn get(&self, key: &str, path: &str) -> (StatusCode, Value) {
        let request = Request::get(path).header("host", "127.0.0.1").header("authorization", format!("Bearer {key}"));
        self.send(request.body(Body::empty()).unwrap()).await
    }

    async fn post(&self, key: &str, path: &str, body: impl Into<Body>) -> (StatusCode, Value) {
        let request = Request::post(path).header("host", "127.0.0.1").header("authorization", format!("Bearer {key}"));
        self.send(request.header("content-type", "application/json").body(body.into()).unwrap()).await
    }

    async fn view(&self, key: &str) -> Value {
        let (status, view) = self.get(key, "/api/view").await;
        assert_eq!(status, StatusCode::OK);
        view
    }

    async fn revision(&self) -> u64 {
        self.view(&self.keys.master).await["revision"].as_u64().unwrap()
    }

    async fn act(&self, key: &str, id: &str, command: Value) -> (StatusCode, Value) {
        let revision = self.view(key).await["revision"].clone();
        let body = json!({ "revision": revision, "id": id, "command": command });
        self.post(key, "/api/act", body.to_string()).await
    }
}

#[tokio::test]
async fn a_seat_sees_and_does_what_it_may() {
    let server = Server::new("duel");
    let Keys { master, spectator, anna, bo } = &server.keys;
    let view = server.view(master).await;
    let asked = view["view"]["asked"].as_str().unwrap().to_owned();
    let first = view["view"]["figures"][0]["name"] == asked.as_str();
    // Whose turn it is, and who has to wait.
    let (on, off) = if first { (anna, bo) } else { (bo, anna) };
    assert_eq!(server.view(on).await["view"]["wanted"]["who"], asked.as_str());
    let first = view["view"]["wanted"]["options"][0]["id"].clone();
    for key in [off, spectator] {
        let seen = server.view(key).await;
        assert_eq!(seen["view"]["asked"], asked.as_str());
        assert_eq!(seen["view"]["wanted"], Value::Null, "what is offered is nobody else's business");
        for command in
            [json!({ "decide": [first] }), json!({ "say": "1" }), json!({ "roll": "10" }), json!({ "draw": true })]
        {
            assert_eq!(server.act(key, "x", command).await.0, StatusCode::FORBIDDEN);
        }
        for path in ["/api/plan", "/api/odds", "/api/reach"] {
            assert_eq!(server.post(key, path, r#"{"words":"1"}"#).await.0, StatusCode::FORBIDDEN, "{path}");
        }
    }
    for key in [off, spectator] {
        let unasked = json!({ "interject": { "who": asked, "words": "drop" } });
        assert_eq!(server.act(key, "w", unasked).await.0, StatusCode::FORBIDDEN);
    }
    for key in [on, off, spectator] {
        let before = server.view(master).await;
        for command in [
            json!({ "undo": true }),
            json!({ "undo-turn": true }),
            json!({ "redo": true }),
            json!({ "hurt": { "who": asked, "points": 3 } }),
            json!({ "set": { "path": format!("{asked}.hp"), "value": 1 } }),
            json!({ "force": { "total": 3, "line": null } }),
            json!({ "void": { "line": null } }),
            json!({ "allow": "1" }),
            json!({ "hide": { "who": asked, "from": null } }),
            json!({ "reveal": { "who": asked } }),
            json!({ "ask-all": true }),
        ] {
            assert_eq!(server.act(key, "y", command.clone()).await.0, StatusCode::FORBIDDEN, "{command}");
        }
        assert_eq!(server.get(key, "/api/seats").await.0, StatusCode::FORBIDDEN);
        assert_eq!(server.post(key, "/api/seats", r#"{"revoke":{"name":"Bo"}}"#).await.0, StatusCode::FORBIDDEN);
        assert_eq!(server.post(key, "/api/win", r#"{"fights":1}"#).await.0, StatusCode::FORBIDDEN);
        assert_eq!(server.view(master).await, before, "what was refused left no trace");
    }
    assert_eq!(server.act(on, "z", json!({ "decide": [first] })).await.0, StatusCode::OK);
    // No dice have fallen: that is free to be taken back, by whoever did it.
    assert_eq!(server.act(off, "u", json!({ "undo": true })).await.0, StatusCode::FORBIDDEN);
    assert_eq!(server.act(on, "u", json!({ "undo": true })).await.0, StatusCode::OK);
    assert!(server.act(on, "v", json!({ "undo": true })).await.0.is_client_error());
    // The log says from which seat something came.
    assert_eq!(server.act(off, "n", json!({ "note": "wait for me" })).await.0, StatusCode::OK);
    let (_, log) = server.get(spectator, "/api/log?from=0").await;
    let last = log["lines"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["text"], "Note: wait for me");
    assert_eq!(last["seat"], if off == anna { "Anna" } else { "Bo" });
}

/// Whoever may not see somebody is told nothing of it, whatever is asked.
#[tokio::test]
async fn nothing_is_sent_of_who_is_hidden() {
    let server = Server::new("duel");
    let Keys { master, spectator, anna, bo } = &server.keys;
    let names = server.view(master).await["view"]["figures"].clone();
    let (first, hidden) = (names[0]["name"].as_str().unwrap(), names[1]["name"].as_str().unwrap());
    // What everybody saw before stands in everybody's log.
    let before = server.view(anna).await["lines"].clone();
    assert_eq!(before, server.view(spectator).await["lines"]);
    let hide = json!({ "hide": { "who": hidden, "from": null } });
    assert_eq!(server.act(master, "h", hide).await.0, StatusCode::OK);
    assert!(server.view(master).await["view"]["figures"][1]["hidden_from"].is_array());
    assert!(server.view(bo).await.to_string().contains(hidden), "it sees itself");
    let word = hidden.to_lowercase();
    let word = word.split(' ').next_back().unwrap();
    let paths = [
        "/api/view".to_owned(),
        format!("/api/log?from={before}"),
        "/api/table".to_owned(),
        format!("/api/look?who={first}").replace(' ', "%20"),
        "/api/look?who=x".to_owned(),
        "/api/measure?from=x&to=y".to_owned(),
        "/api/seats".to_owned(),
        "/api/follows".to_owned(),
    ];
    for key in [anna, spectator] {
        for path in &paths {
            let (_, told) = server.get(key, path).await;
            assert!(!told.to_string().to_lowercase().contains(word), "{path}: {told}");
        }
        for path in ["/api/plan", "/api/odds", "/api/reach"] {
            for words in ["1", "move", "attack", "to x", "q"] {
                let (_, told) = server.post(key, path, json!({ "words": words }).to_string()).await;
                assert!(!told.to_string().to_lowercase().contains(word), "{path} {words}: {told}");
            }
        }
        let outdated = json!({ "revision": 0, "id": "o", "command": { "say": "1" } }).to_string();
        let (_, told) = server.post(key, "/api/act", outdated).await;
        assert!(!told.to_string().to_lowercase().contains(word), "{told}");
        // Its name is nobody's: whoever guesses it learns nothing.
        let asked = |who: &str| format!("/api/look?who={who}").replace(' ', "%20");
        let (guessed, made_up) = (server.get(key, &asked(hidden)).await, server.get(key, &asked("Zzz")).await);
        assert_eq!(guessed.0, made_up.0);
    }
}

/// What opponents are told to do is typed by the game master, and no player learns of it.
#[tokio::test]
async fn orders_are_the_game_masters() {
    let server = Server::new("duel");
    let Keys { master, spectator, anna, .. } = &server.keys;
    let meant = async |key: &str, words: &str| {
        let (_, meant) = server.post(key, "/api/typed", json!({ "words": words }).to_string()).await;
        meant["act"].clone()
    };
    let hold = meant(master, "orders garrison hold, nerve = 30").await;
    assert_eq!(server.act(anna, "a", hold.clone()).await.0, StatusCode::FORBIDDEN);
    assert_eq!(server.act(master, "b", hold).await.0, StatusCode::OK);
    let look = "/api/look?who=Sergeant%20Brand";
    let [own, other] = [server.get(master, look).await.1, server.get(anna, look).await.1];
    assert!(own.to_string().contains("Orders: hold, nerve = 30."), "{own}");
    assert!(!other.to_string().contains("rders"), "{other}");
    for (key, reads) in [(master, true), (anna, false), (spectator, false)] {
        let (_, log) = server.get(key, "/api/log?from=1").await;
        assert_eq!(log.to_string().contains("nerve"), reads, "{log}");
    }
    let wrong = meant(master, "orders brand hold, sleep").await;
    let (status, told) = server.act(master, "c", wrong).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(told.to_string().contains("`sleep` is no order"), "{told}");
}

#[tokio::test]
async fn what_is_sent_again_is_done_once_and_what_is_outdated_not_at_all() {
    let server = Server::new("duel");
    let master = &server.keys.master;
    let revision = server.revision().await;
    let body = json!({ "revision": revision, "id": "one", "command": { "note": "once" } }).to_string();
    let (status, done) = server.post(master, "/api/act", body.clone()).await;
    assert_eq!((status, &done["taken"]), (StatusCode::OK, &json!(1)));
    assert_eq!(server.post(master, "/api/act", body).await, (StatusCode::OK, done.clone()));
    assert_eq!(server.revision().await, done["revision"].as_u64().unwrap());
    let other = json!({ "revision": done["revision"], "id": "one", "command": { "note": "twice" } }).to_string();
    assert_eq!(server.post(master, "/api/act", other).await.0, StatusCode::BAD_REQUEST);
    let late = json!({ "revision": revision, "id": "two", "command": { "note": "late" } }).to_string();
    let (status, told) = server.post(master, "/api/act", late).await;
    assert_eq!(status, StatusCode::CONFLICT);
    assert_eq!((&told["revision"], &told["view"]), (&done["revision"], &server.view(master).await["view"]));
    // What is asked is something else after this, although the log has not grown.
    let before = server.revision().await;
    assert_eq!(server.act(master, "three", json!({ "ask-all": true })).await.0, StatusCode::OK);
    assert!(before < server.revision().await);
    assert_eq!(server.view(master).await["ask_all"], true);
}

#[tokio::test]
async fn seats_are_made_and_withdrawn() {
    let server = Server::new("duel");
    let master = &server.keys.master;
    let make = |name: &str, kind: &str, figures: Value| {
        json!({ "make": { "name": name, "kind": kind, "figures": figures } }).to_string()
    };
    let (status, made) = server.post(master, "/api/seats", make("Cleo", "player", json!(["vela"]))).await;
    assert_eq!(status, StatusCode::OK, "{made}");
    let key = |made: &Value| made["link"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned();
    assert!(made["qr"].as_str().unwrap().contains("<svg"));
    let cleo = key(&made);
    assert_eq!(
        server.get(&cleo, "/api/table").await.1["seat"],
        json!({ "name": "Cleo", "kind": "player", "figures": ["Vela"] })
    );
    for (name, kind, figures) in [
        ("cleo", "player", json!([])),
        (" ", "player", json!([])),
        ("a\nb", "player", json!([])),
        ("Dan", "player", json!(["nobody"])),
        ("Dan", "spectator", json!(["Vela"])),
    ] {
        let (status, wrong) = server.post(master, "/api/seats", make(name, kind, figures)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {wrong}");
    }
    let (_, again) = server.post(master, "/api/seats", r#"{"reissue":{"name":"Cleo"}}"#).await;
    assert_eq!(server.get(&cleo, "/api/table").await.0, StatusCode::UNAUTHORIZED, "the old link is good no more");
    let cleo = key(&again);
    assert_eq!(server.get(&cleo, "/api/table").await.0, StatusCode::OK);
    let (_, seats) = server.get(master, "/api/seats").await;
    let names: Vec<&str> = seats["seats"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Game master", "Spectators", "Anna", "Bo", "Cleo"]);
    assert_eq!(server.post(master, "/api/seats", r#"{"revoke":{"name":"Cleo"}}"#).await.0, StatusCode::OK);
    assert_eq!(server.get(&cleo, "/api/table").await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(server.post(master, "/api/seats", r#"{"revoke":{"name":"Cleo"}}"#).await.0, StatusCode::NOT_FOUND);
    assert_eq!(
        server.post(master, "/api/seats", r#"{"revoke":{"name":"Game master"}}"#).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    // Neither log nor seats hold a key.
    for file in ["fight.save.jsonl", "fight.save.seats.json"] {
        let text = std::fs::read_to_string(server.folder.path().join(file)).unwrap();
        assert!(!text.contains(master.as_str()) && !text.contains(&server.keys.anna), "{file}");
    }
}

#[tokio::test]
async fn requests_come_from_this_page_and_to_this_host() {
    let server = Server::new("duel");
    let request = |method: &str, host: &str, origin: Option<&str>| {
        let key = format!("Bearer {}", server.keys.master);
        let path = if method == "GET" { "/api/view" } else { "/api/plan" };
        let mut request = Request::builder().method(method).uri(path).header("host", host).header("authorization", key);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let body = if method == "GET" { "" } else { r#"{"words":"move"}"# };
        request.header("content-type", "application/json").body(Body::from(body)).unwrap()
    };
    for (method, host, origin, status) in [
        ("GET", "127.0.0.1:4774", None, 200),
        ("GET", "localhost:4774", None, 200),
        ("GET", "evil.example", None, 421),
        ("GET", "evil.example:4774", None, 421),
        ("POST", "192.168.1.7:4774", Some("http://192.168.1.7:4774"), 200),
        ("POST", "192.168.1.7:4774", None, 200),
        ("POST", "192.168.1.7:4774", Some("http://192.168.1.7"), 403),
        ("POST", "192.168.1.7:4774", Some("http://evil.example"), 403),
        ("POST", "192.168.1.7:4774", Some("null"), 403),
        ("POST", "evil.example", Some("http://evil.example"), 421),
    ] {
        let (found, told) = server.send(request(method, host, origin)).await;
        assert_eq!(found.as_u16(), status, "{method} {host} {origin:?}: {told}");
    }
    let nowhere = Request::get("/api/view").body(Body::empty()).unwrap();
    assert_eq!(server.send(nowhere).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn what_is_malformed_is_refused_with_a_reason() {
    let server = Server::new("duel");
    let master = &server.keys.master;
    let refused = |(status, told): (StatusCode, Value), what: &str| {
        assert!(status.is_client_error(), "{what}: {status} {told}");
        assert!(told["error"].as_str().is_some_and(|error| !error.is_empty()), "{what}: {status} {told}");
    };
    let act = |command: &str| format!(r#"{{"revision":0,"id":"a","command":{command}}}"#);
    let mut bodies: Vec<(&str, String)> = Vec::new();
    for path in ["/api/act", "/api/plan", "/api/odds", "/api/reach", "/api/typed", "/api/win", "/api/seats"] {
        let deep = "[".repeat(10_000);
        for body in ["", "null", "{", "[]", "{}", "\"\"", "\u{0}", "{\"words\":1}", r#"{"words":"x","more":1}"#, &deep]
        {
            bodies.push((path, body.to_owned()));
        }
        bodies.push((path, "x".repeat(20_000)));
        bodies.push((path, format!(r#"{{"words":"{}"}}"#, "x".repeat(17_000))));
    }
    for command in [
        "1",
        "{}",
        r#"{"foo":1}"#,
        r#"{"decide":1}"#,
        r#"{"undo":false}"#,
        r#"{"undo":true,"redo":true}"#,
        r#"{"hurt":{}}"#,
        r#"{"hurt":{"who":"Vela","points":99999999999}}"#,
        r#"{"force":{"total":1.5,"line":null}}"#,
        r#"{"note":1}"#,
        r#"{"void":{"line":-1}}"#,
        r#"{"set":{"path":"x"}}"#,
    ] {
        bodies.push(("/api/act", act(command)));
    }
    bodies.push(("/api/act", r#"{"revision":-1,"id":"a","command":{"draw":true}}"#.to_owned()));
    bodies.push(("/api/act", r#"{"revision":0,"id":"","command":{"draw":true}}"#.to_owned()));
    bodies.push(("/api/act", format!(r#"{{"revision":0,"id":"{}","command":{{"draw":true}}}}"#, "i".repeat(101))));
    for (path, body) in bodies {
        let what = format!("{path} {}", &body.chars().take(80).collect::<String>());
        refused(server.post(master, path, body).await, &what);
    }
    let paths = [
        "/api/log?from=-1",
        "/api/log?from=x",
        "/api/log?from=99999999999999999999",
        "/api/look",
        "/api/look?who=nobody",
        "/api/look?who=",
        "/api/measure",
        "/api/measure?from=Vela",
        "/api/measure?from=Vela&to=nobody",
        "/api/follows?line=x",
        "/api/follows?line=9",
        "/api/rule",
        "/api/rule?id=DF-999",
        "/api/rule?id=%ff",
        "/api/ws",
        "/api/nothing",
        "/api",
        "/nothing",
        "/a/b/c",
        "/..%2fCargo.toml",
        "/..%2fsrc%2fhttp.rs",
        "/.html",
        "/%ff.html",
        "/api/act",
    ];
    for path in paths {
        refused(server.get(master, path).await, path);
    }
    let other = format!("{}.{}", master.split_once('.').unwrap().0, "833579367ff0c2d446d26755cce9fd32");
    for key in ["", "x", ".", "start.", "833579367ff0c2d446d26755cce9fd32", &other, "\t"] {
        let (status, told) = server.get(key, "/api/view").await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{told}");
    }
    let plain =
        Request::post("/api/plan").header("host", "127.0.0.1").header("authorization", format!("Bearer {master}"));
    let (status, _) = server.send(plain.body(Body::from(r#"{"words":"1"}"#)).unwrap()).await;
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "NONSENSE"] {
        let request = Request::builder().method(method).uri("/api/view").header("host", "127.0.0.1");
        refused(server.send(request.body(Body::empty()).unwrap()).await, method);
    }
}

/// Commands and words at random: each gets an answer that is no fault of the program, and the fight stays whole.
#[tokio::test]
async fn random_commands_do_no_harm() {
    for encounter in ["duel", "guarded-caster", "spears-and-swords", "sword-and-rapier", "graded-duel"] {
        let server = Server::new(encounter);
        let Keys { master, anna, bo, spectator } = &server.keys;
        let mut random = 11u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        let words = [
            "1",
            "2",
            "99",
            "0",
            "-1",
            "move",
            "attack",
            "stop",
            "0,0",
            "3,4 NE",
            "to a",
            "flank b",
            "; ;",
            "{",
            "{}",
            "{a=1}",
            "ä\u{202e}",
            "9999999999,1",
            "attack; 1",
            "none",
            "E E E",
            "done",
            "\u{0}",
            "2147483648,2147483648",
            "-2147483648,5",
            "reach",
            "allow 1",
            "",
        ];
        for at in 0..if cfg!(debug_assertions) { 8 } else { 60 } {
            let view = server.view(master).await;
            let offers = view["view"]["wanted"]["options"].as_array().cloned().unwrap_or_default();
            let word = words[next(words.len())];
            let name = view["view"]["figures"][next(2)]["name"].as_str().unwrap().to_owned();
            let number = [0, 1, -1, 3, 12, i32::MAX, i32::MIN][next(7)];
            let part = ["hp", "fp", "x", "conditions.stunned"][next(4)];
            let command = match next(14) {
                0..=3 if !offers.is_empty() => json!({ "decide": [offers[next(offers.len())]["id"]] }),
                0 => json!({ "decide": [word, {}, null] }),
                1 | 4 => json!({ "say": word }),
                5 => json!({ "allow": word }),
                6 => json!({ "roll": word }),
                7 => json!({ "undo": true }),
                8 => {
                    json!({ "set": { "path": format!("{name}.{part}"), "value": number } })
                }
                9 => json!({ "force": { "total": number, "line": null } }),
                10 => json!({ "hurt": { "who": name, "points": number } }),
                11 => json!({ "interject": { "who": name, "words": word } }),
                12 => json!({ "redo": true }),
                _ => json!({ "draw": true }),
            };
            let key = [master, master, master, anna, bo, spectator][next(6)];
            let told = server.act(key, &at.to_string(), command.clone()).await;
            assert!(!told.0.is_server_error(), "{encounter}, {command}: {told:?}");
            for path in ["/api/plan", "/api/odds", "/api/reach", "/api/typed"] {
                if next(6) == 0 {
                    let told = server.post(master, path, json!({ "words": word }).to_string()).await;
                    assert!(!told.0.is_server_error(), "{encounter}, {path} {word:?}: {told:?}");
                }
            }
        }
    }
}

/// What is sent over sockets, in a real network.
mod network {
    use super::*;
    use crate::server::{Player, Where, host};
    use std::io::{Read as _, Write as _};
    use std::net::{Shutdown, TcpStream};
    use std::time::{Duration, Instant};
    use tungstenite::protocol::frame::coding::CloseCode;
    use tungstenite::{Message, WebSocket};

    fn connect(address: &str) -> TcpStream {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    fn socket(address: &str, first: &str) -> WebSocket<TcpStream> {
        let (mut socket, _) = tungstenite::client(format!("ws://{address}/api/ws"), connect(address)).unwrap();
        socket.send(Message::text(first)).unwrap();
        socket
    }

    fn with_key(address: &str, key: &str) -> WebSocket<TcpStream> {
        socket(address, &json!({ "key": key }).to_string())
    }

    /// The next message that is no ping.
    fn hear(socket: &mut WebSocket<TcpStream>) -> Value {
        loop {
            match socket.read().unwrap() {
                Message::Text(text) => {
                    let value: Value = serde_json::from_str(&text).unwrap();
                    if value["is"] != "ping" {
                        return value;
                    }
                }
                Message::Close(frame) => {
                    return json!({ "code": u16::from(frame.map_or(CloseCode::Status, |frame| frame.code)) });
                }
                _ => {}
            }
        }
    }

    fn post(address: &str, key: &str, path: &str, body: &str) -> String {
        let mut stream = connect(address);
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn seats_are_told_of_changes_and_of_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fight.save.jsonl");
        let save = Save::new(&path, std::fs::File::create_new(&path).unwrap());
        let players = vec![Player { name: "Anna".to_owned(), figures: vec!["vela".to_owned()] }];
        let hosted = host(table("duel"), save, &Where { port: Some(0), players, ..Where::default() }).unwrap();
        let address = hosted.addresses[0].clone();
        let keys: Vec<String> =
            hosted.links.iter().map(|one| one.link.rsplit_once('/').unwrap().1.to_owned()).collect();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let server = std::thread::spawn(move || hosted.run_until(async { ended.await.unwrap_or_default() }));

        let [mut master, mut spectator, mut anna] = [0, 1, 2].map(|at| with_key(&address, &keys[at]));
        let seen = [&mut master, &mut spectator, &mut anna].map(hear);
        let revisions = seen.each_ref().map(|view| view["revision"].as_u64().unwrap());
        let revision = revisions[0];
        assert!(seen.iter().all(|view| view["is"] == "view"));
        assert_eq!(seen[1]["view"]["wanted"], Value::Null);
        assert_eq!(seen[2]["view"]["wanted"]["who"], "Vela");
        let act =
            |id: &str, revision: u64| json!({ "revision": revision, "id": id, "command": { "note": id } }).to_string();
        assert!(post(&address, &keys[0], "/api/act", &act("a", revision)).starts_with("HTTP/1.1 200"));
        for (one, revision) in [&mut master, &mut spectator, &mut anna].into_iter().zip(revisions) {
            let mut heard = hear(one);
            // The game master is told who came besides.
            while heard["revision"] == revision {
                heard = hear(one);
            }
            assert_eq!(heard["revision"], revision + 1);
        }

        // What happens to somebody unseen is heard by nobody else, and moves nobody's numbers.
        let acts = [
            json!({ "hide": { "who": "Sergeant Brand", "from": null } }),
            json!({ "hurt": { "who": "Sergeant Brand", "points": 1 } }),
            json!({ "note": "Sergeant Brand is out of breath" }),
            json!({ "undo": true }),
            json!({ "note": "b" }),
        ];
        let mut now = json!(revision + 1);
        for (at, act) in acts.into_iter().enumerate() {
            let body = json!({ "revision": now, "id": format!("unseen {at}"), "command": act }).to_string();
            let told = post(&address, &keys[0], "/api/act", &body);
            assert!(told.starts_with("HTTP/1.1 200"), "{told}");
            let done: Value = serde_json::from_str(told.split_once("\r\n\r\n").unwrap().1).unwrap();
            now = done["revision"].clone();
        }
        while hear(&mut master)["revision"] != now {}
        for (one, revision) in [(&mut spectator, revisions[1]), (&mut anna, revisions[2])] {
            assert_eq!(hear(one)["revision"], revision + 2, "it vanishes");
            assert_eq!(hear(one)["revision"], revision + 3, "the next that is heard is the note of whom all see");
        }

        // Who has no key, or says something else first.
        for (first, code) in [(r#"{"key":"x"}"#, 4401), (r#"{"key":1}"#, 4408), ("hello", 4408), ("", 4408)] {
            let mut stranger = socket(&address, first);
            let told = hear(&mut stranger);
            assert_eq!(told["is"], "closed");
            assert!(!told["why"].as_str().unwrap().is_empty());
            assert_eq!(hear(&mut stranger)["code"], code, "{first}");
        }
        let mut others: Vec<_> = (0..7).map(|_| with_key(&address, &keys[1])).collect();
        others.iter_mut().for_each(|one| assert_eq!(hear(one)["is"], "view"));
        let mut one_too_many = with_key(&address, &keys[1]);
        assert_eq!(hear(&mut one_too_many)["is"], "closed");
        assert_eq!(hear(&mut one_too_many)["code"], 4429);

        // A link that is withdrawn is good no more, at once.
        assert!(
            post(&address, &keys[0], "/api/seats", r#"{"revoke":{"name":"Spectators"}}"#).starts_with("HTTP/1.1 200")
        );
        assert_eq!(hear(&mut spectator)["is"], "closed");
        assert_eq!(hear(&mut spectator)["code"], 4401);
        assert_eq!(hear(&mut master)["is"], "view");

        // A body that stops arriving is not waited for; each request has a connection of its own.
        let mut stopped = connect(&address);
        let head = "POST /api/act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 90";
        write!(stopped, "{head}\r\nAuthorization: Bearer {}\r\n\r\n{{", keys[0]).unwrap();
        let mut told = String::new();
        stopped.read_to_string(&mut told).unwrap();
        assert!(told.starts_with("HTTP/1.1 408") && told.contains("connection: close"), "{told}");

        // Neither half a request nor a socket that says nothing holds up the end.
        let mut half = connect(&address);
        half.write_all(b"POST /api/act HTTP/1.1\r\nHost: 127").unwrap();
        let silent = tungstenite::client(format!("ws://{address}/api/ws"), connect(&address)).unwrap();
        let garbage = connect(&address);
        (&garbage).write_all(&[0xff, 0, 13, 10, 13, 10]).unwrap();
        garbage.shutdown(Shutdown::Write).unwrap();
        let start = Instant::now();
        end.send(()).unwrap();
        // Before that the game master hears of windows that came and went.
        let told = std::iter::repeat_with(|| hear(&mut master)).find(|told| told["is"] != "view").unwrap();
        assert_eq!((&told["is"], &told["why"]), (&json!("closed"), &json!("the table is closed: the fight is saved")));
        assert_eq!(hear(&mut master)["code"], 1001);
        server.join().unwrap().unwrap();
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        drop((half, silent));
        let log = std::fs::read_to_string(&path).unwrap();
        assert!(log.ends_with("\"text\":\"Note: b\"}\n"), "{log}");
    }
}
