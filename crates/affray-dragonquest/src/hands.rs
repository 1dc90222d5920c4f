//! Hands and what is in them; the tasks of a Pass.
//!
//! Rulings `DQ-R15`, `DQ-R24`, `DQ-R36`, `DQ-R44`.

use crate::DragonQuest;
use crate::decision::{Choice, Free, NONE, Question, Task};
use crate::event::Event;
use crate::scene::{Fight, Scene, Setup};
use crate::sheet::ItemKind;
use crate::state::{Flags, ItemFlags, Lying, State};
use affray_core::referee::{CombatantId, Referee, Refusal};

impl Scene<'_> {
    /// The hands into which an item would go, if there is room.
    pub fn hands_for(self, who: CombatantId, item: u8) -> Option<[bool; 2]> {
        let fighter = self.fighter(who);
        let arm = self.arm(who, item)?;
        if !self.sheet(who).has_hands {
            return None;
        }
        let free = |hand: usize| fighter.hands[hand] == NONE && fighter.has_use_of(hand);
        let shield = arm.kind == ItemKind::Shield;
        match (free(0), free(1)) {
            (true, true) if 2 <= arm.grip => Some([true, true]),
            _ if 2 <= arm.hands => None,
            (_, true) if shield => Some([false, true]),
            (true, _) => Some([true, false]),
            (false, true) => Some([false, true]),
            (false, false) => None,
        }
    }

    /// Whether a Pass can be used for something.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn judge_task(self, who: CombatantId, task: Task) -> Result<(), Refusal> {
        let fighter = self.fighter(who);
        let refuse = |rule, message: &'static str| Err(Refusal::new(rule, message));
        let prone = fighter.flags.has(Flags::PRONE);
        let own = |item: u8| match self.arm(who, item) {
            Some(arm) if !matches!(arm.kind, ItemKind::Unarmed | ItemKind::Natural) => Ok(()),
            _ => Err(Refusal::impossible(rule!("DQ-R36"), "there is no such item")),
        };
        let away = |item: u8| fighter.items[item as usize].flags.has(ItemFlags::AWAY);
        match task {
            Task::Nothing => Ok(()),
            // DQ-222: what close combat makes one drop is of no use in it.
            Task::Prepare(item) | Task::PickUp(item)
                if fighter.flags.has(Flags::CLOSE) && !self.suits_close(who, item) =>
            {
                refuse(rule!("DQ-222"), "in close combat only what is rated for it can be held ready")
            }
            Task::Crawl if fighter.flags.has(Flags::CLOSE) => {
                refuse(rule!("DQ-223"), "one leaves close combat by withdrawing")
            }
            Task::Crawl if fighter.restrains != NONE => {
                refuse(rule!("DQ-R18"), "who restrains somebody stays in the hex")
            }
            Task::Disentangle if !fighter.flags.has(Flags::ENTANGLED) => {
                refuse(rule!("DQ-438"), "nothing entangles it")
            }
            Task::Disentangle => Ok(()),
            Task::Prepare(item) => {
                own(item)?;
                if away(item) || fighter.holds(item) {
                    let message = "only what is carried and not in hand can be prepared";
                    return Err(Refusal::impossible(rule!("DQ-R36"), message));
                }
                match self.hands_for(who, item) {
                    Some(_) => Ok(()),
                    None => refuse(rule!("DQ-R36"), "no hand is free for it: store or drop something"),
                }
            }
            Task::Store(item) => {
                own(item)?;
                if fighter.holds(item) { Ok(()) } else { refuse(rule!("DQ-R36"), "that is not in hand") }
            }
            Task::PickUp(item) => {
                own(item)?;
                match self.state.ground.iter().find(|lying| lying.owner == who && lying.item == item) {
                    Some(lying) if self.covers(who, lying.at) => Ok(()),
                    Some(_) => refuse(rule!("DQ-R36"), "that does not lie in this hex"),
                    None => Err(Refusal::impossible(rule!("DQ-R36"), "that lies nowhere")),
                }
            }
            Task::StandUp if !prone => refuse(rule!("DQ-R36"), "it stands already"),
            Task::Crawl if !prone => refuse(rule!("DQ-308"), "only who lies crawls"),
            Task::LieDown if prone => refuse(rule!("DQ-R36"), "it lies already"),
            Task::StandUp | Task::Crawl | Task::LieDown => Ok(()),
        }
    }

    /// Lists the tasks that a person would be shown.
    pub fn task_options(self, who: CombatantId, into: &mut Vec<Choice>) {
        let items = 0..self.sheet(who).items;
        let tasks = [Task::Nothing, Task::StandUp, Task::Crawl, Task::LieDown, Task::Disentangle]
            .into_iter()
            .chain(items.clone().map(Task::PickUp))
            .chain(items.clone().map(Task::Prepare))
            .chain(items.map(Task::Store));
        into.extend(tasks.filter(|&task| self.judge_task(who, task).is_ok()).map(Choice::Task));
    }
}

