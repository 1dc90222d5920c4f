//! Characters and maps that are brought: what is told of them, what is written, what is refused, and the picture under the map.

use super::start::{key_of, start};
use super::*;

const BRAND: &str = include_str!("../../../affray-import/tests/files/brand.gcs");
const CELLAR: &str = include_str!("../../../affray-import/tests/files/cellar.uvtt");
const GLADE: &str = include_str!("../../../affray-import/tests/files/glade.tmj");

fn path(query: &str) -> String {
    format!("/api/start/import?{query}")
}

#[tokio::test]
async fn a_character_becomes_a_sheet_and_lines_of_ones_own_stay() {
    let (server, key) = start();
    let folder = server.folder.path();
    let query = "name=brand.gcs&ruleset=dfrpg";
    let (status, told) = server.post(&key, &path(query), BRAND).await;
    assert_eq!(status, StatusCode::OK, "{told}");
    assert_eq!((&told["kind"], &told["name"], &told["file"]), (&"sheet".into(), &"brand".into(), &Value::Null));
    let lines = told["lines"].as_array().unwrap();
    assert!(
        lines.iter().any(|line| line["is"] == "took") && lines.iter().any(|line| line["is"] == "left out"),
        "{told}"
    );
    assert!(!folder.join("brand.toml").exists(), "nothing is written before it is wished");
    let (status, told) = server.post(&key, &path(&format!("{query}&save=yes")), BRAND).await;
    assert_eq!((status, &told["file"]), (StatusCode::OK, &"brand.toml".into()), "{told}");
    assert_eq!(std::fs::read_to_string(folder.join("brand.toml")).unwrap(), told["text"].as_str().unwrap());
    // The editor of encounters has it at hand.
    let (_, stock) = server.get(&key, "/api/start/ruleset?id=dfrpg").await;
    assert!(stock["own"].as_array().unwrap().iter().any(|one| one["sheet"] == "brand.toml"), "{}", stock["own"]);
    // A line above the block is somebody's own.
    let text = std::fs::read_to_string(folder.join("brand.toml")).unwrap();
    std::fs::write(folder.join("brand.toml"), format!("st = 19\n{text}")).unwrap();
    let (status, told) = server.post(&key, &path(&format!("{query}&save=yes")), BRAND).await;
    assert_eq!((status, &told["again"]), (StatusCode::OK, &true.into()), "{told}");
    assert!(told["lines"].as_array().unwrap().iter().any(
        |line| line["is"] == "kept" && line["text"].as_str().unwrap().starts_with("st: yours stays, in place of ")
    ));
    assert!(std::fs::read_to_string(folder.join("brand.toml")).unwrap().starts_with("st = 19\n"));
    // Lines within it that were changed are not given up, nor is a sheet of another ruleset.
    let (status, told) = server.post(&key, &path("name=brand.gcs&ruleset=gurps4&save=yes"), BRAND).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(told["error"].as_str().unwrap().contains("is a sheet of dfrpg"), "{told}");
    let text = std::fs::read_to_string(folder.join("brand.toml")).unwrap();
    std::fs::write(folder.join("brand.toml"), text.replacen("iq = ", "iq = 1", 1)).unwrap();
    let (status, told) = server.post(&key, &path(&format!("{query}&save=yes")), BRAND).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{told}");
    assert!(told["error"].as_str().unwrap().contains("changed by hand"), "{told}");
}

