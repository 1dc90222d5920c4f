//! Sheet files: one character or creature in TOML, as people write it.
//!
//! [`SheetFile`] is the format, a [`Sheet`] is what the rules read; [`compile`] makes one of the other
//! and complains of every value that is out of its range and of every unknown name. Rulings `DQ-R31`
//! to `DQ-R34` and `DQ-R38` fill in what a file leaves out.

use crate::arms::tables::{ARMOR, SHIELDS, SPELLS, WEAPONS};
use crate::sheet::{
    Bonus, Breath, Class, Group, Handedness, Item, ItemKind, MOST_ITEMS, MOST_NATURAL, Resist, Sheet, Shield, Size,
    Spell, Traits, Uses,
};
use affray_files::value::FromValue;
use affray_files::{Diagnostic, Diagnostics, FileError, Path, Source, plain, suggest};

/// Reads a sheet file; TMR and FT that it leaves out follow from AG and EN (`DQ-R38`).
///
/// # Errors
/// What is wrong with it, each with its place.
///
/// ```
/// use affray_files::Source;
/// let text = "name = 'Garm'\nps = 20\nmd = 12\nag = 8\nen = 20\nwp = 11\npc = 5\n";
/// let garm = affray_dragonquest::files::sheet_file::read(&Source::new("garm.toml", text)).unwrap();
/// assert_eq!((garm.tmr, garm.ft, garm.mod_ag), (4, 22, 8)); // DQ-R38
/// ```
pub fn read(source: &Source) -> Result<Sheet, FileError> {
    affray_files::sheets::read::<SheetFile>(source)
}

/// A character or creature for the dragonquest ruleset.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SheetFile {
    /// What it is called, up to 60 characters.
    pub name: String,
    /// Physical strength, 1 to 60.
    #[value(range = 1..=60)]
    pub ps: u8,
    /// Manual dexterity, 1 to 40.
    #[value(range = 1..=40)]
    pub md: u8,
    /// Agility, 1 to 40.
    #[value(range = 1..=40)]
    pub ag: u8,
    /// Endurance, 1 to 200.
    #[value(range = 1..=200)]
    pub en: u8,
    /// Fatigue, 0 to 200; without it, by Endurance.
    #[value(range = 0..=200)]
    pub ft: Option<u8>,
    /// Willpower, 1 to 40.
    #[value(range = 1..=40)]
    pub wp: u8,
    /// Perception, 1 to 40.
    #[value(range = 1..=40)]
    pub pc: u8,
    /// Magical aptitude, 1 to 40. Default: 10.
    #[value(default = 10, range = 1..=40)]
    pub ma: u8,
    /// Hexes a pulse, 1 to 20; without it, by agility.
    #[value(range = 1..=20)]
    pub tmr: Option<u8>,
    /// Rank as a Military Scientist, 0 to 10.
    #[value(default, range = 0..=10)]
    pub military_scientist: u8,
    /// Horsemanship Rank, 0 to 10.
    #[value(default, range = 0..=10)]
    pub horsemanship: u8,
    /// Is an assassin.
    #[value(default)]
    pub assassin: bool,
    /// The size. Default: human.
    #[value(default)]
    pub size: Size,
    /// Hexes that it covers: 1, 2, 3, 4 or 7. Default: 1.
    #[value(default = 1, range = 1..=7)]
    pub hexes: u8,
    /// Is a monster: with an Endurance of at most 5 it does not fall unconscious.
    #[value(default)]
    pub monster: bool,
    /// Can carry a rider.
    #[value(default)]
    pub mount: bool,
    /// Has hands. Default: yes, unless it has natural attacks or is a mount.
    pub has_hands: Option<bool>,
    /// The better hand. Default: right.
    #[value(default)]
    pub handedness: Handedness,
    /// The armor: a name of the table, or a table of `protection` and `ag`. Default: none.
    pub armor: Option<ArmorRef>,
    /// Natural protection, 0 to 10.
    #[value(default, range = 0..=10)]
    pub natural_armor: u8,
    /// The chance of a Passive Resistance, 1 to 99. Default: WP + 20.
    #[value(range = 1..=99)]
    pub resistance: Option<u8>,
    /// Unarmed Rank, 0 to 10; without it, unranked.
    #[value(range = 0..=10)]
    pub unarmed: Option<u8>,
    /// The optional damage bonus of fist and kick: `rank` or `none`.
    #[value(default)]
    pub unarmed_bonus: Bonus,
    /// Weapons, the usual one first.
    #[value(default)]
    pub weapon: Vec<WeaponFile>,
    /// Shields.
    #[value(default)]
    pub shield: Vec<ShieldFile>,
    /// Other things that are held or carried, by name. Weapons, shields and these are at most 8 together.
    #[value(default)]
    pub gear: Vec<String>,
    /// Bite, claws, hooves: attacks without an item.
    #[value(default)]
    pub natural: Vec<NaturalFile>,
    /// A breath that reaches everybody on a line.
    pub breath: Option<Breath>,
    /// Poisons that it carries: `weak venom`, `strong venom`, `sleep venom`.
    #[value(default)]
    pub poisons: Vec<String>,
    /// Spells and Talents, up to 32.
    #[value(default)]
    pub spell: Vec<SpellFile>,
}

