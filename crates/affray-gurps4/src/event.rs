//! Everything that can happen. An event holds numbers only; names are put in where people or logs read it.

use crate::decision::{Defense, DefenseKind, Maneuver, Strike};
use crate::sheet::ItemId;
use crate::state::Posture;
use affray_3d6::damage::DamageType;
use affray_3d6::location::Location;
use affray_files::value::{Schema, ToValue};
use affray_grid::{Cell, Facing};
use affray_kernel::referee::{CombatantId, Refusal};
use affray_kernel::rules::RuleId;
use affray_session::said::Said;

/// `G4-R36` A row of the critical hit tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum CriticalHit {
    /// Nothing more.
    Normal,
    /// Basic damage times that.
    Times(i32),
    /// DR is halved.
    HalfDr,
    /// DR counts as 0.
    NoDr,
    /// DR counts as 0, and basic damage twice.
    TwiceNoDr,
    /// Any injury counts as a Major Wound.
    Major,
    /// All dice show their highest face.
    Maximum,
    /// The target drops a held weapon.
    Drops,
    /// Any injury: prone and stunned without a roll.
    Fells,
    /// Any injury: stunned without a roll.
    Stuns,
}

/// `G4-R36` A row of the critical miss table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum CriticalMiss {
    /// The weapon is disabled.
    Disabled,
    /// It hits its own leg for half the damage.
    HitsOwnLeg,
    /// Off balance.
    OffBalance,
    /// The weapon is dropped.
    Dropped,
    /// The weapon is unready.
    Unready,
    /// The weapon flies ahead.
    Flies,
    /// It falls prone.
    Falls,
}

/// `G4-180` What FP are paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Effort {
    /// `G4-112` Rapid Recovery.
    RapidRecovery,
    /// `G4-128` Mighty Blow.
    MightyBlow,
    /// `G4-147` Heroic Charge.
    HeroicCharge,
    /// `G4-159` Giant Step.
    GiantStep,
    /// `G4-254` Feverish Defense.
    FeverishDefense,
    /// `G4-273` Flurry of Blows.
    FlurryOfBlows,
}

/// The result of a roll to hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum AttackResult {
    /// A critical hit.
    Critical,
    /// A hit.
    Hit,
    /// A miss.
    Miss,
    /// A critical miss.
    CriticalMiss,
}

/// Why a figure is out of the fight for now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Condition {
    /// Stunned.
    Stunned,
    /// Frozen by surprise.
    Frozen,
    /// Unconscious.
    Unconscious,
    /// Collapsed.
    Collapsed,
    /// Dead.
    Dead,
    /// Decapitated.
    Decapitated,
    /// Off balance.
    OffBalance,
}

/// `G4-R62` What follows from points that a game master set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Consequence {
    /// `G4-341` Below half of its HP.
    Wounded,
    /// `G4-342` At 0 HP or below.
    Fading,
    /// `G4-343` At -1 times its maximum of HP or below.
    Dying,
    /// `G4-R35` Dead without a roll, at -5 times its maximum of HP or below.
    Dead,
    /// `G4-346` Below half of its FP.
    Tired,
    /// `G4-347` At 0 FP or below.
    Spent,
    /// `G4-348` Collapsed, at -1 times its maximum of FP or below.
    Collapsed,
}

/// Why an attack meets no active defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Undefended {
    /// None was chosen.
    Choice,
    /// `G4-130` After an All-Out Attack.
    AllOut,
    /// `G4-396` Frozen by surprise.
    Frozen,
    /// `G4-R44` Blind, against a ranged attack.
    Blind,
    /// `G4-240` It does not know of the attack.
    Unaware,
    /// `G4-240` Unconscious, collapsed or dead.
    Out,
}

/// Why an aim is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum AimLoss {
    /// `G4-117` An active defense was used.
    Defense,
    /// `G4-118` The Will roll after an injury failed.
    Injury,
    /// `G4-119` Another maneuver, or no attack made.
    Maneuver,
    /// `G4-119` Stunned or out.
    Out,
    /// `G4-R11` Its weapon is no longer in hand, ready and whole.
    Weapon,
}

