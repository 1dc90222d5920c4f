//! Maneuvers without a foe within reach: charging, closing in, holding back, waiting and flight.

use super::Tactician;
use super::sight::{Arm, Foe, guard_from, may_strike};
use crate::decision::{AllOut, AttackFrom, AttackPlan, Maneuver, NONE, Step, WaitFor};
use crate::scene::Scene;
use crate::sheet::ModeKind;
use crate::state::{DefenseFocus, Doing, Flags, Posture, Reaction, Trigger, Waiting};
use affray_grid::{Arc, Cell, Facing};
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

/// The weight of what may come back on a combatant that charges and has no defenses then. With it spearmen win 53 % of
/// mirrors against those without.
const CAUTION: f32 = 1.5;

impl Tactician {
    /// The maneuver without a foe within reach: charge, close in under guard, hold back and wait, or go there.
    pub(super) fn close_in(&mut self, scene: Scene<'_>, who: CombatantId) -> Maneuver {
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
        if self.charges_into(scene, who, &nearest) {
            return Maneuver::AllOutAttack(AllOut::Determined);
        }
        if !self.go_near(scene, who, nearest.at, longest) || self.is_held_up(scene, who, points) {
            let leads = self.breaks_in(scene, who, points) || self.leaps(scene, who, longest);
            return if leads { Maneuver::Move } else { self.stay(scene, who) };
        }
        let (price, facing, ahead) = self.price_of_way(scene, who);
        let half = 2 * ((scene.move_points(who) + 1) / 2);
        let goal = self.plan.way.last().copied().unwrap_or(fighter.at);
        let arrives = self.foes.iter().any(|foe| scene.blow_between(goal, foe.at) <= longest);
        let kneels = self.plan.before.take().is_some();
        if kneels {
            // Up first: a Step goes with Ready, Attack and Wait, not with a move.
            return Maneuver::ChangePosture { to: Posture::Standing, second: NONE };
        }
        // With bare hands one comes next to a foe, and into its hex by a Step.
        // The foe has to be in front as one arrives; DF-064: forward only.
        let strikes = arrives && self.has_before_it(scene, goal, facing);
        if strikes && ahead && price <= half && self.charges(scene, who, nearest.id, goal) {
            return Maneuver::AllOutAttack(AllOut::Determined);
        }
        // Up to a foe that waits one comes step by step, with two defenses where they are good.
        let waits = matches!(it.doing, Doing::Waiting(_));
        if waits
            && nearest.near <= nearest.reach + 2
            && !nearest.shoots
            && let Some(step) = self.step_nearer(scene, who)
        {
            self.plan.before = Some(step);
            return Maneuver::AllOutDefense(self.focus(scene, who));
        }
        let default_choice = it.is_stunned() || it.posture.is_lying() || nearest.shoots && nearest.reach <= 1;
        if arrives && price <= half && !default_choice {
            return Maneuver::AllOutDefense(DefenseFocus::Dodge);
        }
        let may_strike =
            |arm: &Arm| !arm.is_ranged() && may_strike(scene, who, arm.mode, nearest.id, AttackFrom::MoveAndAttack);
        if strikes
            && price <= points
            && default_choice
            && self.arms.iter().any(may_strike)
            && self.threats(scene, who, fighter.at, None)[1] < 0.3
        {
            self.plan.target = nearest.id.0;
            return Maneuver::MoveAndAttack;
        }
        if !default_choice {
            self.hold_back(scene, who, points);
        }
        Maneuver::Move
    }

    /// `DF-064` `DF-460` Plans the way into a foe's hex for an All-Out Attack, for who strikes there alone: next to the
    /// foe it could only wait for it to stay.
    fn charges_into(&mut self, scene: Scene<'_>, who: CombatantId, foe: &Foe) -> bool {
        let mut blows = self.arms.iter().filter(|arm| !arm.is_ranged()).peekable();
        let is_close = blows.peek().is_some() && blows.all(|arm| arm.longest() == 0);
        let stands = scene.fighter(who).posture == Posture::Standing && self.plan.before.is_none();
        if !is_close || !stands || foe.near < 1 {
            return false;
        }
        self.plan.closes = true;
        let half = 2 * ((scene.move_points(who) + 1) / 2);
        let leads = self.go_near(scene, who, foe.at, 0)
            && self.plan.way.last() == Some(&foe.at)
            && matches!(self.price_of_way(scene, who), (price, _, true) if price <= half)
            && scene.occupants(foe.at, who).all(|other| other == foe.id)
            && self.charges(scene, who, foe.id, foe.at);
        if leads {
            self.plan.target = foe.id.0;
        } else {
            self.plan.closes = false;
            self.plan.way.clear();
        }
        leads
    }

