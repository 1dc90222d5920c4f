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

#[test]
fn it_names_all_that_there_is() {
    let readme = std::fs::read_to_string(project("README.md")).expect("there is a README");
    for id in affray_games::ids() {
        assert!(readme.contains(&format!("`{id}`")), "the README does not name {id}");
    }
    for encounter in affray_games::encounters() {
        assert!(readme.contains(&format!("`{encounter}`")), "the README does not name {encounter}");
    }
}

#[test]
fn it_counts_rules_and_rulings() {
    let readme = std::fs::read_to_string(project("README.md")).expect("there is a README");
    let coverage = affray(&["rules", "--coverage", "--json"]).json();
    for id in affray_games::ids() {
        let row = readme.lines().find(|line| line.starts_with(&format!("| `{id}` |"))).expect("each has a row");
        let total = |kind: &str| &coverage["coverage"][id][kind]["total"];
        let counts = format!("| {} and {} |", total("rules"), total("rulings"));
        assert!(row.ends_with(&counts), "{id} has {counts}: {row}");
    }
}
