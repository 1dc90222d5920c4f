//! The exact outcomes of one declared step, from any state.
//!
//! A file of odds is a file of cases without dice: each case sets a scene and declares one step. The
//! step is carried out by the same code as a case's, once for every way in which its dice can matter,
//! and what each run came to is added up with its probability.
//!
//! What the rules do not read they do not tell apart, and neither do odds: two rows of a table that
//! come to the same are one outcome here, so nothing that hangs on the row itself is counted.
//!
//! What is counted is the ruleset's, which says so by [`OddsReport`]; the rest is here.

use crate::cases::{Case, CaseFormat, Cases, LeftOver, Play, Script as _, Site, begin, carry_out, each, staged};
use crate::notes::{InWords, Notes};
use affray_files::value::{Names, ToValue, Value, to_value};
use affray_files::{Diagnostic, FileError, FileResolver, Path, Source};
use affray_kernel::chance::Mass;
use affray_kernel::dice::Stream;
use affray_kernel::referee::{
    CombatantId, Game, Input, Listener, Policy, Prefixed, Refusal, Walker, draw, estimate_leaves, walk_at_most,
};
use affray_session::catalog::{Chance, Distribution, Odds};
use affray_session::names;
use rustc_hash::FxBuildHasher;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::mem::{Discriminant, discriminant};
use std::rc::Rc;

/// The most outcomes that are visited for one step.
const MOST_LEAVES: u64 = 10_000_000;

/// How far the chances of all outcomes together may be from 1.
pub const TOLERANCE: f64 = 1e-12;

/// A game that says what the odds of a step are about.
pub trait OddsReport: CaseFormat {
    /// Something that comes about or not, declared by [`notes!`](crate::notes!): an enum that is written with the tag `id`; a
    /// field `what` says which item, spell, part or condition it is about, and all others are combatants.
    type Note: Subject<Self> + Notes<Self>;
    /// A whole number that a step brings about, declared by [`quantities!`](crate::quantities!) and written as a note is.
    type Quantity: Subject<Self>;
    /// What has to be remembered from one event of a run to the next.
    type Open: Debug + Default;

    /// Notes what an event says: what the declarations of the notes say, if the game says nothing else.
    fn hear(event: &Self::Event, run: &mut Run<Self>) {
        run.note_as_declared(event);
    }

    /// Notes how a run ended.
    fn settle(setup: &Self::Setup, start: &Self::State, end: &Self::State, run: &mut Run<Self>);

    /// The setup by which the odds of a turn's last input are walked at a table, if the battle's own would tell what a rule
    /// lets nobody know before.
    fn setup_at_a_table(_setup: &Self::Setup, _inputs: &[Input<Self::Choice, Self::Change>]) -> Option<Self::Setup> {
        None
    }

    /// Forgets what was remembered, before the next run.
    fn forget(open: &mut Self::Open) {
        *open = Self::Open::default();
    }

    /// What a distribution is about, in words, if it is worth being told. No run noted more than `most`, and one that noted
    /// nothing counts as 0.
    fn heading(setup: &Self::Setup, quantity: Self::Quantity, most: i64) -> Option<Heading> {
        Heading::of::<Self>(setup, quantity, most)
    }
}

/// A subject of odds, which can be sorted, told and written.
pub trait Subject<G: OddsReport>: Copy + Ord + Debug + ToValue + InWords<G> {}

impl<G: OddsReport, T: Copy + Ord + Debug + ToValue + InWords<G>> Subject<G> for T {}

/// What a distribution is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// In words: `HP lost by Orc`.
    pub of: String,
    /// The values have the other sign: what was noted as lost is told as regained.
    pub turned: bool,
    /// The highest value stands for all that are higher: beyond it nothing matters.
    pub open: bool,
}

impl Heading {
    /// About the numbers as they were noted, if they are worth being told.
    pub fn of<G: OddsReport>(setup: &G::Setup, quantity: G::Quantity, most: i64) -> Option<Self> {
        quantity.is_told(most).then(|| Self { of: quantity.in_words(setup), turned: false, open: false })
    }

    /// About what was regained, where none lost any.
    #[must_use]
    pub fn regained(self) -> Self {
        Self { of: self.of.replacen("lost", "regained", 1), turned: true, ..self }
    }
}

/// What one run came to.
#[derive(Debug)]
pub struct Run<G: OddsReport> {
    notes: Vec<G::Note>,
    numbers: Vec<(G::Quantity, i64)>,
    /// What is remembered from one event to the next. Each run begins without any of it.
    pub open: G::Open,
}

