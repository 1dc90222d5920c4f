//! Ready: getting items into hands and under control.
//!
//! Rules `DF-034`, `DF-106`, `DF-242`, `DF-466`, `DF-467` and `DF-508`, rulings `DF-R13` and `DF-R35`.

use crate::Dfrpg;
use crate::decision::{NONE, Ready};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::{ItemId, ItemKind};
use crate::state::{ItemFlags, Place};
use affray_kernel::referee::{CombatantId, Referee, Refusal};
use affray_kernel::rules::RuleId;
use affray_kernel::tally::Tally;

/// In [`ItemState::shots`](crate::state::ItemState::shots): a reload is under way.
pub const RELOADING: u8 = 128;

fn refuse(rule: RuleId, message: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(rule, message))
}

impl Scene<'_> {
    /// `DF-106` Whether that can be readied.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub fn judge_ready(self, who: CombatantId, ready: &Ready) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let item = match *ready {
            Ready::Draw { item, .. }
            | Ready::Regain(item)
            | Ready::Reach(item)
            | Ready::Reload(item)
            | Ready::Sheathe(item)
            | Ready::Shift { item, .. }
            | Ready::DitchShield(item) => item,
            Ready::Lift(victim) => {
                if self.state.fighters.len() <= victim.index() || victim == who {
                    return Err(Refusal::impossible(rule!("DF-R35"), "there is nobody like that to lift"));
                }
                return self.judge_lift(who, victim);
            }
            Ready::Other(_) => return Ok(()),
        };
        let Some(thing) = self.item(who, item) else {
            return Err(Refusal::impossible(rule!("DF-106"), "there is no such item"));
        };
        let state = self.item_state(who, item);
        let held = fighter.hands.contains(&item);
        if held && !matches!(ready, Ready::Draw { .. }) && self.is_item_grabbed(who, item) {
            return refuse(rule!("DF-489"), "a foe holds that item or the arm with it: break free first");
        }
        match *ready {
            Ready::Draw { hand, .. } => {
                if state.flags.has(ItemFlags::BROKEN) {
                    return refuse(rule!("DF-106"), "that item is broken");
                }
                if held {
                    return refuse(rule!("DF-106"), "that item is in hand already");
                }
                if state.place == Place::Away && self.is_kept_by_another(who, item) {
                    return refuse(
                        rule!("DF-R116"),
                        "somebody has that item: grab it and take it from him (DF-489), or from his body in its hex",
                    );
                }
                if state.place == Place::Away && !self.lies_here(who, item) && !self.is_carried_here(who, item) {
                    return refuse(rule!("DF-106"), "that item lies elsewhere: go there first");
                }
                self.judge_hands_for(who, item, hand)
            }
            Ready::Regain(_) if !held || !state.flags.has(ItemFlags::UNREADY) => {
                refuse(rule!("DF-106"), "only what is held and out of control is brought under control")
            }
            Ready::Regain(_) if !self.has_hand_for_grip(who, item) => {
                refuse(rule!("DF-R116"), "that item takes two hands: it is brought under control with another free one")
            }
            Ready::Reach(_) if !held || !thing.reach_needs_ready => {
                refuse(rule!("DF-106"), "only a weapon in hand whose reach has to be changed is held for another reach")
            }
            Ready::Reload(_) => {
                if thing.shots == 0 || !held {
                    return refuse(rule!("DF-242"), "only a missile weapon in hand is reloaded");
                }
                if state.shots == thing.shots {
                    return refuse(rule!("DF-242"), "that weapon is loaded");
                }
                Ok(())
            }
            Ready::Sheathe(_) if !held => refuse(rule!("DF-106"), "only what is in hand is put away"),
            Ready::Sheathe(_) if thing.kind == ItemKind::Shield && self.in_close_combat(who) => {
                refuse(rule!("DF-466"), "in close combat a shield can only be got rid of, with a DX roll")
            }
            Ready::Shift { hand, .. } => {
                if !held || thing.hands != 1 {
                    return refuse(rule!("DF-106"), "only a one-handed item in hand changes hands");
                }
                self.judge_hands_for(who, item, hand)
            }
            Ready::DitchShield(_) if !held || !matches!(thing.kind, ItemKind::Shield | ItemKind::Cloak) => {
                refuse(rule!("DF-466"), "there is no such shield on the arm")
            }
            _ => Ok(()),
        }
    }

    /// Whether an item can be taken into that hand, or into that and another one.
    ///
    /// # Errors
    /// Which hand is lacking.
    pub fn judge_hands_for(self, who: CombatantId, item: ItemId, hand: u8) -> Result<(), Refusal> {
        let sheet = self.sheet(who);
        if sheet.body.hands <= hand {
            return Err(Refusal::impossible(rule!("DF-106"), "there is no such hand"));
        }
        if !self.is_free_hand(who, hand) {
            return refuse(rule!("DF-106"), "that hand is not free: drop or put away what it holds first");
        }
        if self.item(who, item).is_some_and(|item| item.hands == 2) && self.free_hands(who).count_ones() < 2 {
            return refuse(rule!("DF-106"), "that item takes two free hands");
        }
        Ok(())
    }

    /// `DF-R116` Whether an item lies in a hex where one stands, whosesoever it is.
    fn lies_here(self, who: CombatantId, item: ItemId) -> bool {
        self.lying_here(who).any(|lying| lying == item)
    }

    /// `DF-R116` Whether another combatant, the owner or not, has an item and can keep others from it: a helpless one
    /// cannot.
    fn is_kept_by_another(self, who: CombatantId, item: ItemId) -> bool {
        let Some((owner, number)) = item.thing(who) else { return false };
        let has = |other: CombatantId| self.item_state(other, ItemId::of(other, owner, number)).place != Place::Away;
        self.state.ids().any(|other| other != who && has(other)) && !self.is_carried_here(who, item)
    }

    /// `DF-R116` Whether a body in a hex where one stands carries an item, in no hand.
    fn is_carried_here(self, who: CombatantId, item: ItemId) -> bool {
        self.on_bodies_here(who).any(|carried| carried == item)
    }

    /// `DF-R116` Whether a two-handed item that one hand holds, as one does that was wrested with it, can be held in
    /// two.
    fn has_hand_for_grip(self, who: CombatantId, item: ItemId) -> bool {
        let held = self.fighter(who).hands.iter().filter(|&&held| held == item).count();
        self.item(who, item).is_none_or(|item| usize::from(item.hands) <= held) || self.free_hands(who) != 0
    }

    /// What can be readied.
    pub fn ready_options(self, who: CombatantId, mut offer: impl FnMut(Ready)) {
        let sheet = self.sheet(who);
        let others = self.lying_here(who).chain(self.on_bodies_here(who)).filter(|item| item.is_anothers());
        for item in self.items(who).chain(others) {
            let free = (0..sheet.body.hands.min(4)).find(|&hand| self.is_free_hand(who, hand)).unwrap_or(0);
            for ready in [
                Ready::Draw { item, hand: free },
                Ready::Regain(item),
                Ready::Reload(item),
                Ready::Reach(item),
                Ready::Shift { item, hand: free },
            ] {
                if self.judge_ready(who, &ready).is_ok() {
                    offer(ready);
                }
            }
            let ditch = Ready::DitchShield(item);
            let away = if self.in_close_combat(who) { ditch } else { Ready::Sheathe(item) };
            if self.judge_ready(who, &away).is_ok() {
                offer(away);
            }
        }
        for victim in
            self.fighter(who).grabs.iter().filter(|grab| grab.victim != NONE).map(|grab| CombatantId(grab.victim))
        {
            let lift = Ready::Lift(victim);
            if self.judge_ready(who, &lift).is_ok() {
                offer(lift);
            }
        }
    }
}

