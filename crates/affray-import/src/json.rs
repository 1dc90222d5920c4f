//! JSON read with patience: what is missing is empty, and only a number beyond all measure is a mistake.

use serde_json::Value;

/// Numbers beyond this are no numbers of a character.
const MOST: f64 = 1e6;

/// An empty table.
static NOTHING: Value = Value::Null;

/// Looking into JSON where everything may be missing.
pub(crate) trait Json {
    /// The table at a key, or nothing.
    fn table(&self, key: &str) -> &Value;
    /// The list at a key, or an empty one.
    fn list(&self, key: &str) -> &[Value];
    /// The text at a key, or an empty one.
    fn text(&self, key: &str) -> &str;
}

impl Json for Value {
    fn table(&self, key: &str) -> &Value {
        self.get(key).unwrap_or(&NOTHING)
    }
    fn list(&self, key: &str) -> &[Value] {
        self.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
    fn text(&self, key: &str) -> &str {
        self.get(key).and_then(Value::as_str).unwrap_or_default()
    }
}

/// Reads numbers, and keeps the first that is none of a character.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    /// What is wrong with it.
    pub(crate) problem: Option<String>,
}

impl Numbers {
    /// The number at a key, which may be a text; 0 if there is none.
    pub(crate) fn number(&mut self, json: &Value, key: &str) -> f64 {
        json.get(key).map_or(0.0, |value| self.as_number(value, key))
    }

    /// The whole number at a key, rounded.
    pub(crate) fn whole(&mut self, json: &Value, key: &str) -> i32 {
        self.number(json, key).round() as i32
    }

    /// A whole number, rounded.
    pub(crate) fn as_whole(&mut self, value: &Value, key: &str) -> i32 {
        self.as_number(value, key).round() as i32
    }

    fn as_number(&mut self, value: &Value, key: &str) -> f64 {
        let number = match value {
            Value::Number(number) => number.as_f64().unwrap_or(f64::INFINITY),
            Value::String(text) => text.trim().replace(',', "").parse().unwrap_or(0.0),
            _ => 0.0,
        };
        self.within(number, key)
    }

    fn within(&mut self, number: f64, key: &str) -> f64 {
        if number.is_finite() && number.abs() <= MOST {
            return number;
        }
        let problem = || format!("a number at `{key}` is beyond what a character has: at most {MOST}");
        self.problem.get_or_insert_with(problem);
        0.0
    }

    /// A weight, in pounds: `3 lb`, `1,200 lb`, `8 oz`, `2.5 kg`. What cannot be read weighs nothing.
    pub(crate) fn pounds(&mut self, text: &str) -> f64 {
        let text = text.trim().replace(',', "");
        let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))).unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let times = match unit.trim().to_ascii_lowercase().as_str() {
            "oz" => 1.0 / 16.0,
            "kg" => 2.0,
            "g" => 0.002,
            "tn" | "ton" | "tons" | "t" => 2000.0,
            _ => 1.0,
        };
        let pounds = number.parse::<f64>().unwrap_or(0.0) * times;
        self.within(pounds, "weight").max(0.0)
    }
}

/// A name on one line, without what cannot be shown, of at most 60 characters.
pub(crate) fn clean(text: &str) -> String {
    // What turns the direction of writing would turn the lines of reports and logs.
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let words = text.split(|c: char| c.is_control() || c.is_whitespace() || turns(c)).filter(|word| !word.is_empty());
    let line = words.collect::<Vec<_>>().join(" ");
    let mut short: String = line.chars().take(60).collect();
    // What is cut within parentheses ends before them.
    if short.len() < line.len()
        && let Some(open) = short.rfind('(').filter(|&open| 0 < open && !short[open..].contains(')'))
    {
        short.truncate(open);
    }
    short.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_not_cut_within_parentheses() {
        let long = "Nervous around large fires (house burned down when he was a kid, with all his books)";
        assert_eq!(clean(long), "Nervous around large fires");
        assert_eq!(clean("Duty (Often)"), "Duty (Often)");
        assert_eq!(clean(&"x".repeat(80)).len(), 60);
    }

    #[test]
    fn one_line() {
        assert_eq!(clean("A\u{7}B\n\u{202e}C "), "A B C");
    }

    #[test]
    fn weights() {
        let mut numbers = Numbers::default();
        for (text, pounds) in
            [("3 lb", 3.0), ("1,234.5 lb", 1234.5), ("8 oz", 0.5), ("2 kg", 4.0), ("?", 0.0), ("", 0.0)]
        {
            assert_eq!(numbers.pounds(text), pounds, "{text}");
        }
        assert!(numbers.problem.is_none());
        numbers.pounds("9999999999 lb");
        assert!(numbers.problem.is_some());
    }

    #[test]
    fn names() {
        assert_eq!(clean(" Sir\u{7}\nHenry\u{202f}k "), "Sir Henry k");
        assert_eq!(clean(&"a".repeat(80)).len(), 60);
    }
}
