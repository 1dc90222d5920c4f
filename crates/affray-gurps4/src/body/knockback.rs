//! Knockback, collisions and falls.
//!
//! Rules `G4-330` to `G4-332`, ruling `G4-R50`.

use crate::Gurps4;
use crate::body::damage::DamageRoll;
use crate::check::succeeds;
use crate::event::Event;
use crate::movement::STEEPEST;
use crate::scene::{Fight, Scene};
use crate::sheet::{Skill, Traits};
use crate::state::Posture;
use affray_3d6::damage::{Damage, DamageType};
use affray_3d6::location::Location;
use affray_grid::{Cell, Facing};
use affray_kernel::dice::{Dice, MOST_DICE};
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

/// `G4-332` The damage of a collision after so many hexes of knockback.
pub const fn collision_damage(hexes: i32) -> Damage {
    let (dice, add) = match hexes {
        ..=1 => (1, -3),
        2 => (1, -2),
        3..=4 => (1, -1),
        _ => (hexes / 5, 0),
    };
    // More dice than can be thrown at once are thrown as the most.
    Damage { dice: Dice::d6(if dice < MOST_DICE as i32 { dice as u8 } else { MOST_DICE }), add }
}

/// `G4-R50` The side of a hex that leads straight away from somebody: the largest product with the way from
/// there to here, the first of equals.
pub fn away(from: Cell, at: Cell, facing: Facing) -> Facing {
    if from == at {
        return facing;
    }
    let (x, y) = (i32::from(at.q) - i32::from(from.q), i32::from(at.r) - i32::from(from.r));
    let along = |side: Facing| {
        let (a, b) = side.vector();
        let (a, b) = (i32::from(a), i32::from(b));
        2 * a * x + 2 * b * y + a * y + b * x
    };
    let mut best = Facing::HEX[0];
    for side in Facing::HEX {
        if along(side) > along(best) {
            best = side;
        }
    }
    best
}

impl Scene<'_> {
    /// `G4-331` Whether a figure can be knocked off its feet at all.
    pub(crate) fn can_fall(self, who: CombatantId) -> bool {
        self.fighter(who).is_up() && self.fighter(who).posture != Posture::Prone
    }

    /// `G4-R50` The combatant in the way of one that is pushed or runs into a hex; corpses are not.
    pub(crate) fn in_the_way(self, who: CombatantId, at: Cell) -> Option<CombatantId> {
        self.state.ids().find(|&other| other != who && self.fighter(other).at == at && !self.fighter(other).is_dead())
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// `G4-330` `G4-331` `G4-332` `G4-R41` `G4-R50` Knocks a figure back: it may fall, and what stops it hurts.
    ///
    /// # Errors
    /// The input that the referee lacks.
    pub(crate) fn knock_back(&mut self, by: CombatantId, who: CombatantId, hexes: i32) -> Result<(), R::Pause> {
        let side = away(self.state[by].at, self.state[who].at, self.state[by].facing);
        let (mut stopped, mut edge, mut other) = (false, false, None);
        let mut went = 0;
        while went < hexes {
            let to = self.state[who].at.step(side);
            let Some(ground) = self.setup.map.ground(to) else {
                edge = true;
                break;
            };
            other = self.scene().in_the_way(who, to);
            // G4-R64: a rise stops it as a wall does.
            let rise = self.setup.map.elevation_difference(self.state[who].at, to);
            stopped = ground.impassable || rise > STEEPEST || other.is_some();
            if stopped {
                break;
            }
            self.state[who].at = to;
            went += 1;
        }
        let to = self.state[who].at;
        self.tell(Event::KnockedBack { who, hexes: went, of: hexes, to, edge });
        if went != 0 && self.state.any_grapple {
            self.settle_grapples();
        }
        self.keep_feet(who, hexes)?;
        if stopped {
            self.tell(Event::Collides { who, into: other });
            self.collide(by, who, other, hexes)?;
        }
        Ok(())
    }

    /// `G4-331` `G4-351` `G4-R34` The best of DX, Acrobatics and Judo, or prone. Shock does not count; a crippled arm or leg
    /// does, for a skill.
    fn keep_feet(&mut self, who: CombatantId, hexes: i32) -> Result<(), R::Pause> {
        let scene = self.scene();
        if !scene.can_fall(who) {
            return Ok(());
        }
        let sheet = scene.sheet(who);
        let mut skill: R::Tally = sheet.level(Skill::Acrobatics).or(sheet.level(Skill::Judo)).tally(rule!("G4-331"));
        skill.add(rule!("G4-327").named("crippled limb"), if scene.is_maimed(who) { -3 } else { 0 });
        let mut score = R::Tally::base(rule!("G4-331").named("DX"), sheet.dx.into()).or(skill);
        score.add(rule!("G4-331").named("to stay up"), 1);
        score.add(rule!("G4-331").named("for the hexes of knockback"), -hexes);
        let balance = if sheet.is(Traits::PERFECT_BALANCE) { 4 } else { 0 };
        score.add(rule!("G4-331").named("Perfect Balance"), balance);
        if !succeeds(self.referee, Why::new(who, rule!("G4-331"), "balance"), &score)? {
            self.take_posture(who, Posture::Prone);
        }
        Ok(())
    }

    /// `G4-332` `G4-R50` One roll hurts both, each against its torso's DR.
    fn collide(
        &mut self,
        by: CombatantId,
        who: CombatantId,
        other: Option<CombatantId>,
        hexes: i32,
    ) -> Result<(), R::Pause> {
        let Damage { dice, add } = collision_damage(hexes);
        let roll = DamageRoll::of(Damage { dice, add: 0 }, 0, DamageType::Crushing);
        let roll = DamageRoll { collision: add, ..roll };
        let scene = Scene { setup: self.setup, state: self.state };
        let torso = |one| scene.damage_profile(one, Location::Torso, roll);
        let bodies = [Some(torso(who)), other.map(torso)];
        let why = Why::new(by, rule!("G4-332"), "collision");
        let results = self.referee.throw(why, dice, |pips| bodies.map(|body| Some(body?.result(pips))))?;
        for (body, result) in bodies.iter().flatten().zip(results.iter().flatten()) {
            self.take_damage(body, result)?;
            if result.wound.is_some() {
                self.distracted(body.who)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collisions() {
        // G4-E98.
        for (hexes, expected) in
            [(1, "1d-3"), (2, "1d-2"), (3, "1d-1"), (4, "1d-1"), (5, "1d"), (9, "1d"), (10, "2d"), (14, "2d")]
        {
            assert_eq!(collision_damage(hexes).to_string(), expected, "{hexes} hexes");
        }
        assert_eq!(collision_damage(10_000).dice.number, MOST_DICE);
    }

    #[test]
    fn directions() {
        let here = Cell::new(0, 0);
        for side in Facing::HEX {
            assert_eq!(away(here, here.step(side).step(side), Facing::E), side, "G4-R50");
        }
        assert_eq!(away(here, here, Facing::SW), Facing::SW, "G4-R50: the attacker's facing in one hex");
        // Halfway between two sides: the lower number.
        assert_eq!(away(here, Cell::new(2, -1), Facing::W), Facing::E);
        assert_eq!(away(here, Cell::new(1, 1), Facing::W), Facing::E);
        assert_eq!(away(here, Cell::new(-1, 2), Facing::E), Facing::SW);
    }
}
