//! The fight as it was, and where somebody is a threat.

use super::*;

/// Each line is shown with the fight as it was then: the last one as it is now, and to nobody what was hidden then.
#[tokio::test]
async fn the_past_is_what_a_seat_might_see_then() {
    let server = Server::new("ambush");
    let Keys { master, spectator, .. } = &server.keys;
    let figures = server.view(master).await["view"]["figures"].clone();
    let hidden = figures.as_array().unwrap().last().unwrap()["name"].as_str().unwrap().to_owned();
    let from = server.view(master).await["lines"].as_u64().unwrap();
    let hide = json!({ "hide": { "who": hidden, "from": null } });
    assert_eq!(server.act(master, "h", hide).await.0, StatusCode::OK);
    for at in 0..12 {
        let view = server.view(master).await;
        let offers = view["view"]["wanted"]["options"].as_array().unwrap().clone();
        let idle = offers.iter().find(|one| one["words"] == "Do Nothing").unwrap_or(&offers[0]);
        let done = server.act(master, &at.to_string(), json!({ "decide": [idle["id"]] })).await;
        assert_eq!(done.0, StatusCode::OK, "{}", done.1);
    }
    let now = server.view(master).await["view"].clone();
    let (_, log) = server.get(master, "/api/log?from=0").await;
    let lines: Vec<u64> = log["lines"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| line["is"] != "header")
        .map(|line| line["line"].as_u64().unwrap())
        .collect();
    assert!(lines.len() > 10);
    let mut rounds = 0;
    for line in &lines {
        let (status, then) = server.get(master, &format!("/api/past?line={line}")).await;
        assert_eq!(status, StatusCode::OK, "{then}");
        let round = then["view"]["round"].as_u64().unwrap();
        assert!(rounds <= round, "it goes on");
        rounds = round;
        assert_eq!(then["view"]["wanted"], Value::Null);
        let (_, then) = server.get(spectator, &format!("/api/past?line={line}")).await;
        let is_told = then.to_string().contains(&hidden);
        assert_eq!(is_told, *line < from, "{hidden} was hidden from line {from} on, this is line {line}");
    }
    let (_, then) = server.get(master, &format!("/api/past?line={}", lines.last().unwrap())).await;
    for part in ["figures", "order", "ground", "asked"] {
        assert_eq!(then["view"][part], now[part], "{part}");
    }
    // The game master reads what a seat may read, and nobody else reads for another.
    let (_, own) = server.get(spectator, "/api/log?from=0").await;
    assert_eq!(server.get(master, "/api/log?from=0&seat=Spectators").await.1["lines"], own["lines"]);
    assert_ne!(log["lines"], own["lines"]);
    assert_eq!(server.get(master, "/api/log?from=0&seat=Zed").await.0, StatusCode::NOT_FOUND);
    assert_eq!(server.get(spectator, "/api/log?from=0&seat=Spectators").await.0, StatusCode::FORBIDDEN);
    for path in ["/api/past", "/api/past?line=x", "/api/past?line=99999", "/api/past?line=0"] {
        assert!(server.get(master, path).await.0.is_client_error(), "{path}");
    }
    assert_eq!(server.get(spectator, "/api/written").await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_threat_is_the_cells_before_whoever_strikes() {
    let server = Server::new("duel");
    let Keys { master, bo, .. } = &server.keys;
    let place = |name: &str, view: &Value| {
        let figures = view["view"]["figures"].as_array().unwrap();
        figures.iter().find(|one| one["name"] == name).unwrap().clone()
    };
    let brand = place("Sergeant Brand", &server.view(master).await);
    let (q, r) = (brand["cells"][0][0].as_i64().unwrap(), brand["cells"][0][1].as_i64().unwrap());
    // He faces east: before him lie the hexes to the east, north-east and south-east. His sword reaches one hex far.
    assert_eq!(brand["facing"], "E");
    let (_, told) = server.get(bo, "/api/threat?who=brand").await;
    assert_eq!(told["reach"], 1, "{told}");
    let cells = |part: &str| {
        let mut all: Vec<(i64, i64)> = told[part]
            .as_array()
            .unwrap()
            .iter()
            .map(|cell| (cell[0].as_i64().unwrap(), cell[1].as_i64().unwrap()))
            .collect();
        all.sort_unstable();
        all
    };
    assert_eq!(cells("front"), [(q, r + 1), (q + 1, r - 1), (q + 1, r)]);
    assert_eq!(cells("sides"), [(q - 1, r + 1), (q, r - 1)]);
    assert_eq!(cells("rear"), [(q - 1, r)]);
    // What is kept secret is not told by this either.
    let secret = json!({ "set": { "path": "Sergeant Brand.secrecy", "value": "closed" } });
    assert_eq!(server.act(master, "s", secret).await.0, StatusCode::OK);
    let (_, told) = server.get(bo, "/api/threat?who=brand").await;
    assert_eq!((&told["reach"], &told["moves"]), (&Value::Null, &Value::Null));
    assert!(server.get(bo, "/api/threat?who=nobody").await.0.is_client_error());
}
