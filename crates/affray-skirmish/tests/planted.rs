//! The proofs that simulation, table and odds agree, and that rules look again after a question, can fail: they find
//! differences and a slip that were planted.

use affray_conformance::agreement::simulation_table_and_odds_agree;
use affray_conformance::interference::rules_look_again;
use affray_files::Source;
use affray_files::value::Value;
use affray_grid::{Cell, Facing, Map};
use affray_kernel::dice::Dice;
use affray_kernel::events::{EventKind, RollKind};
use affray_kernel::hidden::Hidden;
use affray_kernel::referee::{CombatantId, Game, Input, Policy, Pool, Referee, Refusal, Why};
use affray_kernel::turns::{FinalStatus, SidesLeft, TurnRules};
use affray_session::catalog::Odds;
use affray_session::choices::ChoiceFormat;
use affray_session::ruleset::{Change, Rules, Standing, Words};
use affray_session::scenario::Scenario;
use affray_session::{DiceFrom, Terms};
use affray_skirmish::Skirmish;
use affray_skirmish::decision::{Act, Choice, Question};
use affray_skirmish::event::Event;
use affray_skirmish::policy::Brawler;
use affray_skirmish::scene::Setup;
use affray_skirmish::state::{Fight, State};
use std::any::type_name;
use std::panic::{UnwindSafe, catch_unwind};

/// What a game reads otherwise for one reader: the number of [`DIFFERENCES`].
#[derive(Debug, Clone)]
struct Planted<const WHERE: usize>;

/// The differences: the reader that reads otherwise, how, and what the proof says of it.
const DIFFERENCES: [(&str, Difference, &str); 10] = [
    ("Nobody", Difference::State, ""),
    ("Sampler", Difference::State, "table and simulation come to different states"),
    ("Tape", Difference::State, "table and simulation come to different states"),
    ("Walker", Difference::State, "the path of the dice"),
    ("Tape", Difference::Dice, "the dice of table and simulation"),
    ("Tape", Difference::Reading, "table and simulation come to different states"),
    ("Walker", Difference::Reading, "the path of the dice"),
    ("Nobody", Difference::Cache, "cached"),
    ("Tape", Difference::Asked, "is out, and asked"),
    ("Tape", Difference::Strikes, "is out, and attacks"),
];

/// How a reader reads otherwise.
#[derive(Clone, Copy, PartialEq)]
enum Difference {
    /// A point of Bo's is lost behind each of his turns.
    State,
    /// The last dice of a turn are thrown once more, and no rule reads them.
    Dice,
    /// A total counts as one more.
    Reading,
    /// The cache of turns takes 9 HP for 8.
    Cache,
    /// Whoever has moved is asked for its action, even if it is out by then.
    Asked,
    /// Whoever has a strike in mind strikes, even if it is out by then.
    Strikes,
}

impl<const WHERE: usize> Planted<WHERE> {
    /// Whether that reader reads otherwise in that way.
    fn differs<R>(how: Difference) -> bool {
        let reader = type_name::<R>().split('<').next().unwrap_or_default();
        reader.ends_with(DIFFERENCES[WHERE].0) && DIFFERENCES[WHERE].1 == how
    }
}

/// A referee of the planted game for the rules of the true one.
struct Through<'a, R, const WHERE: usize> {
    referee: &'a mut R,
    last: Option<(Why, Dice)>,
}

impl<R: Referee<Planted<WHERE>>, const WHERE: usize> Referee<Skirmish> for Through<'_, R, WHERE> {
    type Pause = R::Pause;
    type Tally = R::Tally;

    fn roll<F: Copy + PartialEq>(
        &mut self,
        why: Why,
        dice: Dice,
        target: Option<&R::Tally>,
        read: impl Fn(i32) -> F,
    ) -> Result<F, R::Pause> {
        self.last = Some((why, dice));
        let more = i32::from(Planted::<WHERE>::differs::<R>(Difference::Reading));
        self.referee.roll(why, dice, target, |total| read(total + more))
    }
    fn pool<P: Pool<Skirmish>, F: Copy + PartialEq>(
        &mut self,
        _: Why,
        _: &P,
        _: &[&R::Tally],
        _: impl Fn(P::Outcome) -> F,
    ) -> Result<F, R::Pause> {
        unreachable!("this game has no pools")
    }
    fn ask(&mut self, setup: &Setup, state: &mut State, question: Question) -> Result<Choice, R::Pause> {
        self.referee.ask(setup, state, question)
    }
    fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.referee.tell(event);
    }
    fn show(&mut self, why: Why, score: &R::Tally) {
        self.referee.show(why, score);
    }
}

/// The opponent of the true game.
#[derive(Default)]
struct Opponent(Brawler);

impl<const WHERE: usize> Policy<Planted<WHERE>> for Opponent {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        self.0.decide(setup, state, question)
    }
}

impl<const WHERE: usize> Game for Planted<WHERE> {
    type Setup = Setup;
    type State = State;
    type Question = Question;
    type Choice = Choice;
    type Event = Event;
    type Change = Change;

