//! Characters: what becomes of a small one, and what is said of a bad file.

use affray_import::{Imported, Kind, Ruleset, character};

const BRAND: &str = include_str!("files/brand.gcs");

fn brand(ruleset: Ruleset) -> Imported {
    character("brand.gcs", BRAND, ruleset).expect("it is a character")
}

#[track_caller]
fn has(imported: &Imported, pieces: &[&str]) {
    for piece in pieces {
        assert!(imported.text.contains(piece), "no `{piece}` in:\n{}", imported.text);
    }
}

#[track_caller]
fn tells(imported: &Imported, kind: Kind, pieces: &[&str]) {
    for piece in pieces {
        assert!(imported.report.of(kind).any(|line| line.contains(piece)), "no `{piece}` in {:#?}", imported.report);
    }
}

#[test]
fn a_sheet_of_gurps4() {
    let sheet = brand(Ruleset::Gurps4);
    has(
        &sheet,
        &[
            "name = \"Brand of the Ford\"\nst = 13\ndx = 12\niq = 10\nht = 12\nhp = 14\nwill = 11\n",
            "main_hand = \"left\"\nmale = true\nload = 39\ntraits = [\"combat-reflexes\"]\n",
            "skills = { \"Axe/Mace\" = 14, Brawling = 13, Shield = 13, \"Thrown Weapon (Axe/Mace)\" = 12 }\n",
            "dr = { skull = 6, torso = 5, groin = 5, arm = 2, leg = 2, foot = 2 }\n",
            "# Without effect here: High Pain Threshold.\n",
            // Its balance is worth a point to hit; the Parry of 13 has the shield's 1 and the 1 of the reflexes in it, and
            // half of 14 and 3 are 10, so that the axe adds 1.
            "name = \"Axe, Balanced\"\nskill = \"Axe/Mace\"\nparry = 1\nweight = 4\n# Without effect here: unbalanced, half damage from 13 yards on.\n",
            "{ name = \"Swung\", bonus = 1, damage = \"sw+2 cut\", reach = \"1\" }",
            "{ name = \"Thrown\", skill = \"Thrown Weapon (Axe/Mace)\", damage = \"sw+2 cut\", range = 19, acc = 2, bulk = -3, flight = \"thrown\" }",
            // A Block of 11 is 3, half of 13, DB 1 and 1 of the reflexes.
            "[shield]\nname = \"Small Shield\"\ndb = 1\nweight = 8\n",
            "[[natural]]\nname = \"Kick\"\nskill = \"Brawling\"\nmode = [{ bonus = -2, damage = \"thr cr\", reach = \"C,1\" }]",
        ],
    );
    tells(&sheet, Kind::Took, &["ST 13, DX 12", "Axe, Balanced: Swung 2d+1 cut at 15", "Small Shield: DB 1, Block 10"]);
    tells(
        &sheet,
        Kind::LeftOut,
        &[
            "3 HP lost",
            "Axe, Balanced (Hook): its damage `Special`",
            "unbalanced",
            "half damage from 13 yards on",
            "spells are not imported: Ignite Fire",
            "no rule of this game reads: Cooking",
            "not equipped: Bow",
            "2 against fire",
        ],
    );
    assert_eq!(sheet.report.of(Kind::Differs).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn a_sheet_of_dfrpg() {
    let sheet = brand(Ruleset::Dfrpg);
    has(
        &sheet,
        &[
            "hp = 14\nwill = 11\ndefense_bonus = 1\nmale = true\nleft_handed = true\n",
            "traits = [\"High Pain Threshold\"]\n",
            "[[armor]]\nname = \"Mail Shirt\"\non = [\"torso\", \"groin\"]\ndr = 4\nkind = \"flexible\"\nweight = 16\n",
            // 6 at the skull are 4 of the helm and 2 of the bone, which is a rule of the game.
            "[[armor]]\nname = \"Pot-Helm\"\non = [\"skull\"]\ndr = 4\nweight = 5\n",
            "name = \"Axe, Balanced\"\nskill = \"Axe/Mace\"\nweight = 4\nparry = 1\nunbalanced = true\nmin_st = 11\n",
            "{ kind = \"swing\", name = \"Swung\", bonus = 1, damage = \"sw+2 cut\", reach = \"1\" }",
            "{ kind = \"thrown\", damage = \"sw+2 cut\", range = \"13/19\", acc = 2, bulk = -3 }",
            "modes = [{ kind = \"thrust\", name = \"Shield Bash\", damage = \"thr cr\", reach = \"1\" }]",
            // The 2 of a kick are a rule of the game.
            "[[natural]]\nname = \"Kick\"\nlimb = \"foot\"\ndamage = \"thr cr\"\nreach = \"C,1\"\n",
        ],
    );
    assert_eq!(sheet.report.of(Kind::Differs).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn bad_files_are_one_clear_error() {
    #[track_caller]
    fn case(text: &str, says: &str) {
        for ruleset in Ruleset::ALL {
            let error = character("bad.gcs", text, ruleset).expect_err("it is bad").to_string();
            assert!(error.starts_with("bad.gcs: ") && error.contains(says) && error.lines().count() == 1, "{error}");
        }
    }
    case("name = 'Ana'", "this is no JSON");
    case("[]", "one table of JSON");
    case("{}", "it has no `version`");
    case("{ \"version\": 2 }", "this is version 2");
    case("{ \"version\": 5 }", "no list `attributes`");
    case("{ \"version\": 5, \"attributes\": [NaN] }", "this is no JSON");
    case(
        "{ \"version\": 5, \"attributes\": [{ \"attr_id\": \"st\", \"calc\": { \"value\": 1e308 } }] }",
        "beyond what a character has",
    );
    case(
        "{ \"version\": 5, \"attributes\": [{ \"attr_id\": \"st\", \"calc\": { \"value\": 1e999 } }] }",
        "this is no JSON",
    );
    case(&format!("{{ \"version\": 5, \"attributes\": {}{} }}", "[".repeat(5000), "]".repeat(5000)), "this is no JSON");
    case(&" ".repeat(affray_import::gcs::MAX_BYTES + 1), "the largest character that is read");
}

#[test]
fn odd_values_are_put_right_and_told() {
    let text = r#"{ "version": 5, "profile": { "name": "Bell\u0007\n\"Ringer\"" }, "attributes": [
        { "attr_id": "st", "calc": { "value": 0 } }, { "attr_id": "iq", "calc": { "value": 140 } },
        { "attr_id": "basic_speed", "calc": { "value": 5.3 } } ],
        "traits": [{ "id": "t1", "name": "Tentacle", "weapons": [
          { "id": "w1", "reach": "C,1-26*", "calc": { "level": 12, "damage": "90d+99(3) cr" } },
          { "id": "w2", "reach": "1", "calc": { "level": 99, "damage": "1d cr" } } ] }] }"#;
    for ruleset in Ruleset::ALL {
        let sheet = character("odd.gcs", text, ruleset).expect("it is a character");
        has(&sheet, &["name = \"Bell \\\"Ringer\\\"\"\nst = 1\n", "iq = 100\n", "24d+30", "name = \"Tentacle 2\""]);
        tells(
            &sheet,
            Kind::Changed,
            &["ST 0 became 1", "IQ 140 became 100", "Basic Speed 5.3 became 5.25", "no FP", "reach ends at 15"],
        );
        assert!(!sheet.report.of(Kind::LeftOut).any(|line| line.contains("does not load")), "{:#?}", sheet.report);
    }
}

#[test]
fn a_maul_is_ready_again_for_who_is_strong_enough() {
    let maul = |st: i32| {
        let text = r#"{ "version": 5, "attributes": [{ "attr_id": "st", "calc": { "value": $ST } }],
          "equipment": [{ "id": "e1", "description": "Maul", "quantity": 1, "equipped": true, "weapons": [
            { "id": "w1", "usage": "Swung", "strength": "13‡", "reach": "1-2*", "parry": "0U",
              "calc": { "level": 12, "damage": "2d cr", "parry": "9U" } } ] }] }"#;
        let text = text.replace("$ST", &st.to_string());
        let [gurps4, dfrpg] =
            Ruleset::ALL.map(|ruleset| character("maul.gcs", &text, ruleset).expect("it is a character"));
        has(&gurps4, &["hands = 2\n"]);
        has(&dfrpg, &["hands = 2\n", "unbalanced = true\nunwieldy = true\nmin_st = 13\n", "reach = \"1,2*\""]);
        gurps4.text.contains("unready_after_attack = true\n")
    };
    // 1.5 times 13 is 19.5.
    assert!(maul(19) && !maul(20));
}

/// What the list of a fight's traits, a fencing grip that is not learned and a shield's words lose nothing of.
#[test]
fn nothing_is_dropped_silently() {
    let text = r#"{"version": 5, "profile": {"name": "Odd"}, "settings": {}, "attributes": [],
        "traits": [{"id": "tA", "name": "Unliving"}, {"id": "tB", "name": "Extra Arm", "levels": 2}, {"id": "tC", "name": "No Vitals"},
            {"id": "tD", "name": "Magery 0"}, {"id": "tE", "name": "Breath", "modifiers": [{"id": "mA", "name": "Cone"}], "weapons": [
                {"id": "WA", "range": "10", "defaults": [{"type": "dx"}], "calc": {"level": 11, "damage": "1d burn"}}]}],
        "equipment": [{"id": "eB", "description": "Sickle", "quantity": 8, "equipped": true,
            "weapons": [{"id": "wB", "reach": "1", "defaults": [{"type": "dx"}], "calc": {"level": 12, "damage": "1d cut", "parry": "9"}}]}, {"id": "eA", "description": "Buckler", "quantity": 1, "equipped": true,
            "features": [{"type": "conditional_modifier", "situation": "to Dodge, Parry & Block against attacks from the front", "amount": 1}],
            "weapons": [{"id": "wA", "defaults": [{"type": "skill", "name": "Shield"}], "block": "+0", "calc": {"level": 12, "block": "9"}}]}]}"#;
    for ruleset in Ruleset::ALL {
        let imported = character("odd.gcs", text, ruleset).expect("it is a character");
        tells(
            &imported,
            Kind::LeftOut,
            &["Breath: Cone; it is", "Extra Arm 2", "No Vitals", "its +1 to defenses in some situations"],
        );
    }
    // One for each hand, of eight.
    let imported = character("odd.gcs", text, Ruleset::Dfrpg).expect("it is a character");
    has(&imported, &["\"Unliving\"", "\"Magery 0\"", "count = 2"]);
    let denied = |line: &&str| line.contains("Magery") || line.contains("Unliving");
    assert_eq!(imported.report.of(Kind::LeftOut).find(denied), None);
}
