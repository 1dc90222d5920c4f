//! Events in words.

use super::choice::{blow as blow_words, defends, maneuver as maneuver_words};
use super::{Names, cell, time};
use crate::decision::{Defense, Medicine};
use crate::event::{Event, told_as_declared};
use crate::scene::Setup;
use crate::strike::critical::{Mishap, Row};
use crate::strike::damage::Grade;
use crate::strike::defense::Bar;
use affray_kernel::referee::CombatantId;
use affray_session::narrate::count;
use affray_session::said;

pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let names = Names(setup);
    let n = |who: CombatantId| names.of(who);
    Some(match *event {
        Event::TurnEnds { .. } | Event::RoundBegins { .. } | Event::RoundEnds => return None,
        Event::Maneuvers { who, maneuver } => format!("{}: {}.", n(who), maneuver_words(names, who, maneuver)),
        Event::Turns { who, facing } => format!("{} turns to face {}.", n(who), facing.name()),
        Event::Takes { who, posture } => format!("{} is {} now.", n(who), posture.word()),
        Event::Attacks { who, blow, .. } => format!("{}: {}.", n(who), blow_words(names, who, &blow)),
        Event::Misses { who, target, pd: 0 } => format!("{} misses {}.", n(who), n(target)),
        Event::Misses { who, target, pd } => {
            format!("{} succeeds, but the passive defense of {} ({pd}) turns the blow.", n(who), n(target))
        }
        Event::Succeeds { who, margin, pd: 0, at, .. } => {
            format!("{}'s margin is {margin}, at the {}.", n(who), at.words())
        }
        Event::Succeeds { who, target, margin, at, .. } => {
            format!("{} beats the passive defense of {} by {margin}, at the {}.", n(who), n(target), at.words())
        }
        Event::Undefended { who, why } => {
            let why = match why {
                Bar::Behind => "has no defense against what comes from behind",
                Bar::AllOut => "has no defense after the all-out attack",
                Bar::Charge => "has no defense after the charge",
                Bar::RapidFire => "has no defense after the rapid fire",
                Bar::Helpless => "cannot defend",
                Bar::Pinned => "is pinned and cannot defend",
            };
            format!("{} {why}.", n(who))
        }
        Event::Declines { who } => format!("{} tries no active defense ({}).", n(who), rule!("GR-R09")),
        Event::Defends { who, defense, critical: true, .. } => {
            let rule = match defense {
                Defense::Parry(_) => rule!("GR-154"),
                Defense::Block => rule!("GR-163"),
                _ => rule!("GR-169"),
            };
            format!("{}: {}, and fails critically ({rule}).", n(who), defends(names, who, defense))
        }
        Event::Defends { who, defense, success, .. } => {
            let result = if success { "succeeds" } else { "fails" };
            format!("{}: {}, and {result}.", n(who), defends(names, who, defense))
        }
        Event::Hits { who, target, grade, at } => {
            let how = match grade {
                Grade::Critical => "a critical hit".to_owned(),
                grade => format!("{}% of the damage", grade.percent()),
            };
            format!("{} hits {}, {}: {how}.", n(who), n(target), at.words())
        }
        Event::CriticalHit { row, at, .. } => format!("Critical hit: {}.", critical_hit(row.at(at))),
        Event::CriticalMiss { who, mishap } => {
            let what = match mishap {
                Mishap::Breaks => "the weapon breaks",
                Mishap::HitsSelf => "a blow at one's own leg for half the damage",
                Mishap::GrazesSelf => "a blow at one's own leg for a quarter of the damage",
                Mishap::Harmless => {
                    "nothing comes of it, for a thrust or a shot does not strike one's own leg (GR-214)"
                }
                Mishap::LosesBalance => "off balance",
                Mishap::Turns => "the weapon turns in the hand",
                Mishap::Drops => "the weapon is dropped",
                Mishap::Flies => "the weapon flies off",
                Mishap::Strains => "a strained shoulder",
                Mishap::Falls => "a fall",
            };
            format!("{} blunders: {what}.", n(who))
        }
        Event::Wounded { who, points, left, at } => {
            format!("{} loses {points} HP ({}) and has {left}.", n(who), at.words())
        }
        Event::Crippled { who, at, rounds: None } => format!("{}'s {} is crippled.", n(who), at.words()),
        Event::Crippled { who, at, rounds: Some(rounds) } => {
            format!("{}'s {} is crippled for {}.", n(who), at.words(), count(i64::from(rounds), "round"))
        }
        Event::Blinded { who, at } => format!("{}'s {} is blinded.", n(who), at.words()),
        Event::Usable { who, at } => format!("{} can use the {} again.", n(who), at.words()),
        Event::DrivenBack { who, hexes, to } => format!("{} is driven back {} to {}.", n(who), yards(hexes), cell(to)),
        Event::DrivenAgainst { who, hexes } => {
            format!("An obstacle stops {} {} short.", n(who), yards(hexes))
        }
        Event::Breaks { who, item } => format!("{}'s {} breaks.", n(who), names.item(who, item)),
        Event::Drops { who, item, at } => format!("{} loses {} at {}.", n(who), names.item(who, item), cell(at)),
        Event::Unready { who, item } => format!("{} has to ready {}.", n(who), names.item(who, item)),
        Event::Readies { who, item } => format!("{} has {} ready.", n(who), names.item(who, item)),
        Event::Reloads { who, item } if names.is_thrown(who, item) => {
            format!("{} draws {}.", n(who), names.item(who, item))
        }
        Event::Reloads { who, item } => format!("{} has {} loaded.", n(who), names.item(who, item)),
        Event::Feints { who, target, amount: 0 } => format!("{} does not deceive {}.", n(who), n(target)),
        Event::Feints { who, target, amount } => format!("{} deceives {} by {amount}.", n(who), n(target)),
        Event::Aims { who, rounds } => format!("{} has aimed for {}.", n(who), count(i64::from(rounds), "round")),
        Event::Contest { who, target, result: 0 } => format!("{} and {} tie.", n(who), n(target)),
        Event::Contest { who, target, result } if result < 0 => {
            format!("{} loses against {} by {}.", n(who), n(target), -result)
        }
        Event::Contest { who, target, result } => format!("{} wins against {} by {result}.", n(who), n(target)),
        Event::Wrests { who, target, item } => {
            format!("{} wrests the {} from {}.", n(who), names.item(target, item), n(target))
        }
        Event::Enchants { who, target, spell } => {
            format!("{} casts {} on {}.", n(who), names.spell(who, spell), n(target))
        }
        Event::Fades { who, target, spell } => {
            format!("The {} on {} runs out.", names.spell(who, spell), n(target))
        }
        Event::SpellFails { who, spell } => format!("{}'s {} fails.", n(who), names.spell(who, spell)),
        Event::Frightened { who, panic, source } => {
            let source = setup.fears.get(source as usize).map_or("something", |fear| fear.source.as_str());
            let how = if panic { "panics at the sight of" } else { "is frightened by" };
            format!("{} {how} {source}.", n(who))
        }
        Event::Passes { minutes } => format!("Time goes by: {}.", time(minutes)),
        Event::Treats { who, patient, with, minutes } => {
            let how = match with {
                Medicine::FirstAid => "with First Aid",
                Medicine::Physician => "as a physician",
                Medicine::Unskilled => "without skill",
            };
            let (missing, rule) = (minutes, rule!("GR-R109"));
            format!("{} treats {} {how}: {missing} HP are missing, a minute each ({rule}).", n(who), n(patient))
        }
        Event::Treated { who, patient, success } => {
            format!("The treatment of {} by {} {}.", n(patient), n(who), if success { "succeeds" } else { "fails" })
        }
        Event::Heals { who, points, left } if points < 0 => format!("{} loses {} HP and has {left}.", n(who), -points),
        Event::Heals { who, points, left } => format!("{} recovers {points} HP and has {left}.", n(who)),
        Event::Mends { who, months: Some(0) } => format!("{}'s limb will heal fully.", n(who)),
        Event::Mends { who, months: Some(months) } => {
            format!("{}'s limb heals in {} more.", n(who), count(i64::from(months), "month"))
        }
        Event::Mends { who, months: None } => format!("{}'s limb never heals.", n(who)),
        told_as_declared!() => return said::event::<crate::Graded>(setup, event),
    })
}

