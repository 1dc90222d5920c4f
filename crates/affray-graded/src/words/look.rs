//! A combatant as somebody looks at it in the middle of a fight: its sheet, and its scores as they are now.

use super::Names;
use crate::body::location::Location;
use crate::decision::{Blow, Declared, Defense, Fist, From, IncomingAttack, Mode, NONE, Side};
use crate::movement::unhurt_mv;
use crate::scene::Scene;
use crate::sheet::{DamageType, Item, ItemKind, ItemTraits, Rate, Size, Traits, UNARMED};
use crate::state::{Flags, ItemFlags, Parts};
use crate::strike::damage::NO_CAP;
use crate::strike::range::range_adjustment;
use affray_files::names::spelled;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Lines, Sum, Tally as _};
use affray_session::narrate::{self, by_number, count, explained, score, score_if};

/// What matters of a combatant, a line each.
pub(super) fn look(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let (sheet, scores) = (scene.sheet(who), scene.scores(who));
    let halved = if scene.fighter(who).is_halved() { format!(", halved ({})", rule!("GR-R90")) } else { String::new() };
    // GR-256: exhaustion leaves the wits as they are.
    let iq = sheet.scores(scene.fighter(who).hp <= 0).iq;
    let mut lines = vec![
        format!(
            "ST {}, DX {}, IQ {}, PER {}{halved}; HT {}, Will {}; thrust {}, swing {}",
            scores.st,
            scores.dx,
            iq,
            scene.perception::<Sum>(who, rule!("GR-R19")).total(),
            sheet.ht,
            sheet.will,
            scores.thrust,
            scores.swing
        ),
        score("Initiative", &scene.initiative(who)),
        format!(
            "{}; encumbrance {} ({} lb)",
            score("MV", &scene.mv_score(who)),
            sheet.encumbrance,
            f64::from(sheet.load) / 10.0
        ),
    ];
    if scene.is_mounted(who) {
        lines.push(score("MV on foot", &unhurt_mv(sheet)));
    }
    lines.extend(defenses(scene, who));
    lines.push(format!("Armor: {}", armor(scene, who)));
    for (number, item) in (0..).zip(&sheet.items) {
        lines.extend(fights_with(scene, who, number, item));
    }
    lines.extend(unarmed(scene, who));
    let mounted = scene.is_mounted(who);
    let skills = [
        ("Boxing", sheet.boxing),
        ("Brawling", sheet.brawling),
        ("Acrobatics", sheet.acrobatics),
        ("riding", mounted.then_some(sheet.riding)),
        ("mounted combat", sheet.mounted),
        ("First Aid", sheet.first_aid),
        ("Physician", sheet.physician),
    ];
    let mut known: Vec<String> =
        skills.into_iter().filter_map(|(name, skill)| Some(format!("{name} {}", skill?))).collect();
    known.extend(narrate::flags(Traits::NAMES, |flag| sheet.traits.has(flag)));
    if !known.is_empty() {
        lines.push(format!("Skills and traits: {}", known.join(", ")));
    }
    for spell in &sheet.spells {
        let (turns, rounds) = (count(spell.turns.into(), "turn"), count(spell.rounds.into(), "round"));
        let given = format!("PD {}, DR {} for {rounds}", spell.pd, spell.dr);
        lines.push(format!("{}: skill {}, {turns} to cast, {} FP, {given}", spell.name, spell.skill, spell.fp));
    }
    lines.extend(conditions(scene, who));
    lines
}

