//! A combatant as somebody looks at it in the middle of a fight: its sheet, and its scores as they are now.

use super::event::effect_of;
use super::names;
use crate::body::location::has;
use crate::decision::{Defense, DefenseKind, IncomingAttack, IncomingKind, NO_MODE, NONE};
use crate::files::state_file::mode_name;
use crate::scene::Scene;
use crate::sheet::{
    Item, ItemId, ItemKind, Location, MissileSpell, Mode, Quality, Resistance, ResistedBy, Sheet, Skill, Spell,
    SpellClass, SpellCondition, SpellEffect,
};
use crate::state::{Casting, Disturbed, Effect, Flags, ItemFlags, Place};
use crate::strike::ranged::speed_range;
use affray_3d6::text::{attributes, reach_in_words};
use affray_grid::Arc;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Lines, Tally as _};
use affray_session::narrate::{by_number, count, explained, score};

/// What matters of a combatant, a line each.
pub(super) fn look(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let sheet = scene.sheet(who);
    let scores = [sheet.st, sheet.dx, sheet.iq, sheet.ht, sheet.will, sheet.per];
    let mut lines = vec![attributes(scores, sheet.speed_quarters, sheet.sm, [sheet.thrust, sheet.swing])];
    let encumbrance = scene.encumbrance_with_foes(who, true);
    lines.push(format!("{}; encumbrance {encumbrance}", score("Move", &scene.move_score(who))));
    let (load, lift) = (f64::from(sheet.load) / 10.0, f64::from(sheet.basic_lift_tenths) / 10.0);
    lines.push(format!("Load {load} lb, Basic Lift {lift} lb (DF-024)"));
    lines.extend(defenses(scene, who));
    let parts = Location::ALL.into_iter().filter(|&at| at != Location::Vitals && has(&sheet.body, at));
    let dr = parts.map(|at| (scene.resistance(who, at, false), at.in_words())).filter(|(dr, _)| *dr != 0);
    lines.push(format!("DR: {}", by_number(&dr.collect::<Vec<_>>())));
    lines.extend(kinds_of_dr(sheet));
    lines.extend(build(sheet));
    let lacking = Location::ALL.into_iter().filter(|at| sheet.body.lacks & at.bit() != 0);
    let lacking: Vec<String> = lacking.map(Location::in_words).collect();
    if !lacking.is_empty() {
        lines.push(format!("The body lacks: {}", lacking.join(", ")));
    }
    lines.extend((0..).zip(&sheet.modes).map(|(number, mode)| strikes_with(scene, who, number, mode)));
    let items = sheet.own_items().chain(scene.taken(who));
    lines.extend(items.filter_map(|item| carried(scene, who, item, scene.item(who, item)?)));
    lines.extend((0..).zip(&sheet.spells).map(|(number, spell)| casts(scene, who, number, spell)));
    let skills = Skill::ALL.into_iter().filter(|&skill| sheet.is_trained(skill));
    let mut skills: Vec<String> = skills.map(|skill| format!("{} {}", skill.name(), sheet.skill(skill))).collect();
    let traits = &sheet.traits;
    for (holds, name) in [
        (traits.high_pain_threshold, "High Pain Threshold"),
        (traits.ambidexterity, "Ambidexterity"),
        (traits.trained_by_a_master, "Trained by a Master"),
        (traits.fit, "Fit"),
        (traits.recover_energy, "Recover Energy"),
        (traits.unliving, "Unliving (below IQ 6 without the limit of DF-429)"),
    ] {
        if holds {
            skills.push(name.to_owned());
        }
    }
    let masters = sheet.file.traits.iter().filter(|text| affray_files::plain(text).starts_with("weaponmaster"));
    skills.extend(masters.cloned());
    for (bonus, name) in [
        (traits.defense_bonus, "to every active defense"),
        (traits.parry_bonus, "to every Parry (DF-R125)"),
        (traits.dark_sight, "points of darkness that take nothing from its attacks (DF-R125)"),
    ] {
        if bonus != 0 {
            skills.push(format!("{bonus:+} {name}"));
        }
    }
    if traits.magery != 0 {
        skills.push(format!("Magery {}", traits.magery));
    }
    if !skills.is_empty() {
        lines.push(format!("Skills and traits: {}", skills.join(", ")));
    }
    lines.extend(conditions(scene, who));
    lines
}

