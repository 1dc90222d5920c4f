//! An attack: whether it may be made, what it is rolled on, and how it goes from the roll to the wound.
//!
//! Part 1.4 of the ledger; rules `GR-027` to `GR-032`, `GR-063`, `GR-065`, `GR-068` to `GR-070`, `GR-081`,
//! `GR-091` to `GR-093`, `GR-173` to `GR-177`, `GR-183`, `GR-184`, `GR-187`, `GR-190` to `GR-196`; rulings
//! `GR-R01`, `GR-R02`, `GR-R16`, `GR-R31`, `GR-R32`, `GR-R37`, `GR-R38`, `GR-R62`, `GR-R77`, `GR-R83`,
//! `GR-R90`. Read [`Fight::strike`] first.

use crate::Graded;
use crate::check::{is_fumble, margin, succeeds};
use crate::damage::Grade;
use crate::decision::{
    Blow, Charge, Choice, Declared, Defense, Fist, From, Incoming, Mode, NONE, Plan, Posture, Question,
};
use crate::defense::Defended;
use crate::event::Event;
use crate::location::Location;
use crate::scene::{D1, D3, Fight, Scene};
use crate::sheet::{Item, Traits, UNARMED};
use crate::state::{ATTACK_CARES, Flags, ItemFlags, Marks, NONE as NO, STUN, State, Unread};
use affray_core::referee::{CombatantId, Referee, Refusal, Why};
use affray_core::tally::{Sum, Tally};

/// M1: the margin of an attack roll on T0 after PD (`GR-R01` to `GR-R03`). A natural 3 or 4 hits whatever the PD.
const fn margin_after(pd: i32, roll: i32, score: i32) -> i32 {
    let margin = margin(roll, score) - pd;
    if roll <= 4 && margin < 0 { 0 } else { margin }
}

