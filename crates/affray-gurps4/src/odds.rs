//! The subjects of the odds of a step: [`affray_prove::odds`] visits its outcomes and adds them up.

use crate::Gurps4;
use crate::event::{AttackResult, Event};
use crate::scene::Setup;
use crate::sheet::ItemId;
use crate::state::{Fighter, Flags, ItemFlags, NONE, Posture, State};
use affray_files::value::ToValue;
use affray_kernel::referee::CombatantId;
use affray_prove::odds::{Heading, OddsReport, Run};

/// Something that comes about or not. The order is that in which people are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id", owner = "who")]
#[allow(missing_docs, reason = "variants are named for what they are; `told` says it in words")]
pub enum Note {
    Hits { who: CombatantId, target: CombatantId },
    Criticals { who: CombatantId, target: CombatantId },
    Misses { who: CombatantId, target: CombatantId },
    Fumbles { who: CombatantId },
    Stops { who: CombatantId },
    Strays { who: CombatantId, target: CombatantId },
    Feints { who: CombatantId },
    KnockedBack { who: CombatantId },
    Hindered { who: CombatantId },
    SnapsOut { who: CombatantId },
    MajorWound { who: CombatantId },
    // From here on: states in which the step leaves somebody.
    Wounded { who: CombatantId },
    Gained { who: CombatantId, what: Condition },
    Cripples { who: CombatantId },
    Drops { who: CombatantId, what: ItemId },
    Unready { who: CombatantId, what: ItemId },
    Disabled { who: CombatantId, what: ItemId },
}

/// A condition that somebody did not have before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[allow(missing_docs, reason = "variants are named for what they are; `CONDITIONS` says it in words")]
pub enum Condition {
    Prone,
    Grappled,
    Stunned,
    Unconscious,
    Collapsed,
    Dead,
}

/// The conditions that are flags, and how people are told of them.
const CONDITIONS: [(Condition, Flags, &str); 4] = [
    (Condition::Stunned, Flags::STUNNED, "is stunned"),
    (Condition::Unconscious, Flags::UNCONSCIOUS, "falls unconscious"),
    (Condition::Collapsed, Flags::COLLAPSED, "collapses"),
    (Condition::Dead, Flags::DEAD, "dies"),
];

/// A whole number that a step brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id")]
#[allow(missing_docs, reason = "variants are named for what they are; `heading` says it in words")]
pub enum Quantity {
    HitsOn { who: CombatantId, target: CombatantId },
    HpLost { who: CombatantId },
    FpLost { who: CombatantId },
}

impl OddsReport for Gurps4 {
    type Note = Note;
    type Quantity = Quantity;
    type Open = ();

    fn hear(event: &Event, run: &mut Run<Self>) {
        let note = match *event {
            Event::Strikes { who, target, result } => match result {
                AttackResult::Hit | AttackResult::Critical => {
                    run.number(Quantity::HitsOn { who, target }, 1);
                    if result == AttackResult::Critical {
                        run.note(Note::Criticals { who, target });
                    }
                    Note::Hits { who, target }
                }
                AttackResult::Miss => Note::Misses { who, target },
                AttackResult::CriticalMiss => {
                    run.note(Note::Fumbles { who });
                    Note::Misses { who, target }
                }
            },
            Event::Defends { who, succeeds: true, .. } => Note::Stops { who },
            Event::Strays { who, target, hits: true } => Note::Strays { who, target },
            Event::Feints { who, margin, .. } if margin > 0 => Note::Feints { who },
            Event::KnockedBack { who, .. } => Note::KnockedBack { who },
            Event::SnapsOut { who } => Note::SnapsOut { who },
            Event::MajorWound { who } => Note::MajorWound { who },
            _ => return,
        };
        run.note(note);
    }

    fn settle(_: &Setup, start: &State, end: &State, run: &mut Run<Self>) {
        for who in start.ids() {
            compare(run, who, &start[who], &end[who]);
        }
    }

