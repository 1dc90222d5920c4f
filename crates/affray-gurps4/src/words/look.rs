//! A combatant as somebody looks at it in the middle of a fight: its sheet, and its scores as they are now.

use super::Names;
use crate::decision::{Defense, DefenseKind, IncomingAttack};
use crate::derived::encumbrance;
use crate::movement::posture::modifiers;
use crate::scene::Scene;
use crate::sheet::{Flight, Item, ItemId, ItemKind, LOCATIONS, Material, Mode, Skill, Traits};
use crate::state::{Flags, ItemFlags, NONE};
use crate::strike::defense::Before;
use crate::strike::to_hit::speed_range;
use crate::strike::values::{Form, NO_MODE, Strike};
use affray_3d6::location::Location;
use affray_3d6::text::{attributes, reach_in_words};
use affray_grid::Arc;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Lines, Tally as _};
use affray_session::narrate::{self, by_number, count, explained, score, score_if};

/// What matters of a combatant, a line each.
pub(super) fn look(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let sheet = scene.sheet(who);
    let scores = [sheet.st, sheet.dx, sheet.iq, sheet.ht, sheet.will, sheet.per];
    let mut lines = vec![attributes(scores, sheet.speed, sheet.sm, [sheet.thrust, sheet.swing])];
    let lift = f64::from(sheet.lift) / 10.0;
    let load = if encumbrance(sheet.lift, sheet.load) == sheet.encumbrance {
        format!("load {} lb", f64::from(sheet.load) / 10.0)
    } else {
        "stated".to_owned()
    };
    let level = format!("encumbrance {} ({load}, Basic Lift {lift} lb, {})", sheet.encumbrance, rule!("G4-026"));
    lines.push(format!("{}; {level}", score("Move", &scene.move_score(who))));
    lines.extend(defenses(scene, who));
    let parts = || Location::ALL.into_iter().take(LOCATIONS);
    let known = parts().filter(|&at| at != Location::Vitals && !sheet.lacks(at) && sheet.resistance(at) != 0);
    let dr: Vec<(i32, String)> = known.map(|at| (sheet.resistance(at), at.in_words())).collect();
    lines.push(format!("DR: {}", by_number(&dr)));
    let lacking: Vec<String> = parts().filter(|&at| sheet.lacks(at)).map(Location::in_words).collect();
    if !lacking.is_empty() {
        lines.push(format!("The body lacks: {}", lacking.join(", ")));
    }
    let arms: Vec<ItemId> = (0..sheet.arms.len() as u8).map(ItemId::own).chain(scene.borrowed(who)).collect();
    let modes = arms.iter().flat_map(|&arm| scene.setup.modes_of(who, arm));
    lines.extend(modes.map(|(number, mode)| strikes_with(scene, who, number, mode)));
    let others = arms.iter().filter_map(|&number| Some((number, scene.arm(who, number)?)));
    let others = others.filter(|(_, item)| matches!(item.kind, ItemKind::Shield(_) | ItemKind::Belt));
    lines.extend(others.map(|(number, item)| carried(scene, who, number, item)));
    let known = Skill::ALL.into_iter().filter(|(skill, _)| sheet.skill(*skill) != 0);
    let known = known.map(|(skill, name)| format!("{name} {}", sheet.skill(skill)));
    // Skills with weapons, which the rules know by the weapons alone.
    let own = sheet.arms.iter().take(usize::from(sheet.items)).filter(|arm| arm.untrained == 0 && arm.score != 0);
    let mut skills: Vec<String> = Vec::new();
    for skill in own.map(|arm| format!("{} {}", arm.skill, arm.score)).chain(known) {
        if !skills.contains(&skill) {
            skills.push(skill);
        }
    }
    skills.extend(narrate::flags(Traits::NAMES, |flag| sheet.is(flag)));
    if sheet.left_handed {
        skills.push("left-handed".to_owned());
    }
    if sheet.dark_sight != 0 {
        skills.push(format!("sight in the dark {} ({})", sheet.dark_sight, rule!("G4-R66")));
    }
    if !skills.is_empty() {
        lines.push(format!("Skills and traits: {}", skills.join(", ")));
    }
    lines.extend(conditions(scene, who));
    lines
}

