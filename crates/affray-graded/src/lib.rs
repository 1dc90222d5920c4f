//! The graded ruleset of Affray: damage graded by how well the attack succeeded, in rounds of three seconds.
//!
//! Every rule is stated in this crate's ledger, `rules.md`, under an id; see [`ledger`].
//!
//! | part of the ledger | module |
//! | --- | --- |
//! | order of a round, of a turn; the table of maneuvers | [`round`], `turn`, `maneuver` |
//! | an attack from its declaration to the wound | [`strike`] |
//! | locations, armor, wounds, fear, after the battle | [`body`] |
//! | movement, arcs, retreat, Wait | [`movement`] |
//! | holds, slams, tackles | [`grapple`] |
//! | weapons and what hands do with them; spells | [`gear`], `magic` |
//! | success rolls and contests | [`check`] |
//! | what never changes, what does, both side by side | [`sheet`], [`state`], [`scene`] |
//! | what is asked, answered and judged; what happens | [`decision`], [`judge`], [`event`] |
//! | files, words, odds, opponents | [`files`], [`words`], [`odds`], [`policy`] |
//!
//! [`round`] finds whose turn it is, `turn` asks for the maneuver and composes it of a
//! [`walk`](scene::Fight::walk), an [`attack`](scene::Fight::attack) and the like, and
//! [`strike`](scene::Fight::strike) carries an attack out.

#[macro_use(rule)]
extern crate affray_kernel;

pub mod body;
pub mod check;
pub mod decision;
pub mod event;
pub mod files;
pub mod gear;
pub mod grapple;
pub mod judge;
mod magic;
mod maneuver;
pub mod movement;
pub mod odds;
pub mod policy;
pub mod round;
pub mod scene;
pub mod sheet;
pub mod state;
pub mod strike;
mod turn;
pub mod words;

affray_session::texts! {
    sheets: "arn", "bryn", "cole", "dag", "fay", "gar", "dummy", "gerda", "ivo", "halberdier", "spearman", "raider",
        "crossbowman", "cutthroat", "wrestler", "captain", "hedge-mage";
    encounters: "graded-duel", "same-duel-graded", "bow-and-blade", "the-ford-graded", "alley-brawl", "the-watchtower";
    manuals: "encounters-graded", "sheet-graded", "cases-graded"
}

/// The ruleset, as the readers of [`affray_kernel::referee`] know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Graded;

affray_prove::game!(Graded, "graded", "Damage graded by the margin of success, in rounds of three seconds", policy::Tactician, aftermath: aftermath);
