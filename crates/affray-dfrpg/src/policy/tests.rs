//! Whole fights between tacticians: always legal, always over, and open where they are meant to be.

mod standoffs;

use super::Tactician;
use crate::Dfrpg;
use crate::content::ENCOUNTERS;
use crate::decision::{Attack, Choice, Concentrate, Defense, DefenseKind, Free, Maneuver, Question, Strike};
use crate::scene::{Fight, Scene, Setup};
use crate::state::{Effect, Fighter, Flags, Posture, State};
use affray_grid::Cell;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Policy, Sampler};
use affray_kernel::tally::{Sum, Tally as _};
use affray_kernel::turns::SidesLeft;

/// Reads an encounter that comes with the program.
fn load(name: &str) -> (Setup, State) {
    let (_, text) = ENCOUNTERS.iter().find(|(known, _)| *known == name).expect("the encounter");
    affray_conformance::load::<Dfrpg>(&format!("{name}.toml"), text).into_parts()
}

/// A tactician, and the All-Out Attacks without an attack that it declared.
#[derive(Default)]
struct Watched {
    tactician: Tactician,
    /// The posture of who declared an All-Out Attack and has not attacked yet, and the others as they were then.
    declared: Option<(Posture, Vec<Fighter>)>,
    idle: Vec<String>,
}

impl Policy<Dfrpg> for Watched {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let choice = self.tactician.decide(setup, state, question);
        let now = |who: CombatantId| {
            let others = (0..).map(CombatantId).zip(&state.fighters).filter(|&(other, _)| other != who);
            (state.fighters[who.index()].posture, others.map(|(_, fighter)| *fighter).collect())
        };
        match (question, choice) {
            (&Question::Maneuver { who }, Choice::Maneuver(maneuver)) => {
                self.declared = matches!(maneuver, Maneuver::AllOutAttack(_)).then(|| now(who));
            }
            (&Question::Attack { who, .. }, Choice::Attack(attack)) => {
                // Unless somebody reacted, or it fell on the way.
                let declared = self.declared.take();
                if attack == Attack::Forgo && declared.is_some_and(|declared| declared == now(who)) {
                    self.idle.push(format!("{} in round {}", setup.combatants[who.index()].name, state.rounds.0));
                }
            }
            _ => {}
        }
        choice
    }

    fn restart(&mut self) {
        Policy::<Dfrpg>::restart(&mut self.tactician);
        self.declared = None;
    }
}

/// Fights so often and counts the victories of each side; the last is the number of draws. Nobody declares an All-Out
/// Attack and then makes no attack although nothing came in between.
fn fight(name: &str, seeds: u64) -> (Vec<u64>, u64, f64) {
    let (setup, start) = load(name);
    let mut wins = vec![0; setup.sides.len() + 1];
    let mut sampler = Sampler::new(Stream::new(7, 0), Watched::default());
    let mut rounds = 0u64;
    for seed in 0..seeds {
        let mut state = start.clone();
        sampler.dice = Stream::new(7, seed);
        Policy::<Dfrpg>::restart(&mut sampler.policy);
        let winner = loop {
            match (Scene { setup: &setup, state: &state }).sides_left() {
                SidesLeft::Nobody => break None,
                SidesLeft::Only(side) => break Some(side),
                SidesLeft::Several if setup.round_limit <= state.rounds.0 => break None,
                SidesLeft::Several => {
                    let Ok(()) = Fight { setup: &setup, state: &mut state, referee: &mut sampler }.next_turn();
                }
            }
        };
        let idle = &sampler.policy.idle;
        assert!(idle.is_empty(), "{name}, with dice {seed}: no attack comes of an All-Out Attack: {idle:?}");
        rounds += u64::from(state.rounds.0);
        let at = winner.map_or(setup.sides.len(), usize::from);
        wins[at] += 1;
    }
    (wins, sampler.policy.tactician.refused(), rounds as f64 / seeds as f64)
}

