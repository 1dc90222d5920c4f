//! Which maneuver: strike, shoot, cast, get ready, close in, hold back, defend or run.

use super::blows::{Blow, Bonus};
use super::odds::{landing, success, wins_contest};
use super::sight::{Arm, Foe};
use super::{DONE, NOTHING, Tactician};
use crate::decision::{AimAt, AllOut, AttackFrom, AttackPlan, Free, Maneuver, NONE, Ready, Step, WaitFor};
use crate::fatigue::is_low;
use crate::missile::is_held_spell;
use crate::movement::hex_cost;
use crate::scene::Scene;
use crate::sheet::{Item, ItemId, ItemKind, ModeKind};
use crate::state::{self, DefenseFocus, Doing, Flags, Grabbed, ItemFlags, Posture, Reaction, Trigger, Waiting};
use affray_core::grid::{Arc, Cell, Facing};
use affray_core::referee::CombatantId;
use affray_core::tally::{Sum, Tally};
use arrayvec::ArrayVec;

/// The defense that most blows meet.
const USUAL_DEFENSE: i32 = 10;

/// A blow that can be struck this turn, after a Step if need be.
#[derive(Debug, Clone, Copy)]
struct Chance {
    blow: Blow,
    /// What the target defends with against it.
    defense: Option<i32>,
    step: Option<Step>,
    /// Where it is struck from.
    from: Cell,
    /// Its value, less what the place is exposed to.
    value: f32,
}

/// A place to strike from.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The Step that leads there.
    side: Option<Facing>,
    at: Cell,
    /// Whether one can step there, once that was looked at.
    is_open: Option<bool>,
}

/// So many arms are thought of when a blow is chosen, the first ones.
const FRONTS: usize = 16;

/// How much is left to be feared of a foe, for whom to strike first: who is down to 0 HP may drop by itself, and who lies
/// there or is far below that hardly ever comes back.
fn danger_of(scene: Scene<'_>, foe: CombatantId) -> f32 {
    let (hp, it) = (scene.rough_hp(foe), scene.fighter(foe));
    if 0 < hp {
        1.0
    } else if it.posture.is_lying() || it.is_stunned() || hp < -i32::from(scene.sheet(foe).hp) {
        0.15
    } else {
        0.7
    }
}

/// Whether a foe has a friend within reach and goes for that one as it seems.
fn is_upon_a_friend(scene: Scene<'_>, who: CombatantId, foe: &Foe) -> bool {
    scene.state.ids().any(|other| {
        other != who
            && !scene.are_foes(who, other)
            && scene.fighter(other).is_conscious()
            && scene.blow_distance(foe.id, other) <= foe.reach
    })
}

impl Tactician {
    /// `DF-R42` Whether to act although one may drop: not where others fight on and the odds are bad.
    pub(super) fn begins(&mut self, scene: Scene<'_>, who: CombatantId) -> bool {
        self.look(scene, who);
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let (hp, max) = (scene.rough_hp(who), i32::from(sheet.hp));
        let mut stays = 1.0;
        if fighter.fp <= 0 {
            stays *= success(i32::from(sheet.will));
        }
        if hp <= 0 {
            stays *= success(i32::from(sheet.ht) - crate::injury::negative_multiples(hp, max));
        }
        let pressed = self.foes.first().is_some_and(|foe| foe.near <= 2);
        self.friends == 0 || 0.6 < stays || pressed && 0.4 < stays
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
        if 2 < near || flees {
            return DONE;
        }
        // A bow in the hand and a foe at the throat: drop it for a blade.
        let spare = scene.items(who).find(|&item| {
            let state = scene.item_state(who, item);
            scene.item(who, item).is_some_and(|item| item.kind == ItemKind::Melee)
                && state.place == state::Place::Sheathed
                && !state.flags.has(ItemFlags::BROKEN)
        });
        let Some(spare) = spare else { return DONE };
        // What is broken only keeps the hand from it.
        let broken = (0..4u8).find(|&hand| {
            let item = fighter.hands[hand as usize];
            item != ItemId::NONE && scene.item_state(who, item).flags.has(ItemFlags::BROKEN)
        });
        if let Some(hand) = broken
            && scene.judge_free(who, &Free::Drop(hand)).is_ok()
        {
            return Free::Drop(hand);
        }
        // Whoever has no bow in hand, and no hand for another blade, drops nothing and draws nothing.
        let bow = (0..4u8).find(|&hand| {
            scene.item(who, fighter.hands[hand as usize]).is_some_and(|item| item.kind == ItemKind::Ranged)
        });
        if bow.is_none() && scene.free_hands(who) == 0 {
            return DONE;
        }
        self.take_stock(scene, who);
        self.stocked = true;
        let blade = self.arms.iter().any(|arm| !arm.is_ranged() && (arm.item != ItemId::NONE || arm.mode == 0));
        if blade || scene.is_grabbed(who) {
            return DONE;
        }
        let loaded = self.arms.iter().any(|arm| arm.is_ranged() && arm.item != ItemId::NONE);
        if let Some(hand) = bow
            && (!loaded || near <= 1)
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
        if scene.fighter(who).flags.has(Flags::FRIGHTENED) {
            return true;
        }
        if 100 <= morale {
            return false;
        }
        let (mut all, mut lost) = (0, 0);
        for (one, fighter) in scene.setup.combatants.iter().zip(&scene.state.fighters) {
            if one.side == side {
                all += 1;
                lost += u32::from(!fighter.is_conscious());
            }
        }
        morale * all <= 100 * lost && 0 < lost
    }

