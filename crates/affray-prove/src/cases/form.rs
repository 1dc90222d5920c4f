//! Whether something can ever be what a case states of it: the stated value held against the schema of what is written.
//!
//! The measure is that of the comparison: tables are stated by some of their keys, a kind with something to it by the
//! kind alone, and nothing by `"none"` or `{}`.

use affray_files::value::{Map, Names, Value};
use affray_files::{Diagnostic, Path};
use affray_kernel::referee::CombatantId;
use affray_session::names::{nearest_of, one_of};

/// What values can be.
pub(super) struct Forms<'a> {
    /// The schema that has the definitions to which forms refer.
    pub schema: &'a Value,
    /// What has a name in the fight, and how many take part, where the fight is known.
    pub names: Option<(&'a dyn Names, usize)>,
}

impl<'a> Forms<'a> {
    /// What a form refers to, or itself.
    fn resolved<'b>(&self, form: &'b Value) -> &'b Value
    where
        'a: 'b,
    {
        let definition = form["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
        definition.and_then(|place| self.schema.pointer(place)).unwrap_or(form)
    }

    /// Everything for which a value that is stated cannot be of that form.
    pub(super) fn wrongs(&self, form: &Value, stated: &Value, path: &Path) -> Vec<Diagnostic> {
        let form = self.resolved(form);
        if let Some(variants) = form.get("anyOf").and_then(Value::as_array) {
            return self.no_variant(variants, stated, path);
        }
        let refused = |fits: bool| if fits { Vec::new() } else { vec![self.misfit(&[form], stated, path)] };
        if let Some(word) = form.get("const").and_then(Value::as_str) {
            return refused(stated.as_str().is_some_and(|stated| stated.eq_ignore_ascii_case(word)));
        }
        if let Some(words) = form.get("enum").and_then(Value::as_array) {
            let is = |word: &Value| word.as_str().zip(stated.as_str()).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
            return refused(words.iter().any(is));
        }
        match form.get("type").and_then(Value::as_str) {
            Some("string") => match stated {
                Value::String(name) => self.unknown_name(form, name, path).into_iter().collect(),
                _ => refused(false),
            },
            Some("integer") => refused(stated.as_f64().is_some_and(|number| number.fract() == 0.0)),
            Some("number") => refused(stated.is_number()),
            Some("boolean") => refused(stated.is_boolean()),
            Some("array") => match stated {
                Value::Array(list) => self.list(form, list, path),
                _ => refused(false),
            },
            Some("object") => match stated {
                Value::Object(table) => self.table(form, table, path),
                Value::String(word) => {
                    refused(properties(form).is_some_and(|keys| keys.keys().any(|key| key.eq_ignore_ascii_case(word))))
                }
                _ => refused(false),
            },
            _ => Vec::new(),
        }
    }

    /// What is wrong with every variant; of a table, with the one whose key it has.
    fn no_variant(&self, variants: &[Value], stated: &Value, path: &Path) -> Vec<Diagnostic> {
        let of_each: Vec<_> = variants.iter().map(|variant| self.wrongs(variant, stated, path)).collect();
        if of_each.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        if let Value::Object(table) = stated {
            let has_a_key = |form: &Value| {
                properties(self.resolved(form)).is_some_and(|keys| table.keys().any(|key| keys.contains_key(key)))
            };
            let near = variants.iter().zip(of_each).filter(|(form, _)| has_a_key(form));
            if let Some((_, wrongs)) = near.min_by_key(|(_, wrongs)| wrongs.len()) {
                return wrongs;
            }
        }
        vec![self.misfit(&variants.iter().collect::<Vec<_>>(), stated, path)]
    }

    fn list(&self, form: &Value, list: &[Value], path: &Path) -> Vec<Diagnostic> {
        let size = |key: &str| form.get(key).and_then(Value::as_u64).and_then(|size| usize::try_from(size).ok());
        if size("minItems").is_some_and(|least| list.len() < least)
            || size("maxItems").is_some_and(|most| most < list.len())
        {
            return vec![self.misfit(&[form], &Value::Array(list.to_vec()), path)];
        }
        let entry = |(at, stated): (usize, &Value)| {
            let form = form.get("prefixItems").and_then(|each| each.get(at)).or_else(|| form.get("items"));
            form.map(|form| self.wrongs(form, stated, &path.index(at))).unwrap_or_default()
        };
        list.iter().enumerate().flat_map(entry).collect()
    }

    /// What is wrong with the keys of a table.
    pub(super) fn table(&self, form: &Value, stated: &Map, path: &Path) -> Vec<Diagnostic> {
        let known = properties(form);
        let required = form.get("required").and_then(Value::as_array);
        let has_to_be = |key: &str| required.is_some_and(|required| required.iter().any(|one| one == key));
        let is_nothing = |stated: &Value| stated == "none" || stated.as_object().is_some_and(Map::is_empty);
        let entry = |(key, stated): (&String, &Value)| {
            let found = known.and_then(|known| known.get(key)).or(form.get("additionalProperties"));
            match found {
                None | Some(Value::Bool(_)) => {
                    let all = known.into_iter().flat_map(Map::keys).map(String::as_str);
                    let hint = nearest_of(all, key);
                    vec![Diagnostic::new(path.key(key), format!("there is no `{key}` here")).hint(hint)]
                }
                Some(_) if is_nothing(stated) && !has_to_be(key) => Vec::new(),
                Some(form) => self.wrongs(form, stated, &path.key(key)),
            }
        };
        stated.iter().flat_map(entry).collect()
    }

    /// What is stated is none of these: the nearest word, or all of what would be right.
    fn misfit(&self, forms: &[&Value], stated: &Value, path: &Path) -> Diagnostic {
        let mut all: Vec<String> = forms.iter().flat_map(|form| self.told(form)).collect();
        all.dedup();
        let message = match stated {
            Value::String(word) => format!("`{word}` cannot be here"),
            other => format!("{other} cannot be here"),
        };
        let words = all.iter().map(String::as_str);
        let hint = match stated {
            Value::String(word) => nearest_of(words, word),
            _ => one_of(words),
        };
        Diagnostic::new(path.clone(), message).hint(hint)
    }

    /// What a form is, in words.
    pub(super) fn told(&self, form: &Value) -> Vec<String> {
        let form = self.resolved(form);
        let words = |list: &Value| -> Vec<String> {
            list.as_array().into_iter().flatten().filter_map(Value::as_str).map(String::from).collect()
        };
        if let Some(variants) = form.get("anyOf").and_then(Value::as_array) {
            return variants.iter().flat_map(|variant| self.told(variant)).collect();
        }
        if let Some(word) = form.get("const").and_then(Value::as_str) {
            return vec![word.to_owned()];
        }
        if let Some(all) = form.get("enum") {
            return words(all);
        }
        let told = match form.get("type").and_then(Value::as_str) {
            Some("string") => match form.get("nameOf").and_then(Value::as_str) {
                Some(kind) => format!("the name of a {kind}"),
                None => String::from("a text"),
            },
            Some("integer") => String::from("a whole number"),
            Some("number") => String::from("a number"),
            Some("boolean") => String::from("true or false"),
            Some("array") => match (form.get("minItems"), form.get("maxItems")) {
                (Some(least), Some(most)) if least == most => format!("a list of {least}"),
                _ => String::from("a list"),
            },
            _ => {
                let keys: Vec<&str> = properties(form).into_iter().flat_map(Map::keys).map(String::as_str).collect();
                format!("{{ {} }}", keys.iter().map(|key| format!("{key} = ...")).collect::<Vec<_>>().join(", "))
            }
        };
        vec![told]
    }

    /// Nothing in the fight has that name, if names of that kind are known there.
    fn unknown_name(&self, form: &Value, name: &str, path: &Path) -> Option<Diagnostic> {
        let kind = form.get("nameOf").and_then(Value::as_str)?;
        let (names, combatants) = self.names?;
        let owners = || std::iter::once(None).chain((0..combatants).map(|at| Some(CombatantId(at as u8))));
        let mut all: Vec<&str> =
            owners().flat_map(|owner| names.all(kind, owner)).filter(|one| !one.is_empty()).collect();
        // What somebody holds of another's: `Arn's axe`.
        let own = name.split_once("'s ").map_or(name, |(_, own)| own);
        let is_known = |name: &str| owners().any(|owner| names.find(kind, owner, name).is_some());
        if all.is_empty() || is_known(name) || is_known(own) {
            return None;
        }
        all.sort_unstable();
        all.dedup();
        Some(Diagnostic::new(path.clone(), format!("there is no {kind} `{name}`")).hint(nearest_of(all, name)))
    }
}

