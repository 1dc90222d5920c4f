//! A combatant as somebody looks at it in the middle of a fight: its sheet, and its values as they are now.

use super::Names;
use super::event::{ADDS_UP, injury};
use crate::arms::stuck::hindrance;
use crate::body::injury::ROWS;
use crate::body::poison::{NAMES as POISONS, dose_on};
use crate::decision::Kind;
use crate::movement::zones::distance;
use crate::scene::{Options, Scene, Surprise};
use crate::sheet::{
    Arm, BREAKS_FROM, Class, HANDS, Handedness, Item, ItemKind, KICK, Resist, Sheet, Size, Spell, Traits, Uses,
};
use crate::state::{Bond, Flags, Injuries, ItemFlags, NONE, Stage};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Line, Lines, Tally};
use affray_session::narrate::{count, explained, score};

/// What matters of a figure, a line each.
pub(super) fn look(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let hide = if sheet.natural_armor == 0 { "" } else { ", hide and armor" };
    let mut lines = vec![
        format!(
            "PS {}, MD {}, AG {}, MA {}, EN {}, FT {}, WP {}, PC {}",
            sheet.ps, sheet.md, sheet.ag, sheet.ma, sheet.en, sheet.ft, sheet.wp, sheet.pc
        ),
        score("modMD", &scene.modified_md(who)),
        score("modAG", &scene.modified_ag(who, rule!("DQ-003"))),
        format!("TMR: {}", moves(scene, who)),
        if fighter.flags.has(Flags::STUNNED) {
            format!("Initiative in an engagement: last, stunned ({})", rule!("DQ-112"))
        } else {
            score("Initiative in an engagement", &scene.plain_rank(who))
        },
        score("Defense against a blow from ahead", &scene.defense(who, who, false)),
        format!("Armor: {} off each hit{hide} ({}){}", scene.protection(who), rule!("DQ-R54"), spoiled(scene, who)),
        score("Magic resistance", &scene.resistance(who)),
    ];
    let natural = sheet.naturals().chain(sheet.has_hands.then_some(HANDS));
    let natural = natural.chain(scene.can_kick(who).then_some(KICK));
    let arms = sheet.own_items().chain(scene.taken(who)).chain(natural);
    lines.extend(arms.filter_map(|arm| Some(fights_with(scene, who, arm, scene.arm(who, arm)?))));
    lines.extend(sheet.spells.iter().map(spell));
    let poisons = (0..).zip(POISONS).filter(|(number, _)| sheet.has_poison(*number)).map(|(_, name)| name);
    let poisons: Vec<&str> = poisons.collect();
    if !poisons.is_empty() {
        lines.push(format!("Poisons: {} ({})", poisons.join(", "), rule!("DQ-R25")));
    }
    lines.push(body(sheet));
    if let Some(breath) = sheet.breath {
        lines.push(format!("breath: {}, range {}", d10(breath.damage.into()), breath.range));
    }
    let mut skills: Vec<String> = [("Military Scientist", sheet.mil_sci), ("Horsemanship", sheet.horsemanship)]
        .into_iter()
        .filter(|(_, rank)| *rank != 0)
        .map(|(name, rank)| format!("{name}, Rank {rank}"))
        .collect();
    if sheet.assassin {
        skills.push("Assassin".to_owned());
    }
    if !skills.is_empty() {
        lines.push(format!("Skills: {}", skills.join("; ")));
    }
    let led = scene.setup.sides.iter().find(|side| side.leader == who);
    lines.extend(led.map(|side| format!("Leads {} ({})", side.name, rule!("DQ-104"))));
    lines.extend(in_force(scene.setup.options));
    if fighter.is_up() {
        // A roll for surprise is told as it is made.
        let rolled = scene.setup.surprise == Surprise::Roll;
        lines.extend(conditions(scene, who).into_iter().filter(|line| !(rolled && line.starts_with(SURPRISED))));
    }
    lines
}