    /// Looks round and at the own arms, if that was not done just now.
    pub(super) fn look_again(&mut self, scene: Scene<'_>, who: CombatantId) {
        if !self.looked || self.looker != who.0 {
            self.look(scene, who);
        }
        if !self.stocked || self.armed.0 != who.0 {
            self.take_stock(scene, who);
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
            Some(chance) => self.strike_or_not(scene, who, &chance),
            None => self.close_in(scene, who),
        }
    }

    /// `DF-104` Up from the ground, as far as the legs carry.
    fn get_up(&self, scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
        let from = scene.fighter(who).posture;
        if matches!(from, Posture::Standing | Posture::Kneeling) {
            return None;
        }
        [Posture::Standing, Posture::Kneeling]
            .into_iter()
            .map(|to| Maneuver::ChangePosture { to, second: NONE })
            .find(|up| scene.judge_maneuver(who, up).is_ok())
    }

    /// A weapon back under control, into the hand, or off the ground.
    fn rearm(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let near = self.foes.first().map_or(99, |foe| foe.near);
        let armed = self.arms.iter().any(|arm| arm.item != ItemId::NONE || is_held_spell(arm.mode))
            || sheet.modes.first().is_some_and(|mode| mode.item.is_none());
        let legal = |ready: Ready| {
            let ready = Maneuver::Ready(ready);
            scene.judge_maneuver(who, &ready).is_ok().then_some(ready)
        };
        let items = scene.items(who);
        // A shield is brought back under control in a quiet moment, a weapon at once.
        for item in items.clone().filter(|&item| fighter.hands.contains(&item)) {
            let shield = scene.item(who, item).is_some_and(|item| item.kind.is_strapped());
            if scene.item_state(who, item).flags.has(ItemFlags::UNREADY)
                && (shield && 2 < near || !shield && !armed)
                && let Some(ready) = legal(Ready::Regain { item })
            {
                return Some(ready);
            }
        }
        if armed || self.is_grappler(scene, who) {
            return None;
        }
        let hand = scene.free_hands(who).trailing_zeros() as u8;
        let best = items
            .filter(|&item| {
                let state = scene.item_state(who, item);
                scene.item(who, item).is_some_and(|item| matches!(item.kind, ItemKind::Melee | ItemKind::Ranged))
                    && state.place != state::Place::Held
                    && !state.flags.has(ItemFlags::BROKEN)
            })
            .filter_map(|item| {
                let score = scene
                    .modes_of(who, item)
                    // At a distance rather what shoots, but not a mere knife to throw.
                    .filter(|(_, mode)| !(near <= 4 && mode.kind.is_ranged()))
                    .map(|(_, mode)| (mode.kind == ModeKind::Missile, mode.score + i16::from(mode.damage.dice.number)))
                    .max()?;
                Some((score, legal(Ready::Draw { item, hand })?))
            })
            .max_by_key(|(score, _)| *score);
        if let Some((_, ready)) = best {
            return Some(ready);
        }
        if scene.state.ground.is_empty() {
            return None;
        }
        // The weapon lies a few hexes off, or another one is at hand.
        let far = |at: Cell| scene.map().distance(fighter.at, at) as i32;
        let lying = scene.state.ground.iter().map(|lying| (ItemId::of(who, lying.owner, lying.item), lying.at));
        let lost = ItemFlags::BROKEN;
        let usable = lying.filter(|&(item, _)| {
            !scene.item_state(who, item).flags.any(lost) && scene.modes_of(who, item).next().is_some()
        });
        let own = usable.clone().filter(|(item, _)| !item.is_anothers()).map(|(_, at)| at).min_by_key(|&at| far(at));
        let own = own.filter(|&at| (1..=6).contains(&far(at)) && scene.is_free(at, who));
        let near_own = own.is_some_and(|at| far(at) <= 2);
        let others = if near_own || !sheet.spells.is_empty() {
            None
        } else {
            let others = usable.filter(|&(item, at)| item.is_anothers() && far(at) <= 2);
            self.best_of_others(scene, who, others)
        };
        match others {
            Some((item, at)) if fighter.occupies(at) => return legal(Ready::Draw { item, hand }),
            _ => {}
        }
        let at = own.or_else(|| others.map(|(_, at)| at).filter(|&at| scene.is_free(at, who)))?;
        if scene.judge_maneuver(who, &Maneuver::Move).is_err() {
            return None;
        }
        (self.go_straight(scene, who, at) && self.plan.way.last() == Some(&at)).then_some(Maneuver::Move)
    }

