//! Injury: HP, shock, crippling, death, knockdown.
//!
//! Rules `G4-323`, `G4-326`, `G4-340` to `G4-343`, `G4-350` to `G4-357`; rulings `G4-R34`, `G4-R35`, `G4-R38`, `G4-R41`,
//! `G4-R58`, `G4-R59` and `G4-R62`. `Fight::take_damage` has their order.

use crate::Gurps4;
use crate::body::damage::{DamageProfile, DamageResult};
use crate::check::succeeds;
use crate::derived::most_shock;
use crate::event::{Condition, Consequence, CriticalHit, Event};
use crate::maneuver::ready::put_down;
use crate::scene::{Fight, Scene, Setup};
use crate::sheet::{ItemId, Traits};
use crate::state::{Fighter, Flags, Posture, State};
use affray_3d6::damage::DamageType;
use affray_3d6::location::Location;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

impl Scene<'_> {
    /// `G4-320` `G4-322` `G4-324` `G4-325` `G4-326` `G4-356` `G4-357` The score of the Knockdown roll that a blow makes
    /// due; `None` for none.
    pub fn knockdown_score<T: Tally>(self, who: CombatantId, at: Location, kind: DamageType, major: bool) -> Option<T> {
        let at = self.sheet(who).wounded_as(at);
        let modifier = match at {
            Location::Skull | Location::RightEye | Location::LeftEye => {
                if major {
                    -10
                } else {
                    0
                }
            }
            Location::Face => {
                if major {
                    -5
                } else {
                    0
                }
            }
            Location::Vitals => 0,
            Location::Groin if kind.is_pointed() => 0,
            Location::Groin if self.is_groin_blow(who, at, kind) => -5,
            _ if major => 0,
            _ => return None,
        };
        let mut score = T::base(rule!("G4-356").named("HT"), self.sheet(who).ht.into());
        score.add(rule!("G4-357").named(wound_at(at)), modifier);
        Some(score)
    }

    /// `G4-343` `G4-R35` How many times its maximum a combatant is below zero HP, less the rest; 0 for nobody so far down.
    fn multiples_below(self, who: CombatantId) -> i32 {
        (-i32::from(self.fighter(who).hp)).max(0) / i32::from(self.sheet(who).hp)
    }

    /// `G4-326` Whether a blow makes the shock of the groin.
    fn is_groin_blow(self, target: CombatantId, at: Location, kind: DamageType) -> bool {
        at == Location::Groin && kind == DamageType::Crushing && self.sheet(target).is(Traits::MALE)
    }
}

/// `G4-343` `G4-R35` At so many multiples of its maximum below zero HP nobody lives.
const DEADLY: i32 = 5;

/// `G4-357` A blow whose place modifies the Knockdown roll, as a sum names it.
const fn wound_at(at: Location) -> &'static str {
    match at {
        Location::Skull => "Major Wound to the skull",
        Location::RightEye | Location::LeftEye => "Major Wound to the eye",
        Location::Face => "Major Wound to the face",
        _ => "crushing blow to the groin",
    }
}

/// `G4-326` `G4-350` `G4-R58` The shock of one wound of so many HP.
fn wound_shock<T: Tally>(lost: i32, groin: bool) -> T {
    let mut shock = T::base(rule!("G4-350").named("HP lost"), lost);
    if groin {
        shock.add(rule!("G4-326").named("again, a crushing blow to the groin"), lost);
    }
    let (rule, most) = most_shock(groin);
    shock.at_most(rule, most);
    shock
}

impl Fighter {
    /// `G4-350` `G4-R38` Keeps the shock of a wound to the end of the next turn, or of the one after the running one.
    fn add_shock(&mut self, points: i32, groin: bool) {
        let acting = self.flags.has(Flags::ACTING);
        // More than 8 never counts.
        let shock = if acting { &mut self.shock_later } else { &mut self.shock };
        *shock = (i32::from(*shock) + points).min(8) as u8;
        if groin {
            self.flags.set(if acting { Flags::GROIN_LATER } else { Flags::GROIN });
        }
    }
}

