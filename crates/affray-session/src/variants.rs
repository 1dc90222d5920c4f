//! Variants of an encounter: values of its file that are others than in its text.
//!
//! A line `KEY=VALUES` says which value, and what it is in each variant:
//!
//! | line | variants |
//! | --- | --- |
//! | `Arn.sheet=knight,guard` | one with each sheet for the combatant Arn |
//! | `party.Arn.sheet=knight` | the same by side and name |
//! | `count:Orc=3..6`, `Orc.count=3..6` | 3, 4, 5 and 6 of them; of 0 none takes part |
//! | `Arn.sheet.weapon.axe.damage=2d6` | a value of a sheet; entries of lists are found by their `name`, or counted from 0 |
//! | `Cult.morale=50` | a key of a side |
//! | `options.flanking=true`, `round_limit=20` | any other key of the file |
//!
//! Names with dots, commas or the like stand in double quotes, and so do texts that would be numbers otherwise; lists stand in brackets.

use affray_files::names::nearest_of;
use affray_files::value::{Map, Value};
use affray_files::{Source, tree};

/// The most variants of one encounter.
pub const MOST_VARIANTS: usize = 100;

/// What is varied, and the values that it has in the variants.
#[derive(Debug, Clone, PartialEq)]
pub struct Variation {
    /// The steps to the value, by keys and names.
    key: Vec<String>,
    /// The values, each as it was written.
    values: Vec<(String, Value)>,
    /// The key as it was written.
    written: String,
}

/// One value that is another than in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    key: Vec<String>,
    value: Value,
    /// As it was written: `Arn.sheet=knight`.
    pub written: String,
}

impl Variation {
    /// Reads a line `KEY=VALUES`.
    ///
    /// # Errors
    /// What is wrong with it, and what would be right.
    pub fn read(line: &str) -> Result<Self, String> {
        let wrong = |what: &str| format!("`{line}`: {what}; right would be `Arn.sheet=knight` or `count:Orc=3..6`");
        let parts = split(line, '=').map_err(|what| wrong(&what))?;
        let (written, values) = match parts.split_first() {
            Some((key, values)) if !values.is_empty() => (key.trim(), line[key.len() + 1..].trim()),
            _ => return Err(wrong("there is no `=`")),
        };
        let (path, counts) = match written.strip_prefix("count:") {
            Some(path) => (path, true),
            None => (written, false),
        };
        let mut key = Vec::new();
        for step in split(path, '.').map_err(|what| wrong(&what))? {
            let step = step.trim();
            let bare = step.strip_prefix('"').and_then(|step| step.strip_suffix('"')).unwrap_or(step);
            if bare.is_empty() {
                return Err(wrong("a part of the key is empty"));
            }
            key.push(bare.to_owned());
        }
        if counts {
            key.push(String::from(COUNT));
        }
        let values = read_values(values).map_err(|what| wrong(&what))?;
        Ok(Self { key, values, written: written.to_owned() })
    }

    /// Every combination of the values of several variations, in their order.
    ///
    /// # Errors
    /// If there are more than [`MOST_VARIANTS`].
    pub fn combined(all: &[Self]) -> Result<Vec<Vec<Change>>, String> {
        let number = all.iter().try_fold(1_usize, |number, one| number.checked_mul(one.values.len()));
        if number.is_none_or(|number| number > MOST_VARIANTS) {
            let each: Vec<String> = all.iter().map(|one| one.values.len().to_string()).collect();
            return Err(format!("{} variants are more than {MOST_VARIANTS}: fewer values", each.join(" times ")));
        }
        Ok(all.iter().fold(vec![Vec::new()], |variants, one| {
            let with = |variant: &Vec<Change>| {
                let variant = variant.clone();
                one.values.iter().map(move |(text, value)| {
                    let written = format!("{}={text}", one.written);
                    let change = Change { key: one.key.clone(), value: value.clone(), written };
                    variant.iter().cloned().chain([change]).collect()
                })
            };
            variants.iter().flat_map(with).collect()
        }))
    }
}

/// The key of the number of combatants.
const COUNT: &str = "count";

/// Parts of a text between separators that stand outside of quotes and brackets.
fn split(text: &str, separator: char) -> Result<Vec<&str>, String> {
    let (mut parts, mut from, mut quote, mut depth) = (Vec::new(), 0, None, 0_usize);
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(open), _) => quote = Some(open).filter(|open| *open != letter),
            (None, '"') => quote = Some(letter),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, _) if letter == separator && depth == 0 => {
                parts.push(&text[from..at]);
                from = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    if quote.is_some() {
        return Err(String::from("a quote is not closed"));
    }
    parts.push(&text[from..]);
    Ok(parts)
}

