//! Which blow: at whom, with what, where, how deceptive, and whether twice.

use super::Tactician;
use super::odds::{self, Striking, Worths, landing};
use super::sight::{Arm, Foe};
use crate::decision::{Aim, AllOut, Attack, AttackFrom, AttackPlan, NO_MODE, NONE, Strike};
use crate::movement::posture;
use crate::scene::Scene;
use crate::sheet::{ItemId, Location, ModeKind};
use crate::state::{Fighter, Flags, Posture};
use crate::strike::geometry::AttackGeometry;
use affray_core::grid::Arc;
use affray_core::referee::CombatantId;
use affray_core::tally::{Sum, Tally};

/// A blow and its expected value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blow {
    /// The target.
    pub(super) target: CombatantId,
    /// With which of the arms.
    pub(super) arm: usize,
    /// Where.
    pub(super) aim: Aim,
    /// Levels of deception.
    pub(super) deceptive: u8,
    /// The effective skill at the torso.
    pub(super) skill: i32,
    /// The modifier of the aim.
    pub(super) to_hit: i32,
    /// Its worth if it lands.
    pub(super) worth: f32,
    /// Its worth, chances worked in.
    pub(super) value: f32,
}

/// How a blow may differ from a plain one.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bonus {
    /// To hit.
    pub(super) hit: i32,
    /// To damage: that of a Strong attack.
    pub(super) strong: bool,
    /// To the target's defense, usually negative.
    pub(super) defense: i32,
    /// No defense at all.
    pub(super) unguarded: bool,
}

/// `DF-004` The cost of critical failures at a low score, where every roll ten above it is one: a fall, a weapon out of
/// control.
pub(super) fn clumsiness(score: i32) -> f32 {
    match score {
        ..=3 => 0.048,
        4 => 0.029,
        5 => 0.015,
        6 => 0.006,
        _ => 0.0,
    }
}

/// Whether a plain Attack in melee is modified by nothing unusual: no spells, no grips, no close combat, no lost
/// eye, and nobody in the way.
fn is_usual(scene: Scene<'_>, who: CombatantId, plan: &AttackPlan, geometry: &AttackGeometry) -> bool {
    let me = scene.fighter(who);
    plan.from == AttackFrom::Attack
        && !plan.rapid
        && plan.area_penalty == 0
        && scene.state.effects.is_empty()
        && !(geometry.closed_in || geometry.target_closed_in)
        && (geometry.distance <= 1 || scene.state.fighters.len() == 2)
        && !(me.flags.has(Flags::BLIND) || me.is_maimed())
        && !scene.is_grabbed(who)
}

