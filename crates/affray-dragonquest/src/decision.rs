//! Every decision of the game: what is asked, and what may be answered.
//!
//! The order in which the engine asks is part 4 of the ledger. Bigger choices are made of small
//! ones, action first. `judge` (beside each chapter's rules) refuses an illegal answer with the rule
//! that it breaks; `options` lists what a person would be shown.

use crate::files::choices::{ParryForm, WithKeys};
use affray_files::value::{FromValue, OrNone, Schema, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_session::choices::Asked;

pub use crate::sheet::Arm;
pub use crate::state::NONE;

/// A decision that is due.
#[derive(Debug, Clone, Copy, PartialEq, Asked)]
pub enum Question {
    /// `DQ-105` `DQ-R41` `DQ-D03` The substitute of a leader who cannot roll.
    #[asked(example = "a name")]
    Roller {
        /// The speaker of the side: the first that could roll.
        who: CombatantId,
    },
    /// `DQ-103` `DQ-D04` Which side's non-engaged figures go first.
    #[asked(example = "a side")]
    FirstSide {
        /// Who won the roll.
        who: CombatantId,
    },
    /// `DQ-108` `DQ-D05` First or last in the engagement: yes for first.
    First {
        /// The figure of the highest initiative.
        who: CombatantId,
    },
    /// `DQ-R39` `DQ-D02` Which figure of a side acts next.
    #[asked(example = "a name")]
    Next {
        /// The first of those that could.
        who: CombatantId,
    },
    /// `DQ-R05` `DQ-D06` The action.
    #[asked(key = "action", example = "`evade`, `{ charge = { target = \"Brakka\" } }`")]
    Act {
        /// Whose turn it is.
        who: CombatantId,
        /// Its first action of this pulse, where this is the second of two (`DQ-353`).
        after: Option<Deed>,
    },
    /// `DQ-301` `DQ-D07` The next hex or turn of a movement.
    #[asked(key = "path", example = "`E`, `turn NE`, `jump E 2`, `stop`")]
    Walk {
        /// Who moves.
        who: CombatantId,
        /// The movement so far.
        walk: Walk,
    },
    /// `DQ-R14` `DQ-D08` `DQ-D09` `DQ-D13` An attack, declared with all its options.
    #[asked(
        key = if plan.from == From::Riposte { "riposte" } else { "attack" },
        example = "`{ target = \"Brakka\", kind = \"trip\" }`, the name of a target, with a modifier `Brakka +10`, or `none`"
    )]
    Attack {
        /// Who attacks.
        who: CombatantId,
        /// The attacks that the action allows.
        plan: Plan,
    },
    /// `DQ-220` `DQ-D11` Whether to repulse one who comes into the hex.
    Repulse {
        /// Who defends.
        who: CombatantId,
        /// Who comes.
        by: CombatantId,
    },
    /// `DQ-413` `DQ-D12` Whether to parry, and with what.
    #[asked(example = "a weapon or `none`")]
    Parry {
        /// Who is attacked.
        who: CombatantId,
        /// By whom.
        by: CombatantId,
        /// The arm of the attacker.
        with: Arm,
    },
    /// `DQ-507` `DQ-508` `DQ-D14` Whether armor or shield suffers from a grievous blow.
    #[asked(example = "`armor` or `shield`")]
    Spare {
        /// Who was struck.
        who: CombatantId,
    },
    /// `DQ-R36` `DQ-D15` The task of a Pass.
    #[asked(example = "`stand-up`, `{ prepare = \"dagger\" }`")]
    Task {
        /// Who passes.
        who: CombatantId,
        /// It has moved in this Pass: what takes the place of the movement is out of the question.
        moved: bool,
    },
    /// `DQ-R10` `DQ-R13` Which way to face.
    #[asked(example = "a side such as `NE`")]
    Face {
        /// Who may turn.
        who: CombatantId,
    },
    /// `DQ-225` `DQ-R57` `DQ-D07` To which hex to come away.
    #[asked(example = "a hex such as `[2, 0]`")]
    Away {
        /// Who comes away.
        who: CombatantId,
    },
    /// `DQ-R18` `DQ-D18` Whether to go on holding whom one restrains: yes, or release him.
    Hold {
        /// Who restrains.
        who: CombatantId,
    },
    /// `DQ-R16` `DQ-D10` The line of fire is clear: loose or hold.
    Loose {
        /// Who aims.
        who: CombatantId,
        /// The shot or throw.
        blow: Blow,
    },
    /// `DQ-214` `DQ-216` `DQ-D16` Which way to face once the cast check is made.
    #[asked(key = "face", example = "a side such as `NE`")]
    FaceAfterCast {
        /// Who cast.
        who: CombatantId,
    },
    /// `DQ-356` `DQ-R22` `DQ-D17` Whether to use a Talent, beside the action.
    #[asked(example = "`{ spell = \"...\", target = \"...\" }` or `none`")]
    Talent {
        /// Whose turn it is.
        who: CombatantId,
    },
    /// `DQ-805` `DQ-D20` Whether a day passes, after the battle.
    Day {
        /// The first who is infected.
        who: CombatantId,
        /// Days since the battle.
        days: u32,
    },
}

