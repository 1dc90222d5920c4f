//! What opponents are told to do: the words for it, and the policy that follows it.
//!
//! | order | what it does |
//! | --- | --- |
//! | `free` | what seems best; takes all orders back |
//! | `advance` | goes for the foes, also where it would be better to let them come |
//! | `hold` | stays where it is, and strikes and shoots at those who come near |
//! | `guard = 3 -2` | goes to a cell, and holds there; `guard = here` stays where it stands |
//! | `protect = NAME` | stays near somebody, and fights those who come near that one |
//! | `hunt = NAME` | fights that foe alone, as long as it is in the fight |
//! | `capture` | takes foes alive: strikes to knock out, without killing or at a leg, and leaves those alone who have no points left |
//! | `escape` | gets away from the foes |
//! | `spare the fallen` | leaves those alone who have no points left; `kill` takes it back |
//! | `mercy` | leaves those alone too who have orders to get away now; `kill` takes it back |
//! | `nerve = 30` | gets away with 30 % of its points or fewer |
//! | `side nerve = 50` | gets away once 50 % of its side or fewer are in the fight |
//! | `wits = instinct` | fights the nearest foe with plain blows; `wits = trained` is the usual |
//! | `wits = cunning` | tries out plans before each of its turns: see [`cunning`](crate::cunning) |
//!
//! Several stand in one line with commas between them. They are choices of opponents, never rules.

use crate::names;
use crate::preferences::View;
use crate::ruleset::Rules;
use affray_files::Path;
use affray_files::names::one_of;
use affray_grid::Cell;
use affray_kernel::hidden::Believing;
use affray_kernel::orders::{Orders, Task, Wits, gets_away};
use affray_kernel::referee::{CombatantId, Policy};

/// The key under which a combatant or a side has orders.
pub const ORDERS: &str = "orders";

/// The words with which orders begin.
pub(crate) const ORDER_WORDS: [&str; 14] = [
    "free", "advance", "hold", "guard", "protect", "hunt", "capture", "escape", "spare", "mercy", "kill", "nerve",
    "side", "wits",
];

const WORDS: [&str; 14] = [
    "free",
    "advance",
    "hold",
    "guard = PLACE",
    "protect = NAME",
    "hunt = NAME",
    "capture",
    "escape",
    "spare the fallen",
    "mercy",
    "kill",
    "nerve = PERCENT",
    "side nerve = PERCENT",
    "wits = instinct, trained or cunning",
];

/// Reads a line of orders for a combatant, on top of those that it has.
///
/// # Errors
/// What is no order, and which there are.
pub fn read<G: Rules>(setup: &G::Setup, state: &G::State, who: CombatantId, line: &str) -> Result<Orders, String> {
    let mut orders = G::orders(state).of(who);
    for order in line.split(',').map(str::trim).filter(|order| !order.is_empty()) {
        let (word, value) = match order.split_once('=') {
            Some((word, value)) => (word.trim(), Some(value.trim())),
            None => (order, None),
        };
        let word = word.to_lowercase();
        let somebody =
            |value: &str| names::known::<G>(setup, value, Path::root()).map_err(|wrong| format!("`{order}`: {wrong}"));
        let percent = |value: &str| match value.trim_end_matches('%').trim().parse() {
            Ok(percent) if percent <= 100 => Ok(percent),
            _ => Err(format!("`{order}`: 0 to 100 percent")),
        };
        match (word.as_str(), value) {
            ("free", None) => orders = Orders::default(),
            ("advance", None) => orders.task = Task::Advance,
            ("hold", None) => orders.task = Task::Hold,
            ("capture", None) => orders.task = Task::Capture,
            ("escape", None) => orders.task = Task::Escape,
            ("guard", Some(place)) => {
                let cell = match place.eq_ignore_ascii_case("here") {
                    true => G::place(setup, state, who).map(|(cell, _)| cell),
                    false => read_cell(place).filter(|&cell| G::map(setup).ground(cell).is_some()),
                };
                let Some(Cell { q, r }) = cell else {
                    return Err(format!("`{order}`: a cell of the map, such as `guard = 3 -2`, or `guard = here`"));
                };
                orders.task = Task::Guard(q, r);
            }
            ("protect", Some(name)) => orders.task = Task::Protect(somebody(name)?),
            ("hunt", Some(name)) => orders.task = Task::Hunt(somebody(name)?),
            ("spare the fallen" | "spare", None) => orders.spares = true,
            ("mercy", None) => orders.mercy = true,
            ("kill", None) => (orders.spares, orders.mercy) = (false, false),
            ("nerve", Some(value)) => orders.nerve = percent(value)?,
            ("side nerve", Some(value)) => orders.side_nerve = percent(value)?,
            ("wits", Some(wits)) => {
                orders.wits = match wits.to_lowercase().as_str() {
                    "instinct" => Wits::Instinct,
                    "trained" => Wits::Trained,
                    "cunning" => Wits::Cunning,
                    _ => return Err(format!("`{order}`: expected `instinct`, `trained` or `cunning`")),
                }
            }
            _ => return Err(format!("`{order}` is no order; expected {}", one_of(WORDS))),
        }
    }
    if let Task::Hunt(foe) = orders.task
        && G::side(setup, foe) == G::side(setup, who)
    {
        return Err(String::from("nobody hunts somebody of its own side"));
    }
    if orders.task == Task::Protect(who) {
        return Err(String::from("nobody protects itself: `hold` or `guard = here`"));
    }
    Ok(orders)
}

