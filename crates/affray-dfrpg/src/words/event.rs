//! Events in words.

use super::{Names, cell, count};
use crate::body::aftermath::rests_fast;
use crate::body::fatigue::is_low;
use crate::body::injury::{DEADLY, is_deadly};
use crate::body::location::{crippling_injury, is_leg};
use crate::decision::{Aim, AllOut, Concentrate, DefenseKind, IncomingKind, Maneuver, NO_MODE, NONE, Ready};
use crate::event::{Event, Forgone, Hold, Lost, Unreadied, told_as_declared};
use crate::grapple::slam::{Clash, clash};
use crate::magic::Backfire;
use crate::scene::Setup;
use crate::sheet::{Item, ItemId, Location, Quality, Spell, SpellClass, SpellCondition, SpellEffect, SpellScore};
use crate::state::{DefenseFocus, Form, Posture, Reaction, Trigger};
use crate::strike::critical_miss::Mishap;
use crate::strike::damage::CriticalHit;
use crate::strike::defense::NoDefense;
use affray_grid::Cell;
use affray_kernel::referee::CombatantId;
use affray_session::said;

pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let names = Names(setup);
    let n = |who: CombatantId| names.of(who);
    let own = |who: CombatantId, item: ItemId| names.the_item(who, item);
    Some(match *event {
        Event::TurnEnds { .. } => return None,
        Event::TakesPlace { who, place } => {
            let sheet = &setup.combatants[who.index()].sheet;
            let speed = f32::from(sheet.speed_quarters) / 4.0;
            format!("Place {place}: {}, Basic Speed {speed}, DX {} (DF-051).", n(who), sheet.dx)
        }
        Event::TurnBegins { who } => format!("{} turn.", own_of(n(who))),
        // The target is told where the spell is cast.
        Event::Maneuvers { who, maneuver: Maneuver::Concentrate(Concentrate::Cast(cast)) } => {
            format!("{}: Concentrate on {}, with {} energy.", n(who), names.spell(who, cast.spell), cast.energy)
        }
        Event::Maneuvers { who, maneuver } => format!("{}: {}.", n(who), self::maneuver(names, who, &maneuver)),
        Event::Moves { who, to, facing, second, left } => {
            let left = left.map_or(String::new(), |half| match half {
                2 => "; 1 point left".to_owned(),
                half => format!("; {} points left", f64::from(half) / 2.0),
            });
            format!("{} moves to {}, facing {}{}{left}.", n(who), cell(to), facing.name(), and_in(second))
        }
        Event::Forgoes { who, second, why } => {
            let what = if second { "second attack" } else { "attack" };
            let why = match why {
                Forgone::Choice => ", by choice",
                Forgone::FoeIsOut => ": the foe is out of the fight",
                Forgone::NotReady => ": nothing in hand is ready for it (DF-034)",
                Forgone::NoTarget => ": no foe can be attacked so from there",
            };
            format!("{} makes no {what}{why}.", n(who))
        }
        Event::Turns { who, facing } => format!("{} turns to face {}.", n(who), facing.name()),
        Event::Takes { who, posture, second } => {
            format!("{} is now {}{}.", n(who), self::posture(posture), and_in(second))
        }
        Event::Attacks { who, target, mode, spell, aim, kind } => {
            let (it, whose) = aimed(names, target, aim);
            let what = if mode == NO_MODE { String::new() } else { format!(" with {}", names.mode(who, mode)) };
            let spell = || names.spell(who, spell);
            match kind {
                IncomingKind::Strike => format!("{} attacks {whose}{it}{what}.", n(who)),
                IncomingKind::Grab => format!("{} tries to grab {whose}{it}.", n(who)),
                IncomingKind::Shove => format!("{} shoves {}.", n(who), n(target)),
                IncomingKind::Slam => format!("{} slams into {}.", n(who), n(target)),
                IncomingKind::Touch => format!("{} touches {whose}{it} with {}.", n(who), spell()),
                IncomingKind::MissileSpell => format!("{} throws {} at {whose}{it}.", n(who), spell()),
            }
        }
        Event::CriticalHit { row, .. } => format!("Critical hit: {}.", critical_hit(row)),
        Event::CriticalMiss { who, row } => format!("Critical miss of {}: {}.", n(who), mishap(row)),
        Event::Defends { who, kind, item } => match kind {
            DefenseKind::None => format!("{} does not defend.", n(who)),
            kind => format!("{} tries to {}.", n(who), defense(names, who, kind, item)),
        },
        Event::Undefended { who, why } => {
            let (why, rule) = match why {
                NoDefense::Unseen => ("it does not see the attack", rule!("DF-R61")),
                NoDefense::Unconscious => ("unconscious", rule!("DF-380")),
                NoDefense::Unaware => ("unaware", rule!("DF-280")),
                NoDefense::AllOut => ("after an All-Out Attack", rule!("DF-065")),
                NoDefense::WaitMoved => ("after the movement of an All-Out Attack", rule!("DF-093")),
                NoDefense::Rear => ("the attack comes from behind", rule!("DF-R10")),
                NoDefense::Pinned => ("pinned", rule!("DF-R90")),
            };
            format!("{} has no defense: {why} ({rule}).", n(who))
        }
        Event::Backlash { who, lies: true, .. } => {
            format!("The critical failure of the defense costs {} nothing: it lies already (DF-283).", n(who))
        }
        Event::Backlash { who, failed, .. } => {
            let result = if failed { "failure" } else { "success" };
            format!("{} pays for the critical {result} of the defense (DF-283).", n(who))
        }
        Event::Stopped { who, kind } => match kind {
            DefenseKind::Dodge => format!("{} dodges.", n(who)),
            DefenseKind::Parry { .. } => format!("{} parries.", n(who)),
            DefenseKind::Block => format!("{} blocks.", n(who)),
            DefenseKind::BlockWithFoe => format!("{} puts the lifted foe in the way.", n(who)),
            DefenseKind::Spell { spell } => format!("{} stops it with {}.", n(who), names.spell(who, spell)),
            DefenseKind::None => format!("{} stops it.", n(who)),
        },
        Event::Strikes { target, location } => format!("It strikes {} {}.", own_of(n(target)), location.in_words()),
        Event::Damaged { who, basic, kind, location, resisted, penetrating } => {
            let through = match penetrating {
                ..=0 => "nothing gets through (DF-330)".to_owned(),
                1 => "1 gets through".to_owned(),
                points => format!("{points} get through"),
            };
            let kind = kind.name();
            let takes = if location == Location::Vitals { "take" } else { "takes" };
            let (whose, place) = (own_of(n(who)), location.in_words());
            if basic == 0 {
                return Some(format!("{whose} {place} {takes} no damage: nothing gets through (DF-330)."));
            }
            format!("{whose} {place} {takes} {basic} {kind}: DR stops {}, {through}.", resisted.min(basic))
        }
        Event::Wounded { who, lost, hp, shock, blow, push } => {
            let painless = names.sheet(who).is_some_and(|sheet| sheet.traits.high_pain_threshold);
            let shock = match shock {
                _ if !blow => format!(", no shock ({})", rule!("DF-R91")),
                0 if painless => format!(", no shock (High Pain Threshold, {})", rule!("DF-R32")),
                0 => String::new(),
                _ if push => format!(", shock {shock} ({}) after the push ({})", rule!("DF-361"), rule!("DF-R25")),
                _ => format!(", shock {shock} ({})", rule!("DF-361")),
            };
            let max = names.sheet(who).map_or(0, |sheet| sheet.hp.into());
            let falls = if is_low(hp, max) && !is_low(hp + lost, max) {
                format!(" Below a third of {max} HP, Move and Dodge are halved (DF-373).")
            } else {
                String::new()
            };
            let dead = if is_deadly(hp, max) && !is_deadly(hp + lost, max) {
                format!(" At -{DEADLY} x HP or below there is no roll: dead ({}).", rule!("DF-378"))
            } else {
                String::new()
            };
            format!("{} loses {lost} HP and has {hp}{shock}.{falls}{dead}", n(who))
        }
        Event::Tires { who, lost, fp } => {
            let max = names.sheet(who).map_or(0, |sheet| sheet.fp.into());
            let falls = if is_low(fp, max) && !is_low(fp + lost, max) {
                format!(" Below a third of {max} FP, Move, Dodge and ST for rolls are halved (DF-412).")
            } else {
                String::new()
            };
            format!("{} loses {lost} FP and has {fp}.{falls}", n(who))
        }
        Event::Rests { who, gained, each, fp } => {
            let is_fast = names.sheet(who).is_some_and(|sheet| rests_fast(&sheet.traits));
            let rule = if is_fast { rule!("DF-417") } else { rule!("DF-416") };
            format!("{} gains {gained} FP by rest, 1 in {each} minutes ({rule}), and has {fp}.", n(who))
        }
        Event::Passes { minutes } => format!("{} after the battle.", count(minutes.into(), "minute")),
        Event::GivesFirstAid { who, patient } if who == patient => {
            format!("{} tends its own wounds, for 10 minutes (DF-R59).", n(who))
        }
        Event::GivesFirstAid { who, patient } => {
            format!("{} gives {} first aid, for 10 minutes (DF-R59).", n(who), n(patient))
        }
        Event::Crippled { who, location } => {
            let by = least_by(names, who, location, |least| format!("{least} HP or more of one blow, "));
            let (whose, part) = (own_of(n(who)), location.in_words());
            format!("{whose} {part} is crippled ({by}{}){}.", rule!("DF-371"), gives_way(location))
        }
        Event::Destroyed { who, location } => {
            let by = least_by(names, who, location, |least| format!("more than {} HP of one blow, ", 2 * least));
            let (whose, part) = (own_of(n(who)), location.in_words());
            format!("{whose} {part} is destroyed ({by}{}){}.", rule!("DF-374"), gives_way(location))
        }
        Event::Falls { who, second } => format!("{} falls down{}.", n(who), and_in(second)),
        Event::Sprints { who, seconds } => {
            format!("{} sprints, for a point more (DF-082): second {seconds} of 15.", n(who))
        }
        Event::Throws { who, item, at } => {
            format!("{} throws {}: hit or miss, it comes to lie at {} (DF-R92).", n(who), own(who, item), cell(at))
        }
        Event::Drops { who, item, at } => format!("{} drops {}; it lies at {}.", n(who), own(who, item), cell(at)),
        Event::MayBreak { who, item, foe, by, on } => {
            let (own, other) = (setup.item(who, item)?, setup.item(foe, by)?);
            let pounds = |item: &Item| f64::from(item.weight) / 10.0;
            let made = match own.quality {
                Quality::Normal => "",
                Quality::Cheap => ", cheap",
                Quality::Fine => ", fine",
                Quality::VeryFine => ", very fine",
            };
            let times = other.weight / own.weight.max(1);
            let weapon = format!("{} ({} lb{made})", names.whose_item(who, item), pounds(own));
            let other = format!("{} ({} lb)", names.whose_item(foe, by), pounds(other));
            format!("{weapon} met {other}, {times} times as heavy: it breaks on {on} or less (DF-R18).")
        }
        Event::Holds { who, item } => format!("{} holds (DF-R18).", names.whose_item(who, item)),
        Event::Breaks { who, item } => format!("{} breaks.", names.whose_item(who, item)),
        Event::ItemDamaged { who, item, basic, lost } => {
            format!("{} takes {basic} and loses {lost} HP.", names.whose_item(who, item))
        }
        Event::Unready { who, item, why } => {
            let why = match why {
                Unreadied::Turned => "it turned in the hand (DF-R19)",
                Unreadied::Block => "after a critical failure of a Block (DF-283)",
                Unreadied::Unwieldy => "unwieldy, after an attack (DF-R13)",
                Unreadied::Unconscious => "on an arm that hangs limp (DF-R33)",
            };
            format!("{} is not ready any more: {why}.", names.whose_item(who, item))
        }
        Event::Readied { who, item } => format!("{} has {} ready.", n(who), own(who, item)),
        Event::Sheathes { who, item } => format!("{} puts {} away.", n(who), own(who, item)),
        Event::Reloads { who, item, done: true, .. } => format!("{} has loaded {}.", n(who), own(who, item)),
        Event::Reloads { who, item, spent, of, .. } => {
            format!("{} is loading {}: second {spent} of {of} (DF-242).", n(who), own(who, item))
        }
        Event::Feinted { who, foe, penalty } => {
            let until = format!("to the end of {} next turn", own_of(n(who)));
            let feint = format!("{} feint deceives {}", own_of(n(who)), n(foe));
            format!("{feint}: -{penalty} to defenses against {}, {until}.", n(who))
        }
        Event::FeintFails { who, foe } => format!("{} feint does not deceive {}.", own_of(n(who)), n(foe)),
        Event::FeintWasted { who, foe } => format!("{} feint against {} is wasted (DF-R06).", own_of(n(who)), n(foe)),
        Event::Aims { who, target, seconds } => {
            format!("{} aims at {}: {} by now.", n(who), n(target), count(seconds.into(), "second"))
        }
        Event::Retreats { who, to, second } => format!("{} retreats to {}{}.", n(who), cell(to), and_in(second)),
        Event::KnockedBack { who, to, hexes: 0, .. } => {
            format!("{} is knocked back, but stays at {} (DF-R25).", n(who), cell(to))
        }
        Event::KnockedBack { who, to, hexes, second } => {
            format!("{} is knocked back {}, to {}{}.", n(who), hexes_of(hexes), cell(to), and_in(second))
        }
        Event::StopsAt { who, at, by: Some(by) } => format!("{} in {} stops {} (DF-R25).", n(by), cell(at), n(who)),
        Event::StopsAt { who, at, by: None } => match setup.map.ground(at) {
            None => format!("The map ends at {}: that stops {} (DF-R25).", cell(at), n(who)),
            Some(_) => format!("Nobody gets into {}: that stops {} (DF-R25).", cell(at), n(who)),
        },
        Event::FallsFar { who, yards } => {
            format!("{} lands hard, as after a fall of {} (DF-R24).", n(who), count(yards.into(), "yard"))
        }
        Event::Clashes { who, foe, damage, answer } => {
            let falls = match clash(damage, answer) {
                Clash::TargetFalls => format!("twice as much, {} falls", n(foe)),
                Clash::TargetRolls => format!("as much or more, {} rolls DX or falls", n(foe)),
                Clash::SlammerFalls => format!("half as much or less, {} falls", n(who)),
                Clash::BothStand => "less, both stay up".to_owned(),
            };
            format!("{} does {damage}, {} {answer}: {falls} (DF-R26).", n(who), n(foe))
        }
        Event::Reacts { who, to, trigger } => {
            format!("{} Wait: {}.", own_of(n(who)), self::trigger(trigger, n(to)))
        }
        Event::ReactionLost { who, why } => {
            let (why, rule) = match why {
                Lost::Facing => ("the foe is not in the front arc", rule!("DF-173")),
                Lost::Distance => ("the foe is out of reach", rule!("DF-172")),
                Lost::Weapon => ("the weapon is not ready", rule!("DF-034")),
                Lost::Parried => ("the unbalanced weapon parried", rule!("DF-262")),
                Lost::Unloaded => ("nothing is loaded", rule!("DF-242")),
                Lost::Hands => ("no hand is free for it", rule!("DF-R48")),
                Lost::Skill => ("the effective skill is too low", rule!("DF-002")),
                Lost::Other => ("it is not possible any more", rule!("DF-089")),
            };
            format!("{} reaction is lost: {why} ({rule}).", own_of(n(who)))
        }
        Event::WaitLapses { who } => format!("{} Wait lapses.", own_of(n(who))),
        Event::Leaves { who, out } => {
            let of = setup.combatants.get(who.index())?.side;
            let members = setup.combatants.iter().filter(|one| one.side == of).count() as u32;
            let morale = setup.sides.get(usize::from(of)).map_or(100, |side| side.morale);
            let is_broken = morale < 100 && out > 0 && u32::from(morale) * members <= 100 * out;
            let why = if is_broken {
                format!(": {out} of {members} of its side are out, at a morale of {morale}%")
            } else {
                String::new()
            };
            format!("{} leaves the fight (DF-R101){why}.", n(who))
        }
        Event::Grapples { who, foe, hold } => match hold {
            Hold::Takedown => format!("{} tries to throw {} down.", n(who), n(foe)),
            Hold::Pin => format!("{} tries to pin {}.", n(who), n(foe)),
            Hold::Strangle => format!("{} strangles {}.", n(who), n(foe)),
            Hold::Wrest => format!("{} tries to take what {} holds.", n(who), n(foe)),
            Hold::ForceDrop => format!("{} tries to make {} drop what it holds.", n(who), n(foe)),
            Hold::BreakFree => format!("{} tries to break free of {}.", n(who), n(foe)),
        },
        Event::Grabs { who, foe, part, item, hands } => {
            let what = part.map_or_else(
                || format!("{} (DF-489)", names.whose_item(foe, item)),
                |part| format!("{} {}", own_of(n(foe)), part.in_words()),
            );
            let with = match hands {
                0 => "its whole body (DF-R135)".to_owned(),
                hands => count(hands.into(), "hand"),
            };
            format!("{} has a hold on {what}, with {with}.", n(who))
        }
        Event::Struggles { who, seconds } => {
            format!("{} struggles against the pin: second {seconds} of 10 (DF-510).", n(who))
        }
        Event::Wrests { who, foe, item } => format!("{} takes {} from {}.", n(who), own(foe, item), n(foe)),
        Event::Casts { who, spell, target, .. } => {
            let at =
                if target == NONE || target == who.0 { String::new() } else { format!(" on {}", names.at(target)) };
            format!("{} casts {}{at}.", n(who), names.spell(who, spell))
        }
        Event::SpellPointed { who, target, .. } => match target {
            NONE => format!("{} points at a place.", n(who)),
            target => format!("{} points at {}.", n(who), names.at(target)),
        },
        Event::Concentrates { who, spell, seconds } => {
            let by_now = count(seconds.into(), "second");
            format!("{} goes on casting {}: {by_now} by now.", n(who), names.spell(who, spell))
        }
        Event::SpellEnlarged { who, spell, energy } => {
            format!("{} {} grows to {energy} energy.", own_of(n(who)), names.spell(who, spell))
        }
        Event::EnlargingEnds { who, spell, energy, disturbed } => {
            let why = if disturbed {
                "its caster was disturbed (DF-R93)"
            } else {
                "it grows only in seconds that follow one another (DF-R52)"
            };
            format!("{} {} stays at {energy} energy from now on: {why}.", own_of(n(who)), names.spell(who, spell))
        }
        Event::SpellDissipates { who, spell } => {
            format!("{} {} dissipates (DF-437).", own_of(n(who)), names.spell(who, spell))
        }
        Event::SpellBackfires { who, spell, how } => {
            format!("{} {} goes wrong: {}.", own_of(n(who)), names.spell(who, spell), backfire(how))
        }
        Event::Maintains { who, spell } => format!("{} maintains {}.", n(who), names.spell(who, spell)),
        Event::SpellWorks { who, spell, on, energy } => {
            let on = if on == who { String::new() } else { format!(" on {}", n(on)) };
            let does = spell_effect(names, who, spell, energy);
            format!("{} {} works{on}{does}.", own_of(n(who)), names.spell(who, spell))
        }
        Event::SpellHeld { who, spell, energy } => {
            format!("{} holds {} ready, with {energy} energy.", n(who), names.spell(who, spell))
        }
        Event::SpellFails { who, spell } => format!("{} {} fails.", own_of(n(who)), names.spell(who, spell)),
        Event::SpellLost { who, spell } => format!("{} loses {}.", n(who), names.spell(who, spell)),
        Event::SpellEnds { on, by, spell } => format!("{} on {} ends.", names.spell(by, spell), n(on)),
        Event::SpellAnswers { who, spell } => {
            format!("{} has the answer of {}.", n(who), names.spell(who, spell))
        }
        Event::Downgraded { who, .. } => format!("{} All-Out Attack becomes a plain Attack (DF-092).", own_of(n(who))),
        told_as_declared!() => return said::event::<crate::Dfrpg>(setup, event),
    })
}