/// The modifiers of such an attack at a foe's torso.
fn plainly_modified(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> i32 {
    let (me, it) = (scene.fighter(who), scene.fighter(foe));
    posture::attack_modifier(me.posture) - scene.shock(who)
        + posture::target_modifier(it.posture, Location::Torso)
        + i32::from(scene.sheet(foe).sm)
        + scene.map().light(it.at)
}

impl Tactician {
    /// The best way to strike a foe with an arm, for an effective skill at the torso and a defense.
    pub(super) fn aimed(
        &mut self,
        scene: Scene<'_>,
        target: CombatantId,
        arm: usize,
        skill: i32,
        defense: Option<i32>,
        bonus: Bonus,
    ) -> Blow {
        let with = self.arms[arm];
        // A spell in the hand is not always the same one, and spells protect.
        if with.mode >= crate::strike::judge::HELD || !scene.state.effects.is_empty() {
            let mut damage = with.damage;
            if bonus.strong {
                damage.add += i16::from(damage.dice.number).max(2);
            }
            let worths = odds::worths(scene, target, Striking { damage, kind: with.kind, divisor: with.divisor });
            return Self::best_aim(&worths, target, arm, skill, defense, bonus);
        }
        let worths = self.damage_cache.worths(scene, CombatantId(self.armed), with.mode, target, bonus.strong);
        Self::best_aim(worths, target, arm, skill, defense, bonus)
    }

    /// The aim that brings most, of those that are worth a thought.
    fn best_aim(
        worths: &Worths,
        target: CombatantId,
        arm: usize,
        skill: i32,
        defense: Option<i32>,
        bonus: Bonus,
    ) -> Blow {
        let defense = if bonus.unguarded { None } else { defense.map(|score| score + bonus.defense) };
        let (mut best, mut at, mut levels) = (-1.0, 0, 0);
        for (index, &(_, modifier, worth)) in worths.iter().enumerate() {
            let score = skill + i32::from(modifier) + bonus.hit;
            let landing = landing(score, defense);
            let value = (landing.chance * worth - clumsiness(score)).max(0.0);
            if best < value {
                (best, at, levels) = (value, index, landing.levels);
            }
        }
        // The torso is always there.
        let (aim, modifier, worth) = worths.get(at).copied().unwrap_or((Aim::At(Location::Torso), 0, 0.0));
        Blow { target, arm, aim, deceptive: levels, skill, to_hit: modifier.into(), worth, value: best }
    }

    /// The best blow from where the figure is, at anybody in reach (or only one) and in front (or all
    /// round, for who can still turn).
    pub(super) fn best_blow(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        plan: &AttackPlan,
        ranged: bool,
        all_round: bool,
    ) -> Option<Blow> {
        let mut best: Option<Blow> = None;
        let mut tried = 0;
        for at in 0..self.foes.len() {
            let foe = self.foes[at];
            if plan.only != NONE && plan.only != foe.id.0 {
                continue;
            }
            // Of many shooters' targets only the nearest are looked at.
            if tried > 3 {
                break;
            }
            if !all_round && scene.arc_to(who, foe.id) != Arc::Front {
                continue;
            }
            let mut guards: [Option<Option<i32>>; 3] = [None; 3];
            let mut in_reach = false;
            let (mut common, mut geometry) = (None, None);
            for index in 0..self.arms.len() {
                let arm = &self.arms[index].clone();
                if arm.is_ranged() != ranged || !arm.reaches(foe.near) || plan.mode != NO_MODE && plan.mode != arm.mode
                {
                    continue;
                }
                if !in_reach && foe.near > 1 && !self.sees(scene, who, foe.id) {
                    break;
                }
                in_reach = true;
                let geometry = *geometry.get_or_insert_with(|| scene.attack_geometry(who, foe.id));
                let skill = if ranged {
                    scene.attack_score_at::<Sum>(who, &arm.strike(foe.id), plan, false, &geometry).total()
                } else {
                    Self::skill_at(scene, who, arm, foe.id, plan, &geometry, &mut common)
                };
                if skill < 3 {
                    continue;
                }
                // A missile, a thrown weapon and a blow are met with different defenses.
                let thrown =
                    arm.is_ranged() && scene.mode(who, arm.mode).is_some_and(|mode| mode.kind == ModeKind::Thrown);
                let kind = usize::from(arm.is_ranged()) + usize::from(thrown);
                let defense = *guards[kind].get_or_insert_with(|| {
                    self.guard(scene, foe.id, &scene.incoming_at(who, &arm.strike(foe.id), false, &geometry))
                });
                let blow = self.aimed(scene, foe.id, index, skill, defense, Bonus::default());
                if best.as_ref().is_none_or(|best| best.value < blow.value) {
                    best = Some(blow);
                }
            }
            tried += usize::from(in_reach);
        }
        best
    }

    /// The part of the effective skill that an arm brings with it; `None` for spells.
    pub(super) fn own_skill(scene: Scene<'_>, who: CombatantId, arm: &Arm) -> Option<i32> {
        let mode = scene.mode(who, arm.mode)?;
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let kick = if mode.kind == ModeKind::Kick { -2 } else { 0 };
        let off = match arm.item {
            ItemId::NONE => arm.hand != NONE && arm.hand != 0,
            item => scene.item(who, item).is_some_and(|item| item.hands == 1) && fighter.hands[0] != item,
        };
        Some(i32::from(mode.score - mode.st_short) + kick - if off && !sheet.traits.ambidexterity { 4 } else { 0 })
    }

    /// The effective skill of an arm in melee at a foe's torso. What arms have in common is worked out
    /// once for each foe.
    pub(super) fn skill_at(
        scene: Scene<'_>,
        who: CombatantId,
        arm: &Arm,
        foe: CombatantId,
        plan: &AttackPlan,
        geometry: &AttackGeometry,
        common: &mut Option<i32>,
    ) -> i32 {
        let own = Self::own_skill(scene, who, arm);
        if let (Some(own), Some(common), false) = (own, *common, plan.from == AttackFrom::MoveAndAttack) {
            return own + common;
        }
        let skill = match own.filter(|_| is_usual(scene, who, plan, geometry)) {
            Some(own) => own + plainly_modified(scene, who, foe),
            None => scene.attack_score_at::<Sum>(who, &arm.strike(foe), plan, false, geometry).total(),
        };
        debug_assert_eq!(
            skill,
            scene.attack_score_at::<Sum>(who, &arm.strike(foe), plan, false, geometry).total(),
            "{arm:?}"
        );
        if let Some(own) = own {
            *common = Some(skill - own);
        }
        skill
    }

    /// Whether nothing blocks the line to a foe.
    pub(super) fn sees(&self, scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
        let (from, to) = scene.nearest_hexes(who, foe);
        scene.map().in_sight(from, to)
    }

    /// The attack, now that it has to be declared.
    pub(super) fn attack(&mut self, scene: Scene<'_>, who: CombatantId, plan: &AttackPlan) -> Attack {
        let planned = self.plan.attack.take().filter(|(from, _)| {
            self.plan.who == who.0 && plan.only == NONE && plan.mode == NO_MODE && plan.from == *from
        });
        let target = CombatantId(self.plan.target);
        let is_sure = || {
            self.plan.sure == Some((scene.fighter(who).at, scene.fighter(target).at))
                && scene.arc_to(who, target) == Arc::Front
                && !scene.fighter(who).posture.is_lying()
        };
        if let Some((_, planned)) = planned
            && scene.fighter(target).is_conscious()
            && (is_sure() || scene.judge_attack(who, plan, &planned).is_ok())
        {
            debug_assert_eq!(scene.judge_attack(who, plan, &planned), Ok(()), "{planned:?}");
            self.judged = true;
            self.strikes(scene, &planned);
            return planned;
        }
        // The second of two: the same once more, if nothing came of the first.
        if let Some((strike, hp, posture)) = self.plan.again.take().filter(|_| self.plan.who == who.0) {
            let it = scene.fighter(strike.target);
            let same = Attack::Strike(strike);
            if (it.hp, it.posture) == (hp, posture)
                && it.is_conscious()
                && (plan.mode != NO_MODE || plan.only != NONE)
                && scene.judge_attack(who, plan, &same).is_ok()
            {
                self.judged = true;
                return same;
            }
        }
        // A foe that fell before the second of two blows is not struck again.
        if plan.only != NONE
            && !scene.fighter(CombatantId(plan.only)).is_conscious()
            && !scene.state.fighters.iter().any(Fighter::holds_anybody)
        {
            return Attack::Forgo;
        }
        self.look(scene, who);
        self.find_arms(scene, who);
        if let Some(close) = self.close_attack(scene, who, plan) {
            return close;
        }
        let wants_ranged = matches!(plan.from, AttackFrom::AllOut(AllOut::Ranged));
        let only_melee = matches!(plan.from, AttackFrom::AllOut(_)) && !wants_ranged;
        let melee = if wants_ranged { None } else { self.best_blow(scene, who, plan, false, false) };
        let ranged = if only_melee { None } else { self.best_blow(scene, who, plan, true, false) };
        let Some(mut blow) = [melee, ranged].into_iter().flatten().max_by(|a, b| a.value.total_cmp(&b.value)) else {
            return Attack::Forgo;
        };
        // A plan is not given up for a trifle.
        if self.plan.who == who.0 && self.plan.target != NONE && self.plan.target != blow.target.0 && plan.only == NONE
        {
            let only = AttackPlan { only: self.plan.target, ..*plan };
            let planned = self.best_blow(scene, who, &only, self.arms[blow.arm].is_ranged(), false);
            if let Some(planned) = planned.filter(|planned| blow.value < 1.2 * planned.value) {
                blow = planned;
            }
        }
        let geometry = scene.attack_geometry(who, blow.target);
        let attack = scene.incoming_at(who, &self.arms[blow.arm].strike(blow.target), false, &geometry);
        let defense = self.guard(scene, blow.target, &attack);
        if let Some(trade) = self.trade(scene, who, plan, &blow, blow.skill, defense)
            && scene.judge_attack(who, plan, &trade).is_ok()
        {
            return trade;
        }
        Attack::Strike(self.declared(scene, who, plan, &blow, &geometry))
    }

    /// Notes a blow that may be struck once more.
    pub(super) fn strikes(&mut self, scene: Scene<'_>, attack: &Attack) {
        if let Attack::Strike(strike) | Attack::Rapid(strike) = attack {
            let it = scene.fighter(strike.target);
            self.plan.again = Some((*strike, it.hp, it.posture));
        }
    }

    /// The attack with a blow that was chosen together with its maneuver.
    pub(super) fn plan_attack(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        blow: &Blow,
        defense: Option<i32>,
        from: AttackFrom,
    ) {
        let plan = AttackPlan::of(from);
        // It was chosen as a plain attack.
        let more = if from == AttackFrom::AllOut(AllOut::Determined) { 4 } else { 0 };
        let attack = self.trade(scene, who, &plan, blow, blow.skill + more, defense).unwrap_or_else(|| {
            let strike = self.arms[blow.arm].strike(blow.target);
            Attack::Strike(Strike { aim: blow.aim, deceptive: blow.deceptive, ..strike })
        });
        self.plan.attack = Some((from, attack));
    }

    /// A blow as it is declared: with no more deception than the rules allow.
    fn declared(
        &self,
        scene: Scene<'_>,
        who: CombatantId,
        plan: &AttackPlan,
        blow: &Blow,
        geometry: &AttackGeometry,
    ) -> Strike {
        let arm = &self.arms[blow.arm];
        let mut strike = Strike { aim: blow.aim, deceptive: blow.deceptive, ..arm.strike(blow.target) };
        let score = |strike: &Strike| scene.attack_score_at::<Sum>(who, strike, plan, false, geometry).total();
        while strike.deceptive > 0 && score(&strike) < 10 {
            strike.deceptive -= 1;
        }
        if score(&strike) < 3 {
            strike.aim = Aim::At(Location::Torso);
        }
        strike
    }

    /// The share of a second blow that is left: a foe that steps back from the first is out of its reach.
    pub(super) fn again(
        &self,
        scene: Scene<'_>,
        who: CombatantId,
        target: CombatantId,
        arm: &Arm,
        defense: Option<i32>,
    ) -> f32 {
        let near = scene.blow_distance(who, target).min(arm.longest());
        let it = scene.fighter(target);
        let steps_back = defense.is_some()
            && !arm.reaches(near + 1)
            && it.retreated == NONE
            && !it.flags.has(Flags::MOVED_AND_ATTACKED)
            && !it.is_stunned()
            && !matches!(it.posture, Posture::Sitting | Posture::Kneeling)
            && !scene.is_grabbed(target);
        if steps_back { 0.15 } else { 1.0 }
    }

    /// Two strikes for one, where they bring more than a blow of that skill against that defense.
    fn trade(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        plan: &AttackPlan,
        blow: &Blow,
        skill: i32,
        defense: Option<i32>,
    ) -> Option<Attack> {
        let with = self.arms[blow.arm];
        let may = !plan.rapid
            && !plan.traded
            && plan.mode == NO_MODE
            && !with.is_ranged()
            && matches!(plan.from, AttackFrom::Attack | AttackFrom::AllOut(_));
        if !may {
            return None;
        }
        let strike = with.strike(blow.target);
        let mut best = (blow.value * 1.05, None);
        let rapid = skill - if scene.is_master_of(who, with.mode) { 3 } else { 6 };
        if rapid >= 8 {
            let twice = self.aimed(scene, blow.target, blow.arm, rapid, defense, Bonus::default());
            // The second parry is harder; the second blow may go at somebody else.
            let other = |foe: &Foe| foe.id != blow.target && foe.near <= with.longest();
            let again =
                if self.foes.iter().any(other) { 1.0 } else { self.again(scene, who, blow.target, &with, defense) };
            let both = (1.0 + 1.1 * again) * twice.value;
            if best.0 < both && scene.judge_rapid(who, &strike).is_ok() {
                let first = Strike { aim: twice.aim, deceptive: twice.deceptive, ..strike };
                best = (both, Some(Attack::Rapid(first)));
            }
        }
        let common = Self::own_skill(scene, who, &with).map(|own| skill - own);
        best.1 = common.and_then(|common| self.dual(scene, who, blow, common, defense, best.0)).or(best.1);
        best.1
    }

    /// A Dual-Weapon Attack worth more than that. `common` is the modifier of the skills of all arms.
    fn dual(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        blow: &Blow,
        common: i32,
        defense: Option<i32>,
        least: f32,
    ) -> Option<Attack> {
        let near = scene.blow_distance(who, blow.target);
        let in_hand = |hand: u8| {
            self.arms.iter().position(|arm| {
                let held = arm.item != ItemId::NONE
                    && scene.fighter(who).hands[hand as usize] == arm.item
                    && scene.item(who, arm.item).is_some_and(|item| item.hands == 1);
                let bare = arm.item == ItemId::NONE
                    && scene.mode(who, arm.mode).is_some_and(|mode| mode.kind == ModeKind::Punch);
                (held || bare && scene.is_free_hand(who, hand)) && !arm.is_ranged() && arm.reaches(near)
            })
        };
        let (main, off) = (in_hand(0)?, in_hand(1)?);
        if self.arms[main].item == ItemId::NONE
            && self.arms[off].item == ItemId::NONE
            && !scene.sheet(who).traits.ambidexterity
        {
            return None;
        }
        let strike = |arm: usize, hand: u8| {
            let arm = &self.arms[arm];
            Strike { hand: if arm.item == ItemId::NONE { hand } else { NONE }, ..arm.strike(blow.target) }
        };
        let (mut first, mut second) = (strike(main, 0), strike(off, 1));
        let skill = |arm: usize| Some(Self::own_skill(scene, who, &self.arms[arm])? + common - 4);
        let skills = [skill(main)?, skill(off)?];
        if skills.iter().any(|&skill| skill < 9) {
            return None;
        }
        let bonus = Bonus { defense: -1, ..Bonus::default() };
        let one = self.aimed(scene, blow.target, main, skills[0], defense, bonus);
        let two = self.aimed(scene, blow.target, off, skills[1], defense, bonus);
        let again = self.again(scene, who, blow.target, &self.arms[off], defense);
        if one.value + again * two.value <= least {
            return None;
        }
        (first.aim, first.deceptive) = (one.aim, one.deceptive);
        (second.aim, second.deceptive) = (two.aim, two.deceptive);
        scene.judge_dual(who, &first, &second).is_ok().then_some(Attack::Dual(first, second))
    }
}
