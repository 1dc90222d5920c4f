//! The exact outcomes of one declared step, from any state.
//!
//! A file of odds is a file of cases without dice: each case sets a scene and declares one step. The
//! step is carried out by the same code as a case's, once for every way in which its dice can matter,
//! and what each run came to is added up with its probability.
//!
//! What the rules do not read they do not tell apart, and neither do odds: two rows of a table that
//! come to the same are one outcome here, so nothing that hangs on the row itself is counted.

use crate::Dfrpg;
use crate::decision::{Choice, DefenseKind, Question};
use crate::event::Event;
use crate::files::case::{Case, CaseFile, Play, begin, carry_out, scene_of};
use crate::files::encounter::below;
use crate::files::script::Script;
use crate::files::wire::Wrong;
use crate::scene::{Fight, Scene, Setup};
use crate::sheet::Location;
use crate::state::{Fighter, Flags, ItemFlags, Place, State};
use affray_core::chance::Mass;
use affray_core::files::{Complaint, FileError, Path, Source, complain, parse};
use affray_core::referee::{CombatantId, Game, Listener, Policy, Refusal, walk_at_most};
use affray_core::ruleset::{Beside, Chance, Distribution, Odds};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::mem::{Discriminant, discriminant};

/// The most outcomes that are visited for one step.
const MOST_LEAVES: u64 = 10_000_000;

/// How far the chances of all outcomes together may be from 1.
const TOLERANCE: f64 = 1e-12;

/// The exact outcomes of the one step that each case of a file declares.
///
/// # Errors
/// Where the file cannot be read, a case declares anything but one step without dice, or declares what
/// is illegal whenever it is asked for: then the rule that it breaks. What is illegal in some outcomes
/// only (a second blow with a weapon that was dropped) does not happen there, and that has its odds.
pub fn odds(source: &Source, beside: Beside<'_>) -> Result<Vec<Odds>, FileError> {
    let file: CaseFile = parse(source)?;
    file.case.iter().enumerate().map(|(at, case)| odds_of(&file, case, at, source, beside)).collect()
}

fn odds_of(file: &CaseFile, case: &Case, at: usize, source: &Source, beside: Beside<'_>) -> Result<Odds, FileError> {
    let root = Path::root().key("case").index(at);
    let wrong = |path: Path, message: &str, hint: &str| complain(source, [Complaint::new(path, message).hint(hint)]);
    let [play] = case.play.as_slice() else {
        let message = format!("odds are of one step, and this case has {}", case.play.len());
        return Err(wrong(root, &message, "give one `[[case.play]]`, and put what came before it into `state`"));
    };
    let path = root.key("play").index(0);
    if !play.dice.is_empty() {
        return Err(wrong(path.key("dice"), "odds are of all dice", "leave `dice` out; `affray check` follows them"));
    }
    if play.refused.is_some() {
        return Err(wrong(path.key("refused"), "what is refused has no odds", "leave `refused` out"));
    }
    let (setup, mut start) = scene_of(file, case, source, at, beside)?;
    begin(play, &setup, &mut start, source, &path)?;
    let title = match &case.title {
        Some(title) => format!("{}: {title}", case.id),
        None => case.id.clone(),
    };
    visit(&setup, &start, play, title, source, &path.key("do"))
}