/// Whose something is: `Arn's`, `the Bones'`.
pub(super) fn own_of(name: &str) -> String {
    if name.ends_with('s') { format!("{name}'") } else { format!("{name}'s") }
}

fn hexes_of(hexes: i32) -> String {
    if hexes == 1 { "1 hex".to_owned() } else { format!("{hexes} hexes") }
}

/// The second hex of a body that lies or crawls (`DF-156`).
fn and_in(second: Option<Cell>) -> String {
    second.map_or(String::new(), |second| format!(", in {} as well", cell(second)))
}

/// `DF-R55` What a spell changes for a while.
fn spell_effect(names: Names<'_>, who: CombatantId, spell: u8, energy: u8) -> String {
    let Some(known) = names.sheet(who).and_then(|sheet| sheet.spells.get(usize::from(spell))) else {
        return String::new();
    };
    match effect_of(known, energy) {
        does if does.is_empty() => does,
        does => format!(": {does}"),
    }
}

/// `DF-R55` What a spell changes for a while with so much energy; empty where it does something else.
pub(super) fn effect_of(known: &Spell, energy: u8) -> String {
    let (does, seconds) = match known.effect {
        SpellEffect::Modifier { score, by, per_energy, seconds } => {
            let by = if per_energy { i32::from(by) * i32::from(energy) } else { i32::from(by) };
            let score = match score {
                SpellScore::Dx => "DX",
                SpellScore::Attack => "to attacks",
                SpellScore::Defense => "to active defenses",
                SpellScore::Move => "Move",
            };
            (format!("{by:+} {score}"), seconds)
        }
        SpellEffect::Resistance { dr, seconds } => (format!("DR {dr}"), seconds),
        SpellEffect::Condition { condition: SpellCondition::Blind, seconds } => ("blind".to_owned(), seconds),
        SpellEffect::Condition { condition: SpellCondition::Rooted, seconds } => {
            ("rooted to the spot".to_owned(), seconds)
        }
        _ => return String::new(),
    };
    match seconds {
        0 => does,
        seconds => format!("{does} for {}", count(seconds.into(), "second")),
    }
}

