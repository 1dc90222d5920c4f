//! Defenses: the likeliest one, with a Retreat where it pays.

use super::blows::clumsiness;
use super::odds::{self, success};
use super::{NO_DEFENSE, Tactician};
use crate::body::fatigue::is_low;
use crate::decision::{Aim, Defense, DefenseKind, IncomingAttack, IncomingKind};
use crate::scene::Scene;
use crate::sheet::{ItemId, ItemKind, Location, Skill, SpellClass};
use crate::state::{Flags, ItemFlags};
use crate::strike::objects::breakage;
use affray_grid::Facing;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};
use arrayvec::ArrayVec;

impl Tactician {
    /// The defense against an attack that hit.
    pub(super) fn defend(
        &mut self,
        scene: Scene<'_>,
        who: CombatantId,
        attack: &IncomingAttack,
        failed: Option<DefenseKind>,
    ) -> Defense {
        let sheet = scene.sheet(who);
        let retreat = self.way_back(scene, who, attack);
        let legal = |defense: &Defense| scene.judge_defense(who, attack, failed, defense).is_ok();
        let mut best = likeliest(scene, who, attack, retreat, legal);
        // Down on the ground before arrows, where no foe is near to make use of it.
        if attack.ranged && best.0 < 0.6 && self.nobody_near(scene, who, 6) && 2 * scene.fighter(who).hp < sheet.hp {
            let drop = Defense { drop: true, ..Defense::plain(DefenseKind::Dodge) };
            let score = scene.defense_score::<Sum>(&scene.defender(who, attack), attack, &drop).total();
            let offer = weighed(scene, who, drop, score, 0.2);
            if best.0 < offer.0 && legal(&offer.1) {
                best = offer;
            }
        }
        self.ward(scene, who, attack, failed, best)
    }

    /// A Blocking spell where the blow would be bad and nothing else is likely to help.
    fn ward(
        &self,
        scene: Scene<'_>,
        who: CombatantId,
        attack: &IncomingAttack,
        failed: Option<DefenseKind>,
        best: (f32, Defense),
    ) -> Defense {
        let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
        if sheet.spells.is_empty() || best.0 > 0.7 {
            return best.1;
        }
        for (spell, known) in sheet.spells.iter().enumerate().filter(|(_, known)| known.class == SpellClass::Blocking) {
            let defense = Defense::plain(DefenseKind::Spell { spell: spell as u8 });
            if fighter.fp <= i16::from(known.cost) || scene.judge_defense(who, attack, failed, &defense).is_err() {
                continue;
            }
            let chance = success(scene.defense_score::<Sum>(&scene.defender(who, attack), attack, &defense).total());
            if best.0 + 0.15 < chance && danger(scene, who, attack) > 0.2 {
                return defense;
            }
        }
        best.1
    }

    /// The side for a Retreat: a free hex farther from the attacker where no more foes wait, that costs
    /// no footing.
    fn way_back(&self, scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack) -> Option<Facing> {
        let fighter = scene.fighter(who);
        if attack.ranged
            || scene.can_retreat(who).is_err()
            || stands_over_weapon(scene, who)
            // A combatant that closes in under guard does not go back again, unless it is badly hurt.
            || fighter.flags.has(Flags::ACTING) && !is_low(fighter.hp.into(), scene.sheet(who).hp.into())
        {
            return None;
        }
        let probe = Defense::plain(DefenseKind::Dodge);
        let (map, from) = (scene.map(), scene.fighter(attack.by).at);
        let mut best: Option<(i32, Facing)> = None;
        // Straight back before aside.
        let close = fighter.at == from;
        let back = if close { fighter.facing.opposite() } else { map.facing_towards(from, fighter.at) };
        for side in super::route::ASIDE.map(|turn| back.turned(turn)) {
            let to = fighter.at.step(side);
            if !close && map.distance(to, from) <= map.distance(fighter.at, from) {
                continue;
            }
            let Some(ground) = map.ground(to) else { continue };
            if ground.impassable || ground.footing.is_some() || map.elevation_difference(fighter.at, to).abs() > 1 {
                continue;
            }
            // Other foes next to that hex.
            let mut cost = i32::from(ground.extra_cost_half);
            for (index, other) in scene.state.fighters.iter().enumerate() {
                let other_id = CombatantId(index as u8);
                if other.is_conscious()
                    && other_id != attack.by
                    && scene.are_foes(who, other_id)
                    && map.distance(to, other.at) <= 1
                {
                    cost += 4;
                }
            }
            if best.is_none_or(|(least, _)| cost < least)
                && cost < 8
                && scene.judge_retreat(who, attack, side, &Defense { retreat: Some(side), ..probe }).is_ok()
            {
                best = Some((cost, side));
                if cost == 0 {
                    break;
                }
            }
        }
        best.map(|(_, side)| side)
    }

    fn nobody_near(&self, scene: Scene<'_>, who: CombatantId, hexes: i32) -> bool {
        scene.state.ids().all(|other| {
            !scene.are_foes(who, other) || !scene.fighter(other).is_conscious() || hexes < scene.distance(who, other)
        })
    }
}

