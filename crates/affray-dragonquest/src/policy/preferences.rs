//! What somebody can prefer to what the policy decides: each changes it in one thing.

use crate::DragonQuest;
use crate::decision::{Action, Attack, Blow, Choice, Kind, Moving, Stance};
use affray_session::preferences::{Preference, View};

pub(crate) const PREFERENCES: &[Preference<DragonQuest>] = &[
    Preference::new("hold charges", "passes until a foe is near, or there is one to charge", |view, own| {
        let moves = matches!(own, Choice::Act(Action::Move | Action::MoveThenPass));
        if moves && view.near() > 2 { legal(view, Choice::Act(Action::Pass), own) } else { own }
    }),
    Preference::new("guard", "evades until a foe is near", |view, own| {
        if is_advance(&own) && view.near() > 2 { legal(view, Choice::Act(Action::Evade), own) } else { own }
    }),
    Preference::new("guard closing", "evades while the nearest foe is 2 to 5 hexes away", |view, own| {
        let near = (2..=5).contains(&view.near());
        if is_advance(&own) && near { legal(view, Choice::Act(Action::Evade), own) } else { own }
    }),
    Preference::new("evade", "evades in place of every attack", |_, own| match own {
        Choice::Act(Action::Attack { .. }) => Choice::Act(Action::Evade),
        own => own,
    }),
    Preference::new("evade hurt", "evades once half of the points are lost", |view, own| match own {
        Choice::Act(Action::Attack { .. }) if 2 * view.points(view.who) <= view.max_points(view.who) => {
            Choice::Act(Action::Evade)
        }
        own => own,
    }),
    Preference::new("never evade", "does not evade", |view, own| match own {
        Choice::Act(Action::Evade) => {
            view.first_of([Action::Attack { move_after: false }, Action::Move].map(Choice::Act)).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("never charge", "moves where the policy would charge", |_, own| match own {
        Choice::Act(Action::Charge { .. } | Action::ChargeClose { .. }) => Choice::Act(Action::Move),
        own => own,
    }),
    Preference::new("never close", "stays out of close combat", |_, own| match own {
        Choice::Act(Action::Close { .. } | Action::Grapple) => Choice::Act(Action::Attack { move_after: false }),
        Choice::Act(Action::ChargeClose { .. }) => Choice::Act(Action::Move),
        own => own,
    }),
    Preference::new("close", "closes at every chance", |view, own| match own {
        Choice::Act(Action::Attack { .. }) => {
            view.option(|one| matches!(one, Choice::Act(Action::Close { .. }))).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("withdraw", "withdraws fighting in place of an attack", |view, own| match own {
        Choice::Act(Action::Attack { .. }) => {
            let ways = [Stance::Offensive, Stance::Defensive].map(|stance| Choice::Act(Action::Withdraw(stance)));
            view.first_of(ways).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("never withdraw", "stands where the policy would withdraw", |view, own| match own {
        Choice::Act(Action::Withdraw(_) | Action::Retreat) => {
            view.first_of([Action::Attack { move_after: false }, Action::Evade].map(Choice::Act)).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("plain blows", "no trips, rushes, knockouts and the like", |_, own| match own {
        Choice::Attack(Attack::One(blow)) => Choice::Attack(Attack::One(Blow { kind: Kind::Plain, ..blow })),
        own => own,
    }),
    Preference::new("trip", "trips where it can", |_, own| kind(own, Kind::Trip)),
    Preference::new("knockout", "strikes to knock out where it can", |_, own| kind(own, Kind::Knockout)),
    Preference::new("rush", "rushes with the shield where it can", |_, own| kind(own, Kind::Rush)),
    Preference::new("one blow", "the first of several blows alone", |_, own| match own {
        Choice::Attack(Attack::Several(blows)) => Choice::Attack(Attack::One(blows.all()[0])),
        own => own,
    }),
    Preference::new("stand and shoot", "shoots without a move", |_, own| match own {
        Choice::Act(Action::Fire { .. }) => Choice::Act(Action::Fire { moving: Moving::No }),
        own => own,
    }),
    Preference::new("never shoot", "moves where the policy would shoot", |_, own| match own {
        Choice::Act(Action::Fire { .. }) => Choice::Act(Action::Move),
        own => own,
    }),
    Preference::new("never parry", "does not ward off with a weapon", |_, own| match own {
        Choice::Parry(_) => Choice::Parry(None),
        own => own,
    }),
    Preference::new("never hold", "gives no foe a blow who comes near", |_, own| match own {
        Choice::Hold(true) => Choice::Hold(false),
        own => own,
    }),
    Preference::new("never first", "lets the other side go first", |_, own| match own {
        Choice::First(first) => Choice::First(!first),
        own => own,
    }),
];

/// Whether a choice goes to a foe.
fn is_advance(choice: &Choice) -> bool {
    matches!(
        choice,
        Choice::Act(Action::Move | Action::MoveThenPass | Action::Charge { .. } | Action::ChargeClose { .. })
    )
}

fn legal(view: &View<'_, DragonQuest>, wanted: Choice, own: Choice) -> Choice {
    if view.is_legal(&wanted) { wanted } else { own }
}

fn kind(own: Choice, kind: Kind) -> Choice {
    match own {
        Choice::Attack(Attack::One(blow)) => Choice::Attack(Attack::One(Blow { kind, ..blow })),
        own => own,
    }
}