/// A cell of two numbers.
pub fn read_cell(text: &str) -> Option<Cell> {
    let mut numbers = text
        .split(|letter: char| !letter.is_ascii_digit() && letter != '-')
        .filter(|part| !part.is_empty())
        .map(str::parse);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(q)), Some(Ok(r)), None) => Some(Cell { q, r }),
        _ => None,
    }
}

/// The side that words name: by its whole name, or by a word that no other side has.
pub(crate) fn side_of<'a>(sides: impl Iterator<Item = &'a str>, words: &str) -> Option<usize> {
    let sides: Vec<&str> = sides.collect();
    let has = |side: &str| side.split_whitespace().any(|word| word.eq_ignore_ascii_case(words));
    names::position(sides.iter().copied(), words).or_else(|| {
        let mut with = (0..sides.len()).filter(|&at| has(sides[at]));
        with.next().filter(|_| with.next().is_none())
    })
}

/// Whether a name is that of a group with a number behind it: `Orc 2` is one of `orc`.
fn is_one_of(name: &str, group: &str) -> bool {
    let numbered = name.rsplit_once(' ').filter(|(_, number)| number.bytes().all(|digit| digit.is_ascii_digit()));
    numbered.is_some_and(|(of, _)| of.eq_ignore_ascii_case(group))
}

/// Gives orders to a combatant, to all of a side, or to all of a group: `Orc` for `Orc 1`, `Orc 2` and so on.
///
/// # Errors
/// What is no order, or that nobody has the name.
pub fn give<G: Rules>(setup: &G::Setup, state: &mut G::State, to: &str, line: &str) -> Result<(), String> {
    let mut book = G::orders(state).clone();
    let side = side_of(G::sides(setup), to);
    let is_meant = |name: &str, of: u8| match side {
        Some(side) => usize::from(of) == side,
        None => is_one_of(name, to),
    };
    let all = || (0..).map(CombatantId).zip(G::figures(setup));
    let whom: Vec<CombatantId> = match names::combatant::<G>(setup, to) {
        Some(one) => vec![one],
        None => all().filter(|(_, (name, of))| is_meant(name, *of)).map(|(who, _)| who).collect(),
    };
    if whom.is_empty() {
        let names = G::sides(setup).chain(G::figures(setup).map(|(name, _)| name));
        return Err(format!("`{to}` is neither a side nor a combatant; expected {}", one_of(names)));
    }
    for who in whom {
        book.give(who, read::<G>(setup, state, who, line)?);
    }
    G::command(state, book);
    Ok(())
}

/// Gives orders by a line `WHO = ORDERS`, such as `Cult = hold` or `Arn = hunt = Orc`.
///
/// # Errors
/// As [`give`].
pub fn give_line<G: Rules>(setup: &G::Setup, state: &mut G::State, line: &str) -> Result<(), String> {
    let (to, orders) = line
        .split_once('=')
        .ok_or_else(|| format!("`{line}`: a side or a combatant, `=`, and orders: `Cult = hold`"))?;
    give::<G>(setup, state, to.trim(), orders)
}

