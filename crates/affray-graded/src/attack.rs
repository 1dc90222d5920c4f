//! An attack: whether it may be made, what it is rolled on, and how it goes from the roll to the wound.
//!
//! Part 1.4 of the ledger; rules `GR-027` to `GR-032`, `GR-063`, `GR-065`, `GR-068` to `GR-070`, `GR-081`,
//! `GR-091` to `GR-093`, `GR-173` to `GR-177`, `GR-183`, `GR-184`, `GR-187`, `GR-190` to `GR-196`; rulings
//! `GR-R01`, `GR-R02`, `GR-R16`, `GR-R31`, `GR-R32`, `GR-R37`, `GR-R38`, `GR-R62`, `GR-R77`, `GR-R83`,
//! `GR-R90`. Read [`Fight::strike`] first.

use crate::Graded;
use crate::check::{is_fumble, margin};
use crate::damage::{Force, Grade};
use crate::decision::{
    Blow, Charge, Choice, Declared, Defense, Fist, From, Incoming, MOST_MARGIN, Mode, NONE, Plan, Posture, Question,
    Side,
};
use crate::defense;
use crate::event::Event;
use crate::location::Location;
use crate::scene::{D1, D3, Fight, Scene};
use crate::sheet::{Item, Traits, UNARMED};
use crate::state::{ATTACK_CARES, Flags, ItemFlags, Marks, NONE as NO, STUN, State};
use affray_core::referee::{CombatantId, Referee, Refusal, Why};
use affray_core::tally::{Sum, Tally};

/// What an attack roll came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// `GR-R04` A critical miss.
    Fumble,
    /// A miss; by more than 3 (`GR-R16`); of a roll that PD alone made one.
    Miss { badly: bool, turned: bool },
    /// A success by so much after PD (before it, where the location is still to be rolled); an automatic one
    /// stays one, whatever the PD.
    By { by: i8, sure: bool },
}

/// Stands for the PD of a location that is still to be rolled; it counts as 0.
const UNKNOWN: i32 = -100;

/// `GR-R01` to `GR-R04` Reads an attack roll on T0 against a PD. `coarse`: only the grade is of interest.
fn read(roll: i32, score: i32, pd: i32, coarse: bool, unsteady: bool) -> Reading {
    if is_fumble(roll, score) {
        return Reading::Fumble;
    }
    let sure = roll <= 4 && pd == UNKNOWN;
    let pd = pd.max(0);
    // GR-R03: the floor of an automatic success is put under the margin after PD.
    let by = match roll {
        ..=4 => (score - roll - pd).max(0),
        17.. => margin(roll, score).min(-1) - pd,
        _ => score - roll - pd,
    };
    if by < 0 {
        return Reading::Miss { badly: unsteady && by <= -4, turned: roll < 17 && roll <= score };
    }
    let by = match Grade::of(by) {
        Some(grade) if coarse => grade.margin(),
        _ => by.min(MOST_MARGIN),
    };
    Reading::By { by: by as i8, sure }
}

