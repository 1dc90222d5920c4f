//! The `affray` command: arguments, files and text. What it does, the crates below it do.

mod commands;
mod failure;
mod fight;
mod input;
mod json;
mod output;
mod text;

use clap::{Parser, Subcommand, ValueEnum};
use std::process::ExitCode;

/// Referee, simulator and odds maker for tabletop combat.
#[derive(Debug, Parser)]
#[command(name = "affray", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "Try `affray COMMAND --help` for examples.", after_long_help = AFTER_HELP)]
struct Cli {
    /// When to use color.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help = "Color: auto (on a terminal), always or never")]
    color: Color,
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  affray fight duel --seed 7         watch a fight
  affray new dfrpg tonight.toml      write an encounter to start from, every key explained
  affray play tonight.toml           play it, with the table's own dice if you like
  affray serve tonight.toml          the same in the browser, for everybody at the table
  affray sim tonight.toml -n 10000   who wins it, and at what cost
  affray odds blow.toml              the exact odds of one declared action
  affray rules dfrpg feint           what the rules say
  affray import knight.gcs           a character from the sheet editor GCS, or a map
  affray list                        the encounters and sheets that come with the program
  affray docs                        the manuals
  affray check cases/                prove the rules by their worked examples

Exit codes:
  0    done
  1    a case failed, a log does not reproduce, or a fight stopped before its end
  2    wrong usage, or input that cannot be read
  130  interrupted by Ctrl-C

Affray is an unofficial aid. The games that it plays belong to their publishers.";

/// When to use color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Fight an encounter many times: who wins, how long it takes, what it costs.
    Sim(commands::sim::Args),
    /// The exact odds of one declared action.
    Odds(commands::odds::Args),
    /// Run cases: proofs of the rules, and your own.
    Check(commands::check::Args),
    /// Watch a fight: policies play both sides to the end.
    Fight(commands::fight::Args),
    /// Play a fight at the terminal.
    Play(commands::play::Args),
    /// Play a fight in the browser, everybody with a link of their own.
    Serve(commands::serve::Args),
    /// Prove that a log reproduces; show any turn of it.
    Replay(commands::replay::Args),
    /// Look rules up; what is carried out and proved.
    Rules(commands::rules::Args),
    /// List rulesets with their encounters and sheets, or say what files are.
    List(commands::list::Args),
    /// Read the manuals: encounters, sheets, cases, logs, JSON.
    Docs(commands::docs::Args),
    /// Print the JSON Schema of a kind of file.
    Schema(commands::schema::Args),
    /// Write an encounter to start from.
    New(commands::new::Args),
    /// Take characters over from the sheet editor GCS, and maps from map makers.
    Import(commands::import::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let color = match cli.color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    };
    color.write_global();
    failure::set_up();
    let result = match &cli.command {
        Command::Sim(args) => commands::sim::run(args),
        Command::Odds(args) => commands::odds::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Fight(args) => commands::fight::run(args),
        Command::Play(args) => commands::play::run(args),
        Command::Serve(args) => commands::serve::run(args),
        Command::Replay(args) => commands::replay::run(args),
        Command::Rules(args) => commands::rules::run(args),
        Command::List(args) => commands::list::run(args),
        Command::Docs(args) => commands::docs::run(args),
        Command::Schema(args) => commands::schema::run(args),
        Command::New(args) => commands::new::run(args),
        Command::Import(args) => commands::import::run(args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(failure) => failure.show().into(),
    }
}