/// Carries the step out in every way, and adds up what it came to.
fn visit(
    setup: &Setup,
    start: &State,
    play: &Play,
    title: String,
    source: &Source,
    declared: &Path,
) -> Result<Odds, FileError> {
    let hindered = Cell::new(0);
    let mut player = Player {
        script: Script::new(&play.said),
        allow: play.allow,
        wrong: None,
        asked: Vec::new(),
        verdicts: Vec::new(),
        hindered: &hindered,
        never_asked: None,
        begun: false,
    };
    let (mut account, mut scratch) = (Account::default(), start.clone());
    let leaves = walk_at_most::<Dfrpg, _, _>(
        MOST_LEAVES,
        start,
        &mut scratch,
        &mut player,
        Heard::default(),
        true,
        |state, referee| {
            let Ok(()): Result<(), Infallible> = carry_out(play, &mut Fight { setup, state, referee });
        },
        |leaf| account.add(setup, start, leaf.state, leaf.heard, hindered.get(), leaf.chance),
    );
    player.end_run();
    if let Some(wrong) = player.wrong {
        return Err(complain(source, [below(declared, wrong)]));
    }
    if let Some(refusal) = player.verdicts.into_iter().find_map(|verdict| verdict.refusal.filter(|_| !verdict.accepted))
    {
        let complaint = Complaint::new(declared.clone(), refusal.to_string());
        return Err(complain(
            source,
            [if refusal.impossible { complaint } else { complaint.hint("`allow = true` beside `do` lets it stand") }],
        ));
    }
    if let Some(never) = player.never_asked.filter(|never| !never.is_empty()) {
        let message = format!("declared, and asked for in no outcome: {}", never.join(", "));
        return Err(complain(source, [Complaint::new(declared.clone(), message).hint("leave it out")]));
    }
    let Some(leaves) = leaves else {
        let message = format!("the step has more than {MOST_LEAVES} outcomes, the most that are visited");
        return Err(complain(
            source,
            [Complaint::new(declared.clone(), message).hint("declare fewer attacks at once")],
        ));
    };
    let total = account.total.value();
    if TOLERANCE < (total - 1.0).abs() {
        // Every roll's outcomes weigh as much as the roll: this would be an error of the program.
        return Err(FileError::whole(&source.name, format!("the chances of `{title}` come to {total}, not to 1")));
    }
    Ok(account.odds(setup, title, leaves, total))
}

/// Answers from the declaration, judged as a person's answers are.
#[derive(Debug)]
struct Player<'a> {
    script: Script<'a>,
    allow: bool,
    wrong: Option<Wrong>,
    /// The kinds of questions that this run has asked so far.
    asked: Vec<Discriminant<Question>>,
    /// By the kind of a question and how many of its kind came before: how it was answered in all runs.
    verdicts: Vec<Verdict>,
    /// Who could not do as declared in this run, as bits: there are at most 64 combatants.
    hindered: &'a Cell<u64>,
    /// What no run so far has asked for; `None` before the first has ended.
    never_asked: Option<Vec<String>>,
    begun: bool,
}

/// How the answer to a question was judged in all runs together.
#[derive(Debug)]
struct Verdict {
    question: (Discriminant<Question>, usize),
    accepted: bool,
    refusal: Option<Refusal>,
}

impl Player<'_> {
    /// The verdict on the answer to this question; it counts as one more of its kind.
    fn verdict(&mut self, question: &Question) -> &mut Verdict {
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
                // `1 of 2 in defend`: of each list, the fewest that any run has left.
                let parts = |one: &str| -> Option<(usize, String)> {
                    let (number, list) = one.split_once(" of ")?;
                    Some((number.parse().ok()?, list.to_owned()))
                };
                let left = self.script.left_over();
                never.retain_mut(|one| {
                    if left.contains(one) {
                        return true;
                    }
                    let Some((number, list)) = parts(one) else { return false };
                    let fewer = left.iter().find(|other| parts(other).is_some_and(|(_, other)| other == list));
                    if let Some(fewer) = fewer
                        && parts(fewer).is_some_and(|(left, _)| left < number)
                    {
                        one.clone_from(fewer);
                    }
                    fewer.is_some()
                });
            }
        }
    }
}