/// The keys of a table.
fn properties(form: &Value) -> Option<&Map> {
    form.get("properties").and_then(Value::as_object)
}

#[cfg(test)]
mod tests {
    use super::*;
    use affray_files::value::{Schema, schema_of};
    use serde_json::json;

    /// What became of somebody.
    #[derive(Schema)]
    #[allow(dead_code, reason = "only its form counts")]
    enum Fate {
        /// It fell.
        Fallen,
        /// Parts are lost.
        Lost(Part),
    }

    #[derive(Schema)]
    #[allow(dead_code, reason = "only its form counts")]
    struct Part {
        /// Which.
        name: String,
        /// How many.
        number: Option<u8>,
        /// Where.
        at: [i16; 2],
    }

    fn wrongs(stated: &Value) -> Vec<String> {
        let form = schema_of::<Fate>("Fate");
        let forms = Forms { schema: &form, names: None };
        let told = |wrong: Diagnostic| format!("{}: {wrong}", wrong.path);
        forms.wrongs(&form, stated, &Path::root().key("fate")).into_iter().map(told).collect()
    }

    #[test]
    fn what_can_be() {
        for stated in [
            json!("fallen"),
            json!("Lost"),
            json!({ "lost": {} }),
            json!({ "lost": { "name": "ear", "number": {}, "at": [1, 0] } }),
            json!({ "lost": { "number": 2.0 } }),
        ] {
            assert_eq!(wrongs(&stated), [""; 0], "{stated}");
        }
    }

    #[test]
    fn what_cannot_be() {
        for (stated, wrong) in [
            (json!("falen"), "fate: `falen` cannot be here (did you mean `fallen`? one of: fallen, { lost = ... })"),
            (json!(3), "fate: 3 cannot be here (one of: fallen, { lost = ... })"),
            (json!({ "lost": { "name": 3 } }), "fate.lost.name: 3 cannot be here (one of: a text)"),
            (
                json!({ "lost": { "nam": "ear" } }),
                "fate.lost.nam: there is no `nam` here (did you mean `name`? one of: name, number, at)",
            ),
            (json!({ "lost": { "number": 1.5 } }), "fate.lost.number: 1.5 cannot be here (one of: a whole number)"),
            (json!({ "lost": { "at": [1] } }), "fate.lost.at: [1] cannot be here (one of: a list of 2)"),
            (json!({ "found": 3 }), "fate: {\"found\":3} cannot be here (one of: fallen, { lost = ... })"),
        ] {
            assert_eq!(wrongs(&stated), [wrong], "{stated}");
        }
    }
}
