//! `affray rules`: what the rules say, where they are carried out and what proves them.

use crate::failure::{Exit, Failure};
use crate::json;
use crate::text::{BAD, FAINT, GOOD, STRONG, count, fit, styled, width, wrap};
use affray_files::suggest;
use affray_session::catalog::DynRules;
use affray_session::reference::{Citation, Covered, Entry, EntryKind, Role};
use serde::Serialize;
use std::io::Write;

/// Look rules up; what is carried out and proved.
///
/// Without words: the contents. With an id: what the rule says, where the code carries it out (the
/// place to edit first, refusals and side cases last) and which cases prove it. With other words: the rules in which all of them occur, the best first.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray rules                      the rulesets
  affray rules dfrpg                the contents of one
  affray rules DF-222               one rule; `222` and `r12` will do where the ruleset is named
  affray rules dfrpg feint          rules about feints
  affray rules dfrpg --coverage     how much is carried out and proved")]
pub(crate) struct Args {
    /// A ruleset, then an id or words to look for; all of it may be left out.
    #[arg(value_name = "RULESET|ID|WORDS")]
    words: Vec<String>,
    /// How much of the rules code carries out and cases prove, and what is missing.
    #[arg(long)]
    coverage: bool,
    /// Print as JSON.
    #[arg(long)]
    json: bool,
    /// The most rules that a search lists.
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = most)]
    most: usize,
}

fn most(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&most| most != 0).ok_or_else(|| String::from("a whole number, 1 or more"))
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let named = args.words.first().and_then(|word| affray_games::find(word));
    let words = if named.is_some() { &args.words[1..] } else { &args.words[..] };
    let words = words.join(" ");
    let rulesets: Vec<&dyn DynRules> = named.map_or_else(|| affray_games::all().to_vec(), |ruleset| vec![ruleset]);
    let mut out = anstream::stdout().lock();
    if args.coverage {
        return coverage(&mut out, &rulesets, &words, args.json);
    }
    if words.trim().is_empty() {
        return match named {
            Some(ruleset) => contents(&mut out, ruleset, args.json),
            None => list(&mut out, args.json),
        };
    }
    // One word with a number is an id or nothing; anything else may be words.
    for ruleset in &rulesets {
        if let Some(entry) = ruleset.reference().get(&words) {
            return entries(&mut out, &[(*ruleset, entry)], 1, args.json);
        }
    }
    let found: Vec<(&dyn DynRules, &Entry)> = rulesets
        .iter()
        .flat_map(|&ruleset| ruleset.reference().search(&words).into_iter().map(move |entry| (ruleset, entry)))
        .collect();
    if found.is_empty() {
        let hint = hint(&rulesets, &words);
        return Err(Failure::usage(format!("no rule has `{words}`"), hint));
    }
    entries(&mut out, &found, args.most, args.json)
}

/// What would be found instead of an id or of words that no rule has.
fn hint(rulesets: &[&dyn DynRules], words: &str) -> String {
    let known = affray_games::ids().collect::<Vec<_>>().join(", ");
    if let Some(entry) = affray_games::all().iter().find_map(|ruleset| ruleset.reference().get(words)) {
        return format!("{} is of another ruleset: `affray rules {}`", entry.id, entry.id);
    }
    if words.contains(|c: char| c.is_ascii_digit()) {
        let of = |ruleset: &&dyn DynRules| {
            let mut rules = of_kind(ruleset.reference().entries, EntryKind::Rule);
            let first = rules.next()?;
            Some(format!("{} to {}", first.id, rules.next_back().unwrap_or(first).id))
        };
        return format!("rules are numbered {}", rulesets.iter().filter_map(of).collect::<Vec<_>>().join(", "));
    }
    let first = words.split_whitespace().next().unwrap_or_default();
    if let Some(near) = suggest(first, affray_games::ids()) {
        return format!("did you mean the ruleset `{near}`?");
    }
    let near = rulesets.iter().find_map(|ruleset| ruleset.reference().nearest_search(words));
    near.map_or_else(
        || format!("an id such as DF-222, other words, or a ruleset: {known}"),
        |near| format!("did you mean `{near}`?"),
    )
}

/// The rulesets.
fn list(out: &mut impl Write, as_json: bool) -> Result<Exit, Failure> {
    #[derive(Serialize)]
    struct Listed {
        id: &'static str,
        title: &'static str,
        rules: usize,
        entries: usize,
    }
    let all: Vec<Listed> = affray_games::all()
        .iter()
        .map(|ruleset| Listed {
            id: ruleset.id(),
            title: ruleset.title(),
            rules: of_kind(ruleset.reference().entries, EntryKind::Rule).count(),
            entries: ruleset.reference().entries.len(),
        })
        .collect();
    if as_json {
        json::print(out, "rules", &serde_json::json!({ "rulesets": all }))?;
        return Ok(Exit::Done);
    }
    for one in all {
        writeln!(out, "{}  {}, {}", styled(STRONG, one.id), one.title, count(one.rules, "rule"))?;
    }
    Ok(Exit::Done)
}

