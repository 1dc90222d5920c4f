//! Which of a character's weapons a sheet has room for, and with which of their uses.

use crate::gcs::{Character, Reach, Usage, Weapon, Wound};
use crate::json::clean;
use crate::report::Report;
use crate::text::without_effect;
use affray_files::plain;

/// What a ruleset has room for.
pub(crate) struct Room {
    /// The id of the ruleset.
    pub(crate) ruleset: &'static str,
    /// Things that are carried.
    pub(crate) items: usize,
    /// Attacks of the body.
    pub(crate) naturals: usize,
    /// Uses of a thing.
    pub(crate) modes: usize,
    /// Types of damage.
    pub(crate) kinds: &'static [&'static str],
    /// Whether shields attack.
    pub(crate) shield_modes: bool,
    /// Whether armor divisors count.
    pub(crate) divisors: bool,
}

/// A weapon that comes into the sheet.
pub(crate) struct Arm<'a> {
    pub(crate) name: String,
    pub(crate) weapon: &'a Weapon,
    pub(crate) hands: u8,
    /// How many of it the sheet lists: more than one of what is thrown.
    pub(crate) copies: usize,
    pub(crate) modes: Vec<ArmMode<'a>>,
}

/// A use of it.
pub(crate) struct ArmMode<'a> {
    pub(crate) name: String,
    pub(crate) usage: &'a Usage,
    pub(crate) wound: Wound,
    pub(crate) reach: Reach,
    /// What of it has no effect here, for a comment.
    pub(crate) notes: Vec<String>,
}

/// All weapons that come into the sheet.
#[derive(Default)]
pub(crate) struct Arms<'a> {
    pub(crate) shield: Option<Arm<'a>>,
    pub(crate) held: Vec<Arm<'a>>,
    pub(crate) natural: Vec<Arm<'a>>,
}

impl<'a> Arms<'a> {
    /// Chooses, and reports what is left out.
    pub(crate) fn choose(one: &'a Character, room: &Room, report: &mut Report) -> Self {
        let mut arms = Self::default();
        let mut names = Vec::new();
        let mut carried = Vec::new();
        let shield =
            one.weapons.iter().position(|weapon| weapon.held && weapon.usages.iter().any(|one| one.block.is_some()));
        for (at, weapon) in one.weapons.iter().enumerate() {
            if weapon.spell {
                continue;
            }
            if Some(at) == shield {
                let modes = if room.shield_modes { modes(weapon, room, report) } else { Vec::new() };
                if !room.shield_modes && weapon.usages.iter().any(|usage| Wound::read(&usage.damage).is_some()) {
                    report.left_out(format!("{}: blows with the shield; a Shield Rush is there for all", weapon.name));
                }
                let name = unique(&mut names, &weapon.name, "shield");
                arms.shield = Some(Arm { name, weapon, hands: 1, copies: 1, modes });
            } else if weapon.held {
                let modes = modes(weapon, room, report);
                if weapon.usages.iter().any(|usage| usage.block.is_some()) {
                    report.left_out(format!("{}: a second shield to block with", weapon.name));
                }
                if !modes.is_empty() {
                    arms.held.push(Arm {
                        name: unique(&mut names, &weapon.name, "weapon"),
                        weapon,
                        hands: 1,
                        copies: 1,
                        modes,
                    });
                }
            } else if weapon.carrier.is_some() {
                carried.push(weapon);
            } else {
                if !weapon.modifiers.is_empty() {
                    let modifiers = weapon.modifiers.join(", ");
                    report.left_out(format!("{}: {modifiers}; it is an attack without them", weapon.name));
                }
                for usage in &weapon.usages {
                    if let Some(better) = in_place_of(one, weapon, usage) {
                        let told = told_name(weapon, usage);
                        report.changed(format!("{told}: that of {} takes its place", better.name));
                        continue;
                    }
                    if !usage.melee && usage.name.contains(" lb") {
                        let told = told_name(weapon, usage);
                        report.left_out(format!("{told}: a thing to throw, and none of those that it carries"));
                        continue;
                    }
                    if usage.notes.starts_with("At Move ") {
                        let told = told_name(weapon, usage);
                        report.left_out(format!(
                            "{told}: no rule of this game has an attack that asks for a move before it"
                        ));
                        continue;
                    }
                    let Some(mut mode) = mode(weapon, usage, room, report) else { continue };
                    mode.notes.extend(weapon.modifiers.iter().cloned());
                    let name = match usage.name.as_str() {
                        "" => weapon.name.clone(),
                        name if names.contains(&plain(name)) => clean(&format!("{name} ({})", weapon.name)),
                        name => name.to_owned(),
                    };
                    let name = unique(&mut names, &name, "attack");
                    arms.natural.push(Arm { name, weapon, hands: 0, copies: 1, modes: vec![mode] });
                }
            }
        }
        arms.limbs(one, report);
        arms.carry(&carried, report);
        if !one.spells.is_empty() {
            report.left_out(format!("spells are not imported: {}", one.spells.join(", ")));
        }
        arms.hands(report);
        arms.order(one);
        for (list, most, what) in [
            (&mut arms.held, room.items - usize::from(arms.shield.is_some()), "things"),
            (&mut arms.natural, room.naturals, "attacks of the body"),
        ] {
            for left in list.drain(most.min(list.len())..) {
                report.left_out(format!("{}: there is room for {most} {what}", left.name));
            }
        }
        arms.copies(room, report);
        arms
    }