impl<R: Referee<Dfrpg>> Fight<'_, R> {
    /// `DF-106` Carries a Ready out, its DX rolls included.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn ready(&mut self, who: CombatantId, what: Ready) -> Result<(), R::Pause> {
        // An interruption, or the game master's leave, can bring what cannot be carried out.
        match self.scene().judge_ready(who, &what) {
            Err(refusal) if refusal.impossible => return Ok(()),
            _ => {}
        }
        if let Ready::DitchShield(item) = what {
            let rolls = self.scene().in_close_combat(who);
            if !rolls || self.dx_roll_to_ready(who, rule!("DF-466"))? {
                self.drop_item(who, item, self.state[who].at);
            }
            return Ok(());
        }
        let (grabbed, close) = (self.scene().is_grabbed(who), self.scene().in_close_combat(who));
        let (is_weapon, item) = match what {
            Ready::Draw { item, .. } | Ready::Regain(item) | Ready::Reach(item) | Ready::Shift { item, .. } => {
                (true, item)
            }
            Ready::Reload(item) | Ready::Sheathe(item) => (false, item),
            _ => (false, ItemId::NONE),
        };
        // DF-467, DF-508: one roll, even where both rules want it.
        if item != ItemId::NONE && (grabbed || is_weapon && close) {
            let rule = if grabbed { rule!("DF-508") } else { rule!("DF-467") };
            if !self.dx_roll_to_ready(who, rule)? {
                // DF-508: a grabbed combatant drops the item; otherwise only the maneuver is wasted.
                if grabbed && self.scene().item_state(who, item).place != Place::Away {
                    self.drop_item(who, item, self.state[who].at);
                }
                return Ok(());
            }
        }
        match what {
            Ready::Draw { item, hand } | Ready::Shift { item, hand } => self.take_in_hand(who, item, hand),
            Ready::Regain(item) => {
                self.grip(who, item);
                self.state.clear_item(who, item, ItemFlags::UNREADY);
                self.tell(Event::Readied { who, item });
            }
            Ready::Reach(item) => {
                if let Some(state) = self.state.item_mut(who, item) {
                    state.flags.put(ItemFlags::LONG_REACH, !state.flags.has(ItemFlags::LONG_REACH));
                }
                self.tell(Event::Readied { who, item });
            }
            Ready::Reload(item) => self.reload(who, item),
            Ready::Sheathe(item) => {
                self.lose_spell_in(who, item);
                self.state[who].empty_of(item);
                self.state.place_item(who, item, Place::Sheathed);
                self.state.clear_item(who, item, ItemFlags::UNREADY);
                // A game master may let somebody put away what lies somewhere.
                self.state.pick_up(who, item);
                self.tell(Event::Sheathes { who, item });
            }
            Ready::Lift(victim) => self.lift(who, victim)?,
            Ready::DitchShield(_) | Ready::Other(_) => {}
        }
        Ok(())
    }

    /// `DF-466` `DF-467` `DF-468` `DF-508` The DX roll to handle an item in close combat or in a grip.
    pub(crate) fn dx_roll_to_ready(&mut self, who: CombatantId, rule: RuleId) -> Result<bool, R::Pause> {
        let mut score = R::Tally::base(rule.named("DX"), i32::from(self.scene().sheet(who).dx));
        self.scene().add_dx_modifiers(&mut score, who);
        self.succeeds(who, rule, "ready an item", &score)
    }

    /// `DF-034` Takes an item into a hand, or into that and the next free one; it is ready then.
    pub(crate) fn take_in_hand(&mut self, who: CombatantId, item: ItemId, hand: u8) {
        // Where a game master lets somebody reach for it with a full hand, that hand lets go first.
        let held = self.state[who].hands[hand as usize & 3];
        if held != ItemId::NONE && held != item {
            self.drop_item(who, held, self.state[who].at);
        }
        let before = self.scene().hand_with(who, item);
        // DF-437: a spell in a staff goes with it from hand to hand.
        let spells = self.state[who].held.iter_mut();
        for spell in spells.filter(|spell| spell.spell != NONE && Some(spell.hand) == before) {
            spell.hand = hand;
        }
        self.state[who].empty_of(item);
        self.state.place_item(who, item, Place::Held);
        self.state[who].hands[hand as usize & 3] = item;
        self.grip(who, item);
        self.state.clear_item(who, item, ItemFlags::UNREADY);
        self.state.pick_up(who, item);
        self.tell(Event::Readied { who, item });
    }

    /// Puts a second hand on a two-handed item that one hand holds, if one is free.
    fn grip(&mut self, who: CombatantId, item: ItemId) {
        let scene = self.scene();
        let held = scene.fighter(who).hands.iter().filter(|&&held| held == item).count();
        if held == 1 && scene.item(who, item).is_some_and(|item| item.hands == 2) {
            let free = scene.free_hands(who).trailing_zeros() as usize;
            if let Some(hand) = self.state[who].hands.get_mut(free) {
                *hand = item;
            }
        }
    }

    /// `DF-242` One Ready of a reload; after as many as the weapon takes it is loaded.
    fn reload(&mut self, who: CombatantId, item: ItemId) {
        let Some(thing) = self.scene().item(who, item) else { return };
        let (shots, needed) = (thing.shots, thing.reload);
        let Some(state) = self.state.item_mut(who, item) else { return };
        let spent = state.shots.saturating_sub(RELOADING) + 1;
        let done = needed <= spent;
        state.shots = if done { shots } else { RELOADING + spent };
        self.tell(Event::Reloads { who, item, done, spent, of: needed });
    }
}

impl Scene<'_> {
    /// The free hand into which an item would go, for a Ready that names none.
    pub(crate) fn some_ready_of(self, who: CombatantId, item: ItemId) -> Option<Ready> {
        let mut found = None;
        self.ready_options(who, |ready| {
            let of = match ready {
                Ready::Draw { item, .. } | Ready::Regain(item) | Ready::Reload(item) => item,
                _ => ItemId::NONE,
            };
            if of == item && found.is_none() {
                found = Some(ready);
            }
        });
        found
    }
}