/// Fights an encounter many times: no answer is ever refused, hardly any fight goes to the limit, and,
/// where both sides are meant to have a chance, both win.
#[track_caller]
fn holds(name: &str, open: bool) {
    let seeds = std::env::var("AFFRAY_SEEDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(affray_conformance::often(200, 60));
    let (wins, refused, rounds) = fight(name, seeds);
    if std::env::var_os("AFFRAY_TELL").is_some() {
        tell(&format!("{name}: wins and draws {wins:?}, {rounds:.1} rounds, {refused} refused"));
    }
    let draws = wins.last().copied().unwrap_or(0);
    assert!(draws * 25 <= seeds, "{name}: {draws} of {seeds} fights without an end");
    assert_eq!(refused, 0, "{name}: answers that the rules refuse");
    let least = wins[..wins.len() - 1].iter().min().copied().unwrap_or(0);
    assert!(!open || seeds <= 10 * least, "{name}: {wins:?} is not open");
}

macro_rules! fought {
    ($($test:ident: $name:literal, $open:literal;)*) => {
        $(#[test]
        fn $test() {
            holds($name, $open);
        })*
    };
}

fought! {
    a_duel: "duel", true;
    the_bridge: "bridge", true;
    archers_on_a_slope: "archers-on-a-slope", true;
    the_mage_and_the_escorts: "mage-and-escorts", true;
    wrestler_and_swordsman: "wrestler-and-swordsman", true;
    the_troll: "troll", true;
    four_against_four: "four-against-four", true;
}

/// Whatever else comes with the program is fought to its end as well.
#[test]
fn all_others() {
    let fought = [
        "duel",
        "bridge",
        "archers-on-a-slope",
        "mage-and-escorts",
        "wrestler-and-swordsman",
        "troll",
        "four-against-four",
    ];
    for (name, _) in ENCOUNTERS.iter().filter(|(name, _)| !fought.contains(name)) {
        holds(name, false);
    }
}

/// An encounter written for one test.
fn scene(text: &str) -> (Setup, State) {
    affray_conformance::load::<Dfrpg>("scene", &format!("ruleset = 'dfrpg'\n{text}")).into_parts()
}

/// Fights on until so many turns are over or the fight is, with those dice.
fn play_on(setup: &Setup, state: &mut State, turns: u32, seed: u64) {
    let mut sampler = Sampler::new(Stream::new(11, seed), Tactician::default());
    for _ in 0..turns {
        if !matches!((Scene { setup, state }).sides_left(), SidesLeft::Several) {
            return;
        }
        let Ok(()) = Fight { setup, state, referee: &mut sampler }.next_turn();
    }
}

/// In the east the edge of the map is near, but behind a wall; the way out is a door in the south.
#[test]
fn who_flees_leaves_by_the_door() {
    let hall = "'#......................#',".repeat(6);
    let (setup, start) = scene(&format!(
        "map.rows = ['########################', {hall} '##########.#############', '........................']
        side = [{{ name = 'those who flee', morale = 50 }}]
        [[combatant]]\nname = 'Dead'\nside = 'those who flee'\nsheet = 'bandit'\nat = [10, 2]
        state.conditions.dead = true
        [[combatant]]\nname = 'Runs'\nside = 'those who flee'\nsheet = 'bandit'\nat = [20, 2]\nfacing = 'W'
        [[combatant]]\nname = 'Foe'\nside = 'others'\nsheet = 'peasant'\nat = [1, 2]\nfacing = 'E'
        state.posture = 'prone'"
    ));
    for seed in 0..20 {
        let mut state = start.clone();
        play_on(&setup, &mut state, 20, seed);
        assert!(state.fighters[1].flags.has(Flags::FLED), "with dice {seed} it is at {}", state.fighters[1].at);
    }
}

/// Whether the first and the third of three fight it out, whatever they throw.
fn comes_to_an_end(setup: &Setup, start: &State) {
    for seed in 0..20 {
        let mut state = start.clone();
        play_on(setup, &mut state, 400, seed);
        let ended = !matches!((Scene { setup, state: &state }).sides_left(), SidesLeft::Several);
        assert!(ended, "with dice {seed} they stand at {} and {}", state.fighters[0].at, state.fighters[2].at);
    }
}

/// Swordsmen on either side of a body that fills the only way.
#[test]
fn a_body_in_the_way_does_not_end_a_fight() {
    let (setup, start) = scene(
        "map.rows = ['#######', '.......', '#######']
        [[combatant]]\nname = 'East'\nside = 'east'\nsheet = 'bandit'\nat = [4, 1]\nfacing = 'W'
        [[combatant]]\nname = 'Body'\nside = 'east'\nsheet = 'bandit'\nat = [3, 1]\nfacing = 'W'
        state = { hp = 0, conditions.unconscious = true }
        [[combatant]]\nname = 'West'\nside = 'west'\nsheet = 'bandit'\nat = [2, 1]\nfacing = 'E'",
    );
    comes_to_an_end(&setup, &start);
}

/// A spearman stays with the archer as long as foes without missiles are far off.
#[test]
fn who_has_an_archer_beside_lets_them_come() {
    let text = |foe: &str| {
        format!(
            "map = {{ width = 40, height = 12 }}
            [[combatant]]\nname = 'Archer'\nside = 'ours'\nsheet = 'archer'\nat = [2, 4]\nfacing = 'E'
            [[combatant]]\nname = 'Spearman'\nside = 'ours'\nsheet = 'spearman'\nat = [2, 6]\nfacing = 'E'
            [[combatant]]\nname = 'Foe'\nside = 'others'\nsheet = '{foe}'\nat = [30, 5]\nfacing = 'W'",
        )
    };
    for (foe, stays) in [("orc", true), ("crossbowman", false)] {
        let (setup, mut state) = scene(&text(foe));
        let spearman = state.fighters[1].at;
        play_on(&setup, &mut state, 6, 0);
        assert_eq!(state.fighters[1].at == spearman, stays, "{foe}");
    }
}

/// On the knees at a score of 4 a dodge mostly comes to a fall; on the ground there is nothing to lose.
#[test]
fn no_defense_is_better_than_a_hopeless_one() {
    for (posture, defends) in [("kneeling", false), ("prone", true)] {
        let (setup, state) = scene(&format!(
            "[[combatant]]\nname = 'Troll'\nsheet = 'troll'\nat = [0, 0]\nfacing = 'E'
            state = {{ hp = 1, posture = '{posture}', conditions.stunned = true }}
            [[combatant]]\nname = 'Guard'\nsheet = 'guard'\nat = [1, 0]\nfacing = 'W'",
        ));
        let scene = Scene { setup: &setup, state: &state };
        let (troll, guard) = (CombatantId(0), CombatantId(1));
        let attack = scene.incoming(guard, &Strike::plain(0, troll), false, &scene.attack_geometry(guard, troll));
        let dodge = scene
            .defense_score::<Sum>(&scene.defender(troll, &attack), &attack, &Defense::plain(DefenseKind::Dodge))
            .total();
        assert!(dodge <= 4, "{dodge}");
        let question = Question::Defend { who: troll, attack, failed: None };
        let Choice::Defend(defense) = Tactician::default().decide(&setup, &state, &question) else {
            panic!("no defense")
        };
        assert_eq!(defense.kind != DefenseKind::None, defends, "{posture}");
    }
}

/// With a sword in the hand and a wrestler in the same hex: out, and a blow.
#[test]
fn a_sword_is_no_weapon_in_close_combat() {
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Sword'\nsheet = 'arn'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Fists'\nat = [0, 0]\nfacing = 'W'\nsheet = { name = 'Wrestler', st = 13, dx = 12, iq = 10, ht = 11, skills.Wrestling = 14 }",
    );
    let (who, mut policy) = (CombatantId(0), Tactician::default());
    let mut decide = |question| policy.decide(&setup, &state, &question);
    assert_eq!(decide(Question::Maneuver { who }), Choice::Maneuver(Maneuver::Attack));
    let Choice::Step(Some(step)) = decide(Question::Step { who, after: false }) else { panic!("no step") };
    let to = state.fighters[0].at.step(step.hex.expect("into another hex"));
    assert_eq!(step.facing, setup.map.facing_towards(to, state.fighters[0].at));
}