fn yards(hexes: u8) -> String {
    count(i64::from(hexes), "yard")
}

/// What a row of the critical hit table does at a location ([`Row::at`]).
const fn critical_hit(row: Row) -> &'static str {
    match row {
        Row::Knockout => "knocked out",
        Row::Bypass => "past the armor",
        Row::Triple => "three times the damage",
        Row::Double => "twice the damage",
        Row::Stun => "stunned until a Will roll",
        Row::Lame => "the limb is crippled for six rounds, if the damage does not cripple it anyway",
        Row::Normal => "normal damage",
        Row::LameOrDouble => {
            "the limb is crippled for six rounds, or twice the damage if the damage cripples it anyway"
        }
        Row::Disarm => "twice the damage, and what the weapon hand holds is dropped",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::location::Location;

    /// `GR-220` `GR-R17` Only a limb is told to be crippled, and only a torso to be knocked out.
    #[test]
    fn critical_hits_are_told_as_they_are() {
        for (row, at, told) in [
            (Row::Lame, Location::Body, "normal damage"),
            (Row::LameOrDouble, Location::Body, "twice the damage"),
            (Row::Knockout, Location::ArmNear, "three times the damage"),
            (Row::Knockout, Location::Body, "knocked out"),
        ] {
            assert_eq!(critical_hit(row.at(at)), told);
        }
        assert!(critical_hit(Row::Lame.at(Location::HandFar)).starts_with("the limb is crippled"));
    }
}
