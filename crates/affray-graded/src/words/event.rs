//! Events in words.

use super::choice::{blow as blow_words, defends, maneuver as maneuver_words};
use super::{Names, cell, time};
use crate::decision::{Defense, From, Medicine, NONE};
use crate::event::{Event, Forgone, told_as_declared};
use crate::scene::Setup;
use crate::strike::critical::{Mishap, Row, STRAINED};
use crate::strike::damage::Grade;
use crate::strike::defense::Bar;
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_session::narrate::{capitalized, count};
use affray_session::said;

pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let names = Names(setup);
    let n = |who: CombatantId| names.of(who);
    Some(match *event {
        Event::TurnEnds { .. } | Event::RoundBegins { .. } | Event::RoundEnds => return None,
        Event::Maneuvers { who, maneuver } => format!("{}: {}.", n(who), maneuver_words(names, who, maneuver)),
        Event::Forgoes { who, reason } => {
            let short = |rush: &str, rule: RuleId| {
                format!(" makes no attack: the {rush} does not come into the target's hex ({rule})")
            };
            let told = match reason {
                Forgone::Choice => " makes no attack, by choice".to_owned(),
                Forgone::Nobody => " makes no attack: no foe can be attacked so from there".to_owned(),
                Forgone::Away => format!(" makes no attack: who was waited for is out of reach ({})", rule!("GR-R47")),
                Forgone::Felled => format!(" makes no attack: felled first ({})", rule!("GR-R47")),
                Forgone::Down => format!(" makes no attack: who was waited for is down ({})", rule!("GR-R47")),
                Forgone::Stopped => " is stopped on the way and makes no attack".to_owned(),
                Forgone::Charge => short("charge", rule!("GR-078")),
                Forgone::Slam => short("slam", rule!("GR-099")),
                Forgone::Tackle => short("tackle", rule!("GR-117")),
            };
            format!("{}{told}.", n(who))
        }
        Event::Falls { who, why } => format!("{} falls down ({}).", n(who), why.rule()),
        Event::Stunned { who, why } => format!("{} is stunned ({}).", n(who), why.rule()),
        Event::Turns { who, facing } => format!("{} turns to face {}.", n(who), facing.name()),
        Event::Takes { who, posture } => format!("{} is {} now.", n(who), posture.word()),
        Event::Attacks { who, from: From::Riposte, blow } => {
            format!("{} ripostes ({}): {}.", n(who), rule!("GR-R59"), blow_words(names, who, &blow))
        }
        Event::Attacks { from: From::Stray, blow, .. } => {
            format!("The missile may strike {} ({}).", n(blow.target), rule!("GR-258"))
        }
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
            let (why, rule) = match why {
                Bar::Behind => ("has no defense against what comes from behind", rule!("GR-R65")),
                Bar::TackleBehind => ("cannot dodge a tackle from behind", rule!("GR-118")),
                Bar::AllOut => ("has no defense after the all-out attack", rule!("GR-062")),
                Bar::Charge => ("has no defense after the charge", rule!("GR-077")),
                Bar::RapidFire => ("has no defense after the rapid fire", rule!("GR-048")),
                Bar::Helpless => ("cannot defend", rule!("GR-R68")),
                Bar::Pinned => ("is pinned and cannot defend", rule!("GR-R68")),
            };
            format!("{} {why} ({rule}).", n(who))
        }
        Event::Recovers { who, panic: true, .. } => format!("{} no longer panics ({}).", n(who), rule!("GR-R76")),
        Event::Recovers { who, will, .. } => {
            let rule = if will { rule!("GR-223") } else { rule!("GR-242") };
            format!("{} is no longer stunned ({rule}).", n(who))
        }
        Event::Incapacitated { who } => format!("{} is incapacitated ({}).", n(who), rule!("GR-R90")),
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
                Grade::Critical => format!("a critical hit ({})", rule!("GR-005")),
                grade => format!("{}% of the damage ({})", grade.percent(), rule!("GR-012")),
            };
            format!("{} hits {}, {}: {how}.", n(who), n(target), at.words())
        }
        Event::CriticalHit { row, at, .. } => {
            format!("Critical hit ({}): {}.", rule!("GR-220"), critical_hit(row.at(at)))
        }
        Event::CriticalMiss { who, mishap } => {
            let (what, rule) = critical_miss(mishap);
            format!("{} blunders ({}): {what} ({rule}).", n(who), rule!("GR-212"))
        }
        Event::Wounded { who, points, left, at } => {
            format!("{} loses {points} HP ({}) and has {left}.", n(who), at.words())
        }
        Event::Crippled { who, at, rounds: Some(rounds), .. } => {
            let rule = if rounds == STRAINED { rule!("GR-219") } else { rule!("GR-224") };
            let time = count(i64::from(rounds), "round");
            format!("{}'s {} is crippled for {time} ({rule}).", n(who), at.words())
        }
        Event::Crippled { who, at, points, .. } => {
            let ht = setup.combatants.get(who.index()).map_or(0, |one| one.sheet.ht);
            let (part, rule) = match at.limb() {
                Some((_, 2)) => ("half", rule!("GR-230")),
                _ => ("a third", rule!("GR-231")),
            };
            let (points, threshold) = (points.unwrap_or_default(), rule!("GR-R95"));
            format!(
                "{}'s {} is crippled: {points} is at least {part} of HT {ht} ({rule}, {threshold}).",
                n(who),
                at.words()
            )
        }
        Event::Blinded { who, at } => format!("{}'s {} is blinded ({}).", n(who), at.words(), rule!("GR-232")),
        Event::Usable { who, at } => format!("{} can use the {} again.", n(who), at.words()),
        Event::DrivenBack { who, hexes, to } => format!("{} is driven back {} to {}.", n(who), yards(hexes), cell(to)),
        Event::DrivenAgainst { who, hexes, at, by } => {
            let (obstacle, rule) = match by {
                Some(by) => (format!("{} in {}", n(by), cell(at)), rule!("GR-R99")),
                None if !setup.map.contains(at) => ("The edge of the map".to_owned(), rule!("GR-R99")),
                None if setup.map.ground(at).is_none_or(|ground| ground.impassable) => {
                    (format!("What is in {}", cell(at)), rule!("GR-R99"))
                }
                None => (format!("The ledge to {}", cell(at)), rule!("GR-R116")),
            };
            format!("{obstacle} stops {} {} short ({rule}).", n(who), yards(hexes))
        }
        Event::Breaks { who, item } => format!("{}'s {} breaks.", n(who), names.item(who, item)),
        Event::Drops { who, item, at } => format!("{} loses {} at {}.", n(who), names.item(who, item), cell(at)),
        Event::DropsLoot { who, target, item, at } => {
            format!("{} lets go of the {} of {} at {}.", n(who), names.item(target, item), n(target), cell(at))
        }
        Event::LosesOne { who, item, left } => {
            format!("{} loses one {}; {} left.", n(who), names.item(who, item), left_over(left))
        }
        Event::ThrowsOne { who, item, left, in_hand } => {
            let hand = if in_hand { String::new() } else { format!(", to be drawn first ({})", rule!("GR-R44")) };
            let thrown = capitalized(&names.item(who, item));
            format!("{thrown} of {}: one thrown, {} left{hand}.", n(who), left_over(left))
        }
        Event::ThrowsLast { who, item, at } => {
            format!("{} has thrown {}, which lies at {}.", n(who), names.item(who, item), cell(at))
        }
        Event::Unready { who, item } => format!("{} has to ready {}.", n(who), names.item(who, item)),
        Event::Readies { who, item } => format!("{} has {} ready.", n(who), names.item(who, item)),
        Event::Reloads { who, item } if names.is_thrown(who, item) => {
            format!("{} draws {}.", n(who), names.item(who, item))
        }
        Event::Reloads { who, item } => format!("{} has {} loaded.", n(who), names.item(who, item)),
        Event::Feints { who, target, amount } => match amount {
            0 => format!("{} does not deceive {} ({}).", n(who), n(target), rule!("GR-072")),
            1.. => format!("{} deceives {} by {amount} ({}).", n(who), n(target), rule!("GR-072")),
            _ => {
                let (more, rule) = (-amount, rule!("GR-073"));
                format!("The failed feint gives {} +{more} to defend against {} ({rule}).", n(target), n(who))
            }
        },
        Event::Aims { who, rounds } => format!("{} has aimed for {}.", n(who), count(i64::from(rounds), "round")),
        Event::Contest { who, target, result: 0 } => format!("{} and {} tie.", n(who), n(target)),
        Event::Contest { who, target, result } if result < 0 => {
            format!("{} loses against {} by {}.", n(who), n(target), -result)
        }
        Event::Contest { who, target, result } => format!("{} wins against {} by {result}.", n(who), n(target)),
        Event::MustWait { who, turns } => {
            let (turns, rules) = (count(turns.into(), "turn"), format!("{}, {}", rule!("GR-128"), rule!("GR-R56")));
            format!("{} is pinned with both hands: it may try to break free in {turns} ({rules}).", n(who))
        }
        Event::Wrests { who, target, item } => {
            format!("{} wrests the {} from {}.", n(who), names.item(target, item), n(target))
        }
        Event::Casts { who, spell, turn, of } => {
            format!("{} casts {}: turn {turn} of {of} ({}).", n(who), names.spell(who, spell), rule!("GR-R33"))
        }
        Event::Enchants { who, target, spell } => {
            let known = setup.combatants.get(who.index())?.sheet.spells.get(usize::from(spell))?;
            let rounds = count(known.rounds.into(), "round");
            let given = format!("PD {}, DR {} for {rounds} ({})", known.pd, known.dr, rule!("GR-R33"));
            format!("{} casts {} on {}: {given}.", n(who), names.spell(who, spell), n(target))
        }
        Event::Fades { who, target, spell } => {
            format!("The {} on {} runs out ({}).", names.spell(who, spell), n(target), rule!("GR-R33"))
        }
        Event::SpellFails { who, spell } => format!("{}'s {} fails.", n(who), names.spell(who, spell)),
        Event::Frightened { who, panic, source } => {
            let how = if panic { "panics at the sight of" } else { "is frightened by" };
            format!("{} {how} {}.", n(who), frightful(setup, source))
        }
        Event::FacesFear { who, source } => {
            format!("{} sees {} and rolls Will ({}).", n(who), frightful(setup, source), rule!("GR-R76"))
        }
        Event::NearsDeath { who, step } => {
            let ht = setup.combatants.get(who.index()).map_or(0, |one| one.sheet.ht);
            let rules = if step == -ht {
                rule!("GR-251").to_string()
            } else {
                format!("{}, {}", rule!("GR-252"), rule!("GR-R91"))
            };
            format!("{} is at {step} HP or below, and lives only with a roll of HT ({rules}).", n(who))
        }
        Event::Watches { who, hexes, .. } => {
            let is_free = |at: &Cell| setup.map.ground(*at).is_some_and(|ground| !ground.impassable);
            let mut hexes: Vec<Cell> = hexes.hexes().filter(is_free).collect();
            hexes.sort_unstable_by_key(|at| (at.r, at.q));
            let hexes: Vec<String> = hexes.into_iter().map(cell).collect();
            format!("{} watches {} ({}).", n(who), hexes.join(" "), rule!("GR-R47"))
        }
        Event::Wakes { who, minutes, hp, knocked_out } => {
            let ht = setup.combatants.get(who.index()).map_or(0, |one| one.sheet.ht);
            let rule = match hp {
                0.. => rule!("GR-R110"),
                _ if hp < -ht => rule!("GR-280"),
                _ => rule!("GR-279"),
            };
            let why = if knocked_out { "from the knockout".to_owned() } else { format!("with {hp} HP") };
            format!("{} wakes {why}, {} after the battle ({rule}).", n(who), time(minutes))
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

/// What frightens, by its number in the encounter.
fn frightful(setup: &Setup, source: u8) -> &str {
    setup.fears.get(source as usize).map_or("something", |fear| fear.source.as_str())
}

/// How many thrown weapons are left; [`NONE`] for any number.
fn left_over(left: u8) -> String {
    if left == NONE { "others are".to_owned() } else { format!("{left}") }
}

fn yards(hexes: u8) -> String {
    count(i64::from(hexes), "yard")
}

/// What a row of the critical miss table does, and the rule that says what that is.
fn critical_miss(mishap: Mishap) -> (&'static str, RuleId) {
    match mishap {
        Mishap::Breaks => ("the weapon breaks", rule!("GR-212")),
        Mishap::HitsSelf => ("a blow at one's own leg for half the damage", rule!("GR-R102")),
        Mishap::GrazesSelf => ("a blow at one's own leg for a quarter of the damage", rule!("GR-R102")),
        Mishap::Harmless => {
            ("nothing comes of it, for a thrust or a shot does not strike one's own leg", rule!("GR-214"))
        }
        Mishap::LosesBalance => ("off balance", rule!("GR-215")),
        Mishap::Turns => ("the weapon turns in the hand", rule!("GR-216")),
        Mishap::Drops => ("the weapon is dropped", rule!("GR-212")),
        Mishap::Flies => ("the weapon flies off", rule!("GR-218")),
        Mishap::Strains => ("a strained shoulder", rule!("GR-219")),
        Mishap::Falls => ("a fall", rule!("GR-212")),
    }
}

/// What a row of the critical hit table does at a location ([`Row::at`]), with the rules that say what that is.
fn critical_hit(row: Row) -> String {
    let (times, lame) = (rule!("GR-221"), rule!("GR-224"));
    match row {
        Row::Knockout => format!("knocked out ({})", rule!("GR-R110")),
        Row::Bypass => format!("past the armor ({})", rule!("GR-222")),
        Row::Triple => format!("three times the damage ({times})"),
        Row::Double => format!("twice the damage ({times})"),
        Row::Stun => format!("stunned until a Will roll ({})", rule!("GR-223")),
        Row::Lame => format!("the limb is crippled for six rounds, if the damage does not cripple it anyway ({lame})"),
        Row::Normal => "normal damage".to_owned(),
        Row::LameOrDouble => format!(
            "the limb is crippled for six rounds ({lame}), or twice the damage if the damage cripples it anyway ({times})"
        ),
        Row::Disarm => format!("twice the damage ({times}), and what the weapon hand holds is dropped"),
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
            (Row::LameOrDouble, Location::Body, "twice the damage (GR-221)"),
            (Row::Knockout, Location::ArmNear, "three times the damage (GR-221)"),
            (Row::Knockout, Location::Body, "knocked out (GR-R110)"),
        ] {
            assert_eq!(critical_hit(row.at(at)), told);
        }
        assert!(critical_hit(Row::Lame.at(Location::HandFar)).starts_with("the limb is crippled"));
    }

    /// `GR-230` `GR-231` `GR-R95` `GR-224` `GR-219` What crippled a part is told with the threshold that it reached; Dag has
    /// HT 13.
    #[test]
    fn crippled_parts_are_told_with_their_threshold() {
        let text = "ruleset = 'graded'\n[[combatant]]\nname = 'Dag'\nsheet = 'dag'\nat = [0, 0]\nfacing = 'E'\n";
        let source = affray_files::Source::new("dag.toml", text);
        let loaded =
            crate::files::Scenario::read(&source, &affray_files::no_files).unwrap_or_else(|error| panic!("{error}"));
        for (at, rounds, points, told) in [
            (Location::LegNear, None, Some(7), "is crippled: 7 is at least half of HT 13 (GR-230, GR-R95)."),
            (Location::HandFar, None, Some(5), "is crippled: 5 is at least a third of HT 13 (GR-231, GR-R95)."),
            (Location::LegNear, Some(6), None, "is crippled for 6 rounds (GR-224)."),
            (Location::ArmNear, Some(600), None, "is crippled for 600 rounds (GR-219)."),
        ] {
            let told_of = event(loaded.setup(), &Event::Crippled { who: CombatantId(0), at, rounds, points });
            assert_eq!(told_of, Some(format!("Dag's {} {told}", at.words())));
        }
    }
}
