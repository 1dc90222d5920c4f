//! A game as it is told to people: its encounters, its rolls, choices and events in words and as JSON.
//!
//! What it plays by stands in [`TurnRules`]. A ruleset's crate implements both and hands out a
//! [`DynRules`](crate::catalog::DynRules), so that every generic rule is instantiated there.

use crate::catalog::Odds;
use crate::choices::{self, ChoiceFormat};
use crate::muster::{JOINS, LEAVES};
use crate::position::Denied;
use crate::preferences::Preference;
use crate::session::Spent;
use crate::{names, narrate};
use affray_files::Source;
use affray_files::value::{Schema, ToValue, to_value};
use affray_grid::{Arc, Cell, Drawing, EYE_HEIGHT, Facing, Map};
use affray_kernel::events::{EventKind, RollKind};
use affray_kernel::referee::{CombatantId, Game, Input, Record, RollRecord};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Lines, Tally as _};
use affray_kernel::turns::TurnRules;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Debug;

/// What a game master sets of a state.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Which part: `Arn.hp`, `Orc.conditions.stunned`.
    pub path: String,
    /// To what.
    pub value: Value,
}

/// The farthest reach whose cells are told.
pub(crate) const MOST_REACH: u32 = 12;

/// How far a combatant strikes and moves as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threat {
    /// Cells from its own to the farthest that it strikes with what it has ready; 0 for its own cell alone.
    pub reach: u32,
    /// What a whole movement of it has, in movement points or cells.
    pub moves: i32,
}

/// Cells that a spell or a breath fills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// Whose it is.
    pub who: CombatantId,
    /// What fills it, by its name.
    pub what: String,
    /// The cells.
    pub cells: Vec<Cell>,
    /// Those whom it reaches as they stand.
    pub inside: Vec<CombatantId>,
}

/// How a combatant stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Its points, those whose loss takes it out of the fight first.
    pub points: Vec<Points>,
    /// Its posture, its conditions and what it holds, in words.
    pub notes: Vec<String>,
}

/// What a roll against a number came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RollOutcome {
    /// By how much it was made, below 0 by how much it failed.
    pub margin: i32,
    /// Whether it was made; nothing where margins are compared, as in a contest.
    pub success: Option<bool>,
    /// The rule makes more of it: it was made or failed critically.
    pub critical: bool,
}

/// Points that are lost and come back, such as HP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Points {
    /// What they are called in short: `HP`.
    pub name: &'static str,
    /// How many there are.
    pub now: i32,
    /// How many there are at the most.
    pub max: i32,
}

impl Standing {
    /// With those points, and with the words of what holds.
    pub fn new<const N: usize>(points: Vec<Points>, notes: [(bool, &str); N]) -> Self {
        Self { points, notes: notes.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word.to_owned()).collect() }
    }
}

impl Points {
    /// So many of so many.
    pub fn new(name: &'static str, now: impl Into<i32>, max: impl Into<i32>) -> Self {
        Self { name, now: now.into(), max: max.into() }
    }
}

/// The words of a game: what can happen, what is asked and answered, how things stand. A ruleset has them as functions in
/// its `words`, and `affray_prove::game!` puts them together.
pub trait Words: Game {
    /// What can happen, as [`events!`](affray_kernel::events!) lists it.
    const EVENTS: &'static [EventKind];

    /// The rolls that have a target number, or a score shown beside them: what a case can explain.
    const ROLLS: &'static [RollKind];

    /// The event that somebody hidden is seen from now on.
    fn revealed(who: CombatantId) -> Self::Event;

    /// A choice in words, without its odds.
    fn describe_choice(setup: &Self::Setup, who: CombatantId, choice: &Self::Choice) -> String;

    /// An event in words; `None` for what needs none.
    fn describe_event(setup: &Self::Setup, event: &Self::Event) -> Option<String>;

    /// A question put to a person, in one line.
    fn prompt(setup: &Self::Setup, state: &Self::State, question: &Self::Question) -> String;

