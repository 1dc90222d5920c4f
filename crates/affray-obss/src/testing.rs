//! The cast of the ledger's examples, for tests beside the code.

use crate::Obss;
use crate::decision::{Action, Advance, Attack, Choice, Question, Reaction};
use crate::files::encounter::initial;
use crate::files::sheet::{Compiled, compile};
use crate::scene::{Combatant, Fight, Scene, Setup};
use crate::state::State;
use crate::strike::declare::Sequence;
use affray_files::{Source, read};
use affray_grid::{Cell, Layout, Map};
use affray_kernel::referee::{CombatantId, Policy, Recorded, Sampler};
use affray_kernel::tally::{Sum, Tally};

fn cast(name: &str) -> Compiled {
    let text = crate::sheets::SHEETS.get(name).expect("a stock sheet");
    let file = read(&Source::new(name, text)).unwrap_or_else(|error| panic!("{error}"));
    compile(&file).unwrap_or_else(|wrongs| panic!("{wrongs:?}"))
}

pub(crate) fn arn() -> Compiled {
    cast("arn")
}
pub(crate) fn bel() -> Compiled {
    cast("bel")
}
pub(crate) fn cor() -> Compiled {
    cast("cor")
}
pub(crate) fn dag() -> Compiled {
    cast("dag")
}
pub(crate) fn fen() -> Compiled {
    cast("fen")
}
pub(crate) fn horse() -> Compiled {
    cast("horse")
}
pub(crate) fn eli() -> Compiled {
    cast("eli")
}
pub(crate) fn gik() -> Compiled {
    cast("gik")
}

/// Two combatants next to each other on an open field, in the first round.
pub(crate) struct Duel {
    pub(crate) setup: Setup,
    pub(crate) state: State,
    pub(crate) ids: [CombatantId; 2],
}

impl Duel {
    pub(crate) fn of(one: Compiled, other: Compiled) -> Self {
        let both = [(one, "One", Cell::new(0, 0)), (other, "Other", Cell::new(1, 0))];
        let fighters = both.iter().map(|(one, _, at)| initial(one, *at)).collect();
        let combatants = (0u8..)
            .zip(both)
            .map(|(side, (one, name, _))| Combatant { name: name.to_owned(), side, sheet: one.sheet })
            .collect();
        let setup = Setup {
            map: Map::open(Layout::Square),
            floor: Vec::new(),
            combatants,
            sides: ["one", "other"].map(|name| affray_session::encounter::Side { name: name.to_owned() }).into(),
            options: crate::options::Options::default(),
            has_shadows: false,
            has_screens: false,
            has_narrow: false,
            has_cover: false,
            has_heights: false,
            has_deafening: false,
            round_limit: 100,
            loot: Vec::new(),
            clock: crate::body::time::Clock::default(),
        };
        let state = State::begin(fighters);
        Self { setup, state, ids: [CombatantId(0), CombatantId(1)] }
    }
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene { setup: &self.setup, state: &self.state }
    }
    pub(crate) fn item(&self, who: usize, name: &str) -> u8 {
        let items = &self.setup.combatants[who].sheet.items;
        items.iter().position(|item| item.name == name).expect("an item of that name") as u8
    }
    /// The plain attack with the main hand.
    pub(crate) fn plain(&self, who: usize) -> Attack {
        Attack::melee(self.ids[1 - who], self.state.fighters[who].hands[0])
    }
    /// Bonus and dice of an attack at its place in the sequence.
    pub(crate) fn bonus(&self, who: usize, attack: &Attack) -> (i32, i32) {
        let sequence: Sequence = self.scene().next_in_sequence(self.ids[who], attack);
        let score = self.scene().attack_score::<Sum>(self.ids[who], attack, sequence);
        (score.bonus.total(), score.dice.more())
    }
    /// One more on the side of the second, at a distance.
    pub(crate) fn and(self, one: Compiled) -> Self {
        self.join(one, 1)
    }
    /// One more on the side of the first, at a distance.
    pub(crate) fn and_beside_first(self, one: Compiled) -> Self {
        self.join(one, 0)
    }
    fn join(mut self, one: Compiled, side: u8) -> Self {
        let number = self.state.fighters.len();
        self.state.fighters.push(initial(&one, Cell::new(0, 20 + 10 * number as i16)));
        self.setup.combatants.push(Combatant { name: format!("Number {number}"), side, sheet: one.sheet });
        self
    }
    /// An action of that combatant with these dice and answers to the questions on the way; nobody else does
    /// anything. The dice have to be exactly those that are thrown.
    #[track_caller]
    pub(crate) fn act(&mut self, who: usize, action: Action, dice: &[i32], answers: &[Choice]) {
        let answers = answers.iter().rev().copied().collect();
        let mut referee = Sampler::new(Recorded::new(dice), Script { answers });
        let who = CombatantId(who as u8);
        let Ok(()) = Fight { setup: &self.setup, state: &mut self.state, referee: &mut referee }.act(who, &action);
        assert!(!referee.dice.ran_out, "more dice are thrown than {dice:?}");
        assert_eq!(referee.dice.left(), &[] as &[i32], "of {dice:?}");
    }
    /// The end of an activation.
    pub(crate) fn end_activation(&mut self, who: usize) {
        let mut referee = Sampler::new(Recorded::new(&[]), Script { answers: Vec::new() });
        let who = CombatantId(who as u8);
        Fight { setup: &self.setup, state: &mut self.state, referee: &mut referee }.end_activation(who);
    }
    /// The budgets of a new round.
    pub(crate) fn refresh(&mut self) {
        let mut referee = Sampler::new(Recorded::new(&[]), Script { answers: Vec::new() });
        Fight { setup: &self.setup, state: &mut self.state, referee: &mut referee }.reset_budgets();
    }
}

/// Answers in their order, last one first; each to the first question of its kind. Other questions get the default.
struct Script {
    answers: Vec<Choice>,
}

impl Policy<Obss> for Script {
    fn decide(&mut self, _: &Setup, _: &State, question: &Question) -> Choice {
        let fits = |choice: &Choice| {
            matches!(
                (question, choice),
                (Question::Act { .. }, Choice::Act(_))
                    | (Question::Advance { .. }, Choice::Advance(_))
                    | (Question::React { .. }, Choice::React(_))
                    | (Question::Braced { .. }, Choice::Braced(_))
                    | (Question::Push { .. }, Choice::Push(_))
                    | (Question::Initiative { .. }, Choice::Initiative(_))
            )
        };
        if self.answers.last().is_some_and(fits) {
            return self.answers.pop().unwrap_or(Choice::Act(Action::End));
        }
        match question {
            Question::Advance { .. } => Choice::Advance(Advance::Stop),
            Question::React { .. } => Choice::React(Reaction::Pass),
            Question::Braced { .. } => Choice::Braced(None),
            _ => Choice::Act(Action::End),
        }
    }
}
