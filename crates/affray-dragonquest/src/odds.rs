//! The subjects of odds: [`affray_prove::odds`] visits its outcomes and adds them up.

use crate::DragonQuest;
use crate::event::{Event, Parried};
use crate::scene::Setup;
use crate::sheet::Arm;
use crate::state::{Fighter, Flags, ItemFlags, Lying, State};
use affray_files::value::ToValue;
use affray_kernel::referee::CombatantId;
use affray_prove::odds::{Heading, OddsReport, Run};

/// Something that comes about or not. The order is that in which people are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id")]
#[allow(missing_docs, reason = "variants are named for what they are; `told` says it in words")]
pub enum Note {
    First {
        who: CombatantId,
    },
    SideFirst {
        #[value(named = "side")]
        what: u8,
    },
    Hits {
        who: CombatantId,
        target: CombatantId,
    },
    HitsEndurance {
        who: CombatantId,
        target: CombatantId,
    },
    Misses {
        who: CombatantId,
        target: CombatantId,
    },
    Parries {
        who: CombatantId,
    },
    MustPass {
        who: CombatantId,
    },
    Ripostes {
        who: CombatantId,
    },
    Avoids {
        who: CombatantId,
    },
    Hindered {
        who: CombatantId,
    },
    Recovers {
        who: CombatantId,
    },
    Wakes {
        who: CombatantId,
    },
    Grievous {
        who: CombatantId,
    },
    // From here on: states in which the step leaves somebody.
    Wounded {
        who: CombatantId,
    },
    Gained {
        who: CombatantId,
        what: Condition,
    },
    Breaks {
        #[value(owner)]
        who: CombatantId,
        what: Arm,
    },
    Drops {
        #[value(owner)]
        who: CombatantId,
        what: Arm,
    },
}

/// A condition that somebody did not have before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[allow(missing_docs, reason = "variants are named for what they are; `CONDITIONS` says it in words")]
pub enum Condition {
    Prone,
    Stunned,
    Entangled,
    Restrained,
    Close,
    LosesAction,
    Unconscious,
    Dead,
}

/// The conditions that are watched: their flags, and how people are told of them.
const CONDITIONS: [(Condition, Flags, &str); 8] = [
    (Condition::Prone, Flags::PRONE, "is prone"),
    (Condition::Stunned, Flags::STUNNED, "is stunned"),
    (Condition::Entangled, Flags::ENTANGLED, "is entangled"),
    (Condition::Restrained, Flags::RESTRAINED, "is restrained"),
    (Condition::Close, Flags::CLOSE, "is in close combat"),
    (Condition::LosesAction, Flags::LOSE_ACTION_NEXT, "loses the next action"),
    (Condition::Unconscious, Flags::UNCONSCIOUS, "falls unconscious"),
    (Condition::Dead, Flags::DEAD, "dies"),
];

/// A whole number that a step brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id")]
#[allow(missing_docs, reason = "variants are named for what they are; `heading` says it in words")]
pub enum Quantity {
    HitsOn { who: CombatantId, target: CombatantId },
    EnLost { who: CombatantId },
    FtLost { who: CombatantId },
}

impl OddsReport for DragonQuest {
    type Note = Note;
    type Quantity = Quantity;
    type Open = ();

    fn hear(event: &Event, run: &mut Run<Self>) {
        let note = match *event {
            Event::Chooses { who, first: true } => Note::First { who },
            Event::SideFirst { side, .. } => Note::SideFirst { what: side },
            Event::Hits { who, target, endurance } => {
                run.number(Quantity::HitsOn { who, target }, 1);
                if endurance {
                    run.note(Note::HitsEndurance { who, target });
                }
                Note::Hits { who, target }
            }
            Event::Misses { who, target } => Note::Misses { who, target },
            Event::Parries { who, result, .. } => {
                match result {
                    Parried::Barely => run.note(Note::MustPass { who }),
                    Parried::Riposte => run.note(Note::Ripostes { who }),
                    Parried::Disarmed => {}
                }
                Note::Parries { who }
            }
            Event::Avoids { who, .. } => Note::Avoids { who },
            Event::Recovers { who } => Note::Recovers { who },
            Event::Wakes { who } => Note::Wakes { who },
            Event::Grievous { who, .. } => Note::Grievous { who },
            _ => return,
        };
        run.note(note);
    }

    fn settle(_: &Setup, start: &State, end: &State, run: &mut Run<Self>) {
        for who in start.ids() {
            compare(run, who, &start[who], end);
        }
    }

    fn hindered(who: CombatantId) -> Note {
        Note::Hindered { who }
    }

