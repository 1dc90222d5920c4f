//! Files that were damaged at random: every parser answers with a value or with an error.

use crate::Chance;
use affray_files::{Source, no_files};
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