/// Something that was declared and is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Forgone {
    /// The attack of the maneuver.
    Attack,
    /// A further attack of the maneuver.
    FurtherAttack,
    /// The Feint of the maneuver.
    Feint,
}

/// Why something that was declared is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Schema, ToValue)]
pub enum Lost {
    /// `G4-085` `G4-086` `G4-295` `G4-R69` The target is at that distance, to which it does not go.
    Distance(i32),
    /// `G4-085` `G4-086` The target is not in front.
    Behind,
    /// `G4-R63` Something stands between.
    Hidden,
    /// `G4-102` Prone, out of reach of the target's hex.
    Prone,
    /// `G4-104` Prone, without a Charge or more than one hex.
    ProneMove,
    /// `G4-127` `G4-R30` `G4-R34` The weapon is not in hand, ready and whole.
    Weapon,
    /// `G4-127` `G4-R26` The target is dead.
    Dead,
    /// Nobody is left to be attacked.
    NoFoe,
    /// `G4-R10` `G4-110` It is not there any more.
    Gone,
    /// `G4-R52` No hand is free, or nothing is loaded.
    Hands,
    /// `G4-181` The FP do not suffice.
    Effort,
    /// `G4-008` The effective skill is too low.
    Skill,
    /// `G4-R43` Grappled.
    Held,
    /// Stunned, or out of the fight.
    Hindered,
    /// Something else.
    Other,
}

impl From<&Refusal> for Lost {
    fn from(refusal: &Refusal) -> Self {
        let known: [(&[RuleId], Self); 10] = [
            (&[rule!("G4-085"), rule!("G4-086"), rule!("G4-295"), rule!("G4-R69")], Self::Distance(0)),
            (&[rule!("G4-102")], Self::Prone),
            (&[rule!("G4-104")], Self::ProneMove),
            (&[rule!("G4-127"), rule!("G4-R30"), rule!("G4-R34"), rule!("G4-R26")], Self::Weapon),
            (&[rule!("G4-R63")], Self::Hidden),
            (&[rule!("G4-R10"), rule!("G4-110")], Self::Gone),
            (&[rule!("G4-R52")], Self::Hands),
            (&[rule!("G4-181")], Self::Effort),
            (&[rule!("G4-008"), rule!("G4-138")], Self::Skill),
            (&[rule!("G4-R43")], Self::Held),
        ];
        known.iter().find(|(rules, _)| rules.contains(&refusal.rule)).map_or(Self::Other, |(_, why)| *why)
    }
}

