//! Bring your own: characters and maps of other tools, looked at and then written into the folder of the start.

use crate::desk::Denied;
use crate::draft;
use crate::start::{Start, check_name, refused};
use affray_files::Source;
use affray_grid::{Layout, PICTURE_ENDINGS};
use affray_import::file::{Made, put, put_map};
use affray_import::map::{Cells, ENDINGS, LARGEST_PICTURE, MAX_BYTES, MapLine, map};
use affray_import::{Ruleset, character, check, gcs, stem};
use affray_session::catalog::DynRules;
use serde_json::{Value, json};
use std::fs;
use std::io::Read as _;
use std::path::Path;

/// The longest body: that of a map with its picture.
pub(crate) const MOST_BYTES: usize = MAX_BYTES;

/// What is brought, and what is to become of it.
#[derive(Debug, Clone)]
pub(crate) struct Brought {
    /// The name of the file that is brought.
    pub(crate) name: String,
    pub(crate) ruleset: String,
    /// Cells for each square of a map.
    pub(crate) cells: u32,
    /// The name of the file to write, without its ending; the name of the file itself if left out.
    pub(crate) file: Option<String>,
    /// Files that a map names, such as tile sets: how many bytes each has at the end of the body, and its name.
    pub(crate) beside: Vec<(usize, String)>,
    /// Whether it is written, and not only looked at.
    pub(crate) save: bool,
}

type Told<T> = Result<T, Denied>;

fn no(message: impl Into<String>) -> Denied {
    Denied::refused(message.into())
}

/// The end of a file's name, in small letters.
fn ending(name: &str) -> String {
    name.rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_ascii_lowercase())
}

/// A picture that a page shows: its kind and its bytes.
///
/// # Errors
/// If there is none, or it is too large or none at all.
pub(crate) fn picture(path: &Path) -> Told<(&'static str, Vec<u8>)> {
    let missing = || Denied::Missing("there is no such picture here".to_owned());
    let is_named = path.to_str().is_some_and(|name| PICTURE_ENDINGS.contains(&ending(name).as_str()));
    let file = fs::File::open(path).ok().filter(|_| is_named && path.is_file()).ok_or_else(missing)?;
    let mut bytes = Vec::new();
    file.take(LARGEST_PICTURE as u64 + 1).read_to_end(&mut bytes).map_err(|_| missing())?;
    if bytes.len() > LARGEST_PICTURE {
        return Err(no(format!("the picture has more than {} MB", LARGEST_PICTURE >> 20)));
    }
    match bytes.as_slice() {
        [0x89, b'P', b'N', b'G', ..] => Ok(("image/png", bytes)),
        [0xff, 0xd8, 0xff, ..] => Ok(("image/jpeg", bytes)),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Ok(("image/webp", bytes)),
        _ => Err(no("that file is neither PNG nor JPEG nor WebP")),
    }
}

/// What was imported into a file before, and may be written anew; nothing if there is no such file.
fn before(folder: &Path, file: &str) -> Told<Option<Made>> {
    let path = folder.join(file);
    if fs::symlink_metadata(&path).is_err() {
        return Ok(None);
    }
    let made = Source::read(&path).ok().and_then(|source| Made::read(&source).ok().flatten());
    match made {
        None => Err(no(format!("`{file}` is there already, and was not imported: give it another name"))),
        Some(made) if made.changed => Err(no(format!(
            "`{file}` is there already, and lines of its imported block were changed by hand: give it another name, or move them \
             out of the block"
        ))),
        Some(made) => Ok(Some(made)),
    }
}

impl Start {
    /// Looks at a character or a map, and writes what becomes of it if that is wished.
    pub(crate) fn bring(&self, brought: &Brought, mut bytes: Vec<u8>) -> Told<Value> {
        let mut tiles = Vec::new();
        for (size, name) in brought.beside.iter().rev() {
            let at = bytes.len().checked_sub(*size).ok_or_else(|| {
                Denied::Malformed(format!("`beside` says that {name} has {size} bytes, and the body is shorter"))
            })?;
            let text =
                String::from_utf8(bytes.split_off(at)).map_err(|_| no(format!("`{name}` is no text in UTF-8")))?;
            tiles.push((name.as_str(), text));
        }
        let plain = brought.file.as_deref().unwrap_or_else(|| stem(&brought.name)).trim();
        let plain = plain.strip_suffix(".toml").unwrap_or(plain);
        let (ruleset, kind) = (crate::start::ruleset(&brought.ruleset)?, ending(&brought.name));
        let is_map = ENDINGS.contains(&kind.as_str());
        if !is_map && kind != "gcs" {
            let known = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
            return Err(no(format!(
                "`{}` is no file that is read here: characters are .gcs, maps {known}",
                brought.name
            )));
        }
        if !is_map && gcs::MAX_BYTES < bytes.len() {
            return Err(no(format!("a character has {} MB at the most", gcs::MAX_BYTES >> 20)));
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| no(format!("`{}` is no text in UTF-8, as characters and maps are", brought.name)))?;
        let named = check_name(plain).map(|()| plain);
        let made = match named {
            Ok(plain) => before(self.folder(), &format!("{plain}.toml")),
            Err(ref wrong) => Err(no(wrong.clone())),
        };
        // What is in the way of a name is told beside what becomes of the file, and stops only its writing.
        let (made, wrong) = match made {
            Ok(made) => (made, None),
            Err(wrong) if brought.save => return Err(wrong),
            Err(wrong) => (None, Some(wrong)),
        };
        let told = match is_map {
            true => self.bring_map(brought, ruleset, &text, &tiles, plain, made.as_ref())?,
            false => self.bring_character(brought, &text, plain, made.as_ref())?,
        };
        let wrong = match wrong {
            Some(Denied::Refused(wrong)) => Value::from(wrong.to_string()),
            _ => Value::Null,
        };
        let more = [("name", plain.into()), ("again", made.is_some().into()), ("in_the_way", wrong)];
        Ok(crate::start::with(told, more))
    }

