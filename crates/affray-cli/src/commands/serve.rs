//! `affray serve`: a fight in the browser.

use super::evening::Evening;
use crate::failure::{Exit, Failure};
use crate::fight::Hands;
use crate::text::{FAINT, STRONG, fit, styled};
use affray_serve::{Where, host};
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
    let place = Where { port: args.port, lan: args.lan };
    let told = |error: std::io::Error| Failure::Usage(error.to_string(), None);
    let hosted = host(table, save, evening.resume.is_some(), evening.ask_all, place).map_err(told)?;
    let mut out = anstream::stdout().lock();
    let mut line = |what: &str, text: &str| writeln!(out, "{}", fit(&format!("{what:14}{text}")));
    line("", &styled(STRONG, &title))?;
    line("Game master", &hosted.links.master)?;
    line("Spectators", &hosted.links.spectator)?;
    line("Saved in", &path.display().to_string())?;
    line("", &styled(FAINT, "Each link is a secret. Ctrl-C ends the server; nothing is lost."))?;
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
