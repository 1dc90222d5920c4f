//! Injury: what a wound does, from lost HP to death.
//!
//! Rules `DF-360` to `DF-380`. [`Fight::wound`] is the one way to lose HP to a blow; it carries the
//! consequences out in the order of the ledger: HP, shock, crippling, knockdown, death.

use crate::Dfrpg;
use crate::check::{Grade, THREE_DICE, grade};
use crate::event::Event;
use crate::location;
use crate::scene::{Fight, Scene};
use crate::sheet::{DamageType, Location, Sheet};
use crate::state::{Fighter, Flags, Posture};
use affray_core::referee::{CombatantId, Referee, Why};
use affray_core::tally::Tally;

/// What got through at a location.
#[derive(Debug, Clone, Copy)]
pub struct Wound {
    /// Who suffers.
    pub who: CombatantId,
    /// Points that penetrated, at least 1.
    pub penetrating: i32,
    /// Where; `None` for the whole body (`DF-344`).
    pub location: Option<Location>,
    /// By what.
    pub kind: DamageType,
    /// `DF-R20` The knockdown rules treat it as over half HP.
    pub counts_as_major: bool,
    /// `DF-R21` A further penalty to the knockdown roll, for which any injury is enough then.
    pub knockdown_penalty: i32,
}

/// `DF-331` `DF-R76` The injury before any cap: at least 1.
pub const fn injury(penetrating: i32, multiplier: (i32, i32)) -> i32 {
    let injury = penetrating * multiplier.0 / multiplier.1;
    if injury < 1 { 1 } else { injury }
}

/// `DF-361` `DF-362` `DF-363` `DF-364` The shock penalty, 0 to 8, for points lost in the period.
///
/// ```
/// use affray_dfrpg::injury::shock_penalty;
/// assert_eq!(shock_penalty(13, 5, 0), 4); // DF-E67: 3 and 2 more, capped
/// assert_eq!(shock_penalty(24, 7, 0), 3); // an ogre feels every second point
/// assert_eq!(shock_penalty(20, 7, 0), 4);
/// assert_eq!(shock_penalty(14, 0, 3), 6); // a crushing blow to a male groin
/// assert_eq!(shock_penalty(14, 0, 5), 8);
/// ```
pub fn shock_penalty(hp: i32, lost: i32, lost_groin: i32) -> i32 {
    let per = if 20 < hp { hp / 10 } else { 1 };
    ((lost / per).min(4) + 2 * (lost_groin / per)).min(8)
}

/// `DF-366` `DF-367` `DF-R94` The modifier of a knockdown roll, or `None` where none is due.
pub fn knockdown_modifier(sheet: &Sheet, wound: &Wound, injury: i32, crippled: bool) -> Option<i32> {
    let major = wound.counts_as_major || i32::from(sheet.hp) < 2 * injury;
    let head_or_vitals = wound.location.is_some_and(|at| location::is_head_blow(at) || at == Location::Vitals);
    if !(major || crippled || head_or_vitals || wound.knockdown_penalty != 0) {
        return None;
    }
    let place = match wound.location {
        Some(Location::Face | Location::Vitals) if major => -5,
        // DF-341: male groin.
        Some(Location::Groin) if major && sheet.body.male => -5,
        Some(Location::Skull | Location::RightEye | Location::LeftEye) if major => -10,
        _ => 0,
    };
    Some(place + if sheet.traits.high_pain_threshold { 3 } else { 0 } - wound.knockdown_penalty)
}

/// How a knockdown roll ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Knockdown {
    Stands,
    Down,
    Out,
}

/// How a death roll ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Death {
    Lives,
    Mortal,
    Dead,
}

impl Scene<'_> {
    /// `DF-192` `DF-361` `DF-R32` The shock of the moment, 0 to 8.
    pub fn shock(self, who: CombatantId) -> i32 {
        let (sheet, fighter) = (self.sheet(who), self.fighter(who));
        if sheet.traits.high_pain_threshold {
            return 0;
        }
        shock_penalty(
            i32::from(sheet.hp),
            i32::from(fighter.shock) + i32::from(fighter.shock_later),
            i32::from(fighter.shock_groin) + i32::from(fighter.shock_groin_later),
        )
    }
}

