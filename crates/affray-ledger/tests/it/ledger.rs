//! Ledgers of every form that the rulesets use.

use affray_ledger::{Entry, Kind, Ledger};
use proptest::prelude::*;

/// Parts as headings of the first level, entries in lists, invalid inputs in a list.
const LISTS: &str = "\
# xy: A game

Source: somewhere. Rule prefix `XY-`.

---

# 1. At a glance

1. This is no entry.

| Field | Type |
|---|---|

# 2. Rules

## 2.1 Rolls

An introduction.

- `XY-001` **Success roll.** [fact] At or below.
- `XY-002` **Table.** [core, 12.1]

| a | b |
|---|---|
| 1 | 2 |

Limits are inclusive.

- `XY-005` **Odds.** [optional `odds`] By formula:
- one line,
- another.

### Feint

- `XY-070` **Feint.** [core] A contest (see the `feint` field).

---

# 3. Rulings

- `XY-R01` **Ties.** {by lot} By lot. Why: fair.
- `XY-R02` **Ready progress** is kept per weapon.

# 4. Decision points (in order)

1. **Set-up**: who stands where.
2. A defense, or none.

# 5. Worked examples

**Core rolls**

- `XY-E01` Score 14, d: 5 succeeds:

   1. First step.
   2. Second step.

# 6. Invalid input (state unchanged)

1. A second turn (XY-001).
2. A third,
   even later.

# 7. Coverage check

| Lines | Rules |
|---|---|
| 1 | XY-001 |
";

/// Parts as headings of the second level, entries as paragraphs, invalid inputs in a table.
const PARAGRAPHS: &str = "\
# g4: Another game
## 2. Rules
### 2.6 Maneuvers
**Ready** (one of these)
`G4-110` [core](fact) makes a weapon ready.
`G4-112` **[Rapid Recovery].** [core, extra effort] 1 FP.

**Aim**
`G4-119` State: weapon. [core] Cleared later.
`G4-120` **Table.** [optional: `table`]

| a |
|---|

## 6. Invalid input
| id | input | rule |
|---|---|---|
| `G4-X01` | a second turn | G4-110 |
| 2 | a third | G4-112, G4-119 |

Defenses that are not allowed are not offered.
## 8. Differences
| here | there |
|---|---|
| 1 | 2 |
";

fn parse(text: &str) -> Ledger {
    Ledger::parse(text).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

#[track_caller]
fn get<'l>(ledger: &'l Ledger, id: &str) -> &'l Entry {
    ledger.get(id).unwrap_or_else(|| panic!("{id} is missing"))
}

#[test]
fn a_ledger_of_lists() {
    let ledger = parse(LISTS);
    assert_eq!(ledger.prefix, "XY");
    let ids: Vec<&str> = ledger.entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(
        ids,
        ["XY-001", "XY-002", "XY-005", "XY-070", "XY-R01", "XY-R02", "XY-D01", "XY-D02", "XY-E01", "XY-I01", "XY-I02"]
    );
    let counts =
        [Kind::Rule, Kind::Ruling, Kind::Example, Kind::Decision, Kind::Invalid].map(|kind| ledger.count(kind));
    assert_eq!(counts, [4, 2, 1, 2, 2]);

    let first = get(&ledger, "XY-001");
    assert_eq!((first.title.as_str(), first.text.as_str()), ("Success roll", "At or below."));
    assert_eq!((first.section.as_str(), first.line), ("2.1 Rolls", 20));
    assert_eq!(first.marks, ["fact"]);

    let table = get(&ledger, "XY-002");
    assert_eq!(table.marks, ["core", "12.1"]);
    assert_eq!(table.text, "| a | b |\n|---|---|\n| 1 | 2 |\n\nLimits are inclusive.");

    let odds = get(&ledger, "XY-005");
    assert_eq!(odds.marks, ["optional `odds`"]);
    assert_eq!(odds.text, "By formula:\n- one line,\n- another.");

    assert_eq!(get(&ledger, "XY-070").section, "2.1 Rolls / Feint");
    assert_eq!(get(&ledger, "XY-R01").section, "3. Rulings");
    let ready = get(&ledger, "XY-R02");
    assert_eq!((ready.title.as_str(), ready.text.as_str()), ("Ready progress", "Ready progress is kept per weapon."));
    let words = ["XY-001", "XY-070", "XY-R01", "XY-R02", "XY-E01"].map(|id| get(&ledger, id).words.as_str());
    assert_eq!(words, ["success roll", "feint", "by lot", "ready progress", ""]);
    assert_eq!(get(&ledger, "XY-R01").text, "By lot. Why: fair.");
    assert_eq!(get(&ledger, "XY-D01").title, "Set-up");
    assert_eq!(get(&ledger, "XY-D02").text, "A defense, or none.");
    let example = get(&ledger, "XY-E01");
    assert_eq!((example.title.as_str(), example.section.as_str()), ("", "Core rolls"));
    assert_eq!(example.text, "Score 14, d: 5 succeeds:\n\n   1. First step.\n   2. Second step.");
    assert_eq!(get(&ledger, "XY-I02").text, "A third,\n   even later.");
}

