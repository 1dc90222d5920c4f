//! What follows from a character's attributes and load, each value by a function of its own.
//!
//! Rules `DF-020` to `DF-036` and rulings `DF-R13`, `DF-R22` and `DF-R80`. Numbers in, a number
//! out; `files::sheet` puts them together, and a sheet may override each of them. What the family
//! shares is named here by its rules and stands in [`affray_3d6::attributes`].

use crate::sheet::{Damage, Material, Skill};

/// `DF-022` Basic Speed, in quarters: fractions are kept.
pub use affray_3d6::attributes::speed_quarters;

/// `DF-023` Basic Move: Basic Speed without its fraction.
pub use affray_3d6::attributes::basic_move;

/// `DF-024` Basic Lift in tenths of a pound: whole pounds from ten pounds up.
pub use affray_3d6::attributes::basic_lift;

/// `DF-025` The encumbrance level under a load, both weights in tenths of a pound; 5 stands for
/// more than can be carried at all. Limits are inclusive.
pub use affray_3d6::attributes::encumbrance;

/// `DF-026` Move under an encumbrance level.
///
/// ```
/// use affray_dfrpg::derived::loaded_move;
/// assert_eq!(loaded_move(6, 2), 3); // 3.6
/// assert_eq!(loaded_move(1, 4), 1); // a Move above 0 stays at least 1
/// assert_eq!(loaded_move(6, 5), 0);
/// ```
pub const fn loaded_move(basic_move: i16, encumbrance: i16) -> i16 {
    if basic_move <= 0 || encumbrance >= 5 {
        return 0;
    }
    let loaded = basic_move * (5 - encumbrance) / 5;
    if loaded < 1 { 1 } else { loaded }
}

/// `DF-027` Dodge without a load.
pub const fn dodge(speed_quarters: i16, defense_bonus: i16) -> i16 {
    speed_quarters / 4 + 3 + defense_bonus
}

/// `DF-027` Dodge under an encumbrance level; nothing is lower than the fourth.
pub const fn loaded_dodge(dodge: i16, encumbrance: i16) -> i16 {
    dodge - if encumbrance < 4 { encumbrance } else { 4 }
}

/// `DF-257` `DF-263` A Parry or Block of a skill, before the modifier of the weapon.
pub use affray_3d6::attributes::defense_score;

/// `DF-028` `DF-029` Damage of a ST; between the rows above 40 the lower one holds.
pub use affray_3d6::attributes::{swing, thrust};

/// `DF-031` The damage of a weapon: what its wielder deals, and the weapon's own adds.
pub use affray_3d6::attributes::with_adds;

/// `DF-033` How many points of ST are lacking for a weapon: so much is lost on its skill.
pub const fn st_short(st: i16, min_st: i16) -> i16 {
    if st < min_st { min_st - st } else { 0 }
}

/// `DF-R13` Whether a weapon that is listed as unwieldy is so for a wielder of that ST; without a
/// minimum ST it is for everybody.
pub const fn is_unwieldy(st: i16, min_st: Option<i16>) -> bool {
    match min_st {
        Some(min_st) => 2 * st < 3 * min_st,
        None => true,
    }
}

/// `DF-036` Damage of a punch or a bite, by the ST that throws it.
pub fn punch(st: i16) -> Damage {
    with_adds(thrust(st), -1)
}

/// `DF-036` `DF-226` Damage of a kick: one more than a punch.
pub fn kick(st: i16) -> Damage {
    with_adds(punch(st), 1)
}

/// `DF-R22` Hit points of an object, by its weight in hundredths of a pound: eight times the cube
/// root of the pounds, to the nearest whole number, and at least 1.
///
/// ```
/// assert_eq!(affray_dfrpg::derived::object_hp(400), 13); // an axe of 4 lb: 12.7
/// ```
pub fn object_hp(hundredths: i32) -> i16 {
    // Rounded up to n is all from n - 1/2 on: ((2n - 1) / 16)^3 pounds.
    let reached = |hp: i64| (2 * hp - 1).pow(3) * 100 <= 4096 * i64::from(hundredths);
    (1..=500).take_while(|&hp| reached(hp)).last().map_or(1, |hp| hp as i16)
}

/// `DF-R22` Damage resistance of an object, by what it is made of.
pub const fn object_dr(material: Material) -> i16 {
    match material {
        Material::Metal => 6,
        Material::WoodAndMetal => 4,
        Material::Wood => 2,
        Material::Rope => 1,
    }
}

