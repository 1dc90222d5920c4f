//! The cast of the ledger's examples, for tests beside the code.

use crate::attack::Sequence;
use crate::decision::Attack;
use crate::files::encounter::initial;
use crate::scene::{Combatant, Scene, Setup, Side};
use crate::sheet_file::{Compiled, compile};
use crate::state::State;
use affray_core::files::{Source, parse};
use affray_core::grid::{Cell, Layout, Map};
use affray_core::referee::CombatantId;
use affray_core::tally::{Sum, Tally};

fn cast(name: &str) -> Compiled {
    let text = crate::sheets::SHEETS.get(name).expect("a stock sheet");
    let file = parse(&Source::new(name, text)).unwrap_or_else(|error| panic!("{error}"));
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
pub(crate) fn gik() -> Compiled {
    cast("gik")
}

/// Two who stand next to each other on an open field, in the first round.
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
            sides: ["one", "other"].map(|name| Side { name: name.to_owned() }).into(),
            switches: crate::switches::Switches::default(),
            has_shadows: false,
            has_narrow: false,
            has_heights: false,
            round_limit: 100,
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
    /// The plain attack with what the main hand holds.
    pub(crate) fn plain(&self, who: usize) -> Attack {
        Attack::melee(self.ids[1 - who], self.state.fighters[who].hands[0])
    }
    /// Bonus and dice of an attack at its place in the sequence.
    pub(crate) fn bonus(&self, who: usize, attack: &Attack) -> (i32, i32) {
        let sequence: Sequence = self.scene().next_in_sequence(self.ids[who], attack);
        let score = self.scene().attack_score::<Sum>(self.ids[who], attack, sequence);
        (score.bonus.total(), score.dice)
    }
}