/// `DF-375` Full negative multiples of HP that a figure is down.
pub const fn negative_multiples(hp: i32, max: i32) -> i32 {
    if hp < 0 { -hp / max } else { 0 }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-360` Carries a wound out, with all its consequences, and returns the injury.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn wound(&mut self, wound: &Wound) -> Result<i32, R::Pause> {
        let who = wound.who;
        let sheet = self.scene().sheet(who);
        let max = i32::from(sheet.hp);
        let multiplier = match wound.location {
            Some(at) => location::multiplier(at, wound.kind),
            // DF-344: no location, so only what holds for the body as a whole.
            None => location::multiplier(Location::Torso, wound.kind),
        };
        let uncapped = injury(wound.penetrating, multiplier);
        if wound.kind == DamageType::Fatigue {
            // DF-343: no shock, no crippling, no knockdown.
            self.lose_fp(who, uncapped)?;
            return Ok(uncapped);
        }
        let (mut lost, mut crippled, mut destroyed) = (uncapped, false, false);
        if let Some((at, least)) = wound.location.and_then(|at| Some((at, location::crippling_injury(at, max)?)))
            && least <= uncapped
        {
            crippled = true;
            // DF-374, DF-R77.
            destroyed = 2 * least < uncapped;
            // DF-372: what is beyond the crippling injury is lost, but not at the eye.
            if !matches!(at, Location::RightEye | Location::LeftEye) {
                lost = least;
            }
        }
        let knockdown = knockdown_modifier(sheet, wound, lost, crippled);
        let was_mortal = self.state[who].flags.has(Flags::MORTALLY_WOUNDED);
        let male_groin = wound.location == Some(Location::Groin) && sheet.body.male && wound.kind == DamageType::Crushing;
        self.lose_hp(who, lost);
        let fighter = &mut self.state[who];
        let acting = fighter.flags.has(Flags::ACTING);
        let shock = match (acting, male_groin) {
            (false, false) => &mut fighter.shock,
            (false, true) => &mut fighter.shock_groin,
            // DF-361: until the end of the *next* turn, so what comes during the own turn is kept apart.
            (true, false) => &mut fighter.shock_later,
            (true, true) => &mut fighter.shock_groin_later,
        };
        *shock = shock.saturating_add(lost.min(255) as u8);
        if fighter.flags.has(Flags::ASLEEP) {
            // DF-R56: any injury wakes.
            fighter.flags.clear(Flags::ASLEEP);
            self.tell(Event::Wakes { who });
        }
        if crippled && let Some(at) = wound.location {
            self.cripple(who, at, destroyed);
        }
        if let Some(modifier) = knockdown
            && self.is_in_the_fight(who)
        {
            self.knockdown(who, modifier)?;
        }
        if crippled && let Some(at) = wound.location {
            self.fall_for_crippled(who, at);
        }
        self.death_rolls(who)?;
        // DF-R36: a further injury; the one that made the wound mortal is none.
        if was_mortal && !self.state[who].flags.has(Flags::DEAD) {
            self.mortal_wound_roll(who)?;
        }
        self.distract_by_injury(who)?;
        Ok(lost)
    }

    fn is_in_the_fight(&self, who: CombatantId) -> bool {
        !self.state[who].flags.any(Flags::DEAD.and(Flags::UNCONSCIOUS))
    }

    /// `DF-360` Takes HP away and says so. What follows is up to the caller.
    pub fn lose_hp(&mut self, who: CombatantId, lost: i32) {
        let fighter = &mut self.state[who];
        fighter.hp = (i32::from(fighter.hp) - lost).max(i32::from(i16::MIN)) as i16;
        let hp = i32::from(fighter.hp);
        self.tell(Event::Wounded { who, lost, hp });
    }

    /// `DF-371` `DF-374` `DF-R34` Marks a part as crippled or destroyed; what a hand held drops.
    fn cripple(&mut self, who: CombatantId, at: Location, destroyed: bool) {
        let fighter = &mut self.state[who];
        fighter.crippled.insert(at);
        self.tell(Event::Crippled { who, location: at });
        if destroyed {
            self.state[who].destroyed.insert(at);
            self.tell(Event::Destroyed { who, location: at });
        }
        if let Some(hand) = hand_of(self.scene().sheet(who), at) {
            self.drop_from_hand(who, hand);
            self.let_go_with_hand(who, hand);
        }
        let fighter = &mut self.state[who];
        if fighter.is_useless(Location::RightEye) && fighter.is_useless(Location::LeftEye) {
            fighter.flags.set(Flags::BLIND);
        }
    }

    /// `DF-R34` A crippled leg or foot throws its owner down, whatever the knockdown roll says.
    fn fall_for_crippled(&mut self, who: CombatantId, at: Location) {
        let on_feet = matches!(self.state[who].posture, Posture::Standing | Posture::Crouching);
        if on_feet && matches!(at, Location::RightLeg | Location::LeftLeg | Location::RightFoot | Location::LeftFoot) {
            self.fall_prone(who);
        }
    }

    /// `DF-366` `DF-367` `DF-368` `DF-369` The knockdown roll.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn knockdown(&mut self, who: CombatantId, modifier: i32) -> Result<(), R::Pause> {
        let mut score = R::Tally::base(rule!("DF-367"), i32::from(self.scene().sheet(who).ht));
        score.add(rule!("DF-367"), modifier);
        let result =
            self.referee.check(Why::new(who, rule!("DF-366"), "knockdown"), THREE_DICE, &score, |roll, score| match grade(score, roll) {
                Grade::CriticalSuccess | Grade::Success => Knockdown::Stands,
                Grade::CriticalFailure => Knockdown::Out,
                Grade::Failure if score + 5 <= roll => Knockdown::Out,
                Grade::Failure => Knockdown::Down,
            })?;
        match result {
            Knockdown::Stands => {}
            Knockdown::Down => {
                self.fall_prone(who);
                self.stun(who);
                self.drop_everything(who, false);
            }
            Knockdown::Out => self.fall_unconscious(who),
        }
        Ok(())
    }

    /// `DF-370` Stuns a figure; what it was in the middle of is over (`DF-422`).
    pub fn stun(&mut self, who: CombatantId) {
        self.state[who].flags.set(Flags::STUNNED);
        self.tell(Event::Stunned { who, mentally: false });
        self.give_up_what_lasts(who);
    }

    /// `DF-380` Loses consciousness: lies down and drops everything.
    pub fn fall_unconscious(&mut self, who: CombatantId) {
        if self.state[who].flags.has(Flags::UNCONSCIOUS) {
            return;
        }
        self.state[who].flags.set(Flags::UNCONSCIOUS);
        self.tell(Event::FallsUnconscious { who });
        self.give_up_what_lasts(who);
        self.fall_prone(who);
        self.drop_everything(who, true);
        self.release_all(who);
    }

    /// Dies.
    pub fn die(&mut self, who: CombatantId) {
        if self.state[who].flags.has(Flags::DEAD) {
            return;
        }
        self.fall_unconscious(who);
        self.state[who].flags.set(Flags::DEAD);
        self.tell(Event::Dies { who });
    }

    /// `DF-376` `DF-377` `DF-378` `DF-379` One death roll for each negative multiple of HP that was
    /// reached and not yet rolled for.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn death_rolls(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let max = i32::from(self.scene().sheet(who).hp);
        let reached = negative_multiples(i32::from(self.state[who].hp), max);
        if 5 <= reached {
            self.die(who);
        }
        if 10 <= reached && !self.state[who].flags.has(Flags::DESTROYED) {
            self.state[who].flags.set(Flags::DESTROYED);
            self.tell(Event::BodyDestroyed { who });
        }
        while i32::from(self.state[who].deaths) < reached.min(4) && !self.state[who].flags.has(Flags::DEAD) {
            self.state[who].deaths += 1;
            let score = R::Tally::base(rule!("DF-376"), i32::from(self.scene().sheet(who).ht));
            let result = self.referee.check(Why::new(who, rule!("DF-376"), "death"), THREE_DICE, &score, |roll, score| match grade(
                score, roll,
            ) {
                Grade::CriticalSuccess | Grade::Success => Death::Lives,
                Grade::CriticalFailure => Death::Dead,
                Grade::Failure if score + 3 <= roll => Death::Dead,
                Grade::Failure => Death::Mortal,
            })?;
            match result {
                Death::Lives => {}
                Death::Mortal => {
                    self.state[who].flags.set(Flags::MORTALLY_WOUNDED);
                    self.state[who].flags.clear(Flags::STABILIZED);
                    self.tell(Event::MortallyWounded { who });
                    self.fall_unconscious(who);
                }
                Death::Dead => self.die(who),
            }
        }
        Ok(())
    }

    /// `DF-R36` The HT roll of a mortally wounded figure.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn mortal_wound_roll(&mut self, who: CombatantId) -> Result<(), R::Pause> {
        let score = R::Tally::base(rule!("DF-R36"), i32::from(self.scene().sheet(who).ht));
        match self.check(who, rule!("DF-R36"), "mortal wound", &score)? {
            Grade::CriticalSuccess => {
                self.state[who].flags.clear(Flags::MORTALLY_WOUNDED);
                self.state[who].flags.set(Flags::STABILIZED);
                self.tell(Event::Stabilized { who });
            }
            Grade::Success => {}
            Grade::Failure | Grade::CriticalFailure => self.die(who),
        }
        Ok(())
    }

    /// `DF-R12` Falls down where it stands: prone, with the second hex behind it or else on the next
    /// free side clockwise.
    pub fn fall_prone(&mut self, who: CombatantId) {
        if self.state[who].posture.is_lying() {
            return;
        }
        let second = self.scene().second_hex_for(who);
        let fighter = &mut self.state[who];
        fighter.posture = Posture::Prone;
        fighter.second = second;
        self.tell(Event::Falls { who });
    }
}

/// The hand that an arm or a hand location belongs to: hand 0 is the main one.
pub const fn hand_of(sheet: &Sheet, at: Location) -> Option<u8> {
    let main_is_left = sheet.body.left_handed;
    match at {
        Location::RightArm | Location::RightHand => Some(if main_is_left { 1 } else { 0 }),
        Location::LeftArm | Location::LeftHand => Some(if main_is_left { 0 } else { 1 }),
        _ => None,
    }
}

impl Fighter {
    /// Whether a hand can be used: there, and neither it nor its arm crippled.
    pub fn hand_works(&self, sheet: &Sheet, hand: u8) -> bool {
        hand < sheet.body.hands
            && !Location::ALL.iter().any(|&at| hand_of(sheet, at) == Some(hand) && self.is_useless(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn injuries_round_down_but_never_to_nothing() {
        assert_eq!(injury(5, (3, 2)), 7, "DF-E09");
        assert_eq!(injury(1, (1, 2)), 1, "DF-E100");
        assert_eq!(injury(5, (4, 1)), 20, "DF-E14");
    }

    #[test]
    fn full_negative_multiples() {
        assert_eq!(negative_multiples(0, 14), 0, "DF-E64");
        assert_eq!(negative_multiples(-13, 14), 0);
        assert_eq!(negative_multiples(-14, 14), 1, "DF-E64");
        assert_eq!(negative_multiples(-29, 14), 2, "DF-E65");
        assert_eq!(negative_multiples(-70, 14), 5, "DF-E66");
    }
}
