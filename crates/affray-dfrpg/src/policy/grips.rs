//! Grappling: whether to grapple at all, what with, and how to get out of a grip.

use super::Tactician;
use super::odds::{success, wins_contest};
use crate::decision::{Attack, AttackFrom, AttackPlan, Grapple, Maneuver, NO_MODE, NONE, Step};
use crate::scene::Scene;
use crate::sheet::{Location, Skill};
use crate::state::Grabbed;
use affray_kernel::referee::CombatantId;
use affray_kernel::tally::{Sum, Tally};

impl Tactician {
    /// Whether a figure fights best by grappling: trained for it, and no weapon in hand that it
    /// handles as well.
    pub(super) fn is_grappler(&self, scene: Scene<'_>, who: CombatantId) -> bool {
        let sheet = scene.sheet(who);
        let trained =
            [Skill::Judo, Skill::SumoWrestling, Skill::Wrestling].iter().any(|&skill| sheet.is_trained(skill));
        if !trained || scene.free_grips(who) == 0 && scene.holds(who).next().is_none() {
            return false;
        }
        let grappling = i32::from(scene.grappling_skill(who).score);
        !self.arms.iter().any(|arm| {
            let bare = scene.mode(who, arm.mode).is_some_and(|mode| mode.kind.is_unarmed());
            !bare
                && !arm.is_ranged()
                && grappling <= scene.mode(who, arm.mode).map_or(0, |mode| i32::from(mode.score) + 2)
        }) && self
            .arms
            .first()
            .is_none_or(|arm| i32::from(scene.mode(who, arm.mode).map_or(0, |mode| mode.score)) <= grappling)
    }

    /// An attack that is no blow: out of a grip, or with one.
    pub(super) fn close_attack(&mut self, scene: Scene<'_>, who: CombatantId, plan: &AttackPlan) -> Option<Attack> {
        let legal = |attack: &Attack| scene.judge_attack(who, plan, attack).is_ok();
        if let Some(free) = self.breaking_free(scene, who).filter(legal) {
            let chance = self.chance_to_break_free(scene, who, &free);
            let pinned = scene.is_pinned(who);
            let blow = if pinned { None } else { self.best_blow(scene, who, plan, false, false) };
            if pinned || blow.is_none_or(|blow| blow.value < 0.45 * chance) {
                return Some(free);
            }
            return None;
        }
        if let Some(hold) = self.with_hold(scene, who, plan).filter(legal) {
            return Some(hold);
        }
        // In the foe's hex with free hands, and nothing held yet.
        if plan.mode != NO_MODE || !self.is_grappler(scene, who) {
            return None;
        }
        let foe = self.foes.iter().find(|foe| foe.near == 0 && (plan.only == NONE || plan.only == foe.id.0))?.id;
        self.grab(scene, who, foe, plan).filter(legal)
    }

    /// The best grab of a foe: the neck to strangle where the arms are strong enough, else the torso.
    pub(super) fn grab(
        &self,
        scene: Scene<'_>,
        who: CombatantId,
        foe: CombatantId,
        plan: &AttackPlan,
    ) -> Option<Attack> {
        let hands = scene.free_grips(who);
        if hands == 0 || scene.holds_foe(who, foe) {
            return None;
        }
        let with = Grapple { target: foe, hands, situational: 0 };
        let (me, it) = (scene.sheet(who), scene.sheet(foe));
        let skill = |part| scene.grab_score::<Sum>(who, &with, Some(part), plan).total();
        // Without a blow of its own a pin would lead nowhere.
        let strikes = self.arms.iter().any(|arm| !arm.is_ranged());
        let (is_strong, least) = if strikes { (it.st.max(it.ht) + 2 <= me.st, 12) } else { (true, 8) };
        let chokes = is_strong && skill(Location::Neck) >= least && hands.count_ones() >= 2;
        Some(Attack::Grab(with, if chokes { Location::Neck } else { Location::Torso }))
    }

    /// The next attack of a combatant that holds a foe.
    fn with_hold(&self, scene: Scene<'_>, who: CombatantId, plan: &AttackPlan) -> Option<Attack> {
        let (_, hold) = scene.holds(who).find(|(_, grab)| grab.grip.location().is_some())?;
        let foe = CombatantId(hold.victim);
        if plan.only != NONE && plan.only != foe.0
            || !scene.fighter(foe).is_conscious()
            || hold.how & Grabbed::PINNED != 0
        {
            return None;
        }
        let with = Grapple { target: foe, hands: 0, situational: 0 };
        if hold.grip.location() == Some(Location::Neck) {
            return Some(Attack::Strangle(with));
        }
        if scene.fighter(foe).posture.is_lying() {
            return Some(Attack::Pin(with));
        }
        let (mine, theirs) =
            (scene.takedown_score::<Sum>(who, foe, true).total(), scene.takedown_score::<Sum>(foe, who, false).total());
        (wins_contest(mine, theirs) > 0.3).then_some(Attack::Takedown(with))
    }

    /// Breaking free of a foe who holds the figure.
    fn breaking_free(&self, scene: Scene<'_>, who: CombatantId) -> Option<Attack> {
        let holder = |pinned: bool| {
            scene
                .grips_on(who)
                .find(move |(_, grab)| grab.grip.location().is_some() && (!pinned || grab.how & Grabbed::PINNED != 0))
                .map(|(by, _)| by)
        };
        let by = holder(true).or_else(|| holder(false))?;
        Some(Attack::BreakFree(Grapple { target: by, hands: 0, situational: 0 }))
    }

    fn chance_to_break_free(&self, scene: Scene<'_>, who: CombatantId, attack: &Attack) -> f32 {
        let Attack::BreakFree(with) = attack else { return 0.0 };
        let theirs = scene.holding_score::<Sum>(with.target, who).total();
        wins_contest(scene.st_for_rolls(who), theirs)
    }

    /// The chance of a grab to hit, for weighing it against other things.
    pub(super) fn chance_to_grab(
        &self,
        scene: Scene<'_>,
        who: CombatantId,
        foe: CombatantId,
        plan: &AttackPlan,
    ) -> f32 {
        let with = Grapple { target: foe, hands: scene.free_grips(who), situational: 0 };
        success(scene.grab_score::<Sum>(who, &with, Some(Location::Torso), plan).total())
    }

    /// Grappling: into the foe's hex, and the grab.
    pub(super) fn grapple(&mut self, scene: Scene<'_>, who: CombatantId, struck: f32) -> Option<Maneuver> {
        let nearest = *self.foes.first()?;
        if nearest.near > 1 {
            return None; // Close in first like anybody else.
        }
        let plan = AttackPlan::of(AttackFrom::Attack);
        let chance = self.chance_to_grab(scene, who, nearest.id, &plan);
        let it = scene.fighter(nearest.id);
        let (mine, theirs) = (
            scene.takedown_score::<Sum>(who, nearest.id, true).total(),
            scene.takedown_score::<Sum>(nearest.id, who, false).total(),
        );
        // The outcome of a grab, a turn later: a foe on the ground who can hardly defend.
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
}
