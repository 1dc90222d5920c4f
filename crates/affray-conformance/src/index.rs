//! The index of a ledger: the places in code that `affray rules ID` lists, against the sources.

use affray_session::reference::{EntryKind, Reference};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The crate whose functions several rulesets share.
const SHARED: &str = "affray_3d6";
/// Modules of it that read and write texts, or serve opponents.
const NO_RULES: [&str; 2] = ["text", "chance"];
/// Folders and files below `src` that read, play or tell the rules, but do not carry them out.
const SIDES: [&str; 3] = ["policy", "files", "words"];

/// The first place of each rule and ruling is neither an event nor a function that shows or tells what was decided.
///
/// # Panics
/// With the rules whose first place is one.
pub fn what_decides_comes_first(reference: &Reference) {
    let mut wrong = Vec::new();
    for entry in reference.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Rule | EntryKind::Ruling)) {
        let Some(first) = entry.code.first() else { continue };
        let (package, file) = first.crate_and_file(reference.package);
        let source = read(&crates().join(package).join(file));
        let shows = function_at(&source, first.line).is_some_and(is_display);
        if shows || file == "src/event.rs" || file.starts_with("src/event/") {
            wrong.push(format!("{} at {file}:{}", entry.id, first.line));
        }
    }
    assert!(wrong.is_empty(), "rules whose first place shows or tells: {wrong:#?}");
}

/// Each function of the crate that rulesets share is in the index of a ruleset that carries rules out with it.
///
/// # Panics
/// With those that are not; a doc comment with the ids of its rules, before its `use`, puts one there.
pub fn what_is_shared_is_listed(reference: &Reference) {
    let listed: HashSet<(&str, u32)> =
        reference.entries.iter().flat_map(|entry| entry.code).map(|place| (place.file, place.line)).collect();
    let source = crates().join(reference.package).join("src");
    let used = used_below(&source);
    let mut missing = Vec::new();
    for module in modules(&crates().join("affray-3d6/src")) {
        let text = read(&crates().join(format!("affray-3d6/src/{module}.rs")));
        for (line, name) in (1..).zip(text.lines()).filter_map(|(line, text)| Some((line, public_function(text)?))) {
            let is_used = used.iter().any(|path| *path == format!("{module}::{name}"));
            let file = format!("../affray-3d6/src/{module}.rs");
            if is_used && !listed.contains(&(file.as_str(), line)) {
                missing.push(format!("{SHARED}::{module}::{name}"));
            }
        }
    }
    assert!(missing.is_empty(), "{}: no rule is listed at {missing:#?}", reference.package);
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether a function only shows or tells, as its name says.
fn is_display(function: &str) -> bool {
    ["show_", "tell_", "describe_"].iter().any(|verb| function.starts_with(verb))
}

/// The function at a line: the one that a doc comment belongs to, or else the one in which the line stands.
fn function_at(source: &str, line: u32) -> Option<&str> {
    let lines: Vec<&str> = source.lines().map(str::trim_start).collect();
    let at = (line as usize).checked_sub(1).filter(|&at| at < lines.len())?;
    let is_before = |line: &&str| line.starts_with("///") || line.starts_with("#[");
    if is_before(&lines[at]) {
        return function(lines[at..].iter().find(|line| !is_before(line))?);
    }
    lines[..=at].iter().rev().find_map(|line| function(line))
}

/// The name of the function that a line declares.
fn function(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let qualifiers =
        before.split_whitespace().all(|word| word.starts_with("pub") || ["const", "async"].contains(&word));
    let end = after.find(|letter: char| letter != '_' && !letter.is_alphanumeric())?;
    (qualifiers && end > 0).then(|| &after[..end])
}

/// The name of the public function, no method, that a line declares.
fn public_function(line: &str) -> Option<&str> {
    function(line).filter(|_| line.starts_with("pub "))
}

/// The modules of rules of the shared crate.
fn modules(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let names = files.map(|file| file.expect("the folder can be listed").file_name().to_string_lossy().into_owned());
    let modules = names.filter_map(|name| name.strip_suffix(".rs").map(str::to_owned));
    modules.filter(|module| module != "lib" && !NO_RULES.contains(&module.as_str())).collect()
}

/// The items of the shared crate, by module and name, that the sources below a folder name, opponents, files and words left
/// out.
fn used_below(folder: &Path) -> Vec<String> {
    let mut used = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("the folder can be listed").path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.extend((!SIDES.contains(&stem.as_str())).then_some(path));
            } else if stem != "tests" && !SIDES.contains(&stem.as_str()) {
                let text = read(&path);
                let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
                used.extend(items(&code.join("\n")));
            }
        }
    }
    used
}

/// The items of the shared crate that a source names: `check::grade`.
fn items(source: &str) -> Vec<String> {
    let mut items = Vec::new();
    for path in source.split(&format!("{SHARED}::")).skip(1) {
        let module = path.split("::").next().unwrap_or_default();
        let Some(rest) = path.strip_prefix(module).and_then(|rest| rest.strip_prefix("::")) else {
            panic!("a module of {SHARED} under a name of its own: {}", path.lines().next().unwrap_or_default());
        };
        let end =
            if rest.starts_with('{') { rest.find('}') } else { rest.find(|c: char| c != '_' && !c.is_alphanumeric()) };
        let names = rest[..end.unwrap_or(rest.len())].trim_start_matches('{').split(',');
        let names = names.filter_map(|name| name.split_whitespace().next());
        items.extend(names.map(|name| format!("{module}::{name}")));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_of_a_line() {
        let source = "/// `XY-001` One.\n#[inline]\npub(crate) const fn one<T>(a: fn(i32)) {\n    a(1);\n}\n\n/// Two.\nstruct Two;\n\nfn show_it() {\n}";
        let found: Vec<Option<&str>> = (1..=12).map(|line| function_at(source, line)).collect();
        let one = Some("one");
        let show = Some("show_it");
        assert_eq!(found, [one, one, one, one, one, one, None, one, one, show, show, None]);
        assert!(is_display("show_it") && is_display("tell_move") && !is_display("shows"));
    }

    #[test]
    fn the_items_of_a_source() {
        let source = "use affray_3d6::check::{Grade, grade as graded,\n    succeeds};\nlet x = affray_3d6::damage::multiplier(at);";
        assert_eq!(items(source), ["check::Grade", "check::grade", "check::succeeds", "damage::multiplier"]);
    }
}
