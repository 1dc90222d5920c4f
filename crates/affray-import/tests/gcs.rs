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
            "# Without effect here: High Pain Threshold, DR 2 against fire.\n",
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
            "switched off in the file: Fearlessness",
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
    case("{ \"version\": 2 }", "this is version 2 of the format, and only 5 is read: open it in GCS 5");
    case("{ \"version\": 6 }", "this is version 6 of the format, and only 5 is read");
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
            &["ST 0 became 1", "IQ 140 became 100", "Basic Speed 5.3 became 5.25", "reach ends at 15"],
        );
        has(&sheet, &["fp = 0\n"]);
        tells(&sheet, Kind::Took, &["no FP"]);
        assert!(!sheet.report.of(Kind::LeftOut).any(|line| line.contains("does not load")), "{:#?}", sheet.report);
    }
}

#[test]
fn who_has_no_attack_is_told_so() {
    let body = |more: &str| {
        format!(
            r#"{{ "version": 5, "profile": {{ "name": "Ooze" }}, "attributes": [], "settings": {{ "body_type": {{ "name": "Ooze", "locations": [
              {{ "id": "torso", "table_name": "Body", "calc": {{ "dr": {{ "all": 0 }} }} }}] }} }},
              "traits": [{{ "id": "tA", "name": "Corrosion Attack", "levels": 2 }}, {{ "id": "tB", "name": "Binding", "weapons": [{more}] }}] }}"#
        )
    };
    let blow = |damage: &str| {
        body(&format!(r#"{{ "id": "wA", "reach": "C", "calc": {{ "level": 12, "damage": "{damage}" }} }}"#))
    };
    for ruleset in Ruleset::ALL {
        let ooze = character("ooze.gcs", &blow("special"), ruleset).expect("it is a character");
        tells(&ooze, Kind::Note, &["it has no attack"]);
        has(&ooze, &["# Without effect here: Corrosion Attack 2, Binding.\n"]);
        let ooze = character("ooze.gcs", &blow("1d cr"), ruleset).expect("it is a character");
        assert_eq!(ooze.report.count(Kind::Note), 0, "{:#?}", ooze.report);
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
        tells(&imported, Kind::LeftOut, &["Breath: Cone; it is", "Extra Arm 2", "Unliving"]);
        tells(&imported, Kind::Changed, &["Buckler: +1 to defenses from the front"]);
        has(&imported, &["db = 1\n", "# Without effect here: Cone.\n"]);
        tells(&imported, Kind::Differs, &["Block of Buckler: 9 in the file, 10 by the sheet: the shield's bonus"]);
    }
    tells(
        &character("odd.gcs", text, Ruleset::Gurps4).expect("it is a character"),
        Kind::Took,
        &["lacks vitals: nobody"],
    );
    // One for each hand, of eight.
    let imported = character("odd.gcs", text, Ruleset::Dfrpg).expect("it is a character");
    has(
        &imported,
        &["\"Unliving\"", "\"Magery 0\"", "count = 2", "lacks = [\"vitals\"]\n", "Unliving but for spells (DF-429)"],
    );
    let denied = |line: &&str| line.contains("Magery") || line.contains("Unliving,");
    assert_eq!(imported.report.of(Kind::LeftOut).find(denied), None);
}

/// A character with traits and things as the file has them.
fn made(traits: &str, equipment: &str, ruleset: Ruleset) -> Imported {
    let text = format!(
        r#"{{"version": 5, "settings": {{"body_type": {{"name": "Humanoid", "locations": [
            {{"id": "torso", "table_name": "Torso", "calc": {{"dr": {{"all": 3}}}}}}, {{"id": "eye", "table_name": "Eyes", "calc": {{"dr": {{"all": 0}}}}}},
            {{"id": "arm", "table_name": "Right Arm", "calc": {{"dr": {{"all": 0}}}}}}, {{"id": "arm", "table_name": "Left Arm", "calc": {{"dr": {{"all": 0}}}}}},
            {{"id": "leg", "table_name": "Right Leg", "calc": {{"dr": {{"all": 0}}}}}}, {{"id": "leg", "table_name": "Left Leg", "calc": {{"dr": {{"all": 0}}}}}}]}}}},
          "attributes": [], "calc": {{"move": [5, 5, 5, 5, 5], "dodge": [8, 8, 8, 8, 8], "parry_bonus": 1}},
          "skills": [{{"id": "s1", "name": "Guns", "specialization": "Pistol", "calc": {{"level": 12}}}}, {{"id": "s2", "name": "Broadsword", "calc": {{"level": 12}}}}],
          "traits": [{traits}], "equipment": [{equipment}]}}"#
    );
    let imported = character("made.gcs", &text, ruleset).expect("it is a character");
    assert!(!imported.report.of(Kind::LeftOut).any(|line| line.contains("does not load")), "{:#?}", imported.report);
    imported
}