impl<G: OddsReport> Run<G> {
    /// Something came about. To note it twice is to note it once.
    pub fn note(&mut self, note: G::Note) {
        self.notes.push(note);
    }

    /// What the declarations of the notes say of an event came about.
    pub fn note_as_declared(&mut self, event: &G::Event) {
        self.notes.extend(G::Note::of(event));
    }

    /// Adds to a number; what is not noted is 0.
    pub fn number(&mut self, quantity: G::Quantity, value: i64) {
        if value == 0 {
            return;
        }
        match self.numbers.iter_mut().find(|(known, _)| *known == quantity) {
            Some((_, sum)) => *sum += value,
            None => self.numbers.push((quantity, value)),
        }
    }
}

impl<G: OddsReport> Listener<G> for Run<G> {
    const HEARS: bool = true;

    fn restart(&mut self) {
        self.notes.clear();
        self.numbers.clear();
        G::forget(&mut self.open);
    }

    fn hear(&mut self, event: &G::Event) {
        G::hear(event, self);
    }
}

/// The exact outcomes of the one step that each case of a file declares.
///
/// # Errors
/// Where the file cannot be read, a case declares anything but one step without dice, or declares what
/// is illegal whenever it is asked for: then the rule that it breaks. What is illegal in some outcomes
/// only (a second blow with a weapon that was dropped) does not happen there, and that has its odds.
pub fn odds<G: OddsReport>(source: &Source, beside: FileResolver<'_>) -> Result<Vec<Odds>, FileError> {
    let mut all = Vec::new();
    each::<G>(source, beside, |file, case, at| {
        all.push(odds_of::<G>(file, &case?, at)?);
        Ok(())
    })?;
    Ok(all)
}

/// The most outcomes that are visited for what somebody is about to do; beyond it they are sampled.
const MOST_LEAVES_AT_A_TABLE: u64 = 8_000;

/// The outcomes that are visited before their number is estimated.
const FIRST_LEAVES: u64 = 400;

/// Runs of an estimate of the number of outcomes.
const RUNS_OF_AN_ESTIMATE: u32 = 100;

/// From so many outcomes on, as estimated, no more are visited. In fights of the encounters that come with the rulesets, decisions
/// with at most 8,000 outcomes were estimated at 7,900 at the most.
const TOO_MANY_LEAVES: f64 = 1.5 * MOST_LEAVES_AT_A_TABLE as f64;

/// Turns of a sample: shares are within 2 % of the chance 95 times out of 100.
const SAMPLES: u32 = 2_500;

/// States whose decisions are remembered for the other turns of a sample.
const MOST_REMEMBERED: usize = 2_000;

/// A question and its answer.
type Said<G> = (<G as Game>::Question, <G as Game>::Choice);

/// A policy that decides once what comes again: the turns of a sample pass the same moments over and over.
struct Remembering<G: OddsReport> {
    own: G::Own,
    known: HashMap<Rc<G::State>, Vec<Said<G>>, FxBuildHasher>,
    /// What was answered in this run without asking it: it may plan on in what it is asked next.
    unasked: Vec<(Rc<G::State>, G::Question)>,
}

impl<G: OddsReport> Default for Remembering<G> {
    fn default() -> Self {
        Self { own: G::Own::default(), known: HashMap::default(), unasked: Vec::new() }
    }
}

impl<G: OddsReport> Policy<G> for Remembering<G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        let known = self.known.get_key_value(state);
        if let Some((state, &(_, choice))) =
            known.and_then(|(state, said)| Some((state, said.iter().find(|(asked, _)| asked == question)?)))
        {
            self.unasked.push((Rc::clone(state), *question));
            return choice;
        }
        for (earlier, asked) in self.unasked.drain(..) {
            self.own.decide(setup, &earlier, &asked);
        }
        let choice = self.own.decide(setup, state, question);
        if let Some(said) = self.known.get_mut(state) {
            said.push((*question, choice));
        } else if self.known.len() < MOST_REMEMBERED {
            self.known.insert(Rc::new(state.clone()), vec![(*question, choice)]);
        }
        choice
    }

    fn restart(&mut self) {
        self.own.restart();
        self.unasked.clear();
    }
}

