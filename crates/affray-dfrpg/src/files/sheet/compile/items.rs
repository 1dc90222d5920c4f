//! Weapons, shields and gear of a sheet, and the attacks of its body.

use super::{Compiler, Rank, draws, hundredths};
use crate::derived;
use crate::files::sheet::text;
use crate::files::sheet::{
    Focus, GearFile, Limb, ModeFile, NaturalFile, SheetFile, ShieldFile, ShieldSkill, Use, WeaponFile, Where,
};
use crate::sheet::{
    Damage, DamageType, Item, ItemId, ItemKind, MOST_ITEMS, MOST_MODES, Material, Mode, ModeKind, Quality, Sheet,
    Skill, Start,
};
use affray_3d6::text::{Basis, DamageText};
use affray_files::{Path, plain};
use std::collections::BTreeSet;

/// What items have in common.
struct Common<'a> {
    name: &'a str,
    kind: ItemKind,
    skill: Skill,
    weight: f64,
    count: u8,
    hands: u8,
    material: Material,
    hp: Option<i16>,
    dr: Option<i16>,
    focus: Option<Focus>,
}

impl Compiler {
    /// Everything with a weight; items and their modes.
    pub(super) fn belongings(&mut self, file: &SheetFile, sheet: &mut Sheet) {
        let at = |key: &str, index: usize| Path::root().key(key).index(index);
        self.load += hundredths(file.load);
        for piece in file.armor.iter().take(40) {
            self.load += hundredths(piece.weight);
        }
        // Longer lists are complained of below; there is no need to look at all of them.
        let first = file.weapon.iter().position(|weapon| weapon.hand != Some(Where::Sheathed));
        for (index, weapon) in file.weapon.iter().enumerate().take(MOST_ITEMS + 1) {
            self.weapon(&at("weapon", index), weapon, first == Some(index), sheet);
        }
        for (index, shield) in file.shield.iter().enumerate().take(MOST_ITEMS + 1) {
            self.shield(&at("shield", index), shield, sheet);
        }
        for (index, gear) in file.gear.iter().enumerate().take(MOST_ITEMS + 1) {
            self.gear(&at("gear", index), gear, sheet);
        }
        if sheet.items.len() > MOST_ITEMS {
            let lists = [("weapon", file.weapon.len()), ("shield", file.shield.len()), ("gear", file.gear.len())];
            let key = lists.iter().find(|list| list.1 != 0);
            let hint = format!("list at most {MOST_ITEMS} weapons, shields and gear, each of a `count` counted");
            self.complain(Path::root().key(key.map_or("weapon", |list| list.0)), "these are too many things", hint);
        }
    }

    pub(super) fn weapon(&mut self, path: &Path, weapon: &WeaponFile, first: bool, sheet: &mut Sheet) {
        let skill = self.skill(path.key("skill"), &weapon.skill);
        let is_melee = |mode: &ModeFile| matches!(mode.kind, Use::Swing | Use::Thrust);
        let has_melee = weapon.modes.iter().any(is_melee);
        let shoots = weapon.modes.iter().any(|mode| mode.kind == Use::Missile);
        let mut item = self.item(Common {
            name: &weapon.name,
            kind: if has_melee { ItemKind::Melee } else { ItemKind::Ranged },
            skill,
            weight: weapon.weight,
            count: weapon.count,
            hands: weapon.hands,
            material: weapon.material,
            hp: weapon.hp,
            dr: weapon.dr,
            focus: weapon.focus,
        });
        if weapon.modes.is_empty() {
            self.complain(
                path.key("modes"),
                "a weapon without an attack",
                "add a mode such as `{ kind = \"swing\", damage = \"sw cut\", reach = \"1\" }`, \
                 or list it as gear",
            );
        }
        let short = derived::st_short(sheet.st, weapon.min_st.unwrap_or(1));
        item.score = sheet.skill(skill) - short;
        item.quality = weapon.quality;
        item.fencing = weapon.fencing;
        item.unbalanced = weapon.unbalanced;
        // DF-R13.
        item.unwieldy = weapon.unwieldy && derived::is_unwieldy(sheet.st, weapon.min_st);
        let given = weapon.parry_score;
        item.parry = if weapon.no_parry || !has_melee {
            if given.is_some() {
                self.complain(path.key("parry_score"), "this weapon cannot parry", "leave `parry_score` out");
            }
            None
        } else {
            Some(given.map_or(weapon.parry, |given| given - derived::defense_score(item.score)))
        };
        item.parryable = weapon.parryable;
        item.blockable = weapon.blockable;
        if shoots {
            item.shots = weapon.shots.unwrap_or(1);
            item.reload = weapon.reload.unwrap_or(1);
        } else if weapon.shots.or(weapon.reload).is_some() {
            let key = if weapon.shots.is_some() { "shots" } else { "reload" };
            self.complain(path.key(key), "this weapon does not shoot", "only a mode of the kind `missile` is loaded");
        }
        item.crossbow = weapon.crossbow;
        item.mastered = self.mastery.of(&item.name, skill);
        let carried = weapon.hand.unwrap_or_else(|| match (first, item.hands) {
            (false, _) => Where::Sheathed,
            (true, 1) => main_hand(sheet),
            (true, _) => Where::Both,
        });
        item.start = self.start(&path.key("hand"), carried, item.hands, sheet);
        self.add_all(path, item, weapon.count, &weapon.modes, weapon.min_st, sheet);
    }

