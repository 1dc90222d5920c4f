//! What is told, and what odds are about.

use crate::Skirmish;
use crate::decision::{Act, Choice, Go, Question};
use crate::event::Event;
use crate::scene::{Scene, Setup};
use crate::state::State;
use crate::strike::succeeds;
use affray_files::value::ToValue;
use affray_grid::{Cell, Drawing, Facing, Glyph};
use affray_kernel::referee::{CombatantId, RollRecord};
use affray_prove::odds::{Heading, OddsReport, Run};
use affray_session::narrate::{self, cell, tags};
use affray_session::ruleset::{Points, Rules, Standing};

/// The name of a combatant.
fn name(setup: &Setup, who: CombatantId) -> &str {
    setup.combatants.get(who.index()).map_or("nobody", |one| one.name.as_str())
}

impl Rules for Skirmish {
    fn target(choice: &Choice) -> Option<CombatantId> {
        if let Choice::Act(Act::Strike(target)) = *choice { Some(target) } else { None }
    }

    fn verdict(roll: &RollRecord, number: i32) -> String {
        String::from(if succeeds(roll.total, number) { ", made" } else { ", failed" })
    }
}

/// A choice in words.
pub(crate) fn choice(setup: &Setup, _: CombatantId, choice: &Choice) -> String {
    match *choice {
        Choice::Move(Go::Stay) => "stay".to_owned(),
        Choice::Move(Go::Rise) => "rise".to_owned(),
        Choice::Move(Go::To(to)) => format!("go to {}", cell(to)),
        Choice::Act(Act::Nothing) => "do nothing".to_owned(),
        Choice::Act(Act::Guard) => "guard".to_owned(),
        Choice::Act(Act::Strike(target)) => format!("strike {}", name(setup, target)),
        Choice::Parry(true) => "parry".to_owned(),
        Choice::Parry(false) => "no parry".to_owned(),
    }
}

/// An event in words.
pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let name = |who| name(setup, who);
    Some(match *event {
        Event::Revealed { who } => format!("{} is seen.", name(who)),
        Event::TurnBegins { who } => format!("{}'s turn.", name(who)),
        Event::Moves { who, to } => format!("{} goes to {}.", name(who), cell(to)),
        Event::Rises { who } => format!("{} rises.", name(who)),
        Event::Guards { who } => format!("{} guards.", name(who)),
        Event::Strikes { who, target, hits: true } => format!("{} hits {}.", name(who), name(target)),
        Event::Strikes { who, target, hits: false } => format!("{} misses {}.", name(who), name(target)),
        Event::Parries { who, succeeds: true } => format!("{} parries.", name(who)),
        Event::Parries { who, succeeds: false } => format!("{} fails to parry.", name(who)),
        Event::Wounded { who, lost, left } => format!("{} loses {lost} HP, {left} left.", name(who)),
        Event::Falls { who } => format!("{} falls.", name(who)),
        Event::Out { who } => format!("{} is out.", name(who)),
    })
}

/// A question put to a person.
pub(crate) fn prompt(scene: Scene<'_>, question: &Question) -> String {
    let who = name(scene.setup, question.who());
    match *question {
        Question::Move { .. } => format!("{who}: where to?"),
        Question::Act { .. } => format!("{who}: which action?"),
        Question::Parry { by, .. } => format!("{who}: parry the strike of {}?", name(scene.setup, by)),
    }
}

/// The map with the figures on it.
pub(crate) fn draw(scene: Scene<'_>) -> Drawing {
    let tags = tags::<Skirmish>(scene.setup);
    let cells: Vec<Cell> = scene.state.ids().filter_map(|who| Some(place(scene, who)?.0)).collect();
    narrate::draw(scene.map(), &cells, |at| {
        let here = scene.state.ids().filter(|&who| scene.state[who].at == at);
        here.max_by_key(|&who| scene.state[who].is_up()).map(|who| Glyph::new(&tags[who.index()]))
    })
}

/// Where a combatant is and which way it faces; `None` for one that is not on the map.
pub(crate) fn place(scene: Scene<'_>, who: CombatantId) -> Option<(Cell, Option<Facing>)> {
    let fighter = scene.fighter(who);
    fighter.is_present().then_some((fighter.at, None))
}

/// The combatants in the order in which they act.
pub(crate) fn order(scene: Scene<'_>) -> &[CombatantId] {
    &scene.setup.order
}

/// How a combatant stands.
pub(crate) fn standing(scene: Scene<'_>, who: CombatantId) -> Standing {
    let fighter = scene.fighter(who);
    let left = !fighter.is_present();
    let notes = [
        (left, "left the fight"),
        (scene.is_wounded(who), "wounded"),
        (fighter.fallen, "fallen"),
        (fighter.guards, "guarding"),
    ];
    Standing {
        points: vec![Points::new("HP", fighter.hp, scene.sheet(who).hp)],
        notes: notes.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned()).collect(),
    }
}

/// Something that comes about or not, in the order in which people are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id")]
#[allow(missing_docs, reason = "`told` says it in words")]
pub enum Note {
    Hits { who: CombatantId },
    Parries { who: CombatantId },
    Falls { who: CombatantId },
    Out { who: CombatantId },
    Hindered { who: CombatantId },
}

/// A whole number that a step brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id")]
#[allow(missing_docs, reason = "`heading` says it in words")]
pub enum Quantity {
    HpLost { who: CombatantId },
}

impl OddsReport for Skirmish {
    type Note = Note;
    type Quantity = Quantity;
    type Open = ();

    fn hear(event: &Event, run: &mut Run<Self>) {
        match *event {
            Event::Strikes { who, hits: true, .. } => run.note(Note::Hits { who }),
            Event::Parries { who, succeeds: true } => run.note(Note::Parries { who }),
            Event::Falls { who } => run.note(Note::Falls { who }),
            Event::Out { who } => run.note(Note::Out { who }),
            _ => {}
        }
    }

    fn settle(_: &Setup, start: &State, end: &State, run: &mut Run<Self>) {
        for who in start.ids() {
            run.number(Quantity::HpLost { who }, i64::from(start[who].hp) - i64::from(end[who].hp));
        }
    }

    fn hindered(who: CombatantId) -> Note {
        Note::Hindered { who }
    }

    fn told(setup: &Setup, note: Note) -> String {
        match note {
            Note::Hits { who } => format!("{} hits", name(setup, who)),
            Note::Parries { who } => format!("{} parries", name(setup, who)),
            Note::Falls { who } => format!("{} falls", name(setup, who)),
            Note::Out { who } => format!("{} is out", name(setup, who)),
            Note::Hindered { who } => format!("{} can no longer do as declared", name(setup, who)),
        }
    }

    fn heading(setup: &Setup, quantity: Quantity, _: i64, _: i64) -> Option<Heading> {
        let Quantity::HpLost { who } = quantity;
        Some(Heading::of(format!("HP lost by {}", name(setup, who))))
    }
}