/// Of the same spell on the same figure only one counts: nobody casts it a second time.
#[test]
fn no_spell_is_cast_on_who_is_under_it() {
    for (under, again) in [(false, true), (true, false)] {
        let (setup, mut state) = scene(
            "[[combatant]]\nname = 'One'\nside = 'cult'\nsheet = 'cultist'\nat = [0, 0]\nfacing = 'E'
            [[combatant]]\nname = 'Other'\nside = 'cult'\nsheet = 'cultist'\nat = [0, 2]\nfacing = 'E'
            [[combatant]]\nname = 'Guard'\nside = 'guard'\nsheet = 'guard'\nat = [3, 0]\nfacing = 'W'",
        );
        let fumble = setup.combatants[0].sheet.spells.iter().position(|spell| spell.name == "fumble");
        let spell = fumble.expect("cultists know it") as u8;
        if under {
            let effect = Effect { on: CombatantId(2), by: CombatantId(0), spell, energy: 5, radius: 0, seconds: 30 };
            state.effects.push(effect);
        }
        let (who, mut policy) = (CombatantId(1), Tactician::default());
        let choice = policy.decide(&setup, &state, &Question::Maneuver { who });
        let is_cast =
            matches!(choice, Choice::Maneuver(Maneuver::Concentrate(Concentrate::Cast(cast))) if cast.spell == spell);
        assert_eq!(is_cast, again, "{choice:?}");
    }
}

/// Bare hands reach nobody in the next hex, but feet do.
#[test]
fn who_has_no_weapon_kicks() {
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Feet'\nat = [0, 0]\nfacing = 'E'\nsheet = { name = 'Brawler', st = 12, dx = 12, iq = 10, ht = 11, skills.Brawling = 14 }
        [[combatant]]\nname = 'Foe'\nsheet = 'peasant'\nat = [1, 0]\nfacing = 'W'",
    );
    let (who, mut policy) = (CombatantId(0), Tactician::default());
    policy.decide(&setup, &state, &Question::Maneuver { who });
    let reaches: Vec<i32> = policy.arms.iter().map(super::sight::Arm::longest).collect();
    assert!(reaches.contains(&1), "{reaches:?}");
}

/// What somebody does first.
fn maneuver_of(setup: &Setup, state: &State, who: CombatantId) -> Maneuver {
    match Tactician::default().decide(setup, state, &Question::Maneuver { who }) {
        Choice::Maneuver(maneuver) => maneuver,
        other => panic!("{other:?}"),
    }
}

/// A Step brings the point of the rapier to bear, and its owner within reach of the broadsword: no time to give up all
/// defenses.
#[test]
fn a_step_into_danger_is_danger() {
    let (setup, mut state) = load("duel");
    let (brand, vela) = (CombatantId(0), CombatantId(1));
    state.fighters[1].at = Cell::new(5, 4);
    assert_eq!((Scene { setup: &setup, state: &state }).distance(brand, vela), 3);
    assert_eq!(maneuver_of(&setup, &state, vela), Maneuver::Attack);
}

/// At the torso a rapier does little to mail; who gives up all defenses has it in the neck.
#[test]
fn mail_alone_is_no_defense() {
    let (setup, mut state) = load("duel");
    state.fighters[1].at = Cell::new(3, 4);
    assert_eq!(maneuver_of(&setup, &state, CombatantId(0)), Maneuver::Attack);
}

