//! Fights at a table.

use affray_conformance::hands::Hands as _;
use affray_conformance::table::{self, Sitting};
use affray_kernel::referee::CombatantId;
use affray_obss::Obss;
use affray_obss::decision::Question;
use affray_session::{Command, DiceFrom, Pause, Table as _, Wanted};
use serde_json::json;

const SITTING: Sitting<'_> = Sitting {
    ruleset: "obss",
    text: r#"
ruleset = "obss"
round_limit = 6
combatant = [
    { name = "Arn", side = "A", sheet = "arn", at = [0, 0] },
    { name = "Bel", side = "B", sheet = "bel", at = [2, 0] },
    { name = "Gik", side = "B", sheet = "gik", at = [4, 1] },
]
"#,
    names: &["Arn", "Bel", "Gik"],
};

/// What only this game knows of, sensible or not.
fn whims() -> Vec<Command> {
    (-3..12).map(|hp| Command::Set { path: "Bel.hp".to_owned(), value: json!(hp) }).collect()
}

#[test]
fn a_table_is_exact() {
    table::holds::<Obss>(&SITTING, &whims());
}

#[test]
fn the_end_of_a_battle_is_played() {
    let begin = |names| SITTING.session::<Obss>(3, 0, DiceFrom::Drawn, names);
    let mut table = begin(&["Arn"]);
    for foe in ["Bel", "Gik"] {
        table.set(&format!("{foe}.hp"), json!(-20));
    }
    table.play_until(|question| matches!(question, Question::After { .. }));
    assert_eq!(table.prompt(), "After the battle: what next?");
    table.set("Arn.hp", json!(4));
    table.set("Arn.nonlethal", json!(3));
    let rounds = table.state().rounds.0;
    // OB-R94: the round goes on, and Arn is asked for its acts in it.
    table.say("round").unwrap();
    while table.prompt().starts_with("Arn: what next?") {
        table.say("end").unwrap();
    }
    assert_eq!(table.state().rounds.0, rounds + 1);
    assert_eq!(table.prompt(), "1 round after the battle: what next?");
    assert!(table.say("{ pass-time = { rounds = 0 } }").unwrap_err().to_string().contains("OB-343"));
    assert!(table.say("{ pass-time = { hours = 3000 } }").is_err());
    // OB-302: CON 2 an hour.
    table.say("{ pass-time = { hours = 1 } }").unwrap();
    assert_eq!(table.state()[CombatantId(0)].nonlethal, 1);
    assert_eq!(table.prompt(), "1 hour, 1 round after the battle: what next?");
    // OB-300: CON 2 x BAB 5.
    table.say("rest").unwrap();
    assert_eq!(table.prompt(), "Arn: rest for eight hours?");
    table.say("bab").unwrap();
    assert_eq!(table.state()[CombatantId(0)].hp, 14);
    table.say("over").unwrap();
    assert!(matches!(table.wanted(), Wanted::Nothing { text } if text.starts_with("Victory")), "{:?}", table.wanted());
    let mut again = begin(&["Arn"]);
    assert_eq!(again.follow(table.written()), Ok(0));
    table.undo().unwrap();
    assert_eq!(table.prompt(), "9 hours, 1 round after the battle: what next?");
    // Nobody plays by hand: nobody is asked.
    assert!(matches!(begin(&[]).pause(), Pause::Over(_)));
}

/// `OB-160` `OB-170` Beyond the range of 20 a shot is at -6, and a creature of the target's size in the line is light cover.
#[test]
fn a_measure_for_shots() {
    table::look_tells::<Obss>(
        "ruleset = 'obss'\n\
        [[combatant]]\nname = 'Bel'\nside = 'a'\nsheet = 'bel'\nat = [0, 0]\n\
        [[combatant]]\nname = 'Arn'\nside = 'b'\nsheet = 'arn'\nat = [21, 0]\n\
        [[combatant]]\nname = 'Fen'\nside = 'b'\nsheet = 'fen'\nat = [10, 0]\n",
        &[
            ("longbow: -6 for 21 squares (OB-160)", ""),
            ("Light cover by creatures in the line: +2 to Defense (OB-170)", ""),
        ],
    );
}

