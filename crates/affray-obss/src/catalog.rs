//! The ruleset as faces and arena know it: its ledger, its kinds of file, what comes with it.

use crate::Obss;
use crate::files::encounter;
use crate::ruleset::Loaded;
use affray_core::files::{FileError, Source};
use affray_core::rules::Reference;
use affray_core::ruleset::{Beside, CaseReport, Encounter, FileKind, Odds, Ruleset};
use affray_core::sheets::Shelf;
use serde_json::Value;

impl Ruleset for Obss {
    fn id(&self) -> &'static str {
        "obss"
    }
    fn title(&self) -> &'static str {
        "Fantasy combat with exploding dice, on squares"
    }
    fn reference(&self) -> &'static Reference {
        &crate::ledger::REFERENCE
    }
    fn schema(&self, kind: FileKind) -> Value {
        let schema = match kind {
            FileKind::Encounter => schemars::schema_for!(encounter::EncounterFile),
            FileKind::Sheet => schemars::schema_for!(crate::sheet_file::SheetFile),
            FileKind::Case => schemars::schema_for!(crate::files::case::CaseFile),
            FileKind::Log => schemars::schema_for!(affray_core::session::LogLine),
        };
        schema.to_value()
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