    /// How a combatant stands.
    fn standing(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> Standing;

    /// The map.
    fn map(setup: &Self::Setup) -> &Map;

    /// Where a combatant is and which way it faces, if there are facings; `None` for one that is not on the map.
    fn place(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> Option<(Cell, Option<Facing>)>;

    /// The encounter with further combatants: see [`mustered`](crate::muster::mustered).
    ///
    /// # Errors
    /// What is wrong with them.
    fn mustered(encounter: &Source, beside: &[Source], added: &[Value]) -> Result<(Self::Setup, Self::State), String>;

    /// Adds the last combatant of the setup to a state that lacks it, as it is in the state in which the encounter would
    /// begin, but off the map. It gets its place in the order of turns.
    fn enlist(setup: &Self::Setup, state: &mut Self::State, fresh: &Self::State);

    /// Puts a combatant on the map that has left the fight, or not joined it yet.
    fn join(setup: &Self::Setup, state: &mut Self::State, who: CombatantId, at: Cell);

    /// Takes a combatant out of the fight, from whatever it is in the middle of.
    fn leave(setup: &Self::Setup, state: &mut Self::State, who: CombatantId);

    /// The combatants in the order in which they act.
    fn order<'a>(setup: &'a Self::Setup, state: &'a Self::State) -> &'a [CombatantId];

    /// The outcomes of what somebody is about to do: of the turn that began in the state `start` and took those inputs,
    /// the last of which is the decision in question, from the state `now` in which it was due. Further decisions are the
    /// game's own policy's. They are exact, or a sample where there are too many to visit them all.
    fn odds_from(
        setup: &Self::Setup,
        start: &Self::State,
        inputs: &[Input<Self::Choice, Self::Change>],
        now: &Self::State,
    ) -> Odds;
}

/// A game that can be played at a table. What it has to say besides its [`Words`] has defaults.
pub trait Rules: Words + TurnRules<Change = Change> + ChoiceFormat<Event: ToValue + Schema> + Clone + Debug {
    /// The event with which somebody's turn begins, as files spell it. A fight is told in paragraphs by it.
    const TURN_BEGINS: &'static str = "turn-begins";

    /// The name of a round.
    const ROUND: &'static str = "round";

    /// The key of the state that is lowered where somebody is hurt; [`FinalStatus::hp`](affray_kernel::turns::FinalStatus)
    /// is its value.
    const POINTS: &'static str = "hp";

    /// The least that a game master who takes points away leaves somebody who has `most` of them unhurt.
    fn least_points(most: i32) -> i32 {
        (-10 * most).max(-1000)
    }

    /// What a cell of the map measures: how many of which unit, one and several.
    const CELL: (u32, &'static str, &'static str) = (1, "yard", "yards");

    /// How high the eyes of a standing figure are above its ground, in the unit of elevations.
    const EYES: i32 = EYE_HEIGHT;

    /// The questions by their [key](crate::choices::Asked::key) that go on with a movement, cell by cell, until the default choice ends it.
    const PATHS: &'static [&'static str] = &[];

    /// The name under which the rules show what a cell of a movement costs, where that is not 1, and the rule by which it is 1.
    const STEP_COST: Option<(&'static str, RuleId)> = None;

    /// The questions by their key that ask what somebody does with its turn. Their options are shown with whom they reach,
    /// those that reach somebody first.
    const ACTS: &'static [&'static str] = &[];

    /// The map with the figures on it.
    fn draw(setup: &Self::Setup, state: &Self::State) -> Drawing {
        narrate::draw_figures::<Self>(setup, state)
    }

    /// What the end of the battle still has to bring, in sentences, where nobody at the table plays what comes after it.
    fn due_after_battle(_setup: &Self::Setup, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }

    /// Of several figures in one cell that of the highest rank is drawn. The first of it says whether a figure is drawn as one that
    /// is still up.
    fn rank(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> (bool, bool) {
        (!Self::final_status(setup, state, who).out, false)
    }
    /// The questions by their key before which the [cunning](crate::cunning) try out plans: what somebody does with its turn.
    const TURNS: &'static [&'static str] = Self::ACTS;

    /// What the [cunning](crate::cunning) can prefer in a turn to what the policy decides.
    const PREFERENCES: &'static [Preference<Self>] = &[];

    /// The name of the preference of those who are told to [capture](affray_kernel::orders::Task::Capture).
    const CAPTURES: &'static str = "leg";

    /// The answer to a question that has one sensible answer nearly always: no free action, no step, the facing as it is.
    fn usual(setup: &Self::Setup, state: &Self::State, question: &Self::Question) -> Option<Self::Choice> {
        let _ = (setup, state, question);
        None
    }

    /// How much is left of the movement that a question goes on with: of two ways to one place, whoever has more left after the
    /// one can go on as after the other. Where the game does not say, what its prompt says.
    fn left(question: &Self::Question) -> Option<i32> {
        let _ = question;
        None
    }

    /// A question put to a person who is not told the numbers of others: without those that would tell of their skill.
    fn prompt_without_numbers(setup: &Self::Setup, state: &Self::State, question: &Self::Question) -> String {
        Self::prompt(setup, state, question)
    }

    /// At whom a choice is directed that is within reach if the choice is legal, such as an attack; nobody or the one who
    /// chooses where it is directed at nobody.
    fn target(choice: &Self::Choice) -> Option<CombatantId> {
        let _ = choice;
        None
    }

    /// Whether a choice, of what to do with a turn, goes for the foes: what a combatant with the
    /// [order](crate::orders) to hold does not do.
    fn goes(choice: &Self::Choice) -> bool {
        let _ = choice;
        false
    }

    /// What a combatant does with its turn that stays where it is and minds those who come.
    fn stays(setup: &Self::Setup, state: &Self::State, question: &Self::Question) -> Option<Self::Choice> {
        let _ = (setup, state, question);
        None
    }

    /// The choice of a plain movement, in the place of another one of what to do with a turn; nothing for other questions,
    /// and in the place of what comes before any movement, such as standing up.
    fn walk(question: &Self::Question, choice: &Self::Choice) -> Option<Self::Choice> {
        let _ = (question, choice);
        None
    }

    /// Whether the game's own policy gets away where it has [orders](affray_kernel::orders::gets_away) to; else opponents walk
    /// away from their foes cell by cell.
    fn flees(setup: &Self::Setup) -> bool {
        let _ = setup;
        false
    }

    /// Where a step of a movement leads.
    fn step_to(setup: &Self::Setup, state: &Self::State, who: CombatantId, choice: &Self::Choice) -> Option<Cell> {
        let _ = (setup, state, who, choice);
        None
    }

    /// Whether a combatant can do harm from afar now, again and again.
    fn shoots(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> bool {
        let _ = (setup, state, who);
        false
    }

    /// Whether a combatant can do nothing in its next turn, as one who is stunned: its foes do not let it come.
    fn is_helpless(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> bool {
        let _ = (setup, state, who);
        false
    }

    /// An attack without refinements in the place of one that has some; other choices as they are.
    fn plain(choice: &Self::Choice) -> Self::Choice {
        *choice
    }

    /// A record told to people, in one line; `None` for what needs no words.
    fn narrate(setup: &Self::Setup, record: &Record<Self>) -> Option<String> {
        Some(match record {
            Record::Roll(RollRecord { why, target, forced: false, .. }) if why.pooled => {
                let target = narrate::explained(target.as_ref()?);
                format!("{}, {}: {target}.", names::of::<Self>(setup, why.who), why.what)
            }
            Record::Roll(roll) => format!("{}.", Self::describe_roll(setup, roll)),
            Record::Voided(roll) => format!("{}: void, to be thrown again.", Self::describe_roll(setup, roll)),
            Record::Score { why, score } => {
                format!("{}, {}: {}.", names::of::<Self>(setup, why.who), why.what, narrate::explained(score))
            }
            Record::Choice { question, choice, overruled } => {
                let who = Self::asked(question);
                let (name, told) = (names::of::<Self>(setup, who), Self::describe_choice(setup, who, choice));
                format!("The game master allows {name} against {}: {told}.", (*overruled)?)
            }
            Record::Interjected { who, choice } => {
                format!("{}, unasked: {}.", names::of::<Self>(setup, *who), Self::describe_choice(setup, *who, choice))
            }
            Record::Set(change) => match change.path.split_once('.') {
                Some((who, JOINS)) => format!("{who} joins the fight."),
                Some((who, LEAVES)) => format!("{who} leaves the fight."),
                Some((who, key)) => {
                    let key = match key == Self::POINTS {
                        true => key.to_uppercase(),
                        false => key.replace(['.', '_'], " "),
                    };
                    format!("The game master sets {who}'s {key} to {}.", change.value)
                }
                None => format!("The game master sets {} to {}.", change.path, change.value),
            },
            Record::Event(event) => return Self::describe_event(setup, event),
        })
    }

    /// A roll in words, without a full stop: whose it is, its target explained, what fell, and what that means.
    fn describe_roll(setup: &Self::Setup, roll: &RollRecord) -> String {
        let (who, what, rule) = (names::of::<Self>(setup, roll.why.who), roll.why.what, roll.why.rule);
        let (total, forced) = (roll.total, narrate::forced(roll));
        let hidden = if roll.why.hidden { ", in secret" } else { "" };
        match &roll.target {
            None => format!("{who}, {what} ({rule}){hidden}: {} for {total}{forced}", roll.dice),
            Some(target) => {
                let verdict = Self::verdict(roll, target.total());
                format!("{who}, {what}{hidden}: {}; rolled {total}{forced}{verdict}", narrate::explained(target))
            }
        }
    }

    /// What the sum of a roll against that number means, said behind it: `, made by 3`.
    fn verdict(roll: &RollRecord, number: i32) -> String {
        let _ = (roll, number);
        String::new()
    }

    /// What a roll against that number came to; nothing for one whose number is a bonus or a base, nothing to roll against.
    fn outcome(roll: &RollRecord, number: i32) -> Option<RollOutcome> {
        let _ = (roll, number);
        None
    }

    /// The number that a roll which is due has, in words behind it.
    fn describe_target(score: &Lines) -> String {
        format!("against {}", narrate::number_first(score))
    }

    /// An event as JSON, with names in place of numbers.
    fn event_json(setup: &Self::Setup, event: &Self::Event) -> Value {
        to_value(event, &Self::names(setup, None), None)
    }

    /// A choice of a combatant as a log keeps it. [`Self::read_choice`] reads it back.
    fn choice_json(setup: &Self::Setup, who: CombatantId, choice: &Self::Choice) -> Value {
        choices::write::<Self>(setup, who, choice)
    }

    /// A choice of a combatant from a log.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_choice(
        setup: &Self::Setup,
        state: &Self::State,
        who: CombatantId,
        value: &Value,
    ) -> Result<Self::Choice, Denied> {
        choices::read_told::<Self>(setup, state, who, value)
    }

    /// A combatant in one line: its letters on the map, points, place, posture, conditions, what it holds.
    fn status(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> String {
        let Standing { points, notes } = Self::standing(setup, state, who);
        let mut parts: Vec<String> =
            points.iter().map(|points| format!("{} {}/{}", points.name, points.now, points.max)).collect();
        parts.extend(Self::describe_place(setup, state, who));
        let (tag, name) = (&narrate::tags::<Self>(setup)[who.index()], names::of::<Self>(setup, who));
        let notes = if notes.is_empty() { String::new() } else { format!("; {}", notes.join(", ")) };
        format!("{tag} {name}: {}{notes}", parts.join(", "))
    }

    /// The place of a combatant in words, with its facing: `at 5,2 facing E`; nothing if it is not on the map.
    fn describe_place(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> Option<String> {
        let (cell, facing) = Self::place(setup, state, who)?;
        let facing = facing.map_or(String::new(), |facing| format!(" facing {}", facing.name()));
        let second = match Self::cells(setup, state, who)[..] {
            [_, second] => format!(" and {}", narrate::cell(second)),
            _ => String::new(),
        };
        Some(format!("at {}{second}{facing}", narrate::cell(cell)))
    }

    /// The cells that a combatant covers, that of its [place](Words::place) first; none if it is not on the map.
    fn cells(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> Vec<Cell> {
        Self::place(setup, state, who).map(|(cell, _)| cell).into_iter().collect()
    }

    /// The cells in which a combatant threatens those who come there: those in reach of its [threat](Self::threat), in front of
    /// it where there are facings. The next ones where the game does not say how far it strikes.
    fn threatened(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> Vec<Cell> {
        let own = Self::cells(setup, state, who);
        let (map, facing) = (Self::map(setup), Self::place(setup, state, who).and_then(|(_, facing)| facing));
        if Self::final_status(setup, state, who).out {
            return Vec::new();
        }
        let is_ahead = |from: Cell, to: Cell| facing.is_none_or(|facing| map.arc(from, facing, to) == Arc::Front);
        let reach = Self::threat(setup, state, who).map_or(1, |threat| threat.reach.clamp(1, MOST_REACH)) as u16;
        let around = own.iter().flat_map(|&from| map.within(from, reach).map(move |to| (from, to)));
        around.filter(|&(from, to)| !own.contains(&to) && is_ahead(from, to)).map(|(_, to)| to).collect()
    }

    /// The items on the ground: whose each is, its name, and where it lies.
    fn ground<'a>(setup: &'a Self::Setup, state: &'a Self::State) -> Vec<(CombatantId, &'a str, Cell)> {
        let _ = (setup, state);
        Vec::new()
    }

    /// What matters of a combatant's sheet and of how it stands, a line each: attributes, defenses as they are now, armor,
    /// items.
    fn look(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> Vec<String> {
        let _ = (setup, state, who);
        Vec::new()
    }

    /// The conditions that a combatant is in, with what each does and what ends it, a line each.
    fn conditions(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> Vec<String> {
        let _ = (setup, state, who);
        Vec::new()
    }

    /// What a combatant has to spend on what it does: by default all points but those whose loss takes it out of the fight first. A
    /// name that is no abbreviation is a singular.
    fn purse(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> Vec<Points> {
        Self::standing(setup, state, who).points.split_off(1)
    }

    /// What a choice takes later than at once, such as the energy of a spell once it is cast.
    fn spends_later(
        setup: &Self::Setup,
        state: &Self::State,
        who: CombatantId,
        choice: &Self::Choice,
    ) -> Option<Spent> {
        let _ = (setup, state, who, choice);
        None
    }

    /// What hangs on the way from one combatant to another for shots, a line each: the modifier of the range, cover, who stands
    /// between.
    fn measured(setup: &Self::Setup, state: &Self::State, who: CombatantId, target: CombatantId) -> Vec<String> {
        let _ = (setup, state, who, target);
        Vec::new()
    }

    /// What a cell of the map is like, in words; nothing off the map.
    fn describe_ground(setup: &Self::Setup, at: Cell) -> Option<String> {
        Self::map(setup).describe(at)
    }

    /// How far a combatant strikes and moves as it stands; nothing where that is not told.
    fn threat(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> Option<Threat> {
        let _ = (setup, state, who);
        None
    }

    /// The cells that a choice fills with a spell or a breath; nothing for what fills none.
    fn area(setup: &Self::Setup, state: &Self::State, who: CombatantId, choice: &Self::Choice) -> Option<Area> {
        let _ = (setup, state, who, choice);
        None
    }

    /// The cells that spells under way will fill, where they are known to their casters.
    fn areas(setup: &Self::Setup, state: &Self::State) -> Vec<Area> {
        let _ = (setup, state);
        Vec::new()
    }

    /// Adds answers to a question that a person might expect, legal or not: those that the rules refuse are shown with the
    /// reason. Answers of one word, and those at each combatant, are tried besides.
    fn expected(setup: &Self::Setup, state: &Self::State, question: &Self::Question, into: &mut Vec<Self::Choice>) {
        let _ = (setup, state, question, into);
    }

    /// The chance that an attack gets through, if its target defends as the game's own policy does; nothing for what is no
    /// attack. Lists of attacks go by it.
    fn chance(
        setup: &Self::Setup,
        state: &Self::State,
        question: &Self::Question,
        choice: &Self::Choice,
    ) -> Option<f64> {
        let _ = (setup, state, question, choice);
        None
    }

    /// A choice told to the person who is to make it, with its odds where they are of interest.
    fn label(setup: &Self::Setup, state: &Self::State, question: &Self::Question, choice: &Self::Choice) -> String {
        let _ = state;
        Self::describe_choice(setup, Self::asked(question), choice)
    }

    /// A choice typed in words, for what no list shows.
    ///
    /// # Errors
    /// What could be typed instead.
    fn typed(
        setup: &Self::Setup,
        state: &Self::State,
        question: &Self::Question,
        words: &str,
    ) -> Result<Self::Choice, String> {
        choices::typed::<Self>(setup, state, question, words)
    }

    /// What a combatant does unasked, typed in words.
    ///
    /// # Errors
    /// What could be typed instead.
    fn free_action_in_words(
        setup: &Self::Setup,
        state: &Self::State,
        who: CombatantId,
        words: &str,
    ) -> Result<Self::Choice, String> {
        let _ = (setup, state, who, words);
        Err(String::from("nothing is done unasked in this game"))
    }
}

/// What [`Rules`] has of the functions of a ruleset under their usual names: `goes`, `stays`, `walk`, `step_to`, `shoots` and
/// `plain` of its `policy::orders`, `label`, `choice::chance`, `look::look`, `look::conditions` and
/// `look::measured` of its `words`. It stands among the functions of `impl Rules`.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "they are the ruleset's own")]
macro_rules! rules_by_name {
    () => {
        fn goes(choice: &crate::decision::Choice) -> bool {
            crate::policy::orders::goes(choice)
        }

        fn stays(
            setup: &crate::scene::Setup,
            state: &crate::state::State,
            question: &crate::decision::Question,
        ) -> Option<crate::decision::Choice> {
            crate::policy::orders::stays(crate::scene::Scene { setup, state }, question)
        }

        fn walk(
            question: &crate::decision::Question,
            choice: &crate::decision::Choice,
        ) -> Option<crate::decision::Choice> {
            crate::policy::orders::walk(question, choice)
        }

        fn step_to(
            setup: &crate::scene::Setup,
            state: &crate::state::State,
            who: $crate::battle::CombatantId,
            choice: &crate::decision::Choice,
        ) -> Option<$crate::battle::Cell> {
            crate::policy::orders::step_to(crate::scene::Scene { setup, state }, who, choice)
        }

        fn shoots(setup: &crate::scene::Setup, state: &crate::state::State, who: $crate::battle::CombatantId) -> bool {
            crate::policy::orders::shoots(crate::scene::Scene { setup, state }, who)
        }

        fn plain(choice: &crate::decision::Choice) -> crate::decision::Choice {
            crate::policy::orders::plain(choice)
        }

        fn look(
            setup: &crate::scene::Setup,
            state: &crate::state::State,
            who: $crate::battle::CombatantId,
        ) -> Vec<String> {
            crate::words::look::look(crate::scene::Scene { setup, state }, who)
        }

        fn conditions(
            setup: &crate::scene::Setup,
            state: &crate::state::State,
            who: $crate::battle::CombatantId,
        ) -> Vec<String> {
            crate::words::look::conditions(crate::scene::Scene { setup, state }, who)
        }

        fn measured(
            setup: &crate::scene::Setup,
            state: &crate::state::State,
            who: $crate::battle::CombatantId,
            target: $crate::battle::CombatantId,
        ) -> Vec<String> {
            crate::words::look::measured(crate::scene::Scene { setup, state }, who, target)
        }

        fn chance(
            setup: &crate::scene::Setup,
            state: &crate::state::State,
            question: &crate::decision::Question,
            choice: &crate::decision::Choice,
        ) -> Option<f64> {
            crate::words::choice::chance(crate::scene::Scene { setup, state }, question, choice)
        }

        fn label(
            setup: &crate::scene::Setup,
            state: &crate::state::State,
            question: &crate::decision::Question,
            choice: &crate::decision::Choice,
        ) -> String {
            crate::words::label(crate::scene::Scene { setup, state }, question, choice)
        }
    };
}

/// A combatant as others list it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// The name.
    pub name: String,
    /// The side, as a place in the list of sides.
    pub side: u8,
}

impl Figure {
    /// All of an encounter.
    pub fn all<G: TurnRules>(setup: &G::Setup) -> Vec<Self> {
        G::figures(setup).map(|(name, side)| Self { name: name.to_owned(), side }).collect()
    }
}
