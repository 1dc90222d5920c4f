//! The state of a combatant as a file shows it.

use super::{FeintedKeys, GrabKeys, InHand, ItemKeys, StateKeys, TakenKeys, mode_name};
use crate::Dfrpg;
use crate::decision::NONE;
use crate::scene::Scene;
use crate::sheet::ItemId;
use crate::state::{Doing, Form, Grabbed, ItemFlags, ItemState, Reaction, Waiting};
use affray_files::value::written;
use affray_kernel::referee::CombatantId;
use affray_prove::cases::view_of;
use serde_json::{Value, json};

/// The state of a combatant, every part of it by the names of `StateFile`, and what follows from
/// it: `move`, `dodge`, `encumbrance`, `basic_lift`, `conscious`, `st_for_rolls`.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let name = |who: CombatantId| scene.setup.combatants[who.index()].name.as_str();
    let effects = scene.state.effects.iter().filter(|effect| effect.on == who).map(|effect| {
        let spells = &scene.setup.combatants[effect.by.index()].sheet.spells;
        let spell = spells.get(usize::from(effect.spell)).map_or("", |spell| spell.name.as_str());
        json!({ "spell": spell, "by": name(effect.by), "energy": effect.energy, "seconds": effect.seconds })
    });
    let mut follows = json!({
        "grabbed_by": scene.grips_on(who).map(|(by, _)| name(by)).collect::<Vec<_>>(),
        "conscious": fighter.is_conscious(),
        "move": scene.move_points(who),
        "dodge": scene.halved(who, i32::from(sheet.dodge)),
        "encumbrance": sheet.encumbrance,
        "basic_lift": sheet.basic_lift,
        "st_for_rolls": scene.st_for_rolls(who),
        "effects": effects.collect::<Vec<_>>(),
    });
    if let Doing::Waiting(wait) = &fighter.doing {
        follows["waiting"] = waiting_view(scene, who, wait);
    }
    let nothing = json!({ "aim": null, "casting": null, "waiting": null });
    view_of::<Dfrpg>(scene.setup, scene.state, who, &[&nothing, &held(scene, who)], follows)
}

/// What of its state goes with its sheet, with others, or with more than one part of it.
fn held(scene: Scene<'_>, who: CombatantId) -> StateKeys {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let hands = usize::from(sheet.body.hands.min(4));
    let taken = scene.state.taken.iter().filter(|one| one.by == who);
    let feints = fighter.feints.iter().filter(|feint| feint.foe != NONE).map(|feint| FeintedKeys {
        foe: feint.foe,
        penalty: feint.penalty,
        with: Some(InHand(fighter.of_byte(feint.item))),
        turns: feint.turns,
    });
    StateKeys {
        shock: Some(scene.shock(who) as u8),
        parries: Some(fighter.parries[..hands].to_vec()),
        attacked_with: Some(fighter.of_bits(fighter.attacked).collect()),
        parried_with: Some(fighter.of_bits(fighter.parried).collect()),
        hands: Some(fighter.hands[..hands].iter().copied().map(InHand).collect()),
        taken: Some(taken.map(|one| TakenKeys { owner: one.owner, item: one.item }).collect()),
        items: sheet
            .items
            .iter()
            .zip(&fighter.items)
            .map(|(item, state)| (item.name.clone(), item_keys(state)))
            .collect(),
        aim: if let Doing::Aiming(aimed) = fighter.doing { Some(aimed) } else { None },
        casting: if let Doing::Casting(casting) = fighter.doing { Some(casting) } else { None },
        waiting: None,
        feints: Some(feints.collect()),
        grabs: Some(
            fighter.grabs.iter().filter(|grab| grab.victim != NONE).map(|grab| grab_keys(scene, grab)).collect(),
        ),
    }
}

fn item_keys(state: &ItemState) -> ItemKeys {
    let (shots, reloading) = if state.shots & 0x80 == 0 { (state.shots, 0) } else { (0, state.shots & 0x7f) };
    ItemKeys {
        place: Some(state.place),
        ready: Some(!state.flags.has(ItemFlags::UNREADY)),
        broken: Some(state.flags.has(ItemFlags::BROKEN)),
        long_reach: Some(state.flags.has(ItemFlags::LONG_REACH)),
        hp_lost: Some(state.wear),
        shots: Some(shots),
        reloading: Some(reloading),
    }
}

fn grab_keys(scene: Scene<'_>, grab: &Grabbed) -> GrabKeys {
    let is = |bit: u8| grab.how & bit != 0;
    GrabKeys {
        victim: grab.victim,
        part: grab.grip.location(),
        item: scene.state.fighters.get(usize::from(grab.victim)).and_then(|victim| grab.grip.item(victim)),
        hands: (0..8).filter(|hand| grab.hands & (1 << hand) != 0).collect(),
        pinned: is(Grabbed::PINNED),
        lifted: is(Grabbed::LIFTED),
        suffocating: is(Grabbed::SUFFOCATING),
        new: is(Grabbed::NEW),
    }
}

fn waiting_view(scene: Scene<'_>, who: CombatantId, wait: &Waiting) -> Value {
    let with = match wait.reaction {
        Reaction::Ready => scene.item(who, ItemId(wait.mode)).map_or(String::new(), |item| item.name.clone()),
        _ => mode_name(scene.setup, who, wait.mode),
    };
    json!({
        "for": written(&wait.trigger),
        "foe": scene.setup.combatants.get(wait.foe as usize).map_or("anybody", |combatant| combatant.name.as_str()),
        "reaction": written(&wait.reaction),
        "kind": if wait.form.is_close() { written(&wait.form) } else { json!("strike") },
        "rapid": wait.form == Form::Rapid,
        "dual": if wait.form == Form::Dual { mode_name(scene.setup, who, wait.other) } else { String::new() },
        "with": with,
        "deceptive": wait.deceptive,
        "seconds": wait.seconds,
    })
}
