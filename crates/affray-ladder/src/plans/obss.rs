//! Plans of `obss`.

use super::{answers, nearest, ordered, strongest, weakest};
use crate::{Ladder, Plan, View};
use affray_grid::Facing;
use affray_obss::Obss;
use affray_obss::decision::{Action, Advance, Attack, Choice, ManeuverKind, Reaction};

impl Ladder for Obss {
    const ENCOUNTERS: affray_files::sheets::Shelf = affray_obss::content::ENCOUNTERS;
    const PLANS: &'static [Plan<Self>] = &[
        ordered("hold", "has the order to hold", "hold"),
        ordered("advance", "has the order to advance", "advance"),
        ordered("instinct", "has the order `wits = instinct`", "wits = instinct"),
        answers("hold charges", "stands still until there is a foe to charge or strike", |view, own| match own {
            Choice::Act(Action::Move | Action::Run) if view.near() > 2 => Choice::Act(Action::End),
            own => own,
        }),
        answers("guard", "defends until a foe is near", |view, own| {
            if is_advance(&own) && view.near() > 2 { guards(view) } else { own }
        }),
        answers("guard closing", "defends while the nearest foe is 2 to 8 squares away", |view, own| {
            if is_advance(&own) && (2..=8).contains(&view.near()) { guards(view) } else { own }
        }),
        answers("defend hurt", "Total Defense once half of the points are lost", |view, own| match own {
            Choice::Act(Action::Attack(_)) if 2 * view.points(view.who) <= view.max_points(view.who) => {
                view.first_of([Action::TotalDefense, Action::PreparedDefense].map(Choice::Act)).unwrap_or(own)
            }
            own => own,
        }),
        answers("prepared", "Prepared Defense before anything else", |view, own| match own {
            Choice::Act(Action::Attack(_)) => view.first_of([Choice::Act(Action::PreparedDefense)]).unwrap_or(own),
            own => own,
        }),
        answers("never prepared", "neither Prepared nor Total Defense", |view, own| match own {
            Choice::Act(Action::PreparedDefense | Action::TotalDefense) => {
                view.option(|one| matches!(one, Choice::Act(Action::Attack(_)))).unwrap_or(own)
            }
            own => own,
        }),
        answers("never charge", "moves where the policy would charge", |_, own| match own {
            Choice::Act(Action::Charge(_)) => Choice::Act(Action::Move),
            own => own,
        }),
        answers("charge", "charges at every chance", |view, own| match own {
            Choice::Act(Action::Move | Action::Run) => {
                view.option(|one| matches!(one, Choice::Act(Action::Charge(_)))).unwrap_or(own)
            }
            own => own,
        }),
        answers("never run", "moves where the policy would run", |_, own| match own {
            Choice::Act(Action::Run) => Choice::Act(Action::Move),
            own => own,
        }),
        answers("never maneuver", "strikes where the policy would trip, feint and the like", |view, own| match own {
            Choice::Act(Action::Maneuver(maneuver)) => view
                .option(|one| matches!(one, Choice::Act(Action::Attack(attack)) if attack.target == maneuver.target))
                .unwrap_or(own),
            own => own,
        }),
        answers("trip", "trips at every chance", |view, own| maneuver(view, own, ManeuverKind::Trip)),
        answers("feint", "feints at every chance", |view, own| maneuver(view, own, ManeuverKind::Feint)),
        answers("disarm", "disarms at every chance", |view, own| maneuver(view, own, ManeuverKind::Disarm)),
        answers("bull rush", "bull rushes at every chance", |view, own| maneuver(view, own, ManeuverKind::BullRush)),
        answers("grapple", "grapples at every chance", |view, own| maneuver(view, own, ManeuverKind::Grapple)),
        answers("precise", "Precise Strikes", |_, own| struck(own, |attack| Attack { precise: true, ..attack })),
        answers("never precise", "no Precise Strikes", |_, own| {
            struck(own, |attack| Attack { precise: false, ..attack })
        }),
        answers("no luck", "spends no luck on attacks", |_, own| struck(own, |attack| Attack { luck: 0, ..attack })),
        answers("luck", "spends luck on every attack", |_, own| struck(own, |attack| Attack { luck: 1, ..attack })),
        answers("no luck saves", "spends no luck on saves", |_, own| match own {
            Choice::Save(_) => Choice::Save(0),
            own => own,
        }),
        answers("int", "initiative by intelligence", |_, own| match own {
            Choice::Initiative(initiative) => {
                Choice::Initiative(affray_obss::decision::Initiative { int: true, ..initiative })
            }
            own => own,
        }),
        answers("never react", "lets foes pass", |_, own| match own {
            Choice::React(Reaction::Strike(_)) => Choice::React(Reaction::Pass),
            own => own,
        }),
        answers("step back", "disengages from a blade with the last Action", |view, own| match own {
            Choice::Act(Action::End | Action::PreparedDefense | Action::TotalDefense) if view.near() == 1 => {
                let back = Facing::SQUARE.map(|way| Choice::Act(Action::Disengage(way)));
                view.first_of(back).unwrap_or(own)
            }
            own => own,
        }),
        answers("stand off", "ends each move 2 squares from the nearest foe", |view, own| match own {
            Choice::Advance(Advance::Step(_)) if view.near() == 2 => Choice::Advance(Advance::Stop),
            own => own,
        }),
        nearest(),
        weakest(),
        strongest(),
    ];
}

/// Whether a choice goes to a foe.
fn is_advance(choice: &Choice) -> bool {
    matches!(choice, Choice::Act(Action::Move | Action::Run | Action::Charge(_)))
}

fn guards(view: &View<'_, Obss>) -> Choice {
    let guards = [Action::TotalDefense, Action::PreparedDefense].map(Choice::Act);
    view.first_of(guards).unwrap_or(Choice::Act(Action::End))
}

fn maneuver(view: &View<'_, Obss>, own: Choice, kind: ManeuverKind) -> Choice {
    match own {
        Choice::Act(Action::Attack(attack)) => view
            .option(|one| {
                matches!(one, Choice::Act(Action::Maneuver(other)) if other.kind == kind && other.target == attack.target)
            })
            .unwrap_or(own),
        own => own,
    }
}

fn struck(choice: Choice, change: impl Fn(Attack) -> Attack) -> Choice {
    match choice {
        Choice::Act(Action::Attack(attack)) => Choice::Act(Action::Attack(change(attack))),
        Choice::Act(Action::Charge(attack)) => Choice::Act(Action::Charge(change(attack))),
        choice => choice,
    }
}
