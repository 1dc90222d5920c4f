//! Which blow: at whom, with what, where, how deceptive, and whether twice.

use super::Tactician;
use super::odds::{self, Striking, Worths, landing};
use super::sight::{Arm, Foe, LEAST_SCORE, guard};
use super::tactics::{Chance, danger_of};
use crate::decision::{Aim, AllOut, Attack, AttackFrom, AttackPlan, NO_MODE, NONE, Strike};
use crate::magic::missile::is_held_spell;
use crate::scene::Scene;
use crate::sheet::{ItemId, Location, ModeKind};
use crate::state::Fighter;
use crate::strike::geometry::AttackGeometry;
use affray_grid::Arc;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

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

/// What the options of an attack in melee change of the effective skill.
pub(super) fn option_modifier(scene: Scene<'_>, who: CombatantId, strike: &Strike, plan: &AttackPlan) -> i32 {
    let mut sum = Sum::base(rule!("DF-198"), 0);
    scene.add_attack_options(&mut sum, who, strike, plan, false, false);
    sum.total()
}

/// A blow with a smaller chance to land is taken only where it is worth clearly more than a likelier one.
const UNLIKELY: f32 = 0.12;

/// The share of its worth that such a blow has beside others.
const RATHER: f32 = 0.8;

impl Tactician {
    /// The best way to strike a foe with an arm in an attack of a maneuver, for an effective skill at the torso and a
    /// defense.
    pub(super) fn aimed(
        &mut self,
        scene: Scene<'_>,
        target: CombatantId,
        arm: usize,
        skill: i32,
        defense: Option<i32>,
        from: AttackFrom,
    ) -> Blow {
        let with = self.arms[arm];
        // A spell in the hand is not always the same one, and spells protect.
        if is_held_spell(with.mode) || !scene.state.effects.is_empty() {
            let damage = scene.strike_damage(CombatantId(self.armed), with.mode, &AttackPlan::of(from));
            let damage = damage.unwrap_or(with.damage);
            let blow = Striking { damage, kind: with.kind, divisor: with.divisor, area: with.area };
            let worths = odds::worths(scene, target, blow);
            return Self::best_aim(&worths, target, (arm, with.miss), skill, defense);
        }
        let worths = self.damage_cache.worths(scene, CombatantId(self.armed), with.mode, target, from);
        Self::best_aim(worths, target, (arm, with.miss), skill, defense)
    }

