//! Events in words.

use super::Names;
use super::choice::{maneuver, strike};
use crate::decision::{DefenseKind, Strike};
use crate::derived::is_low;
use crate::event::{
    AimLoss, AttackResult, Condition, Consequence, CriticalHit, CriticalMiss, Effort, Event, Forgone, Lost, Undefended,
    told_as_declared,
};
use crate::scene::Setup;
use crate::state::Posture;
use crate::strike::weapon::{Disarmed, disarmed};
use affray_3d6::damage::DamageType;
use affray_3d6::location::{Location, crippling_injury};
use affray_kernel::referee::CombatantId;
use affray_session::narrate::{cell, count};
use affray_session::said;

pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let names = Names(setup);
    let n = |who: CombatantId| names.of(who);
    let the = |who, item| names.the(who, item);
    let least = |who: CombatantId, part| {
        let hp = setup.combatants[who.index()].sheet.hp.into();
        crippling_injury(part, hp).map_or(String::new(), |least| format!("{least} HP or more of one blow, "))
    };
    Some(match *event {
        // The sum of an initiative is shown right before it.
        Event::RoundBegins { .. } | Event::TurnEnds { .. } | Event::Initiative { .. } => return None,
        Event::TakesPlace { who, place } => {
            let sheet = &setup.combatants[who.index()].sheet;
            format!(
                "Place {place}: {}, Basic Speed {}, DX {} (G4-061).",
                n(who),
                f32::from(sheet.speed) / 4.0,
                sheet.dx
            )
        }
        Event::Maneuvers { who, forced: Some(Condition::Frozen), .. } => {
            format!("{} is frozen and does nothing (G4-396).", n(who))
        }
        Event::Maneuvers { who, forced: Some(_), .. } => {
            format!("{} is stunned and does nothing (G4-352).", n(who))
        }
        Event::Maneuvers { who, maneuver: what, forced: None } => {
            format!("{}: {}.", n(who), maneuver(names, who, &what))
        }
        Event::Tires { who, effort, left } => {
            let effort = match effort {
                Effort::RapidRecovery => "Rapid Recovery (G4-112)",
                Effort::MightyBlow => "a Mighty Blow (G4-128)",
                Effort::HeroicCharge => "a Heroic Charge (G4-147)",
                Effort::GiantStep => "a Giant Step (G4-159)",
                Effort::FeverishDefense => "a Feverish Defense (G4-254)",
                Effort::FlurryOfBlows => "a Flurry of Blows (G4-273)",
            };
            let max = setup.combatants[who.index()].sheet.fp.into();
            let falls = if is_low(left, max) && !is_low(left + 1, max) {
                format!(" Below half of {max} FP, Move, Dodge and ST for rolls are halved (G4-346).")
            } else {
                String::new()
            };
            format!("{} spends 1 FP on {effort}, {left} left.{falls}", n(who))
        }
        Event::Moves { who, to, facing } => format!("{} goes to {}, facing {}.", n(who), cell(to), facing.name()),
        Event::Turns { who, facing } => format!("{} faces {}.", n(who), facing.name()),
        Event::Takes { who, posture } => match posture {
            Posture::Standing => format!("{} stands up.", n(who)),
            Posture::Crouch => format!("{} crouches.", n(who)),
            Posture::Kneel => format!("{} kneels.", n(who)),
            Posture::Sit => format!("{} sits.", n(who)),
            Posture::Prone => format!("{} is prone.", n(who)),
        },
        Event::Readies { who, item, left: 0 } => format!("{} is ready.", names.whose(who, item)),
        Event::Readies { who, item, left } => {
            format!("{} is busy with {}: {} to go.", n(who), the(who, item), count(left.into(), "turn"))
        }
        Event::Stores { who, item } => format!("{} puts {} away.", n(who), the(who, item)),
        Event::PicksUp { who, item } => format!("{} picks up {}.", n(who), the(who, item)),
        Event::Uses { who, item } => format!("{} uses {}.", n(who), the(who, item)),
        Event::Heals { hp: 0, fp: 0, .. } => return None,
        Event::Heals { who, hp, fp } => format!("{} gains {hp} HP and {fp} FP.", n(who)),
        Event::Recovers { who, item } => format!("{} recovers {} at once.", n(who), the(who, item)),
        Event::Unreadied { who, item } if names.0.arm(who, item).is_some_and(|arm| arm.unready_after_attack) => {
            format!("{} is unready, as after each attack with it.", names.whose(who, item))
        }
        Event::Unreadied { who, item } => format!("{} is unready.", names.whose(who, item)),
        Event::Drops { who, item, at } => format!("{} lies at {}.", names.whose(who, item), cell(at)),
        Event::Disables { who, item } => {
            format!("{} is disabled for the rest of the battle (G4-R30).", names.whose(who, item))
        }
        Event::Destroys { who, item } => format!("{} is destroyed (G4-R30).", names.whose(who, item)),
        Event::Damages { who, item, points: 0, .. } => format!("{} is not damaged.", names.whose(who, item)),
        Event::Damages { who, item, points, left } => {
            format!("{} loses {points} HP, {left} left.", names.whose(who, item))
        }
        // The sum of a further Aim is shown right before it.
        Event::Aims { who, target, bonus } => format!("{} aims at {}: +{bonus} (G4-115).", n(who), n(target)),
        Event::LosesAim { who, cause: AimLoss::Defense } => format!("{} loses the aim by defending (G4-117).", n(who)),
        Event::LosesAim { who, cause: AimLoss::Maneuver } => format!("{} gives up the aim (G4-119).", n(who)),
        Event::LosesAim { who, cause: AimLoss::Out } => format!("{} loses the aim (G4-119).", n(who)),
        Event::LosesAim { who, cause: AimLoss::Weapon } => {
            format!("{} loses the aim: the weapon is not in hand and ready (G4-R11).", n(who))
        }
        Event::LosesAim { who, cause: AimLoss::Injury } => format!("{} loses the aim (G4-118).", n(who)),
        Event::Feints { who, target, margin } => match margin {
            1.. => format!("{} deceives {} by {margin}.", n(who), n(target)),
            0 => format!("{} does not deceive {}: a tie.", n(who), n(target)),
            _ => format!("{} does not deceive {}, who wins by {}.", n(who), n(target), -margin),
        },
        Event::Concentrates { who, task, left } => {
            format!("{} concentrates on {}: {} to go.", n(who), names.task(task), count(left.into(), "turn"))
        }
        Event::LosesTask { who, task } => format!("{} loses concentration on {}.", n(who), names.task(task)),
        Event::CompletesTask { who, task } => format!("{} completes {}.", n(who), names.task(task)),
        Event::Waits { .. } => return None,
        // Extra effort is told where its FP are paid.
        Event::Attacks { who, strike: what } => {
            let what = Strike { mighty: false, flurry: false, recover: false, recover_after: false, ..what };
            format!("{} {}.", n(who), strike(names, who, &what))
        }
        Event::Wasted { who, second, why } => {
            let (what, rule) = match second {
                true => (format!("{}'s second attack", n(who)), rule!("G4-R26")),
                false => (format!("What {} declared", n(who)), rule!("G4-R18")),
            };
            format!("{what} is lost ({rule}): {}.", lost(why))
        }
        Event::Stays { who, at, facing } => format!("{} stays at {}, facing {}.", n(who), cell(at), facing.name()),
        Event::Freezes { who, turns } => {
            format!("{} freezes for {} (G4-395).", n(who), count(turns.into(), "turn"))
        }
        Event::Thaws { who, left: 0 } => {
            format!("{} is frozen no more, and stunned from now on (G4-396, G4-R40).", n(who))
        }
        Event::Thaws { who, left } => format!("{} is frozen for {} more (G4-396).", n(who), count(left.into(), "turn")),
        Event::Forgoes { who, what, chosen, why } => {
            let (what, foe) = match what {
                Forgone::Attack => ("attack", "attacked"),
                Forgone::FurtherAttack => ("further attack", "attacked"),
                Forgone::Feint => ("feint", "deceived"),
            };
            let why = match why {
                _ if chosen => ", by choice".to_owned(),
                Some(why) => format!(": {}", lost(why)),
                None => format!(": no foe can be {foe} so from there"),
            };
            format!("{} makes no {what}{why}.", n(who))
        }
        Event::Strikes { who, target, result } => match result {
            AttackResult::Critical => format!("{} hits {} critically.", n(who), n(target)),
            AttackResult::Hit => return None,
            AttackResult::Miss => format!("{} misses {}.", n(who), n(target)),
            AttackResult::CriticalMiss => format!("{} misses {} critically.", n(who), n(target)),
        },
        Event::Tries { who, defense, item, off } => {
            let (tries, rule) = match defense {
                DefenseKind::Block => ("block", rule!("G4-248")),
                _ => ("parry", rule!("G4-246")),
            };
            let hand = if off { "off hand" } else { "main hand" };
            let with = match names.0.arm(who, item) {
                None => format!("the bare {hand}"),
                Some(arm) if arm.hands > 1 => format!("{}, in both hands", the(who, item)),
                Some(_) => format!("{}, in the {hand}", the(who, item)),
            };
            format!("{} tries to {tries} with {with} ({rule}).", n(who))
        }
        // What was added to it stands in the sum of its roll.
        Event::Defends { who, defense, succeeds, .. } => {
            let (does, tries) = match defense.kind {
                DefenseKind::Dodge | DefenseKind::None => ("dodges", "dodge"),
                DefenseKind::Parry(0) => ("parries", "parry"),
                DefenseKind::Parry(_) => ("parries with the off hand", "parry with the off hand"),
                DefenseKind::Block => ("blocks", "block"),
            };
            if succeeds { format!("{} {does}.", n(who)) } else { format!("{} fails to {tries}.", n(who)) }
        }
        Event::Undefended { who, cause, .. } => match cause {
            Undefended::Choice => format!("{} does not defend.", n(who)),
            Undefended::AllOut => format!("{} cannot defend after an All-Out Attack (G4-130).", n(who)),
            Undefended::Frozen => format!("{} is frozen and cannot defend (G4-396).", n(who)),
            Undefended::Blind => format!("{} is blind and cannot defend (G4-R44).", n(who)),
            Undefended::Unaware => format!("{} does not know of the attack and cannot defend (G4-240).", n(who)),
            Undefended::Out => format!("{} is out of the fight and cannot defend (G4-240).", n(who)),
        },
        Event::CriticalHit { target, row, .. } => match row {
            CriticalHit::Normal => "The critical hit has no further effect.".to_owned(),
            CriticalHit::Times(times) => format!("Basic damage is multiplied by {times}."),
            CriticalHit::HalfDr => "DR is halved.".to_owned(),
            CriticalHit::NoDr => "DR does not count.".to_owned(),
            CriticalHit::TwiceNoDr => "DR does not count, and basic damage is doubled.".to_owned(),
            CriticalHit::Major => "Any injury by this blow is a Major Wound.".to_owned(),
            CriticalHit::Maximum => "The dice of the damage count as their maximum.".to_owned(),
            CriticalHit::Drops => format!("{} drops the weapon that it holds, once the damage is done.", n(target)),
            CriticalHit::Fells => format!("Any injury by this blow fells and stuns {} without a roll.", n(target)),
            CriticalHit::Stuns => format!("Any injury by this blow stuns {} without a roll.", n(target)),
        },
        Event::CriticalMiss { who, row } => match row {
            CriticalMiss::HitsOwnLeg => {
                format!("{} hits its own leg, on the side of the main hand (G4-R36).", n(who))
            }
            CriticalMiss::Dropped => format!("{} loses hold of the weapon.", n(who)),
            CriticalMiss::Unready => format!("The weapon turns in {}'s hand.", n(who)),
            CriticalMiss::Flies => format!("The weapon flies from {}'s hand.", n(who)),
            CriticalMiss::Disabled | CriticalMiss::OffBalance | CriticalMiss::Falls => return None,
        },
        // What gets through stands in the sum of the injury.
        Event::Damaged { who, basic, kind, location, resisted, penetrating } => {
            let stopped = match (basic, penetrating) {
                (0, _) => ": no damage".to_owned(),
                (_, 0) => format!(": DR {resisted} stops it all"),
                _ => String::new(),
            };
            let (kind, at) = (kind_in_words(kind), location.in_words());
            format!("{} is hit at the {at} for {basic} {kind}{stopped}.", n(who))
        }
        Event::Injured { who, lost, left, shock } => {
            let shock = if shock == 0 { String::new() } else { format!(", shock -{shock} ({})", rule!("G4-350")) };
            let max = setup.combatants[who.index()].sheet.hp.into();
            let falls = if is_low(left, max) && !is_low(left + lost, max) {
                format!(" Below half of {max} HP, Move and Dodge are halved (G4-341).")
            } else {
                String::new()
            };
            format!("{} loses {lost} HP and has {left}{shock}.{falls}", n(who))
        }
        Event::Crippled { who, location: eye @ (Location::RightEye | Location::LeftEye) } => {
            format!("{}'s {} is blinded ({}{}).", n(who), eye.in_words(), least(who, eye), rule!("G4-321"))
        }
        Event::Crippled { who, location } => {
            let rule = match location {
                Location::RightHand | Location::LeftHand | Location::RightFoot | Location::LeftFoot => rule!("G4-328"),
                _ => rule!("G4-327"),
            };
            format!("{}'s {} is crippled ({}{rule}).", n(who), location.in_words(), least(who, location))
        }
        Event::KnockedBack { who, hexes, of, to, edge } => {
            let all = if of == 1 { "1 hex".to_owned() } else { format!("{of} hexes") };
            let by = if edge { " by the edge of the map" } else { "" };
            match hexes {
                0 => format!("{} would be knocked back {all} and is stopped at once{by}, at {}.", n(who), cell(to)),
                some if some < of => {
                    format!("{} is knocked back {some} of {all} and stopped{by} at {}.", n(who), cell(to))
                }
                _ => format!("{} is knocked back {all} to {}.", n(who), cell(to)),
            }
        }
        Event::Collides { who, into: Some(other) } => format!("{} is thrown against {} (G4-332).", n(who), n(other)),
        Event::Collides { who, into: None } => format!("{} is thrown against an obstacle (G4-332).", n(who)),
        Event::StopsShort { who, at, other: Some(other) } => {
            format!("{} stops before {}, where {} is (G4-R32).", n(who), cell(at), n(other))
        }
        Event::StopsShort { who, at, other: None } => {
            format!("{} stops before {}, where the way is blocked (G4-R32).", n(who), cell(at))
        }
        Event::Becomes { who, condition } => match condition {
            Condition::Stunned => format!("{} is stunned.", n(who)),
            Condition::Frozen => format!("{} is frozen.", n(who)),
            Condition::Unconscious => format!("{} falls unconscious.", n(who)),
            Condition::Collapsed => format!("{} collapses.", n(who)),
            Condition::Dead => format!("{} dies.", n(who)),
            Condition::Decapitated => format!("{} is decapitated (G4-323).", n(who)),
            Condition::OffBalance => format!("{} is off balance until its next turn (G4-R36).", n(who)),
        },
        Event::Follows { who, consequence, points } => follows(setup, who, consequence, points),
        Event::Lamed { who, location } => {
            let effect = match location {
                Location::RightArm | Location::LeftArm | Location::RightHand | Location::LeftHand => "it holds nothing",
                Location::RightLeg | Location::LeftLeg => "Move is halved, and it cannot stand",
                Location::RightFoot | Location::LeftFoot => "Move is halved",
                _ => "it cannot be used",
            };
            format!("{}'s {} is crippled: {effect} (G4-R34, G4-R62).", n(who), location.in_words())
        }
        Event::Disarms { who, target, item, margin } => {
            let (rule, follows) = match disarmed(margin) {
                Disarmed::Flies => (rule!("G4-284"), "it flies from the hand"),
                Disarmed::Unready => (rule!("G4-285"), "it is unready"),
                Disarmed::Kept => (rule!("G4-286"), "it stays in hand"),
            };
            let result = match margin {
                1.. => format!("{} wins by {margin}", n(who)),
                0 => "a tie".to_owned(),
                _ => format!("{} wins by {}", n(target), -margin),
            };
            format!("The contest over {}: {result}, so {follows} ({rule}).", names.whose(target, item))
        }
        Event::Holds { who, item } => format!("{} holds (G4-R31).", names.whose(who, item)),
        Event::Shoots { who, item, left: 0 } => {
            format!("{} has no shot left and has to be loaded (G4-R52).", names.whose(who, item))
        }
        Event::Shoots { who, item, left } => {
            format!("{} has {} left (G4-R52).", names.whose(who, item), count(left.into(), "shot"))
        }
        Event::ParriesBody { who, item, pounds, weight, times } => {
            let weight = f64::from(weight) / 100.0;
            let weapon = names.whose(who, item);
            format!("{weapon} of {weight} lb parries {pounds} lb, {times} times its weight (G4-R31).")
        }
        // Names of sides are singular or plural, a name or a word with an article.
        Event::Surprised { side, below: Some(highest) } => {
            format!("Surprised, with an initiative below {highest} (G4-390, G4-392): {}.", names.side(side))
        }
        Event::Surprised { side, below: None } => {
            format!("Taken completely by surprise (G4-395): {}.", names.side(side))
        }
        told_as_declared!() => return said::event::<crate::Gurps4>(setup, event),
    })
}