impl Scene<'_> {
    /// `GR-194` `GR-R87` What stun takes off.
    #[inline]
    pub fn stun_penalty(self, who: CombatantId) -> i32 {
        if self.fighter(who).flags.any(STUN) { -4 } else { 0 }
    }

    /// In which hand a blow is struck: 1 for the off hand alone.
    fn hand_of(self, who: CombatantId, item: u8) -> usize {
        let hands = self.fighter(who).hands;
        usize::from(hands[1] == item && hands[0] != item)
    }

    /// What an attack roll starts from: the skill, less what is missing of ST (`GR-R32`).
    fn base<T: Tally>(self, who: CombatantId, blow: &Blow, from: From) -> T {
        let sheet = self.sheet(who);
        let dx = self.scores(who).dx;
        let skill = |skill: Option<i32>| skill.unwrap_or(dx);
        match blow.mode {
            Mode::Punch(Fist::Dx) => T::base(rule!("GR-091"), dx),
            Mode::Punch(Fist::Boxing) => T::base(rule!("GR-091"), skill(sheet.boxing)),
            Mode::Punch(Fist::Brawling) => T::base(rule!("GR-091"), skill(sheet.brawling)),
            Mode::Kick(Fist::Dx) => T::base(rule!("GR-092"), dx - 2),
            Mode::Kick(Fist::Boxing) => T::base(rule!("GR-092"), skill(sheet.boxing) - 1),
            Mode::Kick(Fist::Brawling) => T::base(rule!("GR-092"), skill(sheet.brawling) - 2),
            Mode::Bite => T::base(rule!("GR-093"), dx),
            Mode::Bash => T::base(rule!("GR-082"), sheet.shield),
            Mode::Shoot => match sheet.item(blow.with).and_then(|item| item.ranged) {
                Some(ranged) => self.armed_base(who, ranged.skill, ranged.base),
                None => T::base(rule!("GR-R01"), dx),
            },
            _ => match sheet.item(blow.with) {
                // GR-R59: the riposte is made at half Knife skill.
                Some(_) if from == From::Riposte => T::base(rule!("GR-132"), sheet.knife / 2),
                Some(item) => self.armed_base(who, item.skill, item.base),
                None => T::base(rule!("GR-R01"), dx),
            },
        }
    }

    /// `GR-193` `GR-R32` The skill with a weapon, or Mounted combat in its place, and what is missing of ST.
    fn armed_base<T: Tally>(self, who: CombatantId, skill: i32, base: i32) -> T {
        let mut score = match self.mounted_skill(who, skill) {
            Some(mounted) => T::base(rule!("GR-193"), mounted),
            None => T::base(rule!("GR-R01"), skill),
        };
        score.add(rule!("GR-R32"), base - skill);
        score
    }

    /// `GR-193` Mounted combat, where a rider is better off with it than with a weapon's skill less what the
    /// mount's movement takes off at best.
    fn mounted_skill(self, who: CombatantId, skill: i32) -> Option<i32> {
        if !self.rides_on(who) {
            return None;
        }
        let moved = i32::from(self.fighter(who).moved);
        self.sheet(who).mounted.filter(|&mounted| skill - moved <= mounted)
    }

    /// `GR-191` `GR-R86` Whether somebody sits on a mount that has moved.
    fn rides_on(self, who: CombatantId) -> bool {
        self.setup.any_mount && self.setup.combatants[who.index()].mount != 0 && self.fighter(who).moved != 0
    }

    /// `GR-193` Whether a blow is struck with Mounted combat.
    fn strikes_mounted(self, who: CombatantId, blow: &Blow) -> bool {
        let Some(item) = self.item(who, blow.with) else { return false };
        let skill = match (blow.mode, item.ranged) {
            (Mode::Bash, _) => return false,
            (Mode::Shoot, Some(ranged)) => ranged.skill,
            _ => item.skill,
        };
        self.mounted_skill(who, skill).is_some()
    }

    /// T0 (part 1.4): what an attack is rolled on, PD not counted (`GR-R02`). Wounds as such take nothing off
    /// (`GR-196`, `GR-R89`).
    pub fn attack_score<T: Tally>(self, who: CombatantId, blow: &Blow, plan: &Plan) -> T {
        let from = plan.from;
        if from == From::Stray {
            return self.stray_score(blow, plan);
        }
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let mut score = self.base::<T>(who, blow, from);
        if let Some(at) = blow.at {
            score.add(rule!("GR-181"), at.penalty(self.sheet(blow.target).closed_helm));
        }
        let darkness = if self.setup.any_declared || blow.declared.darkness != 0 { self.darkness(blow) } else { 0 };
        // GR-065: the wild swing's -5 or the darkness, whichever is worse.
        if from == From::Wild {
            score.add(rule!("GR-065"), darkness.min(-5));
        } else {
            score.add(rule!("GR-177"), darkness);
        }
        if self.setup.any_declared || blow.declared != Declared::default() {
            self.add_declared(&mut score, who, blow, plan);
        }
        if fighter.posture != Posture::Standing {
            score.add(rule!("GR-183"), if fighter.posture == Posture::Lying { -4 } else { -2 });
        }
        if fighter.flags.any(ATTACK_CARES) {
            score.add(rule!("GR-194"), self.stun_penalty(who));
            let blind =
                i32::from(fighter.flags.has(Flags::BLIND_NEAR)) + i32::from(fighter.flags.has(Flags::BLIND_FAR));
            score.add(rule!("GR-190"), -5 * blind);
        }
        if self.setup.any_mount {
            self.add_mount(&mut score, who, blow);
        }
        let item = sheet.item(blow.with);
        if let Some(item) = item {
            if from != From::TwoWeapons && from != From::Riposte && item.hands == 1 && blow.mode != Mode::Bash {
                let off = self.hand_of(who, blow.with) == 1 && !sheet.traits.has(Traits::AMBIDEXTERITY);
                score.add(rule!("GR-184"), if off { -4 } else { 0 });
            }
            if item.traits.has(crate::sheet::ItemTraits::UNFAMILIAR) || blow.declared.unfamiliar {
                score.add(rule!("GR-195"), -2);
            }
        }
        if from.is_ranged() {
            self.add_missile(&mut score, who, blow, plan);
        } else {
            self.add_melee(&mut score, who, blow, plan, item);
        }
        score
    }

    /// The chance that an attack hits if nobody defends, in percent, and whether PD is counted: it is unknown until a
    /// random location is.
    pub fn percent_to_hit(self, who: CombatantId, blow: &Blow, plan: &Plan) -> (f64, bool) {
        let score = self.attack_score::<Sum>(who, blow, plan).total();
        let pd = self.ready(who, blow, plan.from).pd;
        let hits = |roll: i32| matches!(read(roll, score, pd, true, false), Reading::By { .. });
        (D3.percent(hits), pd != UNKNOWN)
    }

    /// What an attack is up to before it is rolled.
    fn ready(self, who: CombatantId, blow: &Blow, from: From) -> Ready {
        let target = blow.target;
        let force = self.force(who, blow, from);
        let side = self.side_attacked(target, who);
        let item = self.item(who, blow.with);
        let shoots = blow.mode == Mode::Shoot;
        let place = blow.at.unwrap_or(Location::Body);
        let incoming = Incoming { by: who, with: blow.with, mode: blow.mode, from, margin: 0, at: place, side };
        let unaware = blow.declared.unaware;
        let random = blow.at.is_none() && self.setup.options.random_location;
        Ready {
            force,
            side,
            // GR-032: only where ST is not at least 2 above what the weapon needs.
            unsteady: !shoots && item.is_some_and(|item| item.unsteady),
            thrown: shoots && from != From::Stray && item.is_some_and(Item::is_thrown),
            incoming,
            defends: !unaware && self.can_defend(target, &incoming),
            pd: if random { UNKNOWN } else { self.pd(target, place, force.kind, side, unaware) },
        }
    }

    /// What the manoeuvre of a melee attack adds.
    fn add_melee<T: Tally>(self, score: &mut T, who: CombatantId, blow: &Blow, plan: &Plan, item: Option<&Item>) {
        let fighter = self.fighter(who);
        match plan.from {
            From::AllOut => score.add(rule!("GR-063"), 4),
            From::Charge => score.add(rule!("GR-081"), -1),
            From::ChargeStrong | From::ChargeSlam | From::ChargeFeint => score.add(rule!("GR-081"), -3),
            From::TwoWeapons => self.add_two_weapons(score, who, blow),
            _ => {}
        }
        let charges = matches!(plan.from, From::Charge | From::ChargeStrong | From::ChargeSlam | From::ChargeFeint);
        // GR-187, GR-R49: a charge has the price of its option instead.
        if fighter.at == self.fighter(blow.target).at && !blow.mode.is_unarmed() && !charges {
            score.add(rule!("GR-187"), -2);
        }
        // GR-029, GR-030: a slow weapon that attacked on the turn before too; a feint is no attack (GR-075).
        if let Some(item) = item
            && item.slow != 0
            && fighter.struck_last == blow.with
            && !matches!(plan.from, From::Feint | From::ChargeFeint)
        {
            score.add(rule!("GR-029"), -item.slow);
        }
    }

    /// `GR-177` `GR-R77` Darkness: the worst of scenario, the target's hex and what is declared.
    fn darkness(self, blow: &Blow) -> i32 {
        let hex = self.map().light(self.fighter(blow.target).at).max(-9);
        i32::from(blow.declared.darkness).min(i32::from(self.setup.scenario.darkness)).min(hex)
    }

    /// `GR-173` `GR-174` `GR-176` `GR-211` `GR-R77` What a game master declares, and bad footing, which aiming
    /// overcomes: the worst counts.
    fn add_declared<T: Tally>(self, score: &mut T, who: CombatantId, blow: &Blow, plan: &Plan) {
        let (scenario, declared) = (&self.setup.scenario, &blow.declared);
        score.add(rule!("GR-176"), i32::from(declared.hearing.min(scenario.hearing)));
        score.add(rule!("GR-211"), i32::from(declared.obstruction.min(scenario.obstruction)));
        let fighter = self.fighter(who);
        let hex = self.map().ground(fighter.at).and_then(|ground| ground.footing).unwrap_or(0).max(-2);
        let footing = declared.footing.min(scenario.footing).min(hex);
        // GR-174: overcome by aiming.
        let aimed = footing != 0 && blow.mode == Mode::Shoot && self.aim_for(who, blow, plan) != 0;
        score.add(rule!("GR-173"), if aimed { 0 } else { i32::from(footing) });
    }

    /// `GR-191` to `GR-193` `GR-R86` What the mount's movement takes off.
    fn add_mount<T: Tally>(self, score: &mut T, who: CombatantId, blow: &Blow) {
        if !self.rides_on(who) || self.strikes_mounted(who, blow) {
            return;
        }
        let fighter = self.fighter(who);
        let moved = i32::from(fighter.moved);
        let badly = fighter.marks.has(Marks::RODE_BADLY);
        score.add(if badly { rule!("GR-192") } else { rule!("GR-191") }, if badly { -2 * moved } else { -moved });
    }

    /// Lists the attacks that a person would be shown.
    pub fn attack_options(self, who: CombatantId, plan: &Plan, into: &mut Vec<Choice>) {
        let mut offer = |blow: Blow| {
            if self.judge_attack(who, plan, &blow).is_ok() {
                into.push(Choice::Attack(Some(blow)));
            }
        };
        let meant = |one: CombatantId| self.are_foes(who, one) && self.fighter(one).is_up() || plan.only == one.0;
        for target in self.state.ids().filter(|&one| meant(one)) {
            self.each_mode(who, plan, |with, mode| {
                let blow = Blow { with, mode, target, at: None, declared: Declared::default() };
                offer(blow);
                // GR-R62: called shots are allowed wherever they are not forbidden.
                if !matches!(plan.from, From::Feint | From::ChargeFeint | From::Wild) {
                    for at in Location::ALL.into_iter().skip(1) {
                        offer(Blow { at: Some(at), ..blow });
                    }
                }
            });
        }
        into.push(Choice::Attack(None));
    }

    /// Every way in which a combatant could strike under a plan, by item and mode.
    pub fn each_mode(self, who: CombatantId, plan: &Plan, mut call: impl FnMut(u8, Mode)) {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let mut before = NO;
        for with in fighter.hands {
            if with == NO || with == before {
                continue;
            }
            before = with;
            let Some(item) = sheet.item(with) else { continue };
            if plan.from.is_ranged() {
                if item.ranged.is_some() {
                    call(with, Mode::Shoot);
                }
            } else if plan.from == From::Bash {
                if item.shield.is_some() {
                    call(with, Mode::Bash);
                }
            } else {
                for (column, mode) in [Mode::Crush, Mode::Cut, Mode::Impale].into_iter().enumerate() {
                    if item.is_melee() && item.damage[column].is_some() {
                        call(with, mode);
                    }
                }
            }
        }
        if !plan.from.is_ranged() && plan.from != From::Bash && plan.from != From::TwoWeapons {
            for fist in [Fist::Dx, Fist::Boxing, Fist::Brawling] {
                call(UNARMED, Mode::Punch(fist));
                call(UNARMED, Mode::Kick(fist));
            }
            call(UNARMED, Mode::Bite);
        }
    }

    /// Whether an attack may be made so.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_attack(self, who: CombatantId, plan: &Plan, blow: &Blow) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let target = self.fighter(blow.target);
        self.judge_declared(&blow.declared)?;
        if blow.target == who {
            return Err(Refusal::impossible(rule!("GR-R63"), "nobody attacks himself"));
        }
        if fighter.flags.has(Flags::INCAPACITATED) {
            return refuse(rule!("GR-R90"), "who is incapacitated makes no attack");
        }
        if target.flags.has(Flags::DEAD) {
            return refuse(rule!("GR-R63"), "the target is dead");
        }
        if plan.only != NONE && plan.only != blow.target.0 {
            let rule = match plan.from {
                From::Rapid => rule!("GR-044"),
                From::TwoWeapons => rule!("GR-067"),
                _ => rule!("GR-R34"),
            };
            return refuse(rule, "this attack is at one target only");
        }
        if plan.with != NONE && plan.with != blow.with {
            return refuse(rule!("GR-R62"), "this attack is made with another weapon");
        }
        let ranged = plan.from.is_ranged();
        if ranged != (blow.mode == Mode::Shoot) {
            return refuse(rule!("GR-R62"), "shots and throws go with missile maneuvers, blows with the others");
        }
        if (plan.from == From::Bash) != (blow.mode == Mode::Bash) {
            return refuse(rule!("GR-082"), "a shield strikes in a Shield Bash, and nothing else does");
        }
        if plan.from == From::Unarmed && !blow.mode.is_unarmed() {
            return refuse(rule!("GR-090"), "an Unarmed Attack is made with fist, foot or teeth");
        }
        if plan.from == From::TwoWeapons {
            self.judge_two_weapons(who, blow)?;
        }
        if matches!(plan.from, From::Feint | From::ChargeFeint) && !self.is_seen_by(who, blow.target) {
            return refuse(rule!("GR-074"), "who does not see it is not deceived");
        }
        if blow.mode.is_unarmed() {
            self.judge_unarmed(who, plan, blow)?;
        } else {
            self.judge_armed(who, blow)?;
        }
        if blow.at.is_some() {
            if plan.from == From::Wild {
                return refuse(rule!("GR-066"), "a wild swing has no called location");
            }
            if plan.from == From::Rapid && plan.number != 0 {
                return refuse(rule!("GR-046"), "only the first shot is called");
            }
            if plan.from == From::Rapid && sheet.item(blow.with).is_some_and(Item::is_crossbow) {
                return refuse(rule!("GR-039"), "a hasty crossbow shot is not called");
            }
        }
        if !self.sees(who, blow.target) {
            return refuse(rule!("GR-R63"), "the target is out of sight");
        }
        if ranged {
            return self.judge_shot(who, plan, blow);
        }
        if fighter.posture == Posture::Lying && !blow.mode.is_unarmed() {
            return refuse(rule!("GR-R83"), "who lies does not strike with a weapon");
        }
        let apart = self.apart(who, blow.target);
        let reach = match blow.mode {
            Mode::Bite => 0,
            Mode::Punch(_) | Mode::Kick(_) if fighter.posture == Posture::Lying => 0,
            Mode::Punch(_) | Mode::Kick(_) | Mode::Bash => 1,
            _ => sheet.item(blow.with).map_or(1, |item| u32::from(item.reach)),
        };
        if reach < apart {
            return refuse(rule!("GR-R38"), "the target is out of reach");
        }
        if self.setup.any_height && reach < 2 && 6 < self.feet_above(who, blow.target).abs() {
            return refuse(rule!("GR-R81"), "more than six feet of height take a longer weapon");
        }
        if plan.from != From::Wild && !self.has_in_front(who, blow.target) {
            return refuse(rule!("GR-R37"), "the target is not in front: that would be a wild swing");
        }
        Ok(())
    }

    /// `GR-011` `GR-R61` Whether an item can be struck or shot with so.
    fn judge_armed(self, who: CombatantId, blow: &Blow) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        let Some(item) = self.item(who, blow.with) else {
            return Err(Refusal::impossible(rule!("GR-011"), "there is no such weapon"));
        };
        if !fighter.holds(blow.with) {
            return refuse(rule!("GR-087"), "that weapon is not in hand: ready it");
        }
        let flags = fighter.items[blow.with as usize].flags;
        if flags.has(ItemFlags::BROKEN) {
            return refuse(rule!("GR-212"), "that weapon is broken");
        }
        if flags.has(ItemFlags::UNREADY) {
            let rule = if item.unsteady { rule!("GR-032") } else { rule!("GR-216") };
            return refuse(rule, "that weapon has to be readied first");
        }
        let possible = match blow.mode {
            Mode::Shoot => item.ranged.is_some(),
            Mode::Bash => item.shield.is_some(),
            mode => item.is_melee() && mode.column().is_some_and(|column| item.damage[column].is_some()),
        };
        if !possible {
            return Err(Refusal::impossible(rule!("GR-011"), "that weapon does no such damage"));
        }
        if blow.mode == Mode::Bash && fighter.flags.has(Flags::ENTANGLED) {
            return refuse(rule!("GR-156"), "the shield is not ready");
        }
        if fighter.held != 0 && self.is_grabbed(who, blow.with) {
            return refuse(rule!("GR-R54"), "a held arm or weapon does not attack");
        }
        Ok(())
    }

    /// `GR-R77` Whether what is declared is within its ranges.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_declared(self, declared: &Declared) -> Result<(), Refusal> {
        if *declared == Declared::default() {
            return Ok(());
        }
        let fits = (-4..=0).contains(&declared.hearing)
            && (-9..=0).contains(&declared.darkness)
            && (-2..=0).contains(&declared.footing)
            && (-5..=0).contains(&declared.obstruction)
            && declared.erratic <= 4
            && declared.persons <= 9
            && declared.speed <= 3000;
        if fits {
            Ok(())
        } else {
            let message = "hearing -4 to 0, darkness -9 to 0, footing -2 to 0, obstruction -5 to 0, erratic 0 to 4, \
                           persons 0 to 9, speed 0 to 3000";
            Err(Refusal::new(rule!("GR-R77"), message))
        }
    }
}