    fn bring_character(&self, brought: &Brought, text: &str, plain: &str, made: Option<&Made>) -> Told<Value> {
        let Some(ruleset) = Ruleset::named(&brought.ruleset) else {
            let known = Ruleset::ALL.map(Ruleset::id).join(" and ");
            return Err(no(format!("characters of GCS are taken over for {known}, not for {}", brought.ruleset)));
        };
        if let Some(other) = made.filter(|made| made.ruleset != ruleset.id()) {
            return Err(no(format!("`{plain}.toml` is a sheet of {}: give it another name", other.ruleset)));
        }
        let file = format!("{plain}.toml");
        let imported = character(&brought.name, text, ruleset).map_err(refused)?;
        let (sheet, kept) = put(&imported.text, &brought.name, ruleset, &file, made).map_err(refused)?;
        check(&Source::new(file.as_str(), sheet.as_str()), ruleset).map_err(refused)?;
        if brought.save {
            self.write(&file, sheet.as_bytes())?;
        }
        Ok(json!({
            "kind": "sheet",
            "lines": lines(&imported.report, &kept),
            "text": sheet,
            "file": brought.save.then_some(file),
        }))
    }

    fn bring_map(
        &self,
        brought: &Brought,
        ruleset: &dyn DynRules,
        text: &str,
        tiles: &[(&str, String)],
        plain: &str,
        made: Option<&Made>,
    ) -> Told<Value> {
        if let Some(other) = made.filter(|made| made.ruleset != ruleset.id()) {
            return Err(no(format!("`{plain}.toml` is an encounter of {}: give it another name", other.ruleset)));
        }
        let cells = if draft::layout_of(ruleset) == Layout::Square { Cells::Square } else { Cells::Hex };
        let beside = self.beside();
        // Sets of tiles are brought with the map, whatever their folder was, or lie in this folder.
        let tiles = |name: &str| {
            let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
            let with = tiles.iter().find(|(known, _)| known.eq_ignore_ascii_case(last)).map(|(_, text)| text.clone());
            with.or_else(|| beside(name).ok().map(|source| source.text))
        };
        let mut imported = map(&brought.name, text, cells, brought.cells, &tiles).map_err(refused)?;
        if made.is_none() {
            imported.check_sheets(ruleset.id(), ruleset.sheets(), &beside);
        }
        let file = format!("{plain}.toml");
        let picture = imported.picture.as_ref().map(|picture| (format!("{plain}.{}", picture.ending), &picture.bytes));
        let stock = ruleset.sheets().names().next().unwrap_or_default();
        let (above, below) = imported.around(ruleset.id(), stock, stem(&brought.name));
        let tables = imported.tables(picture.as_ref().map(|(name, _)| name.as_str()));
        let text = put_map(&tables, &brought.name, ruleset.id(), made, (&above, &below));
        let judged = draft::judged(ruleset, &Source::new(file.as_str(), text.as_str()), &beside);
        if brought.save {
            if let Some(problem) = judged["problems"].as_array().and_then(|problems| problems.first()) {
                return Err(no(format!("it cannot be fought on: {}", problem["message"].as_str().unwrap_or_default())));
            }
            if let Some((name, bytes)) = &picture {
                let is_other = fs::read(self.folder().join(name)).is_ok_and(|found| found != **bytes);
                if is_other && !made.is_some_and(|made| made.names(name)) {
                    return Err(no(format!("another picture `{name}` is there already: give it another name")));
                }
                self.write(name, bytes)?;
            }
            self.write(&file, text.as_bytes())?;
        }
        Ok(json!({
            "kind": "map",
            "lines": lines(&imported.report, &[]),
            "missing": imported.missing,
            "lines_of_map": lines_of(&imported.lines),
            "text": text,
            "judged": judged,
            "picture": picture.map(|(name, _)| json!({ "file": name, "at": [-0.5, -0.5], "size": imported.size })),
            "file": brought.save.then_some(file),
        }))
    }
}

/// Walls and doors for the page: `[kind, x, y, x, y]`, in thousandths of a cell at the finest.
fn lines_of(lines: &[MapLine]) -> Vec<Value> {
    let short = |value: f64| (value * 1000.0).round() / 1000.0;
    let one = |line: &MapLine| {
        let [[x, y], [u, v]] = [line.from, line.to].map(|point| point.map(short));
        json!([line.kind, x, y, u, v])
    };
    lines.iter().map(one).collect()
}

/// The lines of a report, and what somebody's own lines have kept.
fn lines(report: &affray_import::Report, kept: &[String]) -> Vec<Value> {
    let line = |is: &str, text: String| json!({ "is": is, "text": text });
    let told = report.lines.iter().map(|one| line(one.kind.name(), one.text.clone()));
    told.chain(kept.iter().map(|one| line("kept", one.clone()))).collect()
}