/// A thing with one use; `more` stands in the row, `usage` in the use.
fn thing(name: &str, more: &str, usage: &str) -> String {
    format!(
        r#"{{"id": "e{name}", "description": "{name}", "quantity": 1, "equipped": true, {more} "weapons": [{{{usage}}}]}}"#
    )
}

#[test]
fn combat_reflexes_alone_add_to_defenses() {
    let traits =
        r#"{"id": "t1", "name": "Unliving"}, {"id": "t2", "name": "Magery 2"}, {"id": "t3", "name": "Weapon Master"}"#;
    let sheet = made(traits, "", Ruleset::Dfrpg);
    assert!(!sheet.text.contains("defense_bonus"), "{}", sheet.text);
    // The 1 to every Parry is a key of its own.
    has(&sheet, &["parry_bonus = 1\n"]);
    let sheet = made(&format!(r#"{traits}, {{"id": "t4", "name": "Combat Reflexes"}}"#), "", Ruleset::Dfrpg);
    has(&sheet, &["defense_bonus = 1\n"]);
    assert!(!sheet.text.contains("parry_bonus"), "{}", sheet.text);
}

#[test]
fn what_comes_with_an_attack_is_none_of_its_own() {
    let traits = r#"{"id": "t1", "name": "Natural Attacks", "weapons": [
        {"id": "w1", "usage": "Kick", "reach": "C,1", "calc": {"level": 12, "damage": "1d cr"}}, {"id": "w2", "usage": "Bite", "reach": "C", "calc": {"level": 12, "damage": "1d-1 cr"}}]},
      {"id": "t2", "name": "Sharp Claws", "weapons": [
        {"id": "w3", "usage": "Kick", "reach": "C,1", "calc": {"level": 12, "damage": "1d cut"}}, {"id": "w4", "usage": "Slash", "reach": "C", "calc": {"level": 12, "damage": "1d cut"}}]},
      {"id": "t3", "name": "Innate Attack (Toxic)", "replacements": {"Carrier": "Bite"}, "modifiers": [{"id": "m1", "name": "Follow-Up (@Carrier@)"}],
        "weapons": [{"id": "W5", "range": "10", "calc": {"level": 12, "damage": "1d tox"}}]},
      {"id": "t4", "name": "Bite of Poison", "modifiers": [{"id": "m2", "name": "Follow-Up"}],
        "weapons": [{"id": "w6", "usage": "Bite", "reach": "C", "calc": {"level": 9, "damage": "1d-3 imp"}}]}"#;
    for ruleset in Ruleset::ALL {
        let sheet = made(traits, "", ruleset);
        assert_eq!(sheet.text.matches("[[natural]]").count(), 4, "{}", sheet.text);
        has(&sheet, &["name = \"Bite (Bite of Poison)\"\n", "Follow-Up: Innate Attack (Toxic), 1d tox"]);
        tells(&sheet, Kind::Changed, &["Natural Attacks (Kick): that of Sharp Claws takes its place"]);
        tells(
            &sheet,
            Kind::LeftOut,
            &["Innate Attack (Toxic), 1d tox: it comes with Bite, and is no attack of its own"],
        );
    }
    // Claws are of the hand by their trait.
    has(
        &made(traits, "", Ruleset::Dfrpg),
        &["name = \"Slash\"\nlimb = \"hand\"\n", "name = \"Kick\"\nlimb = \"foot\"\n"],
    );
}