/// The outcomes of what somebody is about to do: of the turn that began in the state `start` and took those inputs, the last
/// of which is the decision in question, from the state `now` in which it was due. Further decisions are the game's own
/// policy's. They are exact, or a sample where there are too many to visit them all.
pub fn odds_from<G: OddsReport>(
    setup: &G::Setup,
    start: &G::State,
    inputs: &[Input<G::Choice, G::Change>],
    now: &G::State,
) -> Odds {
    let fair = G::setup_at_a_table(setup, inputs);
    let setup = fair.as_ref().unwrap_or(setup);
    let (mut account, mut state) = (Account::<G>::default(), start.clone());
    let empty = || Run::<G> { notes: Vec::new(), numbers: Vec::new(), open: G::Open::default() };
    let turn = |state: &mut G::State, walker: &mut Walker<'_, G>| {
        let mut referee = Prefixed::new(inputs, walker);
        let Ok(()) = G::next_turn(setup, state, &mut referee);
        referee.settle(setup, state);
    };
    let mut visit = |most: u64, account: &mut Account<G>| {
        *account = Account::default();
        walk_at_most::<G, _, _>(most, start, &mut state, G::Own::default(), empty(), true, turn, |leaf| {
            G::settle(setup, now, leaf.state, leaf.heard);
            account.add(leaf.heard, 0, leaf.chance);
            account.add_out(setup, [now, leaf.state], leaf.chance);
        })
    };
    let estimate =
        || estimate_leaves::<G, _>(RUNS_OF_AN_ESTIMATE, start, &mut start.clone(), G::Own::default(), true, turn);
    let mut leaves = visit(FIRST_LEAVES, &mut account);
    if leaves.is_none() && estimate() < TOO_MANY_LEAVES {
        leaves = visit(MOST_LEAVES_AT_A_TABLE, &mut account);
    }
    if leaves.is_none() {
        let (mut run, mut policy) = (empty(), Remembering::<G>::default());
        account = Account::default();
        for number in 0..SAMPLES {
            state.clone_from(start);
            draw::<G, _, _>(&mut Stream::new(0, number.into()), &mut policy, &mut run, |walker| {
                turn(&mut state, walker);
            });
            G::settle(setup, now, &state, &mut run);
            account.add(&mut run, 0, 1.0 / f64::from(SAMPLES));
            account.add_out(setup, [now, &state], 1.0 / f64::from(SAMPLES));
        }
    }
    let total = account.total.value();
    let odds = account.odds(setup, String::new(), String::new(), leaves.unwrap_or(SAMPLES.into()), total);
    Odds { sampled: leaves.is_none(), ..odds }
}

fn odds_of<G: OddsReport>(file: &Cases<G>, case: &Case<G>, at: &Site<'_>) -> Result<Odds, FileError> {
    let [play] = case.play.as_slice() else {
        let message = format!("odds are of one step, and this case has {}", case.play.len());
        let hint = "give one `[[case.play]]`, and put what came before it into `state`";
        return Err(at.wrong(at.root.clone(), message, hint));
    };
    let path = at.root.key("play").index(0);
    if !play.dice.is_empty() {
        let hint = "leave `dice` out; `affray check` follows them";
        return Err(at.wrong(path.key("dice"), "odds are of all dice", hint));
    }
    if play.refused.is_some() {
        return Err(at.wrong(path.key("refused"), "what is refused has no odds", "leave `refused` out"));
    }
    let (setup, mut start) = staged::<G>(file, case, at)?;
    begin(play, &setup, &mut start, at, &path)?;
    visit(&setup, &start, play, at, &path.key("do"))
}

/// Carries the step out in every way, and adds up what it came to.
fn visit<G: OddsReport>(
    setup: &G::Setup,
    start: &G::State,
    play: &Play<G>,
    at: &Site<'_>,
    declared: &Path,
) -> Result<Odds, FileError> {
    let hindered = Cell::new(0);
    let mut player = Player::<G> {
        script: (&play.said).into(),
        allow: play.allow,
        wrong: None,
        asked: Vec::new(),
        verdicts: Vec::new(),
        hindered: &hindered,
        never_asked: None,
        begun: false,
    };
    let (mut account, mut scratch) = (Account::<G>::default(), start.clone());
    let run = Run::<G> { notes: Vec::new(), numbers: Vec::new(), open: G::Open::default() };
    let leaves = walk_at_most::<G, _, _>(
        MOST_LEAVES,
        start,
        &mut scratch,
        &mut player,
        run,
        true,
        |state, referee| {
            let Ok(()) = carry_out(play, setup, state, &mut Prefixed::new(&[], referee));
        },
        |leaf| {
            G::settle(setup, start, leaf.state, leaf.heard);
            account.add(leaf.heard, hindered.get(), leaf.chance);
        },
    );
    player.end_run();
    if let Some(wrong) = player.wrong {
        return Err(at.complain([wrong.below(declared)]));
    }
    if let Some(refusal) = player.verdicts.into_iter().find_map(|verdict| verdict.refusal.filter(|_| !verdict.accepted))
    {
        let complaint = Diagnostic::new(declared.clone(), refusal.to_string());
        let allowing = "`allow = true` beside `do` lets it stand";
        return Err(at.complain([if refusal.impossible { complaint } else { complaint.hint(allowing) }]));
    }
    if let Some(never) = player.never_asked.filter(|never| !never.is_empty()) {
        let complaint = |left: LeftOver| {
            Diagnostic::new(left.path(), format!("declared, and asked for in no outcome: {left}")).hint("leave it out")
        };
        return Err(at.complain(never.into_iter().map(|left| complaint(left).below(declared))));
    }
    let Some(leaves) = leaves else {
        let message = format!("the step has more than {MOST_LEAVES} outcomes, the most that are visited");
        return Err(at.wrong(declared.clone(), message, "declare fewer attacks at once"));
    };
    let total = account.total.value();
    if (total - 1.0).abs() > TOLERANCE {
        // Every roll's outcomes weigh as much as the roll: this would be an error of the program.
        return Err(FileError::whole(&at.source.name, format!("the chances of `{}` come to {total}, not to 1", at.id)));
    }
    let id = at.id.clone();
    let title = if at.title.is_empty() { id.clone() } else { format!("{id}: {}", at.title) };
    Ok(account.odds(setup, id, title, leaves, total))
}