    /// Blows that the file gives to every body need the limb: no snake kicks, and a body without arms that has teeth, claws or
    /// hooves of its own strikes with these. Whoever has no other attack keeps them.
    fn limbs(&mut self, one: &Character, report: &mut Report) {
        let count = |id: &str| one.body.iter().filter(|part| part.id.ends_with(id)).count();
        // Who has legs in two rows strikes with the forelegs.
        let arms = one.body.is_empty() || count("arm") > 0 || count("leg") > 1;
        let legs = one.body.is_empty() || count("leg") > 0;
        let is_plain = |arm: &Arm<'_>| arm.weapon.name == "Natural Attacks";
        let is_beast = !one.body.is_empty() && count("arm") == 0 && self.natural.iter().any(|arm| !is_plain(arm));
        let lacks = |arm: &Arm<'_>| {
            let name = arm.modes[0].usage.name.as_str();
            is_plain(arm) && (name == "Punch" && (!arms || is_beast) || name == "Kick" && (!legs || is_beast))
        };
        if self.held.is_empty() && self.natural.iter().all(lacks) {
            return;
        }
        for arm in self.natural.extract_if(.., |arm| lacks(arm)) {
            let why = if is_beast { "strikes with what is its own" } else { "has no limb for it" };
            report.left_out(format!("{}: the body ({}) {why}", arm.name, one.plan));
        }
    }

    /// Of what is thrown there are several, as far as there is room, and of what is held in one hand a second one before that.
    fn copies(&mut self, room: &Room, report: &mut Report) {
        let mut spare = room.items - self.held.len() - usize::from(self.shield.is_some());
        let names: Vec<String> = self.held.iter().chain(&self.natural).map(|arm| plain(&arm.name)).collect();
        let is_thrown = |arm: &Arm<'_>| arm.modes.iter().any(|mode| mode.usage.thrown);
        let mut several: Vec<_> = self.held.iter_mut().filter(|arm| arm.weapon.count > 1).collect();
        several.sort_by_key(|arm| is_thrown(arm));
        for arm in several {
            let there = arm.weapon.count as usize;
            let is_free = !names.contains(&plain(&format!("{} 2", arm.name))) && arm.name.chars().count() < 58;
            let most = match is_thrown(arm) {
                true => there,
                false if arm.hands == 1 => 2,
                false => 1,
            };
            if is_free {
                arm.copies = most.min(there).min(1 + spare);
                spare -= arm.copies - 1;
            }
            if arm.copies < there {
                report.changed(format!("{}: {there} of them became {}", arm.name, arm.copies));
            }
        }
    }

    /// Which things take two hands: those whose best use takes two, unless one has a shield and another use takes one.
    /// What is held in two hands keeps all its uses.
    fn hands(&mut self, report: &mut Report) {
        let shield = self.shield.is_some();
        for arm in &mut self.held {
            let best = |hands: bool| {
                let of = arm.modes.iter().filter(|mode| mode.usage.two_hands == hands);
                of.map(|mode| mode.usage.level).max()
            };
            let (one, two) = (best(false), best(true));
            let Some(two) = two else { continue };
            match one {
                Some(one) if shield || two < one => {
                    for mode in arm.modes.iter().filter(|mode| mode.usage.two_hands) {
                        report.left_out(format!(
                            "{} ({}): it takes two hands, and it is held in one",
                            arm.name, mode.name
                        ));
                    }
                    arm.modes.retain(|mode| !mode.usage.two_hands);
                }
                Some(_) => {
                    report.changed(format!("{}: held in two hands in all its uses", arm.name));
                    arm.hands = 2;
                }
                None => arm.hands = 2,
            }
        }
    }

    /// What comes with an attack is told of that attack: it is none of its own.
    fn carry(&mut self, carried: &[&Weapon], report: &mut Report) {
        for weapon in carried {
            let carrier = weapon.carrier.as_deref().unwrap_or_default();
            let damage = weapon.usages.iter().map(|usage| usage.damage.as_str()).find(|damage| !damage.is_empty());
            let told =
                format!("Follow-Up: {}{}", weapon.name, damage.map_or(String::new(), |damage| format!(", {damage}")));
            report.left_out(format!("{told}: it comes with {carrier}, and is no attack of its own"));
            let of = plain(carrier);
            let names = |text: &str| !text.is_empty() && (plain(text).contains(&of) || of.contains(&plain(text)));
            let all = || self.natural.iter().flat_map(|arm| [&arm.name, &arm.weapon.name]);
            let is_known = all().any(|name| names(name));
            for arm in &mut self.natural {
                if is_known && (names(&arm.name) || names(&arm.weapon.name)) {
                    arm.modes[0].notes.push(told.clone());
                }
            }
        }
    }

    /// The usual weapon first: a bow or gun whose level is above that of all blows, a gun also at their level; else beside a
    /// shield one for one hand, then that of the highest level, of equal ones one that parries. Attacks of the body in melee
    /// come before those at range, and a person's bite behind fist and foot.
    fn order(&mut self, one: &Character) {
        let shield = self.shield.is_some();
        self.held.sort_by_key(|arm| {
            // What can be thrown as well is judged by how it strikes.
            let melee = arm.modes.iter().filter(|mode| mode.usage.melee).map(|mode| mode.usage.level).max();
            let level = melee.or_else(|| arm.modes.iter().map(|mode| mode.usage.level).max());
            let parries = arm.modes.iter().any(|mode| mode.usage.parry.is_some());
            (shield && arm.hands == 2, std::cmp::Reverse(level), !parries)
        });
        let blows = || self.held.iter().flat_map(|arm| &arm.modes).filter(|mode| mode.usage.melee);
        let best = blows().map(|mode| mode.usage.level).max().unwrap_or(0);
        // A gun is drawn where a sword is as good.
        let shot = |arm: &Arm<'_>| {
            let shots = arm.modes.iter().filter(|mode| !mode.usage.melee && !mode.usage.thrown);
            let ahead = shots.map(|mode| (mode.usage.level + i32::from(mode.usage.is_gun()), mode.usage.level));
            ahead.filter(|(rank, _)| *rank > best).max()
        };
        let shooter = (0..self.held.len()).rev().max_by_key(|&at| shot(&self.held[at]));
        if let Some(at) = shooter.filter(|&at| shot(&self.held[at]).is_some()) {
            self.held[..=at].rotate_right(1);
        }
        let is_person = one.plan.to_lowercase().contains("humanoid");
        self.natural.sort_by_key(|arm| (!arm.modes[0].usage.melee, is_person && plain(&arm.name) == "bite"));
    }
}

