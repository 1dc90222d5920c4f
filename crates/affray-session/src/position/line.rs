//! What people type: a line can answer several questions of one turn.
//!
//! `attack ivo neck` takes the maneuver, no step, the target and the place; `step NE; attack ivo` names the step too. Each part goes
//! to the first question that can read it, and questions with a [usual](Position::usual) answer that can read
//! none of it are answered so. `5,2`, `to ivo`, `flank ivo` and `away ivo` walk.

use super::moves::{DestinationOf, Goal, turned};
use super::{Denied, Position};
use crate::choices::{self, Asked as _};
use crate::ruleset::Rules;
use crate::sorting::sort_by_key;
use crate::{names, narrate};
use affray_files::value::{Value, Writer};
use affray_files::{Diagnostic, suggest};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Input};

/// The words of the decision with which a plain movement begins.
pub(crate) const MOVE: &str = "move";

/// Choices that are tried for a line, at the most.
const MOST_TRIES: usize = 4_000;

/// Words of an option that need not be said.
const LITTLE: [&str; 12] = ["a", "an", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"];

/// Cells that are named to who cannot go where he wants, at the most.
const MOST_CELLS: usize = 12;

/// Options that are named in one answer, at the most.
const MOST_NAMED: usize = 6;

/// A line that is read.
struct Reading {
    me: CombatantId,
    /// How long the line is.
    length: usize,
    tries: usize,
    /// What stood in the way furthest to the end of the line, with how much was left there.
    wrong: Option<(usize, Denied)>,
    /// A walk was begun, and the way is read next.
    walks: bool,
    /// A game master allows what the rules refuse.
    allows: bool,
    /// Steps and movements that the line does not speak of can be taken, where nothing else makes sense of it.
    steps: bool,
}

impl Reading {
    fn note(&mut self, left: usize, wrong: impl FnOnce() -> Denied) {
        // Of two complaints at the same place the first is about the words as they stand.
        if self.wrong.as_ref().is_none_or(|(least, _)| left < *least) {
            self.wrong = Some((left, wrong()));
        }
    }
}

/// How far a way to where a line can be understood is: whether into a cell of a foe, and how many cells.
type Far = (bool, usize);

/// The choices of such a way, or of all of a line from there.
type Chosen<K, C> = (K, Vec<C>);

/// What stands for one part of a line.
type Way<'l, C> = (Vec<C>, &'l str);

impl<G: Rules> Position<G> {
    /// The choices that a typed line stands for, from the question that is due on.
    ///
    /// # Errors
    /// What cannot be understood, or which rule refuses it.
    pub fn say(&self, words: &str) -> Result<Vec<G::Choice>, Denied> {
        self.understand(words, false)
    }

    /// The choices that a line stands for where a game master allows what the rules refuse.
    ///
    /// # Errors
    /// What cannot be understood, or is not there at all.
    pub fn say_against_rules(&self, words: &str) -> Result<Vec<G::Choice>, Denied> {
        self.understand(words, true)
    }

    fn understand(&self, words: &str, allows: bool) -> Result<Vec<G::Choice>, Denied> {
        let Some(me) = self.asked() else { return Err("no decision is due".into()) };
        let line = words.trim();
        let reading = |steps| Reading { me, length: line.len(), tries: 0, wrong: None, walks: false, allows, steps };
        let mut plain = reading(false);
        let found = self.read(line, &mut plain).or_else(|| self.read(line, &mut reading(true)));
        found.ok_or_else(|| plain.wrong.map_or_else(|| self.none_of_the_options(line), |(_, wrong)| wrong))
    }

