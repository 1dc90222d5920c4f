//! A combatant as somebody looks at it in the middle of a fight: its sheet, and its bonuses as they are now.

use super::{dice_in_words, maneuver_name};
use crate::body::life::OPEN;
use crate::decision::{Attack, Cover, Initiative, Maneuver, ManeuverKind, Way};
use crate::dice::pool::PoolDice;
use crate::files::state_file::condition_name;
use crate::scene::Scene;
use crate::sheet::{Ability, Item, ItemKind, Place, Save, Skill, Spell, SpellCost, SpellMode, UNARMED, Weapon};
use crate::state::{Condition, Flags, NONE};
use crate::strike::score::increment_penalty;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Lines, Sum, Tally};
use affray_session::narrate::{count, explained, number_first, score};

const ABILITIES: [Ability; 6] = [Ability::Str, Ability::Dex, Ability::Con, Ability::Int, Ability::Wis, Ability::Cha];
const SKILLS: [Skill; 6] =
    [Skill::Athletics, Skill::Acrobatics, Skill::Bluff, Skill::Sense, Skill::FirstAid, Skill::Ride];

/// What matters of a combatant, a line each.
pub(super) fn look(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let abilities = ABILITIES.map(|ability| format!("{} {:+}", ability.name(), sheet.ability(ability))).join(", ");
    let size = format!("{:?}", sheet.size).to_lowercase();
    let mut lines = vec![format!("{abilities}; BAB {:+}, caster level {}, {size}", sheet.bab, sheet.cl)];
    let [actions, immediate, reaction] = scene.budget(who);
    let limit = match fighter.flags {
        _ if !fighter.is_able() => format!(" ({})", rule!("OB-044")),
        flags if flags.has(Flags::NAUSEATED) => format!(" ({})", rule!("OB-045")),
        _ => String::new(),
    };
    lines.push(format!(
        "Actions left: {actions}; {immediate} immediate, {reaction} reaction{limit}; {} a movement",
        count(scene.sheet(scene.bearer(who)).move_.into(), "square"),
    ));
    let sees = match (sheet.darkvision, sheet.low_light) {
        (true, _) => "Darkvision: neither dim light nor darkness is in its way",
        (false, true) => "Low-light vision: dim light is not in its way",
        _ => "",
    };
    if !sees.is_empty() {
        lines.push(format!("{sees} ({})", rule!("OB-106")));
    }
    for (ability, int) in [(Ability::Dex, false), (Ability::Int, true)] {
        let bonus = scene.initiative_bonus::<Lines>(who, Initiative { int, luck: 0 });
        lines.push(score(&format!("Initiative by {}", ability.name()), &bonus));
    }
    lines.push(score("Defense in melee", &scene.defense(who, &Attack::melee(who, UNARMED))));
    if sheet.reduction != 0 {
        lines.push(format!("Damage reduction: {}", sheet.reduction));
    }
    for save in [Save::Fort, Save::Ref, Save::Will] {
        lines.push(score(save.name(), &scene.save_bonus(who, save, 0)));
    }
    lines.extend(maneuvers(scene, who));
    for (number, item) in (0..).zip(&sheet.items).take(sheet.own.into()) {
        lines.extend(uses(scene, who, number, item));
    }
    if !sheet.spells.is_empty() {
        lines.push(score("Saves against its spells reach", &scene.spell_dc(who)));
    }
    if let Some(any) = sheet.spells.iter().find(|spell| spell.level != 0)
        && let Some(dice) = scene.magic_check::<Lines>(who, any).dice.explained()
    {
        lines.push(format!("Magic Check, when distracted ({}): dice {}", rule!("OB-315"), number_first(&dice)));
    }
    lines.extend(sheet.spells.iter().map(|one| spell(scene, who, one)));
    for (power, left) in sheet.powers.iter().zip(fighter.powers) {
        lines.push(format!("{}: {left} of {} left", power.name, power.most));
    }
    let skills = SKILLS.into_iter().filter(|skill| sheet.rank(*skill) != 0);
    let skills: Vec<String> = skills.map(|skill| format!("{} {}", skill.name(), sheet.rank(skill))).collect();
    if !skills.is_empty() {
        lines.push(format!("Ranks: {}", skills.join(", ")));
    }
    lines.extend(conditions(scene, who));
    lines
}

/// A bonus, with the dice of its pool where they are not the usual three.
fn pooled(bonus: &Lines, dice: &PoolDice<Lines>) -> String {
    match dice.explained() {
        None => explained(bonus),
        Some(dice) => format!("{}, dice {}", explained(bonus), number_first(&dice)),
    }
}