    /// The Step along the planned way.
    fn step_nearer(&self, scene: Scene<'_>, who: CombatantId) -> Option<Step> {
        let (at, to) = (scene.fighter(who).at, *self.plan.way.first()?);
        let side = super::route::side_to(at, to)?;
        let foe = self.foes.first()?.at;
        let facing = if to == foe { side } else { scene.map().facing_towards(to, foe) };
        Self::step_to(scene, who, side, facing)
    }

    /// Whether any weapon at hand reaches from one hex to the other.
    pub(super) fn strikes_from(&self, scene: Scene<'_>, from: Cell, to: Cell) -> bool {
        let distance = scene.blow_between(from, to);
        self.arms.iter().any(|arm| !arm.is_ranged() && arm.reaches(distance))
    }

    /// Whether a foe is in reach and in front of who stands so.
    fn has_before_it(&self, scene: Scene<'_>, at: Cell, facing: Facing) -> bool {
        self.foes.iter().any(|foe| {
            let to = scene.nearer_hex(at, foe.id);
            self.strikes_from(scene, at, to) && (at == to || scene.map().arc(at, facing, to) == Arc::Front)
        })
    }

    /// Whether to charge at a foe with an All-Out Attack: where the blow is worth more than what may come
    /// back.
    fn charges(&mut self, scene: Scene<'_>, who: CombatantId, foe: CombatantId, goal: Cell) -> bool {
        let waits = matches!(scene.fighter(foe).doing, Doing::Waiting(_));
        let Some(arm) = self.arms.iter().position(|arm| !arm.is_ranged()) else { return false };
        let with = self.arms[arm];
        let plan = AttackPlan::of(AttackFrom::AllOut(AllOut::Determined));
        let geometry = scene.attack_geometry(who, foe);
        let skill = scene.attack_score::<Sum>(who, &with.strike(foe), &plan, false, &geometry).total();
        let defense = guard_from(scene, who, &with, foe, Arc::Front, &geometry);
        let blow = self.aimed(scene, foe, arm, skill, defense, plan.from);
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
        !waits && CAUTION * back < blow.value
    }