/// An attack as its roll finds it.
#[derive(Clone, Copy)]
struct Ready {
    force: Force,
    side: Side,
    /// The weapon is nearly too heavy (`GR-032`).
    unsteady: bool,
    /// It is thrown.
    thrown: bool,
    /// What the target sees come, its margin not counted yet.
    incoming: Incoming,
    /// The target may defend.
    defends: bool,
    /// Passive defense where it goes; [`UNKNOWN`] before the location is rolled.
    pd: i32,
}

/// What an attack has come to when the defense is over.
#[derive(Clone, Copy, PartialEq)]
enum Swing {
    /// It went wide, or PD turned it.
    Missed,
    /// An active defense took all of its margin.
    Defended(Defense),
    /// It hits.
    Hits {
        grade: Grade,
        at: Location,
        force: Force,
        /// A parry was tried.
        parried: bool,
        /// It was one with the bare hand, and failed.
        bare: bool,
    },
}

impl Swing {
    /// An attack of which that is left after that defense, which failed or not.
    fn of(grade: Option<Grade>, defense: Defense, failed: bool, at: Location, force: Force) -> Self {
        match grade {
            None => Self::Defended(defense),
            Some(grade) => Self::Hits {
                grade,
                at,
                force,
                parried: matches!(defense, Defense::Parry(_)),
                bare: failed && defense == Defense::Parry(UNARMED),
            },
        }
    }
}

