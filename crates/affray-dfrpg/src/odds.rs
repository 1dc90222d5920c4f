//! What the odds of a step are about: [`affray_prove::odds`] visits its outcomes and adds them up.

use crate::Dfrpg;
use crate::decision::DefenseKind;
use crate::event::Event;
use crate::scene::{Scene, Setup};
use crate::sheet::{ItemId, Location};
use crate::state::{Fighter, Flags, ItemFlags, Place, State};
use affray_kernel::referee::CombatantId;
use affray_prove::notes::Said;
use affray_prove::odds::{Heading, OddsReport, Run};
use std::borrow::Cow;

affray_prove::conditions! {
    /// How an attack was stopped.
    pub enum Stop of Dfrpg {
        Dodge => "dodges",
        Parry => "parries",
        Block => "blocks",
        BlockWithFoe => "puts a foe in the way",
        Spell => "stops it by a spell",
    }
}

affray_prove::notes! {
    pub enum Note of Dfrpg {
        First { who: CombatantId } => "{who} is first" on Event::OrderSettled { first: who },
        Feints { who: CombatantId, target: CombatantId } => "{who} feints {target}",
        FeintFails { who: CombatantId, target: CombatantId } => "{who}'s feint against {target} fails"
            on Event::FeintFails { who, foe: target },
        Hits { who: CombatantId, target: CombatantId } => "{who} hits {target}",
        HitsCritically { who: CombatantId, target: CombatantId } => "{who} hits {target} critically",
        Strays { who: CombatantId } => "{who}'s attack strays to the torso" on Event::StraysToTorso { who },
        Misses { who: CombatantId, target: CombatantId } => "{who} misses {target}" on Event::Misses { who, target },
        Mishap { who: CombatantId } => "{who} suffers a critical miss" on Event::CriticalMiss { who, .. },
        Stops { who: CombatantId, what: Stop } => "{who} {what}",
        Lands { who: CombatantId, target: CombatantId } => "{who}'s attack on {target} is not stopped",
        Grabs { who: CombatantId, target: CombatantId } => "{who} grabs {target}" on Event::Grabs { who, foe: target, .. },
        BreaksFree { who: CombatantId, target: CombatantId } => "{who} breaks free from {target}"
            on Event::BreaksFree { who, from: target },
        TakesDown { who: CombatantId, target: CombatantId } => "{who} takes {target} down"
            on Event::TakesDown { who, foe: target },
        Pins { who: CombatantId, target: CombatantId } => "{who} pins {target}" on Event::Pins { who, foe: target },
        Lifts { who: CombatantId, target: CombatantId } => "{who} lifts {target}" on Event::Lifts { who, foe: target },
        NoEffect { who: CombatantId, target: CombatantId } => "{who} has no effect on {target}"
            on Event::NoEffect { who, foe: target },
        Evades { who: CombatantId, target: CombatantId } => "{who} evades {target}"
            on Event::Evades { who, foe: target },
        EvadeFails { who: CombatantId, target: CombatantId } => "{who} does not get past {target}"
            on Event::EvadeFails { who, foe: target },
        Slips { who: CombatantId } => "{who} slips" on Event::Slips { who },
        Reacts { who: CombatantId } => "{who} reacts" on Event::Reacts { who, .. },
        SpellWorks { #[value(owner)] who: CombatantId, #[value(named = "spell")] what: u8, target: CombatantId } =>
            "{who}'s {what} works on {target}" on Event::SpellWorks { who, spell: what, on: target, .. },
        SpellHeld { #[value(owner)] who: CombatantId, #[value(named = "spell")] what: u8 } => "{who} holds {what} ready"
            on Event::SpellHeld { who, spell: what, .. },
        SpellFails { #[value(owner)] who: CombatantId, #[value(named = "spell")] what: u8 } => "{who}'s {what} fails"
            on Event::SpellFails { who, spell: what },
        SpellBackfires { #[value(owner)] who: CombatantId, #[value(named = "spell")] what: u8 } => "{who}'s {what} backfires"
            on Event::SpellBackfires { who, spell: what, .. },
        Resists { who: CombatantId } => "{who} resists" on Event::Resists { who, .. },
        SpellLost { #[value(owner)] who: CombatantId, #[value(named = "spell")] what: u8 } => "{who} loses {what} to distraction"
            on Event::SpellLost { who, spell: what },
        AimLost { who: CombatantId } => "{who} loses the aim" on Event::AimLost { who },
        Hindered { who: CombatantId } => "{who} can no longer do as declared",
        Recovers { who: CombatantId } => "{who} recovers" on Event::Recovers { who },
        Wakes { who: CombatantId } => "{who} wakes" on Event::Wakes { who },
        // From here on: states in which the step leaves somebody.
        Wounded { who: CombatantId } => "{who} is wounded",
        KnockedBack { who: CombatantId } => "{who} is knocked back",
        KnockedDown { who: CombatantId } => "{who} goes down",
        Gained { who: CombatantId, what: Condition } => "{who} {what}",
        Crippled { who: CombatantId, what: Location } => "{who}'s {what} is crippled",
        Destroyed { who: CombatantId, what: Location } => "{who}'s {what} is destroyed",
        Breaks { #[value(owner)] who: CombatantId, what: ItemId } => "{who}'s {what} breaks",
        Loses { #[value(owner)] who: CombatantId, what: ItemId } => (loses),
        Unready { #[value(owner)] who: CombatantId, what: ItemId } => "{who}'s {what} is unready",
    }
}

affray_prove::conditions! {
    /// A condition that somebody did not have before.
    pub enum Condition of Dfrpg {
        OffBalance => "is off balance" if Flags::OFF_BALANCE,
        Dazed => "is dazed" if Flags::DAZED,
        Stunned => "is stunned" if Flags::STUNNED,
        MentallyStunned => "is mentally stunned" if Flags::MENTALLY_STUNNED,
        Frightened => "takes fright" if Flags::FRIGHTENED,
        Blind => "is blinded" if Flags::BLIND,
        Asleep => "falls asleep" if Flags::ASLEEP,
        Unconscious => "falls unconscious" if Flags::UNCONSCIOUS,
        MortallyWounded => "is mortally wounded" if Flags::MORTALLY_WOUNDED,
        Dead => "dies" if Flags::DEAD,
        BodyDestroyed => "is destroyed bodily" if Flags::DESTROYED,
        Fled => "leaves the fight" if Flags::FLED,
    }
}

affray_prove::quantities! {
    /// A whole number that a step brings about.
    pub enum Quantity of Dfrpg {
        HitsOn { who: CombatantId, target: CombatantId } above 1 => "hits by {who} on {target}",
        Feint { who: CombatantId, target: CombatantId } => "penalty of {who}'s feint for {target}",
        HpLost { who: CombatantId } => "HP lost by {who}",
        FpLost { who: CombatantId } => "FP lost by {who}",
        Shock { who: CombatantId } => "shock of {who}",
        KnockedBack { who: CombatantId } => "hexes that {who} is knocked back",
    }
}

/// A spell.
impl Said<Dfrpg> for u8 {
    fn said<'a>(&self, setup: &'a Setup, owner: CombatantId) -> Cow<'a, str> {
        let spell = setup.combatants[owner.index()].sheet.spells.get(usize::from(*self));
        spell.map_or("spell", |spell| spell.name.as_str()).into()
    }
}

impl Said<Dfrpg> for ItemId {
    fn said<'a>(&self, setup: &'a Setup, owner: CombatantId) -> Cow<'a, str> {
        setup.item(owner, *self).map_or("item", |item| item.name.as_str()).into()
    }
}

impl Said<Dfrpg> for Location {
    fn said<'a>(&self, _: &'a Setup, _: CombatantId) -> Cow<'a, str> {
        self.name().replace('-', " ").into()
    }
}

/// An item of its own is `the`, another's is whose it is.
fn loses(setup: &Setup, who: CombatantId, item: ItemId) -> String {
    let the = if item.is_anothers() { "" } else { "the " };
    format!("{} loses {the}{}", Said::<Dfrpg>::said(&who, setup, who), item.said(setup, who))
}

impl OddsReport for Dfrpg {
    type Note = Note;
    type Quantity = Quantity;
    /// Hits that nothing has stopped so far: by whom, on whom.
    type Open = Vec<(CombatantId, CombatantId)>;

    fn hear(event: &Event, run: &mut Run<Self>) {
        let note = match *event {
            Event::Feinted { who, foe, penalty } => {
                run.number(Quantity::Feint { who, target: foe }, i64::from(penalty));
                Note::Feints { who, target: foe }
            }
            Event::Hits { who, target, critical } => {
                run.open.push((who, target));
                run.number(Quantity::HitsOn { who, target }, 1);
                if critical {
                    run.note(Note::HitsCritically { who, target });
                }
                Note::Hits { who, target }
            }
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
            Event::KnockedBack { who, hexes, .. } => {
                run.number(Quantity::KnockedBack { who }, i64::from(hexes));
                Note::KnockedBack { who }
            }
            _ => return run.note_as_declared(event),
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

    fn heading(setup: &Setup, quantity: Quantity, most: i64) -> Option<Heading> {
        let heading = Heading::of::<Self>(setup, quantity, most)?;
        let is_lost = matches!(quantity, Quantity::HpLost { .. } | Quantity::FpLost { .. });
        Some(if is_lost && most <= 0 { heading.regained() } else { heading })
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
    for &(condition, flag) in Condition::FLAGS {
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

#[cfg(test)]
mod tests {
    use super::*;
    use affray_conformance::odds::chance;
    use affray_prove::odds::TOLERANCE;
    use affray_session::catalog::Odds;

    const SCENE: &str = r#"
        ruleset = "dfrpg"
        combatant = [
            { name = "Arn", sheet = "arn", at = [0, 0], facing = "E" },
            { name = "Orc", sheet = "orc", at = [1, 0], facing = "W" },
        ]
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
            do = { maneuver = \"all-out-attack\", bonus = \"double\", attack = [{ target = \"Orc\", with = \"broadsword swing\" }, { target = \"Orc\", with = \"broadsword swing\" }], defend = \"none\" }")
        .expect("it is legal at first");
        let hindered = odds.chances.iter().find(|one| one.of == "Arn can no longer do as declared");
        assert!(hindered.is_some_and(|one| one.chance > 0.0 && one.chance < 4.0 / 216.0), "{odds:#?}");
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
        refused("", "a.toml:7:9: odds are of one step, and this case has 0");
        refused(&format!("{play}dice = [11]"), "a.toml:12:8: odds are of all dice");
        refused(&format!("{play}{play}"), "this case has 2");
        // The Orc has no shield; only an outcome in which the attack hits shows that.
        let block = "do = { maneuver = \"attack\", attack = { target = \"Orc\" }, defend = \"block\" }";
        refused(&format!("{play}{block}"), "a.toml:12:6: [DF-263]");
        let twice = "do = { maneuver = \"do-nothing\", attack = { target = \"Orc\" } }";
        refused(&format!("{play}{twice}"), "asked for in no outcome: 1 of 1 in `attack`");
    }
}