/// The orders of a combatant in words; nothing where it has none.
pub fn describe<G: Rules>(setup: &G::Setup, state: &G::State, who: CombatantId) -> Option<String> {
    let Orders { task, spares, mercy, nerve, side_nerve, wits } = G::orders(state).of(who);
    let mut told = Vec::new();
    match task {
        Task::Free => {}
        Task::Advance => told.push(String::from("advance")),
        Task::Hold => told.push(String::from("hold")),
        Task::Capture => told.push(String::from("capture")),
        Task::Escape => told.push(String::from("escape")),
        Task::Guard(q, r) => told.push(format!("guard = {q} {r}")),
        Task::Protect(other) => told.push(format!("protect = {}", names::of::<G>(setup, other))),
        Task::Hunt(other) => told.push(format!("hunt = {}", names::of::<G>(setup, other))),
    }
    if spares {
        told.push(String::from("spare the fallen"));
    }
    if mercy {
        told.push(String::from("mercy"));
    }
    if nerve != 0 {
        told.push(format!("nerve = {nerve}"));
    }
    if side_nerve != 0 {
        told.push(format!("side nerve = {side_nerve}"));
    }
    match wits {
        Wits::Instinct => told.push(String::from("wits = instinct")),
        Wits::Trained => {}
        Wits::Cunning => told.push(String::from("wits = cunning")),
    }
    (!told.is_empty()).then(|| told.join(", "))
}

/// So near a foe is upon somebody who holds: two cells.
const UPON: u32 = 2;

/// A policy that follows orders, and has a posture: a side with more missiles than its foes lets them come.
#[derive(Debug, Clone, Default)]
pub struct Ordered<P> {
    policy: Believing<P>,
}

/// What somebody does about its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Posture {
    /// It goes where it wants.
    Free,
    /// It stays.
    Stays,
    /// It goes to a cell.
    Goes(Cell),
    /// It gets away.
    Flees,
}

impl<G: Rules, P: Policy<G>> Policy<G> for Ordered<P> {
    fn decide(&mut self, setup: &G::Setup, state: &G::State, question: &G::Question) -> G::Choice {
        let who = G::asked(question);
        if !G::orders(state).is_empty() {
            return self.obey::<G>(setup, state, question, G::orders(state).of(who));
        }
        let choice = self.policy.decide(setup, state, question);
        if !G::goes(&choice) && G::step_to(setup, state, who, &choice).is_none() {
            return choice;
        }
        in_its_place::<G>(setup, state, question, Orders::default(), choice)
    }

    fn restart(&mut self) {
        Policy::<G>::restart(&mut self.policy);
    }
}

impl<P> Ordered<P> {
    /// What somebody with orders does.
    fn obey<G: Rules>(
        &mut self,
        setup: &G::Setup,
        state: &G::State,
        question: &G::Question,
        orders: Orders,
    ) -> G::Choice
    where
        P: Policy<G>,
    {
        let legal = |choice: &G::Choice| G::judge(setup, state, question, choice).is_ok();
        let believed = sees::<G>(setup, state, G::asked(question), orders);
        let choice = match believed.map(|believed| self.policy.decide(setup, &believed, question)) {
            Some(choice) if legal(&choice) => choice,
            _ => self.policy.decide(setup, state, question),
        };
        let plain = if orders.wits == Wits::Instinct { G::plain(&choice) } else { choice };
        let choice = if plain != choice && legal(&plain) { plain } else { choice };
        let alive = G::PREFERENCES.iter().find(|one| orders.task == Task::Capture && one.name == G::CAPTURES);
        let view = View { setup, state, question, who: G::asked(question) };
        let choice = alive.map_or(choice, |alive| alive.instead(&view, choice));
        in_its_place::<G>(setup, state, question, orders, choice)
    }
}

