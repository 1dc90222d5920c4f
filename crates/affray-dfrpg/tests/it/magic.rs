//! Magic: what cases cannot say. Which dice are hidden, that every spell that is offered is legal,
//! and that whatever a game master allows is carried out.

use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{Cast, Choice, Concentrate, Maneuver, NONE, Question};
use affray_dfrpg::scene::{Fight, Scene, Setup};
use affray_dfrpg::state::State;
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Input, Nothing, Policy, Record, Stop, Tape, Thrown, walk};

const CYN: CombatantId = CombatantId(0);

const SCENE: &str = r#"
ruleset = "dfrpg"
combatant = [
    { name = "Cyn", sheet = "cyn", at = [0, 0], facing = "E" },
    { name = "Orc", sheet = "orc", at = [2, 0], facing = "W" },
    { name = "Arn", sheet = "arn", at = [1, 0], facing = "W" },
]
"#;

fn scene() -> (Setup, State) {
    affray_conformance::load::<Dfrpg>("scene", SCENE).into_parts()
}

fn spell(setup: &Setup, name: &str) -> u8 {
    setup.combatants[0].sheet.spells.iter().position(|spell| spell.name == name).expect("a spell") as u8
}

fn cast(spell: u8, target: u8, energy: u8) -> Cast {
    let cell = Cell::new(2, 0);
    Cast { spell, target, energy, hp: 0, point: false, hand: 0, cell, radius: 1, ignoring: 0, situational: 0 }
}

/// A policy that always acts, resists and keeps, and takes no Step.
struct Plain;

impl Policy<Dfrpg> for Plain {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        match question {
            Question::Keep { .. } => Choice::Keep(true),
            Question::ResistSpell { .. } => Choice::Resist(true),
            other => affray_dfrpg::judge::default_choice(Scene { setup, state }, other),
        }
    }
}

/// Those dice, and the lowest faces after them; decisions as of [`Plain`].
struct Answers<'a>(std::slice::Iter<'a, i32>);
impl affray_kernel::referee::Source<Dfrpg> for Answers<'_> {
    fn roll(
        &mut self,
        _: affray_kernel::referee::Why,
        dice: affray_kernel::dice::Dice,
        _: Option<&affray_kernel::tally::Lines>,
    ) -> Result<Thrown, Stop<Dfrpg>> {
        let total = self.0.next().copied().unwrap_or(dice.lowest());
        Ok(Thrown::fell(total.clamp(dice.lowest(), dice.highest())))
    }
    fn choose(&mut self, setup: &Setup, state: &State, question: &Question) -> Result<Choice, Stop<Dfrpg>> {
        Ok(Plain.decide(setup, state, question))
    }
}

/// Carries a maneuver out with those dice.
fn concentrate(setup: &Setup, state: &mut State, what: Concentrate, dice: &[i32]) -> Vec<Record<Dfrpg>> {
    let mut tape = Tape::new(&[], Answers(dice.iter()));
    let mut fight = Fight { setup, state, referee: &mut tape };
    fight.concentrate(CYN, what).expect("nothing is missing");
    tape.records
}

#[test]
fn the_dice_of_information_spells_are_hidden() {
    let (setup, mut state) = scene();
    for (name, target, hidden) in [("seek", NONE, true), ("lull", 1, false)] {
        let number = spell(&setup, name);
        let mut records = concentrate(&setup, &mut state, Concentrate::Cast(cast(number, target, 3)), &[10, 10]);
        for _ in 0..9 {
            records.extend(concentrate(&setup, &mut state, Concentrate::GoOn, &[10, 10]));
        }
        let casting = records.iter().find_map(|record| match record {
            Record::Roll(roll) if roll.why.what == "casting" => Some(roll.why.hidden),
            _ => None,
        });
        assert_eq!(casting, Some(hidden), "DF-449: {name}");
    }
}

#[test]
fn what_is_offered_is_legal() {
    let (setup, mut state) = scene();
    let question = Question::Maneuver { who: CYN };
    for round in 0..3 {
        let mut offered = Vec::new();
        affray_dfrpg::judge::options(Scene { setup: &setup, state: &state }, &question, &mut offered);
        let spells = offered.iter().filter(|choice| matches!(choice, Choice::Maneuver(Maneuver::Concentrate(_))));
        assert!(spells.count() >= 8, "round {round}: {offered:?}");
        for choice in &offered {
            let judged = affray_dfrpg::judge::judge(Scene { setup: &setup, state: &state }, &question, choice);
            assert!(judged.is_ok(), "round {round}: {choice:?}: {judged:?}");
        }
        // With a missile in the hand it can grow; in the middle of a spell one can go on.
        let what =
            if round == 0 { cast(spell(&setup, "ember"), NONE, 3) } else { cast(spell(&setup, "seek"), NONE, 3) };
        concentrate(&setup, &mut state, Concentrate::Cast(what), &[10]);
    }
}

