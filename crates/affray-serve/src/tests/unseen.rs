//! Two tables that differ only in what a seat may not know give that seat the same bytes: views, revisions, numbers of lines, refusals.

use super::*;

/// Everything that a seat is told.
async fn told(server: &Server, key: &str) -> Vec<String> {
    let (_, log) = server.get(key, "/api/log?from=0").await;
    let mut all = vec![server.view(key).await.to_string(), server.get(key, "/api/table").await.1.to_string()];
    for line in log["lines"].as_array().unwrap().iter().rev().take(2) {
        let (status, past) = server.get(key, &format!("/api/past?line={}", line["line"])).await;
        all.push(format!("{status} {past}"));
    }
    // Who reads on from the place that the view names has read all.
    let next = server.view(key).await["lines"].as_u64().unwrap();
    assert_eq!(log["next"], next);
    let (_, rest) = server.get(key, &format!("/api/log?from={next}")).await;
    assert_eq!((&rest["lines"], &rest["reset"]), (&json!([]), &json!(false)));
    let late = json!({ "revision": 1, "id": "late", "command": { "note": "late" } }).to_string();
    // Spectators write no notes.
    let (status, late) = server.post(key, "/api/act", late).await;
    assert!([StatusCode::CONFLICT, StatusCode::FORBIDDEN].contains(&status), "{status} {late}");
    all.extend([log.to_string(), late.to_string()]);
    for path in ["/api/past?line=0", "/api/past?line=99999", "/api/log?from=7", "/api/look?who=nobody", "/api/seats"] {
        all.push(format!("{:?}", server.get(key, path).await));
    }
    for (path, words) in [("/api/plan", "1"), ("/api/reach", "move"), ("/api/plan", "nonsense")] {
        all.push(format!("{:?}", server.post(key, path, json!({ "words": words }).to_string()).await));
    }
    all
}

/// What happens unseen at one of the tables only; how much of it did.
async fn unseen(server: &Server, hidden: &str, round: usize) -> usize {
    let master = &server.keys.master;
    let mut done = 0;
    let mut acts = vec![
        json!({ "hurt": { "who": hidden, "points": 1 } }),
        json!({ "note": format!("{hidden} waits for its moment") }),
        json!({ "undo": true }),
        json!({ "hurt": { "who": hidden, "points": -1 } }),
    ];
    // Where the hidden one is asked, it begins something and takes it back.
    let view = server.view(master).await["view"].clone();
    if view["asked"] == hidden {
        for (number, offer) in view["wanted"]["options"].as_array().into_iter().flatten().enumerate().take(3) {
            let words = json!({ "words": (number + 1).to_string() }).to_string();
            let (status, plan) = server.post(master, "/api/plan", words).await;
            if status == StatusCode::OK && plan["next"]["who"] == hidden && plan["next"]["is"] == "choice" {
                acts.extend([json!({ "decide": [offer["id"]] }), json!({ "undo": true })]);
            }
        }
    }
    let before = pushed(server).await;
    for (at, act) in acts.into_iter().enumerate() {
        done += usize::from(server.act(master, &format!("unseen {round} {at}"), act).await.0 == StatusCode::OK);
        // A window is sent its view only where that is another one.
        assert_eq!(pushed(server).await, before, "{hidden}, round {round}, act {at}");
    }
    done
}

/// What windows of the seats show that do not know of it.
async fn pushed(server: &Server) -> [String; 3] {
    let Keys { anna, bo, spectator, .. } = &server.keys;
    let [one, other, third] = [anna, bo, spectator].map(|key| server.view(key));
    [one.await.to_string(), other.await.to_string(), third.await.to_string()]
}

/// Who is hidden acts, is hurt, is spoken of, and takes back, at one of two tables; at the other it does nothing of the kind.
#[tokio::test]
async fn who_acts_unseen_leaves_no_trace_in_any_number() {
    let mut begun = 0;
    let encounters = ["guarded-caster", "cavalry", "bridge", "party-and-raiders", "alley-brawl"];
    // Unoptimized, two of them.
    for encounter in encounters.into_iter().take(if cfg!(debug_assertions) { 2 } else { 5 }) {
        let (one, other) = (Server::new(encounter), Server::new(encounter));
        let figures = one.view(&one.keys.master).await["view"]["figures"].clone();
        let hidden = figures.as_array().unwrap().last().unwrap()["name"].as_str().unwrap().to_owned();
        let hide = json!({ "hide": { "who": hidden, "from": null } });
        for server in [&one, &other] {
            assert_eq!(server.act(&server.keys.master, "hide", hide.clone()).await.0, StatusCode::OK);
        }
        let mut written = 0;
        for round in 0..6 {
            written += unseen(&other, &hidden, round).await;
            let asked = |view: &Value| view["view"]["asked"].as_str().unwrap_or_default().to_owned();
            for (mine, theirs) in [
                (&one.keys.anna, &other.keys.anna),
                (&one.keys.bo, &other.keys.bo),
                (&one.keys.spectator, &other.keys.spectator),
            ] {
                let (this, that) = (told(&one, mine).await, told(&other, theirs).await);
                for (this, that) in this.iter().zip(&that) {
                    // The two tables have links of their own.
                    assert_eq!(this, that, "{encounter}, round {round}");
                }
                assert_eq!(this.len(), that.len());
                assert!(!this[0].contains(&hidden) && !this.contains(&hidden));
            }
            // Both go on alike.
            let view = one.view(&one.keys.master).await;
            begun += usize::from(asked(&view) == hidden);
            let Some(offers) = view["view"]["wanted"]["options"].as_array().filter(|all| !all.is_empty()) else {
                break;
            };
            let idle = |one: &&Value| {
                one["words"].as_str().is_some_and(|words| words.contains("Nothing") || words.contains("Pass"))
            };
            let offer = offers.iter().find(idle).unwrap_or(&offers[offers.len() - 1])["id"].clone();
            let mut done = Vec::new();
            for server in [&one, &other] {
                let command = json!({ "decide": [offer] });
                done.push(server.act(&server.keys.master, &format!("round {round}"), command).await.0);
            }
            assert_eq!(done[0], done[1], "{encounter}, round {round}");
        }
        assert!(written > 8, "{encounter}: {written} unseen inputs");
        assert!(one.revision().await < other.revision().await, "the game master sees how much happened");
    }
    assert!(begun > 0, "who is hidden was asked {begun} times");
}

/// Whoever read on at an earlier run of the server, or plays somebody else from now on, reads all anew.
#[tokio::test]
async fn who_knows_another_numbering_reads_all_anew() {
    let server = Server::new("duel");
    let Keys { master, anna, .. } = &server.keys;
    assert_eq!(server.act(master, "a", json!({ "note": "one" })).await.0, StatusCode::OK);
    let (_, all) = server.get(anna, "/api/log?from=0").await;
    let next = all["next"].as_u64().unwrap();
    assert_eq!(all["reset"], false);
    let earlier = BEGUN - 500;
    for from in [earlier, next + 1, 3] {
        let (_, again) = server.get(anna, &format!("/api/log?from={from}")).await;
        assert_eq!((&again["lines"], &again["reset"]), (&all["lines"], &json!(true)), "from {from}");
    }
    let vela = json!({ "figures": { "name": "Anna", "figures": ["Vela"] } }).to_string();
    assert_eq!(server.post(master, "/api/seats", vela).await.0, StatusCode::OK);
    let (_, again) = server.get(anna, &format!("/api/log?from={next}")).await;
    assert_eq!(again["reset"], true);
    assert!(next < again["next"].as_u64().unwrap());
}