/// The attack that takes the place of one that every body has: of claws or teeth, used alike, and no worse.
fn in_place_of<'a>(one: &'a Character, weapon: &Weapon, usage: &Usage) -> Option<&'a Weapon> {
    if weapon.name != "Natural Attacks" || !usage.melee {
        return None;
    }
    let mean = |usage: &Usage| Wound::read(&usage.damage).map(|wound| 7 * wound.dice + 2 * wound.add);
    one.weapons.iter().find(|other| {
        let of_body = !other.held && !other.spell && other.carrier.is_none() && other.name != weapon.name;
        of_body
            && other.usages.iter().any(|better| {
                let is_same = better.melee && plain(&better.name) == plain(&usage.name);
                is_same && better.level >= usage.level && mean(better).is_some() && mean(better) >= mean(usage)
            })
    })
}

/// What is noted of a use, if it is short enough to be in its name.
fn short_note(usage: &Usage) -> Option<&str> {
    let is_short = usage.notes.chars().count() <= 24 && !usage.notes.contains([':', ';', '.', ',']);
    Some(usage.notes.as_str()).filter(|notes| is_short && !plain(notes).is_empty())
}

fn told_name(weapon: &Weapon, usage: &Usage) -> String {
    match usage.name.as_str() {
        "" => weapon.name.clone(),
        name => format!("{} ({name})", weapon.name),
    }
}

