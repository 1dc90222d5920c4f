//! A battle: its fixed and its changing part, side by side.

use crate::DragonQuest;
use crate::arms::borrowed_items::Others;
use crate::sheet::{ANOTHERS, Arm, Item, ItemKind, Sheet};
use crate::state::{Fighter, Flags, Stage, State};
use affray_files::value::FromValue;
use affray_grid::Map;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::turns::{FinalStatus, SidesLeft};

/// `DQ-001` One die of ten sides.
pub const D10: Dice = Dice { number: 1, sides: 10 };
/// `DQ-001` Percentile dice.
pub const D100: Dice = Dice { number: 1, sides: 100 };

/// The fixed part of a fight.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The map.
    pub map: Map,
    /// The combatants.
    pub combatants: Vec<Combatant>,
    /// The sides.
    pub sides: Vec<Side>,
    /// The opponents of each combatant, ids ascending.
    pub foes: Vec<Vec<CombatantId>>,
    /// The optional rules in use.
    pub options: Options,
    /// Whether one side surprises the others.
    pub surprise: Surprise,
    /// The fight ends as a draw after so many pulses.
    pub round_limit: u32,
    /// Some hex cannot be entered, or costs more than others: opponents look for ways round.
    pub any_barrier: bool,
    /// Some hex lets no line of fire through: opponents look out for it.
    pub any_screen: bool,
    /// Lines of fire are taken as clear, for odds that are told before the Fire action (`DQ-424`).
    pub assumes_clear_lines: bool,
    /// By figure: what the things of others are worth to it.
    pub others: Vec<Others>,
}

impl Setup {
    /// A weapon or another item of a figure, its own or borrowed.
    #[inline(always)]
    pub fn arm(&self, who: CombatantId, arm: Arm) -> Option<&Item> {
        let item = match self.combatants[who.index()].sheet.arms.get(arm.index()) {
            Some(item) => item,
            // One's own things have numbers of their own.
            None if arm.thing(who).is_some_and(|thing| thing.0 != who) => {
                self.others[who.index()].get(arm.index().checked_sub(usize::from(ANOTHERS))?)?
            }
            None => return None,
        };
        (item.kind != ItemKind::Nothing).then_some(item)
    }
}

/// One who fights.
pub type Combatant = affray_session::encounter::Combatant<Sheet>;

/// One party of a fight.
#[derive(Debug, Clone)]
pub struct Side {
    /// The name.
    pub name: String,
    /// Its leader (`DQ-104`).
    pub leader: CombatantId,
    /// In percent: once that share of its figures is out of the fight, the policy has the others run for the
    /// edge of the map. 1 to 100; 100 for never.
    pub morale: u8,
    /// It would rather knock its opponents out than kill them (`DQ-443`).
    pub spares: bool,
}

/// `DQ-D01` The optional rules of an encounter, and what its game master declares once for all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromValue)]
#[value(default)]
pub struct Options {
    /// A shield counts only ahead and on its own side (`DQ-409`). Default: no.
    pub shield_arc: bool,
    /// Weapons that were declared with a damage bonus get it (`DQ-512` to `DQ-516`). Default: no.
    pub damage_bonus: bool,
    /// Movement points for each change of facing, 0 or 1 (`DQ-302`). Default: 0.
    #[value(range = 0..=1, rule = rule!("DQ-302"))]
    pub facing_cost: u8,
    /// What a 99 or 100 costs where no weapon can break or drop (`DQ-407`). Default: lose-action.
    pub misfit_penalty: Misfit,
}

/// `DQ-407` What a roll of 99 or 100 costs where nothing can break or drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, FromValue)]
pub enum Misfit {
    /// Nothing.
    None,
    /// The action of the next pulse.
    #[default]
    LoseAction,
}

/// `DQ-005` Surprise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surprise {
    /// Nobody is surprised.
    #[default]
    None,
    /// This side surprises the others.
    By(u8),
    /// The sides roll for it (`DQ-R01`).
    Roll,
}

affray_session::battle!(crate::DragonQuest, Sheet, Fighter, facing);

impl<'a> Scene<'a> {
    /// `DQ-R59` The fight is over when at most one side has somebody left.
    pub fn sides_left(self) -> SidesLeft {
        if self.state.stage != Stage::Over {
            return SidesLeft::Several;
        }
        let last = self.state.ids().find(|&who| self.fighter(who).is_up());
        last.map_or(SidesLeft::Nobody, |who| SidesLeft::Only(self.side(who)))
    }
    /// How a combatant stands.
    pub fn final_status(self, who: CombatantId) -> FinalStatus {
        let fighter = self.fighter(who);
        FinalStatus {
            dead: fighter.flags.has(Flags::DEAD),
            out: !fighter.is_up(),
            fled: fighter.flags.has(Flags::GONE),
            hp: fighter.en.into(),
            max_hp: self.sheet(who).en.into(),
            reserve: fighter.ft.into(),
            max_reserve: self.sheet(who).ft.into(),
        }
    }
    /// A weapon or another item of a combatant, its own or borrowed.
    #[inline(always)]
    pub fn arm(self, who: CombatantId, arm: Arm) -> Option<&'a Item> {
        self.setup.arm(who, arm)
    }
    /// The opponents of a combatant that still fight.
    #[inline]
    pub fn foes(self, who: CombatantId) -> impl DoubleEndedIterator<Item = CombatantId> + use<'a> {
        let foes = &self.setup.foes[who.index()];
        foes.iter().copied().filter(move |&other| self.fighter(other).is_up())
    }
    /// `DQ-R63` The opponents of a combatant that lie unconscious.
    pub fn unconscious_foes(self, who: CombatantId) -> impl Iterator<Item = CombatantId> + use<'a> {
        let foes = &self.setup.foes[who.index()];
        foes.iter().copied().filter(move |&other| {
            let flags = self.fighter(other).flags;
            flags.has(Flags::UNCONSCIOUS) && !flags.any(Flags::DEAD.union(Flags::GONE))
        })
    }
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// A percentile check: a roll at or under the target succeeds.
    ///
    /// # Errors
    /// The referee's pause.
    pub fn succeeds(
        &mut self,
        who: CombatantId,
        rule: RuleId,
        what: &'static str,
        target: &R::Tally,
    ) -> Result<bool, R::Pause> {
        self.referee.check(Why::new(who, rule, what), D100, target, |roll, target| roll <= target)
    }
}
