//! Events in words.

use super::choice::{action, blow as blow_words, task};
use super::{Names, cell};
use crate::body::injury::ROWS;
use crate::decision::{Deed, Kind, Spoil, Task};
use crate::event::{Event, Parried, SideId};
use crate::scene::Setup;
use crate::sheet::Arm;
use affray_kernel::referee::CombatantId;

pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let names = Names(setup);
    let n = |who: CombatantId| names.of(who);
    Some(match *event {
        Event::Revealed { who } => format!("{} is seen.", n(who)),
        Event::TurnEnds { .. } | Event::PulseEnds => return None,
        Event::Surprise { side: Some(SideId(side)) } => format!("Surprise, and a free pulse: {}.", names.side(side)),
        Event::Surprise { side: None } => "Nobody is surprised.".to_owned(),
        Event::PulseBegins { number: 0 } => "The free pulse.".to_owned(),
        Event::PulseBegins { number } => format!("Pulse {number}."),
        Event::SideInitiative { who, total } => format!("{} has {total} for initiative.", n(who)),
        Event::SideFirst { side } => format!("First to act: {}.", names.side(side)),
        Event::Engagement { who } => format!("An engagement; {} has the initiative.", n(who)),
        Event::Chooses { who, first: true } => format!("{} acts first.", n(who)),
        Event::Chooses { who, first: false } => format!("{} acts last.", n(who)),
        Event::TurnBegins { who } => format!("{}'s turn.", n(who)),
        Event::Acts { who, action: what } => format!("{}: {}.", n(who), action(names, who, what)),
        Event::LosesAction { who } => format!("{} has lost this pulse's action.", n(who)),
        Event::Moves { on: true, .. } => return None,
        Event::Moves { who, to: at, .. } | Event::Arrives { who, at } => format!("{} moves to {}.", n(who), cell(at)),
        Event::Turns { who, facing } => format!("{} turns to face {}.", n(who), facing.name()),
        Event::Stopped { who } => format!("{} stops at an opponent's melee zone.", n(who)),
        Event::Attacks { who, blow } => match blow.kind {
            Kind::Plain => format!("{} {}.", n(who), blow_words(names, who, &blow)),
            _ => format!("{} tries it: {}.", n(who), blow_words(names, who, &blow)),
        },
        Event::Misses { who, target } => format!("{} misses {}.", n(who), n(target)),
        Event::Hits { who, target, endurance: false } => format!("{} hits {}.", n(who), n(target)),
        Event::Hits { who, target, endurance: true } => {
            format!("{} hits {} within 15 % of the chance, past all armor.", n(who), n(target))
        }
        Event::Parries { who, by, total, result, disarms } => {
            let disarms = if disarms { " and disarms the attacker" } else { "" };
            let then = match result {
                Parried::Barely => ", and has to pass in the next pulse",
                Parried::Disarmed => "",
                Parried::Riposte => ", and may strike back",
            };
            format!("{} parries {} ({total} in all){disarms}{then}.", n(who), n(by))
        }
        Event::Wounded { who, points, endurance: true, left } => {
            format!("{} loses {points} Endurance and has {left}.", n(who))
        }
        Event::Wounded { who, points, endurance: false, left } => {
            format!("{} loses {points} Fatigue and has {left}.", n(who))
        }
        Event::Protected { who } => format!("Nothing gets through to {}.", n(who)),
        Event::Grievous { who, row } => {
            format!("Within 5 % of the chance, a grievous injury of {}: {}.", n(who), injury(row, names.has_hands(who)))
        }
        Event::NoInjury { who } => {
            format!("Within 5 % of the chance, but by the table of grievous injuries {} has none.", n(who))
        }
        Event::Spoiled { who, what: Spoil::Armor } => format!("{}'s armor loses 2 points of protection.", n(who)),
        Event::Spoiled { who, what: Spoil::Shield } => format!("{}'s shield breaks.", n(who)),
        Event::Jumps { who, to, clean: true } => format!("{} jumps to {}.", n(who), cell(to)),
        Event::Jumps { who, to, clean: false } => format!("{} jumps to {} and stumbles.", n(who), cell(to)),
        Event::Tramples { who, target } => format!("{} goes over {}.", n(who), n(target)),
        Event::Mounts { who, mount } => format!("{} mounts {}.", n(who), n(mount)),
        Event::LeavesSaddle { who, falls: false } => format!("{} is on foot.", n(who)),
        Event::LeavesSaddle { who, falls: true } => format!("{} is thrown from the saddle.", n(who)),
        Event::CarriedOn { who } => format!("The momentum of the charge carries {} on.", n(who)),
        Event::Stunned { who } => format!("{} is stunned.", n(who)),
        Event::Recovers { who } => format!("{} recovers from stun.", n(who)),
        Event::FallsUnconscious { who } => format!("{} falls unconscious.", n(who)),
        Event::Wakes { who } => format!("{} wakes.", n(who)),
        Event::Dies { who } => format!("{} dies.", n(who)),
        Event::Falls { who } => format!("{} falls prone.", n(who)),
        Event::StandsUp { who } => format!("{} stands up.", n(who)),
        Event::Bleeds { who, points, left } => format!("{} bleeds: {points} Endurance lost, {left} left.", n(who)),
        Event::Drops { who, item, at } => {
            format!("{} drops {}; it lies at {}.", n(who), names.arm(who, item), cell(at))
        }
        Event::Breaks { who, item } => format!("{}'s {} breaks.", n(who), names.arm(who, item)),
        Event::Avoids { who, with } if with.is_item() => {
            format!("{} keeps hold of the weapon, and it is whole.", n(who))
        }
        Event::Avoids { who, .. } => format!("{} does not lose balance.", n(who)),
        Event::Stumbles { who } => format!("{} loses balance, and the action of the next pulse.", n(who)),
        Event::Does { task: Task::StandUp | Task::LieDown, .. } => return None,
        Event::Does { who, task: what } => format!("{}: {}.", n(who), task(names, who, what)),
        Event::Repulses { who, by } => format!("{} keeps {} out; the action is lost.", n(who), n(by)),
        Event::ComesToGrips { who } => format!("{} is in close combat.", n(who)),
        Event::LeavesMap { who } => format!("{} leaves the field.", n(who)),
        Event::LeavesGrips { who } => format!("{} is out of close combat.", n(who)),
        Event::StaysIn { who, total } => format!("{} does not get away: {total} in all, less than 10.", n(who)),
        Event::Entangled { who } => format!("{} is entangled.", n(who)),
        Event::Disentangled { who } => format!("{} is free of what entangled it.", n(who)),
        Event::Restrained { who, by } => format!("{} is held fast by {}.", n(who), n(by)),
        Event::Released { who } => format!("{} is held no more.", n(who)),
        Event::Wasted { who, deed: Deed::Fire } => format!("{} fires nothing.", n(who)),
        Event::Blocked { who, target } => format!("{} has no line of fire to {}.", n(who), n(target)),
        Event::Holds { who } => format!("{} holds fire.", n(who)),
        Event::Looses { who, blow } => {
            format!("{} lets fly at {} with {}.", n(who), n(blow.target), names.arm(who, blow.with))
        }
        // Of arrows and bolts nobody asks where they come down.
        Event::Lands { who, item, .. } if names.is_missile_weapon(who, item) => return None,
        Event::Lands { who, item, at } => {
            format!("{} comes down at {}.", names.item(who, item), cell(at))
        }
        Event::Sticks { who, owner, item } if names.is_missile_weapon(owner, Arm::own(item)) => {
            format!("It sticks in {}.", n(who))
        }
        Event::Sticks { who, owner, item } => {
            format!("It sticks in {}: {}.", n(who), names.item(owner, Arm::own(item)))
        }
        Event::Nicked { who } => format!("{} is nicked by the poisoned weapon.", n(who)),
        Event::Envenomed { who, poison } => format!("{} has {} in the body.", n(who), names.poison(poison)),
        Event::Sickens { who, points, left } => {
            format!("Poison takes {points} Endurance from {}, {left} left.", n(who))
        }
        Event::Casts { who, target, spell, cost: 0, .. } => {
            format!("{} casts {} at {}.", n(who), names.spell(who, spell), n(target))
        }
        Event::Casts { who, target, spell, cost, left } => {
            let spell = names.spell(who, spell);
            format!("{} casts {spell} at {} for {cost} Fatigue and has {left}.", n(who), n(target))
        }
        Event::Fizzles { who } => format!("Nothing comes of what {} cast.", n(who)),
        Event::Resists { who } => format!("{} resists.", n(who)),
        Event::LosesSpell { who } => format!("{} loses the spell.", n(who)),
        Event::Breathes { who } => format!("{} breathes.", n(who)),
        Event::Checked { who, infected: true } => format!("{}'s wounds are infected.", n(who)),
        Event::Checked { who, infected: false } => format!("{}'s wounds stay clean.", n(who)),
        Event::Heals { who } => format!("{}'s infection is healed.", n(who)),
        Event::Festers { who, points, left } => {
            format!("The infection takes {points} Endurance from {}, {left} left.", n(who))
        }
        Event::Wasted { who, .. } => format!("{} does not get to strike.", n(who)),
    })
}