#[test]
fn a_ledger_of_paragraphs() {
    let ledger = parse(PARAGRAPHS);
    let ready = get(&ledger, "G4-110");
    assert_eq!((ready.title.as_str(), ready.text.as_str()), ("", "makes a weapon ready."));
    assert_eq!(
        (ready.section.as_str(), &ready.marks[..]),
        ("2.6 Maneuvers / Ready", &["core".into(), "fact".into()][..])
    );
    let recovery = get(&ledger, "G4-112");
    assert_eq!((recovery.title.as_str(), recovery.text.as_str()), ("Rapid Recovery", "1 FP."));
    assert_eq!(recovery.marks, ["core", "extra effort"]);
    let state = get(&ledger, "G4-119");
    assert_eq!(state.text, "State: weapon. Cleared later.");
    assert_eq!(state.section, "2.6 Maneuvers / Aim");
    assert_eq!(get(&ledger, "G4-X01").text, "a second turn (G4-110)");
    assert!(get(&ledger, "G4-I02").text.starts_with("a third (G4-112, G4-119)"));
    let table = get(&ledger, "G4-120");
    assert_eq!((table.text.as_str(), &table.marks[..]), ("| a |\n|---|", &["optional: `table`".to_owned()][..]));
    assert_eq!(ledger.entries.len(), 6);
}

#[test]
fn problems() {
    #[track_caller]
    fn case(text: &str, expected: &[&str]) {
        let problems = Ledger::parse(text).expect_err("it has a problem");
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(lines, expected);
    }
    case("", &["line 1: the ledger has no entry"]);
    case("`XY-001` a\n`XY-002` b\n`XY-001` c", &["line 3: `XY-001` stands twice, first on line 1"]);
    case("`XY-001` a\n`XY-1` c", &["line 2: `XY-1` stands twice, first on line 1"]);
    case(
        "`XY-001` a\n`XZ-002` b\n`XY-Q3` c\n`XY-3b` d\n`XY-004`",
        &[
            "line 2: `XZ-002` does not begin with XY-",
            "line 3: `XY-Q3` is no id of a kind known here",
            "line 4: `XY-3b` is no id of a kind known here",
            "line 5: `XY-004` says nothing",
        ],
    );
    case("`XY-001` a\n## 6. Invalid input\n1. b\n1. c", &["line 4: `XY-I01` stands twice, first on line 3"]);
}

/// The ledgers that the rulesets ship: each parses, and has every part.
#[test]
fn the_shipped_ledgers() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of crates");
    let mut seen = 0;
    for folder in std::fs::read_dir(crates).expect("readable").flatten() {
        let path = folder.path().join("rules.md");
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let ledger = Ledger::parse(&text).unwrap_or_else(|problems| panic!("{}: {problems:#?}", path.display()));
        for kind in [Kind::Rule, Kind::Ruling, Kind::Example, Kind::Decision, Kind::Invalid] {
            assert!(ledger.count(kind) > 0, "{}: no {kind:?}", path.display());
        }
        seen += 1;
    }
    assert!(seen > 0);
}

proptest! {
    #[test]
    fn no_text_panics(text in "(\\PC|[\n`|#*\\[\\]().-]|`XY-|[0-9]|\\*\\*|\n## Invalid input\n|\n1\\. |\n\\| ){0,60}") {
        let _ = Ledger::parse(&text);
        let _ = Ledger::parse(&format!("`XY-001` a\n# 6. Invalid input\n{text}"));
    }
}
