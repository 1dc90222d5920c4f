//! Events in words.

use super::choice::{action, task, tries};
use super::{Names, cell, hexes};
use crate::arms::stuck::hindrance;
use crate::body::injury::{ROWS, at_once, class_of, row_names};
use crate::decision::{Deed, Kind, Spoil, Task};
use crate::event::{Event, Faint, LandCause, Parried, SideId, told_as_declared};
use crate::scene::Setup;
use crate::sheet::{Arm, BREAKS_FROM};
use affray_kernel::referee::CombatantId;
use affray_session::narrate::count;
use affray_session::said;

pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let names = Names(setup);
    let n = |who: CombatantId| names.of(who);
    Some(match *event {
        Event::TurnEnds { .. } | Event::PulseEnds => return None,
        Event::PulseCloses => "The end of the pulse.".to_owned(),
        Event::Surprise { side: Some(SideId(side)) } => {
            format!("Surprise: a free pulse for {} ({}).", names.side(side), rule!("DQ-008"))
        }
        Event::Surprise { side: None } => "Nobody is surprised.".to_owned(),
        Event::PulseBegins { number: 0 } => "The free pulse.".to_owned(),
        Event::PulseBegins { number } => format!("Pulse {number}."),
        Event::SideInitiative { who, die, added, total } => {
            let side = names.side(setup.combatants.get(who.index()).map_or(u8::MAX, |one| one.side));
            format!("{side}: {die} + {added} = {total} for initiative.")
        }
        Event::SidesTie => format!("A tie: those sides roll again ({}).", rule!("DQ-R39")),
        Event::NobodyRolls { side } => {
            let leader = setup.sides.get(side as usize).map_or("nobody", |side| n(side.leader));
            format!(
                "{}: neither the leader nor a substitute can roll for initiative; the side rolls D10 alone, told as {leader}'s ({}).",
                names.side(side),
                rule!("DQ-R41")
            )
        }
        Event::SideFirst { side, .. } => {
            format!(
                "{}: first to act, by the choice of the side with the initiative ({}).",
                names.side(side),
                rule!("DQ-103")
            )
        }
        Event::Engagement { who, alone: false } => format!("An engagement; {} has the initiative.", n(who)),
        Event::Engagement { who, alone: true } => format!("An engagement; only {} has a turn left in it.", n(who)),
        Event::ComesLast { who } => format!("{}, stunned, comes last ({}).", n(who), rule!("DQ-112")),
        Event::TakenInRear { who, by, most } => {
            let (one, other) = (n(who), n(by));
            let than = most + 1;
            format!(
                "{other} is behind {one}: {one}'s initiative is at most {most}, one less than {other}'s {than} ({}).",
                rule!("DQ-R40")
            )
        }
        Event::Acts { who, action: what, second } => {
            let second =
                if second { format!(", the second action of the pulse ({})", rule!("DQ-353")) } else { String::new() };
            format!("{}: {}{second}.", n(who), action(names, who, what))
        }
        Event::LosesAction { who } => format!("{} has lost this pulse's action ({}).", n(who), rule!("DQ-407")),
        Event::IsHeld { who } => format!("{} is held fast and does nothing ({}).", n(who), rule!("DQ-R18")),
        Event::Moves { on: true, .. } => return None,
        Event::Moves { who, to, .. } => format!("{} moves to {}.", n(who), cell(to)),
        Event::Arrives { who, spent, of, .. } => {
            format!("{} has spent {spent} of {} so far.", n(who), count(of.into(), "movement point"))
        }
        Event::Turns { who, facing } => format!("{} turns to face {}.", n(who), names.facing(who, facing)),
        Event::Attacks { who, blow } => format!("{} {}.", n(who), tries(names, who, &blow)),
        Event::Hits { who, target, endurance: false, .. } => format!("{} hits {}.", n(who), n(target)),
        Event::Hits { who, target, endurance: true, within, grievous } => {
            let within = within.map_or(String::new(), |most| format!(": {most} or less"));
            let rule = rule!("DQ-505");
            let grievous = grievous.map_or(String::new(), |most| {
                format!("; within 5 %: {most} or less, a grievous injury may follow ({})", rule!("DQ-506"))
            });
            format!(
                "{} hits {} within 15 % of the chance{within}; past all armor ({rule}){grievous}.",
                n(who),
                n(target)
            )
        }
        Event::Parries { who, by, with, total, result, disarms } => {
            let (row, rule, then) = match result {
                Parried::Barely => ("up to 3", rule!("DQ-415"), ", and has to pass in the next pulse"),
                Parried::Disarmed => ("4 to 7", rule!("DQ-416"), ""),
                Parried::Riposte => ("8 or more", rule!("DQ-417"), ", and may strike back"),
            };
            let (disarms, why_not) = match result {
                _ if disarms => (" and disarms the attacker", String::new()),
                Parried::Barely => ("", String::new()),
                _ if with.is_item() => {
                    ("", format!(" {} is dropped already ({}).", names.owned(by, with), rule!("DQ-R13")))
                }
                _ => ("", format!(" Bare hands and natural weapons cannot be dropped ({}).", rule!("DQ-R13"))),
            };
            format!("{} parries {}{disarms}{then}: {total} in all, {row} ({rule}).{why_not}", n(who), n(by))
        }
        Event::Wounded { who, points, endurance: false, left } => {
            format!("{} loses {points} Fatigue and has {left}.", n(who))
        }
        Event::Wounded { who, points, left, .. } => format!("{} loses {points} Endurance and has {left}.", n(who)),
        Event::FallsUnconscious { who, through } => {
            let (why, rule) = match through {
                Faint::Endurance => (": Endurance is 3 or less", rule!("DQ-518")),
                Faint::Knockout => ("", rule!("DQ-445")),
                Faint::Skull => ("", rule!("DQ-R19")),
                Faint::Poison => ("", rule!("DQ-R25")),
            };
            format!("{} falls unconscious{why} ({rule}).", n(who))
        }
        Event::CanParry { who, by, over } => {
            format!("{} misses by {over}, more than 30, so that {} can parry ({}).", n(by), n(who), rule!("DQ-413"))
        }
        Event::LetsPass { who, .. } => format!("{} does not parry ({}).", n(who), rule!("DQ-413")),
        Event::Grievous { who, row, again } => {
            let (injury, effect) = injury(row, names.has_hands(who));
            let told = match at_once(row) {
                "" if again && !ADDS_UP.contains(&row) => "which it has already".to_owned(),
                "" => effect.to_owned(),
                now if again => format!("which it has already: {now}"),
                now => format!("{now}, {effect}"),
            };
            format!(
                "Within 5 % of the chance, a grievous injury of {}: {injury}, {told} ({}).",
                n(who),
                rule!("DQ-R19")
            )
        }
        Event::NoInjury { who, row, class } => {
            let ((injury, _), of, rule) = (injury(row, names.has_hands(who)), class_of(row), rule!("DQ-R19"));
            format!(
                "Within 5 % of the chance, but the roll means {injury}, of class {of:?}; a blow of class {class:?} does not do that ({rule})."
            )
        }
        Event::TooLate { who } => {
            format!(
                "Within 5 % of the chance, but {} is dead and gets no grievous injury ({}).",
                n(who),
                rule!("DQ-R24")
            )
        }
        Event::Spoiled { who, what: Spoil::Armor, points: 0, .. } => {
            format!("{}'s armor has no protection left to lose ({}).", n(who), rule!("DQ-507"))
        }
        Event::Spoiled { who, what: Spoil::Armor, points, .. } => {
            let points = count(points.into(), "point");
            format!("{}'s armor loses {points} of protection ({}).", n(who), rule!("DQ-507"))
        }
        Event::Spoiled { who, what: Spoil::Shield, item, .. } => {
            format!("{} breaks ({}).", names.owned(who, item), rule!("DQ-508"))
        }
        Event::LosesMomentum { who, cause } => {
            let (why, rule) = cause.reason();
            format!("The momentum of {}'s charge is lost: {why} ({rule}).", n(who))
        }
        Event::Barred { who } => format!("{} is stopped by what is in the hex ahead ({}).", n(who), rule!("DQ-R30")),
        Event::Drops { who, item, at, cause } => {
            format!("{} drops {} ({}); it lies at {}.", n(who), names.arm(who, item), cause.rule(), cell(at))
        }
        Event::MayDrop { who, item } => format!("{} may drop {} ({}).", n(who), names.arm(who, item), rule!("DQ-521")),
        Event::Breaks { who, item } => format!("{} breaks.", names.owned(who, item)),
        Event::Threatens { who, with, .. } if !with.is_item() => {
            format!("{} may lose balance ({}).", n(who), rule!("DQ-407"))
        }
        Event::Threatens { who, with, from: 100 } => {
            format!("{} may drop {} ({}).", n(who), names.arm(who, with), rule!("DQ-405"))
        }
        Event::Threatens { who, with, from } if from == i32::from(BREAKS_FROM) => {
            format!("{} may break ({}).", names.owned(who, with), rule!("DQ-404"))
        }
        Event::Threatens { who, with, from } => {
            format!("{} may break, by its bonus from {from} on ({}).", names.owned(who, with), rule!("DQ-513"))
        }
        Event::NoPenalty { .. } => format!("It costs nothing here ({}).", rule!("DQ-407")),
        Event::Does { task: Task::StandUp | Task::LieDown, .. } => return None,
        Event::Does { who, task: what } => format!("{}: {}.", n(who), task(names, who, what)),
        Event::BreaksOut { who, total } if total < 10 => {
            format!(
                "{} breaks out, by a 10 on the die ({}), to lie prone ({}).",
                n(who),
                rule!("DQ-226"),
                rule!("DQ-225")
            )
        }
        Event::BreaksOut { who, total } => {
            let (out, prone) = (rule!("DQ-224"), rule!("DQ-225"));
            format!("{} breaks out: {total} in all, at least 10 ({out}), to lie prone ({prone}).", n(who))
        }
        Event::StaysIn { who, total } => {
            format!("{} does not get away: {total} in all, less than 10 ({}).", n(who), rule!("DQ-224"))
        }
        Event::Restrained { who, by, helper, second } => {
            let holders: Vec<&str> = [Some(by), helper, second].into_iter().flatten().map(n).collect();
            format!("{} is held fast by {} ({}).", n(who), holders.join(" and "), rule!("DQ-441"))
        }
        Event::Released { who, cause } => {
            let (why, rule) = cause.reason();
            format!("{} is held no more: {why} ({rule}).", n(who))
        }
        Event::LetsIn { who, by, cause } => {
            let (why, rule) = cause.reason();
            format!("{} makes no attempt to keep {} out: {why} ({rule}).", n(who), n(by))
        }
        Event::HalfFree { who } => format!("{} is half free: one more Pass in a row ({}).", n(who), rule!("DQ-438")),
        Event::StaysWith { who, owner, item } => {
            format!("{} stays with {} ({}).", names.owned(owner, Arm::own(item)), n(who), rule!("DQ-R18"))
        }
        Event::IsGone { who, item } => format!("{} is gone ({}).", names.owned(who, item), rule!("DQ-R31")),
        Event::Wasted { who, deed, chosen, why } => {
            let why = match (deed, why) {
                _ if chosen => ", by choice".to_owned(),
                (_, Some(cause)) => format!(": {} ({})", cause.reason().0, cause.reason().1),
                (Deed::Charge, None) => {
                    format!(": a charge takes at least one hex, on the mount it began with ({})", rule!("DQ-R46"))
                }
                (Deed::ChargeClose, None) => format!(": it does not come into the target's hex ({})", rule!("DQ-311")),
                _ => ": no foe is left".to_owned(),
            };
            format!("{} makes no attack{why}.", n(who))
        }
        Event::Looses { who, blow, hexes: far } => {
            let (target, with) = (n(blow.target), names.arm(who, blow.with));
            let aim = match blow.kind {
                Kind::Knockout => ", to knock out",
                Kind::Trip => ", to trip",
                Kind::Entangle => ", to entangle",
                _ => "",
            };
            format!("{} lets fly with {with} at {target}, {} away{aim}.", n(who), hexes(far))
        }
        Event::InTheWay { who, hexes: far, beside: false } => {
            format!("{} is on the line, {} away ({}).", n(who), hexes(far), rule!("DQ-423"))
        }
        Event::InTheWay { who, beside: true, .. } => format!("{} is in the same hex ({}).", n(who), rule!("DQ-423")),
        Event::Lands { who, item, at, cause } => {
            let (why, rule) = cause.reason();
            if names.is_missile_weapon(who, item) && !matches!(cause, LandCause::Hit | LandCause::Broken) {
                format!("The missile comes down at {}{why} ({rule}).", cell(at))
            } else {
                format!("{} comes to lie at {}{why} ({rule}).", names.owned(who, item), cell(at))
            }
        }
        Event::Sticks { who, owner, item, hinders } => {
            let item = Arm::own(item);
            let what = if names.is_missile_weapon(owner, item) { "missile" } else { names.arm(owner, item) };
            let (rule, points) = names.find(owner, item).map_or((rule!("DQ-621"), 3), hindrance);
            let effect = if hinders { format!(": modAG -{points}") } else { String::new() };
            format!("The {what} sticks in {}{effect} ({rule}).", n(who))
        }
        Event::Envenomed { who, poison, pulses } => {
            let (poison, rule) = (names.poison(poison), rule!("DQ-R25"));
            format!("{} has {poison} in the body, to the end of {} ({rule}).", n(who), count(pulses.into(), "pulse"))
        }
        Event::Cleaned { who, item, loosed: true } => {
            let item = names.owned(who, item);
            format!("The poison is spent with the missile, and {item} has none left ({}).", rule!("DQ-R25"))
        }
        Event::Cleaned { who, item, loosed: false } => {
            format!("No poison is left on {} ({}).", names.owned(who, item), rule!("DQ-615"))
        }
        Event::WearsOff { who, poison } => format!("The {} in {} has worn off.", names.poison(poison), n(who)),
        Event::Casts { who, target, spell, hexes: far, cost, left } => {
            let spent = if cost == 0 { String::new() } else { format!(" for {cost} Fatigue and has {left}") };
            let (spell, far, rule) = (names.spell(who, spell), hexes(far), rule!("DQ-R22"));
            format!("{} casts {spell} at {}, {far} away{spent} ({rule}).", n(who), n(target))
        }
        // The words of all others stand at their declarations.
        told_as_declared!() => return said::event::<crate::DragonQuest>(setup, event),
    })
}

