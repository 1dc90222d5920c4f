//! Sheets in files: the imported lines stand in a marked block, and what people write above and below it is theirs.
//!
//! A key or an item of a person counts, and the imported one of that name is left out. Lines within the block that
//! somebody has changed are noticed by a number that stands in its last line.

use crate::Ruleset;
use crate::text::quoted;
use affray_files::{FileError, Source, plain, tree};

/// The beginning of the line before the block.
const BEGIN: &str = "# >>> affray import";
/// The beginning of the line behind it.
const END: &str = "# <<< affray import";

/// A file that an import has made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The id of the ruleset for which it was made.
    pub ruleset: String,
    /// The lines before the block.
    above: String,
    /// The lines behind it.
    below: String,
    /// Somebody has changed lines of the block.
    pub changed: bool,
    /// The lines of the block.
    block: String,
}

impl Made {
    /// The file, if an import has made it.
    ///
    /// # Errors
    /// If its marks are damaged.
    pub fn read(source: &Source) -> Result<Option<Self>, FileError> {
        let wrong = |message: &str| FileError::whole(&source.name, message);
        let starts = |mark: &str| {
            let mut found = Vec::new();
            let mut at = 0;
            for line in source.text.split_inclusive('\n') {
                if line.starts_with(mark) {
                    found.push((at, at + line.len()));
                }
                at += line.len();
            }
            found
        };
        let (begins, ends) = (starts(BEGIN), starts(END));
        let ((begin, inner), (end, behind)) = match (begins.as_slice(), ends.as_slice()) {
            ([], []) => return Ok(None),
            ([begin], [end]) if begin.1 <= end.0 => (*begin, *end),
            _ => {
                return Err(wrong(
                    "the lines that mark the imported block are damaged: one `>>>` and one `<<<` after it",
                ));
            }
        };
        let text = &source.text;
        let head = text[begin..inner].trim_end();
        let ruleset = head.split(['(', ')']).nth(1).unwrap_or_default().to_owned();
        let sum = text[end..behind].split_whitespace().last().unwrap_or_default();
        let block = text[inner..end].to_owned();
        let changed = sum != format!("{:016x}", check(&block));
        let (above, below) = (text[..begin].to_owned(), text[behind..].to_owned());
        Ok(Some(Self { ruleset, above, below, changed, block }))
    }

    /// Whether the block names a file, such as the picture that was written beside it.
    pub fn names(&self, file: &str) -> bool {
        self.block.contains(&quoted(file))
    }
}

/// Puts an imported sheet into its file, with the lines that people have written around an earlier one.
///
/// # Errors
/// If what they have written is no TOML, or a table stands above the block.
pub fn put(
    sheet: &str,
    from: &str,
    ruleset: Ruleset,
    file: &str,
    made: Option<&Made>,
) -> Result<(String, Vec<String>), FileError> {
    let fresh = "# Imported. Your own keys go above the marked block, your own tables below it: both stay when it is imported\n\
                 # again, and what is yours is not imported.\n";
    let (above, below) = made.map_or((fresh, ""), |made| (made.above.as_str(), made.below.as_str()));
    let of = |text: &str| tree(&Source::new(file, text));
    let (own, further) = (of(above)?, of(below)?);
    if let Some(line) = above.lines().find(|line| line.trim_start().starts_with('[')) {
        let message = format!("`{}` stands above the imported block: tables of your own go below it", line.trim());
        return Err(FileError::whole(file, message));
    }
    let mut kept = Vec::new();
    let mut out = String::new();
    let mut mute = false;
    // A weapon of theirs that takes the place of the first one takes it in hand too.
    let (mut weapons, mut sheathes) = (0, false);
    let mut table: Option<(String, String)> = None;
    let has_key = |key: &str| own.get(key).is_some() || further.get(key).is_some_and(|value| !value.is_array());
    let mut flush = |table: &mut Option<(String, String)>, out: &mut String, kept: &mut Vec<String>| {
        let Some((name, mut text)) = table.take() else { return };
        let item = of(&text).ok().and_then(|tree| {
            let list = tree.get(&name)?;
            let one = list.as_array().and_then(|list| list.first()).unwrap_or(list);
            Some(one.get("name")?.as_str()?.to_owned())
        });
        let list = further.get(&name).or_else(|| own.get(&name));
        let is_theirs = match (&item, list.and_then(|list| list.as_array())) {
            (Some(item), Some(list)) => list.iter().any(|one| {
                one.get("name").and_then(|name| name.as_str()).is_some_and(|name| plain(name) == plain(item))
            }),
            _ => list.is_some(),
        };
        if name == "weapon" {
            weapons += 1;
            sheathes |= is_theirs && weapons == 1;
            let (key, line) = match ruleset {
                Ruleset::Dfrpg => ("\nhand = ", "hand = \"sheathed\"\n"),
                Ruleset::Gurps4 => ("\nready = ", "ready = false\n"),
            };
            if sheathes && !is_theirs && !text.contains(key) {
                let name = text.find("name = ").and_then(|at| Some(at + text[at..].find('\n')? + 1));
                text.insert_str(name.unwrap_or(text.len()), line);
            }
        }
        if is_theirs {
            kept.push(format!("{}: yours stays", item.unwrap_or(name)));
        } else {
            *out += &text;
        }
    };
    for line in sheet.split_inclusive('\n') {
        if line.starts_with('[') {
            flush(&mut table, &mut out, &mut kept);
            let name = line.trim().trim_matches(['[', ']']).to_owned();
            table = Some((name, line.to_owned()));
            continue;
        }
        if let Some((_, text)) = &mut table {
            *text += line;
            continue;
        }
        if line.starts_with('#') {
            out += line;
            continue;
        }
        if let Some((key, value)) = line.split_once(" = ")
            && !line.starts_with(' ')
        {
            mute = has_key(key.trim_matches('"'));
            if mute {
                let whole = Some(value.trim()).filter(|value| *value != "[");
                let imported = whole.map_or_else(String::new, |value| format!(", in place of {value}"));
                kept.push(format!("{key}: yours stays{imported}"));
            }
        }
        if !mute {
            out += line;
        }
    }
    flush(&mut table, &mut out, &mut kept);
    // A blank line before a table goes with the table.
    let block = out.trim_matches('\n').to_owned() + "\n";
    let text = framed(above, &block, below, ruleset.id(), from);
    Ok((text, kept))
}

