//! What a simulation says, as text.

use crate::text::{BAD, FAINT, STRONG, Table, percent, span_bar, styled};
use affray_arena::{Report, Share, SpanReport, VariantReport};
use std::io::Write;

/// A share with its interval.
fn interval(share: &Share) -> [String; 2] {
    [percent(share.share), format!("{} to {}", percent(share.low), percent(share.high))]
}

/// The title, and how much was fought.
fn head(out: &mut impl Write, report: &Report, variants: usize) -> std::io::Result<()> {
    if !report.title.is_empty() {
        writeln!(out, "{}", styled(STRONG, &report.title))?;
    }
    if !report.complete {
        let wanted = match report.within {
            Some(within) => format!("enough for an interval of ±{}", percent(within.asked)),
            None => report.wanted.to_string(),
        };
        let line = format!("Interrupted: {} of {wanted} fights were fought.", report.fights);
        writeln!(out, "{}", styled(BAD, line))?;
    }
    if let Some(within) = report.within.filter(|within| report.complete && within.asked < within.reached) {
        let (asked, reached) = (percent(within.asked), percent(within.reached));
        let line = format!("{} fights are too few for ±{asked}: it is ±{reached}.", report.fights);
        writeln!(out, "{}", styled(BAD, line))?;
    }
    let each = if variants == 0 { "" } else { " each" };
    let within = report.within.map_or(String::new(), |within| format!(", ±{} at the most", percent(within.reached)));
    let line = format!("{} fights{each}, seed {}, intervals of 95 %{within}", report.fights, report.seed);
    writeln!(out, "{}\n", styled(FAINT, line))
}

/// Tells of an encounter.
pub(super) fn tell(out: &mut impl Write, report: &Report, span: Option<&SpanReport>) -> std::io::Result<()> {
    head(out, report, 0)?;
    if report.fights == 0 {
        return Ok(());
    }
    let mut table = Table::new(["", "wins", "interval"]);
    for side in &report.sides {
        let [wins, range] = interval(&side.wins);
        table.row([side.side.clone(), wins, range]);
    }
    if report.draws.count > 0 {
        let [draws, range] = interval(&report.draws);
        table.row(["nobody".to_owned(), draws, range]);
    }
    if report.at_limit.count > 0 {
        let [at_limit, range] = interval(&report.at_limit);
        table.row(["  (broken off)".to_owned(), at_limit, range]);
    }
    table.write(out)?;
    writeln!(out)?;
    let rounds = &report.rounds;
    writeln!(
        out,
        "Length: {:.2} ± {:.2} rounds; half within {}, 95 % within {}, the longest {}",
        rounds.mean.mean, rounds.mean.standard_error, rounds.median, rounds.most_of_them, rounds.longest
    )?;
    writeln!(out)?;
    let mut table = Table::new(["", "side", "dead", "interval", "out", "interval", "fled", "HP lost"]);
    for one in &report.combatants {
        let ([dead, dead_range], [out, out_range]) = (interval(&one.dead), interval(&one.out));
        let lost = format!("{:.2} ± {:.2}", one.hp_lost.mean, one.hp_lost.standard_error);
        let fled = percent(one.fled.share);
        table.row([one.combatant.clone(), one.side.clone(), dead, dead_range, out, out_range, fled, lost]);
    }
    table.write(out)?;
    idle(out, report, None)?;
    span.map_or(Ok(()), |span| hangs_on(out, report, span))
}

/// What a side's wins hang on, in words: `depending on who holds`.
pub(super) fn depending(span: &SpanReport, side: &str) -> String {
    let orders = span.hangs_on(side);
    let verbs: Vec<String> = orders.iter().map(|orders| format!("who {orders}s")).collect();
    if verbs.is_empty() { String::new() } else { format!("depending on {}", verbs.join(" and ")) }
}