/// A foe that has just come near is waited for, but not if all defenses of it are gone, nor if it has a friend in its
/// claws.
#[test]
fn nobody_waits_for_who_is_busy() {
    for (state_of_foe, friend, waits) in [
        ("moved = 3", [-20, 5], true),
        ("moved = 3, conditions.all_out = true", [-20, 5], false),
        ("moved = 3", [4, 4], false),
    ] {
        let [q, r] = friend;
        let (setup, state) = scene(&format!(
            "[[combatant]]\nname = 'Guard'\nside = 'us'\nsheet = 'guard'\nat = [0, 5]\nfacing = 'E'
            [[combatant]]\nname = 'Friend'\nside = 'us'\nsheet = 'guard'\nat = [{q}, {r}]\nfacing = 'E'
            [[combatant]]\nname = 'Orc'\nside = 'them'\nsheet = 'orc'\nat = [4, 5]\nfacing = 'W'
            state = {{ {state_of_foe} }}",
        ));
        let chosen = maneuver_of(&setup, &state, CombatantId(0));
        assert_eq!(matches!(chosen, Maneuver::Wait(_)), waits, "{state_of_foe}, {friend:?}: {chosen:?}");
    }
}

/// `DF-056` A Step asks for no movement points, not even in a ford.
#[test]
fn a_step_leads_through_water() {
    let (setup, state) = scene(
        "map.rows = ['......', '..~~..', '......']
        [[combatant]]\nname = 'Wet'\nsheet = 'orc'\nat = [4, 1]\nfacing = 'W'
        [[combatant]]\nname = 'Foe'\nsheet = 'orc'\nat = [2, 1]\nfacing = 'E'",
    );
    assert_eq!(maneuver_of(&setup, &state, CombatantId(0)), Maneuver::Attack);
}

/// Who lies there far below 0 HP can wait; who stands behind one cannot.
#[test]
fn who_still_fights_is_struck_first() {
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Troll'\nsheet = 'troll'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Guard'\nside = 'us'\nsheet = 'guard'\nat = [1, 0]\nfacing = 'W'
        [[combatant]]\nname = 'Archer'\nside = 'us'\nsheet = 'archer'\nat = [0, 1]\nfacing = 'NW'
        state = { hp = -23, posture = 'prone' }",
    );
    let mut policy = Tactician::default();
    policy.decide(&setup, &state, &Question::Maneuver { who: CombatantId(0) });
    assert_eq!(policy.plan.target, 1);
}

/// The fallen are no reason to give up all defenses with a spear beside them, and no spell is spent on them.
#[test]
fn who_is_out_of_the_fight_is_worth_no_risk() {
    let fallen = "state = { hp = -7, posture = 'prone', conditions.stunned = true }";
    let (setup, state) = scene(&format!(
        "[[combatant]]\nname = 'Guard'\nside = 'them'\nsheet = 'guard'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Archer'\nside = 'us'\nsheet = 'archer'\nat = [1, 0]\nfacing = 'W'\n{fallen}
        [[combatant]]\nname = 'Spearman'\nside = 'us'\nsheet = 'spearman'\nat = [3, 0]\nfacing = 'W'",
    ));
    let chosen = maneuver_of(&setup, &state, CombatantId(0));
    assert!(!matches!(chosen, Maneuver::AllOutAttack(_)), "{chosen:?}");
    let (setup, state) = scene(&format!(
        "[[combatant]]\nname = 'Mage'\nside = 'them'\nat = [0, 0]\nfacing = 'E'
        sheet = {{ name = 'Mage', st = 10, dx = 10, iq = 14, ht = 11, spells.lull = 16 }}
        [[combatant]]\nname = 'Fallen'\nside = 'us'\nsheet = 'guard'\nat = [6, 0]\nfacing = 'W'\n{fallen}
        [[combatant]]\nname = 'Guard'\nside = 'us'\nsheet = 'guard'\nat = [7, 0]\nfacing = 'W'",
    ));
    let chosen = maneuver_of(&setup, &state, CombatantId(0));
    let Maneuver::Concentrate(Concentrate::Cast(cast)) = chosen else { panic!("{chosen:?}") };
    assert_eq!(cast.target, 2, "{cast:?}");
}

/// What is broken is dropped for the knife in the belt.
#[test]
fn who_has_a_knife_drops_a_broken_sword() {
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Bandit'\nsheet = 'bandit'\nat = [0, 0]\nfacing = 'E'
        state.items.shortsword.broken = true
        [[combatant]]\nname = 'Foe'\nsheet = 'guard'\nat = [1, 0]\nfacing = 'W'",
    );
    let choice = Tactician::default().decide(&setup, &state, &Question::Free { who: CombatantId(0) });
    assert_eq!(choice, Choice::Free(Free::Drop(0)));
}

/// `DF-R18` A sword breaks on an ogre's club every other time: a shield does not.
#[test]
fn a_club_is_not_parried_with_a_sword() {
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Ogre'\nsheet = 'ogre'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Knight'\nsheet = 'knight'\nat = [1, 0]\nfacing = 'W'",
    );
    let (ogre, knight) = (CombatantId(0), CombatantId(1));
    let scene = Scene { setup: &setup, state: &state };
    let attack = scene.incoming(ogre, &Strike::plain(0, knight), false, &scene.attack_geometry(ogre, knight));
    let question = Question::Defend { who: knight, attack, failed: None };
    let Choice::Defend(defense) = Tactician::default().decide(&setup, &state, &question) else { panic!("no defense") };
    assert_eq!(defense.kind, DefenseKind::Block);
}