/// A choice as the posture of its combatant lets it: a function of the moment alone, as all that opponents decide.
pub(crate) fn in_its_place<G: Rules>(
    setup: &G::Setup,
    state: &G::State,
    question: &G::Question,
    orders: Orders,
    choice: G::Choice,
) -> G::Choice {
    let who = G::asked(question);
    let other = match posture::<G>(setup, state, who, orders) {
        Posture::Free => None,
        Posture::Stays if G::goes(&choice) => G::stays(setup, state, question),
        Posture::Stays => {
            let steps = G::step_to(setup, state, who, &choice).is_some();
            steps.then(|| G::default_choice(setup, state, question))
        }
        Posture::Goes(to) => {
            let map = G::map(setup);
            G::walk(question, &choice)
                .or_else(|| step::<G>(setup, state, question, |cell| map.distance(cell, to) as i32))
        }
        Posture::Flees => G::walk(question, &choice).or_else(|| {
            let map = G::map(setup);
            let foes: Vec<Cell> =
                foes::<G>(setup, state, who).filter_map(|foe| place::<G>(setup, state, foe)).collect();
            let near = |cell: Cell| foes.iter().map(|&foe| map.distance(cell, foe) as i32).min();
            step::<G>(setup, state, question, |cell| -near(cell).unwrap_or(0))
        }),
    };
    let is_legal = |other: &G::Choice| G::judge(setup, state, question, other).is_ok();
    other.filter(is_legal).unwrap_or(choice)
}

/// The foes of a combatant that are in the fight, as its side knows them.
fn foes<'a, G: Rules>(
    setup: &'a G::Setup,
    state: &'a G::State,
    who: CombatantId,
) -> impl Iterator<Item = CombatantId> + 'a {
    let side = G::side(setup, who);
    (0..).map(CombatantId).zip(G::figures(setup)).filter_map(move |(foe, (_, of))| {
        let fights = of != side && !G::final_status(setup, state, foe).out && !G::hidden(state).hides(foe, side);
        fights.then_some(foe)
    })
}

fn place<G: Rules>(setup: &G::Setup, state: &G::State, who: CombatantId) -> Option<Cell> {
    G::place(setup, state, who).map(|(cell, _)| cell)
}

/// How far two combatants are from each other, in cells.
fn distance<G: Rules>(setup: &G::Setup, state: &G::State, one: CombatantId, other: CombatantId) -> u32 {
    let [one, other] = [one, other].map(|who| place::<G>(setup, state, who));
    one.zip(other).map_or(u32::MAX, |(one, other)| G::map(setup).distance(one, other))
}

/// The state with those left out whom orders bid a combatant not to mind; nothing where it minds everybody.
fn sees<G: Rules>(setup: &G::Setup, state: &G::State, who: CombatantId, orders: Orders) -> Option<G::State> {
    let away = |foe: &CombatantId| distance::<G>(setup, state, who, *foe);
    let only = match orders.task {
        Task::Hunt(foe) => foes::<G>(setup, state, who).find(|&other| other == foe),
        Task::Protect(other) => {
            foes::<G>(setup, state, who).filter(|&foe| distance::<G>(setup, state, other, foe) <= UPON).min_by_key(away)
        }
        _ => None,
    };
    let only = only
        .or_else(|| (orders.wits == Wits::Instinct).then(|| foes::<G>(setup, state, who).min_by_key(away)).flatten());
    let spares = orders.spares || orders.mercy || orders.task == Task::Capture;
    let minds = |foe: CombatantId| {
        only.is_none_or(|only| only == foe)
            && !(spares && G::final_status(setup, state, foe).hp <= 0)
            && !(orders.mercy && gets_away::<G>(setup, state, foe))
    };
    foes::<G>(setup, state, who).filter(|&foe| !minds(foe)).fold(None, |believed, foe| {
        let mut believed = believed.unwrap_or_else(|| state.clone());
        G::leave_out(setup, &mut believed, foe);
        Some(believed)
    })
}