/// Answers from the declaration, judged as a person's answers are.
struct Player<'a, G: CaseFormat + 'a> {
    script: G::Script<'a>,
    allow: bool,
    wrong: Option<Diagnostic>,
    /// The kinds of questions that this run has asked so far.
    asked: Vec<Discriminant<G::Question>>,
    /// By the kind of a question and how many of its kind came before: how it was answered in all runs.
    verdicts: Vec<Verdict<G::Question>>,
    /// Who could not do as declared in this run, as bits: there are at most 64 combatants.
    hindered: &'a Cell<u64>,
    /// What no run so far has asked for; `None` before the first has ended.
    never_asked: Option<Vec<LeftOver>>,
    begun: bool,
}

/// How the answer to a question was judged in all runs together.
struct Verdict<Q> {
    question: (Discriminant<Q>, usize),
    accepted: bool,
    refusal: Option<Refusal>,
}

impl<G: CaseFormat> Player<'_, G> {
    /// The verdict on the answer to this question; it counts as one more of its kind.
    fn verdict(&mut self, question: &G::Question) -> &mut Verdict<G::Question> {
        let kind = discriminant(question);
        let question = (kind, self.asked.iter().filter(|&&other| other == kind).count());
        self.asked.push(kind);
        let at = self.verdicts.iter().position(|verdict| verdict.question == question).unwrap_or(self.verdicts.len());
        if at == self.verdicts.len() {
            self.verdicts.push(Verdict { question, accepted: false, refusal: None });
        }
        &mut self.verdicts[at]
    }

    fn end_run(&mut self) {
        match &mut self.never_asked {
            None => self.never_asked = Some(self.script.left_over()),
            Some(never) if never.is_empty() => {}
            Some(never) => {
                let left = self.script.left_over();
                never.retain_mut(|one| one.is_left_by(&left));
            }
        }
    }
}

impl<G: CaseFormat> Policy<G> for Player<'_, G> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        let choice = match self.script.answer(setup, state, question) {
            Ok(choice) => choice,
            Err(wrong) => {
                self.wrong.get_or_insert(wrong);
                return G::default_choice(setup, state, question);
            }
        };
        let allow = self.allow;
        let verdict = self.verdict(question);
        match G::judge(setup, state, question, &choice) {
            Err(refusal) if refusal.impossible || !allow => {
                verdict.refusal.get_or_insert(refusal);
                self.hindered.set(self.hindered.get() | 1 << (G::asked(question).0 & 63));
                G::default_choice(setup, state, question)
            }
            _ => {
                verdict.accepted = true;
                choice
            }
        }
    }

    fn restart(&mut self) {
        if self.begun {
            self.end_run();
        }
        self.begun = true;
        self.asked.clear();
        self.hindered.set(0);
        self.script.restart();
    }
}

/// What all runs came to.
struct Account<G: OddsReport> {
    total: Mass,
    chances: BTreeMap<G::Note, Mass>,
    numbers: BTreeMap<G::Quantity, BTreeMap<i64, Mass>>,
    /// That somebody is out of the fight who was not, by combatants.
    out: BTreeMap<CombatantId, Mass>,
}

impl<G: OddsReport> Default for Account<G> {
    fn default() -> Self {
        Self { total: Mass::default(), chances: BTreeMap::new(), numbers: BTreeMap::new(), out: BTreeMap::new() }
    }
}