#[test]
fn whatever_is_allowed_is_carried_out() {
    let (setup, start) = scene();
    for number in 0..setup.combatants[0].sheet.spells.len() as u8 {
        for energy in [0, 1, 9, 255] {
            for (target, hp, hand, radius) in
                [(0, 0, 0, 0), (1, 9, 3, 1), (2, 255, 255, 50), (NONE, 1, 1, 65535), (77, 0, 2, 999)]
            {
                for dice in [[3, 6, 6], [10, 18, 6], [18, 1, 6], [18, 2, 3], [18, 3, 1], [18, 5, 1], [18, 6, 3]] {
                    let mut state = start.clone();
                    let what =
                        Cast { hp, hand, radius, point: energy == 9, ignoring: energy, ..cast(number, target, energy) };
                    concentrate(&setup, &mut state, Concentrate::Cast(what), &dice);
                    concentrate(&setup, &mut state, Concentrate::Enlarge { hand, energy }, &dice);
                    concentrate(&setup, &mut state, Concentrate::GoOnAt { target, cell: Cell::new(9, -9) }, &dice);
                }
            }
        }
    }
}

#[test]
fn seconds_pass_by_the_clock_of_the_caster_or_of_whoever_is_left() {
    use affray_dfrpg::state::{Effect, Flags};
    let (setup, start) = scene();
    let fumble = spell(&setup, "fumble");
    for (knocked_out, asleep) in [(false, false), (true, false), (true, true), (false, true)] {
        let mut state = start.clone();
        state.order = state.ids().collect();
        let on = CombatantId(1);
        state.effects.push(Effect { on, by: CYN, spell: fumble, energy: 1, radius: 1, seconds: 2 });
        state[CYN].flags.put(Flags::UNCONSCIOUS, knocked_out);
        state[on].flags.put(Flags::ASLEEP, asleep);
        let mut left = Vec::new();
        for _ in 0..2 {
            for _ in 0..3 {
                let mut tape = Tape::new(&[], Answers([].iter()));
                let mut fight = Fight { setup: &setup, state: &mut state, referee: &mut tape };
                fight.next_turn().expect("nothing is missing");
            }
            left.push(state.effects.len());
        }
        assert_eq!(left, [1, 0], "DF-R55: caster out {knocked_out}, target asleep {asleep}");
    }
}

#[test]
fn the_chances_of_a_spell_add_up() {
    let (setup, start) = scene();
    let what = Concentrate::Cast(Cast { point: true, ..cast(spell(&setup, "lull"), 1, 4) });
    let mut scratch = start.clone();
    let (mut total, mut asleep) = (0.0, 0.0);
    let leaves = walk::<Dfrpg, _, _>(
        &start,
        &mut scratch,
        Plain,
        (),
        true,
        |state, walker| {
            let Ok::<(), _>(()) = Fight { setup: &setup, state, referee: walker }.concentrate(CYN, what);
        },
        |leaf| {
            total += leaf.chance;
            if !leaf.state.fighters[1].is_conscious() {
                asleep += leaf.chance;
            }
        },
    );
    assert!((total - 1.0).abs() < 1e-12, "{total}");
    // 16 (17, no penalty with the staff, limit 16) against Will 9, by hand: the casting roll r succeeds
    // with 3 to 16 and nobody resists a 3 to 6; a roll x to resist holds with 9 - x >= 16 - r.
    let ways = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1].map(f64::from);
    let chance = |sum: i32| if (3..=18).contains(&sum) { ways[sum as usize - 3] / 216.0 } else { 0.0 };
    let direct: f64 =
        (3..=16).map(|r| chance(r) * if r <= 6 { 1.0 } else { 1.0 - (3..=r - 7).map(chance).sum::<f64>() }).sum();
    // DF-R53: a critical failure (18; a 17 is plain at 16) goes astray on 3 in 6, on Cyn or Arn: not the orc.
    assert!((asleep - direct).abs() < 1e-12, "{asleep} against {direct}");
    assert!(leaves < 60, "{leaves}");
}

#[test]
fn a_tape_stops_where_a_target_has_to_decide() {
    let (setup, mut state) = scene();
    let what = Concentrate::Cast(Cast { point: true, ..cast(spell(&setup, "lull"), 1, 4) });
    let inputs =
        [Input::Choice { choice: Choice::Step(None), allowed: false }, Input::Roll { total: 10, forced: false }];
    let mut tape = Tape::new(&inputs, Nothing);
    let stop = Fight { setup: &setup, state: &mut state, referee: &mut tape }.concentrate(CYN, what);
    let Err(Stop::Need(affray_kernel::referee::Need::Choice(question))) = stop else { panic!("{stop:?}") };
    assert_eq!(question, Question::ResistSpell { who: CombatantId(1), by: CYN });
}
