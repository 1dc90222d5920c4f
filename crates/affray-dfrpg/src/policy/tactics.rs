//! Which maneuver: strike, shoot, cast, get ready, close in, hold back, defend or run.

use super::blows::{Blow, option_modifier};
use super::odds::{landing, success, wins_contest};
use super::sight::{Arm, LEAST_SCORE, guard_from, may_strike};
use super::{DONE, NOTHING, Tactician};
use crate::body::fatigue::is_low;
use crate::decision::{AllOut, AttackFrom, AttackPlan, Defense, DefenseKind, Free, Maneuver, NONE, Step, Strike};
use crate::movement::{hex_cost, posture};
use crate::scene::Scene;
use crate::sheet::{ItemId, ItemKind};
use crate::state::{DefenseFocus, Flags, Grabbed, ItemFlags, Place, Posture};
use crate::strike::geometry::AttackGeometry;
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;

/// A blow that can be struck this turn, after a Step if need be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chance {
    blow: Blow,
    /// The defense score of the target against it.
    pub(super) defense: Option<i32>,
    /// How the combatant and its target stand to each other before the Step.
    pub(super) geometry: AttackGeometry,
    /// What the effective skill gains by the Step.
    pub(super) gain: i32,
    step: Option<Step>,
    /// Where it is struck from.
    from: Cell,
    /// Its value, less the exposure of the place.
    value: f32,
}

/// An All-Out Attack.
#[derive(Debug, Clone, Copy)]
struct Bold {
    value: f32,
    blow: Blow,
    bonus: AllOut,
}

/// A place to strike from.
#[derive(Debug, Clone, Copy)]
struct Stand {
    /// The Step that leads there.
    side: Option<Facing>,
    at: Cell,
    /// Whether one can step there, once that was looked at.
    is_open: Option<bool>,
    /// The exposure there with the present facing, once it was worked out.
    exposure: Option<f32>,
}

/// The weight of the additional threat to a combatant without defenses: for one with friends, and for one on its own. It
/// is more than 1, for the next foe may strike as well: against opponents with two thirds of these weights a knight, a
/// spearman, an archer and a guard win 60 % of mirrors.
const RISKS: [f32; 2] = [1.7, 1.9];

/// The least gain of an All-Out Attack over a plain one.
const LEAST_RISK: f32 = 0.04;

/// The least defense for which a feint comes into question.
const FEINTED_DEFENSE: i32 = 12;

/// So many arms are thought of when a blow is chosen, the first ones.
const FRONTS: usize = 16;

/// The worth of a blow that does nothing to speak of.
const HARMLESS: f32 = 0.02;

/// The danger that is left of a foe who lies there at 0 HP or below.
const DANGER_OF_FALLEN: f32 = 0.15;

/// The danger that is left of a foe, for the choice of the target: one at 0 HP may drop by itself, and one that lies
/// there or is far below that hardly ever comes back.
pub(super) fn danger_of(scene: Scene<'_>, foe: CombatantId) -> f32 {
    let it = scene.fighter(foe);
    if it.hp > 0 {
        1.0
    } else if it.posture.is_lying() || it.is_stunned() || it.hp < -scene.sheet(foe).hp {
        DANGER_OF_FALLEN
    } else {
        0.7
    }
}

impl Tactician {
    /// `DF-R42` Whether to act although one may drop: not where others fight on and the odds are bad.
    pub(super) fn begins(&mut self, scene: Scene<'_>, who: CombatantId) -> bool {
        self.look(scene, who);
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let (hp, max) = (i32::from(fighter.hp), i32::from(sheet.hp));
        let mut stays = 1.0;
        if scene.is_spent(who) {
            stays *= success(i32::from(sheet.will));
        }
        if hp <= 0 {
            stays *= success(i32::from(sheet.ht) - crate::body::injury::negative_multiples(hp, max));
        }
        let pressed = self.foes.first().is_some_and(|foe| foe.near <= 2);
        self.friends == 0 || stays > 0.6 || pressed && stays > 0.4
    }

