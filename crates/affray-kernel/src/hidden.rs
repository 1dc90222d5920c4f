//! What is kept from some sides: combatants that they do not see, and numbers that they are not told.
//!
//! It is part of the state. Opponents decide upon what their side [believes](TurnRules::believed); faces show no more.

use crate::referee::{CombatantId, Policy};
use crate::turns::TurnRules;
use std::sync::Arc;

/// How much other sides are told of a combatant that they see.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Secrecy {
    /// Everything.
    #[default]
    Open,
    /// Its points in words, no other number of it.
    Bands,
    /// No number of it.
    Closed,
}

/// What is kept of one combatant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Kept {
    /// The sides from which it is hidden, a bit each.
    from: u64,
    secrecy: Secrecy,
    /// The state is that of those who do not know of it.
    unknown: bool,
}

/// From which sides which combatants are hidden, and what is told of those that are seen. Mostly nothing is kept: then it
/// costs nothing to copy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Hidden(Option<Arc<[Kept]>>);

impl Hidden {
    /// Nothing is kept from anybody.
    pub const NOTHING: Self = Self(None);

    fn kept(&self, who: CombatantId) -> Kept {
        self.0.as_deref().and_then(|all| all.get(who.index())).copied().unwrap_or_default()
    }

    fn keep(&mut self, who: CombatantId, kept: Kept) {
        let mut all = self.0.as_deref().map_or(Vec::new(), <[Kept]>::to_vec);
        if all.len() <= who.index() {
            all.resize(who.index() + 1, Kept::default());
        }
        all[who.index()] = kept;
        // One form for one meaning: states are compared.
        while all.last() == Some(&Kept::default()) {
            all.pop();
        }
        self.0 = (!all.is_empty()).then(|| all.into());
    }

    /// Whether nothing is kept from anybody.
    #[inline]
    pub fn is_nothing(&self) -> bool {
        self.0.is_none()
    }

    /// Whether a combatant is hidden from a side, by its place in the list of sides.
    pub fn hides(&self, who: CombatantId, side: u8) -> bool {
        side < 64 && self.kept(who).from >> side & 1 == 1
    }

    /// Whether a combatant is hidden from any side.
    pub fn hides_anywhere(&self, who: CombatantId) -> bool {
        self.kept(who).from != 0
    }

    /// Hides a combatant from those sides and from no others.
    pub fn hide(&mut self, who: CombatantId, from: impl IntoIterator<Item = u8>) {
        let from = from.into_iter().filter(|&side| side < 64).fold(0, |all, side| all | 1 << side);
        self.keep(who, Kept { from, ..self.kept(who) });
    }

    /// Whether a combatant is unknown in the state as it stands: whoever [believes](TurnRules::believed) it never heard of that
    /// one.
    pub fn is_unknown(&self, who: CombatantId) -> bool {
        self.kept(who).unknown
    }

    /// Makes a combatant unknown, which is taken off the map of those who do not see it.
    pub fn forget(&mut self, who: CombatantId) {
        self.keep(who, Kept { unknown: true, ..self.kept(who) });
    }

    /// Keeps of a combatant what is kept of it there.
    pub fn copy(&mut self, who: CombatantId, from: &Self) {
        self.keep(who, from.kept(who));
    }

    /// How much other sides are told of a combatant.
    pub fn secrecy(&self, who: CombatantId) -> Secrecy {
        self.kept(who).secrecy
    }

    /// Sets how much other sides are told of a combatant.
    pub fn tell(&mut self, who: CombatantId, secrecy: Secrecy) {
        self.keep(who, Kept { secrecy, ..self.kept(who) });
    }
}

/// A policy that decides upon what its side knows. Where the rules refuse what that leads to, since somebody unseen is in
/// the way, it does what changes nothing.
#[derive(Debug, Clone, Default)]
pub struct Believing<P>(pub P);

impl<G: TurnRules, P: Policy<G>> Policy<G> for Believing<P> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        if G::hidden(state).is_nothing() {
            return self.0.decide(setup, state, question);
        }
        let Some(believed) = G::believed(setup, state, G::side(setup, G::asked(question))) else {
            return self.0.decide(setup, state, question);
        };
        let choice = self.0.decide(setup, &believed, question);
        match G::judge(setup, state, question, &choice) {
            Ok(()) => choice,
            Err(_) => G::default_choice(setup, state, question),
        }
    }

    fn restart(&mut self) {
        Policy::<G>::restart(&mut self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_has_one_form() {
        let (one, other) = (CombatantId(1), CombatantId(3));
        let mut hidden = Hidden::default();
        hidden.hide(other, [0, 2]);
        hidden.tell(one, Secrecy::Bands);
        assert!(hidden.hides(other, 0) && !hidden.hides(other, 1) && hidden.hides(other, 2) && !hidden.hides(one, 0));
        assert_eq!((hidden.secrecy(one), hidden.secrecy(other)), (Secrecy::Bands, Secrecy::Open));
        hidden.hide(other, []);
        assert!(!hidden.is_nothing() && !hidden.hides_anywhere(other));
        hidden.tell(one, Secrecy::Open);
        assert_eq!(hidden, Hidden::default());
    }
}
