//! What seats ask of a table without changing it.

use super::asides::{IN_WORDS, in_words};
use super::{Act, Denied, Desk, Wanted, Who};
use affray_grid::Arc as Side;
use affray_session::Table;
use affray_session::cunning::Suggestion;
use affray_session::position::{Denied as Refusal, WinChance};
use affray_session::typed::{self, Typed};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// A moment of a table that a seat thinks about, while the table goes on.
pub(crate) struct Thought {
    moment: Box<dyn Table + Send>,
    /// The revision of the table then.
    revision: u64,
    /// A seat thinks of one thing at a time.
    turn: Arc<Semaphore>,
}

impl Thought {
    /// Its place among the thoughts of the seat.
    pub(crate) fn turn(&self) -> Arc<Semaphore> {
        Arc::clone(&self.turn)
    }

    /// What words would do; with `all`, up to the next question of any kind.
    pub(crate) fn plan(&self, words: &str, all: bool) -> Result<Value, Denied> {
        self.dated(self.moment.plan(words, all))
    }

    /// The odds of what words say.
    pub(crate) fn odds(&self, words: &str) -> Result<Value, Denied> {
        self.dated(self.moment.odds(words))
    }

    /// Where a movement can end.
    pub(crate) fn reach(&self, words: &str) -> Result<Value, Denied> {
        self.dated(self.moment.reachable(words))
    }

    /// The best plans.
    pub(crate) fn suggest(&self) -> Result<Value, Denied> {
        let lines = |all: Vec<Suggestion>| all.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        self.dated(self.moment.suggest().map(|all| json!({ "suggest": lines(all) })))
    }

    /// Who wins of so many fights from here.
    pub(crate) fn win(&self, seed: u64, fights: u32) -> WinChance {
        self.moment.win_chance(seed, fights)
    }

    /// The revision of the table then.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// An answer with the revision for which it holds.
    fn dated(&self, answer: Result<impl Serialize, Refusal>) -> Result<Value, Denied> {
        let mut answer = json!(answer.map_err(Denied::refused)?);
        answer["revision"] = self.revision.into();
        Ok(answer)
    }
}

impl Desk {
    /// The fight as it was when a line of the log was told, as far as the seat may know.
    pub(crate) fn past(&mut self, who: Who, line: u64) -> Result<Value, Denied> {
        let none = || Denied::Missing(format!("line {line} is none that holds"));
        let (in_file, turn) = self.reader(who).find(line).ok_or_else(none)?;
        let mut view = self.table(who).view_at(in_file).ok_or_else(none)?;
        view.revision = line;
        if !self.is_master(who) {
            view.turn = turn;
        }
        Ok(json!({ "view": view }))
    }

    /// The whole log as it is saved.
    pub(crate) fn written(&mut self, who: Who) -> Result<String, Denied> {
        self.only_master(who)?;
        Ok(self.table.written().iter().map(|line| format!("{line}\n")).collect())
    }

    /// The moment as the seat knows it, to think about beside the table, if the seat is asked.
    pub(crate) fn thought(&mut self, who: Who) -> Result<Thought, Denied> {
        self.is_asked(who)?;
        self.thought_of(who)
    }

    fn thought_of(&mut self, who: Who) -> Result<Thought, Denied> {
        let revision = self.revision_for(who);
        let moment = self.table(who).moment().map_err(Denied::refused)?;
        Ok(Thought { moment, revision, turn: Arc::clone(&self.memory(who).thinks) })
    }

    /// Somebody's sheet.
    pub(crate) fn look(&mut self, who: Who, name: &str) -> Result<Value, Denied> {
        let table = self.table(who);
        let found = table.find(name).map_err(|wrong| Denied::Missing(wrong.to_string()))?;
        Ok(json!({ "who": table.standing()[found].name, "lines": table.look(found) }))
    }

    /// Where somebody is a threat.
    pub(crate) fn threat(&mut self, who: Who, name: &str) -> Result<Value, Denied> {
        let table = self.table(who);
        let found = table.find(name).map_err(|wrong| Denied::Missing(wrong.to_string()))?;
        table.threat(found).map(|threat| json!(threat)).map_err(Denied::refused)
    }