/// The values of a line, each with its text: `3..6` are whole numbers, both ends among them.
fn read_values(text: &str) -> Result<Vec<(String, Value)>, String> {
    let mut values: Vec<(String, Value)> = Vec::new();
    for part in split(text, ',')? {
        let part = part.trim();
        if part.is_empty() {
            return Err(String::from("a value is missing"));
        }
        let ends =
            part.split_once("..").and_then(|(from, to)| Some((from.trim().parse().ok()?, to.trim().parse().ok()?)));
        match ends {
            Some((from, to)) if to < from => return Err(format!("`{part}` runs downwards")),
            Some((from, to)) if MOST_VARIANTS as i64 <= i64::saturating_sub(to, from) => {
                return Err(format!("`{part}` are more than {MOST_VARIANTS} values"));
            }
            Some((from, to)) => values.extend((from..=to).map(|number| (number.to_string(), Value::from(number)))),
            None => values.push((part.to_owned(), read_value(part)?)),
        }
    }
    match values.iter().enumerate().find(|(at, (_, value))| values[..*at].iter().any(|(_, other)| other == value)) {
        Some((_, (text, _))) => Err(format!("the value `{text}` stands there twice")),
        None => Ok(values),
    }
}

/// A value as TOML has it, or a text without quotes.
fn read_value(text: &str) -> Result<Value, String> {
    let read = tree(&Source::new("a value", format!("value = {text}")));
    match read.ok().and_then(|mut tree| tree.as_object_mut()?.remove("value")) {
        Some(value) => Ok(value),
        None if text.starts_with(['"', '\'', '[', '{']) => Err(format!("`{text}` is no value")),
        None => Ok(Value::from(text)),
    }
}

/// What is known of an encounter besides its own tree.
pub struct Known<'a> {
    /// The keys that its file can have at the top.
    pub keys: &'a [String],
    /// The tree of a sheet that is named.
    pub sheet: &'a dyn Fn(&str) -> Result<Value, String>,
}

impl Change {
    /// Makes the change in the tree of an encounter.
    ///
    /// # Errors
    /// What is not there, and what is.
    pub fn apply(&self, encounter: &mut Value, known: &Known<'_>) -> Result<(), String> {
        let wrong = |what: String| format!("`{}`: {what}", self.written);
        let key = found(encounter, &self.key, known).map_err(wrong)?;
        if let [list, at, last] = &key[..]
            && list == COMBATANT
            && last == COUNT
            && self.value == 0
        {
            let all = encounter.get_mut(COMBATANT).and_then(Value::as_array_mut);
            if let (Some(all), Ok(at)) = (all, at.parse::<usize>()) {
                all.remove(at);
            }
            return Ok(());
        }
        set(encounter, &key, self.value.clone(), known).map_err(wrong)
    }
}

const COMBATANT: &str = "combatant";
const SIDE: &str = "side";