/// `DF-R80` The score of a skill that was never learned.
///
/// Running has no rule of its own without training, as HT always serves in its place: HT-5.
pub const fn default_score(skill: Skill, dx: i16, iq: i16, ht: i16) -> i16 {
    match skill {
        Skill::Boxing | Skill::Brawling | Skill::Judo | Skill::Karate | Skill::SumoWrestling | Skill::Wrestling => dx,
        Skill::Shield | Skill::InnateAttack | Skill::Throwing => dx - 4,
        Skill::Acrobatics => dx - 6,
        Skill::Running => ht - 5,
        Skill::FirstAid => iq - 4,
        _ => dx - 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lift_load_move_and_dodge() {
        // DF-E07: Arn, Basic Lift 34 lb.
        let lift = basic_lift(13);
        assert_eq!(lift, 340);
        let loaded = |pounds: i32| {
            let level = encumbrance(lift, 10 * pounds);
            (level, loaded_move(6, level), loaded_dodge(dodge(24, 0), level))
        };
        assert_eq!(loaded(34), (0, 6, 9));
        assert_eq!(loaded(60), (1, 4, 8));
        assert_eq!(loaded(68), (1, 4, 8));
        assert_eq!(loaded(69), (2, 3, 7));
        assert_eq!(loaded(102), (2, 3, 7));
        assert_eq!(loaded(204), (3, 2, 6));
        assert_eq!(loaded(340), (4, 1, 5));
        assert_eq!(loaded(341), (5, 0, 5));
        // The fractions of the rule: 8 x 4.1 and 9 x 4.9 pounds.
        for (st, tenths) in [(1, 2), (6, 72), (8, 130), (9, 160), (10, 200), (12, 290), (20, 800), (100, 20_000)] {
            assert_eq!(basic_lift(st), tenths, "ST {st}");
        }
    }

    #[test]
    fn moving_at_all() {
        assert_eq!(loaded_move(0, 0), 0);
        assert_eq!(loaded_move(5, 1), 4);
        assert_eq!(loaded_move(5, 2), 3);
        assert_eq!(loaded_move(2, 4), 1);
        assert_eq!(loaded_move(50, 4), 10);
    }

    #[test]
    fn speed_and_dodge() {
        assert_eq!(speed_quarters(12, 12), 24);
        assert_eq!(basic_move(23), 5, "Cyn: 5.75");
        assert_eq!(dodge(23, 0), 8, "Cyn");
        assert_eq!(dodge(25, 2), 11);
    }

    #[test]
    fn damage_by_st() {
        #[track_caller]
        fn row(st: i16, thrusts: &str, swings: &str) {
            assert_eq!(thrust(st).to_string(), thrusts, "thrust of ST {st}");
            assert_eq!(swing(st).to_string(), swings, "swing of ST {st}");
        }
        row(1, "1d-6", "1d-5");
        row(2, "1d-6", "1d-5");
        row(8, "1d-3", "1d-2");
        row(9, "1d-2", "1d-1");
        row(10, "1d-2", "1d");
        row(11, "1d-1", "1d+1");
        row(12, "1d-1", "1d+2");
        row(13, "1d", "2d-1");
        row(14, "1d", "2d");
        row(17, "1d+2", "3d-1");
        row(19, "2d-1", "3d+1");
        row(20, "2d-1", "3d+2");
        row(26, "2d+2", "5d");
        row(28, "3d-1", "5d+1");
        row(40, "4d+1", "7d-1");
        row(44, "4d+1", "7d-1");
        row(45, "5d", "7d+1");
        row(49, "5d", "7d+1");
        row(60, "7d-1", "9d");
        row(99, "10d+2", "12d+2");
        row(100, "11d", "13d");
        // Never less with more ST.
        let mean = |damage: Damage| 7 * i32::from(damage.dice.number) + 2 * i32::from(damage.add);
        for st in 1..100 {
            assert!(mean(thrust(st)) <= mean(thrust(st + 1)), "thrust of ST {st}");
            assert!(mean(swing(st)) <= mean(swing(st + 1)), "swing of ST {st}");
        }
    }

    #[test]
    fn weapons_and_limbs() {
        assert_eq!(with_adds(swing(20), 3).to_string(), "3d+5", "the ogre");
        assert_eq!(with_adds(thrust(13), 2).to_string(), "1d+2", "Arn");
        assert_eq!(punch(13).to_string(), "1d-1", "DF-E51");
        assert_eq!(kick(13).to_string(), "1d", "DF-E51");
        assert_eq!(punch(20).to_string(), "2d-2", "DF-E92: a bite");
        assert_eq!(st_short(10, 13), 3);
        assert_eq!(st_short(13, 13), 0);
        assert!(is_unwieldy(17, Some(12)), "1.5 times 12 is 18");
        assert!(!is_unwieldy(18, Some(12)));
        assert!(is_unwieldy(16, Some(11)), "16.5");
        assert!(!is_unwieldy(17, Some(11)));
        assert!(is_unwieldy(100, None));
    }

    #[test]
    fn objects() {
        assert_eq!(object_hp(400), 13, "DF-E55");
        assert_eq!(object_dr(Material::WoodAndMetal), 4, "DF-E55");
        assert_eq!(object_hp(300), 12, "11.54");
        assert_eq!(object_hp(275), 11, "11.21");
        assert_eq!(object_hp(100), 8);
        assert_eq!(object_hp(800), 16);
        assert_eq!(object_hp(0), 1);
        assert_eq!(object_hp(100_000), 80);
        for pounds in 1..=1000 {
            let hp = (8.0 * f64::from(pounds).cbrt()).round() as i16;
            assert_eq!(object_hp(100 * pounds), hp, "{pounds} lb");
        }
    }

    #[test]
    fn skills_never_learned() {
        let score = |skill| default_score(skill, 12, 10, 11);
        assert_eq!(score(Skill::Karate), 12);
        assert_eq!(score(Skill::Broadsword), 7);
        assert_eq!(score(Skill::Bow), 7);
        assert_eq!(score(Skill::Shield), 8);
        assert_eq!(score(Skill::Cloak), 7);
        assert_eq!(score(Skill::Acrobatics), 6, "DF-E42");
        assert_eq!(score(Skill::InnateAttack), 8);
        assert_eq!(score(Skill::Throwing), 8);
        assert_eq!(score(Skill::FirstAid), 6);
        assert_eq!(score(Skill::Running), 6);
        assert_eq!(defense_score(15), 10);
        assert_eq!(defense_score(-3), 1);
    }
}