    pub(super) fn shield(&mut self, path: &Path, shield: &ShieldFile, sheet: &mut Sheet) {
        let (kind, skill, material) = match shield.skill {
            ShieldSkill::Shield => (ItemKind::Shield, Skill::Shield, Material::Wood),
            ShieldSkill::Cloak => (ItemKind::Cloak, Skill::Cloak, Material::Rope),
        };
        let mut item = self.item(Common {
            name: &shield.name,
            kind,
            skill,
            weight: shield.weight,
            count: 1,
            hands: 1,
            material: shield.material.unwrap_or(material),
            hp: shield.hp,
            dr: shield.dr,
            focus: None,
        });
        item.db = shield.db;
        // DF-263 halves the score and adds 3: this is the score that comes to the Block given.
        item.score = shield.block_score.map_or(sheet.skill(skill), |block| 2 * (block - 3));
        let arm = shield.arm.unwrap_or_else(|| off_hand(sheet));
        item.start = match self.start(&path.key("arm"), arm, 1, sheet) {
            Start::Hand(hand) => Start::Arm(hand),
            other => other,
        };
        self.add_all(path, item, 1, &shield.modes, None, sheet);
    }

    pub(super) fn gear(&mut self, path: &Path, gear: &GearFile, sheet: &mut Sheet) {
        let mut item = self.item(Common {
            name: &gear.name,
            kind: ItemKind::Gear,
            skill: Skill::Throwing,
            weight: gear.weight,
            count: gear.count,
            hands: gear.hands,
            material: gear.material,
            hp: gear.hp,
            dr: gear.dr,
            focus: gear.focus,
        });
        item.score = sheet.skill(Skill::Throwing);
        let carried = gear.hand.unwrap_or(Where::Sheathed);
        item.start = self.start(&path.key("hand"), carried, item.hands, sheet);
        self.add_all(path, item, gear.count, &[], None, sheet);
    }

    /// An item that is held nowhere and is good for nothing yet.
    fn item(&mut self, common: Common<'_>) -> Item {
        let weight = hundredths(common.weight);
        self.load += weight * i32::from(common.count);
        let mut drawing = self.fast_draw.iter().filter(|(what, _)| {
            let skill = (common.kind != ItemKind::Gear).then_some(common.skill);
            draws(what, common.name, skill)
        });
        let fast_draw = drawing.by_ref().map(|(_, score)| *score).max();
        Item {
            name: common.name.to_owned(),
            kind: common.kind,
            hands: common.hands,
            weight: (weight + 5) / 10,
            quality: Quality::Normal,
            fencing: false,
            unbalanced: false,
            unwieldy: false,
            parry: None,
            score: 0,
            skill: common.skill,
            db: 0,
            reach_needs_ready: false,
            parryable: 0,
            blockable: 0,
            shots: 0,
            reload: 0,
            crossbow: false,
            spell_focus: match common.focus {
                None => 0,
                Some(Focus::Baton) => 1,
                Some(Focus::Staff) => 2,
            },
            // DF-R22.
            hp: common.hp.unwrap_or(derived::object_hp(weight)),
            dr: common.dr.unwrap_or(derived::object_dr(common.material)),
            fast_draw,
            mastered: false,
            start: Start::Sheathed,
        }
    }