#[test]
fn the_first_weapon_is_the_best_one() {
    let sword = |level: i32| {
        let usage = r#""id": "w1", "usage": "Swung", "reach": "1", "parry": "0", "defaults": [{"type": "skill", "name": "Broadsword"}], "calc": {"level": $, "damage": "1d cut", "parry": "10"}"#;
        thing("Sword", "", &usage.replace('$', &level.to_string()))
    };
    let bow = r#""id": "W1", "strength": "10†", "range": "100/150", "shots": "1(2)", "defaults": [{"type": "skill", "name": "Bow"}], "calc": {"level": 12, "damage": "1d imp"}"#;
    let gun = r#""id": "W1", "range": "100/1000", "shots": "9+1(3)", "defaults": [{"type": "skill", "name": "Guns", "specialization": "Pistol"}], "calc": {"level": 12, "damage": "2d pi"}"#;
    let shield = thing(
        "Shield",
        r#""features": [{"type": "attribute_bonus", "attribute": "dodge", "amount": 1}],"#,
        r#""id": "w2", "defaults": [{"type": "skill", "name": "Shield"}], "calc": {"level": 12, "block": "9"}"#,
    );
    let first = |ranged: &str, level: i32| {
        let things = format!("{}, {}, {shield}", sword(level), thing("Arm", "", ranged));
        let [gurps4, dfrpg] = Ruleset::ALL.map(|ruleset| made("", &things, ruleset));
        let arm = |sheet: &Imported| sheet.text.find("name = \"Arm\"") < sheet.text.find("name = \"Sword\"");
        assert_eq!(arm(&gurps4), arm(&dfrpg));
        let away = [gurps4.text.contains("ready = false\n"), dfrpg.text.contains("arm = \"sheathed\"\n")];
        (arm(&gurps4), away)
    };
    assert_eq!(first(bow, 11), (true, [true, true]), "a bow takes both hands");
    assert_eq!(first(bow, 12), (false, [false, false]));
    assert_eq!(first(gun, 12), (true, [false, false]));
    assert_eq!(first(gun, 13), (false, [false, false]));
    let sheet = made("", &thing("Arm", "", gun), Ruleset::Dfrpg);
    has(&sheet, &["skill = \"Guns\"\n", "shots = 9\n"]);
    tells(&sheet, Kind::Changed, &["9+1 shots became 9"]);
}

#[test]
fn armor_bends_by_its_notes_or_its_name() {
    let sheet = |name: &str, notes: &str| {
        let more = r#"{"id": "eA", "description": "$NAME", "local_notes": "$NOTES", "equipped": true, "quantity": 1,
            "features": [{"type": "dr_bonus", "locations": ["torso"], "amount": 3}]}"#;
        made("", &more.replace("$NAME", name).replace("$NOTES", notes), Ruleset::Dfrpg)
    };
    let bends = |name: &str, notes: &str| sheet(name, notes).text.contains("kind = \"flexible\"\n");
    assert!(
        bends("Boots", "Flexible; Concealable")
            && bends("Mail Shirt", "")
            && bends("Heavy Cloth or Leather Helmet", "")
    );
    assert!(bends("Layered Leather, Light Torso Armor", ""));
    for rigid in
        ["Heavy Plate Boots", "Daedric Boots", "Plate, Medium Full Helm, Padded", "Chitin Gauntlets", "Leather Armor"]
    {
        assert!(!bends(rigid, "Don: 9 secs"), "{rigid}");
    }
    assert!(!bends("Layered Leather, Medium Torso Armor", "") && !bends("Hardened Leather, Medium Leg Armor", ""));
    let mail = sheet("Mail", "Don: 6 secs; -2 DR vs. crushing.");
    has(&mail, &["# Without effect here: -2 DR vs. crushing.\n"]);
}