    /// Free actions: out of the fight, hands free for what is needed now.
    pub(super) fn free(&mut self, scene: Scene<'_>, who: CombatantId) -> Free {
        let fighter = scene.fighter(who);
        if fighter.posture == Posture::Crouching {
            return Free::Rise;
        }
        self.look(scene, who);
        let flees = self.is_routed(scene, who);
        for grab in fighter.grabs.iter().filter(|grab| grab.victim != NONE) {
            let victim = CombatantId(grab.victim);
            if flees || !scene.fighter(victim).is_conscious() {
                return Free::Release(victim);
            }
        }
        if flees && scene.judge_free(who, &Free::Leave).is_ok() {
            return Free::Leave;
        }
        let near = self.foes.first().map_or(99, |foe| foe.near);
        if !flees && self.frees_hand_for_spell(scene, who) {
            return Free::Drop(0);
        }
        if near > 2 || flees {
            return DONE;
        }
        // A bow in the hand and a foe at the throat: drop it for a blade.
        let spare = scene.items(who).find(|&item| {
            let state = scene.item_state(who, item);
            scene.item(who, item).is_some_and(|item| item.kind == ItemKind::Melee)
                && state.place == Place::Sheathed
                && !state.flags.has(ItemFlags::BROKEN)
        });
        let Some(spare) = spare else { return DONE };
        // A broken weapon only keeps the hand from it.
        let broken = (0..4u8).find(|&hand| {
            let item = fighter.hands[hand as usize];
            item != ItemId::NONE && scene.item_state(who, item).flags.has(ItemFlags::BROKEN)
        });
        if let Some(hand) = broken
            && scene.judge_free(who, &Free::Drop(hand)).is_ok()
        {
            return Free::Drop(hand);
        }
        // Without a bow in hand, and without a hand for another blade, there is nothing to drop or to draw.
        let bow = (0..4u8).find(|&hand| {
            scene.item(who, fighter.hands[hand as usize]).is_some_and(|item| item.kind == ItemKind::Ranged)
        });
        if bow.is_none() && scene.free_hands(who) == 0 {
            return DONE;
        }
        self.find_arms(scene, who);
        self.knows_arms = true;
        let blade = self.arms.iter().any(|arm| !arm.is_ranged() && (arm.item != ItemId::NONE || arm.mode == 0));
        if blade || scene.is_grabbed(who) {
            return DONE;
        }
        let loaded = self.arms.iter().any(|arm| arm.is_ranged() && arm.item != ItemId::NONE);
        if let Some(hand) = bow
            && !loaded
            && scene.judge_free(who, &Free::Drop(hand)).is_ok()
        {
            return Free::Drop(hand);
        }
        let hand = scene.free_hands(who).trailing_zeros() as u8;
        let draw = Free::FastDraw { item: spare, hand };
        if hand < 4 && scene.judge_free(who, &draw).is_ok() { draw } else { DONE }
    }

    /// The side's morale: whether so many of its members are out that the rest flee.
    pub(super) fn is_routed(&self, scene: Scene<'_>, who: CombatantId) -> bool {
        let side = scene.setup.combatants[who.index()].side;
        let morale = u32::from(scene.setup.sides[side as usize].morale);
        if scene.fighter(who).flags.has(Flags::FRIGHTENED) || super::orders::gets_away(scene, who) {
            return true;
        }
        if morale >= 100 {
            return false;
        }
        self.lost > 0 && morale * self.members <= 100 * self.lost
    }

    /// Looks round and at the own arms, if that was not done just now.
    pub(super) fn look_again(&mut self, scene: Scene<'_>, who: CombatantId) {
        if !self.looked || self.looker != who.0 {
            self.look(scene, who);
        }
        if !self.knows_arms || self.armed != who.0 {
            self.find_arms(scene, who);
        }
    }

