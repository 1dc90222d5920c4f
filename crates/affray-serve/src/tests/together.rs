//! Many at one table at a time: late, twice, in any order. What each saw is what the log says, and what was done is in it once.

use super::*;
use affray_session::Seat;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};

/// What all clients saw and did.
#[derive(Default)]
struct Seen {
    /// By seat and revision.
    views: BTreeMap<(&'static str, u64), Value>,
    accepted: BTreeSet<String>,
    refused: BTreeSet<String>,
}

/// A client of a seat, with numbers at random of its own.
struct Client {
    seat: &'static str,
    key: String,
    number: u64,
    random: u64,
}

impl Client {
    fn next(&mut self, below: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % below
    }

    async fn live(mut self, server: Arc<Server>, seen: Arc<Mutex<Seen>>) {
        let mut known = (0, Value::Null);
        for at in 0..60 {
            tokio::task::yield_now().await;
            // Now and then it goes by what it knew before.
            if self.next(4) > 0 || known.1.is_null() {
                let message = server.view(&self.key).await;
                known = (message["revision"].as_u64().unwrap(), message["view"].clone());
                let before = seen.lock().unwrap().views.insert((self.seat, known.0), known.1.clone());
                assert!(before.is_none_or(|before| before == known.1), "one revision is one view");
            }
            let id = format!("{}-{}-{at}", self.seat, self.number);
            let offers = known.1["wanted"]["options"].as_array().cloned().unwrap_or_default();
            let command = match self.next(8) {
                0..=2 if !offers.is_empty() => json!({ "decide": [offers[self.next(offers.len())]["id"]] }),
                3 if self.seat == "master" => json!({ "undo": true }),
                _ => json!({ "note": id }),
            };
            let is_note = command.get("note").is_some();
            let body = json!({ "revision": known.0, "id": id, "command": command }).to_string();
            let first = server.post(&self.key, "/api/act", body.clone()).await;
            if self.next(3) == 0 && first.0 == StatusCode::OK {
                // The answer was lost: it is asked for again.
                assert_eq!(server.post(&self.key, "/api/act", body).await, first);
            }
            if first.0 == StatusCode::CONFLICT {
                let revision = first.1["revision"].as_u64().unwrap();
                seen.lock().unwrap().views.insert((self.seat, revision), first.1["view"].clone());
            }
            assert!(!first.0.is_server_error(), "{first:?}");
            if is_note {
                let mut seen = seen.lock().unwrap();
                if first.0 == StatusCode::OK {
                    seen.accepted.insert(id)
                } else {
                    seen.refused.insert(id)
                };
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_everybody_saw_is_what_the_log_leads_to() {
    let server = Arc::new(Server::new("duel"));
    let seen = Arc::new(Mutex::new(Seen::default()));
    let Keys { master, spectator, anna, bo } = &server.keys;
    let seats =
        [("master", master), ("anna", anna), ("bo", bo), ("spectator", spectator), ("anna", anna), ("master", master)];
    let mut clients = Vec::new();
    for (number, (seat, key)) in (0..).zip(seats) {
        let client = Client { seat, key: key.clone(), number, random: number * 77 + 5 };
        clients.push(tokio::spawn(client.live(Arc::clone(&server), Arc::clone(&seen))));
    }
    for client in clients {
        client.await.unwrap();
    }
    let text = std::fs::read_to_string(server.folder.path().join("fight.save.jsonl")).unwrap();
    let (header, lines) = affray_session::read_header(&Source::new("log", text.clone())).unwrap();
    let seen = seen.lock().unwrap();
    for note in &seen.accepted {
        assert_eq!(text.matches(&format!("\"text\":\"Note: {note}\"")).count(), 1, "{note}");
    }
    for note in &seen.refused {
        assert!(!text.contains(&format!("\"Note: {note}\"")), "{note} was refused");
    }
    assert!(seen.accepted.len() > 40 && seen.refused.len() > 10 && seen.views.len() > 100);
    // From the beginning, input by input: the game master's revisions are places in the log, and each other seat saw one view after
    // another of those that the log leads to.
    let encounter = affray_games::find(&header.ruleset).unwrap();
    let whos = [
        ("master", Seat::GameMaster),
        ("anna", Seat::Player(vec![0])),
        ("bo", Seat::Player(vec![1])),
        ("spectator", Seat::Spectator),
    ];
    let mut left = whos.each_ref().map(|(seat, _)| {
        let all = seen.views.iter().filter(|((of, _), _)| of == seat);
        all.map(|((_, revision), view)| (*revision, view.clone())).collect::<VecDeque<_>>()
    });
    assert!(left.iter().all(|all| all.len() > 10));
    for count in 0..=lines.len() {
        let terms = Terms::of(&header);
        let loaded = encounter.load(&terms.encounter, &no_files).unwrap();
        let mut table = loaded.table_to_follow(terms).unwrap();
        if table.follow(&lines[..count]).unwrap() != 0 {
            // In the middle of what one input led to.
            assert!(left[0].front().is_none_or(|(revision, _)| *revision != count as u64));
            continue;
        }
        table.ask_all(false).unwrap();
        for ((seat, who), left) in whos.iter().zip(&mut left) {
            table.sit("", who.clone());
            let mut view = json!(table.view());
            while let Some((revision, seen)) = left.front() {
                if *seat != "master" {
                    // These count for themselves.
                    view["revision"] = (*revision).into();
                    view["turn"] = seen["turn"].clone();
                }
                if view != *seen {
                    break;
                }
                left.pop_front();
            }
        }
    }
    for ((seat, _), left) in whos.iter().zip(&left) {
        assert!(left.is_empty(), "{seat} saw at {} what never was", left[0].0);
    }
}