    /// Shortens the way so that it ends where no foe can strike after a mere Step; not if it is there
    /// already. Under fire, and where friends fight on ahead, it ends only where a foe waits for those who come.
    fn hold_back(&mut self, scene: Scene<'_>, who: CombatantId, points: i32) {
        let fighter = scene.fighter(who);
        let shot_at = self.foes.iter().any(|foe| foe.shoots);
        let engaged = self.foes.iter().any(|foe| {
            scene.state.ids().any(|friend| {
                friend != who
                    && !scene.are_foes(who, friend)
                    && scene.fighter(friend).is_conscious()
                    && scene.distance(friend, foe.id) <= 2
            })
        });
        let presses = shot_at || engaged;
        let danger = |cell: Cell| {
            self.foes.iter().any(|foe| {
                let waits = matches!(scene.fighter(foe.id).doing, Doing::Waiting(_));
                let far = foe.reach + i32::from(!presses);
                !foe.shoots && foe.reach > 0 && (waits || !presses) && scene.map().distance(cell, foe.at) as i32 <= far
            })
        };
        if danger(fighter.at) {
            return;
        }
        let reached = (points / 2).max(1) as usize;
        let end = self.plan.way.iter().take(reached).position(|&cell| danger(cell));
        if let Some(end) = end.filter(|&end| end > 0) {
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
        if leads && !(self.plan.way.last() == Some(&target) && self.price_of_way(scene, who).0 <= points) {
            let holds = |cell: Cell| {
                scene
                    .occupants(cell, who)
                    .all(|other| scene.are_foes(who, other) && !scene.fighter(other).is_conscious())
            };
            while self.plan.way.last().is_some_and(|&cell| !holds(cell)) || points < self.price_of_way(scene, who).0 {
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

    /// Plans the way down a ledge of a few yards, where no other leads to the foes and nobody moves any more: a fall costs
    /// less than to stand there for ever.
    fn leaps(&mut self, scene: Scene<'_>, who: CombatantId, reach: i32) -> bool {
        let fighter = scene.fighter(who);
        self.is_stalled(scene, who)
            && fighter.posture == Posture::Standing
            && fighter.hp > 0
            && self.leap_down(scene, who, reach)
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
                    || !(super::sight::has_missiles(scene, one) || has_magic_left(scene, one))
                        && self.foes.iter().all(|foe| reach.max(foe.reach) < scene.blow_distance(one, foe.id)))
        })
    }

    /// Whether nobody moves any more, and no way leads to where a foe can be struck.
    pub(super) fn is_cut_off(&mut self, scene: Scene<'_>, who: CombatantId) -> bool {
        let longest = self.arms.iter().map(|arm| arm.longest()).max().unwrap_or(1).max(1);
        self.is_stalled(scene, who) && self.nearest_place(scene, who, longest, 200).is_none()
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
                let comes = foe.reach > 0 && !scene.fighter(foe.id).posture.is_lying();
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
        let comes = it.moved > 0 && !nearest.shoots && nearest.reach != 0 && nearest.near <= speed + nearest.reach + 1;
        // Nor is a Wait any use to a combatant that can be struck meanwhile and cannot strike back.
        if !comes || self.foes.iter().any(|foe| foe.shoots || foe.near <= foe.reach) {
            return None;
        }
        // A foe without defenses is struck before they are back, and a foe upon a friend does not come.
        if it.flags.has(Flags::ALL_OUT) || self.friends > 0 && is_upon_a_friend(scene, who, &nearest) {
            return None;
        }
        // With a point to the front a charge runs into it.
        let thrust = self.arms.iter().find(|arm| {
            scene.mode(who, arm.mode).is_some_and(|mode| mode.kind == ModeKind::Thrust) && arm.longest() >= 2
        });
        let best = self
            .arms
            .iter()
            .filter(|arm| !arm.is_ranged())
            .max_by_key(|arm| (arm.longest(), arm.damage.dice.number, arm.damage.add))?;
        let (arm, trigger) = thrust.map_or((best, Trigger::ComesIntoReach), |arm| (arm, Trigger::Charges));
        // A foe within reach does not come into it, and none comes into one's own hex.
        if arm.reaches(nearest.near) || arm.longest() == 0 {
            return None;
        }
        let contract = Waiting::plain(trigger, Reaction::Attack, arm.mode);
        let wait = Maneuver::Wait(WaitFor { contract, move_now: false });
        self.judged = scene.judge_maneuver(who, &wait).is_ok();
        self.judged.then_some(wait)
    }

    /// No way leads to the foes: shoot back if one can, else keep the guard up.
    pub(super) fn stay(&mut self, scene: Scene<'_>, who: CombatantId) -> Maneuver {
        self.plan.way.clear();
        let kneels = self.plan.before.is_some_and(|step| step.posture.is_some());
        if kneels {
            return Maneuver::ChangePosture { to: Posture::Standing, second: NONE };
        }
        let near = self.foes.first().map_or(99, |foe| foe.near);
        let is_reached = self.arms.iter().any(|arm| !arm.is_ranged() && arm.reaches(near));
        let wait = self.arms.iter().find(|arm| arm.longest() > 0 && !is_reached).map(|arm| {
            let contract = Waiting::plain(Trigger::ComesIntoReach, Reaction::Attack, arm.mode);
            Maneuver::Wait(WaitFor { contract, move_now: false })
        });
        wait.filter(|wait| scene.judge_maneuver(who, wait).is_ok())
            .unwrap_or(Maneuver::AllOutDefense(self.focus(scene, who)))
    }

    /// Away from the foes and out of the fight.
    pub(super) fn flee(&mut self, scene: Scene<'_>, who: CombatantId) -> Maneuver {
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

/// Whether a caster has more than the third of its FP below which spells are for emergencies.
fn has_magic_left(scene: Scene<'_>, who: CombatantId) -> bool {
    let sheet = scene.sheet(who);
    !sheet.spells.is_empty() && sheet.fp <= 3 * scene.fighter(who).fp
}

/// Whether a foe has a friend of a combatant within reach, and probably goes for that one.
fn is_upon_a_friend(scene: Scene<'_>, who: CombatantId, foe: &Foe) -> bool {
    scene.state.ids().any(|other| {
        other != who
            && !scene.are_foes(who, other)
            && scene.fighter(other).is_conscious()
            && scene.blow_distance(foe.id, other) <= foe.reach
    })
}
