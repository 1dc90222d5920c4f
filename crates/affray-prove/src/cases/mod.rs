//! Cases: proofs of the rules, written like the examples of a rule book.
//!
//! A case sets a scene, says what everybody does and how the dice fall, and states what has to come
//! out. Each step is run by the tape, by the sampler on the same dice and along the walker's path, and
//! the three have to agree.
//!
//! What a ruleset supplies is [`CaseFormat`]: [`check`] does the rest.

mod agree;
mod compare;
mod declaration;
mod dice;
mod expect;
mod file;
mod form;
mod known;
mod run;
mod scene;
mod script;
mod table;

pub use declaration::{ChoiceScript, Declaration};
pub use dice::DieFile;
pub use expect::{AskedFile, EventFile, Expect, QuestionKey, TallyFile};
pub use file::{Invalid, InvalidKind, Play};
pub use known::event_values;
pub(crate) use scene::staged;
pub use scene::{Case, Cases};
pub use script::{Cells, LeftOver, OneOrMany, Used};
pub use table::Row;

#[doc(hidden)]
pub use serde_json;

use affray_files::value::{FromValue, Map, NoNames, ReadKeys, ToValue, Writer, from_value};
use affray_files::{Diagnostic, FileError, FileResolver, Path, Source, complain, sheets, tree};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_session::catalog::CaseReport;
use affray_session::choices::ChoiceFormat;
use affray_session::encounter::{EncounterFile, EncounterFormat, Places, StateText as _};
use affray_session::reference::Reference;
use affray_session::ruleset::Change;
use affray_session::{muster, names, orders, secrets};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Index;

/// A game whose rules are proved by cases: what its ruleset has to supply for that.
pub trait CaseFormat: EncounterFormat + Debug {
    /// What a step declares: what the combatant does on its turn, and what all others decide meanwhile.
    type Declaration: Debug + Default + FromValue + 'static;
    /// A declaration on its way through a step.
    type Script<'a>: Script<Self> + From<&'a Self::Declaration>;
    /// What a game master can bring about instead of a turn.
    type Gm: Debug + FromValue;
    /// Further keys of what has to come out of a step.
    type ExpectKeys: Debug + Default + ReadKeys;

    /// Puts the fight of a case where cases begin, if that is not where encounters do: in its first round, say.
    fn begin(file: &EncounterFile<Self>, setup: &Self::Setup, state: &mut Self::State) {
        let _ = (file, setup, state);
    }

    /// Carries out what the game master brings about. Whoever is named there is known to be there: see [`whom`].
    ///
    /// # Errors
    /// What the referee lacks.
    fn bring_about<R: Referee<Self>>(
        gm: &Self::Gm,
        setup: &Self::Setup,
        state: &mut Self::State,
        referee: &mut R,
    ) -> Result<(), R::Pause>;

    /// The combatants whom the game master names.
    fn named_in(gm: &Self::Gm) -> Vec<&str> {
        let _ = gm;
        Vec::new()
    }

    /// The state of a combatant under the names by which files set it, and what follows from it.
    fn view(setup: &Self::Setup, state: &Self::State, who: CombatantId) -> Value;

    /// What differs from expectations of the ruleset's own.
    fn compare(expect: &Self::ExpectKeys, setup: &Self::Setup, state: &Self::State, differences: &mut Vec<String>) {
        let _ = (expect, setup, state, differences);
    }