/// `DQ-R19` A row of the table of grievous injuries; of a figure without arms in words that fit any body.
fn injury(row: u8, has_hands: bool) -> &'static str {
    let row = usize::from(row);
    if has_hands { ROWS[row % ROWS.len()] } else { ROWS_OF_BEASTS[row % ROWS.len()] }
}

/// `DQ-R19` The rows of the table as wounds of figures that have no arms and perhaps no legs.
const ROWS_OF_BEASTS: [&str; ROWS.len()] = [
    "a deep bleeding puncture",
    "a pierced gut",
    "a cut tendon",
    "a pierced muscle",
    "an eye",
    "an open slash",
    "a deep cut",
    "a deep cut",
    "a crippling cut",
    "a slash in the face",
    "a maiming cut",
    "broken ribs",
    "crushed bones",
    "a crippling fracture",
    "a concussion",
    "a cracked skull",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Scenario;
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
        let parry = |result, disarms| told(&Event::Parries { who: HALE, by: GRAY, total: 8, result, disarms });
        assert_eq!(parry(Parried::Disarmed, false), "Hale parries Gray (8 in all).");
        assert_eq!(parry(Parried::Riposte, false), "Hale parries Gray (8 in all), and may strike back.");
        assert_eq!(parry(Parried::Disarmed, true), "Hale parries Gray (8 in all) and disarms the attacker.");
    }

    #[test]
    fn a_serpent_has_no_legs() {
        let injury = |who, row| told(&Event::Grievous { who, row });
        assert_eq!(injury(HALE, 8), "Within 5 % of the chance, a grievous injury of Hale: a cut in the leg.");
        assert_eq!(injury(SERPENT, 8), "Within 5 % of the chance, a grievous injury of Serpent: a crippling cut.");
        let limb = |words: &str| ["arm", "leg", "hand", "thigh", "shoulder"].iter().any(|part| words.contains(part));
        assert!(ROWS_OF_BEASTS.iter().all(|words| !limb(words)));
    }
}
