//! The page of `--report`: one file for a browser or a printer, without a script and without anything from elsewhere.

use super::plots::{self, GROUNDS, color, escaped};
use super::tell::depending;
use crate::text::percent;
use affray_arena::{Details, Report, Share, SpanReport, VariantReport};
use affray_session::catalog::{DynRules, Encounter};
use std::io::Read as _;
use std::path::Path;

/// What a page is about.
pub(super) struct Page<'a> {
    pub(super) ruleset: &'a dyn DynRules,
    pub(super) encounter: &'a dyn Encounter,
    pub(super) report: &'a Report,
    /// How far the answer hangs on orders, if that was looked at.
    pub(super) span: Option<&'a SpanReport>,
    /// The encounter as it stands and its variants; none without variants.
    pub(super) variants: &'a [VariantReport],
    /// How many fights took so many rounds.
    pub(super) lengths: &'a [u64],
    pub(super) details: &'a Details,
}

/// By what a page is known to be one.
const MARK: &str = "<meta name=\"generator\" content=\"affray sim\">";

/// What stands at its beginning.
const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";

/// Whether a file is such a page.
pub(super) fn is_report(path: &Path) -> bool {
    let mut begins = Vec::new();
    let most = (HEAD.len() + MARK.len()) as u64;
    let read = std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut begins));
    read.is_ok() && path.is_file() && begins == [HEAD, MARK].concat().as_bytes()
}