/// A decision. In files it is a table with one key, the name of the variant.
#[derive(Debug, Clone, Copy, PartialEq, FromValue, ToValue)]
pub enum Choice {
    /// The action; two for those of modAG 26 and more. Default: a Pass, and no second one.
    #[value(rename = "action")]
    Act(Action),
    /// The movement, piece by piece: `"E"` enters the hex on that side, `"turn NE"` turns, `"jump E 2"` jumps two hexes,
    /// `"stop"` ends the movement where another one follows in the same turn. Default: none.
    #[value(rename = "path")]
    Step(Step),
    /// The attacks of whose turn it is, in their order. Default: none is made.
    Attack(Attack),
    /// The free attacks of ripostes. Default: none is made.
    Riposte(Attack),
    /// Facings where a figure may turn without moving. Default: as it stands.
    Face(Facing),
    /// What Passes are used for. Default: nothing.
    Task(Task),
    /// Weapons that parry, or `"none"`, in the order in which it is asked. Default: none.
    Parry(#[value(like = ParryForm)] Option<Arm>),
    /// What grievous blows spoil: `"armor"` or `"shield"`. Default: the armor.
    #[value(rename = "spare")]
    Spoil(Spoil),
    /// Whether those who are closed with try to repulse. Default: `false`.
    Repulse(bool),
    /// Whether restrainers go on holding. Default: `true`.
    Hold(bool),
    /// Hexes to which figures come away. Default: the first legal one.
    Away(Cell),
    /// Whether the highest initiative of an engagement acts first. Default: `true`.
    First(bool),
    /// Whether what has a clear line is loosed. Default: `true`.
    Loose(bool),
    /// Talents, or `"none"`: it is asked before the action, and after it if none was used. Default: none.
    Talent(#[value(like = OrNone<Talent>)] Option<Talent>),
    /// Which side's non-engaged figures go first, by name. Default: the winner of the roll.
    #[value(rename = "first_side")]
    FirstSide(#[value(named = "side")] u8),
    /// Which figure of a side acts next. Default: the first that can.
    Next(CombatantId),
    /// Who rolls in a leader's place. Default: the first that can.
    Roller(CombatantId),
    /// Whether a day of healing passes after the battle, while anybody is infected. Default: `false`, it is over.
    Day(bool),
    /// Something done unasked, at any time in the figure's own action (`DQ-R36`).
    Free(Free),
}

impl Choice {
    /// An attack with that modifier of the game master.
    #[must_use]
    pub fn modified(self, modifier: i8) -> Self {
        let with = |attack| match attack {
            Attack::Forgo => Attack::Forgo,
            Attack::One(blow) => Attack::One(Blow { modifier, ..blow }),
            Attack::Several(blows) => Attack::Several(blows.each(|blow| blow.modifier = modifier)),
        };
        match self {
            Self::Attack(attack) => Self::Attack(with(attack)),
            Self::Riposte(attack) => Self::Riposte(with(attack)),
            other => other,
        }
    }
}

/// `DQ-R05` An action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(words = ACTIONS, expected = "an action, as a word or a table")]
pub enum Action {
    /// Nothing at all.
    Nothing,
    /// Melee Attack, engaged (`DQ-201`); the answer says whether the half move comes after it.
    #[value(skip)]
    Attack {
        /// Attack first and move then (`DQ-202`).
        move_after: bool,
    },
    /// Evade (`DQ-204`, `DQ-205`, `DQ-313`).
    Evade,
    /// Withdraw (`DQ-207` to `DQ-211`).
    #[value(skip)]
    Withdraw(Stance),
    /// Pass (`DQ-212`, `DQ-213`, `DQ-317`): what it is used for, then its movement.
    Pass,
    /// Pass, with its movement first (`DQ-R36`).
    MoveThenPass,
    /// The whole TMR and nothing else (`DQ-318`).
    Move,
    /// Charge (`DQ-309`, `DQ-310`).
    Charge {
        /// The arm. Default: what is in hand first, else a natural attack, else bare hands.
        #[value(flatten, like = WithKeys)]
        with: Arm,
        /// At whom (`DQ-R46`).
        target: CombatantId,
    },
    /// Retreat (`DQ-314`).
    Retreat,
    /// Grapple, in close combat (`DQ-223`).
    Grapple,
    /// Close and Grapple, engaged (`DQ-219`).
    Close {
        /// Whose hex is entered.
        target: CombatantId,
    },
    /// Charge and Close, not engaged (`DQ-311`).
    ChargeClose {
        /// Whose hex is entered.
        target: CombatantId,
    },
    /// Fire (`DQ-315`): a missile or thrown weapon, which is declared next.
    #[value(skip)]
    Fire {
        /// The movement of who has a loaded crossbow (`DQ-316`).
        moving: Moving,
    },
    /// Fire, with a monster's breath (`DQ-R51`).
    Breathe {
        /// The line goes through this figure's hex.
        target: CombatantId,
    },
    /// Cast the spell that was prepared (`DQ-R22`).
    Cast {
        /// At whom.
        target: CombatantId,
    },
}

/// Actions that are a word, besides those without options.
const ACTIONS: &[(&str, Action)] = &[
    ("attack", Action::Attack { move_after: false }),
    ("attack-then-move", Action::Attack { move_after: true }),
    ("withdraw-offensively", Action::Withdraw(Stance::Offensive)),
    ("withdraw-defensively", Action::Withdraw(Stance::Defensive)),
    ("withdraw", Action::Withdraw(Stance::Open)),
    ("break-out", Action::Withdraw(Stance::Break)),
    ("fire", Action::Fire { moving: Moving::No }),
    ("move-then-fire", Action::Fire { moving: Moving::Before }),
    ("fire-then-move", Action::Fire { moving: Moving::After }),
];

/// `DQ-315` `DQ-316` When one who fires moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Moving {
    /// Not at all.
    #[default]
    No,
    /// Two hexes, then the shot.
    Before,
    /// The shot, then two hexes.
    After,
}

/// `DQ-R22` A Talent as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub struct Talent {
    /// Which one of the sheet's spells and Talents.
    #[value(named = "spell")]
    pub spell: u8,
    /// At whom.
    pub target: CombatantId,
}

/// `DQ-207` The posture of a withdrawal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stance {
    /// With a blow at -20 (`DQ-208`).
    Offensive,
    /// With +20 to the defense (`DQ-210`).
    Defensive,
    /// By a normal move, where the opponent does not stand in the figure's melee zone (`DQ-211`).
    Open,
    /// Out of close combat, by a roll of strength (`DQ-224`).
    Break,
}