impl<G: OddsReport> Account<G> {
    /// Adds one run.
    fn add(&mut self, run: &mut Run<G>, hindered: u64, chance: f64) {
        self.total.add(chance);
        run.notes.extend((0..64).filter(|who| hindered & 1 << who != 0).map(|who| G::Note::hindered(CombatantId(who))));
        run.notes.sort_unstable();
        run.notes.dedup();
        for &note in &run.notes {
            self.chances.entry(note).or_default().add(chance);
        }
        for &(quantity, value) in &run.numbers {
            self.numbers.entry(quantity).or_default().entry(value).or_default().add(chance);
        }
    }

    /// Adds who is out of the fight after a run.
    fn add_out(&mut self, setup: &G::Setup, [before, after]: [&G::State; 2], chance: f64) {
        let is_out = |state, who| G::final_status(setup, state, who).out;
        for who in (0..G::figures(setup).len() as u8).map(CombatantId) {
            if is_out(after, who) && !is_out(before, who) {
                self.out.entry(who).or_default().add(chance);
            }
        }
    }

    /// The account in words.
    fn odds(self, setup: &G::Setup, id: String, title: String, leaves: u64, total: f64) -> Odds {
        let told = self.chances.into_iter().map(|(note, mass)| {
            let Id { id, who, what } = id_of::<G>(setup, &note);
            Chance { id, who, what, of: note.in_words(setup), chance: mass.value().min(1.0) }
        });
        let out = self.out.into_iter().map(|(who, mass)| {
            let name = names::of::<G>(setup, who);
            let (id, of) = ("out".to_owned(), format!("{name} is out of the fight"));
            Chance { id, who: vec![name.to_owned()], what: None, of, chance: mass.value().min(1.0) }
        });
        let chances = told.chain(out).collect();
        let distributions = self
            .numbers
            .into_iter()
            .filter_map(|(quantity, values)| distribution::<G>(setup, quantity, values, total))
            .collect();
        Odds { id, title, leaves, total, sampled: false, chances, distributions }
    }
}

/// The words by which programs know a note or a quantity.
struct Id {
    id: String,
    who: Vec<String>,
    what: Option<String>,
}

/// A note or a quantity as its type writes it: the variant under `id`, the thing that it is about, if there is one,
/// under `what`, and all other fields are combatants.
fn id_of<G: OddsReport>(setup: &G::Setup, note: &impl ToValue) -> Id {
    let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let Value::Object(mut table) = to_value(note, &Copies(&G::names(setup, None)), None) else {
        unreachable!("a note is an enum that is written with the tag `id`")
    };
    let mut take = |key| table.shift_remove(key).map(text);
    let (id, what) = (take("id").unwrap_or_default(), take("what"));
    Id { id, who: table.into_iter().map(|(_, value)| text(value)).collect(), what }
}

/// Names of which no two of one owner are equal: the second `knife` of a sheet is `knife #2`.
struct Copies<'a>(&'a dyn Names);

impl Names for Copies<'_> {
    fn all(&self, kind: &str, owner: Option<CombatantId>) -> Vec<&str> {
        self.0.all(kind, owner)
    }
    fn name(&self, kind: &str, owner: Option<CombatantId>, number: usize) -> Option<String> {
        let name = self.0.name(kind, owner, number)?;
        let before = (0..number).filter(|&one| self.0.name(kind, owner, one).as_ref() == Some(&name)).count();
        Some(if before == 0 { name } else { format!("{name} #{}", before + 1) })
    }
}

/// A distribution in full: what no run noted is 0.
fn distribution<G: OddsReport>(
    setup: &G::Setup,
    quantity: G::Quantity,
    values: BTreeMap<i64, Mass>,
    total: f64,
) -> Option<Distribution> {
    let most = *values.keys().next_back()?;
    let Heading { of, turned, open } = G::heading(setup, quantity, most)?;
    let noted = values.values().fold(Mass::default(), |mut sum, mass| {
        sum.add(mass.value());
        sum
    });
    let sign = if turned { -1 } else { 1 };
    let mut values: BTreeMap<i64, f64> = values.into_iter().map(|(value, mass)| (sign * value, mass.value())).collect();
    let rest = total - noted.value();
    if rest > TOLERANCE {
        *values.entry(0).or_default() += rest;
    }
    let mut mean = Mass::default();
    for (&value, &chance) in &values {
        mean.add(value as f64 * chance);
    }
    let Id { id, who, what } = id_of::<G>(setup, &quantity);
    Some(Distribution { id, who, what, of, mean: mean.value(), open, values: values.into_iter().collect() })
}
