//! `affray sim`.

use super::{affray, affray_with, folder};

#[test]
fn the_same_on_any_number_of_threads() {
    let run = |threads: &str| affray(&["sim", "duel", "-n", "60", "--threads", threads, "--seed", "5", "--json"]);
    let one = run("1");
    assert_eq!((one.code, one.err.as_str()), (Some(0), ""));
    assert_eq!(one.out, run("2").out);
    assert_eq!(one.out, run("7").out);
    let other = affray(&["sim", "duel", "-n", "60", "--seed", "6", "--json"]);
    assert_eq!(other.json()["seed"], 6);

    let json = one.json();
    assert_eq!((&json["fights"], &json["wanted"], &json["complete"]), (&60.into(), &60.into(), &true.into()));
    let count = |value: &serde_json::Value| value["count"].as_u64().expect("a number");
    let sides = json["sides"].as_array().expect("a list");
    let wins: u64 = sides.iter().map(|side| count(&side["wins"])).sum();
    assert_eq!(wins + count(&json["draws"]), 60);
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

/// An encounter in which the wolf cannot get at anybody and the dummy has nothing to fight with.
const ENCOUNTER: &str = "\
ruleset = 'dfrpg'
title = 'Tonight <b>&'
round_limit = 30
[map]
rows = [
  '. . . . . . # .',
  '. . . . . . # .',
]
[[side]]
name = 'party'
[[combatant]]
name = 'Arn'
side = 'party'
sheet = 'arn'
at = [0, 0]
[[combatant]]
name = 'Caged, \"Bo\"'
side = 'party'
sheet = 'bo'
at = [7, 0]
[[combatant]]
name = 'Orc'
sheet = 'orc'
count = 2
at = [3, 0]
";

/// A message without the line breaks that its width makes.
fn flat(text: &str) -> String {
    text.split_whitespace().filter(|word| !"│×".contains(*word)).collect::<Vec<_>>().join(" ")
}

#[test]
fn as_narrow_as_asked() {
    let ran = affray(&["sim", "duel", "--within", "5%", "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let json = ran.json();
    let reached = json["within"]["reached"].as_f64().expect("a number");
    assert_eq!((&json["within"]["asked"], &json["complete"]), (&0.05.into(), &true.into()));
    // 1.96 * sqrt(0.25 / 384) is 0.05, and it is looked at after an eighth more each time.
    let fights = json["fights"].as_u64().expect("a number");
    assert!(reached <= 0.05 && (330..=450).contains(&fights), "{reached} after {fights}");
    let told = affray(&["sim", "duel", "--within", "5%"]).out;
    assert!(told.contains(&format!("{fights} fights, seed 0")) && told.contains("at the most"), "{told}");

    let few = affray(&["sim", "duel", "--within", "1%", "-n", "100"]);
    assert_eq!(few.code, Some(0));
    assert!(few.out.contains("100 fights are too few for ±1.00%: it is ±9."), "{}", few.out);
    for wrong in ["1", "0%", "51%", "NaN%", "x"] {
        let ran = affray(&["sim", "duel", "--within", wrong]);
        assert_eq!(ran.code, Some(2), "{wrong}");
        assert!(ran.err.contains("0.01% to 50%, such as `1%`"), "{wrong}: {}", ran.err);
    }
}

#[test]
fn who_never_attacked() {
    let (_folder, path) = folder(&[("tonight.toml", ENCOUNTER)]);
    let ran = affray(&["sim", &path("tonight.toml"), "-n", "20"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains("Never attacked nor cast a spell in any fight: Caged, \"Bo\"\n"), "{}", ran.out);
    let json = affray(&["sim", &path("tonight.toml"), "-n", "20", "--json"]).json();
    assert_eq!(json["never_attacked"], serde_json::json!(["Caged, \"Bo\""]));
    let attacked: Vec<_> = json["combatants"].as_array().expect("a list").iter().map(|one| &one["attacked"]).collect();
    assert_eq!(attacked, [true, false, true, true]);
    // The cache of turns makes no difference to it.
    let duel = affray(&["sim", "duel", "-n", "200"]);
    assert!(!duel.out.contains("Never attacked"), "{}", duel.out);
}

#[test]
fn variants() {
    let (_folder, path) = folder(&[("tonight.toml", ENCOUNTER), ("mine.toml", "name = 'Mine'\nst = 10\n")]);
    let run = |vary: &[&str]| {
        let file = path("tonight.toml");
        let mut args = vec!["sim", &file, "-n", "100"];
        args.extend(vary.iter().flat_map(|vary| ["--vary", vary]));
        affray(&args)
    };
    let ran = run(&["count:Orc=0..3", "Arn.sheet.st=9"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    for part in ["as it stands", "count:Orc=3, Arn.sheet.st=9", "party: wins", "difference", "█", "100 fights each"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let file = path("tonight.toml");
    let json = affray(&["sim", &file, "-n", "100", "--vary", "count:orc=1..3", "--threads", "3", "--json"]);
    let again = affray(&["sim", &file, "-n", "100", "--vary", "count:orc=1..3", "--threads", "1", "--json"]);
    assert_eq!(json.out, again.out);
    let json = json.json();
    let all = json["variants"].as_array().expect("a list");
    let names: Vec<&str> = all.iter().filter_map(|one| one["variant"].as_str()).collect();
    assert_eq!(names, ["as it stands", "count:orc=1", "count:orc=2", "count:orc=3"]);
    let wins = |at: usize| all[at]["sides"][0]["wins"]["count"].as_i64().expect("a number");
    assert_eq!(json["sides"][0]["wins"]["count"], wins(0));
    // Two are as it stands; fewer foes are easier than more.
    assert_eq!((wins(2), all[2]["differences"][0]["difference"].as_f64()), (wins(0), Some(0.0)));
    assert!(wins(1) > wins(3), "{} {}", wins(1), wins(3));
    let difference = all[3]["differences"][0]["difference"].as_f64().expect("a number");
    assert!((difference - (wins(3) - wins(0)) as f64 / 100.0).abs() < 1e-9);

    for (vary, says) in [
        (&["Arn.sheet=knigt"][..], "with Arn.sheet=knigt:14:9"),
        (&["Arn.sheet=knigt"], "did you mean `knight`?"),
        (&["Arn.shet=knight"], "unknown field `shet`"),
        (&["Ann.sheet=knight"], "neither a combatant nor a side nor a key `Ann` (did you mean `Arn`?"),
        (&["count:Orc=64"], "there is no room"),
        (&["Arn.sheet"], "there is no `=`"),
        (&["count:Orc=1..11", "Arn.sheet.st=1..10"], "11 times 10 variants are more than 100"),
        (&["Arn.sheet=none.toml"], "none.toml"),
        (&["Arn.sheet.sheet.x=1"], "unknown field"),
    ] {
        let ran = run(vary);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{vary:?}");
        assert!(flat(&ran.err).contains(says), "{vary:?}: {}", ran.err);
    }
    let standard_input = affray_with(&["sim", "-", "-n", "10", "--vary", "Arn.sheet=orc"], ENCOUNTER);
    assert_eq!(standard_input.code, Some(0), "{}", standard_input.err);
}

#[test]
fn a_report() {
    let (_folder, path) = folder(&[("tonight.toml", ENCOUNTER), ("notes.html", "<p>Bring dice.</p>\n")]);
    let (encounter, page) = (path("tonight.toml"), path("tonight.html"));
    let ran =
        affray(&["sim", &encounter, "-n", "40", "--seed", "9", "--report", &page, "--vary", "Arn.sheet=<orc>.toml"]);
    assert_eq!(ran.code, Some(2));
    assert!(!std::path::Path::new(&page).exists(), "nothing is written for an encounter that cannot be read");
    let ran = affray(&["sim", &encounter, "-n", "40", "--seed", "9", "--report", &page, "--vary", "count:Orc=1..2"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.contains(&format!("Report: {page}")), "{}", ran.out);
    let text = std::fs::read_to_string(&page).expect("it is there");
    for part in [
        "<h1>Tonight &lt;b&gt;&amp;</h1>",
        "Who wins",
        "What if",
        "count:Orc=<wbr>1",
        "How long",
        "Who falls",
        "HP lost",
        "Where they fall",
        "Caged, &quot;Bo&quot;",
        "seed 9",
        env!("CARGO_PKG_VERSION"),
    ] {
        assert!(text.contains(part), "{part}");
    }
    for part in ["<script", "http://", "https://", "<b>&", "src=", "url(", "NaN"] {
        assert!(!text.contains(part), "{part}");
    }
    assert_eq!(text.matches("<svg").count(), text.matches("</svg>").count());
    // A report of its own is overwritten, nothing else is.
    let ran = affray(&["sim", &encounter, "-n", "20", "--report", &page]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(std::fs::read_to_string(&page).expect("it is there").contains("20 fights"));
    for (file, why) in
        [(path("notes.html"), "is there already"), (encounter.clone(), "is not overwritten: this command reads it")]
    {
        let before = std::fs::read(&file).expect("it is there");
        let ran = affray(&["sim", &encounter, "-n", "20", "--report", &file]);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
        assert!(flat(&ran.err).contains(why), "{}", ran.err);
        assert_eq!(std::fs::read(&file).expect("it is there"), before);
    }
    let forced = affray(&["sim", &encounter, "-n", "20", "--report", &path("notes.html"), "--force"]);
    assert_eq!(forced.code, Some(0), "{}", forced.err);
    let nowhere = affray(&["sim", &encounter, "-n", "20", "--report", &path("none/tonight.html")]);
    assert_eq!((nowhere.code, nowhere.out.as_str()), (Some(2), ""));
}

#[test]
fn every_fight_on_a_line() {
    let (_folder, path) = folder(&[("tonight.toml", ENCOUNTER)]);
    let (encounter, csv, lines) = (path("tonight.toml"), path("rows.csv"), path("rows.jsonl"));
    let run = |file: &str, more: &[&str]| {
        let ran = affray(&[&["sim", &encounter, "-n", "70", "--json", "--rows", file], more].concat());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        (ran.json(), std::fs::read_to_string(file).expect("it is there"))
    };
    let (json, text) = run(&lines, &[]);
    let rows: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect();
    let numbers: Vec<_> = rows.iter().map(|row| row["fight"].as_u64()).collect();
    assert_eq!(numbers, (0..70).map(Some).collect::<Vec<_>>());
    for (at, side) in ["party", "Orc"].into_iter().enumerate() {
        let won = rows.iter().filter(|row| row["winner"] == side).count();
        assert_eq!(json["sides"][at]["wins"]["count"], won);
    }
    for (at, one) in json["combatants"].as_array().expect("a list").iter().enumerate() {
        let dead = rows.iter().filter(|row| row["combatants"][at]["dead"] == true).count();
        assert_eq!(one["dead"]["count"], dead);
        let lost: i64 = rows.iter().filter_map(|row| row["combatants"][at]["hp_lost"].as_i64()).sum();
        assert!((one["hp_lost"]["mean"].as_f64().expect("a number") - lost as f64 / 70.0).abs() < 1e-9);
    }
    // The first fight is that of `fight` with the same seed.
    let fight = affray(&["fight", &encounter, "--quiet"]).out;
    assert!(fight.contains(&format!("{} full rounds, ", rows[0]["rounds"])), "{fight}");

    let (_, text) = run(&csv, &["--vary", "count:Orc=1"]);
    let head = text.lines().next().expect("a head");
    assert!(head.starts_with("variant,fight,winner,at_limit,rounds,Arn dead,"), "{head}");
    assert!(
        head.contains(",\"Caged, \"\"Bo\"\" dead\",") && head.contains(",Orc 2 dead,") && head.contains(",Orc dead,"),
        "{head}"
    );
    assert_eq!(text.lines().count(), 1 + 2 * 70);
    assert!(text.lines().nth(2).is_some_and(|line| line.starts_with("as it stands,1,")), "{text}");

    let again = affray(&["sim", &encounter, "-n", "5", "--rows", &csv]);
    assert_eq!(again.code, Some(2));
    assert!(flat(&again.err).contains("is there already"), "{}", again.err);
    for (args, says) in [
        (&["--rows", "rows.txt"][..], "a file ending in .csv or .jsonl"),
        (&["--rows", "x.csv", "--report", "x.csv"], "two files"),
    ] {
        let ran = affray(&[&["sim", &encounter], args].concat());
        assert_eq!(ran.code, Some(2));
        assert!(flat(&ran.err).contains(says), "{}", ran.err);
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

/// What the answer hangs on: each side without orders is told to advance and to hold.
#[test]
fn the_span_of_orders() {
    // Without optimization so few that chance decides whether the cult's wait shows.
    let fights = if cfg!(debug_assertions) { "60" } else { "120" };
    let run = |more: &[&str]| affray(&[&["sim", "mage-and-escorts", "-n", fights], more].concat());
    let json = run(&["--json"]).json();
    let span = &json["span"];
    let plays: Vec<_> =
        span["plays"].as_array().expect("a list").iter().map(|one| (&one["side"], &one["orders"])).collect();
    let [company, cult] = ["The company", "The cult"].map(serde_json::Value::from);
    let [advance, hold] = ["advance", "hold"].map(serde_json::Value::from);
    assert_eq!(plays, [(&company, &advance), (&company, &hold), (&cult, &advance), (&cult, &hold)]);
    let share = |value: &serde_json::Value| value.as_f64().expect("a number");
    let wins = share(&json["sides"][0]["wins"]["share"]);
    let (low, high) = (share(&span["sides"][0]["low"]), share(&span["sides"][0]["high"]));
    assert!(low <= wins && wins <= high, "{low} {wins} {high}");
    // The company loses where the cult waits for it.
    if !cfg!(debug_assertions) {
        assert!(low < wins - 0.1, "{low} {wins} {high}");
        assert_eq!(low, share(&span["plays"][3]["sides"][0]["wins"]["share"]));
    }
    // A side that is told to do so does it from the beginning: the same fights.
    let held = run(&["--orders", "The cult=hold", "--json"]).json();
    assert_eq!(held["sides"][0]["wins"], span["plays"][3]["sides"][0]["wins"]);
    let plays = held["span"]["plays"].as_array().expect("a list");
    assert!(plays.iter().all(|one| one["side"] == "The company"), "the cult has its orders: {plays:?}");

    let both = run(&["--orders", "The cult=hold", "--orders", "The company=advance"]);
    assert!(!both.out.contains("fights each"), "{}", both.out);
    assert!(!run(&["--no-span"]).out.contains("depending on"));
    let (_folder, path) = folder(&[]);
    let page = path("page.html");
    let told = run(&["--report", &page]).out;
    assert!(told.contains("depending on who holds\n") && told.contains("The cult: hold"), "{told}");
    let text = std::fs::read_to_string(&page).expect("it is there");
    assert!(text.contains("What it hangs on") && text.contains("depending on who holds"));
}

/// Orders before the fight: of a side, of one figure; what is none is refused with those that there are.
#[test]
fn orders() {
    let run = |orders: &[&str]| {
        let mut args = vec!["sim", "four-against-four", "-n", "40", "--no-span", "--json"];
        args.extend(orders.iter().flat_map(|orders| ["--orders", orders]));
        affray(&args)
    };
    let wins = |ran: &super::Ran| {
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        ran.json()["sides"][0]["wins"]["count"].as_u64().expect("a number")
    };
    let plain = wins(&run(&[]));
    let apart = run(&["The patrol=hold", "The raiders = hold"]);
    assert_ne!(wins(&apart), plain);
    assert_eq!(wins(&run(&["The patrol=hold, free"])), plain);
    let wrong = run(&["The patrol=stay"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("`stay` is no order") && wrong.err.contains("hold"), "{}", wrong.err);
    let nobody = run(&["Nobody=hold"]);
    assert!(nobody.err.contains("neither a side nor a combatant"), "{}", nobody.err);
    // One word of a side's name is enough.
    assert_eq!(wins(&run(&["patrol=hold", "raiders=hold"])), wins(&apart));
}