/// `G4-R62` Applies the consequences of a state that a file or a game master has set: death at -5 times the maximum of HP,
/// collapse at -1 times that of FP, items of crippled arms on the ground, prone with a crippled leg unless the posture was
/// set as well.
pub(crate) fn settle_stated(setup: &Setup, state: &mut State, who: CombatantId, posture_stated: bool) {
    let scene = Scene { setup, state: &*state };
    let (sheet, fighter) = (scene.sheet(who), scene.fighter(who));
    let useless = [0, 1].map(|hand| if scene.has_use_of(who, hand) { ItemId::NONE } else { fighter.hands[hand] });
    let lame = fighter.is_crippled(Location::RightLeg) || fighter.is_crippled(Location::LeftLeg);
    let (at, dead) = (fighter.at, scene.multiples_below(who) >= DEADLY);
    let spent = scene.is_spent(who) && fighter.fp <= -sheet.fp;
    for item in useless.into_iter().filter(|&item| item != ItemId::NONE) {
        put_down(state, who, item, at);
    }
    let fighter = &mut state[who];
    let standing = matches!(fighter.posture, Posture::Standing | Posture::Crouch);
    if dead || spent || lame && standing && !posture_stated {
        fighter.posture = Posture::Prone;
    }
    if dead {
        fighter.flags.set(Flags::DEAD);
    } else if spent {
        fighter.flags.set(Flags::COLLAPSED);
    }
}