/// `DF-371` What the least injury that cripples a part of somebody says.
fn least_by(names: Names<'_>, who: CombatantId, part: Location, words: impl Fn(i32) -> String) -> String {
    let hp = names.sheet(who).map(|sheet| sheet.hp.into());
    hp.and_then(|hp| crippling_injury(part, hp)).map_or(String::new(), words)
}

/// `DF-R34` What a leg or foot that is useless now does besides.
fn gives_way(location: Location) -> &'static str {
    if is_leg(location) { " and gives way (DF-R34)" } else { "" }
}

/// What a blow is aimed at, and whose it is.
pub(super) fn aimed(names: Names<'_>, target: CombatantId, aim: Aim) -> (String, String) {
    let name = names.of(target);
    match aim {
        Aim::At(location) => (location.in_words(), format!("{} ", own_of(name))),
        Aim::Chinks(location) => {
            (format!("{}, at chinks in the armor", location.in_words()), format!("{} ", own_of(name)))
        }
        Aim::Random => (", wherever it lands".to_owned(), name.to_owned()),
        Aim::Damage(item) => (format!("{}, to break it", names.whose_item(target, item)), String::new()),
        Aim::Disarm(item) => (format!("{}, to disarm", names.whose_item(target, item)), String::new()),
    }
}

