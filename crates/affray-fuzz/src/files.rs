//! Files that were damaged at random: every parser answers with a value or with an error.

use crate::Chance;
use affray_files::{Source, no_files};
use affray_grid::MapFile;
use affray_import::Ruleset;
use affray_import::file::{Made, put};
use affray_import::map::{Cells, map};
use affray_session::catalog::DynRules;

/// Pieces that damage likes to put in.
const PIECES: &[&str] = &[
    "\"",
    "[",
    "]",
    "{",
    "}",
    "=",
    "\n",
    "#",
    "'",
    ",",
    ".",
    "-1",
    "0",
    "999999999999999999999",
    "1e308",
    "nan",
    "true",
    "[[",
    "]]",
    "\u{0}",
    "\u{fffd}",
    "\u{1f5e1}",
    "\t",
    "\\u12",
    "=\n",
    "case",
    "play",
    "[0, 0]",
    "[-32768, 32767]",
    "65536",
    "-129",
];

/// The texts to begin with: everything that the program ships.
pub fn corpus(ruleset: &dyn DynRules) -> Vec<String> {
    let mut texts = vec![String::from(ruleset.starter())];
    texts.extend(ruleset.encounters().iter().map(|(_, text)| String::from(*text)));
    texts.extend(ruleset.sheets().iter().map(|(_, text)| String::from(*text)));
    texts
}

/// Damages a text in one to eight places.
pub fn damaged(text: &str, chance: &mut Chance) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(8) {
        let at = chance.below(chars.len() + 1).min(chars.len());
        match chance.below(6) {
            0 if at < chars.len() => {
                chars.remove(at);
            }
            1 => {
                let end = (at + chance.below(40)).min(chars.len());
                chars.drain(at..end);
            }
            2 => {
                let end = (at + chance.below(200)).min(chars.len());
                let copy: Vec<char> = chars[at..end].to_vec();
                let to = chance.below(chars.len() + 1).min(chars.len());
                chars.splice(to..to, copy);
            }
            3 => chars.truncate(at.max(1)),
            _ => {
                let piece = chance.pick(PIECES).copied().unwrap_or("\"");
                chars.splice(at..at, piece.chars());
            }
        }
    }
    chars.into_iter().collect()
}

/// Files of other tools to begin with: their names and texts.
const FOREIGN: [(&str, &str); 4] = [
    ("brand.gcs", include_str!("../../affray-import/tests/files/brand.gcs")),
    ("cellar.uvtt", include_str!("../../affray-import/tests/files/cellar.uvtt")),
    ("glade.tmj", include_str!("../../affray-import/tests/files/glade.tmj")),
    ("ford.tmx", include_str!("../../affray-import/tests/files/ford.tmx")),
];

/// One damaged file of another tool: it is refused with one line, or becomes a sheet or a map that can be read.
pub fn imported(chance: &mut Chance) {
    let Some((name, text)) = chance.pick(&FOREIGN) else { return };
    let text = damaged(text, chance);
    if name.ends_with(".gcs") {
        for ruleset in Ruleset::ALL {
            match affray_import::character(name, &text, ruleset) {
                Ok(one) => {
                    let sheet = Source::new("imported.toml", one.text);
                    affray_import::check(&sheet, ruleset).unwrap_or_else(|error| panic!("{error}\n{}", sheet.text));
                }
                Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
            }
        }
    } else {
        for cells in [Cells::Hex, Cells::Square] {
            match map(name, &text, cells, 1 + chance.below(3) as u32, &|_| None) {
                Ok(one) => {
                    let source = Source::new("imported.toml", one.text.replace("map.", "").replace("[map]", ""));
                    let read = affray_files::read::<MapFile>(&source).unwrap_or_else(|error| panic!("{error}"));
                    read.build().unwrap_or_else(|wrong| panic!("{wrong:?}\n{}", source.text));
                }
                Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
            }
        }
    }
    let made = damaged("# a\n# >>> affray import (dfrpg) from a\nst = 1\n# <<< affray import, 0\n[[item]]\n", chance);
    if let Ok(Some(made)) = Made::read(&Source::new("made.toml", made)) {
        let _ = put("st = 2\n\n[[weapon]]\nname = \"a\"\n", "a.gcs", Ruleset::Dfrpg, "made.toml", Some(&made));
    }
}

/// One damaged file for every parser of a ruleset.
pub fn one(ruleset: &dyn DynRules, corpus: &[String], chance: &mut Chance) {
    let Some(text) = chance.pick(corpus) else { return };
    let text = damaged(text, chance);
    let source = Source::new("damaged.toml", text.clone());
    for error in [
        ruleset.load(&source, &no_files).err(),
        ruleset.check(&source, &no_files).err(),
        ruleset.odds(&source, &no_files).err(),
    ]
    .into_iter()
    .flatten()
    {
        assert!(!error.to_string().is_empty());
    }
}
