//! What an attack is rolled on: skill, location, maneuver, and everything personal. Missile modifiers are in
//! [`missile`](super::missile) and [`range`](super::range).
//!
//! Rules `GR-027` to `GR-030`, `GR-063`, `GR-065`, `GR-081`, `GR-091` to `GR-093`, `GR-173` to `GR-177`, `GR-183`,
//! `GR-184`, `GR-187`, `GR-190` to `GR-196`; rulings `GR-R02`, `GR-R31`, `GR-R32`, `GR-R77`, `GR-R86`. Read
//! [`Scene::attack_score`] first.

use crate::body::location::Location;
use crate::check::{fails_critically, margin};
use crate::decision::{Blow, Declared, Defense, Fist, From, IncomingAttack, ManeuverKind, Mode, Plan, Posture};
use crate::scene::{D3, Scene};
use crate::sheet::{Class, Item, Traits};
use crate::state::{ATTACK_CARES, Flags, Marks, STUN};
use affray_3d6::chance::mean;
use affray_kernel::referee::CombatantId;
use affray_kernel::rules::RuleId;
use affray_kernel::tally::{Sum, Tally};

/// M1: the margin of an attack roll on T0 after PD (`GR-R01` to `GR-R03`). A natural 3 or 4 hits whatever the PD.
pub(super) fn margin_after<T: Tally>(score: i32, roll: i32, take_pd: impl FnOnce(&mut T)) -> T {
    let mut margin = T::base(rule!("GR-R01").named("margin of the roll"), margin(score, roll));
    take_pd(&mut margin);
    if roll <= 4 {
        margin.at_least(rule!("GR-R03").named("a 3 or 4 always succeeds"), 0);
    }
    margin
}

/// The margin after so much PD.
pub(super) fn margin_after_pd(pd: i32, score: i32, roll: i32) -> i32 {
    margin_after::<Sum>(score, roll, |margin| margin.add(rule!("GR-015"), -pd)).total()
}