    fn told(setup: &Setup, note: Note) -> String {
        let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
        let item = |who: CombatantId, item: Arm| setup.arm(who, item).map_or("item", |item| item.name.as_str());
        match note {
            Note::First { who } => format!("{} acts first", name(who)),
            Note::SideFirst { what: side } => {
                format!("{} goes first", setup.sides.get(side as usize).map_or("nobody", |side| side.name.as_str()))
            }
            Note::Hits { who, target } => format!("{} hits {}", name(who), name(target)),
            Note::HitsEndurance { who, target } => format!("{} hits {} past all armor", name(who), name(target)),
            Note::Misses { who, target } => format!("{} misses {}", name(who), name(target)),
            Note::Parries { who } => format!("{} parries", name(who)),
            Note::MustPass { who } => format!("{} parries and has to pass next", name(who)),
            Note::Ripostes { who } => format!("{} parries and may strike back", name(who)),
            Note::Avoids { who } => format!("{} avoids the misfortune", name(who)),
            Note::Hindered { who } => format!("{} can no longer do as declared", name(who)),
            Note::Recovers { who } => format!("{} recovers", name(who)),
            Note::Wakes { who } => format!("{} wakes", name(who)),
            Note::Grievous { who } => format!("{} suffers a grievous injury", name(who)),
            Note::Wounded { who } => format!("{} is hurt", name(who)),
            Note::Gained { who, what: condition } => {
                let words = CONDITIONS.iter().find(|(one, ..)| *one == condition).map_or("", |(_, _, words)| words);
                format!("{} {words}", name(who))
            }
            Note::Breaks { who, what } => format!("{}'s {} breaks", name(who), item(who, what)),
            Note::Drops { who, what } => format!("{} drops the {}", name(who), item(who, what)),
        }
    }

    fn heading(setup: &Setup, quantity: Quantity, _: i64, most: i64) -> Option<Heading> {
        // One hit or none is what the chances say already.
        if matches!(quantity, Quantity::HitsOn { .. }) && most <= 1 {
            return None;
        }
        let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
        Some(Heading::of(match quantity {
            Quantity::HitsOn { who, target } => format!("hits by {} on {}", name(who), name(target)),
            Quantity::EnLost { who } => format!("EN lost by {}", name(who)),
            Quantity::FtLost { who } => format!("FT lost by {}", name(who)),
        }))
    }
}

/// Notes how somebody is left.
fn compare(run: &mut Run<DragonQuest>, who: CombatantId, start: &Fighter, state: &State) {
    let end = &state[who];
    run.number(Quantity::EnLost { who }, i64::from(start.en) - i64::from(end.en));
    run.number(Quantity::FtLost { who }, i64::from(start.ft) - i64::from(end.ft));
    if end.en < start.en || end.ft < start.ft {
        run.note(Note::Wounded { who });
    }
    for (condition, flag, _) in CONDITIONS {
        if end.flags.has(flag) && !start.flags.has(flag) {
            run.note(Note::Gained { who, what: condition });
        }
    }
    if end.items != start.items || end.hands != start.hands {
        for (item, (before, after)) in (0..).map(Arm).zip(start.items.iter().zip(&end.items)) {
            let became = |flag| after.flags.has(flag) && !before.flags.has(flag);
            if became(ItemFlags::AWAY) {
                run.note(Note::Drops { who, what: item });
            }
            if became(ItemFlags::BROKEN) {
                run.note(Note::Breaks { who, what: item });
            }
        }
        // A borrowed item is away from its owner before and after.
        for item in start.hands.into_iter().filter(|&item| item.is_anothers() && !end.hands.contains(&item)) {
            let lies = |lying: &Lying| Some((lying.owner, lying.item)) == item.thing(who);
            if state.ground.iter().any(lies) {
                run.note(Note::Drops { who, what: item });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_conformance::odds::chance;
    use affray_session::catalog::Odds;

    const SCENE: &str = r#"
        ruleset = "dragonquest"
        [[combatant]]
        name = "Aldric"
        sheet = "aldric"
        at = [0, 0]
        facing = "E"
        [[combatant]]
        name = "Hale"
        sheet = "hale"
        at = [1, 0]
        facing = "W"
        [[case]]
        id = "it"
    "#;

    fn of(case: &str) -> Odds {
        affray_conformance::odds::of::<DragonQuest>(SCENE, case).unwrap_or_else(|error| panic!("{error}"))
    }

    /// 83 less 23 is 60: 9 of 100 go to Endurance. 99 breaks and 100 drops the sword unless D100 is 48 or less.
    #[test]
    fn a_blow() {
        let odds = of("[[case.play]]\nturn = \"Aldric\"\ndo = { action = \"attack\", attack = { target = \"Hale\" } }");
        chance(&odds, "Aldric hits Hale", 0.60);
        chance(&odds, "Aldric hits Hale past all armor", 0.09);
        chance(&odds, "Aldric misses Hale", 0.40);
        chance(&odds, "Aldric's broadsword breaks", 0.01 * 0.52);
        chance(&odds, "Aldric drops the broadsword", 0.01 * 0.52);
        chance(&odds, "Aldric avoids the misfortune", 0.02 * 0.48);
    }

    /// Evading 40: a parry from 71 on, with 2 against 3: D10 1 to 4 barely, 9 and 10 with a free attack.
    #[test]
    fn a_parry() {
        let odds = of("state.Hale = { conditions = { evading = true } }\n[[case.play]]\nturn = \"Aldric\"\n\
            do = { action = \"attack\", attack = { target = \"Hale\" }, parry = \"short sword\" }");
        chance(&odds, "Hale parries", 0.30);
        chance(&odds, "Hale parries and has to pass next", 0.30 * 0.4);
        chance(&odds, "Hale parries and may strike back", 0.30 * 0.2);
        // Disarmed by 5 to 10; by the 100 alone it drops before that, and is not disarmed again.
        let dropped = 0.01 * 0.52;
        let disarmed = 0.28 * 0.6 + 0.01 * 0.6 + 0.01 * 0.48 * 0.6;
        chance(&odds, "Aldric drops the broadsword", dropped + disarmed);
    }
}
