//! The commands, one in each file: its arguments and what it does with them.

pub(crate) mod check;
pub(crate) mod docs;
mod evening;
pub(crate) mod fight;
pub(crate) mod import;
mod import_map;
pub(crate) mod list;
pub(crate) mod new;
pub(crate) mod odds;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod sim;

use crate::failure::Failure;
use affray_files::names::nearest_of;
use affray_session::catalog::DynRules;

/// The ruleset of an id that somebody typed.
pub(crate) fn ruleset(id: &str) -> Result<&'static dyn DynRules, Failure> {
    affray_games::find(id).ok_or_else(|| {
        let known: Vec<&str> = affray_games::ids().collect();
        Failure::usage(format!("there is no ruleset `{id}`"), nearest_of(known, id))
    })
}

/// The seed that somebody typed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number, 0 to {}", u64::MAX))
}
