//! A character as a sheet of `dfrpg`.

mod body;
mod compare;

use crate::arms::{Arm, ArmMode, Arms, Room, best_skill};
use crate::compare::NO_ATTACK;
use crate::draft::{Draft, Figure};
use crate::gcs::{Character, Trait, Usage};
use crate::text::{inline, key, list, number, quoted};
use crate::{Imported, traits};
use affray_dfrpg::derived;
use affray_dfrpg::sheet::{MOST_ITEMS, Skill};
use affray_files::{Source, plain};
use body::Body;
use std::collections::BTreeMap;

const ROOM: Room = Room {
    ruleset: "dfrpg",
    items: MOST_ITEMS,
    naturals: 8,
    modes: 8,
    kinds: &["cr", "cut", "imp", "pi-", "pi", "pi+", "pi++", "burn", "cor", "tox", "fat"],
    shield_modes: true,
    divisors: true,
};

/// Traits that the ruleset knows, by the names that the editor gives them.
const TRAITS: [(&str, &str); 12] = [
    ("High Pain Threshold", "High Pain Threshold"),
    ("Ambidexterity", "Ambidexterity"),
    ("Trained by a Master", "Trained by a Master"),
    ("Fit", "Fit"),
    ("Very Fit", "Fit"),
    ("Recover Energy", "Recover Energy"),
    ("Combat Reflexes", "defense_bonus = 1"),
    ("Unliving", "Unliving"),
    ("Magery", "Magery"),
    ("Weapon Master", "Weapon Master"),
    ("Night Vision", traits::ELSEWHERE),
    ("Dark Vision", traits::ELSEWHERE),
];

const FIGURE: Figure = Figure { keys: ["speed", "move"], most: [500, 200, 40], least_move: 0, largest: 15 };

/// Makes a sheet.
pub(crate) fn sheet(one: &Character) -> Imported {
    let mut writer = Writer { one, draft: Draft::default(), skills: BTreeMap::new(), body: Body::of(one), listed: 0.0 };
    writer.write();
    let Draft { out: text, mut report } = writer.draft;
    match affray_dfrpg::files::sheet::read(&Source::new("the imported sheet", text.clone())) {
        Ok(sheet) => {
            if sheet.modes.is_empty() {
                report.note(NO_ATTACK);
            }
            compare::compare(one, &sheet, &mut report);
        }
        Err(error) => report.left_out(format!("the sheet does not load: {error}")),
    }
    Imported { text, report }
}

struct Writer<'a> {
    one: &'a Character,
    draft: Draft,
    /// Learned skills that the sheet has, with their scores.
    skills: BTreeMap<&'static str, (Skill, i32)>,
    body: Body,
    /// Pounds that are listed.
    listed: f64,
}

/// What the trait does here.
const UNLIVING: &str = "Unliving but for spells (DF-429): wounds are those of the living";

/// Whether it is not alive.
fn is_unliving(one: &Character) -> bool {
    let says = |has: &Trait| traits::said(has).any(|with| with.starts_with("Unliving"));
    traits::has(one, "Unliving") || one.traits.iter().any(says)
}

/// The skill of a sheet that a skill of the file is.
fn skill_named(name: &str) -> Option<Skill> {
    Skill::named(name).or_else(|| match name.split(" (").next().unwrap_or(name) {
        "Beam Weapons" | "Gunner" => Some(Skill::Guns),
        bare => Skill::named(bare)
            .filter(|skill| matches!(skill, Skill::Shield | Skill::Cloak | Skill::InnateAttack | Skill::Guns)),
    })
}

/// What a weapon of a skill and name is made of, where it is not all metal.
fn material(skill: Skill, name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let any = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match skill {
        _ if any(&["club", "quarterstaff", "cudgel", "baton", "wooden", "stake"]) => Some("wood"),
        Skill::Staff | Skill::Bow | Skill::Blowpipe | Skill::Tonfa | Skill::ThrownStick => Some("wood"),
        Skill::Whip | Skill::Sling | Skill::Lasso | Skill::Net | Skill::Bolas | Skill::Garrote => Some("rope"),
        Skill::AxeMace
        | Skill::TwoHandedAxeMace
        | Skill::Spear
        | Skill::Polearm
        | Skill::Lance
        | Skill::Flail
        | Skill::TwoHandedFlail
        | Skill::Crossbow
        | Skill::ThrownAxeMace
        | Skill::ThrownSpear
        | Skill::ThrownHarpoon => Some("wood-and-metal"),
        _ => None,
    }
}

