//! The budget of a round: Normal Actions, the Immediate, the Reaction.
//!
//! Rules `OB-035` to `OB-046`. The three are never turned into one another (`OB-043`).

use crate::Obss;
use crate::scene::{Fight, Scene};
use crate::state::Flags;
use affray_kernel::referee::{CombatantId, Referee, Refusal};

/// `OB-035` Normal Actions of a round.
pub const NORMAL_ACTIONS: u8 = 3;

/// `OB-330` Those of a mount.
pub const MOUNT_ACTIONS: u8 = 2;

impl Scene<'_> {
    /// `OB-044` `OB-R75` Whether a combatant can act at all.
    ///
    /// # Errors
    /// If it cannot.
    pub fn judge_able(self, who: CombatantId) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        if fighter.is_able() {
            return Ok(());
        }
        let why = if fighter.is_helpless() {
            "a Helpless combatant has no actions"
        } else if fighter.flags.has(Flags::STUNNED) {
            "a Stunned combatant has no actions"
        } else {
            "a Surprised combatant has no actions before the second round"
        };
        Err(Refusal::new(rule!("OB-044"), why))
    }

    /// `OB-044` `OB-045` What somebody has to spend: Normal Actions, Immediates, Reactions.
    pub fn budget(self, who: CombatantId) -> [u8; 3] {
        let fighter = self.fighter(who);
        if !fighter.is_able() {
            return [0; 3];
        }
        let most = match fighter.flags {
            flags if !flags.has(Flags::NAUSEATED) => u8::MAX,
            flags => u8::from(!flags.has(Flags::SPENT)),
        };
        [fighter.normal.min(most), fighter.immediate, fighter.reaction]
    }

    /// `OB-045` `OB-046` `OB-R42` `OB-261` Whether so many Normal Actions can be paid at once.
    ///
    /// # Errors
    /// If not.
    pub fn judge_price(self, who: CombatantId, price: u8) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        if fighter.normal < price {
            let numbers = [i32::from(fighter.normal), i32::from(price)];
            return Err(Refusal::counted(rule!("OB-046"), "Actions left: {}; that takes {}", numbers));
        }
        if price != 0 && fighter.flags.has(Flags::NAUSEATED) && (price > 1 || fighter.flags.has(Flags::SPENT)) {
            return Err(Refusal::new(
                rule!("OB-045"),
                "a Nauseated combatant spends one Action a round: an attack, a move",
            ));
        }
        Ok(())
    }

    /// `OB-036` `OB-026` Whether an Immediate can be paid.
    ///
    /// # Errors
    /// If not.
    pub fn judge_immediate(self, who: CombatantId) -> Result<(), Refusal> {
        if self.fighter(who).has_immediate() {
            return Ok(());
        }
        Err(Refusal::new(rule!("OB-036"), "there is one Immediate a round, and it is spent: wait for the next round"))
    }
}

impl<R: Referee<Obss>> Fight<'_, R> {
    /// `OB-046` `OB-043` Pays Normal Actions, all of them at the declaration.
    pub fn pay(&mut self, who: CombatantId, price: u8) {
        let fighter = &mut self.state[who];
        fighter.normal = fighter.normal.saturating_sub(price);
        fighter.flags.put(Flags::SPENT, price != 0 || fighter.flags.has(Flags::SPENT));
    }

    /// `OB-039` The budgets of a new round, for everybody.
    pub fn reset_budgets(&mut self) {
        for who in self.state.ids() {
            let fighter = &mut self.state[who];
            fighter.criticals = 0;
            fighter.flags.clear(Flags::SPENT);
            let able = fighter.is_able();
            fighter.normal = match (able, fighter.is_mount) {
                (false, _) => 0,
                (true, true) => MOUNT_ACTIONS,
                (true, false) => NORMAL_ACTIONS,
            };
            fighter.immediate = u8::from(able);
            fighter.reaction = u8::from(able);
            // OB-028: extras of the first round lapse.
            fighter.token = 0;
        }
    }
}