/// Tells how far the answer hangs on the orders of the sides.
fn hangs_on(out: &mut impl Write, report: &Report, span: &SpanReport) -> std::io::Result<()> {
    let Some(first) = report.sides.first() else { return Ok(()) };
    writeln!(out)?;
    let wide = span.sides.iter().find(|side| side.side == first.side).filter(|side| side.low < side.high);
    let share = percent(first.wins.share);
    let line = match wide {
        Some(wide) => {
            let (low, high) = (percent(wide.low), percent(wide.high));
            format!("{}: {share}, {low} to {high} {}", first.side, depending(span, &first.side))
        }
        None => format!("{}: {share}, whoever holds or advances, as far as {} fights show", first.side, span.fights),
    };
    writeln!(out, "{}\n", styled(STRONG, line))?;
    let heading = format!("{}: wins", first.side);
    let about = format!("{} fights each, 0 % to 100 %", span.fights);
    let mut table = Table::new(["", &heading, "interval", &about]);
    let mut row = |name: String, wins: &Share| {
        let [share, range] = interval(wins);
        table.row([name, share, range, span_bar(wins.low, wins.high, BAR)]);
    };
    row(String::from("as it stands"), &first.wins);
    for play in &span.plays {
        if let Some(side) = play.sides.iter().find(|side| side.side == first.side) {
            row(format!("{}: {}", play.side, play.orders), &side.wins);
        }
    }
    table.write(out)
}

/// Names those who never attacked.
fn idle(out: &mut impl Write, report: &Report, variant: Option<&str>) -> std::io::Result<()> {
    if report.never_attacked.is_empty() {
        return Ok(());
    }
    let of = variant.map_or(String::new(), |variant| format!(" ({variant})"));
    let line = format!("Never attacked nor cast a spell in any fight{of}: {}", report.never_attacked.join(", "));
    writeln!(out, "\n{}", styled(BAD, line))
}

/// Columns of a bar of the plot.
const BAR: usize = 40;

/// Tells how variants compare, the encounter as it stands first.
pub(super) fn compare(out: &mut impl Write, report: &Report, variants: &[VariantReport]) -> std::io::Result<()> {
    head(out, report, variants.len())?;
    if report.fights == 0 {
        return Ok(());
    }
    let first = report.sides.first().map_or("", |side| side.side.as_str());
    let wins =
        |one: &VariantReport, name: &str| one.report.sides.iter().find(|side| side.side == name).map(|side| side.wins);
    let heading = format!("{first}: wins");
    let mut table = Table::new(["", &heading, "interval", "difference", "interval"]);
    let mut plot = Table::new(["", &heading, "0 % to 100 %, the interval shaded"]);
    for (at, one) in variants.iter().enumerate() {
        let Some(wins) = wins(one, first) else {
            table.row([one.variant.clone(), String::from("not there"), String::new(), String::new(), String::new()]);
            continue;
        };
        let [share, range] = interval(&wins);
        let difference = one.differences.iter().find(|side| side.side == first).filter(|_| at > 0);
        let [by, by_range] = difference.map_or([String::new(), String::new()], |side| {
            let [by, low, high] = [side.difference.difference, side.difference.low, side.difference.high]
                .map(|share| format!("{:+.2}", share * 100.0));
            [format!("{by:>7}"), format!("{low} to {high}")]
        });
        plot.row([one.variant.clone(), share.clone(), span_bar(wins.low, wins.high, BAR)]);
        table.row([one.variant.clone(), share, range, by, by_range]);
    }
    table.write(out)?;
    writeln!(out)?;
    plot.write(out)?;
    for side in report.sides.iter().skip(1) {
        writeln!(out)?;
        let mut table = Table::new(["", &format!("{}: wins", side.side), "interval", "nobody wins", "rounds"]);
        for one in variants {
            let [share, range] = wins(one, &side.side)
                .map_or_else(|| [String::from("not there"), String::new()], |wins| interval(&wins));
            let (draws, rounds) = (percent(one.report.draws.share), format!("{:.2}", one.report.rounds.mean.mean));
            table.row([one.variant.clone(), share, range, draws, rounds]);
        }
        table.write(out)?;
    }
    // What holds of all of them is said once.
    if variants.iter().all(|one| one.report.never_attacked == report.never_attacked) {
        return idle(out, report, None);
    }
    variants.iter().try_for_each(|one| idle(out, &one.report, Some(&one.variant)))
}
