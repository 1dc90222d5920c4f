use super::*;
use crate::derived::defense_score;
use crate::sheet::{ItemId, ItemKind, Location, ModeKind, Resistance, Skill, SpellEffect, SpellScore, Start};
use crate::sheets;
use proptest::prelude::*;

/// An ordinary person, for tests to add to.
const PERSON: &str = "name = 'Ana'\nst = 10\ndx = 10\niq = 10\nht = 10\n";

#[track_caller]
fn stock(name: &str) -> Sheet {
    let text = sheets::SHEETS.get(name).expect("a stock sheet");
    read(&Source::new(name, text)).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn person(more: &str) -> Sheet {
    read(&Source::new("ana", format!("{PERSON}{more}"))).unwrap_or_else(|error| panic!("{error}"))
}

/// The complaints about a person with something added, one a line.
fn errors(more: &str) -> String {
    match read(&Source::new("ana", format!("{PERSON}{more}"))) {
        Ok(_) => "nothing is wrong".to_owned(),
        Err(error) => error.to_string(),
    }
}

fn parry(sheet: &Sheet, item: &str) -> Option<i16> {
    let item = &sheet.items[sheet.item_named(item).expect("an item").index()];
    item.parry.map(|parry| defense_score(item.score) + parry)
}

/// Score, damage, type, reach and item of each mode.
fn modes(sheet: &Sheet) -> Vec<String> {
    sheet
        .modes
        .iter()
        .map(|mode| {
            let reach: Vec<String> = (0..16)
                .filter(|hex| mode.reach & (1 << hex) != 0)
                .map(|hex| if hex == 0 { "C".to_owned() } else { hex.to_string() })
                .collect();
            let item = mode.item.map_or("", |at| &sheet.items[at.index()].name);
            let (damage, kind) = (mode.damage, mode.damage_type.name());
            let far = match mode.max_range {
                0 => reach.join(","),
                most => format!("{}/{most} acc {} bulk {}", mode.half_range, mode.acc, mode.bulk),
            };
            let text = format!("{item} {} {}: {damage} {kind} {far}", mode.name, mode.score - mode.st_short);
            text.trim().to_owned()
        })
        .collect()
}

/// Attributes of the roster: ST DX IQ HT, HP Will FP, Speed in quarters, Move, Dodge.
#[track_caller]
fn roster(name: &str, attributes: [i16; 4], pools: [i16; 3], speed: [i16; 3]) -> Sheet {
    let sheet = stock(name);
    assert_eq!([sheet.st, sheet.dx, sheet.iq, sheet.ht], attributes);
    assert_eq!([sheet.hp, sheet.will, sheet.fp], pools);
    assert_eq!([sheet.speed_quarters, sheet.mv, sheet.dodge], speed);
    assert_eq!(sheet.encumbrance, 0);
    sheet
}

#[test]
fn arn() {
    let arn = roster("arn", [13, 12, 10, 12], [13, 10, 12], [24, 6, 9]);
    assert_eq!(
        modes(&arn),
        [
            "broadsword swing 14: 2d cut 1",
            "broadsword thrust 14: 1d+2 imp 1",
            "punch 12: 1d-1 cr C",
            "kick 12: 1d cr C,1",
        ]
    );
    assert_eq!(parry(&arn, "broadsword"), Some(10));
    let shield = &arn.items[1];
    assert_eq!((shield.kind, shield.db), (ItemKind::Shield, 2));
    assert_eq!(defense_score(shield.score), 9, "Block");
    assert_eq!(shield.start, Start::Arm(1));
    assert_eq!(arn.hands_at_start(), [ItemId(0), ItemId(1), ItemId::NONE, ItemId::NONE]);
    assert_eq!((arn.basic_lift, arn.load), (34, 30));
    let mail = Resistance { rigid: 0, flexible: 4, natural: 0 };
    assert_eq!(arn.armor[Location::Torso as usize], mail);
    assert_eq!(arn.armor[Location::Vitals as usize], mail);
    assert_eq!(arn.armor[Location::Groin as usize], Resistance::default());
    assert!(arn.body.male);
}

#[test]
fn bo() {
    let bo = roster("bo", [10, 14, 11, 11], [10, 11, 11], [25, 6, 9]);
    assert_eq!(modes(&bo)[..2], ["rapier thrust 16: 1d-1 imp 1,2", "main-gauche thrust 15: 1d-2 imp C,1"]);
    assert_eq!(parry(&bo, "rapier"), Some(11));
    assert_eq!(parry(&bo, "main-gauche"), Some(10));
    assert!(bo.items.iter().all(|item| item.fencing));
    assert_eq!(bo.hands_at_start(), [ItemId(0), ItemId(1), ItemId::NONE, ItemId::NONE]);
    assert_eq!(bo.skill(Skill::Acrobatics), 13);
    assert_eq!(bo.armor, [Resistance::default(); Location::COUNT]);
    assert_eq!(bo.basic_lift, 20, "DF-E48");
    assert!(!bo.traits.ambidexterity && !bo.items[0].mastered, "DF-E22, DF-E23");
}

#[test]
fn cyn() {
    let cyn = roster("cyn", [9, 11, 15, 12], [9, 15, 12], [23, 5, 8]);
    assert_eq!(cyn.traits.magery, 3);
    assert_eq!(cyn.skill(Skill::InnateAttack), 13);
    assert_eq!(cyn.items[0].spell_focus, 2);
    let spell = |name| &cyn.spells[cyn.spell_named(name).expect("a spell") as usize];
    let scores = SAMPLE_SPELLS.map(|name| spell(name).score);
    assert_eq!(scores, [16, 15, 17, 15, 16, 18, 16, 15]);
    let ember = spell("ember");
    assert_eq!((ember.cost, ember.most_cost), (1, 3), "DF-R52");
    let flight = ember.missile.expect("a missile");
    assert_eq!((flight.acc, flight.half_range, flight.max_range, flight.bulk), (1, 25, 50, -2));
    assert_eq!(
        spell("fumble").effect,
        SpellEffect::Modifier { score: SpellScore::Dx, by: -1, per_energy: true, seconds: 60 }
    );
    assert_eq!((spell("fumble").cost, spell("fumble").most_cost), (1, 5));
    assert_eq!(spell("gloom").resisted, Some(ResistedBy::Will));
    assert_eq!(spell("seek").seconds, 10);
    assert!(spell("mend").healing);
    assert_eq!(spell("ward").class, SpellClass::Blocking);
}

#[test]
fn orc() {
    let orc = roster("orc", [12, 11, 8, 11], [14, 9, 11], [22, 5, 8]);
    assert_eq!(modes(&orc)[0], "axe swing 13: 1d+4 cut 1");
    assert_eq!(parry(&orc, "axe"), Some(9));
    let axe = &orc.items[0];
    assert!(axe.unbalanced);
    assert_eq!((axe.hp, axe.dr, axe.weight), (13, 4, 40), "DF-E55");
    let dr = |at: Location| orc.armor[at as usize].flexible;
    for at in [Location::Torso, Location::Vitals, Location::Neck, Location::RightHand] {
        assert_eq!(dr(at), 2, "{at:?}");
    }
    for at in [Location::Skull, Location::Face, Location::LeftEye] {
        assert_eq!(dr(at), 0, "{at:?}");
    }
}

#[test]
fn dag() {
    let dag = roster("dag", [12, 13, 10, 11], [12, 10, 11], [24, 6, 9]);
    assert_eq!(modes(&dag)[..1], ["bow missile 15: 1d+1 imp 180/240 acc 3 bulk -8"]);
    assert_eq!(
        modes(&dag)[1..3],
        [
            "crossbow missile 14: 1d+3 imp 240/300 acc 4 bulk -6",
            "throwing knife thrown 14: 1d-2 imp 6/12 acc 0 bulk -1",
        ]
    );
    assert_eq!(dag.items[0].start, Start::Both);
    assert_eq!(dag.items[1].start, Start::Sheathed);
    assert!(dag.items[1].crossbow && !dag.items[0].crossbow);
    assert_eq!(dag.items[1].reload, 4, "DF-E91");
    assert_eq!(parry(&dag, "bow"), None);
}

#[test]
fn ogre() {
    let ogre = roster("ogre", [20, 11, 7, 13], [24, 8, 13], [24, 6, 9]);
    assert_eq!(
        modes(&ogre),
        ["club swing 13: 3d+5 cr 1,2", "punch 11: 2d-2 cr C", "kick 11: 2d-1 cr C,1", "bite 11: 2d-2 cr C"],
        "DF-E92: the bite"
    );
    assert_eq!(parry(&ogre, "club"), Some(9));
    assert_eq!(ogre.sm, 1);
    assert_eq!(ogre.armor[Location::Face as usize].natural, 2);
    assert_eq!(ogre.armor[Location::RightEye as usize].natural, 0);
}

#[test]
fn every_stock_sheet_compiles() {
    for name in sheets::SHEETS.names() {
        let sheet = stock(name);
        assert!(!sheet.modes.is_empty(), "{name} has no attack");
        assert!(sheet.mv > 0, "{name} cannot move");
        for mode in &sheet.modes {
            assert!(mode.score >= 1, "{name}: {mode:?}");
            assert_eq!(mode.reach == 0, mode.kind.is_ranged(), "{name}: {mode:?}");
        }
    }
    assert!(sheets::SHEETS.names().count() >= 16);
}

#[test]
fn stock_sheets_are_believable() {
    let row = |name| {
        let sheet = stock(name);
        (sheet.mv, sheet.dodge, modes(&sheet)[0].clone())
    };
    let expect = |mv, dodge, mode: &str| (mv, dodge, mode.to_owned());
    assert_eq!(row("wolf"), expect(9, 9, "bite 14: 1d-3 cut C"));
    assert_eq!(row("bear"), expect(7, 9, "claws 13: 2d-1 cut C,1"));
    assert_eq!(row("giant-spider"), expect(8, 9, "fangs 15: 1d+1 imp C,1"));
    assert_eq!(row("troll"), expect(6, 9, "claws 14: 3d cut C,1,2"));
    assert_eq!(row("knight"), expect(3, 8, "broadsword swing 16: 2d+2 cut 1"));
    assert_eq!(row("guard"), expect(4, 7, "spear thrust 13: 1d+1 imp 1"));
    assert_eq!(row("archer"), expect(6, 9, "longbow missile 15: 1d+1 imp 165/220 acc 3 bulk -8"));
    assert_eq!(row("goblin").2, "chopper swing 12: 1d-2 cut 1");
    let guard = stock("guard");
    assert!(guard.items[0].reach_needs_ready);
    assert_eq!(guard.modes_named("spear").count(), 2);
    let thrown = &guard.modes[guard.modes_named("spear thrown").next().expect("it") as usize];
    assert_eq!(thrown.skill, Skill::ThrownSpear);
    assert_eq!((thrown.half_range, thrown.max_range), (12, 18));
    let swashbuckler = stock("swashbuckler");
    assert_eq!(swashbuckler.items.len(), 5);
    assert!(swashbuckler.items[0].mastered && !swashbuckler.items[2].mastered);
    assert_eq!(swashbuckler.items[4].name, "throwing knife 3");
    assert_eq!(swashbuckler.items[4].fast_draw, Some(15));
    assert_eq!(swashbuckler.items[0].fast_draw, None);
}

#[test]
fn derived_values_and_overrides() {
    let ana = person("");
    assert_eq!((ana.hp, ana.will, ana.per, ana.fp), (10, 10, 10, 10));
    assert_eq!((ana.speed_quarters, ana.mv, ana.dodge), (20, 5, 8));
    let other = person(
        "hp = 12\nwill = 13\nper = 14\nfp = 15\nspeed = 5.75\nmove = 4\ndodge = 10\n\
         thrust = '2d'\nswing = '3d-1'\n",
    );
    assert_eq!((other.hp, other.will, other.per, other.fp), (12, 13, 14, 15));
    assert_eq!((other.speed_quarters, other.mv, other.dodge), (23, 4, 10));
    assert_eq!(modes(&other), ["punch 10: 2d-1 cr C", "kick 10: 2d cr C,1"]);
    let fast = person("speed = 6\ndefense_bonus = 2");
    assert_eq!((fast.mv, fast.dodge), (6, 11));
}

#[test]
fn load() {
    // Basic Lift 20 lb.
    let loaded = |more: &str| {
        let ana = person(more);
        (ana.load, ana.encumbrance, ana.mv, ana.dodge)
    };
    assert_eq!(loaded("load = 20"), (200, 0, 5, 8));
    assert_eq!(loaded("load = 20.01"), (201, 1, 4, 7), "never too light");
    assert_eq!(loaded("load = 60"), (600, 2, 3, 6));
    assert_eq!(loaded("load = 201"), (2010, 5, 0, 4));
    assert_eq!(loaded("load = 201\nencumbrance = 0"), (2010, 0, 5, 8));
    let items = "armor = [{ on = ['torso'], dr = 1, weight = 10 }]\n\
                 gear = [{ name = 'potion', weight = 0.5, count = 3 }]\nload = 8.5";
    assert_eq!(loaded(items), (200, 0, 5, 8));
}

#[test]
fn weapons() {
    let ana = person(
        "skills = { 'two-handed AXE mace' = 14, Karate = 13, Brawling = 12 }\n\
         weapon = [{ name = 'maul', skill = 'Two-Handed Axe/Mace', weight = 12, hands = 2, min_st = 13, \
         unwieldy = true, parry_score = 9, quality = 'fine', material = 'wood-and-metal', \
         modes = [{ kind = 'swing', damage = 'sw+4(2) cr', reach = '1,2*' }] }]\n\
         shield = [{ name = 'buckler', db = 1, arm = 'sheathed', block_score = 8 }]",
    );
    assert_eq!(modes(&ana)[0], "maul swing 11: 1d+4 cr 1,2");
    let maul = &ana.items[0];
    assert_eq!((maul.score, parry(&ana, "maul")), (11, Some(9)));
    assert!(maul.unwieldy && maul.reach_needs_ready);
    assert_eq!(maul.start, Start::Both);
    assert_eq!(ana.modes[0].divisor, (2, 1));
    assert_eq!((ana.modes[0].score, ana.modes[0].st_short), (14, 3));
    assert_eq!(defense_score(ana.items[1].score), 8);
    assert_eq!(ana.items[1].start, Start::Sheathed);
    // Fists with the best skill; the kick too.
    assert_eq!(modes(&ana)[1..], ["punch 13: 1d-3 cr C", "kick 13: 1d-2 cr C,1"]);
    assert_eq!(ana.modes[1].skill, Skill::Karate);
    assert_eq!(ana.best_of(&[Skill::Karate, Skill::Judo]), (Some(Skill::Karate), 13));
    assert_eq!(ana.best_of(&[Skill::Judo, Skill::Wrestling]), (None, 10));
    let strong = person(
        "weapon = [{ name = 'maul', skill = 'Broadsword', weight = 12, min_st = 6, unwieldy = true, \
         no_parry = true, modes = [{ kind = 'swing', damage = '2d cr', reach = '1' }] }]",
    );
    assert!(!strong.items[0].unwieldy, "10 is at least 1.5 times 6");
    assert_eq!(parry(&strong, "maul"), None);
    assert_eq!(modes(&strong)[0], "maul swing 5: 2d cr 1", "DF-R80");
}

#[test]
fn hands() {
    let left = person(
        "left_handed = true\nshield = [{ name = 'shield', db = 2 }]\n\
         weapon = [{ name = 'axe', skill = 'Axe/Mace', weight = 4, modes = [{ kind = 'swing', \
         damage = 'sw+2 cut', reach = '1' }] }]",
    );
    assert_eq!(left.items[0].start, Start::Hand(0));
    assert_eq!(left.items[1].start, Start::Arm(1));
    let many = person("hands = 4\ngear = [{ name = 'torch', hand = 'third' }, { name = 'lamp', hand = 'left' }]");
    assert_eq!(many.hands_at_start(), [ItemId::NONE, ItemId(1), ItemId(0), ItemId::NONE]);
}

#[test]
fn creatures() {
    let beast = person(
        "hands = 0\nlegs = 4\ntail = true\nwings = true\nbite = 'imp'\nnatural_dr = 2\nkick = true\n\
         natural = [{ name = 'kick', limb = 'foot', damage = 'thr+1 cr', reach = 'C,1' }]\n\
         armor = [{ on = ['all'], dr = 3, kind = 'flexible' }, { on = ['wings', 'left-eye'], dr = 1, kind = 'natural' }]",
    );
    assert_eq!(modes(&beast), ["kick 10: 1d-1 cr C,1", "bite 10: 1d-3 imp C"]);
    assert!(!beast.body.humanoid);
    let at = |location: Location| {
        let armor = beast.armor[location as usize];
        (armor.rigid, armor.flexible, armor.natural)
    };
    assert_eq!(at(Location::LeftWing), (0, 3, 3));
    assert_eq!(at(Location::LeftEye), (0, 0, 1));
    assert_eq!(at(Location::RightArm), (0, 0, 2), "it has none to cover");
    assert_eq!(beast.modes[0].kind, ModeKind::Kick);
}

#[test]
fn what_is_wrong_is_said() {
    #[track_caller]
    fn wrong(more: &str, expected: &str) {
        assert_eq!(errors(more), expected, "{more}");
    }
    wrong("skills = { Brodsword = 12 }", "ana:6:24: there is no skill `Brodsword` (did you mean `Broadsword`?)");
    wrong("hp = 501", "ana:6:6: 501 is out of range (1 to 500)");
    wrong("speed = 5.3", "ana:6:9: 5.3 is no Basic Speed (write 0.5 to 50 in quarters, such as 5.75)");
    wrong(
        "traits = ['Combat Reflexes']",
        "ana:6:11: `Combat Reflexes` is written as a number (write `defense_bonus = 1` at the top of the sheet)",
    );
    wrong("shield = [{ name = 'wall', db = 4 }]", "ana:6:33: 4 is out of range (0 to 3)");
    // Each of these is wrong in one place; the message names the value or what would be right.
    for (more, part) in [
        ("st = 0", "duplicate key"),
        ("will = 0", "1 to 40"),
        ("per = 41", "1 to 40"),
        ("fp = 201", "0 to 200"),
        ("move = 51", "0 to 50"),
        ("speed = nan", "no number that can be used here"),
        ("dodge = 0", "1 to 60"),
        ("sm = 16", "-10 to 15"),
        ("defense_bonus = 4", "0 to 3"),
        ("legs = 1", "a single leg"),
        ("hands = 5", "0 to 4"),
        ("tail_useful = true", "no tail"),
        ("encumbrance = 5", "0 to 4"),
        ("load = -1", "0 to 100000"),
        ("load = inf", "no number that can be used here"),
        ("thrust = 'thr+1'", "cannot be read"),
        ("hands = 0\npunch = true", "nothing to punch with"),
        ("traits = ['Magery 7']", "`Magery 0` to `Magery 6`"),
        ("traits = ['Magery']", "write its level"),
        ("traits = ['Fit', 'fit']", "listed twice"),
        ("traits = ['Flight']", "no trait"),
        ("traits = ['Weapon Master (axe)']", "no weapon of this sheet"),
        ("skills = { Karate = 41 }", "1 to 40"),
        ("skills = { Karate = 12, karate = 12 }", "listed twice"),
        ("skills = { 'Fast-Draw (Gun)' = 12 }", "nothing on this sheet"),
        ("spells = { fireball = 12 }", "no sample spell"),
        ("spells = { ember = 12 }", "takes Magery"),
        ("armor = [{ on = ['wings'], dr = 1 }]", "no wings"),
        ("armor = [{ on = ['elbow'], dr = 1 }]", "no location"),
        ("armor = [{ on = [], dr = 1 }]", "worn nowhere"),
        ("armor = [{ on = ['all'], dr = 101 }]", "0 to 100"),
        (
            "armor = [{ on = ['all'], dr = 100 }, { on = ['all'], dr = 100 }, { on = ['all'], dr = 1 }]",
            "200 is the most",
        ),
        ("gear = [{ name = '' }]", "this is no name"),
        ("gear = [{ name = 'a', count = 9 }]", "1 to 8"),
        ("gear = [{ name = 'a', count = 8 }, { name = 'b' }]", "too many"),
        ("gear = [{ name = 'a' }, { name = 'A' }]", "two things"),
        ("gear = [{ name = 'a', hand = 'third' }]", "has 2 hand(s)"),
        ("gear = [{ name = 'a', hand = 'both' }]", "takes 1 hand(s)"),
        ("gear = [{ name = 'a', hand = 'left' }, { name = 'b', hand = 'left' }]", "in that hand already"),
        ("natural = [{ name = 'wing', limb = 'body', damage = '1d' }]", "cannot be read"),
        ("natural = [{ name = 'hoof', limb = 'foot', damage = '1d cr' }]\nlegs = 0", "no such limb"),
    ] {
        let text = errors(more);
        assert!(text.contains(part), "{more}: {text}");
    }
}

#[test]
fn what_is_wrong_with_a_weapon() {
    let bow = |fields: &str, mode: &str| {
        errors(&format!("[[weapon]]\nname = 'bow'\nskill = 'Bow'\nweight = 2\n{fields}\nmodes = [{{ {mode} }}]"))
    };
    let good = "kind = 'missile', damage = 'thr+1 imp', range = '100/150'";
    assert_eq!(bow("hands = 2", good), "nothing is wrong");
    for (fields, mode, part) in [
        ("", "kind = 'missile', damage = 'thr imp'", "needs its range"),
        ("", "kind = 'swing', damage = 'thr imp'", "needs its reach"),
        ("", "kind = 'swing', damage = 'sw imp', reach = '1', acc = 1", "has no `acc`"),
        ("", "kind = 'missile', damage = 'thr imp', range = '9', reach = '1'", "no reach"),
        ("", "kind = 'missile', damage = 'thr imp', range = '9', acc = 11", "0 to 10"),
        ("", "kind = 'missile', damage = 'thr imp', range = '9', bulk = -13", "-12 to 0"),
        ("", "kind = 'missile', damage = 'thr imp', range = '9/5'", "cannot be read"),
        ("", "kind = 'missile', damage = '25d imp', range = '9'", "cannot be read"),
        ("hands = 3", good, "1 to 2"),
        ("hand = 'both'", good, "takes 1 hand(s)"),
        ("parryable = -5", good, "-4 to 0"),
        ("parry_score = 9", good, "cannot parry"),
        ("shots = 0", good, "1 to 100"),
        ("min_st = 101", good, "1 to 100"),
        ("reload = 2", "kind = 'swing', damage = 'sw cr', reach = '1'", "does not shoot"),
        ("skil = 'Bow'", good, "unknown field"),
        ("quality = 'good'", good, "expected `cheap`"),
    ] {
        let text = bow(fields, mode);
        assert!(text.contains(part), "{fields} {mode}: {text}");
    }
}

#[test]
fn what_is_wrong_with_a_spell() {
    let spell = |fields: &str| errors(&format!("traits = ['Magery 1']\n[[spell]]\nname = 'x'\nskill = 12\n{fields}"));
    assert_eq!(spell("class = 'regular'\ncost = 2\neffect = 'dr(3,60)'"), "nothing is wrong");
    for (fields, part) in [
        ("class = 'regular'\ncost = 2\neffect = 'teleport(3)'", "what a spell does is one of"),
        ("class = 'regular'\ncost = 2\neffect = 'stop_attack'", "only a blocking spell"),
        ("class = 'blocking'\ncost = 2\neffect = 'report'", "a blocking spell does"),
        ("class = 'missile'\ncost = 1\neffect = 'damage(per-energy,burn)'", "needs its range"),
        ("class = 'area'\ncost = 1\neffect = 'report'\nacc = 1", "only a missile has"),
        ("class = 'area'\ncost = 3\nmost_cost = 2\neffect = 'heal(3)'", "write 3 or more"),
        ("class = 'area'\ncost = 101\neffect = 'heal(3)'", "0 to 100"),
        ("class = 'song'\ncost = 1\neffect = 'heal(3)'", "expected `regular`"),
    ] {
        let text = spell(fields);
        assert!(text.contains(part), "{fields}: {text}");
    }
}

/// `DF-I50`.
#[test]
fn attributes_out_of_range() {
    for key in ["st", "dx", "iq", "ht"] {
        for value in [-1, 0, 101, 100_000] {
            let text = PERSON.replace(&format!("{key} = 10"), &format!("{key} = {value}"));
            let error = read(&Source::new("ana", text)).expect_err("out of range");
            assert!(error.to_string().contains("1 to 100"), "{error}");
        }
    }
    let genius = PERSON.replace("iq = 10", "iq = 50");
    let error = read(&Source::new("ana", genius)).expect_err("Will 50");
    assert!(error.to_string().contains("`will` ends at 40"), "{error}");
}

#[test]
fn the_schema_describes_every_field() {
    let schema = affray_files::value::schema_of::<SheetFile>("sheet");
    let fields = schema["properties"].as_object().expect("fields");
    assert!(fields.len() > 30);
    let mut tables = vec![fields];
    tables.extend(
        schema["$defs"].as_object().expect("tables").values().filter_map(|table| table["properties"].as_object()),
    );
    for (name, field) in tables.into_iter().flatten() {
        assert!(field["description"].is_string(), "{name}");
    }
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn the_documentation() {
    let text = include_str!("../../../../../docs/sheet-dfrpg.md");
    let examples: Vec<Sheet> = text
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .map(|example| read(&Source::new("example", example)).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    assert_eq!(examples.len(), 3);
    let sefa = &examples[1];
    assert_eq!(sefa.items.len(), 6);
    assert_eq!(sefa.hands_at_start(), [ItemId(0), ItemId(4), ItemId::NONE, ItemId::NONE]);
    assert_eq!(modes(&examples[2])[0], "stinger 14: 1d+3 imp 1,2");
    for name in Skill::ALL.map(Skill::name) {
        assert!(text.contains(name), "the documentation lacks {name}");
    }
    for name in Location::ALL.map(Location::name) {
        let name = name.replace("left-", "").replace("right-", "");
        assert!(text.contains(&name), "the documentation lacks {name}");
    }
    let traits = compile::PLAIN_TRAITS;
    for name in sheets::SHEETS.names().chain(SAMPLE_SPELLS).chain(traits) {
        assert!(text.contains(&format!("`{name}`")), "the documentation lacks {name}");
    }
}

/// A number, mostly of a size that sheets know.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (-12i32..120).prop_map(|n| n.to_string()),
        1 => any::<i32>().prop_map(|n| n.to_string()),
        1 => any::<f64>().prop_map(|n| format!("{n:?}").to_lowercase()),
    ]
}

/// A string, mostly like one that sheets know.
fn string() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => "(thr|sw|[0-9]{1,2}d)([+-][0-9]{1,2})?(\\([0-9.]{1,3}\\))? (cut|imp|cr|pi\\+\\+)",
        1 => "(thr|sw|d)?[0-9]{0,3}[+-]?[0-9]{0,9}(\\([0-9.]{0,4}\\))? ?(cut|imp|cr|pi)?",
        2 => "[C1-9](,[1-9]){0,2}\\*?",
        2 => "x?[0-9.]{1,4}/x?[0-9.]{1,4}",
        1 => "[Cc0-9x.,/*-]{0,8}",
        2 => "(mod|dr|heal|damage|condition)\\([a-z0-9,+-]{0,10}\\)?",
        3 => proptest::sample::select(vec![
            "both", "left", "third", "sheathed", "missile", "swing", "thrown", "hand", "body",
            "rigid", "natural", "Cloak", "Brawling", "Bow", "very-fine", "rope", "Weapon Master (",
            "Magery 3", "Fit", "all", "eyes", "tail", "punch", "report", "blocking", "heal(3)",
        ]).prop_map(str::to_owned),
        1 => "[ -~]{0,12}",
        1 => "\\PC{0,12}",
    ]
}