    /// The choices that take the whole of a line from here on.
    fn read(&self, line: &str, reading: &mut Reading) -> Option<Vec<G::Choice>> {
        let line = line.trim_start_matches([';', ' ']);
        if line.is_empty() {
            return Some(Vec::new());
        }
        if self.asked() != Some(reading.me) {
            reading.note(line.len(), || late(line, self.sides_of_map()));
            return None;
        }
        let (part, others) = line.split_once(';').unwrap_or((line, ""));
        let begun = reading.walks;
        reading.walks &= !self.is_moving();
        let is_goal = self.goal(part).is_some();
        // A goal is one word.
        for cut in cuts(part).into_iter().take(if is_goal { 1 } else { usize::MAX }) {
            if let Some(choices) = self.answer(part[..cut].trim(), line.len(), reading)
                && let Some(found) = self.go_on((choices, &line[cut..]), reading)
            {
                return Some(found);
            }
        }
        reading.walks = begun;
        if let Some(usual) = self.passed_over().filter(|_| !begun || !self.is_moving())
            && let Some(found) = self.go_on((vec![usual], line), reading)
        {
            return Some(found);
        }
        let walks = is_goal || self.sides(part);
        if reading.steps
            && !walks
            && let Some(found) = self.read_elsewhere(line, reading)
        {
            return Some(found);
        }
        if walks && !self.is_moving() && !reading.walks {
            // A plain movement, and what follows has to speak of it.
            reading.walks = true;
            let plain = self.question().and_then(|question| G::typed(&self.setup, &self.state, question, MOVE).ok());
            let found = plain.and_then(|plain| self.go_on((vec![plain], line), reading));
            reading.walks = false;
            if let Some(found) = found {
                if self.goes_nowhere(&found) {
                    let name = names::of::<G>(&self.setup, reading.me);
                    let wrong = || format!("`{}` leads nowhere: {name} is there already", part.trim()).into();
                    reading.wrong = Some((0, wrong()));
                    return None;
                }
                return Some(found);
            }
        }
        // `step NE; attack ivo`: what is asked first need not be said first.
        let (next, rest) = others.split_once(';').unwrap_or((others, ""));
        for cut in cuts(next).into_iter().filter(|_| !next.trim().is_empty()) {
            if let Some(choices) = self.answer(next[..cut].trim(), line.len(), reading) {
                let line = format!("{part};{};{rest}", &next[cut..]);
                if let Some(found) = self.go_on((choices, &line), reading) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The choices that take the whole of a line after a step or a movement that is asked about here: the shortest after which
    /// they do, and of several the one that ends facing whom the line is directed at.
    fn read_elsewhere(&self, line: &str, reading: &mut Reading) -> Option<Vec<G::Choice>> {
        // Cells of foes come last: they are entered only where the line needs that.
        let mut ways: Vec<Chosen<Far, G::Choice>> = Vec::new();
        if self.is_moving() {
            for one in self.destinations().into_iter().filter(|one| !one.cells.is_empty()) {
                let rank = (one.enters, one.cells.len());
                let unended = &one.choices[..one.choices.len() - usize::from(!one.prompt.is_empty())];
                ways.push((rank, unended.to_vec()));
                if unended.len() < one.choices.len() {
                    ways.push((rank, one.choices));
                }
            }
        } else if self.usual().is_some() {
            let foes = self.foes_cells(reading.me);
            for step in self.options().into_iter().filter(|&step| self.is_step(step)) {
                let enters = self.apply(step).is_ok_and(|next| next.is_in(&foes, reading.me));
                ways.push(((enters, 1), vec![step]));
            }
        }
        sort_by_key(&mut ways, |(rank, _)| *rank);
        let mut best: Option<Chosen<(Far, usize, usize), G::Choice>> = None;
        for (rank, way) in ways {
            if best.as_ref().is_some_and(|((least, ..), _)| *least < rank) {
                break;
            }
            if let Some(found) = self.go_on((way, line), reading) {
                let rank = (rank, self.turned_away(&found), found.len());
                if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                    best = Some((rank, found));
                }
            }
        }
        best.map(|(_, found)| found)
    }

    /// How far somebody is turned away from the first target of those choices when it is chosen: 0 where it is in front.
    fn turned_away(&self, choices: &[G::Choice]) -> usize {
        let aims = |choice: &G::Choice| G::target(choice).filter(|target| Some(*target) != self.asked());
        let Some((at, target)) = choices.iter().enumerate().find_map(|(at, choice)| Some((at, aims(choice)?))) else {
            return 0;
        };
        let there = self.plan(&choices[..at]).position;
        let place = |who| G::place(&there.setup, &there.state, who);
        match (self.asked().and_then(place), place(target)) {
            (Some((cell, Some(facing))), Some((to, _))) => turned(G::map(&self.setup).arc(cell, facing, to)),
            _ => 0,
        }
    }

    /// The answer to a question that a line need not speak of: its usual one, or that a movement ends here.
    fn passed_over(&self) -> Option<G::Choice> {
        let stop = self.question().filter(|_| self.is_moving());
        let stop = stop.map(|question| G::default_choice(&self.setup, &self.state, question));
        self.usual().or(stop.filter(|choice| self.judge(choice).is_ok()))
    }

    /// Whether choices begin with a movement that ends where it began, and leave it at that.
    fn goes_nowhere(&self, choices: &[G::Choice]) -> bool {
        let is_here = |at: &Self| {
            self.asked().is_some_and(|me| G::place(&at.setup, &at.state, me) == G::place(&self.setup, &self.state, me))
        };
        let (mut at, mut ended) = (self.clone(), false);
        for &choice in choices {
            let Ok(next) = at.go_by(choice) else { return false };
            if at.is_moving() && !next.is_moving() {
                ended = is_here(&next);
            }
            at = next;
        }
        ended && is_here(&at)
    }

    /// Whether words are sides, one after another: `E E NE`.
    fn sides(&self, words: &str) -> bool {
        let layout = G::map(&self.setup).layout();
        let is_side = |word: &str| Facing::all(layout).iter().any(|side| side.name().eq_ignore_ascii_case(word));
        !words.trim().is_empty() && words.split_whitespace().all(is_side)
    }

    /// The sides of a cell by their names.
    fn sides_of_map(&self) -> String {
        let all = Facing::all(G::map(&self.setup).layout()).iter();
        all.map(|side| side.name()).collect::<Vec<_>>().join(" ")
    }

    fn go_on(&self, (mut choices, rest): Way<'_, G::Choice>, reading: &mut Reading) -> Option<Vec<G::Choice>> {
        let mut at = self.clone();
        for &choice in &choices {
            reading.tries += 1;
            if reading.tries > MOST_TRIES {
                return None;
            }
            let allow = |wrong| match reading.allows {
                true => at.with(Input::Choice { choice, allowed: true }),
                false => Err(wrong),
            };
            at = match at.go_by(choice).or_else(allow) {
                Ok(next) => next,
                Err(wrong) => {
                    reading.note(rest.len(), || at.with_way_out(&choice, wrong));
                    return None;
                }
            };
        }
        choices.extend(at.read(rest, reading)?);
        Some(choices)
    }

    /// The choices that words stand for at the question that is due; several for a walk.
    fn answer(&self, words: &str, left: usize, reading: &mut Reading) -> Option<Vec<G::Choice>> {
        let question = self.question()?;
        // `step NE` and `NE` say the same where a step is asked about.
        let key = question.key();
        let said = words.get(..key.len()).is_some_and(|begun| begun.eq_ignore_ascii_case(key));
        let words = words.get(key.len()..).filter(|rest| said && rest.starts_with(' ')).unwrap_or(words).trim();
        if self.is_moving()
            && let Some((goal, facing)) = self.goal(words)
        {
            let me = reading.me;
            if [Goal::To(me), Goal::Flank(me), Goal::Away(me)].contains(&goal) {
                reading.note(left.saturating_sub(words.len()), || {
                    let name = names::of::<G>(&self.setup, me);
                    format!("{name} is the one who walks: name somebody else, or a cell such as `5,2`").into()
                });
                return None;
            }
            let all = self.destinations();
            let found = self.walk(&all, goal, facing);
            if found.is_none() {
                reading.note(left.saturating_sub(words.len()), || self.out_of_reach(words, goal, &all));
            }
            return found;
        }
        if let Some((way, who)) = words.split_once(' ')
            && goal_of(way).is_some()
            && self.named(who).is_none()
        {
            let all: Vec<&str> = self.figures().map(|(_, name)| name).collect();
            reading.note(left.saturating_sub(words.len()), || {
                format!("nobody is called `{}`: there are {}", who.trim(), all.join(", ")).into()
            });
            return None;
        }
        if self.goal(words).is_some() {
            return None;
        }
        let allows = reading.allows;
        let mut legal = |choice: G::Choice| match self.judge(&choice) {
            Ok(()) => Some(vec![choice]),
            Err(_) if allows => Some(vec![choice]),
            Err(wrong) => {
                reading.note(left.saturating_sub(words.len()), || self.with_way_out(&choice, wrong));
                None
            }
        };
        let typed = match G::typed(&self.setup, &self.state, question, words) {
            Ok(choice) => return legal(choice),
            Err(wrong) => wrong,
        };
        let (mut unclear, mut unknown) = (None, Unknown::default());
        for entry in self.entries(words) {
            match entry {
                Ok(entry) => match choices::read_answer::<G>(&self.setup, &self.state, question, &entry) {
                    Ok(choice) => return legal(choice),
                    // A word that stands for several things, such as an arm, is asked about.
                    Err(wrong) if wrong.message.contains(" could be ") => unclear = Some(wrong.message),
                    Err(wrong) => unknown.note(&entry, wrong),
                },
                Err(wrong) => {
                    reading.note(left.saturating_sub(words.len()), || wrong);
                    return None;
                }
            }
        }
        if let Some(unclear) = unclear {
            reading.note(left.saturating_sub(words.len()), || unclear.into());
            return None;
        }
        match (self.listed(words), unknown.told()) {
            (Some(Ok(choice)), _) => return Some(vec![choice]),
            (Some(Err(wrong)), _) => reading.note(left.saturating_sub(words.len()), || wrong),
            (None, Some(told)) => reading.note(left.saturating_sub(words.len()), || told.into()),
            // A question that need not be answered complains only where no other does.
            _ if self.passed_over().is_some() => reading.note(left + 1, || typed.into()),
            // Of what begins with nothing that is known here the options say more.
            _ if is_unknown(&typed, left == reading.length) && !words.contains(['{', '[', '"']) => {
                reading.note(left, || self.none_of_the_options(words));
            }
            _ if says_too_little(&typed) => reading.note(left, || {
                format!("{typed}, and no option begins so: there are {}", listed(self.kinds_of_options())).into()
            }),
            _ => reading.note(left, || typed.into()),
        }
        None
    }

    /// What is said of words that are none of the options.
    fn none_of_the_options(&self, words: &str) -> Denied {
        let all = self.kinds_of_options();
        let what = match self.goal(words).is_some() || self.sides(words) {
            true => "is a way to go, and nobody walks now",
            false => "is none of the options",
        };
        let first = words.split(' ').next().unwrap_or_default().to_lowercase();
        let known: Vec<String> = all.iter().filter_map(|one| one.split(' ').next()).map(str::to_lowercase).collect();
        let near = suggest(&first, known.iter().map(String::as_str)).filter(|near| **near != *first);
        let near = near.map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        format!("`{words}` {what}: {near}there are {}", listed(all)).into()
    }

    /// A refusal with what can be done instead, if it does not say so itself.
    pub(crate) fn with_way_out(&self, choice: &G::Choice, denied: Denied) -> Denied {
        if denied.rule.is_none() || denied.way_out.is_some() || self.asked().is_none() {
            return denied;
        }
        let way = self.other_target(choice, &self.options());
        denied.instead(way.unwrap_or_else(|| format!("there are {}", listed(self.kinds_of_options()))))
    }

    /// Whom such a choice reaches of those options, in place of its target, or how its target is reached. Nothing where it has
    /// none, or the target is among them.
    fn other_target(&self, choice: &G::Choice, options: &[G::Choice]) -> Option<String> {
        let me = self.asked()?;
        let target = G::target(choice).filter(|target| *target != me)?;
        // Who can be charged at can not be struck at therefore.
        let words = |choice: &G::Choice| G::describe_choice(&self.setup, me, choice);
        let kind = |choice: &G::Choice| words(choice).split(' ').next().map(str::to_lowercase);
        let like = options.iter().filter(|other| kind(other) == kind(choice));
        let mut others: Vec<CombatantId> = like.filter_map(G::target).collect();
        others.retain(|other| *other != me);
        sort_by_key(&mut others, |who| who.0);
        others.dedup();
        let name = |who: CombatantId| names::of::<G>(&self.setup, who);
        if others.contains(&target) {
            return None;
        }
        if !others.is_empty() {
            let all: Vec<String> = others.into_iter().map(|who| name(who).to_owned()).collect();
            return Some(format!("those in reach are {}", listed(all)));
        }
        let against = options.iter().filter(|other| G::target(other) == Some(target));
        let mut against: Vec<String> = against.map(words).filter(|words| !words.is_empty()).collect();
        against.dedup();
        Some(match against.is_empty() {
            true => format!("nobody can be reached from here, `to {}` goes nearer", name(target).to_lowercase()),
            false => format!("against {} there are {}", name(target), listed(against)),
        })
    }

    /// What there is among the options, each kind once.
    fn kinds_of_options(&self) -> Vec<String> {
        let Some(me) = self.asked() else { return Vec::new() };
        let mut all: Vec<String> = Vec::new();
        for choice in self.options() {
            let words = G::describe_choice(&self.setup, me, &choice);
            let kind = words.split([',', '(', ':']).next().unwrap_or_default().trim().to_owned();
            if !kind.is_empty() && !all.contains(&kind) {
                all.push(kind);
            }
        }
        all
    }

    /// Where one can go instead: the cells that are nearest to what was wanted.
    fn out_of_reach(&self, words: &str, goal: Goal, all: &[DestinationOf<G>]) -> Denied {
        let place = |who| G::place(&self.setup, &self.state, who).map(|(cell, _)| cell);
        let wanted = match goal {
            Goal::Cell(cell) => Some(cell),
            Goal::To(who) | Goal::Flank(who) => place(who),
            Goal::Away(_) => None,
        };
        let mut near: Vec<Cell> = all.iter().map(|one| one.cell).collect();
        if let Some(wanted) = wanted {
            sort_by_key(&mut near, |cell| G::map(&self.setup).distance(*cell, wanted));
        }
        let mut cells: Vec<String> = Vec::new();
        for cell in near {
            let told = narrate::cell(cell);
            if !cells.contains(&told) {
                cells.push(told);
            }
        }
        let more = if cells.len() > MOST_CELLS { ", ..." } else { "" };
        cells.truncate(MOST_CELLS);
        let what = match (goal, wanted) {
            (Goal::Flank(who), Some(at)) if all.iter().any(|one| G::map(&self.setup).adjacent(one.cell, at)) => {
                format!("only the front of {} is within reach of this movement", names::of::<G>(&self.setup, who))
            }
            _ => format!("`{words}` is not within reach of this movement"),
        };
        format!("{what}: {}{more}", cells.join(" ")).into()
    }

    /// The entries that words may stand for: `ivo neck` for a target and a place, `attack ivo` for a key and what is below
    /// it, `dodge retreat=W` for with what something is done and any other key.
    fn entries(&self, words: &str) -> Vec<Result<Value, Denied>> {
        let mut all = self.aimed(words);
        if let Some((key, rest)) = words.split_once(' ').filter(|(key, _)| !self.begins_a_walk(key)) {
            let key = key.to_ascii_lowercase();
            for aimed in self.aimed(rest) {
                // Where nothing but a name is said, a name alone may be what is wanted.
                let alone = aimed.as_ref().ok().and_then(Value::as_object).filter(|table| table.len() == 1);
                let name = alone.and_then(|table| table.get("target").cloned());
                all.push(aimed.map(|entry| Writer::pair(&key, entry)));
                all.extend(name.map(|name| Ok(Writer::pair(&key, name))));
            }
            all.push(Ok(Writer::pair(&key, choices::entry(rest))));
        }
        let (bare, values) = keyed(words);
        if !bare.is_empty() && !values.is_empty() {
            let with = ("with".to_owned(), Value::from(bare.join(" ")));
            let values = values.into_iter().map(|(key, value)| (key, choices::entry(value.trim())));
            all.push(Ok(Value::Object(std::iter::once(with).chain(values).collect())));
        }
        all
    }

    /// Whether a word is a decision with which a movement begins: then what follows it says where to go.
    fn begins_a_walk(&self, word: &str) -> bool {
        let choice = self.question().and_then(|question| G::typed(&self.setup, &self.state, question, word).ok());
        let mut next = choice.and_then(|choice| self.apply(choice).ok());
        while let Some((at, usual)) = next.as_ref().filter(|at| !at.is_moving()).and_then(|at| Some((at, at.usual()?)))
        {
            next = at.apply(usual).ok();
        }
        next.is_some_and(|next| next.is_moving() && next.asked() == self.asked())
    }

    /// What `ivo neck with=axe` can stand for: the words behind a name are a place, a weapon, or ways that are named by one
    /// word each. Nothing if it does not begin with somebody's name.
    fn aimed(&self, words: &str) -> Vec<Result<Value, Denied>> {
        let (who, rest) = match self.named(words) {
            None => return Vec::new(),
            Some(Ok(found)) => found,
            Some(Err(wrong)) => return vec![Err(wrong)],
        };
        let rest = format!(" {}", rest.trim()).replace(" with ", " with=");
        let (bare, values) = keyed(&rest);
        let entry = |bare: &[(&str, Value)]| {
            let name = names::of::<G>(&self.setup, who).to_owned();
            let mut entry = Writer::pair("target", Value::from(name));
            if let Value::Object(table) = &mut entry {
                table.extend(bare.iter().map(|(key, value)| ((*key).to_owned(), value.clone())));
                table.extend(values.iter().map(|(key, value)| (key.clone(), choices::entry(value.trim()))));
            }
            Ok(entry)
        };
        if bare.is_empty() {
            return vec![entry(&[])];
        }
        let said = || Value::from(bare.join(" "));
        let ways: Vec<(&str, Value)> = bare.iter().map(|way| (*way, Value::Bool(true))).collect();
        vec![entry(&[("at", said())]), entry(&[("with", said())]), entry(&ways)]
    }

    /// Somebody whose name, or the beginning of a word of it, words begin with, and the rest of the words. A word that
    /// several have is an error.
    fn named<'w>(&self, words: &'w str) -> Option<Result<(CombatantId, &'w str), Denied>> {
        let lower = words.to_lowercase();
        let (ids, all): (Vec<CombatantId>, Vec<&str>) = self.figures().unzip();
        let whole = (0..all.len()).filter(|&at| {
            let name = all[at].to_lowercase();
            lower.strip_prefix(&name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        });
        if let Some(at) = whole.max_by_key(|&at| all[at].len())
            && let Some(rest) = words.get(all[at].len()..)
        {
            return Some(Ok((ids[at], rest)));
        }
        let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
        let tags = narrate::tags::<G>(&self.setup);
        let tags: Vec<String> = ids.iter().map(|who| tags[who.index()].clone()).collect();
        Some(find(&all, &tags, first)?.map(|at| (ids[at], rest)))
    }

    /// The combatants whom those know that see this position so.
    fn figures(&self) -> impl Iterator<Item = (CombatantId, &str)> {
        let hidden = G::hidden(&self.state);
        let all = G::figures(&self.setup).enumerate().map(|(at, (name, _))| (CombatantId(at as u8), name));
        all.filter(|(who, _)| !hidden.is_unknown(*who))
    }

    /// The option that these words begin, word by word, with no more left out than `at`, `with` and their like. Others that
    /// they could mean are an error that names them.
    fn listed(&self, words: &str) -> Option<Result<G::Choice, Denied>> {
        let question = self.question()?;
        let split = |words: &str| -> Vec<String> {
            let lower = words.to_lowercase();
            let parts = lower.split(|letter: char| !letter.is_alphanumeric() && letter != '-' && letter != '\'');
            parts.filter(|part| !part.is_empty() && !LITTLE.contains(part)).map(str::to_owned).collect()
        };
        let wanted = split(words);
        let first = wanted.first().filter(|first| first.chars().count() > 2)?;
        let label = |choice: &G::Choice| G::describe_choice(&self.setup, G::asked(question), choice);
        let (mut whole, mut near) = (Vec::new(), Vec::new());
        for choice in self.options() {
            let told = split(&label(&choice));
            if !told.first().is_some_and(|other| other.starts_with(first.as_str())) {
                continue;
            }
            if wanted.len() == told.len()
                && wanted.iter().zip(&told).all(|(word, other)| other.starts_with(word.as_str()))
            {
                whole.push(choice);
            } else if wanted.iter().all(|word| told.iter().any(|other| other.starts_with(word.as_str()))) {
                near.push(choice);
            }
        }
        if let [one] = whole.as_slice() {
            return Some(Ok(*one));
        }
        whole.extend(near);
        if whole.is_empty() {
            return None;
        }
        // Options that read alike differ in what a list does not say.
        let mut told: Vec<String> = whole.iter().map(label).collect();
        told.dedup();
        let more = if told.len() > MOST_NAMED { " ..." } else { "" };
        told.truncate(MOST_NAMED);
        Some(Err(format!("`{words}` could be: {}{more}", told.join("; ")).into()))
    }

    /// Where words want to go: `5,2`, `to 5,2`, `5,2 NE`, `to ivo`, `flank ivo`, `away ivo`.
    fn goal(&self, words: &str) -> Option<(Goal, Option<Facing>)> {
        let lower = words.to_lowercase();
        let cell = |words: &&str| words.starts_with(|one: char| one == '-' || one.is_ascii_digit());
        let lower = lower
            .strip_prefix("to ")
            .map(str::trim_start)
            .filter(|rest| cell(rest) && rest.contains(','))
            .unwrap_or(&lower);
        let (first, rest) = lower.split_once(' ').unwrap_or((lower, ""));
        let rest = rest.trim().trim_start_matches("from ");
        if let Some((q, r)) = first.split_once(',')
            && let (Ok(q), Ok(r)) = (q.parse(), r.parse())
        {
            let facing = rest.trim_start_matches("facing ").to_uppercase();
            let layout = G::map(&self.setup).layout();
            let named = Facing::all(layout).iter().copied().find(|one| one.name() == facing);
            return (facing.is_empty() || named.is_some()).then_some((Goal::Cell(Cell::new(q, r)), named));
        }
        let goal = goal_of(first)?;
        match self.named(rest)? {
            Ok((who, "")) => Some((goal(who), None)),
            _ => None,
        }
    }
}

/// What is wrong with words behind a name that are neither a place nor a weapon, `xyz` of `attack ivo xyz`.
#[derive(Default)]
struct Unknown {
    word: String,
    /// The complaints about them as a place and as a weapon.
    wrong: Vec<Diagnostic>,
}

impl Unknown {
    /// An entry that words could stand for, and why it is none, if that is about those words.
    fn note(&mut self, entry: &Value, wrong: Diagnostic) {
        let table = entry.as_object();
        let inner = table.and_then(|table| table.values().next()?.as_object());
        let table = table.filter(|table| table.contains_key("target")).or(inner);
        let word = table.and_then(|table| ["at", "with"].into_iter().find_map(|key| table.get(key)?.as_str()));
        let is_told = self.wrong.iter().any(|one| one.message == wrong.message);
        if let Some(word) = word.filter(|word| !is_told && wrong.message.contains(&format!("`{word}`"))) {
            self.word = word.to_owned();
            self.wrong.push(wrong);
        }
    }

    fn told(self) -> Option<String> {
        // That nothing is called so helps nobody.
        let known: Vec<&str> = self
            .wrong
            .iter()
            .filter_map(|wrong| wrong.hint.as_deref())
            .filter(|hint| *hint != "there are none")
            .collect();
        match self.wrong.as_slice() {
            [] => None,
            [one] if known.is_empty() => Some(one.message.clone()),
            [one] => Some(format!("{} ({})", one.message, known[0])),
            _ => {
                let known: Vec<&str> = known.iter().map(|hint| hint.trim_start_matches("one of: ")).collect();
                Some(format!("neither a place nor a weapon is called `{}`: {}", self.word, known.join("; ")))
            }
        }
    }
}

/// Words, and the keys with their values behind them: `neck with=long axe`.
fn keyed(words: &str) -> (Vec<&str>, Vec<(String, String)>) {
    let (mut bare, mut values) = (Vec::new(), Vec::<(String, String)>::new());
    for word in words.split_whitespace() {
        match (word.split_once('='), values.last_mut()) {
            (Some((key, value)), _) => values.push((key.to_owned(), value.to_owned())),
            (None, Some((_, value))) => *value += &format!(" {word}"),
            (None, None) => bare.push(word),
        }
    }
    (bare, values)
}

/// Whether a complaint is that words are not known at all; where a line begins, that includes names.
fn is_unknown(wrong: &str, begins: bool) -> bool {
    let says = |said: &&str| wrong.contains(*said);
    let unknown = ["is not known here", "there is no combatant", "expected "];
    unknown[..if begins { 3 } else { 1 }].iter().any(says) && !says(&"did you mean `")
}

/// Whether a complaint is that a word alone is not enough.
fn says_too_little(wrong: &str) -> bool {
    wrong.contains("has to say more") || wrong.contains(" needs `")
}

/// What is said of the end of a line for which no question is left.
fn late(words: &str, sides: String) -> Denied {
    format!("`{words}` is not understood there, or comes too late: leave it out; a way is `5,2`, `to orc`, or sides ({sides})").into()
}

/// Words one after another, no more than can be taken in.
fn listed(mut all: Vec<String>) -> String {
    let more = if all.len() > MOST_NAMED { ", ..." } else { "" };
    all.truncate(MOST_NAMED);
    all.join(", ") + more
}

/// What a word before a name wants.
fn goal_of(word: &str) -> Option<fn(CombatantId) -> Goal> {
    match word.to_ascii_lowercase().as_str() {
        "to" => Some(Goal::To),
        "flank" | "behind" => Some(Goal::Flank),
        "away" => Some(Goal::Away),
        _ => None,
    }
}

/// Whom words mean: a whole name, the letters on the map, or the beginning of a word of one name alone.
pub(crate) fn find(all: &[&str], tags: &[String], words: &str) -> Option<Result<usize, Denied>> {
    let wanted = words.trim().to_lowercase();
    let whole = all.iter().position(|name| name.to_lowercase() == wanted);
    if let Some(at) = whole.or_else(|| tags.iter().position(|tag| tag.to_lowercase() == wanted)) {
        return Some(Ok(at));
    }
    if wanted.is_empty() {
        return None;
    }
    let begins = |name: &str| {
        let name = name.to_lowercase();
        name.starts_with(&wanted) || name.split_whitespace().any(|word| word.starts_with(&wanted))
    };
    // `r10` for `Raider 10`, whose letters on the map are `10`.
    let (letters, number) = wanted.split_at(wanted.trim_end_matches(|one: char| one.is_ascii_digit()).len());
    let is_numbered = |name: &str| {
        let name = name.to_lowercase();
        let before = name.strip_suffix(number).filter(|before| before.ends_with(' ') && !number.is_empty());
        !letters.is_empty() && before.is_some_and(|before| before.starts_with(letters))
    };
    let found: Vec<usize> = (0..all.len()).filter(|&at| begins(all[at]) || is_numbered(all[at])).collect();
    match found.as_slice() {
        [] => None,
        [at] => Some(Ok(*at)),
        several => {
            let told: Vec<&str> = several.iter().map(|&at| all[at]).collect();
            Some(Err(format!("`{words}` could be {}", told.join(" or ")).into()))
        }
    }
}

/// The ends of words in a part of a line, the last one first. Tables and lists are one word.
fn cuts(part: &str) -> Vec<usize> {
    let (mut depth, mut quoted, mut ends) = (0i32, false, vec![part.len()]);
    for (at, letter) in part.char_indices().filter(|(at, _)| *at != 0) {
        match letter {
            '"' => quoted = !quoted,
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            ' ' if depth == 0 && !quoted => ends.push(at),
            _ => {}
        }
    }
    ends.sort_unstable_by(|one, other| other.cmp(one));
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_beginning_and_never_guessed() {
        let all = ["Ivo the Red", "Raider 1", "Raider 2", "Rika"];
        let tags = ["I", "R1", "R2", "Ri"].map(str::to_owned);
        assert_eq!(find(&all, &tags, "ivo"), Some(Ok(0)));
        assert_eq!(find(&all, &tags, "red"), Some(Ok(0)));
        assert_eq!(find(&all, &tags, "raider 2"), Some(Ok(2)));
        assert_eq!(find(&all, &tags, "r2"), Some(Ok(2)));
        assert_eq!(find(&all, &tags, "ri"), Some(Ok(3)));
        assert_eq!(find(&all, &tags, "ogre"), None);
        let all = ["Raider 1", "Raider 10", "Rogue 10"];
        let tags = ["R1", "10", "Ro"].map(str::to_owned);
        assert_eq!(find(&all, &tags, "ra10"), Some(Ok(1)));
        let Some(Err(wrong)) = find(&all, &tags, "r10") else { panic!("it is not clear who") };
        assert_eq!(wrong.to_string(), "`r10` could be Raider 10 or Rogue 10");
        assert_eq!(find(&all[..2], &tags[..2], "r10"), Some(Ok(1)));
        let all = ["Ivo the Red", "Raider 1", "Raider 2", "Rika"];
        let tags = ["I", "R1", "R2", "Ri"].map(str::to_owned);
        let Some(Err(wrong)) = find(&all, &tags, "r") else { panic!("it is not clear who") };
        assert_eq!(wrong.to_string(), "`r` could be Ivo the Red or Raider 1 or Raider 2 or Rika");
    }

    #[test]
    fn a_table_is_one_word() {
        assert_eq!(cuts("a b"), [3, 1]);
        assert_eq!(cuts("move { to = \"E\" } x"), [19, 17, 4]);
    }
}