/// Why something is lost.
fn lost(why: Lost) -> String {
    let why = match why {
        Lost::Distance(yards) => {
            return format!("the target is at distance {yards}, to which it does not reach (G4-085)");
        }
        Lost::Behind => "the target is not in front any more (G4-085)",
        Lost::Hidden => "something stands between (G4-R63)",
        Lost::Prone => "prone, it strikes in its own hex only (G4-102)",
        Lost::ProneMove => "prone, it goes one hex a turn and makes no Charge (G4-104)",
        Lost::Weapon => "the weapon is not in hand and ready (G4-127)",
        Lost::Dead => "the target is dead",
        Lost::NoFoe => "no foe is left in the fight",
        Lost::Gone => "it is not there any more (G4-110)",
        Lost::Hands => "no hand is free, or nothing is loaded (G4-R52)",
        Lost::Effort => "too few FP are left (G4-181)",
        Lost::Skill => "the effective skill is too low (G4-008)",
        Lost::Held => "it is grappled (G4-R43)",
        Lost::Hindered => "it can do nothing any more",
        Lost::Other => "it is no longer possible",
    };
    why.to_owned()
}

/// A type of damage in words.
const fn kind_in_words(kind: DamageType) -> &'static str {
    match kind {
        DamageType::SmallPiercing => "small piercing",
        DamageType::Burning => "burning",
        DamageType::Corrosion => "corrosion",
        DamageType::Crushing => "crushing",
        DamageType::Fatigue => "fatigue",
        DamageType::Piercing => "piercing",
        DamageType::Toxic => "toxic",
        DamageType::Cutting => "cutting",
        DamageType::LargePiercing => "large piercing",
        DamageType::Impaling => "impaling",
        DamageType::HugePiercing => "huge piercing",
    }
}

