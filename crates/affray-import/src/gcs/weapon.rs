//! Weapons of a character: things in hand and parts of the body, with the ways to use them.

use super::{adds, in_situations, modifiers, named, noted, own_weight, rows};
use crate::json::{Json, Numbers, clean};
use serde_json::Value;

/// Something that attacks or blocks.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// Whether it is a thing that is carried; else it is of the body, or a spell.
    pub held: bool,
    /// Whether it is a spell.
    pub spell: bool,
    /// How many there are.
    pub count: i32,
    /// Its weight in pounds, of one.
    pub weight: f64,
    /// What it adds to Dodge, Parry and Block while it is held: the defense bonus of a shield.
    pub db: i32,
    /// What it adds to them in situations that the file puts in words, besides.
    pub db_in_situations: i32,
    /// Its modifiers that are switched on: of a thing all, of a trait those that change the attack itself.
    pub modifiers: Vec<String>,
    /// The attack with which it comes, and it is none of its own: `Fangs`, of their poison.
    pub carrier: Option<String>,
    /// The ways to use it.
    pub usages: Vec<Usage>,
}

/// Beginnings of modifiers that change an attack itself.
const OF_ATTACKS: [&str; 12] = [
    "Area Effect",
    "Aura",
    "Cone",
    "Costs",
    "Emanation",
    "Explosion",
    "Follow-Up",
    "Homing",
    "Jet",
    "Onset",
    "Resistible",
    "Takes Recharge",
];

impl Weapon {
    /// The whole defense bonus of a shield, and what is to be said of the part that the editor counts nowhere.
    pub(crate) fn defense_bonus(&self) -> (i32, Option<String>) {
        let Self { name, db_in_situations: words, .. } = self;
        let told = (*words != 0).then(|| {
            format!("{name}: {words:+} to defenses from the front and the shield's side, in words in the file, is its defense bonus")
        });
        (self.db + words, told)
    }
}

/// A way to use a weapon.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Usage {
    /// Its name, empty for none.
    pub name: String,
    /// What is noted of it.
    pub notes: String,
    /// Whether it is for melee.
    pub melee: bool,
    /// The level of whoever has it; 0 for none.
    pub level: i32,
    /// Its damage as the editor writes it.
    pub damage: String,
    /// What its dice go by: `thr`, `sw` or nothing.
    pub by_st: String,
    /// Skills with which it is used, with what each adds: `("Broadsword", 0)`, `("DX", -5)`.
    pub skills: Vec<(String, i32)>,
    /// Reach in melee.
    pub reach: Option<Reach>,
    /// Half-damage range, 0 for none, and the greatest one, in yards.
    pub range: Option<(i32, i32)>,
    /// Accuracy.
    pub acc: i32,
    /// Bulk.
    pub bulk: i32,
    /// Shots that it holds, 0 for what is thrown or never loaded.
    pub shots: i32,
    /// Shots besides, in the chamber: 1 of `9+1(3)`.
    pub chamber: i32,
    /// Turns that a reload takes.
    pub reload: i32,
    /// It is thrown itself.
    pub thrown: bool,
    /// Shots a turn; 0 for one that is not said.
    pub rate: i32,
    /// The ST that it takes; 0 for none.
    pub min_st: i32,
    /// It takes two hands.
    pub two_hands: bool,
    /// It is not ready after an attack.
    pub unready: bool,
    /// The score of a Parry.
    pub parry: Option<i32>,
    /// The turns are those of each shot.
    pub one_by_one: bool,
    /// Pellets of a shot, 0 where it has no such.
    pub pellets: i32,
    /// It is a fencing weapon.
    pub fencing: bool,
    /// It cannot attack and parry in a turn.
    pub unbalanced: bool,
    /// The score of a Block.
    pub block: Option<i32>,
}

impl Usage {
    /// Turns that a reload of all shots takes.
    pub(crate) fn reload_of_all(&self) -> i32 {
        if self.one_by_one { self.reload.saturating_mul(self.shots) } else { self.reload }
    }

    /// Whether it is a firearm, or shoots a beam.
    pub(crate) fn is_gun(&self) -> bool {
        let guns = ["Guns", "Beam Weapons", "Gunner"];
        self.skills.iter().any(|(name, _)| guns.iter().any(|gun| name.starts_with(gun)))
    }
}

/// Distances at which something strikes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reach {
    /// As bits: the lowest is the own hex.
    pub bits: u16,
    /// Changing it takes a Ready.
    pub ready: bool,
    /// It goes on beyond 15.
    pub beyond: bool,
}

impl Reach {
    /// A reach such as `C,1-2*`.
    pub fn read(text: &str) -> Option<Self> {
        let text: String = text.to_ascii_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
        let (text, ready) = text.strip_suffix('*').map_or((text.as_str(), false), |text| (text, true));
        let mut reach = Self { ready, ..Self::default() };
        for part in text.split(',') {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let hexes = |text: &str| if text == "c" { Some(0) } else { text.parse::<u32>().ok().filter(|n| *n <= 999) };
            let (from, to) = (hexes(from)?, hexes(to)?);
            reach.beyond |= to > 15;
            reach.bits |= (from..=to.min(15)).fold(0, |bits, hex| bits | 1 << hex.min(15));
            if from > 15 {
                reach.bits |= 1 << 15;
            }
        }
        (reach.bits != 0).then_some(reach)
    }
}