/// A spell or a Talent: a row of the table by its name, with whatever differs, or one of its own.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct SpellFile {
    /// Its name.
    pub name: String,
    /// The row of the table that it is. Default: that of its name.
    #[value(rename = "as")]
    pub like: Option<String>,
    /// The cast chance, 30 to 95.
    #[value(range = 30..=95)]
    pub chance: Option<u8>,
    /// The Fatigue that it costs, 0 to 50.
    #[value(range = 0..=50)]
    pub cost: Option<u8>,
    /// Range in hexes, 0 to 60.
    #[value(range = 0..=60)]
    pub range: Option<u8>,
    /// Added to D10, -10 to 60; without it a spell of one's own does no damage.
    #[value(range = -10..=60)]
    pub damage: Option<i8>,
    /// Purely magical energy: armor does not count. Default: yes.
    pub magical: Option<bool>,
    /// It stuns. Default: no.
    pub stuns: Option<bool>,
    /// What Passive Resistance does to it. Default: nothing.
    pub resist: Option<Resist>,
    /// A Talent: no preparation, beside the action. Default: no.
    pub talent: Option<bool>,
}

/// Armor.
#[derive(Debug, Clone, PartialEq, FromValue)]
#[value(expected = "the name of an armor, or a table")]
pub enum ArmorRef {
    /// By name.
    #[value(text)]
    Named(String),
    /// In place.
    #[value(table)]
    Here(ArmorFile),
}

/// Armor of one's own.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ArmorFile {
    /// Protection, 0 to 20.
    #[value(range = 0..=20)]
    pub protection: u8,
    /// The agility modifier, -10 to 0.
    #[value(default, range = -10..=0)]
    pub ag: i8,
}

/// A weapon: a row of the table by its name, with whatever differs, or a row of one's own.
#[derive(Debug, Clone, Default, PartialEq, FromValue)]
pub struct WeaponFile {
    /// Its name.
    pub name: String,
    /// The row of the table that it is. Default: that of its name.
    #[value(rename = "as")]
    pub like: Option<String>,
    /// The Rank, 0 to the weapon's highest; without it, unranked.
    #[value(range = 0..=10)]
    pub rank: Option<u8>,
    /// Its Rank as a shield, 0 to 4 (main-gauche).
    #[value(range = 0..=4)]
    pub shield_rank: Option<u8>,
    /// Prepared when the fight begins. Default: the first weapon that the hands have room for.
    pub ready: Option<bool>,
    /// Hands that hold a weapon for one or two, 1 or 2. Default: two if both are free.
    #[value(range = 1..=2)]
    pub grip: Option<u8>,
    /// The optional damage bonus.
    #[value(default)]
    pub bonus: Bonus,
    /// Barbed, or its missiles are.
    #[value(default)]
    pub barbed: bool,
    /// Poisoned when the fight begins, with what: `weak venom`, `strong venom`, `sleep venom`.
    pub poison: Option<String>,
    /// Shots that it has, 0 to 200; without it, as many as one likes.
    #[value(range = 0..=200)]
    pub shots: Option<u8>,
    /// The group.
    pub group: Option<Group>,
    /// The fewest and the most hands, 1 or 2.
    #[value(range = 1..=2)]
    pub hands: Option<(u8, u8)>,
    /// The PS that it needs, 0 to 60.
    #[value(range = 0..=60)]
    pub ps: Option<u8>,
    /// The MD that it needs, 0 to 40.
    #[value(range = 0..=40)]
    pub md: Option<u8>,
    /// The base chance, 1 to 150.
    #[value(range = 1..=150)]
    pub base: Option<i16>,
    /// Added to D10, -10 to 30.
    #[value(range = -10..=30)]
    pub damage: Option<i8>,
    /// Range in hexes, 0 to 1000; 0 for none.
    #[value(range = 0..=1000)]
    pub range: Option<u16>,
    /// The class.
    pub class: Option<Class>,
    /// What it is used for: some of the letters R, M and C.
    pub uses: Option<String>,
    /// The highest Rank, 0 to 10.
    #[value(range = 0..=10)]
    pub max_rank: Option<u8>,
}