/// The kind of an action, as `DQ-353` counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Schema, ToValue)]
pub enum Deed {
    /// None.
    Nothing,
    /// Melee Attack.
    Attack,
    /// Evade.
    Evade,
    /// Withdraw.
    Withdraw,
    /// Pass.
    Pass,
    /// A plain move.
    Move,
    /// Charge.
    Charge,
    /// Retreat.
    Retreat,
    /// Grapple.
    Grapple,
    /// Close and Grapple.
    Close,
    /// Charge and Close.
    ChargeClose,
    /// Fire.
    Fire,
    /// Cast.
    Cast,
}

impl Action {
    /// Its kind.
    pub const fn deed(self) -> Deed {
        match self {
            Self::Nothing => Deed::Nothing,
            Self::Attack { .. } => Deed::Attack,
            Self::Evade => Deed::Evade,
            Self::Withdraw(_) => Deed::Withdraw,
            Self::Pass | Self::MoveThenPass => Deed::Pass,
            Self::Move => Deed::Move,
            Self::Charge { .. } => Deed::Charge,
            Self::Retreat => Deed::Retreat,
            Self::Grapple => Deed::Grapple,
            Self::Close { .. } => Deed::Close,
            Self::ChargeClose { .. } => Deed::ChargeClose,
            Self::Fire { .. } | Self::Breathe { .. } => Deed::Fire,
            Self::Cast { .. } => Deed::Cast,
        }
    }
}