/// `OB-211` `OB-212` The bonus of each maneuver, and the number that others have to reach with it. Against somebody of the
/// own size, which the figure itself is.
fn maneuvers(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let kinds = [
        (ManeuverKind::Disarm, vec![ManeuverKind::Disarm]),
        (ManeuverKind::Feint, vec![ManeuverKind::Feint]),
        (ManeuverKind::Trip, vec![ManeuverKind::BullRush, ManeuverKind::Grapple, ManeuverKind::Trip]),
    ];
    let line = |(kind, names): (ManeuverKind, Vec<ManeuverKind>)| {
        let by_dex = scene.sheet(who).ability(Ability::Dex) > scene.sheet(who).ability(Ability::Str);
        let maneuver = Maneuver { kind, target: who, item: UNARMED, by_dex, luck: 0 };
        let check = scene.maneuver_check::<Lines>(who, &maneuver);
        let names = names.into_iter().map(maneuver_name).collect::<Vec<_>>().join(", ");
        format!("{names}: {}; withstands {}", pooled(&check.bonus, &check.dice), explained(&check.against))
    };
    kinds.into_iter().map(line).collect()
}

/// The ways to use an item, a line each.
fn uses(scene: Scene<'_>, who: CombatantId, number: u8, item: &Item) -> Vec<String> {
    let place = match scene.fighter(who).place(number) {
        _ if scene.fighter(who).holds(number) => ", in hand",
        Some(Place::Held) | None => "",
        Some(Place::Sheathed) => ", sheathed",
        Some(Place::Belt) => ", at the belt",
        Some(Place::Pack) => ", in the pack",
        Some(Place::Away) => ", no longer with it",
    };
    match &item.kind {
        ItemKind::Weapon(weapon) => [(weapon.kind.strikes(), Way::Melee), (weapon.kind.flies(), Way::Ranged)]
            .into_iter()
            .filter(|(used, _)| *used)
            .map(|(_, way)| format!("{}{place}", attacks_with(scene, who, (number, &item.name), weapon, way)))
            .collect(),
        ItemKind::Shield { def, magic } => vec![format!("{}: Defense {:+}{place}", item.name, def + magic)],
        ItemKind::Potion(potion) => {
            vec![format!("{}: {}{:+} HP{place}", item.name, dice_in_words(potion.dice), potion.plus)]
        }
        ItemKind::Gear => vec![format!("{}{place}", item.name)],
    }
}

/// `OB-070` `OB-071` `OB-125` An attack with a weapon: the bonus before what depends on its target, the damage, the reach.
fn attacks_with(scene: Scene<'_>, who: CombatantId, (item, name): (u8, &str), weapon: &Weapon, way: Way) -> String {
    let (sheet, hands) = (scene.sheet(who), scene.fighter(who).hands);
    let by_dex = weapon.versatile && sheet.ability(Ability::Dex) > sheet.ability(Ability::Str);
    let off_hand = hands[1] == item && hands[0] != item;
    let attack = Attack { way, by_dex, off_hand, ..Attack::melee(who, item) };
    let (mut bonus, mut dice) = (scene.plain_bonus::<Lines>(who, &attack), PoolDice::three());
    scene.own_penalties(who, &attack, &mut bonus, &mut dice);
    let damage = sheet.damage::<Sum>(weapon, off_hand, 0).total();
    let damage =
        if damage == 0 { dice_in_words(weapon.dice) } else { format!("{}{damage:+}", dice_in_words(weapon.dice)) };
    let mut text = format!("{name}: {}; damage {damage}", pooled(&bonus, &dice));
    if weapon.explodes != 0 {
        text += &format!(", explodes at {}", weapon.explodes);
    }
    text += &match way {
        Way::Melee => format!("; reach {}", weapon.reach),
        Way::Ranged => format!("; range {}", weapon.range),
    };
    for (holds, words) in [
        (weapon.hands == 2, ", two hands"),
        (weapon.light, ", light"),
        (weapon.long, ", long"),
        (weapon.brace, ", can be set against a charge"),
        (weapon.nonlethal, ", nonlethal"),
    ] {
        text += if holds { words } else { "" };
    }
    if !weapon.known {
        text += &format!(", one die less: never learned ({})", rule!("OB-084"));
    }
    if scene.fighter(who).hold.with != NONE && !weapon.light {
        text += &format!(", not in a hold ({})", rule!("OB-263"));
    }
    text
}

