//! Plans of `dfrpg`.

use super::{answers, nearest, ordered, strongest, weakest};
use crate::{Ladder, Plan, View};
use affray_dfrpg::Dfrpg;
use affray_dfrpg::decision::{Aim, AllOut, Attack, Choice, DefenseKind, Maneuver, Strike};
use affray_dfrpg::sheet::Location;
use affray_dfrpg::state::DefenseFocus;
use affray_grid::Facing;

impl Ladder for Dfrpg {
    const ENCOUNTERS: affray_files::sheets::Shelf = affray_dfrpg::content::ENCOUNTERS;
    const PLANS: &'static [Plan<Self>] = &[
        ordered("hold", "has the order to hold", "hold"),
        ordered("advance", "has the order to advance", "advance"),
        ordered("instinct", "has the order `wits = instinct`", "wits = instinct"),
        answers("guard", "All-Out Defense until a foe is within 2 hexes", |view, own| {
            if is_advance(&own) && view.near() > 2 { guards(view, own) } else { own }
        }),
        answers("bait", "two defenses while the nearest foe is 3 to 5 hexes away", |view, own| {
            let baits = matches!(own, Choice::Maneuver(_)) && (3..=5).contains(&view.near());
            if baits { guards(view, own) } else { own }
        }),
        answers("defend hurt", "two defenses once half of the HP are lost", |view, own| {
            let hurt = 2 * view.points(view.who) <= view.max_points(view.who);
            if matches!(own, Choice::Maneuver(_)) && hurt && view.near() <= 2 { guards(view, own) } else { own }
        }),
        answers("never all-out", "no All-Out Attack", |view, own| match own {
            Choice::Maneuver(Maneuver::AllOutAttack(_)) if view.near() <= 2 => Choice::Maneuver(Maneuver::Attack),
            Choice::Maneuver(Maneuver::AllOutAttack(_)) => Choice::Maneuver(Maneuver::Move),
            own => own,
        }),
        answers("all-out", "All-Out Attack (Determined) in place of every attack", |_, own| match own {
            Choice::Maneuver(Maneuver::Attack | Maneuver::AllOutAttack(_)) => {
                Choice::Maneuver(Maneuver::AllOutAttack(AllOut::Determined))
            }
            own => own,
        }),
        answers("strong", "All-Out Attack (Strong) in place of every attack", |_, own| match own {
            Choice::Maneuver(Maneuver::Attack | Maneuver::AllOutAttack(_)) => {
                Choice::Maneuver(Maneuver::AllOutAttack(AllOut::Strong))
            }
            own => own,
        }),
        answers("never Wait", "moves where the policy would Wait", |_, own| match own {
            Choice::Maneuver(Maneuver::Wait(_)) => Choice::Maneuver(Maneuver::AllOutDefense(DefenseFocus::Dodge)),
            own => own,
        }),
        answers("never feint", "attacks where the policy would feint", |_, own| match own {
            Choice::Maneuver(Maneuver::Feint) => Choice::Maneuver(Maneuver::Attack),
            own => own,
        }),
        answers("plain blows", "plain attacks at the torso", |view, own| match own {
            Choice::Maneuver(Maneuver::AllOutAttack(_) | Maneuver::Feint) if view.near() <= 2 => {
                Choice::Maneuver(Maneuver::Attack)
            }
            own => struck(own, |strike| Strike { aim: Aim::At(Location::Torso), deceptive: 0, ..strike }),
        }),
        answers("torso", "strikes at the torso", |_, own| at(own, Location::Torso)),
        answers("skull", "strikes at the skull", |_, own| at(own, Location::Skull)),
        answers("neck", "strikes at the neck", |_, own| at(own, Location::Neck)),
        answers("face", "strikes at the face", |_, own| at(own, Location::Face)),
        answers("vitals", "strikes at the vitals", |_, own| at(own, Location::Vitals)),
        answers("leg", "strikes at a leg", |_, own| at(own, Location::RightLeg)),
        answers("arm", "strikes at the arm", |_, own| at(own, Location::RightArm)),
        answers("no deception", "no deceptive attack", |_, own| {
            struck(own, |strike| Strike { deceptive: 0, ..strike })
        }),
        answers("deceptive", "one more level of deception", |_, own| {
            struck(own, |strike| Strike { deceptive: strike.deceptive + 1, ..strike })
        }),
        answers("grapple", "grabs at every chance", |view, own| match own {
            Choice::Attack(Attack::Strike(_)) => {
                view.option(|one| matches!(one, Choice::Attack(Attack::Grab(_, Location::Torso)))).unwrap_or(own)
            }
            own => own,
        }),
        answers("no retreat", "defends without a retreat", |_, own| match own {
            Choice::Defend(defense) => {
                Choice::Defend(affray_dfrpg::decision::Defense { retreat: None, drop: false, ..defense })
            }
            own => own,
        }),
        answers("retreat", "retreats with every defense", |view, own| match own {
            Choice::Defend(defense) if defense.kind != DefenseKind::None && defense.retreat.is_none() => {
                let retreat = |side| Choice::Defend(affray_dfrpg::decision::Defense { retreat: Some(side), ..defense });
                view.first_of(Facing::HEX.map(retreat)).unwrap_or(own)
            }
            own => own,
        }),
        answers("dodge only", "dodges every attack", |_, own| match own {
            Choice::Defend(defense) if defense.kind != DefenseKind::None => {
                Choice::Defend(affray_dfrpg::decision::Defense { kind: DefenseKind::Dodge, ..defense })
            }
            own => own,
        }),
        nearest(),
        weakest(),
        strongest(),
    ];
}

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