/// A hay fork that is broken keeps nobody at a distance, and a body in the way is stepped onto.
#[test]
fn bodies_and_broken_weapons_end_no_fight() {
    let (setup, start) = scene(
        "map.rows = ['########', '........', '########']
        [[combatant]]\nname = 'East'\nside = 'east'\nsheet = 'peasant'\nat = [4, 1]\nfacing = 'W'
        state.items.'hay fork'.broken = true
        [[combatant]]\nname = 'Body'\nside = 'west'\nsheet = 'bandit'\nat = [3, 1]\nfacing = 'W'
        state = { hp = 0, conditions.unconscious = true }
        [[combatant]]\nname = 'West'\nside = 'west'\nsheet = 'bandit'\nat = [2, 1]\nfacing = 'E'",
    );
    comes_to_an_end(&setup, &start);
}

/// Over the body of a friend and at the foe, rather than to stand and be shot at.
#[test]
fn nobody_stands_before_an_archer() {
    let (setup, state) = scene(
        "map.rows = ['########', '........', '########']
        [[combatant]]\nname = 'East'\nside = 'east'\nsheet = 'bandit'\nat = [5, 1]\nfacing = 'W'
        [[combatant]]\nname = 'Body'\nside = 'east'\nsheet = 'bandit'\nat = [4, 1]\nfacing = 'W'
        state = { hp = 0, conditions.unconscious = true }
        [[combatant]]\nname = 'West'\nside = 'west'\nsheet = 'bandit'\nat = [3, 1]\nfacing = 'E'
        [[combatant]]\nname = 'Archer'\nside = 'west'\nsheet = 'archer'\nat = [0, 1]\nfacing = 'E'",
    );
    assert_eq!(maneuver_of(&setup, &state, CombatantId(0)), Maneuver::Move);
}

/// Three hexes off a fencer waits for nothing but a foe without defenses: no charge with all defenses given up for a blow
/// that she parries. Nor does a swordsman give them up next to a wrestler who kicks and grabs.
#[test]
fn all_defenses_are_not_given_up_before_who_strikes_back() {
    let (setup, mut state) = load("duel");
    (state.fighters[0].at, state.fighters[1].at) = (Cell::new(1, 4), Cell::new(4, 4));
    let chosen = maneuver_of(&setup, &state, CombatantId(0));
    assert!(!matches!(chosen, Maneuver::AllOutAttack(_)), "{chosen:?}");
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Sword'\nsheet = 'guard'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Wrestler'\nat = [1, 0]\nfacing = 'W'
        sheet = { name = 'Wrestler', st = 16, dx = 13, iq = 10, ht = 12, skills = { Wrestling = 15, Brawling = 14 } }",
    );
    let chosen = maneuver_of(&setup, &state, CombatantId(0));
    assert!(!matches!(chosen, Maneuver::AllOutAttack(_)), "{chosen:?}");
}

/// What the main hand holds comes to lie in the own hex.
fn drops(setup: &Setup, state: &mut State, who: CombatantId) {
    let mut sampler = Sampler::new(Stream::new(0, 0), Tactician::default());
    Fight { setup, state, referee: &mut sampler }.drop_from_hand(who, 0);
}

/// A knight before an orc, whose sword lies in his hex.
fn swordless_knight() -> (Setup, State) {
    let (setup, mut state) = scene(
        "[[combatant]]\nname = 'Knight'\nsheet = 'knight'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Orc'\nsheet = 'orc'\nat = [1, 0]\nfacing = 'W'",
    );
    drops(&setup, &mut state, CombatantId(0));
    (setup, state)
}

/// A knight who lost the sword picks it up where he stands, though he knows how to grapple.
#[test]
fn who_strikes_better_than_it_grips_takes_the_sword_up() {
    let (setup, state) = swordless_knight();
    let chosen = maneuver_of(&setup, &state, CombatantId(0));
    assert!(matches!(chosen, Maneuver::Ready(crate::decision::Ready::Draw { hand: 0, .. })), "{chosen:?}");
}

/// `DF-R62` With a friend on the line of the shot an archer steps aside.
#[test]
fn nobody_shoots_through_a_friend_who_can_step_aside() {
    let (setup, state) = scene(
        "map = { width = 24, height = 8 }
        [[combatant]]\nname = 'Archer'\nside = 'us'\nsheet = 'archer'\nat = [2, 4]\nfacing = 'E'
        [[combatant]]\nname = 'Friend'\nside = 'us'\nsheet = 'guard'\nat = [4, 4]\nfacing = 'E'
        [[combatant]]\nname = 'Orc'\nside = 'them'\nsheet = 'orc'\nat = [14, 4]\nfacing = 'W'",
    );
    let (who, mut policy) = (CombatantId(0), Tactician::default());
    policy.decide(&setup, &state, &Question::Maneuver { who });
    let Choice::Step(Some(step)) = policy.decide(&setup, &state, &Question::Step { who, after: false }) else {
        panic!("no step")
    };
    let to = state.fighters[0].at.step(step.hex.expect("into another hex"));
    let scene = Scene { setup: &setup, state: &state };
    assert!(scene.stands_between(CombatantId(1), who, CombatantId(2)), "before the Step");
    assert!(!scene.is_line_taken(who, to, CombatantId(2)), "at {to}");
}

