//! Injury: HP, shock, crippling, death, knockdown.
//!
//! Rules `G4-323`, `G4-326`, `G4-340` to `G4-343`, `G4-350` to `G4-357`; rulings `G4-R34`, `G4-R35`, `G4-R38`, `G4-R41`,
//! `G4-R58` and `G4-R59`. [`Fight::suffer`] has their order.

use crate::Gurps4;
use crate::damage::Hurt;
use crate::decision::NONE;
use crate::event::{Condition, CriticalHit, Event};
use crate::scene::{Fight, Scene};
use crate::state::{Flags, Posture};
use affray_3d6::damage::DamageType;
use affray_3d6::location::Location;
use affray_core::referee::{CombatantId, Referee};
use affray_core::tally::Tally;

impl Scene<'_> {
    /// `G4-320` `G4-322` `G4-324` `G4-325` `G4-326` `G4-356` `G4-357` The modifier of the Knockdown roll that a blow
    /// makes due; `None` for none.
    pub fn knockdown(self, who: CombatantId, at: Location, kind: DamageType, major: bool) -> Option<i32> {
        match at {
            Location::Skull | Location::RightEye | Location::LeftEye => Some(if major { -10 } else { 0 }),
            Location::Face => Some(if major { -5 } else { 0 }),
            Location::Vitals => Some(0),
            Location::Groin if kind.is_pointed() => Some(0),
            Location::Groin if self.is_groin_blow(who, at, kind) => Some(-5),
            _ => major.then_some(0),
        }
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-R41` An injury in its order: HP, shock, crippling, death, Knockdown.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn suffer(
        &mut self,
        who: CombatantId,
        hurt: &Hurt,
        at: Location,
        kind: DamageType,
        critical: CriticalHit,
    ) -> Result<(), R::Pause> {
        if self.state[who].is_dead() {
            return Ok(());
        }
        self.lose_hp(who, hurt.lost);
        let groin = self.scene().is_groin_blow(who, at, kind);
        self.shock_by(who, hurt.lost, groin);
        if hurt.cripples {
            self.cripple(who, at);
        }
        if self.roll_for_death(who)? {
            if at == Location::Neck && kind == DamageType::Cutting {
                // G4-323
                self.state[who].flags.set(Flags::DECAPITATED);
                self.tell(Event::Becomes { who, condition: Condition::Decapitated });
            }
            return Ok(());
        }
        if hurt.major {
            self.tell(Event::MajorWound { who });
        }
        if !self.state[who].is_up() {
            return Ok(());
        }
        if critical == CriticalHit::Fells {
            self.knock_down(who);
            return Ok(());
        }
        if critical == CriticalHit::Stuns {
            self.stun(who);
        }
        if let Some(modifier) = self.scene().knockdown(who, at, kind, hurt.major) {
            let mut score = R::Tally::base(rule!("G4-356"), self.scene().sheet(who).ht.into());
            score.add(rule!("G4-357"), modifier);
            if !self.succeeds(who, rule!("G4-356"), "knockdown", &score)? {
                self.knock_down(who);
            }
        }
        Ok(())
    }

    /// `G4-340` Takes HP away.
    pub(crate) fn lose_hp(&mut self, who: CombatantId, lost: i32) {
        let fighter = &mut self.state[who];
        fighter.hp = (i32::from(fighter.hp) - lost).max(-30_000) as i16;
        let left = fighter.hp.into();
        self.tell(Event::Injured { who, lost, left });
    }

    /// `G4-326` `G4-350` `G4-R38` `G4-R58` HP just lost count as shock to the end of the next turn, or of the one after
    /// the running one.
    pub(crate) fn shock_by(&mut self, who: CombatantId, lost: i32, groin: bool) {
        let fighter = &mut self.state[who];
        let points = if groin { (2 * lost).min(8) } else { lost.min(4) } as u8;
        let acting = fighter.flags.has(Flags::ACTING);
        // More than 8 never counts.
        let entry = if acting { &mut fighter.shock_later } else { &mut fighter.shock };
        *entry = (*entry + points).min(8);
        if groin {
            fighter.flags.set(if acting { Flags::GROIN_LATER } else { Flags::GROIN });
        }
    }

    /// `G4-327` `G4-328` `G4-321` `G4-R34` A part is crippled for the rest of the battle.
    pub(crate) fn cripple(&mut self, who: CombatantId, at: Location) {
        self.state[who].crippled |= at.bit() as u16;
        self.tell(Event::Crippled { who, location: at });
        let main = if self.scene().sheet(who).left_handed { 1 } else { 0 };
        match at {
            Location::RightArm | Location::RightHand => self.drop_from(who, main),
            Location::LeftArm | Location::LeftHand => self.drop_from(who, 1 - main),
            Location::RightLeg | Location::LeftLeg | Location::RightFoot | Location::LeftFoot => {
                self.take_posture(who, Posture::Prone);
            }
            _ => {}
        }
    }

    /// A hand lets go of what it holds.
    fn drop_from(&mut self, who: CombatantId, hand: usize) {
        let item = self.state[who].hands[hand];
        if item != NONE {
            let at = self.state[who].at;
            self.drop_item(who, item, at);
        }
    }

    /// `G4-343` `G4-R35` HT for each multiple of the maximum below zero that is reached for the first time; at the
    /// fifth it is dead. Whether it died.
    fn roll_for_death(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        let max = i32::from(self.scene().sheet(who).hp);
        let hp = i32::from(self.state[who].hp);
        if -max < hp {
            return Ok(false);
        }
        let reached = -hp / max;
        while i32::from(self.state[who].deaths) < reached.min(4) && reached < 5 {
            self.state[who].deaths += 1;
            let score = R::Tally::base(rule!("G4-343"), self.scene().sheet(who).ht.into());
            if !self.succeeds(who, rule!("G4-343"), "death", &score)? {
                self.dies(who);
                return Ok(true);
            }
        }
        if 5 <= reached {
            self.dies(who);
            return Ok(true);
        }
        Ok(false)
    }

    fn dies(&mut self, who: CombatantId) {
        self.state[who].flags.set(Flags::DEAD);
        self.tell(Event::Becomes { who, condition: Condition::Dead });
        self.falls_out(who);
    }

    /// `G4-342` `G4-R35` Unconscious for the rest of the battle.
    pub(crate) fn falls_unconscious(&mut self, who: CombatantId) {
        self.state[who].flags.set(Flags::UNCONSCIOUS);
        self.tell(Event::Becomes { who, condition: Condition::Unconscious });
        self.falls_out(who);
    }

    /// `G4-356` Prone and stunned.
    pub(crate) fn knock_down(&mut self, who: CombatantId) {
        self.take_posture(who, Posture::Prone);
        self.stun(who);
    }
}
