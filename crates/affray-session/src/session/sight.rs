//! What seats see of a fight, as values.

use super::log::{LogEntry, tally};
use super::{FigureView, LyingView, Offer, Pause, Refused, Seat, Session, View, Wanted};
use crate::choices::{self, Asked};
use crate::narrate::tags;
use crate::position::Reach;
use crate::ruleset::{Rules, Standing};
use affray_files::value::schema_of;
use affray_kernel::referee::{CombatantId, Need};
use affray_kernel::tally::Tally;
use serde_json::{Map, Value};

/// Choices that are refused and told, at the most.
const MOST_REFUSED: usize = 40;

impl<G: Rules> Session<G> {
    /// Everything that a seat may know of the fight as it is now.
    pub(super) fn seen_by(&self, seat: &Seat) -> View {
        let (setup, state) = (&*self.setup, &self.state);
        let tags = tags::<G>(setup);
        let last = self.lines.iter().rev();
        let (pause, shown) = self.shown();
        let asked = match pause {
            Pause::Over(_) => None,
            Pause::Need(Need::Choice(question)) => Some(G::asked(question)),
            Pause::Need(Need::Roll { why, .. }) => Some(why.who),
        };
        let may = asked.is_none_or(|who| seat.plays(who.index()));
        let figures = self.figures.iter().enumerate().map(|(at, figure)| {
            let who = CombatantId(at as u8);
            let (Standing { points, notes }, fate) =
                (G::standing(setup, state, who), G::final_status(setup, state, who));
            FigureView {
                name: figure.name.clone(),
                tag: tags[at].clone(),
                side: self.sides.get(figure.side as usize).cloned().unwrap_or_default(),
                cells: G::cells(setup, state, who),
                facing: G::place(setup, state, who).and_then(|(_, facing)| facing),
                points,
                notes,
                dead: fate.dead,
                out: fate.out,
                by_hand: self.hands[at],
                mine: seat.plays(at),
            }
        });
        let lying = |(owner, item, cell): (CombatantId, &str, _)| LyingView {
            owner: self.name(owner),
            item: item.to_owned(),
            cell,
        };
        View {
            revision: self.written.len() as u64,
            ruleset: self.terms.ruleset.clone(),
            title: self.terms.title.clone(),
            round: last.clone().find_map(|line| line.round).unwrap_or(1),
            turn: last.clone().find_map(|line| line.turn).unwrap_or(1),
            figures: figures.collect(),
            order: G::order(setup, state).iter().map(|&who| self.name(who)).collect(),
            ground: G::ground(setup, state).into_iter().map(lying).collect(),
            asked: asked.map(|who| self.name(who)),
            wanted: may.then(|| self.wanted_at(pause, shown, self.shown_options())),
        }
    }

    /// What is waited for at a moment with those options.
    pub(super) fn wanted_at(&self, pause: &Pause<G>, state: &G::State, options: &[(G::Choice, Reach)]) -> Wanted {
        match pause {
            Pause::Over(_) => {
                let end = self.lines.iter().rev().find(|line| matches!(line.entry, LogEntry::Ending { .. }));
                Wanted::Nothing { text: end.and_then(|line| line.text.clone()).unwrap_or_default() }
            }
            Pause::Need(Need::Roll { why, dice, target }) => Wanted::Roll {
                who: self.name(why.who),
                what: why.what.to_owned(),
                rule: why.rule.to_string(),
                dice: *dice,
                target: target.as_ref().map(Tally::total),
                tally: tally(target.as_ref()),
                explained: target.as_ref().map(G::describe_target).unwrap_or_default(),
                hidden: why.hidden,
            },
            Pause::Need(Need::Choice(question)) => Wanted::Choice {
                who: self.name(G::asked(question)),
                key: question.key().to_owned(),
                prompt: G::prompt(&self.setup, state, question),
                options: options.iter().map(|(choice, reach)| self.offer(state, question, choice, reach)).collect(),
                refused: self.refused(state, question, options),
                moves: G::PATHS.contains(&question.key()),
                notice: self.notice.clone(),
            },
        }
    }