/// A maneuver as people call it.
pub(super) fn maneuver(names: Names<'_>, who: CombatantId, maneuver: &Maneuver) -> String {
    match maneuver {
        Maneuver::AllOutAttack(bonus) => format!("All-Out Attack ({})", all_out(*bonus)),
        Maneuver::Attack => "Attack".to_owned(),
        Maneuver::AllOutDefense(focus) => format!("All-Out Defense ({})", self::focus(*focus)),
        Maneuver::MoveAndAttack => "Move and Attack".to_owned(),
        Maneuver::Feint => "Feint".to_owned(),
        Maneuver::Aim(aim) => {
            let brace = if aim.brace { ", braced" } else { "" };
            format!("Aim at {} with {}{brace}", names.of(aim.target), names.mode(who, aim.mode))
        }
        Maneuver::Move => "Move".to_owned(),
        Maneuver::ChangePosture { to, .. } => format!("Change Posture, to {}", posture(*to)),
        Maneuver::Concentrate(what) => match what {
            Concentrate::Think => "Concentrate".to_owned(),
            Concentrate::GoOn => "Concentrate, going on with the spell".to_owned(),
            Concentrate::GoOnAt { target: NONE, cell: at } => {
                format!("Concentrate, turning the spell to {}", cell(*at))
            }
            Concentrate::GoOnAt { target, .. } => format!("Concentrate, turning the spell to {}", names.at(*target)),
            Concentrate::Enlarge { energy, hand } => {
                format!("Concentrate, to enlarge the spell in {} by {energy}", hand_name(*hand))
            }
            Concentrate::Cast(cast) => {
                let known = names.sheet(who).and_then(|sheet| sheet.spells.get(usize::from(cast.spell)));
                let is_area = known.is_some_and(|spell| spell.class == SpellClass::Area);
                let at = match cast.target {
                    _ if is_area => format!(" at {}, radius {},", cell(cast.cell), cast.radius),
                    NONE => String::new(),
                    target => format!(" on {}", names.at(target)),
                };
                let each = if is_area { " for each hex of it" } else { "" };
                let spell = names.spell(who, cast.spell);
                format!("Concentrate, to cast {spell}{at} with {} energy{each}", cast.energy)
            }
        },
        Maneuver::Ready(what) => format!("Ready: {}", ready(names, who, *what)),
        Maneuver::DoNothing => "Do Nothing".to_owned(),
        Maneuver::Wait(wait) => {
            let contract = &wait.contract;
            let foe = if contract.foe == NONE { "a foe" } else { names.at(contract.foe) };
            let reaction = match contract.reaction {
                Reaction::Ready => format!("ready {}", names.item(who, ItemId(contract.mode))),
                reaction => {
                    let (name, mode) = (self::reaction(reaction), |mode| names.mode(who, mode));
                    match contract.form {
                        Form::Strike => format!("{name} with {}", mode(contract.mode)),
                        Form::Rapid => format!("{name}, a Rapid Strike with {}", mode(contract.mode)),
                        Form::Dual => format!("{name} with {} and {}", mode(contract.mode), mode(contract.other)),
                        form => format!("{name}, {}", close_attack(form)),
                    }
                }
            };
            let strikes = contract.reaction != Reaction::Ready && contract.reaction != Reaction::Feint;
            let at = match contract.aim() {
                Some(Aim::At(at)) if strikes && at != Location::Torso => format!(" at the {}", at.in_words()),
                Some(Aim::Random) if strikes => " wherever it lands".to_owned(),
                _ => String::new(),
            };
            let deceptive = match contract.deceptive {
                0 => String::new(),
                levels => format!(", deceptive {levels}"),
            };
            format!("Wait, until {}: then {reaction}{at}{deceptive}", trigger(contract.trigger, foe))
        }
    }
}

