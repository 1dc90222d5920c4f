//! Which maneuver is legal, and which ones a person is shown: the table of maneuvers (`GR-R34`).
//!
//! Rules `GR-041`, `GR-078`, `GR-099`, `GR-117`; rulings `GR-R20`, `GR-R27`, `GR-R34`, `GR-R36`, `GR-R51`, `GR-R54`,
//! `GR-R60`, `GR-R68`, `GR-R83`, `GR-R90`. Each chapter judges what is its own.

use crate::decision::{Choice, Erratic, Gait, Maneuver, ManeuverKind, Posture, Watch};
use crate::scene::Scene;
use crate::state::Flags;
use affray_kernel::referee::{CombatantId, Refusal};

impl Scene<'_> {
    /// `GR-R20` `GR-R34` Whether a combatant may take a maneuver now.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_maneuver(self, who: CombatantId, maneuver: Maneuver) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let fighter = self.fighter(who);
        let kind = maneuver.kind();
        if kind == ManeuverKind::Nothing {
            return self.judge_inaction(who);
        }
        if !fighter.is_up() {
            return refuse(rule!("GR-R68"), "the unconscious and the dead cannot act");
        }
        if fighter.held != 0 && self.is_pinned(who) && kind != ManeuverKind::BreakFree {
            return refuse(rule!("GR-R54"), "a pinned combatant can only try to break free");
        }
        if fighter.flags.has(Flags::PANICKED) {
            self.judge_panic(who, maneuver)?;
        }
        let feeble = matches!(
            kind,
            ManeuverKind::Move
                | ManeuverKind::ReadyWeapon
                | ManeuverKind::SingleDefense
                | ManeuverKind::MultipleDefense
                | ManeuverKind::BreakFree
        );
        if fighter.flags.has(Flags::INCAPACITATED) && !feeble {
            return refuse(rule!("GR-R90"), "an incapacitated combatant can only crawl, ready, defend or break free");
        }
        if let Some(target) = target_of(maneuver)
            && target == who
            && kind != ManeuverKind::Cast
        {
            return Err(Refusal::impossible(rule!("GR-R34"), "that takes another combatant"));
        }
        if fighter.posture == Posture::Lying {
            let upright = matches!(
                kind,
                ManeuverKind::Attack
                    | ManeuverKind::AllOut
                    | ManeuverKind::WildSwing
                    | ManeuverKind::TwoWeapons
                    | ManeuverKind::Feint
                    | ManeuverKind::Charge
                    | ManeuverKind::Bash
                    | ManeuverKind::Wait
                    | ManeuverKind::Slam
                    | ManeuverKind::Tackle
                    | ManeuverKind::Brace
            );
            if upright {
                return refuse(rule!("GR-R83"), "that is not done lying: stand up first");
            }
        }
        if fighter.held != 0
            && matches!(kind, ManeuverKind::Move | ManeuverKind::Charge | ManeuverKind::Slam | ManeuverKind::Tackle)
        {
            return refuse(rule!("GR-R54"), "a held combatant cannot move");
        }
        match maneuver {
            Maneuver::RapidFire => self.judge_rapid_fire(who),
            Maneuver::Missile { .. } => self.judge_shooter(who),
            Maneuver::PopUp => self.judge_pop_up(who),
            Maneuver::OpportunityFire { watch, with, .. } => self.judge_opportunity(who, watch, with),
            Maneuver::Aim { target, hex, with } => self.judge_aim(who, target, hex, with),
            Maneuver::Reload(item) => self.judge_reload(who, item),
            Maneuver::TwoWeapons => self.judge_pair(who),
            Maneuver::Bash if self.ready_shield(who).is_none() => {
                refuse(rule!("GR-R51"), "a bash takes a ready shield: ready it")
            }
            Maneuver::ReadyWeapon { item, hand } => self.judge_ready(who, item, hand),
            Maneuver::ReadyShield(item) => self.judge_ready_shield(who, item),
            Maneuver::Retreat => self.judge_retreat(who),
            Maneuver::Position(to) if to == fighter.posture => {
                refuse(rule!("GR-R27"), "that is the posture that it has")
            }
            Maneuver::Position(to) => self.judge_posture(who, to),
            Maneuver::Cast { spell, target } => self.judge_cast(who, spell, target),
            Maneuver::SingleDefense(foe) if !self.are_foes(who, foe) => refuse(rule!("GR-R60"), "a foe is named"),
            Maneuver::Slam(target) | Maneuver::Tackle(target) | Maneuver::Charge { target, .. } => {
                self.judge_rush(who, target, kind)
            }
            Maneuver::Wait { hexes, with } => self.judge_wait(who, hexes, with),
            Maneuver::Grapple { target, act } => self.judge_grapple(who, target, act),
            Maneuver::Takedown(target) => self.judge_takedown(who, target),
            Maneuver::BreakFree(holder) => self.judge_break_free(who, holder),
            _ => Ok(()),
        }
    }

    /// `GR-078` `GR-099` `GR-R86` Whether a combatant can rush into a target's hex.
    fn judge_rush(self, who: CombatantId, target: CombatantId, kind: ManeuverKind) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let other = self.fighter(target);
        if kind == ManeuverKind::Tackle && self.is_mounted(who) {
            return refuse(rule!("GR-R86"), "nobody leaps at a foe out of the saddle: charge or slam him");
        }
        if !self.are_foes(who, target) || !other.is_up() {
            return refuse(rule!("GR-R36"), "a rush takes a foe who is still up");
        }
        if other.at == self.fighter(who).at {
            return match kind {
                ManeuverKind::Slam => refuse(rule!("GR-099"), "a slam takes the step into the target's hex"),
                ManeuverKind::Tackle => refuse(rule!("GR-117"), "a tackle takes the step into the target's hex"),
                _ => refuse(rule!("GR-078"), "a charge takes the step into the target's hex"),
            };
        }
        let maneuver = match kind {
            ManeuverKind::Slam => Maneuver::Slam(target),
            ManeuverKind::Tackle => Maneuver::Tackle(target),
            _ => Maneuver::Charge { target, how: crate::decision::Charge::Attack },
        };
        if u32::from(self.allowance(who, maneuver)) < self.apart(who, target) {
            return refuse(rule!("GR-R34"), "the target is farther than the maneuver goes");
        }
        Ok(())
    }

    /// Whether a combatant has something in hand to shoot or throw.
    pub(crate) fn judge_shooter(self, who: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let armed = fighter
            .hands
            .into_iter()
            .any(|with| fighter.wields(with) && self.item(who, with).is_some_and(|item| item.ranged.is_some()));
        if armed { Ok(()) } else { Err(Refusal::new(rule!("GR-041"), "that takes a ranged weapon in hand: ready one")) }
    }

    /// `GR-R22` Lists the maneuvers that a person would be shown.
    pub fn maneuver_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        use crate::decision::{Charge, Grip};
        // A weapon in both hands, or a hex before two foes, is listed once.
        let mut offer = |maneuver| {
            let choice = Choice::Maneuver(maneuver);
            if !into.contains(&choice) && self.judge_maneuver(who, maneuver).is_ok() {
                into.push(choice);
            }
        };
        for maneuver in [
            Maneuver::Attack,
            Maneuver::AllOut { strong: false },
            Maneuver::AllOut { strong: true },
            Maneuver::WildSwing,
            Maneuver::TwoWeapons,
            Maneuver::Feint,
            Maneuver::Bash,
            Maneuver::Unarmed,
            Maneuver::Missile { gait: Gait::Step },
            Maneuver::Missile { gait: Gait::Walk },
            Maneuver::Missile { gait: Gait::Run },
            Maneuver::RapidFire,
            Maneuver::PopUp,
            Maneuver::MultipleDefense,
            Maneuver::Brace,
            Maneuver::Retreat,
            Maneuver::Move { erratic: Erratic::None },
            Maneuver::Move { erratic: Erratic::Swerving },
            Maneuver::Move { erratic: Erratic::Evading },
            Maneuver::Nothing,
        ] {
            offer(maneuver);
        }
        for to in Posture::ALL {
            offer(Maneuver::Position(to));
        }
        let (here, hands) = (self.fighter(who).at, self.fighter(who).hands);
        for target in self.foes(who) {
            for how in [Charge::Attack, Charge::Strong, Charge::AttackAndSlam, Charge::FeintAndSlam] {
                offer(Maneuver::Charge { target, how });
            }
            offer(Maneuver::Slam(target));
            offer(Maneuver::Tackle(target));
            offer(Maneuver::Takedown(target));
            offer(Maneuver::BreakFree(target));
            offer(Maneuver::SingleDefense(target));
            for both in [false, true] {
                offer(Maneuver::Grapple { target, act: Grip::Arm { both } });
                for item in self.fighter(target).hands {
                    offer(Maneuver::Grapple { target, act: Grip::Weapon { item, both } });
                }
                offer(Maneuver::Grapple { target, act: Grip::Pin { both } });
            }
            offer(Maneuver::Grapple { target, act: Grip::Fall });
            offer(Maneuver::Grapple { target, act: Grip::Take });
            // The next hex of a foe's way hither can be aimed at and watched.
            let next = match crate::movement::arcs::towards(self.fighter(target).at, self.fighter(target).facing, here)
            {
                Some(way) => self.fighter(target).at.step(way),
                None => here,
            };
            for with in hands {
                offer(Maneuver::Aim { target: Some(target), hex: self.fighter(target).at, with });
                offer(Maneuver::Aim { target: None, hex: next, with });
                for per in [false, true] {
                    offer(Maneuver::OpportunityFire { watch: Watch::Hex(next), per, with });
                }
            }
        }
        for with in hands {
            for per in [false, true] {
                offer(Maneuver::OpportunityFire { watch: Watch::Forward, per, with });
                let ahead = Watch::Line(self.fighter(who).facing);
                offer(Maneuver::OpportunityFire { watch: ahead, per, with });
            }
            offer(Maneuver::Wait { hexes: crate::movement::wait::ALL, with });
        }
        for spell in 0..self.sheet(who).spells.len() as u8 {
            for target in self.state.ids().filter(|&one| !self.are_foes(who, one)) {
                offer(Maneuver::Cast { spell, target });
            }
        }
        self.ready_options(who, into);
    }
}

/// Whom a maneuver is about.
pub(crate) const fn target_of(maneuver: Maneuver) -> Option<CombatantId> {
    match maneuver {
        Maneuver::Charge { target, .. }
        | Maneuver::Slam(target)
        | Maneuver::Grapple { target, .. }
        | Maneuver::Takedown(target)
        | Maneuver::Tackle(target)
        | Maneuver::Cast { target, .. } => Some(target),
        Maneuver::BreakFree(holder) => Some(holder),
        Maneuver::SingleDefense(foe) => Some(foe),
        Maneuver::Aim { target, .. } => target,
        _ => None,
    }
}