/// The defenses against a plain cut through the front hex, each with its sum or with the rule that forbids it.
fn defenses(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let cut = IncomingAttack {
        by: who,
        with: UNARMED,
        mode: Mode::Cut,
        from: From::Attack,
        margin: 0,
        at: Location::Body,
        side: Side::Front,
    };
    // Who is surprised defends after its first turn: its scores stand beside what forbids them (GR-R75).
    if !scene.can_defend(who, &cut)
        && !scene.fighter(who).flags.has(Flags::SURPRISED)
        && let Err(refusal) = scene.judge_defense(who, &cut, Defense::Dodge)
    {
        return vec![format!("No active defense: {refusal}")];
    }
    let [main, off] = scene.fighter(who).hands;
    let parries = |item: u8| scene.item(who, item).is_some_and(|item| item.parry.is_some());
    let hands = [main, if off == main { NONE } else { off }];
    let mut kinds = vec![(Defense::Dodge, "Dodge".to_owned())];
    for with in hands.into_iter().filter(|&item| parries(item)).chain([UNARMED]) {
        if with != UNARMED || scene.judge_defense(who, &cut, Defense::Parry(with)).is_ok() {
            kinds.push((Defense::Parry(with), format!("Parry with {}", Names(scene.setup).item(who, with))));
        }
    }
    if scene.ready_shield(who).is_some() {
        kinds.push((Defense::Block, "Block".to_owned()));
    }
    if scene.sheet(who).acrobatics.is_some() {
        kinds.push((Defense::Acrobatic, "Acrobatic Dodge".to_owned()));
    }
    let line = |(defense, name): (Defense, String)| {
        if scene.fighter(who).flags.has(Flags::SURPRISED) {
            return score(&name, &scene.defense_score(who, &cut, defense));
        }
        score_if(scene.judge_defense(who, &cut, defense), &name, || scene.defense_score(who, &cut, defense))
    };
    kinds.into_iter().map(line).collect()
}

/// `GR-015` `GR-021` PD and DR of each location, without the shield.
fn armor(scene: Scene<'_>, who: CombatantId) -> String {
    use Location::{ArmFar, ArmNear, EyeFar, EyeNear, FootFar, FootNear, HandFar, HandNear};
    use Location::{KneeFar, KneeNear, LegFar, LegNear};
    const PAIRS: [(Location, Location, &str); 6] = [
        (EyeNear, EyeFar, "eyes"),
        (ArmNear, ArmFar, "arms"),
        (HandNear, HandFar, "hands"),
        (LegNear, LegFar, "legs"),
        (KneeNear, KneeFar, "knees"),
        (FootNear, FootFar, "feet"),
    ];
    let numbers = |at| {
        let each = |of: &dyn Fn(DamageType) -> i32| match DamageType::ALL.map(of) {
            [all, cut, impale] if all == cut && all == impale => all.to_string(),
            [crush, cut, impale] => format!("{crush}/{cut}/{impale} (crushing/cutting/impaling)"),
        };
        let pd = each(&|kind| scene.pd(who, at, kind, Side::Front, false));
        format!("PD {pd}, DR {}", each(&|kind| scene.dr(who, at, kind, false)))
    };
    let mut parts: Vec<(String, String)> = Vec::new();
    for at in Location::ALL {
        let pair = PAIRS.iter().find(|(near, far, _)| [*near, *far].contains(&at) && numbers(*near) == numbers(*far));
        match pair {
            Some((_, far, _)) if *far == at => {}
            Some((_, _, both)) => parts.push((numbers(at), (*both).to_owned())),
            None => parts.push((numbers(at), at.words().to_owned())),
        }
    }
    match &parts[..] {
        [(all, _), rest @ ..] if rest.iter().all(|(numbers, _)| numbers == all) => format!("{all} everywhere"),
        _ => {
            let all = parts.len();
            parts.retain(|(numbers, _)| numbers != "PD 0, DR 0");
            by_number(&parts) + if parts.len() < all { "; none elsewhere" } else { "" }
        }
    }
}

/// An attack in a mode: what it is rolled on, and its potential damage.
fn attack(scene: Scene<'_>, who: CombatantId, with: u8, mode: Mode, from: From) -> String {
    let blow = Blow { with, mode, target: who, at: None, declared: Declared::default() };
    let skill: Lines = scene.base(who, &blow, from);
    let profile = scene.damage_profile::<Lines>(who, &blow, from);
    let kind = match profile.kind {
        DamageType::Crushing => "crushing",
        DamageType::Cutting => "cutting",
        DamageType::Impaling => "impaling",
    };
    format!("{}; potential damage {}, {kind}", explained(&skill), explained(&profile.potential))
}