/// A shield: a row of the table by its name, with whatever differs, or a row of one's own.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct ShieldFile {
    /// Its name.
    pub name: String,
    /// The row of the table that it is. Default: that of its name.
    #[value(rename = "as")]
    pub like: Option<String>,
    /// Defense for each Rank, 0 to 20.
    #[value(range = 0..=20)]
    pub defense: Option<u8>,
    /// Taken off MD while it is prepared, 0 to 20.
    #[value(range = 0..=20)]
    pub md: Option<u8>,
    /// Whether one can rush with it.
    pub rush: Option<bool>,
    /// The Rank, 0 to 4; without it, unranked.
    #[value(range = 0..=4)]
    pub rank: Option<u8>,
    /// Prepared when the fight begins. Default: if an arm is free.
    pub ready: Option<bool>,
}

/// A natural attack.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub struct NaturalFile {
    /// Its name.
    pub name: String,
    /// The whole strike chance, 1 to 200.
    #[value(range = 1..=200)]
    pub chance: i16,
    /// Added to D10, -10 to 60.
    #[value(default, range = -10..=60)]
    pub damage: i8,
    /// The class.
    pub class: Class,
    /// Whether it is bite, claws or talons, so that its wounds are likelier to be infected. Default: yes for classes A
    /// and B, no for C and none, as hooves are.
    pub infects: Option<bool>,
}

/// `DQ-R38` TMR by agility.
const fn default_tmr(ag: u8) -> u8 {
    match ag {
        0..=4 => 3,
        5..=12 => 4,
        13..=17 => 5,
        18..=21 => 6,
        22..=25 => 7,
        26.. => 8,
    }
}

/// `DQ-R38` Fatigue by Endurance.
const fn default_ft(en: u8) -> u8 {
    match en {
        0..=4 => 16,
        5..=7 => 17,
        8..=10 => 18,
        11..=13 => 19,
        14..=16 => 20,
        17..=19 => 21,
        20..=22 => 22,
        23.. => 23,
    }
}

affray_files::sheet_text!(SheetFile => Sheet, compile);

/// Makes a sheet of a file.
///
/// # Errors
/// Everything that is wrong with it, with paths from the sheet's own table.
pub fn compile(file: &SheetFile) -> Result<Sheet, Vec<Diagnostic>> {
    let root = Path::root();
    let mut r = Diagnostics::default();
    r.name(root.key("name"), &file.name);
    let SheetFile { ps, md, ag, en, wp, pc, ma, hexes, .. } = *file;
    let (armor, armor_ag) = armor(&mut r, file.armor.as_ref());
    r.check(!matches!(hexes, 5 | 6), root.key("hexes"), "no such footprint", "1, 2, 3, 4 or 7 hexes");
    let message = "PS counts for bare hands as it is (DQ-R61)";
    r.check(file.unarmed_bonus != Bonus::Ps, root.key("unarmed_bonus"), message, "rank or none");
    let has_hands = file.has_hands.unwrap_or(file.natural.is_empty() && !file.mount);
    let (arms, plain_damage, items) = arms(&mut r, file);
    let spells = spells(&mut r, &file.spell);
    let mut poisons = 0;
    for (at, name) in file.poisons.iter().enumerate() {
        poisons |= poison(&mut r, root.key("poisons").index(at), name).map_or(0, |poison| 1 << poison);
    }
    let mut sheet = Sheet {
        name: file.name.clone(),
        ps,
        md,
        ag,
        mod_ag: (i32::from(ag) + i32::from(armor_ag)).max(1) as u8,
        en,
        ft: file.ft.unwrap_or(default_ft(en)),
        wp,
        pc,
        ma,
        tmr: file.tmr.unwrap_or(default_tmr(ag)),
        mil_sci: file.military_scientist,
        horsemanship: file.horsemanship,
        assassin: file.assassin,
        size: file.size,
        hexes,
        monster: file.monster,
        mount: file.mount,
        has_hands,
        handedness: file.handedness,
        armor,
        natural_armor: file.natural_armor,
        resistance: file.resistance.unwrap_or(wp + 20),
        arms,
        items,
        unarmed_rank: file.unarmed,
        talented: spells.iter().any(|spell| spell.talent),
        spells,
        breath: file.breath,
        poisons,
        plain_damage,
    };
    sheet.with_bonuses(false);
    r.or(sheet)
}

