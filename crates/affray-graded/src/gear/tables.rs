//! Base damage by ST, and the lists of weapons, armor and shields.
//!
//! Rules `GR-009`, `GR-011`, `GR-024`; rulings `GR-R11` to `GR-R13`, `GR-R111` to `GR-R114`.

use crate::sheet::{Class, ItemTraits, Rate, Size};
use affray_files::value::FromValue;

/// `GR-009` `GR-R11` Thrust and swing of ST 4 to 27.
#[rustfmt::skip]
const DAMAGE: [(i16, i16); 24] = [
    (0, 0), (1, 1), (2, 2), (3, 3), (3, 4), (4, 5),
    (4, 6), (5, 7), (5, 8), (6, 10), (6, 11), (7, 13),
    (7, 14), (8, 16), (8, 17), (9, 19), (10, 20), (10, 22),
    (11, 24), (12, 26), (12, 28), (13, 30), (14, 32), (14, 34),
];

/// `GR-009` `GR-R12` Thrust and swing by ST.
///
/// ```
/// use affray_graded::gear::tables::base_damage;
/// assert_eq!(base_damage(12), (5, 8));
/// assert_eq!(base_damage(30), (16, 40)); // GR-E10
/// assert_eq!(base_damage(3), (0, 0));
/// ```
pub const fn base_damage(st: i32) -> (i16, i16) {
    match st {
        ..=3 => (0, 0),
        4..=27 => DAMAGE[(st - 4) as usize],
        _ => {
            let st = if st < 200 { st as i16 } else { 200 };
            (14 + (st - 26) / 2, 34 + 2 * (st - 27))
        }
    }
}

/// A melee weapon of the list.
#[derive(Debug, Clone, Copy)]
pub struct Melee {
    /// Its name.
    pub name: &'static str,
    /// The skill.
    pub class: Class,
    /// The size.
    pub size: Size,
    /// Half hands: 2, 3 or 4.
    pub hands: u8,
    /// How often it attacks.
    pub rate: Rate,
    /// The ST that it needs.
    pub st: i8,
    /// Added to swing for crushing, to swing for cutting, to thrust for impaling.
    pub damage: [Option<i8>; 3],
    /// Reach in hexes.
    pub reach: u8,
    /// What else there is to it.
    pub traits: ItemTraits,
    /// Weight in tenths of a pound.
    pub weight: u16,
}

const NO: ItemTraits = ItemTraits::NONE;

/// `GR-R111` `GR-R13` Melee weapons.
#[rustfmt::skip]
pub const MELEE: [Melee; 17] = {
    use Class::*;
    use Size::*;
    use Rate::{Normal, Slow, HandAndAHalf};
    #[expect(clippy::too_many_arguments, reason = "a row of a table")]
    const fn row(
        name: &'static str, class: Class, size: Size, hands: u8, rate: Rate, st: i8,
        damage: [Option<i8>; 3], reach: u8, traits: ItemTraits, weight: u16,
    ) -> Melee {
        Melee { name, class, size, hands, rate, st, damage, reach, traits, weight }
    }
    const fn cr(by: i8) -> [Option<i8>; 3] { [Some(by), None, None] }
    const fn cut(by: i8) -> [Option<i8>; 3] { [None, Some(by), None] }
    const fn imp(by: i8) -> [Option<i8>; 3] { [None, None, Some(by)] }
    const fn both(cut: i8, imp: i8) -> [Option<i8>; 3] { [None, Some(cut), Some(imp)] }
    [
        row("small_knife", Knife, VerySmall, 2, Normal, 4, both(-3, -1), 1, ItemTraits::THROWN_KNIFE, 5),
        row("dagger", Knife, VerySmall, 2, Normal, 5, imp(-1), 1, ItemTraits::THROWN_KNIFE, 5),
        row("large_knife", Knife, Small, 2, Normal, 6, both(-2, 0), 1, ItemTraits::THROWN_KNIFE, 10),
        row("shortsword", Shortsword, Medium, 2, Normal, 7, both(0, 0), 1, NO, 20),
        row("rapier", Fencing, Medium, 2, Normal, 8, imp(1), 1, ItemTraits::THRUSTING_SWORD, 20),
        row("broadsword", Broadsword, Medium, 2, Normal, 10, both(1, 1), 1, NO, 30),
        row("bastard_sword", Broadsword, Large, 3, HandAndAHalf, 10, both(2, 1), 1, NO, 50),
        row("greatsword", TwoHandedSword, Large, 4, Slow, 12, both(3, 2), 1, NO, 70),
        row("axe", AxeMace, Medium, 2, Normal, 11, cut(2), 1, NO, 40),
        row("mace", AxeMace, Medium, 2, Normal, 11, cr(3), 1, ItemTraits::SOLID, 50),
        row("great_axe", TwoHandedAxe, Large, 4, Slow, 13, cut(4), 1, NO, 80),
        row("flail", Class::Flail, Medium, 2, Slow, 12, cr(3), 1, ItemTraits::FLAIL, 60),
        row("club", AxeMace, Medium, 2, Normal, 7, cr(1), 1, ItemTraits::FRAGILE, 30),
        row("crowbar", AxeMace, Medium, 2, Normal, 9, cr(1), 1, ItemTraits::SOLID, 40),
        row("quarterstaff", Class::Quarterstaff, Large, 4, Slow, 6, cr(2), 1, NO, 40),
        row("spear", Class::Spear, Medium, 2, Normal, 9, imp(2), 2, NO, 40),
        row("halberd", Polearm, Large, 4, Slow, 13, both(4, 3), 2, ItemTraits::POLEARM, 120),
    ]
};

