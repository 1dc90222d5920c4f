//! Requests at random, as nobody sends them: each gets an answer that is no fault of the program, and nobody's secret.

use super::start::with_table;
use super::*;

/// Numbers at random, the same each time.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

const PATHS: &[&str] = &[
    "/",
    "/main.js",
    "/x.js",
    "/api/table",
    "/api/ws",
    "/api/view",
    "/api/log",
    "/api/act",
    "/api/plan",
    "/api/odds",
    "/api/reach",
    "/api/typed",
    "/api/look",
    "/api/measure",
    "/api/threat",
    "/api/win",
    "/api/follows",
    "/api/rule",
    "/api/past",
    "/api/written",
    "/api/seats",
    "/api/door",
    "/api/knock",
    "/api/start",
    "/api/start/ruleset",
    "/api/start/draft",
    "/api/start/judge",
    "/api/start/save",
    "/api/start/begin",
    "/api/start/resume",
    "/api/start/table",
    "/api/start/picture",
    "/api/start/import",
    "/api/picture",
];

const WORDS: &[&str] = &[
    "",
    "1",
    "-1",
    "9999999999999999999",
    "vela",
    "Vela",
    "Sergeant Brand",
    "attack vela",
    "move",
    "0,0",
    "DF-066",
    "dfrpg",
    "obss",
    "duel",
    "bridge",
    "../x",
    "x.toml",
    "%00",
    "%ff",
    "ä\u{202e}",
    "[[",
    "{}",
    "{a=1}",
    "Anna",
    "Bo",
    "Game master",
    "Spectators",
    "\u{0}",
];

const KEYS: &[&str] = &[
    "words",
    "all",
    "revision",
    "id",
    "command",
    "say",
    "decide",
    "note",
    "roll",
    "set",
    "path",
    "value",
    "hurt",
    "who",
    "points",
    "force",
    "total",
    "line",
    "make",
    "name",
    "kind",
    "figures",
    "reissue",
    "revoke",
    "code",
    "admit",
    "seat",
    "draft",
    "file",
    "replace",
    "stock",
    "wish",
    "sides",
    "dice",
    "open",
    "ruleset",
    "title",
    "map",
    "rows",
    "legend",
    "layout",
    "combatant",
    "sheet",
    "at",
    "count",
    "fights",
    "ask-undo",
    "grant-undo",
    "grant",
    "pause",
    "nudge",
    "throws",
    "turn-away",
    "hide",
    "from",
    "undo",
    "interject",
    "allow",
];

/// A value at random, not deep.
fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 5 } else { 8 }) {
        0 => json!(random.of(WORDS)),
        1 => json!(random.below(40)),
        2 => json!(random.of(&[true, false])),
        3 => json!(random.of(&[-1.5, 0.0, 1e300, -2_147_483_649.0])),
        4 => Value::Null,
        5 => (0..random.below(4)).map(|_| value(random, depth - 1)).collect(),
        _ => {
            let mut table = serde_json::Map::new();
            for _ in 0..random.below(4) {
                table.insert((*random.of(KEYS)).to_owned(), value(random, depth - 1));
            }
            Value::Object(table)
        }
    }
}

/// Bodies that mean something, to be spoiled.
fn sound(random: &mut Random, revision: u64) -> Value {
    let word = *random.of(WORDS);
    let number = random.below(30);
    match random.below(16) {
        0 => json!({ "words": word }),
        1 => json!({ "words": word, "all": true }),
        2 => json!({ "revision": revision, "id": number.to_string(), "command": { "say": word } }),
        3 => json!({ "revision": revision, "id": format!("n{number}"), "command": { "note": word } }),
        4 => json!({ "revision": revision, "id": format!("u{number}"), "command": { "undo": true } }),
        5 => json!({ "make": { "name": word, "kind": "player", "figures": [word] } }),
        6 => json!({ "admit": { "name": word, "seat": null, "kind": "screen", "figures": [] } }),
        7 => json!({ "code": word, "name": word }),
        8 => {
            json!({ "draft": { "ruleset": "dfrpg", "combatant": [{ "name": word, "sheet": "orc", "at": [number, 0] }] } })
        }
        9 => {
            json!({ "draft": { "ruleset": "obss", "map": { "layout": "square", "rows": ["..", "#."] }, "combatant": [] }, "file": word })
        }
        10 => json!({ "stock": word }),
        11 => json!({ "file": word }),
        12 => json!({ "open": word }),
        13 => json!({ "fights": number }),
        14 => json!({ "throws": { "name": word, "throws": true } }),
        _ => json!({ "code": true }),
    }
}

