//! Fights of policies come to an end.

use affray_files::{Source, no_files};
use affray_graded::Graded;
use affray_graded::content::ENCOUNTERS;
use affray_graded::decision::Maneuver;
use affray_graded::event::{Event, Forgone};
use affray_graded::files::Scenario;
use affray_graded::sheets::SHEETS;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{Live, Record, Tape};
use affray_kernel::turns::TurnRules;
use affray_sim::Results;

/// Whatever a policy answers is judged on the way (a debug assertion of the sampler).
#[test]
fn every_stock_sheet_fights_every_other_to_an_end() {
    for one in SHEETS.names() {
        for other in SHEETS.names() {
            let text = format!(
                "ruleset = 'graded'\nround_limit = 2000\n\
                [[combatant]]\nname = 'A'\nside = 'a'\nsheet = '{one}'\nat = [0, 0]\n\
                [[combatant]]\nname = 'B'\nside = 'a'\nsheet = '{other}'\nat = [0, 5]\n\
                [[combatant]]\nname = 'C'\nside = 'c'\nsheet = '{other}'\nat = [12, 0]\nfacing = 'W'\n\
                [[combatant]]\nname = 'D'\nside = 'c'\nsheet = '{one}'\nat = [10, 5]\nfacing = 'W'\n"
            );
            let source = Source::new(format!("{one} and {other}"), text);
            let loaded = Scenario::read(&source, &no_files).unwrap_or_else(|error| panic!("{error}"));
            let mut results = Results::default();
            loaded.simulation().uncached().run(1, 0..8, &mut results);
            assert_eq!((results.fights, results.at_limit), (8, 0), "{one} and {other}");
        }
    }
}

/// Archers and throwers among walls, cover and mud, and something that frightens: aims, pop-ups, watched lines,
/// strays and panic, each answer judged.
#[test]
fn archers_among_walls_fight_to_an_end() {
    let text = "ruleset = 'graded'\nround_limit = 4000\noptions = { random_location = true }\n\
        map = { open = true, area = [\
            { cells = [[8, -3], [8, -2], [8, 0], [8, 2], [7, 3], [3, 1], [14, -1]], terrain = 'wall' },\
            { cells = [[2, 1], [13, -1], [15, 0]], cover = true },\
            { cells = [[6, 0], [6, 1], [10, 0], [10, -1]], footing = -2 }] }\n\
        [[fear]]\nsource = 'the captain'\nfrom = 'Foe 3'\nseverity = -5\nat_distance = true\n\
        victims = ['Friend 0', 'Friend 1', 'Friend 2', 'Friend 3']\n";
    let sides = [("Friend", 1, "E"), ("Foe", 15, "W")];
    for (one, other) in [
        ("cole", "crossbowman"),
        ("crossbowman", "raider"),
        ("spearman", "cole"),
        ("cole", "cole"),
        ("gar", "crossbowman"),
    ] {
        let mut text = String::from(text);
        for (at, (side, q, facing)) in sides.iter().enumerate() {
            let sheets = [one, other, if at == 0 { one } else { other }, "arn"];
            for (number, sheet) in sheets.into_iter().enumerate() {
                let (r, q) = (number as i32 * 2 - 3, q - number as i32 + 1);
                text += &format!(
                    "[[combatant]]\nname = '{side} {number}'\nside = '{side}'\nsheet = '{sheet}'\n\
                    at = [{q}, {r}]\nfacing = '{facing}'\n"
                );
            }
        }
        let source = Source::new(format!("{one} and {other}"), text);
        let loaded = Scenario::read(&source, &no_files).unwrap_or_else(|error| panic!("{error}"));
        let mut results = Results::default();
        loaded.simulation().uncached().run(1, 0..30, &mut results);
        assert_eq!((results.fights, results.at_limit), (30, 0), "{one} and {other}");
    }
}

/// Whoever loses his weapon draws the other one, and an arm that the shield entangles is freed.
#[test]
fn what_breaks_is_replaced() {
    let who = |name: &str, at: i32, facing: &str| {
        format!(
            "[[combatant]]\nname = '{name}'\nside = '{name}'\nat = [{at}, 0]\nfacing = '{facing}'\n\
            sheet = {{ name = '{name}', st = 12, dx = 12, iq = 10, ht = 14, \
            skills = {{ 'axe/mace' = 8, shortsword = 12, shield = 8 }}, innate = {{ pd = 3, dr = 5 }}, \
            weapon = [{{ name = 'club' }}, {{ name = 'shortsword', hand = 'away' }}], \
            shield = [{{ name = 'medium_shield' }}] }}\n\
            state = {{ items = {{ club = {{ broken = true }} }}, conditions = {{ entangled = true }} }}\n"
        )
    };
    let text = format!("ruleset = 'graded'\nround_limit = 400\n{}{}", who("One", 0, "E"), who("Two", 1, "W"));
    let loaded = Scenario::read(&Source::new("broken", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
    let mut results = Results::default();
    loaded.simulation().uncached().run(1, 0..50, &mut results);
    assert_eq!((results.fights, results.at_limit), (50, 0));
}

/// `GR-077` `GR-078` Opponents choose a charge only where there is a way into the target's hex: in none of these fights does
/// one end short of it, unless it is stopped, or slowed by a wound (`GR-R118`), on the way.
#[test]
fn charges_come_into_the_targets_hex() {
    let (name, text) = ENCOUNTERS.iter().find(|(name, _)| *name == "the-watchtower").expect("it is shipped");
    let loaded = affray_conformance::load::<Graded>(name, text);
    let (mut charges, mut stopped) = (0, 0);
    for seed in 1..=60 {
        let (setup, mut state) = (loaded.setup(), loaded.start().clone());
        let mut live = Live { stream: Stream::new(seed, 0), policy: <Graded as TurnRules>::Own::default() };
        while Graded::ending(setup, &state).is_none() {
            let mut tape = Tape::<Graded, _>::new(&[], &mut live);
            Graded::next_turn(setup, &mut state, &mut tape).unwrap_or_else(|stop| panic!("seed {seed}: {stop:?}"));
            let mut wounded = None;
            for record in &tape.records {
                match record {
                    Record::Event(Event::Wounded { who, .. }) => wounded = Some(*who),
                    Record::Event(Event::Forgoes { who, reason: Forgone::Charge }) if wounded == Some(*who) => {
                        stopped += 1;
                    }
                    Record::Event(Event::Maneuvers { maneuver: Maneuver::Charge { .. }, .. }) => charges += 1,
                    Record::Event(Event::Forgoes { reason: Forgone::Stopped, .. }) => stopped += 1,
                    Record::Event(Event::Forgoes { who, reason: Forgone::Charge }) => {
                        panic!("seed {seed}, round {}: {who:?} charges in vain", Graded::rounds(&state));
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(charges > 50 && stopped < charges / 2, "{charges} charges, {stopped} of them stopped");
}