fn of_kind(entries: &'static [Entry], kind: EntryKind) -> impl DoubleEndedIterator<Item = &'static Entry> {
    entries.iter().filter(move |entry| entry.kind == kind)
}

/// Every entry of a ruleset with its headline.
fn contents(out: &mut impl Write, ruleset: &dyn DynRules, as_json: bool) -> Result<Exit, Failure> {
    let reference = ruleset.reference();
    if as_json {
        json::print(out, "rules", reference)?;
        return Ok(Exit::Done);
    }
    let mut section = "";
    for entry in reference.entries {
        if entry.section != section {
            if !section.is_empty() {
                writeln!(out)?;
            }
            section = entry.section;
            writeln!(out, "{}", styled(STRONG, section))?;
        }
        writeln!(out, "{}", fit(&format!("  {}  {}", entry.id, entry.headline())))?;
    }
    Ok(Exit::Done)
}

/// One entry in full, or several in a line each.
fn entries(
    out: &mut impl Write,
    found: &[(&dyn DynRules, &'static Entry)],
    most: usize,
    as_json: bool,
) -> Result<Exit, Failure> {
    if as_json {
        #[derive(Serialize)]
        struct Found<'a> {
            ruleset: &'a str,
            #[serde(rename = "crate")]
            package: &'a str,
            #[serde(flatten)]
            entry: &'a Entry,
        }
        let shown: Vec<Found<'_>> = found
            .iter()
            .take(most)
            .map(|&(ruleset, entry)| Found { ruleset: ruleset.id(), package: ruleset.reference().package, entry })
            .collect();
        json::print(out, "rules", &serde_json::json!({ "entries": shown }))?;
        return Ok(Exit::Done);
    }
    if let [(ruleset, entry)] = found {
        write_entry(out, ruleset.reference().package, entry)?;
        return Ok(Exit::Done);
    }
    for (_, entry) in found.iter().take(most) {
        let line = format!("{}  {}  {}", styled(STRONG, entry.id), entry.headline(), styled(FAINT, entry.section));
        writeln!(out, "{}", fit(&line))?;
    }
    if most < found.len() {
        let more = format!("and {} more: add words, or --most {}", found.len() - most, found.len());
        writeln!(out, "{}", styled(FAINT, more))?;
    }
    Ok(Exit::Done)
}

fn write_entry(out: &mut impl Write, package: &str, entry: &Entry) -> std::io::Result<()> {
    let marks = if entry.marks.is_empty() { String::new() } else { format!(" [{}]", entry.marks.join(", ")) };
    writeln!(out, "{} {}{}", styled(STRONG, entry.id), styled(STRONG, entry.headline()), styled(FAINT, marks))?;
    writeln!(out, "{}", styled(FAINT, entry.section))?;
    writeln!(out)?;
    out.write_all(wrap(entry.text, "", width()).as_bytes())?;
    writeln!(out)?;
    if entry.code.is_empty() {
        writeln!(out, "{}", styled(BAD, "No code cites it."))?;
    }
    let heading = |place: &Citation| match place.role {
        Role::Function | Role::Code | Role::Comment => "Carried out in",
        Role::Refusal => "Refused in",
        Role::Display => "Shown in",
        Role::Mention | Role::Side => "Named in",
    };
    for places in entry.code.chunk_by(|one, next| heading(one) == heading(next)) {
        writeln!(out, "{}", styled(STRONG, heading(&places[0])))?;
        for place in places {
            let (package, file) = place.crate_and_file(package);
            writeln!(out, "  {package} {file}:{}", place.line)?;
        }
    }
    match entry.cases {
        [] => writeln!(out, "{}", styled(BAD, "No case proves it."))?,
        cases => {
            writeln!(out, "{}", styled(STRONG, "Proved by"))?;
            for case in cases {
                writeln!(out, "  {case}")?;
            }
        }
    }
    Ok(())
}

/// How much code carries out and cases prove.
fn coverage(out: &mut impl Write, rulesets: &[&dyn DynRules], words: &str, as_json: bool) -> Result<Exit, Failure> {
    if !words.trim().is_empty() {
        let message = format!("--coverage is of whole rulesets, not of `{words}`");
        return Err(Failure::usage(message, "affray rules dfrpg --coverage"));
    }
    if as_json {
        let all: serde_json::Map<String, serde_json::Value> = rulesets
            .iter()
            .map(|ruleset| Ok((ruleset.id().to_owned(), serde_json::to_value(ruleset.reference().coverage())?)))
            .collect::<Result<_, serde_json::Error>>()?;
        json::print(out, "rules", &serde_json::json!({ "coverage": all }))?;
        return Ok(Exit::Done);
    }
    for ruleset in rulesets {
        let coverage = ruleset.reference().coverage();
        writeln!(out, "{} {}", styled(STRONG, ruleset.id()), styled(FAINT, ruleset.title()))?;
        let both = "are carried out by code and proved by a case";
        for (name, covered, wants_code) in [
            ("rules", &coverage.rules, true),
            ("rulings", &coverage.rulings, true),
            ("decision points", &coverage.decisions, true),
            ("worked examples", &coverage.examples, false),
            ("invalid inputs", &coverage.invalid, false),
        ] {
            let (done, what) =
                if wants_code { (covered.by_both, both) } else { (covered.by_case, "are proved by a case") };
            write_covered(out, name, done, covered, what, wants_code)?;
        }
    }
    Ok(Exit::Done)
}

fn write_covered(
    out: &mut impl Write,
    name: &str,
    done: usize,
    covered: &Covered,
    what: &str,
    wants_code: bool,
) -> std::io::Result<()> {
    let style = if done == covered.total { GOOD } else { BAD };
    writeln!(out, "{} {name} {what}", styled(style, format!("{done} of {}", covered.total)))?;
    let mut missing = |of: &str, ids: &[affray_kernel::rules::RuleId]| -> std::io::Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        let ids: Vec<&str> = ids.iter().map(|id| id.as_str()).collect();
        let text = format!("no {of} ({}): {}", ids.len(), ids.join(" "));
        out.write_all(wrap(&text, "  ", width()).as_bytes())
    };
    if wants_code {
        missing("code", &covered.missing_code)?;
    }
    missing("case", &covered.missing_case)
}
