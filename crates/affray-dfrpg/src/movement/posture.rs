//! Postures: what they do to attacks, defenses and movement, and what they change into.
//!
//! Rules `DF-104` and `DF-150` to `DF-161`, rulings `DF-R12`, `DF-R34`, `DF-R81` and `DF-R82`.

use crate::Dfrpg;
use crate::decision::NONE;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::Location;
use crate::state::{Grabbed, Posture};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

/// `DF-150` `DF-151` What the posture does to the combatant's own melee attacks.
#[rustfmt::skip]
pub const fn attack_modifier(posture: Posture) -> i32 {
    match posture {
        Posture::Standing                                        =>  0,
        Posture::Crouching | Posture::Sitting | Posture::Kneeling => -2,
        Posture::Crawling | Posture::Prone | Posture::FaceUp     => -4,
    }
}

/// `DF-150` `DF-152` What the posture does to every active defense.
#[rustfmt::skip]
pub const fn defense_modifier(posture: Posture) -> i32 {
    match posture {
        Posture::Standing | Posture::Crouching               =>  0,
        Posture::Sitting | Posture::Kneeling                 => -2,
        Posture::Crawling | Posture::Prone | Posture::FaceUp => -3,
    }
}

/// `DF-150` `DF-153` `DF-R46` What the posture does to attacks at torso, groin and legs. The two lying
/// postures have a rule of their own (`DF-154`).
#[rustfmt::skip]
pub const fn target_modifier(posture: Posture, location: Location) -> i32 {
    match posture {
        Posture::Crouching | Posture::Sitting | Posture::Kneeling | Posture::Crawling
            if matches!(location, Location::Torso | Location::Vitals | Location::Groin
                                | Location::RightLeg | Location::LeftLeg) => -2,
        _ => 0,
    }
}

/// `DF-150` `DF-R81` `DF-R82` Whether one Change Posture leads from the one to the other.
pub const fn leads_to(from: Posture, to: Posture) -> bool {
    match from {
        Posture::Prone | Posture::FaceUp => matches!(to, Posture::Sitting | Posture::Crawling | Posture::Kneeling),
        _ => from as u8 != to as u8,
    }
}

impl Scene<'_> {
    /// `DF-158` `DF-R34` Whether a standing combatant can crouch as a free action, as far as its body goes.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_crouch(self, who: CombatantId) -> Result<(), Refusal> {
        if self.fighter(who).posture != Posture::Standing {
            return Err(Refusal::new(rule!("DF-158"), "only a standing figure crouches as a free action"));
        }
        Ok(())
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// Takes a posture; a long one gets its second hex as in a fall (`DF-R12`), unless it has one.
    pub fn take_posture(&mut self, who: CombatantId, posture: Posture) {
        self.change_posture(who, posture, NONE);
    }

    /// `DF-R114` `DF-R115` What another posture does to what a combatant holds up, and to its crossbow on a rest.
    pub(crate) fn come_down(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        if fighter.holds_anybody() && !fighter.posture.carries() {
            for grab in &mut fighter.grabs {
                grab.how &= !Grabbed::LIFTED;
            }
        }
        fighter.lose_brace();
    }

    /// `DF-104` Change Posture, with the second hex as chosen (`DF-R12`).
    pub fn change_posture(&mut self, who: CombatantId, posture: Posture, chosen: u8) {
        if self.state[who].posture == posture {
            return;
        }
        let had = self.state[who].second;
        let second = match posture.is_long() {
            false => NONE,
            true if had != NONE => had,
            true => self.scene().second_hex_for(who),
        };
        let fighter = &mut self.state[who];
        fighter.posture = posture;
        // A body that takes one hex only does not get a second by naming it.
        fighter.second = if chosen < 6 && second != NONE { chosen } else { second };
        let second = fighter.second_cell();
        self.tell(Event::Takes { who, posture, second });
        self.come_down(who);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        assert_eq!(attack_modifier(Posture::Sitting), -2, "DF-E62");
        assert_eq!(defense_modifier(Posture::Sitting), -2, "DF-E62");
        assert_eq!(attack_modifier(Posture::Crawling), -4, "DF-E62");
        assert_eq!(defense_modifier(Posture::Crawling), -3, "DF-E62");
        assert_eq!((attack_modifier(Posture::Crouching), defense_modifier(Posture::Crouching)), (-2, 0), "DF-E62");
        assert_eq!(target_modifier(Posture::Kneeling, Location::Vitals), -2);
        assert_eq!(target_modifier(Posture::Kneeling, Location::Skull), 0);
        assert_eq!(target_modifier(Posture::Prone, Location::Torso), 0, "DF-R46");
        assert!(!leads_to(Posture::Prone, Posture::Standing), "DF-E60");
        assert!(!leads_to(Posture::Prone, Posture::FaceUp), "DF-R82");
        assert!(leads_to(Posture::Prone, Posture::Kneeling), "DF-E60");
        assert!(leads_to(Posture::Crawling, Posture::Standing));
    }
}