/// What the rolls of an attack and of its defense came to.
#[derive(Clone, Copy, PartialEq)]
enum Met {
    /// It never came to a defense.
    Attacked(Reading),
    /// That defense, and its reading.
    Defended(Defense, defense::Reading),
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// Asks for an attack and carries it out. The target of what was attacked; [`NONE`] if nothing was.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn attack(&mut self, who: CombatantId, plan: Plan) -> Result<Option<Blow>, R::Pause> {
        let question = Question::Attack { who, plan };
        let Choice::Attack(Some(blow)) = self.referee.ask(self.setup, self.state, question)? else {
            return Ok(None);
        };
        if blow.target == who {
            return Ok(None);
        }
        if self.setup.any_mount {
            self.ride(who, &blow)?;
        }
        self.strike(who, &blow, &plan)?;
        Ok(Some(blow))
    }

    /// `GR-191` `GR-R86` `GR-D08` The riding roll, once a turn before the first attack.
    fn ride(&mut self, who: CombatantId, blow: &Blow) -> Result<(), R::Pause> {
        let combatant = &self.setup.combatants[who.index()];
        let due = self.scene().rides_on(who) && !self.state[who].marks.has(Marks::RODE);
        if !due || self.scene().strikes_mounted(who, blow) {
            return Ok(());
        }
        self.state[who].marks.set(Marks::RODE);
        let mut skill = R::Tally::base(rule!("GR-191"), combatant.sheet.riding);
        skill.add(rule!("GR-194"), self.scene().stun_penalty(who));
        if !self.succeeds(who, rule!("GR-191"), "riding", &skill)? {
            self.state[who].marks.set(Marks::RODE_BADLY);
        }
        Ok(())
    }

    /// Part 1.4, `GR-R21` `GR-D09` One attack from its roll to its end, before anybody else acts. Whether it hit.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn strike(&mut self, who: CombatantId, blow: &Blow, plan: &Plan) -> Result<bool, R::Pause> {
        let setup = self.setup;
        let swing = self.referee.stage(self.state, |referee, state| {
            let mut fight = Fight { setup, state, referee };
            let (score, ready) = fight.begin_swing(who, blow, plan);
            fight.swing(who, blow, plan, &score, &ready)
        })?;
        self.follow_through(who, blow, plan, &swing)
    }

    /// The same of a single attack with which the action ends, so that nothing comes after it and nobody reads what it
    /// returns ([`Referee::finish`]): exact odds of an attack are found out faster.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn last_strike(&mut self, who: CombatantId, blow: &Blow, plan: &Plan) -> Result<bool, R::Pause> {
        let (setup, (score, ready)) = (self.setup, self.begin_swing(who, blow, plan));
        self.referee.finish(self.state, |referee, state| {
            let mut fight = Fight { setup, state, referee };
            let swing = fight.swing(who, blow, plan, &score, &ready)?;
            if !matches!(swing, Swing::Hits { .. }) {
                return fight.follow_through(who, blow, plan, &swing);
            }
            fight.referee.finish(fight.state, |referee, state| {
                Fight { setup, state, referee }.follow_through(who, blow, plan, &swing)
            })
        })
    }

    /// Part 1.4 What comes of an attack when the defense is over. Whether it hit.
    #[inline]
    fn follow_through(&mut self, who: CombatantId, blow: &Blow, plan: &Plan, swing: &Swing) -> Result<bool, R::Pause> {
        let (setup, target) = (self.setup, blow.target);
        match *swing {
            Swing::Missed => Ok(false),
            Swing::Defended(defense) => {
                self.tell(Event::Defended { who, target });
                if matches!(defense, Defense::Parry(_)) {
                    self.offer_riposte(target, who)?;
                }
                // GR-258, GR-R93: a dodge makes a missile stray, once.
                let strays = blow.mode == Mode::Shoot && plan.from != From::Stray;
                if strays && defense == Defense::Dodge && setup.options.stray_missiles {
                    self.stray(who, blow)?;
                }
                Ok(false)
            }
            Swing::Hits { grade, at, force, parried, bare } => {
                let at = if bare { self.offer_arm(who, target, at)? } else { at };
                self.take_effect(who, target, blow, force, grade, at)?;
                if parried {
                    self.offer_riposte(target, who)?;
                }
                Ok(true)
            }
        }
    }

    /// What an attack is up to before its first roll.
    #[inline]
    fn begin_swing(&mut self, who: CombatantId, blow: &Blow, plan: &Plan) -> (R::Tally, Ready) {
        let from = plan.from;
        self.tell(Event::Attacks { who, from, blow: *blow });
        let (setup, state) = (self.setup, &*self.state);
        let scene = Scene { setup, state };
        let score = self.referee.score(|| scene.attack_score(who, blow, plan));
        if from != From::Stray {
            self.note_attack(who, blow);
        }
        let scene = Scene { setup, state: self.state };
        (score, self.referee.prepare(|| scene.ready(who, blow, from)))
    }

    /// Part 1.4, steps 1 to 6: the attack's roll, the location, the active defense.
    fn swing(
        &mut self,
        who: CombatantId,
        blow: &Blow,
        plan: &Plan,
        score: &R::Tally,
        ready: &Ready,
    ) -> Result<Swing, R::Pause> {
        let target = blow.target;
        let setup = self.setup;
        let strays = plan.from == From::Stray;
        let Ready { force, side, unsteady, thrown, incoming, defends, pd } = *ready;
        let random = blow.at.is_none() && setup.options.random_location;
        let unaware = blow.declared.unaware;
        let place = incoming.at;
        let coarse = !defends && !random;
        let why = Why::new(who, rule!("GR-R01"), "attack");
        let roll =
            |referee: &mut R| referee.check(why, D3, score, |roll, score| read(roll, score, pd, coarse, unsteady));
        let ahead = defends && !random && !thrown && self.referee.looks_ahead() && !self.may_step_back(target);
        let reading = if ahead {
            match self.roll_both(target, &incoming, roll)? {
                Met::Attacked(reading) => reading,
                Met::Defended(defense, reading) => {
                    let (grade, defense, failed) = self.end_defense(target, who, defense, &reading, true)?;
                    return Ok(Swing::of(grade, defense, failed, place, force));
                }
            }
        } else {
            roll(self.referee)?
        };
        // What is thrown has left the hand, unless it was bungled.
        if thrown && reading != Reading::Fumble {
            self.note_shot(who, blow);
        }
        let (by, sure) = match reading {
            Reading::Fumble => {
                self.tell(Event::Misses { who, target, pd: 0 });
                // GR-R93: strays have no critical miss.
                if strays {
                    return Ok(Swing::Missed);
                }
                let count = |state: &State| state[who].items.get(blow.with as usize).map_or(0, |item| item.count);
                let before = count(self.state);
                self.critical_miss(who, blow.with, Some(blow.mode))?;
                // Thrown wide, unless it was lost in another way.
                if thrown && self.state[who].wields(blow.with) && count(self.state) == before {
                    self.note_shot(who, blow);
                }
                return Ok(Swing::Missed);
            }
            Reading::Miss { badly, turned } => {
                self.tell(Event::Misses { who, target, pd: if turned { pd as i8 } else { 0 } });
                if badly {
                    self.make_unready(who, blow.with);
                }
                return Ok(Swing::Missed);
            }
            Reading::By { by, sure } => (i32::from(by), sure),
        };
        let (place, pd, by) = if random {
            let place = self.random_location(who)?;
            let pd = self.scene().pd(target, place, force.kind, side, unaware);
            (place, pd, if sure { (by - pd).max(0) } else { by - pd })
        } else {
            (place, pd, by)
        };
        let pd = pd as i8;
        if by < 0 {
            self.tell(Event::Misses { who, target, pd });
            // GR-R16: with the PD of the location that was rolled.
            if unsteady && by <= -4 {
                self.make_unready(who, blow.with);
            }
            return Ok(Swing::Missed);
        }
        self.tell(Event::Succeeds { who, target, margin: by, pd, at: place });
        let incoming = Incoming { margin: by.min(MOST_MARGIN) as i8, at: place, ..incoming };
        let (grade, defense, failed) =
            if defends { self.defend(target, &incoming)? } else { (Grade::of(by), Defense::None, false) };
        Ok(Swing::of(grade, defense, failed, place, force))
    }

    /// An attack's roll and that of the defense, one after the other, where nothing changes in between and nobody hears
    /// of either.
    fn roll_both(
        &mut self,
        target: CombatantId,
        incoming: &Incoming,
        roll: impl Fn(&mut R) -> Result<Reading, R::Pause>,
    ) -> Result<Met, R::Pause> {
        let (setup, state) = (self.setup, &mut *self.state);
        self.referee.combine(|referee| {
            let by = match roll(referee)? {
                Reading::By { by, .. } => by,
                // That PD turned a blow is only told.
                Reading::Miss { badly, .. } => return Ok(Met::Attacked(Reading::Miss { badly, turned: false })),
                Reading::Fumble => return Ok(Met::Attacked(Reading::Fumble)),
            };
            let incoming = Incoming { margin: by, ..*incoming };
            let mut fight = Fight { setup, state, referee };
            let (defense, mut reading) = fight.roll_defense(target, &incoming)?;
            // GR-182: of parries alone it matters whether they failed, or left something of the attack.
            reading.failed &= matches!(defense, Defense::Parry(_));
            // GR-162: a shield that holds is as if it had not been tested.
            reading.exact = reading.exact && !fight.shield_holds(target)?;
            Ok(Met::Defended(defense, reading))
        })
    }

    /// What an attack is noted as, whatever comes of it.
    fn note_attack(&mut self, who: CombatantId, blow: &Blow) {
        self.state.heat = true;
        let setup = self.setup;
        let item = setup.combatants[who.index()].sheet.item(blow.with);
        let fighter = &mut self.state[who];
        fighter.struck = blow.with;
        // GR-R71: what cuts, crushes or is thrown is a swing; missile weapons are no attack.
        if blow.mode == Mode::Shoot {
            if item.is_some_and(Item::is_thrown) {
                fighter.marks.set(Marks::SWING);
                return;
            }
            if item.is_some_and(|item| 1 < item.hands) {
                fighter.marks.set(Marks::LOOSED);
            }
            self.note_shot(who, blow);
        } else if blow.mode.is_thrust() {
            fighter.marks.set(Marks::THRUST);
        } else {
            fighter.marks.set(Marks::SWING);
        }
    }

    /// `GR-D13` What a hit does: the critical table, the bite's die, damage and injury.
    fn take_effect(
        &mut self,
        who: CombatantId,
        target: CombatantId,
        blow: &Blow,
        mut force: Force,
        grade: Grade,
        at: Location,
    ) -> Result<(), R::Pause> {
        self.tell(Event::Hits { who, target, grade, at });
        if blow.mode == Mode::Bite {
            // GR-096: 1d6-4, and never below 0.
            let why = Why::new(who, rule!("GR-096"), "bite");
            force.potential += self.referee.throw(why, D1, |face| face.max(4))?;
        }
        let row = if grade == Grade::Critical { Some(self.critical_hit(who, at)?) } else { None };
        self.wound(target, who, force, grade, row, at)
    }

    /// `GR-182` After a failed bare-handed parry the attacker may hit the arm that parried. Where it hits.
    fn offer_arm(&mut self, who: CombatantId, target: CombatantId, at: Location) -> Result<Location, R::Pause> {
        let question = Question::ArmInstead { who, target };
        match self.referee.ask(self.setup, self.state, question)? {
            Choice::Yes(true) => {
                let near = self.state[target].is_free(0);
                Ok(if near { Location::ArmNear } else { Location::ArmFar })
            }
            _ => Ok(at),
        }
    }
}

