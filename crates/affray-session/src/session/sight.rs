//! What seats see of a fight, as values.

use super::log::{LogEntry, LogLine, OddsFor, tally};
use super::roster::Roster;
use super::{
    AreaView, FigureView, LyingView, Offer, Pause, PointsView, Refused, Seat, Session, Spent, ThreatView, View, Wanted,
};
use crate::choices::{self, Asked};
use crate::muster::JOINS;
use crate::narrate;
use crate::narrate::tags;
use crate::orders::ORDERS;
use crate::position::{Denied, Position, Reach, UNSEEN, costs_of};
use crate::ruleset::{Area, MOST_REACH, Rules, Standing};
use crate::secrets::{HIDDEN_FROM, SECRECY};
use crate::sorting::sort_by_key;
use affray_files::value::schema_of;
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::hidden::{Hidden, Secrecy};
use affray_kernel::referee::{CombatantId, Input, Need, Record};
use affray_kernel::tally::Tally;
use serde_json::{Map, Value};

/// Choices that are refused and told, at the most.
const MOST_REFUSED: usize = 40;

impl<G: Rules> Session<G> {
    /// The side of whom the seat is asked for, or else of the first whom it plays; nothing for who knows everything or plays
    /// nobody.
    pub(super) fn side_of_sitter(&self) -> Option<u8> {
        let Seat::Player(mine) = &self.sitter else { return None };
        let asked = self.asked().map(CombatantId::index).filter(|at| mine.contains(at));
        let figure = self.roster.figures.get(asked.or_else(|| mine.first().copied())?)?;
        Some(figure.side)
    }

    /// Who is to decide or to throw dice.
    pub(super) fn asked(&self) -> Option<CombatantId> {
        match &self.pause {
            Pause::Over(_) => None,
            Pause::Need(Need::Choice(question)) => Some(G::asked(question)),
            Pause::Need(Need::Roll { why, .. }) => Some(why.who),
        }
    }

    /// Whether dice are due that are for the game master's eyes only.
    pub(super) fn is_in_secret(&self) -> bool {
        matches!(&self.pause, Pause::Need(Need::Roll { why, .. }) if why.hidden)
    }

    /// Whether the side of who sits there sees everybody, so that the fight is as it knows it.
    pub(super) fn knows_all(&self) -> bool {
        let hidden = G::hidden(&self.state);
        self.side_of_sitter().is_none_or(|side| !self.ids().any(|who| hidden.hides(who, side)))
    }

    /// Whether who sits there sees a combatant, from whom that is kept.
    pub(super) fn sees(&self, hidden: &Hidden, who: CombatantId) -> bool {
        match &self.sitter {
            Seat::GameMaster => true,
            Seat::Spectator => !hidden.hides_anywhere(who),
            Seat::Player(mine) => {
                let sides = || mine.iter().filter_map(|&at| self.roster.figures.get(at)).map(|figure| figure.side);
                mine.contains(&who.index()) || sides().any(|side| !hidden.hides(who, side))
            }
        }
    }

    /// How much who sits there is told of a combatant.
    fn told_of(&self, hidden: &Hidden, who: CombatantId) -> Secrecy {
        let side = |at: usize| self.roster.figures.get(at).map(|figure| figure.side);
        match &self.sitter {
            Seat::GameMaster => Secrecy::Open,
            Seat::Player(mine) if mine.iter().any(|&at| side(at) == side(who.index())) => Secrecy::Open,
            _ => hidden.secrecy(who),
        }
    }

