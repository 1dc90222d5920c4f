//! Every case of `cases/` holds, with the tape, the sampler and the walker in agreement.

use affray_core::cases::check;
use affray_core::files::{FileError, Source};
use affray_dragonquest::DragonQuest;
use std::path::{Path, PathBuf};

/// All case files below a folder, in a stable order.
fn case_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_case_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let only = std::env::var("CASES").unwrap_or_default();
    let (mut run, mut failures) = (0, Vec::new());
    for path in case_files(&folder) {
        if !path.to_string_lossy().contains(&only) {
            continue;
        }
        let beside = |name: &str| -> Result<Source, FileError> { Source::read(folder.join(name)) };
        match Source::read(&path).and_then(|source| check::<DragonQuest>(&source, &beside)) {
            Err(error) => failures.push(error.to_string()),
            Ok(reports) => {
                for report in reports {
                    run += 1;
                    if !report.differences.is_empty() {
                        failures.push(format!(
                            "{} {} ({}):\n  {}",
                            path.display(),
                            report.id,
                            report.title,
                            report.differences.join("\n  ")
                        ));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {run} cases fail:\n{}", failures.len(), failures.join("\n"));
}
