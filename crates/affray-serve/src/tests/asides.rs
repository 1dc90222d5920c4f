//! What passes beside the fight: requests, a pause, the door, whose dice are thrown.

use super::*;

#[tokio::test]
async fn a_player_gets_back_what_was_done_last_once_the_game_master_agrees() {
    let server = Server::new("duel");
    let Keys { master, anna, bo, spectator } = &server.keys;
    let view = server.view(master).await;
    let first = view["view"]["asked"] == view["view"]["figures"][0]["name"];
    let (on, name, off) = if first { (anna, "Anna", bo) } else { (bo, "Bo", anna) };
    let ask = json!({ "ask-undo": true });
    assert_eq!(server.act(on, "a", ask.clone()).await.0, StatusCode::UNPROCESSABLE_ENTITY, "nothing was done yet");
    assert_eq!(server.act(spectator, "a", ask.clone()).await.0, StatusCode::FORBIDDEN);
    let before = server.view(master).await["view"].clone();
    let done = before["wanted"]["options"].as_array().unwrap().iter().find(|one| one["words"] == "Do Nothing").unwrap();
    assert_eq!(server.act(on, "b", json!({ "decide": [done["id"]] })).await.0, StatusCode::OK);
    // Somebody else does something after it.
    let next = server.view(off).await["view"]["wanted"]["options"].as_array().unwrap().clone();
    let done = next.iter().find(|one| one["words"] == "Do Nothing").unwrap();
    assert_eq!(server.act(off, "b", json!({ "decide": [done["id"]] })).await.0, StatusCode::OK);
    assert_eq!(server.act(on, "c", json!({ "undo": true })).await.0, StatusCode::FORBIDDEN);
    assert_eq!(server.act(on, "d", ask).await.0, StatusCode::OK);
    assert_eq!(server.view(master).await["asides"]["wishes"], json!([name]));
    assert_eq!(server.view(on).await["asides"]["wishes"], true);
    assert_eq!(server.view(off).await["asides"]["wishes"], false);
    // What is acknowledged outlasts a restart.
    let kept: Vec<String> = server.seats().wishes().iter().map(|one| one.seat.clone()).collect();
    assert_eq!(kept, [name]);
    let grant = |grant: bool| json!({ "grant-undo": { "seat": name, "grant": grant } });
    assert_eq!(server.act(off, "e", grant(true)).await.0, StatusCode::FORBIDDEN);
    assert_eq!(server.act(master, "e", grant(true)).await.0, StatusCode::OK);
    let after = server.view(master).await["view"].clone();
    assert_eq!((&after["figures"], &after["wanted"]), (&before["figures"], &before["wanted"]));
    assert_eq!(server.act(master, "f", grant(true)).await.0, StatusCode::NOT_FOUND, "it is answered");
}