/// `DF-328` `DF-339` What the DR is made of, where it is not rigid armor alone.
fn kinds_of_dr(sheet: &Sheet) -> Vec<String> {
    let of = |name: &str, points: fn(Resistance) -> u8| {
        let parts = Location::ALL.into_iter().filter(|&at| at != Location::Vitals && has(&sheet.body, at));
        let dr = parts.map(|at| (points(sheet.armor[at as usize]), at.in_words())).filter(|(dr, _)| *dr != 0);
        let dr: Vec<_> = dr.collect();
        (!dr.is_empty()).then(|| format!("{name} DR: {}", by_number(&dr)))
    };
    let skull = has(&sheet.body, Location::Skull).then(|| "Skull: 2 of its DR are bone (DF-339)".to_owned());
    let kinds = [of("Rigid", |dr| dr.rigid), of("Flexible", |dr| dr.flexible), of("Natural", |dr| dr.natural), skull];
    kinds.into_iter().flatten().collect()
}

/// What the body is like, where it is other than that of most people.
fn build(sheet: &Sheet) -> Option<String> {
    let body = &sheet.body;
    let mut told: Vec<String> = Vec::new();
    for (holds, words) in [
        (body.male, "male"),
        (body.left_handed, "left-handed"),
        (body.wings, "wings"),
        (body.tail && !body.tail_useful, "a tail"),
        (body.tail && body.tail_useful, "a useful tail"),
    ] {
        if holds {
            told.push(words.to_owned());
        }
    }
    if body.legs != 2 {
        told.push(count(body.legs.into(), "leg"));
    }
    if body.hands != 2 {
        told.push(count(body.hands.into(), "hand"));
    }
    (!told.is_empty()).then(|| format!("Body: {}", told.join(", ")))
}

/// `DF-255` The defenses against a plain blow from the front, each with its sum or with the rule that forbids it.
fn defenses(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let blow = IncomingAttack {
        by: who,
        kind: IncomingKind::Strike,
        mode: NO_MODE,
        hand: NONE,
        arc: Arc::Front,
        ranged: false,
        missile: false,
        deceptive: 0,
        feint: 0,
        dual: false,
        above: false,
        close: false,
    };
    if let Err(refusal) = scene.can_defend(who, &blow) {
        return vec![format!("No active defense: {refusal}")];
    }
    let hands = scene.fighter(who).hands;
    let mut bare = false;
    let line = |kind: DefenseKind| {
        let defense = Defense::plain(kind);
        let name = match kind {
            DefenseKind::Parry { hand } => match hands[usize::from(hand) & 3] {
                // One bare hand parries like the other.
                ItemId::NONE if std::mem::replace(&mut bare, true) => return None,
                ItemId::NONE => "Parry with a bare hand".to_owned(),
                item => format!("Parry with {}", names(scene).item(who, item)),
            },
            DefenseKind::Block => "Block".to_owned(),
            DefenseKind::BlockWithFoe => "Block with the foe that it holds".to_owned(),
            DefenseKind::Dodge | DefenseKind::None | DefenseKind::Spell { .. } => "Dodge".to_owned(),
        };
        let sum = || scene.defense_score(&scene.defender(who, &blow), &blow, &defense);
        Some(match scene.judge_defense(who, &blow, None, &defense) {
            Ok(()) => score(&name, &sum()),
            Err(refusal) => format!("No {name}: {refusal}"),
        })
    };
    scene.body_defenses(who).into_iter().filter_map(line).collect()
}