#[tokio::test]
async fn a_map_becomes_an_encounter_with_its_picture_under_it() {
    let (server, key) = start();
    let folder = server.folder.path();
    let query = "name=cellar.uvtt&ruleset=obss&cells=2";
    let (status, told) = server.post(&key, &path(query), CELLAR).await;
    assert_eq!(status, StatusCode::OK, "{told}");
    // Six by four squares, two cells for each.
    let picture = json!({ "file": "cellar.png", "at": [-0.5, -0.5], "size": [12.0, 8.0] });
    assert_eq!((&told["kind"], &told["picture"]), (&"map".into(), &picture));
    // Its first wall runs from 3.5,0 to 3.5,2 of the map, whose corner is half a cell before the first center.
    assert_eq!(told["lines_of_map"][0], json!(["wall", 6.5, -0.5, 6.5, 3.5]), "{told}");
    assert_eq!(told["judged"]["figures"].as_array().unwrap().len(), 2, "{told}");
    let (status, told) = server.post(&key, &path(&format!("{query}&save=yes")), CELLAR).await;
    assert_eq!((status, &told["file"]), (StatusCode::OK, &"cellar.toml".into()), "{told}");
    assert!(folder.join("cellar.png").exists());
    // It is fought on, and whoever sits there gets the picture; nobody else does.
    let (status, begun) = server.post(&key, "/api/start/begin", r#"{"file":"cellar.toml"}"#).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let master = key_of(&begun);
    let (_, table) = server.get(&master, "/api/table").await;
    assert_eq!(table["picture"], json!({ "at": [-0.5, -0.5], "size": [12.0, 8.0] }));
    let ask = |key: &str| {
        let request = Request::get("/api/picture").header("host", "127.0.0.1");
        request.header("authorization", format!("Bearer {key}")).body(Body::empty()).unwrap()
    };
    let answer = server.router.clone().oneshot(ask(&master)).await.unwrap();
    assert_eq!((answer.status(), &answer.headers()["content-type"]), (StatusCode::OK, &"image/png".parse().unwrap()));
    let bytes = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
    assert_eq!(bytes, std::fs::read(folder.join("cellar.png")).unwrap());
    let stranger = server.router.clone().oneshot(ask(&format!("{master}0"))).await.unwrap();
    assert_eq!(stranger.status(), StatusCode::UNAUTHORIZED);
    // The editor keeps it, and shows it.
    let (_, found) = server.get(&key, "/api/start/draft?file=cellar.toml").await;
    assert_eq!(found["draft"]["map"]["picture"]["file"], "cellar.png");
    let (status, told) = server.post(&key, "/api/start/judge", json!({ "draft": found["draft"] }).to_string()).await;
    assert!(status == StatusCode::OK && told["problems"].is_null(), "{told}");
    assert_eq!(server.get(&key, "/api/start/picture?file=cellar.png").await.0, StatusCode::OK);
    for file in ["cellar.toml", "other.png", "..%2Fcellar.png", "%2Fetc%2Fpasswd", ""] {
        let (status, _) = server.get(&key, &format!("/api/start/picture?file={file}")).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{file}");
    }
    // A picture that is none is not shown, and one that has gone is not missed.
    std::fs::write(folder.join("cellar.png"), "GIF89a").unwrap();
    assert_eq!(server.get(&master, "/api/picture").await.0, StatusCode::UNPROCESSABLE_ENTITY);
    std::fs::remove_file(folder.join("cellar.png")).unwrap();
    assert_eq!(server.get(&master, "/api/picture").await.0, StatusCode::NOT_FOUND);
    assert!(server.get(&master, "/api/table").await.1["picture"].is_null());
    // A map without a picture has none.
    let (status, told) = server.post(&key, &path("name=glade.tmj&ruleset=dfrpg&save=yes"), GLADE).await;
    assert_eq!((status, &told["picture"]), (StatusCode::OK, &Value::Null), "{told}");
    // Its sheet `ork` is not here: the object of the map is told, and another sheet stands in.
    let lines = told["lines"].as_array().unwrap();
    let missing = |line: &&Value| {
        line["text"].as_str().unwrap().starts_with("the sheet `ork` of Ork (object 2 of the layer who): dfrpg has none")
    };
    assert_eq!(lines.iter().find(missing).map(|line| &line["is"]), Some(&"left out".into()), "{told}");
    assert!(told["judged"]["problems"].is_null() && !told["text"].as_str().unwrap().contains("\"ork\""), "{told}");
    // A file of one's own that names nobody is left as it is, and what would be wrong with it is told.
    let text = std::fs::read_to_string(folder.join("glade.toml")).unwrap();
    std::fs::write(folder.join("glade.toml"), text.split("# Yours").next().unwrap()).unwrap();
    let (_, told) = server.post(&key, &path("name=glade.tmj&ruleset=dfrpg"), GLADE).await;
    assert!(told["judged"]["problems"].is_array(), "{told}");
}

#[tokio::test]
async fn a_map_is_brought_with_its_tile_set() {
    let (server, key) = start();
    let (ford, set) = (
        include_str!("../../../affray-import/tests/files/ford.tmx"),
        include_str!("../../../affray-import/tests/files/ford.tsx"),
    );
    let query = "name=ford.tmx&ruleset=obss";
    let (status, told) = server.post(&key, &path(query), ford).await;
    assert_eq!((status, &told["missing"]), (StatusCode::OK, &json!(["tiles/ford.tsx"])), "{told}");
    let body = format!("{ford}{set}");
    let with = format!("{query}&beside={}:Ford.TSX", set.len());
    let (status, told) = server.post(&key, &path(&format!("{with}&save=yes")), body.clone()).await;
    assert_eq!((status, &told["missing"]), (StatusCode::OK, &json!([])), "{told}");
    assert!(told["text"].as_str().unwrap().contains("\"# D # a . # # #\""), "{told}");
    assert_eq!(server.post(&key, "/api/start/begin", r#"{"file":"ford.toml"}"#).await.0, StatusCode::OK);
    for wrong in ["9999999:a.tsx", "x:a.tsx", "12", "-1:a.tsx", "18446744073709551616:a.tsx"] {
        let (status, told) = server.post(&key, &path(&format!("{query}&beside={wrong}")), body.clone()).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{wrong}: {told}");
    }
}

#[tokio::test]
async fn bad_files_are_refused_with_a_reason_and_nothing_is_written() {
    let (server, key) = start();
    let folder = server.folder.path();
    std::fs::write(folder.join("mine.toml"), "# mine\n").unwrap();
    std::fs::write(folder.join("cellar.png"), "mine").unwrap();
    let large = " ".repeat((16 << 20) + 1);
    let cases: &[(&str, &str, &str)] = &[
        ("name=a.gcs&ruleset=dfrpg", "{", "this is no JSON"),
        ("name=a.gcs&ruleset=dfrpg", "{}", "version"),
        ("name=a.gcs&ruleset=dfrpg", "\u{0}", "this is no JSON"),
        ("name=a.gcs&ruleset=dfrpg", &large, "16 MB at the most"),
        ("name=a.gcs&ruleset=obss", BRAND, "taken over for gurps4 and dfrpg"),
        ("name=a.gcs&ruleset=none", BRAND, "no ruleset `none`"),
        ("name=a.exe&ruleset=dfrpg", "", "no file that is read here"),
        ("name=a&ruleset=dfrpg", "", "no file that is read here"),
        ("name=a.uvtt&ruleset=obss", "{}", "this is no map"),
        ("name=a.uvtt&ruleset=obss", r#"{"resolution":{"map_size":{"x":9000,"y":1}}}"#, "9000 x 1"),
        ("name=a.tmj&ruleset=obss", r#"{"tilewidth":1,"tileheight":1}"#, "0 x 0 tiles"),
        ("name=a.tmx&ruleset=obss", "<svg/>", "its element is `svg`"),
        ("name=cellar.uvtt&ruleset=obss&file=mine", CELLAR, "was not imported"),
        ("name=cellar.uvtt&ruleset=obss&file=..%2Fup", CELLAR, "a file has a name"),
        ("name=cellar.uvtt&ruleset=obss&file=nul", CELLAR, "a device"),
        ("name=cellar.uvtt&ruleset=obss&file=cellar", CELLAR, "another picture `cellar.png`"),
    ];
    for (query, body, says) in cases {
        let (status, told) = server.post(&key, &path(&format!("{query}&save=yes")), (*body).to_owned()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{query}: {told}");
        assert!(told["error"].as_str().unwrap().contains(says), "{query}: {told}");
    }
    let (status, told) = server.post(&key, &path("name=a.gcs&ruleset=dfrpg"), vec![0xff, 0xfe]).await;
    assert!(status == StatusCode::UNPROCESSABLE_ENTITY && told["error"].as_str().unwrap().contains("UTF-8"), "{told}");
    // A name that is in the way is told beside what becomes of the file.
    let (status, told) = server.post(&key, &path("name=cellar.uvtt&ruleset=obss&file=mine"), CELLAR).await;
    assert!(status == StatusCode::OK && told["in_the_way"].as_str().unwrap().contains("was not imported"), "{told}");
    for query in ["ruleset=dfrpg", "name=a.gcs", "name=a.gcs&ruleset=dfrpg&cells=9", "name=a.gcs&ruleset=dfrpg&cells=x"]
    {
        assert_eq!(server.post(&key, &path(query), BRAND).await.0, StatusCode::BAD_REQUEST, "{query}");
    }
    for stranger in ["", "start.00", "nobody"] {
        assert_eq!(server.post(stranger, &path("name=a.gcs&ruleset=dfrpg"), BRAND).await.0, StatusCode::UNAUTHORIZED);
    }
    let mut left: Vec<_> = std::fs::read_dir(folder).unwrap().map(|one| one.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["cellar.png", "mine.toml"]);
}
