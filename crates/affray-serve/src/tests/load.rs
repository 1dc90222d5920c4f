//! A hundred tables with eight windows each, on this machine: how long it takes from an act to everybody's view, and how much memory
//! a table needs; and how much it grows. What they find they print:
//!
//! `cargo test --release -p affray-serve load:: -- --nocapture --test-threads=1`
//!
//! Only programs that are optimized are held to the time and the memory; others play a few tables, so that the test itself is tested.

use super::fuzz::Random;
use super::*;
use crate::act::Act;
use crate::hall::Places;
use crate::server::{Where, empty};
use futures_util::{SinkExt as _, StreamExt as _};
use std::collections::HashSet;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;

/// Whether the program is optimized, and so held to what it promises.
const IS_FAST: bool = !cfg!(debug_assertions);

const TABLES: usize = if IS_FAST { 100 } else { 6 };
const WINDOWS: usize = 8;
const ACTS: usize = if IS_FAST { 25 } else { 4 };

/// Between two acts at a table.
const PACE: Duration = Duration::from_secs(1);

/// Within that time 99 of 100 windows show an act, on two cores that do nothing else.
const PROMISED: Duration = Duration::from_millis(100);

/// So many times slower a machine may be that has other work: the client, with its hundreds of windows, runs on it too.
const SLOWER: u32 = 3;

/// Inputs of the fight that grows.
const INPUTS: u32 = if IS_FAST { 5_000 } else { 60 };

/// So many kilobytes a line of the log may take in memory, in all its forms, and so many a table besides.
const MOST_OF_A_LINE: u64 = 4;
const MOST_BESIDES: u64 = 16 * 1024;

/// Kilobytes of memory that this process has in use, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok())
}

/// What a window shows: which window, the revision, since when, and what is waited for.
type Heard = (usize, u64, Instant, Value);

/// A window: tells each revision with the moment at which it came.
async fn window(address: String, key: String, at: usize, heard: mpsc::UnboundedSender<Heard>) {
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{address}/api/ws")).await.unwrap();
    socket.send(Message::text(json!({ "key": key }).to_string())).await.unwrap();
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let now = Instant::now();
        let told: Value = serde_json::from_str(&text).unwrap();
        if told["is"] == "view"
            && heard.send((at, told["revision"].as_u64().unwrap(), now, told["view"]["wanted"].clone())).is_err()
        {
            return;
        }
    }
}

async fn post(address: &str, key: &str, body: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let request = format!(
        "POST /api/act HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    loop {
        let mut bytes = [0; 16 * 1024];
        let count = stream.read(&mut bytes).await.unwrap();
        assert!(count > 0, "the connection is gone");
        answer.extend_from_slice(&bytes[..count]);
        let text = String::from_utf8_lossy(&answer);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length =
            head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if body.len() >= length.unwrap_or(0) {
            return (head[9..12].parse().unwrap(), serde_json::from_str(body).unwrap());
        }
    }
}

/// One table: acts at its pace, and how long each view took.
async fn play(address: String, keys: Vec<String>, number: usize) -> Vec<Duration> {
    let (tell, mut heard) = mpsc::unbounded_channel();
    let master = keys[0].clone();
    let windows: Vec<_> = (0..WINDOWS)
        .map(|at| tokio::spawn(window(address.clone(), keys[at % keys.len()].clone(), at, tell.clone())))
        .collect();
    let (mut revision, mut wanted) = (0, Value::Null);
    let mut there = HashSet::new();
    while there.len() < WINDOWS {
        let (window, of, _, asked) = heard.recv().await.unwrap();
        there.insert(window);
        // The game master's revision is the one that commands name.
        if asked.is_object() {
            (revision, wanted) = (of, asked);
        }
    }
    let (mut took, mut whims) = (Vec::new(), Random(number as u64));
    tokio::time::sleep(PACE.mul_f64(number as f64 / TABLES as f64)).await;
    for at in 0..ACTS {
        let next = Instant::now() + PACE;
        let offers = wanted["options"].as_array().cloned().unwrap_or_default();
        let whim = whims.below(offers.len().max(1));
        let command = match offers.get(whim) {
            Some(offer) => json!({ "decide": [offer["id"]] }),
            None => json!({ "note": "nothing else is left to be done" }),
        };
        let body = json!({ "revision": revision, "id": at.to_string(), "command": command }).to_string();
        let start = Instant::now();
        let (status, done) = post(&address, &master, &body).await;
        if status != 200 {
            // An option that nobody can take: as long as the next one can be, that is no matter.
            assert_eq!(status, 422, "{done}");
            tokio::time::sleep_until(next.into()).await;
            continue;
        }
        revision = done["revision"].as_u64().unwrap();
        there.clear();
        let is_master = |window: usize| window.is_multiple_of(keys.len());
        // What changes nothing for those who look on is not pushed to them.
        while there.iter().filter(|&&window| is_master(window)).count()
            < (0..WINDOWS).filter(|&at| is_master(at)).count()
        {
            let (window, of, when, asked) = heard.recv().await.unwrap();
            // Each window that shows it counts once.
            if of < revision || when < start || !there.insert(window) {
                continue;
            }
            took.push(when - start);
            if is_master(window) {
                wanted = asked
            }
        }
        tokio::time::sleep_until(next.into()).await;
    }
    windows.iter().for_each(tokio::task::JoinHandle::abort);
    took
}