impl Policy<Dfrpg> for Player<'_> {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        let choice = match self.script.answer(setup, state, question) {
            Ok(choice) => choice,
            Err(wrong) => {
                self.wrong.get_or_insert(wrong);
                return crate::judge::harmless(scene, question);
            }
        };
        let allow = self.allow;
        let verdict = self.verdict(question);
        match Dfrpg::judge(setup, state, question, &choice) {
            Err(refusal) if refusal.impossible || !allow => {
                verdict.refusal.get_or_insert(refusal);
                self.hindered.set(self.hindered.get() | 1 << question.who().0);
                crate::judge::harmless(scene, question)
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

/// How an attack was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stop {
    Dodge,
    Parry,
    Block,
    BlockWithFoe,
    Spell,
}

/// Something that comes about or not. The order is that in which people are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Note {
    First(CombatantId),
    Feints(CombatantId, CombatantId),
    FeintFails(CombatantId, CombatantId),
    Hits(CombatantId, CombatantId),
    HitsCritically(CombatantId, CombatantId),
    Strays(CombatantId),
    Misses(CombatantId, CombatantId),
    Mishap(CombatantId),
    Stops(CombatantId, Stop),
    Lands(CombatantId, CombatantId),
    Grabs(CombatantId, CombatantId),
    BreaksFree(CombatantId, CombatantId),
    TakesDown(CombatantId, CombatantId),
    Pins(CombatantId, CombatantId),
    Lifts(CombatantId, CombatantId),
    NoEffect(CombatantId, CombatantId),
    Evades(CombatantId, CombatantId),
    EvadeFails(CombatantId, CombatantId),
    Slips(CombatantId),
    Reacts(CombatantId),
    SpellWorks(CombatantId, u8, CombatantId),
    SpellHeld(CombatantId, u8),
    SpellFails(CombatantId, u8),
    SpellBackfires(CombatantId, u8),
    Resists(CombatantId),
    SpellLost(CombatantId, u8),
    AimLost(CombatantId),
    Hindered(CombatantId),
    Recovers(CombatantId),
    Wakes(CombatantId),
    // From here on: states in which the step leaves somebody.
    Wounded(CombatantId),
    KnockedBack(CombatantId),
    KnockedDown(CombatantId),
    Gained(CombatantId, Condition),
    Crippled(CombatantId, Location),
    Destroyed(CombatantId, Location),
    Breaks(CombatantId, u8),
    Loses(CombatantId, u8),
    Unready(CombatantId, u8),
}

/// A condition that somebody did not have before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Condition {
    OffBalance,
    Dazed,
    Stunned,
    MentallyStunned,
    Frightened,
    Blind,
    Asleep,
    Unconscious,
    MortallyWounded,
    Dead,
    BodyDestroyed,
    Fled,
}

/// The conditions that are watched: their flags, and how people are told of them.
const CONDITIONS: [(Condition, Flags, &str); 12] = [
    (Condition::OffBalance, Flags::OFF_BALANCE, "is off balance"),
    (Condition::Dazed, Flags::DAZED, "is dazed"),
    (Condition::Stunned, Flags::STUNNED, "is stunned"),
    (Condition::MentallyStunned, Flags::MENTALLY_STUNNED, "is mentally stunned"),
    (Condition::Frightened, Flags::FRIGHTENED, "takes fright"),
    (Condition::Blind, Flags::BLIND, "is blinded"),
    (Condition::Asleep, Flags::ASLEEP, "falls asleep"),
    (Condition::Unconscious, Flags::UNCONSCIOUS, "falls unconscious"),
    (Condition::MortallyWounded, Flags::MORTALLY_WOUNDED, "is mortally wounded"),
    (Condition::Dead, Flags::DEAD, "dies"),
    (Condition::BodyDestroyed, Flags::DESTROYED, "is destroyed bodily"),
    (Condition::Fled, Flags::FLED, "leaves the fight"),
];

/// A whole number that a step brings about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Quantity {
    HitsOn(CombatantId, CombatantId),
    Feint(CombatantId, CombatantId),
    HpLost(CombatantId),
    FpLost(CombatantId),
    Shock(CombatantId),
    KnockedBack(CombatantId),
}

/// What was heard in one run.
#[derive(Debug, Default)]
struct Heard {
    notes: Vec<Note>,
    numbers: Vec<(Quantity, i64)>,
    /// Hits that nothing has stopped so far: by whom, on whom.
    open: Vec<(CombatantId, CombatantId)>,
}

impl Listener<Dfrpg> for Heard {
    const HEARS: bool = true;

    fn restart(&mut self) {
        self.notes.clear();
        self.numbers.clear();
        self.open.clear();
    }