impl Scene<'_> {
    /// T0 (part 1.4): what an attack is rolled on, PD not counted (`GR-R02`). Wounds as such take nothing off
    /// (`GR-196`, `GR-R89`).
    pub fn attack_score<T: Tally>(self, who: CombatantId, blow: &Blow, plan: &Plan) -> T {
        let from = plan.from;
        match from {
            From::Stray => return self.stray_score(blow, plan),
            From::Feint | From::ChargeFeint => return self.feint_score(who, blow, from),
            _ => {}
        }
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        let mut score = self.base::<T>(who, blow, from);
        if let Some(at) = blow.at {
            score.add(rule!("GR-181").named(at.words()), at.penalty(self.sheet(blow.target).closed_helm));
        }
        let darkness = if self.setup.any_declared || blow.declared.darkness != 0 { self.darkness(blow) } else { 0 };
        // GR-065: the wild swing's -5 or the darkness, whichever is worse.
        if from == From::Wild {
            let rule = if darkness < -5 { rule!("GR-065").named("darkness") } else { rule!("GR-065") };
            score.add(rule, darkness.min(-5));
        } else {
            score.add(rule!("GR-177"), darkness);
        }
        if self.setup.any_declared || blow.declared != Declared::default() {
            self.add_declared(&mut score, who, blow, plan);
        }
        if fighter.posture != Posture::Standing {
            let rule = rule!("GR-183").named(fighter.posture.word());
            score.add(rule, if fighter.posture == Posture::Lying { -4 } else { -2 });
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
                let in_off_hand = fighter.hands[1] == blow.with && fighter.hands[0] != blow.with;
                let off = in_off_hand && !sheet.traits.has(Traits::AMBIDEXTERITY);
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

    /// `GR-071` `GR-R48` What a feint is rolled on: the skill, less for stun and in a charge. It is no attack.
    fn feint_score<T: Tally>(self, who: CombatantId, blow: &Blow, from: From) -> T {
        let mut score = match self.sheet(who).item(blow.with) {
            Some(item) if blow.mode.column().is_some() => T::base(rule!("GR-071").named(item.class.name()), item.skill),
            _ => self.base::<T>(who, blow, from),
        };
        score.add(rule!("GR-194"), self.stun_penalty(who));
        score.add(rule!("GR-081"), if from == From::ChargeFeint { -3 } else { 0 });
        score
    }

    /// The chance that an attack hits if nobody defends, in percent, and whether PD is counted: it is unknown until a
    /// random location is.
    pub fn percent_to_hit(self, who: CombatantId, blow: &Blow, plan: &Plan) -> (f64, bool) {
        let score = self.attack_score::<Sum>(who, blow, plan).total();
        let random = self.falls_at_random(blow);
        let (kind, side) =
            (self.damage_profile::<Sum>(who, blow, plan.from).kind, self.side_attacked(blow.target, who));
        let at = blow.at.unwrap_or(Location::Body);
        let pd = if random { 0 } else { self.pd(blow.target, at, kind, side, blow.declared.unaware) };
        let hits = |roll: i32| !fails_critically(score, roll) && margin_after_pd(pd, score, roll) >= 0;
        (D3.percent(hits), !random)
    }

    /// The chance that a blow hits with some grade, if the target chooses those defenses. Where the location is rolled for, it
    /// is that of a blow at the body.
    pub fn chance_through(
        self,
        who: CombatantId,
        blow: &Blow,
        plan: &Plan,
        defends: impl Fn(&IncomingAttack) -> Defense,
    ) -> f64 {
        let score = self.attack_score::<Sum>(who, blow, plan).total();
        let side = self.side_attacked(blow.target, who);
        let (kind, at) = (self.damage_profile::<Sum>(who, blow, plan.from).kind, blow.at.unwrap_or(Location::Body));
        let pd = self.pd(blow.target, at, kind, side, blow.declared.unaware);
        let stopped = |margin: i32| {
            let incoming =
                IncomingAttack { by: who, with: blow.with, mode: blow.mode, from: plan.from, margin, at, side };
            let can = !blow.declared.unaware && self.can_defend(blow.target, &incoming);
            match if can { defends(&incoming) } else { Defense::None } {
                Defense::None => 0.0,
                defense => self.percent_to_defend(blow.target, &incoming, defense).0 / 100.0,
            }
        };
        mean(|roll| match margin_after_pd(pd, score, roll) {
            margin if fails_critically(score, roll) || margin < 0 => 0.0,
            margin => 1.0 - stopped(margin),
        })
    }

    /// `GR-225` Whether the location of a hit is rolled for.
    pub(super) fn falls_at_random(self, blow: &Blow) -> bool {
        blow.at.is_none() && self.setup.options.random_location
    }

    /// What an attack roll starts from: the skill, less what is missing of ST (`GR-R32`).
    pub(crate) fn base<T: Tally>(self, who: CombatantId, blow: &Blow, from: From) -> T {
        let sheet = self.sheet(who);
        let dx = self.scores(who).dx;
        let skill = |skill: Option<i32>| skill.unwrap_or(dx);
        let rule = rule!("GR-R01");
        match blow.mode {
            Mode::Punch(Fist::Dx) => T::base(rule!("GR-091").named("DX"), dx),
            Mode::Punch(Fist::Boxing) => T::base(rule!("GR-091").named("Boxing"), skill(sheet.boxing)),
            Mode::Punch(Fist::Brawling) => T::base(rule!("GR-091").named("Brawling"), skill(sheet.brawling)),
            Mode::Kick(fist) => {
                let (name, known, less) = match fist {
                    Fist::Dx => ("DX", dx, -2),
                    Fist::Boxing => ("Boxing", skill(sheet.boxing), -1),
                    Fist::Brawling => ("Brawling", skill(sheet.brawling), -2),
                };
                let mut score = T::base(rule!("GR-092").named(name), known);
                score.add(rule!("GR-092").named("kick"), less);
                score
            }
            Mode::Bite => T::base(rule!("GR-093").named("DX"), dx),
            Mode::Bash => T::base(rule!("GR-082").named("shield"), sheet.shield),
            Mode::Shoot => match sheet.item(blow.with).and_then(|item| item.ranged) {
                Some(ranged) => self.armed_base(who, rule, ranged.class, ranged.skill, ranged.base),
                None => T::base(rule!("GR-R01").named("DX"), dx),
            },
            _ => match sheet.item(blow.with) {
                // GR-R59: the riposte is made at half Knife skill.
                Some(_) if from == From::Riposte => {
                    let single = self.fighter(who).maneuver == ManeuverKind::SingleDefense;
                    let rule = if single { rule!("GR-136") } else { rule!("GR-132") };
                    let mut score = T::base(rule.named("knife"), sheet.knife);
                    score.add(rule.named("halved"), sheet.knife / 2 - sheet.knife);
                    score
                }
                Some(item) => self.armed_base(who, rule, item.class, item.skill, item.base),
                None => T::base(rule!("GR-R01").named("DX"), dx),
            },
        }
    }

    /// `GR-193` `GR-R32` The skill with a weapon, or Mounted combat in its place, and what is missing of ST.
    fn armed_base<T: Tally>(self, who: CombatantId, rule: RuleId, class: Class, skill: i32, base: i32) -> T {
        let mut score = match self.mounted_skill(who, skill) {
            Some(mounted) => T::base(rule!("GR-193"), mounted),
            None => T::base(rule.named(class.name()), skill),
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

    /// `GR-191` `GR-R86` Whether a combatant sits on a mount that has moved.
    pub(super) fn rides_on(self, who: CombatantId) -> bool {
        self.setup.any_mount && self.is_mounted(who) && self.fighter(who).moved != 0
    }

    /// `GR-193` Whether a blow is struck with Mounted combat.
    pub(super) fn strikes_mounted(self, who: CombatantId, blow: &Blow) -> bool {
        let Some(item) = self.item(who, blow.with) else { return false };
        let skill = match (blow.mode, item.ranged) {
            (Mode::Bash, _) => return false,
            (Mode::Shoot, Some(ranged)) => ranged.skill,
            _ => item.skill,
        };
        self.mounted_skill(who, skill).is_some()
    }

    /// What the maneuver of a melee attack adds.
    fn add_melee<T: Tally>(self, score: &mut T, who: CombatantId, blow: &Blow, plan: &Plan, item: Option<&Item>) {
        let fighter = self.fighter(who);
        match plan.from {
            From::AllOut => score.add(rule!("GR-063"), 4),
            From::Charge => score.add(rule!("GR-081"), -1),
            From::ChargeStrong | From::ChargeSlam => score.add(rule!("GR-081"), -3),
            From::TwoWeapons => self.add_two_weapons(score, who, blow),
            _ => {}
        }
        let charges = matches!(plan.from, From::Charge | From::ChargeStrong | From::ChargeSlam);
        // GR-187, GR-R49: a charge has the price of its option instead.
        if fighter.at == self.fighter(blow.target).at && !blow.mode.is_unarmed() && !charges {
            score.add(rule!("GR-187"), -2);
        }
        // GR-028, GR-029, GR-030: a slow weapon that attacked on the turn before too.
        if let Some(item) = item
            && item.slow != 0
            && fighter.struck_last == blow.with
        {
            score.add(rule!("GR-029"), -item.slow);
        }
    }

    /// `GR-177` `GR-R77` Darkness: the worst of scenario, the target's hex and what is declared.
    pub(super) fn darkness(self, blow: &Blow) -> i32 {
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

    /// `GR-194` `GR-R87` What stun takes off.
    #[inline]
    pub fn stun_penalty(self, who: CombatantId) -> i32 {
        if self.fighter(who).flags.any(STUN) { -4 } else { 0 }
    }
}