#[test]
fn what_a_weapon_is_made_of() {
    let usage = |skill: &str, notes: &str| {
        format!(
            r#""id": "w1", "usage": "Swung", "usage_notes": "{notes}", "reach": "1", "defaults": [{{"type": "skill", "name": "Broadsword", "modifier": -4}}, {{"type": "skill", "name": "{skill}"}}], "calc": {{"level": 8, "damage": "1d cr", "parry": "7"}}"#
        )
    };
    let modifiers = r#""modifiers": [{"id": "f1", "name": "Fine Quality"}, {"id": "f2", "name": "Silvered"}, {"id": "f3", "name": "SM +1"}],"#;
    let flail = made("", &thing("Morningstar", modifiers, &usage("Flail", "")), Ruleset::Dfrpg);
    has(&flail, &["skill = \"Broadsword\"\n", "quality = \"fine\"\n", "# Without effect here: Silvered.\n"]);
    // Of defaults that are as good the nearest counts: nobody has learned either.
    let two = |first: &str| {
        let usage = usage("Two-Handed Flail", "").replace("Broadsword", first);
        made("", &thing("Great Flail", "", &usage), Ruleset::Dfrpg)
    };
    has(
        &two("Staff"),
        &["skill = \"Two-Handed Flail\"\n", "parryable = -4\nblockable = -2\nmaterial = \"wood-and-metal\"\n"],
    );
    let staff =
        made("", &thing("Quarterstaff", "", &usage("Staff", "").replace("Broadsword", "Lance")), Ruleset::Dfrpg);
    has(&staff, &["material = \"wood\"\n"]);
    // Two uses of a name are told apart by what is noted of them.
    let twice = format!("{}}}, {{{}", usage("Staff", ""), usage("Staff", "The blunt end"));
    for ruleset in Ruleset::ALL {
        has(&made("", &thing("Spear", "", &twice), ruleset), &["\"Swung\"", "\"Swung (The blunt end)\""]);
    }
}

#[test]
fn other_traits_are_named() {
    let traits = r#"{"id": "t1", "name": "Numb"}, {"id": "t2", "name": "Charisma", "levels": 1}, {"id": "t3", "name": "Nictitating Membrane", "levels": 6}"#;
    for ruleset in Ruleset::ALL {
        let sheet = made(traits, "", ruleset);
        tells(&sheet, Kind::LeftOut, &["in a comment of the sheet: Numb", "reads: Charisma"]);
        tells(&sheet, Kind::Took, &["in the numbers: Nictitating Membrane 6"]);
        tells(&sheet, Kind::Differs, &["DR of Eyes: 0 in the file, 6 by the sheet: a Nictitating Membrane"]);
    }
}

/// A modifier that the ruleset knows is not told as one without effect.
#[test]
fn what_a_body_lacks_by_injury_tolerance_is_told_once() {
    let of = |modifiers: &[&str]| {
        let modifiers: Vec<_> = modifiers.iter().map(|name| serde_json::json!({ "id": "mA", "name": name })).collect();
        let traits = [serde_json::json!({ "id": "tA", "name": "Injury Tolerance", "modifiers": modifiers })];
        serde_json::json!({ "version": 5, "profile": { "name": "Bones" }, "attributes": [], "traits": traits })
            .to_string()
    };
    let sheet = |text: &str, ruleset| character("bones.gcs", text, ruleset).expect("it is a character").text;
    for (ruleset, lacks) in [
        (Ruleset::Dfrpg, r#"lacks = ["vitals", "skull", "eyes"]"#),
        (Ruleset::Gurps4, r#"lacks = ["vitals", "skull", "eye"]"#),
    ] {
        let bones = sheet(&of(&["No Blood", "No Brain", "No Eyes", "No Vitals"]), ruleset);
        assert!(bones.contains(lacks), "{bones}");
        assert!(bones.contains("Without effect here: Injury Tolerance (No Blood)."), "{bones}");
        assert!(!sheet(&of(&["No Brain", "No Eyes", "No Vitals"]), ruleset).contains("Without effect"));
    }
}

/// What the plan of a body does not have is not aimed at; a blow that needs a limb which is not there is none.
#[test]
fn bodies_lack_what_their_plan_lacks() {
    let parts = ["eye", "skull", "face", "neck", "torso", "vitals"]
        .map(|id| serde_json::json!({ "id": id, "table_name": id, "calc": { "dr": { "all": 1 } } }));
    let blow = |name: &str| {
        serde_json::json!({ "id": "wA", "usage": name, "reach": "C", "defaults": [{ "type": "dx" }],
            "calc": { "level": 12, "damage": "1d cr" } })
    };
    let traits = [
        serde_json::json!({ "id": "tA", "name": "Natural Attacks", "weapons": [blow("Bite"), blow("Kick"), blow("Punch")] }),
    ];
    let body = serde_json::json!({ "name": "Vermiform", "locations": parts });
    let text = serde_json::json!({ "version": 5, "profile": { "name": "Snake" }, "attributes": [], "traits": traits,
        "settings": { "body_type": body } })
    .to_string();
    for (ruleset, lacks) in [
        (Ruleset::Dfrpg, r#"lacks = ["groin"]"#),
        (Ruleset::Gurps4, r#"lacks = ["groin", "arm", "leg", "hand", "foot"]"#),
    ] {
        let snake = character("snake.gcs", &text, ruleset).expect("it is a character");
        has(&snake, &[lacks, "name = \"Bite\""]);
        assert!(!snake.text.contains("Kick") && !snake.text.contains("Punch"), "{}", snake.text);
        tells(&snake, Kind::LeftOut, &["Kick: the body (Vermiform) has no limb for it", "Punch: the body"]);
    }
}

#[test]
fn an_attack_out_of_a_fast_move_is_left_out() {
    let text = r#"{ "version": 5, "attributes": [], "traits": [{ "id": "t1", "name": "Talons", "weapons": [
        { "id": "w1", "damage": { "type": "cut", "st": "thr" }, "usage": "Slash", "reach": "C", "calc": { "level": 12, "damage": "1d-2 cut" } },
        { "id": "w2", "damage": { "type": "cut", "st": "thr" }, "usage": "Dive", "usage_notes": "At Move 10.", "reach": "C",
          "calc": { "level": 12, "damage": "1d cut" } }] }] }"#;
    for ruleset in Ruleset::ALL {
        let hawk = character("hawk.gcs", text, ruleset).expect("it is a character");
        has(&hawk, &["name = \"Slash\""]);
        assert!(!hawk.text.contains("Dive"), "{}", hawk.text);
        tells(&hawk, Kind::LeftOut, &["Talons (Dive): no rule of this game has an attack that asks for a move"]);
    }
}

