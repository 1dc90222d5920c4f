//! Errors as their readers see them, and texts of every sort that must not panic.

use super::*;
use crate::value::FromValue;
use proptest::prelude::*;
use std::fmt::Write as _;

#[derive(Debug, FromValue)]
#[expect(dead_code, reason = "only what can be read matters")]
struct Fight {
    name: String,
    #[value(default)]
    rounds: u32,
    #[value(default)]
    combatant: Vec<Combatant>,
    #[value(default)]
    end: Option<End>,
    #[value(default)]
    map: Option<Map>,
}

#[derive(Debug, FromValue)]
#[expect(dead_code, reason = "only what can be read matters")]
struct Combatant {
    id: String,
    #[value(default)]
    posture: Posture,
    #[value(default)]
    at: Option<(i32, i32)>,
}

#[derive(Debug, Default, FromValue)]
#[value(rename_all = "snake_case")]
enum Posture {
    #[default]
    Standing,
    Kneeling,
    Prone,
}

#[derive(Debug, FromValue)]
#[value(tag = "when", rename_all = "snake_case")]
#[expect(dead_code, reason = "only what can be read matters")]
enum End {
    Rounds { count: u32 },
    SideDown { side: String },
}

#[derive(Debug, FromValue)]
#[value(expected = "a name or a size")]
#[expect(dead_code, reason = "only what can be read matters")]
enum Map {
    #[value(text)]
    Named(String),
    #[value(table)]
    Size(Size),
}

#[derive(Debug, FromValue)]
#[expect(dead_code, reason = "only what can be read matters")]
struct Size {
    width: u32,
    height: u32,
}

fn error(text: &str) -> FileError {
    read::<Fight>(&Source::new("f.toml", text)).expect_err("an error")
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    assert_eq!(error(text).to_string(), expected);
}

#[test]
fn a_file_without_fault() {
    let text =
        "name = 'a'\n[[combatant]]\nid = 'x'\nat = [1, -2]\nposture = 'prone'\n[end]\nwhen = 'rounds'\ncount = 3\n";
    let fight: Fight = read(&Source::new("f.toml", text)).expect("no fault");
    assert_eq!(fight.combatant.len(), 1);
    let marked: Fight = read(&Source::new("f.toml", "\u{feff}name = 'a'\r\nrounds = 2\r\n")).expect("no fault");
    assert_eq!(marked.rounds, 2);
}

#[test]
fn unknown_names() {
    refused("name = 'a'\nround = 1", "f.toml:2:1: unknown field `round` (did you mean `rounds`?)");
    refused(
        "name = 'a'\ndragon = 1",
        "f.toml:2:1: unknown field `dragon` (expected `name`, `rounds`, `combatant`, `end` or `map`)",
    );
    refused(
        "name = 'a'\n[[combatant]]\nid = 'x'\n[[combatant]]\nid = 'y'\n  postur = 'prone'",
        "f.toml:6:3: unknown field `postur` (did you mean `posture`?)",
    );
    refused(
        "name = 'a'\ncombatant = [{ id = 'x', posture = 'Knelling' }]",
        "f.toml:2:36: `Knelling` is not known here (did you mean `kneeling`?)",
    );
    refused(
        "name = 'a'\n[[combatant]]\nid = 'x'\nposture = 'up'",
        "f.toml:4:11: `up` is not known here (expected `standing`, `kneeling` or `prone`)",
    );
}

#[test]
fn names_in_buffered_forms() {
    // The deserializer only knows the table of a tagged enum, not the place within it.
    refused(
        "name = 'a'\n[end]\nwhen = 'side_down'\nside = 'b'\nsides = 'c'",
        "f.toml:5:1: unknown field `sides` (did you mean `side`?)",
    );
    refused(
        "name = 'rouns'\n[end]\nwhen = 'rouns'\ncount = 1",
        "f.toml:3:8: `rouns` is not known here (did you mean `rounds`?)",
    );
    refused("name = 'a'\nmap = 3", "f.toml:2:7: expected a name or a size, found the number 3");
}

