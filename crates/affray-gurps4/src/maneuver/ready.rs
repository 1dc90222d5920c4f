//! Ready and the things in hand: drawn, dropped, picked up, used up. Free actions.
//!
//! Rules `G4-110` to `G4-112`, rulings `G4-R10`, `G4-R52`, `G4-R65` and `G4-R68`.

use crate::Gurps4;
use crate::decision::{Act, Choice, Free, Ready};
use crate::event::{Effort, Event, Lost};
use crate::scene::{Fight, Scene};
use crate::sheet::{Item, ItemId, ItemKind};
use crate::state::{Flags, ItemFlags, Lying, State};
use affray_3d6::location::Location;
use affray_grid::Cell;
use affray_kernel::referee::{CombatantId, Referee, Refusal};

/// `G4-R10` Drawing takes one Ready.
const DRAWING: u8 = 1;

impl Scene<'_> {
    /// `G4-R34` `G4-R68` Whether a hand can hold something: 0 the main hand, 1 the off hand.
    pub fn has_use_of(self, who: CombatantId, hand: usize) -> bool {
        let fighter = self.fighter(who);
        let [arm, palm] = self.parts_of_hand(who, hand);
        !fighter.is_crippled(arm) && !fighter.is_crippled(palm) && self.sheet(who).has_hands()
    }

    /// The arm and the hand that a hand is.
    pub(crate) fn parts_of_hand(self, who: CombatantId, hand: usize) -> [Location; 2] {
        if (hand == 0) == self.sheet(who).left_handed {
            [Location::LeftArm, Location::LeftHand]
        } else {
            [Location::RightArm, Location::RightHand]
        }
    }

    /// `G4-R65` Whether an item is at hand, its own or another's: carried, not on the ground and not used up.
    pub fn has(self, who: CombatantId, item: ItemId) -> bool {
        let state = self.item_state(who, item);
        self.item(who, item).is_some()
            && if item.is_anothers() { state.with == who.0 } else { !state.flags.has(ItemFlags::AWAY) }
    }

    /// `G4-R52` The hands that would hold an item; `None` if they are not free.
    pub(crate) fn hands_for(self, who: CombatantId, item: &Item) -> Option<[bool; 2]> {
        let fighter = self.fighter(who);
        let free = |hand: usize| fighter.hands[hand] == ItemId::NONE && self.has_use_of(who, hand);
        if item.hands > 1 {
            return (free(0) && free(1)).then_some([true, true]);
        }
        let off_first = item.is_shield() || item.off_hand;
        let order = if off_first { [1, 0] } else { [0, 1] };
        let hand = order.into_iter().find(|&hand| free(hand))?;
        Some([hand == 0, hand == 1])
    }

    /// `G4-110` `G4-R10` `G4-R30` `G4-R68` Whether a Ready can be used for that.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_ready(self, who: CombatantId, what: Ready) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let none = || Err(Refusal::impossible(rule!("G4-110"), "there is no such item"));
        let fighter = self.fighter(who);
        if !self.sheet(who).has_hands() {
            return refuse(rule!("G4-R68"), "its body has no hands: it readies, picks up and uses nothing");
        }
        let (Ready::Item(number)
        | Ready::Reload(number)
        | Ready::Use(number)
        | Ready::Store(number)
        | Ready::PickUp(number)) = what;
        let Some(item) = self.item(who, number) else { return none() };
        if let Ready::PickUp(_) = what {
            if !self.lying_here(who).any(|lying| lying == number) {
                return refuse(rule!("G4-R10"), "it does not lie here or in the next hex");
            }
            let held = self.hands_for(who, item).is_some();
            return if held { Ok(()) } else { refuse(rule!("G4-R52"), "no hand is free for it") };
        }
        if !self.has(who, number) {
            return Err(Refusal::impossible(rule!("G4-110"), "it is not at hand any more"));
        }
        let state = self.item_state(who, number);
        match what {
            Ready::Item(_) => {
                if state.flags.has(ItemFlags::DISABLED) {
                    return refuse(rule!("G4-R30"), "a disabled weapon cannot be readied again in this battle");
                }
                if fighter.holds(number) {
                    return if state.flags.has(ItemFlags::UNREADY) {
                        Ok(())
                    } else {
                        refuse(rule!("G4-110"), "it is ready already")
                    };
                }
                if self.hands_for(who, item).is_none() {
                    return refuse(rule!("G4-R52"), "no hand is free for it: drop or store something first");
                }
                Ok(())
            }
            Ready::Reload(_) => {
                if item.shots == 0 {
                    return refuse(rule!("G4-R52"), "it needs no loading");
                }
                if !fighter.holds(number) {
                    return refuse(rule!("G4-R52"), "it has to be in hand to be loaded");
                }
                if state.shots >= item.shots {
                    return refuse(rule!("G4-110"), "it is loaded already");
                }
                Ok(())
            }
            Ready::Use(_) if item.kind != ItemKind::Belt => refuse(rule!("G4-110"), "that is not for use so"),
            Ready::Use(_) => Ok(()),
            Ready::Store(_) if !fighter.holds(number) => refuse(rule!("G4-110"), "it is not in hand"),
            Ready::Store(_) | Ready::PickUp(_) => Ok(()),
        }
    }

    /// Uses of Ready that a person is shown.
    pub fn ready_options(self, who: CombatantId, offer: &mut dyn FnMut(Act)) {
        let own = (0..self.sheet(who).items).map(ItemId::own);
        for item in own.chain(self.borrowed(who)) {
            for what in [Ready::Item(item), Ready::Reload(item), Ready::Use(item), Ready::Store(item)] {
                offer(Act::Ready(what));
            }
        }
        for item in self.lying_here(who) {
            offer(Act::Ready(Ready::PickUp(item)));
        }
    }

    /// `G4-112` Whether Rapid Recovery readies that item.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_recovery(self, who: CombatantId, item: ItemId) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let Some(arm) = self.item(who, item) else {
            return Err(Refusal::impossible(rule!("G4-112"), "there is no such item"));
        };
        if arm.kind != ItemKind::Weapon || arm.shots != 0 || arm.reach == 0 {
            return refuse(rule!("G4-112"), "Rapid Recovery is for melee weapons, never for ammunition");
        }
        let state = self.item_state(who, item);
        if !self.fighter(who).holds(item) || !state.flags.has(ItemFlags::UNREADY) {
            return refuse(rule!("G4-112"), "it is not in hand and unready");
        }
        if state.flags.has(ItemFlags::DISABLED) {
            return refuse(rule!("G4-R30"), "a disabled weapon cannot be readied again in this battle");
        }
        self.judge_effort(who, 1)
    }

    /// Whether a free action is legal.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_free(self, who: CombatantId, free: Free) -> Result<(), Refusal> {
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        if !self.fighter(who).flags.any(Flags::ACTING.union(Flags::INTERRUPTING)) || !self.fighter(who).is_up() {
            return refuse(rule!("G4-062"), "that is for the own turn");
        }
        match free {
            Free::Drop(item) => {
                if self.item(who, item).is_none() {
                    return Err(Refusal::impossible(rule!("G4-110"), "there is no such item"));
                }
                if !self.fighter(who).holds(item) {
                    return Err(Refusal::impossible(rule!("G4-110"), "it is not in hand"));
                }
                Ok(())
            }
            Free::Recover(item) => self.judge_recovery(who, item),
            Free::LetGo(target) => {
                if !self.exists(target) || self.fighter(target).grappled_by != who.0 {
                    return Err(Refusal::impossible(rule!("G4-R43"), "it does not grapple that one"));
                }
                Ok(())
            }
        }
    }
}