affray_kernel::events! {
    /// Something that happened.
    #[derive(Debug, Clone, Copy, PartialEq, Said, Schema, ToValue)]
    #[value(tag = "event", owner = "who")]
    #[allow(missing_docs, reason = "fields are named for what they are; `narrate` says it in words")]
    pub enum Event {
        /// Somebody hidden acted against a foe, and is seen from now on.
        Revealed { who: CombatantId } => "{who} is seen.",
        RoundBegins { number: u32 },
        TurnBegins { who: CombatantId } => "{who}'s turn.",
        TurnEnds { who: CombatantId },
        /// `forced`: stunned or frozen, where that forces it to do nothing (`G4-063`).
        Maneuvers { who: CombatantId, maneuver: Maneuver, forced: Option<Condition> },
        /// One FP is paid for an extra effort.
        Tires { who: CombatantId, effort: Effort, left: i32 },
        Moves { who: CombatantId, to: Cell, facing: Facing },
        /// Came into the hex of an enemy; `through`: on the way through it, after a slam.
        Enters { who: CombatantId, other: CombatantId, through: bool } =>
            "{who} runs on through the hex of {other} (G4-300)." else "{who} is in the hex of {other} now (G4-083).",
        /// A Move that goes nowhere.
        Stays { who: CombatantId, at: Cell, facing: Facing },
        Turns { who: CombatantId, facing: Facing },
        Jumps { who: CombatantId, to: Cell } => "{who} lands at {to}.",
        Takes { who: CombatantId, posture: Posture },
        /// A Ready did something to an item: what is left to do, 0 for done.
        Readies { who: CombatantId, item: ItemId, left: u8 },
        Stores { who: CombatantId, item: ItemId },
        PicksUp { who: CombatantId, item: ItemId },
        Uses { who: CombatantId, item: ItemId },
        /// Rapid Recovery.
        Recovers { who: CombatantId, item: ItemId },
        Unreadied { who: CombatantId, item: ItemId },
        Drops { who: CombatantId, item: ItemId, at: Cell },
        Disables { who: CombatantId, item: ItemId },
        Destroys { who: CombatantId, item: ItemId },
        Damages { who: CombatantId, item: ItemId, points: i32, left: i32 },
        Aims { who: CombatantId, target: CombatantId, bonus: i32 },
        LosesAim { who: CombatantId, cause: AimLoss },
        /// The margin of victory: 0 for a tie, below 0 where the target wins.
        Feints { who: CombatantId, target: CombatantId, margin: i32 },
        Concentrates { who: CombatantId, #[value(named = "task")] task: u8, left: u8 },
        LosesTask { who: CombatantId, #[value(named = "task")] task: u8 },
        CompletesTask { who: CombatantId, #[value(named = "task")] task: u8 },
        Waits { who: CombatantId },
        WaitLapses { who: CombatantId } => "{who} has waited in vain.",
        Interrupts { who: CombatantId, by: CombatantId } => "{who} has waited for that and interrupts {by}.",
        Attacks { who: CombatantId, strike: Strike },
        /// What was declared could no longer be done; `second`: it is the second of two traded attacks (`G4-R26`).
        Wasted { who: CombatantId, second: bool, why: Lost },
        /// Two attacks are made for one: a Rapid Strike, or one with each hand.
        Trades { who: CombatantId, rapid: bool } =>
            "{who} makes a Rapid Strike: two attacks for one (G4-272)." else "{who} makes a Dual Weapon Attack: one with each hand (G4-270).",
        Strikes { who: CombatantId, target: CombatantId, result: AttackResult },
        /// A missed attack threatens somebody else (`G4-226`).
        Strays { who: CombatantId, target: CombatantId, hits: bool } =>
            "{who}'s attack goes on and comes at {target} (G4-226)." else "{who}'s attack goes on past {target} (G4-226).",
        /// What a Parry or Block is made with, before its roll; `off`: it is in the off hand.
        Tries { who: CombatantId, defense: DefenseKind, item: ItemId, off: bool },
        Defends { who: CombatantId, by: CombatantId, defense: Defense, succeeds: bool },
        /// No defense is tried.
        Undefended { who: CombatantId, by: CombatantId, cause: Undefended },
        CriticalHit { who: CombatantId, target: CombatantId, row: CriticalHit },
        CriticalMiss { who: CombatantId, row: CriticalMiss },
        Damaged { who: CombatantId, basic: i32, kind: DamageType, location: Location, resisted: i32, penetrating: i32 },
        /// `shock` is what there is of it then (`G4-350`).
        Injured { who: CombatantId, lost: i32, left: i32, shock: i32 },
        Crippled { who: CombatantId, location: Location },
        MajorWound { who: CombatantId } => "A Major Wound for {who} (G4-355).",
        /// Knocked back so many hexes, of those that the blow gives: something may stop it before, the `edge` of the map too.
        KnockedBack { who: CombatantId, hexes: i32, of: i32, to: Cell, edge: bool },
        Collides { who: CombatantId, into: Option<CombatantId> },
        /// `G4-R32` A slammer that runs on stops before the hex `at`, in which `other` is, or that is blocked.
        StopsShort { who: CombatantId, at: Cell, other: Option<CombatantId> },
        Becomes { who: CombatantId, condition: Condition },
        /// `G4-395` Frozen for so many of its turns.
        Freezes { who: CombatantId, turns: i32 },
        /// `G4-396` A turn of that is over: so many are left.
        Thaws { who: CombatantId, left: i32 },
        SnapsOut { who: CombatantId } => "{who} snaps out of it.",
        Wakes { who: CombatantId } => "{who} comes round.",
        Grapples { who: CombatantId, target: CombatantId } => "{who} grapples {target}.",
        Free { who: CombatantId } => "{who} is held no more.",
        Initiative { who: CombatantId, total: i32 },
        /// `below`: partial surprise, by an initiative below that one (`G4-392`); else it is taken completely (`G4-395`).
        Surprised { #[value(named = "side")] side: u8, below: Option<i32> },
        /// Healed by an item.
        Heals { who: CombatantId, hp: i32, fp: i32 },
        /// `G4-252` The step of a Retreat.
        Retreats { who: CombatantId, to: Cell } => "{who} retreats to {to}.",
        /// `G4-124` The margin of a Feint was not used in time.
        FeintLapses { who: CombatantId } => "{who}'s feint is not used and lapses (G4-124).",
        /// `G4-061` The place in the order of turns, from 1.
        TakesPlace { who: CombatantId, place: u32 },
        /// An attack or feint of the maneuver is not made: by choice, or because no foe can be attacked so; `why`: what of
        /// the attacker itself keeps it from that.
        Forgoes { who: CombatantId, what: Forgone, chosen: bool, why: Option<Lost> },
        /// `G4-284` `G4-285` `G4-286` The margin of victory in the contest over an item of the target: 0 for a tie, below 0
        /// where the target wins.
        Disarms { who: CombatantId, #[value(owner)] target: CombatantId, item: ItemId, margin: i32 },
        /// `G4-R31` A weapon that parried a body does not break.
        Holds { who: CombatantId, item: ItemId },
        /// `G4-R52` A shot is spent of those that were loaded.
        Shoots { who: CombatantId, item: ItemId, left: i32 },
        /// `G4-R39` A stun that changes nothing.
        StaysStunned { who: CombatantId } => "{who} is stunned already: that changes nothing (G4-R39).",
        /// `G4-R31` A weapon parried a body of so many pounds; its own weight in hundredths of a pound, and how many times
        /// that is in them.
        ParriesBody { who: CombatantId, item: ItemId, pounds: i32, weight: i32, times: i32 },
        /// `G4-R62` A game master set its HP or FP to so many points, and that has a consequence.
        Follows { who: CombatantId, consequence: Consequence, points: i32 },
        /// `G4-R34` `G4-R62` A game master crippled a part of it.
        Lamed { who: CombatantId, location: Location },
        /// `G4-R43` It could not break free.
        StaysHeld { who: CombatantId, by: CombatantId } => "{who} is still held by {by}.",
    }
}

affray_kernel::rolls! {
    "acrobatics" => "an acrobatic dodge",
    "attack" => "an attack of any kind",
    "balance" => "keeping one's feet after knockback",
    "blind fighting" => "sensing an attacker that is not seen",
    "block" => "a block",
    "break" => "the highest die on which a weapon breaks that parried a body",
    "DR" => "DR that counts against a blow, where it is not the location's own",
    "cost" => "points that a hex or a turn costs, where it is not one",
    "damage for a hex of knockback" => "how much damage pushes by one hex",
    "death" => "staying alive below -HP",
    "disarm" => "striking a weapon from a hand",
    "dodge" => "a dodge",
    "feint" => "a feint",
    "initiative" => "surprise: what a leader's die comes to",
    "injury" => "HP lost, from the dice of the damage on",
    "jump" => "the farthest that a jump leads, in hexes",
    "aim" => "the bonus of a further Aim",
    "keep aim" => "aiming on when hurt or disturbed",
    "keep concentration" => "concentrating on when hurt or disturbed",
    "keep hold" => "keeping hold of a weapon against disarming",
    "knockback" => "hexes of knockback",
    "knockdown" => "staying up and unstunned after a blow",
    "move" => "points of a movement",
    "points left" => "points of a movement that are left at its end, where a hex or a turn cost other than one",
    "parry" => "a parry",
    "range" => "yards of range and speed",
    "run on" => "hexes that a slammer has to run on after a Dodge",
    "see through" => "seeing through a feint",
    "shock" => "shock, where it is not the HP just lost alone: capped, doubled, or with what there is of it before",
    "snap out" => "recovering from stun",
    "stay awake" => "staying conscious at 0 HP or below",
    "stay up" => "staying up after a slam or shove",
    "stray" => "hitting another one in the way",
    "strength" => "either side of a contest of strength",
    "weapon damage" => "HP that a weapon loses, from the dice of the damage on",
    "will" => "Will, where fatigue could end it",
}

/// The rolls with which somebody attacks.
pub(crate) const ATTACKS: &[&str] = &["attack"];
