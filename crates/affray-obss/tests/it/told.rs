//! The numbers that are told are those that happened.

use affray_conformance::encounters::Stock;
use affray_conformance::told::{Change, Reader, points_go_by_what_is_told};
use affray_grid::Cell;
use affray_obss::Obss;
use affray_obss::event::Event;
use affray_obss::sheets::SHEETS;
use affray_session::ruleset::Rules as _;

const HP: usize = 0;
const NONLETHAL: usize = 1;
const MP: usize = 2;

fn change(event: &Event) -> Option<Change> {
    Some(match *event {
        Event::Wounded { who, lost, hp } => Change::lost(who, HP, lost, hp, Some("injury")),
        Event::Casts { cost: 0, .. } => return None,
        Event::Casts { who, cost, mp, .. } => Change::lost(who, MP, cost, mp, None),
        Event::Bleeds { who, rounds, hp } => Change::lost(who, HP, rounds as i32, hp, None),
        Event::Healed { who, gained, hp } => Change::gained(who, HP, gained, hp),
        Event::Bruised { who, lost, nonlethal, .. } => Change::gained(who, NONLETHAL, lost, nonlethal),
        Event::MagicReturns { who, mp } => Change { who, points: MP, by: 1, left: Some(mp), sum: None },
        _ => return None,
    })
}

#[test]
fn points_go_by_what_is_told_in_random_encounters() {
    let stock =
        Stock::<Obss>::plain(
            SHEETS,
            &["round_limit = 60"],
            |sheet| if sheet == "dag" || sheet == "horse" { 2 } else { 1 },
        );
    let reader = Reader::<Obss> {
        points: |state, who| {
            let fighter = &state[who];
            vec![fighter.hp.into(), fighter.nonlethal.into(), fighter.mp.into()]
        },
        changes: change,
    };
    let changes = points_go_by_what_is_told(&stock, 0..60, &reader);
    assert!(changes > 500, "{changes} changes");
}

/// `OB-059` `OB-100` `OB-105` `OB-115` Zones and light stand on the map, in its legend, and in a look at a square.
#[test]
fn zones_and_light_are_on_the_map() {
    let text = "ruleset = 'obss'\n[map]\nlayout = 'square'\nwidth = 6\nheight = 3\n\
        [[map.area]]\ncells = [[5, 1], [1, 0]]\nterrain = 'rubble'\n[[map.area]]\ncells = [[2, 2]]\nlight = -3\n\
        [[zone]]\ncells = [[3, 0], [5, 1]]\ncover = 'light'\ndifficult = true\n\
        [[zone]]\ncells = [[3, 2]]\nlight = 'dark'\n\
        [[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [2, 0]\n[[combatant]]\nname = 'Gik'\nsheet = 'gik'\nat = [4, 2]\n";
    let encounter = affray_conformance::load::<Obss>("zones", text);
    let drawn = Obss::draw(encounter.setup(), encounter.start()).to_string();
    let expected = "
0,0  .   ,   A   \"   .   .  5,0
0,1  .   .   .   .   .   '  5,1
0,2  .   .   +   &   G   .  5,2
, rubble, difficult, \" difficult, light cover, ' rubble, difficult, light cover, + dim light, & dark
";
    assert_eq!(format!("\n{drawn}"), expected);
    let told = |q, r| Obss::describe_ground(encounter.setup(), Cell { q, r }).expect("it is on the map");
    assert_eq!(told(0, 0), "open");
    assert_eq!(told(1, 0), "rubble, difficult (OB-059)");
    assert_eq!(told(3, 0), "open, difficult (OB-059), light cover (OB-115)");
    assert_eq!(told(5, 1), "rubble, difficult (OB-059), light cover (OB-115)");
    assert_eq!([told(2, 2), told(3, 2)], ["open, dim light (OB-100)", "open, dark (OB-105)"]);
}