/// Whether something holds of a combatant in a state.
type Holds = fn(Scene<'_>, CombatantId) -> bool;

/// `G4-R62` Tells the consequences of states that a game master has set: of HP and FP below their limits, of crippled parts.
pub(crate) fn tell_consequences(setup: &Setup, before: &State, after: &State, tell: &mut dyn FnMut(Event)) {
    let (before, after) = (Scene { setup, state: before }, Scene { setup, state: after });
    for who in after.state.ids() {
        let (was, is) = (before.fighter(who), after.fighter(who));
        if was == is {
            continue;
        }
        let (hp, fp): (i32, i32) = (is.hp.into(), is.fp.into());
        let begins = |has: Holds| has(after, who) && !has(before, who);
        let of_hp: [(Consequence, Holds); 4] = [
            (Consequence::Dead, |scene, who| scene.multiples_below(who) >= DEADLY),
            (Consequence::Dying, |scene, who| scene.multiples_below(who) > 0),
            (Consequence::Fading, |scene, who| scene.fighter(who).hp <= 0),
            (Consequence::Wounded, |scene, who| scene.is_wounded(who)),
        ];
        let of_fp: [(Consequence, Holds); 3] = [
            (Consequence::Collapsed, |scene, who| scene.is_spent(who) && scene.fighter(who).fp <= -scene.sheet(who).fp),
            (Consequence::Spent, |scene, who| scene.is_spent(who)),
            (Consequence::Tired, |scene, who| scene.is_tired(who)),
        ];
        // The dead have nothing else to suffer.
        let ends = [of_hp[0].1, of_fp[0].1].map(|ends| begins(ends));
        for (consequence, has) in of_hp.into_iter().rev() {
            if begins(has) && (!ends[0] || consequence == Consequence::Dead) {
                tell(Event::Follows { who, consequence, points: hp });
            }
        }
        for (consequence, has) in of_fp.into_iter().rev() {
            if begins(has) && !ends[0] && (!ends[1] || consequence == Consequence::Collapsed) {
                tell(Event::Follows { who, consequence, points: fp });
            }
        }
        let fresh = |location: &Location| is.is_crippled(*location) && !was.is_crippled(*location);
        let lame = Location::ALL.into_iter().filter(fresh).inspect(|&location| tell(Event::Lamed { who, location }));
        let follows = lame.count() != 0 || ends.contains(&true);
        if !follows {
            continue;
        }
        for item in was.hands.into_iter().filter(|&item| item != ItemId::NONE && !is.hands.contains(&item)) {
            tell(Event::Drops { who, item, at: is.at });
        }
        if is.posture != was.posture && is.posture == Posture::Prone {
            tell(Event::Takes { who, posture: Posture::Prone });
        }
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-340` `G4-343` `G4-355` `G4-356` `G4-R41` Damage to a body, and the injury in its order: HP, shock, crippling,
    /// death, Knockdown.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn take_damage(&mut self, profile: &DamageProfile, damage: &DamageResult) -> Result<(), R::Pause> {
        let &DamageProfile { who, at, roll, .. } = profile;
        let (kind, row) = (roll.kind, roll.row);
        let (basic, penetrating) = (damage.basic.0, damage.penetrating.0);
        let resistance: R::Tally = profile.resistance();
        let resisted = resistance.total();
        self.tell(Event::Damaged { who, basic, kind, location: at, resisted, penetrating });
        if self.state[who].is_dead() {
            return Ok(());
        }
        if resisted != profile.dr {
            self.referee.show(Why::new(who, rule!("G4-311"), "DR"), &resistance);
        }
        let (.., injury) = profile.injury::<R::Tally>(damage.pips.0);
        self.referee.show(Why::new(who, rule!("G4-340"), "injury"), &injury);
        let Some(wound) = damage.wound else { return Ok(()) };

        // G4-340
        let fighter = &mut self.state[who];
        fighter.hp = (i32::from(fighter.hp) - wound.lost).max(i16::MIN.into()) as i16;
        let hp = i32::from(fighter.hp);
        let groin = self.scene().is_groin_blow(who, at, kind);
        let fresh: R::Tally = wound_shock(wound.lost, groin);
        let (points, before) = (fresh.total(), self.scene().shock(who));
        let shock = self.scene().shock_with(who, fresh, groin);
        self.state[who].add_shock(points, groin);
        if before != 0 || points != wound.lost {
            self.referee.show(Why::new(who, rule!("G4-350"), "shock"), &shock);
        }
        self.tell(Event::Injured { who, lost: wound.lost, left: hp, shock: shock.total() });
        if wound.cripples {
            self.cripple(who, at);
        }

        // G4-343
        if self.scene().multiples_below(who) > 0 && self.roll_for_death(who)? {
            self.state[who].flags.set(Flags::DEAD);
            self.tell(Event::Becomes { who, condition: Condition::Dead });
            if at == Location::Neck && kind == DamageType::Cutting {
                // G4-323
                self.state[who].flags.set(Flags::DECAPITATED);
                self.tell(Event::Becomes { who, condition: Condition::Decapitated });
            }
            self.falls_out(who);
            return Ok(());
        }

        // G4-355 G4-356 G4-R36
        if wound.major {
            self.tell(Event::MajorWound { who });
        }
        if !self.state[who].is_up() {
            return Ok(());
        }
        if row == CriticalHit::Stuns {
            self.stun(who);
        }
        let falls = match self.scene().knockdown_score::<R::Tally>(who, at, kind, wound.major) {
            _ if row == CriticalHit::Fells => true,
            None => false,
            Some(score) => !succeeds(self.referee, Why::new(who, rule!("G4-356"), "knockdown"), &score)?,
        };
        if falls {
            self.take_posture(who, Posture::Prone);
            self.stun(who);
        }
        Ok(())
    }

    /// `G4-327` `G4-328` `G4-321` `G4-R34` A part is crippled for the rest of the battle.
    fn cripple(&mut self, who: CombatantId, at: Location) {
        self.state[who].crippled |= at.bit() as u16;
        self.tell(Event::Crippled { who, location: at });
        let main = if self.scene().sheet(who).left_handed { 1 } else { 0 };
        let here = self.state[who].at;
        match at {
            Location::RightArm | Location::RightHand => self.drop_item(who, self.state[who].hands[main], here),
            Location::LeftArm | Location::LeftHand => self.drop_item(who, self.state[who].hands[1 - main], here),
            Location::RightLeg | Location::LeftLeg | Location::RightFoot | Location::LeftFoot => {
                self.take_posture(who, Posture::Prone);
            }
            _ => {}
        }
    }

    /// `G4-343` `G4-R35` HT for each multiple of the maximum below zero that is reached for the first time; the fifth
    /// is death. Whether it dies.
    fn roll_for_death(&mut self, who: CombatantId) -> Result<bool, R::Pause> {
        let reached = self.scene().multiples_below(who);
        if reached >= DEADLY {
            let words = "HP, at or below -5 x HP: no roll";
            let hp = R::Tally::base(rule!("G4-R35").named(words), self.state[who].hp.into());
            self.referee.show(Why::new(who, rule!("G4-R35"), "death"), &hp);
            return Ok(true);
        }
        while i32::from(self.state[who].deaths) < reached {
            self.state[who].deaths += 1;
            let multiple = [
                "HT, for reaching -1 x HP",
                "HT, for reaching -2 x HP",
                "HT, for reaching -3 x HP",
                "HT, for reaching -4 x HP",
            ];
            let words = multiple[usize::from(self.state[who].deaths - 1) % 4];
            let score = R::Tally::base(rule!("G4-343").named(words), self.scene().sheet(who).ht.into());
            if !succeeds(self.referee, Why::new(who, rule!("G4-343"), "death"), &score)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// `G4-342` `G4-R35` Unconscious for the rest of the battle.
    pub(crate) fn falls_unconscious(&mut self, who: CombatantId) {
        self.state[who].flags.set(Flags::UNCONSCIOUS);
        self.tell(Event::Becomes { who, condition: Condition::Unconscious });
        self.falls_out(who);
    }
}