    /// The aim that brings most with an arm, of those that are worth a thought; a miss with it has its cost.
    fn best_aim(
        worths: &Worths,
        target: CombatantId,
        (arm, miss): (usize, f32),
        skill: i32,
        defense: Option<i32>,
    ) -> Blow {
        let (mut best, mut first, mut at, mut levels) = (-1.0, -1.0, 0, 0);
        for (index, &(_, modifier, worth)) in worths.iter().enumerate() {
            let score = skill + i32::from(modifier);
            let landing = landing(score, defense);
            let risk =
                if miss == 0.0 { 0.0 } else { miss * (1.0 - odds::success(score - 2 * i32::from(landing.levels))) };
            let value = (landing.chance * worth - clumsiness(score) - risk).max(0.0);
            // Of blows that are worth about as much, rather one that lands than one that hardly ever does.
            let rank = if landing.chance < UNLIKELY { RATHER * value } else { value };
            if first < rank {
                (best, first, at, levels) = (value, rank, index, landing.levels);
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
            // DF-R136: of somebody lying the hex in front counts.
            let lies_ahead = !all_round && scene.fighter(foe.id).second != NONE;
            let near = if lies_ahead { scene.blow_distance_ahead(who, foe.id) } else { foe.near };
            let mut guards: [Option<Option<i32>>; 3] = [None; 3];
            let mut in_reach = false;
            let mut geometry = None;
            for index in 0..self.arms.len() {
                let arm = &self.arms[index].clone();
                if arm.is_ranged() != ranged || !arm.reaches(near) || plan.mode != NO_MODE && plan.mode != arm.mode {
                    continue;
                }
                if !in_reach && foe.near > 1 && !self.sees(scene, who, foe.id) {
                    break;
                }
                in_reach = true;
                let geometry = *geometry.get_or_insert_with(|| scene.attack_geometry(who, foe.id));
                let skill = scene.attack_score::<Sum>(who, &arm.strike(foe.id), plan, false, &geometry).total();
                if skill < LEAST_SCORE {
                    continue;
                }
                // A missile, a thrown weapon and a blow are met with different defenses.
                let thrown =
                    arm.is_ranged() && scene.mode(who, arm.mode).is_some_and(|mode| mode.kind == ModeKind::Thrown);
                let kind = usize::from(arm.is_ranged()) + usize::from(thrown);
                let defense = *guards[kind].get_or_insert_with(|| {
                    guard(scene, foe.id, &scene.incoming(who, &arm.strike(foe.id), false, &geometry))
                });
                let mut blow = self.aimed(scene, foe.id, index, skill, defense, plan.from);
                // Of several targets rather one that still fights.
                if ranged && self.foes.len() > 1 {
                    blow.value *= danger_of(scene, foe.id);
                }
                if best.as_ref().is_none_or(|best| best.value < blow.value) {
                    best = Some(blow);
                }
            }
            tried += usize::from(in_reach);
        }
        best
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
                // DF-R136: of two hexes the one in front may be out of reach.
                && scene.fighter(target).second == NONE
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
        let attack = scene.incoming(who, &self.arms[blow.arm].strike(blow.target), false, &geometry);
        let defense = guard(scene, blow.target, &attack);
        if let Some(trade) = self.trade(scene, who, plan, &blow, defense, &geometry, 0)
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
        chance: &Chance,
        from: AttackFrom,
    ) {
        let Chance { defense, geometry, gain, .. } = *chance;
        let attack =
            self.trade(scene, who, &AttackPlan::of(from), blow, defense, &geometry, gain).unwrap_or_else(|| {
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
        let score = |strike: &Strike| scene.attack_score::<Sum>(who, strike, plan, false, geometry).total();
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
        let steps_back = defense.is_some() && !arm.reaches(near + 1) && scene.can_retreat(target).is_ok();
        if steps_back { 0.15 } else { 1.0 }
    }

    /// Two strikes for one, where they bring more than a blow against that defense. `gain` is what the skill gains by
    /// the Step before it.
    #[allow(clippy::too_many_arguments, reason = "a blow with all that was found out about it")]
    fn trade(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        plan: &AttackPlan,
        blow: &Blow,
        defense: Option<i32>,
        geometry: &AttackGeometry,
        gain: i32,
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
        let rapid = blow.skill + option_modifier(scene, who, &strike, &AttackPlan { rapid: true, ..*plan })
            - option_modifier(scene, who, &strike, plan);
        // Whoever gives up all defense has two blows without a penalty by the other form (DF-060).
        if rapid >= 8 && plan.from != AttackFrom::AllOut(AllOut::Determined) {
            let twice = self.aimed(scene, blow.target, blow.arm, rapid, defense, plan.from);
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
        let Some((arms, mut first, mut second)) = self.pair(scene, who, blow.target) else { return best.1 };
        let skills =
            [&first, &second].map(|one| scene.attack_score::<Sum>(who, one, plan, true, geometry).total() + gain);
        if skills.iter().any(|&skill| skill < 9) {
            return best.1;
        }
        // DF-216: two strikes at one foe are harder to defend against.
        let defense = defense.and_then(|_| guard(scene, blow.target, &scene.incoming(who, &first, true, geometry)));
        let [one, two] = [0, 1].map(|at| self.aimed(scene, blow.target, arms[at], skills[at], defense, plan.from));
        let again = self.again(scene, who, blow.target, &self.arms[arms[1]], defense);
        if best.0 < one.value + again * two.value && scene.judge_dual(who, &first, &second).is_ok() {
            (first.aim, first.deceptive) = (one.aim, one.deceptive);
            (second.aim, second.deceptive) = (two.aim, two.deceptive);
            return Some(Attack::Dual(first, second));
        }
        best.1
    }

    /// A weapon or fist in each hand with which a foe can be struck at once: the arms, and a strike of each.
    fn pair(&self, scene: Scene<'_>, who: CombatantId, target: CombatantId) -> Option<([usize; 2], Strike, Strike)> {
        let near = scene.blow_distance(who, target);
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
        let arms = [in_hand(0)?, in_hand(1)?];
        if arms.iter().all(|&arm| self.arms[arm].item == ItemId::NONE) && !scene.sheet(who).traits.ambidexterity {
            return None;
        }
        let strike = |hand: u8| {
            let arm = &self.arms[arms[hand as usize]];
            Strike { hand: if arm.item == ItemId::NONE { hand } else { NONE }, ..arm.strike(target) }
        };
        Some((arms, strike(0), strike(1)))
    }
}