    fn judge(setup: &Setup, state: &State, question: &Question, choice: &Choice) -> Result<(), Refusal> {
        Skirmish::judge(setup, state, question, choice)
    }
    fn options(setup: &Setup, state: &State, question: &Question, into: &mut Vec<Choice>) {
        Skirmish::options(setup, state, question, into);
    }
    fn free_action(
        setup: &Setup,
        state: &mut State,
        who: CombatantId,
        choice: &Choice,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), Refusal> {
        Skirmish::free_action(setup, state, who, choice, tell)
    }
    fn set(setup: &Setup, state: &mut State, change: &Change) -> Result<(), String> {
        Skirmish::set(setup, state, change)
    }
}

impl<const WHERE: usize> TurnRules for Planted<WHERE> {
    type Own = Opponent;
    const ATTACKS: &'static [&'static str] = Skirmish::ATTACKS;

    fn figures(setup: &Setup) -> impl ExactSizeIterator<Item = (&str, u8)> + Clone {
        Skirmish::figures(setup)
    }
    fn sides(setup: &Setup) -> impl ExactSizeIterator<Item = &str> {
        Skirmish::sides(setup)
    }
    fn default_choice(setup: &Setup, state: &State, question: &Question) -> Choice {
        Skirmish::default_choice(setup, state, question)
    }
    fn next_turn<R: Referee<Self>>(setup: &Setup, state: &mut State, referee: &mut R) -> Result<(), R::Pause> {
        let mut through = Through { referee, last: None };
        if Self::differs::<R>(Difference::Asked) || Self::differs::<R>(Difference::Strikes) {
            return without_a_second_look(&mut Fight { setup, state, referee: &mut through });
        }
        Skirmish::next_turn(setup, state, &mut through)?;
        if let Some((why, dice)) = through.last.filter(|_| Self::differs::<R>(Difference::Dice)) {
            referee.throw(why, dice, |_| ())?;
        }
        if Self::differs::<R>(Difference::State) {
            state.fighters[1].hp -= 1;
        }
        Ok(())
    }
    fn turn<R: Referee<Self>>(
        setup: &Setup,
        state: &mut State,
        referee: &mut R,
        who: CombatantId,
    ) -> Result<(), R::Pause> {
        Skirmish::turn(setup, state, &mut Through { referee, last: None }, who)
    }
    fn canonicalize(_: &Setup, state: &mut State) {
        if DIFFERENCES[WHERE].1 == Difference::Cache {
            state.fighters.iter_mut().filter(|one| one.hp == 9).for_each(|one| one.hp = 8);
        }
    }
    fn sides_left(setup: &Setup, state: &State) -> SidesLeft {
        Skirmish::sides_left(setup, state)
    }
    fn final_status(setup: &Setup, state: &State, who: CombatantId) -> FinalStatus {
        Skirmish::final_status(setup, state, who)
    }
    fn hidden(state: &State) -> &Hidden {
        Skirmish::hidden(state)
    }

    fn hide(state: &mut State, hidden: Hidden) {
        Skirmish::hide(state, hidden);
    }

    fn leave_out(setup: &Setup, state: &mut State, who: CombatantId) {
        Skirmish::leave_out(setup, state, who);
    }

    fn rounds(state: &State) -> u32 {
        Skirmish::rounds(state)
    }
    fn round_limit(setup: &Setup) -> u32 {
        Skirmish::round_limit(setup)
    }
    fn asked(question: &Question) -> CombatantId {
        Skirmish::asked(question)
    }
}

impl<const WHERE: usize> Words for Planted<WHERE> {
    const EVENTS: &'static [EventKind] = Skirmish::EVENTS;
    const ROLLS: &'static [RollKind] = Skirmish::ROLLS;

    fn describe_choice(setup: &Setup, who: CombatantId, choice: &Choice) -> String {
        Skirmish::describe_choice(setup, who, choice)
    }
    fn describe_event(setup: &Setup, event: &Event) -> Option<String> {
        Skirmish::describe_event(setup, event)
    }
    fn prompt(setup: &Setup, state: &State, question: &Question) -> String {
        Skirmish::prompt(setup, state, question)
    }
    fn revealed(who: CombatantId) -> Event {
        Skirmish::revealed(who)
    }

    fn standing(setup: &Setup, state: &State, who: CombatantId) -> Standing {
        Skirmish::standing(setup, state, who)
    }
    fn map(setup: &Setup) -> &Map {
        Skirmish::map(setup)
    }
    fn place(setup: &Setup, state: &State, who: CombatantId) -> Option<(Cell, Option<Facing>)> {
        Skirmish::place(setup, state, who)
    }
    fn mustered(encounter: &Source, beside: &[Source], added: &[Value]) -> Result<(Setup, State), String> {
        Skirmish::mustered(encounter, beside, added)
    }
    fn enlist(setup: &Setup, state: &mut State, fresh: &State) {
        Skirmish::enlist(setup, state, fresh);
    }
    fn join(setup: &Setup, state: &mut State, who: CombatantId, at: Cell) {
        Skirmish::join(setup, state, who, at);
    }
    fn leave(setup: &Setup, state: &mut State, who: CombatantId) {
        Skirmish::leave(setup, state, who);
    }
    fn order<'a>(setup: &'a Setup, state: &'a State) -> &'a [CombatantId] {
        Skirmish::order(setup, state)
    }
    fn odds_from(setup: &Setup, start: &State, inputs: &[Input<Choice, Change>], now: &State) -> Odds {
        Skirmish::odds_from(setup, start, inputs, now)
    }
}