    fn hindered(who: CombatantId) -> Note {
        Note::Hindered { who }
    }

    fn told(setup: &Setup, note: Note) -> String {
        let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
        let item = |who: CombatantId, item: ItemId| setup.arm(who, item).map_or("item", |item| item.name.as_str());
        match note {
            Note::Hits { who, target } => format!("{} hits {}", name(who), name(target)),
            Note::Criticals { who, target } => format!("{} hits {} critically", name(who), name(target)),
            Note::Misses { who, target } => format!("{} misses {}", name(who), name(target)),
            Note::Fumbles { who } => format!("{} misses critically", name(who)),
            Note::Stops { who } => format!("{} defends", name(who)),
            Note::Strays { who, target } => format!("{}'s miss comes at {}", name(who), name(target)),
            Note::Feints { who } => format!("{}'s feint works", name(who)),
            Note::KnockedBack { who } => format!("{} is knocked back", name(who)),
            Note::Hindered { who } => format!("{} can no longer do as declared", name(who)),
            Note::SnapsOut { who } => format!("{} snaps out of it", name(who)),
            Note::MajorWound { who } => format!("{} suffers a major wound", name(who)),
            Note::Wounded { who } => format!("{} is hurt", name(who)),
            Note::Gained { who, what: Condition::Prone } => format!("{} falls", name(who)),
            Note::Gained { who, what: Condition::Grappled } => format!("{} is grappled", name(who)),
            Note::Gained { who, what: condition } => {
                let words = CONDITIONS.iter().find(|(one, ..)| *one == condition).map_or("", |(_, _, words)| words);
                format!("{} {words}", name(who))
            }
            Note::Cripples { who } => format!("a part of {} is crippled", name(who)),
            Note::Drops { who, what } => {
                let the = if what.is_anothers() { "" } else { "the " };
                format!("{} drops {the}{}", name(who), item(who, what))
            }
            Note::Unready { who, what } => format!("{}'s {} is unready", name(who), item(who, what)),
            Note::Disabled { who, what } => format!("{}'s {} is disabled", name(who), item(who, what)),
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
            Quantity::HpLost { who } => format!("HP lost by {}", name(who)),
            Quantity::FpLost { who } => format!("FP lost by {}", name(who)),
        }))
    }
}

/// Notes how somebody is left.
fn compare(run: &mut Run<Gurps4>, who: CombatantId, start: &Fighter, end: &Fighter) {
    run.number(Quantity::HpLost { who }, i64::from(start.hp) - i64::from(end.hp));
    run.number(Quantity::FpLost { who }, i64::from(start.fp) - i64::from(end.fp));
    if end.hp < start.hp {
        run.note(Note::Wounded { who });
    }
    for (condition, flag, _) in CONDITIONS {
        if end.flags.has(flag) && !start.flags.has(flag) {
            run.note(Note::Gained { who, what: condition });
        }
    }
    if end.posture == Posture::Prone && start.posture != Posture::Prone {
        run.note(Note::Gained { who, what: Condition::Prone });
    }
    if end.grappled_by != NONE && start.grappled_by == NONE {
        run.note(Note::Gained { who, what: Condition::Grappled });
    }
    if end.crippled != start.crippled {
        run.note(Note::Cripples { who });
    }
    if end.items != start.items {
        for (item, (before, after)) in (0..).zip(start.items.iter().zip(&end.items)) {
            let became = |flag| after.flags.has(flag) && !before.flags.has(flag);
            if before.with != NONE && after.with == NONE {
                let by = CombatantId(before.with);
                run.note(Note::Drops { who: by, what: ItemId::of(by, who, item) });
            }
            let item = ItemId::own(item);
            if became(ItemFlags::AWAY) {
                run.note(Note::Drops { who, what: item });
            }
            if became(ItemFlags::UNREADY) {
                run.note(Note::Unready { who, what: item });
            }
            if became(ItemFlags::DISABLED) {
                run.note(Note::Disabled { who, what: item });
            }
        }
    }
}