/// Whether a combatant without a weapon in hand stands over its own and can pick it up: whoever goes back from there
/// comes to it no more.
fn stands_over_weapon(scene: Scene<'_>, who: CombatantId) -> bool {
    if scene.state.ground.is_empty() {
        return false;
    }
    let weapon = |item: ItemId| {
        scene
            .item(who, item)
            .filter(|item| matches!(item.kind, ItemKind::Melee | ItemKind::Ranged))
            .filter(|_| !scene.item_state(who, item).flags.has(ItemFlags::BROKEN))
    };
    let free = scene.free_hands(who).count_ones();
    scene.fighter(who).hands.iter().all(|&item| weapon(item).is_none())
        && scene
            .lying_here(who)
            .any(|item| !item.is_anothers() && weapon(item).is_some_and(|weapon| u32::from(weapon.hands) <= free))
}

/// The cost of a block: as good as nothing.
const COST_OF_BLOCK: f32 = 0.005;

/// The cost of a Retreat.
const COST_OF_RETREAT: f32 = 0.02;

/// The cost of a parrying weapon that breaks.
const COST_OF_BREAKING: f32 = 0.25;

/// The cost of a parry.
fn cost_of_parry(scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack, hand: u8) -> f32 {
    // A bare hand in the way of an edge is the last resort; a weapon's parry gets worse each time.
    let Some(item) = scene.item(who, scene.fighter(who).hands[hand as usize]) else { return 0.05 };
    let breaks = match scene.striking_item(attack.by, attack.mode) {
        Some((_, other)) => breakage(item.weight, other.weight, item.quality).unwrap_or(0).clamp(0, 6),
        None => 0,
    };
    // An unbalanced weapon that parries will not strike back.
    let own = if item.unbalanced { 0.13 } else { 0.01 };
    if breaks == 0 { own } else { own + COST_OF_BREAKING * breaks as f32 / 6.0 }
}

/// The likeliest legal defense of the body.
fn likeliest(
    scene: Scene<'_>,
    who: CombatantId,
    attack: &IncomingAttack,
    retreat: Option<Facing>,
    legal: impl Fn(&Defense) -> bool,
) -> (f32, Defense) {
    let defender = scene.defender(who, attack);
    // The likeliest first: most of the time the first one is legal.
    let mut offers: ArrayVec<(f32, Defense), 16> = ArrayVec::new();
    for kind in scene.body_defenses(who) {
        let cost = match kind {
            DefenseKind::Block => COST_OF_BLOCK,
            DefenseKind::Parry { hand } => cost_of_parry(scene, who, attack, hand),
            _ => 0.0,
        };
        let plain = Defense::plain(kind);
        let back = retreat.map(|_| (Defense { retreat, ..plain }, cost + COST_OF_RETREAT));
        for (defense, cost) in [Some((plain, cost)), back].into_iter().flatten() {
            let score = scene.defense_score::<Sum>(&defender, attack, &defense).total();
            let _ = offers.try_push(weighed(scene, who, defense, score, cost));
        }
    }
    let mut best = (0.0f32, NO_DEFENSE);
    while let Some(first) = offers
        .iter()
        .enumerate()
        .filter(|(_, offer)| offer.0 > 0.0)
        .max_by(|a, b| a.1.0.total_cmp(&b.1.0).then(b.0.cmp(&a.0)))
    {
        let (at, offer) = (first.0, *first.1);
        if legal(&offer.1) {
            best = offer;
            break;
        }
        offers.remove(at);
    }
    best
}

/// A defense with the chance that it works, less what it costs: with a tumble, where that helps.
fn weighed(scene: Scene<'_>, who: CombatantId, defense: Defense, score: i32, cost: f32) -> (f32, Defense) {
    let (mut chance, mut defense) = (success(score), defense);
    if defense.kind == DefenseKind::Dodge && acrobatics(scene, who) > 12 {
        let good = success(acrobatics(scene, who));
        let tumbled = good * success(score + 2) + (1.0 - good) * success(score - 2);
        if chance + 0.01 < tumbled {
            (chance, defense.acrobatic) = (tumbled, true);
        }
    }
    // A combatant on the ground does not fall.
    let falls = defense.kind == DefenseKind::Dodge && scene.fighter(who).posture.is_lying();
    (chance - cost - if falls { 0.0 } else { clumsiness(score) }, defense)
}

fn acrobatics(scene: Scene<'_>, who: CombatantId) -> i32 {
    if scene.sheet(who).is_trained(Skill::Acrobatics) { scene.acrobatics_score::<Sum>(who).total() } else { 0 }
}

/// The worth of an attack if it lands.
fn danger(scene: Scene<'_>, who: CombatantId, attack: &IncomingAttack) -> f32 {
    match attack.kind {
        IncomingKind::Strike => scene.mode(attack.by, attack.mode).map_or(0.3, |mode| {
            odds::worth(scene, who, Aim::At(Location::Torso), mode.damage, mode.damage_type, mode.divisor)
        }),
        IncomingKind::Slam | IncomingKind::Touch | IncomingKind::MissileSpell => 0.5,
        IncomingKind::Grab | IncomingKind::Shove => 0.2,
    }
}
