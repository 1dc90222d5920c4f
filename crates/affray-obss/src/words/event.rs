//! Events in words.

use super::{Names, cell};
use crate::body::confusion::Behavior;
use crate::decision::{Action, Order};
use crate::dice::pool::Faces;
use crate::event::Event;
use crate::files::state_file::condition_name;
use crate::scene::Setup;
use crate::turn::react::Trigger;

/// An event in a sentence; `None` if other events tell it.
pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let names = Names(setup);
    let of = |who| names.of(who);
    Some(match *event {
        Event::Revealed { who } => format!("{} is seen.", of(who)),
        Event::Initiative { who, total } => format!("{} has initiative {total}.", of(who)),
        Event::OrderSettled { first } => format!("{} is first.", of(first)),
        Event::CriticalInitiative { who, action } => {
            let more = if action { " and a fourth Action" } else { "" };
            format!("{} leads by far: one more Reaction or Immediate{more} in the first round.", of(who))
        }
        Event::Activation { who } => format!("{}'s activation.", of(who)),
        Event::ActivationEnds { .. } => return None,
        Event::Acts { who, ref action } => return act(names.of(who), action),
        Event::Moves { who, to } => format!("{} goes to {}.", of(who), cell(to)),
        Event::Attacks { who, target, item, reaction } => {
            let out = if reaction { ", out of turn" } else { "" };
            format!("{} attacks {} with {}{out}.", of(who), of(target), names.item(who, item))
        }
        Event::Thrown { who, dice, faces, total } => format!("{} throws {}: {total}.", of(who), thrown(dice, faces)),
        Event::AttackRolled { who, target, total, defense, hit } => {
            let how = if hit { "hits" } else { "misses" };
            format!("{} {how} {}: {total} against Defense {defense}.", of(who), of(target))
        }
        Event::Checked { who, total, against, success } => {
            let how = if success { "succeeds" } else { "fails" };
            format!("{} {how}: {total} against {against}.", of(who))
        }
        Event::Misses { .. } | Event::Hits { .. } => return None,
        Event::Wounded { who, lost, hp } => format!("{} loses {lost} HP: {hp} left.", of(who)),
        Event::Bruised { who, lost, nonlethal } => {
            format!("{} takes {lost} nonlethal damage: {nonlethal} in all.", of(who))
        }
        Event::Healed { who, gained, hp } => format!("{} regains {gained} HP: {hp}.", of(who)),
        Event::Bleeds { who, hp } => format!("{} bleeds: {hp} HP.", of(who)),
        Event::Gets { who, condition } => format!("{} is {}.", of(who), condition_name(condition)),
        Event::Loses { who, condition } => format!("{} is not {} any more.", of(who), condition_name(condition)),
        Event::Dying { who } => format!("{} is dying.", of(who)),
        Event::Dies { who } => format!("{} is dead.", of(who)),
        Event::Drops { who, item, at } => format!("{}'s {} falls at {}.", of(who), names.item(who, item), cell(at)),
        Event::Takes { who, item } => format!("{} takes {} in hand.", of(who), names.item(who, item)),
        Event::Stows { who, item } => format!("{} puts {} away.", of(who), names.item(who, item)),
        Event::Reacts { who, trigger: Trigger::Resolved, .. } => format!("{} uses the Immediate.", of(who)),
        Event::Reacts { who, to, trigger } => {
            let when = match trigger {
                Trigger::Leaves => "leaves",
                Trigger::Shoots => "shoots",
                Trigger::Casts => "casts",
                Trigger::Charges => "charges",
                Trigger::Resolved => "has acted",
            };
            format!("{} reacts as {} {when}.", of(who), of(to))
        }
        Event::Sets { who, against, item } => {
            format!("{} sets {} against {}.", of(who), names.item(who, item), of(against))
        }
        Event::Maneuvers { who, target, maneuver } => {
            format!("{} tries a {} against {}.", of(who), super::maneuver_name(maneuver), of(target))
        }
        Event::Feinted { who, by } => format!("{} is open to {}.", of(who), of(by)),
        Event::Holds { who, target, pinned: false } => format!("{} holds {}.", of(who), of(target)),
        Event::Holds { who, target, pinned: true } => format!("{} pins {}.", of(who), of(target)),
        Event::HoldEnds { who, target } => format!("{} and {} are apart again.", of(who), of(target)),
        Event::Overruns { who, target } => format!("{} tries to run over {}.", of(who), of(target)),
        Event::Mounts { who, mount } => format!("{} mounts {}.", of(who), of(mount)),
        Event::Dismounts { who, mount } => format!("{} is off {}.", of(who), of(mount)),
        Event::Strays { who, target } => format!("The shot of {} goes astray: {} is hit.", of(who), of(target)),
        Event::Arrives { who, at } => format!("{} comes at {}.", of(who), cell(at)),
        Event::Casts { who, spell } => format!("{} casts {}.", of(who), names.spell(who, spell)),
        Event::SpellWorks { .. } => return None,
        Event::SpellFails { who, spell, critical } => {
            let how = if critical { "turns against its caster" } else { "comes to nothing" };
            format!("{}'s {} {how}.", of(who), names.spell(who, spell))
        }
        Event::Saves { who, success } => {
            format!("{} {}.", of(who), if success { "saves" } else { "fails to save" })
        }
        Event::Drinks { who, to, item } if who == to => format!("{} drinks {}.", of(who), names.item(who, item)),
        Event::Drinks { who, to, item } => {
            format!("{} gives {} {} to drink.", of(who), of(to), names.item(who, item))
        }
        Event::PicksUp { .. } | Event::TimePasses { .. } => return None,
        Event::Treats { who, patient, success } => {
            let how = if success { "helps" } else { "does not help" };
            format!("{}'s First Aid {how} {}.", of(who), of(patient))
        }
        Event::Raves { who, behavior } => {
            let what = match behavior {
                Behavior::Wanders => "wanders off",
                Behavior::Stares => "does nothing",
                Behavior::HurtsItself => "turns the weapon against itself",
                Behavior::Attacks => "attacks anybody within reach",
                Behavior::Acts => "has a clear moment",
            };
            format!("{}, confused, {what}.", of(who))
        }
        Event::UsesPower { who, power } => format!("{} uses {}.", of(who), names.power(who, power)),
        Event::Recovers { who, nonlethal } => {
            format!("{} recovers: {nonlethal} nonlethal damage is left.", of(who))
        }
        Event::Rests { who } => format!("{} has rested.", of(who)),
        Event::MaxHpChanges { who, by } => format!("The most HP of {} change by {by:+}.", of(who)),
        Event::Dawn {} => "Dawn breaks.".to_owned(),
        Event::RoundEnds { .. } => return None,
    })
}