    /// Where an item is at the start, and that nothing else is in that hand.
    fn start(&mut self, path: &Path, carried: Where, hands: u8, sheet: &Sheet) -> Start {
        let body = &sheet.body;
        let start = match carried {
            Where::Right => Start::Hand(u8::from(body.left_handed)),
            Where::Left => Start::Hand(u8::from(!body.left_handed)),
            Where::Third => Start::Hand(2),
            Where::Fourth => Start::Hand(3),
            Where::Both => Start::Both,
            Where::Sheathed => return Start::Sheathed,
        };
        if (hands == 2) != (start == Start::Both) {
            let hint = if hands == 2 { "write `both` or `sheathed`" } else { "write `right`, `left` or `sheathed`" };
            self.complain(path.clone(), format!("this takes {hands} hand(s)"), hint);
        } else if body.hands < 8 - start.hands().leading_zeros() as u8 {
            self.complain(
                path.clone(),
                format!("this body has {} hand(s)", body.hands),
                "set `hands` at the top of the sheet, write `sheathed`, or use `[[natural]]`",
            );
        } else if self.taken & start.hands() != 0 {
            self.complain(path.clone(), "something else is in that hand already", "write another hand or `sheathed`");
        }
        self.taken |= start.hands();
        start
    }

    /// Puts an item on the sheet as often as it is there, with its modes.
    fn add_all(
        &mut self,
        path: &Path,
        item: Item,
        count: u8,
        modes: &[ModeFile],
        min_st: Option<i16>,
        sheet: &mut Sheet,
    ) {
        self.few(path.key("modes"), modes, MOST_MODES, "modes");
        for number in 1..=count {
            let mut copy = item.clone();
            if number > 1 {
                copy.name = format!("{} {number}", item.name);
                copy.start = Start::Sheathed;
            }
            self.unique_name(path, &copy.name);
            let place = ItemId::own(sheet.items.len() as u8);
            let rank = if copy.start == Start::Sheathed { Rank::Sheathed } else { Rank::Held };
            let mut names = BTreeSet::new();
            for (index, file) in modes.iter().enumerate().take(MOST_MODES) {
                let path = path.key("modes").index(index);
                let (mode, ready) = self.mode(&path, file, &copy, place, min_st, sheet);
                copy.reach_needs_ready |= ready;
                if !names.insert(plain(&mode.name)) {
                    self.complain(
                        path,
                        format!("there are two modes called `{}`", mode.name),
                        "give one of them another `name`",
                    );
                }
                self.modes.push((rank, mode));
            }
            sheet.items.push(copy);
            if 2 * MOST_ITEMS < sheet.items.len() {
                return;
            }
        }
    }