    /// `DF-462` `DF-464` Out of a foe's hex with a weapon that is of no use in there, and a blow from next to it: for who
    /// handles it as well as grips.
    fn step_out(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
        let foe = *self.foes.first().filter(|foe| foe.near == 0)?;
        let (map, fighter) = (scene.map(), scene.fighter(who));
        let grips = scene.grappling_skill(who);
        let outside = scene.modes(who).any(|(number, mode)| {
            mode.item.is_some()
                && !mode.kind.is_ranged()
                && mode.reach & 1 == 0
                && mode.reach & 2 != 0
                && grips <= i32::from(mode.score) + 2
                && scene.is_mode_ready(who, number)
        });
        if !outside || self.plan.before.is_some() || scene.judge_leaving(who).is_err() || scene.move_points(who) < 1 {
            return None;
        }
        let back = fighter.facing.opposite();
        for side in super::route::ASIDE.map(|turn| back.turned(turn)) {
            let to = fighter.at.step(side);
            let step = Step { hex: Some(side), posture: None, facing: map.facing_towards(to, foe.at) };
            if Self::can_step(scene, who, to) && scene.judge_step(who, Some(&step)).is_ok() {
                self.plan.before = Some(step);
                self.plan.target = foe.id.0;
                return Some(Maneuver::Attack);
            }
        }
        None
    }

    /// `DF-R116` Of others' weapons that lie about, the one that helps most: where one stands rather than a few hexes
    /// off, and none that does less to the nearest foe than bare hands do.
    fn best_of_others(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        lying: impl Iterator<Item = (ItemId, Cell)>,
    ) -> Option<(ItemId, Cell)> {
        let foe = self.foes.first()?.id;
        let free = scene.free_hands(who).count_ones();
        let mut worth = |mode: u16| {
            let skill = scene.mode(who, mode).map_or(0, |mode| i32::from(mode.score - mode.st_short));
            landing(skill, Some(USUAL_DEFENSE)).chance * self.harms.worth(scene, who, mode, foe)
        };
        let bare = self.arms.iter().map(|arm| worth(arm.mode)).fold(0.0, f32::max);
        let mut best = None;
        for (item, at) in lying {
            let is_blade = |thing: &Item| thing.kind == ItemKind::Melee && u32::from(thing.hands) <= free;
            if !scene.item(who, item).is_some_and(is_blade) {
                continue;
            }
            let blows = scene.modes_of(who, item).filter(|(_, mode)| !mode.kind.is_ranged());
            let blow = blows.map(|(mode, _)| worth(mode)).fold(0.0, f32::max);
            let rank = (scene.fighter(who).occupies(at), blow);
            // It costs a turn or two, and parries besides.
            if 1.2 * bare < blow && best.is_none_or(|(known, _, _)| known < rank) {
                best = Some((rank, item, at));
            }
        }
        best.map(|(_, item, at)| (item, at))
    }

