//! What is kept from some sides, as files and game masters say it.

use affray_files::names::one_of;
use affray_files::value::{FromValue, ToValue};
use affray_kernel::hidden::Secrecy;
use affray_kernel::referee::CombatantId;
use affray_kernel::turns::TurnRules;
use serde_json::Value;

/// The key under which a combatant is hidden from sides.
pub const HIDDEN_FROM: &str = "hidden_from";

/// The key under which a combatant's numbers are kept from other sides.
pub const SECRECY: &str = "secrecy";

/// How much other sides are told of a combatant that they see.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromValue, ToValue)]
#[value(rename_all = "lowercase")]
pub enum SecrecyFile {
    /// Everything.
    #[default]
    Open,
    /// Its points in words, such as `badly hurt`, and no other number of it.
    Bands,
    /// No number of it.
    Closed,
}

impl From<SecrecyFile> for Secrecy {
    fn from(file: SecrecyFile) -> Self {
        match file {
            SecrecyFile::Open => Self::Open,
            SecrecyFile::Bands => Self::Bands,
            SecrecyFile::Closed => Self::Closed,
        }
    }
}

/// Hides a combatant from sides, by their names, and from no others.
///
/// # Errors
/// The first name that no side has, by its place in the list, and what would be right.
pub fn hide<G: TurnRules>(
    setup: &G::Setup,
    state: &mut G::State,
    who: CombatantId,
    from: &[String],
) -> Result<(), (usize, String)> {
    let mut sides = Vec::new();
    for (at, name) in from.iter().enumerate() {
        match G::sides(setup).position(|side| side.eq_ignore_ascii_case(name)) {
            Some(side) => sides.push(side as u8),
            None => return Err((at, format!("no side is called `{name}`; expected {}", one_of(G::sides(setup))))),
        }
    }
    G::hidden_mut(state).hide(who, sides);
    Ok(())
}

/// Sets what is kept of a combatant, where that key is meant by it.
pub fn set<G: TurnRules>(
    setup: &G::Setup,
    state: &mut G::State,
    who: CombatantId,
    key: &str,
    value: &Value,
) -> Option<Result<(), String>> {
    match key {
        HIDDEN_FROM => {
            let names: Option<Vec<String>> =
                value.as_array().and_then(|all| all.iter().map(|one| one.as_str().map(str::to_owned)).collect());
            Some(match names {
                Some(names) => hide::<G>(setup, state, who, &names).map_err(|(_, wrong)| wrong),
                None => {
                    Err(format!("`{HIDDEN_FROM}` is a list of sides, such as [\"Party\"]; [] hides it from nobody"))
                }
            })
        }
        SECRECY => {
            let read = affray_files::value::from_value::<SecrecyFile>(value, &affray_files::value::NoNames, None);
            Some(match read {
                Ok(secrecy) => {
                    G::hidden_mut(state).tell(who, secrecy.into());
                    Ok(())
                }
                Err(_) => Err(format!("`{SECRECY}` is \"open\", \"bands\" or \"closed\"")),
            })
        }
        _ => None,
    }
}