/// What a ranged weapon's damage rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
pub enum Base {
    /// Thrust.
    Thrust,
    /// Swing.
    Swing,
}

/// What a ranged weapon does, in a row of the list.
#[derive(Debug, Clone, Copy)]
pub struct Shot {
    /// Its name.
    pub name: &'static str,
    /// The skill.
    pub class: Class,
    /// It is thrown itself.
    pub thrown: bool,
    /// Half hands.
    pub hands: u8,
    /// How often it shoots.
    pub rate: Rate,
    /// The ST that it needs.
    pub st: i8,
    /// What its damage rests on, the modifier, and the type: 0 crushing, 1 cutting, 2 impaling.
    pub damage: (Base, i8, u8),
    /// Snap Shot.
    pub ss: i8,
    /// Accuracy.
    pub acc: i8,
    /// Tenths of the full ST: the greatest range in yards.
    pub range: u16,
    /// The most damage of a hit that is not critical (`GR-006`).
    pub cap: Option<i16>,
    /// What else there is to it.
    pub traits: ItemTraits,
    /// Weight in tenths of a pound, where no melee row states it.
    pub weight: u16,
}

/// `GR-R112` Ranged weapons.
#[rustfmt::skip]
pub const SHOTS: [Shot; 12] = {
    use Class::*;
    use Base::*;
    use Rate::{Normal, Fast};
    const NARROW: ItemTraits = ItemTraits::NARROW;
    const KNIFE: ItemTraits = ItemTraits::NARROW.union(ItemTraits::THROWN_KNIFE);
    #[expect(clippy::too_many_arguments, reason = "a row of a table")]
    const fn row(
        name: &'static str, class: Class, thrown: bool, hands: u8, rate: Rate, st: i8, damage: (Base, i8, u8),
        ss: i8, acc: i8, range: u16, cap: Option<i16>, traits: ItemTraits, weight: u16,
    ) -> Shot {
        Shot { name, class, thrown, hands, rate, st, damage, ss, acc, range, cap, traits, weight }
    }
    [
        row("small_knife", KnifeThrowing, true, 2, Fast, 4, (Thrust, -1, 2), 11, 0, 10, None, KNIFE, 5),
        row("dagger", KnifeThrowing, true, 2, Fast, 5, (Thrust, -1, 2), 12, 0, 10, None, KNIFE, 5),
        row("large_knife", KnifeThrowing, true, 2, Normal, 6, (Thrust, 0, 2), 12, 0, 10, None, ItemTraits::THROWN_KNIFE, 10),
        row("dart", Dart, true, 2, Fast, 3, (Thrust, -2, 2), 10, 1, 20, Some(4), NARROW, 5),
        row("axe", AxeThrowing, true, 2, Normal, 11, (Swing, 2, 1), 10, 2, 10, None, NO, 40),
        row("spear", SpearThrowing, true, 2, Normal, 9, (Thrust, 3, 2), 11, 2, 15, None, NO, 40),
        row("javelin", SpearThrowing, true, 2, Normal, 8, (Thrust, 1, 2), 10, 3, 25, None, NARROW, 20),
        row("sling", Class::Sling, false, 2, Normal, 6, (Swing, 0, 0), 12, 1, 100, Some(9), NO, 5),
        row("short_bow", Bow, false, 4, Fast, 7, (Thrust, 0, 2), 12, 1, 150, Some(9), NARROW, 20),
        row("bow", Bow, false, 4, Normal, 10, (Thrust, 1, 2), 13, 2, 200, Some(10), NARROW, 20),
        row("longbow", Bow, false, 4, Normal, 11, (Thrust, 2, 2), 15, 3, 200, Some(10), NARROW, 30),
        row("crossbow", Class::Crossbow, false, 4, Rate::Crossbow, 7, (Thrust, 4, 2), 12, 4, 250, Some(18), NARROW, 60),
    ]
};

