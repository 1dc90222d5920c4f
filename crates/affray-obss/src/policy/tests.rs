//! Choices of opponents.

use super::Tactician;
use crate::decision::{Action, Aim, Choice, Question};
use crate::files::Scenario;
use crate::scene::Scene;
use crate::state::{Flags, State};
use affray_files::{Source, no_files};
use affray_kernel::referee::{CombatantId, Policy};

const ME: CombatantId = CombatantId(0);

fn one(name: &str, side: &str, sheet: &str, at: [i16; 2]) -> String {
    format!("[[combatant]]\nname = '{name}'\nside = '{side}'\nsheet = '{sheet}'\nat = {at:?}\n")
}

/// The first one's activation, with all Actions left.
fn begun(combatants: &str) -> (Scenario, State) {
    let text = format!("ruleset = 'obss'\n{combatants}");
    let loaded = Scenario::read(&Source::new("scene", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut state = loaded.start().clone();
    state[ME].normal = 3;
    state[ME].flags.set(Flags::ACTING);
    (loaded, state)
}

fn act(loaded: &Scenario, state: &State) -> Action {
    match Tactician::default().decide(loaded.setup(), state, &Question::Act { who: ME }) {
        Choice::Act(action) => action,
        other => panic!("{other:?} is no act"),
    }
}

#[test]
fn a_blast_goes_behind_a_melee() {
    // Two enemies at the guard's throat: around a square behind them both are within 3 m, and the guard is not.
    let (loaded, state) = begun(
        &(one("Eli", "a", "eli", [1, 3])
            + &one("Gard", "a", "guard", [4, 3])
            + &one("Fen", "b", "fen", [6, 4])
            + &one("Gik", "b", "gik", [5, 3])),
    );
    let Action::Cast(casting) = act(&loaded, &state) else { panic!("{:?}", act(&loaded, &state)) };
    assert!(matches!(casting.aim, Aim::At(_)), "{casting:?}");
    let scene = Scene { setup: loaded.setup(), state: &state };
    let spell = scene.spell(ME, casting.spell).unwrap();
    let met: Vec<u8> = scene.affected(&casting, spell).into_iter().map(|who| who.0).collect();
    assert_eq!(met, [2, 3], "{casting:?}");
}

#[test]
fn a_cornered_archer_takes_the_sword() {
    // The corner leaves no square out of the enemies' reach; a shot would be an opening for both.
    let (loaded, state) = begun(
        &(String::from("map = { layout = 'square', rows = ['......', '......', '......'] }\n")
            + &one("Bel", "a", "bel", [0, 0])
            + &one("Gard", "b", "guard", [1, 1])
            + &one("Gerd", "b", "guard", [1, 0])),
    );
    assert!(matches!(act(&loaded, &state), Action::Drop { .. }), "{:?}", act(&loaded, &state));
}

/// `OB-292` Bel lies dying. Nobody is near, or the enemy nearby is paralyzed: she is helped, or Arn runs to her; with an able
/// enemy at hand he fights.
#[test]
fn the_dying_get_first_aid_where_no_enemy_is_near() {
    let acts = |friend: [i16; 2], foe: [i16; 2], of_foe: &str| {
        let bel = one("Bel", "a", "bel", friend) + "state = { hp = -3 }\n";
        let (loaded, state) =
            begun(&(one("Arn", "a", "arn", [0, 0]) + &bel + &one("Gard", "b", "guard", foe) + of_foe));
        act(&loaded, &state)
    };
    let aid = Action::FirstAid { patient: CombatantId(1), luck: 0 };
    assert_eq!(acts([0, 1], [200, 0], ""), aid);
    assert_eq!(acts([0, 1], [3, 0], "state = { conditions = { paralyzed = 4 } }\n"), aid);
    assert_eq!(acts([0, 30], [200, 0], ""), Action::Run);
    assert!(matches!(acts([0, 1], [1, 0], ""), Action::Attack(_)), "{:?}", acts([0, 1], [1, 0], ""));
}