/// Puts an item on the ground, whoever held it.
pub(crate) fn put_down(state: &mut State, who: CombatantId, item: ItemId, at: Cell) {
    state.take_away(who, item);
    // G4-R10: what was done to ready it is lost.
    state.item_mut(who, item).make_ready();
    state.ground.push(Lying { owner: item.owner(who), item: item.number(), at });
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// Drops an item that is held.
    pub fn drop_item(&mut self, who: CombatantId, item: ItemId, at: Cell) {
        if self.scene().item(who, item).is_none() || !self.state[who].holds(item) {
            return;
        }
        put_down(self.state, who, item, at);
        self.tell(Event::Drops { who, item, at });
        self.lose_aim_with(who, item);
    }

    /// Makes an item unready.
    pub fn unready(&mut self, who: CombatantId, item: ItemId) {
        if !self.state[who].holds(item) || self.scene().item_state(who, item).flags.has(ItemFlags::UNREADY) {
            return;
        }
        let state = self.state.item_mut(who, item);
        state.flags.set(ItemFlags::UNREADY);
        state.progress = 0;
        self.tell(Event::Unreadied { who, item });
        self.lose_aim_with(who, item);
    }

    /// `G4-R30` A weapon is disabled for the rest of the battle.
    pub fn disable(&mut self, who: CombatantId, item: ItemId) {
        let scene = self.scene();
        if scene.item(who, item).is_none() || scene.item_state(who, item).flags.has(ItemFlags::DISABLED) {
            return;
        }
        self.state.item_mut(who, item).flags.set(ItemFlags::DISABLED);
        self.tell(Event::Disables { who, item });
        self.lose_aim_with(who, item);
    }

    /// `G4-112` `G4-180` Rapid Recovery.
    pub fn recover(&mut self, who: CombatantId, item: ItemId) {
        if self.scene().item(who, item).is_none() {
            return;
        }
        self.pay(who, Effort::RapidRecovery);
        self.state.item_mut(who, item).make_ready();
        self.tell(Event::Recovers { who, item });
    }

    /// `G4-110` `G4-111` `G4-R10` `G4-R48` `G4-R65` One Ready.
    pub fn ready(&mut self, who: CombatantId, what: Ready) {
        let (Ready::Item(number)
        | Ready::Reload(number)
        | Ready::Use(number)
        | Ready::Store(number)
        | Ready::PickUp(number)) = what;
        let setup = self.setup;
        let Some(item) = setup.arm(who, number).filter(|item| !item.is_natural()) else { return };
        match what {
            Ready::Item(_) => {
                if !self.state[who].holds(number) {
                    let Some(hands) = self.scene().hands_for(who, item) else { return };
                    if !self.progresses(who, number, DRAWING) {
                        return;
                    }
                    self.take_in_hand(who, number, hands);
                    return;
                }
                if self.progresses(who, number, 1) {
                    self.state.item_mut(who, number).flags.clear(ItemFlags::UNREADY);
                }
            }
            Ready::Reload(_) => {
                if self.progresses(who, number, item.reload.max(1)) {
                    self.state.item_mut(who, number).shots = item.shots;
                }
            }
            Ready::Use(_) => {
                if self.progresses(who, number, item.turns.max(1)) {
                    self.use_up(who, number, item);
                }
            }
            Ready::Store(_) => {
                self.state[who].let_go_of(number);
                self.state.item_mut(who, number).flags.clear(ItemFlags::UNREADY);
                self.tell(Event::Stores { who, item: number });
            }
            Ready::PickUp(_) => {
                // A step or an interruption can have come in between.
                let lies = self.scene().lying_here(who).any(|lying| lying == number);
                let Some(hands) = self.scene().hands_for(who, item).filter(|_| lies) else {
                    let why = if lies { Lost::Hands } else { Lost::Gone };
                    self.tell(Event::Wasted { who, second: false, why });
                    return;
                };
                self.state.give(who, number);
                self.take_in_hand(who, number, hands);
                self.tell(Event::PicksUp { who, item: number });
            }
        }
    }

    fn take_in_hand(&mut self, who: CombatantId, item: ItemId, hands: [bool; 2]) {
        for (hand, _) in hands.into_iter().enumerate().filter(|(_, takes)| *takes) {
            self.state[who].hands[hand] = item;
        }
    }

    /// `G4-111` One turn of so many is done; whether it was the last.
    fn progresses(&mut self, who: CombatantId, item: ItemId, turns: u8) -> bool {
        let state = self.state.item_mut(who, item);
        state.progress += 1;
        let left = turns.saturating_sub(state.progress);
        if left == 0 {
            state.progress = 0;
        }
        self.tell(Event::Readies { who, item, left });
        left == 0
    }

    /// `G4-R10` `G4-R48` Uses up an item, which gives HP and FP back, never above the maximum.
    fn use_up(&mut self, who: CombatantId, number: ItemId, item: &Item) {
        let sheet = &self.setup.combatants[who.index()].sheet;
        self.state.take_away(who, number);
        let fighter = &mut self.state[who];
        let (hp, fp) = (fighter.hp, fighter.fp);
        fighter.hp = (hp + item.gives_hp).min(sheet.hp).max(hp);
        fighter.fp = (fp + item.gives_fp).min(sheet.fp).max(fp);
        let (hp, fp) = (i32::from(fighter.hp - hp), i32::from(fighter.fp - fp));
        self.tell(Event::Uses { who, item: number });
        self.tell(Event::Heals { who, hp, fp });
    }
}

impl<R: Referee<Gurps4>> Fight<'_, R> {
    /// Carries out a free action in the own turn.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(crate) fn free_action(&mut self, who: CombatantId, choice: &Choice) -> Result<(), Refusal> {
        let Choice::Free(free) = *choice else {
            return Err(Refusal::impossible(rule!("G4-062"), "free actions are to drop, to recover and to let go"));
        };
        self.scene().judge_free(who, free)?;
        match free {
            Free::Drop(item) => {
                let at = self.state[who].at;
                self.drop_item(who, item, at);
            }
            Free::Recover(item) => self.recover(who, item),
            Free::LetGo(target) => self.release(target),
        }
        Ok(())
    }
}
