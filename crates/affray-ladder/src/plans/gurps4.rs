//! Plans of `gurps4`.

use super::{answers, nearest, ordered, strongest, weakest};
use crate::{Ladder, Plan, View};
use affray_3d6::location::Location;
use affray_grid::Facing;
use affray_gurps4::Gurps4;
use affray_gurps4::decision::{
    Act, AllOut, Attack, Choice, Defense, DefenseKind, Form, Maneuver, NO_MODE, NONE, Strike, Trigger, Wait,
};
use affray_gurps4::state::Focus;

impl Ladder for Gurps4 {
    const ENCOUNTERS: affray_files::sheets::Shelf = affray_gurps4::content::ENCOUNTERS;
    const PLANS: &'static [Plan<Self>] = &[
        ordered("hold", "has the order to hold", "hold"),
        ordered("advance", "has the order to advance", "advance"),
        ordered("instinct", "has the order `wits = instinct`", "wits = instinct"),
        answers("wait 2", "stands and Waits until a foe comes within 2 hexes", |view, own| {
            if is_advance(&own) && view.near() > 3 { waits(view, own, 2) } else { own }
        }),
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
        answers("never all-out", "no All-Out Attack", |_, own| match own {
            Choice::Maneuver(Maneuver::Do(Act::AllOut { .. })) => attack(),
            own => own,
        }),
        answers("all-out", "All-Out Attack (Determined) in place of every attack", |_, own| {
            all_out(own, AllOut::Determined)
        }),
        answers("strong", "All-Out Attack (Strong) in place of every attack", |_, own| all_out(own, AllOut::Strong)),
        answers("double", "All-Out Attack (Double) in place of every attack", |_, own| all_out(own, AllOut::Double)),
        answers("never charge", "moves where the policy would charge", |_, own| match own {
            Choice::Maneuver(Maneuver::Do(Act::Charge { .. })) => Choice::Maneuver(Maneuver::Do(Act::Move)),
            own => own,
        }),
        answers("never giant step", "moves where the policy would take a Giant Step", |_, own| match own {
            Choice::Maneuver(Maneuver::Do(Act::Attack { giant: true })) => Choice::Maneuver(Maneuver::Do(Act::Move)),
            own => own,
        }),
        answers("never feint", "attacks where the policy would feint", |_, own| match own {
            Choice::Maneuver(Maneuver::Do(Act::Feint)) => attack(),
            own => own,
        }),
        answers("plain blows", "torso, without telegraph, deception and effort", |_, own| {
            struck(own, |strike| Strike {
                situation: strike.situation,
                form: strike.form,
                recover: strike.recover,
                ..Strike::plain(strike.mode, strike.target)
            })
        }),
        answers("no effort", "no Mighty Blow, no Flurry of Blows", |_, own| {
            struck(own, |strike| Strike { mighty: false, flurry: false, recover_after: false, ..strike })
        }),
        answers("no telegraph", "no Telegraphic Attack", |_, own| {
            struck(own, |strike| Strike { telegraphic: false, ..strike })
        }),
        answers("no deception", "no Deceptive Attack", |_, own| {
            struck(own, |strike| Strike { deceptive: 0, ..strike })
        }),
        answers("torso", "strikes at the torso", |_, own| at(own, Location::Torso)),
        answers("skull", "strikes at the skull", |_, own| at(own, Location::Skull)),
        answers("neck", "strikes at the neck", |_, own| at(own, Location::Neck)),
        answers("face", "strikes at the face", |_, own| at(own, Location::Face)),
        answers("vitals", "strikes at the vitals", |_, own| at(own, Location::Vitals)),
        answers("leg", "strikes at a leg", |_, own| at(own, Location::RightLeg)),
        answers("arm", "strikes at the arm", |_, own| at(own, Location::RightArm)),
        answers("grapple", "grapples at every chance", |_, own| match own {
            Choice::Attack(Attack::One(strike)) if strike.form == Form::Blow => {
                Choice::Attack(Attack::One(Strike { form: Form::Grapple, ..Strike::plain(NO_MODE, strike.target) }))
            }
            own => own,
        }),
        answers("no retreat", "defends without a retreat", |_, own| match own {
            Choice::Defend(defense) => Choice::Defend(Defense { retreat: None, dive: false, ..defense }),
            own => own,
        }),
        answers("retreat", "retreats with every defense", |view, own| match own {
            Choice::Defend(defense) if defense.kind != DefenseKind::None && defense.retreat.is_none() => {
                let retreat = |side| Choice::Defend(Defense { retreat: Some(side), ..defense });
                view.first_of(Facing::HEX.map(retreat)).unwrap_or(own)
            }
            own => own,
        }),
        answers("dodge only", "dodges every attack", |_, own| match own {
            Choice::Defend(defense) if defense.kind != DefenseKind::None => {
                Choice::Defend(Defense { kind: DefenseKind::Dodge, ..defense })
            }
            own => own,
        }),
        nearest(),
        weakest(),
        strongest(),
    ];
}

const fn attack() -> Choice {
    Choice::Maneuver(Maneuver::Do(Act::Attack { giant: false }))
}

fn all_out(own: Choice, form: AllOut) -> Choice {
    match own {
        Choice::Maneuver(Maneuver::Do(Act::Attack { giant: false } | Act::AllOut { slam: false, .. })) => {
            Choice::Maneuver(Maneuver::Do(Act::AllOut { form, slam: false }))
        }
        own => own,
    }
}

/// Whether a choice goes to a foe.
fn is_advance(choice: &Choice) -> bool {
    matches!(
        choice,
        Choice::Maneuver(Maneuver::Do(
            Act::Move | Act::Charge { .. } | Act::AllOut { .. } | Act::Attack { giant: true }
        ))
    )
}

fn waits(view: &View<'_, Gurps4>, own: Choice, hexes: u8) -> Choice {
    let wait = Wait { on: Trigger::Within { by: NONE, hexes }, then: Act::Attack { giant: false } };
    let wait = Choice::Maneuver(Maneuver::Wait(wait));
    if view.is_legal(&wait) { wait } else { guards(view, own) }
}

fn guards(view: &View<'_, Gurps4>, own: Choice) -> Choice {
    let focus = [Focus::Double, Focus::Dodge];
    view.first_of(focus.map(|focus| Choice::Maneuver(Maneuver::Do(Act::Defense(focus))))).unwrap_or(own)
}

fn at(choice: Choice, location: Location) -> Choice {
    struck(choice, |strike| Strike { at: location, ..strike })
}

fn struck(choice: Choice, change: impl Fn(Strike) -> Strike) -> Choice {
    Choice::Attack(match choice {
        Choice::Attack(Attack::One(strike)) => Attack::One(change(strike)),
        Choice::Attack(Attack::Rapid(one, two)) => Attack::Rapid(change(one), change(two)),
        Choice::Attack(Attack::Dual(one, two)) => Attack::Dual(change(one), change(two)),
        choice => return choice,
    })
}