    /// Whether who sits there is told all of a combatant.
    pub(super) fn tells_all_of(&self, who: CombatantId) -> bool {
        let hidden = G::hidden(&self.state);
        self.sees(hidden, who) && self.told_of(hidden, who) == Secrecy::Open
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = CombatantId> + use<G> {
        (0..self.roster.names.len() as u8).map(CombatantId)
    }

    /// Those whom who sits there does not see.
    fn unseen<'a>(&'a self, hidden: &'a Hidden) -> impl Iterator<Item = CombatantId> + 'a {
        self.ids().filter(|&who| !self.sees(hidden, who))
    }

    /// What is said to who sits there: nothing of those whom it does not see.
    pub(super) fn said_to(&self, denied: Denied) -> Denied {
        self.answered("", denied)
    }

    /// A text, if it names nobody whom who sits there does not see.
    pub(super) fn told_to(&self, text: String) -> String {
        self.repeated("", text)
    }

    /// What is said to who sits there about its own words, which the text repeats: as they stand, or between backquotes, as it
    /// does with examples that are always the same ones.
    pub(super) fn answered(&self, words: &str, denied: Denied) -> Denied {
        denied.said(|text| self.repeated(words, text)).within(words.trim())
    }

    fn repeated(&self, words: &str, text: String) -> String {
        let hidden = G::hidden(&self.state);
        let told = text.split('`').enumerate().filter(|(at, _)| words.is_empty() || at % 2 == 0);
        let told = told.map(|(_, part)| part).collect::<Vec<_>>().join("`");
        let own = words.split(';').map(str::trim).filter(|words| !words.is_empty());
        let told = own.fold(told, |told, words| told.replace(words, ""));
        match self.unseen(hidden).any(|who| mentions(&told, &self.roster.names[who.index()])) {
            true => UNSEEN.to_owned(),
            false => text,
        }
    }

    /// Why a number is not told that would say something of a combatant whose numbers are kept secret.
    pub(super) fn keeps_odds(&self) -> Option<String> {
        let hidden = G::hidden(&self.state);
        let kept = self.ids().find(|&who| self.told_of(hidden, who) != Secrecy::Open && self.sees(hidden, who));
        kept.map(|who| format!("the numbers of {} are kept secret, and odds would tell them", self.name(who)))
    }

    /// Whether odds are told at this table at all.
    pub(super) fn tells_odds(&self) -> bool {
        self.odds_for != OddsFor::Off
    }

    /// Whether numbers beside a choice would say something of a combatant whose numbers are kept secret: of the one at whom it is
    /// directed, or of any, where it answers what others did.
    fn keeps_numbers(&self, target: Option<CombatantId>) -> bool {
        match (self.odds_for, target) {
            (OddsFor::Off, _) => true,
            (_, Some(target)) => !self.tells_all_of(target),
            (_, None) => self.keeps_odds().is_some(),
        }
    }

    /// Whether the number of a roll would say something of a combatant whose numbers are kept secret. A roll belongs to the last
    /// choice of the turn that was directed at somebody: at a foe, or by a foe at who rolls.
    fn keeps_target(&self, at: &Position<G>, who: CombatantId) -> bool {
        let setup = at.setup();
        let last = at.turn().1.iter().rev().find_map(|input| match input {
            Input::Choice { choice, .. } => G::target(choice),
            _ => None,
        });
        let foe = last.filter(|&target| G::side(setup, target) != G::side(setup, who));
        self.keeps_odds().is_some() && !foe.is_some_and(|foe| self.tells_all_of(foe) && self.tells_all_of(who))
    }

    /// Everything that who sits there may know of the fight as it is now.
    pub(super) fn seen(&self) -> View {
        let hidden = G::hidden(&self.state);
        let known = self.known();
        let state = known.as_ref().map_or(&self.state, Position::state);
        let last = self.lines.iter().rev();
        let (figures, order, ground) = self.seen_in(&self.roster, hidden, state);
        let asked = self.asked().filter(|&who| self.sees(hidden, who));
        let is_secret = self.is_in_secret() && self.sitter != Seat::GameMaster;
        let is_mine = asked.is_some_and(|who| self.sitter.plays(who.index()));
        let may = matches!(self.pause, Pause::Over(_)) || (is_mine && !is_secret);
        View {
            revision: self.written.len() as u64,
            ruleset: self.terms.ruleset.clone(),
            title: self.terms.title.clone(),
            round: last.clone().find_map(|line| line.round).unwrap_or(1),
            turn: last.clone().find_map(|line| line.turn).unwrap_or(1),
            figures,
            order,
            ground,
            areas: self.areas_in(&self.roster.setup, state),
            asked: asked.map(|who| self.name(who)),
            wanted: may.then(|| self.wanted_now()),
        }
    }

    /// The combatants whom who sits there sees, of those who take part, the order of their turns, and what lies on the ground, in
    /// a state as it knows it in which that is hidden.
    pub(super) fn seen_in(
        &self,
        roster: &Roster<G>,
        hidden: &Hidden,
        state: &G::State,
    ) -> (Vec<FigureView>, Vec<String>, Vec<LyingView>) {
        let setup = &*roster.setup;
        let tags = tags::<G>(setup);
        let all = (0..roster.names.len() as u8).map(CombatantId);
        let seen: Vec<CombatantId> = all.filter(|&who| self.sees(hidden, who)).collect();
        let figures = seen.iter().map(|&who| {
            let (at, figure) = (who.index(), &roster.figures[who.index()]);
            let (Standing { points, mut notes }, fate) =
                (G::standing(setup, state, who), G::final_status(setup, state, who));
            let secrecy = self.told_of(hidden, who);
            if secrecy != Secrecy::Open {
                notes.retain(|note| !note.contains(|letter: char| letter.is_ascii_digit()));
            }
            FigureView {
                name: figure.name.clone(),
                tag: tags[at].clone(),
                side: roster.sides.get(figure.side as usize).cloned().unwrap_or_default(),
                cells: G::cells(setup, state, who),
                facing: G::place(setup, state, who).and_then(|(_, facing)| facing),
                points: match secrecy {
                    Secrecy::Open => points.into_iter().map(PointsView::open).collect(),
                    Secrecy::Bands => points.into_iter().map(PointsView::in_words).collect(),
                    Secrecy::Closed => Vec::new(),
                },
                notes,
                dead: fate.dead,
                out: fate.out,
                by_hand: roster.hands[at],
                mine: self.sitter.plays(at),
                hidden_from: match self.sitter {
                    Seat::GameMaster => self.sides_without(hidden, who),
                    _ => Vec::new(),
                },
            }
        });
        let lying = |(owner, item, cell): (CombatantId, &str, _)| LyingView {
            owner: if seen.contains(&owner) { self.name(owner) } else { "somebody".to_owned() },
            item: item.to_owned(),
            cell,
        };
        let order = G::order(setup, state).iter().filter(|who| seen.contains(who)).map(|&who| self.name(who));
        (figures.collect(), order.collect(), G::ground(setup, state).into_iter().map(lying).collect())
    }

    /// The areas that spells under way will fill, of those whom who sits there plays: where they will be is their secret.
    pub(super) fn areas_in(&self, setup: &G::Setup, state: &G::State) -> Vec<AreaView> {
        let mine = G::areas(setup, state).into_iter().filter(|area| self.sitter.plays(area.who.index()));
        mine.map(|area| self.area(area)).collect()
    }

    /// An area as who sits there sees it.
    pub(super) fn area(&self, area: Area) -> AreaView {
        let hidden = G::hidden(&self.state);
        let inside = area.inside.into_iter().filter(|&who| self.sees(hidden, who));
        AreaView {
            who: self.name(area.who),
            what: area.what,
            cells: area.cells,
            inside: inside.map(|who| self.name(who)).collect(),
        }
    }

    /// Where a combatant is a threat as it stands.
    pub(super) fn threat_of(&self, who: CombatantId) -> Result<ThreatView, Denied> {
        let setup = &*self.roster.setup;
        let (state, map) = (&self.state, G::map(setup));
        let place = G::place(setup, state, who);
        let (at, facing) = place.ok_or_else(|| format!("{} is not on the map", self.name(who)))?;
        let told = Some(()).filter(|()| self.tells_all_of(who)).and_then(|()| G::threat(setup, state, who));
        let own = G::cells(setup, state, who);
        let near = told.map_or(1, |threat| threat.reach.max(1)).min(MOST_REACH);
        let mut cells: Vec<Cell> = own.iter().flat_map(|&cell| map.within(cell, near as u16)).collect();
        sort_by_key(&mut cells, |cell| (cell.r, cell.q));
        cells.dedup();
        cells.retain(|cell| !own.contains(cell) && map.ground(*cell).is_some_and(|ground| !ground.impassable));
        let mut view = ThreatView {
            who: self.name(who),
            reach: told.map(|threat| threat.reach),
            moves: told.map(|threat| threat.moves),
            front: Vec::new(),
            sides: Vec::new(),
            rear: Vec::new(),
        };
        for cell in cells {
            match facing.map_or(Arc::Front, |facing| map.arc(at, facing, cell)) {
                Arc::Front => view.front.push(cell),
                side if side.is_side() => view.sides.push(cell),
                _ => view.rear.push(cell),
            }
        }
        Ok(view)
    }

    /// The sides that do not see a combatant.
    pub(super) fn sides_without(&self, hidden: &Hidden, who: CombatantId) -> Vec<String> {
        let sides = self.roster.sides.iter().enumerate().filter(|(side, _)| hidden.hides(who, *side as u8));
        sides.map(|(_, name)| name.clone()).collect()
    }

    /// What is waited for, as far as who sits there knows.
    pub(super) fn wanted_now(&self) -> Wanted {
        let (_, at) = self.shown();
        match self.knows_all() {
            true => self.wanted_at(&at, self.shown_options()),
            false => self.wanted_at(&at, &at.ranked(self.tells_odds())),
        }
    }

    /// A line of the log, with no more than who sits there may know.
    pub(super) fn readable(&self, number: u64) -> Option<LogLine> {
        if let Ok(at) = self.lines.binary_search_by_key(&number, |line| line.line) {
            let line = &self.lines[at];
            return match self.sitter {
                Seat::GameMaster => Some(line.clone()),
                _ => self.readable_line(at, line, &self.kept[at]),
            };
        }
        let line = LogLine::from_json(self.written.get(usize::try_from(number).ok()?)?).ok()?;
        match &line.entry {
            LogEntry::Header(_) => Some(line).filter(|_| self.sitter == Seat::GameMaster),
            LogEntry::Note { note } => {
                Some(note.clone()).filter(|note| self.told_to(note.clone()) == *note).map(|_| line)
            }
            LogEntry::Withdrawn { .. } | LogEntry::Table { .. } => Some(line),
            _ => None,
        }
    }

    fn readable_line(&self, at: usize, line: &LogLine, kept: &Hidden) -> Option<LogLine> {
        let told =
            |text: String| LogLine { entry: LogEntry::Note { note: text.clone() }, text: Some(text), ..line.clone() };
        let json = if kept.is_nothing() { String::new() } else { line.to_json() };
        let is_mine =
            |name: &str| self.roster.names.iter().position(|one| one == name).is_some_and(|at| self.sitter.plays(at));
        if self.unseen(kept).any(|who| mentions(&json, &self.roster.names[who.index()])) {
            return None;
        }
        let named = |name: &str| self.roster.names.iter().position(|one| one == name).map(|at| CombatantId(at as u8));
        let told_of = |who: CombatantId| kept.is_nothing() || self.told_of(kept, who) == Secrecy::Open;
        let is_secret = |name: &str| named(name).is_some_and(|who| !told_of(who));
        // A roll belongs to what happened last between two: who has nothing kept secret strikes at somebody, or is struck at.
        let is_against_secret = |who: &str| {
            let all = |event: &Value| -> Vec<CombatantId> {
                event.as_object().into_iter().flat_map(Map::values).filter_map(|it| named(it.as_str()?)).collect()
            };
            let between = self.lines[..at].iter().rev().take_while(|before| before.turn == line.turn);
            let between = between.filter_map(|before| match &before.entry {
                LogEntry::Event { event } => Some(all(event)),
                _ => None,
            });
            let mut between = between.filter(|all| all.len() > 1);
            let others = || self.ids().any(|who| !told_of(who));
            is_secret(who) || others() && between.next().is_none_or(|all| !all.into_iter().all(told_of))
        };
        match &line.entry {
            // What the fight is made of is the game master's, and so is what others decided before it is seen.
            LogEntry::Header(_) => None,
            LogEntry::Choice { who, overruled: None, .. } if !is_mine(who) => None,
            LogEntry::Roll(roll) | LogEntry::Voided(roll) if roll.hidden => {
                Some(told(format!("{}, {} ({}): the game master rolls in secret.", roll.who, roll.what, roll.rule)))
            }
            LogEntry::Score(score) if score.hidden => None,
            LogEntry::Roll(roll) | LogEntry::Voided(roll) if is_against_secret(&roll.who) => {
                Some(told(format!("{}, {}: {} for {}.", roll.who, roll.what, roll.dice, roll.total)))
            }
            // What opponents are told to do is between them and the game master.
            LogEntry::Set { path, .. } if path.split_once('.').is_some_and(|(_, part)| part == ORDERS) => None,
            LogEntry::Set { path, .. } if path.split('.').next().is_some_and(is_secret) => {
                Some(told("The game master sets something that is kept secret.".to_owned()))
            }
            // The sheet of who joins is the game master's.
            LogEntry::Set { path, .. } if path.ends_with(&format!(".{JOINS}")) => Some(told(line.text.clone()?)),
            LogEntry::Score(score) if is_against_secret(&score.who) => None,
            LogEntry::Event { event } => {
                let all = || event.as_object().into_iter().flat_map(Map::values);
                let secret = || all().filter_map(Value::as_str).find(|name| is_secret(name));
                match secret().filter(|_| all().any(Value::is_number)) {
                    Some(name) => {
                        let what = event.get("event").and_then(Value::as_str).unwrap_or_default().replace('-', " ");
                        Some(told(format!("{name}: {what}.")))
                    }
                    None => Some(line.clone()),
                }
            }
            _ => Some(line.clone()),
        }
    }

    /// What is waited for at a moment with those options.
    pub(super) fn wanted_at(&self, at: &Position<G>, options: &[(G::Choice, Reach)]) -> Wanted {
        let state = at.state();
        match at.waits_for() {
            Pause::Over(_) => {
                let end = self.lines.iter().rev().find(|line| matches!(line.entry, LogEntry::Ending { .. }));
                Wanted::Nothing { text: end.and_then(|line| line.text.clone()).unwrap_or_default() }
            }
            Pause::Need(Need::Roll { why, dice, target }) => {
                let target = target.as_ref().filter(|_| !self.keeps_target(at, why.who));
                Wanted::Roll {
                    who: self.name(why.who),
                    what: why.what.to_owned(),
                    rule: why.rule.to_string(),
                    dice: *dice,
                    target: target.map(Tally::total),
                    tally: tally(target),
                    explained: target.map(G::describe_target).unwrap_or_default(),
                    hidden: why.hidden,
                }
            }
            Pause::Need(Need::Choice(question)) => Wanted::Choice {
                who: self.name(G::asked(question)),
                key: question.key().to_owned(),
                prompt: match self.keeps_odds() {
                    None => G::prompt(&self.roster.setup, state, question),
                    Some(_) => G::prompt_without_numbers(&self.roster.setup, state, question),
                },
                options: {
                    let known = at.records().len();
                    options.iter().map(|(choice, reach)| self.offer(at, known, question, choice, reach)).collect()
                },
                refused: self.refused(state, question, options),
                moves: G::PATHS.contains(&question.key()),
                notice: self.notice.clone(),
            },
        }
    }

    /// An option as it is offered, where so much is recorded of the turn.
    fn offer(
        &self,
        at: &Position<G>,
        known: usize,
        question: &G::Question,
        choice: &G::Choice,
        reach: &Reach,
    ) -> Offer {
        let (who, state) = (G::asked(question), at.state());
        let named = |at: &CombatantId| self.roster.names.get(at.index()).map_or("nobody", String::as_str);
        let names = |all: &[CombatantId]| all.iter().map(|at| named(at).to_owned()).collect();
        let id = G::choice_json(&self.roster.setup, who, choice);
        let next = at.apply_recorded(*choice).ok();
        let (to, target) = (self.leads_to(at, *choice, next.as_ref().map(|(next, _)| next)), G::target(choice));
        let (cost, spends) = next.map_or((None, Vec::new()), |(next, records)| {
            self.cost_of(at, choice, &next, records.get(known..).unwrap_or_default())
        });
        // Where a step leads is a number of nobody.
        let is_step = to.is_some() || G::PATHS.contains(&question.key());
        let label = match self.keeps_numbers(target) && (!is_step || self.odds_for == OddsFor::Off) {
            true => G::describe_choice(&self.roster.setup, who, choice),
            false => G::label(&self.roster.setup, state, question, choice),
        };
        Offer {
            words: reach.label(label, |at| named(&at)),
            group: group(&id),
            target: target.map(|at| named(&at).to_owned()),
            reaches: names(&reach.here),
            reaches_after: names(&reach.after),
            in_vain: reach.is_nobody(),
            to,
            cost,
            spends,
            id,
        }
    }

    /// What a choice takes of what there is to spend, up to the next decision or dice and later: in words, where a step is told
    /// only if it costs more than others, and as values.
    fn cost_of(
        &self,
        at: &Position<G>,
        choice: &G::Choice,
        next: &Position<G>,
        records: &[Record<G>],
    ) -> (Option<String>, Vec<Spent>) {
        let (Some(who), setup) = (at.asked(), &*self.roster.setup) else { return (None, Vec::new()) };
        let (dear, in_turn) = (costs_of::<G>(who, records).next(), next.is_in_turn_of(at));
        let place = |at: &Position<G>| G::place(setup, at.state(), who).map(|(cell, _)| cell);
        let is_step = dear.is_some() || (G::STEP_COST.is_some() && at.is_moving() && place(at) != place(next));
        let step = is_step.then(|| Spent::now(dear.map_or(1, Tally::total), "movement"));
        let (had, has) = (G::purse(setup, at.state(), who), G::purse(setup, next.state(), who));
        let spent = had.iter().zip(&has).filter(|(had, has)| in_turn && has.now < had.now);
        let mut points: Vec<Spent> = spent.map(|(had, has)| Spent::now(had.now - has.now, had.name)).collect();
        points.extend(G::spends_later(setup, at.state(), who, choice));
        let words: Vec<String> =
            dear.map(narrate::explained).into_iter().chain(points.iter().map(Spent::to_string)).collect();
        (Some(words.join(", ")).filter(|cost| !cost.is_empty()), step.into_iter().chain(points).collect())
    }

    /// Where a choice leads at once, of those with which one nearly always stays: a step. Nothing where it leads nowhere else.
    fn leads_to(
        &self,
        at: &Position<G>,
        choice: G::Choice,
        next: Option<&Position<G>>,
    ) -> Option<(Cell, Option<Facing>)> {
        let (who, usual) = (at.asked()?, at.usual()?);
        let place = |at: &Position<G>| G::place(&self.roster.setup, at.state(), who);
        let next = next.filter(|_| choice != usual)?;
        place(next).filter(|there| next.is_in_turn_of(at) && Some(*there) != place(at))
    }

    /// What one might expect among the options, and why it is refused: each word that can answer such a question, and each
    /// combatant at which an answer can be directed.
    fn refused(&self, state: &G::State, question: &G::Question, options: &[(G::Choice, Reach)]) -> Vec<Refused> {
        let who = G::asked(question);
        let words = self.words.get_or_init(|| words_by_key::<G>());
        let words = words.get(question.key()).and_then(Value::as_array).into_iter().flatten().cloned();
        let aims = options.iter().any(|(choice, _)| G::target(choice).is_some());
        let targets = self.roster.names.iter().enumerate().filter(|_| aims).filter(|(at, _)| *at != who.index());
        let hidden = G::hidden(&self.state);
        let targets = targets.filter(|(at, _)| self.sees(hidden, CombatantId(*at as u8)));
        let targets = targets.map(|(_, name)| serde_json::json!({ "target": name }));
        let read = |entry: Value| choices::read_answer::<G>(&self.roster.setup, state, question, &entry).ok();
        let mut tried = Vec::new();
        G::expected(&self.roster.setup, state, question, &mut tried);
        tried.retain(|choice| G::target(choice).is_none_or(|target| self.sees(hidden, target)));
        tried.extend(words.chain(targets).filter_map(read));
        let mut all: Vec<Refused> = Vec::new();
        for choice in tried {
            let Err(refusal) = G::judge(&self.roster.setup, state, question, &choice) else { continue };
            let rule = refusal.rule.to_string();
            let denied = self.said_to(refusal.into());
            let one = Refused {
                id: G::choice_json(&self.roster.setup, who, &choice),
                words: G::describe_choice(&self.roster.setup, who, &choice),
                target: G::target(&choice).map(|at| self.name(at)),
                rule,
                way_out: denied.way_out,
                message: denied.message,
            };
            if all.len() < MOST_REFUSED && !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }
}

/// What was kept from whom when each record was made, of a turn that began in that state.
pub(super) fn kept_at<G: Rules>(setup: &G::Setup, start: &G::State, records: &[Record<G>]) -> Vec<Hidden> {
    let is_kept = |record: &Record<G>| match record {
        Record::Set(change) => change.path.ends_with(HIDDEN_FROM) || change.path.ends_with(SECRECY),
        _ => false,
    };
    if G::hidden(start).is_nothing() && !records.iter().any(is_kept) {
        return vec![Hidden::default(); records.len()];
    }
    let mut state = start.clone();
    let ids = || (0..G::figures(setup).len() as u8).map(CombatantId);
    let mut at = |record: &Record<G>| {
        let before = G::hidden(&state).clone();
        match record {
            Record::Set(change) if is_kept(record) => {
                // What was refused when it was set is no record.
                let _ = G::set(setup, &mut state, change);
            }
            Record::Event(event) => {
                if let Some(who) = ids().find(|&who| before.hides_anywhere(who) && G::revealed(who) == *event) {
                    let mut hidden = before;
                    hidden.hide(who, []);
                    G::hide(&mut state, hidden);
                }
                return G::hidden(&state).clone();
            }
            _ => {}
        }
        // Who sets what is kept says so to nobody from whom it is kept before or after.
        if before.is_nothing() { G::hidden(&state).clone() } else { before }
    };
    records.iter().map(&mut at).collect()
}

/// Whether a text names somebody: not as the beginning of another name.
fn mentions(text: &str, name: &str) -> bool {
    let is_end = |rest: &str| {
        let mut rest = rest.chars();
        match (rest.next(), rest.next()) {
            (Some(' '), Some(next)) => !next.is_ascii_digit(),
            (Some(next), _) => !next.is_alphanumeric(),
            (None, _) => true,
        }
    };
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        before.is_none_or(|letter| !letter.is_alphanumeric()) && is_end(&text[at + name.len()..])
    })
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

/// All words of its choices.
pub(super) fn vocabulary<G: Rules>() -> Vec<String> {
    words_in(&schema_of::<G::Choice>("Choice"))
}

/// All words of a schema, each once.
fn words_in(schema: &Value) -> Vec<String> {
    fn walk(value: &Value, words: &mut Vec<String>) {
        match value {
            Value::Object(table) => {
                let listed = table.get("enum").and_then(Value::as_array).into_iter().flatten();
                let own = table.get("const").into_iter().chain(listed).filter_map(Value::as_str);
                words.extend(own.map(str::to_owned));
                table.values().for_each(|inner| walk(inner, words));
            }
            Value::Array(all) => all.iter().for_each(|inner| walk(inner, words)),
            _ => {}
        }
    }
    let mut words = Vec::new();
    walk(schema, &mut words);
    words.sort_unstable();
    words.dedup();
    words
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
