//! The variants that `--vary` asks for.

use super::Load;
use crate::failure::Failure;
use affray_files::names::nearest_of;
use affray_files::value::Value;
use affray_files::{FileResolver, Source, tree};
use affray_session::catalog::{DynRules, Encounter, FileKind};
use affray_session::variants::{Change, Known, Variation};

/// A variant of an encounter.
pub(super) struct Variant {
    /// In what it differs: `count:Orc=3, Arn.sheet=knight`.
    pub(super) name: String,
    pub(super) encounter: Box<dyn Encounter>,
}

/// Reads the variants of an encounter, all combinations of what the lines say.
pub(super) fn read(lines: &[String], orders: &[String], load: &Load<'_>) -> Result<Vec<Variant>, Failure> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let usage = |message: String| Failure::Usage(format!("--vary {message}"), None);
    let variations: Result<Vec<Variation>, String> = lines.iter().map(|line| Variation::read(line)).collect();
    let combined = Variation::combined(&variations.map_err(usage)?).map_err(usage)?;
    let Load { ruleset, source, tree, beside } = *load;
    let schema = ruleset.schema(FileKind::Encounter);
    let keys = schema["properties"].as_object().into_iter().flat_map(|keys| keys.keys().cloned()).collect::<Vec<_>>();
    let sheet = |name: &str| sheet(ruleset, name, beside);
    let known = Known { keys: &keys, sheet: &sheet };
    let one = |changes: Vec<Change>| {
        let mut varied = tree.clone();
        changes.iter().try_for_each(|change| change.apply(&mut varied, &known)).map_err(usage)?;
        let name = changes.iter().map(|change| change.written.as_str()).collect::<Vec<_>>().join(", ");
        let source = Source::new(format!("{} with {name}", source.name), source.text.clone());
        let encounter = load.varied(&source, varied, orders)?;
        Ok(Variant { name, encounter })
    };
    combined.into_iter().map(one).collect()
}

/// The values of a sheet that is named.
fn sheet(ruleset: &dyn DynRules, name: &str, beside: FileResolver<'_>) -> Result<Value, String> {
    let source = if name.ends_with(".toml") {
        beside(name).map_err(|error| error.to_string())?
    } else {
        let shelf = ruleset.sheets();
        let text = shelf.get(name);
        let none = || format!("the program has no sheet `{name}` ({})", nearest_of(shelf.names(), name));
        Source::new(name, text.ok_or_else(none)?)
    };
    tree(&source).map_err(|error| error.to_string())
}