/// `G4-R62` What follows from points that a game master set.
fn follows(setup: &Setup, who: CombatantId, consequence: Consequence, points: i32) -> String {
    let (name, sheet) = (&setup.combatants[who.index()].name, &setup.combatants[who.index()].sheet);
    let (hp, fp) = (sheet.hp, sheet.fp);
    match consequence {
        Consequence::Wounded => {
            format!("{name} is below half of {hp} HP with {points}: Move and Dodge are halved (G4-341).")
        }
        Consequence::Fading => {
            format!("{name} is at 0 HP or below with {points}: HT at the start of each turn, or unconscious (G4-342).")
        }
        Consequence::Dying => {
            format!(
                "{name} is at -{hp} HP or below with {points}: the next injury brings a roll for death (G4-343, G4-R62)."
            )
        }
        Consequence::Dead => {
            format!("{name} dies: {points} HP are -5 x {hp} or less (G4-R35, G4-R62).")
        }
        Consequence::Tired => {
            format!("{name} is below half of {fp} FP with {points}: Move, Dodge and ST are halved (G4-346).")
        }
        Consequence::Spent => {
            format!(
                "{name} is at 0 FP or below with {points}: Will before anything but Do Nothing, or it collapses (G4-347)."
            )
        }
        Consequence::Collapsed => {
            format!("{name} collapses: {points} FP are -{fp} or less (G4-348, G4-R62).")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Maneuver;
    use crate::sheet::ItemId;
    use affray_grid::Cell;

    #[test]
    fn what_happens_is_told_with_its_reason() {
        let text = "ruleset = 'gurps4'\n[[combatant]]\nname = 'Ana'\nsheet = 'ana'\nat = [0, 0]\n\
            [[combatant]]\nname = 'Ork'\nsheet = 'ork'\nat = [1, 0]\n";
        let source = affray_files::Source::new("scene", text);
        let loaded = crate::files::Scenario::read(&source, &affray_files::no_files).expect("the scene is sound");
        let (who, by, to) = (CombatantId(0), CombatantId(1), Cell::new(2, -1));
        let blow = |penetrating, resisted| Event::Damaged {
            who,
            basic: 4,
            kind: DamageType::Impaling,
            location: Location::RightArm,
            resisted,
            penetrating,
        };
        for (told, expected) in [
            (Event::Maneuvers { who, maneuver: Maneuver::Nothing, forced: None }, "Ana: Do Nothing."),
            (
                Event::Maneuvers { who, maneuver: Maneuver::Nothing, forced: Some(Condition::Stunned) },
                "Ana is stunned and does nothing (G4-352).",
            ),
            (
                Event::Undefended { who, by, cause: Undefended::AllOut },
                "Ana cannot defend after an All-Out Attack (G4-130).",
            ),
            (
                Event::Tries { who, defense: DefenseKind::Parry(0), item: ItemId::own(0), off: false },
                "Ana tries to parry with the broadsword, in the main hand (G4-246).",
            ),
            (
                Event::Tries { who, defense: DefenseKind::Block, item: ItemId::own(1), off: true },
                "Ana tries to block with the shield, in the off hand (G4-248).",
            ),
            (
                Event::Tries { who, defense: DefenseKind::Parry(1), item: ItemId::NONE, off: true },
                "Ana tries to parry with the bare off hand (G4-246).",
            ),
            (Event::Retreats { who, to }, "Ana retreats to 2,-1."),
            (Event::KnockedBack { who, hexes: 1, of: 1, to, edge: false }, "Ana is knocked back 1 hex to 2,-1."),
            (
                Event::KnockedBack { who, hexes: 1, of: 3, to, edge: false },
                "Ana is knocked back 1 of 3 hexes and stopped at 2,-1.",
            ),
            (
                Event::KnockedBack { who, hexes: 0, of: 2, to, edge: true },
                "Ana would be knocked back 2 hexes and is stopped at once by the edge of the map, at 2,-1.",
            ),
            (
                Event::Wasted { who, second: true, why: Lost::Distance(3) },
                "Ana's second attack is lost (G4-R26): the target is at distance 3, to which it does not reach (G4-085).",
            ),
            (
                Event::Wasted { who, second: false, why: Lost::Gone },
                "What Ana declared is lost (G4-R18): it is not there any more (G4-110).",
            ),
            (Event::Stays { who, at: to, facing: affray_grid::Facing::E }, "Ana stays at 2,-1, facing E."),
            (Event::Freezes { who, turns: 4 }, "Ana freezes for 4 turns (G4-395)."),
            (Event::Thaws { who, left: 1 }, "Ana is frozen for 1 turn more (G4-396)."),
            (Event::Thaws { who, left: 0 }, "Ana is frozen no more, and stunned from now on (G4-396, G4-R40)."),
            (
                Event::Surprised { side: 1, below: Some(10) },
                "Surprised, with an initiative below 10 (G4-390, G4-392): Ork.",
            ),
            (Event::Enters { who, other: by, through: true }, "Ana runs on through the hex of Ork (G4-300)."),
            (Event::Trades { who, rapid: true }, "Ana makes a Rapid Strike: two attacks for one (G4-272)."),
            (blow(0, 4), "Ana is hit at the right arm for 4 impaling: DR 4 stops it all."),
            (blow(1, 3), "Ana is hit at the right arm for 4 impaling."),
            (Event::Injured { who, lost: 2, left: 7, shock: 2 }, "Ana loses 2 HP and has 7, shock -2 (G4-350)."),
            (
                Event::Injured { who, lost: 2, left: 5, shock: 4 },
                "Ana loses 2 HP and has 5, shock -4 (G4-350). Below half of 13 HP, Move and Dodge are halved (G4-341).",
            ),
            (
                Event::ParriesBody { who: by, item: ItemId::own(0), pounds: 13, weight: 250, times: 5 },
                "Ork's club of 2.5 lb parries 13 lb, 5 times its weight (G4-R31).",
            ),
            (
                Event::Crippled { who, location: Location::LeftEye },
                "Ana's left eye is blinded (2 HP or more of one blow, G4-321).",
            ),
        ] {
            assert_eq!(event(loaded.setup(), &told).as_deref(), Some(expected));
        }
    }
}
