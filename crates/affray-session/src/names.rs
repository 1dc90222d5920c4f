//! Names as files and people write them, looked up without regard to capitals.
//!
//! Whoever names what is not there is told what there is.

use affray_files::value::Names;
use affray_files::{Diagnostic, Path};
use affray_kernel::referee::CombatantId;
use affray_kernel::turns::TurnRules;

pub use affray_files::names::{find, nearest_of, one_of, position};

/// What names stand for in every fight: combatants and sides.
pub struct Roster<'a, G: TurnRules>(pub &'a G::Setup);

impl<G: TurnRules> Names for Roster<'_, G> {
    fn all(&self, kind: &str, _: Option<CombatantId>) -> Vec<&str> {
        match kind {
            "combatant" => G::figures(self.0).map(|(name, _)| name).collect(),
            "side" => G::sides(self.0).collect(),
            _ => Vec::new(),
        }
    }
}

/// The combatant of that name.
pub fn combatant<G: TurnRules>(setup: &G::Setup, name: &str) -> Option<CombatantId> {
    position(G::figures(setup).map(|(name, _)| name), name).map(|at| CombatantId(at as u8))
}

/// The combatant whom the value at `path` names.
///
/// # Errors
/// If nobody has that name: who there is.
pub fn known<G: TurnRules>(setup: &G::Setup, name: &str, path: Path) -> Result<CombatantId, Diagnostic> {
    let names = G::figures(setup).map(|(name, _)| name);
    find(names, name, path, || format!("there is no combatant `{name}`")).map(|at| CombatantId(at as u8))
}

/// The combatant whom the value at `path` names, of those who are known in a state.
///
/// # Errors
/// If nobody known has that name: who there is.
pub fn known_in<G: TurnRules>(
    setup: &G::Setup,
    state: &G::State,
    name: &str,
    path: Path,
) -> Result<CombatantId, Diagnostic> {
    let hidden = G::hidden(state);
    let known = |(at, _): &(usize, &str)| !hidden.is_unknown(CombatantId(*at as u8));
    let all: Vec<(usize, &str)> = G::figures(setup).map(|(name, _)| name).enumerate().filter(known).collect();
    let names = all.iter().map(|(_, name)| *name);
    find(names, name, path, || format!("there is no combatant `{name}`")).map(|at| CombatantId(all[at].0 as u8))
}

/// The name of a combatant; `nobody` for one that is not there.
pub fn of<G: TurnRules>(setup: &G::Setup, who: CombatantId) -> &str {
    G::figures(setup).nth(who.index()).map_or("nobody", |(name, _)| name)
}

/// The names of all combatants, for a hint.
pub fn all<G: TurnRules>(setup: &G::Setup) -> String {
    G::figures(setup).map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}
