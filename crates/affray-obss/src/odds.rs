//! The chances and numbers of the odds of a step: [`affray_prove::odds`] visits its outcomes and adds them up.
//!
//! `OB-019` Chances of hits, criticals and whatever else a step brings about, each pool to within its
//! stated cut.

use crate::Obss;
use crate::body::confusion::Behavior;
use crate::event::Event;
use crate::files::state_file::condition_name;
use crate::scene::{Scene, Setup};
use crate::state::{Condition, Fighter, Flags, State};
use affray_kernel::referee::CombatantId;
use affray_prove::notes::Said;
use affray_prove::odds::{Heading, OddsReport, Run};
use std::borrow::Cow;

affray_prove::notes! {
    pub enum Note of Obss {
        First { who: CombatantId } => "{who} is first" on Event::OrderSettled { first: who },
        CriticalInitiative { who: CombatantId } => "{who} leads by 8 or more" on Event::CriticalInitiative { who, .. },
        Reacts { who: CombatantId } => "{who} reacts" on Event::Reacts { who, .. },
        Hits { who: CombatantId, target: CombatantId } => "{who} hits {target}",
        HitsCritically { who: CombatantId, target: CombatantId } => "{who} hits {target} critically",
        Misses { who: CombatantId, target: CombatantId } => "{who} misses {target}" on Event::Misses { who, target },
        SpellWorks { #[value(owner)] who: CombatantId, #[value(named = "spell")] what: u8 } => "{who}'s {what} works"
            on Event::SpellWorks { who, spell: what },
        SpellFails { #[value(owner)] who: CombatantId, #[value(named = "spell")] what: u8 } => "{who}'s {what} fails"
            on Event::SpellFails { who, spell: what, critical: false },
        SpellBackfires { #[value(owner)] who: CombatantId, #[value(named = "spell")] what: u8 } => "{who}'s {what} backfires"
            on Event::SpellFails { who, spell: what, critical: true },
        Saves { who: CombatantId } => "{who} saves" on Event::Saves { who, success: true, .. },
        FailsToSave { who: CombatantId } => "{who} fails to save" on Event::Saves { who, success: false, .. },
        Treats { who: CombatantId, target: CombatantId } => "{who} helps {target}"
            on Event::Treats { who, patient: target, success: true },
        TreatsInVain { who: CombatantId, target: CombatantId } => "{who} does not help {target}"
            on Event::Treats { who, patient: target, success: false },
        Raves { who: CombatantId, what: Behavior } => "{who} {what}" on Event::Raves { who, behavior: what, .. },
        Hindered { who: CombatantId } => "{who} can no longer do as declared",
        // From here on: states after the step.
        Wounded { who: CombatantId } => "{who} is wounded",
        Bruised { who: CombatantId } => "{who} takes nonlethal damage",
        Gets { who: CombatantId, what: Condition } => "{who} is {what}",
        Loses { who: CombatantId, what: Condition } => "{who} is no longer {what}",
        Grappled { who: CombatantId } => "{who} is grappled",
        Pinned { who: CombatantId } => "{who} is pinned",
        Dying { who: CombatantId } => "{who} is dying",
        Dead { who: CombatantId } => "{who} is dead",
    }
}

affray_prove::quantities! {
    /// A whole number that a step brings about. The order is that in which people are told.
    pub enum Quantity of Obss {
        HitsOn { who: CombatantId, target: CombatantId } above 1 => "hits by {who} on {target}",
        Initiative { who: CombatantId } => "initiative of {who}",
        /// With the loss that kills.
        HpLost { who: CombatantId, #[value(skip)] kills: i16 } => "HP lost by {who}",
        Nonlethal { who: CombatantId } => "nonlethal damage of {who}",
        MpLost { who: CombatantId } => "MP spent by {who}",
    }
}

/// A spell.
impl Said<Obss> for u8 {
    fn said<'a>(&self, setup: &'a Setup, owner: CombatantId) -> Cow<'a, str> {
        let spell = setup.combatants[owner.index()].sheet.spells.get(usize::from(*self));
        spell.map_or("spell", |spell| spell.name.as_str()).into()
    }
}

impl Said<Obss> for Condition {
    fn said<'a>(&self, _: &'a Setup, _: CombatantId) -> Cow<'a, str> {
        condition_name(*self).into()
    }
}