/// What is loaded is shot off before it is dropped for a blade.
#[test]
fn a_loaded_crossbow_is_not_dropped() {
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Shooter'\nsheet = 'crossbowman'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Foe'\nsheet = 'guard'\nat = [1, 0]\nfacing = 'W'",
    );
    let (who, mut policy) = (CombatantId(0), Tactician::default());
    assert_eq!(policy.decide(&setup, &state, &Question::Free { who }), Choice::Free(Free::Done));
    let chosen = policy.decide(&setup, &state, &Question::Maneuver { who });
    assert_eq!(chosen, Choice::Maneuver(Maneuver::Attack));
}

/// A wolf that cannot bite through plate goes for the mage behind; a guard leaves who lies there for who still fights.
#[test]
fn blows_that_do_nothing_are_left_for_others() {
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Wolf'\nside = 'wolves'\nsheet = 'wolf'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Plate'\nside = 'us'\nat = [1, 0]\nfacing = 'W'
        sheet = { name = 'Plate', st = 12, dx = 12, iq = 10, ht = 12, armor = [{ name = 'plate', on = ['body', 'limbs', 'head', 'neck', 'hands', 'feet'], dr = 20, kind = 'rigid' }] }
        [[combatant]]\nname = 'Mage'\nside = 'us'\nsheet = 'cyn'\nat = [3, 1]\nfacing = 'W'",
    );
    let mut policy = Tactician::default();
    policy.decide(&setup, &state, &Question::Maneuver { who: CombatantId(0) });
    assert_eq!(policy.foes.first().map(|foe| foe.id), Some(CombatantId(2)));
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Guard'\nside = 'us'\nsheet = 'guard'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Fallen'\nside = 'them'\nsheet = 'orc'\nat = [1, 0]\nfacing = 'W'
        state = { hp = -20, posture = 'prone' }
        [[combatant]]\nname = 'Orc'\nside = 'them'\nsheet = 'orc'\nat = [5, 0]\nfacing = 'W'",
    );
    policy.decide(&setup, &state, &Question::Maneuver { who: CombatantId(0) });
    assert_eq!(policy.foes.first().map(|foe| foe.id), Some(CombatantId(2)));
}

/// `DF-035` A baton in the main hand makes a missile one of the off hand, at -4: down with it, and it is not taken up again
/// as long as there is something to cast.
#[test]
fn a_baton_makes_room_for_a_missile() {
    let (setup, mut state) = scene(
        "[[combatant]]\nname = 'Mage'\nside = 'us'\nat = [0, 0]\nfacing = 'E'
        [combatant.sheet]\nname = 'Mage'\nst = 10\ndx = 11\niq = 14\nht = 11\ntraits = ['Magery 3']
        skills = { 'Innate Attack' = 14 }\nspells = { ember = 16 }
        weapon = [{ name = 'baton', skill = 'Shortsword', weight = 1, focus = 'baton', modes = [{ kind = 'swing', damage = 'sw cr', reach = '1' }] }]
        [[combatant]]\nname = 'Orc'\nside = 'them'\nsheet = 'orc'\nat = [9, 0]\nfacing = 'W'",
    );
    let who = CombatantId(0);
    let choice = Tactician::default().decide(&setup, &state, &Question::Free { who });
    assert_eq!(choice, Choice::Free(Free::Drop(0)));
    drops(&setup, &mut state, who);
    let chosen = maneuver_of(&setup, &state, who);
    assert!(matches!(chosen, Maneuver::Concentrate(Concentrate::Cast(cast)) if cast.hand == 0), "{chosen:?}");
}

/// Of two legs the bare one is aimed at.
#[test]
fn the_leg_without_armor_is_aimed_at() {
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Bandit'\nsheet = 'bandit'\nat = [0, 0]\nfacing = 'E'
        [[combatant]]\nname = 'Foe'\nat = [1, 0]\nfacing = 'W'
        sheet = { name = 'Foe', st = 12, dx = 12, iq = 10, ht = 12, armor = [{ name = 'mail', on = ['body', 'right-leg'], dr = 4, kind = 'flexible' }] }",
    );
    let scene = Scene { setup: &setup, state: &state };
    let mut policy = Tactician::default();
    policy.decide(&setup, &state, &Question::Maneuver { who: CombatantId(0) });
    let legs = |worths: &super::odds::Worths| -> Vec<crate::decision::Aim> {
        use crate::sheet::Location::{LeftLeg, RightLeg};
        let aims = worths.iter().map(|&(aim, ..)| aim);
        aims.filter(|aim| matches!(aim, crate::decision::Aim::At(LeftLeg | RightLeg))).collect()
    };
    let from = crate::decision::AttackFrom::Attack;
    let worths = policy.damage_cache.worths(scene, CombatantId(0), 0, CombatantId(1), from);
    assert_eq!(legs(worths), [crate::decision::Aim::At(crate::sheet::Location::LeftLeg)]);
}

/// Writes a line where a test run shows it.
#[allow(clippy::print_stderr, reason = "asked for by an environment variable")]
fn tell(line: &str) {
    eprintln!("{line}");
}

