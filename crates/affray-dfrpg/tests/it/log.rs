//! One whole fight as its log has it: told to people, and line by line as programs read it.
//!
//! Nobody's policy takes part, so that the log changes only where rules, words or the format of logs do.
//! After a change that is meant, look at every line, then accept it with `INSTA_UPDATE=always cargo test`.

use affray_conformance::table::Sitting;
use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{Attack, Choice, DefenseKind, Maneuver, Question};
use affray_kernel::referee::{Input, Need};
use affray_kernel::turns::TurnRules;
use affray_session::{DiceFrom, PROGRAM_VERSION, Pause, Session, Table};

const SITTING: Sitting<'_> = Sitting {
    ruleset: "dfrpg",
    text: r#"
ruleset = "dfrpg"
round_limit = 12
[[combatant]]
name = "Arn"
sheet = "arn"
at = [0, 0]
facing = "E"
[[combatant]]
name = "Orc"
sheet = "orc"
at = [1, 0]
facing = "W"
"#,
    names: &["Arn", "Orc"],
};

/// Attacks with the first thing at hand and parries while it can; nothing else.
fn plainly(table: &Session<Dfrpg>, question: &Question) -> Choice {
    let wanted = |choice: &&Choice| match choice {
        Choice::Begin(act) => *act,
        Choice::Maneuver(maneuver) => *maneuver == Maneuver::Attack,
        Choice::Attack(attack) => matches!(attack, Attack::Strike(_)),
        Choice::Defend(defense) => matches!(defense.kind, DefenseKind::Parry { .. }) && defense.retreat.is_none(),
        _ => false,
    };
    let found = table.options().iter().find(wanted);
    found.copied().unwrap_or_else(|| Dfrpg::default_choice(table.setup(), table.state(), question))
}

fn fight(seed: u64) -> Session<Dfrpg> {
    let mut table = SITTING.session::<Dfrpg>(seed, 0, DiceFrom::Drawn, SITTING.names);
    while let Pause::Need(Need::Choice(question)) = table.pause() {
        let choice = plainly(&table, question);
        table.push(Input::Choice { choice, allowed: false }).unwrap_or_else(|error| panic!("{error}"));
    }
    table
}

#[test]
fn a_fight_as_it_is_told() {
    let told: Vec<String> = fight(2).lines().iter().filter_map(|line| line.text.clone()).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_fight_as_programs_read_it() {
    let table = fight(2);
    let version = format!("\"affray\":\"{PROGRAM_VERSION}\"");
    let lines: Vec<String> =
        table.written().iter().map(|line| line.replacen(&version, "\"affray\":\"…\"", 1)).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