/// The ways to fight with an item, a line each, or a line for what nobody fights with.
fn fights_with(scene: Scene<'_>, who: CombatantId, number: u8, item: &Item) -> Vec<String> {
    let (fighter, name) = (scene.fighter(who), Names(scene.setup).item(who, number));
    let state = fighter.items[number as usize];
    let conditions = [
        (state.flags.has(ItemFlags::AWAY), " (no longer with it)"),
        (state.flags.has(ItemFlags::BROKEN), " (broken)"),
        (!fighter.holds(number), " (not in hand)"),
        (!fighter.wields(number), " (not ready)"),
    ];
    let condition = conditions.into_iter().find(|(holds, _)| *holds).map_or("", |(_, words)| words);
    let mut lines = Vec::new();
    for (mode, word) in [(Mode::Crush, "strike"), (Mode::Cut, "cut"), (Mode::Impale, "thrust")] {
        if item.is_melee() && mode.column().is_some_and(|column| item.damage[column].is_some()) {
            let attack = attack(scene, who, number, mode, From::Attack);
            let hands = if item.hands == 2 { ", two hands" } else { "" };
            lines.push(format!("{name} ({word}): {attack}, reach {}{hands}{condition}", item.reach));
        }
    }
    if let Some(ranged) = item.ranged {
        let attack = attack(scene, who, number, Mode::Shoot, From::Missile);
        let loaded = state.flags.has(ItemFlags::LOADED);
        let load = match ranged.rate {
            Rate::Crossbow if loaded => ", loaded",
            Rate::Crossbow => ", not loaded",
            _ => "",
        };
        let left = match state.count {
            NONE => String::new(),
            left => format!(", {left} left"),
        };
        let range = format!("SS {}, Acc {}, range {}", ranged.ss, ranged.acc, ranged.range);
        let most = match ranged.cap {
            NO_CAP => String::new(),
            cap => format!(", at most {cap} ({})", rule!("GR-006")),
        };
        let how = if ranged.thrown { "throw" } else { "shoot" };
        lines.push(format!("{name} ({how}): {attack}{most}, {range}{load}{left}{condition}"));
    }
    if let Some(shield) = item.shield {
        let attack = attack(scene, who, number, Mode::Bash, From::Bash);
        lines.push(format!("{name}: PD {} through the shield hex; bash {attack}{condition}", shield.pd));
    }
    if lines.is_empty() {
        lines.push(format!("{name}{condition}"));
    }
    lines.extend(handling(item).map(|words| format!("{name}: {words}")));
    lines
}

/// What a weapon or shield is like, where rules ask for it: its size, the ST that it needs, what else there is to it.
fn handling(item: &Item) -> Option<String> {
    if item.kind == ItemKind::Gear {
        return None;
    }
    let size = match item.size {
        Size::VerySmall => "very small",
        Size::Small => "small",
        Size::Medium => "medium",
        Size::Large => "large",
    };
    let mut parts = vec![size.to_owned()];
    if item.min_st > 0 {
        parts.push(format!("needs ST {} ({})", item.min_st, rule!("GR-R32")));
    }
    if item.slow > 0 {
        parts.push(format!("-{} to attack again in the next round ({})", item.slow, rule!("GR-029")));
    }
    if item.unsteady {
        parts.push(format!("unready after a bad miss ({})", rule!("GR-031")));
    }
    if let Some(shield) = item.shield {
        parts.push(format!("HT {}", shield.ht));
        parts.extend(shield.spiked.then(|| "spiked".to_owned()));
    }
    parts.extend(narrate::flags(ItemTraits::NAMES, |flag| item.traits.has(flag)));
    Some(parts.join(", "))
}