    /// Keys of a [`Declaration`] that can hold a table of lists by the names of those who are asked, for what several do
    /// within one step. Their entries are words, so that no table is one.
    const BY_NAME: &'static [&'static str] = &[];

    /// The key of a [`Declaration`] that has one entry, a table whose keys stand in the declaration itself, and the keys that
    /// belong to each of its words: `maneuver = "aim", aim = { target = "Orc" }`.
    const FLAT: (&'static str, &'static [(&'static str, &'static [&'static str])]) = ("", &[]);

    /// The answer to a question for which a declaration has no entry.
    fn undeclared(setup: &Self::Setup, state: &Self::State, question: &Self::Question) -> Self::Choice {
        Self::default_choice(setup, state, question)
    }

    /// By what rule nobody asks for what a declaration has left over, after a turn of `whose`. Where that is known, a step
    /// can say that its declaration is refused by it.
    fn never_asked(
        setup: &Self::Setup,
        state: &Self::State,
        whose: Option<CombatantId>,
        left: &[LeftOver],
    ) -> Option<Refusal> {
        let _ = (setup, state, whose, left);
        None
    }
}

/// The [`CaseFormat`] of a ruleset: its game, what a game master brings about, the further keys of what has to come out, and, if
/// its declarations are not [`Declaration`]s of choices, their type and that of their scripts. What is brought about is carried
/// out by `Fight::bring_about`, and the state of a combatant is written by the function `files::view`. Behind the semicolon stands whatever of `CaseFormat` is
/// the game's own.
///
/// `affray_prove::case_format!(Mini, GmFile, (););`
///
/// The short form is for a game in which a game master brings nothing about but the [next turn](NextTurn), choices name only
/// combatants and sides, and the state of a combatant is written by the fields of its `Fighter`. Behind the game stands what
/// follows from a state, each thing with its key and with the function of `Scene` that says it:
///
/// `affray_prove::case_format!(Mini, wounded: Scene::is_wounded);`
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "they are the ruleset's own")]
macro_rules! case_format {
    ($game:ident $(, $key:ident: $follows:expr)* $(,)?) => {
        impl $crate::catalog::ChoiceFormat for $game {}

        impl $crate::cases::CaseFormat for $game {
            type Declaration = $crate::cases::Declaration<Self>;
            type Gm = $crate::cases::NextTurn;
            type ExpectKeys = ();
            type Script<'a> = $crate::cases::ChoiceScript<'a, Self>;

            fn bring_about<R: $crate::catalog::Referee<Self>>(
                _: &$crate::cases::NextTurn,
                setup: &crate::scene::Setup,
                state: &mut crate::state::State,
                referee: &mut R,
            ) -> Result<(), R::Pause> {
                crate::scene::Fight { setup, state, referee }.next_turn()
            }

            fn view(
                setup: &crate::scene::Setup,
                state: &crate::state::State,
                who: $crate::catalog::CombatantId,
            ) -> $crate::cases::serde_json::Value {
                let follows = $crate::cases::serde_json::json!({
                    $(stringify!($key): $follows(crate::scene::Scene { setup, state }, who)),*
                });
                $crate::cases::view_of::<Self>(setup, state, who, &[], follows)
            }
        }
    };
    ($game:ident, $gm:ty, $expect:ty; $($own:tt)*) => {
        $crate::case_format!($game, $gm, $expect, $crate::cases::Declaration<Self>, $crate::cases::ChoiceScript<'a, Self>; $($own)*);
    };
    ($game:ident, $gm:ty, $expect:ty, $declaration:ty, $script:ty; $($own:tt)*) => {
        impl $crate::cases::CaseFormat for $game {
            type Declaration = $declaration;
            type Gm = $gm;
            type ExpectKeys = $expect;
            type Script<'a> = $script;

            fn bring_about<R: $crate::catalog::Referee<Self>>(
                gm: &$gm,
                setup: &crate::scene::Setup,
                state: &mut crate::state::State,
                referee: &mut R,
            ) -> Result<(), R::Pause> {
                crate::scene::Fight { setup, state, referee }.bring_about(gm)
            }

            fn view(
                setup: &crate::scene::Setup,
                state: &crate::state::State,
                who: $crate::catalog::CombatantId,
            ) -> $crate::cases::serde_json::Value {
                crate::files::view(crate::scene::Scene { setup, state }, who)
            }

            $($own)*
        }
    };
}

/// The state of a combatant by the keys with which files set it: those of the fighter and others, with what follows from
/// them, which is a table.
pub fn view_of<G>(
    setup: &G::Setup,
    state: &G::State,
    who: CombatantId,
    others: &[&dyn ToValue],
    follows: Value,
) -> Value
where
    G: ChoiceFormat<State: Index<CombatantId, Output: ToValue + Sized>>,
{
    let names = G::names(setup, Some(state));
    let mut writer = Writer::new(&names, Some(who));
    let mut view = Map::new();
    for one in [&state[who] as &dyn ToValue].iter().chain(others).map(|one| one.write(&mut writer)).chain([follows]) {
        view.extend(one.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())));
    }
    Value::Object(view)
}