/// The steps from the top of the file on: what begins with the name of a combatant or of a side begins there.
fn found(encounter: &mut Value, key: &[String], known: &Known<'_>) -> Result<Vec<String>, String> {
    let text = |one: &Value, key: &str| one.get(key).and_then(Value::as_str).map(str::to_owned);
    let list = |encounter: &Value, key: &str| encounter.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let combatants = list(encounter, COMBATANT);
    let names: Vec<String> = combatants.iter().map(|one| text(one, "name").unwrap_or_default()).collect();
    let of: Vec<String> =
        combatants.iter().zip(&names).map(|(one, name)| text(one, SIDE).unwrap_or(name.clone())).collect();
    let listed: Vec<String> = list(encounter, SIDE).iter().filter_map(|one| text(one, "name")).collect();
    let Some((first, rest)) = key.split_first() else { return Err(String::from("there is no key")) };
    let same = |name: &String| name.eq_ignore_ascii_case(first);
    let below = |list: &str, at: usize, rest: &[String]| {
        let steps = [list.to_owned(), at.to_string()];
        if rest.is_empty() {
            return Err(format!(
                "a key is missing behind `{first}`, such as `{first}.{}`",
                if list == SIDE { "orders" } else { "sheet" }
            ));
        }
        Ok(steps.into_iter().chain(rest.iter().cloned()).collect())
    };
    if let Some(at) = names.iter().position(same) {
        return below(COMBATANT, at, rest);
    }
    if let Some(side) = of.iter().chain(&listed).find(|side| same(side)) {
        // A combatant of that side, or a key of the side itself.
        let within =
            |name: &String| (0..names.len()).find(|&at| of[at] == *side && names[at].eq_ignore_ascii_case(name));
        if let Some((at, rest)) = rest.split_first().and_then(|(name, rest)| Some((within(name)?, rest))) {
            return below(COMBATANT, at, rest);
        }
        if rest.len() > 1 {
            let known = (0..names.len()).filter(|&at| of[at] == *side).map(|at| names[at].as_str()).collect::<Vec<_>>();
            return Err(format!("the side `{side}` has no combatant `{}` ({})", rest[0], nearest_of(known, &rest[0])));
        }
        let at = listed.iter().position(|one| one == side).unwrap_or(listed.len());
        if at == listed.len()
            && !rest.is_empty()
            && let Some(table) = encounter.as_object_mut()
            && let Some(sides) = table.entry(SIDE).or_insert_with(|| Value::Array(Vec::new())).as_array_mut()
        {
            let name = Map::from_iter([(String::from("name"), Value::from(side.as_str()))]);
            sides.push(Value::Object(name));
        }
        return below(SIDE, at, rest);
    }
    if encounter.get(first).is_some() || known.keys.contains(first) {
        return Ok(key.to_vec());
    }
    let mut known: Vec<&str> = names.iter().map(String::as_str).collect();
    for side in of.iter().chain(&listed) {
        if !known.contains(&side.as_str()) {
            known.push(side);
        }
    }
    Err(format!("there is neither a combatant nor a side nor a key `{first}` ({})", nearest_of(known, first)))
}