    /// The maneuver, with a plan for the rest of the turn.
    pub(super) fn maneuver(&mut self, scene: Scene<'_>, who: CombatantId) -> Maneuver {
        self.plan.clear();
        self.plan.who = who.0;
        self.look_again(scene, who);
        if scene.state.this_turn.idle || scene.must_do_nothing(who).is_some() {
            return NOTHING;
        }
        if scene.is_pinned(who) {
            return Maneuver::Attack;
        }
        let free = scene.judge_grips_on_movement(who).is_ok();
        if free && self.is_routed(scene, who) {
            return self.flee(scene, who);
        }
        if self.foes.is_empty() {
            return NOTHING;
        }
        let fighter = scene.fighter(who);
        let grips = scene.is_grabbed(who) || scene.holds(who).any(|(_, grab)| grab.how & Grabbed::PINNED == 0);
        if !grips && let Some(up) = self.get_up(scene, who) {
            return up;
        }
        if grips {
            return Maneuver::Attack;
        }
        if fighter.posture == Posture::Kneeling && scene.can_take(who, Posture::Standing) {
            self.plan.before = Some(Step { hex: None, posture: Some(Posture::Standing), facing: fighter.facing });
        }
        if let Some(ready) = self.rearm(scene, who) {
            return ready;
        }
        if let Some(out) = self.step_out(scene, who) {
            return out;
        }
        let chance = self.chance(scene, who);
        let struck = chance.map_or(0.0, |chance| chance.value);
        if let Some((value, cast)) = self.spell(scene, who)
            && struck < value
        {
            return cast;
        }
        if let Some((value, shot)) = self.shot(scene, who)
            && struck < value
        {
            return shot;
        }
        self.plan.before = match self.plan.before {
            Some(step) if step.posture.is_some() => Some(step),
            _ => None,
        };
        if self.is_grappler(scene, who)
            && let Some(grapple) = self.grapple(scene, who, struck)
        {
            return grapple;
        }
        match chance {
            Some(chance) if !self.turns_to_others(scene, who, &chance) => self.strike_or_not(scene, who, &chance),
            _ => self.close_in(scene, who),
        }
    }

    /// Whether the best blow in reach is not worth it while others fight on: at a foe who cannot be hurt so, or at one who
    /// is as good as out of the fight. Then only those others count, of whom one can be come to within two turns.
    fn turns_to_others(&mut self, scene: Scene<'_>, who: CombatantId, chance: &Chance) -> bool {
        let (blow, reach) = (chance.blow, 2 * scene.move_points(who) + 1);
        let harmless = blow.worth < HARMLESS;
        let fallen = danger_of(scene, blow.target) <= DANGER_OF_FALLEN;
        if !harmless && !fallen || scene.judge_leaving(who).is_err() {
            return false;
        }
        let Some(arm) = self.arms.iter().position(|arm| !arm.is_ranged()) else { return false };
        let mut others: ArrayVec<super::sight::Foe, 64> = ArrayVec::new();
        for at in 0..self.foes.len() {
            let foe = self.foes[at];
            let able = foe.id != blow.target && danger_of(scene, foe.id) > DANGER_OF_FALLEN && foe.near <= reach;
            if able && self.aimed(scene, foe.id, arm, 12, None, AttackFrom::Attack).worth >= HARMLESS {
                others.push(foe);
            }
        }
        // Nobody turns its back on somebody who can strike for want of a better blow.
        let watched = fallen && self.foes.iter().any(|foe| foe.near <= foe.reach && foe.id != blow.target);
        if others.is_empty() || watched {
            return false;
        }
        self.foes = others;
        true
    }

    /// `DF-104` Up from the ground, as far as the legs carry.
    pub(super) fn get_up(&self, scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
        let from = scene.fighter(who).posture;
        if matches!(from, Posture::Standing | Posture::Kneeling) {
            return None;
        }
        [Posture::Standing, Posture::Kneeling]
            .into_iter()
            .map(|to| Maneuver::ChangePosture { to, second: NONE })
            .find(|up| scene.judge_maneuver(who, up).is_ok())
    }