/// `DQ-R19` A row of the table of grievous injuries, and what it does beside what is told by itself; of a figure without
/// arms in words that fit any body.
pub(super) fn injury(row: u8, has_hands: bool) -> (&'static str, &'static str) {
    let row = usize::from(row) % ROWS.len();
    (row_names(has_hands)[row], if has_hands { EFFECTS[row] } else { EFFECTS_ON_BEASTS[row] })
}

/// `DQ-R19` The rows that add up with themselves: their bleeding, and what they cost at once.
pub(super) const ADDS_UP: [u8; 4] = [0, 1, 5, 10];

/// `DQ-R19` What the rows of the table do.
const EFFECTS: [&str; ROWS.len()] = [
    "bleeding 1 more a pulse",
    "2 more Endurance lost",
    "weapon arm useless",
    "TMR halved",
    "-10 to strike, PC -4",
    "bleeding 1 more a pulse",
    "off arm useless",
    "weapon arm useless",
    "TMR halved",
    "-10 to strike",
    "weapon arm useless, 3 more Endurance lost, bleeding 2 more a pulse",
    "modAG -3",
    "weapon arm useless",
    "TMR 1",
    "modMD -3",
    "unconscious for D10+5 minutes",
];

/// `DQ-R19` What the rows do to figures that have no arms.
const EFFECTS_ON_BEASTS: [&str; ROWS.len()] = {
    let mut effects = EFFECTS;
    let mut row = 2;
    // The rows of arms.
    while row < ROWS.len() {
        if matches!(row, 2 | 4 | 6 | 7 | 12) {
            effects[row] = "-10 to strike";
        }
        row += 1;
    }
    effects[10] = "-10 to strike, 3 more Endurance lost, bleeding 2 more a pulse";
    effects
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::DropCause;
    use crate::files::Scenario;
    use crate::sheet::Class;
    use affray_files::{Source, no_files};

    fn told(what: &Event) -> String {
        let text = "ruleset = 'dragonquest'\nbegun = true\n\
            [[combatant]]\nname = 'Hale'\nsheet = 'hale'\nat = [0, 0]\n\
            [[combatant]]\nname = 'Gray'\nsheet = 'warhorse'\nat = [1, 0]\n\
            [[combatant]]\nname = 'Serpent'\nsheet = 'giant-serpent'\nat = [8, 0]\n";
        let loaded = Scenario::read(&Source::new("a.toml", text), &no_files).unwrap_or_else(|error| panic!("{error}"));
        crate::words::event(loaded.setup(), what).unwrap_or_default()
    }

    const HALE: CombatantId = CombatantId(0);
    const GRAY: CombatantId = CombatantId(1);
    const SERPENT: CombatantId = CombatantId(2);

    /// `DQ-R13` Hooves cannot be dropped.
    #[test]
    fn a_parry_disarms_whom_it_disarms() {
        let hands = crate::sheet::HANDS;
        let parry =
            |with, result, total, disarms| told(&Event::Parries { who: HALE, by: GRAY, with, total, result, disarms });
        let (row, none) = ("7 in all, 4 to 7 (DQ-416).", "Bare hands and natural weapons cannot be dropped (DQ-R13).");
        assert_eq!(parry(hands, Parried::Disarmed, 7, false), format!("Hale parries Gray: {row} {none}"));
        let sword = Arm::own(0);
        assert_eq!(
            parry(sword, Parried::Disarmed, 7, true),
            format!("Hale parries Gray and disarms the attacker: {row}")
        );
        let row = "8 in all, 8 or more (DQ-417).";
        assert_eq!(
            parry(hands, Parried::Riposte, 8, false),
            format!("Hale parries Gray, and may strike back: {row} {none}")
        );
    }

    /// A loss, a stop, a fall and a shot are told with the rule that brings them, and with whom and where.
    #[test]
    fn causes_are_told_with_their_rules() {
        let (sword, at) = (Arm::own(0), affray_grid::Cell { q: 0, r: 0 });
        let drops = |cause| told(&Event::Drops { who: HALE, item: sword, at, cause });
        assert_eq!(drops(DropCause::Closing), "Hale drops short sword (DQ-222); it lies at 0,0.");
        assert_eq!(drops(DropCause::Down), "Hale drops short sword (DQ-R24); it lies at 0,0.");
        let faints = |through| told(&Event::FallsUnconscious { who: HALE, through });
        assert_eq!(faints(Faint::Endurance), "Hale falls unconscious: Endurance is 3 or less (DQ-518).");
        assert_eq!(faints(Faint::Knockout), "Hale falls unconscious (DQ-445).");
        let stops = told(&Event::Stopped { who: HALE, by: SERPENT });
        assert_eq!(stops, "Hale stops in the melee zone of Serpent (DQ-304).");
        assert_eq!(told(&Event::Falls { who: HALE }), "Hale falls prone (DQ-R44).");
        let thrown = told(&Event::LeavesSaddle { who: HALE, falls: true, to: at });
        assert_eq!(thrown, "Hale is thrown from the saddle, to 0,0 (DQ-R30).");
        assert_eq!(told(&Event::MayDrop { who: HALE, item: sword }), "Hale may drop short sword (DQ-521).");
    }

    #[test]
    fn a_serpent_has_no_legs() {
        let injury = |who, row, again| told(&Event::Grievous { who, row, again });
        let start = "Within 5 % of the chance, a grievous injury of";
        assert_eq!(injury(HALE, 8, false), format!("{start} Hale: a cut in the leg, prone, TMR halved (DQ-R19)."));
        assert_eq!(
            injury(HALE, 8, true),
            format!("{start} Hale: a cut in the leg, which it has already: prone (DQ-R19).")
        );
        assert_eq!(injury(SERPENT, 8, false), format!("{start} Serpent: a crippling cut, prone, TMR halved (DQ-R19)."));
        assert_eq!(injury(SERPENT, 7, false), format!("{start} Serpent: a deep cut, -10 to strike (DQ-R19)."));
        let limb = |words: &str| ["arm", "leg", "hand", "thigh", "shoulder"].iter().any(|part| words.contains(part));
        assert!(row_names(false).iter().chain(&EFFECTS_ON_BEASTS).all(|words| !limb(words)));
        assert_eq!(
            told(&Event::NoInjury { who: HALE, row: 5, class: Class::A }),
            "Within 5 % of the chance, but the roll means an open slash, of class B; a blow of class A does not do that \
             (DQ-R19)."
        );
    }
}
