//! Everything that has to hold of a ruleset.

use affray_conformance::encounters::Stock;
use affray_conformance::proofs::{Brawl, Fights, Ruleset};
use affray_kernel::referee::CombatantId;
use affray_session::catalog::DynRules as _;
use affray_skirmish::Skirmish;
use affray_skirmish::decision::Question;
use affray_skirmish::sheets::SHEETS;
use affray_skirmish::state::State;

/// Nobody goes where somebody stands.
fn nobody_is_joined(before: &State, after: &State) {
    let standing = |who: &CombatantId| after[*who].is_up();
    for mover in after.ids().filter(standing).filter(|&who| before[who].at != after[who].at) {
        let other = after.ids().filter(standing).find(|&other| other != mover && after[other].at == after[mover].at);
        assert_eq!(other, None, "{mover:?} went into a hex where somebody stands");
    }
}

/// A shipped encounter in which everybody does anything.
fn brawl((_, text): &(&str, &str)) -> Brawl<Skirmish> {
    Brawl {
        text: (*text).to_owned(),
        numbers: 0..20,
        turns: 150,
        most_options: 100,
        // Movement is endless in the hands of chance.
        rarely: |question| matches!(question, Question::Move { .. }),
    }
}

#[test]
fn everything_that_has_to_hold() {
    Ruleset::<Skirmish> {
        folder: env!("CARGO_MANIFEST_DIR"),
        extent: [12, 1, 5, 3, 3],
        starter_parts: &["SideFile", "CombatantFile"],
        documented: None,
        brawls: || Skirmish.encounters().iter().map(brawl).collect(),
        fights: |_| Fights { ended: (50, 10), cached: 50, agreed: 5 },
        sitting: None,
        settings: &[
            ("hp", "-3"),
            ("hp", "9"),
            ("fallen", "true"),
            ("fallen", "false"),
            ("guards", "true"),
            ("parried", "true"),
        ],
        secret: None,
        options_scene: "",
        option_fights: 1,
        stock: Some(Stock {
            sheets: SHEETS,
            scenes: &["round_limit = 200"],
            grounds: &[],
            combatants: &["state = { hp = 6 }"],
            mounts: None,
            items: &[],
            room: |_| 1,
            possible: |_, before, after| nobody_is_joined(before, after),
            most_at_limit: 20,
        }),
    }
    .holds();
}