/// `DQ-D01` The optional rules of the encounter, and what its game master declares, where that is not as usual.
fn in_force(options: Options) -> Option<String> {
    let usual = Options::default();
    let parts = [
        (options.shield_arc, "shields count only ahead and on their side", rule!("DQ-409")),
        (options.damage_bonus, "damage bonuses of weapons that are declared with one", rule!("DQ-516")),
        (options.facing_cost != 0, "a change of facing costs 1 movement point", rule!("DQ-302")),
        (
            options.misfit_penalty != usual.misfit_penalty,
            "a 99 or 100 costs nothing where nothing can break or drop",
            rule!("DQ-407"),
        ),
    ];
    let parts = parts.into_iter().filter(|one| one.0).map(|(_, words, rule)| format!("{words} ({rule})"));
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| format!("Options in force: {}", parts.join("; ")))
}

/// The size, the hexes and the better hand of a sheet, and whether it is a monster or a mount.
fn body(sheet: &Sheet) -> String {
    let size = match sheet.size {
        Size::Small => "small",
        Size::Human => "human size",
        Size::Large => "large",
    };
    let mut parts = vec![size.to_owned(), super::hexes(sheet.hexes.into())];
    if sheet.has_hands {
        let hand = match sheet.handedness {
            Handedness::Right => "right-handed",
            Handedness::Left => "left-handed",
            Handedness::Ambi => "ambidextrous",
        };
        parts.push(hand.to_owned());
    } else {
        parts.push("no hands".to_owned());
    }
    if sheet.monster {
        parts.push(format!("a monster ({})", rule!("DQ-519")));
    }
    if sheet.mount {
        parts.push("carries a rider".to_owned());
    }
    format!("Body: {}", parts.join(", "))
}

/// `DQ-507` What grievous injuries have taken off the armor.
fn spoiled(scene: Scene<'_>, who: CombatantId) -> String {
    let (own, lost) = (scene.sheet(who).armor, i32::from(scene.sheet(who).armor) - scene.worn_protection(who));
    if lost == 0 { String::new() } else { format!(", that of the armor {own} less {lost} ({})", rule!("DQ-507")) }
}

/// `DQ-R19` `DQ-R30` TMR as it is now, with what changed it.
fn moves(scene: Scene<'_>, who: CombatantId) -> String {
    let (now, own) = (scene.tmr(who), i32::from(scene.sheet(who).tmr));
    match scene.fighter(who).mount {
        NONE if now == own => now.to_string(),
        NONE => format!("{now} of {own}, by injuries ({})", rule!("DQ-R19")),
        mount => format!("{now}, that of {} ({})", Names(scene.setup).of(CombatantId(mount)), rule!("DQ-R30")),
    }
}