#[tokio::test]
async fn players_wait_while_the_fight_is_paused_and_only_who_is_asked_is_nudged() {
    let server = Server::new("duel");
    let Keys { master, anna, bo, .. } = &server.keys;
    let view = server.view(master).await;
    let first = view["view"]["asked"] == view["view"]["figures"][0]["name"];
    let (on, off) = if first { (anna, bo) } else { (bo, anna) };
    for key in [on, off] {
        assert_eq!(server.act(key, "a", json!({ "pause": true })).await.0, StatusCode::FORBIDDEN);
        assert_eq!(server.act(key, "b", json!({ "nudge": true })).await.0, StatusCode::FORBIDDEN);
    }
    assert_eq!(server.act(master, "a", json!({ "pause": true })).await.0, StatusCode::OK);
    let decide = json!({ "decide": [view["view"]["wanted"]["options"][0]["id"]] });
    let (status, told) = server.act(on, "c", decide.clone()).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(told["error"].as_str().unwrap().contains("paused"));
    assert_eq!(server.act(on, "d", json!({ "note": "a question" })).await.0, StatusCode::OK);
    assert_eq!(server.view(off).await["asides"]["paused"], true);
    assert!(server.seats().is_paused(), "it outlasts a restart");
    assert_eq!(server.act(master, "b", json!({ "pause": false })).await.0, StatusCode::OK);
    assert!(!server.seats().is_paused());
    assert_eq!(server.act(master, "c", json!({ "nudge": true })).await.0, StatusCode::OK);
    assert_eq!(server.view(on).await["asides"]["nudges"], 1);
    assert_eq!(server.view(off).await["asides"]["nudges"], 0);
    assert_eq!(server.act(on, "e", decide).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_code_opens_the_door_for_whom_the_game_master_lets_in() {
    let server = Server::new("duel");
    let Keys { master, anna, spectator, .. } = &server.keys;
    let knock = |code: &str, name: &str| json!({ "code": code, "name": name }).to_string();
    let nobody = "";
    assert_eq!(server.post(nobody, "/api/knock", knock("BBBBBB", "Tom")).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    for key in [anna, spectator] {
        assert_eq!(server.post(key, "/api/door", r#"{"code":true}"#).await.0, StatusCode::FORBIDDEN);
    }
    let (_, made) = server.post(master, "/api/door", r#"{"code":true}"#).await;
    let code = made["code"].as_str().unwrap();
    assert_eq!(code.len(), 6);
    assert!(!server.view(anna).await.to_string().contains(code), "it is for the game master to tell");
    assert_eq!(server.post(nobody, "/api/knock", knock(code, " ")).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    let (status, told) = server.post(nobody, "/api/knock", knock(&code.to_lowercase(), "Tom")).await;
    assert_eq!(status, StatusCode::OK, "{told}");
    let ask = format!("/api/knock?ticket={}", told["ticket"].as_str().unwrap());
    assert_eq!(server.get(nobody, &ask).await.1, json!({ "is": "waiting" }));
    assert_eq!(server.view(master).await["asides"]["knocks"], json!(["Tom"]));
    assert_eq!(server.get(told["ticket"].as_str().unwrap(), "/api/view").await.0, StatusCode::UNAUTHORIZED);
    let admit = |name: &str, seat: Value, kind: &str, figures: Value| {
        json!({ "admit": { "name": name, "seat": seat, "kind": kind, "figures": figures } }).to_string()
    };
    for wrong in [
        admit("Tim", Value::Null, "player", json!([])),
        admit("Tom", Value::Null, "player", json!(["nobody"])),
        admit("Tom", json!("Game master"), "player", json!([])),
        admit("Tom", json!("Zed"), "player", json!([])),
    ] {
        assert!(server.post(master, "/api/door", wrong.clone()).await.0.is_client_error(), "{wrong}");
    }
    let done = server.post(master, "/api/door", admit("Tom", Value::Null, "player", json!(["Vela"]))).await;
    assert_eq!(done.0, StatusCode::OK, "{}", done.1);
    let (_, told) = server.get(nobody, &ask).await;
    let tom = told["key"].as_str().unwrap();
    assert_eq!(server.get(tom, "/api/table").await.1["seat"]["figures"], json!(["Vela"]));
    assert_eq!(server.get(nobody, &ask).await.1, json!({ "is": "turned-away" }), "a key is told once");
    // Few tries a minute: the sixth was the last for now.
    let mut refused = 0;
    for _ in 0..6 {
        refused += usize::from(
            server.post(nobody, "/api/knock", knock("CCCCCC", "Eve")).await.0 == StatusCode::TOO_MANY_REQUESTS,
        );
    }
    assert_eq!(refused, 3);
    // Whoever asks from elsewhere is not kept from the door by that.
    let elsewhere = Request::post("/api/knock").header("host", "127.0.0.1").header("content-type", "application/json");
    let elsewhere = elsewhere.extension(crate::http::Peer([192, 168, 1, 9].into())).body(knock("CCCCCC", "Ida").into());
    assert_eq!(server.send(elsewhere.unwrap()).await.0, StatusCode::UNPROCESSABLE_ENTITY);
    for path in ["/api/knock", "/api/knock?ticket=", "/api/knock?ticket=x.y"] {
        assert!(server.get(nobody, path).await.0.is_client_error(), "{path}");
    }
}

/// What buttons do can be typed.
#[tokio::test]
async fn what_passes_beside_the_fight_can_be_typed() {
    let server = Server::new("duel");
    for (words, act) in [
        ("pause", json!({ "pause": true })),
        (" Go on", json!({ "pause": false })),
        ("nudge", json!({ "nudge": true })),
        ("ask undo", json!({ "ask-undo": true })),
        ("grant anna the bold", json!({ "grant-undo": { "seat": "anna the bold", "grant": true } })),
        ("decline Bo", json!({ "grant-undo": { "seat": "Bo", "grant": false } })),
    ] {
        let (status, told) =
            server.post(&server.keys.master, "/api/typed", json!({ "words": words }).to_string()).await;
        assert_eq!((status, &told), (StatusCode::OK, &json!({ "act": act })), "{words}");
    }
    let (_, help) = server.post(&server.keys.master, "/api/typed", r#"{"words":"help"}"#).await;
    assert!(help["help"].as_str().unwrap().contains("nudge"), "{help}");
}