const STYLE: &str = "
:root { color-scheme: light; font: 100%/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
body { margin: 0; }
main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1.5rem 0 0.2rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; border-bottom: 1px solid #ccc; }
p { margin: 0.3rem 0; }
.faint, footer { color: #555; font-size: 0.9rem; }
.warn { border-left: 4px solid #b00020; padding-left: 0.6rem; overflow-wrap: anywhere; }
.row { display: grid; grid-template-columns: 13rem 1fr 17rem; gap: 0 0.8rem; align-items: center; padding: 0.15rem 0; break-inside: avoid; }
.name { overflow-wrap: anywhere; }
.value { font-variant-numeric: tabular-nums; font-size: 0.9rem; }
.value small, .axis { color: #555; font-size: 0.85em; }
.side .key { margin-left: 0; }
.side { font-weight: 600; margin-top: 0.6rem; overflow-wrap: anywhere; }
svg { display: block; width: 100%; }
svg.bar { height: 1.1rem; }
svg.histogram { height: 10rem; border-bottom: 1px solid #555; }
svg.map { max-height: 32rem; border: 1px solid #ccc; font-family: system-ui, sans-serif; }
.axis { display: flex; justify-content: space-between; }
.key { display: inline-block; width: 0.9em; height: 0.9em; margin: 0 0.3em 0 0.6em; vertical-align: -0.1em; border: 1px solid #999; }
section { break-inside: avoid; }
section.long { break-inside: auto; }
footer { margin-top: 2rem; padding-bottom: 2rem; border-top: 1px solid #ccc; }
@media (max-width: 45rem) {
  .row { grid-template-columns: minmax(6.5rem, 1fr) auto; padding: 0.3rem 0; }
  .row > svg { grid-column: 1 / 3; grid-row: 2; }
  .scale > :first-child { display: none; }
  .scale > .axis { grid-column: 1 / 3; }
  .value { text-align: right; }
}
@media print {
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main, footer { max-width: none; padding: 0; }
  h2 { break-after: avoid; }
}
";

/// Makes a page.
pub(super) fn page(page: &Page<'_>) -> String {
    let Page { ruleset, report, .. } = page;
    let title = if report.title.is_empty() { "An encounter" } else { &report.title };
    let title = escaped(title);
    let mut out = format!(
        "{HEAD}{MARK}\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
    );
    let fights = report.fights;
    out += &format!(
        "<p class=\"faint\">{fights} fights, played by the program on all sides. {}</p>\n",
        escaped(ruleset.title())
    );
    if !report.complete {
        out += &format!("<p class=\"warn\">Interrupted: only {fights} fights were fought.</p>\n");
    }
    if fights > 0 {
        out += &who_wins(page);
        out += &hangs_on(page);
        out += &variants(page);
        out += &how_long(page);
        out += &who_falls(page);
        out += &hp_lost(page);
        out += &where_they_fall(page);
    }
    out += &format!(
        "</main>\n<footer><p>Ruleset {}, seed {}, {fights} fights; intervals of 95 %. Made by Affray {}. The intervals are of the dice \
         alone: how well the sides are played is another matter.</p></footer>\n</body>\n</html>\n",
        escaped(ruleset.id()),
        report.seed,
        env!("CARGO_PKG_VERSION")
    );
    out
}

/// A name, a plot and numbers beside each other.
fn row(name: &str, plot: &str, value: &str) -> String {
    // Long keys break behind their signs.
    let name = escaped(name).replace('=', "=<wbr>").replace('.', ".<wbr>");
    format!("<div class=\"row\"><span class=\"name\">{name}</span>{plot}<span class=\"value\">{value}</span></div>\n")
}

fn section(heading: &str, long: bool, body: &str) -> String {
    let class = if long { " class=\"long\"" } else { "" };
    format!("<section{class}>\n<h2>{heading}</h2>\n{body}</section>\n")
}

/// Words behind a square of their color.
fn key(color: &str, words: &str) -> String {
    format!("<span class=\"key\" style=\"background:{color}\"></span>{}", escaped(words))
}

/// A share with its interval.
fn told(share: &Share) -> String {
    format!("{} <small>{} to {}</small>", percent(share.share), percent(share.low), percent(share.high))
}

fn share_row(name: &str, share: &Share, color: &str) -> String {
    let label = format!("{name}: {}", percent(share.share));
    row(name, &plots::share_bar(share, color, &label), &told(share))
}

/// The scale below bars of shares.
const AXIS: &str = "<div class=\"row scale\"><span></span><span class=\"axis\"><span>0 %</span><span>50 %</span><span>100 %</span></span></div>\n";

fn who_wins(page: &Page<'_>) -> String {
    let report = page.report;
    let mut body = String::new();
    for (at, side) in report.sides.iter().enumerate() {
        body += &share_row(&side.side, &side.wins, color(at));
    }
    if report.draws.count > 0 {
        body += &share_row("nobody", &report.draws, "#666");
    }
    if report.at_limit.count > 0 {
        body += &share_row("broken off at the limit of rounds", &report.at_limit, "#999");
    }
    body += AXIS;
    body += "<p class=\"faint\">Black: the 95 % interval.</p>\n";
    section("Who wins", false, &body)
}

fn hangs_on(page: &Page<'_>) -> String {
    let (Some(first), Some(span)) = (page.report.sides.first(), page.span) else { return String::new() };
    let wide = span.sides.iter().find(|side| side.side == first.side).filter(|side| side.low < side.high);
    let (name, share) = (escaped(&first.side), percent(first.wins.share));
    let line = match wide {
        Some(wide) => {
            let (low, high) = (percent(wide.low), percent(wide.high));
            format!("{share}, {low} to {high} {}", depending(span, &first.side))
        }
        None => format!("{share}, whoever holds or advances, as far as {} fights show", span.fights),
    };
    let mut body = format!("<p>How often <b>{name}</b> wins: {line}.</p>\n");
    body += &share_row("as it stands", &first.wins, color(0));
    for play in &span.plays {
        if let Some(side) = play.sides.iter().find(|side| side.side == first.side) {
            body += &share_row(&format!("{}: {}", play.side, play.orders), &side.wins, color(0));
        }
    }
    body += AXIS;
    body += &format!(
        "<p class=\"faint\">One side at a time told to advance or to hold, {} fights each.</p>\n",
        span.fights
    );
    section("What it hangs on", false, &body)
}

fn variants(page: &Page<'_>) -> String {
    let Some(first) = page.report.sides.first().filter(|_| !page.variants.is_empty()) else { return String::new() };
    let mut body = format!("<p>How often <b>{}</b> wins.</p>\n", escaped(&first.side));
    for (at, one) in page.variants.iter().enumerate() {
        let Some(side) = one.report.sides.iter().find(|side| side.side == first.side) else {
            body += &row(&one.variant, "<span></span>", "not there");
            continue;
        };
        let label = format!("{}: {}", one.variant, percent(side.wins.share));
        let difference = one.differences.iter().find(|side| side.side == first.side).filter(|_| at > 0);
        let by = difference.map_or(String::new(), |side| {
            let [by, low, high] =
                [side.difference.difference, side.difference.low, side.difference.high].map(|share| share * 100.0);
            format!("<br>{by:+.2} <small>{low:+.2} to {high:+.2}</small>")
        });
        body += &row(&one.variant, &plots::share_bar(&side.wins, color(0), &label), &(told(&side.wins) + &by));
    }
    body += AXIS;
    body += "<p class=\"faint\">With a sign: the difference to the encounter as it stands, in percentage points, from fights with the \
             same dice. The other plots are of the encounter as it stands.</p>\n";
    section("What if", true, &body)
}

fn how_long(page: &Page<'_>) -> String {
    let rounds = &page.report.rounds;
    let label = format!("How many fights took how many rounds; half of them {} at the most", rounds.median);
    let marks = [(rounds.median, "#d55e00"), (rounds.most_of_them, "#0072b2")];
    let (plot, each, first) = plots::lengths(page.lengths, &marks, &label);
    let last = page.lengths.iter().rposition(|fights| *fights > 0).unwrap_or(0);
    let end = if last + 1 == page.lengths.len() { format!("{last} and more") } else { last.to_string() };
    let several = if each == 1 { String::new() } else { format!(" Each bar stands for {each} lengths.") };
    let body = format!(
        "{plot}\n<div class=\"axis\"><span>{first}</span><span>completed rounds</span><span>{end}</span></div>\n\
         <p>{:.2} ± {:.2} rounds on the mean;<span class=\"key\" style=\"background:#d55e00\"></span>half of the fights took {} at the most,\
         <span class=\"key\" style=\"background:#0072b2\"></span>95 % of them {}; the longest took {}.{several}</p>\n",
        rounds.mean.mean, rounds.mean.standard_error, rounds.median, rounds.most_of_them, rounds.longest
    );
    section("How long", false, &body)
}

/// Rows for combatants below the names of their sides.
fn by_side(page: &Page<'_>, row: impl Fn(usize, &str) -> String) -> String {
    let mut body = String::new();
    for (side, report) in page.report.sides.iter().enumerate() {
        body += &format!("<p class=\"side\">{}</p>\n", key(color(side), &report.side));
        for (at, one) in page.report.combatants.iter().enumerate() {
            if one.side == report.side {
                body += &row(at, color(side));
            }
        }
    }
    body
}

fn who_falls(page: &Page<'_>) -> String {
    let report = page.report;
    let mut body = by_side(page, |at, color| {
        let one = &report.combatants[at];
        let (dead, fled) = (one.dead.share, one.fled.share);
        let down = (one.out.share - dead - fled).max(0.0);
        let told = format!("dead {}, down {}", percent(dead), percent(down));
        let told = if fled > 0.0 { format!("{told}, fled {}", percent(fled)) } else { told };
        let label = format!("{}: {told}", one.combatant);
        row(&one.combatant, &plots::fate_bar(dead, down, fled, color, &label), &told)
    });
    body += AXIS;
    body += "<p class=\"faint\">In how many of all fights each is dead at the end (full), down (light) or has fled (a line).</p>\n";
    if !report.never_attacked.is_empty() {
        let names = escaped(&report.never_attacked.join(", "));
        body += &format!("<p class=\"warn\">Never attacked nor cast a spell in any fight: {names}</p>\n");
    }
    section("Who falls", true, &body)
}

fn hp_lost(page: &Page<'_>) -> String {
    let report = page.report;
    let most =
        page.details.lost.iter().filter_map(|lost| lost.last_key_value()).map(|(lost, _)| *lost).max().unwrap_or(0);
    let mut body = by_side(page, |at, color| {
        let one = &report.combatants[at];
        let [low, high] = [25, 75].map(|percent| page.details.quantile(at, percent));
        let told = format!("{:.2} ± {:.2}", one.hp_lost.mean, one.hp_lost.standard_error);
        let label = format!("{}: {told} HP", one.combatant);
        let plot = plots::hp_bar([low.into(), one.hp_lost.mean, high.into()], most.into(), color, &label);
        row(&one.combatant, &plot, &format!("{told} <small>half {low} to {high}</small>"))
    });
    body += &format!(
        "<div class=\"row scale\"><span></span><span class=\"axis\"><span>0 HP</span><span>{most} HP</span></span></div>\n\
         <p class=\"faint\">Box: the middle half of the fights; line: the mean. Who is at 0 or below has lost all.</p>\n"
    );
    section("HP lost", true, &body)
}

fn where_they_fall(page: &Page<'_>) -> String {
    let fallen = plots::fallen(page.encounter, page.details, page.report.fights);
    let Some(fallen) = fallen else { return String::new() };
    let key = |color: &str, words: &str| {
        format!("<span class=\"key\" style=\"background:{color}\"></span>{}", escaped(words))
    };
    let sides: String = page.report.sides.iter().enumerate().map(|(at, side)| key(color(at), &side.side)).collect();
    let grounds: String = fallen.grounds.iter().map(|&kind| key(GROUNDS[kind].0, GROUNDS[kind].1)).collect();
    let body = format!(
        "{}\n<p class=\"faint\">The letters are where everybody began, the circles where those lie at the end who are dead or down:{sides}. \
         The largest circle stands for {:.2} of a side in a fight.{grounds}</p>\n",
        fallen.drawing, fallen.most
    );
    section("Where they fall", false, &body)
}
