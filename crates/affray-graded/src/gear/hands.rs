//! Hands: readying, drawing, loading, dropping, and what is done unasked.
//!
//! Rules `GR-025`, `GR-032`, `GR-060`, `GR-087` to `GR-089`, `GR-216`; rulings `GR-R43`, `GR-R44`, `GR-R52`,
//! `GR-R54`, `GR-R84`.

use crate::Graded;
use crate::decision::{Choice, Free, Maneuver, ManeuverKind, NONE};
use crate::event::Event;
use crate::scene::{Fight, Scene};
use crate::sheet::Item;
use crate::state::{Flags, Hold, ItemFlags, Loot, Lying, Marks, State};
use affray_kernel::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// Whether an item lies in the combatant's hex.
    pub fn lies_here(self, who: CombatantId, item: u8) -> bool {
        let at = self.fighter(who).at;
        self.state.ground.iter().any(|lying| lying.owner == who && lying.item == item && lying.at == at)
    }

    /// `GR-025` `GR-R84` Whether the hands are free for an item, in that hand.
    fn judge_hands(self, who: CombatantId, item: &Item, number: u8, hand: usize) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        // What broke in the hand is dropped for it.
        let is_broken = |held: u8| held != NONE && fighter.items[held as usize].flags.has(ItemFlags::BROKEN);
        let holds_shield = |hand: usize| {
            self.item(who, fighter.hands[hand]).is_some_and(|held| held.shield.is_some())
                && fighter.hands[hand] != number
                && !is_broken(fighter.hands[hand])
        };
        let needed: &[usize] = if item.hands > 1 { &[0, 1] } else { std::slice::from_ref(&hand) };
        for &hand in needed {
            if item.hands > 1 && holds_shield(hand) {
                return refuse(rule!("GR-025"), "a shield goes with weapons for one hand only");
            }
            if !fighter.has_use_of(hand) {
                return refuse(rule!("GR-R84"), "that hand cannot hold anything");
            }
            let held = fighter.hands[hand];
            let other = held != NONE && held != number && !is_broken(held);
            if other || fighter.loot[hand].owner != NONE {
                return refuse(rule!("GR-087"), "that hand is not empty: drop what it holds");
            }
            if fighter.hold.hands & (1 << hand) != 0 {
                return refuse(rule!("GR-R54"), "that hand holds somebody: let go first");
            }
        }
        Ok(())
    }

    /// `GR-087` Whether a weapon can be readied so.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_ready(self, who: CombatantId, number: u8, hand: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(item) = self.item(who, number) else {
            return Err(Refusal::impossible(rule!("GR-087"), "there is no such item"));
        };
        if hand > 1 {
            return Err(Refusal::impossible(rule!("GR-087"), "hands are 0, the weapon hand, and 1, the off hand"));
        }
        if item.shield.is_some() {
            return refuse(rule!("GR-089"), "a shield takes Ready Shield");
        }
        let fighter = self.fighter(who);
        let state = fighter.items[number as usize];
        if state.flags.has(ItemFlags::BROKEN) {
            return refuse(rule!("GR-212"), "it is broken");
        }
        if state.flags.has(ItemFlags::AWAY) && !self.lies_here(who, number) {
            return refuse(rule!("GR-087"), "it is not here: it has to lie in the own hex");
        }
        if state.count == 0 {
            return refuse(rule!("GR-060"), "none is left");
        }
        if fighter.wields(number) {
            return refuse(rule!("GR-087"), "it is ready already");
        }
        self.judge_hands(who, item, number, usize::from(hand))
    }

    /// `GR-060` Whether something can be loaded or drawn anew.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_reload(self, who: CombatantId, number: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(item) = self.item(who, number) else {
            return Err(Refusal::impossible(rule!("GR-060"), "there is no such item"));
        };
        let state = self.fighter(who).items[number as usize];
        if state.count == 0 {
            return refuse(rule!("GR-060"), "none is left");
        }
        if item.is_thrown() {
            if self.fighter(who).holds(number) && state.flags.has(ItemFlags::LOADED) {
                return refuse(rule!("GR-060"), "it is in hand already");
            }
            return self.judge_hands(who, item, number, 0);
        }
        if !item.is_crossbow() {
            return refuse(rule!("GR-060"), "only crossbows are loaded; other bows are drawn with the shot");
        }
        if !self.fighter(who).holds(number) {
            return refuse(rule!("GR-087"), "it is not in hand");
        }
        if state.flags.has(ItemFlags::LOADED) {
            return refuse(rule!("GR-060"), "it is loaded");
        }
        Ok(())
    }

    /// `GR-089` `GR-163` Whether a shield can be readied, or its arm be freed of it.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_ready_shield(self, who: CombatantId, number: u8) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(item) = self.item(who, number).filter(|item| item.shield.is_some()) else {
            return Err(Refusal::impossible(rule!("GR-089"), "there is no such shield"));
        };
        let fighter = self.fighter(who);
        if fighter.flags.has(Flags::ENTANGLED) && fighter.holds(number) {
            return Ok(());
        }
        let state = fighter.items[number as usize];
        if state.flags.has(ItemFlags::BROKEN) {
            return refuse(rule!("GR-162"), "it is broken");
        }
        if state.flags.has(ItemFlags::AWAY) && !self.lies_here(who, number) {
            return refuse(rule!("GR-089"), "it is not here: it has to lie in the own hex");
        }
        if fighter.wields(number) {
            return refuse(rule!("GR-089"), "it is ready already");
        }
        // GR-025: not beside a weapon that takes more than one hand.
        let main = fighter.hands[0];
        let whole = main != NONE && !fighter.items[main as usize].flags.has(ItemFlags::BROKEN);
        if whole && self.item(who, main).is_some_and(|held| held.hands > 1) {
            return refuse(rule!("GR-025"), "a shield goes with weapons for one hand only");
        }
        self.judge_hands(who, item, number, 1)
    }

    /// Lists what could be readied or loaded.
    pub fn ready_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        for item in 0..self.sheet(who).items.len() as u8 {
            let all = [
                Maneuver::ReadyWeapon { item, hand: 0 },
                Maneuver::ReadyWeapon { item, hand: 1 },
                Maneuver::Reload(item),
                Maneuver::ReadyShield(item),
            ];
            let able = |one: &Maneuver| self.judge_maneuver(who, *one).is_ok();
            into.extend(all.into_iter().filter(able).map(Choice::Maneuver));
        }
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// `GR-087` `GR-088` `GR-032` `GR-216` Readies a weapon, from its place or from the ground of the own hex. It
    /// parries from now on.
    pub(crate) fn ready(&mut self, who: CombatantId, item: u8, hand: u8) {
        let setup = self.setup;
        let Some(data) = setup.combatants[who.index()].sheet.item(item) else { return };
        self.take_up(who, item);
        let fighter = &mut self.state[who];
        if !fighter.holds(item) {
            let hands = if data.hands > 1 { [true, true] } else { [hand == 0, hand != 0] };
            for (hand, _) in hands.into_iter().enumerate().filter(|(_, takes)| *takes) {
                self.drop_from_hand(who, hand);
                self.state[who].hands[hand] = item;
            }
        }
        let flags = &mut self.state[who].items[item as usize].flags;
        flags.clear(ItemFlags::UNREADY);
        if !data.is_crossbow() {
            flags.set(ItemFlags::LOADED);
        }
        self.tell(Event::Readies { who, item });
    }

    /// Picks an item up, if it lies here.
    fn take_up(&mut self, who: CombatantId, item: u8) {
        let at = self.state[who].at;
        let place = self.state.ground.iter().position(|one| one.owner == who && one.item == item && one.at == at);
        if let Some(place) = place {
            self.state.ground.remove(place);
            self.state[who].items[item as usize].flags.clear(ItemFlags::AWAY);
        }
    }

    /// `GR-060` `GR-037` Loads a crossbow, or takes another thrown weapon in hand.
    pub(crate) fn reload(&mut self, who: CombatantId, item: u8) {
        let setup = self.setup;
        let Some(data) = setup.combatants[who.index()].sheet.item(item) else { return };
        if data.is_thrown() && !self.state[who].holds(item) {
            self.drop_from_hand(who, 0);
            self.state[who].hands[0] = item;
        }
        self.state[who].items[item as usize].flags.set(ItemFlags::LOADED);
        self.tell(Event::Reloads { who, item });
    }

    /// `GR-089` `GR-163` `GR-R52` A round of readying a shield; as many in a row as its PD, at least one. An
    /// arm that it entangles is free again after one.
    pub(crate) fn ready_shield_round(&mut self, who: CombatantId, item: u8) {
        if self.state[who].flags.has(Flags::ENTANGLED) && self.state[who].holds(item) {
            self.state[who].flags.clear(Flags::ENTANGLED);
            self.tell(Event::Readies { who, item });
            return;
        }
        // GR-089: from the ground or the back; one that turned in the hand is there already.
        let from_afar = !self.state[who].holds(item);
        let shield = self.scene().item(who, item).and_then(|item| item.shield).filter(|_| from_afar);
        let needed = shield.map_or(1, |shield| shield.pd.max(1));
        let fighter = &mut self.state[who];
        // GR-089: consecutive turns; an interruption begins anew.
        fighter.readying =
            if fighter.last == ManeuverKind::ReadyShield { fighter.readying.saturating_add(1) } else { 1 };
        if i32::from(fighter.readying) >= needed {
            fighter.readying = 0;
            self.take_up(who, item);
            if from_afar {
                self.drop_from_hand(who, 1);
                self.state[who].hands[1] = item;
            }
            self.state[who].items[item as usize].flags.clear(ItemFlags::UNREADY);
            self.tell(Event::Readies { who, item });
        }
    }

    /// What a hand holds falls to the ground.
    pub(crate) fn drop_from_hand(&mut self, who: CombatantId, hand: usize) {
        let item = self.state[who].hands[hand];
        if item != NONE {
            self.drop_item(who, item);
        }
        if self.state[who].loot[hand].owner != NONE {
            let event = self.state.drop_loot(who, hand);
            self.tell(event);
        }
    }

    /// Something falls to the ground of the own hex.
    pub(crate) fn drop_item(&mut self, who: CombatantId, item: u8) {
        if self.state[who].holds(item) {
            let event = self.state.drop_item(who, item);
            self.tell(event);
        }
    }
}