#[test]
fn limbs_that_the_body_has_or_lacks_are_not_without_effect() {
    let made = |parts: &[&str], traits: &[&str], ruleset| {
        let parts: Vec<_> = parts.iter().map(|id| serde_json::json!({ "id": id, "table_name": id })).collect();
        let traits: Vec<_> = traits.iter().map(|name| serde_json::json!({ "id": "tA", "name": name })).collect();
        let body = serde_json::json!({ "name": "Beast", "locations": parts });
        let text = serde_json::json!({ "version": 5, "attributes": [{ "attr_id": "fp", "calc": { "value": 0 } }],
            "traits": traits, "settings": { "body_type": body } });
        character("beast.gcs", &text.to_string(), ruleset).expect("it is a character")
    };
    let snake = |ruleset| made(&["torso", "skull"], &["No Legs (Slithers)", "No Manipulators"], ruleset);
    let horse = |ruleset| made(&["torso", "foreleg", "hindleg"], &["Extra Legs (4)"], ruleset);
    for ruleset in Ruleset::ALL {
        assert!(!snake(ruleset).text.contains("Without effect"), "{}", snake(ruleset).text);
        // No fatigue points in the file are none in the sheet.
        has(&horse(ruleset), &["fp = 0\n"]);
        tells(&horse(ruleset), Kind::Took, &["no FP: nothing tires it"]);
    }
    has(&horse(Ruleset::Dfrpg), &["legs = 4\n"]);
    // The plan of a centaur's body is that of a person, with two legs.
    let plan = ["torso", "skull", "leg", "leg", "arm", "arm"];
    let centaur = made(&plan, &["Extra Legs (4 legs)"], Ruleset::Dfrpg);
    has(&centaur, &["legs = 4\n"]);
    assert!(!centaur.text.contains("Without effect"), "{}", centaur.text);
    assert!(!horse(Ruleset::Dfrpg).text.contains("Without effect"), "{}", horse(Ruleset::Dfrpg).text);
    // That game has no rule that asks for a third leg.
    has(&horse(Ruleset::Gurps4), &["# Without effect here: Extra Legs (4).\n"]);
}

#[test]
fn dr_against_fire_alone_that_the_file_counts_against_everything_is_noted() {
    let scales = r#"{"id": "t1", "name": "Damage Resistance", "modifiers": [{"id": "m1", "name": "Limited", "local_notes": "Fire"}]}"#;
    for ruleset in Ruleset::ALL {
        let sheet = made(scales, "", ruleset);
        tells(
            &sheet,
            Kind::Note,
            &["Damage Resistance (Limited: Fire): the file counts it in the DR against everything"],
        );
    }
}

