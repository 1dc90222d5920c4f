//! Runs the steps of a case on a tape.

use super::agree::agree;
use super::compare::compare;
use super::dice::Die;
use super::{CaseFormat, LeftOver, Play, Script, Site, begin, carry_out};
use affray_files::{Diagnostic, FileError, Path};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{Need, Record, Refusal, Source, Stop, Tape, Thrown, Why};
use affray_kernel::tally::Lines;
use affray_session::choices::Asked as _;
use affray_session::names;
use serde_json::Value;
use std::collections::VecDeque;

/// Runs the steps one after another, up to the first that differs, and says in what.
pub(super) fn run<G: CaseFormat>(
    plays: &[Play<G>],
    setup: &G::Setup,
    mut state: G::State,
    at: &Site<'_>,
) -> Result<Vec<String>, FileError> {
    for (index, play) in plays.iter().enumerate() {
        let path = at.root.key("play").index(index);
        begin(play, setup, &mut state, at, &path)?;
        let dice = play.dice.iter().enumerate().map(|(index, file)| file.read(path.key("dice").index(index)));
        let dice: VecDeque<Die> = dice.collect::<Result<_, _>>().map_err(|complaint| at.complain([complaint]))?;
        let differences = step(play, setup, &mut state, dice, at, &path)?;
        if !differences.is_empty() {
            // What comes after rests on it.
            let whose = play.turn.as_deref().unwrap_or("game master");
            return Ok(differences.iter().map(|one| format!("step {} ({whose}): {one}", index + 1)).collect());
        }
    }
    Ok(Vec::new())
}

/// Runs one step and says what differs.
fn step<G: CaseFormat>(
    play: &Play<G>,
    setup: &G::Setup,
    state: &mut G::State,
    dice: VecDeque<Die>,
    at: &Site<'_>,
    path: &Path,
) -> Result<Vec<String>, FileError> {
    let start = state.clone();
    let mut feed = Feed::<G> {
        script: (&play.said).into(),
        dice,
        asked: Vec::new(),
        wrong: None,
        missing: None,
        allow: play.allow,
    };
    let mut tape = Tape::new(&[], &mut feed as &mut dyn Source<G>);
    let result = carry_out(play, setup, state, &mut tape);
    let Tape { records, used, .. } = tape;
    if let Some(wrong) = feed.wrong {
        return Err(at.complain([wrong.below(&path.key("do"))]));
    }
    let mut differences = Vec::new();
    // Dice that do not fit, and refusals, often come of an answer that somebody else was not asked for.
    let not_yet = |message: String| match left_over(&feed, at, path, "was not asked for until then") {
        Some(left) => vec![message, left],
        None => vec![message],
    };
    match (&result, &play.refused) {
        (Err(Stop::Refused { refusal, question, .. }), Some(rule)) => {
            if refusal.rule.as_str() != rule {
                differences.push(format!("refused by {refusal}, where {rule} was expected"));
            }
            // An illegal answer leaves everything as it was.
            *state = start;
            compare::<G>(&play.expect, setup, state, (&records, Some(question)), &mut differences);
            return Ok(differences);
        }
        (Err(Stop::Refused { refusal, .. }), None) => return Ok(not_yet(format!("refused: {refusal}"))),
        (Ok(()), Some(rule)) => {
            // What a rule forbids may not even be asked for.
            let whose = play.turn.as_deref().map(|name| super::whom::<G>(setup, name));
            match feed.script.forbidden(setup, state, whose) {
                Some(refusal) if refusal.rule.as_str() == rule => {
                    *state = start;
                    return Ok(differences);
                }
                Some(refusal) => differences.push(format!("refused by {refusal}, where {rule} was expected")),
                None => differences.push(format!("not refused, where {rule} was expected")),
            }
        }
        (Err(Stop::Misfit { need, message }), _) => {
            let mut differences = not_yet(feed.missing.clone().unwrap_or_else(|| message.clone()));
            differences.push(happened("until then", setup, &records, Some(need)));
            compare::<G>(&play.expect, setup, state, (&records, None), &mut differences);
            return Ok(differences);
        }
        (Err(stop), _) => return Ok(vec![format!("{stop:?}")]),
        (Ok(()), None) => {}
    }
    if !feed.dice.is_empty() {
        let (number, were) = (feed.dice.len(), if feed.dice.len() == 1 { "throw was" } else { "throws were" });
        differences.push(format!("{number} {were} left over"));
        differences.push(happened("what happened", setup, &records, None));
    }
    differences.extend(left_over(&feed, at, path, "was never asked for"));
    compare::<G>(&play.expect, setup, state, (&records, None), &mut differences);
    if differences.is_empty() && !play.allow {
        agree(play, setup, &start, state, &used, &mut differences);
    }
    Ok(differences)
}

