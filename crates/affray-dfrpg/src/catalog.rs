//! The ruleset as faces and arena know it: its ledger, its kinds of file, what comes with it.

use crate::Dfrpg;
use crate::files::case::CaseFile;
use crate::files::encounter::EncounterFile;
use crate::ruleset::Loaded;
use crate::sheet_file::SheetFile;
use affray_core::files::{FileError, Source};
use affray_core::rules::Reference;
use affray_core::ruleset::{Beside, CaseReport, Encounter, FileKind, Odds, Ruleset, schema};
use affray_core::sheets::Shelf;
use serde_json::Value;

impl Ruleset for Dfrpg {
    fn id(&self) -> &'static str {
        "dfrpg"
    }
    fn title(&self) -> &'static str {
        "Dungeon Fantasy style tactical combat"
    }
    fn reference(&self) -> &'static Reference {
        &crate::ledger::REFERENCE
    }
    fn schema(&self, kind: FileKind) -> Value {
        schema::<EncounterFile, SheetFile, CaseFile>(kind)
    }
    fn starter(&self) -> &'static str {
        crate::content::STARTER
    }
    fn encounters(&self) -> Shelf {
        crate::content::ENCOUNTERS
    }
    fn sheets(&self) -> Shelf {
        crate::sheets::SHEETS
    }
    fn load(&self, source: &Source, beside: Beside<'_>) -> Result<Box<dyn Encounter>, FileError> {
        Ok(Box::new(Loaded::read(source, beside)?))
    }
    fn check(&self, source: &Source, beside: Beside<'_>) -> Result<Vec<CaseReport>, FileError> {
        affray_core::cases::check::<Self>(source, beside)
    }
    fn odds(&self, source: &Source, beside: Beside<'_>) -> Result<Vec<Odds>, FileError> {
        affray_core::odds::odds::<Self>(source, beside)
    }
}