impl<const WHERE: usize> ChoiceFormat for Planted<WHERE> {
    fn names<'a>(setup: &'a Setup, state: Option<&'a State>) -> impl affray_files::value::Names + 'a {
        Skirmish::names(setup, state)
    }
}

impl<const WHERE: usize> Rules for Planted<WHERE> {}

/// The next turn, in which nobody looks whether the combatant is still up after a question: after the movement, or after the
/// action.
fn without_a_second_look<R: Referee<Planted<WHERE>>, const WHERE: usize>(
    fight: &mut Fight<'_, Through<'_, R, WHERE>>,
) -> Result<(), R::Pause> {
    let who = fight.state.order[usize::from(fight.state.turn)];
    if fight.state[who].is_up() {
        fight.ask(Question::Move { who })?;
        if fight.state[who].is_up() || DIFFERENCES[WHERE].1 == Difference::Asked {
            let act = fight.ask(Question::Act { who })?;
            if let Choice::Act(Act::Strike(target)) = act
                && (fight.state[who].is_up() || DIFFERENCES[WHERE].1 == Difference::Strikes)
            {
                fight.strike(who, target)?;
            }
        }
    }
    let next = (usize::from(fight.state.turn) + 1) % fight.state.order.len();
    fight.state.turn = next as u8;
    fight.state.rounds.0 += u32::from(next == 0);
    Ok(())
}

/// A duel.
const DUEL: &str = r#"
    ruleset = "skirmish"
    combatant = [{ name = "Ada", sheet = "ada", at = [0, 0] }, { name = "Bo", sheet = "bo", at = [1, 0] }]
"#;

/// Two against two, who fight on when one is out.
const PAIRS: &str = r#"
    ruleset = "skirmish"
    combatant = [
        { name = "Ada", side = "a", sheet = "ada", at = [0, 0] },
        { name = "Al", side = "a", sheet = "ada", at = [0, 1] },
        { name = "Bo", side = "b", sheet = "bo", at = [1, 0] },
        { name = "Ben", side = "b", sheet = "bo", at = [1, 1] },
    ]
"#;

/// An encounter of the planted game.
fn scene<const WHERE: usize>(text: &str) -> Scenario<Planted<WHERE>> {
    let (setup, start) = affray_conformance::load::<Skirmish>("scene", text).into_parts();
    Scenario::new("scene", setup, start)
}

/// What a proof says that fails.
fn said(proof: impl FnOnce() + UnwindSafe) -> Result<(), String> {
    catch_unwind(proof).map_err(|told| told.downcast_ref::<String>().cloned().unwrap_or_default())
}

/// What is said of the readers in a duel of the planted game.
fn proof<const WHERE: usize>() -> Result<(), String> {
    said(|| simulation_table_and_odds_agree("duel", &scene::<WHERE>(DUEL), 20))
}

/// What is said of the second look in fights of the planted game.
fn second_look<const WHERE: usize>() -> Result<(), String> {
    let begin = |seed| {
        let terms = Terms {
            ruleset: "skirmish".to_owned(),
            title: "Pairs".to_owned(),
            seed,
            number: 0,
            dice: DiceFrom::Drawn,
            by_hand: ["Ada", "Al", "Bo", "Ben"].map(str::to_owned).into(),
            orders: Vec::new(),
            encounter: Source::new("pairs", ""),
            beside: Vec::new(),
        };
        scene::<WHERE>(PAIRS).session(terms).unwrap_or_else(|error| panic!("{error}"))
    };
    said(|| rules_look_again(begin, &[("hp", "-3"), ("hp", "9"), ("fallen", "true"), ("fallen", "false")], 0..40))
}

#[test]
fn a_rule_that_does_not_look_again_is_found() {
    assert_eq!(second_look::<0>(), Ok(()), "the game as it is");
    for (proof, (_, _, told)) in [second_look::<8>, second_look::<9>].into_iter().zip(&DIFFERENCES[8..]) {
        let said = proof().expect_err("a planted slip is found");
        assert!(said.contains(told), "{said}");
    }
}

#[test]
fn a_difference_between_readers_is_found() {
    assert_eq!(proof::<0>(), Ok(()), "the game as it is");
    let proofs = [proof::<1>, proof::<2>, proof::<3>, proof::<4>, proof::<5>, proof::<6>, proof::<7>];
    for (proof, (reader, _, told)) in proofs.into_iter().zip(&DIFFERENCES[1..8]) {
        let said = proof().expect_err("a planted difference is found");
        assert!(said.contains(told), "{reader}: {said}");
    }
}