    /// `DF-462` `DF-464` Out of a foe's hex with a weapon that is of no use in there, and a blow from next to it: for who
    /// handles it as well as grips.
    fn step_out(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
        let foe = *self.foes.first().filter(|foe| foe.near == 0)?;
        let (map, fighter) = (scene.map(), scene.fighter(who));
        let grips = i32::from(scene.grappling_skill(who).score);
        let outside = scene.modes(who).any(|(number, mode)| {
            mode.item.is_some()
                && !mode.kind.is_ranged()
                && mode.reach & 1 == 0
                && mode.reach & 2 != 0
                && grips <= i32::from(mode.score) + 2
                && scene.is_mode_ready(who, number)
                && may_strike(scene, who, number, foe.id, AttackFrom::Attack)
        });
        if !outside || self.plan.before.is_some() || scene.judge_leaving(who).is_err() || scene.move_points(who) < 1 {
            return None;
        }
        let back = fighter.facing.opposite();
        for side in super::route::ASIDE.map(|turn| back.turned(turn)) {
            let facing = map.facing_towards(fighter.at.step(side), foe.at);
            if let Some(step) = Self::step_to(scene, who, side, facing) {
                self.plan.before = Some(step);
                self.plan.target = foe.id.0;
                return Some(Maneuver::Attack);
            }
        }
        None
    }