#[test]
fn whoever_has_weapons_for_hands_has_hands() {
    let parts =
        ["torso", "skull", "leg", "leg", "wing", "wing"].map(|id| serde_json::json!({ "id": id, "table_name": id }));
    let sword = serde_json::json!({ "id": "eA", "description": "Shortsword", "equipped": true, "quantity": 1, "weapons": [
        { "id": "wA", "usage": "Swung", "reach": "1", "damage": { "type": "cut", "st": "sw" }, "defaults": [{ "type": "dx" }],
          "calc": { "level": 12, "damage": "1d cut" } }] });
    let text = serde_json::json!({ "version": 5, "attributes": [], "equipment": [sword],
        "settings": { "body_type": { "name": "Winged", "locations": parts } } });
    let pixie = character("pixie.gcs", &text.to_string(), Ruleset::Gurps4).expect("it is a character");
    has(&pixie, &["name = \"Shortsword\""]);
    assert!(!pixie.text.contains("\"arm\"") && !pixie.text.contains("\"hand\""), "{}", pixie.text);
    tells(&pixie, Kind::Changed, &["no arms or hands in the file, but weapons for them"]);
}

#[test]
fn sight_in_the_dark_and_all_round() {
    let night = r#"{"id": "t1", "name": "Night Vision", "levels": 4}, {"id": "t2", "name": "360° Vision"}"#;
    for ruleset in Ruleset::ALL {
        let sheet = made(night, "", ruleset);
        has(&sheet, &["dark_sight = 4\n"]);
        tells(&sheet, Kind::Took, &["sight in the dark: 4 points"]);
        assert!(!sheet.text.contains("Night Vision"), "{}", sheet.text);
        has(&made(r#"{"id": "t1", "name": "Dark Vision"}"#, "", ruleset), &["dark_sight = 9\n"]);
    }
    let sheet = made(night, "", Ruleset::Gurps4);
    has(&sheet, &["traits = [\"peripheral-vision\"]"]);
    tells(&sheet, Kind::Changed, &["360° Vision: as Peripheral Vision"]);
    has(&made(night, "", Ruleset::Dfrpg), &["Without effect here: 360° Vision."]);
}

/// Two bows and one arm: neither is in hand, and the sheet loads.
#[test]
fn each_weapon_that_the_body_has_no_hands_for_is_sheathed() {
    let bow = r#""id": "W1", "strength": "10†", "range": "100/150", "shots": "1(2)", "defaults": [{"type": "skill", "name": "Bow"}], "calc": {"level": 12, "damage": "1d imp"}"#;
    let things = format!("{}, {}", thing("Longbow", "", bow), thing("Shortbow", "", bow));
    let text = format!(
        r#"{{"version": 5, "settings": {{"body_type": {{"name": "One-armed", "locations": [
            {{"id": "torso", "table_name": "Torso", "calc": {{"dr": {{"all": 0}}}}}},
            {{"id": "arm", "table_name": "Right Arm", "calc": {{"dr": {{"all": 0}}}}}}]}}}},
          "attributes": [], "equipment": [{things}]}}"#
    );
    let archer = character("archer.gcs", &text, Ruleset::Dfrpg).expect("it is a character");
    assert_eq!(archer.text.matches("hand = \"sheathed\"\n").count(), 2, "{}", archer.text);
    affray_import::check(&affray_files::Source::new("archer.toml", archer.text), Ruleset::Dfrpg).unwrap();
}

/// A character whose body has those locations, with those traits.
fn shaped(plan: &str, locations: &[(&str, &str)], traits: &str, ruleset: Ruleset) -> Imported {
    let part = |(id, name): &(&str, &str)| {
        format!(r#"{{"id": "{id}", "table_name": "{name}", "calc": {{"dr": {{"all": 0}}}}}}"#)
    };
    let parts: Vec<String> = [("torso", "Torso")].iter().chain(locations).map(part).collect();
    let text = format!(
        r#"{{"version": 5, "settings": {{"body_type": {{"name": "{plan}", "locations": [{}]}}}}, "attributes": [],
          "traits": [{traits}]}}"#,
        parts.join(", ")
    );
    let imported = character("shaped.gcs", &text, ruleset).expect("it is a character");
    assert!(!imported.report.of(Kind::LeftOut).any(|line| line.contains("does not load")), "{:#?}", imported.report);
    imported
}