/// What an item or a part of the body is good for: the strike chance, the damage, the range, the defense.
fn fights_with(scene: Scene<'_>, who: CombatantId, arm: Arm, item: &Item) -> String {
    let mut parts = Vec::new();
    if let Some(rank) = item.rank {
        parts.push(format!("Rank {rank}"));
    }
    if item.kind != ItemKind::Gear && !item.uses.is_empty() {
        parts.push(format!("strike chance {}", explained(&scene.strike_chance::<Lines>(who, arm, None))));
        for (ranged, use_, name) in
            [(false, Uses::MELEE.union(Uses::CLOSE), "damage"), (true, Uses::RANGED, "ranged damage")]
        {
            if item.uses.any(use_) {
                parts.push(format!("{name} {}", damage(scene, who, item, ranged)));
            }
        }
        let class = match item.class {
            Class::A => "class A",
            Class::B => "class B",
            Class::C => "class C",
            Class::Unclassed => "no class",
        };
        parts.push(class.to_owned());
        let uses = [(Uses::MELEE, "melee"), (Uses::CLOSE, "close combat"), (Uses::RANGED, "ranged")];
        let uses: Vec<&str> = uses.into_iter().filter(|(one, _)| item.uses.has(*one)).map(|(_, word)| word).collect();
        parts.push(uses.join(" and "));
        if item.breaks_from != BREAKS_FROM {
            parts.push(format!("may break from {} on ({})", item.breaks_from, rule!("DQ-513")));
        }
        if scene.is_off_hand(who, arm) {
            parts.push(format!("in the off hand: -20 to strike ({})", rule!("DQ-R14")));
        }
        if item.traits.has(Traits::BARBED) {
            parts.push(format!("barbed ({})", rule!("DQ-625")));
        }
        if item.range != 0 {
            parts.push(format!("range {}", item.range));
        }
    }
    if let Some(shield) = item.shield {
        let (each, ranks) = (shield.per_rank, item.shield_rank.unwrap_or(1).max(1));
        parts.push(format!("defense {each} x {ranks} = {} ({})", item.defense, rule!("DQ-R33")));
    }
    if let Some((owner, place)) = dose_on(scene.state, who, arm) {
        let poison = scene.fighter(owner).doses[place].poison;
        parts.push(format!("{} on it ({})", Names(scene.setup).poison(poison), rule!("DQ-612")));
    }
    if let Some(state) = scene.item(who, arm) {
        if item.shots.is_some() {
            parts.push(count(state.shots.into(), "shot"));
        }
        if item.traits.has(Traits::CROSSBOW) {
            let loaded = [(ItemFlags::LOADED, "loaded"), (ItemFlags::HALF_LOADED, "half loaded")];
            let found = loaded.into_iter().find(|(flag, _)| state.flags.has(*flag));
            parts.push(found.map_or("not loaded", |(_, words)| words).to_owned());
        }
        let conditions = [
            (state.flags.has(ItemFlags::BROKEN), "broken"),
            (!scene.has(who, arm), "no longer with it"),
            (!scene.fighter(who).holds(arm), "not in hand"),
        ];
        parts.extend(conditions.into_iter().find(|(holds, _)| *holds).map(|(_, words)| words.to_owned()));
    }
    format!("{}: {}", item.name, parts.join(", "))
}

/// A damage check with what is added to its die, where that is more than one number: `D10+4 (+3 weapon (DQ-R31) +1 Rank (DQ-515))`.
fn damage(scene: Scene<'_>, who: CombatantId, item: &Item, ranged: bool) -> String {
    let mut check = Lines::base(rule!("DQ-001"), 0);
    scene.add_damage(&mut check, who, item, Kind::Plain, ranged);
    let total = d10(check.total());
    match &check.lines()[1..] {
        [] | [_] => total,
        added => {
            let line = |line: &Line| format!("{:+} {} ({})", line.value, line.rule.words(), line.rule.as_str());
            format!("{total} ({})", added.iter().map(line).collect::<Vec<_>>().join(" "))
        }
    }
}

/// A damage check: `D10+4`.
fn d10(added: i32) -> String {
    if added == 0 { "D10".to_owned() } else { format!("D10{added:+}") }
}

/// A spell: its cast check, and its effect.
fn spell(spell: &Spell) -> String {
    let mut text = format!("{}: cast chance {}, {} FT, range {}", spell.name, spell.chance, spell.cost, spell.range);
    if let Some(added) = spell.damage {
        text += &format!(", damage {}", d10(added.into()));
    }
    let magic = rule!("DQ-R22");
    if spell.stuns {
        text += ", stuns";
    }
    text += &match spell.resist {
        Resist::None => format!(", no resistance ({magic})"),
        Resist::Halves => format!(", resistance halves the damage ({magic})"),
        Resist::Negates => format!(", resistance makes it nothing ({magic})"),
    };
    match spell.damage {
        Some(_) if spell.magical => text + &format!(", armor does not count ({})", rule!("DQ-509")),
        Some(_) => text + &format!(", armor counts ({magic})"),
        None => text,
    }
}

