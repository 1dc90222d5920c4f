//! What somebody can prefer to what the policy decides: each changes it in one thing.

use crate::Gurps4;
use crate::decision::{
    Act, AllOut, Attack, Choice, Defense, DefenseKind, Form, Maneuver, NO_MODE, NONE, Strike, Trigger, Wait,
};
use crate::state::Focus;
use affray_3d6::location::Location;
use affray_grid::Facing;
use affray_session::preferences::{Preference, View};

pub(crate) const PREFERENCES: &[Preference<Gurps4>] = &[
    Preference::new("wait 2", "stands and Waits until a foe comes within 2 hexes", |view, own| {
        if is_advance(&own) && view.near() > 3 { waits(view, own, 2) } else { own }
    }),
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
    Preference::new("never all-out", "no All-Out Attack", |_, own| match own {
        Choice::Maneuver(Maneuver::Do(Act::AllOut { .. })) => attack(),
        own => own,
    }),
    Preference::new("all-out", "All-Out Attack (Determined) in place of every attack", |_, own| {
        all_out(own, AllOut::Determined)
    }),
    Preference::new("strong", "All-Out Attack (Strong) in place of every attack", |_, own| {
        all_out(own, AllOut::Strong)
    }),
    Preference::new("double", "All-Out Attack (Double) in place of every attack", |_, own| {
        all_out(own, AllOut::Double)
    }),
    Preference::new("never charge", "moves where the policy would charge", |_, own| match own {
        Choice::Maneuver(Maneuver::Do(Act::Charge { .. })) => Choice::Maneuver(Maneuver::Do(Act::Move)),
        own => own,
    }),
    Preference::new("never giant step", "moves where the policy would take a Giant Step", |_, own| match own {
        Choice::Maneuver(Maneuver::Do(Act::Attack { giant: true })) => Choice::Maneuver(Maneuver::Do(Act::Move)),
        own => own,
    }),
    Preference::new("never feint", "attacks where the policy would feint", |_, own| match own {
        Choice::Maneuver(Maneuver::Do(Act::Feint)) => attack(),
        own => own,
    }),
    Preference::new("plain blows", "torso, without telegraph, deception and effort", |_, own| {
        struck(own, |strike| Strike {
            situation: strike.situation,
            form: strike.form,
            recover: strike.recover,
            ..Strike::plain(strike.mode, strike.target)
        })
    }),
    Preference::new("no effort", "no Mighty Blow, no Flurry of Blows", |_, own| {
        struck(own, |strike| Strike { mighty: false, flurry: false, recover_after: false, ..strike })
    }),
    Preference::new("no telegraph", "no Telegraphic Attack", |_, own| {
        struck(own, |strike| Strike { telegraphic: false, ..strike })
    }),
    Preference::new("no deception", "no Deceptive Attack", |_, own| {
        struck(own, |strike| Strike { deceptive: 0, ..strike })
    }),
    Preference::new("torso", "strikes at the torso", |_, own| at(own, Location::Torso)),
    Preference::new("skull", "strikes at the skull", |_, own| at(own, Location::Skull)),
    Preference::new("neck", "strikes at the neck", |_, own| at(own, Location::Neck)),
    Preference::new("face", "strikes at the face", |_, own| at(own, Location::Face)),
    Preference::new("vitals", "strikes at the vitals", |_, own| at(own, Location::Vitals)),
    Preference::new("leg", "strikes at a leg", |_, own| at(own, Location::RightLeg)),
    Preference::new("arm", "strikes at the arm", |_, own| at(own, Location::RightArm)),
    Preference::new("grapple", "grapples at every chance", |_, own| match own {
        Choice::Attack(Attack::One(strike)) if strike.form == Form::Blow => {
            Choice::Attack(Attack::One(Strike { form: Form::Grapple, ..Strike::plain(NO_MODE, strike.target) }))
        }
        own => own,
    }),
    Preference::new("no retreat", "defends without a retreat", |_, own| match own {
        Choice::Defend(defense) => Choice::Defend(Defense { retreat: None, dive: false, ..defense }),
        own => own,
    }),
    Preference::new("retreat", "retreats with every defense", |view, own| match own {
        Choice::Defend(defense) if defense.kind != DefenseKind::None && defense.retreat.is_none() => {
            let retreat = |side| Choice::Defend(Defense { retreat: Some(side), ..defense });
            view.first_of(Facing::HEX.map(retreat)).unwrap_or(own)
        }
        own => own,
    }),
    Preference::new("dodge only", "dodges every attack", |_, own| match own {
        Choice::Defend(defense) if defense.kind != DefenseKind::None => {
            Choice::Defend(Defense { kind: DefenseKind::Dodge, ..defense })
        }
        own => own,
    }),
];

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
