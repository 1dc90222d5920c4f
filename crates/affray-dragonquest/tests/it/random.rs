//! Random answers among the listed ones are legal: every question lists something,
//! whatever is listed is legal, and no fight gets stuck.

use affray_conformance::{load, play};
use affray_dragonquest::DragonQuest;
use affray_dragonquest::files::Scenario;

/// Pulses of one fight at the most.
const PULSES: u32 = 40;

fn fight(sheets: [&str; 4], number: u64) {
    let [a, b, c, d] = sheets;
    let text = format!(
        "ruleset = 'dragonquest'\nbegun = true\npulse_limit = {PULSES}\n\
        [[combatant]]\nname = 'A'\nside = 'a'\nsheet = '{a}'\nat = [0, 0]\n\
        [[combatant]]\nname = 'B'\nside = 'a'\nsheet = '{b}'\nat = [0, 5]\n\
        [[combatant]]\nname = 'C'\nside = 'c'\nsheet = '{c}'\nat = [5, 0]\nfacing = 'W'\n\
        [[combatant]]\nname = 'D'\nside = 'c'\nsheet = '{d}'\nat = [5, 5]\nfacing = 'W'\n"
    );
    play(&load::<DragonQuest>(&format!("{sheets:?}"), &text), number);
}

fn play(loaded: &Scenario, number: u64) {
    play::anything_that_is_listed_can_be_done(loaded, number..number + 1, u32::MAX, usize::MAX, |_| false);
}

#[test]
fn what_is_listed_is_legal_and_leads_on() {
    let names: Vec<&str> = affray_dragonquest::sheets::SHEETS.names().collect();
    for number in 0..affray_conformance::often(60, 12) as usize {
        let pick = |step: usize| names[(number * (2 * step + 1) + step) % names.len()];
        fight([pick(0), pick(1), pick(2), pick(3)], number as u64);
    }
    // Those who wrestle, entangle and sweep, again and again.
    for number in 1000..1000 + affray_conformance::often(20, 4) {
        fight(["garm", "ketil", "hale", "fenn"], number);
    }
}
