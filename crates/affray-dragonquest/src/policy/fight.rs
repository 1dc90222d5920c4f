//! The best attack that a figure can make from where it stands.

use super::odds;
use crate::decision::{Attack, Blow, Blows, From, Kind, MOST_BLOWS, NONE, Plan};
use crate::scene::Scene;
use crate::sheet::{Class, HANDS, ItemKind, KICK, NATURAL, Traits};
use crate::state::{Flags, HELPLESS};
use affray_core::referee::CombatantId;
use arrayvec::ArrayVec;

/// An attack and what it is worth.
pub(super) type Valued = (Attack, f32);

/// Collects attacks and keeps the best one that is legal.
struct Best<'a> {
    scene: Scene<'a>,
    who: CombatantId,
    plan: Plan,
    best: Option<Valued>,
}

impl Best<'_> {
    fn offer(&mut self, attack: Attack, worth: f32) {
        if self.best.as_ref().is_none_or(|one| one.1 < worth)
            && self.scene.judge_attack(self.who, &self.plan, &attack).is_ok()
        {
            self.best = Some((attack, worth));
        }
    }
}

const fn blow(with: u8, target: CombatantId, kind: Kind) -> Blow {
    Blow { with, target, kind, modifier: 0 }
}

/// The arms that come into question: what is in hand, natural attacks, bare hands where there is nothing better.
pub(super) fn arms(scene: Scene<'_>, who: CombatantId, plan: &Plan) -> ArrayVec<u8, 8> {
    let (sheet, hands) = (scene.sheet(who), scene.fighter(who).hands);
    let mut arms = ArrayVec::new();
    if plan.with != NONE {
        arms.push(plan.with);
        return arms;
    }
    for (hand, item) in hands.into_iter().enumerate() {
        if item < sheet.items && !(hand == 1 && hands[0] == item) {
            arms.push(item);
        }
    }
    arms.extend((NATURAL..sheet.arms.len() as u8).take(MOST_BLOWS));
    let armed =
        arms.iter().any(|&arm| sheet.arms[arm as usize].kind != ItemKind::Shield && scene.judge_arm(who, arm).is_ok());
    if sheet.has_hands && !armed {
        arms.extend([HANDS, KICK]);
    }
    arms
}

/// The best attack of an action. `None` if there is none.
pub(super) fn best(scene: Scene<'_>, who: CombatantId, plan: &Plan) -> Option<Valued> {
    let mut best = Best { scene, who, plan: *plan, best: None };
    let arms = arms(scene, who, plan);
    let grapples = plan.from == From::Grapple || scene.in_close_combat(who);
    let spares = scene.setup.sides[scene.side(who) as usize].spares;
    let (mut near, mut reached) = (0, ArrayVec::<CombatantId, MOST_BLOWS>::new());
    for foe in scene.state.ids() {
        if !scene.are_foes(who, foe) || plan.only != NONE && plan.only != foe.0 || !scene.fighter(foe).is_up() {
            continue;
        }
        let within = if grapples { scene.share_hex(who, foe) } else { scene.apart(who, foe) <= 1 };
        if !within {
            continue;
        }
        near += 1;
        let _ = reached.try_push(foe);
        // What lies helpless can wait, while somebody else is about.
        let weight = if scene.fighter(foe).flags.any(HELPLESS) { 0.3 } else { 1.0 };
        let danger = odds::danger(scene, foe, who);
        let mut all: ArrayVec<Blow, MOST_BLOWS> = ArrayVec::new();
        let (mut sum, mut pair, mut pair_worth) = (0.0, ArrayVec::<Blow, 2>::new(), 0.0);
        for &with in &arms {
            let item = &scene.sheet(who).arms[with as usize];
            let value = |kind| weight * odds::worth(scene, who, &blow(with, foe, kind), plan.from, danger, 0);
            if item.kind == ItemKind::Shield {
                if plan.from == From::Charge && item.shield.is_some_and(|shield| shield.rush) {
                    best.offer(Attack::One(blow(with, foe, Kind::Rush)), value(Kind::Rush));
                }
                continue;
            }
            let plain = value(Kind::Plain);
            best.offer(Attack::One(blow(with, foe, Kind::Plain)), plain);
            if with >= NATURAL {
                sum += plain;
                all.push(blow(with, foe, Kind::Plain));
                continue;
            }
            if pair.try_push(blow(with, foe, Kind::Plain)).is_ok() {
                pair_worth += plain;
            }
            if plan.from == From::Withdrawal {
                continue;
            }
            if (spares || with == HANDS) && odds::can_be_knocked_out(scene, foe) {
                best.offer(Attack::One(blow(with, foe, Kind::Knockout)), value(Kind::Knockout));
            }
            if !grapples && (item.traits.has(Traits::TRIPS) || with == KICK) {
                best.offer(Attack::One(blow(with, foe, Kind::Trip)), value(Kind::Trip));
            }
            if item.traits.has(Traits::ENTANGLES) {
                best.offer(Attack::One(blow(with, foe, Kind::Entangle)), value(Kind::Entangle));
            }
            let held = scene.fighter(foe).hands[0];
            if with != KICK && scene.arm(foe, held).is_some_and(|arm| arm.kind == ItemKind::Weapon) {
                best.offer(Attack::One(blow(with, foe, Kind::Disarm { held })), value(Kind::Disarm { held }));
            }
        }
        if grapples && can_hold(scene, who, foe) {
            let kind = Kind::Restrain { helper: None, second: None };
            let held = odds::worth(scene, who, &blow(HANDS, foe, kind), plan.from, danger, 0);
            best.offer(Attack::One(blow(HANDS, foe, kind)), held);
        }
        if let Some(blows) = Blows::new(&all) {
            best.offer(Attack::Several(blows), sum);
        }
        if let Some(blows) = Blows::new(&pair) {
            best.offer(Attack::Several(blows), pair_worth);
        }
    }
    if 1 < near && !grapples {
        sweep(scene, who, &reached, &mut best);
    }
    best.best
}

/// `DQ-427` One blow at each of all who are in reach.
fn sweep(scene: Scene<'_>, who: CombatantId, reached: &[CombatantId], best: &mut Best<'_>) {
    let [main, off] = scene.fighter(who).hands;
    let can = main == off && scene.arm(who, main).is_some_and(|arm| arm.class == Class::B && Some(4) <= arm.rank);
    if !can {
        return;
    }
    let facing = reached.iter().filter(|&&foe| scene.body(foe).iter().any(|&cell| scene.faces(who, cell)));
    let all: ArrayVec<Blow, MOST_BLOWS> = facing.map(|&foe| blow(main, foe, Kind::Plain)).collect();
    if let Some(blows) = Blows::new(&all) {
        let attack = Attack::Several(blows);
        best.offer(attack, odds::worth_of(scene, who, &attack, From::Melee, 0.0));
    }
}

/// `DQ-439` Whether holding somebody fast is of use: a friend is at hand to make an end of it.
pub(super) fn can_hold(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    scene.sheet(who).has_hands && !scene.fighter(foe).flags.has(Flags::RESTRAINED) && helper_near(scene, who, foe)
}

/// Whether a friend who is free to strike stands by a figure.
pub(super) fn helper_near(scene: Scene<'_>, who: CombatantId, foe: CombatantId) -> bool {
    scene.state.ids().any(|other| {
        other != who
            && !scene.are_foes(who, other)
            && scene.fighter(other).is_up()
            && !scene.fighter(other).flags.any(HELPLESS.and(Flags::STUNNED))
            && scene.fighter(other).restrains == NONE
            && scene.apart(other, foe) <= 2
    })
}