/// A spell: its level, its price, its range, its effect, the attack roll and the number of the Magic Check that it takes.
fn spell(scene: Scene<'_>, who: CombatantId, spell: &Spell) -> String {
    let mode = match spell.mode {
        SpellMode::Attack => "attack",
        SpellMode::TouchAttack => "touch attack",
        SpellMode::SaveHalf | SpellMode::SaveNegates => match spell.save {
            Save::Fort => "save by Fortitude",
            Save::Ref => "save by Reflex",
            Save::Will => "save by Will",
        },
        SpellMode::Heal => "heals",
        SpellMode::Auto => "works without a roll",
    };
    let price = match spell.cost {
        SpellCost::Actions(actions) => count(actions.into(), "action"),
        SpellCost::Immediate => "an immediate action".to_owned(),
    };
    let mut text = format!("{}: level {}, {price}, range {}, {mode}", spell.name, spell.level, spell.range);
    if let Some(dice) = spell.dice {
        text += if spell.mode == SpellMode::Heal { " " } else { ", " };
        text += &dice_in_words(dice);
        let mut plus = Lines::base(rule!("OB-325"), 0);
        scene.add_spell_plus(&mut plus, who, spell, rule!("OB-325"));
        if plus.total() != 0 {
            text += &format!("{:+}", plus.total());
        }
        if spell.plus_ability {
            text += &format!(" with {} ({})", scene.sheet(who).cast_ability.name(), rule!("OB-325"));
        }
    }
    if spell.radius != 0 {
        text += &format!(", radius {}", spell.radius);
    }
    if let Some((condition, rounds)) = spell.condition {
        text += &format!(", {} for {}", condition_name(condition), count(rounds.into(), "round"));
    }
    if spell.mode.attacks() {
        let way = if spell.range == 0 { Way::Melee } else { Way::Ranged };
        let (mut bonus, mut dice) = (scene.plain_spell_bonus::<Lines>(who), PoolDice::three());
        if spell.mode == SpellMode::TouchAttack {
            dice.add(rule!("OB-097"), 1);
        }
        scene.own_penalties(who, &Attack { way, ..Attack::melee(who, UNARMED) }, &mut bonus, &mut dice);
        text += &format!("; attack {}", pooled(&bonus, &dice));
    }
    if spell.level != 0 {
        text += &format!("; Magic Check against {}", explained(&scene.magic_check::<Lines>(who, spell).against));
    }
    text
}

/// What hangs on the way from one figure to another for shots: the range of what the first has in hand, and cover.
pub(super) fn measured(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Vec<String> {
    let distance = scene.distance(who, target);
    let told = |(name, weapon): (&str, &Weapon)| {
        let penalty = increment_penalty(distance, weapon.range);
        format!("{name}: {penalty} for {} ({})", count(distance.into(), "square"), rule!("OB-160"))
    };
    let [main, off] = scene.fighter(who).hands;
    let held = [main, if off == main { NONE } else { off }].into_iter().filter_map(|item| scene.sheet(who).item(item));
    let held = held.filter_map(|item| Some((item.name.as_str(), item.weapon()?)));
    let held = held.filter(|(_, weapon)| weapon.kind.flies());
    let mut lines: Vec<String> = held.map(told).collect();
    let (of_square, of_creatures) = scene.covers_against(who, target);
    for (cover, what, rule) in
        [(of_square, "the square", rule!("OB-115")), (of_creatures, "creatures in the line", rule!("OB-170"))]
    {
        if cover != Cover::None {
            lines.push(format!("{cover:?} cover by {what}: {:+} to Defense ({rule})", cover.bonus()));
        }
    }
    lines
}

/// Conditions with what ends them.
pub(super) fn conditions(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let fighter = scene.fighter(who);
    if fighter.flags.has(Flags::DEAD) {
        return Vec::new();
    }
    let told = |condition: Condition| {
        let mut name = condition_name(condition);
        if condition == Condition::Fatigued {
            name += &format!(" {}", fighter.fatigue);
        }
        match (fighter.rounds[condition as usize], condition) {
            (OPEN, Condition::Prone) => format!("{name}: until it stands up ({})", rule!("OB-252")),
            (OPEN, Condition::Unconscious) => format!("{name}: until it wakes ({})", rule!("OB-294")),
            (OPEN, _) => format!("{name}: until something ends it ({})", rule!("OB-268")),
            (rounds, _) => {
                format!("{name}: {} of its own left ({})", count(rounds.into(), "activation"), rule!("OB-268"))
            }
        }
    };
    let mut lines: Vec<String> = Condition::ALL.into_iter().filter(|one| fighter.has(*one)).map(told).collect();
    for (flag, told, rule) in [
        (Flags::DYING, "dying: loses 1 HP in each activation until it is treated", rule!("OB-284")),
        (Flags::SURPRISED, "surprised: no actions to the end of round 1", rule!("OB-031")),
        (Flags::PINNED, "pinned: until it escapes or is let go", rule!("OB-226")),
        (Flags::GRAPPLED, "grappled: until it escapes or is let go", rule!("OB-226")),
        (Flags::RAN, "after a run: -4 Defense until its next activation", rule!("OB-R87")),
        (Flags::CHARGED, "after a charge: -4 Defense until its next activation", rule!("OB-189")),
        (Flags::PREPARED, "prepared defense: +1 Defense until its next activation", rule!("OB-191")),
        (Flags::TOTAL_DEFENSE, "total defense: +4 Defense until its next activation", rule!("OB-192")),
    ] {
        if fighter.flags.has(flag) {
            lines.push(format!("{told} ({rule})"));
        }
    }
    lines
}
