//! What is told, and what odds are about.

use crate::Skirmish;
use crate::decision::{Act, Choice, Go, Question};
use crate::event::Event;
use crate::scene::{Scene, Setup};
use crate::state::State;
use crate::strike::succeeds;
use affray_grid::{Cell, Drawing, Facing};
use affray_kernel::referee::{CombatantId, RollRecord};
use affray_prove::odds::{OddsReport, Run};
use affray_session::names::of as name;
use affray_session::narrate::{self, cell};
use affray_session::ruleset::{Points, Rules, Standing};

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
        Choice::Act(Act::Strike(target)) => format!("strike {}", name::<Skirmish>(setup, target)),
        Choice::Parry(true) => "parry".to_owned(),
        Choice::Parry(false) => "no parry".to_owned(),
    }
}

/// An event in words.
pub(crate) fn event(setup: &Setup, event: &Event) -> Option<String> {
    let name = |who| name::<Skirmish>(setup, who);
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
    let name = |who| name::<Skirmish>(scene.setup, who);
    let who = name(question.who());
    match *question {
        Question::Move { .. } => format!("{who}: where to?"),
        Question::Act { .. } => format!("{who}: which action?"),
        Question::Parry { by, .. } => format!("{who}: parry the strike of {}?", name(by)),
    }
}

/// The map with the figures on it.
pub(crate) fn draw(scene: Scene<'_>) -> Drawing {
    narrate::draw_figures::<Skirmish>(scene.setup, scene.state, |who| (scene.fighter(who).is_up(), false))
}

/// Where a combatant is and which way it faces; `None` for one that is not on the map.
pub(crate) fn place(scene: Scene<'_>, who: CombatantId) -> Option<(Cell, Option<Facing>)> {
    let fighter = scene.fighter(who);
    fighter.is_present().then_some((fighter.at, None))
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

affray_prove::notes! {
    pub enum Note of Skirmish {
        Hits { who: CombatantId } => "{who} hits",
        Parries { who: CombatantId } => "{who} parries",
        Falls { who: CombatantId } => "{who} falls",
        Out { who: CombatantId } => "{who} is out",
        Hindered { who: CombatantId } => "{who} can no longer do as declared",
    }
}

affray_prove::quantities! {
    /// A whole number that a step brings about.
    pub enum Quantity of Skirmish {
        HpLost { who: CombatantId } => "HP lost by {who}",
    }
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
}