/// Puts something else into a value somewhere.
fn spoil(random: &mut Random, body: &mut Value) {
    let count = body.as_object().map_or(0, serde_json::Map::len);
    match body.as_object_mut() {
        Some(table) if count > 0 && random.below(3) > 0 => {
            let at = random.below(count);
            table.values_mut().skip(at).take(1).for_each(|inner| spoil(random, inner));
        }
        _ => *body = value(random, 2),
    }
}

#[tokio::test]
async fn no_request_is_a_fault_or_tells_a_secret() {
    let (server, start) = with_table();
    let Keys { master, spectator, anna, bo } = server.keys.clone();
    let keys = [master.as_str(), &anna, &bo, &spectator, &start, "", "x", "start.", "0.0"];
    let mut random = Random(20_261_123);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..4000 {
        let mut path = (*random.of(PATHS)).to_owned();
        for number in 0..random.below(3) {
            let sign = if number == 0 { '?' } else { '&' };
            let name = *random.of(&["who", "from", "to", "line", "id", "words", "ticket", "stock", "file"]);
            let text: String = form_urlencoded::byte_serialize(random.of(WORDS).as_bytes()).collect();
            path += &format!("{sign}{name}={text}");
        }
        let key = *random.of(&keys);
        let method = *random.of(&["GET", "GET", "POST", "POST", "POST", "PUT", "HEAD"]);
        let mut sent = sound(&mut random, 1);
        let body = match random.below(6) {
            0 => sent.to_string().into_bytes(),
            1 | 2 => {
                spoil(&mut random, &mut sent);
                sent.to_string().into_bytes()
            }
            3 => value(&mut random, 3).to_string().into_bytes(),
            4 => (0..random.below(60)).map(|_| random.below(256) as u8).collect(),
            _ => Vec::new(),
        };
        let kind =
            *random.of(&["application/json", "application/json", "application/json; charset=utf-8", "text/plain", ""]);
        let host = *random.of(&["127.0.0.1", "127.0.0.1", "localhost:4774", "[::1]", "evil.example", ""]);
        let mut request = Request::builder().method(method).uri(path.as_str()).header("host", host);
        request = request.header("authorization", format!("Bearer {key}")).header("content-type", kind);
        if random.below(8) == 0 {
            request = request.header("origin", *random.of(&["http://127.0.0.1", "null", "http://evil.example", "x"]));
        }
        let what = format!("{method} {path} {}", String::from_utf8_lossy(&body));
        let (status, told) = server.send(request.body(Body::from(body)).unwrap()).await;
        assert!(!status.is_server_error(), "{what}: {status} {told}");
        if status.is_success() {
            good += 1
        } else {
            bad += 1
        }
        let told = told.to_string();
        for secret in [&master, &anna, &bo, &spectator, &start] {
            let (_, own) = secret.split_once('.').unwrap();
            assert!(!told.contains(own), "{what} tells the key of somebody: {told}");
        }
    }
    // Both happens: the one proves that requests arrive, the other that they are judged.
    assert!(good > 100 && bad > 1000, "{good} {bad}");
    assert_eq!(server.get(&master, "/api/view").await.0, StatusCode::OK, "the table stands");
}
