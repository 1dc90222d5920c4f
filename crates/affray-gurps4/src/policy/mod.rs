//! Opponents that the program plays.
//!
//! A [`Tactician`] plans a turn once, at its first question, and answers the following ones from the plan.

use crate::Gurps4;
use crate::decision::{
    Act, Advance, Attack, Choice, Defense, DefenseKind, FeintUse, Incoming, Maneuver, NONE, Question, Ready, Step,
    Strike,
};
use crate::defense::Before;
use crate::scene::{Scene, Setup};
use crate::sheet::Sheet;
use crate::state::{ItemFlags, Posture, State};
use affray_3d6::chance::landing;
use affray_core::grid::{Arc, Facing};
use affray_core::referee::{CombatantId, Policy};
use affray_core::tally::{Sum, Tally};

/// An opponent. It remembers nothing from one turn to the next.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tactician {
    /// The foe of this turn.
    foe: Option<CombatantId>,
    /// The mode of this turn's attack.
    mode: u8,
}

/// The mode in hand that strikes at the longest distance, or shoots.
fn best_mode(scene: Scene<'_>, who: CombatantId) -> u8 {
    let (sheet, fighter): (&Sheet, _) = (scene.sheet(who), scene.fighter(who));
    let usable = |item: u8| sheet.arms[item as usize].is_natural() || fighter.holds(item);
    let worth = |mode: &crate::sheet::Mode| {
        let damage = 7 * i32::from(mode.damage.dice.number) + 2 * i32::from(mode.damage.add);
        4 * i32::from(mode.score) + damage
    };
    (0..)
        .zip(&sheet.modes)
        .filter(|(_, mode)| usable(mode.item))
        .max_by_key(|(_, mode)| worth(mode))
        .map_or(NONE, |(mode, _)| mode)
}

impl Tactician {
    /// Which maneuver.
    fn plan(&mut self, scene: Scene<'_>, who: CombatantId) -> Maneuver {
        let (fighter, sheet) = (scene.fighter(who), scene.sheet(who));
        self.foe = scene.foes(who).min_by_key(|&foe| scene.distance(who, foe));
        self.mode = best_mode(scene, who);
        let Some(foe) = self.foe else { return Maneuver::Nothing };
        if fighter.posture == Posture::Prone {
            return Maneuver::Do(Act::ChangePosture(Posture::Kneel));
        }
        let Some(mode) = scene.mode(who, self.mode) else {
            // Nothing in hand: draw what there is, or pick it up.
            let draw = (0..sheet.items)
                .map(Ready::Item)
                .chain((0..sheet.items).map(|item| Ready::PickUp { owner: who, item }));
            let mut draw = draw.filter(|ready| match *ready {
                Ready::Item(item) | Ready::PickUp { item, .. } => {
                    sheet.arms[item as usize].reach != 0 || sheet.arms[item as usize].ranged
                }
                _ => false,
            });
            let found = draw.find(|&ready| scene.judge_ready(who, ready).is_ok());
            return found.map_or(Maneuver::Do(Act::Move), |ready| Maneuver::Do(Act::Ready(ready)));
        };
        let state = fighter.items[mode.item as usize & 7];
        let natural = sheet.arms[mode.item as usize].is_natural();
        if !natural && state.flags.has(ItemFlags::UNREADY) {
            return Maneuver::Do(Act::Ready(Ready::Item(mode.item)));
        }
        if sheet.arms[mode.item as usize].shots != 0 && state.shots == 0 {
            return Maneuver::Do(Act::Ready(Ready::Reload(mode.item)));
        }
        let distance = scene.distance(who, foe);
        let reach = if mode.ranged.is_some() { 15 } else { mode.reach.checked_ilog2().unwrap_or(0) as i32 };
        if mode.ranged.is_some() || distance <= reach + 1 {
            Maneuver::Do(Act::Attack { giant: false })
        } else {
            Maneuver::Do(Act::Move)
        }
    }

    /// Towards the foe, or so that it is in front.
    fn step(&self, scene: Scene<'_>, who: CombatantId, before: bool) -> Step {
        let (Some(foe), Some(mode)) = (self.foe, scene.mode(who, self.mode)) else { return Step::Stay };
        let (me, it) = (scene.fighter(who), scene.fighter(foe));
        if !before {
            return Step::Stay;
        }
        let distance = scene.distance(who, foe);
        let within = mode.ranged.is_some() || mode.reach & 1 << distance.clamp(0, 15) != 0;
        let towards = scene.map().facing_towards(me.at, it.at);
        if within {
            if scene.arc_to(who, foe) != Arc::Front {
                return Step::Face(towards);
            }
            if me.posture != Posture::Standing && scene.judge_rise(who).is_ok() {
                return Step::Rise;
            }
            return Step::Stay;
        }
        let nearest = mode.reach.trailing_zeros() as i32;
        let better = |side: &Facing| {
            let to = me.at.step(*side);
            let apart = scene.map().distance(to, it.at) as i32;
            (mode.reach & 1 << apart.clamp(0, 15) != 0, (apart - nearest).abs())
        };
        let ways =
            Facing::HEX.into_iter().filter(|&side| scene.judge_step(who, &Step::To { side, facing: side }).is_ok());
        let best = ways.min_by_key(|side| {
            let (within, off) = better(side);
            (!within, off)
        });
        match best {
            Some(side) => {
                let to = me.at.step(side);
                let facing = if to == it.at { side } else { scene.map().facing_towards(to, it.at) };
                Step::To { side, facing }
            }
            None => Step::Face(towards),
        }
    }

