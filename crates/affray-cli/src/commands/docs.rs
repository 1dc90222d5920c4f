//! `affray docs`: the manuals, as they are kept in `docs/`.

use crate::failure::{Exit, Failure};
use crate::text::{STRONG, fit, styled};
use affray_files::names::did_you_mean;
use std::io::Write as _;

/// Read the manuals: encounters, sheets, cases, logs, JSON.
///
/// Without a page: a list of them. A page is printed as plain text, for the terminal or a pager.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray docs                      the pages
  affray docs cases-dfrpg | less   one of them
  affray docs cases dfrpg          the same")]
pub(crate) struct Args {
    /// The page.
    #[arg(value_name = "PAGE")]
    page: Vec<String>,
}

macro_rules! pages {
    ($($name:literal)*) => {
        /// The pages by name that are about no ruleset.
        const PAGES: &[(&str, &str)] = &[$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/", $name, ".md")),
        )),*];
    };
}
pages! {
    "play" "serve" "sim" "import" "log" "json" "writing-a-ruleset"
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut out = anstream::stdout().lock();
    let of_rulesets = affray_games::all().iter().flat_map(|ruleset| ruleset.manuals());
    let pages: Vec<&(&str, &str)> = of_rulesets.chain(PAGES).collect();
    if args.page.is_empty() {
        let width = pages.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        for (name, text) in pages {
            let title = text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
            let name = styled(STRONG, format!("{name:width$}"));
            writeln!(out, "{name}  {}", title.replace('`', ""))?;
        }
        return Ok(Exit::Done);
    }
    let name = args.page.join("-").to_ascii_lowercase();
    let name = name.trim_end_matches(".md");
    let Some((_, text)) = pages.iter().find(|(known, _)| *known == name) else {
        let near = did_you_mean(pages.iter().map(|(name, _)| *name), name);
        let hint = format!("{near}`affray docs` lists the pages");
        return Err(Failure::usage(format!("there is no page `{name}`"), hint));
    };
    write!(out, "{}", fit(text))?;
    Ok(Exit::Done)
}
