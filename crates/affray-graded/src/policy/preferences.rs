//! What somebody can prefer to what the policy decides: each changes it in one thing.

use crate::Graded;
use crate::body::location::Location;
use crate::decision::{Blow, Choice, Defense, Erratic, Maneuver};
use affray_session::preferences::{Preference, View};

pub(crate) const PREFERENCES: &[Preference<Graded>] = &[
    Preference::new("guard", "defends until a foe is adjacent", |view, own| {
        if matches!(own, Choice::Maneuver(_)) && !is_shot(&own) && view.near() > 1 { guards(view, own) } else { own }
    }),
    Preference::new("guard 2", "defends until a foe is within 2 hexes", |view, own| {
        if matches!(own, Choice::Maneuver(_)) && !is_shot(&own) && view.near() > 2 { guards(view, own) } else { own }
    }),
    Preference::new("guard closing", "defends while the nearest foe is 3 to 5 hexes away", |view, own| {
        let near = (3..=5).contains(&view.near());
        if matches!(own, Choice::Maneuver(_)) && !is_shot(&own) && near { guards(view, own) } else { own }
    }),
    Preference::new("defend hurt", "defends once half of the points are lost", |view, own| {
        let hurt = 2 * view.points(view.who) <= view.max_points(view.who);
        if matches!(own, Choice::Maneuver(_)) && hurt && view.near() <= 2 { guards(view, own) } else { own }
    }),
    Preference::new("never all-out", "no all-out attack", |_, own| match own {
        Choice::Maneuver(Maneuver::AllOut { .. } | Maneuver::WildSwing) => Choice::Maneuver(Maneuver::Attack),
        own => own,
    }),
    Preference::new("all-out", "all-out attack in place of every attack", |_, own| match own {
        Choice::Maneuver(Maneuver::Attack) => Choice::Maneuver(Maneuver::AllOut { strong: false }),
        own => own,
    }),
    Preference::new("strong", "strong all-out attack in place of every attack", |_, own| match own {
        Choice::Maneuver(Maneuver::Attack | Maneuver::AllOut { .. }) => {
            Choice::Maneuver(Maneuver::AllOut { strong: true })
        }
        own => own,
    }),
    Preference::new("never charge", "moves where the policy would charge", |_, own| match own {
        Choice::Maneuver(Maneuver::Charge { .. }) => Choice::Maneuver(Maneuver::Move { erratic: Erratic::None }),
        own => own,
    }),
    Preference::new("never feint", "attacks where the policy would feint", |_, own| match own {
        Choice::Maneuver(Maneuver::Feint) => Choice::Maneuver(Maneuver::Attack),
        own => own,
    }),
    Preference::new("never Wait", "moves where the policy would wait", |_, own| match own {
        Choice::Maneuver(Maneuver::Wait { .. }) => Choice::Maneuver(Maneuver::Move { erratic: Erratic::None }),
        own => own,
    }),
    Preference::new("no call", "calls no location", |_, own| at(own, None)),
    Preference::new("body", "strikes at the body", |_, own| at(own, Some(Location::Body))),
    Preference::new("vital", "strikes at the vitals", |_, own| at(own, Some(Location::Vital))),
    Preference::new("head", "strikes at the head", |_, own| at(own, Some(Location::Head))),
    Preference::new("neck", "strikes at the neck", |_, own| at(own, Some(Location::Neck))),
    Preference::new("arm", "strikes at the near arm", |_, own| at(own, Some(Location::ArmNear))),
    Preference::new("leg", "strikes at the near leg", |_, own| at(own, Some(Location::LegNear))),
    Preference::new("slam", "slams where the policy would strike", |view, own| match own {
        Choice::Maneuver(Maneuver::Attack) => {
            view.option(|one| matches!(one, Choice::Maneuver(Maneuver::Slam(_)))).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("grapple", "grapples where the policy would strike", |view, own| match own {
        Choice::Maneuver(Maneuver::Attack) => {
            view.option(|one| matches!(one, Choice::Maneuver(Maneuver::Grapple { .. }))).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("dodge only", "dodges every attack", |_, own| match own {
        Choice::Defense(defense) if defense != Defense::None => Choice::Defense(Defense::Dodge),
        own => own,
    }),
    Preference::new("never step back", "stands where the policy would step back", |_, own| match own {
        Choice::Maneuver(Maneuver::Retreat) => Choice::Maneuver(Maneuver::Attack),
        own => own,
    }),
];

/// Whether a choice is about shooting or getting ready.
fn is_shot(choice: &Choice) -> bool {
    matches!(
        choice,
        Choice::Maneuver(
            Maneuver::Missile { .. }
                | Maneuver::RapidFire
                | Maneuver::PopUp
                | Maneuver::OpportunityFire { .. }
                | Maneuver::Aim { .. }
                | Maneuver::Reload(_)
                | Maneuver::ReadyWeapon { .. }
                | Maneuver::ReadyShield(_)
                | Maneuver::Position(_)
                | Maneuver::Cast { .. }
        )
    )
}

fn guards(view: &View<'_, Graded>, own: Choice) -> Choice {
    view.first_of([Choice::Maneuver(Maneuver::MultipleDefense)]).unwrap_or(own)
}

fn at(choice: Choice, location: Option<Location>) -> Choice {
    match choice {
        Choice::Attack(Some(blow)) => Choice::Attack(Some(Blow { at: location, ..blow })),
        choice => choice,
    }
}
