//! The state of a combatant as a file shows it.

use super::mode_name;
use crate::Dfrpg;
use crate::decision::NONE;
use crate::scene::Scene;
use crate::sheet::ItemId;
use crate::state::{Doing, Form, Grabbed, ItemFlags, Waiting};
use affray_files::value::written;
use affray_kernel::referee::CombatantId;
use affray_prove::cases::view_of;
use serde_json::{Map, Value, json};

/// The state of a combatant, every part of it by the names of `StateFile`, and what follows from
/// it: `move`, `dodge`, `encumbrance`, `basic_lift`, `conscious`, `st_for_rolls`.
pub fn view(scene: Scene<'_>, who: CombatantId) -> Value {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let name = |who: u8| scene.setup.combatants.get(who as usize).map_or("nobody", |combatant| combatant.name.as_str());
    let item_name = |item: ItemId| scene.item(who, item).map_or("", |item| item.name.as_str());
    let bits = |bits: u8| (0..8).filter(move |bit| bits & (1 << bit) != 0);
    let mut view = Map::new();
    let mut put = |key: &str, value: Value| {
        view.insert(String::from(key), value);
    };
    put("shock", json!(scene.shock(who)));
    put("parries", json!(fighter.parries[..usize::from(sheet.body.hands.min(4))]));
    put("attacked_with", json!(fighter.of_bits(fighter.attacked).map(item_name).collect::<Vec<_>>()));
    put("parried_with", json!(fighter.of_bits(fighter.parried).map(item_name).collect::<Vec<_>>()));
    put(
        "hands",
        json!(
            fighter
                .hands
                .iter()
                .take(usize::from(sheet.body.hands.min(4)))
                .map(|&item| item_name(item))
                .collect::<Vec<_>>()
        ),
    );
    let taken = scene.state.taken.iter().filter(|one| one.by == who).map(|one| {
        let item = ItemId::own(one.item);
        let item = scene.item(one.owner, item).map_or("", |item| item.name.as_str());
        json!({ "owner": name(one.owner.0), "item": item })
    });
    put("taken", taken.collect::<Vec<_>>().into());
    let mut items = Map::new();
    for (index, item) in sheet.items.iter().enumerate() {
        let state = fighter.items[index];
        let mut table = json!({
            "place": written(&state.place),
            "ready": !state.flags.has(ItemFlags::UNREADY),
            "broken": state.flags.has(ItemFlags::BROKEN),
            "long_reach": state.flags.has(ItemFlags::LONG_REACH),
            "hp_lost": state.wear,
            "shots": if state.shots & 0x80 == 0 { state.shots } else { 0 },
        });
        table["reloading"] = json!(if state.shots & 0x80 == 0 { 0 } else { state.shots & 0x7f });
        items.insert(item.name.clone(), table);
    }
    put("items", items.into());
    let (mut aim, mut casting, mut waiting) = (Value::Null, Value::Null, Value::Null);
    match fighter.doing {
        Doing::Nothing => {}
        Doing::Aiming(aimed) => {
            aim = json!({ "with": mode_name(scene.setup, who, aimed.mode), "target": name(aimed.target), "seconds": aimed.seconds, "braced": aimed.braced });
        }
        Doing::Casting(cast) => {
            casting = json!({
                "spell": sheet.spells.get(cast.spell as usize).map_or("", |spell| spell.name.as_str()),
                "seconds": cast.seconds,
                "target": name(cast.target),
                "energy": cast.energy,
                "pointed": cast.pointed,
            });
        }
        Doing::Waiting(wait) => waiting = waiting_view(scene, who, &wait),
    }
    put("aim", aim);
    put("casting", casting);
    put("waiting", waiting);
    put(
        "feints",
        fighter
            .feints
            .iter()
            .filter(|feint| feint.foe != NONE)
            .map(|feint| json!({ "foe": name(feint.foe), "penalty": feint.penalty, "with": item_name(fighter.of_byte(feint.item)), "turns": feint.turns }))
            .collect::<Vec<_>>()
            .into(),
    );
    let grabs = fighter.grabs.iter().filter(|grab| grab.victim != NONE).map(|grab| {
        let mut table = json!({
            "victim": name(grab.victim),
            "hands": bits(grab.hands).collect::<Vec<_>>(),
            "pinned": grab.how & Grabbed::PINNED != 0,
            "lifted": grab.how & Grabbed::LIFTED != 0,
            "suffocating": grab.how & Grabbed::SUFFOCATING != 0,
            "new": grab.how & Grabbed::NEW != 0,
        });
        if let Some(part) = grab.grip.location() {
            table["part"] = json!(part.name());
        }
        if let Some(victim) = scene.state.fighters.get(grab.victim as usize)
            && let Some(item) = grab.grip.item(victim)
        {
            let item = scene.item(CombatantId(grab.victim), item);
            table["item"] = json!(item.map_or("", |item| item.name.as_str()));
        }
        table
    });
    put("grabs", grabs.collect::<Vec<_>>().into());
    let grabbed_by: Vec<_> = scene.grips_on(who).map(|(by, _)| name(by.0)).collect();
    put("grabbed_by", json!(grabbed_by));
    put("conscious", json!(fighter.is_conscious()));
    put("move", json!(scene.move_points(who)));
    put("dodge", json!(scene.halved(who, i32::from(sheet.dodge))));
    put("encumbrance", json!(sheet.encumbrance));
    put("basic_lift", json!(sheet.basic_lift));
    put("st_for_rolls", json!(scene.st_for_rolls(who)));
    let effects: Vec<_> = scene
        .state
        .effects
        .iter()
        .filter(|effect| effect.on == who)
        .map(|effect| {
            let by = &scene.setup.combatants[effect.by.index()];
            json!({
                "spell": by.sheet.spells.get(effect.spell as usize).map_or("", |spell| spell.name.as_str()),
                "by": by.name,
                "energy": effect.energy,
                "seconds": effect.seconds,
            })
        })
        .collect();
    put("effects", json!(effects));
    view_of::<Dfrpg>(scene.setup, scene.state, who, &[], Value::Object(view))
}

fn waiting_view(scene: Scene<'_>, who: CombatantId, wait: &Waiting) -> Value {
    let with = match wait.reaction {
        crate::state::Reaction::Ready => {
            scene.item(who, ItemId(wait.mode)).map_or(String::new(), |item| item.name.clone())
        }
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