/// What a game master brings about, in games in which that is nothing but turns.
#[derive(Debug, Clone, PartialEq, FromValue)]
pub enum NextTurn {
    /// The next turn.
    Next,
}

/// Answers the engine's questions from a declaration: each takes the next entry of its kind, and where
/// there is none, the stated default holds.
pub trait Script<G: CaseFormat> {
    /// Answers a question.
    ///
    /// # Errors
    /// Where the declaration names what is not there, with the place below its table.
    fn answer(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> Result<G::Choice, Diagnostic>;

    /// What was declared and never asked for.
    fn left_over(&self) -> Vec<LeftOver>;

    /// By what rule nobody asks for what was left over, after a turn of `whose`. Where that is known, a step can
    /// say that its declaration is refused by it.
    fn forbidden(&self, setup: &G::Setup, state: &G::State, whose: Option<CombatantId>) -> Option<Refusal> {
        let _ = (setup, state, whose);
        None
    }

    /// Forgets what was used.
    fn restart(&mut self);
}

/// Where a case stands.
#[derive(Clone)]
pub struct Site<'a> {
    /// Its id, with the number of the row where it is a row of a table.
    pub id: String,
    /// Its title; empty if it has none.
    pub title: String,
    /// Its file.
    pub source: &'a Source,
    /// The case's table, after its row was merged in.
    pub table: &'a Value,
    /// The place of the case's table in the file.
    pub root: Path,
    /// Leads from places in `table` back to the row that they come from.
    pub places: Places,
    /// Reads the files beside it.
    pub beside: FileResolver<'a>,
}

impl Debug for Site<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.source.name, self.root)
    }
}

impl Site<'_> {
    /// An error about a value below the case's table.
    pub fn wrong(&self, path: Path, message: impl Into<String>, hint: impl Into<String>) -> FileError {
        self.complain([Diagnostic::new(path, message).hint(hint)])
    }

    /// The error of what is wrong with the case, each thing with its place.
    pub fn complain(&self, wrongs: impl IntoIterator<Item = Diagnostic>) -> FileError {
        complain(self.source, wrongs.into_iter().map(|one| self.places.place(one)))
    }

    /// The value at a place below the case's table.
    pub(crate) fn value(&self, path: &Path) -> Option<&Value> {
        Path { steps: path.steps.get(self.root.steps.len()..)?.to_vec() }.of(self.table)
    }

    /// What the case's own `state` says of a combatant, and the place of that in the file.
    pub(crate) fn stated(&self, name: &str) -> Option<(Path, Value)> {
        let path = self.root.key("state");
        let (known, state) =
            self.table.get("state")?.as_object()?.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some((path.key(known), state.clone()))
    }

    /// Those who take part: those of the file whom the case names under `with`, or all, and its own; and the
    /// places where they stand in the file.
    ///
    /// # Errors
    /// If `with` names one whom the file does not have.
    pub fn cast<C: Clone, N: AsRef<str>>(
        &self,
        shared: &[C],
        with: Option<&[String]>,
        own: &[C],
        name: impl Fn(&C) -> N,
        places: &mut Places,
    ) -> Result<Vec<C>, FileError> {
        let taken: Vec<usize> = match with {
            None => (0..shared.len()).collect(),
            Some(wanted) => wanted
                .iter()
                .enumerate()
                .map(|(at, wanted)| {
                    let names: Vec<N> = shared.iter().map(&name).collect();
                    let names = names.iter().map(AsRef::as_ref);
                    let path = self.root.key("with").index(at);
                    names::find(names, wanted, path, || format!("the file has no combatant `{wanted}`"))
                        .map_err(|complaint| self.complain([complaint]))
                })
                .collect::<Result<_, _>>()?,
        };
        places.pick("combatant", 0, &Path::root(), taken.iter().copied());
        places.pick("combatant", taken.len(), &self.root, 0..own.len());
        if taken.is_empty() && own.is_empty() {
            places.put(Path::root().key("combatant"), self.root.clone());
        }
        Ok(taken.into_iter().map(|at| shared[at].clone()).chain(own.iter().cloned()).collect())
    }

    /// The sides of the scene: the case's own, or those of the file that one who takes part is on, whose sides are
    /// `taken`; and the places where they stand in the file.
    pub fn sides<'n, S: Clone, N: AsRef<str>>(
        &self,
        shared: &[S],
        own: Option<&[S]>,
        name: impl Fn(&S) -> N,
        taken: impl Iterator<Item = &'n str> + Clone,
        places: &mut Places,
    ) -> Vec<S> {
        if let Some(own) = own {
            places.put(Path::root().key("side"), self.root.key("side"));
            return own.to_vec();
        }
        let is_taken = |side: &S| taken.clone().any(|taken| taken.eq_ignore_ascii_case(name(side).as_ref()));
        let (at, sides): (Vec<usize>, Vec<S>) =
            shared.iter().enumerate().filter(|(_, side)| is_taken(side)).map(|(at, side)| (at, side.clone())).unzip();
        places.pick("side", 0, &Path::root(), at);
        sides
    }

    /// Sets states, by the names of combatants. They stand below `path`.
    ///
    /// # Errors
    /// Names that nobody has, states that cannot be.
    pub fn set<G: CaseFormat>(
        &self,
        path: &Path,
        states: &BTreeMap<String, G::CombatantState>,
        setup: &G::Setup,
        state: &mut G::State,
    ) -> Result<(), FileError> {
        for (name, file) in states {
            let path = path.key(name);
            let who = names::known::<G>(setup, name, path.clone()).map_err(|complaint| self.complain([complaint]))?;
            file.apply(setup, state, who)
                .map_err(|complaints| self.complain(complaints.into_iter().map(|complaint| complaint.below(&path))))?;
        }
        Ok(())
    }
}