    fn hear(&mut self, event: &Event) {
        let note = match *event {
            Event::OrderSettled { first } => Note::First(first),
            Event::Feinted { who, foe, penalty } => {
                self.numbers.push((Quantity::Feint(who, foe), i64::from(penalty)));
                Note::Feints(who, foe)
            }
            Event::FeintFails { who, foe } => Note::FeintFails(who, foe),
            Event::Hits { who, target, critical } => {
                self.open.push((who, target));
                self.numbers.push((Quantity::HitsOn(who, target), 1));
                if critical {
                    self.notes.push(Note::HitsCritically(who, target));
                }
                Note::Hits(who, target)
            }
            Event::StraysToTorso { who } => Note::Strays(who),
            Event::Misses { who, target } => Note::Misses(who, target),
            Event::CriticalMiss { who, .. } => Note::Mishap(who),
            Event::Stopped { who, kind } => {
                if let Some(at) = self.open.iter().rposition(|&(_, target)| target == who) {
                    self.open.remove(at);
                }
                match kind {
                    DefenseKind::None => return,
                    DefenseKind::Dodge => Note::Stops(who, Stop::Dodge),
                    DefenseKind::Parry { .. } => Note::Stops(who, Stop::Parry),
                    DefenseKind::Block => Note::Stops(who, Stop::Block),
                    DefenseKind::BlockWithFoe => Note::Stops(who, Stop::BlockWithFoe),
                    DefenseKind::Spell { .. } => Note::Stops(who, Stop::Spell),
                }
            }
            Event::Grabs { who, foe } => Note::Grabs(who, foe),
            Event::BreaksFree { who, from } => Note::BreaksFree(who, from),
            Event::TakesDown { who, foe } => Note::TakesDown(who, foe),
            Event::Pins { who, foe } => Note::Pins(who, foe),
            Event::Lifts { who, foe } => Note::Lifts(who, foe),
            Event::NoEffect { who, foe } => Note::NoEffect(who, foe),
            Event::Evades { who, foe } => Note::Evades(who, foe),
            Event::EvadeFails { who, foe } => Note::EvadeFails(who, foe),
            Event::Slips { who } => Note::Slips(who),
            Event::Reacts { who, .. } => Note::Reacts(who),
            Event::SpellWorks { who, spell, on } => Note::SpellWorks(who, spell, on),
            Event::SpellHeld { who, spell, .. } => Note::SpellHeld(who, spell),
            Event::SpellFails { who, spell } => Note::SpellFails(who, spell),
            Event::SpellBackfires { who, spell, .. } => Note::SpellBackfires(who, spell),
            Event::Resists { who, .. } => Note::Resists(who),
            Event::SpellLost { who, spell } => Note::SpellLost(who, spell),
            Event::AimLost { who } => Note::AimLost(who),
            Event::Recovers { who } => Note::Recovers(who),
            Event::Wakes { who } => Note::Wakes(who),
            Event::KnockedBack { who, hexes, .. } => {
                self.numbers.push((Quantity::KnockedBack(who), i64::from(hexes)));
                Note::KnockedBack(who)
            }
            _ => return,
        };
        self.notes.push(note);
    }
}

/// What all runs came to.
#[derive(Debug, Default)]
struct Account {
    total: Mass,
    chances: BTreeMap<Note, Mass>,
    numbers: BTreeMap<Quantity, BTreeMap<i64, Mass>>,
    /// What one run came to; here so that nothing is allocated in each.
    notes: Vec<Note>,
    values: BTreeMap<Quantity, i64>,
}

impl Account {
    /// Adds one run.
    fn add(&mut self, setup: &Setup, start: &State, end: &State, heard: &Heard, hindered: u64, chance: f64) {
        self.total.add(chance);
        self.notes.clear();
        self.values.clear();
        self.notes.extend(&heard.notes);
        self.notes.extend(heard.open.iter().map(|&(who, target)| Note::Lands(who, target)));
        for &(quantity, value) in &heard.numbers {
            *self.values.entry(quantity).or_default() += value;
        }
        for who in start.ids() {
            if hindered & 1 << who.0 != 0 {
                self.notes.push(Note::Hindered(who));
            }
            self.compare(who, &start[who], &end[who]);
            self.number(Quantity::Shock(who), i64::from(Scene { setup, state: end }.shock(who)));
        }
        self.notes.sort_unstable();
        self.notes.dedup();
        for &note in &self.notes {
            self.chances.entry(note).or_default().add(chance);
        }
        for (&quantity, &value) in &self.values {
            self.numbers.entry(quantity).or_default().entry(value).or_default().add(chance);
        }
    }

    /// Notes a number; what is not noted is 0.
    fn number(&mut self, quantity: Quantity, value: i64) {
        if value != 0 {
            self.values.insert(quantity, value);
        }
    }

