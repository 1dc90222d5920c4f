//! `serve` as somebody has it who starts it, kills it and starts it again.

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that runs, and the game master's way to it.
struct Server {
    child: Child,
    address: String,
    key: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn affray(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_affray"));
    command.current_dir(folder).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Server {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = affray(folder, &["serve", "--port", "0"]).args(arguments).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let link = lines.find_map(|line| line.unwrap().split_once("http://").map(|(_, link)| link.trim().to_owned()));
        let link = link.expect("the first link is the game master's");
        let (address, key) = link.split_once("/#/").unwrap();
        // Whoever reads on keeps it from writing into nothing.
        std::thread::spawn(move || lines.count());
        Self { child, address: address.to_owned(), key: key.to_owned() }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let (address, key, length) = (&self.address, &self.key, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn view(&self) -> Value {
        self.ask("GET", "/api/view", "").1
    }

    fn act(&self, id: &str, command: &Value) -> (u16, Value) {
        let body = json!({ "revision": self.view()["revision"], "id": id, "command": command });
        self.ask("POST", "/api/act", &body.to_string())
    }
}

#[test]
fn nothing_that_was_acknowledged_is_lost_by_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &["duel", "--player", "Anna=Vela"]);
    let first = server.key.clone();
    for round in 0..6 {
        let mut before = Value::Null;
        for at in 0..3 {
            let (status, done) = server.act(&format!("{round} {at}"), &json!({ "say": "1" }));
            assert!(status == 200, "{done}");
            before = server.view();
            assert_eq!(done["revision"], before["revision"]);
        }
        let log = server.ask("GET", "/api/log?from=0", "").1;
        // On Unix that is SIGKILL: nothing is tidied up.
        server.child.kill().unwrap();
        server.child.wait().unwrap();
        if round == 3 {
            // As a crash in the middle of a line leaves it.
            let mut file =
                std::fs::OpenOptions::new().append(true).open(folder.path().join("duel.save.jsonl")).unwrap();
            file.write_all(br#"{"line":9999,"round"#).unwrap();
        }
        server = Server::start(folder.path(), &["--resume", "duel.save.jsonl"]);
        assert_eq!(server.view(), before);
        assert_eq!(server.ask("GET", "/api/log?from=0", "").1, log);
        // Links from before are good still, and seats are kept.
        server.key = first.clone();
        let (_, seats) = server.ask("GET", "/api/seats", "");
        assert_eq!(seats["seats"][2]["figures"], json!(["Vela"]), "{seats}");
    }
}

#[test]
fn two_servers_do_not_write_one_log() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["duel"]);
    for arguments in [&["--resume", "duel.save.jsonl"][..], &["duel", "--force"]] {
        let second = affray(folder.path(), &["serve", "--port", "0"]).args(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&second.stderr).into_owned();
        assert_eq!(second.status.code(), Some(2), "{told}");
        assert!(told.contains("is in use"), "{told}");
    }
    assert_eq!(server.ask("GET", "/api/view", "").0, 200, "the first one goes on");
}

#[test]
fn what_cannot_be_served_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let port = server.address.rsplit_once(':').unwrap().1;
    for (arguments, reason) in [
        (&["nosuch"][..], "neither a file nor an encounter"),
        (&["duel", "--save", "a.jsonl", "--port", port], "cannot be used"),
        (&["duel", "--save", "b.jsonl", "--player", "Anna"], "a name, `=` and whom it plays"),
        (&["duel", "--save", "c.jsonl", "--player", "Anna=Nobody"], "nobody is called"),
        (&["duel", "--save", "d.jsonl", "--player", "Spectators=Vela"], "another seat"),
        (&["duel", "--save", "e.jsonl", "--hand", "Nobody"], "nobody is called"),
    ] {
        let output = affray(folder.path(), &["serve"]).args(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(reason), "{arguments:?}: {told}");
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 0, "nothing is left of them: {left:?}");
}

#[test]
fn fights_of_an_evening_are_saved_beside_each_other_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &["--seed", "3"]);
    let start = server.key.clone();
    let mut begin = |path: &str, body: &Value| {
        server.key = start.clone();
        let (status, begun) = server.ask("POST", &format!("/api/start/{path}"), &body.to_string());
        assert_eq!(status, 200, "{begun}");
        server.key = begun["link"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned();
        server.ask("GET", "/api/table", "").1
    };
    let first = begin("begin", &json!({ "stock": "duel" }));
    assert_eq!((&first["file"], &first["practice"]), (&json!("duel.save.jsonl"), &json!(true)));
    let wish = json!({ "sides": ["The garrison"], "dice": "typed" });
    let second = begin("begin", &json!({ "stock": "duel", "wish": wish }));
    assert_eq!((&second["file"], &second["dice"]), (&json!("duel-2.save.jsonl"), &json!("typed-own")));
    let figures = server.view()["view"]["figures"].clone();
    assert_eq!((&figures[0]["by_hand"], &figures[1]["by_hand"]), (&json!(true), &json!(false)));
    let (status, told) = server.ask("GET", "/api/view", "");
    assert_eq!(status, 200);
    // Killed and started again: both are there to go on with.
    drop(server);
    let mut server = Server::start(folder.path(), &[]);
    let (_, list) = server.ask("GET", "/api/start", "");
    let mut saved: Vec<&str> =
        list["saved"].as_array().unwrap().iter().filter_map(|one| one["file"].as_str()).collect();
    saved.sort_unstable();
    assert_eq!(saved, ["duel-2.save.jsonl", "duel.save.jsonl"]);
    let (status, begun) = server.ask("POST", "/api/start/resume", r#"{"file":"duel-2.save.jsonl"}"#);
    assert_eq!(status, 200, "{begun}");
    server.key = begun["link"].as_str().unwrap().rsplit_once('/').unwrap().1.to_owned();
    assert_eq!(server.view()["view"]["figures"], told["view"]["figures"]);
    // What cannot be begun says why, and where.
    std::fs::write(
        folder.path().join("broken.toml"),
        "ruleset = \"dfrpg\"\n[[combatant]]\nname = \"A\"\nsheet = \"orcc\"\nat = [0, 0]\n",
    )
    .unwrap();
    let start = Server::start(folder.path(), &[]);
    let (status, told) = start.ask("POST", "/api/start/begin", r#"{"file":"broken.toml"}"#);
    assert_eq!(status, 422);
    let told = told["error"].as_str().unwrap();
    assert!(told.starts_with("broken.toml:4:9: the program has no sheet `orcc`"), "{told}");
    for arguments in [&["--save", "x.jsonl"][..], &["--player", "Anna=Vela"]] {
        let output = affray(folder.path(), &["serve"]).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn it_leaves_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), &["duel"]);
    assert_eq!(server.act("a", &json!({ "say": "1" })).0, 200);
    let ended = Command::new("kill").args(["-INT", &server.child.id().to_string()]).status().unwrap();
    assert!(ended.success());
    assert!(server.child.wait().unwrap().success());
    let replayed = affray(folder.path(), &["replay", "duel.save.jsonl"]).output().unwrap();
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
    // At the terminal it goes on as well.
    let played = affray(folder.path(), &["play", "--resume", "duel.save.jsonl"]).stdin(Stdio::null()).output().unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
}
