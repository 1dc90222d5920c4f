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
    CriticalInitiative {
        who: CombatantId,
    },
    Reacts {
        who: CombatantId,
    },
    Hits {
        who: CombatantId,
        target: CombatantId,
    },
    HitsCritically {
        who: CombatantId,
        target: CombatantId,
    },
    Misses {
        who: CombatantId,
        target: CombatantId,
    },
    SpellWorks {
        #[value(owner)]
        who: CombatantId,
        #[value(named = "spell")]
        what: u8,
    },
    SpellFails {
        #[value(owner)]
        who: CombatantId,
        #[value(named = "spell")]
        what: u8,
    },
    SpellBackfires {
        #[value(owner)]
        who: CombatantId,
        #[value(named = "spell")]
        what: u8,
    },
    Saves {
        who: CombatantId,
    },
    FailsToSave {
        who: CombatantId,
    },
    Treats {
        who: CombatantId,
        target: CombatantId,
    },
    TreatsInVain {
        who: CombatantId,
        target: CombatantId,
    },
    Raves {
        who: CombatantId,
        what: Behavior,
    },
    Hindered {
        who: CombatantId,
    },
    // From here on: states after the step.
    Wounded {
        who: CombatantId,
    },
    Bruised {
        who: CombatantId,
    },
    Gets {
        who: CombatantId,
        what: Condition,
    },
    Loses {
        who: CombatantId,
        what: Condition,
    },
    Grappled {
        who: CombatantId,
    },
    Pinned {
        who: CombatantId,
    },
    Dying {
        who: CombatantId,
    },
    Dead {
        who: CombatantId,
    },
}

/// A whole number that a step brings about. The order is that in which people are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id")]
#[allow(missing_docs, reason = "variants are named for what they are; `heading` says it in words")]
pub enum Quantity {
    HitsOn {
        who: CombatantId,
        target: CombatantId,
    },
    Initiative {
        who: CombatantId,
    },
    /// With the loss that kills.
    HpLost {
        who: CombatantId,
        #[value(skip)]
        kills: i16,
    },
    Nonlethal {
        who: CombatantId,
    },
    MpLost {
        who: CombatantId,
    },
}

impl OddsReport for Obss {
    type Note = Note;
    type Quantity = Quantity;
    type Open = ();

    fn hear(event: &Event, run: &mut Run<Self>) {
        let note = match *event {
            Event::OrderSettled { first } => Note::First { who: first },
            Event::CriticalInitiative { who, .. } => Note::CriticalInitiative { who },
            Event::Reacts { who, .. } => Note::Reacts { who },
            Event::Hits { who, target, critical } => {
                run.number(Quantity::HitsOn { who, target }, 1);
                if critical {
                    run.note(Note::HitsCritically { who, target });
                }
                Note::Hits { who, target }
            }
            Event::Misses { who, target } => Note::Misses { who, target },
            Event::SpellWorks { who, spell } => Note::SpellWorks { who, what: spell },
            Event::SpellFails { who, spell, critical: false } => Note::SpellFails { who, what: spell },
            Event::SpellFails { who, spell, critical: true } => Note::SpellBackfires { who, what: spell },
            Event::Saves { who, success: true, .. } => Note::Saves { who },
            Event::Saves { who, success: false, .. } => Note::FailsToSave { who },
            Event::Treats { who, patient, success: true } => Note::Treats { who, target: patient },
            Event::Treats { who, patient, success: false } => Note::TreatsInVain { who, target: patient },
            Event::Raves { who, behavior, .. } => Note::Raves { who, what: behavior },
            _ => return,
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

    fn hindered(who: CombatantId) -> Note {
        Note::Hindered { who }
    }

    fn told(setup: &Setup, note: Note) -> String {
        told(setup, note)
    }

    fn heading(setup: &Setup, quantity: Quantity, _: i64, most: i64) -> Option<Heading> {
        let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
        let words = match quantity {
            // The chances tell one hit or none already.
            Quantity::HitsOn { .. } if most <= 1 => return None,
            Quantity::HitsOn { who, target } => format!("hits by {} on {}", name(who), name(target)),
            Quantity::Initiative { who } => format!("initiative of {}", name(who)),
            Quantity::HpLost { who, .. } => format!("HP lost by {}", name(who)),
            Quantity::Nonlethal { who } => format!("nonlethal damage of {}", name(who)),
            Quantity::MpLost { who } => format!("MP spent by {}", name(who)),
        };
        let turned = matches!(quantity, Quantity::HpLost { .. }) && most <= 0;
        let open = matches!(quantity, Quantity::HpLost { kills, .. } if kills > 0 && most >= i64::from(kills));
        let of = if turned { words.replacen("lost", "regained", 1) } else { words };
        Some(Heading { of, turned, open })
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

/// A note in words.
fn told(setup: &Setup, note: Note) -> String {
    let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
    let spell = |who: CombatantId, spell: u8| {
        setup.combatants[who.index()].sheet.spells.get(spell as usize).map_or("spell", |spell| spell.name.as_str())
    };
    match note {
        Note::First { who } => format!("{} is first", name(who)),
        Note::CriticalInitiative { who } => format!("{} leads by 8 or more", name(who)),
        Note::Reacts { who } => format!("{} reacts", name(who)),
        Note::Hits { who, target } => format!("{} hits {}", name(who), name(target)),
        Note::HitsCritically { who, target } => format!("{} hits {} critically", name(who), name(target)),
        Note::Misses { who, target } => format!("{} misses {}", name(who), name(target)),
        Note::SpellWorks { who, what } => format!("{}'s {} works", name(who), spell(who, what)),
        Note::SpellFails { who, what } => format!("{}'s {} fails", name(who), spell(who, what)),
        Note::SpellBackfires { who, what } => format!("{}'s {} backfires", name(who), spell(who, what)),
        Note::Saves { who } => format!("{} saves", name(who)),
        Note::FailsToSave { who } => format!("{} fails to save", name(who)),
        Note::Treats { who, target: patient } => format!("{} helps {}", name(who), name(patient)),
        Note::TreatsInVain { who, target: patient } => format!("{} does not help {}", name(who), name(patient)),
        Note::Raves { who, what: behavior } => {
            let what = match behavior {
                Behavior::Wanders => "wanders",
                Behavior::Stares => "does nothing",
                Behavior::HurtsItself => "hurts itself",
                Behavior::Attacks => "attacks anybody",
                Behavior::Acts => "acts freely",
            };
            format!("{} {what}", name(who))
        }
        Note::Hindered { who } => format!("{} can no longer do as declared", name(who)),
        Note::Wounded { who } => format!("{} is wounded", name(who)),
        Note::Bruised { who } => format!("{} takes nonlethal damage", name(who)),
        Note::Gets { who, what } => format!("{} is {}", name(who), condition_name(what)),
        Note::Loses { who, what } => format!("{} is no longer {}", name(who), condition_name(what)),
        Note::Grappled { who } => format!("{} is grappled", name(who)),
        Note::Pinned { who } => format!("{} is pinned", name(who)),
        Note::Dying { who } => format!("{} is dying", name(who)),
        Note::Dead { who } => format!("{} is dead", name(who)),
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