/// `DQ-R32` Protection and agility modifier of the armor.
fn armor(r: &mut Diagnostics, armor: Option<&ArmorRef>) -> (u8, i8) {
    let path = Path::root().key("armor");
    match armor {
        None => (0, 0),
        Some(ArmorRef::Here(own)) => (own.protection, own.ag),
        Some(ArmorRef::Named(name)) => match ARMOR.iter().find(|row| plain(row.0) == plain(name)) {
            Some(&(_, protection, ag)) => (protection, ag),
            None => {
                let complaint = Diagnostic::new(path, format!("there is no armor `{name}`"))
                    .did_you_mean(name, ARMOR.iter().map(|row| row.0));
                r.push(complaint);
                (0, 0)
            }
        },
    }
}

/// By arm: the items, hands, kick, natural attacks; their damage before PS and bonus counts; how many
/// items there are.
fn arms(r: &mut Diagnostics, file: &SheetFile) -> (Vec<Item>, Vec<(i8, i8)>, u8) {
    let root = Path::root();
    let mut arms: Vec<Item> = Vec::new();
    // Hands that are still free as the fight begins.
    let mut free = 2u8;
    let shields_take = file.shield.iter().filter(|shield| shield.ready != Some(false)).count().min(1) as u8;
    for (at, one) in file.weapon.iter().enumerate() {
        let room = free - if one.ready.is_none() { shields_take.min(free) } else { 0 };
        let mut item = weapon(r, &root.key("weapon").index(at), one, file.ps, room);
        let wanted = one.ready.unwrap_or(arms.iter().all(|other| !other.ready));
        item.ready = wanted && item.grip <= free;
        if one.ready == Some(true) && !item.ready {
            let complaint = Diagnostic::new(root.key("weapon").index(at).key("ready"), "no hand is free for it");
            r.push(complaint.hint("two hands hold everything that is prepared"));
        }
        free -= if item.ready { item.grip } else { 0 };
        arms.push(item);
    }
    for (at, one) in file.shield.iter().enumerate() {
        let path = root.key("shield").index(at);
        let Some((row, shield)) = shield(r, &path, one) else { continue };
        let ready = one.ready.unwrap_or(free > 0) && free > 0;
        if one.ready == Some(true) && !ready {
            let complaint = Diagnostic::new(path.key("ready"), "no arm is free for it");
            r.push(complaint.hint("two hands hold everything that is prepared"));
        }
        free -= u8::from(ready);
        let mut item = Item { name: one.name.clone(), kind: ItemKind::Shield, class: Class::C, ..Item::nothing() };
        item.serve_as_shield(shield, one.rank);
        (item.row, item.rank) = (row, one.rank);
        item.ready = ready;
        arms.push(item);
    }
    for (at, name) in file.gear.iter().enumerate() {
        r.name(root.key("gear").index(at), name);
        arms.push(Item { name: name.clone(), kind: ItemKind::Gear, ..Item::nothing() });
    }
    if arms.len() > MOST_ITEMS {
        let complaint = Diagnostic::new(root.clone(), format!("{} items", arms.len()));
        r.push(complaint.hint("weapons, shields and gear are at most 8 together"));
        arms.truncate(MOST_ITEMS);
    }
    for (at, item) in arms.iter().enumerate() {
        if arms[..at].iter().any(|other| plain(&other.name) == plain(&item.name)) {
            let complaint = Diagnostic::new(root.clone(), format!("there are two items `{}`", item.name));
            r.push(complaint.hint("every item has a name of its own: use `as` for the row of the table"));
        }
    }
    let items = arms.len() as u8;
    arms.resize_with(MOST_ITEMS, Item::nothing);
    let mut damage: Vec<(i8, i8)> = arms.iter().map(|item| (item.damage, item.ranged_damage)).collect();
    for name in ["bare hands", "kick"] {
        arms.push(Item {
            name: name.to_owned(),
            kind: ItemKind::Unarmed,
            group: Group::Unarmed,
            class: Class::C,
            uses: Uses::MELEE.union(Uses::CLOSE),
            traits: Traits::PART_OF_BODY,
            rank: file.unarmed,
            mode: if file.unarmed_bonus == Bonus::Rank { Bonus::Rank } else { Bonus::None },
            ..Item::nothing()
        });
        damage.push((-4, -4));
    }
    if file.natural.len() > MOST_NATURAL {
        let complaint = Diagnostic::new(root.key("natural"), format!("{} natural attacks", file.natural.len()));
        r.push(complaint.hint("at most 4"));
    }
    for (at, one) in file.natural.iter().take(MOST_NATURAL).enumerate() {
        let path = root.key("natural").index(at);
        r.name(path.key("name"), &one.name);
        // DQ-803, DQ-R34: attacks of classes A and B are bite, claws or talons by default.
        let infects = one.infects.unwrap_or(matches!(one.class, Class::A | Class::B));
        arms.push(Item {
            name: one.name.clone(),
            kind: ItemKind::Natural,
            group: Group::Natural,
            class: one.class,
            uses: Uses::MELEE.union(Uses::CLOSE),
            traits: if infects { Traits::PART_OF_BODY.union(Traits::INFECTS) } else { Traits::PART_OF_BODY },
            base: one.chance,
            ..Item::nothing()
        });
        damage.push((one.damage, one.damage));
    }
    (arms, damage, items)
}

