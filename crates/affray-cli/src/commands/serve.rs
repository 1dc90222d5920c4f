//! `affray serve`: a fight in the browser.

use super::evening::{Evening, Stuck, resume};
use crate::failure::{Exit, Failure};
use crate::fight::Hands;
use crate::text::{FAINT, STRONG, fit, styled};
use affray_serve::{Fights, Hosted, Link, NotResumed, Player, Where, Wish, code_as_text, host};
use affray_session::{Save, Table};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Play a fight in the browser, everybody with a link of their own.
///
/// Without an encounter: a page that lists what can be fought, goes on with saved fights, and puts encounters together. With one,
/// the game master's link does everything that `affray play` does; whoever has the spectators' link looks on. Links are secrets.
/// Everybody is played by hand, unless it is said otherwise. The fight is saved at every input; Ctrl-C ends the server.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  affray serve                       the evening's start: a duel is ready, and all else
  affray serve tonight.toml --lan    whoever is in the same network can open the links
  affray serve bridge --side Bridge --dice typed
  affray serve --resume tonight.save.jsonl")]
pub(crate) struct Args {
    /// The encounter: a file, or the name of one that comes with the program. Without it: the evening's start.
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

/// Begins fights in the folder in which the command was started, and goes on with them.
struct Here(Evening);

impl Fights for Here {
    fn folder(&self) -> &Path {
        Path::new(".")
    }

    fn ask_all(&self) -> bool {
        self.0.ask_all
    }

    fn begin(&self, encounter: &Path, wish: &Wish) -> Result<(Box<dyn Table + Send>, Save), String> {
        let evening = self.0.with(wish, encounter)?;
        evening.sit_down(encounter, Hands::All).map_err(|failure| failure.to_string())
    }

    fn resume(&self, log: &Path, from_here: bool) -> Result<(Box<dyn Table + Send>, Save), NotResumed> {
        resume(log, from_here)
            .map_err(|stuck| NotResumed { why: stuck.told(), from_here: matches!(stuck, Stuck::Differs { .. }) })
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let evening = &args.evening;
    let place = Where {
        port: args.port,
        lan: args.lan,
        ask_all: evening.ask_all,
        goes_on: evening.resume.is_some(),
        players: args.player.clone(),
    };
    let unhosted = |error: std::io::Error| Failure::Usage(error.to_string(), None);
    let Some(encounter) = args.encounter.as_deref().or(evening.resume.as_deref()) else {
        if evening.save.is_some() || !place.players.is_empty() {
            let message = "there is no encounter yet that could be saved or have players";
            return Err(Failure::usage(message, "name one: `affray serve duel`, or leave `--save` and `--player` out"));
        }
        let hosted = affray_serve::evening(Box::new(Here(evening.clone())), &place).map_err(unhosted)?;
        let mut out = anstream::stdout().lock();
        writeln!(out, "{}", styled(STRONG, "Affray"))?;
        writeln!(out, "  {:14} {}", hosted.links[0].seat, hosted.links[0].link)?;
        return serve(args, out, hosted, "The fights are saved: `affray serve` lists them.");
    };
    let (table, save) = evening.sit_down(encounter, Hands::All)?;
    let path = save.path().to_owned();
    let title = table.terms().title.clone();
    let hosted = host(table, save, &place).map_err(unhosted)?;
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
    serve(args, out, hosted, &format!("The fight is saved: affray serve --resume {}", path.display()))
}

/// Serves until somebody ends it, and says what there is then.
fn serve(args: &Args, mut out: impl std::io::Write, hosted: Hosted, end: &str) -> Result<Exit, Failure> {
    if let [_, others @ ..] = hosted.addresses.as_slice()
        && !others.is_empty()
    {
        let told = format!("If a link does not open, try it with another address: {}.", others.join(", "));
        writeln!(out, "{}", fit(&styled(FAINT, told)))?;
    }
    let secret = if args.encounter.is_none() && args.evening.resume.is_none() { "The link is" } else { "Each link is" };
    writeln!(out, "{}", fit(&styled(FAINT, format!("{secret} a secret. Ctrl-C ends the server; nothing is lost."))))?;
    out.flush()?;
    drop(out);
    hosted.run().map_err(|why| Failure::Usage(why, None))?;
    writeln!(anstream::stdout(), "{end}")?;
    Ok(Exit::Done)
}