/// Takes an item out of the hands.
fn let_go(state: &mut State, who: CombatantId, item: u8) {
    for hand in &mut state[who].hands {
        if *hand == item {
            *hand = NONE;
        }
    }
}

/// Lets an item fall into the hex.
fn drop_item(state: &mut State, who: CombatantId, item: u8) -> Event {
    let_go(state, who, item);
    let at = state[who].at;
    state[who].items[item as usize].flags.set(ItemFlags::AWAY);
    state.ground.push(Lying { owner: who, item, at });
    Event::Drops { who, item, at }
}

/// `DQ-R36` What a figure does unasked: it drops an item in its own action.
///
/// # Errors
/// The rule that it breaks.
pub fn interject(
    setup: &Setup,
    state: &mut State,
    who: CombatantId,
    choice: &Choice,
    tell: &mut dyn FnMut(Event),
) -> Result<(), Refusal> {
    let Choice::Free(Free::Drop(item)) = *choice else {
        return Err(Refusal::impossible(rule!("DQ-R36"), "unasked, a figure can only drop something"));
    };
    if state.fighters.len() <= who.index()
        || (Scene { setup, state }).arm(who, item).is_none()
        || !state[who].holds(item)
    {
        return Err(Refusal::impossible(rule!("DQ-R36"), "that is not in hand"));
    }
    if !state[who].flags.has(Flags::ACTING) {
        return Err(Refusal::new(rule!("DQ-R36"), "items are dropped in the figure's own action"));
    }
    tell(drop_item(state, who, item));
    Ok(())
}

impl<R: Referee<DragonQuest>> Fight<'_, R> {
    /// Drops an item into the figure's hex.
    pub fn drop_item(&mut self, who: CombatantId, item: u8) {
        let event = drop_item(self.state, who, item);
        self.tell(event);
    }

    /// Takes an item out of the hands, and no more.
    pub(crate) fn let_go(&mut self, who: CombatantId, item: u8) {
        let_go(self.state, who, item);
    }

    /// `DQ-R24` Drops all hand-held weapons. Shields are strapped and stay.
    pub fn drop_all(&mut self, who: CombatantId) {
        for hand in 0..2 {
            let item = self.state[who].hands[hand];
            if self.scene().arm(who, item).is_some_and(|arm| arm.kind != ItemKind::Shield) {
                self.drop_item(who, item);
            }
        }
    }

    /// `DQ-404` `DQ-R15` A weapon breaks; it stays in hand, and is of no use.
    pub fn break_item(&mut self, who: CombatantId, item: u8) {
        self.state[who].items[item as usize].flags.set(ItemFlags::BROKEN);
        self.tell(Event::Breaks { who, item });
    }

    /// `DQ-R36` The one task of a Pass. `None` if it leaves no movement, else whether that is crawling.
    ///
    /// # Errors
    /// What the referee lacks.
    pub fn task(&mut self, who: CombatantId) -> Result<Option<bool>, R::Pause> {
        let prone = self.state[who].flags.has(Flags::PRONE);
        let Choice::Task(task) = self.referee.ask(self.setup, self.state, Question::Task { who })? else {
            return Ok(None);
        };
        if task != Task::Nothing {
            self.tell(Event::Does { who, task });
        }
        // DQ-438: two Passes in a row that are used for it.
        if task != Task::Disentangle {
            self.state[who].flags.clear(Flags::HALF_FREE);
        }
        Ok(match task {
            // DQ-R44: who lies moves by crawling alone.
            Task::Nothing => (!prone).then_some(false),
            Task::Prepare(item) => {
                self.prepare(who, item);
                (!prone).then_some(false)
            }
            Task::Store(item) => {
                let_go(self.state, who, item);
                (!prone).then_some(false)
            }
            Task::PickUp(item) => {
                self.state.ground.retain(|lying| !(lying.owner == who && lying.item == item));
                self.state[who].items[item as usize].flags.clear(ItemFlags::AWAY);
                self.prepare(who, item);
                (!prone).then_some(false)
            }
            Task::StandUp => {
                self.state[who].flags.clear(Flags::PRONE);
                self.tell(Event::StandsUp { who });
                None
            }
            Task::Crawl => Some(true),
            Task::LieDown => {
                self.fall(who);
                None
            }
            Task::Disentangle => {
                self.disentangle(who);
                None
            }
        })
    }

    /// Takes an item into the hands, if there is room.
    fn prepare(&mut self, who: CombatantId, item: u8) {
        if let Some(hands) = self.scene().hands_for(who, item) {
            for (hand, into) in hands.into_iter().enumerate() {
                if into {
                    self.state[who].hands[hand] = item;
                }
            }
        }
    }
}