/// `DQ-R25` The poison of a name.
fn poison(r: &mut Diagnostics, path: Path, name: &str) -> Option<u8> {
    let found = crate::body::poison::NAMES.iter().position(|known| plain(known) == plain(name));
    if found.is_none() {
        let hint = format!("one of: {}", crate::body::poison::NAMES.join(", "));
        r.add(path, format!("there is no poison `{name}`"), hint);
    }
    found.map(|at| at as u8)
}

/// `DQ-R22` The most spells and Talents.
const MOST_SPELLS: usize = 32;

/// `DQ-R22` Spells and Talents: their rows, with whatever the file changes.
fn spells(r: &mut Diagnostics, files: &[SpellFile]) -> Vec<Spell> {
    let root = Path::root().key("spell");
    if files.len() > MOST_SPELLS {
        r.add(root.clone(), format!("{} spells", files.len()), "at most 32");
    }
    let mut spells: Vec<Spell> = Vec::new();
    for (at, file) in files.iter().take(MOST_SPELLS).enumerate() {
        let path = root.index(at);
        r.name(path.key("name"), &file.name);
        let like = file.like.as_ref().unwrap_or(&file.name);
        let row = SPELLS.iter().find(|row| plain(row.name) == plain(like));
        if row.is_none() && (file.like.is_some() || file.cost.is_none() || file.range.is_none()) {
            let key = if file.like.is_some() { "as" } else { "name" };
            let complaint = Diagnostic::new(path.key(key), format!("the table has no spell `{like}`"))
                .did_you_mean(like, SPELLS.iter().map(|row| row.name));
            r.push(match complaint.hint {
                Some(_) => complaint,
                None => complaint.hint("a spell of one's own needs `cost` and `range`"),
            });
        }
        let chance = file.chance.or(row.and_then(|row| row.chance));
        if chance.is_none() {
            let complaint = Diagnostic::new(path.clone(), format!("`{}` has no cast chance", file.name));
            r.push(complaint.hint("chance = 55, or another number from 30 to 95"));
        }
        if spells.iter().any(|other| plain(&other.name) == plain(&file.name)) {
            let complaint = Diagnostic::new(path.key("name"), format!("there are two spells `{}`", file.name));
            r.push(complaint.hint("every spell has a name of its own"));
        }
        spells.push(Spell {
            name: file.name.clone(),
            cost: file.cost.or(row.map(|row| row.cost)).unwrap_or(0),
            range: file.range.or(row.map(|row| row.range)).unwrap_or(0),
            damage: file.damage.or(row.and_then(|row| row.damage)),
            magical: file.magical.or(row.map(|row| row.magical)).unwrap_or(true),
            stuns: file.stuns.or(row.map(|row| row.stuns)).unwrap_or(false),
            resist: file.resist.or(row.map(|row| row.resist)).unwrap_or(Resist::None),
            chance: chance.unwrap_or(30),
            talent: file.talent.or(row.map(|row| row.talent)).unwrap_or(false),
        });
    }
    spells
}