/// Puts the tables of a map into an encounter, with what stands around those of an earlier import; a new one begins with
/// other lines above and below.
pub fn put_map(tables: &str, from: &str, ruleset: &str, made: Option<&Made>, fresh: (&str, &str)) -> String {
    let (above, below) = made.map_or(fresh, |made| (made.above.as_str(), made.below.as_str()));
    framed(above, tables, below, ruleset, from)
}

/// A block between its marks, with what stands above and below.
fn framed(above: &str, block: &str, below: &str, ruleset: &str, from: &str) -> String {
    let gap = if below.is_empty() || below.starts_with(['\n', '\r']) { "" } else { "\n" };
    let from: String = from.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let sum = check(block);
    format!(
        "{above}{BEGIN} ({ruleset}) from {from}: lines between the marks are written anew\n{block}{END}, {sum:016x}\n{gap}{below}"
    )
}

/// A number that is another one for other lines: FNV-1a of 64 bits.
fn check(text: &str) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes().filter(|byte| *byte != b'\r') {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "name = \"Ana\"\nst = 13\ntraits = [\n    \"a\",\n]\n\n[[weapon]]\nname = \"axe\"\nskill = \"DX\"\n\n[shield]\ndb = 1\n";

    fn made(text: &str) -> Made {
        Made::read(&Source::new("ana.toml", text)).expect("it can be read").expect("an import has made it")
    }

    #[test]
    fn what_people_have_written_stays() {
        let (first, kept) = put(SHEET, "Ana.gcs", Ruleset::Dfrpg, "ana.toml", None).expect("it can be put");
        assert!(kept.is_empty() && first.contains(SHEET), "{first}");
        let again = made(&first);
        assert_eq!((again.ruleset.as_str(), again.changed), ("dfrpg", false));
        // Written anew it is the same, byte for byte.
        assert_eq!(put(SHEET, "Ana.gcs", Ruleset::Dfrpg, "ana.toml", Some(&again)).expect("it can be put").0, first);
        let by_hand = format!(
            "# mine\ntraits = []\nst = 14\n{}\n[[weapon]]\nname = \"Axe\"\n",
            &first[first.find(BEGIN).unwrap()..]
        );
        let (text, kept) =
            put(SHEET, "Ana.gcs", Ruleset::Dfrpg, "ana.toml", Some(&made(&by_hand))).expect("it can be put");
        assert_eq!(kept, ["st: yours stays, in place of 13", "traits: yours stays", "axe: yours stays"]);
        assert!(
            text.starts_with("# mine\ntraits = []\nst = 14\n# >>>") && text.ends_with("\n[[weapon]]\nname = \"Axe\"\n"),
            "{text}"
        );
        assert_eq!(text.matches("st = ").count(), 1, "{text}");
        assert!(tree(&Source::new("ana.toml", text.clone())).is_ok(), "{text}");
    }

    #[test]
    fn a_weapon_in_the_place_of_the_first_one_is_in_hand() {
        let weapon = |name: &str| format!("\n[[weapon]]\nname = \"{name}\"\nskill = \"DX\"\n");
        let sheet = format!("name = \"Ana\"\n{}{}", weapon("axe"), weapon("bow"));
        for (ruleset, line) in [(Ruleset::Gurps4, "ready = false\n"), (Ruleset::Dfrpg, "hand = \"sheathed\"\n")] {
            let (first, _) = put(&sheet, "Ana.gcs", ruleset, "ana.toml", None).expect("it can be put");
            assert!(!first.contains(line), "{first}");
            let again = |own: &str| {
                let by_hand = made(&format!("{first}{}", weapon(own)));
                put(&sheet, "Ana.gcs", ruleset, "ana.toml", Some(&by_hand)).expect("it can be put").0
            };
            assert!(again("axe").contains(&format!("name = \"bow\"\n{line}skill")), "{}", again("axe"));
            assert!(!again("bow").contains(line) && !again("spear").contains(line));
        }
    }

    #[test]
    fn changes_within_the_block_are_noticed() {
        let (text, _) = put(SHEET, "Ana.gcs", Ruleset::Gurps4, "ana.toml", None).expect("it can be put");
        assert!(made(&text.replace("st = 13", "st = 15")).changed);
        assert!(!made(&text.replace('\n', "\r\n")).changed, "another end of line is no change");
        let read = |text: &str| Made::read(&Source::new("ana.toml", text));
        assert_eq!(read("name = \"Ana\"\n").expect("it can be read"), None);
        assert!(read(&text.replace(END, "# gone")).is_err());
        let above = text.replace(BEGIN, "[[item]]\nname = \"x\"\n# >>> affray import");
        assert!(put(SHEET, "Ana.gcs", Ruleset::Gurps4, "ana.toml", Some(&made(&above))).is_err());
    }
}