#[test]
fn load() {
    let folder = tempfile::tempdir().unwrap();
    let hosted = empty(&Where { port: Some(0), ..Where::default() }).unwrap();
    let (address, hall) = (hosted.addresses[0].clone(), hosted.hall());
    let encounters = ["duel", "bridge", "sword-and-rapier", "graded-duel", "cavalry", "ogre-hunt"];
    let before = memory();
    let mut all = Vec::new();
    for number in 0..TABLES {
        let path = folder.path().join(format!("{number}.save.jsonl"));
        let save = Save::new(&path, std::fs::File::create_new(&path).unwrap());
        let (_, links) = hall.host(table(encounters[number % encounters.len()]), save, &Places::default()).unwrap();
        all.push(links.into_iter().map(|one| one.link.rsplit_once('/').unwrap().1.to_owned()).collect::<Vec<_>>());
    }
    let after = memory();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let server = std::thread::spawn(move || hosted.run_until(async { ended.await.unwrap_or_default() }));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let mut took = runtime.block_on(async {
        let tables: Vec<_> =
            (0..).zip(all).map(|(number, keys)| tokio::spawn(play(address.clone(), keys, number))).collect();
        let mut took = Vec::new();
        for (number, table) in tables.into_iter().enumerate() {
            took.extend(table.await.unwrap().into_iter().map(|one| (one, number % encounters.len())));
        }
        took
    });
    took.sort();
    let of = |encounter: usize| took.iter().filter(move |one| one.1 == encounter).map(|one| one.0);
    let at = |all: &[Duration], share: f64| all[((all.len() - 1) as f64 * share) as usize];
    let share = |share: f64| took[((took.len() - 1) as f64 * share) as usize].0;
    #[expect(clippy::print_stdout, reason = "that is what it is for")]
    {
        println!("{TABLES} tables of {WINDOWS} windows, {} views", took.len());
        println!("half within {:?}, 99 of 100 within {:?}, all within {:?}", share(0.5), share(0.99), share(1.0));
        for (number, name) in encounters.iter().enumerate() {
            let all: Vec<Duration> = of(number).collect();
            println!("  {name}: half within {:?}, 99 of 100 within {:?}", at(&all, 0.5), at(&all, 0.99));
        }
        if let (Some(before), Some(after), Some(end)) = (before, after, memory()) {
            println!(
                "memory: {} kB a table at its start, {} kB with its windows at the end, the client's included",
                (after - before) / TABLES as u64,
                (end - before) / TABLES as u64
            );
        }
    }
    end.send(()).unwrap();
    server.join().unwrap().unwrap();
    let most = if IS_FAST { PROMISED * SLOWER } else { Duration::from_secs(10) };
    assert!(share(0.99) < most, "99 of 100 within {:?}", share(0.99));
}

/// A table that goes on for hours takes no more memory than its log does: thousands of inputs of a fight that does not end, with seats
/// that read.
#[test]
fn growth() {
    let folder = tempfile::tempdir().unwrap();
    let (mut desk, keys) = desk(folder.path(), "bridge");
    desk.limits = Limits { acts: (1e9, 1e9), questions: (1e9, 1e9) };
    let (mut slowest, mut first, mut lines) = (Duration::ZERO, None, 0);
    for at in 0..INPUTS {
        let who = desk.who(&keys.master).ok().unwrap();
        let told: Value = serde_json::from_str(&desk.view(who)).unwrap();
        let offers = told["view"]["wanted"]["options"].as_array().cloned().unwrap_or_default();
        let idle = offers.iter().find(|one| one["words"] == "Do Nothing").or(offers.first());
        let command = match idle {
            Some(offer) => Act::Decide(vec![offer["id"].clone()]),
            None => Act::Note("it is over".to_owned()),
        };
        // The game master's revisions count the lines of the log.
        lines = told["revision"].as_u64().unwrap();
        let request = crate::act::Request { revision: lines, id: at.to_string(), command };
        let start = Instant::now();
        desk.act(&keys.master, request).unwrap();
        slowest = slowest.max(start.elapsed());
        for seat in 0..4 {
            desk.view(seat);
        }
        if at % 1000 == 999 {
            // The first ones fill what does not grow any further: tables of chances, room for answers.
            first.get_or_insert((lines, memory()));
            #[expect(clippy::print_stdout, reason = "that is what it is for")]
            {
                println!("{} inputs, {lines} lines: {:?} kB, the slowest act {slowest:?}", at + 1, memory());
            }
            slowest = Duration::ZERO;
        }
    }
    // Other tests of a process take memory as well: those of the optimized program run one after another.
    if let (true, Some((before, Some(had))), Some(has)) = (IS_FAST, first, memory()) {
        let (more, grown) = (lines - before, has.saturating_sub(had));
        assert!(grown < MOST_OF_A_LINE * more + MOST_BESIDES, "{grown} kB more for {more} lines more");
    }
}
