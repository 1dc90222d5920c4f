//! Events in words.

use super::{Names, cell};
use crate::body::confusion::Behavior;
use crate::decision::{Action, Aim, ManeuverKind, Order};
use crate::dice::check::Tie;
use crate::dice::pool::{CRITICAL_MARGIN, Faces, Purpose};
use crate::event::{Bond, Event, Fall, HoldEnd, told_as_declared};
use crate::files::state_file::condition_name;
use crate::magic::casting::Distraction;
use crate::options::{DeathRule, DrinkCost};
use crate::scene::{Scene, Setup};
use crate::sheet::{Ability, Place, SpellCost};
use crate::state::{Condition, Unable};
use crate::strike::shots::{Candidates, counts_as_cover, cover_of};
use crate::turn::react::Trigger;
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_session::narrate::count;
use affray_session::said;

/// An event in a sentence; `None` if other events tell it.
pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let names = Names(setup);
    let of = |who| names.of(who);
    Some(match *event {
        Event::CriticalInitiative { who, lead, action } => {
            let by = rule!("OB-026");
            let more = if action { format!(" and a fourth Action ({})", rule!("OB-027")) } else { String::new() };
            format!("{} leads by {lead}: one more Reaction or Immediate ({by}){more} in the first round.", of(who))
        }
        Event::Activation { who, unable: None } => format!("{}'s activation.", of(who)),
        Event::Activation { who, unable: Some(unable) } => {
            let (why, rule) = match unable {
                Unable::Dying => ("dying", rule!("OB-250")),
                Unable::Unconscious => ("unconscious", rule!("OB-250")),
                Unable::Paralyzed => ("paralyzed", rule!("OB-250")),
                Unable::Stunned => ("stunned", rule!("OB-265")),
                Unable::Surprised => ("surprised", rule!("OB-031")),
            };
            format!("{}'s activation: {why}, no actions ({rule}).", of(who))
        }
        Event::ActivationEnds { .. } => return None,
        Event::Acts { who, ref action } => return act(names, who, action),
        Event::Place { who, place, total, int, ability, bab } => {
            let (score, rule) = (if int { "INT" } else { "DEX" }, rule!("OB-024"));
            format!("Place {place}: {}, initiative {total}, {score} {ability}, BAB {bab} ({rule}).", of(who))
        }
        Event::Attacks { who, target, item, reaction, price, meters } => {
            let out = if reaction { ", out of turn" } else { "" };
            let price = match price {
                None => String::new(),
                Some(0) => format!(" (no Action, {})", rule!("OB-152")),
                Some(price) => format!(" ({})", actions(price)),
            };
            let range = setup.combatants.get(who.index()).and_then(|one| one.sheet.item(item)?.weapon());
            let range = range.map_or(0, |weapon| weapon.range);
            let far = meters.map_or(String::new(), |meters| format!(", {meters} m away, range {range}"));
            format!("{} attacks {} with {}{out}{price}{far}.", of(who), of(target), names.item(who, item))
        }
        Event::BreaksOff { who, occupied, unseated } => {
            let place = if occupied { format!(", in an occupied square ({})", rule!("OB-R92")) } else { String::new() };
            if unseated {
                return Some(format!("{} has lost its rider and stays here ({}){place}.", of(who), rule!("OB-R83")));
            }
            format!("{}'s move ends here ({}){place}.", of(who), rule!("OB-239"))
        }
        Event::ChargeStops { who } => format!("{}'s charge ends without an attack ({}).", of(who), rule!("OB-242")),
        Event::PassesRiderless { who } => {
            format!("At the end of the round {} has no rider, and its part passes ({}).", of(who), rule!("OB-R83"))
        }
        Event::InTheLine { by, .. } if by.iter().next().is_none() => return None,
        Event::InTheLine { who, target, by } => {
            let by = in_the_line(setup, target, by);
            format!("In the line from {} to {}: {by} ({}).", of(who), of(target), rule!("OB-170"))
        }
        Event::Thrown { who, dice, faces, total } => format!("{} throws {}: {total}.", of(who), thrown(dice, faces)),
        Event::Shows { who, purpose: Purpose { what, rule }, dice, sides, faces, total } => {
            format!("{}, {what} ({rule}): {dice}d{sides} shows {}: {total}.", of(who), listed(faces))
        }
        Event::AttackRolled { who, target, total, defense, hit, criticals, fumbled } => {
            let how = if hit { "hits" } else { "misses" };
            let why = match (hit, total - defense) {
                (true, ..0) => format!(", with three sixes ({})", rule!("OB-007")),
                (true, above) if criticals != 0 => {
                    format!(", {above} above: {} ({})", count(criticals.into(), "critical"), rule!("OB-127"))
                }
                (false, 0..) if fumbled => format!(", with three ones ({})", rule!("OB-006")),
                (false, 0..) => format!(", for {} is blinded ({})", of(who), rule!("OB-259")),
                _ => String::new(),
            };
            format!("{} {how} {}: {total} against Defense {defense}{why}.", of(who), of(target))
        }
        Event::Checked { who, total, against, success, critical, tie } => {
            let how = if success { "succeeds" } else { "fails" };
            format!("{} {how}: {total} against {against}{}.", of(who), grade(total - against, success, critical, tie))
        }
        Event::Misses { .. } | Event::Hits { .. } => return None,
        Event::Bruised { who, lost, nonlethal, hp } => {
            let rule = rule!("OB-139");
            format!("{} takes {lost} nonlethal damage: {nonlethal} in all, with {hp} HP ({rule}).", of(who))
        }
        Event::Bleeds { who, rounds: 1, hp } => {
            format!("{} bleeds and loses 1 HP ({}): {hp} left.", of(who), rule!("OB-284"))
        }
        Event::Bleeds { who, rounds, hp } => {
            let rule = rule!("OB-284");
            format!("{} bleeds {rounds} rounds, 1 HP each ({rule}): loses {rounds} HP, {hp} left.", of(who))
        }
        // OB-257: those who go down fall.
        Event::Faints { who, hp: 0 } => {
            let (zero, down) = (rule!("OB-281"), rule!("OB-257"));
            format!("{} is unconscious, at 0 HP ({zero}), and lies prone ({down}).", of(who))
        }
        Event::Faints { who, .. } => {
            let (track, down) = (rule!("OB-139"), rule!("OB-257"));
            format!(
                "{} is unconscious, with no less nonlethal damage than HP ({track}), and lies prone ({down}).",
                of(who)
            )
        }
        Event::Gets { who, condition: Condition::Unconscious, .. } => {
            format!("{} is unconscious and lies prone ({}).", of(who), rule!("OB-257"))
        }
        Event::Gets { who, condition, rounds, level } => {
            let level = level.map_or(String::new(), |level| format!(" {level}"));
            let lasts = rounds.map_or(String::new(), |rounds| {
                format!(" to the end of {}, {}", count(rounds.into(), "activation"), rule!("OB-268"))
            });
            format!("{} is {}{level} ({}{lasts}).", of(who), condition_name(condition), condition_rule(condition))
        }
        Event::Loses { who, condition: Condition::Prone } => format!("{} stands ({}).", of(who), rule!("OB-252")),
        Event::Loses { who, condition } => {
            let name = condition_name(condition);
            format!("{} is not {name} any more ({}).", of(who), condition_rule(condition))
        }
        Event::Dying { who } => {
            let (below, down) = (rule!("OB-282"), rule!("OB-257"));
            format!("{} is dying, below 0 HP ({below}), and lies prone ({down}).", of(who))
        }
        Event::Dies { who, line } => {
            let con = setup.combatants.get(who.index()).map_or(0, |one| one.sheet.ability(Ability::Con));
            let by = match setup.options.death_rule {
                DeathRule::HalfCon => format!("10 + CON {con} / 2 ({})", rule!("OB-283")),
                DeathRule::DoubleCon => format!("10 + 2 x CON {con} ({})", rule!("OB-R50")),
            };
            format!("{} is dead, at {line} HP or below: {by}.", of(who))
        }
        Event::Drops { who, item, at, why } => {
            let (item, at) = (names.item(who, item), cell(at));
            match why {
                Fall::LetGo => format!("{} drops {item} at {at} (no Action, {}).", of(who), rule!("OB-038")),
                Fall::Thrown => format!("{}'s {item} lies at {at} after the throw ({}).", of(who), rule!("OB-174")),
                Fall::Down => format!("{}'s {item} falls at {at} ({}).", of(who), rule!("OB-257")),
                Fall::Disarmed => {
                    format!("{}'s {item} is struck from the hand and falls at {at} ({}).", of(who), rule!("OB-222"))
                }
                Fall::Bungled => {
                    format!("{} loses {item} by the bungled disarm: it falls at {at} ({}).", of(who), rule!("OB-219"))
                }
            }
        }
        Event::HoldEnds { who, target, why } => {
            let (why, rule) = match why {
                HoldEnd::NotKept => ("it was not kept up", rule!("OB-226")),
                HoldEnd::LetGo => ("its holder lets go", rule!("OB-226")),
                HoldEnd::Escape => ("the held one breaks free", rule!("OB-226")),
                HoldEnd::Bungled => ("its upkeep was bungled", rule!("OB-226")),
                HoldEnd::Down => ("one of the two is down", rule!("OB-285")),
                HoldEnd::Apart => ("the two are beyond touch", rule!("OB-R66")),
                HoldEnd::Other => ("another hold begins", rule!("OB-225")),
                HoldEnd::Gone => ("one of the two is gone", rule!("OB-226")),
            };
            format!("The hold between {} and {} ends: {why} ({rule}).", of(who), of(target))
        }
        Event::ForfeitsActions { who, actions: left } => {
            format!("{} loses the {} of this activation ({}).", of(who), left_over(left), rule!("OB-317"))
        }
        Event::Recovers { who, points, nonlethal, healed: true } => {
            let rule = rule!("OB-297");
            format!("The healing takes {points} nonlethal damage from {} ({rule}): {nonlethal} left.", of(who))
        }
        Event::Recovers { who, points, nonlethal, healed: false } => {
            let con = setup.combatants.get(who.index()).map_or(0, |one| one.sheet.ability(Ability::Con));
            let rule = rule!("OB-302");
            format!("{} recovers {points} nonlethal damage (CON {con}, at least 1, {rule}): {nonlethal} left.", of(who))
        }
        Event::Takes { who, item, price, from } => {
            let (what, rule) = match from {
                Place::Held | Place::Sheathed => ("draws", rule!("OB-200")),
                Place::Belt => ("takes from the belt", rule!("OB-203")),
                Place::Pack => ("takes out of the pack", rule!("OB-202")),
                Place::Away => ("takes off the ground", rule!("OB-203")),
            };
            format!("{} {what} {} ({}).", of(who), names.item(who, item), actions_or_free(price, rule))
        }
        Event::Stows { who, item, price } => {
            let price = actions_or_free(price, rule!("OB-200"));
            format!("{} puts {} away ({price}).", of(who), names.item(who, item))
        }
        Event::Reacts { who, to, trigger } => {
            let (when, rule) = match trigger {
                Trigger::Leaves => ("leaves a square within reach", rule!("OB-237")),
                Trigger::Shoots => ("shoots within reach", rule!("OB-237")),
                Trigger::Casts => ("casts within reach", rule!("OB-237")),
                Trigger::Resolved => {
                    return Some(format!("{} uses the Immediate out of turn ({}).", of(who), rule!("OB-243")));
                }
                // What is done tells itself.
                Trigger::Charges => return None,
            };
            format!("{} reacts as {} {when} ({rule}).", of(who), of(to))
        }
        Event::Sets { who, against, item } => {
            let rule = rule!("OB-240");
            format!("{} reacts and sets {} against {} ({rule}).", of(who), names.item(who, item), of(against))
        }
        // The event that follows says of what.
        Event::Maneuvers { maneuver: ManeuverKind::Disarm, .. } => return None,
        Event::Disarms { who, target, item } => {
            let price = actions(Scene::maneuver_price(ManeuverKind::Disarm));
            format!("{} tries to disarm {} of {} ({price}).", of(who), of(target), names.item(target, item))
        }
        Event::Maneuvers { who, target, maneuver } => {
            let price = actions(Scene::maneuver_price(maneuver));
            format!("{} tries a {} against {} ({price}).", of(who), super::maneuver_name(maneuver), of(target))
        }
        Event::Feinted { who, by, ends } => {
            let until = if ends > 1 { "the next one" } else { "this activation" };
            let rule = rule!("OB-223");
            format!("{} has -2 Defense against {} until the end of {until} ({rule}).", of(who), of(by))
        }
        Event::Pushed { who, squares } => {
            let squares = count(squares.into(), "square");
            format!("{} is pushed up to {squares}: half of the margin, at least 1 ({}).", of(who), rule!("OB-224"))
        }
        Event::Holds { who, target, pinned: false } => {
            format!("{} holds {}: both are grappled ({}).", of(who), of(target), rule!("OB-225"))
        }
        Event::Holds { who, target, pinned: true } => {
            format!("{} pins {} ({}).", of(who), of(target), rule!("OB-225"))
        }
        Event::ActionReturns { who } => format!("{} gets the Action back ({}).", of(who), rule!("OB-230")),
        Event::LosesActions { who } => {
            format!("{} has no actions left in this round ({}).", of(who), rule!("OB-199"))
        }
        Event::Dismounts { who, mount, falls: false, .. } => {
            format!("{} dismounts from {} (2 Actions).", of(who), of(mount))
        }
        Event::Dismounts { who, mount, falls: true, checked: false } => {
            let (down, falls) = (rule!("OB-R85"), rule!("OB-335"));
            format!("{} falls off {} without a Ride check ({down}, {falls}).", of(who), of(mount))
        }
        Event::Dismounts { who, mount, falls: true, .. } => {
            format!("{} falls off {} ({}).", of(who), of(mount), rule!("OB-335"))
        }
        Event::Strays { who, target, among } => {
            let (critical, rule) = (rule!("OB-079"), rule!("OB-172"));
            if among.iter().count() == 1 {
                return Some(format!(
                    "A critical failure ({critical}): the shot of {} goes astray and hits {}, the only one it can hit ({rule}).",
                    of(who),
                    of(target)
                ));
            }
            format!("The shot of {} hits {} ({rule}).", of(who), of(target))
        }
        Event::Among { who, among, confused } => {
            let numbered = (1..).zip(among.iter()).map(|(at, one)| format!("{at} {}", of(one)));
            let numbered = numbered.collect::<Vec<_>>().join(", ");
            if confused {
                return Some(format!("Within reach of {}: {numbered} ({}).", of(who), rule!("OB-258")));
            }
            let (critical, rule) = (rule!("OB-079"), rule!("OB-172"));
            format!("A critical failure ({critical}): the shot of {} goes astray among {numbered} ({rule}).", of(who))
        }
        Event::Arrives { who, at } => {
            format!("{} comes to {} at the end of the round ({}).", of(who), cell(at), rule!("OB-023"))
        }
        Event::Casts { who, spell, aim, cost, mp } => {
            let at = match aim {
                Aim::Whom(target) => of(target).to_owned(),
                Aim::At(at) => cell(at),
            };
            let time = match setup.combatants[who.index()].sheet.spells.get(usize::from(spell)).map(|spell| spell.cost)
            {
                Some(SpellCost::Actions(price)) => format!(" ({})", actions(price)),
                Some(SpellCost::Immediate) => " (Immediate)".to_owned(),
                None => String::new(),
            };
            let price = match cost {
                0 => String::new(),
                cost => format!(" for {cost} MP ({}): {mp} left", rule!("OB-312")),
            };
            format!("{} casts {} at {at}{time}{price}.", of(who), names.spell(who, spell))
        }
        Event::SpellWorks { .. } => return None,
        Event::Distracted { who, by } => {
            let by = match by {
                Distraction::Condition => "",
                Distraction::Run => " by a Run",
                Distraction::Hold => " by a hold",
                Distraction::Attack => " by an attack of its own",
                Distraction::Threat => " by a threat",
            };
            let (distracted, check) = (rule!("OB-255"), rule!("OB-315"));
            format!("{} is distracted{by} ({distracted}), so a Magic Check decides ({check}).", of(who))
        }
        Event::MagicReturns { who, mp } => {
            format!("{} gets 1 MP back ({}): {mp} left.", of(who), rule!("OB-317"))
        }
        Event::SpellFails { who, spell, critical: false } => {
            format!("{}'s {} comes to nothing ({}).", of(who), names.spell(who, spell), rule!("OB-317"))
        }
        Event::SpellFails { who, spell, critical: true } => {
            let rule = rule!("OB-317");
            format!(
                "{}'s {} turns against its caster, with damage of its level ({rule}).",
                of(who),
                names.spell(who, spell)
            )
        }
        Event::Saves { rolled: true, .. } => return None,
        Event::Saves { who, .. } => format!("{} is Helpless and fails to save ({}).", of(who), rule!("OB-250")),
        Event::Drinks { who, to, item } if who == to => {
            let price = match setup.options.drink {
                DrinkCost::Immediate => "Immediate",
                DrinkCost::Action => "1 Action",
            };
            format!("{} drinks {} ({price}).", of(who), names.item(who, item))
        }
        Event::Drinks { who, to, item } => {
            format!("{} gives {} {} to drink (2 Actions).", of(who), of(to), names.item(who, item))
        }
        Event::PicksUp { .. } | Event::TimePasses { .. } => return None,
        Event::Treats { who, patient, success } => {
            let how = if success { "helps" } else { "does not help" };
            format!("{}'s First Aid {how} {} ({}).", of(who), of(patient), rule!("OB-293"))
        }
        Event::Raves { who, alone: true, .. } => format!("{}, confused, finds nobody to attack.", of(who)),
        Event::Raves { who, behavior, .. } => {
            let what = match behavior {
                Behavior::Wanders => "is to wander off",
                Behavior::Stares => "does nothing",
                Behavior::HurtsItself => "turns the weapon against itself",
                Behavior::Attacks => "attacks anybody within reach",
                Behavior::Acts => "has a clear moment",
            };
            format!("{}, confused, {what}.", of(who))
        }
        Event::CannotWander { who, why } => {
            let (why, rule) = match why {
                Bond::Grappled => ("is held and stays", rule!("OB-263")),
                Bond::Pinned => ("is pinned and stays", rule!("OB-264")),
                Bond::Rider => ("stays, as its rider is held", rule!("OB-R83")),
                Bond::Saddle => ("stays in the saddle", rule!("OB-333")),
                Bond::Spent => ("has no Action for it and stays", rule!("OB-046")),
            };
            format!("{} {why} ({rule}).", of(who))
        }
        Event::UsesPower { who, power } => format!("{} uses {}.", of(who), names.power(who, power)),
        Event::Rests { who } if setup.combatants[who.index()].sheet.mp != 0 => {
            format!("{} has rested: all MP are back ({}).", of(who), rule!("OB-303"))
        }
        Event::Rests { who } => format!("{} has rested.", of(who)),
        Event::MaxHpChanges { who, by } => {
            format!("The maximum of {}'s HP changes by {by:+} ({}).", of(who), rule!("OB-304"))
        }
        Event::RoundEnds { .. } => return None,
        told_as_declared!() => return said::event::<crate::Obss>(setup, event),
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

/// So many Actions.
fn actions(price: u8) -> String {
    count(price.into(), "Action")
}

/// Actions that are lost.
fn left_over(actions: u8) -> String {
    if actions == 1 { "Action left".to_owned() } else { format!("{actions} Actions left") }
}

/// `OB-252` to `OB-267` The rule of a condition.
const fn condition_rule(condition: Condition) -> RuleId {
    match condition {
        Condition::Prone => rule!("OB-252"),
        Condition::Fatigued => rule!("OB-253"),
        Condition::Frightened => rule!("OB-254"),
        Condition::Distracted => rule!("OB-255"),
        Condition::Paralyzed => rule!("OB-256"),
        Condition::Unconscious => rule!("OB-257"),
        Condition::Confused => rule!("OB-258"),
        Condition::Blinded => rule!("OB-259"),
        Condition::Deafened => rule!("OB-260"),
        Condition::Nauseated => rule!("OB-261"),
        Condition::Entangled => rule!("OB-262"),
        Condition::Stunned => rule!("OB-265"),
        Condition::Invisible => rule!("OB-267"),
    }
}

/// So many Actions by that rule, or none in the middle of a move.
fn actions_or_free(price: u8, rule: RuleId) -> String {
    if price == 0 { format!("free in a move, {}", rule!("OB-201")) } else { format!("{}, {rule}", actions(price)) }
}

/// `OB-170` Those who cover a target, what each counts for, and the sum.
fn in_the_line(setup: &Setup, target: CombatantId, by: Candidates) -> String {
    let size = |who: CombatantId| setup.combatants[who.index()].sheet.size;
    let (mut all, mut sum) = (Vec::new(), 0);
    for who in by.iter() {
        let counts = counts_as_cover(size(who), size(target));
        let larger = match size(who).above(size(target)) {
            ..=0 => String::new(),
            steps => format!(" ({} larger)", count(steps.into(), "size")),
        };
        all.push(format!("{} counts {counts}{larger}", Names(setup).of(who)));
        sum += counts;
    }
    format!("{}: {sum}, {}", all.join(", "), cover_of(sum).name())
}

/// `OB-006` `OB-007` `OB-017` `OB-213` `OB-218` What settles a check beside its total: so many above the number, or below.
fn grade(above: i32, success: bool, critical: bool, tie: Option<Tie>) -> String {
    let mut why = match (success, above, tie) {
        (true, ..0, _) => format!(", with three sixes ({})", rule!("OB-017")),
        (false, 1.., _) | (false, 0, None) => format!(", with three ones ({})", rule!("OB-017")),
        (_, 0, Some(Tie { training: [one, other], ability: [own, others] })) => {
            let by = if one != other {
                format!("training, {one} and {other}, settles it")
            } else if own != others {
                format!("with equal training ability, {own} and {others}, settles it")
            } else {
                "with equal training and ability the defender wins".to_owned()
            };
            format!("; equal, so {by} ({})", rule!("OB-213"))
        }
        _ => String::new(),
    };
    if critical {
        let far = if above.abs() >= CRITICAL_MARGIN {
            format!(", {} {}", above.abs(), if success { "above" } else { "below" })
        } else {
            String::new()
        };
        let what = if success { "success" } else { "failure" };
        why += &format!("{far}: a critical {what} ({})", rule!("OB-218"));
    }
    why
}

/// The faces of dice.
fn listed(faces: Faces) -> String {
    faces.iter().map(|face| face.to_string()).collect::<Vec<_>>().join(", ")
}

fn act(names: Names<'_>, id: CombatantId, action: &Action) -> Option<String> {
    let who = names.of(id);
    let what = match action {
        Action::Charge(attack) => {
            return Some(format!("{who} charges at {} (2 Actions).", names.of(attack.target)));
        }
        Action::FirstAid { patient, .. } => {
            return Some(format!("{who} gives {} First Aid (3 Actions).", names.of(*patient)));
        }
        Action::Run => return Some(format!("{who} runs (1 Action): {}.", after_a_run())),
        Action::Order { mount, order: Order::Run } => {
            let run = after_a_run();
            return Some(format!("{who} rides {} at a run (1 Action of the mount): {run}.", names.of(*mount)));
        }
        Action::Order { mount, order } => {
            let how = match order {
                Order::Move | Order::Run => "",
                Order::Disengage(_) => " clear",
                Order::Attack(_) => return None,
            };
            return Some(format!("{who} rides {}{how} (1 Action of the mount).", names.of(*mount)));
        }
        Action::End => "does nothing",
        Action::Move => "moves (1 Action)",
        Action::PreparedDefense => "takes a Prepared Defense (1 Action)",
        Action::TotalDefense => "takes a Total Defense (2 Actions)",
        Action::Disengage(_) => "disengages (1 Action)",
        Action::Stand => "gets up (1 Action, OB-197)",
        Action::StandByAcrobatics { .. } => "tries to spring up (Immediate)",
        Action::OffHandGuard => "guards with the off hand (no Action)",
        Action::KeepHold { .. } => "tightens the hold (2 Actions)",
        Action::Escape { .. } => "tries to break free (2 Actions)",
        Action::Release => "lets go (no Action)",
        Action::DropProne => "drops to the ground (Reaction, OB-208)",
        Action::Attack(attack) if attack.precise => "aims a Precise Strike (2 Actions)",
        // Attacks, drawn items and the like are told by the events that follow.
        _ => return None,
    };
    Some(format!("{who} {what}."))
}

/// `OB-055` `OB-056` `OB-057` What a Run brings with it.
fn after_a_run() -> String {
    let [attacks, defense, distracted] = [rule!("OB-055"), rule!("OB-056"), rule!("OB-057")];
    format!(
        "-1d6 to attacks ({attacks}), -4 Defense ({defense}) and Distracted ({distracted}) up to the next activation"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Duel, arn, bel, cor, dag};

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
        assert!(thrown(3, many).ends_with("6 and 18 more"), "{}", thrown(3, many));
    }

    #[test]
    fn checks_say_what_settles_them() {
        let setup = Duel::of(arn(), bel()).setup;
        let who = CombatantId(0);
        let told = |total, against, success, critical, tie: Option<([i32; 2], [i32; 2])>| {
            let tie = tie.map(|(training, ability)| Tie { training, ability });
            event(&setup, &Event::Checked { who, total, against, success, critical, tie }).unwrap_or_default()
        };
        assert_eq!(told(19, 17, true, false, None), "One succeeds: 19 against 17.");
        // OB-E67: BAB 5 over BAB 4.
        let by_training = "One succeeds: 17 against 17; equal, so training, 5 and 4, settles it (OB-213).";
        assert_eq!(told(17, 17, true, false, Some(([5, 4], [3, 3]))), by_training);
        let by_ability =
            "One fails: 16 against 16; equal, so with equal training ability, 2 and 3, settles it (OB-213).";
        assert_eq!(told(16, 16, false, false, Some(([3, 3], [2, 3]))), by_ability);
        let even = "One fails: 16 against 16; equal, so with equal training and ability the defender wins (OB-213).";
        assert_eq!(told(16, 16, false, false, Some(([3, 3], [3, 3]))), even);
        // OB-E72: 13 below; OB-017: three sixes, and three ones.
        assert_eq!(told(8, 21, false, true, None), "One fails: 8 against 21, 13 below: a critical failure (OB-218).");
        assert_eq!(
            told(20, 24, true, true, None),
            "One succeeds: 20 against 24, with three sixes (OB-017): a critical success (OB-218)."
        );
        assert_eq!(told(13, 13, false, false, None), "One fails: 13 against 13, with three ones (OB-017).");
    }

    /// `OB-170` Cor is as large as Bel and counts 1; Dag, Large, is one size larger and counts 2.
    #[test]
    fn cover_by_creatures_is_told_with_its_sum() {
        let mut duel = Duel::of(bel(), arn()).and(cor()).and(dag());
        for (at, fighter) in (0..).zip(&mut duel.state.fighters) {
            fighter.at = affray_grid::Cell::new([0, 10, 3, 6][at], 0);
        }
        let (who, target) = (CombatantId(0), CombatantId(1));
        let bow = duel.item(0, "longbow");
        let shot = crate::decision::Attack {
            way: crate::decision::Way::Ranged,
            ..crate::decision::Attack::melee(target, bow)
        };
        let by = duel.scene().cover_givers(who, &shot).expect("two stand in the line");
        let told = event(&duel.setup, &Event::InTheLine { who, target, by }).unwrap_or_default();
        let names = |who: u8| Names(&duel.setup).of(CombatantId(who)).to_owned();
        let expected = format!(
            "In the line from One to Other: {} counts 1, {} counts 2 (1 size larger): 3, complete cover (OB-170).",
            names(2),
            names(3)
        );
        assert_eq!(told, expected);
    }

    #[test]
    fn what_follows_from_a_number_is_told_with_its_rule() {
        let setup = Duel::of(bel(), arn()).setup;
        let (who, target) = (CombatantId(0), CombatantId(1));
        let told = |it: Event| event(&setup, &it).unwrap_or_default();
        let attack = |total, defense, hit, criticals, fumbled| {
            told(Event::AttackRolled { who, target, total, defense, hit, criticals, fumbled })
        };
        // OB-E19
        assert_eq!(attack(22, 15, true, 0, false), "One hits Other: 22 against Defense 15.");
        assert_eq!(
            attack(23, 15, true, 1, false),
            "One hits Other: 23 against Defense 15, 8 above: 1 critical (OB-127)."
        );
        assert_eq!(
            attack(39, 15, true, 3, false),
            "One hits Other: 39 against Defense 15, 24 above: 3 criticals (OB-127)."
        );
        // OB-E13, OB-E10, OB-259
        assert_eq!(attack(21, 24, true, 0, false), "One hits Other: 21 against Defense 24, with three sixes (OB-007).");
        assert_eq!(attack(9, 9, false, 0, true), "One misses Other: 9 against Defense 9, with three ones (OB-006).");
        assert_eq!(
            attack(14, 9, false, 0, false),
            "One misses Other: 14 against Defense 9, for One is blinded (OB-259)."
        );
        assert_eq!(attack(7, 15, false, 0, true), "One misses Other: 7 against Defense 15.");
        // OB-283: half of 21 is 10.5.
        assert_eq!(told(Event::Dies { who, line: -11 }), "One is dead, at -11 HP or below: 10 + CON 1 / 2 (OB-283).");
        assert_eq!(told(Event::Bleeds { who, rounds: 1, hp: -3 }), "One bleeds and loses 1 HP (OB-284): -3 left.");
        assert_eq!(
            told(Event::Bleeds { who, rounds: 7, hp: -10 }),
            "One bleeds 7 rounds, 1 HP each (OB-284): loses 7 HP, -10 left."
        );
        // OB-E36
        assert_eq!(
            told(Event::CriticalInitiative { who, lead: 8, action: false }),
            "One leads by 8: one more Reaction or Immediate (OB-026) in the first round."
        );
        assert_eq!(
            told(Event::Place { who, place: 2, total: 16, int: false, ability: 3, bab: 4 }),
            "Place 2: One, initiative 16, DEX 3, BAB 4 (OB-024)."
        );
        // OB-281, OB-139
        assert_eq!(
            told(Event::Faints { who, hp: 0 }),
            "One is unconscious, at 0 HP (OB-281), and lies prone (OB-257)."
        );
        assert_eq!(
            told(Event::Faints { who, hp: 7 }),
            "One is unconscious, with no less nonlethal damage than HP (OB-139), and lies prone (OB-257)."
        );
        // OB-200, OB-201, OB-203
        let takes = |price, from| told(Event::Takes { who, item: 0, price, from });
        assert!(takes(1, Place::Sheathed).ends_with(" (1 Action, OB-200)."), "{}", takes(1, Place::Sheathed));
        assert!(takes(1, Place::Belt).starts_with("One takes from the belt "), "{}", takes(1, Place::Belt));
        assert!(takes(1, Place::Away).ends_with(" (1 Action, OB-203)."), "{}", takes(1, Place::Away));
        assert!(takes(0, Place::Sheathed).ends_with(" (free in a move, OB-201)."), "{}", takes(0, Place::Sheathed));
        let unable = Some(Unable::Stunned);
        assert_eq!(told(Event::Activation { who, unable }), "One's activation: stunned, no actions (OB-265).");
    }
}
