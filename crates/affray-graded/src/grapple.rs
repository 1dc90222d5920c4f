//! Body against body: holds and what they hinder; slams.
//!
//! Rules `GR-099` to `GR-129`; rulings `GR-R08`, `GR-R50`, `GR-R54` to `GR-R56`.

use crate::Graded;
use crate::check::Check;
use crate::decision::{Grip, Maneuver, NONE, Side};
use crate::scene::{Fight, Scene};
use crate::sheet::{Size, UNARMED};
use crate::state::{Flags, Posture};
use affray_core::grid::{Cell, Facing};
use affray_core::referee::{CombatantId, Referee, Refusal};
use affray_core::tally::Tally;

impl Scene<'_> {
    /// Those who hold a combatant.
    pub fn holders(self, who: CombatantId) -> impl Iterator<Item = CombatantId> {
        self.state.ids().filter(move |&one| self.fighter(one).hold.target == who.0)
    }

    /// `GR-R54` Whether a combatant is pinned.
    pub fn is_pinned(self, who: CombatantId) -> bool {
        self.fighter(who).held != 0 && self.holders(who).any(|one| self.fighter(one).hold.pins)
    }

    /// `GR-R54` Whether somebody holds that weapon, or the weapon arm with it (the fist, for [`UNARMED`]).
    pub fn is_grabbed(self, who: CombatantId, with: u8) -> bool {
        let fighter = self.fighter(who);
        self.holders(who).any(|one| {
            let hold = self.fighter(one).hold;
            if hold.item == NONE { with == fighter.hands[0] && with != UNARMED } else { hold.item == with }
        })
    }

    /// `GR-115` The hexes into which somebody can fall: its own and those next to it.
    pub fn throw_hexes(self, target: CombatantId) -> impl Iterator<Item = Cell> {
        let at = self.fighter(target).at;
        let near = Facing::HEX.into_iter().map(move |way| at.step(way));
        std::iter::once(at).chain(near).filter(move |&cell| self.judge_throw(target, cell).is_ok())
    }

    /// `GR-115` Whether somebody can be made to fall into a hex.
    pub fn judge_throw(self, target: CombatantId, to: Cell) -> Result<(), Refusal> {
        if self.map().ground(to).is_none_or(|ground| ground.impassable) {
            return Err(Refusal::impossible(rule!("GR-115"), "nobody can lie there"));
        }
        let room = self.bodies(to).filter(|&one| one != target).count() < crate::movement::MOST_BODIES;
        if crate::arcs::distance(self.fighter(target).at, to) <= 1 && room {
            Ok(())
        } else {
            Err(Refusal::new(rule!("GR-115"), "into the same hex or one next to it"))
        }
    }

    /// `GR-101` Whether a combatant has a medium or large shield ready.
    pub fn has_big_shield(self, who: CombatantId) -> bool {
        self.ready_shield(who).and_then(|item| self.item(who, item)).is_some_and(|item| Size::Medium <= item.size)
    }

    /// `GR-100` `GR-101` What a slammer rolls on.
    fn slam_score<T: Tally>(self, who: CombatantId, target: CombatantId) -> T {
        let mut score = T::base(rule!("GR-100"), self.scores(who).dx);
        score.add(rule!("GR-194"), self.stun_penalty(who));
        let side = self.side_attacked(target, who);
        score.add(rule!("GR-101"), if side.is_side() { 2 } else { 0 });
        score.add(rule!("GR-101"), if side == Side::Rear { 4 } else { 0 });
        let other = self.fighter(target);
        score.add(rule!("GR-101"), if other.posture == Posture::Standing { 0 } else { 2 });
        score.add(rule!("GR-101"), if self.fighter(who).flags.has(Flags::RUNNING) { 2 } else { 0 });
        score.add(rule!("GR-101"), if other.flags.has(Flags::RUNNING) { -2 } else { 0 });
        score.add(rule!("GR-101"), if self.has_big_shield(who) { 2 } else { 0 });
        score.add(rule!("GR-101"), if self.has_big_shield(target) { -2 } else { 0 });
        score.add(rule!("GR-101"), self.sheet(who).boxing_tenth());
        score
    }

    /// `GR-R49` What the target of a slam rolls on: DX, less a feint of the same turn.
    fn slammed_score<T: Tally>(self, who: CombatantId, target: CombatantId) -> T {
        let mut score = T::base(rule!("GR-100"), self.scores(target).dx);
        score.add(rule!("GR-194"), self.stun_penalty(target));
        let fighter = self.fighter(who);
        let feint = fighter.feint == target.0 && fighter.deed == crate::state::Deed::Charge;
        score.add(rule!("GR-R49"), if feint { -i32::from(fighter.feint_amount) } else { 0 });
        score
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-099` to `GR-106` A slam, the target's hex having been entered.
    ///
    /// # Errors
    /// What the referee lacks.
    pub(crate) fn slam(&mut self, who: CombatantId, target: CombatantId) -> Result<(), R::Pause> {
        let (own, other): (R::Tally, R::Tally) =
            (self.scene().slam_score(who, target), self.scene().slammed_score(who, target));
        let (by, critical) = self.contest(who, &own, target, &other, rule!("GR-100"), "slam", |own, foe| {
            ((own.margin - foe).signum(), own.check == Check::Critical)
        })?;
        self.tell_contest(who, target, by);
        if self.state[who].feint == target.0 {
            self.discard_feint(who);
        }
        match by {
            1 => {
                if self.knock_down(target)? {
                    // GR-106: no roll, to the end of his next turn.
                    self.stun(target, Flags::STUNNED);
                    self.state[target].flags.set(Flags::SLAMMED);
                    if !critical {
                        self.stay_up(who)?;
                    }
                }
                Ok(())
            }
            -1 => {
                if self.knock_down(who)? {
                    self.stay_up(target)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// `GR-102` `GR-106` `GR-140` Goes down and is stunned, unless he is braced and makes a DX roll. Whether he
    /// goes down.
    pub(crate) fn knock_down(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        if self.state[who].flags.has(Flags::BRACED) {
            let dx = self.dexterity(who);
            if self.succeeds(who, rule!("GR-140"), "keep standing", &dx)? {
                return Ok(false);
            }
        }
        self.fall(who);
        Ok(true)
    }

    /// `GR-103` A winner whose opponent goes down needs a ST roll, or falls as well.
    fn stay_up(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let st = self.strength(who);
        if !self.succeeds(who, rule!("GR-103"), "keep standing", &st)? {
            self.fall(who);
        }
        Ok(())
    }
}

// Taken by C: to be written in full.
impl Scene<'_> {
    /// Whether somebody may grapple so.
    pub(crate) fn judge_grapple(self, _: CombatantId, _: CombatantId, _: Grip) -> Result<(), Refusal> {
        Err(Refusal::impossible(rule!("GR-107"), "no grapple yet"))
    }
    /// Whether somebody may be taken down.
    pub(crate) fn judge_takedown(self, _: CombatantId, _: CombatantId) -> Result<(), Refusal> {
        Err(Refusal::impossible(rule!("GR-112"), "no takedown yet"))
    }
    /// Whether somebody may break free.
    pub(crate) fn judge_break_free(self, _: CombatantId, _: CombatantId) -> Result<(), Refusal> {
        Err(Refusal::impossible(rule!("GR-124"), "no breaking free yet"))
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-107` A Grapple.
    pub(crate) fn grapple(&mut self, _: CombatantId, _: CombatantId, _: Grip) -> Result<(), R::Pause> {
        Ok(())
    }
    /// `GR-112` A Takedown.
    pub(crate) fn takedown(&mut self, _: CombatantId, _: CombatantId) -> Result<(), R::Pause> {
        Ok(())
    }
    /// `GR-117` A Flying Tackle.
    pub(crate) fn tackle(&mut self, _: CombatantId, _: CombatantId, _: Maneuver) -> Result<(), R::Pause> {
        Ok(())
    }
    /// `GR-124` Break Free.
    pub(crate) fn break_free(&mut self, _: CombatantId, _: CombatantId) -> Result<(), R::Pause> {
        Ok(())
    }
}
