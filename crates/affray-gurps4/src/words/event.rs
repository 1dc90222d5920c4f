//! Events in words.

use super::Names;
use super::choice::{defense, maneuver, strike};
use crate::event::{AttackResult, Condition, CriticalHit, CriticalMiss, Effort, Event};
use crate::scene::Setup;
use crate::state::Posture;
use affray_kernel::referee::CombatantId;
use affray_session::narrate::{cell, count};

pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let names = Names(setup);
    let n = |who: CombatantId| names.of(who);
    let arm = |who, item| names.arm(who, item);
    Some(match *event {
        Event::RoundBegins { .. } | Event::TurnEnds { .. } => return None,
        Event::TurnBegins { who } => format!("{}'s turn.", n(who)),
        Event::Maneuvers { who, maneuver: what } => format!("{}: {}.", n(who), maneuver(names, who, &what)),
        Event::Tires { who, effort, left } => {
            let effort = match effort {
                Effort::RapidRecovery => "Rapid Recovery",
                Effort::MightyBlow => "a Mighty Blow",
                Effort::HeroicCharge => "a Heroic Charge",
                Effort::GiantStep => "a Giant Step",
                Effort::FeverishDefense => "a Feverish Defense",
                Effort::FlurryOfBlows => "a Flurry of Blows",
            };
            format!("{} spends 1 FP on {effort}, {left} left.", n(who))
        }
        Event::Moves { who, to } => format!("{} goes to {}.", n(who), cell(to)),
        Event::Turns { who, facing } => format!("{} faces {}.", n(who), facing.name()),
        Event::Jumps { who, to } => format!("{} lands at {}.", n(who), cell(to)),
        Event::Takes { who, posture } => match posture {
            Posture::Standing => format!("{} stands up.", n(who)),
            Posture::Crouch => format!("{} crouches.", n(who)),
            Posture::Kneel => format!("{} kneels.", n(who)),
            Posture::Sit => format!("{} sits.", n(who)),
            Posture::Prone => format!("{} is prone.", n(who)),
        },
        Event::Readies { who, item, left: 0 } => format!("{} has {} ready.", n(who), arm(who, item)),
        Event::Readies { who, item, left } => {
            format!("{} is busy with {}: {} to go.", n(who), arm(who, item), count(left.into(), "turn"))
        }
        Event::Stores { who, item } => format!("{} puts {} away.", n(who), arm(who, item)),
        Event::PicksUp { who, item } => format!("{} picks up {}.", n(who), arm(who, item)),
        Event::Uses { who, item } => format!("{} uses {}.", n(who), arm(who, item)),
        Event::Heals { hp: 0, fp: 0, .. } => return None,
        Event::Heals { who, hp, fp } => format!("{} has {hp} HP and {fp} FP more.", n(who)),
        Event::Recovers { who, item } => format!("{} recovers {} at once.", n(who), arm(who, item)),
        Event::Unreadied { who, item } => format!("{} is unready.", names.whose(who, item)),
        Event::Drops { who, item, at } => format!("{} lies at {}.", names.whose(who, item), cell(at)),
        Event::Disables { who, item } => format!("{} is useless.", names.whose(who, item)),
        Event::Destroys { who, item } => format!("{} is destroyed.", names.whose(who, item)),
        Event::Damages { who, item, points, left } => {
            format!("{} loses {points} HP, {left} left.", names.whose(who, item))
        }
        Event::Aims { who, target, bonus } => format!("{} aims at {}: +{bonus}.", n(who), n(target)),
        Event::LosesAim { who } => format!("{} loses the aim.", n(who)),
        Event::Feints { who, target, margin } => match margin {
            1.. => format!("{} deceives {} by {margin}.", n(who), n(target)),
            0 => format!("{} does not deceive {}: a tie.", n(who), n(target)),
            _ => format!("{} does not deceive {}, who wins by {}.", n(who), n(target), -margin),
        },
        Event::Concentrates { who, task, left } => {
            format!("{} concentrates on {}: {} to go.", n(who), names.task(task), count(left.into(), "turn"))
        }
        Event::LosesTask { who, task } => format!("{} loses {}.", n(who), names.task(task)),
        Event::CompletesTask { who, task } => format!("{} completes {}.", n(who), names.task(task)),
        Event::Waits { .. } => return None,
        Event::WaitLapses { who } => format!("{} has waited in vain.", n(who)),
        Event::Interrupts { who, by } => format!("{} has waited for that and interrupts {}.", n(who), n(by)),
        Event::Attacks { who, strike: what } => format!("{} {}.", n(who), strike(names, who, &what)),
        Event::Wasted { who } => format!("{} can no longer do what was declared.", n(who)),
        Event::Strikes { who, target, result } => match result {
            AttackResult::Critical => format!("{} hits {} critically.", n(who), n(target)),
            AttackResult::Hit => return None,
            AttackResult::Miss => format!("{} misses {}.", n(who), n(target)),
            AttackResult::CriticalMiss => format!("{} misses {} critically.", n(who), n(target)),
        },
        Event::Strays { who, target, hits: true } => format!("{}'s miss comes at {} instead.", n(who), n(target)),
        Event::Strays { who, target, hits: false } => format!("{}'s miss passes {}.", n(who), n(target)),
        Event::Defends { who, defense: what, succeeds, .. } => {
            let how = defense(names, who, &what);
            if succeeds { format!("{}: {how}, successfully.", n(who)) } else { format!("{}: {how}, in vain.", n(who)) }
        }
        Event::Undefended { who, able: true, .. } => format!("{} does not defend.", n(who)),
        Event::Undefended { who, able: false, .. } => format!("{} cannot defend.", n(who)),
        Event::CriticalHit { row, .. } => match row {
            CriticalHit::Normal => return None,
            CriticalHit::Times(times) => format!("The damage counts {times} times."),
            CriticalHit::HalfDr => "Armor counts half.".to_owned(),
            CriticalHit::NoDr => "Armor does not count.".to_owned(),
            CriticalHit::TwiceNoDr => "Armor does not count, and the damage counts twice.".to_owned(),
            CriticalHit::Major => "Any wound is a major one.".to_owned(),
            CriticalHit::Maximum => "It is the greatest damage.".to_owned(),
            CriticalHit::Drops => "The target drops its weapon, if it holds one.".to_owned(),
            CriticalHit::Fells => "Any wound fells the target.".to_owned(),
            CriticalHit::Stuns => "Any wound stuns the target.".to_owned(),
        },
        Event::CriticalMiss { who, row } => match row {
            CriticalMiss::Disabled => format!("{}'s weapon is damaged.", n(who)),
            CriticalMiss::HitsOwnLeg => format!("{} hits its own leg.", n(who)),
            CriticalMiss::Dropped => format!("{} loses hold of the weapon.", n(who)),
            CriticalMiss::Unready => format!("The weapon turns in {}'s hand.", n(who)),
            CriticalMiss::Flies => format!("The weapon flies from {}'s hand.", n(who)),
            CriticalMiss::OffBalance | CriticalMiss::Falls => return None,
        },
        Event::Damaged { who, basic, kind, location, resisted, penetrating } => {
            let (kind, at) = (kind.name(), location.in_words());
            let get = if penetrating == 1 { "gets" } else { "get" };
            format!("{} takes {basic} {kind} at the {at}; DR {resisted}: {penetrating} {get} through.", n(who))
        }
        Event::Injured { who, lost, left } => format!("{} loses {lost} HP and has {left}.", n(who)),
        Event::Crippled { who, location } => format!("{}'s {} is crippled.", n(who), location.in_words()),
        Event::MajorWound { who } => format!("A major wound for {}.", n(who)),
        Event::KnockedBack { who, hexes, to } => {
            format!(
                "{} is knocked back {} to {}.",
                n(who),
                count(hexes.into(), "hex").replace("hexs", "hexes"),
                cell(to)
            )
        }
        Event::Collides { who, into: Some(other) } => format!("{} is thrown against {}.", n(who), n(other)),
        Event::Collides { who, into: None } => format!("{} is thrown against an obstacle.", n(who)),
        Event::Becomes { who, condition } => match condition {
            Condition::Stunned => format!("{} is stunned.", n(who)),
            Condition::Frozen => format!("{} freezes.", n(who)),
            Condition::Unconscious => format!("{} falls unconscious.", n(who)),
            Condition::Collapsed => format!("{} collapses.", n(who)),
            Condition::Dead => format!("{} dies.", n(who)),
            Condition::Decapitated => format!("{} is decapitated.", n(who)),
            Condition::OffBalance => format!("{} is off balance.", n(who)),
        },
        Event::SnapsOut { who } => format!("{} snaps out of it.", n(who)),
        Event::Wakes { who } => format!("{} comes round.", n(who)),
        Event::Grapples { who, target } => format!("{} grapples {}.", n(who), n(target)),
        Event::Free { who } => format!("{} is held no more.", n(who)),
        Event::Initiative { who, total } => format!("{} has {total} for initiative.", n(who)),
        Event::Surprised { side } => format!("{} is surprised.", names.side(side)),
    })
}