/// Runs every case of a file, and every row of a case that has a table. One that cannot be read fails; the others run.
/// Where the ledger is given, rules that it does not have are wrong.
///
/// # Errors
/// What is wrong with the file besides its cases.
pub fn check<G: CaseFormat>(
    source: &Source,
    beside: FileResolver<'_>,
    reference: Option<&Reference>,
) -> Result<Vec<CaseReport>, FileError> {
    let events = known::Events::of::<G>();
    let checked = |file: &Cases<G>, case: &Case<G>, at: &Site<'_>| {
        let unknown = reference.map(|reference| unknown_rules(case, reference, &at.root)).unwrap_or_default();
        if !unknown.is_empty() {
            return Err(at.complain(unknown));
        }
        if let Some(invalid) = &case.invalid {
            return Ok(refused::<G>(invalid, beside));
        }
        let (setup, state) = staged::<G>(file, case, at)?;
        let wrongs = known::unknown::<G>(&case.play, &events, &setup, &at.root);
        if wrongs.is_empty() { run::run::<G>(&case.play, &setup, state, at) } else { Err(at.complain(wrongs)) }
    };
    let mut reports = Vec::new();
    each::<G>(source, beside, |file, case, at| {
        let done = case.and_then(|case| checked(file, &case, at));
        let loads = done.is_ok();
        let differences = done.unwrap_or_else(|error| {
            error.to_string().lines().map(|line| format!("this case cannot be read: {line}")).collect()
        });
        reports.push(CaseReport { id: at.id.clone(), title: at.title.clone(), loads, differences });
        Ok(())
    })?;
    Ok(reports)
}

