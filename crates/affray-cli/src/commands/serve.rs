//! `affray serve`: a fight in the browser.

use super::evening::Evening;
use crate::failure::{Exit, Failure};
use crate::fight::Hands;
use crate::text::{FAINT, STRONG, fit, styled};
use affray_serve::{Link, Player, Where, code_as_text, host};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Play a fight in the browser, everybody with a link of their own.
///
/// The game master's link does everything that `affray play` does; whoever has the spectators' link looks on. Links are secrets.
/// Everybody is played by hand, unless it is said otherwise. The fight is saved at every input; Ctrl-C ends the server.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray serve                       a duel, ready to be fought
  affray serve tonight.toml --lan    whoever is in the same network can open the links
  affray serve bridge --side Bridge --dice typed
  affray serve --resume tonight.save.jsonl")]
pub(crate) struct Args {
    /// The encounter: a file, or the name of one that comes with the program. Without it: a duel.
    #[arg(conflicts_with = "resume")]
    encounter: Option<PathBuf>,
    #[command(flatten)]
    evening: Evening,
    /// The port. Without it: 4774, or the next one that is free.
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Let everybody in who reaches this machine over the network, not only this machine.
    #[arg(long)]
    lan: bool,
    /// A seat for a player with a link of its own, and whom it plays: `Anna=Sir Odo,Lurker`; can be given more than once.
    #[arg(long, value_name = "NAME=FIGURES", value_parser = player)]
    player: Vec<Player>,
}

/// A player as it is typed.
fn player(text: &str) -> Result<Player, String> {
    let words = |text: &str| text.trim().to_owned();
    match text.split_once('=').map(|(name, figures)| (words(name), figures)) {
        Some((name, figures)) if !name.is_empty() => {
            let figures = figures.split(',').map(words).filter(|figure| !figure.is_empty()).collect();
            Ok(Player { name, figures })
        }
        _ => Err("a name, `=` and whom it plays: `Anna=Sir Odo,Lurker`".to_owned()),
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let encounter = args.encounter.as_deref().unwrap_or(Path::new("duel"));
    let mut evening = args.evening.clone();
    if args.encounter.is_none() && evening.resume.is_none() && evening.save.is_none() && !evening.force {
        // Whoever only wants to have a look is not to be asked what to do with the last one.
        evening.save = (1..).map(numbered).find(|path| !path.exists());
    }
    let (table, save) = evening.sit_down(encounter, Hands::All)?;
    let path = save.path().to_owned();
    let title = table.terms().title.clone();
    let place = Where {
        port: args.port,
        lan: args.lan,
        ask_all: evening.ask_all,
        goes_on: evening.resume.is_some(),
        players: args.player.clone(),
    };
    let hosted = host(table, save, &place).map_err(|error| Failure::Usage(error.to_string(), None))?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}", styled(STRONG, &title))?;
    for Link { seat, link } in &hosted.links {
        writeln!(out, "  {seat:14} {link}")?;
        // The game master sits at this machine; the others have phones.
        if args.lan && *seat != hosted.links[0].seat {
            let code = code_as_text(link).unwrap_or_default();
            code.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    writeln!(out, "  {:14} {}", "Saved in", path.display())?;
    if let [_, others @ ..] = hosted.addresses.as_slice()
        && !others.is_empty()
    {
        let told = format!("If a link does not open, try it with another address: {}.", others.join(", "));
        writeln!(out, "{}", fit(&styled(FAINT, told)))?;
    }
    writeln!(out, "{}", fit(&styled(FAINT, "Each link is a secret. Ctrl-C ends the server; nothing is lost.")))?;
    out.flush()?;
    drop(out);
    hosted.run().map_err(|why| Failure::Usage(why, None))?;
    writeln!(anstream::stdout(), "The fight is saved: affray serve --resume {}", path.display())?;
    Ok(Exit::Done)
}

/// Where the duel of that number is saved.
fn numbered(number: u32) -> PathBuf {
    match number {
        1 => PathBuf::from("duel.save.jsonl"),
        number => PathBuf::from(format!("duel-{number}.save.jsonl")),
    }
}