#[test]
fn wrong_types_and_missing_fields() {
    refused("name = 'a'\nrounds = 'many'", "f.toml:2:10: expected a whole number, found the text \"many\"");
    refused("name = 'a'\nrounds = -1", "f.toml:2:10: -1 is out of range (0 to 4294967295)");
    refused("name = 3", "f.toml:1:8: expected a text in quotes, found the number 3");
    refused("rounds = 3", "f.toml:1:1: missing field `name`");
    refused("name = 'a'\n[[combatant]]\nposture = 'prone'\n", "f.toml:2:1: missing field `id`");
    refused("", "f.toml:1:1: missing field `name`");
}

#[test]
fn faults_of_syntax_are_all_told() {
    let error = error("name = \nrounds = 1 2\nrounds = 3\n");
    let lines: Vec<usize> = error.problems().iter().filter_map(|p| Some(p.place?.line)).collect();
    assert!(lines.len() > 1, "{error}");
    assert!(lines.is_sorted(), "{error}");
    assert!(error.to_string().starts_with("f.toml:1:"), "{error}");
    assert_eq!(error.to_string().lines().count(), lines.len());
}

#[test]
fn columns_count_characters() {
    refused(
        "name = 'ä'\n\"ö\" = { x = 'ü' }",
        "f.toml:2:1: unknown field `ö` (expected `name`, `rounds`, `combatant`, `end` or `map`)",
    );
    refused(
        "name = 'äöü'\ncombatant = [{ id = 'äöü', posture = '→' }]",
        "f.toml:2:38: `→` is not known here (expected `standing`, `kneeling` or `prone`)",
    );
}

#[test]
fn complaints_find_their_place() {
    let text = "\
name = 'a'
list = [1, [2, 3]]
inline = { a = 1, b.c = 2 }
[map]
width = 3
[[combatant]]
id = 'x'
[[combatant]]
id = 'y'
  sheet = 'z.toml'
[combatant.hands.left]
item = 'sword'
";
    let source = Source::new("f.toml", text);
    let root = Path::root();
    let second = root.key("combatant").index(1);
    #[track_caller]
    fn at(source: &Source, path: &Path, expected: &str) {
        let error = complain(source, [Diagnostic::new(path.clone(), "no")]);
        assert_eq!(error.to_string(), format!("f.toml:{expected}: no"), "{path}");
    }
    at(&source, &root, "1:1");
    at(&source, &root.key("name"), "1:8");
    at(&source, &root.key("list"), "2:8");
    at(&source, &root.key("list").index(1), "2:12");
    at(&source, &root.key("list").index(1).index(1), "2:16");
    at(&source, &root.key("list").index(7), "2:8");
    at(&source, &root.key("inline"), "3:10");
    at(&source, &root.key("inline").key("b"), "3:19");
    at(&source, &root.key("inline").key("b").key("c"), "3:25");
    at(&source, &root.key("map"), "4:1");
    at(&source, &root.key("map").key("height"), "4:1");
    at(&source, &second, "8:1");
    at(&source, &second.key("sheet"), "10:11");
    at(&source, &second.key("sheat"), "8:1");
    at(&source, &second.key("sheet").key("deeper").index(3), "10:11");
    at(&source, &second.key("hands"), "11:12");
    at(&source, &second.key("hands").key("left"), "11:1");
    at(&source, &second.key("hands").key("left").key("item"), "12:8");
    at(&source, &root.key("combatant").index(2), "6:1");
    at(&source, &root.key("nothing"), "1:1");
    at(&source, &root.index(0), "1:1");
}

#[test]
fn complaints_stand_in_the_order_of_the_file() {
    let source = Source::new("f.toml", "a = 1\nb = 2\n");
    let error = complain(
        &source,
        [
            Diagnostic::new(Path::root().key("b"), "second\nline").did_you_mean("swrod", ["axe", "sword"]),
            Diagnostic::new(Path::root().key("a"), "first").hint("less"),
        ],
    );
    assert_eq!(error.to_string(), "f.toml:1:5: first (less)\nf.toml:2:5: second line (did you mean `sword`?)");
    let broken = complain(&Source::new("f.toml", "a = [[[\n"), [Diagnostic::new(Path::root().key("b"), "no")]);
    assert_eq!(broken.to_string(), "f.toml:1:1: no");
}