/// Does something with every case of a file, and with every row of a case that has a table: with the file, the case or
/// what is wrong with it, and where it stands. It goes on as long as that succeeds.
///
/// # Errors
/// What is wrong with the file besides its cases, and what fails.
pub(crate) fn each<G: CaseFormat>(
    source: &Source,
    beside: FileResolver<'_>,
    mut with: impl FnMut(&Cases<G>, Result<Case<G>, FileError>, &Site<'_>) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let mut tree = tree(source)?;
    let tables = match tree.get_mut("case") {
        Some(Value::Array(list)) => std::mem::take(list),
        _ => Vec::new(),
    };
    let file: Cases<G> = from_value(&tree, &NoNames, None).map_err(|wrongs| complain(source, wrongs))?;
    for (number, table) in tables.iter().enumerate() {
        let root = Path::root().key("case").index(number);
        let mut one = |row: Option<usize>, changed: Result<table::Changed, Diagnostic>| {
            let (case, places) = match &changed {
                Ok(changed) => (&changed.case, changed.places.clone()),
                Err(_) => (table, Places::top()),
            };
            let text = |key: &str| case.get(key).and_then(Value::as_str).map(str::to_owned);
            let id = text("id").unwrap_or_else(|| format!("case {}", number + 1));
            let id = row.map_or(id.clone(), |row| format!("{id}, row {}", row + 1));
            let title = text("title").unwrap_or_default();
            let at = Site { id, title, source, table: case, root: root.clone(), places, beside };
            let read = match &changed {
                Err(wrong) => Err(at.complain([wrong.clone()])),
                Ok(_) => from_value::<Case<G>>(case, &NoNames, None)
                    .map_err(|wrongs| at.complain(wrongs.into_iter().map(|wrong| wrong.below(&root)))),
            };
            with(&file, read, &at)
        };
        match table.get("table") {
            Some(Value::Array(rows)) if !rows.is_empty() => {
                for (at, row) in rows.iter().enumerate() {
                    let path = root.key("table").index(at);
                    let row =
                        from_value::<Row>(row, &NoNames, None).map_err(|mut wrongs| wrongs.remove(0).below(&path));
                    one(Some(at), row.and_then(|row| row.change(table, &root, at)))?;
                }
            }
            _ => one(None, Ok(table::Changed { case: table.clone(), places: Places::top() }))?,
        }
    }
    Ok(())
}

/// The rules of which a case speaks that are no rules of the game.
fn unknown_rules<G: CaseFormat>(case: &Case<G>, reference: &Reference, path: &Path) -> Vec<Diagnostic> {
    let proved = case.rules.iter().enumerate().map(|(at, id)| (id.as_str(), path.key("rules").index(at)));
    let refused = case
        .play
        .iter()
        .enumerate()
        .filter_map(|(step, play)| Some((play.refused.as_deref()?, path.key("play").index(step).key("refused"))));
    let mut compared: Vec<(&str, Path)> = Vec::new();
    for (step, play) in case.play.iter().enumerate() {
        let path = path.key("play").index(step).key("expect").key("tally");
        for (at, tally) in play.expect.tally.iter().enumerate() {
            let path = path.index(at);
            compared.extend(tally.lines.keys().map(|id| (id.as_str(), path.key("lines").key(id))));
            let without = tally.without.iter().enumerate();
            compared.extend(without.map(|(at, id)| (id.as_str(), path.key("without").index(at))));
        }
    }
    let unknown = proved.chain(refused).chain(compared).filter(|(id, _)| reference.get(id).is_none());
    let complaint = |(id, path): (&str, Path)| {
        Diagnostic::new(path, format!("there is no rule `{id}`")).hint("`affray rules` shows them by id or by words")
    };
    unknown.map(complaint).collect()
}

/// Sets a part of the state, as a game master may at any time: `Arn.hp`, `Orc.conditions.stunned`,
/// `Arn` with a whole table. It is what [`Game::set`](affray_kernel::referee::Game::set) does.
///
/// # Errors
/// What cannot be, and what would be right; the state is then as it was.
pub fn set_state<G: CaseFormat>(setup: &G::Setup, state: &mut G::State, change: &Change) -> Result<(), String> {
    let Change { path, value } = change;
    let (name, keys) = path.split_once('.').unwrap_or((path, ""));
    if keys == orders::ORDERS {
        let line = value.as_str().ok_or("orders are words, such as \"hold\" or \"protect = Mage, nerve = 30\"")?;
        return orders::give::<G>(setup, state, name, line);
    }
    let who = names::known::<G>(setup, name, Path::root()).map_err(|complaint| complaint.to_string())?;
    let by_itself = secrets::set::<G>(setup, state, who, keys, value);
    if let Some(done) = by_itself.or_else(|| muster::set::<G>(setup, state, who, keys, value)) {
        return done;
    }
    let keys = keys.split('.').filter(|key| !key.is_empty());
    let table = keys.rev().fold(value.clone(), |inner, key| serde_json::json!({ key: inner }));
    let told = |wrongs: Vec<Diagnostic>| {
        wrongs.iter().map(|one| format!("{name}.{}: {one}", one.path)).collect::<Vec<_>>().join("; ")
    };
    let file: G::CombatantState = from_value(&table, &NoNames, Some(who)).map_err(told)?;
    let mut changed = state.clone();
    file.apply(setup, &mut changed, who).map_err(told)?;
    *state = changed;
    Ok(())
}

/// Somebody whom the game master names in a step. That somebody has that name was looked at before, by
/// [`CaseFormat::named_in`].
pub fn whom<G: CaseFormat>(setup: &G::Setup, name: &str) -> CombatantId {
    let found = names::combatant::<G>(setup, name);
    debug_assert!(found.is_some(), "`named_in` leaves out {name}");
    found.unwrap_or(CombatantId(0))
}

/// What differs where a whole file has to be refused.
fn refused<G: CaseFormat>(invalid: &Invalid, beside: FileResolver<'_>) -> Vec<String> {
    let source = Source::new("text", invalid.text.0.clone());
    let error = match invalid.kind {
        InvalidKind::Encounter => EncounterFile::<G>::load(&source, beside).err().map(|error| error.to_string()),
        InvalidKind::Sheet => sheets::read::<G::SheetFile>(&source).err().map(|error| error.to_string()),
        // Cases that can be read are to be refused where they do not hold.
        InvalidKind::Case => match check::<G>(&source, beside, None) {
            Err(error) => Some(error.to_string()),
            Ok(reports) => {
                let differences: Vec<String> = reports.into_iter().flat_map(|report| report.differences).collect();
                (!differences.is_empty()).then(|| differences.join("; "))
            }
        },
    };
    let Some(text) = error else {
        return vec![String::from("the file was accepted")];
    };
    invalid
        .says
        .iter()
        .filter(|part| !text.contains(part.as_str()))
        .map(|part| format!("the error does not say `{part}`: {text}"))
        .collect()
}

/// Judges what a step is, and sets the states that it sets beforehand.
///
/// # Errors
/// Names that nobody has, states that cannot be.
pub(crate) fn begin<G: CaseFormat>(
    play: &Play<G>,
    setup: &G::Setup,
    state: &mut G::State,
    at: &Site<'_>,
    path: &Path,
) -> Result<(), FileError> {
    if play.turn.is_some() == play.gm.is_some() {
        return Err(at.wrong(path.clone(), "a step is a turn or the game master's", "give one of `turn` and `gm`"));
    }
    let named = play.turn.iter().map(|name| ("turn", name.as_str()));
    let by_gm = play.gm.iter().flat_map(|gm| G::named_in(gm)).map(|name| ("gm", name));
    for (key, name) in named.chain(by_gm) {
        names::known::<G>(setup, name, path.key(key)).map_err(|complaint| at.complain([complaint]))?;
    }
    at.set::<G>(&path.key("set"), &play.set, setup, state)
}

/// Carries one step out with any referee. It has to have begun.
///
/// # Errors
/// What the referee lacks.
pub(crate) fn carry_out<G: CaseFormat, R: Referee<G>>(
    play: &Play<G>,
    setup: &G::Setup,
    state: &mut G::State,
    referee: &mut R,
) -> Result<(), R::Pause> {
    match (&play.turn, &play.gm) {
        (Some(name), _) => G::turn(setup, state, referee, whom::<G>(setup, name)),
        (None, Some(gm)) => G::bring_about(gm, setup, state, referee),
        (None, None) => Ok(()),
    }
}
