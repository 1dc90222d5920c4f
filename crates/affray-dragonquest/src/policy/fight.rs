//! The best attack that a figure can make from where it stands.

use super::odds;
use crate::decision::{Attack, Blow, Blows, From, Kind, MOST_BLOWS, NONE, Plan};
use crate::scene::Scene;
use crate::sheet::{Arm, Class, HANDS, ItemKind, KICK, Traits};
use crate::state::{Flags, HELPLESS};
use affray_kernel::referee::CombatantId;
use arrayvec::ArrayVec;

/// An attack and what it is worth.
pub(super) type Valued = (Attack, f32);

/// Collects attacks and keeps the best one.
struct Best<'a> {
    scene: Scene<'a>,
    who: CombatantId,
    plan: Plan,
    best: Option<Valued>,
    /// Only what is legal counts. It mostly turns out that the best one is, so that is looked at alone first.
    strictly: bool,
}

impl Best<'_> {
    fn offer(&mut self, attack: Attack, worth: f32) {
        if self.best.as_ref().is_none_or(|one| worth > one.1) && (!self.strictly || self.is_legal(&attack)) {
            self.best = Some((attack, worth));
        }
    }

    fn is_legal(&self, attack: &Attack) -> bool {
        self.scene.judge_attack(self.who, &self.plan, attack).is_ok()
    }
}

const fn blow(with: Arm, target: CombatantId, kind: Kind) -> Blow {
    Blow { with, target, kind, modifier: 0 }
}

/// The arms that come into question: what is in hand, natural attacks, bare hands where there is nothing better.
pub(super) fn arms(scene: Scene<'_>, who: CombatantId, plan: &Plan) -> ArrayVec<Arm, 8> {
    let (sheet, hands) = (scene.sheet(who), scene.fighter(who).hands);
    let mut arms = ArrayVec::new();
    if plan.with != Arm::NONE {
        arms.push(plan.with);
        return arms;
    }
    for (hand, item) in hands.into_iter().enumerate() {
        if item != Arm::NONE && !(hand == 1 && hands[0] == item) {
            arms.push(item);
        }
    }
    arms.extend(sheet.naturals().take(MOST_BLOWS));
    let is_shield = |arm: Arm| scene.arm(who, arm).is_some_and(|arm| arm.kind == ItemKind::Shield);
    let armed = arms.iter().any(|&arm| !is_shield(arm) && scene.judge_arm(who, arm).is_ok());
    if sheet.has_hands && !armed {
        arms.extend([HANDS, KICK]);
    }
    arms
}

/// The best attack of an action. `None` if there is none. What an action of opponents would be worth to them is
/// known of some.
pub(super) fn best(scene: Scene<'_>, who: CombatantId, plan: &Plan, known: &[Danger]) -> Option<Valued> {
    let mut best = Best { scene, who, plan: *plan, best: None, strictly: false };
    look(&mut best, known);
    if best.best.as_ref().is_none_or(|one| best.is_legal(&one.0)) {
        return best.best;
    }
    (best.best, best.strictly) = (None, true);
    look(&mut best, known);
    best.best
}

/// A figure and the worth of its action.
pub(super) type Danger = (CombatantId, f32);

/// Nobody tries to knock somebody out at less than this chance.
const POOR: i32 = 5;

