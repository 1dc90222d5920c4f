//! What is told, and what odds are about.

use crate::Skirmish;
use crate::decision::{Act, Choice};
use crate::event::Event;
use crate::state::{Scene, Setup, State};
use crate::strike::succeeds;
use affray_prove::prelude::*;

impl Rules for Skirmish {
    fn target(choice: &Choice) -> Option<CombatantId> {
        if let Choice::Act(Act::Strike(target)) = *choice { Some(target) } else { None }
    }

    fn verdict(roll: &RollRecord, number: i32) -> String {
        String::from(if succeeds(roll.total, number) { ", made" } else { ", failed" })
    }
}

affray_session::words_as_declared!(Skirmish);

/// How a combatant stands.
pub(crate) fn standing(scene: Scene<'_>, who: CombatantId) -> Standing {
    let fighter = scene.fighter(who);
    let points = vec![Points::new("HP", fighter.hp, scene.sheet(who).hp)];
    let (left, wounded) = (!fighter.is_present(), scene.is_wounded(who));
    let notes =
        [(left, "left the fight"), (wounded, "wounded"), (fighter.fallen, "fallen"), (fighter.guards, "guarding")];
    Standing::new(points, notes)
}

affray_prove::notes! {
    pub enum Note of Skirmish {
        Hits { who: CombatantId } => "{who} hits" on Event::Strikes { who, hits: true, .. },
        Parries { who: CombatantId } => "{who} parries" on Event::Parries { who, succeeds: true },
        Falls { who: CombatantId } => "{who} falls" on Event::Falls { who },
        Out { who: CombatantId } => "{who} is out" on Event::Out { who },
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

    fn settle(_: &Setup, start: &State, end: &State, run: &mut Run<Self>) {
        for who in start.ids() {
            run.number(Quantity::HpLost { who }, i64::from(start[who].hp) - i64::from(end[who].hp));
        }
    }
}