/// A value: for a number, for a string, and for anything.
fn value() -> impl Strategy<Value = [String; 3]> {
    let odd = proptest::sample::select(vec![
        "[]",
        "{}",
        "true",
        "nan",
        "1979-05-27",
        "['all']",
        "{ 'Fast-Draw (' = 3 }",
        "'",
    ]);
    (number(), string(), odd).prop_map(|(number, string, odd)| [number, format!("{string:?}"), odd.to_owned()])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any text is read or refused, and never panics.
    #[test]
    fn any_text(text in "\\PC{0,200}") {
        let _ = read(&Source::new("any", text));
    }

    /// A stock sheet with some of its values replaced, mostly by values of the same kind, is read
    /// or refused, and never panics; what is read keeps the bounds that the rules rely on.
    #[test]
    fn a_mutated_sheet(
        which in proptest::sample::select(sheets::SHEETS.names().collect::<Vec<_>>()),
        changes in proptest::collection::vec((0..400usize, value(), 0..20u8), 1..4),
    ) {
        let mut text = sheets::SHEETS.get(which).expect("a sheet").to_owned();
        for (at, [number, string, odd], chance) in changes {
            // Behind each equals sign or bracket, and up to what ends a value.
            let places: Vec<usize> = text
                .match_indices(" = ")
                .map(|(at, _)| at + 3)
                .filter(|&at| text[at..].starts_with(['"', '-', 't']) || text[at..].starts_with(char::is_numeric))
                .collect();
            let Some(&from) = places.get(at % places.len().max(1)) else { continue };
            let rest = &text[from..];
            let is_string = rest.starts_with('"');
            let to = from + if is_string {
                rest[1..].find('"').map_or(rest.len(), |at| at + 2)
            } else {
                rest.find([',', '\n', ' ', '}']).unwrap_or(rest.len())
            };
            let word = match chance {
                0 => odd,
                _ if is_string => string,
                _ if rest.starts_with('t') => "false".to_owned(),
                _ => number,
            };
            text.replace_range(from..to, &word);
        }
        if let Ok(sheet) = read(&Source::new(which, text)) {
            prop_assert!(sheet.items.len() <= crate::sheet::MOST_ITEMS);
            prop_assert!(sheet.modes.len() < 128);
            prop_assert!((1..=100).contains(&sheet.st) && (1..=500).contains(&sheet.hp));
            for mode in &sheet.modes {
                prop_assert!((1..=24).contains(&mode.damage.dice.number));
                prop_assert!(mode.item.is_none_or(|at| at.index() < sheet.items.len()));
                prop_assert!(mode.half_range <= mode.max_range);
            }
            let mut held = 0u8;
            for item in &sheet.items {
                prop_assert_eq!(held & item.start.hands(), 0);
                held |= item.start.hands();
            }
        }
    }
}