/// Looks at everything that could be done.
fn look(best: &mut Best<'_>, known: &[Danger]) {
    let (scene, who, plan) = (best.scene, best.who, best.plan);
    let arms = arms(scene, who, &plan);
    let grapples = plan.from == From::Grapple || scene.in_close_combat(who);
    let spares = scene.setup.sides[scene.side(who) as usize].spares;
    let mut reached = ArrayVec::<CombatantId, MOST_BLOWS>::new();
    let most = if plan.only == NONE { most_menace(scene, who) } else { 0.0 };
    for foe in scene.foes(who) {
        if plan.only != NONE && plan.only != foe.0 {
            continue;
        }
        if !is_within(scene, who, foe, grapples) {
            continue;
        }
        let _ = reached.try_push(foe);
        let weight = weight(scene, who, foe, most);
        let known = known.iter().find(|one| one.0 == foe).map(|one| one.1);
        let danger = known.unwrap_or_else(|| odds::danger(scene, foe, who));
        let (mut sum, mut all) = (0.0, ArrayVec::<Blow, MOST_BLOWS>::new());
        let (mut pair_worth, mut pair) = (0.0, ArrayVec::<Blow, 2>::new());
        for &with in &arms {
            let Some(item) = scene.arm(who, with) else { continue };
            let value =
                |kind, chance| weight * odds::worth_at(scene, who, &blow(with, foe, kind), plan.from, danger, chance);
            if item.kind == ItemKind::Shield {
                if matches!(plan.from, From::Charge | From::Melee | From::Riposte)
                    && !grapples
                    && item.shield.is_some_and(|shield| shield.rush)
                {
                    let worth = odds::worth(scene, who, &blow(with, foe, Kind::Rush), plan.from, danger, 0);
                    best.offer(Attack::One(blow(with, foe, Kind::Rush)), weight * worth);
                }
                continue;
            }
            let chance = odds::chance(scene, who, with, foe, plan.from);
            let fells = !with.is_natural()
                && with != KICK
                && plan.from != From::Withdrawal
                && odds::can_be_knocked_out(scene, foe);
            // Who spares its opponents knocks them out where that can be done at all.
            let plain = if spares && fells { 0.25 } else { 1.0 } * value(Kind::Plain, chance);
            best.offer(Attack::One(blow(with, foe, Kind::Plain)), plain);
            if with.is_natural() {
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
            if fells && chance - 15 >= POOR {
                best.offer(Attack::One(blow(with, foe, Kind::Knockout)), value(Kind::Knockout, chance - 15));
            }
            if !grapples && (item.traits.has(Traits::TRIPS) || with == KICK) && odds::can_be_knocked_out(scene, foe) {
                let worth = odds::worth(scene, who, &blow(with, foe, Kind::Trip), plan.from, danger, 0);
                best.offer(Attack::One(blow(with, foe, Kind::Trip)), weight * worth);
            }
            if item.traits.has(Traits::ENTANGLES) {
                best.offer(Attack::One(blow(with, foe, Kind::Entangle)), value(Kind::Entangle, chance));
            }
            let held = scene.fighter(foe).hands[0];
            if with != KICK && scene.arm(foe, held).is_some_and(|arm| arm.kind == ItemKind::Weapon) {
                let kind = Kind::Disarm { held };
                best.offer(Attack::One(blow(with, foe, kind)), value(kind, chance - 20));
            }
        }
        if grapples && can_hold(scene, who, foe) {
            let kind = Kind::Restrain { helper: None, second: None };
            let held = odds::worth(scene, who, &blow(HANDS, foe, kind), plan.from, danger, 0);
            // A chance of next to nothing is none.
            let held = if held < 0.03 { 0.0 } else { held };
            best.offer(Attack::One(blow(HANDS, foe, kind)), held);
        }
        if let Some(blows) = Blows::new(&all) {
            best.offer(Attack::Several(blows), sum);
        }
        if let Some(blows) = Blows::new(&pair) {
            best.offer(Attack::Several(blows), pair_worth);
        }
    }
    if reached.len() > 1 && !grapples {
        sweep(scene, who, &reached, best);
    }
}

/// The weight of a target: helpless figures and horses without a rider can wait.
pub(super) fn interest(scene: Scene<'_>, foe: CombatantId) -> f32 {
    let fighter = scene.fighter(foe);
    if fighter.flags.any(HELPLESS) || scene.sheet(foe).mount && fighter.rider == NONE { 0.3 } else { 1.0 }
}

/// Whether a blow from where one is reaches an opponent.
fn is_within(scene: Scene<'_>, who: CombatantId, foe: CombatantId, grapples: bool) -> bool {
    if grapples { scene.share_hex(who, foe) } else { scene.apart(who, foe) <= 1 && scene.faces_figure(who, foe) }
}

/// The most harm that one of several opponents within reach can do; 0 where there are no two of them.
pub(super) fn most_menace(scene: Scene<'_>, who: CombatantId) -> f32 {
    let grapples = scene.in_close_combat(who);
    let within = || scene.foes(who).filter(|&foe| is_within(scene, who, foe, grapples));
    if within().nth(1).is_none() {
        return 0.0;
    }
    within().map(|foe| odds::menace(scene, foe, who)).fold(0.0, f32::max)
}

/// The weight of a target: its interest, less where it can do next to no harm beside the `most` that another within reach can.
pub(super) fn weight(scene: Scene<'_>, who: CombatantId, foe: CombatantId, most: f32) -> f32 {
    /// Who does less than this share of the harm of the most harmful can wait.
    const LITTLE: f32 = 0.25;
    let can_wait = most > 0.0 && odds::menace(scene, foe, who) < LITTLE * most;
    interest(scene, foe) * if can_wait { 0.4 } else { 1.0 }
}

/// `DQ-427` One blow at each of all who are in reach.
fn sweep(scene: Scene<'_>, who: CombatantId, reached: &[CombatantId], best: &mut Best<'_>) {
    let [main, off] = scene.fighter(who).hands;
    let can = main == off && scene.arm(who, main).is_some_and(|arm| arm.class == Class::B && Some(4) <= arm.rank);
    if !can {
        return;
    }
    let facing = reached.iter().filter(|&&foe| scene.faces_figure(who, foe));
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
            && !scene.fighter(other).flags.any(HELPLESS.union(Flags::STUNNED))
            && scene.fighter(other).restrains == NONE
            && scene.apart(other, foe) <= 2
    })
}