fn all_out(bonus: AllOut) -> &'static str {
    match bonus {
        AllOut::Determined => "Determined",
        AllOut::Double => "Double",
        AllOut::Feint => "Feint",
        AllOut::Strong => "Strong",
        AllOut::Ranged => "Ranged",
    }
}

fn focus(focus: DefenseFocus) -> &'static str {
    match focus {
        DefenseFocus::None => "nothing",
        DefenseFocus::Dodge => "Dodge",
        DefenseFocus::Parry => "Parry",
        DefenseFocus::Block => "Block",
        DefenseFocus::Double => "Double",
    }
}

fn trigger(trigger: Trigger, foe: &str) -> String {
    match trigger {
        Trigger::ComesIntoReach => format!("{foe} comes into reach"),
        Trigger::Moves => format!("{foe} moves"),
        Trigger::Charges => format!("{foe} charges"),
        Trigger::InArea => format!("{foe} is in the watched area"),
        Trigger::AttacksMe => format!("{foe} attacks the one who waits"),
        Trigger::Attacks => format!("{foe} attacks anybody"),
        Trigger::Casts => format!("{foe} casts a spell"),
        Trigger::Prepares => format!("{foe} readies, aims or waits"),
        Trigger::GoesDown => format!("{foe} falls or kneels"),
        Trigger::IsWounded => format!("{foe} is wounded"),
    }
}