    /// Notes how somebody is left.
    fn compare(&mut self, who: CombatantId, start: &Fighter, end: &Fighter) {
        self.number(Quantity::HpLost(who), i64::from(start.hp) - i64::from(end.hp));
        self.number(Quantity::FpLost(who), i64::from(start.fp) - i64::from(end.fp));
        if end.hp < start.hp {
            self.notes.push(Note::Wounded(who));
        }
        if end.posture.is_lying() && !start.posture.is_lying() {
            self.notes.push(Note::KnockedDown(who));
        }
        for (condition, flag, _) in CONDITIONS {
            if end.flags.has(flag) && !start.flags.has(flag) {
                self.notes.push(Note::Gained(who, condition));
            }
        }
        if end.crippled != start.crippled || end.destroyed != start.destroyed {
            let crippled = end.crippled.iter().filter(|&part| !start.crippled.has(part));
            self.notes.extend(crippled.map(|part| Note::Crippled(who, part)));
            let destroyed = end.destroyed.iter().filter(|&part| !start.destroyed.has(part));
            self.notes.extend(destroyed.map(|part| Note::Destroyed(who, part)));
        }
        if end.items != start.items {
            for (item, (before, after)) in (0..).zip(start.items.iter().zip(&end.items)) {
                let became = |flag| after.flags.has(flag) && !before.flags.has(flag);
                if before.place != Place::Away && after.place == Place::Away {
                    self.notes.push(Note::Loses(who, item));
                }
                if became(ItemFlags::BROKEN) {
                    self.notes.push(Note::Breaks(who, item));
                } else if became(ItemFlags::UNREADY) && after.place == Place::Held {
                    self.notes.push(Note::Unready(who, item));
                }
            }
        }
    }

    /// The account in words.
    fn odds(self, setup: &Setup, title: String, leaves: u64, total: f64) -> Odds {
        let chances = self
            .chances
            .into_iter()
            .map(|(note, mass)| Chance { of: told(setup, note), chance: mass.value().min(1.0) })
            .collect();
        let distributions = self
            .numbers
            .into_iter()
            .filter_map(|(quantity, values)| distribution(setup, quantity, values, total))
            .collect();
        Odds { title, leaves, total, chances, distributions }
    }
}

/// A distribution in full: what no run noted is 0.
fn distribution(
    setup: &Setup,
    quantity: Quantity,
    mut values: BTreeMap<i64, Mass>,
    total: f64,
) -> Option<Distribution> {
    // One hit or none is what the chances say already.
    if matches!(quantity, Quantity::HitsOn(..)) && values.keys().all(|&hits| hits <= 1) {
        return None;
    }
    let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
    let mut of = match quantity {
        Quantity::HitsOn(who, target) => format!("hits by {} on {}", name(who), name(target)),
        Quantity::Feint(who, foe) => format!("penalty of {}'s feint for {}", name(who), name(foe)),
        Quantity::HpLost(who) => format!("HP lost by {}", name(who)),
        Quantity::FpLost(who) => format!("FP lost by {}", name(who)),
        Quantity::Shock(who) => format!("shock of {}", name(who)),
        Quantity::KnockedBack(who) => format!("hexes that {} is knocked back", name(who)),
    };
    if matches!(quantity, Quantity::HpLost(_) | Quantity::FpLost(_)) && values.keys().all(|&lost| lost <= 0) {
        of = of.replacen("lost", "regained", 1);
        values = values.into_iter().map(|(lost, mass)| (-lost, mass)).collect();
    }
    let noted = values.values().fold(Mass::default(), |mut sum, mass| {
        sum.add(mass.value());
        sum
    });
    let mut values: BTreeMap<i64, f64> = values.into_iter().map(|(value, mass)| (value, mass.value())).collect();
    let rest = total - noted.value();
    if TOLERANCE < rest {
        *values.entry(0).or_default() += rest;
    }
    let mut mean = Mass::default();
    for (&value, &chance) in &values {
        mean.add(value as f64 * chance);
    }
    Some(Distribution { of, mean: mean.value(), values: values.into_iter().collect() })
}