/// `G4-240` The defenses against a plain blow from the front, each with its sum or with the rule that forbids it.
fn defenses(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let blow = IncomingAttack {
        by: who,
        mode: NO_MODE,
        form: Form::Blow,
        arc: Arc::Front,
        behind: false,
        flight: None,
        distance: 1,
        deceptive: 0,
        telegraphic: false,
        feint: 0,
        dual: false,
        unaware: false,
    };
    if let Err(refusal) = scene.can_defend(who, &blow) {
        return vec![format!("No active defense: {refusal}")];
    }
    let [main, off] = scene.fighter(who).hands;
    let all = Names(scene.setup);
    let mut kinds = vec![(DefenseKind::Dodge, "Dodge".to_owned())];
    // Both hands are empty, or hold one weapon: they parry as one.
    let hands = if main == off { &[(0, main)][..] } else { &[(0, main), (1, off)] };
    for &(hand, item) in hands {
        let parries = match scene.arm(who, item) {
            Some(item) => item.parry.is_some() && !item.is_shield(),
            None => scene.sheet(who).unarmed.score != 0,
        };
        if parries {
            kinds.push((DefenseKind::Parry(hand), format!("Parry with {}", all.arm(who, item))));
        }
    }
    if scene.shield(who).is_some() {
        kinds.push((DefenseKind::Block, "Block".to_owned()));
    }
    let line = |(kind, name): (DefenseKind, String)| {
        let defense = Defense::plain(kind);
        score_if(scene.judge_defense(who, &blow, None, &defense), &name, || {
            scene.defense_score(who, &blow, &defense, Before::default())
        })
    };
    kinds.into_iter().map(line).collect()
}

/// Where an item is and in what state: ` (not ready)`; nothing for one that can be used at once.
fn state_of(scene: Scene<'_>, who: CombatantId, number: ItemId) -> String {
    let fighter = scene.fighter(who);
    if scene.wields(who, number) {
        return String::new();
    }
    let state = scene.item_state(who, number);
    let away = state.flags.has(ItemFlags::AWAY) && state.with != who.0;
    let told = [
        (away, "no longer with it"),
        (state.flags.has(ItemFlags::DISABLED), "disabled"),
        (!fighter.holds(number), "not in hand"),
    ];
    let found = told.into_iter().find(|(holds, _)| *holds);
    format!(" ({})", found.map_or("not ready", |(_, words)| words))
}

/// A way to strike: its skill as the attacker stands, its damage, its reach or range.
fn strikes_with(scene: Scene<'_>, who: CombatantId, number: u16, mode: &Mode) -> String {
    let Some(item) = scene.arm(who, mode.item) else { return String::new() };
    let posture = modifiers(scene.fighter(who).posture);
    let (rule, by_posture) = match mode.ranged {
        Some(_) => (rule!("G4-201"), posture.ranged),
        None => (rule!("G4-200"), posture.melee),
    };
    let mut skill: Lines = mode.tally(rule);
    scene.add_wounds(&mut skill, who);
    scene.add_awkwardness(&mut skill, who, &Strike::plain(number, who));
    skill.add(rule!("G4-101").named(scene.fighter(who).posture.in_words()), by_posture);
    let (name, damage) = (format!("{} ({})", item.name, mode.name), mode.damage);
    let mut text = format!("{name}: {}; {damage} {}", explained(&skill), mode.kind.name());
    match mode.ranged {
        None => text += &format!(", reach {}", reach_in_words(mode.reach)),
        Some(ranged) => {
            let flight = match ranged.flight {
                Flight::Thrown => "thrown",
                Flight::Missile => "missile",
                Flight::Beam => "beam",
            };
            text += &format!(", {flight}, range {}, Acc {}, Bulk {}", ranged.range, ranged.acc, ranged.bulk);
            if item.shots != 0 {
                let loaded = scene.item_state(who, mode.item).shots;
                text += &format!(", {loaded} of {} loaded", count(item.shots.into(), "shot"));
                text += &format!(" (reload: {} of Ready)", count(item.reload.into(), "turn"));
            }
        }
    }
    for (holds, words) in [
        (item.fencing, ", fencing weapon"),
        (item.hands == 2, ", two hands"),
        (item.unready_after_attack, ", unready after an attack"),
        (item.disarm_bonus, ", made to disarm"),
    ] {
        text += if holds { words } else { "" };
    }
    if item.kind == ItemKind::Weapon {
        let material = match item.material {
            Material::Wood => "wood",
            Material::Mixed => "metal and wood",
            Material::Metal => "metal",
        };
        let hp = i32::from(item.hp) - i32::from(scene.item_state(who, mode.item).lost);
        text += &format!(", {} lb, {material}, {hp} of {} HP", f64::from(item.weight) / 100.0, item.hp);
    }
    text + &state_of(scene, who, mode.item)
}