/// The manner of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gait {
    /// One hex within the melee zones that hold it, with any turn (`DQ-201`, `DQ-204`).
    Shift,
    /// Up to its allowance, with any turn.
    Free,
    /// Up to its allowance, without a turn (`DQ-203`, `DQ-312`).
    Straight,
    /// Into a rear hex, facing kept (`DQ-207`).
    Back,
    /// Straight back, facing kept (`DQ-314`).
    Retreat,
    /// Straight ahead on a charging mount, without a turn (`DQ-727`).
    Ride,
    /// No hex at all: a multi-hex figure turns with what movement it has left (`DQ-203`, `DQ-703`).
    Pivot,
}

/// A movement so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Walk {
    /// The manner of movement.
    pub gait: Gait,
    /// Movement points left.
    pub left: u8,
    /// Hexes entered.
    pub hexes: u8,
    /// A melee zone ended it (`DQ-304`): only the facing is left.
    pub stopped: bool,
    /// It turned.
    pub turned: bool,
    /// The last hex in which it can stay.
    pub safe: Cell,
    /// It may jump (`DQ-R07`).
    pub may_jump: bool,
    /// The rule that sets its length.
    pub rule: RuleId,
}

/// A piece of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Into the next hex this way.
    To(Facing),
    /// Turn.
    Turn(Facing),
    /// Jump over so many hexes in a straight line, into the last of them (`DQ-306`).
    Jump {
        /// This way.
        way: Facing,
        /// 1 to 3 hexes.
        hexes: u8,
    },
    /// No further.
    Stop,
}

/// The attacks that an action allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The occasion.
    pub from: From,
    /// The only target it may have; [`NONE`] for any.
    pub only: u8,
    /// The only arm it may be made with; [`Arm::NONE`] for any.
    pub with: Arm,
}

/// The occasion of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum From {
    /// A Melee Attack.
    Melee,
    /// A Charge.
    Charge,
    /// An offensive withdrawal (`DQ-208`).
    Withdrawal,
    /// A riposte (`DQ-417`).
    Riposte,
    /// A Grapple in close combat (`DQ-223`).
    Grapple,
    /// Fire (`DQ-R45`): what is loosed or thrown.
    Fire,
}

/// An attack as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(expected = "\"none\" or a table")]
pub enum Attack {
    /// None after all.
    #[value(rename = "none")]
    Forgo,
    /// Several blows, in this order: one with each of two weapons (`DQ-425`), one at each target of a sweep
    /// (`DQ-427`), one with each natural attack (`DQ-R34`).
    #[value(table_with = "blows")]
    Several(Blows),
    /// One blow.
    #[value(table)]
    One(Blow),
}

/// The most blows of one attack: as many as there are natural attacks.
pub const MOST_BLOWS: usize = crate::sheet::MOST_NATURAL;