    fn advance(&self, scene: Scene<'_>, who: CombatantId, path: &crate::decision::Path) -> Advance {
        let Some(foe) = self.foe else { return Advance::Stop };
        let (me, it) = (scene.fighter(who), scene.fighter(foe));
        let distance = scene.distance(who, foe);
        if distance <= 1 && scene.judge_advance(who, path, &Advance::Stop).is_ok() {
            return Advance::Stop;
        }
        let towards = scene.map().facing_towards(me.at, it.at);
        let ahead = [0, 1, -1].map(|turn| me.facing.turned(turn));
        let nearer = |side: &Facing| scene.map().distance(me.at.step(*side), it.at);
        let best = ahead
            .into_iter()
            .filter(|&side| scene.judge_advance(who, path, &Advance::Forward(side)).is_ok())
            .min_by_key(nearer);
        match best {
            Some(side) if (nearer(&side) as i32) < distance => Advance::Forward(side),
            _ if me.facing.sides_to(towards) != 0
                && path.left() >= i16::from(me.facing.sides_to(towards))
                && scene.judge_advance(who, path, &Advance::Turn(towards)).is_ok() =>
            {
                Advance::Turn(towards)
            }
            Some(side) if path.hexes == 0 => Advance::Forward(side),
            _ => Advance::Stop,
        }
    }

    fn attack(&self, scene: Scene<'_>, who: CombatantId, plan: &crate::decision::Plan) -> Attack {
        let Some(foe) = self.foe else { return Attack::None };
        let strike = Strike { feint: FeintUse::Defense, ..Strike::plain(self.mode, foe) };
        let possible = |strike: &Strike| scene.judge_attack(who, plan, &Attack::One(*strike)).is_ok();
        if !possible(&strike) {
            return Attack::None;
        }
        let skill = scene.attack_score::<Sum>(who, &strike, plan, crate::decision::Trade::None).total();
        let levels = landing(skill, Some(10)).levels;
        let deceptive = Strike { deceptive: -2 * levels as i8, ..strike };
        Attack::One(if levels != 0 && possible(&deceptive) { deceptive } else { strike })
    }

    fn defend(&self, scene: Scene<'_>, who: CombatantId, attack: &Incoming, failed: Option<DefenseKind>) -> Defense {
        let mut best = (Defense::NONE, 0);
        for kind in [DefenseKind::Dodge, DefenseKind::Parry(0), DefenseKind::Parry(1), DefenseKind::Block] {
            let defense = Defense::plain(kind);
            if scene.judge_defense(who, attack, failed, &defense).is_ok() {
                let score = scene.defense_score::<Sum>(who, attack, &defense, Before::default()).total();
                if best.1 < score {
                    best = (defense, score);
                }
            }
        }
        best.0
    }
}

impl Policy<Gurps4> for Tactician {
    fn decide(&mut self, setup: &Setup, state: &State, question: &Question) -> Choice {
        let scene = Scene { setup, state };
        match *question {
            Question::Maneuver { who } => {
                let plan = self.plan(scene, who);
                let legal = scene.judge_maneuver(who, &plan).is_ok();
                Choice::Maneuver(if legal { plan } else { Maneuver::Nothing })
            }
            Question::Step { who, before } => {
                let step = self.step(scene, who, before);
                Choice::Step(if scene.judge_step(who, &step).is_ok() { step } else { Step::Stay })
            }
            Question::Advance { who, path } => Choice::Advance(self.advance(scene, who, &path)),
            Question::Finish { who, any } => {
                let me = scene.fighter(who);
                let wanted = self.foe.map_or(me.facing, |foe| {
                    let at = scene.fighter(foe).at;
                    if at == me.at { me.facing } else { scene.map().facing_towards(me.at, at) }
                });
                let turn = me.facing.turn_to(wanted);
                Choice::Face(if any { wanted } else { me.facing.turned(turn.clamp(-1, 1)) })
            }
            Question::Feint { .. } => Choice::Feint(None),
            Question::Attack { who, plan } => Choice::Attack(self.attack(scene, who, &plan)),
            Question::Defend { who, attack, failed } => Choice::Defend(self.defend(scene, who, &attack, failed)),
            Question::Second { .. } | Question::Wait { .. } => Choice::Yes(true),
        }
    }

    fn is_forgetful(&self) -> bool {
        false
    }
}