/// See [`affray_conformance::watch`].
#[test]
fn watch() {
    affray_conformance::watch::<Dfrpg>();
}

/// Somebody with a sword in hand and a ranged weapon sheathed, at the origin, and an orc so far away.
fn shooter(weapon: &str, hexes: i16) -> (Setup, State) {
    let text = format!(
        "ruleset = 'dfrpg'\n[[combatant]]\nname = 'Me'\nat = [0, 0]\nfacing = 'E'\n\
         sheet = {{ name = 'Me', st = 11, dx = 12, iq = 10, ht = 11, skills = {{ Bow = 14, Guns = 14, Broadsword = 12, Shield = 12 }}, \
         weapon = [{{ name = 'sword', skill = 'Broadsword', weight = 3, modes = [{{ kind = 'swing', damage = 'sw cut', reach = '1' }}] }}, {weapon}], \
         shield = [{{ name = 'shield', db = 2 }}] }}\n\
         [[combatant]]\nname = 'Foe'\nside = 'b'\nsheet = 'orc'\nat = [{hexes}, 0]\nfacing = 'W'\n"
    );
    affray_conformance::load::<Dfrpg>("shooter.toml", &text).into_parts()
}

#[test]
fn a_gun_is_drawn_where_the_foe_is_far() {
    let gun = "{ name = 'gun', skill = 'Guns', weight = 2, shots = 6, modes = [{ kind = 'missile', damage = '2d pi', range = '100/500', acc = 2 }] }";
    let bow = "{ name = 'bow', skill = 'Bow', weight = 2, hands = 2, modes = [{ kind = 'missile', damage = 'thr imp', range = '100/200', acc = 2 }] }";
    let maneuver = |weapon: &str, hexes: i16, empty: bool| {
        let (setup, mut state) = shooter(weapon, hexes);
        let who = CombatantId(0);
        if empty {
            state[who].hands[0] = crate::sheet::ItemId::NONE;
            state[who].items[0].place = crate::state::Place::Sheathed;
        }
        match Tactician::default().decide(&setup, &state, &Question::Maneuver { who }) {
            Choice::Maneuver(maneuver) => maneuver,
            other => panic!("{other:?} is no maneuver"),
        }
    };
    use crate::decision::Ready;
    assert!(matches!(maneuver(gun, 60, false), Maneuver::Ready(Ready::Sheathe(_))));
    assert!(matches!(maneuver(gun, 60, true), Maneuver::Ready(Ready::Draw { .. })));
    assert!(!matches!(maneuver(gun, 8, false), Maneuver::Ready(_)));
    // The shield stays on its arm.
    assert!(!matches!(maneuver(bow, 60, false), Maneuver::Ready(_)));
}

/// Under fire one comes on, but to the edge of the reach of whoever waits, and into it behind a guard.
#[test]
fn nobody_runs_into_a_wait() {
    use crate::state::{Doing, Reaction, Trigger, Waiting};
    let (setup, mut state) = scene(
        "[[combatant]]\nname = 'Orc'\nside = 'them'\nsheet = 'orc'\nat = [0, 5]\nfacing = 'E'
        [[combatant]]\nname = 'Guard'\nside = 'us'\nsheet = 'guard'\nat = [5, 5]\nfacing = 'W'
        [[combatant]]\nname = 'Archer'\nside = 'us'\nsheet = 'archer'\nat = [12, 5]\nfacing = 'W'",
    );
    let mut end = |waits: bool| {
        if waits {
            let contract = Waiting::plain(Trigger::ComesIntoReach, Reaction::Attack, 0);
            state.fighters[1].doing = Doing::Waiting(contract);
        }
        let mut policy = Tactician::default();
        let chosen = policy.decide(&setup, &state, &Question::Maneuver { who: CombatantId(0) });
        assert_eq!(chosen, Choice::Maneuver(Maneuver::Move));
        setup.map.distance(*policy.plan.way.last().expect("a way"), state.fighters[1].at)
    };
    // A spear in one hand reaches one hex.
    assert_eq!([end(false), end(true)], [1, 2]);
}