/// The rolls, decisions and events of a step, one on a line; and the number of the roll that is due.
fn happened<G: CaseFormat>(heading: &str, setup: &G::Setup, records: &[Record<G>], due: Option<&Need<G>>) -> String {
    let mut told = format!("{heading}:");
    for record in records {
        let line = match record {
            Record::Event(event) => Some(G::event_json(setup, event).to_string()),
            Record::Choice { question, choice, .. } => {
                let who = G::asked(question);
                let choice = G::describe_choice(setup, who, choice);
                Some(format!("{} decides `{}`: {choice}", names::of::<G>(setup, who), question.key()))
            }
            _ => G::narrate(setup, record),
        };
        told.extend(line.into_iter().flat_map(|line| [String::from("\n      "), line]));
    }
    if let Some(Need::Roll { why, target: Some(target), .. }) = due {
        let who = names::of::<G>(setup, why.who);
        told += &format!("\n      due: {who}, {}, {}", why.what, G::describe_target(target));
    }
    if records.is_empty() && told.ends_with(':') {
        told += " nothing";
    }
    told
}

/// What was declared and not asked for, each with its place, and the questions that were asked instead.
fn left_over<G: CaseFormat>(feed: &Feed<'_, G>, at: &Site<'_>, path: &Path, fate: &str) -> Option<String> {
    let left = feed.script.left_over();
    if left.is_empty() {
        return None;
    }
    let said = at.value(&path.key("do")).unwrap_or(&Value::Null);
    let complaint = |left: &LeftOver| {
        let entry = match said.get(left.list) {
            Some(Value::Array(entries)) => entries.get(left.used).unwrap_or_default(),
            Some(entry) => entry,
            None => &Value::Null,
        };
        // Of tables the place says enough.
        let is_word = entry.is_string() || entry.is_number() || entry.is_boolean();
        let what = if is_word { format!("{entry}, ") } else { String::new() };
        Diagnostic::new(left.path(), format!("{what}{left}, {fate}")).below(&path.key("do"))
    };
    let mut told = at.complain(left.iter().map(complaint)).to_string();
    told += match feed.asked.as_slice() {
        [] => "\n    no question was asked",
        _ => "\n    asked were, in this order:",
    };
    for Asked { question, answered } in &feed.asked {
        told += "\n      ";
        told += question;
        told += if *answered { " (answered)" } else { " (nothing declared: the default held)" };
    }
    Some(told)
}

/// A question of a step.
struct Asked {
    /// In words.
    question: String,
    /// Whether it took an entry of the declaration.
    answered: bool,
}

/// Answers and dice of one step.
struct Feed<'a, G: CaseFormat + 'a> {
    script: G::Script<'a>,
    dice: VecDeque<Die>,
    /// The questions so far.
    asked: Vec<Asked>,
    /// Of the declaration: what went wrong in reading it.
    wrong: Option<Diagnostic>,
    /// A die that was asked for and not there.
    missing: Option<String>,
    /// The game master allows what the rules refuse.
    allow: bool,
}

impl<G: CaseFormat> Source<G> for Feed<'_, G> {
    fn roll(&mut self, why: Why, dice: Dice, target: Option<&Lines>) -> Result<Thrown, Stop<G>> {
        let message = match self.dice.pop_front() {
            // Dice of a pool that stand in one entry.
            Some(Die::Thrown { faces, forced }) if why.pooled && dice.number == 1 && faces.len() > 1 => {
                for face in faces.into_iter().rev() {
                    self.dice.push_front(Die::Thrown { faces: vec![face], forced });
                }
                return self.roll(why, dice, target);
            }
            Some(Die::Thrown { faces, forced }) => match dice.shown(&faces) {
                Ok(total) => return Ok(Thrown { total, forced }),
                Err(wrong) => format!("{dice} for {} {wrong}", why.what),
            },
            Some(Die::Void) | None => format!("{dice} for {} ({}) is not in the list of dice", why.what, why.rule),
        };
        self.missing = Some(message.clone());
        Err(Stop::Misfit { need: Need::Roll { why, dice, target: target.cloned() }, message })
    }

    fn choose(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> Result<G::Choice, Stop<G>> {
        let left = |script: &G::Script<'_>| script.left_over().iter().map(|left| left.all - left.used).sum::<usize>();
        let before = left(&self.script);
        let answer = self.script.answer(setup, state, question);
        // The words are for those who look for what was left over.
        let after = left(&self.script);
        if before > 0 {
            let question = G::prompt(setup, state, question);
            self.asked.push(Asked { question, answered: after < before });
        }
        answer.map_err(|wrong| {
            let message = wrong.message.clone();
            self.wrong = Some(wrong);
            Stop::Misfit { need: Need::Choice(*question), message }
        })
    }

    fn voids(&mut self) -> bool {
        let voids = self.dice.front() == Some(&Die::Void);
        if voids {
            self.dice.pop_front();
        }
        voids
    }

    fn allows(&mut self, _: &Refusal) -> bool {
        self.allow
    }
}
