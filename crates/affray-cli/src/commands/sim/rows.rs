//! Every fight on a line of its own, for spreadsheets and programs.

use crate::failure::Failure;
use crate::output::wrong;
use affray_session::catalog::{CombatantFight, Encounter, Fight};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// The file that somebody typed, whose ending says what it holds.
pub(super) fn path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match Form::of(&path) {
        Some(_) => Ok(path),
        None => Err(String::from("a file ending in .csv or .jsonl")),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Csv,
    JsonLines,
}

impl Form {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "jsonl" => Some(Self::JsonLines),
            _ => None,
        }
    }
}

/// A file of rows that is being written.
pub(super) struct Rows<'a> {
    path: &'a Path,
    file: BufWriter<File>,
    form: Form,
    variants: Vec<Names>,
    /// The columns of CSV: the combatants of all variants.
    columns: Vec<String>,
}

/// The names of a variant.
struct Names {
    variant: String,
    sides: Vec<String>,
    combatants: Vec<(String, u8)>,
}

/// A fight as a line of JSON.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'a str>,
    fight: u64,
    winner: Option<&'a str>,
    at_limit: bool,
    rounds: u32,
    combatants: Vec<CombatantRow<'a>>,
}

/// A combatant in a line of JSON.
#[derive(Serialize)]
struct CombatantRow<'a> {
    combatant: &'a str,
    side: &'a str,
    dead: bool,
    out: bool,
    fled: bool,
    hp_lost: u32,
    attacked: bool,
    at: Option<[i16; 2]>,
}

/// What CSV has of each combatant, behind its name.
const OF_EACH: [&str; 5] = ["dead", "out", "fled", "hp_lost", "attacked"];

impl<'a> Rows<'a> {
    /// Begins a file for the fights of those variants.
    pub(super) fn begin(path: &'a Path, file: File, variants: &[(&str, &dyn Encounter)]) -> Result<Self, Failure> {
        let names = |(variant, encounter): &(&str, &dyn Encounter)| Names {
            variant: (*variant).to_owned(),
            sides: encounter.sides(),
            combatants: encounter.figures().into_iter().map(|figure| (figure.name, figure.side)).collect(),
        };
        let variants: Vec<Names> = variants.iter().map(names).collect();
        let mut columns: Vec<String> = Vec::new();
        for (name, _) in variants.iter().flat_map(|variant| &variant.combatants) {
            if !columns.contains(name) {
                columns.push(name.clone());
            }
        }
        let form = Form::of(path).unwrap_or(Form::JsonLines);
        let mut rows = Self { path, file: BufWriter::new(file), form, variants, columns };
        if form == Form::Csv {
            let variant = (rows.variants.len() > 1).then_some("variant");
            let first = variant.into_iter().chain(["fight", "winner", "at_limit", "rounds"]).map(str::to_owned);
            let each = rows.columns.iter().flat_map(|name| OF_EACH.map(|of| format!("{name} {of}")));
            let cells: Vec<String> = first.chain(each).collect();
            rows.line(&csv(&cells)).map_err(|error| rows.wrong(&error))?;
        }
        Ok(rows)
    }

    /// Writes a fight of a variant.
    pub(super) fn write(&mut self, variant: usize, fight: &Fight) -> Result<(), Failure> {
        let line = match self.form {
            Form::Csv => self.csv(variant, fight),
            Form::JsonLines => self.json(variant, fight)?,
        };
        self.line(&line).map_err(|error| self.wrong(&error))
    }

    /// Writes what is left.
    pub(super) fn end(mut self) -> Result<(), Failure> {
        self.file.flush().map_err(|error| self.wrong(&error))
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.file, "{line}")
    }

    fn wrong(&self, error: &io::Error) -> Failure {
        wrong(self.path, error)
    }

    fn json(&self, variant: usize, fight: &Fight) -> Result<String, Failure> {
        let Names { variant, sides, combatants } = &self.variants[variant];
        let side = |side: u8| sides.get(usize::from(side)).map(String::as_str);
        let each = combatants.iter().zip(&fight.combatants);
        let row = Row {
            variant: (self.variants.len() > 1).then_some(variant.as_str()),
            fight: fight.number,
            winner: fight.winner.and_then(side),
            at_limit: fight.at_limit,
            rounds: fight.rounds,
            combatants: each
                .map(|((name, of), CombatantFight { outcome, attacked, at })| CombatantRow {
                    combatant: name,
                    side: side(*of).unwrap_or_default(),
                    dead: outcome.dead,
                    out: outcome.out,
                    fled: outcome.fled,
                    hp_lost: outcome.lost,
                    attacked: *attacked,
                    at: at.map(|at| [at.q, at.r]),
                })
                .collect(),
        };
        Ok(serde_json::to_string(&row)?)
    }

    fn csv(&self, variant: usize, fight: &Fight) -> String {
        let Names { variant, sides, combatants } = &self.variants[variant];
        let winner = fight.winner.and_then(|side| sides.get(usize::from(side))).cloned().unwrap_or_default();
        let name = (self.variants.len() > 1).then(|| variant.clone());
        let first = [fight.number.to_string(), winner, fight.at_limit.to_string(), fight.rounds.to_string()];
        let each = self.columns.iter().flat_map(|column| {
            let at = combatants.iter().position(|(name, _)| name == column);
            match at.and_then(|at| fight.combatants.get(at)) {
                Some(CombatantFight { outcome, attacked, .. }) => [
                    outcome.dead.to_string(),
                    outcome.out.to_string(),
                    outcome.fled.to_string(),
                    outcome.lost.to_string(),
                    attacked.to_string(),
                ],
                // It is not in this variant.
                None => OF_EACH.map(|_| String::new()),
            }
        });
        csv(&name.into_iter().chain(first).chain(each).collect::<Vec<_>>())
    }
}

/// A line of CSV: cells with commas, quotes or breaks stand in quotes.
fn csv(cells: &[String]) -> String {
    let cell = |cell: &String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_signs_of_csv_are_quoted() {
        let cells = ["plain", "a, b", "say \"no\"", ""].map(str::to_owned);
        assert_eq!(csv(&cells), "plain,\"a, b\",\"say \"\"no\"\"\",");
    }
}