/// A Ready brings the sword back; the shield on the other arm only bashes.
#[test]
fn a_shield_is_no_reason_to_leave_the_sword() {
    let (setup, mut state) = scene(
        "[[combatant]]\nname = 'Knight'\nat = [0, 0]\nfacing = 'E'\n[combatant.sheet]\nname = 'Knight'\nst = 12\ndx = 12\niq = 10\nht = 11
         skills = { Broadsword = 15, Shield = 15 }
         weapon = [{ name = 'sword', skill = 'Broadsword', weight = 3, modes = [{ kind = 'swing', damage = 'sw+1 cut', reach = '1' }] }]
         shield = [{ name = 'shield', db = 2, weight = 14, modes = [{ kind = 'thrust', name = 'bash', damage = 'thr cr', reach = '1' }] }]
        [[combatant]]\nname = 'Orc'\nsheet = 'orc'\nat = [1, 0]\nfacing = 'W'",
    );
    let knight = CombatantId(0);
    drops(&setup, &mut state, knight);
    let chosen = maneuver_of(&setup, &state, knight);
    assert!(matches!(chosen, Maneuver::Ready(crate::decision::Ready::Draw { hand: 0, .. })), "{chosen:?}");
    // Nor is it left by a Retreat.
    let attack = {
        let scene = Scene { setup: &setup, state: &state };
        scene.incoming(CombatantId(1), &Strike::plain(0, knight), false, &scene.attack_geometry(CombatantId(1), knight))
    };
    let question = Question::Defend { who: knight, attack, failed: None };
    let answer = Tactician::default().decide(&setup, &state, &question);
    assert!(matches!(answer, Choice::Defend(Defense { retreat: None, .. })), "{answer:?}");
    // A hex off, it bashes on the way there.
    state.fighters[0].at = Cell::new(0, 1);
    let mut policy = Tactician::default();
    let chosen = policy.decide(&setup, &state, &Question::Maneuver { who: knight });
    assert_eq!(chosen, Choice::Maneuver(Maneuver::Attack));
    let step = policy.decide(&setup, &state, &Question::Step { who: knight, after: false });
    let hex = affray_grid::Facing::HEX.into_iter().find(|&side| Cell::new(0, 1).step(side) == Cell::new(0, 0));
    assert!(matches!(step, Choice::Step(Some(step)) if step.hex == hex), "{step:?}");
}

/// With both arms crippled nobody goes for the sword.
#[test]
fn who_has_no_hand_fetches_nothing() {
    let (setup, mut state) = swordless_knight();
    for arm in [crate::sheet::Location::RightArm, crate::sheet::Location::LeftArm] {
        state.fighters[0].crippled.insert(arm);
    }
    let chosen = maneuver_of(&setup, &state, CombatantId(0));
    assert!(!matches!(chosen, Maneuver::Ready(_) | Maneuver::Move), "{chosen:?}");
}

/// `DF-064` What bites in the foe's own hex alone comes there by the half Move of an All-Out Attack, and bites.
#[test]
fn who_only_bites_charges_into_the_hex() {
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Spider'\nat = [0, 0]\nfacing = 'E'\n[combatant.sheet]\nname = 'Spider'\nst = 14\ndx = 14\niq = 3\nht = 12\nlegs = 8\nhands = 0
         skills = { Brawling = 16 }\nnatural_dr = 4\nnatural = [{ name = 'fangs', limb = 'body', damage = '2d imp', reach = 'C' }]
        [[combatant]]\nname = 'Peasant'\nsheet = 'peasant'\nat = [2, 0]\nfacing = 'W'",
    );
    let chosen = maneuver_of(&setup, &state, CombatantId(0));
    assert_eq!(chosen, Maneuver::AllOutAttack(crate::decision::AllOut::Determined));
}

/// `DF-227` Whoever misses with a kick may fall; claws in the foe's hex that do as much are the better blow.
#[test]
fn claws_come_before_feet() {
    let (setup, state) = scene(
        "[[combatant]]\nname = 'Wight'\nat = [0, 0]\nfacing = 'E'\n[combatant.sheet]\nname = 'Wight'\nst = 14\ndx = 13\niq = 10\nht = 12
         skills = { Brawling = 15 }\nnatural = [{ name = 'claw', limb = 'hand', damage = 'thr cut', reach = 'C' }, { name = 'kick', limb = 'foot', damage = 'thr+1 cut', reach = 'C,1' }]
        [[combatant]]\nname = 'Orc'\nsheet = 'orc'\nat = [1, 0]\nfacing = 'W'",
    );
    let (who, mut policy) = (CombatantId(0), Tactician::default());
    assert_eq!(policy.decide(&setup, &state, &Question::Maneuver { who }), Choice::Maneuver(Maneuver::Attack));
    let step = policy.decide(&setup, &state, &Question::Step { who, after: false });
    assert!(matches!(step, Choice::Step(Some(step)) if step.hex.is_some()), "{step:?}");
}

/// A bow that is empty is loaded a step farther off, where a kick does nothing to the foe.
#[test]
fn a_bow_is_loaded_rather_than_armor_kicked() {
    let (setup, mut state) = scene(
        "[[combatant]]\nname = 'Archer'\nat = [0, 0]\nfacing = 'E'\n[combatant.sheet]\nname = 'Archer'\nst = 11\ndx = 12\niq = 8\nht = 12
         skills = { Bow = 14 }
         weapon = [{ name = 'bow', skill = 'Bow', weight = 2, hands = 2, shots = 1, reload = 2, modes = [{ kind = 'missile', damage = 'thr+2 imp', range = '150/200', acc = 2 }] }]
        [[combatant]]\nname = 'Ogre'\nat = [1, 0]\nfacing = 'W'\nsheet = { name = 'Ogre', st = 20, dx = 11, iq = 7, ht = 12, natural_dr = 3 }",
    );
    state.fighters[0].items[0].shots = 0;
    let (who, mut policy) = (CombatantId(0), Tactician::default());
    let chosen = policy.decide(&setup, &state, &Question::Maneuver { who });
    assert!(matches!(chosen, Choice::Maneuver(Maneuver::Ready(crate::decision::Ready::Reload(_)))), "{chosen:?}");
    let step = policy.decide(&setup, &state, &Question::Step { who, after: false });
    assert!(matches!(step, Choice::Step(Some(step)) if step.hex.is_some()), "{step:?}");
}