/// `GR-091` `GR-092` Fists and feet, by the best skill.
fn unarmed(scene: Scene<'_>, who: CombatantId) -> [String; 2] {
    let fist = match scene.sheet(who).best_unarmed().1 {
        "Boxing" => Fist::Boxing,
        "Brawling" => Fist::Brawling,
        _ => Fist::Dx,
    };
    [("punch", Mode::Punch(fist)), ("kick", Mode::Kick(fist))]
        .map(|(name, mode)| format!("{name}: {}", attack(scene, who, UNARMED, mode, From::Unarmed)))
}

/// What hangs on the way from one combatant to another for shots.
pub(super) fn measured(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Vec<String> {
    let yards: Lines = scene.range_score(who, target);
    let mut lines = Vec::new();
    if yards.total() != 0 {
        let modifier = range_adjustment(yards.total() as u32);
        lines.push(format!("Range: {modifier:+} to shots ({}): {}", rule!("GR-206"), explained(&yards)));
    }
    let persons = scene.persons_between(who, target);
    if persons != 0 {
        lines.push(format!("On the line: {}, -4 each ({})", count(persons.into(), "person"), rule!("GR-R82")));
    }
    let cover = scene.ground_cover(target);
    if cover != 0 {
        lines.push(format!("Cover where the target stands: {cover} to shots ({})", rule!("GR-207")));
    }
    lines
}

/// Conditions with what they do and what ends them.
pub(super) fn conditions(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    if !fighter.is_up() {
        return Vec::new();
    }
    let will = sheet.will;
    let mut lines = Vec::new();
    for (flag, told, rule) in [
        (Flags::STUNNED, "Stunned: -4 to the end of its next turn".to_owned(), rule!("GR-242")),
        (Flags::STUN_WILL, format!("Stunned: -4, rolls Will {will} at the end of its turn"), rule!("GR-223")),
        (Flags::PANICKED, format!("Panicked: runs away, rolls Will {will} when its turn begins"), rule!("GR-R76")),
        (
            Flags::SURPRISED,
            "Surprised: no turn in round 1, no active defense until its turn of round 2".to_owned(),
            rule!("GR-R75"),
        ),
        (Flags::OFF_BALANCE, "Off balance: -2 to active defenses until its next turn".to_owned(), rule!("GR-215")),
        (Flags::ENTANGLED, "The shield entangles its arm until a turn readies it".to_owned(), rule!("GR-163")),
        (Flags::INCAPACITATED, "Incapacitated: lies, and cannot attack".to_owned(), rule!("GR-R90")),
        (Flags::NO_DEFENSE, "Without active defense until its next turn".to_owned(), rule!("GR-R25")),
    ] {
        if fighter.flags.has(flag) {
            lines.push(format!("{told} ({rule})"));
        }
    }
    if fighter.hp <= 0 {
        lines.push(format!("0 HP or less: rolls Will {will} when its turn begins, or faints ({})", rule!("GR-249")));
    }
    for (at, (name, part)) in Parts::NAMES.iter().enumerate() {
        let strain = if at < 2 { fighter.strained[at] } else { 0 };
        let (rounds, rule) = match (fighter.lamed[at], strain) {
            (0, 0) => continue,
            (rounds, 0) => (rounds.into(), rule!("GR-224")),
            (_, rounds) => (rounds, rule!("GR-219")),
        };
        if !fighter.crippled.has(*part) {
            let rounds = count(rounds.into(), "round");
            lines.push(format!("{} crippled for {rounds} ({rule})", spelled(name)));
        }
    }
    for spell in fighter.spells.iter().filter(|spell| spell.by != NONE) {
        let (by, rounds) = (CombatantId(spell.by), count(spell.rounds.into(), "round"));
        lines.push(format!("Under {} for {rounds}", Names(scene.setup).spell(by, spell.spell)));
    }
    lines
}