/// A name that nothing else has.
fn unique(names: &mut Vec<String>, name: &str, otherwise: &str) -> String {
    let name = if plain(name).is_empty() { otherwise } else { name };
    let mut text = name.to_owned();
    let mut number = 2;
    while names.contains(&plain(&text)) {
        let short: String = name.chars().take(55).collect();
        text = format!("{} {number}", short.trim_end());
        number += 1;
    }
    names.push(plain(&text));
    text
}

fn modes<'a>(weapon: &'a Weapon, room: &Room, report: &mut Report) -> Vec<ArmMode<'a>> {
    let mut all: Vec<ArmMode<'a>> = Vec::new();
    let mut names = Vec::new();
    for usage in &weapon.usages {
        let Some(mut mode) = mode(weapon, usage, room, report) else { continue };
        if all.len() == room.modes {
            report.left_out(format!("{}: there is room for {} uses", told_name(weapon, usage), room.modes));
            continue;
        }
        let is_twice = weapon.usages.iter().filter(|other| other.name == usage.name).count() > 1;
        let note = short_note(usage).filter(|_| is_twice).map(|note| clean(&format!("{} ({note})", mode.name)));
        mode.name = unique(&mut names, note.as_ref().unwrap_or(&mode.name), "attack");
        all.push(mode);
    }
    all
}

/// A use of a weapon, if it is one of which the ruleset knows what to do with it.
fn mode<'a>(weapon: &Weapon, usage: &'a Usage, room: &Room, report: &mut Report) -> Option<ArmMode<'a>> {
    let told = told_name(weapon, usage);
    let Some(mut wound) = Wound::read(&usage.damage) else {
        let why = match usage.damage.as_str() {
            "" => "it has no damage".to_owned(),
            damage => format!("its damage `{damage}` is no dice with a type"),
        };
        report.left_out(format!("{told}: {why}"));
        return None;
    };
    if usage.level <= 0 {
        report.left_out(format!("{told}: no level to attack with"));
        return None;
    }
    if !room.kinds.contains(&wound.kind.as_str()) {
        report.left_out(format!("{told}: {} has no damage of the type `{}`", room.ruleset, wound.kind));
        return None;
    }
    if !usage.melee && usage.range.is_none() {
        report.left_out(format!("{told}: it has no range in yards"));
        return None;
    }
    let mut notes = Vec::new();
    if !usage.notes.is_empty() && short_note(usage).is_none() {
        notes.push(usage.notes.clone());
        report.left_out(format!("{told}: what is noted of it: {}", usage.notes));
    }
    if !wound.rest.is_empty() {
        notes.push(wound.rest.clone());
        report.left_out(format!("{told}: `{}` behind its damage", wound.rest));
    }
    if wound.dice > 24 || wound.add.abs() > 30 {
        let before = wound.formula();
        (wound.dice, wound.add) = (wound.dice.min(24), wound.add.clamp(-30, 30));
        report.changed(format!("{told}: {before} became {}, the most of a sheet", wound.formula()));
    }
    if let Some(divisor) = wound.divisor.take() {
        let known = matches!(divisor.as_str(), "0.5" | "0.2" | "0.1")
            || divisor.parse::<u8>().is_ok_and(|divisor| (1..=100).contains(&divisor));
        if room.divisors && known {
            wound.divisor = Some(divisor);
        } else {
            let why = if room.divisors { "no sheet has it" } else { "this game has none" };
            report.left_out(format!("{told}: the armor divisor ({divisor}); {why}"));
            notes.push(format!("armor divisor ({divisor})"));
        }
    }
    let reach = usage.reach.clone().unwrap_or_else(|| {
        if usage.melee {
            report.changed(format!("{told}: no reach is given, so it is C"));
        }
        Reach { bits: 1, ..Reach::default() }
    });
    if reach.beyond && usage.melee {
        report.changed(format!("{told}: its reach ends at 15"));
    }
    if usage.rate > 1 && !usage.melee {
        report.left_out(format!("{told}: rate of fire {}; an attack is one shot", usage.rate));
        notes.push(format!("rate of fire {}", usage.rate));
    }
    if usage.pellets > 1 {
        report.left_out(format!("{told}: {} pellets of a shot; it is one", usage.pellets));
        notes.push(format!("{} pellets of a shot", usage.pellets));
    }
    if usage.chamber > 0 {
        let (shots, chamber) = (usage.shots, usage.chamber);
        report.changed(format!("{told}: {shots}+{chamber} shots became {shots}, as it is after a reload"));
    }
    if usage.one_by_one {
        report.changed(format!(
            "{told}: {} turns to reload each of {} shots became {} for all of them",
            usage.reload,
            usage.shots,
            usage.reload_of_all()
        ));
    }
    let name = if usage.name.is_empty() { if usage.melee { "attack" } else { "shot" } } else { usage.name.as_str() };
    Some(ArmMode { name: name.to_owned(), usage, wound, reach, notes })
}

