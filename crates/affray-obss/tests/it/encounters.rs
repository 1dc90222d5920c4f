//! Encounters that once went wrong.

use affray_conformance::random::fight;
use affray_obss::Obss;

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