/// `OB-070` `OB-110` `OB-212` `OB-320` `OB-254` `OB-262` Arn, STR 3, DEX 1, BAB 5: entangled he has 2 less in all but Fortitude,
/// Will and Athletics; frightened a die less in all that he does.
#[test]
fn a_look_at_the_entangled() {
    let arn = "ruleset = 'obss'\n[[combatant]]\nname = 'Arn'\nsheet = 'arn'\nat = [0, 0]\n\
        state = { conditions = { entangled = true, frightened = 3 } }\n";
    table::look_tells::<Obss>(
        arn,
        &[
            ("STR +3, DEX +1, CON +2", "BAB +5, caster level 0, medium"),
            ("Initiative by DEX: 1 ", " = -1"),
            ("Defense in melee: 10 ", " = 15"),
            ("Fortitude: 3 ", " = 5"),
            ("Reflex: 2 ", " = 1"),
            ("Will: 1 ", ""),
            (
                "bull rush, grapple, trip: 3 Athletics (OB-212) +3 STR (OB-212) = 6, dice 2: ",
                "withstands 10 base (OB-211) +3 Fortitude (OB-212) +3 STR (OB-212) = 16",
            ),
            ("longsword: 5 BAB", "damage 1d8+3, explodes at 8; reach 1, in hand"),
            (
                "longsword: 5 BAB (OB-072) +3 STR (OB-070) +1 weapon list (OB-073) -2 Entangled (OB-262) = 7, dice 2: ",
                "",
            ),
            ("dagger: 5 BAB (OB-072) +1 DEX (OB-071) -2 Entangled (OB-262) = 4, dice 2: ", "range 6, light, sheathed"),
            ("medium shield: ", "Defense +2, in hand"),
            ("frightened: ", "3 activations of its own left (OB-268)"),
            ("entangled: ", "until something ends it (OB-268)"),
        ],
    );
}

/// `OB-318` `OB-316` `OB-325` Eli, INT 4, caster level 6: 6 + 4 with spells, +1d6 with touches; 3 + 3 dice of the Magic Check
/// against 10 + 2 x level; Mend heals 1d8 + 4. `OB-044` Surprised she has no actions.
#[test]
fn a_look_at_a_surprised_caster() {
    table::look_tells::<Obss>(
        "ruleset = 'obss'\n[[combatant]]\nname = 'Eli'\nsheet = 'eli'\nat = [0, 0]\n\
        state = { flags = { surprised = true } }\n",
        &[
            ("Actions left: 0; 0 immediate, 0 reaction (OB-044); ", ""),
            ("Magic Check, when distracted (OB-315): dice 6: ", "+3 half of the caster level (OB-316)"),
            (
                "Spark: level 0, 2 actions, range 12, touch attack, 1d6; attack 6 ",
                " = 10, dice 4: 3 dice (OB-010) +1 touch attack (OB-097)",
            ),
            (
                "Bolt: level 1, 2 actions, range 24, attack, 2d6; attack 6 caster level (OB-318) +4 INT (OB-318) = 10; Magic Check against 10 ",
                " = 12",
            ),
            ("Mend: level 1, 2 actions, range 0, heals 1d8+4 with INT (OB-325); Magic Check against 10 ", " = 12"),
            ("Blast: level 3, ", " = 16"),
        ],
    );
}

/// `OB-106` Eyes stand on the sheet.
#[test]
fn a_look_at_eyes() {
    for (eyes, told) in [
        ("darkvision", "Darkvision: neither dim light nor darkness is in its way (OB-106)"),
        ("low_light", "Low-light vision: dim light is not in its way (OB-106)"),
    ] {
        let text = format!(
            "ruleset = 'obss'\n[[combatant]]\nname = 'Wyrm'\nat = [0, 0]\n\
            [combatant.sheet]\nname = 'Wyrm'\nhp = 20\n{eyes} = true\n"
        );
        table::look_tells::<Obss>(&text, &[(told, "")]);
    }
}

/// `OB-045` `OB-263` Nauseated he spends one Action, and in a hold his longsword is of no use.
#[test]
fn a_look_at_the_nauseated_and_held() {
    table::look_tells::<Obss>(
        "ruleset = 'obss'\n[[combatant]]\nname = 'Arn'\nside = 'a'\nsheet = 'arn'\nat = [0, 0]\n\
        state = { conditions = { nauseated = true } }\n\
        [[combatant]]\nname = 'Grab'\nside = 'b'\nat = [1, 0]\nstate = { hold = { with = 'Arn', holds = true } }\n\
        [combatant.sheet]\nname = 'Grab'\nhp = 20\n",
        &[
            ("Actions left: 1; 1 immediate, 1 reaction (OB-045); ", ""),
            ("longsword: 5 BAB", ", not in a hold (OB-263), in hand"),
        ],
    );
}

