//! What the odds of a step are about: [`affray_prove::odds`] visits its outcomes and adds them up.

use crate::Dfrpg;
use crate::decision::DefenseKind;
use crate::event::Event;
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, Location};
use crate::state::{Fighter, Flags, ItemFlags, Place, State};
use affray_files::value::ToValue;
use affray_kernel::referee::CombatantId;
use affray_prove::odds::{Heading, OddsReport, Run};

/// How an attack was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[allow(missing_docs, reason = "variants are named for what they are; `told` and `heading` say it in words")]
pub enum Stop {
    Dodge,
    Parry,
    Block,
    BlockWithFoe,
    Spell,
}

/// Something that comes about or not. The order is that in which people are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id")]
#[allow(missing_docs, reason = "variants are named for what they are; `told` and `heading` say it in words")]
pub enum Note {
    First {
        who: CombatantId,
    },
    Feints {
        who: CombatantId,
        target: CombatantId,
    },
    FeintFails {
        who: CombatantId,
        target: CombatantId,
    },
    Hits {
        who: CombatantId,
        target: CombatantId,
    },
    HitsCritically {
        who: CombatantId,
        target: CombatantId,
    },
    Strays {
        who: CombatantId,
    },
    Misses {
        who: CombatantId,
        target: CombatantId,
    },
    Mishap {
        who: CombatantId,
    },
    Stops {
        who: CombatantId,
        what: Stop,
    },
    Lands {
        who: CombatantId,
        target: CombatantId,
    },
    Grabs {
        who: CombatantId,
        target: CombatantId,
    },
    BreaksFree {
        who: CombatantId,
        target: CombatantId,
    },
    TakesDown {
        who: CombatantId,
        target: CombatantId,
    },
    Pins {
        who: CombatantId,
        target: CombatantId,
    },
    Lifts {
        who: CombatantId,
        target: CombatantId,
    },
    NoEffect {
        who: CombatantId,
        target: CombatantId,
    },
    Evades {
        who: CombatantId,
        target: CombatantId,
    },
    EvadeFails {
        who: CombatantId,
        target: CombatantId,
    },
    Slips {
        who: CombatantId,
    },
    Reacts {
        who: CombatantId,
    },
    SpellWorks {
        #[value(owner)]
        who: CombatantId,
        #[value(named = "spell")]
        what: u8,
        target: CombatantId,
    },
    SpellHeld {
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
    Resists {
        who: CombatantId,
    },
    SpellLost {
        #[value(owner)]
        who: CombatantId,
        #[value(named = "spell")]
        what: u8,
    },
    AimLost {
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
    // From here on: states in which the step leaves somebody.
    Wounded {
        who: CombatantId,
    },
    KnockedBack {
        who: CombatantId,
    },
    KnockedDown {
        who: CombatantId,
    },
    Gained {
        who: CombatantId,
        what: Condition,
    },
    Crippled {
        who: CombatantId,
        what: Location,
    },
    Destroyed {
        who: CombatantId,
        what: Location,
    },
    Breaks {
        #[value(owner)]
        who: CombatantId,
        what: ItemId,
    },
    Loses {
        #[value(owner)]
        who: CombatantId,
        what: ItemId,
    },
    Unready {
        #[value(owner)]
        who: CombatantId,
        what: ItemId,
    },
}

/// A condition that somebody did not have before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[allow(missing_docs, reason = "variants are named for what they are; `told` and `heading` say it in words")]
pub enum Condition {
    OffBalance,
    Dazed,
    Stunned,
    MentallyStunned,
    Frightened,
    Blind,
    Asleep,
    Unconscious,
    MortallyWounded,
    Dead,
    BodyDestroyed,
    Fled,
}

/// The conditions that are watched: their flags, and how people are told of them.
const CONDITIONS: [(Condition, Flags, &str); 12] = [
    (Condition::OffBalance, Flags::OFF_BALANCE, "is off balance"),
    (Condition::Dazed, Flags::DAZED, "is dazed"),
    (Condition::Stunned, Flags::STUNNED, "is stunned"),
    (Condition::MentallyStunned, Flags::MENTALLY_STUNNED, "is mentally stunned"),
    (Condition::Frightened, Flags::FRIGHTENED, "takes fright"),
    (Condition::Blind, Flags::BLIND, "is blinded"),
    (Condition::Asleep, Flags::ASLEEP, "falls asleep"),
    (Condition::Unconscious, Flags::UNCONSCIOUS, "falls unconscious"),
    (Condition::MortallyWounded, Flags::MORTALLY_WOUNDED, "is mortally wounded"),
    (Condition::Dead, Flags::DEAD, "dies"),
    (Condition::BodyDestroyed, Flags::DESTROYED, "is destroyed bodily"),
    (Condition::Fled, Flags::FLED, "leaves the fight"),
];

/// A whole number that a step brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToValue)]
#[value(tag = "id")]
#[allow(missing_docs, reason = "variants are named for what they are; `told` and `heading` say it in words")]
pub enum Quantity {
    HitsOn { who: CombatantId, target: CombatantId },
    Feint { who: CombatantId, target: CombatantId },
    HpLost { who: CombatantId },
    FpLost { who: CombatantId },
    Shock { who: CombatantId },
    KnockedBack { who: CombatantId },
}

impl OddsReport for Dfrpg {
    type Note = Note;
    type Quantity = Quantity;
    /// Hits that nothing has stopped so far: by whom, on whom.
    type Open = Vec<(CombatantId, CombatantId)>;

    fn hear(event: &Event, run: &mut Run<Self>) {
        let note = match *event {
            Event::OrderSettled { first } => Note::First { who: first },
            Event::Feinted { who, foe, penalty } => {
                run.number(Quantity::Feint { who, target: foe }, i64::from(penalty));
                Note::Feints { who, target: foe }
            }
            Event::FeintFails { who, foe } => Note::FeintFails { who, target: foe },
            Event::Hits { who, target, critical } => {
                run.open.push((who, target));
                run.number(Quantity::HitsOn { who, target }, 1);
                if critical {
                    run.note(Note::HitsCritically { who, target });
                }
                Note::Hits { who, target }
            }
            Event::StraysToTorso { who } => Note::Strays { who },
            Event::Misses { who, target } => Note::Misses { who, target },
            Event::CriticalMiss { who, .. } => Note::Mishap { who },
            Event::Stopped { who, kind } => {
                if let Some(at) = run.open.iter().rposition(|&(_, target)| target == who) {
                    run.open.remove(at);
                }
                match kind {
                    DefenseKind::None => return,
                    DefenseKind::Dodge => Note::Stops { who, what: Stop::Dodge },
                    DefenseKind::Parry { .. } => Note::Stops { who, what: Stop::Parry },
                    DefenseKind::Block => Note::Stops { who, what: Stop::Block },
                    DefenseKind::BlockWithFoe => Note::Stops { who, what: Stop::BlockWithFoe },
                    DefenseKind::Spell { .. } => Note::Stops { who, what: Stop::Spell },
                }
            }
            Event::Grabs { who, foe } => Note::Grabs { who, target: foe },
            Event::BreaksFree { who, from } => Note::BreaksFree { who, target: from },
            Event::TakesDown { who, foe } => Note::TakesDown { who, target: foe },
            Event::Pins { who, foe } => Note::Pins { who, target: foe },
            Event::Lifts { who, foe } => Note::Lifts { who, target: foe },
            Event::NoEffect { who, foe } => Note::NoEffect { who, target: foe },
            Event::Evades { who, foe } => Note::Evades { who, target: foe },
            Event::EvadeFails { who, foe } => Note::EvadeFails { who, target: foe },
            Event::Slips { who } => Note::Slips { who },
            Event::Reacts { who, .. } => Note::Reacts { who },
            Event::SpellWorks { who, spell, on, .. } => Note::SpellWorks { who, what: spell, target: on },
            Event::SpellHeld { who, spell, .. } => Note::SpellHeld { who, what: spell },
            Event::SpellFails { who, spell } => Note::SpellFails { who, what: spell },
            Event::SpellBackfires { who, spell, .. } => Note::SpellBackfires { who, what: spell },
            Event::Resists { who, .. } => Note::Resists { who },
            Event::SpellLost { who, spell } => Note::SpellLost { who, what: spell },
            Event::AimLost { who } => Note::AimLost { who },
            Event::Recovers { who } => Note::Recovers { who },
            Event::Wakes { who } => Note::Wakes { who },
            Event::KnockedBack { who, hexes, .. } => {
                run.number(Quantity::KnockedBack { who }, i64::from(hexes));
                Note::KnockedBack { who }
            }
            _ => return,
        };
        run.note(note);
    }

    fn settle(setup: &Setup, start: &State, end: &State, run: &mut Run<Self>) {
        for at in 0..run.open.len() {
            let (who, target) = run.open[at];
            run.note(Note::Lands { who, target });
        }
        for who in start.ids() {
            compare(run, who, &start[who], end);
            run.number(Quantity::Shock { who }, i64::from(Scene { setup, state: end }.shock(who)));
        }
        // What is another's is away from its owner before and after.
        for one in start.taken.iter().filter(|one| !end.taken.contains(one)) {
            run.note(Note::Loses { who: one.by, what: ItemId::of(one.by, one.owner, one.item) });
        }
    }

    fn forget(open: &mut Self::Open) {
        open.clear();
    }

    fn hindered(who: CombatantId) -> Note {
        Note::Hindered { who }
    }

    fn told(setup: &Setup, note: Note) -> String {
        told(setup, note)
    }

    fn heading(setup: &Setup, quantity: Quantity, _: i64, most: i64) -> Option<Heading> {
        // One hit or none is what the chances say already.
        if matches!(quantity, Quantity::HitsOn { .. }) && most <= 1 {
            return None;
        }
        let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
        let words = match quantity {
            Quantity::HitsOn { who, target } => format!("hits by {} on {}", name(who), name(target)),
            Quantity::Feint { who, target: foe } => format!("penalty of {}'s feint for {}", name(who), name(foe)),
            Quantity::HpLost { who } => format!("HP lost by {}", name(who)),
            Quantity::FpLost { who } => format!("FP lost by {}", name(who)),
            Quantity::Shock { who } => format!("shock of {}", name(who)),
            Quantity::KnockedBack { who } => format!("hexes that {} is knocked back", name(who)),
        };
        let turned = matches!(quantity, Quantity::HpLost { .. } | Quantity::FpLost { .. }) && most <= 0;
        Some(if turned {
            Heading { of: words.replacen("lost", "regained", 1), turned, open: false }
        } else {
            Heading::of(words)
        })
    }
}

/// Notes how somebody is left.
fn compare(run: &mut Run<Dfrpg>, who: CombatantId, start: &Fighter, state: &State) {
    let end = &state[who];
    run.number(Quantity::HpLost { who }, i64::from(start.hp) - i64::from(end.hp));
    run.number(Quantity::FpLost { who }, i64::from(start.fp) - i64::from(end.fp));
    if end.hp < start.hp {
        run.note(Note::Wounded { who });
    }
    if end.posture.is_lying() && !start.posture.is_lying() {
        run.note(Note::KnockedDown { who });
    }
    for (condition, flag, _) in CONDITIONS {
        if end.flags.has(flag) && !start.flags.has(flag) {
            run.note(Note::Gained { who, what: condition });
        }
    }
    if end.crippled != start.crippled || end.destroyed != start.destroyed {
        let crippled = end.crippled.iter().filter(|&part| !start.crippled.has(part));
        crippled.for_each(|part| run.note(Note::Crippled { who, what: part }));
        let destroyed = end.destroyed.iter().filter(|&part| !start.destroyed.has(part));
        destroyed.for_each(|part| run.note(Note::Destroyed { who, what: part }));
    }
    if end.items != start.items {
        let is_taken = |item| state.taken.iter().any(|one| ItemId::of(who, one.owner, one.item) == item);
        for (item, (before, after)) in (0..).map(ItemId::own).zip(start.items.iter().zip(&end.items)) {
            let became = |flag| after.flags.has(flag) && !before.flags.has(flag);
            if before.place != Place::Away && after.place == Place::Away {
                run.note(Note::Loses { who, what: item });
            }
            if became(ItemFlags::BROKEN) {
                run.note(Note::Breaks { who, what: item });
            } else if became(ItemFlags::UNREADY) && (after.place == Place::Held || is_taken(item)) {
                run.note(Note::Unready { who, what: item });
            }
        }
    }
}

/// A note in words.
fn told(setup: &Setup, note: Note) -> String {
    let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
    let item = |who: CombatantId, item: ItemId| setup.item(who, item).map_or("item", |item| item.name.as_str());
    let spell = |who: CombatantId, spell: u8| {
        setup.combatants[who.index()].sheet.spells.get(spell as usize).map_or("spell", |spell| spell.name.as_str())
    };
    match note {
        Note::First { who } => format!("{} is first", name(who)),
        Note::Feints { who, target: foe } => format!("{} feints {}", name(who), name(foe)),
        Note::FeintFails { who, target: foe } => format!("{}'s feint against {} fails", name(who), name(foe)),
        Note::Hits { who, target } => format!("{} hits {}", name(who), name(target)),
        Note::HitsCritically { who, target } => format!("{} hits {} critically", name(who), name(target)),
        Note::Strays { who } => format!("{}'s attack strays to the torso", name(who)),
        Note::Misses { who, target } => format!("{} misses {}", name(who), name(target)),
        Note::Mishap { who } => format!("{} suffers a critical miss", name(who)),
        Note::Stops { who, what: Stop::Dodge } => format!("{} dodges", name(who)),
        Note::Stops { who, what: Stop::Parry } => format!("{} parries", name(who)),
        Note::Stops { who, what: Stop::Block } => format!("{} blocks", name(who)),
        Note::Stops { who, what: Stop::BlockWithFoe } => format!("{} puts a foe in the way", name(who)),
        Note::Stops { who, what: Stop::Spell } => format!("{} stops it by a spell", name(who)),
        Note::Lands { who, target } => format!("{}'s attack on {} is not stopped", name(who), name(target)),
        Note::Grabs { who, target: foe } => format!("{} grabs {}", name(who), name(foe)),
        Note::BreaksFree { who, target: from } => format!("{} breaks free from {}", name(who), name(from)),
        Note::TakesDown { who, target: foe } => format!("{} takes {} down", name(who), name(foe)),
        Note::Pins { who, target: foe } => format!("{} pins {}", name(who), name(foe)),
        Note::Lifts { who, target: foe } => format!("{} lifts {}", name(who), name(foe)),
        Note::NoEffect { who, target: foe } => format!("{} has no effect on {}", name(who), name(foe)),
        Note::Evades { who, target: foe } => format!("{} evades {}", name(who), name(foe)),
        Note::EvadeFails { who, target: foe } => format!("{} does not get past {}", name(who), name(foe)),
        Note::Slips { who } => format!("{} slips", name(who)),
        Note::Reacts { who } => format!("{} reacts", name(who)),
        Note::SpellWorks { who, what, target: on } => {
            format!("{}'s {} works on {}", name(who), spell(who, what), name(on))
        }
        Note::SpellHeld { who, what } => format!("{} holds {} ready", name(who), spell(who, what)),
        Note::SpellFails { who, what } => format!("{}'s {} fails", name(who), spell(who, what)),
        Note::SpellBackfires { who, what } => format!("{}'s {} backfires", name(who), spell(who, what)),
        Note::Resists { who } => format!("{} resists", name(who)),
        Note::SpellLost { who, what } => format!("{} loses {} to distraction", name(who), spell(who, what)),
        Note::AimLost { who } => format!("{} loses the aim", name(who)),
        Note::Hindered { who } => format!("{} can no longer do as declared", name(who)),
        Note::Recovers { who } => format!("{} recovers", name(who)),
        Note::Wakes { who } => format!("{} wakes", name(who)),
        Note::Wounded { who } => format!("{} is wounded", name(who)),
        Note::KnockedBack { who } => format!("{} is knocked back", name(who)),
        Note::KnockedDown { who } => format!("{} goes down", name(who)),
        Note::Gained { who, what: condition } => {
            let words = CONDITIONS.iter().find(|(one, ..)| *one == condition).map_or("", |(_, _, words)| words);
            format!("{} {words}", name(who))
        }
        Note::Crippled { who, what: part } => format!("{}'s {} is crippled", name(who), part.name().replace('-', " ")),
        Note::Destroyed { who, what: part } => {
            format!("{}'s {} is destroyed", name(who), part.name().replace('-', " "))
        }
        Note::Breaks { who, what } => format!("{}'s {} breaks", name(who), item(who, what)),
        Note::Loses { who, what } if what.is_anothers() => format!("{} loses {}", name(who), item(who, what)),
        Note::Loses { who, what } => format!("{} loses the {}", name(who), item(who, what)),
        Note::Unready { who, what } => format!("{}'s {} is unready", name(who), item(who, what)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_conformance::odds::chance;
    use affray_prove::odds::TOLERANCE;
    use affray_session::catalog::Odds;

    const SCENE: &str = r#"
        ruleset = "dfrpg"
        [[combatant]]
        name = "Arn"
        sheet = "arn"
        at = [0, 0]
        facing = "E"
        [[combatant]]
        name = "Orc"
        sheet = "orc"
        at = [1, 0]
        facing = "W"
        [[case]]
        id = "it"
    "#;

    fn of(case: &str) -> Result<Odds, String> {
        affray_conformance::odds::of::<Dfrpg>(SCENE, case)
    }

    #[test]
    fn a_cut_and_a_parry() {
        // Arn has Broadsword 14, the Orc parries at 9. Of 216 ways 196 are 14 or less, 4 of them
        // critical; 81 are 9 or less, 4 of them critical.
        let odds = of("[[case.play]]
            turn = \"Arn\"
            do = { maneuver = \"attack\", attack = { target = \"Orc\", with = \"broadsword swing\" }, defend = \"parry\" }")
        .expect("it is legal");
        chance(&odds, "Arn hits Orc", 196.0 / 216.0);
        chance(&odds, "Arn hits Orc critically", 4.0 / 216.0);
        chance(&odds, "Arn misses Orc", 20.0 / 216.0);
        chance(&odds, "Orc parries", 192.0 / 216.0 * 81.0 / 216.0);
        let lands = 4.0 / 216.0 + 192.0 / 216.0 * 135.0 / 216.0;
        chance(&odds, "Arn's attack on Orc is not stopped", lands);
        assert!((odds.total - 1.0).abs() <= TOLERANCE);
        let hp = odds.distributions.iter().find(|one| one.of == "HP lost by Orc").expect("it can be hurt");
        let sum: f64 = hp.values.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        assert!(hp.values.is_sorted_by_key(|(value, _)| *value));
        let mean: f64 = hp.values.iter().map(|&(value, chance)| value as f64 * chance).sum();
        assert!((mean - hp.mean).abs() < 1e-12);
    }

    #[test]
    fn a_wound_that_the_game_master_brings_about() {
        // 5 of 14 HP through no armor at the torso: a cut does 5 x 1.5 = 7, no more than half of 14 HP.
        let odds = of("[[case.play]]
            gm = { wound = { who = \"Orc\", penetrating = 5, type = \"cut\", at = \"torso\" } }")
        .expect("it is legal");
        assert_eq!(odds.leaves, 1);
        chance(&odds, "Orc is wounded", 1.0);
        let hp = &odds.distributions[0];
        assert_eq!((hp.of.as_str(), hp.values.as_slice(), hp.mean), ("HP lost by Orc", &[(7, 1.0)][..], 7.0));
    }

    #[test]
    fn what_becomes_illegal_by_the_dice() {
        // A critical miss of the first cut, 17 or 18, may take the sword away from the second.
        let odds = of("[[case.play]]
            turn = \"Arn\"
            do = { maneuver = \"all-out-attack\", bonus = \"double\", attack = [{ target = \"Orc\", with = \"broadsword swing\" }, { target = \"Orc\", with = \"broadsword swing\" }] }")
        .expect("it is legal at first");
        let hindered = odds.chances.iter().find(|one| one.of == "Arn can no longer do as declared");
        assert!(hindered.is_some_and(|one| 0.0 < one.chance && one.chance < 4.0 / 216.0), "{odds:#?}");
        assert!((odds.total - 1.0).abs() <= TOLERANCE);
    }

    #[test]
    fn what_has_no_odds() {
        #[track_caller]
        fn refused(case: &str, says: &str) {
            let error = of(case).expect_err(case);
            assert!(error.contains(says), "{error}");
        }
        let play = "[[case.play]]\nturn = \"Arn\"\n";
        refused("", "a.toml:13:9: odds are of one step, and this case has 0");
        refused(&format!("{play}dice = [11]"), "a.toml:18:8: odds are of all dice");
        refused(&format!("{play}{play}"), "this case has 2");
        // The Orc has no shield; only an outcome in which the attack hits shows that.
        let block = "do = { maneuver = \"attack\", attack = { target = \"Orc\" }, defend = \"block\" }";
        refused(&format!("{play}{block}"), "a.toml:18:6: [DF-263]");
        let twice = "do = { maneuver = \"do-nothing\", attack = { target = \"Orc\" } }";
        refused(&format!("{play}{twice}"), "asked for in no outcome: 1 of 1 in `attack`");
    }
}