    /// A mode of an item, and whether changing its reach takes a Ready maneuver.
    fn mode(
        &mut self,
        path: &Path,
        file: &ModeFile,
        item: &Item,
        place: ItemId,
        min_st: Option<i16>,
        sheet: &Sheet,
    ) -> (Mode, bool) {
        let (kind, usual_name) = match file.kind {
            Use::Swing => (ModeKind::Swing, "swing"),
            Use::Thrust => (ModeKind::Thrust, "thrust"),
            Use::Missile => (ModeKind::Missile, "missile"),
            Use::Thrown => (ModeKind::Thrown, "thrown"),
        };
        let name = file.name.as_deref().unwrap_or(usual_name);
        self.fit_name(path, name);
        let skill = match &file.skill {
            Some(skill) => self.skill(path.key("skill"), skill),
            None if kind == ModeKind::Thrown => item.skill.thrown(),
            None => item.skill,
        };
        let min_st = file.min_st.or(min_st).unwrap_or(1);
        let (damage, text) = self.damage(path.key("damage"), &file.damage, sheet);
        let mut mode = Mode {
            name: name.to_owned(),
            item: Some(place),
            kind,
            skill,
            score: sheet.skill(skill) + file.bonus,
            bonus: file.bonus,
            min_st,
            st_short: derived::st_short(sheet.st, min_st),
            damage,
            strength: text.by_strength(sheet.thrust, sheet.swing),
            swings: text.basis == Basis::Swing,
            is_unarmed: false,
            damage_type: text.kind,
            area: false,
            reach: 0,
            divisor: text.divisor,
            acc: 0,
            half_range: 0,
            max_range: 0,
            bulk: 0,
        };
        let mut ready = false;
        if kind.is_ranged() {
            if file.reach.is_some() {
                self.complain(
                    path.key("reach"),
                    "a ranged mode has a range and no reach",
                    "write `range`, or make it a mode of the kind `swing` or `thrust`",
                );
            }
            mode.acc = file.acc.unwrap_or(0);
            mode.bulk = file.bulk.unwrap_or(0);
            match &file.range {
                Some(range) => {
                    let read = text::range(range, sheet.st);
                    if let Some((half, most)) = self.text(path.key("range"), range, read) {
                        (mode.half_range, mode.max_range) = (half, most);
                    }
                }
                None => self.complain(
                    path.clone(),
                    "a ranged mode needs its range",
                    "add `range = \"70/100\"`: half-damage and greatest range in yards",
                ),
            }
        } else {
            let stray = [("acc", file.acc.is_some()), ("range", file.range.is_some()), ("bulk", file.bulk.is_some())];
            if let Some((key, _)) = stray.into_iter().find(|(_, is_there)| *is_there) {
                self.complain(
                    path.key(key),
                    format!("a melee mode has no `{key}`"),
                    "leave it out, or make it a mode of the kind `missile` or `thrown`",
                );
            }
            match &file.reach {
                Some(reach) => {
                    let read = text::reach(reach);
                    if let Some((bits, needs_ready)) = self.text(path.key("reach"), reach, read) {
                        mode.reach = bits;
                        ready = needs_ready;
                    }
                }
                None => self.complain(path.clone(), "a melee mode needs its reach", "add `reach = \"1\"`"),
            }
        }
        (mode, ready)
    }

    /// `DF-031` Damage with ST worked in, its type and its divisor.
    fn damage(&mut self, path: Path, text: &str, sheet: &Sheet) -> (Damage, DamageText) {
        let read = self.text(path, text, text::damage(text));
        let text =
            read.unwrap_or(DamageText { basis: Basis::Thrust, add: 0, divisor: (1, 1), kind: DamageType::Crushing });
        (text.of(sheet.thrust, sheet.swing), text)
    }

    pub(super) fn natural(&mut self, file: &SheetFile, sheet: &Sheet) {
        self.few(Path::root().key("natural"), &file.natural, 8, "attacks");
        for (index, natural) in file.natural.iter().enumerate().take(8) {
            let path = Path::root().key("natural").index(index);
            self.unique_name(&path, &natural.name);
            let mode = self.natural_mode(&path, natural, sheet);
            self.modes.push((Rank::Natural, mode));
        }
    }