    /// The best blow that can be struck this turn, from here or after a Step.
    fn chance(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<Chance> {
        let (map, fighter) = (scene.map(), scene.fighter(who));
        let longest = self.arms.iter().filter(|arm| !arm.is_ranged()).map(|arm| arm.longest()).max()?;
        let plan = AttackPlan::of(AttackFrom::Attack);
        let rises = self.plan.before.is_some();
        let stands = !rises && scene.judge_leaving(who).is_ok() && 1 <= scene.move_points(who);
        if self.foes.first().is_none_or(|foe| longest + 1 < foe.near) {
            return None;
        }
        let here = self.exposure(scene, fighter.at, fighter.facing);
        let mut places: ArrayVec<Place, 9> = ArrayVec::new();
        places.push(Place { side: None, at: fighter.at, is_open: Some(true) });
        let mut best: Option<Chance> = None;
        let alone = self.foes.len() == 1;
        if stands && !(alone && self.is_head_on(scene, who)) {
            for &side in Facing::all(map.layout()) {
                places.push(Place { side: Some(side), at: fighter.at.step(side), is_open: None });
            }
        }
        for index in 0..self.foes.len() {
            let foe = self.foes[index];
            if longest + 1 < foe.near {
                break;
            }
            let it = scene.fighter(foe.id);
            let (mut common, mut guards) = (None, None);
            let between = scene.between(who, foe.id);
            let began = if foe.near == 0 { Arc::Front } else { map.arc(it.at, it.facing, fighter.at) };
            let danger = if alone { 1.0 } else { danger_of(scene, foe.id) };
            // The best blow of each arm against a foe who sees it come.
            let mut fronts: [Option<(Blow, Option<i32>)>; FRONTS] = [None; FRONTS];
            for place in &mut places {
                let Place { side, at: from, .. } = *place;
                let distance = if side.is_none() { foe.near } else { map.distance(from, foe.at) as i32 };
                if longest < distance || side.is_some() && it.posture.is_long() && foe.near < distance {
                    continue;
                }
                if 1 < distance && !map.in_sight(from, foe.at) {
                    continue;
                }
                let arc = if distance == 0 { Arc::Front } else { map.arc(it.at, it.facing, from) };
                // To a single foe who watches it is all the same from here or from there.
                if alone && side.is_some() && arc == Arc::Front && best.is_some_and(|best| best.step.is_none()) {
                    let more = |arm: &Arm| !arm.is_ranged() && arm.reaches(distance) && !arm.reaches(foe.near);
                    if !self.arms.iter().any(more) {
                        continue;
                    }
                }
                let seen = distance == 0 || map.arc(from, fighter.facing, foe.at) == Arc::Front;
                let facing = if seen { fighter.facing } else { map.facing_towards(from, foe.at) };
                let mut cost = None;
                for (arm, front) in fronts.iter_mut().enumerate().take(self.arms.len()) {
                    let with = self.arms[arm];
                    if with.is_ranged() || !with.reaches(distance) {
                        continue;
                    }
                    let (blow, defense) = *front.get_or_insert_with(|| {
                        let skill = Self::skill_at(scene, who, &with, foe.id, &plan, &between, &mut common)
                            + if rises { 2 } else { 0 };
                        let defense = *guards
                            .get_or_insert_with(|| self.guard_from(scene, who, &with, foe.id, Arc::Front, &between));
                        (self.aimed(scene, foe.id, arm, skill, defense, Bonus::default()), defense)
                    });
                    let defense = match arc {
                        Arc::Front => defense,
                        Arc::Rear if began == Arc::Rear => None,
                        _ => defense.map(|score| score - 2),
                    };
                    if blow.skill < 3 {
                        continue;
                    }
                    let value = if arc == Arc::Front {
                        blow.value
                    } else {
                        landing(blow.skill + blow.to_hit, defense).chance * blow.worth
                    };
                    let cost = *cost.get_or_insert_with(|| match side {
                        None if seen => here,
                        None => self.exposure(scene, from, facing),
                        Some(_) => self.exposure(scene, from, facing) + 0.01,
                    });
                    let value = value * danger - cost;
                    if best.is_none_or(|best| best.value < value)
                        // Whether it is a way to go is dearer to know than whether it is worth going.
                        && *place.is_open.get_or_insert_with(|| Self::can_step(scene, who, from))
                    {
                        let posture = if rises { Some(Posture::Standing) } else { None };
                        let step = Step { hex: side, posture, facing };
                        let is_step = side.is_some() || rises || !seen;
                        best = Some(Chance {
                            blow: Blow { value: value + cost, ..blow },
                            defense,
                            step: is_step.then_some(step),
                            from,
                            value,
                        });
                    }
                }
            }
        }
        // The place alone makes no blow worthless: whoever is pressed strikes back.
        best.map(|best| Chance { value: best.value.max(0.05 * best.blow.value), ..best })
    }

    /// Whether a figure stands straight before its only foe, next to it, with every arm that it has in reach: then
    /// all is the same to that foe wherever one steps.
    fn is_head_on(&self, scene: Scene<'_>, who: CombatantId) -> bool {
        let (me, foe) = (scene.fighter(who), self.foes[0]);
        let it = scene.fighter(foe.id);
        foe.near == 1
            && me.second == NONE
            && it.second == NONE
            && it.at.step(it.facing) == me.at
            && self.arms.iter().all(|arm| arm.is_ranged() || arm.reaches(1))
    }

    /// What all foes threaten who can come to blows with a figure that stands there: with and without defenses.
    fn threats(&mut self, scene: Scene<'_>, who: CombatantId, at: Cell, but: Option<(CombatantId, f32)>) -> [f32; 2] {
        let (mut sum, mut guard) = ([0.0; 2], None);
        let mut tired = 0;
        let stays = scene.fighter(who).at == at;
        for index in 0..self.foes.len() {
            let foe = self.foes[index];
            let near = if stays { foe.near } else { scene.map().distance(at, foe.at) as i32 };
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
    fn strike_or_not(&mut self, scene: Scene<'_>, who: CombatantId, chance: &Chance) -> Maneuver {
        let blow = chance.blow;
        let target = blow.target;
        self.plan.target = target.0;
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        let plain = blow.value;
        let mut bold = |bonus: Bonus| self.aimed(scene, target, blow.arm, blow.skill, chance.defense, bonus);
        let determined = bold(Bonus { hit: 4, ..Bonus::default() });
        let strong = bold(Bonus { strong: true, ..Bonus::default() });
        let again = 0.9 * self.again(scene, who, target, &self.arms[blow.arm], chance.defense);
        let (mut all_out, mut bolder, mut bonus) = ((1.0 + again) * plain, blow, AllOut::Double);
        for (other, by) in [(strong, AllOut::Strong), (determined, AllOut::Determined)] {
            if all_out < other.value {
                (all_out, bolder, bonus) = (other.value, other, by);
            }
        }
        // Of two alone nobody else comes in between when one of them moves.
        let at = scene.fighter(target).at;
        let alone = scene.state.fighters.len() == 2;
        let stays = chance.step.is_none_or(|step| step.posture.is_none() && (alone || step.hex.is_none()));
        self.plan.sure = stays.then_some((chance.from, at));
        // Both sides of it: what the foe can do afterwards, with and without the own defenses.
        let [kept, bare] = self.threats(scene, who, chance.from, Some((target, (plain * 0.6).min(0.9))));
        let moved = chance.step.and_then(|step| step.hex).is_some();
        let rises = chance.step.is_some_and(|step| step.posture.is_some());
        let in_the_way = moved && !self.can_charge(scene, who, chance.from, target);
        let turns = !moved && chance.step.is_some();
        if plain + 1.15 * (bare - kept) + 0.04 < all_out && !in_the_way && !turns && !rises && self.health(scene, who) {
            if moved {
                self.plan.way.clear();
                self.plan.way.push(chance.from);
            }
            self.plan_attack(scene, who, &bolder, chance.defense, AttackFrom::AllOut(bonus));
            // An arm that strikes is ready: that was seen before.
            self.judged = true;
            return Maneuver::AllOutAttack(bonus);
        }
        // Badly hurt, with friends who fight on: keep the guard up.
        let hurt = is_low(scene.rough_hp(who), sheet.hp.into());
        if hurt && 0 < self.friends && plain < 0.5 * kept && plain < 0.25 {
            return Maneuver::AllOutDefense(self.focus(scene, who));
        }
        self.plan.before =
            chance.step.filter(|step| step.hex.is_some() || step.posture.is_some() || step.facing != fighter.facing);
        if self.feint_pays(scene, who, chance, kept) {
            return Maneuver::Feint;
        }
        self.plan_attack(scene, who, &blow, chance.defense, AttackFrom::Attack);
        Maneuver::Attack
    }

    /// Whether a figure is well enough for risks.
    fn health(&self, scene: Scene<'_>, who: CombatantId) -> bool {
        0 < scene.rough_hp(who) || self.friends == 0
    }

    /// Whether the forward-only half move of an All-Out Attack leads into the next hex.
    fn can_charge(&self, scene: Scene<'_>, who: CombatantId, to: Cell, target: CombatantId) -> bool {
        let fighter = scene.fighter(who);
        let it = scene.fighter(target).at;
        let points = (scene.move_points(who) + 1) / 2;
        super::route::side_to(fighter.at, to).is_some_and(|side| {
            let turn = i32::from(fighter.facing.sides_to(side));
            let price = 2 * (turn - 1) + i32::from(hex_cost(fighter.posture, true, scene.map().at(to).extra_cost_half));
            // DF-112: one hex ahead is always possible. It faces the way it went, and has to have the foe before it
            // there.
            1 <= points
                && (turn <= 1 || price <= 2 * points)
                && (to == it || scene.map().arc(to, side, it) == Arc::Front)
        })
    }

    /// What an All-Out Defense is best for: twice, where two defenses are good, else the best.
    fn focus(&self, scene: Scene<'_>, who: CombatantId) -> DefenseFocus {
        let fighter = scene.fighter(who);
        let sheet = scene.sheet(who);
        let parry = (0..4usize)
            .filter_map(|hand| scene.item(who, fighter.hands[hand]))
            .filter_map(|item| Some(i32::from(item.score) / 2 + 3 + i32::from(item.parry?)))
            .max()
            .unwrap_or(0);
        let block = scene
            .shield(who)
            .and_then(|(item, _)| scene.item(who, item))
            .map_or(0, |item| i32::from(item.score) / 2 + 3);
        let dodge = scene.halved(who, i32::from(sheet.dodge));
        if 9 <= dodge.min(parry.max(block)) {
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
        if defense < 12
            || 0.5 < threats
            || 0 < scene.feint_penalty(who, target)
            || 1 < self.foes.iter().filter(|foe| foe.near <= 2).count()
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

    /// Shooting and throwing: now, or after aiming or loading. Value for each turn.
    fn shot(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<(f32, Maneuver)> {
        let fighter = scene.fighter(who);
        let nearest = *self.foes.first()?;
        let missile = |&item: &ItemId| {
            let is_missile = |thing: &Item| thing.kind == ItemKind::Ranged && thing.shots != 0;
            fighter.hands.contains(&item) && scene.item(who, item).is_some_and(is_missile)
        };
        let shooter = scene.items(who).find(missile);
        let holds_spell = self.arms.iter().any(|arm| arm.is_ranged() && is_held_spell(arm.mode));
        let throws = self.arms.iter().any(|arm| arm.is_ranged());
        if shooter.is_none() && !holds_spell && !throws {
            return None;
        }
        // Whoever only throws does so before the fight, not in it.
        if shooter.is_none() && !holds_spell && nearest.near < 3 {
            return None;
        }
        let plan = AttackPlan::of(AttackFrom::Attack);
        let Some(mut blow) = self.best_blow(scene, who, &plan, true, true) else {
            return self.make_ready_to_shoot(scene, who, shooter, nearest.near);
        };
        // An aim that was taken is not given up for a slightly better target.
        if let Doing::Aiming(aim) = fighter.doing
            && aim.target != blow.target.0
            && let Some(aimed) = self.best_blow(scene, who, &AttackPlan { only: aim.target, ..plan }, true, true)
            && blow.value < 1.6 * aimed.value
        {
            blow = aimed;
        }
        let arm = self.arms[blow.arm];
        self.plan.target = blow.target.0;
        let thrown = scene.mode(who, arm.mode).is_some_and(|mode| mode.kind == ModeKind::Thrown);
        let it = scene.fighter(blow.target);
        let front = scene.arc_to(who, blow.target) == Arc::Front;
        let tool = scene.item(who, arm.item);
        let reload = tool.filter(|_| !thrown).map_or(0.0, |tool| f32::from(tool.reload));
        if thrown {
            // Whoever throws the only weapon fights on with bare hands.
            let spares = self.arms.iter().filter(|other| other.item != ItemId::NONE && other.item != arm.item).count()
                + scene
                    .items(who)
                    .filter(|&item| {
                        scene.item_state(who, item).place == state::Place::Sheathed
                            && scene.item(who, item).is_some_and(|item| item.kind != ItemKind::Gear)
                    })
                    .count();
            if spares == 0 || nearest.near < 3 || blow.value < 0.12 {
                return None;
            }
        }
        let now = blow.value / (1.0 + reload);
        let aimed = match fighter.doing {
            Doing::Aiming(aim) if aim.mode == arm.mode && aim.target == blow.target.0 => aim.seconds,
            _ => 0,
        };
        let bonus = match aimed {
            0 => arm.acc,
            1 | 2 => 1,
            _ => 0,
        };
        let coming = nearest.near <= 5 && !nearest.shoots;
        let attack = scene.incoming(who, &arm.strike(blow.target), false);
        let defense = self.guard(scene, blow.target, &attack);
        let better = self
            .aimed(scene, blow.target, blow.arm, blow.skill, defense, Bonus { hit: bonus, ..Bonus::default() })
            .value;
        let aim = AimAt {
            mode: arm.mode,
            target: blow.target,
            brace: tool.is_some_and(|tool| tool.crossbow) && scene.map().at(fighter.at).cover,
        };
        let later = better / (2.0 + reload);
        if 0 < bonus && !coming && front && now < later && scene.judge_maneuver(who, &Maneuver::Aim(aim)).is_ok() {
            return Some((later.max(0.02), Maneuver::Aim(aim)));
        }
        // A shot that hardly ever hits is no reason to stay here.
        if blow.value < 0.015 && !it.is_stunned() && nearest.near > 3 && shooter.is_none() {
            return None;
        }
        let safe = self.foes.iter().all(|foe| 8 < foe.near && (!foe.shoots || 25 < foe.near));
        if safe && front && aimed == 0 {
            return Some((blow.value.max(0.02), Maneuver::AllOutAttack(AllOut::Ranged)));
        }
        if self.plan.before.is_none() && !front {
            let facing = scene.map().facing_towards(fighter.at, it.at);
            self.plan.before = Some(Step { hex: None, posture: None, facing });
        }
        Some((blow.value.max(0.02), Maneuver::Attack))
    }

    /// Nobody can be shot at now: load, or go where one can see them.
    fn make_ready_to_shoot(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        shooter: Option<ItemId>,
        near: i32,
    ) -> Option<(f32, Maneuver)> {
        let item = shooter?;
        let (thing, state) = (scene.item(who, item)?, scene.item_state(who, item));
        let empty = state.shots == 0 || 128 <= state.shots;
        let reload = Maneuver::Ready(Ready::Reload { item });
        if empty && (2 < near || thing.reload <= 1) && scene.judge_maneuver(who, &reload).is_ok() {
            return Some((0.08, reload));
        }
        if empty || near <= 2 || scene.judge_maneuver(who, &Maneuver::Move).is_err() {
            return None;
        }
        let range = self.arms.iter().filter(|arm| arm.is_ranged()).map(|arm| arm.range).max().unwrap_or(10);
        self.go_to_shoot(scene, who, range.min(15)).then_some((0.03, Maneuver::Move))
    }

    /// Grappling: into the foe's hex, and the grab.
    fn grapple(&mut self, scene: Scene<'_>, who: CombatantId, struck: f32) -> Option<Maneuver> {
        let nearest = *self.foes.first()?;
        if 1 < nearest.near {
            return None; // Close in first like anybody else.
        }
        let plan = AttackPlan::of(AttackFrom::Attack);
        let chance = self.chance_to_grab(scene, who, nearest.id, &plan);
        let it = scene.fighter(nearest.id);
        let (mine, theirs) = (
            scene.takedown_score::<Sum>(who, nearest.id, true).total(),
            scene.takedown_score::<Sum>(nearest.id, who, false).total(),
        );
        // What comes of a grab, a turn later: a foe on the ground who can hardly defend.
        let value = 0.5 * chance * wins_contest(mine, theirs).max(0.3);
        if value < struck || it.posture.is_lying() && nearest.near == 1 && value < 2.0 * struck {
            return None;
        }
        self.plan.target = nearest.id.0;
        if nearest.near == 1 {
            if self.plan.before.is_some() {
                return None; // It has to get up first.
            }
            let fighter = scene.fighter(who);
            let side = super::route::side_to(fighter.at, nearest.at)?;
            let facing = if fighter.facing.sides_to(side) <= 1 { fighter.facing } else { side };
            let step = Step { hex: Some(side), posture: None, facing };
            scene.judge_step(who, Some(&step)).ok()?;
            self.plan.before = Some(step);
        }
        Some(Maneuver::Attack)
    }

    /// Nobody is within reach: charge, close in under guard, hold back and wait, or go there.
    fn close_in(&mut self, scene: Scene<'_>, who: CombatantId) -> Maneuver {
        let fighter = scene.fighter(who);
        let nearest = self.foes[0];
        let it = scene.fighter(nearest.id);
        if let Some(wait) = self.waits(scene, who) {
            return wait;
        }
        if self.stands_by(scene, who) {
            return self.stay(scene, who);
        }
        if scene.judge_maneuver(who, &Maneuver::Move).is_err() || scene.judge_leaving(who).is_err() {
            return Maneuver::AllOutDefense(self.focus(scene, who));
        }
        let longest =
            self.arms.iter().filter(|arm| !arm.is_ranged()).map(|arm| arm.longest()).max().unwrap_or(1).max(1);
        let points = 2 * scene.move_points(who);
        if !self.go_near(scene, who, nearest.at, longest) || self.is_held_up(scene, who, points) {
            return if self.breaks_in(scene, who, points) { Maneuver::Move } else { self.stay(scene, who) };
        }
        let price = self.price_of_way(scene, who);
        let half = 2 * ((scene.move_points(who) + 1) / 2);
        let goal = self.plan.way.last().copied().unwrap_or(fighter.at);
        let arrives = self.foes.iter().any(|foe| scene.map().distance(goal, foe.at) as i32 <= longest);
        let kneels = self.plan.before.take().is_some();
        if kneels {
            // Up first: a Step goes with Ready, Attack and Wait, not with a move.
            return Maneuver::ChangePosture { to: Posture::Standing, second: NONE };
        }
        // Who has nothing but bare hands comes next to a foe, and into its hex by a Step.
        let strikes = arrives && self.foes.iter().any(|foe| self.strikes_from(scene, goal, foe.at));
        if strikes && price <= half && self.charges(scene, who, nearest.id, goal) {
            return Maneuver::AllOutAttack(AllOut::Determined);
        }
        let harmless = it.is_stunned() || it.posture.is_lying() || nearest.shoots && nearest.reach <= 1;
        if arrives && price <= half && !harmless {
            return Maneuver::AllOutDefense(DefenseFocus::Dodge);
        }
        if strikes && price <= points && harmless && self.threats(scene, who, fighter.at, None)[1] < 0.3 {
            self.plan.target = nearest.id.0;
            return Maneuver::MoveAndAttack;
        }
        if !harmless {
            self.hold_back(scene, who, points);
        }
        Maneuver::Move
    }

    /// Whether any weapon at hand reaches from one hex to the other.
    fn strikes_from(&self, scene: Scene<'_>, from: Cell, to: Cell) -> bool {
        let distance = scene.map().distance(from, to) as i32;
        self.arms.iter().any(|arm| !arm.is_ranged() && arm.reaches(distance))
    }

    /// Whether to charge at a foe with an All-Out Attack: where the blow is worth more than what may come
    /// back.
    fn charges(&mut self, scene: Scene<'_>, who: CombatantId, foe: CombatantId, goal: Cell) -> bool {
        let waits = matches!(scene.fighter(foe).doing, Doing::Waiting(_));
        let Some(arm) = self.arms.iter().position(|arm| !arm.is_ranged()) else { return false };
        let with = self.arms[arm];
        let plan = AttackPlan::of(AttackFrom::AllOut(AllOut::Determined));
        let skill = scene.attack_score::<Sum>(who, &with.strike(foe), &plan, false).total();
        let defense = self.guard_from(scene, who, &with, foe, Arc::Front, &scene.between(who, foe));
        let blow = self.aimed(scene, foe, arm, skill, defense, Bonus::default());
        let (mut back, mut left, mut guard) = (0.0, 4, None);
        for at in 0..self.foes.len() {
            let other = self.foes[at];
            if left == 0 || other.reach + 1 < scene.map().distance(goal, other.at) as i32 {
                continue;
            }
            left -= 1;
            let threat = self.threat(scene, other.id, who, 0, &mut guard)[1];
            back += threat * if other.id == foe { (1.0 - blow.value).max(0.1) } else { 1.0 };
        }
        !waits && back < blow.value
    }

    /// Shortens the way so that it ends where no foe can strike after a mere Step; not if it is there
    /// already, nor where friends fight on ahead.
    fn hold_back(&mut self, scene: Scene<'_>, who: CombatantId, points: i32) {
        let fighter = scene.fighter(who);
        let danger = |cell: Cell| {
            self.foes
                .iter()
                .any(|foe| !foe.shoots && 0 < foe.reach && scene.map().distance(cell, foe.at) as i32 <= foe.reach + 1)
        };
        let shot_at = self.foes.iter().any(|foe| foe.shoots);
        let engaged = self.foes.iter().any(|foe| {
            scene.state.ids().any(|friend| {
                friend != who
                    && !scene.are_foes(who, friend)
                    && scene.fighter(friend).is_conscious()
                    && scene.distance(friend, foe.id) <= 2
            })
        });
        if danger(fighter.at) || shot_at || engaged {
            return;
        }
        let reached = (points / 2).max(1) as usize;
        let end = self.plan.way.iter().take(reached).position(|&cell| danger(cell));
        if let Some(end) = end.filter(|&end| 0 < end) {
            self.plan.way.truncate(end);
        }
    }

    /// Plans the way into a foe's hex, where bodies lie so that nobody comes to blows from anywhere else: then all would
    /// wait for each other. Where that is too far, as far as one can come, onto the body of a foe if need be.
    fn breaks_in(&mut self, scene: Scene<'_>, who: CombatantId, points: i32) -> bool {
        let target = self.foes[0].at;
        if !self.is_stalled(scene, who) || scene.fighter(who).posture != Posture::Standing {
            return false;
        }
        self.plan.closes = true;
        let mut leads = self.go_near(scene, who, target, 0);
        if leads && !(self.plan.way.last() == Some(&target) && self.price_of_way(scene, who) <= points) {
            let holds = |cell: Cell| {
                scene
                    .occupants(cell, who)
                    .all(|other| scene.are_foes(who, other) && !scene.fighter(other).is_conscious())
            };
            while self.plan.way.last().is_some_and(|&cell| !holds(cell)) || points < self.price_of_way(scene, who) {
                self.plan.way.pop();
            }
            leads = !self.plan.way.is_empty();
        }
        if !leads {
            self.plan.closes = false;
            self.plan.way.clear();
        }
        leads
    }

    /// Whether nobody moves any more, and of the own side nobody strikes at anybody or shoots: to stand before foes who
    /// shoot leads nowhere.
    fn is_stalled(&self, scene: Scene<'_>, who: CombatantId) -> bool {
        let mut standing = scene.state.ids().filter(|&one| {
            let fighter = scene.fighter(one);
            fighter.is_conscious() && fighter.is_present()
        });
        standing.all(|one| {
            let reach = super::sight::melee_reach(scene, one);
            scene.fighter(one).moved == 0
                && (scene.are_foes(who, one)
                    || !super::sight::shoots(scene, one)
                        && self.foes.iter().all(|foe| reach.max(foe.reach) < scene.distance(one, foe.id)))
        })
    }

    /// Whether to stay with friends who shoot at foes that cannot: until a foe can be upon somebody in a turn.
    fn stands_by(&self, scene: Scene<'_>, who: CombatantId) -> bool {
        if self.friends == 0 || self.foes.iter().any(|foe| foe.shoots) {
            return false;
        }
        let friend = |other: CombatantId| {
            !scene.are_foes(who, other) && scene.fighter(other).is_conscious() && scene.fighter(other).is_present()
        };
        let is_far = |other: CombatantId| {
            self.foes.iter().all(|foe| {
                let comes = 0 < foe.reach && !scene.fighter(foe.id).posture.is_lying();
                !comes || scene.move_points(foe.id) + foe.reach + 1 < scene.distance(other, foe.id)
            })
        };
        let shoots = |other: CombatantId| other != who && super::sight::has_missiles(scene, other);
        scene.state.ids().any(|other| friend(other) && shoots(other))
            && scene.state.ids().filter(|&other| friend(other)).all(is_far)
    }

    /// `DF-085` `DF-094` A Wait for a foe who is coming anyway.
    fn waits(&mut self, scene: Scene<'_>, who: CombatantId) -> Option<Maneuver> {
        let nearest = self.foes[0];
        let it = scene.fighter(nearest.id);
        let speed = scene.move_points(nearest.id);
        let comes = 0 < it.moved && !nearest.shoots && nearest.reach != 0 && nearest.near <= speed + nearest.reach + 1;
        // Nor does anybody wait who can be struck meanwhile and cannot strike back.
        if !comes || self.foes.iter().any(|foe| foe.shoots || foe.near <= foe.reach) {
            return None;
        }
        // Who gave up all defenses is struck before they are back, and who is upon a friend does not come.
        if it.flags.has(Flags::ALL_OUT) || 0 < self.friends && is_upon_a_friend(scene, who, &nearest) {
            return None;
        }
        // With a point to the front a charge runs into it.
        let thrust = self.arms.iter().find(|arm| {
            scene.mode(who, arm.mode).is_some_and(|mode| mode.kind == ModeKind::Thrust) && 2 <= arm.longest()
        });
        let best = self
            .arms
            .iter()
            .filter(|arm| !arm.is_ranged())
            .max_by_key(|arm| (arm.longest(), arm.damage.dice.number, arm.damage.add))?;
        let (arm, trigger) = thrust.map_or((best, Trigger::ComesIntoReach), |arm| (arm, Trigger::Charges));
        // Who is within reach does not come into it, and nobody comes into one's own hex.
        if arm.reaches(nearest.near) || arm.longest() == 0 {
            return None;
        }
        let contract = Waiting::plain(trigger, Reaction::Attack, arm.mode);
        let wait = Maneuver::Wait(WaitFor { contract, move_now: false });
        self.judged = scene.judge_maneuver(who, &wait).is_ok();
        self.judged.then_some(wait)
    }

    /// No way leads to the foes: shoot back if one can, else keep the guard up.
    fn stay(&mut self, scene: Scene<'_>, who: CombatantId) -> Maneuver {
        self.plan.way.clear();
        let kneels = self.plan.before.is_some_and(|step| step.posture.is_some());
        if kneels {
            return Maneuver::ChangePosture { to: Posture::Standing, second: NONE };
        }
        let near = self.foes.first().map_or(99, |foe| foe.near);
        let is_reached = self.arms.iter().any(|arm| !arm.is_ranged() && arm.reaches(near));
        let wait = self.arms.iter().find(|arm| 0 < arm.longest() && !is_reached).map(|arm| {
            let contract = Waiting::plain(Trigger::ComesIntoReach, Reaction::Attack, arm.mode);
            Maneuver::Wait(WaitFor { contract, move_now: false })
        });
        wait.filter(|wait| scene.judge_maneuver(who, wait).is_ok())
            .unwrap_or(Maneuver::AllOutDefense(self.focus(scene, who)))
    }

    /// Away from the foes and out of the fight.
    fn flee(&mut self, scene: Scene<'_>, who: CombatantId) -> Maneuver {
        if let Some(up) = self.get_up(scene, who) {
            return if scene.fighter(who).flags.has(Flags::FRIGHTENED) { Maneuver::Move } else { up };
        }
        if scene.fighter(who).posture == Posture::Kneeling
            && scene.can_take(who, Posture::Standing)
            && !scene.fighter(who).flags.has(Flags::FRIGHTENED)
        {
            return Maneuver::ChangePosture { to: Posture::Standing, second: NONE };
        }
        if !self.go_away(scene, who) {
            // Cornered: fight.
            if let Some(chance) = self.chance(scene, who)
                && !scene.fighter(who).flags.has(Flags::FRIGHTENED)
            {
                return self.strike_or_not(scene, who, &chance);
            }
        }
        Maneuver::Move
    }
}
