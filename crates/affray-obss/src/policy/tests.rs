//! Choices of opponents.

use super::Tactician;
use crate::decision::{Action, Advance, Aim, Choice, Path, Question};
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

/// `OB-187` A guard stands 8 m away, and Eli, whose Blast takes 17 HP of several at once, 12 m. Two against one guard go past
/// it and charge her; one alone does not, nor does anybody when her magic points are spent.
#[test]
fn a_caster_who_can_be_struck_comes_first() {
    let charged = |friend: &str, of_eli: &str| {
        let (loaded, state) = begun(
            &(one("Arn", "a", "arn", [0, 0])
                + &one("Gard", "b", "guard", [8, 0])
                + &one("Eli", "b", "eli", [12, 5])
                + of_eli
                + friend),
        );
        match act(&loaded, &state) {
            Action::Charge(attack) => Some(attack.target),
            _ => None,
        }
    };
    let friend = one("Gunn", "a", "guard", [0, 1]);
    assert_eq!(charged(&friend, ""), Some(CombatantId(2)));
    assert_ne!(charged("", ""), Some(CombatantId(2)));
    assert_ne!(charged(&friend, "state = { mp = 0 }\n"), Some(CombatantId(2)));
}

/// `OB-192` After a blow that felled its target two Actions are left: they take Arn to the next enemy, or make a Total
/// Defense where there is none nearby.
#[test]
fn no_action_is_thrown_away_after_a_blow() {
    let rest = |other: [i16; 2]| {
        let (loaded, mut state) = begun(
            &(one("Arn", "a", "arn", [0, 0])
                + &one("Gik", "b", "gik", [1, 0])
                + "state = { hp = -3 }\n"
                + &one("Gok", "b", "gik", other)),
        );
        (state[ME].normal, state[ME].attacks, state[ME].paid) = (2, 1, 1);
        act(&loaded, &state)
    };
    assert_eq!(rest([0, 2]), Action::Move);
    assert!(matches!(rest([0, 4]), Action::Charge(_)), "{:?}", rest([0, 4]));
    assert_eq!(rest([0, 30]), Action::TotalDefense);
}

/// `OB-063` In a corridor a friend stands before the nearest enemy: the other one is gone for.
#[test]
fn who_cannot_get_at_one_enemy_goes_for_another() {
    let (loaded, state) = begun(
        &(String::from("map = { layout = 'square', rows = ['########', '........', '########'] }\n")
            + &one("Gerd", "a", "guard", [3, 1])
            + &one("Gard", "a", "guard", [2, 1])
            + &one("Fen", "b", "fen", [1, 1])
            + &one("Gik", "b", "gik", [7, 1])),
    );
    let Action::Charge(attack) = act(&loaded, &state) else { panic!("{:?}", act(&loaded, &state)) };
    assert_eq!(attack.target, CombatantId(3));
}

/// `OB-201` On the way to an enemy a weapon is drawn for nothing; next to one it takes an Action.
#[test]
fn a_weapon_is_drawn_on_the_way() {
    let scene = |foe: [i16; 2]| {
        begun(
            &(one("Arn", "a", "arn", [0, 0])
                + "state = { hands = ['', 'medium shield'] }\n"
                + &one("Gik", "b", "gik", foe)),
        )
    };
    let (loaded, mut state) = scene([8, 0]);
    assert_eq!(act(&loaded, &state), Action::Move);
    state[ME].normal = 2;
    let path = Path::begin(state[ME].at, 9, false);
    let next = Tactician::default().decide(loaded.setup(), &state, &Question::Advance { who: ME, path });
    assert!(matches!(next, Choice::Advance(Advance::Draw { hand: 0, .. })), "{next:?}");
    let (loaded, state) = scene([1, 0]);
    assert!(matches!(act(&loaded, &state), Action::Draw { .. }), "{:?}", act(&loaded, &state));
}

/// `OB-160` At 21 m a longbow of range 20 shoots at -6: Bel goes one square first. `OB-170` A friend before a guard gives
/// the guard cover: a few squares aside she shoots past him.
#[test]
fn a_shooter_goes_where_the_shot_is_better() {
    let steps = |combatants: &str| {
        let (loaded, mut state) = begun(combatants);
        assert_eq!(act(&loaded, &state), Action::Move);
        let mut path = Path::begin(state[ME].at, 9, false);
        state[ME].normal = 2;
        loop {
            let next = Tactician::default().decide(loaded.setup(), &state, &Question::Advance { who: ME, path });
            let Choice::Advance(Advance::Step(way)) = next else { return (path.steps, loaded, state) };
            state[ME].at = state[ME].at.step(way);
            (path.steps, path.spent) = (path.steps + 1, path.spent + 1);
        }
    };
    let guard = |at| one("Gard", "b", "guard", at);
    let (steps_nearer, ..) = steps(&(one("Bel", "a", "bel", [0, 0]) + &guard([21, 0])));
    assert_eq!(steps_nearer, 1);
    let (_, loaded, state) =
        steps(&(one("Bel", "a", "bel", [0, 0]) + &guard([10, 0]) + &one("Arn", "a", "arn", [4, 0])));
    let scene = Scene { setup: loaded.setup(), state: &state };
    assert_eq!(scene.cover_by_creatures(ME, CombatantId(1)), crate::decision::Cover::None);
}

/// `OB-063` In the square of a body next to Cor the Ogre cannot stop: it goes on to a free one next to him, and not back
/// and forth.
#[test]
fn the_way_out_of_an_occupied_square_leads_to_the_enemy() {
    let (loaded, mut state) = begun(
        &(one("Dag", "a", "dag", [6, 3])
            + &one("Cor", "b", "cor", [5, 3])
            + &one("Gik", "a", "gik", [6, 9])
            + "state = { hp = -8 }\n"),
    );
    state[CombatantId(2)].at = state[ME].at;
    state[ME].normal = 2;
    let mut path = Path::begin(state[ME].at, 9, false);
    path.spent = 2;
    let mut seen = vec![state[ME].at];
    let mut policy = Tactician::default();
    loop {
        let next = policy.decide(loaded.setup(), &state, &Question::Advance { who: ME, path });
        let Choice::Advance(Advance::Step(way)) = next else { break };
        let scene = Scene { setup: loaded.setup(), state: &state };
        path.spent += scene.step_cost(ME, state[ME].at, way).unwrap().0;
        state[ME].at = state[ME].at.step(way);
        assert!(!seen.contains(&state[ME].at), "{seen:?}");
        seen.push(state[ME].at);
    }
    let scene = Scene { setup: loaded.setup(), state: &state };
    assert_eq!(scene.distance(ME, CombatantId(1)), 1);
    assert_eq!(scene.in_the_way(ME, scene.footprint(ME)), crate::movement::InTheWay::Nothing);
}

/// `OB-192` Dag, whose maul reaches 1 m, guards with all Actions 2 m away from Fen, whose spear reaches 2 m: badly hurt, Fen
/// strikes instead of being on guard too; else they would never come to blows.
#[test]
fn nobody_guards_against_a_foe_that_waits_out_of_reach() {
    let (loaded, mut state) =
        begun(&(one("Fen", "a", "fen", [0, 0]) + "state = { hp = 7 }\n" + &one("Dag", "b", "dag", [2, 0])));
    state[CombatantId(1)].flags.set(Flags::TOTAL_DEFENSE.union(Flags::PREPARED));
    assert!(matches!(act(&loaded, &state), Action::Attack(_)), "{:?}", act(&loaded, &state));
}
