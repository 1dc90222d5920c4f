//! Orders are followed in every ruleset.

use affray_files::sheets::SheetText;
use affray_files::{Source, no_files};
use affray_grid::{Cell, Layout};
use affray_kernel::dice::Stream;
use affray_kernel::orders::gets_away;
use affray_kernel::referee::{CombatantId, Game, Policy, Sampler};
use affray_session::encounter::EncounterFormat;
use affray_session::orders;
use affray_session::scenario::Scenario;

/// Three on one side, two on the other, 9 cells apart; the first combatant stands at 0, 0.
fn scene<G: EncounterFormat>(sheet: &str) -> Scenario<G> {
    assert!(<G::SheetFile as SheetText>::shelf().get(sheet).is_some(), "{sheet}");
    let [east, west] = if G::LAYOUT == Layout::Hex { [", facing = \"E\"", ", facing = \"W\""] } else { [""; 2] };
    let one = |name: &str, side: &str, at: [i16; 2], facing: &str| {
        format!("{{ name = \"{name}\", side = \"{side}\", sheet = \"{sheet}\", at = {at:?}{facing} }},\n")
    };
    let text = format!(
        "ruleset = \"{}\"\ncombatant = [\n{}{}{}{}{}]\n",
        G::ID,
        one("Al", "West", [0, 0], east),
        one("Bea", "West", [0, 2], east),
        one("Cy", "West", [0, 4], east),
        one("Dan", "East", [9, 0], west),
        one("Eve", "East", [9, 4], west),
    );
    Scenario::read(&Source::new("orders", text), &no_files).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays so many turns with the orders and hands `see` every state with who decides and what.
fn play<G: EncounterFormat>(
    scene: &Scenario<G>,
    told: &[&str],
    seed: u64,
    turns: usize,
    mut see: impl FnMut(&G::Setup, &G::State, CombatantId, &G::Choice),
) {
    type See<'a, G> = &'a mut dyn FnMut(&<G as Game>::Setup, &<G as Game>::State, CombatantId, &<G as Game>::Choice);
    struct Listening<'a, G: EncounterFormat>(G::Own, See<'a, G>);
    impl<G: EncounterFormat> Policy<G> for Listening<'_, G> {
        fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
            let choice = self.0.decide(setup, state, question);
            (self.1)(setup, state, G::asked(question), &choice);
            assert_eq!(G::judge(setup, state, question, &choice), Ok(()), "{question:?} {choice:?}");
            choice
        }
        fn restart(&mut self) {
            self.0.restart();
        }
    }
    let (setup, mut state) = (scene.setup(), scene.start().clone());
    for line in told {
        orders::give_line::<G>(setup, &mut state, line).unwrap_or_else(|error| panic!("{error}"));
    }
    let policy = Listening::<G>(G::Own::default(), &mut see);
    let mut sampler = Sampler::new(Stream::new(seed, 0), policy);
    for _ in 0..turns {
        if G::ending(setup, &state).is_some() {
            return;
        }
        sampler.policy.restart();
        let Ok(()) = G::next_turn(setup, &mut state, &mut sampler);
    }
}

const AL: CombatantId = CombatantId(0);
const BEA: CombatantId = CombatantId(1);
const DAN: CombatantId = CombatantId(3);
const EVE: CombatantId = CombatantId(4);

