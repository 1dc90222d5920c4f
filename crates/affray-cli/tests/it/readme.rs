//! What the README shows is what the program prints.

use super::{affray, project};

/// The lines of a block of text in the README that begins so, up to its `...`.
fn shown(readme: &str, first: &str) -> Vec<String> {
    let from = readme.lines().skip_while(|line| *line != first);
    let block = from.take_while(|line| *line != "```" && line.trim() != "...");
    block.map(|line| line.trim_end().to_owned()).collect()
}

#[test]
fn its_examples_are_what_is_printed() {
    let readme = std::fs::read_to_string(project("README.md")).expect("there is a README");
    let blow = project("examples/odds/blow.toml");
    for (arguments, first, least) in [
        (&["fight", "duel", "--seed", "7"][..], "A duel", 30),
        (&["odds", &blow], "plain: an Attack at the torso, parried", 8),
    ] {
        let wanted = shown(&readme, first);
        assert!(least < wanted.len(), "the README shows no `{first}`");
        let ran = affray(arguments);
        let printed: Vec<&str> = ran.out.lines().map(str::trim_end).take(wanted.len()).collect();
        assert_eq!(wanted, printed, "the README does not show what {arguments:?} prints:\n{}", printed.join("\n"));
    }
}

/// What stands in backticks at the beginning of a line of the README that begins so, and the line.
fn listed<'a>(readme: &'a str, before: &str) -> Vec<(&'a str, &'a str)> {
    let named = |line: &'a str| Some((line.strip_prefix(before)?.split_once('`')?.0, line));
    readme.lines().filter_map(named).collect()
}

#[test]
fn its_rulesets_and_their_encounters_are_there() {
    let readme = std::fs::read_to_string(project("README.md")).expect("there is a README");
    let (_, rest) = readme.split_once("Encounters that come with it").expect("they are listed");
    let encounters = rest.split("\n\n").nth(1).expect("a list");
    let rulesets = listed(encounters, "- `");
    assert!(!rulesets.is_empty(), "the README lists no encounters");
    for (id, _) in rulesets {
        let ruleset = affray_games::find(id).unwrap_or_else(|| panic!("the README names `{id}`, which is no ruleset"));
        let list = encounters.split_once(&format!("- `{id}`: ")).expect("it is listed").1;
        let mut named: Vec<&str> = list.split("\n-").next().unwrap_or_default().split('`').skip(1).step_by(2).collect();
        let mut there: Vec<&str> = ruleset.encounters().names().collect();
        named.sort_unstable();
        there.sort_unstable();
        assert_eq!(named, there, "the encounters of `{id}` in the README");
    }
}

#[test]
fn it_counts_rules_and_rulings() {
    let readme = std::fs::read_to_string(project("README.md")).expect("there is a README");
    let coverage = affray(&["rules", "--coverage", "--json"]).json();
    let rows = listed(&readme, "| `");
    let rows: Vec<_> = rows.into_iter().filter(|(id, _)| affray_games::find(id).is_some()).collect();
    assert!(!rows.is_empty(), "the README has no row for any ruleset");
    for (id, row) in rows {
        let total = |kind: &str| &coverage["coverage"][id][kind]["total"];
        let counts = format!("| {} and {} |", total("rules"), total("rulings"));
        assert!(row.ends_with(&counts), "{id} has {counts}: {row}");
    }
}