/// What a waiter does with its body.
const fn close_attack(form: Form) -> &'static str {
    match form {
        Form::Strike | Form::Rapid | Form::Dual => "a strike",
        Form::Shove => "a shove",
        Form::Slam => "a slam",
        Form::Grab => "a grab",
        Form::Takedown => "a takedown",
        Form::Pin => "a pin",
        Form::Strangle => "strangling",
        Form::Wrest => "to take what is grabbed",
        Form::ForceDrop => "to have the foe drop what it holds",
        Form::BreakFree => "to break free",
    }
}

fn reaction(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Attack => "Attack",
        Reaction::Determined => "All-Out Attack (Determined)",
        Reaction::DoubleAttack => "All-Out Attack (Double)",
        Reaction::FeintAttack => "All-Out Attack (Feint)",
        Reaction::Strong => "All-Out Attack (Strong)",
        Reaction::AllOutRanged => "All-Out Attack (Ranged)",
        Reaction::Feint => "Feint",
        Reaction::Ready => "Ready",
    }
}

pub(super) fn ready(names: Names<'_>, who: CombatantId, what: Ready) -> String {
    let the = |item: ItemId| names.the_item(who, item);
    match what {
        Ready::Draw { item, .. } if names.0.item(who, item).is_some_and(|item| item.hands == 2) => {
            format!("take up {} with both hands", the(item))
        }
        Ready::Draw { item, hand } => format!("take up {} with {}", the(item), hand_name(hand)),
        Ready::Regain(item) => format!("get {} under control", the(item)),
        Ready::Reach(item) => format!("hold {} for its other reach", the(item)),
        Ready::Reload(item) => format!("load {}", the(item)),
        Ready::Sheathe(item) => format!("put {} away", the(item)),
        Ready::Shift { item, hand } => format!("take {} into {}", the(item), hand_name(hand)),
        Ready::DitchShield(item) => format!("get rid of {}", the(item)),
        Ready::Lift(victim) => format!("lift {}", names.of(victim)),
        Ready::Other(_) => "something else".to_owned(),
    }
}

