//! Holds on foes, the weight of foes, and lifting them.
//!
//! Rules `DF-489` to `DF-494` and `DF-500`, rulings `DF-R35` and `DF-R84`.

use crate::decision::{IncomingAttack, NONE};
use crate::derived;
use crate::scene::Scene;
use crate::sheet::ItemId;
use crate::state::{Flags, Grabbed};
use affray_kernel::referee::{CombatantId, Refusal};

impl<'a> Scene<'a> {
    /// The holds of a combatant, with their places.
    pub fn holds(self, who: CombatantId) -> impl Iterator<Item = (usize, Grabbed)> + 'a {
        self.fighter(who).grabs.iter().copied().enumerate().filter(|(_, grab)| grab.victim != NONE)
    }

    /// Its holds on that foe.
    pub fn holds_on(self, who: CombatantId, foe: CombatantId) -> impl Iterator<Item = (usize, Grabbed)> + 'a {
        self.holds(who).filter(move |(_, grab)| grab.victim == foe.0)
    }

    /// A hold on an item in that foe's hands: its place, the hands that have it, and the item, as the foe names it.
    pub(super) fn grip_on_item(self, who: CombatantId, foe: CombatantId) -> Option<(usize, u8, ItemId)> {
        let it = self.fighter(foe);
        self.holds_on(who, foe).find_map(|(slot, grab)| Some((slot, grab.hands, grab.grip.item(it)?)))
    }

    /// Whether somebody holds a part of that foe or an item in its hands.
    pub fn holds_foe(self, who: CombatantId, foe: CombatantId) -> bool {
        self.holds_on(who, foe).next().is_some()
    }

    /// `DF-500` Whether a part of the body is held. A held item alone is no hold on its owner.
    #[inline]
    pub fn is_grabbed(self, who: CombatantId) -> bool {
        self.grips_on(who).any(|(_, grab)| grab.grip.location().is_some())
    }

    /// `DF-498` Whether a foe has it pinned.
    #[inline]
    pub fn is_pinned(self, who: CombatantId) -> bool {
        self.grips_on(who).any(|(_, grab)| grab.how & Grabbed::PINNED != 0)
    }

    /// `DF-501` Whether it gets no air.
    #[inline]
    pub fn is_suffocating(self, who: CombatantId) -> bool {
        self.grips_on(who).any(|(_, grab)| grab.how & Grabbed::SUFFOCATING != 0)
    }

    /// `DF-R35` What a combatant weighs with all that it carries, in tenths of a pound: a body weighs
    /// fifteen pounds for each point of ST.
    pub fn weight_of(self, who: CombatantId) -> i32 {
        let sheet = self.sheet(who);
        150 * i32::from(sheet.st) + sheet.load
    }

    /// `DF-R35` Whether somebody has the strength to lift a foe, held with that many hands.
    pub fn can_lift(self, who: CombatantId, foe: CombatantId, hands: u8) -> bool {
        let times = if hands.count_ones() >= 2 { 8 } else { 2 };
        hands != 0 && self.weight_of(foe) <= times * self.basic_lift(who)
    }

    /// `DF-024` Basic Lift in tenths of a pound.
    fn basic_lift(self, who: CombatantId) -> i32 {
        self.sheet(who).basic_lift_tenths
    }

    /// `DF-494` Whether a hand that holds a foe may parry all the same, its owner being able to lift
    /// that foe.
    pub fn holds_liftable(self, who: CombatantId, hand: u8) -> bool {
        self.fighter(who).hand_works(self.sheet(who), hand)
            && !self.is_hand_grabbed(who, hand)
            && self.holds(who).any(|(_, grab)| {
                grab.hands & (1 << hand) != 0 && self.can_lift(who, CombatantId(grab.victim), grab.hands)
            })
    }

    /// `DF-R35` Whom somebody has lifted.
    pub fn lifted(self, who: CombatantId) -> Option<CombatantId> {
        self.holds(who).find(|(_, grab)| grab.how & Grabbed::LIFTED != 0).map(|(_, grab)| CombatantId(grab.victim))
    }

    /// `DF-R35` `DF-504` The encumbrance level with the foes that are lifted and, for movement, those
    /// that are dragged along pinned.
    pub fn encumbrance_with_foes(self, who: CombatantId, moving: bool) -> i16 {
        let sheet = self.sheet(who);
        if !self.fighter(who).holds_anybody() {
            return sheet.encumbrance;
        }
        let counts = if moving { Grabbed::LIFTED | Grabbed::PINNED } else { Grabbed::LIFTED };
        let carried: i32 = self
            .state
            .ids()
            .filter(|&foe| self.holds_on(who, foe).any(|(_, grab)| grab.how & counts != 0))
            .map(|foe| self.weight_of(foe))
            .sum();
        if carried == 0 {
            return sheet.encumbrance;
        }
        derived::encumbrance(self.basic_lift(who), sheet.load + carried).max(sheet.encumbrance)
    }

    /// `DF-026` `DF-504` Move with the foes that are carried, before halvings.
    pub fn move_with_foes(self, who: CombatantId) -> i32 {
        let sheet = self.sheet(who);
        match self.encumbrance_with_foes(who, true) {
            level if level == sheet.encumbrance => i32::from(sheet.mv),
            level => i32::from(derived::loaded_move(sheet.basic_move, level)),
        }
    }

    /// `DF-R35` Whether a grabbed foe can be lifted.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_lift(self, who: CombatantId, victim: CombatantId) -> Result<(), Refusal> {
        self.judge_other(who, victim)?;
        if !self.fighter(who).posture.carries() {
            return Err(Refusal::new(rule!("DF-R114"), "who sits, crawls or lies lifts nobody: get up first"));
        }
        let hands = self.hands_on(who, victim);
        if hands == 0 {
            return Err(Refusal::new(rule!("DF-R35"), "only a foe whose body is held can be lifted: grab it first"));
        }
        if self.lifted(who) == Some(victim) {
            return Err(Refusal::new(rule!("DF-R35"), "that foe is lifted already"));
        }
        if self.is_rooted(victim) {
            return Err(Refusal::new(rule!("DF-R118"), "a spell roots that foe to the spot"));
        }
        if !self.can_lift(who, victim, hands) {
            return Err(Refusal::new(
                rule!("DF-R35"),
                "too heavy: at most 8 times Basic Lift with two hands, 2 times with one",
            ));
        }
        Ok(())
    }

    /// `DF-R71` The hands that hold a foe's body, as bits.
    pub fn hands_on(self, who: CombatantId, foe: CombatantId) -> u8 {
        self.holds_on(who, foe)
            .filter(|(_, grab)| grab.grip.location().is_some())
            .fold(0, |hands, (_, grab)| hands | grab.hands)
    }

    /// `DF-268` Whether a lifted foe can be put in the way of an attack.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_block_with_foe(self, who: CombatantId, attack: &IncomingAttack) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        match self.lifted(who) {
            None => refuse(rule!("DF-268"), "blocking with a foe needs one that is lifted (DF-R35)"),
            Some(foe) if foe == attack.by => refuse(rule!("DF-268"), "a lifted foe does not block its own attack"),
            Some(_) if self.fighter(who).flags.has(Flags::BLOCKED) => {
                refuse(rule!("DF-263"), "one Block a turn: dodge or parry")
            }
            Some(_) => Ok(()),
        }
    }
}
