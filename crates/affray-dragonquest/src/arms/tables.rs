//! The tables of equipment: weapons, armor, shields.
//!
//! Rulings `DQ-R31` to `DQ-R33`, row by row as the ledger has them. They are data: a sheet may
//! change any value of a row or state a row of its own.

use crate::sheet::{Class, Group, Resist, Shield, Uses};

/// A row of the table of weapons (`DQ-R31`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeaponRow {
    /// The name.
    pub name: &'static str,
    /// The group.
    pub group: Group,
    /// The fewest and the most hands.
    pub hands: (u8, u8),
    /// The PS that it needs.
    pub ps: u8,
    /// The MD that it needs.
    pub md: u8,
    /// The base chance.
    pub base: i16,
    /// Added to D10.
    pub damage: i8,
    /// Range in hexes; 0 for none.
    pub range: u16,
    /// The class.
    pub class: Class,
    /// What it is used for.
    pub uses: Uses,
    /// The highest Rank.
    pub max_rank: u8,
}

#[allow(clippy::too_many_arguments, reason = "a row of a table")]
const fn row(
    name: &'static str,
    group: Group,
    hands: (u8, u8),
    (ps, md): (u8, u8),
    (base, damage): (i16, i8),
    range: u16,
    class: Class,
    uses: Uses,
    max_rank: u8,
) -> WeaponRow {
    WeaponRow { name, group, hands, ps, md, base, damage, range, class, uses, max_rank }
}

const ONE: (u8, u8) = (1, 1);
const HALF: (u8, u8) = (1, 2);
const TWO: (u8, u8) = (2, 2);
const R: Uses = Uses::RANGED;
const M: Uses = Uses::MELEE;
const C: Uses = Uses::CLOSE;
const RM: Uses = R.union(M);
const MC: Uses = M.union(C);
const RMC: Uses = R.union(M).union(C);

/// `DQ-R31` The weapons.
#[rustfmt::skip]
pub const WEAPONS: &[WeaponRow] = &[
    row("dagger", Group::Sword, ONE, (7, 10), (40, 0), 8, Class::A, RMC, 9),
    row("main-gauche", Group::Sword, ONE, (8, 15), (45, 1), 0, Class::A, MC, 10),
    row("short sword", Group::Sword, ONE, (10, 12), (45, 3), 0, Class::A, M, 6),
    row("falchion", Group::Sword, ONE, (12, 11), (50, 2), 0, Class::B, M, 8),
    row("scimitar", Group::Sword, ONE, (11, 15), (50, 3), 0, Class::B, M, 8),
    row("tulwar", Group::Sword, ONE, (13, 15), (50, 4), 0, Class::B, M, 8),
    row("rapier", Group::Sword, ONE, (11, 18), (45, 3), 0, Class::A, M, 10),
    row("sabre", Group::Sword, ONE, (14, 15), (60, 3), 0, Class::B, M, 7),
    row("broadsword", Group::Sword, ONE, (15, 15), (55, 4), 0, Class::B, M, 6),
    row("estoc", Group::Sword, ONE, (15, 17), (45, 5), 0, Class::A, M, 9),
    row("hand-and-a-half", Group::Sword, HALF, (17, 16), (60, 5), 0, Class::B, M, 7),
    row("claymore", Group::Sword, HALF, (16, 13), (50, 4), 0, Class::B, M, 7),
    row("two-handed sword", Group::Sword, TWO, (22, 14), (55, 7), 0, Class::B, M, 5),
    row("hand axe", Group::Hafted, ONE, (8, 11), (40, 1), 8, Class::B, RMC, 4),
    row("battle axe", Group::Hafted, HALF, (14, 14), (60, 4), 6, Class::B, RM, 7),
    row("great axe", Group::Hafted, TWO, (19, 17), (65, 6), 0, Class::B, M, 7),
    row("war club", Group::Hafted, ONE, (14, 10), (50, 2), 7, Class::C, RM, 5),
    row("giant club", Group::Hafted, ONE, (25, 9), (50, 8), 9, Class::C, RM, 5),
    row("torch", Group::Hafted, ONE, (8, 12), (40, 1), 0, Class::C, M, 0),
    row("mace", Group::Hafted, ONE, (16, 9), (50, 4), 5, Class::C, RM, 5),
    row("war hammer", Group::Hafted, ONE, (15, 13), (45, 3), 6, Class::C, RM, 5),
    row("war pick", Group::Hafted, HALF, (17, 13), (45, 4), 0, Class::C, M, 5),
    row("flail", Group::Hafted, ONE, (14, 15), (50, 2), 0, Class::C, M, 5),
    row("morningstar", Group::Hafted, HALF, (18, 15), (60, 4), 0, Class::C, M, 5),
    row("mattock", Group::Hafted, TWO, (19, 14), (55, 6), 0, Class::C, M, 5),
    row("quarterstaff", Group::Hafted, TWO, (12, 16), (55, 2), 0, Class::C, M, 9),
    row("sap", Group::Hafted, ONE, (9, 11), (40, 1), 0, Class::C, MC, 3),
    row("javelin", Group::Pole, ONE, (12, 15), (45, 2), 12, Class::A, RM, 10),
    row("spear", Group::Pole, HALF, (15, 14), (50, 3), 6, Class::A, RM, 5),
    row("giant spear", Group::Pole, HALF, (22, 16), (55, 7), 12, Class::A, RM, 5),
    row("pike", Group::Pole, TWO, (18, 16), (45, 5), 0, Class::A, M, 5),
    row("lance", Group::Pole, ONE, (16, 18), (45, 6), 0, Class::A, M, 5),
    row("halberd", Group::Pole, TWO, (16, 16), (55, 3), 0, Class::B, M, 5),
    row("poleaxe", Group::Pole, TWO, (18, 15), (55, 4), 0, Class::B, M, 5),
    row("trident", Group::Pole, HALF, (14, 16), (45, 2), 5, Class::A, RM, 5),
    row("glaive", Group::Pole, TWO, (16, 18), (55, 5), 0, Class::B, M, 9),
    row("throwing dart", Group::Thrown, ONE, (9, 15), (40, 0), 12, Class::A, R, 10),
    row("boomerang", Group::Thrown, ONE, (11, 15), (40, 0), 20, Class::C, R, 7),
    row("grenado", Group::Thrown, ONE, (9, 15), (40, 2), 15, Class::Unclassed, R, 4),
    row("sling", Group::Missile, TWO, (7, 15), (40, 1), 60, Class::C, R, 8),
    row("short bow", Group::Missile, TWO, (14, 15), (45, 2), 60, Class::A, R, 8),
    row("long bow", Group::Missile, TWO, (16, 15), (55, 4), 180, Class::A, R, 8),
    row("composite bow", Group::Missile, TWO, (17, 15), (55, 4), 225, Class::A, R, 8),
    row("crossbow", Group::Missile, TWO, (14, 14), (60, 3), 80, Class::A, R, 5),
    row("heavy crossbow", Group::Missile, TWO, (20, 14), (60, 5), 90, Class::A, R, 5),
    row("blowgun", Group::Missile, TWO, (7, 16), (30, -6), 7, Class::A, R, 10),
    row("net", Group::Entangling, ONE, (11, 16), (30, -4), 5, Class::Unclassed, RM, 4),
    row("bola", Group::Entangling, ONE, (11, 15), (35, -4), 10, Class::Unclassed, R, 6),
    row("whip", Group::Entangling, ONE, (10, 16), (40, -4), 0, Class::Unclassed, M, 10),
    row("cestus", Group::Special, ONE, (12, 14), (35, -1), 0, Class::C, MC, 9),
    row("rock", Group::Special, ONE, (5, 10), (30, -1), 8, Class::C, RMC, 6),
    row("garotte", Group::Special, TWO, (12, 15), (30, 3), 0, Class::Unclassed, C, 3),
];