/// What an attack at the end of a charge is made as.
pub(crate) const fn charging(how: Charge) -> From {
    match how {
        Charge::Attack => From::Charge,
        Charge::Strong => From::ChargeStrong,
        Charge::AttackAndSlam => From::ChargeSlam,
        Charge::FeintAndSlam => From::ChargeFeint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `GR-E13` to `GR-E15`, `GR-E31` to `GR-E33`, `GR-E43`
    #[test]
    fn attack_rolls() {
        let plain = |roll, score, pd| read(roll, score, pd, false, true);
        assert_eq!(plain(11, 14, 2), Reading::By { by: 1, sure: false });
        assert_eq!(plain(11, 14, 5), Reading::Miss { badly: false, turned: true });
        assert_eq!(plain(4, 0, 3), Reading::By { by: 0, sure: false });
        assert_eq!(plain(17, 20, 0), Reading::Miss { badly: false, turned: false });
        assert_eq!(plain(17, 15, 0), Reading::Fumble);
        assert_eq!(plain(15, 5, 3), Reading::Fumble);
        assert_eq!(plain(14, 5, 3), Reading::Miss { badly: true, turned: false });
        assert_eq!(plain(14, 10, 0), Reading::Miss { badly: true, turned: false });
        assert_eq!(plain(13, 10, 0), Reading::Miss { badly: false, turned: false });
        assert_eq!(read(9, 14, 0, true, false), Reading::By { by: 3, sure: false });
    }

    /// `GR-R03` An automatic success stays one, whatever PD the location that is rolled then has.
    #[test]
    fn automatic_successes() {
        assert_eq!(read(4, 0, UNKNOWN, false, false), Reading::By { by: 0, sure: true });
        assert_eq!(read(9, 14, UNKNOWN, false, false), Reading::By { by: 5, sure: false });
    }
}