    /// How two are to each other.
    pub(crate) fn measure(&mut self, who: Who, from: &str, to: &str) -> Result<Value, Denied> {
        let table = self.table(who);
        let find = |name: &str| table.find(name).map_err(|wrong| Denied::Missing(wrong.to_string()));
        let (from, to) = (find(from)?, find(to)?);
        let found = table.measure(from, to).map_err(Denied::refused)?;
        let all = self.table.standing();
        let (one, other) = (&all[from].name, &all[to].name);
        Ok(json!({
            "from": found.from,
            "to": found.to,
            "distance": found.distance,
            "length": found.length,
            "higher": found.higher,
            "in_sight": found.in_sight,
            "arcs": found.arcs.map(|(there, back)| [arc(there), arc(back)]),
            "shots": found.shots,
            "text": found.told(one, other),
        }))
    }

    /// The moment as the game master knows it, from which to fight on.
    pub(crate) fn future(&mut self, who: Who) -> Result<Thought, Denied> {
        self.only_master(who)?;
        self.thought_of(who)
    }

    /// What would be withdrawn.
    pub(crate) fn follows(&mut self, who: Who, line: Option<u64>) -> Result<Value, Denied> {
        self.only_master(who)?;
        Ok(json!(self.table.follows_from(line).map_err(Denied::refused)?))
    }

    /// What a rule says, or which rules have words.
    pub(crate) fn rule(&self, id: Option<&str>, words: Option<&str>) -> Result<Value, Denied> {
        let ruleset = &self.table.terms().ruleset;
        let none = || Denied::Missing(format!("there is no ruleset `{ruleset}`"));
        let reference = affray_games::find(ruleset).ok_or_else(none)?.reference();
        match (id, words) {
            (Some(id), _) => {
                let entry = reference.get(&id.to_ascii_uppercase());
                let entry = entry.ok_or_else(|| Denied::Missing(format!("there is no rule `{id}`")))?;
                Ok(json!({ "id": entry.id, "title": entry.headline(), "section": entry.section, "text": entry.text }))
            }
            (None, Some(words)) => {
                let one =
                    |entry: &affray_session::reference::Entry| json!({ "id": entry.id, "title": entry.headline() });
                Ok(json!({ "found": reference.search(words).into_iter().take(40).map(one).collect::<Vec<_>>() }))
            }
            (None, None) => Err(Denied::Malformed("say which rule: `?id=DF-066`, or `?words=retreat`".to_owned())),
        }
    }

    /// What a typed line means.
    pub(crate) fn typed(&mut self, who: Who, line: &str) -> Result<Value, Denied> {
        if let Some(act) = in_words(line) {
            return Ok(json!({ "act": act }));
        }
        let table = self.table(who);
        let dice_are_due = matches!(table.wanted(), Wanted::Roll { .. });
        Ok(match typed::understand(line, dice_are_due) {
            Typed::Act(command) => json!({ "act": Act::from(command) }),
            Typed::Undo(times) => json!({ "act": { "undo": true }, "times": times }),
            Typed::More => json!({ "more": true }),
            Typed::Map => json!({ "map": true }),
            Typed::Order => json!({ "order": true }),
            Typed::Reach(words) => json!({ "reach": words }),
            Typed::Look(who) => json!({ "look": who }),
            Typed::Measure(words) => {
                let (one, other) = typed::two_named(table, &words).map_err(Denied::refused)?;
                let all = table.standing();
                json!({ "measure": [all[one].name, all[other].name] })
            }
            Typed::Plan(words) => json!({ "plan": words }),
            Typed::Odds(words) => json!({ "odds": words }),
            Typed::Win(fights) => json!({ "win": fights }),
            Typed::Suggest => json!({ "suggest": true }),
            Typed::Why => json!({ "why": true }),
            Typed::Log(lines) => json!({ "log": lines.min(u32::MAX as usize) }),
            Typed::Rules(words) => json!({ "rules": words }),
            Typed::Save | Typed::Quit => json!({ "saved": true }),
            Typed::Help(of) => {
                let more = if of.trim().is_empty() { IN_WORDS } else { "" };
                json!({ "help": typed::help(&of) + more })
            }
            Typed::Nothing => json!({ "nothing": true }),
            Typed::Wrong(wrong) => return Err(Denied::refused(wrong.to_owned())),
        })
    }
}

/// An arc as a word.
fn arc(arc: Side) -> &'static str {
    match arc {
        Side::Front => "front",
        Side::Left => "left",
        Side::Right => "right",
        Side::Rear => "rear",
    }
}