impl State {
    /// Takes something out of the hands.
    pub(crate) fn part_with(&mut self, who: CombatantId, item: u8) {
        let fighter = &mut self[who];
        for hand in fighter.hands.iter_mut().filter(|hand| **hand == item) {
            *hand = NONE;
        }
        fighter.items[item as usize].flags.set(ItemFlags::AWAY);
        if fighter.flags.has(Flags::ENTANGLED) && fighter.hands[1] == NONE {
            fighter.flags.clear(Flags::ENTANGLED);
        }
    }

    /// Something in hand falls to the ground of the own hex.
    fn drop_item(&mut self, who: CombatantId, item: u8) -> Event {
        self.part_with(who, item);
        let at = self[who].at;
        self.ground.push(Lying { owner: who, item, at });
        Event::Drops { who, item, at }
    }

    /// What was wrested away falls to the ground, where its owner can take it up.
    fn drop_loot(&mut self, who: CombatantId, hand: usize) -> Event {
        let (at, loot) = (self[who].at, self[who].loot[hand]);
        let owner = CombatantId(loot.owner);
        self[who].loot[hand] = Loot::NONE;
        self.ground.push(Lying { owner, item: loot.item, at });
        Event::DropsLoot { who, target: owner, item: loot.item, at }
    }

    /// `GR-R54` A combatant lets go of its target, if it holds one.
    pub(crate) fn let_go(&mut self, who: CombatantId) -> Option<Event> {
        let hold = self[who].hold;
        if hold.target == NONE {
            return None;
        }
        let target = CombatantId(hold.target);
        self[who].hold = Hold::NONE;
        self[target].held = self[target].held.saturating_sub(1);
        self.holders = self.holders.saturating_sub(1);
        Some(Event::LetsGo { who, target })
    }
}