    /// An option as it is offered.
    fn offer(&self, state: &G::State, question: &G::Question, choice: &G::Choice, reach: &Reach) -> Offer {
        let who = G::asked(question);
        let named = |at: &CombatantId| self.names.get(at.index()).map_or("nobody", String::as_str);
        let names = |all: &[CombatantId]| all.iter().map(|at| named(at).to_owned()).collect();
        let id = G::choice_json(&self.setup, who, choice);
        Offer {
            words: reach.label(G::label(&self.setup, state, question, choice), |at| named(&at)),
            group: group(&id),
            target: G::target(choice).map(|at| named(&at).to_owned()),
            reaches: names(&reach.here),
            reaches_after: names(&reach.after),
            in_vain: reach.is_nobody(),
            id,
        }
    }

    /// What one might expect among the options, and why it is refused: each word that can answer such a question, and each
    /// combatant at which an answer can be directed.
    fn refused(&self, state: &G::State, question: &G::Question, options: &[(G::Choice, Reach)]) -> Vec<Refused> {
        let who = G::asked(question);
        let words = self.words.get_or_init(|| words_by_key::<G>());
        let words = words.get(question.key()).and_then(Value::as_array).into_iter().flatten().cloned();
        let aims = options.iter().any(|(choice, _)| G::target(choice).is_some());
        let targets = self.names.iter().enumerate().filter(|_| aims).filter(|(at, _)| *at != who.index());
        let targets = targets.map(|(_, name)| serde_json::json!({ "target": name }));
        let mut all: Vec<Refused> = Vec::new();
        for entry in words.chain(targets) {
            let Ok(choice) = choices::read_answer::<G>(&self.setup, state, question, &entry) else { continue };
            let Err(refusal) = G::judge(&self.setup, state, question, &choice) else { continue };
            let one = Refused {
                words: G::describe_choice(&self.setup, who, &choice),
                target: G::target(&choice).map(|at| self.name(at)),
                rule: refusal.rule.to_string(),
                message: refusal.message.to_string(),
            };
            if all.len() < MOST_REFUSED && !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }
}

/// What a choice belongs to: the word of its entry or the first of them, or else the first key of it.
fn group(choice: &Value) -> String {
    let Some((key, entry)) = choice.as_object().and_then(|table| table.iter().next()) else { return String::new() };
    let word = match entry {
        Value::String(word) => word.split([' ', ':']).next(),
        Value::Object(table) => match table.get(key).and_then(Value::as_str) {
            Some(word) => Some(word),
            None => table.keys().next().map(String::as_str),
        },
        _ => None,
    };
    word.unwrap_or_default().to_owned()
}

/// The words that can answer questions, by the key of the question.
fn words_by_key<G: Rules>() -> Value {
    let schema = schema_of::<G::Choice>("Choice");
    let mut found = Map::new();
    for variant in variants(&schema, &schema) {
        let Some(properties) = variant.get("properties").and_then(Value::as_object) else { continue };
        for (key, inner) in properties {
            let mut words = Vec::new();
            collect(&schema, inner, &mut words);
            found.insert(key.clone(), words.into());
        }
    }
    Value::Object(found)
}

/// A schema where it is defined.
fn resolved<'a>(all: &'a Value, one: &'a Value) -> &'a Value {
    let name = one.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
    name.and_then(|name| all.get("$defs")?.get(name)).unwrap_or(one)
}

/// The variants of a schema, or itself.
fn variants<'a>(all: &'a Value, one: &'a Value) -> Vec<&'a Value> {
    let one = resolved(all, one);
    match one.get("oneOf").or_else(|| one.get("anyOf")).and_then(Value::as_array) {
        Some(variants) => variants.iter().map(|variant| resolved(all, variant)).collect(),
        None => vec![one],
    }
}

/// Adds the words that a schema lets pass.
fn collect(all: &Value, one: &Value, words: &mut Vec<Value>) {
    for variant in variants(all, one) {
        let listed = variant.get("enum").and_then(Value::as_array).into_iter().flatten();
        words.extend(variant.get("const").into_iter().chain(listed).filter(|word| word.is_string()).cloned());
    }
}