impl Said<Obss> for Behavior {
    fn said<'a>(&self, _: &'a Setup, _: CombatantId) -> Cow<'a, str> {
        Cow::Borrowed(match self {
            Self::Wanders => "wanders",
            Self::Stares => "does nothing",
            Self::HurtsItself => "hurts itself",
            Self::Attacks => "attacks anybody",
            Self::Acts => "acts freely",
        })
    }
}

impl OddsReport for Obss {
    type Note = Note;
    type Quantity = Quantity;
    type Open = ();

    fn hear(event: &Event, run: &mut Run<Self>) {
        let note = match *event {
            Event::Hits { who, target, critical } => {
                run.number(Quantity::HitsOn { who, target }, 1);
                if critical {
                    run.note(Note::HitsCritically { who, target });
                }
                Note::Hits { who, target }
            }
            _ => return run.note_as_declared(event),
        };
        run.note(note);
    }

    fn settle(setup: &Setup, start: &State, end: &State, run: &mut Run<Self>) {
        for who in start.ids() {
            // OB-283: beyond the line of death nothing is lost.
            let line = Scene { setup, state: start }.death_line(who) as i16;
            compare(run, who, start[who].hp - line, &start[who], &end[who]);
        }
    }

    fn heading(setup: &Setup, quantity: Quantity, most: i64) -> Option<Heading> {
        let heading = Heading::of::<Self>(setup, quantity, most)?;
        Some(match quantity {
            Quantity::HpLost { .. } if most <= 0 => heading.regained(),
            Quantity::HpLost { kills, .. } => Heading { open: kills > 0 && most >= i64::from(kills), ..heading },
            _ => heading,
        })
    }
}

/// Notes the state of a combatant after the step.
fn compare(run: &mut Run<Obss>, who: CombatantId, kills: i16, start: &Fighter, end: &Fighter) {
    run.number(Quantity::Initiative { who }, i64::from(end.initiative) - i64::from(start.initiative));
    // OB-283: a deadly loss is the most that counts.
    let lost = i64::from(start.hp) - i64::from(end.hp);
    run.number(Quantity::HpLost { who, kills }, lost.min(i64::from(kills.max(0))));
    run.number(Quantity::Nonlethal { who }, i64::from(end.nonlethal) - i64::from(start.nonlethal));
    run.number(Quantity::MpLost { who }, i64::from(start.mp) - i64::from(end.mp));
    if end.hp < start.hp {
        run.note(Note::Wounded { who });
    }
    if end.nonlethal > start.nonlethal {
        run.note(Note::Bruised { who });
    }
    if end.flags == start.flags {
        return;
    }
    for condition in Condition::ALL {
        match (start.has(condition), end.has(condition)) {
            (false, true) => run.note(Note::Gets { who, what: condition }),
            (true, false) => run.note(Note::Loses { who, what: condition }),
            _ => {}
        }
    }
    let became = |flag: Flags| end.flags.has(flag) && !start.flags.has(flag);
    for (flag, note) in [
        (Flags::PINNED, Note::Pinned { who }),
        (Flags::GRAPPLED, Note::Grappled { who }),
        (Flags::DYING, Note::Dying { who }),
        (Flags::DEAD, Note::Dead { who }),
    ] {
        if became(flag) {
            run.note(note);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_conformance::odds::chance;
    use affray_prove::odds::TOLERANCE;
    use affray_session::catalog::Odds;

    const SCENE: &str = r#"
        ruleset = "obss"
        combatant = [
            { name = "Arn", sheet = "arn", at = [0, 0] },
            { name = "Bel", sheet = "bel", at = [1, 0] },
        ]
        [[case]]
        id = "it"
    "#;

    fn of(case: &str) -> Odds {
        affray_conformance::odds::of::<Obss>(SCENE, case).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_blow_at_a_shield() {
        // OB-E17, OB-E18: 8 points are needed with +9 against 17.
        let odds = of("state = { Bel = { hands = [\"short sword\", \"\"] } }
            [[case.play]]
            turn = \"Bel\"
            do = { act = { attack = { target = \"Arn\", by_dex = true, ar = 2 } } }");
        chance(&odds, "Bel hits Arn", 337.0 / 432.0);
        chance(&odds, "Bel hits Arn critically", 305.0 / 1296.0);
        chance(&odds, "Bel misses Arn", 95.0 / 432.0);
        assert!((odds.total - 1.0).abs() <= TOLERANCE);
        let hp = odds.distributions.iter().find(|one| one.of == "HP lost by Arn").expect("he can be hurt");
        let sum: f64 = hp.values.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }
}