fn graphical(error: &miette::Report) -> String {
    let mut shown = String::new();
    miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor())
        .with_width(80)
        .render_report(&mut shown, error.as_ref())
        .expect("shown");
    shown.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn on_a_terminal() {
    let one = error("name = 'a'\n[[combatant]]\nid = 'x'\npostur = 'prone'\n");
    assert_eq!(
        graphical(&one.report()),
        "
  × unknown field `postur`
   ╭─[f.toml:4:1]
 3 │ id = 'x'
 4 │ postur = 'prone'
   · ──────
   ╰────
  help: did you mean `posture`?
"
        .trim_start_matches('\n')
    );
    let source = Source::new("f.toml", "a = 1\nb = 2\n");
    let two = complain(&source, ["a", "b"].map(|key| Diagnostic::new(Path::root().key(key), format!("{key} is bad"))));
    let shown = graphical(&two.report());
    assert!(shown.contains("f.toml: 2 problems"), "{shown}");
    assert!(shown.contains("a is bad") && shown.contains("[f.toml:2:5]"), "{shown}");
    // As it is, without `report`, it is a diagnostic too.
    let plain = graphical(&two.into());
    assert!(plain.contains("f.toml:1:5: a is bad") && plain.contains("b is bad"), "{plain}");
}

#[test]
fn long_lines_are_not_shown() {
    let text = format!("name = 'a'\nrounds = '{}'", "x".repeat(100_000));
    let error = error(&text);
    assert!(error.to_string().len() < 2000);
    let shown = graphical(&error.report());
    assert!(shown.len() < 5000, "{}", shown.len());
    assert!(shown.contains("f.toml:2:10"), "{shown}");
}

#[test]
fn what_is_no_text() {
    let error = Source::from_bytes("f.toml", b"a = 1\nb = '\xe4'\n".to_vec()).expect_err("no UTF-8");
    assert_eq!(error.to_string(), "f.toml:2:6: the byte 0xe4 is not UTF-8 text (save the file as UTF-8)");
    graphical(&error.report());
    assert_eq!(Source::from_bytes("f", *b"a = '\xc3\xa4'").expect("UTF-8").text, "a = 'ä'");
}

#[test]
fn files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("f.toml");
    let name = path.display().to_string();
    let error = Source::read(&path).expect_err("not there");
    assert!(error.to_string().starts_with(&format!("{name}: ")), "{error}");
    graphical(&error.report());
    std::fs::write(&path, "name = 'a'").expect("written");
    assert_eq!(Source::read(&path).expect("read"), Source::new(name.clone(), "name = 'a'"));
    assert!(Source::read(folder.path()).is_err());
    let misspelled = folder.path().join("g.toml");
    let error = Source::read(&misspelled).expect_err("not there");
    let says = format!("{}: there is no such file or folder (did you mean `{name}`?)", misspelled.display());
    assert_eq!(error.to_string(), says);
    std::fs::write(&path, vec![b'#'; MAX_BYTES + 1]).expect("written");
    let error = Source::read(&path).expect_err("too large");
    assert!(error.to_string().ends_with("more than 4194304 bytes, the largest that is read"), "{error}");
}

/// Reads a text as anything, so that only the limits and the syntax decide.
fn read_any(text: impl Into<String>) -> Result<crate::value::Value, FileError> {
    tree(&Source::new("f.toml", text))
}

