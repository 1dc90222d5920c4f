//! Everything that has to hold of a ruleset.

use affray_conformance::proofs::Ruleset;
use affray_files::{Source, no_files};
use affray_prove::cases::check;
use affray_skirmish::Skirmish;
use affray_skirmish::decision::Question;

#[test]
fn everything_that_has_to_hold() {
    Ruleset {
        folder: env!("CARGO_MANIFEST_DIR"),
        starter_parts: &["SideFile", "CombatantFile"],
        most_options: 100,
        rarely: |question: &Question| matches!(question, Question::Move { .. }),
    }
    .holds::<Skirmish>();
}

#[test]
fn the_cases_of_the_guide_hold() {
    let name = "docs/writing-a-ruleset.md";
    let guide = std::fs::read_to_string(format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"))).expect("it is there");
    let blocks = guide.split("```toml\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
    let files: Vec<&str> = blocks.filter(|block| block.contains("[[case]]")).collect();
    assert!(!files.is_empty(), "the guide shows no case");
    for file in files {
        let reports = check::<Skirmish>(&Source::new(name, file), &no_files).unwrap_or_else(|error| panic!("{error}"));
        for report in reports {
            assert!(report.differences.is_empty(), "{}: {:?}", report.id, report.differences);
        }
    }
}