/// What hangs on the way from one figure to another for what the first can shoot or throw. Who stands on the line is known only
/// once it is loosed (`DQ-424`).
pub(super) fn measured(scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Vec<String> {
    let (at, names) = (scene.aim_at(who, target), Names(scene.setup));
    let hexes = distance(scene.fighter(who).at, at);
    let ranged = |arm: &Arm| scene.arm(who, *arm).is_some_and(|it| it.uses.has(Uses::RANGED) && it.range != 0);
    let told = |arm: Arm| {
        let (name, range) = (names.arm(who, arm), scene.arm(who, arm).map_or(0, |it| i32::from(it.range)));
        if range < hexes {
            return format!("{name}: out of its range of {range} hexes ({})", rule!("DQ-R45"));
        }
        format!("{name}: {} % for {hexes} hexes ({})", scene.distance_modifier(who, arm, at), rule!("DQ-R14"))
    };
    scene.sheet(who).own_items().chain(scene.taken(who)).filter(ranged).map(told).collect()
}

/// `DQ-008` What is told of who is surprised.
const SURPRISED: &str = "Surprised: no action in the free pulse";

/// Injuries and conditions, with what they do and what ends them.
pub(super) fn conditions(scene: Scene<'_>, who: CombatantId) -> Vec<String> {
    let fighter = scene.fighter(who);
    let mut lines = Vec::new();
    if fighter.flags.has(Flags::STUNNED) {
        let chance = explained(&scene.recovery_chance::<Lines>(who));
        lines.push(format!("Stunned: its only action is to recover: {chance}"));
    }
    let injuries = ROWS.iter().enumerate().filter(|(row, _)| fighter.injuries.has(Injuries::of_row(*row as u8)));
    for (row, _) in injuries {
        let (injury, effect) = injury(row as u8, scene.sheet(who).has_hands);
        // Bleeding has a line of its own, as long as it lasts.
        let effect = if ADDS_UP.contains(&(row as u8)) { String::new() } else { format!(", {effect}") };
        lines.push(format!("Grievous injury: {injury}{effect} ({})", rule!("DQ-R19")));
    }
    if fighter.bleeding != 0 && scene.state.stage != Stage::Over {
        let rule = rule!("DQ-R19");
        lines.push(format!("Bleeds {} EN at the end of each pulse until bandaged ({rule})", fighter.bleeding));
    }
    for (poison, &pulses) in (0..).zip(&fighter.poisons) {
        if pulses != 0 {
            let (name, left) = (Names(scene.setup).poison(poison), count(pulses.into(), "pulse"));
            lines.push(format!("Poisoned by {name}: {left} left ({})", rule!("DQ-R25")));
        }
    }
    for one in scene.state.lodged.iter().filter(|one| one.target == who && one.bond == Bond::Stuck) {
        let (names, item) = (Names(scene.setup), Arm::own(one.item));
        let of = names.of(one.owner);
        if let Some(arm) = names.find(one.owner, item) {
            let (rule, points) = hindrance(arm);
            let (shot, name) = (if names.is_missile_weapon(one.owner, item) { "a missile of " } else { "" }, &arm.name);
            lines.push(format!("Stuck in it: {shot}{of}'s {name}, modAG -{points} ({rule}), until it is removed"));
        }
    }
    for (flag, told, rule) in [
        (Flags::ENTANGLED, "Entangled: cannot move, -20 to strike; two Pass actions in a row free it", rule!("DQ-438")),
        (Flags::RESTRAINED, "Restrained: no action, no defense, while it is held", rule!("DQ-R18")),
        (Flags::MUST_PASS, "Has to pass in this pulse", rule!("DQ-R13")),
        (Flags::MUST_PASS_NEXT, "Has to pass in the next pulse", rule!("DQ-R13")),
        (Flags::LOSE_ACTION, "Loses its action of this pulse", rule!("DQ-407")),
        (Flags::LOSE_ACTION_NEXT, "Loses its action of the next pulse", rule!("DQ-407")),
        (Flags::SURPRISED, SURPRISED, rule!("DQ-008")),
    ] {
        if fighter.flags.has(flag) {
            lines.push(format!("{told} ({rule})"));
        }
    }
    lines
}