/// `OB-003` `OB-016` The faces of a pool of so many dice: `6, 1, 2, then 4 (a 1 counts 0)`.
fn thrown(dice: u8, faces: Faces) -> String {
    let mut text = String::new();
    for (at, face) in faces.iter().enumerate() {
        text += match at {
            0 => "",
            at if at == usize::from(dice) => ", then ",
            _ => ", ",
        };
        text += &face.to_string();
    }
    if faces.more() != 0 {
        text += &format!(" and {} more", faces.more());
    }
    if faces.iter().any(|face| face == 1) {
        text += " (a 1 counts 0)";
    }
    text
}

fn act(who: &str, action: &Action) -> Option<String> {
    let what = match action {
        Action::Move => "moves",
        Action::Run => "runs",
        Action::Charge(_) => "charges",
        Action::PreparedDefense => "takes a Prepared Defense",
        Action::TotalDefense => "takes a Total Defense",
        Action::Disengage(_) => "disengages",
        Action::Stand => "stands up",
        Action::StandByAcrobatics { .. } => "tries to spring to the feet",
        Action::OffHandGuard => "guards with the off hand",
        Action::KeepHold { .. } => "tightens the hold",
        Action::Escape { .. } => "tries to break free",
        Action::Release => "lets go",
        Action::DropProne => "drops to the ground",
        Action::Order { order: Order::Move, .. } => "rides",
        Action::Order { order: Order::Run, .. } => "rides at a run",
        Action::Order { order: Order::Disengage(_), .. } => "rides clear",
        Action::Attack(attack) if attack.precise => "aims a Precise Strike",
        // Attacks, drawn items and the like are told by the events that follow.
        _ => return None,
    };
    Some(format!("{who} {what}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_of_a_pool_in_one_line() {
        #[track_caller]
        fn case(dice: u8, faces: &[i32], told: &str) {
            assert_eq!(thrown(dice, faces.iter().copied().collect()), told);
        }
        case(3, &[5, 4, 3], "5, 4, 3");
        case(3, &[6, 6, 2, 1, 6, 3], "6, 6, 2, then 1, 6, 3 (a 1 counts 0)"); // OB-E03
        case(1, &[6, 4], "6, then 4");
        let many: Faces = [6; 50].into_iter().collect();
        assert!(thrown(3, many).ends_with("6 and 8 more"), "{}", thrown(3, many));
    }
}
