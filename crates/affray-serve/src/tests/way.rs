//! What a way costs, cell by cell, and by which rule.

use super::start::{key_of, start};
use super::*;

/// A strip of rubble lies two cells before the first figure: each ruleset says by its own rule what it costs to enter.
#[tokio::test]
async fn each_cell_of_a_way_has_its_cost_and_its_rule() {
    let cases = [
        ("dfrpg", "orc", "1 for that hex, forward (DF-113) +1 ground (DF-116) = 2", "DF-113"),
        ("gurps4", "ana", "1 forward (G4-091) +1 rough ground (G4-093) = 2", "G4-090"),
        ("graded", "arn", "1 for a forward hex (GR-R35) +1 ground (GR-R35) = 2", "GR-R35"),
        ("dragonquest", "aldric", "1 hex (DQ-301) +1 difficult ground (DQ-R06) = 2", "DQ-301"),
        ("obss", "arn", "1 square (OB-061) +1 difficult ground (OB-059) = 2", "OB-061"),
    ];
    let (server, key) = start();
    let folder = server.folder.path();
    for (ruleset, sheet, cost, each) in cases {
        let layout = if ruleset == "obss" { "square" } else { "hex" };
        let text = format!(
            "ruleset = \"{ruleset}\"\n[map]\nlayout = \"{layout}\"\nrows = [\". . , . . . . . . . . .\"]\n\
             [[combatant]]\nname = \"Ana\"\nside = \"a\"\nsheet = \"{sheet}\"\nat = [0, 0]\n\
             [[combatant]]\nname = \"Bo\"\nside = \"b\"\nsheet = \"{sheet}\"\nat = [11, 0]\n"
        );
        std::fs::write(folder.join(format!("{ruleset}.toml")), text).unwrap();
        let (status, begun) =
            server.post(&key, "/api/start/begin", json!({ "file": format!("{ruleset}.toml") }).to_string()).await;
        assert_eq!(status, StatusCode::OK, "{begun}");
        let master = key_of(&begun);
        for moment in 0..20 {
            let view = server.view(&master).await;
            let wanted = &view["view"]["wanted"];
            if wanted["who"] == "Ana" && server.post(&master, "/api/reach", r#"{"words":""}"#).await.0 == StatusCode::OK
            {
                break;
            }
            let command = match wanted["is"].as_str() {
                Some("roll") => json!({ "draw": true }),
                _ => json!({ "decide": [wanted["options"][0]["id"]] }),
            };
            let act = json!({ "revision": view["revision"], "id": format!("{ruleset} {moment}"), "command": command });
            let (status, told) = server.post(&master, "/api/act", act.to_string()).await;
            assert_eq!(status, StatusCode::OK, "{told}");
        }
        let (status, found) = server.post(&master, "/api/reach", r#"{"words":""}"#).await;
        assert_eq!((status, &found["each"]), (StatusCode::OK, &each.into()), "{ruleset}: {found}");
        let costs = |cell: [i32; 2]| {
            let places = found["places"].as_array().unwrap();
            let place = places
                .iter()
                .find(|place| place["cell"] == json!(cell))
                .unwrap_or_else(|| panic!("{ruleset}: {found}"));
            (place["way"].clone(), place["costs"].clone())
        };
        assert_eq!(costs([1, 0]), (json!([[1, 0]]), json!([])), "{ruleset}");
        assert_eq!(costs([2, 0]), (json!([[1, 0], [2, 0]]), json!([[[2, 0], cost]])), "{ruleset}");
        assert_eq!(costs([3, 0]).1, json!([[[2, 0], cost]]), "{ruleset}: what lies behind it keeps its cost");
    }
}