/// A note in words.
fn told(setup: &Setup, note: Note) -> String {
    let name = |who: CombatantId| setup.combatants[who.index()].name.as_str();
    let item = |who: CombatantId, item: u8| {
        setup.combatants[who.index()].sheet.items.get(item as usize).map_or("item", |item| item.name.as_str())
    };
    let spell = |who: CombatantId, spell: u8| {
        setup.combatants[who.index()].sheet.spells.get(spell as usize).map_or("spell", |spell| spell.name.as_str())
    };
    match note {
        Note::First(who) => format!("{} is first", name(who)),
        Note::Feints(who, foe) => format!("{} feints {}", name(who), name(foe)),
        Note::FeintFails(who, foe) => format!("{}'s feint against {} fails", name(who), name(foe)),
        Note::Hits(who, target) => format!("{} hits {}", name(who), name(target)),
        Note::HitsCritically(who, target) => format!("{} hits {} critically", name(who), name(target)),
        Note::Strays(who) => format!("{}'s attack strays to the torso", name(who)),
        Note::Misses(who, target) => format!("{} misses {}", name(who), name(target)),
        Note::Mishap(who) => format!("{} suffers a critical miss", name(who)),
        Note::Stops(who, Stop::Dodge) => format!("{} dodges", name(who)),
        Note::Stops(who, Stop::Parry) => format!("{} parries", name(who)),
        Note::Stops(who, Stop::Block) => format!("{} blocks", name(who)),
        Note::Stops(who, Stop::BlockWithFoe) => format!("{} puts a foe in the way", name(who)),
        Note::Stops(who, Stop::Spell) => format!("{} stops it by a spell", name(who)),
        Note::Lands(who, target) => format!("{}'s attack on {} is not stopped", name(who), name(target)),
        Note::Grabs(who, foe) => format!("{} grabs {}", name(who), name(foe)),
        Note::BreaksFree(who, from) => format!("{} breaks free from {}", name(who), name(from)),
        Note::TakesDown(who, foe) => format!("{} takes {} down", name(who), name(foe)),
        Note::Pins(who, foe) => format!("{} pins {}", name(who), name(foe)),
        Note::Lifts(who, foe) => format!("{} lifts {}", name(who), name(foe)),
        Note::NoEffect(who, foe) => format!("{} has no effect on {}", name(who), name(foe)),
        Note::Evades(who, foe) => format!("{} evades {}", name(who), name(foe)),
        Note::EvadeFails(who, foe) => format!("{} does not get past {}", name(who), name(foe)),
        Note::Slips(who) => format!("{} slips", name(who)),
        Note::Reacts(who) => format!("{} reacts", name(who)),
        Note::SpellWorks(who, which, on) => format!("{}'s {} works on {}", name(who), spell(who, which), name(on)),
        Note::SpellHeld(who, which) => format!("{} holds {} ready", name(who), spell(who, which)),
        Note::SpellFails(who, which) => format!("{}'s {} fails", name(who), spell(who, which)),
        Note::SpellBackfires(who, which) => format!("{}'s {} backfires", name(who), spell(who, which)),
        Note::Resists(who) => format!("{} resists", name(who)),
        Note::SpellLost(who, which) => format!("{} loses {} to distraction", name(who), spell(who, which)),
        Note::AimLost(who) => format!("{} loses the aim", name(who)),
        Note::Hindered(who) => format!("{} can no longer do as declared", name(who)),
        Note::Recovers(who) => format!("{} recovers", name(who)),
        Note::Wakes(who) => format!("{} wakes", name(who)),
        Note::Wounded(who) => format!("{} is wounded", name(who)),
        Note::KnockedBack(who) => format!("{} is knocked back", name(who)),
        Note::KnockedDown(who) => format!("{} goes down", name(who)),
        Note::Gained(who, condition) => {
            let words = CONDITIONS.iter().find(|(one, ..)| *one == condition).map_or("", |(_, _, words)| words);
            format!("{} {words}", name(who))
        }
        Note::Crippled(who, part) => format!("{}'s {} is crippled", name(who), part.name().replace('-', " ")),
        Note::Destroyed(who, part) => format!("{}'s {} is destroyed", name(who), part.name().replace('-', " ")),
        Note::Breaks(who, which) => format!("{}'s {} breaks", name(who), item(who, which)),
        Note::Loses(who, which) => format!("{} loses the {}", name(who), item(who, which)),
        Note::Unready(who, which) => format!("{}'s {} is unready", name(who), item(who, which)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"
        ruleset = "dfrpg"
        [[combatant]]
        name = "Arn"
        sheet = "arn"
        at = [0, 0]
        facing = "E"
        [[combatant]]
        name = "Orc"
        sheet = "orc"
        at = [1, 0]
        facing = "W"
        [[case]]
        id = "it"
    "#;

    fn of(case: &str) -> Result<Odds, String> {
        let source = Source::new("a.toml", format!("{SCENE}\n{case}"));
        let none = |name: &str| -> Result<Source, FileError> { Err(FileError::whole(name, "is not there")) };
        odds(&source, &none).map_err(|error| error.to_string()).map(|mut all| all.remove(0))
    }

    #[track_caller]
    fn chance(odds: &Odds, of: &str, expected: f64) {
        let found = odds.chances.iter().find(|one| one.of == of).map_or(0.0, |one| one.chance);
        assert!((found - expected).abs() < 1e-12, "{of}: {found}, not {expected}; {odds:#?}");
    }

    #[test]
    fn a_cut_and_a_parry() {
        // Arn has Broadsword 14, the Orc parries at 9. Of 216 ways 196 are 14 or less, 4 of them
        // critical; 81 are 9 or less, 4 of them critical.
        let odds = of("[[case.play]]
            turn = \"Arn\"
            do = { maneuver = \"attack\", attack = { target = \"Orc\", with = \"broadsword swing\" }, defend = \"parry\" }")
        .expect("it is legal");
        chance(&odds, "Arn hits Orc", 196.0 / 216.0);
        chance(&odds, "Arn hits Orc critically", 4.0 / 216.0);
        chance(&odds, "Arn misses Orc", 20.0 / 216.0);
        chance(&odds, "Orc parries", 192.0 / 216.0 * 81.0 / 216.0);
        let lands = 4.0 / 216.0 + 192.0 / 216.0 * 135.0 / 216.0;
        chance(&odds, "Arn's attack on Orc is not stopped", lands);
        assert!((odds.total - 1.0).abs() <= TOLERANCE);
        let hp = odds.distributions.iter().find(|one| one.of == "HP lost by Orc").expect("it can be hurt");
        let sum: f64 = hp.values.iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        assert!(hp.values.is_sorted_by_key(|(value, _)| *value));
        let mean: f64 = hp.values.iter().map(|&(value, chance)| value as f64 * chance).sum();
        assert!((mean - hp.mean).abs() < 1e-12);
    }

    #[test]
    fn a_wound_that_the_game_master_brings_about() {
        // 5 of 14 HP through no armor at the torso: a cut does 5 x 1.5 = 7, no more than half of 14 HP.
        let odds = of("[[case.play]]
            gm = { wound = { who = \"Orc\", penetrating = 5, type = \"cut\", at = \"torso\" } }")
        .expect("it is legal");
        assert_eq!(odds.leaves, 1);
        chance(&odds, "Orc is wounded", 1.0);
        let hp = &odds.distributions[0];
        assert_eq!((hp.of.as_str(), hp.values.as_slice(), hp.mean), ("HP lost by Orc", &[(7, 1.0)][..], 7.0));
    }

    #[test]
    fn what_becomes_illegal_by_the_dice() {
        // A critical miss of the first cut, 17 or 18, may take the sword away from the second.
        let odds = of("[[case.play]]
            turn = \"Arn\"
            do = { maneuver = \"all-out-attack\", bonus = \"double\", attack = [{ target = \"Orc\", with = \"broadsword swing\" }, { target = \"Orc\", with = \"broadsword swing\" }] }")
        .expect("it is legal at first");
        let hindered = odds.chances.iter().find(|one| one.of == "Arn can no longer do as declared");
        assert!(hindered.is_some_and(|one| 0.0 < one.chance && one.chance < 4.0 / 216.0), "{odds:#?}");
        assert!((odds.total - 1.0).abs() <= TOLERANCE);
    }

    #[test]
    fn what_has_no_odds() {
        #[track_caller]
        fn refused(case: &str, says: &str) {
            let error = of(case).expect_err(case);
            assert!(error.contains(says), "{error}");
        }
        let play = "[[case.play]]\nturn = \"Arn\"\n";
        refused("", "a.toml:13:9: odds are of one step, and this case has 0");
        refused(&format!("{play}dice = [11]"), "a.toml:18:8: odds are of all dice");
        refused(&format!("{play}{play}"), "this case has 2");
        // The Orc has no shield; only an outcome in which the attack hits shows that.
        let block = "do = { maneuver = \"attack\", attack = { target = \"Orc\" }, defend = \"block\" }";
        refused(&format!("{play}{block}"), "a.toml:18:6: [DF-263]");
        let twice = "do = { maneuver = \"do-nothing\", attack = { target = \"Orc\" } }";
        refused(&format!("{play}{twice}"), "asked for in no outcome: 1 of 1 in `attack`");
    }
}