/// Where an item is and in what state: ` (not ready)`; nothing for one that can be used at once.
fn state_of(scene: Scene<'_>, who: CombatantId, item: ItemId) -> &'static str {
    let state = scene.item_state(who, item);
    match state.place {
        _ if state.flags.has(ItemFlags::BROKEN) => " (broken)",
        Place::Away => " (no longer with it)",
        Place::Sheathed => " (not in hand)",
        Place::Held if state.flags.has(ItemFlags::UNREADY) => " (not ready)",
        Place::Held => "",
    }
}

/// A way to strike: its score as the attacker stands, its damage, its reach or range.
fn strikes_with(scene: Scene<'_>, who: CombatantId, number: u16, mode: &Mode) -> String {
    let mut skill: Lines = scene.mode_score(who, mode);
    scene.add_attacker_state(&mut skill, who, mode.kind.is_ranged(), false);
    let divisor = match mode.divisor {
        (1, 1) => String::new(),
        (times, 1) => format!("({times})"),
        (times, over) => format!("({})", f64::from(times) / f64::from(over)),
    };
    let area = if mode.area { " over an area" } else { "" };
    let damage = format!("{}{divisor} {}{area}", mode.damage, mode.damage_type.name());
    let mut text = format!("{}: {}; {damage}", mode_name(scene.setup, who, number), explained(&skill));
    if mode.kind.is_ranged() {
        let half = if mode.half_range == 0 { String::new() } else { format!("{}/", mode.half_range) };
        text += &format!(", range {half}{}, Acc {}, Bulk {}", mode.max_range, mode.acc, mode.bulk);
    } else {
        text += &format!(", reach {}", reach_in_words(mode.reach));
    }
    let Some((id, item)) = scene.item_of(who, number) else { return text };
    if mode.kind.is_ranged() && item.shots != 0 {
        let loaded = scene.item_state(who, id).shots;
        text += &format!(", {loaded} of {} loaded", count(item.shots.into(), "shot"));
        text += &format!(" (reload: {} of Ready)", count(item.reload.into(), "turn"));
    }
    for (holds, words) in [
        (item.fencing, ", fencing weapon"),
        (item.hands == 2, ", two hands"),
        (item.unbalanced, ", unbalanced"),
        (item.unwieldy, ", unwieldy"),
        (item.mastered, ", Weapon Master"),
        (!mode.kind.is_ranged() && item.parry.is_none(), ", cannot parry"),
        (item.quality == Quality::Cheap, ", cheap"),
        (item.quality == Quality::Fine, ", fine"),
        (item.quality == Quality::VeryFine, ", very fine"),
    ] {
        text += if holds { words } else { "" };
    }
    if item.reach_needs_ready && !mode.kind.is_ranged() {
        let now = scene.means(who, number, NONE).map_or(mode.reach, |means| means.reach);
        text += &format!(", held for reach {} now (Ready changes it)", reach_in_words(now));
    }
    if mode.min_st > 1 {
        text += &format!(", minimum ST {}", mode.min_st);
    }
    for (modifier, words) in [
        (item.parry.unwrap_or(0), "to its own Parry"),
        (item.parryable, "to parry it"),
        (item.blockable, "to block it"),
        (-mode.st_short, "for lack of ST (DF-033)"),
    ] {
        if modifier != 0 {
            text += &format!(", {modifier:+} {words}");
        }
    }
    if let Some(fast_draw) = item.fast_draw {
        text += &format!(", Fast-Draw {fast_draw}");
    }
    text += &as_object(item);
    text + state_of(scene, who, id)
}

/// `DF-R18` `DF-R22` What a thing weighs and what it withstands.
fn as_object(item: &Item) -> String {
    let pounds = f64::from(item.weight) / 10.0;
    format!(", {pounds} lb, as an object {} HP and DR {} (DF-R22)", item.hp, item.dr)
}

/// A shield, a cloak or gear; weapons are told by their modes.
fn carried(scene: Scene<'_>, who: CombatantId, id: ItemId, item: &Item) -> Option<String> {
    let told = match item.kind {
        ItemKind::Shield | ItemKind::Cloak => {
            format!("{}: defense bonus {}{}", item.name, item.db, as_object(item))
        }
        ItemKind::Melee | ItemKind::Ranged if id.is_anothers() => item.name.clone(),
        ItemKind::Melee | ItemKind::Ranged => return None,
        ItemKind::Gear => item.name.clone(),
    };
    Some(told + state_of(scene, who, id))
}

/// `DF-420` A spell: its score before distance and target, its cost, its time.
fn casts(scene: Scene<'_>, who: CombatantId, number: u8, spell: &Spell) -> String {
    let casting = Casting {
        spell: number,
        seconds: 0,
        target: NONE,
        energy: spell.cost,
        pointed: false,
        hp: 0,
        cell: scene.fighter(who).at,
        radius: 0,
        hand: NONE,
        ignoring: 0,
        situational: 0,
        disturbed: Disturbed::default(),
    };
    let skill = explained(&scene.casting_score::<Lines>(who, &casting));
    let cost = if spell.cost == spell.most_cost {
        format!("{} energy", spell.cost)
    } else {
        format!("{} to {} energy", spell.cost, spell.most_cost)
    };
    let time = match spell.seconds {
        0 => "at once".to_owned(),
        seconds => format!("{} to cast", count(seconds.into(), "second")),
    };
    let class = match spell.class {
        SpellClass::Regular => "regular",
        SpellClass::Area => "area",
        SpellClass::Melee => "melee",
        SpellClass::Missile => "missile",
        SpellClass::Blocking => "blocking",
        SpellClass::Information => "information",
    };
    let mut parts = vec![format!("{class} spell, {skill}; {cost}, {time}")];
    parts.extend((spell.upkeep > 0).then(|| format!("{} to go on", spell.upkeep)));
    parts.extend(spell.needs_concentration.then(|| "needs concentration".to_owned()));
    parts.extend(spell.resisted.map(|by| {
        let score = match by {
            ResistedBy::St => "ST",
            ResistedBy::Dx => "DX",
            ResistedBy::Iq => "IQ",
            ResistedBy::Ht => "HT",
            ResistedBy::Will => "Will",
            ResistedBy::Per => "Per",
        };
        format!("resisted by {score}")
    }));
    parts.extend(spell_does(spell));
    if let Some(MissileSpell { acc, half_range, max_range, bulk }) = spell.missile {
        parts.push(format!("Acc {acc}, range {half_range}/{max_range}, Bulk {bulk}"));
    }
    format!("{}: {}", spell.name, parts.join(", "))
}

/// `DF-R55` What a spell does, in words; nothing where it only tells something.
fn spell_does(spell: &Spell) -> Option<String> {
    Some(match spell.effect {
        SpellEffect::Damage { per_energy: true, kind, .. } => format!("1d {} for each energy", kind.name()),
        SpellEffect::Damage { damage, kind, .. } => format!("{damage} {}", kind.name()),
        SpellEffect::Heal { most } => format!("heals 1 HP for each energy, at most {most}"),
        SpellEffect::StopAttack => "stops the attack that it is cast against".to_owned(),
        SpellEffect::Condition { condition: SpellCondition::Sleep, .. } => "sleep until woken".to_owned(),
        SpellEffect::Condition { condition: SpellCondition::Stunned, .. } => "stuns".to_owned(),
        SpellEffect::Modifier { .. } | SpellEffect::Resistance { .. } | SpellEffect::Condition { .. } => {
            let does = effect_of(spell, 1);
            let each = matches!(spell.effect, SpellEffect::Modifier { per_energy: true, .. });
            if each { format!("{does}, for each energy") } else { does }
        }
        SpellEffect::Report => return None,
    })
}

/// What hangs on the way from one combatant to another for shots.
pub(super) fn measured(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Vec<String> {
    let mut yards = Lines::base(rule!("DF-235").named("yards"), scene.distance(who, target));
    yards.add(rule!("DF-237").named("moved by the target"), scene.speed_of(target));
    let modifier = speed_range(yards.total());
    let mut lines = vec![format!("Speed and range: {modifier} to shots ({}): {}", rule!("DF-236"), explained(&yards))];
    let between = scene.figures_between(who, target);
    if between != 0 {
        let hexes = count(between.into(), "hex with a figure").replace("hex with a figures", "hexes with figures");
        lines.push(format!("On the line: {hexes}, -4 each ({})", rule!("DF-R62")));
    }
    lines
}

/// Conditions with what they do and what ends them.
pub(super) fn conditions(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    if !fighter.is_conscious() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let shock = scene.shock(who);
    if shock != 0 {
        let told = format!("Shock: -{shock} to DX, IQ and their skills");
        lines.push(format!("{told}, to the end of its next turn ({})", rule!("DF-361")));
    }
    if fighter.flags.has(Flags::STUNNED) {
        let told = format!("Stunned: does nothing, then rolls HT {} at the end of its turn", sheet.ht);
        lines.push(format!("{told} ({})", rule!("DF-370")));
    }
    if fighter.flags.has(Flags::MENTALLY_STUNNED) {
        let told = format!("Mentally stunned: does nothing, then rolls IQ {} at the end of its turn", sheet.iq);
        lines.push(format!("{told} ({})", rule!("DF-R67")));
    }
    for (flag, told, rule) in [
        (Flags::DAZED, "Dazed: does nothing in its next turn", rule!("DF-R21")),
        (Flags::OFF_BALANCE, "Off balance: -2 to active defenses until its next turn", rule!("DF-R19")),
        (Flags::FRIGHTENED, "Frightened: flees, for 1d turns", rule!("DF-R58")),
        (Flags::ALL_OUT, "After an All-Out Attack: no active defense until its next turn", rule!("DF-065")),
        (Flags::BLIND, "Blind", rule!("DF-R109")),
    ] {
        if fighter.flags.has(flag) {
            lines.push(format!("{told} ({rule})"));
        }
    }
    if fighter.hp <= 0 {
        let told = "0 HP or less: rolls HT when its turn begins, unless it does nothing, or falls unconscious";
        lines.push(format!("{told} ({})", rule!("DF-375")));
    }
    for effect in scene.state.effects.iter().filter(|effect| effect.on == who) {
        let name = names(scene).spell(effect.by, effect.spell);
        lines.push(match effect.seconds {
            Effect::LASTING | Effect::FORGOTTEN => format!("Under {name}"),
            seconds => format!("Under {name} for {}", count(seconds.into(), "second")),
        });
    }
    lines
}
