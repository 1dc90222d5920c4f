//! Falls and pushes: falling damage, ledges, knockback, the drop onto a foe, what a Retreat leads to.
//!
//! Rules `DF-188` to `DF-190`, `DF-270`, `DF-274` and rulings `DF-R16`, `DF-R24`, `DF-R25`, `DF-R44`,
//! `DF-R47` and `DF-R100`.

use crate::Dfrpg;
use crate::body::injury::Wound;
use crate::decision::Strike;
use crate::event::Event;
use crate::movement::{LEDGE, is_side};
use crate::scene::Fight;
use crate::sheet::{Damage, DamageType, Skill};
use crate::state::{Disturbed, Motion};
use crate::strike::Outcome;
use crate::strike::damage::Protection;
use crate::turn::wait::Snapshot;
use affray_grid::{Cell, Facing};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

/// `DF-R24` A fall of more yards does no more damage.
const MOST_YARDS: i32 = 40;

/// `DF-R24` The damage of a fall of that many yards.
///
/// ```
/// use affray_dfrpg::movement::fall::fall_damage;
/// assert_eq!(fall_damage(3).unwrap().add, -1); // DF-E50: 1d-1
/// assert_eq!(fall_damage(5).unwrap().dice.number, 1);
/// assert_eq!(fall_damage(5).unwrap().add, 1); // 1d+1
/// assert_eq!(fall_damage(8).unwrap().dice.number, 2); // 2d
/// ```
pub const fn fall_damage(yards: i32) -> Option<Damage> {
    let (number, add) = match yards {
        ..=0 => return None,
        1 => (1, -4),
        2 => (1, -2),
        3 => (1, -1),
        4..=39 => (yards / 4, yards % 4),
        // At most 10d.
        _ => (10, 0),
    };
    Some(Damage { dice: Dice::d6(number as u8), add: add as i16 })
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-R24` `DF-344` Falling damage: crushing, against the torso's DR, without a location.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn fall(&mut self, who: CombatantId, yards: i32) -> Result<(), R::Pause> {
        self.lands(&Wound::new(who, None, DamageType::Crushing), yards)
    }

    fn lands(&mut self, wound: &Wound, yards: i32) -> Result<(), R::Pause> {
        let Some(damage) = fall_damage(yards) else { return Ok(()) };
        self.tell(Event::FallsFar { who: wound.who, yards });
        let why = Why::new(wound.who, rule!("DF-R24"), "falling damage");
        self.damage_by_dice(why, damage, &Protection::PLAIN, wound)
    }

    /// `DF-R100` `DF-R47` The fall of a combatant that went, stepped back or was pushed over a ledge.
    pub(crate) fn fall_over_ledge(&mut self, who: CombatantId, from: Cell, to: Cell) -> Result<(), R::Pause> {
        let drop = -self.scene().map().elevation_difference(from, to);
        if drop < LEDGE { Ok(()) } else { self.fall(who, drop) }
    }

    /// `DF-504` `DF-R100` Combatants taken along over a ledge fall as well; `company` has them as bits.
    pub(crate) fn company_falls(&mut self, company: u64, from: Cell, to: Cell) -> Result<(), R::Pause> {
        // Hardly anybody takes anybody along.
        if company == 0 {
            return Ok(());
        }
        for other in self.state.ids().filter(|other| company & 1 << other.index() != 0) {
            self.fall_over_ledge(other, from, to)?;
        }
        Ok(())
    }

    /// `DF-R25` Pushes a combatant straight away from another: what stops it hurts as a fall of the yards it
    /// was still to go, and then it keeps its balance or falls. `thrown_by` is what [`Wound::thrown_by`] says.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn knock_back(
        &mut self,
        by: CombatantId,
        who: CombatantId,
        hexes: i32,
        thrown_by: (i32, bool),
    ) -> Result<(), R::Pause> {
        if hexes < 1 {
            return Ok(());
        }
        self.distract(who, Disturbed::Distracted);
        let (origin, at) = (self.state[by].at, self.state[who].at);
        let side = if origin == at { self.state[by].facing } else { self.setup.map.facing_towards(origin, at) };
        // DF-R118: a rooted combatant cannot be moved.
        let is_rooted = self.scene().is_rooted(who);
        let wound = Wound { thrown_by, ..Wound::new(who, None, DamageType::Crushing) };
        let mut went = 0;
        while went < hexes && !is_rooted {
            let from = self.state[who].at;
            let to = from.step(side);
            if !self.scene().is_free(to, who) || self.scene().judge_ground(from, to).is_err() {
                let by = self.scene().occupant(to, who);
                self.tell(Event::StopsAt { who, at: to, by });
                break;
            }
            self.relocate(who, to);
            self.trail(who, side, false);
            went += 1;
            let drop = -self.scene().map().elevation_difference(from, to);
            if drop >= LEDGE {
                self.lands(&wound, drop)?;
            }
        }
        let (to, second) = (self.state[who].at, self.state[who].second_cell());
        self.tell(Event::KnockedBack { who, to, hexes: went, second });
        // DF-R25 names the balance before what the obstacle does.
        self.keep_balance(who, hexes)?;
        if is_rooted { Ok(()) } else { self.lands(&wound, hexes - went) }
    }

    /// `DF-R25` DX, Acrobatics or Judo, at -1 for each hex after the first, or prone.
    fn keep_balance(&mut self, who: CombatantId, hexes: i32) -> Result<(), R::Pause> {
        if self.state[who].posture.is_lying() || !self.state[who].is_conscious() {
            return Ok(());
        }
        let sheet = self.scene().sheet(who);
        let mut score: R::Tally = sheet.best_level(&[Skill::Acrobatics, Skill::Judo]).tally(rule!("DF-R25"));
        score.add(rule!("DF-R25").named("hexes after the first"), 1 - hexes);
        self.scene().add_dx_modifiers(&mut score, who);
        if !self.succeeds(who, rule!("DF-R25"), "balance", &score)? {
            self.fall_prone(who);
        }
        Ok(())
    }

    /// `DF-190` `DF-R44` The landing of an attack from above: the dropper falls, and a foe that was hit takes
    /// the damage of that fall as well. `stood` is where the target was when the attack was declared; after a
    /// miss the dropper lands beside it.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn after_drop(
        &mut self,
        who: CombatantId,
        strike: &Strike,
        outcome: Outcome,
        stood: Cell,
    ) -> Result<(), R::Pause> {
        let Some(drop) = strike.drop else { return Ok(()) };
        let from = self.state[who].at;
        let hit = outcome == Outcome::Hit;
        let toward_origin =
            if from == stood { self.state[who].facing.opposite() } else { self.setup.map.facing_towards(stood, from) };
        let wanted = (drop < 6).then(|| Facing::hex(i32::from(drop)));
        let landing = match wanted {
            None if hit => Some(stood),
            // DF-R44: with a miss or a defense it lands adjacent, on the near side if it named none.
            _ => {
                let (first, scene) = (wanted.unwrap_or(toward_origin), self.scene());
                let is_below = |cell: Cell| {
                    scene.map().elevation_difference(from, cell) < 0 && scene.map().distance(from, cell) <= 1
                };
                let free =
                    || (0..6).map(|turn| stood.step(first.turned(turn))).filter(|&cell| scene.is_free(cell, who));
                free().find(|&cell| is_below(cell)).or_else(|| free().next())
            }
        };
        let to = landing.unwrap_or(stood);
        let yards = -self.scene().map().elevation_difference(from, to);
        // DF-189, DF-504: as with a Step, it takes along the foes that it holds.
        let company = self.move_with_company(who, to, toward_origin, false);
        self.state[who].motion.set(Motion::STEPPED);
        self.tell_move(who, to, None, company);
        if self.scene().met_a_foe(who) {
            self.enter_close_combat(who, toward_origin.opposite());
        }
        self.fall(who, yards)?;
        for other in self.state.ids().filter(|other| company & 1 << other.index() != 0) {
            self.fall(other, yards)?;
        }
        if hit {
            self.fall(strike.target, yards)?;
        }
        // DF-R07: those taken along have come there, too.
        self.checkpoint_company(company, from, to)
    }

    /// `DF-270` `DF-504` `DF-R16` The movement of a Retreat: at once, whatever the defense comes to. What the hex does
    /// to it waits for the end of the attack: see [`Fight::settle_retreats`].
    pub fn retreat(&mut self, who: CombatantId, side: Facing) {
        let from = self.state[who].at;
        let to = from.step(side);
        if !is_side(side) || self.scene().map().ground(to).is_none() {
            return;
        }
        let drop = -self.scene().map().elevation_difference(from, to);
        // DF-504, DF-R35: it takes along the foes that it holds.
        let company = self.move_with_company(who, to, side, false);
        let yards = if drop < LEDGE { 0 } else { drop.min(MOST_YARDS) as u8 };
        self.state[who].retreat_fall = 1 + yards + (MOST_YARDS as u8 + 1) * side.index();
        let second = self.state[who].second_cell();
        self.tell(Event::Retreats { who, to, second });
        self.tell_dragged(company, to);
        // Allowed against the rule into a foe's hex, it is close combat all the same.
        if self.scene().met_a_foe(who) {
            self.enter_close_combat(who, side);
        }
    }

    /// `DF-011` `DF-124` `DF-R47` The consequences of a Retreat, after the attack: a fall over a ledge, a roll to keep
    /// one's feet, reactions to it. `looked_at` is brought up to date.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn settle_retreats(&mut self, looked_at: &mut [Snapshot]) -> Result<(), R::Pause> {
        for who in self.state.ids() {
            let owed = std::mem::take(&mut self.state[who].retreat_fall);
            if owed == 0 {
                continue;
            }
            let (owed, sides) = (owed - 1, MOST_YARDS as u8 + 1);
            let (stands, from) =
                (self.state[who].at, self.state[who].at.step(Facing::hex(i32::from(owed / sides)).opposite()));
            let company = self.scene().held_foes(who).fold(0, |company, (foe, _)| company | 1 << foe.index());
            self.fall(who, i32::from(owed % sides))?;
            self.company_falls(company, from, stands)?;
            self.footing(who, 0)?;
            for before in looked_at.iter_mut().filter(|before| before.who == who) {
                *before = before.come_to(self.state[who].at);
            }
            let to = self.state[who].at;
            self.checkpoint_hex(who, from)?;
            self.checkpoint_company(company, from, to)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falls() {
        for (yards, number, add) in [
            (1, 1, -4),
            (2, 1, -2),
            (3, 1, -1),
            (4, 1, 0),
            (5, 1, 1),
            (7, 1, 3),
            (8, 2, 0),
            (39, 9, 3),
            (40, 10, 0),
            (43, 10, 0),
        ] {
            let damage = fall_damage(yards).expect("damage");
            assert_eq!((damage.dice.number, damage.add), (number, add), "DF-R24: {yards} yards");
        }
        assert!(fall_damage(0).is_none());
    }
}
