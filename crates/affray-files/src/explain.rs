//! What a deserializer says, in words for somebody who writes a file, with a hint.

/// The candidate that a misspelled word is nearest to, if one is near.
///
/// ```
/// use affray_files::suggest;
/// assert_eq!(suggest("postrue", ["facing", "posture"]), Some("posture"));
/// assert_eq!(suggest("dragon", ["facing", "posture"]), None);
/// ```
pub fn suggest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 64;
    let word = word.to_lowercase();
    if LONGEST < word.len() {
        return None;
    }
    let distance = |candidate: &str| strsim::osa_distance(&word, &candidate.to_lowercase());
    let near = |candidate: &str| {
        let longer = word.chars().count().max(candidate.chars().count());
        (distance(candidate) <= 1.max(longer / 3)).then(|| distance(candidate))
    };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .filter_map(|candidate| Some((near(candidate)?, candidate)))
        // The first of equals: callers list candidates in an order of their own.
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// A hint at what may stand in the place of a word.
pub(super) fn choice(word: &str, candidates: &[&str]) -> Option<String> {
    const FEW: usize = 12;
    if let Some(near) = suggest(word, candidates.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    match candidates {
        [] => None,
        [one] => Some(format!("expected `{one}`")),
        [most @ .., last] if candidates.len() <= FEW => {
            let most: Vec<String> = most.iter().map(|candidate| format!("`{candidate}`")).collect();
            Some(format!("expected {} or `{last}`", most.join(", ")))
        }
        _ => Some(format!("expected one of {}, such as `{}`", candidates.len(), candidates[0])),
    }
}

/// The name that a message says is unknown: a field, or a variant of an enum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unknown<'m> {
    Field(&'m str),
    Variant(&'m str),
}

/// The unknown name of a message, and what was expected instead of it.
pub(super) fn unknown(message: &str) -> Option<(Unknown<'_>, Vec<&str>)> {
    let (is_field, rest) = match message.strip_prefix("unknown field `") {
        Some(rest) => (true, rest),
        None => (false, message.strip_prefix("unknown variant `")?),
    };
    let (name, expected) = rest.rsplit_once("`, expected ").or_else(|| rest.rsplit_once("`, there are no "))?;
    let expected = expected.split('`').skip(1).step_by(2).collect();
    let unknown = if is_field { Unknown::Field(name) } else { Unknown::Variant(name) };
    Some((unknown, expected))
}

/// A deserializer's message in words for people, and a hint if there is one.
pub(super) fn explain(message: &str) -> (String, Option<String>) {
    match unknown(message) {
        Some((Unknown::Field(name), expected)) => {
            let hint = choice(name, &expected).or_else(|| Some("no field is expected here".to_owned()));
            return (format!("unknown field `{name}`"), hint);
        }
        Some((Unknown::Variant(name), expected)) => {
            return (format!("`{name}` is not known here"), choice(name, &expected));
        }
        None => {}
    }
    if message.starts_with("data did not match any variant of untagged enum") {
        return ("this has none of the forms that are allowed here".to_owned(), None);
    }
    if let Some((found, expected)) =
        message.strip_prefix("invalid value: integer `").and_then(|rest| rest.split_once("`, expected "))
        && let Some(range) = range(expected)
    {
        return (format!("{found} is out of range"), Some(range.to_owned()));
    }
    let mismatch = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    if let Some((found, expected)) = mismatch.and_then(|rest| rest.rsplit_once(", expected ")) {
        return (format!("expected {}, found {}", wanted(expected), given(found)), None);
    }
    (message.to_owned(), None)
}

/// What fits into a kind of number.
fn range(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "u8" => "0 to 255",
        "i8" => "-128 to 127",
        "u16" => "0 to 65535",
        "i16" => "-32768 to 32767",
        _ => return None,
    })
}

/// What was expected, without the names of Rust.
fn wanted(expected: &str) -> &str {
    match expected {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number",
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => "a whole number, not negative and not too large",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" | "string" | "str" => "a text in quotes",
        "a sequence" => "a list",
        "a map" => "a table",
        _ if expected.starts_with("struct ") => "a table",
        _ => expected,
    }
}

/// What was found, without the names of Rust.
fn given(found: &str) -> String {
    for (kind, words) in
        [("string ", "the text "), ("integer ", "the number "), ("floating point ", "the number "), ("boolean ", "")]
    {
        if let Some(value) = found.strip_prefix(kind) {
            return format!("{words}{}", value.trim_matches('`'));
        }
    }
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "a table".to_owned(),
        _ => found.to_owned(),
    }
}
