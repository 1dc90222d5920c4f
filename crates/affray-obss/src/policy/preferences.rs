//! What somebody can prefer to what the policy decides: each changes it in one thing.

use crate::Obss;
use crate::decision::{Action, Advance, Attack, Choice, ManeuverKind, Reaction};
use affray_grid::Facing;
use affray_session::preferences::{Preference, View};

pub(crate) const PREFERENCES: &[Preference<Obss>] = &[
    Preference::new("hold charges", "stands still until there is a foe to charge or strike", |view, own| match own {
        Choice::Act(Action::Move | Action::Run) if view.near() > 2 => Choice::Act(Action::End),
        own => own,
    }),
    Preference::new("guard", "defends until a foe is near", |view, own| {
        if is_advance(&own) && view.near() > 2 { guards(view) } else { own }
    }),
    Preference::new("guard closing", "defends while the nearest foe is 2 to 8 squares away", |view, own| {
        if is_advance(&own) && (2..=8).contains(&view.near()) { guards(view) } else { own }
    }),
    Preference::new("defend hurt", "Total Defense once half of the points are lost", |view, own| match own {
        Choice::Act(Action::Attack(_)) if 2 * view.points(view.who) <= view.max_points(view.who) => {
            view.first_of([Action::TotalDefense, Action::PreparedDefense].map(Choice::Act)).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("prepared", "Prepared Defense before anything else", |view, own| match own {
        Choice::Act(Action::Attack(_)) => view.first_of([Choice::Act(Action::PreparedDefense)]).unwrap_or(own),
        own => own,
    }),
    Preference::new("never prepared", "neither Prepared nor Total Defense", |view, own| match own {
        Choice::Act(Action::PreparedDefense | Action::TotalDefense) => {
            view.option(|one| matches!(one, Choice::Act(Action::Attack(_)))).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("never charge", "moves where the policy would charge", |_, own| match own {
        Choice::Act(Action::Charge(_)) => Choice::Act(Action::Move),
        own => own,
    }),
    Preference::new("charge", "charges at every chance", |view, own| match own {
        Choice::Act(Action::Move | Action::Run) => {
            view.option(|one| matches!(one, Choice::Act(Action::Charge(_)))).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("never run", "moves where the policy would run", |_, own| match own {
        Choice::Act(Action::Run) => Choice::Act(Action::Move),
        own => own,
    }),
    Preference::new(
        "never maneuver",
        "strikes where the policy would trip, feint and the like",
        |view, own| match own {
            Choice::Act(Action::Maneuver(maneuver)) => view
                .option(|one| matches!(one, Choice::Act(Action::Attack(attack)) if attack.target == maneuver.target))
                .unwrap_or(own),
            own => own,
        },
    ),
    Preference::new("trip", "trips at every chance", |view, own| maneuver(view, own, ManeuverKind::Trip)),
    Preference::new("feint", "feints at every chance", |view, own| maneuver(view, own, ManeuverKind::Feint)),
    Preference::new("disarm", "disarms at every chance", |view, own| maneuver(view, own, ManeuverKind::Disarm)),
    Preference::new("bull rush", "bull rushes at every chance", |view, own| {
        maneuver(view, own, ManeuverKind::BullRush)
    }),
    Preference::new("grapple", "grapples at every chance", |view, own| maneuver(view, own, ManeuverKind::Grapple)),
    Preference::new("precise", "Precise Strikes", |_, own| struck(own, |attack| Attack { precise: true, ..attack })),
    Preference::new("never precise", "no Precise Strikes", |_, own| {
        struck(own, |attack| Attack { precise: false, ..attack })
    }),
    Preference::new("nonlethal", "strikes without killing", |_, own| {
        struck(own, |attack| Attack { nonlethal: true, ..attack })
    }),
    Preference::new("no luck", "spends no luck on attacks", |_, own| {
        struck(own, |attack| Attack { luck: 0, ..attack })
    }),
    Preference::new("luck", "spends luck on every attack", |_, own| struck(own, |attack| Attack { luck: 1, ..attack })),
    Preference::new("no luck saves", "spends no luck on saves", |_, own| match own {
        Choice::Save(_) => Choice::Save(0),
        own => own,
    }),
    Preference::new("int", "initiative by intelligence", |_, own| match own {
        Choice::Initiative(initiative) => Choice::Initiative(crate::decision::Initiative { int: true, ..initiative }),
        own => own,
    }),
    Preference::new("never react", "lets foes pass", |_, own| match own {
        Choice::React(Reaction::Strike(_)) => Choice::React(Reaction::Pass),
        own => own,
    }),
    Preference::new("step back", "disengages from a blade with the last Action", |view, own| match own {
        Choice::Act(Action::End | Action::PreparedDefense | Action::TotalDefense) if view.near() == 1 => {
            let back = Facing::SQUARE.map(|way| Choice::Act(Action::Disengage(way)));
            view.first_of(back).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("stand off", "ends each move 2 squares from the nearest foe", |view, own| match own {
        Choice::Advance(Advance::Step(_)) if view.near() == 2 => Choice::Advance(Advance::Stop),
        own => own,
    }),
];

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
