//! What somebody can prefer to what the policy decides: each changes it in one thing.

use crate::Dfrpg;
use crate::decision::{Aim, AllOut, Attack, Choice, DefenseKind, Maneuver, Strike};
use crate::sheet::Location;
use crate::state::DefenseFocus;
use affray_grid::Facing;
use affray_session::preferences::{Preference, View};

pub(crate) const PREFERENCES: &[Preference<Dfrpg>] = &[
    Preference::new("guard", "All-Out Defense until a foe is within 2 hexes", |view, own| {
        if is_advance(&own) && view.near() > 2 { guards(view, own) } else { own }
    }),
    Preference::new("bait", "two defenses while the nearest foe is 3 to 5 hexes away", |view, own| {
        let baits = matches!(own, Choice::Maneuver(_)) && (3..=5).contains(&view.near());
        if baits { guards(view, own) } else { own }
    }),
    Preference::new("defend hurt", "two defenses once half of the HP are lost", |view, own| {
        let hurt = 2 * view.points(view.who) <= view.max_points(view.who);
        if matches!(own, Choice::Maneuver(_)) && hurt && view.near() <= 2 { guards(view, own) } else { own }
    }),
    Preference::new("never all-out", "no All-Out Attack", |view, own| match own {
        Choice::Maneuver(Maneuver::AllOutAttack(_)) if view.near() <= 2 => Choice::Maneuver(Maneuver::Attack),
        Choice::Maneuver(Maneuver::AllOutAttack(_)) => Choice::Maneuver(Maneuver::Move),
        own => own,
    }),
    Preference::new("all-out", "All-Out Attack (Determined) in place of every attack", |_, own| match own {
        Choice::Maneuver(Maneuver::Attack | Maneuver::AllOutAttack(_)) => {
            Choice::Maneuver(Maneuver::AllOutAttack(AllOut::Determined))
        }
        own => own,
    }),
    Preference::new("strong", "All-Out Attack (Strong) in place of every attack", |_, own| match own {
        Choice::Maneuver(Maneuver::Attack | Maneuver::AllOutAttack(_)) => {
            Choice::Maneuver(Maneuver::AllOutAttack(AllOut::Strong))
        }
        own => own,
    }),
    Preference::new("never Wait", "moves where the policy would Wait", |_, own| match own {
        Choice::Maneuver(Maneuver::Wait(_)) => Choice::Maneuver(Maneuver::AllOutDefense(DefenseFocus::Dodge)),
        own => own,
    }),
    Preference::new("never feint", "attacks where the policy would feint", |_, own| match own {
        Choice::Maneuver(Maneuver::Feint) => Choice::Maneuver(Maneuver::Attack),
        own => own,
    }),
    Preference::new("plain blows", "plain attacks at the torso", |view, own| match own {
        Choice::Maneuver(Maneuver::AllOutAttack(_) | Maneuver::Feint) if view.near() <= 2 => {
            Choice::Maneuver(Maneuver::Attack)
        }
        own => struck(own, |strike| Strike { aim: Aim::At(Location::Torso), deceptive: 0, ..strike }),
    }),
    Preference::new("torso", "strikes at the torso", |_, own| at(own, Location::Torso)),
    Preference::new("skull", "strikes at the skull", |_, own| at(own, Location::Skull)),
    Preference::new("neck", "strikes at the neck", |_, own| at(own, Location::Neck)),
    Preference::new("face", "strikes at the face", |_, own| at(own, Location::Face)),
    Preference::new("vitals", "strikes at the vitals", |_, own| at(own, Location::Vitals)),
    Preference::new("leg", "strikes at a leg", |_, own| at(own, Location::RightLeg)),
    Preference::new("arm", "strikes at the arm", |_, own| at(own, Location::RightArm)),
    Preference::new("no deception", "no deceptive attack", |_, own| {
        struck(own, |strike| Strike { deceptive: 0, ..strike })
    }),
    Preference::new("deceptive", "one more level of deception", |_, own| {
        struck(own, |strike| Strike { deceptive: strike.deceptive + 1, ..strike })
    }),
    Preference::new("grapple", "grabs at every chance", |view, own| match own {
        Choice::Attack(Attack::Strike(_)) => {
            view.option(|one| matches!(one, Choice::Attack(Attack::Grab(_, Location::Torso)))).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("no retreat", "defends without a retreat", |_, own| match own {
        Choice::Defend(defense) => Choice::Defend(crate::decision::Defense { retreat: None, drop: false, ..defense }),
        own => own,
    }),
    Preference::new("retreat", "retreats with every defense", |view, own| match own {
        Choice::Defend(defense) if defense.kind != DefenseKind::None && defense.retreat.is_none() => {
            let retreat = |side| Choice::Defend(crate::decision::Defense { retreat: Some(side), ..defense });
            view.first_of(Facing::HEX.map(retreat)).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("dodge only", "dodges every attack", |_, own| match own {
        Choice::Defend(defense) if defense.kind != DefenseKind::None => {
            Choice::Defend(crate::decision::Defense { kind: DefenseKind::Dodge, ..defense })
        }
        own => own,
    }),
];

/// Whether a choice goes to a foe.
fn is_advance(choice: &Choice) -> bool {
    matches!(choice, Choice::Maneuver(Maneuver::Move | Maneuver::MoveAndAttack | Maneuver::AllOutAttack(_)))
}

fn guards(view: &View<'_, Dfrpg>, own: Choice) -> Choice {
    let focus = [DefenseFocus::Double, DefenseFocus::Dodge];
    view.first_of(focus.map(|focus| Choice::Maneuver(Maneuver::AllOutDefense(focus)))).unwrap_or(own)
}

fn at(choice: Choice, location: Location) -> Choice {
    struck(choice, |strike| Strike { aim: Aim::At(location), ..strike })
}

fn struck(choice: Choice, change: impl Fn(Strike) -> Strike) -> Choice {
    Choice::Attack(match choice {
        Choice::Attack(Attack::Strike(strike)) => Attack::Strike(change(strike)),
        Choice::Attack(Attack::Rapid(strike)) => Attack::Rapid(change(strike)),
        Choice::Attack(Attack::Dual(one, two)) => Attack::Dual(change(one), change(two)),
        choice => return choice,
    })
}