/// Sets the value to which those steps lead.
fn set(at: &mut Value, key: &[String], value: Value, known: &Known<'_>) -> Result<(), String> {
    let Some((step, rest)) = key.split_first() else {
        *at = value;
        return Ok(());
    };
    match at {
        Value::Object(table) => {
            if !rest.is_empty()
                && step == "sheet"
                && let Some(Value::String(name)) = table.get(step)
            {
                let sheet = (known.sheet)(name)?;
                table.insert(step.clone(), sheet);
            }
            set(table.entry(step).or_insert_with(|| Value::Object(Map::new())), rest, value, known)
        }
        Value::Array(list) => {
            let name = |one: &Value| one.get("name").and_then(Value::as_str).map(str::to_owned);
            let named = list.iter().position(|one| name(one).is_some_and(|name| name.eq_ignore_ascii_case(step)));
            let entry = named.or_else(|| step.parse().ok()).filter(|entry| *entry < list.len());
            match entry {
                Some(entry) => set(&mut list[entry], rest, value, known),
                None => {
                    let names: Vec<String> = list.iter().filter_map(name).collect();
                    let hint = match names.is_empty() {
                        true => format!("its entries are 0 to {}", list.len().saturating_sub(1)),
                        false => nearest_of(names.iter().map(String::as_str), step),
                    };
                    Err(format!("the list has no entry `{step}` ({hint})"))
                }
            }
        }
        _ => Err(format!("there is nothing below the value {at}, and so no `{step}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn varied(line: &str) -> Result<Vec<Value>, String> {
        let encounter = json!({
            "ruleset": "dfrpg",
            "combatant": [
                { "name": "Arn", "side": "party", "sheet": "arn", "at": [0, 0] },
                { "name": "Sir Bo", "side": "party", "sheet": { "st": 11, "weapon": [{ "name": "Axe", "reach": 1 }] } },
                { "name": "Orc", "sheet": "orc", "count": 4 },
            ],
            "side": [{ "name": "party" }],
        });
        let sheet = |name: &str| match name {
            "arn" => Ok(json!({ "st": 12 })),
            _ => Err(format!("no sheet {name}")),
        };
        let known = Known { keys: &[String::from("round_limit"), String::from("options")], sheet: &sheet };
        let one = |changes: Vec<Change>| {
            let mut encounter = encounter.clone();
            changes.iter().try_for_each(|change| change.apply(&mut encounter, &known)).map(|()| encounter)
        };
        Variation::combined(&[Variation::read(line)?])?.into_iter().map(one).collect()
    }

    #[test]
    fn what_a_line_changes() {
        for (line, path, values) in [
            ("Arn.sheet=knight,guard", "/combatant/0/sheet", json!(["knight", "guard"])),
            ("party.arn.sheet=knight.toml", "/combatant/0/sheet", json!(["knight.toml"])),
            ("Sir Bo.at=[1, -2],[3,4]", "/combatant/1/at", json!([[1, -2], [3, 4]])),
            ("count:Orc=3..5", "/combatant/2/count", json!([3, 4, 5])),
            ("Orc.count = 1, 8", "/combatant/2/count", json!([1, 8])),
            ("Arn.sheet.st=14", "/combatant/0/sheet/st", json!([14])),
            ("sir bo.sheet.weapon.axe.reach=2", "/combatant/1/sheet/weapon/0/reach", json!([2])),
            ("Sir Bo.sheet.weapon.0.reach=2", "/combatant/1/sheet/weapon/0/reach", json!([2])),
            ("party.morale=-1..1", "/side/0/morale", json!([-1, 0, 1])),
            ("Orc.sheet=\"3\"", "/combatant/2/sheet", json!(["3"])),
            ("options.luck=true,2.5,1d6+2", "/options/luck", json!([true, 2.5, "1d6+2"])),
            ("round_limit=20", "/round_limit", json!([20])),
            ("\"Arn\".orders=\"hunt = Orc, nerve = 30\"", "/combatant/0/orders", json!(["hunt = Orc, nerve = 30"])),
        ] {
            let found = varied(line).unwrap_or_else(|wrong| panic!("{line}: {wrong}"));
            let found: Vec<&Value> = found.iter().filter_map(|one| one.pointer(path)).collect();
            assert_eq!(json!(found), values, "{line}");
        }
    }

    #[test]
    fn a_count_of_none_leaves_them_out() {
        let found = varied("count:Orc=0,1").expect("it is right");
        let number = |one: &Value| one["combatant"].as_array().map(Vec::len);
        assert_eq!(found.iter().map(number).collect::<Vec<_>>(), [Some(2), Some(3)]);
    }

    #[test]
    fn what_is_wrong_with_a_line() {
        for (line, message) in [
            ("Arn.sheet", "there is no `=`"),
            ("=3", "a part of the key is empty"),
            ("Arn.sheet=", "a value is missing"),
            ("Arn.sheet=a,,b", "a value is missing"),
            ("Arn.sheet=\"a", "a quote is not closed"),
            ("Arn.at=[1,", "`[1,` is no value"),
            ("count:Orc=6..3", "`6..3` runs downwards"),
            ("count:Orc=1..9223372036854775807", "more than 100 values"),
            ("count:Orc=3,3..4", "the value `3` stands there twice"),
            (
                "Onr.sheet=knight",
                "there is neither a combatant nor a side nor a key `Onr` (one of: Arn, Sir Bo, Orc, party)",
            ),
            ("party.Brn.sheet=knight", "the side `party` has no combatant `Brn`"),
            ("Arn=knight", "a key is missing behind `Arn`, such as `Arn.sheet`"),
            ("Arn.at.0.x=3", "there is nothing below the value 0, and so no `x`"),
            ("Arn.at.2=3", "the list has no entry `2` (its entries are 0 to 1)"),
            ("Orc.sheet.st=3", "no sheet orc"),
        ] {
            let wrong = varied(line).expect_err(line);
            assert!(wrong.contains(message) && wrong.starts_with(&format!("`{line}`")), "{line}: {wrong}");
        }
    }

    #[test]
    fn several_lines_are_combined() {
        let lines = ["count:Orc=1..2", "Arn.sheet=a,b"].map(|line| Variation::read(line).expect("it is right"));
        let all = Variation::combined(&lines).expect("they are few");
        let written = |one: &Vec<Change>| one.iter().map(|change| change.written.clone()).collect::<Vec<_>>().join(" ");
        let all: Vec<String> = all.iter().map(written).collect();
        let expected = [
            "count:Orc=1 Arn.sheet=a",
            "count:Orc=1 Arn.sheet=b",
            "count:Orc=2 Arn.sheet=a",
            "count:Orc=2 Arn.sheet=b",
        ];
        assert_eq!(all, expected);
        let many = ["a=1..20", "b=1..20"].map(|line| Variation::read(line).expect("it is right"));
        assert_eq!(Variation::combined(&many), Err("20 times 20 variants are more than 100: fewer values".to_owned()));
    }
}