impl Arm<'_> {
    /// What it is made like besides what has those words, which is told in a comment: `Silvered`.
    pub(crate) fn told_modifiers(&self, known: &[&str], report: &mut Report) -> Vec<String> {
        // What is in the numbers of the file.
        let numbers = ["SM", "Ornate", "Weapon Master", "Balanced"];
        let is_told = |name: &&String| !numbers.iter().chain(known).any(|word| name.starts_with(word));
        let all: Vec<String> = self.weapon.modifiers.iter().filter(is_told).cloned().collect();
        if !all.is_empty() {
            report.left_out(format!("{}: {}; no more than a comment", self.name, all.join(", ")));
        }
        all
    }

    /// A comment on what of it has no effect here; empty, if all has.
    pub(crate) fn comment(&self, more: &[String]) -> String {
        let mut all: Vec<String> = Vec::new();
        for note in more.iter().chain(self.modes.iter().flat_map(|mode| &mode.notes)) {
            if !all.contains(note) {
                all.push(note.clone());
            }
        }
        without_effect(&all)
    }
}

impl ArmMode<'_> {
    /// The damage as sheets write it: by thrust or swing, where the dice of the file are those and what is added.
    pub(crate) fn damage(&self, thrust: &str, swing: &str) -> String {
        let basic = match self.usage.by_st.as_str() {
            "thr" => Some(("thr", thrust)),
            "sw" => Some(("sw", swing)),
            _ => None,
        };
        let by_st = basic.and_then(|(name, dice)| {
            let dice = Wound::read(&format!("{dice} cr"))?;
            let add = self.wound.add - dice.add;
            (dice.dice == self.wound.dice && add.abs() <= 30).then(|| match add {
                0 => name.to_owned(),
                _ => format!("{name}{add:+}"),
            })
        });
        let divisor = self.wound.divisor.as_ref().map_or(String::new(), |divisor| format!("({divisor})"));
        format!("{}{divisor} {}", by_st.unwrap_or_else(|| self.wound.formula()), self.wound.kind)
    }

    /// The reach as sheets write it.
    pub(crate) fn reach(&self) -> String {
        let hexes: Vec<u16> = (0..16).filter(|hex| self.reach.bits & 1 << hex != 0).collect();
        let mut parts: Vec<String> = Vec::new();
        let mut at = 0;
        while at < hexes.len() {
            let mut end = at;
            while hexes[at] != 0 && end + 1 < hexes.len() && hexes[end + 1] == hexes[end] + 1 {
                end += 1;
            }
            parts.push(match (hexes[at], end - at) {
                (0, _) => "C".to_owned(),
                (hex, 0) => hex.to_string(),
                (hex, 1) => format!("{hex},{}", hexes[end]),
                (hex, _) => format!("{hex}-{}", hexes[end]),
            });
            at = end + 1;
        }
        parts.join(",")
    }
}

/// The skill with which a use is made: the one with which it is best, and its level with what that use adds. Attributes
/// are skills by their names; a skill that was learned comes before an attribute that is as good.
pub(crate) fn best_skill(one: &Character, usage: &Usage) -> (String, i32) {
    let [st, dx, iq, ht] = one.scores;
    let mut best: Option<(String, i32, i32, bool)> = None;
    for (name, modifier) in &usage.skills {
        let level = match name.as_str() {
            "ST" => Some(st),
            "DX" => Some(dx),
            "IQ" => Some(iq),
            "HT" => Some(ht),
            "WILL" => one.will,
            "PER" => one.per,
            name => one.skill(name),
        };
        let Some(level) = level else { continue };
        let is_learned = one.skill(name).is_some();
        let better = best
            .as_ref()
            .is_none_or(|(_, known, sum, learned)| (level + modifier, level, is_learned) > (*sum, *known, *learned));
        if better {
            best = Some((name.clone(), level, level + modifier, is_learned));
        }
    }
    best.map_or_else(|| ("DX".to_owned(), dx), |(name, level, ..)| (name, level))
}
