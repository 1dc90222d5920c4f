//! Postures: what they do, and how one gets from one to another.
//!
//! Rules `G4-100` to `G4-104`, rulings `G4-R08` and `G4-R09`.

use crate::Gurps4;
use crate::derived::LEGS;
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::state::Posture;
use affray_kernel::referee::{CombatantId, Referee, Refusal};

/// The modifiers of a posture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Modifiers {
    /// To active defenses.
    pub defense: i32,
    /// To hit in melee.
    pub melee: i32,
    /// To hit at range.
    pub ranged: i32,
}

/// `G4-100` `G4-101` `G4-255` `G4-R08` The modifiers of a combatant's own posture to its rolls.
#[rustfmt::skip]
pub const fn modifiers(posture: Posture) -> Modifiers {
    match posture {
        Posture::Standing             => Modifiers { defense:  0, melee:  0, ranged:  0 },
        Posture::Crouch               => Modifiers { defense:  0, melee: -2, ranged: -2 },
        Posture::Kneel | Posture::Sit => Modifiers { defense: -2, melee: -2, ranged:  0 },
        Posture::Prone                => Modifiers { defense: -3, melee: -4, ranged: -2 },
    }
}

impl Posture {
    /// The posture in a word.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Standing => "standing",
            Self::Crouch => "crouching",
            Self::Kneel => "kneeling",
            Self::Sit => "sitting",
            Self::Prone => "prone",
        }
    }

    /// A posture that halves Move, as a sum names it.
    pub(crate) const fn halves(self) -> &'static str {
        match self {
            Self::Crouch => "halved, crouching",
            Self::Kneel => "halved, kneeling",
            Self::Sit => "halved, sitting",
            Self::Standing | Self::Prone => "",
        }
    }
}

/// `G4-R09` The height of a posture: crouching, kneeling and sitting share a rung.
const fn rung(posture: Posture) -> u8 {
    match posture {
        Posture::Prone => 0,
        Posture::Crouch | Posture::Kneel | Posture::Sit => 1,
        Posture::Standing => 2,
    }
}

impl Scene<'_> {
    /// `G4-103` `G4-R09` `G4-R34` Whether one Change Posture leads to that posture.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_posture(self, who: CombatantId, to: Posture) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if fighter.posture == to {
            return refuse(rule!("G4-103"), "that is its posture already");
        }
        if rung(to) > rung(fighter.posture) + 1 {
            return refuse(rule!("G4-103"), "rising goes one rung at a time: crouch, kneel or sit first");
        }
        if rung(to) > rung(fighter.posture)
            && !matches!(to, Posture::Kneel | Posture::Sit)
            && fighter.crippled & LEGS != 0
        {
            return refuse(rule!("G4-R34"), "a crippled leg does not let it stand or crouch: kneel");
        }
        Ok(())
    }

    /// `G4-097` `G4-103` `G4-R09` Whether a step can bring the figure to its feet.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_rise(self, who: CombatantId) -> Result<(), Refusal> {
        if self.fighter(who).posture == Posture::Prone {
            return Err(Refusal::new(rule!("G4-103"), "from prone it takes a Change Posture to kneel first"));
        }
        self.judge_posture(who, Posture::Standing)
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// Takes a posture.
    pub fn take_posture(&mut self, who: CombatantId, posture: Posture) {
        if self.state[who].posture != posture {
            self.state[who].posture = posture;
            self.tell(Event::Takes { who, posture });
        }
    }
}