#[test]
fn a_pair_of_legs_in_two_rows_is_one_pair() {
    let rows = [("leg", "Foreleg"), ("leg", "Midleg"), ("leg", "Hindleg"), ("leg", "Midleg")];
    let ant = shaped("Hexapod", &rows, "", Ruleset::Dfrpg);
    has(&ant, &["legs = 6\nhands = 0\n"]);
    tells(&ant, Kind::Took, &["the body (Hexapod): 6 legs, no hands"]);
}

#[test]
fn a_tail_that_strikes_is_a_tail() {
    let rows = [("arm", "Right Arm"), ("arm", "Left Arm"), ("leg", "Right Leg"), ("leg", "Left Leg")];
    let blow = r#"{"id": "t1", "name": "Striker, Crushing (Tail)", "weapons": [
        {"id": "w1", "reach": "1", "calc": {"level": 10, "damage": "1d cr"}}]}"#;
    let lizard = shaped("Humanoid", &rows, blow, Ruleset::Dfrpg);
    has(&lizard, &["tail = true\ntail_useful = true\n", "name = \"Striker, Crushing (Tail)\"\nlimb = \"tail\"\n"]);
    tells(&lizard, Kind::Took, &["the body (Humanoid): 2 legs, 2 hands, a tail"]);
}

#[test]
fn a_tolerance_may_stand_in_the_name() {
    let traits =
        r#"{"id": "t1", "name": "Injury Tolerance (Unliving)"}, {"id": "t2", "name": "Injury Tolerance (No Blood)"}"#;
    let wight = made(traits, "", Ruleset::Dfrpg);
    has(&wight, &["\"Unliving\"", "# Without effect here: Injury Tolerance (No Blood), Unliving but for spells"]);
}

#[test]
fn each_shot_takes_its_turns_to_load() {
    let colt = r#""id": "W1", "range": "120/1300", "shots": "6(3i)", "defaults": [{"type": "skill", "name": "Guns", "specialization": "Pistol"}], "calc": {"level": 12, "damage": "2d-1 pi+"}"#;
    for ruleset in Ruleset::ALL {
        let colt = made("", &thing("Colt", "", colt), ruleset);
        // 6 times 3.
        has(&colt, &["reload = 18\n"]);
        tells(&colt, Kind::Changed, &["3 turns to reload each of 6 shots became 18 for all of them"]);
    }
}

#[test]
fn a_body_without_hands_has_no_parry() {
    let claws = r#"{"id": "t1", "name": "Claws", "weapons": [
        {"id": "w1", "usage": "Slash", "reach": "C", "calc": {"level": 12, "damage": "1d cut", "parry": "9"}}]}"#;
    let bear = shaped("Quadruped", &[("leg", "Foreleg"), ("leg", "Hindleg")], claws, Ruleset::Dfrpg);
    tells(&bear, Kind::Differs, &["Parry of Slash (Slash): 9 in the file, none by the sheet: a body without hands"]);
}

#[test]
fn cones_and_explosions_are_area_attacks() {
    let breath = |more: &str, damage: &str| {
        let text = r#"{"id": "t1", "name": "Breath", "modifiers": [$MORE], "weapons": [
            {"id": "W1", "range": "10", "calc": {"level": 12, "damage": "$DAMAGE"}}]}"#;
        made(&text.replace("$MORE", more).replace("$DAMAGE", damage), "", Ruleset::Dfrpg)
    };
    let cone = r#"{"id": "m1", "name": "Cone"}"#;
    has(&breath(cone, "2d burn"), &["damage = \"2d burn\"\narea = true\n"]);
    has(&breath("", "2d burn ex"), &["area = true\n"]);
    assert!(!breath("", "2d burn").text.contains("area"));
}

#[test]
fn a_quiver_has_no_rule() {
    let text = r#"{"version": 5, "attributes": [], "skills": [
        {"id": "s1", "name": "Fast-Draw", "specialization": "Arrow", "calc": {"level": 14}}]}"#;
    let scout = character("scout.gcs", text, Ruleset::Dfrpg).expect("it is a character");
    tells(&scout, Kind::LeftOut, &["no rule of this game reads: Fast-Draw (Arrow)"]);
    assert!(!scout.text.contains("Arrow"), "{}", scout.text);
}
