//! The subjects of the odds of a step: [`affray_prove::odds`] visits its outcomes and adds them up.

use crate::Gurps4;
use crate::event::{AttackResult, Event};
use crate::scene::Setup;
use crate::sheet::ItemId;
use crate::state::{Fighter, Flags, ItemFlags, NONE, Posture, State};
use affray_kernel::referee::CombatantId;
use affray_prove::notes::Said;
use affray_prove::odds::{OddsReport, Run};
use std::borrow::Cow;

affray_prove::notes! {
    #[value(owner = "who")]
    pub enum Note of Gurps4 {
        Hits { who: CombatantId, target: CombatantId } => "{who} hits {target}",
        Criticals { who: CombatantId, target: CombatantId } => "{who} hits {target} critically",
        Misses { who: CombatantId, target: CombatantId } => "{who} misses {target}",
        Fumbles { who: CombatantId } => "{who} misses critically",
        Stops { who: CombatantId } => "{who} defends",
        Lands { who: CombatantId, target: CombatantId } => "{who}'s attack on {target} is not stopped",
        Strays { who: CombatantId, target: CombatantId } => "{who}'s miss comes at {target}"
            on Event::Strays { who, target, hits: true },
        Feints { who: CombatantId } => "{who}'s feint works",
        KnockedBack { who: CombatantId } => "{who} is knocked back" on Event::KnockedBack { who, .. },
        Hindered { who: CombatantId } => "{who} can no longer do as declared",
        SnapsOut { who: CombatantId } => "{who} snaps out of it" on Event::SnapsOut { who },
        MajorWound { who: CombatantId } => "{who} suffers a major wound" on Event::MajorWound { who },
        // From here on: states in which the step leaves somebody.
        Wounded { who: CombatantId } => "{who} is hurt",
        Gained { who: CombatantId, what: Condition } => "{who} {what}",
        Cripples { who: CombatantId } => "a part of {who} is crippled",
        Drops { who: CombatantId, what: ItemId } => (drops),
        Unready { who: CombatantId, what: ItemId } => "{who}'s {what} is unready",
        Disabled { who: CombatantId, what: ItemId } => "{who}'s {what} is disabled",
    }
}

affray_prove::conditions! {
    /// A condition that somebody did not have before.
    pub enum Condition of Gurps4 {
        Prone => "falls",
        Grappled => "is grappled",
        Stunned => "is stunned" if Flags::STUNNED,
        Unconscious => "falls unconscious" if Flags::UNCONSCIOUS,
        Collapsed => "collapses" if Flags::COLLAPSED,
        Dead => "dies" if Flags::DEAD,
    }
}

affray_prove::quantities! {
    /// A whole number that a step brings about.
    pub enum Quantity of Gurps4 {
        HitsOn { who: CombatantId, target: CombatantId } above 1 => "hits by {who} on {target}",
        HpLost { who: CombatantId } => "HP lost by {who}",
        FpLost { who: CombatantId } => "FP lost by {who}",
    }
}

impl Said<Gurps4> for ItemId {
    fn said<'a>(&self, setup: &'a Setup, owner: CombatantId) -> Cow<'a, str> {
        setup.arm(owner, *self).map_or("item", |item| item.name.as_str()).into()
    }
}

/// An item of its own is `the`, another's is whose it is.
fn drops(setup: &Setup, who: CombatantId, item: ItemId) -> String {
    let the = if item.is_anothers() { "" } else { "the " };
    format!("{} drops {the}{}", Said::<Gurps4>::said(&who, setup, who), item.said(setup, who))
}

impl OddsReport for Gurps4 {
    type Note = Note;
    type Quantity = Quantity;
    /// Hits that nothing has stopped so far: by whom, on whom.
    type Open = Vec<(CombatantId, CombatantId)>;

    fn hear(event: &Event, run: &mut Run<Self>) {
        let note = match *event {
            Event::Strikes { who, target, result } => match result {
                AttackResult::Hit | AttackResult::Critical => {
                    run.open.push((who, target));
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
            Event::Defends { who, by, succeeds: true, .. } => {
                if let Some(at) = run.open.iter().rposition(|&hit| hit == (by, who)) {
                    run.open.remove(at);
                }
                Note::Stops { who }
            }
            Event::Feints { who, margin, .. } if margin > 0 => Note::Feints { who },
            _ => return run.note_as_declared(event),
        };
        run.note(note);
    }

    fn settle(_: &Setup, start: &State, end: &State, run: &mut Run<Self>) {
        for at in 0..run.open.len() {
            let (who, target) = run.open[at];
            run.note(Note::Lands { who, target });
        }
        for who in start.ids() {
            compare(run, who, &start[who], &end[who]);
        }
    }

    fn forget(open: &mut Self::Open) {
        open.clear();
    }
}

/// Notes how somebody is left.
fn compare(run: &mut Run<Gurps4>, who: CombatantId, start: &Fighter, end: &Fighter) {
    run.number(Quantity::HpLost { who }, i64::from(start.hp) - i64::from(end.hp));
    run.number(Quantity::FpLost { who }, i64::from(start.fp) - i64::from(end.fp));
    if end.hp < start.hp {
        run.note(Note::Wounded { who });
    }
    for &(condition, flag) in Condition::FLAGS {
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
