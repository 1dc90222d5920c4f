//! A battle: what never changes and what does, side by side.

use crate::Graded;
use crate::decision::{Cover, Declared};
use crate::policy::estimate::Estimates;
use crate::sheet::{Item, Scores, Sheet};
use crate::state::{Fighter, Flags, OUT, Stage, State};
use affray_files::value::FromValue;
use affray_grid::Map;
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;
use affray_kernel::turns::{FinalStatus, SidesLeft};

/// The dice of every success roll.
pub const D3: Dice = affray_3d6::check::THREE_DICE;
/// One die.
pub const D1: Dice = Dice::d6(1);

/// What a fight never changes.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The map. A hex is a yard; elevation is in feet.
    pub map: Map,
    /// The combatants.
    pub combatants: Vec<Combatant>,
    /// The sides.
    pub sides: Vec<affray_session::encounter::Side>,
    /// The optional rules in use.
    pub options: Options,
    /// `GR-R77` What is declared of the whole scenario.
    pub scenario: Declared,
    /// `GR-R63` Nobody sees farther, in yards.
    pub sight: u32,
    /// `GR-R76` What frightens.
    pub fears: Vec<Fear>,
    /// What opponents know of each other. No rule reads it.
    pub estimates: Estimates,
    /// The fight ends as a draw after so many rounds.
    pub round_limit: u32,
    /// The scenario or the map takes something off attack rolls: guards the rules for that.
    pub any_declared: bool,
    /// Some hex is higher than others: guards the rules for height.
    pub any_height: bool,
    /// Some hex cannot be entered, costs more or has bad footing: guards the search for ways round.
    pub any_barrier: bool,
    /// Some hex cannot be seen through: guards the search for them.
    pub any_screen: bool,
    /// A combatant rides: guards the rules for that.
    pub any_mount: bool,
}

/// One who fights.
#[derive(Debug, Clone)]
pub struct Combatant {
    /// The name, unique in the encounter.
    pub name: String,
    /// The side, as a place in [`Setup::sides`].
    pub side: u8,
    /// The sheet.
    pub sheet: Sheet,
    /// `GR-191` The MV of the mount that it sits on; 0 for none.
    pub mount: u8,
}

/// `GR-R107` `GR-D01` The optional rules of an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromValue)]
#[value(default)]
pub struct Options {
    /// Where a blow falls that is not aimed is rolled for (`GR-225`). Default: no, it is the body.
    pub random_location: bool,
    /// What cuts or impales wounds more than what crushes (`GR-228`). Default: yes.
    pub wound_type: bool,
    /// Limbs are crippled, and blows to brain, eyes and vital organs are worse (`GR-230`). Default: yes.
    pub location_wounds: bool,
    /// Hard hits stun, knock out and drive back (`GR-239`). Default: yes.
    pub damage_effects: bool,
    /// Missiles that are dodged may hit others (`GR-258`). Default: yes.
    pub stray_missiles: bool,
    /// The wounded bleed after the battle (`GR-261`). Default: no.
    pub bleeding: bool,
}

impl Default for Options {
    /// `GR-R107` What holds where an encounter says nothing.
    fn default() -> Self {
        Self {
            random_location: false,
            wound_type: true,
            location_wounds: true,
            damage_effects: true,
            stray_missiles: true,
            bleeding: false,
        }
    }
}

/// `GR-179` The circumstances of something frightful, without the heat of battle.
pub const CIRCUMSTANCES: [&str; 8] =
    ["at a distance", "forewarned", "isolated", "horde", "in the face", "small", "familiar", "other victims"];

/// `GR-178` `GR-R76` Something frightful.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fear {
    /// What it is.
    pub source: String,
    /// -1 to -10.
    pub severity: i32,
    /// `GR-179` What each of [`CIRCUMSTANCES`] adds.
    pub circumstances: [i8; CIRCUMSTANCES.len()],
    /// The combatants that have to face it, a bit each.
    pub victims: u64,
    /// The combatant that is the source, whom the panicked run from; otherwise the nearest foe.
    pub from: Option<CombatantId>,
}

impl Setup {
    /// Whether a declaration takes nothing off anything.
    pub fn is_plain(declared: &Declared) -> bool {
        *declared == Declared { cover: Cover::None, ..Declared::default() }
    }
}

affray_session::battle!(crate::Graded, Sheet, Fighter, facing);

impl<'a> Scene<'a> {
    /// The sides that have anybody left, once the fight is over.
    pub fn sides_left(self) -> SidesLeft {
        if self.state.stage != Stage::Over {
            return SidesLeft::Several;
        }
        SidesLeft::of(self.state.ids().filter(|&who| self.fighter(who).is_able()).map(|who| self.side(who)))
    }
    /// How a combatant stands.
    pub fn final_status(self, who: CombatantId) -> FinalStatus {
        let fighter = self.fighter(who);
        FinalStatus {
            dead: fighter.flags.has(Flags::DEAD),
            out: fighter.flags.any(OUT.union(Flags::INCAPACITATED)),
            fled: fighter.flags.has(Flags::GONE),
            hp: fighter.hp.into(),
            max_hp: self.sheet(who).hp.into(),
            ..FinalStatus::default()
        }
    }
    /// The scores of a combatant as they are now (`GR-250`, `GR-256`).
    #[inline]
    pub fn scores(self, who: CombatantId) -> &'a Scores {
        self.sheet(who).scores(self.fighter(who).is_halved())
    }
    /// `GR-250` `GR-256` An attribute of a combatant as it is now: the full one, and what is lost of it.
    #[inline]
    pub(crate) fn attribute<T: Tally>(self, who: CombatantId, rule: RuleId, pick: fn(&Scores) -> i32) -> T {
        let full = pick(self.sheet(who).scores(false));
        let mut score = T::base(rule, full);
        let halved = if self.fighter(who).hp <= 0 { rule!("GR-250") } else { rule!("GR-256") };
        score.add(halved, pick(self.scores(who)) - full);
        score
    }
    /// `GR-250` PER as it is now, rolled on or compared by that rule: lost HP halve it, exhaustion does not (`GR-256`).
    #[inline]
    pub(crate) fn perception<T: Tally>(self, who: CombatantId, rule: RuleId) -> T {
        let full = self.sheet(who).scores(false).per;
        let mut score = T::base(rule.named("PER"), full);
        score.add(rule!("GR-250"), self.sheet(who).scores(self.fighter(who).hp <= 0).per - full);
        score
    }
    /// Something a combatant carries.
    #[inline]
    pub fn item(self, who: CombatantId, item: u8) -> Option<&'a Item> {
        self.sheet(who).item(item)
    }
    /// The foes of a combatant that are not out of the fight.
    pub fn foes(self, who: CombatantId) -> impl DoubleEndedIterator<Item = CombatantId> + use<'a> {
        let side = self.side(who);
        self.state.ids().filter(move |&other| self.side(other) != side && self.fighter(other).is_up())
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-R03` A plain success roll.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn succeeds(
        &mut self,
        who: CombatantId,
        rule: RuleId,
        what: &'static str,
        target: &R::Tally,
    ) -> Result<bool, R::Pause> {
        self.referee.check(Why::new(who, rule, what), D3, target, |roll, score| crate::check::succeeded(score, roll))
    }
    /// A plain success roll against a score without modifiers.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn rolls(&mut self, who: CombatantId, rule: RuleId, what: &'static str, score: i32) -> Result<bool, R::Pause> {
        let target = R::Tally::base(rule, score);
        self.succeeds(who, rule, what, &target)
    }
}