    /// `DF-R126` An attack with the body, in melee or at range.
    fn natural_mode(&mut self, path: &Path, natural: &NaturalFile, sheet: &Sheet) -> Mode {
        let body = &sheet.body;
        let (kind, lacks) = match natural.limb {
            Limb::Hand => (ModeKind::Punch, body.hands == 0),
            Limb::Foot => (ModeKind::Kick, body.legs == 0),
            Limb::Tail => (ModeKind::Tail, !body.tail),
            Limb::Body => (ModeKind::Bite, false),
        };
        if lacks {
            self.complain(
                path.key("limb"),
                "this body has no such limb",
                "look at `hands`, `legs` and `tail`, or write `body`",
            );
        }
        let skill = match &natural.skill {
            Some(skill) => self.skill(path.key("skill"), skill),
            None => Skill::Brawling,
        };
        let (damage, text) = self.damage(path.key("damage"), &natural.damage, sheet);
        let ranged = natural.range.as_ref().map(|range| {
            if natural.limb != Limb::Body {
                let hint = "write `limb = \"body\"`";
                self.complain(path.key("limb"), "an attack of the body at range is made with no limb", hint);
            }
            if natural.reach.is_some() {
                let hint = "leave one of the two out, or list two attacks";
                self.complain(path.key("reach"), "an attack at range has a range and no reach", hint);
            }
            self.text(path.key("range"), range, text::range(range, sheet.st)).unwrap_or((0, 1))
        });
        if ranged.is_none() && natural.acc.is_some() {
            self.complain(path.key("acc"), "an attack in melee has no `acc`", "leave it out, or write its `range`");
        }
        let kind = if ranged.is_some() { ModeKind::Missile } else { kind };
        let (half_range, max_range) = ranged.unwrap_or((0, 0));
        let reach = natural.reach.as_deref().unwrap_or("C");
        let reach = match ranged {
            Some(_) => 0,
            None => self.text(path.key("reach"), reach, text::reach(reach)).map_or(1, |(reach, _)| reach),
        };
        let own = sheet.skill(skill);
        let is_unarmed = matches!(skill, Skill::Boxing | Skill::Brawling | Skill::Karate);
        Mode {
            name: natural.name.clone(),
            item: None,
            kind,
            skill,
            score: if is_unarmed { own.max(sheet.dx) } else { own } + natural.bonus,
            bonus: natural.bonus,
            min_st: 1,
            st_short: 0,
            damage,
            strength: text.by_strength(sheet.thrust, sheet.swing),
            swings: text.basis == Basis::Swing,
            is_unarmed: false,
            damage_type: text.kind,
            area: natural.area,
            reach,
            divisor: text.divisor,
            acc: natural.acc.unwrap_or(0),
            half_range,
            max_range,
            bulk: 0,
        }
    }

    /// `DF-036` `DF-226` The attacks that a body has of itself.
    pub(super) fn unarmed(&mut self, file: &SheetFile, sheet: &Sheet) {
        let body = &sheet.body;
        let punches = file.punch.unwrap_or(body.hands > 0);
        let kicks = file.kick.unwrap_or(body.legs == 2);
        for (key, wanted, lacks) in [("punch", punches, body.hands == 0), ("kick", kicks, body.legs == 0)] {
            if wanted && lacks {
                let message = format!("this body has nothing to {key} with");
                self.complain(Path::root().key(key), message, "look at `hands` and `legs`");
            }
        }
        // `thrust` may be given, and then these follow it as they follow ST.
        let plus = |add| derived::with_adds(sheet.thrust, add);
        // DF-226: a kick follows a punch of the sheet's own.
        let own_punch = self.modes.iter().find(|(_, mode)| mode.item.is_none() && plain(&mode.name) == "punch");
        let kick = own_punch.map_or(plus(0), |(_, punch)| derived::with_adds(punch.damage, 1));
        let hand = [Skill::Karate, Skill::Boxing, Skill::Brawling];
        let foot = [Skill::Karate, Skill::Brawling];
        let crushing = DamageType::Crushing;
        let bite = file.bite.unwrap_or(crushing);
        for (name, there, kind, skills, damage, damage_type, reach) in [
            ("punch", punches, ModeKind::Punch, &hand[..], plus(-1), crushing, 0b1),
            ("kick", kicks, ModeKind::Kick, &foot[..], kick, crushing, 0b11),
            ("bite", file.bite.is_some(), ModeKind::Bite, &hand[2..], plus(-1), bite, 0b1),
        ] {
            let is_replaced = file.natural.iter().any(|natural| plain(&natural.name) == name);
            if !there || is_replaced {
                continue;
            }
            let (skill, score) = sheet.best_of(skills);
            self.modes.push((
                Rank::Unarmed,
                Mode {
                    name: name.to_owned(),
                    item: None,
                    kind,
                    skill: skill.unwrap_or(Skill::Brawling),
                    score,
                    bonus: 0,
                    min_st: 1,
                    st_short: 0,
                    damage,
                    strength: sheet.thrust.add,
                    swings: false,
                    is_unarmed: true,
                    damage_type,
                    area: false,
                    reach,
                    divisor: (1, 1),
                    acc: 0,
                    half_range: 0,
                    max_range: 0,
                    bulk: 0,
                },
            ));
        }
    }
}

const fn main_hand(sheet: &Sheet) -> Where {
    if sheet.body.left_handed { Where::Left } else { Where::Right }
}

const fn off_hand(sheet: &Sheet) -> Where {
    if sheet.body.left_handed { Where::Right } else { Where::Left }
}
