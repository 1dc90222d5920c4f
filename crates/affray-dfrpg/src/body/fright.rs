//! Fright and surprise: mental stun and flight.
//!
//! Rulings `DF-R58` and `DF-R67`. A scenario that wants fright calls [`Fight::fright`]; nothing else
//! does.

use crate::Dfrpg;
use crate::event::Event;
use crate::scene::Fight;
use crate::state::{Fighter, Flags};
use affray_kernel::dice::Dice;
use affray_kernel::referee::{CombatantId, Referee, Why};
use affray_kernel::tally::Tally;

/// How a roll against fright comes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fright {
    Keeps,
    Freezes,
    Flees,
}

/// Two counts of turns in one number: frozen, then fleeing.
const fn turns(frozen: u8, fleeing: u8) -> u8 {
    frozen | fleeing << 4
}

/// The seconds of struggle against a pin (`DF-510`) are counted in the place of the turns of being frozen: a
/// mentally stunned combatant does not struggle.
impl Fighter {
    /// One more second of struggle; how many there are now.
    pub(crate) fn struggle(&mut self) -> u8 {
        let seconds = (self.countdown & 0xf) + 1;
        self.countdown = turns(seconds.min(0xf), self.countdown >> 4);
        seconds
    }

    /// The struggle is over, or begins anew.
    pub(crate) fn forget_struggle(&mut self) {
        if !self.flags.has(Flags::MENTALLY_STUNNED) {
            self.countdown = turns(0, self.countdown >> 4);
        }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-R58` A roll against fright, at a modifier of the scenario from -10 to +5; none for an unconscious combatant.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn fright(&mut self, who: CombatantId, modifier: i32) -> Result<(), R::Pause> {
        if !self.state[who].is_conscious() {
            return Ok(());
        }
        let mut score = R::Tally::base(rule!("DF-R58").named("Will"), i32::from(self.scene().sheet(who).will));
        score.add(rule!("DF-R60").named("fear"), modifier.clamp(-10, 5));
        score.at_most(rule!("DF-R58").named("most against fear"), 13);
        let dice = crate::check::THREE_DICE;
        let result = self.referee.check(Why::new(who, rule!("DF-R58"), "fright"), dice, &score, |roll, score| {
            if crate::check::grade(score, roll).succeeded() {
                Fright::Keeps
            } else if roll >= score + 5 {
                Fright::Flees
            } else {
                Fright::Freezes
            }
        })?;
        if result == Fright::Keeps {
            return Ok(());
        }
        let frozen =
            self.referee.throw(Why::new(who, rule!("DF-R58"), "seconds frozen"), Dice::d6(1), |die| die as u8)?;
        let fleeing = if result == Fright::Flees {
            self.referee.throw(Why::new(who, rule!("DF-R58"), "turns of flight"), Dice::d6(1), |die| die as u8)?
        } else {
            0
        };
        let fighter = &mut self.state[who];
        fighter.countdown = turns(frozen, fleeing);
        fighter.flags.set(Flags::MENTALLY_STUNNED);
        fighter.flags.put(Flags::FRIGHTENED, result == Fright::Flees);
        self.tell(Event::Stunned { who, mentally: true });
        self.give_up_what_lasts(who);
        Ok(())
    }

    /// `DF-R58` `DF-R67` Whether a mentally stunned combatant may roll IQ at the end of this Do Nothing turn:
    /// not while fright still holds it.
    pub fn may_recover_mentally(&self, who: CombatantId) -> bool {
        self.state[who].countdown & 0xf <= 1
    }

    /// `DF-R58` A turn of fright is over: first those in which one is frozen, then those of flight.
    pub fn fright_passes(&mut self, who: CombatantId) {
        let fighter = &mut self.state[who];
        let (frozen, fleeing) = (fighter.countdown & 0xf, fighter.countdown >> 4);
        if fighter.flags.has(Flags::MENTALLY_STUNNED) {
            fighter.countdown = turns(frozen.saturating_sub(1), fleeing);
        } else if fighter.flags.has(Flags::FRIGHTENED) {
            let fleeing = fleeing.saturating_sub(1);
            fighter.countdown = turns(frozen, fleeing);
            fighter.flags.put(Flags::FRIGHTENED, fleeing > 0);
        }
    }
}