/// Armor or a helm of the list; values against crushing, cutting and impaling.
#[derive(Debug, Clone, Copy)]
pub struct Armor {
    /// Its name.
    pub name: &'static str,
    /// Passive defense.
    pub pd: [i8; 3],
    /// Damage resistance.
    pub dr: [i8; 3],
    /// Weight in tenths of a pound.
    pub weight: u16,
    /// A helm; `Some(true)` for a closed one.
    pub helm: Option<bool>,
}

/// `GR-R113` `GR-024` Suits of armor and helms.
#[rustfmt::skip]
pub const ARMOR: [Armor; 8] = [
    Armor { name: "cloth", pd: [1, 1, 0], dr: [1, 1, 1], weight: 60, helm: None },
    Armor { name: "leather", pd: [2, 2, 2], dr: [2, 2, 2], weight: 120, helm: None },
    Armor { name: "chain", pd: [3, 3, 1], dr: [4, 4, 2], weight: 400, helm: None },
    Armor { name: "scale", pd: [3, 3, 2], dr: [4, 4, 4], weight: 450, helm: None },
    Armor { name: "plate", pd: [4, 4, 4], dr: [5, 7, 6], weight: 600, helm: None },
    Armor { name: "cap", pd: [1, 1, 1], dr: [1, 1, 1], weight: 10, helm: Some(false) },
    Armor { name: "pot_helm", pd: [3, 3, 3], dr: [4, 4, 4], weight: 50, helm: Some(false) },
    Armor { name: "great_helm", pd: [4, 4, 4], dr: [6, 6, 6], weight: 100, helm: Some(true) },
];

/// A shield of the list.
#[derive(Debug, Clone, Copy)]
pub struct ShieldRow {
    /// Its name.
    pub name: &'static str,
    /// Its size.
    pub size: Size,
    /// Passive defense.
    pub pd: i8,
    /// HT, for blocks on the target number.
    pub ht: i8,
    /// Added to thrust in a bash.
    pub bash: i8,
    /// Weight in tenths of a pound.
    pub weight: u16,
}

/// `GR-R114` Shields.
pub const SHIELDS: [ShieldRow; 4] = [
    ShieldRow { name: "buckler", size: Size::Small, pd: 1, ht: 13, bash: 0, weight: 20 },
    ShieldRow { name: "small_shield", size: Size::Small, pd: 2, ht: 12, bash: 0, weight: 80 },
    ShieldRow { name: "medium_shield", size: Size::Medium, pd: 3, ht: 12, bash: 0, weight: 150 },
    ShieldRow { name: "large_shield", size: Size::Large, pd: 4, ht: 13, bash: 1, weight: 250 },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// `GR-E99` `GR-R11`
    #[test]
    fn damage_by_strength() {
        for (st, both) in [(4, (0, 0)), (13, (6, 10)), (16, (7, 14)), (20, (10, 20)), (22, (11, 24)), (27, (14, 34))] {
            assert_eq!(base_damage(st), both, "ST {st}");
        }
        let rising = |pair: &[(i16, i16)]| pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1;
        let all: Vec<_> = (0..60).map(base_damage).collect();
        assert!(all.windows(2).all(rising));
    }
}
