//! The subjects of odds: [`affray_prove::odds`] visits its outcomes and adds them up.

use crate::DragonQuest;
use crate::decision::Choice;
use crate::event::{Event, Parried};
use crate::scene::Setup;
use crate::sheet::Arm;
use crate::state::{Fighter, Flags, ItemFlags, Lying, State};
use affray_kernel::referee::{CombatantId, Input};
use affray_prove::notes::Said;
use affray_prove::odds::{OddsReport, Run};
use affray_session::ruleset::Change;
use std::borrow::Cow;

affray_prove::notes! {
    pub enum Note of DragonQuest {
        First { who: CombatantId } => "{who} acts first" on Event::Chooses { who, first: true },
        SideFirst { #[value(named = "side")] what: u8 } => "{what} goes first" on Event::SideFirst { side: what, .. },
        Hits { who: CombatantId, target: CombatantId } => "{who} hits {target}",
        HitsEndurance { who: CombatantId, target: CombatantId } => "{who} hits {target} past all armor",
        Misses { who: CombatantId, target: CombatantId } => "{who} misses {target}" on Event::Misses { who, target },
        Parries { who: CombatantId } => "{who} parries",
        MustPass { who: CombatantId } => "{who} parries and has to pass next",
        Ripostes { who: CombatantId } => "{who} parries and may strike back",
        Avoids { who: CombatantId } => "{who} avoids the misfortune" on Event::Avoids { who, .. },
        Hindered { who: CombatantId } => "{who} can no longer do as declared",
        Recovers { who: CombatantId } => "{who} recovers" on Event::Recovers { who },
        Wakes { who: CombatantId } => "{who} wakes" on Event::Wakes { who },
        Grievous { who: CombatantId } => "{who} suffers a grievous injury" on Event::Grievous { who, .. },
        // From here on: states in which the step leaves somebody.
        Wounded { who: CombatantId } => "{who} is hurt",
        Gained { who: CombatantId, what: Condition } => "{who} {what}",
        Breaks { #[value(owner)] who: CombatantId, what: Arm } => "{who}'s {what} breaks",
        Drops { #[value(owner)] who: CombatantId, what: Arm } => "{who} drops the {what}",
    }
}

affray_prove::conditions! {
    /// A condition that somebody did not have before.
    pub enum Condition of DragonQuest {
        Prone => "is prone" if Flags::PRONE,
        Stunned => "is stunned" if Flags::STUNNED,
        Entangled => "is entangled" if Flags::ENTANGLED,
        Restrained => "is restrained" if Flags::RESTRAINED,
        Close => "is in close combat" if Flags::CLOSE,
        LosesAction => "loses the next action" if Flags::LOSE_ACTION_NEXT,
        Unconscious => "falls unconscious" if Flags::UNCONSCIOUS,
        Dead => "dies" if Flags::DEAD,
    }
}

affray_prove::quantities! {
    /// A whole number that a step brings about.
    pub enum Quantity of DragonQuest {
        HitsOn { who: CombatantId, target: CombatantId } above 1 => "hits by {who} on {target}",
        EnLost { who: CombatantId } => "EN lost by {who}",
        FtLost { who: CombatantId } => "FT lost by {who}",
    }
}

/// A side.
impl Said<DragonQuest> for u8 {
    fn said<'a>(&self, setup: &'a Setup, _: CombatantId) -> Cow<'a, str> {
        setup.sides.get(usize::from(*self)).map_or("nobody", |side| side.name.as_str()).into()
    }
}

impl Said<DragonQuest> for Arm {
    fn said<'a>(&self, setup: &'a Setup, owner: CombatantId) -> Cow<'a, str> {
        setup.arm(owner, *self).map_or("item", |item| item.name.as_str()).into()
    }
}

impl OddsReport for DragonQuest {
    type Note = Note;
    type Quantity = Quantity;
    type Open = ();

    fn hear(event: &Event, run: &mut Run<Self>) {
        let note = match *event {
            Event::Hits { who, target, endurance, .. } => {
                run.number(Quantity::HitsOn { who, target }, 1);
                if endurance {
                    run.note(Note::HitsEndurance { who, target });
                }
                Note::Hits { who, target }
            }
            Event::Parries { who, result, .. } => {
                match result {
                    Parried::Barely => run.note(Note::MustPass { who }),
                    Parried::Riposte => run.note(Note::Ripostes { who }),
                    Parried::Disarmed => {}
                }
                Note::Parries { who }
            }
            _ => return run.note_as_declared(event),
        };
        run.note(note);
    }

    /// `DQ-424` A shot that is not declared yet is told as on a clear line: neither walls nor bodies on it show in its odds.
    fn setup_at_a_table(setup: &Setup, inputs: &[Input<Choice, Change>]) -> Option<Setup> {
        let is_shot = |input: &Input<_, _>| matches!(input, Input::Choice { choice: Choice::Attack(_), .. });
        let (_, before) = inputs.split_last()?;
        (!before.iter().any(is_shot)).then(|| Setup { assumes_clear_lines: true, ..setup.clone() })
    }

    fn settle(_: &Setup, start: &State, end: &State, run: &mut Run<Self>) {
        for who in start.ids() {
            compare(run, who, &start[who], end);
        }
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
    for &(condition, flag) in Condition::FLAGS {
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
        combatant = [
            { name = "Aldric", sheet = "aldric", at = [0, 0], facing = "E" },
            { name = "Hale", sheet = "hale", at = [1, 0], facing = "W" },
        ]
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
