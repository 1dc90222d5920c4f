//! `affray sim`.

use super::affray;

#[test]
fn the_same_on_any_number_of_threads() {
    let run = |threads: &str| affray(&["sim", "duel", "-n", "300", "--threads", threads, "--seed", "5", "--json"]);
    let one = run("1");
    assert_eq!((one.code, one.err.as_str()), (Some(0), ""));
    assert_eq!(one.out, run("2").out);
    assert_eq!(one.out, run("7").out);
    let other = affray(&["sim", "duel", "-n", "300", "--seed", "6", "--json"]);
    assert_eq!(other.json()["seed"], 6);

    let json = one.json();
    assert_eq!((&json["fights"], &json["wanted"], &json["complete"]), (&300.into(), &300.into(), &true.into()));
    let count = |value: &serde_json::Value| value["count"].as_u64().expect("a number");
    let sides = json["sides"].as_array().expect("a list");
    let wins: u64 = sides.iter().map(|side| count(&side["wins"])).sum();
    assert_eq!(wins + count(&json["draws"]), 300);
    for side in sides {
        let share = |key: &str| side["wins"][key].as_f64().expect("a number");
        assert!(share("low") <= share("share") && share("share") <= share("high"), "{side}");
    }
    assert_eq!(json["combatants"].as_array().map(Vec::len), Some(2));
}

#[test]
fn tables_for_people() {
    let ran = affray(&["sim", "duel", "-n", "50"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    for part in ["A duel", "50 fights, seed 0", "interval", "Length:", "HP lost"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
}

/// Ctrl-C ends a simulation with what was fought so far.
#[cfg(unix)]
#[test]
fn interrupted() {
    use std::io::Read as _;
    use std::process::{Command, Stdio};
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("affray"))
        .args(["sim", "duel", "-n", "1000000000", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(killed.success());
    let mut out = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut out).expect("it prints UTF-8");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let json: serde_json::Value = serde_json::from_str(&out).expect("a whole report");
    assert_eq!(json["complete"], false);
    assert!(json["fights"].as_u64().is_some_and(|fights| fights < 1_000_000_000));
}