/// `DQ-R32` Armor: name, protection, AG modifier.
#[rustfmt::skip]
pub const ARMOR: &[(&str, u8, i8)] = &[
    ("none", 0, 0),
    ("cloth", 1, 0),
    ("heavy furs", 2, 0),
    ("soft leather", 3, 0),
    ("leather", 4, -1),
    ("scale", 5, -3),
    ("chainmail", 6, -2),
    ("partial plate", 6, -2),
    ("full plate", 7, -3),
    ("improved plate", 8, -3),
];

/// `DQ-R33` Shields. The main-gauche stands among the weapons too.
#[rustfmt::skip]
pub const SHIELDS: &[(&str, Shield)] = &[
    ("buckler", Shield { per_rank: 2, md_penalty: 0, rush: true, close: false }),
    ("small round", Shield { per_rank: 3, md_penalty: 2, rush: true, close: false }),
    ("large round", Shield { per_rank: 4, md_penalty: 3, rush: true, close: false }),
    ("kite", Shield { per_rank: 5, md_penalty: 4, rush: true, close: false }),
    ("tower", Shield { per_rank: 6, md_penalty: 6, rush: false, close: false }),
    ("main-gauche", Shield { per_rank: 2, md_penalty: 0, rush: false, close: true }),
];

/// A row of the table of spells (`DQ-R22`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpellRow {
    /// The name.
    pub name: &'static str,
    /// The Fatigue that it costs.
    pub cost: u8,
    /// Range in hexes.
    pub range: u8,
    /// Added to D10; `None` for no damage.
    pub damage: Option<i8>,
    /// Purely magical: armor does not count.
    pub magical: bool,
    /// It stuns.
    pub stuns: bool,
    /// What resistance does.
    pub resist: Resist,
    /// The cast chance that comes with it, if one does.
    pub chance: Option<u8>,
    /// A Talent.
    pub talent: bool,
}

const SPELL: SpellRow = SpellRow {
    name: "",
    cost: 2,
    range: 10,
    damage: None,
    magical: true,
    stuns: false,
    resist: Resist::None,
    chance: None,
    talent: false,
};

/// `DQ-R22` Spells and Talents.
#[rustfmt::skip]
pub const SPELLS: &[SpellRow] = &[
    SpellRow { name: "Energy Bolt", cost: 3, range: 15, damage: Some(2), resist: Resist::Halves, ..SPELL },
    SpellRow { name: "Hurled Stone", damage: Some(1), magical: false, ..SPELL },
    SpellRow { name: "Numbing Touch", range: 1, stuns: true, resist: Resist::Negates, ..SPELL },
    SpellRow { name: "Spark", cost: 0, range: 1, damage: Some(-5), resist: Resist::Negates, chance: Some(40), talent: true, ..SPELL },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_minimums_sensible() {
        for (at, row) in WEAPONS.iter().enumerate() {
            assert!(WEAPONS[..at].iter().all(|other| other.name != row.name), "{}", row.name);
            assert!(row.hands.0 <= row.hands.1 && row.base >= 30, "{}", row.name);
        }
        assert_eq!((ARMOR.len(), SHIELDS.len()), (10, 6));
    }
}
