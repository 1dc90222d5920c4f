//! Slams and flying tackles: rushing into a foe's hex to bring him down.
//!
//! Rules `GR-099` to `GR-106`, `GR-117` to `GR-123`; rulings `GR-R08`, `GR-R49`, `GR-R50`, `GR-R55`.

use crate::Graded;
use crate::body::location::Location;
use crate::check::{ActorRoll, Check};
use crate::decision::{Fist, From, IncomingAttack, Maneuver, ManeuverKind, Mode, NONE, Side, Walk};
use crate::event::{Event, Fall, Forgone, Stun};
use crate::movement::arcs::distance;
use crate::scene::{Fight, Scene};
use crate::sheet::UNARMED;
use crate::state::{Fighter, Flags, OUT, Posture};
use affray_grid::Facing;
use affray_kernel::referee::{CombatantId, Referee};
use affray_kernel::tally::Tally;
use std::cmp::Ordering;

impl Scene<'_> {
    /// `GR-100` `GR-101` What a slammer rolls on.
    fn slam_score<T: Tally>(self, who: CombatantId, target: CombatantId) -> T {
        let mut score = T::base(rule!("GR-100").named("DX"), self.scores(who).dx);
        score.add(rule!("GR-194"), self.stun_penalty(who));
        let side = self.side_attacked(target, who);
        let rule = rule!("GR-101");
        score.add(rule.named("from the side"), if side.is_side() { 2 } else { 0 });
        score.add(rule.named("from behind"), if side == Side::Rear { 4 } else { 0 });
        let other = self.fighter(target);
        score.add(rule.named("target not standing"), if other.posture == Posture::Standing { 0 } else { 2 });
        score.add(rule.named("running"), if self.fighter(who).flags.has(Flags::RUNNING) { 2 } else { 0 });
        score.add(rule.named("running target"), if other.flags.has(Flags::RUNNING) { -2 } else { 0 });
        score.add(rule.named("own shield"), if self.has_big_shield(who) { 2 } else { 0 });
        score.add(rule.named("shield of the target"), if self.has_big_shield(target) { -2 } else { 0 });
        score.add(rule.named("a tenth of Boxing"), self.boxing_tenth(who));
        score
    }

    /// `GR-R49` The score of a slam's target: DX, less a feint of the same turn.
    fn slammed_score<T: Tally>(self, who: CombatantId, target: CombatantId) -> T {
        let mut score: T = self.attribute(target, rule!("GR-100").named("DX"), |scores| scores.dx);
        score.add(rule!("GR-194"), self.stun_penalty(target));
        let fighter = self.fighter(who);
        let feint = fighter.feint.foe == target.0 && fighter.maneuver == crate::state::ManeuverKind::Charge;
        score.add(rule!("GR-R49"), if feint { -i32::from(fighter.feint.amount) } else { 0 });
        score
    }

    /// `GR-120` `GR-121` What a tackler rolls on.
    fn tackle_score<T: Tally>(self, who: CombatantId, target: CombatantId, side: Side) -> T {
        let (fighter, other) = (self.fighter(who), self.fighter(target));
        let mut score = T::base(rule!("GR-120").named("ST"), self.scores(who).st);
        score.add(rule!("GR-194"), self.stun_penalty(who));
        let runs = |one: &Fighter| one.flags.has(Flags::RUNNING);
        // His way ends in the foe's hex: how far it led towards him is how far off it began.
        let comes = distance(fighter.from, other.at) > 1 || runs(fighter);
        let met = distance(other.from, fighter.from) > distance(other.at, fighter.from) + 1 || runs(other);
        let rule = rule!("GR-121");
        score.add(rule.named("run-up"), if comes { 2 } else { 0 });
        score.add(rule.named("run-up of the foe"), if met { -2 } else { 0 });
        score.add(rule.named("own shield"), if self.has_big_shield(who) { 2 } else { 0 });
        score.add(rule.named("shield of the foe"), if self.has_big_shield(target) { -2 } else { 0 });
        score.add(rule.named("from behind"), if side == Side::Rear { 2 } else { 0 });
        score
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-078` `GR-099` `GR-117` A rush into a target's hex. Whether it comes to blows there; if not, why is told.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn rush(&mut self, who: CombatantId, target: CombatantId, walk: &mut Walk) -> Result<bool, R::Pause> {
        let on = self.go_on(who, walk)?;
        let (fighter, other) = (&self.state[who], &self.state[target]);
        let reason = if !on {
            Forgone::Stopped
        } else if fighter.at != other.at {
            match walk.maneuver {
                ManeuverKind::Slam => Forgone::Slam,
                ManeuverKind::Tackle => Forgone::Tackle,
                _ => Forgone::Charge,
            }
        } else if walk.maneuver != ManeuverKind::Charge && !other.is_up() {
            Forgone::Nobody
        } else {
            return Ok(true);
        };
        if !fighter.flags.any(OUT) {
            self.tell(Event::Forgoes { who, reason });
        }
        Ok(false)
    }

    /// `GR-105` `GR-099` to `GR-106` A slam, which does no damage, once the target's hex is entered. Whether the
    /// slammer may keep moving.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn slam(&mut self, who: CombatantId, target: CombatantId) -> Result<bool, R::Pause> {
        let (own, other): (R::Tally, R::Tally) =
            (self.scene().slam_score(who, target), self.scene().slammed_score(who, target));
        let read = |own: ActorRoll, foe: i32| (own.margin.cmp(&foe), own.margin > foe && own.check == Check::Critical);
        let ((winner, critical), result) =
            self.contest((who, &own), (target, &other), rule!("GR-100"), "slam", read)?;
        self.tell(Event::Contest { who, target, result });
        if self.state[who].feint.foe == target.0 {
            self.discard_feint(who);
        }
        // GR-R08: a tie leaves both standing in one hex.
        let (loser, winner) = match winner {
            Ordering::Greater => (target, who),
            Ordering::Less => (who, target),
            Ordering::Equal => return Ok(false),
        };
        if critical {
            self.tell(Event::SlamsOn { who });
        }
        let down = if loser == target { self.knock_down_and_stun(loser)? } else { self.knock_down(loser)? };
        if down && !critical {
            self.stay_up(winner)?;
        }
        Ok(critical)
    }

    /// `GR-102` `GR-140` Goes down, unless braced and with a DX roll. Whether it goes down: not if it lies
    /// already.
    pub(crate) fn knock_down(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        if self.state[who].posture == Posture::Lying {
            self.tell(Event::LiesAlready { who });
            return Ok(false);
        }
        if self.state[who].flags.has(Flags::BRACED) {
            let dx = self.dexterity(who, rule!("GR-140").named("DX"));
            if self.succeeds(who, rule!("GR-140"), "keep standing", &dx)? {
                return Ok(false);
            }
        }
        self.fall(who, Fall::Slam);
        Ok(true)
    }

    /// `GR-102` `GR-106` Goes down and is stunned by that, without a roll, to the end of the next turn.
    fn knock_down_and_stun(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        let down = self.knock_down(who)?;
        if down {
            self.stun(who, Flags::STUNNED, Stun::Slam);
            self.state[who].flags.set(Flags::SLAMMED);
        }
        Ok(down)
    }

    /// `GR-103` A winner whose opponent goes down needs a ST roll, or falls as well.
    fn stay_up(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        if self.state[who].posture == Posture::Lying {
            return Ok(());
        }
        let st = self.strength(who, rule!("GR-103").named("ST"));
        if !self.succeeds(who, rule!("GR-103"), "keep standing", &st)? {
            self.fall(who, Fall::Stumble);
        }
        Ok(())
    }

    /// `GR-117` `GR-118` `GR-119` `GR-120` `GR-122` `GR-123` `GR-R55` A Flying Tackle.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn tackle(&mut self, who: CombatantId, target: CombatantId, maneuver: Maneuver) -> Result<(), R::Pause> {
        let points = self.scene().allowance(who, maneuver);
        let mut walk = self.begin_walk(who, maneuver.kind(), points, target.0);
        if !self.rush(who, target, &mut walk)? {
            return Ok(());
        }
        let side = self.scene().side_attacked(target, who);
        let incoming = IncomingAttack {
            by: who,
            with: UNARMED,
            mode: Mode::Punch(Fist::Dx),
            from: From::Tackle,
            margin: 0,
            at: Location::Body,
            side,
        };
        let dodged = self.dodge_tackle(target, &incoming)?;
        if dodged == Some(true) {
            // GR-119: in the last hex before the target's.
            let back = self.state[who].entered;
            if back != NONE {
                let to = self.state[who].at.step(Facing::hex(i32::from(back)));
                self.state[who].at = to;
                self.state[who].entered = NONE;
                self.tell(Event::Moves { who, to });
            }
            self.fall(who, Fall::Dodged);
            return Ok(());
        }
        let own: R::Tally = self.scene().tackle_score(who, target, side);
        let mut other = self.strength(target, rule!("GR-120").named("ST against the tackle"));
        other.add(rule!("GR-R55"), if dodged.is_some() { -2 } else { 0 });
        // GR-123: a win by more than 4 grabs as well.
        let read = |own: ActorRoll, foe: i32| (own.margin.cmp(&foe), own.margin - foe > 4);
        let ((winner, grabs), result) = self.contest((who, &own), (target, &other), rule!("GR-120"), "tackle", read)?;
        self.tell(Event::Contest { who, target, result });
        // GR-122: the tackler falls in any case.
        self.fall(who, Fall::Tackle);
        if winner == Ordering::Less {
            // GR-120: as in a slam that the slammer loses.
            self.stay_up(target)?;
        }
        if winner == Ordering::Greater {
            self.knock_down_and_stun(target)?;
            let scene = self.scene();
            let hands = scene.grabbing_hands(who, true).or_else(|| scene.grabbing_hands(who, false));
            if grabs && self.state[who].hold.target == NONE {
                match hands {
                    Some(hands) => self.seize(who, target, NONE, hands),
                    None => self.tell(Event::HasNoGrip { who, target }),
                }
            }
        }
        Ok(())
    }
}