#[test]
fn depth_is_limited() {
    let nested = |depth: usize| format!("a = {}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read_any(nested(MAX_DEPTH)).is_ok());
    let error = read_any(nested(MAX_DEPTH + 1)).expect_err("too deep");
    assert_eq!(error.to_string(), format!("f.toml:1:{}: this lies more than 64 tables and lists deep", 5 + MAX_DEPTH));
    for text in [
        format!("a{} = 1", ".a".repeat(70)),
        format!("[a{}]", ".a".repeat(70)),
        format!("[[a{}]]\n", ".'a'".repeat(70)),
        format!("[a{}]\na{} = 1", ".a".repeat(40), ".a".repeat(40)),
        format!("a = {}", "{ a.a.a.a = ".repeat(20)),
        format!("a = {}", "[{ x = 1, y.y.y.y = ".repeat(20)),
        "a = [".repeat(MAX_BYTES / 5),
        "a = {a.a.a=".repeat(MAX_BYTES / 11),
    ] {
        let error = read_any(&*text).expect_err("too deep").to_string();
        assert!(error.contains("deep"), "{:.60}: {error}", text);
    }
    // This is a header without a name, wrong in itself.
    assert!(read_any("[".repeat(MAX_BYTES)).is_err());
    // What looks deep only within strings, comments and numbers, or one after the other.
    let dots = "1.5, ".repeat(100);
    let flat = format!(
        "a = \"{0}\" # {0}\nb = '{0}'\nc = \"\"\"\n{0} \\\" \"\"{0}\"\"\"\nd = '''{0}\n{0}'''\ne = [{dots}]\n{1}",
        "[{a.a.a".repeat(30),
        (0..100).fold(String::new(), |mut text, n| {
            writeln!(text, "[t{n}.a]\nx.y.z = [[1], [2]]").expect("written");
            text
        }),
    );
    read_any(flat).expect("not deep");
}

#[test]
fn the_number_of_values_is_limited() {
    let list = |count: usize| format!("a = [{}]", "1,".repeat(count));
    assert!(read_any(list(MAX_ENTRIES - 2)).is_ok());
    for text in [list(MAX_ENTRIES), "[[a]]\n".repeat(MAX_ENTRIES + 1), format!("a = [{}", "{},".repeat(MAX_ENTRIES))] {
        let error = read_any(text).expect_err("too much").to_string();
        assert!(error.contains("more than 200000 values"), "{error}");
    }
    assert!(read_any("#".repeat(MAX_BYTES + 1)).is_err());
    assert!(read_any("#".repeat(MAX_BYTES)).is_ok());
}

#[test]
fn suggestions() {
    for (word, expected) in [
        ("posture", Some("posture")),
        ("Posture", Some("posture")),
        ("pastures", Some("posture")),
        ("hp", Some("hp")),
        ("ph", Some("hp")),
        ("xy", None),
        ("", None),
    ] {
        assert_eq!(suggest(word, ["hp", "posture", "facing"]), expected, "{word}");
    }
    assert_eq!(suggest("a", []), None);
    assert_eq!(suggest(&"x".repeat(1 << 20), ["x"]), None);
}

/// Reads, complains and shows; what must hold of every text.
fn exercise(text: &str) -> Result<(), TestCaseError> {
    let source = Source::new("f.toml", text);
    let mut errors = vec![complain(
        &source,
        [
            Diagnostic::new(Path::root().key("combatant").index(1).key("id"), "no"),
            Diagnostic::new(Path::root().key("map").key("a"), "no"),
        ],
    )];
    errors.extend(read::<Fight>(&source).err());
    errors.extend(tree(&source).err());
    for error in errors {
        prop_assert!(!error.problems().is_empty());
        for problem in error.problems() {
            let Some(place) = problem.place else { continue };
            prop_assert!(place.start <= place.end && place.end <= text.len());
            prop_assert!(text.is_char_boundary(place.start) && text.is_char_boundary(place.end));
            prop_assert_eq!(place.line, 1 + text[..place.start].matches('\n').count());
        }
        prop_assert_eq!(error.to_string().lines().count(), error.problems().len());
        graphical(&error.report());
        graphical(&error.into());
    }
    Ok(())
}

const VALID: &str = "name = \"ä\"\nrounds = 3\n[[combatant]]\nid = 'x'\nat = [1, -2]\nposture = \"prone\"\n\
    [[combatant]]\nid = '''y'''\n[end]\nwhen = 'rounds'\ncount = 3\n[map]\nwidth = 1\nheight = 0x2 # hex\n";

proptest! {
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        match Source::from_bytes("f.toml", bytes.clone()) {
            Ok(source) => exercise(&source.text)?,
            Err(error) => { graphical(&error.report()); }
        }
    }

    #[test]
    fn any_text_of_toml_signs(text in "(\\PC|[\r\n\t \"'#=\\[\\]{},.]|\"\"\"|'''|name|\\[\\[combatant\\]\\]\n|a\\.b|1|-|\\\\u){0,60}") {
        exercise(&text)?;
    }

    #[test]
    fn any_mutation(cuts in proptest::collection::vec((0..VALID.len(), 0..6usize, "(\\PC|[\r\n\"'#=\\[\\]{},.]){0,4}"), 1..6)) {
        let mut bytes = VALID.as_bytes().to_vec();
        for (at, length, put) in cuts {
            let at = at.min(bytes.len());
            let end = (at + length).min(bytes.len());
            bytes.splice(at..end, put.bytes());
        }
        if let Ok(source) = Source::from_bytes("f.toml", bytes) {
            exercise(&source.text)?;
        }
    }
}
