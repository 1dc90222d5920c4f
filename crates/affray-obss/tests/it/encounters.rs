//! Encounters that once went wrong.

use affray_conformance::load;
use affray_conformance::random::fight;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Sampler};
use affray_kernel::turns::TurnRules as _;
use affray_obss::Obss;
use affray_obss::policy::Tactician;

/// Those who carry little among many things: a fighter took up more than a combatant can carry.
#[test]
fn many_things() {
    let combatant = |(number, (side, sheet, [q, r])): (usize, (&str, &str, [i16; 2]))| {
        format!("[[combatant]]\nname = '{sheet} {number}'\nside = '{side}'\nsheet = '{sheet}'\nat = [{q}, {r}]\n")
    };
    let all = [
        ("one", "arn", [0, 0]),
        ("one", "bel", [0, 2]),
        ("one", "cor", [0, 4]),
        ("one", "fen", [0, 6]),
        ("other", "javelin", [6, 0]),
        ("other", "guard", [6, 2]),
    ];
    let combatants: String = all.into_iter().enumerate().map(combatant).collect();
    for seed in 1..=10 {
        fight::<Obss>("many things", &format!("ruleset = 'obss'\n{combatants}"), seed, |_, _, _| {});
    }
}

/// Rounds pass until somebody comes.
#[test]
fn everybody_is_late() {
    let text = "ruleset = 'obss'
        combatant = [
            { name = 'One', sheet = 'dag', at = [6, 6], state = { arrives = 2 } },
            { name = 'Other', sheet = 'dag', at = [10, 0], state = { arrives = 3 } } ]";
    for seed in 1..=3 {
        assert!(!fight::<Obss>("everybody is late", text, seed, |_, _, _| {}));
    }
}

/// `OB-R13` Of two with one sheet each has the first activation in half of the fights.
#[test]
fn whoever_is_listed_first_is_no_faster() {
    const FIGHTS: u64 = 40_000;
    let text = "ruleset = 'obss'\ncombatant = [\
        { name = 'One', side = 'a', sheet = 'arn', at = [0, 0] }, { name = 'Other', side = 'b', sheet = 'arn', at = [9, 0] } ]";
    let encounter = load::<Obss>("mirror", text);
    let mut first = 0;
    for number in 0..FIGHTS {
        let mut state = encounter.start().clone();
        let mut referee = Sampler::new(Stream::new(29, number), Tactician::default());
        let Ok(()) = Obss::next_turn(encounter.setup(), &mut state, &mut referee);
        first += u32::from(state.order[0] == CombatantId(0));
    }
    let share = f64::from(first) / FIGHTS as f64;
    // 4.5 standard deviations of a half.
    assert!((share - 0.5).abs() < 4.5 * 0.5 / (FIGHTS as f64).sqrt(), "{share}");
}