/// `DQ-R33` A shield, with its row in the table if it is of one: the row's numbers, with whatever the file changes.
fn shield(r: &mut Diagnostics, path: &Path, file: &ShieldFile) -> Option<(Option<u8>, Shield)> {
    r.name(path.key("name"), &file.name);
    let like = file.like.as_ref().unwrap_or(&file.name);
    let place = SHIELDS.iter().position(|row| plain(row.0) == plain(like));
    let own = Shield { per_rank: 0, md_penalty: 0, rush: false, close: false };
    let row = match (place, file.defense, &file.like) {
        (Some(place), ..) => SHIELDS[place].1,
        (None, Some(_), None) => own,
        _ => {
            let key = if file.like.is_some() { "as" } else { "name" };
            let complaint = Diagnostic::new(path.key(key), format!("the table has no shield `{like}`"));
            let rows = || SHIELDS.iter().map(|row| row.0);
            r.push(match file.like.is_some() || suggest(like, rows()).is_some() {
                true => complaint.did_you_mean(like, rows()),
                false => complaint.hint("a shield of one's own needs `defense`, for each Rank"),
            });
            return None;
        }
    };
    let shield = Shield {
        per_rank: file.defense.unwrap_or(row.per_rank),
        md_penalty: file.md.unwrap_or(row.md_penalty),
        rush: file.rush.unwrap_or(row.rush),
        close: row.close,
    };
    Some((place.map(|place| place as u8), shield))
}