impl<R: Referee<Graded>> Fight<'_, R> {
    /// Carries out what a combatant does unasked, on its own turn.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(crate) fn free_action(&mut self, who: CombatantId, choice: &Choice) -> Result<(), Refusal> {
        if !self.scene().exists(who) {
            return Err(Refusal::impossible(rule!("GR-R20"), "there is no such combatant"));
        }
        if !self.state[who].marks.has(Marks::ACTING) || !self.state[who].is_up() {
            return Err(Refusal::new(rule!("GR-R54"), "that is done on the own turn"));
        }
        match *choice {
            Choice::Free(Free::LetGo) => {
                if let Some(event) = self.state.let_go(who) {
                    self.tell(event);
                } else if let Some(hand) = self.state[who].loot.iter().position(|loot| loot.owner != NONE) {
                    // What was wrested away is let go of too, one thing at a time.
                    let event = self.state.drop_loot(who, hand);
                    self.tell(event);
                } else {
                    return Err(Refusal::impossible(rule!("GR-R54"), "nobody is held"));
                }
                Ok(())
            }
            Choice::Free(Free::Drop(item)) => {
                if self.scene().item(who, item).is_none() || !self.state[who].holds(item) {
                    return Err(Refusal::impossible(rule!("GR-087"), "that is not in hand"));
                }
                let event = self.state.drop_item(who, item);
                self.tell(event);
                Ok(())
            }
            _ => Err(Refusal::impossible(rule!("GR-R20"), "unasked one lets go or drops something")),
        }
    }
}