/// Damage, as the editor writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wound {
    /// The dice.
    pub dice: i32,
    /// What is added.
    pub add: i32,
    /// The armor divisor: `2`, `0.5`.
    pub divisor: Option<String>,
    /// The type: `cut`.
    pub kind: String,
    /// What else is said: `[1d burn]`.
    pub rest: String,
}

impl Wound {
    /// The types of damage.
    const KINDS: [&'static str; 11] = ["cr", "cut", "imp", "pi-", "pi", "pi+", "pi++", "burn", "cor", "tox", "fat"];

    /// Damage such as `2d+1 cut`, `3d(2) burn` or `6dx2 cr`; nothing for what is no plain damage.
    ///
    /// ```
    /// use affray_import::gcs::Wound;
    /// let wound = Wound::read("1d-2(0.5) pi+ and more").unwrap();
    /// assert_eq!((wound.dice, wound.add, wound.kind.as_str()), (1, -2, "pi+"));
    /// assert_eq!((wound.divisor.as_deref(), wound.rest.as_str()), (Some("0.5"), "and more"));
    /// assert_eq!(Wound::read("Special"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (formula, rest) = text.split_once(' ')?;
        let (kind, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        if !Self::KINDS.contains(&kind) {
            return None;
        }
        let (formula, divisor) = match formula.split_once('(') {
            None => (formula, None),
            Some((formula, rest)) => (formula, Some(rest.strip_suffix(')')?.to_owned())),
        };
        let (dice, rest_of) = formula.split_once('d')?;
        let dice: i32 = dice.parse().ok().filter(|n| (1..=999).contains(n))?;
        let (add, times) = rest_of.split_once('x').unwrap_or((rest_of, "1"));
        let add: i32 = if add.is_empty() { 0 } else { add.parse().ok().filter(|n: &i32| n.abs() <= 999)? };
        let times: i32 = times.parse().ok().filter(|n| (1..=99).contains(n))?;
        let (dice, add) = (dice * times, add * times);
        Some(Self { dice, add, divisor, kind: kind.to_owned(), rest: clean(rest) })
    }

    /// The dice with what is added: `2d-1`.
    pub fn formula(&self) -> String {
        match self.add {
            0 => format!("{}d", self.dice),
            add => format!("{}d{add:+}", self.dice),
        }
    }
}

/// All weapons of a character: things first, then parts of the body, then spells.
pub(super) fn all(json: &Value, numbers: &mut Numbers) -> Vec<Weapon> {
    let mut all = Vec::new();
    for (key, name) in [("equipment", "description"), ("traits", "name"), ("skills", "name"), ("spells", "name")] {
        for (row, equipped) in rows(json, key) {
            let usages: Vec<Usage> = row.list("weapons").iter().filter_map(|one| usage(one, numbers)).collect();
            let (held, modifiers) = (key == "equipment", modifiers(row));
            let carrier = modifiers.iter().filter(|_| key == "traits").find_map(|name| carrier(name));
            if usages.is_empty() && carrier.is_none() || !equipped {
                continue;
            }
            let count = if held { numbers.whole(row, "quantity").clamp(1, 999) } else { 1 };
            all.push(Weapon {
                name: named(row, name),
                held,
                spell: key == "spells",
                count,
                weight: if held { own_weight(row, numbers) / f64::from(count) } else { 0.0 },
                db: if held { adds(row, "dodge", numbers).max(adds(row, "block", numbers)) } else { 0 },
                db_in_situations: if held { in_situations(row, numbers) } else { 0 },
                modifiers: modifiers
                    .into_iter()
                    .filter(|name| held || OF_ATTACKS.iter().any(|word| name.starts_with(word)))
                    .collect(),
                carrier,
                usages,
            });
        }
    }
    all
}

/// The attack that a modifier names as that with which its trait comes: `Follow-Up (Fangs)`, `Follow-Up, Sting`. Without a
/// name it is the trait itself that carries something.
fn carrier(modifier: &str) -> Option<String> {
    let rest = modifier.strip_prefix("Follow-Up")?.trim_start();
    let name = rest.strip_prefix(',').or_else(|| rest.strip_prefix('('))?.trim().trim_end_matches(')').trim_end();
    (!name.is_empty()).then(|| name.to_owned())
}

fn usage(json: &Value, numbers: &mut Numbers) -> Option<Usage> {
    if json.get("hide").and_then(Value::as_bool) == Some(true) {
        return None;
    }
    let calc = json.table("calc");
    // What the editor has computed, else what was written.
    let text =
        |key: &str| Some(calc.text(key)).filter(|text| !text.is_empty()).unwrap_or_else(|| json.text(key)).to_owned();
    let mut one = Usage {
        name: clean(json.text("usage")),
        notes: noted(json.text("usage_notes")),
        melee: json.text("id").starts_with('w'),
        level: numbers.whole(calc, "level"),
        damage: clean(calc.text("damage")),
        by_st: clean(json.table("damage").text("st")),
        ..Usage::default()
    };
    for default in json.list("defaults") {
        let modifier = numbers.whole(default, "modifier");
        let (kind, name, of) = (default.text("type"), default.text("name"), default.text("specialization"));
        match kind {
            "skill" if of.is_empty() => one.skills.push((clean(name), modifier)),
            "skill" => one.skills.push((clean(&format!("{name} ({of})")), modifier)),
            "st" | "dx" | "iq" | "ht" | "will" | "per" => one.skills.push((kind.to_ascii_uppercase(), modifier)),
            _ => {}
        }
    }
    one.reach = Reach::read(&text("reach"));
    one.range = range(&text("range"));
    one.acc = leading(&text("accuracy")).clamp(0, 99);
    one.bulk = leading(&text("bulk")).clamp(-99, 0);
    one.rate = leading(&text("rate_of_fire")).clamp(0, 9999);
    // `1x11` is one shot of eleven pellets.
    one.pellets = text("rate_of_fire").split_once(['x', 'X', '×']).map_or(0, |(_, many)| leading(many).clamp(0, 9999));
    let shots = text("shots");
    one.thrown = shots.trim_start().starts_with(['T', 't']);
    if !one.thrown {
        one.shots = leading(&shots).clamp(0, 9999);
        let count = shots.split('(').next().unwrap_or_default();
        one.chamber = count.split_once('+').map_or(0, |(_, chamber)| leading(chamber)).clamp(0, 99);
        one.reload = shots.split_once('(').map_or(0, |(_, turns)| leading(turns)).clamp(0, 9999);
        one.one_by_one = one.shots > 1 && shots.split_once('(').is_some_and(|(_, turns)| turns.contains('i'));
    }
    let strength = text("strength");
    one.min_st = leading(&strength).clamp(0, 999);
    one.unready = strength.contains('\u{2021}');
    one.two_hands = one.unready || strength.contains('\u{2020}');
    let parry = text("parry");
    one.fencing = parry.contains('F');
    one.unbalanced = parry.contains('U');
    one.parry = score(calc.text("parry"));
    one.block = score(calc.text("block"));
    Some(one)
}

/// The whole number with which a text begins, a sign included; 0 if it begins with none.
fn leading(text: &str) -> i32 {
    let text = text.trim().replace(',', "");
    let digits = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let length = digits.bytes().take_while(u8::is_ascii_digit).count().min(6);
    let number: i32 = digits[..length].parse().unwrap_or(0);
    if text.starts_with('-') { -number } else { number }
}

/// The score of a defense such as `11U`; nothing for `No`.
fn score(text: &str) -> Option<i32> {
    let text = text.trim();
    text.starts_with(|c: char| c.is_ascii_digit() || c == '-').then(|| leading(text))
}

/// Half-damage range and greatest range of a text such as `120/1,300` or `20`.
fn range(text: &str) -> Option<(i32, i32)> {
    let yards = |text: &str| Some(leading(text)).filter(|yards| *yards > 0);
    match text.split_once('/') {
        None => Some((0, yards(text)?)),
        Some((half, most)) => Some((leading(half).max(0), yards(most)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damages() {
        let read = |text| Wound::read(text).map(|one| (one.formula(), one.divisor, one.kind, one.rest));
        let plain = |formula: &str, kind: &str| Some((formula.to_owned(), None, kind.to_owned(), String::new()));
        assert_eq!(read("2d+1 cut"), plain("2d+1", "cut"));
        assert_eq!(read("3dx5 cr"), plain("15d", "cr"));
        assert_eq!(read("1d-4 imp (may stick)").map(|one| one.3).as_deref(), Some("(may stick)"));
        assert_eq!(read("1d+1(3) imp").and_then(|one| one.1).as_deref(), Some("3"));
        for none in
            ["", "Special", "1d-1 imp/point", "R-HT-2 or KO", "2 burn", "99999d cr", "1d+2(5)", "d cr", "1d(2 cr"]
        {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn reaches() {
        let read = |text| Reach::read(text).map(|one| (one.bits, one.ready, one.beyond));
        assert_eq!(read("C,1-2*"), Some((0b111, true, false)));
        assert_eq!(read("2-3*"), Some((0b1100, true, false)));
        assert_eq!(read("26"), Some((1 << 15, false, true)));
        for none in ["", "-", "Touch", "1-", "C,"] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn small_texts() {
        assert_eq!(range("120/1,300"), Some((120, 1300)));
        assert_eq!(range("20"), Some((0, 20)));
        assert_eq!((range("x15/x20"), range(""), range("-")), (None, None, None));
        assert_eq!((score("11U"), score("No"), score("-1"), score("")), (Some(11), None, Some(-1), None));
        assert_eq!((leading("8+1(3)"), leading("-6"), leading("Jet")), (8, -6, 0));
    }
}