pub(super) fn posture(posture: Posture) -> &'static str {
    match posture {
        Posture::Standing => "standing",
        Posture::Crouching => "crouching",
        Posture::Sitting => "sitting",
        Posture::Kneeling => "kneeling",
        Posture::Crawling => "crawling",
        Posture::Prone => "prone",
        Posture::FaceUp => "lying face up",
    }
}

/// A hand as people call it.
pub(super) fn hand_name(hand: u8) -> String {
    match hand {
        0 => "the main hand".to_owned(),
        1 => "the off hand".to_owned(),
        hand => format!("hand {}", u16::from(hand) + 1),
    }
}

/// A defense as something that one tries to do; `item` is what parries, where that is known.
pub(super) fn defense(names: Names<'_>, who: CombatantId, kind: DefenseKind, item: ItemId) -> String {
    match kind {
        DefenseKind::None => "do nothing".to_owned(),
        DefenseKind::Dodge => "dodge".to_owned(),
        DefenseKind::Parry { hand } if item == ItemId::NONE => format!("parry with {}", hand_name(hand)),
        DefenseKind::Parry { .. } => format!("parry with {}", names.the_item(who, item)),
        DefenseKind::Block => "block".to_owned(),
        DefenseKind::BlockWithFoe => "block with the lifted foe".to_owned(),
        DefenseKind::Spell { spell } => format!("stop it with {}", names.spell(who, spell)),
    }
}