/// A shield, or something to be used up.
fn carried(scene: Scene<'_>, who: CombatantId, number: ItemId, item: &Item) -> String {
    let text = match item.kind {
        ItemKind::Belt => {
            let takes = count(item.turns.into(), "turn");
            format!("{}: +{} HP, +{} FP, used in {takes} of Ready", item.name, item.gives_hp, item.gives_fp)
        }
        _ if item.untrained != 0 => {
            let skill = explained(&item.tally::<Lines>(rule!("G4-200")));
            format!("{}: defense bonus {}, {skill}", item.name, item.db)
        }
        _ => format!("{}: defense bonus {}, {} {}", item.name, item.db, item.skill, item.score),
    };
    let text = if item.large { format!("{text}, large: -2 to attacks ({})", rule!("G4-216")) } else { text };
    // Something on the belt is not held.
    let state = scene.item_state(who, number);
    let away = state.flags.has(ItemFlags::AWAY) && state.with != who.0;
    match item.kind {
        ItemKind::Belt if away => format!("{text} (used up)"),
        ItemKind::Belt => text,
        _ => text + &state_of(scene, who, number),
    }
}

/// What hangs on the way from one figure to another for shots.
pub(super) fn measured(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Vec<String> {
    let yards: Lines = scene.range_and_speed(who, target);
    let modifier = speed_range(yards.total());
    let mut lines = vec![format!("Range and speed: {modifier} to shots ({}): {}", rule!("G4-204"), explained(&yards))];
    if scene.enemies_between(who, target) {
        lines.push(format!("Enemies on the line: -4 to shots ({})", rule!("G4-218")));
    }
    lines
}

/// Conditions with what they do and what ends them.
pub(super) fn conditions(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let fighter = scene.fighter(who);
    if !fighter.is_up() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if fighter.flags.has(Flags::STUNNED) {
        let score = explained(&scene.snap_out_score::<Lines>(who));
        lines.push(format!("Stunned: does nothing, then rolls to snap out at the end of its turn: {score}"));
    }
    if fighter.frozen != 0 {
        let turns = count(fighter.frozen.into(), "turn");
        lines.push(format!("Frozen: does nothing for {turns} and is stunned then ({})", rule!("G4-396")));
    }
    if scene.shock(who) != 0 {
        let told = format!("Shock: -{} to skills with DX and IQ", scene.shock(who));
        lines.push(format!("{told}, to the end of its next turn ({})", rule!("G4-350")));
    }
    if scene.is_maimed(who) {
        lines.push(format!("A crippled arm or leg: -3 to skills with DX for the battle ({})", rule!("G4-R34")));
    }
    if fighter.hp <= 0 {
        let told = "0 HP or less: rolls to stay conscious when its turn begins";
        lines.push(format!("{told}: {}", explained(&scene.awake_score::<Lines>(who))));
    }
    if scene.is_spent(who) {
        let told = "0 FP or less: rolls Will before any maneuver but Do Nothing, or collapses";
        lines.push(format!("{told} ({})", rule!("G4-347")));
    }
    if fighter.grappled_by != NONE {
        let by = Names(scene.setup).of(CombatantId(fighter.grappled_by));
        let told = "no movement, step or retreat until it breaks free or is let go";
        lines.push(format!("Held by {by}: {told} ({})", rule!("G4-R43")));
    }
    for (flag, told, rule) in [
        (Flags::OFF_BALANCE, "Off balance: -2 to active defenses", rule!("G4-R36")),
        (Flags::ALL_OUT, "After an All-Out Attack: no active defense", rule!("G4-130")),
        (Flags::CHARGED, "After a Charge: no Parry, no Retreat", rule!("G4-145")),
        (Flags::RETREATED, "Has retreated: no other Retreat", rule!("G4-252")),
    ] {
        if fighter.flags.has(flag) {
            lines.push(format!("{told} until its next turn ({rule})"));
        }
    }
    lines
}