/// What a combatant does about its place.
fn posture<G: Rules>(setup: &G::Setup, state: &G::State, who: CombatantId, orders: Orders) -> Posture {
    let near = |other: CombatantId, within: u32| {
        foes::<G>(setup, state, who).any(|foe| distance::<G>(setup, state, other, foe) <= within)
    };
    if gets_away::<G>(setup, state, who) {
        return if G::flees(setup) { Posture::Free } else { Posture::Flees };
    }
    match orders.task {
        Task::Advance | Task::Hunt(_) | Task::Capture | Task::Escape => Posture::Free,
        Task::Hold if near(who, UPON) => Posture::Free,
        Task::Hold => Posture::Stays,
        Task::Guard(..) if near(who, UPON) => Posture::Free,
        Task::Guard(q, r) => {
            let cell = Cell { q, r };
            let there = place::<G>(setup, state, who).is_none_or(|at| G::map(setup).distance(at, cell) == 0);
            if there { Posture::Stays } else { Posture::Goes(cell) }
        }
        Task::Protect(other) if near(who, UPON) || near(other, UPON) => Posture::Free,
        Task::Protect(other) => match place::<G>(setup, state, other) {
            _ if G::final_status(setup, state, other).out => Posture::Free,
            Some(cell) if distance::<G>(setup, state, who, other) > UPON => Posture::Goes(cell),
            _ => Posture::Stays,
        },
        Task::Free if !G::shoots(setup, state, who) && !near(who, UPON) && outshoots::<G>(setup, state, who) => {
            Posture::Stays
        }
        Task::Free => Posture::Free,
    }
}

/// Whether more of the own side shoot than of the foes, one of them sees a foe, no foe is upon any of them, and as many foes can
/// come: those who are more go and make use of that.
fn outshoots<G: Rules>(setup: &G::Setup, state: &G::State, who: CombatantId) -> bool {
    let side = G::side(setup, who);
    let fighting = || {
        let all = (0..).map(CombatantId).zip(G::figures(setup)).map(|(one, (_, of))| (one, of != side));
        all.filter(|&(one, _)| !G::final_status(setup, state, one).out && !G::hidden(state).hides(one, side))
    };
    let (mut fight, mut shoot) = ([0, 0], [0, 0]);
    for (one, is_foe) in fighting() {
        fight[usize::from(is_foe)] += u32::from(!is_foe || !G::is_helpless(setup, state, one));
        shoot[usize::from(is_foe)] += u32::from(G::shoots(setup, state, one));
    }
    let sees = |one, foe| {
        let cells = place::<G>(setup, state, one).zip(place::<G>(setup, state, foe));
        cells.is_some_and(|(from, to)| G::map(setup).in_sight_at(from, G::EYES, to, G::EYES))
    };
    let has_target = |one| fighting().any(|(foe, is_foe)| is_foe && sees(one, foe));
    let is_beset = |one| fighting().any(|(foe, is_foe)| is_foe && distance::<G>(setup, state, one, foe) <= UPON);
    let shooters = || fighting().filter(|&(one, is_foe)| !is_foe && G::shoots(setup, state, one)).map(|(one, _)| one);
    shoot[0] > shoot[1] && fight[0] <= fight[1] && shooters().any(has_target) && !shooters().any(is_beset)
}

/// The step of a movement that leads to the lowest cost of a cell; the end of the movement where none leads lower.
fn step<G: Rules>(
    setup: &G::Setup,
    state: &G::State,
    question: &G::Question,
    cost: impl Fn(Cell) -> i32,
) -> Option<G::Choice> {
    let who = G::asked(question);
    let here = place::<G>(setup, state, who)?;
    let mut options = Vec::new();
    G::options(setup, state, question, &mut options);
    if !options.iter().any(|option| G::step_to(setup, state, who, option).is_some()) {
        return None;
    }
    let leads = |option: &G::Choice| G::step_to(setup, state, who, option).map_or(cost(here), &cost);
    let best = options.into_iter().min_by_key(leads)?;
    if leads(&best) < cost(here) { Some(best) } else { Some(G::default_choice(setup, state, question)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_groups_are_meant_by_a_word() {
        let sides = || ["The company", "The cult"].into_iter();
        assert_eq!(side_of(sides(), "cult"), Some(1));
        assert_eq!(side_of(sides(), "The Company"), Some(0));
        assert_eq!(side_of(sides(), "the"), None);
        assert!(is_one_of("Orc 12", "orc") && is_one_of("Red orc 1", "red orc"));
        assert!(!is_one_of("Orc", "orc") && !is_one_of("Orc chief", "orc"));
    }
}