#[test]
fn the_numbers_of_a_foe_are_kept() {
    let foe = include_str!("../../sheets/gik.toml");
    let other = foe.replace("bab = 1", "bab = 2").replace("def = 2", "def = 3");
    affray_conformance::secrets::numbers_are_kept::<Obss>("obss", "", "arn", [foe, &other], ["", ""]);
}

/// `OB-149` `OB-191` `OB-192` `OB-204` A guard or drink that is not offered is told with rule, reason and way out.
#[test]
fn refused_defenses_say_why() {
    let mut table = SITTING.session::<Obss>(3, 0, DiceFrom::Drawn, &["Arn", "Bel", "Gik"]);
    fn why(table: &impl affray_session::Table, what: &str) -> (String, String, Option<String>) {
        let Wanted::Choice { refused, prompt, .. } = table.wanted() else { panic!("{:?}", table.wanted()) };
        let one =
            refused.iter().find(|one| one.words == what).unwrap_or_else(|| panic!("{prompt} {what}: {refused:?}"));
        (one.rule.clone(), one.message.clone(), one.way_out.clone())
    }
    let told = |rule: &str, reason: &str, way_out: &str| {
        (rule.to_owned(), format!("{reason}: {way_out}"), Some(way_out.to_owned()))
    };
    table.play_until(|question| matches!(question, Question::Act { who: CombatantId(0) }));
    let needs_two = told("OB-149", "it takes a weapon in each hand", "draw another");
    assert_eq!(why(&table, "Guard with the off hand"), needs_two);
    table.say("prepared-defense").unwrap();
    let holds = "it is taken once an activation, and holds until the next one";
    assert_eq!(why(&table, "Prepared defense"), told("OB-191", holds, "spend what is left otherwise"));
    table.say("total-defense").unwrap();
    assert_eq!(why(&table, "Total defense"), told("OB-192", holds, "spend what is left otherwise"));
    // OB-243: prone, and struck at, Arn may use his Immediate.
    table.play_until(|question| matches!(question, Question::Act { who: CombatantId(1) }));
    table.set("Arn.conditions.prone", json!(true));
    table.say("Shoot at Arn with longbow").unwrap();
    table.play_until(|question| matches!(question, Question::React { who: CombatantId(0), .. }));
    let no_potion = told("OB-204", "a potion has to be in hand", "take it from the belt");
    assert_eq!(why(&table, "Drink what the main hand holds"), no_potion);
}

/// `OB-001` `OB-002` The prompt knows how many dice of a pool are due; a line with more than fall here is refused as a whole.
#[test]
fn the_dice_of_a_pool_are_typed_in_one_line() {
    let mut table = SITTING.session::<Obss>(3, 0, DiceFrom::Typed, &["Arn", "Bel", "Gik"]);
    while matches!(table.wanted(), Wanted::Choice { .. }) {
        table.say("dex").unwrap();
    }
    let typed = |table: &mut affray_session::Session<Obss>, words: &str| {
        table.act(Command::Roll { words: words.to_owned() }).map_err(|wrong| wrong.to_string())
    };
    assert_eq!(table.dice_of_pool(), 3);
    let before = format!("{:?}", table.wanted());
    // The 6 brings a fourth die; a fifth would fall for nobody.
    let wrong = typed(&mut table, "4 5 6 3 2").unwrap_err();
    assert_eq!(wrong, "5 dice were typed, and none of them is taken: 4 are due here");
    assert_eq!(typed(&mut table, "4 7 6").unwrap_err(), "1d cannot show 7: 1 to 6");
    assert_eq!((format!("{:?}", table.wanted()), table.dice_of_pool()), (before.clone(), 3));
    typed(&mut table, "4 5 6").unwrap();
    assert_eq!(table.dice_of_pool(), 1);
    typed(&mut table, "3").unwrap();
    assert_ne!(format!("{:?}", table.wanted()), before);
}