/// Which attack rolls come to the same: `None` for a critical miss (`GR-R04`), otherwise a margin. `pd` is `None` where
/// the location is still to be rolled.
fn alike(roll: i32, score: i32, pd: Option<i32>, defends: bool) -> Option<i32> {
    if is_fumble(roll, score) {
        return None;
    }
    let margin = margin_after(pd.unwrap_or(0), roll, score);
    Some(match Grade::of(margin) {
        // GR-R16: a miss by more than 3 is another one.
        None => margin.clamp(-4, -3),
        // Without a location or a defense to come the grade is all that counts.
        Some(grade) if pd.is_some() && !defends => grade.margin(),
        Some(_) => margin,
    })
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
        let random = self.falls_at_random(blow);
        let (kind, side) = (self.force(who, blow, plan.from).kind, self.side_attacked(blow.target, who));
        let at = blow.at.unwrap_or(Location::Body);
        let pd = if random { 0 } else { self.pd(blow.target, at, kind, side, blow.declared.unaware) };
        let hits = |roll: i32| !is_fumble(roll, score) && margin_after(pd, roll, score) >= 0;
        (D3.percent(hits), !random)
    }

    /// `GR-225` Whether the location of a hit is rolled for.
    fn falls_at_random(self, blow: &Blow) -> bool {
        blow.at.is_none() && self.setup.options.random_location
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

    /// Part 1.4, `GR-R21` `GR-D09` One attack from its declaration to the wound, before anybody else acts. Whether it hit.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn strike(&mut self, who: CombatantId, blow: &Blow, plan: &Plan) -> Result<bool, R::Pause> {
        let (target, from) = (blow.target, plan.from);
        self.tell(Event::Attacks { who, from, blow: *blow });
        // Step 2: T0, and what the target sees come.
        let scene = self.scene();
        let score: R::Tally = scene.attack_score(who, blow, plan);
        let mut force = scene.force(who, blow, from);
        let side = scene.side_attacked(target, who);
        let place = blow.at.unwrap_or(Location::Body);
        let incoming = Incoming { by: who, with: blow.with, mode: blow.mode, from, margin: 0, at: place, side };
        let unaware = blow.declared.unaware;
        let defends = !unaware && scene.can_defend(target, &incoming);
        let random = scene.falls_at_random(blow);
        let thrown =
            blow.mode == Mode::Shoot && from != From::Stray && scene.item(who, blow.with).is_some_and(Item::is_thrown);
        let known_pd = (!random).then(|| scene.pd(target, place, force.kind, side, unaware));
        self.note_attack(who, blow, from);

        // Step 3: the roll.
        let why = Why::new(who, rule!("GR-R01"), "attack");
        let read = |roll, score| (alike(roll, score, known_pd, defends), Unread(roll));
        let (_, Unread(roll)) = self.referee.check(why, D3, &score, read)?;
        let score = score.total();
        if is_fumble(roll, score) {
            self.tell(Event::Misses { who, target, pd: 0 });
            // GR-R93: strays have no critical miss.
            if from != From::Stray {
                self.bungle(who, blow, thrown)?;
            }
            return Ok(false);
        }
        // What is thrown has left the hand.
        if thrown {
            self.note_shot(who, blow);
        }

        // Step 4: the location, unless the blow goes wide.
        let (at, pd) = match known_pd {
            Some(pd) => (place, pd),
            None if !succeeds(roll, score) => (place, 0),
            None => {
                let at = self.random_location(who)?;
                (at, self.scene().pd(target, at, force.kind, side, unaware))
            }
        };

        // Step 5: M1, the margin after PD.
        let margin = margin_after(pd, roll, score);
        if margin < 0 {
            let pd = if succeeds(roll, score) { pd as i8 } else { 0 };
            self.tell(Event::Misses { who, target, pd });
            self.miss_badly(who, blow, margin);
            return Ok(false);
        }
        self.tell(Event::Succeeds { who, target, margin, pd: pd as i8, at });

        // Step 6: the active defense.
        let incoming = Incoming { margin, at, ..incoming };
        let met = if defends { self.defend(target, &incoming)? } else { Defended::not(margin) };
        let parried = matches!(met.defense, Defense::Parry(_));
        let Some(grade) = met.left else {
            self.tell(Event::Defended { who, target });
            if parried {
                self.offer_riposte(target, who)?;
            }
            if met.defense == Defense::Dodge && blow.mode == Mode::Shoot && from != From::Stray {
                self.stray(who, blow)?;
            }
            return Ok(false);
        };
        let bare = met.failed && met.defense == Defense::Parry(UNARMED);
        let at = if bare { self.offer_arm(who, target, at)? } else { at };

        // Steps 7 to 9: the grade, damage and its effects (`GR-D13`).
        self.tell(Event::Hits { who, target, grade, at });
        if blow.mode == Mode::Bite {
            force.potential += self.bite(who)?;
        }
        let row = if grade == Grade::Critical { Some(self.critical_hit(who, at)?) } else { None };
        self.wound(target, who, force, grade, row, at)?;
        if parried {
            self.offer_riposte(target, who)?;
        }
        Ok(true)
    }

    /// `GR-212` A critical miss. What was thrown is gone as well, unless it was lost in another way.
    fn bungle(&mut self, who: CombatantId, blow: &Blow, thrown: bool) -> Result<(), R::Pause> {
        let count = |state: &State| state[who].items.get(blow.with as usize).map_or(0, |item| item.count);
        let before = count(self.state);
        self.critical_miss(who, blow.with, Some(blow.mode))?;
        if thrown && self.state[who].wields(blow.with) && count(self.state) == before {
            self.note_shot(who, blow);
        }
        Ok(())
    }

    /// `GR-032` `GR-R16` A miss by more than 3 makes a weapon unready that is nearly too heavy.
    fn miss_badly(&mut self, who: CombatantId, blow: &Blow, margin: i32) {
        let item = self.setup.combatants[who.index()].sheet.item(blow.with);
        if margin <= -4 && blow.mode != Mode::Shoot && item.is_some_and(|item| item.unsteady) {
            self.make_unready(who, blow.with);
        }
    }

    /// What an attack is noted as, whatever comes of it.
    fn note_attack(&mut self, who: CombatantId, blow: &Blow, from: From) {
        if from == From::Stray {
            return;
        }
        self.state.heat = true;
        let item = self.setup.combatants[who.index()].sheet.item(blow.with);
        let fighter = &mut self.state[who];
        fighter.struck = blow.with;
        // GR-R71: what cuts, crushes or is thrown is a swing; missile weapons are no attack.
        if blow.mode == Mode::Shoot && !item.is_some_and(Item::is_thrown) {
            if item.is_some_and(|item| item.hands > 1) {
                fighter.marks.set(Marks::LOOSED);
            }
            self.note_shot(who, blow);
        } else if blow.mode.is_thrust() {
            fighter.marks.set(Marks::THRUST);
        } else {
            fighter.marks.set(Marks::SWING);
        }
    }

    /// `GR-096` What the die adds to the -4 of a bite: never less than 4.
    pub(crate) fn bite(&mut self, who: CombatantId) -> Result<i32, R::Pause> {
        self.referee.throw(Why::new(who, rule!("GR-096"), "bite"), D1, |face| face.max(4))
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
        assert_eq!(margin_after(2, 11, 14), 1);
        assert_eq!(margin_after(5, 11, 14), -2);
        assert_eq!(margin_after(3, 4, 0), 0);
        assert_eq!(margin_after(0, 17, 20), -1);
        assert_eq!(margin_after(3, 14, 5), -12);
        assert_eq!(margin_after(0, 14, 10), -4);
    }

    /// Rolls that come to the same do so whatever is rolled after them.
    #[test]
    fn rolls_that_come_to_the_same() {
        let no_defense = |roll| alike(roll, 14, Some(0), false);
        assert_eq!((3..=18).map(no_defense).collect::<Vec<_>>(), {
            let mut readings = vec![Some(6); 6];
            readings.extend([Some(3), Some(3), Some(3), Some(2), Some(1), Some(0), Some(-3), Some(-3)]);
            readings.extend([None, None]);
            readings
        });
        for (roll, score, pd) in [(15, 5, 3), (17, 15, 0), (18, 30, 0)] {
            assert_eq!(alike(roll, score, Some(pd), false), None);
        }
        let open: Vec<_> = (3..=14).map(|roll| alike(roll, 14, None, false)).collect();
        assert_eq!(open, (0..=11).rev().map(Some).collect::<Vec<_>>());
    }
}