/// `alive` is part of a choice, as it is printed, by which a foe is taken alive.
fn follows<G: EncounterFormat>(sheet: &str, alive: &str) {
    let scene = scene::<G>(sheet);
    let at = |setup: &G::Setup, state: &G::State, who| G::place(setup, state, who).map(|(cell, _)| cell);
    let apart = |setup: &G::Setup, state: &G::State, one, other| {
        let cells = at(setup, state, one).zip(at(setup, state, other));
        cells.map_or(u32::MAX, |(one, other)| G::map(setup).distance(one, other))
    };
    let west = [AL, BEA, CombatantId(2)];
    // Who holds stays where it is as long as nobody comes near; the others come all the same.
    let mut came = 0;
    for seed in 0..4 {
        let mut is_quiet = true;
        play::<G>(&scene, &["West = hold"], seed, 40, |setup, state, _, _| {
            let all = west.iter().flat_map(|&one| [DAN, EVE].map(|foe| apart(setup, state, one, foe)));
            is_quiet &= all.min().is_some_and(|near| near > 2);
            if is_quiet {
                let places = west.map(|one| at(setup, state, one));
                let begun = [[0, 0], [0, 2], [0, 4]].map(|[q, r]| Some(Cell { q, r }));
                assert_eq!(places, begun, "{}: who holds went away", G::ID);
            }
        });
        came += u32::from(!is_quiet);
    }
    assert!(came > 0, "{}: nobody came to those who hold", G::ID);
    // Two sides that hold never meet.
    play::<G>(&scene, &["West = hold", "East = hold"], 1, 60, |setup, state, _, _| {
        assert!(apart(setup, state, AL, DAN) == 9, "{}", G::ID);
    });
    // Who guards a place goes there, and stays.
    let mut arrived = false;
    play::<G>(&scene, &["East = hold", "Bea = guard = -4 2", "Al = hold", "Cy = hold"], 2, 60, |setup, state, _, _| {
        let there = at(setup, state, BEA) == Some(Cell { q: -4, r: 2 });
        assert!(there || !arrived, "{}: it went away", G::ID);
        arrived |= there;
    });
    assert!(arrived, "{}: nobody came to the place", G::ID);
    // Who protects somebody comes near.
    let mut near = u32::MAX;
    play::<G>(&scene, &["East = hold", "Al = hold", "Cy = protect = Al", "Bea = hold"], 3, 60, |setup, state, _, _| {
        near = apart(setup, state, AL, CombatantId(2));
    });
    assert!(near <= 2, "{}: {near} cells away from who is protected", G::ID);
    // Who escapes is not caught up by those who hold, and gets away from them.
    let mut far = 0;
    play::<G>(&scene, &["East = hold", "West = hold", "Al = escape"], 4, 60, |setup, state, _, _| {
        far = far.max(apart(setup, state, AL, DAN));
    });
    assert!(far > 9, "{}: nobody got away", G::ID);
    // The one who is hunted is struck at, and nobody else as long as it is there.
    let mut hunted = 0;
    for seed in 5..9 {
        play::<G>(&scene, &["East = hold", "West = hunt = Eve"], seed, 80, |setup, state, who, choice| {
            let foe = G::target(choice).filter(|&foe| west.contains(&who) && !west.contains(&foe));
            if foe.is_some() && !G::final_status(setup, state, EVE).out {
                assert_eq!(foe, Some(EVE), "{}", G::ID);
                hunted += 1;
            }
        });
    }
    assert!(hunted > 0, "{}: nobody was hunted", G::ID);
    // Who captures strikes so that foes live, and at nobody who has fallen.
    let (mut blows, mut deadly) = (0, 0);
    for seed in 0..4 {
        play::<G>(&scene, &["West = capture", "East = kill"], seed, 120, |setup, state, who, choice| {
            let Some(foe) = G::target(choice).filter(|&foe| G::side(setup, foe) != G::side(setup, who)) else { return };
            let takes = format!("{choice:?}").contains(alive);
            if west.contains(&who) {
                assert!(G::final_status(setup, state, foe).hp > 0, "{}: {choice:?} at one who has fallen", G::ID);
                blows += u32::from(takes);
            } else {
                deadly += u32::from(!takes);
            }
        });
    }
    // In dragonquest the others knock out too, where that fells sooner.
    assert!(blows > 0 && (deadly > 0 || G::ID == "dragonquest"), "{}: {blows} blows, {deadly} of the others", G::ID);
    // Who has mercy lets those go who get away; who has none does not.
    let pursuits = |told: &str| {
        let mut pursuits = 0;
        for seed in 0..4 {
            play::<G>(&scene, &[told, "East = nerve = 99"], seed, 120, |setup, state, who, choice| {
                let foe = G::target(choice).filter(|&foe| west.contains(&who) && !west.contains(&foe));
                pursuits += u32::from(foe.is_some_and(|foe| gets_away::<G>(setup, state, foe)));
            });
        }
        pursuits
    };
    assert_eq!(pursuits("West = mercy"), 0, "{}: somebody who got away was attacked", G::ID);
    // In dragonquest these are knocked out before anybody is hurt enough to get away.
    let without = pursuits("West = mercy, kill");
    assert!(without > 0 || G::ID == "dragonquest", "{}: nobody who got away was attacked", G::ID);
}

#[test]
fn orders_in_dfrpg() {
    follows::<affray_dfrpg::Dfrpg>("orc", "Leg");
}

#[test]
fn orders_in_gurps4() {
    follows::<affray_gurps4::Gurps4>("dov", "Leg");
}

#[test]
fn orders_in_graded() {
    follows::<affray_graded::Graded>("arn", "Leg");
}

#[test]
fn orders_in_dragonquest() {
    follows::<affray_dragonquest::DragonQuest>("aldric", "Knockout");
}

#[test]
fn orders_in_obss() {
    follows::<affray_obss::Obss>("arn", "nonlethal: true");
}