/// `DQ-R31` A weapon: its row, with whatever the file changes. `room` hands are free for it.
fn weapon(r: &mut Diagnostics, path: &Path, file: &WeaponFile, ps: u8, room: u8) -> Item {
    r.name(path.key("name"), &file.name);
    let like = file.like.as_ref().unwrap_or(&file.name);
    let place = WEAPONS.iter().position(|row| plain(row.name) == plain(like));
    let row = place.map(|place| &WEAPONS[place]);
    let complete = file.base.is_some() && file.class.is_some() && file.uses.is_some() && file.group.is_some();
    if row.is_none() && !complete {
        let at = if file.like.is_some() { path.key("as") } else { path.key("name") };
        let complaint = Diagnostic::new(at, format!("the table has no weapon `{like}`"))
            .did_you_mean(like, WEAPONS.iter().map(|row| row.name));
        let complaint = match complaint.hint {
            Some(_) => complaint,
            None => complaint.hint("a weapon of one's own needs `group`, `base`, `class` and `uses`"),
        };
        r.push(complaint);
        return Item { name: file.name.clone(), kind: ItemKind::Weapon, ..Item::nothing() };
    }
    let uses = match file.uses.as_deref().map(read_uses) {
        Some(Some(uses)) => uses,
        Some(None) => {
            r.add(path.key("uses"), "not a use", "some of the letters R, M and C");
            Uses::MELEE
        }
        None => row.map_or(Uses::MELEE, |row| row.uses),
    };
    let group = file.group.or(row.map(|row| row.group)).unwrap_or(Group::Special);
    let (least, most) = file.hands.or(row.map(|row| row.hands)).unwrap_or((1, 1));
    r.check(least <= most, path.key("hands"), "the most hands are fewer than the fewest", "the fewest first");
    let most = most.max(least);
    let grip = file.grip.unwrap_or(most.min(room.max(least)));
    let held = (least..=most).contains(&grip);
    r.check(held, path.key("grip"), "it is not held with so many hands", format!("{least} to {most}"));
    let max_rank = file.max_rank.or(row.map(|row| row.max_rank)).unwrap_or(10);
    let ranked = file.rank.is_none_or(|rank| rank <= max_rank);
    r.check(ranked, path.key("rank"), "beyond the weapon's highest Rank", format!("0 to {max_rank}"));
    let needs_ps = file.ps.or(row.map(|row| row.ps)).unwrap_or(0);
    let mut item = Item {
        name: file.name.clone(),
        kind: ItemKind::Weapon,
        group,
        class: file.class.or(row.map(|row| row.class)).unwrap_or(Class::Unclassed),
        uses,
        hands: least,
        grip,
        most_hands: most,
        row: place.map(|place| place as u8),
        ps: needs_ps,
        md: file.md.or(row.map(|row| row.md)).unwrap_or(0),
        base: file.base.or(row.map(|row| row.base)).unwrap_or(0),
        damage: file.damage.or(row.map(|row| row.damage)).unwrap_or(0),
        shortfall: needs_ps.saturating_sub(ps) as i8,
        range: file.range.or(row.map(|row| row.range)).unwrap_or(0),
        rank: file.rank,
        mode: file.bonus,
        shots: file.shots,
        poison: file.poison.as_ref().and_then(|name| poison(r, path.key("poison"), name)),
        ..Item::nothing()
    };
    if item.poison.is_some() && !matches!(item.class, Class::A | Class::B) {
        let complaint = Diagnostic::new(path.key("poison"), "poison goes on weapons of class A or B alone (DQ-611)");
        r.push(complaint.hint("leave it out"));
    }
    if uses.has(Uses::RANGED) && item.range == 0 {
        let at = if file.uses.is_some() { path.key("uses") } else { path.key("range") };
        r.add(at, "a weapon that is fired or thrown has a range (DQ-R45)", "`range` in hexes, or no R among the uses");
    }
    item.ranged_damage = item.damage;
    item.traits = traits(&plain(row.map_or(&file.name, |row| row.name)), group, uses, file.barbed);
    if let Some((_, shield)) = SHIELDS.iter().find(|row| plain(row.0) == plain(like)) {
        item.serve_as_shield(*shield, file.shield_rank);
    } else if file.shield_rank.is_some() {
        let complaint = Diagnostic::new(path.key("shield_rank"), "that weapon is no shield");
        r.push(complaint.hint("a main-gauche is both"));
    }
    if file.bonus == Bonus::Ps && (matches!(group, Group::Missile | Group::Thrown) || needs_ps == 0) {
        let complaint = Diagnostic::new(path.key("bonus"), "no PS bonus for missile and thrown weapons (DQ-514)");
        r.push(complaint.hint("bonus = \"rank\""));
    }
    item
}

fn read_uses(text: &str) -> Option<Uses> {
    let mut uses = Uses::default();
    for letter in text.chars() {
        uses.set(match letter.to_ascii_uppercase() {
            'R' => Uses::RANGED,
            'M' => Uses::MELEE,
            'C' => Uses::CLOSE,
            _ => return None,
        });
    }
    (uses != Uses::default()).then_some(uses)
}

