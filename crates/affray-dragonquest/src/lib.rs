//! The dragonquest ruleset of Affray: combat in five-second pulses with percentile dice.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`]. The folders follow the
//! chapters of the ledger:
//!
//! | chapter | module |
//! | --- | --- |
//! | 2.0, 2.1: surprise, the pulse, initiative, ties | [`turn`] |
//! | 2.2 to 2.4: actions, Passes, close combat | [`action`] |
//! | 2.3, 2.8, 2.9: movement, zones, multi-hex figures, riders | [`movement`] |
//! | 2.5: declaring an attack, strike chance, attack types, fire | [`strike`] |
//! | 2.6, 2.10: damage, grievous injuries, stun, poison, infection | [`body`] |
//! | 2.7: hands, weapons, stuck weapons, borrowed items | [`arms`] |
//! | 2.2, 2.4, 2.6: spells, Talents, breath | [`magic`] |
//!
//! Beside them stand what never changes ([`sheet`], [`scene`]), what does ([`state`]), what is asked and answered
//! ([`decision`], [`judge`]), what is told ([`event`], [`words`]), [`files`], opponents ([`policy`]) and [`odds`].
//!
//! A turn: [`turn`] finds whose turn it is, [`action`] asks for the action and composes it of a
//! [`walk`](scene::Fight::walk), an [`attack`](scene::Fight::attack) and the like. An attack is declared in
//! [`strike::declaration`] and carried out by [`scene::Fight::strike`], which asks the target for its parry and deals
//! damage by [`scene::Fight::hurt`].
//!
//! An [`Arm`](sheet::Arm) is what a blow is struck with: an item by its number on the sheet, bare hands, a kick, a
//! natural attack, or an item of another's sheet. A [`decision::Plan`] says what an action allows of an attack, a
//! [`decision::Blow`] is the attack itself. Rider and mount are two figures, linked by `mount` and `rider` of
//! [`state::Fighter`], that share hex and facing.

#[macro_use(rule)]
extern crate affray_kernel;

pub mod action;
pub mod arms;
pub mod body;
pub mod canonical;
pub mod decision;
pub mod event;
pub mod files;
pub mod judge;
pub mod magic;
pub mod movement;
pub mod odds;
pub mod policy;
pub mod scene;
pub mod sheet;
pub mod state;
pub mod strike;
pub mod turn;
pub mod words;

affray_session::texts! {
    sheets: "aldric", "brakka", "cyra", "dorn", "elwin", "fenn", "garm", "hale", "ketil", "giant-rat", "wolf", "bear",
        "ogre", "giant-serpent", "young-dragon", "pony", "riding-horse", "warhorse", "rolf";
    encounters: "axe-and-sword", "spears-and-swords", "cavalry", "the-serpent", "the-dragon", "arrows-and-bolts";
    manuals: "encounters-dragonquest", "sheet-dragonquest", "cases-dragonquest"
}

/// The ruleset, as the readers of [`affray_kernel::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DragonQuest;

affray_prove::game!(DragonQuest, "dragonquest", "DragonQuest style combat in pulses, with percentile dice", policy::Tactician, canonicalize: canonical::canonicalize, aftermath: aftermath);