/// Several blows in their order, 2 to [`MOST_BLOWS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blows {
    all: [Blow; MOST_BLOWS],
    count: u8,
}

impl Blows {
    /// These blows; `None` if they are fewer than two, or too many.
    pub fn new(blows: &[Blow]) -> Option<Self> {
        if !(2..=MOST_BLOWS).contains(&blows.len()) {
            return None;
        }
        let mut all = [blows[0]; MOST_BLOWS];
        all[..blows.len()].copy_from_slice(blows);
        Some(Self { all, count: blows.len() as u8 })
    }
    /// The blows.
    pub fn all(&self) -> &[Blow] {
        &self.all[..self.count as usize]
    }
    /// These blows with something changed about each of them.
    #[must_use]
    pub fn each(mut self, change: impl Fn(&mut Blow)) -> Self {
        self.all.iter_mut().for_each(change);
        self
    }
}

/// One blow as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blow {
    /// The arm.
    pub with: Arm,
    /// The target.
    pub target: CombatantId,
    /// The attack type.
    pub kind: Kind,
    /// The game master's modifier, -50 to +50 (`DQ-R14`).
    pub modifier: i8,
}

/// `DQ-R49` An attack type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A plain attack.
    Plain,
    /// To make the target fall (`DQ-431`).
    Trip,
    /// With net, whip or bola (`DQ-435`).
    Entangle,
    /// To hold the target fast, in close combat (`DQ-439`), perhaps together with others (`DQ-442`).
    Restrain {
        /// Who helps.
        helper: Option<CombatantId>,
        /// Who helps too.
        second: Option<CombatantId>,
    },
    /// To knock the target unconscious (`DQ-443`).
    Knockout,
    /// With a shield (`DQ-447`).
    Rush,
    /// To make the target drop something (`DQ-451`).
    Disarm {
        /// What, as the target names it.
        held: Arm,
    },
}

impl Kind {
    /// `DQ-R49` Whether a die is thrown for the damage, so that blows differ in force.
    pub const fn has_damage_die(self) -> bool {
        !matches!(self, Self::Restrain { .. } | Self::Knockout | Self::Disarm { .. })
    }
}

/// `DQ-507` `DQ-508` The piece of armor that a grievous blow spoils.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Spoil {
    /// The armor: 2 points of protection.
    Armor,
    /// The shield breaks.
    Shield,
}

/// `DQ-R36` The task of a Pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
#[value(expected = "a task, as a word or a table")]
pub enum Task {
    /// Nothing.
    Nothing,
    /// Prepares an item.
    Prepare(Arm),
    /// Stores an item.
    Store(Arm),
    /// Picks an item up that lies in its hex.
    PickUp(Arm),
    /// Stands up.
    StandUp,
    /// Crawls (`DQ-308`).
    Crawl,
    /// Lies down.
    LieDown,
    /// Mounts (`DQ-721`).
    Mount(CombatantId),
    /// Dismounts (`DQ-721`).
    Dismount,
    /// Makes one of the two Passes that free it of what entangles it (`DQ-438`).
    Disentangle,
    /// Loads a crossbow; a heavy one in two Passes in a row.
    Load(Arm),
    /// Puts poison on a weapon (`DQ-611`).
    Poison {
        /// The weapon.
        item: Arm,
        /// Which poison.
        #[value(rename = "with", named = "poison")]
        poison: u8,
    },
    /// Removes a stuck weapon (`DQ-624`).
    Remove {
        /// From whom: oneself or an adjacent friend. Default: oneself.
        #[value(mine)]
        from: CombatantId,
        /// Whose weapon it is.
        owner: CombatantId,
        /// The weapon, or the one that loosed it, by its number on the owner's sheet.
        #[value(named = "own item", of = owner)]
        item: u8,
    },
    /// Bandages oneself or an adjacent friend.
    Bandage(CombatantId),
    /// Prepares a spell (`DQ-R22`).
    Spell(#[value(named = "spell")] u8),
}

/// A free action between decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, FromValue, ToValue)]
pub enum Free {
    /// Drops an item.
    Drop(Arm),
}