    /// The best blow that can be struck this turn, from here or after a Step.
    pub(super) fn chance(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<Chance> {
        let (map, fighter) = (scene.map(), scene.fighter(who));
        let longest = self.arms.iter().filter(|arm| !arm.is_ranged()).map(|arm| arm.longest()).max()?;
        let plan = AttackPlan::of(AttackFrom::Attack);
        let rises = self.plan.before.is_some();
        let gain = if rises {
            posture::attack_modifier(Posture::Standing) - posture::attack_modifier(fighter.posture)
        } else {
            0
        };
        let stands = !rises && scene.judge_leaving(who).is_ok() && scene.move_points(who) >= 1;
        if self.foes.first().is_none_or(|foe| longest + 1 < foe.near) {
            return None;
        }
        let mut places: ArrayVec<Stand, 9> = ArrayVec::new();
        places.push(Stand { side: None, at: fighter.at, is_open: Some(true), exposure: None });
        let mut best: Option<Chance> = None;
        let alone = self.foes.len() == 1;
        if stands && !(alone && self.is_head_on(scene, who)) {
            for &side in Facing::all(map.layout()) {
                places.push(Stand { side: Some(side), at: fighter.at.step(side), is_open: None, exposure: None });
            }
        }
        for index in 0..self.foes.len() {
            let foe = self.foes[index];
            if longest + 1 < foe.near {
                break;
            }
            let it = scene.fighter(foe.id);
            // Its defense against a blow from each side.
            let mut guards: [Option<Option<i32>>; 4] = [None; 4];
            let geometry = scene.attack_geometry(who, foe.id);
            let began = if foe.near == 0 { Arc::Front } else { map.arc(it.at, it.facing, fighter.at) };
            let danger = if alone { 1.0 } else { danger_of(scene, foe.id) };
            // The best blow of each arm against a foe who sees it come.
            let mut fronts: [Option<(Blow, Option<i32>)>; FRONTS] = [None; FRONTS];
            for place in &mut places {
                let Stand { side, at: from, .. } = *place;
                // DF-R136: of two hexes the nearer one, so that one has to be in front.
                let struck = scene.nearer_hex(from, foe.id);
                let distance = if side.is_none() { foe.near } else { scene.blow_between(from, struck) };
                if longest < distance || side.is_some() && it.posture.is_long() && foe.near < distance {
                    continue;
                }
                if distance > 1 && !map.in_sight(from, struck) {
                    continue;
                }
                let arc = match map.arc(it.at, it.facing, from) {
                    _ if distance == 0 => Arc::Front,
                    // DF-R10: whoever goes round a foe comes from its side.
                    Arc::Rear if began != Arc::Rear => Arc::Right,
                    arc => arc,
                };
                // To a single foe who watches it is all the same from here or from there.
                if alone && side.is_some() && arc == Arc::Front && best.is_some_and(|best| best.step.is_none()) {
                    let more = |arm: &Arm| !arm.is_ranged() && arm.reaches(distance) && !arm.reaches(foe.near);
                    if !self.arms.iter().any(more) {
                        continue;
                    }
                }
                let seen = distance == 0 || map.arc(from, fighter.facing, struck) == Arc::Front;
                let facing = if seen { fighter.facing } else { map.facing_towards(from, struck) };
                let mut cost = None;
                for (arm, front) in fronts.iter_mut().enumerate().take(self.arms.len()) {
                    let with = self.arms[arm];
                    if with.is_ranged() || !with.reaches(distance) {
                        continue;
                    }
                    let (blow, defense) = *front.get_or_insert_with(|| {
                        let strike = with.strike(foe.id);
                        let skill = scene.attack_score::<Sum>(who, &strike, &plan, false, &geometry).total() + gain;
                        let defense = *guards[Arc::Front as usize]
                            .get_or_insert_with(|| guard_from(scene, who, &with, foe.id, Arc::Front, &geometry));
                        (self.aimed(scene, foe.id, arm, skill, defense, plan.from), defense)
                    });
                    let defense = match arc {
                        Arc::Front => defense,
                        arc => *guards[arc as usize]
                            .get_or_insert_with(|| guard_from(scene, who, &with, foe.id, arc, &geometry)),
                    };
                    if blow.skill < LEAST_SCORE {
                        continue;
                    }
                    let value = if arc == Arc::Front {
                        blow.value
                    } else {
                        landing(blow.skill + blow.to_hit, defense).chance * blow.worth
                    };
                    // No place makes a blow worth more than it is.
                    if best.is_some_and(|best| value * danger <= best.value) {
                        continue;
                    }
                    let cost = *cost.get_or_insert_with(|| {
                        let exposure = match place.exposure.filter(|_| seen) {
                            Some(known) => known,
                            None => self.exposure(scene, from, facing),
                        };
                        if seen {
                            place.exposure = Some(exposure);
                        }
                        if side.is_some() { exposure + 0.01 } else { exposure }
                    });
                    let value = value * danger - cost;
                    if best.is_none_or(|best| best.value < value)
                        // Whether it is a way to go is dearer to know than whether it is worth going.
                        && *place.is_open.get_or_insert_with(|| Self::can_step_to(scene, who, from, foe.id))
                    {
                        let posture = if rises { Some(Posture::Standing) } else { None };
                        let step = Step { hex: side, posture, facing };
                        let is_step = side.is_some() || rises || !seen;
                        best = Some(Chance {
                            blow: Blow { value: value + cost, ..blow },
                            defense,
                            geometry,
                            gain,
                            step: is_step.then_some(step),
                            from,
                            value,
                        });
                    }
                }
            }
        }
        // The place alone makes no blow worthless: a pressed combatant strikes back.
        best.map(|best| Chance { value: best.value.max(0.05 * best.blow.value), ..best })
    }

    /// Whether a figure stands straight before its only foe, next to it, with every arm that it has in reach: then
    /// all is the same to that foe wherever one steps.
    pub(super) fn is_head_on(&self, scene: Scene<'_>, who: CombatantId) -> bool {
        let (me, foe) = (scene.fighter(who), self.foes[0]);
        let it = scene.fighter(foe.id);
        foe.near == 1
            && me.second == NONE
            && it.second == NONE
            && it.at.step(it.facing) == me.at
            && self.arms.iter().all(|arm| arm.is_ranged() || arm.reaches(1))
    }

    /// The threat of all foes that can come to blows with a combatant in a hex: with and without its defenses.
    pub(super) fn threats(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        at: Cell,
        but: Option<(CombatantId, f32)>,
    ) -> [f32; 2] {
        let (mut sum, mut guard) = ([0.0; 2], None);
        let mut tired = 0;
        let stays = scene.fighter(who).at == at;
        for index in 0..self.foes.len() {
            let foe = self.foes[index];
            let near = if stays { foe.near } else { scene.blow_between(at, foe.at) };
            if tired == 4 || foe.reach + 1 < near || scene.is_pinned(foe.id) {
                continue;
            }
            let mut by = self.threat(scene, foe.id, who, -tired, &mut guard);
            tired += 1;
            if let Some((target, disabled)) = but
                && target == foe.id
            {
                by = by.map(|value| value * (1.0 - disabled).max(0.0));
            }
            sum = [sum[0] + by[0], sum[1] + by[1]];
        }
        sum
    }

    /// With a foe within reach: a plain Attack, or something bolder or more careful.
    pub(super) fn strike_or_not(&mut self, scene: Scene<'_>, who: CombatantId, chance: &Chance) -> Maneuver {
        let blow = chance.blow;
        let target = blow.target;
        self.plan.target = target.0;
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let plain = blow.value;
        // Of two alone nobody else comes in between when one of them moves.
        let at = scene.fighter(target).at;
        let alone = scene.state.fighters.len() == 2;
        let stays = chance.step.is_none_or(|step| step.posture.is_none() && (alone || step.hex.is_none()));
        self.plan.sure = stays.then_some((chance.from, at));
        let moved = chance.step.is_some_and(|step| step.hex.is_some());
        let bold = self.boldest(scene, who, chance).filter(|bold| bold.value > plain + LEAST_RISK);
        // Badly hurt, with friends who fight on.
        let is_pressed = self.friends > 0 && plain < 0.25 && is_low(fighter.hp.into(), sheet.hp.into());
        let may_feint = chance.defense.is_some_and(|score| score >= FEINTED_DEFENSE);
        // The threat of the foes afterwards, with and without the own defenses.
        let [kept, bare] = if bold.is_some() || is_pressed || may_feint {
            self.threats(scene, who, chance.from, Some((target, (plain * 0.6).min(0.9))))
        } else {
            [0.0; 2]
        };
        let risk = RISKS[usize::from(self.friends == 0)] * (bare - kept) + LEAST_RISK;
        if let Some(bold) = bold.filter(|bold| bold.value > plain + risk) {
            if moved {
                self.plan.way.clear();
                self.plan.way.push(chance.from);
                self.plan.closes = chance.from == at;
            }
            self.plan_attack(scene, who, &bold.blow, chance, AttackFrom::AllOut(bold.bonus));
            // An arm that strikes is ready: that was seen before.
            self.judged = true;
            return Maneuver::AllOutAttack(bold.bonus);
        }
        if is_pressed && plain < 0.5 * kept {
            return Maneuver::AllOutDefense(self.focus(scene, who));
        }
        self.plan.before =
            chance.step.filter(|step| step.hex.is_some() || step.posture.is_some() || step.facing != fighter.facing);
        if may_feint && self.feint_pays(scene, who, chance, kept) {
            return Maneuver::Feint;
        }
        self.plan_attack(scene, who, &blow, chance, AttackFrom::Attack);
        Maneuver::Attack
    }

    /// The best All-Out Attack in the place of a plain blow; `None` where none can be made from there, or the combatant
    /// is not well enough for risks.
    fn boldest(&mut self, scene: Scene<'_>, who: CombatantId, chance: &Chance) -> Option<Bold> {
        let blow = chance.blow;
        if !self.health(scene, who) {
            return None;
        }
        // As the plain blow was chosen: whoever is nearly out of the fight is no reason for risks.
        let danger = if self.foes.len() == 1 { 1.0 } else { danger_of(scene, blow.target) };
        if let Some(step) = chance.step {
            let charges = step.hex.is_some() && step.posture.is_none();
            if !charges || !self.can_charge(scene, who, chance.from, blow.target) {
                return None;
            }
        }
        let again = 0.9 * self.again(scene, who, blow.target, &self.arms[blow.arm], chance.defense);
        let mut best = Bold { value: (1.0 + again) * blow.value, blow, bonus: AllOut::Double };
        let strike = self.arms[blow.arm].strike(blow.target);
        let plain = option_modifier(scene, who, &strike, &AttackPlan::of(AttackFrom::Attack));
        for bonus in [AllOut::Strong, AllOut::Determined] {
            let from = AttackFrom::AllOut(bonus);
            let skill = blow.skill + option_modifier(scene, who, &strike, &AttackPlan::of(from)) - plain;
            let other = self.aimed(scene, blow.target, blow.arm, skill, chance.defense, from);
            let value = danger * other.value;
            if value > best.value {
                best = Bold { value, blow: other, bonus };
            }
        }
        Some(best)
    }

    /// Whether a figure is well enough for risks.
    fn health(&self, scene: Scene<'_>, who: CombatantId) -> bool {
        scene.fighter(who).hp > 0 || self.friends == 0
    }

    /// Whether the forward-only half move of an All-Out Attack leads into the next hex.
    fn can_charge(&self, scene: Scene<'_>, who: CombatantId, to: Cell, target: CombatantId) -> bool {
        let fighter = scene.fighter(who);
        let it = scene.nearer_hex(to, target);
        let points = (scene.move_points(who) + 1) / 2;
        super::route::side_to(fighter.at, to).is_some_and(|side| {
            let turn = i32::from(fighter.facing.sides_to(side));
            let price = 2 * (turn - 1) + i32::from(hex_cost(fighter.posture, true, scene.map().at(to).extra_cost_half));
            // DF-112: one hex ahead is always possible. It faces the way it went, and has to have the foe before it
            // there.
            points >= 1
                && (turn <= 1 || price <= 2 * points)
                && (to == it || scene.map().arc(to, side, it) == Arc::Front)
        })
    }

    /// The best focus of an All-Out Defense against the nearest foe: two defenses where two are good, else the best one.
    pub(super) fn focus(&self, scene: Scene<'_>, who: CombatantId) -> DefenseFocus {
        let Some(foe) = self.foes.first() else { return DefenseFocus::Dodge };
        let geometry = AttackGeometry { arc: Arc::Front, ..scene.attack_geometry(foe.id, who) };
        let attack = scene.incoming(foe.id, &Strike::plain(0, who), false, &geometry);
        let defender = scene.defender(who, &attack);
        let (mut dodge, mut parry, mut block) = (0, 0, 0);
        for kind in scene.body_defenses(who) {
            let plain = Defense::plain(kind);
            let best = match kind {
                _ if scene.judge_defense(who, &attack, None, &plain).is_err() => continue,
                DefenseKind::Parry { .. } => &mut parry,
                DefenseKind::Block => &mut block,
                _ => &mut dodge,
            };
            *best = scene.defense_score::<Sum>(&defender, &attack, &plain).total().max(*best);
        }
        if dodge.min(parry.max(block)) >= 9 {
            DefenseFocus::Double
        } else if dodge.max(block) < parry {
            DefenseFocus::Parry
        } else if dodge < block {
            DefenseFocus::Block
        } else {
            DefenseFocus::Dodge
        }
    }

    /// Whether a feint and then a better blow bring more than two blows.
    fn feint_pays(&self, scene: Scene<'_>, who: CombatantId, chance: &Chance, threats: f32) -> bool {
        let target = chance.blow.target;
        let Some(defense) = chance.defense else { return false };
        if threats > 0.5
            || scene.feint_penalty(who, target) > 0
            || self.foes.iter().filter(|foe| foe.near <= 2).count() > 1
        {
            return false;
        }
        let (mine, theirs) = (scene.feint_score::<Sum>(who, 0).total(), scene.feint_score::<Sum>(target, 0).total());
        if mine < theirs + 2 {
            return false;
        }
        let margin = mine - theirs + 2;
        let blow = &chance.blow;
        let won = wins_contest(mine, theirs);
        let later = won * landing(blow.skill + blow.to_hit, Some((defense - margin).max(3))).chance * blow.worth
            + (1.0 - won) * blow.value;
        2.15 * blow.value < later
    }
}