/// Whether an attack of the body strikes all in an area: by a modifier, or by an `ex` behind its damage.
fn is_of_area(arm: &Arm<'_>) -> bool {
    let of_area =
        |name: &String| ["Area Effect", "Cone", "Emanation", "Explosion"].iter().any(|word| name.starts_with(word));
    arm.weapon.modifiers.iter().any(of_area) || arm.modes[0].wound.rest.split_whitespace().any(|word| word == "ex")
}

/// The quality by its modifiers: `Fine Quality`.
fn quality(modifiers: &[String]) -> Option<&'static str> {
    let says = |word: &str| modifiers.iter().any(|name| name.starts_with(word));
    match () {
        () if says("Very Fine") => Some("very-fine"),
        () if says("Fine") => Some("fine"),
        () if says("Cheap") => Some("cheap"),
        () => None,
    }
}

impl Writer<'_> {
    fn write(&mut self) {
        let one = self.one;
        for (name, level) in &one.skills {
            let Some(skill) = skill_named(name) else { continue };
            let level = self.draft.within(name, *level, 1, 40);
            let known = self.skills.entry(skill.name()).or_insert((skill, level));
            known.1 = known.1.max(level);
        }
        let ([st, ..], quarters) = self.draft.figure(one, &FIGURE);
        let reflexes = traits::reflexes(one);
        if reflexes != 0 {
            self.draft.line("defense_bonus", reflexes);
        }
        for (name, holds) in [("male", one.male), ("left_handed", one.left_handed)] {
            if holds {
                self.draft.line(name, true);
            }
        }
        let arms = Arms::choose(one, &ROOM, &mut self.draft.report);
        self.defenses(&arms, quarters);
        let sight = traits::dark_sight(one, &mut self.draft.report);
        if sight > 0 {
            self.draft.line("dark_sight", sight);
        }
        self.body.write(one, &arms, &mut self.draft);
        let mut tables = self.body.armor(one, &arms, &mut self.draft, &mut self.listed);
        // The first that the body has hands for is in hand at the start.
        let mut is_armed = false;
        for arm in &arms.held {
            tables += &self.weapon(arm, !is_armed);
            is_armed |= i32::from(arm.hands) <= self.body.hands;
        }
        if let Some(shield) = &arms.shield {
            tables += &self.shield(shield, arms.held.first());
        }
        for arm in &arms.natural {
            tables += &self.natural(arm);
        }
        self.load(st);
        self.traits(&arms);
        self.learned();
        let unliving: &[&str] = if is_unliving(one) { &[UNLIVING] } else { &[] };
        if !one.spells.is_empty() && arms.held.is_empty() {
            let shield = if arms.shield.is_some() { " but its shield" } else { "" };
            let told =
                format!("its spells are not imported, and it has no weapon{shield}: add spells or a weapon of yours");
            self.draft.report.note(told);
        }
        self.draft.out += &traits::notes(one, &self.known(), unliving);
        self.draft.out += &tables;
    }

    /// The Dodge without the shield, where it does not follow from Basic Speed.
    fn defenses(&mut self, arms: &Arms<'_>, quarters: i16) {
        let one = self.one;
        let db = arms.shield.as_ref().map_or(0, |shield| shield.weapon.db);
        let parry = one.bonuses[1] - traits::reflexes(one) - db;
        let parry = self.draft.within("the bonus to Parry", parry, -10, 10);
        if parry != 0 {
            self.draft.line("parry_bonus", parry);
        }
        let dodge = i32::from(quarters / 4) + 3 + one.bonuses[0] - db;
        let dodge = self.draft.within("Dodge", dodge, 1, 60);
        if dodge != i32::from(derived::dodge(quarters, traits::reflexes(one) as i16)) {
            self.draft.line("dodge", dodge);
        }
    }

    fn load(&mut self, st: i32) {
        let one = self.one;
        let level = one.encumbrance();
        if level > 4 {
            self.draft.report.changed("it carries more than ten times Basic Lift: the sheet has the level 4");
        }
        let level = level.min(4) as i16;
        let rest = (one.load - self.listed).max(0.0);
        if rest >= 0.01 {
            self.draft.line("load", number(rest.min(100_000.0)));
        }
        let tenths = ((rest + self.listed) * 10.0).ceil() as i32;
        if derived::encumbrance(derived::basic_lift(st as i16), tenths) != level {
            self.draft.line("encumbrance", level);
        }
    }

    fn traits(&mut self, arms: &Arms<'_>) {
        let one = self.one;
        let mut known: Vec<String> = Vec::new();
        for word in traits::known(one, &TRAITS[..6]) {
            if !known.iter().any(|other| other == word) {
                known.push(word.to_owned());
            }
        }
        if is_unliving(one) {
            known.push("Unliving".to_owned());
            self.draft.report.left_out(UNLIVING);
        }
        if let Some(magery) = one.traits.iter().find(|one| one.name.starts_with("Magery")) {
            let level = self.draft.within("Magery", magery.levels, 0, 6);
            known.push(format!("Magery {level}"));
        }
        for master in one.traits.iter().filter(|one| one.name.starts_with("Weapon Master")) {
            let of = master.name.split_once('(').map(|(_, of)| of.trim_end().trim_end_matches(')').trim());
            let known_as =
                |of: &str| Skill::named(of).is_some() || arms.held.iter().any(|arm| plain(&arm.name) == plain(of));
            match of {
                None => known.push("Weapon Master".to_owned()),
                Some(of) if known_as(of) => known.push(format!("Weapon Master ({of})")),
                Some(_) => self.draft.report.left_out(format!("{}: no weapon of the sheet is meant", master.name)),
            }
        }
        known.sort();
        known.dedup_by_key(|one| one.split(" (").next().unwrap_or_default().to_owned());
        if !known.is_empty() {
            let known: Vec<String> = known.iter().map(|name| quoted(name)).collect();
            self.draft.line("traits", list(&known));
        }
        traits::tell(one, &self.known(), "dfrpg", &mut self.draft.report);
    }

    /// Traits that the sheet has: those of the list, and those that its limbs say.
    fn known(&self) -> Vec<(&'static str, &'static str)> {
        let Body { legs, hands, .. } = self.body;
        let limbs = [
            ("Extra Arm", hands > 2),
            ("Extra Legs", legs > 2),
            ("No Legs", legs == 0),
            ("No Manipulators", hands == 0),
        ];
        traits::with_limbs(&TRAITS, &limbs)
    }

    fn learned(&mut self) {
        let mut skills: Vec<String> =
            self.skills.iter().map(|(name, (_, level))| format!("{} = {level}", key(name))).collect();
        let mut rest = Vec::new();
        for (name, level) in &self.one.skills {
            if skill_named(name).is_some() {
                continue;
            }
            let drawn = name.strip_prefix("Fast-Draw (").and_then(|rest| rest.strip_suffix(')'));
            // What is drawn is a weapon or a shield; a reload has no rule for it.
            let kinds = ["Sword", "Axe", "Shield"];
            match drawn {
                Some(what) if kinds.contains(&what) || Skill::named(what).is_some() => {
                    let entry = format!("{} = {}", key(name), level.clamp(&1, &40));
                    if !skills.contains(&entry) && !skills.iter().any(|one| one.starts_with(&key(name))) {
                        skills.push(entry);
                    }
                }
                _ => rest.push(name.as_str()),
            }
        }
        if !skills.is_empty() {
            self.draft.line("skills", inline(&skills));
        }
        if !rest.is_empty() {
            self.draft.report.left_out(format!("skills that no rule of this game reads: {}", rest.join(", ")));
        }
    }

    /// The score of a skill, as the sheet will have it.
    fn score(&self, skill: Skill) -> i32 {
        let [_, dx, iq, ht] = self.one.scores.map(|score| score.clamp(1, 100) as i16);
        let learned = self.skills.get(skill.name()).map(|(_, level)| *level);
        learned.unwrap_or_else(|| derived::default_score(skill, dx, iq, ht).into())
    }

    /// The skill of a use: the best of those that the ruleset knows, or one that stands for it.
    fn skill(&mut self, told: &str, usage: &Usage) -> Skill {
        let (best, level) = best_skill(self.one, usage);
        if let Some(skill) = skill_named(&best) {
            return skill;
        }
        // Of defaults that are as good the nearest.
        let known = usage.skills.iter().filter_map(|(name, adds)| Some((skill_named(name)?, *adds)));
        let ranked = known
            .max_by_key(|&(skill, adds)| (self.skills.contains_key(skill.name()), self.score(skill) + adds, adds))
            .map(|(skill, _)| skill);
        let stands_for = match (usage.melee, usage.thrown) {
            (true, _) if usage.two_hands => Skill::TwoHandedSword,
            (true, _) => Skill::Broadsword,
            (false, true) => Skill::Throwing,
            (false, false) if usage.is_gun() => Skill::Guns,
            (false, false) => Skill::Crossbow,
        };
        let skill = ranked.unwrap_or(stands_for);
        if !["ST", "DX", "IQ", "HT", "WILL", "PER"].contains(&best.as_str()) {
            let told = format!(
                "{told}: used with {best} {level}, which this game does not have; {} stands for it",
                skill.name()
            );
            self.draft.report.changed(told);
        }
        skill
    }

    fn weapon(&mut self, arm: &Arm<'_>, first: bool) -> String {
        let parries = arm.modes.iter().filter_map(|mode| mode.usage.parry.map(|parry| (parry, mode)));
        let best = parries.max_by_key(|(parry, _)| *parry);
        let melee = || arm.modes.iter().find(|mode| mode.usage.melee);
        let usual = best.as_ref().map(|(_, mode)| *mode).or_else(melee).unwrap_or(&arm.modes[0]);
        let skill = self.skill(&arm.name, usual.usage);
        let min_st = usual.usage.min_st.clamp(0, 100);
        let weight = arm.weapon.weight.min(1000.0);
        let mut out = format!("\n[[weapon]]\nname = {}\nskill = {}\n", quoted(&arm.name), quoted(skill.name()));
        out += &format!("weight = {}\n", number(weight));
        self.listed += weight * arm.copies as f64;
        if arm.copies > 1 {
            out += &format!("count = {}\n", arm.copies);
        }
        if arm.hands == 2 {
            out += "hands = 2\n";
        }
        if first && i32::from(arm.hands) > self.body.hands {
            out += "hand = \"sheathed\"\n";
            self.draft.report.changed(format!("{}: the body ({}) has no hand for it", arm.name, self.one.plan));
        }
        let short = self.short(min_st);
        match best {
            Some((parry, mode)) => {
                if arm.modes.iter().filter_map(|mode| mode.usage.parry).any(|one| one != parry) {
                    let told = format!("{}: it parries at {parry} ({}) in all its uses", arm.name, mode.name);
                    self.draft.report.changed(told);
                }
                let adds = parry - self.one.bonuses[1] - 3 - (self.score(skill) - short).div_euclid(2);
                let adds = self.draft.within(&format!("the Parry modifier of {}", arm.name), adds, -10, 10);
                if adds != 0 {
                    out += &format!("parry = {adds}\n");
                }
            }
            None if melee().is_some() => out += "no_parry = true\n",
            None => {}
        }
        let any = |of: fn(&Usage) -> bool| arm.modes.iter().any(|mode| of(mode.usage));
        for (name, holds) in [
            // The mark of another use is not that of the Parry above.
            ("fencing", best.map_or_else(|| any(|one| one.fencing), |(_, mode)| mode.usage.fencing)),
            ("unbalanced", any(|one| one.unbalanced)),
            ("unwieldy", any(|one| one.unready)),
        ] {
            if holds {
                out += &format!("{name} = true\n");
            }
        }
        if min_st > 1 {
            out += &format!("min_st = {min_st}\n");
        }
        // The published numbers of what bends: the file has them in words, if at all.
        if matches!(skill, Skill::Flail | Skill::TwoHandedFlail | Skill::Kusari) {
            out += "parryable = -4\nblockable = -2\n";
            self.draft.report.took(format!("{}: -4 to parry it, -2 to block it", arm.name));
        }
        for (key, word) in [("quality", quality(&arm.weapon.modifiers)), ("material", material(skill, &arm.name))] {
            if let Some(word) = word {
                out += &format!("{key} = \"{word}\"\n");
            }
        }
        if let Some(mode) = arm.modes.iter().find(|mode| !mode.usage.melee && !mode.usage.thrown) {
            let shots = self.draft.within(&format!("shots of {}", arm.name), mode.usage.shots.max(1), 1, 100);
            let reload = if mode.usage.shots == 0 { 0 } else { mode.usage.reload_of_all() };
            let reload = self.draft.within(&format!("reload of {}", arm.name), reload, 0, 60);
            for (name, value) in [("shots", shots), ("reload", reload)] {
                if value != 1 {
                    out += &format!("{name} = {value}\n");
                }
            }
        }
        out += &arm.comment(&arm.told_modifiers(&["Fine", "Very Fine", "Cheap"], &mut self.draft.report));
        let modes: Vec<String> = arm.modes.iter().map(|mode| self.mode(arm, mode, skill, min_st)).collect();
        out += &format!("modes = {}\n", list(&modes));
        let uses: Vec<String> = arm.modes.iter().map(traits::told_mode).collect();
        self.draft.report.took(format!("{}: {}", arm.name, uses.join("; ")));
        out
    }

    /// Points of ST that lack for a weapon.
    fn short(&self, min_st: i32) -> i32 {
        derived::st_short(self.one.scores[0].clamp(1, 100) as i16, min_st as i16).into()
    }

    fn mode(&mut self, arm: &Arm<'_>, mode: &ArmMode<'_>, usual: Skill, min_st: i32) -> String {
        let usage = mode.usage;
        let told = format!("{} ({})", arm.name, mode.name);
        let kind = match (usage.melee, usage.thrown) {
            (true, _) if usage.by_st == "sw" => "swing",
            (true, _) => "thrust",
            (false, true) => "thrown",
            (false, false) => "missile",
        };
        let mut parts = vec![format!("kind = \"{kind}\"")];
        if plain(&mode.name) != kind {
            parts.push(format!("name = {}", quoted(&mode.name)));
        }
        let skill = self.skill(&told, usage);
        if skill != if kind == "thrown" { usual.thrown() } else { usual } {
            parts.push(format!("skill = {}", quoted(skill.name())));
        }
        let own_st = usage.min_st.clamp(0, 100).max(1);
        if own_st != min_st.max(1) {
            parts.push(format!("min_st = {own_st}"));
        }
        let own = self.score(skill) - self.short(own_st);
        let bonus = self.draft.within(&format!("the bonus of {told}"), usage.level - own, -30, 30);
        if bonus != 0 {
            parts.push(format!("bonus = {bonus}"));
        }
        parts.push(format!("damage = {}", quoted(&mode.damage(&self.one.thrust, &self.one.swing))));
        match usage.range {
            Some((half, most)) if !usage.melee => {
                let most = self.draft.within(&format!("the range of {told}"), most, 1, 10_000);
                let range = if half > 0 && half <= most { format!("{half}/{most}") } else { most.to_string() };
                parts.push(format!("range = \"{range}\""));
                let acc = self.draft.within(&format!("Acc of {told}"), usage.acc, 0, 10);
                let bulk = self.draft.within(&format!("Bulk of {told}"), usage.bulk, -12, 0);
                for (key, value) in [("acc", acc), ("bulk", bulk)] {
                    if value != 0 {
                        parts.push(format!("{key} = {value}"));
                    }
                }
            }
            _ => {
                let ready = if mode.reach.ready { "*" } else { "" };
                parts.push(format!("reach = \"{}{ready}\"", mode.reach()));
            }
        }
        inline(&parts)
    }

    fn shield(&mut self, shield: &Arm<'_>, first: Option<&Arm<'_>>) -> String {
        let usage = shield.weapon.usages.iter().find(|usage| usage.block.is_some());
        let Some((usage, block)) = usage.and_then(|usage| Some((usage, usage.block?))) else { return String::new() };
        let mut out = format!("\n[[shield]]\nname = {}\n", quoted(&shield.name));
        let is_cloak = usage.skills.iter().any(|(name, _)| name.starts_with("Cloak"));
        if is_cloak {
            out += "skill = \"Cloak\"\n";
        }
        let (db, in_words) = shield.weapon.defense_bonus();
        let db = self.draft.within(&format!("the defense bonus of {}", shield.name), db, 0, 3);
        out += &format!("db = {db}\n");
        let weight = shield.weapon.weight.min(1000.0);
        out += &format!("weight = {}\n", number(weight));
        self.listed += weight;
        let two = first.is_some_and(|first| first.hands == 2);
        if two || self.body.hands < 2 {
            out += "arm = \"sheathed\"\n";
            self.draft.report.changed(format!("{}: not on an arm at the start, for no hand is free", shield.name));
        }
        let score = block - shield.weapon.db - traits::reflexes(self.one);
        let usual = self.score(if is_cloak { Skill::Cloak } else { Skill::Shield });
        if score != usual.div_euclid(2) + 3 {
            let score = self.draft.within(&format!("Block of {}", shield.name), score, 1, 23);
            out += &format!("block_score = {score}\n");
        }
        let skill = if is_cloak { Skill::Cloak } else { Skill::Shield };
        let modes: Vec<String> = shield.modes.iter().map(|mode| self.mode(shield, mode, skill, 0)).collect();
        if !modes.is_empty() {
            out += &format!("modes = {}\n", list(&modes));
        }
        self.draft.report.took(format!("{}: DB {db}, Block {}", shield.name, block - shield.weapon.db));
        if let Some(told) = in_words {
            self.draft.report.changed(told);
        }
        out
    }

    fn natural(&mut self, arm: &Arm<'_>) -> String {
        let mode = &arm.modes[0];
        let usage = mode.usage;
        let limb = if usage.melee { self.body.limb(arm) } else { "body" };
        let (best, _) = best_skill(self.one, usage);
        let skill = skill_named(&best).unwrap_or(Skill::Brawling);
        let mut out = format!("\n[[natural]]\nname = {}\nlimb = \"{limb}\"\n", quoted(&arm.name));
        if skill != Skill::Brawling {
            out += &format!("skill = {}\n", quoted(skill.name()));
        }
        let unarmed = matches!(skill, Skill::Boxing | Skill::Brawling | Skill::Karate);
        let own = self.score(skill);
        let own = if unarmed { own.max(self.one.scores[1].clamp(1, 100)) } else { own };
        // DF-226: what is done with a foot takes 2 off by itself.
        let by_limb = if limb == "foot" { -2 } else { 0 };
        let bonus = self.draft.within(&format!("the bonus of {}", arm.name), usage.level - own - by_limb, -30, 30);
        if bonus != 0 {
            out += &format!("bonus = {bonus}\n");
        }
        out += &format!("damage = {}\n", quoted(&mode.damage(&self.one.thrust, &self.one.swing)));
        if is_of_area(arm) {
            out += "area = true\n";
            self.draft
                .report
                .took(format!("{}: an area attack, so that its fire spares the vitals (DF-R45)", arm.name));
        }
        match usage.range {
            Some((half, most)) if !usage.melee => {
                let most = self.draft.within(&format!("the range of {}", arm.name), most, 1, 10_000);
                let range = if half > 0 && half <= most { format!("{half}/{most}") } else { most.to_string() };
                out += &format!("range = \"{range}\"\n");
                let acc = self.draft.within(&format!("Acc of {}", arm.name), usage.acc, 0, 10);
                if acc != 0 {
                    out += &format!("acc = {acc}\n");
                }
            }
            _ => out += &format!("reach = \"{}\"\n", mode.reach()),
        }
        self.draft.report.took(format!("{}: {}", arm.name, traits::told_mode(mode)));
        out + &arm.comment(&[])
    }
}