fn critical_hit(row: CriticalHit) -> String {
    match row {
        CriticalHit::Normal => "nothing more".to_owned(),
        CriticalHit::Times(times) => format!("basic damage times {times}"),
        CriticalHit::HalfDr => "DR counts half".to_owned(),
        CriticalHit::TwiceNoDr => "twice the basic damage, and no DR".to_owned(),
        CriticalHit::NoDr => "no DR".to_owned(),
        CriticalHit::Major => "any injury counts as over half HP".to_owned(),
        CriticalHit::Maximum => "the most damage that there is".to_owned(),
        CriticalHit::HardKnockdown => "a knockdown roll at -5 more".to_owned(),
        CriticalHit::Dazed => "the target is dazed".to_owned(),
        CriticalHit::Drops => "the target drops what it holds".to_owned(),
    }
}

fn mishap(row: Mishap) -> &'static str {
    match row {
        Mishap::Nothing => "nothing worse comes of it",
        Mishap::Breaks => "the weapon breaks",
        Mishap::CheapBreaks => "the weapon would slip out of the hand, but a cheap one breaks",
        Mishap::MayBreak => "the weapon breaks if a second roll says so too, being fine",
        Mishap::OwnLeg => "the weapon hits a leg of who holds it",
        Mishap::OffBalance => "off balance",
        Mishap::Drops => "the weapon slips out of the hand",
        Mishap::Turned => "the weapon turns in the hand",
        Mishap::Flies => "the weapon flies away",
        Mishap::Prone => "a fall",
        Mishap::HurtsLimb => "the limb is hurt",
    }
}

fn backfire(how: Backfire) -> &'static str {
    match how {
        Backfire::Injury => "it hurts its caster",
        Backfire::Stun => "its caster is stunned",
        Backfire::Astray => "it strikes somebody else",
        Backfire::Noise => "there is a loud noise",
        Backfire::Drain => "it drains two more FP",
        Backfire::Forgotten => "it is forgotten for now",
    }
}