/// What is special about a weapon, by its row (`DQ-431`, `DQ-435`, `DQ-443`, `DQ-R30`).
fn traits(row: &str, group: Group, uses: Uses, barbed: bool) -> Traits {
    let mut traits = Traits::default();
    traits.put(Traits::BARBED, barbed);
    let long = group == Group::Pole || matches!(row, "quarterstaff" | "greataxe" | "mattock");
    traits.put(Traits::LONG_HAFTED, long);
    traits.put(Traits::CROSSBOW, matches!(row, "crossbow" | "heavycrossbow"));
    traits.put(Traits::HEAVY, row == "heavycrossbow");
    traits.put(Traits::TRIPS, matches!(row, "glaive" | "halberd" | "poleaxe" | "quarterstaff" | "spear"));
    let gentle = matches!(group, Group::Missile | Group::Entangling);
    traits.put(Traits::KNOCKS_OUT, !gentle && !matches!(row, "throwingdart" | "grenado" | "lance" | "pike"));
    traits.put(Traits::ENTANGLES, matches!(row, "net" | "whip" | "bola"));
    traits.put(Traits::MOUNTED_ONLY, row == "lance");
    traits.put(Traits::THROWN, group != Group::Missile && uses.has(Uses::RANGED));
    traits.put(Traits::BURSTS, row == "grenado");
    traits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(text: &str) -> Sheet {
        read(&Source::new("a.toml", text)).unwrap_or_else(|error| panic!("{error}"))
    }

    const BODY: &str = "name = 'A'\nps = 17\nmd = 16\nag = 15\nen = 18\nwp = 14\npc = 8\n";

    #[test]
    fn hands_at_the_start() {
        let both = sheet(&format!("{BODY}[[weapon]]\nname = 'battle axe'\nrank = 2\n"));
        assert_eq!((both.arms[0].grip, both.arms[0].ready), (2, true));
        let one = sheet(&format!("{BODY}[[weapon]]\nname = 'battle axe'\n[[shield]]\nname = 'kite'\nrank = 2\n"));
        assert_eq!((one.arms[0].grip, one.arms[1].ready, one.arms[1].defense), (1, true, 10));
    }

    #[test]
    fn shortfall_and_bonus() {
        // DQ-E70: PS 35 with a giant club (PS 25) is +2 and breaks on 87; Rank 5 is +1.
        let mut strong =
            sheet(&format!("{}[[weapon]]\nname = 'giant club'\nbonus = 'ps'\n", BODY.replace("ps = 17", "ps = 35")));
        strong.with_bonuses(true);
        assert_eq!((strong.arms[0].damage, strong.arms[0].breaks_from), (10, 87));
        let mut ranked = sheet(&format!("{BODY}[[weapon]]\nname = 'rapier'\nrank = 5\nbonus = 'rank'\n"));
        assert_eq!(ranked.arms[0].damage, 3);
        ranked.with_bonuses(true);
        assert_eq!((ranked.arms[0].damage, ranked.arms[0].breaks_from), (4, 99));
        // DQ-E18
        let weak = sheet(&format!("{}[[weapon]]\nname = 'broadsword'\n", BODY.replace("ps = 17", "ps = 14")));
        assert_eq!(weak.arms[0].damage, 3);
    }

    #[test]
    fn shields_of_ones_own() {
        // DQ-R33: 7 for each of two Ranks.
        let own = sheet(&format!("{BODY}[[shield]]\nname = 'war board'\nrank = 2\ndefense = 7\nmd = 5\nrush = true\n"));
        let shield = Shield { per_rank: 7, md_penalty: 5, rush: true, close: false };
        assert_eq!((own.arms[0].shield, own.arms[0].defense, own.arms[0].row), (Some(shield), 14, None));
        // A kite by another name that is lighter.
        let kite = sheet(&format!("{BODY}[[shield]]\nname = 'war board'\nas = 'kite'\nmd = 3\n"));
        let shield = Shield { per_rank: 5, md_penalty: 3, rush: true, close: false };
        assert_eq!((kite.arms[0].shield, kite.arms[0].defense), (Some(shield), 5));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |text: &str| read(&Source::new("a.toml", text)).unwrap_err().to_string();
        assert_eq!(
            wrong(&format!("{BODY}[[weapon]]\nname = 'brodsword'\n")),
            "a.toml:9:8: the table has no weapon `brodsword` (did you mean `broadsword`?)"
        );
        assert_eq!(
            wrong(&format!("{BODY}[[weapon]]\nname = 'long bow'\nbonus = 'ps'\n")),
            "a.toml:10:9: no PS bonus for missile and thrown weapons (DQ-514) (bonus = \"rank\")"
        );
        assert_eq!(
            wrong(&format!("{BODY}[[shield]]\nname = 'war board'\n")),
            "a.toml:9:8: the table has no shield `war board` (a shield of one's own needs `defense`, for each Rank)"
        );
        assert_eq!(
            wrong(&format!("{BODY}[[shield]]\nname = 'war board'\nas = 'kyte'\ndefense = 4\n")),
            "a.toml:10:6: the table has no shield `kyte` (did you mean `kite`?)"
        );
        assert!(wrong(&BODY.replace("md = 16", "md = 0")).contains("0 is out of range (1 to 40)"));
    }
}
