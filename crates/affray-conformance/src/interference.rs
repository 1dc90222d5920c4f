//! A game master who changes the state while somebody is asked.

use affray_kernel::dice::Stream;
use affray_kernel::referee::{CombatantId, Input, Need};
use affray_session::ruleset::Rules;
use affray_session::{Command, LogEntry, Pause, Session, Table as _};
use serde_json::{Value, json};
use std::ops::Range;

/// A part of a combatant's state, by its path below the combatant, and what it is set to, as JSON.
pub type Setting = (&'static str, &'static str);

/// So many questions of a fight are answered.
const QUESTIONS: usize = 40;
/// Before three questions in so many the game master sets something.
const OF: usize = 4;

/// Fights that begin with those seeds, with everybody played by hand and dice that are drawn, in which the game master changes a combatant before most answers: the one who is asked, or any
/// other; one of those settings, or its place. An answer is judged by what is then, whether it was listed before or after the
/// change, and what is listed after it is legal. A combatant that is out by then is not asked in that turn any more and
/// attacks nobody until somebody is asked again.
///
/// # Panics
/// With what is wrong.
pub fn rules_look_again<G: Rules>(begin: impl Fn(u64) -> Session<G>, settings: &[Setting], numbers: Range<u64>) {
    let (mut taken, mut refused, mut out) = (vec![0; settings.len() + 1], 0, 0);
    for seed in numbers {
        let mut table = begin(seed);
        let mut whims = Stream::new(seed, 41);
        for number in 0..QUESTIONS {
            let Pause::Need(Need::Choice(question)) = *table.pause() else { break };
            if G::ending(table.setup(), table.state()).is_some() {
                break;
            }
            let asked = G::asked(&question);
            let before = table.options().to_vec();
            let set = (whims.below(OF) != 0).then(|| interfere(&mut table, asked, settings, &mut whims)).flatten();
            let set = set.map(|(number, set)| {
                taken[number] += 1;
                set
            });
            let place = format!("seed {seed}, question {number}, {question:?}, after {set:?}");
            let gone: Vec<CombatantId> = ids(&table).filter(|&who| is_out(&table, who)).collect();
            out += u32::from(gone.contains(&asked));
            let told = table.lines().len();
            let stale = before[whims.below(before.len())];
            if table.push(Input::Choice { choice: stale, allowed: false }).is_err() {
                refused += 1;
                let options = table.options();
                assert!(!options.is_empty(), "{place}: no answer is legal");
                let choice = options[whims.below(options.len())];
                table.push(Input::Choice { choice, allowed: false }).unwrap_or_else(|wrong| panic!("{place}: {wrong}"));
            }
            for line in &table.lines()[told..] {
                let LogEntry::Roll(roll) = &line.entry else { continue };
                let attacks =
                    G::ATTACKS.contains(&roll.what.as_str()) && gone.iter().any(|&who| name(&table, who) == roll.who);
                assert!(!attacks, "{place}: {} is out, and attacks", roll.who);
            }
            if G::ending(table.setup(), table.state()).is_some() {
                break;
            }
            if let Pause::Need(Need::Choice(next)) = table.pause() {
                let who = G::asked(next);
                assert!(!gone.contains(&who) || !is_out(&table, who), "{place}: {who:?} is out, and asked {next:?}");
            }
        }
    }
    let idle: Vec<_> =
        taken.iter().zip(settings).filter(|(taken, _)| **taken == 0).map(|(_, setting)| setting).collect();
    assert!(idle.is_empty(), "what can be set nowhere: {idle:?}");
    assert!(refused > 0 && out > 0, "{refused} refusals, {out} askers who were out");
}

/// Sets something at the one who is asked, or at somebody else: the number of the setting, and its words, unless it cannot be.
fn interfere<G: Rules>(
    table: &mut Session<G>,
    asked: CombatantId,
    settings: &[Setting],
    whims: &mut Stream,
) -> Option<(usize, String)> {
    let others = ids(table).len();
    let who = if whims.below(2) == 0 { asked } else { CombatantId(whims.below(others) as u8) };
    let number = whims.below(settings.len() + 1);
    let (path, value): (_, Value) = match settings.get(number) {
        Some(&(path, value)) => (path, serde_json::from_str(value).unwrap_or_else(|error| panic!("{value}: {error}"))),
        None => {
            let (cell, _) = G::place(table.setup(), table.state(), who)?;
            let mut near = |at: i16| i32::from(at) + whims.below(5) as i32 - 2;
            ("at", json!([near(cell.q), near(cell.r)]))
        }
    };
    let path = format!("{}.{path}", name(table, who));
    let words = format!("{path} = {value}");
    table.act(Command::Set { path, value }).is_ok().then_some((number, words))
}

fn ids<G: Rules>(table: &Session<G>) -> impl ExactSizeIterator<Item = CombatantId> {
    (0..G::figures(table.setup()).len()).map(|at| CombatantId(at as u8))
}

fn name<G: Rules>(table: &Session<G>, who: CombatantId) -> String {
    G::figures(table.setup()).nth(who.index()).map(|(name, _)| name.to_owned()).unwrap_or_default()
}

fn is_out<G: Rules>(table: &Session<G>, who: CombatantId) -> bool {
    G::final_status(table.setup(), table.state(), who).out
}
