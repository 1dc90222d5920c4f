//! The command line of `affray-fuzz`.

use std::process::Command;

/// The exit code, standard output and standard error.
fn fuzz(args: &[&str]) -> (Option<i32>, String, String) {
    let ran = Command::new(env!("CARGO_BIN_EXE_affray-fuzz")).args(args).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it prints UTF-8");
    (ran.status.code(), text(ran.stdout), text(ran.stderr))
}

#[test]
fn help_is_a_help() {
    for args in [&["--help"][..], &["-h"], &["play", "--help"]] {
        let (code, out, _) = fuzz(args);
        assert_eq!(code, Some(0), "{args:?}");
        for part in ["files|play|encounters|RULESET", "--inputs", "--seconds", "--seed", "Examples:"] {
            assert!(out.contains(part), "{args:?} does not tell of {part}: {out}");
        }
    }
    let (code, _, err) = fuzz(&[]);
    assert_eq!(code, Some(2));
    assert!(err.contains("Examples:"), "{err}");
}

#[test]
fn wrong_usage() {
    for (args, says) in [
        (&["fly", "--inputs", "1"][..], "one of: files, play, encounters, dfrpg"),
        (&["--inptus", "1"], "--inputs"),
        (&["--inputs", "many"], "many"),
        // Without a limit it would never end.
        (&["play", "dfrpg"], "--seconds"),
    ] {
        let (code, out, err) = fuzz(args);
        assert_eq!(code, Some(2), "{args:?}: {out}");
        assert!(err.contains(says), "{args:?}: {err}");
    }
}

#[test]
fn random_encounters_can_be_printed() {
    let (code, out, err) = fuzz(&["encounters", "obss", "--seed", "7", "--inputs", "1", "--print"]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.starts_with("ruleset = 'obss'\n") && out.contains("[[combatant]]"), "{out}");
}

#[test]
fn targets_and_rulesets_can_be_named() {
    for (args, targets) in [
        (&["--inputs", "1", "--seed", "7"][..], &["files", "play", "encounters"][..]),
        (&["files", "dfrpg", "--inputs", "1", "--seconds", "60"], &["files"]),
        (&["obss", "play", "--inputs", "1"], &["play"]),
    ] {
        let (code, out, err) = fuzz(args);
        assert_eq!(code, Some(0), "{args:?}: {err}");
        let lines = out.lines().filter(|line| !line.starts_with(' '));
        let ran: Vec<&str> = lines.filter_map(|line| line.split_once(':')).map(|(target, _)| target).collect();
        assert_eq!(ran, targets, "{args:?}: {out}");
    }
}
